//! Plays a game between built-in agents, prints it and saves its record: `cargo run --release --example play -- agartha game.record`.

use std::error::Error;

use expedition::any::agent;
use expedition::{Seat, Stop, Turn, open};
use serde_json::Map;

fn main() -> Result<(), Box<dyn Error>> {
    let mut arguments = std::env::args().skip(1);
    let name = arguments.next().unwrap_or_else(|| "agartha".to_string());
    let file = arguments.next().unwrap_or_else(|| "game.record".to_string());
    let game = open(&name, &Map::new(), &Map::new())?;
    let mut episode = game.clone().episode(7);
    // The first seat plays greedily, the others at random.
    let specs = ["greedy", "random"].map(|spec| spec.parse().expect("a built-in agent"));
    let mut players: Vec<_> =
        (0..game.seats()).map(|seat| agent(&game, &specs[seat.min(1)], seat as u64)).collect::<Result<_, _>>()?;
    while let Turn::Seat(Seat(seat)) = episode.turn() {
        let choice = players[usize::from(seat)].act(&*episode, Stop::NEVER)?;
        println!("{}: {}", game.seat_name(Seat(seat)), episode.sentence(choice.action));
        episode.play(choice.action)?;
    }
    if let Some(outcome) = episode.outcome() {
        println!("{} Points: {:?}", outcome.reason, &outcome.scores[..game.seats()]);
    }
    episode.record().save(file.as_ref())?;
    println!("saved as {file}");
    Ok(())
}

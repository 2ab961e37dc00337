//! Plays a game between two built-in agents and saves its record: `cargo run --release --example play -- agartha game.record`.

use std::error::Error;

use expedition::agents::Stop;
use expedition::any::{agent, open};
use expedition::{Seat, Turn};
use serde_json::Map;

fn main() -> Result<(), Box<dyn Error>> {
    let mut arguments = std::env::args().skip(1);
    let name = arguments.next().unwrap_or_else(|| "agartha".to_string());
    let file = arguments.next().unwrap_or_else(|| "game.record".to_string());
    let game = open(&name, &Map::new(), &Map::new())?;
    let mut episode = game.clone().episode(7);
    let specs = ["greedy", "random"].map(|spec| spec.parse().expect("a built-in agent"));
    let seats = 0..game.seats();
    let mut players = seats.map(|seat| agent(&game, &specs[seat.min(1)], seat as u64)).collect::<Result<Vec<_>, _>>()?;
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

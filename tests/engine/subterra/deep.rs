//! Long games: random play that stays in the temple, so that Sanctuary, curse and lava come up. Every position is checked.

use expedition::core::{Check, Content, Describe, Episode, Rng, Rules, Turn};
use expedition::games::subterra::Subterra;
use serde_json::{Map, json};

use super::records::way_back;

/// What a random choice favours.
#[derive(Clone, Copy, PartialEq)]
enum Lean {
    /// Exploring and handling objects; never leaving the temple on its own.
    Deep,
    /// North, where the exit is.
    Home,
}

fn choose(episode: &Episode<Subterra>, rng: &mut Rng, lean: Lean) -> usize {
    let legal = *episode.legal();
    let (state, game) = (episode.state(), episode.game());
    let at_crossing = state.explorers.get(state.turn as usize).is_some_and(|e| (e.cell.x(), e.cell.y()) == (0, 0));
    let begins = |id: usize, words: &[&str]| words.iter().any(|word| game.name(id).starts_with(word));
    let liked: Vec<usize> = match lean {
        Lean::Deep => legal.iter().filter(|&id| begins(id, &["explore", "illuminate", "put down", "pick up", "keep"])).collect(),
        Lean::Home => legal.iter().filter(|&id| begins(id, &["move north", "run north", "step north", "keep", "end"])).collect(),
    };
    if !liked.is_empty() && rng.below(3) > 0 {
        return liked[rng.index(liked.len())];
    }
    let out = |id: usize| at_crossing && lean == Lean::Deep && game.name(id).ends_with("north");
    let rest: Vec<usize> = legal.iter().filter(|&id| !out(id)).collect();
    if rest.is_empty() { legal.nth(rng.below(legal.len())) } else { rest[rng.index(rest.len())] }
}

/// Plays to the end and checks every position; returns whether the Sanctuary, the curse and the eruption came up.
fn play(mut episode: Episode<Subterra>, rng: &mut Rng, lean: Lean) -> [usize; 4] {
    let game = episode.game().clone();
    let mut floats = vec![0.0; game.observation_size()];
    let mut ply = 0;
    while let Turn::Seat(seat) = episode.turn() {
        game.rules.check(episode.state()).unwrap_or_else(|b| panic!("{b}\n{}", game.rules.text(episode.state(), None)));
        assert!(episode.legal().len() > 1, "{:?} has one option", episode.state().decision);
        game.observe(episode.state(), seat, &mut floats);
        assert!(floats.iter().all(|f| (-1.0..=1.0).contains(f)));
        if ply % 40 == 0 {
            let copy = Episode::from_bytes(game.clone(), &episode.to_bytes()).expect("its own bytes");
            assert!(copy.state() == episode.state());
            let json = serde_json::from_value(episode.to_json()).expect("its own JSON");
            assert!(*episode.state() == json);
        }
        let id = choose(&episode, rng, lean);
        episode.play(id).expect("legal");
        ply += 1;
    }
    let s = episode.state();
    game.rules.check(s).expect("a possible end");
    [usize::from(s.has_sanctuary()), usize::from(s.cursed), usize::from(s.erupted), usize::from(s.is_won())]
}

#[test]
fn long_games_stay_possible() {
    // R20, R40, R46, R47: whatever is drawn, the temple keeps an exit, the Sanctuary finds its place, and no question has
    // only one answer. Nobody is hurt and the clock is long, so that random play gets there.
    let embedded = Content::load("subterra", Subterra::CONTENT, &Map::new()).expect("valid");
    let mut damage = embedded.tables()["damage"].clone();
    for (key, value) in damage.as_object_mut().expect("a record") {
        if value.is_u64() {
            *value = json!(u8::from(key == "reroll_cost_archaeologist"));
        }
    }
    let mut marker = embedded.tables()["eruption_start"].clone();
    for row in marker.as_array_mut().expect("a list") {
        for team in 3..=6 {
            row[format!("explorers_{team}")] = json!(70);
        }
    }
    let content = json!({"damage": damage, "eruption_start": marker});
    let mut reached = [0; 4];
    for (players, locked) in [(1, false), (2, true), (4, false), (6, true)] {
        let options = json!({"players": players, "vault_locked_until_keys": locked, "guardian_path": if locked { "avoid_rubble" } else { "through_rubble" }});
        let game = super::with_content(&options, &content).expect("valid").game;
        for seed in 0..10 {
            let found = play(Episode::new(game.clone(), seed), &mut Rng::seeded(seed), Lean::Deep);
            reached.iter_mut().zip(found).for_each(|(r, f)| *r += f);
        }
    }
    assert!(reached[0] > 8, "the Sanctuary, the curse, the eruption and wins came up in {reached:?} of 40 games");
}

#[test]
fn ways_back_stay_possible() {
    // R67, R68, R69, R70, R71, R72: curse, eruption and lava from the middle of the game.
    let mut reached = [0; 4];
    for marker in [0, 3, 9] {
        let start = way_back(marker);
        for seed in 0..60 {
            let episode = Episode::from_position(start.game.clone(), start.s.clone(), Rng::seeded(seed)).expect("possible");
            let found = play(episode, &mut Rng::seeded(seed), if seed % 2 == 0 { Lean::Deep } else { Lean::Home });
            reached.iter_mut().zip(found).for_each(|(r, f)| *r += f);
        }
    }
    assert!(reached[2] > 40 && reached[3] > 20, "eruptions and wins came up: {reached:?} of 180 games");
}

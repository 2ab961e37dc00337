//! The laws of words, over random games of every variant and greedy games of every number of players.

use expedition::agents::greedy::Settings;
use expedition::agents::{Agent, Greedy, View};
use expedition::core::{Playable, Rng, Turn};
use expedition::games::{self, Visitor};
use expedition::laws::words::in_words;
use rayon::prelude::*;
use serde_json::Value;

use super::support::{episode, variants, wanted};

/// A greedy player that looks no further than its own choice. It reaches positions that random play does not.
const NEARSIGHTED: Settings =
    Settings { redeals: Some(1), beam: 2, depth: 1, looks: 8, chance_samples: Some(1), epsilon: 0.1, temperature: 0.0 };

struct Words;

impl Visitor for Words {
    type Out = ();
    fn visit<R: Playable>(self) {
        // On all cores: this is the longest of the tests, and the last to begin.
        variants::<R>().par_iter().enumerate().for_each(|(i, options)| {
            watch::<R>(options, i as u64, |_, _| None);
            if options.as_object().is_some_and(|options| options.len() == 1) {
                let mut greedy = Greedy::new(NEARSIGHTED);
                watch::<R>(options, i as u64, |view, rng| Some(greedy.choose(view, rng).action));
            }
        });
    }
}

#[test]
fn every_choice_and_every_event_is_a_sentence() {
    for name in wanted() {
        games::visit(name, Words).expect("the registry lists its own games");
    }
}

/// Plays a game to its end under the laws; without a player, by random choices.
fn watch<R: Playable>(options: &Value, seed: u64, mut player: impl FnMut(&View<'_, R>, &mut Rng) -> Option<usize>) {
    let (mut ep, mut rng, mut luck) = (episode::<R>(options, seed), Rng::seeded(seed), Rng::seeded(31 + seed));
    loop {
        let (game, state, legal) = (ep.game().clone(), ep.state().clone(), *ep.legal());
        let id = match ep.turn() {
            Turn::Over => 0,
            Turn::Seat(_) => View::new(&game, &state)
                .and_then(|view| player(&view, &mut rng))
                .unwrap_or_else(|| legal.nth(rng.below(legal.len()))),
        };
        in_words(&game, &state, id, &mut luck).unwrap_or_else(|broke| panic!("{} {options}: {broke}", R::NAME));
        if ep.turn() == Turn::Over {
            return;
        }
        ep.play(id).expect("a legal action applies");
    }
}

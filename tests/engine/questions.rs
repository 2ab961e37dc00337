//! An observation tells a seat everything that bears on its choice: equal observations mean the same question and the same answers.

use expedition::core::{Playable, Rng};
use expedition::games::{self, Visitor};
use expedition::laws::questions::Asked;

use super::support::{at_once, episode, random_play, variants};

/// Games on each deal: positions recur if the first choices are the same.
const GAMES: u64 = 16;
/// Deals of each variant.
const DEALS: u64 = 1;

struct Questions;

impl Visitor for Questions {
    type Out = ();
    fn visit<R: Playable>(self) {
        let (mut positions, mut again) = (0, 0);
        for options in variants::<R>() {
            let mut asked = Asked::default();
            for (deal, game) in (0..DEALS).flat_map(|deal| (0..GAMES).map(move |game| (deal, game))) {
                random_play(&mut episode::<R>(&options, deal), &mut Rng::seeded(game), usize::MAX, |ep| {
                    asked.record(ep).unwrap_or_else(|broke| panic!("{} {options}: {broke}", R::NAME));
                });
            }
            (positions, again) = (positions + asked.positions, again + asked.again);
        }
        assert!(again > 100, "{}: {again} of {positions} positions were seen again", R::NAME);
    }
}

#[test]
fn one_observation_means_one_question() {
    at_once(|name| games::visit(name, Questions).expect("the registry lists its own games"));
}

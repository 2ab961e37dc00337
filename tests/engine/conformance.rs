//! The laws of `expedition::laws` over every game and option.

use std::collections::HashSet;

use expedition::core::{Action, Episode, Playable, Reward, Rng, Seat};
use expedition::games::{self, Visitor};
use expedition::laws::{Broke, episode as whole, position};

use super::support::{game, random_play, variants, wanted};

struct Conformance;

impl Visitor for Conformance {
    type Out = ();
    fn visit<R: Playable>(self) {
        names_are_unique_and_parse_back::<R>();
        for (i, options) in variants::<R>().iter().enumerate() {
            // The soak plays every variant for as long as it may; here the plain ones get more than one game.
            let plain = options.as_object().is_some_and(|named| named.len() == 1);
            for seed in 0..if plain { 3 } else { 1 } {
                let mut rng = Rng::seeded(1_000 * i as u64 + seed);
                let episode = Episode::new(game::<R>(options), seed);
                one_episode(episode, &mut rng).unwrap_or_else(|broke| panic!("{} {options}: {broke}", R::NAME));
            }
        }
    }
}

#[test]
fn every_game_conforms() {
    for name in wanted() {
        games::visit(name, Conformance).expect("the registry lists its own games");
    }
    assert!(games::visit("chess", Conformance).is_none());
}

fn names_are_unique_and_parse_back<R: Playable>() {
    for options in variants::<R>() {
        let game = game::<R>(&options);
        let names: Vec<String> = (0..R::Action::COUNT).map(|id| game.name(id).to_string()).collect();
        let unique: HashSet<&String> = names.iter().collect();
        assert_eq!(unique.len(), names.len(), "{}: names are unique", R::NAME);
        for id in (0..names.len()).step_by(7) {
            assert_eq!(game.parse(&names[id]), Some(id), "{}: {:?} parses back", R::NAME, names[id]);
        }
        assert_eq!(game.parse("no such action"), None);
    }
}

fn one_episode<R: Playable>(mut episode: Episode<R>, rng: &mut Rng) -> Result<(), Broke> {
    let game = episode.game().clone();
    let bound = game.rules.decision_bound();
    let mut floats = Vec::new();
    let (mut decisions, mut found) = (0, Ok(()));
    let start = episode.clone();
    random_play(&mut episode, rng, bound + 1, |ep| {
        let mut laws = || {
            let legal = position::stands(&game, ep.state())?;
            position::observed(&game, ep.state(), &mut floats, |_| ())?;
            if decisions % 11 == 0 || legal.is_empty() {
                whole::saved(ep)?;
                position::counts(&game, ep.state())?;
            }
            Ok(())
        };
        if found.is_ok() {
            found = laws();
        }
        decisions += 1;
    });
    found?;
    if game.reward == Reward::Outcome {
        assert_eq!(episode.returns(), game.rules.outcome(episode.state()));
    }
    whole::ended(&episode, Some(start))
}

struct NoLeak;

impl Visitor for NoLeak {
    type Out = ();
    fn visit<R: Playable>(self) {
        let (mut changed, mut asked) = (0u32, 0u32);
        for (i, options) in variants::<R>().iter().enumerate() {
            let game = game::<R>(options);
            let mut ply = 0u64;
            random_play(&mut Episode::new(game.clone(), i as u64), &mut Rng::seeded(77 + i as u64), 400, |ep| {
                ply += 1;
                if !ply.is_multiple_of(5) {
                    return;
                }
                for viewer in (0..game.seats()).map(|s| Seat(s as u8)) {
                    let dealt = position::keeps_secrets(&game, ep.state(), viewer, ply);
                    changed += u32::from(dealt.unwrap_or_else(|broke| panic!("{} {options}: {broke}", R::NAME)));
                    asked += 1;
                }
            });
        }
        // Where anything is hidden, a redeal must change it.
        assert!(changed == 0 || changed * 10 > asked, "{}: only {changed} of {asked} redeals changed anything", R::NAME);
    }
}

#[test]
fn nothing_a_seat_sees_or_reads_leaks() {
    for name in wanted() {
        games::visit(name, NoLeak).expect("the registry lists its own games");
    }
}

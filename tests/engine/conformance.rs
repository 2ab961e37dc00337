//! One suite for every game and option: what any game of this engine must be.

use std::collections::HashSet;

use expedition::core::{Action, ActionSet, Episode, Game, MAX_SEATS, Record, Reward, Rng, Seat, Turn};
use expedition::games::{self, Visitor};

use super::support::{random_play, rules, variants};

struct Conformance;

impl Visitor for Conformance {
    type Out = ();
    fn visit<G: Game>(self) {
        names_are_unique_and_parse_back::<G>();
        for (i, options) in variants::<G>().iter().enumerate() {
            let rules = rules::<G>(options);
            for seed in 0..3 {
                let mut rng = Rng::seeded(1_000 * i as u64 + seed);
                one_episode(Episode::new(rules.clone(), seed), &mut rng);
            }
        }
    }
}

#[test]
fn every_game_conforms() {
    for name in games::NAMES {
        games::visit(name, Conformance).expect("the registry lists its own games");
    }
    assert!(games::visit("chess", Conformance).is_none());
}

fn names_are_unique_and_parse_back<G: Game>() {
    for options in variants::<G>() {
        let rules = rules::<G>(&options);
        let names: Vec<String> = (0..G::Action::COUNT).map(|id| rules.name(id).to_string()).collect();
        let unique: HashSet<&String> = names.iter().collect();
        assert_eq!(unique.len(), names.len(), "{}: names are unique", G::NAME);
        for id in (0..names.len()).step_by(7) {
            assert_eq!(rules.parse(&names[id]), Some(id), "{}: {:?} parses back", G::NAME, names[id]);
        }
        assert_eq!(rules.parse("no such action"), None);
    }
}

fn one_episode<G: Game>(mut episode: Episode<G>, rng: &mut Rng) {
    let rules = episode.rules().clone();
    let game = &rules.game;
    let bound = game.decision_bound();
    let mut floats = vec![0.0; rules.observation_size()];
    let mut decisions = 0;
    let start = episode.clone();
    random_play(&mut episode, rng, bound + 1, |ep| {
        let (state, over) = (ep.state(), ep.turn() == Turn::Over);
        game.check(state).unwrap_or_else(|broken| panic!("{} after {decisions} decisions: {broken}", G::NAME));
        assert_eq!(ep.legal().is_empty(), over, "{}: legal actions while running, none when over", G::NAME);
        assert!(ep.legal().iter().all(|id| id < G::Action::COUNT));
        for seat in 0..rules.seats() {
            floats.fill(f32::NAN);
            rules.observe(state, Seat(seat as u8), &mut floats);
            for feature in rules.features() {
                for (i, value) in floats[feature.offset..][..feature.size].iter().enumerate() {
                    assert!(
                        (feature.low..=feature.high).contains(value),
                        "{}: {}[{i}] = {value} is outside {}..{}",
                        G::NAME,
                        feature.name,
                        feature.low,
                        feature.high
                    );
                }
            }
        }
        if decisions % 11 == 0 || over {
            snapshots_round_trip(ep);
            breakdown_adds_up(ep);
            assert!(!game.text(state, None).is_empty() && !game.decision(state).is_empty());
        }
        decisions += 1;
    });
    assert_eq!(episode.turn(), Turn::Over, "{}: it ends within {bound} decisions", G::NAME);
    let mut again = start;
    for &(_, id) in episode.history() {
        again.play(id as usize).expect("a replay is legal");
    }
    assert!(again == episode, "{}: clone and replay reproduce", G::NAME);
    let refused = again.play(0).expect_err("a finished episode takes no action");
    assert!(refused.message.contains("over"), "{refused}");
    let text = episode.record().to_text();
    let record = Record::from_text(&text).expect("a record reads back");
    assert!(Episode::replay(rules.clone(), &record).expect("a record replays") == episode);
    ends_fairly(&episode);
}

fn snapshots_round_trip<G: Game>(ep: &Episode<G>) {
    let rules = ep.rules();
    let bytes = ep.to_bytes();
    let copy = Episode::from_bytes(rules.clone(), &bytes).expect("its own bytes read back");
    assert!(copy.state() == ep.state() && copy.rng() == ep.rng(), "{}: bytes are exact", G::NAME);
    let state: G::State = serde_json::from_value(ep.to_json()).expect("its own JSON reads back");
    assert!(state == *ep.state(), "{}: JSON is exact", G::NAME);
    let mut legal = ActionSet::EMPTY;
    rules.game.legal(&state, &mut legal);
    assert_eq!(legal, *ep.legal());
}

fn breakdown_adds_up<G: Game>(ep: &Episode<G>) {
    let mut sum = [0.0; MAX_SEATS];
    for (_, points) in ep.rules().game.breakdown(ep.state()) {
        sum.iter_mut().zip(points).for_each(|(s, p)| *s += p);
    }
    for (got, want) in sum.iter().zip(ep.scores()) {
        assert!((got - want).abs() < 1e-3, "{}: the sources add up to the score: {sum:?} {:?}", G::NAME, ep.scores());
    }
}

fn ends_fairly<G: Game>(ep: &Episode<G>) {
    let seats = ep.rules().seats();
    let returns = ep.returns();
    assert!(returns[seats..].iter().all(|&r| r == 0.0), "seats that do not play get nothing");
    assert!(returns.iter().all(|r| r.abs() <= 3.0), "{}: returns {returns:?} are about [-1, 1]", G::NAME);
    let outcome = ep.rules().game.outcome(ep.state());
    if ep.rules().reward == Reward::Outcome {
        assert_eq!(returns, outcome);
    }
    assert!(outcome.iter().all(|o| o.abs() <= 1.0));
}

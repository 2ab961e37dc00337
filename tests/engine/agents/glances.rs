//! A glance sees past an action's price to its benefit.

use expedition::agents::View;
use expedition::agents::rollout::glance;
use expedition::core::{Action, Advise, Apply, Playable, Rng, Rules, Silent, Turn};
use expedition::games::arnak::Arnak;
use expedition::games::toy::{Act, Toy};
use serde_json::json;

use super::super::support::episode;

/// How the legal actions rate, by a glance or by the evaluation of the very next position; the best one.
fn best<R: Playable>(view: &View<'_, R>, glancing: bool, rng: &mut Rng) -> usize {
    let (rules, seat) = (view.rules(), view.seat());
    let start = view.deal(rng);
    let mut best = (f32::NEG_INFINITY, 0);
    for id in view.pruned().iter() {
        let mut next = start.clone();
        rules.apply(&mut next, R::Action::at(id), rng, &mut Silent);
        let value = if glancing { glance(rules, &next, seat, rng, &mut R::Notes::default()) } else { rules.evaluate(&next, seat) };
        if value > best.0 {
            best = (value, id);
        }
    }
    best.1
}

#[test]
fn who_glances_beats_who_sees_only_the_price() {
    for seed in 0..4 {
        let mut ep = episode::<Arnak>(&json!({ "players": 2 }), seed);
        let glancer = (seed % 2) as usize;
        let mut rng = Rng::seeded(seed);
        while let Turn::Seat(seat) = ep.turn() {
            let view = View::new(ep.game(), ep.state()).expect("running");
            let id = best(&view, seat.at() == glancer, &mut rng);
            ep.play(id).expect("legal");
        }
        let scores = ep.scores();
        assert!(scores[glancer] > scores[1 - glancer] + 5.0, "seed {seed}: {scores:?}");
    }
}

#[test]
fn a_glance_stops_where_another_seat_moves() {
    let ep = episode::<Toy>(&json!({ "depth": 6 }), 0);
    let view = View::new(ep.game(), ep.state()).expect("running");
    let mut next = view.deal(&mut Rng::seeded(0));
    view.rules().apply(&mut next, Act::at(0), &mut Rng::seeded(0), &mut Silent);
    assert_ne!(view.rules().turn(&next), Turn::Seat(view.seat()));
    let value = glance(view.rules(), &next, view.seat(), &mut Rng::seeded(0), &mut Default::default());
    assert_eq!(value, view.rules().evaluate(&next, view.seat()));
}

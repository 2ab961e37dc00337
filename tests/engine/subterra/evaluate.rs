//! The hints for the built-in agents: the evaluation of a position, and the choices that are pruned.

use expedition::core::{Action, Advise, Apply, Describe, Prune, Rng, Rules, Score, Seat, Setup, Silent, Turn};
use expedition::games::subterra::words::Object;
use expedition::games::subterra::{Act, Artifact};
use serde_json::json;

use super::records::way_back;
use super::{Table, solo, table};

fn worth(t: &Table) -> f32 {
    t.rules().evaluate(&t.s, Seat(0))
}

/// The choices of a position that agents consider.
fn considered(t: &Table) -> Vec<String> {
    let mut set = t.legal();
    t.rules().prune(&t.s, &mut set);
    set.iter().map(|id| t.game.rules.name(Act::at(id))).collect()
}

fn team() -> Table {
    solo(&["veteran", "guide", "priest", "healer"])
}

#[test]
fn it_is_the_same_for_every_seat_and_a_rough_guess_of_the_outcome() {
    for seed in 0..20 {
        let mut t = table(&json!({"players": 4, "difficulty": "beginner"}));
        let mut rng = Rng::seeded(seed);
        t.s = t.game.rules.start(&mut rng);
        while t.game.rules.turn(&t.s) != Turn::Over {
            let value = worth(&t);
            assert!((-1.0..=1.0).contains(&value), "{value}");
            assert!((1..4).all(|seat| t.rules().evaluate(&t.s, Seat(seat)).to_bits() == value.to_bits()));
            let legal = t.legal();
            let mut pruned = legal;
            t.rules().prune(&t.s, &mut pruned);
            assert!(!pruned.is_empty() && pruned.minus(&legal).is_empty(), "a part of the legal choices stays");
            let id = legal.nth(rng.below(legal.len()));
            t.game.rules.apply(&mut t.s, Act::at(id), &mut rng, &mut Silent);
        }
        assert!((worth(&t) - t.game.rules.outcome(&t.s)[0]).abs() < 1e-6, "at the end it is the outcome");
    }
}

#[test]
fn health_counts_more_where_there_is_less_of_it() {
    let at = |hp| worth(team().hp("veteran", hp));
    let gains: Vec<f32> = (0..7).map(|hp| at(hp + 1) - at(hp)).collect();
    assert!(gains.iter().all(|gain| *gain > 0.0), "{gains:?}");
    assert!(gains[0] > gains[1] && gains[1] > gains[2] && gains[2] > gains[4], "{gains:?}");
}

#[test]
fn guardians_are_worse_the_nearer_they_are() {
    let near = |x| worth(team().guardian(x, 0));
    assert!(worth(&team()) > near(3));
    assert!(near(3) > near(2) && near(2) > near(1) && near(1) > near(0), "{:?}", [3, 2, 1, 0].map(near));
}

#[test]
fn exits_draw_explorers_until_the_bag_is_empty() {
    let mut t = team();
    t.put("normal_tee", 0, 1, "NES").put("lava_cross", 0, 2, "NESW").put("bridge_straight", 0, 3, "NS");
    // All exits of the entrance row are closed off by dead ends, so that the way leads south.
    for (x, tile) in [(-2, "key_dead_end"), (-1, "key_dead_end"), (1, "guardian_dead_end"), (2, "guardian_dead_end")] {
        t.put(tile, x, 1, "N");
    }
    let far = worth(&t);
    let near = worth(t.clone().stand("veteran", 0, 1));
    assert!(near > far, "{near} {far}");
}

#[test]
fn keys_and_the_artifact_count_by_their_way() {
    let mut t = way_back(9);
    let carried = worth(&t);
    assert!(worth(t.clone().stand("veteran", 0, 2)) < carried, "the Artifact further in");
    assert!(worth(t.clone().hp("veteran", 0)) < carried, "its bearer down");
    t.edit("veteran", |e| e.hand = None);
    t.s.artifact = Artifact::On(t.of("veteran").cell);
    assert!(worth(&t) < carried, "the Artifact on the ground");

    let mut t = way_back(9);
    t.s.cursed = false;
    t.s.carry = 0;
    t.s.inserted = 0;
    t.s.artifact = Artifact::Locked;
    t.edit("veteran", |e| e.hand = Some(Object::Key));
    let far = worth(&t);
    assert!(worth(t.clone().stand("veteran", 0, 3)) > far, "a Key nearer to the Sanctuary");
}

#[test]
fn agents_leave_out_what_never_helps() {
    // Ruling A2: with the last hit point the point of a push is lost.
    let mut t = team();
    t.hp("veteran", 1).ap(0);
    assert!(t.offers("push") && !considered(&t).contains(&"push".to_string()));
    // R34: an explorer who leaves before the Artifact is taken never comes back.
    let t = team();
    assert!(t.offers("move north") && !considered(&t).contains(&"move north".to_string()));
    // With a Guardian on the cell it fights.
    let mut t = team();
    t.guardian(0, 0);
    assert!(considered(&t).iter().all(|name| ["attack", "annihilate", "brace"].contains(&name.as_str())), "{:?}", considered(&t));
}

#[test]
fn nobody_refuses_a_take() {
    let mut t = way_back(9);
    t.stand("guide", 0, 1).turn("guide").act("take from veteran");
    assert_eq!(t.names(), ["agree", "refuse"]);
    assert_eq!(considered(&t), ["agree"]);
}

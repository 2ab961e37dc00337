//! Section 3: the round.

use expedition::core::Describe;
use expedition::games::subterra::words::{End, Face, Status};
use expedition::games::subterra::{Decision, Stage};

use super::{PLAIN, solo};

#[test]
fn every_explorer_takes_a_turn_then_the_round_ends() {
    // R17: down, escaped and dead explorers have turns too (they roll).
    let mut t = solo(&["sharpshooter", "foreman", "sapper", "priest", "healer"]);
    t.sanctuary(0, 0, 'S').hp("foreman", 0).stand("foreman", 1, 0).escaped("sapper").dead("priest");
    // Explorers who have left and dead ones roll in their place in the order: each may get to choose where a Guardian wakes.
    for (turn, name) in [(2, "sapper"), (3, "priest")] {
        let mut copy = t.clone();
        copy.escaped("foreman").stand("healer", 1, 0).turn("sharpshooter");
        assert!(copy.can_come("end", |t| t.s.turn == turn && t.s.decision == Decision::Wake), "{name} rolls");
    }
    t.turn("sharpshooter").act_so("end", |t| t.s.decision == Decision::Crawl);
    assert_eq!(t.s.turn, 1);
    t.act_so("decline", |t| t.s.decision == Decision::Act && t.s.turn == 4);
    assert_eq!(t.rules().round(&t.s), 1, "the first");
    t.act_so("end", |t| t.s.rounds == 1 && t.s.turn == 0);
    assert_eq!((t.s.marker, t.rules().round(&t.s)), (18, 2));
}

#[test]
fn a_turn_gives_two_action_points() {
    // R18
    let mut t = solo(&PLAIN);
    assert_eq!((t.s.ap, t.s.pushed), (2, false));
    t.act_so("end", |t| t.s.turn == 1);
    assert_eq!((t.s.ap, t.s.decision), (2, Decision::Act));
    // A down explorer has none and may crawl once.
    t.hp("sapper", 0).act_so("end", |t| t.s.turn == 2);
    assert_eq!((t.s.ap, t.s.decision), (0, Decision::Crawl));
    assert!(t.names().iter().all(|n| n.starts_with("step") || n == "decline"));
    t.act_so("step east", |t| t.s.rounds == 1);
    assert_eq!(t.at("sapper"), (1, 0));
}

#[test]
fn guardians_act_twice_then_the_marker_moves() {
    // R19, scenario 12: two full passes before the marker; under the curse two steps.
    let mut t = solo(&PLAIN);
    for name in PLAIN {
        t.stand(name, -1, 0);
    }
    t.guardian(3, 0).turn("sapper").act_so("end", |t| t.s.rounds == 1 && t.guardians().len() == 1);
    assert!(t.guardians()[0].0 <= 1, "at least two steps west");
    assert_eq!(t.s.marker, 25);
    t.sanctuary(0, 0, 'S').carrier("foreman");
    t.turn("sapper").act_so("end", |t| t.s.decision == Decision::Order || t.s.rounds == 2);
    while t.s.rounds == 1 && !t.is_over() {
        let name = t.names()[0].clone();
        t.act(&name);
    }
    assert_eq!(t.s.marker, 23);
}

#[test]
fn the_end_is_checked_after_every_effect() {
    // R20: the last active explorer pushes with its last HP: nothing more is rolled.
    let mut t = solo(&PLAIN);
    t.hp("foreman", 0).hp("sapper", 0).hp("sharpshooter", 1).turn("sharpshooter").act("push");
    assert_eq!((t.s.end, t.s.dice.len(), t.s.stage), (Some(End::AllDown), 0, Stage::Actions));
    // A step that leaves nobody active ends the game before the spikes are rolled.
    let mut t = solo(&PLAIN);
    t.put("spike_trap_cross", 0, 1, "NESW").hp("foreman", 0).hp("sapper", 0).hp("sharpshooter", 1).guardian(0, 0);
    t.turn("sharpshooter").act("move south");
    assert_eq!((t.s.end, t.s.six, t.at("sharpshooter")), (Some(End::AllDown), None, (0, 1)));
    // The losses of one die face are one effect: lava tiles, then the eruption.
    let mut t = solo(&PLAIN);
    t.put("lava_cross", 0, 1, "NESW");
    t.s.marker = 0;
    for name in PLAIN {
        t.stand(name, 0, 1).hp(name, 1);
    }
    t.roll("sapper", Face::Lava);
    assert_eq!(t.s.end, Some(End::Eruption), "not all_down in between");
    assert!(t.s.explorers.iter().all(|e| e.status == Status::Inside && e.hp == 0));
}

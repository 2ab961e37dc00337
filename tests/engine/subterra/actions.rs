//! Section 4: actions of an active explorer.

use expedition::games::subterra::words::{Object, Status};
use expedition::games::subterra::{Decision, Stage};

use super::{PLAIN, solo};

#[test]
fn actions_cost_points_and_need_a_target() {
    // R21, ruling A1: at setup nothing to heal, handle, attack or dig is offered.
    let mut t = solo(&PLAIN);
    assert_eq!(
        t.names(),
        [
            "end",
            "push",
            "reveal south",
            "move north",
            "move east",
            "move west",
            "explore south",
            "run north",
            "run east",
            "run west",
            "scope south"
        ]
        .map(String::from)
    );
    t.ap(1);
    assert!(t.options("run").is_empty() && t.offers("move east"));
    t.act("move east");
    assert_eq!(t.names(), ["end", "push"], "nothing is free");
    t.act_so("end", |t| t.s.turn == 1);
    assert_eq!(t.s.ap, 2, "leftover points are lost");
}

#[test]
fn push_once_a_turn() {
    // R22, ruling A2
    let mut t = solo(&PLAIN);
    t.act("move east").act("move west").act("push");
    assert_eq!((t.s.ap, t.hp_of("sharpshooter"), t.s.pushed), (1, 4, true));
    assert!(!t.offers("push"));
    t.act("move east");
    assert_ne!((t.s.turn, t.s.stage), (0, Stage::Actions), "with no point and no push left nothing is asked");
    let mut t = solo(&PLAIN);
    t.hp("sharpshooter", 1).act("push");
    assert_eq!(t.hp_of("sharpshooter"), 0);
    assert_ne!((t.s.turn, t.s.decision), (0, Decision::Act), "the point is lost");
    let mut t = solo(&PLAIN);
    t.act("run east");
    assert_eq!(t.s.decision, Decision::Stride);
    assert!(!t.names().contains(&"push".to_string()), "not inside a Run");
}

#[test]
fn the_end_alone_is_not_asked_for() {
    // R21, R22, section 14: the Bridge is taken, and after push and Heal nothing but the end is left.
    let mut t = solo(&["archaeologist", "foreman", "sapper"]);
    t.put("bridge_straight", 0, 1, "NS").put("lava_cross", 0, 2, "N").stand("archaeologist", 0, 2).stand("sapper", 0, 1);
    t.turn("archaeologist").ap(1).act("push");
    assert_eq!((t.names(), t.s.ap), (vec!["end".to_string(), "heal archaeologist".into()], 2));
    t.act("heal archaeologist");
    assert_ne!((t.s.turn, t.s.stage), (0, Stage::Actions), "one point is left, with no use for it");
}

#[test]
fn reveal_and_move() {
    // R23, R24
    let mut t = solo(&PLAIN);
    t.bag(&["lava_cross", "lava_cross"]).act("reveal south");
    assert_eq!((t.at("sharpshooter"), t.s.ap, t.s.map.placed.len()), ((0, 0), 1, 9));
    t.act("move south");
    assert_eq!(t.at("sharpshooter"), (0, 1));
}

#[test]
fn explore_enters_if_possible() {
    // R25, scenario 3: Ruins stop anyone but the Guide; the point is spent.
    let mut t = solo(&["guide", "foreman", "sapper"]);
    t.bag(&["ruins_1_cross", "lava_cross", "ruins_2_cross"]).turn("foreman");
    t.act_so("explore south", |t| t.s.bag.total() == 2 && t.s.map.rubble.len() == 1);
    assert_eq!((t.at("foreman"), t.s.ap), ((0, 0), 1));
    t.stand("foreman", 1, 0).act_so("explore south", |t| t.s.map.rubble.len() == 1);
    assert_eq!(t.at("foreman"), (1, 1));
    let mut t = solo(&["guide", "foreman", "sapper"]);
    t.bag(&["ruins_1_cross", "ruins_2_cross"]).turn("guide").act("explore south");
    assert_eq!((t.at("guide"), t.s.map.rubble.len()), ((0, 1), 1));
}

#[test]
fn heal_on_the_own_cell() {
    // R26, R52
    let mut t = solo(&PLAIN);
    t.hp("sharpshooter", 4).hp("foreman", 0).hp("sapper", 3).stand("sapper", 1, 0).turn("sharpshooter");
    assert_eq!(t.options("heal"), ["foreman", "sharpshooter"]);
    t.act("heal foreman");
    assert!(t.of("foreman").is_active());
    t.act("heal sharpshooter");
    assert_eq!((t.hp_of("sharpshooter"), t.options("heal")), (5, vec![]));
}

#[test]
fn handle_an_object() {
    // R27: pick up, give, put down, take.
    let mut t = solo(&PLAIN);
    t.put("key_dead_end", 0, 1, "N").stand("sharpshooter", 0, 1).stand("foreman", 0, 1).turn("sharpshooter");
    t.act("pick up key");
    assert_eq!((t.of("sharpshooter").hand, t.s.keys.len(), t.s.ap), (Some(Object::Key), 0, 1));
    assert_eq!(t.options("give to"), ["foreman"]);
    t.act("give to foreman");
    assert_eq!((t.of("sharpshooter").hand, t.of("foreman").hand), (None, Some(Object::Key)));
    t.turn("sharpshooter");
    assert_eq!(t.options("take from"), ["foreman"]);
    // The receiving side needs a free hand.
    let mut full = t.clone();
    full.put("key_dead_end", 1, 1, "N").s.keys.clear();
    full.edit("sharpshooter", |e| e.hand = Some(Object::Key));
    assert!(full.options("give to").is_empty() && full.options("take from").is_empty());
    t.act("take from foreman").act("put down");
    assert_eq!((t.of("sharpshooter").hand, t.s.keys.len()), (None, 1));
}

#[test]
fn attack_hits_on_four() {
    // R28
    let mut t = solo(&PLAIN);
    t.guardian(0, 0).guardian(0, 0).turn("foreman");
    let (hit, miss) = (t.clone(), t.clone());
    let (mut hits, tries) = (0, 600);
    for seed in 0..tries {
        let mut copy = t.clone();
        copy.apply("attack", seed);
        hits += 2 - copy.guardians().len();
    }
    assert!((260..340).contains(&hits), "{hits} of {tries} hit, half should");
    assert!(hit.can_come("attack", |t| t.guardians().len() == 1) && miss.can_come("attack", |t| t.guardians().len() == 2));
    t.s.guardians.clear();
    assert!(!t.offers("attack"));
}

#[test]
fn run_up_to_three_steps_and_dig() {
    // R29, ruling A3: the first step comes with the choice, then step by step, stopping at will.
    let mut t = solo(&PLAIN);
    t.act("run east");
    assert_eq!((t.at("sharpshooter"), t.s.ap, t.s.strides), ((1, 0), 0, 2));
    t.act("step east").act("step east");
    assert_eq!((t.at("sharpshooter"), t.s.decision), ((3, 0), Decision::Act));
    let mut t = solo(&PLAIN);
    t.act("run east").act("decline");
    assert_eq!((t.at("sharpshooter"), t.s.strides), ((1, 0), 0));
    // Escaping ends it; so does going down.
    let mut t = solo(&PLAIN);
    t.act("run north");
    assert_eq!(t.of("sharpshooter").status, Status::Escaped);
    let mut t = solo(&PLAIN);
    t.guardian(0, 0).hp("sharpshooter", 1).act("run east");
    assert_ne!(t.s.decision, Decision::Stride);
    assert_eq!(t.at("sharpshooter"), (1, 0));
    // Dig: the own cell or a connected neighbour.
    let mut t = solo(&PLAIN);
    t.put("ruins_1_cross", 0, 1, "NESW").put("ruins_2_cross", 0, 2, "NESW").put("ruins_3_cross", 1, 1, "N").turn("sharpshooter");
    assert_eq!(t.options("dig"), ["south"]);
    t.stand("sharpshooter", 0, 1);
    assert_eq!(t.options("dig"), ["here", "south"], "a wall keeps off 1,1");
    t.act("dig here");
    assert_eq!(t.s.map.rubble.len(), 2);
    assert_eq!(t.s.ap, 0);
}

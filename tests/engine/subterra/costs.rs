//! The costs of all actions and abilities (R21, R74), the results that a d6 needs (R28, R33), and when it is rolled (R20).

use expedition::core::{Action, Apply, Rng, Silent};
use expedition::games::subterra::board::{Cell, Side};
use expedition::games::subterra::words::{End, Face, Object};
use expedition::games::subterra::{Act, Decision};

use super::{PLAIN, Table, solo, table};

/// Three points, and the explorer stands where there is something to do.
fn ready(name: &str) -> Table {
    let others = ["foreman", "sapper", "veteran"].into_iter().filter(|other| *other != name).take(2);
    let team: Vec<&str> = std::iter::once(name).chain(others).collect();
    let mut t = solo(&team);
    t.put("key_dead_end", 2, 1, "N")
        .put("lava_cross", 0, 1, "NESW")
        .put("ruins_1_cross", 0, 2, "NESW")
        .put("normal_tee", -1, 1, "EN")
        .stand(name, 0, 1)
        .turn(name)
        .ap(3);
    t
}

#[test]
fn every_action_costs_its_points() {
    // R21: Reveal, Move, Explore, Heal, handling, Attack 1; Run and Dig 2. R73, R74: abilities as on the sheet.
    let costs: [(&str, &str, u8); 26] = [
        ("foreman", "reveal east", 1),
        ("foreman", "move north", 1),
        ("foreman", "explore east", 1),
        ("foreman", "heal foreman", 1),
        ("foreman", "pick up key", 1),
        ("foreman", "attack", 1),
        ("foreman", "run north", 2),
        ("foreman", "dig south", 2),
        ("foreman", "excavate south", 1),
        ("foreman", "consolidate", 1),
        ("guide", "illuminate east", 1),
        ("scoundrel", "sprint north", 1),
        ("aristocrat", "command foreman", 1),
        ("aristocrat", "research", 2),
        ("sharpshooter", "scope east", 1),
        ("sharpshooter", "shoot north 1", 1),
        ("sapper", "grenade north", 1),
        ("sapper", "demolish east", 1),
        ("veteran", "annihilate", 1),
        ("veteran", "brace", 1),
        ("healer", "cure foreman", 1),
        ("priest", "revive foreman", 3),
        ("priest", "cell 0,0", 3),
        ("foreman", "take from sapper", 1),
        ("foreman", "give to sapper", 1),
        ("foreman", "put down", 1),
    ];
    for (name, action, cost) in costs {
        let mut t = ready(name);
        t.guardian(0, 1)
            .guardian(0, 0)
            .bag(&["lava_cross", "lava_cross", "spike_trap_cross", "spike_trap_cross"])
            .edit("foreman", |e| e.hp -= 1);
        let handled = ["pick up", "take", "give", "put down"].iter().any(|verb| action.starts_with(verb));
        if handled {
            t.stand("sapper", 0, 1);
            t.s.keys.clear();
            match action {
                "pick up key" => t.s.keys.push(Cell::at(0, 1)),
                "take from sapper" => drop(t.edit("sapper", |e| e.hand = Some(Object::Key))),
                _ => drop(t.edit("foreman", |e| e.hand = Some(Object::Key))),
            }
        }
        if action == "demolish east" {
            t.stand("sapper", 2, 1);
            assert_eq!(t.options("demolish").len(), 3);
        }
        if action.starts_with("cure") {
            t.stand("foreman", 0, 0);
        }
        if cost < 3 {
            let mut short = t.clone();
            short.ap(cost - 1);
            assert!(!short.offers(action), "{name}: {action} with {} points", cost - 1);
        }
        t.ap(cost);
        assert!(t.offers(action), "{name}: {action} is not among {:?}", t.names());
        t.ap(3);
        // With the last point the turn is over; otherwise a wounded explorer stays on its feet, so the action part goes on.
        let who = t.s.turn;
        t.act_so(action, |t| t.s.stage.name() == "actions" && (t.s.turn == who || cost == 3));
        assert!(if cost == 3 { t.s.turn != who } else { t.s.ap == 3 - cost }, "{name}: {action}");
    }
}

#[test]
fn healing_gives_one() {
    // R26
    let mut t = solo(&PLAIN);
    t.hp("foreman", 2).turn("sharpshooter").act("heal foreman");
    assert_eq!(t.hp_of("foreman"), 3);
}

#[test]
fn spikes_spare_who_rolls_four() {
    // R33: half of all throws.
    let mut t = solo(&PLAIN);
    t.put("spike_trap_cross", 0, 1, "NESW").turn("foreman");
    let hits = (0..600).filter(|&seed| {
        let mut copy = t.clone();
        copy.apply("move south", seed);
        copy.hp_of("foreman") == 2
    });
    let hits = hits.count();
    assert!((260..340).contains(&hits), "{hits} of 600 hit, half should");
}

#[test]
fn the_down_roll_for_the_others() {
    // Ruling M2: a commanded explorer flees with its last HP onto spikes, and the trap may still hit who stands there.
    let mut t = solo(&["aristocrat", "foreman", "sapper"]);
    t.put("spike_trap_cross", 0, 1, "NESW").hp("foreman", 1).guardian(0, 0).stand("sapper", 0, 1).stand("aristocrat", 2, 0);
    t.turn("aristocrat").act("command foreman");
    assert!(t.can_come("step south", |t| (t.hp_of("foreman"), t.hp_of("sapper")) == (0, 2)));
    assert!(t.can_come("step south", |t| (t.hp_of("foreman"), t.hp_of("sapper")) == (0, 5)));
    // An explorer who crawls rolls too: the spikes can hit twice, at the step and by a Trap face.
    let mut t = solo(&["sapper", "foreman", "veteran"]);
    t.put("spike_trap_cross", 0, 1, "NESW").stand("veteran", 0, 1).hp("foreman", 0).turn("sapper");
    t.act_so("end", |t| t.s.decision == Decision::Crawl);
    assert!(t.can_come("step south", |t| t.hp_of("veteran") == 1));
}

#[test]
fn nothing_is_rolled_when_the_game_is_over() {
    // R20: the stream of chance stands still after the step that ends the game.
    let mut t = solo(&PLAIN);
    t.put("spike_trap_cross", 0, 1, "NESW").hp("foreman", 0).hp("sapper", 0).hp("sharpshooter", 1).guardian(0, 0);
    t.turn("sharpshooter");
    let act = Act::at(t.game.parse("move south").expect("an action"));
    let (mut rng, mut untouched) = (Rng::seeded(5), Rng::seeded(5));
    t.game.rules.apply(&mut t.s, act, &mut rng, &mut Silent);
    assert_eq!(t.s.end, Some(End::AllDown));
    assert_eq!(rng.below(1 << 30), untouched.below(1 << 30));
    // The same with a hazard die that is paid for with the last HP (R77, ruling X3).
    let mut t = solo(&["archaeologist", "foreman", "sapper"]);
    t.rolling("archaeologist", Face::Trap).hp("archaeologist", 1).hp("foreman", 0).hp("sapper", 0);
    t.s.decision = Decision::RerollHazard;
    let dice = t.s.dice;
    let act = Act::at(t.game.parse("reroll trap").expect("an action"));
    let (mut rng, mut untouched) = (Rng::seeded(5), Rng::seeded(5));
    t.game.rules.apply(&mut t.s, act, &mut rng, &mut Silent);
    assert_eq!((t.s.end, t.s.dice), (Some(End::AllDown), dice));
    assert_eq!(rng.below(1 << 30), untouched.below(1 << 30));
}

#[test]
fn rerolls_of_hazard_dice_cost_one() {
    // R77, ruling X2
    let mut t = solo(&["archaeologist", "foreman", "sapper"]);
    t.rolling("archaeologist", Face::Trap);
    t.s.decision = Decision::RerollHazard;
    t.act("reroll trap");
    assert_eq!(t.hp_of("archaeologist"), 4);
    // A collapse is rolled for only if something can collapse (R58): no d6, no question.
    let mut t = solo(&["archaeologist", "foreman", "sapper"]);
    t.put("ruins_1_cross", 0, 1, "NESW").rolling("archaeologist", Face::Collapse);
    assert!(!t.can_come("resolve collapse", |t| t.s.decision == Decision::RerollSix));
    t.clear(0, 1);
    assert!(t.can_come("resolve collapse", |t| t.s.decision == Decision::RerollSix));
    // Commanded in another's turn she has no reroll: it is not her turn.
    let mut t = table(&serde_json::json!({"players": 1, "explorers": ["aristocrat", "archaeologist", "sapper"]}));
    t.put("spike_trap_cross", 0, 1, "NESW").turn("aristocrat").act("command archaeologist");
    assert!(!t.can_come("step south", |t| t.s.decision == Decision::RerollSix));
}

#[test]
fn a_run_ends_where_no_step_is_left() {
    // R29, R30: out of the Rubble into a dead end; there is no way back, and nothing is asked.
    let mut t = solo(&PLAIN);
    t.put("ruins_1_cross", 0, 1, "NS").put("key_dead_end", 0, 2, "N").stand("foreman", 0, 1).turn("foreman");
    t.act("run south");
    assert_eq!((t.s.decision, t.s.strides, t.at("foreman")), (Decision::Act, 0, (0, 2)));
}

#[test]
fn illuminate_ends_without_an_exit_or_a_tile() {
    // R78, R38: no second Reveal at a cell without an exit, nor with an empty bag.
    let mut t = solo(&["guide", "foreman", "sapper"]);
    t.bag(&["lava_cross", "lava_cross", "lava_cross"]).turn("guide").act("illuminate south");
    assert_eq!((t.s.decision, t.s.lights, t.s.bag.total()), (Decision::Act, 0, 2));
    let mut t = solo(&["guide", "foreman", "sapper"]);
    t.put("lava_cross", 0, 1, "NESW").stand("guide", 0, 1).bag(&["spike_trap_cross"]).turn("guide").act("illuminate south");
    t.act("step south");
    assert_eq!((t.s.decision, t.s.lights, t.s.hall), (Decision::Act, 0, Cell::at(0, 3)));
    assert!(t.s.map.exits(Cell::at(0, 1)) != 0 && t.s.map.is_open(Cell::at(0, 1), Side::E), "an exit was left");
}

#[test]
fn a_push_is_for_one_turn() {
    // R22: the next explorer may push in its own turn.
    let mut t = solo(&PLAIN);
    t.act("push").act_so("end", |t| t.s.turn == 1 && t.s.decision == Decision::Act);
    assert!(t.offers("push") && !t.s.pushed);
}

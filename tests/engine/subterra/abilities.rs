//! Section 12: the explorers.

use expedition::core::Seat;
use expedition::games::subterra::board::{Cell, Side};
use expedition::games::subterra::words::{End, Face, Kind, Status};
use expedition::games::subterra::{Decision, Roll};
use serde_json::json;

use super::{PLAIN, Table, mask, solo, table, with_different_journals};

fn solo_with(name: &str) -> Table {
    let mut t = solo(&[name, "foreman", "sapper"]);
    t.turn(name);
    t
}

#[test]
fn limits_are_per_game_and_costs_replace_the_basic_ones() {
    // R73: any number of times a turn unless limited. R74: Sprint costs 1, not 1 per Move.
    let mut t = solo_with("scoundrel");
    t.act("sprint east").act("step east").act("sprint west").act("step west");
    assert_eq!((t.at("scoundrel"), t.s.ap), ((0, 0), 0));
    let mut t = solo(&PLAIN);
    t.put("lava_cross", 0, 1, "NESW")
        .put("lava_cross", 0, 2, "NESW")
        .put("lava_cross", 0, 3, "NESW")
        .put("lava_tee", 0, 4, "NESW")
        .put("lava_tee", 0, 5, "NESW");
    for y in 1..=4 {
        t.stand("foreman", 0, y).turn("foreman").act("consolidate");
        assert!(!t.offers("consolidate"), "it is Normal now");
    }
    t.stand("foreman", 0, 5).turn("foreman");
    assert!(!t.offers("consolidate"), "four in a game");
}

#[test]
fn up_to_means_it_may_stop() {
    // R75, ruling X1
    let mut t = solo_with("scoundrel");
    t.act("sprint east").act("decline");
    assert_eq!((t.at("scoundrel"), t.s.decision), ((1, 0), Decision::Act));
    let mut t = solo_with("guide");
    t.put("lava_cross", 0, 1, "NESW").stand("guide", 0, 1).act_so("illuminate south", |t| t.s.decision == Decision::Light);
    assert_eq!(t.names(), ["step east", "step west", "decline"], "D5");
    t.act("decline");
    assert_eq!((t.s.ap, t.s.decision), (1, Decision::Act));
}

#[test]
fn archaeologist_scholar() {
    // R76, D6, R40
    let mut t = solo_with("archaeologist");
    t.bag(&["lava_cross", "key_dead_end"]).act("reveal south");
    assert_eq!((t.s.decision, t.options("tile")), (Decision::Scholar, vec!["key_dead_end".to_string(), "lava_cross".into()]));
    t.act("tile lava_cross");
    assert_eq!((t.s.map.kind(Cell::at(0, 1)), t.s.bag.total()), (Kind::Lava, 1), "the other goes back");
    // One tile left: that one. Two equal tiles: no question.
    let mut t = solo_with("archaeologist");
    t.bag(&["lava_cross", "lava_cross"]).act("reveal south");
    assert_eq!(t.s.bag.total(), 1);
    // A tile without a legal orientation cannot be kept.
    let mut t = super::placing::corner_exit(&["archaeologist", "foreman", "sapper"]);
    t.s.map.demolish(Cell::at(3, 2), Side::N);
    t.put("key_dead_end", 3, 3, "S").s.map.demolish(Cell::at(3, 2), Side::S);
    t.bag(&["key_dead_end", "bridge_straight", "bridge_straight"]).turn("archaeologist");
    assert_eq!(t.s.map.frontier().len(), 2);
    t.put("bridge_straight", 3, 1, "W").stand("archaeologist", 3, 3).bag(&["key_dead_end", "bridge_straight"]);
    assert_eq!(t.s.map.frontier().len(), 1);
    t.act("reveal south");
    assert_eq!(t.s.map.kind(Cell::at(3, 4)), Kind::Bridge, "the dead end would seal the temple");
    assert_eq!(t.s.bag.total(), 1);
}

#[test]
fn archaeologist_daring() {
    // R77, rulings X2 and X3, D11
    let mut t = solo_with("archaeologist");
    t.guardian(0, 0).act_so("attack", |t| t.s.six == Some((Roll::Attack, 2)));
    assert_eq!((t.s.decision, t.names()), (Decision::RerollSix, vec!["keep".to_string(), "reroll d6".into()]));
    let mut kept = t.clone();
    kept.act("keep");
    assert_eq!((kept.s.guardians.len(), kept.hp_of("archaeologist")), (1, 5));
    t.act_so("reroll d6", |t| t.s.six == Some((Roll::Attack, 1))).act_so("reroll d6", |t| t.s.six == Some((Roll::Attack, 6)));
    assert_eq!(t.hp_of("archaeologist"), 3, "again and again");
    t.act("keep");
    assert!(t.s.guardians.is_empty());
    // With the last HP: down at once, the new result stands and is resolved.
    let mut t = solo_with("archaeologist");
    t.guardian(0, 0).hp("archaeologist", 1).act("attack").act_so("reroll d6", |t| t.s.guardians.is_empty());
    assert_eq!(t.hp_of("archaeologist"), 0);
    // Unless going down ends the game.
    let mut t = solo_with("archaeologist");
    t.guardian(0, 0).hp("archaeologist", 1).hp("foreman", 0).hp("sapper", 0).act("attack").act("reroll d6");
    assert_eq!((t.s.end, t.s.six), (Some(End::AllDown), None));
    // Hazard dice: before the order, and again for the other die.
    let mut t = solo_with("archaeologist");
    t.sanctuary(0, 0, 'S').carrier("foreman").turn("archaeologist");
    t.act_so("end", |t| {
        t.s.decision == Decision::RerollHazard && t.s.dice.contains(&Face::Stumble) && t.s.dice.contains(&Face::Trap)
    });
    assert_eq!(t.names(), ["keep", "reroll stumble", "reroll trap"]);
    t.act_so("reroll trap", |t| t.s.dice.contains(&Face::Collapse) && t.s.dice.contains(&Face::Stumble));
    t.act("keep").act("resolve stumble");
    assert_eq!((t.s.decision, t.names()), (Decision::RerollHazard, vec!["keep".to_string(), "reroll collapse".into()]));
    // Not when she is down, not in another's turn, and spikes and collapses too.
    let mut t = solo(&["foreman", "archaeologist", "sapper"]);
    t.put("spike_trap_cross", 0, 1, "NESW");
    assert!(!t.can_come("move south", |t| t.s.decision == Decision::RerollSix));
    t.turn("archaeologist");
    assert!(t.can_come("move south", |t| t.s.decision == Decision::RerollSix));
    t.put("ruins_1_cross", 1, 1, "NESW").clear(1, 1).rolling("archaeologist", Face::Collapse);
    t.act("resolve collapse");
    assert_eq!(t.s.decision, Decision::RerollSix);
    t.hp("archaeologist", 0).rolling("archaeologist", Face::Collapse);
    t.s.six = None;
    assert!(!t.can_come("resolve collapse", |t| t.s.decision == Decision::RerollSix));
}

#[test]
fn guide() {
    // R78, ruling X12
    let mut t = solo_with("guide");
    t.bag(&["ruins_1_cross", "ruins_2_cross"]).act("explore south");
    assert_eq!(t.at("guide"), (0, 1), "mandatory, although the sheet says may");
    let mut t = solo_with("guide");
    t.put("lava_cross", 0, 1, "NESW").stand("guide", 0, 1).bag(&["lava_cross", "lava_cross", "spike_trap_cross"]).turn("guide");
    t.act("illuminate south").act("step east");
    assert_eq!((t.s.map.placed.len(), t.s.ap, t.s.decision), (11, 1, Decision::Act));
}

#[test]
fn scoundrel() {
    // R79: on his cell nobody triggers or suffers from traps; darts pass him by.
    let mut t = solo(&["scoundrel", "foreman", "sapper"]);
    t.put("dart_trap_corner", 0, 1, "NESW").put("lava_cross", 0, 2, "NESW");
    t.stand("scoundrel", 0, 2).stand("foreman", 0, 2).stand("sapper", 0, 1);
    t.roll("sapper", Face::Trap);
    assert_eq!((t.hp_of("scoundrel"), t.hp_of("foreman"), t.hp_of("sapper")), (3, 5, 4));
    t.roll("foreman", Face::Trap);
    assert_eq!(t.hp_of("sapper"), 4, "a roller on his cell ignores the face entirely");
}

#[test]
fn aristocrat_command() {
    // R80, ruling X4, D9: the owner of the commanded explorer decides where, or declines.
    let mut t = table(&json!({"players": 3, "explorers": ["aristocrat", "foreman", "sapper"]}));
    t.hp("sapper", 0);
    assert_eq!(t.options("command"), ["foreman"], "not herself, not who is down");
    t.act("command foreman");
    assert_eq!(
        (t.s.decision, t.seat(), t.names()),
        (Decision::Command, Some(Seat(1)), ["step north", "step east", "step west", "decline"].map(String::from).to_vec())
    );
    let mut no = t.clone();
    no.act("decline");
    assert_eq!((no.s.ap, no.at("foreman"), no.seat()), (1, (0, 0), Some(Seat(0))));
    t.act("step north");
    assert_eq!(t.of("foreman").status, Status::Escaped);
    assert!(t.options("command").is_empty());
    // Ruling A1: an explorer who has no legal step is no target.
    let mut t = solo_with("aristocrat");
    t.put("ruins_1_cross", 0, 1, "NS").put("key_dead_end", 0, 2, "N").stand("foreman", 0, 2);
    assert_eq!(t.options("command"), ["sapper"]);
}

#[test]
fn aristocrat_research() {
    // R80, R42, ruling X5, D8: exit anywhere, Journal, orientation; three in a game.
    let mut t = with_different_journals(solo_with("aristocrat"));
    t.act("research");
    assert_eq!((t.s.decision, t.s.ap), (Decision::ResearchCell, 0));
    assert_eq!(t.options("cell"), ["-2,0", "-1,0", "0,0", "1,0", "2,0"]);
    t.act("cell 2,0");
    assert_eq!((t.s.decision, t.options("tile")), (Decision::Journal, vec!["journal_cross".to_string(), "journal_tee".into()]));
    t.act("tile journal_tee");
    assert_eq!(t.options("open"), ["NES", "NEW", "NSW"]);
    t.act("open NEW");
    assert_eq!((t.s.map.kind(Cell::at(2, 1)), t.s.journals.total(), t.s.bag.total()), (Kind::Journal, 2, 30));
    t.turn("aristocrat").act("research").act("cell 2,1");
    assert_eq!((t.s.decision, t.options("step")), (Decision::ResearchSide, vec!["east".to_string(), "west".into()]));
    t.act("step west").act("tile journal_cross");
    assert_eq!(t.s.decision, Decision::Act, "a cross has one orientation");
    t.turn("aristocrat").act("research").act("cell 0,0").act("open NES");
    t.turn("aristocrat");
    assert!(!t.offers("research"));
    t.ap(1);
    assert!(!t.offers("research"));
    // Three equal Journals of one orientation: only the exit is asked (ruling N1).
    let mut t = solo_with("aristocrat");
    t.act("research").act("cell 2,0");
    assert_eq!((t.s.map.sides(Cell::at(2, 1)), t.s.journals.total()), (super::mask("NESW"), 2));
    // Not at a flipped cell.
    let mut t = solo_with("aristocrat");
    t.put("lava_cross", 0, 1, "NESW").sanctuary(0, 1, 'S').carrier("foreman").s.marker = 0;
    let cells = |t: &Table| {
        let mut copy = t.clone();
        copy.turn("aristocrat").act("research").options("cell")
    };
    assert_eq!(cells(&t), ["-2,0", "-1,0", "1,0", "2,0", "0,1"]);
    t.roll("foreman", Face::Lava).roll("foreman", Face::Lava);
    assert_eq!(cells(&t), ["-2,0", "-1,0", "1,0", "2,0"]);
}

#[test]
fn foreman() {
    // R81, rulings X6 and X7
    let mut t = solo(&PLAIN);
    t.put("ruins_1_cross", 0, 1, "NESW").put("key_dead_end", 1, 1, "N").turn("foreman");
    assert_eq!(t.options("excavate"), ["south"]);
    t.act("excavate south");
    assert_eq!((t.s.ap, t.s.map.rubble.len()), (1, 0));
    t.s.map.rubble.insert(Cell::at(0, 1));
    t.stand("foreman", 0, 1).guardian(0, 1).act("consolidate");
    assert_eq!((t.s.map.rubble.len(), t.guardians().len()), (0, 1), "Rubble goes, Guardians stay");
    t.stand("foreman", 1, 1).turn("foreman").act("consolidate");
    assert_eq!(t.s.keys.len(), 1, "Keys stay");
    for (x, y) in [(0, 0), (-1, 0)] {
        t.stand("foreman", x, y).turn("foreman");
        assert!(!t.offers("consolidate"), "not on Entrance or Normal cells");
    }
    t.put("journal_cross", -1, 1, "NESW").stand("foreman", -1, 1);
    assert!(!t.offers("consolidate"));
    t.stand("foreman", 3, 0);
    assert!(t.offers("consolidate"), "Side-tile ends too");
}

#[test]
fn sapper_grenade() {
    // R82, ruling X8
    let mut t = solo(&["veteran", "foreman", "sapper"]);
    t.guardian(1, 0).guardian(1, 0).guardian(-2, 0).stand("veteran", 1, 0).stand("foreman", 1, 0).turn("sapper");
    assert_eq!(t.options("grenade"), ["east"]);
    t.put("normal_tee", 0, 1, "ES").put("normal_tee", 1, 1, "NW").guardian(0, 1);
    assert_eq!(t.options("grenade"), ["east"], "a wall is between 0,0 and 0,1");
    t.s.guardians.pop();
    t.s.shield = true;
    t.act("grenade east");
    assert_eq!((t.guardians(), t.hp_of("foreman"), t.hp_of("veteran")), (vec![(-2, 0)], 4, 7), "Brace helps (R86)");
}

#[test]
fn sapper_demolish() {
    // R82, ruling X9
    let mut t = solo(&PLAIN);
    t.put("key_dead_end", 0, 1, "N")
        .put("lava_cross", 1, 1, "NESW")
        .put("key_dead_end", -1, 1, "N")
        .stand("sapper", 1, 1)
        .turn("sapper");
    assert_eq!(t.options("demolish"), ["west"], "a wall of the neighbour is enough; open sides to empty cells are none");
    t.act("demolish west").act("move west");
    assert_eq!(t.at("sapper"), (0, 1));
    t.turn("sapper");
    assert_eq!(t.options("demolish"), ["south", "west"]);
    t.act("demolish west").act("demolish south");
    assert_eq!(t.s.map.exits(Cell::at(0, 1)), mask("S"));
    t.stand("sapper", -1, 1).turn("sapper");
    assert!(t.options("demolish").is_empty(), "three in a game");
    // Not towards lava.
    let mut t = solo(&PLAIN);
    t.put("normal_tee", 0, 1, "NS").sanctuary(1, 0, 'S').carrier("foreman").stand("sapper", 0, 1).turn("sapper");
    assert_eq!(t.options("demolish"), ["east", "west"]);
    t.s.marker = 0;
    t.roll("foreman", Face::Lava).turn("sapper");
    assert_eq!(t.options("demolish"), ["west"], "1,1 has flipped");
    let mut t = solo(&PLAIN);
    t.stand("sapper", -3, 0).turn("sapper");
    assert_eq!(t.options("demolish"), ["south"], "not outside the bounds");
}

#[test]
fn sharpshooter_shot() {
    // R83: one Guardian, distance 1 to 3, not on her own cell.
    let mut t = solo(&PLAIN);
    t.guardian(0, 0).guardian(3, 0).guardian(3, 0).guardian(-1, 0).turn("sharpshooter");
    assert_eq!(t.options("shoot"), ["east 3", "west 1"]);
    t.act("shoot east 3");
    assert_eq!(t.guardians(), [(-1, 0), (0, 0), (3, 0)]);
    t.stand("sharpshooter", -1, 0);
    assert_eq!(t.options("shoot"), ["east 1"], "3,0 is too far");
}

#[test]
fn sharpshooter_scope() {
    // R84, ruling X10: into the empty cell at distance 1 to 3, without moving.
    let mut t = solo(&PLAIN);
    t.put("bridge_straight", 0, 1, "NS").put("bridge_straight", 0, 2, "NS").put("lava_cross", 1, 1, "NESW").turn("sharpshooter");
    assert_eq!(t.options("scope"), ["south"]);
    t.bag(&["lava_cross", "lava_cross"]).act("scope south");
    assert_eq!((t.s.map.kind(Cell::at(0, 3)), t.at("sharpshooter")), (Kind::Lava, (0, 0)));
    assert!(t.options("scope").is_empty(), "0,4 is at distance 4");
    let mut t = solo(&PLAIN);
    t.put("ruins_1_cross", 0, 1, "NESW").turn("sharpshooter");
    assert!(t.options("scope").is_empty(), "Rubble stops the view");
    t.clear(0, 1);
    assert_eq!(t.options("scope"), ["south"]);
    t.sanctuary(1, 0, 'S');
    assert!(t.options("scope").is_empty(), "the bag is empty (R38)");
}

#[test]
fn veteran_annihilate() {
    // R85
    let mut t = solo_with("veteran");
    assert!(!t.offers("annihilate"));
    t.guardian(0, 0).guardian(0, 0).act("annihilate");
    assert_eq!((t.s.guardians.len(), t.s.ap), (1, 1));
}

#[test]
fn veteran_brace() {
    // R86, R18, scenario 19
    let mut t = solo(&["veteran", "foreman", "sapper"]);
    t.put("lava_cross", 0, 1, "NESW").stand("veteran", 0, 1).act("brace");
    assert!(!t.offers("brace") && t.s.shield);
    t.roll("foreman", Face::Lava);
    assert_eq!(t.hp_of("veteran"), 7);
    // Her next turn: the Shield goes back, Brace is not offered.
    let next = |t: &mut Table| {
        t.turn("sapper").act_so("end", |t| t.s.turn == 0 && t.s.decision == Decision::Act && t.s.guardians.is_empty());
    };
    next(&mut t);
    assert!(!t.s.shield && !t.offers("brace"));
    t.roll("foreman", Face::Lava);
    assert_eq!(t.hp_of("veteran"), 6);
    next(&mut t);
    assert!(t.offers("brace"));
}

#[test]
fn healer() {
    // R87, R88, R90
    let mut t = solo(&["healer", "foreman", "sapper"]);
    t.put("lava_cross", 0, 1, "NESW").put("lava_cross", 0, 2, "NESW").put("lava_cross", 0, 3, "NESW");
    t.hp("foreman", 0).stand("foreman", 0, 2).hp("sapper", 4).stand("sapper", 0, 3).hp("healer", 1).turn("healer");
    assert_eq!(t.options("cure"), ["foreman"], "another one, seen at 0 to 2");
    t.act("cure foreman");
    assert_eq!(t.hp_of("foreman"), 2);
    t.stand("sapper", 0, 0);
    t.act("cure sapper");
    assert_eq!((t.hp_of("sapper"), t.options("cure")), (5, vec![]), "not above the maximum");
    t.roll("healer", Face::Stumble);
    assert_eq!(t.hp_of("healer"), 2);
    t.rolling("healer", Face::Stumble);
    t.s.pushed = true;
    t.act("resolve stumble");
    assert_eq!(t.hp_of("healer"), 3, "pushed or not");
}

#[test]
fn priest() {
    // R89, ruling X11, scenario 18
    let mut t = solo(&["priest", "foreman", "veteran"]);
    t.hp("foreman", 0)
        .hp("veteran", 1)
        .stand("veteran", 3, 0)
        .stand("foreman", -3, 0)
        .guardian(-3, 0)
        .guardian(-3, 0)
        .guardian(0, 0)
        .turn("priest");
    assert!(t.options("revive").is_empty() && t.options("cell").is_empty());
    t.act("push");
    assert_eq!((t.options("revive"), t.options("cell")), (vec!["foreman".to_string(), "veteran".into()], vec!["-3,0".to_string()]));
    let mut a = t.clone();
    a.act("revive foreman");
    assert_eq!(a.hp_of("foreman"), 1);
    let mut b = t.clone();
    b.act("revive veteran");
    assert_eq!(b.hp_of("veteran"), 4);
    t.act("cell -3,0");
    assert_eq!(t.guardians(), [(0, 0)]);
    let mut t = solo(&["priest", "foreman", "veteran"]);
    t.hp("priest", 1).hp("foreman", 1).act("push");
    assert_eq!(t.hp_of("priest"), 0);
    assert!(t.s.turn != 0 || t.s.decision != Decision::Act);
}

#[test]
fn nobody_is_revived_from_outside() {
    // R89, R90: another explorer in the temple.
    let mut t = solo(&["priest", "foreman", "veteran"]);
    t.sanctuary(0, 0, 'S').hp("foreman", 1).escaped("foreman").dead("veteran").turn("priest").act("push");
    assert!(t.options("revive").is_empty());
}

#[test]
fn the_shield_stays_inside() {
    // R53, R86: an explorer who leaves takes no Shield along.
    let mut t = solo(&["veteran", "foreman", "sapper"]);
    t.act("brace").act("move north");
    assert!(!t.s.shield && t.of("veteran").status == Status::Escaped);
}

#[test]
fn a_commanded_guide_ignores_rubble() {
    // R80, ruling M5
    let mut t = solo(&["aristocrat", "guide", "sapper"]);
    t.put("ruins_1_cross", 0, 1, "NESW").turn("aristocrat").act("command guide").act("step south");
    assert_eq!((t.at("guide"), t.s.map.rubble.len()), ((0, 1), 1));
    t.turn("aristocrat").act("command sapper");
    assert!(!t.offers("step south"));
}

#[test]
fn two_more_tiles_if_neither_fits() {
    // R76, R40: the Archaeologist sets both aside and draws again until one fits.
    let mut t = super::placing::one_exit(&["archaeologist", "foreman", "sapper"]);
    t.bag(&["key_dead_end", "key_dead_end", "key_dead_end", "lava_cross"]).turn("archaeologist");
    for seed in 0..60 {
        let mut copy = t.clone();
        copy.apply("reveal south", seed);
        assert_eq!((copy.s.map.kind(Cell::at(0, 2)), copy.s.bag.total()), (Kind::Lava, 3), "the set-aside tiles are back");
    }
}

#[test]
fn sight_stops_at_walls_and_lava() {
    // R6, R83
    let mut t = solo(&PLAIN);
    t.put("normal_tee", 0, 1, "ES").put("lava_cross", 0, 2, "NESW").put("lava_cross", 1, 1, "NESW").guardian(0, 1).guardian(0, 2);
    t.turn("sharpshooter");
    assert!(t.options("shoot").is_empty(), "0,1 shows the crossing a wall");
    let mut t = solo(&PLAIN);
    t.put("lava_cross", 1, 1, "NESW").put("lava_cross", 1, 2, "NESW").sanctuary(1, 1, 'E').carrier("foreman").s.marker = 0;
    t.guardian(1, 2).stand("sharpshooter", 1, 0).turn("sharpshooter");
    assert_eq!(t.options("shoot"), ["south 2"]);
    t.roll("foreman", Face::Lava).roll("foreman", Face::Lava).stand("sharpshooter", 1, 0).turn("sharpshooter");
    assert!(t.s.map.flipped.has(Cell::at(1, 1)) && t.guardians() == [(1, 2)]);
    assert!(t.options("shoot").is_empty(), "nobody sees through lava");
}

#[test]
fn targets_must_exist() {
    // R90: nobody at full HP is healed, nothing is eliminated where nothing is.
    let mut t = solo(&["priest", "healer", "sharpshooter"]);
    t.act("push");
    assert!(t.options("revive").is_empty() && t.options("cell").is_empty() && t.options("heal") == ["priest"]);
    t.turn("healer");
    t.hp("priest", 5);
    assert!(t.options("cure").is_empty() && t.options("heal").is_empty());
    t.turn("sharpshooter");
    assert!(t.options("shoot").is_empty());
}

//! Section 7: objects, Sanctuary, Artifact.

use expedition::core::{Describe, Seat};
use expedition::games::subterra::board::{Cell, Side};
use expedition::games::subterra::words::{End, Face, Kind, Object};
use expedition::games::subterra::{Artifact, Decision, State, Target};
use serde_json::json;

use super::placing::corner_exit;
use super::{PLAIN, Table, solo, table};

/// Three Key tiles in play and the Sanctuary at 0,1 and 0,2; two Keys are in, the third is in the Foreman's hand.
fn two_keys_in(options: &serde_json::Value) -> Table {
    let mut t = table(options);
    t.put("key_dead_end", -1, 1, "N").put("key_dead_end", 1, 1, "N").put("key_dead_end", 2, 1, "N").sanctuary(0, 0, 'S');
    t.s.keys.clear();
    t.s.inserted = 2;
    t.edit("foreman", |e| e.hand = Some(Object::Key));
    t
}

fn plain() -> serde_json::Value {
    json!({"players": 1, "explorers": PLAIN})
}

#[test]
fn objects_of_down_explorers() {
    // R43, ruling I1
    let mut t = solo(&PLAIN);
    t.put("key_dead_end", 0, 1, "N").hp("foreman", 0).turn("sapper");
    t.s.keys.clear();
    t.edit("foreman", |e| e.hand = Some(Object::Key));
    t.act("take from foreman").act("give to foreman");
    assert_eq!(t.of("foreman").hand, Some(Object::Key));
    // Going down drops nothing.
    t.edit("foreman", |e| (e.hp, e.hand) = (1, Some(Object::Key))).stand("foreman", 1, 0).guardian(1, 0);
    t.roll("sharpshooter", Face::Activate);
    assert_eq!((t.hp_of("foreman"), t.of("foreman").hand), (0, Some(Object::Key)));
}

#[test]
fn consent_is_asked_for_a_take_only() {
    // R44, rulings I2 and I3, D10
    let mut t = table(&json!({"players": 3, "explorers": PLAIN}));
    t.put("key_dead_end", 0, 1, "N").turn("sharpshooter");
    t.s.keys.clear();
    t.edit("foreman", |e| e.hand = Some(Object::Key));
    t.act("take from foreman");
    assert_eq!((t.s.decision, t.seat(), t.s.ap), (Decision::Consent, Some(Seat(1)), 2));
    let mut yes = t.clone();
    yes.act("agree");
    assert_eq!((yes.of("sharpshooter").hand, yes.s.ap, yes.seat()), (Some(Object::Key), 1, Some(Seat(0))));
    yes.act("give to foreman");
    assert_eq!(yes.of("foreman").hand, Some(Object::Key), "a gift needs no consent");
    t.act("refuse");
    assert_eq!((t.s.ap, t.s.decision, t.seat()), (2, Decision::Act, Some(Seat(0))));
    assert!(!t.offers("take from foreman"), "not again in this turn");
    t.act_so("end", |t| t.s.turn == 1 && t.s.decision == Decision::Act).turn("sharpshooter");
    assert!(t.offers("take from foreman"), "in a later turn again");
    // The switch: consent is implied. Same owner: automatic.
    let mut t = table(&json!({"players": 3, "explorers": PLAIN, "take_item_asks_owner": false}));
    t.put("key_dead_end", 0, 1, "N").turn("sharpshooter");
    t.s.keys.clear();
    t.edit("foreman", |e| e.hand = Some(Object::Key)).act("take from foreman");
    assert_eq!(t.of("sharpshooter").hand, Some(Object::Key));
}

#[test]
fn keys_are_interchangeable() {
    // Ruling N1: two Keys that lie on cells are the same position, whichever was put down first.
    let mut t = solo(&PLAIN);
    t.put("key_dead_end", 1, 1, "N").put("key_dead_end", 2, 1, "N").turn("foreman");
    t.s.keys.clear();
    t.s.keys.push(Cell::at(2, 1));
    t.edit("foreman", |e| e.hand = Some(Object::Key)).act("put down");
    assert_eq!(t.s.keys.as_slice(), [Cell::at(0, 0), Cell::at(2, 1)]);
}

#[test]
fn objects_on_flipped_cells_are_lost() {
    // R45, R95
    let mut t = solo(&PLAIN);
    t.put("normal_tee", 0, 1, "NS").sanctuary(0, 1, 'S').carrier("foreman").stand("foreman", 0, 1);
    t.edit("foreman", |e| e.hand = None);
    t.s.artifact = Artifact::On(Cell::at(0, 1));
    t.s.marker = 0;
    t.roll("sharpshooter", Face::Lava);
    assert!(t.s.erupted && t.s.end.is_none());
    t.roll("sharpshooter", Face::Lava);
    assert_eq!((t.s.artifact, t.s.end), (Artifact::Destroyed, Some(End::ArtifactLost)));
}

#[test]
fn the_sanctuary_comes_at_the_greatest_depth() {
    // R46, R47, ruling S1, D18: depth counts at the cell it is attached to; the leader chooses among equals.
    let mut t = solo(&PLAIN);
    t.put("lava_cross", 0, 1, "NESW").put("lava_cross", 1, 1, "W").stand("foreman", -1, 0).bag(&["normal_tee"]).turn("foreman");
    t.act("reveal south").act("open NSW");
    assert_eq!(t.s.decision, Decision::SiteCell);
    assert_eq!(t.options("cell"), ["-1,1", "0,1"]);
    assert_eq!(t.seat(), Some(Seat(0)));
    let mut side = t.clone();
    side.act("cell -1,1");
    assert_eq!((side.s.decision, side.options("step")), (Decision::SiteSide, vec!["south".to_string(), "west".to_string()]));
    side.act("step west");
    assert_eq!((side.s.hall, side.s.vault), (Cell::at(-2, 1), Cell::at(-3, 1)));
    t.act("cell 0,1");
    assert_eq!((t.s.hall, t.s.vault, t.s.decision), (Cell::at(0, 2), Cell::at(0, 3), Decision::Act), "one side is not asked");
    let (through, inside) = (Side::N.bit() | Side::S.bit(), Side::N.bit());
    assert_eq!((t.s.map.sides(t.s.hall), t.s.map.sides(t.s.vault)), (through, inside), "the vault is open to the hall only");
    // The leader's choice, whoever revealed the last tile.
    let mut led = table(&json!({"players": 3, "explorers": PLAIN, "leader": 2}));
    led.put("lava_cross", 0, 1, "NESW").stand("sapper", 1, 0).bag(&["spike_trap_cross"]).turn("sapper").act("reveal south");
    assert_eq!((led.s.decision, led.seat(), led.of("sapper").seat), (Decision::SiteCell, Some(Seat(2)), Seat(1)));
    led.act("cell 1,1");
    assert_eq!((led.s.decision, led.seat()), (Decision::SiteSide, Some(Seat(2))));
    // An Explore goes on after the choice of the site.
    let mut t = solo(&PLAIN);
    t.put("lava_cross", 0, 1, "NESW").bag(&["spike_trap_cross"]).stand("foreman", 1, 0).turn("foreman").act("explore south");
    assert_eq!((t.s.decision, t.at("foreman")), (Decision::SiteCell, (1, 0)));
    t.act("cell 1,1").act("step south");
    assert_eq!(t.at("foreman"), (1, 1));
}

#[test]
fn no_room_for_the_sanctuary() {
    // R47, ruling S2: first the vault may leave the columns, then the Sanctuary is a single cell.
    let mut t = corner_exit(&PLAIN);
    t.put("normal_tee", -1, 2, "NW").put("lava_tee", -2, 2, "EW").put("lava_tee", -3, 2, "E");
    t.s.map.demolish(Cell::at(-1, 1), Side::S);
    t.bag(&["key_dead_end"]).turn("sharpshooter").act("reveal east");
    assert_eq!(t.s.hall, Cell::at(3, 1));
    assert!(t.s.vault.is_outer() && t.s.hall != t.s.vault);
    assert_eq!(Target::of(t.s.vault), Target::OUTER_VAULT);
    t.ap(2).act("move east").act("move east");
    assert_eq!(t.of("sharpshooter").cell, t.s.vault);
    // R82: nothing lies beyond it, not even the first cell of the next row.
    t.stand("sapper", 4, 1).turn("sapper");
    assert_eq!((t.options("demolish"), t.options("move")), (vec![], vec!["west".to_string()]));
    assert!(t.game.rules.text(&t.s, None).contains("outer vault at 4,1"));
    // The mirror image: the outer vault lies at -4,1 and is beside its hall only.
    let mut t = solo(&PLAIN);
    t.put("guardian_dead_end", 2, 1, "N").put("guardian_dead_end", 1, 1, "N").put("guardian_corner", 0, 1, "N").put(
        "guardian_corner",
        -1,
        1,
        "N",
    );
    t.put("lava_cross", -2, 1, "NSW").put("lava_cross", -2, 2, "NW").put("lava_cross", -3, 2, "E").stand("sapper", -2, 1);
    t.bag(&["key_dead_end"]).turn("sapper").act("reveal west");
    assert_eq!(t.s.hall, Cell::at(-3, 1));
    t.stand("sapper", 3, 0).turn("sapper");
    assert_eq!(t.options("demolish"), ["south"], "the slot east of 3,0 is no neighbour");
    t.stand("sapper", -3, 1).turn("sapper").act("move west");
    assert_eq!(t.options("move"), ["east"]);
    assert!(t.options("demolish").is_empty());
    assert!(t.game.rules.text(&t.s, None).contains("outer vault at -4,1"));
    let plain = serde_json::to_value(&t.s).expect("plain data");
    assert_eq!((&plain["vault"], &plain["explorers"][2]["cell"]), (&json!([-4, 1]), &json!([-4, 1])));
    assert_eq!(serde_json::from_value::<State>(plain).expect("the same again"), t.s);
    let mut floats = vec![0.0; t.game.observation_size()];
    t.game.observe(&t.s, Seat(0), &mut floats);
    let seen = t.game.layout().explain(&floats);
    assert_eq!((&seen["vault_at"]["x"], &seen["vault_at"]["y"]), (&json!(-4), &json!(1)));
    assert_eq!((&seen["subject"]["x"], &seen["near"][13][2][2]), (&json!(-4), &json!(true)));
}

#[test]
fn a_sanctuary_of_one_cell() {
    // R47, ruling S2: the only exit leads into a niche between tiles; by the switch of S3 it is still never locked.
    let mut t = table(&json!({"players": 1, "explorers": PLAIN, "vault_locked_until_keys": true}));
    t.put("guardian_dead_end", -2, 1, "N").put("guardian_dead_end", -1, 1, "N").put("guardian_corner", 2, 1, "N").put(
        "guardian_corner",
        1,
        1,
        "N",
    );
    // 0,1 to 1,3 around the niche 0,2; 0,3 shows it a wall.
    t.put("lava_cross", 0, 1, "NSW").put("lava_cross", -1, 2, "S").put("lava_cross", -1, 3, "NE").put("lava_tee", 0, 3, "W").put(
        "key_dead_end",
        1,
        2,
        "N",
    );
    t.s.map.demolish(Cell::at(1, 1), Side::S);
    t.s.map.demolish(Cell::at(-1, 1), Side::S);
    t.s.map.demolish(Cell::at(-1, 1), Side::E);
    assert_eq!(t.s.map.frontier().iter().collect::<Vec<_>>(), [Cell::at(0, 2)]);
    t.bag(&["key_dead_end"]).stand("foreman", 0, 1).turn("foreman").act("reveal south");
    assert_eq!((t.s.hall, t.s.vault, t.s.map.sides(t.s.hall)), (Cell::at(0, 2), Cell::at(0, 2), Side::N.bit()));
    t.act("move south");
    assert_eq!(t.at("foreman"), (0, 2));
    t.s.keys.clear();
    t.edit("foreman", |e| e.hand = Some(Object::Key)).turn("foreman").act("put down");
    assert_eq!((t.keys_needed(), t.s.artifact), (1, Artifact::On(Cell::at(0, 2))));
}

#[test]
fn keys_unlock_the_artifact() {
    // R48, R41: inserted on either cell for good.
    let mut t = two_keys_in(&plain());
    t.stand("foreman", 0, 1).turn("foreman").act("put down");
    assert_eq!((t.s.inserted, t.s.artifact, t.s.keys.len()), (3, Artifact::On(Cell::at(0, 2)), 0));
    assert!(!t.offers("pick up key"));
    // Ruling S3: the vault may be entered before; with the switch it is closed until the last Key.
    let mut open = two_keys_in(&plain());
    open.stand("sapper", 0, 1).turn("sapper");
    assert!(open.offers("move south"));
    let locked = json!({"players": 1, "explorers": PLAIN, "vault_locked_until_keys": true});
    let mut shut = two_keys_in(&locked);
    shut.s.map.shut_door(Cell::at(0, 1), Side::S);
    shut.stand("sapper", 0, 1).stand("foreman", 0, 1).turn("sapper");
    assert!(!shut.offers("move south"));
    assert!(!shut.offers("demolish south"), "a door is no wall");
    shut.turn("foreman").act("put down");
    shut.turn("sapper");
    assert!(shut.offers("move south"));
    // The engine shuts the door itself.
    let mut t = corner_exit_locked();
    t.turn("sharpshooter").act("reveal east");
    assert_eq!(t.s.map.links.of(t.s.vault), 0);
}

fn corner_exit_locked() -> Table {
    let mut t = table(&json!({"players": 1, "explorers": PLAIN, "vault_locked_until_keys": true}));
    let copy = corner_exit(&PLAIN);
    t.s = copy.s.clone();
    t.put("key_dead_end", 3, 3, "N").s.map.demolish(Cell::at(3, 2), Side::S);
    t.bag(&["key_dead_end"]);
    t
}

#[test]
fn a_breached_wall_is_a_way_into_a_locked_vault() {
    // R48, R82, ruling S3: the switch shuts the door between hall and vault and nothing else.
    let mut t = table(&json!({"players": 1, "explorers": PLAIN, "vault_locked_until_keys": true}));
    t.put("normal_tee", 1, 1, "NS").put("normal_tee", 1, 2, "NES").put("key_dead_end", -1, 1, "N").sanctuary(0, 0, 'S');
    t.s.keys.clear();
    t.s.map.shut_door(Cell::at(0, 1), Side::S);
    t.edit("foreman", |e| e.hand = Some(Object::Key)).stand("sapper", 1, 2).stand("foreman", 0, 1).turn("sapper");
    assert_eq!(t.options("move"), ["north"]);
    t.act("demolish west").act("move west");
    assert_eq!((t.of("sapper").cell, t.options("move")), (t.s.vault, vec![]), "no points are left");
    t.turn("sapper");
    assert_eq!(t.options("move"), ["east"], "the door stays shut from within");
    assert!(!t.offers("pick up artifact"));
    t.turn("foreman").act("put down");
    t.turn("sapper");
    assert_eq!(t.options("move"), ["north", "east"]);
    assert!(t.offers("pick up artifact"));
}

#[test]
fn taking_the_artifact_brings_the_curse() {
    // R49, R67: this includes the hazard roll of that very turn, and is permanent.
    let mut t = solo(&PLAIN);
    t.sanctuary(0, 0, 'S').stand("foreman", 0, 2).turn("foreman");
    assert_eq!(t.s.map.kind(Cell::at(0, 2)), Kind::Vault);
    t.act("pick up artifact");
    assert_eq!((t.s.cursed, t.s.artifact, t.s.carry), (true, Artifact::Carried, 3));
    let mut two = t.clone();
    two.act_so("end", |t| t.s.decision == Decision::Order);
    assert_eq!(two.s.dice.len(), 2);
    t.act("put down");
    assert!(t.s.cursed && t.s.artifact == Artifact::On(Cell::at(0, 2)));
    t.turn("foreman").act("pick up artifact");
    assert_eq!(t.s.carry, 3);
    t.stand("foreman", 0, 0).act("put down");
    assert_eq!(t.s.artifact, Artifact::On(Cell::at(0, 0)), "it lies where it was put down");
    t.turn("foreman").act("pick up artifact");
    assert_eq!(t.s.carry, 3, "the way counts from where it was first taken");
}

//! Section 14: decision points, names, observation and text.

use expedition::core::{Action, Game, Seat};
use expedition::games::subterra::parts::Face;
use expedition::games::subterra::{Act, Decision, Target};
use serde_json::{Value, json};

use super::{PLAIN, solo, table};

#[test]
fn the_action_space_is_small_and_readable() {
    // D1 to D18 share fewer than 512 ids.
    assert_eq!(Act::COUNT, 471);
    let t = solo(&PLAIN);
    for name in [
        "move south",
        "dig here",
        "shoot east 2",
        "tile ruins_4_tee",
        "open NES",
        "cell -3,0",
        "cell 3,35",
        "cell outer vault",
        "reroll d6",
    ] {
        assert!(t.rules.parse(name).is_some(), "{name}");
    }
    assert_eq!(Target::COUNT, 7 * 36 + 1);
}

#[test]
fn single_options_are_not_asked() {
    // Ruling N1 and section 14: over many games every open choice has two options or more.
    for players in [1, 2, 4] {
        let rules = super::super::support::rules::<expedition::games::subterra::Subterra>(&json!({"players": players}));
        for seed in 0..30 {
            let mut episode = expedition::core::Episode::new(rules.clone(), seed);
            super::super::support::random_play(&mut episode, &mut expedition::core::Rng::seeded(seed), usize::MAX, |ep| {
                assert!(ep.legal().len() != 1, "{}: {:?}", ep.state().decision.name(), ep.legal());
            });
        }
    }
}

#[test]
fn two_dice_with_one_face_are_one_option() {
    // Ruling N1, D11, D12
    let mut t = solo(&["archaeologist", "foreman", "sapper"]);
    t.rolling("archaeologist", Face::Trap);
    t.s.dice[1] = Face::Trap;
    t.s.decision = Decision::RerollHazard;
    assert_eq!(t.names(), ["keep", "reroll trap"]);
    t.act("keep");
    assert_eq!((t.s.decision, t.s.dice.len()), (Decision::RerollHazard, 1), "no order to choose");
}

#[test]
fn the_observation_tells_the_position() {
    let mut t = table(&json!({"players": 3, "explorers": PLAIN}));
    t.put("lava_cross", 0, 1, "NESW")
        .put("ruins_2_cross", 1, 1, "NESW")
        .stand("foreman", 0, 1)
        .hp("foreman", 0)
        .guardian(3, 0)
        .turn("sharpshooter");
    let mut floats = vec![0.0; t.rules.observation_size()];
    t.rules.observe(&t.s, Seat(1), &mut floats);
    let seen = t.rules.layout().explain(&floats);
    assert_eq!((&seen["decision"], &seen["to_act"], &seen["marker"]), (&json!("act"), &json!(2), &json!(26)));
    let own = |what: &str| seen["explorers"][what][0].clone();
    assert_eq!((own("sheet"), own("hp")["now"].clone()), (json!("foreman"), json!(0)));
    assert_eq!((own("flags")["mine"].clone(), own("flags")["down"].clone()), (json!(true), json!(true)));
    assert_eq!((own("at")["x"].clone(), own("at")["y"].clone()), (json!(0), json!(1)));
    assert_eq!((&seen["guardians"]["at"][0]["x"], &seen["ruins"]["can_collapse"][1]), (&json!(3), &json!(false)));
    assert_eq!(seen["ruins"]["at"][1]["x"], json!(1));
    // The map in full: planes by rows from y = -1 and columns from x = -3.
    let map = |plane: usize, x: i8, y: i8| -> Value { seen["map"][plane][(y + 1) as usize][(x + 3) as usize].clone() };
    assert_eq!((map(0, 0, 1), map(2, 1, 1), map(3, 0, 1), map(4, 3, 0)), (json!(15), json!(1), json!(1), json!(1)));
    // Around the acting explorer: the crossing in the middle, the Lava tile below it, connected to the north.
    let near = |plane: usize, dx: i8, dy: i8| seen["near"][plane][(dy + 2) as usize][(dx + 2) as usize].clone();
    assert_eq!(
        (near(0, 0, 0), near(7, 0, 1), near(1, 0, 1), near(18, 0, 1), near(14, 1, 1)),
        (json!(true), json!(true), json!(true), json!(true), json!(true))
    );
    assert_eq!(near(16, -1, 1), json!(true), "can be revealed");
    let map = t.rules.features().iter().find(|f| f.name == "map").expect("a map");
    assert_eq!(map.shape, [5, 37, 7]);
    // One network for all counts: the padded size does not depend on the players.
    let size = |players: u8| table(&json!({"players": players, "observation": "padded"})).rules.observation_size();
    assert_eq!(size(1), size(6));
}

#[test]
fn the_text_shows_the_temple() {
    let mut t = solo(&PLAIN);
    t.put("ruins_2_cross", 0, 1, "NES").put("lava_cross", 1, 1, "NESW").guardian(1, 1).stand("foreman", 1, 1).turn("sapper");
    t.s.map.demolish(expedition::games::subterra::board::Cell::at(0, 1), expedition::games::subterra::board::Side::W);
    let text = t.game().text(&t.s, None);
    for part in ["Ru2%", "La", "2g", "seat 0 decides: act, 2 action points", "EX", "?", ":", "foreman"] {
        assert!(text.contains(part), "{part} is not in\n{text}");
    }
}

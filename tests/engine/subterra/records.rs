//! Golden records: a win of each grade and each kind of end. Some begin at the setup, those of the way back in the depths.
//!
//! `EXPEDITION_BLESS=1 cargo test --test engine subterra::records` rewrites them.

use std::fs;
use std::path::PathBuf;

use expedition::core::{Episode, Game, Record, Rng, Turn};
use expedition::games::subterra::Subterra;
use expedition::games::subterra::words::{End, Grade};
use serde_json::json;

use super::{Table, table};

fn folder() -> PathBuf {
    PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("tests/golden/subterra")
}

/// Four explorers on the way back: the Veteran carries the Artifact through a temple of eight tiles.
pub fn way_back(marker: u8) -> Table {
    let mut t = table(&json!({"players": 4, "explorers": ["veteran", "guide", "priest", "healer"]}));
    t.put("normal_tee", 0, 1, "NES").put("lava_cross", 0, 2, "NESW").put("dart_trap_corner", 1, 1, "NW").put(
        "spike_trap_cross",
        -1,
        2,
        "NESW",
    );
    t.put("key_dead_end", -1, 1, "S").put("guardian_dead_end", 1, 2, "W").put("ruins_3_cross", -2, 2, "NESW").put(
        "bridge_straight",
        0,
        3,
        "NS",
    );
    t.s.keys.clear();
    t.sanctuary(0, 3, 'S').guardian(1, 2);
    t.s.inserted = 1;
    t.carrier("veteran").stand("veteran", 0, 1).stand("guide", 0, 2).stand("priest", 1, 1).stand("healer", -1, 2);
    t.s.marker = marker;
    t.turn("veteran");
    t
}

/// Plays at random, heading home on the way back, from many seeds until an episode ends as wanted.
fn search(name: &str, start: &Table, from_setup: bool, wanted: impl Fn(Grade, End) -> bool) {
    for seed in 0..20_000 {
        let mut episode = if from_setup {
            Episode::new(start.game.clone(), seed)
        } else {
            Episode::from_position(start.game.clone(), start.s.clone(), Rng::seeded(seed)).expect("a possible position")
        };
        let mut rng = Rng::seeded(seed);
        while episode.turn() != Turn::Over {
            let legal = *episode.legal();
            // On the way back mostly north, where the exit is.
            let north = (0..4).map(|i| ["move north", "run north", "step north", "end"][i]);
            let home = north.filter_map(|name| episode.game().parse(name)).find(|&id| legal.has(id));
            let id = match home {
                Some(id) if !from_setup && rng.below(3) > 0 => id,
                _ => legal.nth(rng.below(legal.len())),
            };
            episode.play(id).expect("a legal action applies");
        }
        let grade = episode.game().rules.grade(episode.state());
        if wanted(grade, episode.state().end.expect("played to its end")) {
            fs::write(folder().join(format!("{name}.record")), episode.record().to_text()).expect("the record can be written");
            return;
        }
    }
    panic!("no episode ends {name}");
}

fn bless() {
    fs::create_dir_all(folder()).expect("the folder can be made");
    let start = way_back(9);
    for grade in [Grade::Bronze, Grade::Silver, Grade::Gold, Grade::Legendary] {
        search(&format!("win_{}", grade.name()), &start, false, |found, _| found == grade);
    }
    search("loss_artifact", &way_back(0), false, |_, end| end == End::ArtifactLost);
    search("loss_entrance", &way_back(0), false, |grade, end| grade == Grade::Lost && end == End::EntranceLost);
    let team = table(&json!({"players": 2, "difficulty": "expert"}));
    search("loss_eruption", &team, true, |_, end| end == End::Eruption);
    search("loss_all_down", &team, true, |_, end| end == End::AllDown);
    search("loss_deserted", &team, true, |grade, end| grade == Grade::Lost && end == End::Deserted);
    let beginners = table(&json!({"players": 4, "difficulty": "beginner"}));
    let won = (0..20).find_map(|seed| super::journey::win(Episode::new(beginners.game.clone(), seed))).expect("a game can be won");
    fs::write(folder().join("win_from_the_start.record"), won.record().to_text()).expect("the record can be written");
    search("loss_round_cap", &table(&json!({"players": 3, "safety_round_cap": 4})), true, |_, end| end == End::RoundCap);
}

#[test]
fn there_is_a_record_of_every_ending() {
    // R91, R92, R93, R94, R95
    if std::env::var_os("EXPEDITION_BLESS").is_some() {
        bless();
    }
    let (mut grades, mut ends, mut whole) = (Vec::new(), Vec::new(), 0);
    for path in fs::read_dir(folder()).expect("golden records").map(|e| e.expect("an entry").path()) {
        if path.extension().is_none_or(|e| e != "record") {
            continue;
        }
        let record = Record::from_text(&fs::read_to_string(&path).expect("readable")).expect("a record");
        let game = Game::<Subterra>::new(&record.options, &record.content).expect("valid");
        let episode = Episode::replay(game.into(), &record).expect("it replays");
        grades.push(episode.game().rules.grade(episode.state()));
        whole += usize::from(record.start.is_none() && episode.state().is_won());
        ends.push(episode.state().end.expect("played to its end"));
    }
    assert!(whole > 0, "no record is won from the first decision on");
    for grade in Grade::ALL {
        assert!(grades.contains(grade), "no record ends {}", grade.name());
    }
    for end in End::ALL {
        assert!(ends.contains(end), "no record ends by {}", end.name());
    }
}

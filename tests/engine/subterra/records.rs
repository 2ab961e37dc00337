//! Golden records: a win of each grade and each kind of loss.

use std::fs;
use std::path::PathBuf;

use expedition::core::Record;
use expedition::games::subterra::Subterra;
use expedition::games::subterra::parts::{End, Grade};

#[test]
fn there_is_a_record_of_every_ending() {
    // R91 to R95
    let folder = PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("tests/golden/subterra");
    let (mut grades, mut ends) = (Vec::new(), Vec::new());
    for path in fs::read_dir(folder).expect("golden records").map(|e| e.expect("an entry").path()) {
        if path.extension().is_none_or(|e| e != "record") {
            continue;
        }
        let record = Record::from_text(&fs::read_to_string(&path).expect("readable")).expect("a record");
        let rules = expedition::core::Rules::<Subterra>::new(&record.options, &record.content).expect("valid");
        let episode = expedition::core::Episode::replay(rules.into(), &record).expect("it replays");
        grades.push(episode.rules().game.grade(episode.state()));
        ends.push(episode.state().end.expect("played to its end"));
    }
    for grade in Grade::ALL {
        assert!(grades.contains(grade), "no record ends {}", grade.name());
    }
    for end in End::ALL {
        assert!(ends.contains(end), "no record ends by {}", end.name());
    }
}

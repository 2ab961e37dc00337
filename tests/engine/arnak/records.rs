//! Golden games besides the plain ones: the Snake side and the solo rival at its hardest.
//!
//! `EXPEDITION_BLESS=1 cargo test --test engine arnak::records` writes them; the golden suite replays them.

use std::fs;
use std::path::PathBuf;

use expedition::core::{Episode, Record, Rng};
use expedition::games::arnak::{Arnak, State};
use serde_json::{Value, json};

use crate::support::{game, random_play};

fn variants() -> [(&'static str, Value); 6] {
    [
        ("snake_2", json!({"players": 2, "board": "snake"})),
        ("snake_3", json!({"players": 3, "board": "snake"})),
        ("snake_4", json!({"players": 4, "board": "snake"})),
        ("solo_0", json!({"players": 1, "difficulty": 0})),
        ("solo_5", json!({"players": 1, "difficulty": 5})),
        ("solo_snake_5", json!({"players": 1, "board": "snake", "difficulty": 5})),
    ]
}

#[test]
fn every_board_and_rival_has_a_record() {
    for (name, options) in variants() {
        let path = PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("tests/golden/arnak").join(format!("{name}.record"));
        let mut episode = Episode::new(game::<Arnak>(&options), 11);
        random_play(&mut episode, &mut Rng::seeded(11), usize::MAX, |_| ());
        if std::env::var_os("EXPEDITION_BLESS").is_some() {
            fs::write(&path, episode.record().to_text()).expect("the record can be written");
        }
        let text = fs::read_to_string(&path).unwrap_or_else(|_| panic!("{name} is recorded"));
        assert!(Record::from_text(&text).expect("it reads") == episode.record(), "{name} is played as recorded");
    }
}

#[test]
fn a_position_is_the_same_from_bytes() {
    for (name, options) in variants() {
        let mut episode = Episode::new(game::<Arnak>(&options), 3);
        random_play(&mut episode, &mut Rng::seeded(3), 60, |_| ());
        let bytes = postcard::to_allocvec(episode.state()).expect("plain data");
        assert_eq!(&postcard::from_bytes::<State>(&bytes).expect("the same"), episode.state(), "{name}");
    }
}

//! Records from outside: too long, of another version, crafted, with other content.

use std::fs;
use std::io::ErrorKind;
use std::sync::Arc;

use expedition::any;
use expedition::core::record::{Move, digest};
use expedition::core::{Episode, Game, Playable, Record, Seat};
use serde_json::{Map, Value, json};

use super::hostile::{played, sealed};
use super::support::game;

#[test]
fn long_headers_and_empty_lines_are_refused_before_they_are_read() {
    let text = played::<expedition::games::toy::Toy>(3, 4).record().to_text();
    let long = text.replacen("\"options\":{", &format!("\"options\":{{\"x\":[{}0],", "0,".repeat(2 << 20)), 1);
    assert!(Record::from_text(&long).expect_err("too long").contains("its first line has"), "a header is short");
    let (header, _) = text.split_once('\n').expect("lines");
    let many = format!("{header}\n{}", "\n".repeat(1 << 20));
    assert!(Record::from_text(&many).expect_err("no closing line").contains("damaged"));
    let deep = format!("{}{}\n", "[".repeat(100_000), "]".repeat(100_000));
    assert!(Record::from_text(&deep).is_err(), "deep nesting does not overflow the stack");
}

#[test]
fn records_of_other_versions_and_games_say_so() {
    let record = played::<expedition::games::toy::Toy>(3, 4).record();
    let old = Record { version: 0, ..record.clone() };
    let sentence = any::replay(&old).err().expect("another version");
    assert!(sentence.contains("version 0 of toy") && sentence.contains("this is version 1"), "{sentence}");
    let unknown = Record { game: "chess".to_string(), ..record.clone() };
    assert!(any::replay(&unknown).err().expect("no such game").contains("there is no game \"chess\""));
    let mut other = record.clone();
    other.moves[2].id = 9_999;
    assert!(any::replay(&other).err().expect("no such action").contains("step 2"));
    let mut wrong = record.clone();
    wrong.moves[1].digest ^= 1;
    assert!(any::replay(&wrong).err().expect("another position").contains("after step 1 differs"));
    let text = record.to_text();
    assert!(Record::from_text(&text.replace("\"format_version\":1", "\"format_version\":2")).is_err());
    assert!(Record::from_text("{\"format\":\"other\"}\n").expect_err("foreign").contains("not an expedition record"));
    assert!(any::open("toy", &Map::new(), &Map::new()).is_ok());
}

#[test]
fn records_are_saved_and_loaded() {
    let record = played::<expedition::games::toy::Toy>(3, 4).record();
    let folder = std::env::temp_dir().join(format!("expedition-records-{}", std::process::id()));
    fs::create_dir_all(&folder).expect("a folder");
    let (whole, foreign, binary) = (folder.join("whole"), folder.join("foreign"), folder.join("binary"));
    record.save(&whole).expect("it is written");
    fs::write(&foreign, "a letter\n").expect("it is written");
    fs::write(&binary, [0xFF, 0xFE]).expect("it is written");
    let found = [&whole, &foreign, &binary, &folder.join("none")].map(|path| Record::load(path));
    fs::remove_dir_all(&folder).expect("it is there");
    let [whole, foreign, binary, none] = found;
    assert_eq!(whole.expect("it reads"), record);
    for (refused, why) in [(foreign, "first line is not a record header"), (binary, "it is not text")] {
        let error = refused.expect_err("no record");
        assert_eq!(error.kind(), ErrorKind::InvalidData);
        assert!(error.to_string().contains(why), "{error}");
    }
    assert_eq!(none.expect_err("no file").kind(), ErrorKind::NotFound);
}

/// A record that begins at an impossible position, with every checksum and digest in order.
fn crafted<R: Playable>(change: impl FnOnce(&mut Value), moves: &[&str]) -> Record {
    let episode = Episode::new(game::<R>(&json!({})), 1);
    let mut plain = episode.to_json();
    change(&mut plain);
    let state: R::State = serde_json::from_value(plain).expect("it has the shape of a state");
    let [old, new] = [episode.state(), &state].map(|state| postcard::to_allocvec(state).expect("states are plain data"));
    let bytes = episode.to_bytes();
    let body = &bytes[..bytes.len() - 4];
    let at = body.windows(old.len()).position(|part| part == old).expect("a snapshot holds the state");
    let mut record = episode.record();
    record.start = Some(sealed([&body[..at], &new, &body[at + old.len()..]].concat()));
    record.first = digest(&state);
    record.moves = moves
        .iter()
        .map(|name| {
            let id = episode.game().parse(name).expect("an action");
            Move { seat: Seat(0), id: id as u16, name: (*name).to_string(), digest: 0 }
        })
        .collect();
    Record::from_text(&record.to_text()).expect("nothing is damaged")
}

#[test]
fn a_crafted_record_is_refused_before_it_is_played() {
    use expedition::games::kathmandu::Kathmandu;
    let unchanged = crafted::<Kathmandu>(|_| (), &[]);
    assert!(any::replay(&unchanged).is_ok(), "the crafting itself is sound");
    let record = crafted::<Kathmandu>(|state| state["decision"] = json!({"use": {"left": 1, "least": 0}}), &["card archaeologist"]);
    let refusal = any::replay(&record).map(drop).expect_err("that choice cannot be open at the start");
    assert!(refusal.contains("decision") || refusal.contains("choice"), "{refusal}");
}

#[test]
fn a_record_that_shows_other_moves_than_it_plays_is_refused() {
    let mut record = played::<expedition::games::toy::Toy>(3, 4).record();
    assert!(any::replay(&record).is_ok());
    let shown = if record.moves[1].name == "lead 1" { "lead 2" } else { "lead 1" };
    record.moves[1].name = shown.to_string();
    let record = Record::from_text(&record.to_text()).expect("nothing is damaged");
    let refusal = any::replay(&record).map(drop).expect_err("the name is another action's");
    assert!(refusal.contains("step 1 plays") && refusal.contains(&format!("calls it {shown:?}")), "{refusal}");
}

#[test]
fn a_record_of_other_content_is_refused() {
    use expedition::games::toy::Toy;
    let shipped = game::<Toy>(&json!({}));
    let mut gems = shipped.content.tables()["gems"].clone();
    gems[0]["value"] = json!(9);
    let replaced: Map<String, Value> = [("gems".to_string(), gems)].into_iter().collect();
    let other = Arc::new(Game::<Toy>::new(&Map::new(), &replaced).expect("playable"));
    assert_ne!(other.content.digest(), shipped.content.digest());
    assert_eq!(Episode::new(shipped, 1).record().content_digest, None, "as shipped, the version says it all");
    let mut record = Episode::new(other.clone(), 1).record();
    assert_eq!(record.content_digest, Some(other.content.digest()));
    assert_eq!(Record::from_text(&record.to_text()).as_ref(), Ok(&record));
    assert!(any::replay(&record).is_ok());
    record.content_digest = Some(1);
    assert!(any::replay(&record).map(drop).expect_err("other tables").contains("other content"));
}

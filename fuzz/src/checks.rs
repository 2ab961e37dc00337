//! The law for arbitrary bytes: they are refused with a sentence, or what they encode can be played to its end.

use std::sync::Arc;
use std::sync::OnceLock;

use expedition::agents::{Network, Spec, Stop};
use expedition::any::{self, AnyEpisode, AnyGame};
use expedition::core::{Record, Rng, Seat, Turn};
use expedition::games::NAMES;
use expedition::games::arnak::effects::notation::{parse, parse_cost, parse_goods, print};
use expedition::games::arnak::effects::program::Code;
use expedition::laws::mutate::{node, nodes};
use serde_json::{Map, Value};

/// The shipped games, built once.
fn game(byte: u8) -> Arc<dyn AnyGame> {
    static GAMES: OnceLock<Vec<Arc<dyn AnyGame>>> = OnceLock::new();
    let open = |name: &&str| any::open(name, &Map::new(), &Map::new()).expect("a game can be played as it is shipped");
    let games = GAMES.get_or_init(|| NAMES.iter().map(open).collect());
    games[usize::from(byte) % games.len()].clone()
}

/// A position that was accepted keeps every law of `expedition::laws` until its end.
fn play_on(episode: &dyn AnyEpisode) {
    let returns = episode.returns();
    assert!(returns.iter().all(|r| r.is_finite()), "{}: {returns:?}", episode.game().name());
    episode.plays_on(1).unwrap_or_else(|broke| panic!("{}: {broke}", episode.game().name()));
}

fn refused<T>(result: Result<T, impl ToString>) -> Option<T> {
    result.map_err(|problem| assert!(!problem.to_string().is_empty(), "a refusal is a sentence")).ok()
}

/// A record: as it is, and with a closing line that matches whatever precedes it.
pub fn record(data: &[u8]) {
    let Ok(text) = std::str::from_utf8(data) else { return };
    let sum = expedition::core::record::hash(data);
    for text in [text.to_string(), format!("{text}{{\"end\":\"{sum:016x}\"}}\n")] {
        let Some(record) = refused(Record::from_text(&text)) else { continue };
        assert_eq!(Record::from_text(&record.to_text()).as_ref(), Ok(&record), "what is read is written");
        if let Some(episode) = refused(any::replay(&record)) {
            assert!(episode.history().len() == record.moves.len());
            play_on(&*episode);
        }
    }
}

/// Snapshots and pickles: the first byte selects the game, the rest are the bytes before a matching checksum.
pub fn snapshot(data: &[u8]) {
    let Some((&first, body)) = data.split_first() else { return };
    let game = game(first);
    let sum = body.iter().fold(0x811C_9DC5_u32, |h, &b| (h ^ u32::from(b)).wrapping_mul(0x0100_0193));
    let sealed = [body, &sum.to_le_bytes()].concat();
    if let Some(episode) = refused(game.clone().episode_from_bytes(&sealed)) {
        assert_eq!(episode.state(), game.clone().episode_from_bytes(&episode.to_bytes()).expect("exact").state());
        play_on(&*episode);
    }
    if let Some(episode) = refused(game.episode_from_full_bytes(&sealed)) {
        play_on(&*episode);
    }
    assert!(self::game(first).episode_from_bytes(body).is_err() || body.len() > 8, "a checksum is asked for");
}

/// Applies edits to plain data, four bytes each: the place (two), the kind of edit, and the new value.
fn change(value: &mut Value, edits: &[u8]) {
    for edit in edits.chunks_exact(4).take(8) {
        let (mut at, to) = (usize::from(u16::from_le_bytes([edit[0], edit[1]])) % nodes(value), edit[3]);
        let Some(place) = node(value, &mut at) else { return };
        match (edit[2] % 6, place) {
            (0, Value::Array(items)) if !items.is_empty() => drop(items.remove(usize::from(to) % items.len())),
            (1, Value::Array(items)) if !items.is_empty() => {
                let item = items[usize::from(to) % items.len()].clone();
                items.extend(std::iter::repeat_n(item, 1 + usize::from(to)));
            }
            (2, Value::Array(items)) if !items.is_empty() => {
                let (length, to) = (items.len(), usize::from(to));
                items.swap(to % length, (to / 16) % length);
            }
            (3, place) => *place = Value::Null,
            (4, place) => *place = Value::from(-i64::from(to)),
            (5, Value::String(text)) => text.push(char::from(to)),
            (_, Value::Bool(flag)) => *flag = !*flag,
            (_, place) => *place = Value::from(to),
        }
    }
}

/// States as plain data: JSON, or edits to a state that was reached by play.
pub fn state(data: &[u8]) {
    let [first, seed, plies, body @ ..] = data else { return };
    let game = game(first & 0x7F);
    let value = if *first < 0x80 {
        let Ok(value) = serde_json::from_slice::<Value>(&data[1..]) else { return };
        value
    } else {
        let mut episode = game.clone().episode(u64::from(*seed));
        let mut rng = Rng::seeded(u64::from(*seed));
        for _ in 0..*plies {
            let legal = *episode.legal();
            if legal.is_empty() {
                break;
            }
            episode.play(legal.nth(rng.below(legal.len()))).expect("a legal action applies");
        }
        let mut value = episode.state();
        change(&mut value, body);
        value
    };
    if let Some(episode) = refused(game.episode_from_json(&value, 2)) {
        play_on(&*episode);
    }
}

/// Content: a TOML text of tables, or edits to a shipped table.
pub fn content(data: &[u8]) {
    let [first, which, body @ ..] = data else { return };
    let game = game(first & 0x7F);
    let tables: Map<String, Value> = if *first < 0x80 {
        let Ok(text) = std::str::from_utf8(&data[1..]) else { return };
        let Ok(tables) = toml::from_str(text) else { return };
        tables
    } else {
        let shipped = game.content();
        let (name, table) = shipped.iter().nth(usize::from(*which) % shipped.len()).expect("below the length");
        let mut table = table.clone();
        change(&mut table, body);
        [(name.clone(), table)].into_iter().collect()
    };
    if let Some(game) = refused(any::open(game.name(), &Map::new(), &tables)) {
        play_on(&*game.episode(1));
    }
}

/// Networks: a file as it is, or a shipped one with bytes changed (two bytes for the place, one for the value), the header first.
pub fn network(data: &[u8]) {
    let Some((&first, body)) = data.split_first() else { return };
    let bytes = if first < 0x80 {
        body.to_vec()
    } else {
        let mut bytes = include_bytes!("../../python/expedition/networks/toy-2.safetensors").to_vec();
        for edit in body.chunks_exact(3).take(16) {
            let at = usize::from(u16::from_le_bytes([edit[0], edit[1]])) % bytes.len();
            bytes[at] = edit[2];
        }
        bytes.truncate(bytes.len() - usize::from(first == 0xFF));
        bytes
    };
    let Some(network) = refused(Network::from_bytes(&bytes)) else { return };
    let again = Network::from_bytes(&network.to_bytes()).expect("what is written is read");
    assert_eq!(again.tensors(), network.tensors());
    let about = network.about();
    let game = any::open(&about.game, &about.options, &Map::new()).expect("a network names a game that can be played");
    let spec: Spec = "network".parse().expect("an agent");
    let mut agent = any::agent(&game, &spec.with_network(Arc::new(network)).expect("it takes one"), 1).expect("it fits");
    let mut episode = game.episode(1);
    while let Turn::Seat(_) = episode.turn() {
        let action = agent.act(&*episode, Stop::NEVER).expect("a running game").action;
        episode.play(action).expect("agents choose legal actions");
    }
}

/// Effect notation: whatever parses must print and parse back; whatever compiles must stay within its limits.
pub fn notation(data: &[u8]) {
    let Ok(text) = std::str::from_utf8(data) else { return };
    if let Some(effect) = refused(parse(text)) {
        let printed = print(&effect);
        assert_eq!(parse(&printed).as_ref(), Ok(&effect), "{text:?} prints as {printed:?}");
        refused(Code::new().compile(&effect));
    }
    let _ = (refused(parse_cost(text)), refused(parse_goods(text)));
    game(NAMES.iter().position(|n| *n == "arnak").unwrap_or(0) as u8).in_words(text);
}

/// Action texts, one per line: resolved exactly, played or refused.
pub fn action_text(data: &[u8]) {
    let Some((&first, body)) = data.split_first() else { return };
    let Ok(text) = std::str::from_utf8(body) else { return };
    let game = game(first);
    let mut episode = game.clone().episode(1);
    for line in text.lines().take(200) {
        let Some(id) = game.action_id(line) else { continue };
        assert_eq!(game.action_name(id), line);
        let legal = episode.legal().has(id);
        assert_eq!(episode.play(id).is_ok(), legal);
    }
}

/// Ids against an episode, two bytes each: below 32,768 taken as they are, above as one of the legal ones.
pub fn actions(data: &[u8]) {
    let [first, seed, ids @ ..] = data else { return };
    let game = game(*first);
    let mut episode = game.clone().episode(u64::from(*seed));
    let mut floats = vec![0.0; game.layout().size()];
    for pair in ids.chunks_exact(2).take(2_000) {
        let number = usize::from(u16::from_le_bytes([pair[0], pair[1]]));
        let legal = *episode.legal();
        let id = if number < 0x8000 || legal.is_empty() { number } else { legal.nth((number as u32 & 0x7FFF) % legal.len()) };
        let before = (!legal.has(id)).then(|| episode.copy());
        match episode.play(id) {
            Ok(()) => assert!(legal.has(id)),
            Err(refusal) => {
                assert!(!legal.has(id) && !refusal.message.is_empty());
                assert!(before.is_some_and(|before| before.same(&*episode)), "a refused action changes nothing");
            }
        }
    }
    for seat in 0..game.seats() {
        episode.observe(Seat(seat as u8), &mut floats);
    }
    let again = game.clone().episode_from_full_bytes(&episode.to_full_bytes()).expect("a pickle is read");
    assert!(again.same(&*episode), "a pickle is exact");
    let back = game.clone().episode_from_bytes(&episode.to_bytes()).expect("a snapshot is read");
    assert_eq!(back.state(), episode.state(), "a snapshot is exact");
    let replayed = game.replay(&episode.record()).expect("a record replays");
    assert!(replayed.same(&*episode), "a record is exact");
    assert_eq!(episode.turn() == Turn::Over, episode.legal().is_empty());
}

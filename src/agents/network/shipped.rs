//! The networks that come with the package, and access to networks by name.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex, OnceLock, PoisonError};

use serde_json::{Map, Value};

use super::{About, Evaluator, Network};
use crate::core::options::is_presentation;
use crate::core::{Game, Playable};

/// File extension of networks.
pub const ENDING: &str = ".safetensors";

static FOLDER: OnceLock<PathBuf> = OnceLock::new();

/// Sets the folder of the shipped networks. Only the first call has an effect.
pub fn set_folder(folder: PathBuf) {
    let _ = FOLDER.set(folder);
}

/// The folder of the shipped networks.
fn folder() -> Option<&'static Path> {
    // The crate's own copy, unless the Python package has said where it was installed.
    let own =
        || cfg!(not(feature = "python")).then(|| Path::new(concat!(env!("CARGO_MANIFEST_DIR"), "/python/expedition/networks")));
    FOLDER.get().map(PathBuf::as_path).or_else(own)
}

/// The names of the shipped networks, in alphabetical order.
pub fn names() -> Vec<String> {
    let entries = folder().and_then(|folder| std::fs::read_dir(folder).ok()).into_iter().flatten().flatten();
    let mut names: Vec<String> = entries
        .filter_map(|entry| entry.file_name().to_str().and_then(|name| name.strip_suffix(ENDING)).map(String::from))
        .collect();
    names.sort_unstable();
    names
}

/// Whether a text names a file rather than a shipped network.
pub fn is_path(text: &str) -> bool {
    text.ends_with(ENDING) || text.contains(['/', '\\'])
}

/// The shipped networks loaded so far. Reading one takes as long as some hundred evaluations.
static LOADED: Mutex<BTreeMap<String, Arc<Network>>> = Mutex::new(BTreeMap::new());

/// Loads a shipped network by name, or a file by its path. Shipped ones are kept; a file may have changed.
pub fn load(source: &str) -> Result<Arc<Network>, String> {
    if is_path(source) {
        return Network::load(Path::new(source)).map(Arc::new);
    }
    // Not held while a file is read, so that a process that forks meanwhile does not inherit it.
    let loaded = || LOADED.lock().unwrap_or_else(PoisonError::into_inner);
    if let Some(network) = loaded().get(source) {
        return Ok(network.clone());
    }
    let names = names();
    if !names.iter().any(|name| name == source) {
        let shipped = if names.is_empty() { "none are".to_string() } else { format!("shipped are {}", names.join(", ")) };
        return Err(format!("there is no shipped network {source:?}: {shipped}; a path contains a / or ends in {ENDING}"));
    }
    let network = Arc::new(Network::load(&folder().expect("there are names").join(format!("{source}{ENDING}")))?);
    loaded().insert(source.to_string(), network.clone());
    Ok(network)
}

/// A shipped network that reads the observations of a game, whether or not it was trained with the game's options.
pub fn readable<R: Playable>(game: &Game<R>) -> Option<Arc<Network>> {
    let mut loaded = names_of::<R>().filter_map(|name| load(&name).ok());
    loaded.find(|network| Evaluator::new(network.clone(), game).is_ok())
}

/// The names of the shipped networks of a game.
fn names_of<R: Playable>() -> impl Iterator<Item = String> {
    names().into_iter().filter(|name| name.strip_prefix(R::NAME).is_some_and(|rest| rest.starts_with('-')))
}

/// The shipped network for a game.
pub fn for_game<R: Playable>(game: &Game<R>) -> Result<Arc<Network>, String> {
    let mut fitting = Vec::new();
    let mut others = Vec::new();
    for name in names_of::<R>() {
        let network = load(&name)?;
        let plays = network.about().players.contains(&game.seats()) && alike(&network.about().options, game.options.map());
        if plays && Evaluator::new(network.clone(), game).is_ok() {
            fitting.push(network);
        } else {
            others.push(format!("{name} ({})", wants(network.about(), game)));
        }
    }
    // A network trained for exactly this number of players plays it better than one trained for several.
    fitting.sort_by_key(|network| network.about().players.len());
    fitting.into_iter().next().ok_or_else(|| {
        let instead = "use \"mcts:400\" or \"greedy\", or name a file of your own: \"network:PATH\"";
        let shipped = match others.as_slice() {
            [] => format!("no network for {} is shipped", R::NAME),
            others => {
                format!(
                    "no shipped network plays {} with {} players and these options; shipped are {}",
                    R::NAME,
                    game.seats(),
                    others.join(", ")
                )
            }
        };
        format!("{shipped}: {instead}")
    })
}

/// Whether a network was trained with the options of a game, as far as they affect play.
fn alike(trained: &Map<String, Value>, options: &Map<String, Value>) -> bool {
    missed(trained, options).next().is_none()
}

/// The options a network was trained with where a game has others, as far as they affect play.
fn missed<'a>(trained: &'a Map<String, Value>, options: &Map<String, Value>) -> impl Iterator<Item = (&'a String, &'a Value)> {
    let matters = |name: &str| name != "players" && !is_presentation(name);
    trained.iter().filter(move |(name, own)| matters(name) && options.get(*name).is_some_and(|value| value != *own))
}

/// What a network was trained for, where the game at hand differs.
fn wants<R: Playable>(about: &About, game: &Game<R>) -> String {
    if !about.players.contains(&game.seats()) {
        let players: Vec<String> = about.players.iter().map(ToString::to_string).collect();
        return format!("for {} players", players.join(", "));
    }
    let options: Vec<String> = missed(&about.options, game.options.map()).map(|(name, value)| format!("{name}={value}")).collect();
    if options.is_empty() { "for other content".to_string() } else { format!("for {}", options.join(", ")) }
}

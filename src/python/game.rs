//! `expedition.Game`: the immutable rules object.

use std::hash::{DefaultHasher, Hash, Hasher};
use std::sync::Arc;

use numpy::PyReadonlyArray1;
use pyo3::exceptions::{PyTypeError, PyValueError};
use pyo3::prelude::*;
use pyo3::types::{PyBytes, PyDict, PyTuple};
use serde_json::Map;

use super::arguments;
use super::convert::{from_dict, from_python, seed, to_dict, to_python, whole};
use super::episode::Episode;
use super::error::value_error;
use crate::any::{AnyGame, open};
use crate::core::OptionSpec;
use crate::core::{Kind, Seat};

/// The ids of the games.
///
/// >>> import expedition
/// >>> "toy" in expedition.games()
/// True
#[pyfunction]
pub fn games(py: Python<'_>) -> PyResult<Bound<'_, PyTuple>> {
    PyTuple::new(py, crate::games::NAMES)
}

/// One named feature of an observation: which floats, and what they mean.
#[pyclass(module = "expedition", frozen, eq)]
#[derive(Clone, PartialEq)]
pub struct Feature {
    /// The name, groups joined by dots.
    #[pyo3(get)]
    name: String,
    /// The first float's index.
    #[pyo3(get)]
    offset: usize,
    /// Number of floats.
    #[pyo3(get)]
    size: usize,
    /// The shape of its floats.
    shape: Vec<usize>,
    /// The lower bound of every float.
    #[pyo3(get)]
    low: f32,
    /// The upper bound of every float.
    #[pyo3(get)]
    high: f32,
    /// Names along the last axis, or empty.
    labels: Vec<String>,
}

#[pymethods]
impl Feature {
    fn __repr__(&self) -> String {
        let Self { name, offset, size, shape, low, high, .. } = self;
        let shape: Vec<String> = shape.iter().map(ToString::to_string).collect();
        let comma = if shape.len() == 1 { "," } else { "" };
        format!(
            "Feature(name='{name}', offset={offset}, size={size}, shape=({}{comma}), low={low:?}, high={high:?})",
            shape.join(", ")
        )
    }

    /// The shape of its floats.
    #[getter(shape)]
    fn shape_tuple<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyTuple>> {
        PyTuple::new(py, &self.shape)
    }

    /// Names along the last axis, or empty.
    #[getter(labels)]
    fn labels_tuple<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyTuple>> {
        PyTuple::new(py, &self.labels)
    }
}

/// The rules of one game with its options: immutable, shared by all its episodes.
///
/// >>> from expedition import Game
/// >>> game = Game("toy", players=2, depth=9)
/// >>> game.num_actions, game.action_name(0), game.action_id("lead 3")
/// (3, 'lead 1', 2)
/// >>> game.options["reward"]
/// 'outcome'
/// >>> Game("toy", plyers=2)
/// Traceback (most recent call last):
///     ...
/// ValueError: toy has no option "plyers": its options are players, depth, reward, observation
#[pyclass(module = "expedition", frozen)]
pub struct Game {
    pub inner: Arc<dyn AnyGame>,
}

#[pymethods]
impl Game {
    #[new]
    #[pyo3(signature = (name, *, content = None, **options))]
    fn new(name: &str, content: Option<&Bound<'_, PyDict>>, options: Option<&Bound<'_, PyDict>>) -> PyResult<Self> {
        let options = options.map_or_else(|| Ok(Map::new()), from_dict)?;
        let content = content.map_or_else(|| Ok(Map::new()), from_dict)?;
        Ok(Self { inner: open(name, &options, &content).map_err(value_error)? })
    }

    /// The id of the game.
    #[getter]
    fn name(&self) -> &'static str {
        self.inner.name()
    }

    /// The title on the box.
    #[getter]
    fn title(&self) -> &'static str {
        self.inner.title()
    }

    /// The numbers of players it can be played with.
    #[getter]
    fn player_counts<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyTuple>> {
        let range = self.inner.option_specs().iter().find_map(|spec| match spec.kind {
            Kind::Int(low, high) if spec.name == "players" => Some(low..=high),
            _ => None,
        });
        PyTuple::new(py, range.expect("every game says how many may play").collect::<Vec<_>>())
    }

    /// The names of the seats at the table.
    #[getter]
    fn seat_names<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyTuple>> {
        PyTuple::new(py, (0..self.inner.seats() as u8).map(|seat| self.inner.seat_name(Seat(seat))))
    }

    /// The names of all actions, by id.
    #[getter]
    fn action_names<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyTuple>> {
        PyTuple::new(py, (0..self.inner.num_actions()).map(|id| self.inner.action_name(id)))
    }

    /// Plays random episodes in the engine and checks every law of a game; ValueError names the first that does not hold.
    #[pyo3(signature = (episodes, seed))]
    fn _check_laws(&self, py: Python<'_>, episodes: u64, seed: u64) -> PyResult<()> {
        py.detach(|| self.inner.keeps_laws(episodes, seed)).map_err(value_error)
    }

    /// The version of its rules, ids and layout.
    #[getter]
    fn version(&self) -> u16 {
        self.inner.version()
    }

    /// Number of seats in play.
    #[getter]
    fn players(&self) -> usize {
        self.inner.seats()
    }

    /// Whether all seats win or lose together.
    #[getter]
    fn cooperative(&self) -> bool {
        self.inner.cooperative()
    }

    /// All options, defaults filled in.
    #[getter]
    fn options<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyDict>> {
        to_dict(py, self.inner.options())
    }

    /// The options: name, accepted values, default and a sentence of help for each.
    #[getter]
    fn option_help<'py>(&self, py: Python<'py>) -> PyResult<Vec<Bound<'py, PyDict>>> {
        let describe = |spec: &OptionSpec| {
            let row = PyDict::new(py);
            row.set_item("name", spec.name)?;
            row.set_item("takes", spec.takes())?;
            row.set_item("default", to_python(py, &spec.default_value())?)?;
            row.set_item("help", spec.help)?;
            Ok(row)
        };
        self.inner.option_specs().into_iter().map(describe).collect()
    }

    /// The component tables as plain dicts.
    #[getter]
    fn content<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyDict>> {
        to_dict(py, self.inner.content())
    }

    /// A digest of the component tables, 16 hexadecimal digits: games with the same options and digest are the same game.
    ///
    /// >>> from expedition import Game
    /// >>> Game("toy").content_digest == Game("toy", players=3).content_digest
    /// True
    #[getter]
    fn content_digest(&self) -> String {
        format!("{:016x}", self.inner.content_digest())
    }

    /// The numbered rules as Markdown.
    #[getter]
    fn rules(&self) -> &'static str {
        self.inner.rules_text()
    }

    /// Translates a piece of the content's effect notation into plain words; None where the game has no notation or cannot read it.
    fn in_words(&self, notation: &str) -> Option<String> {
        self.inner.in_words(notation)
    }

    /// The size of the flat action space, the same for every option of the game.
    #[getter]
    fn num_actions(&self) -> usize {
        self.inner.num_actions()
    }

    /// Floats per observation, fixed for these options.
    #[getter]
    fn observation_size(&self) -> usize {
        self.inner.layout().size()
    }

    /// The most nonzero floats an observation can have: the slots of a sparse row.
    #[getter]
    fn max_nonzero(&self) -> usize {
        self.inner.max_nonzero()
    }

    /// An upper bound on the number of decisions in an episode.
    #[getter]
    fn max_decisions(&self) -> usize {
        self.inner.decision_bound()
    }

    /// The reward of one point under `reward="score"`.
    #[getter]
    fn score_scale(&self) -> f32 {
        self.inner.score_scale()
    }

    /// Bytes of one state in memory.
    #[getter]
    fn state_bytes(&self) -> usize {
        self.inner.state_bytes()
    }

    /// The features of an observation: together they name every float.
    #[getter]
    fn layout<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyTuple>> {
        let features = self.inner.layout().features().iter().map(|f| Feature {
            name: f.name.clone(),
            offset: f.offset,
            size: f.size,
            shape: f.shape.clone(),
            low: f.low,
            high: f.high,
            labels: f.labels.clone(),
        });
        PyTuple::new(py, features.collect::<Vec<_>>())
    }

    /// The readable, unique, stable name of an action.
    fn action_name(&self, action: &Bound<'_, PyAny>) -> PyResult<String> {
        Ok(self.inner.action_name(self.known_action(action)?).to_string())
    }

    /// The id of the action with a name.
    fn action_id(&self, py: Python<'_>, name: &str) -> PyResult<usize> {
        match self.inner.action_id(name) {
            Some(id) => Ok(id),
            None => Err(value_error(unknown_name(py, &*self.inner, name)?)),
        }
    }

    /// An action taken apart: its verb, the verb's number, and the index of each argument.
    ///
    /// >>> from expedition import Game
    /// >>> Game("toy").action_fields(2)
    /// {'verb': 'lead', 'verb_index': 0, 'arguments': {'steps': 2}}
    fn action_fields<'py>(&self, py: Python<'py>, action: &Bound<'py, PyAny>) -> PyResult<Bound<'py, PyDict>> {
        let fields = self.inner.action_fields(self.known_action(action)?);
        let arguments = PyDict::new(py);
        for (kind, index) in fields.arguments {
            // Of two arguments of one kind, the second is marked.
            let key = if arguments.contains(kind)? { format!("{kind}_2") } else { kind.to_string() };
            arguments.set_item(key, index)?;
        }
        let out = PyDict::new(py);
        out.set_item("verb", fields.verb)?;
        out.set_item("verb_index", fields.verb_index)?;
        out.set_item("arguments", arguments)?;
        Ok(out)
    }

    /// Translates an observation back into the words of the game. Given the seat that observed, seats go by their names; the
    /// observation alone does not reveal it, so otherwise they count from the observer, who is `you`.
    ///
    /// >>> from expedition import Game
    /// >>> game = Game("toy")
    /// >>> game.explain(game.episode(seed=1).observe(), seat=0)["Blue"]["to_act"]
    /// True
    #[pyo3(signature = (observation, *, seat = None))]
    fn explain<'py>(
        &self,
        py: Python<'py>,
        observation: &Bound<'py, PyAny>,
        seat: Option<&Bound<'py, PyAny>>,
    ) -> PyResult<Bound<'py, PyAny>> {
        let size = self.inner.layout().size();
        let wrong = || PyTypeError::new_err(format!("an observation is a float32 array of {size} values"));
        let array: PyReadonlyArray1<'py, f32> = observation.extract().map_err(|_| wrong())?;
        let floats = array.as_array();
        if floats.len() != size {
            return Err(value_error(format!("this array has {} values; an observation of this game has {size}", floats.len())));
        }
        if let Some(at) = floats.iter().position(|float| !float.is_finite()) {
            return Err(value_error(format!("float {at} of this array is {}: an observation holds finite numbers", floats[at])));
        }
        let viewer = seat.map(|seat| arguments::seat(seat, self.inner.seats())).transpose()?;
        to_python(py, &self.inner.explain(&floats.to_vec(), viewer))
    }

    /// A new episode. Equal seeds give equal episodes.
    /// `autoplay_forced=True` plays decisions with one legal action without asking.
    #[pyo3(signature = (seed = None, *, autoplay_forced = false))]
    fn episode(&self, seed: Option<&Bound<'_, PyAny>>, autoplay_forced: bool) -> PyResult<Episode> {
        let seed = seed.map_or(Ok(0), self::seed)?;
        let mut episode = self.inner.clone().episode(seed);
        if autoplay_forced {
            episode.autoplay_forced();
        }
        Ok(Episode::new(episode))
    }

    /// An episode that continues from a position as given by `ep.state`.
    #[pyo3(signature = (state, seed = None))]
    fn episode_from_state(&self, state: &Bound<'_, PyAny>, seed: Option<&Bound<'_, PyAny>>) -> PyResult<Episode> {
        let seed = seed.map_or(Ok(0), self::seed)?;
        let state = from_python(state)?;
        Ok(Episode::new(self.inner.clone().episode_from_json(&state, seed).map_err(value_error)?))
    }

    /// An episode from its compact snapshot, as given by `ep.to_bytes()`.
    fn episode_from_bytes(&self, data: &Bound<'_, PyBytes>) -> PyResult<Episode> {
        Ok(Episode::new(self.inner.clone().episode_from_bytes(data.as_bytes()).map_err(value_error)?))
    }

    /// An episode with its history, as pickles hold it.
    #[pyo3(name = "_episode_from_full_bytes")]
    fn episode_from_full_bytes(&self, data: &Bound<'_, PyBytes>) -> PyResult<Episode> {
        Ok(Episode::new(self.inner.clone().episode_from_full_bytes(data.as_bytes()).map_err(value_error)?))
    }

    /// The components as a picture: an SVG document.
    #[pyo3(signature = (theme = "auto"))]
    fn to_svg<'py>(slf: &Bound<'py, Self>, theme: &str) -> PyResult<Bound<'py, PyAny>> {
        slf.py().import("expedition.show")?.call_method1("gallery", (slf, theme))
    }

    /// A position with its choices and their values, to explore in a notebook: click a choice, go back, compare lines.
    /// `settings` are those of `expedition.play.explore.explore`.
    #[pyo3(signature = (episode, **settings))]
    fn explore<'py>(
        slf: &Bound<'py, Self>,
        episode: &Bound<'py, PyAny>,
        settings: Option<&Bound<'py, PyDict>>,
    ) -> PyResult<Bound<'py, PyAny>> {
        slf.py().import("expedition.play.explore")?.call_method("explore", (slf, episode), settings)
    }

    #[pyo3(name = "_repr_svg_")]
    fn repr_svg<'py>(slf: &Bound<'py, Self>) -> PyResult<Bound<'py, PyAny>> {
        Self::to_svg(slf, "auto")
    }

    fn __eq__(&self, other: &Bound<'_, PyAny>) -> bool {
        other.cast::<Self>().is_ok_and(|o| self.inner.same(&*o.get().inner))
    }

    fn __hash__(&self) -> u64 {
        let mut hasher = DefaultHasher::new();
        self.inner.name().hash(&mut hasher);
        for (key, value) in self.inner.options() {
            (key, value.to_string()).hash(&mut hasher);
        }
        hasher.finish()
    }

    fn __repr__(&self, py: Python<'_>) -> PyResult<String> {
        let mut text = format!("Game('{}'", self.inner.name());
        for (key, value) in self.inner.options() {
            text.push_str(&format!(", {key}={}", to_python(py, value)?.repr()?));
        }
        if !self.inner.replaced().is_empty() {
            let tables: Vec<&str> = self.inner.replaced().keys().map(String::as_str).collect();
            text.push_str(&format!(", content=<{}>", tables.join(", ")));
        }
        Ok(text + ")")
    }

    fn __copy__(slf: Py<Self>) -> Py<Self> {
        slf
    }

    fn __deepcopy__(slf: Py<Self>, _memo: &Bound<'_, PyAny>) -> Py<Self> {
        slf
    }

    /// A pickle holds the name, the options and the replaced content.
    fn __reduce__<'py>(slf: &Bound<'py, Self>) -> PyResult<(Bound<'py, PyAny>, Bound<'py, PyTuple>)> {
        let py = slf.py();
        let inner = &slf.get().inner;
        let rebuild = slf.get_type().getattr("_rebuild")?;
        let parts = (inner.name(), to_dict(py, inner.options())?, to_dict(py, inner.replaced())?);
        Ok((rebuild, parts.into_pyobject(py)?))
    }

    #[staticmethod]
    #[pyo3(name = "_rebuild")]
    fn rebuild(name: &str, options: &Bound<'_, PyDict>, content: &Bound<'_, PyDict>) -> PyResult<Self> {
        Self::new(name, Some(content), Some(options))
    }
}

impl Game {
    /// An action id within the action space.
    fn known_action(&self, action: &Bound<'_, PyAny>) -> PyResult<usize> {
        let count = self.inner.num_actions();
        let id = whole(action, "an action", "below the number of actions")?;
        id.extract::<usize>()
            .ok()
            .filter(|&id| id < count)
            .ok_or_else(|| value_error(format!("action {id} does not exist: ids go from 0 to {}", count - 1)))
    }
}

/// The game a user names or passes in.
pub fn game_of(game: &Bound<'_, PyAny>, options: Option<&Bound<'_, PyDict>>) -> PyResult<Arc<dyn AnyGame>> {
    let given = options.filter(|o| !o.is_empty());
    if let Ok(game) = game.cast::<Game>() {
        return match given {
            None => Ok(game.get().inner.clone()),
            Some(_) => Err(value_error("options belong to the game: give them to Game(...), or give the game's name here")),
        };
    }
    let name: String = game.extract().map_err(|_| PyTypeError::new_err("game must be a name or an expedition.Game"))?;
    let content = match given.map(|o| o.get_item("content")).transpose()?.flatten() {
        Some(content) => {
            let tables = content.cast::<PyDict>().map_err(|_| PyValueError::new_err("content must be a dict of tables"))?;
            from_dict(tables)?
        }
        None => Map::new(),
    };
    let mut options = given.map_or_else(|| Ok(Map::new()), from_dict)?;
    options.remove("content");
    open(&name, &options, &content).map_err(value_error)
}

/// The error for a name that no action has, with the nearest names or a few examples.
pub fn unknown_name(py: Python<'_>, game: &dyn AnyGame, name: &str) -> PyResult<String> {
    let names: Vec<&str> = (0..game.num_actions()).map(|id| game.action_name(id)).collect();
    let near = py.import("difflib")?.getattr("get_close_matches")?;
    let near: Vec<String> = near.call1((name.trim().to_lowercase(), &names, 3, 0.7))?.extract()?;
    let listed = |some: &[&str]| some.iter().map(|name| format!("{name:?}")).collect::<Vec<_>>().join(", ");
    let first = name.split(' ').next().unwrap_or_default();
    let alike: Vec<&str> = names.iter().copied().filter(|n| n.split(' ').next() == Some(first)).take(5).collect();
    let hint = if !near.is_empty() {
        format!("did you mean {}?", listed(&near.iter().map(String::as_str).collect::<Vec<_>>()))
    } else if !alike.is_empty() {
        format!("names that begin like this are {}", listed(&alike))
    } else {
        format!("names look like {}", listed(&names[..names.len().min(3)]))
    };
    let shown: String = name.chars().take(60).collect();
    let cut = if shown.len() < name.len() { "..." } else { "" };
    Ok(format!("there is no action \"{}{cut}\": {hint}", shown.escape_debug()))
}

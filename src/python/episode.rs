//! `expedition.Episode`: one play of a game.

use std::path::PathBuf;
use std::sync::Arc;

use numpy::{PyArray1, PyArrayMethods, PyReadwriteArray1};
use pyo3::exceptions::{PyRuntimeError, PyTypeError};
use pyo3::prelude::*;
use pyo3::types::{PyBytes, PyDict, PyString, PyTuple};

use super::arguments;
use super::convert::{seed, to_python, whole};
use super::error::{IllegalAction, value_error};
use super::game::{Game, unknown_name};
use super::record::Record;
use super::words::{self, Entry};
use crate::any::{AnyEpisode, AnyGame};
use crate::core::{Scores, Seat, Turn};

/// One play of a game.
///
/// >>> from expedition import Game
/// >>> ep = Game("toy", depth=3).episode(seed=7)
/// >>> ep.seat, ep.legal_actions().tolist()
/// (0, [0, 1, 2])
/// >>> ep.play("lead 3")
/// >>> ep.is_over, ep.returns().tolist()
/// (True, [1.0, -1.0])
#[pyclass(module = "expedition")]
pub struct Episode {
    pub inner: Box<dyn AnyEpisode>,
    /// The game of `inner`, kept at hand for every call.
    game: Arc<dyn AnyGame>,
}

impl Episode {
    pub fn new(inner: Box<dyn AnyEpisode>) -> Self {
        Self { game: inner.game(), inner }
    }

    fn seats(&self) -> usize {
        self.game.seats()
    }

    fn per_seat<'py>(&self, py: Python<'py>, values: &Scores) -> Bound<'py, PyArray1<f32>> {
        PyArray1::from_slice(py, &values[..self.seats()])
    }

    /// An action by id or by name.
    fn action(&self, action: &Bound<'_, PyAny>) -> PyResult<usize> {
        Ok(if let Ok(name) = action.cast::<PyString>() {
            let (game, text) = (&*self.game, name.to_str()?);
            match game.action_id(text) {
                Some(id) => id,
                None => return Err(IllegalAction::new_err(unknown_name(name.py(), game, text)?)),
            }
        } else {
            let id = whole(action, "an action", "or a name")?;
            // Negative and huge numbers are refused with the engine's own sentence.
            id.extract::<usize>().map_err(|_| {
                IllegalAction::new_err(format!("action {id} does not exist: ids go from 0 to {}", self.game.num_actions() - 1))
            })?
        })
    }

    /// The given seat; without one, the seat to act; once over, the one that acted last.
    fn viewer(&self, seat: Option<&Bound<'_, PyAny>>) -> PyResult<Seat> {
        Ok(match (seat, self.inner.turn()) {
            (Some(seat), _) => self.known_seat(seat)?,
            (None, Turn::Seat(seat)) => seat,
            (None, Turn::Over) => self.inner.history().last().map_or(Seat(0), |&(seat, _)| seat),
        })
    }

    fn known_seat(&self, seat: &Bound<'_, PyAny>) -> PyResult<Seat> {
        arguments::seat(seat, self.seats())
    }
}

#[pymethods]
impl Episode {
    /// The game.
    #[getter]
    fn game(&self) -> Game {
        Game { inner: self.game.clone() }
    }

    /// The seat to act; None when over.
    #[getter]
    fn seat(&self) -> Option<u8> {
        match self.inner.turn() {
            Turn::Seat(seat) => Some(seat.0),
            Turn::Over => None,
        }
    }

    /// Whether the episode has ended.
    #[getter]
    fn is_over(&self) -> bool {
        self.inner.turn() == Turn::Over
    }

    /// A short name for the open decision; None when over.
    #[getter]
    fn decision(&self) -> Option<&'static str> {
        (self.inner.turn() != Turn::Over).then(|| self.inner.decision())
    }

    /// The legal actions, ascending; none when over.
    fn legal_actions<'py>(&self, py: Python<'py>) -> Bound<'py, PyArray1<i32>> {
        PyArray1::from_iter(py, self.inner.legal().iter().map(|id| id as i32))
    }

    /// One flag per action: whether it is legal now.
    fn action_mask<'py>(&self, py: Python<'py>) -> Bound<'py, PyArray1<bool>> {
        let mut mask = vec![false; self.game.num_actions()];
        self.inner.legal().write_mask(&mut mask);
        PyArray1::from_vec(py, mask)
    }

    /// Plays an action, by id or by name. An illegal one raises IllegalAction and changes nothing.
    fn play(&mut self, action: &Bound<'_, PyAny>) -> PyResult<()> {
        let id = self.action(action)?;
        Ok(self.inner.play(id)?)
    }

    /// A legal action as a sentence for the seat to act; no two legal actions share one.
    fn describe(&self, action: &Bound<'_, PyAny>) -> PyResult<String> {
        let id = self.action(action)?;
        if !self.inner.legal().has(id) {
            return Err(self.inner.copy().play(id).expect_err("it is not legal").into());
        }
        Ok(self.inner.sentence(id))
    }

    /// The position as plain data in the words of the game: everything `seat` may know; `view(None)` shows everything.
    fn view<'py>(&self, py: Python<'py>, seat: Option<&Bound<'py, PyAny>>) -> PyResult<Bound<'py, PyAny>> {
        let viewer = seat.map(|s| self.known_seat(s)).transpose()?;
        to_python(py, &self.inner.view(viewer))
    }

    /// A legal action as `seat` would see it: the action's own name, or the name of one that stands for all the choices the seat
    /// could not tell apart.
    fn seen_as(&self, action: &Bound<'_, PyAny>, seat: &Bound<'_, PyAny>) -> PyResult<String> {
        let id = self.action(action)?;
        if !self.inner.legal().has(id) {
            return Err(self.inner.copy().play(id).expect_err("it is not legal").into());
        }
        let seen = self.inner.seen_as(id, self.known_seat(seat)?).unwrap_or(id);
        Ok(self.game.action_name(seen).to_string())
    }

    /// The log, decision by decision; with a viewer, only what that seat may know.
    #[pyo3(signature = (viewer = None))]
    fn log(&self, py: Python<'_>, viewer: Option<&Bound<'_, PyAny>>) -> PyResult<Vec<Entry>> {
        let viewer = viewer.map(|v| self.known_seat(v)).transpose()?;
        let game = &self.game;
        self.inner.log(viewer).iter().map(|e| words::entry(py, e, |id| game.action_name(id as usize).to_string())).collect()
    }

    /// The ending of the episode; RuntimeError while it is still running.
    fn result(&self, py: Python<'_>) -> PyResult<words::Result> {
        let outcome =
            self.inner.outcome().ok_or_else(|| PyRuntimeError::new_err("the episode is not over: there is no result yet"))?;
        words::result(py, &outcome, self.seats())
    }

    /// The round being played, from 1; 0 where the game has none.
    #[getter]
    fn round(&self) -> u32 {
        self.inner.round()
    }

    /// Each seat's rewards since the last call, as a batch gives them after a step.
    fn take_rewards<'py>(&mut self, py: Python<'py>) -> Bound<'py, PyArray1<f32>> {
        let rewards = self.inner.pay();
        self.per_seat(py, &rewards)
    }

    /// A seat's observation as float32; by default that of the seat to act (once over, the one that acted last).
    #[pyo3(signature = (seat = None, out = None))]
    fn observe<'py>(
        &self,
        py: Python<'py>,
        seat: Option<&Bound<'py, PyAny>>,
        out: Option<&Bound<'py, PyAny>>,
    ) -> PyResult<Bound<'py, PyAny>> {
        let viewer = self.viewer(seat)?;
        let size = self.game.layout().size();
        let Some(out) = out else {
            let array = PyArray1::<f32>::zeros(py, size, false);
            self.inner.observe(viewer, array.readwrite().as_slice_mut().expect("a new array is contiguous"));
            return Ok(array.into_any());
        };
        let want = format!("out must be a writable, contiguous float32 array of {size} values");
        let array = out.cast::<PyArray1<f32>>().map_err(|_| PyTypeError::new_err(want.clone()))?;
        let mut view: PyReadwriteArray1<'py, f32> =
            array.try_readwrite().map_err(|_| value_error(format!("{want}: this one is read-only")))?;
        let floats = view.as_slice_mut().map_err(|_| value_error(format!("{want}: this one is not contiguous")))?;
        if floats.len() != size {
            return Err(value_error(format!("{want}: this one has {}", floats.len())));
        }
        self.inner.observe(viewer, floats);
        Ok(out.clone())
    }

    /// The same observation without its zeros: ascending indices (int32) and their values (float32).
    #[pyo3(signature = (seat = None))]
    #[expect(clippy::type_complexity, reason = "two arrays")]
    fn observe_sparse<'py>(
        &self,
        py: Python<'py>,
        seat: Option<&Bound<'py, PyAny>>,
    ) -> PyResult<(Bound<'py, PyArray1<i32>>, Bound<'py, PyArray1<f32>>)> {
        let (indices, values) = self.inner.observe_sparse(self.viewer(seat)?);
        Ok((PyArray1::from_vec(py, indices), PyArray1::from_vec(py, values)))
    }

    /// The points of each seat now.
    fn scores<'py>(&self, py: Python<'py>) -> Bound<'py, PyArray1<f32>> {
        self.per_seat(py, &self.inner.scores())
    }

    /// Each seat's rewards so far.
    fn returns<'py>(&self, py: Python<'py>) -> Bound<'py, PyArray1<f32>> {
        self.per_seat(py, &self.inner.returns())
    }

    /// Each seat's points by source: a dict from source to points per seat; the sources add up to `scores`.
    fn score_breakdown<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyDict>> {
        let out = PyDict::new(py);
        for (source, points) in self.inner.breakdown() {
            out.set_item(source, self.per_seat(py, &points))?;
        }
        Ok(out)
    }

    /// The countable possessions of each seat: tuples of seat, name and amount.
    fn amounts(&self) -> Vec<(u8, String, i64)> {
        self.inner.amounts().into_iter().map(|(seat, name, amount)| (seat.0, name, amount)).collect()
    }

    /// An independent copy that continues identically.
    fn clone(&self) -> Self {
        Self::new(self.inner.copy())
    }

    /// A copy in which everything `seat` cannot know, and all future chance, is redealt.
    fn redeal(&self, seat: &Bound<'_, PyAny>, seed: &Bound<'_, PyAny>) -> PyResult<Self> {
        Ok(Self::new(self.inner.redeal(self.known_seat(seat)?, self::seed(seed)?)))
    }

    /// The decisions so far: a list of (seat, action id, name).
    #[getter]
    fn history(&self) -> Vec<(u8, u16, String)> {
        let game = &self.game;
        self.inner.history().iter().map(|&(seat, id)| (seat.0, id, game.action_name(id as usize).to_string())).collect()
    }

    /// The position as text, restricted to the viewer's knowledge if there is one.
    #[pyo3(signature = (viewer = None))]
    fn to_text(&self, viewer: Option<&Bound<'_, PyAny>>) -> PyResult<String> {
        let viewer = viewer.map(|v| self.known_seat(v)).transpose()?;
        Ok(self.inner.text(viewer))
    }

    /// The whole state as plain dicts.
    #[getter]
    fn state<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        to_python(py, &self.inner.state())
    }

    /// Everything needed to play the episode again.
    fn record(&self) -> Record {
        Record { inner: self.inner.record() }
    }

    /// A compact snapshot: the position and its random stream, without the history.
    fn to_bytes<'py>(&self, py: Python<'py>) -> Bound<'py, PyBytes> {
        PyBytes::new(py, &self.inner.to_bytes())
    }

    /// The position as a picture: an SVG document. With a viewer, only what that seat may know is drawn; `theme` is
    /// "auto" (follows the reader's light or dark setting), "light" or "dark".
    #[pyo3(signature = (viewer = None, theme = "auto"))]
    fn to_svg<'py>(slf: &Bound<'py, Self>, viewer: Option<&Bound<'py, PyAny>>, theme: &str) -> PyResult<Bound<'py, PyAny>> {
        let viewer = viewer.map(|v| slf.try_borrow()?.known_seat(v)).transpose()?.map(|seat| seat.0);
        slf.py().import("expedition.show")?.call_method1("to_svg", (slf, viewer, theme))
    }

    /// The position as a PNG picture of the given width in pixels, written to `path` or returned as bytes. Needs the extra
    /// `pictures`. With a viewer, only what that seat may know is drawn; `theme` is "light" or "dark".
    #[pyo3(signature = (path = None, width = 1200, *, viewer = None, theme = "light"))]
    fn to_png<'py>(
        slf: &Bound<'py, Self>,
        path: Option<PathBuf>,
        width: i64,
        viewer: Option<&Bound<'py, PyAny>>,
        theme: &str,
    ) -> PyResult<Bound<'py, PyAny>> {
        let viewer = viewer.map(|v| slf.try_borrow()?.known_seat(v)).transpose()?.map(|seat| seat.0);
        slf.py().import("expedition.show.film")?.call_method1("to_png", (slf, path, width, viewer, theme))
    }

    #[pyo3(name = "_repr_svg_")]
    fn repr_svg<'py>(slf: &Bound<'py, Self>) -> PyResult<Bound<'py, PyAny>> {
        Self::to_svg(slf, None, "auto")
    }

    fn __str__(&self) -> String {
        self.inner.text(None)
    }

    fn __repr__(&self) -> String {
        let turn = match self.inner.turn() {
            Turn::Seat(seat) => format!("seat {} to act", seat.0),
            Turn::Over => "over".to_string(),
        };
        format!(
            "<expedition.Episode {} players={} {turn} after {} decisions>",
            self.game.name(),
            self.seats(),
            self.inner.history().len()
        )
    }

    fn __eq__(&self, other: &Bound<'_, PyAny>) -> PyResult<bool> {
        let Ok(other) = other.cast::<Self>() else { return Ok(false) };
        Ok(self.inner.same(&*other.try_borrow()?.inner))
    }

    fn __copy__(&self) -> Self {
        self.clone()
    }

    fn __deepcopy__(&self, _memo: &Bound<'_, PyAny>) -> Self {
        self.clone()
    }

    /// A pickle holds the game, where the episode began, and what was played.
    fn __reduce__<'py>(&self, py: Python<'py>) -> PyResult<(Bound<'py, PyAny>, Bound<'py, PyTuple>)> {
        let game = Bound::new(py, self.game())?;
        let bytes = PyBytes::new(py, &self.inner.to_full_bytes());
        Ok((game.getattr("_episode_from_full_bytes")?, (bytes,).into_pyobject(py)?))
    }
}

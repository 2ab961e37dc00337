//! `expedition.Record`: a saved game.

use std::io::ErrorKind;
use std::path::PathBuf;

use pyo3::prelude::*;
use pyo3::types::{PyBytes, PyDict, PyTuple};

use super::convert::{to_dict, whole};
use super::episode::Episode;
use super::error::{file_error, value_error};
use crate::any::replay;
use crate::core;

/// A saved game: everything needed to play it again.
///
/// >>> from expedition import Game, Record
/// >>> ep = Game("toy", depth=3).episode(seed=7)
/// >>> ep.play("lead 3")
/// >>> Record.from_text(ep.record().to_text()).replay() == ep
/// True
#[pyclass(module = "expedition", frozen, eq)]
#[derive(PartialEq, Clone)]
pub struct Record {
    pub inner: core::Record,
}

#[pymethods]
impl Record {
    /// Reads a record file. A damaged or foreign one raises ValueError.
    #[staticmethod]
    fn load(path: PathBuf) -> PyResult<Self> {
        let inner = core::Record::load(&path).map_err(|error| match error.kind() {
            ErrorKind::InvalidData => value_error(error),
            _ => file_error(&path, &error),
        })?;
        Ok(Self { inner })
    }

    /// Reads a record from its text.
    #[staticmethod]
    fn from_text(text: &str) -> PyResult<Self> {
        Ok(Self { inner: core::Record::from_text(text).map_err(value_error)? })
    }

    /// Reads a record from its text, given as bytes.
    #[staticmethod]
    fn from_bytes(data: &Bound<'_, PyBytes>) -> PyResult<Self> {
        Ok(Self { inner: core::Record::from_bytes(data.as_bytes()).map_err(value_error)? })
    }

    /// Writes the record atomically, so that a crash leaves the old file intact.
    fn save(&self, path: PathBuf) -> PyResult<()> {
        self.inner.save(&path).map_err(|error| file_error(&path, &error))
    }

    /// The record as text, one line per decision.
    fn to_text(&self) -> String {
        self.inner.to_text()
    }

    /// Replays the record, checking every step; returns the episode at its end, or after the first `steps` decisions.
    #[pyo3(signature = (steps = None))]
    fn replay(&self, steps: Option<&Bound<'_, PyAny>>) -> PyResult<Episode> {
        let Some(steps) = steps else { return Ok(Episode::new(replay(&self.inner).map_err(value_error)?)) };
        let all = self.inner.moves.len();
        let number = whole(steps, "steps", &format!("from 0 to {all}"))?;
        let steps = number
            .extract::<usize>()
            .ok()
            .filter(|&s| s <= all)
            .ok_or_else(|| value_error(format!("this record has {all} decisions, not {number}")))?;
        let mut part = self.inner.clone();
        part.moves.truncate(steps);
        Ok(Episode::new(replay(&part).map_err(value_error)?))
    }

    /// The id of the game.
    #[getter]
    fn game(&self) -> &str {
        &self.inner.game
    }

    /// The version of the game's rules.
    #[getter]
    fn version(&self) -> u16 {
        self.inner.version
    }

    /// The seed of the episode.
    #[getter]
    fn seed(&self) -> u64 {
        self.inner.seed
    }

    /// The options of the game.
    #[getter]
    fn options<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyDict>> {
        to_dict(py, &self.inner.options)
    }

    /// The digest of the component tables if any were replaced, as given by `Game.content_digest`; None if all are as shipped.
    #[getter]
    fn content_digest(&self) -> Option<String> {
        self.inner.content_digest.map(|digest| format!("{digest:016x}"))
    }

    /// The decisions: a list of (seat, action id, name).
    #[getter]
    fn moves(&self) -> Vec<(u8, u16, String)> {
        self.inner.moves.iter().map(|m| (m.seat.0, m.id, m.name.clone())).collect()
    }

    /// Writes the replay page: one HTML file that works offline. `analysis` is the result of `expedition.play.replay.analyse`.
    #[pyo3(signature = (path, *, analysis = None))]
    fn to_html<'py>(slf: &Bound<'py, Self>, path: PathBuf, analysis: Option<&Bound<'py, PyAny>>) -> PyResult<()> {
        slf.py().import("expedition.play.replay")?.call_method1("write_page", (slf, path, analysis))?;
        Ok(())
    }

    /// Writes the game as an animated GIF. Options: `every` (decisions per picture), `seconds` (how long each is
    /// shown), `width`, `viewer`, `theme`. Needs the extra `pictures`.
    #[pyo3(signature = (path, **options))]
    fn to_gif<'py>(slf: &Bound<'py, Self>, path: PathBuf, options: Option<&Bound<'py, PyDict>>) -> PyResult<()> {
        slf.py().import("expedition.show.film")?.call_method("to_gif", (slf, path), options)?;
        Ok(())
    }

    /// Writes the game as an MP4 film; the options are those of `to_gif`. Needs the extra `pictures`.
    #[pyo3(signature = (path, **options))]
    fn to_mp4<'py>(slf: &Bound<'py, Self>, path: PathBuf, options: Option<&Bound<'py, PyDict>>) -> PyResult<()> {
        slf.py().import("expedition.show.film")?.call_method("to_mp4", (slf, path), options)?;
        Ok(())
    }

    /// Writes the game as a single animated SVG file; options: `every`, `seconds`, `viewer`, `theme`.
    #[pyo3(signature = (path, **options))]
    fn to_svg_animation<'py>(slf: &Bound<'py, Self>, path: PathBuf, options: Option<&Bound<'py, PyDict>>) -> PyResult<()> {
        slf.py().import("expedition.show.film")?.call_method("to_svg_animation", (slf, path), options)?;
        Ok(())
    }

    #[pyo3(name = "_repr_html_")]
    fn repr_html<'py>(slf: &Bound<'py, Self>) -> PyResult<Bound<'py, PyAny>> {
        slf.py().import("expedition.play.replay")?.call_method1("embedded", (slf,))
    }

    fn __len__(&self) -> usize {
        self.inner.moves.len()
    }

    fn __repr__(&self) -> String {
        format!(
            "<expedition.Record {} version {} seed {}, {} decisions>",
            self.inner.game,
            self.inner.version,
            self.inner.seed,
            self.inner.moves.len()
        )
    }

    fn __copy__(slf: Py<Self>) -> Py<Self> {
        slf
    }

    fn __deepcopy__(slf: Py<Self>, _memo: &Bound<'_, PyAny>) -> Py<Self> {
        slf
    }

    fn __reduce__<'py>(slf: &Bound<'py, Self>) -> PyResult<(Bound<'py, PyAny>, Bound<'py, PyTuple>)> {
        let py = slf.py();
        Ok((slf.get_type().getattr("from_text")?, (slf.get().to_text(),).into_pyobject(py)?))
    }
}

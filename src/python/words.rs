//! The log and the result of an episode, as Python sees them.

use pyo3::prelude::*;
use pyo3::types::{PyDict, PyTuple};

use super::convert::to_python;
use crate::core::describe::Event as Told;
use crate::core::log;

/// Something an action brought about, by chance or otherwise.
#[pyclass(module = "expedition", frozen, get_all)]
pub struct Event {
    /// Its kind: "draw", "damage", "round".
    kind: &'static str,
    /// The seat it happened to, or None.
    seat: Option<u8>,
    /// Its details by name.
    fields: Py<PyDict>,
    /// The event as a sentence.
    text: String,
}

/// One decision of a log.
#[pyclass(module = "expedition", frozen, get_all)]
pub struct Entry {
    /// Its index, from 0.
    step: usize,
    /// The seat that chose.
    seat: u8,
    /// The action id; None where the viewer did not see the choice.
    action: Option<u16>,
    /// The action's name; None where the viewer did not see the choice.
    name: Option<String>,
    /// The choice in words; a secret one as the viewer saw it.
    sentence: String,
    /// Its consequences: a tuple of events.
    events: Py<PyTuple>,
}

/// The ending of an episode.
#[pyclass(module = "expedition", frozen, get_all)]
pub struct Result {
    /// The seats that won: none, one or several.
    winners: Py<PyTuple>,
    /// Why it ended, as a sentence.
    reason: String,
    /// The final points of each seat.
    scores: Py<PyTuple>,
    /// Points by source: a dict from source to points per seat.
    breakdown: Py<PyDict>,
}

#[pymethods]
impl Event {
    fn __repr__(&self) -> String {
        format!("Event({}: {:?})", self.kind, self.text)
    }
}

#[pymethods]
impl Entry {
    fn __repr__(&self) -> String {
        format!("Entry({} seat {}: {:?})", self.step, self.seat, self.sentence)
    }
}

#[pymethods]
impl Result {
    fn __repr__(&self, py: Python<'_>) -> String {
        format!("Result(winners={}, scores={}, {:?})", self.winners.bind(py), self.scores.bind(py), self.reason)
    }
}

fn event(py: Python<'_>, event: &Told) -> PyResult<Event> {
    let fields = PyDict::new(py);
    for (name, value) in &event.fields {
        fields.set_item(name, to_python(py, value)?)?;
    }
    Ok(Event { kind: event.kind, seat: event.seat.map(|s| s.0), fields: fields.unbind(), text: event.text.clone() })
}

/// An entry of the engine's log; `name` gives an action's name.
pub fn entry(py: Python<'_>, entry: &log::Entry, name: impl Fn(u16) -> String) -> PyResult<Entry> {
    let events = entry.events.iter().map(|e| Bound::new(py, event(py, e)?)).collect::<PyResult<Vec<_>>>()?;
    Ok(Entry {
        step: entry.step,
        seat: entry.seat.0,
        action: entry.action,
        name: entry.action.map(name),
        sentence: entry.sentence.clone(),
        events: PyTuple::new(py, events)?.unbind(),
    })
}

/// The ending of an episode.
pub fn result(py: Python<'_>, outcome: &log::Outcome, seats: usize) -> PyResult<Result> {
    let breakdown = PyDict::new(py);
    for (source, points) in &outcome.breakdown {
        breakdown.set_item(source, PyTuple::new(py, &points[..seats])?)?;
    }
    Ok(Result {
        winners: PyTuple::new(py, outcome.winners.iter().map(|s| s.0))?.unbind(),
        reason: outcome.reason.clone(),
        scores: PyTuple::new(py, &outcome.scores[..seats])?.unbind(),
        breakdown: breakdown.unbind(),
    })
}

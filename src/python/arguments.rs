//! The arguments of a batch, checked and converted.

use numpy::{Element, PyArray1, PyArrayMethods, PyReadonlyArray1, PyUntypedArrayMethods};
use pyo3::exceptions::PyTypeError;
use pyo3::prelude::*;
use pyo3::types::{PyDict, PyString};

use super::convert::{seed, whole};
use super::episode::Episode;
use super::error::value_error;
use crate::any::{AnyEpisode, SeatingSpec};
use crate::core::rng::lane_root;
use crate::core::{MAX_SEATS, Seat};

/// The roots of the lanes: derived from one seed, or given one per lane.
pub fn roots(count: usize, seed: &Bound<'_, PyAny>) -> PyResult<Vec<u64>> {
    if let Ok(one) = self::seed(seed) {
        return Ok((0..count).map(|i| lane_root(one, i)).collect());
    }
    if seed.is_instance_of::<PyString>() || seed.try_iter().is_err() {
        return Err(self::seed(seed).expect_err("it was not a seed"));
    }
    let roots = seed.try_iter()?.map(|s| self::seed(&s?)).collect::<PyResult<Vec<u64>>>()?;
    if roots.len() != count {
        return Err(value_error(format!("seed has {} values; this batch has {count} lanes", roots.len())));
    }
    Ok(roots)
}

/// The lanes that are marked.
pub fn chosen(count: usize, lanes: &Bound<'_, PyAny>) -> PyResult<Vec<bool>> {
    let want = format!("lanes must be a bool array with one flag for each of the {count} lanes");
    let array = lanes.py().import("numpy")?.call_method1("asarray", (lanes,))?;
    let array: PyReadonlyArray1<'_, bool> = array.extract().map_err(|_| PyTypeError::new_err(want.clone()))?;
    if array.len() != count {
        return Err(value_error(format!("{want}: this one has {}", array.len())));
    }
    Ok(array.as_array().to_vec())
}

/// Any array, list or tensor of integers, as 64-bit numbers.
pub fn actions(count: usize, actions: &Bound<'_, PyAny>) -> PyResult<Vec<i64>> {
    let numbers: Vec<i64> = if let Ok(array) = actions.extract::<PyReadonlyArray1<'_, i32>>() {
        array.as_array().iter().map(|&a| i64::from(a)).collect()
    } else if let Ok(array) = actions.extract::<PyReadonlyArray1<'_, i64>>() {
        array.as_array().to_vec()
    } else {
        let py = actions.py();
        let array = py.import("numpy")?.call_method1("asarray", (actions,))?;
        let dtype = array.getattr("dtype")?;
        let kind: String = dtype.getattr("kind")?.extract()?;
        if kind != "i" && kind != "u" {
            return Err(PyTypeError::new_err(format!("actions must be whole numbers (any integer dtype), not {dtype}")));
        }
        let dimensions: usize = array.getattr("ndim")?.extract()?;
        if dimensions != 1 {
            let shape = array.getattr("shape")?;
            return Err(value_error(format!("actions must have the shape ({count},), not {shape}")));
        }
        let wide = array.call_method1("astype", ("int64",))?;
        wide.extract::<PyReadonlyArray1<'_, i64>>()?.as_array().to_vec()
    };
    if numbers.len() != count {
        let given = numbers.len();
        return Err(value_error(format!("{given} actions for {count} lanes: one action for each lane is needed")));
    }
    Ok(numbers)
}

/// Checks that a user's array has this length, is writable and lies in one piece; `want` begins the error.
pub fn fits<T: Element>(count: usize, array: &Bound<'_, PyArray1<T>>, want: &str) -> PyResult<()> {
    if array.len() != count {
        return Err(value_error(format!("{want}: this one has {}", array.len())));
    }
    let mut view = array.try_readwrite().map_err(|_| value_error(format!("{want}: this one is read-only")))?;
    view.as_slice_mut().map(|_| ()).map_err(|_| value_error(format!("{want}: this one is not contiguous")))
}

/// The start positions given as `starts=`: episodes, records, or a folder of records.
pub fn start_positions(starts: &Bound<'_, PyAny>) -> PyResult<Vec<Box<dyn AnyEpisode>>> {
    let episodes = starts.py().import("expedition._starts")?.call_method1("positions", (starts,))?;
    episodes.try_iter()?.map(|episode| Ok(episode?.cast::<Episode>()?.try_borrow()?.inner.copy())).collect()
}

/// The range of seat numbers in words, by the number of seats.
const SEAT_RANGES: [&str; MAX_SEATS + 1] =
    ["", "from 0 to 0", "from 0 to 1", "from 0 to 2", "from 0 to 3", "from 0 to 4", "from 0 to 5"];

/// A seat of a game.
pub fn seat(object: &Bound<'_, PyAny>, seats: usize) -> PyResult<Seat> {
    let number = whole(object, "seat", SEAT_RANGES[seats])?;
    number
        .extract::<u8>()
        .ok()
        .filter(|&seat| (seat as usize) < seats)
        .map(Seat)
        .ok_or_else(|| value_error(format!("there is no seat {number}: the seats are 0 to {}", seats - 1)))
}

/// A whole number from 1 to `most`.
pub fn positive(object: &Bound<'_, PyAny>, name: &str, most: usize) -> PyResult<usize> {
    let number = whole(object, name, "above 0")?;
    number
        .extract::<usize>()
        .ok()
        .filter(|n| (1..=most).contains(n))
        .ok_or_else(|| value_error(format!("{name}={number} is out of range: it must be a whole number from 1 to {most}")))
}

/// The seating that a user asks for: `opponents` is a name for every seat but the learner's, or a dict from seat to name; `learner`
/// is a seat or "rotate".
pub fn seating(opponents: Option<&Bound<'_, PyAny>>, learner: Option<&Bound<'_, PyAny>>, seats: usize) -> PyResult<SeatingSpec> {
    let mut spec = SeatingSpec::default();
    if let Some(learner) = learner {
        if let Ok(word) = learner.cast::<PyString>() {
            if word.to_str()? != "rotate" {
                return Err(value_error(format!("learner={}: it must be a seat or \"rotate\"", learner.repr()?)));
            }
            spec.rotate = true;
        } else {
            let number = whole(learner, "learner", "or \"rotate\"")?;
            let seat = number
                .extract::<usize>()
                .map_err(|_| value_error(format!("learner={number}: the seats are 0 to {}", seats - 1)))?;
            spec.learner = Some(seat);
        }
    }
    let Some(opponents) = opponents else {
        if learner.is_some() && seats > 1 {
            return Err(value_error("learner= needs opponents= for the other seats, for example opponents=\"random\""));
        }
        return Ok(spec);
    };
    if let Ok(name) = opponents.cast::<PyString>() {
        if learner.is_none() {
            spec.learner = Some(0);
        }
        let learner = if spec.rotate { 0 } else { spec.learner.unwrap_or(0) };
        let others = (0..seats).filter(|&seat| seat != learner);
        spec.opponents = others.map(|seat| Ok((seat, name.to_str()?.to_string()))).collect::<PyResult<_>>()?;
        return Ok(spec);
    }
    let wrong = || PyTypeError::new_err("opponents must be the name of an agent, or a dict of seat to name");
    for (seat, name) in opponents.cast::<PyDict>().map_err(|_| wrong())?.iter() {
        let seat = whole(&seat, "a key of opponents", "(a seat)")?.extract::<usize>().map_err(|_| wrong())?;
        spec.opponents.push((seat, name.extract::<String>().map_err(|_| wrong())?));
    }
    Ok(spec)
}

/// The keywords of `Batch` that are not options of the game.
const KEYWORDS: [&str; 11] = [
    "num_envs",
    "seed",
    "threads",
    "autoreset",
    "observations",
    "final_observations",
    "opponents",
    "learner",
    "autoplay_forced",
    "starts",
    "start_share",
];

/// Refuses an option that looks like a misspelt keyword.
pub fn misspelt(options: &Bound<'_, PyDict>) -> PyResult<()> {
    let near = options.py().import("difflib")?.getattr("get_close_matches")?;
    for key in options.keys() {
        let found: Vec<String> = near.call1((&key, KEYWORDS, 1, 0.75))?.extract()?;
        if let Some(meant) = found.first() {
            let sentence =
                format!("Batch has no keyword {key}: did you mean {meant}? It has {}, and the game's options", KEYWORDS.join(", "));
            return Err(PyTypeError::new_err(sentence));
        }
    }
    Ok(())
}

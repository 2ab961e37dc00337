//! Python values to engine values and back.

use pyo3::exceptions::{PyOverflowError, PyTypeError};
use pyo3::prelude::*;
use pyo3::types::{PyBool, PyDict, PyFloat, PyInt, PyList, PyString, PyTuple};
use serde_json::{Map, Number, Value};

use super::error::value_error;

/// The deepest nesting accepted, more than any state or table has, so that hostile data cannot overflow the stack.
const MAX_DEPTH: usize = 64;

/// Plain data as Python objects.
pub fn to_python<'py>(py: Python<'py>, value: &Value) -> PyResult<Bound<'py, PyAny>> {
    Ok(match value {
        Value::Null => py.None().into_bound(py),
        Value::Bool(b) => PyBool::new(py, *b).to_owned().into_any(),
        Value::Number(n) => match (n.as_i64(), n.as_u64(), n.as_f64()) {
            (Some(i), _, _) => i.into_pyobject(py)?.into_any(),
            (None, Some(u), _) => u.into_pyobject(py)?.into_any(),
            (None, None, float) => PyFloat::new(py, float.unwrap_or(f64::NAN)).into_any(),
        },
        Value::String(s) => PyString::new(py, s).into_any(),
        Value::Array(items) => {
            let items = items.iter().map(|v| to_python(py, v)).collect::<PyResult<Vec<_>>>()?;
            PyList::new(py, items)?.into_any()
        }
        Value::Object(map) => to_dict(py, map)?.into_any(),
    })
}

/// A map as a dict.
pub fn to_dict<'py>(py: Python<'py>, map: &Map<String, Value>) -> PyResult<Bound<'py, PyDict>> {
    let dict = PyDict::new(py);
    for (key, value) in map {
        dict.set_item(key, to_python(py, value)?)?;
    }
    Ok(dict)
}

/// Python objects as plain data: None, bools, numbers, strings, lists, tuples and dicts with string keys.
pub fn from_python(object: &Bound<'_, PyAny>) -> PyResult<Value> {
    match object.cast::<PyDict>() {
        Ok(dict) => Ok(Value::Object(from_dict(dict)?)),
        Err(_) => read(object, "this data", 0),
    }
}

/// A dict as a map; errors name the key.
pub fn from_dict(dict: &Bound<'_, PyDict>) -> PyResult<Map<String, Value>> {
    entries(dict, |key, value| read(value, key, 1))
}

/// Reads plain data; `what` names it in errors.
fn read(object: &Bound<'_, PyAny>, what: &str, depth: usize) -> PyResult<Value> {
    if depth > MAX_DEPTH {
        return Err(value_error(format!("{what} is nested more than {MAX_DEPTH} deep")));
    }
    if object.is_none() {
        return Ok(Value::Null);
    }
    // Python's and numpy's.
    if let Ok(b) = object.extract::<bool>() {
        return Ok(b.into());
    }
    if let Ok(text) = object.cast::<PyString>() {
        return Ok(text.to_str()?.into());
    }
    if let Ok(dict) = object.cast::<PyDict>() {
        return Ok(Value::Object(entries(dict, |_, value| read(value, what, depth + 1))?));
    }
    if object.is_instance_of::<PyList>() || object.is_instance_of::<PyTuple>() {
        let items = object.try_iter()?.map(|item| read(&item?, what, depth + 1)).collect::<PyResult<Vec<_>>>()?;
        return Ok(Value::Array(items));
    }
    if let Some(int) = index(object)? {
        return match (int.extract::<i64>(), int.extract::<u64>()) {
            (Ok(i), _) => Ok(i.into()),
            (Err(_), Ok(u)) => Ok(u.into()),
            (Err(_), Err(_)) => Err(value_error(format!("{what} holds the number {int}, which does not fit into 64 bits"))),
        };
    }
    if let Ok(float) = object.extract::<f64>() {
        let infinite = || value_error(format!("{what} holds the number {float}, which is not finite"));
        return Ok(Value::Number(Number::from_f64(float).ok_or_else(infinite)?));
    }
    let kind = object.get_type().name()?;
    let sentence = format!("{what} holds an object of type {kind}: use None, bool, int, float, str, list, tuple or dict");
    Err(PyTypeError::new_err(sentence))
}

fn entries(
    dict: &Bound<'_, PyDict>,
    value_of: impl Fn(&str, &Bound<'_, PyAny>) -> PyResult<Value>,
) -> PyResult<Map<String, Value>> {
    let mut map = Map::new();
    for (key, value) in dict.iter() {
        let key = key.cast::<PyString>().map_err(|_| PyTypeError::new_err("the keys of a dict must be strings"))?;
        let key = key.to_str()?;
        map.insert(key.to_string(), value_of(key, &value)?);
    }
    Ok(map)
}

/// The whole number that an object stands for, if it does; exceptions raised by a user's class come through.
fn index<'py>(object: &Bound<'py, PyAny>) -> PyResult<Option<Bound<'py, PyAny>>> {
    if !object.is_instance_of::<PyInt>() && !object.hasattr("__index__")? {
        return Ok(None);
    }
    match object.call_method0("__index__") {
        // An array that is not a whole number raises a TypeError of its own; ours says what the number was for.
        Err(error) if error.is_instance_of::<PyTypeError>(object.py()) && object.hasattr("dtype")? => Ok(None),
        found => found.map(Some),
    }
}

/// A seed: a whole number from 0 to 2^64-1.
pub fn seed(object: &Bound<'_, PyAny>) -> PyResult<u64> {
    whole(object, "seed", "from 0 to 2**64-1")?.extract::<u64>().map_err(|error| {
        if error.is_instance_of::<PyOverflowError>(object.py()) {
            value_error(format!("seed={object} is out of range: a seed is a whole number from 0 to 2**64-1"))
        } else {
            error
        }
    })
}

/// A whole number of any integer type; floats and bools are refused with an error that says what was expected.
pub fn whole<'py>(object: &Bound<'py, PyAny>, name: &str, range: &str) -> PyResult<Bound<'py, PyAny>> {
    // Nearly always a plain int.
    if object.cast_exact::<PyInt>().is_ok() {
        return Ok(object.clone());
    }
    if !object.is_instance_of::<PyBool>()
        && let Some(int) = index(object)?
    {
        return Ok(int);
    }
    let kind = object.get_type().name()?;
    Err(PyTypeError::new_err(format!("{name} must be a whole number {range}, not {kind} {}", object.repr()?)))
}

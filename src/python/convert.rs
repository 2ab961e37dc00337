//! Python values to engine values and back.

use pyo3::exceptions::{PyOverflowError, PyTypeError};
use pyo3::prelude::*;
use pyo3::types::{PyBool, PyDict, PyFloat, PyInt, PyList, PyString, PyTuple};
use serde_json::{Map, Number, Value};

use super::error::value_error;

/// Deeper nesting than any state or table has is refused, so that hostile data cannot overflow the stack.
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
    read(object, 0)
}

/// A dict as a map.
pub fn from_dict(dict: &Bound<'_, PyDict>) -> PyResult<Map<String, Value>> {
    read_dict(dict, 0)
}

fn read(object: &Bound<'_, PyAny>, depth: usize) -> PyResult<Value> {
    if depth > MAX_DEPTH {
        return Err(value_error(format!("this data is nested more than {MAX_DEPTH} deep")));
    }
    if object.is_none() {
        return Ok(Value::Null);
    }
    if let Ok(b) = object.cast::<PyBool>() {
        return Ok(b.is_true().into());
    }
    if let Ok(text) = object.cast::<PyString>() {
        return Ok(text.to_str()?.into());
    }
    if let Ok(dict) = object.cast::<PyDict>() {
        return Ok(Value::Object(read_dict(dict, depth)?));
    }
    if object.is_instance_of::<PyList>() || object.is_instance_of::<PyTuple>() {
        let items = object.try_iter()?.map(|item| read(&item?, depth + 1)).collect::<PyResult<Vec<_>>>()?;
        return Ok(Value::Array(items));
    }
    if object.is_instance_of::<PyInt>() || object.hasattr("__index__")? {
        let int = object.call_method0("__index__")?;
        return match (int.extract::<i64>(), int.extract::<u64>()) {
            (Ok(i), _) => Ok(i.into()),
            (Err(_), Ok(u)) => Ok(u.into()),
            (Err(_), Err(_)) => Err(value_error(format!("the number {int} does not fit into 64 bits"))),
        };
    }
    if let Ok(float) = object.extract::<f64>() {
        let number = Number::from_f64(float).ok_or_else(|| value_error(format!("the number {float} is not finite")))?;
        return Ok(Value::Number(number));
    }
    let kind = object.get_type().name()?;
    Err(PyTypeError::new_err(format!("a {kind} is not plain data: use None, bool, int, float, str, list, tuple or dict")))
}

fn read_dict(dict: &Bound<'_, PyDict>, depth: usize) -> PyResult<Map<String, Value>> {
    let mut map = Map::new();
    for (key, value) in dict.iter() {
        let key = key.cast::<PyString>().map_err(|_| PyTypeError::new_err("the keys of a dict must be strings"))?;
        map.insert(key.to_str()?.to_string(), read(&value, depth + 1)?);
    }
    Ok(map)
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
    if !object.is_instance_of::<PyBool>() && object.hasattr("__index__")? {
        match object.call_method0("__index__") {
            // An array that is not a whole number raises a TypeError of its own; ours says what the number was for.
            Err(error) if error.is_instance_of::<PyTypeError>(object.py()) && object.hasattr("dtype")? => {}
            // Exceptions raised by a user's class come through.
            other => return other,
        }
    }
    let kind = object.get_type().name()?;
    Err(PyTypeError::new_err(format!("{name} must be a whole number {range}, not {kind} {}", object.repr()?)))
}

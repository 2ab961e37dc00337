//! The arrays of a batch: allocated once, never moved, and checked in one place whenever the engine takes them.

use numpy::ndarray::{Dimension, Ix1, Ix2};
use numpy::{Element, PyArray, PyArrayDescrMethods, PyArrayMethods, PyReadwriteArray, PyUntypedArrayMethods};
use pyo3::exceptions::{PyMemoryError, PyRuntimeError};
use pyo3::prelude::*;
use pyo3::types::{PyByteArray, PyMemoryView, PyTuple};

use crate::batch::Buffers;
use crate::core::{Observations, Shape, SparseRows};

#[expect(clippy::struct_field_names, reason = "the array that Python sees is one of its parts")]
/// One array that Python sees and Rust writes to. It does not own its memory, so numpy cannot resize it; the memory is a
/// `bytearray`, which refuses to change while a buffer is exported, and we hold one.
pub struct Array<T, D> {
    name: &'static str,
    array: Py<PyArray<T, D>>,
    /// Our own export of the memory: whatever is done to the array, it stays in place.
    _memory: Py<PyMemoryView>,
    address: usize,
    shape: Vec<usize>,
}

impl<T: Element, D: Dimension> Array<T, D> {
    fn new<const N: usize>(py: Python<'_>, name: &'static str, shape: [usize; N]) -> PyResult<Self> {
        let bytes = shape.iter().try_fold(size_of::<T>(), |bytes, &n| bytes.checked_mul(n));
        let too_much = || PyMemoryError::new_err(format!("batch.{name} does not fit into memory: its shape would be {shape:?}"));
        let bytes = bytes.ok_or_else(too_much)?;
        let memory = py.get_type::<PyByteArray>().call1((bytes,)).map_err(|_| too_much())?.cast_into::<PyByteArray>()?;
        let array = py.import("numpy")?.call_method1("frombuffer", (&memory, T::get_dtype(py)))?;
        array.setattr("shape", PyTuple::new(py, shape)?)?;
        let array = array.cast_into::<PyArray<T, D>>()?;
        let memory = PyMemoryView::from(&memory)?;
        let address = array.data() as usize;
        Ok(Self { name, array: array.unbind(), _memory: memory.unbind(), address, shape: shape.to_vec() })
    }

    /// The array that Python sees.
    pub fn get(&self, py: Python<'_>) -> Py<PyArray<T, D>> {
        self.array.clone_ref(py)
    }

    /// The memory that Rust writes to, provided the array is unchanged.
    fn view<'py>(&self, py: Python<'py>) -> PyResult<PyReadwriteArray<'py, T, D>> {
        let changed = |what: String| {
            let name = self.name;
            PyRuntimeError::new_err(format!(
                "batch.{name} {what}, but the batch writes to it: leave it as it was made and change a copy"
            ))
        };
        let object = self.array.bind(py).as_any();
        let Ok(array) = object.cast::<PyArray<T, D>>() else {
            return Err(changed(format!("has another dtype or shape now (it was {} {:?})", T::get_dtype(py).str()?, self.shape)));
        };
        if array.shape() != self.shape {
            return Err(changed(format!("has the shape {:?} now (it was {:?})", array.shape(), self.shape)));
        }
        let address = array.data() as usize;
        if address != self.address || !address.is_multiple_of(T::get_dtype(py).alignment()) {
            return Err(changed("lies elsewhere in memory now".to_string()));
        }
        if !array.is_c_contiguous() {
            return Err(changed("has other strides now".to_string()));
        }
        array.try_readwrite().map_err(|_| changed("was made read-only or is in use".to_string()))
    }
}

/// A slice of an array that `Array::view` has checked.
fn slice<'a, T: Element, D: Dimension>(view: &'a mut PyReadwriteArray<'_, T, D>) -> &'a mut [T] {
    view.as_slice_mut().expect("the border has checked that it is contiguous")
}

/// The kinds of observation a batch writes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Wanted {
    /// Every float.
    pub dense: bool,
    /// Indices and values of the nonzero floats.
    pub sparse: bool,
}

/// Sparse rows.
pub struct SparseArrays {
    pub indices: Array<i32, Ix2>,
    pub values: Array<f32, Ix2>,
    pub counts: Array<i32, Ix1>,
}

/// Observations of every lane.
pub struct ObservationArrays {
    pub dense: Option<Array<f32, Ix2>>,
    pub sparse: Option<SparseArrays>,
}

impl ObservationArrays {
    fn new(py: Python<'_>, names: [&'static str; 4], wanted: Wanted, lanes: usize, shape: Shape) -> PyResult<Self> {
        let [dense, indices, values, counts] = names;
        Ok(Self {
            dense: wanted.dense.then(|| Array::new(py, dense, [lanes, shape.observation])).transpose()?,
            sparse: if wanted.sparse {
                Some(SparseArrays {
                    indices: Array::new(py, indices, [lanes, shape.nonzero])?,
                    values: Array::new(py, values, [lanes, shape.nonzero])?,
                    counts: Array::new(py, counts, [lanes])?,
                })
            } else {
                None
            },
        })
    }

    fn views<'py>(&self, py: Python<'py>) -> PyResult<ObservationViews<'py>> {
        let sparse = |arrays: &SparseArrays| -> PyResult<SparseViews<'py>> {
            Ok(SparseViews { indices: arrays.indices.view(py)?, values: arrays.values.view(py)?, counts: arrays.counts.view(py)? })
        };
        Ok(ObservationViews {
            dense: self.dense.as_ref().map(|array| array.view(py)).transpose()?,
            sparse: self.sparse.as_ref().map(sparse).transpose()?,
        })
    }

    /// Bytes per row.
    fn row_bytes(&self, shape: Shape) -> usize {
        let dense = if self.dense.is_some() { 4 * shape.observation } else { 0 };
        let sparse = if self.sparse.is_some() { 8 * shape.nonzero + 4 } else { 0 };
        dense + sparse
    }
}

/// All arrays of a batch, in the order of `Buffers`.
pub struct Arrays {
    shape: Shape,
    pub observations: ObservationArrays,
    pub masks: Array<bool, Ix2>,
    pub seats: Array<i32, Ix1>,
    pub learners: Array<i32, Ix1>,
    pub rewards: Array<f32, Ix2>,
    pub dones: Array<bool, Ix1>,
    pub final_scores: Array<f32, Ix2>,
    pub outcomes: Array<f32, Ix2>,
    pub final_observations: ObservationArrays,
}

struct SparseViews<'py> {
    indices: PyReadwriteArray<'py, i32, Ix2>,
    values: PyReadwriteArray<'py, f32, Ix2>,
    counts: PyReadwriteArray<'py, i32, Ix1>,
}

struct ObservationViews<'py> {
    dense: Option<PyReadwriteArray<'py, f32, Ix2>>,
    sparse: Option<SparseViews<'py>>,
}

impl ObservationViews<'_> {
    fn rows(&mut self) -> Observations<'_> {
        Observations {
            dense: self.dense.as_mut().map(slice),
            sparse: self.sparse.as_mut().map(|views| SparseRows {
                indices: slice(&mut views.indices),
                values: slice(&mut views.values),
                counts: slice(&mut views.counts),
            }),
        }
    }
}

/// Exclusive views of the arrays while Rust writes to them.
pub struct Views<'py> {
    shape: Shape,
    observations: ObservationViews<'py>,
    masks: PyReadwriteArray<'py, bool, Ix2>,
    seats: PyReadwriteArray<'py, i32, Ix1>,
    learners: PyReadwriteArray<'py, i32, Ix1>,
    rewards: PyReadwriteArray<'py, f32, Ix2>,
    dones: PyReadwriteArray<'py, bool, Ix1>,
    final_scores: PyReadwriteArray<'py, f32, Ix2>,
    outcomes: PyReadwriteArray<'py, f32, Ix2>,
    final_observations: ObservationViews<'py>,
}

impl Arrays {
    /// New arrays of zeros, or an error naming the one that does not fit into memory.
    pub fn new(py: Python<'_>, lanes: usize, shape: Shape, wanted: Wanted, final_observations: bool) -> PyResult<Self> {
        let names = ["observations", "indices", "values", "counts"];
        let final_names = ["final_observations", "final_indices", "final_values", "final_counts"];
        let last = if final_observations { wanted } else { Wanted { dense: false, sparse: false } };
        Ok(Self {
            shape,
            observations: ObservationArrays::new(py, names, wanted, lanes, shape)?,
            masks: Array::new(py, "action_masks", [lanes, shape.actions])?,
            seats: Array::new(py, "seats", [lanes])?,
            learners: Array::new(py, "learner_seats", [lanes])?,
            rewards: Array::new(py, "rewards", [lanes, shape.seats])?,
            dones: Array::new(py, "dones", [lanes])?,
            final_scores: Array::new(py, "final_scores", [lanes, shape.seats])?,
            outcomes: Array::new(py, "outcomes", [lanes, shape.seats])?,
            final_observations: ObservationArrays::new(py, final_names, last, lanes, shape)?,
        })
    }

    /// Takes the arrays, or reports which one is no longer as it was made.
    pub fn views<'py>(&self, py: Python<'py>) -> PyResult<Views<'py>> {
        Ok(Views {
            shape: self.shape,
            observations: self.observations.views(py)?,
            masks: self.masks.view(py)?,
            seats: self.seats.view(py)?,
            learners: self.learners.view(py)?,
            rewards: self.rewards.view(py)?,
            dones: self.dones.view(py)?,
            final_scores: self.final_scores.view(py)?,
            outcomes: self.outcomes.view(py)?,
            final_observations: self.final_observations.views(py)?,
        })
    }

    /// The row lengths.
    pub fn shape(&self) -> Shape {
        self.shape
    }

    /// Bytes of a lane's rows.
    pub fn row_bytes(&self) -> usize {
        let observations = self.observations.row_bytes(self.shape) + self.final_observations.row_bytes(self.shape);
        observations + self.shape.actions + 12 * self.shape.seats + 9
    }
}

impl Views<'_> {
    /// The memory behind them.
    pub fn buffers(&mut self) -> Buffers<'_> {
        Buffers {
            shape: self.shape,
            observations: self.observations.rows(),
            masks: slice(&mut self.masks),
            seats: slice(&mut self.seats),
            learners: slice(&mut self.learners),
            rewards: slice(&mut self.rewards),
            dones: slice(&mut self.dones),
            final_scores: slice(&mut self.final_scores),
            outcomes: slice(&mut self.outcomes),
            final_observations: self.final_observations.rows(),
        }
    }
}

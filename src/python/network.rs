//! `expedition.Network`: a trained network, without torch.

use std::collections::BTreeMap;
use std::path::PathBuf;
use std::sync::Arc;

use numpy::{AllowTypeChange, PyArray1, PyArray2, PyArrayLike2, PyArrayLikeDyn, PyArrayMethods, PyUntypedArrayMethods};
use pyo3::exceptions::PyTypeError;
use pyo3::prelude::*;
use pyo3::types::{PyBytes, PyDict, PyString};
use rayon::prelude::*;
use serde_json::{Map, Value};

use super::convert::{from_python, to_dict, to_python};
use super::error::{file_error, value_error};
use super::game::{Game, game_of};
use crate::agents::network::file::{Tensors, layout_digest};
use crate::agents::network::layers::{Activations, GROUP, Inputs};
use crate::agents::network::{self, About, SparseRow, shipped, softmax};
use crate::any::open;
use crate::core::{ActionSet, MAX_SEATS};

/// Groups of rows that a thread evaluates before it takes more.
const GROUPS: usize = 3;

/// A trained network: takes the observation of the seat to act; gives probabilities for its legal actions and values for all seats.
///
/// >>> import expedition
/// >>> net = expedition.Network.load("toy-2")
/// >>> batch = expedition.Batch("toy", 3, seed=1)
/// >>> probabilities, values = net.evaluate(batch.observations, batch.action_masks)
/// >>> probabilities.shape, values.shape
/// ((3, 3), (3, 2))
/// >>> probabilities.argmax(axis=1).tolist()
/// [0, 0, 0]
#[pyclass(module = "expedition", frozen)]
pub struct Network {
    pub inner: Arc<network::Network>,
}

/// Sets the folder of the shipped networks. Only the first call has an effect.
#[pyfunction]
pub fn set_networks_folder(folder: PathBuf) {
    shipped::set_folder(folder);
}

/// The names of the shipped networks.
#[pyfunction]
pub fn network_names() -> Vec<String> {
    shipped::names()
}

#[pymethods]
impl Network {
    /// Loads a shipped network by name, or a file by its path (containing a / or ending in .safetensors).
    #[staticmethod]
    fn load(py: Python<'_>, source: PathBuf) -> PyResult<Self> {
        if let Some(path) = source.to_str().filter(|text| shipped::is_path(text))
            && let Err(error) = std::fs::File::open(path)
        {
            return Err(file_error(&source, &error));
        }
        let network = py.detach(|| shipped::load(&source.to_string_lossy())).map_err(value_error)?;
        Ok(Self { inner: network })
    }

    /// Makes a network for a game from arrays, by the names used in the file (`first.weight` and so on; docs/networks.md lists
    /// them). The numbers are rounded to half precision, as the file will hold them. `players` are the numbers of players
    /// it is for, by default the game's; `indifferent` names options whose values do not matter to it. Other keywords, such as
    /// `training` and `strength`, are stored in the file.
    #[staticmethod]
    #[pyo3(signature = (tensors, game, *, players = None, indifferent = None, **facts))]
    fn from_tensors(
        py: Python<'_>,
        tensors: &Bound<'_, PyDict>,
        game: &Bound<'_, PyAny>,
        players: Option<Vec<usize>>,
        indifferent: Option<Vec<String>>,
        facts: Option<&Bound<'_, PyDict>>,
    ) -> PyResult<Self> {
        let game = game_of(game, None)?;
        let mut options = game.options().clone();
        options.remove("reward");
        for name in indifferent.iter().flatten() {
            if options.remove(name).is_none() {
                return Err(value_error(format!("indifferent names {name:?}, which is no option of {}", game.name())));
            }
        }
        let about = About {
            game: game.name().to_string(),
            version: game.version(),
            options,
            layout: layout_digest(game.layout()),
            players: players.unwrap_or_else(|| vec![game.seats()]),
            facts: facts.map_or_else(|| Ok(BTreeMap::new()), texts)?,
        };
        let tensors = arrays(tensors)?;
        let network = py.detach(|| network::Network::from_tensors(about, &tensors)).map_err(value_error)?;
        Ok(Self { inner: Arc::new(network) })
    }

    /// Reads a network from the bytes of a file.
    #[staticmethod]
    fn from_bytes(data: &[u8]) -> PyResult<Self> {
        Ok(Self { inner: Arc::new(network::Network::from_bytes(data).map_err(value_error)?) })
    }

    /// The bytes of the network's file. Equal networks give equal bytes.
    fn to_bytes<'py>(&self, py: Python<'py>) -> Bound<'py, PyBytes> {
        PyBytes::new(py, &self.inner.to_bytes())
    }

    /// Writes the network's file, completely or not at all.
    fn save(&self, path: PathBuf) -> PyResult<()> {
        self.inner.save(&path).map_err(|error| file_error(&path, &error))
    }

    /// The same network with its weights in eight bits and a scale for each row, which halves its file.
    fn quantized(&self, py: Python<'_>) -> Self {
        Self { inner: Arc::new(py.detach(|| self.inner.quantized())) }
    }

    /// The probability of every action, zero where it is not legal, and the value of every seat, about -1 to 1: first the seat
    /// whose observation the row is, then the others in turn order.
    ///
    /// A row is dense (`observations`) or sparse (`indices`, `values`; unused slots hold an index of
    /// `game.observation_size` or more). A row gives the same numbers alone and among others.
    #[pyo3(signature = (observations = None, masks = None, *, indices = None, values = None))]
    #[expect(clippy::type_complexity, reason = "two arrays")]
    fn evaluate<'py>(
        &self,
        py: Python<'py>,
        observations: Option<PyArrayLike2<'py, f32, AllowTypeChange>>,
        masks: Option<PyArrayLike2<'py, bool, AllowTypeChange>>,
        indices: Option<PyArrayLike2<'py, i64, AllowTypeChange>>,
        values: Option<PyArrayLike2<'py, f32, AllowTypeChange>>,
    ) -> PyResult<(Bound<'py, PyArray2<f32>>, Bound<'py, PyArray2<f32>>)> {
        let (net, sizes) = (&*self.inner, (self.inner.inputs(), self.inner.actions()));
        let masks = masks.ok_or_else(|| PyTypeError::new_err("masks is missing: which actions are legal in each row"))?;
        let masks = masks.as_array();
        let rows = masks.nrows();
        let shaped = |name: &str, found: &[usize], wanted: [usize; 2]| {
            let sentence = || format!("{name} has the shape {found:?}, but {wanted:?} is needed");
            if found == wanted { Ok(()) } else { Err(value_error(sentence())) }
        };
        shaped("masks", masks.shape(), [rows, sizes.1])?;
        let inputs: Vec<SparseRow> = match (&observations, &indices, &values) {
            (Some(dense), None, None) => {
                let dense = dense.as_array();
                shaped("observations", dense.shape(), [rows, sizes.0])?;
                dense.rows().into_iter().map(|row| SparseRow::of(&row.to_vec())).collect()
            }
            (None, Some(indices), Some(values)) => {
                let (indices, values) = (indices.as_array(), values.as_array());
                shaped("indices", indices.shape(), [rows, indices.ncols()])?;
                shaped("values", values.shape(), [rows, indices.ncols()])?;
                indices
                    .rows()
                    .into_iter()
                    .zip(values.rows())
                    .map(|(at, values)| sparse(at.iter().zip(values), sizes.0))
                    .collect::<Result<_, _>>()?
            }
            _ => return Err(PyTypeError::new_err("evaluate takes observations, or indices and values")),
        };
        if let Some(row) = inputs.iter().position(|row| row.values.iter().any(|value| !value.is_finite())) {
            return Err(value_error(format!("row {row} holds a number that is not finite")));
        }
        let legal: Vec<ActionSet> = masks
            .rows()
            .into_iter()
            .map(|row| {
                let mut set = ActionSet::EMPTY;
                row.iter().enumerate().filter(|(_, legal)| **legal).for_each(|(id, _)| set.add_id(id));
                set
            })
            .collect();
        let (mut policy, mut worth) = (vec![0.0; rows * sizes.1], vec![0.0; rows * net.seats()]);
        py.detach(|| {
            let groups = inputs.par_chunks(GROUP).zip(legal.par_chunks(GROUP));
            let out = policy.par_chunks_mut(sizes.1 * GROUP).zip(worth.par_chunks_mut(net.seats() * GROUP));
            groups.zip(out).with_min_len(GROUPS).for_each_init(
                || (Activations::default(), Vec::new()),
                |(scratch, logits), ((inputs, legal), (policy, worth))| {
                    let rows: Vec<Inputs<'_>> = inputs.iter().map(SparseRow::inputs).collect();
                    let mut values = [[0.0; MAX_SEATS]; GROUP];
                    logits.clear();
                    net.evaluate_group(&rows, legal, scratch, logits, &mut values[..rows.len()]);
                    let mut rest = &mut logits[..];
                    let out = policy.chunks_exact_mut(sizes.1).zip(worth.chunks_exact_mut(net.seats()));
                    for ((legal, values), (policy, worth)) in legal.iter().zip(&values).zip(out) {
                        let (shares, left) = rest.split_at_mut(legal.len() as usize);
                        softmax(shares);
                        legal.iter().zip(&*shares).for_each(|(id, share)| policy[id] = *share);
                        worth.copy_from_slice(&values[..worth.len()]);
                        rest = left;
                    }
                },
            );
        });
        Ok((PyArray1::from_vec(py, policy).reshape([rows, sizes.1])?, PyArray1::from_vec(py, worth).reshape([rows, net.seats()])?))
    }

    /// The game it was trained on.
    #[getter]
    fn game(&self) -> PyResult<Game> {
        let about = self.inner.about();
        Ok(Game { inner: open(&about.game, &about.options, &Map::new()).map_err(value_error)? })
    }

    /// Its purpose and size, and its file's notes on training and strength.
    #[getter]
    fn info<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyDict>> {
        let about = self.inner.about();
        let out = PyDict::new(py);
        out.set_item("game", &about.game)?;
        out.set_item("version", about.version)?;
        out.set_item("players", &about.players)?;
        out.set_item("options", to_dict(py, &about.options)?)?;
        out.set_item("layout", format!("{:016x}", about.layout))?;
        out.set_item("widths", self.inner.widths())?;
        out.set_item("parameters", self.inner.parameters())?;
        for (key, text) in &about.facts {
            let value = serde_json::from_str(text).unwrap_or_else(|_| Value::from(text.as_str()));
            out.set_item(key, to_python(py, &value)?)?;
        }
        Ok(out)
    }

    /// Its weights, by their names in the file.
    fn tensors<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyDict>> {
        let out = PyDict::new(py);
        for (name, (shape, data)) in self.inner.tensors() {
            out.set_item(name, PyArray1::from_vec(py, data).reshape(shape)?)?;
        }
        Ok(out)
    }

    fn __eq__(&self, other: &Bound<'_, PyAny>) -> bool {
        other.cast::<Self>().is_ok_and(|other| {
            Arc::ptr_eq(&self.inner, &other.get().inner) || self.inner.to_bytes() == other.get().inner.to_bytes()
        })
    }

    fn __hash__(&self) -> u64 {
        crate::core::record::hash(&self.inner.to_bytes())
    }

    fn __reduce__<'py>(&self, py: Python<'py>) -> PyResult<(Bound<'py, PyAny>, (Bound<'py, PyBytes>,))> {
        Ok((py.get_type::<Self>().getattr("from_bytes")?, (self.to_bytes(py),)))
    }

    fn __repr__(&self) -> String {
        let (about, widths) = (self.inner.about(), self.inner.widths());
        let text = |numbers: &[usize], join: &str| numbers.iter().map(ToString::to_string).collect::<Vec<_>>().join(join);
        format!("<expedition.Network {} for {} players, {}>", about.game, text(&about.players, ", "), text(&widths, "-"))
    }
}

/// The inputs of a sparse row. Indices beyond the last input are unused slots.
fn sparse<'a>(pairs: impl Iterator<Item = (&'a i64, &'a f32)>, size: usize) -> PyResult<SparseRow> {
    let mut row: Vec<(i32, f32)> = Vec::new();
    for (&index, &value) in pairs {
        let index = usize::try_from(index).map_err(|_| value_error(format!("indices holds {index}: an index is 0 or more")))?;
        if index < size && value != 0.0 {
            row.push((index as i32, value));
        }
    }
    // Sums are made in this order, whatever the caller's.
    row.sort_unstable_by_key(|(index, _)| *index);
    if let Some(twice) = row.windows(2).find(|pair| pair[0].0 == pair[1].0) {
        return Err(value_error(format!("indices holds {} twice in a row", twice[0].0)));
    }
    let (indices, values) = row.into_iter().unzip();
    Ok(SparseRow { indices, values })
}

/// The keywords that go into the metadata: texts as they are, other plain data as JSON.
fn texts(facts: &Bound<'_, PyDict>) -> PyResult<BTreeMap<String, String>> {
    let mut out = BTreeMap::new();
    for (key, value) in facts.iter() {
        let text = match value.cast::<PyString>() {
            Ok(text) => text.to_str()?.to_string(),
            Err(_) => from_python(&value)?.to_string(),
        };
        out.insert(key.cast::<PyString>()?.to_str()?.to_string(), text);
    }
    Ok(out)
}

/// Arrays by name, with their shapes.
fn arrays(tensors: &Bound<'_, PyDict>) -> PyResult<Tensors> {
    let mut out = Tensors::new();
    for (name, array) in tensors.iter() {
        let name: String = name.extract().map_err(|_| PyTypeError::new_err("tensors are given by name: a dict of arrays"))?;
        let array = array
            .extract::<PyArrayLikeDyn<'_, f32, AllowTypeChange>>()
            .map_err(|_| PyTypeError::new_err(format!("tensor {name} is not an array of numbers")))?;
        let shape = array.shape().to_vec();
        out.insert(name, (shape, array.as_array().iter().copied().collect()));
    }
    Ok(out)
}

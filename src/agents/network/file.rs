//! Network files: safetensors with weights in half precision or eight bits, and metadata of strings.
//!
//! Everything a file claims is checked before memory is allocated for it: its length, the shapes, that tensors lie end to end, that
//! every weight is a number, and that the game, its version and its layout are those of this package.

use std::collections::BTreeMap;
use std::fmt::Write as _;
use std::io::Read;
use std::path::Path;

use half::f16;
use half::slice::HalfFloatSliceExt;
use safetensors::{Dtype, SafeTensorError, SafeTensors};
use serde_json::{Map, Value, json};

use super::layers::{Heads, Layer};
use super::quantized::{self, Scales};
use super::{About, Credit, Network};
use crate::core::action_set::MAX_ACTIONS;
use crate::core::file::write_whole;
use crate::core::record::hash;
use crate::core::{Action, Game, Layout, MAX_SEATS, Playable};
use crate::games::{self, Visitor};

/// Name of the format, as given in the metadata.
pub const FORMAT: &str = "expedition-network-1";
/// Longer files are refused unread.
pub const MAX_BYTES: u64 = 64 << 20;
/// Largest header accepted.
const MAX_HEADER: usize = 1 << 20;
const MAX_INPUTS: usize = 1 << 16;
const MAX_WIDTH: usize = 4096;
const MAX_HIDDEN: usize = 8;
/// The metadata that every file has.
const REQUIRED: [&str; 6] = ["format", "game", "version", "options", "layout", "players"];

/// The name and shape of each tensor.
type Shapes = BTreeMap<String, Vec<usize>>;

/// Tensors by name, with their shapes, from which a network is built.
pub type Tensors = BTreeMap<String, (Vec<usize>, Vec<f32>)>;

/// Identifies a layout: a digest of the names, positions and scales of all features, in order.
pub fn layout_digest(layout: &Layout) -> u64 {
    let mut text = String::new();
    for feature in layout.features() {
        let crate::core::Feature { name, shape, kind, low, high, labels, .. } = feature;
        let _ = writeln!(text, "{name} {shape:?} {kind:?} {low} {high} {labels:?}");
    }
    hash(text.as_bytes())
}

impl About {
    /// The metadata of a network for a game.
    pub fn of<R: Playable>(game: &Game<R>, facts: BTreeMap<String, String>) -> Self {
        let mut options = game.options.map().clone();
        options.remove("reward");
        Self {
            game: R::NAME.to_string(),
            version: R::VERSION,
            options,
            layout: layout_digest(game.layout()),
            players: vec![game.seats()],
            facts,
        }
    }
}

impl Network {
    /// Reads a file. Problems are sentences that begin with the file's name.
    pub fn load(path: &Path) -> Result<Self, String> {
        let named = |problem: String| format!("{}: {problem}", path.display());
        let read = || -> std::io::Result<Vec<u8>> {
            let mut bytes = Vec::new();
            std::fs::File::open(path)?.take(MAX_BYTES + 1).read_to_end(&mut bytes)?;
            Ok(bytes)
        };
        let length = std::fs::metadata(path).map_err(|e| named(format!("cannot be read: {e}")))?.len();
        if length > MAX_BYTES {
            return Err(named(too_long()));
        }
        Self::from_bytes(&read().map_err(|e| named(format!("cannot be read: {e}")))?).map_err(named)
    }

    /// Reads a file's bytes.
    pub fn from_bytes(bytes: &[u8]) -> Result<Self, String> {
        if bytes.len() as u64 > MAX_BYTES {
            return Err(too_long());
        }
        if let Some(size) = bytes.first_chunk::<8>().map(|size| u64::from_le_bytes(*size))
            && size > MAX_HEADER as u64
        {
            return Err(format!("this is not a network: its header would have {size} bytes, and {MAX_HEADER} are allowed"));
        }
        let (header, found) = SafeTensors::read_metadata(bytes).map_err(|e| problem(&e))?;
        let tensors = SafeTensors::deserialize(bytes).map_err(|e| problem(&e))?;
        debug_assert!(header <= MAX_HEADER);
        let about = read_about(found.metadata().iter().flatten().map(|(key, value)| (key.clone(), value.clone())).collect())?;
        let mut shapes: Shapes = found.tensors().into_iter().map(|(name, info)| (name, info.shape.clone())).collect();
        let quantized = check_types(&found.tensors().into_iter().map(|(name, info)| (name, info.dtype)).collect())?;
        let layers = if quantized { take_scales(&mut shapes)? } else { Vec::new() };
        let sizes = Sizes::read(&shapes)?;
        sizes.afford()?;
        sizes.fit(&about)?;
        let data = |name: &str| tensors.tensor(name).map(|tensor| tensor.data()).map_err(|e| problem(&e));
        let mut scales = Scales::new();
        for layer in layers {
            let name = format!("{layer}.scale");
            let numbers: Vec<f32> = data(&name)?.as_chunks::<4>().0.iter().map(|four| f32::from_le_bytes(*four)).collect();
            if numbers.iter().any(|scale| !(scale * 128.0).is_finite() || scale.is_sign_negative()) {
                return Err(format!("tensor {name} holds a scale that is negative or too large"));
            }
            scales.insert(layer, numbers);
        }
        let weights = |name: &str| -> Result<Vec<f32>, String> {
            let data = data(name)?;
            if let Some(scales) = name.strip_suffix(".weight").and_then(|layer| scales.get(layer)) {
                return Ok(quantized::weights(data, scales));
            }
            let halves: Vec<f16> = data.as_chunks::<2>().0.iter().map(|pair| f16::from_le_bytes(*pair)).collect();
            finite(name, halves.iter().all(|x| x.is_finite()))?;
            Ok(halves.to_f32_vec())
        };
        let mut network = sizes.build(about, weights)?;
        network.scales = quantized.then_some(scales);
        Ok(network)
    }

    /// Builds a network from tensors, rounding the numbers to half precision as its file will hold them.
    pub fn from_tensors(about: About, tensors: &Tensors) -> Result<Self, String> {
        let shapes: Shapes = tensors.iter().map(|(name, (shape, _))| (name.clone(), shape.clone())).collect();
        let sizes = Sizes::read(&shapes)?;
        for (name, (shape, data)) in tensors {
            if shape.iter().product::<usize>() != data.len() {
                return Err(format!("tensor {name} has {} numbers, but its shape is {shape:?}", data.len()));
            }
        }
        sizes.fit(&about)?;
        sizes.build(about, |name| {
            let halves: Vec<f16> = tensors[name].1.iter().copied().map(f16::from_f32).collect();
            finite(name, halves.iter().all(|x| x.is_finite()))?;
            Ok(halves.to_f32_vec())
        })
    }

    /// The same network with its weights rounded to multiples of these scales.
    pub(super) fn with_weights(&self, tensors: &Tensors, scales: Scales) -> Self {
        let shapes: Shapes = tensors.iter().map(|(name, (shape, _))| (name.clone(), shape.clone())).collect();
        let sizes = Sizes::read(&shapes).expect("the shapes are those of a network");
        let same = sizes.build(self.about.clone(), |name| Ok(tensors[name].1.clone()));
        Self { scales: Some(scales), ..same.expect("nothing is left to check") }
    }

    /// The layers' tensors by their names in the file, in the order they are written.
    pub fn tensors(&self) -> Tensors {
        let mut out = Tensors::new();
        let mut add = |name: &str, shape: Vec<usize>, weights: Vec<f32>, bias: &[f32]| {
            out.insert(format!("{name}.weight"), (shape, weights));
            out.insert(format!("{name}.bias"), (vec![bias.len()], bias.to_vec()));
        };
        let (first, last) = (&self.first, self.hidden.last().unwrap_or(&self.first).outputs());
        add("first", vec![first.inputs(), first.outputs()], first.weights(), first.bias());
        for (i, layer) in self.hidden.iter().enumerate() {
            add(&format!("hidden.{i}"), vec![layer.outputs(), layer.inputs()], layer.weights_transposed(), layer.bias());
        }
        add("policy", vec![self.policy.outputs(), last], self.policy.weights(), self.policy.bias());
        add("value", vec![self.value.outputs(), last], self.value.weights(), self.value.bias());
        out
    }

    /// The bytes of the network's file. Equal networks give equal bytes.
    pub fn to_bytes(&self) -> Vec<u8> {
        let mut header = Map::new();
        header.insert("__metadata__".to_string(), json!(write_about(&self.about)));
        let mut data = Vec::new();
        let mut add = |name: &str, dtype: &str, shape: &[usize], bytes: Vec<u8>| {
            let begin = data.len();
            data.extend(bytes);
            header.insert(name.to_string(), json!({ "dtype": dtype, "shape": shape, "data_offsets": [begin, data.len()] }));
        };
        for (layer, scales) in self.scales.iter().flatten() {
            let bytes = scales.iter().flat_map(|scale| scale.to_le_bytes()).collect();
            add(&format!("{layer}.scale"), "F32", &[scales.len()], bytes);
        }
        // The widest numbers first, so that every tensor is aligned.
        let scales = |name: &str| self.scales.as_ref()?.get(name.strip_suffix(".weight")?);
        let (bytes, halves): (Tensors, Tensors) = self.tensors().into_iter().partition(|(name, _)| scales(name).is_some());
        for (name, (shape, weights)) in &halves {
            add(name, "F16", shape, weights.iter().flat_map(|&weight| f16::from_f32(weight).to_le_bytes()).collect());
        }
        for (name, (shape, weights)) in &bytes {
            add(name, "I8", shape, quantized::levels(weights, scales(name).expect("it is one of those")));
        }
        let mut text = Value::Object(header).to_string();
        // The format requires tensors to begin at a multiple of eight.
        text.push_str(&" ".repeat(text.len().next_multiple_of(8) - text.len()));
        [&(text.len() as u64).to_le_bytes(), text.as_bytes(), &data].concat()
    }

    /// Writes the network's file, completely or not at all.
    pub fn save(&self, path: &Path) -> std::io::Result<()> {
        write_whole(path, &self.to_bytes())
    }
}

fn too_long() -> String {
    format!("this is not a network: it is longer than {} MB", MAX_BYTES >> 20)
}

fn finite(name: &str, all: bool) -> Result<(), String> {
    if all { Ok(()) } else { Err(format!("tensor {name} holds a weight that is not a finite number in half precision")) }
}

/// Whether the weights are stored in eight bits rather than half precision. Any other type is refused.
fn check_types(found: &BTreeMap<String, Dtype>) -> Result<bool, String> {
    let quantized = found.get("first.weight") == Some(&Dtype::I8);
    for (name, &found) in found {
        let wanted = match name.rsplit_once('.') {
            Some((_, "weight")) if quantized => Dtype::I8,
            Some((_, "scale")) if quantized => Dtype::F32,
            _ => Dtype::F16,
        };
        if found != wanted {
            return Err(if quantized {
                format!("tensor {name} holds {found:?}, but in a network with weights in eight bits it must hold {wanted:?}")
            } else {
                format!("tensor {name} holds {found:?}, but a network is stored in half precision (F16)")
            });
        }
    }
    Ok(quantized)
}

/// Removes the scales, one per row of each matrix, from the shapes, and returns the layers that have them.
fn take_scales(shapes: &mut Shapes) -> Result<Vec<String>, String> {
    let matrices = shapes.iter().filter_map(|(name, shape)| Some((name.strip_suffix(".weight")?.to_string(), *shape.first()?)));
    let matrices: Vec<(String, usize)> = matrices.collect();
    for (layer, rows) in &matrices {
        let name = format!("{layer}.scale");
        let found = shapes.remove(&name).ok_or_else(|| format!("this network has no tensor {name}"))?;
        if found != [*rows] {
            return Err(format!("tensor {name} has the shape {found:?}, but it must be [{rows}]"));
        }
    }
    Ok(matrices.into_iter().map(|(layer, _)| layer).collect())
}

/// A defect in the framing of a file.
fn problem(error: &SafeTensorError) -> String {
    match error {
        SafeTensorError::InvalidOffset(name) => {
            format!("this network is damaged: tensor {name} does not begin where the one before it ends")
        }
        SafeTensorError::TensorInvalidInfo => {
            "this network is damaged: a tensor has another number of bytes than its shape says".to_string()
        }
        SafeTensorError::MetadataIncompleteBuffer => {
            "this network is damaged: the tensors do not end where the file ends".to_string()
        }
        other => format!("this is not a network in the safetensors format: {other}"),
    }
}

fn read_about(mut facts: BTreeMap<String, String>) -> Result<About, String> {
    for key in REQUIRED {
        if !facts.contains_key(key) {
            return Err(format!(
                "this is not a network of expedition: its metadata lack {key:?}; they need {}",
                REQUIRED.join(", ")
            ));
        }
    }
    let mut take = |key: &str| facts.remove(key).expect("just checked");
    let format = take("format");
    if format != FORMAT {
        return Err(format!("this network has the format {format:?}, but this version reads {FORMAT:?}"));
    }
    let (game, version, options, layout, players) =
        (take("game"), take("version"), take("options"), take("layout"), take("players"));
    let bad = |key: &str, value: &str, right: &str| format!("the metadata say {key}={value:?}, but it must be {right}");
    let about = About {
        game,
        version: version.parse().map_err(|_| bad("version", &version, "a whole number"))?,
        options: serde_json::from_str(&options).map_err(|_| bad("options", &options, "a JSON object"))?,
        layout: u64::from_str_radix(&layout, 16).map_err(|_| bad("layout", &layout, "a number of 16 hexadecimal digits"))?,
        players: players
            .split(',')
            .map(|n| n.trim().parse().ok().filter(|n| (1..=MAX_SEATS).contains(n)))
            .collect::<Option<Vec<usize>>>()
            .filter(|counts| counts.is_sorted_by(|a, b| a < b))
            .ok_or_else(|| bad("players", &players, "numbers of players such as 2 or 2,3,4"))?,
        facts,
    };
    Ok(about)
}

fn write_about(about: &About) -> Map<String, Value> {
    let players: Vec<String> = about.players.iter().map(ToString::to_string).collect();
    let mut all = about.facts.clone();
    all.extend([
        ("format".to_string(), FORMAT.to_string()),
        ("game".to_string(), about.game.clone()),
        ("version".to_string(), about.version.to_string()),
        ("options".to_string(), Value::Object(about.options.clone()).to_string()),
        ("layout".to_string(), format!("{:016x}", about.layout)),
        ("players".to_string(), players.join(",")),
    ]);
    all.into_iter().map(|(key, value)| (key, Value::from(value))).collect()
}

/// The sizes that the shapes of a file's tensors agree on.
struct Sizes {
    inputs: usize,
    widths: Vec<usize>,
    actions: usize,
    seats: usize,
}

impl Sizes {
    fn read(shapes: &Shapes) -> Result<Self, String> {
        let shape = |name: &str| shapes.get(name).ok_or_else(|| format!("this network has no tensor {name}"));
        let matrix = |name: &str| match shape(name)?.as_slice() {
            &[rows, columns] => Ok((rows, columns)),
            other => Err(format!("tensor {name} has the shape {other:?}, but it must have two axes")),
        };
        let within = |name: &str, size: usize, most: usize| {
            let right = (1..=most).contains(&size);
            if right { Ok(size) } else { Err(format!("{name}: {size} is out of range; 1 to {most} are possible")) }
        };
        let (inputs, first) = matrix("first.weight")?;
        let mut widths = vec![within("the width of first", first, MAX_WIDTH)?];
        let inputs = within("the inputs of first", inputs, MAX_INPUTS)?;
        let joined = |name: &str, columns: usize, before: usize| {
            let fits = columns == before;
            if fits { Ok(()) } else { Err(format!("tensor {name} takes {columns} inputs, but the layer before it gives {before}")) }
        };
        let mut last = widths[0];
        while shapes.contains_key(&format!("hidden.{}.weight", widths.len() - 1)) {
            let name = format!("hidden.{}.weight", widths.len() - 1);
            let (rows, columns) = matrix(&name)?;
            joined(&name, columns, last)?;
            last = within(&format!("the width of {name}"), rows, MAX_WIDTH)?;
            widths.push(last);
        }
        within("the number of layers", widths.len(), MAX_HIDDEN + 1)?;
        let mut heads = [0; 2];
        for (size, (name, most)) in heads.iter_mut().zip([("policy", MAX_ACTIONS), ("value", MAX_SEATS)]) {
            let (rows, columns) = matrix(&format!("{name}.weight"))?;
            joined(&format!("{name}.weight"), columns, last)?;
            *size = within(&format!("the outputs of {name}"), rows, most)?;
        }
        let sizes = Self { inputs, widths, actions: heads[0], seats: heads[1] };
        for (name, width) in sizes.biases() {
            let found = shape(&name)?;
            if found[..] != [width] {
                return Err(format!("tensor {name} has the shape {found:?}, but it must be [{width}]"));
            }
        }
        let known = |name: &str| {
            let layer = name.strip_suffix(".weight").or_else(|| name.strip_suffix(".bias"));
            layer.is_some_and(|layer| sizes.biases().any(|(bias, _)| bias.strip_suffix(".bias") == Some(layer)))
        };
        match shapes.keys().find(|name| !known(name)) {
            Some(stranger) => Err(format!("this network has a tensor {stranger} that does not belong to its layers")),
            None => Ok(sizes),
        }
    }

    /// The biases and their lengths.
    fn biases(&self) -> impl Iterator<Item = (String, usize)> {
        let layers = self.widths.iter().enumerate();
        let named =
            layers.map(|(i, &width)| (if i == 0 { "first.bias".to_string() } else { format!("hidden.{}.bias", i - 1) }, width));
        named.chain([("policy.bias".to_string(), self.actions), ("value.bias".to_string(), self.seats)])
    }

    /// Checks up front that there is enough memory, because a failed allocation in a layer would end the process.
    fn afford(&self) -> Result<(), String> {
        let into = [self.inputs].into_iter().chain(self.widths.iter().copied());
        let last = self.widths.last().copied().unwrap_or(0);
        let layers = into.zip(&self.widths).map(|(inputs, outputs)| inputs * outputs).sum::<usize>();
        let weights = layers + last * (self.actions + self.seats);
        // The widest layer exists up to four times while it is transposed, and the game it is checked against needs some memory too.
        let bytes = weights * 16 + (4 << 20);
        Vec::<u8>::new().try_reserve_exact(bytes).map_err(|_| format!("{} MB for its weights do not fit into memory", bytes >> 20))
    }

    /// Checks that the network fits the game it names, as that game is in this package.
    fn fit(&self, about: &About) -> Result<(), String> {
        struct Fit<'a>(&'a Sizes, &'a About);
        impl Visitor for Fit<'_> {
            type Out = Result<(), String>;
            fn visit<R: Playable>(self) -> Self::Out {
                let Self(sizes, about) = self;
                if about.version != R::VERSION {
                    return Err(format!(
                        "this network was made for version {} of {}; this is version {}: its rules, ids or layout have changed",
                        about.version,
                        R::NAME,
                        R::VERSION
                    ));
                }
                let game = Game::<R>::new(&about.options, &Map::new())
                    .map_err(|e| format!("this network was made for options that are not valid: {e}"))?;
                if layout_digest(game.layout()) != about.layout || game.observation_size() != sizes.inputs {
                    return Err(format!(
                        "this network was made for another layout of {}: it takes {} inputs, and its digest differs from that of the {} of today",
                        R::NAME,
                        sizes.inputs,
                        game.observation_size()
                    ));
                }
                if sizes.actions != R::Action::COUNT {
                    return Err(format!("this network knows {} actions, but {} has {}", sizes.actions, R::NAME, R::Action::COUNT));
                }
                let most = about.players.iter().copied().max().unwrap_or(0);
                if sizes.seats != most || !about.players.contains(&game.seats()) {
                    return Err(format!(
                        "this network values {} seats and names {:?} players, but its options are for {}",
                        sizes.seats,
                        about.players,
                        game.seats()
                    ));
                }
                Ok(())
            }
        }
        games::visit(&about.game, Fit(self, about)).unwrap_or_else(|| {
            Err(format!(
                "this network plays {:?}, which is not in this package: its games are {}",
                about.game,
                games::NAMES.join(", ")
            ))
        })
    }

    /// Assembles the layers.
    fn build(&self, about: About, weights: impl Fn(&str) -> Result<Vec<f32>, String>) -> Result<Network, String> {
        let credit = Credit::read(&about.facts)?;
        let first = Layer::new(self.inputs, self.widths[0], &weights("first.weight")?, &weights("first.bias")?);
        let mut hidden = Vec::new();
        for (i, pair) in self.widths.windows(2).enumerate() {
            let (weight, bias) = (weights(&format!("hidden.{i}.weight"))?, weights(&format!("hidden.{i}.bias"))?);
            hidden.push(Layer::transposed(pair[0], pair[1], &weight, &bias));
        }
        let last = *self.widths.last().expect("there is a first layer");
        let policy = Heads::new(last, &weights("policy.weight")?, &weights("policy.bias")?);
        let value = Heads::new(last, &weights("value.weight")?, &weights("value.bias")?);
        Ok(Network { about, credit, first, hidden, policy, value, scales: None })
    }
}

//! Observations: a game writes each named feature once; the sink decides whether floats or a layout comes out.

use serde_json::{Map, Value};

/// How the floats of a feature are read back.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum FeatureKind {
    /// Numbers divided by this scale.
    Scaled(f32),
    /// At most one 1 along the last axis.
    OneHot,
    /// Zeros and ones.
    Flags,
}

/// One named feature as a game declares it.
#[derive(Clone, Copy, Debug)]
pub struct Spec<'a> {
    /// The name inside its group.
    pub name: &'static str,
    /// The shape; its product is the number of floats.
    pub shape: &'a [usize],
    /// How the floats are read back.
    pub kind: FeatureKind,
    /// No float is below.
    pub low: f32,
    /// No float is above.
    pub high: f32,
    /// Names along the last axis, or empty.
    pub labels: &'a [&'a str],
}

/// Where an observation goes. Games call the methods in the same order with the same sizes, whatever the state.
pub trait Sink {
    /// Whether labels are kept. A game that must gather its labels first may leave them out where they are not.
    const LABELS: bool = true;

    /// Opens a group: the features up to `end` are named `name.…`, or `name_index.…`.
    fn group(&mut self, name: &'static str, index: Option<usize>);
    /// Closes the last group.
    fn end(&mut self);
    /// One feature. `fill` gets its floats, all zero.
    fn write(&mut self, spec: Spec<'_>, fill: impl FnOnce(&mut [f32]));

    /// One feature of which `fill` sets every float: it may find anything in them. Worth it for wide features.
    #[inline(always)]
    fn write_whole(&mut self, spec: Spec<'_>, fill: impl FnOnce(&mut [f32])) {
        self.write(spec, fill);
    }

    /// Numbers from 0 to `max`.
    #[inline(always)]
    fn counts(&mut self, name: &'static str, values: &[u8], max: f32, labels: &[&str]) {
        self.counts_if(true, name, values, max, labels);
    }

    /// Numbers from 0 to `max`, or as many zeros where the viewer may not know them.
    #[inline(always)]
    fn counts_if(&mut self, known: bool, name: &'static str, values: &[u8], max: f32, labels: &[&str]) {
        let spec = Spec { name, shape: &[values.len()], kind: FeatureKind::Scaled(max), low: 0.0, high: 1.0, labels };
        self.write(spec, |out| {
            if known {
                let factor = 1.0 / max;
                for (slot, &value) in out.iter_mut().zip(values) {
                    *slot = value as f32 * factor;
                }
            }
        });
    }

    /// One number from 0 to `max`.
    #[inline(always)]
    fn count(&mut self, name: &'static str, value: u32, max: f32) {
        let spec = Spec { name, shape: &[1], kind: FeatureKind::Scaled(max), low: 0.0, high: 1.0, labels: &[] };
        self.write(spec, |out| out[0] = value as f32 / max);
    }

    /// One number from `low` to `high`, divided by the larger of their sizes.
    #[inline(always)]
    fn number(&mut self, name: &'static str, value: f32, low: f32, high: f32) {
        let scale = low.abs().max(high.abs());
        let spec = Spec { name, shape: &[1], kind: FeatureKind::Scaled(scale), low: low / scale, high: high / scale, labels: &[] };
        self.write(spec, |out| out[0] = value / scale);
    }

    /// One of `size` things, or none.
    #[inline(always)]
    fn one_hot(&mut self, name: &'static str, value: Option<usize>, size: usize, labels: &[&str]) {
        let spec = Spec { name, shape: &[size], kind: FeatureKind::OneHot, low: 0.0, high: 1.0, labels };
        self.write(spec, |out| {
            if let Some(i) = value {
                out[i] = 1.0;
            }
        });
    }

    /// The lowest `size` bits of a set.
    #[inline(always)]
    fn bits(&mut self, name: &'static str, bits: u128, size: usize, labels: &[&str]) {
        let spec = Spec { name, shape: &[size], kind: FeatureKind::Flags, low: 0.0, high: 1.0, labels };
        self.write(spec, |out| {
            let mut rest = bits;
            while rest != 0 {
                out[rest.trailing_zeros() as usize] = 1.0;
                rest &= rest - 1;
            }
        });
    }

    /// One flag.
    #[inline(always)]
    fn flag(&mut self, name: &'static str, value: bool) {
        self.bits(name, u128::from(value), 1, &[]);
    }
}

/// Writes floats. They are zeroed just ahead of the features that want them so, not those that are written whole.
#[derive(Debug)]
pub struct Tensor<'a> {
    out: &'a mut [f32],
    at: usize,
    /// Floats up to here are zero or written.
    clean: usize,
}

/// How many floats are zeroed at once beyond the feature in hand: most observations are done with one call.
const AHEAD: usize = 512;

impl<'a> Tensor<'a> {
    /// Starts at the first float; what is in `out` does not matter.
    #[inline]
    pub fn new(out: &'a mut [f32]) -> Self {
        Self { out, at: 0, clean: 0 }
    }

    #[inline(never)]
    fn clear(&mut self, end: usize) {
        let stop = (end + AHEAD).min(self.out.len());
        self.out[self.clean..stop].fill(0.0);
        self.clean = stop;
    }

    /// How many floats were written.
    pub fn written(&self) -> usize {
        self.at
    }
}

impl Sink for Tensor<'_> {
    const LABELS: bool = false;

    #[inline(always)]
    fn group(&mut self, _: &'static str, _: Option<usize>) {}

    #[inline(always)]
    fn end(&mut self) {}

    #[inline(always)]
    fn write(&mut self, spec: Spec<'_>, fill: impl FnOnce(&mut [f32])) {
        let end = self.at + spec.shape.iter().product::<usize>();
        if end > self.clean {
            self.clear(end);
        }
        fill(&mut self.out[self.at..end]);
        self.at = end;
    }

    #[inline(always)]
    fn write_whole(&mut self, spec: Spec<'_>, fill: impl FnOnce(&mut [f32])) {
        let end = self.at + spec.shape.iter().product::<usize>();
        fill(&mut self.out[self.at..end]);
        self.at = end;
        self.clean = self.clean.max(end);
    }
}

/// One feature of a layout: which floats, and what they mean.
#[derive(Clone, Debug, PartialEq)]
pub struct Feature {
    /// The full name, groups joined by dots.
    pub name: String,
    /// The first float.
    pub offset: usize,
    /// How many floats.
    pub size: usize,
    /// Their shape.
    pub shape: Vec<usize>,
    /// No float is below.
    pub low: f32,
    /// No float is above.
    pub high: f32,
    /// How they are read back.
    pub kind: FeatureKind,
    /// Names along the last axis, or empty.
    pub labels: Vec<String>,
}

/// Records names and offsets: the meaning of every float.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Layout {
    features: Vec<Feature>,
    groups: Vec<String>,
    size: usize,
}

impl Layout {
    /// The features in order.
    pub fn features(&self) -> &[Feature] {
        &self.features
    }

    /// How many floats there are.
    pub fn size(&self) -> usize {
        self.size
    }

    /// Turns a tensor back into named values: groups become objects, scaled numbers what they were.
    pub fn explain(&self, tensor: &[f32]) -> Value {
        let mut root = Map::new();
        for feature in &self.features {
            let floats = &tensor[feature.offset..feature.offset + feature.size];
            let value = feature.explain(floats, &feature.shape);
            let mut at = &mut root;
            let mut parts = feature.name.split('.').peekable();
            while let Some(part) = parts.next() {
                if parts.peek().is_none() {
                    at.insert(part.to_string(), value);
                    break;
                }
                let next = at.entry(part).or_insert_with(|| Value::Object(Map::new()));
                at = next.as_object_mut().expect("a group is not a feature");
            }
        }
        Value::Object(root)
    }
}

impl Feature {
    fn explain(&self, floats: &[f32], shape: &[usize]) -> Value {
        if shape.len() > 1 {
            let step = floats.len() / shape[0];
            return floats.chunks(step).map(|row| self.explain(row, &shape[1..])).collect();
        }
        let named = |values: Vec<Value>| -> Value {
            if self.labels.len() == values.len() {
                Value::Object(self.labels.iter().cloned().zip(values).collect())
            } else if let [one] = values.as_slice() {
                one.clone()
            } else {
                Value::Array(values)
            }
        };
        match self.kind {
            FeatureKind::OneHot => match floats.iter().position(|&f| f > 0.5) {
                Some(i) => self.labels.get(i).map_or_else(|| Value::from(i), |label| Value::from(label.as_str())),
                None => Value::Null,
            },
            FeatureKind::Flags => named(floats.iter().map(|&f| Value::from(f > 0.5)).collect()),
            FeatureKind::Scaled(scale) => named(floats.iter().map(|&f| number(f * scale)).collect()),
        }
    }
}

fn number(value: f32) -> Value {
    let rounded = value.round();
    if (value - rounded).abs() < 1e-3 { Value::from(rounded as i64) } else { Value::from(f64::from(value)) }
}

impl Sink for Layout {
    fn group(&mut self, name: &'static str, index: Option<usize>) {
        self.groups.push(index.map_or_else(|| name.to_string(), |i| format!("{name}_{i}")));
    }

    fn end(&mut self) {
        self.groups.pop();
    }

    fn write(&mut self, spec: Spec<'_>, _: impl FnOnce(&mut [f32])) {
        let size = spec.shape.iter().product();
        let name = self.groups.iter().map(String::as_str).chain([spec.name]).collect::<Vec<_>>().join(".");
        self.features.push(Feature {
            name,
            offset: self.size,
            size,
            shape: spec.shape.to_vec(),
            low: spec.low,
            high: spec.high,
            kind: spec.kind,
            labels: spec.labels.iter().map(ToString::to_string).collect(),
        });
        self.size += size;
    }
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    fn observe<S: Sink>(out: &mut S) {
        out.group("seat", Some(0));
        out.counts("goods", &[3, 0], 10.0, &["coin", "compass"]);
        out.counts_if(false, "hand", &[1, 1], 1.0, &[]);
        out.end();
        out.one_hot("decision", Some(1), 3, &["bid", "place", "stop"]);
        out.one_hot("subject", None, 2, &[]);
        out.number("margin", -4.0, -20.0, 10.0);
        out.flag("late", true);
        out.write(Spec { name: "map", shape: &[2, 2], kind: FeatureKind::Flags, low: 0.0, high: 1.0, labels: &[] }, |floats| {
            floats[3] = 1.0;
        });
        let wide = Spec { name: "wide", shape: &[700], kind: FeatureKind::Flags, low: 0.0, high: 1.0, labels: &[] };
        out.write_whole(wide, |floats| floats.fill(1.0));
        out.one_hot("last", Some(0), 2, &[]);
    }

    #[test]
    fn the_layout_names_every_float_and_explains_it() {
        let mut layout = Layout::default();
        observe(&mut layout);
        // Whatever was in the row before, every float is written or zero.
        let mut floats = vec![9.0; layout.size()];
        let mut tensor = Tensor::new(&mut floats);
        observe(&mut tensor);
        assert_eq!(tensor.written(), layout.size());
        assert_eq!(floats[layout.size() - 2..], [1.0, 0.0]);
        assert_eq!(layout.features()[1].name, "seat_0.hand");
        assert_eq!(
            layout.explain(&floats),
            json!({
                "seat_0": {"goods": {"coin": 3, "compass": 0}, "hand": [0, 0]},
                "decision": "place", "subject": null, "margin": -4, "late": true,
                "map": [[false, false], [false, true]],
                "wide": vec![true; 700],
                "last": 0,
            })
        );
    }
}

//! The meaning of every float of an observation.

use serde_json::{Map, Value};

use super::observe::Supply;
use super::sink::{FeatureKind, FeatureSpec, Sink};

/// One feature of a layout: which floats, and what they mean.
#[derive(Clone, Debug, PartialEq)]
pub struct Feature {
    /// The full name, with groups joined by dots.
    pub name: String,
    /// The name without group numbers: the same for every seat.
    pub family: String,
    /// The first float's index.
    pub offset: usize,
    /// Number of floats.
    pub size: usize,
    /// The shape of its floats.
    pub shape: Vec<usize>,
    /// The lower bound of every float.
    pub low: f32,
    /// The upper bound of every float.
    pub high: f32,
    /// How the floats are decoded.
    pub kind: FeatureKind,
    /// Names along the last axis, or empty.
    pub labels: Vec<String>,
    /// The most of its floats that can be nonzero at once.
    pub most: usize,
}

/// Records names and offsets: the meaning of every float.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Layout {
    features: Vec<Feature>,
    /// The open groups, each with its number if it has one.
    groups: Vec<(&'static str, Option<usize>)>,
    size: usize,
}

impl Layout {
    /// The features in order.
    pub fn features(&self) -> &[Feature] {
        &self.features
    }

    /// Number of floats.
    pub fn size(&self) -> usize {
        self.size
    }

    /// Upper bound on nonzero floats: the sum over all features, counting those that share a supply only once.
    pub fn max_nonzero(&self, supplies: &[Supply]) -> usize {
        let of = |supply: &Supply, feature: &Feature| supply.features.contains(&feature.family.as_str());
        let shared: usize = supplies.iter().map(|supply| supply.most.min(self.most(|f| of(supply, f)))).sum();
        shared + self.most(|f| !supplies.iter().any(|supply| of(supply, f)))
    }

    /// Upper bound on the nonzero floats of the features wanted, each counted alone.
    fn most(&self, wanted: impl Fn(&Feature) -> bool) -> usize {
        self.features.iter().filter(|f| wanted(f)).map(|f| f.most).sum()
    }

    /// Translates a tensor back into named values: groups become objects, scaled numbers regain their original size.
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

/// Undoes the scaling of a number; whole numbers come back whole.
pub(super) fn number(value: f32) -> Value {
    let rounded = value.round();
    if (value - rounded).abs() < 1e-3 { Value::from(rounded as i64) } else { Value::from((f64::from(value) * 1e4).round() / 1e4) }
}

impl Sink for Layout {
    const VALUES: bool = false;

    fn group(&mut self, name: &'static str, index: Option<usize>) {
        self.groups.push((name, index));
    }

    fn end(&mut self) {
        self.groups.pop();
    }

    fn feature(&mut self, spec: FeatureSpec<'_>) {
        let joined = |numbered: bool| -> String {
            let word = |&(name, index): &(&'static str, Option<usize>)| match index {
                Some(i) if numbered => format!("{name}_{i}"),
                _ => name.to_string(),
            };
            self.groups.iter().map(word).chain([spec.name.to_string()]).collect::<Vec<_>>().join(".")
        };
        self.features.push(Feature {
            name: joined(true),
            family: joined(false),
            offset: self.size,
            size: spec.size(),
            shape: spec.shape.to_vec(),
            low: spec.low,
            high: spec.high,
            kind: spec.kind,
            labels: spec.labels.iter().map(ToString::to_string).collect(),
            most: spec.most(),
        });
        self.size += spec.size();
    }

    fn put(&mut self, _: usize, _: f32) {}
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;
    use crate::core::{Tensor, write_sparse};

    fn observe<S: Sink>(out: &mut S) {
        out.group("seat", Some(0));
        out.counts("goods", &[3, 0], 10.0, &["coin", "compass"]);
        out.counts_if(false, "hand", &[1, 1], 1.0, &[]);
        out.end();
        out.one_hot("decision", Some(1), 3, &["bid", "place", "stop"]);
        out.one_hot("subject", None, 2, &[]);
        out.number("margin", -4.0, -20.0, 10.0);
        out.flag("late", true);
        out.feature(FeatureSpec { name: "map", shape: &[2, 2], kind: FeatureKind::Flags, low: 0.0, high: 1.0, labels: &[] });
        out.mark(3);
        out.feature(FeatureSpec { name: "wide", shape: &[700], kind: FeatureKind::Flags, low: 0.0, high: 1.0, labels: &[] });
        (0..11).for_each(|word| out.mark_bits(64 * word, if word < 10 { u64::MAX } else { (1 << 60) - 1 }));
        out.one_hot("last", Some(0), 2, &[]);
    }

    #[test]
    fn features_that_share_a_supply_count_once() {
        let mut layout = Layout::default();
        observe(&mut layout);
        // goods 2, hand 2, decision, subject, margin and late 1 each, map 4, wide 700, last 1.
        assert_eq!(layout.max_nonzero(&[]), 713);
        let shared = Supply { features: &["seat.goods", "seat.hand"], most: 3 };
        let wide = Supply { features: &["wide"], most: 10_000 };
        assert_eq!(layout.max_nonzero(&[shared, wide]), 712);
    }

    #[test]
    fn the_layout_names_every_float_and_explains_it() {
        let mut layout = Layout::default();
        observe(&mut layout);
        // Whatever the row held before, every float is now written or zeroed.
        let mut floats = vec![9.0; layout.size()];
        let mut tensor = Tensor::new(&mut floats);
        observe(&mut tensor);
        assert_eq!(tensor.written(), layout.size());
        assert_eq!(floats[layout.size() - 2..], [1.0, 0.0]);
        let most = layout.max_nonzero(&[]);
        let (mut indices, mut values) = (vec![-1; most], vec![9.0; most]);
        let (count, _) = write_sparse(&mut indices, &mut values, |out| observe(out));
        let dense = floats.iter().enumerate().filter(|(_, value)| **value != 0.0);
        assert!(dense.eq(indices[..count].iter().map(|&i| i as usize).zip(&values)), "sparse and dense agree");
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

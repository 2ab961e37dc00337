//! Observations translated back into the words of the game: names for numbers, sets as lists, `null` for absent things.

use serde_json::{Map, Value};

use super::layout::number;
use super::sink::FeatureKind;
use super::{Feature, Game, Playable, Seat};

/// The meaning of the positions along one axis of a feature.
#[derive(Clone, Debug, PartialEq)]
pub enum Axis {
    /// By the layout's labels; by position where it has none.
    Labels,
    /// As seats, the viewer's first.
    Seats,
    /// By these names.
    Names(Vec<String>),
    /// As numbers from 1.
    Ordinals,
    /// As numbers from 0, for counts.
    Amount,
    /// As a place: a flag for whether there is one, then its coordinates.
    Place,
}

impl Axis {
    /// By these names, given as anything that can be printed.
    pub fn names<T: ToString>(names: impl IntoIterator<Item = T>) -> Self {
        Self::Names(names.into_iter().map(|name| name.to_string()).collect())
    }
}

/// Lists of counts up to this length are given in full.
const FEW: usize = 5;

/// Reads the tensors of one viewer.
struct Reader<'a, R: Playable> {
    game: &'a Game<R>,
    viewer: Option<Seat>,
}

/// Translates a tensor back into named values: groups become objects, scaled numbers regain their original size. If the viewer's
/// seat is given, seats go by their names; the observation alone does not reveal it, so otherwise they count from the viewer, `you`.
pub fn explain<R: Playable>(game: &Game<R>, tensor: &[f32], viewer: Option<Seat>) -> Value {
    let reader = Reader { game, viewer };
    let mut root = Map::new();
    for feature in game.layout().features() {
        let Some(path) = reader.path(feature) else { continue };
        let floats = &tensor[feature.offset..feature.offset + feature.size];
        let value = game.rules.reword(&feature.family, reader.read(feature, floats, 0));
        let (last, groups) = path.split_last().expect("a feature has a name");
        let mut at = &mut root;
        for part in groups {
            let next = at.entry(part.as_str()).or_insert_with(|| Value::Object(Map::new()));
            at = next.as_object_mut().expect("a group is not a feature");
        }
        at.insert(last.clone(), value);
    }
    Value::Object(root)
}

impl<R: Playable> Reader<'_, R> {
    /// The groups of a feature and its own name; `None` for an empty seat.
    fn path(&self, feature: &Feature) -> Option<Vec<String>> {
        let mut path: Vec<String> = feature.name.split('.').map(String::from).collect();
        if let Some(number) = path[0].strip_prefix("seat_").and_then(|number| number.parse().ok()) {
            path[0] = self.seat(number)?;
        } else if let Some(number) = path[0].strip_prefix("supply_").and_then(|number| number.parse::<usize>().ok()) {
            // The layout counts from 0, people from 1.
            path[0] = format!("supply_{}", number + 1);
        }
        Some(path)
    }

    /// The name of a seat counted from the viewer; `None` if the game has fewer seats.
    fn seat(&self, after: usize) -> Option<String> {
        let seats = self.game.seats();
        match self.viewer {
            _ if after >= seats => None,
            Some(viewer) => Some(self.game.rules.seat_name(Seat(((viewer.at() + after) % seats) as u8))),
            None if after == 0 => Some("you".to_string()),
            None => Some(format!("{after} after you")),
        }
    }

    /// The name of the position `at` along an axis; `None` where it stands for an empty seat.
    fn called(&self, axis: &Axis, labels: &[String], at: usize) -> Option<Value> {
        match axis {
            Axis::Labels => labels.get(at).map(|label| label.parse::<u32>().map_or_else(|_| label.as_str().into(), Value::from)),
            Axis::Names(names) => names.get(at).map(|name| Value::from(name.as_str())),
            Axis::Seats => self.seat(at).map(Value::from),
            Axis::Ordinals => Some(Value::from(at + 1)),
            Axis::Amount => Some(Value::from(at)),
            Axis::Place => None,
        }
    }

    fn read(&self, feature: &Feature, floats: &[f32], axis: usize) -> Value {
        let reads = self.game.rules.axis(feature, axis);
        if axis + 1 < feature.shape.len() {
            return self.rows(feature, floats, axis, &reads);
        }
        let labels = feature.labels.as_slice();
        let bare = reads == Axis::Labels && labels.is_empty();
        match feature.kind {
            _ if reads == Axis::Place => place(floats, feature.kind),
            FeatureKind::OneHot => floats.iter().position(|&f| f > 0.5).map_or(Value::Null, |at| {
                if bare { Value::from(at) } else { self.called(&reads, labels, at).unwrap_or(Value::Null) }
            }),
            FeatureKind::Flags if bare && floats.len() == 1 => Value::from(floats[0] > 0.5),
            FeatureKind::Flags => {
                let set = (0..floats.len()).filter(|&at| floats[at] > 0.5);
                set.filter_map(|at| if bare { Some(Value::from(at + 1)) } else { self.called(&reads, labels, at) }).collect()
            }
            FeatureKind::Scaled(scale) if bare => match floats {
                [one] => number(one * scale),
                _ => floats.iter().map(|f| number(f * scale)).collect(),
            },
            FeatureKind::Scaled(scale) => {
                let named =
                    floats.iter().enumerate().filter_map(|(at, f)| Some((self.called(&reads, labels, at)?, number(f * scale))));
                // Long lists omit zeros, but a seat with nothing is still listed.
                let whole = reads == Axis::Seats || floats.len() <= FEW;
                let kept = named.filter(|(_, value)| whole || value.as_i64() != Some(0));
                Value::Object(kept.map(|(name, value)| (key(&name), value)).collect())
            }
        }
    }

    /// The rows along an axis: by name without the empty ones, or in order.
    fn rows(&self, feature: &Feature, floats: &[f32], axis: usize, reads: &Axis) -> Value {
        let step = floats.len() / feature.shape[axis];
        let rows = floats.chunks(step).map(|row| self.read(feature, row, axis + 1));
        if *reads == Axis::Labels {
            return rows.collect();
        }
        let kept = rows.enumerate().filter(|(_, row)| !is_empty(row));
        Value::Object(kept.filter_map(|(at, row)| Some((key(&self.called(reads, &[], at)?), row))).collect())
    }
}

fn key(name: &Value) -> String {
    name.as_str().map_or_else(|| name.to_string(), String::from)
}

fn is_empty(value: &Value) -> bool {
    match value {
        Value::Null => true,
        Value::Array(all) => all.is_empty(),
        Value::Object(all) => all.is_empty(),
        _ => false,
    }
}

/// A place in the form that views use: `[x, y]`, or `null`.
fn place(floats: &[f32], kind: FeatureKind) -> Value {
    let scale = if let FeatureKind::Scaled(scale) = kind { scale } else { 1.0 };
    match floats {
        [there, x, y] if *there > 0.0 => [x, y].into_iter().map(|f| number(f * scale)).collect(),
        _ => Value::Null,
    }
}

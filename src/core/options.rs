//! Options: declared once per game; defaults, checks, error messages, the command line and the docs are derived from the declaration.

use serde_json::{Map, Value};

use super::Problems;

/// The values an option takes.
#[derive(Clone, Copy, Debug)]
pub enum Kind {
    /// A whole number in a closed range.
    Int(i64, i64),
    /// True or false.
    Bool,
    /// One of a few words.
    Choice(&'static [&'static str]),
    /// Free text parsed by the game; the string says what it accepts.
    Other(&'static str),
}

/// The default of an option.
#[derive(Clone, Copy, Debug)]
pub enum DefaultValue {
    /// A number.
    Int(i64),
    /// A truth value.
    Bool(bool),
    /// A word.
    Text(&'static str),
}

/// One option of a game.
#[derive(Clone, Copy, Debug)]
pub struct OptionSpec {
    /// The keyword.
    pub name: &'static str,
    /// The values it accepts.
    pub kind: Kind,
    /// The value used if none is given.
    pub default: DefaultValue,
    /// One sentence of help, with the rule number where there is one.
    pub help: &'static str,
}

impl OptionSpec {
    /// A whole number from `low` to `high`.
    pub const fn int(name: &'static str, (low, high): (i64, i64), default: i64, help: &'static str) -> Self {
        Self { name, kind: Kind::Int(low, high), default: DefaultValue::Int(default), help }
    }

    /// True or false.
    pub const fn switch(name: &'static str, default: bool, help: &'static str) -> Self {
        Self { name, kind: Kind::Bool, default: DefaultValue::Bool(default), help }
    }

    /// One of a few words.
    pub const fn choice(name: &'static str, words: &'static [&'static str], default: &'static str, help: &'static str) -> Self {
        Self { name, kind: Kind::Choice(words), default: DefaultValue::Text(default), help }
    }

    /// Free text parsed by the game; `takes` says what it accepts.
    pub const fn other(name: &'static str, takes: &'static str, default: &'static str, help: &'static str) -> Self {
        Self { name, kind: Kind::Other(takes), default: DefaultValue::Text(default), help }
    }

    /// The accepted values, in words.
    pub fn takes(&self) -> String {
        match self.kind {
            Kind::Int(low, high) => format!("a whole number from {low} to {high}"),
            Kind::Bool => "True or False".to_string(),
            Kind::Choice(words) => format!("one of {}", quoted(words)),
            Kind::Other(text) => text.to_string(),
        }
    }

    /// The default as a value.
    pub fn default_value(&self) -> Value {
        match self.default {
            DefaultValue::Int(n) => n.into(),
            DefaultValue::Bool(b) => b.into(),
            DefaultValue::Text(t) => t.into(),
        }
    }

    fn admits(&self, value: &Value) -> bool {
        match self.kind {
            Kind::Int(low, high) => value.as_i64().is_some_and(|n| (low..=high).contains(&n)),
            Kind::Bool => value.is_boolean(),
            Kind::Choice(words) => value.as_str().is_some_and(|t| words.contains(&t)),
            Kind::Other(_) => true,
        }
    }
}

/// The reward scheme.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Reward {
    /// At the end: winners share +1, the others share -1.
    Outcome,
    /// At each step: the change in the seat's points, scaled.
    Score,
}

/// The options that every game has.
pub const COMMON: &[OptionSpec] = &[
    OptionSpec::choice(
        "reward",
        &["outcome", "score"],
        "outcome",
        "outcome: who won, at the end; score: the change in the seat's points at each step, scaled",
    ),
    OptionSpec::choice(
        "observation",
        &["compact", "padded"],
        "compact",
        "compact: sized for these players; padded: sized for the most players, with presence bits",
    ),
];

/// The option of games whose observations can include computed features besides the pieces on the table. Such a game lists
/// it among its own options, whereas `reward` and `observation` belong to every game.
pub const GLANCE: OptionSpec = OptionSpec::switch(
    "glance",
    true,
    "observations hold what a person sees at a glance (points, gains, ways); False: only the pieces, at several times the speed",
);

/// Whether an option affects only what is shown and rewarded, not what can happen.
pub fn is_presentation(name: &str) -> bool {
    name == GLANCE.name || COMMON.iter().any(|common| common.name == name)
}

/// A complete, checked set of options.
#[derive(Clone, Debug, PartialEq)]
pub struct Options(Map<String, Value>);

impl Options {
    /// Checks the given values against the declarations and fills in the defaults.
    pub fn parse(game: &str, specs: &[OptionSpec], given: &Map<String, Value>) -> Result<Self, Problems> {
        let all = || specs.iter().chain(COMMON);
        let mut problems = Problems::new();
        for name in given.keys() {
            problems.expect(all().any(|s| s.name == name), || {
                let names: Vec<&str> = all().map(|s| s.name).collect();
                format!("{game} has no option {name:?}: its options are {}", names.join(", "))
            });
        }
        let mut full = Map::new();
        for spec in all() {
            let value = given.get(spec.name).cloned().unwrap_or_else(|| spec.default_value());
            problems.expect(spec.admits(&value), || {
                format!("option {}={} of {game}: it must be {}", spec.name, shown(&value), spec.takes())
            });
            full.insert(spec.name.to_string(), value);
        }
        problems.into_result(Self(full))
    }

    /// All options, in the order of declaration.
    pub fn map(&self) -> &Map<String, Value> {
        &self.0
    }

    /// The options a record names. `glance` is left out at its default, so that records made before the option existed and
    /// records of the same game made today are the same.
    pub fn recorded(&self) -> Map<String, Value> {
        let later = |name: &str, value: &Value| name == GLANCE.name && *value == GLANCE.default_value();
        self.0.iter().filter(|(name, value)| !later(name, value)).map(|(name, value)| (name.clone(), value.clone())).collect()
    }

    /// The value of any option, as plain data.
    pub fn value(&self, name: &str) -> &Value {
        &self.0[name]
    }

    /// The number of an [int](OptionSpec::int).
    pub fn int(&self, name: &str) -> i64 {
        self.0[name].as_i64().expect("checked by parse")
    }

    /// The value of a [switch](OptionSpec::switch).
    pub fn switch(&self, name: &str) -> bool {
        self.0[name].as_bool().expect("checked by parse")
    }

    /// The word of a [choice](OptionSpec::choice).
    pub fn choice(&self, name: &str) -> &str {
        self.0[name].as_str().expect("checked by parse")
    }

    /// The reward scheme.
    pub fn reward(&self) -> Reward {
        if self.choice("reward") == "score" { Reward::Score } else { Reward::Outcome }
    }

    /// Whether observations are sized for the maximum number of players.
    pub fn padded(&self) -> bool {
        self.choice("observation") == "padded"
    }

    /// Whether observations hold computed features, in a game that lists [`GLANCE`].
    pub fn glance(&self) -> bool {
        self.switch(GLANCE.name)
    }
}

fn shown(value: &Value) -> String {
    match value {
        Value::Bool(b) => if *b { "True" } else { "False" }.to_string(),
        Value::Null => "None".to_string(),
        other => other.to_string(),
    }
}

fn quoted(words: &[&str]) -> String {
    words.iter().map(|w| format!("{w:?}")).collect::<Vec<_>>().join(", ")
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    const SPECS: &[OptionSpec] = &[OptionSpec::int("players", (2, 4), 2, "")];

    fn parse(given: &Value) -> Result<Options, Problems> {
        Options::parse("toy", SPECS, given.as_object().expect("an object"))
    }

    #[test]
    fn defaults_are_filled_in() {
        let options = parse(&json!({"players": 3})).expect("valid");
        assert_eq!((options.int("players"), options.reward(), options.padded()), (3, Reward::Outcome, false));
    }

    #[test]
    fn a_record_names_glance_only_where_it_was_changed() {
        let of = |given: &Value| Options::parse("toy", &[GLANCE], given.as_object().expect("an object")).expect("valid").recorded();
        assert_eq!(Value::from(of(&json!({"glance": true}))), json!({"reward": "outcome", "observation": "compact"}));
        assert_eq!(of(&json!({"glance": false}))["glance"], false);
    }

    #[test]
    fn every_problem_is_named_at_once() {
        let text = parse(&json!({"players": 5, "plyers": 2, "reward": true})).expect_err("three problems").to_string();
        for part in ["3 problems", "no option \"plyers\"", "players, reward, observation", "players=5", "2 to 4", "reward=True"] {
            assert!(text.contains(part), "{part} is not in {text}");
        }
    }
}

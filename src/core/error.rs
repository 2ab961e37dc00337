//! Errors, each a sentence that says what was wrong and what would have been right.

use std::fmt;

/// An action that is not legal in this position. Nothing has changed.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Illegal {
    /// The sentence for people.
    pub message: String,
}

impl fmt::Display for Illegal {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.message)
    }
}

impl std::error::Error for Illegal {}

/// An impossible state: which invariant is broken, and how.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Broken {
    /// The invariant's short name.
    pub invariant: &'static str,
    /// The details.
    pub detail: String,
}

impl fmt::Display for Broken {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "impossible state, invariant broken: {} ({})", self.invariant, self.detail)
    }
}

impl std::error::Error for Broken {}

/// Returns a [`Broken`] from the surrounding function unless the condition holds.
#[macro_export]
macro_rules! ensure {
    ($condition:expr, $invariant:expr, $($detail:tt)+) => {
        if !$condition {
            return Err($crate::core::Broken { invariant: $invariant, detail: format!($($detail)+) });
        }
    };
}

/// Everything wrong with the options or content, collected so that it is all reported at once.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Problems(Vec<String>);

impl Problems {
    /// No problems yet.
    pub fn new() -> Self {
        Self::default()
    }

    /// A single problem.
    pub fn one(sentence: impl Into<String>) -> Self {
        Self(vec![sentence.into()])
    }

    /// Adds a problem.
    pub fn add(&mut self, sentence: impl Into<String>) {
        self.0.push(sentence.into());
    }

    /// Adds a problem unless the condition holds.
    pub fn expect(&mut self, condition: bool, sentence: impl FnOnce() -> String) {
        if !condition {
            self.0.push(sentence());
        }
    }

    /// Whether there are no problems.
    pub fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    /// The value, or all the problems.
    pub fn into_result<T>(self, value: T) -> Result<T, Self> {
        if self.0.is_empty() { Ok(value) } else { Err(self) }
    }
}

impl fmt::Display for Problems {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.0.as_slice() {
            [one] => f.write_str(one),
            many => {
                write!(f, "{} problems:", many.len())?;
                for problem in many {
                    write!(f, "\n- {problem}")?;
                }
                Ok(())
            }
        }
    }
}

impl std::error::Error for Problems {}

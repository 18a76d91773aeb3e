//! A single test of a string, such as `host=a`.
//!
//! In: a string that was read. Out: whether the test holds. What needs the whole string, and not the value of a column, is
//! answered by [`Conditions`](super::Conditions): the lints of all tests are looked for at once.

use regex::{Regex, RegexBuilder};
use urispec_lint::{Lint, Pack};

use super::super::column::{Column, Read, Value};
use crate::output::usage::Usage;

/// A test, which may say the opposite.
#[derive(Clone, Debug)]
pub(super) enum Test {
    /// Whether the string is a reference.
    Valid(bool),
    /// Whether a component is defined.
    Defined(Column, bool),
    Compared {
        column: Column,
        how: How,
        with: String,
        is: bool,
    },
    /// Whether a pattern is found in a value.
    Matched {
        column: Column,
        pattern: Regex,
        is: bool,
    },
    /// Whether a value is a number of this order.
    Number {
        column: Column,
        order: Order,
        with: u64,
        is: bool,
    },
    /// Whether a lint of the security pack speaks of the string.
    Found(&'static Lint, bool),
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum How {
    Is,
    Begins,
    Ends,
    Contains,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Order {
    More,
    AtLeast,
    Less,
    AtMost,
}

impl Test {
    /// The test that a name alone is: `valid`, a column, a lint.
    pub(super) fn named(text: &str) -> Result<Self, Usage> {
        match &*text.to_ascii_lowercase() {
            "valid" | "!invalid" => return Ok(Self::Valid(true)),
            "invalid" | "!valid" => return Ok(Self::Valid(false)),
            _ => {}
        }
        let (name, is) = match text.strip_prefix('!') {
            Some(name) => (name, false),
            None => (text, true),
        };
        if let Some(column) = Column::named(name) {
            return Ok(Self::Defined(column, is));
        }
        let lints = Pack::Security.lints();
        if let Some(lint) = lints.iter().find(|lint| lint.id().eq_ignore_ascii_case(name)) {
            return Ok(Self::Found(lint, is));
        }
        let forms = ["valid", "invalid", "host=VALUE", "port", "!port"].into_iter();
        Err(Usage::unknown("conditions", forms.chain(lints.iter().map(|lint| lint.id())), text))
    }

    pub(super) fn compared(name: &str, how: How, with: String, is: bool) -> Result<Self, Usage> {
        Ok(Self::Compared { column: Column::of(name, "conditions")?, how, with, is })
    }

    /// The test of a pattern. What is wrong with the pattern is for the caller to say.
    pub(super) fn matched(
        name: &str,
        pattern: &str,
        is: bool,
        say: impl FnOnce(regex::Error) -> Usage,
    ) -> Result<Self, Usage> {
        let column = Column::of(name, "conditions")?;
        let pattern = RegexBuilder::new(pattern)
            .case_insensitive(column.ignores_case())
            .build()
            .map_err(say)?;
        Ok(Self::Matched { column, pattern, is })
    }

    /// The test of an order; the inner result is none if the column has no numbers.
    pub(super) fn number(name: &str, order: Order, with: u64) -> Result<Option<Self>, Usage> {
        let column = Column::of(name, "conditions")?;
        let test = |column| Self::Number { column, order, with, is: true };
        Ok(column.has_numbers().then(|| test(column)))
    }

    /// The opposite.
    pub(super) fn negated(mut self) -> Self {
        let (Self::Valid(is)
        | Self::Defined(_, is)
        | Self::Compared { is, .. }
        | Self::Matched { is, .. }
        | Self::Number { is, .. }
        | Self::Found(_, is)) = &mut self;
        *is = !*is;
        self
    }

    /// The column that the test is about.
    pub(super) const fn column(&self) -> Option<&Column> {
        match self {
            Self::Defined(column, _)
            | Self::Compared { column, .. }
            | Self::Matched { column, .. }
            | Self::Number { column, .. } => Some(column),
            Self::Valid(_) | Self::Found(..) => None,
        }
    }

    pub(super) const fn lint(&self) -> Option<&'static Lint> {
        match self {
            Self::Found(lint, _) => Some(*lint),
            _ => None,
        }
    }

    /// Whether the test speaks of invalid strings.
    pub(super) fn wants_invalid(&self) -> bool {
        match self {
            Self::Valid(false) | Self::Defined(Column::Error | Column::Cause, true) => true,
            Self::Compared { column, is, .. } | Self::Matched { column, is, .. } => {
                // Only what is invalid has a cause.
                *column == Column::Valid || matches!(column, Column::Cause | Column::Error) && *is
            }
            _ => false,
        }
    }

    /// How long the test takes, roughly.
    pub(super) const fn cost(&self) -> u8 {
        match self {
            Self::Valid(_) => 0,
            Self::Defined(..) => 1,
            Self::Compared { .. } | Self::Number { .. } => 2,
            Self::Matched { .. } => 3,
            Self::Found(..) => 4,
        }
    }

    pub(super) fn holds(&self, read: &Read<'_>, decode: bool) -> bool {
        match self {
            Self::Valid(is) => read.found.is_some() == *is,
            Self::Defined(column, is) => read.value(column, decode).is_some() == *is,
            Self::Compared { column, how, with, is } => {
                let value = read.value(column, decode);
                let compares = value
                    .is_some_and(|value| how.compares(&value.text(), with, column.ignores_case()));
                compares == *is
            }
            Self::Matched { column, pattern, is } => {
                let value = read.value(column, decode);
                value.is_some_and(|value| pattern.is_match(&value.text())) == *is
            }
            Self::Number { column, order, with, is } => {
                let number = read.value(column, decode).and_then(|value| number(&value));
                number.is_some_and(|number| order.has(number, *with)) == *is
            }
            Self::Found(..) => false,
        }
    }
}

/// The number that a value is; the largest, if it is larger.
fn number(value: &Value<'_>) -> Option<u64> {
    if let Value::Number(number) = value {
        return Some(*number);
    }
    let text = value.text();
    let are_digits = !text.is_empty() && text.bytes().all(|digit| digit.is_ascii_digit());
    are_digits.then(|| text.parse().unwrap_or(u64::MAX))
}

impl Order {
    const fn has(self, number: u64, with: u64) -> bool {
        match self {
            Self::More => number > with,
            Self::AtLeast => number >= with,
            Self::Less => number < with,
            Self::AtMost => number <= with,
        }
    }
}

impl How {
    fn compares(self, value: &str, with: &str, ignores_case: bool) -> bool {
        if ignores_case {
            return self.compares(&value.to_ascii_lowercase(), &with.to_ascii_lowercase(), false);
        }
        match self {
            Self::Is => value == with,
            Self::Begins => value.starts_with(with),
            Self::Ends => value.ends_with(with),
            Self::Contains => value.contains(with),
        }
    }
}

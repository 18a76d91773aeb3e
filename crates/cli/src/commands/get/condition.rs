//! Which strings get a row: the conditions of `--where`.
//!
//! In: conditions as they are written, and a string that was read. Out: whether all conditions hold. A
//! condition may have alternatives, of which one must hold.
//!
//! A pattern of `=~` and `!~` may have a `|` of its own, so such a condition is the last of its alternatives.
//!
//! The surprising case: `host!=a` holds where there is no host, since it says the opposite of `host=a`.

use regex::{Regex, RegexBuilder};
use urispec::lint::security::Selection;
use urispec::lint::{Finding, Lint, Pack};

use super::column::{Column, Read};
use crate::output::usage::Usage;

/// Conditions that must all hold.
#[derive(Clone)]
pub(super) struct Conditions {
    all: Vec<Vec<Test>>,
    /// The lints of which a condition speaks. No others are looked for.
    lints: Selection,
}

#[derive(Clone, Debug)]
enum Test {
    Valid,
    Invalid,
    /// Whether a component is defined.
    Defined(Column, bool),
    /// Whether a value compares so, and whether the answer is turned around.
    Compared {
        column: Column,
        how: How,
        with: String,
        is_not: bool,
    },
    /// Whether a pattern is found in a value, and whether the answer is turned around.
    Matched {
        column: Column,
        pattern: Regex,
        is_not: bool,
    },
    /// Whether a lint of the security pack speaks of the string, or does not.
    Found(&'static Lint, bool),
}

#[derive(Clone, Copy, Debug, PartialEq)]
enum How {
    Is,
    Begins,
    Ends,
    Contains,
}

impl Conditions {
    pub(super) fn of(all: &[String]) -> Result<Self, Usage> {
        let alternatives = |text: &String| divided(text).into_iter().map(Test::of).collect();
        let mut all = all.iter().map(alternatives).collect::<Result<Vec<Vec<Test>>, _>>()?;
        // The answer is the same in any order. One that takes no time may spare another.
        for alternatives in &mut all {
            alternatives.sort_by_key(Test::cost);
        }
        all.sort_by_key(|alternatives| alternatives.iter().map(Test::cost).max());
        let lints = all.iter().flatten().filter_map(|test| match test {
            Test::Found(lint, _) => Some(*lint),
            _ => None,
        });
        let lints = Selection::of(lints);
        Ok(Self { all, lints })
    }

    /// Whether any condition speaks of invalid strings.
    pub(super) fn want_invalid(&self) -> bool {
        self.all.iter().flatten().any(|test| match test {
            Test::Invalid | Test::Defined(Column::Error, true) => true,
            Test::Compared { column, .. } | Test::Matched { column, .. } => {
                *column == Column::Valid
            }
            _ => false,
        })
    }

    /// Whether no condition is there.
    pub(super) fn is_empty(&self) -> bool {
        self.all.is_empty()
    }

    /// Whether a condition is about that column.
    pub(super) fn name(&self, column: &Column) -> bool {
        self.all.iter().flatten().any(|test| match test {
            Test::Defined(named, _)
            | Test::Compared { column: named, .. }
            | Test::Matched { column: named, .. } => named == column,
            _ => false,
        })
    }

    pub(super) fn hold(&self, read: &Read<'_>, decode: bool) -> bool {
        let mut found: Option<Vec<&Lint>> = None;
        let mut holds = |test: &Test| match test {
            Test::Found(lint, is) => {
                let found = found.get_or_insert_with(|| self.found(read.input));
                found.contains(lint) == *is
            }
            test => test.holds(read, decode),
        };
        self.all.iter().all(|alternatives| alternatives.iter().any(&mut holds))
    }

    /// The lints that speak of a string. Bytes that are not UTF-8 are taken for U+FFFD.
    fn found(&self, input: &[u8]) -> Vec<&'static Lint> {
        let text = String::from_utf8_lossy(input);
        self.lints.look(&text).iter().map(Finding::lint).collect()
    }
}

/// The alternatives of a condition, between which there is a `|`.
fn divided(text: &str) -> Vec<&str> {
    let (mut all, mut rest) = (Vec::new(), text);
    while let Some((first, after)) =
        rest.split_once('|').filter(|(first, _)| matched(first).is_none())
    {
        all.push(first);
        rest = after;
    }
    all.push(rest);
    all
}

/// The column of a condition with a pattern, the pattern, and whether the answer is turned around.
fn matched(text: &str) -> Option<(&str, &str, bool)> {
    let at = text.find(['=', '!', '~', '^', '$', '*']).filter(|at| *at > 0)?;
    let (name, condition) = text.split_at(at);
    let patterns = [("=~", false), ("!~", true)];
    patterns
        .into_iter()
        .find_map(|(sign, is_not)| Some((name, condition.strip_prefix(sign)?, is_not)))
}

impl Test {
    fn of(text: &str) -> Result<Self, Usage> {
        match &*text.to_ascii_lowercase() {
            "valid" | "!invalid" => return Ok(Self::Valid),
            "invalid" | "!valid" => return Ok(Self::Invalid),
            _ => {}
        }
        if let Some((name, pattern, is_not)) = matched(text) {
            let column = Column::of(name, "conditions")?;
            let pattern = RegexBuilder::new(pattern)
                .case_insensitive(column.ignores_case())
                .build()
                .map_err(|error| Usage::new(format!("{text}: {error}")))?;
            return Ok(Self::Matched { column, pattern, is_not });
        }
        if let Some((name, with)) = text.split_once('=') {
            let marks = [
                ('!', How::Is, true),
                ('^', How::Begins, false),
                ('$', How::Ends, false),
                ('*', How::Contains, false),
            ];
            let marked = marks
                .into_iter()
                .find_map(|(mark, how, is_not)| Some((name.strip_suffix(mark)?, how, is_not)));
            let (name, how, is_not) = marked.unwrap_or((name, How::Is, false));
            let column = Column::of(name, "conditions")?;
            return Ok(Self::Compared { column, how, with: with.to_owned(), is_not });
        }
        let (name, is_defined) = match text.strip_prefix('!') {
            Some(name) => (name, false),
            None => (text, true),
        };
        if let Some(column) = Column::named(name) {
            return Ok(Self::Defined(column, is_defined));
        }
        let lints = Pack::Security.lints();
        if let Some(lint) = lints.iter().find(|lint| lint.id().eq_ignore_ascii_case(name)) {
            return Ok(Self::Found(lint, is_defined));
        }
        let forms = ["valid", "invalid", "host=VALUE", "port", "!port"].into_iter();
        Err(Usage::unknown("conditions", forms.chain(lints.iter().map(|lint| lint.id())), text))
    }

    /// How long the test takes, roughly.
    const fn cost(&self) -> u8 {
        match self {
            Self::Valid | Self::Invalid => 0,
            Self::Defined(..) => 1,
            Self::Compared { .. } => 2,
            Self::Matched { .. } => 3,
            Self::Found(..) => 4,
        }
    }

    fn holds(&self, read: &Read<'_>, decode: bool) -> bool {
        match self {
            Self::Valid => read.reference.is_some(),
            Self::Invalid => read.reference.is_none(),
            Self::Defined(column, is) => read.value(column, decode).is_some() == *is,
            Self::Compared { column, how, with, is_not } => {
                let value = read.value(column, decode);
                let is = value.is_some_and(|value| {
                    compares(*how, &value.text(), with, column.ignores_case())
                });
                is != *is_not
            }
            Self::Matched { column, pattern, is_not } => {
                let value = read.value(column, decode);
                value.is_some_and(|value| pattern.is_match(&value.text())) != *is_not
            }
            Self::Found(..) => false,
        }
    }
}

fn compares(how: How, value: &str, with: &str, ignores_case: bool) -> bool {
    if ignores_case {
        return compares(how, &value.to_ascii_lowercase(), &with.to_ascii_lowercase(), false);
    }
    match how {
        How::Is => value == with,
        How::Begins => value.starts_with(with),
        How::Ends => value.ends_with(with),
        How::Contains => value.contains(with),
    }
}

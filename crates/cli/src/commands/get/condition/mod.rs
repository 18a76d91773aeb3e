//! Which strings get a row: the conditions of `--where`.
//!
//! In: conditions as they are written, and a string that was read. Out: whether all conditions hold. Each is an expression
//! ([`parser`]) of [tests](Test). A `not` is carried down to the tests, so that an expression has only two kinds of nodes: all
//! of these, and any of these.
//!
//! The surprising case: `host!=a` and `not port>80` hold where there is no host and no port, since they say the opposite
//! of `host=a` and `port>80`.

use urispec_lint::security::Selection;
use urispec_lint::{Finding, Lint};

use super::column::{Column, Read};
use crate::output::usage::Usage;

mod parser;
mod test;

use test::Test;

/// Conditions that must all hold.
#[derive(Clone)]
pub(super) struct Conditions {
    all: Expression,
    /// The lints of which a condition speaks. No others are looked for.
    lints: Selection,
}

/// A condition that is made of others.
#[derive(Clone, Debug)]
enum Expression {
    Test(Test),
    All(Vec<Self>),
    Any(Vec<Self>),
}

impl Conditions {
    pub(super) fn of(all: &[String]) -> Result<Self, Usage> {
        let all = all.iter().map(|text| parser::parse(text)).collect::<Result<_, _>>()?;
        let mut all = Expression::All(all);
        all.sort();
        let mut lints = Vec::new();
        all.each(&mut |test| lints.extend(test.lint()));
        Ok(Self { lints: Selection::of(lints), all })
    }

    /// Whether any condition speaks of invalid strings.
    pub(super) fn want_invalid(&self) -> bool {
        self.any(Test::wants_invalid)
    }

    /// Whether no condition is there.
    pub(super) const fn is_empty(&self) -> bool {
        matches!(&self.all, Expression::All(all) if all.is_empty())
    }

    /// Whether a condition is about that column.
    pub(super) fn name(&self, column: &Column) -> bool {
        self.any(|test| test.column().is_some_and(|own| own.about() == column))
    }

    fn any(&self, is_it: impl Fn(&Test) -> bool) -> bool {
        let mut any = false;
        self.all.each(&mut |test| any |= is_it(test));
        any
    }

    pub(super) fn hold(&self, read: &Read<'_>, decode: bool) -> bool {
        let mut found: Option<Vec<&Lint>> = None;
        self.all.holds(&mut |test| match test {
            Test::Found(lint, is) => {
                let found = found.get_or_insert_with(|| self.found(read.input));
                found.contains(lint) == *is
            }
            test => test.holds(read, decode),
        })
    }

    /// The lints that speak of a string. Bytes that are not UTF-8 are taken for U+FFFD.
    fn found(&self, input: &[u8]) -> Vec<&'static Lint> {
        let text = String::from_utf8_lossy(input);
        self.lints.look(&text).iter().map(Finding::lint).collect()
    }
}

impl Expression {
    /// What holds if this does not.
    fn negated(self) -> Self {
        let negated = |all: Vec<Self>| all.into_iter().map(Self::negated).collect();
        match self {
            Self::Test(test) => Self::Test(test.negated()),
            Self::All(all) => Self::Any(negated(all)),
            Self::Any(any) => Self::All(negated(any)),
        }
    }

    fn holds(&self, holds: &mut impl FnMut(&Test) -> bool) -> bool {
        match self {
            Self::Test(test) => holds(test),
            Self::All(all) => all.iter().all(|one| one.holds(holds)),
            Self::Any(any) => any.iter().any(|one| one.holds(holds)),
        }
    }

    fn each<'e>(&'e self, take: &mut impl FnMut(&'e Test)) {
        match self {
            Self::Test(test) => take(test),
            Self::All(all) | Self::Any(all) => all.iter().for_each(|one| one.each(take)),
        }
    }

    /// Puts what takes less time first. The answer is the same in any order, and one test may spare another.
    fn sort(&mut self) {
        if let Self::All(all) | Self::Any(all) = self {
            all.iter_mut().for_each(Self::sort);
            all.sort_by_cached_key(Self::cost);
        }
    }

    /// How long the expression takes at most, roughly.
    fn cost(&self) -> u8 {
        match self {
            Self::Test(test) => test.cost(),
            Self::All(all) | Self::Any(all) => all.iter().map(Self::cost).max().unwrap_or_default(),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// An expression with the least of signs: its tests as they were sorted.
    fn shown(expression: &Expression) -> String {
        let list = |all: &[Expression], sign: &str| {
            let all: Vec<_> = all.iter().map(shown).collect();
            format!("({})", all.join(sign))
        };
        match expression {
            Expression::Test(Test::Found(lint, is)) => {
                format!("{}{}", if *is { "" } else { "!" }, lint.id())
            }
            Expression::Test(test) => {
                let name = test.column().map_or("valid".into(), Column::name);
                name.into_owned()
            }
            Expression::All(all) => list(all, "&"),
            Expression::Any(any) => list(any, "|"),
        }
    }

    #[test]
    fn cheap_tests_come_first() {
        for (text, expected) in [
            (
                "private-address and host=~\"a\" and host=a and port",
                "((port&host&host&private-address))",
            ),
            ("(private-address or host=a) and port", "((port&(host|private-address)))"),
            ("not (private-address or port)", "((port&!private-address))"),
        ] {
            assert_eq!(shown(&Conditions::of(&[text.to_owned()]).ok().unwrap().all), expected);
        }
    }
}

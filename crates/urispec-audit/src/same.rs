//! Assertions for unit tests: a grammar or a pattern accepts the same strings as a production of a document. If several
//! grammars of the document define the production, the first is used. `grammar-audit` compares the languages.

use grammar_audit::{
    Dialect, GrammarText, PatternClaim, UnknownProduction, expect_equivalent_pair,
    expect_pattern_of,
};
use urispec::Edition;
use urispec::grammar::Grammar;

use super::edition::{pair, pair_with};

/// Asserts that a pest grammar, or a pattern, accepts the same strings as a production of a document. The pest grammar is
/// a file, relative to the file of the test, as in `include_str!`; [`expect_equivalent_to_edition`] takes a text.
///
/// ```
/// use urispec::Edition;
/// use urispec_audit::Dialect;
/// use urispec_audit::assert_equivalent;
///
/// assert_equivalent!(
///     edition: Edition::Rfc3986,
///     pattern: "^[A-Za-z][A-Za-z0-9+.-]*$",
///     dialect: Dialect::EcmaScript,
///     rule: "scheme",
/// );
/// ```
///
/// # Panics
///
/// Panics with the difference if the languages differ. In this example, `\w` also matches `_` and digits, which cannot
/// begin a scheme:
///
/// ```should_panic
/// # use urispec::Edition;
/// # use urispec_audit::Dialect;
/// # use urispec_audit::assert_equivalent;
/// assert_equivalent!(
///     edition: Edition::Rfc3986,
///     pattern: r"^\w[\w+.-]*$",
///     dialect: Dialect::EcmaScript,
///     rule: "scheme",
/// );
/// ```
///
/// Also panics if the file is not a grammar, the document lacks the production, or equivalence cannot be decided.
#[macro_export]
macro_rules! assert_equivalent {
    (edition: $edition:expr, pest: $pest:literal, rule: $rule:expr $(,)?) => {
        $crate::expect_equivalent_to_edition(
            $edition,
            $crate::GrammarText { file: $pest, text: include_str!($pest) },
            $rule,
        )
    };
    (
        edition: $edition:expr, pattern: $pattern:expr, dialect: $dialect:expr, rule: $rule:expr $(,)?
    ) => {
        $crate::expect_pattern_of_edition(
            $crate::PatternClaim::Equivalent,
            $edition,
            $pattern,
            $dialect,
            $rule,
        )
    };
}

/// Asserts that a pattern accepts all strings of a production of a document, and perhaps others.
///
/// ```
/// use urispec::Edition;
/// use urispec_audit::{Dialect, assert_covers};
///
/// assert_covers!(
///     edition: Edition::Rfc9110,
///     pattern: "(?i)^https?://[^/?#]+[^#]*$",
///     dialect: Dialect::Rust,
///     rule: "http-URI",
/// );
/// ```
///
/// # Panics
///
/// Panics if the pattern does not accept a string of the production, and prints some of them:
///
/// ```should_panic
/// # use urispec::Edition;
/// # use urispec_audit::{Dialect, assert_covers};
/// // `HTTP` is a scheme too.
/// assert_covers!(
///     edition: Edition::Rfc9110,
///     pattern: "^http://.*$",
///     dialect: Dialect::Rust,
///     rule: "http-URI",
/// );
/// ```
///
/// Also panics if the document lacks the production, or if this cannot be decided.
#[macro_export]
macro_rules! assert_covers {
    (
        edition: $edition:expr, pattern: $pattern:expr, dialect: $dialect:expr, rule: $rule:expr $(,)?
    ) => {
        $crate::expect_pattern_of_edition(
            $crate::PatternClaim::Covers,
            $edition,
            $pattern,
            $dialect,
            $rule,
        )
    };
}

/// Implements [`assert_equivalent!`](crate::assert_equivalent) for a pest grammar.
///
/// # Panics
///
/// Panics with the difference if the languages differ, or with the reason if equivalence cannot be decided.
#[track_caller]
pub fn expect_equivalent_to_edition(edition: Edition, pest: GrammarText<'_>, rule: &str) {
    let grammar = grammar_with(edition, rule);
    match pair_with(grammar, pest) {
        Ok(pair) => expect_equivalent_pair(pair, rule, None, (pest.file, grammar.stem())),
        Err(error) => panic!("{error}"),
    }
}

/// Implements [`assert_equivalent!`](crate::assert_equivalent) and [`assert_covers!`](crate::assert_covers) for a
/// pattern, which is searched for in each string.
///
/// # Panics
///
/// Panics with some of the strings that disprove the claim, the shortest first, or with the reason if it is undecided.
#[track_caller]
pub fn expect_pattern_of_edition(
    claim: PatternClaim,
    edition: Edition,
    pattern: &str,
    dialect: Dialect,
    rule: &str,
) {
    let grammar = grammar_with(edition, rule);
    match pair(grammar) {
        Ok(pair) => {
            let read = pair.as_read();
            expect_pattern_of(claim, &read, grammar.stem(), (pattern, dialect), rule);
        }
        Err(error) => panic!("{error}"),
    }
}

/// Returns the first grammar of an edition that defines a production.
#[track_caller]
fn grammar_with(edition: Edition, rule: &str) -> &'static Grammar {
    let names = |grammar: &Grammar| match pair(grammar) {
        Ok(pair) => pair.as_read().productions.iter().map(|one| one.name.clone()).collect(),
        Err(_) => Vec::new(),
    };
    let all = edition.grammars().iter().map(|grammar| (*grammar, names(grammar)));
    let all: Vec<(&Grammar, Vec<String>)> = all.collect();
    match all.iter().find(|(_, names)| names.iter().any(|name| name == rule)) {
        Some((grammar, _)) => grammar,
        None => {
            let names = all.iter().flat_map(|(_, names)| names).map(String::as_str);
            panic!("{edition}: {}", UnknownProduction::new(rule, names))
        }
    }
}

//! Assertions, for unit tests, that two grammars accept the same strings. Nested recursion is compared only to a given
//! depth, and the assertion fails if no depth is given.

use grammar_notation::{GrammarText, Languages, Notation, Printed, PrintedReader};
use grammar_regex::{Dialect, Matching, Pattern};

use crate::any::GrammarKind;
use crate::any::judge_pattern;
use crate::pair::GrammarPair;
use crate::verdicts::report::audit_reached;
use crate::verdicts::verdict::quoted;

/// Asserts that a pest grammar or a pattern accepts the same strings as a printed production. With a pest grammar, all
/// productions that the production calls are compared too. Files are named as in `include_str!`, and their extensions
/// select the notation: `.abnf`, `.bnf`, `.ebnf`.
///
/// ```
/// use grammar_audit::{Dialect, assert_equivalent};
///
/// assert_equivalent!(printed: "../examples/month.abnf", pest: "../examples/month.pest", rule: "month");
/// assert_equivalent!(
///     printed: "../examples/month.abnf",
///     pattern: r"^(0[1-9]|1[0-2])$",
///     dialect: Dialect::Rust,
///     rule: "month",
/// );
/// ```
///
/// # Panics
///
/// Panics if the two differ, and prints the differences. In this example the pattern also accepts a final line break,
/// as `$` does in Python.
///
/// ```should_panic
/// # use grammar_audit::{Dialect, assert_equivalent};
/// assert_equivalent!(
///     printed: "../examples/month.abnf",
///     pattern: "^(0[1-9]|1[0-2])$",
///     dialect: Dialect::Python,
///     rule: "month",
/// );
/// ```
///
/// Also panics if a file is not a grammar or lacks the production, or if the question cannot be decided. Nested
/// recursion is compared only to a depth, which is given as `depth: 6` after the rule; without it, the assertion
/// panics.
#[macro_export]
macro_rules! assert_equivalent {
    (
        printed: $printed:literal, pest: $pest:literal, rule: $rule:expr $(, depth: $depth:expr)? $(,)?
    ) => {
        $crate::expect_equivalent(
            $crate::GrammarText { file: $printed, text: include_str!($printed) },
            $crate::GrammarText { file: $pest, text: include_str!($pest) },
            $rule,
            None $(.or(Some($depth)))?,
        )
    };
    (
        printed: $printed:literal, pattern: $pattern:expr, dialect: $dialect:expr, rule: $rule:expr $(,)?
    ) => {
        $crate::expect_equivalent_pattern(
            $crate::GrammarText { file: $printed, text: include_str!($printed) },
            $pattern,
            $dialect,
            $rule,
        )
    };
}

/// Returns the notation for the extension of a file.
#[track_caller]
fn notation(printed: GrammarText<'_>) -> Notation {
    match GrammarKind::from_file(printed.file, printed.text).and_then(GrammarKind::notation) {
        Some(notation) => notation,
        None => {
            panic!("{}: no notation has this extension; use .abnf, .bnf or .ebnf", printed.file)
        }
    }
}

/// Implements [`assert_equivalent!`] for a pest grammar.
///
/// # Panics
///
/// Panics if the two grammars differ, or if this cannot be decided. The message has the differences or the reason.
#[track_caller]
pub fn expect_equivalent(
    printed: GrammarText<'_>,
    pest: GrammarText<'_>,
    rule: &str,
    depth: Option<usize>,
) {
    match GrammarPair::read(notation(printed), printed, None, pest) {
        Ok(pair) => expect_equivalent_pair(pair, rule, depth, (pest.file, printed.file)),
        Err(error) => panic!("{error}"),
    }
}

/// Implements [`assert_equivalent!`] for a pest grammar and a printed grammar that have been read. The last parameter
/// contains the names of their files, for the message.
///
/// # Panics
///
/// Panics if the two differ or the question cannot be decided. The message has the differences or the reason.
#[track_caller]
pub fn expect_equivalent_pair(
    pair: GrammarPair,
    rule: &str,
    depth: Option<usize>,
    (pest, printed): (&str, &str),
) {
    let pair = match depth {
        Some(depth) => pair.with_depth(depth),
        None => pair,
    };
    let report = match audit_reached(&pair, &[rule]) {
        Ok(report) => report,
        Err(error) => panic!("{printed}: {error}"),
    };
    let is_same = match depth {
        Some(depth) => report.is_clean_to_depth(depth),
        None => report.is_clean(),
    };
    assert!(is_same, "`{rule}` of {pest} differs from {printed}:\n{report}");
}

/// Implements [`assert_equivalent!`] for a pattern, which accepts a string if a search in the string finds a match.
///
/// # Panics
///
/// Panics if the pattern and the production differ, or if this cannot be decided. The message has the shortest strings
/// that distinguish them, or the reason.
#[track_caller]
pub fn expect_equivalent_pattern(
    printed: GrammarText<'_>,
    pattern: &str,
    dialect: Dialect,
    rule: &str,
) {
    match PrintedReader::new(notation(printed)).read(printed) {
        Ok(read) => expect_equivalent_printed(&read, printed.file, pattern, dialect, rule),
        Err(error) => panic!("{error}"),
    }
}

/// Implements [`assert_equivalent!`] for a pattern and a printed grammar that has been read. `printed` is the name of
/// the grammar's file, for the message.
///
/// # Panics
///
/// Panics if the two differ or the question cannot be decided. The message has the shortest strings that distinguish
/// them, or the reason.
#[track_caller]
pub fn expect_equivalent_printed(
    read: &Printed,
    printed: &str,
    pattern: &str,
    dialect: Dialect,
    rule: &str,
) {
    let parsed = match Pattern::read(dialect, pattern) {
        Ok(parsed) => parsed,
        Err(error) => panic!("{pattern}: {error}"),
    };
    let languages = Languages::new(read);
    let verdict = match judge_pattern(read, &languages, rule, &parsed, Matching::Search) {
        Ok(verdict) => verdict,
        Err(error) => panic!("{printed}: {error}"),
    };
    let only = |side: &str, witness: &Option<Vec<u8>>| {
        witness.as_ref().map(|one| format!("\n  only {side} {}", quoted(one))).unwrap_or_default()
    };
    assert!(
        verdict.is_equal(),
        "`{rule}` of {printed} differs from the {dialect} pattern {pattern}{}{}",
        only("the grammar accepts", &verdict.only_printed),
        only("the pattern accepts", &verdict.only_pattern)
    );
}

#[cfg(test)]
mod tests {
    use super::*;

    const MONTH: GrammarText<'_> =
        GrammarText { file: "month.abnf", text: include_str!("../examples/month.abnf") };

    fn pest(text: &str) -> GrammarText<'_> {
        GrammarText { file: "month.pest", text }
    }

    fn panic_message(assertion: impl FnOnce() + std::panic::UnwindSafe) -> String {
        let panic = std::panic::catch_unwind(assertion).unwrap_err();
        *panic.downcast::<String>().unwrap()
    }

    #[test]
    fn equivalent_grammars_pass() {
        assert_equivalent!(printed: "../examples/month.abnf", pest: "../examples/month.pest", rule: "month");
        expect_equivalent_pattern(MONTH, r"\A(?:0[1-9]|1[0-2])\Z", Dialect::Python, "month");
    }

    #[test]
    fn the_message_names_the_place_of_a_difference() {
        let message = panic_message(|| {
            let pest = pest("month = @{ \"0\" ~ '1'..'9' | \"1\" ~ '0'..'3' }");
            expect_equivalent(MONTH, pest, "month", None);
        });
        assert!(
            message.starts_with("`month` of month.pest differs from month.abnf:\n"),
            "{message}"
        );
        assert!(message.contains("to fix: month\n  only pest \"13\": month.pest:1:"), "{message}");
        let message = panic_message(|| {
            expect_equivalent_pattern(MONTH, "^[01][0-9]$", Dialect::Rust, "month")
        });
        assert!(message.ends_with("\n  only the pattern accepts \"00\""), "{message}");
    }

    #[test]
    fn unusable_input_fails() {
        let message =
            panic_message(|| expect_equivalent(MONTH, pest("month = { \"1\" }"), "mouth", None));
        assert!(message.contains("has no production `mouth`"), "{message}");
        let message = panic_message(|| expect_equivalent(MONTH, pest("month = { "), "month", None));
        assert!(message.contains("month.pest"), "{message}");
        let other = GrammarText { file: "month.txt", text: MONTH.text };
        let message =
            panic_message(|| expect_equivalent(other, pest("month = { \"1\" }"), "month", None));
        assert!(message.starts_with("month.txt: no notation has this extension"), "{message}");
        let message =
            panic_message(|| expect_equivalent_pattern(MONTH, "(", Dialect::Rust, "month"));
        assert!(message.starts_with("(: "), "{message}");
    }

    #[test]
    fn a_recursive_production_needs_a_depth() {
        let printed = GrammarText { file: "a.abnf", text: "a = %x28 a %x29 / \"x\"\n" };
        let same = pest("a = { \"(\" ~ a ~ \")\" | ^\"x\" }");
        expect_equivalent(printed, same, "a", Some(3));
        let message = panic_message(|| expect_equivalent(printed, same, "a", None));
        assert!(message.contains("equal to depth"), "{message}");
    }
}

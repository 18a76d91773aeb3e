//! Two grammars that have to say the same, as an assertion of a unit test. What nests in itself is equal to a depth at
//! most, and the assertion fails unless it says to which.

use grammar_notation::{GrammarText, Languages, Notation, Printed, PrintedReader};
use grammar_regex::{Dialect, Matching, Pattern};

use crate::any::GrammarKind;
use crate::pair::GrammarPair;
use crate::verdicts::judge::judge_pattern;
use crate::verdicts::report::audit_reached;
use crate::verdicts::verdict::quoted;

/// Asserts that a pest grammar, or a pattern, accepts what a printed grammar says, for one production and all that it
/// calls. Files are named as by `include_str!`, and their endings tell the notation: `.abnf`, `.bnf`, `.ebnf`.
///
/// ```
/// use grammar_audit::{Dialect, assert_same};
///
/// assert_same!(printed: "../examples/month.abnf", pest: "../examples/month.pest", rule: "month");
/// assert_same!(
///     printed: "../examples/month.abnf",
///     pattern: r"^(0[1-9]|1[0-2])$",
///     dialect: Dialect::Rust,
///     rule: "month",
/// );
/// ```
///
/// # Panics
///
/// With what differs: here the pattern takes a line break too, as `$` of Python does.
///
/// ```should_panic
/// # use grammar_audit::{Dialect, assert_same};
/// assert_same!(
///     printed: "../examples/month.abnf",
///     pattern: "^(0[1-9]|1[0-2])$",
///     dialect: Dialect::Python,
///     rule: "month",
/// );
/// ```
///
/// Also if a file cannot be read as a grammar, or has no such production, or the question is not decided. What
/// nests in itself is compared to a depth, `depth: 6` behind the rule, and else fails.
#[macro_export]
macro_rules! assert_same {
    (
        printed: $printed:literal, pest: $pest:literal, rule: $rule:expr $(, depth: $depth:expr)? $(,)?
    ) => {
        $crate::expect_same(
            $crate::GrammarText { file: $printed, text: include_str!($printed) },
            $crate::GrammarText { file: $pest, text: include_str!($pest) },
            $rule,
            None $(.or(Some($depth)))?,
        )
    };
    (
        printed: $printed:literal, pattern: $pattern:expr, dialect: $dialect:expr, rule: $rule:expr $(,)?
    ) => {
        $crate::expect_same_pattern(
            $crate::GrammarText { file: $printed, text: include_str!($printed) },
            $pattern,
            $dialect,
            $rule,
        )
    };
}

/// The notation that a file's ending tells.
#[track_caller]
fn notation(printed: GrammarText<'_>) -> Notation {
    match GrammarKind::from_file(printed.file, printed.text).and_then(GrammarKind::notation) {
        Some(notation) => notation,
        None => {
            panic!("{}: no notation has this ending; .abnf, .bnf and .ebnf have one", printed.file)
        }
    }
}

/// What [`assert_same!`] does with a pest grammar: see there.
///
/// # Panics
///
/// With what differs, or why the question is not decided.
#[track_caller]
pub fn expect_same(
    printed: GrammarText<'_>,
    pest: GrammarText<'_>,
    rule: &str,
    depth: Option<usize>,
) {
    match GrammarPair::read(notation(printed), printed, None, pest) {
        Ok(pair) => expect_same_pair(pair, rule, depth, (pest.file, printed.file)),
        Err(error) => panic!("{error}"),
    }
}

/// What [`assert_same!`] does with a pest grammar and a printed one that are read. `files` are the names that the panic
/// has for them.
///
/// # Panics
///
/// With what differs, or why the question is not decided.
#[track_caller]
pub fn expect_same_pair(
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
    assert!(is_same, "`{rule}` of {pest} is not what {printed} prints:\n{report}");
}

/// What [`assert_same!`] does with a pattern, which is searched for: see there.
///
/// # Panics
///
/// With the shortest strings that tell the two apart, or why the question is not decided.
#[track_caller]
pub fn expect_same_pattern(printed: GrammarText<'_>, pattern: &str, dialect: Dialect, rule: &str) {
    match PrintedReader::new(notation(printed)).read(printed) {
        Ok(read) => expect_same_printed(&read, printed.file, pattern, dialect, rule),
        Err(error) => panic!("{error}"),
    }
}

/// What [`assert_same!`] does with a pattern and a printed grammar that is read. `printed` is the name that the panic has
/// for the grammar.
///
/// # Panics
///
/// With the shortest strings that tell the two apart, or why the question is not decided.
#[track_caller]
pub fn expect_same_printed(
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
        "`{rule}` of {printed} is not what the pattern takes, {dialect}: {pattern}{}{}",
        only("printed", &verdict.only_printed),
        only("by the pattern", &verdict.only_pattern)
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

    /// The text of a panic.
    fn panics(assertion: impl FnOnce() + std::panic::UnwindSafe) -> String {
        let panic = std::panic::catch_unwind(assertion).unwrap_err();
        *panic.downcast::<String>().unwrap()
    }

    #[test]
    fn what_is_the_same_passes() {
        assert_same!(printed: "../examples/month.abnf", pest: "../examples/month.pest", rule: "month");
        expect_same_pattern(MONTH, r"\A(?:0[1-9]|1[0-2])\Z", Dialect::Python, "month");
    }

    #[test]
    fn what_differs_is_told_with_its_place() {
        let told = panics(|| {
            let pest = pest("month = @{ \"0\" ~ '1'..'9' | \"1\" ~ '0'..'3' }");
            expect_same(MONTH, pest, "month", None);
        });
        assert!(
            told.starts_with("`month` of month.pest is not what month.abnf prints:\n"),
            "{told}"
        );
        assert!(told.contains("to mend: month\n  only pest \"13\": month.pest:1:"), "{told}");
        let told = panics(|| expect_same_pattern(MONTH, "^[01][0-9]$", Dialect::Rust, "month"));
        assert!(told.ends_with("\n  only by the pattern \"00\""), "{told}");
    }

    #[test]
    fn what_cannot_be_asked_is_no_pass() {
        let told = panics(|| expect_same(MONTH, pest("month = { \"1\" }"), "mouth", None));
        assert!(told.contains("has no production `mouth`"), "{told}");
        let told = panics(|| expect_same(MONTH, pest("month = { "), "month", None));
        assert!(told.contains("month.pest"), "{told}");
        let other = GrammarText { file: "month.txt", text: MONTH.text };
        let told = panics(|| expect_same(other, pest("month = { \"1\" }"), "month", None));
        assert!(told.starts_with("month.txt: no notation has this ending"), "{told}");
        let told = panics(|| expect_same_pattern(MONTH, "(", Dialect::Rust, "month"));
        assert!(told.starts_with("(: "), "{told}");
    }

    #[test]
    fn what_nests_is_the_same_to_a_depth() {
        let printed = GrammarText { file: "a.abnf", text: "a = %x28 a %x29 / \"x\"\n" };
        let same = pest("a = { \"(\" ~ a ~ \")\" | ^\"x\" }");
        expect_same(printed, same, "a", Some(3));
        let told = panics(|| expect_same(printed, same, "a", None));
        assert!(told.contains("equal to depth"), "{told}");
    }
}

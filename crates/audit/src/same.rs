//! Assertions for unit tests: two grammars accept the same strings, or a pattern accepts all strings of a production.
//! Nested recursion is compared only to a given depth, and the assertion fails if no depth is given.

use grammar_notation::{
    GrammarText, Languages, Notation, Printed, PrintedReader, Undecidable, UndecidableReason,
};
use grammar_regex::{Dialect, Matching, Pattern};

use crate::any::{GrammarKind, JudgePatternError, judge_pattern};
use crate::language::Language;
use crate::pair::GrammarPair;
use crate::verdicts::report::{UnknownProduction, audit_reached};
use crate::verdicts::verdict::{Verdict, quoted};

/// Asserts that a pest grammar or a pattern accepts the same strings as a printed production. With a pest grammar, all
/// productions that the production calls are compared too. Files are named as in `include_str!`, relative to the file of
/// the test, and their extensions select the notation: `.abnf`, `.bnf`, `.ebnf`. With `abnf` instead of `printed`, the
/// text of the grammar is given.
///
/// `pest` is always a file. For the text of a pest grammar, call [`expect_equivalent`], as the last example does.
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
/// assert_equivalent!(
///     abnf: "hex = 1*HEXDIG\n",
///     pattern: "^[0-9A-Fa-f]+$",
///     dialect: Dialect::EcmaScript,
///     rule: "hex",
/// );
///
/// use grammar_audit::{GrammarText, expect_equivalent};
/// let printed = GrammarText { file: "inline.abnf", text: "hex = 1*HEXDIG\n" };
/// let pest = GrammarText { file: "inline.pest", text: "hex = { ASCII_HEX_DIGIT+ }" };
/// expect_equivalent(printed, pest, "hex", None);
/// ```
///
/// # Panics
///
/// Panics if the two differ, and prints some strings that only one accepts. In this example the pattern also accepts a final line break,
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
        $kind:ident: $printed:expr, pest: $pest:literal, rule: $rule:expr $(, depth: $depth:expr)? $(,)?
    ) => {
        $crate::expect_equivalent(
            $crate::grammar_text!($kind: $printed),
            $crate::GrammarText { file: $pest, text: include_str!($pest) },
            $rule,
            None $(.or(Some($depth)))?,
        )
    };
    (
        $kind:ident: $printed:expr, pattern: $pattern:expr, dialect: $dialect:expr, rule: $rule:expr $(,)?
    ) => {
        $crate::expect_pattern(
            $crate::PatternClaim::Equivalent,
            $crate::grammar_text!($kind: $printed),
            $pattern,
            $dialect,
            $rule,
        )
    };
}

/// Returns the printed grammar of an assertion: `printed` is a file, and `abnf` a text.
#[doc(hidden)]
#[macro_export]
macro_rules! grammar_text {
    (printed: $file:expr) => {
        $crate::GrammarText { file: $file, text: include_str!($file) }
    };
    (abnf: $text:expr) => {
        $crate::GrammarText { file: "inline.abnf", text: $text }
    };
}

/// Asserts that a pattern accepts all strings of a printed production, and perhaps others. The grammar is given as for
/// [`assert_equivalent!`].
///
/// ```
/// use grammar_audit::{Dialect, assert_covers};
///
/// assert_covers!(
///     abnf: "time = 2DIGIT \":\" 2DIGIT [ \":\" 2DIGIT ]\n",
///     pattern: r"^\d+(:\d+)*$",
///     dialect: Dialect::Rust,
///     rule: "time",
/// );
/// ```
///
/// # Panics
///
/// Panics if the pattern does not accept a string of the production, and prints some of them. Also panics for the other
/// reasons of [`assert_equivalent!`].
///
/// ```should_panic
/// # use grammar_audit::{Dialect, assert_covers};
/// // It prints "0:", "00:", "000:" and so on.
/// assert_covers!(
///     abnf: "count = 1*DIGIT [ \":\" ]\n",
///     pattern: "^[0-9]+$",
///     dialect: Dialect::Rust,
///     rule: "count",
/// );
/// ```
#[macro_export]
macro_rules! assert_covers {
    (
        $kind:ident: $printed:expr, pattern: $pattern:expr, dialect: $dialect:expr, rule: $rule:expr $(,)?
    ) => {
        $crate::expect_pattern(
            $crate::PatternClaim::Covers,
            $crate::grammar_text!($kind: $printed),
            $pattern,
            $dialect,
            $rule,
        )
    };
}

/// The claim of a test about a pattern and a production.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum PatternClaim {
    /// Both accept the same strings.
    Equivalent,
    /// The pattern accepts all strings of the production.
    Covers,
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
    if is_same {
        return;
    }
    let mut message = report.to_string();
    let read = pair.as_read();
    let why = Languages::of_those(&read, &[rule]).start(rule).and_then(Result::err).cloned();
    if let Some(why) = why {
        message = message.replace(&why.reason.to_string(), &reason(&why, &read));
    }
    let message = without_options(&message);
    let is_different =
        |verdict: &Verdict| matches!(verdict, Verdict::Differs { .. } | Verdict::Missing);
    let differs = report.productions.iter().any(|one| is_different(&one.verdict));
    match differs || !report.refused_by_pest.is_empty() {
        true => panic!("`{rule}` of {pest} differs from {printed}:\n{message}"),
        false => panic!("`{rule}` of {pest} is not known to equal {printed}:\n{message}"),
    }
}

/// Returns the reason why a production cannot be decided, for a caller who can only change the grammar.
fn reason(why: &Undecidable, read: &Printed) -> String {
    let UndecidableReason::Undefined { file, line, by, name } = &why.reason else {
        return without_options(&why.reason.to_string());
    };
    let own = read.productions.iter().chain(read.notation.built_in());
    let near = UnknownProduction::new(name, own.map(|one| &*one.name)).near;
    let hint = near.map(|near| format!("; did you mean `{near}`?")).unwrap_or_default();
    format!("{file}, line {line}: `{by}` uses `{name}`, which is not defined{hint}")
}

/// Removes the options of the program, such as " (`--import`)", from a message.
fn without_options(message: &str) -> String {
    let mut parts = message.split(" (`--");
    let first = parts.next().unwrap_or_default().to_owned();
    parts.fold(first, |text, part| text + part.split_once("`)").map_or("", |(_, rest)| rest))
}

/// Implements [`assert_equivalent!`] and [`assert_covers!`] for a pattern, which accepts a string if a search in the
/// string finds a match.
///
/// # Panics
///
/// Panics if the claim is false, or if this cannot be decided. The message has some of the strings that disprove it, the
/// shortest first, or the reason.
#[track_caller]
pub fn expect_pattern(
    claim: PatternClaim,
    printed: GrammarText<'_>,
    pattern: &str,
    dialect: Dialect,
    rule: &str,
) {
    match PrintedReader::new(notation(printed)).read(printed) {
        Ok(read) => expect_pattern_of(claim, &read, printed.file, (pattern, dialect), rule),
        Err(error) => panic!("{error}"),
    }
}

/// The number of strings in a message for each side.
const WITNESSES: usize = 4;

/// Implements [`expect_pattern`] for a printed grammar that has been read. `printed` is the name of the grammar's file,
/// for the message.
///
/// # Panics
///
/// Panics like [`expect_pattern`].
#[track_caller]
pub fn expect_pattern_of(
    claim: PatternClaim,
    read: &Printed,
    printed: &str,
    (pattern, dialect): (&str, Dialect),
    rule: &str,
) {
    let parsed = match Pattern::read(dialect, pattern) {
        Ok(parsed) => parsed,
        Err(error) => panic!("{pattern}: {error}"),
    };
    let languages = Languages::of_those(read, &[rule]);
    let verdict = match judge_pattern(&languages, rule, &parsed, Matching::Search) {
        Ok(verdict) => verdict,
        Err(JudgePatternError::Production(why)) => panic!(
            "`{rule}` of {printed} cannot be compared with the {dialect} pattern {pattern}: {}",
            reason(&why, read)
        ),
        Err(error) => panic!("{printed}: {}", without_options(&error.to_string())),
    };
    let production = Language::from_printed(read, rule).ok();
    let matched = Language::from_pattern(&parsed, Matching::Search).ok();
    let only = |side: &str, witness: &Option<Vec<u8>>, [one, other]: [&Option<Language>; 2]| {
        let Some(witness) = witness else { return String::new() };
        let rest =
            one.as_ref().zip(other.as_ref()).and_then(|(one, other)| one.without(other).ok());
        let rest = rest.map(|rest| rest.sample(WITNESSES)).unwrap_or_default();
        let rest = rest.iter().filter(|string| *string != witness).take(WITNESSES - 1);
        let all: Vec<String> =
            std::iter::once(witness).chain(rest).map(|one| quoted(one)).collect();
        format!("\n  only {side} {}", all.join(", "))
    };
    let missed = only("the grammar accepts", &verdict.only_printed, [&production, &matched]);
    match claim {
        PatternClaim::Covers => assert!(
            missed.is_empty(),
            "the {dialect} pattern {pattern} does not cover `{rule}` of {printed}{missed}"
        ),
        PatternClaim::Equivalent => assert!(
            verdict.is_equal(),
            "`{rule}` of {printed} differs from the {dialect} pattern {pattern}{missed}{}",
            only("the pattern accepts", &verdict.only_pattern, [&matched, &production])
        ),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const MONTH: GrammarText<'_> =
        GrammarText { file: "month.abnf", text: include_str!("../examples/month.abnf") };

    fn pest(text: &str) -> GrammarText<'_> {
        GrammarText { file: "month.pest", text }
    }

    fn same_as(pattern: &str, dialect: Dialect) {
        expect_pattern(PatternClaim::Equivalent, MONTH, pattern, dialect, "month");
    }

    fn panic_message(assertion: impl FnOnce() + std::panic::UnwindSafe) -> String {
        let panic = std::panic::catch_unwind(assertion).unwrap_err();
        *panic.downcast::<String>().unwrap()
    }

    #[test]
    fn equivalent_grammars_pass() {
        assert_equivalent!(printed: "../examples/month.abnf", pest: "../examples/month.pest", rule: "month");
        same_as(r"\A(?:0[1-9]|1[0-2])\Z", Dialect::Python);
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
        let message = panic_message(|| same_as("^[01][0-9]$", Dialect::Rust));
        // 00 and 13 to 19.
        let (_, strings) = message.split_once("\n  only the pattern accepts ").unwrap();
        let strings: Vec<&str> = strings.split(", ").collect();
        assert!(strings.len() > 1 && strings[0] == "\"00\"", "{message}");
        assert!(strings[1..].iter().all(|one| one.starts_with("\"1")), "{message}");
    }

    #[test]
    fn a_pattern_may_accept_more_than_it_must() {
        let covers = |pattern| {
            expect_pattern(PatternClaim::Covers, MONTH, pattern, Dialect::Rust, "month");
        };
        covers("^[0-9]{2}$");
        covers("^(0[1-9]|1[0-2])$");
        let message = panic_message(|| covers("^0[0-9]$"));
        assert!(message.contains("\n  only the grammar accepts \"10\""), "{message}");
        assert!(!message.contains("00"), "{message}");
        assert_covers!(abnf: "a = 1*%s\"b\"\n", pattern: "b", dialect: Dialect::Rust, rule: "a");
        assert_equivalent!(abnf: "a = %s\"b\"\n", pattern: "^b$", dialect: Dialect::Rust, rule: "a");
    }

    #[test]
    fn unusable_input_fails() {
        let message =
            panic_message(|| expect_equivalent(MONTH, pest("month = { \"1\" }"), "mouth", None));
        assert!(message.contains("has no production `mouth`; did you mean `month`?"), "{message}");
        let message = panic_message(|| expect_equivalent(MONTH, pest("month = { "), "month", None));
        assert!(message.contains("month.pest"), "{message}");
        let other = GrammarText { file: "month.txt", text: MONTH.text };
        let message =
            panic_message(|| expect_equivalent(other, pest("month = { \"1\" }"), "month", None));
        assert!(message.starts_with("month.txt: no notation has this extension"), "{message}");
        let message = panic_message(|| same_as("(", Dialect::Rust));
        assert!(message.starts_with("(: "), "{message}");
    }

    #[test]
    fn a_message_says_what_to_write() {
        let both = |text: &'static str| {
            let printed = GrammarText { file: "inline.abnf", text };
            let other = pest("num = { ASCII_DIGIT* }");
            let by_pest = panic_message(|| expect_equivalent(printed, other, "num", None));
            let by_pattern = panic_message(|| {
                let claim = PatternClaim::Equivalent;
                expect_pattern(claim, printed, "^[0-9]*$", Dialect::Rust, "num");
            });
            assert!(
                !by_pest.contains("--") && !by_pattern.contains("--"),
                "{by_pest}\n{by_pattern}"
            );
            assert!(!by_pest.contains("differs") && !by_pattern.contains("differs"), "{by_pest}");
            [by_pest, by_pattern]
        };
        for message in both("num = '0' | %x31-39 DIGIT*\n") {
            let why = "inline.abnf, line 1: `num` cannot be used as printed: nothing follows the `*` in column 26, which must come before what it repeats: write `*DIGIT`";
            assert!(message.contains(why), "{message}");
        }
        for message in both("num = *DIGITS\n") {
            let why = "inline.abnf, line 1: `num` uses `DIGITS`, which is not defined; did you mean `DIGIT`?";
            assert!(message.contains(why), "{message}");
        }
        for message in both("num = <a number>\n") {
            assert!(message.contains("prose"), "{message}");
        }
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

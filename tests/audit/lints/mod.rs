//! The lints of grammars, patterns and programs: the rows of `tests/vectors/audit/lints.tsv`, and random grammars.

use urispec_audit::lint::{
    Finding, Lint, Linted, Mend, lint_pattern, lint_pest, lint_printed, lint_source,
};
use urispec_audit::{Deadline, Matching, Pattern, Peg};

use crate::laws::{dialect, sources};
use crate::support::{abnf, text};
use crate::vectors::{hold, same};

mod pest;
mod printed;

/// Lints a text: a pest grammar, a grammar in ABNF, or a pattern of the dialect with this name.
fn lint(kind: &str, source: &str) -> Linted {
    match kind {
        "pest" => lint_pest(&Peg::read("a.pest", source).unwrap()),
        "abnf" => lint_printed(&abnf(), text(source), Deadline::NONE),
        name => lint_pattern(dialect(name), source),
    }
}

/// Returns the findings as `LINE:COLUMN ID "WITNESS"`, then the rules that are undecided.
fn lines(linted: &Linted) -> Vec<String> {
    let line = |one: &Finding| {
        let witness = one.witness.as_ref().map(|text| format!(" {text:?}")).unwrap_or_default();
        format!("{}:{} {}{witness}", one.line, one.column, one.lint.id())
    };
    let undecided = linted.undecided.iter().map(|open| format!("undecided {}", open.rule));
    linted.findings.iter().map(line).chain(undecided).collect()
}

/// Checks a witness by pest's own machine or by the matcher of patterns.
fn is_confirmed(kind: &str, text: &str, finding: &Finding) -> bool {
    let is_unmatched =
        matches!(finding.lint, Lint::ExponentialTime | Lint::PolynomialTime | Lint::OddRange);
    match (kind, &finding.witness) {
        ("pest", _) => pest::is_confirmed(text, finding),
        (name, Some(witness)) if name != "abnf" && !is_unmatched => {
            let pattern = Pattern::read(dialect(name), text).unwrap();
            pattern.matches(Matching::Search, witness) == Some(true)
        }
        _ => true,
    }
}

/// Returns whether the fix of a finding, if there is one, removes it.
fn is_removed_by_its_fix(kind: &str, text: &str, finding: &Finding) -> bool {
    let is_same = |one: &Finding| (one.lint, &one.message) == (finding.lint, &finding.message);
    let again = |mend: &Mend| lint(kind, &mend.applied(text)).findings.iter().any(is_same);
    !finding.mend.as_ref().is_some_and(again)
}

#[test]
fn findings_are_those_of_the_table() {
    hold("audit", "lints", |row| {
        let (kind, text) = (row.argument(), row.text(0));
        let linted = lint(kind, text);
        let (messages, wanted): (Vec<&str>, Vec<&str>) =
            row.rest(1).into_iter().partition(|field| field.starts_with("message "));
        same(lines(&linted), wanted)?;
        let is_said = |wanted: &&str| {
            let wanted = wanted.trim_start_matches("message ");
            linted.findings.iter().any(|one| one.message.starts_with(wanted))
        };
        same(messages.into_iter().find(|wanted| !is_said(wanted)), None::<&str>)?;
        let is_true = |one: &&Finding| {
            is_confirmed(kind, text, one) && is_removed_by_its_fix(kind, text, one)
        };
        same(linted.findings.iter().find(|one| !is_true(one)), None::<&Finding>)
    });
}

#[test]
fn findings_in_programs_are_at_their_place_in_the_source() {
    hold("audit", "source-lints", |row| {
        let (text, found) = sources(row);
        let linted = lint_source(text, &found);
        let lines = linted.findings.iter().map(|one| {
            let Finding { lint, line, column, span, .. } = one;
            format!("{line}:{column} {} {:?}", lint.id(), &text[span.clone()])
        });
        same(lines.collect::<Vec<_>>(), row.rest(1))
    });
}

/// The first fix of each text.
#[test]
fn fixes_are_those_of_the_table() {
    hold("audit", "mended", |row| {
        let text = row.text(0);
        let findings = lint(row.argument(), text).findings;
        let mend = findings.iter().find_map(|one| one.mend.as_ref());
        same(mend.map(|mend| mend.applied(text)).as_deref(), row.field(1))
    });
}

/// A choice is compared only if it is short enough.
#[test]
fn long_choices_are_undecided() {
    let all = |count: usize, word: &dyn Fn(usize) -> String, sign: &str| {
        (0..count).map(word).collect::<Vec<_>>().join(sign)
    };
    let quoted = |at| format!("\"k{at}\"");
    // In pest, a choice nests as deep as it is long.
    let rule = format!("a = {{ {} }}\n", all(crate::scaled(12_000, 60_000), &quoted, " | "));
    assert_eq!(lines(&lint("pest", &rule)), ["undecided a"]);
    let production = format!("a = {}\n", all(101, &quoted, " / "));
    assert_eq!(lines(&lint("abnf", &production)), ["undecided a"]);
    let pattern = format!("^(?:{})$", all(300, &|at| format!("w{at}+"), "|"));
    assert_eq!(lines(&lint("ecmascript", &pattern)), [format!("undecided {pattern}")]);
}

//! Grammars with planted faults.

use super::lint_printed;
use crate::basics::deadline::Deadline;
use crate::basics::text::GrammarText;
use crate::notation::Notation;
use crate::printed::reader::PrintedReader;

#[track_caller]
fn found(text: &str) -> Vec<String> {
    let reader = PrintedReader::new(Notation::Abnf);
    let linted = lint_printed(&reader, GrammarText { file: "a.abnf", text }, Deadline::NONE);
    let line = |one: &crate::lint::Finding| {
        let witness = one.witness.as_ref().map(|text| format!(" {text:?}"));
        format!("{}:{} {}{}", one.line, one.column, one.lint.id(), witness.unwrap_or_default())
    };
    linted
        .findings
        .iter()
        .map(line)
        .chain(linted.undecided.iter().map(|one| format!("undecided {one}")))
        .collect()
}

#[test]
fn all_errors_are_told_at_once() {
    let text = "a = ( b / c\nb = \"x\n???\nc = %x4O / d )\nd = e\n";
    assert_eq!(
        found(text),
        ["1:1 unreadable", "2:1 unreadable", "3:1 unreadable", "4:1 unreadable", "5:5 undefined"]
    );
}

#[test]
fn names() {
    assert_eq!(found("a = b\nb = \"x\"\n"), [""; 0]);
    assert_eq!(found("a = \"y\"\nb = \"x\"\n"), ["2:1 unreached"]);
    assert_eq!(found("a = b c-d\nb = \"x\"\nc = \"z\"\n"), ["1:7 undefined", "3:1 unreached"]);
    assert_eq!(found("a = a1b 2b\na1b = \"x\"\n"), ["1:10 undefined"]);
    assert_eq!(found("a = \"x\"\na = \"y\"\n"), ["2:1 defined-twice"]);
    assert_eq!(
        found("a = b\nb = c\nc = b\n"),
        ["1:1 never-matches", "2:1 never-matches", "3:1 never-matches"]
    );
    assert_eq!(found("a = \"x\" / \"(\" a \")\"\n"), ["undecided a"]);
}

#[test]
fn numbers_with_letters_behind_them() {
    assert_eq!(found("a = %x4O\nO = \"o\"\n"), ["1:1 unreadable"]);
}

#[test]
fn core_rules() {
    assert_eq!(found("a = DIGIT\nDIGIT = %x30-39\n"), ["2:1 repeated-core"]);
    assert_eq!(found("a = DIGIT\nDIGIT = %x31-39\n"), [r#"2:1 redefined-core "0""#]);
    assert_eq!(found("a = digit\ndigit = %x30-3A\n"), [r#"2:1 redefined-core ":""#]);
}

#[test]
fn what_looks_grouped() {
    // `a` then `c` is no string of it.
    assert_eq!(found("a = \"a\" / \"b\" *\"c\"\n"), [r#"1:1 ungrouped "ac""#]);
    assert_eq!(found("a = \"a\" / (\"b\" *\"c\")\n"), [""; 0]);
    assert_eq!(found("a = (\"a\" / \"b\") *\"c\"\n"), [""; 0]);
}

/// The text with the first mend made, if there is one.
#[track_caller]
fn mended(text: &str) -> Option<String> {
    let reader = PrintedReader::new(Notation::Abnf);
    let linted = lint_printed(&reader, GrammarText { file: "a.abnf", text }, Deadline::NONE);
    let mend = linted.findings.iter().find_map(|one| one.mend.as_ref())?;
    Some(mend.applied(text))
}

#[test]
fn what_is_read_is_written_out() {
    let is = |text: &str| Some(text.to_owned());
    assert_eq!(mended("a = \"a\" / \"b\" *\"c\"\n"), is("a = \"a\" / (\"b\" *\"c\")\n"));
    // The alternative that is meant is the last of those that are written alike.
    let text = "; \"b\" *c\n  a = b\n    / \"b\" *c ; c\nb = \"x\"\nc = \"c\"\n";
    assert_eq!(
        mended(text),
        is("; \"b\" *c\n  a = b\n    / (\"b\" *c) ; c\nb = \"x\"\nc = \"c\"\n")
    );
    // Alternatives that are added elsewhere have no one place.
    assert_eq!(mended("a = \"a\"\nb = a\na =/ \"b\" *\"c\"\n"), None);
}

#[test]
fn what_is_said_again_is_removed() {
    let is = |text: &str| Some(text.to_owned());
    assert_eq!(
        mended("a = DIGIT b\r\nDIGIT = \"0\" /\r\n  %x31-39 ; ten\r\nb = \"b\"\r\n"),
        is("a = DIGIT b\r\nb = \"b\"\r\n")
    );
    assert_eq!(mended("a = DIGIT\n  DIGIT = %x30-39"), is("a = DIGIT\n"));
    // It is what the grammar is for.
    assert_eq!(mended("DIGIT = %x30-39\n"), None);
}

#[test]
fn names_that_could_be_meant() {
    let is = |text: &str| Some(text.to_owned());
    assert_eq!(mended("a = 1*digt sgment\n"), is("a = 1*DIGIT sgment\n"));
    assert_eq!(mended("a = segmnt\nsegment = \"s\"\n"), is("a = segment\nsegment = \"s\"\n"));
    assert_eq!(mended("a = other\nsegment = \"s\"\n"), None);
}

#[test]
fn literals_in_any_case() {
    assert_eq!(found("a = \"x\" / \"GMT\"\n"), [r#"1:11 any-case "gmt""#]);
    assert_eq!(found("a = %s\"GMT\" / \"gmt\" / \"T\"\n"), [""; 0]);
}

#[test]
fn what_a_peg_loses() {
    // RFC 3986's `dec-octet` begins with a digit.
    let text = "o = DIGIT / %x31-39 DIGIT\n";
    assert_eq!(found(text), [r#"1:1 ordered-choice "10""#]);
    assert_eq!(found("o = %x31-39 DIGIT / DIGIT\n"), [""; 0]);
    assert_eq!(found("o = *ALPHA \"x\"\n"), [r#"1:1 ordered-choice "x""#]);
}

#[test]
fn what_the_notation_does_not_have_is_said() {
    // RFC 5234 has neither `|` nor literals in apostrophes (4).
    let ids: Vec<String> = found("q = 'x' | r\nr = \"y\"\n");
    assert_eq!(ids.iter().filter(|one| one.contains("departure")).count(), 2, "{ids:?}");
    let ids = found("q = \"x\" / r\nr = \"y\"\n");
    assert_eq!(ids, [""; 0]);
}

#[test]
fn what_is_not_asked_about_is_undecided() {
    // Beyond a hundred alternatives nobody asks what a parser loses.
    let words: Vec<String> = (0..101).map(|number| format!("\"k{number}\"")).collect();
    assert_eq!(found(&format!("a = {}\n", words.join(" / "))), ["undecided a"]);
}

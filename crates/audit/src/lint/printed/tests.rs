//! Grammars with planted faults.

use grammar_automata::build::Deadline;
use grammar_notation::{GrammarText, Notation, PrintedReader};

use super::lint_printed;
use crate::lint::Lint;
use crate::scaled;

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
    // `a` followed by `c` is not a string of it.
    assert_eq!(found("a = \"a\" / \"b\" *\"c\"\n"), [r#"1:1 ungrouped "ac""#]);
    assert_eq!(found("a = \"a\" / (\"b\" *\"c\")\n"), [""; 0]);
    assert_eq!(found("a = (\"a\" / \"b\") *\"c\"\n"), [""; 0]);
}

/// Returns the text with the first mend applied, if there is one.
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
    // The intended alternative is the last of several with the same text.
    let text = "; \"b\" *c\n  a = b\n    / \"b\" *c ; c\nb = \"x\"\nc = \"c\"\n";
    assert_eq!(
        mended(text),
        is("; \"b\" *c\n  a = b\n    / (\"b\" *c) ; c\nb = \"x\"\nc = \"c\"\n")
    );
    // Alternatives that are added elsewhere have no single place.
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
    // It is the grammar's main production.
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
fn what_a_sequence_leaves_to_its_rest_is_compared() {
    assert_eq!(found("a = (\"yy\" / \"y\") \"yy\"\n"), [r#"1:1 ordered-choice "yyy""#]);
    assert_eq!(found("a = [\"y\"] \"y\"\n"), [r#"1:1 ordered-choice "y""#]);
    // The finding is reported at its place, not at the callers.
    let text = "a = \"(\" b \")\"\nb = c \"yy\"\nc = \"yy\" / \"y\"\n";
    assert_eq!(found(text), [r#"2:1 ordered-choice "yyy""#]);
    // Each of two mutually recursive productions loses something, which is reported for one.
    let text = "a = \"x\" b / \"\"\nb = (\"yy\" / \"y\") \"y\" a / \"z\"\n";
    assert_eq!(found(text).len(), 1, "{:?}", found(text));
    assert_eq!(found("a = (\"yy\" / \"y\") \"x\"\n"), [""; 0]);
}

/// `c-d` is not a valid name in pest, but nothing is lost that depends on it.
#[test]
fn an_undefined_name_hides_nothing() {
    let lines = ["1:7 undefined", r#"2:1 ordered-choice "10""#].map(str::to_owned);
    assert_eq!(found("a = b c-d\nb = \"1\" / \"10\"\n"), lines);
}

#[test]
fn what_has_no_rule_is_undecided() {
    assert_eq!(found("a = %xFF / %xFF %xFE\n"), ["undecided a"]);
    assert_eq!(found("a = %xFF %xFE\n"), [""; 0]);
}

/// A term of the tests: all its strings, and how a parser matches it.
enum Sample {
    Text(&'static str),
    Name(usize),
    Sequence(Vec<Sample>),
    Choice(Vec<Sample>),
    Repeat(usize, usize, Box<Sample>),
}

/// The maximum length of the strings that are tried.
const LENGTH: usize = 6;

impl Sample {
    fn random(
        next: &mut dyn FnMut(usize) -> usize,
        rule: usize,
        rules: usize,
        depth: usize,
    ) -> Self {
        let parts = |next: &mut dyn FnMut(usize) -> usize| -> Vec<Self> {
            (0..2 + next(2)).map(|_| Self::random(next, rule, rules, depth - 1)).collect()
        };
        match next(if depth == 0 { 3 } else { 9 }) {
            0 if rule + 1 < rules => Self::Name(rule + 1 + next(rules - rule - 1)),
            0..=2 => Self::Text(["0", "1", "00", "01", "10", ""][next(6)]),
            3..=5 => Self::Sequence(parts(next)),
            6 | 7 => Self::Choice(parts(next)),
            _ => {
                let (min, max) = [(0, 1), (0, LENGTH), (1, LENGTH), (2, 3)][next(4)];
                Self::Repeat(min, max, Box::new(Self::random(next, rule, rules, depth - 1)))
            }
        }
    }

    fn written(&self) -> String {
        let all = |parts: &[Self], sign: &str| {
            let parts: Vec<String> = parts.iter().map(Self::written).collect();
            format!("({})", parts.join(sign))
        };
        match self {
            Self::Text(text) => format!("\"{text}\""),
            Self::Name(rule) => format!("r{rule}"),
            Self::Sequence(parts) => all(parts, " "),
            Self::Choice(parts) => all(parts, " / "),
            Self::Repeat(min, LENGTH, of) => format!("{min}*({})", of.written()),
            Self::Repeat(min, max, of) => format!("{min}*{max}({})", of.written()),
        }
    }

    /// Returns all places where a string of the term may end if it begins at a place.
    fn ends(&self, rules: &[Self], text: &str, at: usize) -> Vec<usize> {
        let mut ends = match self {
            Self::Text(own) => {
                text[at..].starts_with(own).then_some(at + own.len()).into_iter().collect()
            }
            Self::Name(rule) => rules[*rule].ends(rules, text, at),
            Self::Sequence(parts) => parts.iter().fold(vec![at], |from, part| {
                from.into_iter().flat_map(|at| part.ends(rules, text, at)).collect()
            }),
            Self::Choice(parts) => {
                parts.iter().flat_map(|part| part.ends(rules, text, at)).collect()
            }
            Self::Repeat(min, max, of) => {
                let (mut from, mut all) = (vec![at], Vec::new());
                for round in 0..=*max {
                    all.extend(from.iter().copied().filter(|_| round >= *min));
                    from = from.into_iter().flat_map(|at| of.ends(rules, text, at)).collect();
                    from.sort_unstable();
                    from.dedup();
                }
                all
            }
        };
        ends.sort_unstable();
        ends.dedup();
        ends
    }

    /// Returns where a parser ends that matches the first successful alternative, and repeats as often as it can.
    fn end(&self, rules: &[Self], text: &str, at: usize) -> Option<usize> {
        match self {
            Self::Text(own) => text[at..].starts_with(own).then_some(at + own.len()),
            Self::Name(rule) => rules[*rule].end(rules, text, at),
            Self::Sequence(parts) => {
                parts.iter().try_fold(at, |at, part| part.end(rules, text, at))
            }
            Self::Choice(parts) => parts.iter().find_map(|part| part.end(rules, text, at)),
            Self::Repeat(min, max, of) => {
                let (mut end, mut round) = (at, 0);
                while round < *max {
                    match of.end(rules, text, end) {
                        Some(next) if next > end || round < *min => {
                            (end, round) = (next, round + 1)
                        }
                        _ => break,
                    }
                }
                (round >= *min).then_some(end)
            }
        }
    }
}

/// If a parser loses a string of a production, a callee of the production has the lint or is undecided.
#[test]
fn what_a_parser_loses_of_random_grammars_is_never_passed_over() {
    let count = scaled(40, 20_000);
    let mut state = 0x0011_2358_1321_3455_u64;
    let mut next = |below: usize| {
        state ^= state << 13;
        state ^= state >> 7;
        state ^= state << 17;
        (state >> 11) as usize % below
    };
    let texts: Vec<String> = (0..=LENGTH)
        .flat_map(|length| (0..1_usize << length).map(move |bits| (length, bits)))
        .map(|(length, bits)| {
            (0..length).map(|at| if bits >> at & 1 == 1 { '1' } else { '0' }).collect()
        })
        .collect();
    let mut losing = 0;
    for number in 0..count {
        let rules: Vec<Sample> = (0..3).map(|rule| Sample::random(&mut next, rule, 3, 3)).collect();
        let lines =
            rules.iter().enumerate().map(|(at, one)| format!("r{at} = {}\n", one.written()));
        let text: String = lines.collect();
        let reader = PrintedReader::new(Notation::Abnf);
        let linted =
            lint_printed(&reader, GrammarText { file: "a.abnf", text: &text }, Deadline::NONE);
        for (at, rule) in rules.iter().enumerate() {
            let lost = texts.iter().find(|one| {
                rule.ends(&rules, one, 0).contains(&one.len())
                    && rule.end(&rules, one, 0) != Some(one.len())
            });
            let Some(lost) = lost else { continue };
            losing += 1;
            // Callees of a rule come after it.
            let is_its = |name: &str| name[1..].parse::<usize>().is_ok_and(|one| one >= at);
            let is_found = linted.findings.iter().any(|one| {
                one.lint == Lint::OrderedChoice && one.rule.as_deref().is_some_and(is_its)
            });
            let is_undecided = linted.undecided.iter().any(|one| is_its(one));
            assert!(is_found || is_undecided, "grammar {number}: r{at} loses {lost:?}\n{text}");
        }
    }
    assert!(losing > count / 4, "{losing} productions lose something");
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
    // Above a hundred alternatives the lint is not applied.
    let words: Vec<String> = (0..101).map(|number| format!("\"k{number}\"")).collect();
    assert_eq!(found(&format!("a = {}\n", words.join(" / "))), ["undecided a"]);
}

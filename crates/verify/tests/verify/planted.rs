//! Mistakes that are planted in a copy of a grammar: the certificate of the right one does not hold of the wrong one.

use grammar_verify::{Document, Fault, PrintedNotation, Source, Subject, verify};
use urispec::Edition;

use super::written;

const ABNF: &str = include_str!("../../../../grammar/rfc3986.abnf");
const READINGS: &str = include_str!("../../../../grammar/rfc3986.readings.abnf");
const PEST: &str = include_str!("../../../../grammar/rfc3986.pest");

fn subject(abnf: &str, pest: &str) -> Subject {
    let [printed, readings, pest] =
        [("abnf", abnf), ("readings", READINGS), ("pest", pest)].map(|(file, text)| Source::new(file, text));
    let document = Document { notation: PrintedNotation::Abnf, printed, readings: Some(readings) };
    Subject { name: "rfc3986".to_owned(), documents: vec![document], pest: vec![pest], ..Subject::default() }
}

/// A text in which one part is replaced, which is there once.
#[track_caller]
fn with(text: &str, part: &str, other: &str) -> String {
    assert_eq!(text.matches(part).count(), 1, "{part}");
    text.replace(part, other)
}

/// The line of a certificate in which a fault stands: the production and the rule, and the line itself.
fn place<'c>(certificate: &'c str, fault: &Fault) -> (&'c str, &'c str) {
    let Fault::Refused { line, .. } = fault else { panic!("{fault}") };
    let lines: Vec<&str> = certificate.lines().take(*line).collect();
    let head = lines.iter().rev().find(|line| line.starts_with("production")).unwrap();
    (head.split(" classes").next().unwrap(), lines[line - 1])
}

#[test]
fn a_planted_mistake_is_refused_at_the_production_that_has_it() {
    let pair = urispec_audit::pair(Edition::Rfc3986.grammars()[0]).unwrap();
    let certificate = written::of_pair("rfc3986", &pair);
    assert!(verify(&certificate, &[subject(ABNF, PEST)]).is_ok());
    for (abnf, pest, expected) in [
        // Without the look-ahead, `1.2.3.4a` is read as an address up to the `a`, and no registered name.
        (
            ABNF.to_owned(),
            with(PEST, "IPv4address ~ !(unreserved | pct_encoded | sub_delims)", "IPv4address"),
            "production URI rule URI",
        ),
        // A group of no digit: `:::::::` would be an address.
        (ABNF.to_owned(), with(PEST, "h16 = @{ HEXDIG{1, 4} }", "h16 = @{ HEXDIG{0, 4} }"), "production URI rule URI"),
        (
            with(ABNF, "h16           = 1*4HEXDIG", "h16           = *4HEXDIG"),
            PEST.to_owned(),
            "production URI rule URI",
        ),
        // A port of one digit at least.
        (with(ABNF, "port          = *DIGIT", "port          = 1*DIGIT"), PEST.to_owned(), "production URI rule URI"),
        // A fragment without `?`; its certificate alone is asked for below.
        (
            with(ABNF, "fragment      = *( pchar / \"/\" / \"?\" )", "fragment      = *( pchar / \"/\" )"),
            PEST.to_owned(),
            "production URI rule URI",
        ),
    ] {
        let fault = verify(&certificate, &[subject(&abnf, &pest)]).unwrap_err();
        assert_eq!(place(&certificate, &fault).0, expected, "{fault}");
    }
}

/// The certificates of one production alone, so that the place of the mistake is known.
#[test]
fn the_line_is_that_of_the_shortest_way_to_the_mistake() {
    let abnf = "h = 1*2HEXDIG\n";
    let pest = "h = @{ ASCII_HEX_DIGIT{1, 2} }";
    let certificate = written::of_pair("-", &written::pair(abnf, pest));
    assert!(written::checked(&certificate, abnf, pest).is_ok());
    let fault = written::checked(&certificate, abnf, "h = @{ ASCII_HEX_DIGIT{0, 2} }").unwrap_err();
    // Pair 0 is the whole production, in which no string ends.
    assert_eq!(place(&certificate, &fault).1.split(' ').take(4).collect::<Vec<_>>(), ["pair", "0", "start", "no"]);
    assert!(fault.to_string().ends_with("a string may end here by the rule, and the line says `no`"), "{fault}");
}

/// Each of these differs from what is printed in the way that ordered choice differs from `/`.
#[test]
fn ordered_choice_is_no_choice() {
    let abnf = "a = *( \"1\" / \"12\" ) \"3\"\n";
    let right = "a = { (\"12\" | \"1\")* ~ \"3\" }";
    let certificate = written::of_pair("-", &written::pair(abnf, right));
    assert!(written::checked(&certificate, abnf, right).is_ok());
    for wrong in [
        "a = { (\"1\" | \"12\")* ~ \"3\" }",
        "a = { (\"12\" | \"1\")+ ~ \"3\" }",
        "a = { (\"12\" | \"1\")* ~ \"3\"? }",
        "a = { (!\"12\" ~ \"1\")* ~ \"3\" }",
        "a = { (\"12\" | &\"12\" ~ \"1\")* ~ \"3\" }",
        "a = { (\"12\" | \"1\" | \"3\")* ~ \"3\" }",
    ] {
        assert!(matches!(written::checked(&certificate, abnf, wrong), Err(Fault::Refused { .. })), "{wrong}");
    }
}

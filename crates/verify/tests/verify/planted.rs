//! Mistakes planted in a copy of a grammar: the certificate of the original does not hold for the copy.

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

/// Replaces a part that occurs once in a text.
#[track_caller]
fn with(text: &str, part: &str, other: &str) -> String {
    assert_eq!(text.matches(part).count(), 1, "{part}");
    text.replace(part, other)
}

/// Returns the production and rule of a fault in a certificate, and its line.
fn place<'c>(certificate: &'c str, fault: &Fault) -> (&'c str, &'c str) {
    let Fault::Refused { line, .. } = fault else { panic!("{fault}") };
    let lines: Vec<&str> = certificate.lines().take(*line).collect();
    let head = lines.iter().rev().find(|line| line.starts_with("production")).unwrap();
    (head.split(" classes").next().unwrap(), lines[line - 1])
}

#[test]
fn a_planted_mistake_is_refused_at_its_production() {
    let pair = urispec_audit::pair(Edition::Rfc3986.grammars()[0]).unwrap();
    let certificate = written::of_pair("rfc3986", &pair);
    assert!(verify(&certificate, &[subject(ABNF, PEST)]).is_ok());
    for (abnf, pest, expected) in [
        // Without the look-ahead, an address is read from `1.2.3.4a`, and the `a` is left.
        (
            ABNF.to_owned(),
            with(PEST, "IPv4address ~ !(unreserved | pct_encoded | sub_delims)", "IPv4address"),
            "production URI rule URI",
        ),
        // With groups of no digits, `:::::::` would be an address.
        (ABNF.to_owned(), with(PEST, "h16 = @{ HEXDIG{1, 4} }", "h16 = @{ HEXDIG{0, 4} }"), "production URI rule URI"),
        (
            with(ABNF, "h16           = 1*4HEXDIG", "h16           = *4HEXDIG"),
            PEST.to_owned(),
            "production URI rule URI",
        ),
        // A port of at least one digit.
        (with(ABNF, "port          = *DIGIT", "port          = 1*DIGIT"), PEST.to_owned(), "production URI rule URI"),
        // A fragment without `?`.
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

/// The certificate of one production, so that the place of the mistake is known.
#[test]
fn the_line_is_on_the_shortest_path_to_the_mistake() {
    let abnf = "h = 1*2HEXDIG\n";
    let pest = "h = @{ ASCII_HEX_DIGIT{1, 2} }";
    let certificate = written::of_pair("-", &written::pair(abnf, pest));
    assert!(written::checked(&certificate, abnf, pest).is_ok());
    let fault = written::checked(&certificate, abnf, "h = @{ ASCII_HEX_DIGIT{0, 2} }").unwrap_err();
    // Pair 0 is the whole production, which does not accept the empty string.
    assert_eq!(place(&certificate, &fault).1.split(' ').take(4).collect::<Vec<_>>(), ["pair", "0", "start", "no"]);
    assert!(
        fault.to_string().ends_with("according to the rule, a string may end here, but the line has `no`"),
        "{fault}"
    );
}

/// Each of these differs from the printed production as ordered choice differs from `/`.
#[test]
fn ordered_choice_is_not_alternation() {
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

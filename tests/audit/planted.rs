//! Errors that are easily made in a transcription, planted, and their witnesses.

use std::sync::LazyLock;

use urispec::Edition;
use urispec_audit::{Decided, Difference, Languages, Notation, Peg, Printed, difference};

use crate::rfc3986::text;

fn decide(text: &str) -> Decided {
    Peg::read("rfc3986.pest", text).unwrap().decide()
}

fn printed() -> Languages {
    let read = |text| Printed::read(Notation::Abnf, "rfc3986.abnf", text).unwrap();
    let grammar = Edition::Rfc3986.grammars()[0];
    Languages::new(&read(grammar.printed()).with_readings(&read(grammar.readings())))
}

/// The shortest string that only the printed production has, and the shortest that only the rule.
#[track_caller]
fn witnesses(rule: &str, bad: &Decided) -> (Option<String>, Option<String>) {
    static PRINTED: LazyLock<Languages> = LazyLock::new(printed);
    let good = &*PRINTED;
    let start = good.start(&rule.replace('_', "-")).unwrap().unwrap();
    let Difference { only_left, only_right, .. } =
        difference((good.dfa(), start), (&bad.dfa, bad.start(rule).unwrap()));
    let text = |bytes: Option<Vec<u8>>| bytes.map(|bytes| String::from_utf8(bytes).unwrap());
    (text(only_left), text(only_right))
}

/// The grammar with one thing replaced.
#[track_caller]
fn plant(right: &str, wrong: &str) -> Decided {
    assert_eq!(text().matches(right).count(), 1, "{right}");
    decide(&text().replace(right, wrong))
}

#[test]
fn without_errors_there_are_no_witnesses() {
    let (printed, pest) = (printed(), decide(text()));
    for name in printed.names() {
        let start = printed.start(name).unwrap().unwrap();
        let rule = pest.start(&name.replace('-', "_")).unwrap();
        assert!(difference((printed.dfa(), start), (&pest.dfa, rule)).is_equal(), "{name}");
    }
}

#[track_caller]
fn loses(rule: &str, right: &str, wrong: &str, witness: &str) {
    assert_eq!(witnesses(rule, &plant(right, wrong)), (Some(witness.to_owned()), None));
}

/// `DIGIT` first, as printed: no octet has more than one digit, and `10` is the first of two.
#[test]
fn dec_octet_in_printed_order() {
    let right = r#""25" ~ '0'..'5'
  | "2" ~ '0'..'4' ~ DIGIT
  | "1" ~ DIGIT{2}
  | '1'..'9' ~ DIGIT
  | DIGIT"#;
    let wrong = r#"DIGIT
  | '1'..'9' ~ DIGIT
  | "1" ~ DIGIT{2}
  | "2" ~ '0'..'4' ~ DIGIT
  | "25" ~ '0'..'5'"#;
    loses("dec_octet", right, wrong, "10");
}

/// `*n( h16 ":" ) h16` as printed: the group takes `0:` of `0::`, and no `h16` is left.
#[test]
fn greedy_ipv6_groups() {
    let wrong = (1..=6).fold(text().to_owned(), |text, n| {
        let right = format!(r#"(h16 ~ (":" ~ h16){{0, {n}}})?"#);
        assert_eq!(text.matches(&right).count(), 1);
        text.replace(&right, &format!(r#"((h16 ~ ":"){{0, {n}}} ~ h16)?"#))
    });
    let found = witnesses("IPv6address", &decide(&wrong));
    assert_eq!(found, (Some("0::".to_owned()), None));
}

/// `IPv4address` wins and leaves a rest: seven characters are the shortest address, and an eighth
/// that no octet takes, of which "!" is the first.
#[test]
fn unguarded_ipv4address() {
    let right = "IPv4address ~ !(unreserved | pct_encoded | sub_delims)";
    loses("host", right, "IPv4address", "0.0.0.0!");
}

#[test]
fn v_with_case() {
    loses("IPvFuture", r#"^"v""#, r#""v""#, "V0.!");
}

/// `@` is a segment and a query. A whole reference may be `@`, since the first segment of a
/// `path-noscheme` is made of characters of its own; `#@` is the first that is lost.
#[test]
fn pchar_without_at() {
    let right = r#"unreserved | pct_encoded | sub_delims | ":" | "@" }"#;
    let wrong = r#"unreserved | pct_encoded | sub_delims | ":" }"#;
    let bad = plant(right, wrong);
    let loses = |rule, witness: &str| {
        assert_eq!(witnesses(rule, &bad), (Some(witness.to_owned()), None), "{rule}");
    };
    for rule in ["pchar", "segment", "segment_nz", "query", "fragment", "path_rootless"] {
        loses(rule, "@");
    }
    loses("URI_reference", "#@");
    loses("URI", "A:@");
    loses("path_noscheme", "!/@");
    assert_eq!(witnesses("host", &bad), (None, None));
}

/// A hostname whose loop takes the last label, so that none is left.
#[test]
fn a_loop_that_takes_the_last_label() {
    let good = r#"name = { (label ~ ".")* ~ top } label = { 'a'..'z'+ } top = { 'a'..'z'+ }"#;
    // pest makes a list of it where the two are one rule, and it reads `a.b`, where the
    // expression as written would read it too. With two names for one rule it does not.
    let decided = decide(good);
    assert!(decided.dfa.matches(0, b"a.b") && !decided.dfa.matches(0, b"a."));
    let bad = r#"name = { (label ~ "."?)* ~ label } label = { 'a'..'z'+ }"#;
    let written = r#"name = { (label ~ "."?)* ~ top } label = { 'a'..'z'+ } top = { 'a'..'z'+ }"#;
    assert_eq!(decide(written).dfa.shortest(0), None);
    assert_eq!(decide(bad).dfa.shortest(0).as_deref(), Some(&b"a"[..]));
}

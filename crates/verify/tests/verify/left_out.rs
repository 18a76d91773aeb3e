//! Certificates that hold as far as they go, but do not prove enough.

use grammar_verify::{Fault, Source, Subject, verify};

use super::written::{checked, subject};

/// A certificate with the right lines for `a`, which is `x`.
const X: &str = "classes 2 pairs 3\nclass 0 00-77 79-FF\nclass 1 78\n\
                 pair 0 start no 1 2\npair 1 0/0 no 1 1\npair 2 0/1 yes 1 1\n";

fn certificate(before: &str, claim: &str) -> String {
    format!("urispec-certificate 2\ngrammar -\n{before}production {claim} {X}")
}

#[track_caller]
fn refused(fault: Result<impl Sized, Fault>, expected: &str) {
    let Err(Fault::Refused { line: 2, why }) = fault else { panic!("nothing is refused in line 2") };
    assert_eq!(why, expected);
}

#[test]
fn a_rule_within_an_atomic_rule_is_not_the_same_rule() {
    // As an entry rule it also reads `x y`.
    let text = "urispec-certificate 2\ngrammar -\nproduction a rule @a classes 3 pairs 4\n\
                class 0 00-77 7A-FF\nclass 1 78\nclass 2 79\npair 0 start no 1 2 1\npair 1 0/0 no 1 1 1\n\
                pair 2 0/1 no 1 1 3\npair 3 2/2 yes 1 1 1\n";
    let found = checked(text, "a = %x78 %x79\n", "WHITESPACE = _{ \" \" } a = { \"x\" ~ \"y\" }");
    refused(found, "missing certificate for `a` and the rule `a`");
}

#[test]
fn a_pattern_does_not_prove_the_rules() {
    let text = certificate("pattern 0 rust whole x\n", "a pattern 0");
    let of = |pest: &[&str]| {
        let pest = pest.iter().map(|text| Source::new("a.pest", text)).collect();
        verify(&text, &[Subject { pest, ..subject("a = %x78\n", "") }])
    };
    assert!(of(&[]).is_ok());
    refused(of(&["a = { \"wrong\" }"]), "missing certificate for `a` and the rule `a`");
}

#[test]
fn abnf_names_ignore_case() {
    let (abnf, pest) = ("Port = %x78\n", "port = { \"wrong\" } other = { \"x\" }");
    refused(
        checked(&certificate("", "port rule other"), abnf, pest),
        "missing certificate for `Port` and the rule `port`",
    );
    let named = Subject { productions: vec!["PORT".to_owned()], ..subject(abnf, pest) };
    let found = verify(&certificate("", "port rule other"), &[named]);
    refused(found, "missing certificate for `PORT` and the rule `port`");
    // If a rule has the exact name of the production, a rule with another spelling is a different rule.
    let pest = "Port = { \"x\" } PORT = { \"wrong\" }";
    assert!(checked(&certificate("", "Port rule Port"), abnf, pest).is_ok());
}

#[test]
fn an_automaton_alone_does_not_prove_a_rule() {
    let automaton = "automaton 0 production a classes 2 states 3\nclass 0 00-77 79-FF\nclass 1 78\n\
                     state 0 no 1 2\nstate 1 no 1 1\nstate 2 yes 1 1\n";
    let named = Subject { productions: vec!["a".to_owned()], ..subject("a = %x78\n", "b = { \"x\" }") };
    let found = verify(&certificate(automaton, "a automaton 0"), &[named]);
    refused(found, "missing certificate for any production of this grammar");
}

/// The unread rest may be the empty string, so a certificate without it is not wrong.
#[test]
fn an_unreadable_certificate_is_not_a_refutation() {
    let text = "urispec-certificate 2\ngrammar -\nproduction a rule a classes 1 pairs 2\nclass 0 00-FF\n\
                pair 0 start yes 1\npair 1 0/0 no 1\n";
    let fault = checked(text, "a = b\nb = <nothing>\n", "a = { \"\" }").unwrap_err();
    assert_eq!(
        fault,
        Fault::Unreadable(
            "`b` cannot be used: a.bnf, line 2: <nothing> is prose, which has no defined strings".to_owned()
        )
    );
}

#[test]
fn a_missing_certificate_is_not_a_proof() {
    let empty = "urispec-certificate 2\ngrammar -\n";
    let found = checked(empty, "a = %x78\n", "b = { \"x\" }");
    refused(found, "missing certificate for any production of this grammar");
    let found = verify("urispec-certificate 2\n", &[]).unwrap_err();
    assert_eq!(found.to_string(), "line 1: the file has no line `grammar NAME`");
    let twice = [subject("a = %x78\n", "a = { \"x\" }"), subject("a = %x78\n", "a = { \"wrong\" }")];
    let found = verify(&certificate("", "a rule a"), &twice).unwrap_err();
    assert_eq!(found.to_string(), "two subjects are named `-`");
}

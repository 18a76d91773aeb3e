//! Certificates of what is only written with recursion: automata stand for productions.

use urispec_audit::Notation;
use urispec_audit::certificate::{Grammars, NoCertificate, Writer};
use urispec_audit::{GrammarPair, GrammarText, Verdict, audit, certificate};

use super::certificates::{pair, rule, verified, written};

/// By hand. `a` is a `y` and any number of `x`; state 1 has read what no string of `a` has.
const A: &str = include_str!("left_recursion.cert");

fn left() -> GrammarPair {
    pair("a = a %x78 / %x79\n", "a = { \"y\" ~ \"x\"* }\n")
}

#[test]
fn an_automaton_stands_for_a_production() {
    assert_eq!(written("-", &left()), A);
    let all = verified(A, &left()).unwrap();
    assert_eq!((all.productions, all.certificates, all.pairs), (1, 2, 6));
    assert_eq!(all.without, [""; 0]);
    // Finer states than are needed do no harm: what is proven is proven.
    let finer = A
        .replace("states 3", "states 4")
        .replace("yes 1 2 1\nproduction a a", "yes 1 3 1\nstate 3 yes 1 2 1\nproduction a a");
    let found = verified(&finer, &left()).unwrap_err();
    assert_eq!(
        found,
        "17: a, pair 2, byte 0x78: the derivative of the production is not that of pair 2"
    );
}

/// What an audit finds to be equal has a certificate that holds: on the left, on both sides, through
/// one another, below and above what is no cycle, and with a name that is imported into it.
#[test]
fn every_equal_has_a_certificate() {
    for (abnf, pest) in [
        ("a = a %x78 / %x79\nb = a \".\" [ b ]\n", "a = { \"y\" ~ \"x\"* } b = { (a ~ \".\")+ }"),
        ("a = a a / \"x\"\n", "a = { ^\"x\"+ }"),
        ("a = \"x\" a \"x\" / \"x\" / \"xx\"\n", "a = { ^\"x\"+ }"),
        (
            "a = b \"x\" / \"x\"\nb = a \"y\" / \"y\"\n",
            "a = { b ~ ^\"x\" | ^\"x\" } b = { (^\"x\"? ~ ^\"y\") ~ (^\"xy\")* }",
        ),
        (
            "a = a b / b\nb = b %x31 / %x30\nc = *a\n",
            "a = { b+ } b = { \"0\" ~ \"1\"* } c = { a* }",
        ),
        ("a = a DIGIT / [ DIGIT ]\n", "a = { ASCII_DIGIT* }"),
    ] {
        let pair = pair(abnf, pest);
        let report = audit(&pair, &["a"]).unwrap();
        let verdicts: Vec<_> = report.productions.iter().map(|one| &one.verdict).collect();
        let text = written_if_equal(&pair, &verdicts);
        let found = verified(&text, &pair).unwrap_or_else(|why| panic!("{abnf}: {why}\n{text}"));
        assert_eq!(found.without, [""; 0], "{abnf}");
    }
}

#[track_caller]
fn written_if_equal(pair: &GrammarPair, verdicts: &[&Verdict]) -> String {
    assert!(verdicts.iter().all(|one| **one == Verdict::Equal), "{verdicts:?}");
    written("-", pair)
}

/// Of `a = a / "x"` any language with `x` is a solution.
#[test]
fn a_solution_that_is_not_the_only_one_proves_nothing() {
    let message = "the automata prove nothing: a production that one stands for derives itself alone, \
                   or leaves out what calls the production";
    // `y` and any number of `x` is a solution of each of these, and not the least.
    for abnf in [
        "a = a / %x78\n",
        "a = a / a %x78 / %x79\n",
        "a = *%x78 a\n",
        "a = b / %x79\nb = c [ %x78 ]\nc = [ %x78 ] a\n",
    ] {
        let pair = pair(abnf, "a = { \"y\" ~ \"x\"* }\n");
        assert_eq!(verified(A, &pair).unwrap_err(), format!("3: a: {message}"), "{abnf}");
        let solved = certificate::solved(&Grammars::new(&pair), &[]);
        assert!(solved.automata().is_empty(), "{abnf}");
        let found = Writer::new(&solved).certificate("a", &rule("a"));
        assert!(found.is_err(), "{abnf}");
    }
    // All strings of two letters: what begins with `x` and ends in `a` has three, and is left out.
    let text = "a ::= ([a-z] [a-z]) - ('x' a)";
    let [printed, pest] = [("a.ebnf", text), ("a.pest", "a = { 'a'..'z' ~ 'a'..'z' }")]
        .map(|(file, text)| GrammarText { file, text });
    let pair = GrammarPair::read(Notation::W3c, printed, None, pest).unwrap();
    assert!(certificate::solved(&Grammars::new(&pair), &[]).automata().is_empty());
    assert_ne!(audit(&pair, &["a"]).unwrap().production("a").unwrap().verdict, Verdict::Equal);
    assert_eq!(verified(A, &pair).unwrap_err(), format!("3: a: {message}"));
}

/// The equations differ from those of the certificate in one string or more.
#[test]
fn what_is_no_solution_is_refused() {
    for (abnf, pest, expected) in [
        (
            "a = %x79\n",
            "a = { \"y\" ~ \"x\"* }\n",
            "16: a, pair 2, byte 0x78: the derivative of the production is not that of pair 2",
        ),
        (
            "a = a %x78-7A / %x79\n",
            "a = { \"y\" ~ \"x\"* }\n",
            "16: a, pair 2, byte 0x00: the production tells the byte from 0x7A, and both are of one class",
        ),
        (
            "a = a %x78 / %x79 / \"\"\n",
            "a = { \"y\" ~ \"x\"* }\n",
            "14: a, pair 0: the production may end here, and the pair says `no`",
        ),
        (
            "a = a %x78 / %x79\n",
            "a = { \"y\" ~ \"x\"+ }\n",
            "23: a, pair 2: the rule may not end here, and the pair says `yes`",
        ),
        (
            "a = a b / %x79\nb = c\n",
            "a = { \"y\" ~ \"x\"* }\n",
            "10: a: there can be no certificate: the right side 0 → b: a.abnf, line 2: `b` uses `c`, which \
             is not defined; add a reading of it, import the document that defines it (`--import`) or \
             assume it (`--assume`)",
        ),
        (
            "b = b %x78 / %x79\n",
            "b = { \"y\" ~ \"x\"* }\n",
            "3: a: the grammar has no such production, or it was not asked for",
        ),
    ] {
        assert_eq!(verified(A, &pair(abnf, pest)).unwrap_err(), expected, "{abnf}{pest}");
    }
}

/// Each certificate rests on those of the automata.
#[test]
fn what_rests_on_an_automaton_comes_after_its_certificate() {
    let automaton = A.find("production a automaton").unwrap();
    let rule = A.find("production a rule").unwrap();
    let [opening, of_automaton, of_rule] = [&A[..automaton], &A[automaton..rule], &A[rule..]];
    let refused = |parts: &[&str]| verified(&parts.concat(), &left()).unwrap_err();
    let first = "10: a: the certificate of automaton 0 has to come first";
    assert_eq!(refused(&[opening, of_rule, of_automaton]), first);
    assert_eq!(refused(&[opening, of_rule]), first);
    // The equation is all that is proven here.
    let found = verified(&[opening, of_automaton].concat(), &left()).unwrap();
    assert_eq!((found.productions, found.certificates), (0, 1));
    assert_eq!(found.without, ["a"]);
    // Without the automaton the production is one that no derivative begins.
    let head = &opening[..opening.find("automaton").unwrap()];
    let found = refused(&[head, of_rule]);
    assert!(found.starts_with("3: a: there can be no certificate: a.abnf, line 1: "), "{found}");
    assert_eq!(refused(&[head, of_automaton]), "3: a: no automaton 0 stands for this production");
    let twice = opening[head.len()..].replace("automaton 0", "automaton 1");
    assert_eq!(
        refused(&[opening, &twice]),
        "10: a: there is a certificate or an automaton of this production already"
    );
    let late = "24: patterns and automata stand before the certificates";
    assert_eq!(refused(&[A, &twice]), late);
    assert_eq!(
        refused(&[A, of_automaton]),
        "24: a: there is a certificate or an automaton of this production already"
    );
}

#[test]
fn an_automaton_is_one() {
    for (right, wrong, expected) in [
        ("state 1 no 1 1 1", "state 1 no 1 1 3", "3: a: there is no state 3"),
        ("class 1 78\n", "class 1 77-78\n", "3: a, byte 0x77: the byte is in two classes"),
        ("states 3", "states 300", "10: this is not the line of state 3"),
        ("states 3", "states 235295", "3: 235295 states, and of 3 classes there may be 235294"),
        ("automaton 0 p", "automaton 1 p", "3: this is not the line of automaton 0"),
        ("state 2 yes", "state 2 start", "9: whether the string may end is `yes` or `no`"),
        ("state 2 yes 1 2", "state 2 yes 1", "9: 2 successors, and there are 3 classes"),
        (
            "states 3\nclass 0 00-77 7A-FF\nclass 1 78\nclass 2 79\nstate 0 no 1 1 2\nstate 1 no 1 1 1\nstate 2 yes 1 2 1\n",
            "states 0\nclass 0 00-77 7A-FF\nclass 1 78\nclass 2 79\n",
            "3: a: there is no state 0",
        ),
    ] {
        let tampered = A.replacen(right, wrong, 1);
        assert_ne!(tampered, A, "{right}");
        assert_eq!(verified(&tampered, &left()).unwrap_err(), expected);
    }
}

/// Beside what is regular, what nests has no certificate, nor has what calls that.
#[test]
fn what_nests_has_none() {
    let pair = pair(
        "a = a %x78 / %x79\nlist = \"(\" [ list ] \")\" / a\nb = a list\n",
        "a = { \"y\" ~ \"x\"* } list = { \"(\" ~ list? ~ \")\" | a } b = { a ~ list }",
    );
    let grammars = certificate::solved(&Grammars::new(&pair), &[]);
    let names: Vec<&str> = grammars.automata().iter().map(|one| &*one.production).collect();
    assert_eq!(names, ["a"]);
    let mut writer = Writer::new(&grammars);
    assert!(writer.certificate("a", &rule("a")).is_ok());
    for name in ["list", "b"] {
        let found = writer.certificate(name, &rule(name));
        assert!(matches!(found, Err(NoCertificate::Undecided(_))), "{name}: {found:?}");
    }
    // Of `list` nothing is asked that `a` rests on, and of what `list` reaches nothing but `a`.
    assert_eq!(certificate::solved(&Grammars::new(&pair), &["list"]).automata().len(), 1);
}

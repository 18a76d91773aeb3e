//! Regular productions written with recursion, for which a certificate gives automata.

use grammar_verify::Fault;
use urispec_audit::certificate::{Against, Grammars, NoCertificate, Writer};
use urispec_audit::{GrammarPair, GrammarText, Notation, Verdict, audit};

use super::written::{both, checked, of_pair, pair};

#[test]
fn regular_languages_written_with_recursion_hold() {
    for (abnf, pest) in [
        ("a = a \"x\" / \"y\"\nb = a \".\" [ b ]\n", "a = { ^\"y\" ~ ^\"x\"* } b = { (a ~ \".\")+ }"),
        ("a = a a / \"x\"\n", "a = { ^\"x\"+ }"),
        ("a = \"x\" a \"x\" / \"x\" / \"xx\"\n", "a = { ^\"x\"+ }"),
        ("a = a DIGIT / [ DIGIT ]\n", "a = { ASCII_DIGIT* }"),
        (
            "a = b \"x\" / \"x\"\nb = a \"y\" / \"y\"\n",
            "a = { b ~ ^\"x\" | ^\"x\" } b = { (^\"x\"? ~ ^\"y\") ~ (^\"xy\")* }",
        ),
        ("a = a b / b\nb = b %x31 / %x30\nc = *a\n", "a = { b+ } b = { \"0\" ~ \"1\"* } c = { a* }"),
    ] {
        let report = audit(&pair(abnf, pest), &["a"]).unwrap();
        assert!(report.productions.iter().all(|one| one.verdict == Verdict::Equal), "{abnf}");
        let text = of_pair("-", &pair(abnf, pest));
        assert!(text.contains("\nautomaton 0 production "), "{abnf}");
        let found = both(abnf, pest).unwrap_or_else(|why| panic!("{abnf}: {why}"));
        assert_eq!(found.claims.len(), text.matches("\nproduction ").count());
    }
}

/// A call that is the whole rest of a production adds no string: no automaton is needed, and both sides agree.
#[test]
fn a_production_with_a_unit_cycle_holds() {
    for (abnf, pest) in [
        ("a = a / \"x\"\n", "a = { ^\"x\" }"),
        ("a = \"x\" / a\n", "a = { ^\"x\" }"),
        ("a = [ \"y\" ] a / \"x\"\n", "a = { ^\"y\"* ~ ^\"x\" }"),
        ("a = b / \"x\"\nb = a / \"y\"\n", "a = { ^\"x\" | ^\"y\" } b = { ^\"y\" | ^\"x\" }"),
        ("a = [ a ] / \"x\" a\n", "a = { ^\"x\"* }"),
        ("a = \"x\" [ a ] / [ *\"y\" a ]\n", "a = { (^\"x\" | ^\"y\")* }"),
    ] {
        let text = of_pair("-", &pair(abnf, pest));
        assert!(!text.contains("automaton"), "{abnf}");
        let found = both(abnf, pest).unwrap_or_else(|why| panic!("{abnf}: {why}"));
        assert_eq!(found.claims.len(), text.matches("\nproduction ").count(), "{abnf}");
        // One string less is another language.
        let wrong = text.replacen(" yes ", " no ", 1);
        assert!(matches!(checked(&wrong, abnf, pest), Err(Fault::Refused { .. })), "{abnf}");
    }
}

/// Written manually. `a` is a `y` followed by any number of `x`; state 1 is dead.
const A: &str = include_str!("left_recursion.cert");

#[test]
fn an_automaton_cannot_replace_a_unit_cycle() {
    let pest = "a = { \"y\" ~ \"x\"* }\n";
    assert_eq!(of_pair("-", &pair("a = a %x78 / %x79\n", pest)), A);
    assert_eq!(checked(A, "a = a %x78 / %x79\n", pest).unwrap().pairs, 6);
    // `a = a` has every language as a solution, so the automaton proves nothing.
    for abnf in [
        "a = a / a %x78 / %x79\n",
        "a = [ \"z\" ] a / a %x78 / %x79\n",
        "a = a *\"z\" / %x79\n",
        "a = b / a %x78 / %x79\nb = *1a\n",
        "a = 1*1a / a %x78 / %x79\n",
    ] {
        let Fault::Refused { line, why } = checked(A, abnf, pest).unwrap_err() else { panic!("{abnf}") };
        assert_eq!((line, &*why), (3, "`a` may derive itself alone, so no automaton can replace it"), "{abnf}");
    }
}

#[test]
fn an_automaton_that_is_not_a_solution_is_refused() {
    let pest = "a = { \"y\" ~ \"x\"* }\n";
    for (abnf, line) in [
        ("a = a %x78 / %x7A\n", 7),
        ("a = a %x78 / %x79 / %x78\n", 7),
        ("a = a %x79 / %x79\n", 16),
        ("a = *( a %x78 ) %x79\n", 7),
    ] {
        let fault = checked(A, abnf, pest).unwrap_err();
        let Fault::Refused { line: found, .. } = fault else { panic!("{fault}") };
        assert!((7..=16).contains(&found) && line >= 7, "{abnf}: {fault}");
    }
    // Without its certificate, the automaton is not proved.
    let lines: Vec<&str> = A.split_inclusive('\n').collect();
    let without = lines[..9].concat() + &lines[16..].concat();
    let fault = checked(&without, "a = a %x78 / %x79\n", pest).unwrap_err();
    assert_eq!(fault.to_string(), "line 3: missing certificate for the automaton of `a`");
}

/// The automaton also accepts `z`, a byte that neither the grammar nor the certificates distinguish.
#[test]
fn an_automaton_is_checked_byte_by_byte() {
    let right = "classes 3 states 3\nclass 0 00-77 7A-FF\nclass 1 78\nclass 2 79\n\
                 state 0 no 1 1 2\nstate 1 no 1 1 1\nstate 2 yes 1 2 1\n";
    let wrong = "classes 4 states 3\nclass 0 00-77 7B-FF\nclass 1 78\nclass 2 79\nclass 3 7A\n\
                 state 0 no 1 1 2 2\nstate 1 no 1 1 1 1\nstate 2 yes 1 2 1 1\n";
    assert!(A.contains(right));
    let fault = checked(&A.replacen(right, wrong, 1), "a = a %x78 / %x79\n", "a = { \"y\" ~ \"x\"* }").unwrap_err();
    assert_eq!(fault.to_string(), "line 16: according to the production, a string may end here, but the line has `no`");
}

/// Unlike pairs, states may be numbered in any way.
#[test]
fn states_may_be_in_any_order() {
    let right = "state 0 no 1 1 2\nstate 1 no 1 1 1\nstate 2 yes 1 2 1\n";
    let other = "state 0 no 2 2 1\nstate 1 yes 2 1 2\nstate 2 no 2 2 2\n";
    assert!(A.contains(right));
    let pest = "a = { \"y\" ~ \"x\"* }";
    assert_eq!(checked(&A.replacen(right, other, 1), "a = a %x78 / %x79\n", pest).unwrap().pairs, 6);
}

/// Patterns precede automata, and both precede certificates.
#[test]
fn lines_in_another_order_are_refused() {
    let lines: Vec<&str> = A.split_inclusive('\n').collect();
    let pattern = "pattern 0 rust whole x\n";
    for (line, text) in [
        (10, lines[..9].concat() + pattern),
        (17, lines[..16].concat() + pattern),
        (17, lines[..16].concat() + &lines[2..9].concat().replace("automaton 0", "automaton 1")),
    ] {
        let fault = checked(&text, "a = a %x78 / %x79\nb = a\n", "").unwrap_err();
        assert_eq!(fault, Fault::Refused { line, why: "this line is not expected here".to_owned() });
    }
    for kind in ["pattern", "automaton"] {
        let text = lines[..2].concat() + &lines[9..16].concat().replace("automaton", kind);
        let fault = checked(&text, "a = %x79 *%x78\n", "").unwrap_err();
        let why = "unknown rule, pattern or automaton".to_owned();
        assert_eq!(fault, Fault::Refused { line: 3, why });
    }
    // Two automata for one production.
    let twice = lines[..9].concat() + &lines[2..].concat().replace("automaton 0 prod", "automaton 1 prod");
    let fault = checked(&twice, "a = a %x78 / %x79\n", "").unwrap_err();
    assert_eq!(fault, Fault::Refused { line: 10, why: "two automata replace one production".to_owned() });
}

/// A language that is not regular has no certificate; the checker refuses one with its reason.
#[test]
fn nested_recursion_is_not_proved() {
    let abnf = "a = \"(\" [ a ] \")\"\n";
    let fault = checked(
        "urispec-certificate 2\ngrammar -\nproduction a rule a classes 1 pairs 1\nclass 0 00-FF\npair 0 start no 0\n",
        abnf,
        "a = { \"(\" ~ a? ~ \")\" }",
    );
    assert!(matches!(fault, Err(Fault::Refused { line: 5, .. })), "{fault:?}");
    let left = checked(A, "a = a %x78 / %x79\nb = a\n", "a = { a ~ \"x\" | \"y\" }").unwrap_err();
    assert!(matches!(&left, Fault::Unreadable(why) if why.contains("before it reads a byte")), "{left}");
}

/// Returns the certificate of a production and the rule of its name, with automata for some productions.
fn solved(pair: &GrammarPair, name: &str) -> (usize, Result<(), NoCertificate>) {
    let grammars = Grammars::new(pair).solved(&[]);
    let found = Writer::new(&grammars).certificate(name, &Against::Rule(name.to_owned()));
    (grammars.automata().len(), found.map(drop))
}

/// Any language that contains `x` is a solution of `a = a / "x"`.
#[test]
fn a_solution_that_is_not_unique_is_not_written() {
    for abnf in
        ["a = a / %x78\n", "a = a / a %x78 / %x79\n", "a = *%x78 a\n", "a = b / %x79\nb = c [ %x78 ]\nc = [ %x78 ] a\n"]
    {
        let (automata, found) = solved(&pair(abnf, "a = { \"y\" ~ \"x\"* }\n"), "a");
        assert!(automata == 0 && found.is_err(), "{abnf}");
    }
    // Strings of two letters: those that begin with `x` and end in `a` have three, and are excluded.
    let text = "a ::= ([a-z] [a-z]) - ('x' a)";
    let [printed, pest] =
        [("a.ebnf", text), ("a.pest", "a = { 'a'..'z' ~ 'a'..'z' }")].map(|(file, text)| GrammarText { file, text });
    let pair = GrammarPair::read(Notation::W3c, printed, None, pest).unwrap();
    assert_eq!(solved(&pair, "a").0, 0);
    assert_ne!(audit(&pair, &["a"]).unwrap().production("a").unwrap().verdict, Verdict::Equal);
}

/// Among regular productions, one that nests has no certificate, and neither have its callers.
#[test]
fn nested_recursion_has_no_certificate() {
    let pair = pair(
        "a = a %x78 / %x79\nlist = \"(\" [ list ] \")\" / a\nb = a list\n",
        "a = { \"y\" ~ \"x\"* } list = { \"(\" ~ list? ~ \")\" | a } b = { a ~ list }",
    );
    assert_eq!(solved(&pair, "a"), (1, Ok(())));
    for name in ["list", "b"] {
        let (_, found) = solved(&pair, name);
        assert!(matches!(found, Err(NoCertificate::Undecided(_))), "{name}: {found:?}");
    }
    // `a` does not depend on `list`, and `list` reaches only `a`.
    assert_eq!(Grammars::new(&pair).solved(&["list"]).automata().len(), 1);
}

//! The whole audit of RFC 3986, and what a report says of grammars that are wrong.

use urispec::Edition;
use urispec::audit::ambiguity;
use urispec::audit::bnf::{Notation, Printed};
use urispec::audit::peg::Peg;
use urispec::audit::report::{Reading, Report, Sources, Verdict, audit};
use urispec::audit::trees;

fn abnf(file: &str, text: &str) -> Printed {
    Printed::read(Notation::Abnf, file, text).unwrap()
}

fn of(printed: &str, readings: Option<&str>, pest: &str) -> Report {
    let printed = abnf("a.abnf", printed);
    let readings = readings.map(|readings| abnf("a.readings.abnf", readings));
    let peg = Peg::read("a.pest", pest).unwrap();
    let whole = &[&*printed.productions[0].name];
    audit(&Sources { printed: &printed, readings: readings.as_ref(), peg: &peg, whole })
}

fn rfc3986() -> Report {
    let grammar = Edition::Rfc3986.grammars()[0];
    let printed = abnf("rfc3986.abnf", grammar.printed);
    let readings = abnf("rfc3986.readings.abnf", grammar.readings);
    let peg = Peg::read("rfc3986.pest", grammar.pest).unwrap();
    let whole = Edition::Rfc3986.whole_rules();
    audit(&Sources { printed: &printed, readings: Some(&readings), peg: &peg, whole })
}

#[test]
fn rfc3986_is_its_specification() {
    let report = rfc3986();
    assert!(report.is_clean(), "{report}");
    // The 36 productions of Appendix A, and three core rules.
    assert_eq!(report.productions.len(), 39);
    assert!(report.unprinted.is_empty() && report.undefined.is_empty());
    insta::with_settings!({ snapshot_path => "../../snapshots/audit", prepend_module_to_snapshot => false, omit_expression => true }, {
        insta::assert_snapshot!("rfc3986", report.to_string());
    });
}

/// "first-match-wins", 3.2.2; and of paths, the first that is printed.
#[test]
fn the_trees_take_the_first_alternative_that_is_printed() {
    let grammar = Edition::Rfc3986.grammars()[0];
    let readings = abnf("rfc3986.readings.abnf", grammar.readings);
    let printed = abnf("rfc3986.abnf", grammar.printed).with_readings(&readings);
    let taken = trees::taken(Edition::Rfc3986, &printed, &ambiguity::overlaps(&printed));
    assert!(taken.iter().all(|one| one.is_first), "{taken:?}");
    let shown: Vec<_> =
        taken.iter().map(|one| (&*one.production, &*one.witness, one.places[0])).collect();
    assert_eq!(
        shown,
        [("host", "0.0.0.0", 1), ("path", "/", 0), ("path", "", 0), ("path", "!", 2),]
    );
}

#[test]
fn differences_missing_rules_and_idle_readings() {
    let report = of(
        "a = b / c / d\nb = 1*\"x\"\nc = \"y\" d\nd = 0<b>\ne = \"v\"\nf = %x66\n",
        Some("d = \"z\"\nf = %x66\n"),
        "a = { b | c | d } b = { \"X\"+ | \"q\" } c = { ^\"y\" ~ d } d = { ^\"z\" } g = { \"\" } \
         f = { \"f\" | \"fo\" }",
    );
    let verdict = |name| report.production(name).unwrap().verdict.clone();
    let differs = |printed: &str, pest: &str| Verdict::Differs {
        only_printed: (!printed.is_empty()).then(|| printed.into()),
        only_pest: (!pest.is_empty()).then(|| pest.into()),
    };
    assert_eq!(verdict("b"), differs("x", "q"));
    assert_eq!(verdict("a"), differs("x", "q"));
    assert_eq!(verdict("c"), Verdict::Equal);
    assert_eq!(verdict("e"), Verdict::Missing);
    assert_eq!(report.unprinted, ["g"]);
    assert_eq!(report.unreachable, ["e", "f"]);
    assert!(matches!(report.production("c").unwrap().reading, Some(Reading::Unreadable { .. })));
    assert_eq!(report.production("f").unwrap().reading, Some(Reading::Idle));
    assert_eq!(report.production("b").unwrap().reading, None);
    assert_eq!(report.never_taken.as_ref().unwrap()[0].text, "\"fo\"");
    assert!(!report.is_clean());
}

#[test]
fn what_a_reading_adds_and_takes() {
    let report = of("a = \"b\" [ \"c\" ]", Some("a = \"b\" *\"d\""), "a = { ^\"b\" ~ ^\"d\"* }");
    let (adds, takes) = (Some(b"BD".to_vec()), Some(b"BC".to_vec()));
    assert_eq!(report.production("a").unwrap().reading, Some(Reading::Changes { adds, takes }));
    assert!(report.is_clean());
}

#[test]
fn what_cannot_be_decided_stops_nothing_else() {
    let printed = "a = \"(\" a \")\" / \"x\"\nb = \"y\"\nc = \"z\"\n";
    let report =
        of(printed, None, "a = { \"(\" ~ a ~ \")\" | ^\"x\" } b = { ^\"y\" } c = { PEEK }");
    let lines = report.to_string();
    let lines: Vec<_> = lines.lines().collect();
    assert_eq!(
        lines[0],
        "a        undecided: a.abnf, line 1: `a` recurses with something after the call (a → a), so \
         that no finite automaton may accept its language; write it as a repetition if it is one"
    );
    assert_eq!(lines[1], "b     3  equal");
    assert_eq!(
        lines[2],
        "c     3  undecided: a.pest:1: rule `c`: `PEEK` uses the stack, which no automaton has; the \
         rule is not decided"
    );
}

/// Each production that is quoted above a rule stands in the printed grammar, and each that stands
/// there is quoted once.
#[test]
fn every_printed_production_is_quoted_once() {
    let grammar = Edition::Rfc3986.grammars()[0];
    let quoted: Vec<&str> =
        grammar.pest.lines().filter_map(|line| line.strip_prefix("//   ")).collect();
    let mut quoted = quoted.join("\n");
    for production in &abnf("rfc3986.abnf", grammar.printed).productions {
        let text = format!("{}\n", production.text);
        let count = format!("{quoted}\n").matches(&text).count();
        assert_eq!(count, 1, "{text}");
        quoted = format!("{quoted}\n").replacen(&text, "", 1).trim_end().to_owned();
    }
    assert_eq!(quoted, "", "quoted, and not printed");
}

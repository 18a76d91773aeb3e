//! The whole audit of RFC 3986, and what a report says of grammars that are wrong.

use urispec::Edition;
use urispec_audit::{GrammarPair, GrammarText, Notation, Printed, Reading, Report, Verdict, audit};

fn abnf(file: &str, text: &str) -> Printed {
    Printed::read(Notation::Abnf, file, text).unwrap()
}

fn of(printed: &str, readings: Option<&str>, pest: &str) -> Report {
    let text = |file, text| GrammarText { file, text };
    let readings = readings.map(|readings| text("a.readings.abnf", readings));
    let (printed, pest) = (text("a.abnf", printed), text("a.pest", pest));
    let pair = GrammarPair::read(Notation::Abnf, printed, readings, pest).unwrap();
    audit(&pair, &[&pair.printed.productions[0].name]).unwrap()
}

/// One snapshot for each edition. A difference that is not a listed reading fails, and so does a
/// listed reading that makes no difference any more, and an example that is not as it is listed.
#[test]
fn every_edition_is_its_specification() {
    for edition in Edition::every() {
        let audits = urispec_audit::audit_edition(edition).unwrap();
        let mut text = String::new();
        for audit in &audits {
            if audits.len() > 1 {
                text += &format!("{}\n\n", audit.grammar.stem());
            }
            text += &format!("{audit}\n");
        }
        assert!(audits.iter().all(urispec_audit::Audit::is_clean), "{text}");
        insta::with_settings!({ snapshot_path => "../../snapshots/audit", prepend_module_to_snapshot => false, omit_expression => true }, {
            insta::assert_snapshot!(edition.id(), text);
        });
    }
}

#[test]
fn rfc3986_has_no_more_and_no_less() {
    let audits = urispec_audit::audit_edition(Edition::Rfc3986).unwrap();
    let [audit] = &audits[..] else { panic!("one grammar") };
    // The 36 productions of Appendix A, and three core rules.
    assert_eq!(audit.report.productions.len(), 39);
    assert!(audit.report.unprinted.is_empty() && audit.report.undefined.is_empty());
    // 23 normal and 19 abnormal examples, one of them in two readings; nothing contradicts them.
    let tables = audit.examples.iter().filter(|one| one.example.section.starts_with("5.4."));
    assert_eq!(tables.count(), 2 * (23 + 19) + 1);
    assert_eq!(audit.findings().count(), 0);
}

/// "first-match-wins", 3.2.2; and of paths, the first that is printed.
#[test]
fn the_trees_take_the_alternative_that_the_document_prefers() {
    let audits = urispec_audit::audit_edition(Edition::Rfc3986).unwrap();
    let audit = &audits[0];
    let shown: Vec<_> = (audit.report.overlaps.iter().zip(&audit.taken))
        .map(|(overlap, taken)| {
            let taken = taken.as_ref().unwrap();
            assert_eq!(taken.stray, None);
            let witness = std::str::from_utf8(&overlap.witness).unwrap();
            (&*overlap.production, witness, taken.places[0], taken.section.as_deref())
        })
        .collect();
    assert_eq!(
        shown,
        [
            ("host", "0.0.0.0", 1, Some("3.2.2")),
            ("path", "/", 0, None),
            ("path", "", 0, None),
            ("path", "!", 2, None),
        ]
    );
    // An address has four octets, each of which may begin with several kinds of digit.
    assert!(audit.taken[0].as_ref().unwrap().strings > 30);
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
    assert_eq!(report.never_taken[0].text, "\"fo\"");
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
    assert_eq!(lines[0], "a        equal to depth 4");
    assert_eq!(lines[1], "b     3  equal");
    assert_eq!(
        lines[2],
        "c     3  undecided: a.pest:1: rule `c`: `PEEK` is run with nothing on the stack, where pest \
         panics; push something before it"
    );
}

/// Each production that is quoted above a rule stands in the printed grammar, and each that stands
/// there is quoted once.
#[test]
fn every_printed_production_is_quoted_once() {
    let grammar = Edition::Rfc3986.grammars()[0];
    let quoted: Vec<&str> =
        grammar.pest().lines().filter_map(|line| line.strip_prefix("//   ")).collect();
    let mut quoted = quoted.join("\n");
    for production in &abnf("rfc3986.abnf", grammar.printed()).productions {
        let text = format!("{}\n", production.text);
        let count = format!("{quoted}\n").matches(&text).count();
        assert_eq!(count, 1, "{text}");
        quoted = format!("{quoted}\n").replacen(&text, "", 1).trim_end().to_owned();
    }
    assert_eq!(quoted, "", "quoted, and not printed");
}

/// `whole_` before the name of a class is another thing than a production called so.
#[test]
fn a_production_may_be_called_whole() {
    let printed = "number = \"-\" whole-number\nwhole-number = 1*%x30-31\n";
    let report =
        of(printed, None, "number = { \"-\" ~ whole_number } whole_number = { ('0'..'1')+ }");
    assert!(report.is_clean(), "{report}");
}

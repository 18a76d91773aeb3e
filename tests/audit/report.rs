//! Reports: every edition, wrong grammars, names that differ, and budgets.

use std::time::Duration;

use urispec::Edition;
use urispec_audit::{
    Deadline, GrammarPair, GrammarText, MapError, Notation, Reading, Report, Verdict, audit,
    audit_reached,
};

use crate::scaled;
use crate::support::{judged, pair, report as of};

fn differs(only_printed: Option<&[u8]>, only_pest: Option<&[u8]>) -> Verdict {
    Verdict::Differs {
        only_printed: only_printed.map(<[u8]>::to_vec),
        only_pest: only_pest.map(<[u8]>::to_vec),
    }
}

/// One snapshot for each edition. A difference without a listed reading, a listed reading that makes no difference,
/// and an example with another result than listed are failures.
#[test]
fn every_edition_equals_its_specification() {
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
fn the_audit_of_rfc_3986_is_complete() {
    let audits = urispec_audit::audit_edition(Edition::Rfc3986).unwrap();
    let [audit] = &audits[..] else { panic!("one grammar") };
    // The 36 productions of Appendix A, and three core rules.
    assert_eq!(audit.report.productions.len(), 39);
    assert!(audit.report.unprinted.is_empty() && audit.report.undefined.is_empty());
    // 23 normal and 19 abnormal examples, one of them with two readings, without contradictions.
    let tables = audit.examples.iter().filter(|one| one.example.section.starts_with("5.4."));
    assert_eq!(tables.count(), 2 * (23 + 19) + 1);
    assert_eq!(audit.findings().count(), 0);
}

/// "first-match-wins", 3.2.2; for paths, the first that is printed.
#[test]
fn trees_choose_the_alternative_that_the_document_prefers() {
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
    // An address has four octets, each with several kinds of first digit.
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
    let verdicts = ["b", "a", "c", "e"].map(|name| judged(&report, name).verdict.clone());
    let both = || differs(Some(b"x"), Some(b"q"));
    assert_eq!(verdicts, [both(), both(), Verdict::Equal, Verdict::Missing]);
    assert_eq!(
        (&report.unprinted[..], &report.unreachable[..]),
        (&["g".into()][..], &["e".into(), "f".into()][..])
    );
    assert!(matches!(judged(&report, "c").reading, Some(Reading::Unreadable { .. })));
    assert_eq!(
        (&judged(&report, "f").reading, &judged(&report, "b").reading),
        (&Some(Reading::Idle), &None)
    );
    assert_eq!(report.never_taken[0].text, "\"fo\"");
    assert!(!report.is_clean());
}

#[test]
fn a_reading_reports_the_strings_it_adds_and_removes() {
    let report = of("a = \"b\" [ \"c\" ]", Some("a = \"b\" *\"d\""), "a = { ^\"b\" ~ ^\"d\"* }");
    let (adds, takes) = (Some(b"BD".to_vec()), Some(b"BC".to_vec()));
    assert_eq!(report.production("a").unwrap().reading, Some(Reading::Changes { adds, takes }));
    assert!(report.is_clean());
}

#[test]
fn an_undecided_production_does_not_stop_the_others() {
    let printed = "a = \"(\" a \")\" / \"x\"\nb = \"y\"\nc = \"z\"\n";
    let report =
        of(printed, None, "a = { \"(\" ~ a ~ \")\" | ^\"x\" } b = { ^\"y\" } c = { PEEK }");
    let lines = report.to_string();
    let lines: Vec<_> = lines.lines().collect();
    assert_eq!(lines[0], "a        equal to depth 4");
    assert_eq!(lines[1], "b     3  equal");
    assert_eq!(
        lines[2],
        "c     3  undecided: a.pest:1: rule `c`: `PEEK` runs with an empty stack, where pest \
         panics; push something before it"
    );
}

/// Each production that is quoted above a rule is in the printed grammar, and each of the grammar is quoted once.
#[test]
fn every_printed_production_is_quoted_once() {
    let grammar = Edition::Rfc3986.grammars()[0];
    let quoted: Vec<&str> =
        grammar.pest().lines().filter_map(|line| line.strip_prefix("//   ")).collect();
    let mut quoted = quoted.join("\n");
    for production in &urispec_audit::pair(grammar).unwrap().printed.productions {
        let text = format!("{}\n", production.text);
        let count = format!("{quoted}\n").matches(&text).count();
        assert_eq!(count, 1, "{text}");
        quoted = format!("{quoted}\n").replacen(&text, "", 1).trim_end().to_owned();
    }
    assert_eq!(quoted, "", "quoted but not printed");
}

/// The prefix `whole_` of the rule of a class differs from a production of that name.
#[test]
fn a_production_name_may_begin_with_whole() {
    let printed = "number = \"-\" whole-number\nwhole-number = 1*%x30-31\n";
    let report =
        of(printed, None, "number = { \"-\" ~ whole_number } whole_number = { ('0'..'1')+ }");
    assert!(report.is_clean(), "{report}");
}

/// Returns the names of the compared productions, with their rules.
fn compared(pair: &GrammarPair) -> Vec<(String, String)> {
    let report = audit(pair, &[&*pair.printed.productions[0].name]).unwrap();
    report.productions.into_iter().map(|one| (one.name, one.rules.join("+"))).collect()
}

fn owned(all: &[(&str, &str)]) -> Vec<(String, String)> {
    all.iter().map(|&(a, b)| (a.to_owned(), b.to_owned())).collect()
}

#[test]
fn a_name_is_guessed_only_if_the_guess_is_unique() {
    let printed = "a = dateTime Full-Time part hours\ndateTime = \"d\"\nFull-Time = \"t\"\n\
                   full-date = \"f\"\npart = \"p\"\nhours = \"h\"\nexact = \"e\"\n";
    let pest = r#"a = { "x" } date_time = { ^"d" } fulltime = { ^"t" } fullDate = { "f" }
                  full_Date = { ^"f" } part = { "p" } PART_ = { "p" } hour = { "h" } exact = { ^"e" }
                  ex_act = { "x" }"#;
    let pair = pair(printed, None, pest);
    let expected = owned(&[("dateTime", "date_time"), ("Full-Time", "fulltime")]);
    assert_eq!(pair.guessed(), expected);
    // A production has the rule of its name, with `-` as `_`, or the only one whose name differs in case.
    assert_eq!(
        compared(&pair),
        owned(&[
            ("a", "a"),
            ("dateTime", "date_time"),
            ("Full-Time", "fulltime"),
            ("full-date", "full_Date"),
            ("part", "part"),
            // Plurals are not guessed, nor is a rule if another has the exact name.
            ("hours", ""),
            ("exact", "exact"),
        ])
    );
    let report = audit(&pair, &["a"]).unwrap();
    assert_eq!(report.production("dateTime").unwrap().verdict, Verdict::Equal);
    assert_eq!(report.unprinted, ["fullDate", "PART_", "hour", "ex_act"]);
    // A map claims the rule, and the guess is withdrawn.
    let pair = pair.with_map([("part", "date_time")]).unwrap();
    assert_eq!(pair.guessed(), owned(&[("Full-Time", "fulltime")]));
}

#[test]
fn a_rule_that_fits_two_productions_is_not_guessed() {
    let pair = pair(
        "a = dateTime\ndateTime = \"d\"\nd-atetime = \"e\"\n",
        None,
        "a = { \"x\" } date_time = { \"d\" }",
    );
    assert_eq!(pair.guessed(), []);
}

#[test]
fn a_map_file_pairs_productions_with_rules() {
    let read = || pair("a = b c\nb = \"b\"\nc = \"c\"\n", None, "a = { ^\"bc\" } bee = { ^\"b\" }");
    let file = |text| GrammarText { file: "names.map", text };
    let mapped = read().with_map_file(file("# names\n\nb = bee # a rule\r\nC=-\n")).unwrap();
    assert_eq!(compared(&mapped), owned(&[("a", "a"), ("b", "bee")]));
    assert!(audit(&mapped, &["a"]).unwrap().is_clean());
    assert_eq!(mapped.not_compared(), ["c"]);
    let why = |text| read().with_map_file(file(text)).unwrap_err().to_string();
    for (text, expected) in [
        (
            "b = bee\nx = bee\n",
            "2: the map names the production `x`, but the grammar has no such production",
        ),
        ("b = by\n", "1: the map names the rule `by`, but the grammar file has no such rule"),
        (
            "b = bee\nb = a\n",
            "2: the map gives two rules for the production `b`; keep the one that transcribes it",
        ),
        (
            "b = -\nB = bee\n",
            "2: the map gives two rules for the production `B`; keep the one that transcribes it",
        ),
        ("b: bee\n", "1: `b: bee` is not of the form `production = rule`"),
        ("b = bee c\n", "1: `b = bee c` is not of the form `production = rule`"),
    ] {
        assert_eq!(why(text), format!("names.map, line {expected}"));
    }
    let twice = read().with_map_file(file("b = bee\n")).unwrap().with_map([("b", "a")]);
    assert_eq!(twice.unwrap_err(), MapError::Twice("b".to_owned()));
}

/// A rule of exactly the name belongs to the production, and one that differs in case does not. An implicit rule of
/// pest belongs to no production unless the name is the same.
#[test]
fn a_rule_of_exactly_the_name_takes_precedence() {
    let rules = |printed: &str, pest: &str, name: &str| {
        let pair = pair(printed, None, pest);
        judged(&audit(&pair, &[name]).unwrap(), name).rules.clone()
    };
    let comment = "COMMENT = _{ \"#\" } comment = { \"#x\" }";
    assert_eq!(rules("comment = \"#\" \"x\"\n", comment, "comment"), ["comment"]);
    assert!(rules("comment = \"#\"\n", "COMMENT = _{ \"#\" }", "comment").is_empty());
    assert_eq!(rules("COMMENT = \"#\"\n", "COMMENT = _{ \"#\" }", "COMMENT"), ["COMMENT"]);
    let digits = "digit = { \"zero\" } DIGIT = { '0'..'9' } a = { DIGIT }";
    assert_eq!(rules("a = DIGIT\n", digits, "DIGIT"), ["DIGIT"]);
    assert_eq!(rules("digit = %x30-39\n", digits, "digit"), ["digit"]);
    assert!(rules("Ab = \"x\"\n", "ab = { ^\"x\" } AB = { \"y\" }", "Ab").is_empty());
    assert_eq!(rules("Ab = \"x\"\n", "ab = { ^\"x\" }", "Ab"), ["ab"]);
}

#[track_caller]
fn why(report: &Report, name: &str) -> String {
    match &judged(report, name).verdict {
        Verdict::Undecided(why) => why.clone(),
        other => panic!("{name}: {other:?}"),
    }
}

/// Two loops of 9973 and 9967 bytes have 99 million states together. The shortest string of the second is still found:
/// one round, and its last byte.
#[test]
fn a_difference_is_found_within_the_budget() {
    let report = of("a = 1*(9973\"a\") \"b\" / 1*(9967\"a\") \"c\"\n", None, "a = { \"a\" }");
    let only_printed = [vec![b'A'; 9967], vec![b'C']].concat();
    assert_eq!(judged(&report, "a").verdict, differs(Some(&only_printed), Some(b"a")));
    // An overlap of the alternatives would take all pairs of their states.
    assert_eq!(report.unknown.len(), 1);
    assert!(report.unknown[0].why.starts_with("comparing its 2 alternatives takes more than "));
}

const WIDE: &str = "wide = *( \"a\" / \"b\" ) \"a\" 20( \"a\" / \"b\" )\n\
                    small = \"x\" / \"yz\"\nuser = \"u\" wide\n";

const WIDE_PEST: &str = "ab = { ^\"a\" | ^\"b\" }\nend = { ^\"a\" ~ ab{20} ~ EOI }\n\
                         wide = { (!end ~ ab)* ~ end }\n\
                         small = { ^\"x\" | ^\"yz\" }\nuser = { ^\"u\" ~ wide }\n";

/// Whether the 21st byte from the end is an `a` takes 2^21 states. No string distinguishes the two.
#[test]
fn a_production_that_blows_up_leaves_others_decided() {
    let report = of(WIDE, None, WIDE_PEST);
    let small = report.production("small").unwrap();
    assert_eq!((&small.verdict, small.size), (&Verdict::Equal, Some(4)));
    let large = "a.abnf, line 1: the automaton of `wide` has more than 20000 states";
    let probed = "no string of at most 14 characters out of \"ab\" distinguishes the two sides";
    assert_eq!(why(&report, "wide"), format!("{large}; {probed}"));
    assert!(
        why(&report, "user").starts_with(&format!("user → wide: {large}; no string of at most "))
    );
}

/// A string is found that the rule rejects, since it requires one more byte. Without an automaton it may not be the
/// shortest.
#[test]
fn a_production_that_blows_up_may_still_differ() {
    let report = of(WIDE, None, &WIDE_PEST.replace("(!end ~ ab)* ~ end", "(!end ~ ab)+ ~ end"));
    assert_eq!(judged(&report, "wide").verdict, differs(Some(&b"a".repeat(21)), None));
    let unknown = report.unknown.iter().find(|one| one.name == "wide").unwrap();
    assert!(unknown.why.ends_with("so shorter witnesses may exist"), "{}", unknown.why);
}

#[test]
fn only_reachable_productions_are_audited() {
    let pair = pair(WIDE, None, WIDE_PEST);
    let report = audit_reached(&pair, &["small"]).unwrap();
    let names: Vec<_> = report.productions.iter().map(|one| &*one.name).collect();
    assert_eq!((names, report.is_clean()), (vec!["small"], true));
    assert_eq!(report.unreachable, ["wide", "user"]);
    assert_eq!((report.refused, report.unknown, report.unprinted), (vec![], vec![], vec![]));
}

#[test]
fn a_chain_of_productions_is_one_language() {
    let count = scaled(400, 2_000);
    let chain: String = (0..count).map(|n| format!("a{n} = a{}\n", n + 1)).collect();
    let report =
        of(&format!("{chain}a{count} = \"xy\"\n"), None, "a0 = { ^\"xy\" } a200 = { ^\"x\" }");
    let found = |name| judged(&report, name);
    assert_eq!((&found("a0").verdict, found("a0").size), (&Verdict::Equal, Some(4)));
    assert_eq!(found("a200").verdict, differs(Some(b"XY"), Some(b"X")));
    assert_eq!(found("a399").verdict, Verdict::Missing);
}

/// Returns a production of words with a common prefix, and its rule.
fn words(count: usize) -> [String; 2] {
    let all =
        |quote: &str| (0..count).map(|n| format!("{quote}keyword{n:05}x\"")).collect::<Vec<_>>();
    let printed = format!("word = {}\n", all("%s\"").join(" / "));
    [
        printed,
        format!("word = {{ {} }}\nname = {{ word ~ !\"y\" ~ ANY* }}\n", all("\"").join(" | ")),
    ]
}

#[test]
fn large_word_lists_are_decided() {
    let [printed, pest] = words(3_000);
    let report = of(&printed, None, &pest);
    assert_eq!(report.production("word").unwrap().verdict, Verdict::Equal);
    assert_eq!((&*report.refused, &*report.never_taken), (&[][..], &[][..]));
    // One is missing.
    let report = of(&printed, None, &pest.replace("\"keyword02042x\" | ", ""));
    assert_eq!(judged(&report, "word").verdict, differs(Some(b"keyword02042x"), None));
    // One is a prefix of others, and precedes them.
    let report = of(&printed, None, &pest.replace("\"keyword00000x\"", "\"keyword0204\""));
    assert_eq!(
        judged(&report, "word").verdict,
        differs(Some(b"keyword00000x"), Some(b"keyword0204"))
    );
    let never: Vec<usize> = report.never_taken.iter().map(|one| one.alternative).collect();
    assert_eq!(never, (2_041..2_051).collect::<Vec<_>>());
}

/// The time is spent before the first search: nothing is decided, but the rest of the report is complete.
#[test]
fn after_the_deadline_every_verdict_is_undecided() {
    let passed = || Deadline::after(Duration::ZERO);
    let spent = "the budget of 0 s is spent; raise --budget";
    let nests = "a = \"(\" a \")\" / \"x\"\nb = \"x\"\n";
    let nests = pair(
        nests,
        None,
        "a = { \"(\" ~ a ~ \")\" | ^\"x\" } b = { \"x\" | \"X\" | \"x\" } c = { \"x\" }",
    );
    let report = audit(&nests.with_deadline(passed()), &["a"]).unwrap();
    assert_eq!((why(&report, "a"), why(&report, "b")), (spent.to_owned(), spent.to_owned()));
    assert_eq!((&*report.unprinted, report.is_clean()), (&["c".to_owned()][..], false));
    // Words are compared without a search.
    let never: Vec<_> =
        report.never_taken.iter().map(|one| (&*one.rule, one.alternative)).collect();
    assert_eq!(never, [("b", 3)]);
}

/// A core rule that the printed grammar does not use is not paired with a rule of its name.
#[test]
fn unused_core_rules_are_not_compared() {
    let report = of("a = %x78\n", None, "a = { \"x\" } char = { \"y\" }");
    assert!(report.is_clean() && report.productions.len() == 1);
    assert_eq!(report.unprinted, ["char"]);
    let report = of("a = WSP\n", None, "a = { sp | \"\\t\" } sp = { \" \" }");
    assert_eq!(report.productions.iter().map(|one| &*one.name).collect::<Vec<_>>(), ["a", "SP"]);
    let pair = pair("a = %x78\n", None, "a = { \"x\" } letter = { 'a'..'z' }");
    let pair = pair.with_map([("ALPHA", "letter")]).unwrap();
    assert_eq!(audit(&pair, &["a"]).unwrap().productions[1].name, "ALPHA");
}

#[test]
fn mapped_names_are_compared() {
    let new = || {
        pair("COMMENT = %x78\nb = %x79\n", None, "comment = { \"x\" } b = { \"y\" } c = { \"x\" }")
    };
    let report = audit(&new().with_map([("COMMENT", "c")]).unwrap(), &["COMMENT"]).unwrap();
    assert!(report.is_clean());
    assert_eq!(
        (&*report.productions[0].rules, &*report.unprinted),
        (&["c".into()][..], &["comment".into()][..])
    );
    let error = |map| new().with_map(map).unwrap_err().to_string();
    assert!(
        error([("d", "c"), ("b", "c")])
            .contains("the production `d`, but the grammar has no such production")
    );
    assert!(error([("b", "d"), ("b", "c")]).contains("has no such rule"));
    assert!(error([("b", "b"), ("b", "c")]).contains("two rules for the production `b`"));
}

/// A last line of blanks without a line end is accepted.
#[test]
fn a_last_line_may_be_blank() {
    for (notation, text) in [
        (Notation::Abnf, "a = \"x\"\n  \t"),
        (Notation::Bnf, "a = \"x\"\n  "),
        (Notation::Rfc1630, "aa x\n  "),
    ] {
        let printed = GrammarText { file: "a", text };
        let pest = GrammarText { file: "a.pest", text: "a = { \"x\" }" };
        assert!(GrammarPair::read(notation, printed, None, pest).is_ok(), "{text:?}");
    }
}

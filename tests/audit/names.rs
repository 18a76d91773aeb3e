//! Which rule transcribes a production of another name: maps, files of maps, and guesses.

use urispec_audit::{GrammarPair, GrammarText, MapError, Notation, Verdict, audit};

fn pair(printed: &str, pest: &str) -> GrammarPair {
    let printed = GrammarText { file: "n.abnf", text: printed };
    GrammarPair::read(Notation::Abnf, printed, None, GrammarText { file: "n.pest", text: pest })
        .unwrap()
}

/// The names of the productions that are compared, with their rules.
fn compared(pair: &GrammarPair) -> Vec<(String, String)> {
    let report = audit(pair, &[&*pair.printed.productions[0].name]).unwrap();
    report.productions.into_iter().map(|one| (one.name, one.rules.join("+"))).collect()
}

fn owned(all: &[(&str, &str)]) -> Vec<(String, String)> {
    all.iter().map(|&(a, b)| (a.to_owned(), b.to_owned())).collect()
}

#[test]
fn a_guess_is_taken_only_where_it_is_the_only_one() {
    let printed = "a = dateTime Full-Time part hours\ndateTime = \"d\"\nFull-Time = \"t\"\n\
                   full-date = \"f\"\npart = \"p\"\nhours = \"h\"\nexact = \"e\"\n";
    let pest = r#"a = { "x" } date_time = { ^"d" } fulltime = { ^"t" } fullDate = { "f" }
                  full_Date = { ^"f" } part = { "p" } PART_ = { "p" } hour = { "h" } exact = { ^"e" }
                  ex_act = { "x" }"#;
    let pair = pair(printed, pest);
    let expected = owned(&[("dateTime", "date_time"), ("Full-Time", "fulltime")]);
    assert_eq!(pair.guessed(), expected);
    // By its name a production has the rule of that name, with `-` as `_`, or else the only one whose
    // name differs in case.
    assert_eq!(
        compared(&pair),
        owned(&[
            ("a", "a"),
            ("dateTime", "date_time"),
            ("Full-Time", "fulltime"),
            ("full-date", "full_Date"),
            ("part", "part"),
            // Plurals are not guessed, nor a rule beside one of the right name.
            ("hours", ""),
            ("exact", "exact"),
        ])
    );
    let report = audit(&pair, &["a"]).unwrap();
    assert_eq!(report.production("dateTime").unwrap().verdict, Verdict::Equal);
    assert_eq!(report.unprinted, ["fullDate", "PART_", "hour", "ex_act"]);
    // A map takes the rule away, and the guess with it.
    let pair = pair.with_map([("part", "date_time")]).unwrap();
    assert_eq!(pair.guessed(), owned(&[("Full-Time", "fulltime")]));
}

#[test]
fn two_productions_leave_one_rule_to_nobody() {
    let pair = pair(
        "a = dateTime\ndateTime = \"d\"\nd-atetime = \"e\"\n",
        "a = { \"x\" } date_time = { \"d\" }",
    );
    assert_eq!(pair.guessed(), []);
}

#[test]
fn a_file_of_maps() {
    let read = || pair("a = b c\nb = \"b\"\nc = \"c\"\n", "a = { ^\"bc\" } bee = { ^\"b\" }");
    let file = |text| GrammarText { file: "names.map", text };
    let mapped = read().with_map_file(file("# names\n\nb = bee # a rule\r\nC=-\n")).unwrap();
    assert_eq!(compared(&mapped), owned(&[("a", "a"), ("b", "bee")]));
    assert!(audit(&mapped, &["a"]).unwrap().is_clean());
    assert_eq!(mapped.not_compared(), ["c"]);
    let why = |text| read().with_map_file(file(text)).unwrap_err().to_string();
    for (text, expected) in [
        ("b = bee\nx = bee\n", "2: there is no production `x` that a rule could transcribe"),
        ("b = by\n", "1: there is no rule `by` that could transcribe a production"),
        (
            "b = bee\nb = a\n",
            "2: the production `b` is given two rules; name the one that transcribes it",
        ),
        (
            "b = -\nB = bee\n",
            "2: the production `B` is given two rules; name the one that transcribes it",
        ),
        ("b: bee\n", "1: `b: bee` is not of the form `production = rule`"),
        ("b = bee c\n", "1: `b = bee c` is not of the form `production = rule`"),
    ] {
        assert_eq!(why(text), format!("names.map, line {expected}"));
    }
    let twice = read().with_map_file(file("b = bee\n")).unwrap().with_map([("b", "a")]);
    assert_eq!(twice.unwrap_err(), MapError::Twice("b".to_owned()));
}

/// A rule of the very name is the production's, and one that differs in case is another. What pest runs
/// by itself is nobody's unless the name is the same.
#[test]
fn a_rule_of_the_very_name_goes_before_others() {
    let rules = |printed: &str, pest: &str, name: &str| {
        let printed = GrammarText { file: "a.abnf", text: printed };
        let pest = GrammarText { file: "a.pest", text: pest };
        let pair = GrammarPair::read(Notation::Abnf, printed, None, pest).unwrap();
        audit(&pair, &[name]).unwrap().production(name).unwrap().rules.clone()
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

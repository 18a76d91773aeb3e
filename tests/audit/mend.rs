//! What to mend: the causes, the departures of each, and the expressions that are to blame.

use urispec_audit::{Divergence, Does, Judged, Only, Report};

use crate::support::{judged, report as of};

const DATE: &str = "date  = year \"-\" month \"-\" day\nyear  = 4DIGIT\n\
    month = \"0\" %x31-39 / \"1\" %x30-32\n\
    day   = \"0\" %x31-39 / ( \"1\" / \"2\" ) DIGIT / \"3\" %x30-31\n";
const DATE_PEST: &str = "date  = { year ~ \"-\" ~ month ~ \"-\" ~ day }\n\
    year  = @{ ASCII_DIGIT{4} }\n\
    month = @{ ASCII_DIGIT | \"1\" ~ '0'..'2' }\n\
    day   = @{ '0'..'3' ~ ASCII_DIGIT }\n";

/// A departure in one line, such as `pest 00 1: day 4:23 ASCII_DIGIT Reads 1; day 4 %x31-39`. The
/// expression stands where it is said to stand.
#[track_caller]
fn line(pest: &str, divergence: &Divergence) -> String {
    let Divergence { only, witness, offset, pest: step, printed, may_end, .. } = divergence;
    let step = step.as_ref().unwrap();
    let expression = step.expression.as_deref().unwrap_or_default();
    let line: Vec<char> = pest.lines().nth(step.line - 1).unwrap().chars().collect();
    let rest: String = line[step.column - 1..].iter().collect();
    assert!(rest.starts_with(expression), "{rest} is not {expression}");
    let mut text = format!(
        "{} {} {offset}: {} {}:{} {expression} {:?} {}",
        if *only == Only::Pest { "pest" } else { "printed" },
        witness.escape_ascii(),
        step.rule,
        step.line,
        step.column,
        step.does,
        step.at
    );
    for one in printed {
        text += &format!("; {} {} {}", one.production, one.line, one.text);
    }
    if *may_end { text + "; ends" } else { text }
}

#[track_caller]
fn lines(pest: &str, report: &Report, name: &str) -> Vec<String> {
    judged(report, name).divergences.iter().map(|one| line(pest, one)).collect()
}

/// The causes, each with the productions that differ through it.
fn causes(report: &Report) -> Vec<(&str, Vec<&str>)> {
    let names =
        |all: &[&'_ Judged]| -> Vec<String> { all.iter().map(|one| one.name.clone()).collect() };
    let causes = report.causes();
    let all = causes.iter().map(|one| {
        let through = names(&one.through);
        let known = |name: &String| &*report.production(name).unwrap().name;
        (
            &*report.production(&one.production.name).unwrap().name,
            through.iter().map(known).collect(),
        )
    });
    all.collect()
}

#[test]
fn dates() {
    let report = of(DATE, None, DATE_PEST);
    assert_eq!(causes(&report), [("month", vec!["date"]), ("day", vec!["date"])]);
    assert_eq!(judged(&report, "date").through, ["month", "day"]);
    assert_eq!(
        lines(DATE_PEST, &report, "day"),
        [
            "pest 00 1: day 4:23 ASCII_DIGIT Reads 1; day 4 %x31-39",
            "pest 32 1: day 4:23 ASCII_DIGIT Reads 1; day 4 %x30-31",
        ]
    );
    // The first alternative wins: the rule never comes to the second digit.
    assert_eq!(
        lines(DATE_PEST, &report, "month"),
        [
            "printed 01 1: month 3:12 ASCII_DIGIT Stops 1; month 3 \"0\" %x31-39",
            "printed 10 1: month 3:12 ASCII_DIGIT Stops 1; month 3 \"1\" %x30-32",
            "pest 0 1: month 3:12 ASCII_DIGIT Reads 1; month 3 %x31-39",
            "pest 2 0: month 3:12 ASCII_DIGIT Reads 0; month 3 \"0\"; month 3 \"1\"",
            "pest 1 1: month 3:12 ASCII_DIGIT Reads 1; month 3 %x30-32",
        ]
    );
}

/// RFC 5646, 2.1, in a transcription whose first alternative wins where `4ALPHA` is printed.
#[test]
fn language_tags_have_two_faults() {
    let printed = "langtag = language [\"-\" script] [\"-\" region]\n\
        language = 2*3ALPHA [\"-\" extlang] / 4ALPHA / 5*8ALPHA\n\
        extlang = 3ALPHA *2(\"-\" 3ALPHA)\nscript = 4ALPHA\nregion = 2ALPHA / 3DIGIT\n";
    let pest = "langtag = @{ language ~ (\"-\" ~ script)? ~ (\"-\" ~ region)? }\n\
        language = @{ ASCII_ALPHA{2,3} ~ (\"-\" ~ extlang)? | ASCII_ALPHA{4} | ASCII_ALPHA{5,8} }\n\
        extlang = @{ ASCII_ALPHA{3} ~ (\"-\" ~ ASCII_ALPHA{3}){0,2} }\n\
        script = @{ ASCII_ALPHA{4} }\nregion = @{ ASCII_ALPHA{2} | ASCII_DIGIT{3} }\n";
    // pest has no bound of 0.
    let pest = pest.replace("{0,2}", "{,2}");
    let report = of(printed, None, &pest);
    let found = lines(&pest, &report, "langtag");
    let has = |wanted: &str| assert!(found.iter().any(|one| one == wanted), "{found:#?}");
    has("printed AAAA 3: language 2:35 \"-\" Fails 3; language 2 4ALPHA");
    // As `zh-Hant`: the extlang takes three letters of the script.
    has("printed AA-AAAA 6: extlang 3:32 \"-\" Fails 6; script 4 ALPHA");
    // That the script is rejected is no fault of `language` alone.
    assert_eq!(causes(&report), [("langtag", vec![]), ("language", vec![])]);
}

#[test]
fn a_chain_of_calls_has_one_cause() {
    let printed = "a = b \".\" b\nb = [ \"-\" ] c\nc = d / \"x\"\nd = 1*2\"0\"\n";
    let pest = "a = { b ~ \".\" ~ b }\nb = { \"-\"? ~ c }\nc = { d | \"x\" | \"X\" }\nd = { \"0\"{1,3} }\n";
    let report = of(printed, None, pest);
    assert_eq!(causes(&report), [("d", vec!["a", "b", "c"])]);
    assert_eq!(judged(&report, "a").through, ["d"]);
    assert_eq!(lines(pest, &report, "d"), ["pest 000 2: d 4:7 \"0\" Reads 2; ends"]);
}

#[test]
fn whoever_has_a_fault_of_its_own_is_a_cause() {
    let printed = "a = b / c\nb = \"1\"\nc = d \"2\"\nd = \"3\" / \"4\"\n";
    let pest = "a = { b | c | \"9\" }\nb = { \"1\" }\nc = { d ~ \"2\" }\nd = { \"3\" }\n";
    let report = of(printed, None, pest);
    assert_eq!(causes(&report), [("a", vec![]), ("d", vec!["c"])]);
    assert_eq!(
        lines(pest, &report, "a"),
        [
            "printed 42 0: a 1:7 b | c | \"9\" Fails 0; d 4 \"4\"",
            "pest 9 0: a 1:15 \"9\" Reads 0; b 2 \"1\"; d 4 \"3\"; d 4 \"4\"",
        ]
    );
}

#[test]
fn recursion_is_no_circle_of_causes() {
    let pest = "a = { \"1\" ~ b? }\nb = { \"2\" ~ a? | \"3\" }\nc = { \"4\" ~ c? | \"5\" }\n";
    let report = of("a = \"1\" [ b ]\nb = \"2\" [ a ]\nc = \"4\" [ c ]\n", None, pest);
    assert_eq!(causes(&report), [("b", vec!["a"]), ("c", vec![])]);
    assert_eq!(lines(pest, &report, "b"), ["pest 3 0: b 2:18 \"3\" Reads 0; b 2 \"2\""]);
    assert_eq!(lines(pest, &report, "c"), ["pest 5 0: c 3:18 \"5\" Reads 0; c 3 \"4\""]);
}

#[test]
fn a_reading_is_what_is_printed() {
    let report = of("a = b\nb = 0<b>\n", Some("\n\nb = \"1\" DIGIT\n"), "a = { b } b = { \"1\" }");
    let [divergence, last] = &judged(&report, "b").divergences[..] else { panic!("two") };
    let step = &divergence.printed[0];
    assert_eq!(
        (&*step.production, &*step.file, step.line, &*step.text),
        ("b", "a.readings.abnf", 3, "DIGIT")
    );
    assert_eq!(last.pest.as_ref().unwrap().does, Does::Reads);
    assert!(!last.may_end && last.printed[0].text == "DIGIT");
    assert_eq!(judged(&report, "a").through, ["b"]);
}

/// pest runs `e ~ (rest ~ e)*` where `(e ~ rest)* ~ e` is written, so that what is written does not
/// do what pest does: no expression is named.
#[test]
fn where_the_optimizer_decides_only_the_rule_is_judged() {
    let pest = "x = { \"\" }\na = { (\"a\" ~ \",\")* ~ \"a\" ~ \",\" }\n";
    let report = of("a = %s\"b\"\n", None, pest);
    assert_eq!(lines(pest, &report, "a"), ["printed b 0: a 2:22 \"a\" Fails 0; a 1 %s\"b\""]);
    let pest = "x = { \"\" }\na = { b ~ \",\" }\nb = { (\"a\" ~ \",\")* ~ \"a\" }\n";
    let report = of("a = %s\"b\"\nb = %s\"a\"", None, pest);
    let found = lines(pest, &report, "a");
    assert_eq!(
        found,
        [
            "printed b 0: b 3:22 \"a\" Fails 0; a 1 %s\"b\"",
            "pest a, 0: a 2:1  Unknown 0; a 1 %s\"b\""
        ]
    );
}

#[test]
fn what_is_not_told_by_an_expression_is_told_by_print() {
    // The empty string is read by no expression.
    let pest = "a = { \"x\"? }\n";
    let report = of("a = %s\"x\"\n", None, pest);
    let divergence = &judged(&report, "a").divergences[0];
    assert_eq!(
        (divergence.only, divergence.offset, &*divergence.witness),
        (Only::Pest, 0, &b""[..])
    );
    assert_eq!(divergence.pest.as_ref().unwrap().expression, None);
    assert_eq!(divergence.printed[0].text, "%s\"x\"");
    // A string that is no UTF-8 cannot be given to pest.
    let report = of("a = %xFF / %s\"x\"\n", None, "a = { \"x\" }");
    let divergence = &judged(&report, "a").divergences[0];
    assert_eq!(divergence.pest.as_ref().unwrap().does, Does::Unknown);
    assert_eq!(divergence.printed[0].text, "%xFF");
}

/// No automaton has these languages: what the verdict shows is held against both sides as they are.
#[test]
fn what_nests_is_told_by_the_witnesses_of_the_verdict() {
    let pest = "v = { \"[\" ~ (v ~ (\",\" ~ v)* ~ \",\"?)? ~ \"]\" | ASCII_DIGIT{1,2} }\n";
    let report = of("v = \"[\" [ v *( \",\" v ) ] \"]\" / 1*DIGIT\n", None, pest);
    assert_eq!(
        lines(pest, &report, "v"),
        [
            "printed 000 2: v 1:46 ASCII_DIGIT Stops 2; v 1 1*DIGIT",
            "pest [0,] 3: v 1:40 \"]\" Reads 3; v 1 \"[\"; v 1 DIGIT",
        ]
    );
    assert_eq!(causes(&report), [("v", vec![])]);
}

#[test]
fn rules_that_are_never_reached() {
    let printed = "a = b c\nb = \"1\"\nc = \"2\"\nd = \"3\"\n";
    let pest = "a = { b ~ \"2\" } b = { \"1\" } c = { \"2\" } d = { \"3\" } e = { f } f = { b }";
    // Of `d` it is said that no whole string reaches the production.
    let report = of(printed, None, pest);
    assert_eq!(report.unused, ["c", "e", "f"]);
    assert_eq!((report.unreachable, report.unprinted.len()), (vec!["d".to_owned()], 2));
    // Without a rule for whole strings nothing is reached, and nothing is said.
    assert_eq!(of("z = b\nb = \"1\"\n", None, pest).unused, Vec::<String>::new());
}

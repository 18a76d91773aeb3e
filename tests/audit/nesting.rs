//! Productions and rules that nest in themselves: what is equal to a depth, what differs at any, and
//! what is regular although it is written recursively. Each case is worked out by hand.

use urispec_audit::{GrammarPair, GrammarText, Judged, Notation, Report, Verdict, audit};

#[track_caller]
fn report(printed: &str, pest: &str, depth: usize) -> Report {
    let printed = GrammarText { file: "g.abnf", text: printed };
    let pest = GrammarText { file: "g.pest", text: pest };
    let pair = GrammarPair::read(Notation::Abnf, printed, None, pest).unwrap();
    let first = pair.printed.productions[0].name.clone();
    audit(&pair.with_depth(depth), &[&*first]).unwrap()
}

#[track_caller]
fn verdicts(printed: &str, pest: &str, depth: usize) -> Vec<Verdict> {
    let report = report(printed, pest, depth);
    report.productions.into_iter().map(|Judged { verdict, .. }| verdict).collect()
}

fn differs(only_printed: Option<&str>, only_pest: Option<&str>) -> Verdict {
    let bytes = |text: Option<&str>| text.map(|text| text.as_bytes().to_vec());
    Verdict::Differs { only_printed: bytes(only_printed), only_pest: bytes(only_pest) }
}

use Verdict::{Equal, EqualToDepth};

const BRACKETS: &str = "a = \"(\" a \")\" / \"1\"\n";

#[test]
fn brackets_are_equal_to_a_depth() {
    let pest = "a = { \"(\" ~ a ~ \")\" | \"1\" }";
    assert_eq!(verdicts(BRACKETS, pest, 4), [EqualToDepth(4)]);
    assert_eq!(verdicts(BRACKETS, pest, 7), [EqualToDepth(7)]);
    // To a depth is no proof, and is accepted only by its number.
    assert!(!report(BRACKETS, pest, 1).is_clean());
    assert!(report(BRACKETS, pest, 2).is_clean_to_depth(2));
    assert!(!report(BRACKETS, pest, 2).is_clean_to_depth(3));
    // Nothing is compared to the depth of nothing.
    assert!(matches!(verdicts(BRACKETS, pest, 0)[..], [Verdict::Undecided(_)]));
}

#[test]
fn a_witness_is_a_proof_at_any_depth() {
    // The rule has `(1` beside what the production has, and lacks nothing.
    let pest = "a = { \"(\" ~ a ~ \")\"? | \"1\" }";
    assert_eq!(verdicts(BRACKETS, pest, 4), [differs(None, Some("(1"))]);
    // Of three brackets the innermost is not closed.
    let pest = "a = { \"(\" ~ b ~ \")\" | \"1\" } b = { \"(\" ~ c ~ \")\" | \"1\" } c = { \"(\" ~ a | \"1\" }";
    assert_eq!(verdicts(BRACKETS, pest, 4)[0], differs(Some("(((1)))"), Some("(((1))")));
    // The rule has an even number of brackets.
    assert_eq!(
        verdicts(BRACKETS, "a = { \"((\" ~ a ~ \"))\" | \"1\" }", 4),
        [differs(Some("(1)"), None)]
    );
}

/// `x(()(` is read without a call. `xx)` is shorter, and `a` is called between its last two bytes, where it
/// reads nothing.
#[test]
fn a_witness_is_called_a_shortest_one_only_where_it_is_known_to_be_one() {
    let unknown = |printed: &str, pest: &str| {
        let report = report(printed, pest, 3);
        report.unknown.into_iter().map(|one| one.why).collect::<Vec<_>>()
    };
    let pest = "a = { (\"x(()(\" | \"x\"?) ~ (\"x\" ~ a? ~ \")\")* }";
    let why = unknown("a = *%s\"x\"\n", pest);
    let is_said = |why: &String| why.contains("nests deeper than a witness may be shorter");
    assert!(why.iter().any(is_said), "{why:?}");
    // All strings that are shorter than `(1` are tried.
    let why = unknown(BRACKETS, "a = { \"(\" ~ a ~ \")\"? | \"1\" }");
    assert!(!why.iter().any(is_said), "{why:?}");
}

#[test]
fn what_no_call_that_is_cut_could_change_is_a_difference() {
    // Whatever `a` does within the lookahead, `x` is not `y`.
    let pest = "a = { !(\"(\" ~ a ~ \")\") ~ \"y\" | \"(\" ~ a ~ \")\" }";
    assert_eq!(verdicts("a = \"(\" a \")\" / %x78\n", pest, 3), [differs(Some("x"), Some("y"))]);
}

/// pest takes the first alternative that matches, and does not come back to the second: it reads the
/// `(1` of `(12)` as `( a`, and finds no bracket.
#[test]
fn the_choice_is_ordered_at_each_level() {
    let printed = "a = \"(\" a \")\" / \"1\" / \"12\"\n";
    let pest = "a = { \"(\" ~ a ~ \")\" | \"1\" | \"12\" }";
    assert_eq!(verdicts(printed, pest, 4), [differs(Some("12"), None)]);
    let pest = "a = { \"(\" ~ a ~ \")\" | \"12\" | \"1\" }";
    assert_eq!(verdicts(printed, pest, 4), [EqualToDepth(4)]);
}

/// pest reads `aaaaa` with a tree of one node: the `r` at the second letter fails, since the `r` within
/// takes the two letters that it needs. Calls that are tried nest four deep there, and none is a node.
#[test]
fn calls_that_fail_are_not_counted() {
    let pest = "r = { \"a\" ~ r? ~ \"aa\"{1,2} }";
    for depth in [1, 3, 64] {
        assert_eq!(verdicts("r = %s\"aaa\"\n", pest, depth), [differs(None, Some("aaaaa"))]);
    }
}

#[test]
fn a_last_call_is_not_counted() {
    // The list is as long as one likes, and only the brackets nest.
    let printed = "a = i [ \",\" a ]\ni = %x78 / \"(\" a \")\"\n";
    let pest = "a = { i ~ (\",\" ~ a)? } i = { \"x\" | \"(\" ~ a ~ \")\" }";
    assert_eq!(verdicts(printed, pest, 2), [EqualToDepth(2), EqualToDepth(2)]);
    // A list that may not have thirty items is found out, although nothing nests so deep.
    let stops = "a = { !((\"x,\"){29} ~ \"x\" ~ EOI) ~ i ~ (\",\" ~ a)? } i = { \"x\" | \"(\" ~ a ~ \")\" }";
    let thirty = ["x"; 30].join(",");
    assert_eq!(verdicts(printed, stops, 2)[0], differs(Some(&thirty), None));
}

#[test]
fn rules_that_nest_in_more_steps_are_compared_all_the_same() {
    // The rule comes back to itself by two calls that are not last, the production by one.
    let pest = "a = { \"(\" ~ b ~ \")\" | \"1\" } b = { a ~ \"\" }";
    assert_eq!(verdicts(BRACKETS, pest, 4), [EqualToDepth(4)]);
    // The rule reads two brackets for one call: to the depth of 4 it has nine brackets, which the
    // production has to the depth of 9.
    let pest = "a = { \"((\" ~ a ~ \"))\" | \"(1)\" | \"1\" }";
    assert_eq!(verdicts(BRACKETS, pest, 4), [EqualToDepth(4)]);
}

#[test]
fn left_recursion_that_is_a_repetition_is_equal() {
    let pest = "a = { \"y\" ~ \"x\"* }";
    assert_eq!(verdicts("a = a %x78 / %x79\n", pest, 4), [Equal]);
    assert_eq!(
        verdicts("a = a %x78 / %x79\n", "a = { \"y\" ~ \"x\"+ }", 4),
        [differs(Some("y"), None)]
    );
    // By way of another production.
    let printed = "a = b %x78 / %x79\nb = a %x7A / %x79\n";
    let pest = "a = { b ~ \"x\" } b = { \"y\" }";
    assert_eq!(verdicts(printed, pest, 4)[0], differs(Some("y"), None));
    // A call in the middle that makes no difference: x's, a y, and z's, each as many as one likes.
    let printed = "a = %x78 a / a %x7A / %x79\n";
    assert_eq!(verdicts(printed, "a = { \"x\"* ~ \"y\" ~ \"z\"* }", 4), [Equal]);
    assert_eq!(
        verdicts(printed, "a = { \"x\"* ~ \"y\" ~ \"z\"? }", 4),
        [differs(Some("yzz"), None)]
    );
}

/// The set of all strings solves `a = a / x` as `x` does, and is not what the production has.
#[test]
fn a_production_that_is_itself_has_only_what_it_derives() {
    assert_eq!(verdicts("a = a / %x78\n", "a = { \"x\" }", 4), [Equal]);
    assert_eq!(verdicts("a = a / %x78\n", "a = { ANY* }", 4), [differs(None, Some(""))]);
    let printed = "a = a a / %x78 / \"\"\n";
    // Each `a` may be empty, so that `a` may be itself: that the language of the rule is a solution
    // says nothing.
    assert_ne!(verdicts(printed, "a = { \"x\"* }", 3), [Equal]);
    assert_eq!(verdicts(printed, "a = { ANY* }", 3), [differs(None, Some("!"))]);
}

#[test]
fn what_calls_what_nests_is_judged_too() {
    let printed = "b = \"[\" a \"]\"\na = \"(\" a \")\" / \"1\"\n";
    let pest = "b = { \"[\" ~ a ~ \"]\" } a = { \"(\" ~ a ~ \")\" | \"1\" }";
    assert_eq!(verdicts(printed, pest, 3), [EqualToDepth(3), EqualToDepth(3)]);
    let pest = "b = { \"[\" ~ a ~ \"]\"? } a = { \"(\" ~ a ~ \")\" | \"1\" }";
    assert_eq!(verdicts(printed, pest, 3), [differs(None, Some("[1")), EqualToDepth(3)]);
}

#[test]
fn implicit_rules_may_nest() {
    let printed = "a = \"x\" *c \"y\"\nc = \"(\" *c \")\"\n";
    let pest = "COMMENT = { \"(\" ~ COMMENT* ~ \")\" } a = { ^\"x\" ~ ^\"y\" } c = @{ COMMENT }";
    assert_eq!(verdicts(printed, pest, 3), [EqualToDepth(3), EqualToDepth(3)]);
}

/// The string lets control characters pass, and all that nests around it does so through the string;
/// the list forgets its comma, and is a cause of its own.
#[test]
fn what_nests_is_listed_under_what_it_differs_through() {
    let printed = "a = s / l\nl = \"[\" a *( \",\" a ) \"]\"\ns = \"'\" *%x61-7A \"'\"\n";
    let pest = "a = { s | l } l = { \"[\" ~ a ~ (\",\" ~ a)* ~ \"]\" } s = { \"'\" ~ ('A'..'z')* ~ \"'\" }";
    let through = |pest: &str, name: &str| {
        let report = report(printed, pest, 3);
        report.production(name).unwrap().through.clone()
    };
    assert_eq!(
        (through(pest, "a"), through(pest, "l")),
        (vec!["s".to_owned()], vec!["s".to_owned()])
    );
    assert!(through(pest, "s").is_empty());
    let pest = pest.replace("(\",\" ~ a)*", "(\",\"? ~ a)*");
    assert_eq!((through(&pest, "a"), through(&pest, "l")), (vec![], vec![]));
}

/// The production `p` is whole where `q` is a repetition, and no unrolled part of `q` may stand for it.
#[test]
fn what_is_regular_in_writing_only_is_whole_on_its_side_too() {
    let printed = "p = q\nq = q %x78 / %x79\n";
    let pest = "q = { \"y\" ~ \"x\"* } p = { \"y\" ~ \"x\"? | \"y\" ~ \"x\" ~ p ~ \"z\" }";
    assert_eq!(verdicts(printed, pest, 4)[0], differs(Some("yxx"), None));
}

/// As the parser begins with the rule it reads the blanks; within `word` it does not. No automaton has
/// either.
#[test]
fn what_nests_is_judged_in_each_atomicity() {
    use urispec_audit::Atomicity::{Atomic, NonAtomic};
    let printed = "pair = \"(\" *%x20 [ pair *%x20 ] \")\"\n";
    let pest = "WHITESPACE = _{ \" \" } top = { pair ~ word } word = @{ \"w\" ~ pair }\n\
                pair = { \"(\" ~ pair? ~ \")\" }";
    let found = report(printed, pest, 2).productions;
    let found: Vec<_> = found.into_iter().map(|one| (one.atomicity, one.verdict)).collect();
    let expected = [(Some(NonAtomic), EqualToDepth(2)), (Some(Atomic), differs(Some("( )"), None))];
    assert_eq!(found, expected);
}

/// What is pushed is read: `a` calls itself after a bracket, and the file is not refused.
#[test]
fn a_rule_that_pushes_before_it_calls_itself_reads_something() {
    let pest = "open = { PUSH(\"(\") } a = { open ~ a? ~ \")\" ~ DROP } b = { \"b\" }";
    let found = verdicts("a = \"(\" [ a ] \")\"\nb = %x62\n", pest, 2);
    assert!(found[0] != Equal && !matches!(found[0], Verdict::Differs { .. }), "{}", found[0]);
    assert_eq!(found[1], Equal);
}

/// The production nests, and it also uses a name that nobody defines: that is why it is undecided.
#[test]
fn what_is_missing_is_the_reason_also_of_what_nests() {
    let pest = "a = { \"(\" ~ a ~ \")\" | b } b = { \"b\" }";
    let found = verdicts("a = \"(\" a \")\" / b\nb = c\n", pest, 2);
    let Verdict::Undecided(why) = &found[0] else { panic!("{}", found[0]) };
    assert!(why.starts_with("g.abnf, line 2: `b` uses `c`, which is not defined"), "{why}");
}

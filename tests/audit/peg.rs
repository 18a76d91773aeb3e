//! Pest rules that a row cannot express: large ones, recursion, the stack, planted mistakes, and RFC 3986.

use std::sync::LazyLock;

use urispec::{Edition, Node};
use urispec_audit::automata::{Difference, difference};
use urispec_audit::peg::{Atomicity, Decided, PegError, PegFault};
use urispec_audit::{Languages, Notation, Peg, Printed, Verdict};
use urispec_compare::suite::Suite;

use crate::support::{judged, pair, report, report_of};

#[test]
fn rules_that_are_too_large_are_refused_alone() {
    let comment = "// a comment\n".repeat(800_000);
    assert_eq!(
        Peg::read("g.pest", &format!("{comment}a = {{ \"x\" }}")).unwrap_err().to_string(),
        "g.pest:1: the file has 10400011 bytes, more than the limit of 1048576; check that it is \
         a grammar"
    );
    let fault = |text: &str| Peg::read("g.pest", text).expect_err("refused").fault;
    // So deep that pest itself gives up, with its own message.
    let parentheses = |depth| format!("a = {{ {}\"x\"{} }}", "(".repeat(depth), ")".repeat(depth));
    assert!(matches!(fault(&parentheses(500_000)), PegFault::Syntax(_)));
    assert!(matches!(fault(&"/*".repeat(500_000)), PegFault::Syntax(_)));
    // Only the one rule is refused; the other is decided.
    let refused = |text: &str| {
        let decided = Peg::read("g.pest", &format!("{text}\nz = {{ \"z\" }}")).unwrap().decide();
        assert!(decided.rules.last().is_some_and(|rule| rule == "z"));
        decided.refused.into_iter().map(|error| error.fault).collect::<Vec<_>>()
    };
    assert_eq!(refused("a = { \"x\"{1000000} }"), [PegFault::Unrolled(200_000)]);
    let list = "a = { (\"x\"{501} ~ \",\")* ~ \"x\"{501} }";
    assert_eq!(refused(list), [PegFault::Unrolled(500)]);
    assert_eq!(refused("a = { ((\"x\"{100} ~ \"y\"){100}){100} }"), [PegFault::Unrolled(200_000)]);
    assert_eq!(
        refused(&format!("a = {{ {}\"x\" }}", "!".repeat(1_000_000))),
        [PegFault::Nested(500)]
    );
    assert_eq!(refused(&parentheses(101)), [PegFault::Nested(100)]);
    assert_eq!(refused(&parentheses(100)), []);
    // pest's optimizer copies the tails of a choice for each alternative: 500 alternatives take 20 million copies.
    let inner: Vec<String> = (0..490).map(|n| format!("\"{n}x\"")).collect();
    let inner = format!("a = {{ ({}) ~ \"y\" }}", inner.join(" | "));
    assert_eq!(refused(&inner), [PegFault::Crowded(8_000_000)]);
    // It unrolls each literal at which a search stops, and here each name doubles them.
    let doubled = |count: usize| -> String {
        let names = (0..count).map(|n| format!("b{n} = {{ b{} | b{} }}\n", n + 1, n + 1));
        names.chain([format!("b{count} = {{ \"x\" }}\na = @{{ (!b0 ~ ANY)* }}")]).collect()
    };
    assert_eq!(refused(&doubled(9)), []);
    assert_eq!(refused(&doubled(60)), [PegFault::Unrolled(1_000)]);
}

/// Neither the depth of calls nor the number of alternatives is limited.
#[test]
fn long_chains_and_wide_choices_are_decided() {
    let chain: String = (1..8_000).map(|n| format!("a{} = {{ a{n}? }}\n", n - 1)).collect();
    let decided = Peg::read("g.pest", &format!("{chain}a7999 = {{ \"x\" }}")).unwrap().decide();
    assert!(decided.refused.is_empty() && decided.rules.len() == 8_000);
    assert!([&b""[..], b"x"].iter().all(|text| decided.dfa.matches(0, text)));
    assert!(!decided.dfa.matches(0, b"xx"));
    // Each alternative begins with a different character, and the last one is unreachable.
    let letter = |n: u32| char::from_u32(0x4E00 + n).unwrap();
    let fan: String = (0..600).map(|n| format!("\"{}\" | ", letter(n))).collect();
    let peg = Peg::read("g.pest", &format!("a = {{ {fan}\"{}!\" }}", letter(500))).unwrap();
    let decided = peg.decide();
    let text = |n| letter(n).to_string();
    assert!(
        decided.dfa.matches(0, text(599).as_bytes()) && decided.dfa.matches(0, text(0).as_bytes())
    );
    assert!(!decided.dfa.matches(0, text(600).as_bytes()));
    assert!(!decided.dfa.matches(0, format!("{}!", letter(500)).as_bytes()));
    // A cycle is reported once, however many rules it has.
    let cycle =
        (0..8_000).map(|n| format!("a{n} = {{ \"(\" ~ a{} ~ \")\" | \"x\" }}\n", (n + 1) % 8_000));
    let peg = Peg::read("g.pest", &cycle.collect::<String>()).unwrap();
    let told = |error: &&PegError| matches!(error.fault, PegFault::Recursion(_));
    assert_eq!((peg.refused().len(), peg.refused().iter().filter(told).count()), (8_000, 1));
}

#[test]
fn rules_with_huge_automata_are_refused() {
    // Each rule can leave a rest in twice as many ways as the rule it calls.
    let calls = (1..150).map(|n| format!("a{} = {{ a{n} ~ a{n} | a{n} }}\n", n - 1));
    let calls: String = calls.chain(["a149 = { !\"q\" }".to_owned()]).collect();
    // Whether the 100th byte from the end is `y` takes 2^100 states.
    let end = "a = { (!(\"y\" ~ (\"x\" | \"y\"){99} ~ EOI) ~ (\"x\" | \"y\"))* }";
    for text in [&*calls, end] {
        let decided = Peg::read("g.pest", &format!("z = {{ \"x\" }}\n{text}")).unwrap().decide();
        // At least one rule is too large itself; the others are too large, or use such a rule.
        let is_own = |fault: &PegFault| {
            matches!(fault, PegFault::States(_) | PegFault::Formula | PegFault::Crowded(_))
        };
        let refused: Vec<&PegFault> = decided.refused.iter().map(|error| &error.fault).collect();
        assert!(refused.iter().any(|fault| is_own(fault)), "{refused:?}");
        let is_known = |fault: &&PegFault| is_own(fault) || matches!(fault, PegFault::Uses(_));
        assert!(refused.iter().all(is_known), "{refused:?}");
        assert!(decided.rules.iter().any(|rule| rule == "z") && decided.start("a").is_none());
    }
}

#[test]
fn rules_that_only_look_large_are_decided() {
    // Alternatives with a common prefix: the choice is known after 300 bytes.
    let long = "a = { \"x\"{299} ~ \"y\" | \"x\"{299} ~ \"z\" | \"x\"* }";
    let decided = Peg::read("g.pest", long).unwrap().decide();
    assert!(decided.dfa.matches(0, &[b'x'; 400]) && decided.dfa.size(0) > 300);
    // Nested bounds that multiply: 100 times 100 bytes.
    let bounds = "a = { (\"x\"{0, 100} ~ \"y\"){0, 100} ~ !(\"x\" | \"y\") }";
    assert!(Peg::read("g.pest", bounds).unwrap().decide().dfa.states() > 10_000);
}

/// A rule that only atomic rules call is atomic, and an uncalled rule is as declared. White space between two terms is
/// read before the second term.
#[test]
fn a_rule_called_only_from_atomic_rules_is_atomic() {
    let read = |text: &str| Peg::read("g.pest", text).unwrap();
    let peg = read("WHITESPACE = { \" \" }\na = @{ b }\nb = { \"x\" ~ \"y\" }");
    let atomic = vec![Atomicity::Atomic];
    assert_eq!((peg.atomicities("a"), peg.atomicities("b")), (atomic.clone(), atomic));
    assert!(peg.atomicities("c").is_empty());
    let decided = read("WHITESPACE = { \" \" }\na = { \"x\" ~ \" y\" }").decide();
    assert_eq!(decided.dfa.shortest(decided.start("a").unwrap()), None);
    // To pest the second comment is text of the first, which ends at the last two bytes.
    assert!(pest_meta::parse_and_optimize("/*/\n/*/").is_ok());
}

/// A rule that pushes an unbounded string has no automaton. Both sides are run on all short strings.
#[test]
fn rules_without_an_automaton_are_tested_on_short_strings() {
    let verdict = |abnf: &str, pest: &str| {
        let report = report(abnf, None, pest);
        (report.productions[0].verdict.clone(), report.unknown.len())
    };
    // Any two characters, and the same two again on the right.
    let pest = "a = { PUSH(ANY ~ ANY) ~ \"-\" ~ POP }";
    let (found, unknown) = verdict("a = 2%x61-63 \"-\" 2%x61-63\n", pest);
    let Verdict::Differs { only_printed: Some(printed), .. } = found else { panic!("{found}") };
    assert!(printed.len() == 5 && printed[..2] != printed[3..], "{printed:?}");
    assert_eq!(unknown, 1);
    // 512 pushed strings are too many. The two are equal, which is not decided.
    let (found, _) = verdict("a = 9%x61-62\n", "a = { PUSH((\"a\" | \"b\"){9}) ~ DROP }");
    let Verdict::Undecided(why) = found else { panic!("{found}") };
    let tried = "; no string of at most 14 characters out of \"ab\" distinguishes the two sides";
    assert!(why.contains(tried), "{why}");
    // pest refuses the file, and would panic at the right-hand side.
    let (found, _) = verdict("a = \"x\"\n", "a = { nope ~ PUSH(ANY) ~ POP ~ PEEK }");
    let Verdict::Undecided(why) = found else { panic!("{found}") };
    assert!(why.ends_with("`nope` is undefined; define it, or correct its spelling"), "{why}");
}

/// Equality to a depth is not a proof, and has to be accepted by its number. A witness is called shortest only if it
/// is known to be: `x(()(` is read without a call; `xx)` is shorter, and calls `a` between its last two bytes, where
/// it reads nothing.
#[test]
fn equality_to_a_depth_is_reported_as_such() {
    const BRACKETS: &str = "a = \"(\" a \")\" / \"1\"\n";
    let report = |printed, pest, depth| report_of(&pair(printed, None, pest).with_depth(depth));
    let pest = "a = { \"(\" ~ a ~ \")\" | \"1\" }";
    assert!(!report(BRACKETS, pest, 1).is_clean());
    assert!(report(BRACKETS, pest, 2).is_clean_to_depth(2));
    assert!(!report(BRACKETS, pest, 2).is_clean_to_depth(3));
    let is_said = |printed, pest| {
        let unknown = report(printed, pest, 3).unknown;
        unknown.iter().any(|one| {
            one.why.contains("a more deeply nested string may be shorter than a witness")
        })
    };
    assert!(is_said("a = *%s\"x\"\n", "a = { (\"x(()(\" | \"x\"?) ~ (\"x\" ~ a? ~ \")\")* }"));
    // All strings shorter than `(1` are tried.
    assert!(!is_said(BRACKETS, "a = { \"(\" ~ a ~ \")\"? | \"1\" }"));
    // Pushing reads: `a` calls itself after a bracket, and the file is not refused.
    let pest = "open = { PUSH(\"(\") } a = { open ~ a? ~ \")\" ~ DROP } b = { \"b\" }";
    let found = report("a = \"(\" [ a ] \")\"\nb = %x62\n", pest, 2).productions;
    assert!(
        !matches!(found[0].verdict, Verdict::Equal | Verdict::Differs { .. }),
        "{}",
        found[0].verdict
    );
    assert_eq!(found[1].verdict, Verdict::Equal);
}

/// The string accepts control characters, and everything around it differs through the string. The list omits its
/// comma, and is a separate cause.
#[test]
fn recursive_productions_name_the_cause_they_differ_through() {
    let printed = "a = s / l\nl = \"[\" a *( \",\" a ) \"]\"\ns = \"'\" *%x61-7A \"'\"\n";
    let pest = "a = { s | l } l = { \"[\" ~ a ~ (\",\" ~ a)* ~ \"]\" } s = { \"'\" ~ ('A'..'z')* ~ \"'\" }";
    let through = |pest: &str, name: &str| {
        judged(&report_of(&pair(printed, None, pest).with_depth(3)), name).through.clone()
    };
    assert_eq!(
        (through(pest, "a"), through(pest, "l")),
        (vec!["s".to_owned()], vec!["s".to_owned()])
    );
    assert!(through(pest, "s").is_empty());
    let pest = pest.replace("(\",\" ~ a)*", "(\",\"? ~ a)*");
    assert_eq!((through(&pest, "a"), through(&pest, "l")), (vec![], vec![]));
}

fn decide(text: &str) -> Decided {
    Peg::read("rfc3986.pest", text).unwrap().decide()
}

fn printed() -> Languages {
    let read = |text| Printed::read(Notation::Abnf, "rfc3986.abnf", text).unwrap();
    let grammar = Edition::Rfc3986.grammars()[0];
    Languages::new(&read(grammar.printed()).with_readings(&read(grammar.readings())))
}

/// Returns the shortest strings that only the production and only the rule accepts.
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

#[test]
fn the_rules_of_rfc_3986_equal_its_productions() {
    let (printed, pest) = (printed(), decide(rfc3986()));
    for name in printed.names() {
        let start = printed.start(name).unwrap().unwrap();
        let rule = pest.start(&name.replace('-', "_")).unwrap();
        assert!(difference((printed.dfa(), start), (&pest.dfa, rule)).is_equal(), "{name}");
    }
}

/// Each row has a correct text and its replacement, a rule that does not change, and the shortest string that some
/// rules lose.
#[test]
fn planted_mistakes_lose_the_shortest_string() {
    for (right, wrong, kept, lost) in [
        // `DIGIT` first, as printed: no octet has more than one digit, and `10` is the first of two.
        (
            r#""25" ~ '0'..'5'
  | "2" ~ '0'..'4' ~ DIGIT
  | "1" ~ DIGIT{2}
  | '1'..'9' ~ DIGIT
  | DIGIT"#,
            r#"DIGIT
  | '1'..'9' ~ DIGIT
  | "1" ~ DIGIT{2}
  | "2" ~ '0'..'4' ~ DIGIT
  | "25" ~ '0'..'5'"#,
            "reg_name",
            &[("dec_octet", "10")][..],
        ),
        // `IPv4address` is chosen and leaves a rest: seven characters are the shortest address, and `!` is the first
        // eighth character that no octet reads.
        (
            "IPv4address ~ !(unreserved | pct_encoded | sub_delims)",
            "IPv4address",
            "IPv6address",
            &[("host", "0.0.0.0!")],
        ),
        (r#"^"v""#, r#""v""#, "IPv6address", &[("IPvFuture", "V0.!")]),
        // `@` is a segment and a query. It is still a whole reference, since `path-noscheme` begins with characters of
        // its own; `#@` is the first reference that is lost.
        (
            r#"unreserved | pct_encoded | sub_delims | ":" | "@" }"#,
            r#"unreserved | pct_encoded | sub_delims | ":" }"#,
            "host",
            &[
                ("pchar", "@"),
                ("segment", "@"),
                ("segment_nz", "@"),
                ("query", "@"),
                ("fragment", "@"),
                ("path_rootless", "@"),
                ("URI_reference", "#@"),
                ("URI", "A:@"),
                ("path_noscheme", "!/@"),
            ],
        ),
    ] {
        assert_eq!(rfc3986().matches(right).count(), 1, "{right}");
        let bad = decide(&rfc3986().replace(right, wrong));
        for (rule, witness) in lost {
            let expected = (Some((*witness).to_owned()), None);
            assert_eq!(witnesses(rule, &bad), expected, "{rule} with {wrong}");
        }
        assert_eq!(witnesses(kept, &bad), (None, None), "{kept} with {wrong}");
    }
}

/// `*n( h16 ":" ) h16` as printed: the group reads `0:` of `0::`, and no `h16` is left.
#[test]
fn greedy_ipv6_groups_lose_the_shortest_address() {
    let wrong = (1..=6).fold(rfc3986().to_owned(), |text, n| {
        let right = format!(r#"(h16 ~ (":" ~ h16){{0, {n}}})?"#);
        assert_eq!(text.matches(&right).count(), 1);
        text.replace(&right, &format!(r#"((h16 ~ ":"){{0, {n}}} ~ h16)?"#))
    });
    let found = witnesses("IPv6address", &decide(&wrong));
    assert_eq!(found, (Some("0::".to_owned()), None));
}

/// A host name whose loop consumes the last label, so that none is left.
#[test]
fn a_loop_may_consume_the_last_label() {
    let good = r#"name = { (label ~ ".")* ~ top } label = { 'a'..'z'+ } top = { 'a'..'z'+ }"#;
    // If both labels are the same rule, pest rewrites the loop as a list, which reads `a.b`. With two names for the
    // rule it does not.
    let decided = decide(good);
    assert!(decided.dfa.matches(0, b"a.b") && !decided.dfa.matches(0, b"a."));
    let bad = r#"name = { (label ~ "."?)* ~ label } label = { 'a'..'z'+ }"#;
    let written = r#"name = { (label ~ "."?)* ~ top } label = { 'a'..'z'+ } top = { 'a'..'z'+ }"#;
    assert_eq!(decide(written).dfa.shortest(0), None);
    assert_eq!(decide(bad).dfa.shortest(0).as_deref(), Some(&b"a"[..]));
}

fn rfc3986() -> &'static str {
    Edition::Rfc3986.grammars()[0].pest()
}

/// Returns the rule of a production. A class of characters has two, one of which leaves a node.
fn rule(production: &str, decided: &Decided) -> usize {
    let name = production.replace('-', "_");
    decided.start(&format!("whole_{name}")).or_else(|| decided.start(&name)).expect("a rule")
}

#[test]
fn every_rule_is_decided() {
    let peg = Peg::read("rfc3986.pest", rfc3986()).unwrap();
    assert!(peg.refused().is_empty());
    let decided = peg.decide();
    assert_eq!(decided.rules, peg.rules().collect::<Vec<_>>());
    let size = |rule| decided.dfa.size(decided.start(rule).unwrap());
    assert_eq!(size("URI_reference"), 183);
    // Before the first byte, after it, and dead.
    assert_eq!(size("DIGIT"), 3);
    // After zero to four digits, and dead.
    assert_eq!(size("h16"), 6);
}

/// `path_abempty` fails only before a `pchar`. `path_absolute` requires a `/` there, and `path_empty` is reached only
/// if `path_rootless` fails, which accepts any `pchar`.
#[test]
fn two_alternatives_of_path_are_unreachable() {
    let never =
        Peg::read("rfc3986.pest", rfc3986()).unwrap().unreachable_alternatives().alternatives;
    let never: Vec<_> = never.iter().map(|at| (&*at.rule, at.alternative, &*at.text)).collect();
    assert_eq!(never, [("path", 2, "path_absolute"), ("path", 5, "path_empty")]);
}

/// The suite of a production distinguishes its automaton from every other of its size, and thus from a parser with a
/// wrong transition.
#[test]
fn the_parser_passes_the_suite_of_every_production() {
    let names = Edition::Rfc3986.grammars()[0].productions().iter().map(|one| one.name());
    // `tests/conformance` runs the suites of whole references.
    for name in names.filter(|name| !Edition::Rfc3986.whole_rules().contains(name)) {
        for case in Suite::new(Edition::Rfc3986.production(name).unwrap()).cases() {
            let is_valid = Node::parse(Edition::Rfc3986, name, &case.input).is_ok();
            assert_eq!(is_valid, case.is_valid(), "{name} on {:?}", case.input);
        }
    }
}

#[test]
fn automata_and_parser_agree_on_all_short_strings() {
    let decided = decide(rfc3986());
    for production in Edition::Rfc3986.grammars()[0].productions() {
        let start = rule(production.name(), &decided);
        let alone = decided.dfa.restrict(start);
        let letters = alone.classes().representatives().to_vec();
        let (mut strings, mut level, mut length) = (0, vec![Vec::new()], 0);
        while !level.is_empty() {
            for string in &level {
                let Ok(text) = std::str::from_utf8(string) else { continue };
                let is_parsed = Node::parse(Edition::Rfc3986, production.name(), text).is_ok();
                let is_member = decided.dfa.matches(start, string);
                assert_eq!(is_parsed, is_member, "{} on {text:?}", production.name());
                strings += 1;
            }
            if strings + level.len() * letters.len() > 2_000 {
                break;
            }
            let longer = |string: &Vec<u8>| {
                let string = string.clone();
                letters.iter().map(move |&letter| [&string[..], &[letter]].concat())
            };
            level = level.iter().flat_map(longer).collect();
            length += 1;
        }
        assert!(length >= 2, "{}: only {length} bytes", production.name());
    }
}

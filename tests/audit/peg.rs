//! Rules of pest that a row cannot say: large ones, what nests, the stack, mistakes that are planted, and RFC 3986.

use std::collections::VecDeque;
use std::sync::LazyLock;

use urispec::{Edition, Node};
use urispec_audit::{
    Atomicity, Decided, Dfa, Difference, Languages, Notation, Peg, PegError, PegFault, Printed,
    Verdict, difference,
};

use crate::support::{judged, pair, report, report_of};

#[test]
fn what_is_too_large() {
    let comment = "// a comment\n".repeat(800_000);
    assert_eq!(
        Peg::read("g.pest", &format!("{comment}a = {{ \"x\" }}")).unwrap_err().to_string(),
        "g.pest:1: the file has 10400011 bytes, more than the limit of 1048576; check that it is \
         a grammar"
    );
    let fault = |text: &str| Peg::read("g.pest", text).expect_err("refused").fault;
    // So deep that pest itself gives up, with a message of its own.
    let parentheses = |depth| format!("a = {{ {}\"x\"{} }}", "(".repeat(depth), ")".repeat(depth));
    assert!(matches!(fault(&parentheses(500_000)), PegFault::Syntax(_)));
    assert!(matches!(fault(&"/*".repeat(500_000)), PegFault::Syntax(_)));
    // The rule alone is refused, and the other one is decided.
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
    // pest's optimizer copies each tail of a choice for each tail: 500 alternatives take it 20 million
    // copies.
    let inner: Vec<String> = (0..490).map(|n| format!("\"{n}x\"")).collect();
    let inner = format!("a = {{ ({}) ~ \"y\" }}", inner.join(" | "));
    assert_eq!(refused(&inner), [PegFault::Crowded(8_000_000)]);
    // It writes out each literal that a search is to stop at, and each name doubles them here.
    let doubled = |count: usize| -> String {
        let names = (0..count).map(|n| format!("b{n} = {{ b{} | b{} }}\n", n + 1, n + 1));
        names.chain([format!("b{count} = {{ \"x\" }}\na = @{{ (!b0 ~ ANY)* }}")]).collect()
    };
    assert_eq!(refused(&doubled(9)), []);
    assert_eq!(refused(&doubled(60)), [PegFault::Unrolled(1_000)]);
}

/// Neither how deep rules call each other nor how many alternatives a rule has is a limit.
#[test]
fn chains_and_fans() {
    let chain: String = (1..8_000).map(|n| format!("a{} = {{ a{n}? }}\n", n - 1)).collect();
    let decided = Peg::read("g.pest", &format!("{chain}a7999 = {{ \"x\" }}")).unwrap().decide();
    assert!(decided.refused.is_empty() && decided.rules.len() == 8_000);
    assert!([&b""[..], b"x"].iter().all(|text| decided.dfa.matches(0, text)));
    assert!(!decided.dfa.matches(0, b"xx"));
    // Each alternative begins with another character, and the last one never has its turn.
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
    // A cycle is told once, however many rules it has.
    let cycle =
        (0..8_000).map(|n| format!("a{n} = {{ \"(\" ~ a{} ~ \")\" | \"x\" }}\n", (n + 1) % 8_000));
    let peg = Peg::read("g.pest", &cycle.collect::<String>()).unwrap();
    let told = |error: &&PegError| matches!(error.fault, PegFault::Recursion(_));
    assert_eq!((peg.refused().len(), peg.refused().iter().filter(told).count()), (8_000, 1));
}

/// Neither hangs, nor does it take more memory than there is.
#[test]
fn what_no_automaton_is_small_enough_for() {
    // Each rule has twice as many ways to leave something behind as the one it calls.
    let calls = (1..150).map(|n| format!("a{} = {{ a{n} ~ a{n} | a{n} }}\n", n - 1));
    let calls: String = calls.chain(["a149 = { !\"q\" }".to_owned()]).collect();
    // Whether the 100th byte from the end is `y` takes 2 to the power of 100 states.
    let end = "a = { (!(\"y\" ~ (\"x\" | \"y\"){99} ~ EOI) ~ (\"x\" | \"y\"))* }";
    for text in [&*calls, end] {
        let decided = Peg::read("g.pest", &format!("z = {{ \"x\" }}\n{text}")).unwrap().decide();
        // At least one rule is too large itself; the others are, or use such a one.
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
fn what_only_looks_large() {
    // Alternatives that begin alike: 300 bytes are read before it is known which is taken.
    let long = "a = { \"x\"{299} ~ \"y\" | \"x\"{299} ~ \"z\" | \"x\"* }";
    let decided = Peg::read("g.pest", long).unwrap().decide();
    assert!(decided.dfa.matches(0, &[b'x'; 400]) && decided.dfa.size(0) > 300);
    // Bounds of bounds, all met in one place: 100 times 100 bytes.
    let bounds = "a = { (\"x\"{0, 100} ~ \"y\"){0, 100} ~ !(\"x\" | \"y\") }";
    assert!(Peg::read("g.pest", bounds).unwrap().decide().dfa.states() > 10_000);
}

/// What is called from an atomic rule is atomic: a rule that only atomic rules call is, and one that nobody calls is as it
/// says. The blank between two terms is read before the term that wants it.
#[test]
fn atomicities() {
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

/// What is pushed without a bound has no automaton. All short strings are run on both sides.
#[test]
fn what_has_no_automaton_is_probed() {
    let verdict = |abnf: &str, pest: &str| {
        let report = report(abnf, None, pest);
        (report.productions[0].verdict.clone(), report.unknown.len())
    };
    // Any two characters on the left, and the same two once more on the right.
    let pest = "a = { PUSH(ANY ~ ANY) ~ \"-\" ~ POP }";
    let (found, unknown) = verdict("a = 2%x61-63 \"-\" 2%x61-63\n", pest);
    let Verdict::Differs { only_printed: Some(printed), .. } = found else { panic!("{found}") };
    assert!(printed.len() == 5 && printed[..2] != printed[3..], "{printed:?}");
    assert_eq!(unknown, 1);
    // 512 strings are too many to follow. The two are equal, which nothing here can tell.
    let (found, _) = verdict("a = 9%x61-62\n", "a = { PUSH((\"a\" | \"b\"){9}) ~ DROP }");
    let Verdict::Undecided(why) = found else { panic!("{found}") };
    let tried = "; no string of at most 14 characters out of \"ab\" tells the two apart";
    assert!(why.contains(tried), "{why}");
    // pest refuses the file, and would panic at what stands on the right.
    let (found, _) = verdict("a = \"x\"\n", "a = { nope ~ PUSH(ANY) ~ POP ~ PEEK }");
    let Verdict::Undecided(why) = found else { panic!("{found}") };
    assert!(why.ends_with("`nope` is undefined; define it, or correct its spelling"), "{why}");
}

/// To a depth is no proof, and is accepted only by its number. A witness is called a shortest one only where it is known to
/// be one: `x(()(` is read without a call; `xx)` is shorter, and `a` is called between its last two bytes, where it reads
/// nothing.
#[test]
fn depths_and_witnesses() {
    const BRACKETS: &str = "a = \"(\" a \")\" / \"1\"\n";
    let report = |printed, pest, depth| report_of(&pair(printed, None, pest).with_depth(depth));
    let pest = "a = { \"(\" ~ a ~ \")\" | \"1\" }";
    assert!(!report(BRACKETS, pest, 1).is_clean());
    assert!(report(BRACKETS, pest, 2).is_clean_to_depth(2));
    assert!(!report(BRACKETS, pest, 2).is_clean_to_depth(3));
    let is_said = |printed, pest| {
        let unknown = report(printed, pest, 3).unknown;
        unknown.iter().any(|one| one.why.contains("nests deeper than a witness may be shorter"))
    };
    assert!(is_said("a = *%s\"x\"\n", "a = { (\"x(()(\" | \"x\"?) ~ (\"x\" ~ a? ~ \")\")* }"));
    // All strings that are shorter than `(1` are tried.
    assert!(!is_said(BRACKETS, "a = { \"(\" ~ a ~ \")\"? | \"1\" }"));
    // What is pushed is read: `a` calls itself after a bracket, and the file is not refused.
    let pest = "open = { PUSH(\"(\") } a = { open ~ a? ~ \")\" ~ DROP } b = { \"b\" }";
    let found = report("a = \"(\" [ a ] \")\"\nb = %x62\n", pest, 2).productions;
    assert!(
        !matches!(found[0].verdict, Verdict::Equal | Verdict::Differs { .. }),
        "{}",
        found[0].verdict
    );
    assert_eq!(found[1].verdict, Verdict::Equal);
}

/// The string lets control characters pass, and all that nests around it does so through the string;
/// the list forgets its comma, and is a cause of its own.
#[test]
fn what_nests_is_listed_under_what_it_differs_through() {
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

/// The shortest string that only the printed production has, and the shortest that only the rule.
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

/// The grammar with one thing replaced.
#[track_caller]
fn plant(right: &str, wrong: &str) -> Decided {
    assert_eq!(rfc3986().matches(right).count(), 1, "{right}");
    decide(&rfc3986().replace(right, wrong))
}

#[test]
fn without_errors_there_are_no_witnesses() {
    let (printed, pest) = (printed(), decide(rfc3986()));
    for name in printed.names() {
        let start = printed.start(name).unwrap().unwrap();
        let rule = pest.start(&name.replace('-', "_")).unwrap();
        assert!(difference((printed.dfa(), start), (&pest.dfa, rule)).is_equal(), "{name}");
    }
}

#[track_caller]
fn loses(rule: &str, right: &str, wrong: &str, witness: &str) {
    assert_eq!(witnesses(rule, &plant(right, wrong)), (Some(witness.to_owned()), None));
}

/// `DIGIT` first, as printed: no octet has more than one digit, and `10` is the first of two.
#[test]
fn dec_octet_in_printed_order() {
    let right = r#""25" ~ '0'..'5'
  | "2" ~ '0'..'4' ~ DIGIT
  | "1" ~ DIGIT{2}
  | '1'..'9' ~ DIGIT
  | DIGIT"#;
    let wrong = r#"DIGIT
  | '1'..'9' ~ DIGIT
  | "1" ~ DIGIT{2}
  | "2" ~ '0'..'4' ~ DIGIT
  | "25" ~ '0'..'5'"#;
    loses("dec_octet", right, wrong, "10");
}

/// `*n( h16 ":" ) h16` as printed: the group takes `0:` of `0::`, and no `h16` is left.
#[test]
fn greedy_ipv6_groups() {
    let wrong = (1..=6).fold(rfc3986().to_owned(), |text, n| {
        let right = format!(r#"(h16 ~ (":" ~ h16){{0, {n}}})?"#);
        assert_eq!(text.matches(&right).count(), 1);
        text.replace(&right, &format!(r#"((h16 ~ ":"){{0, {n}}} ~ h16)?"#))
    });
    let found = witnesses("IPv6address", &decide(&wrong));
    assert_eq!(found, (Some("0::".to_owned()), None));
}

/// `IPv4address` wins and leaves a rest: seven characters are the shortest address, and an eighth
/// that no octet takes, of which "!" is the first.
#[test]
fn unguarded_ipv4address() {
    let right = "IPv4address ~ !(unreserved | pct_encoded | sub_delims)";
    loses("host", right, "IPv4address", "0.0.0.0!");
}

#[test]
fn v_with_case() {
    loses("IPvFuture", r#"^"v""#, r#""v""#, "V0.!");
}

/// `@` is a segment and a query. A whole reference may be `@`, since the first segment of a
/// `path-noscheme` is made of characters of its own; `#@` is the first that is lost.
#[test]
fn pchar_without_at() {
    let right = r#"unreserved | pct_encoded | sub_delims | ":" | "@" }"#;
    let wrong = r#"unreserved | pct_encoded | sub_delims | ":" }"#;
    let bad = plant(right, wrong);
    let loses = |rule, witness: &str| {
        assert_eq!(witnesses(rule, &bad), (Some(witness.to_owned()), None), "{rule}");
    };
    for rule in ["pchar", "segment", "segment_nz", "query", "fragment", "path_rootless"] {
        loses(rule, "@");
    }
    loses("URI_reference", "#@");
    loses("URI", "A:@");
    loses("path_noscheme", "!/@");
    assert_eq!(witnesses("host", &bad), (None, None));
}

/// A hostname whose loop takes the last label, so that none is left.
#[test]
fn a_loop_that_takes_the_last_label() {
    let good = r#"name = { (label ~ ".")* ~ top } label = { 'a'..'z'+ } top = { 'a'..'z'+ }"#;
    // pest makes a list of it where the two are one rule, and it reads `a.b`, where the
    // expression as written would read it too. With two names for one rule it does not.
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

fn decided() -> Decided {
    Peg::read("rfc3986.pest", rfc3986()).unwrap().decide()
}

/// The rule that transcribes a production. A class of characters has two; one leaves a node.
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
    // Before the first byte, after it, and nowhere any more.
    assert_eq!(size("DIGIT"), 3);
    // After none of the four digits, after one, two, three, four; nowhere any more.
    assert_eq!(size("h16"), 6);
}

/// `path_abempty` fails before a `pchar` and nowhere else. `path_absolute` wants a `/` there, and
/// `path_empty` wants `path_rootless` to have failed, which takes any `pchar`.
#[test]
fn two_alternatives_of_path_are_never_taken() {
    let never =
        Peg::read("rfc3986.pest", rfc3986()).unwrap().unreachable_alternatives().alternatives;
    let never: Vec<_> = never.iter().map(|at| (&*at.rule, at.alternative, &*at.text)).collect();
    assert_eq!(never, [("path", 2, "path_absolute"), ("path", 5, "path_empty")]);
}

/// What the automaton says of a string is what the parser does with it.
#[track_caller]
fn agrees(production: &str, start: usize, dfa: &Dfa, bytes: &[u8]) -> usize {
    let Ok(text) = std::str::from_utf8(bytes) else { return 0 };
    let parsed = Node::parse(Edition::Rfc3986, production, text).is_ok();
    assert_eq!(parsed, dfa.matches(start, bytes), "{production} on {text:?}");
    1
}

#[test]
fn the_automata_are_the_parser_on_all_short_strings() {
    let decided = decided();
    for production in Edition::Rfc3986.grammars()[0].productions() {
        let start = rule(production.name(), &decided);
        let alone = decided.dfa.restrict(start);
        let letters = alone.classes().representatives().to_vec();
        let (mut strings, mut level, mut length) = (0, vec![Vec::new()], 0);
        while !level.is_empty() {
            for string in &level {
                strings += agrees(production.name(), start, &decided.dfa, string);
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

/// Every transition of every minimal automaton is taken on the way to an end: a shortest string to
/// each state, each class of bytes after it, and a shortest string from there to an end.
#[test]
fn the_automata_are_the_parser_along_every_transition() {
    let decided = decided();
    for production in Edition::Rfc3986.grammars()[0].productions() {
        let start = rule(production.name(), &decided);
        let dfa = decided.dfa.restrict(start);
        let letters = dfa.classes().representatives();
        let ends = ends(&dfa);
        let mut access = vec![None; dfa.states()];
        let mut queue = VecDeque::from([dfa.start(0)]);
        access[dfa.start(0) as usize] = Some(Vec::new());
        while let Some(state) = queue.pop_front() {
            let to = access[state as usize].clone().unwrap();
            for (class, &letter) in letters.iter().enumerate() {
                let next = dfa.next(state, class);
                let string = [&to[..], &[letter]].concat();
                agrees(production.name(), 0, &dfa, &string);
                if !ends[next as usize].is_empty() {
                    agrees(
                        production.name(),
                        0,
                        &dfa,
                        &[&string[..], &ends[next as usize]].concat(),
                    );
                }
                if access[next as usize].is_none() {
                    access[next as usize] = Some(string);
                    queue.push_back(next);
                }
            }
        }
    }
}

/// For each state a shortest string to an end; an empty one where there is none.
fn ends(dfa: &Dfa) -> Vec<Vec<u8>> {
    let states = 0..dfa.states() as u32;
    let mut ends: Vec<_> = states.clone().map(|state| dfa.accepts(state).then(Vec::new)).collect();
    // No shortest string is longer than there are states.
    for _ in 0..dfa.states() {
        let before = ends.clone();
        for state in states.clone().filter(|&state| before[state as usize].is_none()) {
            let letters = dfa.classes().representatives().iter().enumerate();
            ends[state as usize] = letters.into_iter().find_map(|(class, &letter)| {
                let rest = before[dfa.next(state, class) as usize].as_ref()?;
                Some([&[letter], &rest[..]].concat())
            });
        }
        if before == ends {
            break;
        }
    }
    ends.into_iter().map(Option::unwrap_or_default).collect()
}

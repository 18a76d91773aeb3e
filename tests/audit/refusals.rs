//! What cannot be read or decided is refused by file, line and rule.

use urispec_audit::{Peg, PegError, PegFault};

#[track_caller]
fn error(text: &str) -> String {
    Peg::read("g.pest", text).expect_err("refused").to_string()
}

#[track_caller]
fn refused(text: &str) -> (Vec<String>, Vec<String>) {
    let peg = Peg::read("g.pest", text).unwrap();
    (peg.refused().iter().map(PegError::to_string).collect(), peg.decide().rules)
}

#[test]
fn what_is_no_grammar() {
    assert_eq!(error(""), "g.pest:1: the file has no rule; is it the right one?");
    assert_eq!(error("// a = { \"x\" }\n"), error(""));
    assert_eq!(
        error("a = { \"x\" }\nb = { \"y\" ~ }\n"),
        "g.pest:2:13: rule `b`: not a pest grammar: expected term",
    );
}

/// pest's own parser of grammars takes twice as long for each comment more that is open: for these, forever.
#[test]
fn comments_that_do_not_end() {
    let open = "the comment that begins here does not end";
    assert_eq!(
        error(&format!("a = {{ \"/*\" ~ '\"' ~ '\\'' }} // /*\nb = {}{{}}", "/* ".repeat(500))),
        format!("g.pest:2: rule `b`: not a pest grammar: {open}"),
    );
    assert!(error(&("/*".repeat(100) + &"*/".repeat(99))).ends_with(open));
    // To pest the second is text of the first, which ends at the last two bytes.
    assert_eq!(error("/*/\n/*/"), format!("g.pest:2: not a pest grammar: {open}"));
    assert!(pest_meta::parse_and_optimize("/*/\n/*/").is_ok());
    let text = "/* /* */ */ a = { \"/*\" ~ \"\\\"/*\" ~ '\"'..'é' ~ '\\''..'\\\\' /*\"*/ }";
    assert!(Peg::read("g.pest", text).is_ok());
}

/// What pest refuses the file for, of which each is of one rule.
#[track_caller]
fn by_pest(text: &str) -> Vec<String> {
    let peg = Peg::read("g.pest", text).unwrap();
    // pest's derive runs these two, and panics at a literal that it cannot read.
    let pest = std::panic::catch_unwind(|| pest_meta::parse_and_optimize(text).is_ok());
    assert_eq!(pest.unwrap_or_default(), peg.refused_by_pest().is_empty(), "{text}");
    peg.refused_by_pest().iter().map(PegError::to_string).collect()
}

#[track_caller]
fn one_by_pest(text: &str) -> String {
    let all = by_pest(text);
    assert_eq!(all.len(), 1, "{all:?}");
    all[0].clone()
}

#[test]
fn what_pest_refuses() {
    assert_eq!(
        one_by_pest("a = { \"x\" }\n\nb = {\n  a ~ c\n}"),
        "g.pest:4:7: rule `b`: `c` is undefined; define it, or correct its spelling"
    );
    assert_eq!(
        one_by_pest("a = { \"x\" }\na = { \"y\" }"),
        "g.pest:2: rule `a`: it is defined twice, also on line 1; remove one of the two"
    );
    assert_eq!(
        one_by_pest("ANY = { \"x\" }"),
        "g.pest:1:1: rule `ANY`: the name is pest's own; call the rule something else"
    );
    let left = "left recursion, which never ends:";
    assert_eq!(
        by_pest("a = { b ~ \"x\" | \"y\" }\nb = { \"z\"* ~ c }\nc = { !\"q\" ~ a }"),
        [
            format!("g.pest:1: rule `a`: {left} a -> b -> c -> a; use a repetition"),
            format!("g.pest:2: rule `b`: {left} b -> c -> a -> b; use a repetition"),
            format!("g.pest:3: rule `c`: {left} c -> a -> b -> c; use a repetition"),
        ]
    );
    assert_eq!(
        one_by_pest("a = { \"x\" ~ (b | \"y\")* }\nb = _{ !\"z\" ~ \"q\"? }"),
        "g.pest:1:13: rule `a`: pest refuses it: expression inside repetition is non-progressing and \
         will repeat infinitely"
    );
    assert_eq!(
        one_by_pest("a = {\n  \"x\" ~ (b? | \"y\")\n}\nb = { \"z\" }"),
        "g.pest:2:10: rule `a`: pest refuses it: expression cannot fail; following choices cannot be \
         reached"
    );
    assert_eq!(
        one_by_pest("a = { \"x\"{3, 0} }"),
        "g.pest:1: rule `a`: cannot repeat `0` times; a bound is from 1 to 4294967295"
    );
    assert_eq!(
        one_by_pest("a = { \"x\"{4294967296} }"),
        "g.pest:1: rule `a`: cannot repeat `4294967296` times; a bound is from 1 to 4294967295"
    );
    assert_eq!(
        one_by_pest("a = {\n \"\\u{110000}\" }"),
        "g.pest:2: rule `a`: `\\u{110000}` stands for no character"
    );
    // Nothing is on the stack when the star begins, whoever calls the rule.
    assert_eq!(
        one_by_pest("a = { POP_ALL ~ PEEK_ALL* }"),
        "g.pest:1:17: rule `a`: pest refuses it: expression inside repetition is non-progressing and \
         will repeat infinitely"
    );
    assert_eq!(
        one_by_pest("a = { PUSH_LITERAL(\"a\") ~ POP }"),
        "g.pest:1: rule `a`: pest refuses it: PUSH_LITERAL requires feature grammar-extras"
    );
    assert_eq!(
        one_by_pest("a = { PUSH(\"a\") ~ PEEK[2147483648..] }"),
        "g.pest:1: rule `a`: not a pest grammar: a bound of `PEEK[2147483648..]` is out of range"
    );
    let text =
        "a = { b ~ (\"x\" | \"y\"?) }\nb = @{ self+ | fn }\nself = { \"s\" } fn = { \"f\"? }";
    assert!(by_pest(text).is_empty());
}

/// pest runs them again and again between two terms, and refuses the file.
#[test]
fn an_implicit_rule_that_may_read_nothing() {
    assert_eq!(
        one_by_pest("WHITESPACE = _{ \" \"* }\na = { \"x\" ~ \"y\" }"),
        "g.pest:1:17: rule `WHITESPACE`: pest refuses it: WHITESPACE cannot fail and will repeat \
         infinitely"
    );
    assert_eq!(
        one_by_pest("a = { \"x\" ~ \"y\" }\nCOMMENT = @{ b }\nb = { !\"q\" }"),
        "g.pest:2:14: rule `COMMENT`: pest refuses it: COMMENT is non-progressing and will repeat \
         infinitely"
    );
}

/// pest takes the file: it looks only at the calls that are written.
#[test]
fn left_recursion_through_blanks() {
    let text = "WHITESPACE = _{ a }\na = !{ \"x\"? ~ \"y\" }\nb = { \"b\" }\nc = { \"c\" ~ \"c\" }";
    assert!(by_pest(text).is_empty());
    let (errors, decided) = refused(text);
    let left = "left recursion through what pest runs between two terms, which never ends";
    assert_eq!(errors.len(), 3);
    assert!(errors[..2].iter().all(|error| error.contains(left)), "{errors:?}");
    assert_eq!(decided, ["b"]);
}

/// A rule that does not reach the fault of another is decided, and pest still refuses the file.
#[test]
fn one_fault_is_no_reason_to_refuse_the_other_rules() {
    let text = "a = { b? ~ \"a\" }\nb = { c }\nc = { \"c\" ~ nope }\nd = { \"d\"* | \"e\" }\ne = { \"e\"+ }";
    let (errors, decided) = refused(text);
    assert_eq!(
        errors,
        [
            "g.pest:1: rule `a`: uses `b`, which is not decided",
            "g.pest:2: rule `b`: uses `c`, which is not decided",
            "g.pest:3:13: rule `c`: `nope` is undefined; define it, or correct its spelling",
            "g.pest:4: rule `d`: `\"d\"*` cannot fail, and pest refuses a choice in which alternatives \
             come after it",
        ]
    );
    assert_eq!(decided, ["e"]);
    assert_eq!(by_pest(text).len(), 2);
    // Which of two rules of a name is meant nobody knows.
    let text =
        "a = { \"a\" }\nb = { a }\na = { \"b\" }\nc = { \"c\" }\nSOI = { \"d\" }\nd = { SOI }";
    assert_eq!(refused(text).1, ["c"]);
    // Whoever repeats a faulty rule has no fault of its own.
    let text = "a = { b* ~ (b | \"x\") }\nb = { nope? }";
    assert_eq!(refused(text).0[0], "g.pest:1: rule `a`: uses `b`, which is not decided");
}

/// pest 1 wrote them in small letters.
#[test]
fn the_names_of_pest_1() {
    let text = "a = { soi ~ \"a\" ~ any* ~ eoi }\nb = { \"b\" ~ any }\nc = { eoi | \"c\" }\n";
    let old = |place: &str, rule: &str, old: &str, new: &str| {
        format!(
            "g.pest:{place}: rule `{rule}`: `{old}` is undefined since pest 2, which calls it `{new}`; \
             it is taken as that here"
        )
    };
    assert_eq!(
        by_pest(text),
        [
            old("1:7", "a", "soi", "SOI"),
            old("1:19", "a", "any", "ANY"),
            old("1:26", "a", "eoi", "EOI"),
            old("2:13", "b", "any", "ANY"),
            old("3:7", "c", "eoi", "EOI"),
        ]
    );
    let decided = Peg::read("g.pest", text).unwrap().decide();
    assert_eq!(decided.rules, ["a", "b", "c"]);
    assert!(decided.dfa.matches(0, b"a") && decided.dfa.matches(0, b"aab"));
    assert!(decided.dfa.matches(1, "bé".as_bytes()) && !decided.dfa.matches(1, b"b"));
    // Who defines the name means that.
    assert!(by_pest("a = { eoi }\neoi = { \"e\" }").is_empty());
}

/// A rule that is not decided takes with it all rules between whose terms pest runs it, and no others.
#[test]
fn an_implicit_rule_that_is_not_decided() {
    let text = "COMMENT = { \"(\" ~ COMMENT ~ \")\" | \"()\" }\na = { \"x\" ~ \"y\" }\nb = @{ \"x\" ~ \"y\" }\n\
                c = { \"x\" | \"y\" }\nd = { \"x\"* }";
    let (errors, decided) = refused(text);
    assert_eq!(
        errors,
        [
            "g.pest:1: rule `COMMENT`: recursion that is not at the end of the rule is not regular: \
             COMMENT -> COMMENT",
            "g.pest:2: rule `a`: uses `COMMENT`, which is not decided",
            "g.pest:5: rule `d`: uses `COMMENT`, which is not decided",
        ]
    );
    assert_eq!(decided, ["b", "c"]);
}

#[test]
fn the_rest_is_decided_beside_what_is_not_regular() {
    let text =
        "a = { \"(\" ~ b ~ \")\" }\nb = { a | \"x\" }\nc = { \"c\" ~ b }\nd = { \"d\" ~ d? }";
    let (errors, decided) = refused(text);
    assert_eq!(
        errors,
        [
            "g.pest:1: rule `a`: recursion that is not at the end of the rule is not regular: \
             a -> b -> a",
            "g.pest:2: rule `b`: uses `a`, which is not decided",
            "g.pest:3: rule `c`: uses `b`, which is not decided",
        ]
    );
    assert_eq!(decided, ["d"]);
}

#[test]
fn the_rest_is_decided_beside_a_stack_without_bound() {
    let text =
        "a = { PUSH(ASCII_DIGIT*) ~\n POP }\nb = { LETTER }\nc = { \"c\" }\nd = {\n \"x\" ~ a }";
    let (errors, decided) = refused(text);
    assert_eq!(
        errors,
        [
            "g.pest:1: rule `a`: what `ASCII_DIGIT*` reads is pushed or is part of what is pushed, \
             and may be more than 256 strings; the rule is not decided",
            "g.pest:5: rule `d`: uses `a`, which is not decided",
        ]
    );
    assert_eq!(decided, ["b", "c"]);
}

/// A rule that takes off the stack what its callers push is refused by itself alone.
#[test]
fn a_rule_that_is_begun_without_a_stack() {
    let text = "a = { PUSH(\"x\" | \"y\") ~ b }\nb = { c ~ POP }\nc = { (!PEEK ~ ANY)* }\n\
                d = { \"d\" ~ b }\ne = { DROP | PEEK_ALL ~ \"e\" | PEEK[0..1] }";
    let (errors, decided) = refused(text);
    assert_eq!(
        errors,
        [
            "g.pest:2: rule `b`: uses `c`, which is not decided",
            "g.pest:3: rule `c`: `PEEK` is run with nothing on the stack, where pest panics; push \
             something before it",
            "g.pest:4: rule `d`: uses `b`, which is not decided",
        ]
    );
    assert_eq!(decided, ["a", "e"]);
}

#[test]
fn a_stack_without_bound() {
    let one = |text: &str| {
        let (errors, _) = refused(text);
        assert_eq!(errors.len(), 1, "{errors:?}");
        errors[0].clone()
    };
    assert_eq!(
        one("a = { PUSH(\"x\")* ~ \"y\" }"),
        "g.pest:1: rule `a`: `PUSH(\"x\")*` goes round and leaves the stack otherwise than it found \
         it; the stack has no bound"
    );
    assert_eq!(
        one("a = { PUSH(\"x\") ~ a | \"y\" }"),
        "g.pest:1: rule `a`: it pushes more than 16 strings on top of each other; the rule is not \
         decided"
    );
    assert_eq!(
        one("a = { \"y\" ~ a | PUSH(\"x\") }"),
        "g.pest:1: rule `a`: `a` goes round and leaves the stack otherwise than it found it; the \
         stack has no bound"
    );
    // Between the two signs pest reads any number of blanks, and pushes them.
    assert_eq!(
        one("WHITESPACE = { \" \" }\na = { PUSH(\"x\" ~ \"y\") ~ POP }"),
        "g.pest:2: rule `a`: what `WHITESPACE` reads is pushed or is part of what is pushed, and may \
         be more than 256 strings; the rule is not decided"
    );
    assert_eq!(
        one("a = { PUSH(ANY) ~ POP }"),
        "g.pest:1: rule `a`: what `ANY` reads is pushed or is part of what is pushed, and may be \
         more than 256 strings; the rule is not decided"
    );
    // Each of 52 letters leads to 52 others, and each pair to 52 more.
    let letters = "PUSH(ASCII_ALPHA) ~ ".repeat(3);
    assert_eq!(
        one(&format!("a = {{ {letters}POP ~ POP ~ POP }}")),
        "g.pest:1: rule `a`: what it does with the stack takes more than 100000 steps to follow; the \
         rule is not decided"
    );
    // 26 times 26 strings, and one more of each length below.
    assert_eq!(
        one("a = { PUSH(('a'..'z'){1, 2}) ~ POP }"),
        "g.pest:1: rule `a`: what `(('a'..'z') ~ ('a'..'z')?)` reads is pushed or is part of what is \
         pushed, and may be more than 256 strings; the rule is not decided"
    );
}

/// The string is empty where no sign is there: pest reads it again and again, and never ends.
#[test]
fn a_repetition_of_an_empty_string_of_the_stack() {
    let text =
        "a = { PUSH(\"x\"?) ~ PEEK* ~ \"y\" }\nb = { PUSH(\"x\"?) ~ (PEEK ~ \"z\")* ~ \"y\" }";
    let (errors, decided) = refused(text);
    assert_eq!(
        errors,
        [
            "g.pest:1: rule `a`: `PEEK*` goes round, and may read nothing there, as what it reads off \
          the stack is empty"
        ]
    );
    assert_eq!(decided, ["b"]);
}

/// pest restores the stack where an alternative fails in which there is a `PUSH`, a `POP` or a `DROP`,
/// and does not look for `POP_ALL`; and it does not restore the stack between two terms.
#[test]
fn what_pest_does_not_give_back() {
    let kept = |rule: &str, text: &str| {
        format!(
            "g.pest:1: rule `{rule}`: where `{text}` fails, pest does not give back what it did to \
             the stack; the rule is not decided"
        )
    };
    let (errors, decided) =
        refused("a = { PUSH(\"x\") ~ (POP_ALL | \"y\") }\nb = { PUSH(\"x\") ~ (\"y\" | POP_ALL) }");
    assert_eq!((errors, decided), (vec![kept("a", "POP_ALL")], vec!["b".to_owned()]));
    let text = "a = { \"x\" ~ \"y\" } COMMENT = { PUSH(\"#\") ~ POP }\nb = @{ \"x\" ~ \"y\" }";
    let (errors, decided) = refused(text);
    let expected = vec!["COMMENT".to_owned(), "b".to_owned()];
    assert_eq!((errors, decided), (vec![kept("a", "COMMENT")], expected));
}

/// With `grammar-extras` pest keeps tags, does not see that `#x = "a"` is the `"a"` behind the list,
/// and runs the star as written: `list ~ ","` then rejects `a,`, which it accepts where tags are
/// dropped and the list is turned round.
#[test]
fn a_tag_is_refused_where_pest_may_run_the_rule_in_two_ways() {
    let tagged = |line: usize, rule: &str| {
        format!(
            "g.pest:{line}: rule `{rule}`: it has a tag and a list `(e ~ rest)* ~ e`, which pest \
             runs otherwise if its feature `grammar-extras` is on; leave the tag out, or write \
             `e ~ (rest ~ e)*`"
        )
    };
    let text = "a = { (#x = \"a\" ~ \",\")* ~ \"a\" }\nb = { a ~ \",\" }\n\
                c = @{ \"c\" | ((#x = \"a\"{2} ~ \",\"){1})* ~ \"a\" ~ \"a\" }\n\
                d = { (\"a\" ~ \",\")* ~ \"a\" }\n\
                e = @{ #x = \"e\" ~ (\"a\" ~ \",\")* ~ (!\"b\" ~ ANY)* ~ \"b\" | \"c\"+ ~ \"c\" }\n";
    let (errors, decided) = refused(text);
    let uses = "g.pest:2: rule `b`: uses `a`, which is not decided".to_owned();
    assert_eq!(errors, [tagged(1, "a"), uses, tagged(3, "c")]);
    assert_eq!(decided, ["d", "e"]);
}

#[test]
fn calls_within_lookaheads_are_no_recursion() {
    // `a` calls itself before `"x"` and no more: y, and then what does not begin with an `a` and x.
    let peg = Peg::read("g.pest", "a = { \"y\" ~ !(a ~ \"x\") ~ ANY* }").unwrap();
    assert!(peg.refused().is_empty());
    let decided = peg.decide();
    for (text, expected) in [("y", true), ("yyx", true), ("yyxx", true), ("x", false)] {
        assert_eq!(decided.dfa.matches(0, text.as_bytes()), expected, "{text}");
    }
}

#[test]
fn what_is_too_large() {
    let comment = "// a comment\n".repeat(800_000);
    assert_eq!(
        error(&format!("{comment}a = {{ \"x\" }}")),
        "g.pest:1: the file has 10400011 bytes, and no grammar has more than 1048576; is it one?"
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

//! Rules that use the stack, where the strings on the stack are a few. Each case is worked out by
//! hand.

use urispec_audit::{Atomicity, GrammarPair, GrammarText, Notation, Peg, Verdict, audit};

/// Asserts which strings the rule `a` reads, as a parser begins with it.
#[track_caller]
fn reads(text: &str, members: &[&str], others: &[&str]) {
    reads_in(text, Atomicity::NonAtomic, members, others);
}

#[track_caller]
fn reads_in(text: &str, atomicity: Atomicity, members: &[&str], others: &[&str]) {
    let decided = Peg::read("g.pest", text).unwrap().decide();
    let start = decided.start_in("a", atomicity);
    let start = start.unwrap_or_else(|| panic!("{:?}", decided.refused));
    for member in members {
        assert!(decided.dfa.matches(start, member.as_bytes()), "{member}");
    }
    for other in others {
        assert!(!decided.dfa.matches(start, other.as_bytes()), "{other}");
    }
}

#[test]
fn a_quote_ends_as_it_began() {
    let text = r#"a = { PUSH("\"" | "'") ~ (!PEEK ~ ANY)* ~ POP }"#;
    let others = [r#""it's'"#, r#""""#.trim_end_matches('"'), "''x", "'", "x", ""];
    reads(text, &[r#""it's""#, r#"'say "a"'"#, "''", "\"é\""], &others);
    // The same in parts: a rule that only pushes, one that only pops, and one that asks.
    let parts = "a = @{ open ~ inner* ~ close } open = { PUSH(quote) } quote = { \"\\\"\" | \"'\" }\n\
                 inner = { !PEEK ~ ANY } close = { POP }";
    reads(parts, &[r#""it's""#, r#"'say "a"'"#, "''"], &others);
}

#[test]
fn a_raw_string_ends_with_as_many_signs() {
    let text = r##"a = @{ "r" ~ PUSH("#"{0, 3}) ~ "\"" ~ (!("\"" ~ PEEK) ~ ANY)* ~ "\"" ~ POP }"##;
    let members = [r##"r"x""##, r###"r#"a"b"#"###, r####"r##"a"#b"##"####, r#"r"""#];
    let others = [r###"r#"x""###, r###"r"x"#"###, r#####"r####"x"####"#####, r##"r"a"b""##];
    reads(text, &members, &others);
}

#[test]
fn a_document_ends_at_its_tag() {
    let text = "a = { \"<<\" ~ PUSH(tag) ~ \"\\n\" ~ (!(\"\\n\" ~ PEEK) ~ ANY)* ~ \"\\n\" ~ POP }\n\
                tag = { \"END\" | \"EO\" ~ (\"F\" | \"T\") }";
    let members = ["<<END\nx\nEND", "<<EOF\n\nEND\nEOF", "<<EOT\n\nEOT"];
    reads(text, &members, &["<<END\nx\nEOF", "<<EOF\nEOF", "<<EO\n\nEO", "<<END\n\nENDx"]);
}

#[test]
fn pushes_nest() {
    let text = "a = { PUSH(\"a\" | \"b\") ~ PUSH(\"c\" | \"d\") ~ POP ~ POP }";
    reads(text, &["acca", "adda", "bccb", "bddb"], &["acac", "adca", "acc", "accaa"]);
    // What is pushed is all that was read within, and comes on top of what is pushed there.
    let text = "a = { PUSH(PUSH(\"a\" | \"b\") ~ \"x\") ~ \"-\" ~ POP ~ POP }";
    reads(text, &["ax-axa", "bx-bxb"], &["ax-axb", "ax-aax", "ax-ax"]);
    let text = "a = { PUSH(\"a\") ~ PUSH(PEEK ~ \"b\") ~ POP ~ POP }";
    reads(text, &["aababa"], &["aabab", "aaba"]);
}

/// Of the stack `a b c`, from the bottom, `PEEK_ALL` reads from the top, and a slice from the bottom.
#[test]
fn all_and_slices() {
    let with =
        |rest: &str| format!("a = {{ PUSH(\"a\") ~ PUSH(\"b\") ~ PUSH(\"c\") ~ \"-\" ~ {rest} }}");
    for (rest, expected) in [
        ("PEEK_ALL ~ PEEK", "abc-cbac"),
        ("PEEK[..]", "abc-abc"),
        ("PEEK[1..]", "abc-bc"),
        ("PEEK[..-1]", "abc-ab"),
        ("PEEK[-2..-1]", "abc-b"),
        ("PEEK[2..1]", "abc-"),
        ("POP_ALL ~ POP_ALL ~ PEEK[..]", "abc-cba"),
        ("DROP ~ POP ~ PEEK_ALL", "abc-ba"),
        ("DROP ~ DROP ~ DROP ~ !DROP", "abc-"),
    ] {
        reads(&with(rest), &[expected], &["abc-cab", &format!("{expected}x"), "abc"]);
    }
    // Beyond the stack pest fails.
    reads(&with("(PEEK[..4] | \"x\")"), &["abc-x"], &["abc-abc", "abc-"]);
    reads(&with("(PEEK[-4..] | \"x\")"), &["abc-x"], &["abc-abc", "abc-"]);
}

/// `"a"` is taken wherever it matches, and `"ab"` never comes back.
#[test]
fn the_first_string_is_taken_for_good() {
    let text = "a = { PUSH(\"a\" | \"ab\") ~ \"-\" ~ POP }";
    reads(text, &["a-a"], &["ab-ab", "ab-a"]);
    let text = "a = { PUSH(\"ab\" | \"a\") ~ \"b\"? ~ \"-\" ~ POP }";
    reads(text, &["ab-ab", "a-a", "abb-ab"], &["ab-a", "a-ab"]);
    // As many as there are, and then the rest fails.
    let text = "a = { PUSH(\"#\"{0, 2}) ~ \"#\" ~ \"-\" ~ POP }";
    reads(text, &["###-##"], &["#-", "##-#", "##-", "###-#"]);
    // The choice within has read its `"a"`, and the `"c"` is not there.
    let text = "a = { PUSH((\"a\" | \"ab\") ~ \"c\" | \"abc\") ~ POP }";
    reads(text, &["acac", "abcabc"], &["abcac"]);
}

#[test]
fn what_fails_gives_the_stack_back() {
    let text = "a = { PUSH(\"x\") ~ (PUSH(\"a\") ~ \"!\" | \"a\" ~ \"?\") ~ POP }";
    reads(text, &["xa!a", "xa?x"], &["xa!x", "xa?a"]);
    let text = "a = { PUSH(\"x\") ~ (POP ~ \"!\")? ~ (\"x\" ~ PEEK_ALL | \"y\") }";
    reads(text, &["xx!x", "xx!y", "xxx", "xy"], &["xx", "xx!xx"]);
    let text = "a = { PUSH(\"x\") ~ (PUSH(\"a\") ~ POP ~ \"!\")* ~ \"a\" ~ POP }";
    reads(text, &["xax", "xaa!ax"], &["xaa", "xaa!aa"]);
}

#[test]
fn a_lookahead_gives_the_stack_back() {
    let text = "a = { PUSH(\"x\") ~ &(PUSH(\"a\") ~ \"b\") ~ ANY* ~ &EOI ~ !DROP_ ~ EOI } DROP_ = { DROP ~ PEEK }";
    // `DROP_` asks for the top of a stack with one string, after it was dropped.
    assert_eq!(Peg::read("g.pest", text).unwrap().decide().rules, [""; 0]);
    let text = "a = { PUSH(\"x\") ~ &(PUSH(\"a\") ~ \"b\") ~ \"ab\" ~ POP }";
    reads(text, &["xabx"], &["xaba", "xab", "xacx"]);
    let text = "a = { PUSH(\"x\") ~ !POP ~ ANY ~ POP }";
    reads(text, &["xyx"], &["xxx", "xyy", "xx"]);
}

#[test]
fn strings_of_many_kinds_are_pushed() {
    let text = "a = { PUSH(^\"ab\") ~ POP }";
    reads(text, &["abab", "aBaB", "ABAB"], &["abAB", "aBab"]);
    let text = "a = { PUSH(ASCII_DIGIT ~ NEWLINE?) ~ POP }";
    reads(text, &["11", "1\r\n1\r\n", "9\n9\n"], &["12", "1\n1", "1\r\n1\n"]);
    let text = "a = { PUSH(SOI ~ 'α'..'γ' ~ !\"x\" ~ &ANY) ~ POP }";
    reads(text, &["αα", "γγ"], &["αβ", "δδ", "α"]);
    // What may be pushed or not: the outcomes stay apart.
    let text = "a = { PUSH(\"x\") ~ PUSH(\"a\")? ~ \"-\" ~ POP }";
    reads(text, &["xa-a", "x-x"], &["xa-x", "x-a"]);
}

/// Blanks are put between the terms, and are not pushed.
#[test]
fn in_both_atomicities() {
    let text = "WHITESPACE = _{ \" \" } all = { a ~ b } b = @{ a }\n\
                a = { PUSH(\"'\" | \"*\") ~ \"x\"* ~ POP }";
    reads(text, &["'x'", "' x  x '", "* *"], &["'x*", " 'x'"]);
    reads_in(text, Atomicity::Atomic, &["'x'", "*xx*"], &["' x'", "'x x'", "'x*"]);
    // A comment that asks what is on the stack, and does not change it.
    let text = "COMMENT = _{ \"(\" ~ PEEK ~ \")\" } a = { PUSH(\"x\" | \"y\") ~ \"-\" ~ POP }";
    reads(text, &["x-x", "x(x)-(x)x", "y(y)(y)-y"], &["x(y)-x", "(x)x-x"]);
}

/// A rule that calls itself last, with the same stack each time.
#[test]
fn a_list_under_a_stack() {
    let text = "a = { PUSH(\",\" | \";\") ~ list ~ POP } list = { \"1\" ~ (PEEK ~ list)? }";
    reads(text, &[",1,", ";1;1;", ",1,1,1,"], &[",1;", ",1;1,"]);
}

fn verdict(printed: &str, pest: &str, depth: usize) -> Verdict {
    let printed = GrammarText { file: "g.abnf", text: printed };
    let pest = GrammarText { file: "g.pest", text: pest };
    let pair = GrammarPair::read(Notation::Abnf, printed, None, pest).unwrap();
    let report = audit(&pair.with_depth(depth), &["a"]).unwrap();
    report.productions.into_iter().next().unwrap().verdict
}

#[test]
fn quotes_are_audited() {
    let printed = "a = DQUOTE *(%x20-21 / %x23-7E) DQUOTE / \"'\" *(%x20-26 / %x28-7E) \"'\"\n\
                   DQUOTE = %x22\n";
    let pest = |inner: &str| format!("a = {{ PUSH(\"\\\"\" | \"'\") ~ (!PEEK ~ {inner})* ~ POP }}");
    assert_eq!(verdict(printed, &pest("' '..'~'"), 4), Verdict::Equal);
    let only_pest = Some(b"\"\x7F\"".to_vec());
    let differs = Verdict::Differs { only_printed: None, only_pest };
    assert_eq!(verdict(printed, &pest("' '..'\\x7F'"), 4), differs);
}

/// What is pushed has no bound here, nor has what nests: both sides are unrolled.
#[test]
fn signs_without_bound_are_equal_to_a_depth() {
    let printed = "a = \"#\" a \"#\" / \"'\" *\"x\" \"'\"\n";
    let pest = "a = { PUSH(\"#\"*) ~ \"'\" ~ (^\"x\")* ~ \"'\" ~ POP }";
    assert_eq!(verdict(printed, pest, 3), Verdict::EqualToDepth(3));
    let pest = "a = { PUSH(\"#\"*) ~ \"'\" ~ (^\"x\")* ~ \"'\" ~ \"#\"* }";
    let differs = Verdict::Differs { only_printed: None, only_pest: Some(b"''#".to_vec()) };
    assert_eq!(verdict(printed, pest, 3), differs);
    // A rule that nests, and pushes as deep as it nests.
    let pest = "a = { PUSH(\"x\") ~ a ~ POP | \"y\" }";
    let printed = "a = %x78 a %x78 / %x79\n";
    assert_eq!(verdict(printed, pest, 3), Verdict::EqualToDepth(3));
    assert!(matches!(verdict("a = %x78 a / %x79\n", pest, 3), Verdict::Differs { .. }));
}

/// What is pushed without a bound has no automaton. All short strings are run on both sides.
#[test]
fn what_has_no_automaton_is_probed() {
    let verdict = |abnf: &str, pest: &str| {
        let [printed, pest] =
            [("a.abnf", abnf), ("a.pest", pest)].map(|(file, text)| GrammarText { file, text });
        let pair = GrammarPair::read(Notation::Abnf, printed, None, pest).unwrap();
        let report = audit(&pair, &["a"]).unwrap();
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

//! What a grammar of any kind says of its productions.

use urispec::Edition;
use urispec::grammar::Acceptor;
use urispec_audit::{
    AnyGrammar, AnyProduction, Characters, ComparedLanguages, GrammarText, Notation, Peg,
    compare_grammars,
};
use urispec_compare::sample::ByteSampler;
use urispec_compare::suite::{ByteCase, ByteSuite};

fn abnf(text: &str) -> AnyGrammar {
    let reader = urispec_audit::reader(Notation::Abnf);
    AnyGrammar::printed(reader.read(GrammarText { file: "a.abnf", text }).unwrap())
}

fn pest(text: &str) -> AnyGrammar {
    AnyGrammar::pest(Peg::read("a.pest", text).unwrap())
}

fn acceptor(grammar: &AnyGrammar, name: &str) -> Acceptor {
    grammar.decide(&[name]).acceptor(name).unwrap()
}

#[test]
fn productions_know_each_other() {
    let grammar = abnf("; above\na = B / DIGIT / b\nb = %x61\n\nc = gone\n");
    assert_eq!(grammar.names().collect::<Vec<_>>(), ["a", "b", "c"]);
    let [a, b] = ["A", "b"].map(|name| grammar.production(name).unwrap());
    assert_eq!((&*a.name, &*a.text, a.line, &*a.comment), ("a", "a = B / DIGIT / b", 2, "above"));
    assert_eq!(a.uses, ["B", "DIGIT", "b"]);
    assert_eq!(b.used_by, ["a"]);
    let decided = grammar.decide_all();
    assert!(decided.acceptor("a").unwrap().accepts(b"7"));
    let why = decided.acceptor("c").unwrap_err();
    assert!(why.reason.starts_with("a.abnf, line 5: `c` uses `gone`, which is not defined; "));
    assert!(decided.language("d").unwrap_err().reason.contains("`d`"));
    // What was not asked for has no answer.
    assert!(grammar.decide(&["a"]).language("b").is_err());
}

#[test]
fn what_nests_is_refused() {
    let grammar = abnf("a = b\nb = \"(\" b \")\" / \"x\"\nc = \"y\"\n");
    let why = grammar.decide(&["a"]).acceptor("a").unwrap_err();
    assert_eq!(why.name, "a");
    assert!(why.reason.starts_with("a → b: a.abnf, line 2: `b` recurses with something after"));
    assert!(acceptor(&grammar, "c").accepts(b"Y"));
    let grammar = pest("a = { b } b = { \"(\" ~ b ~ \")\" | \"x\" } c = { \"y\" }");
    let why = grammar.decide(&["a"]).acceptor("a").unwrap_err();
    assert!(why.reason.starts_with("a → b: a.pest:1: rule `b`: recursion"), "{why}");
    assert!(acceptor(&grammar, "c").accepts(b"y"));
}

#[test]
fn the_language_of_a_rule_is_what_a_parser_reads() {
    let grammar = pest("// above\na = { \"a\" | \"ab\" | b }\nb = { 'c'..'d' }");
    assert_eq!(grammar.production("b").unwrap().used_by, ["a"]);
    assert_eq!(grammar.production("a").unwrap().comment, "above");
    let a = acceptor(&grammar, "a");
    assert!(a.accepts(b"a") && a.accepts(b"d") && !a.accepts(b"ab"));
}

#[test]
fn languages_that_are_given() {
    let decided = abnf("x = \"a\"\ny = %x62\n").decide_all();
    let (dfa, start) = decided.language("y").unwrap();
    let grammar = AnyGrammar::given(
        "patterns",
        vec![
            (AnyProduction::new("one", "b", 1), Ok(dfa.alone(start))),
            (AnyProduction::new("two", "(b)\\1", 2), Err("back references".to_owned())),
        ],
    );
    assert!(acceptor(&grammar, "one").accepts(b"b"));
    let decided = grammar.decide_all();
    assert_eq!(decided.acceptor("two").unwrap_err().to_string(), "back references");
}

#[test]
fn editions_are_grammars_too() {
    let grammar = urispec_audit::any(Edition::Rfc3986.grammars()[0]).unwrap();
    let host = acceptor(&grammar, "host");
    let known = Edition::Rfc3986.production("host").unwrap();
    for text in ["", "1.2.3.4", "[::1]", "[v1.a]", "a b", "[::"] {
        assert_eq!(host.accepts(text.as_bytes()), known.accepts(text.as_bytes()), "{text}");
    }
}

/// Of `%x41-5A / %xC0-17F / %x4E00` in UTF-8: a class of ASCII for what is in and one for what is out,
/// and two classes of characters above.
#[test]
fn letters_are_characters_where_all_members_are_utf8() {
    let grammar = abnf("a = 1*( %x41-5A / %xC0-17F / %x4E00 )\n");
    let a = acceptor(&grammar, "a");
    assert!(a.is_of_characters());
    let suite = ByteSuite::new(a.clone()).unwrap();
    let letters: Vec<_> = suite.letters().map(|one| std::str::from_utf8(one).unwrap()).collect();
    // é is U+E9, and the first other is a control of Latin 1, of which the first letter is U+AA.
    assert_eq!(letters, ["0", "A", "é", "ª"]);
    // The start, the dead state, and what a letter leads to.
    assert_eq!(suite.states(), 3);
    assert!(suite.cases().all(|case| std::str::from_utf8(&case.input).is_ok()));
    assert!(suite.cases().all(|case| a.offset(&case.input) == case.offset));
    let mut sampler = ByteSampler::new(a.clone()).unwrap().max_len(3).unwrap();
    let members: Vec<_> = (0..60).map(|_| String::from_utf8(sampler.member()).unwrap()).collect();
    assert!(members.iter().all(|one| a.accepts(one.as_bytes()) && one.chars().count() <= 3));
    assert!(members.iter().any(|one| one.contains(|c: char| c > '\u{FF}')));
    for _ in 0..60 {
        let near = String::from_utf8(sampler.near_miss().unwrap()).unwrap();
        assert!(!a.accepts(near.as_bytes()), "{near}");
    }
    let shortest: Vec<_> = sampler.shortest().take(3).collect();
    assert_eq!(shortest, ["A".as_bytes(), "é".as_bytes(), "AA".as_bytes()]);
}

#[test]
fn letters_are_bytes_where_they_are_not() {
    let grammar = abnf("a = 1*%xA0-FF\n");
    let a = acceptor(&grammar, "a");
    assert!(!a.is_of_characters());
    let suite = ByteSuite::new(a.clone()).unwrap();
    assert_eq!(suite.letters().collect::<Vec<_>>(), [&b"0"[..], b"\x80", b"\xE9"]);
    let mut sampler = ByteSampler::new(a.clone()).unwrap();
    for _ in 0..40 {
        assert!(a.accepts(&sampler.member()) && !a.accepts(&sampler.near_miss().unwrap()));
    }
}

/// All strings, no string, and the strings of even length: no letter is wrong wherever it stands.
#[test]
fn near_misses_where_no_letter_is_wrong() {
    let grammar = abnf("all = *OCTET\nnone = 1*%xE9\neven = *( 2OCTET )\n");
    let mut all = ByteSampler::new(acceptor(&grammar, "all")).unwrap();
    assert_eq!(all.near_miss(), None);
    assert!(!all.member().is_empty());
    let even = acceptor(&grammar, "even");
    let mut sampler = ByteSampler::new(even).unwrap();
    assert!((0..20).all(|_| sampler.near_miss().unwrap().len() % 2 == 1));
    let reader = urispec_audit::reader(Notation::Abnf).characters(Characters::Ascii);
    let text = GrammarText { file: "a.abnf", text: "none = 1*%xE9\n" };
    let none = acceptor(&AnyGrammar::printed(reader.read(text).unwrap()), "none");
    assert!(none.is_empty() && ByteSampler::new(none.clone()).is_err());
    let suite = ByteSuite::new(none).unwrap();
    assert!(suite.cases().all(|case| case.offset == Some(0)));
}

/// What a suite promises, tried on a language of characters: whoever leads one transition elsewhere is
/// found. Each wrong automaton is another grammar.
#[test]
fn a_suite_of_characters_tells_grammars_apart() {
    let right = acceptor(&abnf("a = \"x\" 1*3%xC0-FF [ %x4E00-9FFF ]\nz = %x100\n"), "a");
    let suite = ByteSuite::new(right).unwrap();
    for wrong in [
        "a = \"x\" 1*4%xC0-FF [ %x4E00-9FFF ]\nz = %x100\n",
        "a = \"x\" 1*3%xC0-FF *%x4E00-9FFF\nz = %x100\n",
        "a = [ \"x\" ] 1*3%xC0-FF [ %x4E00-9FFF ]\nz = %x100\n",
        "a = \"x\" *3%xC0-FF [ %x4E00-9FFF ]\nz = %x100\n",
        "a = \"x\" 1*3%xC0-FF\nz = %x100\n",
    ] {
        let wrong = acceptor(&abnf(wrong), "a");
        let finds = |case: ByteCase| wrong.accepts(&case.input) != case.offset.is_none();
        assert!(suite.cases().any(finds));
    }
}

/// Not the letter of its class, but another character of it, is told otherwise: one beyond ASCII, one of
/// ASCII, and a byte.
#[test]
fn a_suite_tells_single_characters_apart() {
    for (right, wrong) in [
        ("a = 1*%xC0-17F\n", "a = 1*%xC0-17E\n"),
        ("a = 1*%x4E00-FFFF\n", "a = 1*( %x4E00-FF1F / %xFF21-FFFF )\n"),
        ("a = %x61-7A *%x30-39\n", "a = %x61-7A *( %x30-36 / %x38-39 )\n"),
    ] {
        let right = acceptor(&abnf(right), "a");
        let wrong = acceptor(&abnf(wrong), "a");
        let finds = |case: ByteCase| wrong.accepts(&case.input) != case.offset.is_none();
        assert!(ByteSuite::new(right).unwrap().cases().any(finds));
    }
    let bytes = ByteSuite::new(acceptor(&abnf("a = 1*%xA0-FF\n"), "a")).unwrap();
    let is_here = |byte| bytes.cases().any(|case| case.input == [byte] && case.offset.is_none());
    assert!((0xA0..=0xFF).all(is_here));
}

#[test]
fn two_versions_of_a_grammar() {
    let old = abnf(
        "kept = \"a\" DIGIT\nOld_Name = 1*\"b\"\nname = \"x\"\nwider = \"y\"\ngone = \"z\"\n\
                    loop = \"(\" loop \")\" / \"x\"\nlast = \"q\"\n",
    );
    let new = abnf(
        "KEPT = \"A\" %x30-39\nrenamed = \"b\" *\"b\"\nname = \"x\" / \"w\"\n\
                    wider = %s\"y\"\nnew = \"n\"\nloop = \"(\" loop \")\" / \"x\"\nlast = \"p\"\n",
    );
    let compared = compare_grammars(&old, &new);
    let pairs: Vec<_> = compared
        .pairs
        .iter()
        .map(|one| {
            let relation = one.found.as_ref().map_or("", |found| found.relation.name());
            (&*one.left, &*one.right, one.is_renamed, relation)
        })
        .collect();
    assert_eq!(
        pairs,
        [
            ("kept", "KEPT", false, "equal"),
            ("name", "name", false, "within"),
            ("wider", "wider", false, "contains"),
            ("loop", "loop", false, ""),
            ("last", "last", false, "disjoint"),
            ("Old_Name", "renamed", true, "equal"),
        ]
    );
    assert_eq!(
        (compared.gone, compared.appeared),
        (vec!["gone".to_owned()], vec!["new".to_owned()])
    );
    let name = compared.pairs[1].found.as_ref().unwrap();
    // "x" ignores case, and so does "w", of which the first in the order of bytes is `W`.
    assert_eq!((name.only_left.clone(), name.only_right.clone()), (None, Some(b"W".to_vec())));
    assert_eq!(name.common, Some(b"X".to_vec()));
    let reason = &compared.pairs[3].found.as_ref().unwrap_err().reason;
    assert!(reason.contains("`loop` recurses"), "{reason}");
    let alone = ComparedLanguages::new((&old, "gone"), (&new, "new")).unwrap();
    assert_eq!(alone.relation.name(), "disjoint");
}

/// RFC 5234, B.1, and the built-in rules of pest. The grammar need not use them.
#[test]
fn what_a_notation_lends_is_decided() {
    let grammar = abnf("a = hexdig\nWSP = \"w\"\n");
    assert_eq!(grammar.lent("hexdig").as_deref(), Some("HEXDIG"));
    let hexdig = acceptor(&grammar, "HexDig");
    assert!(hexdig.accepts(b"f") && hexdig.accepts(b"7") && !hexdig.accepts(b"g"));
    let decided = grammar.decide(&["CRLF", "a", "LWSP"]);
    assert!(decided.acceptor("crlf").unwrap().accepts(b"\r\n"));
    assert!(decided.acceptor("a").unwrap().accepts(b"F"));
    assert!(decided.acceptor("LWSP").unwrap().accepts(b" \r\n\t"));
    // What the grammar defines itself is its own.
    assert_eq!(grammar.lent("WSP"), None);
    assert!(acceptor(&grammar, "WSP").accepts(b"W") && grammar.lent("b").is_none());
    let grammar = pest("a = { \"a\" } NEWLINE_ = { NEWLINE }");
    assert_eq!(grammar.lent("ASCII_DIGIT").as_deref(), Some("ASCII_DIGIT"));
    let digit = acceptor(&grammar, "ASCII_DIGIT");
    assert!(digit.accepts(b"7") && !digit.accepts(b"77") && !digit.accepts(b"a"));
    assert!(acceptor(&grammar, "NEWLINE").accepts(b"\r\n"));
    for name in ["a", "ascii_digit", "NOTHING", "", "A } b = { ANY"] {
        assert_eq!(grammar.lent(name), None, "{name}");
    }
}

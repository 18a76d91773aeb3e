//! The printed side of the audit: three notations, and the automata of what they say.

use urispec::Edition;
use urispec::grammar::Grammar;
use urispec_audit::{Languages, Notation, Printed, difference, overlaps};

use crate::scaled;

/// Of a grammar, by its stem: its productions, a whole-string rule and the states of that rule's
/// minimal automaton, the dead one counted.
const COUNTED: &[(&str, usize, &str, usize)] = &[
    ("rfc1630-uri", 21, "fragmentaddress", 16),
    ("rfc1630-url", 64, "url", 224),
    ("rfc1738", 67, "url", 6),
    ("rfc1808", 30, "URL", 13),
    ("url-syntax-05", 37, "URL-reference", 7),
    ("rfc2396", 42, "URI-reference", 13),
    // The 42 of RFC 2396, one of RFC 2732 and four of RFC 2373, and two core rules. Of the states, 35 are in an
    // address and two behind it; three are of paths, which a query is no longer like; three and two are of
    // authorities before "[" and before "@", and one is behind the first "/".
    ("rfc2732", 49, "URI-reference", 59),
    ("rfc2396bis-01", 43, "URI-reference", 175),
    // The document's 36, and three core rules.
    ("rfc3986", 39, "URI-reference", 183),
    // Two more. Behind an address: "%", "2" and "5", the zone, and the two bytes of an escape in it.
    ("rfc6874", 41, "URI-reference", 189),
];

fn grammars() -> impl Iterator<Item = &'static Grammar> {
    Edition::ALL.iter().flat_map(|edition| edition.grammars()).copied()
}

/// A grammar as printed, and its readings, if it has any.
fn texts(grammar: &Grammar) -> (Printed, Option<Printed>) {
    let read = |text| {
        Printed::read(urispec_audit::notation(grammar.notation()), &file(grammar), text).unwrap()
    };
    let readings = (!grammar.readings().is_empty()).then(|| read(grammar.readings()));
    (read(grammar.printed()), readings)
}

fn file(grammar: &Grammar) -> String {
    format!("{}.{}", grammar.stem(), grammar.notation().ending())
}

/// A grammar as printed and as read.
#[track_caller]
fn named(stem: &str) -> (Printed, Printed) {
    let (printed, readings) = texts(grammars().find(|grammar| grammar.stem() == stem).unwrap());
    let read = readings.map_or_else(|| printed.clone(), |all| printed.with_readings(&all));
    (printed, read)
}

fn abnf(source: &str) -> Printed {
    Printed::read(Notation::Abnf, "test.abnf", source).unwrap()
}

#[track_caller]
fn undecidable(languages: &Languages, name: &str) -> String {
    languages.start(name).unwrap().unwrap_err().to_string()
}

/// Which of the strings belong to the language of `a`.
#[track_caller]
fn members<'t>(notation: Notation, source: &str, texts: &[&'t str]) -> Vec<&'t str> {
    let printed = Printed::read(notation, "test", source).unwrap();
    let languages = Languages::new(&printed);
    let start = languages.start(&printed.productions[0].name).unwrap().unwrap();
    let is_member = |text: &&&str| languages.dfa().matches(start, text.as_bytes());
    texts.iter().filter(is_member).copied().collect()
}

#[test]
fn every_production_of_every_document_is_decided() {
    for stem in grammars().map(|grammar| grammar.stem()) {
        let languages = Languages::new(&named(stem).1);
        assert!(languages.undefined().is_empty(), "{stem}");
        for name in languages.names() {
            let start = languages.start(name).unwrap().unwrap_or_else(|why| panic!("{why}"));
            assert!(languages.dfa().shortest(start).is_some(), "{stem}: {name} has no string");
        }
    }
}

#[test]
fn productions_and_states_are_so_many() {
    for &(stem, count, whole, size) in COUNTED {
        let (printed, read) = named(stem);
        assert_eq!(printed.productions.len(), count, "{stem}");
        assert_eq!(Languages::new(&read).size(whole), Some(size), "{stem}: {whole}");
    }
}

#[test]
fn every_reading_makes_a_difference() {
    for grammar in grammars() {
        let (stem, (printed, readings)) = (grammar.stem(), texts(grammar));
        let Some(readings) = readings else { continue };
        let (before, after) = (Languages::new(&printed), printed.with_readings(&readings));
        let after = Languages::new(&after);
        for reading in &readings.productions {
            let name = &reading.name;
            let now = after.start(name).unwrap().unwrap();
            // Unreadable or undefined as printed is difference enough.
            if let Some(Ok(was)) = before.start(name) {
                let difference = difference((before.dfa(), was), (after.dfa(), now));
                assert!(!difference.is_equal(), "{stem}: {name}");
            }
        }
    }
}

#[test]
fn what_cannot_be_used_as_printed_says_so() {
    let unreadable = |stem| -> Vec<String> {
        let (printed, _) = named(stem);
        let terms = printed.productions.into_iter().filter_map(|one| one.term.err());
        terms.map(|why| why.to_string()).collect()
    };
    assert_eq!(
        unreadable("rfc1738"),
        ["rfc1738.bnf, line 57: `gopherurl` cannot be used as printed: column 41 has \
          `/ [ gtype [ selector`, which means nothing in this notation"]
    );
    assert_eq!(unreadable("rfc2396bis-01").len(), 2);
    assert_eq!(
        unreadable("rfc3986"),
        ["rfc3986.abnf, line 64: `path-empty` cannot be used as printed: <pchar> is prose, which \
          says nothing to a machine"]
    );
    let (printed, _) = named("rfc1630-url");
    let languages = Languages::new(&printed);
    let undefined: Vec<_> = languages.undefined().iter().map(|(name, _)| name.as_str()).collect();
    assert_eq!(undefined, ["addr-spec", "content-identifier"]);
    assert_eq!(
        undecidable(&languages, "url"),
        "url → midaddress: rfc1630-url.bnf, line 25: `midaddress` uses `addr-spec`, which is not \
         defined; add a reading of it, import the document that defines it (`--import`) or assume it (`--assume`)"
    );
}

#[test]
fn productions_that_no_whole_string_reaches() {
    let (_, read) = named("rfc3986");
    let languages = Languages::new(&read);
    let unreachable = languages.unreachable(Edition::Rfc3986.whole_rules());
    assert_eq!(unreachable, ["path", "reserved", "gen-delims"]);
}

/// RFC 3986, 3: five productions for a path, "only one of which will match any given URI reference".
/// The alternatives of `hier-part` and of `relative-part` share no string; those of `path` do, and no
/// whole string reaches `path`.
#[test]
fn overlapping_alternatives() {
    let (_, read) = named("rfc3986");
    let found: Vec<_> = overlaps(&read)
        .into_iter()
        .map(|one| {
            let [first, second] = one.alternatives;
            (one.production, first, second, String::from_utf8(one.witness).unwrap())
        })
        .collect();
    let expected = [
        ("host", "IPv4address", "reg-name", "0.0.0.0"),
        ("path", "path-abempty", "path-absolute", "/"),
        ("path", "path-abempty", "path-empty", ""),
        ("path", "path-noscheme", "path-rootless", "!"),
    ];
    let owned = |(a, b, c, d): (&str, &str, &str, &str)| {
        (a.to_owned(), b.to_owned(), c.to_owned(), d.to_owned())
    };
    assert_eq!(found, expected.map(owned));
}

/// RFC 1738: new schemes follow the general syntax, and the predefined ones do as well.
#[test]
fn every_specific_url_is_also_another_url() {
    let (_, read) = named("rfc1738");
    let found = overlaps(&read);
    let of_url = found.iter().filter(|one| one.production == "url");
    let other: Vec<_> = of_url.map(|one| (one.places[0], one.alternatives[1].as_str())).collect();
    assert_eq!(other, [0, 1, 2, 3, 4, 5, 6, 7, 8, 9].map(|place| (place, "otherurl")));
    // In a group, and not the whole production.
    let host = found.iter().find(|one| one.production == "fileurl").unwrap();
    assert_eq!((host.whole, host.witness.as_slice()), (false, &b"localhost"[..]));
    // A hyphen is printed twice in RFC 1630's `safe`: characters, compared without an automaton.
    let (printed, _) = named("rfc1630-url");
    let twice = overlaps(&printed).into_iter().find(|one| one.production == "safe").unwrap();
    assert_eq!((twice.places, twice.witness), ([1, 7], b"-".to_vec()));
}

#[test]
fn abnf_says_what_rfc_5234_says() {
    let a = |source, texts| members(Notation::Abnf, source, texts);
    // Literals and names ignore case, %s does not, and a core rule needs no definition.
    assert_eq!(a("a = \"v\" b\nB = digit\n", &["v1", "V1", "vv"]), ["v1", "V1"]);
    assert_eq!(a("a = %s\"v\" / %i\"w\"\n", &["v", "V", "w", "W"]), ["v", "w", "W"]);
    assert_eq!(
        a("a = %x41-43 / %d100 / %b1111010\n", &["A", "C", "D", "d", "z"]),
        ["A", "C", "d", "z"]
    );
    assert_eq!(a("a = %x61.42\n", &["aB", "ab", "a"]), ["aB"]);
    assert_eq!(
        a("a = 1*2\"x\" *\"y\" 2\"z\"\n", &["xzz", "xxyyzz", "xxxzz", "xz"]),
        ["xzz", "xxyyzz"]
    );
    assert_eq!(a("a = [ \"x\" ] ( \"y\" / \"z\" )\n", &["xy", "z", "x", "yz"]), ["xy", "z"]);
    assert_eq!(
        a("a = \"x\" ; \"y\"\n  / \"z\" ; end\n\na =/ \"w\"\n", &["x", "y", "z", "w"]),
        ["x", "z", "w"]
    );
    // An indented grammar; a comment and an empty line within a production; no newline at the end.
    assert_eq!(a("  a = b\n\n; b\n    \"y\"\n  b = \"x\"", &["xy", "x"]), ["xy"]);
    // Section 4: `rulelist = 1*( rule / (*c-wsp c-nl) )`, and `c-nl` is a comment too. White space
    // before a comment needs no rule above it.
    assert_eq!(a("  ; a\n\t; b\n\na = \"x\" ; c\n  ; a = \"y\"\n", &["x", "y"]), ["x"]);
    assert_eq!(a("a = 0b\nb = \"x\"\r\n", &["", "x"]), [""]);
    assert_eq!(a("a = \"\"\n", &["", "x"]), [""]);
}

#[test]
fn bnf_says_what_rfc_822_says() {
    let a = |source, texts| members(Notation::Bnf, source, texts);
    assert_eq!(a("a = \"v\" | <\">\n", &["v", "V", "\""]), ["v", "\""]);
    assert_eq!(a("  ; a comment\na = <2>*\"x\"\n", &["x", "xx", "xxx"]), ["xx", "xxx"]);
    // Brackets are an option, even after "1*".
    assert_eq!(a("a = 1*[ \"x\" | \"y\" ]\n", &["", "x", "yx"]), ["", "x", "yx"]);
    assert_eq!(a("a = b+_c [ \";\" ] ; d\nb+_c = \"\\\"\n", &["\\", "\\;", ";"]), ["\\", "\\;"]);
}

#[test]
fn bnf_of_rfc_1630_says_what_it_shows() {
    let a = |source, texts| members(Notation::Rfc1630, source, texts);
    assert_eq!(
        a("a1  h t t p : // b1 [ / b1 ]\nb1\tx | void | %\n", &["http://", "http://x/%", "http:/"]),
        ["http://", "http://x/%"]
    );
    // A bracket is itself where it is all of an alternative, "=" and ";" always.
    assert_eq!(
        a("a1 { | } | vline | [ | ] | \\ | ^ | ~\n", &["[", "]", "|", "\\", "[|]"]),
        ["[", "]", "|", "\\"]
    );
    assert_eq!(
        a("a1 = | ; | \" | ( | space\n; no production\n", &["=", ";", "\"", "(", " "]),
        ["=", ";", "\"", "(", " "]
    );
    assert_eq!(
        a("a1 x y = z ; [ a1 ]\n", &["xy=z;", "xy=z;xy=z;", "xyz"]),
        ["xy=z;", "xy=z;xy=z;"]
    );
    assert_eq!(a("a1\n", &["", "x"]), [""]);
}

/// RFC 5234, 3.3: "an initial rule may match one or more alternatives, with later rule definitions
/// adding to the set of alternatives"; the initial rule may be one of B.1.
#[test]
fn an_increment_adds_to_what_is_defined_before() {
    let a = |source, texts| members(Notation::Abnf, source, texts);
    assert_eq!(a("a = b\nB = \"x\"\nb =/ \"y\"\n", &["x", "y"]), ["x", "y"]);
    assert_eq!(a("a = digit\nDigit =/ \"x\"\n", &["x", "0", "9", "a"]), ["x", "0", "9"]);
    let why = abnf("a =/ \"x\"\n").productions[0].term.clone().unwrap_err().to_string();
    assert!(why.ends_with("`=/` adds to a production, and none of this name is defined before"));
}

/// RFC 1630 has no sign of comments but the one that begins a line, and a line that is indented
/// continues the one before.
#[test]
fn lines_that_continue_a_production_of_rfc_1630() {
    let a = |source, texts| members(Notation::Rfc1630, source, texts);
    assert_eq!(a("a1 x\n; y\n;\n z\n", &["xz", "x;yz", "xyz"]), ["xz"]);
    assert_eq!(a("a1 x\n  y | ]\n; z\n  | z\n", &["xy", "x", "]", "z"]), ["xy", "]", "z"]);
    // No bracket stands for itself where more of its alternative comes on the next line.
    assert_eq!(a("a1 [\n  x ] y\n", &["xy", "y", "["]), ["xy", "y"]);
}

#[test]
fn recursion_at_the_end_is_a_loop_and_any_other_is_refused() {
    let languages = Languages::new(&abnf(
        "loop = \"x\" [ loop ]\nping = \"a\" pong\npong = \"b\" ping / \"c\"\n\
         nest = \"(\" nest \")\" / \"x\"\nleft = left \"x\" / \"y\"\nidle = idle / \"x\"\n\
         star = *( \"x\" star )\nuser = \"u\" way\nway = nest\n",
    ));
    for (name, text) in [("loop", "xxx"), ("ping", "ababac"), ("pong", "c")] {
        let start = languages.start(name).unwrap().unwrap();
        assert!(languages.dfa().matches(start, text.as_bytes()), "{name}");
        assert!(!languages.dfa().matches(start, b"xc"), "{name}");
    }
    assert_eq!(
        undecidable(&languages, "user"),
        "user → way → nest: test.abnf, line 4: `nest` recurses with something after the call (nest \
         → nest), so it may have no finite automaton; if a repetition says the same, write it so"
    );
    assert!(undecidable(&languages, "left").contains("recurses on the left"));
    // A production that may be itself has no more strings for it.
    let idle = languages.start("idle").unwrap().unwrap();
    assert!(languages.dfa().matches(idle, b"x") && !languages.dfa().matches(idle, b"xx"));
    assert!(undecidable(&languages, "star").contains("(star → star)"));
    let languages = Languages::new(&abnf("a = [ b ] c\nb = \"x\"\nc = d\nd = a \"y\" / \"z\"\n"));
    assert!(undecidable(&languages, "c").starts_with("c → d: test.abnf, line 4: `d` recurses"));
    assert!(undecidable(&languages, "a").contains("recurses on the left (d → a → c → d)"));
    assert!(languages.start("b").unwrap().is_ok());
}

#[test]
fn counted_repetition_grows_by_its_count() {
    let languages = Languages::new(&abnf(
        "a = 0*61( alphanum / \"-\" ) alphanum\nalphanum = ALPHA / DIGIT\nb = 3*1000\"x\"\n",
    ));
    // Nothing yet; after 1 to 61 characters, whether the last one was a hyphen; after 62; dead.
    assert_eq!(languages.size("a"), Some(1 + 61 * 2 + 1 + 1));
    assert_eq!(languages.size("b"), Some(1002));
}

#[test]
fn what_is_too_large_leaves_the_rest_decided() {
    let languages = Languages::new(&abnf(
        "small = \"x\"\n\nwide = *( \"a\" / \"b\" ) \"a\" 20( \"a\" / \"b\" )\n",
    ));
    assert!(languages.start("small").unwrap().is_ok());
    assert!(undecidable(&languages, "wide").contains("line 3: the automaton of `wide`"));
}

#[test]
fn bad_files_are_refused_by_name_and_line() {
    let refused =
        |source: &str| Printed::read(Notation::Abnf, "bad.abnf", source).unwrap_err().to_string();
    assert!(refused("a = \"x\"\nb: \"y\"\n").starts_with("bad.abnf, line 2: neither a production"));
    assert!(refused("; nothing\n").starts_with("bad.abnf: no production in it"));
    assert!(refused("").starts_with("bad.abnf: no production in it"));
    let large = "a = \"x\"\n".repeat(10 << 17);
    assert!(refused(&large).starts_with("bad.abnf: 10485760 bytes are too many"));

    let why = |source: &str| abnf(source).productions[0].term.clone().unwrap_err().to_string();
    assert!(why("a = \"x\n").starts_with(
        "test.abnf, line 1: `a` cannot be used as printed: the literal that begins in column 5"
    ));
    assert!(why("a = ( \"x\"\n").ends_with("the `(` in column 5 is not closed"));
    assert!(why("a = \"x\" /\n").ends_with("it ends too early"));
    assert!(why("a = %x110000\n").ends_with("is no code point: the greatest is %x10FFFF"));
    assert!(why("a = %xFFFFFFFFFF\n").ends_with("is no code point: the greatest is %x10FFFF"));
    assert!(why("a = %xDFFF\n").ends_with("`%xDFFF` is a surrogate, which UTF-8 does not encode"));
    assert!(why("a = %xD800-DFFF\n").ends_with("a surrogate, which UTF-8 does not encode"));
    assert!(why("a = %x80-110000\n").ends_with("is no code point: the greatest is %x10FFFF"));
    assert!(why("a = %d1F\n").ends_with("`%d1F`: `F` is no digit of base 10"));
    assert!(why("a = %b1-2\n").ends_with("`%b2`: `2` is no digit of base 2"));
    assert!(why("a = %x42-41\n").ends_with("the range from %x42 to %x41 is empty"));
    assert!(why("a = \"x\"\n  3*2\"y\"\n").starts_with("test.abnf, line 2"));
    assert!(why("a = 99999999999\"y\"\n").ends_with("too large a number of repetitions"));
    assert!(why("a = \"x\"\nb = a\na = \"y\"\n").ends_with(
        "it is defined twice, also on line 1; remove one of the two, or add to the first by `=/`"
    ));
    let deep = format!("a = {}\"x\"{}\n", "(".repeat(300), ")".repeat(300));
    assert!(why(&deep).ends_with("brackets nest more than 200 deep"));
    // Neither a quote between angle brackets nor one in the comment of an earlier line hides them.
    for before in ["<\">", "; \"\r", "; \"\n"] {
        let deep = format!("a = {before} {}\"x\"{}\n", "(".repeat(300), ")".repeat(300));
        assert!(why(&deep).ends_with("brackets nest more than 200 deep"), "{before:?}");
    }
    let brackets = format!("a1 {}\n", "[ ".repeat(190));
    let printed = Printed::read(Notation::Rfc1630, "test", &brackets).unwrap();
    assert!(printed.productions[0].term.is_err());
}

#[test]
fn a_megabyte_of_calls_is_no_danger() {
    let count = scaled(1_000, 5_000);
    let chain: String = (0..count).map(|n| format!("a{n} = a{}\n", n + 1)).collect();
    let languages = Languages::new(&abnf(&format!("{chain}a{count} = \"x\"\n")));
    let start = languages.start("a0").unwrap().unwrap();
    assert!(languages.dfa().matches(start, b"x"));
    let cycles: String =
        (0..2 * count).map(|n| format!("a{n} = a{n} u{n} / a{}\n", n / 2)).collect();
    assert_eq!(Languages::new(&abnf(&cycles)).undefined().len(), 2 * count);
    let increments = format!("a = u\n{}", "a =/ \"x\"\n".repeat(10 * count));
    assert_eq!(abnf(&increments).productions.len(), 1);
    let length = scaled(1 << 15, 1 << 19);
    let long = format!("a = \"{}\"\n", "x".repeat(length));
    // A grammar may have as many states as it is long.
    let languages = Languages::new(&abnf(&long));
    let start = languages.start("a").unwrap().unwrap();
    assert!(
        languages.dfa().matches(start, &b"X".repeat(length))
            && !languages.dfa().matches(start, b"X")
    );
}

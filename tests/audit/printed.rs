//! Printed grammars that a row cannot express: those of the editions, numbers, recursion, and large ones.

use urispec::Edition;
use urispec::grammar::Grammar;
use urispec_audit::alternatives::overlaps;
use urispec_audit::automata::difference;
use urispec_audit::notation::Characters;
use urispec_audit::{GrammarText, Languages, Notation, Printed};

use crate::scaled;
use crate::support::{abnf as reader, has, report, text as grammar_text};

/// The stem of a grammar, its number of productions, a whole-string rule, and the states of that rule's minimal
/// automaton, including the dead one.
const COUNTED: &[(&str, usize, &str, usize)] = &[
    ("rfc1630-uri", 21, "fragmentaddress", 16),
    ("rfc1630-url", 64, "url", 224),
    ("rfc1738", 67, "url", 6),
    ("rfc1808", 30, "URL", 13),
    ("url-syntax-05", 37, "URL-reference", 7),
    ("rfc2396", 42, "URI-reference", 13),
    // The 42 of RFC 2396, one of RFC 2732, four of RFC 2373, and two core rules. 35 states are in an address
    // and two after it; three are of paths, which now differ from a query; three and two are of authorities before "["
    // and before "@"; one is after the first "/".
    ("rfc2732", 49, "URI-reference", 59),
    ("rfc2396bis-01", 43, "URI-reference", 175),
    // The document's 36, and three core rules.
    ("rfc3986", 39, "URI-reference", 183),
    // Two more. After an address: "%", "2" and "5", the zone, and the two bytes of an escape in it.
    ("rfc6874", 41, "URI-reference", 189),
];

fn grammars() -> impl Iterator<Item = &'static Grammar> {
    Edition::ALL.iter().flat_map(|edition| edition.grammars()).copied()
}

/// Returns a grammar as printed, and its readings if it has any.
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

/// Returns a grammar as printed and with its readings.
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
fn editions_have_the_counted_productions_and_states() {
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
            // Unreadable or undefined as printed counts as a difference.
            if let Some(Ok(was)) = before.start(name) {
                let difference = difference((before.dfa(), was), (after.dfa(), now));
                assert!(!difference.is_equal(), "{stem}: {name}");
            }
        }
    }
}

#[test]
fn unreadable_productions_give_the_reason() {
    let unreadable = |stem| -> Vec<String> {
        let (printed, _) = named(stem);
        let terms = printed.productions.into_iter().filter_map(|one| one.term.err());
        terms.map(|why| why.to_string()).collect()
    };
    assert_eq!(
        unreadable("rfc1738"),
        ["rfc1738.bnf, line 57: `gopherurl` cannot be used as printed: unexpected `/ [ gtype [ \
             selector` in column 41"]
    );
    assert_eq!(unreadable("rfc2396bis-01").len(), 2);
    assert_eq!(
        unreadable("rfc3986"),
        ["rfc3986.abnf, line 64: `path-empty` cannot be used as printed: <pchar> is prose, \
             which cannot be read"]
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
fn unreachable_productions_of_rfc_3986_are_listed() {
    let (_, read) = named("rfc3986");
    let languages = Languages::new(&read);
    let unreachable = languages.unreachable(Edition::Rfc3986.whole_rules());
    assert_eq!(unreachable, ["path", "reserved", "gen-delims"]);
}

/// RFC 3986, 3: five productions for a path, "only one of which will match any given URI reference". The alternatives
/// of `hier-part` and of `relative-part` are disjoint; those of `path` overlap, but no whole string reaches `path`.
#[test]
fn overlapping_alternatives_of_rfc_3986_are_listed() {
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

/// RFC 1738: new schemes follow the general syntax, and so do the predefined ones.
#[test]
fn every_predefined_url_of_rfc_1738_is_also_an_otherurl() {
    let (_, read) = named("rfc1738");
    let found = overlaps(&read);
    let of_url = found.iter().filter(|one| one.production == "url");
    let other: Vec<_> = of_url.map(|one| (one.places[0], one.alternatives[1].as_str())).collect();
    assert_eq!(other, [0, 1, 2, 3, 4, 5, 6, 7, 8, 9].map(|place| (place, "otherurl")));
    // In a group, not the whole production.
    let host = found.iter().find(|one| one.production == "fileurl").unwrap();
    assert_eq!((host.whole, host.witness.as_slice()), (false, &b"localhost"[..]));
    // RFC 1630 prints a hyphen twice in `safe`: characters are compared without an automaton.
    let (printed, _) = named("rfc1630-url");
    let twice = overlaps(&printed).into_iter().find(|one| one.production == "safe").unwrap();
    assert_eq!((twice.places, twice.witness), ([1, 7], b"-".to_vec()));
}

#[test]
fn tail_recursion_is_a_loop_and_other_recursion_is_refused() {
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
         → nest), so it may have no finite automaton; write an equivalent repetition, if there is one"
    );
    assert!(undecidable(&languages, "left").contains("is left-recursive"));
    // A unit cycle adds no strings.
    let idle = languages.start("idle").unwrap().unwrap();
    assert!(languages.dfa().matches(idle, b"x") && !languages.dfa().matches(idle, b"xx"));
    assert!(undecidable(&languages, "star").contains("(star → star)"));
    let languages = Languages::new(&abnf("a = [ b ] c\nb = \"x\"\nc = d\nd = a \"y\" / \"z\"\n"));
    assert!(
        undecidable(&languages, "c").starts_with("c → d: test.abnf, line 4: `d` is left-recursive")
    );
    assert!(undecidable(&languages, "a").contains("is left-recursive (d → a → c → d)"));
    assert!(languages.start("b").unwrap().is_ok());
}

#[test]
fn counted_repetition_grows_by_its_count() {
    let languages = Languages::new(&abnf(
        "a = 0*61( alphanum / \"-\" ) alphanum\nalphanum = ALPHA / DIGIT\nb = 3*1000\"x\"\n",
    ));
    // Before the first character; after 1 to 61, whether the last one was a hyphen; after 62; dead.
    assert_eq!(languages.size("a"), Some(1 + 61 * 2 + 1 + 1));
    assert_eq!(languages.size("b"), Some(1002));
}

#[test]
fn a_production_that_is_too_large_leaves_the_rest_decided() {
    let languages = Languages::new(&abnf(
        "small = \"x\"\n\nwide = *( \"a\" / \"b\" ) \"a\" 20( \"a\" / \"b\" )\n",
    ));
    assert!(languages.start("small").unwrap().is_ok());
    assert!(undecidable(&languages, "wide").contains("line 3: the automaton of `wide`"));
}

#[test]
fn long_chains_and_literals_are_read() {
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
    // A grammar may have as many states as bytes.
    let languages = Languages::new(&abnf(&long));
    let start = languages.start("a").unwrap().unwrap();
    assert!(
        languages.dfa().matches(start, &b"X".repeat(length))
            && !languages.dfa().matches(start, b"X")
    );
}

/// Consecutive signs do not nest, and many notes are collected quickly.
#[test]
fn long_grammars_are_read_or_refused() {
    let read = |source: &str| reader().read(grammar_text(source)).unwrap();
    let lists = format!("a = {}\n", "1#( 1#\"x\" ) ".repeat(scaled(2_000, 50_000)));
    assert!(read(&lists).productions[0].term.is_ok());
    let count = scaled(2_000, 40_000);
    let bars: String = (0..count).map(|n| format!("\n  | <b{n}, see [URI]>")).collect();
    assert_eq!(read(&format!("a = \"x\"{bars}\n")).notes.len(), count + 1);
    let all: String = (0..count).map(|n| format!("a{n} ::= <b> | 'x'\n")).collect();
    assert_eq!(read(&all).productions.len(), count);
    let large = "a = \"x\"\n".repeat(10 << 17);
    let refused = Printed::read(Notation::Abnf, "bad.abnf", &large).unwrap_err().to_string();
    assert!(refused.starts_with("bad.abnf: 10485760 bytes exceed the limit"));
    let words = "<version core> ::= <digit>\n<digit> ::= \"0\"\n";
    let named = urispec_audit::reader(Notation::Bnf).read(grammar_text(words)).unwrap();
    assert_eq!(named.productions[0].name, "version-core");
}

fn read_as(source: &str, characters: Option<Characters>) -> Printed {
    let reader = reader();
    let reader = match characters {
        Some(characters) => reader.characters(characters),
        None => reader,
    };
    reader.read(GrammarText { file: "c.abnf", text: source }).unwrap()
}

/// Returns the strings that the first production accepts.
#[track_caller]
fn members<'t>(printed: &Printed, texts: &[&'t [u8]]) -> Vec<&'t [u8]> {
    texts.iter().filter(|text| has(printed, &printed.productions[0].name, text)).copied().collect()
}

#[test]
fn a_number_is_a_byte_a_code_point_or_nothing() {
    let texts: [&[u8]; 4] = [b"a", b"\xE9", "é".as_bytes(), b"\xC3"];
    for (source, characters, expected) in [
        ("a = %x61 / %xE9\n", None, &texts[..2]),
        ("a = %x61 / %xE9\n", Some(Characters::Octets), &texts[..2]),
        ("a = %x61 / %xE9\n", Some(Characters::Utf8), &[texts[0], texts[2]]),
        ("a = %x61 / %xE9\n", Some(Characters::Ascii), &texts[..1]),
        // The same in a range and in each base.
        ("a = %d97-233\n", None, &[texts[0], texts[1], texts[3]]),
        ("a = %d97-233\n", Some(Characters::Utf8), &[texts[0], texts[2]]),
        ("a = %b01100001-11101001\n", Some(Characters::Ascii), &texts[..1]),
        // A value above FF anywhere makes E9 a code point.
        ("a = %xE9 / b\nb = %x20AC\n", None, &texts[2..3]),
    ] {
        let printed = read_as(source, characters);
        assert_eq!(members(&printed, &texts), expected, "{source} {characters:?}");
    }
}

#[test]
fn a_sequence_of_code_points_is_encoded() {
    let printed = read_as("a = %xE9.20AC.61\n", None);
    let texts: [&[u8]; 3] = ["é€a".as_bytes(), b"\xE9\xAC\x61", "é€A".as_bytes()];
    assert_eq!(members(&printed, &texts), &texts[..1]);
    assert_eq!((printed.characters, &printed.notes[..]), (Some(Characters::Utf8), &[][..]));
}

/// RFC 3629, 3: "The definition of UTF-8 prohibits encoding character numbers between U+D800 and
/// U+DFFF".
#[test]
fn a_range_excludes_the_surrogates() {
    let printed = read_as("a = %x80-10FFFF\n", None);
    let texts: [&[u8]; 9] = [
        "\u{80}".as_bytes(),
        "\u{D7FF}".as_bytes(),
        "\u{E000}".as_bytes(),
        "\u{10FFFF}".as_bytes(),
        b"\x7F",
        b"\xED\xA0\x80",     // U+D800
        b"\xED\xBF\xBF",     // U+DFFF
        b"\xC0\x80",         // U+0000, too long
        b"\xF4\x90\x80\x80", // above U+10FFFF
    ];
    assert_eq!(members(&printed, &texts), &texts[..4]);
    // The alternatives of the encoding are not alternatives of the document.
    assert!(printed.productions[0].alternatives().is_empty());
    let within = read_as("a = %xD7FF-D800 / %xDFFF-E000\n", None);
    assert_eq!(members(&within, &texts), &texts[1..3]);
}

#[test]
fn numbers_imply_the_character_set() {
    let implied = |source| {
        let printed = read_as(source, None);
        let notes: Vec<_> = printed.notes.iter().map(ToString::to_string).collect();
        (printed.characters, notes.join("\n"))
    };
    let none = String::new();
    assert_eq!(implied("a = %x20-7F\n"), (None, none.clone()));
    // RFC 3629, 4, and RFC 9110, 5.5.
    assert_eq!(implied("UTF8-2 = %xC2-DF %x80-BF\n"), (Some(Characters::Octets), none.clone()));
    assert_eq!(implied("obs-text = %x80-FF\n"), (Some(Characters::Octets), none.clone()));
    // RFC 8259, 7: the lower end of a range implies nothing.
    let unescaped = "unescaped = %x20-21 / %x23-5B / %x5D-10FFFF\n";
    assert_eq!(implied(unescaped), (Some(Characters::Utf8), none.clone()));
    assert_eq!(implied("a = %x80-D7FF\n"), (Some(Characters::Utf8), none));
    assert_eq!(
        implied("a = b\nb = %x80-FF\nc = %x20AC\n"),
        (
            Some(Characters::Utf8),
            "c.abnf, line 2: `b`: the numbers of this production could be octets, but the numbers of `c`, line 3, are code \
             points, so all numbers of the file are read as code points in UTF-8; to change this, use \
             `--characters`"
                .to_owned()
        )
    );
}

#[test]
fn values_outside_the_character_set_are_unreadable() {
    let why = |source, characters| {
        let printed = read_as(source, characters);
        printed.productions[0].term.clone().unwrap_err().why
    };
    let byte = "`%x20AC` is not a byte; write the bytes of its encoding";
    assert_eq!(why("a = %x20AC\n", Some(Characters::Octets)), byte);
    assert_eq!(why("a = %x20-20AC\n", Some(Characters::Octets)), byte);
    let surrogate = "`%xD800` is a surrogate, which UTF-8 does not encode";
    assert_eq!(why("a = %xD800-DFFF\n", None), surrogate);
    assert_eq!(why("a = %x41.D800\n", None), surrogate);
    let none = "`%x110000` is not a code point; the greatest is %x10FFFF";
    assert_eq!(why("a = %x0-110000\n", None), none);
    assert_eq!(why("a = %x110000\n", None), none);
    // ASCII has nothing above 7F: an empty set, and a literal without a string.
    let printed = read_as("a = \"x\" / %x80-FF / %x41.E9\n", Some(Characters::Ascii));
    assert_eq!(members(&printed, &[b"x", b"\x80", b"A"]), [b"x"]);
}

/// pest reads characters, so a grammar of code points can be transcribed.
#[test]
fn code_points_are_compared_with_pest_characters() {
    let printed = "a = 1*( %xA0-D7FF / %xF900-10FFFF )\n";
    let right = r#"a = { ('\u{A0}'..'\u{D7FF}' | '\u{F900}'..'\u{10FFFF}')+ }"#;
    assert!(report(printed, None, right).is_clean());
    let report = report(printed, None, &right.replace("A0", "A1"));
    let verdict = report.production("a").unwrap().verdict.to_string();
    assert_eq!(verdict, r#"differs: only in print "\xc2\xa0""#);
}

//! What the numbers of a printed grammar stand for. The encodings are by hand, from RFC 3629,
//! section 3.

use urispec_audit::{Characters, GrammarPair, GrammarText, Languages, Notation, Printed, audit};

fn read(source: &str, characters: Option<Characters>) -> Printed {
    let reader = urispec_audit::reader(Notation::Abnf);
    let reader = match characters {
        Some(characters) => reader.characters(characters),
        None => reader,
    };
    reader.read(GrammarText { file: "c.abnf", text: source }).unwrap()
}

/// Which of the strings belong to the language of the first production.
#[track_caller]
fn members<'t>(printed: &Printed, texts: &[&'t [u8]]) -> Vec<&'t [u8]> {
    let languages = Languages::new(printed);
    let start = languages.start(&printed.productions[0].name).unwrap();
    let start = start.unwrap_or_else(|why| panic!("{why}"));
    texts.iter().filter(|text| languages.dfa().matches(start, text)).copied().collect()
}

#[test]
fn a_number_is_a_byte_or_a_code_point_or_nothing() {
    let texts: [&[u8]; 4] = [b"a", b"\xE9", "é".as_bytes(), b"\xC3"];
    for (source, characters, expected) in [
        ("a = %x61 / %xE9\n", None, &texts[..2]),
        ("a = %x61 / %xE9\n", Some(Characters::Octets), &texts[..2]),
        ("a = %x61 / %xE9\n", Some(Characters::Utf8), &[texts[0], texts[2]]),
        ("a = %x61 / %xE9\n", Some(Characters::Ascii), &texts[..1]),
        // In a range too, and in each base.
        ("a = %d97-233\n", None, &[texts[0], texts[1], texts[3]]),
        ("a = %d97-233\n", Some(Characters::Utf8), &[texts[0], texts[2]]),
        ("a = %b01100001-11101001\n", Some(Characters::Ascii), &texts[..1]),
        // A value above FF anywhere says that E9 is a code point.
        ("a = %xE9 / b\nb = %x20AC\n", None, &texts[2..3]),
    ] {
        let printed = read(source, characters);
        assert_eq!(members(&printed, &texts), expected, "{source} {characters:?}");
    }
}

#[test]
fn several_code_points_in_a_row() {
    let printed = read("a = %xE9.20AC.61\n", None);
    let texts: [&[u8]; 3] = ["é€a".as_bytes(), b"\xE9\xAC\x61", "é€A".as_bytes()];
    assert_eq!(members(&printed, &texts), &texts[..1]);
    assert_eq!((printed.characters, &printed.notes[..]), (Some(Characters::Utf8), &[][..]));
}

/// RFC 3629, 3: "The definition of UTF-8 prohibits encoding character numbers between U+D800 and
/// U+DFFF".
#[test]
fn a_range_leaves_the_surrogates_out() {
    let printed = read("a = %x80-10FFFF\n", None);
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
    // The alternatives of the encoding are not those of the document.
    assert!(printed.productions[0].alternatives().is_empty());
    let within = read("a = %xD7FF-D800 / %xDFFF-E000\n", None);
    assert_eq!(members(&within, &texts), &texts[1..3]);
}

#[test]
fn what_implies_what() {
    let implied = |source| {
        let printed = read(source, None);
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
            "c.abnf, line 2: `b`: its numbers could be octets, but those of `c`, line 3, are code \
             points; all numbers of the file are read as code points in UTF-8, unless `--characters` \
             says otherwise"
                .to_owned()
        )
    );
}

#[test]
fn what_no_characters_have_is_unreadable() {
    let why = |source, characters| {
        let printed = read(source, characters);
        printed.productions[0].term.clone().unwrap_err().why
    };
    let byte = "`%x20AC` is no byte; write the bytes of its encoding";
    assert_eq!(why("a = %x20AC\n", Some(Characters::Octets)), byte);
    assert_eq!(why("a = %x20-20AC\n", Some(Characters::Octets)), byte);
    let surrogate = "`%xD800` is a surrogate, which UTF-8 does not encode";
    assert_eq!(why("a = %xD800-DFFF\n", None), surrogate);
    assert_eq!(why("a = %x41.D800\n", None), surrogate);
    let none = "`%x110000` is no code point: the greatest is %x10FFFF";
    assert_eq!(why("a = %x0-110000\n", None), none);
    assert_eq!(why("a = %x110000\n", None), none);
    // In ASCII there is nothing above 7F: an empty set, and a literal without a string.
    let printed = read("a = \"x\" / %x80-FF / %x41.E9\n", Some(Characters::Ascii));
    assert_eq!(members(&printed, &[b"x", b"\x80", b"A"]), [b"x"]);
}

/// pest reads characters, so that a grammar of code points can be transcribed.
#[test]
fn code_points_on_both_sides() {
    let printed = GrammarText { file: "a.abnf", text: "a = 1*( %xA0-D7FF / %xF900-10FFFF )\n" };
    let right = r#"a = { ('\u{A0}'..'\u{D7FF}' | '\u{F900}'..'\u{10FFFF}')+ }"#;
    let pair = |text| {
        let pest = GrammarText { file: "a.pest", text };
        GrammarPair::read(Notation::Abnf, printed, None, pest).unwrap()
    };
    assert!(audit(&pair(right), &["a"]).unwrap().is_clean());
    let wrong = right.replace("A0", "A1");
    let report = audit(&pair(&wrong), &["a"]).unwrap();
    let verdict = report.production("a").unwrap().verdict.to_string();
    assert_eq!(verdict, r#"differs: only in print "\xc2\xa0""#);
}

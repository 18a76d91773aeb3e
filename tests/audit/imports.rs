//! Imports of other documents, assumptions, and the scopes of names.

use urispec_audit::notation::{AssumeError, Origin, PrintedError};
use urispec_audit::{
    GrammarPair, GrammarText, Languages, Notation, PairError, Printed, PrintedReader, Verdict,
    audit,
};

use crate::support::{abnf, has, text};
use crate::vectors::{hold, same};

/// Returns a reader that imports printed grammars, in this order.
#[track_caller]
fn importing(imports: &[(&str, &str)]) -> PrintedReader {
    imports.iter().fold(abnf(), |reader, (name, text)| {
        let file = format!("{name}.abnf");
        reader.import(name, Notation::Abnf, GrammarText { file: &file, text }).unwrap()
    })
}

#[test]
fn known_documents_can_be_read() {
    for document in urispec_audit::library().names() {
        // The editions have their own tests.
        let Ok(source) =
            std::fs::read_to_string(format!("crates/notation/imports/{document}.abnf"))
        else {
            assert!(std::fs::exists(format!("grammar/{document}.pest")).unwrap(), "{document}");
            continue;
        };
        let reader = match document {
            "rfc5321" => abnf().import_known("rfc5322").unwrap(),
            _ => abnf(),
        };
        let printed = reader.read(text(&source)).unwrap();
        for production in &printed.productions {
            assert!(production.term.is_ok(), "{document}: {:?}", production.term);
        }
        let languages = Languages::new(&printed);
        assert_eq!(languages.undefined(), [], "{document}");
    }
}

#[test]
fn imports_of_known_documents_have_the_listed_members() {
    hold("audit", "known", |row| {
        let reader = abnf().import_known(row.text(0)).map_err(|why| why.to_string())?;
        let printed = reader.read(text(&format!("main = {}\n", row.text(1)))).unwrap();
        let (sign, string) = row.text(2).split_at(1);
        same(has(&printed, "main", string), sign == "+")
    });
}

#[test]
fn prose_may_refer_to_a_production_of_a_known_document() {
    let printed = abnf()
        .read(text(
            "a = b \" \" c \" \" d \" \" e\n\
             b = <port, see [URI], Section 3.2.3>\n\
             c = <DIGIT, defined in RFC 5234, Appendix B.1>\n\
             d = <RFC 3986, section 3.1: scheme>\n\
             e = <language-tag, see\n  [HTTP], Section 8.5.1>\n",
        ))
        .unwrap();
    assert!(has(&printed, "a", "80 8 http de-AT") && !has(&printed, "a", "80 8 1 de-AT"));
    let notes: Vec<_> = printed.notes.iter().map(ToString::to_string).collect();
    assert_eq!(
        notes[..2],
        [
            "a.abnf, line 2: `b`: `<port, see [URI], Section 3.2.3>` refers to `port` in rfc3986",
            "a.abnf, line 3: `c`: `<DIGIT, defined in RFC 5234, Appendix B.1>` refers to `DIGIT` in rfc5234",
        ]
    );
    // RFC 9110 refers to RFC 5646 for the tag, which is noted too.
    let notes = notes.join("\n");
    assert!(notes.contains(
        "`<Language-Tag, see [RFC5646], Section 2.1>` refers to `Language-Tag` in rfc5646"
    ));
    // A known document without the production leaves an undefined name.
    let printed = abnf().read(text("a = <foo, see [URI]>\n")).unwrap();
    let languages = Languages::new(&printed);
    assert_eq!(languages.undefined(), [("rfc3986:foo".to_owned(), "a".to_owned())]);
}

/// A name in a document never refers to a production of the importing grammar.
#[test]
fn each_document_is_a_scope() {
    let one = "item = part \"1\"\npart = \"p\" DIGIT\n";
    let printed = importing(&[("one", one)])
        .read(text("list = item part\npart = \"q\"\nDIGIT = \"x\"\n"))
        .unwrap();
    assert!(has(&printed, "list", "p71q") && !has(&printed, "list", "q1q"));
    // A name that the document does not define stays undefined.
    let printed = importing(&[("one", "item = part\n")]).read(text("list = item\npart = \"q\"\n"));
    let printed = printed.unwrap();
    let why = Languages::new(&printed).start("list").unwrap().unwrap_err().to_string();
    assert_eq!(
        why,
        "list → one:item: one.abnf, line 1: `one:item` uses `one:part`, which is not defined; add a \
         reading of it, import the document that defines it (`--import`) or assume it (`--assume`)"
    );
    // RFC 7230's `Host` is a field with a port, and is found first here.
    let reader = abnf().import_known("rfc7230").unwrap().import_known("rfc3986").unwrap();
    assert!(has(&reader.read(text("a = host\n")).unwrap(), "a", "h:80"));
    let reader = abnf().import_known("rfc3986").unwrap().import_known("rfc7230").unwrap();
    assert!(!has(&reader.read(text("a = host\n")).unwrap(), "a", "h:80"));
    // The grammar's own `host` takes precedence, wherever it is defined.
    assert!(has(&reader.read(text("a = host\nHOST = \"!!\"\n")).unwrap(), "a", "!!"));
}

#[test]
fn the_first_import_wins_and_imports_the_later_ones() {
    let [one, two] = [("one", "b = c \"1\"\n"), ("two", "b = \"2\"\nc = \"c\"\n")];
    let read = |imports: &[_]| importing(imports).read(text("a = b\n")).unwrap();
    assert!(has(&read(&[one, two]), "a", "c1"));
    assert!(has(&read(&[two, one]), "a", "2"));
    let languages = Languages::new(&read(&[one]));
    assert_eq!(languages.undefined(), [("one:c".to_owned(), "one:b".to_owned())]);
    // A production keeps the name of its document, and only reachable ones are imported.
    let names = |printed: Printed| -> Vec<String> {
        printed.productions.into_iter().map(|one| one.name).collect()
    };
    assert_eq!(names(read(&[one, two])), ["a", "one:b", "two:c"]);
    assert_eq!(names(read(&[two, one])), ["a", "two:b"]);
}

#[test]
fn documents_may_refer_to_each_other() {
    let one = ("one", "b = \"(\" <c, see [two]>\n");
    let two = ("TWO", "c = \"x\" [ <b, see [ONE]> ]\n");
    let printed = importing(&[one, two]).read(text("a = b\n")).unwrap();
    assert!(has(&printed, "a", "(x(x"));
    // A tag that is not a document's name refers to the only import with the production.
    let printed = importing(&[two]).read(text("a = <c, from section 4 of [7]>\n")).unwrap();
    assert!(printed.notes[0].text.ends_with("refers to `c` in an imported grammar"));
    let why = Languages::new(&printed).start("a").unwrap().unwrap_err().to_string();
    assert!(
        why.starts_with(
            "a → TWO:c: TWO.abnf, line 1: `c` cannot be used as printed: <b, see [ONE]>"
        )
    );
    // In a case-sensitive notation, a document may have two names where ABNF has one.
    let reader = abnf().import("one", Notation::Bnf, text("B = \"x\"\nb = \"y\" B\n")).unwrap();
    assert!(has(&reader.read(text("a = <b, see [one]>\n")).unwrap(), "a", "yx"));
}

#[test]
fn an_import_keeps_its_own_characters() {
    let printed = importing(&[("one", "b = %xE9\n")]).read(text("a = b %x20AC\n")).unwrap();
    assert!(has(&printed, "a", b"\xE9\xE2\x82\xAC"));
}

#[test]
fn an_assumption_defines_an_undefined_name() {
    let source = "a = b c rfc\nc = <any CHAR except CTLs>\nrfc = <foo, see [URI]>\n";
    let printed = abnf()
        .assume("B", "1*DIGIT")
        .assume("c", "%x20-7E / d")
        .assume("rfc3986:foo", "\"!\"")
        .assume("d", "%x80-FF")
        .read(text(source))
        .unwrap();
    assert!(has(&printed, "a", "12~!") && has(&printed, "a", b"1\xFF!"));
    let assumed = printed.productions.iter().filter(|one| one.origin == Origin::Assumed);
    let assumed: Vec<_> = assumed.map(|one| &*one.text).collect();
    assert_eq!(assumed, ["c = %x20-7E / d", "B = 1*DIGIT", "rfc3986:foo = \"!\"", "d = %x80-FF"]);
}

#[test]
fn unusable_assumptions_are_refused() {
    let why = |name: &str, expression: &str| {
        let reader = abnf().import_known("rfc3986").unwrap().assume(name, expression);
        match reader.read(text("a = b host <foo, see [URI]>\n")) {
            Err(PrintedError::Assume(why)) => why,
            other => panic!("{other:?}"),
        }
    };
    for defined in ["a", "A", "DIGIT", "host", "rfc3986:host"] {
        assert_eq!(why(defined, "\"x\""), AssumeError::Defined(defined.to_owned()));
    }
    assert_eq!(
        why("c", "\"x\"").to_string(),
        "`c` is assumed, but no production uses it; remove the assumption"
    );
    assert_eq!(
        why("b", "\"x").to_string(),
        "the assumption for `b` cannot be read: the literal that begins in column 11 is not closed by \
         `\"` on its line"
    );
    assert!(why("b", "\"x\"\nc = \"y\"").to_string().ends_with("more than one right side"));
    assert!(matches!(why("b", "\"x\"\nassumed = \"y\""), AssumeError::Unreadable { .. }));
    // An assumption uses the characters of the grammar.
    let printed = abnf().assume("b", "%xE9").read(text("a = b %x20AC\n")).unwrap();
    assert!(has(&printed, "a", "é€"));
    let twice = abnf().assume("b", "\"x\"").assume("B", "\"y\"").read(text("a = b\n")).unwrap_err();
    assert_eq!(twice.to_string(), "`B` is assumed twice; remove one assumption");
}

#[test]
fn unusable_imports_are_refused() {
    let unknown = abnf().import_known("rfc1").unwrap_err().to_string();
    assert!(unknown.starts_with("unknown document `rfc1`; the known documents are rfc1630-uri, "));
    let import = |name| abnf().import(name, Notation::Abnf, text("a = \"x\"\n"));
    assert_eq!(
        import("a:b").unwrap_err().to_string(),
        "`a:b` cannot be the name of a document: it is empty or contains a colon"
    );
    assert!(import("").is_err());
    let bad = abnf().import("one", Notation::Abnf, GrammarText { file: "one.abnf", text: "%%\n" });
    let why = bad.unwrap().read(text("a = \"x\"\n")).unwrap_err().to_string();
    assert!(why.starts_with("one.abnf, line 1: not part of a production"));
}

/// Imports make the grammar's own productions decidable.
#[test]
fn imported_productions_are_not_compared() {
    let printed = "origin = scheme \"://\" host\nhost = <host, see [URI], Section 3.2.2>\n";
    let pest = r#"origin = { scheme ~ "://" ~ host } scheme = { ASCII_ALPHA+ }
                  host = { (ASCII_ALPHANUMERIC | ".")+ } DIGIT = { "0" }"#;
    let reader = abnf().import_known("rfc3986").unwrap();
    let pest = GrammarText { file: "main.pest", text: pest };
    let pair = GrammarPair::read_with(&reader, text(printed), None, pest).unwrap();
    let report = audit(&pair, &["origin"]).unwrap();
    let names: Vec<_> = report.productions.iter().map(|one| &*one.name).collect();
    assert_eq!(names, ["origin", "host"]);
    assert!(report.productions.iter().all(|one| matches!(one.verdict, Verdict::Differs { .. })));
    assert_eq!((report.unreachable.len(), report.overlaps.len()), (0, 0));
    assert_eq!(report.undefined, []);
    assert_eq!(pair.notes().len(), 2, "{:?}", pair.notes());
}

#[test]
fn readings_take_precedence_over_imports_and_assumptions() {
    let reader = abnf().import_known("rfc3986").unwrap();
    let pest = GrammarText { file: "main.pest", text: "a = { \"!\" }" };
    let readings = GrammarText { file: "r.abnf", text: "host = \"!\"\n" };
    let read = |reader: &PrintedReader, printed, readings| {
        GrammarPair::read_with(reader, text(printed), readings, pest)
    };
    let pair = read(&reader, "a = host\n", Some(readings)).unwrap();
    assert_eq!(audit(&pair, &["a"]).unwrap().production("a").unwrap().verdict, Verdict::Equal);
    let why = read(&abnf().assume("host", "\"!\""), "a = host\n", Some(readings)).unwrap_err();
    assert_eq!(why, PairError::Assume(AssumeError::Defined("host".to_owned())));
    // An assumed production is compared if there is a rule for it.
    let pair = read(&abnf().assume("b", "\"!\""), "a = b\n", None).unwrap();
    assert_eq!(audit(&pair, &["a"]).unwrap().productions.len(), 1);
    assert!(audit(&pair, &["a"]).unwrap().is_clean());
    // A production with a reading is read strictly, so that the reading makes a difference.
    let readings = GrammarText { file: "r.abnf", text: "a = \"!\"\n" };
    let pair = read(&abnf(), "a = '!'\n", Some(readings)).unwrap();
    assert!(audit(&pair, &["a"]).unwrap().is_clean() && pair.notes().is_empty());
}

/// The two documents have the same name, and each has its own `foo`.
#[test]
fn two_documents_with_the_same_name_are_two_scopes() {
    let first = GrammarText { file: "d1/x.abnf", text: "foo = \"1\" [ bar ]\n" };
    let second = GrammarText { file: "d2/x.abnf", text: "bar = \"-\" foo\nfoo = \"2\"\n" };
    let reader = abnf().import("x", Notation::Abnf, first).unwrap();
    let reader = reader.import("x", Notation::Abnf, second).unwrap();
    let printed = reader.read(text("top = foo\n")).unwrap();
    for (text, expected) in [("1", true), ("1-2", true), ("1-1", false), ("2", false)] {
        assert_eq!(has(&printed, "top", text), expected, "{text}");
    }
}

/// A number or a letter is a section only if a word such as "section" precedes it.
#[test]
fn descriptive_prose_is_not_a_reference() {
    for prose in ["<digit 0>", "<letter A>", "<digit 3.2>"] {
        let source = format!("a = {prose}\ndigit = DIGIT\nletter = ALPHA\n");
        let printed = abnf().read(text(&source)).unwrap();
        assert!(printed.production("a").unwrap().term.is_err(), "{prose}");
    }
}

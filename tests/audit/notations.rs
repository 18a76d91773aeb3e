//! Printed grammars as people write them: what is read, with which note, and what is refused.

use urispec_audit::{GrammarText, Languages, Notation, Printed};

use crate::scaled;

fn read(notation: Notation, source: &str) -> Printed {
    let text = GrammarText { file: "n.abnf", text: source };
    urispec_audit::reader(notation).read(text).unwrap()
}

fn notes(printed: &Printed) -> Vec<&str> {
    printed.notes.iter().map(|note| &*note.text).collect()
}

/// Which of the strings belong to the language of the first production, and the notes.
#[track_caller]
fn check(notation: Notation, source: &str, texts: &[&str], expected: &[&str], noted: &[&str]) {
    let printed = read(notation, source);
    let languages = Languages::new(&printed);
    let start = languages.start(&printed.productions[0].name).unwrap();
    let start = start.unwrap_or_else(|why| panic!("{source}: {why}"));
    let is_member = |text: &&&str| languages.dfa().matches(start, text.as_bytes());
    let found: Vec<_> = texts.iter().filter(is_member).copied().collect();
    assert_eq!(found, expected, "{source}");
    assert_eq!(notes(&printed), noted, "{source}");
}

const BAR: &str = "`|` stands between alternatives, where ABNF has `/`";
const ANGLE: &str = "a name stands in angle brackets, where ABNF has prose";

#[test]
fn what_is_read_with_a_note() {
    let a = |source: &str, texts: &[&str], expected: &[&str], noted: &[&str]| {
        check(Notation::Abnf, source, texts, expected, noted);
    };
    a("a = \"x\" | \"y\"\n", &["x", "y", "|"], &["x", "y"], &[BAR]);
    // One note for a production, and the place of the first.
    a("a = \"x\" | \"y\" | ( \"z\" | \"w\" )\n", &["x", "w"], &["x", "w"], &[BAR]);
    a("a ::= \"x\"\n", &["x"], &["x"], &["`::=` defines, where the notation has `=`"]);
    a("a := \"x\"\n", &["x"], &["x"], &["`:=` defines, where the notation has `=`"]);
    a(
        "a = 'x' b\nb = '\"'\n",
        &["x\"", "X\"", "x"],
        &["x\"", "X\""],
        &["a literal stands between apostrophes, where ABNF has quotes"; 2],
    );
    a(
        "a = <b> <\">\nb = \"x\"\n",
        &["x\""],
        &["x\""],
        &[ANGLE, "`<\">` is a quote, as in RFC 822"],
    );
    a("a = \"x\" <DIGIT>\n", &["x1"], &["x1"], &[ANGLE]);
    a(
        "a = \"x\" 0<b>\nb = \"y\"\n",
        &["x", "xy"],
        &["x"],
        &["`0<b>` is the empty string: none of what the prose says"],
    );
    let name = "a name holds `_`, `.` or `+`, which names of ABNF do not";
    a("a_b = c.d\nc.d = \"x\"\n", &["x"], &["x"], &[name; 2]);
    let white = "white space stands between a repetition and its element";
    a("a = 2 \"x\" * ( \"y\" )\n", &["xx", "xxyy", "x"], &["xx", "xxyy"], &[white]);
    let slash = "`/` stands between alternatives, where the BNF has `|`";
    check(Notation::Bnf, "a = \"x\" / \"y\"\n", &["x", "Y"], &["x"], &[slash]);
    // Names in angle brackets throughout, as in Algol's BNF.
    let algol = "names stand in angle brackets, as in the BNF of Algol 60";
    let sign = "`::=` defines, where the notation has `=`";
    let source = "<a> ::= <b> | <b> <a>\n<b> ::= \"x\"\n";
    check(Notation::Bnf, source, &["x", "xx", "X"], &["x", "xx"], &[algol, sign, algol, sign]);
    // Semantic Versioning 2.0.0 has names of several words.
    let words = "a name has several words, which are joined by `-`";
    let source = "<version core> ::= <digit> \".\" <digit>\n<digit> ::= \"0\" | <positive digit>\n\
                  <positive digit> ::= \"1\"\n                   | \"2\"\n";
    let noted = [algol, words, sign, algol, sign, algol, words, sign];
    check(Notation::Bnf, source, &["0.2", "0.3"], &["0.2"], &noted);
    assert_eq!(read(Notation::Bnf, source).productions[0].name, "version-core");
}

#[test]
fn what_needs_no_note() {
    let a = |source: &str, texts: &[&str], expected: &[&str]| {
        check(Notation::Abnf, source, texts, expected, &[]);
    };
    // A block that is indented, CR LF, and comments everywhere.
    a("  a = b\r\n\r\n      \"y\" ; y\r\n  ; b\r\n  b = \"x\"\r\n", &["xy", "x"], &["xy"]);
    a("a = *[ \"x\" / \"y\" ]\n", &["", "xy"], &["", "xy"]);
    // What ABNF can read is read as ABNF: no sign within a literal counts.
    a(
        "a = \"|\" / \"'\" / \"<\" / \"#\" / \"::=\"\n",
        &["|", "'", "<", "#", "::="],
        &["|", "'", "<", "#", "::="],
    );
    a("a = b\n  ; c ::= \"x\" | 'y'\nb = \"z\"\n", &["z"], &["z"]);
}

/// RFC 9110, 5.6.1.1 "Sender Requirements", and RFC 2616, 2.1.
#[test]
fn lists() {
    let ows = "`#` is a list of RFC 9110, 5.6.1: element *( OWS \",\" OWS element )";
    let texts = ["", "x", "x,x", "x , x", "x,x,x", "x,", ",x", " x", "x,,x"];
    let a = |list: &str, expected: &[&str]| {
        let source = format!("a = {list}\nOWS = *( SP / HTAB )\n");
        check(Notation::Abnf, &source, &texts, expected, &[ows]);
    };
    a("#\"x\"", &texts[..5]);
    a("1#\"x\"", &texts[1..5]);
    a("2#\"x\"", &texts[2..5]);
    a("#2\"x\"", &texts[..4]);
    a("1#2( \"x\" )", &texts[1..4]);
    a("<1>#<2>\"x\"", &texts[1..4]);
    a("3#\"x\"", &texts[4..5]);
    a("#0\"x\"", &texts[..1]);
    let lws = "`#` is a list of RFC 2616, 2.1: *LWS element *( *LWS \",\" *LWS element )";
    let expected = ["x", "x,x", "x , x", "x,x,x", " x"];
    check(Notation::Abnf, "a = 1#\"x\"\nLWS = \" \"\n", &texts, &expected, &[lws]);
    // RFC 2616, 2.2, is known: `LWS = [CRLF] 1*( SP | HT )`.
    let folded = ["x,\r\n x", "x,\r\nx"];
    check(Notation::Abnf, "a = 1#\"x\"\n", &folded, &folded[..1], &[lws]);
}

#[test]
fn what_is_refused_costs_only_itself() {
    let why = |line: &str| {
        let printed = read(Notation::Abnf, &format!("{line}\nz = \"z\"\n"));
        assert!(printed.productions.last().unwrap().term.is_ok(), "{line}");
        printed.productions[0].term.clone().unwrap_err().to_string()
    };
    let at = "n.abnf, line 1: `a` cannot be used as printed: ";
    let prose = "is prose, which says nothing to a machine; assume what it stands for (`--assume`) or \
                 give a reading";
    for (line, expected) in [
        (
            "a = { \"x\" }",
            "`{` means a repetition in some notations and a group in others; write `*( … )` or `( … )`"
                .to_owned(),
        ),
        ("a = <any CHAR except CTLs or \";\">", format!("<any CHAR except CTLs or \";\"> {prose}")),
        ("a = <any\n  CHAR but CTLs>", format!("<any CHAR but CTLs> {prose}")),
        (
            "a = <b>",
            "<b> names a production that is not defined here; import the document that defines it \
             (`--import`) or assume it (`--assume`)"
                .to_owned(),
        ),
        // A production is not itself by another document's leave.
        (
            "a = <a>",
            "<a> names a production that is not defined here; import the document that defines it \
             (`--import`) or assume it (`--assume`)"
                .to_owned(),
        ),
        (
            "a = <MatchingRuleId from Section 4.1.9 of [1]>",
            "<MatchingRuleId from Section 4.1.9 of [1]> names a production of [1], which is not \
             known; import that document (`--import 1=FILE`) or assume the production (`--assume`)"
                .to_owned(),
        ),
        ("a = \"x\" -- b", "column 9 has `-- b`, which means nothing in this notation".to_owned()),
        (
            "a = 1#( 1#( 1#( 1#( 1#b ) ) ) )",
            "lists (`#`) nest more than 4 deep".to_owned(),
        ),
        ("a = 2#1\"x\"", "`2#1` repeats at least 2 times and at most fewer".to_owned()),
    ] {
        assert_eq!(why(line), format!("{at}{expected}"), "{line}");
    }
    // Neither brackets in apostrophes nor prose of several lines hide how deep brackets nest.
    for before in ["'('", "<a\n b\">", "; don't\n ", "<\"> "] {
        let deep = format!("a = {before} | {}\"x\"{}", "(".repeat(300), ")".repeat(300));
        assert!(why(&deep).ends_with("brackets nest more than 200 deep"), "{before:?}");
    }
    let long = format!("a = <\"x> {}", "(".repeat(scaled(10_000, 100_000)));
    assert!(why(&long).ends_with("brackets nest more than 200 deep"));
    // Neither signs that nobody closes nor very many notes take long.
    for sign in ["<", "'", "1#"] {
        assert!(
            !why(&format!("a = {}", sign.repeat(scaled(60_000, 900_000) / sign.len()))).is_empty(),
            "{sign}"
        );
    }
    // Lists one beside the other do not nest.
    let lists = format!("a = {}\n", "1#( 1#\"x\" ) ".repeat(scaled(2_000, 50_000)));
    assert!(read(Notation::Abnf, &lists).productions[0].term.is_ok());
    let count = scaled(2_000, 40_000);
    let bars: String = (0..count).map(|n| format!("\n  | <b{n}, see [URI]>")).collect();
    let printed = read(Notation::Abnf, &format!("a = \"x\"{bars}\n"));
    assert_eq!(printed.notes.len(), count + 1);
    let all: String = (0..count).map(|n| format!("a{n} ::= <b> | 'x'\n")).collect();
    assert_eq!(read(Notation::Abnf, &all).productions.len(), count);
}

/// The documents of the project are read by the letter.
#[test]
fn the_letter_knows_none_of_this() {
    for source in
        ["a = \"x\" | \"y\"\n", "a = 'x'\n", "a = 0<b>\nb = \"x\"\n", "a = 1#b\nb = \"x\"\n"]
    {
        let printed = Printed::read(Notation::Abnf, "n.abnf", source).unwrap();
        assert!(printed.productions[0].term.is_err() && printed.notes.is_empty(), "{source}");
    }
    assert!(Printed::read(Notation::Abnf, "n.abnf", "a ::= \"x\"\n").is_err());
}

/// A bracket before a name is the number of its production where documents number all of them; in a grammar
/// without numbers it is a class at the end of the production before.
#[test]
fn a_class_on_a_line_of_its_own_is_no_number() {
    let w = |source: &str, texts: &[&str], expected: &[&str]| {
        check(Notation::W3c, source, texts, expected, &[]);
    };
    w("p ::= 'x'\n [01]\nq ::= 'y'\n", &["x", "x0", "x1"], &["x0", "x1"]);
    w("p ::= 'x'\n[12]\nq ::= 'y'\n", &["x", "x1"], &["x1"]);
    w("p ::= 'x' |\n [4a]\n\nq ::= 'y'\n", &["x", "4", "a"], &["x", "4", "a"]);
    w("p ::= 'x'\n [0-9a-f]\nq ::= 'y'\n", &["x", "x0"], &["x0"]);
    w("p ::= 'x'\n [0-9] q ::= 'y'\n", &["x", "x0"], &["x0"]);
    // All are numbered, and in one form.
    w("[1] p ::= 'x'\n [23] q ::= 'y'\n", &["x", "x2"], &["x"]);
    w("[7] p ::= 'x'\n [01]\n[2] q ::= 'y'\n", &["x", "x1"], &["x1"]);
    w("[1]\np ::= 'x'\n[2]\nq ::= 'y'\n", &["x", "x2"], &["x"]);
    w("[1] p ::= 'x'\n[1a] q ::= 'y'\n[2] r ::= 'z'\n", &["x", "x1"], &["x"]);
    // Nothing tells which it is.
    for (source, number, name) in [
        ("p ::= 'x'\n [12] q ::= 'y'\n", "[12]", "q"),
        ("[1] p ::= 'x'\n [23]\nq ::= 'y'\n", "[23]", "q"),
        ("[1] p ::= 'x'\n [01] q ::= 'y'\n", "[01]", "q"),
        ("[1]\np ::= 'x'\n [23] q ::= 'y'\n", "[23]", "q"),
    ] {
        let printed = read(Notation::W3c, source);
        assert_eq!(
            printed.productions[0].term.clone().unwrap_err().why,
            format!(
                "`{number}` before `{name}` may be its number, or a class at the end of `p`; write a class on the \
                 line above it, or number every production"
            ),
            "{source}"
        );
        assert!(printed.productions[1].term.is_ok(), "{source}");
    }
}

/// What stands before all productions is lost by no reader, and a comment without an end hides nothing.
#[test]
fn what_belongs_to_no_production_is_an_error() {
    let error = |notation, text| {
        let read = urispec_audit::reader(notation).read(GrammarText { file: "f", text });
        read.unwrap_err().to_string()
    };
    for text in ["foo p ::= 'x'\n", "'a' p ::= 'x'\n", "[ab]\np ::= 'x'\n"] {
        let why = error(Notation::W3c, text);
        assert!(why.starts_with("f, line 1: neither a production nor a part of one"), "{why}");
    }
    for (notation, text) in [
        (Notation::W3c, "p ::= 'x'\n/* c */ /* c\nq ::= 'y'\n"),
        (Notation::Iso14977, "p = 'x' ;\n(* (* c *)\nq = 'y' ;\n"),
    ] {
        assert_eq!(
            error(notation, text),
            "f, line 2: the comment that begins here is not closed; close it, or quote its sign"
        );
    }
}

//! Grammars in EBNF with manually derived members.

use super::{Notation, Printed, ReadError};
use crate::languages::partial::{Languages, Replaced};
use crate::{GrammarText, PrintedReader};

/// Productions of XML 1.0, fifth edition.
const XML: &str = r#"
[2]   	Char	   ::=   	#x9 | #xA | #xD | [#x20-#xD7FF] | [#xE000-#xFFFD] | [#x10000-#x10FFFF]	/* any Unicode character, excluding the surrogate blocks, FFFE, and FFFF. */
[3]   	S	   ::=   	(#x20 | #x9 | #xD | #xA)+
[4]   	NameStartChar	   ::=   	":" | [A-Z] | "_" | [a-z] | [#xC0-#xD6] | [#xD8-#xF6] | [#xF8-#x2FF] | [#x370-#x37D] |
				[#x37F-#x1FFF] | [#x200C-#x200D] | [#x2070-#x218F] | [#x2C00-#x2FEF] |
				[#x3001-#xD7FF] | [#xF900-#xFDCF] | [#xFDF0-#xFFFD] | [#x10000-#xEFFFF]
[4a]   	NameChar	   ::=   	NameStartChar | "-" | "." | [0-9] | #xB7 | [#x0300-#x036F] | [#x203F-#x2040]
[5]   	Name	   ::=   	NameStartChar (NameChar)*
[13]   	PubidChar	   ::=   	#x20 | #xD | #xA | [a-zA-Z0-9] | [-'()+,./:=?;!*#@$_%]
[14]   	CharData	   ::=   	[^<&]* - ([^<&]* ']]>' [^<&]*)
[15]   	Comment	   ::=   	'<!--' ((Char - '-') | ('-' (Char - '-')))* '-->'
[16]   	PI	   ::=   	'<?' PITarget (S (Char* - (Char* '?>' Char*)))? '?>'
[17]   	PITarget	   ::=   	Name - (('X' | 'x') ('M' | 'm') ('L' | 'l'))
[43]    content  ::= CharData? [ WFC: Don't care ]
"#;

fn read(notation: Notation, text: &str) -> Printed {
    Printed::read(notation, "a.ebnf", text).unwrap()
}

#[track_caller]
fn has(languages: &Languages, name: &str, members: &[&str], others: &[&str]) {
    let start = languages.start(name).unwrap().unwrap();
    for (texts, wanted) in [(members, true), (others, false)] {
        for text in texts {
            let found = languages.dfa().matches(start, text.as_bytes());
            assert_eq!(found, wanted, "{name}: {text:?}");
        }
    }
}

/// A production ends at the number of the next one, but not at a literal or a class that begins with a digit.
#[test]
fn production_numbers_end_productions() {
    let text =
        "a ::= \"1\"\nb ::= [0-9]\nc ::= [1]\n  /* no */ [12] d ::= 'x' [13]\n[14] e ::= '2'\n";
    let printed = read(Notation::W3c, text);
    let names: Vec<&str> = printed.productions.iter().map(|one| &*one.name).collect();
    assert_eq!(names, ["a", "b", "c", "d", "e"]);
    let languages = Languages::new(&printed);
    has(&languages, "a", &["1"], &["", "a"]);
    has(&languages, "b", &["0", "9"], &["", "-"]);
    has(&languages, "c", &["1"], &["", "12"]);
    has(&languages, "d", &["x1", "x3"], &["x", "x13"]);
    has(&languages, "e", &["2"], &["14"]);
}

#[test]
fn xml_productions_have_their_members() {
    let printed = read(Notation::W3c, XML);
    let names: Vec<_> = printed.productions.iter().map(|one| &*one.name).collect();
    let wanted =
        "Char S NameStartChar NameChar Name PubidChar CharData Comment PI PITarget content";
    assert_eq!(names.join(" "), wanted);
    assert_eq!(printed.productions[4].text, "[5]   \tName\t   ::=   \tNameStartChar (NameChar)*");
    assert_eq!((printed.productions[0].line, printed.productions[4].line), (2, 8));
    let all = Languages::new(&printed);
    has(&all, "Char", &["\t", "a", "é", "\u{FFFD}", "\u{10FFFF}"], &["", "\0", "\u{FFFE}", "ab"]);
    has(
        &all,
        "NameStartChar",
        &[":", "_", "A", "z", "À", "\u{37F}", "\u{EFFFF}"],
        &["-", "0", "×", "÷", "\u{37E}", "\u{F0000}"],
    );
    has(&all, "Name", &["a", "xml:lang", "élan", "a-b.c·d", "_1"], &["", "1a", "-a", "a b", "a×"]);
    has(&all, "PubidChar", &["-", "'", "%", "#", "\r", "Z"], &["\t", "\"", "&", "]"]);
    has(
        &all,
        "CharData",
        &["", "a", "]]", "]>", "]]]", "é\n"],
        &["<", "&", "]]>", "a]]>b", "]]]>"],
    );
    has(
        &all,
        "Comment",
        &["<!---->", "<!-- a-b -->", "<!--é-->"],
        &["<!--->", "<!-- -- -->", "<!-- a--->", "<!--"],
    );
    has(&all, "PITarget", &["xmls", "xm", "a", "axml"], &["xml", "XmL", "", "1"]);
    has(
        &all,
        "PI",
        &["<?a?>", "<?a b?>", "<?a ??>", "<?a ?b?>"],
        &["<?xml?>", "<?a?>?>", "<?a ?>?>"],
    );
    let notes: Vec<_> = printed.notes.iter().map(|note| (note.line, &*note.text)).collect();
    assert_eq!(
        notes,
        [
            (10, "`[^…]` is any other `Char`, as in XML 1.0, section 6"),
            (14, "a constraint in brackets, `[ wfc: … ]`, is ignored"),
        ]
    );
}

/// Productions as in SPARQL 1.1, without a `Char`.
#[test]
fn sparql_productions_have_their_members() {
    let text = "IRIREF ::= '<' ([^<>\"{}|^`\\]-[#x00-#x20])* '>'\n\
                ECHAR ::= '\\' [tbnrf\\\"']\n\
                STRING ::= \"'\" ( ([^#x27#x5C#xA#xD]) | ECHAR )* \"'\"\n\
                VAR::='?'PN PN::=[A-Z]+ /* joined ::= in one line */\n";
    let printed = read(Notation::W3c, text);
    let all = Languages::new(&printed);
    has(&all, "IRIREF", &["<>", "<a:é>", "<\u{10FFFF}>"], &["<a b>", "<\\>", "<<>", "<\0>", "<"]);
    has(&all, "ECHAR", &["\\t", "\\\\", "\\\"", "\\'"], &["\\", "\\x", "t"]);
    has(&all, "STRING", &["''", "'a\\'b'"], &["'", "'''", "'\\'", "'\n'"]);
    has(&all, "VAR", &["?A", "?AB"], &["?", "A"]);
}

const ISO: &str = "(* ISO/IEC 14977 in small (* nested *) ; no end *)\n\
    letter = 'a' | \"b\" ; digit = '0' | '1' (* a . *) | '2';\n\
    identifier = letter, { letter | digit | '_' } ;\n\
    two  letters = 2 * letter .\n\
    integer = [ '-' ], { digit }- ;\n\
    consonant = letter - 'a' ;\n\
    not ending = { letter } - ( { letter }, 'b' ) ;\n\
    empty = ;\n\
    either = ( 'x', ) | ; \n\
    odd = ? any character ? ;\n\
    other = (: 'a' / 'b' :), (/ 'c' ! 'd' /) ;\n\
    quoted = \"'\", ';', '.', '(*' ;\n";

#[test]
fn iso_14977_productions_have_their_members() {
    let printed = read(Notation::Iso14977, ISO);
    let names: Vec<_> = printed.productions.iter().map(|one| &*one.name).collect();
    let wanted = "letter digit identifier two-letters integer consonant not-ending empty either odd other quoted";
    assert_eq!(names.join(" "), wanted);
    assert_eq!((printed.productions[1].line, printed.productions[2].line), (2, 3));
    let all = Languages::new(&printed);
    has(&all, "identifier", &["a", "ab0_", "b2"], &["", "0", "_a", "A"]);
    has(&all, "two-letters", &["ab", "aa"], &["a", "aba"]);
    has(&all, "integer", &["0", "-12"], &["", "-", "--1"]);
    has(&all, "consonant", &["b"], &["a", ""]);
    has(&all, "not-ending", &["", "a", "ba", "bba"], &["b", "ab", "c"]);
    has(&all, "empty", &[""], &["a"]);
    has(&all, "either", &["", "x"], &["y"]);
    has(&all, "other", &["", "c", "abd"], &["cd", "ca"]);
    has(&all, "quoted", &["';.(*"], &["'"]);
    let why = all.start("odd").unwrap().unwrap_err().to_string();
    assert!(
        why.starts_with("a.ebnf, line 10: `odd` cannot be used as printed: `? any character ?`")
    );
}

#[test]
fn differences_agree_with_a_plain_predicate() {
    let text = "a ::= ('x' | 'y')* - (e 'y')\ne ::= ('x' 'x' | 'y')*\n\
                b ::= (a - 'x'*) 'z'? c ::= (b - 'z') - (b - 'yxz') d ::= e - e\n";
    let all = Languages::new(&read(Notation::W3c, text));
    let (mut words, mut at) = (vec![String::new()], 0);
    while at < words.len() && words[at].len() < 6 {
        for letter in ["x", "y", "z"] {
            words.push(format!("{}{letter}", words[at]));
        }
        at += 1;
    }
    let e = |text: &str| !text.replace("xx", "y").contains(['x', 'z']);
    let a = |text: &str| !text.contains('z') && !text.strip_suffix('y').is_some_and(e);
    let difference = |text: &str| a(text) && text.contains('y');
    let b = |text: &str| difference(text) || text.strip_suffix('z').is_some_and(difference);
    for word in &words {
        let found =
            |name: &str| all.dfa().matches(all.start(name).unwrap().unwrap(), word.as_bytes());
        assert_eq!((found("e"), found("a"), found("b")), (e(word), a(word), b(word)), "{word}");
        assert_eq!((found("c"), found("d")), (word == "yxz" && b("yxz"), false), "{word}");
    }
}

/// Braces are not of the notation. Each grammar derives the first strings, not the second ones, and has a note.
#[test]
fn braces_are_repetitions_with_a_note() {
    /// The notation, the grammar, strings that it has and that it lacks, and a part of the note.
    type Case =
        (Notation, &'static str, &'static [&'static str], &'static [&'static str], &'static str);
    let cases: [Case; 9] = [
        (Notation::W3c, "a ::= 'x' { ',' 'x' }", &["x", "x,x,x"], &["", "x,"], "is a repetition"),
        (Notation::W3c, "a ::= {'x'} 'y'", &["y", "xxy"], &["x"], "is a repetition"),
        (Notation::W3c, "a ::= { 'x' | 'y' {'z'} }", &["", "xyzzx"], &["z"], "is a repetition"),
        (Notation::W3c, "a ::= {'x'}+", &["x", "xx"], &[""], "is a group"),
        (Notation::W3c, "a ::= {'x'}*", &["", "xx"], &["y"], "is a group"),
        (
            Notation::W3c,
            "a ::= 'x'{2,3} 'y'{2} 'z'{1,}",
            &["xxyyz", "xxxyyzz"],
            &["xyyz", "xxyy"],
            "number",
        ),
        (
            Notation::Bnf,
            "<a> ::= \"x\" { \",\" \"x\" }",
            &["x", "x,x,x"],
            &["", "x,"],
            "is a repetition",
        ),
        (
            Notation::Bnf,
            "a ::= {\"x\" | {\"y\"} \"z\"} \"w\"",
            &["w", "xyyzw"],
            &["y"],
            "is a repetition",
        ),
        (Notation::Abnf, "a ::= { %s\"x\" }", &["", "xx"], &["y"], "is a repetition"),
    ];
    for (notation, text, has, lacks, note) in cases {
        let source = GrammarText { file: "f", text };
        let printed = PrintedReader::new(notation).read(source).unwrap();
        let all = Languages::new(&printed);
        let start = all.start("a").unwrap().unwrap_or_else(|why| panic!("{text}: {why}"));
        let accepts = |text: &&&str| all.dfa().matches(start, text.as_bytes());
        assert_eq!(has.iter().find(|text| !accepts(text)), None, "{text}");
        assert_eq!(lacks.iter().find(accepts), None, "{text}");
        assert!(printed.notes.iter().any(|one| one.to_string().contains(note)), "{text}");
    }
    for text in [
        "a ::= 'x' @y 'z'",
        "a ::= 'x'{3,2}",
        "a ::= 'x'{99999999999}",
        "a ::= { 'x'",
        "a ::= 'x' }",
    ] {
        let all = Languages::new(&read(Notation::W3c, text));
        assert!(all.start("a").unwrap().is_err(), "{text}");
    }
    let deep = format!("a ::= {}\"x\"{}", "{".repeat(9_999), "}".repeat(9_999));
    for notation in [Notation::W3c, Notation::Bnf, Notation::Abnf] {
        let source = GrammarText { file: "f", text: &deep };
        let all = Languages::new(&PrintedReader::new(notation).read(source).unwrap());
        let why = all.start("a").unwrap().unwrap_err().to_string();
        assert!(why.contains("nest more than 200 deep"), "{why}");
    }
}

#[test]
fn what_is_ignored_or_easily_misread_has_a_note() {
    for (text, note) in [
        ("a ::= 'x'\n@terminals\nb ::= 'y'", "the directive `@terminals` is ignored"),
        ("a ::= 'x'\n@pass: [ ]+\n", "the directive `@pass: [ ]+` is ignored"),
        (r"a ::= [\-x]", "`\\` in a class"),
        ("a ::= ['0'-'9']", "`'` in a class"),
        (r"a ::= [a-z\.]", "`\\` in a class"),
        ("a ::= [\"x\"-\"z\"]", "`\"` in a class"),
    ] {
        let printed =
            PrintedReader::new(Notation::W3c).read(GrammarText { file: "f", text }).unwrap();
        assert!(
            printed.notes.iter().any(|one| one.to_string().contains(note)),
            "{text}: {:?}",
            printed.notes
        );
        assert!(printed.productions.iter().all(|one| one.term.is_ok()), "{text}");
    }
}

#[test]
fn undecidable_productions_give_the_reason() {
    for (text, why) in [
        ("a ::= 'x' (a - 'y')?", "`a` recurses"),
        ("a ::= 'x' - a", "`a` is left-recursive"),
        ("a ::= b - 'y' b ::= '(' b ')' | 'x'", "`b` recurses"),
        ("a ::= 'x' - gone", "`gone`, which is not defined"),
        ("a ::= [z-a]", "is empty"),
        ("a ::= [#xD800-#xDFFF]", "is a surrogate"),
        ("a ::= #x110000", "is not a code point"),
        ("a ::= 'x", "unexpected `"),
        ("a ::= ", "too early"),
    ] {
        let all = Languages::new(&read(Notation::W3c, text));
        let found = all.start("a").unwrap().unwrap_err().to_string();
        assert!(found.contains(why), "{text}: {found}");
    }
    let deep = format!("a ::= {}'x'{}", "(".repeat(9_999), ")".repeat(9_999));
    let all = Languages::new(&read(Notation::W3c, &deep));
    assert!(all.start("a").unwrap().unwrap_err().to_string().contains("nest more than 200 deep"));
}

/// A chain of differences, each nested in the next.
#[test]
fn a_chain_of_differences_does_not_overflow() {
    let mut text = "p0 ::= [a-z]*\n".to_owned();
    for at in 1..10_000 {
        text += &format!("p{at} ::= p{} - 'x{at}'\n", at - 1);
    }
    let printed = read(Notation::W3c, &text);
    let alone = |name: &str| {
        let all = Languages::of_some(&printed, &Replaced::default(), |one| one == name);
        all.start(name).unwrap().is_ok()
    };
    // Callees are built first, so each production needs only one more step.
    assert!(Languages::new(&printed).start("p9999").unwrap().is_ok());
    assert!(alone("p50") && !alone("p9999"));
}

#[test]
fn other_texts_are_refused_in_linear_time() {
    for notation in [Notation::W3c, Notation::Iso14977] {
        let read = |text: &str| Printed::read(notation, "a.ebnf", text);
        assert!(matches!(read(""), Err(ReadError::Empty { .. })));
        assert!(read("(* a *)/* b").is_err());
        for piece in
            ["\n", "'", "/*", "(*", "a", "[", "?", "=", "::=", ";", "a::=", "a=;", "é", "- "]
        {
            let _ = read(&piece.repeat(300_000 / piece.len()));
        }
    }
}

//! What looks like a production and is none is left out, and the reason is true.

use urispec_audit::DocumentKind;

use super::{left_out, names, read, rfc};

/// Per document: line, number of candidates, reason, as the documents have them.
const LEFT_OUT: [(u32, &[&str]); 10] = [
    // `type=d> but you can probably pick it up from …`, in the middle of a paragraph.
    (1738, &["1223 1 prose"]),
    // The table of 5.1. Of its left sides, `g` alone is a name.
    (1808, &["640 1 row"]),
    (2141, &[]),
    // `result = ""` of 5.2; `scheme = $2` and so on of Appendix B; `g` of the table in C.1.
    (2396, &["1190 1 program", "1613 5 unreadable", "1642 1 row"]),
    // The pseudocode of 5.2.2: 17 assignments; that of 5.3; Appendix B.
    (3986, &["1744 17 statement", "1916 1 program", "2833 5 unreadable"]),
    (3987, &[]),
    // 2.2: `name = elements crlf`. 2.3: `b`, `d`, `x`; `CRLF`, `command`, `rulename` four times. 3.1: `foo`,
    // `bar`, `mumble`. 3.3: `oldrule` and four times `ruleset`. 3.4: `DIGIT` in full, `char-line`.
    (
        5234,
        &[
            "179 1 example",
            "205 3 words",
            "235 6 example",
            "309 3 example",
            "370 5 words",
            "409 2 example",
        ],
    ),
    // `caf=C3=A9` and `caf=E9`, the bodies of messages.
    (6068, &["598 1 unreadable", "610 1 words"]),
    (6874, &[]),
    (8141, &[]),
];

#[test]
fn what_the_ten_texts_have_beside_productions_is_left_out_with_its_reason() {
    for (number, wanted) in LEFT_OUT {
        let Some(document) = rfc(number) else { continue };
        assert_eq!(left_out(&document), wanted, "RFC {number}");
    }
}

#[track_caller]
fn holds(text: &str, productions: &[&str], reasons: &[&str]) {
    let document = read(DocumentKind::Text, text);
    assert_eq!(
        (&names(&document)[..], &left_out(&document)[..]),
        (productions, &owned(reasons)[..])
    );
}

fn owned(texts: &[&str]) -> Vec<String> {
    texts.iter().map(|&text| text.to_owned()).collect()
}

#[test]
fn a_sentence_with_a_sign_is_no_production() {
    holds("   We write\n   x = y for this.\n   a = b\n", &[], &["2 1 prose", "3 1 words"]);
    holds("   length = the number of octets.\n", &[], &["1 1 unreadable"]);
    holds("   ratio = width / height\n", &[], &["1 1 words"]);
}

#[test]
fn a_list_of_examples_is_no_grammar() {
    holds("   g    = <x>\n   ./g  = <y>\n", &[], &["1 1 row"]);
}

#[test]
fn a_program_is_no_grammar() {
    holds("   a = \"\"\n\n   if (b) then\n      c = \"x\"\n   endif\n", &[], &["1 2 program"]);
    holds("   a = b(c);\n   d = e;\n", &[], &["1 2 statement"]);
    // What begins with a word of programs in prose is no program.
    holds("   a = \"x\"\n\n   if the client wants it, a server\n   sends it.\n", &["a"], &[]);
}

#[test]
fn a_misprint_beside_productions_is_one() {
    holds("   a = \"x\" b\n   b = / c\n   c = \"y\"\n", &["a", "b", "c"], &[]);
    holds("   <a> ::= octets 1-32 (hex)\n", &["a"], &[]);
    holds("   a = / b\n", &[], &["1 1 unreadable"]);
}

#[test]
fn prose_in_angle_brackets_is_a_production() {
    holds("   token = <any CHAR except CTLs>\n", &["token"], &[]);
}

#[test]
fn what_may_go_on_below_an_empty_line_is_noted() {
    let document = read(
        DocumentKind::Text,
        "   a = \"x\"\n\n       \"y\"\n\n   b = \"z\"\n\n       as in this.\n",
    );
    let notes: Vec<String> = document.notes.iter().map(ToString::to_string).collect();
    assert_eq!(
        notes,
        [
            "document, line 1: `a`: line 3, below an empty line, could be a part of it, and is not taken for one"
        ]
    );
    // What begins with an operator is no sentence: `a ::= b - 'x'` is printed over three lines here.
    let document =
        read(DocumentKind::Text, "   [1] a ::= b\n\n       -\n\n       'x'\n   [2] b ::= 'y'\n");
    let notes: Vec<String> = document.notes.iter().map(ToString::to_string).collect();
    assert!(
        notes[0].starts_with("document, line 1: `a`: line 3, below an empty line"),
        "{notes:?}"
    );
    // In a block that is a grammar, it is a part.
    let document = read(DocumentKind::Markdown, "```abnf\na = \"x\"\n\n    \"y\"\n```\n");
    assert_eq!(document.productions[0].place.text, "a = \"x\"\n    \"y\"");
}

#[test]
fn what_is_added_in_a_section_is_not_added_to_the_collected_production_again() {
    let document = read(
        DocumentKind::Text,
        "1.  A\n\n   a = \"x\"\n\n   a =/ \"y\"\n\nA.  Collected ABNF\n\n   a = \"x\" / \"y\"\n   b = a\n",
    );
    assert_eq!(names(&document), ["a", "b"]);
    let again = &document.productions[0].again;
    assert_eq!(again.iter().map(|one| one.place.line).collect::<Vec<_>>(), [3, 5]);
}

#[test]
fn what_stands_among_productions_is_one_whatever_its_words_are() {
    holds("3.  Loc\n\n   Location = URI-reference\n   Age = 1*DIGIT\n", &["Location", "Age"], &[]);
    // Prose divides them.
    holds("   Age = 1*DIGIT\n\nWe say\n\n   ratio = width / height\n", &["Age"], &["5 1 words"]);
}

#[test]
fn a_grammar_alone_has_productions_alone() {
    let document =
        read(DocumentKind::Grammar, "; RFC 7231\nFrom = mailbox\n\nempty = 0pchar\nstray\n");
    assert_eq!(names(&document), ["From", "empty"]);
    assert_eq!(left_out(&document), ["5 1 stray"]);
}

/// RFC 5234, 4: `defined-as = *c-wsp ("=" / "=/") *c-wsp`, and `c-wsp` may be a line end.
#[test]
fn the_sign_may_stand_below_the_name() {
    let text =
        "1.  A\n\n   foo\n      = \"a\"\n      / \"z\"\n\n   <b c>\n      ::= foo\n   bar = foo\n";
    let document = read(DocumentKind::Text, text);
    assert_eq!(names(&document), ["foo", "b-c", "bar"]);
    assert_eq!(document.productions[0].place.text, "foo\n   = \"a\"\n   / \"z\"");
    let printed = document.printed(&urispec_audit::reader(document.notation)).unwrap();
    assert!(printed.productions.iter().all(|one| one.term.is_ok()));
    assert_eq!(printed.production("foo").unwrap().line, 3);
    holds("   Title\n   =====\n\n   a = \"x\"\n", &["a"], &[]);
}

#[test]
fn a_no_break_space_is_a_space_and_noted() {
    let text = "1.\u{a0}A\n\n\u{a0}\u{a0}a\u{a0}= \"x\"\n\u{a0}\u{a0}b = a\n\nc\u{a0}d\n";
    let document = read(DocumentKind::Text, text);
    assert_eq!(names(&document), ["a", "b"]);
    let notes: Vec<String> = document.notes.iter().map(ToString::to_string).collect();
    assert_eq!(
        notes,
        [
            "document, section 1, line 3: `a`: no-break spaces (U+00A0) are read as spaces; so on 2 lines of \
          productions"
        ]
    );
    let html = read(DocumentKind::Html, "<pre>foo&nbsp;&nbsp;= \"a\"</pre>");
    assert_eq!(html.productions[0].place.text, "foo  = \"a\"");
}

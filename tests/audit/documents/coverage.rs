//! What a document prints is in its grammar, or is named: nothing is lost without a word.

use urispec_audit::{
    DocumentKind, Extracted, GrammarText, LeftOutReason, Notation, Sameness, Selection,
};

use super::{has, left_out, names, notes, placed, read};

fn read_as(kind: DocumentKind, notation: Notation, text: &str) -> Extracted {
    Extracted::read_as(kind, Some(notation), GrammarText { file: "document", text }).unwrap()
}

const FIVE: &str = "kind  = \"get\" / \"put\"\nmsg   = kind SP value\nvalue = 1*char\nchar  = ALPHA / digit\ndigit = %x30-39\n";

/// The lines, each behind blanks.
fn behind(blanks: usize, text: &str) -> String {
    text.lines().map(|line| format!("{:blanks$}{line}\n", "")).collect()
}

#[test]
fn what_another_section_adds_is_added() {
    let text = format!("1.  Grammar\n\n{}\n2.  Extension\n\n   kind =/ \"del\"\n", behind(3, FIVE));
    let markdown = format!(
        "# 1. Grammar\n\n```abnf\n{FIVE}```\n\n## 2. Extension\n\n```\nkind =/ \"del\"\n```\n"
    );
    let html = format!(
        "<h2>1. Grammar</h2><pre>\n{FIVE}</pre><h2>2. Extension</h2><pre>\nkind =/ \"del\"\n</pre>"
    );
    let xml = format!(
        "<rfc><middle><section><name>Grammar</name><sourcecode type=\"abnf\">\n{FIVE}</sourcecode></section>\n\
         <section><name>Extension</name><artwork>\nkind =/ \"del\"\n</artwork></section></middle></rfc>"
    );
    for (kind, text) in [
        (DocumentKind::Text, &text),
        (DocumentKind::Markdown, &markdown),
        (DocumentKind::Html, &html),
        (DocumentKind::Xml, &xml),
    ] {
        let document = read(kind, text);
        assert_eq!(names(&document), ["kind", "msg", "value", "char", "digit", "kind"], "{kind}");
        has(&document, "msg", &["get a", "del 1"], &["del", "got 1"]);
        // The name is printed once: no section collects what others print.
        assert_eq!(document.collected, [], "{kind}");
        let [note] = &notes(&document)[..] else { panic!("{kind}: {:?}", notes(&document)) };
        let wanted = format!(
            "document, section 2, line {}: `kind`: `=/` adds to the production of section 1, line {}",
            document.productions[5].place.line, document.productions[0].place.line
        );
        assert_eq!(note, &wanted, "{kind}");
    }
}

/// A document whose collected grammar has these productions, with increments in sections before and after it.
fn collected(before: &str, collected: &str, after: &str) -> Extracted {
    let text = format!(
        "1.  Before\n\n{}\nA.  Collected ABNF\n\n{}\nB.  After\n\n{}",
        behind(3, before),
        behind(3, collected),
        behind(3, after)
    );
    read(DocumentKind::Text, &text)
}

#[test]
fn what_the_collected_grammar_includes_is_not_added_again() {
    for (grammar, increment) in [
        // Term by term, and in another order.
        ("a = \"x\" / b\nb = \"y\"\n", "a =/ \"y\" / b\n"),
        ("a = \"x\" / b / \"y\"\nb = \"y\"\n", "a =/ b / \"y\"\n"),
        // Whatever the names stand for, though the production nests and has no automaton.
        ("a = \"(\" a \")\" / \"x\"\nb = \"y\"\n", "a =/ \"x\"\n"),
        ("a = *( a b )\nb = \"y\"\n", "a =/ a b\n"),
        // By what the names stand for.
        ("a = digit\nb = \"y\"\ndigit = %x30-39\n", "a =/ %x31 / \"7\"\n"),
    ] {
        for document in [collected(increment, grammar, ""), collected("", grammar, increment)] {
            let all = names(&document);
            assert_eq!(all.iter().filter(|name| **name == "a").count(), 1, "{increment}");
            let [again] = &document.productions[0].again[..] else { panic!("{increment}") };
            assert!(again.place.is_increment && again.sameness == Sameness::Language);
            assert_eq!(notes(&document), [""; 0], "{increment}");
        }
    }
}

#[test]
fn what_the_collected_grammar_does_not_include_is_added_and_noted() {
    let grammar = "a = \"x\" / b\nb = \"y\"\nc = \"(\" [ c ] \")\"\n";
    let after = collected("", grammar, "a =/ \"z\" / \"x\"\na =/ %x30 b\nc =/ \"[\" [ c ] \"]\"\n");
    assert_eq!(placed(&after), ["a A 6", "b A 7", "c A 8", "a B 12", "a B 13", "c B 14"]);
    has(&after, "a", &["x", "y", "z", "0y"], &["0", "w"]);
    assert_eq!(
        notes(&after),
        [
            "document, section B, line 12: `a`: `=/` adds to the production of section A, line 6",
            "document, section B, line 13: `a`: `=/` adds to the production of section A, line 6",
            "document, section B, line 14: `c`: `=/` adds to the production of section A, line 8",
        ]
    );
    // Above the collected grammar.
    let before = collected("a =/ \"z\"\n", grammar, "");
    assert_eq!(placed(&before), ["a 1 3", "a A 7", "b A 8", "c A 9"]);
    has(&before, "a", &["x", "y", "z"], &["w"]);
    // A file of it is read in the same way, and says so.
    let printed = urispec_audit::reader(Notation::Abnf)
        .read(GrammarText { file: "f", text: &before.grammar(&Selection::All) })
        .unwrap();
    assert_eq!(
        printed.notes.iter().map(ToString::to_string).collect::<Vec<_>>(),
        ["f, line 2: `a`: `=/` stands above the production that it adds to"]
    );
}

#[test]
fn what_adds_to_a_definition_that_is_replaced_goes_with_it() {
    let text = "1.  A\n\n   a = \"x\"\n   a =/ \"y\"\n\n2.  B\n\n   a = \"z\"\n\n3.  C\n\n   a =/ \"w\"\n   b = a\n";
    let document = read(DocumentKind::Text, text);
    assert_eq!(placed(&document), ["a 2 8", "a 3 12", "b 3 13"]);
    has(&document, "b", &["z", "w"], &["x", "y"]);
    let lines: Vec<usize> =
        document.productions[0].again.iter().map(|one| one.place.line).collect();
    assert_eq!(lines, [3, 4]);
    assert!(
        notes(&document).contains(
            &"document, section 1, line 4: `a`: `=/` adds to the production of line 3, and goes with it"
                .to_owned()
        ),
        "{:?}",
        notes(&document)
    );
    // Where the other definition says the same, it is a part.
    let document = read(DocumentKind::Text, &text.replace("\"z\"", "%x58 / %x78"));
    has(&document, "b", &["x", "y", "w"], &["z"]);
}

#[test]
fn what_adds_to_nothing_is_no_production() {
    let document = read(DocumentKind::Text, "1.  A\n\n   a =/ \"x\"\n   b = \"y\" a\n");
    let printed = document.printed(&urispec_audit::reader(document.notation)).unwrap();
    assert_eq!(
        printed.production("a").unwrap().term.clone().unwrap_err().to_string(),
        "document, section 1, line 3: `a` cannot be used as printed: `=/` adds to a production, and none of this \
         name is defined before"
    );
}

#[test]
fn a_section_has_what_it_adds_though_the_collected_grammar_includes_it() {
    let document = collected("a = \"x\"\na =/ \"y\"\n", "a = \"x\" / \"y\"\nb = a\n", "");
    assert_eq!(document.grammar(&Selection::All), "; A, line 8\na = \"x\" / \"y\"\nb = a\n");
    assert_eq!(document.grammar(&Selection::Scattered), "; 1, line 3\na = \"x\"\na =/ \"y\"\n");
}

/// A page ends and the next one begins.
const PAGE: &str = "\n\n\nNobody                      Experimental                        [Page 1]\n\u{c}\n\
                    RFC 9999                     Whole Things                      May 2000\n\n\n";

/// RFC 5234, 3.1: "the continuation lines are indented" deeper than the name, whatever their column.
#[test]
fn over_the_end_of_a_page_a_deeper_line_goes_on() {
    for (line, is_part) in [
        ("     name", true),
        ("     \"#\" 1*DIGIT", true),
        ("     / \"#\" name", true),
        ("     ( name / \"#\" ) ; a comment, too", true),
        // A name that nothing here defines, below the line before the end of the page.
        ("         \"#\" [ other ]", true),
        // Sentences.
        ("     The name is a string of letters.", false),
        ("     See [1] and the name.", false),
    ] {
        let text = format!(
            "1.  A\n\n   whole = name\n         \":\" name{PAGE}{line}\n\n   name = 1*ALPHA\n"
        );
        let document = read(DocumentKind::Text, &text);
        assert_eq!(names(&document), ["whole", "name"], "{line}");
        let printed = &document.productions[0].place.text;
        assert_eq!(printed.ends_with(line.trim_start()), is_part, "{line}: {printed}");
        assert_eq!(document.left_out, [], "{line}");
    }
}

#[test]
fn what_may_be_a_part_is_named() {
    // Nothing tells what the names are.
    for line in ["\"#\" [ other ]", "see the name"] {
        let text = format!("1.  A\n\n   whole = name{PAGE}     {line}\n\n   name = 1*ALPHA\n");
        let document = read(DocumentKind::Text, &text);
        assert_eq!(left_out(&document), ["11 1 apart"]);
        let reason = LeftOutReason::Apart { production: "whole".to_owned() };
        assert_eq!(document.left_out[0].reason, reason);
        assert_eq!(notes(&document).len(), 1);
    }
    // Below an empty line, left of the right side, and over several empty lines.
    let text = "1.  A\n\n   digit = \"|\" / ( case )\n\n     [ \"-\"\n     /\n\n     case ]\n\n   case = \"c\"\n";
    let document = read(DocumentKind::Text, text);
    assert_eq!(left_out(&document), ["5 3 apart"]);
    assert_eq!(document.productions[0].place.text, "digit = \"|\" / ( case )");
}

#[test]
fn in_a_block_of_code_every_line_below_a_production_is_named() {
    let text = "# A\n\n```\nb1\n     = DIGIT /\n     for\n\n     DIGIT of it.\n\n  1b = \"x\"\n  / b1\n\nText\n```\n";
    let document = read(DocumentKind::Markdown, text);
    assert_eq!(document.productions[0].place.text, "b1\n     = DIGIT /\n     for");
    assert_eq!(left_out(&document), ["8 1 stray", "10 2 stray"]);
    // A line that looks like a production whose name is none, beside one.
    let text = "1.  A\n\n   a = \"x\"\n\n   1b = \"y\"\n\n   c = a\n\n   1d e = \"y\"\n";
    assert_eq!(left_out(&read(DocumentKind::Text, text)), ["5 1 stray"]);
}

#[test]
fn a_comment_that_is_no_deeper_than_the_name_ends_nothing() {
    let text = "1.  A\n\n   a = \"x\"\n   ; or\n       / \"y\"\n ; or\n\n       / \"z\"\n   ; of b\n   b = a\n";
    let document = read(DocumentKind::Text, text);
    assert_eq!(
        document.productions[0].place.text,
        "a = \"x\"\n; or\n    / \"y\"\n; or\n    / \"z\""
    );
    assert_eq!(document.productions[1].place.text, "b = a");
    has(&document, "b", &["x", "y", "z"], &[]);
    assert_eq!(document.left_out, []);
}

/// RFC 5234, 4: `defined-as = *c-wsp ("=" / "=/") *c-wsp`, and `c-wsp` has comments.
#[test]
fn a_comment_may_stand_between_a_name_and_its_sign() {
    let text = "a ; of it\n  ; and more\n  =\"x\"\na ;\n  =/ \"y\"\n \n  / %x7A\nb\n \n  = a\n";
    let markdown = format!("# A\n\n```abnf\n{text}```\n");
    for (kind, text) in [(DocumentKind::Grammar, text), (DocumentKind::Markdown, &markdown)] {
        let document = read(kind, text);
        assert_eq!(names(&document), ["a", "a", "b"], "{kind}");
        has(&document, "b", &["x", "y", "z"], &[]);
        assert_eq!(document.left_out, [], "{kind}");
    }
    let printed = urispec_audit::reader(Notation::Abnf).read(GrammarText { file: "f", text });
    assert!(printed.unwrap().productions.iter().all(|one| one.term.is_ok()));
    // A page may end there, too.
    let text = format!("1.  A\n\n   digit ; of it{PAGE}      = \"x\"\n");
    has(&read(DocumentKind::Text, &text), "digit", &["x"], &[]);
}

#[test]
fn what_looks_like_the_end_or_the_head_of_a_page_may_be_a_production() {
    let text = format!(
        "1.  A\n\n  a  = \"x\" ; see           [Page 4]\n  c  = b [Page x]\n  d  = c\n     b         [Page v]\n\
         {PAGE}b  = a  ; since 1999\n\nRFC = a\n\nx = y   %d0048\n"
    );
    let document = read(DocumentKind::Text, &text);
    assert_eq!(names(&document), ["a", "c", "d", "b", "RFC", "x"]);
    has(&document, "RFC", &["x"], &[]);
    assert_eq!(document.productions[1].place.text, "c  = b [Page x]");
}

#[test]
fn an_element_of_a_block_begins_a_line() {
    let html = "<pre><div>a = b ; or</div><div>   / \"y\"</div><p>b = \"x\"<p>c = a</pre>";
    let document = read(DocumentKind::Html, html);
    assert_eq!(names(&document), ["a", "b", "c"]);
    has(&document, "c", &["x", "y"], &[]);
}

const W3C: &str =
    "/* of a */\n_a ::= 'x' /* see\n   x = y */ 'b'\n| [(|]\n\nb-c /* c */ ::= _a\nd\n  ::=b-c\n";
const ISO: &str = "(* of a *)\na = 'x', (* see\n   x = y ; *) 'b'\n| \"[\" ;\n\ntwo words (* c *) = a ;\nd =\ntwo words .\n";

#[test]
fn a_block_of_ebnf_has_the_productions_that_its_notation_cuts() {
    for (notation, text) in [(Notation::W3c, W3C), (Notation::Iso14977, ISO)] {
        let markdown = format!("# A\n\n```\n{text}```\n");
        for (kind, text) in [(DocumentKind::Grammar, text), (DocumentKind::Markdown, &markdown)] {
            let document = read_as(kind, notation, text);
            assert_eq!(document.productions.len(), 3, "{kind}: {document:?}");
            let last: &[&str] =
                if notation == Notation::W3c { &["xb", "(", "|"] } else { &["xb", "["] };
            has(&document, "d", last, &["x", "b"]);
            assert_eq!(
                (&document.left_out[..], &notes(&document)[..]),
                (&[][..], &[][..]),
                "{kind}"
            );
        }
    }
}

#[test]
fn a_production_without_its_end_spoils_no_other() {
    let text = "1.  A\n\n   zz = \"[\"\n\n   a = 'y' , b.\n\n   b = 'x'\n       ;\n";
    let document = read_as(DocumentKind::Text, Notation::Iso14977, text);
    assert_eq!(
        (names(&document), left_out(&document)),
        (vec!["a", "b"], vec!["3 1 unreadable".to_owned()])
    );
    has(&document, "a", &["yx"], &[]);
    let text = "1.  A\n\n   zz ::= \"[\" /* no end\n\n   a ::= 'y' b\n\n   b ::= 'x'\n";
    let document = read_as(DocumentKind::Text, Notation::W3c, text);
    assert_eq!(left_out(&document), ["3 1 unreadable"]);
}

#[test]
fn a_bracket_in_a_literal_of_ebnf_opens_nothing() {
    let text = "1.  A\n\n   [1] if ::= [(|] | '(' - 'x'\n\n          This is not yet defined.\n\n   [2] a ::= if\n\n   [3] b\n      ::= a\n";
    let document = read(DocumentKind::Text, text);
    assert_eq!(document.notation, Notation::W3c);
    assert_eq!(names(&document), ["if", "a", "b"]);
    has(&document, "b", &["(", "|"], &["x"]);
}

/// RFC 5234, 2.4 and 4: `prose-val` may have any sign but `>`.
#[test]
fn signs_in_prose_tell_no_notation() {
    let document = read(DocumentKind::Text, "1.  A\n\n   s = <the rest [of it | more>\n");
    assert_eq!(document.notation, Notation::Abnf);
}

/// RFC 5234, 4: `comment = ";" *(WSP / VCHAR) CRLF`.
#[test]
fn a_comment_ends_at_a_carriage_return() {
    for (kind, text) in [
        (DocumentKind::Grammar, "a = \"x\" ; or\r    / \"y\"\r\n"),
        (DocumentKind::Text, "1.  A\n\n   a = \"x\" ; or\r       / \"y\"\r\n"),
        (DocumentKind::Html, "<pre>a = \"x\" ; or\r    / \"y\"</pre>"),
    ] {
        let document = read(kind, text);
        assert_eq!(document.left_out, [], "{kind}");
        has(&document, "a", &["x", "y"], &[]);
    }
}

/// In the text of a document nothing but its lines tells what is a grammar.
#[test]
fn ebnf_in_running_text_is_read_as_in_blocks() {
    let text = "1.  A\n\n   [1] S\n     /* \" */\n     ::= [0-9]\n\n   [2] doc /* a\n     x = y */ ::= S /* see\n     z ::= */ 'x'\n\n   \
                /* of it */\n   [3] Name /* c */\n     ::=doc\n\n     ( Name 'x' )? |\n     [a-z] #x41 /* c */\n\n   [4] e ::= Name\n";
    let document = read_as(DocumentKind::Text, Notation::W3c, text);
    assert_eq!(names(&document), ["S", "doc", "Name", "e"]);
    has(&document, "e", &["0x"], &["0", "0x0x"]);
    assert_eq!(left_out(&document), ["15 2 apart"]);
    let text = "1.  A\n\n   two words\n     = (* see\n     x = y *) 'x', a\n     ;\n\n   (* of it *)\n   a = two  letters .\n   two letters = 'aa' ;\n";
    let document = read_as(DocumentKind::Text, Notation::Iso14977, text);
    assert_eq!(names(&document), ["two-words", "a", "two-letters"]);
    has(&document, "two-words", &["xaa"], &["x"]);
    assert_eq!(document.left_out, []);
    let text = "a = 'x'\n  ; (* a\n    (* b *) *)\nb = a ; (* c *)\n";
    let document = read_as(DocumentKind::Grammar, Notation::Iso14977, text);
    assert_eq!((names(&document), &document.left_out[..]), (vec!["a", "b"], &[][..]));
    has(&document, "b", &["x"], &[]);
}

#[test]
fn what_goes_on_over_a_page_ends_where_a_production_begins() {
    let text =
        format!("1.  A\n\n  h16 = msg \"<\" ; c{PAGE}   \"del\"\n   / \":\" msg\n  msg = \">\"\n");
    let document = read(DocumentKind::Text, &text);
    assert_eq!(names(&document), ["h16", "msg"]);
    has(&document, "h16", &["><del", ":>"], &["><"]);
    assert_eq!(document.left_out, []);
}

#[test]
fn a_sign_may_stand_directly_before_its_right_side() {
    for right in ["SP", "*4b", "1*3( b )", "/DIGIT", "b"] {
        let text = format!("1.  A\n\n   b = \"x\"\n\n   msg\n      ={right}\n");
        let document = read(DocumentKind::Text, &text);
        assert_eq!(names(&document), ["b", "msg"], "{right}");
    }
}

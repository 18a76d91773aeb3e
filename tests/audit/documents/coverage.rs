//! Every part of a document's grammar is read or reported; nothing is lost silently.

use urispec_audit::documents::{DocumentKind, Extracted, LeftOutReason, Sameness, Selection};
use urispec_audit::{GrammarText, Notation};

use super::{has, left_out, names, notes, placed, read};

const FIVE: &str = "kind  = \"get\" / \"put\"\nmsg   = kind SP value\nvalue = 1*char\nchar  = ALPHA / digit\ndigit = %x30-39\n";

/// Indents each line.
fn behind(blanks: usize, text: &str) -> String {
    text.lines().map(|line| format!("{:blanks$}{line}\n", "")).collect()
}

#[test]
fn an_increment_in_another_section_is_added() {
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
        // The name is printed once: no section collects the grammar.
        assert_eq!(document.collected, [], "{kind}");
        let [note] = &notes(&document)[..] else { panic!("{kind}: {:?}", notes(&document)) };
        let wanted = format!(
            "document, section 2, line {}: `kind`: `=/` adds to the production in section 1, on line {}",
            document.productions[5].place.line, document.productions[0].place.line
        );
        assert_eq!(note, &wanted, "{kind}");
    }
}

/// Reads a document with sections before and after its collected grammar.
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
fn an_increment_that_the_collected_grammar_includes_is_not_added() {
    for (grammar, increment) in [
        // Term by term, and in another order.
        ("a = \"x\" / b\nb = \"y\"\n", "a =/ \"y\" / b\n"),
        ("a = \"x\" / b / \"y\"\nb = \"y\"\n", "a =/ b / \"y\"\n"),
        // With names as symbols, although the production nests and has no automaton.
        ("a = \"(\" a \")\" / \"x\"\nb = \"y\"\n", "a =/ \"x\"\n"),
        ("a = *( a b )\nb = \"y\"\n", "a =/ a b\n"),
        // By the languages of the names.
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
fn an_increment_that_the_collected_grammar_lacks_is_added_and_noted() {
    let grammar = "a = \"x\" / b\nb = \"y\"\nc = \"(\" [ c ] \")\"\n";
    let after = collected("", grammar, "a =/ \"z\" / \"x\"\na =/ %x30 b\nc =/ \"[\" [ c ] \"]\"\n");
    assert_eq!(placed(&after), ["a A 6", "b A 7", "c A 8", "a B 12", "a B 13", "c B 14"]);
    has(&after, "a", &["x", "y", "z", "0y"], &["0", "w"]);
    assert_eq!(
        notes(&after),
        [
            "document, section B, line 12: `a`: `=/` adds to the production in section A, on line 6",
            "document, section B, line 13: `a`: `=/` adds to the production in section A, on line 6",
            "document, section B, line 14: `c`: `=/` adds to the production in section A, on line 8",
        ]
    );
    // Above the collected grammar.
    let before = collected("a =/ \"z\"\n", grammar, "");
    assert_eq!(placed(&before), ["a 1 3", "a A 7", "b A 8", "c A 9"]);
    has(&before, "a", &["x", "y", "z"], &["w"]);
    // The grammar as a file is read in the same way, with a note.
    let printed = urispec_audit::reader(Notation::Abnf)
        .read(GrammarText { file: "f", text: &before.grammar(&Selection::All) })
        .unwrap();
    assert_eq!(
        printed.notes.iter().map(ToString::to_string).collect::<Vec<_>>(),
        ["f, line 2: `a`: `=/` is above the production that it adds to"]
    );
}

#[test]
fn an_increment_of_a_replaced_definition_is_dropped_with_it() {
    let text = "1.  A\n\n   a = \"x\"\n   a =/ \"y\"\n\n2.  B\n\n   a = \"z\"\n\n3.  C\n\n   a =/ \"w\"\n   b = a\n";
    let document = read(DocumentKind::Text, text);
    assert_eq!(placed(&document), ["a 2 8", "a 3 12", "b 3 13"]);
    has(&document, "b", &["z", "w"], &["x", "y"]);
    let lines: Vec<usize> =
        document.productions[0].again.iter().map(|one| one.place.line).collect();
    assert_eq!(lines, [3, 4]);
    assert!(
        notes(&document).contains(
            &"document, section 1, line 4: `a`: `=/` adds to the production on line 3, which is \
             not used, so both are left out"
                .to_owned()
        ),
        "{:?}",
        notes(&document)
    );
    // If the other definition is the same, the increment is a part of it.
    let document = read(DocumentKind::Text, &text.replace("\"z\"", "%x58 / %x78"));
    has(&document, "b", &["x", "y", "w"], &["z"]);
}

#[test]
fn an_increment_without_a_definition_is_unreadable() {
    let document = read(DocumentKind::Text, "1.  A\n\n   a =/ \"x\"\n   b = \"y\" a\n");
    let printed = document.printed(&urispec_audit::reader(document.notation)).unwrap();
    assert_eq!(
        printed.production("a").unwrap().term.clone().unwrap_err().to_string(),
        "document, section 1, line 3: `a` cannot be used as printed: `=/` adds to an earlier \
         production, but no earlier production has this name"
    );
}

#[test]
fn a_section_keeps_its_increments() {
    let document = collected("a = \"x\"\na =/ \"y\"\n", "a = \"x\" / \"y\"\nb = a\n", "");
    assert_eq!(document.grammar(&Selection::All), "; A, line 8\na = \"x\" / \"y\"\nb = a\n");
    assert_eq!(document.grammar(&Selection::Scattered), "; 1, line 3\na = \"x\"\na =/ \"y\"\n");
}

/// The end of a page and the beginning of the next.
const PAGE: &str = "\n\n\nNobody                      Experimental                        [Page 1]\n\u{c}\n\
                    RFC 9999                     Whole Things                      May 2000\n\n\n";

/// RFC 5234, 3.1: "the continuation lines are indented" deeper than the name, at any column.
#[test]
fn a_deeper_line_continues_a_production_across_pages() {
    for (line, is_part) in [
        ("     name", true),
        ("     \"#\" 1*DIGIT", true),
        ("     / \"#\" name", true),
        ("     ( name / \"#\" ) ; a comment, too", true),
        // An undefined name, below the last line of the page.
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
fn a_line_that_may_belong_to_a_production_is_reported() {
    // Nothing shows whether the words are names.
    for line in ["\"#\" [ other ]", "see the name"] {
        let text = format!("1.  A\n\n   whole = name{PAGE}     {line}\n\n   name = 1*ALPHA\n");
        let document = read(DocumentKind::Text, &text);
        assert_eq!(left_out(&document), ["11 1 apart"]);
        let reason = LeftOutReason::Apart { production: "whole".to_owned() };
        assert_eq!(document.left_out[0].reason, reason);
        assert_eq!(notes(&document).len(), 1);
    }
}

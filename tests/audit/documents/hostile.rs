//! Hostile documents: long, deep, or random.

use urispec_audit::GrammarText;
use urispec_audit::documents::{DocumentKind, ExtractError, Extracted};

use super::{names, read};
use crate::scaled;
use crate::support::Numbers;

const KINDS: [DocumentKind; 4] =
    [DocumentKind::Text, DocumentKind::Xml, DocumentKind::Markdown, DocumentKind::Html];

/// Reads or refuses a text. Reading in quadratic time would take an hour.
fn in_time(kind: DocumentKind, text: &str) {
    drop(Extracted::read(kind, GrammarText { file: "f", text }));
}

/// Returns `count` times 100,000 bytes.
fn long_text(count: usize, unit: &str) -> String {
    unit.repeat(count * 100_000 / unit.len())
}

#[test]
fn megabytes_of_near_rules_are_read_or_refused_in_time() {
    let count = scaled(1, 100);
    let prose = "   When x = y, the ratio\n   of a = b is c.\n   And more of it;\n\n";
    in_time(DocumentKind::Text, &long_text(count, prose));
    let long = format!("   a = {}\n\n", "b / ".repeat(40));
    in_time(DocumentKind::Text, &long_text(count, &long));
    let lines = scaled(125_000, 1_250_000);
    let near = "x = ( y\n".repeat(lines);
    let refused = Extracted::read(DocumentKind::Text, GrammarText { file: "f", text: &near });
    assert_eq!(
        refused.unwrap_err().to_string(),
        format!(
            "f: {} lines look like productions, more than the limit of 100,000; pass only the \
             part with the grammar",
            lines
        )
    );
    for unit in ["   T.a = b(c);\n", "   g  = x / y\n   ./g = z\n\n", "a = b /\n\n", "x = ( y\n"] {
        in_time(DocumentKind::Text, &long_text(count, unit));
    }
}

#[test]
fn many_productions_are_read_in_time() {
    let count = scaled(5_000, 50_000);
    let text: String = (0..count).map(|at| format!("   a{at} = \"x\" a{}\n\n", at + 1)).collect();
    in_time(DocumentKind::Text, &text);
    let twice: String = (0..count).map(|at| format!("   a = \"x\" %x{at:x}\n\n")).collect();
    in_time(DocumentKind::Text, &twice);
}

#[test]
fn one_long_line_is_read_in_time() {
    for unit in ["<", "<a ", "\"", "(", "[", "a = ", "a = <", "=", "&", "`", "> ", "|"] {
        let text = unit.repeat(scaled(20_000, 1_000_000) / unit.len());
        for kind in KINDS {
            in_time(kind, &text);
            in_time(kind, &format!("a = {text}"));
        }
        in_time(DocumentKind::Html, &format!("<pre>a = {text}"));
        in_time(DocumentKind::Xml, &format!("<rfc><artwork>a = {text}</artwork></rfc>"));
        in_time(DocumentKind::Markdown, &format!("```\na = {text}\n```\n"));
    }
}

#[test]
fn deep_nesting_is_refused_or_read() {
    let deep = |start: &str, end: &str| start.repeat(100_000) + "a = \"b\"" + &end.repeat(100_000);
    let xml = deep("<section>", "</section>");
    let refused = Extracted::read(DocumentKind::Xml, GrammarText { file: "f", text: &xml });
    assert!(refused.unwrap_err().to_string().contains("nested more than 256 levels deep"));
    in_time(DocumentKind::Html, &deep("<div>", "</div>"));
    in_time(DocumentKind::Html, &deep("<pre>", "</pre>"));
    in_time(DocumentKind::Markdown, &deep("> ", ""));
    in_time(DocumentKind::Markdown, &deep("- ", ""));
    in_time(DocumentKind::Text, &deep("(", ")"));
    let brackets =
        format!("   a = {}\"x\"{}\n   b = \"y\"\n", "(".repeat(9_000), ")".repeat(9_000));
    // Next to another production the first is a production too, but unreadable.
    assert_eq!(names(&read(DocumentKind::Text, &brackets)), ["a", "b"]);
}

#[test]
fn an_entity_bomb_is_refused() {
    let mut bomb = "<!DOCTYPE rfc [\n<!ENTITY a0 \"ha\">\n".to_owned();
    for at in 1..40 {
        bomb += &format!("<!ENTITY a{at} \"{}\">\n", format!("&a{};", at - 1).repeat(10));
    }
    bomb += "]>\n<rfc><artwork>x = \"&a39;\"</artwork></rfc>";
    let refused = Extracted::read(DocumentKind::Xml, GrammarText { file: "f", text: &bomb });
    assert_eq!(
        refused.unwrap_err().to_string(),
        "f, line 43: not well-formed XML: the entity `&a39;` depends on other entities or on \
         another file, which are not read; write out its characters"
    );
    let many = format!(
        "<!DOCTYPE rfc [<!ENTITY a \"{}\">]><rfc><artwork>{}</artwork></rfc>",
        "x".repeat(256),
        "&a;".repeat(scaled(20_000, 200_000))
    );
    in_time(DocumentKind::Xml, &many);
}

#[test]
fn a_document_that_is_too_long_is_refused() {
    let text = " ".repeat((32 << 20) + 1);
    let refused = Extracted::read(DocumentKind::Text, GrammarText { file: "f", text: &text });
    let Err(error @ ExtractError::TooLong { .. }) = refused else { panic!("{refused:?}") };
    assert_eq!(error.to_string(), "f: 33554433 bytes exceed the limit of 32 MiB for a document");
}

#[test]
fn no_text_makes_the_reader_panic() {
    let mut numbers = Numbers(1);
    #[rustfmt::skip]
    let parts = [
        "a", "b-c", " ", "   ", "\n", "\r\n", "\u{c}", "=", "=/", "::=", "<", ">", "\"", "|", "/", ";", "(", ")", "[", "]",
        "<pre>", "</pre>", "<rfc>", "</rfc>", "<artwork>", "</artwork>", "<![CDATA[", "]]>", "&lt;", "&#10;", "```", "\n\n",
        "# 1. A", "[Page 1]", "RFC 1  x  2000", "2.1.  T", "é", "\u{1F600}", "\t", "%x41", "1*", "<br>", "\u{feff}", "\0",
        "if (", "Appendix A.",
    ];
    for _ in 0..4_000 {
        let text: String =
            (0..numbers.below(60)).map(|_| parts[numbers.below(parts.len())]).collect();
        for kind in KINDS {
            let read = Extracted::read(kind, GrammarText { file: "f", text: &text });
            if let Ok(document) = read {
                drop(document.printed(&urispec_audit::reader(document.notation)));
            }
        }
    }
}

/// In ABNF a single CR ends a line; the rest would not be a line of a grammar.
#[test]
fn a_carriage_return_within_a_line_is_a_blank() {
    let text = "b = %x41\rc\r\nc = b\r\r\n";
    for kind in [DocumentKind::Grammar, DocumentKind::Text] {
        let found = Extracted::read(kind, GrammarText { file: "f", text }).unwrap();
        assert_eq!(names(&found), ["b", "c"], "{kind}");
        let printed = found.printed(&urispec_audit::reader(found.notation)).unwrap();
        assert_eq!(printed.production("b").unwrap().text, "b = %x41 c", "{kind}");
    }
}

//! The parser of documents: any text has productions or none, at lines of the text.
//!
//! The input is text, read as an RFC, as XML, Markdown and HTML, and as a grammar. The laws: nothing panics;
//! productions and omissions are at a line of the text; and the extracted text is read as a grammar if it has a
//! production.

use urispec_audit::GrammarText;
use urispec_audit::documents::{DocumentKind, Extracted, Selection};

use crate::input;

const KINDS: [DocumentKind; 5] = [
    DocumentKind::Text,
    DocumentKind::Xml,
    DocumentKind::Markdown,
    DocumentKind::Html,
    DocumentKind::Grammar,
];

/// Checks the laws of this module.
pub fn holds(data: &[u8]) {
    let Some(text) = input::text(data) else { return };
    let _ = DocumentKind::from_text(text);
    let count = 1 + text.matches(['\n', '\r', '\u{c}']).count();
    let is_line = |line: usize| (1..=count).contains(&line);
    for kind in KINDS {
        let Ok(found) = Extracted::read(kind, GrammarText { file: "fuzz", text }) else { continue };
        for production in &found.productions {
            let place = &production.place;
            assert!(is_line(place.line) && !place.text.is_empty(), "{kind}: {text:?}: {place:?}");
            let again = || production.again.iter();
            assert!(again().all(|one| is_line(one.place.line)), "{kind}: {text:?}: {production:?}");
        }
        for left_out in &found.left_out {
            assert!(is_line(left_out.line) && left_out.count > 0, "{kind}: {text:?}: {left_out:?}");
        }
        let grammar = found.grammar(&Selection::All);
        assert_eq!(grammar.is_empty(), found.productions.is_empty(), "{kind}: {text:?}");
        if !found.productions.is_empty() {
            let read = found.printed(&urispec_audit::reader(found.notation));
            assert!(read.is_ok(), "{kind}: {text:?}: {:?}", read.err());
        }
        let _ = found.source();
    }
}

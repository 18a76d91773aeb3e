//! Whether the document before and the document after would take the string.
//!
//! A neighbour is a document of the same line. The documents about URIs are a line, in the order in which
//! they were published, up to the URL Standard. RFC 3987 is about IRIs and stands beside that line: before
//! it comes RFC 3986, on which it stands, and after it the URL Standard, which is to "align RFC 3986 and RFC
//! 3987 with contemporary implementations and obsolete the RFCs in the process" (goals). RFC 6874 came
//! later too, and amends RFC 3986 alone.

use urispec::Edition;

use super::{Citation, Finding, Lint, table};

/// The findings about the editions before and after an edition, the older first.
pub(super) fn neighbours(edition: Edition, text: &str) -> impl Iterator<Item = Finding> {
    let [before, after] = beside(edition);
    let before = before.and_then(|other| invalid(&table::INVALID_BEFORE, other, text));
    let after = after.and_then(|other| invalid(&table::INVALID_AFTER, other, text));
    before.into_iter().chain(after)
}

/// The editions before and after an edition, in its line. A document of a scheme has none.
fn beside(edition: Edition) -> [Option<Edition>; 2] {
    let is_of_line = |other: Edition| match edition {
        Edition::Rfc3987 => other.amends() != Some(Edition::Rfc3986),
        _ => other != Edition::Rfc3987,
    };
    let line: Vec<_> = Edition::ALL.iter().copied().filter(|other| is_of_line(*other)).collect();
    let Some(at) = line.iter().position(|known| *known == edition) else { return [None; 2] };
    let before = at.checked_sub(1).map(|at| line[at]);
    [before, line.get(at + 1).copied()]
}

fn invalid(lint: &'static Lint, edition: Edition, text: &str) -> Option<Finding> {
    let Err(error) = edition.deriving(text) else { return None };
    let offset = error.offset();
    let character = error.found();
    let end = offset + character.map_or(0, char::len_utf8);
    let message = match character {
        Some(character) => format!("under {edition} {character:?} cannot stand here"),
        None => format!("under {edition} the string ends too early"),
    };
    Some(Finding {
        lint,
        spans: Some(offset..end).into_iter().collect(),
        citations: vec![Citation::of(edition, error.explain(text)?.section())],
        message: message.into(),
        mended: None,
    })
}

//! Whether the document before and the document after would take the string.

use super::{Citation, Finding, Lint, table};
use crate::edition::Edition;

/// The findings about the editions before and after an edition, the older first.
pub(super) fn neighbours(edition: Edition, text: &str) -> impl Iterator<Item = Finding> {
    let at = Edition::ALL.iter().position(|known| *known == edition);
    let neighbour = move |step: isize| Edition::ALL.get(at?.checked_add_signed(step)?).copied();
    let before = neighbour(-1).and_then(|other| invalid(&table::INVALID_BEFORE, other, text));
    let after = neighbour(1).and_then(|other| invalid(&table::INVALID_AFTER, other, text));
    before.into_iter().chain(after)
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
        citations: vec![Citation::of(edition, error.explain(text).section())],
        message: message.into(),
        mended: None,
    })
}

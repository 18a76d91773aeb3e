//! What is wrong with a name of RFC 6920.

use super::{CauseRow, Section};
use crate::parse::diagnose::place::Place;
use crate::reference::error::Saying;

pub(super) const ROWS: &[CauseRow] = &[CauseRow {
    says: Saying { id: "ni-padding", sentence: "no \"=\" fills up the value" },
    section: Section::Own("3"),
    holds: |place| {
        (place.grammar.stem(), place.production.name()) == ("rfc6920", "NI-URI")
            && is_padding(place.rest())
            && place.before().rsplit('/').next().is_some_and(has_value)
            && !place.before().contains('?')
    },
    mended: Some(without_padding),
}];

/// Whether a text begins with one or two "=", and nothing but the query follows.
fn is_padding(text: &str) -> bool {
    let rest = text.trim_start_matches('=');
    matches!(text.len() - rest.len(), 1 | 2) && (rest.is_empty() || rest.starts_with('?'))
}

/// Whether an algorithm and the beginning of its value stand in a text.
fn has_value(text: &str) -> bool {
    text.split_once(';').is_some_and(|(_, value)| !value.is_empty())
}

fn without_padding(place: &Place<'_>) -> Option<String> {
    Some([place.before(), place.rest().trim_start_matches('=')].concat())
}

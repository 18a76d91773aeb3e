//! What is wrong with a name of RFC 6920.

use super::{CauseRow, Section};
use crate::parse::diagnose::place::Place;
use crate::reference::error::Saying;

pub(super) const ROWS: &[CauseRow] = &[CauseRow {
    says: Saying { id: "ni-padding", sentence: "no \"=\" fills up the value" },
    section: Section::Own("3"),
    holds: |place| {
        (place.grammar.stem(), place.production.name()) == ("rfc6920", "NI-URI")
            && place.found() == Some('=')
            && place.before().rsplit('/').next().is_some_and(|last| last.contains(';'))
            && !place.before().contains('?')
    },
    mended: Some(without_padding),
}];

fn without_padding(place: &Place<'_>) -> Option<String> {
    Some([place.before(), place.rest().trim_start_matches('=')].concat())
}

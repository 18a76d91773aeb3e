//! What is wrong with a URI of RFC 6694.

use super::{CauseRow, Section};
use crate::reference::error::Saying;

pub(super) const ROWS: &[CauseRow] = &[CauseRow {
    says: Saying { id: "about-slash", sentence: "the token is no hierarchy, and has no \"/\"" },
    section: Section::Own("2.2"),
    holds: |place| {
        (place.grammar.stem(), place.production.name()) == ("rfc6694", "about-uri")
            && place.found() == Some('/')
            && place.before().contains(':')
    },
    mended: None,
}];

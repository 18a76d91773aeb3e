//! Delimiters that stand in the wrong component: what is asked last.

use super::{CauseRow, Section, mend};
use crate::grammar::Role;

pub(super) const ROWS: &[CauseRow] = &[
    CauseRow {
        id: "bracket",
        sentence: "{} stands around an IP address in a host, and not here",
        section: Section::Of(Role::Host),
        holds: |place| matches!(place.found(), Some('[' | ']')) && place.has(Role::Ipv6Address),
        mended: mend::BY_ENCODING,
    },
    CauseRow {
        id: "reserved",
        sentence: "{} is a reserved character, not allowed here",
        section: Section::Reserved,
        holds: |place| {
            let found = place.found();
            found.is_some_and(|found| place.is_reserved(found))
        },
        mended: None,
    },
];

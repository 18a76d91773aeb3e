//! Delimiters that stand in the wrong component: what is asked last.

use super::{CauseRow, Section, mend};
use crate::editions::grammar::Role;
use crate::reference::error::Fault;

pub(super) const ROWS: &[CauseRow] = &[
    CauseRow {
        says: Fault::Bracket.saying(),
        section: Section::Of(Role::Host),
        holds: |place| matches!(place.found(), Some('[' | ']')) && place.has(Role::Ipv6Address),
        mended: mend::BY_ENCODING,
    },
    CauseRow {
        says: Fault::Reserved.saying(),
        section: Section::Reserved,
        holds: |place| {
            let found = place.found();
            found.is_some_and(|found| place.is_reserved(found))
        },
        mended: None,
    },
];

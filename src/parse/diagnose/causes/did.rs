//! Causes in a DID, by DID Core.

use super::{CauseRow, Section};
use crate::parse::diagnose::place::Place;
use crate::parts::schemes;
use crate::reference::error::Saying;

pub(super) const ROWS: &[CauseRow] = &[
    CauseRow {
        says: Saying {
            id: "method-name",
            sentence: "the name of a method has only lower-case letters and digits",
        },
        section: Section::OfReading,
        // What stands before the place is a method's name, and what is there ends none.
        holds: |place| {
            let name = place.before().get("did:".len()..);
            is_of_did(place)
                && name.is_some_and(|name| !name.contains(':'))
                && place.found().is_some_and(|found| !":/?#".contains(found))
        },
        mended: Some(with_lower_name),
    },
    CauseRow {
        says: Saying {
            id: "identifier-colon",
            sentence: "an identifier that a method assigns ends with no colon",
        },
        section: Section::OfReading,
        holds: |place| {
            let id = place.before().splitn(3, ':').nth(2);
            is_of_did(place)
                && place.ends_or_is("/?#")
                && id.is_some_and(|id| id.ends_with(':') && !id.trim_matches(':').is_empty())
        },
        mended: Some(|place| Some(place.before().trim_end_matches(':').to_owned() + place.rest())),
    },
    CauseRow {
        says: Saying {
            id: "semicolon",
            sentence: "a semicolon stands in a path, a query or a fragment, and not in an identifier",
        },
        section: Section::OfWhole,
        holds: |place| {
            is_of_did(place)
                && place.found() == Some(';')
                && place.before().matches(':').count() > 1
                && !place.before().contains(['/', '?', '#'])
        },
        mended: None,
    },
];

/// Whether the string is read as a DID, or as a DID URL, and begins as one.
fn is_of_did(place: &Place<'_>) -> bool {
    place.grammar.stem() == "did"
        && place.is_of_components()
        && schemes::after(place.before(), "did:").is_some()
}

/// The string with its second part, up to a colon, in lower case.
fn with_lower_name(place: &Place<'_>) -> Option<String> {
    let (scheme, rest) = place.text.split_once(':')?;
    let (name, id) = rest.split_once(':')?;
    Some(format!("{scheme}:{}:{id}", name.to_ascii_lowercase()))
}

//! A "#" where no fragment begins, and what is empty although something must follow its delimiter.

use super::{CauseRow, Section, mend};
use crate::editions::grammar::Role;
use crate::parse::diagnose::place::Place;
use crate::reference::error::{Fault, Saying};

pub(super) const ROWS: &[CauseRow] = &[
    CauseRow {
        says: Fault::SecondFragment.saying(),
        section: Section::Of(Role::Fragment),
        holds: |place| is_hash(place) && place.has(Role::Fragment) && place.before().contains('#'),
        mended: mend::BY_ENCODING,
    },
    CauseRow {
        says: Saying { id: "no-fragment", sentence: "a fragment is not allowed" },
        section: Section::OfWhole,
        holds: |place| is_fragment(place) && place.has(Role::Fragment),
        mended: Some(without_fragment),
    },
    // RFC 1738: "#" delimits a URL from a fragment identifier that may follow.
    CauseRow {
        says: Saying {
            id: "no-fragment-of-a-url",
            sentence: "a fragment is no part of a URL here; \"#\" ends the URL",
        },
        section: Section::Characters,
        holds: |place| is_fragment(place),
        mended: Some(without_fragment),
    },
    CauseRow {
        says: Saying { id: "empty-fragment", sentence: "nothing follows the \"#\"" },
        section: Section::Of(Role::Fragment),
        holds: |place| place.found().is_none() && place.before().ends_with('#'),
        mended: Some(without_last),
    },
    CauseRow {
        says: Saying { id: "empty-query", sentence: "nothing follows the \"?\"" },
        section: Section::Of(Role::Query),
        holds: |place| place.ends_or_is("#") && place.before().ends_with('?'),
        mended: Some(|place| Some(place.before().strip_suffix('?')?.to_owned() + place.rest())),
    },
];

fn is_hash(place: &Place<'_>) -> bool {
    place.found() == Some('#')
}

/// Whether a fragment begins at the place, and the production has no fragment.
fn is_fragment(place: &Place<'_>) -> bool {
    is_hash(place) && place.is_of_components() && place.is_never(b'#')
}

fn without_fragment(place: &Place<'_>) -> Option<String> {
    Some(place.before().to_owned())
}

fn without_last(place: &Place<'_>) -> Option<String> {
    place.text.strip_suffix('#').map(str::to_owned)
}

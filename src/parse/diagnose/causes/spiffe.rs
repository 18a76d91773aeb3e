//! What is wrong with a SPIFFE ID.

use super::{CauseRow, Section};
use crate::parse::diagnose::place::Place;
use crate::reference::error::Saying;

pub(super) const ROWS: &[CauseRow] = &[
    CauseRow {
        says: Saying { id: "spiffe-upper-case", sentence: "a trust domain name is in lower case" },
        section: Section::Own("2.1"),
        holds: |place| {
            name(place).is_some() && place.found().is_some_and(|found| found.is_ascii_uppercase())
        },
        mended: Some(|place| {
            let (start, name) = name(place)?;
            let (before, after) = (&place.text[..start], &place.text[start + name.len()..]);
            Some([before, &name.to_ascii_lowercase(), after].concat())
        }),
    },
    CauseRow {
        says: Saying { id: "spiffe-ipv6", sentence: "an IPv6 address is no trust domain name" },
        section: Section::Own("2.1"),
        holds: |place| name(place).is_some() && place.found() == Some('['),
        mended: None,
    },
    CauseRow {
        says: Saying {
            id: "spiffe-port",
            sentence: "neither a userinfo nor a port stands beside a trust domain name",
        },
        section: Section::Own("2.1"),
        holds: |place| name(place).is_some() && matches!(place.found(), Some('@' | ':')),
        mended: None,
    },
    CauseRow {
        says: Saying {
            id: "spiffe-empty-segment",
            sentence: "a path has no empty segment, and no \"/\" at its end",
        },
        section: Section::Own("2.2"),
        holds: |place| {
            is_id(place)
                && place.ends_or_is("/")
                && place.before().ends_with('/')
                && path(place).is_some()
        },
        mended: Some(|place| {
            let (start, path) = path(place)?;
            let segments = path.split('/').filter(|segment| !segment.is_empty());
            let path: String = segments.flat_map(|segment| ["/", segment]).collect();
            Some(place.text[..start].to_owned() + &path)
        }),
    },
    CauseRow {
        says: Saying {
            id: "spiffe-dot-segment",
            sentence: "no segment of a path is \".\" or \"..\"",
        },
        section: Section::Own("2.2"),
        holds: |place| {
            is_id(place)
                && place.ends_or_is("/")
                && path(place).is_some()
                && (place.before().ends_with("/.") || place.before().ends_with("/.."))
        },
        mended: None,
    },
];

fn is_id(place: &Place<'_>) -> bool {
    (place.grammar.stem(), place.production.name()) == ("spiffe", "SPIFFE-ID")
}

/// The text after "://", with its offset, if the place is behind that.
fn rest<'a>(place: &Place<'a>) -> Option<(usize, &'a str)> {
    let start = place.text.find("://").filter(|_| is_id(place))? + "://".len();
    (start <= place.at).then(|| (start, &place.text[start..]))
}

/// What stands in the place of a trust domain name, with its offset, if the place is in it.
fn name<'a>(place: &Place<'a>) -> Option<(usize, &'a str)> {
    let (start, rest) = rest(place)?;
    let name = rest.split(['/', '?', '#']).next()?;
    (place.at <= start + name.len()).then_some((start, name))
}

/// The path, with its offset, if the place is in it or at its end.
fn path<'a>(place: &Place<'a>) -> Option<(usize, &'a str)> {
    let (start, rest) = rest(place)?;
    let start = start + rest.find('/')?;
    (start < place.at).then(|| (start, &place.text[start..]))
}

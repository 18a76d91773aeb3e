//! Causes in a reference to a container image.

use super::{CauseRow, Section};
use crate::parse::diagnose::place::Place;
use crate::reference::error::Saying;

pub(super) const ROWS: &[CauseRow] = &[
    CauseRow {
        says: Saying { id: "image-upper-case", sentence: "the path of an image is in lower case" },
        section: Section::Own("parse"),
        // "No match, but a match once lowercased".
        holds: |place| is_of_image(place) && place.accepts(&place.text.to_ascii_lowercase()),
        mended: Some(|place| Some(place.text.to_ascii_lowercase())),
    },
    CauseRow {
        says: Saying {
            id: "image-path",
            sentence: "a path follows the host in brackets of an image, after a slash",
        },
        section: Section::Own("parse"),
        holds: |place| {
            let host = place.before().split_once(']').filter(|_| place.text.starts_with('['));
            let is_port =
                |port: &str| port.is_empty() || port[1..].bytes().all(|byte| byte.is_ascii_digit());
            is_of_image(place)
                && place.found() != Some('/')
                && host.is_some_and(|(_, port)| !port.contains('/') && is_port(port))
        },
        mended: None,
    },
];

fn is_of_image(place: &Place<'_>) -> bool {
    place.grammar.stem() == "oci" && place.is_of_components()
}

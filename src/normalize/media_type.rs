//! The media type of a `data` URL (RFC 2397, section 2).
//!
//! In: a path, which begins with the media type. Out: the path with the names of the media type in lower case,
//! but for the digits of triplets, and without what is the default: `text/plain` before a charset, and
//! `text/plain;charset=US-ASCII` as a whole. What is forgotten is whether the default was written.
//!
//! The surprising case: `text/plain` alone stays. The document has a default for a media type that is omitted, and
//! none for the charset of one that is there. And the name of a charset keeps its letter case, since values of
//! parameters differ by it (RFC 2045, 2).

use alloc::borrow::Cow;
use alloc::format;
use alloc::string::String;
use alloc::vec::Vec;

use super::draft::{ChangeLog, Draft};
use super::syntax::lowered;
use crate::editions::Rung;
use crate::editions::automaton::tables::rfc2397::AUTOMATON;

/// The type that a charset parameter does not need before it.
const TYPE: &str = "text/plain";

/// The parameters of the default.
const PARAMETERS: &str = ";charset=US-ASCII";

#[inline]
pub(super) fn pass(draft: &mut Draft<'_>, section: &'static str, log: &mut ChangeLog<'_>) {
    let Some((head, _)) = draft.path.split_once(',') else { return };
    let given = head.strip_suffix(";base64").unwrap_or(head);
    if !is_media_type(given) {
        return;
    }
    let lowered = names_lowered(given);
    if lowered != given {
        log.change(Rung::Scheme, "RFC 2045, 5.1", given, &lowered);
    }
    let short = shortened(&lowered);
    if short.len() < lowered.len() {
        log.change(Rung::Scheme, section, &lowered, short);
    }
    if short != given {
        draft.path = Cow::Owned(format!("{short}{}", &draft.path[given.len()..]));
    }
}

/// A media type with its type, its subtype and the names of its parameters in lower case.
#[inline]
fn names_lowered(given: &str) -> String {
    let parts = given.split(';').map(|part| match part.split_once('=') {
        Some((attribute, value)) => format!("{}={value}", lowered(attribute)),
        None => lowered(part),
    });
    parts.collect::<Vec<_>>().join(";")
}

/// A media type without what the document's default says.
#[inline]
fn shortened(media_type: &str) -> &str {
    let Some(parameters) = media_type.strip_prefix(TYPE) else {
        return if media_type == PARAMETERS { "" } else { media_type };
    };
    match parameters {
        PARAMETERS => "",
        _ if parameters.starts_with(';') && parameters.contains(";charset=") => parameters,
        _ => media_type,
    }
}

#[inline]
fn is_media_type(text: &str) -> bool {
    const MEDIATYPE: u16 = AUTOMATON.start_of("mediatype");
    AUTOMATON.derives(MEDIATYPE, text.as_bytes())
}

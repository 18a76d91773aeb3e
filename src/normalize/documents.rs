//! The equivalences that the documents of `mailto` and `data` define.

use alloc::borrow::{Cow, ToOwned};
use alloc::format;
use alloc::string::String;
use alloc::vec::Vec;

use super::draft::{ChangeLog, Draft};
use super::syntax::lowered;
use crate::editions::automaton::tables::rfc2397::AUTOMATON as RFC2397;
use crate::editions::automaton::tables::rfc6068::AUTOMATON as RFC6068;
use crate::editions::{Ladder, Rung};

#[inline]
pub(super) fn pass(draft: &mut Draft<'_>, ladder: &Ladder, log: &mut ChangeLog<'_>) {
    if let Some(section) = ladder.mail_fields {
        mail(draft, section, log);
    }
    if let Some(section) = ladder.media_type {
        media_type(draft, section, log);
    }
}

/// Moves the recipients of a `mailto` URI into its path, and lowers the names of its fields (RFC 6068, section 2).
///
/// If there are two fields `to`, both are kept: "behavior varies widely for different user agents". `mailto:?to=` keeps
/// its field, since an empty value is not a recipient. A field with the name of a person beside the address is kept
/// too, since the path must not contain such a name.
#[inline]
fn mail(draft: &mut Draft<'_>, section: &'static str, log: &mut ChangeLog<'_>) {
    let Some(query) = draft.query.take() else { return };
    let (mut fields, mut is_changed) = (String::with_capacity(query.len()), false);
    let mut to = String::new();
    let is_to = |field: &&str| lowered(field.split('=').next().unwrap_or(field)) == "to";
    let has_one = query.split('&').filter(is_to).count() == 1;
    for field in query.split('&') {
        let (name, value) = field.split_once('=').unwrap_or((field, ""));
        let lowered = lowered(name);
        let value = plain(value);
        if has_one && lowered == "to" && is_recipients(&value) {
            let comma = if draft.path.is_empty() { "" } else { "," };
            to = format!("{comma}{value}");
            log.change(Rung::Scheme, section, field, &to);
            continue;
        }
        if lowered != name {
            log.change(Rung::Scheme, section, name, &lowered);
            is_changed = true;
        }
        fields += if fields.is_empty() { "" } else { "&" };
        fields += &lowered;
        fields += &field[name.len()..];
    }
    if !to.is_empty() {
        draft.path = Cow::Owned(format!("{}{to}", draft.path));
        draft.query = (!fields.is_empty()).then_some(Cow::Owned(fields));
    } else {
        draft.query = Some(if is_changed { Cow::Owned(fields) } else { query });
    }
}

/// Returns a value with `%40` replaced by `@` in each address that contains a single `%40` and no `@`. Only `?`, `=`
/// and `&` are reserved in a value, so `%40` and `@` are equivalent, except in the local part of an address.
#[inline]
fn plain(value: &str) -> Cow<'_, str> {
    const AT: &str = "%40";
    if !value.contains(AT) {
        return Cow::Borrowed(value);
    }
    let is_alone = |one: &str| !one.contains('@') && one.matches(AT).count() == 1;
    let addresses = value.split(',').map(|one| match is_alone(one) {
        true => one.replace(AT, "@"),
        false => one.to_owned(),
    });
    Cow::Owned(addresses.collect::<Vec<_>>().join(","))
}

/// Returns whether a value is a list of addresses, as the path of a `mailto` URI is.
#[inline]
fn is_recipients(value: &str) -> bool {
    RFC6068.derives_by("to", value.as_bytes())
}

// The media type of a `data` URL (RFC 2397, section 2).

/// The type that may be omitted before a charset parameter.
const TYPE: &str = "text/plain";

/// The parameters of the default media type.
const PARAMETERS: &str = ";charset=US-ASCII";

/// Lowers the names in the media type of a `data` URL, and omits the default: `text/plain` before a charset, and
/// `text/plain;charset=US-ASCII` as a whole.
///
/// `text/plain` alone is kept: the document has a default for an omitted media type, but not for an omitted charset.
/// The name of a charset keeps its case, since values of parameters can be case-sensitive (RFC 2045, 2).
#[inline]
fn media_type(draft: &mut Draft<'_>, section: &'static str, log: &mut ChangeLog<'_>) {
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

/// Returns a media type with its type, its subtype and the names of its parameters in lower case.
#[inline]
fn names_lowered(given: &str) -> String {
    let parts = given.split(';').map(|part| match part.split_once('=') {
        Some((attribute, value)) => format!("{}={value}", lowered(attribute)),
        None => lowered(part),
    });
    parts.collect::<Vec<_>>().join(";")
}

/// Returns a media type without the parts that the document's default implies.
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
    const MEDIATYPE: u16 = RFC2397.start_of("mediatype");
    RFC2397.derives(MEDIATYPE, text.as_bytes())
}

//! The recipients and the header fields of a `mailto` URI (RFC 6068, section 2).
//!
//! In: a path, which has the recipients, and a query, which has the fields. Out: all recipients in the
//! path, and the names of the fields in lower case, but for the digits of triplets. What is forgotten is
//! which recipients stood in the field `to`.
//!
//! The surprising case: of two fields `to` both stay, since then "behavior varies widely for different user
//! agents". And `mailto:?to=` keeps its field, since an empty value names no recipient; so does a field
//! whose value has the name of a person beside the address, as no path can.

use alloc::borrow::{Cow, ToOwned};
use alloc::format;
use alloc::string::String;
use alloc::vec::Vec;

use super::draft::{ChangeLog, Draft};
use super::syntax::lowered;
use crate::editions::Rung;
use crate::editions::automaton::tables::rfc6068::AUTOMATON;

#[inline]
pub(super) fn pass(draft: &mut Draft<'_>, section: &'static str, log: &mut ChangeLog<'_>) {
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

/// A value with the `@` of each address as it is. Of a value only `?`, `=` and `&` are reserved, so that
/// `%40` is the `@`, but for one in a local part, before another.
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

/// Whether a value is a list of addresses, as the path is.
#[inline]
fn is_recipients(value: &str) -> bool {
    AUTOMATON.derives_by("to", value.as_bytes())
}

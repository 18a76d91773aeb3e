//! Case Normalization (section 6.2.2.1): scheme and host to lower case, triplets to upper case,
//! those within a host too. In RFC 3987 a host of ASCII only is lowered (5.3.2.1); how another one may
//! be written is for the documents about its names. The host of an account stands in a path (RFC 7565, 4 and 7).

use alloc::borrow::Cow;
use alloc::string::String;

use super::caseless::{self, lowered};
use super::draft::{ChangeLog, Draft};
use crate::editions::{Ladder, Rung};
use crate::parts::percent;
use crate::parts::schemes::{self, Caseless};

#[inline]
pub(super) fn pass(draft: &mut Draft<'_>, ladder: &Ladder, log: &mut ChangeLog<'_>) {
    if let (Some(scheme), Some(section)) = (&mut draft.scheme, ladder.scheme_case) {
        lower(scheme, section, log);
    }
    if let Some(authority) = draft.authority.as_mut().filter(|authority| authority.has_host) {
        let is_address = authority.host.starts_with('[');
        let licence = if is_address { ladder.address_case } else { ladder.host_case };
        let is_meant = !ladder.host_case_of_ascii || is_of_ascii(&authority.host);
        if let (Some(section), true) = (licence, is_meant) {
            lower(&mut authority.host, section, log);
        }
    }
    if draft.authority.is_none() {
        lower_part_of_path(draft, ladder, log);
    }
    if let Some(section) = ladder.triplet_case {
        draft.encoded_parts().for_each(|part| raise_triplets(part, section, log));
    }
}

/// Lowers what is in a path, and yet belongs to case normalization: a namespace, or the host of an account.
#[inline]
fn lower_part_of_path(draft: &mut Draft<'_>, ladder: &Ladder, log: &mut ChangeLog<'_>) {
    let licences = [ladder.namespace_case, ladder.account_host_case];
    if licences == [None, None] {
        return;
    }
    let Some(part) = draft.scheme.as_deref().and_then(schemes::caseless) else { return };
    let licence = match part {
        Caseless::Namespace => licences[0],
        Caseless::AccountHost => licences[1],
        Caseless::Domains => None,
    };
    if let Some(section) = licence {
        caseless::lower(&mut draft.path, part, (Rung::Case, section), log);
    }
}

/// Whether all characters of a host are ASCII, and those that its triplets stand for.
#[inline]
fn is_of_ascii(host: &str) -> bool {
    host.is_ascii() && percent::triplets(host).all(|(_, octet)| octet.is_ascii())
}

#[inline]
fn lower(text: &mut Cow<'_, str>, section: &'static str, log: &mut ChangeLog<'_>) {
    let lowered = lowered(text);
    if lowered != **text {
        log.change(Rung::Case, section, text, &lowered);
        *text = Cow::Owned(lowered);
    }
}

#[inline]
fn raise_triplets(text: &mut Cow<'_, str>, section: &'static str, log: &mut ChangeLog<'_>) {
    let mut raised = String::new();
    let mut copied = 0;
    for (at, _) in percent::triplets(text) {
        let triplet = &text[at..at + 3];
        if triplet.bytes().any(|byte| byte.is_ascii_lowercase()) {
            raised += &text[copied..at];
            raised += triplet;
            raised[at..].make_ascii_uppercase();
            log.change(Rung::Case, section, triplet, &raised[at..]);
            copied = at + 3;
        }
    }
    if copied > 0 {
        raised += &text[copied..];
        *text = Cow::Owned(raised);
    }
}

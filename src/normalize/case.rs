//! Case Normalization (section 6.2.2.1): scheme and host to lower case, triplets to upper case,
//! those within a host too.
//!
//! The surprising case: of an IRI a host with a character beyond ASCII keeps its case (RFC 3987, 5.3.2.1).
//! What is the same there the rules of domain names say, for the schemes that use them (5.3.3).

use alloc::borrow::Cow;
use alloc::string::String;

use super::draft::{ChangeLog, Draft};
use crate::edition::{Ladder, Rung};

pub(super) fn pass(draft: &mut Draft<'_>, ladder: &Ladder, log: &mut ChangeLog<'_>) {
    if let (Some(scheme), Some(section)) = (&mut draft.scheme, ladder.scheme_case) {
        lower(scheme, section, log);
    }
    if let Some(authority) = draft.authority.as_mut().filter(|authority| authority.has_host) {
        let licence = match &*authority.host {
            address if address.starts_with('[') => ladder.address_case,
            // RFC 3987, 5.3.2.1: "US-ASCII only host".
            name => ladder.host_case.filter(|_| name.is_ascii()),
        };
        if let Some(section) = licence {
            lower(&mut authority.host, section, log);
        }
    }
    if let Some(section) = ladder.triplet_case {
        draft.encoded_parts().for_each(|part| raise_triplets(part, section, log));
    }
}

fn lower(text: &mut Cow<'_, str>, section: &'static str, log: &mut ChangeLog<'_>) {
    let lowered = lowered(text);
    if lowered != **text {
        log.change(Rung::Case, section, text, &lowered);
        *text = Cow::Owned(lowered);
    }
}

/// Lowers every letter of a text that is not a digit of a triplet.
pub(super) fn lowered(text: &str) -> String {
    let mut of_triplet = 0;
    let lower = |character: char| {
        of_triplet = if character == '%' { 3 } else { of_triplet };
        if of_triplet > 0 {
            of_triplet -= 1;
            character
        } else {
            character.to_ascii_lowercase()
        }
    };
    text.chars().map(lower).collect()
}

fn raise_triplets(text: &mut Cow<'_, str>, section: &'static str, log: &mut ChangeLog<'_>) {
    let mut raised = String::new();
    let mut copied = 0;
    for (at, _) in text.match_indices('%') {
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

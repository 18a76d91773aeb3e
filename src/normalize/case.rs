//! Case Normalization (section 6.2.2.1): scheme and host to lower case, triplets to upper case,
//! those within a host too.

use std::borrow::Cow;

use super::Rung;
use super::draft::{Draft, Log};

const SECTION: &str = "6.2.2.1";

pub(super) fn pass(draft: &mut Draft<'_>, log: &mut Log<'_>) {
    if let Some(scheme) = &mut draft.scheme {
        lower(scheme, log);
    }
    if let Some(authority) = &mut draft.authority {
        lower(&mut authority.host, log);
    }
    for part in draft.encoded_parts() {
        raise_triplets(part, log);
    }
}

/// Lowers every letter that is not of a triplet, whose digits are raised after.
fn lower(text: &mut Cow<'_, str>, log: &mut Log<'_>) {
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
    let lowered: String = text.chars().map(lower).collect();
    if lowered != **text {
        log.change(Rung::Case, SECTION, text, &lowered);
        *text = Cow::Owned(lowered);
    }
}

fn raise_triplets(text: &mut Cow<'_, str>, log: &mut Log<'_>) {
    let raise = |at: usize| {
        let triplet = &text[at..at + 3];
        triplet.bytes().any(|byte| byte.is_ascii_lowercase()).then(|| triplet.to_ascii_uppercase())
    };
    let raised: Vec<_> =
        text.match_indices('%').filter_map(|(at, _)| Some((at, raise(at)?))).collect();
    if raised.is_empty() {
        return;
    }
    let mut changed = text.to_string();
    for (at, triplet) in raised {
        log.change(Rung::Case, SECTION, &text[at..at + 3], &triplet);
        changed.replace_range(at..at + 3, &triplet);
    }
    *text = Cow::Owned(changed);
}

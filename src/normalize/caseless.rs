//! Lowers the part of a path in which letter case does not matter, by the rules of the scheme (section 6.2.3): the
//! domain of a mail address, the namespace of a URN. Under RFC 8141 (3.1) the namespace already belongs to case
//! normalization, and under RFC 7565 (4) the host of an account.
//!
//! In: a path, normalized as far as section 6.2.2 goes, and the part that the scheme names. Out:
//! the path with that part in lower case.
//!
//! The surprising case: of `mailto:Joe@Example.COM` only the domain changes. Only the mail host of
//! the domain knows whether letter case matters before the last `@`.

use alloc::borrow::Cow;
use alloc::string::String;
use alloc::vec::Vec;
use core::ops::Range;

use super::draft::ChangeLog;
use crate::editions::Rung;
pub(super) use crate::parts::percent::lowered;
use crate::parts::schemes::Caseless;

#[inline]
pub(super) fn lower(
    path: &mut Cow<'_, str>,
    part: Caseless,
    (rung, section): (Rung, &'static str),
    log: &mut ChangeLog<'_>,
) {
    let (mut text, mut copied) = (String::new(), 0);
    for range in parts(path, part) {
        let before = &path[range.clone()];
        if !before.bytes().any(|byte| byte.is_ascii_uppercase()) {
            continue;
        }
        let after = lowered(before);
        // The digits of triplets are in upper case, and stay.
        if after != before {
            log.change(rung, section, before, &after);
            text += &path[copied..range.start];
            text += &after;
            copied = range.end;
        }
    }
    if copied > 0 {
        text += &path[copied..];
        *path = Cow::Owned(text);
    }
}

/// The spans of a path in which letter case does not matter.
#[inline]
fn parts(path: &str, part: Caseless) -> Vec<Range<usize>> {
    match part {
        Caseless::Domains => {
            let ends = path.match_indices(',').map(|(at, _)| at).chain([path.len()]);
            let mut start = 0;
            let addresses = ends.map(|end| core::mem::replace(&mut start, end + 1)..end);
            addresses.filter_map(|address| domain(path, address)).collect()
        }
        // Without a ":" there is no namespace.
        Caseless::Namespace => path.find(':').map(|end| 0..end).into_iter().collect(),
        // No name of an account and no host has an "@".
        Caseless::AccountHost => path.rfind('@').map(|at| at + 1..path.len()).into_iter().collect(),
    }
}

/// The domain of a mail address: `addr-spec = local-part "@" domain` (RFC 6068, section 2). A
/// domain literal, `[...]`, is not one: nothing says that its letter case does not matter.
#[inline]
fn domain(path: &str, address: Range<usize>) -> Option<Range<usize>> {
    const QUOTE: &str = "%22";
    let (local, domain) = path[address.clone()].rsplit_once('@')?;
    // A quoted local part that does not end is cut by a comma that should have been encoded.
    let is_whole = match local.strip_prefix(QUOTE) {
        Some(rest) => rest.ends_with(QUOTE),
        None => !local.is_empty(),
    };
    (is_whole && !domain.starts_with("%5B")).then(|| address.end - domain.len()..address.end)
}

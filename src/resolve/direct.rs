//! Resolution of a parsed reference straight into the target's string (section 5.2).
//!
//! In: a base and a reference of RFC 3986. Out: the target's text, written once, and the offsets of
//! its components, which are those of the base and the reference, moved. Nothing is parsed again.
//! The target is that of the transcription (`rfc3986`, `merge` and the recomposition of 5.3),
//! without the components in between.
//!
//! The surprising case: a target is always a beginning of the base and then all of the reference,
//! but for dot segments and one slash. What the branches of 5.2.2 decide is where the base is cut:
//!
//! ```text
//! http://a/b/c/d;p?q
//! │    │  │   │   │ └ for #s and the empty reference
//! │    │  │   │   └── for ?y
//! │    │  │   └────── for g, which is merged (5.2.3)
//! │    │  └────────── for /g
//! │    └───────────── for //g
//! └────────────────── for g:h
//! ```

use alloc::boxed::Box;
use alloc::string::String;
use core::mem;

use super::{ResolveError, in_place};
use crate::reference::error::ParseError;
use crate::reference::{Reference, Spans};
use crate::types::InvalidInput;

/// Whether a reference keeps the path of its base: the reference is empty, or begins with `?` or `#`.
#[inline(always)]
pub(super) const fn keeps_path(r: &Reference<'_>) -> bool {
    let Spans { scheme_end, host, path_end, .. } = r.spans;
    path_end == 0 && scheme_end == 0 && host.is_none()
}

/// Resolves a reference that keeps the path of its base, with its dot segments, as [`resolve`] does.
#[inline(always)]
pub(super) fn resolve_in_place(
    base: &Reference<'_>,
    r: &Reference<'_>,
    target: &mut String,
) -> Result<Spans, ResolveError> {
    let cut = if r.spans.query_end > 0 { base.spans.path_end } else { base.spans.query_end };
    prepare(target, cut as usize + r.text.len());
    target.push_str(&base.text[..cut as usize]);
    target.push_str(r.text);
    length(target)?;
    Ok(Spans { query_end: cut + r.spans.query_end, ..base.spans })
}

/// Resolves a reference that does not keep the path of `base`, which has a scheme, into `target`. The old
/// content of `target` is dropped. Memory is asked for once, or not at all if `target` has enough. On an error
/// `target` is left empty.
// Inlined, the result is built where it stays, which is a third of the time.
#[inline(always)]
pub(super) fn resolve(
    base: &Reference<'_>,
    r: &Reference<'_>,
    target: &mut String,
) -> Result<Spans, ResolveError> {
    let at = |offset: u32| offset as usize;
    let (b, own) = (base.spans, r.spans);
    let (has_scheme, has_authority) = (own.scheme_end > 0, own.host.is_some());
    let mut merged = false;
    // Where the base is cut, and where the target's path begins.
    let (cut, path_start) = if has_scheme {
        (0, at(own.path_start))
    } else if has_authority {
        let cut = at(b.scheme_end) + ":".len();
        (cut, cut + at(own.path_start))
    } else if r.text.as_bytes()[0] == b'/' {
        (at(b.path_start), at(b.path_start))
    } else {
        merged = true;
        let path = &base.text.as_bytes()[at(b.path_start)..at(b.path_end)];
        let directory = memchr::memrchr(b'/', path).map_or(0, |slash| slash + 1);
        (at(b.path_start) + directory, at(b.path_start))
    };

    prepare(target, cut + "/".len() + r.text.len());
    if merged {
        // Of the base's directory the dot segments go too.
        in_place::append(target, path_start, &base.text[..cut], path_start..cut);
        if b.host.is_some() && b.path_start == b.path_end {
            // 5.2.3: an authority and an empty path.
            target.push('/');
        }
    } else {
        target.push_str(&base.text[..cut]);
    }
    in_place::append(target, path_start, r.text, at(own.path_start)..at(own.path_end));

    let length = length(target)?;
    // The target ends as the reference does, and begins as what its path is relative to.
    let before_end = |offset| length - (r.text.len() as u32 - offset);
    let (cut, path_start) = (cut as u32, path_start as u32);
    let begins = if has_scheme {
        own
    } else if has_authority {
        let (host_start, host_end) = (cut + own.host_start, cut + own.host_end);
        Spans { host_start, host_end, path_start, host: own.host, ..b }
    } else {
        b
    };
    let (path_end, query_end) = (before_end(own.path_end), before_end(own.query_end));
    let spans = Spans { path_end, query_end, ..begins };
    if spans.host.is_none() && target[path_start as usize..].starts_with("//") {
        return Err(ResolveError::Misread(mem::take(target)));
    }
    Ok(spans)
}

/// Empties the target, which then has room for so many bytes.
#[inline(always)]
fn prepare(target: &mut String, enough: usize) {
    target.clear();
    if target.capacity() < enough {
        // Nothing is moved over, as it would be if the string were to grow.
        *target = String::with_capacity(enough);
    }
}

/// The length of the target, which spans must be able to count.
#[inline(always)]
fn length(target: &mut String) -> Result<u32, ResolveError> {
    u32::try_from(target.len()).map_err(|_| {
        let error = ParseError::TooLong(target.len());
        ResolveError::Target(Box::new(InvalidInput::new(mem::take(target), error)))
    })
}

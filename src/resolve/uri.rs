//! Resolution by RFC 3986 between typed references, into a new or a reused buffer.

use alloc::boxed::Box;
use alloc::string::String;
use core::mem;
use core::ops::Range;

use super::ResolveError;
use crate::parts::vector::{any_pair, is};
use crate::reference::error::ParseError;
use crate::reference::{Reference, Spans};
use crate::types::{InvalidInput, Letters, Ri, RiBuf, RiRef, RiRefBuf, Storage};

// RFC 3987 leaves resolution to RFC 3986 (6.5).

impl<L: Letters> RiRef<'_, L> {
    /// Resolves this reference against a base, exactly as RFC 3986, 5.2, defines. The result is
    /// allocated once. [`Resolver`](crate::Resolver) has options and traces.
    ///
    /// # Errors
    ///
    /// [`ResolveError::Misread`] if the target would be read back as a different URI.
    ///
    /// ```
    /// use urispec::{Uri, UriRef};
    /// let base = Uri::parse("http://a/b/c/d;p?q")?;
    /// let target = UriRef::parse("../g")?.resolve_against(&base)?;
    /// assert_eq!(target, "http://a/b/g");
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[inline]
    pub fn resolve_against<'b>(
        &self,
        base: impl Into<Ri<'b, L>>,
    ) -> Result<RiBuf<L>, ResolveError> {
        if keeps_path(&self.0) {
            return self.resolve_in_place_against(base);
        }
        let mut text = String::new();
        let spans = resolve(&base.into().0, &self.0, &mut text)?;
        Ok(RiBuf(RiRefBuf::new(text, spans)))
    }

    // A separate function, so that neither path keeps registers for the other.
    #[inline(never)]
    fn resolve_in_place_against<'b>(
        &self,
        base: impl Into<Ri<'b, L>>,
    ) -> Result<RiBuf<L>, ResolveError> {
        let mut text = String::new();
        let spans = resolve_in_place(&base.into().0, &self.0, &mut text)?;
        Ok(RiBuf(RiRefBuf::new(text, spans)))
    }

    /// Resolves this reference against a base into a buffer, whose memory is reused. The target
    /// replaces the buffer's content; after an error the buffer is empty.
    ///
    /// # Errors
    ///
    /// The errors of [`RiRef::resolve_against`].
    ///
    /// ```
    /// use urispec::{Uri, UriRef};
    /// let (base, mut buffer) = (Uri::parse("http://a/b/c/d;p?q")?, String::new());
    /// for (reference, target) in [("../g", "http://a/b/g"), ("?y", "http://a/b/c/d;p?y")] {
    ///     assert_eq!(UriRef::parse(reference)?.resolve_into(&base, &mut buffer)?, target);
    /// }
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[inline]
    pub fn resolve_into<'b, 't>(
        &self,
        base: impl Into<Ri<'b, L>>,
        buffer: &'t mut String,
    ) -> Result<Ri<'t, L>, ResolveError> {
        // Two separate calls, so that neither path keeps registers for the other.
        if keeps_path(&self.0) {
            let spans = resolve_in_place(&base.into().0, &self.0, buffer)?;
            return Ok(Ri::new(Reference { text: buffer, spans }));
        }
        let spans = resolve(&base.into().0, &self.0, buffer)?;
        Ok(Ri::new(Reference { text: buffer, spans }))
    }
}

impl<L: Letters> Ri<'_, L> {
    /// Parses a reference and resolves it against this base, exactly as RFC 3986, 5.2, defines.
    ///
    /// # Errors
    ///
    /// [`ResolveError::Reference`] if the string is not a reference; [`ResolveError::Misread`] if the target would be read
    /// back as a different URI.
    ///
    /// ```
    /// use urispec::Uri;
    /// assert_eq!(Uri::parse("http://a/b/c/d;p?q")?.join("../g")?, "http://a/b/g");
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn join(&self, reference: &str) -> Result<RiBuf<L>, ResolveError> {
        RiRef::<L>::parse(reference)?.resolve_against(*self)
    }
}

impl<L: Letters, S: Storage> RiBuf<L, S> {
    /// Parses a reference and resolves it against this base, exactly as RFC 3986, 5.2, defines.
    ///
    /// # Errors
    ///
    /// The errors of [`Ri::join`].
    pub fn join(&self, reference: &str) -> Result<RiBuf<L>, ResolveError> {
        self.as_borrowed().join(reference)
    }
}

macro_rules! resolves_as_borrowed {
    ($owned:ident) => {
        impl<L: Letters, S: Storage> $owned<L, S> {
            /// Resolves this reference against a base, exactly as RFC 3986, 5.2, defines.
            ///
            /// # Errors
            ///
            /// [`ResolveError::Misread`] if the target would be read back as a different URI.
            pub fn resolve_against<'b>(
                &self,
                base: impl Into<Ri<'b, L>>,
            ) -> Result<RiBuf<L>, ResolveError> {
                RiRef::<L>::new(self.as_borrowed().0).resolve_against(base)
            }

            /// Resolves this reference against a base into a buffer, whose memory is reused.
            ///
            /// # Errors
            ///
            /// The errors of [`RiRef::resolve_into`].
            pub fn resolve_into<'b, 't>(
                &self,
                base: impl Into<Ri<'b, L>>,
                buffer: &'t mut String,
            ) -> Result<Ri<'t, L>, ResolveError> {
                RiRef::<L>::new(self.as_borrowed().0).resolve_into(base, buffer)
            }
        }
    };
}

resolves_as_borrowed!(RiRefBuf);
resolves_as_borrowed!(RiBuf);

// Removing dot segments at the end of a growing string (section 5.2.4). Instead of an output buffer and an input buffer
// that begins with `/`, the slash is already in the string: `.` is not appended, `..` removes the last segment, and the
// text between two dot segments is copied in one piece. The result is that of
// [`remove_dot_segments`](super::remove_dot_segments).
//
// A `..` that removes the only segment of a rootless path leaves a root: `b/../c` becomes `/c`, since 2C removes `b`
// and keeps the slash after it.

/// Appends `text` to `target`, without the dot segments of its path. `path` is the range of the path in `text`. In
/// `target` the path begins at `path_start`. The text of `target` after `path_start` must be empty or end with `/`.
#[inline]
pub(super) fn append(target: &mut String, path_start: usize, text: &str, path: Range<usize>) {
    if may_have_dot_segments(&text.as_bytes()[path.clone()]) {
        append_without(target, path_start, text, path);
    } else {
        target.push_str(text);
    }
}

fn append_without(target: &mut String, path_start: usize, text: &str, path: Range<usize>) {
    let bytes = &text.as_bytes()[..path.end];
    let (mut copied, mut at) = (0, path.start);
    loop {
        if let Some(length) = dot_segment(&bytes[at..]) {
            if copied < at {
                target.push_str(&text[copied..at]);
            }
            if length == "..".len() {
                remove_last_segment(target, path_start);
            }
            // With the slash after it, if there is one.
            at = path.end.min(at + length + 1);
            copied = at;
        } else if let Some(next) = next_segment_with_dot(&bytes[at..]) {
            at += next;
        } else {
            break;
        }
    }
    target.push_str(&text[copied..]);
}

/// Removes the last segment of the path from `path_start` to the end of the string. The segment is complete: a slash
/// follows it, and one slash is kept.
fn remove_last_segment(target: &mut String, path_start: usize) {
    let path = &target.as_bytes()[path_start..];
    let Some((_, before)) = path.split_last() else { return };
    match before.iter().rposition(|&byte| byte == b'/') {
        Some(slash) => target.truncate(path_start + slash + 1),
        None => {
            target.truncate(path_start);
            target.push('/');
        }
    }
}

/// The number of bytes that are examined one by one for the next dot segment.
const NEAR: usize = 8;

/// Returns the length of the first segment if it is `.` or `..`.
fn dot_segment(path: &[u8]) -> Option<usize> {
    match path {
        [b'.'] | [b'.', b'/', ..] => Some(1),
        [b'.', b'.'] | [b'.', b'.', b'/', ..] => Some(2),
        _ => None,
    }
}

/// Returns the offset of the first segment that begins with a dot. Ignores the segment at the start of `path`.
fn next_segment_with_dot(path: &[u8]) -> Option<usize> {
    let first = |path: &[u8]| path.windows(2).position(|pair| pair == b"/.");
    // After a dot segment the next one is usually near; otherwise there is rarely one.
    let near = first(&path[..path.len().min(NEAR)]);
    let slash = near.or_else(|| may_have_dot_segments(path).then(|| first(path)).flatten())?;
    Some(slash + 1)
}

/// Returns whether any segment of a path begins with a dot. Most paths have none, and need no further work.
#[inline]
fn may_have_dot_segments(path: &[u8]) -> bool {
    path.starts_with(b".") || any_pair(path, |a, b| is(a, b'/') & is(b, b'.'))
}

// Resolution of a parsed reference directly into the target's string (section 5.2). The text is written once; the
// offsets of its components are those of the base and the reference, moved, and nothing is parsed again. The target is
// that of the transcription (`rfc3986`, `merge` and the recomposition of 5.3), without the components in between.
//
// A target is always a prefix of the base followed by the whole reference, except for dot segments and one slash. The
// branches of 5.2.2 decide where the base is cut:
//
// ```text
// http://a/b/c/d;p?q
// │    │  │   │   │ └ for #s and the empty reference
// │    │  │   │   └── for ?y
// │    │  │   └────── for g, which is merged (5.2.3)
// │    │  └────────── for /g
// │    └───────────── for //g
// └────────────────── for g:h
// ```

/// Returns whether a reference keeps the path of its base: it is empty, or begins with `?` or `#`.
#[inline(always)]
pub(super) const fn keeps_path(r: &Reference<'_>) -> bool {
    let Spans { scheme_end, host, path_end, .. } = r.spans;
    path_end == 0 && scheme_end == 0 && host.is_none()
}

/// Resolves a reference that keeps the path of its base; [`resolve`] is for other references. Writes the result to
/// `target`. The path keeps its dot segments.
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

/// Resolves a reference into `target`, whose old content is dropped. The reference must not keep the path of `base`,
/// and `base` must have a scheme. Memory is allocated once, or not at all if `target` has enough capacity. After an
/// error `target` is empty.
// Inlined, the result is built in place, which takes a third of the time.
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
    // The length of the base's prefix, and the start of the target's path.
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
        // The dot segments of the base's directory are removed too.
        append(target, path_start, &base.text[..cut], path_start..cut);
        if b.host.is_some() && b.path_start == b.path_end {
            // 5.2.3: an authority and an empty path.
            target.push('/');
        }
    } else {
        target.push_str(&base.text[..cut]);
    }
    append(target, path_start, r.text, at(own.path_start)..at(own.path_end));

    let length = length(target)?;
    // The target ends like the reference, and begins like the base or reference that its path is relative to.
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

/// Empties the target, and makes sure that it has a capacity of `enough` bytes.
#[inline(always)]
fn prepare(target: &mut String, enough: usize) {
    target.clear();
    if target.capacity() < enough {
        // A new allocation, since growing the string would copy its content.
        *target = String::with_capacity(enough);
    }
}

/// Returns the length of the target, or an error if the length does not fit in 32 bits.
#[inline(always)]
fn length(target: &mut String) -> Result<u32, ResolveError> {
    u32::try_from(target.len()).map_err(|_| {
        let error = ParseError::TooLong(target.len());
        ResolveError::Target(Box::new(InvalidInput::new(mem::take(target), error)))
    })
}

#[cfg(test)]
mod tests {
    use super::super::remove_dot_segments;
    use super::append;

    #[track_caller]
    fn check(path: &str) {
        let mut target = "x/".to_owned();
        append(&mut target, 2, &format!("{path}?./.."), 0..path.len());
        assert_eq!(target, format!("x/{}?./..", remove_dot_segments(path)), "{path}");
    }

    /// Removal in place agrees with the transcription of RFC 3986, 5.2.4.
    #[test]
    fn every_short_path() {
        let mut paths = vec![String::new()];
        for _ in 0..8 {
            let longer = |path: &String| ["a", ".", "/"].map(|more| path.clone() + more);
            paths = paths.iter().flat_map(longer).collect();
            paths.iter().for_each(|path| check(path));
        }
        assert_eq!(paths.len(), 3_usize.pow(8));
    }

    #[test]
    fn long_paths() {
        let n = 1_000_000;
        for path in ["/a".repeat(n) + &"/..".repeat(n), "../".repeat(n) + "g", "/./".repeat(n)] {
            check(&path);
        }
    }
}

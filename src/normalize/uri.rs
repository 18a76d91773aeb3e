//! Normalization of typed references, and a single pass that performs all of RFC 3986, 6.2.2.

use alloc::string::String;
use core::net::Ipv4Addr;

use super::Normalizer;
use super::draft::Copy;
use crate::editions::Rung;
use crate::parts::host::HostKind;
use crate::parts::vector::{any, any_pair, is, within};
use crate::reference::{Reference, Spans};
use crate::types::{Letters, Ri, RiBuf, RiRef, RiRefBuf, Storage};

// Section 6.2.2, and for IRIs RFC 3987, 5.3.2.

impl<L: Letters> RiRef<'_, L> {
    /// Normalizes the reference by all of RFC 3986, 6.2.2, which is safe for any scheme. The
    /// result is allocated once. [`Normalizer`](crate::Normalizer) reaches higher rungs.
    ///
    /// ```
    /// use urispec::UriRef;
    /// let reference = UriRef::parse("eXAMPLE://a/./b/../b/%63/%7bfoo%7d")?;
    /// assert_eq!(reference.normalize(), "example://a/b/c/%7Bfoo%7D");
    /// # Ok::<(), urispec::ParseError>(())
    /// ```
    #[must_use]
    #[inline]
    pub fn normalize(&self) -> RiRefBuf<L> {
        let edition = L::FACTS.edition;
        if edition.facts().ladder.is_direct {
            let (text, spans) = normal_form(&self.0);
            return RiRefBuf::new(text, spans);
        }
        // Triplets of the UTF-8 of a character beyond ASCII become that character (RFC 3987, 5.3.2.3).
        self.normalize_to(Rung::PathSegments)
    }

    /// Normalizes the reference up to a rung, by RFC 3986, or for an `IriRef` by RFC 3987. The result is always a valid
    /// reference. [`Normalizer`](crate::Normalizer) supports other editions and redirects, and can report each change.
    ///
    /// ```
    /// use urispec::{Rung, Uri, UriBuf};
    /// let uri = Uri::parse("HTTP://Example.com:80?q")?;
    /// let normal: UriBuf = uri.normalize_to(Rung::Scheme);
    /// assert_eq!(normal, "http://example.com/?q");
    /// assert_eq!(uri.normalize_to(Rung::Case), "http://example.com:80?q");
    /// # Ok::<(), urispec::ParseError>(())
    /// ```
    #[must_use]
    pub fn normalize_to(&self, rung: Rung) -> RiRefBuf<L> {
        let normal = Normalizer::from_edition(L::FACTS.edition).to(rung).normalize(self.0);
        // Each pass returns a valid reference, which a property test checks.
        RiRef::parse(normal.as_str()).map_or_else(|_| self.to_owned(), |normal| normal.to_owned())
    }
}

/// Returns the text of the normal form, and the spans of its components.
// Not generic, so that it is compiled here as one piece. A generic function would be compiled in the caller's crate,
// where each step would be a call.
#[inline]
fn normal_form(reference: &Reference<'_>) -> (String, Spans) {
    match normalize(reference, Rung::PathSegments) {
        Some(form) => (form.text, form.spans),
        None => (String::from(reference.text), reference.spans),
    }
}

impl<L: Letters> Ri<'_, L> {
    /// Normalizes by all of RFC 3986, 6.2.2, which is safe for any scheme.
    #[must_use]
    #[inline]
    pub fn normalize(&self) -> RiBuf<L> {
        RiBuf(RiRef::new(self.0).normalize())
    }

    /// Normalizes up to a rung: see [`RiRef::normalize_to`].
    #[must_use]
    pub fn normalize_to(&self, rung: Rung) -> RiBuf<L> {
        RiBuf(RiRef::new(self.0).normalize_to(rung))
    }
}

impl<L: Letters, S: Storage> RiRefBuf<L, S> {
    /// Normalizes the reference by all of RFC 3986, 6.2.2, which is safe for any scheme.
    #[must_use]
    #[inline]
    pub fn normalize(&self) -> RiRefBuf<L> {
        self.as_borrowed().normalize()
    }

    /// Normalizes up to a rung: see [`RiRef::normalize_to`].
    #[must_use]
    pub fn normalize_to(&self, rung: Rung) -> RiRefBuf<L> {
        self.as_borrowed().normalize_to(rung)
    }
}

impl<L: Letters, S: Storage> RiBuf<L, S> {
    /// Normalizes by all of RFC 3986, 6.2.2, which is safe for any scheme.
    #[must_use]
    #[inline]
    pub fn normalize(&self) -> RiBuf<L> {
        self.as_borrowed().normalize()
    }

    /// Normalizes up to a rung: see [`RiRef::normalize_to`].
    #[must_use]
    pub fn normalize_to(&self, rung: Rung) -> RiBuf<L> {
        self.as_borrowed().normalize_to(rung)
    }
}

// All of section 6.2.2 in one pass over the string, for RFC 3986, up to [`Rung::PathSegments`]. The result is that of
// the separate passes, without the list of changes. RFC 3987 has one more pass, and uses the separate passes.
//
// A reference in normal form is recognized by a scan of sixteen bytes at a time. Otherwise the text of the normal form
// is allocated once, with the spans of its components and the last rung that changed it.
//
// One pass is enough, for three reasons:
//
// - decoding a triplet cannot create another, since `%` is never decoded;
// - a letter in a host is lowered as it is decoded;
// - a segment is recognized as a dot segment with its triplets, before it is copied.
//
// A surprising case: `/.` at the beginning of a path may be a dot segment in normal form. In `a:/.//b` it is kept, and
// in `a:/.//../b` it is removed. The `/%2E` of `a:/%2E//b` is decoded and kept.

/// The normal form of a reference, with its spans.
pub(crate) struct NormalForm {
    pub(crate) text: String,
    pub(crate) spans: Spans,
    /// The last rung that changed the reference.
    pub(crate) changed_by: Rung,
}

impl NormalForm {
    #[inline]
    pub(crate) fn as_reference(&self) -> Reference<'_> {
        Reference { text: &self.text, spans: self.spans }
    }
}

/// Returns the normal form up to a rung, at most [`Rung::PathSegments`]. Returns `None` if the reference is normal.
// Inlined, the result is built in place.
#[inline(always)]
pub(crate) fn normalize(reference: &Reference<'_>, to: Rung) -> Option<NormalForm> {
    let (given, spans) = (reference.text.as_bytes(), &reference.spans);
    if to == Rung::String || is_normal(given, spans) { None } else { form(given, spans, to) }
}

/// Returns whether the reference is certainly normal: it has no capital up to the end of the host, no triplet, and no
/// dot at the beginning of a segment.
#[inline(always)]
fn is_normal(given: &[u8], spans: &Spans) -> bool {
    let (host_end, path_start) = (spans.host_end as usize, spans.path_start as usize);
    !any(&given[..host_end], |bytes| within(bytes, b'A', b'Z'))
        && !any_pair(given, |bytes, next| is(bytes, b'%') | (is(bytes, b'/') & is(next, b'.')))
        && given.get(path_start) != Some(&b'.')
}

/// Returns the normal form of a reference that may not be normal.
#[inline]
fn form(given: &[u8], spans: &Spans, to: Rung) -> Option<NormalForm> {
    let mut copy = Copy::of(given, to >= Rung::PercentEncoding);
    copy.lowered(spans.scheme_end as usize);
    copy.encoded(spans.host_start as usize);
    let host_start = copy.written() as u32;
    copy.host(spans.host_end as usize);
    let host_end = copy.written() as u32;
    copy.encoded(spans.path_start as usize);
    let path_start = copy.written();
    path(&mut copy, spans, to >= Rung::PathSegments);
    let path_end = copy.written() as u32;
    copy.encoded(spans.query_end as usize);
    let query_end = copy.written() as u32;
    copy.encoded(given.len());

    let (text, changed_by) = copy.into_text()?;
    let mut host = spans.host;
    if host == Some(HostKind::RegName) && host_end - host_start < spans.host_end - spans.host_start
    {
        // `%31.2.3.4` is a name, and `1.2.3.4` an address.
        let text = &text[host_start as usize..host_end as usize];
        host = text.parse::<Ipv4Addr>().map_or(host, |_| Some(HostKind::Ipv4Address));
    }
    let path_start = path_start as u32;
    let spans = Spans { host_start, host_end, host, path_start, path_end, query_end, ..*spans };
    Some(NormalForm { text, spans, changed_by })
}

/// Copies the path, and removes its dot segments if `removes` is set.
#[inline]
fn path(copy: &mut Copy<'_>, spans: &Spans, removes: bool) {
    let (start, end) = (spans.path_start as usize, spans.path_end as usize);
    let path = &copy.given()[..end];
    let (has_scheme, has_authority) = (spans.scheme_end > 0, spans.host.is_some());
    // A reference without a scheme is still to be resolved: a relative path keeps its dot segments, and a segment that
    // is a dot segment only after decoding is kept, since resolution does not treat it as one.
    let is_absolute = has_scheme || path[start..].starts_with(b"/");
    let is_removable = |dots: &DotSegment| is_absolute && (has_scheme || !dots.has_triplets);
    let is_guard = |dots: DotSegment| {
        !dots.is_double
            && is_removable(&dots)
            && path[dots.end..].starts_with(b"//")
            && !dot_segments(path, dots.end + 1).any(|dots| is_removable(&dots))
    };
    let begins_with_slash = !has_authority && path[start..].starts_with(b"/");
    let first = if begins_with_slash { dot_segment(path, start + 1) } else { None };
    let removes = removes && !first.is_some_and(is_guard);
    let path_start = copy.written();

    while copy.read() < end {
        let at = copy.read();
        let begins = at == start || path[at - 1] == b'/';
        match if begins { dot_segment(path, at) } else { None } {
            Some(dots) if removes && is_removable(&dots) => {
                // With the slash after it, if there is one.
                copy.leave_out(end.min(dots.end + 1));
                if dots.is_double {
                    copy.remove_last_segment(path_start);
                }
            }
            Some(dots) if !has_scheme => copy.undecoded(dots.end),
            _ => copy.segments(end),
        }
    }
    if removes && !has_authority {
        // It would be read as an authority.
        copy.guard(path_start);
    }
}

/// A complete segment that is `.` or `..`, or that decodes to one of the two.
struct DotSegment {
    end: usize,
    is_double: bool,
    has_triplets: bool,
}

/// Finds the dot segments of a path after `from`, which must be the beginning of a segment.
#[inline]
fn dot_segments(path: &[u8], from: usize) -> impl Iterator<Item = DotSegment> {
    let begins = move |&at: &usize| at == from || path[at - 1] == b'/';
    (from..path.len()).filter(begins).filter_map(|at| dot_segment(path, at))
}

/// Returns the dot segment that begins at an offset, if there is one.
#[inline(always)]
fn dot_segment(path: &[u8], start: usize) -> Option<DotSegment> {
    let first = dot(&path[start..])?;
    let second = dot(&path[start + first..]).unwrap_or(0);
    let end = start + first + second;
    let is_complete = matches!(path.get(end), None | Some(b'/'));
    let (is_double, has_triplets) = (second > 0, first > 1 || second > 1);
    is_complete.then_some(DotSegment { end, is_double, has_triplets })
}

/// Returns the length of the "." or "%2E" at the beginning of a text.
#[inline(always)]
fn dot(text: &[u8]) -> Option<usize> {
    match text {
        [b'.', ..] => Some(1),
        [b'%', b'2', b'E' | b'e', ..] => Some(3),
        _ => None,
    }
}

//! All of section 6.2.2 at once, for RFC 3986: what the passes do one after the other, in one go over
//! the string. RFC 3987 has one more pass, and its normal forms are made by the passes.
//!
//! In: a reference and a rung, of those up to [`Rung::PathSegments`]. Out: nothing where the
//! reference is in normal form, and otherwise its normal form's text, for which memory is asked for
//! once, and where its components lie. What is forgotten is which change was made by which rung.
//!
//! What is given is copied up to each place that changes, and then what it changes to. So a
//! reference in normal form is read and never copied. That one go is enough is for these reasons:
//!
//! - no triplet comes of decoding another, since `%` is never decoded;
//! - a letter that a host's triplet stands for is lowered as it is decoded;
//! - a segment is a dot segment by its triplets too, and is taken for one before it is copied.
//!
//! The surprising case: `/.` at the beginning of a path may be a dot segment that is in normal
//! form. In `a:/.//b` it stays, and in `a:/.//../b` it goes.

use alloc::string::String;
use core::net::Ipv4Addr;
use core::ops::Range;

use crate::edition::Rung;
use crate::host::HostKind;
use crate::percent::{is_unreserved, push_triplet, triplet};
use crate::reference::{Reference, Spans};
use crate::resolve::remove_last_segment;
use crate::vector::{any, is, within};

/// The normal form up to a rung that is at most [`Rung::PathSegments`]. There is none if the given
/// reference is already normal.
// Inlined, the result is built where it stays.
#[inline(always)]
pub(crate) fn normalize(reference: &Reference<'_>, to: Rung) -> Option<(String, Spans)> {
    let (given, spans) = (reference.text, reference.spans);
    if to == Rung::String || is_normal(given.as_bytes(), &spans) {
        return None;
    }
    let at = |offset: u32| offset as usize;
    let mut copy = Copy::of(given, to >= Rung::PercentEncoding);
    copy.lower(0..at(spans.scheme_end));
    // Before the host only a userinfo can hold triplets.
    copy.triplets(at(spans.host_start), copy.decodes);
    let host_start = copy.position(spans.host_start);
    copy.host(at(spans.host_start)..at(spans.host_end));
    let host_end = copy.position(spans.host_end);
    let path_start = copy.position(spans.path_start);
    copy.path(&spans, at(path_start), to >= Rung::PathSegments);
    let path_end = copy.position(spans.path_end);
    copy.triplets(at(spans.query_end), copy.decodes);
    let query_end = copy.position(spans.query_end);
    copy.triplets(given.len(), copy.decodes);
    if copy.copied == 0 {
        return None;
    }
    copy.up_to(given.len());
    let mut host = spans.host;
    if host == Some(HostKind::RegName) && host_end - host_start < spans.host_end - spans.host_start
    {
        // `%31.2.3.4` is no address, and `1.2.3.4` is one.
        let text = &copy.text[at(host_start)..at(host_end)];
        host = text.parse::<Ipv4Addr>().map_or(host, |_| Some(HostKind::Ipv4Address));
    }
    let spans = Spans { host_start, host_end, host, path_start, path_end, query_end, ..spans };
    Some((copy.text, spans))
}

/// Whether nothing is there that might change: no capital up to the end of the host, no triplet, and
/// nowhere a dot where a segment begins. Of most references this is all that is asked.
#[inline(always)]
fn is_normal(given: &[u8], spans: &Spans) -> bool {
    let [_, next @ ..] = given else { return true };
    let (host_end, path_start) = (spans.host_end as usize, spans.path_start as usize);
    !any([&given[..host_end]], |[bytes]| within(bytes, b'A', b'Z'))
        && !any([&given[..next.len()], next], |[bytes, next]| {
            is(bytes, b'%') | (is(bytes, b'/') & is(next, b'.'))
        })
        && given.get(path_start) != Some(&b'.')
}

/// A changed copy of the given string, made from left to right. Before the first change nothing is
/// copied.
struct Copy<'i> {
    given: &'i str,
    /// The length of the given text that has been copied, changed or left out so far.
    copied: usize,
    text: String,
    /// The offset of the first triplet that has not been looked at. Without one, the end of the
    /// string.
    triplet: usize,
    /// Whether triplets of unreserved characters are decoded.
    decodes: bool,
}

impl<'i> Copy<'i> {
    #[inline(always)]
    fn of(given: &'i str, decodes: bool) -> Self {
        let copy = Self { given, copied: 0, text: String::new(), triplet: 0, decodes };
        let first = memchr::memchr(b'%', given.as_bytes()).unwrap_or(given.len());
        Self { triplet: first, ..copy }
    }

    /// Copies the given text up to `end`.
    fn up_to(&mut self, end: usize) {
        if self.copied == 0 {
            // No change makes it longer: `/.` is put before a path only where more went.
            self.text.reserve_exact(self.given.len());
        }
        self.text.push_str(&self.given[self.copied..end]);
        self.copied = end;
    }

    /// Leaves out the given text up to `end`.
    fn leave_out(&mut self, end: usize) {
        self.copied = end;
        if self.triplet < end {
            self.triplet = self.triplet_from(end);
        }
    }

    /// The offset of the next triplet from `start` on. Where there is one triplet, the next is
    /// usually near.
    fn triplet_from(&self, start: usize) -> usize {
        const NEAR: usize = 16;
        let rest = &self.given.as_bytes()[start..];
        let (near, far) = rest.split_at(rest.len().min(NEAR));
        let is_percent = |&byte: &u8| byte == b'%';
        let at = near.iter().position(is_percent);
        start
            + at.or_else(|| memchr::memchr(b'%', far).map(|at| near.len() + at))
                .unwrap_or(rest.len())
    }

    /// The offset in the copy of an offset in the given text. Nothing after that offset may have
    /// changed.
    fn position(&self, offset: u32) -> u32 {
        (self.text.len() + offset as usize - self.copied) as u32
    }

    /// Lowers the letters of a range without triplets.
    #[inline]
    fn lower(&mut self, range: Range<usize>) {
        let bytes = &self.given.as_bytes()[range.clone()];
        if any([bytes], |[bytes]| within(bytes, b'A', b'Z')) {
            let start = self.position(range.start as u32) as usize;
            self.up_to(range.end);
            self.text[start..].make_ascii_lowercase();
        }
    }

    #[inline]
    fn host(&mut self, range: Range<usize>) {
        let mut from = range.start;
        while self.triplet < range.end {
            let triplet = self.triplet;
            self.lower(from..triplet);
            if let Some(character) = self.next_triplet(self.decodes) {
                self.text.push(character.to_ascii_lowercase());
            }
            from = triplet + "%41".len();
        }
        self.lower(from..range.end);
    }

    /// Handles every triplet up to `end`.
    #[inline]
    fn triplets(&mut self, end: usize, decode: bool) {
        while self.triplet < end {
            if let Some(character) = self.next_triplet(decode) {
                self.text.push(character);
            }
        }
    }

    /// Handles one triplet: raises its digits, or leaves it out and returns the character that
    /// replaces it.
    fn next_triplet(&mut self, decode: bool) -> Option<char> {
        let (start, end) = (self.triplet, self.triplet + "%41".len());
        self.triplet = self.triplet_from(end);
        let text = &self.given.as_bytes()[start..end];
        let octet = triplet(text)?;
        let decoded = (decode && is_unreserved(octet)).then_some(char::from(octet));
        if decoded.is_some() || text.iter().any(u8::is_ascii_lowercase) {
            self.up_to(start);
            self.copied = end;
            if decoded.is_none() {
                push_triplet(octet, &mut self.text);
            }
        }
        decoded
    }

    /// Handles the path, which begins at `path_start` in the copy.
    fn path(&mut self, spans: &Spans, path_start: usize, removes: bool) {
        let (start, end) = (spans.path_start as usize, spans.path_end as usize);
        let path = &self.given.as_bytes()[..end];
        if !may_have_dot_segments(&path[start..]) {
            return self.triplets(end, self.decodes);
        }
        let (has_scheme, has_authority) = (spans.scheme_end > 0, spans.host.is_some());
        // Without a scheme it is still to be resolved: a relative path keeps its dot segments, and
        // what is one only by its triplets stays as it is, since resolving takes it for none.
        let is_absolute = has_scheme || path[start..].starts_with(b"/");
        let is_removable = |dots: &DotSegment| is_absolute && (has_scheme || !dots.has_triplets);
        let is_guard = !has_authority
            && path[start..].starts_with(b"/.//")
            && !dot_segments(path, start + "/./".len()).any(|dots| is_removable(&dots));
        let removes = removes && !is_guard;

        for dots in dot_segments(path, start) {
            self.triplets(dots.start, self.decodes);
            if removes && is_removable(&dots) {
                self.up_to(dots.start);
                // With the slash that follows it, if one does.
                self.leave_out(end.min(dots.end + 1));
                if dots.is_double {
                    remove_last_segment(&mut self.text, path_start);
                }
            } else {
                self.triplets(dots.end, self.decodes && has_scheme);
            }
        }
        self.triplets(end, self.decodes);
        if removes && !has_authority && self.copied > start {
            self.up_to(end);
            // It would be read as an authority.
            if self.text[path_start..].starts_with("//") {
                self.text.insert_str(path_start, "/.");
            }
        }
    }
}

/// Whether a segment begins with a dot, or with what may be the triplet of a dot.
#[inline]
fn may_have_dot_segments(path: &[u8]) -> bool {
    let begins_with_dot =
        |[slash, a, b]: [_; 3]| is(slash, b'/') & (is(a, b'.') | (is(a, b'%') & is(b, b'2')));
    matches!(path, [b'.' | b'%', ..] | [.., b'/', b'.'])
        || path.len().checked_sub(2).is_some_and(|length| {
            any([&path[..length], &path[1..=length], &path[2..]], begins_with_dot)
        })
}

/// A complete segment that is `.` or `..`, or that decodes to one of the two.
struct DotSegment {
    start: usize,
    end: usize,
    is_double: bool,
    has_triplets: bool,
}

/// The dot segments of a path, from `from` on. A segment must begin at `from`.
fn dot_segments(path: &[u8], from: usize) -> impl Iterator<Item = DotSegment> {
    let begins =
        move |&at: &usize| matches!(path[at], b'.' | b'%') && (at == from || path[at - 1] == b'/');
    (from..path.len()).filter(begins).filter_map(|start| {
        let first = dot(&path[start..])?;
        let second = dot(&path[start + first..]).unwrap_or(0);
        let end = start + first + second;
        let is_complete = matches!(path.get(end), None | Some(b'/'));
        let (is_double, has_triplets) = (second > 0, first > 1 || second > 1);
        is_complete.then_some(DotSegment { start, end, is_double, has_triplets })
    })
}

/// The length of a dot, or of the triplet of a dot, at the beginning of a text.
fn dot(text: &[u8]) -> Option<usize> {
    match text {
        [b'.', ..] => Some(1),
        [b'%', b'2', b'E' | b'e', ..] => Some(3),
        _ => None,
    }
}

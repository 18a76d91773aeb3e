//! A reference that is split into components with their offsets, for the lints.

use std::ops::Range;

use urispec::internal::{percent, schemes, spans};
use urispec::{HostKind, Reference};

/// A part of the string, with its byte offset.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Excerpt<'i> {
    pub(super) text: &'i str,
    pub(super) start: usize,
}

impl<'i> Excerpt<'i> {
    pub(super) const fn span(&self) -> Range<usize> {
        self.start..self.start + self.text.len()
    }

    /// Returns `text`, which must be a slice of this excerpt, as an excerpt with its offset in the whole string.
    pub(super) fn part(&self, text: &'i str) -> Self {
        Self { text, start: self.start + span_in(self.text, text).start }
    }

    /// Returns the spans of the characters that satisfy a condition.
    pub(super) fn each(self, is: impl Fn(char) -> bool) -> impl Iterator<Item = Range<usize>> {
        let places = self.text.match_indices(is);
        places.map(move |(at, one)| self.start + at..self.start + at + one.len())
    }

    /// Returns the spans of the escapes whose octets satisfy a condition.
    pub(super) fn escapes(self, is: impl Fn(u8) -> bool) -> impl Iterator<Item = Range<usize>> {
        let places = percent::triplets(self.text).filter(move |(_, octet)| is(*octet));
        places.map(move |(at, _)| self.start + at..self.start + at + 3)
    }

    /// Returns the excerpts between the delimiters.
    pub(super) fn split(self, delimiters: &'i [char]) -> impl Iterator<Item = Self> {
        let mut start = self.start;
        self.text.split(delimiters).map(move |text| {
            let part = Self { text, start };
            start += text.len() + 1;
            part
        })
    }
}

/// Returns the span of `part` in `text`, from which `part` must be borrowed.
pub(super) fn span_in(text: &str, part: &str) -> Range<usize> {
    let start = part.as_ptr() as usize - text.as_ptr() as usize;
    start..start + part.len()
}

/// The reference to lint, with its components and their offsets.
pub(super) struct LintedReference<'i> {
    pub(super) reference: Reference<'i>,
    pub(super) text: &'i str,
    pub(super) scheme: Option<Excerpt<'i>>,
    pub(super) userinfo: Option<Excerpt<'i>>,
    /// The host. Before RFC 3986 an authority may have no host; this field is then the whole authority.
    pub(super) host: Option<Excerpt<'i>>,
    pub(super) host_kind: Option<HostKind>,
    pub(super) port: Option<Excerpt<'i>>,
    pub(super) path: Excerpt<'i>,
    pub(super) query: Option<Excerpt<'i>>,
    pub(super) fragment: Option<Excerpt<'i>>,
}

impl<'i> LintedReference<'i> {
    pub(super) fn of(reference: Reference<'i>) -> Self {
        let (text, spans) = (reference.as_str(), spans(&reference));
        let ending =
            |end: u32| move |text: &'i str| Excerpt { text, start: end as usize - text.len() };
        Self {
            reference,
            text,
            scheme: reference.scheme().map(ending(spans.scheme_end)),
            userinfo: reference.userinfo().map(ending(spans.host_start.saturating_sub(1))),
            host: match reference.host() {
                Some(host) => Some(ending(spans.host_end)(host.as_str())),
                None => reference.authority().map(ending(spans.path_start)),
            },
            host_kind: spans.host,
            port: reference.port().map(ending(spans.path_start)),
            path: ending(spans.path_end)(reference.path()),
            query: reference.query().map(ending(spans.query_end)),
            fragment: reference
                .fragment()
                .map(|fragment| Excerpt { text: fragment, start: text.len() - fragment.len() }),
        }
    }

    /// Returns the span of a part, which must be borrowed from the string.
    pub(super) fn within(&self, part: &str) -> Range<usize> {
        span_in(self.text, part)
    }

    /// Returns the spans of parts, which must be borrowed from the string.
    pub(super) fn spans<'p>(&self, parts: impl IntoIterator<Item = &'p str>) -> Vec<Range<usize>> {
        parts.into_iter().map(|part| self.within(part)).collect()
    }

    pub(super) fn whole(&self) -> Excerpt<'i> {
        Excerpt { text: self.text, start: 0 }
    }

    /// Returns the excerpt of a part, which must be borrowed from the string.
    pub(super) fn excerpt(&self, text: &'i str) -> Excerpt<'i> {
        Excerpt { text, start: self.within(text).start }
    }

    /// Returns the zone identifier of the host, without the `%25` before it.
    pub(super) fn zone(&self) -> Option<Excerpt<'i>> {
        let (host, zone) = (self.host?, self.reference.host()?.zone()?);
        Some(Excerpt { text: zone, start: host.start + host.text.len() - "]".len() - zone.len() })
    }

    /// Returns whether the host is empty although the scheme requires one (RFC 3986, 3.2.2).
    pub(super) fn lacks_host(&self) -> bool {
        let known = self.scheme.and_then(|scheme| schemes::known(scheme.text));
        self.host.is_some_and(|host| host.text.is_empty())
            && known.is_some_and(|scheme| scheme.wants_host)
    }

    /// Returns whether the string contains a `%`. Without a `%`, nothing is escaped.
    pub(super) fn has_escapes(&self) -> bool {
        memchr::memchr(b'%', self.text.as_bytes()).is_some()
    }

    /// Returns the parts that may contain escapes.
    pub(super) fn encoded(&self) -> impl Iterator<Item = Excerpt<'i>> {
        [self.userinfo, self.host, Some(self.path), self.query, self.fragment].into_iter().flatten()
    }

    /// Returns the segments of the path: the texts before, between and after its slashes.
    pub(super) fn segments(&self) -> impl Iterator<Item = Excerpt<'i>> {
        self.path.split(&['/'])
    }

    /// Returns the text between the scheme and the first `/`, `?` or `#`, if there is no authority.
    pub(super) fn first_segment(&self) -> &'i str {
        let path = self.path.text;
        &path[..path.find(['/', '?']).unwrap_or(path.len())]
    }

    /// Returns the string with a span replaced.
    pub(super) fn with(&self, span: Range<usize>, text: &str) -> String {
        [&self.text[..span.start], text, &self.text[span.end..]].concat()
    }
}

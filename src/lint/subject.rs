//! A reference as the lints look at it: each component with its place.

use std::ops::Range;

use crate::host::HostKind;
use crate::reference::Reference;
use crate::schemes;

/// A part of the string, with its byte offset.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Excerpt<'i> {
    pub(super) text: &'i str,
    pub(super) start: usize,
}

impl Excerpt<'_> {
    pub(super) const fn span(&self) -> Range<usize> {
        self.start..self.start + self.text.len()
    }
}

/// The reference that is linted, and its components with their offsets.
pub(super) struct Subject<'i> {
    pub(super) reference: Reference<'i>,
    pub(super) text: &'i str,
    pub(super) scheme: Option<Excerpt<'i>>,
    pub(super) userinfo: Option<Excerpt<'i>>,
    /// The host. Before RFC 3986 an authority may have no host; then the whole authority stands
    /// here.
    pub(super) host: Option<Excerpt<'i>>,
    pub(super) host_kind: Option<HostKind>,
    pub(super) port: Option<Excerpt<'i>>,
    pub(super) path: Excerpt<'i>,
    pub(super) query: Option<Excerpt<'i>>,
    pub(super) fragment: Option<Excerpt<'i>>,
}

impl<'i> Subject<'i> {
    pub(super) fn of(reference: Reference<'i>) -> Self {
        let part = |text, start| Excerpt { text, start };
        let scheme = reference.scheme().map(|text| part(text, 0));
        let after_scheme = scheme.map_or(0, |scheme| scheme.text.len() + 1);
        let authority = reference.authority().map(|text| part(text, after_scheme + 2));
        let userinfo =
            authority.and_then(|authority| Some(part(reference.userinfo()?, authority.start)));
        let host = authority.map(|authority| {
            let start = userinfo.map_or(authority.start, |userinfo| userinfo.span().end + 1);
            part(reference.host().map_or(authority.text, |host| host.text()), start)
        });
        let port = host.and_then(|host| Some(part(reference.port()?, host.span().end + 1)));
        let path = part(reference.path(), authority.map_or(after_scheme, |part| part.span().end));
        let query = reference.query().map(|text| part(text, path.span().end + 1));
        let end = query.map_or(path.span().end, |query| query.span().end);
        Self {
            reference,
            text: reference.as_str(),
            scheme,
            userinfo,
            host,
            host_kind: reference.host().map(|host| host.kind()),
            port,
            path,
            query,
            fragment: reference.fragment().map(|text| part(text, end + 1)),
        }
    }

    /// Whether the host is empty although the scheme requires one (RFC 3986, 3.2.2).
    pub(super) fn lacks_host(&self) -> bool {
        let known = self.scheme.and_then(|scheme| schemes::known(scheme.text));
        self.host.is_some_and(|host| host.text.is_empty())
            && known.is_some_and(|scheme| scheme.wants_host)
    }

    /// The parts that may have escapes.
    pub(super) fn encoded(&self) -> impl Iterator<Item = Excerpt<'i>> {
        [self.userinfo, self.host, Some(self.path), self.query, self.fragment].into_iter().flatten()
    }

    /// The texts between the slashes of the path, with the text before the first slash.
    pub(super) fn segments(&self) -> impl Iterator<Item = Excerpt<'i>> {
        let mut start = self.path.start;
        self.path.text.split('/').map(move |text| {
            let segment = Excerpt { text, start };
            start += text.len() + 1;
            segment
        })
    }

    /// The text between the scheme and the first `/`, `?` or `#`, where there is no authority.
    pub(super) fn first_segment(&self) -> &'i str {
        let path = self.path.text;
        &path[..path.find(['/', '?']).unwrap_or(path.len())]
    }

    /// The string with other text in the place of a span.
    pub(super) fn with(&self, span: Range<usize>, text: &str) -> String {
        [&self.text[..span.start], text, &self.text[span.end..]].concat()
    }
}

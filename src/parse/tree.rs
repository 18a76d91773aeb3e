//! Builds the tree of a whole string of RFC 3986 or RFC 3987 from the offsets of its components.
//!
//! The tree is equal to the tree that pest builds, but is found without reading the characters
//! again. A string with an address in brackets is left to pest, since the scan does not record the
//! groups of the address. A test compares each tree with the tree of pest.
//!
//! An empty path is a node: a `path-empty` in `a:`, and an empty `path-abempty` in `//h`. But the
//! path `/` is a `path-absolute` without segments, since the first segment of a `path-absolute` is
//! never empty.

use std::sync::LazyLock;

use memchr::memchr_iter;

use super::Recognizer;
use crate::editions::division::Division;
use crate::editions::grammar::{Grammar, Node, Production, Role};
use crate::editions::{ComponentLayout, Edition};
use crate::parts::host::HostKind;
use crate::reference::Reference;
use crate::reference::error::{Fault, SyntaxError};

/// The productions of a generic syntax that occur in the tree of a whole string without brackets.
pub(super) struct Generic {
    uri_reference: &'static Production,
    uri: &'static Production,
    relative_ref: &'static Production,
    hier_part: &'static Production,
    relative_part: &'static Production,
    scheme: &'static Production,
    authority: &'static Production,
    userinfo: &'static Production,
    host: &'static Production,
    ipv4_address: &'static Production,
    dec_octet: &'static Production,
    reg_name: &'static Production,
    port: &'static Production,
    path_abempty: &'static Production,
    path_absolute: &'static Production,
    path_rootless: &'static Production,
    path_noscheme: &'static Production,
    path_empty: &'static Production,
    segment: &'static Production,
    segment_nz: &'static Production,
    segment_nz_nc: &'static Production,
    query: &'static Production,
    fragment: &'static Production,
}

impl Generic {
    /// Returns the productions of RFC 3986 or of RFC 3987, and `None` for other editions. In RFC 3987
    /// the names of productions that allow more characters begin with an `i`.
    pub(super) fn of(edition: Edition) -> Option<&'static Self> {
        static RFC3986: LazyLock<Option<Generic>> =
            LazyLock::new(|| Generic::found(Edition::Rfc3986, "URI", ""));
        static RFC3987: LazyLock<Option<Generic>> =
            LazyLock::new(|| Generic::found(Edition::Rfc3987, "IRI", "i"));
        match edition {
            Edition::Rfc3986 => RFC3986.as_ref(),
            Edition::Rfc3987 => RFC3987.as_ref(),
            #[cfg(feature = "grammars")]
            _ => None,
        }
    }

    fn found(edition: Edition, uri: &str, prefix: &str) -> Option<Self> {
        let [grammar] = edition.grammars() else { return None };
        let named = |name: &str| grammar.production(name);
        let either = |name: &str| named(&[prefix, name].concat()).or_else(|| named(name));
        Some(Self {
            uri_reference: named(&[uri, "-reference"].concat())?,
            uri: named(uri)?,
            relative_ref: either("relative-ref")?,
            hier_part: either("hier-part")?,
            relative_part: either("relative-part")?,
            scheme: either("scheme")?,
            authority: either("authority")?,
            userinfo: either("userinfo")?,
            host: either("host")?,
            ipv4_address: either("IPv4address")?,
            dec_octet: either("dec-octet")?,
            reg_name: either("reg-name")?,
            port: either("port")?,
            path_abempty: either("path-abempty")?,
            path_absolute: either("path-absolute")?,
            path_rootless: either("path-rootless")?,
            path_noscheme: either("path-noscheme")?,
            path_empty: either("path-empty")?,
            segment: either("segment")?,
            segment_nz: either("segment-nz")?,
            segment_nz_nc: either("segment-nz-nc")?,
            query: either("query")?,
            fragment: either("fragment")?,
        })
    }

    /// Builds the tree of a reference. Its root is `whole`, a production that has a scan. Returns
    /// `None` if the host is an address in brackets.
    pub(super) fn tree<'i>(
        &self,
        whole: &'static Production,
        reference: &Reference<'i>,
    ) -> Option<Node<'i>> {
        let Reference { text, spans } = *reference;
        if matches!(spans.host, Some(HostKind::Ipv6Address | HostKind::IpvFuture)) {
            return None;
        }
        let made = TreeSource { text };
        let is_absolute = spans.scheme_end > 0;
        let mut children = Vec::with_capacity(4);
        let mut at = 0;
        if is_absolute {
            children.push(made.leaf(self.scheme, 0, spans.scheme_end));
            at = spans.scheme_end + 1;
        }
        let part = if is_absolute { self.hier_part } else { self.relative_part };
        let below = self.part(made, reference, at);
        children.push(made.node(part, at, spans.path_end, below));
        let end = text.len() as u32;
        if spans.path_end < spans.query_end {
            children.push(made.leaf(self.query, spans.path_end + 1, spans.query_end));
        }
        if spans.query_end < end {
            children.push(made.leaf(self.fragment, spans.query_end + 1, end));
        }
        let inner = if is_absolute { self.uri } else { self.relative_ref };
        Some(if whole == self.uri_reference {
            made.node(whole, 0, end, vec![made.node(inner, 0, end, children)])
        } else {
            made.node(whole, 0, end, children)
        })
    }

    /// Builds the children of the `hier-part` or the `relative-part` that begins at `start`: an
    /// authority and a path, or a path alone. The production of the first segment may differ from that
    /// of the other segments.
    fn part<'i>(
        &self,
        made: TreeSource<'i>,
        reference: &Reference<'i>,
        start: u32,
    ) -> Vec<Node<'i>> {
        let spans = &reference.spans;
        let (from, end) = (spans.path_start, spans.path_end);
        let path = |production, first: Option<(&'static Production, u32)>| {
            let segments = first
                .map(|(first, from)| made.divided(b'/', [first, self.segment], from, end))
                .unwrap_or_default();
            made.node(production, from, end, segments)
        };
        let text = reference.path().as_bytes();
        if start < from {
            let first = (!text.is_empty()).then_some((self.segment, from + 1));
            let authority = self.authority(made, reference, start + 2);
            return vec![authority, path(self.path_abempty, first)];
        }
        // A slash begins the path, or the first segment does.
        vec![match text {
            [] => path(self.path_empty, None),
            [b'/'] => path(self.path_absolute, None),
            [b'/', ..] => path(self.path_absolute, Some((self.segment_nz, from + 1))),
            _ if spans.scheme_end > 0 => path(self.path_rootless, Some((self.segment_nz, from))),
            _ => path(self.path_noscheme, Some((self.segment_nz_nc, from))),
        }]
    }

    fn authority<'i>(
        &self,
        made: TreeSource<'i>,
        reference: &Reference<'i>,
        start: u32,
    ) -> Node<'i> {
        let spans = &reference.spans;
        let mut children = Vec::with_capacity(3);
        if start < spans.host_start {
            children.push(made.leaf(self.userinfo, start, spans.host_start - 1));
        }
        let (host, end) = (spans.host_start, spans.host_end);
        let kind = match spans.host {
            Some(HostKind::Ipv4Address) => {
                let octets = made.divided(b'.', [self.dec_octet; 2], host, end);
                made.node(self.ipv4_address, host, end, octets)
            }
            _ => made.leaf(self.reg_name, host, end),
        };
        children.push(made.node(self.host, host, end, vec![kind]));
        if end < spans.path_start {
            children.push(made.leaf(self.port, end + 1, spans.path_start));
        }
        made.node(self.authority, start, spans.path_start, children)
    }
}

/// The string from which nodes are built.
#[derive(Clone, Copy)]
struct TreeSource<'i> {
    text: &'i str,
}

impl<'i> TreeSource<'i> {
    fn node(
        self,
        production: &'static Production,
        start: u32,
        end: u32,
        children: Vec<Node<'i>>,
    ) -> Node<'i> {
        let (start, end) = (start as usize, end as usize);
        Node { production, text: &self.text[start..end], start, children }
    }

    fn leaf(self, production: &'static Production, start: u32, end: u32) -> Node<'i> {
        self.node(production, start, end, Vec::new())
    }

    /// Builds a leaf for each part between delimiters: a leaf of `first` for the first part, and of `next` for others.
    fn divided(
        self,
        delimiter: u8,
        [first, next]: [&'static Production; 2],
        start: u32,
        end: u32,
    ) -> Vec<Node<'i>> {
        let bytes = &self.text.as_bytes()[start as usize..end as usize];
        let count = bytes.iter().filter(|&&byte| byte == delimiter).count();
        let mut leaves = Vec::with_capacity(count + 1);
        let (mut production, mut from) = (first, start);
        for at in memchr_iter(delimiter, bytes) {
            let to = start + at as u32;
            leaves.push(self.leaf(production, from, to));
            (production, from) = (next, to + 1);
        }
        leaves.push(self.leaf(production, from, end));
        leaves
    }
}

// The choice among the productions of an edition for whole strings.

impl Edition {
    /// Returns the productions for whole strings, as [`Edition::whole_rules`] names them; the first
    /// is the default.
    #[must_use]
    pub fn whole(self) -> &'static [Recognizer] {
        static WHOLE: LazyLock<Vec<Vec<Recognizer>>> = LazyLock::new(|| {
            let found = |edition: Edition| {
                let rules = edition.whole_rules().iter();
                rules.filter_map(|rule| edition.production(rule).ok()).collect()
            };
            Edition::every().map(found).collect()
        });
        &WHOLE[self.place()]
    }

    /// Finds the first production for whole strings that derives `text`. This production is used if
    /// the caller names none.
    ///
    /// ```
    /// use urispec::Edition;
    /// // A port is in section 9 of RFC 1630 only.
    /// let found = Edition::Rfc1630.deriving("http://info.cern.ch:8000/imaginary/test")?;
    /// assert_eq!(found.rule(), "url");
    /// assert_eq!(Edition::Rfc3986.deriving("a b").unwrap_err().offset(), 1);
    /// # Ok::<(), urispec::error::SyntaxError>(())
    /// ```
    ///
    /// # Errors
    ///
    /// If no production for whole strings derives `text`, the [`SyntaxError`] with the greatest
    /// offset, or the first of several such errors.
    ///
    /// ```
    /// use urispec::Edition;
    /// let error = Edition::Rfc9110.deriving("https://a b/").unwrap_err();
    /// assert_eq!((error.rule(), error.offset()), ("https-URI", 9));
    /// ```
    pub fn deriving(self, text: &str) -> Result<Recognizer, SyntaxError> {
        let (production, checked) = self.tried(text);
        checked.map(|()| production)
    }

    /// Finds the production by which to read `text` if the caller names none: the first production for
    /// whole strings that derives `text`. If none does, it is the production whose error has the
    /// greatest offset, since that error is the most informative.
    ///
    /// ```
    /// use urispec::Edition;
    /// assert_eq!(Edition::Rfc9110.reading("https://example.com/").rule(), "https-URI");
    /// assert_eq!(Edition::Rfc9110.reading("ftp://example.com/").rule(), "http-URI");
    /// ```
    #[must_use]
    pub fn reading(self, text: &str) -> Recognizer {
        self.tried(text).0
    }

    /// Returns the production that [`Self::reading`] finds, and the result of checking `text` against it.
    fn tried(self, text: &str) -> (Recognizer, Result<(), SyntaxError>) {
        let [default, others @ ..] = self.whole() else { unreachable!("an edition has one") };
        let mut furthest = (*default, default.check(text));
        for other in others {
            let Err(error) = furthest.1 else { break };
            // If only the domain is wrong, the grammar derives the string.
            if error.reason().is_some_and(|reason| reason.fault == Fault::Domain) {
                break;
            }
            let checked = other.check(text);
            if checked.as_ref().map_or_else(|other| other.offset() > error.offset(), |()| true) {
                furthest = (*other, checked);
            }
        }
        furthest
    }

    /// Returns the string if the document derives it, or else the string without its fragment if the
    /// document derives that shorter string. The document of a scheme need not mention fragments, since
    /// fragments do not depend on the scheme (RFC 3986, 3.5).
    pub(crate) fn derived_of(self, text: &str) -> Option<&str> {
        let absolute = || text.split_once('#').map(|(absolute, _)| absolute);
        let is_derived = |text: &&str| self.deriving(text).is_ok();
        Some(text).filter(is_derived).or_else(|| absolute().filter(is_derived))
    }

    /// Returns whether `own`, the production of a single scheme, is an alternative of a production for
    /// whole strings. That production then derives every string of `own`.
    pub(crate) fn has_in_whole(self, own: &Recognizer) -> bool {
        fn has(among: &ComponentLayout, rule: &str) -> bool {
            let all = match among.division {
                Division::AsFirst(all) => all,
                _ => &[],
            };
            all.iter().any(|one| one.rule == rule || has(one, rule))
        }
        self.whole().iter().filter_map(|whole| whole.divided).any(|whole| has(whole, own.rule()))
    }

    /// Returns the productions of single schemes, in the order of the grammars.
    pub(crate) fn specific(self) -> &'static [Recognizer] {
        static SPECIFIC: LazyLock<Vec<Vec<Recognizer>>> = LazyLock::new(|| {
            let found = |edition: Edition| {
                let of = |grammar: &'static Grammar| {
                    let all = grammar.productions().iter();
                    let specific = all.filter(|production| production.role == Role::Specific);
                    specific.map(move |&production| Recognizer::new(edition, grammar, production))
                };
                edition.grammars().iter().copied().flat_map(of).collect()
            };
            Edition::every().map(found).collect()
        });
        &SPECIFIC[self.place()]
    }
}

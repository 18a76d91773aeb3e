//! Converts a string or a tree to a reference.

use crate::editions::grammar::{Node, Role};
use crate::editions::{Edition, Oracle};
use crate::parse::Recognizer;
use crate::parts::host::HostKind;
use crate::parts::split::Components;
use crate::reference::error::ParseError;
use crate::reference::{Reference, Spans};

// Parsing a string into a reference: by a scan if the production has one, otherwise by dividing the
// string, or by the tree if the edition has no layout for the production.

impl Recognizer {
    /// Parses a whole string into a reference, by this production.
    ///
    /// # Errors
    ///
    /// The errors of [`Recognizer::tree`]; [`ParseError::NotWhole`] where the production does not
    /// derive whole references; and [`ParseError::TooLong`] beyond 4 GiB.
    pub fn reference<'i>(&self, text: &'i str) -> Result<Reference<'i>, ParseError> {
        if let Some(scanned) = self.scan(text) {
            return scanned;
        }
        match self.divided {
            Some(_) => {
                self.check(text)?;
                self.divide(text)
            }
            None => lower_by(self.edition, &self.tree(text)?),
        }
    }

    /// Divides a string into the components of a reference. The production must derive the string.
    fn divide<'i>(&self, text: &'i str) -> Result<Reference<'i>, ParseError> {
        if u32::try_from(text.len()).is_err() {
            return Err(ParseError::TooLong(text.len()));
        }
        match self.divided {
            Some(divided) => {
                let spans = super::find(self.grammar.automaton, divided, text);
                Ok(Reference { text, spans })
            }
            None => lower_by(self.edition, &self.tree(text)?),
        }
    }

    /// Returns the production names from the root of the string's tree down to the parent of the
    /// authority. Without an authority, the list ends with the production of the path.
    pub(crate) fn way(&self, text: &str) -> Result<Vec<&'static str>, ParseError> {
        Ok(way(&self.tree(text)?))
    }
}

/// Returns the production names from the root of a tree down to the parent of the authority. Without
/// an authority, the list ends with the production of the path.
fn way(tree: &Node<'_>) -> Vec<&'static str> {
    let mut all = vec![tree.rule()];
    let mut node = tree;
    loop {
        let is_whole = |node: &&Node<'_>| {
            matches!(node.role(), Role::Whole | Role::OpaqueUrl | Role::Specific)
        };
        let is_path = |node: &&Node<'_>| matches!(node.role(), Role::Path | Role::OpaquePart);
        if node.children().iter().any(|child| child.role() == Role::Authority) {
            return all;
        }
        let whole = node.children().iter().find(is_whole);
        let Some(deeper) = whole.or_else(|| node.children().iter().find(is_path)) else {
            return all;
        };
        all.push(deeper.rule());
        if whole.is_none() {
            return all;
        }
        node = deeper;
    }
}

impl<'i> Reference<'i> {
    /// Parses a whole string. Of the edition's productions for whole strings, uses the first that
    /// derives the string.
    ///
    /// ```
    /// use urispec::{Edition, Reference};
    /// // A port is in section 9 of RFC 1630 only.
    /// assert!(Reference::parse(Edition::Rfc1630, "http://info.cern.ch:8000/imaginary/test").is_ok());
    /// ```
    ///
    /// # Errors
    ///
    /// If no production for whole strings derives the string: the error of [`Reference::parse_as`] whose
    /// offset is the greatest.
    pub fn parse(edition: Edition, text: &'i str) -> Result<Self, ParseError> {
        // Most strings match the default production, and need not be checked before they are
        // parsed.
        let [default, others @ ..] = edition.whole() else { unreachable!("an edition has one") };
        default.reference(text).or_else(|error| match edition.deriving(text) {
            _ if others.is_empty() => Err(error),
            Ok(other) if other.rule() != default.rule() => other.divide(text),
            Err(furthest) if furthest.rule() != default.rule() => Err(furthest.into()),
            _ => Err(error),
        })
    }

    /// Parses a whole string by a production of the edition, named as the document prints it.
    ///
    /// # Errors
    ///
    /// The errors of [`Node::parse`], and [`ParseError::TooLong`] beyond 4 GiB.
    pub fn parse_as(edition: Edition, rule: &str, text: &'i str) -> Result<Self, ParseError> {
        edition.production(rule)?.reference(text)
    }

    /// Lowers a tree of the edition to a reference. The result is the same as that of
    /// [`Reference::parse_as`].
    ///
    /// # Errors
    ///
    /// The errors of [`Reference::parse_as`], except syntax errors.
    pub fn from_tree(edition: Edition, tree: &Node<'i>) -> Result<Self, ParseError> {
        lower_by(edition, tree)
    }
}

/// Lowers a tree to a reference. The components are exactly those that the tree derives;
/// [`Reference::from_tree`] also follows rules of the edition beyond its grammar.
///
/// ```
/// use urispec::{Edition, Node, Reference};
/// let tree = Node::parse(Edition::Rfc3986, "absolute-URI", "http://h?q")?;
/// assert_eq!(Reference::try_from(&tree)?.query(), Some("q"));
/// # Ok::<(), urispec::ParseError>(())
/// ```
impl<'i> TryFrom<&Node<'i>> for Reference<'i> {
    type Error = ParseError;

    /// Lowers the tree. Fails with the errors of [`Reference::parse_as`], except syntax errors.
    fn try_from(tree: &Node<'i>) -> Result<Self, ParseError> {
        lower(tree)
    }
}

// Lowering: from the tree of a generic edition to a [`Reference`].
//
// Not all editions have a node for the path: url-syntax-05 has the query inside `abs_path`. So the
// path is the text that the other components leave.
//
// Only a tree of a production for whole references is lowered. The tree of the production `host`
// has a host without an authority around it, which the offsets alone would not show.

/// Lowers a tree to a reference of an edition. If the edition has its own rules for dividing whole
/// strings, those rules apply instead of the grammar.
pub(super) fn lower_by<'i>(edition: Edition, tree: &Node<'i>) -> Result<Reference<'i>, ParseError> {
    let reference = lower(tree)?;
    match &edition.facts().divided {
        Some(Oracle { split, authority, .. }) if edition.whole_rules().contains(&tree.rule()) => {
            let site = |text| Node::parse(edition, authority, text).ok();
            Ok(divide(reference, split(reference.text), site))
        }
        _ => Ok(reference),
    }
}

/// Returns the reference with the spans of the components `parts`. `site` parses the authority to
/// find its host. If `site` returns `None`, the reference has no host.
fn divide<'i>(
    reference: Reference<'i>,
    parts: Components<'i>,
    site: impl Fn(&'i str) -> Option<Node<'i>>,
) -> Reference<'i> {
    // The grammar of RFC 7565 has a host, and its strings have no authority.
    let has_stray_host = parts.authority.is_none() && reference.host().is_some();
    if parts == reference.components() && !has_stray_host {
        return reference;
    }
    let length = |part: Option<&str>, delimiter: &str| {
        part.map_or(0, |text| text.len() + delimiter.len()) as u32
    };
    let after_scheme = length(parts.scheme, ":");
    let path_start = after_scheme + length(parts.authority, "//");
    let path_end = path_start + parts.path.len() as u32;
    let mut of_site = Lowering::default();
    parts.authority.and_then(site).iter().for_each(|site| of_site.visit(site));
    let authority_start = after_scheme + 2;
    let host = of_site.host.map(|(start, end)| (authority_start + start, authority_start + end));
    let (host_start, host_end) = host.unwrap_or((path_start, path_start));
    let spans = Spans {
        scheme_end: after_scheme.saturating_sub(1),
        host_start,
        host_end,
        path_start,
        path_end,
        query_end: path_end + length(parts.query, "?"),
        host: host.map(|_| of_site.kind),
        is_opaque: false,
    };
    Reference { spans, ..reference }
}

/// Finds the components of a tree whose production derives whole references.
pub(super) fn lower<'i>(tree: &Node<'i>) -> Result<Reference<'i>, ParseError> {
    if !matches!(tree.role(), Role::Whole | Role::OpaqueUrl | Role::Specific) {
        return Err(ParseError::NotWhole(tree.rule()));
    }
    let text = tree.text();
    if u32::try_from(text.len()).is_err() {
        return Err(ParseError::TooLong(text.len()));
    }
    let mut lowering = Lowering { origin: tree.start(), ..Lowering::default() };
    lowering.visit(tree);
    Ok(Reference { text, spans: lowering.finish(text.len() as u32) })
}

/// The components found so far: for each, the byte offset of its start, of its end, or both.
#[derive(Default)]
struct Lowering {
    /// The offset at which the tree begins. It need not be the beginning of the string.
    origin: usize,
    scheme: Option<u32>,
    authority: Option<u32>,
    host: Option<(u32, u32)>,
    kind: HostKind,
    is_opaque: bool,
    query: Option<u32>,
    fragment: Option<u32>,
}

impl Lowering {
    /// Visits a node and its children. The depth is limited by the grammar, and nodes without
    /// components are not entered.
    fn visit(&mut self, node: &Node<'_>) {
        let (start, end) = (self.offset(node.start()), self.offset(node.end()));
        match node.role() {
            Role::Specific => self.specific(node),
            Role::Scheme => self.scheme = Some(end),
            Role::Authority => self.authority = Some(end),
            Role::Host => {
                self.host = Some((start, end));
                self.authority = self.authority.map(|after| after.max(end));
            }
            Role::Ipv4Address => self.kind = HostKind::Ipv4Address,
            Role::Ipv6Address => self.kind = HostKind::Ipv6Address,
            Role::Ipv6Addrz => self.kind = HostKind::Ipv6Addrz,
            Role::IpvFuture => self.kind = HostKind::IpvFuture,
            Role::RegName => self.kind = HostKind::RegName,
            Role::Hostname => self.kind = HostKind::Hostname,
            Role::Hostnumber => self.kind = HostKind::Hostnumber,
            Role::OpaqueUrl | Role::OpaquePart => self.is_opaque = true,
            Role::Query => self.query = Some(start),
            Role::Fragment => self.fragment = Some(start),
            _ => {}
        }
        let is_open = |child: &&Node<'_>| match node.role() {
            Role::Whole | Role::OpaqueUrl | Role::Authority | Role::Host | Role::Part => true,
            // The text after a prefix is another URL, whose components are not those of the whole.
            Role::Specific => child.role() != Role::Whole,
            _ => false,
        };
        node.children().iter().filter(is_open).for_each(|child| self.visit(child));
    }

    /// Lowers a URL whose scheme is a literal of its production. `//` may be a literal too; the
    /// authority after it may be empty.
    fn specific(&mut self, node: &Node<'_>) {
        let scheme = node.text().find(':').unwrap_or(0);
        let after = node.start() + scheme + 1;
        self.scheme = Some(self.offset(node.start() + scheme));
        // Another literal is possible there, as in `data:;base64,`.
        let has_slashes = node.text()[scheme..].starts_with("://");
        if has_slashes && node.children().first().is_some_and(|child| child.start() >= after + 2) {
            self.authority = Some(self.offset(after + 2));
        }
    }

    fn offset(&self, offset: usize) -> u32 {
        (offset - self.origin) as u32
    }

    fn finish(self, length: u32) -> Spans {
        let after_scheme = self.scheme.map_or(0, |end| end + 1);
        let path_start = self.authority.unwrap_or(after_scheme);
        // A "?" precedes the query, and a "#" the fragment.
        let query_end = self.fragment.map_or(length, |start| start - 1);
        let (host_start, host_end) = self.host.unwrap_or((path_start, path_start));
        Spans {
            scheme_end: self.scheme.unwrap_or(0),
            host_start,
            host_end,
            path_start,
            path_end: self.query.map_or(query_end, |start| start - 1),
            query_end,
            host: self.host.map(|_| self.kind),
            is_opaque: self.is_opaque,
        }
    }
}

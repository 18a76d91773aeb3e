//! Lowering: from the tree of a generic edition to a [`Reference`].
//!
//! In: a tree. Out: where its components lie. What is forgotten: all that lies below a component,
//! and which productions wrapped it.
//!
//! The surprising case: the tree of a mere part lowers too. That of the production `host` has a
//! host and no authority around it; the offsets alone would not say so, hence only a tree that
//! holds whole references is lowered.

use crate::error::ParseError;
use crate::grammar::Role;
use crate::host::HostKind;
use crate::reference::{Reference, Spans};
use crate::tree::Node;

/// Finds the components of a tree whose production stands for a whole reference.
pub(crate) fn lower<'i>(tree: &Node<'i>) -> Result<Reference<'i>, ParseError> {
    if !matches!(tree.role(), Role::Whole | Role::Specific) {
        return Err(ParseError::NotWhole(tree.rule()));
    }
    let text = tree.text();
    if u32::try_from(text.len()).is_err() {
        return Err(ParseError::TooLong(text.len()));
    }
    let mut lowering = Lowering::default();
    lowering.visit(tree);
    Ok(Reference { text, spans: lowering.finish(text.len() as u32) })
}

/// What has been found so far: ends, in byte offsets.
#[derive(Default)]
struct Lowering {
    scheme: Option<u32>,
    authority: Option<u32>,
    host: Option<(u32, u32)>,
    kind: HostKind,
    path: Option<(u32, u32)>,
    query: Option<u32>,
}

impl Lowering {
    /// Goes no deeper than the grammar nests, and not into what holds no component.
    fn visit(&mut self, node: &Node<'_>) {
        let (start, end) = (node.start() as u32, node.end() as u32);
        match node.role() {
            Role::Specific => self.specific(node),
            Role::SchemePart => self.path = Some((start, end)),
            Role::Scheme => self.scheme = Some(end),
            Role::Authority => self.authority = Some(end),
            Role::Host => {
                self.host = Some((start, end));
                self.authority = self.authority.map(|after| after.max(end));
            }
            Role::Ipv4Address => self.kind = HostKind::Ipv4Address,
            Role::Ipv6Address => self.kind = HostKind::Ipv6Address,
            Role::IpvFuture => self.kind = HostKind::IpvFuture,
            Role::RegName => self.kind = HostKind::RegName,
            Role::Path => self.path = self.path.or(Some((start, end))),
            Role::Query => {
                self.query = Some(end);
                self.path = self.path.map(|(from, to)| (from, to.min(start - 1)));
            }
            _ => {}
        }
        let holds_components = matches!(
            node.role(),
            Role::Whole
                | Role::Specific
                | Role::SchemePart
                | Role::Authority
                | Role::Host
                | Role::Part
        );
        // A URL with a prefix holds another, whose components are not its own.
        let is_other =
            |child: &&Node<'_>| node.role() == Role::Specific && child.role() == Role::Whole;
        if holds_components {
            node.children()
                .iter()
                .filter(|child| !is_other(child))
                .for_each(|child| self.visit(child));
        }
    }

    /// The scheme is a literal, and so may `//` be, with an authority after it that may be empty.
    fn specific(&mut self, node: &Node<'_>) {
        let scheme = node.text().find(':').unwrap_or(0);
        let after = node.start() + scheme + 1;
        self.scheme = Some((node.start() + scheme) as u32);
        self.path = Some((after as u32, node.end() as u32));
        if node.children().first().is_some_and(|child| child.start() >= after + 2) {
            self.authority = Some(after as u32 + 2);
        }
    }

    fn finish(self, length: u32) -> Spans {
        let after_scheme = self.scheme.map_or(0, |end| end + 1);
        let here = self.authority.unwrap_or(after_scheme);
        let (path_start, path_end) = self.path.unwrap_or((here, here));
        let path_start = path_start.max(here);
        let (host_start, host_end) = self.host.unwrap_or((path_start, path_start));
        Spans {
            scheme_end: self.scheme.unwrap_or(0),
            host_start,
            host_end,
            path_start,
            path_end,
            query_end: self.query.unwrap_or(path_end).min(length),
            host: self.kind,
        }
    }
}

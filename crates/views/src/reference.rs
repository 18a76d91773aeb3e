//! What the library says of a reference, as the values of JSON.

use std::cell::Cell;

use serde::Serialize;
use serde::ser::SerializeStruct;
use urispec::trace::NormalizationStep;
use urispec::{Edition, Node, Reference};

use crate::record::Record;

/// The components of a reference, and the subcomponents of its authority.
#[derive(Serialize)]
pub struct Components<'a> {
    #[serde(skip_serializing_if = "Option::is_none")]
    scheme: Option<&'a str>,
    #[serde(skip_serializing_if = "Option::is_none")]
    authority: Option<&'a str>,
    #[serde(skip_serializing_if = "Option::is_none")]
    userinfo: Option<&'a str>,
    #[serde(skip_serializing_if = "Option::is_none")]
    host: Option<&'a str>,
    #[serde(skip_serializing_if = "Option::is_none")]
    host_kind: Option<&'static str>,
    #[serde(skip_serializing_if = "Option::is_none")]
    port: Option<&'a str>,
    path: &'a str,
    #[serde(skip_serializing_if = "Option::is_none")]
    params: Option<&'a str>,
    #[serde(skip_serializing_if = "Option::is_none")]
    query: Option<&'a str>,
    #[serde(skip_serializing_if = "Option::is_none")]
    fragment: Option<&'a str>,
}

impl<'a> Components<'a> {
    /// The components that an edition has.
    #[must_use]
    pub fn of(edition: Edition, reference: &Reference<'a>) -> Self {
        let host = reference.host();
        Self {
            scheme: reference.scheme(),
            authority: reference.authority(),
            userinfo: reference.userinfo(),
            host: host.map(|host| host.as_str()),
            host_kind: host.map(|host| host.kind().name()),
            port: reference.port(),
            path: reference.path(),
            params: reference.params(edition),
            query: reference.query(),
            fragment: reference.fragment(),
        }
    }
}

/// A tree, or its first nodes. Not a recursion that input can drive: no production contains itself.
pub struct Tree<'a> {
    node: &'a Node<'a>,
    /// The number of nodes that may be written.
    left: &'a Cell<usize>,
}

impl<'a> Tree<'a> {
    /// A tree, of which `left` nodes are written at most. What is left after writing is left there.
    #[must_use]
    pub const fn new(node: &'a Node<'a>, left: &'a Cell<usize>) -> Self {
        Self { node, left }
    }
}

impl Serialize for Tree<'_> {
    fn serialize<S: serde::Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let Self { node, left } = self;
        left.set(left.get().saturating_sub(1));
        let mut object = serializer.serialize_struct("tree", 4)?;
        object.serialize_field("rule", node.rule())?;
        object.serialize_field("start", &node.start())?;
        object.serialize_field("end", &node.end())?;
        object.serialize_field("children", &Children(self))?;
        object.end()
    }
}

struct Children<'a>(&'a Tree<'a>);

impl Serialize for Children<'_> {
    fn serialize<S: serde::Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let Tree { node, left } = self.0;
        let children = node.children().iter().take_while(|_| left.get() > 0);
        serializer.collect_seq(children.map(|node| Tree { node, left }))
    }
}

/// A change that normalization made.
pub fn change(change: NormalizationStep<'_>) -> Record {
    Record::new()
        .with("rung", change.rung.name())
        .with("section", change.section)
        .with("before", change.before)
        .with("after", change.after)
}

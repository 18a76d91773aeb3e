//! What the library says of a reference, as the values of JSON.

use serde::Serialize;
use serde::ser::SerializeStruct;
use urispec::{Change, Node, Reference};

use crate::record::Record;

/// The components of a reference, and the subcomponents of its authority.
#[derive(Serialize)]
pub(crate) struct Components<'a> {
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
    query: Option<&'a str>,
    #[serde(skip_serializing_if = "Option::is_none")]
    fragment: Option<&'a str>,
}

impl<'a> From<&Reference<'a>> for Components<'a> {
    fn from(reference: &Reference<'a>) -> Self {
        let host = reference.host();
        Self {
            scheme: reference.scheme(),
            authority: reference.authority(),
            userinfo: reference.userinfo(),
            host: host.map(|host| host.text()),
            host_kind: host.map(|host| host.kind().name()),
            port: reference.port(),
            path: reference.path(),
            query: reference.query(),
            fragment: reference.fragment(),
        }
    }
}

/// A tree. Not a recursion that input can drive: no production contains itself.
pub(crate) struct Tree<'a>(pub(crate) &'a Node<'a>);

impl Serialize for Tree<'_> {
    fn serialize<S: serde::Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let Self(node) = self;
        let mut object = serializer.serialize_struct("tree", 4)?;
        object.serialize_field("rule", node.rule())?;
        object.serialize_field("start", &node.start())?;
        object.serialize_field("end", &node.end())?;
        object.serialize_field("children", &Children(node.children()))?;
        object.end()
    }
}

struct Children<'a>(&'a [Node<'a>]);

impl Serialize for Children<'_> {
    fn serialize<S: serde::Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_seq(self.0.iter().map(Tree))
    }
}

/// A change that normalization made.
pub(crate) fn change(change: Change<'_>) -> Record {
    Record::new()
        .with("rung", change.rung.name())
        .with("section", change.section)
        .with("before", change.before)
        .with("after", change.after)
}

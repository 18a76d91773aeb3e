//! A parsed string: its tree, its components, and its meaning according to its scheme.

use std::cell::Cell;

use serde::Serialize;
use serde::ser::SerializeStruct;
#[cfg(feature = "whole")]
use urispec::meaning::Meaning;
use urispec::{Edition, Node, ParseError, Recognizer, Reference};

use crate::fault::Fault;
use crate::record::Record;

#[cfg(feature = "whole")]
mod fields;

#[cfg(feature = "whole")]
pub use fields::{FieldValue, Fields};

/// A parse tree, and the reference that is built from it if the production describes whole references.
pub struct Parsed<'a> {
    /// The tree.
    pub tree: Node<'a>,
    /// The reference, or `None` if the production describes a part of a reference.
    pub reference: Option<Reference<'a>>,
    /// The fields that the scheme of the URL defines, if the document describes schemes.
    #[cfg(feature = "whole")]
    pub fields: Option<Fields>,
}

/// Parses a string by a production.
///
/// # Errors
/// Returns the reason why the production does not derive the string.
pub fn parse(production: Recognizer, text: &str) -> Result<Parsed<'_>, Fault> {
    let explained = |error| Fault::of(error, text);
    let tree = production.tree(text).map_err(explained)?;
    let reference = match Reference::from_tree(production.edition(), &tree) {
        Ok(reference) => Some(reference),
        Err(ParseError::NotWhole(_)) => None,
        Err(error) => return Err(explained(error)),
    };
    #[cfg(feature = "whole")]
    let fields = {
        let meaning = Meaning::from_tree(production.edition(), &tree).map_err(explained)?;
        meaning.map(|(derivation, meaning)| Fields::of(derivation, &meaning))
    };
    Ok(Parsed {
        tree,
        reference,
        #[cfg(feature = "whole")]
        fields,
    })
}

/// Returns the results for a string as JSON. If the tree has more than `nodes` nodes, only the first of them are included,
/// and the key `cut` is set.
pub fn record(
    production: Recognizer,
    input: &[u8],
    parsed: &Result<Parsed<'_>, Fault>,
    nodes: usize,
) -> Record {
    let record = Record::of(production.edition())
        .with("rule", production.rule())
        .given("input", input)
        .with("valid", parsed.is_ok());
    match parsed {
        Ok(parsed) => {
            let (tree, left) = (&parsed.tree, Cell::new(nodes));
            let components = |reference| Components::of(production.edition(), reference);
            let record = record.with("components", parsed.reference.as_ref().map(components));
            #[cfg(feature = "whole")]
            let record =
                record.with_record("scheme_specific", parsed.fields.as_ref().map(Fields::record));
            let record = record.with("tree", Tree { node: tree, left: &left });
            // The limit may have been exactly sufficient.
            let is_cut = left.get() == 0 && tree.walk().nth(nodes).is_some();
            record.with("cut", is_cut.then_some(true))
        }
        Err(fault) => record.with_record("error", Some(fault.record(None))),
    }
}

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
    /// Returns the components of a reference, as an edition defines components.
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

/// A tree, or the first nodes of a tree. The recursion is bounded by the grammar, since no production contains itself.
struct Tree<'a> {
    node: &'a Node<'a>,
    /// The number of nodes that may still be written.
    left: &'a Cell<usize>,
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

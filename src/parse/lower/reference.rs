//! From a string to a reference: by a scan where the production has one, and else by dividing it; by the
//! tree where the edition does not say how the production's strings divide.

use super::components;
use super::generic::{lower, lower_by};
use crate::editions::Edition;
use crate::editions::grammar::{Node, Role};
use crate::parse::Recognizer;
use crate::reference::Reference;
use crate::reference::error::ParseError;

impl Recognizer {
    /// Parses a whole string by the production into a reference.
    ///
    /// # Errors
    ///
    /// The errors of [`Recognizer::tree`]; [`ParseError::NotWhole`] where the production does not
    /// stand for a whole reference; and [`ParseError::TooLong`] beyond 4 GiB.
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

    /// The reference that a string is which the production derives.
    fn divide<'i>(&self, text: &'i str) -> Result<Reference<'i>, ParseError> {
        if u32::try_from(text.len()).is_err() {
            return Err(ParseError::TooLong(text.len()));
        }
        match self.divided {
            Some(divided) => {
                let spans = components::find(self.grammar.automaton, divided, text);
                Ok(Reference { text, spans })
            }
            None => lower_by(self.edition, &self.tree(text)?),
        }
    }

    /// The reference that a string is which the production derives, and the productions on the way
    /// to its path: they lead from the whole to the production that divides into an authority and a
    /// path, or, without an authority, to that of the path.
    pub(crate) fn derived<'i>(
        &self,
        text: &'i str,
    ) -> Result<(Reference<'i>, Vec<&'static str>), ParseError> {
        let reference = match self.scan(text) {
            Some(scanned) => scanned?,
            None => self.divide(text)?,
        };
        let productions = match self.divided {
            Some(divided) => {
                components::productions(self.grammar.automaton, divided, text, &reference.spans)
            }
            None => productions(&self.tree(text)?),
        };
        Ok((reference, productions))
    }
}

/// The productions from the whole to the node with the authority, or, without an authority, to the
/// node of the path.
fn productions(tree: &Node<'_>) -> Vec<&'static str> {
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
    /// Parses a whole string by the first of the edition's productions for whole strings that
    /// derives it.
    ///
    /// ```
    /// use urispec::{Edition, Reference};
    /// // A port is in section 9 of RFC 1630 only.
    /// assert!(Reference::parse(Edition::Rfc1630, "http://info.cern.ch:8000/imaginary/test").is_ok());
    /// ```
    ///
    /// # Errors
    ///
    /// The error of [`Reference::parse_as`] by the production that gets furthest, if no production for whole
    /// strings derives the string.
    pub fn parse(edition: Edition, text: &'i str) -> Result<Self, ParseError> {
        // Most strings are of the default production, and need not be checked before they are parsed.
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

    /// Lowers a tree of the edition to a reference, as [`Reference::parse_as`] does with the tree that
    /// it makes.
    ///
    /// # Errors
    ///
    /// The errors of [`Reference::parse_as`], except syntax errors.
    pub fn from_tree(edition: Edition, tree: &Node<'i>) -> Result<Self, ParseError> {
        lower_by(edition, tree)
    }
}

/// Lowers a tree to a reference. The components are exactly those that the tree derives;
/// [`Reference::from_tree`] also follows what the edition says beside its grammar.
///
/// ```
/// use urispec::{Edition, Node, Reference};
/// let tree = Node::parse(Edition::Rfc3986, "absolute-URI", "http://h?q")?;
/// assert_eq!(Reference::try_from(&tree)?.query(), Some("q"));
/// # Ok::<(), urispec::ParseError>(())
/// ```
impl<'i> TryFrom<&Node<'i>> for Reference<'i> {
    type Error = ParseError;

    /// Fails as [`Reference::parse_as`] does, except for syntax errors.
    fn try_from(tree: &Node<'i>) -> Result<Self, ParseError> {
        lower(tree)
    }
}

//! From a string to a reference: by a scan where the production has one, and else by the tree.

use super::generic::{lower, lower_by};
use crate::edition::Edition;
use crate::error::ParseError;
use crate::grammar::Node;
use crate::parse::Recognizer;
use crate::reference::Reference;

impl Recognizer {
    /// Parses a whole string by the production into a reference.
    ///
    /// # Errors
    ///
    /// The errors of [`Recognizer::tree`]; [`ParseError::NotWhole`] where the production does not
    /// stand for a whole reference; and [`ParseError::TooLong`] beyond 4 GiB.
    pub fn reference<'i>(&self, text: &'i str) -> Result<Reference<'i>, ParseError> {
        self.scan(text).unwrap_or_else(|| lower_by(self.edition, &self.tree(text)?))
    }
}

impl<'i> Reference<'i> {
    /// Parses a whole string by the first of the edition's productions for whole strings that
    /// derives it.
    ///
    /// ```
    /// use urispec::{Edition, Reference};
    /// // A port is in section 9 of RFC 1630 only.
    /// assert!(Reference::of(Edition::Rfc1630, "http://info.cern.ch:8000/imaginary/test").is_ok());
    /// ```
    ///
    /// # Errors
    ///
    /// The error of [`Reference::parse`] by the default production, if no production for whole
    /// strings derives the string.
    pub fn of(edition: Edition, text: &'i str) -> Result<Self, ParseError> {
        // Most strings are of the default production, and need not be checked before they are parsed.
        let default = &edition.whole()[0];
        default.reference(text).or_else(|_| edition.deriving(text)?.reference(text))
    }

    /// Parses a whole string by a production of the edition, named as the document prints it.
    ///
    /// # Errors
    ///
    /// The errors of [`Node::parse`], and [`ParseError::TooLong`] beyond 4 GiB.
    pub fn parse(edition: Edition, rule: &str, text: &'i str) -> Result<Self, ParseError> {
        edition.production(rule)?.reference(text)
    }

    /// Lowers a tree of the edition to a reference, as [`Reference::parse`] does with the tree that
    /// it makes.
    ///
    /// # Errors
    ///
    /// The errors of [`Reference::parse`], except syntax errors.
    pub fn of_tree(edition: Edition, tree: &Node<'i>) -> Result<Self, ParseError> {
        lower_by(edition, tree)
    }
}

/// Lowers a tree to a reference. The components are exactly those that the tree derives;
/// [`Reference::of_tree`] also follows what the edition says beside its grammar.
///
/// ```
/// use urispec::{Edition, Node, Reference};
/// let tree = Node::parse(Edition::Rfc3986, "absolute-URI", "http://h?q")?;
/// assert_eq!(Reference::try_from(&tree)?.query(), Some("q"));
/// # Ok::<(), urispec::ParseError>(())
/// ```
impl<'i> TryFrom<&Node<'i>> for Reference<'i> {
    type Error = ParseError;

    /// Fails as [`Reference::parse`] does, except for syntax errors.
    fn try_from(tree: &Node<'i>) -> Result<Self, ParseError> {
        lower(tree)
    }
}

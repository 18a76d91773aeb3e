//! Parsing: from a string to the tree by which a production derives it, or to what is wrong.
//!
//! In: an [`Edition`], the name of a production, a string. Out: a [`Recognizer`], which is the
//! production looked up once, and from it a verdict, a [`Node`], or the components. The automaton
//! of the production decides; pest makes the tree of what the automaton accepts; for the whole
//! strings of RFC 3986 a [scan] takes many bytes at once, and finds where the components lie. The
//! scan gives the reference that lowering the tree gives, and needs no memory for it; and from that
//! reference follows the tree that pest would make, in a ninth of the time.
//!
//! The surprising case: a string of one production may be no string of another that seems to hold
//! it. `1.2.3.256` is a `host` and no `IPv4address`: its tree has a `reg-name`.

#[cfg(feature = "trees")]
use crate::editions::Edition;
#[cfg(feature = "trees")]
use crate::editions::grammar::Node;
#[cfg(feature = "trees")]
use crate::reference::error::ParseError;

#[cfg(feature = "trees")]
pub(crate) mod diagnose;
#[cfg(feature = "trees")]
pub(crate) mod lower;
#[cfg(feature = "unicode")]
pub mod whatwg;

#[cfg(feature = "trees")]
mod recognizer;
mod reference;
mod scan;
#[cfg(feature = "trees")]
mod tree;
#[cfg(feature = "trees")]
mod whole;

#[cfg(feature = "trees")]
pub use recognizer::{Recognizer, check};
pub(crate) use reference::iri_reference;
pub(crate) use reference::{rejected, uri_reference};
pub(crate) use scan::constant;
pub(crate) use scan::fault::Wrong;

#[cfg(feature = "trees")]
impl<'i> Node<'i> {
    /// Parses a whole string by a production of the edition, and makes the tree. The production is
    /// named as the document prints it.
    ///
    /// # Errors
    ///
    /// [`ParseError::Syntax`] where the string is not in the production's language,
    /// [`ParseError::Production`] where the edition has no such production, [`ParseError::Refused`]
    /// where the thread has too little stack left for pest.
    ///
    /// ```
    /// use urispec::{Edition, Node};
    /// let tree = Node::parse(Edition::Rfc3986, "authority", "user@[::1]:80")?;
    /// let rules: Vec<_> = tree.children().iter().map(|node| node.rule()).collect();
    /// assert_eq!(rules, ["userinfo", "host", "port"]);
    /// # Ok::<(), urispec::ParseError>(())
    /// ```
    pub fn parse(edition: Edition, rule: &str, text: &'i str) -> Result<Self, ParseError> {
        edition.production(rule)?.tree(text)
    }
}

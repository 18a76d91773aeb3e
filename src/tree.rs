//! The parse tree, in one type for all editions.
//!
//! In: a string, an edition and a production. Out: the nodes by which the edition's grammar derives
//! the whole string. Nothing of the string is forgotten: each node has its text and its byte
//! offsets, and what lies between the children are the literals of the production. What is
//! forgotten is how pest found it.
//!
//! The surprising case: a node can be empty. `a:` has a `path-empty` and `//` an empty `reg-name`,
//! since both are in the derivation; what the grammar makes optional is absent instead, as the
//! `query` of `a:` is.

use std::fmt;

use crate::edition::Edition;
use crate::error::{ParseError, SyntaxError, UnknownProduction};
use crate::grammar::{NoTree, Production, Role};
use crate::scan::check;

/// A node of the parse tree: a production, and the part of the string that it derives.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Node<'i> {
    pub(crate) production: &'static Production,
    pub(crate) text: &'i str,
    pub(crate) start: usize,
    pub(crate) children: Vec<Node<'i>>,
}

impl<'i> Node<'i> {
    /// Derives a whole string from a production of the edition, named as the document prints it.
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
        let (grammar, production) =
            edition.production(rule).ok_or_else(|| UnknownProduction::new(edition, rule))?;
        check(edition, rule, text)?;
        grammar.tree(production, text).map_err(|reason| match reason {
            // The audit decides that there is none.
            NoTree::NotInLanguage => SyntaxError::new(grammar, production, text, text.len()).into(),
            NoTree::Refused(message) => ParseError::Refused(message),
        })
    }

    /// The production's name as its document prints it.
    #[must_use]
    pub const fn rule(&self) -> &'static str {
        self.production.name
    }

    /// The section of the document that introduces the production.
    #[must_use]
    pub const fn section(&self) -> &'static str {
        self.production.section
    }

    /// What the node stands for.
    #[must_use]
    pub const fn role(&self) -> Role {
        self.production.role
    }

    /// The part of the string that the node derives.
    #[must_use]
    pub const fn text(&self) -> &'i str {
        self.text
    }

    /// The byte offset at which it begins.
    #[must_use]
    pub const fn start(&self) -> usize {
        self.start
    }

    /// The byte offset after its last byte.
    #[must_use]
    pub const fn end(&self) -> usize {
        self.start + self.text.len()
    }

    /// The nodes below, from left to right.
    #[must_use]
    pub fn children(&self) -> &[Node<'i>] {
        &self.children
    }

    /// This node and all below it, each before its children, with its depth below this one.
    pub fn walk(&self) -> impl Iterator<Item = (usize, &Node<'i>)> {
        let mut open = vec![(0, self)];
        std::iter::from_fn(move || {
            let (depth, node) = open.pop()?;
            open.extend(node.children.iter().rev().map(|child| (depth + 1, child)));
            Some((depth, node))
        })
    }
}

/// The tree as indented lines: offsets, production, and the text of what has no children.
impl fmt::Display for Node<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (depth, node) in self.walk() {
            let span = format!("{}..{}", node.start, node.end());
            write!(f, "{span:>9}  {:indent$}{}", "", node.rule(), indent = 2 * depth)?;
            if node.children.is_empty() {
                write!(f, " {:?}", node.text)?;
            }
            writeln!(f)?;
        }
        Ok(())
    }
}

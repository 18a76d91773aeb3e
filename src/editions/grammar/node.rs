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

use super::{Production, Role};

/// A node of the parse tree: a production, and the part of the string that it derives.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Node<'i> {
    pub(crate) production: &'static Production,
    pub(crate) text: &'i str,
    pub(crate) start: usize,
    pub(crate) children: Vec<Node<'i>>,
}

impl<'i> Node<'i> {
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

    /// What the production stands for, in words that all editions share.
    #[must_use]
    pub const fn role(&self) -> Role {
        self.production.role
    }

    /// The part of the string that the node derives.
    #[must_use]
    pub const fn text(&self) -> &'i str {
        self.text
    }

    /// The byte offset at which the node begins.
    #[must_use]
    pub const fn start(&self) -> usize {
        self.start
    }

    /// The byte offset after the node's last byte.
    #[must_use]
    pub const fn end(&self) -> usize {
        self.start + self.text.len()
    }

    /// The children of the node, from left to right.
    #[must_use]
    pub fn children(&self) -> &[Node<'i>] {
        &self.children
    }

    /// This node and all nodes below it, each before its children, and each with its depth below
    /// this node.
    pub fn walk(&self) -> impl Iterator<Item = (usize, &Node<'i>)> {
        let mut open = vec![(0, self)];
        std::iter::from_fn(move || {
            let (depth, node) = open.pop()?;
            open.extend(node.children.iter().rev().map(|child| (depth + 1, child)));
            Some((depth, node))
        })
    }
}

/// Prints the tree as indented lines: offsets, production, and the text of nodes without children.
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

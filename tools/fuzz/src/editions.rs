//! Editions: references that are parsed without a tree have the components of the tree.
//!
//! The input is text, checked with each whole-string production of every edition, including those of single schemes.
//! The laws:
//!
//! - the recognizer, the reference and pest's tree have the same verdict and the same error;
//! - a tree that is built without pest equals pest's;
//! - each component of the reference is the one of the tree, at the same place;
//! - a node has its text at its place, within its parent and after its preceding siblings;
//! - every rejected string has an explanation.

use urispec::{Edition, Node, Reference};

use crate::input;
use crate::parts::parts;

/// Checks the laws of this module.
pub fn holds(data: &[u8]) {
    let Some(text) = input::text(data) else { return };
    for edition in Edition::every() {
        let mut is_derived = false;
        for production in edition.whole() {
            let context = || format!("{edition} {}: {text:?}", production.rule());
            let read = production.reference(text);
            let is_accepted = production.accepts(text.as_bytes());
            assert_eq!(production.check(text).is_ok(), is_accepted, "{}", context());
            assert_eq!(read.is_ok(), is_accepted, "{}", context());
            let tree = production.pest_tree(text);
            assert_eq!(production.tree(text), tree, "{}: the tree", context());
            match tree {
                Ok(tree) => {
                    assert!(is_accepted, "{}: only the tree", context());
                    check_spans(&tree, text);
                    let lowered = Reference::from_tree(edition, &tree).expect("a whole is lowered");
                    let read = read.expect("it is accepted");
                    assert_eq!(parts(&read), parts(&lowered), "{}", context());
                    is_derived = true;
                }
                Err(error) => {
                    assert_eq!(read, Err(error), "{}", context());
                }
            }
        }
        assert_eq!(Reference::parse(edition, text).is_ok(), is_derived, "{edition}: {text:?}");
    }
}

fn check_spans(tree: &Node<'_>, text: &str) {
    assert_eq!((tree.start(), tree.end()), (0, text.len()), "{text:?}");
    for (_, node) in tree.walk() {
        assert_eq!(text.get(node.start()..node.end()), Some(node.text()), "{text:?}");
        let mut at = node.start();
        for child in node.children() {
            assert!(at <= child.start() && child.end() <= node.end(), "{text:?}: {}", node.rule());
            at = child.end();
        }
    }
}

//! Which alternative a tree has taken.
//!
//! In: a choice of a printed production, and the children of a node that the parser made of it.
//! Out: the alternatives that can have left these children. Equal languages do not make equal
//! trees: that the host `0.0.0.0` is an `IPv4address` and no `reg-name` is a sentence of RFC 3986,
//! 3.2.2 ("first-match-wins"), and no automaton shows it. What is forgotten is the text: only the
//! names of the children are looked at, in their order, so two alternatives that leave the same
//! names are not told apart.

use std::collections::BTreeSet;

use super::ambiguity::Overlap;
use super::bnf::{Alternative, Printed, Term};
use crate::edition::Edition;
use crate::grammar::Role;
use crate::tree::Node;

/// An overlap, and what the parser makes of its shortest string.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Taken {
    /// The production.
    pub production: String,
    /// The shortest string that both alternatives have.
    pub witness: String,
    /// The alternatives, in the printed order.
    pub alternatives: [String; 2],
    /// The alternatives of all that the tree can have taken, by their place in print, from 0.
    pub places: Vec<usize>,
    /// Whether the tree takes the first alternative in print that has the string.
    pub is_first: bool,
}

/// What the trees of an edition do with the shortest string of each overlap of whole productions.
///
/// An overlap within a production, one in a leaf, and one that is no UTF-8 have no tree to ask.
#[must_use]
pub fn taken(edition: Edition, printed: &Printed, overlaps: &[Overlap]) -> Vec<Taken> {
    overlaps
        .iter()
        .filter(|overlap| overlap.whole)
        .filter_map(|overlap| {
            let production = printed.production(&overlap.production)?;
            let Ok(Term::Choice(alternatives)) = &production.term else { return None };
            let witness = String::from_utf8(overlap.witness.clone()).ok()?;
            let node = Node::parse(edition, &production.name, &witness).ok()?;
            let places = taken_by(edition, &node, alternatives);
            if places.is_empty() && node.children().is_empty() {
                return None;
            }
            if places.is_empty() && node.children().is_empty() {
                return None;
            }
            // Of all that have the string, and not only of these two: the least place of an overlap.
            let having = overlaps.iter().filter(|other| {
                other.whole
                    && other.production == overlap.production
                    && other.witness == overlap.witness
            });
            let first = having.map(|other| other.places[0]).min();
            Some(Taken {
                production: production.name.clone(),
                alternatives: overlap.alternatives.clone(),
                is_first: places.first().copied() == first,
                witness,
                places,
            })
        })
        .collect()
}

/// The alternatives that can have left the children of a node.
fn taken_by(edition: Edition, node: &Node<'_>, alternatives: &[Alternative]) -> Vec<usize> {
    let children: Vec<&str> = node.children().iter().map(|child| child.rule()).collect();
    let leaves_node = |name: &str| {
        edition.production(name).is_some_and(|(_, production)| production.role != Role::Class)
    };
    let fits = |one: &Alternative| {
        let ends = read(&one.term, &children, &leaves_node, BTreeSet::from([0]));
        ends.contains(&children.len())
    };
    (0..).zip(alternatives).filter(|(_, one)| fits(one)).map(|(place, _)| place).collect()
}

/// From places before a term among the children to the places after it.
fn read(
    term: &Term,
    children: &[&str],
    leaves_node: &dyn Fn(&str) -> bool,
    from: BTreeSet<usize>,
) -> BTreeSet<usize> {
    let read = |term: &Term, from| read(term, children, leaves_node, from);
    match term {
        Term::Name(name) if leaves_node(name) => {
            let is_it = |&at: &usize| children.get(at).is_some_and(|child| child == name);
            from.into_iter().filter(is_it).map(|at| at + 1).collect()
        }
        Term::Name(_) | Term::Bytes(_) | Term::Literal { .. } => from,
        Term::Sequence(terms) => terms.iter().fold(from, |from, term| read(term, from)),
        Term::Choice(all) => all.iter().flat_map(|one| read(&one.term, from.clone())).collect(),
        Term::Repeat { min, max, term } => {
            let (min, mut from) = (*min as usize, from);
            // More rounds than there are children leave no child, and change nothing.
            let max = max.map_or(usize::MAX, |max| max as usize).min(min + children.len());
            let mut ends = BTreeSet::new();
            for round in 0..=max {
                if round >= min {
                    ends.extend(&from);
                }
                let next = read(term, from.clone());
                if next == from {
                    ends.extend(next);
                    break;
                }
                from = next;
            }
            ends
        }
    }
}

//! Which alternative of a choice a parse tree took.
//!
//! In: a choice of a printed production, and the children of a node that the parser made of it.
//! Out: the alternatives that can have left these children. Equal languages do not make equal
//! trees: that the host `0.0.0.0` is an `IPv4address` and no `reg-name` is a sentence of RFC 3986,
//! 3.2.2 ("first-match-wins"), and no automaton shows it. What is forgotten is the text: only the
//! names of the children are looked at, in their order, so two alternatives that leave the same
//! names are not told apart.

use std::collections::BTreeSet;

use grammar_audit::{Alternative, Alternatives, Overlap, Printed, Sample, Term};
use urispec::Node;
use urispec::grammar::{Grammar, Role};
use urispec::internal::tree;

use super::edition;
use super::examples::Preference;

/// The number of strings of an overlap that are parsed.
const SAMPLES: usize = 48;

/// The alternatives that trees take for the strings of an overlap.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Taken {
    /// The number of strings that were parsed. The shortest is among them.
    pub strings: usize,
    /// The index of the alternative that should take the shortest string.
    pub preferred: usize,
    /// The section that prefers this alternative. Without one, it is the first printed alternative
    /// that has the string.
    pub section: Option<String>,
    /// The indices of the alternatives that the tree of the shortest string can have taken.
    pub places: Vec<usize>,
    /// The shortest string whose tree has not taken the alternative that it should, if there is
    /// one.
    pub stray: Option<Stray>,
}

/// A string whose tree has taken another alternative than it should.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Stray {
    /// The string.
    pub text: String,
    /// The index of the alternative that should take the string.
    pub preferred: usize,
    /// The indices of the alternatives that the tree can have taken. There are none if there is no
    /// tree.
    pub places: Vec<usize>,
}

/// The alternatives that the trees of a grammar take for the strings of each overlap, in the order
/// of the overlaps.
///
/// An overlap within a production, one in a leaf, and one that is no UTF-8 have no tree to ask.
#[must_use]
pub(super) fn taken(
    grammar: &Grammar,
    read: &Printed,
    preferences: &[Preference<'_>],
    overlaps: &[Overlap],
) -> Vec<Option<Taken>> {
    let alternatives = Alternatives::new(read);
    let of = |overlap| taken_of(grammar, read, preferences, &alternatives, overlap);
    overlaps.iter().map(of).collect()
}

fn taken_of(
    grammar: &Grammar,
    read: &Printed,
    preferences: &[Preference<'_>],
    alternatives: &Alternatives<'_>,
    overlap: &Overlap,
) -> Option<Taken> {
    let printed = read.production(&overlap.production).filter(|_| overlap.whole)?;
    let production = grammar.production(&printed.name)?;
    let Ok(Term::Choice(all)) = &printed.term else { return None };
    let stated: Vec<(&str, usize)> = (preferences.iter())
        .filter(|one| one.rule == printed.name)
        .filter_map(|one| {
            let place = all.iter().position(|alternative| alternative.text == one.alternative)?;
            Some((one.section, place))
        })
        .collect();
    let mut taken: Option<Taken> = None;
    for Sample { text, having } in alternatives.samples(overlap, SAMPLES) {
        let Ok(text) = String::from_utf8(text) else { continue };
        let Some(&first) = having.first() else { continue };
        let stated = stated.iter().find(|(_, place)| having.contains(place)).copied();
        let preferred = stated.map_or(first, |(_, place)| place);
        let node = tree(grammar, production, &text);
        let places = node.as_ref().map(|node| taken_by(grammar, node, all)).unwrap_or_default();
        if places.is_empty() && node.is_some_and(|node| node.children().is_empty()) {
            return None;
        }
        let is_stray = !places.contains(&preferred);
        let taken = taken.get_or_insert_with(|| Taken {
            strings: 0,
            preferred,
            section: stated.map(|(section, _)| section.to_owned()),
            places: places.clone(),
            stray: None,
        });
        taken.strings += 1;
        if is_stray && taken.stray.is_none() {
            taken.stray = Some(Stray { text, preferred, places });
        }
    }
    taken
}

/// The alternatives that can have made the children of a node.
fn taken_by(grammar: &Grammar, node: &Node<'_>, alternatives: &[Alternative]) -> Vec<usize> {
    let children: Vec<&str> = node.children().iter().map(|child| child.rule()).collect();
    let production = |name: &str| match name.split_once(':') {
        None => grammar.production(name),
        Some((document, name)) => edition::grammar(document)?.production(name),
    };
    let leaves_node = |name: &str| production(name).is_some_and(|one| one.role() != Role::Class);
    let fits = |one: &Alternative| {
        let ends = read(&one.term, &children, &leaves_node, BTreeSet::from([0]));
        ends.contains(&children.len())
    };
    (0..).zip(alternatives).filter(|(_, one)| fits(one)).map(|(place, _)| place).collect()
}

/// Reads a term: from indices among the children before the term to the indices after it.
fn read(
    term: &Term,
    children: &[&str],
    leaves_node: &dyn Fn(&str) -> bool,
    from: BTreeSet<usize>,
) -> BTreeSet<usize> {
    let read = |term: &Term, from| read(term, children, leaves_node, from);
    match term {
        Term::Name(name) if leaves_node(name) => {
            // In a tree, what is imported has the name that its own document gives it.
            let name = name.split_once(':').map_or(&**name, |(_, name)| name);
            let is_it = |&at: &usize| children.get(at).is_some_and(|child| *child == name);
            from.into_iter().filter(is_it).map(|at| at + 1).collect()
        }
        Term::Name(_) | Term::Bytes(_) | Term::Literal { .. } => from,
        Term::Sequence(terms) => terms.iter().fold(from, |from, term| read(term, from)),
        Term::Choice(all) => all.iter().flat_map(|one| read(&one.term, from.clone())).collect(),
        // The strings of a difference are derived as those that they are taken from.
        Term::Difference { from: whole, .. } => read(whole, from),
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

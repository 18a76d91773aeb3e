//! What is printed under one name, put together.
//!
//! In: judged candidates, and the sections of the collected grammar. Out: a [`Group`] for each name, and which of
//! its places say the same. What adds to a production (`=/`) is a group of its own, unless the collected grammar
//! may have the production whole.

use std::borrow::Cow;
use std::collections::{HashMap, HashSet};

use super::candidates::Candidate;
use super::lines::{Lines, Section};
use super::reason::{LeftOutReason, Right};
use super::same::{are_same_by_name, is_same_term, squeezed};
use super::taken::{Printing, taken};
use crate::notation::{Alternative, Notation, Term};

/// The number of pairs of right sides, and of all their terms, that are compared with names as letters.
const LETTERED: (usize, usize) = (64, 4_000);

/// Judged candidates, with the keys of their names.
#[derive(Clone, Copy)]
pub(super) struct Judged<'e> {
    pub(super) notation: Notation,
    pub(super) lines: &'e Lines<'e>,
    pub(super) candidates: &'e [Candidate],
    pub(super) judged: &'e [Result<Right, LeftOutReason>],
    pub(super) keys: &'e [String],
}

/// A choice between the alternatives of a right side and others.
pub(super) fn either(first: &Term, more: &[&Term]) -> Term {
    let alternative = |term: &Term| Alternative { text: String::new(), term: term.clone() };
    let mut all = match first {
        Term::Choice(all) => all.clone(),
        one => vec![alternative(one)],
    };
    all.extend(more.iter().map(|term| alternative(term)));
    Term::Choice(all)
}

/// What is printed under one name.
#[derive(Default)]
pub(super) struct Group {
    /// The candidates that print the whole production, or one addition to it.
    pub(super) places: Vec<usize>,
    /// What is known of each.
    pub(super) printings: Vec<Printing>,
    /// The text of each, without blanks and comments.
    pub(super) texts: Vec<String>,
    /// Candidates outside of the collected grammar that add to the production, which may be whole there.
    pub(super) more: Vec<usize>,
}

impl<'e> Judged<'e> {
    fn section(&self, at: usize) -> Option<usize> {
        self.candidates[at].first(self.lines).section
    }

    /// Groups the candidates that are productions by name. Increments (`=/`) with the same name and text are a
    /// group of their own. But if a collected grammar defines the production and does not print the increment,
    /// the increment joins the group of the production, which may include it already.
    pub(super) fn groups(&self, collected: &HashSet<usize>) -> Vec<Group> {
        let is_collected = |at: usize| self.section(at).is_some_and(|at| collected.contains(&at));
        let is_accepted = |at: &usize| self.judged[*at].is_ok();
        let is_increment = |at: usize| self.candidates[at].sign == "=/";
        let own = (0..self.candidates.len()).filter(is_accepted);
        let own = own.filter(|&at| is_collected(at) && !is_increment(at));
        let own: HashSet<&str> = own.map(|at| &*self.keys[at]).collect();
        let text = |at: usize| squeezed(&self.candidates[at].text(self.lines));
        let added = (0..self.candidates.len()).filter(is_accepted);
        let added = added.filter(|&at| is_collected(at) && is_increment(at));
        let added: HashSet<String> = added.map(text).collect();
        let mut places: HashMap<(&str, Option<String>), usize> = HashMap::new();
        let mut groups: Vec<Group> = Vec::new();
        for at in (0..self.candidates.len()).filter(is_accepted) {
            let is_alone =
                is_increment(at) && (!own.contains(&*self.keys[at]) || added.contains(&text(at)));
            let added = is_alone.then(|| text(at));
            let group = *places.entry((&self.keys[at], added)).or_insert_with(|| {
                groups.push(Group::default());
                groups.len() - 1
            });
            let group = &mut groups[group];
            if is_increment(at) && !is_alone {
                group.more.push(at);
                continue;
            }
            group.places.push(at);
            group.texts.push(text(at));
            let section = self.section(at).map(|at| &self.lines.sections[at]);
            group.printings.push(Printing {
                is_collected: is_collected(at),
                is_aside: section.is_some_and(Section::is_aside),
                is_readable: matches!(self.judged[at], Ok(Ok(_))),
            });
        }
        groups
    }

    /// The term of a candidate, if it can be read.
    pub(super) fn term(&self, at: usize) -> Option<&'e Term> {
        self.judged[at].as_ref().ok()?.as_ref().ok()
    }

    /// The right side at a place of a group. Outside of the collected grammar, what adds to it is a part.
    pub(super) fn right(&self, group: &Group, at: usize) -> Option<Cow<'e, Term>> {
        match group.printings[at].is_collected {
            true => self.term(group.places[at]).map(Cow::Borrowed),
            false => self.whole(group, at),
        }
    }

    /// The right side at a place of a group, with what adds to it.
    pub(super) fn whole(&self, group: &Group, at: usize) -> Option<Cow<'e, Term>> {
        let first = self.term(group.places[at])?;
        if group.more.is_empty() {
            return Some(Cow::Borrowed(first));
        }
        let more = group.more.iter().map(|&at| self.term(at));
        Some(Cow::Owned(either(first, &more.collect::<Option<Vec<_>>>()?)))
    }

    /// Whether two places of a group say the same, to the eye or term by term.
    pub(super) fn is_same(&self, group: &Group, one: usize, other: usize) -> bool {
        if group.more.is_empty() && group.texts[one] == group.texts[other] {
            return true;
        }
        match (self.right(group, one), self.right(group, other)) {
            (Some(one), Some(other)) => is_same_term(self.notation, &one, &other),
            _ => false,
        }
    }

    /// The pairs of places of a group that say the same whatever the names in them stand for: each place
    /// is held against the one that would be taken, if all differed.
    pub(super) fn alike(&self, groups: &[Group]) -> HashSet<(usize, usize)> {
        let (mut pairs, mut size) = (Vec::new(), 0);
        for group in groups.iter().filter(|group| group.places.len() > 1) {
            let collected = group.printings.iter().position(|one| one.is_collected);
            let with = collected.unwrap_or_else(|| taken(&group.printings, |_, _| false));
            for at in (0..group.places.len()).filter(|&at| at != with) {
                let rights = (self.right(group, at), self.right(group, with));
                let (Some(one), Some(other)) = rights else { continue };
                if self.is_same(group, at, with) {
                    continue;
                }
                size += one.all().len() + other.all().len();
                if pairs.len() < LETTERED.0 && size < LETTERED.1 {
                    pairs.push((group.places[at], group.places[with], one, other));
                }
            }
        }
        let terms: Vec<(&Term, &Term)> =
            pairs.iter().map(|(_, _, one, other)| (&**one, &**other)).collect();
        let found = are_same_by_name(self.notation, &terms);
        let found = pairs.iter().zip(found).filter(|(_, is_same)| *is_same);
        found.flat_map(|((one, other, ..), _)| [(*one, *other), (*other, *one)]).collect()
    }
}

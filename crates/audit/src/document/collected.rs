//! Which sections print the collected grammar, and which show only how productions are written.
//!
//! In: the productions that a document prints, each with its section. Out: the sections of the collected
//! grammar, if there is one; and the sections of examples. A document collects its grammar if a section
//! says so in its title, or if names are printed twice and one section, or a few large ones, have most
//! of them. What is printed once is not collected: there is nothing to tell it from.

use std::collections::{HashMap, HashSet};

use super::lines::Section;

/// A production as printed somewhere: the key of its name, its section, and what it says.
pub(super) struct Place<'p, S> {
    pub(super) key: &'p str,
    pub(super) section: Option<usize>,
    pub(super) says: S,
    /// Whether the production adds to an earlier one.
    pub(super) is_increment: bool,
}

/// The least number of productions of a collected grammar that no title announces.
const LEAST: usize = 5;

/// The sections of the collected grammar.
pub(super) fn collected<S>(places: &[Place<'_, S>], sections: &[Section]) -> HashSet<usize> {
    let mut names: HashMap<usize, HashSet<&str>> = HashMap::new();
    let mut printed: HashMap<&str, HashSet<Option<usize>>> = HashMap::new();
    for place in places {
        if let Some(section) = place.section {
            names.entry(section).or_default().insert(place.key);
        }
        // What adds to a production does not print it again.
        let sections = printed.entry(place.key).or_default();
        if !place.is_increment {
            sections.insert(place.section);
        }
    }
    let says_so = |section: &usize| sections[*section].is_collected();
    let titled: HashSet<usize> = names
        .iter()
        .filter(|(at, names)| says_so(at) && names.len() > 1)
        .map(|(at, _)| *at)
        .collect();
    if !titled.is_empty() {
        return titled;
    }
    let twice: Vec<&str> =
        printed.iter().filter(|(_, places)| places.len() > 1).map(|(key, _)| *key).collect();
    let largest = names.values().map(HashSet::len).max().unwrap_or_default();
    let is_large = |names: &HashSet<&str>| names.len() >= LEAST && names.len() * 2 >= largest;
    let large: HashSet<usize> =
        names.iter().filter(|(_, names)| is_large(names)).map(|(at, _)| *at).collect();
    let has = |key: &&str| large.iter().any(|at| names[at].contains(*key));
    let repeated = twice.iter().filter(|key| has(key)).count();
    let all: HashSet<&str> = large.iter().flat_map(|at| &names[at]).copied().collect();
    let is_most = all.len() * 2 > printed.len() && repeated * 2 > twice.len();
    if is_most { large } else { HashSet::new() }
}

/// The places that are examples: those in a section, or below it, that defines a name in several ways,
/// where most of what it defines is not in the collected grammar.
pub(super) fn examples<S: PartialEq>(
    places: &[Place<'_, S>],
    sections: &[Section],
    collected: &HashSet<usize>,
) -> HashSet<usize> {
    if collected.is_empty() {
        return HashSet::new();
    }
    let is_collected =
        |place: &Place<'_, S>| place.section.is_some_and(|at| collected.contains(&at));
    let says: HashMap<&str, &S> =
        places.iter().filter(|place| is_collected(place)).map(|one| (one.key, &one.says)).collect();
    // By the section without a section above it: its places that the collected grammar has, and those
    // that it has not; and whether a name is defined in two ways.
    struct Chapter<'p, S> {
        own: usize,
        foreign: Vec<usize>,
        first: HashMap<&'p str, &'p S>,
        is_contradictory: bool,
    }
    let mut chapters: HashMap<&str, Chapter<'_, S>> = HashMap::new();
    let outside = places.iter().enumerate().filter(|(_, place)| !is_collected(place));
    for (at, place) in outside {
        let Some(section) = place.section else { continue };
        let chapter = chapters.entry(sections[section].top()).or_insert_with(|| Chapter {
            own: 0,
            foreign: Vec::new(),
            first: HashMap::new(),
            is_contradictory: false,
        });
        match says.get(place.key) {
            Some(collected) if **collected == place.says => chapter.own += 1,
            _ => chapter.foreign.push(at),
        }
        if place.is_increment {
            continue;
        }
        let first = *chapter.first.entry(place.key).or_insert(&place.says);
        chapter.is_contradictory |= *first != place.says;
    }
    let is_of_examples =
        |chapter: &Chapter<'_, S>| chapter.is_contradictory && chapter.foreign.len() > chapter.own;
    let chapters = chapters.into_values().filter(is_of_examples);
    chapters.flat_map(|chapter| chapter.foreign).collect()
}

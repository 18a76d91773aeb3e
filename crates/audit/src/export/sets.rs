//! Productions that are sets of characters.
//!
//! In: terms of bytes. Out: the set of characters that a term stands for, if it stands for single
//! characters only: a choice of bytes below 80, of sequences of bytes that are the UTF-8 of a
//! character, and of productions that are such sets.

use std::collections::{HashMap, HashSet};

use grammar_automata::build::ByteSet;

use crate::notation::{Printed, PrintedProduction, Term};
use crate::regex::CharacterSet;

/// The productions of a grammar, those that its notation lends included, and which of them are sets.
pub(super) struct Productions<'g> {
    printed: &'g Printed,
    all: HashMap<String, &'g PrintedProduction>,
    sets: HashMap<String, Option<CharacterSet>>,
}

/// The depth to which sets may be made of sets.
const DEPTH: usize = 100;

impl<'g> Productions<'g> {
    pub(super) fn of(printed: &'g Printed, lent: &'g [PrintedProduction]) -> Self {
        let key = |one: &&'g PrintedProduction| printed.notation.key(&one.name);
        // The grammar's own stand last, and so replace those that are lent.
        let all = lent.iter().chain(&printed.productions);
        let all = all.map(|one| (key(&one), one)).collect();
        Self { printed, all, sets: HashMap::new() }
    }

    pub(super) fn key(&self, name: &str) -> String {
        self.printed.notation.key(name)
    }

    pub(super) fn get(&self, name: &str) -> Option<&'g PrintedProduction> {
        self.all.get(&self.key(name)).copied()
    }

    /// The set of characters that a term is, if it is one.
    pub(super) fn set(&mut self, term: &Term) -> Option<CharacterSet> {
        self.set_within(term, 0)
    }

    fn set_within(&mut self, term: &Term, depth: usize) -> Option<CharacterSet> {
        if depth > DEPTH {
            return None;
        }
        match term {
            Term::Name(name) => self.named(name, depth),
            Term::Bytes(set) => ascii(*set),
            Term::Literal { bytes, ignore_case } => {
                let [byte] = bytes[..] else { return None };
                ascii(if *ignore_case {
                    ByteSet::ignoring_case(byte)
                } else {
                    ByteSet::single(byte)
                })
            }
            Term::Sequence(parts) => encoded(parts),
            Term::Choice(all) => {
                let mut union = CharacterSet::of([]);
                for one in all {
                    union = union.union(&self.set_within(&one.term, depth + 1)?);
                }
                Some(union)
            }
            Term::Repeat { min: 1, max: Some(1), term } => self.set_within(term, depth + 1),
            Term::Repeat { .. } => None,
            Term::Difference { from, without } => {
                let from = self.set_within(from, depth + 1)?;
                Some(from.without(&self.set_within(without, depth + 1)?))
            }
        }
    }

    /// The characters that stand for themselves in a term: those of the alternatives that are single characters, if
    /// others have more.
    pub(super) fn single_characters(&mut self, term: &Term) -> CharacterSet {
        let (mut found, mut seen) = (CharacterSet::empty(), HashSet::new());
        let mut waiting = vec![term.clone()];
        while let Some(term) = waiting.pop() {
            match (self.set(&term), &term) {
                (Some(set), _) => found = found.union(&set),
                (None, Term::Choice(all)) => waiting.extend(all.iter().map(|one| one.term.clone())),
                (None, Term::Name(name)) if seen.insert(self.key(name)) => {
                    let term = self.get(name).and_then(|one| one.term.as_ref().ok());
                    waiting.extend(term.cloned());
                }
                _ => {}
            }
        }
        found
    }

    fn named(&mut self, name: &str, depth: usize) -> Option<CharacterSet> {
        let key = self.key(name);
        if let Some(known) = self.sets.get(&key) {
            return known.clone();
        }
        // A production that calls itself is no set.
        self.sets.insert(key.clone(), None);
        let production = self.get(name)?;
        let found = production.term.as_ref().ok().and_then(|term| self.set_within(term, depth + 1));
        self.sets.insert(key, found.clone());
        found
    }
}

/// The characters of bytes below 80.
fn ascii(set: ByteSet) -> Option<CharacterSet> {
    let bytes = set.iter();
    let characters: Option<Vec<(char, char)>> =
        bytes.map(|byte| byte.is_ascii().then_some((char::from(byte), char::from(byte)))).collect();
    Some(CharacterSet::of(characters?))
}

/// The characters whose UTF-8 a sequence of bytes is.
fn encoded(parts: &[Term]) -> Option<CharacterSet> {
    let bytes = |part: &Term| match part {
        Term::Bytes(set) => Some(*set),
        Term::Literal { bytes, .. } if bytes.len() == 1 && !bytes[0].is_ascii() => {
            Some(ByteSet::single(bytes[0]))
        }
        _ => None,
    };
    // A literal of one character beyond ASCII is the bytes of that character.
    if let [Term::Literal { bytes, .. }] = parts {
        let mut characters = std::str::from_utf8(bytes).ok()?.chars();
        let only = characters.next()?;
        return characters.next().is_none().then(|| CharacterSet::single(only));
    }
    let sets: Vec<ByteSet> = parts.iter().map(bytes).collect::<Option<_>>()?;
    let (last, before) = sets.split_last()?;
    if before.is_empty() || before.len() > 3 {
        return None;
    }
    let mut beginnings: Vec<Vec<u8>> = vec![Vec::new()];
    for set in before {
        let with = |begin: &Vec<u8>| {
            let begin = begin.clone();
            set.iter().map(move |byte| [&begin[..], &[byte]].concat()).collect::<Vec<_>>()
        };
        beginnings = beginnings.iter().flat_map(with).collect();
    }
    let mut ranges = Vec::new();
    let last: Vec<(u8, u8)> = last.ranges().collect();
    for begin in &beginnings {
        let character = |byte: u8| {
            let bytes = [&begin[..], &[byte]].concat();
            let mut characters = std::str::from_utf8(&bytes).ok()?.chars();
            characters.next().filter(|_| characters.next().is_none())
        };
        // With one beginning, bytes in a row end characters in a row.
        for &(first, last) in &last {
            ranges.push((character(first)?, character(last)?));
        }
    }
    Some(CharacterSet::of(ranges))
}

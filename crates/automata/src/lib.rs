//! Minimal automata over bytes: as static tables, as tables that own themselves, and over letters.
//!
//! In: a table that somebody built, such as `grammar-audit`. Out: whether a string belongs to a language, and if
//! not, the first byte after which no string of the language goes on. That offset is exact, where the furthest
//! point that a parser reached is a guess: of `http://a/%4` a parser that tries and returns knows only that
//! something began to go wrong at the `%`; no byte of it is wrong, there are too few.
//!
//! [`Automaton`] is a static table with a start for each production of a grammar, and needs no allocator to be
//! walked. [`Acceptor`] owns the table of one language, and knows characters. [`LetterDfa`] has the letters of
//! which the strings of a suite or a sample are made. The tables are minimal and complete, with one dead state.
//! Nobody here builds them: what is forgotten is the grammar.

#![cfg_attr(not(feature = "std"), no_std)]

#[cfg(feature = "std")]
use std::collections::VecDeque;

#[cfg(feature = "std")]
mod acceptor;
#[cfg(feature = "std")]
mod characters;
#[cfg(all(test, feature = "std"))]
mod laws;
#[cfg(feature = "std")]
mod letters;
mod relation;

#[cfg(feature = "std")]
pub use acceptor::{Acceptor, LetterRange, Rejection};
#[cfg(feature = "std")]
pub use characters::Alike;
#[cfg(feature = "std")]
pub use letters::{Letter, LetterDfa, Word};
pub use relation::Relation;

/// A minimal automaton with a start for each production of a grammar.
pub struct Automaton {
    /// The class of each byte.
    pub classes: &'static [u8; 256],
    /// How many classes there are.
    pub class_count: usize,
    /// The offset of the row of the next state, at `state * class_count + class`. Offsets spare the
    /// walk a multiplication. Some table has more than 65536 of them.
    pub next: &'static [u32],
    /// For each state, whether a string may end in it.
    pub accept: &'static [bool],
    /// The productions in the printed order, each with its start.
    pub starts: &'static [(&'static str, u16)],
    /// The most readable byte of each class.
    pub representatives: &'static [u8],
}

impl Automaton {
    /// The state from which no string is accepted.
    pub const DEAD: u16 = 0;

    /// The offset of the row of the dead state.
    const DEAD_ROW: u32 = 0;

    /// The start of a production.
    #[inline]
    pub fn start(&self, production: &str) -> Option<u16> {
        self.starts.iter().find(|(name, _)| *name == production).map(|&(_, state)| state)
    }

    /// The start of a production that the grammar is known to have, found when compiling.
    #[inline]
    pub const fn start_of(&self, production: &str) -> u16 {
        let mut index = 0;
        while !same(self.starts[index].0.as_bytes(), production.as_bytes()) {
            index += 1;
        }
        self.starts[index].1
    }

    /// The class of a byte.
    #[inline]
    pub fn class(&self, byte: u8) -> u8 {
        self.classes[usize::from(byte)]
    }

    /// The state after a byte.
    #[inline]
    pub fn step(&self, state: u16, byte: u8) -> u16 {
        self.state(self.next[self.row(state) + usize::from(self.class(byte))])
    }

    /// The offset of the row of a state.
    #[inline]
    fn row(&self, state: u16) -> usize {
        usize::from(state) * self.class_count
    }

    /// The state of a row, by the row's offset.
    #[inline]
    fn state(&self, row: u32) -> u16 {
        (row as usize / self.class_count) as u16
    }

    /// Whether a string may end in that state.
    #[inline]
    pub fn accepts(&self, state: u16) -> bool {
        self.accept[usize::from(state)]
    }

    /// The state after a string. If the string leaves the language: the offset of the first byte
    /// after which no string of the language goes on, and the state before that byte.
    #[inline]
    pub fn walk(&self, state: u16, bytes: &[u8]) -> Result<u16, (usize, u16)> {
        let mut row = self.row(state);
        for (offset, &byte) in bytes.iter().enumerate() {
            match self.next[row + usize::from(self.classes[usize::from(byte)])] {
                Self::DEAD_ROW => return Err((offset, self.state(row as u32))),
                next => row = next as usize,
            }
        }
        Ok(self.state(row as u32))
    }

    /// The length of the longest accepted beginning of a string, 0 if there is none; and the offset
    /// of the first byte after which no accepted string goes on.
    #[inline]
    pub fn longest(&self, state: u16, bytes: &[u8]) -> (usize, usize) {
        let (mut row, mut longest) = (self.row(state), 0);
        for (offset, &byte) in bytes.iter().enumerate() {
            match self.next[row + usize::from(self.classes[usize::from(byte)])] {
                Self::DEAD_ROW => return (longest, offset),
                next => row = next as usize,
            }
            if self.accepts(self.state(row as u32)) {
                longest = offset + 1;
            }
        }
        (longest, bytes.len())
    }

    /// Whether a string is accepted from a state.
    #[inline]
    pub fn derives(&self, state: u16, bytes: &[u8]) -> bool {
        self.walk(state, bytes).is_ok_and(|state| self.accepts(state))
    }

    /// The offset of the first byte after which no accepted string goes on. If the string ends too
    /// early, the offset is its length; if the string is accepted, there is none.
    #[inline]
    pub fn offset(&self, state: u16, bytes: &[u8]) -> Option<usize> {
        match self.walk(state, bytes) {
            Ok(state) => (!self.accepts(state)).then_some(bytes.len()),
            Err((offset, _)) => Some(offset),
        }
    }

    /// The offset that [`Automaton::offset`] gives, also when compiling.
    #[inline]
    pub const fn offset_const(&self, state: u16, bytes: &[u8]) -> Option<usize> {
        let (mut row, mut at) = (state as usize * self.class_count, 0);
        while at < bytes.len() {
            row = self.next[row + self.classes[bytes[at] as usize] as usize] as usize;
            if row == Self::DEAD_ROW as usize {
                return Some(at);
            }
            at += 1;
        }
        if self.accept[row / self.class_count] { None } else { Some(at) }
    }
}

#[cfg(feature = "std")]
impl Automaton {
    /// The shortest string that is accepted from a state, made of readable bytes where possible.
    /// From the dead state it is empty.
    pub fn completion(&self, state: u16) -> Vec<u8> {
        let mut came: Vec<Option<(u16, u8)>> = vec![None; self.accept.len()];
        let mut waiting = VecDeque::from([state]);
        while let Some(mut at) = waiting.pop_front() {
            if self.accepts(at) {
                let mut word = Vec::new();
                while let (true, Some((before, byte))) = (at != state, came[usize::from(at)]) {
                    word.push(byte);
                    at = before;
                }
                word.reverse();
                return word;
            }
            for &byte in self.representatives {
                let next = self.step(at, byte);
                if next != Self::DEAD && came[usize::from(next)].is_none() {
                    came[usize::from(next)] = Some((at, byte));
                    waiting.push_back(next);
                }
            }
        }
        Vec::new()
    }

    /// The bytes after which some string of the language goes on, class by class.
    pub fn expected(&self, state: u16) -> impl Iterator<Item = Vec<u8>> + '_ {
        let live = move |byte: &&u8| self.step(state, **byte) != Self::DEAD;
        self.representatives.iter().filter(live).map(|&first| {
            let class = self.class(first);
            let members = (0..=u8::MAX).zip(self.classes).filter(|&(_, &of)| of == class);
            members.map(|(byte, _)| byte).collect()
        })
    }
}

const fn same(mut a: &[u8], mut b: &[u8]) -> bool {
    while let ([first, a_rest @ ..], [second, b_rest @ ..]) = (a, b) {
        if *first != *second {
            return false;
        }
        (a, b) = (a_rest, b_rest);
    }
    a.is_empty() && b.is_empty()
}

//! The static table of a grammar, with a start for each production. [`Automaton::start_of`] does not compile for an
//! unknown one.

#[cfg(feature = "std")]
use std::collections::VecDeque;

use super::Table;
#[cfg(feature = "std")]
use super::distances::way;

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

    /// The table of the automaton.
    #[inline]
    pub const fn table(&self) -> Table<'static> {
        let Self { classes, class_count, next, accept, .. } = *self;
        Table { classes, class_count, next, accept }
    }

    /// The class of a byte.
    #[inline]
    pub fn class(&self, byte: u8) -> u8 {
        self.table().class(byte)
    }

    /// The state after a byte.
    #[inline]
    pub fn step(&self, state: u16, byte: u8) -> u16 {
        self.table().step(state.into(), byte) as u16
    }

    /// Whether a string may end in that state.
    #[inline]
    pub fn accepts(&self, state: u16) -> bool {
        self.table().accepts(state.into())
    }

    /// The state after a string, or where the string leaves the language: see [`Table::walk`].
    #[inline]
    pub fn walk(&self, state: u16, bytes: &[u8]) -> Result<u16, (usize, u16)> {
        match self.table().walk(state.into(), bytes) {
            Ok(state) => Ok(state as u16),
            Err((offset, state)) => Err((offset, state as u16)),
        }
    }

    /// The length of the longest accepted beginning of a string: see [`Table::longest`].
    #[inline]
    pub fn longest(&self, state: u16, bytes: &[u8]) -> (usize, usize) {
        self.table().longest(state.into(), bytes)
    }

    /// Whether a string is accepted from a state.
    #[inline]
    pub fn derives(&self, state: u16, bytes: &[u8]) -> bool {
        self.walk(state, bytes).is_ok_and(|state| self.accepts(state))
    }

    /// Whether the start of that name accepts a string. One that the table does not have accepts none.
    #[inline]
    pub fn derives_by(&self, name: &str, bytes: &[u8]) -> bool {
        self.start(name).is_some_and(|start| self.derives(start, bytes))
    }

    /// The offset of the first byte after which no accepted string goes on. If the string ends too
    /// early, the offset is its length; if the string is accepted, there is none.
    #[inline]
    pub const fn offset(&self, state: u16, bytes: &[u8]) -> Option<usize> {
        self.table().offset(state as u32, bytes)
    }
}

#[cfg(feature = "std")]
impl Automaton {
    /// The shortest string that is accepted from a state, made of readable bytes where possible.
    /// From the dead state it is empty.
    pub fn completion(&self, state: u16) -> Vec<u8> {
        let mut came: Vec<Option<(u16, u8)>> = vec![None; self.accept.len()];
        let mut waiting = VecDeque::from([state]);
        while let Some(at) = waiting.pop_front() {
            if self.accepts(at) {
                return way(at, |&at| came[usize::from(at)].filter(|_| at != state));
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

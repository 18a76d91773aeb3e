//! A borrowed transition table, and walks through it. Rows are identified by their offsets instead of numbers,
//! which avoids a multiplication.

#[cfg(feature = "std")]
use std::collections::VecDeque;

#[cfg(feature = "std")]
use super::product::way;

/// A complete and minimal automaton over classes of bytes, as a borrowed table. State 0 is dead.
#[derive(Clone, Copy)]
pub struct Table<'t> {
    /// The class of each byte.
    pub classes: &'t [u8; 256],
    /// The number of classes.
    pub class_count: usize,
    /// The entry at `state * class_count + class` is the offset of the row of the next state.
    pub next: &'t [u32],
    /// For each state, whether it is accepting.
    pub accept: &'t [bool],
}

/// The offset of the row of the dead state.
const DEAD_ROW: u32 = 0;

impl Table<'_> {
    /// The state from which no string is accepted.
    pub const DEAD: u32 = 0;

    /// Returns the class of a byte.
    #[inline]
    pub const fn class(&self, byte: u8) -> u8 {
        self.classes[byte as usize]
    }

    #[inline]
    const fn row(&self, state: u32) -> usize {
        state as usize * self.class_count
    }

    #[inline]
    const fn state(&self, row: usize) -> u32 {
        (row / self.class_count) as u32
    }

    /// Returns the state to which a byte leads from `state`.
    #[inline]
    pub const fn step(&self, state: u32, byte: u8) -> u32 {
        self.state(self.next[self.row(state) + self.class(byte) as usize] as usize)
    }

    /// Returns whether a state is accepting.
    #[inline]
    pub const fn accepts(&self, state: u32) -> bool {
        self.accept[state as usize]
    }

    /// Returns whether some state can continue with a byte beyond ASCII.
    pub fn goes_beyond_ascii(&self) -> bool {
        let is_beyond = |class: &usize| self.classes[0x80..].contains(&(*class as u8));
        let mut classes = (0..self.class_count).filter(is_beyond);
        let next = |class| self.next.iter().skip(class).step_by(self.class_count);
        classes.any(|class| next(class).any(|&next| next != DEAD_ROW))
    }

    /// Returns the state to which a string leads from `state`.
    ///
    /// # Errors
    /// If the string leaves the language, returns the offset of the first byte after which no continuation is
    /// accepted, and the state before that byte.
    #[inline]
    pub const fn walk(&self, state: u32, bytes: &[u8]) -> Result<u32, (usize, u32)> {
        let (mut row, mut at) = (self.row(state), 0);
        while at < bytes.len() {
            match self.next[row + self.class(bytes[at]) as usize] {
                DEAD_ROW => return Err((at, self.state(row))),
                next => row = next as usize,
            }
            at += 1;
        }
        Ok(self.state(row))
    }

    /// Returns the length of the longest accepted prefix of a string, or 0 if there is none, and the offset of
    /// the first byte after which no continuation is accepted.
    #[inline]
    pub fn longest(&self, state: u32, bytes: &[u8]) -> (usize, usize) {
        let (mut row, mut longest) = (self.row(state), 0);
        for (offset, &byte) in bytes.iter().enumerate() {
            match self.next[row + usize::from(self.class(byte))] {
                DEAD_ROW => return (longest, offset),
                next => row = next as usize,
            }
            if self.accepts(self.state(row)) {
                longest = offset + 1;
            }
        }
        (longest, bytes.len())
    }

    /// Returns the offset of the first byte after which no continuation is accepted, or `None` if the string is
    /// accepted. If the string is only too short, the offset is its length.
    #[inline]
    pub const fn offset(&self, state: u32, bytes: &[u8]) -> Option<usize> {
        match self.walk(state, bytes) {
            Ok(state) if self.accepts(state) => None,
            Ok(_) => Some(bytes.len()),
            Err((offset, _)) => Some(offset),
        }
    }
}

// The static table of a grammar, with a start for each production. For an unknown production,
// [`Automaton::start_of`] fails to compile.

/// A minimal automaton with a start state for each production of a grammar.
pub struct Automaton {
    /// The class of each byte.
    pub classes: &'static [u8; 256],
    /// The number of classes.
    pub class_count: usize,
    /// The entry at `state * class_count + class` is the offset of the next state's row. An offset, unlike a
    /// number of a state, needs no multiplication. Some tables have offsets above 65,535.
    pub next: &'static [u32],
    /// For each state, whether it is accepting.
    pub accept: &'static [bool],
    /// The productions in the printed order, each with its start state.
    pub starts: &'static [(&'static str, u16)],
    /// The most readable byte of each class.
    pub representatives: &'static [u8],
}

impl Automaton {
    /// The state from which no string is accepted.
    pub const DEAD: u16 = 0;

    /// Returns the start state of a production.
    #[inline]
    pub fn start(&self, production: &str) -> Option<u16> {
        self.starts.iter().find(|(name, _)| *name == production).map(|&(_, state)| state)
    }

    /// Returns the start state of a production. For an unknown production, evaluation at compile time fails.
    #[inline]
    pub const fn start_of(&self, production: &str) -> u16 {
        let mut index = 0;
        while !same(self.starts[index].0.as_bytes(), production.as_bytes()) {
            index += 1;
        }
        self.starts[index].1
    }

    /// Returns the table of the automaton.
    #[inline]
    pub const fn table(&self) -> Table<'static> {
        let Self { classes, class_count, next, accept, .. } = *self;
        Table { classes, class_count, next, accept }
    }

    /// Returns the class of a byte.
    #[inline]
    pub fn class(&self, byte: u8) -> u8 {
        self.table().class(byte)
    }

    /// Returns the state to which a byte leads from `state`.
    #[inline]
    pub fn step(&self, state: u16, byte: u8) -> u16 {
        self.table().step(state.into(), byte) as u16
    }

    /// Returns whether a state is accepting.
    #[inline]
    pub fn accepts(&self, state: u16) -> bool {
        self.table().accepts(state.into())
    }

    /// Returns the state to which a string leads, or where the string leaves the language: see [`Table::walk`].
    #[inline]
    pub fn walk(&self, state: u16, bytes: &[u8]) -> Result<u16, (usize, u16)> {
        match self.table().walk(state.into(), bytes) {
            Ok(state) => Ok(state as u16),
            Err((offset, state)) => Err((offset, state as u16)),
        }
    }

    /// Returns the length of the longest accepted prefix of a string: see [`Table::longest`].
    #[inline]
    pub fn longest(&self, state: u16, bytes: &[u8]) -> (usize, usize) {
        self.table().longest(state.into(), bytes)
    }

    /// Returns whether a string is accepted from a state.
    #[inline]
    pub fn derives(&self, state: u16, bytes: &[u8]) -> bool {
        self.walk(state, bytes).is_ok_and(|state| self.accepts(state))
    }

    /// Returns whether the production named `name` accepts a string; false if no production has this name.
    #[inline]
    pub fn derives_by(&self, name: &str, bytes: &[u8]) -> bool {
        self.start(name).is_some_and(|start| self.derives(start, bytes))
    }

    /// Returns the offset of the first byte after which no continuation is accepted, or `None` if the string is
    /// accepted. If the string is only too short, the offset is its length.
    #[inline]
    pub const fn offset(&self, state: u16, bytes: &[u8]) -> Option<usize> {
        self.table().offset(state as u32, bytes)
    }
}

#[cfg(feature = "std")]
impl Automaton {
    /// Returns the shortest string that is accepted from a state, built from readable bytes where possible. For
    /// the dead state, returns an empty string.
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

    /// Returns the bytes with which a string can continue in a state, as one list for each class.
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

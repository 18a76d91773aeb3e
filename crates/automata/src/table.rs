//! A table, wherever it is stored, and the walks through it. Rows are named by their offsets, which spares a
//! multiplication.

/// A complete and minimal automaton over classes of bytes, as a borrowed table. State 0 is dead.
#[derive(Clone, Copy)]
pub struct Table<'t> {
    /// The class of each byte.
    pub classes: &'t [u8; 256],
    /// How many classes there are.
    pub class_count: usize,
    /// The offset of the row of the next state, at `state * class_count + class`.
    pub next: &'t [u32],
    /// For each state, whether a string may end in it.
    pub accept: &'t [bool],
}

/// The offset of the row of the dead state.
const DEAD_ROW: u32 = 0;

impl Table<'_> {
    /// The state from which no string is accepted.
    pub const DEAD: u32 = 0;

    /// The class of a byte.
    #[inline]
    #[must_use]
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

    /// The state after a byte.
    #[inline]
    #[must_use]
    pub const fn step(&self, state: u32, byte: u8) -> u32 {
        self.state(self.next[self.row(state) + self.class(byte) as usize] as usize)
    }

    /// Whether a string may end in that state.
    #[inline]
    #[must_use]
    pub const fn accepts(&self, state: u32) -> bool {
        self.accept[state as usize]
    }

    /// Whether some state has a way on by a byte beyond ASCII.
    #[must_use]
    pub fn goes_beyond_ascii(&self) -> bool {
        let is_beyond = |class: &usize| self.classes[0x80..].contains(&(*class as u8));
        let mut classes = (0..self.class_count).filter(is_beyond);
        let next = |class| self.next.iter().skip(class).step_by(self.class_count);
        classes.any(|class| next(class).any(|&next| next != DEAD_ROW))
    }

    /// The state after a string. If the string leaves the language: the offset of the first byte
    /// after which no string of the language goes on, and the state before that byte.
    ///
    /// # Errors
    /// That offset and that state.
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

    /// The length of the longest accepted beginning of a string, 0 if there is none; and the offset
    /// of the first byte after which no accepted string goes on.
    #[inline]
    #[must_use]
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

    /// The offset of the first byte after which no accepted string goes on. If the string ends too
    /// early, the offset is its length; if the string is accepted, there is none.
    #[inline]
    #[must_use]
    pub const fn offset(&self, state: u32, bytes: &[u8]) -> Option<usize> {
        match self.walk(state, bytes) {
            Ok(state) if self.accepts(state) => None,
            Ok(_) => Some(bytes.len()),
            Err((offset, _)) => Some(offset),
        }
    }
}

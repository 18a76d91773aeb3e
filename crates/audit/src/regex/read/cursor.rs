//! Where a reader stands in its pattern, and what goes wrong there.

use std::fmt::Display;

/// A fault in a pattern, and the byte at which it stands.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Fault {
    pub(super) at: usize,
    pub(super) why: String,
}

impl Fault {
    pub(super) fn new(at: usize, why: impl Display) -> Self {
        Self { at, why: why.to_string() }
    }

    /// A range of characters whose end comes before its beginning.
    pub(super) fn backwards(at: usize) -> Self {
        Self::new(at, "a range whose end comes before its beginning")
    }
}

/// A place in a text. What was read lies before it.
#[derive(Clone, Debug)]
pub(super) struct Cursor<'t> {
    text: &'t str,
    at: usize,
}

impl<'t> Cursor<'t> {
    pub(super) fn new(text: &'t str) -> Self {
        Self { text, at: 0 }
    }

    /// The offset, in bytes.
    pub(super) fn at(&self) -> usize {
        self.at
    }

    pub(super) fn rest(&self) -> &'t str {
        &self.text[self.at..]
    }

    pub(super) fn peek(&self) -> Option<char> {
        self.rest().chars().next()
    }

    pub(super) fn next(&mut self) -> Option<char> {
        let next = self.peek()?;
        self.at += next.len_utf8();
        Some(next)
    }

    pub(super) fn starts(&self, text: &str) -> bool {
        self.rest().starts_with(text)
    }

    /// Reads a text if it comes next.
    pub(super) fn eat(&mut self, text: &str) -> bool {
        let starts = self.starts(text);
        self.at += if starts { text.len() } else { 0 };
        starts
    }

    /// Reads the characters that come next as long as they are of some kind, `most` at most.
    pub(super) fn run(&mut self, most: usize, is_one: impl Fn(char) -> bool) -> &'t str {
        let rest = self.rest();
        let end = rest.char_indices().take(most).find(|&(_, one)| !is_one(one));
        let length = match end {
            Some((end, _)) => end,
            None => rest.char_indices().nth(most).map_or(rest.len(), |(end, _)| end),
        };
        self.at += length;
        &rest[..length]
    }

    /// Reads up to a text, and the text. None, and nothing is read, if the text does not come.
    pub(super) fn until(&mut self, end: &str) -> Option<&'t str> {
        let rest = self.rest();
        let length = rest.find(end)?;
        self.at += length + end.len();
        Some(&rest[..length])
    }

    /// Goes back to a place that was asked for before.
    pub(super) fn back(&mut self, at: usize) {
        self.at = at;
    }

    /// A number in digits of a base, `least` to `most` of them. None, and nothing is read, if there
    /// are fewer, or the number is no code point.
    pub(super) fn number(&mut self, base: u32, least: usize, most: usize) -> Option<u32> {
        let start = self.at;
        let digits = self.run(most, |one| one.is_digit(base));
        let number = u32::from_str_radix(digits, base).ok();
        let number = number.filter(|&number| digits.len() >= least && number <= 0x10_FFFF);
        if number.is_none() {
            self.at = start;
        }
        number
    }
}

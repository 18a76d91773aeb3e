//! A place in a text, from which the readers read.

pub(crate) struct Cursor<'t> {
    /// What comes behind the place.
    pub(crate) rest: &'t str,
    /// What came behind an earlier place, and the line of that.
    before: (&'t str, usize),
}

impl<'t> Cursor<'t> {
    pub(crate) fn new(text: &'t str) -> Self {
        Self { rest: text, before: (text, 1) }
    }

    /// The number of the line, from 1.
    pub(crate) fn line(&mut self) -> usize {
        let (text, line) = self.before;
        let read = &text[..text.len() - self.rest.len()];
        self.before = (self.rest, line + read.matches('\n').count());
        self.before.1
    }

    pub(crate) fn peek(&self) -> Option<char> {
        self.rest.chars().next()
    }

    pub(crate) fn next(&mut self) -> Option<char> {
        let next = self.peek()?;
        self.rest = &self.rest[next.len_utf8()..];
        Some(next)
    }

    /// Whether this comes next, which then is read.
    pub(crate) fn takes(&mut self, expected: &str) -> bool {
        let rest = self.rest.strip_prefix(expected);
        self.rest = rest.unwrap_or(self.rest);
        rest.is_some()
    }

    /// Reads the characters that follow and are of a kind.
    pub(crate) fn run(&mut self, is_one: impl Fn(char) -> bool) -> &'t str {
        let (run, rest) = self.rest.split_at(self.rest.find(|one| !is_one(one)).unwrap_or(self.rest.len()));
        self.rest = rest;
        run
    }

    /// Reads a decimal number, if there is one: how often something comes.
    pub(crate) fn times(&mut self) -> Result<Option<u32>, String> {
        match self.run(|one| one.is_ascii_digit()) {
            "" => Ok(None),
            digits => digits.parse().map(Some).map_err(|_| format!("{digits} times are too many")),
        }
    }
}

//! Where the records of CSV end, as the bytes come (RFC 4180, 2).

use memchr::{memchr, memchr2};

/// A longer record is taken for one whose last quote is missing.
pub(crate) const LONGEST: usize = 64 << 20;

/// Finds where records end, as the bytes come.
#[derive(Default)]
pub(crate) struct Splitter {
    /// How many bytes were looked at.
    at: usize,
    is_quoted: bool,
    /// The end of the last whole record.
    pub(crate) end: usize,
}

impl Splitter {
    /// Looks at the bytes from where it stopped. With a quote that cannot stand where it stands, its
    /// offset. The bytes begin with a record; `is_all` says that no more follow.
    pub(crate) fn look(&mut self, bytes: &[u8], is_all: bool) -> Result<(), usize> {
        while let Some(found) = self.next(bytes) {
            match (bytes[found], self.is_quoted) {
                (b'\n', true) => {}
                (b'\n', false) => self.end = found + 1,
                (_, false) => {
                    if found > self.end && !matches!(bytes[found - 1], b',') {
                        return Err(found);
                    }
                    self.is_quoted = true;
                }
                (_, true) => match &bytes[found + 1..] {
                    [b'"', ..] => {
                        self.at = found + 2;
                        continue;
                    }
                    [b',' | b'\n', ..] | [b'\r', b'\n', ..] => self.is_quoted = false,
                    [] if is_all => self.is_quoted = false,
                    // What follows is not known yet.
                    [] | [b'\r'] if !is_all => {
                        self.at = found;
                        return Ok(());
                    }
                    _ => return Err(found),
                },
            }
            self.at = found + 1;
        }
        self.at = bytes.len();
        if is_all && self.is_quoted { Err(bytes.len()) } else { Ok(()) }
    }

    fn next(&self, bytes: &[u8]) -> Option<usize> {
        let rest = bytes.get(self.at..)?;
        let found = if self.is_quoted { memchr(b'"', rest) } else { memchr2(b'"', b'\n', rest) };
        found.map(|found| self.at + found)
    }
}

//! What a text itself says is not to be told: comments with `urispec: ignore`.
//!
//! In: the bytes of a text. Out: of which lines no finding is told, or none of some ids. What is forgotten is the rest of
//! the line: whether the words stand in a comment is not looked at, since each language has its own.
//!
//! The surprising case: an id that no lint has is no mistake here. The finding that was meant is told.

use std::collections::BTreeMap;

use memchr::{memchr_iter, memmem};

use crate::options::names;

/// The words, which `-next-line` may follow, and then ids in brackets.
const WORDS: &[u8] = b"urispec: ignore";

const NEXT: &[u8] = b"-next-line";

/// The lines of which something is not told.
#[derive(Debug, Default, PartialEq, Eq)]
pub(super) struct Ignored(BTreeMap<u64, Ids>);

#[derive(Debug, Default, PartialEq, Eq)]
struct Ids {
    is_all: bool,
    some: Vec<String>,
}

impl Ignored {
    /// What a text says, whose first line has the number 1.
    pub(super) fn of(text: &[u8]) -> Self {
        Self::from_line(1, text)
    }

    /// What a part of a text says, whose first line has that number.
    pub(super) fn from_line(first: u64, text: &[u8]) -> Self {
        let mut lines = BTreeMap::<u64, Ids>::new();
        let (mut line, mut passed) = (first, 0);
        for at in memmem::find_iter(text, WORDS) {
            line += memchr_iter(b'\n', &text[passed..at]).count() as u64;
            passed = at;
            let rest = &text[at + WORDS.len()..];
            let (of, rest) = match rest.strip_prefix(NEXT) {
                Some(rest) => (line + 1, rest),
                None => (line, rest),
            };
            if rest.first().is_some_and(|byte| byte.is_ascii_alphanumeric() || *byte == b'-') {
                continue;
            }
            let ids = lines.entry(of).or_default();
            match in_brackets(rest) {
                Some(some) => ids.some.extend(some),
                None => ids.is_all = true,
            }
        }
        Self(lines)
    }

    /// Whether the findings of an id on a line are not told.
    pub(super) fn has(&self, line: u64, id: &str) -> bool {
        self.0.get(&line).is_some_and(|ids| {
            ids.is_all || names::find(ids.some.iter().map(String::as_str), id).is_ok()
        })
    }
}

/// The names between brackets at the beginning of a text, with commas between them.
fn in_brackets(text: &[u8]) -> Option<Vec<String>> {
    let inner = text.strip_prefix(b"[")?;
    let line = inner.split(|byte| *byte == b'\n').next()?;
    let end = line.iter().position(|byte| *byte == b']')?;
    let names = String::from_utf8_lossy(&line[..end]);
    Some(names.split(',').map(|name| name.trim().to_owned()).collect())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_line_says_what_of_it_or_of_the_next_is_not_told() {
        let text = b"a # urispec: ignore\n\
            // urispec: ignore-next-line[password, rare_ipv4]\n\
            b\n\
            c <!-- urispec: ignore[password] urispec: ignore[empty-path] -->\n\
            d urispec: ignore[open\n";
        let ignored = Ignored::from_line(11, text);
        let has = |line, id| ignored.has(line, id);
        assert!(has(11, "password") && !has(12, "password"));
        assert!(has(13, "password") && has(13, "rare-ipv4") && !has(13, "empty-path"));
        assert!(has(14, "password") && has(14, "empty-path") && !has(14, "rare-ipv4"));
        // Brackets that do not close are none.
        assert!(has(15, "password"));
        // So are other words.
        assert_eq!(Ignored::of(b"urispec: ignored"), Ignored::default());
    }
}

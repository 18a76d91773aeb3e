//! Reads the sets of characters of an exported pattern back from its text.
//!
//! In: the text of a pattern, its dialect, and the tree that it was written of. Out: the tree, with what
//! the text has for each set in its place; nothing, if the text has something that is never written.
//!
//! This reader shares no line with the writer of patterns, nor with their readers. A fault that those
//! have in common undoes itself when a text is read back: in 2025 `\A[^\uD7FF-\uE000]\Z` was written for
//! any character, and read so. Here it is what the dialects make of it. The reader is small, since it
//! reads what is written and no more: characters, their numbers, ranges, and what a class leaves out.

use std::iter::Peekable;
use std::str::Chars;

use crate::regex::{CharacterSet, Dialect, Tree};

/// Ranges of code points, both ends included.
type Codes = Vec<(u32, u32)>;

/// The tree with the sets that stand in the text.
pub(super) fn replaced(tree: &Tree, text: &str, dialect: Dialect) -> Option<Tree> {
    let mut sets = Text::new(text, dialect).sets()?.into_iter();
    let tree = with(tree, &mut sets)?;
    sets.next().is_none().then_some(tree)
}

/// Replaces the sets of a tree, in their order. The recursion is as deep as the tree.
fn with(tree: &Tree, sets: &mut impl Iterator<Item = Codes>) -> Option<Tree> {
    let mut all = |trees: &[Tree]| -> Option<Vec<Tree>> {
        trees.iter().map(|tree| with(tree, sets)).collect()
    };
    Some(match tree {
        Tree::Set(_) => Tree::Set(CharacterSet::of_codes(sets.next()?)),
        Tree::Sequence(parts) => Tree::Sequence(all(parts)?),
        Tree::Choice(parts) => Tree::Choice(all(parts)?),
        Tree::Repeat { of, min, max, mode } => {
            Tree::Repeat { of: Box::new(with(of, sets)?), min: *min, max: *max, mode: *mode }
        }
        Tree::Group { of, .. } => with(of, sets)?,
        Tree::Atomic(of) => Tree::Atomic(Box::new(with(of, sets)?)),
        Tree::Look { of, way, is_negative } => {
            let of = Box::new(with(of, sets)?);
            Tree::Look { of, way: *way, is_negative: *is_negative }
        }
        Tree::Start => Tree::Start,
        Tree::End => Tree::End,
    })
}

/// A text that is read from its beginning.
struct Text<'t> {
    rest: Peekable<Chars<'t>>,
    dialect: Dialect,
    /// Whether white space and comments are skipped.
    has_lines: bool,
}

impl<'t> Text<'t> {
    fn new(text: &'t str, dialect: Dialect) -> Self {
        let lines = text.strip_prefix("(?x)");
        let rest = lines.unwrap_or(text).chars().peekable();
        Self { rest, dialect, has_lines: lines.is_some() }
    }

    /// What each character and each class matches, in order.
    fn sets(mut self) -> Option<Vec<Codes>> {
        let mut sets = Vec::new();
        while let Some(next) = self.rest.next() {
            match (next, self.dialect) {
                (' ' | '\n', _) if self.has_lines => {}
                ('#', _) if self.has_lines => self.skip('\n')?,
                ('$', Dialect::Xsd) => sets.push(one('$')),
                ('|' | ')' | '*' | '+' | '?' | '^' | '$', _) => {}
                ('{', _) => self.skip('}')?,
                ('(', _) => self.open()?,
                ('[', _) => sets.push(self.class()?),
                ('.', Dialect::PosixEre) => sets.push(self.but(Vec::new())),
                ('.', _) => return None,
                ('\\', _) => sets.extend(self.escaped()?.map(|code| vec![(code, code)])),
                (other, _) => sets.push(one(other)),
            }
        }
        Some(sets)
    }

    /// Passes over what stands up to a character, and the character.
    fn skip(&mut self, end: char) -> Option<()> {
        self.rest.find(|&one| one == end).map(drop)
    }

    fn eat(&mut self, character: char) -> bool {
        self.rest.next_if_eq(&character).is_some()
    }

    /// What follows a parenthesis up to what is within it: nothing, `?:`, `?<name>`, `?<=` and others.
    fn open(&mut self) -> Option<()> {
        if matches!(self.dialect, Dialect::PosixEre | Dialect::Xsd) || !self.eat('?') {
            return Some(());
        }
        self.eat('P');
        match self.rest.next()? {
            ':' | '>' | '=' | '!' => Some(()),
            '<' if self.eat('=') || self.eat('!') => Some(()),
            '<' => self.skip('>'),
            _ => None,
        }
    }

    /// What follows a backslash: the code of a character, or none for an anchor.
    fn escaped(&mut self) -> Option<Option<u32>> {
        let numbered = !matches!(self.dialect, Dialect::PosixEre | Dialect::Xsd);
        Some(match self.rest.next()? {
            'A' | 'Z' | 'z' if numbered => None,
            'x' if numbered && self.eat('{') => {
                let count = self.rest.clone().position(|one| one == '}')?;
                let code = self.digits(count)?;
                self.rest.next();
                Some(code)
            }
            'x' if numbered => Some(self.digits(2)?),
            'u' if numbered => Some(self.digits(4)?),
            'U' if numbered => Some(self.digits(8)?),
            letter if letter.is_alphanumeric() => return None,
            sign => Some(u32::from(sign)),
        })
    }

    fn digits(&mut self, count: usize) -> Option<u32> {
        let digits: String = self.rest.by_ref().take(count).collect();
        let code = u32::from_str_radix(&digits, 16).ok()?;
        (digits.len() == count && code <= 0x10_FFFF).then_some(code)
    }

    /// A class, behind its bracket.
    fn class(&mut self) -> Option<Codes> {
        let is_negated = self.eat('^');
        let mut codes = Vec::new();
        let mut is_first = true;
        loop {
            let from = match self.rest.next()? {
                // In POSIX a bracket that stands first is a character.
                ']' if !is_first || self.dialect != Dialect::PosixEre => break,
                '\\' if self.eat('s') => {
                    // `[\s\S]`: either of two that leave nothing out.
                    let is_any = self.eat('\\') && self.eat('S') && self.eat(']') && is_first;
                    return (is_any && !is_negated).then(|| self.but(Vec::new()));
                }
                one => self.member(one)?,
            };
            is_first = false;
            let mut behind = self.rest.clone();
            // In POSIX a hyphen that stands last is a character; elsewhere it has a backslash.
            let is_range = behind.next() == Some('-') && behind.next() != Some(']');
            let to = if is_range {
                self.rest.next();
                let one = self.rest.next()?;
                self.member(one)?
            } else {
                from
            };
            codes.push((from, to));
        }
        Some(if is_negated { self.but(codes) } else { codes })
    }

    /// A member of a class whose first character is this one.
    fn member(&mut self, first: char) -> Option<u32> {
        match first {
            '\\' if self.dialect != Dialect::PosixEre => self.escaped()?,
            other => Some(u32::from(other)),
        }
    }

    /// All code points but some, and but those that no string of the dialect has: U+0000 in POSIX, and
    /// in schemas what XML 1.0, 2.2, leaves out.
    fn but(&self, mut codes: Codes) -> Codes {
        codes.extend(match self.dialect {
            Dialect::PosixEre => &[(0, 0)][..],
            Dialect::Xsd => &[(0, 0x8), (0xB, 0xC), (0xE, 0x1F), (0xFFFE, 0xFFFF)],
            _ => &[],
        });
        codes.sort_unstable();
        let (mut others, mut next) = (Vec::new(), 0);
        for (first, last) in codes {
            if next < first {
                others.push((next, first - 1));
            }
            next = next.max(last + 1);
        }
        if next <= 0x10_FFFF {
            others.push((next, 0x10_FFFF));
        }
        others
    }
}

fn one(character: char) -> Codes {
    vec![(u32::from(character), u32::from(character))]
}

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn check(dialect: Dialect, text: &str, expected: &[&[(u32, u32)]]) {
        let sets = Text::new(text, dialect).sets();
        assert_eq!(
            sets.as_deref(),
            Some(&expected.iter().map(|one| one.to_vec()).collect::<Vec<_>>()[..]),
            "{text}"
        );
    }

    #[test]
    fn each_dialect_is_read_as_it_is_written() {
        let a: &[(u32, u32)] = &[(0x61, 0x61)];
        check(Dialect::Python, r"\A(?:a|\.)\Z", &[a, &[(0x2E, 0x2E)]]);
        check(
            Dialect::Python,
            r"[\x00-\x1Fa\u00E9-\U0010FFFF]",
            &[&[(0, 0x1F), a[0], (0xE9, 0x10_FFFF)]],
        );
        check(Dialect::Rust, "^(?<n>a){2,3}$", &[a]);
        check(Dialect::Pcre, r"\A[^\x{0}-\x{60}b-\x{10FFFF}]+?\z", &[a]);
        check(Dialect::EcmaScript, r"^[\s\S](?!a)$", &[&[(0, 0x10_FFFF)], a]);
        check(Dialect::Re2, r"[\]\^\-]", &[&[(0x5D, 0x5D), (0x5E, 0x5E), (0x2D, 0x2D)]]);
        check(Dialect::Rust, "(?x)(?: # a [b\n  a)*\n", &[a]);
        check(
            Dialect::PosixEre,
            r"^[]a[^-](.)$",
            &[&[(0x5D, 0x5D), a[0], (0x5B, 0x5B), (0x5E, 0x5E), (0x2D, 0x2D)], &[(1, 0x10_FFFF)]],
        );
        check(
            Dialect::Xsd,
            r"$[^ -\]]",
            &[&[(0x24, 0x24)], &[(0x9, 0xA), (0xD, 0xD), (0x5E, 0xFFFD), (0x1_0000, 0x10_FFFF)]],
        );
    }

    #[test]
    fn what_is_never_written_is_not_read() {
        for text in [".", r"\d", r"[\w]", "[a", r"\x{41", r"\x{110000}", "(?i)a", r"\u00"] {
            assert_eq!(Text::new(text, Dialect::Pcre).sets(), None, "{text}");
        }
    }

    /// The text that was once written for any character, and what it is.
    #[test]
    fn what_a_writer_and_a_reader_both_take_for_another_set_is_found() {
        let tree = Tree::Sequence(vec![Tree::Start, Tree::Set(CharacterSet::all()), Tree::End]);
        for text in [r"\A[^\uD7FF-\uE000]\Z", r"\A[^\uD7FF\uE000]\Z"] {
            let Some(Tree::Sequence(parts)) = replaced(&tree, text, Dialect::Python) else {
                panic!("{text}")
            };
            let neighbours = CharacterSet::of("\u{D7FF}\u{E000}".chars().map(|one| (one, one)));
            assert_eq!(parts[1], Tree::Set(neighbours.complement()), "{text}");
        }
        assert_eq!(replaced(&tree, r"\A[\s\S]\Z", Dialect::Python), Some(tree.clone()));
        // One set too few, and one too many.
        assert_eq!(replaced(&tree, r"\A\Z", Dialect::Python), None);
        assert_eq!(replaced(&tree, r"\Aab\Z", Dialect::Python), None);
    }
}

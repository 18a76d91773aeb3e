//! Productions and patterns that are sets of characters.

use std::collections::{BTreeMap, HashMap, HashSet};
use std::iter::Peekable;
use std::ops::RangeInclusive;
use std::rc::Rc;
use std::str::Chars;

use grammar_automata::build::{ByteSet, Dfa};
use grammar_automata::engine::CharacterSet;
use grammar_notation::{Printed, PrintedProduction, Term};
use grammar_regex::Dialect;
use grammar_regex::engine::Tree;

// Productions that are sets of characters.

/// The productions of a grammar and of its notation, and the sets of characters that some of them denote.
pub(super) struct Productions<'g> {
    printed: &'g Printed,
    all: HashMap<String, &'g PrintedProduction>,
    sets: HashMap<String, Option<CharacterSet>>,
}

/// The maximum nesting depth of terms that are examined as sets.
const DEPTH: usize = 100;

impl<'g> Productions<'g> {
    pub(super) fn of(printed: &'g Printed) -> Self {
        let key = |one: &&'g PrintedProduction| printed.notation.key(&one.name);
        // The grammar's own productions come last, and replace built-in ones.
        let all = printed.notation.built_in().iter().chain(&printed.productions);
        let all = all.map(|one| (key(&one), one)).collect();
        Self { printed, all, sets: HashMap::new() }
    }

    pub(super) fn key(&self, name: &str) -> String {
        self.printed.notation.key(name)
    }

    pub(super) fn get(&self, name: &str) -> Option<&'g PrintedProduction> {
        self.all.get(&self.key(name)).copied()
    }

    /// Returns the set of characters that a term denotes, if it denotes one.
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
                let mut union = CharacterSet::from_ranges([]);
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

    /// Returns the characters that are whole alternatives of a term. Longer alternatives of the term are ignored.
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
        // A production that calls itself is not a set.
        self.sets.insert(key.clone(), None);
        let production = self.get(name)?;
        let found = production.term.as_ref().ok().and_then(|term| self.set_within(term, depth + 1));
        self.sets.insert(key, found.clone());
        found
    }
}

/// Returns the characters of a set of bytes, or `None` if the set contains a byte above 7F.
fn ascii(set: ByteSet) -> Option<CharacterSet> {
    let bytes = set.iter();
    let characters: Option<Vec<(char, char)>> =
        bytes.map(|byte| byte.is_ascii().then_some((char::from(byte), char::from(byte)))).collect();
    Some(CharacterSet::from_ranges(characters?))
}

/// Returns the characters whose UTF-8 encodings are the strings of a sequence. Returns `None` if it has other strings.
fn encoded(parts: &[Term]) -> Option<CharacterSet> {
    let bytes = |part: &Term| match part {
        Term::Bytes(set) => Some(*set),
        Term::Literal { bytes, .. } if bytes.len() == 1 && !bytes[0].is_ascii() => {
            Some(ByteSet::single(bytes[0]))
        }
        _ => None,
    };
    // A literal of one character beyond ASCII consists of the bytes of that character.
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
        // After the same first bytes, consecutive bytes end consecutive characters.
        for &(first, last) in &last {
            ranges.push((character(first)?, character(last)?));
        }
    }
    Some(CharacterSet::from_ranges(ranges))
}

// The transitions of a byte automaton by whole characters.

/// The ranges of code points that lead to each state.
type Found = BTreeMap<u32, Vec<(u32, u32)>>;

/// Returns the live states that one character reaches from `state`, each with the characters that lead to it.
pub(super) fn steps(dfa: &Dfa, state: u32, dead: Option<u32>) -> BTreeMap<u32, CharacterSet> {
    let mut found = Found::new();
    for (first, last, next) in runs(dfa, state, 0..=0x7F) {
        found.entry(next).or_default().push((first.into(), last.into()));
    }
    let mut known = HashMap::new();
    for lead in 0xC2..=0xF4_u8 {
        let (length, bits, least) = match lead {
            0xC2..=0xDF => (1, u32::from(lead & 0x1F), 0x80),
            0xE0..=0xEF => (2, u32::from(lead & 0x0F), 0x800),
            _ => (3, u32::from(lead & 0x07), 0x1_0000),
        };
        let next = dfa.next(state, dfa.classes().of(lead));
        let bits = bits << (6 * length);
        for &(first, last, next) in &*continued(dfa, next, length, dead, &mut known) {
            // An overlong encoding is not a character, though a grammar of octets may accept it: E0 80 A2 is not `"`.
            if bits + last >= least {
                found.entry(next).or_default().push(((bits + first).max(least), bits + last));
            }
        }
    }
    let live = found.into_iter().filter(|(next, _)| Some(*next) != dead);
    // Surrogates and numbers that are too large are dropped too, since a reader of characters refuses them.
    let steps = live.map(|(next, ranges)| (next, CharacterSet::from_code_points(ranges)));
    steps.filter(|(_, set)| set.ranges().next().is_some()).collect()
}

/// The last bits of code points, as ranges, each with the state to which its bytes lead.
type Rest = Rc<Vec<(u32, u32, u32)>>;

/// Returns where the last `length` bytes of characters lead from a state. Most bytes lead to the same few states, so each
/// state is examined once for each length. The recursion is at most four levels deep.
fn continued(
    dfa: &Dfa,
    state: u32,
    length: u32,
    dead: Option<u32>,
    known: &mut HashMap<(u32, u32), Rest>,
) -> Rest {
    if let Some(rest) = known.get(&(state, length)) {
        return Rc::clone(rest);
    }
    let mut all: Vec<(u32, u32, u32)> = Vec::new();
    let mut add = |first: u32, last: u32, next: u32| match all.last_mut() {
        Some((_, end, same)) if *same == next && *end + 1 == first => *end = last,
        _ => all.push((first, last, next)),
    };
    let live = runs(dfa, state, 0x80..=0xBF).into_iter().filter(|run| Some(run.2) != dead);
    for (first, last, next) in live {
        let (first, last) = (u32::from(first & 0x3F), u32::from(last & 0x3F));
        if length == 1 {
            add(first, last, next);
            continue;
        }
        let rest = continued(dfa, next, length - 1, dead, known);
        for byte in first..=last {
            let bits = byte << (6 * (length - 1));
            rest.iter().for_each(|&(first, last, next)| add(bits + first, bits + last, next));
        }
    }
    let all = Rc::new(all);
    known.insert((state, length), Rc::clone(&all));
    all
}

/// Divides `bytes` into ranges whose bytes lead from `state` to one state, and returns each range with that state.
fn runs(dfa: &Dfa, state: u32, bytes: RangeInclusive<u8>) -> Vec<(u8, u8, u32)> {
    let mut runs: Vec<(u8, u8, u32)> = Vec::new();
    for byte in bytes {
        let next = dfa.next(state, dfa.classes().of(byte));
        match runs.last_mut() {
            Some((_, last, known)) if *known == next => *last = byte,
            _ => runs.push((byte, byte, next)),
        }
    }
    runs
}

// Reads the sets of characters of an exported pattern back from its text. This reader shares no code with the writer of
// patterns or the readers of dialects, since a mistake that writer and reader have in common would cancel out: in 2025
// `\A[^\uD7FF-\uE000]\Z` was written for any character, and read as that. Here the text is read as the dialects define
// it. The reader is small, since it supports only what the writer produces: characters, numbers, ranges, and negated
// classes.

/// Ranges of code points, both ends included.
type Codes = Vec<(u32, u32)>;

/// Replaces each set in the tree of a pattern by the corresponding set in the text of the pattern. Returns `None` if
/// the text cannot be read, or has more or fewer sets than the tree.
pub(super) fn replaced(tree: &Tree, text: &str, dialect: Dialect) -> Option<Tree> {
    let mut sets = TextCursor::new(text, dialect).sets()?.into_iter();
    let mut is_short = false;
    let tree = with(tree, &mut |one| {
        let Tree::Set(_) = one else { return None };
        let set = sets.next();
        is_short |= set.is_none();
        Some(Tree::Set(CharacterSet::from_code_points(set.unwrap_or_default())))
    });
    (!is_short && sets.next().is_none()).then_some(tree)
}

/// Replaces parts of a tree, from left to right: each part for which `other` returns a tree becomes that tree. The
/// recursion is as deep as the tree.
pub(crate) fn with(tree: &Tree, other: &mut dyn FnMut(&Tree) -> Option<Tree>) -> Tree {
    if let Some(other) = other(tree) {
        return other;
    }
    let all = |parts: &[Tree], other: &mut dyn FnMut(&Tree) -> Option<Tree>| {
        parts.iter().map(|one| with(one, other)).collect()
    };
    match tree {
        Tree::Set(_) | Tree::Start | Tree::End => tree.clone(),
        Tree::Sequence(parts) => Tree::Sequence(all(parts, other)),
        Tree::Choice(parts) => Tree::Choice(all(parts, other)),
        &Tree::Repeat { ref of, min, max, mode } => {
            Tree::Repeat { of: Box::new(with(of, other)), min, max, mode }
        }
        Tree::Group { of, name } => {
            Tree::Group { of: Box::new(with(of, other)), name: name.clone() }
        }
        Tree::Atomic(of) => Tree::Atomic(Box::new(with(of, other))),
        &Tree::Look { ref of, way, is_negative } => {
            Tree::Look { of: Box::new(with(of, other)), way, is_negative }
        }
    }
}

/// A cursor in the text of a pattern.
struct TextCursor<'t> {
    rest: Peekable<Chars<'t>>,
    dialect: Dialect,
    /// Whether white space and comments are skipped.
    has_lines: bool,
}

impl<'t> TextCursor<'t> {
    fn new(text: &'t str, dialect: Dialect) -> Self {
        let lines = text.strip_prefix("(?x)");
        let rest = lines.unwrap_or(text).chars().peekable();
        Self { rest, dialect, has_lines: lines.is_some() }
    }

    /// Returns the set that each character and each class matches, in order.
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

    /// Skips the text up to and including the next `end`.
    fn skip(&mut self, end: char) -> Option<()> {
        self.rest.find(|&one| one == end).map(drop)
    }

    fn eat(&mut self, character: char) -> bool {
        self.rest.next_if_eq(&character).is_some()
    }

    /// Skips the prefix after an opening parenthesis, if there is one: `?:`, `?<name>`, `?<=` and others.
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

    /// Reads the part of an escape after the backslash. Returns the code point of a character, or an inner `None` for
    /// an anchor.
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

    /// Reads the rest of a class after its opening bracket.
    fn class(&mut self) -> Option<Codes> {
        let is_negated = self.eat('^');
        let mut codes = Vec::new();
        let mut is_first = true;
        loop {
            let from = match self.rest.next()? {
                // In POSIX a bracket in first position is a character.
                ']' if !is_first || self.dialect != Dialect::PosixEre => break,
                '\\' if self.eat('s') => {
                    // `[\s\S]`: either of two complementary sets.
                    let is_any = self.eat('\\') && self.eat('S') && self.eat(']') && is_first;
                    return (is_any && !is_negated).then(|| self.but(Vec::new()));
                }
                one => self.member(one)?,
            };
            is_first = false;
            let mut behind = self.rest.clone();
            // In POSIX a hyphen in last position is a character; elsewhere it is escaped.
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

    /// Reads a character of a class, given the first character of its spelling, which may be an escape.
    fn member(&mut self, first: char) -> Option<u32> {
        match first {
            '\\' if self.dialect != Dialect::PosixEre => self.escaped()?,
            other => Some(u32::from(other)),
        }
    }

    /// Returns the complement of some code points, without the code points that cannot occur in strings of the dialect:
    /// U+0000 in POSIX, and in schemas the characters that XML 1.0, 2.2, excludes.
    fn but(&self, mut codes: Codes) -> Codes {
        codes.extend(match self.dialect {
            Dialect::PosixEre => &[(0, 0)][..],
            Dialect::Xsd => &[(0, 0x8), (0xB, 0xC), (0xE, 0x1F), (0xFFFE, 0xFFFF)],
            _ => &[],
        });
        complement(codes)
    }
}

/// Returns the code points that are in none of the ranges.
pub(super) fn complement(mut codes: Codes) -> Codes {
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

fn one(character: char) -> Codes {
    vec![(u32::from(character), u32::from(character))]
}

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn check(dialect: Dialect, text: &str, expected: &[&[(u32, u32)]]) {
        let sets = TextCursor::new(text, dialect).sets();
        assert_eq!(
            sets.as_deref(),
            Some(&expected.iter().map(|one| one.to_vec()).collect::<Vec<_>>()[..]),
            "{text}"
        );
    }

    #[test]
    fn exported_sets_are_read_back_in_each_dialect() {
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
    fn sets_that_are_never_written_are_not_read() {
        for text in [".", r"\d", r"[\w]", "[a", r"\x{41", r"\x{110000}", "(?i)a", r"\u00"] {
            assert_eq!(TextCursor::new(text, Dialect::Pcre).sets(), None, "{text}");
        }
    }

    /// Checks the text that was once written for any character, and the set that the text denotes.
    #[test]
    fn a_set_that_writer_and_reader_both_mistake_is_found() {
        let tree = Tree::Sequence(vec![Tree::Start, Tree::Set(CharacterSet::all()), Tree::End]);
        for text in [r"\A[^\uD7FF-\uE000]\Z", r"\A[^\uD7FF\uE000]\Z"] {
            let Some(Tree::Sequence(parts)) = replaced(&tree, text, Dialect::Python) else {
                panic!("{text}")
            };
            let neighbours =
                CharacterSet::from_ranges("\u{D7FF}\u{E000}".chars().map(|one| (one, one)));
            assert_eq!(parts[1], Tree::Set(neighbours.complement()), "{text}");
        }
        assert_eq!(replaced(&tree, r"\A[\s\S]\Z", Dialect::Python), Some(tree.clone()));
        // One set is missing, and one is superfluous.
        assert_eq!(replaced(&tree, r"\A\Z", Dialect::Python), None);
        assert_eq!(replaced(&tree, r"\Aab\Z", Dialect::Python), None);
    }
}

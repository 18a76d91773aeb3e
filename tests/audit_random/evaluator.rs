//! Terms of productions, and a matcher that is as plain as possible.
//!
//! A set of places in a string is a number with a bit for each place. A term maps the places where it may begin to
//! those where it may end.

use std::collections::HashMap;

/// A right side, or a part of one.
#[derive(Clone, Debug)]
pub(crate) enum Term {
    /// A byte in a range.
    Byte(u8, u8),
    /// A character in a range, in UTF-8.
    Scalar(char, char),
    /// Bytes, with letters in any case.
    Letters(Vec<u8>),
    /// A production, by its number.
    Rule(usize),
    Sequence(Vec<Term>),
    Choice(Vec<Term>),
    /// The minimum, the maximum if there is one, and the repeated part.
    Repeat(u32, Option<u32>, Box<Term>),
}

impl Term {
    pub(crate) fn bytes(bytes: &[u8]) -> Self {
        Self::Sequence(bytes.iter().map(|&byte| Self::Byte(byte, byte)).collect())
    }
}

/// The length of the longest string that is matched.
pub(crate) const LONGEST: usize = 60;

/// Returns whether a production, given by its number, accepts a string.
pub(crate) fn matches(rules: &[Term], rule: usize, text: &[u8]) -> bool {
    has(&Term::Rule(rule), Matcher::new(rules, text))
}

/// Returns whether a production would accept a string if other productions accepted the strings that `replaced` says,
/// where it has an answer.
pub(crate) fn matches_with(
    rules: &[Term],
    rule: usize,
    text: &[u8],
    replaced: Replacement<'_>,
) -> bool {
    has(&rules[rule], Matcher { replaced: Some(replaced), ..Matcher::new(rules, text) })
}

fn has(term: &Term, mut matcher: Matcher<'_>) -> bool {
    // A left-recursive production is iterated from no strings to a fixed point.
    loop {
        let ends = matcher.ends(term, 1);
        if matcher.known == matcher.before {
            return ends >> matcher.text.len() & 1 == 1;
        }
        matcher.before = std::mem::take(&mut matcher.known);
    }
}

/// Returns whether a production derives a string with at most `depth` nested calls.
pub(crate) fn matches_to(rules: &[Term], rule: usize, text: &[u8], depth: usize) -> bool {
    let mut matcher = Matcher { depth: Some(depth), ..Matcher::new(rules, text) };
    matcher.ends(&rules[rule], 1) >> text.len() & 1 == 1
}

/// Whether a production accepts a string, if there is an answer.
type Replacement<'r> = &'r dyn Fn(usize, &[u8]) -> Option<bool>;

struct Matcher<'r> {
    rules: &'r [Term],
    text: &'r [u8],
    /// The remaining depth of nested calls, if it is limited.
    depth: Option<usize>,
    /// The strings of productions that do not have their own right side.
    replaced: Option<Replacement<'r>>,
    /// The places where a production ends, by those where it begins. Without it, the time would double with each byte.
    known: HashMap<Call, u64>,
    /// The results of the previous iteration.
    before: HashMap<Call, u64>,
}

/// A production, the places where it begins, and the remaining depth of calls.
type Call = (usize, u64, Option<usize>);

impl<'r> Matcher<'r> {
    fn new(rules: &'r [Term], text: &'r [u8]) -> Self {
        let (known, before) = (HashMap::new(), HashMap::new());
        Self { rules, text, depth: None, replaced: None, known, before }
    }

    fn ends(&mut self, term: &Term, from: u64) -> u64 {
        match term {
            _ if from == 0 => 0,
            Term::Byte(first, last) => self.read(from, |byte| (*first..=*last).contains(&byte)),
            Term::Scalar(first, last) => {
                self.characters(from, |one| (*first..=*last).contains(&one))
            }
            Term::Letters(bytes) => (bytes.iter()).fold(from, |from, letter| {
                self.read(from, |byte| byte.eq_ignore_ascii_case(letter))
            }),
            Term::Rule(rule) => {
                let depth = self.depth;
                if depth == Some(0) {
                    return 0;
                }
                if let Some(&to) = self.known.get(&(*rule, from, depth)) {
                    return to;
                }
                if let Some(to) = self.replaced(*rule, from) {
                    return to;
                }
                let before = self.before.get(&(*rule, from, depth)).copied();
                self.known.insert((*rule, from, depth), before.unwrap_or(0));
                self.depth = depth.map(|depth| depth - 1);
                let to = self.ends(&self.rules[*rule], from);
                self.depth = depth;
                self.known.insert((*rule, from, depth), to);
                to
            }
            Term::Sequence(terms) => terms.iter().fold(from, |from, term| self.ends(term, from)),
            Term::Choice(terms) => terms.iter().fold(0, |to, term| to | self.ends(term, from)),
            Term::Repeat(least, most, term) => {
                let (mut to, mut from) = (0, from);
                for times in 0..=most.unwrap_or(u32::MAX) {
                    // Known places lead only to known places.
                    if from == 0 || most.is_none() && times > *least && from & !to == 0 {
                        break;
                    }
                    if times >= *least {
                        to |= from;
                    }
                    from = self.ends(term, from);
                }
                to
            }
        }
    }

    /// Returns where a replaced production ends.
    fn replaced(&self, rule: usize, from: u64) -> Option<u64> {
        let replaced = self.replaced?;
        let begins = (0..=self.text.len()).filter(|&at| from >> at & 1 == 1);
        let mut to = 0;
        for begin in begins {
            for end in begin..=self.text.len() {
                to |= u64::from(replaced(rule, &self.text[begin..end])?) << end;
            }
        }
        Some(to)
    }

    /// Returns the places after a byte.
    fn read(&self, from: u64, is_read: impl Fn(u8) -> bool) -> u64 {
        let places =
            (0..self.text.len()).filter(|&at| from >> at & 1 == 1 && is_read(self.text[at]));
        places.fold(0, |to, at| to | 1 << (at + 1))
    }

    /// Returns the places after a character.
    fn characters(&self, from: u64, is_read: impl Fn(char) -> bool) -> u64 {
        let end = |at: usize| {
            let text = self.text.get(at..)?.utf8_chunks().next()?.valid();
            let first = text.chars().next().filter(|&one| is_read(one))?;
            Some(at + first.len_utf8())
        };
        let places = (0..self.text.len()).filter(|&at| from >> at & 1 == 1);
        places.filter_map(end).fold(0, |to, end| to | 1 << end)
    }
}

//! What a production says, and a matcher of it that is as plain as can be.
//!
//! A set of places in a string is a number with a bit for each: a term makes of the places where it
//! may begin those where it may end.

use std::collections::HashMap;

/// A right side, or a part of one.
#[derive(Clone, Debug)]
pub(crate) enum Term {
    /// A byte from one to another.
    Byte(u8, u8),
    /// A character from one to another, in UTF-8.
    Scalar(char, char),
    /// Bytes, whatever the case of their letters.
    Letters(Vec<u8>),
    /// A production, by its number.
    Rule(usize),
    Sequence(Vec<Term>),
    Choice(Vec<Term>),
    /// At least, at most if there is an end to it, and what.
    Repeat(u32, Option<u32>, Box<Term>),
}

impl Term {
    pub(crate) fn bytes(bytes: &[u8]) -> Self {
        Self::Sequence(bytes.iter().map(|&byte| Self::Byte(byte, byte)).collect())
    }
}

/// The longest string that is matched.
pub(crate) const LONGEST: usize = 60;

/// Whether the production of that number has the string.
pub(crate) fn matches(rules: &[Term], rule: usize, text: &[u8]) -> bool {
    has(&Term::Rule(rule), Matcher::new(rules, text))
}

/// Whether the production of that number would have the string if other productions had the strings
/// that they are given: of those there is an answer.
pub(crate) fn matches_given(rules: &[Term], rule: usize, text: &[u8], given: Given<'_>) -> bool {
    has(&rules[rule], Matcher { given: Some(given), ..Matcher::new(rules, text) })
}

fn has(term: &Term, mut matcher: Matcher<'_>) -> bool {
    // A production may call itself at once: what it has is what it has without that call, and is found
    // again until there is no more.
    loop {
        let ends = matcher.ends(term, 1);
        if matcher.known == matcher.before {
            return ends >> matcher.text.len() & 1 == 1;
        }
        matcher.before = std::mem::take(&mut matcher.known);
    }
}

/// Whether the production of that number has a derivation of the string in which no more than so many
/// calls stand within each other.
pub(crate) fn matches_to(rules: &[Term], rule: usize, text: &[u8], depth: usize) -> bool {
    let mut matcher = Matcher { depth: Some(depth), ..Matcher::new(rules, text) };
    matcher.ends(&rules[rule], 1) >> text.len() & 1 == 1
}

/// What a production has, if there is an answer.
type Given<'r> = &'r dyn Fn(usize, &[u8]) -> Option<bool>;

struct Matcher<'r> {
    rules: &'r [Term],
    text: &'r [u8],
    /// How many calls may still stand within each other, if that is limited.
    depth: Option<usize>,
    /// What productions have that do not have what they say.
    given: Option<Given<'r>>,
    /// Where a production ends that begins at some places: two calls at its end would otherwise
    /// be four at the next byte.
    known: HashMap<Call, u64>,
    /// The same, as far as it was known before.
    before: HashMap<Call, u64>,
}

/// A production, the places where it begins, and the calls that may stand within it.
type Call = (usize, u64, Option<usize>);

impl<'r> Matcher<'r> {
    fn new(rules: &'r [Term], text: &'r [u8]) -> Self {
        let (known, before) = (HashMap::new(), HashMap::new());
        Self { rules, text, depth: None, given: None, known, before }
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
                if let Some(to) = self.given(*rule, from) {
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
                    // Places that are known lead to places that are known.
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

    /// Where a production ends that has what it is given.
    fn given(&self, rule: usize, from: u64) -> Option<u64> {
        let given = self.given?;
        let begins = (0..=self.text.len()).filter(|&at| from >> at & 1 == 1);
        let mut to = 0;
        for begin in begins {
            for end in begin..=self.text.len() {
                to |= u64::from(given(rule, &self.text[begin..end])?) << end;
            }
        }
        Some(to)
    }

    /// The places after a byte.
    fn read(&self, from: u64, is_read: impl Fn(u8) -> bool) -> u64 {
        let places =
            (0..self.text.len()).filter(|&at| from >> at & 1 == 1 && is_read(self.text[at]));
        places.fold(0, |to, at| to | 1 << (at + 1))
    }

    /// The places after a character.
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

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
    let mut matcher = Matcher { rules, text, known: HashMap::new(), before: HashMap::new() };
    // A production may call itself at once: what it has is what it has without that call, and is found
    // again until there is no more.
    loop {
        let ends = matcher.ends(&Term::Rule(rule), 1);
        if matcher.known == matcher.before {
            return ends >> text.len() & 1 == 1;
        }
        matcher.before = std::mem::take(&mut matcher.known);
    }
}

struct Matcher<'r> {
    rules: &'r [Term],
    text: &'r [u8],
    /// Where a production ends that begins at some places: two calls at its end would otherwise
    /// be four at the next byte.
    known: HashMap<(usize, u64), u64>,
    /// The same, as far as it was known before.
    before: HashMap<(usize, u64), u64>,
}

impl Matcher<'_> {
    fn ends(&mut self, term: &Term, from: u64) -> u64 {
        match term {
            _ if from == 0 => 0,
            Term::Byte(first, last) => self.read(from, |byte| (*first..=*last).contains(&byte)),
            Term::Letters(bytes) => (bytes.iter()).fold(from, |from, letter| {
                self.read(from, |byte| byte.eq_ignore_ascii_case(letter))
            }),
            Term::Rule(rule) => {
                if let Some(&to) = self.known.get(&(*rule, from)) {
                    return to;
                }
                let before = self.before.get(&(*rule, from)).copied();
                self.known.insert((*rule, from), before.unwrap_or(0));
                let to = self.ends(&self.rules[*rule], from);
                self.known.insert((*rule, from), to);
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

    /// The places after a byte.
    fn read(&self, from: u64, is_read: impl Fn(u8) -> bool) -> u64 {
        let places =
            (0..self.text.len()).filter(|&at| from >> at & 1 == 1 && is_read(self.text[at]));
        places.fold(0, |to, at| to | 1 << (at + 1))
    }
}

//! Typical strings of a language.
//!
//! In: an automaton. Out: members and near misses that are chosen for a reader: they are short and, where possible,
//! unlike each other.

use grammar_automata::build::{ByteSet, Classes, Dfa};

use super::{DecidedGrammar, UndecidedProduction};

/// The number of members, and of near misses, that are shown.
const MEMBERS: usize = 3;
const NEAR_MISSES: usize = 2;
/// The number of strings that are looked at.
const LOOKED_AT: usize = 5_000;
/// The number of transitions that are looked at: that of a chain of some thousand states, each a byte.
const WORK: u64 = 100_000_000;
/// The number of bytes by which a string may exceed the shortest one, to be chosen for being unlike it.
const HARDLY: usize = 3;

/// The classes of bytes: one for each graphic character that is neither a letter nor a digit.
fn signs() -> Classes {
    let signs = (0..=u8::MAX).filter(u8::is_ascii_punctuation);
    Classes::refine(signs.map(ByteSet::single))
}

/// The shortest members of a start, unlike each other. The classes of a whole automaton tell more kinds of
/// members apart than its own do, and a sign is unlike any other.
#[must_use]
pub fn typical_members(dfa: &Dfa, start: Option<usize>) -> Vec<Vec<u8>> {
    let Some(start) = start else { return Vec::new() };
    let members = distinct(dfa.finer(&signs()).members(start).within(WORK), MEMBERS);
    if members.is_empty() { dfa.shortest(start).into_iter().collect() } else { members }
}

/// The near misses of an automaton of one language. Those made of the language's own bytes say most, and the empty string says
/// least.
#[must_use]
pub fn typical_near_misses(alone: &Dfa) -> Vec<Vec<u8>> {
    let near = |letters: &[u8]| {
        let near = alone.near_misses(0, letters, LOOKED_AT / 10);
        distinct(near.into_iter().filter(|text| !text.is_empty()), NEAR_MISSES)
    };
    let mut chosen = near(&alone.alphabet(0));
    let others = near(alone.classes().representatives());
    chosen.extend(others.into_iter().filter(|text| !chosen.contains(text)).collect::<Vec<_>>());
    if chosen.len() < NEAR_MISSES && !alone.matches(0, b"") {
        chosen.push(Vec::new());
    }
    chosen.truncate(NEAR_MISSES);
    chosen
}

/// The shortest strings of a sequence that is ordered by length. Two strings with the same kinds of
/// bytes are not both chosen while others are hardly longer.
fn distinct(words: impl Iterator<Item = Vec<u8>>, count: usize) -> Vec<Vec<u8>> {
    let (mut chosen, mut alike): (Vec<Vec<u8>>, Vec<Vec<u8>>) = (Vec::new(), Vec::new());
    let mut kinds: Vec<Vec<u8>> = Vec::new();
    for word in words.take(LOOKED_AT) {
        let is_long = chosen.first().is_some_and(|first| word.len() > first.len() + HARDLY);
        if chosen.len() == count || is_long && chosen.len() + alike.len() >= count {
            break;
        }
        let kind: Vec<u8> = word.iter().map(kind).collect();
        if !kinds.contains(&kind) {
            kinds.push(kind);
            chosen.push(word);
        } else if alike.len() < count {
            alike.push(word);
        }
    }
    chosen.extend(alike);
    chosen.truncate(count);
    chosen.sort_by_key(Vec::len);
    chosen
}

/// The kind of a byte: all digits are alike, all small letters, and all capitals; every other byte is its own kind.
fn kind(byte: &u8) -> u8 {
    match byte {
        b'0'..=b'9' => b'0',
        b'a'..=b'z' => b'a',
        b'A'..=b'Z' => b'A',
        &other => other,
    }
}

// Typical strings of a production of any grammar.

/// The size of a production's automaton, and typical strings of its language.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct TypicalStrings {
    /// The number of states of the minimal automaton. The dead state is counted.
    pub states: usize,
    /// The shortest members of the language.
    pub members: Vec<Vec<u8>>,
    /// The shortest near misses: strings that are not members, and become members when a byte is
    /// added, removed or replaced.
    pub near_misses: Vec<Vec<u8>>,
}

impl DecidedGrammar {
    /// The typical strings of a production.
    ///
    /// # Errors
    /// As of [`DecidedGrammar::language`].
    pub fn typical(&self, name: &str) -> Result<TypicalStrings, UndecidedProduction> {
        let (dfa, start) = self.language(name)?;
        let alone = dfa.alone(start);
        let is_of_characters = alone.acceptor(0).is_of_characters();
        let mut near_misses = typical_near_misses(&alone);
        near_misses.retain(|one| !is_of_characters || std::str::from_utf8(one).is_ok());
        let members = typical_members(dfa, Some(start));
        Ok(TypicalStrings { states: dfa.size(start), members, near_misses })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::any::AnyGrammar;
    use grammar_notation::GrammarText;
    use grammar_notation::Notation;
    use grammar_notation::PrintedReader;

    /// Counting by length would exceed the limit of transitions; a search does not.
    #[test]
    fn a_long_member_is_found_by_search() {
        let text = GrammarText { file: "a.abnf", text: "a = 9000\"x\"\n" };
        let grammar = AnyGrammar::printed(PrintedReader::new(Notation::Abnf).read(text).unwrap());
        let decided = grammar.decide(&["a"]);
        let (dfa, start) = decided.language("a").unwrap();
        let members = typical_members(dfa, Some(start));
        assert_eq!(members.iter().map(Vec::len).collect::<Vec<_>>(), [9_000]);
    }
}

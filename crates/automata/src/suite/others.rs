//! The characters that no letter shows: each of them once in every state, and what must follow it there. It is enough
//! to ask what the implementation takes it for: the words tell the state where it leads from every one where a letter
//! leads instead, from the state before it, and from having stopped there, with either verdict.
//!
//! Beyond ASCII there is one character for each first byte of two, not chosen at random. U+017F and U+212A match `s`
//! and `k` where a pattern ignores case, U+0660 is a digit to `\d`, U+00A0 is white space to many a `trim`, U+FF0F
//! becomes `/` in NFKC, and U+3002 a dot in IDNA.

use super::identify::Identifiers;
use crate::product::descend;
use crate::{Acceptor, LetterDfa, Word};

/// A character of two bytes for each first byte from C2 to DF, in their order.
const OF_TWO_BYTES: [&str; 3] = [
    "\u{A0}\u{E9}\u{131}\u{17F}\u{1A0}\u{1C3}\u{200}\u{250}\u{2BC}\u{2D0}",
    "\u{338}\u{37E}\u{3B1}\u{3C3}\u{430}\u{455}\u{4AF}\u{4CF}\u{501}\u{578}",
    "\u{589}\u{5D0}\u{61F}\u{660}\u{6A9}\u{6F0}\u{710}\u{770}\u{7A0}\u{7C0}",
];
/// Characters of three bytes, and of four.
const OF_MORE: &str = "\u{800}\u{2028}\u{212A}\u{3002}\u{FEFF}\u{FF0F}\u{FF20}\u{FFFD}\u{10000}\u{1D7D8}\u{1F600}\u{10FFFF}";

/// The characters, or bytes, that are to stand in every state and are no letters.
pub(super) fn others(acceptor: &Acceptor, dfa: &LetterDfa) -> Vec<Vec<u8>> {
    let ascii = (0..=127_u8).map(|byte| vec![byte]);
    let more: Vec<Vec<u8>> = if acceptor.is_of_characters() {
        let two = OF_TWO_BYTES.into_iter().flat_map(str::chars);
        let characters = two.chain(OF_MORE.chars());
        characters.map(|character| character.to_string().into_bytes()).collect()
    } else {
        (128..=u8::MAX).map(|byte| vec![byte]).collect()
    };
    let is_letter = |bytes: &Vec<u8>| dfa.letters.iter().any(|letter| letter.bytes == *bytes);
    ascii.chain(more).filter(|bytes| !is_letter(bytes)).collect()
}

/// What follows a character in a state.
pub(super) struct Ends<'d> {
    dfa: &'d LetterDfa,
    identifiers: &'d Identifiers,
    /// For each state, the length of the shortest word that is accepted from there, and of the shortest that is not.
    accepted: Vec<Option<usize>>,
    rejected: Vec<Option<usize>>,
}

/// What an implementation may take a character for, other than what it is: the state is where it leads.
/// Or the implementation stops there, with this verdict for whatever follows.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Mistake {
    Leads(u32),
    Stops(bool),
}

impl<'d> Ends<'d> {
    pub(super) fn of(dfa: &'d LetterDfa, identifiers: &'d Identifiers) -> Self {
        let accepted = dfa.distances(|state| dfa.accepts(state));
        let rejected = dfa.distances(|state| !dfa.accepts(state));
        Self { dfa, identifiers, accepted, rejected }
    }

    /// All that a character may be taken for in a state, if it leads to `right`.
    pub(super) fn mistakes(&self, state: u32, right: u32) -> Vec<Mistake> {
        let mut leads: Vec<u32> =
            self.dfa.alphabet().map(|one| self.dfa.step(state, one)).collect();
        leads.push(state);
        leads.sort_unstable();
        leads.dedup();
        let leads = leads.into_iter().filter(|&led| led != right).map(Mistake::Leads);
        // Where every word is accepted, or none, to stop is right.
        let stops = [(true, &self.rejected), (false, &self.accepted)];
        let stops = stops.into_iter().filter(|(_, words)| words[right as usize].is_some());
        leads.chain(stops.map(|(verdict, _)| Mistake::Stops(verdict))).collect()
    }

    /// The words that show that a character in a state leads to `right`, and is none of its mistakes. The
    /// empty word is always the first.
    pub(super) fn words(&self, state: u32, right: u32) -> Vec<Word> {
        let mut mistakes = self.mistakes(state, right);
        let mut candidates: Vec<Word> =
            self.identifiers.of_state(right).map(<[u16]>::to_vec).collect();
        candidates.extend(self.shortest(right, &self.accepted));
        candidates.extend(self.shortest(right, &self.rejected));
        candidates.sort_by_key(Vec::len);
        candidates.dedup();
        let mut words = vec![Word::new()];
        mistakes.retain(|&mistake| !self.tells(&[], right, mistake));
        while !mistakes.is_empty() {
            let told = |word: &&Word| {
                mistakes.iter().filter(|&&mistake| self.tells(word, right, mistake)).count()
            };
            // Of equally good words the shortest.
            let Some(best) = candidates.iter().rev().max_by_key(told) else { break };
            let before = mistakes.len();
            mistakes.retain(|&mistake| !self.tells(best, right, mistake));
            if mistakes.len() == before {
                break;
            }
            words.push(best.clone());
        }
        words
    }

    /// Whether the verdict on a word is another after the mistake.
    pub(super) fn tells(&self, word: &[u16], right: u32, mistake: Mistake) -> bool {
        let verdict = match mistake {
            Mistake::Leads(wrong) => self.dfa.accepts(self.dfa.after(wrong, word)),
            Mistake::Stops(verdict) => verdict,
        };
        verdict != self.dfa.accepts(self.dfa.after(right, word))
    }

    fn shortest(&self, state: u32, distances: &[Option<usize>]) -> Option<Word> {
        distances[state as usize]?;
        let (letters, distance) =
            (Vec::from_iter(self.dfa.alphabet()), |one| distances[one as usize]);
        Some(descend(state, &letters, |state, letter| self.dfa.step(state, letter), distance))
    }
}

//! Test suites: strings that distinguish a correct parser of a language from wrong ones.
//!
//! A suite is built from the [`Acceptor`] of a language. Each string has a verdict and, if it is not in the
//! language, the offset of the first letter after which no continuation is in the language. The strings need
//! not be UTF-8, so they are bytes. The letters are characters, or bytes if the language has a string that is
//! not UTF-8; in that case, the *other characters* below are all other bytes.
//!
//! # The guarantee
//!
//! The strings consist of *letters* and *other characters*. There is one letter for each class of bytes, where two
//! bytes are in one class if the grammar never distinguishes them and both or neither are above 127. The other
//! characters are all ASCII characters that are not letters, one two-byte character for each first byte from C2 to DF,
//! eight characters of three bytes, and four characters of four bytes. An implementation that gives the right verdict
//! on every string of the suite accepts, among all strings of letters and other characters, exactly those of the
//! language, under two conditions:
//!
//! - on letters it behaves like an automaton of at most *n + k* states, where *n* is the number of states of
//!   the language's minimal automaton and *k* the number of [extra](ByteSuite::extra) states;
//! - in each state it treats each other character as some letter, or skips it, or stops there and gives one
//!   verdict whatever follows. It behaves alike in two states that accept the same strings of letters; such
//!   states exist only with extra states.
//!
//! So an implementation need not treat all characters of a class alike, nor one character alike in all states. The
//! suite finds a pattern that excludes `"` and `\` but not `{`, and a parser that ends a string at a NUL, drops a line
//! break, or reads U+017F as an `s`. With [`ByteSuite::every_ascii`] all ASCII characters are letters, and the second
//! condition is only about characters beyond ASCII.
//!
//! A suite does not find every fault. An implementation may pass even if it limits the length of strings, treats a
//! character specially that is not in the suite, or splits a string into the wrong parts. A language does not define
//! parts: every `IPv4address` is also a `reg-name`, so the suite of a whole URI may have no IPv4 host. To test a part,
//! insert the strings of its own suite where the part may appear.
//!
//! # The construction
//!
//! The strings of letters are those of Chow's W-method (*Testing Software Design Modeled by Finite-State
//! Machines*, 1978), with a distinguishing set chosen for each state: *harmonized state identifiers*, the HSI
//! method (Luo, Petrenko, Bochmann, *Selecting Test Sequences for Partially-Specified Nondeterministic Finite
//! State Machines*, 1994). The guarantee of the W-method is kept, and the suite is a fraction of the size. Its
//! strings are *q x w*, where
//!
//! - *q* is, for each state of the automaton, a shortest word that leads to it (for the start, the empty word);
//! - *x* is any word of at most *k* + 1 letters;
//! - *w* is in the set H of the state that *q x* leads to. For any two states, both sets contain a word that is
//!   accepted from exactly one of them, and all sets contain the empty word.
//!
//! Proof for letters: let an implementation pass. If two words *q x* and *r y* lead it to the same state, they
//! lead the automaton to the same state; otherwise some *w* in both sets distinguishes those two states, and
//! the implementation, which cannot distinguish *q x w* from *r y w*, fails one of them. So each of its reached
//! states corresponds to one state of the automaton. The words *q* reach at least *n* of them, and each letter
//! of *x* reaches another one, or all are reached. As there are at most *n + k*, the words *q x* without
//! their last letter reach all of them. With the last letter, they show that each letter leads to the right
//! state, and the empty word shows that each verdict is right.
//!
//! The strings with another character are *q y w*, where *y* is that character. Let *s* be the state of the
//! automaton after *q y*. The words *w* are chosen from the set H of *s* and the shortest words that are
//! accepted and rejected from *s*, such that for each state *t* to which a letter leads from the state of *q*,
//! and for that state itself, one word is accepted from exactly one of *s* and *t*, unless *t* is *s*; and such
//! that one word is accepted from *s* and one rejected, if they exist. The empty word is always included.
//!
//! Proof for the strings with another character: let an implementation pass and satisfy the conditions, and let it be
//! in state *p* after *q*. As it passes on letters, *p* corresponds to the state of *q*, so after *y* it is in a state
//! that corresponds to one of the *t* above, or has stopped. If that *t* is not *s*, one of the words *w* is accepted
//! from only one of *s* and *t*; the implementation judges it as from *t*, and so fails *q y w*. If it has stopped with
//! one verdict, it fails the *w* that has the opposite verdict from *s*; if there is no such *w*, its verdict is right
//! whatever follows. So after *y* it is in the same state as the automaton. By the second condition this is true in
//! every state that corresponds to the state of *q*, and so, character by character, for every string.
//!
//! Most strings of a suite are invalid, and must be: few letters may follow a state, and showing that a state
//! is dead takes one word for each way in which it could still be alive.

#[cfg(test)]
mod tests;
#[cfg(test)]
mod others_tests;

use std::collections::{BTreeSet, HashMap};

use crate::product::descend;
use crate::{Acceptor, LetterDfa, Word};

/// The maximum number of steps for finding words that distinguish the states.
const STEPS: usize = 1_000_000_000;

/// The test suite of a language: strings that distinguish a correct parser of the language from wrong ones. The
/// [module](self) documents its guarantee.
///
/// ```
/// use grammar_automata::{Acceptor, suite::ByteSuite};
///
/// // One digit or more: state 0 is dead, 1 the start, 2 the end; class 1 has all but the digits.
/// let classes = std::array::from_fn(|byte| u8::from(!(0x30..=0x39).contains(&byte)));
/// let next = vec![0, 0, 2, 0, 2, 0];
/// let port = Acceptor::new(classes, vec![b'0', b'/'], next, vec![false, false, true], 1);
/// let suite = ByteSuite::new(port)?;
/// assert_eq!(suite.cases().find(|case| case.input == b"0/").unwrap().offset, Some(1));
/// # Ok::<(), grammar_automata::suite::TooManyWords>(())
/// ```
#[derive(Clone, Debug)]
pub struct ByteSuite {
    acceptor: Acceptor,
    dfa: LetterDfa,
    identifiers: Identifiers,
    others: Vec<Vec<u8>>,
    extra: usize,
}

/// A string of a suite, with its verdict.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub struct ByteCase {
    /// The string.
    pub input: Vec<u8>,
    /// The offset of the first letter after which no continuation is in the language: see
    /// [`Rejection::offset`](crate::Rejection::offset). It is `None` if the string is in the language.
    pub offset: Option<usize>,
}

impl ByteCase {
    /// Returns whether the string is in the language.
    pub const fn is_valid(&self) -> bool {
        self.offset.is_none()
    }
}

/// The error for an automaton that is too large for a suite.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error(
    "the automaton is too large for a suite: it has too many states and letters; use a smaller \
     production"
)]
#[non_exhaustive]
pub struct TooManyWords;

impl ByteSuite {
    /// Builds the suite of a language, without extra states.
    ///
    /// # Errors
    /// Returns an error if the automaton is too large.
    pub fn new(acceptor: Acceptor) -> Result<Self, TooManyWords> {
        Self::over(acceptor, false)
    }

    fn over(acceptor: Acceptor, all_ascii: bool) -> Result<Self, TooManyWords> {
        let dfa = LetterDfa::new(&acceptor, all_ascii).ok_or(TooManyWords)?;
        let pairs = dfa.states().saturating_mul(dfa.states());
        if pairs.saturating_mul(dfa.letters.len()) > STEPS {
            return Err(TooManyWords);
        }
        Ok(Self::with(acceptor, dfa))
    }

    fn with(acceptor: Acceptor, dfa: LetterDfa) -> Self {
        let identifiers = Identifiers::new(&dfa);
        let others = others(&acceptor, &dfa);
        Self { acceptor, dfa, identifiers, others, extra: 0 }
    }

    /// Uses every ASCII character as a letter, so that the guarantee covers every way in which an automaton can treat
    /// the character. Letters and other characters beyond ASCII do not change.
    ///
    /// # Errors
    /// Returns an error if the automaton is too large.
    pub fn every_ascii(self) -> Result<Self, TooManyWords> {
        let extra = self.extra;
        Ok(Self::over(self.acceptor, true)?.extra(extra))
    }

    /// Builds the suite for implementations with up to `states` states more than the automaton. Each extra
    /// state multiplies the number of strings of letters by the number of [letters](Self::letters), but adds no
    /// strings with other characters.
    #[must_use]
    pub const fn extra(mut self, states: usize) -> Self {
        self.extra = states;
        self
    }

    /// Returns the acceptor of the language.
    pub const fn acceptor(&self) -> &Acceptor {
        &self.acceptor
    }

    /// Returns the number of states of the minimal automaton over the letters of the suite, including the dead state.
    pub const fn states(&self) -> usize {
        self.dfa.states()
    }

    /// Returns the bytes of each letter. Each string of the suite consists of letters and at most one other
    /// character. There is at least one letter for each class of characters or bytes.
    pub fn letters(&self) -> impl Iterator<Item = &[u8]> {
        self.dfa.letters.iter().map(|letter| &*letter.bytes)
    }

    /// Returns the words that distinguish the states of the automaton. None of them can be replaced by a shorter word.
    pub fn characterization(&self) -> impl Iterator<Item = Vec<u8>> + '_ {
        self.identifiers.words.iter().map(|word| self.dfa.bytes(word))
    }

    /// Returns any string as a test case, with its verdict. The suite need not contain the string.
    pub fn case(&self, input: Vec<u8>) -> ByteCase {
        let offset = self.acceptor.offset(&input);
        ByteCase { input, offset }
    }

    /// Returns the strings of the suite, each once, in a fixed order: first the strings of letters alone, then
    /// the strings with one other character. Both kinds are ordered by the state from which they were built.
    /// They are generated lazily.
    pub fn cases(&self) -> impl Iterator<Item = ByteCase> + '_ {
        self.inputs().map(|input| self.case(input))
    }

    /// Returns the strings of letters, followed by the strings with one other character. The two kinds are
    /// disjoint, and no string of the second kind is built twice.
    fn inputs(&self) -> impl Iterator<Item = Vec<u8>> + '_ {
        let words = self.words().map(|word| self.dfa.bytes(&word));
        words.chain(self.with_others().map(|[before, other, end]| [before, other, end].concat()))
    }

    /// Returns the strings with one other character, in parts: the access word of a state, the character, a word.
    fn with_others(&self) -> impl Iterator<Item = [Vec<u8>; 3]> + '_ {
        let ends = Ends::new(&self.dfa, &self.identifiers);
        self.dfa.all().flat_map(move |state| {
            let before = self.dfa.bytes(&self.dfa.access(state));
            let mut known: Vec<(u32, Vec<Word>)> = Vec::new();
            let mut found = Vec::new();
            for other in &self.others {
                let after = self.dfa.after_any(&self.acceptor, state, other);
                let at = known.iter().position(|(known, _)| *known == after).unwrap_or_else(|| {
                    known.push((after, ends.words(state, after)));
                    known.len() - 1
                });
                let words = known[at].1.iter();
                found.extend(words.map(|end| [before.clone(), other.clone(), self.dfa.bytes(end)]));
            }
            found
        })
    }

    fn words(&self) -> impl Iterator<Item = Word> + '_ {
        self.dfa.all().flat_map(move |state| {
            let access = self.dfa.access(state);
            self.middles(state).flat_map(move |middle| self.ended(&access, state, &middle))
        })
    }

    /// Returns the words to append to the access word of `state`: all words of at most `extra + 1` letters,
    /// including the empty one. A word is omitted if the access word of `state` and the first letter of the
    /// word form the access word of another state, since the words for that state cover it.
    fn middles(&self, state: u32) -> impl Iterator<Item = Word> + use<'_> {
        let letters = self.dfa.letters.len();
        let lengths = 0..=self.extra as u32 + 1;
        let words = lengths.flat_map(move |length| {
            let digit =
                move |number, place| (number / letters.saturating_pow(place) % letters) as u16;
            (0..letters.saturating_pow(length)).map(move |number| {
                (0..length).rev().map(|place| digit(number, place)).collect::<Word>()
            })
        });
        words.filter(move |word| match word.first() {
            Some(&letter) => !self.dfa.is_first_way(state, letter),
            None => true,
        })
    }

    /// Returns the strings that consist of a prefix (`access` and `middle`) and a word that identifies the state after
    /// the prefix. A string is omitted if a longer prefix also generates it.
    fn ended<'s>(
        &'s self,
        access: &[u16],
        state: u32,
        middle: &[u16],
    ) -> impl Iterator<Item = Word> + use<'s> {
        let before = [access, middle].concat();
        let after = self.dfa.after(state, middle);
        let words = self.identifiers.of_state(after);
        words.filter_map(move |end| {
            let word = [&before[..], end].concat();
            (!self.comes_again(&word, before.len())).then_some(word)
        })
    }

    /// Returns whether a word is also generated from a prefix longer than `beginning`. A prefix is the access word of a
    /// state and at most `extra + 1` further letters. Every beginning of an access word is itself an access word, so
    /// the possible lengths of prefixes are contiguous.
    fn comes_again(&self, word: &[u16], beginning: usize) -> bool {
        let mut state = 0;
        let is_first = |&&letter: &&u16| {
            let is_first = self.dfa.is_first_way(state, letter);
            state = self.dfa.step(state, letter);
            is_first
        };
        let longest = word.iter().take_while(is_first).count() + self.extra + 1;
        let mut state = self.dfa.after(0, &word[..beginning]);
        (beginning..longest.min(word.len())).any(|at| {
            state = self.dfa.step(state, word[at]);
            self.identifiers.has(state, &word[at + 1..])
        })
    }
}

// A set of words for each state of a minimal automaton, such that for any two states both sets contain a word
// that is accepted from only one of the states. All sets contain the empty word.
//
// First, enough words to distinguish all states, shortest first (Moore's partition refinement, and the words it
// finds). Then a decision tree: each node splits its states by the best word, the root by the empty word. The
// set of a state is the words from the root to it. The best split is not the most even one: a state counts as
// often as transitions lead to it, because its set follows each of them.

type StateSet = Vec<u64>;

#[derive(Clone, Debug)]
struct Identifiers {
    words: Vec<Word>,
    places: HashMap<Word, u32>,
    /// For each state, the indices of its words.
    sets: Vec<BTreeSet<u32>>,
}

impl Identifiers {
    fn new(dfa: &LetterDfa) -> Self {
        let splits = splits(dfa);
        let mut weights = vec![1; dfa.states()];
        for state in dfa.all() {
            for letter in dfa.alphabet() {
                weights[dfa.step(state, letter) as usize] += 1;
            }
        }
        let mut identifiers = Self {
            words: vec![Word::new()],
            places: HashMap::from([(Word::new(), 0)]),
            sets: vec![BTreeSet::from([0]); dfa.states()],
        };
        let accepts = |state: &u32| dfa.accepts(*state);
        let (yes, no) = dfa.all().partition::<Vec<u32>, _>(accepts);
        let mut waiting = vec![yes, no];
        while let Some(together) = waiting.pop() {
            if together.len() < 2 {
                continue;
            }
            let Some((word, accepting)) = best(&splits, &together, &weights) else { continue };
            let place = identifiers.place(word);
            for &state in &together {
                identifiers.sets[state as usize].insert(place);
            }
            let (yes, no) = together.into_iter().partition(|&state| has(accepting, state));
            waiting.extend([yes, no]);
        }
        identifiers
    }

    fn place(&mut self, word: &Word) -> u32 {
        *self.places.entry(word.clone()).or_insert_with(|| {
            self.words.push(word.clone());
            self.words.len() as u32 - 1
        })
    }

    fn of_state(&self, state: u32) -> impl Iterator<Item = &[u16]> {
        self.sets[state as usize].iter().map(|&place| &*self.words[place as usize])
    }

    fn has(&self, state: u32, word: &[u16]) -> bool {
        let place = self.places.get(word);
        place.is_some_and(|place| self.sets[state as usize].contains(place))
    }
}

fn has(set: &StateSet, state: u32) -> bool {
    set[state as usize / 64] >> (state % 64) & 1 == 1
}

/// Returns words that distinguish all states, each with the states from which it is accepted.
fn splits(dfa: &LetterDfa) -> Vec<(Word, StateSet)> {
    let collect = |is_in: &dyn Fn(u32) -> bool| {
        let mut set: StateSet = vec![0; dfa.states().div_ceil(64)];
        for state in dfa.all().filter(|&state| is_in(state)) {
            set[state as usize / 64] |= 1 << (state % 64);
        }
        set
    };
    let mut splits = vec![(Word::new(), collect(&|state| dfa.accepts(state)))];
    let mut blocks = vec![0_u32; dfa.states()];
    let mut count = refine(&mut blocks, &splits[0].1);
    let mut at = 0;
    while at < splits.len() && count < dfa.states() {
        for letter in dfa.alphabet() {
            let set = collect(&|state| has(&splits[at].1, dfa.step(state, letter)));
            let finer = refine(&mut blocks, &set);
            if finer > count {
                count = finer;
                splits.push(([&[letter], &splits[at].0[..]].concat(), set));
            }
        }
        at += 1;
    }
    splits
}

fn refine(blocks: &mut [u32], set: &StateSet) -> usize {
    let mut numbers = HashMap::new();
    for (state, block) in (0..).zip(blocks) {
        let next = numbers.len() as u32;
        *block = *numbers.entry((*block, has(set, state))).or_insert(next);
    }
    numbers.len()
}

/// Returns the word that splits the states `together` into parts of most nearly equal weight. Of several such words, it
/// returns the first, which is also the shortest.
fn best<'s>(
    splits: &'s [(Word, StateSet)],
    together: &[u32],
    weights: &[usize],
) -> Option<&'s (Word, StateSet)> {
    let weight = |state: &u32| weights[*state as usize];
    let all: usize = together.iter().map(weight).sum();
    let divides = |split: &'s (Word, StateSet)| {
        let is_in = |state: &&u32| has(&split.1, **state);
        let (count, yes) = together
            .iter()
            .filter(is_in)
            .map(weight)
            .fold((0, 0), |(count, sum), weight| (count + 1, sum + weight));
        (count > 0 && count < together.len()).then_some((yes.abs_diff(all - yes), split))
    };
    splits
        .iter()
        .filter_map(divides)
        .min_by_key(|(difference, _)| *difference)
        .map(|(_, split)| split)
}

// Set cover: a small choice of strings that kills all mutants. The minimum is NP-hard (Karp, *Reducibility
// among combinatorial problems*, 1972, "set covering"). The greedy choice is larger by a factor of at most 1 +
// ln n, where n is the greatest number of mutants that one string kills (Chvátal, *A greedy heuristic for the
// set-covering problem*, 1979).

/// Chooses strings that together kill every mutant that can be killed, and returns their indices in the order in which
/// they are chosen. `kills` lists, for each string, the indices of the mutants that it kills, all below `mutants`. If
/// two strings kill the same number of remaining mutants, the earlier one is chosen.
///
/// The choice is greedy, and strings that turn out to be redundant are removed. There may be a smaller choice.
///
/// ```
/// use grammar_automata::suite::{cover_bound, greedy_cover};
///
/// let kills = [vec![0], vec![0, 1], vec![2]];
/// assert_eq!(greedy_cover(&kills, 3), [1, 2]);
/// assert_eq!(cover_bound(&kills, 3), 2);
/// ```
pub fn greedy_cover<K: AsRef<[usize]>>(kills: &[K], mutants: usize) -> Vec<usize> {
    let kills: Vec<&[usize]> = kills.iter().map(AsRef::as_ref).collect();
    let mut left = vec![false; mutants];
    kills.iter().copied().flatten().for_each(|&mutant| left[mutant] = true);
    let mut chosen = Vec::new();
    loop {
        let gain = |all: &[usize]| all.iter().filter(|&&mutant| left[mutant]).count();
        let gains = kills.iter().copied().map(gain).enumerate();
        let Some((at, gain)) = gains.rev().max_by_key(|&(_, gain)| gain) else { break };
        if gain == 0 {
            break;
        }
        kills[at].iter().for_each(|&mutant| left[mutant] = false);
        chosen.push(at);
    }
    // The number of chosen strings that kill each mutant.
    let mut times = vec![0_usize; mutants];
    chosen.iter().flat_map(|&at| kills[at]).for_each(|&mutant| times[mutant] += 1);
    for place in (0..chosen.len()).rev() {
        let at = chosen[place];
        if kills[at].iter().all(|&mutant| times[mutant] > 1) {
            kills[at].iter().for_each(|&mutant| times[mutant] -= 1);
            chosen.remove(place);
        }
    }
    chosen
}

/// Returns a lower bound on the number of strings that are needed to kill the same mutants as [`greedy_cover`].
///
/// The bound is the size of a set of mutants of which no string kills two, so that each mutant needs its own string.
/// The set is chosen greedily, beginning with the mutants that the fewest strings kill.
pub fn cover_bound<K: AsRef<[usize]>>(kills: &[K], mutants: usize) -> usize {
    let mut tellers: Vec<Vec<usize>> = vec![Vec::new(); mutants];
    for (at, all) in kills.iter().enumerate() {
        all.as_ref().iter().for_each(|&mutant| tellers[mutant].push(at));
    }
    let mut mutants: Vec<usize> =
        (0..mutants).filter(|&mutant| !tellers[mutant].is_empty()).collect();
    mutants.sort_by_key(|&mutant| (tellers[mutant].len(), mutant));
    let (mut used, mut count) = (vec![false; kills.len()], 0);
    for mutant in mutants {
        if tellers[mutant].iter().all(|&at| !used[at]) {
            tellers[mutant].iter().for_each(|&at| used[at] = true);
            count += 1;
        }
    }
    count
}

// The other characters: each of them once in every state, and the words that must follow it there. It is enough to
// consider the ways in which an implementation may mistreat the character: the words distinguish the right state from
// every state that a letter leads to, from the state before, and from having stopped with either verdict.
//
// Beyond ASCII there is one character for each first byte of a two-byte sequence, chosen deliberately. U+017F
// and U+212A match `s` and `k` in a case-insensitive pattern, U+0660 is a digit to `\d`, U+00A0 is white space
// to many a `trim`, U+FF0F becomes `/` in NFKC, and U+3002 a dot in IDNA.

/// A two-byte character for each first byte from C2 to DF, in order.
const OF_TWO_BYTES: [&str; 3] = [
    "\u{A0}\u{E9}\u{131}\u{17F}\u{1A0}\u{1C3}\u{200}\u{250}\u{2BC}\u{2D0}",
    "\u{338}\u{37E}\u{3B1}\u{3C3}\u{430}\u{455}\u{4AF}\u{4CF}\u{501}\u{578}",
    "\u{589}\u{5D0}\u{61F}\u{660}\u{6A9}\u{6F0}\u{710}\u{770}\u{7A0}\u{7C0}",
];
/// Characters of three and of four bytes.
const OF_MORE: &str = "\u{800}\u{2028}\u{212A}\u{3002}\u{FEFF}\u{FF0F}\u{FF20}\u{FFFD}\u{10000}\u{1D7D8}\u{1F600}\u{10FFFF}";

/// Returns the characters, or bytes, that are tested in every state and are not letters.
fn others(acceptor: &Acceptor, dfa: &LetterDfa) -> Vec<Vec<u8>> {
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

/// The choice of the words that follow each *other character* in a state.
struct Ends<'d> {
    dfa: &'d LetterDfa,
    identifiers: &'d Identifiers,
    /// For each state, the length of the shortest word that is accepted from it.
    accepted: Vec<Option<usize>>,
    /// For each state, the length of the shortest word that is rejected from it.
    rejected: Vec<Option<usize>>,
}

/// A way in which an implementation may mistreat a character: it goes to the given wrong state, or stops with
/// the given verdict, whatever follows.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Mistake {
    Leads(u32),
    Stops(bool),
}

impl<'d> Ends<'d> {
    fn new(dfa: &'d LetterDfa, identifiers: &'d Identifiers) -> Self {
        let accepted = dfa.distances(|state| dfa.accepts(state));
        let rejected = dfa.distances(|state| !dfa.accepts(state));
        Self { dfa, identifiers, accepted, rejected }
    }

    /// Returns all ways to mistreat a character that should lead from `state` to `right`.
    fn mistakes(&self, state: u32, right: u32) -> Vec<Mistake> {
        let mut leads: Vec<u32> =
            self.dfa.alphabet().map(|one| self.dfa.step(state, one)).collect();
        leads.push(state);
        leads.sort_unstable();
        leads.dedup();
        let leads = leads.into_iter().filter(|&led| led != right).map(Mistake::Leads);
        // If every word is accepted, or none, stopping is right.
        let stops = [(true, &self.rejected), (false, &self.accepted)];
        let stops = stops.into_iter().filter(|(_, words)| words[right as usize].is_some());
        leads.chain(stops.map(|(verdict, _)| Mistake::Stops(verdict))).collect()
    }

    /// Returns words that show that a character leads from `state` to `right`, and is not mistreated. The first word is
    /// always empty.
    fn words(&self, state: u32, right: u32) -> Vec<Word> {
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
            // The shortest of equally good words is chosen.
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

    /// Returns whether the mistake changes the verdict on a word.
    fn tells(&self, word: &[u16], right: u32, mistake: Mistake) -> bool {
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

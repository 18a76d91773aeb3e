//! Suites: strings that tell a right parser of a language from wrong ones.
//!
//! In: the [`Acceptor`] of a language. Out: strings, each with its verdict and, where it is not in the
//! language, the offset of the first letter after which no string of the language goes on. The strings
//! need not be UTF-8, so they are bytes. The letters are characters, or bytes where the language has a
//! member that is not UTF-8; the other characters are then all other bytes.
//!
//! # What is claimed
//!
//! The strings are made of *letters*, one character for each class of bytes, where two are of one class
//! if the grammar never tells them apart, and the bytes above 127 are another; and of the *others*: all
//! of ASCII that are no letters, a character for each first byte of two, C2 to DF, eight characters of
//! three bytes and four of four. Who gives the right verdict on every string of the suite accepts exactly
//! the language, among all strings of letters and others, under two conditions:
//!
//! - on letters it behaves like an automaton of at most *n + k* states, where *n* is the number of states
//!   of the language's minimal automaton and *k* the number of [extra](ByteSuite::extra) ones;
//! - in each state it takes each other character for some letter, whichever, or skips it, or stops there
//!   and gives one verdict whatever follows. In two states that accept the same strings of letters it
//!   does the same; without extra states there are no two such.
//!
//! So it need not treat the characters of a class alike, nor one character alike in two states. A pattern
//! that bars `"` and `\` and forgets `{` is found; and so is a parser that ends a string at a NUL, drops a
//! line break, or takes U+017F for an `s`. By [`ByteSuite::every_ascii`] all of ASCII are letters, and the
//! second condition is only about characters beyond.
//!
//! What it forgets, then: an implementation that has a limit somewhere may pass, and so may one that knows of
//! characters beyond ASCII that are not among the others, or that divides a string wrongly. The language does not
//! know of parts: every `IPv4address` is a `reg-name` too, so that no string of the suite of a whole need have a host
//! of the first kind. The suite of the part has them, and may be put where the part may stand.
//!
//! # How it is made
//!
//! The strings of letters are those of Chow's W-method (*Testing Software Design Modeled by Finite-State
//! Machines*, 1978), with the sets that tell a state from the others chosen for each state: *harmonized
//! state identifiers*, the HSI method (Luo, Petrenko, Bochmann, *Selecting Test Sequences for
//! Partially-Specified Nondeterministic Finite State Machines*, 1994). The guarantee is the same,
//! and the suite is a fraction of the size. Its strings are *q x w*, where
//!
//! - *q* is a shortest word to each state of the automaton, the empty word to the start;
//! - *x* is any word of at most *k* + 1 letters;
//! - *w* is in the set H of the state that *q x* leads to. Any two states have in both of their
//!   sets a word that is accepted from one of them only, and all have the empty word.
//!
//! Why that is enough for letters: let an implementation pass. Where two words *q x* and *r y* lead it to the same
//! state they lead the automaton to the same state; otherwise some *w* in both sets tells those two apart, and the
//! implementation, which cannot tell *q x w* from *r y w*, fails one of them. So each of its states that is reached
//! stands for one of the automaton's. The words *q* reach *n* of them at least, and each letter of *x* reaches
//! another one, or there are no others; as there are no more than *n + k*, the words *q x* without their last letter
//! reach all of them. With it, they show that each letter leads where it should, and the empty word that each verdict
//! is right.
//!
//! The strings with another character are *q y w*, one *y* in each. Let *s* be the state of the automaton after *q
//! y*. The words *w* are so chosen, out of the set H of *s* and the shortest words that are accepted and rejected
//! from *s*, that for each state *t* to which a letter leads from the state of *q*, and for that state itself, one of
//! them is accepted from either *s* or *t* and not from both, unless *t* is *s*; and that one is accepted from *s*
//! and one rejected, if there are such. The empty word is always there.
//!
//! Why that is enough for the others: let an implementation pass and keep the conditions, and let it be after *q* in
//! its state *p*. As it passes on letters, *p* stands for the state of *q*, and so after *y* it is in a state that
//! stands for one of the *t* named above, or has stopped. If that *t* is not *s*, one of the words *w* is accepted
//! from only one of the two; the implementation judges it as from *t*, and so fails *q y w*. If it has stopped with
//! one verdict, it fails the *w* that has the other from *s*; if there is none, its verdict is right whatever
//! follows. So after *y* it is where the automaton is; by the second condition that holds in every state that stands
//! for the state of *q*; and so, character by character, of every string.
//!
//! The surprising case: most of the suite is invalid, and must be. Of the letters after a state few go on; and that a
//! dead end is one is shown only by a word for each way in which it could still be alive.

#[cfg(test)]
mod tests;
#[cfg(test)]
mod others_tests;

use std::collections::{BTreeSet, HashMap};

use crate::product::descend;
use crate::{Acceptor, LetterDfa, Word};

/// The number of steps that it may take to tell the states apart.
const STEPS: usize = 1_000_000_000;

/// The test suite of a language: strings that tell a correct parser of the language from others. The
/// [module](self) says what it claims.
///
/// ```
/// use grammar_automata::{Acceptor, suite::ByteSuite};
///
/// // One digit or more: state 0 is dead, 1 the start, 2 the end; class 0 has the digits, 1 all else.
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

/// A string of a suite, and whether it is in the language.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub struct ByteCase {
    /// The string.
    pub input: Vec<u8>,
    /// The offset of the first letter after which no string of the language goes on, if the input is
    /// not in the language: see [`Rejection::offset`](crate::Rejection::offset).
    pub offset: Option<usize>,
}

impl ByteCase {
    /// Whether the string is in the language.
    pub const fn is_valid(&self) -> bool {
        self.offset.is_none()
    }
}

/// The error that an automaton is too large for a suite.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error(
    "the automaton is too large for a suite: it has too many states and letters; take a smaller production"
)]
#[non_exhaustive]
pub struct TooManyWords;

impl ByteSuite {
    /// Makes the suite of a language, without extra states.
    ///
    /// # Errors
    /// Where the automaton is too large.
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
        let identifiers = Identifiers::of(&dfa);
        let others = others(&acceptor, &dfa);
        Self { acceptor, dfa, identifiers, others, extra: 0 }
    }

    /// Uses every ASCII character as a letter, so that an implementation may do with it whatever an
    /// automaton can. The characters beyond ASCII stay as they are without this.
    ///
    /// # Errors
    /// Where the automaton is too large.
    pub fn every_ascii(self) -> Result<Self, TooManyWords> {
        let extra = self.extra;
        Ok(Self::over(self.acceptor, true)?.extra(extra))
    }

    /// Makes the suite for implementations that may have up to `states` states more than the
    /// automaton. Each extra state multiplies the strings of letters by the number of
    /// [letters](Self::letters). Those with another character stay as many.
    #[must_use]
    pub const fn extra(mut self, states: usize) -> Self {
        self.extra = states;
        self
    }

    /// The language.
    pub const fn acceptor(&self) -> &Acceptor {
        &self.acceptor
    }

    /// The number of states of the minimal automaton, over these letters. The dead state is counted.
    pub const fn states(&self) -> usize {
        self.dfa.states()
    }

    /// The letters, each in its bytes. The strings are made of them, but for at most one other character
    /// in each. There is one letter or more for each class of characters, or of bytes.
    pub fn letters(&self) -> impl Iterator<Item = &[u8]> {
        self.dfa.letters.iter().map(|letter| &*letter.bytes)
    }

    /// The words that tell the states apart. No shorter word does what one of them does.
    pub fn characterization(&self) -> impl Iterator<Item = Vec<u8>> + '_ {
        self.identifiers.words.iter().map(|word| self.dfa.bytes(word))
    }

    /// The case of any string: whether it is in the language, and the offset if not.
    pub fn case(&self, input: Vec<u8>) -> ByteCase {
        let offset = self.acceptor.offset(&input);
        ByteCase { input, offset }
    }

    /// The strings of the suite, each once, in a fixed order: first those of letters alone, then those
    /// with one other character; both by states, from the start on. They are made as they are asked for.
    pub fn cases(&self) -> impl Iterator<Item = ByteCase> + '_ {
        self.inputs().map(|input| self.case(input))
    }

    /// The strings: first those of letters, then those with one other character each. No string of one
    /// kind is of the other, and of the second kind each is divided in one way.
    fn inputs(&self) -> impl Iterator<Item = Vec<u8>> + '_ {
        let words = self.words().map(|word| self.dfa.bytes(&word));
        words.chain(self.with_others().map(|[before, other, end]| [before, other, end].concat()))
    }

    /// The first word to each state, each other character, and what is to follow.
    fn with_others(&self) -> impl Iterator<Item = [Vec<u8>; 3]> + '_ {
        let ends = Ends::of(&self.dfa, &self.identifiers);
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

    /// The words of at most one letter more than there are extra states, the empty word among them. A word is
    /// left out if its first letter leads from `state` along the tree of the first words: the first word of
    /// the next state covers it.
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

    /// A beginning, followed by each word that identifies the state that the beginning leads to.
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

    /// Whether the word is made once more, of a longer beginning. The beginnings are the first
    /// words to a state, with as many letters more as a middle may have; and what is a beginning of
    /// a first word is one too. So they are all up to some length.
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

// For each state of a minimal automaton a set of words, such that any two states have in both of their sets a word
// that is accepted from one of them only. The empty word is in all of them.
//
// First there are words enough to tell all states apart, shortest first (Moore's partition refinement, and the words
// it finds). Then a tree of decisions: each node divides its states by the word that divides best, the root by the
// empty one. A state's set are the words from the root to it. The best is not the evenest: a state counts as often as
// transitions lead to it, since its set follows each of them.

type StateSet = Vec<u64>;

#[derive(Clone, Debug)]
struct Identifiers {
    words: Vec<Word>,
    places: HashMap<Word, u32>,
    /// The set of words of each state, by their indices.
    sets: Vec<BTreeSet<u32>>,
}

impl Identifiers {
    fn of(dfa: &LetterDfa) -> Self {
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

/// Words that tell all states apart, each with the states from which it is accepted.
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

/// The word that divides these states best by weight. Of equally good words, the first, which is also the shortest.
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

// Set cover: a small choice of strings that kills all mutants. The minimum is NP-hard (Karp, *Reducibility among
// combinatorial problems*, 1972, "set covering"). The greedy choice is larger by a factor of at most 1 + ln n, where n
// is the greatest number of mutants that one string kills (Chvátal, *A greedy heuristic for the set-covering problem*,
// 1979).

/// Chooses strings that kill every mutant that any string kills, and returns their indices in the order in which they
/// are chosen. `kills` has, for each string, the indices of the mutants that it kills, all below `mutants`. Of two strings
/// that kill as many, the earlier one is taken.
///
/// The choice is greedy, without the strings that are redundant in the end. It need not be the smallest one.
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
    // How many of the chosen tell each mutant.
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

/// A lower bound on the size of every choice of strings that kills what [`greedy_cover`] kills.
///
/// Mutants are chosen, the rarest first, of which no string kills two: each needs a string of its own.
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

// The characters that no letter shows: each of them once in every state, and what must follow it there. It is enough
// to ask what the implementation takes it for: the words tell the state where it leads from every one where a letter
// leads instead, from the state before it, and from having stopped there, with either verdict.
//
// Beyond ASCII there is one character for each first byte of two, not chosen at random. U+017F and U+212A match `s`
// and `k` where a pattern ignores case, U+0660 is a digit to `\d`, U+00A0 is white space to many a `trim`, U+FF0F
// becomes `/` in NFKC, and U+3002 a dot in IDNA.

/// A character of two bytes for each first byte from C2 to DF, in their order.
const OF_TWO_BYTES: [&str; 3] = [
    "\u{A0}\u{E9}\u{131}\u{17F}\u{1A0}\u{1C3}\u{200}\u{250}\u{2BC}\u{2D0}",
    "\u{338}\u{37E}\u{3B1}\u{3C3}\u{430}\u{455}\u{4AF}\u{4CF}\u{501}\u{578}",
    "\u{589}\u{5D0}\u{61F}\u{660}\u{6A9}\u{6F0}\u{710}\u{770}\u{7A0}\u{7C0}",
];
/// Characters of three bytes, and of four.
const OF_MORE: &str = "\u{800}\u{2028}\u{212A}\u{3002}\u{FEFF}\u{FF0F}\u{FF20}\u{FFFD}\u{10000}\u{1D7D8}\u{1F600}\u{10FFFF}";

/// The characters, or bytes, that are to stand in every state and are no letters.
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

/// What follows a character in a state.
struct Ends<'d> {
    dfa: &'d LetterDfa,
    identifiers: &'d Identifiers,
    /// For each state, the length of the shortest word that is accepted from there, and of the shortest that is not.
    accepted: Vec<Option<usize>>,
    rejected: Vec<Option<usize>>,
}

/// What an implementation may take a character for, other than what it is: the state is where it leads.
/// Or the implementation stops there, with this verdict for whatever follows.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Mistake {
    Leads(u32),
    Stops(bool),
}

impl<'d> Ends<'d> {
    fn of(dfa: &'d LetterDfa, identifiers: &'d Identifiers) -> Self {
        let accepted = dfa.distances(|state| dfa.accepts(state));
        let rejected = dfa.distances(|state| !dfa.accepts(state));
        Self { dfa, identifiers, accepted, rejected }
    }

    /// All that a character may be taken for in a state, if it leads to `right`.
    fn mistakes(&self, state: u32, right: u32) -> Vec<Mistake> {
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

//! The minimal DFA of one language over letters, which are characters, or bytes in a language of bytes. There may be
//! more letters than classes of bytes: a letter never stands for bytes on both sides of 128. In ASCII languages, `é`
//! and the space may be in one class, but an implementation is more likely to accept `é` than the space by mistake.

use super::acceptor::{self, Acceptor, Alike};

use super::product::{to_goals, way};

/// The preferred letter beyond ASCII, which represents its whole class. A language of ASCII rejects it at its first
/// byte.
const FOREIGN: char = 'é';
/// The maximum number of letters of an automaton.
const LETTERS: usize = 4_096;
/// The maximum number of transitions of an automaton.
const TRANSITIONS: usize = 1 << 24;

/// A string, as the indices of its letters.
pub type Word = Vec<u16>;

/// A character or a byte that represents its class.
#[derive(Clone, Debug)]
pub struct Letter {
    /// The bytes of the letter.
    pub bytes: Vec<u8>,
    /// The elements of the class that a sampler may use in place of this letter. They are characters, or bytes
    /// in a language of bytes.
    pub alike: Alike,
}

/// The minimal and complete automaton of one language. At most one of its states is dead.
#[derive(Clone, Debug)]
pub struct LetterDfa {
    /// The letters: at least one for each class of bytes or characters.
    pub letters: Vec<Letter>,
    next: Vec<u32>,
    accept: Vec<bool>,
    /// For each state except the start, the transition by which it was first reached: its source and its letter.
    came: Vec<Option<(u32, u16)>>,
    /// For each state, the corresponding state of the acceptor.
    acceptor_state: Vec<u32>,
    /// For each state of the acceptor, the corresponding state of this automaton, if there is one.
    number: Vec<Option<u32>>,
}

impl LetterDfa {
    /// Builds the automaton of a language, or returns `None` if it would be too large. With `all_ascii` every
    /// ASCII character is a letter; the characters that represent a class come first.
    pub fn new(acceptor: &Acceptor, all_ascii: bool) -> Option<Self> {
        let letters = letters(acceptor, all_ascii)?;
        if acceptor.size() * letters.len() > TRANSITIONS {
            return None;
        }
        let mut number: Vec<Option<u32>> = vec![None; acceptor.size()];
        let (mut acceptor_state, mut came, mut next) =
            (vec![acceptor.start()], vec![None], Vec::new());
        number[acceptor.start() as usize] = Some(0);
        let mut at = 0;
        while let Some(&state) = acceptor_state.get(at) {
            for (letter, Letter { bytes, .. }) in letters.iter().enumerate() {
                let after = acceptor.walk(state, bytes);
                let known = &mut number[after as usize];
                next.push(*known.get_or_insert_with(|| {
                    acceptor_state.push(after);
                    came.push(Some((at as u32, letter as u16)));
                    (acceptor_state.len() - 1) as u32
                }));
            }
            at += 1;
        }
        let accept = acceptor_state.iter().map(|&state| acceptor.is_end(state)).collect();
        Some(Self { letters, next, accept, came, acceptor_state, number })
    }

    /// Returns the number of states.
    pub const fn states(&self) -> usize {
        self.accept.len()
    }

    /// Returns all states.
    pub fn all(&self) -> impl Iterator<Item = u32> + use<> {
        0..self.states() as u32
    }

    /// Returns the indices of the letters.
    pub fn alphabet(&self) -> impl DoubleEndedIterator<Item = u16> + use<> {
        0..self.letters.len() as u16
    }

    /// Returns the state after a letter.
    pub fn step(&self, state: u32, letter: u16) -> u32 {
        self.next[state as usize * self.letters.len() + usize::from(letter)]
    }

    /// Returns the state after a word.
    pub fn after(&self, state: u32, word: &[u16]) -> u32 {
        word.iter().fold(state, |state, &letter| self.step(state, letter))
    }

    /// Returns the state to which a character or a byte leads from `state`, whether or not it is a letter.
    pub fn after_any(&self, acceptor: &Acceptor, state: u32, bytes: &[u8]) -> u32 {
        let after = acceptor.walk(self.acceptor_state[state as usize], bytes);
        self.number[after as usize].unwrap_or(state)
    }

    /// Returns whether a state is accepting.
    pub fn accepts(&self, state: u32) -> bool {
        self.accept[state as usize]
    }

    /// Returns whether the transition from `state` by `letter` is the one by which its target was first reached.
    pub fn is_first_way(&self, state: u32, letter: u16) -> bool {
        self.came[self.step(state, letter) as usize] == Some((state, letter))
    }

    /// Returns a shortest word that leads from the start to a state. Each prefix of the word is itself the word for the
    /// state to which the prefix leads.
    pub fn access(&self, state: u32) -> Word {
        way(state, |&state| self.came[state as usize])
    }

    /// Returns, for each state, the length of the shortest word that leads to a goal state, or `None` if no word does.
    pub fn distances(&self, goals: impl Fn(u32) -> bool) -> Vec<Option<usize>> {
        let edges = || {
            self.all().flat_map(|state| {
                self.alphabet()
                    .map(move |letter| (state as usize, self.step(state, letter) as usize))
            })
        };
        let distances = to_goals(self.states(), |state| goals(state as u32), edges);
        distances.into_iter().map(|distance| distance.map(|steps| steps as usize)).collect()
    }

    /// Returns the bytes of a word.
    pub fn bytes(&self, word: &[u16]) -> Vec<u8> {
        let letters = word.iter().map(|&letter| &*self.letters[usize::from(letter)].bytes);
        letters.collect::<Vec<_>>().concat()
    }
}

/// Returns the letters of a language, ASCII letters first, or `None` if there are too many.
fn letters(acceptor: &Acceptor, all_ascii: bool) -> Option<Vec<Letter>> {
    let of_class = |class: usize, bytes: std::ops::RangeInclusive<u8>| -> Vec<u8> {
        bytes.filter(|&byte| acceptor.class(byte) == class).collect()
    };
    let all: Vec<u8> = acceptor.representatives().to_vec();
    let mut letters: Vec<Letter> = Vec::new();
    for (class, &byte) in all.iter().enumerate().filter(|(_, byte)| byte.is_ascii()) {
        letters.push(Letter { bytes: vec![byte], alike: single(of_class(class, b' '..=b'~')) });
    }
    if all_ascii {
        let others = (0..=127_u8).filter(|byte| !all.contains(byte));
        letters.extend(others.map(|byte| Letter { bytes: vec![byte], alike: Alike::new() }));
    }
    if acceptor.is_of_characters() {
        let mut classes = acceptor::classes(acceptor.table(), acceptor.start())?;
        if letters.len() + classes.len() > LETTERS {
            return None;
        }
        let foreign = u32::from(FOREIGN);
        let has_foreign =
            |class: &Alike| class.iter().any(|&(first, last)| (first..=last).contains(&foreign));
        classes.sort_by_key(|class| !has_foreign(class));
        for class in classes {
            let readable = class.iter().flat_map(|&(first, last)| first..=last.min(first + 99));
            let readable = readable.filter_map(char::from_u32).find(|one| one.is_alphanumeric());
            let first = || class.first().and_then(|&(first, _)| char::from_u32(first));
            let letter = if has_foreign(&class) { Some(FOREIGN) } else { readable.or_else(first) }?;
            let bytes = letter.to_string().into_bytes();
            letters.push(Letter { bytes, alike: class });
        }
    } else {
        for class in 0..all.len() {
            let members = of_class(class, 0x80..=u8::MAX);
            let Some(&first) = members.first() else { continue };
            let foreign = u8::try_from(u32::from(FOREIGN)).ok();
            let byte = foreign.filter(|byte| members.contains(byte)).unwrap_or(first);
            letters.push(Letter { bytes: vec![byte], alike: single(members) });
        }
    }
    // A letter that is wrong in every state needs no replacements.
    let is_dead = |letter: &Letter| {
        (0..acceptor.size() as u32).all(|state| acceptor.walk(state, &letter.bytes) == 0)
    };
    for letter in letters.iter_mut().filter(|letter| !letter.bytes[0].is_ascii()) {
        if is_dead(letter) {
            letter.alike.clear();
        }
    }
    Some(letters)
}

fn single(bytes: Vec<u8>) -> Alike {
    bytes.into_iter().map(|byte| (byte.into(), byte.into())).collect()
}

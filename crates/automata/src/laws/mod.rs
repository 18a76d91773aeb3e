//! The automata held against languages that are lists of strings: whatever an automaton says of one, the
//! list says too, more slowly.

use std::collections::{BTreeMap, BTreeSet};

use super::{Acceptor, Automaton};
use crate::scaled;

mod acceptor;
mod characters;
mod letters;
mod table;

/// The strings of a language.
type Strings = BTreeSet<Vec<u8>>;

/// A minimal automaton by Myhill and Nerode: a state is what may still follow. State 0 has nothing.
struct Built {
    classes: [u8; 256],
    representatives: Vec<u8>,
    /// What may follow, for each state.
    states: Vec<Strings>,
    next: Vec<u32>,
}

fn strings(all: &[&[u8]]) -> Strings {
    all.iter().map(|one| one.to_vec()).collect()
}

fn after(strings: &Strings, begin: &[u8]) -> Strings {
    let from = strings.range(begin.to_vec()..);
    from.map_while(|one| one.strip_prefix(begin)).map(<[u8]>::to_vec).collect()
}

fn built(language: &Strings) -> Built {
    let mut states = vec![Strings::new()];
    states.extend((!language.is_empty()).then(|| language.clone()));
    let mut numbers: BTreeMap<Strings, usize> =
        states.iter().enumerate().map(|(number, state)| (state.clone(), number)).collect();
    let mut rows: Vec<Vec<usize>> = Vec::new();
    while let Some(state) = states.get(rows.len()).cloned() {
        let row = (0..=u8::MAX).map(|byte| {
            let next = after(&state, &[byte]);
            *numbers.entry(next).or_insert_with_key(|next| {
                states.push(next.clone());
                states.len() - 1
            })
        });
        rows.push(row.collect());
    }
    // Bytes of one column are of one class.
    let mut columns: Vec<(Vec<usize>, u8)> = Vec::new();
    let classes = std::array::from_fn(|byte| {
        let column: Vec<usize> = rows.iter().map(|row| row[byte]).collect();
        let known = columns.iter().position(|(other, _)| *other == column);
        known.unwrap_or_else(|| {
            columns.push((column, byte as u8));
            columns.len() - 1
        }) as u8
    });
    let representatives: Vec<u8> = columns.iter().map(|(_, byte)| *byte).collect();
    let next = |row: &Vec<usize>| -> Vec<u32> {
        representatives.iter().map(|&byte| row[usize::from(byte)] as u32).collect()
    };
    let next = rows.iter().flat_map(next).collect();
    Built { classes, representatives, states, next }
}

impl Built {
    fn start(&self) -> u32 {
        u32::from(self.states.len() > 1)
    }

    fn accept(&self) -> Vec<bool> {
        self.states.iter().map(|strings| strings.contains(&vec![])).collect()
    }

    fn acceptor(&self) -> Acceptor {
        let (next, accept) = (self.next.clone(), self.accept());
        Acceptor::new(self.classes, self.representatives.clone(), next, accept, self.start())
    }

    /// The same as a table, whose rows are offsets.
    fn automaton(&self) -> Automaton {
        let class_count = self.representatives.len();
        let next: Vec<u32> = self.next.iter().map(|&state| state * class_count as u32).collect();
        Automaton {
            classes: Box::leak(Box::new(self.classes)),
            class_count,
            next: next.leak(),
            accept: self.accept().leak(),
            starts: vec![("al", 0), ("all-", 0), ("all", self.start() as u16)].leak(),
            representatives: self.representatives.clone().leak(),
        }
    }
}

/// Languages: their strings, and the beginnings that are asked about.
fn languages() -> Vec<Strings> {
    let borders = [
        "\u{7F}",
        "\u{80}",
        "\u{7FF}",
        "\u{800}",
        "\u{D7FF}",
        "\u{E000}",
        "\u{FFFF}",
        "\u{10000}",
        "\u{10FFFF}",
    ];
    let every = |first: char, last: char, end: &str| -> Strings {
        (first..=last).map(|one| format!("{one}{end}").into_bytes()).collect()
    };
    let mut private = every('\u{A0}', '\u{A8}', "a");
    private.extend(every('\u{D7F0}', '\u{E010}', "a"));
    private.extend(every('\u{E020}', '\u{E040}', "b"));
    vec![
        strings(&[]),
        strings(&[b""]),
        strings(&[b"a", b"ab", b"abb", b"b"]),
        strings(&[b"", b"aaaa", b"aab", b"aa"]),
        strings(&[b"a", b"b", b"c", b"e", b"\"", b" ", b"\x1F", b"\x7F"]),
        strings(&["é".as_bytes(), "éa".as_bytes()]),
        strings(&["è".as_bytes(), "é".as_bytes(), "a\"".as_bytes(), "例え".as_bytes(), b"z"]),
        borders.iter().map(|one| one.as_bytes().to_vec()).collect(),
        borders.iter().map(|one| format!("{one}x{one}").into_bytes()).collect(),
        private,
        strings(&["\u{D7FF}".as_bytes(), "\u{F900}".as_bytes()]),
        strings(&["\u{D7F0}".as_bytes(), "\u{E000}".as_bytes()]),
        every('\u{FFF0}', '\u{10010}', ""),
        every('\u{A0}', '\u{1020}', ""),
        (0..=u8::MAX).map(|byte| vec![byte]).collect(),
        (0xA0..=u8::MAX).map(|byte| vec![byte]).collect(),
        strings(&[b"\xE9", "é".as_bytes()]),
        strings(&[b"a\x80", b"b"]),
        strings(&[b"\xC3\xA9\xA9"]),
    ]
}

/// All strings of at most three of the pieces, or with `URISPEC_LONG` of four.
fn texts(pieces: &[&[u8]]) -> Strings {
    let mut all = Strings::from([Vec::new()]);
    for _ in 0..scaled(3, 4) {
        let longer = all.iter().flat_map(|text| pieces.iter().map(|one| [text, *one].concat()));
        let longer: Vec<_> = longer.collect();
        all.extend(longer);
    }
    all
}

/// What is asked of a language: short strings, and its members cut, doubled and continued.
fn asked(language: &Strings) -> Strings {
    let mut all = texts(&[b"a", b"b", b"x", "é".as_bytes(), b"\xC3", b"\xA9"]);
    for member in language.iter().step_by(language.len() / scaled(5, 20) + 1) {
        for end in 0..=member.len() {
            let begin = &member[..end];
            for more in [
                &b""[..],
                b"a",
                b"x",
                b"\x80",
                b"\xBF",
                b"\xFF",
                b"\xED\xA0",
                "é".as_bytes(),
                member,
            ] {
                all.insert([begin, more].concat());
            }
        }
    }
    all
}

/// Whether some member begins with the string.
fn goes_on(language: &Strings, begin: &[u8]) -> bool {
    language.range(begin.to_vec()..).next().is_some_and(|member| member.starts_with(begin))
}

fn is_utf8(text: &[u8]) -> bool {
    str::from_utf8(text).is_ok()
}

/// Whether all strings are of characters.
fn are_utf8(strings: &Strings) -> bool {
    strings.iter().all(|one| is_utf8(one))
}

/// The automata of the languages of characters, and the states of each that lie between characters.
fn of_characters() -> impl Iterator<Item = (Acceptor, Vec<u32>)> {
    languages().into_iter().filter(are_utf8).map(|language| {
        let built = built(&language);
        let states = (0..built.states.len()).filter(|&state| are_utf8(&built.states[state]));
        (built.acceptor(), states.map(|state| state as u32).collect())
    })
}

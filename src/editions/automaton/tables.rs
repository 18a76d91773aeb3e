//! The tables of the automata, one for each grammar.
//!
//! `cargo run -p urispec-generate` writes the files of `tables/`, and the compiler reads an
//! [`Automaton`] from each. The files are binary because the compiler takes longer for half a
//! million numbers in source text than for all the parsers.
//!
//! A file holds, in this order:
//!
//! | Part | Form |
//! |---|---|
//! | the numbers of states, of classes, of productions | 2 bytes each |
//! | the class of each byte | 256 bytes |
//! | the most readable byte of each class | a byte each |
//! | for each state, whether a string may end in it | a byte each, 0 or 1 |
//! | for each state and each class, the offset of the row of the next state | 4 bytes each |
//! | the productions in the printed order | the start, 2 bytes; the length of the name, a byte; the name |
//!
//! Numbers are little-endian.

use super::Automaton;

/// The header of a file: the numbers of states, classes and productions.
struct TableHeader {
    states: usize,
    classes: usize,
    starts: usize,
}

const HEAD: usize = 6;
const BYTES: usize = 256;

const fn number(file: &[u8], at: usize) -> u16 {
    u16::from_le_bytes([file[at], file[at + 1]])
}

impl TableHeader {
    const fn of(file: &[u8]) -> Self {
        Self {
            states: number(file, 0) as usize,
            classes: number(file, 2) as usize,
            starts: number(file, 4) as usize,
        }
    }

    const fn representatives(&self) -> usize {
        HEAD + BYTES
    }

    const fn accept(&self) -> usize {
        self.representatives() + self.classes
    }

    const fn next(&self) -> usize {
        self.accept() + self.states
    }

    const fn cells(&self) -> usize {
        self.states * self.classes
    }

    const fn names(&self) -> usize {
        self.next() + 4 * self.cells()
    }
}

const fn part(file: &[u8], from: usize, len: usize) -> &[u8] {
    file.split_at(from).1.split_at(len).0
}

const fn accept<const STATES: usize>(file: &[u8]) -> [bool; STATES] {
    let (bytes, mut accept) = (part(file, TableHeader::of(file).accept(), STATES), [false; STATES]);
    let mut state = 0;
    while state < STATES {
        accept[state] = bytes[state] != 0;
        state += 1;
    }
    accept
}

/// Returns the offset of the next state's row, for each state and class. The function has no loop,
/// since evaluating a loop in a constant takes as long as compiling ten thousand lines.
const fn next<const CELLS: usize>(file: &[u8]) -> [u32; CELLS] {
    let (offsets, _) = part(file, TableHeader::of(file).next(), 4 * CELLS).as_chunks::<4>();
    native(bytemuck::must_cast(*offsets.first_chunk::<CELLS>().unwrap()))
}

#[cfg(target_endian = "little")]
const fn native<const CELLS: usize>(offsets: [u32; CELLS]) -> [u32; CELLS] {
    offsets
}

#[cfg(target_endian = "big")]
const fn native<const CELLS: usize>(mut offsets: [u32; CELLS]) -> [u32; CELLS] {
    let mut cell = 0;
    while cell < CELLS {
        offsets[cell] = u32::from_le(offsets[cell]);
        cell += 1;
    }
    offsets
}

const fn starts<const STARTS: usize>(file: &'static [u8]) -> [(&'static str, u16); STARTS] {
    let mut starts = [("", 0); STARTS];
    let (mut at, mut index) = (TableHeader::of(file).names(), 0);
    while index < STARTS {
        let len = file[at + 2] as usize;
        let Ok(name) = str::from_utf8(part(file, at + 3, len)) else {
            panic!("the name of a production is not UTF-8")
        };
        starts[index] = (name, number(file, at));
        at += 3 + len;
        index += 1;
    }
    assert!(at == file.len());
    starts
}

macro_rules! tables {
    ($($grammar:ident)*) => {
        $(pub(crate) mod $grammar {
            use super::{Automaton, BYTES, HEAD, TableHeader};

            const FILE: &[u8] = include_bytes!(concat!("tables/", stringify!($grammar), ".dfa"));
            const OF: TableHeader = TableHeader::of(FILE);
            // On a big-endian target, the loop over the numbers of a large grammar exceeds the limit of the
            // lint.
            #[cfg_attr(target_endian = "big", allow(long_running_const_eval))]
            static NEXT: [u32; OF.cells()] = super::next(FILE);
            static ACCEPT: [bool; OF.states] = super::accept(FILE);
            static STARTS: [(&str, u16); OF.starts] = super::starts(FILE);

            pub(crate) static AUTOMATON: Automaton = Automaton {
                classes: super::part(FILE, HEAD, BYTES).first_chunk().unwrap(),
                class_count: OF.classes,
                next: &NEXT,
                accept: &ACCEPT,
                starts: &STARTS,
                representatives: super::part(FILE, OF.representatives(), OF.classes),
            };
        })*
    };
}

tables! { rfc3986 rfc3987 }

#[cfg(feature = "grammars")]
tables! {
    did
    oci
    pkg
    pkg_lenient
    rfc1630_uri
    rfc1630_url
    rfc1738
    rfc1808
    rfc2141
    rfc2396
    rfc2396bis_01
    rfc2397
    rfc2732
    rfc3061
    rfc3966
    rfc5870
    rfc6068
    rfc6570
    rfc6694
    rfc6874
    rfc6920
    rfc7565
    rfc8089
    rfc8141
    rfc9110
    rfc9562
    spiffe
    url_syntax_05
    whatwg
}

//! What automata that read bytes say of characters.

use std::collections::BTreeMap;

use super::super::characters::{self, Runs};
use super::{built, is_utf8, of_characters, strings};

/// Of every code point, and from every state between characters.
#[test]
fn runs_of_characters_are_walks() {
    for (acceptor, between) in of_characters() {
        let mut runs = Runs::of(acceptor.table());
        for state in between {
            let row = runs.from(state);
            let codes = row
                .iter()
                .flat_map(|&(first, last, next)| (first..=last).map(move |code| (code, next)));
            let walk = |one: char| {
                (one.into(), acceptor.walk(state, one.encode_utf8(&mut [0; 4]).as_bytes()))
            };
            assert!(codes.eq(('\0'..=char::MAX).map(walk)), "{state}");
            // No run could be longer.
            assert!(row.windows(2).all(|two| two[0].2 != two[1].2 || two[0].1 + 1 != two[1].0));
        }
    }
}

#[test]
fn classes_of_characters_are_those_that_no_state_tells_apart() {
    for (acceptor, between) in of_characters() {
        let classes = characters::classes(acceptor.table(), acceptor.start()).unwrap();
        let mut seen = BTreeMap::new();
        let mut count = 0;
        for (class, ranges) in classes.iter().enumerate() {
            assert!(ranges.windows(2).all(|two| two[0].1 + 1 < two[1].0), "{ranges:X?}");
            assert!(ranges.iter().all(|range| range.0 <= range.1), "{ranges:X?}");
            for one in ranges.iter().flat_map(|&(first, last)| first..=last) {
                let one = char::from_u32(one).expect("a character");
                let mut buffer = [0; 4];
                let bytes = one.encode_utf8(&mut buffer).as_bytes();
                let row: Vec<u32> =
                    between.iter().map(|&state| acceptor.walk(state, bytes)).collect();
                assert_eq!(*seen.entry(row).or_insert(class), class, "{one:?}");
                count += 1;
            }
        }
        assert_eq!((seen.len(), count), (classes.len(), ('\u{80}'..=char::MAX).count()));
    }
}

/// `Utf8Error::valid_up_to` says where the last whole character ends.
#[test]
fn boundaries_are_those_of_utf8() {
    for text in ["", "a", "é", "例", "\u{10FFFF}", "aé例\u{10000}é", "\u{80}a\u{800}bc", "aaa"]
    {
        for end in 0..=text.len() {
            let begin = &text.as_bytes()[..end];
            let whole = str::from_utf8(begin).map_or_else(|error| error.valid_up_to(), str::len);
            assert_eq!(characters::boundary(begin), whole, "{begin:X?}");
        }
    }
}

/// Each string of bytes at the borders of table 3-7 of Unicode, as the only one of a language.
#[test]
fn languages_of_utf8_are_of_characters() {
    const BYTES: [u8; 20] = [
        0x7F, 0x80, 0x8F, 0x90, 0x9F, 0xA0, 0xBF, 0xC0, 0xC1, 0xC2, 0xDF, 0xE0, 0xE1, 0xEC, 0xED,
        0xEE, 0xF0, 0xF3, 0xF4, 0xF5,
    ];
    for first in BYTES {
        for second in BYTES {
            for third in [0x7F, 0x80, 0xBF, 0xC0, 0xC2] {
                for bytes in [
                    &[first][..],
                    &[first, second],
                    &[first, second, third],
                    &[first, second, third, 0x80],
                ] {
                    let acceptor = built(&strings(&[bytes])).acceptor();
                    assert_eq!(acceptor.is_of_characters(), is_utf8(bytes), "{bytes:X?}");
                }
            }
        }
    }
}

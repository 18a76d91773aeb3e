//! RFC 3987: its scan, which looks at characters beyond ASCII where they begin, against its automaton and
//! its trees.

use urispec::{Edition, Reference, check, split};
use urispec_compare::sample::Sampler;
use urispec_compare::suite::{Case, Suite};

use super::oracle::{each, offset, scaled, some};
use super::parts::parts;

const EDITION: Edition = Edition::Rfc3987;
const RULE: &str = "IRI-reference";

fn suite() -> Suite {
    Suite::new(EDITION.production(RULE).unwrap())
}

/// The verdict and the offset, and of a valid string that Appendix B finds the same components.
#[track_caller]
fn holds(case: &Case) {
    let input = &*case.input;
    let read = Reference::parse_as(EDITION, RULE, input);
    assert_eq!(offset(&read), case.offset, "{input:?}");
    if let Ok(read) = read {
        assert_eq!(read.components(), split(input), "{input:?}");
    }
    let production = EDITION.production(RULE).unwrap();
    assert_eq!(production.accepts(input.as_bytes()), case.is_valid(), "{input:?}");
}

/// Every way to parse, and every component against the tree's.
#[track_caller]
fn holds_in_full(case: &Case) {
    holds(case);
    let input = &*case.input;
    assert_eq!(offset(&check(EDITION, RULE, input)), case.offset, "{input:?}");
    let tree = EDITION.production(RULE).unwrap().pest_tree(input);
    assert_eq!(offset(&tree), case.offset, "{input:?}");
    let Ok(tree) = tree else { return };
    let lowered = Reference::try_from(&tree).unwrap();
    let read = Reference::parse_as(EDITION, RULE, input).unwrap();
    assert_eq!(parts(&read), parts(&lowered), "{input:?}");
    // The other two productions for whole strings.
    for (rule, is_of_it) in [
        ("IRI", lowered.scheme().is_some()),
        ("absolute-IRI", lowered.scheme().is_some() && lowered.fragment().is_none()),
    ] {
        let whole = Reference::parse_as(EDITION, rule, input);
        assert_eq!(whole.is_ok(), is_of_it, "{rule}: {input:?}");
        if let Ok(whole) = whole {
            assert_eq!(parts(&whole), parts(&lowered), "{rule}: {input:?}");
        }
    }
}

#[test]
fn as_many_states_as_the_grammar() {
    let valid = each(some(suite().cases(), 5), holds_in_full);
    assert!(valid > scaled(800, 4_000), "{valid}");
}

/// One letter of each class, and the characters next to the bounds of `ucschar` and `iprivate`.
const LETTERS: &str = "a1:/?#@[]%. \u{9F}\u{A0}\u{D7FF}\u{E000}\u{F8FF}\u{F900}\u{FDCF}\u{FDD0}\u{FDEF}\
                       \u{FDF0}\u{FFEF}\u{FFF0}\u{10000}\u{1FFFD}\u{1FFFE}\u{E0FFF}\u{E1000}\u{EFFFD}\
                       \u{F0000}\u{FFFFD}\u{FFFFE}\u{100000}\u{10FFFD}\u{10FFFF}";

#[test]
fn all_strings_of_a_few_letters() {
    let suite = suite();
    let letters: Vec<char> = LETTERS.chars().collect();
    let word = |length: u32, number: usize| -> String {
        let places = (0..length).map(|place| number / letters.len().pow(place) % letters.len());
        places.map(|letter| letters[letter]).collect()
    };
    let words = (0..=scaled(3, 4) as u32)
        .flat_map(|length| (0..letters.len().pow(length)).map(move |number| word(length, number)));
    let valid = each(words.map(|word| suite.case(word)), holds);
    assert!(valid > scaled(4_000, 100_000), "{valid}");
}

/// Where a string begins: about the ends of the first blocks of 16, 32 and 64 bytes.
const STARTS: [usize; 15] = [1, 2, 3, 13, 14, 15, 16, 17, 29, 30, 31, 32, 61, 63, 64];

/// What a block is filled with: characters of one byte to four.
const FILLED: [&str; 4] = ["a", "é", "例", "\u{10300}"];

/// A string wherever a character may be cut by the end of a block, in each component.
#[test]
fn characters_wherever_blocks_end() {
    let suite = suite();
    let ends =
        ["", "a", "é", "例", "\u{10300}", "\u{E000}", "\u{FFFE}", "\u{9F}", " ", "#\u{E000}"];
    let before = ["", "a:", "//", "//a@", "//h/", "?", "#", "?a#", "//[::1]", "/%41"];
    let mut texts = Vec::new();
    for ((before, start), letter) in before
        .iter()
        .flat_map(|before| STARTS.map(|start| (before, start)))
        .flat_map(|place| FILLED.map(|letter| (place, letter)))
    {
        // With some letters of one byte first, each byte of a character is at the end of a block.
        for ascii in 0..4 {
            let room = start / letter.len() + 1;
            let filled = format!("{before}{}{}", "a".repeat(ascii), letter.repeat(room));
            for end in ends {
                texts.push(format!("{filled}{end}"));
                texts.push(format!("{filled}{end}{}", "é/".repeat(40)));
            }
        }
    }
    let valid = each(texts.into_iter().map(|text| suite.case(text)), holds);
    assert!(valid > 10_000, "{valid}");
}

#[test]
fn long_members_and_near_misses() {
    let suite = suite();
    for (seed, max_len) in [(1, 20), (2, 70), (3, 140), (4, 400)] {
        let sampler = Sampler::new(EDITION.production(RULE).unwrap()).seed(seed);
        let mut sampler = sampler.max_len(max_len).unwrap();
        let count = scaled(200, 2_000);
        let strings = (0..count).flat_map(|index| {
            let long = FILLED[index % 4].repeat(index % max_len);
            let (member, miss) = (sampler.member(), sampler.near_miss());
            [format!("/{long}{miss}"), format!("?{long}{member}"), member, miss]
        });
        let valid = each(strings.map(|text| suite.case(text)), holds_in_full);
        assert!(valid > count, "{valid}");
    }
}

/// Bytes that are no UTF-8 are no IRI, wherever a block ends.
#[test]
fn bytes_that_are_no_characters() {
    let production = EDITION.production(RULE).unwrap();
    for start in 0..70 {
        for bytes in [
            &b"\x80"[..],
            b"\xC3",
            b"\xC3a",
            b"\xC0\xAF",
            b"\xED\xA0\x80",
            b"\xE4\xBE",
            b"\xF4\x90\x80\x80",
            b"\xF0\x90\x8C",
            b"\xFF",
        ] {
            for after in ["", "é", "/aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa"] {
                let whole = ["a".repeat(start).as_bytes(), bytes, after.as_bytes()].concat();
                assert!(!production.accepts(&whole), "{}", whole.escape_ascii());
            }
        }
    }
}

//! The scans of RFC 3986 and RFC 3987 against their automata and their trees: on suites that would tell them from every other
//! automaton of their size, on these moved along to where blocks of bytes meet, on all short strings, and on random long ones.

use urispec::{Edition, ParseError, Reference, UriRef, check, split};
use urispec_compare::sample::Sampler;
use urispec_compare::suite::{Case, Suite};

use super::parts::parts;
use crate::common::scaled;

const URI: Edition = Edition::Rfc3986;
const IRI: Edition = Edition::Rfc3987;

/// Returns the first forty, which are the short ones, and a part of the others; all with `URISPEC_LONG`, or if `step` is 0.
pub(crate) fn some<T>(all: impl Iterator<Item = T>, step: usize) -> impl Iterator<Item = T> {
    let step = scaled(2 * step + 1, 1);
    all.enumerate().filter(move |(at, _)| *at < 40 || at % step == 0).map(|(_, one)| one)
}

/// The suite of the references of an edition.
fn suite(edition: Edition) -> Suite {
    Suite::new(edition.production(edition.whole_rules()[0]).unwrap())
}

/// Checks each case, and returns how many are valid.
#[track_caller]
fn each(cases: impl Iterator<Item = Case>, holds: impl Fn(&Case)) -> usize {
    let (mut valid, mut invalid) = (0, 0);
    for case in cases {
        let counted = if case.is_valid() { &mut valid } else { &mut invalid };
        *counted += 1;
        holds(&case);
    }
    println!("{valid} valid, {invalid} invalid");
    valid
}

/// Returns the offset at which a parser finds a string wrong.
#[track_caller]
fn offset<T>(read: &Result<T, ParseError>) -> Option<usize> {
    match read {
        Ok(_) => None,
        Err(ParseError::Syntax(error)) => Some(error.offset()),
        Err(error) => panic!("{error}"),
    }
}

/// Checks the verdict and the offset of the parser, and that a valid string has the components that Appendix B finds.
fn holds(edition: Edition) -> impl Fn(&Case) {
    let rule = edition.whole_rules()[0];
    let production = edition.production(rule).unwrap();
    move |case| {
        let input = &*case.input;
        let components = match edition {
            URI => UriRef::parse(input).map(|read| read.components()),
            _ => Reference::parse_as(edition, rule, input).map(|read| read.components()),
        };
        assert_eq!(offset(&components), case.offset, "{input:?}");
        assert!(components.is_err() || components == Ok(split(input)), "{input:?}");
        let accepts = edition == URI || production.accepts(input.as_bytes()) == case.is_valid();
        assert!(accepts, "{input:?}");
    }
}

/// Checks every way to parse, and every component against the tree.
fn holds_in_full(edition: Edition) -> impl Fn(&Case) {
    let (rules, holds) = (edition.whole_rules(), holds(edition));
    move |case| {
        holds(case);
        let input = &*case.input;
        assert_eq!(offset(&check(edition, rules[0], input)), case.offset, "{input:?}");
        let tree = edition.production(rules[0]).unwrap().pest_tree(input);
        assert_eq!(offset(&tree), case.offset, "{input:?}");
        let constant =
            (edition == URI).then(|| UriRef::parse_const(input).map_err(ParseError::from));
        assert!(
            constant.as_ref().is_none_or(|constant| offset(constant) == case.offset),
            "{input:?}"
        );
        let Ok(tree) = tree else { return };
        let lowered = Reference::try_from(&tree).unwrap();
        let read = Reference::parse_as(edition, rules[0], input).unwrap();
        assert_eq!(parts(&read), parts(&lowered), "{input:?}");
        if let Some(constant) = constant {
            assert_eq!(parts(&constant.unwrap()), parts(&lowered), "{input:?}");
            let read = UriRef::parse(input).unwrap();
            assert_eq!((read.path(), read.host()), (lowered.path(), lowered.host()), "{input:?}");
        }
        // The other two productions for whole strings.
        let is_absolute = lowered.scheme().is_some() && lowered.fragment().is_none();
        for (rule, is_of_it) in [(rules[1], lowered.scheme().is_some()), (rules[2], is_absolute)] {
            let whole = Reference::parse_as(edition, rule, input);
            assert_eq!(whole.is_ok(), is_of_it, "{rule}: {input:?}");
            assert!(
                whole.is_err() || parts(&whole.unwrap()) == parts(&lowered),
                "{rule}: {input:?}"
            );
        }
    }
}

/// With up to 183 states for RFC 3986; every way to parse.
#[test]
fn as_many_states_as_the_grammar() {
    assert_eq!((suite(URI).states(), suite(URI).letters().len()), (183, 24));
    for edition in [URI, IRI] {
        let valid = each(some(suite(edition).cases(), 5), holds_in_full(edition));
        assert!(valid > scaled(800, 4_000), "{edition}: {valid}");
    }
}

/// With one state more; and with every ASCII character, so that the classes of bytes are right too.
#[test]
fn an_extra_state_and_every_ascii_character() {
    let valid = each(some(suite(URI).extra(1).cases(), 23), holds_in_full(URI));
    assert!(valid > scaled(1_000, 40_000), "{valid}");
    let valid = each(some(suite(URI).every_ascii().cases(), 3), holds(URI));
    assert!(valid > scaled(2_000, 10_000), "{valid}");
}

/// The productions for whole strings of every edition, with a tree and without one.
#[test]
fn every_edition() {
    for &edition in Edition::ALL {
        for rule in edition.whole_rules() {
            let suite = Suite::new(edition.production(rule).unwrap());
            let valid = each(some(suite.cases(), 19), |case| {
                let input = &*case.input;
                let checked = offset(&check(edition, rule, input));
                let parsed = offset(&Reference::parse_as(edition, rule, input));
                assert_eq!([checked, parsed], [case.offset; 2], "{edition} {rule}: {input:?}");
            });
            assert!(valid > 0, "{edition} {rule}");
        }
    }
}

/// The suites of parts, in every place where they may occur. The automaton of a whole string does not know the kind of
/// its host: every `IPv4address` is a `reg-name` too, so that their states are the same.
#[test]
fn parts_within_a_reference() {
    let whole = suite(URI);
    for (part, extra, places) in [
        ("IPv4address", 1, &["//_", "a://b@_:1/", "//_:", "//_a", "//%41_"][..]),
        ("IP-literal", 0, &["//_", "a://b@_:1/", "//_:@", "_"]),
        ("IPv6address", 0, &["//[_]", "http://b:@[_]:80?c#d"]),
        ("authority", 1, &["//_", "a://_/b", "//_#"]),
        ("scheme", 2, &["_:", "_://1.2.3.4", "//_", "/_"]),
        ("path-absolute", 1, &["_", "//a_", "a:_", "?/_"]),
    ] {
        let suite = Suite::new(URI.production(part).unwrap()).extra(extra);
        let cases = some(suite.cases(), 37).flat_map(|case| {
            let placed = |place: &&str| whole.case(place.replace('_', &case.input));
            places.iter().map(placed).collect::<Vec<_>>()
        });
        let valid = each(cases, holds_in_full(URI));
        assert!(valid > scaled(30, 100), "{part}: {valid}");
    }
}

/// One letter of each class, and the characters next to the bounds of `ucschar` and `iprivate`.
const LETTERS: &str = "a1:/?#@[]%. \u{9F}\u{A0}\u{D7FF}\u{E000}\u{F8FF}\u{F900}\u{FDCF}\u{FDD0}\u{FDEF}\
                       \u{FDF0}\u{FFEF}\u{FFF0}\u{10000}\u{1FFFD}\u{1FFFE}\u{E0FFF}\u{E1000}\u{EFFFD}\
                       \u{F0000}\u{FFFFD}\u{FFFFE}\u{100000}\u{10FFFD}\u{10FFFF}";

/// All short strings over one letter of each class.
#[test]
fn all_strings_of_a_few_letters() {
    for (edition, letters, longest, least) in [
        (URI, suite(URI).letters().to_vec(), scaled(4, 5), scaled(40_000, 1_000_000)),
        (IRI, LETTERS.chars().collect(), scaled(3, 4), scaled(4_000, 100_000)),
    ] {
        let suite = suite(edition);
        let word = |length: u32, number: usize| -> String {
            let places = (0..length).map(|place| number / letters.len().pow(place) % letters.len());
            places.map(|letter| letters[letter]).collect()
        };
        let words = (0..=longest as u32).flat_map(|length| {
            (0..letters.len().pow(length)).map(move |number| word(length, number))
        });
        let valid = each(words.map(|word| suite.case(word)), holds(edition));
        assert!(valid > least, "{edition}: {valid}");
    }
}

/// The characters that fill a block, of one byte to four.
const FILLED: [&str; 4] = ["a", "é", "例", "\u{10300}"];

/// Random references of a hundred bytes and more, and what is one edit away from some.
#[test]
fn long_members_and_near_misses() {
    for (edition, filled, count) in
        [(URI, &FILLED[..1], scaled(400, 4_000)), (IRI, &FILLED, scaled(200, 2_000))]
    {
        let suite = suite(edition);
        for (seed, max_len) in [(1, 20), (2, 70), (3, 140), (4, 400)] {
            let sampler =
                Sampler::new(edition.production(edition.whole_rules()[0]).unwrap()).seed(seed);
            let mut sampler = sampler.max_len(max_len).unwrap();
            // Each behind a path or a query too, which makes it one of them.
            let strings = (0..count).flat_map(|index| {
                let long = filled[index % filled.len()].repeat(index % max_len);
                let (member, miss) = (sampler.member(), sampler.near_miss());
                [format!("/{long}{miss}"), format!("?{long}{member}"), member, miss]
            });
            let valid = each(strings.map(|text| suite.case(text)), holds_in_full(edition));
            assert!(valid > count, "{edition}: {valid}");
        }
    }
}

/// Where a string of the suite begins: about the ends of the first blocks of 16, 32 and 64 bytes. Most of its own bytes then lie
/// about an end as well.
const STARTS: [usize; 19] =
    [1, 8, 12, 13, 14, 15, 16, 17, 28, 29, 30, 31, 32, 33, 61, 62, 63, 64, 65];

/// The string behind so many bytes that it begins there: as a longer scheme or segment, behind a scheme, a userinfo, an
/// authority, a segment, a query, a fragment, or escapes.
fn behind(text: &str, start: usize) -> [String; 8] {
    let host = text.strip_prefix("//").unwrap_or(text);
    [
        ("", "a", "", text),
        ("a", "a", ":", text),
        ("//", "a", "@", host),
        ("a://", "a", "", text),
        ("/", "a", "/", text),
        ("?", "a", "", text),
        ("#", "a", "", text),
        ("//", "%41", "@", host),
    ]
    .map(|(before, letter, after, text)| {
        let room = start.saturating_sub(before.len() + after.len());
        format!("{before}{}{after}{text}", letter.repeat(room.div_ceil(letter.len())))
    })
}

/// A parser that reads blocks of 16, 32 or 64 bytes may go wrong where two of them meet, or in the last one, which is
/// not full.
#[test]
fn the_suite_wherever_blocks_end() {
    let suite = suite(URI);
    // The string is followed by nothing, or by enough to fill the block.
    let ends = [("", "", 0), ("", "a", 15), ("/", "a", 31), ("?", "a", 65), ("#", "%41", 24)];
    // Each string at some starts, with one end; their numbers have no common divisor.
    let moved = some(suite.cases(), 23).enumerate().flat_map(|(index, Case { input, .. })| {
        let (begin, letter, count) = ends[index % ends.len()];
        let text = [&*input, begin, &letter.repeat(count)].concat();
        let starts = [0, 3, 7, 12].map(|more| STARTS[(index + more) % STARTS.len()]);
        starts.into_iter().flat_map(move |start| behind(&text, start))
    });
    let valid = each(moved.map(|text| suite.case(text)), holds(URI));
    assert!(valid > scaled(2_500, 60_000), "{valid}");
}

/// The strings of all lengths up to two blocks of 64, with something else at each place.
#[test]
fn something_else_at_each_place() {
    const OTHERS: [&str; 12] =
        ["%", "%4", "%aF", "%4g", " ", ":", "@", "/", "?", "#", "[", "\u{7F}"];
    let suite = suite(URI);
    let strings = (1..=130).flat_map(|length| {
        (0..length).flat_map(move |at| {
            let other = |other: &str| {
                let before = ["a:", "//", "/", "//a@"][(length + at) % 4];
                let mut text = format!("{before:a<length$}");
                text.truncate(length);
                text.replace_range(at..=at, other);
                text
            };
            OTHERS.map(other)
        })
    });
    let valid = each(strings.map(|text| suite.case(text)), holds(URI));
    assert!(valid > 20_000, "{valid}");
}

/// A string wherever a character may be cut by the end of a block, in each component.
#[test]
fn characters_wherever_blocks_end() {
    let suite = suite(IRI);
    let ends =
        ["", "a", "é", "例", "\u{10300}", "\u{E000}", "\u{FFFE}", "\u{9F}", " ", "#\u{E000}"];
    let before = ["", "a:", "//", "//a@", "//h/", "?", "#", "?a#", "//[::1]", "/%41"];
    let mut texts = Vec::new();
    let starts = [1, 2, 3, 13, 14, 15, 16, 17, 29, 30, 31, 32, 61, 63, 64];
    let places = before.iter().flat_map(|before| starts.map(|start| (before, start)));
    for ((before, start), letter) in places.flat_map(|place| FILLED.map(|letter| (place, letter))) {
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
    let valid = each(texts.into_iter().map(|text| suite.case(text)), holds(IRI));
    assert!(valid > 10_000, "{valid}");
}

/// Bytes that are not UTF-8 are not an IRI, wherever a block ends.
#[test]
fn bytes_that_are_no_characters() {
    let production = IRI.production(IRI.whole_rules()[0]).unwrap();
    #[rustfmt::skip]
    let wrong = [
        &b"\x80"[..], b"\xC3", b"\xC3a", b"\xC0\xAF", b"\xED\xA0\x80", b"\xE4\xBE", b"\xF4\x90\x80\x80",
        b"\xF0\x90\x8C", b"\xFF",
    ];
    for (start, bytes) in (0..70).flat_map(|start| wrong.map(|bytes| (start, bytes))) {
        for after in ["", "é", "/aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa"] {
            let whole = ["a".repeat(start).as_bytes(), bytes, after.as_bytes()].concat();
            assert!(!production.accepts(&whole), "{}", whole.escape_ascii());
        }
    }
}

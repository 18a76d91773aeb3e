//! Tests automata against a model: languages that are lists of strings.

use std::collections::{BTreeMap, BTreeSet};

use super::acceptor::{self, Alike, Runs};
use super::letters::LetterDfa;
use super::{Acceptor, Automaton};
use crate::scaled;

type Strings = BTreeSet<Vec<u8>>;

/// A minimal automaton by Myhill and Nerode: a state is the set of suffixes that may follow. State 0 is empty.
struct Built {
    classes: [u8; 256],
    representatives: Vec<u8>,
    /// The suffixes that may follow, for each state.
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
    // Bytes with the same column are in one class.
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

    /// Returns the automaton as a table whose entries are offsets of rows.
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

fn languages() -> Vec<Strings> {
    let bounds: Vec<String> =
        "\u{7F}\u{80}\u{7FF}\u{800}\u{D7FF}\u{E000}\u{FFFF}\u{10000}\u{10FFFF}"
            .chars()
            .map(String::from)
            .collect();
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
        bounds.iter().map(|one| one.as_bytes().to_vec()).collect(),
        bounds.iter().map(|one| format!("{one}x{one}").into_bytes()).collect(),
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

/// Returns all concatenations of at most three of the pieces, or of four with `URISPEC_LONG`.
fn texts(pieces: &[&[u8]]) -> Strings {
    let mut all = Strings::from([Vec::new()]);
    for _ in 0..scaled(3, 4) {
        let longer = all.iter().flat_map(|text| pieces.iter().map(|one| [text, *one].concat()));
        let longer: Vec<_> = longer.collect();
        all.extend(longer);
    }
    all
}

/// Returns test strings for a language: short strings, and truncated, doubled and extended strings of the language.
fn test_strings(language: &Strings) -> Strings {
    let mut all = texts(&[b"a", b"b", b"x", "é".as_bytes(), b"\xC3", b"\xA9"]);
    for member in language.iter().step_by(language.len() / scaled(5, 20) + 1) {
        for end in 0..=member.len() {
            let begin = &member[..end];
            let more = [&b""[..], b"a", b"x", b"\x80", b"\xBF", b"\xFF", b"\xED\xA0", b"\xC3\xA9"];
            for more in more.into_iter().chain([&member[..]]) {
                all.insert([begin, more].concat());
            }
        }
    }
    all
}

/// Returns whether some string of the language begins with `begin`.
fn goes_on(language: &Strings, begin: &[u8]) -> bool {
    language.range(begin.to_vec()..).next().is_some_and(|member| member.starts_with(begin))
}

fn is_utf8(text: &[u8]) -> bool {
    str::from_utf8(text).is_ok()
}

fn are_utf8(strings: &Strings) -> bool {
    strings.iter().all(|one| is_utf8(one))
}

/// Returns the automata of the languages of characters, each with its states between characters.
fn of_characters() -> impl Iterator<Item = (Acceptor, Vec<u32>)> {
    languages().into_iter().filter(are_utf8).map(|language| {
        let built = built(&language);
        let states = (0..built.states.len()).filter(|&state| are_utf8(&built.states[state]));
        (built.acceptor(), states.map(|state| state as u32).collect())
    })
}

// Membership, the offset of a rejection, and the letters expected there.

#[test]
fn an_acceptor_accepts_the_language_and_locates_rejections() {
    for language in languages() {
        let acceptor = built(&language).acceptor();
        let is_of_characters = are_utf8(&language);
        assert_eq!(acceptor.is_of_characters(), is_of_characters);
        assert_eq!(acceptor.is_empty(), language.is_empty());
        for text in test_strings(&language).into_iter().step_by(scaled(3, 1)) {
            let is_member = language.contains(&text);
            assert_eq!(acceptor.accepts(&text), is_member, "{text:X?}");
            let is_boundary = |end: &usize| {
                goes_on(&language, &text[..*end]) && (!is_of_characters || is_utf8(&text[..*end]))
            };
            let leaves = (0..=text.len()).rev().find(is_boundary).unwrap_or(0);
            let expected = (!is_member).then_some(leaves);
            assert_eq!(acceptor.offset(&text), expected, "{text:X?}");
            let rejection = acceptor.rejects(&text);
            assert_eq!(rejection.as_ref().map(|rejection| rejection.offset), expected);
            let Some(rejection) = rejection else { continue };
            assert_eq!(rejection.may_end, language.contains(&text[..leaves]));
            let next = after(&language, &text[..leaves]);
            let first = |rest: &Vec<u8>| match is_of_characters {
                true => str::from_utf8(rest).unwrap().chars().next().map(u32::from),
                false => rest.first().map(|&byte| byte.into()),
            };
            let letters: BTreeSet<u32> = next.iter().filter_map(first).collect();
            let all = rejection.letters.iter().flat_map(|range| range.first..=range.last);
            let all = all.filter(|code| !is_of_characters || char::from_u32(*code).is_some());
            assert!(all.eq(letters), "{text:X?}");
            for two in rejection.letters.windows(2) {
                let between = (two[0].last + 1..two[1].first).collect::<Vec<_>>();
                assert!(!between.is_empty() && between != (0xD800..=0xDFFF).collect::<Vec<_>>());
            }
            assert!(
                rejection.letters.iter().all(|range| range.is_of_characters == is_of_characters)
            );
        }
    }
}

#[test]
fn expected_letters_are_named() {
    let two = built(&strings(&[b"a"])).acceptor();
    assert_eq!(format!("{two:?}"), "Acceptor { states: 3, .. }");
    let expected =
        |all: &[&[u8]]| built(&strings(all)).acceptor().rejects(b"~").unwrap().expected();
    assert_eq!(expected(&[b"a", b"b", b"c", b"e"]), ["\"a\"-\"c\"", "\"e\""]);
    assert_eq!(expected(&[b"\"", b" ", b"\x1E", b"\x7F"]), ["U+001E", "\" \"", "'\"'", "U+007F"]);
    let beyond = ["é", "\u{A0}", "\u{D7FF}", "\u{E000}", "例"];
    let beyond: Vec<_> = beyond.iter().map(|one| one.as_bytes()).collect();
    assert_eq!(expected(&beyond), ["U+00A0", "\"é\"", "\"例\"", "U+D7FF-U+E000"]);
    assert_eq!(expected(&[b"\xE9", b"\x1F", b"a", b""]), ["%x1F", "\"a\"", "%xE9", "end of input"]);
}

// Characters in automata that read bytes.

#[test]
fn runs_agree_with_walks_over_all_characters() {
    for (acceptor, between) in of_characters() {
        let mut runs = Runs::new(acceptor.table());
        for state in between {
            let row = runs.from(state);
            let codes = row
                .iter()
                .flat_map(|&(first, last, next)| (first..=last).map(move |code| (code, next)));
            let walk = |one: char| {
                (one.into(), acceptor.walk(state, one.encode_utf8(&mut [0; 4]).as_bytes()))
            };
            assert!(codes.eq(('\0'..=char::MAX).map(walk)), "{state}");
            // Runs are maximal.
            assert!(row.windows(2).all(|two| two[0].2 != two[1].2 || two[0].1 + 1 != two[1].0));
        }
    }
}

#[test]
fn classes_of_characters_are_coarsest() {
    for (acceptor, between) in of_characters() {
        let classes = acceptor::classes(acceptor.table(), acceptor.start()).unwrap();
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

/// Compares with `Utf8Error::valid_up_to`, which returns the end of the last complete character.
#[test]
fn boundaries_are_character_boundaries() {
    for text in ["", "a", "é", "例", "\u{10FFFF}", "aé例\u{10000}é", "\u{80}a\u{800}bc", "aaa"]
    {
        for end in 0..=text.len() {
            let begin = &text.as_bytes()[..end];
            let whole = str::from_utf8(begin).map_or_else(|error| error.valid_up_to(), str::len);
            assert_eq!(acceptor::boundary(begin), whole, "{begin:X?}");
        }
    }
}

/// Checks languages of one byte string each, at the bounds of Unicode, table 3-7.
#[test]
fn only_utf8_languages_are_of_characters() {
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

// The letters and the states of a minimal automaton.

/// Checks that the letters distinguish any two states, and that each represents one class.
#[test]
fn a_letter_automaton_agrees_with_its_acceptor() {
    for (language, all_ascii) in languages().iter().flat_map(|one| [(one, false), (one, true)]) {
        let acceptor = built(language).acceptor();
        let dfa = LetterDfa::new(&acceptor, all_ascii).unwrap();
        assert_eq!(dfa.all().count(), dfa.states());
        let singles: Vec<&[u8]> = dfa.letters.iter().map(|letter| &*letter.bytes).collect();
        if all_ascii {
            assert!((0..=127_u8).all(|byte| singles.contains(&&[byte][..])));
        }
        assert_eq!(singles.iter().collect::<BTreeSet<_>>().len(), singles.len());
        // Breadth first: the access words become longer, and each extends the word of an earlier state by one letter.
        let mut length = 0;
        let mut words = BTreeSet::new();
        for state in dfa.all() {
            let word = dfa.access(state);
            assert!(word.len() >= length && dfa.after(0, &word) == state);
            assert!(words.insert(word.clone()));
            length = word.len();
            if let Some((last, begin)) = word.split_last() {
                let before = dfa.after(0, begin);
                assert!(dfa.is_first_way(before, *last) && dfa.access(before) == begin);
            }
            let bytes = dfa.bytes(&word);
            assert_eq!(dfa.accepts(state), language.contains(&bytes));
            let firsts = dfa.alphabet().filter(|&letter| dfa.is_first_way(state, letter));
            for letter in firsts {
                assert_eq!(dfa.access(dfa.step(state, letter)), [&word[..], &[letter]].concat());
            }
            for letter in dfa.alphabet() {
                let next = [&bytes, singles[usize::from(letter)]].concat();
                assert_eq!(dfa.accepts(dfa.step(state, letter)), language.contains(&next));
                for alike in dfa.letters[usize::from(letter)]
                    .alike
                    .iter()
                    .flat_map(|range| [range.0, range.1])
                {
                    let alike = match acceptor.is_of_characters() {
                        true => char::from_u32(alike).unwrap().to_string().into_bytes(),
                        false => vec![alike as u8],
                    };
                    assert_eq!(dfa.after_any(&acceptor, state, &alike), dfa.step(state, letter));
                    assert_eq!(alike[0].is_ascii(), singles[usize::from(letter)][0].is_ascii());
                }
            }
        }
        // All distances, by relaxation.
        let mut expected: Vec<Option<usize>> =
            dfa.all().map(|one| dfa.accepts(one).then_some(0)).collect();
        for _ in dfa.all() {
            for state in dfa.all() {
                let next =
                    dfa.alphabet().filter_map(|letter| expected[dfa.step(state, letter) as usize]);
                let least = next.map(|next| next + 1).chain(expected[state as usize]).min();
                expected[state as usize] = least;
            }
        }
        assert_eq!(dfa.distances(|state| dfa.accepts(state)), expected);
        assert_eq!(dfa.alphabet().count(), dfa.letters.len());
    }
}

/// Returns the letters of a language, each with its equivalent characters.
fn letters(all: &[&[u8]]) -> Vec<(Vec<u8>, Alike)> {
    let dfa = LetterDfa::new(&built(&strings(all)).acceptor(), false).unwrap();
    dfa.letters.into_iter().map(|one| (one.bytes, one.alike)).collect()
}

#[test]
fn letters_are_readable() {
    let letters = |all: &[&[u8]]| -> Vec<Vec<u8>> {
        let beyond = letters(all).into_iter().filter(|(bytes, _)| !bytes[0].is_ascii());
        beyond.map(|(bytes, _)| bytes).collect()
    };
    // Every class beyond ASCII has a letter, and the class of é is first. An alphanumeric letter is preferred to the
    // first one.
    assert_eq!(letters(&[b"a"]), ["é".as_bytes()]);
    assert_eq!(letters(&["\u{A0}".as_bytes()]), ["é".as_bytes(), "\u{A0}".as_bytes()]);
    let two = ["\u{A0}".as_bytes(), "\u{AA}".as_bytes()];
    assert_eq!(letters(&two), ["é".as_bytes(), "\u{AA}".as_bytes()]);
    let of_e = ["è".as_bytes(), "é".as_bytes()];
    assert_eq!(letters(&of_e), ["é".as_bytes(), "\u{AA}".as_bytes()]);
    // Only the first hundred are examined; here the alphanumeric one would be the last, ①.
    let symbols: Vec<String> = ('\u{2190}'..='\u{2460}').map(String::from).collect();
    let symbols: Vec<&[u8]> = symbols.iter().map(|one| one.as_bytes()).collect();
    assert_eq!(letters(&symbols), ["é".as_bytes(), "\u{2190}".as_bytes()]);
    // For bytes it is E9, which is é in ISO Latin 1, if the class contains it.
    assert_eq!(letters(&[b"\xA0"]), [b"\xE9", b"\xA0"]);
    assert_eq!(letters(&[b"\xA0", b"\xE8", b"\xE9"]), [b"\x80", b"\xE9"]);
}

/// A letter lists the bytes or characters of its class if they lead from some state to a live state.
#[test]
fn letters_list_their_equivalent_characters() {
    let single =
        |bytes: &[u8]| bytes.iter().map(|&byte| (byte.into(), byte.into())).collect::<Vec<_>>();
    let others =
        |not: &[u8]| single(&(b' '..=b'~').filter(|byte| !not.contains(byte)).collect::<Vec<_>>());
    let a = (b"a".to_vec(), single(b"a"));
    assert_eq!(letters(&[b"a"]), [(b"\0".to_vec(), others(b"a")), a.clone(), ("é".into(), vec![])]);
    let expected = [
        (b"\0".to_vec(), others(b"ab")),
        (b"a".to_vec(), single(b"ab")),
        ("é".into(), vec![(0xE8, 0xE9)]),
        ("\u{AA}".into(), vec![]),
    ];
    assert_eq!(letters(&[b"a", b"b", "è".as_bytes(), "é".as_bytes()]), expected);
    let expected = [
        (b"\0".to_vec(), others(b"a")),
        a,
        (b"\xE9".to_vec(), vec![]),
        (b"\xE8".to_vec(), single(b"\xE8")),
    ];
    assert_eq!(letters(&[b"a", b"\xE8"]), expected);
}

/// The limit is 4,096 letters. Here there are twelve ASCII letters, one letter for all other ASCII characters,
/// the characters that may follow some of the twelve, and one letter for all other characters.
#[test]
fn the_number_of_letters_is_limited() {
    let of_characters = |count: u32| {
        let pairs = (1..=count).flat_map(|number| (0..12).map(move |bit| (number, bit)));
        let pairs = pairs.filter(|(number, bit)| number >> bit & 1 == 1);
        let text = |(number, bit)| {
            let character = char::from_u32(0x800 + number).unwrap();
            format!("{}{character}", char::from(b'a' + bit)).into_bytes()
        };
        let acceptor = built(&pairs.map(text).collect()).acceptor();
        LetterDfa::new(&acceptor, false).map(|dfa| dfa.letters.len())
    };
    assert_eq!(of_characters(4_096 - 14), Some(4_096));
    assert_eq!(of_characters(4_096 - 13), None);
}

/// The limit is 2^24 transitions.
#[test]
fn the_number_of_transitions_is_limited() {
    let of_size = |size: usize| {
        let mut next = vec![0; 256 * size];
        (0..256).for_each(|byte| next[256 + byte] = 2 + byte as u32);
        let accept = (0..size).map(|state| state >= 2).collect();
        let classes = std::array::from_fn(|byte| byte as u8);
        // The states 2 + byte are equivalent: only the size matters here.
        let acceptor = Acceptor::new(classes, (0..=u8::MAX).collect(), next, accept, 1);
        LetterDfa::new(&acceptor, false).map(|dfa| dfa.states())
    };
    assert_eq!(of_size(1 << 16), Some(258));
    assert_eq!(of_size((1 << 16) + 1), None);
}

// Tables.

#[test]
fn a_table_agrees_with_its_language() {
    for language in languages() {
        let built = built(&language);
        let table = built.automaton();
        let start = table.start("all").unwrap();
        assert_eq!(
            (table.start_of("all"), table.start("no"), table.start("a")),
            (start, None, None)
        );
        for text in test_strings(&language) {
            let is_member = language.contains(&text);
            let goes_on = |end: &usize| goes_on(&language, &text[..*end]);
            let leaves = (0..=text.len()).rev().find(goes_on).unwrap_or(0);
            let offset = (!is_member).then_some(leaves);
            assert_eq!(table.offset(start, &text), offset, "{text:X?}");
            assert_eq!(table.table().offset(start.into(), &text), offset, "{text:X?}");
            assert_eq!(table.derives(start, &text), is_member);
            let longest = (0..=text.len()).rev().find(|&end| language.contains(&text[..end]));
            assert_eq!(table.longest(start, &text), (longest.unwrap_or(0), leaves), "{text:X?}");
            // At the offset of the rejection, the state determines what may follow.
            let end = table.walk(start, &text);
            let (at, state) = match end {
                Ok(state) => (text.len(), state),
                Err((at, state)) => (at, state),
            };
            // The empty language is dead at once.
            let is_whole = leaves == text.len() && (goes_on(&leaves) || language.is_empty());
            assert_eq!((at, end.is_ok()), (leaves, is_whole));
            let next = after(&language, &text[..leaves]);
            assert_eq!(built.states[usize::from(state)], next);
            assert_eq!(table.accepts(state), next.contains(&vec![]));
            let shortest = next.iter().map(Vec::len).min().unwrap_or(0);
            let completion = table.completion(state);
            assert_eq!(completion.len(), shortest);
            assert!(next.contains(&completion) || next.is_empty());
            let expected = table.expected(state).collect::<Vec<_>>();
            for class in &expected {
                assert!(class.iter().all(|&byte| table.class(byte) == table.class(class[0])));
            }
            let expected: BTreeSet<u8> = expected.concat().into_iter().collect();
            assert_eq!(expected, next.iter().filter_map(|rest| rest.first().copied()).collect());
        }
    }
}

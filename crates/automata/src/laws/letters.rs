//! The letters and the states of a minimal automaton.

use std::collections::BTreeSet;

use super::super::characters::Alike;
use super::super::letters::LetterDfa;
use super::{Acceptor, built, languages, strings};

/// The letters are enough to tell any two states apart, and each stands for one class.
#[test]
fn a_minimal_automaton_walks_as_its_acceptor() {
    for (language, all_ascii) in languages().iter().flat_map(|one| [(one, false), (one, true)]) {
        let acceptor = built(language).acceptor();
        let dfa = LetterDfa::new(&acceptor, all_ascii).unwrap();
        assert_eq!(dfa.all().count(), dfa.states());
        let singles: Vec<&[u8]> = dfa.letters.iter().map(|letter| &*letter.bytes).collect();
        if all_ascii {
            assert!((0..=127_u8).all(|byte| singles.contains(&&[byte][..])));
        }
        assert_eq!(singles.iter().collect::<BTreeSet<_>>().len(), singles.len());
        // Breadth first: the words to the states become longer, and each is one letter more than
        // the word to an earlier state.
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
        // Every shortest way, by trying all.
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

/// The letters of a language, each with its like.
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
    // Every class beyond ASCII has a letter, and that of é comes first; a letter that is alphanumeric
    // is preferred to one that is first.
    assert_eq!(letters(&[b"a"]), ["é".as_bytes()]);
    assert_eq!(letters(&["\u{A0}".as_bytes()]), ["é".as_bytes(), "\u{A0}".as_bytes()]);
    let two = ["\u{A0}".as_bytes(), "\u{AA}".as_bytes()];
    assert_eq!(letters(&two), ["é".as_bytes(), "\u{AA}".as_bytes()]);
    let of_e = ["è".as_bytes(), "é".as_bytes()];
    assert_eq!(letters(&of_e), ["é".as_bytes(), "\u{AA}".as_bytes()]);
    // It is looked for among the first hundred: here it would be the last, ①.
    let symbols: Vec<String> = ('\u{2190}'..='\u{2460}').map(String::from).collect();
    let symbols: Vec<&[u8]> = symbols.iter().map(|one| one.as_bytes()).collect();
    assert_eq!(letters(&symbols), ["é".as_bytes(), "\u{2190}".as_bytes()]);
    // Bytes: E9, which is é in ISO Latin 1, where the class has it.
    assert_eq!(letters(&[b"\xA0"]), [b"\xE9", b"\xA0"]);
    assert_eq!(letters(&[b"\xA0", b"\xE8", b"\xE9"]), [b"\x80", b"\xE9"]);
}

/// What a sampler chooses from: the bytes or characters of the class, if some state goes on with them.
#[test]
fn letters_have_their_like() {
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

/// 4,096 letters are not too many, and one more is: twelve letters and one for all others of ASCII, the
/// characters, each of which may follow some of the twelve, and one for all others.
#[test]
fn there_may_be_too_many_letters() {
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

/// 2^24 transitions are not too many, and one state more is.
#[test]
fn an_automaton_may_be_too_large() {
    let of_size = |size: usize| {
        let mut next = vec![0; 256 * size];
        (0..256).for_each(|byte| next[256 + byte] = 2 + byte as u32);
        let accept = (0..size).map(|state| state >= 2).collect();
        let classes = std::array::from_fn(|byte| byte as u8);
        // State 2 + byte accepts nothing more, and is not told from others: only the size counts here.
        let acceptor = Acceptor::new(classes, (0..=u8::MAX).collect(), next, accept, 1);
        LetterDfa::new(&acceptor, false).map(|dfa| dfa.states())
    };
    assert_eq!(of_size(1 << 16), Some(258));
    assert_eq!(of_size((1 << 16) + 1), None);
}

//! Whether a string is in a language, where it leaves the language, and what could stand there.

use std::collections::BTreeSet;

use crate::scaled;

use super::{after, are_utf8, asked, built, goes_on, is_utf8, languages, strings};

#[test]
fn an_acceptor_has_the_strings_and_says_where_others_leave() {
    for language in languages() {
        let acceptor = built(&language).acceptor();
        let is_of_characters = are_utf8(&language);
        assert_eq!(acceptor.is_of_characters(), is_of_characters);
        assert_eq!(acceptor.is_empty(), language.is_empty());
        for text in asked(&language).into_iter().step_by(scaled(3, 1)) {
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
fn letters_are_named() {
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

//! What a table says of a string.

use std::collections::BTreeSet;

use super::{after, asked, built, goes_on, languages};

#[test]
fn a_table_says_what_the_strings_say() {
    for language in languages() {
        let built = built(&language);
        let table = built.automaton();
        let start = table.start("all").unwrap();
        assert_eq!(
            (table.start_of("all"), table.start("no"), table.start("a")),
            (start, None, None)
        );
        for text in asked(&language) {
            let is_member = language.contains(&text);
            let goes_on = |end: &usize| goes_on(&language, &text[..*end]);
            let leaves = (0..=text.len()).rev().find(goes_on).unwrap_or(0);
            let offset = (!is_member).then_some(leaves);
            assert_eq!(table.offset(start, &text), offset, "{text:X?}");
            assert_eq!(table.table().offset(start.into(), &text), offset, "{text:X?}");
            assert_eq!(table.derives(start, &text), is_member);
            let longest = (0..=text.len()).rev().find(|&end| language.contains(&text[..end]));
            assert_eq!(table.longest(start, &text), (longest.unwrap_or(0), leaves), "{text:X?}");
            // Where it leaves, the state before is the one that knows what may follow.
            let end = table.walk(start, &text);
            let (at, state) = match end {
                Ok(state) => (text.len(), state),
                Err((at, state)) => (at, state),
            };
            // What has no string is dead at once.
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

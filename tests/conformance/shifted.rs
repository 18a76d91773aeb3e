//! The suite, moved along: what a parser reads in blocks of 16, 32 or 64 bytes it may get wrong
//! where two of them meet, or in the last one, which is not full.

use urispec_compare::suite::Case;

use super::oracle::{each, holds, scaled, some, suite};

/// Where a string of the suite begins: about the ends of the first blocks of 16, 32 and 64 bytes.
/// Most of its own bytes then lie about an end as well.
const STARTS: [usize; 19] =
    [1, 8, 12, 13, 14, 15, 16, 17, 28, 29, 30, 31, 32, 33, 61, 62, 63, 64, 65];

/// What may follow: nothing, or enough to fill the block.
const ENDS: [&str; 5] = [
    "",
    "aaaaaaaaaaaaaaa",
    "/aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa",
    "?aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa",
    "#%41%41%41%41%41%41%41%41%41%41%41%41%41%41%41%41%41%41%41%41%41%41%41%41",
];

/// The string behind so many bytes that it begins there: as a longer scheme or segment, behind a
/// scheme, a userinfo, an authority, a segment, a query, a fragment, or escapes.
fn behind(text: &str, start: usize) -> [String; 8] {
    let filled = |before: &str, letter: &str, after: &str, text: &str| {
        let room = start.saturating_sub(before.len() + after.len());
        format!("{before}{}{after}{text}", letter.repeat(room.div_ceil(letter.len())))
    };
    let host = text.strip_prefix("//").unwrap_or(text);
    [
        filled("", "a", "", text),
        filled("a", "a", ":", text),
        filled("//", "a", "@", host),
        filled("a://", "a", "", text),
        filled("/", "a", "/", text),
        filled("?", "a", "", text),
        filled("#", "a", "", text),
        filled("//", "%41", "@", host),
    ]
}

#[test]
fn the_suite_wherever_blocks_end() {
    let suite = suite();
    // Each string at some starts, with one end; their numbers have no common divisor.
    let moved = some(suite.cases(), 23).enumerate().flat_map(|(index, Case { input, .. })| {
        let end = ENDS[index % ENDS.len()];
        let starts = [0, 3, 7, 12].map(|more| STARTS[(index + more) % STARTS.len()]);
        starts.into_iter().flat_map(move |start| behind(&(input.clone() + end), start))
    });
    let valid = each(moved.map(|text| suite.case(text)), holds);
    assert!(valid > scaled(2_500, 60_000), "{valid}");
}

/// The strings of all lengths up to two blocks of 64, with something else at each place.
#[test]
fn something_else_at_each_place() {
    const OTHERS: [&str; 12] =
        ["%", "%4", "%aF", "%4g", " ", ":", "@", "/", "?", "#", "[", "\u{7F}"];
    let suite = suite();
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
    let valid = each(strings.map(|text| suite.case(text)), holds);
    assert!(valid > 20_000, "{valid}");
}

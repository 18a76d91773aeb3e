//! What people write in a `tel` URI, and RFC 3966 does not have.

use super::{CauseRow, Section};
use crate::parse::diagnose::place::Place;
use crate::reference::error::Saying;

pub(super) const ROWS: &[CauseRow] = &[
    CauseRow {
        says: Saying {
            id: "extension-mark",
            sentence: "an extension stands in a parameter of its own, behind \";ext=\"",
        },
        section: Section::Own("5.3"),
        holds: |place| is_of_tel(place) && extension(place).is_some_and(|one| one.is_whole),
        mended: Some(|place| {
            let Extension { number, digits, rest, .. } = extension(place)?;
            Some(format!("{number};ext={digits}{rest}"))
        }),
    },
    CauseRow {
        says: Saying {
            id: "letter-for-digit",
            sentence: "letters do not stand for the digits of a keypad, since keypads differ",
        },
        section: Section::Own("5.1.2"),
        holds: |place| {
            let is_letter = place.found().is_some_and(|found| found.is_ascii_alphabetic());
            let is_mark = || extension(place).is_some();
            is_of_tel(place) && is_letter && is_in_number(place.before()) && !is_mark()
        },
        mended: None,
    },
    CauseRow {
        says: Saying {
            id: "no-phone-context",
            sentence: "a local number needs a \";phone-context=\" that says where it is valid",
        },
        section: Section::Own("5.1.5"),
        holds: |place| {
            // A context that is there, and is none, is wrong by itself.
            let has_one = || place.text.to_ascii_lowercase().contains(";phone-context=");
            let with_one = || format!("{};phone-context=a", place.text);
            is_of_tel(place) && place.found().is_none() && !has_one() && place.accepts(&with_one())
        },
        mended: None,
    },
];

fn is_of_tel(place: &Place<'_>) -> bool {
    place.grammar.stem() == "rfc3966"
}

/// What people write for an extension: an "x" or "ext" behind the number, and digits.
struct Extension<'i> {
    /// What stands before the mark.
    number: &'i str,
    digits: &'i str,
    /// What stands behind the digits.
    rest: &'i str,
    /// Whether the digits end where the string ends, or where a parameter begins.
    is_whole: bool,
}

/// The extension whose mark is wrong at the place. The "e" of "ext" may stand before it: a local number has an "E".
fn extension<'i>(place: &Place<'i>) -> Option<Extension<'i>> {
    let from = if place.before().ends_with(['e', 'E']) { place.at - 1 } else { place.at };
    let strip = |at: usize, mark: &str| {
        let (found, rest) = place.text[at..].split_at_checked(mark.len())?;
        (found.eq_ignore_ascii_case(mark) && rest.starts_with(|next: char| next.is_ascii_digit()))
            .then_some((&place.text[..at], rest))
    };
    let (number, rest) = strip(from, "ext").or_else(|| strip(place.at, "x"))?;
    let length = rest.bytes().take_while(u8::is_ascii_digit).count();
    let (digits, rest) = rest.split_at(length);
    let is_whole = rest.is_empty() || rest.starts_with(';');
    is_in_number(number).then_some(Extension { number, digits, rest, is_whole })
}

/// Whether the text, or what follows its scheme, is the beginning of a number.
fn is_in_number(text: &str) -> bool {
    let number = text.split_once(':').map_or(text, |(_, number)| number);
    let is_of_number = |byte: u8| byte.is_ascii_hexdigit() || b"+*#-.()".contains(&byte);
    number.bytes().any(|byte| byte.is_ascii_digit()) && number.bytes().all(is_of_number)
}

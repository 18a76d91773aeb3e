//! Ranges in classes that have more than their ends look like.
//!
//! In: the text of a pattern. Out: each range of which one end is a sign, and which has letters or digits between, as
//! `[+.-_]`; and the range from a capital to a small letter, as `[A-z]`. Ends that are written as escapes were thought
//! about.

use std::ops::Range;

/// The ranges, each with a sentence and a character that it has.
pub(super) fn odd(text: &str) -> Vec<(Range<usize>, String, String)> {
    let characters: Vec<(usize, char)> = text.char_indices().collect();
    let (mut found, mut at, mut depth) = (Vec::new(), 0, 0_usize);
    while let Some(&(start, one)) = characters.get(at) {
        let next = |by: usize| characters.get(at + by).map(|&(_, one)| one);
        at += match one {
            '\\' => 2,
            '[' if depth > 0 && matches!(next(1), Some(':' | '.' | '=')) => {
                let rest = characters[at..].iter().position(|&(_, one)| one == ']');
                rest.map_or(1, |end| end + 1)
            }
            '[' => {
                depth += 1;
                let caret = usize::from(next(1) == Some('^'));
                // A bracket that comes first is a character in most dialects.
                1 + caret + usize::from(next(1 + caret) == Some(']'))
            }
            ']' => {
                depth = depth.saturating_sub(1);
                1
            }
            first if depth > 0 && next(1) == Some('-') => match next(2) {
                Some(last) if !matches!(last, ']' | '[' | '\\') => {
                    let end = characters.get(at + 3).map_or(text.len(), |&(end, _)| end);
                    if let Some(within) = unmeant(first, last) {
                        let range = &text[start..end];
                        let message = format!(
                            "`{range}` has `{within}` too; put the `-` last, or write `\\-`, if it is one of the characters"
                        );
                        let message = if first.is_ascii_alphanumeric() {
                            format!("`{range}` has `{within}` too; write `A-Za-z` for letters")
                        } else {
                            message
                        };
                        found.push((start..end, message, within.to_string()));
                    }
                    3
                }
                _ => 1,
            },
            _ => 1,
        };
    }
    found
}

/// A character of a range that its ends do not tell of, if there is one.
fn unmeant(first: char, last: char) -> Option<char> {
    let kind = |one: char| match one {
        '0'..='9' => Some(0),
        'a'..='z' => Some(1),
        'A'..='Z' => Some(2),
        '!'..='~' => None,
        // A range of what is not ASCII is one of code points.
        _ => Some(3),
    };
    let is_all_visible = matches!(first, ' ' | '!') && last == '~';
    let is_ascii = first.is_ascii_graphic() && last.is_ascii_graphic();
    if is_all_visible || !is_ascii || first >= last {
        return None;
    }
    match (kind(first), kind(last)) {
        (Some(one), Some(other)) if one == other => None,
        (Some(_), Some(_)) => std::iter::once('_')
            .chain('!'..='~')
            .find(|&one| (first..last).contains(&one) && kind(one).is_none()),
        _ => ('0'..='9')
            .chain('a'..='z')
            .chain('A'..='Z')
            .find(|one| (first..=last).contains(one) && ![first, last].contains(one)),
    }
}

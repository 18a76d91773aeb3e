//! Words that sentences are made of.

use crate::editions::Edition;

/// The length of the longest string that a sentence has whole. The evidence has all of each. A label
/// of a host has 63 characters at most, and what shows that has one or two more.
const LONGEST: usize = 8192;

/// How much is left of a longer string, at its beginning and at its end.
const ENDS: [usize; 2] = [20, 10];

/// Characters that follow each other, by the code points of the first and the last.
pub(super) type CharacterRun = (u32, u32);

/// The name of a document, without its date.
pub(super) fn document(edition: Edition) -> &'static str {
    let document = edition.document();
    document.split(',').next().unwrap_or(document)
}

/// A string in quotes, without its middle if it is long.
pub(super) fn quoted(text: &str) -> String {
    // Every language is of ASCII, so any byte is a boundary; where it were not, all is shown.
    let parts = text.split_at_checked(ENDS[0]).filter(|_| text.len() > LONGEST);
    let cut = parts.and_then(|(head, rest)| {
        let (between, tail) = rest.split_at_checked(rest.len() - ENDS[1])?;
        Some(format!("\"{head}…({} bytes)…{tail}\"", between.len()))
    });
    cut.unwrap_or_else(|| format!("\"{}\"", text.escape_default().to_string().replace("\\'", "'")))
}

/// Characters, as runs of code points, in the words of a sentence: what can be seen in quotes, and all else by
/// its code points. Letters or digits that follow each other, and what cannot be seen, are shown by the first
/// and the last.
pub(super) fn ranges(characters: &[CharacterRun]) -> Vec<String> {
    let is_seen = |code: u32| (0x20..0x7F).contains(&code);
    let one = |code: u32| match char::from_u32(code).filter(|_| is_seen(code)) {
        Some(seen) => quoted(&seen.to_string()),
        None => format!("U+{code:04X}"),
    };
    let is_word = |code: u32| char::from_u32(code).is_some_and(|c| c.is_ascii_alphanumeric());
    let alike = |a: u32, b: u32| is_word(a) && is_word(b) || !is_seen(a) && !is_seen(b);
    let mut shown = Vec::new();
    for &(first, last) in characters {
        let mut from = first;
        while from <= last {
            // What is beyond ASCII cannot be seen, and is not looked at one by one.
            let ends = |&code: &u32| code > 0x7F || !alike(code, code + 1);
            let to = (from..last).find(ends).map_or(last, |at| if at > 0x7F { last } else { at });
            match to - from {
                0 => shown.push(one(from)),
                1 => shown.extend([one(from), one(to)]),
                _ => shown.push(format!("{} to {}", one(from), one(to))),
            }
            from = to + 1;
        }
    }
    shown
}

/// The bytes of ASCII, in order, as runs.
pub(super) fn runs(bytes: &[u8]) -> Vec<CharacterRun> {
    let runs = bytes.chunk_by(|a, b| a.checked_add(1) == Some(*b));
    runs.filter_map(|run| Some(((*run.first()?).into(), (*run.last()?).into()))).collect()
}

/// A name as the document prints it.
pub(super) fn name(name: &str) -> String {
    format!("`{name}`")
}

/// Several things: `a, b and c`.
pub(super) fn and(all: &[String]) -> String {
    joined(all, "and")
}

/// One of several things: `a, b or c`.
pub(super) fn or(all: &[String]) -> String {
    joined(all, "or")
}

fn joined(all: &[String], word: &str) -> String {
    match all {
        [] => String::new(),
        [one] => one.clone(),
        [first @ .., last] => format!("{} {word} {last}", first.join(", ")),
    }
}

/// The first sentence of a text, without its full stop. A full stop within quotes ends none.
pub(super) fn first_sentence(text: &str) -> &str {
    let (mut is_quoted, mut is_escaped) = (false, false);
    let end = text.char_indices().find(|&(at, c)| {
        match c {
            _ if is_escaped => is_escaped = false,
            '\\' => is_escaped = is_quoted,
            '"' => is_quoted = !is_quoted,
            _ => {}
        }
        c == '.' && !is_quoted && matches!(text.as_bytes().get(at + 1), None | Some(b' '))
    });
    end.map_or(text, |(at, _)| &text[..at])
}

/// The beginning of a sentence.
pub(super) fn capitalized(text: &str) -> String {
    let mut chars = text.chars();
    chars
        .next()
        .map(|first| first.to_ascii_uppercase().to_string() + chars.as_str())
        .unwrap_or_default()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lists_have_one_and() {
        let all = ["a", "b", "c"].map(str::to_owned);
        assert_eq!(
            (and(&all[..1]), and(&all[..2]), and(&all)),
            ("a".into(), "a and b".into(), "a, b and c".into())
        );
    }

    #[test]
    fn a_sentence_ends_outside_of_quotes() {
        assert_eq!(first_sentence("a \"b. c\\\". d\" 1.2 e. F."), "a \"b. c\\\". d\" 1.2 e");
        assert_eq!((first_sentence("a."), first_sentence("a")), ("a", "a"));
    }

    #[test]
    fn what_cannot_be_seen_is_shown_by_its_code_point() {
        let all = [(0x01, 0x22), (0x2D, 0x2D), (0x30, 0x3A), (0x7E, 0x7F), (0xA0, 0xD7FF)];
        let wanted = "U+0001 to U+001F, \" \", \"!\", \"\\\"\", \"-\", \"0\" to \"9\", \":\", \"~\", \
                      U+007F and U+00A0 to U+D7FF";
        assert_eq!(and(&ranges(&all)), wanted);
        assert_eq!(ranges(&[(0x7F, 0x10_FFFF)]), ["U+007F to U+10FFFF"]);
        assert_eq!(runs(b"-.09"), [(0x2D, 0x2E), (0x30, 0x30), (0x39, 0x39)]);
    }

    #[test]
    fn long_strings_lose_their_middle() {
        assert_eq!(quoted("'\""), "\"'\\\"\"");
        let label = "a".repeat(64);
        assert_eq!(quoted(&label), format!("\"{label}\""));
        let long = "a".repeat(LONGEST + 1);
        let shown = format!("\"{}…(8163 bytes)…{}\"", "a".repeat(20), "a".repeat(10));
        assert_eq!(quoted(&long), shown);
    }
}

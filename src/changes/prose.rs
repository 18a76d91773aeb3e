//! Words that sentences are made of.

use crate::edition::Edition;

/// The length of the longest string that a sentence has whole. The evidence has all of each. A label
/// of a host has 63 characters at most, and what shows that has one or two more.
const LONGEST: usize = 8192;

/// How much is left of a longer string, at its beginning and at its end.
const ENDS: [usize; 2] = [20, 10];

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

/// Characters in quotes. Letters or digits that follow each other are shown by the first and the last.
pub(super) fn ranges(characters: &[u8]) -> Vec<String> {
    let one = |&byte: &u8| quoted(&char::from(byte).to_string());
    let goes_on = |a: &u8, b: &u8| {
        *b == a.saturating_add(1) && a.is_ascii_alphanumeric() && b.is_ascii_alphanumeric()
    };
    let runs = characters.chunk_by(goes_on);
    let shown = runs.map(|run| match run {
        [first, _, .., last] => vec![format!("{} to {}", one(first), one(last))],
        run => run.iter().map(one).collect(),
    });
    shown.flatten().collect()
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
    fn long_strings_lose_their_middle() {
        assert_eq!(quoted("'\""), "\"'\\\"\"");
        let label = "a".repeat(64);
        assert_eq!(quoted(&label), format!("\"{label}\""));
        let long = "a".repeat(LONGEST + 1);
        let shown = format!("\"{}…(8163 bytes)…{}\"", "a".repeat(20), "a".repeat(10));
        assert_eq!(quoted(&long), shown);
    }
}

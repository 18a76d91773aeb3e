//! Terms as a notation writes them, and where they stand.
//!
//! In: a terminal, read. Out: its text, of which a [`PrintedStep`] says where it stands. What is
//! forgotten is how it was printed: a set of bytes is its ranges, whatever names and alternatives it
//! took to print it.

use crate::notations::{Notation, Term};

/// The number of characters of a text that are shown.
const SHOWN: usize = 60;

/// What a printed grammar has at an offset of a string.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub struct PrintedStep {
    /// The name of the production.
    pub production: String,
    /// The file of the production.
    pub file: String,
    /// The line on which the production begins.
    pub line: usize,
    /// What the production has there: an alternative, or a terminal, in one line and shortened if it
    /// is long.
    pub text: String,
}

impl PrintedStep {
    /// A step of these fields.
    #[doc(hidden)]
    #[must_use]
    pub fn new(production: String, file: String, line: usize, text: String) -> Self {
        Self { production, file, line, text }
    }
}

/// A terminal as the notation writes it.
pub(crate) fn written(notation: Notation, term: &Term) -> String {
    let byte = |byte: u8| format!("{byte:02X}");
    match term {
        Term::Name(name) => name.clone(),
        Term::Literal { bytes, ignore_case } => {
            let is_text = bytes.iter().all(|&one| (b' '..=b'~').contains(&one) && one != b'"');
            let has_letters = bytes.iter().any(u8::is_ascii_alphabetic);
            let minds = notation == Notation::Abnf && has_letters && !ignore_case;
            match is_text {
                true => {
                    let text = String::from_utf8_lossy(bytes);
                    shortened(&format!("{}\"{text}\"", if minds { "%s" } else { "" }))
                }
                false => {
                    let bytes: Vec<String> = bytes.iter().map(|&one| byte(one)).collect();
                    shortened(&format!("%x{}", bytes.join(".")))
                }
            }
        }
        Term::Bytes(set) => {
            let mut ranges: Vec<(u8, u8)> = Vec::new();
            for one in set.iter() {
                match ranges.last_mut() {
                    Some((_, last)) if *last + 1 == one => *last = one,
                    _ => ranges.push((one, one)),
                }
            }
            let range = |&(first, last): &(u8, u8)| match first == last {
                true => format!("%x{}", byte(first)),
                false => format!("%x{}-{}", byte(first), byte(last)),
            };
            shortened(&ranges.iter().map(range).collect::<Vec<_>>().join(" / "))
        }
        _ => String::new(),
    }
}

/// The beginning of a text.
pub(crate) fn shortened(text: &str) -> String {
    match text.char_indices().nth(SHOWN) {
        Some((end, _)) => format!("{}…", &text[..end]),
        None => text.to_owned(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::notations::Printed;

    #[test]
    fn terminals_are_written_shortly() {
        for (text, wanted) in [
            ("\"a\"", "\"a\""),
            ("%s\"a\"", "%s\"a\""),
            ("%s\"1\"", "\"1\""),
            ("%x0D.0A", "%x0D.0A"),
            ("%x22", "%x22"),
            ("%x30-39", "%x30-39"),
            ("DIGIT", "DIGIT"),
        ] {
            let printed =
                Printed::read(Notation::Abnf, "a.abnf", &format!("a = {text}\n")).unwrap();
            let term = printed.productions[0].term.as_ref().unwrap();
            assert_eq!(written(Notation::Abnf, term), wanted);
        }
        let long = Term::Literal { bytes: vec![b'1'; 99], ignore_case: true };
        assert_eq!(written(Notation::Bnf, &long), format!("\"{}…", "1".repeat(59)));
    }
}

//! Checking by a grammar of the user: each string is valid, or leaves the language at an offset.
//!
//! In: the automaton of a production, and strings of any bytes. Out: for each string that is not in the
//! language the offset of the first letter after which no string of the language goes on, and what could
//! have stood there. What is not said is which production was being read there.

use std::io::{self, Write};

use urispec::grammar::Rejection;
use urispec_views::record::Record;

use super::Say;
use crate::grammar::{Language, record};
use crate::input::Item;

/// The number of ranges that a message names.
const NAMED: usize = 8;

/// Whether a string is valid; the answer is written as the arguments ask.
pub(super) fn answer(
    language: &Language,
    say: Say,
    item: &Item<'_>,
    records: &mut impl Write,
) -> io::Result<bool> {
    let bytes = item.bytes();
    let valid = language.acceptor.accepts(bytes);
    if matches!(say, Say::Nothing) || valid && matches!(say, Say::Invalid) {
        return Ok(valid);
    }
    let rejection = language.acceptor.rejects(bytes);
    match (say, &rejection) {
        (Say::Json, rejection) => {
            let error = rejection.as_ref().map(|why| {
                Record::new()
                    .with("offset", why.offset)
                    .with("found", found(bytes, why))
                    .with("expected", why.expected())
                    .with("message", message(bytes, why))
            });
            record(language)
                .witness("input", Some(bytes))
                .with("valid", valid)
                .with_record("error", error)
                .print(records)?;
        }
        (_, Some(why)) => {
            writeln!(records, "{}: {}", item.origin.in_result(), message(bytes, why))?;
        }
        (_, None) => writeln!(records, "{}: ok", item.origin.in_result())?,
    }
    Ok(valid)
}

/// What is wrong, in one line.
fn message(bytes: &[u8], why: &Rejection) -> String {
    let mut expected = why.expected();
    let more = expected.len().saturating_sub(NAMED);
    if more > 0 {
        expected.truncate(NAMED);
        expected.push(format!("{more} more"));
    }
    let expected = match expected.pop() {
        None => "nothing".to_owned(),
        Some(last) if expected.is_empty() => last,
        Some(last) => format!("{} or {last}", expected.join(", ")),
    };
    format!("at byte {}: found {}, expected {expected}", why.offset, found(bytes, why))
}

/// What stands at the offset: a character, a byte that is none, or the end.
fn found(bytes: &[u8], why: &Rejection) -> String {
    let rest = &bytes[why.offset..];
    let text = rest.utf8_chunks().next().and_then(|chunk| chunk.valid().chars().next());
    match (text, rest.first()) {
        (Some(character), _) => format!("{:?}", character.to_string()),
        (None, Some(byte)) => format!("0x{byte:02X}"),
        (None, None) => "end of input".to_owned(),
    }
}

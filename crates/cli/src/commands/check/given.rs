//! Checking by a grammar of the user: each string is valid, or leaves the language at an offset.
//!
//! In: the automaton of a production, and strings of any bytes. Out: for each string that is not in the
//! language the offset of the first letter after which no string of the language goes on, and what could
//! have stood there. What is not said is which production was being read there.

use std::io::{self, Write};

use super::Say;
use crate::grammar::{Language, Rejected, record};
use crate::input::Item;

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
    let rejection = rejection.map(|why| Rejected::new(bytes, why.offset, why.expected()));
    match (say, &rejection) {
        (Say::Json, rejection) => {
            let error = rejection.as_ref().map(Rejected::record);
            record(&language.file, &language.rule)
                .witness("input", Some(bytes))
                .with("valid", valid)
                .with_record("error", error)
                .print(records)?;
        }
        (_, Some(why)) => {
            writeln!(records, "{}: {}", item.origin.with_string(bytes), why.message())?;
        }
        (_, None) => writeln!(records, "{}: ok", item.origin.with_string(bytes))?,
    }
    Ok(valid)
}

//! Checking by a grammar of the user: each string is valid, or leaves the language at an offset.
//!
//! In: the automaton of a production, and strings of any bytes. Out: for each string that is not in the
//! language the offset of the first letter after which no string of the language goes on, and what could
//! have stood there. What is not said is which production was being read there.

use std::io::{self, Write};

use super::Say;
use crate::findings::{Annotation, column};
use crate::grammar::{Language, Rejected, record};
use crate::input::Item;
use crate::output::Output;

/// Whether a string is valid; the answer is written as the arguments ask.
pub(super) fn answer(
    language: &Language,
    say: Say,
    item: &Item<'_>,
    records: &mut Output,
) -> io::Result<bool> {
    let bytes = item.bytes();
    let valid = language.acceptor.accepts(bytes);
    if matches!(say, Say::Nothing) || valid && say.is_of_invalid() {
        return Ok(valid);
    }
    let rejection = language.acceptor.rejects(bytes);
    let rejection = rejection.map(|why| Rejected::new(bytes, why.offset, why.expected()));
    match (say, &rejection) {
        (Say::Json, rejection) => {
            let column = column(item.origin, bytes);
            let error =
                rejection.as_ref().map(|why| why.record().with("column", column(why.offset)));
            // The `file` of these records is that of the grammar.
            record(&language.file, &language.rule)
                .witness("input", Some(bytes))
                .with("line", item.origin.line())
                .with("valid", valid)
                .with_record("error", error)
                .print(records)?;
        }
        (Say::Log(log), Some(why)) => {
            let string = (item.origin, bytes);
            log.add(&Annotation::of_invalid(why.message(), string, why.offset, None), records)?;
        }
        (_, Some(why)) => {
            writeln!(records, "{}: {}", item.origin.with_string(bytes), why.message())?;
        }
        (_, None) => writeln!(records, "{}: ok", item.origin.with_string(bytes))?,
    }
    Ok(valid)
}

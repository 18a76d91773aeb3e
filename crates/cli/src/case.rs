//! Strings that were made, as JSON: each with what a parser should say of it.

use std::io::{self, Write};

use urispec::suite::Case;
use urispec::{Edition, ParseError, Reference};

use crate::json::Components;
use crate::record::Record;

/// Writes a line of JSON.
pub(crate) fn write(
    edition: Edition,
    rule: &'static str,
    Case { input, offset }: &Case,
    out: &mut impl Write,
) -> io::Result<()> {
    let components = match offset {
        None => components(edition, rule, input)?,
        Some(_) => None,
    };
    Record::of(edition)
        .with("rule", rule)
        .with("input", input)
        .with("valid", offset.is_none())
        .with("components", components)
        .with("offset", offset)
        .print(out)
}

/// Those of a production that stands for a whole.
fn components<'a>(
    edition: Edition,
    rule: &'static str,
    input: &'a str,
) -> io::Result<Option<Components<'a>>> {
    match Reference::parse(edition, rule, input) {
        Ok(reference) => Ok(Some((&reference).into())),
        Err(ParseError::NotWhole(_)) => Ok(None),
        Err(error) => Err(io::Error::other(error)),
    }
}

//! Strings that were made, as JSON: each with what a parser should say of it.

use std::io::{self, Write};

use serde::Serialize;
use urispec::suite::Case;
use urispec::{Edition, ParseError, Reference};

use crate::json::{Components, write_line};

#[derive(Serialize)]
struct Record<'a> {
    schema: u32,
    edition: &'static str,
    rule: &'static str,
    input: &'a str,
    valid: bool,
    #[serde(skip_serializing_if = "Option::is_none")]
    components: Option<Components<'a>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    offset: Option<usize>,
}

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
    let record = Record {
        schema: 1,
        edition: edition.id(),
        rule,
        input,
        valid: offset.is_none(),
        components,
        offset: *offset,
    };
    write_line(&record, out)
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

//! Generated strings as JSON, each with what a parser should say of it.

use std::io::{self, Write};

use urispec::{ParseError, Recognizer};
use urispec_compare::suite::Case;
use urispec_views::record::Record;
use urispec_views::reference::Components;

/// Writes a line of JSON.
pub(crate) fn write(
    production: Recognizer,
    Case { input, offset }: &Case,
    out: &mut impl Write,
) -> io::Result<()> {
    let components = match offset {
        None => components(production, input)?,
        Some(_) => None,
    };
    Record::of(production.edition())
        .with("rule", production.rule())
        .with("input", input)
        .with("valid", offset.is_none())
        .with("components", components)
        .with("offset", offset)
        .print(out)
}

/// The components of a string, if the production stands for a whole reference.
fn components(production: Recognizer, input: &str) -> io::Result<Option<Components<'_>>> {
    match production.reference(input) {
        Ok(reference) => Ok(Some(Components::of(production.edition(), &reference))),
        Err(ParseError::NotWhole(_)) => Ok(None),
        Err(error) => Err(io::Error::other(error)),
    }
}

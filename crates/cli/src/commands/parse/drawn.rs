//! `urispec parse --svg`: a string as a picture, in a file.

use std::ffi::OsString;
use std::fs;
use std::path::Path;

use urispec_views::fault::utf8;
use urispec_views::parse::parse;
use urispec_views::picture::uri;

use super::show;
use crate::options::names::ReadBy;
use crate::output::Output;
use crate::output::fault::Reported;
use crate::output::origin::{Name, Origin, is_stdin};
use crate::output::outcome::{Outcome, Stop};
use crate::output::usage::Usage;

/// Draws one string into a file; `-` is stdout.
pub(super) fn run(
    by: ReadBy,
    strings: &[OsString],
    path: &Path,
    out: &mut Output,
) -> Result<Outcome, Stop> {
    let [string] = strings else {
        let message = "--svg draws one string: name one STR, and for each further one another FILE";
        return Err(Usage::new(message).into());
    };
    let bytes = string.as_encoded_bytes();
    let text = match utf8(bytes) {
        Ok(text) => text,
        Err(fault) => {
            return Ok(fault.report(out, Origin::Argument(bytes, out.passwords), None, bytes)?);
        }
    };
    let production = by.production(Some(text));
    let parsed = parse(production, text);
    let hidden = match &parsed {
        Ok(parsed) => show::password(&parsed.tree, out.passwords),
        Err(_) => out.passwords.span(bytes),
    };
    let drawn = uri::svg(production, text, &parsed, hidden);
    if is_stdin(path) {
        out.verbatim(&drawn)?;
    } else if let Err(error) = fs::write(path, drawn) {
        return Ok(out.refuse(&format!("{}: {error}", Name(path, out.passwords)))?);
    }
    match parsed {
        Ok(_) => Ok(Outcome::Yes),
        Err(fault) => Ok(fault.report(out, Origin::Argument(bytes, out.passwords), None, bytes)?),
    }
}

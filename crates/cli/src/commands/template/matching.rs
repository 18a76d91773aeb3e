//! `urispec template match`.

use std::io::{BufRead, BufReader, Write};
use std::path::Path;

use urispec_template::{Expansions, UriTemplate, Value, Values};
use urispec_views::template::{value, ways};

use super::Args;
use super::types::Types;
use crate::input;
use crate::output::Output;
use crate::output::outcome::{Outcome, Stop};

/// The number of ways that are found at most, unless --number says another.
const WAYS: usize = 10;

pub(super) fn run(args: &Args, template: &UriTemplate, out: &mut Output) -> Result<Outcome, Stop> {
    let types = Types::of(args, &[template])?.for_template(template);
    let expansions = template.expansions(&types).map_err(|why| format!("`{template}`: {why}"));
    let Some(expansions) = out.or_refuse(expansions)? else { return Ok(Outcome::Trouble) };
    let mut outcome = Outcome::Yes;
    for uri in &args.strings {
        outcome = outcome.max(one(args, &expansions, uri, out)?);
    }
    if args.strings.is_empty() {
        let files = input::or_stdin(&[], "give URIs to match", "-")?;
        let Some(file) = input::open(Path::new(&*files[0]), out)? else {
            return Ok(Outcome::Trouble);
        };
        for line in BufReader::new(file).lines() {
            match line {
                Ok(uri) => {
                    let uri = uri.strip_suffix('\r').unwrap_or(&uri);
                    outcome = outcome.max(one(args, &expansions, uri, out)?);
                }
                Err(error) if error.kind() == std::io::ErrorKind::InvalidData => {
                    out.complain(format_args!("a line is not UTF-8, and so no expansion\n"))?;
                    outcome = outcome.max(Outcome::No);
                }
                Err(error) => {
                    out.complain_of_file(format_args!("standard input: {error}\n"))?;
                    return Ok(Outcome::Trouble);
                }
            }
        }
    }
    Ok(outcome)
}

fn one(
    args: &Args,
    expansions: &Expansions<'_>,
    uri: &str,
    out: &mut Output,
) -> Result<Outcome, Stop> {
    let found = expansions.matches(uri, args.number.unwrap_or(WAYS).max(1));
    let outcome = Outcome::of(!found.is_empty());
    if args.json {
        out.line(ways(expansions.template(), uri, &found))?;
        return Ok(outcome);
    }
    let shown = out.passwords.veiled(uri).into_owned();
    if found.is_empty() {
        let why = match found.are_all() {
            true => "is no expansion of the template",
            false => {
                "was not matched: the search was given up, and whether it is an expansion is undecided"
            }
        };
        out.complain(format_args!("`{shown}` {why}{}\n", hint(expansions, uri)))?;
        return Ok(outcome);
    }
    match (found.all().len(), found.are_all()) {
        (1, true) => writeln!(out, "{shown}")?,
        (1, false) => writeln!(out, "{shown}: 1 way, and maybe more")?,
        (count, true) => writeln!(out, "{shown}: {count} ways")?,
        (count, false) => writeln!(out, "{shown}: {count} ways, and maybe more")?,
    }
    for (at, values) in found.all().iter().enumerate() {
        if at > 0 {
            writeln!(out)?;
        }
        show(values, expansions.template(), out)?;
    }
    out.end_record()?;
    Ok(outcome)
}

/// The values, in the order of the template.
fn show(values: &Values, template: &UriTemplate, out: &mut Output) -> Result<(), Stop> {
    let all: Vec<(&str, &Value)> =
        template.variables().filter_map(|name| Some((name, values.get(name)?))).collect();
    let width = all.iter().map(|(name, _)| name.len()).max().unwrap_or_default();
    if all.is_empty() {
        writeln!(out, "  no variable is defined")?;
    }
    for (name, one) in all {
        writeln!(out, "  {name:<width$}  {}", value(one))?;
    }
    Ok(())
}

/// What may be the reason that a URI is no expansion, if it is seen at once.
fn hint(expansions: &Expansions<'_>, uri: &str) -> &'static str {
    let normal = urispec::UriRef::parse(uri)
        .map(|uri| uri.normalize_to(urispec::Rung::PercentEncoding).to_string());
    match normal {
        Ok(normal) if normal != uri && !expansions.matches(&normal, 1).is_empty() => {
            "; in its normal form it is one: `urispec normalize --to percent-encoding`"
        }
        _ => "",
    }
}

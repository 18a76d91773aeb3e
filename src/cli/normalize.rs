//! `urispec normalize`: the normal form, and each change on the way to it.

use std::io::{self, Write};

use clap::error::ErrorKind;
use urispec::{Normalizer, Redirects, Reference, Rung};

use super::args::{self, Ladder, Normalize};
use super::fault::Fault;
use super::input::{self, Item};
use super::json::{Changed, Error, Record};
use super::output::Output;
use super::style::Quoted;
use super::{Stop, Verdict};

pub(super) fn run(args: &Normalize, out: &mut Output) -> Result<Verdict, Stop> {
    args::some_input("normalize", &args.strings, &args.common.files)?;
    let redirects = redirects("normalize", &args.ladder)?;
    let highest = if redirects.is_some() { Rung::Protocol } else { Rung::PathSegments };
    let normalizer = Normalizer::of(args.common.edition).to(args.ladder.to.unwrap_or(highest));
    let normalizer =
        redirects.as_ref().map_or(normalizer.clone(), |known| normalizer.redirects(known));
    let verdict = input::each(&args.strings, &args.common.files, out, |out, item| {
        normalize(args, out, &normalizer, item)
    })?;
    Ok(verdict)
}

/// The redirects that the command line names, if it names some.
pub(super) fn redirects(command: &str, ladder: &Ladder) -> Result<Option<Redirects>, clap::Error> {
    let mut redirects = Redirects::default();
    for pair in ladder.redirect.chunks(2) {
        let [from, to] = [0, 1].map(|side| pair.get(side).map(|arg| arg.as_encoded_bytes()));
        let [from, to] = [from, to].map(Option::unwrap_or_default);
        let known = match (input::utf8(from), input::utf8(to)) {
            (Ok(from), Ok(to)) => redirects.insert(from, to),
            _ => false,
        };
        if !known {
            let [from, to] = [from, to].map(|bytes| Quoted(bytes).to_string());
            let message = format!("a redirect is from a reference to one, not from {from} to {to}");
            return Err(args::usage(command, ErrorKind::ValueValidation, &message));
        }
    }
    Ok((!ladder.redirect.is_empty()).then_some(redirects))
}

fn normalize(
    args: &Normalize,
    out: &mut Output,
    normalizer: &Normalizer<'_>,
    item: &Item<'_>,
) -> io::Result<Verdict> {
    let (edition, rule) = (args.common.edition, args.common.edition.whole_rules()[0]);
    let parsed =
        item.text().and_then(|text| Reference::parse(edition, rule, text).map_err(Fault::from));
    let record = || Record::of(edition, rule, item.bytes());
    let reference = match parsed {
        Ok(reference) => reference,
        Err(fault) if args.common.json => {
            Record { error: Some(Error::new(&fault, None)), ..record() }.print(out)?;
            return Ok(Verdict::No);
        }
        Err(fault) => return fault.report(out, item.origin, None, item.bytes()),
    };
    if args.common.json {
        let mut changes = Vec::new();
        let normal = normalizer.explain(&reference, |change| changes.push(Changed::from(change)));
        let (normalized, changes) = (Some(normal.as_str()), Some(changes));
        Record { valid: true, normalized, changes, ..record() }.print(out)?;
    } else if args.explain {
        let mut changes = String::new();
        let label = out.palette.label;
        let normal = normalizer.explain(&reference, |change| {
            let [before, after] = [change.before, change.after].map(|text| Quoted(text.as_bytes()));
            let (rung, section) = (change.rung, change.section);
            changes +=
                &format!("  {label}{rung:<16}  {section:<7}{label:#}  {before} -> {after}\n");
        });
        write!(out, "{normal}\n{changes}")?;
    } else {
        writeln!(out, "{}", normalizer.normalize(&reference))?;
    }
    Ok(Verdict::Yes)
}

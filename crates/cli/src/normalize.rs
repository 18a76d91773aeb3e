//! `urispec normalize`: the normal form, and each change on the way to it.

use std::borrow::Cow;
use std::io::{self, Write};

use clap::error::ErrorKind;
use urispec::{Edition, Normalizer, Redirects, Reference, Rung};

use crate::args::{self, Ladder, Normalize};
use crate::input::{self, Item};
use crate::json::{Changed, Error, Record, Warned};
use crate::output::Output;
use crate::style::Quoted;
use crate::subject::{self, Subject};
use crate::{Stop, Verdict};

pub(crate) fn run(args: &Normalize, out: &mut Output) -> Result<Verdict, Stop> {
    args::some_input("normalize", &args.strings, &args.common.files)?;
    let redirects = redirects("normalize", &args.ladder)?;
    note_unlicensed(args.common.edition, &args.ladder, out)?;
    let highest = if redirects.is_some() { Rung::Protocol } else { Rung::PathSegments };
    let normalizer = Normalizer::of(args.common.edition).to(args.ladder.to.unwrap_or(highest));
    let normalizer =
        redirects.as_ref().map_or(normalizer.clone(), |known| normalizer.redirects(known));
    let normalizer = normalizer.letter(args.letter);
    let base = subject::base("normalize", args.common.edition, &args.ladder)?;
    let verdict = input::each(&args.strings, &args.common.files, out, |out, item| {
        normalize(args, out, &normalizer, base.as_ref(), item)
    })?;
    Ok(verdict)
}

/// The redirects that the command line names, if it names some.
pub(crate) fn redirects(command: &str, ladder: &Ladder) -> Result<Option<Redirects>, clap::Error> {
    if !ladder.redirect.is_empty() && ladder.to.is_some_and(|to| to < Rung::Protocol) {
        let message = "--redirect is for the rung `protocol`, which --to leaves out";
        return Err(args::usage(command, ErrorKind::ArgumentConflict, message));
    }
    let mut redirects = Redirects::default();
    for pair in ladder.redirect.chunks(2) {
        let [from, to] = [0, 1].map(|side| pair.get(side).map(|arg| arg.as_encoded_bytes()));
        let [from, to] = [from, to].map(Option::unwrap_or_default);
        let known = match (input::utf8(from), input::utf8(to)) {
            (Ok(from), Ok(to)) => redirects.insert(from, to).is_ok(),
            _ => false,
        };
        if !known {
            let [from, to] = [from, to].map(|bytes| Quoted(bytes).to_string());
            let message = format!("a redirect is from a URI to a URI, not from {from} to {to}");
            return Err(args::usage(command, ErrorKind::ValueValidation, &message));
        }
    }
    Ok((!ladder.redirect.is_empty()).then_some(redirects))
}

/// Says that the rung asked for is none of the edition's. It is no mistake to ask: a script may ask
/// the same of every edition, and the rungs below are climbed all the same.
pub(crate) fn note_unlicensed(
    edition: Edition,
    ladder: &Ladder,
    out: &mut Output,
) -> io::Result<()> {
    let highest = if ladder.redirect.is_empty() { ladder.to } else { Some(Rung::Protocol) };
    let has = |rung: &Rung| edition.rungs().any(|(licensed, _)| licensed == *rung);
    let Some(rung) = highest.filter(|rung| !has(rung)) else { return Ok(()) };
    let rungs = edition.rungs().map(|(rung, section)| match section {
        Some(section) => format!("{rung} ({section})"),
        None => rung.to_string(),
    });
    let rungs = rungs.collect::<Vec<_>>().join(", ");
    out.note(format_args!("note: {edition} has no rung {rung}, only {rungs}\n"))
}

fn normalize(
    args: &Normalize,
    out: &mut Output,
    normalizer: &Normalizer<'_>,
    base: Option<&Reference<'_>>,
    item: &Item<'_>,
) -> io::Result<Verdict> {
    let edition = args.common.edition;
    let mut subject = Subject::of(edition, base, item.bytes());
    let mut warnings = std::mem::take(&mut subject.warnings);
    let record = |rule| Record {
        base: base.map(|base| Cow::Borrowed(base.as_str())),
        ..Record::of(edition, rule, item.bytes())
    };
    let reference = match subject.reference(edition) {
        Ok(reference) => reference,
        Err(fault) if args.common.json => {
            let record = record(edition.whole_rules()[0]);
            Record { error: Some(Error::new(&fault, None)), ..record }.print(out)?;
            return Ok(Verdict::No);
        }
        Err(fault) => return fault.report(out, item.origin, None, item.bytes()),
    };
    let normal;
    if args.common.json {
        let mut changes = Vec::new();
        normal = normalizer.explain(&reference, |change| changes.push(Changed::from(change)));
        warnings.extend(normal.caveats().map(Warned::from));
        let (normalized, changes) = (Some(normal.as_str()), Some(changes));
        // Of several productions for whole strings the one that derived it.
        let derives = |rule: &&&str| urispec::check(edition, rule, reference.as_str()).is_ok();
        let rules = edition.whole_rules();
        let rule = rules.iter().find(derives).unwrap_or(&rules[0]);
        let warnings = Some(warnings);
        Record { valid: true, warnings, normalized, changes, ..record(rule) }.print(out)?;
        return Ok(Verdict::Yes);
    }
    if args.explain {
        let mut changes = String::new();
        let label = out.palette.label;
        normal = normalizer.explain(&reference, |change| {
            let [before, after] = [change.before, change.after].map(|text| Quoted(text.as_bytes()));
            let (rung, section) = (change.rung, change.section);
            changes +=
                &format!("  {label}{rung:<16}  {section:<7}{label:#}  {before} -> {after}\n");
        });
        write!(out, "{normal}\n{changes}")?;
    } else {
        normal = normalizer.normalize(&reference);
        writeln!(out, "{normal}")?;
    }
    warnings.extend(normal.caveats().map(Warned::from));
    for Warned { message, .. } in &warnings {
        out.warn(format_args!("{}: {message}\n", item.origin))?;
    }
    Ok(Verdict::Yes)
}

//! `urispec editions --since`: the documents that have a string or a production, by date.
//!
//! In: strings, or a production, or strings of a production. Out: a line for each, with the document that
//! first had it, and where a later document has it no more, that one.

use std::io::{self, Write};

use urispec::{Edition, Recognizer};
use urispec_compare::since::{Since, Span};
use urispec_views::{editions, since};

use super::Args;
use crate::input::taken::Taken;
use crate::input::{Input, Item};
use crate::options::names;
use crate::output::Output;
use crate::output::fault::Reported;
use crate::output::outcome::{Outcome, Stop};
use crate::output::style::{Quoted, Stream};
use crate::output::usage::Usage;

pub(super) fn run(args: &'static Args, out: &mut Output) -> Result<Outcome, Stop> {
    let production = args.rule.as_deref().map(production).transpose()?;
    let asked = production.map_or_else(Since::default, Since::from_production);
    let rule = production.map(|production| production.rule());
    if let (Some(rule), true) = (rule, args.strings.is_empty() && args.shared.files.is_empty()) {
        out.hush(args.shared.less.hush());
        return Ok(say(args, Some(rule), None, &asked.itself(), out)?);
    }
    let taken = match rule {
        None => Taken::References(Edition::default()),
        Some(_) => Taken::Anything,
    };
    let input = Input::of(&args.strings, &args.shared.files, &args.shared.less)?
        .threads(&args.threads)
        .read_by("editions --since", taken);
    let done = input.each(out, move |out, item: &Item<'_>| match item.text() {
        Ok(text) => say(args, rule, Some(text), &asked.of(text), out),
        Err(fault) if args.json => {
            out.line(editions::unreadable(item.bytes(), &fault))?;
            Ok(Outcome::No)
        }
        Err(fault) => fault.report(out, item.origin, None, item.bytes()),
    })?;
    let counts = done.counts.said("asked about", ["in a document", "in none"]);
    Ok(done.end(&args.shared.less, out, &counts)?)
}

/// The production of that name in RFC 3986, or in the newest of the other documents that has it.
fn production(name: &str) -> Result<Recognizer, Usage> {
    let others = Edition::ALL.iter().rev().filter(|one| **one != Edition::Rfc3986);
    let order = [Edition::Rfc3986].into_iter().chain(others.copied());
    let known = order.clone().flat_map(|edition| {
        edition.grammars().iter().flat_map(|grammar| grammar.productions()).map(|one| one.name())
    });
    let name = names::one_of("rule", known.clone(), name)?;
    let mut found = order.filter_map(|edition| edition.production(name).ok());
    found.next().ok_or_else(|| Usage::unknown("rule", known, name))
}

fn say(
    args: &Args,
    rule: Option<&str>,
    text: Option<&str>,
    spans: &[Span],
    out: &mut Output,
) -> io::Result<Outcome> {
    if args.json {
        out.line(since::of(rule, text, spans))?;
        return Ok(Outcome::of(!spans.is_empty()));
    }
    let said: Vec<_> = spans.iter().map(Span::to_string).collect();
    let said = if said.is_empty() { "in no document".to_owned() } else { said.join("; ") };
    let subject = text.or(rule).unwrap_or_default();
    let subject = Quoted(subject.as_bytes(), Stream::Results, out.passwords);
    let label = out.palette.label;
    writeln!(out, "{subject}: {label}{said}{label:#}")?;
    out.end_record()?;
    Ok(Outcome::of(!spans.is_empty()))
}

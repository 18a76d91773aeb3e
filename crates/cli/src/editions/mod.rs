//! `urispec editions`: one string under all editions.
//!
//! In: strings, and maybe a base. Out: of an argument a [`table`], of a line of a file a line if
//! there is a disagreement, and a [`tally`] of the kinds of them; or each as JSON ([`record`]).

use std::io::{self, Write};

use urispec::Edition;
use urispec::across::{Across, Answers, Disagreement};

use crate::audit::record::line;
use crate::fault::Fault;
use crate::input::{self, Item, Origin};
use crate::output::Output;
use crate::progress::Progress;
use crate::style::Quoted;
use crate::{Stop, Verdict, args as common, resolve};

pub(crate) mod args;
mod record;
mod table;
mod tally;
mod whatwg;

pub(crate) use args::Editions;
use tally::Tally;

pub(crate) fn run(args: &Editions, out: &mut Output) -> Result<Verdict, Stop> {
    common::some_input("editions", &args.strings, &args.files)?;
    let editions = if args.editions.is_empty() { Edition::ALL } else { &args.editions };
    let mut across = Across::new().editions(editions);
    let bytes = args.base.as_ref().map(|base| base.as_encoded_bytes());
    let base = match bytes.map(|bytes| self::base(editions, bytes)).transpose() {
        Ok(base) => base,
        Err(fault) => {
            let bytes = bytes.unwrap_or_default();
            return Ok(fault.report(out, Origin::Argument(bytes), Some("base"), bytes)?);
        }
    };
    if let Some(base) = base {
        across = across.base(base);
    }
    out.progress = Progress::through(&args.files);
    let mut tally = Tally::default();
    let verdict = input::each(&args.strings, &args.files, out, |out, item| {
        if let Some(progress) = &mut out.progress {
            progress.advance(1, item.bytes().len() as u64 + 1);
        }
        match item.text() {
            Ok(text) => ask(args, &across, base, item, text, &mut tally, out),
            Err(fault) => {
                tally.unreadable();
                if args.json && !args.count {
                    line(&record::unreadable(item, &fault), out)?;
                    return Ok(Verdict::No);
                }
                fault.report(out, item.origin, None, item.bytes())
            }
        }
    })?;
    out.progress = None;
    if args.count && args.json {
        tally.records().try_for_each(|record| line(&record, out))?;
    } else if args.count {
        write!(out, "{tally}")?;
    } else if !args.files.is_empty() {
        out.note(format_args!("{tally}"))?;
    }
    Ok(verdict)
}

/// A base, if it is one in any of the editions; else what the newest says.
fn base<'b>(editions: &[Edition], bytes: &'b [u8]) -> Result<&'b str, Fault> {
    let text = input::utf8(bytes)?;
    let mut refused = Ok(text);
    for &edition in editions {
        match resolve::base(edition, text) {
            Ok(_) => return Ok(text),
            Err(fault) => refused = Err(fault),
        }
    }
    refused
}

fn ask(
    args: &Editions,
    across: &Across<'_>,
    base: Option<&str>,
    item: &Item<'_>,
    text: &str,
    tally: &mut Tally,
    out: &mut Output,
) -> io::Result<Verdict> {
    let mut answers = across.ask(text);
    if args.with.is_some() {
        answers.push(whatwg::verdict(text, base));
    }
    let mut found = answers.disagreements();
    found.retain(|one| args.kind.is_empty() || args.kind.contains(&one.kind));
    tally.count(item, &found);
    let is_line = matches!(item.origin, Origin::Line(..));
    if !(args.count || is_line && found.is_empty()) {
        if args.json {
            line(&record::of(&answers, base, &found), out)?;
        } else if is_line && !args.verbose {
            short(item, &answers, &found, out)?;
        } else {
            out.begin_block();
            table::show(&answers, &found, out)?;
        }
    }
    Ok(if found.is_empty() { Verdict::Yes } else { Verdict::No })
}

/// A line of a file: its place, what is not agreed on and who differs, and the line.
fn short(
    item: &Item<'_>,
    answers: &Answers<'_>,
    found: &[Disagreement],
    out: &mut Output,
) -> io::Result<()> {
    let all = found.iter().map(|Disagreement { kind, by, .. }| format!("{kind} {}", by.join(" ")));
    let all = all.collect::<Vec<_>>().join("; ");
    let style = out.palette.warning;
    let text = Quoted(answers.text().as_bytes());
    writeln!(out, "{}: {style}{all}{style:#}: {text}", item.origin)
}

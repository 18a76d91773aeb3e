//! `urispec edit`: references with some components changed.
//!
//! In: references, and [changes]. Out: each reference with the changes made, from left to right. What is not
//! changed stays octet for octet. Nothing is written that is not a reference of the edition with the components that were
//! asked for: a change that would make another one is reported with the line.

use std::ffi::OsString;
use std::io;

use clap::ValueHint;
use urispec::{Edition, Reference, Resolver};
use urispec_views::fault::{Fault, utf8};
use urispec_views::record::Record;

use crate::input::taken::Taken;
use crate::input::{Input, Item};
use crate::options::Common;
use crate::options::invalid::{Invalid, OfInvalid};
use crate::output::Output;
use crate::output::fault::Reported;
use crate::output::outcome::{Outcome, Stop};
use crate::output::usage::Usage;

mod change;
mod changes;
mod parts;
mod query;

use change::Change;
use changes::Changes;
use parts::Parts;

const HELP: &str = "\
Change components of references, in the order of the options, and write the references.

A component that is not named stays as it stands, octet for octet. --set takes the text of a component, and what the \
component cannot have makes an error: `--set path=/a%20b`. --append takes data, and percent-encodes what is not \
unreserved: `--append 'path=a b'`. Pairs of the query end at `&`, and their keys at the first `=`; keys are compared as \
they are decoded.

What is written is always a reference of the edition, and has the components that were asked for. A change that cannot be \
made is reported with the line, and the reference is not written, unless --invalid says what to do: `a:b:c` without its \
scheme would be read as one of the scheme b. `--invalid keep` prints such a string as it was given, also what --redact would \
hide.

Exit codes: 0, all were changed, or had nothing to change; 1, some are invalid, or cannot be changed so, unless --invalid \
says what to do with them; 2, wrong usage, or a file cannot be read.";

const EXAMPLES: &str = "\
Examples:
  $ urispec edit --set host=example.com --set scheme=https 'http://example.org:8080/a?b#c'
  https://example.com:8080/a?b#c
  $ urispec edit --drop-query 'utm_*' --unset fragment 'http://h/?utm_source=x&q=1#top'
  http://h/?q=1
  $ urispec edit --append 'path=a b' --append query=k=v http://h/p
  http://h/p/a%20b?k=v
  $ urispec edit --redact password --redact query=token 'https://u:secret@h/?token=1'
  https://u:***@h/?token=***
  $ printf '../c\\n./d\\n' | urispec edit --resolve http://h/a/b --to case 2>/dev/null
  http://h/c
  http://h/a/d";

/// Change components of references: set, leave out, append, redact
#[derive(clap::Args)]
#[command(long_about = HELP, after_help = EXAMPLES)]
pub(crate) struct Args {
    /// References to change
    #[arg(value_name = "STR", value_hint = ValueHint::Url)]
    strings: Vec<OsString>,
    #[command(flatten)]
    changes: Changes,
    #[command(flatten)]
    invalid: OfInvalid,
    #[command(flatten)]
    common: Common,
}

pub(crate) fn run(args: &'static Args, out: &mut Output) -> Result<Outcome, Stop> {
    if args.changes.0.is_empty() {
        return Err(Usage::new(
            "nothing to change: give --set, --unset, --append or another change",
        )
        .into());
    }
    let resolver = Resolver::from_edition(args.common.edition());
    for change in &args.changes.0 {
        if let Change::Resolve(base) = change
            && let Err(error) = resolver.read_base(base)
        {
            return Err(Usage::new(format!("--resolve: this is no base: {error}")).into());
        }
    }
    let input = Input::in_common(&args.strings, &args.common)?
        .read_by("edit", Taken::References(args.common.edition()))
        .invalid(args.invalid.how());
    let done = input.each(out, move |out, item| edit(args, out, item))?;
    let counts = done.counts.said("edited", ["valid", "invalid"]);
    Ok(done.end(&args.common.less, out, &counts)?)
}

/// The reference with the changes, or why there is none.
fn edited(edition: Edition, changes: &Changes, text: &str) -> Result<String, Fault> {
    let reference = Reference::parse(edition, text).map_err(|error| Fault::of(error, text))?;
    let mut parts = Parts::of(&reference);
    for change in &changes.0 {
        change.apply(edition, &mut parts).map_err(Fault::Change)?;
    }
    parts.text(edition).map_err(Fault::Change)
}

fn edit(args: &Args, out: &mut Output, item: &Item<'_>) -> io::Result<Outcome> {
    let edition = args.common.edition();
    let edited = utf8(item.bytes()).and_then(|text| edited(edition, &args.changes, text));
    if args.common.json {
        if edited.is_err() && args.invalid.how() == Invalid::Skip {
            return Ok(Outcome::No);
        }
        let record = Record::of(edition).given("input", item.bytes()).with("valid", edited.is_ok());
        let (record, outcome) = match edited {
            Ok(text) => (record.with("edited", text), Outcome::Yes),
            Err(fault) => (record.with_record("error", Some(fault.record(None))), Outcome::No),
        };
        record.print(out)?;
        return Ok(outcome);
    }
    match edited {
        Ok(text) => {
            out.string(&text);
            Ok(Outcome::Yes)
        }
        Err(fault) => args
            .invalid
            .how()
            .answer(item.bytes(), out, |out| fault.report(out, item.origin, None, item.bytes())),
    }
}

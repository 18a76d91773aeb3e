//! `urispec relativize`: the shortest reference that resolves back.

use std::ffi::OsString;
use std::io::{self, Write};

use clap::ValueHint;
use urispec::{Edition, ParseError, Reference, Resolver, relativize_with};

use crate::fault::Fault;
use crate::input::{self, Item};
use crate::options::Common;
use crate::origin::Origin;
use crate::outcome::{Outcome, Stop};
use crate::output::Output;
use crate::record::{Record, lossy};
use crate::subject;

const HELP: &str = "\
Find the shortest reference that resolves, against the base, to the URI, as the edition resolves.

Some have none: under rfc3986 a URI with dot segments is the target of no reference, since \
resolving removes them; under rfc1738 nothing resolves (2.3).

Exit codes: 0, all have one; 1, some have none or are invalid; 2, wrong usage, or a file cannot be \
read.";

const EXAMPLES: &str = "\
Examples:
  $ urispec relativize --base http://a/b/c/d http://a/b/g http://a/b/c/d#s
  ../g
  #s";

/// Find the shortest reference from a base to a URI
#[derive(clap::Args)]
#[command(long_about = HELP, after_help = EXAMPLES)]
pub(crate) struct Args {
    /// URIs to find references to
    #[arg(value_name = "URI", value_hint = ValueHint::Url)]
    targets: Vec<OsString>,
    /// The URI that the references are to be resolved against
    #[arg(short, long, value_name = "URI", value_hint = ValueHint::Url)]
    base: OsString,
    #[command(flatten)]
    common: Common,
}

pub(crate) fn run(args: &Args, out: &mut Output) -> Result<Outcome, Stop> {
    input::some(&args.targets, &args.common.files)?;
    let bytes = args.base.as_encoded_bytes();
    let edition = args.common.edition();
    let base = input::utf8(bytes).and_then(|text| subject::base(edition, text));
    if let Err(fault) = &base
        && !args.common.json
    {
        return Ok(fault.report(out, Origin::Argument(bytes), Some("base"), bytes)?);
    }
    let outcome = input::each(&args.targets, &args.common.files, out, |out, item| {
        relative(args, out, (bytes, &base), item)
    })?;
    Ok(outcome)
}

/// A string as a target: a URI.
fn target(edition: Edition, text: &str) -> Result<Reference<'_>, Fault> {
    let reference = Reference::of(edition, text).map_err(|error| Fault::of(error, text))?;
    if reference.scheme().is_none() {
        return Err(Fault::Parse(ParseError::Relative));
    }
    Ok(reference)
}

fn relative(
    args: &Args,
    out: &mut Output,
    (base_bytes, base): (&[u8], &Result<Reference<'_>, Fault>),
    item: &Item<'_>,
) -> io::Result<Outcome> {
    let edition = args.common.edition();
    let target = item.text().and_then(|text| target(edition, text));
    let (found, other);
    let (part, answer) = match (base, &target) {
        (Err(fault), _) => (Some("base"), Err(fault)),
        (_, Err(fault)) => (args.common.json.then_some("target"), Err(fault)),
        (Ok(base), Ok(target)) => match relativize_with(&Resolver::of(edition), base, target) {
            Ok(reference) => {
                found = reference;
                (None, Ok(&found))
            }
            Err(error) => {
                other = Fault::from(error);
                (None, Err(&other))
            }
        },
    };
    let outcome = Outcome::of(answer.is_ok());
    if args.common.json {
        let both = base.as_ref().err().and(target.as_ref().err());
        Record::of(edition)
            .with("base", lossy(base_bytes))
            .with("reference", answer.ok().map(|found| found.as_str()))
            .with("valid", base.is_ok() && target.is_ok())
            .with("target", lossy(item.bytes()))
            .with_record("error", answer.err().map(|fault| fault.record(part)))
            .with_record("other_error", both.map(|fault| fault.record(Some("target"))))
            .print(out)?;
        return Ok(outcome);
    }
    match answer {
        Ok(found) => writeln!(out, "{found}").map(|()| outcome),
        Err(fault) => fault.report(out, item.origin, part, item.bytes()),
    }
}

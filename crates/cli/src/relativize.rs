//! `urispec relativize`: the shortest reference that resolves back.

use std::io::{self, Write};

use urispec::{Edition, ParseError, Reference, Resolver, relativize_with};

use crate::args::{self, Relativize};
use crate::fault::Fault;
use crate::input::{self, Item, Origin};
use crate::json::{Error, Record, lossy};
use crate::output::Output;
use crate::{Stop, Verdict, resolve};

pub(crate) fn run(args: &Relativize, out: &mut Output) -> Result<Verdict, Stop> {
    args::some_input("relativize", &args.targets, &args.common.files)?;
    let bytes = args.base.as_encoded_bytes();
    let edition = args.common.edition;
    let base = input::utf8(bytes).and_then(|text| resolve::base(edition, text));
    if let Err(fault) = &base
        && !args.common.json
    {
        return Ok(fault.report(out, Origin::Argument(bytes), Some("base"), bytes)?);
    }
    let verdict = input::each(&args.targets, &args.common.files, out, |out, item| {
        relative(args, out, (bytes, &base), item)
    })?;
    Ok(verdict)
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
    args: &Relativize,
    out: &mut Output,
    (base_bytes, base): (&[u8], &Result<Reference<'_>, Fault>),
    item: &Item<'_>,
) -> io::Result<Verdict> {
    let edition = args.common.edition;
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
    let verdict = if answer.is_ok() { Verdict::Yes } else { Verdict::No };
    if args.common.json {
        let record = Record {
            base: Some(lossy(base_bytes)),
            target: Some(Some(lossy(item.bytes()))),
            reference: answer.ok().map(|found| found.as_str().into()),
            valid: base.is_ok() && target.is_ok(),
            error: answer.err().map(|fault| Error::new(fault, part)),
            other_error: base
                .as_ref()
                .err()
                .and(target.as_ref().err())
                .map(|fault| Error::new(fault, Some("target"))),
            ..Record::new(edition)
        };
        record.print(out)?;
        return Ok(verdict);
    }
    match answer {
        Ok(found) => writeln!(out, "{found}").map(|()| verdict),
        Err(fault) => fault.report(out, item.origin, part, item.bytes()),
    }
}

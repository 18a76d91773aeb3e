//! `urispec compare`: the rung at which two references are equivalent.

use std::io::{self, Write};

use urispec::{Edition, Normalizer, Reference, Rung, compare_with};

use super::args::{self, Compare};
use super::fault::{Fault, Part, no_pair};
use super::input::{self, Origin};
use super::json::{Error, Record, lossy};
use super::output::Output;
use super::{Stop, Verdict, normalize};

pub(super) fn run(args: &Compare, out: &mut Output) -> Result<Verdict, Stop> {
    args::some_input("compare", args.a.as_slice(), &args.common.files)?;
    let known = normalize::redirects("compare", &args.ladder)?;
    normalize::note_unlicensed(args.common.edition, &args.ladder, out)?;
    let normalizer = Normalizer::of(args.common.edition);
    let normalizer =
        &known.as_ref().map_or(normalizer.clone(), |known| normalizer.redirects(known));
    let mut verdict = Verdict::Yes;
    if let (Some(a), Some(b)) = (&args.a, &args.b) {
        let [a, b] = [a, b].map(|side| side.as_encoded_bytes());
        verdict = pair(args, out, normalizer, None, [a, b])?;
        out.worst = verdict;
        out.end_record()?;
    }
    let lines = input::each(&[], &args.common.files, out, |out, item| match item.pair() {
        Ok((a, b)) => pair(args, out, normalizer, Some(item.origin), [a.as_bytes(), b.as_bytes()]),
        Err(fault) => no_pair(&args.common, out, item, &fault),
    })?;
    Ok(verdict.max(lines))
}

fn reference(edition: Edition, bytes: &[u8]) -> Result<Reference<'_>, Fault> {
    let text = input::utf8(bytes)?;
    Reference::of(edition, text).map_err(|error| Fault::of(error, text))
}

/// Compares two references; without an origin each is an argument.
fn pair(
    args: &Compare,
    out: &mut Output,
    normalizer: &Normalizer<'_>,
    origin: Option<Origin<'_>>,
    sides: [&[u8]; 2],
) -> io::Result<Verdict> {
    let edition = args.common.edition;
    let [a, b] = sides.map(|bytes| reference(edition, bytes));
    let record =
        || Record { a: Some(lossy(sides[0])), b: Some(lossy(sides[1])), ..Record::new(edition) };
    let (Ok(a), Ok(b)) = (&a, &b) else {
        const PARTS: [Part; 2] = [Some("a"), Some("b")];
        let faults = [&a, &b].into_iter().zip(PARTS).zip(sides);
        let mut faults = faults.filter_map(|((side, part), bytes)| {
            side.as_ref().err().map(|fault| (fault, part, bytes))
        });
        if args.common.json {
            let mut error = || faults.next().map(|(fault, part, _)| Error::new(fault, part));
            let (error, other_error) = (error(), error());
            Record { error, other_error, ..record() }.print(out)?;
            return Ok(Verdict::No);
        }
        for (fault, part, bytes) in faults {
            // An argument needs no telling which of two it is.
            let part = part.filter(|_| origin.is_some());
            fault.report(out, origin.unwrap_or(Origin::Argument(bytes)), part, bytes)?;
        }
        return Ok(Verdict::No);
    };
    let highest = args.ladder.to.unwrap_or(Rung::Protocol);
    let rung = compare_with(normalizer, a, b).filter(|rung| *rung <= highest);
    if args.common.json {
        let (equivalent, rung) = (Some(rung.is_some()), rung.map(Rung::name));
        Record { valid: true, equivalent, rung, ..record() }.print(out)?;
    } else {
        match rung {
            Some(rung) => {
                let licence = edition.rungs().find(|(known, _)| *known == rung);
                match licence.and_then(|(_, section)| section) {
                    Some(section) => writeln!(out, "{rung} ({section})")?,
                    None => writeln!(out, "{rung}")?,
                }
            }
            None => writeln!(out, "none")?,
        }
    }
    Ok(if rung.is_some() { Verdict::Yes } else { Verdict::No })
}

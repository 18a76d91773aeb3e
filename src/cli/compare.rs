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
    let known = normalize::redirects("compare", &args.ladder)?;
    let normalizer = Normalizer::of(args.common.edition);
    let normalizer =
        &known.as_ref().map_or(normalizer.clone(), |known| normalizer.redirects(known));
    let mut verdict = Verdict::Yes;
    if let (Some(a), Some(b)) = (&args.a, &args.b) {
        let [a, b] = [a, b].map(|side| side.as_encoded_bytes());
        verdict = pair(args, out, normalizer, None, [a, b])?;
        out.end_record()?;
    } else {
        args::some_input("compare", &[], &args.common.files)?;
    }
    let lines = input::each(&[], &args.common.files, out, |out, item| match item.pair() {
        Ok((a, b)) => pair(args, out, normalizer, Some(item.origin), [a.as_bytes(), b.as_bytes()]),
        Err(fault) => no_pair(&args.common, out, item, &fault),
    })?;
    Ok(verdict.max(lines))
}

fn reference(edition: Edition, bytes: &[u8]) -> Result<Reference<'_>, Fault> {
    Ok(Reference::parse(edition, edition.whole_rules()[0], input::utf8(bytes)?)?)
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
        for ((side, part), bytes) in [&a, &b].into_iter().zip(PARTS).zip(sides) {
            let Err(fault) = side else { continue };
            if args.common.json {
                Record { error: Some(Error::new(fault, part)), ..record() }.print(out)?;
                break;
            }
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

//! `urispec compare`: the rung at which two references are equivalent.

use std::borrow::Cow;
use std::io::{self, Write};

use urispec::{Normalizer, Reference, Rung, compare_with};

use crate::args::{self, Compare};
use crate::fault::{Part, no_pair};
use crate::input::{self, Origin};
use crate::json::{Error, Record, Warned, lossy};
use crate::output::Output;
use crate::subject::{self, Subject};
use crate::{Stop, Verdict, normalize};

pub(crate) fn run(args: &Compare, out: &mut Output) -> Result<Verdict, Stop> {
    args::some_input("compare", args.a.as_slice(), &args.common.files)?;
    let known = normalize::redirects("compare", &args.ladder)?;
    normalize::note_unlicensed(args.common.edition, &args.ladder, out)?;
    let normalizer = Normalizer::of(args.common.edition);
    let normalizer = known.as_ref().map_or(normalizer.clone(), |known| normalizer.redirects(known));
    let base = subject::base("compare", args.common.edition, &args.ladder)?;
    let by = &By { normalizer: normalizer.ignore_fragment(args.ignore_fragment), base };
    let mut verdict = Verdict::Yes;
    if let (Some(a), Some(b)) = (&args.a, &args.b) {
        let [a, b] = [a, b].map(|side| side.as_encoded_bytes());
        verdict = pair(args, out, by, None, [a, b])?;
        out.worst = verdict;
        out.end_record()?;
    }
    let lines = input::each(&[], &args.common.files, out, |out, item| match item.pair() {
        Ok((a, b)) => pair(args, out, by, Some(item.origin), [a.as_bytes(), b.as_bytes()]),
        Err(fault) => no_pair(&args.common, out, item, &fault),
    })?;
    Ok(verdict.max(lines))
}

/// By what references are compared.
struct By<'b> {
    normalizer: Normalizer<'b>,
    base: Option<Reference<'b>>,
}

/// The keys that hold the two sides.
const PARTS: [Part; 2] = [Some("a"), Some("b")];

/// Compares two references; without an origin each is an argument.
fn pair(
    args: &Compare,
    out: &mut Output,
    by: &By<'_>,
    origin: Option<Origin<'_>>,
    sides: [&[u8]; 2],
) -> io::Result<Verdict> {
    let edition = args.common.edition;
    let subjects = sides.map(|bytes| Subject::of(edition, by.base.as_ref(), bytes));
    let [a, b] = subjects.each_ref().map(|subject| subject.reference(edition));
    let record = || Record {
        base: by.base.map(|base| Cow::Borrowed(base.as_str())),
        a: Some(lossy(sides[0])),
        b: Some(lossy(sides[1])),
        ..Record::new(edition)
    };
    let (Ok(a), Ok(b)) = (&a, &b) else {
        let faults = [&a, &b].into_iter().zip(PARTS).zip(sides);
        let mut faults = faults.filter_map(|((side, part), bytes)| {
            side.as_ref().err().map(|fault| (&**fault, part, bytes))
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
    let rung = compare_with(&by.normalizer, a, b).filter(|rung| *rung <= highest);
    let warnings = warnings(&by.normalizer, &subjects, [a, b]);
    if args.common.json {
        let (equivalent, rung) = (Some(rung.is_some()), rung.map(Rung::name));
        let warnings = Some(warnings);
        Record { valid: true, warnings, equivalent, rung, ..record() }.print(out)?;
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
        for Warned { part, message, .. } in &warnings {
            match (origin, part) {
                (Some(origin), Some(part)) => {
                    out.warn(format_args!("{origin}: {part}: {message}\n"))?
                }
                _ => {
                    let bytes = sides[usize::from(*part == PARTS[1])];
                    out.warn(format_args!("{}: {message}\n", Origin::Argument(bytes)))?;
                }
            }
        }
    }
    Ok(if rung.is_some() { Verdict::Yes } else { Verdict::No })
}

/// What to know of both sides, each with the key that holds the side.
fn warnings(
    normalizer: &Normalizer<'_>,
    subjects: &[Subject<'_>; 2],
    sides: [&Reference<'_>; 2],
) -> Vec<Warned> {
    let normalizer = normalizer.clone().to(Rung::String);
    let sides = PARTS.into_iter().zip(subjects).zip(sides);
    let warned = sides.flat_map(|((part, subject), side)| {
        let caveats = normalizer.normalize(side).caveats().map(Warned::from).collect::<Vec<_>>();
        let warned = subject.warnings.iter().cloned().chain(caveats);
        warned.map(move |warned| Warned { part, ..warned })
    });
    warned.collect()
}

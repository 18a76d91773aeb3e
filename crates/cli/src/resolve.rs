//! `urispec resolve`: from a base and a reference to the target.

use std::io::{self, Write};

use urispec::{Components, Edition, Reference, ResolveError, Resolved, Resolver, Warning};

use crate::args::{self, Resolve};
use crate::fault::{Fault, Part, no_pair};
use crate::input::{self, Origin};
use crate::json::{Error, Record, Warned, lossy};
use crate::output::Output;
use crate::password;
use crate::{Stop, Verdict};

pub(crate) fn run(args: &Resolve, out: &mut Output) -> Result<Verdict, Stop> {
    args::some_input("resolve", &args.references, &args.common.files)?;
    let Some(given) = &args.base else {
        let pairs = input::each(&args.references, &args.common.files, out, |out, item| match item
            .pair()
        {
            Ok((base, reference)) => {
                let base = (base.as_bytes(), read_base(args, base));
                resolve(args, out, item.origin, &base, reference.as_bytes())
            }
            Err(fault) => no_pair(&args.common, out, item, &fault),
        })?;
        return Ok(pairs);
    };
    let bytes = given.as_encoded_bytes();
    let base = input::utf8(bytes).and_then(|text| read_base(args, text));
    if let Err(fault) = &base
        && !args.common.json
    {
        return Ok(fault.report(out, Origin::Argument(bytes), Some("base"), bytes)?);
    }
    let base = (bytes, base);
    let verdict = input::each(&args.references, &args.common.files, out, |out, item| {
        resolve(args, out, item.origin, &base, item.bytes())
    })?;
    Ok(verdict)
}

/// A base, and what to say of it.
type Base<'i> = (Components<'i>, Option<Warning>);

/// A string as a base: a reference that has a scheme (5.2.1).
pub(crate) fn base(edition: Edition, text: &str) -> Result<Reference<'_>, Fault> {
    let reference = Reference::of(edition, text).map_err(|error| Fault::of(error, text))?;
    if reference.scheme().is_none() {
        return Err(Fault::Resolve(ResolveError::BaseWithoutScheme));
    }
    Ok(reference)
}

/// A string as what the edition takes for a base.
fn read_base<'i>(args: &Resolve, text: &'i str) -> Result<Base<'i>, Fault> {
    resolver(args).read_base(text).map_err(|error| Fault::of_resolving(error, text))
}

fn resolver(args: &Resolve) -> Resolver {
    Resolver::of(args.common.edition)
        .non_strict(args.non_strict)
        .guard_path(args.guard_path)
        .above_root(args.above_root.into())
}

fn resolve(
    args: &Resolve,
    out: &mut Output,
    origin: Origin<'_>,
    (base_bytes, base): &(&[u8], Result<Base<'_>, Fault>),
    bytes: &[u8],
) -> io::Result<Verdict> {
    let edition = args.common.edition;
    let resolver = resolver(args);
    let reference = input::utf8(bytes)
        .and_then(|text| resolver.read(text).map_err(|error| Fault::of_resolving(error, text)));
    let record = || Record {
        base: Some(lossy(base_bytes)),
        reference: Some(lossy(bytes)),
        ..Record::new(edition)
    };
    let invalid = |out: &mut Output, bytes, part: Part, fault: &Fault| {
        if !args.common.json {
            return fault.report(out, origin, part, bytes);
        }
        Record { error: Some(Error::new(fault, part)), ..record() }.print(out)?;
        Ok(Verdict::No)
    };
    match (base, &reference) {
        (Err(fault), Err(other)) if args.common.json => {
            let error = Some(Error::new(fault, Some("base")));
            let other_error = Some(Error::new(other, Some("reference")));
            Record { error, other_error, ..record() }.print(out)?;
            Ok(Verdict::No)
        }
        (Err(fault), Err(other)) => {
            invalid(out, base_bytes, Some("base"), fault)?;
            invalid(out, bytes, Some("reference"), other)
        }
        (Err(fault), Ok(_)) => invalid(out, base_bytes, Some("base"), fault),
        (Ok(_), Err(fault)) => invalid(out, bytes, Some("reference"), fault),
        (Ok((base, of_base)), Ok((reference, warning))) => {
            let target = match target(args, out, base, reference)? {
                Ok(target) => target,
                Err(fault) => return invalid(out, bytes, None, &fault),
            };
            let warnings = || of_base.iter().chain(warning).copied().chain(target.warnings());
            if args.common.json {
                let warnings = warnings().map(Warned::from).collect();
                answer(Record { warnings: Some(warnings), ..record() }, base, &target)
                    .print(out)?;
            } else {
                writeln!(out, "{target}")?;
                for warning in warnings() {
                    let warning = password::veiled_message(&warning.to_string());
                    out.warn(format_args!("{origin}: {warning}\n"))?;
                }
            }
            Ok(Verdict::Yes)
        }
    }
}

fn target<'a>(
    args: &Resolve,
    out: &mut Output,
    base: &Components<'a>,
    reference: &Components<'a>,
) -> io::Result<Result<Resolved<'a>, Fault>> {
    let resolver = resolver(args);
    if !args.trace {
        return Ok(resolver.resolve(base, reference).map_err(Fault::Resolve));
    }
    out.begin_block();
    // An authority stands in a step as it stands in the base or the reference.
    let authorities = [base, reference].into_iter().filter_map(|parts| parts.authority);
    let userinfos = authorities.filter_map(|authority| {
        let hidden = password::of_authority(authority.as_bytes())?;
        let end = hidden.end + "@".len();
        let whole = &authority[..end];
        Some([whole.to_owned(), password::veiled_at(whole, Some(hidden)).into_owned()])
    });
    let userinfos: Vec<[String; 2]> = userinfos.collect();
    let mut written = Ok(());
    let target = resolver.trace(base, reference, |step| {
        if written.is_ok() {
            // A trace may be much longer than what it traces, and is not kept.
            let step = userinfos
                .iter()
                .fold(step.to_string(), |step, [whole, veiled]| step.replace(whole, veiled));
            written = writeln!(out, "{step}").and_then(|()| out.end_record());
        }
    });
    written.map(|()| target.map_err(Fault::Resolve))
}

fn answer<'a>(record: Record<'a>, base: &Components<'_>, resolved: &'a Resolved<'_>) -> Record<'a> {
    // "identical to the base URI", "aside from its fragment component" (RFC 3986, 4.4); older
    // editions make it an answer of its own, without a target.
    let (target, current_document, fragment) = match resolved {
        Resolved::Target(target) => {
            let [document, current] =
                [target.components(), *base].map(|uri| Components { fragment: None, ..uri });
            (Some(target.to_string().into()), document == current, target.components().fragment)
        }
        Resolved::CurrentDocument { fragment } => (None, true, *fragment),
    };
    Record {
        valid: true,
        target: Some(target),
        current_document: Some(current_document),
        fragment,
        ..record
    }
}

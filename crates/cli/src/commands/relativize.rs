//! `urispec relativize`: finds the shortest reference that resolves to a URI.

use std::ffi::OsString;
use std::io;

use clap::ValueHint;
use urispec::{
    Edition, ParseError, Reference, ResolveError, Resolved, Resolver, relativize_with, split,
};
use urispec_views::fault::{Fault, OfTwo, utf8};
use urispec_views::record::Record;

use crate::input::rows::ArgumentKind;
use crate::input::{self, Input, Item, rows};
use crate::options::{Common, Invalid, InvalidArgs};
use crate::output::{Outcome, Output, Reported, Stop, StringOrigin};

const HELP: &str = "\
Find, for each URI, the shortest reference that resolves to it against the base, by the resolution algorithm of the edition.

Some URIs have no such reference. Under rfc3986, no reference resolves to a URI with dot \
segments, since resolution removes them; under rfc1738, nothing resolves (2.3).

Under some editions, a reference that is empty or only a fragment is to the current document, whatever the base (RFC \
2396, 4.2). Such a reference has a warning, and in JSON `current_document` is true.

Without --base, each line of the files or of standard input is a base, a tab and a URI.

Exit codes: 0, each URI has a reference; 1, a URI has none, or is invalid, unless --invalid handles it; 2, wrong usage, or a \
file cannot be read.";

const USAGE: &str = "\
urispec relativize [OPTIONS] --base <URI> [URI]...
       urispec relativize [OPTIONS] [--file <FILE>]";
const BASE: &str = "\
The base URI of the references.

Without --base, each line of a FILE or of standard input is a base, a tab and a URI.";

const EXAMPLES: &str = "\
Examples:
  $ urispec relativize --base http://a/b/c/d http://a/b/g http://a/b/c/d#s
  ../g
  #s
  $ printf 'http://a/b/c\\thttp://a/g\\n' | urispec relativize
  /g";

/// Find the shortest reference from a base to a URI
#[derive(clap::Args)]
#[command(long_about = HELP, after_help = EXAMPLES, override_usage = USAGE)]
pub(crate) struct Args {
    /// The URIs to find references for
    #[arg(value_name = "URI", value_hint = ValueHint::Url, requires = "base")]
    targets: Vec<OsString>,
    /// The base URI of the references; without it, each line of a FILE is a base, a tab and a URI
    #[arg(short, long, value_name = "URI", value_hint = ValueHint::Url, long_help = BASE)]
    base: Option<OsString>,
    #[command(flatten)]
    common: Common,
    #[command(flatten)]
    invalid: InvalidArgs,
}

pub(crate) fn run(args: &'static Args, out: &mut Output) -> Result<Outcome, Stop> {
    let input = Input::in_common(&args.targets, &args.common)?;
    let input = input
        .read_by("relativize", ArgumentKind::References(args.common.edition()))?
        .invalid(args.invalid.how());
    let edition = args.common.edition();
    let done = match &args.base {
        None => input.each(out, move |out, item| {
            let by = (&args.common, args.invalid.how());
            rows::with_pair(item, by, out, |out, [base, target]| {
                let read = whole(edition, base, WITHOUT_SCHEME);
                let target = (target.as_bytes(), Some("target"));
                relative(args, out, (base.as_bytes(), &read), item, target)
            })
        })?,
        Some(given) => {
            let bytes = given.as_encoded_bytes();
            let base = utf8(bytes).and_then(|text| whole(edition, text, WITHOUT_SCHEME));
            if let Err(fault) = &base
                && !args.common.json
            {
                let origin = StringOrigin::Argument(bytes, out.passwords);
                return Ok(fault.report(out, origin, Some("base"), bytes)?);
            }
            let part = args.common.json.then_some("target");
            input.each(out, move |out, item| {
                relative(args, out, (bytes, &base), item, (item.bytes(), part))
            })?
        }
    };
    let counts = done.counts.summary("read", ["with a reference", "without"]);
    Ok(done.end(&args.common.less, out, &counts)?)
}

const WITHOUT_SCHEME: Fault = Fault::Resolve(ResolveError::BaseWithoutScheme);

/// Parses a base or a target as a URI. If it has no scheme, the error is `relative`.
fn whole(edition: Edition, text: &str, relative: Fault) -> Result<Reference<'_>, Fault> {
    let reference = Reference::parse(edition, text).map_err(|error| Fault::of(error, text))?;
    if reference.scheme().is_none() { Err(relative) } else { Ok(reference) }
}

/// Returns whether the edition has no target for a reference, since it is to the current document.
fn is_of_document(edition: Edition, base: &Result<Reference<'_>, Fault>, found: &str) -> bool {
    let Ok(base) = base else { return false };
    let resolved = Resolver::from_edition(edition).resolve(split(base.as_str()), split(found));
    matches!(resolved, Ok(Resolved::CurrentDocument { .. }))
}

/// Prints the reference to a target, or the fault. Messages call the target `name`.
fn relative(
    args: &Args,
    out: &mut Output,
    (base_bytes, base): (&[u8], &Result<Reference<'_>, Fault>),
    item: &Item<'_>,
    (bytes, name): (&[u8], OfTwo),
) -> io::Result<Outcome> {
    let edition = args.common.edition();
    let target = input::beside_base(item.origin, bytes)
        .and_then(|text| whole(edition, text, Fault::Parse(ParseError::Relative)));
    let found;
    let (part, answer) = match (base, &target) {
        (Err(fault), _) => (Some("base"), Err(fault)),
        (_, Err(fault)) => (name, Err(fault)),
        (Ok(base), Ok(target)) => {
            let resolver = Resolver::from_edition(edition);
            found = relativize_with(&resolver, base, target).map_err(Fault::from);
            (None, found.as_ref())
        }
    };
    let outcome = Outcome::from_bool(answer.is_ok());
    let how = args.invalid.how();
    if args.common.json && how == Invalid::Skip && answer.is_err() {
        return Ok(outcome);
    }
    if args.common.json {
        let both = base.as_ref().err().and(target.as_ref().err());
        Record::of(edition)
            .given("base", base_bytes)
            .with("reference", answer.ok().map(|found| found.as_str()))
            .with("current_document", answer.ok().map(|found| is_of_document(edition, base, found)))
            .with("valid", base.is_ok() && target.is_ok())
            .given("target", bytes)
            .with_record("error", answer.err().map(|fault| fault.record(part)))
            .with_record("other_error", both.map(|fault| fault.record(Some("target"))))
            .print(out)?;
        return Ok(outcome);
    }
    match answer {
        Ok(found) => {
            out.string(found.as_str());
            if is_of_document(edition, base, found) {
                let why = "the reference is to the current document, which need not be at the base";
                let cause = "current-document";
                out.warn_of(item.origin, cause, format_args!("{}: {why}\n", item.origin))?;
            }
            Ok(outcome)
        }
        Err(fault) => {
            let blamed = if base.is_err() { base_bytes } else { bytes };
            how.answer(item.bytes(), out, |out| {
                let outcome = fault.report(out, item.origin, part, blamed)?;
                match (base, &target) {
                    (Err(_), Err(other)) => other.report(out, item.origin, Some("target"), bytes),
                    _ => Ok(outcome),
                }
            })
        }
    }
}

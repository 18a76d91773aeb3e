//! `urispec resolve`: finds the target of a reference against a base.

use std::ffi::OsString;
use std::io::{self, Write};

use clap::{ValueEnum, ValueHint};
use urispec::trace::Warning;
use urispec::{Components, Resolved, Resolver};
use urispec_views::fault::{Fault, OfTwo, utf8};
use urispec_views::record::Record;
use urispec_views::strings::resolved as answer;

use crate::input::rows::ArgumentKind;
use crate::input::{self, Input, Item, rows};
use crate::options::{Common, Invalid, InvalidArgs};
use crate::output::{Outcome, Output, Reported, Stop, StringOrigin, password};

const HELP: &str = "\
Resolve references against a base, and print the targets. The edition selects the algorithm:

  rfc1630        4.1.3           partial forms: /x replaces the base from its first run of exactly
                                 one slash that has no longer run to its right; //x does so with
                                 a run of two, and so on
  rfc1738        2.3             none: the document leaves relative links to others, so nothing
                                 resolves
  rfc1808        4               steps 1 to 7, in which the parameters of a path, from its first
                                 \";\" on, are a component of their own
  url-syntax-05  5.2             steps 1 to 7, which merge the query with the path
  rfc2396        5.2             steps 1 to 7; --above-root chooses in step 6g
  rfc2732        5.2             as rfc2396, which it amends
  rfc2396bis-01  5.2             pseudocode and merge; --above-root chooses in step 7
  rfc3986        5.2.2 to 5.3
  rfc3987        6.5             the algorithm of rfc3986
  rfc6874        5.2.2 to 5.3    as rfc3986, which it amends
  whatwg         url-parsing     the standard's parser, which rewrites what it reads
  rfc2141        A               none: a name is opaque
  rfc2397        2               none: the scheme has no relative forms
  rfc3061        RFC 2141, A     none: a name is opaque
  rfc3966        1               none: the scheme has no path hierarchy
  rfc5870, rfc6068, rfc6694, rfc6920, rfc7565, rfc8089, rfc8141, rfc9110, did, rfc9562, pkg, spiffe
                                 as rfc3986, against a base of the scheme; for rfc6920 any URI of ni (3),
                                 such as ni://example.com

A reference that is empty, or only a fragment, means the current document: the target is printed as \
`(current document)`, then the fragment. Three editions differ. Under rfc3986 the target is the \
base. Under rfc1808 an empty reference means the whole base including its fragment (4, step 2a), and a \
fragment the base with that fragment (steps 5a and 5b). Under rfc1630 the target is the base without \
its last part (4.1.3). In JSON, `target` is null \
and `current_document` is true for the current document.

There is a warning on stderr (in JSON, in `warnings`) for:

  - a reference that the edition's algorithm resolves although its grammar does not derive it,
    such as ?y and http: under rfc2396 (5.2);
  - a target that would be parsed as another reference, or that leads above the root;
  - a relative reference with an opaque base, such as mailto:a, under rfc2396 and
    rfc2396bis-01 (5), or with a base that is not a generic-RL, such as http://h//a, under
    rfc1808 (2);
  - a reference that is an error because of its scheme, such as http:g with an http base
    under rfc2396 (5.2, step 3);
  - a target that has the scheme of the base, but is not a URI of that scheme, such as urn:b
    under rfc8141 (2);
  - a base that is not a URI of the scheme, such as ni://example.com under rfc6920 (3).

Exit codes: 0, all were resolved; 1, a base or a reference is invalid, unless --invalid handles it; 2, wrong usage, or a file \
cannot be read.";
const USAGE: &str = "\
urispec resolve [OPTIONS] --base <URI> [REF]...
       urispec resolve [OPTIONS] [--file <FILE>]";
const BASE: &str = "\
The base URI. It needs a scheme; its fragment is dropped (RFC 3986, 5.1), except \
under rfc1808, where an empty reference inherits it. Under rfc1808 (3.4) and url-syntax-05 (5.1.4) the \
base may be empty, and then each reference is treated as absolute.

Without --base, each line of a FILE or of standard input is a base, a tab and a reference.";
const NON_STRICT: &str = "\
Ignore the scheme of a reference if the base has the same scheme.

This departs from the letter of \"if defined(R.scheme)\", but RFC 3986, 5.2.2, permits it: \"A non-strict \
parser may ignore a scheme in the reference if it is identical to the base URI's scheme.\" rfc2396 \
(5.2, step 3) and rfc2396bis-01 (5.2) permit it too; under the other editions the option has no \
effect.";
const GUARD_PATH: &str = "\
Write `/.` before a path that would otherwise be parsed as an authority.

This departs from the letter of \"append path to result\" (RFC 3986, 5.3), to satisfy 3.3: \
without an authority \"the path cannot begin with two slash characters\".";

const EXAMPLES: &str = "\
Examples:
  $ urispec resolve --base 'http://a/b/c/d;p?q' ../g '?y'
  http://a/b/g
  http://a/b/c/d;p?y
  $ urispec resolve --base http://a/b/c/ --non-strict http:g
  http://a/b/c/g
  $ urispec resolve --base a:/b --guard-path .//c
  a:/.//c
  $ printf 'http://a/b\\tc\\n' | urispec resolve
  http://a/c
  $ urispec resolve --edition rfc2396 --base http://a/b/c '#s' ../../g 2>&1
  (current document)#s
  http://a/../g
  warning: ../../g: the target's path begins with \"..\": the reference is in error (RFC 2396, 5.2)
  $ urispec resolve --base http://a/b ../c --trace | tail -n 1
  http://a/c";

/// Resolve references against a base
#[derive(clap::Args)]
#[command(long_about = HELP, after_help = EXAMPLES, override_usage = USAGE)]
pub(crate) struct Args {
    /// References to resolve
    #[arg(value_name = "REF", value_hint = ValueHint::Url, requires = "base")]
    references: Vec<OsString>,
    /// The base URI; without it, each line of a FILE is a base, a tab and a reference
    #[arg(short, long, value_name = "URI", value_hint = ValueHint::Url)]
    #[arg(long_help = BASE)]
    base: Option<OsString>,
    #[command(flatten)]
    common: Common,
    #[command(flatten)]
    invalid: InvalidArgs,
    /// Print the steps of the document's algorithm in its own terms, then the target
    #[arg(long, conflicts_with_all = ["json", "count"])]
    trace: bool,
    /// Ignore the scheme of a reference if the base has the same one (RFC 3986, 5.2.2)
    #[arg(long, long_help = NON_STRICT)]
    non_strict: bool,
    /// Write `/.` before a path that would be parsed as an authority (RFC 3986, 3.3)
    #[arg(long, long_help = GUARD_PATH)]
    guard_path: bool,
    /// How to handle `..` above the root, where the edition allows a choice (RFC 2396, 5.2, step 6g;
    /// rfc2396bis-01 5.2, 7)
    #[arg(long, value_name = "HOW", default_value = "keep", ignore_case = true)]
    above_root: AboveRoot,
}

#[derive(Clone, Copy, ValueEnum)]
enum AboveRoot {
    /// Keep `..` in the path, with a warning
    Keep,
    /// Remove `..` from the path
    Remove,
    /// Reject the reference
    Refuse,
}

pub(crate) fn run(args: &'static Args, out: &mut Output) -> Result<Outcome, Stop> {
    let input = Input::in_common(&args.references, &args.common)?;
    let input = input.read_by("resolve", ArgumentKind::Anything)?.invalid(args.invalid.how());
    let done = match &args.base {
        None => input.each(out, move |out, item| {
            let by = (&args.common, args.invalid.how());
            rows::with_pair(item, by, out, |out, [base, reference]| {
                let base = (base.as_bytes(), read_base(args, base));
                resolve(args, out, item, &base, reference.as_bytes())
            })
        })?,
        Some(given) => {
            let bytes = given.as_encoded_bytes();
            let base = utf8(bytes).and_then(|text| read_base(args, text));
            if let Err(fault) = &base
                && !args.common.json
            {
                let origin = StringOrigin::Argument(bytes, out.passwords);
                return Ok(fault.report(out, origin, Some("base"), bytes)?);
            }
            let base = (bytes, base);
            input.each(out, move |out, item| resolve(args, out, item, &base, item.bytes()))?
        }
    };
    let counts = done.counts.summary("read", ["resolved", "not"]);
    Ok(done.end(&args.common.less, out, &counts)?)
}

/// The components of a base, and the warning about the base, if there is one.
type Base<'i> = (Components<'i>, Option<Warning>);

fn read_base<'i>(args: &Args, text: &'i str) -> Result<Base<'i>, Fault> {
    resolver(args).read_base(text).map_err(|error| Fault::of_resolving(error, text))
}

fn resolver(args: &Args) -> Resolver {
    Resolver::from_edition(args.common.edition())
        .non_strict(args.non_strict)
        .guard_path(args.guard_path)
        .above_root(match args.above_root {
            AboveRoot::Keep => urispec::AboveRoot::Keep,
            AboveRoot::Remove => urispec::AboveRoot::Remove,
            AboveRoot::Refuse => urispec::AboveRoot::Refuse,
        })
}

fn resolve(
    args: &Args,
    out: &mut Output,
    item: &Item<'_>,
    (base_bytes, base): &(&[u8], Result<Base<'_>, Fault>),
    bytes: &[u8],
) -> io::Result<Outcome> {
    let edition = args.common.edition();
    let (resolver, origin, how) = (resolver(args), item.origin, args.invalid.how());
    let reference = input::beside_base(origin, bytes)
        .and_then(|text| resolver.read(text).map_err(|error| Fault::of_resolving(error, text)));
    let record = |valid| {
        Record::of(edition).given("base", base_bytes).given("reference", bytes).with("valid", valid)
    };
    let invalid = |out: &mut Output, bytes, part: OfTwo, fault: &Fault| {
        if how == Invalid::Skip {
            return Ok(Outcome::No);
        }
        if !args.common.json {
            return how.answer(item.bytes(), out, |out| fault.report(out, origin, part, bytes));
        }
        // A reference that parses without a warning is valid, even if it does not resolve.
        let is_read = |read: &Result<(_, Option<Warning>), Fault>| matches!(read, Ok((_, None)));
        let valid = part.is_none() && is_read(base) && is_read(&reference);
        record(valid).with_record("error", Some(fault.record(part))).print(out)?;
        Ok(Outcome::No)
    };
    match (base, &reference) {
        (Err(fault), Err(other)) if args.common.json && how != Invalid::Skip => {
            record(false)
                .with_record("error", Some(fault.record(Some("base"))))
                .with_record("other_error", Some(other.record(Some("reference"))))
                .print(out)?;
            Ok(Outcome::No)
        }
        (Err(fault), Err(other)) if how.is_reported() => {
            invalid(out, base_bytes, Some("base"), fault)?;
            invalid(out, bytes, Some("reference"), other)
        }
        (Err(fault), _) => invalid(out, base_bytes, Some("base"), fault),
        (Ok(_), Err(fault)) => invalid(out, bytes, Some("reference"), fault),
        (Ok((base, of_base)), Ok((reference, warning))) => {
            let target = match target(args, out, base, reference)? {
                Ok(target) => target,
                Err(fault) => return invalid(out, bytes, None, &fault),
            };
            let warnings = || of_base.iter().chain(warning).copied().chain(target.warnings());
            if args.common.json {
                answer(record(true), base, &target, warnings()).print(out)?;
            } else {
                out.string(&target.to_string());
                for warning in warnings() {
                    let message = out.passwords.redacted_message(&warning.to_string());
                    out.warn_of(origin, warning.code(), format_args!("{origin}: {message}\n"))?;
                }
            }
            Ok(Outcome::Yes)
        }
    }
}

fn target<'a>(
    args: &Args,
    out: &mut Output,
    base: &Components<'a>,
    reference: &Components<'a>,
) -> io::Result<Result<Resolved<'a>, Fault>> {
    let resolver = resolver(args);
    if !args.trace {
        return Ok(resolver.resolve(base, reference).map_err(Fault::Resolve));
    }
    out.begin_block();
    // Steps show authorities exactly as in the base or the reference.
    let authorities = [base, reference].into_iter().filter_map(|parts| parts.authority);
    let passwords = out.passwords;
    let userinfos = authorities.filter_map(|authority| {
        let hidden = passwords.of_authority(authority.as_bytes())?;
        let whole = &authority[..hidden.end + "@".len()];
        Some((whole, password::redacted_at(whole, Some(hidden))))
    });
    let userinfos: Vec<_> = userinfos.collect();
    let mut written = Ok(());
    let target = resolver.trace(base, reference, |step| {
        if written.is_ok() {
            // A trace may be much longer than its input, so it is streamed.
            let userinfos = userinfos.iter();
            let step = userinfos
                .fold(step.to_string(), |step, (whole, redacted)| step.replace(whole, redacted));
            written = writeln!(out, "{step}").and_then(|()| out.end_record());
        }
    });
    written.map(|()| target.map_err(Fault::Resolve))
}

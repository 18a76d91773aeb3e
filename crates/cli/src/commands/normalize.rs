//! `urispec normalize`: prints the normal form, and each change that leads to it.

use std::borrow::Cow;
use std::ffi::OsString;
use std::io::{self, Write};

use clap::ValueHint;
use urispec::{Normalizer, Recognizer, Reference};
use urispec_views::fault::Warned;
use urispec_views::record::Record;
use urispec_views::strings::{Base, Subject, normalized as answer};

use crate::input::rows::ArgumentKind;
use crate::input::{Input, Item};
use crate::options::names::Ladder;
use crate::options::{Common, Invalid, InvalidArgs};
use crate::output::{Outcome, Output, Quoted, Reported, Stop, Stream};

const HELP: &str = "\
Print references in their normal form. By default this is all of RFC 3986, 6.2.2, which is safe \
for any scheme; --to selects more or less. Only steps that the edition's document defines are applied.

A relative reference \"must be transformed to its target URI before it can be normalized\" (RFC \
3986, 5.2.1), which --base does. Without --base, a relative reference is normalized as far as the \
base does not matter, with a warning on stderr (in JSON, in `warnings`).

Taken literally, the document turns some references into a different one. Two guards \
prevent this, and --letter disables them. First, `/.` is kept before a path that \
would otherwise become an authority, as in a:/.//b. Second, %2E is kept in a relative reference if it \
would become a dot segment, as in %2E/.. without a base.

With --edition whatwg, the normal form is what a browser makes of the string: the serialization of any string that \
the parser of the URL Standard accepts, with a warning if it is not a valid URL string.

--without-zone removes the zone identifier of an IPv6 address, which means nothing to another \
host. Only references of rfc6874 have one.

Exit codes: 0, all are valid; 1, some are not, unless --invalid handles them; 2, wrong usage, or a file cannot be read.";
const LETTER: &str = "\
Follow the document literally, even if the normal form then means a different reference; a warning \
says so.

Without this option, two sentences are not followed literally. First, \"URI normalizers \
should remove dot-segments by applying the remove_dot_segments algorithm to the path\" (RFC 3986, \
6.2.2.3); but `/.` is kept if the path would otherwise become an authority. Second, the escape of \
a dot \"should be decoded\" by normalizers (2.3); but it is kept in a relative reference if it \
would become a dot segment.";

const EXAMPLES: &str = "\
Examples:
  $ urispec normalize 'eXAMPLE://a/./b/../b/%63/%7bfoo%7d'
  example://a/b/c/%7Bfoo%7D
  $ urispec normalize --to scheme --trace http://example.com:80
  http://example.com/
    scheme            3.2.3    :80 -> \"\"
    scheme            6.2.3    \"\" -> /
  $ urispec normalize --edition rfc1738 --to protocol HTTP://h:80/%7e 2>&1
  note: rfc1738 has no rung protocol, only string, case (2.1), percent-encoding (2.2), scheme (3)
  http://h/%7E
  $ urispec normalize --redirect http://h/data http://h/data/ http://h/data
  http://h/data/
  $ urispec normalize --base http://h/a/b ../%7Ec
  http://h/~c
  $ urispec normalize --edition whatwg 'http:0x7F.1/a b' 2>/dev/null
  http://127.0.0.1/a%20b
  $ urispec normalize --edition rfc6874 --without-zone 'http://[FE80::A%25en1]/'
  http://[fe80::a]/
  $ urispec normalize --letter a:/.//b 2>&1
  a://b
  warning: a:/.//b: the normal form may be parsed or resolved as a different reference";

/// Print references in their normal form
#[derive(clap::Args)]
#[command(long_about = HELP, after_help = EXAMPLES)]
pub(crate) struct Args {
    /// References to normalize
    #[arg(value_name = "STR", value_hint = ValueHint::Url)]
    strings: Vec<OsString>,
    #[command(flatten)]
    common: Common,
    #[command(flatten)]
    ladder: Ladder,
    #[command(flatten)]
    invalid: InvalidArgs,
    /// Follow the document literally, even if the meaning changes (RFC 3986, 6.2.2.3 and 2.3)
    #[arg(long, long_help = LETTER)]
    letter: bool,
    /// Remove zone identifiers, as required before a URI is sent (RFC 6874, 4)
    #[arg(long)]
    without_zone: bool,
    /// List each change and its section below the normal form
    #[arg(long, alias = "explain", conflicts_with = "count")]
    trace: bool,
}

pub(crate) fn run(args: &'static Args, out: &mut Output) -> Result<Outcome, Stop> {
    let input = Input::in_common(&args.strings, &args.common)?;
    let input = input
        .read_by("normalize", ArgumentKind::References(args.common.edition()))?
        .invalid(args.invalid.how());
    let redirects = args.ladder.redirects(out.passwords)?;
    args.ladder.note_unlicensed(args.common.edition(), out)?;
    let normalizer = args.ladder.normalizer(args.common.edition());
    let normalizer = redirects.map_or(normalizer.clone(), |known| normalizer.redirects(known));
    let normalizer = normalizer.letter(args.letter);
    let base = args.ladder.base(args.common.edition(), out.passwords)?;
    let done =
        input.each(out, move |out, item| normalize(args, out, &normalizer, base.as_ref(), item))?;
    let counts = done.counts.summary("normalized", ["valid", "invalid"]);
    Ok(done.end(&args.common.less, out, &counts)?)
}

fn normalize(
    args: &Args,
    out: &mut Output,
    normalizer: &Normalizer<'_>,
    base: Option<&Base<'_>>,
    item: &Item<'_>,
) -> io::Result<Outcome> {
    let edition = args.common.edition();
    let mut subject = Subject::normalizable(edition, base, item.bytes());
    let mut warnings = std::mem::take(&mut subject.warnings);
    let record = |production: Recognizer, valid| {
        Record::of(edition)
            .with("rule", production.rule())
            .given("input", item.bytes())
            .with("base", base.map(Base::as_str))
            .with("valid", valid)
    };
    let reference = match subject.reference(edition) {
        Ok(reference) => reference,
        Err(_) if args.common.json && args.invalid.how() == Invalid::Skip => {
            return Ok(Outcome::No);
        }
        Err(fault) if args.common.json => {
            let record = record(edition.whole()[0], false);
            record.with_record("error", Some(fault.record(None))).print(out)?;
            return Ok(Outcome::No);
        }
        Err(fault) => {
            return args.invalid.how().answer(item.bytes(), out, |out| {
                fault.report(out, item.origin, None, item.bytes())
            });
        }
    };
    let without_zone;
    let reference = match reference.without_zone() {
        Cow::Owned(text) if args.without_zone => {
            without_zone = text;
            // An address without its zone is valid wherever one with a zone is.
            Reference::parse(edition, &without_zone).unwrap_or(reference)
        }
        _ => reference,
    };
    let normal;
    if args.common.json {
        // The production for whole strings that derives the reference.
        let whole = edition.deriving(reference.as_str()).unwrap_or(edition.whole()[0]);
        answer(record(whole, subject.is_valid()), normalizer, &reference, warnings, usize::MAX)
            .print(out)?;
        return Ok(Outcome::Yes);
    }
    if args.trace {
        let mut changes = String::new();
        let (label, passwords) = (out.palette.label, out.passwords);
        normal = normalizer.explain(&reference, |change| {
            let quoted =
                |text: &str| Quoted(text.as_bytes(), Stream::Results, passwords).to_string();
            let [before, after] = [change.before, change.after].map(quoted);
            let (rung, section) = (change.rung, change.section);
            changes +=
                &format!("  {label}{rung:<16}  {section:<7}{label:#}  {before} -> {after}\n");
        });
        out.string(normal.as_str());
        write!(out, "{changes}")?;
    } else {
        normal = normalizer.normalize(&reference);
        out.string(normal.as_str());
    }
    warnings.extend(normal.caveats().map(Warned::from));
    for Warned { code, message, .. } in &warnings {
        out.warn_of(item.origin, code, format_args!("{}: {message}\n", item.origin))?;
    }
    Ok(Outcome::Yes)
}

//! `urispec compare`: the rung at which two references are equivalent; or two lists as sets.

use std::ffi::OsString;
use std::io::{self, Write};
use std::path::{Path, PathBuf};

use clap::ValueHint;
use urispec::{Normalizer, Rung, compare_with};
use urispec_views::compare::{PARTS, answer, warnings};
use urispec_views::record::Record;
use urispec_views::subject::{Base, Subject};
use urispec_views::warned::Warned;

use crate::input::Input;
use crate::input::pairs;
use crate::input::source;
use crate::options::Common;
use crate::options::invalid::Invalid;
use crate::options::ladder::Ladder;
use crate::output::Output;
use crate::output::fault::Reported;
use crate::output::origin::{Name, Origin};
use crate::output::outcome::{Outcome, Stop};

mod lists;

use lists::Only;

const HELP: &str = "\
Find the lowest rung of the comparison ladder at which two references are equivalent, and print \
it with its section. This is about two references, or two lists; for two grammars or documents see \
`diff`. `none` only says that nothing here makes them equivalent (RFC 3986, 6.1).

\"Applications should not directly compare relative references\" (6.1). --base resolves the \
references first. Without --base there is a warning on stderr (in JSON, in `warnings`). Relative \
references that are equivalent stay so when both are resolved against the same base.

With -f, or on standard input if nothing else is given, each line is two references with a tab \
between them. If both arguments are names of files, the names are compared, and a note on stderr \
says so.

With --other, the lists of -f and the lists of --other are compared as sets, whatever their order: each \
string is printed once, after `a`, `b` or `both` and a tab, and the numbers on stderr. Two strings are the \
same if they have the same normal form at the rung of --to, which is here path-segments unless it is \
given. An invalid string is the same as another if it has the same bytes. Nothing is printed before both lists \
are read, and nothing if one cannot be read to its end. Both sets are kept in memory; \
`urispec unique --help` says how much that is.

Exit codes: 0, each pair is equivalent, or the sets are the same; 1, a pair is not equivalent or has an \
invalid string, or the sets differ; 2, wrong usage, or a file cannot be read.";
const USAGE: &str = "\
urispec compare [OPTIONS] <A> <B>
       urispec compare [OPTIONS] [--file <FILE>]
       urispec compare [OPTIONS] --file <A> --other <B>";
const IGNORE_FRAGMENT: &str = "\
Leave fragments out of the comparison.

\"When URIs are compared to select (or avoid) a network action, such as retrieval of a \
representation, fragment components (if any) should be excluded from the comparison\" (RFC 3986, 6.1).";

const EXAMPLES: &str = "\
Examples:
  $ urispec compare http://example.com http://EXAMPLE.com:80/
  scheme (6.2.3)
  $ urispec compare --to case http://example.com http://EXAMPLE.com:80/; echo $?
  none
  1
  $ printf 'a:b\\tA:b\\n' | urispec compare
  case (6.2.2.1)
  $ urispec compare --ignore-fragment http://h/a#top http://h/a
  string (6.2.1)
  $ urispec compare --base http://h/a/b c HTTP://h/a/c
  case (6.2.2.1)
  $ L=$(mktemp); echo a:c >$L; echo A:c | urispec compare -f $L --other - 2>/dev/null; rm $L
  both\ta:c";

/// Say whether two references are equivalent, or two lists (two grammars: diff)
#[derive(clap::Args)]
#[command(long_about = HELP, after_help = EXAMPLES, override_usage = USAGE)]
pub(crate) struct Args {
    /// The first reference
    #[arg(value_hint = ValueHint::Url, requires = "b")]
    a: Option<OsString>,
    /// The reference to compare it with
    #[arg(value_hint = ValueHint::Url)]
    b: Option<OsString>,
    #[command(flatten)]
    common: Common,
    #[command(flatten)]
    ladder: Ladder,
    /// Leave fragments out of the comparison (RFC 3986, 6.1)
    #[arg(long, long_help = IGNORE_FRAGMENT)]
    ignore_fragment: bool,
    /// Compare the lists of -f with those of FILE, as sets; may be repeated
    #[arg(long, value_name = "FILE", value_hint = ValueHint::FilePath)]
    other: Vec<PathBuf>,
    /// Print only these strings of two lists, without the names of the lists
    #[arg(long, value_name = "KIND", requires = "other", conflicts_with = "count")]
    only: Option<Only>,
}

pub(crate) fn run(args: &'static Args, out: &mut Output) -> Result<Outcome, Stop> {
    if !args.other.is_empty() {
        return lists::run(args, out);
    }
    let input = Input::in_common(args.a.as_slice(), &args.common)?;
    let known = args.ladder.redirects(out.passwords)?;
    args.ladder.note_unlicensed(args.common.edition(), out)?;
    let normalizer = Normalizer::from_edition(args.common.edition());
    let normalizer = known.map_or(normalizer.clone(), |known| normalizer.redirects(known));
    let base = args.ladder.base(args.common.edition(), out.passwords)?;
    let by = By { normalizer: normalizer.ignore_fragment(args.ignore_fragment), base };
    let done = input.each(out, move |out, item| match (item.origin, &args.b) {
        (Origin::Argument(a, _), Some(b)) => {
            let outcome = pair(args, out, &by, None, [a, b.as_encoded_bytes()])?;
            note_files(args, out)?;
            Ok(outcome)
        }
        (origin, _) => pairs::of(item, (&args.common, Invalid::Report), out, |out, sides| {
            pair(args, out, &by, Some(origin), sides.map(str::as_bytes))
        }),
    })?;
    let counts = done.counts.said("compared", ["equivalent", "not"]);
    Ok(done.end(&args.common.less, out, &counts)?)
}

/// Says that two names of files were compared as names: the user may have meant their lines.
fn note_files(args: &Args, out: &mut Output) -> io::Result<()> {
    let (Some(a), Some(b)) = (&args.a, &args.b) else { return Ok(()) };
    if ![a, b].into_iter().all(|name| Path::new(name).is_file()) {
        return Ok(());
    }
    let [a, b] = [a, b].map(|name| Name(Path::new(name), out.passwords));
    let lines = |name: &Name<'_>| match source::unpacker(name.0) {
        Some(unpack) => format!("<({unpack} {})", name.word()),
        None => name.word(),
    };
    out.note(format_args!(
        "note: {a} and {b} are files, and their names were compared; to compare their lines: \
         paste {} {} | urispec compare -f -\n",
        lines(&a),
        lines(&b)
    ))
}

/// How references are compared.
#[derive(Clone)]
struct By<'b> {
    normalizer: Normalizer<'b>,
    base: Option<Base<'b>>,
}

/// Compares two references; without an origin each is an argument.
fn pair(
    args: &Args,
    out: &mut Output,
    by: &By<'_>,
    origin: Option<Origin<'_>>,
    sides: [&[u8]; 2],
) -> io::Result<Outcome> {
    let edition = args.common.edition();
    let subjects = sides.map(|bytes| Subject::of(edition, by.base.as_ref(), bytes));
    let [a, b] = subjects.each_ref().map(|subject| subject.reference(edition));
    let record = |valid| {
        Record::of(edition)
            .with("base", by.base.map(|base| base.as_str()))
            .given("a", sides[0])
            .given("b", sides[1])
            .with("valid", valid)
    };
    let (Ok(a), Ok(b)) = (&a, &b) else {
        let faults = [&a, &b].into_iter().zip(PARTS).zip(sides);
        let mut faults = faults.filter_map(|((side, part), bytes)| {
            side.as_ref().err().map(|fault| (&**fault, part, bytes))
        });
        if args.common.json {
            let mut error = || faults.next().map(|(fault, part, _)| fault.record(part));
            let (first, second) = (error(), error());
            record(false)
                .with_record("error", first)
                .with_record("other_error", second)
                .print(out)?;
            return Ok(Outcome::No);
        }
        for (fault, part, bytes) in faults {
            // An argument needs no telling which of two it is.
            let part = part.filter(|_| origin.is_some());
            let origin = origin.unwrap_or(Origin::Argument(bytes, out.passwords));
            fault.report(out, origin, part, bytes)?;
        }
        return Ok(Outcome::No);
    };
    let highest = args.ladder.to.unwrap_or(Rung::Protocol);
    let rung = compare_with(&by.normalizer, a, b).rung().filter(|rung| *rung <= highest);
    let warnings = warnings(&by.normalizer, rung, &subjects, [a, b]);
    if args.common.json {
        answer(record(true), rung, &warnings).print(out)?;
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
        for Warned { part, code, message } in &warnings {
            match (origin, part) {
                (Some(origin), Some(part)) => {
                    out.warn_of(origin, code, format_args!("{origin}: {part}: {message}\n"))?
                }
                _ => {
                    let bytes = sides[usize::from(*part == PARTS[1])];
                    let origin = Origin::Argument(bytes, out.passwords);
                    out.warn(format_args!("{origin}: {message}\n"))?;
                }
            }
        }
    }
    Ok(Outcome::of(rung.is_some()))
}

//! `urispec compare`: finds the rung at which two references are equivalent, or compares two lists as sets.

use std::ffi::OsString;
use std::io::{self, Read, Seek, Write};
use std::path::{Path, PathBuf};

use clap::{ValueEnum, ValueHint};
use tempfile::{SpooledTempFile, spooled_tempfile};
use urispec::{Normalizer, Rung, compare_with};
use urispec_views::fault::Warned;
use urispec_views::record::Record;
use urispec_views::strings::{Base, PARTS, Subject, compared as answer, lowest, warnings};

use crate::distinct::{Keyed, Keyer, Set};
use crate::input::blocks::LineBlock;
use crate::input::{Input, Summary, once, rows, source};
use crate::options::names::{Climb, Ladder};
use crate::options::{Common, Invalid};
use crate::output::columns::{Counts, grouped};
use crate::output::{Name, Outcome, Output, Reported, Stop, StringOrigin, Usage};

const HELP: &str = "\
Say whether two references are equivalent: print the lowest rung of the comparison ladder at which they are, \
with its section, or `none`. `none` only says that no rung makes them equivalent; they may still identify the \
same resource (RFC 3986, 6.1). To compare two grammars or documents, use `diff`.

\"Applications should not directly compare relative references\" (6.1). --base resolves both references first. \
Without --base there is a warning on stderr (in JSON, in `warnings`). Relative references that are equivalent \
are still equivalent after both are resolved against the same base.

With -f, or on standard input if there are no arguments, each line is two references with a tab between them. If \
both arguments are names of files, the names are compared, and a note on stderr says so.

With --edition whatwg, any string that the parser of the URL Standard accepts is compared, by its serialization.

With --other, the lists of -f and the lists of --other are compared as sets, in any order: each string is \
printed once, after `a`, `b` or `both` and a tab, with the totals on stderr. Two strings are equal if they have \
the same normal form at the rung of --to (default here: path-segments). Two invalid strings are equal if they \
have the same bytes. Nothing is printed until both lists are read, and nothing at all if one cannot be read to \
its end. Both sets are kept in memory; `urispec unique --help` says how much memory that takes.

Exit codes: 0, each pair is equivalent, or the sets are equal; 1, a pair is not equivalent or has an invalid \
string, or the sets differ; 2, wrong usage, or a file cannot be read.";
const USAGE: &str = "\
urispec compare [OPTIONS] <A> <B>
       urispec compare [OPTIONS] [--file <FILE>]
       urispec compare [OPTIONS] --file <A> --other <B>";
const IGNORE_FRAGMENT: &str = "\
Leave fragments out of the comparison.

\"When URIs are compared to select (or avoid) a network action, such as retrieval of a representation, fragment \
components (if any) should be excluded from the comparison\" (RFC 3986, 6.1).";

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

/// Say whether two references or two lists are equivalent (for grammars, use diff)
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
    /// Compare the lists of -f with the lists of FILE, as sets; may be repeated
    #[arg(long, value_name = "FILE", value_hint = ValueHint::FilePath)]
    other: Vec<PathBuf>,
    /// Print only the strings of this kind, without the names of the lists
    #[arg(long, value_name = "KIND", requires = "other", conflicts_with = "count")]
    only: Option<Only>,
}

pub(crate) fn run(args: &'static Args, out: &mut Output) -> Result<Outcome, Stop> {
    if !args.other.is_empty() {
        return run_lists(args, out);
    }
    let input = Input::in_common(args.a.as_slice(), &args.common)?;
    let known = args.ladder.redirects(out.passwords)?;
    args.ladder.note_unlicensed(args.common.edition(), out)?;
    let normalizer = Normalizer::from_edition(args.common.edition());
    let normalizer = known.map_or(normalizer.clone(), |known| normalizer.redirects(known));
    let base = args.ladder.base(args.common.edition(), out.passwords)?;
    let by = ComparisonKey { normalizer: normalizer.ignore_fragment(args.ignore_fragment), base };
    let done = input.each(out, move |out, item| match (item.origin, &args.b) {
        (StringOrigin::Argument(a, _), Some(b)) => {
            let outcome = pair(args, out, &by, None, [a, b.as_encoded_bytes()])?;
            note_files(args, out)?;
            Ok(outcome)
        }
        (origin, _) => rows::with_pair(item, (&args.common, Invalid::Report), out, |out, sides| {
            pair(args, out, &by, Some(origin), sides.map(str::as_bytes))
        }),
    })?;
    let counts = done.counts.summary("compared", ["equivalent", "not"]);
    Ok(done.end(&args.common.less, out, &counts)?)
}

/// Prints a note if both arguments are names of files, since the user may have meant the lines of the files.
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
        "note: {a} and {b} are files, but only their names were compared; to compare their lines: \
         paste {} {} | urispec compare -f -\n",
        lines(&a),
        lines(&b)
    ))
}

#[derive(Clone)]
struct ComparisonKey<'b> {
    normalizer: Normalizer<'b>,
    base: Option<Base<'b>>,
}

/// Compares two references. If `origin` is `None`, both are arguments.
fn pair(
    args: &Args,
    out: &mut Output,
    by: &ComparisonKey<'_>,
    origin: Option<StringOrigin<'_>>,
    sides: [&[u8]; 2],
) -> io::Result<Outcome> {
    let edition = args.common.edition();
    let subjects = sides.map(|bytes| Subject::normalizable(edition, by.base.as_ref(), bytes));
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
            // The message quotes an argument, so it need not say which of the two it is.
            let part = part.filter(|_| origin.is_some());
            let origin = origin.unwrap_or(StringOrigin::Argument(bytes, out.passwords));
            fault.report(out, origin, part, bytes)?;
        }
        return Ok(Outcome::No);
    };
    let highest = args.ladder.to.unwrap_or(Rung::Protocol);
    let rung = compare_with(&by.normalizer, a, b).rung();
    let rung = rung.map(|rung| lowest(rung, &subjects, sides)).filter(|rung| *rung <= highest);
    let warnings = warnings(&by.normalizer, rung, &subjects, [a, b]);
    if args.common.json {
        answer(record(subjects.iter().all(Subject::is_valid)), rung, &warnings).print(out)?;
    } else {
        match rung {
            Some(rung) => {
                let citation = edition.rungs().find(|(known, _)| *known == rung);
                match citation.and_then(|(_, section)| section) {
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
                    let origin = StringOrigin::Argument(bytes, out.passwords);
                    out.warn(format_args!("{origin}: {message}\n"))?;
                }
            }
        }
    }
    Ok(Outcome::from_bool(rung.is_some()))
}

// Compares two lists as sets: which strings are only in A, only in B, and in both.
//
// A is the files of `-f`, B the files of `--other`. B is read first and kept in memory; for A only the keys are kept.
// If a list cannot be read to its end, nothing is printed. So until all of A is read, the rows wait in memory or, if
// there are many, in an unnamed temporary file.

/// Which strings of two lists to print.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
enum Only {
    /// Strings that are only in the lists of -f
    A,
    /// Strings that are only in the lists of --other
    B,
    /// Strings that are in both
    Both,
}

/// The bit that marks the keys of list A; [`IN_B`] marks the keys of list B.
const IN_A: u8 = 1;
const IN_B: u8 = 2;

/// The maximum number of bytes of rows in memory. More rows go to a temporary file.
const WAITING: usize = 1 << 24;

fn run_lists(args: &'static Args, out: &mut Output) -> Result<Outcome, Stop> {
    let less = &args.common.less;
    if args.a.is_some() || args.common.json {
        let why = if args.common.json {
            "--json is for pairs: --other compares lists"
        } else {
            "--other compares lists of files: leave out the strings, or name a list with `-f FILE`"
        };
        return Err(Usage::new(why).into());
    }
    let stdin = [PathBuf::from("-")];
    let first = if args.common.files.is_empty() { &stdin } else { &args.common.files[..] };
    once(&[first, &args.other].concat(), "name list A with `-f FILE`, and B with `--other FILE`")?;
    let inputs =
        [Input::new(&[], &args.common.files, less)?, Input::of(&[], &args.other, false, less)?];
    let [a, b] = inputs.map(|input| input.threads(&args.common.threads));
    args.ladder.note_unlicensed(args.common.edition(), out)?;
    let mut set = Set::default();
    let keyer = Keyer {
        climb: Climb::new(
            &args.ladder,
            [args.common.edition(); 2],
            args.ignore_fragment,
            out.passwords,
        )?,
        invalid: Invalid::Keep,
        table: None,
        is_quiet: true,
        passwords: out.passwords,
        palette: out.warnings,
        hasher: set.hasher(),
    };
    let mut counts = Counts::default();
    let done = Summary::nothing();
    let done = read(&b, &keyer, done, out, &mut counts, |_, keyed| {
        for member in keyed.members() {
            let row = if member.row == member.key { b"" } else { member.row };
            *set.insert(member.hash, member.key, row).mark |= IN_B;
        }
        Ok(())
    })?;
    if done.worst == Outcome::Trouble {
        return unreadable_list(out);
    }
    let (mut only_a, mut only_b, mut both) = (0, 0, 0);
    let mut waiting = spooled_tempfile(WAITING);
    let is_shown = !less.count && !less.quiet;
    let mut done = read(&a, &keyer, done, out, &mut counts, |_, keyed| {
        let mut rows = Vec::new();
        for member in keyed.members() {
            let mark = set.insert(member.hash, member.key, b"").mark;
            if *mark & IN_A != 0 {
                continue;
            }
            *mark |= IN_A;
            let is_both = *mark & IN_B != 0;
            *(if is_both { &mut both } else { &mut only_a }) += 1;
            let which = if is_both { Only::Both } else { Only::A };
            row(args, which, member.row, &mut rows);
        }
        if is_shown { waiting.write_all(&rows).map_err(temporary) } else { Ok(()) }
    })?;
    if done.worst == Outcome::Trouble {
        return unreadable_list(out);
    }
    print_all(waiting, out)?;
    let mut rows = Vec::new();
    for (mark, key, written) in set.entries() {
        if mark == IN_B {
            only_b += 1;
            let line = if written.is_empty() { key } else { written };
            row(args, Only::B, line, &mut rows);
            if rows.len() > 1 << 16 {
                print(&rows, is_shown, out)?;
                rows.clear();
            }
        }
    }
    print(&rows, is_shown, out)?;
    done.worst = done.worst.max(Outcome::from_bool(only_a == 0 && only_b == 0));
    let [a, b, both] = [only_a, only_b, both].map(grouped);
    let mut summary = format!("{a} only in A, {b} only in B, {both} in both");
    if counts.no > 0 {
        summary += &format!("; {} invalid, compared byte for byte", grouped(counts.no));
    }
    if is_shown {
        out.note(format_args!("{summary}\n"))?;
    }
    Ok(done.end(less, out, &summary)?)
}

fn read(
    input: &Input<'_>,
    keyer: &Keyer,
    done: Summary,
    out: &mut Output,
    counts: &mut Counts,
    mut visit: impl FnMut(&mut Output, &Keyed) -> io::Result<()>,
) -> io::Result<Summary> {
    let (keyer, invalid) = (keyer.clone(), keyer.invalid);
    let work = move |path: &Path, block: &LineBlock| keyer.keyed(path, block);
    input.each_made(done, out, work, |out, keyed: Keyed| {
        counts.add(&keyed.counts);
        if let Some(progress) = &mut out.progress {
            progress.advance(keyed.counts.all());
        }
        visit(out, &keyed)?;
        keyed.tell(invalid, out)
    })
}

/// Appends the name of a list and a string. With `--only`, appends just the string, and only if it is of that kind.
fn row(args: &Args, which: Only, line: &[u8], rows: &mut Vec<u8>) {
    let name = match which {
        Only::A => &b"a\t"[..],
        Only::B => b"b\t",
        Only::Both => b"both\t",
    };
    match args.only {
        None => rows.extend_from_slice(name),
        Some(only) if only == which => {}
        Some(_) => return,
    }
    rows.extend_from_slice(line);
    rows.push(b'\n');
}

fn print_all(mut waiting: SpooledTempFile, out: &mut Output) -> io::Result<()> {
    waiting.rewind().map_err(temporary)?;
    let mut rows = Vec::new();
    while (&mut waiting).take(1 << 16).read_to_end(&mut rows).map_err(temporary)? > 0 {
        // A terminal receives whole lines, and therefore whole characters.
        let rest = rows.split_off(memchr::memrchr(b'\n', &rows).map_or(0, |at| at + 1));
        out.data(&rows)?;
        rows = rest;
    }
    Ok(())
}

fn print(rows: &[u8], is_shown: bool, out: &mut Output) -> io::Result<()> {
    if is_shown { out.data(rows) } else { Ok(()) }
}

fn unreadable_list(out: &mut Output) -> Result<Outcome, Stop> {
    out.complain_of_file(format_args!(
        "the lists are not compared, since one cannot be read to its end\n"
    ))?;
    Ok(Outcome::Trouble)
}

fn temporary(error: io::Error) -> io::Error {
    io::Error::other(format!("a temporary file: {error}"))
}

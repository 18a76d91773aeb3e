//! Two lists as sets: what only one of them has, and what both have.
//!
//! In: the files of `-f`, which are A, and those of `--other`, which are B. Out: each string of A that is
//! not equivalent to one before it, and then what only B has, each list in its own order. B is read first,
//! and is kept in memory; of A its keys are.
//!
//! The surprising case: a list that cannot be read to its end is no set, so nothing is printed before all of A
//! is read. Until then the rows wait in memory, and many of them in a nameless temporary file.

use std::io::{self, Read, Seek, Write};
use std::path::{Path, PathBuf};

use clap::ValueEnum;
use tempfile::{SpooledTempFile, spooled_tempfile};

use super::Args;
use crate::distinct::key::{Keyed, Keyer};
use crate::distinct::set::Set;
use crate::input::blocks::Block;
use crate::input::{Done, Input, once};
use crate::options::invalid::Invalid;
use crate::options::ladder::Climb;
use crate::output::Output;
use crate::output::counted::grouped;
use crate::output::counts::Counts;
use crate::output::outcome::{Outcome, Stop};
use crate::output::usage::Usage;

/// Which strings of two lists to print.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(super) enum Only {
    /// Those that only the lists of -f have
    A,
    /// Those that only the lists of --other have
    B,
    /// Those that both have
    Both,
}

/// The marks of a key: which lists have it.
const IN_A: u8 = 1;
const IN_B: u8 = 2;

/// So many bytes of rows wait in memory.
const WAITING: usize = 1 << 24;

/// The numbers of keys that only A has, that only B has, and that both have.
#[derive(Default)]
struct Numbers {
    a: u64,
    b: u64,
    both: u64,
}

pub(super) fn run(args: &'static Args, out: &mut Output) -> Result<Outcome, Stop> {
    let less = &args.common.less;
    if args.a.is_some() || args.common.json {
        let what = if args.common.json { "--json is for pairs" } else { "strings are pairs" };
        return Err(Usage::new(format!("--other compares lists, and {what}")).into());
    }
    let stdin = [PathBuf::from("-")];
    let first = if args.common.files.is_empty() { &stdin } else { &args.common.files[..] };
    once(&[first, &args.other].concat(), "name list A with `-f FILE`, and B with `--other FILE`")?;
    let inputs = [Input::of(&[], &args.common.files, less)?, Input::of(&[], &args.other, less)?];
    let [a, b] = inputs.map(|input| input.threads(&args.common.threads));
    args.ladder.note_unlicensed(args.common.edition(), out)?;
    let mut set = Set::default();
    let keyer = Keyer {
        climb: Climb::of(
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
    let done = Done::nothing();
    let done = read(&b, &keyer, done, out, &mut counts, |_, keyed| {
        for member in keyed.members() {
            let beside = if member.row == member.key { b"" } else { member.row };
            *set.insert(member.hash, member.key, beside).mark |= IN_B;
        }
        Ok(())
    })?;
    if done.worst == Outcome::Trouble {
        return not_whole(out);
    }
    let mut numbers = Numbers::default();
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
            *(if is_both { &mut numbers.both } else { &mut numbers.a }) += 1;
            let which = if is_both { Only::Both } else { Only::A };
            row(args, which, member.row, &mut rows);
        }
        if is_shown { waiting.write_all(&rows).map_err(temporary) } else { Ok(()) }
    })?;
    if done.worst == Outcome::Trouble {
        return not_whole(out);
    }
    print_all(waiting, out)?;
    let mut rows = Vec::new();
    for (mark, key, beside) in set.entries() {
        if mark == IN_B {
            numbers.b += 1;
            let line = if beside.is_empty() { key } else { beside };
            row(args, Only::B, line, &mut rows);
            if rows.len() > 1 << 16 {
                print(&rows, is_shown, out)?;
                rows.clear();
            }
        }
    }
    print(&rows, is_shown, out)?;
    let Numbers { a, b, both } = numbers;
    done.worst = done.worst.max(Outcome::of(a == 0 && b == 0));
    let [a, b, both] = [a, b, both].map(grouped);
    let mut said = format!("{a} only in A, {b} only in B, {both} in both");
    if counts.no > 0 {
        said += &format!("; {} invalid, compared as they stand", grouped(counts.no));
    }
    if is_shown {
        out.note(format_args!("{said}\n"))?;
    }
    Ok(done.end(less, out, &said)?)
}

/// Reads one of the lists.
fn read(
    input: &Input<'_>,
    keyer: &Keyer,
    done: Done,
    out: &mut Output,
    counts: &mut Counts,
    mut take: impl FnMut(&mut Output, &Keyed) -> io::Result<()>,
) -> io::Result<Done> {
    let (keyer, invalid) = (keyer.clone(), keyer.invalid);
    let work = move |path: &Path, block: &Block| keyer.keyed(path, block);
    input.each_made(done, out, work, |out, keyed: Keyed| {
        counts.add(&keyed.counts);
        if let Some(progress) = &mut out.progress {
            progress.advance(keyed.counts.all());
        }
        take(out, &keyed)?;
        keyed.tell(invalid, out)
    })
}

/// Writes a string with the list that has it, or without if only one kind is printed.
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

/// Prints the rows that wait.
fn print_all(mut waiting: SpooledTempFile, out: &mut Output) -> io::Result<()> {
    waiting.rewind().map_err(temporary)?;
    let mut rows = Vec::new();
    while (&mut waiting).take(1 << 16).read_to_end(&mut rows).map_err(temporary)? > 0 {
        // A terminal gets whole lines, and so whole characters.
        let rest = rows.split_off(memchr::memrchr(b'\n', &rows).map_or(0, |at| at + 1));
        out.data(&rows)?;
        rows = rest;
    }
    Ok(())
}

fn print(rows: &[u8], is_shown: bool, out: &mut Output) -> io::Result<()> {
    if is_shown { out.data(rows) } else { Ok(()) }
}

fn not_whole(out: &mut Output) -> Result<Outcome, Stop> {
    out.complain_of_file(format_args!("the lists are not compared, since one is not whole\n"))?;
    Ok(Outcome::Trouble)
}

fn temporary(error: io::Error) -> io::Error {
    io::Error::other(format!("a temporary file: {error}"))
}

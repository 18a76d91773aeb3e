//! `urispec check`: what is valid, and why the rest is not.
//!
//! Each thread says what it finds wrong with its lines itself: to explain takes a thousand times what
//! to check does.

use std::ffi::OsString;
use std::fmt;
use std::io::{self, Write};
use std::path::Path;

use clap::ValueHint;
use urispec::Recognizer;

use crate::blocks::Block;
use crate::fault::Fault;
use crate::input::{self, Item};
use crate::names;
use crate::options::Common;
use crate::outcome::{Outcome, Stop};
use crate::output::Output;
use crate::progress::{Progress, grouped};
use crate::record::{Record, lossy};
use crate::usage::Usage;

const HELP: &str = "\
Say what is valid, and why the rest is not.

Prints one line for each input that is invalid: where it is, and why. With -f, the numbers follow \
on stderr at the end.

Of rfc1630 the default is the generic grammar of section 8, which has no `:` in a path, and so no \
port; --rule url is that of section 9, which has.

Exit codes: 0, all are valid; 1, some are not; 2, wrong usage, or a file cannot be read.";

const EXAMPLES: &str = "\
Examples:
  $ urispec check -v http://1.2.3.256/ ''
  http://1.2.3.256/: ok
  \"\": ok
  $ urispec check -q 'http://[::1' || echo invalid
  invalid
  $ printf 'a:b\\n%%zz\\n' | urispec check --count -f -; echo $?
  2 checked: 1 valid, 1 invalid
  1";

/// Say what is valid, and why the rest is not
#[derive(clap::Args)]
#[command(long_about = HELP, after_help = EXAMPLES)]
pub(crate) struct Args {
    /// Strings to check
    #[arg(value_name = "STR", value_hint = ValueHint::Url)]
    strings: Vec<OsString>,
    #[command(flatten)]
    common: Common,
    /// The production to check by, by the name that the document prints [default: the edition's first
    /// for whole strings, such as URI-reference]
    #[arg(long, value_name = "NAME")]
    rule: Option<String>,
    /// Print a line for each valid input too
    #[arg(short, long)]
    verbose: bool,
    /// Print only how many are valid and how many are not
    #[arg(short, long, conflicts_with_all = ["json", "verbose"])]
    count: bool,
    /// Print nothing about the input: the exit code says all
    #[arg(short, long, conflicts_with_all = ["json", "verbose", "count"])]
    quiet: bool,
}

pub(crate) fn run(args: &Args, out: &mut Output) -> Result<Outcome, Stop> {
    input::some(&args.strings, &args.common.files)?;
    let checker = Checker::of(args)?;
    let mut counts = Counts::default();
    let strings = input::each(&args.strings, &[], out, |out, item| {
        let valid = checker.answer(item, out)?;
        counts.count(valid);
        Ok(Outcome::of(valid))
    })?;
    if !args.quiet {
        out.progress = Progress::through(&args.common.files);
    }
    let work = move |path: &Path, block: &Block| checker.answers(path, block);
    let lines = input::each_block(&args.common.files, out, work, |out, answers| {
        let Answers { records, counts: new, bytes } = answers?;
        counts.add(&new);
        if let Some(progress) = &mut out.progress {
            progress.advance(new.valid + new.invalid, bytes);
        }
        out.write_all(&records)?;
        Ok(Outcome::of(new.invalid == 0))
    })?;
    out.progress = None;
    if args.count {
        writeln!(out, "{counts}")?;
    } else if !args.quiet && !args.common.files.is_empty() {
        out.note(format_args!("{counts}\n"))?;
    }
    Ok(strings.max(lines))
}

/// What to check by, and what to say.
#[derive(Clone, Copy)]
struct Checker {
    production: Recognizer,
    say: Say,
}

/// Which strings have a record.
#[derive(Clone, Copy)]
enum Say {
    Nothing,
    Invalid,
    All,
    Json,
}

/// What is said of a block.
struct Answers {
    records: Vec<u8>,
    counts: Counts,
    bytes: u64,
}

impl Checker {
    fn of(args: &Args) -> Result<Self, Usage> {
        let production = names::production(args.common.edition(), args.rule.as_deref())?;
        let say = match args {
            _ if args.count || args.quiet => Say::Nothing,
            _ if args.common.json => Say::Json,
            _ if args.verbose => Say::All,
            _ => Say::Invalid,
        };
        Ok(Self { production, say })
    }

    fn answers(&self, path: &Path, block: &Block) -> io::Result<Answers> {
        let (mut records, mut counts) = (Vec::new(), Counts::default());
        for item in Item::lines(path, block) {
            counts.count(self.answer(&item, &mut records)?);
        }
        Ok(Answers { records, counts, bytes: block.bytes().len() as u64 })
    }

    /// Whether a string is valid, which is said as it was asked for.
    fn answer(&self, item: &Item<'_>, records: &mut impl Write) -> io::Result<bool> {
        // What is accepted is ASCII, and so is UTF-8.
        let valid = self.production.accepts(item.bytes());
        let fault = match self.say {
            Say::Nothing => return Ok(valid),
            _ if valid => None,
            _ => self.fault(item),
        };
        match (self.say, &fault) {
            (Say::Json, fault) => {
                let record = Record::of(self.production.edition())
                    .with("rule", self.production.rule())
                    .with("input", lossy(item.bytes()))
                    .with("valid", valid);
                let error = fault.as_ref().map(|fault| fault.record(None));
                record.with_record("error", error).print(records)?;
            }
            (_, Some(fault)) => {
                writeln!(records, "{}: {}", item.origin, fault.message(None, item.bytes()))?;
            }
            (Say::All, None) => writeln!(records, "{}: ok", item.origin)?,
            _ => {}
        }
        Ok(valid)
    }

    fn fault(&self, item: &Item<'_>) -> Option<Fault> {
        let text = match item.text() {
            Ok(text) => text,
            Err(fault) => return Some(fault),
        };
        self.production.check(text).err().map(|error| Fault::of(error.into(), text))
    }
}

/// How many were valid, and how many were not.
#[derive(Default)]
struct Counts {
    valid: u64,
    invalid: u64,
}

impl Counts {
    const fn count(&mut self, valid: bool) {
        if valid { self.valid += 1 } else { self.invalid += 1 }
    }

    const fn add(&mut self, more: &Self) {
        self.valid += more.valid;
        self.invalid += more.invalid;
    }
}

impl fmt::Display for Counts {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let [checked, valid, invalid] =
            [self.valid + self.invalid, self.valid, self.invalid].map(grouped);
        write!(f, "{checked} checked: {valid} valid, {invalid} invalid")
    }
}

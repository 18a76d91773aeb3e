//! `urispec check`: what is valid, and why the rest is not.
//!
//! Each thread says what it finds wrong with its lines itself: to explain takes a thousand times what
//! to check does.

use std::fmt;
use std::io::{self, Write};
use std::path::Path;

use clap::error::ErrorKind;
use urispec::{Edition, Recognizer};

use crate::args::{self, Check};
use crate::blocks::Block;
use crate::fault::Fault;
use crate::input::{self, Item};
use crate::json::{Error, Record};
use crate::output::Output;
use crate::progress::{Progress, grouped};
use crate::{Stop, Verdict};

pub(crate) fn run(args: &Check, out: &mut Output) -> Result<Verdict, Stop> {
    args::some_input("check", &args.strings, &args.common.files)?;
    let checker = Checker::of(args)?;
    let mut counts = Counts::default();
    let strings = input::each(&args.strings, &[], out, |out, item| {
        let valid = checker.answer(item, out)?;
        counts.count(valid);
        Ok(if valid { Verdict::Yes } else { Verdict::No })
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
        Ok(if new.invalid == 0 { Verdict::Yes } else { Verdict::No })
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
    edition: Edition,
    rule: &'static str,
    recognizer: Recognizer,
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
    fn of(args: &Check) -> Result<Self, clap::Error> {
        let (edition, rule) = (args.common.edition, args.rule()?);
        let recognizer = edition
            .production(rule)
            .map_err(|error| args::usage("check", ErrorKind::InvalidValue, &error.to_string()))?;
        let say = match args {
            _ if args.count || args.quiet => Say::Nothing,
            _ if args.common.json => Say::Json,
            _ if args.verbose => Say::All,
            _ => Say::Invalid,
        };
        Ok(Self { edition, rule, recognizer, say })
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
        let valid = self.recognizer.accepts(item.bytes());
        let fault = match self.say {
            Say::Nothing => return Ok(valid),
            _ if valid => None,
            _ => self.fault(item),
        };
        match (self.say, &fault) {
            (Say::Json, fault) => {
                let record = Record::of(self.edition, self.rule, item.bytes());
                let error = fault.as_ref().map(|fault| Error::new(fault, None));
                Record { valid, error, ..record }.print(records)?;
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
        self.recognizer.check(text).err().map(|error| Fault::of(error.into(), text))
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

//! `urispec check`: what is valid, and why the rest is not.

use std::fmt;
use std::io::{self, Write};

use super::args::{self, Check};
use super::fault::Fault;
use super::input::{self, Item};
use super::json::{Error, Record};
use super::output::Output;
use super::progress::{Progress, grouped};
use super::{Stop, Verdict};

pub(super) fn run(args: &Check, out: &mut Output) -> Result<Verdict, Stop> {
    args::some_input("check", &args.strings, &args.common.files)?;
    let rule = args.rule()?;
    if !args.quiet {
        out.progress = Progress::through(&args.common.files);
    }
    let mut counts = Counts::default();
    let verdict = input::each(&args.strings, &args.common.files, out, |out, item| {
        if let Some(progress) = &mut out.progress {
            progress.line(item.bytes().len() + 1);
        }
        let fault = check(args, rule, item).err();
        counts.count(fault.is_none());
        if !args.quiet && !args.count {
            say(args, rule, item, fault.as_ref(), out)?;
        }
        Ok(if fault.is_none() { Verdict::Yes } else { Verdict::No })
    })?;
    out.progress = None;
    if args.count {
        writeln!(out, "{counts}")?;
    } else if !args.quiet && !args.common.files.is_empty() {
        out.note(format_args!("{counts}\n"))?;
    }
    Ok(verdict)
}

fn check(args: &Check, rule: &str, item: &Item<'_>) -> Result<(), Fault> {
    let text = item.text()?;
    urispec::check(args.common.edition, rule, text).map_err(|error| Fault::of(error, text))
}

fn say(
    args: &Check,
    rule: &'static str,
    item: &Item<'_>,
    fault: Option<&Fault>,
    out: &mut Output,
) -> io::Result<()> {
    if args.common.json {
        let record = Record::of(args.common.edition, rule, item.bytes());
        let error = fault.map(|fault| Error::new(fault, None));
        return Record { valid: error.is_none(), error, ..record }.print(out);
    }
    match fault {
        Some(fault) => writeln!(out, "{}: {fault}", item.origin),
        None if args.verbose => writeln!(out, "{}: ok", item.origin),
        None => Ok(()),
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
}

impl fmt::Display for Counts {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let [checked, valid, invalid] =
            [self.valid + self.invalid, self.valid, self.invalid].map(grouped);
        write!(f, "{checked} checked: {valid} valid, {invalid} invalid")
    }
}

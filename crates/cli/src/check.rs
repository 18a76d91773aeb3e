//! `urispec check`: what is valid, and why the rest is not.
//!
//! Each thread itself explains what is wrong with its lines: explaining takes a thousand times as long
//! as checking.

use std::ffi::OsString;
use std::io::{self, Write};
use std::path::Path;

use clap::ValueHint;
use urispec::Recognizer;

use crate::blocks::Block;
use crate::counts::Counts;
use crate::fault::Fault;
use crate::input::{Input, Item};
use crate::options::Common;
use crate::outcome::{Outcome, Stop};
use crate::output::Output;
use crate::record::{Record, lossy};
use crate::usage::Usage;
use crate::{names, password};

const HELP: &str = "\
Say what is valid, and why the rest is not.

Each invalid input gets one line: where the input is, and why it is invalid. For files and \
standard input, the numbers of valid and invalid lines follow on stderr at the end.

The default of rfc1630 is the generic grammar of section 8. That grammar has no `:` in a path, \
and therefore no port. --rule url chooses the grammar of section 9, which has both.

Exit codes: 0, all are valid; 1, some are not; 2, wrong usage, or a file cannot be read.";

const EXAMPLES: &str = "\
Examples:
  $ urispec check -v http://1.2.3.256/ ''
  http://1.2.3.256/: ok
  \"\": ok
  $ urispec check -q 'http://[::1' || echo invalid
  invalid
  $ printf 'a:b\\n%%zz\\n' | urispec check --count; echo $?
  2 checked: 1 valid, 1 invalid
  1
  $ printf 'a:b\\nc\\n' | gzip | urispec check --count
  2 checked: 2 valid, 0 invalid";

/// Say what is valid, and why the rest is not
#[derive(clap::Args)]
#[command(long_about = HELP, after_help = EXAMPLES)]
pub(crate) struct Args {
    /// Strings to check
    #[arg(value_name = "STR", value_hint = ValueHint::Url)]
    strings: Vec<OsString>,
    #[command(flatten)]
    common: Common,
    /// The production to check by, with the name that the document prints [default: the edition's
    /// first production for whole strings, such as URI-reference]
    #[arg(long, value_name = "NAME")]
    rule: Option<String>,
    /// Print a line for each valid input too
    #[arg(short, long, conflicts_with_all = ["json", "count", "quiet"])]
    verbose: bool,
}

pub(crate) fn run(args: &Args, out: &mut Output) -> Result<Outcome, Stop> {
    let less = &args.common.less;
    let input = Input::of(&args.strings, &args.common.files, less)?;
    let checker = Checker::of(args)?;
    let done = input.each_argument(out, |out, item| checker.answer(item, out).map(Outcome::of))?;
    let mut counts = done.counts;
    let work = move |path: &Path, block: &Block| checker.answers(path, block);
    let done = input.each_block(done, out, work, |out, answers| {
        let Answers { records, counts: new } = answers?;
        counts.add(&new);
        if let Some(progress) = &mut out.progress {
            progress.advance(new.all());
        }
        out.write_all(&records)?;
        Ok(Outcome::of(new.no == 0))
    })?;
    let counts = counts.said("checked", ["valid", "invalid"]);
    if !less.count && !less.quiet && done.opened > 0 {
        out.note(format_args!("{counts}\n"))?;
    }
    Ok(done.end(less, out, &counts)?)
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

/// The answers about a block of lines.
struct Answers {
    records: Vec<u8>,
    counts: Counts,
}

impl Checker {
    fn of(args: &Args) -> Result<Self, Usage> {
        let production = names::production(args.common.edition(), args.rule.as_deref())?;
        password::take_for(production.role());
        let say = match args {
            _ if args.common.less.count || args.common.less.quiet => Say::Nothing,
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
        Ok(Answers { records, counts })
    }

    /// Whether a string is valid; the answer is written as the arguments ask.
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
                writeln!(
                    records,
                    "{}: {}",
                    item.origin.in_result(),
                    fault.message(None, item.bytes())
                )?;
            }
            (Say::All, None) => writeln!(records, "{}: ok", item.origin.in_result())?,
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

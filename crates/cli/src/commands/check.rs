//! `urispec check`: what is valid, and why the rest is not.
//!
//! Each thread itself explains what is wrong with its lines: explaining takes a hundred times as long
//! as checking.

use std::ffi::OsString;
use std::io;
use std::io::Write;
use std::sync::Arc;

use clap::ValueHint;
use urispec::{Cause, Explanation};
use urispec_views::fault::Fault;
use urispec_views::record::Record;

use crate::findings::{Annotation, Log, LogRule, Reporting, column, placed};
use crate::grammar::{GrammarArgs, Language, Rejected, record};
use crate::input::rows::Taken;
use crate::input::{Input, Item};
use crate::options::Common;
use crate::options::names::ReadBy;
use crate::output::Output;
use crate::output::fault::Reported;
use crate::output::password::Passwords;
use crate::output::usage::{Outcome, Stop, Usage};

const HELP: &str = "\
Say what is valid, and why the rest is not.

Each invalid input gets one line on stdout, which is the answer and is never left out: FILE:LINE, the string, and why \
it is invalid; an argument is its own place. For files and standard input, the numbers of valid and invalid lines \
follow on stderr at the end.

Of an edition with several productions for whole strings, such as `http-URI` and `https-URI` of \
rfc9110, a string is valid if one of them derives it. Else the message is that of the one that gets \
furthest. --rule chooses one.

With --edition whatwg a domain must be valid as the URL Standard says, which no grammar can: \
its domain parser must take it.

With --grammar, strings are tried against a production of a grammar of your own. They need not be UTF-8. \
The message has the offset of the first character after which no string of the language continues, and \
what could have stood there; if the language has strings that are not UTF-8, this is said of bytes.

Exit codes: 0, all are valid; 1, some are not; 2, wrong usage, or a file \
cannot be read, or the production of --grammar has no automaton.";

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
  2 checked: 2 valid, 0 invalid
  $ echo 'port = *DIGIT' | urispec check --grammar - --notation abnf 80 8x; echo $?
  8x: at byte 1: found \"x\", expected \"0\"-\"9\" or end of input
  1";

const VERBOSE: &str = "\
Print a line for each valid input too, and say which names --grammar takes from other documents";

/// Say what is valid, and why the rest is not
#[derive(clap::Args)]
#[command(long_about = HELP, after_help = EXAMPLES)]
#[command(mut_arg("verbose", |verbose| {
    verbose.help(VERBOSE).conflicts_with_all(["json", "count"])
}))]
#[command(mut_arg("messages", |messages| messages.hide(true)))]
pub(crate) struct Args {
    /// Strings to check
    #[arg(value_name = "STR", value_hint = ValueHint::Url)]
    strings: Vec<OsString>,
    #[command(flatten)]
    common: Common,
    /// The production to check by, with the name that the document prints [default: that of the edition's
    /// productions for whole strings, such as URI-reference, which derives the string]
    #[arg(long, value_name = "NAME")]
    rule: Option<String>,
    #[command(flatten)]
    given: GrammarArgs,
    #[command(flatten)]
    reporting: Reporting,
}

pub(crate) fn run(args: &'static Args, out: &mut Output) -> Result<Outcome, Stop> {
    let less = &args.common.less;
    if less.messages.is_given() {
        let message =
            "what is invalid is the answer, on stdout: --messages is about messages on stderr";
        return Err(Usage::new(message).into());
    }
    let is_whole = args.rule.is_none() && !args.given.is_given();
    let taken = if is_whole { Taken::Judged(args.common.edition()) } else { Taken::Anything };
    let input = Input::in_common(&args.strings, &args.common)?.read_by("check", taken);
    let Some(checker) = Checker::of(args, out)? else { return Ok(Outcome::Trouble) };
    args.reporting.begin(out)?;
    let done = input.each(out, move |out, item| checker.answer(item, out).map(Outcome::of))?;
    args.reporting.end([LogRule::INVALID], out)?;
    let counts = done.counts.said("checked", ["valid", "invalid"]);
    if !less.count && !less.quiet && done.opened > 0 {
        out.note(format_args!("{counts}\n"))?;
    }
    Ok(args.reporting.outcome(done.end(less, out, &counts)?))
}

/// What to check by, and what to say.
#[derive(Clone)]
struct Checker {
    by: Validator,
    say: Say,
    passwords: Passwords,
}

#[derive(Clone)]
enum Validator {
    Edition(ReadBy),
    Grammar(Arc<Language>),
}

/// Which strings have a record.
#[derive(Clone, Copy)]
enum Say {
    Nothing,
    Invalid,
    All,
    Json,
    Log(Log),
}

impl Say {
    /// Whether only what is invalid has a record.
    const fn is_of_invalid(self) -> bool {
        matches!(self, Self::Invalid | Self::Log(_))
    }
}

impl Checker {
    /// None if the grammar of the user cannot be used; stderr says why.
    fn of(args: &Args, out: &mut Output) -> Result<Option<Self>, Stop> {
        let by = if args.given.is_given() {
            match args.given.language(args.rule.as_deref(), out)? {
                Some(language) => Validator::Grammar(Arc::new(language)),
                None => return Ok(None),
            }
        } else {
            let by = ReadBy::of(args.common.edition(), args.rule.as_deref())?;
            out.passwords = out.passwords.in_part(by.production(None).role());
            Validator::Edition(by)
        };
        let say = match args {
            _ if args.common.less.count || args.common.less.quiet => Say::Nothing,
            _ if args.reporting.is_json(args.common.json) => Say::Json,
            _ if let Some(log) = args.reporting.log() => Say::Log(log),
            _ if args.given.reading.notes.verbose => Say::All,
            _ => Say::Invalid,
        };
        Ok(Some(Self { by, say, passwords: out.passwords }))
    }

    /// Whether a string is valid; the answer is written as the arguments ask.
    fn answer(&self, item: &Item<'_>, records: &mut Output) -> io::Result<bool> {
        let by = match &self.by {
            Validator::Edition(by) => *by,
            Validator::Grammar(language) => return answer(language, self.say, item, records),
        };
        // What is accepted is UTF-8.
        let valid = by.accepts(item.bytes());
        let text = item.text();
        if matches!(self.say, Say::Nothing) || valid && self.say.is_of_invalid() {
            return Ok(valid);
        }
        let production = by.production(text.as_ref().ok().copied());
        let fault = match text {
            _ if valid => None,
            Ok(text) => production.check(text).err().map(|error| Fault::of(error.into(), text)),
            Err(fault) => Some(fault),
        };
        match (self.say, &fault) {
            (Say::Json, fault) => {
                let record = Record::of(production.edition())
                    .with("rule", production.rule())
                    .given("input", item.bytes());
                let record = placed(record, item.origin).with("valid", valid);
                let error = fault.as_ref().map(|fault| {
                    let column = column(item.origin, item.bytes());
                    fault.record(None).with("column", column(fault.mark().unwrap_or_default()))
                });
                record.with_record("error", error).print(records)?;
            }
            (Say::Log(log), Some(fault)) => {
                let at = fault.mark().unwrap_or_default();
                let message = fault.message(None, item.bytes(), self.passwords);
                let mended = fault.syntax().and_then(Explanation::cause).and_then(Cause::mended);
                let string = (item.origin, item.bytes());
                log.add(&Annotation::of_invalid(message, string, at, mended), records)?;
            }
            (_, Some(fault)) => {
                writeln!(
                    records,
                    "{}: {}",
                    item.origin.with_string(item.bytes()),
                    fault.message(None, item.bytes(), self.passwords)
                )?;
            }
            (Say::All, None) => {
                writeln!(records, "{}: ok", item.origin.with_string(item.bytes()))?;
            }
            _ => {}
        }
        Ok(valid)
    }
}

// Checking by a grammar of the user: each string is valid, or leaves the language at an offset.
//
// In: the automaton of a production, and strings of any bytes. Out: for each string that is not in the
// language the offset of the first letter after which no string of the language goes on, and what could
// have stood there. What is not said is which production was being read there.

/// Whether a string is valid; the answer is written as the arguments ask.
fn answer(
    language: &Language,
    say: Say,
    item: &Item<'_>,
    records: &mut Output,
) -> io::Result<bool> {
    let bytes = item.bytes();
    let valid = language.acceptor.accepts(bytes);
    if matches!(say, Say::Nothing) || valid && say.is_of_invalid() {
        return Ok(valid);
    }
    let rejection = language.acceptor.rejects(bytes);
    let rejection = rejection.map(|why| Rejected::new(bytes, why.offset, why.expected()));
    match (say, &rejection) {
        (Say::Json, rejection) => {
            let column = column(item.origin, bytes);
            let error =
                rejection.as_ref().map(|why| why.record().with("column", column(why.offset)));
            // The `file` of these records is that of the grammar.
            record(&language.file, &language.rule)
                .witness("input", Some(bytes))
                .with("line", item.origin.line())
                .with("valid", valid)
                .with_record("error", error)
                .print(records)?;
        }
        (Say::Log(log), Some(why)) => {
            let string = (item.origin, bytes);
            log.add(&Annotation::of_invalid(why.message(), string, why.offset, None), records)?;
        }
        (_, Some(why)) => {
            writeln!(records, "{}: {}", item.origin.with_string(bytes), why.message())?;
        }
        (_, None) => writeln!(records, "{}: ok", item.origin.with_string(bytes))?,
    }
    Ok(valid)
}

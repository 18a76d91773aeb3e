//! `urispec check`: what is valid, and why the rest is not.
//!
//! Each thread itself explains what is wrong with its lines: explaining takes a hundred times as long
//! as checking.

use std::ffi::OsString;
use std::io::{self, Write};
use std::sync::Arc;

use clap::ValueHint;
use urispec::{Cause, Explanation};
use urispec_views::fault::Fault;
use urispec_views::record::Record;

use crate::findings::{Annotation, Log, LogRule, Reporting, column, placed};
use crate::grammar::{GrammarArgs, Language, Rejected, record};
use crate::input::rows::ArgumentKind;
use crate::input::{Input, Item};
use crate::options::Common;
use crate::options::names::ReadBy;
use crate::output::{Outcome, Output, Passwords, Reported, Stop, Usage};

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
    let taken =
        if is_whole { ArgumentKind::Judged(args.common.edition()) } else { ArgumentKind::Anything };
    let input = Input::in_common(&args.strings, &args.common)?.read_by("check", taken);
    let checker = Checker::of(args, out)?;
    args.reporting.begin(out)?;
    let done =
        input.each(out, move |out, item| checker.answer(item, out).map(Outcome::from_bool))?;
    args.reporting.end([LogRule::INVALID], out)?;
    let counts = done.counts.summary("checked", ["valid", "invalid"]);
    if !less.count && !less.quiet && done.opened > 0 {
        out.note(format_args!("{counts}\n"))?;
    }
    Ok(args.reporting.outcome(done.end(less, out, &counts)?))
}

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

#[derive(Clone, Copy)]
enum Say {
    Nothing,
    Invalid,
    All,
    Json,
    Log(Log),
}

struct Explained {
    at: usize,
    message: String,
    mended: Option<String>,
    /// What JSON has of it, if JSON is asked for.
    error: Option<Record>,
}

impl Checker {
    fn of(args: &Args, out: &mut Output) -> Result<Self, Stop> {
        let by = if args.given.is_given() {
            Validator::Grammar(Arc::new(args.given.language(args.rule.as_deref(), out)?))
        } else {
            let by = ReadBy::from_args(args.common.edition(), args.rule.as_deref())?;
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
        Ok(Self { by, say, passwords: out.passwords })
    }

    /// Whether a string is valid; the answer is written as the arguments ask.
    fn answer(&self, item: &Item<'_>, out: &mut Output) -> io::Result<bool> {
        let bytes = item.bytes();
        let valid = match &self.by {
            // What is accepted is UTF-8.
            Validator::Edition(by) => by.accepts(bytes),
            Validator::Grammar(language) => language.acceptor.accepts(bytes),
        };
        match self.say {
            Say::Nothing => return Ok(valid),
            Say::Invalid | Say::Log(_) if valid => return Ok(valid),
            _ => {}
        }
        let (begun, why) = match &self.by {
            Validator::Edition(by) => self.by_edition(*by, valid, item),
            Validator::Grammar(language) => self.by_grammar(language, item),
        };
        match (self.say, begun, why) {
            (_, Some(begun), why) => {
                let column = column(item.origin, bytes);
                let error = why.and_then(|why| Some(why.error?.with("column", column(why.at))));
                begun.with("valid", valid).with_record("error", error).print(out)?;
            }
            (Say::Log(log), _, Some(Explained { at, message, mended, .. })) => {
                let string = (item.origin, bytes);
                log.add(&Annotation::of_invalid(message, string, at, mended.as_deref()), out)?;
            }
            (_, _, Some(why)) => {
                writeln!(out, "{}: {}", item.origin.with_string(bytes), why.message)?;
            }
            (_, _, None) => writeln!(out, "{}: ok", item.origin.with_string(bytes))?,
        }
        Ok(valid)
    }

    /// The beginning of the record of a string, if JSON is asked for, and why the string is not valid.
    fn by_edition(
        &self,
        by: ReadBy,
        valid: bool,
        item: &Item<'_>,
    ) -> (Option<Record>, Option<Explained>) {
        let (bytes, text) = (item.bytes(), item.text());
        let is_json = matches!(self.say, Say::Json);
        let production = by.production(text.as_ref().ok().copied());
        let fault = match text {
            _ if valid => None,
            Ok(text) => production.check(text).err().map(|error| Fault::of(error.into(), text)),
            Err(fault) => Some(fault),
        };
        let begun = is_json.then(|| {
            let begun = Record::of(production.edition()).with("rule", production.rule());
            placed(begun.given("input", bytes), item.origin)
        });
        let why = fault.map(|fault| Explained {
            at: fault.mark().unwrap_or_default(),
            message: fault.message(None, bytes, self.passwords),
            mended: (fault.syntax().and_then(Explanation::cause).and_then(Cause::mended))
                .map(str::to_owned),
            error: is_json.then(|| fault.record(None)),
        });
        (begun, why)
    }

    /// The same by a grammar of the user: the offset of the first letter after which no string of the language goes on,
    /// and what could have stood there. Which production was being read there is not said.
    fn by_grammar(
        &self,
        language: &Language,
        item: &Item<'_>,
    ) -> (Option<Record>, Option<Explained>) {
        let (bytes, is_json) = (item.bytes(), matches!(self.say, Say::Json));
        // The `file` of these records is that of the grammar.
        let begun = is_json.then(|| {
            let begun = record(&language.file, &language.rule).witness("input", Some(bytes));
            begun.with("line", item.origin.line())
        });
        let why = language.acceptor.rejects(bytes).map(|why| {
            let why = Rejected::new(bytes, why.offset, why.expected());
            let error = is_json.then(|| why.record());
            Explained { at: why.offset, message: why.message(), mended: None, error }
        });
        (begun, why)
    }
}

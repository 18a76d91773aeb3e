//! `urispec check`: checks strings and explains why the invalid ones are invalid.
//!
//! Each thread explains the errors of its own lines, since explaining takes a hundred times as long as checking.

use std::ffi::OsString;
use std::io::{self, Write};
use std::sync::Arc;

use clap::ValueHint;
use urispec::{Cause, Explanation};
use urispec_views::fault::Fault;
use urispec_views::record::Record;

use super::parse::ProductionParser;
use crate::findings::{Annotation, Log, LogRule, Reporting, placed};
use crate::grammar::{GrammarArgs, Language, Rejected, decide, language, record};
use crate::input::rows::{ArgumentKind, note_scheme_documents};
use crate::input::{Input, Item};
use crate::options::Common;
use crate::options::names::ReadBy;
use crate::output::{Outcome, Output, Passwords, Reported, Stop, Usage};

const HELP: &str = "\
Check that strings are valid, and say why the others are not.

Each invalid string gets one line on stdout: FILE:LINE:COLUMN, the string, and the reason (for an argument, only \
the string and the reason). These lines are the answer and are never left out. For files and standard input, stderr \
ends with the numbers of valid and invalid lines.

Where an edition has several productions for whole strings, such as `http-URI` and `https-URI` of rfc9110, a \
string is valid if one of them derives it. If none does, the message is from the production that gets furthest. \
--rule chooses one production.

With --edition whatwg, a string is valid if it is a valid URL string, and the domain parser of the URL Standard must \
accept the domain as well, which no grammar can express. Browsers accept more: `urispec normalize --edition whatwg` prints \
what they make of a string.

With --grammar, strings are checked against a production of your own grammar. They need not be UTF-8. The message \
has the offset of the first unexpected character, and the characters that are expected there. If the language has \
strings that are not UTF-8, both are in bytes.

If the production has no automaton because it is recursive or too large, each string is parsed: one of more than 4096 bytes, or that takes \
too many steps, is undecided, and counts as invalid.

Exit codes: 0, all are valid; 1, some are not; 2, wrong usage, or a file cannot be read, or the production of \
--grammar cannot be read.";

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
  1
  $ echo 's = \"a\" / \"(\" s \")\"' | urispec check --grammar - --notation abnf '((a))' '(a' || true
  (a: at byte 2: found end of input, expected \")\"";

const VERBOSE: &str = "\
Print a line for each valid string too, and list the names that --grammar imports from other documents";

/// Check that strings are valid, and say why the others are not
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
    /// Check against this production, as the document spells it [default: the edition's productions for whole strings,
    /// such as URI-reference]
    #[arg(long, value_name = "NAME")]
    rule: Option<String>,
    #[command(flatten)]
    grammar: GrammarArgs,
    #[command(flatten)]
    reporting: Reporting,
}

pub(crate) fn run(args: &'static Args, out: &mut Output) -> Result<Outcome, Stop> {
    let less = &args.common.less;
    if less.messages.is_given() {
        let message = "--messages limits messages on stderr; check prints invalid strings on stdout, as its answer";
        return Err(Usage::new(message).into());
    }
    let is_whole = args.rule.is_none() && !args.grammar.is_given();
    let expected =
        if is_whole { ArgumentKind::Judged(args.common.edition()) } else { ArgumentKind::Anything };
    let input = Input::in_common(&args.strings, &args.common)?.read_by("check", expected)?;
    let checker = Checker::new(args, out)?;
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
    reporting: Report,
    passwords: Passwords,
}

#[derive(Clone)]
enum Validator {
    Edition(ReadBy),
    Grammar(Arc<Language>),
    /// A production without an automaton, since it nests in itself or the automaton would be too large.
    Parser(Arc<ProductionParser>),
}

#[derive(Clone, Copy)]
enum Report {
    Nothing,
    Invalid,
    All,
    Json,
    Log(Log),
}

/// The reason why a string is invalid.
struct Explained {
    at: usize,
    message: String,
    /// The string with the error fixed, if the cause suggests a fix.
    mended: Option<String>,
    /// The error as JSON, if the output is JSON.
    error: Option<Record>,
}

impl Checker {
    fn new(args: &Args, out: &mut Output) -> Result<Self, Stop> {
        let by = if args.grammar.is_given() {
            let (grammar, rule) = args.grammar.production(args.rule.as_deref(), out)?;
            match decide(&grammar, &rule) {
                Err(why) if why.is_large || grammar.recurses(&rule) => {
                    let parser = ProductionParser::new(&grammar, rule, Err(why), out)?;
                    Validator::Parser(Arc::new(parser))
                }
                decided => Validator::Grammar(Arc::new(language(&grammar, rule, decided, out)?)),
            }
        } else {
            let by = ReadBy::from_args(args.common.edition(), args.rule.as_deref())?;
            out.passwords = out.passwords.in_part(by.production(None).role());
            Validator::Edition(by)
        };
        let reporting = match args {
            _ if args.common.less.count || args.common.less.quiet => Report::Nothing,
            _ if args.reporting.is_json(args.common.json) => Report::Json,
            _ if let Some(log) = args.reporting.log() => Report::Log(log),
            _ if args.grammar.reading.notes.verbose => Report::All,
            _ => Report::Invalid,
        };
        Ok(Self { by, reporting, passwords: out.passwords })
    }

    /// Checks a string, prints the result in the requested format, and returns whether the string is valid.
    fn answer(&self, item: &Item<'_>, out: &mut Output) -> io::Result<bool> {
        let bytes = item.bytes();
        let valid = match &self.by {
            // The strings that an edition accepts are UTF-8.
            Validator::Edition(by) => by.accepts(bytes),
            Validator::Grammar(language) => language.acceptor.accepts(bytes),
            Validator::Parser(parser) => parser.rejects(bytes).is_none(),
        };
        match self.reporting {
            Report::Nothing => return Ok(valid),
            Report::Log(_) if valid => return Ok(valid),
            Report::Invalid | Report::All if valid => {
                if let Validator::Edition(by) = self.by {
                    note_scheme_documents(by, item, out)?;
                }
                if matches!(self.reporting, Report::Invalid) {
                    return Ok(valid);
                }
            }
            _ => {}
        }
        let (record_head, why) = match &self.by {
            Validator::Edition(by) => self.by_edition(*by, valid, item),
            Validator::Grammar(language) => {
                let why = language.acceptor.rejects(bytes);
                let why = why.map(|why| Ok(Rejected::new(bytes, why.offset, why.expected())));
                self.by_grammar((&language.file, &language.rule), item, why)
            }
            Validator::Parser(parser) => {
                self.by_grammar((&parser.file, &parser.rule), item, parser.rejects(bytes))
            }
        };
        let column = |at| item.origin.column(bytes, at);
        match (self.reporting, record_head, why) {
            (_, Some(record_head), why) => {
                let error = why.and_then(|why| Some(why.error?.with("column", column(why.at))));
                record_head.with("valid", valid).with_record("error", error).print(out)?;
            }
            (Report::Log(log), _, Some(Explained { at, message, mended, .. })) => {
                let string = (item.origin, bytes);
                log.add(&Annotation::of_invalid(message, string, at, mended.as_deref()), out)?;
            }
            (_, _, Some(why)) => {
                let place = item.origin.with_string_at(column(why.at), bytes);
                writeln!(out, "{place}: {}", why.message)?;
            }
            (_, _, None) => writeln!(out, "{}: ok", item.origin.with_string(bytes))?,
        }
        Ok(valid)
    }

    /// Returns the beginning of the JSON record if the output is JSON, and the reason if the string is invalid.
    fn by_edition(
        &self,
        by: ReadBy,
        valid: bool,
        item: &Item<'_>,
    ) -> (Option<Record>, Option<Explained>) {
        let (bytes, text) = (item.bytes(), item.text());
        let is_json = matches!(self.reporting, Report::Json);
        let production = by.production(text.as_ref().ok().copied());
        let fault = match text {
            _ if valid => None,
            Ok(text) => production.check(text).err().map(|error| Fault::of(error.into(), text)),
            Err(fault) => Some(fault),
        };
        let record_head = is_json.then(|| {
            let record_head = Record::of(production.edition()).with("rule", production.rule());
            placed(record_head.given("input", bytes), item.origin)
        });
        let why = fault.map(|fault| Explained {
            at: fault.mark().unwrap_or_default(),
            message: fault.message_at(item.origin.line().is_none(), None, bytes, self.passwords),
            mended: (fault.syntax().and_then(Explanation::cause).and_then(Cause::mended))
                .map(str::to_owned),
            error: is_json.then(|| fault.record(None)),
        });
        (record_head, why)
    }

    /// Like [`Self::by_edition`], for a grammar of the user. The reason has the offset of the first unexpected
    /// character and the expected characters, but it names no production.
    fn by_grammar(
        &self,
        (file, rule): (&str, &str),
        item: &Item<'_>,
        why: Option<Result<Rejected<'_>, String>>,
    ) -> (Option<Record>, Option<Explained>) {
        let (bytes, is_json) = (item.bytes(), matches!(self.reporting, Report::Json));
        // The `file` of these records is the file of the grammar.
        let record_head = is_json.then(|| {
            let record_head = record(file, rule).witness("input", Some(bytes));
            record_head.with("line", item.origin.line())
        });
        let why = why.map(|why| match why {
            Ok(why) => {
                let error = is_json.then(|| why.record());
                Explained { at: why.offset, message: why.message(), mended: None, error }
            }
            Err(message) => {
                let error = is_json.then(|| Record::new().with("message", &message));
                Explained { at: 0, message, mended: None, error }
            }
        });
        (record_head, why)
    }
}

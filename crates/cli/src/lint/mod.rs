//! `urispec lint`: what is valid and yet unwise.

use std::ffi::OsString;
use std::fmt;
use std::io::{self, Write};

use clap::ValueHint;
use clap::builder::TypedValueParser;
use urispec::Reference;
use urispec::lint::{Finding, Lint, Linter, Severity};

use crate::counted::grouped;
use crate::fault::Fault;
use crate::input::{Input, Item};
use crate::names;
use crate::options::Common;
use crate::outcome::{Outcome, Stop};
use crate::output::Output;
use crate::record::{Record, lossy};
use crate::usage::Usage;

mod list;
mod show;

const HELP: &str = "\
Say what is valid and yet unwise, by the document's own words. A note is about a spelling for \
which there is another that means the same. A warning is about a string that another reader takes \
for something else, or that does harm.

A finding says where, why and in which section; if the string can be mended, the finding has \
`mended`, the whole string with every place of that finding mended. There is also a finding if an \
earlier or a later edition does not accept the string. --list shows every lint of the edition \
that --edition names.

In JSON each input has `findings`, a list of {`id`, `severity`, `denied`, `edition`, `section`, \
`spans` [{`start`, `end`}], `message`, `mended`}.

Exit codes: 0, there is no warning, and nothing denied; 1, there is one, or some input is \
invalid; 2, wrong usage, or a file cannot be read.";
const LEVELS: &str = "\
Exit with 1 if there is a finding of this id, or of this severity (`note` or `warning`); may be \
repeated. A warning makes the exit code 1 already.

An id outweighs a severity: `--allow warning --deny password` looks for passwords only.";

const EXAMPLES: &str = "\
Examples:
  $ urispec lint ws://h:80/%7Ea
  note: ws://h:80/%7Ea: the escaped character may stand for itself (2.3) [needless-escape]
    ws://h:80/%7Ea
              ^^^
    mended: ws://h:80/~a
  note: ws://h:80/%7Ea: the port is the scheme's default by RFC 6455, 3 (3.2.3) [default-port]
    ws://h:80/%7Ea
          ^^^
    mended: ws://h/%7Ea
  $ urispec lint --short --allow note FTP://u:p@0x7f.1/; echo $?
  warning: FTP://u:<hidden>@0x7f.1/: inet_aton() takes the name for 127.0.0.1 (7.4) [rare-ipv4]
  warning: FTP://u:<hidden>@0x7f.1/: whoever sees the URI reads the password (3.2.1) [password]
  1
  $ urispec lint --list | grep ipv4
  rare-ipv4               warning  7.4      a name that systems take for an IPv4 address";

/// Say what is valid and yet unwise
#[derive(clap::Args)]
#[command(long_about = HELP, after_help = EXAMPLES)]
pub(crate) struct Args {
    /// References to lint
    #[arg(value_name = "STR", value_hint = ValueHint::Url)]
    strings: Vec<OsString>,
    #[command(flatten)]
    common: Common,
    /// Exit with 1 if there is a finding of this id or severity; may be repeated
    #[arg(long, value_name = "ID", value_parser = ids(), hide_possible_values = true)]
    #[arg(long_help = LEVELS)]
    deny: Vec<&'static str>,
    /// Do not show findings of this id or severity; may be repeated
    #[arg(long, value_name = "ID", value_parser = ids(), hide_possible_values = true)]
    allow: Vec<&'static str>,
    /// Print each finding on one line
    #[arg(short, long, conflicts_with_all = ["json", "count", "quiet"])]
    short: bool,
    /// List the lints: id, severity, section of the edition's document (`-` if no section says so),
    /// summary
    #[arg(long, conflicts_with_all = ["strings", "files", "deny", "allow", "short", "count", "quiet"])]
    list: bool,
}

fn ids() -> impl TypedValueParser<Value = &'static str> {
    let severities = [Severity::Note, Severity::Warning].map(Severity::name);
    let all = severities.into_iter().chain(Lint::all().iter().map(|lint| lint.id()));
    names::listed(all.map(|id| (id, id)))
}

pub(crate) fn run(args: &Args, out: &mut Output) -> Result<Outcome, Stop> {
    if args.list {
        return Ok(list::list(args.common.edition(), args.common.json, out)?);
    }
    let input = Input::of(&args.strings, &args.common.files, &args.common.less)?;
    if let Some(name) = args.deny.iter().find(|name| args.allow.contains(name)) {
        let message = format!("`{name}` cannot be allowed and denied: leave one out");
        return Err(Usage::new(message).into());
    }
    let linter = Linter::of(args.common.edition());
    let mut counts = Counts::default();
    let done = input.each(out, |out, item| {
        let found = find(&linter, args, item);
        counts.count(found.as_deref());
        say(args, item, &found, out)
    })?;
    let less = &args.common.less;
    if !less.count && !less.quiet && done.opened > 0 {
        out.note(format_args!("{counts}\n"))?;
    }
    Ok(done.end(less, out, &counts.to_string())?)
}

fn find(linter: &Linter, args: &Args, item: &Item<'_>) -> Result<Vec<Finding>, Fault> {
    let text = item.text()?;
    let reference =
        Reference::of(args.common.edition(), text).map_err(|error| Fault::of(error, text))?;
    let mut found = linter.lint_across(reference);
    found.retain(|finding| args.level(finding.lint()) > Level::Allowed);
    Ok(found)
}

/// What becomes of a finding.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum Level {
    Allowed,
    Shown,
    Denied,
}

impl Args {
    fn level(&self, lint: &Lint) -> Level {
        let named = |name: &str| {
            let is = |ids: &[&str]| ids.contains(&name);
            let allowed = is(&self.allow).then_some(Level::Allowed);
            allowed.or(is(&self.deny).then_some(Level::Denied))
        };
        let default = match lint.severity() {
            Severity::Note => Level::Shown,
            _ => Level::Denied,
        };
        named(lint.id()).or_else(|| named(lint.severity().name())).unwrap_or(default)
    }
}

fn say(
    args: &Args,
    item: &Item<'_>,
    found: &Result<Vec<Finding>, Fault>,
    out: &mut Output,
) -> io::Result<Outcome> {
    let is_denied = |finding: &Finding| args.level(finding.lint()) == Level::Denied;
    let is_good = found.as_ref().is_ok_and(|found| !found.iter().any(is_denied));
    let outcome = Outcome::of(is_good);
    if args.common.json {
        let record = |finding| record(finding, is_denied(finding));
        let findings = found.as_ref().ok().map(|all| all.iter().map(record));
        let begun = Record::of(args.common.edition())
            .with("input", lossy(item.bytes()))
            .with("valid", found.is_ok());
        let record = match findings {
            Some(findings) => begun.with_all("findings", findings),
            None => begun,
        };
        let error = found.as_ref().err().map(|fault| fault.record(None));
        record.with_record("error", error).print(out)?;
        return Ok(outcome);
    }
    match found {
        Ok(found) => {
            for finding in found {
                show::show(args.common.edition(), args.short, item, finding, out)?;
            }
            Ok(outcome)
        }
        Err(fault) if args.short => {
            let error = out.palette.error;
            let message = fault.message(None, item.bytes());
            writeln!(out, "{error}error:{error:#} {}: {message}", item.origin.in_result())?;
            Ok(outcome)
        }
        Err(fault) => fault.report(out, item.origin, None, item.bytes()),
    }
}

/// A finding, and whether the exit code is 1 because of it.
fn record(finding: &Finding, is_denied: bool) -> Record {
    Record::new()
        .with("id", finding.lint().id())
        .with("severity", finding.lint().severity().name())
        .with("denied", is_denied)
        .with("edition", finding.edition().id())
        .with("section", finding.section())
        // Each is its `start` and `end`.
        .with("spans", finding.spans())
        .with("message", finding.message())
        .with("mended", finding.mended())
}

/// How many inputs had findings, and how many had none.
#[derive(Default)]
struct Counts {
    clean: u64,
    found: u64,
    invalid: u64,
}

impl Counts {
    const fn count(&mut self, found: Result<&[Finding], &Fault>) {
        match found {
            Ok([]) => self.clean += 1,
            Ok(_) => self.found += 1,
            Err(_) => self.invalid += 1,
        }
    }
}

impl fmt::Display for Counts {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let all = self.clean + self.found + self.invalid;
        let [all, clean, found, invalid] = [all, self.clean, self.found, self.invalid].map(grouped);
        write!(f, "{all} linted: {clean} without findings, {found} with, {invalid} invalid")
    }
}

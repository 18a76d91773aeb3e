//! `urispec edit`: changes components of references.

mod change;
mod changes;
mod parts;
mod query;

use std::borrow::Cow;
use std::ffi::OsString;
use std::io;

use change::Change;
use changes::Changes;
use clap::ValueHint;
use parts::UriParts;
use urispec::{Components, Edition, Normalizer, Reference, Resolver};
use urispec_views::fault::{Fault, utf8};
use urispec_views::record::Record;

use super::get::Conditions;
use crate::input::table::Columns;
use crate::input::{ArgumentKind, Input, Item, OutputFile, TableInput};
use crate::options::{Common, Invalid, InvalidArgs};
use crate::output::{Outcome, Output, Reported, Stop, StringOrigin, Usage};

const HELP: &str = "\
Change components of references: set, remove, append, redact. The changes are made in the order of the options.

All other components are kept byte for byte. --set takes the text of a component without encoding it, and a \
character that the component cannot have is an error: write `--set path=/a%20b`. --append takes data, and \
percent-encodes everything but unreserved characters: `--append 'path=a b'`. Query pairs are separated by `&`, \
and a key ends at the first `=`; keys are decoded before they are compared.

The result is always a reference of the edition, and has the components that were asked for. A change that would \
not be read back is reported with the line, and the reference is not printed, unless --invalid says what to do: \
`a:b:c` without its scheme would be read as a URI of the scheme b. `--invalid keep` prints such a string as it \
was given; with --redact, this also needs --show-passwords, since a string that cannot be parsed cannot be redacted.

--where selects the references to change, by their components before the change. All others are printed \
unchanged, but an invalid string is still invalid. `-o` with the name of the file that is read changes it in place; if a \
line is invalid, this needs --invalid. Lines end in LF afterwards, and a byte order mark is dropped.

With --json, `valid` says whether the string is a reference of the edition, and `edited` has the changed string. \
If the change cannot be made, there is no `edited`, and `error` says why.

With --input and --column, the references are in a column of CSV, TSV or JSON Lines. The changed reference \
replaces the old one in its row, and the rest of the row is kept byte for byte; only the line ends become LF. \
`--invalid keep` leaves a row as it is, and `--invalid empty` empties its cell: in JSON, to null.

Exit codes: 0, all were changed, or had nothing to change; 1, some are invalid, or cannot be changed as asked, \
unless --invalid says what to do with them; 2, wrong usage, or a file cannot be read.";

const EXAMPLES: &str = "\
Examples:
  $ urispec edit --set host=example.com --set scheme=https 'http://example.org:8080/a?b#c'
  https://example.com:8080/a?b#c
  $ urispec edit --drop-query 'utm_*' --unset fragment 'http://h/?utm_source=x&q=1#top'
  http://h/?q=1
  $ urispec edit --append 'path=a b' --append query=k=v http://h/p
  http://h/p/a%20b?k=v
  $ urispec edit --redact password --redact query=token 'https://u:secret@h/?token=1'
  https://u:***@h/?token=***
  $ printf '../c\\n./d\\n' | urispec edit --resolve http://h/a/b --to case 2>/dev/null
  http://h/c
  http://h/a/d
  $ printf 'http://a/\\nhttp://b/\\n' | urispec edit --set scheme=https --where 'not host=b'
  https://a/
  http://b/
  $ printf 'id,url\\n1,\"http://h/a,b\"\\n' | urispec edit --set scheme=https --input csv --column url
  id,url
  1,\"https://h/a,b\"";

/// Change components of references: set, remove, append, redact
#[derive(clap::Args)]
#[command(long_about = HELP, after_help = EXAMPLES)]
pub(crate) struct Args {
    /// References to change
    #[arg(value_name = "STR", value_hint = ValueHint::Url)]
    strings: Vec<OsString>,
    #[command(flatten)]
    changes: Changes,
    /// Change only references for which this is true, such as 'scheme=http and not host=localhost'; may be repeated
    #[arg(short = 'w', long = "where", value_name = "CONDITION", long_help = WHERE)]
    conditions: Vec<String>,
    #[command(flatten)]
    output: OutputFile,
    #[command(flatten)]
    table: Columns,
    /// Read the names of the columns from the first row (with --input csv and tsv)
    #[arg(long)]
    header: bool,
    #[command(flatten)]
    invalid: InvalidArgs,
    #[command(flatten)]
    common: Common,
}

const WHERE: &str = "\
Change only references for which this is true, and print all others unchanged. May be repeated; then all conditions \
must be true.

The conditions are those of `urispec get`, such as `host=example.com`, `host$=.example.com`, `path^=/api/`, `port>1024`, \
`!query`, or the name of a lint of the pack `security`, and are combined with `and`, `or` and `not`. They are about \
the reference before the change.";

pub(crate) fn run(args: &'static Args, out: &mut Output) -> Result<Outcome, Stop> {
    if args.changes.0.is_empty() {
        return Err(Usage::new(
            "there is nothing to change: add --set, --unset, --append or another change",
        )
        .into());
    }
    let is_redacted = args.changes.0.iter().any(Change::is_redaction);
    if is_redacted && args.invalid.how() == Invalid::Keep && !out.passwords.are_shown() {
        let message = "with --redact, `--invalid keep` would print a string that cannot be parsed with its password: use \
                       `--invalid empty`, or add --show-passwords";
        return Err(Usage::new(message).into());
    }
    let editor = Editor::new(args.common.edition(), &args.changes, &args.conditions)?;
    let how = args.invalid.how();
    let table = TableInput::from_args(&args.table, args.header)?.map(TableInput::edited);
    let input = Input::in_common(&args.strings, &args.common)?
        .rows(table.as_ref())
        .read_by("edit", ArgumentKind::References(args.common.edition()))?
        .invalid(how);
    if !out.redirect(args.output.path())? {
        return Ok(Outcome::Trouble);
    }
    let mut done = match table {
        None if args.header => {
            return Err(Usage::new("--header needs --input csv or --input tsv").into());
        }
        None => input.each(out, move |out, item| edit(args, &editor, out, item))?,
        Some(_) if !args.strings.is_empty() => {
            let message = "--input applies only to files: an argument has no columns";
            return Err(Usage::new(message).into());
        }
        Some(_) if args.common.json => {
            return Err(Usage::new(
                "--json applies only to lines; with --input, rows keep their format",
            )
            .into());
        }
        Some(table) => changes::edited(&input, table, editor, how, out)?,
    };
    // An invalid line that is only reported would be lost from a file that is changed in place.
    let is_lossy = how == Invalid::Report && done.worst == Outcome::No;
    if is_lossy && args.output.is_one_of(&args.common.files) {
        out.complain_of_file(format_args!(
            "nothing is written, since lines that are invalid or cannot be changed would be lost: add `--invalid keep` \
             to keep them as they are, or `--invalid skip` to drop them\n"
        ))?;
        return Ok(Outcome::Trouble);
    }
    done.worst = out.end_file(done.worst)?;
    let counts = done.counts.summary("edited", ["valid", "invalid"]);
    Ok(done.end(&args.common.less, out, &counts)?)
}

fn edit(args: &Args, editor: &Editor, out: &mut Output, item: &Item<'_>) -> io::Result<Outcome> {
    let edition = args.common.edition();
    let edited = utf8(item.bytes()).and_then(|text| editor.edited(text, item.origin));
    if args.common.json {
        if edited.is_err() && args.invalid.how() == Invalid::Skip {
            return Ok(Outcome::No);
        }
        // A string is valid even if the change cannot be made.
        let valid = matches!(edited, Ok(_) | Err(Fault::Change(_)));
        let record = Record::of(edition).given("input", item.bytes()).with("valid", valid);
        let (record, outcome) = match edited {
            Ok(text) => (record.with("edited", &*text), Outcome::Yes),
            Err(fault) => (record.with_record("error", Some(fault.record(None))), Outcome::No),
        };
        record.print(out)?;
        return Ok(outcome);
    }
    match edited {
        Ok(text) => {
            out.string(&text);
            Ok(Outcome::Yes)
        }
        Err(fault) => args
            .invalid
            .how()
            .answer(item.bytes(), out, |out| fault.report(out, item.origin, None, item.bytes())),
    }
}

// The changes of a command line, prepared once for many references.
//
// The surprising case: a reference to which no change applies is not composed again, and costs no more than parsing it.

#[derive(Clone)]
struct Editor {
    edition: Edition,
    conditions: Conditions,
    stages: Vec<Stage>,
}

#[derive(Clone)]
enum Stage {
    Parts(&'static [Change]),
    Resolve(Resolver, Components<'static>),
    Normalize(Normalizer<'static>),
}

impl Editor {
    fn new(
        edition: Edition,
        changes: &'static Changes,
        conditions: &[String],
    ) -> Result<Self, Usage> {
        let resolver = Resolver::from_edition(edition).guard_path(true);
        let mut stages = Vec::new();
        for run in changes.0.chunk_by(|one, next| !one.is_of_whole() && !next.is_of_whole()) {
            stages.push(match run {
                [Change::Resolve(base)] => {
                    let read = resolver.read_base(base);
                    let (base, _) = read.map_err(|error| {
                        Usage::new(format!("--resolve: this is not a base URI: {error}"))
                    })?;
                    Stage::Resolve(resolver, base)
                }
                [Change::Normalize(rung)] => {
                    Stage::Normalize(Normalizer::from_edition(edition).to(*rung))
                }
                run => Stage::Parts(run),
            });
        }
        Ok(Self { edition, conditions: Conditions::of_references(conditions)?, stages })
    }

    /// Returns the changed reference, the unchanged one if the conditions do not hold, or the reason why there is none.
    fn edited<'t>(&self, text: &'t str, origin: StringOrigin<'_>) -> Result<Cow<'t, str>, Fault> {
        let reference =
            Reference::parse(self.edition, text).map_err(|error| Fault::of(error, text))?;
        if !self.conditions.hold_for(self.edition, reference, origin) {
            return Ok(text.into());
        }
        let Some((first, others)) = self.stages.split_first() else { return Ok(text.into()) };
        let changed = first.apply(self.edition, &reference).map_err(Fault::Change)?;
        let mut current = changed.map_or(Cow::Borrowed(text), Cow::Owned);
        for stage in others {
            // The result of a stage is a reference.
            let reference = Reference::parse(self.edition, &current)
                .map_err(|error| Fault::Change(error.to_string()))?;
            if let Some(changed) = stage.apply(self.edition, &reference).map_err(Fault::Change)? {
                current = Cow::Owned(changed);
            }
        }
        Ok(current)
    }
}

impl Stage {
    /// Returns the text of the changed reference, `None` if nothing changes, or the reason why it cannot be changed.
    fn apply(&self, edition: Edition, reference: &Reference<'_>) -> Result<Option<String>, String> {
        let (changed, name) = match self {
            Self::Parts(changes) => {
                let original = UriParts::from_reference(reference);
                let mut parts = original.clone();
                for change in *changes {
                    change.apply(&mut parts)?;
                }
                return if parts == original { Ok(None) } else { parts.text(edition).map(Some) };
            }
            Self::Resolve(resolver, base) => {
                let read = resolver.read(reference.as_str());
                let (read, _) = read.map_err(|error| error.to_string())?;
                let resolved = resolver.resolve(*base, read).map_err(|error| error.to_string())?;
                let target = resolved.target().map(|target| target.to_string());
                let target =
                    target.ok_or("the reference is to the current document, and has no target")?;
                (target, "the target")
            }
            Self::Normalize(normalizer) => {
                (normalizer.normalize(reference).as_str().to_owned(), "the normal form")
            }
        };
        if changed == reference.as_str() {
            return Ok(None);
        }
        match Reference::parse(edition, &changed) {
            Ok(_) => Ok(Some(changed)),
            Err(error) => Err(format!("{name} is invalid: {error}")),
        }
    }
}

//! `urispec schema`: the strings that two versions of a schema allow.

mod align;
mod strings;

use std::io;
use std::path::{Path, PathBuf};

use clap::ValueHint;
use urispec_audit::Relation;
use urispec_audit::schemas::SchemaDocument;
use urispec_audit::sources::SourceLanguage;
use urispec_views::record::Record;

use crate::findings::{Annotation, Level, Log, LogRule, Reporting};
use crate::input::rows;
use crate::options::Budget;
use crate::output::columns::{Cell, counted, grouped, lines};
use crate::output::{Escaped, Literal, Outcome, Output, Position, Region, Stop, is_stdin, working};
use align::{Alignment, Finding, Verdict};
use strings::Comparer;

const HELP: &str = "\
Compare the strings that two versions of a JSON Schema or an OpenAPI description allow. For each schema whose string \
keywords changed, show whether NEW allows the same strings as OLD (equal), more (wider), fewer (narrower), some others \
(overlapping) or only others (disjoint), with the shortest string of each part. Nothing is sampled.

Only strings are compared, and nothing else of a schema. A schema allows the strings that all its keywords allow: `type`, \
`pattern`, `format`, `minLength`, `maxLength`, `enum` and `const`, and the schemas of `$ref`, `allOf`, `anyOf`, `oneOf`, \
`not` and `if`, which are compared as parts of it. A pattern is one of ECMAScript, and is searched for, as JSON Schema \
requires: `a` allows every string with an \"a\". Lengths are counted in code points. Each name of `patternProperties` is \
compared as a pattern, and `propertyNames` as any other schema.

The formats that are compared are date-time, date, time, email, ipv4, ipv6, uri, uri-reference, iri, iri-reference, uuid \
and uri-template. If another format, or a reference to another file, is the same in both files, it is left out, with a \
note; if it is added, removed or changed, the schema is undecided. So is a schema with a pattern that is invalid or has \
back references.

Schemas are paired by their JSON Pointers, but parameters by `name` and `in`, items of other arrays by their `$ref`, and \
names of `patternProperties` by the strings that they match. A reference is followed only where another keyword of the \
schema changed, since the schema that it refers to is compared where it is defined. A schema without string keywords allows \
every string, and so do `items`, `propertyNames`, `additionalProperties` and `schema` where they are missing. Any other \
schema that only one file has is `added` or `removed`, with the number of string schemas in it.

Whether a change breaks a client depends on the sender of the string: a narrower schema rejects requests that were \
accepted before, and a wider one allows responses that were not expected before.

A file is YAML if its name ends in .yaml or .yml, and otherwise JSON, which may have comments. Standard input is JSON if it \
begins with a bracket or a comment of JSON, and otherwise YAML.

In JSON each finding has `relation`, the pointers `old` and `new`, the changed `keywords`, the strings `only_old`, \
`only_new` and `common`, and `notes`; `added` and `removed` have `count`, the number of string schemas; an undecided \
finding has `undecided`, the reason, in place of `relation`. `file`, `line` and `column` are the position in NEW, for a \
removed schema the position of the object that had it.

Exit codes: 0, no finding, or only `equal` ones; 1, some strings differ, or a schema is added or removed; 2, wrong usage, or \
a file cannot be read, or a schema is undecided.";

const EXAMPLES: &str = "\
Examples:
  $ echo 'Id: {type: string, pattern: \"^[a-z]+$\"}' > old.yaml
  $ echo 'Id: {type: string, pattern: \"^[a-z0-9]+$\"}' > new.yaml
  $ urispec schema old.yaml new.yaml 2>/dev/null || true
  wider: new.yaml:1:29: /Id (pattern)
    only NEW  \"0\"
    both      \"a\"
  $ echo '{\"minLength\": 1, \"maxLength\": 3}' > new.json
  $ echo '{\"pattern\": \"^[^]{1,3}$\"}' | urispec schema --json - new.json 2>/dev/null | grep -o equal
  equal
  $ urispec schema --format github old.yaml new.yaml 2>/dev/null | cut -d : -f 5-
  /Id (pattern) allows more strings than before: now \"0\"";

/// Compare the strings that two versions of a JSON Schema or OpenAPI file allow
#[derive(clap::Args)]
#[command(long_about = HELP, after_help = EXAMPLES)]
pub(crate) struct Args {
    /// The earlier file
    #[arg(value_name = "OLD", value_hint = ValueHint::FilePath)]
    old: PathBuf,
    /// The later file
    #[arg(value_name = "NEW", value_hint = ValueHint::FilePath)]
    new: PathBuf,
    /// Print one JSON object for each finding
    #[arg(short, long)]
    json: bool,
    #[command(flatten)]
    reporting: Reporting,
    #[command(flatten)]
    budget: Budget,
}

pub(crate) fn run(args: &Args, out: &mut Output) -> Result<Outcome, Stop> {
    let (_, _, old) = read(&args.old, out)?;
    let (file, text, new) = read(&args.new, out)?;
    let mut comparer = Comparer::new(&old, &new, args.budget.deadline());
    let found = working(&file, || align::align(&old, &new, &mut comparer));
    let found = out.or_stop(found)?;
    let starts = line_starts(&text);
    let outcome = |finding: &Finding| match &finding.verdict {
        Verdict::Compared(found) => Outcome::from_bool(found.relation == Relation::Equal),
        Verdict::Added(_) | Verdict::Removed(_) => Outcome::No,
        Verdict::Undecided(_) => Outcome::Trouble,
    };
    let worst = found.findings.iter().map(outcome).max().unwrap_or(Outcome::Yes);
    let worst = out.decide(args.reporting.outcome(worst));
    args.reporting.begin(out)?;
    for finding in &found.findings {
        let region = region(&text, &starts, finding);
        if let Some(log) = args.reporting.log() {
            annotate(finding, (&args.new, region), log, out)?;
        } else if args.reporting.is_json(args.json) {
            out.line(record(finding, (&file, region)))?;
        } else {
            show(finding, (&file, region), out)?;
        }
    }
    args.reporting.end(rules(&found), out)?;
    out.note(format_args!("{}\n", summary(&found)))?;
    Ok(worst)
}

/// Reads a file. Returns its name, its text and its tree.
fn read(path: &Path, out: &mut Output) -> Result<(String, String, SchemaDocument), Stop> {
    let (file, text) = rows::read(path, out)?.ok_or(Stop::Refused)?;
    let document = out.or_stop(document((path, &file), &text))?;
    Ok((file, text, document))
}

/// Reads a text as JSON or YAML: by the name of its file, or by how it begins. An error has its place.
pub(crate) fn document((path, file): (&Path, &str), text: &str) -> Result<SchemaDocument, String> {
    let named = SourceLanguage::from_file(&path.to_string_lossy());
    let begin = text.trim_start_matches('\u{FEFF}').trim_start();
    let language = match named {
        Some(language @ (SourceLanguage::Json | SourceLanguage::Yaml)) => language,
        None if is_stdin(path) && !begin.starts_with(['{', '[', '/']) => SourceLanguage::Yaml,
        _ => SourceLanguage::Json,
    };
    SchemaDocument::read(language, text).map_err(|error| {
        let at = Position::first(1).to(text.as_bytes(), error.offset);
        format!("{file}:{}:{}: {error}", at.line, at.column)
    })
}

fn line_starts(text: &str) -> Vec<usize> {
    let ends = memchr::memchr_iter(b'\n', text.as_bytes());
    std::iter::once(0).chain(ends.map(|end| end + 1)).collect()
}

/// Returns the region of a finding in NEW.
fn region(text: &str, starts: &[usize], finding: &Finding) -> Region {
    let line = starts.partition_point(|&start| start <= finding.span.start).max(1);
    let start = starts[line - 1];
    let span = finding.span.start - start..finding.span.end - start;
    Position::first(line as u64).region(&text.as_bytes()[start..], &span)
}

fn name(verdict: &Verdict) -> &'static str {
    match verdict {
        Verdict::Compared(found) => found.relation.name(),
        Verdict::Added(_) => "added",
        Verdict::Removed(_) => "removed",
        Verdict::Undecided(_) => "undecided",
    }
}

fn level(verdict: &Verdict) -> Level {
    match verdict {
        Verdict::Compared(found) if found.relation == Relation::Equal => Level::Note,
        Verdict::Added(_) | Verdict::Removed(_) => Level::Note,
        Verdict::Compared(_) | Verdict::Undecided(_) => Level::Warning,
    }
}

/// Returns the place of a finding in the files: its pointer in NEW, or else in OLD.
fn pointer(finding: &Finding) -> String {
    let pointer = finding.new.as_deref().or(finding.old.as_deref()).unwrap_or_default();
    match pointer {
        "" => "the root".to_owned(),
        pointer => Escaped(pointer.as_bytes()).to_string(),
    }
}

/// Returns what a finding is about, in parentheses after a space: its keywords, and its pointer in OLD, if that is
/// another one.
fn about(finding: &Finding) -> String {
    let count = match finding.verdict {
        Verdict::Added(count) | Verdict::Removed(count) => Some(counted(count, "string schema")),
        _ => None,
    };
    let moved = match (&finding.old, &finding.new) {
        (Some(old), Some(new)) if old != new => Some(format!("OLD: {}", Escaped(old.as_bytes()))),
        _ => None,
    };
    let keywords = (!finding.keywords.is_empty()).then(|| finding.keywords.join(", "));
    let parts: Vec<_> = [keywords, count, moved].into_iter().flatten().collect();
    if parts.is_empty() { String::new() } else { format!(" ({})", parts.join("; ")) }
}

fn show(finding: &Finding, (file, region): (&str, Region), out: &mut Output) -> io::Result<()> {
    use std::io::Write;
    let Position { line, column, .. } = region.start;
    let style = match level(&finding.verdict) {
        Level::Note => out.palette.label,
        Level::Warning | Level::Error => out.palette.warning,
    };
    let (relation, pointer, about) = (name(&finding.verdict), pointer(finding), about(finding));
    writeln!(out, "{style}{relation}:{style:#} {file}:{line}:{column}: {pointer}{about}")?;
    match &finding.verdict {
        Verdict::Compared(found) => {
            let parts = [
                ("only OLD", &found.only_old),
                ("only NEW", &found.only_new),
                ("both", &found.common),
            ];
            let rows = parts.into_iter().filter_map(|(label, text)| {
                let text = Literal(text.as_ref()?).to_string();
                Some(vec![Cell::new(label), Cell::new(text)])
            });
            let is_equal = found.relation == Relation::Equal;
            let rows: Vec<_> = rows.filter(|_| !is_equal).collect();
            lines(&rows).iter().try_for_each(|line| writeln!(out, "  {line}"))?;
            found
                .notes
                .iter()
                .try_for_each(|note| writeln!(out, "  note: {}", Escaped(note.as_bytes())))
        }
        Verdict::Undecided(why) => writeln!(out, "  {}", Escaped(why.as_bytes())),
        Verdict::Added(_) | Verdict::Removed(_) => Ok(()),
    }
}

fn record(finding: &Finding, (file, region): (&str, Region)) -> Record {
    let relation = match &finding.verdict {
        Verdict::Undecided(_) => None,
        verdict => Some(name(verdict)),
    };
    let record = Record::line()
        .with("relation", relation)
        .with("old", finding.old.as_deref())
        .with("new", finding.new.as_deref());
    let record = match &finding.verdict {
        Verdict::Compared(found) => {
            let notes = (!found.notes.is_empty()).then_some(&found.notes);
            record
                .with("keywords", &finding.keywords)
                .witness("only_old", found.only_old.as_deref())
                .witness("only_new", found.only_new.as_deref())
                .witness("common", found.common.as_deref())
                .with("notes", notes)
        }
        Verdict::Added(count) | Verdict::Removed(count) => record.with("count", count),
        Verdict::Undecided(why) => {
            record.with("keywords", &finding.keywords).with("undecided", why)
        }
    };
    let Position { line, column, .. } = region.start;
    record.with("file", file).with("line", line).with("column", column)
}

/// Returns a finding as a sentence.
fn sentence(finding: &Finding) -> String {
    let subject = format!("{}{}", pointer(finding), about(finding));
    let found = match &finding.verdict {
        Verdict::Compared(found) => found,
        Verdict::Added(_) => return format!("{subject} is only in the new file"),
        Verdict::Removed(_) => return format!("{subject} is only in the old file"),
        Verdict::Undecided(why) => return format!("{subject} is undecided: {why}"),
    };
    let summary = match found.relation {
        Relation::Equal => "allows the same strings as before",
        Relation::Narrower => "allows fewer strings than before",
        Relation::Wider => "allows more strings than before",
        Relation::Overlapping => "allows some other strings than before",
        Relation::Disjoint => "allows only other strings than before",
    };
    let part = |verb: &str, text: &Option<Vec<u8>>| {
        text.as_ref().map(|text| format!("{verb} {}", Literal(text)))
    };
    let parts = [part("no longer", &found.only_old), part("now", &found.only_new)];
    let parts: Vec<_> = parts.into_iter().flatten().collect();
    let parts = if parts.is_empty() { String::new() } else { format!(": {}", parts.join(", ")) };
    let notes: String = found.notes.iter().map(|note| format!("; {note}")).collect();
    format!("{subject} {summary}{parts}{notes}")
}

fn annotate(
    finding: &Finding,
    (path, region): (&Path, Region),
    log: Log,
    out: &mut Output,
) -> io::Result<()> {
    let annotation = Annotation {
        rule: name(&finding.verdict),
        level: level(&finding.verdict),
        message: sentence(finding),
        place: (!is_stdin(path)).then(|| (path.to_owned(), region)),
        about: None,
        fix: None,
    };
    log.add(&annotation, out)
}

/// The kinds of findings, each with its summary.
const KINDS: [(&str, &str); 8] = [
    ("narrower", "a schema that allows fewer strings than before"),
    ("wider", "a schema that allows more strings than before"),
    ("overlapping", "a schema that allows some other strings than before"),
    ("disjoint", "a schema that allows only other strings than before"),
    ("equal", "a schema with other keywords that allows the same strings as before"),
    ("added", "schemas of strings that only the new file has"),
    ("removed", "schemas of strings that only the old file has"),
    ("undecided", "a schema whose strings cannot be compared"),
];

fn rules(found: &Alignment) -> impl Iterator<Item = LogRule<'static>> {
    KINDS.into_iter().filter_map(|(id, summary)| {
        let first = found.findings.iter().find(|finding| name(&finding.verdict) == id)?;
        Some(LogRule { id, level: level(&first.verdict), summary })
    })
}

/// Counts the schemas by their relations.
fn summary(found: &Alignment) -> String {
    let counts = KINDS.into_iter().filter_map(|(id, _)| {
        let of_kind = found.findings.iter().filter(|finding| name(&finding.verdict) == id);
        let count = of_kind.map(|finding| match finding.verdict {
            Verdict::Added(count) | Verdict::Removed(count) => count,
            _ => 1,
        });
        let count: u64 = count.sum();
        (count > 0).then(|| format!("{} {id}", grouped(count)))
    });
    let counts: Vec<_> =
        std::iter::once(format!("{} unchanged", grouped(found.unchanged))).chain(counts).collect();
    format!("string schemas: {}", counts.join(", "))
}

//! Findings in the formats of other programs.
//!
//! A finding is about a place in a file or about a string. It becomes an [`Annotation`] in a SARIF log or for GitHub.
//! Each command has its own text and JSON output.
//!
//! The surprising case: a string given as an argument has no file, so its finding has the string in the
//! message.

use std::collections::BTreeSet;
use std::io;
use std::io::Write;
use std::ops::Range;
use std::path::{Path, PathBuf};

use clap::{Args, ValueEnum, ValueHint};
use serde::de::DeserializeOwned;
use serde::{Deserialize, Serialize};
use urispec_views::record::Record;

use crate::input::rows;
use crate::output::columns::{Tally, counted, grouped};
use crate::output::{Name, Outcome, Output, Position, Region, StringOrigin, WholeFile};

/// The output format of findings.
#[derive(Clone, Copy, PartialEq, Eq, ValueEnum)]
pub(crate) enum Format {
    /// For people
    Text,
    /// JSON, one object per line, as with --json
    Json,
    /// One SARIF 2.1.0 log, for code scanning
    Sarif,
    /// Workflow commands, which GitHub shows next to the lines of a change
    Github,
}

// The arguments of commands that report findings to other programs.
#[derive(Args, Clone, Copy)]
pub(crate) struct Reporting {
    /// The output format
    #[arg(long, value_enum, value_name = "FORMAT", default_value = "text", ignore_case = true)]
    #[arg(conflicts_with = "json", long_help = FORMAT)]
    format: Format,
    /// Exit with 0 despite findings; with 2 if something cannot be read
    #[arg(long)]
    exit_zero: bool,
}

const FORMAT: &str = "\
The output format of findings.

`text` is for people, and `json` is --json. `sarif` is one log of SARIF 2.1.0 for code scanning: each finding has its \
rule, level and message, its file, line and columns if it has a file, and `fixes` if there is a fix. `github` is for a \
step of a workflow: each finding is a workflow command, which GitHub shows next to its line. Lines and columns are \
counted from 1; columns are characters.";

impl Reporting {
    pub(crate) fn is_json(self, json: bool) -> bool {
        json || self.format == Format::Json
    }

    /// Returns the log of the requested format, or `None` for text and JSON.
    pub(crate) fn log(self) -> Option<Log> {
        matches!(self.format, Format::Sarif | Format::Github).then_some(Log(self.format))
    }

    pub(crate) fn begin(self, out: &mut Output) -> io::Result<()> {
        self.log().map_or(Ok(()), |log| log.begin(out))
    }

    pub(crate) fn end<'r>(
        self,
        rules: impl IntoIterator<Item = LogRule<'r>>,
        out: &mut Output,
    ) -> io::Result<()> {
        self.log().map_or(Ok(()), |log| log.end(rules, out))
    }

    /// Returns the outcome of the command; with --exit-zero, findings are not failures.
    pub(crate) const fn outcome(self, outcome: Outcome) -> Outcome {
        if self.exit_zero { outcome.ignore_no() } else { outcome }
    }
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum Level {
    Note,
    Warning,
    Error,
}

impl Level {
    pub(crate) const ALL: [Self; 3] = [Self::Note, Self::Warning, Self::Error];

    /// Returns the name of the level, which is also the name of a lint severity.
    pub(crate) const fn name(self) -> &'static str {
        match self {
            Self::Note => "note",
            Self::Warning => "warning",
            Self::Error => "error",
        }
    }

    pub(crate) fn named(name: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|level| level.name() == name)
    }
}

/// A finding, with everything that the formats report.
pub(crate) struct Annotation<'a> {
    /// The id of the finding: of a lint, of the cause of an error, or of a kind of difference.
    pub(crate) rule: &'a str,
    pub(crate) level: Level,
    pub(crate) message: String,
    /// The file and the region in it, if the finding has a place.
    pub(crate) place: Option<(PathBuf, Region)>,
    /// The subject of the finding, if it is not a file.
    pub(crate) about: Option<&'a str>,
    /// A region of the same file, and the text that replaces it.
    pub(crate) fix: Option<(Region, &'a str)>,
}

impl<'a> Annotation<'a> {
    /// Creates a finding about a span of a string, with a fix that replaces the string.
    pub(crate) fn of_string(
        (rule, level): (&'a str, Level),
        message: String,
        (origin, bytes): (StringOrigin<'_>, &[u8]),
        span: &Range<usize>,
        mended: Option<&'a str>,
    ) -> Self {
        let Some((file, line)) = origin.path() else {
            let message = format!("{}: {message}", origin.in_result());
            return Self { rule, level, message, place: None, about: None, fix: None };
        };
        let region = |span: &Range<usize>| Position::first(line).region(bytes, span);
        let fix = mended.map(|text| (region(&(0..bytes.len())), text));
        let place = Some((file.to_owned(), region(span)));
        Self { rule, level, message, place, about: None, fix }
    }

    /// Creates a finding about an invalid string, with the reason, the offset of the error, and the fixed string.
    pub(crate) fn of_invalid(
        message: String,
        string: (StringOrigin<'_>, &[u8]),
        at: usize,
        mended: Option<&'a str>,
    ) -> Self {
        let LogRule { id, level, .. } = LogRule::INVALID;
        Self::of_string((id, level), message, string, &(at..at + 1), mended)
    }
}

/// Adds the file and the line of a string to a record, if the string has them.
pub(crate) fn placed(record: Record, origin: StringOrigin<'_>) -> Record {
    match origin.file() {
        Some((file, line)) => record.with("file", file).with("line", line),
        None => record,
    }
}

/// The description of a rule, which a log contains once. The findings refer to it by its id.
pub(crate) struct LogRule<'a> {
    pub(crate) id: &'a str,
    pub(crate) level: Level,
    pub(crate) summary: &'a str,
}

impl LogRule<'static> {
    pub(crate) const INVALID: Self =
        Self { id: "invalid", level: Level::Error, summary: "a string that is not valid" };
}

#[derive(Clone, Copy)]
pub(crate) struct Log(Format);

const SCHEMA: &str =
    "https://docs.oasis-open.org/sarif/sarif/v2.1.0/errata01/os/schemas/sarif-schema-2.1.0.json";

impl Log {
    /// Begins the log. In SARIF 2.1.0 (OASIS), the tool with its rules may follow the results. So the
    /// rules need not be known in advance, and a log may be larger than memory.
    pub(crate) fn begin(self, out: &mut Output) -> io::Result<()> {
        if self.0 != Format::Sarif {
            return Ok(());
        }
        out.separate_by(",\n");
        let columns = "\"columnKind\":\"unicodeCodePoints\"";
        writeln!(
            out,
            "{{\"$schema\":\"{SCHEMA}\",\"version\":\"2.1.0\",\"runs\":[{{{columns},\"results\":["
        )
    }

    pub(crate) fn add(self, annotation: &Annotation<'_>, out: &mut Output) -> io::Result<()> {
        if self.0 != Format::Sarif {
            return writeln!(out, "{}", command(annotation));
        }
        out.begin_block();
        out.write_all(result(annotation).into_text().as_bytes())
    }

    pub(crate) fn end<'r>(
        self,
        rules: impl IntoIterator<Item = LogRule<'r>>,
        out: &mut Output,
    ) -> io::Result<()> {
        if self.0 != Format::Sarif {
            return Ok(());
        }
        let rules = rules.into_iter().map(|rule| {
            let level = Record::new().with("level", rule.level.name());
            Record::new()
                .with("id", rule.id)
                .with_record("shortDescription", Some(text(rule.summary)))
                .with_record("defaultConfiguration", Some(level))
        });
        let driver = Record::new()
            .with("name", "urispec")
            .with("semanticVersion", env!("CARGO_PKG_VERSION"))
            .with_all("rules", rules);
        let tool = Record::new().with_record("driver", Some(driver)).into_text();
        // An unreadable file has no finding, but makes the run unsuccessful.
        let is_whole = out.worst < Outcome::Trouble;
        let invocation = Record::new().with("executionSuccessful", is_whole).into_text();
        writeln!(out, "\n],\"invocations\":[{invocation}],\"tool\":{tool}}}]}}")
    }
}

/// Formats a finding as a workflow command of GitHub, without a line end.
fn command(annotation: &Annotation<'_>) -> String {
    let Annotation { rule, level, message, place, about, .. } = annotation;
    let level = match level {
        Level::Error => "error",
        Level::Warning => "warning",
        Level::Note => "notice",
    };
    let at = place.as_ref().map(|(file, region)| {
        let Region { start: Position { line, column, .. }, end } = *region;
        // GitHub accepts an end column only for a region on one line.
        let is_one = end.line == line;
        let last = if is_one { format!(",endColumn={}", end.column) } else { String::new() };
        format!(
            "file={},line={line},endLine={},col={column}{last},",
            property(&file.to_string_lossy()),
            end.line
        )
    });
    let about = about.map_or_else(String::new, |about| format!("{about}: "));
    let title = property(rule);
    format!("::{level} {}title={title}::{}", at.unwrap_or_default(), data(&(about + message)))
}

/// Escapes a message for GitHub: `%` and line ends.
fn data(text: &str) -> String {
    text.replace('%', "%25").replace('\r', "%0D").replace('\n', "%0A")
}

/// Escapes a property for GitHub, including `:` and `,`.
fn property(text: &str) -> String {
    data(text).replace(':', "%3A").replace(',', "%2C")
}

fn result(annotation: &Annotation<'_>) -> Record {
    let Annotation { rule, level, message, place, about, fix } = annotation;
    let file = place.as_ref().map(|(file, _)| Record::new().with("uri", uri(file)));
    let physical = place.as_ref().map(|(_, place)| {
        let artifact = Record::new().with_record("artifactLocation", file.clone());
        artifact.with_record("region", Some(region(*place)))
    });
    let mut location = Record::new().with_record("physicalLocation", physical);
    if let Some(name) = about {
        location =
            location.with_all("logicalLocations", [Record::new().with("name", name)].into_iter());
    }
    let is_placed = place.is_some() || about.is_some();
    let begun = Record::new()
        .with("ruleId", rule)
        .with("level", level.name())
        .with_record("message", Some(text(message)))
        .with_all("locations", is_placed.then_some(location).into_iter());
    let Some((place, inserted)) = fix else { return begun };
    let replacement = Record::new()
        .with_record("deletedRegion", Some(region(*place)))
        .with_record("insertedContent", Some(text(inserted)));
    let change = Record::new()
        .with_record("artifactLocation", file)
        .with_all("replacements", [replacement].into_iter());
    let fix = Record::new()
        .with_record("description", Some(text(&format!("fixes {rule}"))))
        .with_all("artifactChanges", [change].into_iter());
    begun.with_all("fixes", [fix].into_iter())
}

fn text(text: &str) -> Record {
    Record::new().with("text", text)
}

fn region(Region { start, end }: Region) -> Record {
    Record::new()
        .with("startLine", start.line)
        .with("startColumn", start.column)
        .with("endLine", end.line)
        .with("endColumn", end.column)
}

/// Converts a file name to a relative reference, percent-encoding octets that a path cannot contain (RFC
/// 3986, 2.1).
fn uri(file: &Path) -> String {
    let octet = |&byte: &u8| match byte {
        b'\\' if cfg!(windows) => "/".to_owned(),
        b'a'..=b'z' | b'A'..=b'Z' | b'0'..=b'9' => char::from(byte).to_string(),
        _ if b"-._~/!$&'()*+,;=@".contains(&byte) => char::from(byte).to_string(),
        _ => format!("%{byte:02X}"),
    };
    file.as_os_str().as_encoded_bytes().iter().map(octet).collect()
}

// A baseline: known findings, which are not shown again.
//
// A baseline is a file of JSON lines, one entry each, written by an earlier run. A later run tells new findings from
// known ones, and lists the entries that are no longer found. Entries have no line numbers, since lines move. The file
// is sorted, so that its diffs show what changed.

// The arguments of commands that can show only new findings.
#[derive(Args)]
pub(crate) struct BaselineArgs {
    /// Show only findings that are not in FILE, and count entries no longer found
    #[arg(long, value_name = "FILE", value_hint = ValueHint::FilePath, long_help = BASELINE)]
    baseline: Option<PathBuf>,
    /// Write all findings to FILE, for --baseline; findings then do not affect the exit code
    #[arg(long, value_name = "FILE", value_hint = ValueHint::FilePath)]
    write_baseline: Option<PathBuf>,
}

pub(crate) const BASELINE: &str = "\
Show only findings that are not in FILE, which --write-baseline writes. Only new findings make the exit code 1, and a \
note at the end counts the entries that are no longer found. FILE has sorted JSON lines, one entry for each finding. \
Both options may name the same FILE: it is read first, if it exists, and then replaced. FILE contains no passwords.";
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct BaselineHeader {
    schema: u64,
    baseline: String,
}

/// Parses the entries of a baseline file. The error is the line number and the reason.
pub(crate) fn read<T: DeserializeOwned + Ord>(
    command: &str,
    text: &str,
) -> Result<BTreeSet<T>, (usize, String)> {
    let mut lines = text.lines().enumerate();
    let head = lines.next().and_then(|(_, line)| serde_json::from_str::<BaselineHeader>(line).ok());
    if !head.is_some_and(|head| head.schema == 1 && head.baseline == command) {
        let why = format!("not a baseline of {command}: create one with --write-baseline FILE");
        return Err((1, why));
    }
    let entry = |(at, line)| {
        serde_json::from_str(line).map_err(|error| (at + 1, format!("invalid entry: {error}")))
    };
    lines.map(entry).collect()
}

pub(crate) fn write<T: Serialize>(
    command: &str,
    entries: &BTreeSet<T>,
    out: &mut impl Write,
) -> io::Result<()> {
    Record::line().with("baseline", command).print(out)?;
    entries.iter().try_for_each(|entry| {
        serde_json::to_writer(&mut *out, entry)?;
        out.write_all(b"\n")
    })
}

impl BaselineArgs {
    pub(crate) const fn is_written(&self) -> bool {
        self.write_baseline.is_some()
    }

    /// Returns the outcome of the command: findings that are written to a baseline are not failures.
    pub(crate) const fn outcome(&self, outcome: Outcome) -> Outcome {
        if self.is_written() { outcome.ignore_no() } else { outcome }
    }

    /// Reads the entries of the baseline file, if one is given. Returns `None` if it cannot be read, after reporting
    /// that on stderr.
    pub(crate) fn known<T: DeserializeOwned + Ord>(
        &self,
        command: &str,
        out: &mut Output,
    ) -> io::Result<Option<BTreeSet<T>>> {
        let Some(path) = &self.baseline else { return Ok(Some(BTreeSet::new())) };
        // A file that is written for the first time does not exist yet.
        if self.write_baseline.as_ref() == Some(path) && !path.exists() {
            return Ok(Some(BTreeSet::new()));
        }
        let Some((name, text)) = rows::within(path, 1 << 30, out)? else { return Ok(None) };
        let known = read(command, &text);
        out.or_refuse(known.map_err(|(line, why)| format!("{name}:{line}: {why}")))
    }

    /// Writes the findings to the file, if one is given, and reports their number.
    pub(crate) fn write<T: Serialize>(
        &self,
        command: &str,
        made: &BTreeSet<T>,
        noun: &str,
        out: &mut Output,
    ) -> io::Result<Outcome> {
        let Some(path) = &self.write_baseline else { return Ok(Outcome::Yes) };
        let name = Name(path, out.passwords).to_string();
        if let Err(why) = WholeFile::written(path, |file| write(command, made, file)) {
            return out.refuse(&format!("cannot write {name}: {why}"));
        }
        out.note(format_args!("{name}: {}\n", counted(made.len() as u64, noun)))?;
        Ok(Outcome::Yes)
    }
}

/// A finding in a baseline, about a string, a grammar or a text.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct BaselineEntry {
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(crate) file: Option<String>,
    /// The string, or the message about a grammar.
    pub(crate) input: String,
    pub(crate) id: String,
}

/// The findings of a run, compared with a baseline.
#[derive(Default)]
pub(crate) struct BaselineDiff {
    /// The findings that were recorded: all findings if the run writes a baseline, and otherwise those in the baseline.
    all: BTreeSet<BaselineEntry>,
    /// The number of findings that the baseline contains. They are not shown.
    pub(crate) known: u64,
}

impl BaselineDiff {
    /// Returns whether `known` contains a finding. Records the finding if `known` contains it or a baseline is written.
    pub(crate) fn take(
        &mut self,
        entry: BaselineEntry,
        known: &BTreeSet<BaselineEntry>,
        is_written: bool,
    ) -> bool {
        let is_known = known.contains(&entry);
        self.known += u64::from(is_known);
        if is_written || is_known {
            self.all.insert(entry);
        }
        is_known
    }

    pub(crate) const fn all(&self) -> &BTreeSet<BaselineEntry> {
        &self.all
    }

    pub(crate) fn gone(&self, known: &BTreeSet<BaselineEntry>) -> usize {
        known.difference(&self.all).count()
    }

    /// Counts the baseline's findings that were found again and those that are gone, unless the baseline is empty.
    pub(crate) fn summary(&self, known: &BTreeSet<BaselineEntry>) -> Option<String> {
        let again = counted(self.known, "finding");
        let gone = grouped(self.gone(known) as u64);
        (!known.is_empty())
            .then(|| format!("{again} in the baseline not shown, {gone} no longer found"))
    }
}

impl Tally for BaselineDiff {
    fn add(&mut self, Self { mut all, known }: Self) {
        self.all.append(&mut all);
        self.known += known;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_would_end_a_value_has_a_code() {
        let region = Position::first(1).region(b"ab", &(1..2));
        let mut annotation = Annotation {
            rule: "a:b",
            level: Level::Note,
            message: "50%\nmore, or: less".to_owned(),
            place: Some(("a,b\n.txt".into(), region)),
            about: None,
            fix: None,
        };
        assert_eq!(
            command(&annotation),
            "::notice file=a%2Cb%0A.txt,line=1,endLine=1,col=2,endColumn=3,title=a%3Ab::50%25%0Amore, or: less"
        );
        annotation.place = None;
        annotation.about = Some("curl");
        assert_eq!(command(&annotation), "::notice title=a%3Ab::curl: 50%25%0Amore, or: less");
    }

    fn entry(id: &str) -> BaselineEntry {
        BaselineEntry { file: None, input: "é\n".to_owned(), id: id.to_owned() }
    }

    #[test]
    fn what_is_written_is_known_and_what_is_gone_is_counted() {
        let mut made = BaselineDiff::default();
        for id in ["b", "a", "b"] {
            assert!(!made.take(entry(id), &BTreeSet::new(), true));
        }
        let mut text = Vec::new();
        write("urispec lint", made.all(), &mut text).unwrap();
        let text = String::from_utf8(text).unwrap();
        let expected = "{\"schema\":1,\"baseline\":\"urispec lint\"}\n\
            {\"input\":\"é\\n\",\"id\":\"a\"}\n{\"input\":\"é\\n\",\"id\":\"b\"}\n";
        assert_eq!(text, expected);
        let known = read("urispec lint", &text).unwrap();
        let mut made = BaselineDiff::default();
        assert!(made.take(entry("a"), &known, false) && !made.take(entry("c"), &known, false));
        assert_eq!((made.known, made.gone(&known), made.all().len()), (1, 1, 1));
    }

    #[test]
    fn a_file_that_is_no_baseline() {
        let read = read::<BaselineEntry>;
        assert_eq!(read("urispec lint", "").unwrap_err().0, 1);
        let other = "{\"schema\":1,\"baseline\":\"urispec conform\"}\n";
        assert_eq!(read("urispec lint", other).unwrap_err().0, 1);
        let text = "{\"schema\":1,\"baseline\":\"urispec lint\"}\n{\"id\":\"a\"}\n";
        assert_eq!(read("urispec lint", text).unwrap_err().0, 2);
    }
}

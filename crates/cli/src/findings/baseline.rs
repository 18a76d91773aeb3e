//! A baseline: known findings, which are not shown again.
//!
//! A baseline is a file of JSON lines, one entry each, written by an earlier run. A later run tells new findings from
//! known ones, and lists the entries that are no longer found. Entries have no line numbers, since lines move. The file
//! is sorted, so that its diffs show what changed.

use std::collections::BTreeSet;
use std::io::{self, Write};
use std::path::PathBuf;

use clap::{Args, ValueHint};
use serde::de::DeserializeOwned;
use serde::{Deserialize, Serialize};
use urispec_views::record::Record;

use crate::input::text;
use crate::output::counted::{Tally, counted, grouped};
use crate::output::{Name, Outcome, Output, WholeFile};

// The arguments of commands that can show only new findings.
#[derive(Args)]
pub(crate) struct BaselineArgs {
    /// Show only findings that are not in FILE, and count entries no longer found
    #[arg(long, value_name = "FILE", value_hint = ValueHint::FilePath, long_help = BASELINE)]
    baseline: Option<PathBuf>,
    /// Write all findings to FILE, for --baseline; they then do not affect the exit code
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
        let Some((name, text)) = text::within(path, 1 << 30, out)? else { return Ok(None) };
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

/// A finding about a string, a grammar or a text.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct BaselineEntry {
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(crate) file: Option<String>,
    /// The string, or the message about a grammar.
    pub(crate) input: String,
    pub(crate) id: String,
}

/// The findings of a run, compared with the known ones.
#[derive(Default)]
pub(crate) struct BaselineDiff {
    /// All findings if they are to be written, else the known ones.
    all: BTreeSet<BaselineEntry>,
    /// How many known findings were not shown.
    pub(crate) known: u64,
}

impl BaselineDiff {
    /// Returns whether a finding is known, and records it if it is known or to be written.
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

    /// Summarizes the known entries, if there are any.
    pub(crate) fn summary(&self, known: &BTreeSet<BaselineEntry>) -> Option<String> {
        let again = counted(self.known, "finding");
        let gone = grouped(self.gone(known) as u64);
        (!known.is_empty())
            .then(|| format!("{again} of the baseline not shown, {gone} no longer found"))
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

//! Strings on lines or in rows: the arguments of the commands that write rows.

use std::ffi::OsString;
use std::io;
use std::path::{Path, PathBuf};

use clap::ValueHint;
use urispec::{Edition, Reference};
use urispec_views::record::Record;

use super::table::Columns;
use crate::input::Item;
use crate::options::{
    Common, DocumentArgs, Files, Invalid, InvalidArgs, Ladder, Threads, VerbosityArgs,
};
use crate::output::{Name, Outcome, Output, Reported};

const OUTPUT: &str = "\
Write to FILE; `-` is standard output. If its name ends in .gz or .zst, it is compressed by gzip or zstd.

The rows go to a nameless file in the same folder, which replaces FILE in one step at the end. If some of the input \
cannot be read, the disk is full or the run is killed, FILE stays unchanged.";

// No doc comment: clap would use it as the description of the command.
#[derive(clap::Args)]
pub(crate) struct RowArgs {
    #[command(flatten)]
    pub(crate) files: Files,
    #[command(flatten)]
    document: DocumentArgs,
    #[command(flatten)]
    pub(crate) table: Columns,
    /// Treat the first row as column names: of --input csv and tsv, and of printed columns
    #[arg(long)]
    pub(crate) header: bool,
    #[command(flatten)]
    pub(crate) ladder: Ladder,
    /// Write to FILE (`-` is standard output); .gz and .zst files are compressed
    #[arg(short, long, value_name = "FILE", value_hint = ValueHint::FilePath)]
    #[arg(conflicts_with_all = ["count", "quiet"], long_help = OUTPUT)]
    pub(crate) output: Option<PathBuf>,
    #[command(flatten)]
    pub(crate) invalid: InvalidArgs,
    #[command(flatten)]
    pub(crate) less: VerbosityArgs,
    #[command(flatten)]
    pub(crate) threads: Threads,
}

impl RowArgs {
    pub(crate) const fn edition(&self) -> Edition {
        self.document.edition
    }
}

// Lines of files that are two strings separated by a tab.

/// Passes on the two strings of a line, or reports that the line has no tab.
pub(crate) fn with_pair(
    item: &Item<'_>,
    (common, invalid): (&Common, Invalid),
    out: &mut Output,
    take: impl FnOnce(&mut Output, [&str; 2]) -> io::Result<Outcome>,
) -> io::Result<Outcome> {
    match item.pair() {
        Ok((one, other)) => take(out, [one, other]),
        Err(_) if common.json && invalid == Invalid::Skip => Ok(Outcome::No),
        Err(fault) if common.json => {
            Record::of(common.edition())
                .given("input", item.bytes())
                .with("valid", false)
                .with_record("error", Some(fault.record(None)))
                .print(out)?;
            Ok(Outcome::No)
        }
        Err(fault) => invalid
            .answer(item.bytes(), out, |out| fault.report(out, item.origin, None, item.bytes())),
    }
}

// Arguments that are strings but were probably meant as file names.
//
// The surprising case: `urls.txt` is a valid relative reference, and so is `-`. A command that checks it
// answers yes, whether there is such a file or not.

#[derive(Clone, Copy)]
pub(crate) enum ArgumentKind {
    References(Edition),
    /// References, for a command that reports a valid one by its exit code alone.
    Judged(Edition),
    /// Strings that are often relative paths, or strings of a production.
    Anything,
}

/// The extensions of files that typically contain lists of strings.
const ENDINGS: [&str; 22] = [
    "txt", "csv", "tsv", "json", "jsonl", "ndjson", "log", "list", "lst", "urls", "dat", "md",
    "tab", "gz", "zst", "bz2", "xz", "zip", "parquet", "xml", "text", "out",
];

const NAMED: usize = 4;

/// Warns about strings that were probably meant as file names.
pub(crate) fn argument_hints(
    command: &str,
    kind: ArgumentKind,
    strings: &[OsString],
    out: &mut Output,
) -> io::Result<()> {
    if strings.iter().any(|string| string == "-") {
        return out.warn_of_file(format_args!(
            "- was read as a string; to read standard input: urispec {command} -f -\n"
        ));
    }
    let mut warn_of = |is_meant: &dyn Fn(&OsString) -> bool, one: &str, many: &str| {
        let files: Vec<_> = strings.iter().filter(|string| is_meant(string)).collect();
        let what = if files.len() == 1 { one } else { many };
        if files.is_empty() { Ok(false) } else { warn(command, &files, what, out).map(|()| true) }
    };
    let (one, many) =
        ("is a file, but was read as a string", "are files, but were read as strings");
    if warn_of(&|string| Path::new(string).is_file(), one, many)? {
        return Ok(());
    }
    let (edition, is_judged) = match kind {
        ArgumentKind::References(edition) => (edition, false),
        ArgumentKind::Judged(edition) => (edition, true),
        ArgumentKind::Anything => return Ok(()),
    };
    let (one, many) = ("was read as a relative reference", "were read as relative references");
    if warn_of(&|string| path(string, edition).is_some_and(has_look), one, many)? {
        return Ok(());
    }
    if let ([string], true) = (strings, is_judged)
        && path(string, edition).is_some()
    {
        let name = Name(Path::new(string), out.passwords);
        out.note(format_args!("note: {name} was read as a relative reference (a path)\n"))?;
    }
    Ok(())
}

/// Returns the path of a string that is only a path under the edition.
fn path(string: &OsString, edition: Edition) -> Option<&str> {
    let text = string.to_str()?;
    let reference = Reference::parse(edition, text).ok()?;
    (!text.is_empty() && reference.path() == text).then_some(text)
}

/// Returns whether a path has the extension of a file with a list.
fn has_look(path: &str) -> bool {
    let name = path.rsplit('/').next().unwrap_or_default();
    name.rsplit_once('.').is_some_and(|(stem, ending)| {
        !stem.is_empty() && ENDINGS.iter().any(|known| ending.eq_ignore_ascii_case(known))
    })
}

fn warn(command: &str, files: &[&OsString], what: &str, out: &mut Output) -> io::Result<()> {
    let shown = files.iter().take(NAMED).map(|file| Name(Path::new(file), out.passwords));
    let (names, meant): (Vec<_>, Vec<_>) =
        shown.map(|name| (name.to_string(), format!(" -f {}", name.word()))).unzip();
    let (mut names, mut meant) = (names.join(", "), meant.concat());
    if files.len() > NAMED {
        names += &format!(" and {} more", files.len() - NAMED);
        meant += " …";
    }
    out.warn_of_file(format_args!(
        "{names} {what}; to read lines from a file: urispec {command}{meant}\n"
    ))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_a_path_is_a_path() {
        let is_path = |text: &str| path(&OsString::from(text), Edition::Rfc3986).is_some();
        for text in ["urls.txt", "data/urls.csv.gz", "/etc/hosts", "a"] {
            assert!(is_path(text), "{text}");
        }
        for text in ["", "a:b", "//h/urls.txt", "urls.txt?q", "urls.txt#f", "my urls.txt"] {
            assert!(!is_path(text), "{text}");
        }
        // RFC 1738, 2.3: relative links are defined elsewhere.
        assert!(path(&OsString::from("urls.txt"), Edition::Rfc1738).is_none());
    }

    #[test]
    fn a_look_is_an_ending() {
        for text in ["urls.txt", "data/urls.csv.gz", "URLS.TXT", "/a.b/c.log"] {
            assert!(has_look(text), "{text}");
        }
        for text in ["example.com", ".txt", "a.txt/", "txt", "a.txt/b", "index.html"] {
            assert!(!has_look(text), "{text}");
        }
    }
}

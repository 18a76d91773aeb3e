//! Strings from lines or table rows, and files that are read as a whole.

use std::ffi::OsString;
use std::io;
use std::io::Read;
use std::path::{Path, PathBuf};

use clap::ValueHint;
use ignore::WalkBuilder;
use urispec::{Edition, Reference};
use urispec_views::fault::Fault;
use urispec_views::record::Record;

use super::source::is_converted;
use super::table::Columns;
use super::unreadable;
use crate::input;
use crate::input::Item;
use crate::options::names::ReadBy;
use crate::options::{
    Common, DocumentArgs, Files, Invalid, InvalidArgs, Ladder, Threads, VerbosityArgs,
};
use crate::output::{Name, Outcome, Output, Passwords, Reported, Usage, is_stdin};

// Strings on lines or in rows: the arguments of the commands that write rows.

const OUTPUT: &str = "\
Write to FILE; `-` is standard output. If its name ends in .gz or .zst, it is compressed by gzip or zstd.

The results go to a nameless file in the same folder, which replaces FILE in one step at the end. If some of the input \
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
    /// Read column names from the first row of --input csv and tsv, and print column names first
    #[arg(long)]
    pub(crate) header: bool,
    #[command(flatten)]
    pub(crate) ladder: Ladder,
    #[command(flatten)]
    pub(crate) output: OutputFile,
    #[command(flatten)]
    pub(crate) invalid: InvalidArgs,
    #[command(flatten)]
    pub(crate) less: VerbosityArgs,
    #[command(flatten)]
    pub(crate) threads: Threads,
}

// The file that receives the results.
#[derive(clap::Args)]
pub(crate) struct OutputFile {
    /// Write to FILE (`-` is standard output); .gz and .zst files are compressed
    #[arg(short, long, value_name = "FILE", value_hint = ValueHint::FilePath)]
    #[arg(conflicts_with_all = ["count", "quiet"], long_help = OUTPUT)]
    output: Option<PathBuf>,
}

impl OutputFile {
    pub(crate) fn path(&self) -> Option<&Path> {
        self.output.as_deref()
    }

    /// Returns whether the file is also one of the inputs.
    pub(crate) fn is_one_of(&self, inputs: &[PathBuf]) -> bool {
        let Some(Ok(own)) = self.path().map(Path::canonicalize) else { return false };
        inputs.iter().any(|input| input.canonicalize().is_ok_and(|input| input == own))
    }
}

impl RowArgs {
    pub(crate) const fn edition(&self) -> Edition {
        self.document.edition
    }
}

// Lines of files that are two strings separated by a tab.

/// Passes the two strings of a line to `take`, or reports that the line does not have exactly one tab.
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
// The surprising case: `urls.txt` is a valid relative reference, so a command that checks it would answer yes, whether
// there is such a file or not. The name of an existing file is an error, since a check that checked nothing must not
// succeed.

#[derive(Clone, Copy)]
pub(crate) enum ArgumentKind {
    References(Edition),
    /// References, for a command that reports a valid reference only by its exit code.
    Judged(Edition),
    /// Any strings, which are often relative paths, or strings of a production.
    Anything,
}

/// The extensions of files that typically contain lists of strings.
const ENDINGS: [&str; 22] = [
    "txt", "csv", "tsv", "json", "jsonl", "ndjson", "log", "list", "lst", "urls", "dat", "md",
    "tab", "gz", "zst", "bz2", "xz", "zip", "parquet", "xml", "text", "out",
];

const NAMED: usize = 4;

/// Returns an error if an argument of a command that reads references is the name of a file.
pub(super) fn named_files(
    command: &str,
    kind: ArgumentKind,
    strings: &[&OsString],
) -> Result<(), Usage> {
    if matches!(kind, ArgumentKind::Anything) {
        return Ok(());
    }
    let Some(file) = strings.iter().find(|string| Path::new(string).is_file()) else {
        return Ok(());
    };
    let name = Name(Path::new(file), Passwords::shown_if(false));
    let word = name.word();
    let grammar = match command {
        "lint" => "; to lint the URIs in its text, add --in; for a grammar, add --notation",
        _ => "",
    };
    Err(Usage::new(format!(
        "{name} is the name of a file: to read its lines, use `urispec {command} -f {word}`{grammar}; if it is meant as \
         a string, add --string"
    )))
}

/// Warns about strings that were probably meant as file names.
pub(crate) fn argument_hints(
    command: &str,
    kind: ArgumentKind,
    strings: &[&OsString],
    out: &mut Output,
) -> io::Result<()> {
    let mut warn_of = |is_meant: &dyn Fn(&OsString) -> bool, one: &str, many: &str| {
        let files: Vec<_> = strings.iter().copied().filter(|string| is_meant(string)).collect();
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
    // The strings of other documents are not references.
    if !edition.is_of_uris() {
        return Ok(());
    }
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

/// Returns the string as text if it is a reference of the edition that consists of a path.
fn path(string: &OsString, edition: Edition) -> Option<&str> {
    let text = string.to_str()?;
    let reference = Reference::parse(edition, text).ok()?;
    (!text.is_empty() && reference.path() == text).then_some(text)
}

/// Returns whether a path has an extension from [`ENDINGS`].
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

// Hints about the documents of single schemes.

/// The documents of schemes that everyone knows. Only their rejections of URIs by RFC 3986 are noted, without fragments.
const WELL_KNOWN: [Edition; 2] = [Edition::Rfc8089, Edition::Rfc9110];

/// Notes what the documents of the scheme of a valid string say about it, if the string is an argument that was read by
/// a document about all URIs.
pub(crate) fn note_scheme_documents(
    by: ReadBy,
    item: &Item<'_>,
    out: &mut Output,
) -> io::Result<()> {
    let (ReadBy::Whole(edition), None, Ok(text)) = (by, item.origin.line(), item.text()) else {
        return Ok(());
    };
    if edition.is_of_scheme() {
        return Ok(());
    }
    let without_fragment = text.split('#').next().unwrap_or_default();
    for document in Edition::of_scheme(text) {
        let (name, id) = (document.name(), document.id());
        let is_known = WELL_KNOWN.contains(&document);
        let text = if is_known { without_fragment } else { text };
        match document.reading(text).check(text) {
            _ if is_known && edition != Edition::Rfc3986 => {}
            Ok(()) if is_known => {}
            Ok(()) => {
                let scheme = text.split(':').next().unwrap_or_default();
                out.note(format_args!(
                    "note: the document of `{scheme}`, {name}, accepts the string; see --edition {id}\n"
                ))?;
            }
            Err(error) => {
                let fault = Fault::of(error.into(), text);
                let why = fault.message(None, item.bytes(), out.passwords);
                out.note(format_args!(
                    "note: {name} rejects the string: {why}; see --edition {id}\n"
                ))?;
            }
        }
    }
    Ok(())
}

// Files that are read as a whole: grammars and certificates.

const LONGEST: u64 = 64 << 20;

/// Reads a file. Returns its name for messages, and its text. If the file cannot be read, reports the error on stderr
/// and returns `None`.
pub(crate) fn read(path: &Path, out: &mut Output) -> io::Result<Option<(String, String)>> {
    within(path, LONGEST, out)
}

/// Returns the entries of a list, one per line, with their line numbers. Empty lines and `#` comments are skipped.
pub(crate) fn entries(text: &str) -> impl Iterator<Item = (usize, &str)> {
    let lines = (1..).zip(text.lines().map(str::trim));
    lines.filter(|(_, line)| !line.is_empty() && !line.starts_with('#'))
}

/// Reads an optional file as [`read`] does. Returns `None` if it cannot be read, and `Some(None)` if none is given.
pub(crate) fn read_optional(
    path: Option<&Path>,
    out: &mut Output,
) -> io::Result<Option<Option<(String, String)>>> {
    path.map_or(Ok(Some(None)), |path| Ok(read(path, out)?.map(Some)))
}

/// Reads a file as [`read`] does, but only its first `most` bytes.
pub(crate) fn within(
    path: &Path,
    most: u64,
    out: &mut Output,
) -> io::Result<Option<(String, String)>> {
    let (name, mut bytes) = (Name(path, out.passwords).to_string(), Vec::new());
    let Some(file) = input::open(path, out)? else { return Ok(None) };
    if let Err(error) = file.take(most).read_to_end(&mut bytes) {
        input::unreadable(path, &error, out)?;
        return Ok(None);
    }
    match String::from_utf8(bytes) {
        Ok(text) => Ok(Some((name, text))),
        Err(error) => {
            let offset = error.utf8_error().valid_up_to();
            let (read, byte) = (&error.as_bytes()[..offset], error.as_bytes()[offset]);
            let start = read.iter().rposition(|&byte| byte == b'\n').map_or(0, |end| end + 1);
            let line = read.iter().filter(|&&byte| byte == b'\n').count() + 1;
            let fault = Fault::NotUtf8 { offset: offset - start, byte };
            out.complain(format_args!("{name}:{line}: {fault}\n"))?;
            Ok(None)
        }
    }
}

/// Expands folders to the files in them. Skips files that version control ignores, compressed files, and files in other
/// encodings. Folders that cannot be read are reported on stderr.
pub(crate) fn files(
    paths: impl IntoIterator<Item = impl AsRef<Path>>,
    out: &mut Output,
) -> io::Result<Vec<PathBuf>> {
    let mut all = Vec::new();
    for path in paths {
        let path = path.as_ref();
        if is_stdin(path) || !path.is_dir() {
            all.push(path.to_owned());
            continue;
        }
        let mut walk = WalkBuilder::new(path);
        // A source archive has ignore files, but no repository.
        let walk = walk.sort_by_file_name(Ord::cmp).require_git(false).build();
        for entry in walk {
            match entry {
                Ok(entry) if entry.file_type().is_some_and(|kind| kind.is_file()) => {
                    let path = plain(entry.into_path());
                    if !is_converted(&path) {
                        all.push(path);
                    }
                }
                Ok(_) => {}
                Err(error) => {
                    let error = io::Error::other(error);
                    unreadable(path, &error, out)?;
                }
            }
        }
    }
    Ok(all)
}

fn plain(path: PathBuf) -> PathBuf {
    path.strip_prefix("./").map(Path::to_owned).unwrap_or(path)
}

// Returns whether an input file is also the output. Then the program would read what it writes, and never
// end. After `>` the shell has emptied the file, so there is nothing to read; after `>>` there is.

#[cfg(unix)]
pub(crate) fn is_output(path: &Path) -> bool {
    use std::fs::File;
    use std::io;
    use std::os::fd::{AsFd, BorrowedFd};
    use std::os::unix::fs::MetadataExt;

    let metadata = |stream: BorrowedFd<'_>| File::from(stream.try_clone_to_owned()?).metadata();
    let input = match crate::output::whole_file::is_stdin(path) {
        true => metadata(io::stdin().as_fd()),
        false => path.metadata(),
    };
    let (Ok(input), Ok(output)) = (input, metadata(io::stdout().as_fd())) else { return false };
    let place = (output.dev(), output.ino());
    output.is_file() && output.len() > 0 && (input.dev(), input.ino()) == place
}

#[cfg(not(unix))]
pub(crate) const fn is_output(_: &Path) -> bool {
    false
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

//! Decides which findings are shown and how severe each is, and applies their fixes.

use std::collections::BTreeMap;
use std::io::Write;
use std::path::{Path, PathBuf};
use std::{fs, io};

use clap::Args;
use clap::builder::TypedValueParser;
use memchr::{memchr_iter, memmem};
use urispec_audit::lint as grammar_lint;
use urispec_audit::lint::{Finding, Lint};
use urispec_lint::{Pack, Severity};

use super::strings::StringLinter;
use crate::findings::Level;
use crate::input::source::is_converted;
use crate::options::names;
use crate::output::columns::counted;
use crate::output::{Name, Output, Usage, WholeFile, is_stdin};

// Decides which findings are shown, how severe each is, and which make the exit code 1.
//
// The level depends on the id of a lint and on its severity. Settings for an id override those for a severity.

const SELECT: &str = "\
Show only findings of this id or severity (`note`, `warning` or `error`); may be repeated or comma-separated.

In all four options, ids override severities: `--ignore warning --select password` shows password as the only warning.";
const DENY: &str = "\
Exit with 1 if there is a finding of this id or severity (`note`, `warning` or `error`); may be \
repeated. Warnings already make the exit code 1.";
const SEVERITY: &str = "\
Change the severity of a lint: `note`, `warning` or `error`. Notes do not make the exit code 1; \
the others do.";

// The options about lints.
#[derive(Args)]
pub(crate) struct Levels {
    /// Show only findings of this id or severity; may be repeated
    #[arg(long, value_name = "ID", value_parser = ids(), hide_possible_values = true)]
    #[arg(value_delimiter = ',', long_help = SELECT)]
    select: Vec<&'static str>,
    /// Do not show findings of this id or severity; may be repeated
    #[arg(long, value_name = "ID", value_parser = ids(), hide_possible_values = true)]
    #[arg(value_delimiter = ',', alias = "allow")]
    ignore: Vec<&'static str>,
    /// Exit with 1 if there is a finding of this id or severity; may be repeated
    #[arg(long, value_name = "ID", value_parser = ids(), hide_possible_values = true)]
    #[arg(value_delimiter = ',', long_help = DENY)]
    deny: Vec<&'static str>,
    /// Change the severity of a lint; may be repeated
    #[arg(long, value_name = "ID=SEVERITY", value_parser = severity, long_help = SEVERITY)]
    #[arg(value_delimiter = ',')]
    severity: Vec<(&'static str, Level)>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct ShownFinding {
    pub(crate) level: Level,
    /// Whether the finding makes the exit code 1.
    pub(crate) is_denied: bool,
}

impl Levels {
    /// Returns the level of a lint's findings and whether they are denied, or `None` if they are not shown.
    pub(crate) fn shown(&self, id: &str, severity: &str) -> Option<ShownFinding> {
        let named = self.severity.iter().rfind(|(named, _)| *named == id);
        let level = named.map(|(_, level)| *level);
        let level = level.or_else(|| Level::named(severity)).unwrap_or(Level::Warning);
        let is = |all: &[&str], name: &str| all.contains(&name);
        for name in [id, level.name()] {
            if is(&self.ignore, name) {
                return None;
            }
            if is(&self.deny, name) {
                return Some(ShownFinding { level, is_denied: true });
            }
            if is(&self.select, name) {
                break;
            }
            if name != id && !self.select.is_empty() {
                return None;
            }
        }
        Some(ShownFinding { level, is_denied: level > Level::Note })
    }

    pub(super) fn selects(&self, id: &str) -> bool {
        self.select.contains(&id)
    }

    /// Rejects a name that is both ignored and either denied or selected.
    pub(super) fn check(&self) -> Result<(), Usage> {
        let wanted = self.deny.iter().chain(&self.select);
        match wanted.copied().find(|name| self.ignore.contains(name)) {
            None => Ok(()),
            Some(name) => Err(Usage::new(format!(
                "`{name}` is ignored, so it cannot also be denied or selected"
            ))),
        }
    }
}

/// Returns the ids of all lints.
pub(crate) fn all() -> impl Iterator<Item = &'static str> + Clone {
    let lints = Pack::ALL.iter().flat_map(|pack| pack.lints()).map(|lint| lint.id());
    lints.chain(grammar_lint::Lint::ALL.iter().map(|lint| lint.id()))
}

pub(super) fn id() -> impl TypedValueParser<Value = &'static str> {
    names::listed(all().map(|id| (id, id)))
}

fn ids() -> impl TypedValueParser<Value = &'static str> {
    let severities = Level::ALL.into_iter().map(Level::name);
    names::listed(severities.chain(all()).map(|id| (id, id)))
}

/// Parses `id=severity`.
fn severity(text: &str) -> Result<(&'static str, Level), String> {
    let (id, level) = text.split_once('=').ok_or("write ID=SEVERITY, as in password=note")?;
    let known = names::find(all(), id).map_err(|_| format!("`{id}` is not the id of a lint"))?;
    let level = Level::named(&level.to_ascii_lowercase())
        .ok_or("the severity is `note`, `warning` or `error`")?;
    Ok((known, level))
}

// Comments in a text that suppress findings: `urispec: ignore`. The words need not be in a comment, since the
// syntax of comments depends on the language. An unknown id is not an error; the intended finding is simply
// still shown.

/// The words that suppress findings, optionally followed by `-next-line` and by ids in brackets.
const WORDS: &[u8] = b"urispec: ignore";

const NEXT: &[u8] = b"-next-line";

/// The lines with suppressed findings.
#[derive(Debug, Default, PartialEq, Eq)]
pub(super) struct Ignored(BTreeMap<u64, Ids>);

#[derive(Debug, Default, PartialEq, Eq)]
struct Ids {
    is_all: bool,
    some: Vec<String>,
}

impl Ignored {
    /// Finds the suppressions in a text whose first line has the number 1.
    pub(super) fn of(text: &[u8]) -> Self {
        Self::from_line(1, text)
    }

    /// Finds the suppressions in a text whose first line has the number `first`.
    pub(super) fn from_line(first: u64, text: &[u8]) -> Self {
        let mut lines = BTreeMap::<u64, Ids>::new();
        let (mut line, mut passed) = (first, 0);
        for at in memmem::find_iter(text, WORDS) {
            line += memchr_iter(b'\n', &text[passed..at]).count() as u64;
            passed = at;
            let rest = &text[at + WORDS.len()..];
            let (of, rest) = match rest.strip_prefix(NEXT) {
                Some(rest) => (line + 1, rest),
                None => (line, rest),
            };
            if rest.first().is_some_and(|byte| byte.is_ascii_alphanumeric() || *byte == b'-') {
                continue;
            }
            let ids = lines.entry(of).or_default();
            match in_brackets(rest) {
                Some(some) => ids.some.extend(some),
                None => ids.is_all = true,
            }
        }
        Self(lines)
    }

    pub(super) fn has(&self, line: u64, id: &str) -> bool {
        self.0.get(&line).is_some_and(|ids| {
            ids.is_all || names::find(ids.some.iter().map(String::as_str), id).is_ok()
        })
    }
}

/// Parses a comma-separated list in brackets at the beginning of a text.
fn in_brackets(text: &[u8]) -> Option<Vec<String>> {
    let inner = text.strip_prefix(b"[")?;
    let line = inner.split(|byte| *byte == b'\n').next()?;
    let end = line.iter().position(|byte| *byte == b']')?;
    let names = String::from_utf8_lossy(&line[..end]);
    Some(names.split(',').map(|name| name.trim().to_owned()).collect())
}

// `urispec lint --fix`: applies the fixes of findings to files.
//
// A fixed string is linted again, until nothing is left to fix. A file is replaced completely or not at all;
// without fixes it is not touched.
//
// The surprising case: fixing a warning may lose something, such as a password. So only notes, which are
// about equivalent spellings, are fixed, unless `--select` names the lint.

/// The maximum number of rounds of fixes for a string or a grammar. A finding that was fixed does not come back.
const ROUNDS: usize = 64;

/// Rejects inputs that are not files, since fixes cannot be written to them.
pub(super) fn check(files: &[PathBuf]) -> Result<(), Usage> {
    if files.is_empty() || files.iter().any(|file| is_stdin(file)) {
        let message =
            "--fix changes files: name them with `-f urls.txt`, `--in README.md` or `a.abnf`";
        return Err(Usage::new(message));
    }
    Ok(())
}

/// Fixes files. `mended` returns the new text and the number of fixed places. Returns `false` if a file cannot be read
/// or written, after reporting that on stderr.
pub(super) fn files(
    files: &[PathBuf],
    out: &mut Output,
    mut mended: impl FnMut(&Path, &[u8]) -> (Vec<u8>, u64),
) -> io::Result<bool> {
    let mut all = true;
    for path in files {
        all &= file(path, out, |text| mended(path, text))?;
    }
    Ok(all)
}

pub(super) fn file(
    path: &Path,
    out: &mut Output,
    mended: impl FnOnce(&[u8]) -> (Vec<u8>, u64),
) -> io::Result<bool> {
    let name = Name(path, out.passwords).to_string();
    let text = fs::read(path).map_err(|error| format!("cannot read {name}: {error}"));
    let Some(text) = out.or_refuse(text)? else { return Ok(false) };
    if is_converted(path) {
        out.refuse(&format!(
            "cannot fix {name}: it is compressed or not UTF-8; unpack or convert it first"
        ))?;
        return Ok(false);
    }
    let (mended, count) = mended(&text);
    if count == 0 {
        return Ok(true);
    }
    let written = WholeFile::written(path, |file| file.write_all(&mended));
    let written = written.map_err(|error| format!("cannot write {name}: {error}"));
    if out.or_refuse(written)?.is_none() {
        return Ok(false);
    }
    out.note(format_args!("{name}: {} mended\n", counted(count, "place")))?;
    Ok(true)
}

impl StringLinter {
    /// Applies the fixes to the string on each line. Returns the new text and the number of fixed lines.
    pub(super) fn mended_lines(&self, text: &[u8]) -> (Vec<u8>, u64) {
        let (mut mended, mut count) = (Vec::with_capacity(text.len()), 0);
        let mark = text.strip_prefix(b"\xEF\xBB\xBF").map_or(0, |rest| text.len() - rest.len());
        mended.extend_from_slice(&text[..mark]);
        for line in text[mark..].split_inclusive(|byte| *byte == b'\n') {
            let end = line.strip_suffix(b"\n").unwrap_or(line);
            let end = if end == line { line } else { end.strip_suffix(b"\r").unwrap_or(end) };
            match std::str::from_utf8(end).ok().and_then(|string| self.mended(string, |_| false)) {
                Some(string) => {
                    count += 1;
                    mended.extend_from_slice(string.as_bytes());
                    mended.extend_from_slice(&line[end.len()..]);
                }
                None => mended.extend_from_slice(line),
            }
        }
        (mended, count)
    }

    /// Fixes the notes and the selected findings in a string, except ignored ids. Returns `None` if nothing changes.
    pub(super) fn mended(&self, text: &str, is_ignored: impl Fn(&str) -> bool) -> Option<String> {
        let mut mended: Option<String> = None;
        for _ in 0..ROUNDS {
            let now = mended.as_deref().unwrap_or(text);
            let linted = self.lint_text(now);
            let found = linted.found().iter().map(|(finding, _)| finding);
            let is_asked = |id| self.args.levels.selects(id);
            let mut found = found.filter(|finding| {
                let (id, severity) = (finding.lint().id(), finding.lint().severity());
                !is_ignored(id) && (severity == Severity::Note || is_asked(id))
            });
            let next = found.find_map(|finding| finding.mended());
            // An invalid string has no valid fix.
            match next.filter(|next| linted.fault.is_none() && *next != now) {
                Some(next) => mended = Some(next.to_owned()),
                None => break,
            }
        }
        mended.filter(|mended| mended != text)
    }
}

/// Fixes the text of a grammar repeatedly. Returns the new text and the number of fixed places. `findings` returns the
/// findings in a text.
pub(super) fn grammar(text: &str, mut findings: impl FnMut(&str) -> Vec<Finding>) -> (String, u64) {
    let (mut text, mut count) = (text.to_owned(), 0);
    for _ in 0..ROUNDS {
        // A fix that moves text changes how much a rule consumes, so each round applies only one such fix.
        let mut is_moved = false;
        let is_sound = |one: &Finding| {
            let moves = one.lint == Lint::PrefixShadowed && one.mend.is_some();
            !(moves && std::mem::replace(&mut is_moved, true))
        };
        let found = findings(&text).into_iter().filter(is_sound);
        let mut mends: Vec<_> = found.filter_map(|one| one.mend).collect();
        mends.sort_by_key(|mend| mend.span.start);
        // Of overlapping places, the first is fixed, and the others are linted again.
        let mut end = 0;
        mends.retain(|mend| {
            let is_apart = mend.span.start >= end && text.get(mend.span.clone()).is_some();
            end = if is_apart { mend.span.end.max(mend.span.start + 1) } else { end };
            is_apart && text[mend.span.clone()] != *mend.text
        });
        if mends.is_empty() {
            break;
        }
        count += mends.len() as u64;
        for mend in mends.into_iter().rev() {
            text.replace_range(mend.span, &mend.text);
        }
    }
    (text, count)
}

#[cfg(test)]
mod tests {
    use super::*;

    const NONE: Levels = Levels { select: vec![], ignore: vec![], deny: vec![], severity: vec![] };

    #[test]
    fn an_id_outweighs_a_severity() {
        let shown = |level, is_denied| Some(ShownFinding { level, is_denied });
        let (note, warning) = (Level::Note, Level::Warning);
        assert_eq!(NONE.shown("password", "warning"), shown(warning, true));
        assert_eq!(NONE.shown("empty-path", "note"), shown(note, false));
        let levels = Levels { ignore: vec!["warning"], select: vec!["password"], ..NONE };
        assert_eq!(levels.shown("password", "warning"), shown(warning, true));
        assert_eq!(levels.shown("rare-ipv4", "warning"), None);
        assert_eq!(levels.shown("empty-path", "note"), None);
        let levels = Levels { deny: vec!["note"], ignore: vec!["empty-path"], ..NONE };
        assert_eq!(levels.shown("empty-path", "note"), None);
        assert_eq!(levels.shown("empty-port", "note"), shown(note, true));
        let levels = Levels { select: vec!["error"], ..NONE };
        assert_eq!(levels.shown("undefined", "error"), shown(Level::Error, true));
        assert_eq!(levels.shown("password", "warning"), None);
    }

    #[test]
    fn a_line_says_what_of_it_or_of_the_next_is_not_told() {
        let text = b"a # urispec: ignore\n\
            // urispec: ignore-next-line[password, rare_ipv4]\n\
            b\n\
            c <!-- urispec: ignore[password] urispec: ignore[empty-path] -->\n\
            d urispec: ignore[open\n";
        let ignored = Ignored::from_line(11, text);
        let has = |line, id| ignored.has(line, id);
        assert!(has(11, "password") && !has(12, "password"));
        assert!(has(13, "password") && has(13, "rare-ipv4") && !has(13, "empty-path"));
        assert!(has(14, "password") && has(14, "empty-path") && !has(14, "rare-ipv4"));
        // Unclosed brackets are ignored.
        assert!(has(15, "password"));
        // Another word is not a suppression.
        assert_eq!(Ignored::of(b"urispec: ignored"), Ignored::default());
    }
}

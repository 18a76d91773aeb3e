//! `urispec lint --fix`: applies the fixes of findings to files.
//!
//! A fixed string is linted again, until nothing is left to fix. A file is replaced completely or not at all;
//! without fixes it is not touched.
//!
//! The surprising case: fixing a warning may lose something, such as a password. So only notes, which are
//! about equivalent spellings, are fixed, unless `--select` names the lint.

use std::fs;
use std::io::{self, Write};
use std::path::{Path, PathBuf};

use urispec_audit::lint::{Finding, Lint};
use urispec_lint::Severity;

use super::strings::StringLinter;
use crate::input::source::is_converted;
use crate::output::counted::counted;
use crate::output::{Name, Output, Usage, WholeFile, is_stdin};

/// The maximum number of fixes of a string or a grammar. Each removes a finding that does not recur.
const ROUNDS: usize = 64;

/// Rejects inputs that cannot be written.
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
    /// Fixes the string on each line, and returns the text and the number of fixed lines.
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

    /// Applies the fixes of all shown findings to a string, except ignored ids. Returns `None` if there are none.
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

/// Applies the fixes in a grammar repeatedly, and returns the text and the number of fixed places.
/// `findings` lints a text.
pub(super) fn grammar(text: &str, mut findings: impl FnMut(&str) -> Vec<Finding>) -> (String, u64) {
    let (mut text, mut count) = (text.to_owned(), 0);
    for _ in 0..ROUNDS {
        // Moving text changes how much a rule consumes, so the next finding is computed again.
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

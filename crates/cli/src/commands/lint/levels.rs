//! Decides which findings are shown, how severe each is, and which make the exit code 1.
//!
//! The level depends on the id of a lint and on its severity. Settings for an id override those for a severity.

use std::collections::BTreeMap;

use clap::Args;
use clap::builder::TypedValueParser;
use memchr::{memchr_iter, memmem};
use urispec_audit::lint as grammar_lint;
use urispec_lint::Pack;

use crate::findings::Level;
use crate::options::names;
use crate::output::Usage;

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

    /// Rejects a name that is both ignored and denied.
    pub(super) fn check(&self) -> Result<(), Usage> {
        let wanted = self.deny.iter().chain(&self.select);
        match wanted.copied().find(|name| self.ignore.contains(name)) {
            None => Ok(()),
            Some(name) => {
                Err(Usage::new(format!("`{name}` cannot be both ignored and denied or selected")))
            }
        }
    }
}

/// Returns the ids of all lints, and the severities.
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

/// The words, optionally followed by `-next-line` and by ids in brackets.
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

    /// Finds the suppressions in a part of a text whose first line has this number.
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
        // Other words are ignored too.
        assert_eq!(Ignored::of(b"urispec: ignored"), Ignored::default());
    }
}

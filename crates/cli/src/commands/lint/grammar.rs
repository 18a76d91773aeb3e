//! `urispec lint FILE.pest`: finds likely mistakes in grammars.
//!
//! The findings are printed as text, JSON, SARIF, or GitHub workflow commands.

use std::cell::RefCell;
use std::collections::BTreeSet;
use std::fs;
use std::io::{self, Write};
use std::path::{Path, PathBuf};

use clap::builder::{PossibleValue, TypedValueParser};
use urispec_audit::documents::{DocumentKind, Extracted};
use urispec_audit::lint::{
    Finding, Lint, Linted, LintedDocument, Mend, OpenQuestion, lint_document_examples,
    lint_pattern_as, lint_pest_text, lint_printed, lint_source_with,
};
use urispec_audit::patterns::PatternUsage;
use urispec_audit::sources::{PatternKeys, SourceLanguage, SourcePattern, SourcePatterns};
use urispec_audit::{Deadline, Dialect, GrammarKind, GrammarText, Matching, Pattern};
use urispec_views::record::Record;

use super::allowed::Allowed;
use super::levels::{Ignored, ShownFinding};
use super::strings::style;
use super::{Args, COMMAND, levels};
use crate::findings::{Annotation, BaselineDiff, BaselineEntry, Level, Log, LogRule};
use crate::grammar::{file, pattern_file};
use crate::input::rows;
use crate::options::names;
use crate::output::Position;
use crate::output::columns::counted;
use crate::output::{Outcome, Output, Stop, Usage, with_tabs, working};

pub(super) struct LintedFile {
    /// The name of the file in messages.
    pub(super) file: String,
    pub(super) path: PathBuf,
    pub(super) text: String,
    pub(super) linted: Linted,
    note: Option<String>,
    is_document: bool,
    /// Messages about what is undecided: the open questions, or else the deadline that has passed.
    open: Vec<String>,
}

impl LintedFile {
    pub(super) fn new(GrammarText { file, text }: GrammarText<'_>, linted: Linted) -> Self {
        Self {
            file: file.to_owned(),
            path: file.into(),
            text: text.to_owned(),
            linted,
            note: None,
            is_document: false,
            open: Vec::new(),
        }
    }
}

/// Returns whether an argument names a grammar, by its extension, rather than a string to lint.
pub(super) fn is_grammar(argument: &str) -> bool {
    let path = Path::new(argument);
    let is_pest = path.extension().is_some_and(|ending| ending.eq_ignore_ascii_case("pest"));
    (is_pest || file::is_grammar(path)) && !argument.contains("://")
}

/// Returns whether a path is a file that prints productions among its text, such as an RFC.
pub(super) fn prints_productions(path: &Path) -> bool {
    let name = path.to_string_lossy();
    let Some(kind) = DocumentKind::from_name(&name).filter(|_| path.is_file()) else {
        return false;
    };
    let Ok(text) = fs::read_to_string(path) else { return false };
    let text = GrammarText { file: &name, text: &text };
    Extracted::read_as(kind, None, text).is_ok_and(|read| !read.productions.is_empty())
}

pub(super) fn run(args: &Args, out: &mut Output) -> Result<Outcome, Stop> {
    let (mut files, mut outcome) = (Vec::new(), Outcome::Yes);
    let keys = pattern_keys(args)?;
    let allowed = args.allow.read(dialect(args), out)?;
    let allowed = allowed.as_ref();
    for text in &args.regex {
        let Some(GrammarKind::Patterns(dialect)) = args.kind else {
            let message = "--regex needs a dialect, such as `--notation python`";
            return Err(Usage::new(message).into());
        };
        let with = PatternLint::new(allowed, args.budget.anew());
        let linted = lint_allowed(PatternUsage::test(dialect, Matching::Search), text, &with);
        let text = GrammarText { file: "<pattern>", text };
        files.push(LintedFile { open: with.open(), ..LintedFile::new(text, linted) });
    }
    // Without arguments, standard input is linted.
    let piped = [PathBuf::from("-")];
    let is_given = !args.strings.is_empty() || !args.regex.is_empty();
    let paths = if is_given { paths(args, out)? } else { piped.to_vec() };
    if args.fix {
        levels::check(&paths)?;
    }
    for path in &paths {
        let Some((file, text)) = rows::read(path, out)? else {
            outcome = Outcome::Trouble;
            continue;
        };
        let read = ReadOptions { args, allowed, keys: &keys, path };
        let mut one = match read.linted(GrammarText { file: &file, text: &text }, out) {
            Err(Stop::Refused) => {
                outcome = Outcome::Trouble;
                continue;
            }
            linted => linted?,
        };
        // A document is not fixed, since only a part of it is linted.
        if args.fix && !one.is_document {
            let (mended, count) = read.mended(&one, out);
            let is_written = levels::file(path, out, |_| (mended.clone().into_bytes(), count))?;
            outcome = if is_written { outcome } else { Outcome::Trouble };
            let again = GrammarText { file: &file, text: &mended };
            one = match read.linted(again, out) {
                Err(Stop::Refused) => one,
                linted => linted?,
            };
        }
        one.path.clone_from(path);
        files.push(one);
    }
    let known = args.kept.known(COMMAND, out)?.ok_or(Stop::Refused)?;
    let mut made = BaselineDiff::default();
    for LintedFile { file, text, linted, .. } in &mut files {
        let ignored = Ignored::of(text.as_bytes());
        linted.findings.retain(|finding| {
            let id = finding.lint.id();
            if shown(args, finding).is_none() || ignored.has(finding.line as u64, id) {
                return false;
            }
            let (input, id) = (finding.message.to_string(), id.to_owned());
            let entry = BaselineEntry { file: Some(file.clone()), input, id };
            !made.take(entry, &known, args.kept.is_written())
        });
    }
    let is_denied = |finding: &Finding| shown(args, finding).is_some_and(|shown| shown.is_denied);
    if files.iter().any(|one| one.linted.findings.iter().any(is_denied)) {
        outcome = outcome.max(Outcome::No);
    } else if files.iter().any(|one| !one.open.is_empty()) {
        outcome = Outcome::Trouble;
    }
    match args.reporting.log() {
        _ if args.common.less.quiet => {}
        _ if args.common.less.count => writeln!(out, "{}", summary(args, &files))?,
        Some(log) => annotate(args, &files, log, out)?,
        None if args.reporting.is_json(args.common.json) => {
            let level_and_denied =
                |finding: &Finding| (level(args, finding).name(), is_denied(finding));
            for LintedFile { file, linted, .. } in &files {
                urispec_views::strings::grammar(file, linted, &level_and_denied).print(out)?;
            }
        }
        None => text_of(args, &files, out)?,
    }
    if !args.common.less.quiet
        && !args.common.less.count
        && let Some(summary) = made.summary(&known)
    {
        out.note(format_args!("{summary}\n"))?;
    }
    outcome = outcome.max(args.kept.write(COMMAND, made.all(), "finding", out)?);
    Ok(args.kept.outcome(outcome))
}

/// Returns the level of a finding and whether it is denied, or `None` if it is not shown.
fn shown(args: &Args, finding: &Finding) -> Option<ShownFinding> {
    args.levels.shown(finding.lint.id(), finding.severity().name())
}

/// Returns the level of a shown finding.
fn level(args: &Args, finding: &Finding) -> Level {
    shown(args, finding).map_or(Level::Warning, |shown| shown.level)
}

/// Returns the files that the arguments name, and all suitable files in the folders that they name.
fn paths(args: &Args, out: &mut Output) -> io::Result<Vec<PathBuf>> {
    let all = rows::files(&args.strings, out)?;
    let is_named = |path: &Path| args.strings.iter().any(|named| Path::new(named) == path);
    let holds = |path: &Path| match args.patterns {
        Some(None) => SourceLanguage::from_file(&path.to_string_lossy()).is_some(),
        Some(Some(_)) => true,
        None => args.kind.is_some() || is_grammar(&path.to_string_lossy()),
    };
    Ok(all.into_iter().filter(|path| is_named(path) || holds(path)).collect())
}

struct ReadOptions<'a> {
    args: &'a Args,
    allowed: Option<&'a Allowed>,
    keys: &'a PatternKeys,
    path: &'a Path,
}

impl ReadOptions<'_> {
    fn linted(&self, text: GrammarText<'_>, out: &mut Output) -> Result<LintedFile, Stop> {
        let (args, name, file) = (self.args, self.path.to_string_lossy(), text.file);
        if let Some(given) = args.patterns {
            let language = language(given, &name, file)?;
            if args.kind.is_some() && !language.is_settings() {
                let message = format!(
                    "{file}: --notation is only for patterns in JSON, YAML and environment files; the patterns of \
                     {language} are read in its own dialect"
                );
                return Err(Usage::new(message).into());
            }
            let program = (language, self.keys);
            let with = PatternLint::new(self.allowed, args.budget.anew());
            let (linted, note) = working(file, || lint_programs(program, text.text, &with));
            return Ok(LintedFile { note, open: with.open(), ..LintedFile::new(text, linted) });
        }
        let kind = args.kind.or_else(|| GrammarKind::from_file(&name, text.text));
        let kind = kind.ok_or_else(|| {
            Usage::new(format!(
                "{file}: cannot tell the notation from the name or the text; use --notation"
            ))
        })?;
        let deadline = args.budget.anew();
        if args.examples.is_some() && !matches!(kind, GrammarKind::Document(_)) {
            let message = format!(
                "--examples needs a document that prints a grammar, but {file} was not recognized as one; use --notation if it is one"
            );
            return Err(Usage::new(message).into());
        }
        let spent = deadline.clone();
        let spent = || Vec::from_iter(spent.has_passed().then(|| spent.to_string()));
        let own = |linted| LintedFile { open: spent(), ..LintedFile::new(text, linted) };
        Ok(match kind {
            GrammarKind::Pest => own(working(text.file, || lint_pest_text(text, deadline))),
            GrammarKind::Printed(notation) => {
                let reader = args.imports.reader(notation, out)?;
                own(working(text.file, || lint_printed(&reader, text, deadline)))
            }
            GrammarKind::Document(kind) => {
                let document = out.or_stop(Extracted::read(kind, text))?;
                let reader = args.imports.reader(document.notation, out)?;
                let names = document.productions.iter().map(|one| &*one.name);
                let of = args.examples.as_deref();
                let of = of.map(|name| names::one_of("examples", names, name)).transpose()?;
                let found = working(text.file, || {
                    lint_document_examples(&document, text.text, &reader, of, deadline)
                });
                let LintedDocument { linted, examples, .. } = found;
                let is_asked = of.is_some() || examples > 0;
                let checked = || format!("{} checked", counted(examples as u64, "example"));
                let note = is_asked.then(checked);
                let own = own(linted);
                LintedFile { note, is_document: true, ..own }
            }
            GrammarKind::Patterns(dialect) => {
                let with = PatternLint::new(self.allowed, deadline);
                let usage = PatternUsage::test(dialect, Matching::Search);
                let lint = |pattern: &str| lint_allowed(usage, pattern, &with);
                let linted = working(text.file, || pattern_file::lint(text.text, lint));
                LintedFile { open: with.open(), ..LintedFile::new(text, linted) }
            }
            _ => return Err(Stop::Refused),
        })
    }

    /// Applies the fixes to the text of a file. Returns the new text and the number of fixed places.
    fn mended(&self, one: &LintedFile, out: &mut Output) -> (String, u64) {
        let mut first = Some(one.linted.findings.clone());
        levels::grammar(&one.text, |text| {
            let mut again = || self.linted(GrammarText { file: &one.file, text }, out).ok();
            let found = first.take().or_else(|| again().map(|one| one.linted.findings));
            let mut found = found.unwrap_or_default();
            let ignored = Ignored::of(text.as_bytes());
            found.retain(|finding| {
                let is_ignored = ignored.has(finding.line as u64, finding.lint.id());
                !is_ignored && shown(self.args, finding).is_some()
            });
            found
        })
    }
}

fn text_of(args: &Args, files: &[LintedFile], out: &mut Output) -> io::Result<()> {
    for LintedFile { file, text, linted, note, open, .. } in files {
        for finding in &linted.findings {
            show(file, text, finding, (args.short, level(args, finding)), out)?;
        }
        // Rules with the same open question are named together.
        let mut questions: Vec<(&str, Vec<&str>)> = Vec::new();
        for OpenQuestion { rule, question, .. } in &linted.undecided {
            match questions.iter_mut().find(|(known, _)| known == question) {
                Some((_, rules)) => rules.push(rule),
                None => questions.push((question, vec![rule])),
            }
        }
        for (question, rules) in questions {
            let more = rules.len().saturating_sub(NAMED);
            let more = if more > 0 { format!(" and {more} more") } else { String::new() };
            let rules = rules.into_iter().map(|rule| format!("`{}`", shortened(rule)));
            let rules: Vec<String> = rules.take(NAMED).collect();
            out.note(format_args!(
                "{file}: undecided for {}{more}: {question}\n",
                rules.join(", ")
            ))?;
        }
        for note in open.iter().chain(note) {
            out.note(format_args!("{file}: {note}\n"))?;
        }
    }
    if files.is_empty() { Ok(()) } else { out.note(format_args!("{}\n", summary(args, files))) }
}

/// Shortens the name of a rule or a pattern. The name of a pattern is the pattern itself.
fn shortened(name: &str) -> String {
    match name.char_indices().nth(60) {
        Some((end, _)) => format!("{}…", &name[..end]),
        None => name.to_owned(),
    }
}

/// The maximum number of undecided rules that a message names.
pub(super) const NAMED: usize = 6;

fn summary(args: &Args, files: &[LintedFile]) -> String {
    let count = |wanted| {
        let all = files.iter().flat_map(|one| &one.linted.findings);
        all.filter(|finding| level(args, finding) == wanted).count() as u64
    };
    let [errors, warnings, notes] = [Level::Error, Level::Warning, Level::Note].map(count);
    let noun = if args.patterns.is_some() { "file" } else { "grammar" };
    let files = counted(files.len() as u64, noun);
    let [errors, warnings] = [counted(errors, "error"), counted(warnings, "warning")];
    format!("{files}: {errors}, {warnings}, {}", counted(notes, "note"))
}

pub(super) fn list(json: bool, out: &mut Output) -> io::Result<Outcome> {
    for lint in Lint::ALL {
        let (id, severity, summary) = (lint.id(), lint.severity(), lint.summary());
        if json {
            let record = Record::line().with("id", id).with("severity", severity.name());
            record.with("pack", "grammar").with("summary", summary).print(out)?;
        } else {
            writeln!(out, "{id:22}  {:7}  {summary}", severity.name())?;
        }
    }
    Ok(Outcome::Yes)
}

// The patterns, and what they are meant to accept.

/// The settings for linting patterns: what is allowed, and the deadline.
#[derive(Default)]
pub(super) struct PatternLint<'a> {
    allowed: Option<&'a Allowed>,
    deadline: Deadline,
    /// The messages about undecided patterns, which may accept more than what is allowed.
    undecided: RefCell<Vec<String>>,
}

impl<'a> PatternLint<'a> {
    pub(super) fn new(allowed: Option<&'a Allowed>, deadline: Deadline) -> Self {
        Self { allowed, deadline, undecided: RefCell::default() }
    }

    fn open(&self) -> Vec<String> {
        let undecided = self.undecided.take();
        let spent = self.deadline.has_passed() && undecided.is_empty();
        undecided.into_iter().chain(spent.then(|| self.deadline.to_string())).collect()
    }
}

/// Lints a pattern. If `with` has an allow list, it is also a finding if the pattern accepts anything else.
pub(super) fn lint_allowed(usage: PatternUsage, text: &str, with: &PatternLint<'_>) -> Linted {
    let undecided = |allowed: &Allowed, why: String| {
        let (text, others) = (shortened(text), allowed.others());
        let message = format!("undecided whether `{text}` accepts {others}: {why}");
        with.undecided.borrow_mut().push(message);
    };
    if with.deadline.has_passed() {
        if let Some(allowed) = with.allowed {
            undecided(allowed, with.deadline.to_string());
        }
        let mut linted = Linted::default();
        linted.undecided.push(OpenQuestion::new(text, with.deadline.to_string()));
        return linted;
    }
    let mut linted = lint_pattern_as(usage, text);
    let Some(allowed) = with.allowed else { return linted };
    let Ok(pattern) = Pattern::read(usage.dialect, text) else { return linted };
    match allowed.finding(&pattern, usage.matching, text) {
        Ok(found) => linted.findings.extend(found),
        Err(why) => undecided(allowed, why),
    }
    linted
}

// Patterns in programs: `--patterns`.

pub(crate) fn languages() -> impl TypedValueParser<Value = SourceLanguage> {
    let all = SourceLanguage::ALL.iter().map(|&one| {
        let endings = one.endings().iter().map(|ending| format!(".{ending}"));
        let help =
            format!("The language of files that end in {}", endings.collect::<Vec<_>>().join(", "));
        (PossibleValue::new(one.name()).help(help), one)
    });
    names::described(all)
}

/// Returns the dialect of `--notation`.
fn dialect(args: &Args) -> Option<Dialect> {
    match args.kind {
        Some(GrammarKind::Patterns(dialect)) => Some(dialect),
        _ => None,
    }
}

/// Returns which values of files of settings are patterns.
fn pattern_keys(args: &Args) -> Result<PatternKeys, Usage> {
    let keys = PatternKeys::new(args.pattern_key.clone());
    match dialect(args) {
        Some(dialect) => Ok(keys.dialect(dialect)),
        None if args.patterns.is_some() && args.kind.is_some() => {
            let message = "with --patterns, --notation is the dialect of the patterns, such as `--notation python`";
            Err(Usage::new(message))
        }
        None => Ok(keys),
    }
}

fn language(
    given: Option<SourceLanguage>,
    path: &str,
    file: &str,
) -> Result<SourceLanguage, Usage> {
    given.or_else(|| SourceLanguage::from_file(path)).ok_or_else(|| {
        let endings = SourceLanguage::ALL.iter().flat_map(|one| one.endings());
        let endings: Vec<String> = endings.map(|ending| format!(".{ending}")).collect();
        Usage::new(format!(
            "{file}: cannot tell the language from the file name (known extensions: {}); name it, as in \
             `--patterns=python`, or lint a list of patterns, one per line, with `--notation python`",
            endings.join(", ")
        ))
    })
}

/// Lints the patterns in a program. Also returns a note on patterns that the program computes, which are not read.
pub(super) fn lint_programs(
    (language, keys): (SourceLanguage, &PatternKeys),
    text: &str,
    with: &PatternLint<'_>,
) -> (Linted, Option<String>) {
    let found = SourcePatterns::read_with(language, text, keys);
    let lint_programs = |one: &SourcePattern| lint_allowed(one.usage(), one.text(), with);
    let computed = (found.computed > 0).then(|| {
        let count = counted(found.computed as u64, "pattern");
        let [is, was] = if found.computed == 1 { ["is", "was"] } else { ["are", "were"] };
        format!("{count} {is} computed and {was} not read")
    });
    (lint_source_with(text, &found, &lint_programs), computed)
}

// Findings in grammars, as a log for another program.

fn annotate(args: &Args, files: &[LintedFile], log: Log, out: &mut Output) -> io::Result<()> {
    log.begin(out)?;
    let mut lints = BTreeSet::new();
    for one in files {
        let region = |span| Position::first(1).region(one.text.as_bytes(), span);
        for finding in &one.linted.findings {
            let annotation = Annotation {
                rule: finding.lint.id(),
                level: level(args, finding),
                message: finding.message.to_string(),
                place: Some((one.path.clone(), region(&finding.span))),
                about: None,
                fix: finding.mend.as_ref().map(|mend| (region(&mend.span), &*mend.text)),
            };
            log.add(&annotation, out)?;
            lints.insert(finding.lint);
        }
    }
    let rules = lints.into_iter().map(|lint| {
        let level = Level::named(lint.severity().name()).unwrap_or(Level::Warning);
        LogRule { id: lint.id(), level, summary: lint.summary() }
    });
    log.end(rules, out)
}

// A finding in a grammar, as text: the place, the message, and the line with a mark below it.

const SHOWN: usize = 100;

pub(super) fn show(
    file: &str,
    text: &str,
    finding: &Finding,
    (is_short, level): (bool, Level),
    out: &mut Output,
) -> io::Result<()> {
    let Finding { line, column, message, .. } = finding;
    let palette = out.palette;
    let (style, severity) = (style(palette, level), level.name());
    let id = finding.lint.id();
    writeln!(out, "{style}{severity}:{style:#} {file}:{line}:{column}: {message} [{id}]")?;
    let begin = text[..finding.span.start].rfind('\n').map_or(0, |end| end + 1);
    let content = text[begin..].lines().next().unwrap_or_default();
    if is_short || content.trim().is_empty() {
        return Ok(());
    }
    let end = finding.span.end.min(begin + content.len()).max(finding.span.start);
    let carets = text[finding.span.start..end].chars().count().max(1);
    // Only the part of a long line around the mark is shown.
    let from = (column - 1).saturating_sub(SHOWN / 2);
    let from = if content.chars().count() <= SHOWN { 0 } else { from };
    let shown: String = content.chars().skip(from).take(SHOWN).collect();
    let at = column - 1 - from;
    let blank = |one| if one == '\t' { one } else { ' ' };
    let blanks: String = shown.chars().take(at).map(blank).collect();
    let carets = "^".repeat(carets.min(shown.chars().count().saturating_sub(at)).max(1));
    let [shown, blanks] = [shown, blanks].map(|text| with_tabs(&text).into_owned());
    writeln!(out, "  {shown}\n  {blanks}{style}{carets}{style:#}")?;
    if let Some(mend) = &finding.mend {
        let label = palette.label;
        writeln!(out, "  {label}mended:{label:#} {}", with_tabs(&mended(text, mend)))?;
    }
    Ok(())
}

/// Formats the replacement text of a fix on one line.
fn mended(text: &str, mend: &Mend) -> String {
    let one_line = |text: &str| text.split_whitespace().collect::<Vec<_>>().join(" ");
    let short = |text: String| match text.char_indices().nth(SHOWN) {
        Some((end, _)) => format!("{}…", &text[..end]),
        None => text,
    };
    match one_line(&mend.text) {
        new if new.is_empty() => format!("without `{}`", short(one_line(&text[mend.span.clone()]))),
        new => short(new),
    }
}

//! `urispec audit --regex`: decides whether a regular expression matches exactly the strings of a production.
//!
//! The patterns are arguments or lines of a file; the grammar belongs to an edition or to the user. The result for each
//! production and pattern is `equal`, or a string that only one of them accepts. A pattern that cannot be read is
//! reported on stderr, with the place of the error; the other patterns are still compared.

use std::collections::HashSet;
use std::io::{self, Write};
use std::path::{Path, PathBuf};

use clap::{ValueEnum, ValueHint};
use urispec::Edition;
use urispec_audit::certificate::{Against, Grammars};
use urispec_audit::{
    Dialect, Languages, Matching, Pattern, PatternError, PatternVerdict, Printed, judge_pattern,
};
use urispec_views::audit::{self as pattern, PatternOutcome, PatternSubject};

use super::certificate::{self, CertificateFile, CertifiedGrammar};
use super::{Args, part, print_table, sides};
use crate::findings::{Annotation, Level};
use crate::grammar::file::CheckedFiles;
use crate::grammar::pattern_file::pattern_lines;
use crate::input::rows;
use crate::options::names;
use crate::output::columns::{Cell, counted, wrapped};
use crate::output::{
    Escaped, Excerpt, Literal, Name, Outcome, Output, Stop, Stream, Style, shortened,
};

const REGEX: &str = "\
Compare a production with a regular expression instead of a pest rule: the productions of --rule, or the \
whole-string rule, of the edition (by default RFC 3986) or of the grammar of --bnf. Nothing is sampled: the two \
are equal, or there is a shortest string that only one of them accepts. If a pattern is too large to decide, \
some short strings are tried, and a note says so. Back references, recursion and conditionals are rejected. May \
be repeated.";
const REGEX_FILE: &str = "\
Compare with the regular expressions in FILE, one a line. If a line has a tab, the text before the first tab is \
the name of the pattern, and the rest is the pattern; otherwise the whole line is the pattern. Lines that are \
empty or begin with `#` are skipped: a pattern that begins with `#` needs a name.";
const DIALECT: &str = "\
The dialect of the patterns: rust (the crate regex), ecmascript (with the flag u, as in JSON Schema, unless the pattern is only valid without it; or a literal with its flags, /…/flags, which may include v), python (re, on str), \
pcre (PCRE2 with UTF), re2 (Go), posix-ere, xsd (XML Schema), java (java.util.regex, from Java 9 on), dotnet \
(System.Text.RegularExpressions).";
const FLAGS: &str = "\
Read the patterns with exactly these flags, letters of the dialect: dgimsuvy of ecmascript (without u, the \
pattern is read without the flag u), aimsux of python, imsxnUJ of pcre, imsU of re2, imsUxRu of rust, idmsuxU of \
java, imnsx of dotnet. With '', no flag is set. A letter that is not a flag, or that is not supported, is an \
error. Without this option, a pattern has the flags that are written in it and, in ecmascript, those that \
--dialect describes.";
const MATCH: &str = "\
Whether a pattern is searched for in a string, or must match the whole string. A pattern of xsd always matches \
the whole string.";
pub(crate) const JSON: &str = "\
With --regex, one object for each production and pattern: `schema`, `edition`, `grammar`, `rule`, `name`, \
`pattern`, `dialect`, `flags` (if given), `match` (`search`, `whole`), `verdict` (`equal`, `differs`, \
`undecided`, `unreadable`), `only_printed` and `only_pattern` (shortest strings, unless a note says otherwise), \
`notes` [..], `message` (why it is undecided or unreadable), `offset` (of the part that cannot be read, in \
bytes).";

// Not a doc comment: clap would use it as the help of the command.
#[derive(clap::Args)]
pub(crate) struct Patterns {
    /// A regular expression to compare a production with; may be repeated
    #[arg(long, value_name = "PATTERN", allow_hyphen_values = true, long_help = REGEX)]
    regex: Vec<String>,
    /// A file of regular expressions, one per line
    #[arg(long, value_name = "FILE", value_hint = ValueHint::FilePath, long_help = REGEX_FILE)]
    regex_file: Option<PathBuf>,
    /// The dialect of the regular expressions
    #[arg(long, value_name = "NAME", default_value = Dialect::EcmaScript.name())]
    #[arg(value_parser = names::listed(Dialect::ALL.iter().copied().map(|one| (one.name(), one))))]
    #[arg(requires = "patterns", long_help = DIALECT)]
    dialect: Dialect,
    /// Read the regular expressions with exactly these flags
    #[arg(long, value_name = "LETTERS", requires = "patterns", long_help = FLAGS)]
    flags: Option<String>,
    /// Whether to search for a pattern, or to match the whole string
    #[arg(long = "match", value_enum, value_name = "HOW", default_value_t = How::Search)]
    #[arg(requires = "patterns", long_help = MATCH)]
    matching: How,
}

#[derive(Clone, Copy, ValueEnum)]
enum How {
    /// A match may be anywhere in the string
    Search,
    /// A match spans the whole string
    Whole,
}

struct PatternArg {
    name: Option<String>,
    text: String,
}

struct PatternTarget {
    edition: Option<Edition>,
    grammar: String,
    printed: Printed,
    rules: Vec<String>,
    files: CheckedFiles,
}

impl Patterns {
    pub(crate) fn are_given(&self) -> bool {
        !self.regex.is_empty() || self.regex_file.is_some()
    }

    pub(crate) fn file(&self) -> Option<&Path> {
        self.regex_file.as_deref()
    }

    fn read(&self, text: &str) -> Result<Pattern, PatternError> {
        match &self.flags {
            Some(flags) => Pattern::read_with_flags(self.dialect, text, flags),
            None => Pattern::read(self.dialect, text),
        }
    }

    /// Collects the patterns of `--regex` and of `--regex-file`.
    fn all(&self, out: &mut Output) -> Result<Vec<PatternArg>, Stop> {
        let unnamed = |text: &str| PatternArg { name: None, text: text.to_owned() };
        let mut all: Vec<PatternArg> = self.regex.iter().map(|text| unnamed(text)).collect();
        let Some(path) = &self.regex_file else { return Ok(all) };
        let (_, text) = rows::read(path, out)?.ok_or(Stop::Refused)?;
        all.extend(pattern_lines(&text).map(|line| PatternArg {
            name: line.name.map(str::to_owned),
            text: line.text.to_owned(),
        }));
        if all.is_empty() {
            out.refuse(&format!("{}: the file has no pattern", Name(path, out.passwords)))?;
            return Err(Stop::Refused);
        }
        Ok(all)
    }
}

pub(super) fn run(
    args: &Args,
    file: &mut Option<CertificateFile>,
    out: &mut Output,
) -> Result<Outcome, Stop> {
    let Args { user_grammar, patterns, verify, .. } = args;
    let all_patterns = patterns.all(out)?;
    let targets = match &user_grammar.bnf {
        Some(bnf) => {
            let (printed, rules, files) = user_grammar.printed(bnf, out)?;
            let grammar = printed.file.clone();
            vec![PatternTarget { edition: None, grammar, printed, rules, files }]
        }
        None => edition_targets(args, out)?,
    };
    let matching = match patterns.matching {
        How::Search => Matching::Search,
        How::Whole => Matching::Whole,
    };
    let mut outcome = Outcome::Yes;
    let mut read = Vec::new();
    for one in &all_patterns {
        let pattern = patterns.read(&one.text);
        if let Err(error) = &pattern {
            unreadable(one, error, out)?;
            outcome = Outcome::Trouble;
        }
        read.push((one, pattern));
    }
    let readable: Vec<(&Pattern, Matching)> =
        read.iter().filter_map(|(_, pattern)| Some((pattern.as_ref().ok()?, matching))).collect();
    if let Some(path) = verify.as_deref().filter(|_| outcome < Outcome::Trouble) {
        let subjects: Vec<_> = targets.iter().map(|target| target.subject(&readable)).collect();
        return certificate::check(args, path, subjects, &[], out);
    }
    for target in targets.iter().filter(|_| verify.is_none()) {
        let languages = Languages::new(&target.printed);
        let mut all = Vec::new();
        for rule in &target.rules {
            let judge = |(arg, pattern): &(_, Result<Pattern, PatternError>)| {
                let judge = |pattern| judge_pattern(&languages, rule, pattern, matching);
                let found = match pattern.as_ref().map(judge) {
                    Err(error) => PatternOutcome::Unreadable(error.clone()),
                    Ok(Ok(verdict)) => PatternOutcome::Judged(verdict),
                    Ok(Err(error)) => PatternOutcome::Undecided(error),
                };
                (*arg, found)
            };
            let judged: Vec<(&PatternArg, PatternOutcome)> = read.iter().map(judge).collect();
            for (_, found) in &judged {
                outcome = outcome.max(Outcome::from_bool(is_equal(found)));
            }
            if file.as_ref().is_some_and(CertificateFile::is_stdout) {
                // The certificates replace the verdicts.
            } else if let Some(log) = args.reporting.log() {
                for (arg, found) in judged.iter().filter(|(_, found)| !is_equal(found)) {
                    let message = format!("{rule}: {} {}", found.word(), witnesses(found));
                    let (rule, level, about) = ("differs", Level::Error, Some(&*arg.text));
                    let place = None;
                    log.add(&Annotation { rule, level, message, place, about, fix: None }, out)?;
                }
            } else if args.is_json() {
                for (arg, found) in &judged {
                    let subject = PatternSubject {
                        edition: target.edition,
                        grammar: &target.grammar,
                        rule,
                        name: arg.name.as_deref(),
                        pattern: &arg.text,
                        dialect: patterns.dialect,
                        flags: patterns.flags.as_deref(),
                        matching,
                    };
                    out.line(pattern::record(&subject, found))?;
                }
            } else {
                show(target, rule, &judged, out)?;
            }
            all.push((&**rule, judged));
        }
        if let Some(file) = file {
            let texts: Vec<Option<&str>> = (read.iter())
                .map(|(_, pattern)| pattern.as_ref().ok().map(Pattern::text))
                .collect();
            certify(&target.subject(&readable), &texts, &all, file, out)?;
        }
    }
    Ok(outcome)
}

fn is_equal(found: &PatternOutcome) -> bool {
    matches!(found, PatternOutcome::Judged(verdict) if verdict.is_equal())
}

impl PatternTarget {
    fn subject<'p>(&self, patterns: &[(&'p Pattern, Matching)]) -> CertifiedGrammar<'p> {
        let rules: Vec<&str> = self.rules.iter().map(String::as_str).collect();
        let grammars = Grammars::from_patterns(&self.printed, &rules, patterns);
        let (edition, name, files) = (self.edition, self.grammar.clone(), self.files.clone());
        CertifiedGrammar { edition, name, grammars, files }
    }
}

/// A rule, with the verdict on each pattern that it was compared with.
type JudgedRule<'r> = (&'r str, Vec<(&'r PatternArg, PatternOutcome)>);

/// Writes the certificates of the patterns that are equal to productions of a grammar. `texts` has the text of each
/// pattern, or `None` for a pattern that cannot be read.
fn certify(
    subject: &CertifiedGrammar<'_>,
    texts: &[Option<&str>],
    judged: &[JudgedRule<'_>],
    file: &mut CertificateFile,
    out: &mut Output,
) -> io::Result<()> {
    let grammars = &subject.grammars;
    let name = if subject.edition.is_some() { &subject.name } else { certificate::OWN };
    let mut writer = file.begin(name, grammars, out)?;
    for (rule, judged) in judged {
        let mut done = HashSet::new();
        for ((arg, found), text) in judged.iter().zip(texts) {
            let subject = format!("{rule} with {}", named(arg));
            if !is_equal(found) {
                file.without.push(format!("{subject}: {}", found.word()));
                continue;
            }
            let number = grammars.patterns().iter().position(|one| Some(&*one.text) == *text);
            // A repeated pattern has only one certificate.
            let number = number.filter(|&number| done.insert(number));
            if let Some(number) = number {
                let certificate = writer.certificate(rule, &Against::Pattern(number));
                file.put_certificate(&subject, certificate, out)?;
            }
        }
    }
    Ok(())
}

fn edition_targets(args: &Args, out: &mut Output) -> Result<Vec<PatternTarget>, Stop> {
    let Args { editions, user_grammar, .. } = args;
    let (default, deadline) = ([Edition::default()], user_grammar.budget.deadline());
    let mut targets: Vec<PatternTarget> = Vec::new();
    for &edition in if editions.is_empty() { &default[..] } else { editions } {
        let whole = edition.whole_rules().first().map(|&rule| rule.to_owned());
        let rules: Vec<String> = if user_grammar.rule.is_empty() {
            whole.into_iter().collect()
        } else {
            user_grammar.rule.clone()
        };
        for name in rules {
            let all = edition.grammars().iter().flat_map(|grammar| grammar.productions());
            let name = names::one_of("rule", all.map(|production| production.name()), &name)?;
            let grammars = edition.grammars().iter();
            let Some(grammar) = grammars.copied().find(|one| one.production(name).is_some()) else {
                continue;
            };
            let known = targets.iter_mut().find(|target| target.grammar == grammar.stem());
            if let Some(target) = known {
                target.rules.push(name.to_owned());
                continue;
            }
            let pair = out.or_stop(urispec_audit::pair(grammar))?;
            targets.push(PatternTarget {
                edition: Some(edition),
                grammar: grammar.stem().to_owned(),
                printed: pair.as_read().with_deadline(deadline.clone()),
                rules: vec![name.to_owned()],
                files: certificate::files(grammar),
            });
        }
    }
    Ok(targets)
}

fn unreadable(arg: &PatternArg, error: &PatternError, out: &mut Output) -> io::Result<()> {
    let Excerpt { line, column, .. } =
        Excerpt::around(arg.text.as_bytes(), error.offset, out.passwords);
    let name = arg.name.as_ref().map(|name| format!("{}: ", Escaped(name.as_bytes())));
    let why = error.to_string();
    out.complain_of_file(format_args!(
        "{}{}\n  {line}\n  {:column$}^\n",
        name.unwrap_or_default(),
        Escaped(why.as_bytes()),
        ""
    ))
}

/// Returns the name of a pattern or, if it has none, its text, shortened to fit in a table.
fn named(arg: &PatternArg) -> String {
    let text = arg.name.as_ref().unwrap_or(&arg.text);
    shortened(&Escaped(text.as_bytes()).to_string(), 40, Stream::Results)
}

fn show(
    target: &PatternTarget,
    rule: &str,
    judged: &[(&PatternArg, PatternOutcome)],
    out: &mut Output,
) -> io::Result<()> {
    out.begin_block();
    let document = target.edition.map(|edition| format!("{}: ", edition.document()));
    writeln!(out, "{}{}: {rule}", document.unwrap_or_default(), target.grammar)?;
    let titles = ["verdict", "pattern", ""].map(Cell::new).into();
    let mut rows = vec![titles];
    for (arg, found) in judged {
        let style = if found.word() == "equal" { Style::PLAIN } else { out.palette.error };
        rows.push(vec![
            Cell::new(found.word()).styled(style),
            Cell::new(named(arg)),
            Cell::new(witnesses(found)),
        ]);
    }
    print_table(&rows, out)?;
    let remarks = judged.iter().flat_map(|(arg, found)| remarks(arg, found));
    let remarks: Vec<String> = remarks.collect();
    part(out, "notes", remarks.iter().flat_map(|remark| wrapped(remark)))?;
    let count = |verdict| judged.iter().filter(|(_, found)| found.word() == verdict).count();
    write!(out, "\n{rule}: {}", counted(judged.len() as u64, "pattern"))?;
    for (verdict, several) in [
        ("equal", "equal"),
        ("differs", "differ"),
        ("undecided", "undecided"),
        ("unreadable", "unreadable"),
    ] {
        match count(verdict) {
            0 => {}
            1 => write!(out, ", 1 {verdict}")?,
            count => write!(out, ", {count} {several}")?,
        }
    }
    writeln!(out)
}

fn witnesses(found: &PatternOutcome) -> String {
    match found {
        PatternOutcome::Judged(PatternVerdict { only_printed, only_pattern, .. }) => {
            sides([("printed", only_printed), ("pattern", only_pattern)], shown)
        }
        PatternOutcome::Undecided(_) | PatternOutcome::Unreadable(_) => String::new(),
    }
}

fn remarks(arg: &PatternArg, found: &PatternOutcome) -> Vec<String> {
    let of_it = |remark: &dyn std::fmt::Display| format!("{}: {remark}", named(arg));
    match found {
        PatternOutcome::Judged(verdict) => verdict.notes.iter().map(|note| of_it(note)).collect(),
        PatternOutcome::Undecided(why) => vec![of_it(why)],
        PatternOutcome::Unreadable(_) => Vec::new(),
    }
}

/// Quotes a witness. Characters beyond ASCII are printed as they are, since patterns match characters.
fn shown(witness: &[u8]) -> String {
    match std::str::from_utf8(witness) {
        Ok(text) if !text.is_ascii() => format!("{text:?}"),
        _ => Literal(witness).to_string(),
    }
}

//! Users' grammars: the arguments that name their files, and how the files are read.
//!
//! A user's grammar replaces an edition, is compared with another grammar ([`file::Operand`]), or is a printed grammar
//! paired with the pest grammar that transcribes it ([`user_grammar`]). Every deviation from the text as written is
//! reported on stderr.

pub(crate) mod user_grammar;
pub(crate) mod file;
pub(crate) mod pattern_file;

use std::path::{Path, PathBuf};

use clap::ValueHint;
use file::{FileContent, PrintedFile};
use urispec::grammar::Acceptor;
use urispec::{Edition, Recognizer};
use urispec_audit::{
    AnyGrammar, Deadline, GrammarKind, GrammarText, NoTree, Notation, Peg, UndecidedProduction,
    UnrolledProduction,
};
use urispec_views::record::Record;
use user_grammar::{ImportArgs, Notes};

use crate::input::rows;
use crate::options::{Budget, DocumentArgs, names};
use crate::output::{Name, Output, Stop, Usage, counted, working};

const GRAMMAR: &str = "\
Use the grammar in FILE instead of an edition: ABNF (.abnf), the BNF of RFC 822 (.bnf), EBNF of the \
W3C or of ISO/IEC 14977 (.ebnf), pest rules (.pest), a specification that prints its grammar (.txt, \
.xml, .md, .html; see `urispec abnf`), or regular expressions, one per line, as for `urispec audit \
--regex-file`. --notation overrides the file name. --rule selects a production; the default is the first one in the \
file. A regular expression accepts the strings in which it finds a match.

A production that calls itself and continues after the call, such as nested brackets, has no finite automaton. `check` \
and `parse` take it as it is; `sample`, `testgen`, `diff` and `export` compare or generate strings up to a depth of nested \
calls (--depth), and say so.";

pub(crate) const DEPTH: &str = "\
How many calls may nest in a production of --grammar that nests in itself, such as nested brackets: it has no finite \
automaton, and is unrolled to N nested calls, or to fewer if the automaton would be too large.";

const NOTATION: &str = "\
The notation of the grammar [default: by the file extension]. For .ebnf it is w3c if the file contains \
`::=`, else iso. If only one of two file names determines its notation, a dialect of regular expressions applies to the \
other.";

// No doc comment: clap would use it as the description of the command.
#[derive(clap::Args)]
pub(crate) struct GrammarArgs {
    // The id `bnf` is shared with `audit`; the options on imports require it.
    /// Use the grammar in FILE instead of an edition
    #[arg(id = "bnf", long = "grammar", value_name = "FILE", value_hint = ValueHint::FilePath)]
    #[arg(conflicts_with = "edition", long_help = GRAMMAR)]
    grammar: Option<PathBuf>,
    #[command(flatten)]
    pub(crate) reading: ReadingArgs,
}

// How to read a file with a grammar.
#[derive(clap::Args)]
pub(crate) struct ReadingArgs {
    /// The notation of the grammar [default: by the file extension]
    #[arg(long, value_name = "NAME", requires = "bnf", value_parser = file::any())]
    #[arg(long_help = NOTATION)]
    notation: Option<GrammarKind>,
    /// Replace productions of the grammar with the productions of the same names in FILE
    #[arg(long, value_name = "FILE", value_hint = ValueHint::FilePath, requires = "bnf")]
    readings: Option<PathBuf>,
    #[command(flatten)]
    imports: ImportArgs,
    #[command(flatten)]
    pub(crate) notes: Notes,
    #[command(flatten)]
    pub(crate) budget: Budget,
}

pub(crate) struct Language {
    /// The file of the grammar, as messages name it.
    pub(crate) file: String,
    /// The production, in printed spelling.
    pub(crate) rule: String,
    pub(crate) acceptor: Acceptor,
    /// The production, if it nests in itself. In that case `acceptor` accepts only strings of limited nesting.
    unrolled: Option<UnrolledProduction>,
}

/// The verdict on a string: whether it is valid and, for an invalid one, the offset at which it leaves the language, if
/// that is known.
#[derive(Clone, Copy)]
pub(crate) struct Membership {
    pub(crate) valid: bool,
    pub(crate) offset: Option<usize>,
}

impl Language {
    /// Returns whether a string is valid, with any nesting, or `None` if that is unknown.
    pub(crate) fn membership(&self, text: &[u8]) -> Option<Membership> {
        let found = |valid, offset| Some(Membership { valid, offset });
        match (self.acceptor.offset(text), &self.unrolled) {
            (None, _) => found(true, None),
            (offset, None) => found(false, offset),
            (_, Some(unrolled)) => match unrolled.rejects(text).ok()? {
                None => found(true, None),
                Some(NoTree::Stops { offset, .. }) => found(false, Some(offset)),
                Some(_) => found(false, None),
            },
        }
    }
}

// The production of a command.
#[derive(clap::Args)]
pub(crate) struct ProductionArgs {
    #[command(flatten)]
    document: DocumentArgs,
    /// The production, by its name in the document [default: the edition's first production for whole
    /// strings, such as URI-reference]
    #[arg(long, value_name = "NAME")]
    rule: Option<String>,
    #[command(flatten)]
    grammar_args: GrammarArgs,
    /// How many calls may nest in a production of --grammar that nests in itself
    #[arg(long, value_name = "N", requires = "bnf", default_value_t = 4, long_help = DEPTH)]
    #[arg(value_parser = clap::value_parser!(u8).range(1..=64))]
    depth: u8,
}

/// A production with its automaton.
pub(crate) enum Decided {
    Edition(Recognizer),
    Grammar(Box<Language>),
}

impl ProductionArgs {
    pub(crate) const fn edition(&self) -> Edition {
        self.document.edition
    }

    pub(crate) const fn has_rule(&self) -> bool {
        self.rule.is_some()
    }

    pub(crate) const fn is_given(&self) -> bool {
        self.grammar_args.is_given()
    }

    /// Returns the memory limit, and the time limit for a user's grammar.
    pub(crate) fn deadline(&self) -> Deadline {
        self.grammar_args.reading.budget.deadline()
    }

    pub(crate) fn decided(&self, out: &mut Output) -> Result<Decided, Stop> {
        let rule = self.rule.as_deref();
        if self.is_given() {
            let (grammar, rule) = self.grammar_args.production(rule, out)?;
            let grammar = grammar.with_depth(self.depth.into());
            let decided = decide(&grammar, &rule);
            return Ok(Decided::Grammar(Box::new(language(&grammar, rule, decided, out)?)));
        }
        Ok(Decided::Edition(names::production(self.edition(), rule)?))
    }

    /// Returns the grammar, and the printed spelling of the production that the arguments choose.
    pub(crate) fn grammar(&self, out: &mut Output) -> Result<(AnyGrammar, String), Stop> {
        let rule = self.rule.as_deref();
        if self.is_given() {
            let grammar = self.grammar_args.read(out)?.with_depth(self.depth.into());
            let rule = named(&grammar, rule)?.to_owned();
            return Ok((grammar, rule));
        }
        let production = names::production(self.edition(), rule)?;
        let stem = production.grammar().stem();
        let grammar = self.edition().grammars().iter().find(|one| one.stem() == stem);
        let none = || Usage::new(format!("`{}` has no grammar", production.rule()));
        let grammar = out.or_stop(urispec_audit::any(grammar.ok_or_else(none)?))?;
        Ok((grammar, production.rule().to_owned()))
    }
}

impl GrammarArgs {
    pub(crate) const fn is_given(&self) -> bool {
        self.grammar.is_some()
    }

    pub(crate) fn read(&self, out: &mut Output) -> Result<AnyGrammar, Stop> {
        self.reading.read(self.grammar.as_deref().ok_or(Stop::Refused)?, false, out)
    }

    /// Returns the grammar, and the name of the production that `rule` names. By default, this is the first production.
    /// `rule` may also name a production that the notation predefines.
    pub(crate) fn production(
        &self,
        rule: Option<&str>,
        out: &mut Output,
    ) -> Result<(AnyGrammar, String), Stop> {
        let grammar = self.read(out)?;
        let lent = rule.and_then(|rule| grammar.lent(rule));
        let rule = lent.map_or_else(|| named(&grammar, rule).map(str::to_owned), Ok)?;
        Ok((grammar, rule))
    }
}

/// Returns a line for each cause, with the names of the productions that it affects: one cause may affect many.
pub(crate) fn by_cause<'n>(all: impl Iterator<Item = (&'n str, String)>) -> Vec<String> {
    let mut causes: Vec<(String, Vec<&str>)> = Vec::new();
    for (name, why) in all {
        match causes.iter_mut().find(|(known, _)| *known == why) {
            Some((_, names)) => names.push(name),
            None => causes.push((why, vec![name])),
        }
    }
    let line = |(why, names): (String, Vec<&str>)| match &names[..] {
        [one, other, _, _, ..] => format!("{one}, {other} and {} others: {why}", names.len() - 2),
        _ => format!("{}: {why}", names.join(", ")),
    };
    causes.into_iter().map(line).collect()
}

/// The automaton of a production, or the reason why there is none.
pub(crate) type DecidedRule = Result<Acceptor, UndecidedProduction>;

/// Decides a production of a grammar.
pub(crate) fn decide(grammar: &AnyGrammar, rule: &str) -> DecidedRule {
    working(grammar.file(), || grammar.decide(&[rule]).acceptor(rule))
}

/// Returns the language of a production that was decided. A production that nests in itself is unrolled.
pub(crate) fn language(
    grammar: &AnyGrammar,
    rule: String,
    decided: DecidedRule,
    out: &mut Output,
) -> Result<Language, Stop> {
    let file = grammar.file().to_owned();
    if decided.is_err() && grammar.recurses(&rule) {
        let unrolled = out.or_stop(working(&file, || grammar.unroll(&rule)))?;
        let depth = counted(unrolled.depth() as u64, "nested call");
        out.note(format_args!(
            "note: `{rule}` nests in itself: strings of at most {depth} are generated (--depth)\n"
        ))?;
        let acceptor = unrolled.acceptor();
        return Ok(Language { file, rule, acceptor, unrolled: Some(unrolled) });
    }
    let acceptor = out.or_stop(decided);
    if let (Err(_), Some(printed)) = (&acceptor, grammar.as_printed()) {
        let unread = printed.productions.iter().filter(|one| one.term.is_err());
        let unread: Vec<&str> = unread.map(|one| &*one.text).collect();
        let kind = GrammarKind::Printed(printed.notation);
        if let Some(hint) = looks_like(kind, &unread.join("\n")) {
            out.note(format_args!("note: {file} {hint}\n"))?;
        }
    }
    Ok(Language { file, rule, acceptor: acceptor?, unrolled: None })
}

impl ReadingArgs {
    pub(crate) fn is_given(&self) -> bool {
        self.notation.is_some()
            || self.readings.is_some()
            || self.imports.is_given()
            || self.notes.verbose
    }

    /// Reads a grammar file. If `is_of_two`, the command reads two files, and a dialect of patterns in `--notation`
    /// applies only to a file whose name does not determine its notation.
    pub(crate) fn read(
        &self,
        path: &Path,
        is_of_two: bool,
        out: &mut Output,
    ) -> Result<AnyGrammar, Stop> {
        let (file, text) = rows::read(path, out)?.ok_or(Stop::Refused)?;
        let name = path.to_string_lossy();
        let named = GrammarKind::from_file(&name, &text);
        // Only the name counts, since a pattern may look like anything.
        let is_named = GrammarKind::from_file(&name, "").is_some();
        let kind = match self.notation {
            Some(GrammarKind::Patterns(_)) if is_of_two && is_named => named,
            given => given.or(named),
        };
        let Some(kind) = kind else {
            let message = format!(
                "cannot tell the notation of {} from its name: use --notation abnf, bnf, rfc1630, \
                 w3c, iso, pest, text or a dialect of regular expressions, or a name that ends in .abnf, \
                 .bnf, .ebnf, .pest, .txt, .xml, .md or .html",
                Name(path, out.passwords)
            );
            return Err(Usage::new(message).into());
        };
        if let Some(message) = contradiction(&file, kind, named.filter(|_| is_named)) {
            return Err(Usage::new(message).into());
        }
        let grammar = GrammarText { file: &file, text: &text };
        let found = self.read_as(kind, grammar, out);
        if let (Err(Stop::Refused), Some(hint)) = (&found, looks_like(kind, &text)) {
            out.note(format_args!("note: {file} {hint}\n"))?;
        }
        let found = found?;
        for note in self.notes.of(found.notes(), found.file()) {
            out.warn_of_file(format_args!("{file}: read as: {note}\n"))?;
        }
        for fault in found.as_pest().map_or(&[][..], Peg::refused_by_pest) {
            out.warn_of_file(format_args!("{fault}; pest rejects the whole file\n"))?;
        }
        Ok(found.with_deadline(self.budget.deadline()))
    }

    fn read_as(
        &self,
        kind: GrammarKind,
        grammar: GrammarText<'_>,
        out: &mut Output,
    ) -> Result<AnyGrammar, Stop> {
        Ok(match kind {
            GrammarKind::Printed(notation) => {
                self.printed(grammar, FileContent::Grammar(notation), out)?
            }
            GrammarKind::Document(kind) => {
                self.printed(grammar, FileContent::Document(kind, None), out)?
            }
            GrammarKind::Patterns(dialect) => pattern_file::grammar(grammar, dialect),
            // Pest rules, and kinds that later versions of the library may add.
            _ => out.or_stop(AnyGrammar::read_pest(grammar))?,
        })
    }

    fn printed(
        &self,
        grammar: GrammarText<'_>,
        content: FileContent,
        out: &mut Output,
    ) -> Result<AnyGrammar, Stop> {
        let readings = rows::read_optional(self.readings.as_deref(), out)?.ok_or(Stop::Refused)?;
        let readings = readings.as_ref().map(|(file, text)| GrammarText { file, text });
        let opened = PrintedFile::open(grammar, readings, content, &self.imports, out)?;
        out.or_stop(opened.printed()).map(AnyGrammar::printed)
    }
}

/// Returns a message if the given notation contradicts the name of the file. Productions, pest rules and patterns
/// exclude each other.
fn contradiction(file: &str, kind: GrammarKind, named: Option<GrammarKind>) -> Option<String> {
    let sort = |kind| match kind {
        GrammarKind::Printed(_) => "productions",
        GrammarKind::Pest => "pest rules",
        GrammarKind::Patterns(_) => "regular expressions, one per line",
        _ => "",
    };
    let (given, named) = (sort(kind), sort(named?));
    if given == named || given.is_empty() || named.is_empty() {
        return None;
    }
    let dialect = match kind {
        GrammarKind::Patterns(dialect) => {
            format!("; for the dialect of an exported pattern, use --dialect {dialect}")
        }
        _ => String::new(),
    };
    Some(format!(
        "--notation is for {given}, but the name of {file} is for {named}: leave out --notation, or rename the file{dialect}"
    ))
}

/// Returns a hint if a text that cannot be read in one notation looks like another notation.
fn looks_like(kind: GrammarKind, text: &str) -> Option<String> {
    let lines = || text.lines().map(str::trim_start);
    let begins = |sign: &str, is_name: fn(&str) -> bool| {
        lines().any(|line| line.split_once(sign).is_some_and(|(name, _)| is_name(name.trim_end())))
    };
    let is_bare = |name: &str| {
        !name.is_empty()
            && name.bytes().all(|one| one.is_ascii_alphanumeric() || b"_-".contains(&one))
    };
    // A comment may follow the `;` of ISO 14977.
    let is_iso = |line: &str| {
        let line = line.split("(*").next().unwrap_or(line).trim_end();
        line.ends_with(';') && line.contains([',', '|', '{'])
    };
    let is_bracketed = |name: &str| name.starts_with('<') && name.ends_with('>');
    let other = match () {
        () if lines().any(|line| line.starts_with("root ::=")) => {
            return Some(
                "looks like GBNF of llama.cpp, which is not read; --notation w3c is the nearest: write its comments as \
                 `/* */`, and its escapes, such as `\\n`, as `#xA`"
                    .to_owned(),
            );
        }
        () if begins("::=", is_bracketed) => "bnf",
        () if begins("::=", is_bare) => "w3c",
        () if lines().any(is_iso) => "iso",
        () if begins("= {", is_bare) || begins("= @{", is_bare) || begins("= _{", is_bare) => {
            "pest"
        }
        () if begins("=", is_bare) => "abnf",
        () => return None,
    };
    let given = match kind {
        GrammarKind::Printed(Notation::Abnf) => "abnf",
        GrammarKind::Printed(Notation::Bnf) => "bnf",
        GrammarKind::Printed(Notation::W3c) => "w3c",
        GrammarKind::Printed(Notation::Iso14977) => "iso",
        GrammarKind::Pest => "pest",
        _ => return None,
    };
    (other != given).then(|| format!("looks like {other}: use --notation {other}"))
}

/// Returns the printed spelling of the production that an argument names or, by default, of the first production.
pub(crate) fn named<'g>(grammar: &'g AnyGrammar, rule: Option<&str>) -> Result<&'g str, Usage> {
    match (rule, grammar.names().next()) {
        (None, Some(first)) => Ok(first),
        (rule, _) => names::one_of("rule", grammar.names(), rule.unwrap_or_default()),
    }
}

pub(crate) fn record(file: &str, rule: &str) -> Record {
    Record::line().with("grammar", file).with("rule", rule)
}

// Where a string leaves the language of a user's grammar: as a message, and as JSON.

/// The maximum number of expected characters that a message names.
const NAMED: usize = 8;

/// The place of the error in a string that a language rejects, with the characters that are expected there.
pub(crate) struct Rejected<'s> {
    bytes: &'s [u8],
    pub(crate) offset: usize,
    expected: Vec<String>,
}

impl<'s> Rejected<'s> {
    /// Creates the place of an error. The offset must be within the string or at its end.
    pub(crate) const fn new(bytes: &'s [u8], offset: usize, expected: Vec<String>) -> Self {
        Self { bytes, offset, expected }
    }

    pub(crate) fn message(&self) -> String {
        let mut expected = self.expected.clone();
        let more = expected.len().saturating_sub(NAMED);
        expected.truncate(NAMED);
        expected.extend((more > 0).then(|| format!("{more} more")));
        let expected = match expected.pop() {
            None => "nothing".to_owned(),
            Some(last) if expected.is_empty() => last,
            Some(last) => format!("{} or {last}", expected.join(", ")),
        };
        format!("at byte {}: found {}, expected {expected}", self.offset, self.found())
    }

    pub(crate) fn record(&self) -> Record {
        Record::new()
            .with("offset", self.offset)
            .with("found", self.found())
            .with("expected", &self.expected)
            .with("message", self.message())
    }

    /// Describes the unexpected input at the offset: a character, an invalid byte, or the end.
    fn found(&self) -> String {
        let rest = &self.bytes[self.offset..];
        let text = rest.utf8_chunks().next().and_then(|chunk| chunk.valid().chars().next());
        match (text, rest.first()) {
            (Some(character), _) => format!("{:?}", character.to_string()),
            (None, Some(byte)) => format!("0x{byte:02X}"),
            (None, None) => "end of input".to_owned(),
        }
    }
}

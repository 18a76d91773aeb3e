//! A grammar of the user: the arguments that name its files, and how the files are read.

use std::collections::HashMap;
use std::path::{Path, PathBuf};

use clap::{ArgGroup, ValueEnum, ValueHint};
use urispec_audit::{
    Characters, DocumentKind, Extracted, GrammarKind, GrammarPair, GrammarText, Notation, Note,
    NoteKind, Origin, Printed, PrintedReader,
};

use super::file::{self, CheckedFiles, Holds, PrintedFile};
use crate::input::text;
use crate::options::{Budget, names};
use crate::output::{Name, Output, Passwords, Stop, Usage};

const RULE: &str = "\
Audit only what this production reaches, in the printed grammar and in pest, as if the files had \
nothing else. This production then stands for a whole string. May be repeated. Without --rule, \
the first production of the file stands for a whole string, and all productions are audited; of a \
document that collects its grammar, the first of the collected ones.";
const MAP: &str = "\
Say that this rule transcribes this production, and that no rule of the production's own name \
does. Needed if pest keeps the name for itself, such as COMMENT, WHITESPACE, ANY or EOI. May be \
repeated.";

const MAP_FILE: &str = "\
Read from FILE which rules transcribe which productions: lines `production = rule`. With `production \
= -` no rule transcribes the production, and it is not compared. What follows a `#` is a comment.";

const DEPTH: &str = "\
Unroll productions and rules that nest in themselves until N calls stand within each other, in the \
derivation and in the parse tree of pest; a call that fails is in neither. The verdict on such a production \
is `equal to depth N`, or a smaller number if the budget allows no more.";

const ACCEPT_DEPTH: &str = "\
Let `equal to depth N` pass, with exit code 0, if N is the number of --depth. Strings that nest deeper may \
tell the two apart all the same. Without this option only `equal` passes.";

const KIND: &str = "\
What the file of the printed grammar is: a grammar and nothing else, or a document that prints one, as \
`urispec abnf` reads it. Without this option, .abnf and .bnf are grammars; .txt, .xml, .md and .html \
are documents, and so is what looks like one. A .txt with --notation is a grammar, unless it has the \
pages of an RFC.";

// No documentation comment here: clap would take it for that of the command.
#[derive(clap::Args)]
#[command(group = ArgGroup::new("patterns").args(["regex", "regex_file"]).multiple(true))]
#[command(group = ArgGroup::new("against").args(["pest", "regex", "regex_file"]).multiple(true))]
#[command(group = ArgGroup::new("ruled").args(["bnf", "regex", "regex_file"]).multiple(true))]
pub(crate) struct Own {
    /// A printed grammar of your own, or a document that prints it
    #[arg(long, value_name = "FILE", value_hint = ValueHint::FilePath, requires = "against")]
    pub(crate) bnf: Option<PathBuf>,
    /// The pest grammar that transcribes the printed grammar
    #[arg(long, value_name = "FILE", value_hint = ValueHint::FilePath, requires = "bnf")]
    #[arg(conflicts_with = "patterns")]
    pub(crate) pest: Option<PathBuf>,
    /// Readings: productions that replace those of the same names in the printed grammar
    #[arg(long, value_name = "FILE", value_hint = ValueHint::FilePath, requires = "bnf")]
    readings: Option<PathBuf>,
    /// Audit only what this production reaches; may be repeated
    #[arg(long, value_name = "NAME", requires = "ruled", long_help = RULE)]
    pub(crate) rule: Vec<String>,
    /// Which rule transcribes a production that has another name; may be repeated
    #[arg(long, value_name = "PRODUCTION=RULE", requires = "pest", long_help = MAP)]
    #[arg(value_parser = mapping)]
    map: Vec<(String, String)>,
    /// The notation of the printed grammar [default: what the ending of the file's name says]
    #[arg(long, value_name = "NAME", requires = "bnf", value_parser = file::notation())]
    notation: Option<Notation>,
    /// What the file of the printed grammar is [default: what its ending or its text says]
    #[arg(long, value_name = "KIND", requires = "bnf", value_parser = file::document())]
    #[arg(long_help = KIND)]
    kind: Option<DocumentKind>,
    /// How deep to compare what nests in itself
    #[arg(long, value_name = "N", requires = "bnf", default_value_t = 4, long_help = DEPTH)]
    #[arg(value_parser = clap::value_parser!(u8).range(1..=64))]
    depth: u8,
    /// Let `equal to depth N` pass, if N is the number of --depth
    #[arg(long, requires = "pest", long_help = ACCEPT_DEPTH)]
    accept_depth: bool,
    #[command(flatten)]
    beside: Beside,
    #[command(flatten)]
    pub(crate) notes: Notes,
    #[command(flatten)]
    pub(crate) budget: Budget,
    /// A file that says which rules transcribe which productions
    #[arg(long, value_name = "FILE", value_hint = ValueHint::FilePath, requires = "pest")]
    #[arg(long_help = MAP_FILE)]
    map_file: Option<PathBuf>,
}

/// The production and the rule of `PRODUCTION=RULE`.
fn mapping(text: &str) -> Result<(String, String), &'static str> {
    let pair = text
        .split_once('=')
        .filter(|(production, rule)| !(production.is_empty() || rule.is_empty()));
    let (production, rule) =
        pair.ok_or("write the name of a production, `=`, and the name of a rule")?;
    Ok((production.to_owned(), rule.to_owned()))
}

pub(crate) struct UserPair {
    pub(crate) pair: GrammarPair,
    /// The productions of `--rule`, in printed spelling.
    pub(crate) rules: Vec<String>,
    /// The production that stands for a whole string if no other is named: the first of the grammar;
    /// of a document that collects its grammar, the first of that.
    pub(crate) first: String,
    pub(crate) subject: CheckedFiles,
}

impl Own {
    pub(crate) fn files(&self) -> Option<(&Path, &Path)> {
        self.bnf.as_deref().zip(self.pest.as_deref())
    }

    /// The depth to which productions must be equal that are not known to be equal at any depth.
    pub(crate) fn accepted_depth(&self) -> Option<usize> {
        self.accept_depth.then_some(usize::from(self.depth))
    }

    /// Whether a file is one of those that are read.
    pub(crate) fn is_input(&self, path: &Path) -> bool {
        let real = |path: &Path| path.canonicalize().ok();
        let read = [&self.bnf, &self.pest, &self.readings, &self.map_file].into_iter().flatten();
        let mut read = read.map(PathBuf::as_path).chain(self.beside.files());
        read.any(|input| real(input).is_some() && real(input) == real(path))
    }

    pub(crate) fn pair(&self, bnf: &Path, pest: &Path, out: &mut Output) -> Result<UserPair, Stop> {
        let (file, text) = text::of(bnf, out)?.ok_or(Stop::Refused)?;
        let (pest_file, pest) = text::of(pest, out)?.ok_or(Stop::Refused)?;
        let readings = text::of_some(self.readings.as_deref(), out)?.ok_or(Stop::Refused)?;
        let printed = GrammarText { file: &file, text: &text };
        let printed = self.opened(bnf, printed, &readings, out)?;
        let pest = GrammarText { file: &pest_file, text: &pest };
        let (pair, subject) = (printed.pair(pest), printed.subject(Some(pest)));
        let map = self.map.iter().map(|(production, rule)| (&**production, &**rule));
        let pair = out.or_stop(pair)?.with_depth(usize::from(self.depth));
        let pair = pair.with_deadline(self.budget.deadline()).with_map(map);
        let mut pair = pair.map_err(|error| {
            Usage::new(format!("invalid value for '--map <PRODUCTION=RULE>': {error}"))
        })?;
        if let Some(path) = &self.map_file {
            let (file, text) = text::of(path, out)?.ok_or(Stop::Refused)?;
            pair = out.or_stop(pair.with_map_file(GrammarText { file: &file, text: &text }))?;
        }
        let rules = self.rules(&pair.as_read())?;
        let first = printed.first(&pair.printed).to_owned();
        Ok(UserPair { pair, rules, first, subject })
    }

    /// Reads the printed grammar alone, with its readings, and the productions of `--rule`, or else the
    /// first; and the files for the checker of certificates.
    pub(crate) fn printed(
        &self,
        bnf: &Path,
        out: &mut Output,
    ) -> Result<(Printed, Vec<String>, CheckedFiles), Stop> {
        let (file, text) = text::of(bnf, out)?.ok_or(Stop::Refused)?;
        let readings = text::of_some(self.readings.as_deref(), out)?.ok_or(Stop::Refused)?;
        let text = GrammarText { file: &file, text: &text };
        let opened = self.opened(bnf, text, &readings, out)?;
        let printed = out.or_stop(opened.printed())?;
        let mut rules = self.rules(&printed)?;
        if rules.is_empty() {
            rules.push(opened.first(&printed).to_owned());
        }
        Ok((printed.with_deadline(self.budget.deadline()), rules, opened.subject(None)))
    }

    fn rules(&self, printed: &Printed) -> Result<Vec<String>, Usage> {
        let own = printed.productions.iter().filter(|one| one.origin == Origin::Printed);
        let known = own.map(|production| &*production.name);
        let named = self.rule.iter().map(|name| names::one_of("rule", known.clone(), name));
        named.map(|name| name.map(str::to_owned)).collect()
    }

    fn opened<'t>(
        &self,
        bnf: &Path,
        text: GrammarText<'t>,
        readings: &'t Option<(String, String)>,
        out: &mut Output,
    ) -> Result<PrintedFile<'t>, Stop> {
        let readings = readings.as_ref().map(|(file, text)| GrammarText { file, text });
        let around = file::around_grammar(bnf, text.text, self.kind, self.notation.is_some());
        let holds = match around {
            Some(kind) => Holds::Document(kind, self.notation),
            None => Holds::Grammar(self.notation(bnf, text.text, out.passwords)?),
        };
        PrintedFile::open(text, readings, holds, &self.beside, out)
    }

    fn notation(&self, bnf: &Path, text: &str, passwords: Passwords) -> Result<Notation, Usage> {
        let named = || GrammarKind::from_file(&bnf.to_string_lossy(), text)?.notation();
        self.notation.or_else(named).ok_or_else(|| {
            Usage::new(format!(
                "the name of {} does not say how it is written: give --notation abnf, bnf, \
                 rfc1630, w3c or iso, or end the name in .abnf, .bnf or .ebnf; if it is a \
                 document, give --kind",
                Name(bnf, passwords)
            ))
        })
    }
}

// The context of a grammar of the user: the meaning of its characters, other documents, and what is
// assumed. The arguments, and what the report says of them.

const CHARACTERS: &str = "\
Say what values from %x80 on mean in the printed grammar: bytes, code points in UTF-8, or nothing, so \
that the grammar is ASCII. Without this option a value above %xFF implies UTF-8, and a value or the \
upper end of a range from %x80 to %xFF implies bytes; if both occur, it is UTF-8 and the report says \
so. An imported grammar implies the meaning for itself.";
const IMPORT: &str = "\
Look up names that the printed grammar does not define in another document: one that is known by \
name, such as rfc3986, or a printed grammar in FILE. Prose such as <host, see [URI], Section 3.2.2> \
finds a known document by itself, and FILE by the stem of its name or by TAG. A document is a scope \
of its own: its names never mean productions of the grammar that imports it. May be repeated; the \
first that defines a name is taken, and a FILE imports those that are given after it.";
const ASSUME: &str = "\
Assume the right side of a production that nobody defines, or that is prose: an expression in the \
notation of the grammar. The report shows what is assumed. May be repeated.";
// No documentation comment here: clap would take it for that of the command.
#[derive(clap::Args)]
pub(crate) struct Beside {
    /// What values from %x80 on mean [default: what the grammar implies]
    #[arg(long, value_enum, value_name = "NAME", requires = "bnf", long_help = CHARACTERS)]
    characters: Option<Meaning>,
    /// Another document that the printed grammar uses; may be repeated
    #[arg(long, value_name = "[TAG=]FILE|NAME", requires = "bnf", long_help = IMPORT)]
    import: Vec<String>,
    /// What an undefined production is, for the audit; may be repeated
    #[arg(long, value_name = "NAME=EXPR", requires = "bnf", long_help = ASSUME)]
    #[arg(value_parser = assumption)]
    assume: Vec<(String, String)>,
}

/// The name and the expression of `NAME=EXPR`.
fn assumption(text: &str) -> Result<(String, String), &'static str> {
    let pair = text.split_once('=').map(|(name, expression)| (name.trim(), expression.trim()));
    let pair = pair.filter(|(name, expression)| !(name.is_empty() || expression.is_empty()));
    let (name, expression) =
        pair.ok_or("write the name of a production, `=`, and its right side")?;
    Ok((name.to_owned(), expression.to_owned()))
}

#[derive(Clone, Copy, ValueEnum)]
enum Meaning {
    /// Bytes
    Octets,
    /// Code points, encoded in UTF-8
    #[value(name = "utf-8", alias = "utf8")]
    Utf8,
    /// Nothing: the grammar is ASCII
    Ascii,
}

impl Beside {
    pub(crate) fn files(&self) -> impl Iterator<Item = &Path> {
        self.import.iter().map(|import| Path::new(tagged(import).1))
    }

    pub(crate) fn is_given(&self) -> bool {
        self.characters.is_some() || !self.import.is_empty() || !self.assume.is_empty()
    }

    pub(crate) fn reader(
        &self,
        notation: Notation,
        out: &mut Output,
    ) -> Result<PrintedReader, Stop> {
        let mut reader = urispec_audit::reader(notation);
        if let Some(characters) = self.characters {
            reader = reader.characters(match characters {
                Meaning::Octets => Characters::Octets,
                Meaning::Utf8 => Characters::Utf8,
                Meaning::Ascii => Characters::Ascii,
            });
        }
        for import in &self.import {
            let (tag, name) = tagged(import);
            let path = Path::new(name);
            let wrong = |why: String| Usage::new(format!("invalid value for '--import': {why}"));
            // A file of the same name can be told by its folder: `./rfc3986`.
            let is_file = path.extension().is_some() || path.components().count() > 1;
            if tag.is_none() && !is_file && name != "-" && !name.starts_with('.') {
                let known = reader.import_known(name);
                reader = known.map_err(|why| wrong(format!("{why}; a file needs an ending")))?;
                continue;
            }
            let (file, text) = text::of(path, out)?.ok_or(Stop::Refused)?;
            let named = GrammarKind::from_file(name, &text).and_then(GrammarKind::notation);
            let notation = named.unwrap_or(notation);
            let stem = path.file_stem().map(|stem| stem.to_string_lossy().into_owned());
            let name = tag.map(str::to_owned).or(stem).unwrap_or_default();
            let (notation, text) = match file::around_grammar(path, &text, None, true) {
                Some(kind) => {
                    let read = Extracted::read(kind, GrammarText { file: &file, text: &text });
                    let document = out.or_stop(read)?;
                    (document.notation, document.source())
                }
                None => (notation, text),
            };
            let text = GrammarText { file: &file, text: &text };
            let given = reader.import(&name, notation, text);
            reader = given.map_err(|error| wrong(format!("{error}; write TAG=FILE")))?;
        }
        let assumed = self.assume.iter();
        Ok(assumed.fold(reader, |reader, (name, expression)| reader.assume(name, expression)))
    }
}

/// The tag, if there is one, and the file or the name of a document.
fn tagged(import: &str) -> (Option<&str>, &str) {
    match import.split_once('=') {
        Some((tag, file)) => (Some(tag), file),
        None => (None, import),
    }
}

/// The number of productions that are named below a note.
const NAMED: usize = 6;

// What is said of how a grammar is read.
#[derive(clap::Args)]
pub(crate) struct Notes {
    /// Say also which names are taken from other documents
    #[arg(short, long)]
    pub(crate) verbose: bool,
}

impl Notes {
    /// Notes on a file, one line for each kind of them. A name that is taken from another document is read as it is
    /// written, so that nobody needs to know of it who does not ask.
    pub(crate) fn of(&self, notes: &[Note], own: &str) -> Vec<String> {
        let (mut kinds, mut numbers) = (Vec::<(&Note, Vec<String>)>::new(), HashMap::new());
        let is_told = |note: &&Note| self.verbose || note.kind != NoteKind::Import;
        for note in notes.iter().filter(is_told) {
            let number = *numbers.entry((&note.file, &note.text)).or_insert_with(|| {
                kinds.push((note, Vec::new()));
                kinds.len() - 1
            });
            let section = note.section.as_ref().map(|section| format!(" section {section},"));
            let section = section.unwrap_or_default();
            kinds[number].1.push(format!("{},{section} line {}", note.production, note.line));
        }
        let line = |(note, mut places): (&Note, Vec<String>)| {
            let more = places.len().saturating_sub(NAMED);
            places.truncate(NAMED);
            places.extend((more > 0).then(|| format!("and {more} more")));
            let file = if note.file == own { "" } else { &format!("{}: ", note.file) };
            format!("{file}{} ({})", note.text, places.join("; "))
        };
        kinds.into_iter().map(line).collect()
    }
}

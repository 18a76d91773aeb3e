//! The files of a user's grammar in an audit: the arguments that name them, and how they are read.

use std::collections::HashMap;
use std::path::{Path, PathBuf};

use clap::{ArgGroup, ValueEnum, ValueHint};
use urispec_audit::documents::{DocumentKind, Extracted};
use urispec_audit::notation::{Characters, Note, NoteKind, Origin};
use urispec_audit::{GrammarKind, GrammarPair, GrammarText, Notation, Printed, PrintedReader};

use super::file::{self, CheckedFiles, FileContent, PrintedFile};
use crate::input::rows;
use crate::options::{Budget, names};
use crate::output::{Name, Output, Passwords, Stop, Usage};

const RULE: &str = "\
Audit only what is reachable from this production, in the printed grammar and in pest, as if the files had \
nothing else. The production then describes whole strings. May be repeated. Without --rule, all productions are \
audited, and the first production of the file describes whole strings; in a document with a collected grammar, the \
first of the collected ones.";
const MAP: &str = "\
Declare that this rule transcribes this production, instead of a rule of the production's own name. Needed for names \
that pest reserves, such as COMMENT, WHITESPACE, ANY or EOI. May be repeated.";

const MAP_FILE: &str = "\
Read from FILE which rules transcribe which productions: lines `production = rule`. `production = -` declares that \
no rule transcribes the production, and excludes it from the comparison. Comments begin with `#`.";

const DEPTH: &str = "\
Unroll recursive productions and rules up to N nested calls, in the derivation and in the parse tree of pest; failed \
calls are in neither. The verdict on such a production is `equal to depth N`, or a smaller number if the budget does \
not allow more.";

const ACCEPT_DEPTH: &str = "\
Accept `equal to depth N`, with exit code 0, if N is the number of --depth. Strings with deeper nesting may still \
be treated differently. Without this option only `equal` is accepted.";

const KIND: &str = "\
The kind of the file: a grammar alone, or a document that prints one, as for `urispec abnf`. Without this option, .abnf \
and .bnf files are grammars; .txt, .xml, .md and .html files are documents, and so is a file that looks like one. A .txt \
file with --notation is a grammar, unless it is paginated like an RFC.";

// No doc comment: clap would use it as the description of the command.
#[derive(clap::Args)]
#[command(group = ArgGroup::new("patterns").args(["regex", "regex_file"]).multiple(true))]
#[command(group = ArgGroup::new("against").args(["pest", "regex", "regex_file"]).multiple(true))]
#[command(group = ArgGroup::new("ruled").args(["bnf", "regex", "regex_file"]).multiple(true))]
pub(crate) struct UserGrammarArgs {
    /// Your printed grammar, or a document that prints it
    #[arg(long, value_name = "FILE", value_hint = ValueHint::FilePath, requires = "against")]
    pub(crate) bnf: Option<PathBuf>,
    /// The pest grammar that transcribes the printed grammar
    #[arg(long, value_name = "FILE", value_hint = ValueHint::FilePath, requires = "bnf")]
    #[arg(conflicts_with = "patterns")]
    pub(crate) pest: Option<PathBuf>,
    /// Replace productions of the printed grammar with the productions of the same names in FILE
    #[arg(long, value_name = "FILE", value_hint = ValueHint::FilePath, requires = "bnf")]
    readings: Option<PathBuf>,
    /// Audit only what is reachable from this production; may be repeated
    #[arg(long, value_name = "NAME", requires = "ruled", long_help = RULE)]
    pub(crate) rule: Vec<String>,
    /// Map a production to the rule that transcribes it; may be repeated
    #[arg(long, value_name = "PRODUCTION=RULE", requires = "pest", long_help = MAP)]
    #[arg(value_parser = mapping)]
    map: Vec<(String, String)>,
    /// The notation of the printed grammar [default: by the file extension]
    #[arg(long, value_name = "NAME", requires = "bnf", value_parser = file::notation())]
    notation: Option<Notation>,
    /// The kind of the file with the printed grammar [default: by its extension or text]
    #[arg(long, value_name = "KIND", requires = "bnf", value_parser = file::document())]
    #[arg(long_help = KIND)]
    kind: Option<DocumentKind>,
    /// How many nested calls to compare in recursive productions
    #[arg(long, value_name = "N", requires = "pest", default_value_t = 4, long_help = DEPTH)]
    #[arg(value_parser = clap::value_parser!(u8).range(1..=64))]
    depth: u8,
    /// Accept the verdict `equal to depth N`, where N is the value of --depth
    #[arg(long, requires = "pest", long_help = ACCEPT_DEPTH)]
    accept_depth: bool,
    #[command(flatten)]
    imports: ImportArgs,
    #[command(flatten)]
    pub(crate) notes: Notes,
    #[command(flatten)]
    pub(crate) budget: Budget,
    /// Read from FILE which rules transcribe which productions
    #[arg(long, value_name = "FILE", value_hint = ValueHint::FilePath, requires = "pest")]
    #[arg(long_help = MAP_FILE)]
    map_file: Option<PathBuf>,
}

/// Parses the production and the rule of `PRODUCTION=RULE`.
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
    /// The productions of `--rule`, in their printed spelling.
    pub(crate) rules: Vec<String>,
    /// The default production for whole strings: the first in the document's collected grammar or, if there is no such
    /// grammar, the first in the file.
    pub(crate) first: String,
    pub(crate) subject: CheckedFiles,
}

impl UserGrammarArgs {
    pub(crate) fn files(&self) -> Option<(&Path, &Path)> {
        self.bnf.as_deref().zip(self.pest.as_deref())
    }

    /// Returns the least N for which the verdict `equal to depth N` is accepted, or `None` if it is never accepted.
    pub(crate) fn accepted_depth(&self) -> Option<usize> {
        self.accept_depth.then_some(usize::from(self.depth))
    }

    /// Returns whether a file is one of the inputs.
    pub(crate) fn is_input(&self, path: &Path) -> bool {
        let real = |path: &Path| path.canonicalize().ok();
        let read = [&self.bnf, &self.pest, &self.readings, &self.map_file].into_iter().flatten();
        let mut read = read.map(PathBuf::as_path).chain(self.imports.files());
        read.any(|input| real(input).is_some() && real(input) == real(path))
    }

    pub(crate) fn pair(&self, bnf: &Path, pest: &Path, out: &mut Output) -> Result<UserPair, Stop> {
        let (file, text) = rows::read(bnf, out)?.ok_or(Stop::Refused)?;
        let (pest_file, pest) = rows::read(pest, out)?.ok_or(Stop::Refused)?;
        let readings = rows::read_optional(self.readings.as_deref(), out)?.ok_or(Stop::Refused)?;
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
            let (file, text) = rows::read(path, out)?.ok_or(Stop::Refused)?;
            pair = out.or_stop(pair.with_map_file(GrammarText { file: &file, text: &text }))?;
        }
        let rules = self.rules(&pair.as_read())?;
        let first = printed.first(&pair.printed).to_owned();
        Ok(UserPair { pair, rules, first, subject })
    }

    /// Reads the printed grammar with its readings, but no pest grammar. Returns the grammar, the productions of
    /// `--rule` (by default the first production), and the files for the certificate checker.
    pub(crate) fn printed(
        &self,
        bnf: &Path,
        out: &mut Output,
    ) -> Result<(Printed, Vec<String>, CheckedFiles), Stop> {
        let (file, text) = rows::read(bnf, out)?.ok_or(Stop::Refused)?;
        let readings = rows::read_optional(self.readings.as_deref(), out)?.ok_or(Stop::Refused)?;
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
        let content = match around {
            Some(kind) => FileContent::Document(kind, self.notation),
            None => FileContent::Grammar(self.notation(bnf, text.text, out.passwords)?),
        };
        PrintedFile::open(text, readings, content, &self.imports, out)
    }

    fn notation(&self, bnf: &Path, text: &str, passwords: Passwords) -> Result<Notation, Usage> {
        let named = || GrammarKind::from_file(&bnf.to_string_lossy(), text)?.notation();
        self.notation.or_else(named).ok_or_else(|| {
            Usage::new(format!(
                "cannot tell the notation of {} from its name: use --notation abnf, bnf, \
                 rfc1630, w3c or iso, or a name that ends in .abnf, .bnf or .ebnf; if it is a \
                 document, use --kind",
                Name(bnf, passwords)
            ))
        })
    }
}

// The context of a user's grammar: the meaning of its characters, imports, and assumptions. The arguments,
// and the notes in the report.

const CHARACTERS: &str = "\
The meaning of values from %x80 on in the printed grammar: bytes, code points in UTF-8, or nothing, for an ASCII \
grammar. Without this option a value above %xFF implies UTF-8, and a value or an upper bound of a range from %x80 to \
%xFF implies bytes; if both occur, UTF-8 is used and the report says so. An imported grammar implies its own meaning.";
const IMPORT: &str = "\
Look up names that the printed grammar does not define in another document: a known one by name, such as rfc3986, or a \
printed grammar in FILE. Prose such as <host, see [URI], Section 3.2.2> finds known documents by itself, and FILE by the \
stem of its name or by TAG. A document is a scope of its own: its names never refer to productions of the importing \
grammar. May be repeated; the first document that defines a name is used, and a FILE can import those given after it.";
const ASSUME: &str = "\
Assume this right side for a production that is undefined or defined in prose: an expression in the notation of the \
grammar. The report shows the assumptions. May be repeated.";
// No doc comment: clap would use it as the description of the command.
#[derive(clap::Args)]
pub(crate) struct ImportArgs {
    /// The meaning of values from %x80 on [default: implied by the grammar]
    #[arg(long, value_enum, value_name = "NAME", requires = "bnf", long_help = CHARACTERS)]
    characters: Option<Meaning>,
    /// Look up undefined names in another document; may be repeated
    #[arg(long, value_name = "[TAG=]FILE|NAME", requires = "bnf", long_help = IMPORT)]
    import: Vec<String>,
    /// Define an undefined production for the audit; may be repeated
    #[arg(long, value_name = "NAME=EXPR", requires = "bnf", long_help = ASSUME)]
    #[arg(value_parser = assumption)]
    assume: Vec<(String, String)>,
}

/// Parses the name and the expression of `NAME=EXPR`.
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

impl ImportArgs {
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
            // A file with the name of a known document can be given with its folder: `./rfc3986`.
            let is_file = path.extension().is_some() || path.components().count() > 1;
            if tag.is_none() && !is_file && name != "-" && !name.starts_with('.') {
                let known = reader.import_known(name);
                reader = known.map_err(|why| {
                    wrong(format!("{why}; the name of a file needs an extension"))
                })?;
                continue;
            }
            let (file, text) = rows::read(path, out)?.ok_or(Stop::Refused)?;
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

/// Splits an import into its tag, if it has one, and the file or the name of a document.
fn tagged(import: &str) -> (Option<&str>, &str) {
    match import.split_once('=') {
        Some((tag, file)) => (Some(tag), file),
        None => (None, import),
    }
}

/// The maximum number of productions that a note names.
const NAMED: usize = 6;

// The notes on how a grammar is read.
#[derive(clap::Args)]
pub(crate) struct Notes {
    /// Also note which names come from other documents
    #[arg(short, long)]
    pub(crate) verbose: bool,
}

impl Notes {
    /// Formats the notes on a file, one line for each kind. Imported names are noted only with
    /// --verbose, since they are read as written.
    pub(crate) fn of(&self, notes: &[Note], own: &str) -> Vec<String> {
        let (mut kinds, mut numbers) = (Vec::<(&Note, Vec<String>)>::new(), HashMap::new());
        let is_shown = |note: &&Note| self.verbose || note.kind != NoteKind::Import;
        for note in notes.iter().filter(is_shown) {
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

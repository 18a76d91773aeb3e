//! What stands beside a grammar of the user: the meaning of its characters, other documents, what is
//! assumed, and a file that maps names. The arguments, and what the report says of them.

use std::collections::HashMap;
use std::path::{Path, PathBuf};

use clap::{ValueEnum, ValueHint};
use urispec::audit::{Characters, GrammarPair, GrammarText, Note, Origin, PrintedReader};
use urispec::grammar::Notation;

use crate::outcome::Stop;
use crate::output::Output;
use crate::record::Record;
use crate::text;
use crate::usage::Usage;

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
const MAP_FILE: &str = "\
Read from FILE which rules transcribe which productions: lines `production = rule`. With `production \
= -` no rule transcribes the production, and it is not compared. What follows a `#` is a comment.";

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
    /// A file that says which rules transcribe which productions
    #[arg(long, value_name = "FILE", value_hint = ValueHint::FilePath, requires = "pest")]
    #[arg(long_help = MAP_FILE)]
    map_file: Option<PathBuf>,
}

/// The name and the expression of `NAME=EXPR`.
fn assumption(text: &str) -> Result<(String, String), String> {
    match text.split_once('=').map(|(name, expression)| (name.trim(), expression.trim())) {
        Some((name, expression)) if !name.is_empty() && !expression.is_empty() => {
            Ok((name.to_owned(), expression.to_owned()))
        }
        _ => Err("write the name of a production, `=`, and its right side".to_owned()),
    }
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
    /// The files that are read.
    pub(crate) fn files(&self) -> impl Iterator<Item = &Path> {
        let imports = self.import.iter().map(|import| Path::new(tagged(import).1));
        self.map_file.as_deref().into_iter().chain(imports)
    }

    /// How the printed grammar is read. None if a file cannot be read; stderr says why.
    pub(crate) fn reader(
        &self,
        notation: Notation,
        out: &mut Output,
    ) -> Result<Option<PrintedReader>, Stop> {
        let mut reader = PrintedReader::new(notation);
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
                reader =
                    known.map_err(|error| wrong(format!("{error}; a file needs an ending")))?;
                continue;
            }
            let Some((file, text)) = text::of(path, out)? else { return Ok(None) };
            let ending =
                path.extension().map(|ending| ending.to_string_lossy().to_ascii_lowercase());
            let notation = match ending.as_deref() {
                Some("abnf") => Notation::Abnf,
                Some("bnf") => Notation::Bnf,
                _ => notation,
            };
            let stem = path.file_stem().map(|stem| stem.to_string_lossy().into_owned());
            let name = tag.map(str::to_owned).or(stem).unwrap_or_default();
            let text = GrammarText { file: &file, text: &text };
            let given = reader.import(&name, notation, text);
            reader = given.map_err(|error| wrong(format!("{error}; write TAG=FILE")))?;
        }
        for (name, expression) in &self.assume {
            reader = reader.assume(name, expression);
        }
        Ok(Some(reader))
    }

    /// Maps names as the file says. None if the file cannot be used; stderr says why.
    pub(crate) fn map(
        &self,
        pair: GrammarPair,
        out: &mut Output,
    ) -> Result<Option<GrammarPair>, Stop> {
        let Some(path) = &self.map_file else { return Ok(Some(pair)) };
        let Some((file, text)) = text::of(path, out)? else { return Ok(None) };
        match pair.with_map_file(GrammarText { file: &file, text: &text }) {
            Ok(pair) => Ok(Some(pair)),
            Err(error) => {
                out.refuse(&error.to_string())?;
                Ok(None)
            }
        }
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

/// What the grammar is read as, one line for each kind of note.
pub(crate) fn notes(pair: &GrammarPair) -> Vec<String> {
    let notes = pair.notes();
    let (mut kinds, mut numbers) = (Vec::<(&Note, Vec<String>)>::new(), HashMap::new());
    for note in &notes {
        let number = *numbers.entry((&note.file, &note.text)).or_insert_with(|| {
            kinds.push((note, Vec::new()));
            kinds.len() - 1
        });
        kinds[number].1.push(format!("{}, line {}", note.production, note.line));
    }
    let line = |(note, mut places): (&Note, Vec<String>)| {
        let more = places.len().saturating_sub(NAMED);
        places.truncate(NAMED);
        if more > 0 {
            places.push(format!("and {more} more"));
        }
        let file = if note.file == pair.printed.file { "" } else { &format!("{}: ", note.file) };
        format!("{file}{} ({})", note.text, places.join("; "))
    };
    kinds.into_iter().map(line).collect()
}

/// The productions whose rules are a guess.
pub(crate) fn guesses(pair: &GrammarPair) -> Vec<String> {
    let guessed = pair.guessed();
    guessed.iter().map(|(name, rule)| format!("{name} = {rule}; --map corrects it")).collect()
}

/// What is assumed, as it would be printed.
pub(crate) fn assumed(pair: &GrammarPair) -> Vec<String> {
    let read = pair.as_read();
    let assumed = read.productions.into_iter().filter(|one| one.origin == Origin::Assumed);
    assumed.map(|one| one.text).collect()
}

/// The keys that a grammar of the user has beside those of an edition.
pub(crate) fn record(record: Record, pair: &GrammarPair) -> Record {
    let notes = pair.notes();
    let notes = notes.iter().map(|note| {
        let record = Record::new().with("file", &note.file).with("line", note.line);
        record.with("rule", &note.production).with("message", &note.text)
    });
    let guessed = pair.guessed();
    let guessed =
        guessed.iter().map(|(name, rule)| Record::new().with("rule", name).with("pest", rule));
    let read = pair.as_read().productions;
    let imported = read.iter().filter_map(|one| match &one.origin {
        Origin::Imported { file } => Some(Record::new().with("rule", &one.name).with("file", file)),
        _ => None,
    });
    let assumed = read.iter().filter(|one| one.origin == Origin::Assumed);
    let assumed = assumed.map(|one| Record::new().with("rule", &one.name).with("text", &one.text));
    record
        .with_all("notes", notes)
        .with_all("guessed", guessed)
        .with_all("imported", imported)
        .with_all("assumed", assumed)
        .with("not_compared", pair.not_compared())
}

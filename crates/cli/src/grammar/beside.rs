//! The context of a grammar of the user: the meaning of its characters, other documents, and what is
//! assumed. The arguments, and what the report says of them.

use std::collections::HashMap;
use std::path::Path;

use clap::ValueEnum;
use urispec_audit::{
    Characters, Extracted, GrammarKind, GrammarPair, GrammarText, Notation, Note, NoteKind, Origin,
    PrintedReader,
};

use super::kind;
use crate::input::text;
use crate::output::Output;
use crate::output::outcome::Stop;
use crate::output::usage::Usage;

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
        self.import.iter().map(|import| Path::new(tagged(import).1))
    }

    /// Whether anything is given.
    pub(crate) fn is_given(&self) -> bool {
        self.characters.is_some() || !self.import.is_empty() || !self.assume.is_empty()
    }

    /// How the printed grammar is read. None if a file cannot be read; stderr says why.
    pub(crate) fn reader(
        &self,
        notation: Notation,
        out: &mut Output,
    ) -> Result<Option<PrintedReader>, Stop> {
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
                reader =
                    known.map_err(|error| wrong(format!("{error}; a file needs an ending")))?;
                continue;
            }
            let Some((file, text)) = text::of(path, out)? else { return Ok(None) };
            let named = GrammarKind::from_file(name, &text).and_then(GrammarKind::notation);
            let notation = named.unwrap_or(notation);
            let stem = path.file_stem().map(|stem| stem.to_string_lossy().into_owned());
            let name = tag.map(str::to_owned).or(stem).unwrap_or_default();
            let (notation, text) = match kind::around_grammar(path, &text, None, true) {
                Some(kind) => {
                    let read = Extracted::read(kind, GrammarText { file: &file, text: &text });
                    let Some(document) = out.or_refuse(read)? else { return Ok(None) };
                    (document.notation, document.source())
                }
                None => (notation, text),
            };
            let text = GrammarText { file: &file, text: &text };
            let given = reader.import(&name, notation, text);
            reader = given.map_err(|error| wrong(format!("{error}; write TAG=FILE")))?;
        }
        for (name, expression) in &self.assume {
            reader = reader.assume(name, expression);
        }
        Ok(Some(reader))
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
    pub(crate) fn of(&self, mut notes: Vec<Note>, own: &str) -> Vec<String> {
        notes.retain(|note| self.verbose || note.kind != NoteKind::Import);
        grouped(&notes, own)
    }
}

/// Notes on a file, one line for each kind of them.
fn grouped(notes: &[Note], own: &str) -> Vec<String> {
    let (mut kinds, mut numbers) = (Vec::<(&Note, Vec<String>)>::new(), HashMap::new());
    for note in notes {
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
        if more > 0 {
            places.push(format!("and {more} more"));
        }
        let file = if note.file == own { "" } else { &format!("{}: ", note.file) };
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

//! Reads a user's file that contains a printed grammar.
//!
//! Its productions are read with their imports, alone or with the pest grammar that transcribes them. Errors go to
//! stderr.

use std::ffi::OsStr;
use std::path::{Path, PathBuf};

use clap::builder::{PossibleValue, TypedValueParser};
use grammar_verify::{PrintedNotation, Source, Subject};
use urispec::Edition;
use urispec_audit::GrammarKind::{self, Document, Patterns, Printed};
use urispec_audit::documents::{DocumentKind, Extracted};
use urispec_audit::notation::PrintedError;
use urispec_audit::{
    AnyGrammar, Dialect, GrammarPair, GrammarText, Notation, PairError, PrintedReader,
};

use super::ReadingArgs;
use super::user_grammar::ImportArgs;
use crate::options::names;
use crate::output::{Name, Output, Stop, Usage};

#[derive(Clone, Copy)]
pub(crate) enum FileContent {
    /// A file that is only a grammar, in this notation.
    Grammar(Notation),
    /// A document that prints a grammar. The notation is `None` if it is detected from the productions.
    Document(DocumentKind, Option<Notation>),
}

/// The files of a grammar that the certificate checker reads, or the reason why it cannot read them.
pub(crate) type CheckedFiles = Result<Subject, String>;

/// The text of a printed grammar, the readings that replace some of its productions, and the settings for reading both.
pub(crate) struct PrintedFile<'t> {
    text: GrammarText<'t>,
    readings: Option<GrammarText<'t>>,
    /// The grammar extracted from the text, if it is a document.
    document: Option<Extracted>,
    reader: PrintedReader,
    /// The notation in which the certificate checker reads the text, or the reason why it cannot read it.
    checked: Result<PrintedNotation, String>,
}

impl<'t> PrintedFile<'t> {
    pub(crate) fn open(
        text: GrammarText<'t>,
        readings: Option<GrammarText<'t>>,
        content: FileContent,
        imports: &ImportArgs,
        out: &mut Output,
    ) -> Result<Self, Stop> {
        let (document, notation) = match content {
            FileContent::Grammar(notation) => (None, notation),
            FileContent::Document(kind, notation) => {
                let document = out.or_stop(Extracted::read_as(kind, notation, text))?;
                if document.productions.is_empty() {
                    let file = text.file;
                    out.refuse(&format!(
                        "{file}: no production found in this document, read as {kind}; `urispec abnf --left-out` \
                         lists candidates; if the file is only a grammar, \
                         use --notation abnf, bnf or rfc1630"
                    ))?;
                    return Err(Stop::Refused);
                }
                let notation = document.notation;
                (Some(document), notation)
            }
        };
        let checked = match &document {
            Some(_) => Err(format!(
                "{} is a document, but the checker reads only grammars; extract it with `urispec abnf`",
                text.file
            )),
            None if imports.is_given() => Err(
                "the checker does not support --characters, --import and --assume; give the other documents \
                 to the program grammar-verify as files"
                    .to_owned(),
            ),
            None => checked_notation(notation),
        };
        Ok(Self { text, readings, document, reader: imports.reader(notation, out)?, checked })
    }

    /// Reads the productions. A reading replaces the printed production of the same name.
    pub(crate) fn printed(&self) -> Result<urispec_audit::Printed, PrintedError> {
        let Some(document) = &self.document else {
            return self.reader.read_with_readings(self.text, self.readings);
        };
        let printed = document.printed(&self.reader)?;
        Ok(match self.readings {
            Some(readings) => printed.with_readings(&self.reader.read(readings)?),
            None => printed,
        })
    }

    pub(crate) fn pair(&self, pest: GrammarText<'_>) -> Result<GrammarPair, PairError> {
        match &self.document {
            Some(document) => document.pair(&self.reader, self.readings, pest),
            None => GrammarPair::read_with(&self.reader, self.text, self.readings, pest),
        }
    }

    /// Returns the files for the certificate checker.
    pub(crate) fn subject(&self, pest: Option<GrammarText<'_>>) -> CheckedFiles {
        let source = |GrammarText { file, text }| Source::new(file, text);
        let (printed, readings) = (source(self.text), self.readings.map(source));
        let documents =
            vec![grammar_verify::Document { notation: self.checked.clone()?, printed, readings }];
        Ok(Subject {
            documents,
            pest: pest.map(source).into_iter().collect(),
            ..Subject::default()
        })
    }

    /// Returns the default production for whole strings: the first production of the document's collected grammar or,
    /// if it has none, the first production. Every grammar that was read has a production.
    pub(crate) fn first<'p>(&'p self, printed: &'p urispec_audit::Printed) -> &'p str {
        let mut productions = self.document.iter().flat_map(|document| &document.productions);
        let collected = productions.find(|one| one.place.is_collected).map(|one| &*one.name);
        collected.unwrap_or(&printed.productions[0].name)
    }
}

/// Converts a notation to the certificate checker's type.
pub(crate) fn checked_notation(notation: Notation) -> Result<PrintedNotation, String> {
    match notation {
        Notation::Abnf => Ok(PrintedNotation::Abnf),
        Notation::Bnf => Ok(PrintedNotation::Bnf),
        Notation::Rfc1630 => Ok(PrintedNotation::Rfc1630),
        _ => Err("the checker reads ABNF and the BNF of RFCs, not EBNF".to_owned()),
    }
}

// The kind of a user's file, by `--notation` and `--kind`, or else by its name and text.
//
// The surprising case: `x.txt` is a document that prints a grammar; with `--notation abnf` it is only a
// grammar, unless it is paginated like an RFC.

/// The kinds of grammar files, each with its name and its help.
const KINDS: [(&str, GrammarKind, &str); 19] = [
    ("abnf", Printed(Notation::Abnf), "ABNF, RFC 5234 with RFC 7405 (.abnf)"),
    ("bnf", Printed(Notation::Bnf), "The BNF of RFC 822, used in RFC 1738 and RFC 2396 (.bnf)"),
    ("rfc1630", Printed(Notation::Rfc1630), "The BNF of RFC 1630"),
    ("w3c", Printed(Notation::W3c), "The EBNF of the W3C, as in XML 1.0 (.ebnf with `::=`)"),
    ("iso", Printed(Notation::Iso14977), "The EBNF of ISO/IEC 14977 (other .ebnf)"),
    ("pest", GrammarKind::Pest, "Rules of pest (.pest)"),
    ("text", Document(DocumentKind::Text), "A specification as text, as RFCs are published (.txt)"),
    ("xml", Document(DocumentKind::Xml), "A specification as RFC XML, version 2 or 3 (.xml)"),
    ("markdown", Document(DocumentKind::Markdown), "A specification in Markdown (.md)"),
    ("html", Document(DocumentKind::Html), "A specification in HTML (.html)"),
    ("rust", Patterns(Dialect::Rust), "Regular expressions of the crate regex"),
    (
        "ecmascript",
        Patterns(Dialect::EcmaScript),
        "Regular expressions of ECMAScript, with the flag `u`",
    ),
    ("python", Patterns(Dialect::Python), "Regular expressions of Python"),
    ("pcre", Patterns(Dialect::Pcre), "Regular expressions of PCRE2"),
    ("re2", Patterns(Dialect::Re2), "Regular expressions of RE2"),
    ("posix-ere", Patterns(Dialect::PosixEre), "Extended regular expressions of POSIX"),
    ("xsd", Patterns(Dialect::Xsd), "Regular expressions of XML Schema"),
    ("java", Patterns(Dialect::Java), "Regular expressions of Java"),
    ("dotnet", Patterns(Dialect::DotNet), "Regular expressions of .NET"),
];

fn named<T: Copy + Send + Sync + 'static>(
    of: impl Fn(GrammarKind) -> Option<T>,
) -> Vec<(PossibleValue, T)> {
    let all = KINDS.iter().filter_map(|(name, kind, help)| {
        let lines = if matches!(kind, Patterns(_)) { ", one per line" } else { "" };
        let value = PossibleValue::new(*name).help(format!("{help}{lines}"));
        Some((if *name == "markdown" { value.alias("md") } else { value }, of(*kind)?))
    });
    all.collect()
}

pub(crate) fn any() -> impl TypedValueParser<Value = GrammarKind> {
    names::described(named(Some))
}

pub(crate) fn notation() -> impl TypedValueParser<Value = Notation> {
    names::described(named(GrammarKind::notation))
}

/// Returns a parser for names of document formats; `grammar` names a file that is only a grammar.
pub(crate) fn document() -> impl TypedValueParser<Value = DocumentKind> {
    let alone = PossibleValue::new("grammar").help("A grammar alone");
    let formats = named(|kind| match kind {
        Document(format) => Some(format),
        _ => None,
    });
    names::described([(alone, DocumentKind::Grammar)].into_iter().chain(formats))
}

pub(crate) fn name_of(notation: Notation) -> &'static str {
    let found = KINDS.iter().find(|(_, kind, _)| kind.notation() == Some(notation));
    found.map_or("", |(name, ..)| name)
}

/// Returns whether the file extension is used only for files that are printed grammars.
pub(crate) fn is_grammar(path: &Path) -> bool {
    let ending = path.extension().map(|ending| ending.to_string_lossy().to_ascii_lowercase());
    matches!(ending.as_deref(), Some("abnf" | "bnf" | "ebnf"))
}

/// Returns the format of a document that prints a grammar, or `None` if the file is only a grammar. The argument
/// `given` decides first, then the file extension, then the text together with `is_notation_known`.
pub(crate) fn around_grammar(
    path: &Path,
    text: &str,
    given: Option<DocumentKind>,
    is_notation_known: bool,
) -> Option<DocumentKind> {
    if let Some(given) = given {
        return (given != DocumentKind::Grammar).then_some(given);
    }
    if is_grammar(path) {
        return None;
    }
    use DocumentKind::{Markdown, Text};
    match (DocumentKind::from_name(&path.to_string_lossy()), DocumentKind::from_text(text)) {
        // A `.txt` file may be only a grammar.
        (None | Some(Text), None | Some(Markdown)) if is_notation_known => None,
        (Some(Text), Some(looks)) if looks != Markdown => Some(looks),
        (named, looks) => named.or(looks),
    }
}

// The operands of a comparison: an edition, or a user's grammar file.

#[derive(Clone, Debug)]
pub(crate) enum Operand {
    Edition(Edition),
    File(PathBuf),
}

/// A grammar, and its name in messages.
pub(crate) type Named = (String, AnyGrammar);

/// Returns the editions, if both operands are editions. Options on how to read a file are then rejected.
pub(crate) fn editions(
    sides: (&Operand, &Operand),
    reading: &ReadingArgs,
) -> Result<Option<(Edition, Edition)>, Usage> {
    match sides {
        (Operand::Edition(_), Operand::Edition(_)) if reading.is_given() => {
            Err(Usage::new("options on how to read a file do not apply to editions"))
        }
        (Operand::Edition(left), Operand::Edition(right)) => Ok(Some((*left, *right))),
        _ => Ok(None),
    }
}

impl Operand {
    /// Reads the grammar. If an edition has several grammars, reads the first that has the production `rule`.
    pub(crate) fn read(
        &self,
        reading: &ReadingArgs,
        rule: Option<&str>,
        out: &mut Output,
    ) -> Result<Named, Stop> {
        let edition = match self {
            Self::File(path) => {
                let found = reading.read(path, true, out)?;
                return Ok((Name(path, out.passwords).to_string(), found));
            }
            Self::Edition(edition) => *edition,
        };
        let has = |name: &str| edition.grammars().iter().find(|one| one.production(name).is_some());
        let grammar = rule.and_then(has).or(edition.grammars().first()).ok_or(Stop::Refused)?;
        let name = if edition.grammars().len() > 1 { grammar.stem() } else { edition.id() };
        Ok((name.to_owned(), out.or_stop(urispec_audit::any(grammar))?))
    }
}

/// Returns a parser for the name of an edition or of a file. A file name needs an extension or a folder, so
/// that every edition can be named and a misspelt edition is not read as a file.
pub(crate) fn parser() -> impl TypedValueParser<Value = Operand> {
    OperandValueParser
}

#[derive(Clone)]
struct OperandValueParser;

impl TypedValueParser for OperandValueParser {
    type Value = Operand;

    fn parse_ref(
        &self,
        command: &clap::Command,
        argument: Option<&clap::Arg>,
        given: &OsStr,
    ) -> Result<Operand, clap::Error> {
        let path = Path::new(given);
        let is_file = path.extension().is_some() || path.components().count() > 1 || given == "-";
        match names::edition().parse_ref(command, argument, given) {
            Ok(edition) => Ok(Operand::Edition(edition)),
            Err(_) if is_file => Ok(Operand::File(path.to_owned())),
            Err(error) => Err(error),
        }
    }

    fn possible_values(&self) -> Option<Box<dyn Iterator<Item = PossibleValue> + '_>> {
        // A list of the editions alone would look complete.
        None
    }
}

//! A grammar that the user gives in place of an edition: the arguments, and how the files are read.
//!
//! In: `--grammar FILE` and what says how the file is read. Out: an [`AnyGrammar`], or the automaton of
//! one of its productions. What is read otherwise than written is said on stderr.

use std::path::PathBuf;

use clap::{ValueEnum, ValueHint};
use urispec::Acceptor;
use urispec::audit::{
    AnyGrammar, Dialect, DocumentKind, Extracted, GrammarKind, GrammarText, Matching, Notation,
    PairError, Peg, PrintedReader,
};
use urispec_views::record::Record;

use crate::grammar::beside::{Beside, grouped};
use crate::input::text;
use crate::options::Budget;
use crate::options::names;
use crate::output::Output;
use crate::output::origin::Name;
use crate::output::outcome::Stop;
use crate::output::usage::Usage;

pub(crate) mod beside;
pub(crate) mod document;
pub(crate) mod own;

const GRAMMAR: &str = "\
Go by the grammar in FILE instead of an edition: ABNF (.abnf), the BNF of RFC 822 (.bnf), EBNF of the \
W3C or of ISO/IEC 14977 (.ebnf), rules of pest (.pest), a specification that prints its grammar (.txt, \
.xml, .md, .html; see `urispec abnf`), or regular expressions, one a line, as `urispec audit --regex-file` \
reads them. --notation says what it is if the name does not. --rule names one of its productions; without \
--rule it is the first of the file. A regular expression has the strings in which a match is found.

What calls itself with something after the call, as brackets that nest, has no automaton. Such a \
production is refused with the reason, and so is what uses it; the others are not affected.";

const NOTATION: &str = "\
The notation of the grammar [default: what the ending of the file's name says]. For .ebnf it is w3c if \
the file has `::=`, and iso if it has not. Of two files, a dialect of regular expressions is that of \
the one whose name does not say what it has.";

// No documentation comment here: clap would take it for that of the command.
#[derive(clap::Args)]
pub(crate) struct Given {
    // The id is that of the printed grammar of an audit, which what stands beside a grammar asks for.
    /// Go by the grammar in FILE instead of an edition
    #[arg(id = "bnf", long = "grammar", value_name = "FILE", value_hint = ValueHint::FilePath)]
    #[arg(conflicts_with = "edition", long_help = GRAMMAR)]
    grammar: Option<PathBuf>,
    #[command(flatten)]
    pub(crate) reading: Reading,
}

// How a file that holds a grammar is read.
#[derive(clap::Args)]
pub(crate) struct Reading {
    /// The notation of the grammar [default: what the ending of the file's name says]
    #[arg(long, value_enum, value_name = "NAME", requires = "bnf", ignore_case = true)]
    #[arg(long_help = NOTATION)]
    notation: Option<Kind>,
    /// Readings: productions that replace those of the same names in the grammar
    #[arg(long, value_name = "FILE", value_hint = ValueHint::FilePath, requires = "bnf")]
    readings: Option<PathBuf>,
    #[command(flatten)]
    beside: Beside,
    #[command(flatten)]
    budget: Budget,
}

#[derive(Clone, Copy, ValueEnum)]
enum Kind {
    /// ABNF, RFC 5234 with RFC 7405 (.abnf)
    Abnf,
    /// The BNF of RFC 822, as RFC 1738 and RFC 2396 use it (.bnf)
    Bnf,
    /// The BNF of RFC 1630
    Rfc1630,
    /// The EBNF of the W3C, as XML 1.0 has it (.ebnf with `::=`)
    W3c,
    /// The EBNF of ISO/IEC 14977 (.ebnf without)
    Iso,
    /// Rules of pest (.pest)
    Pest,
    /// A specification as text, as RFCs are published (.txt)
    Text,
    /// A specification as RFC XML (.xml)
    Xml,
    /// A specification in Markdown (.md)
    Markdown,
    /// A specification in HTML (.html)
    Html,
    /// Regular expressions of the crate regex, one a line
    Rust,
    /// Regular expressions of ECMAScript, one a line
    Ecmascript,
    /// Regular expressions of Python, one a line
    Python,
    /// Regular expressions of PCRE2, one a line
    Pcre,
    /// Regular expressions of RE2, one a line
    Re2,
    /// Extended regular expressions of POSIX, one a line
    PosixEre,
    /// Regular expressions of XML Schema, one a line
    Xsd,
    /// Regular expressions of Java, one a line
    Java,
    /// Regular expressions of .NET, one a line
    Dotnet,
}

impl From<Kind> for GrammarKind {
    fn from(kind: Kind) -> Self {
        match kind {
            Kind::Abnf => Self::Printed(Notation::Abnf),
            Kind::Bnf => Self::Printed(Notation::Bnf),
            Kind::Rfc1630 => Self::Printed(Notation::Rfc1630),
            Kind::W3c => Self::Printed(Notation::W3c),
            Kind::Iso => Self::Printed(Notation::Iso14977),
            Kind::Pest => Self::Pest,
            Kind::Text => Self::Document(DocumentKind::Text),
            Kind::Xml => Self::Document(DocumentKind::Xml),
            Kind::Markdown => Self::Document(DocumentKind::Markdown),
            Kind::Html => Self::Document(DocumentKind::Html),
            Kind::Rust => Self::Patterns(Dialect::Rust),
            Kind::Ecmascript => Self::Patterns(Dialect::EcmaScript),
            Kind::Python => Self::Patterns(Dialect::Python),
            Kind::Pcre => Self::Patterns(Dialect::Pcre),
            Kind::Re2 => Self::Patterns(Dialect::Re2),
            Kind::PosixEre => Self::Patterns(Dialect::PosixEre),
            Kind::Xsd => Self::Patterns(Dialect::Xsd),
            Kind::Java => Self::Patterns(Dialect::Java),
            Kind::Dotnet => Self::Patterns(Dialect::DotNet),
        }
    }
}

/// A production of a grammar of the user, decided.
pub(crate) struct Language {
    /// The file of the grammar, as messages name it.
    pub(crate) file: String,
    /// The production, in printed spelling.
    pub(crate) rule: String,
    pub(crate) acceptor: Acceptor,
}

impl Given {
    /// Whether the command goes by a grammar of the user.
    pub(crate) const fn is_given(&self) -> bool {
        self.grammar.is_some()
    }

    /// The grammar. None if it cannot be read; stderr says why.
    pub(crate) fn read(&self, out: &mut Output) -> Result<Option<AnyGrammar>, Stop> {
        match &self.grammar {
            Some(path) => self.reading.read(path, false, out),
            None => Ok(None),
        }
    }

    /// The language of the production that `rule` names, or of the first one. None if there is no
    /// answer; stderr says why.
    pub(crate) fn language(
        &self,
        rule: Option<&str>,
        out: &mut Output,
    ) -> Result<Option<Language>, Stop> {
        let Some(grammar) = self.read(out)? else { return Ok(None) };
        let lent = rule.and_then(|rule| grammar.lent(rule));
        let rule = lent.map_or_else(|| named(&grammar, rule).map(str::to_owned), Ok)?;
        match grammar.decide(&[&rule]).acceptor(&rule) {
            Ok(acceptor) => Ok(Some(Language { file: grammar.file().to_owned(), rule, acceptor })),
            Err(why) => {
                out.refuse(&why.to_string())?;
                Ok(None)
            }
        }
    }
}

impl Reading {
    /// Whether an option says how a file is read.
    pub(crate) fn is_given(&self) -> bool {
        self.notation.is_some() || self.readings.is_some() || self.beside.is_given()
    }

    /// Reads a file that holds a grammar. None if it cannot be read; stderr says why. Of two files, one
    /// may have patterns, and the other says by its name what it has.
    pub(crate) fn read(
        &self,
        path: &std::path::Path,
        is_of_two: bool,
        out: &mut Output,
    ) -> Result<Option<AnyGrammar>, Stop> {
        let Some((file, text)) = text::of(path, out)? else { return Ok(None) };
        let name = path.to_string_lossy();
        let named = GrammarKind::of_file(&name, &text);
        // Not what the text looks like: a pattern may look like anything.
        let is_named = GrammarKind::of_file(&name, "").is_some();
        let kind = match self.notation.map(GrammarKind::from) {
            Some(GrammarKind::Patterns(_)) if is_of_two && is_named => named,
            given => given.or(named),
        };
        let Some(kind) = kind else {
            let message = format!(
                "the name of {} does not say how it is written: give --notation abnf, bnf, rfc1630, \
                 w3c, iso, pest, text or the dialect of a regular expression, or end the name in .abnf, \
                 .bnf, .ebnf, .pest, .txt, .xml, .md or .html",
                Name(path)
            );
            return Err(Usage::new(message).into());
        };
        let grammar = GrammarText { file: &file, text: &text };
        let found = match kind {
            GrammarKind::Printed(notation) => {
                let Some(reader) = self.beside.reader(notation, out)? else { return Ok(None) };
                match self.printed(&reader, grammar, out)? {
                    Some(found) => found,
                    None => return Ok(None),
                }
            }
            GrammarKind::Document(kind) => match self.document(kind, grammar, out)? {
                Some(found) => Ok(found),
                None => return Ok(None),
            },
            GrammarKind::Patterns(dialect) => {
                Ok(AnyGrammar::patterns(grammar, dialect, Matching::Search))
            }
            // Rules of pest, and what later versions of the library may have.
            _ => AnyGrammar::read_pest(grammar),
        };
        match found {
            Ok(found) => {
                for note in grouped(found.notes(), found.file()) {
                    out.warn_of_file(format_args!("{file}: read as: {note}\n"))?;
                }
                for fault in found.as_pest().map_or(&[][..], Peg::refused_by_pest) {
                    out.warn_of_file(format_args!("{fault}; pest refuses the whole file\n"))?;
                }
                Ok(Some(found.with_deadline(self.budget.deadline())))
            }
            Err(error) => {
                out.refuse(&error.to_string())?;
                Ok(None)
            }
        }
    }

    /// Reads what a document prints. None if it prints nothing; stderr says why.
    fn document(
        &self,
        kind: DocumentKind,
        text: GrammarText<'_>,
        out: &mut Output,
    ) -> Result<Option<AnyGrammar>, Stop> {
        let read = match Extracted::read(kind, text) {
            Ok(document) if document.productions.is_empty() => Err(format!(
                "{}: no production in this document, read as {kind}; `urispec abnf --left-out` says \
                 what looks like one",
                text.file
            )),
            Ok(document) => {
                let notation = document.notation;
                let Some(reader) = self.beside.reader(notation, out)? else { return Ok(None) };
                let read = AnyGrammar::read_document(&document, &reader);
                read.map_err(|error| error.to_string())
            }
            Err(error) => Err(error.to_string()),
        };
        match read {
            Ok(found) => Ok(Some(found)),
            Err(why) => {
                out.refuse(&why)?;
                Ok(None)
            }
        }
    }

    /// Reads a printed grammar, with its readings. None if these cannot be read; stderr says why.
    fn printed(
        &self,
        reader: &PrintedReader,
        grammar: GrammarText<'_>,
        out: &mut Output,
    ) -> Result<Option<Result<AnyGrammar, PairError>>, Stop> {
        let readings = match &self.readings {
            None => None,
            Some(path) => match text::of(path, out)? {
                Some(text) => Some(text),
                None => return Ok(None),
            },
        };
        let readings = readings.as_ref().map(|(file, text)| GrammarText { file, text });
        Ok(Some(AnyGrammar::read(reader, grammar, readings)))
    }
}

/// The production that an argument names, in printed spelling; the first one if there is no argument.
pub(crate) fn named<'g>(grammar: &'g AnyGrammar, rule: Option<&str>) -> Result<&'g str, Usage> {
    match (rule, grammar.names().next()) {
        (None, Some(first)) => Ok(first),
        (rule, _) => names::one_of("rule", grammar.names(), rule.unwrap_or_default()),
    }
}

/// A line of JSON about a production of a grammar of the user.
pub(crate) fn record(Language { file, rule, .. }: &Language) -> Record {
    Record::line().with("grammar", file).with("rule", rule)
}

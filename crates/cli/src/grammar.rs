//! A grammar that the user gives in place of an edition: the arguments, and how the files are read.
//!
//! In: `--grammar FILE` and what says how the file is read. Out: an [`AnyGrammar`], or the automaton of
//! one of its productions. What is read otherwise than written is said on stderr.

use std::path::PathBuf;

use clap::{ValueEnum, ValueHint};
use urispec::Acceptor;
use urispec::audit::{AnyGrammar, GrammarKind, GrammarText, PairError, PrintedReader};
use urispec::grammar::Notation;

use crate::audit::beside::{Beside, grouped};
use crate::names;
use crate::origin::Name;
use crate::outcome::Stop;
use crate::output::Output;
use crate::record::Record;
use crate::text;
use crate::usage::Usage;

const GRAMMAR: &str = "\
Go by the grammar in FILE instead of an edition: ABNF (.abnf), the BNF of RFC 822 (.bnf), EBNF of the \
W3C or of ISO/IEC 14977 (.ebnf), or rules of pest (.pest). --notation says what it is if the name does \
not. --rule names one of its productions; without --rule it is the first of the file.

What calls itself with something after the call, as brackets that nest, has no automaton. Such a \
production is refused with the reason, and so is what uses it; the others are not affected.";

const NOTATION: &str = "\
The notation of the grammar [default: what the ending of the file's name says]. For .ebnf it is w3c if \
the file has `::=`, and iso if it has not.";

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
            Some(path) => self.reading.read(path, "--notation", out),
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
        let rule = named(&grammar, rule)?.to_owned();
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

    /// Reads a file that holds a grammar. None if it cannot be read; stderr says why.
    pub(crate) fn read(
        &self,
        path: &std::path::Path,
        option: &str,
        out: &mut Output,
    ) -> Result<Option<AnyGrammar>, Stop> {
        let Some((file, text)) = text::of(path, out)? else { return Ok(None) };
        let name = path.to_string_lossy();
        let kind = self.notation.map(GrammarKind::from);
        let Some(kind) = kind.or_else(|| GrammarKind::of_file(&name, &text)) else {
            let message = format!(
                "the name of {} does not say how it is written: give {option} abnf, bnf, rfc1630, \
                 w3c, iso or pest, or end the name in .abnf, .bnf, .ebnf or .pest",
                Name(path)
            );
            return Err(Usage::new(message).into());
        };
        let grammar = GrammarText { file: &file, text: &text };
        let found = match kind.notation() {
            Some(notation) => {
                let Some(reader) = self.beside.reader(notation, out)? else { return Ok(None) };
                match self.printed(&reader, grammar, out)? {
                    Some(found) => found,
                    None => return Ok(None),
                }
            }
            None => AnyGrammar::read_pest(grammar),
        };
        match found {
            Ok(found) => {
                for note in grouped(found.notes(), found.file()) {
                    out.warn_of_file(format_args!("{file}: read as: {note}\n"))?;
                }
                Ok(Some(found))
            }
            Err(error) => {
                out.refuse(&error.to_string())?;
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

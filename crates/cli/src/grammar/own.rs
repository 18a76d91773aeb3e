//! A grammar of the user: the arguments that name its files, and how the files are read.

use std::path::{Path, PathBuf};

use clap::{ArgGroup, ValueHint};
use urispec::audit::{
    Extracted, GrammarKind, GrammarPair, GrammarText, Notation, Origin, Printed, PrintedReader,
};

use super::beside::Beside;
use crate::grammar::document::{self, Kind, Written};
use crate::input::text;
use crate::options::Budget;
use crate::options::names;
use crate::output::Output;
use crate::output::origin::Name;
use crate::output::outcome::Stop;
use crate::output::usage::Usage;

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
    #[arg(long, value_enum, value_name = "NAME", requires = "bnf", ignore_case = true)]
    notation: Option<Written>,
    /// What the file of the printed grammar is [default: what its ending or its text says]
    #[arg(long, value_enum, value_name = "KIND", requires = "bnf", ignore_case = true)]
    #[arg(long_help = KIND)]
    kind: Option<Kind>,
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
    pub(crate) budget: Budget,
    /// A file that says which rules transcribe which productions
    #[arg(long, value_name = "FILE", value_hint = ValueHint::FilePath, requires = "pest")]
    #[arg(long_help = MAP_FILE)]
    map_file: Option<PathBuf>,
}

/// The production and the rule of `PRODUCTION=RULE`.
fn mapping(text: &str) -> Result<(String, String), String> {
    match text.split_once('=') {
        Some((production, rule)) if !production.is_empty() && !rule.is_empty() => {
            Ok((production.to_owned(), rule.to_owned()))
        }
        _ => Err("write the name of a production, `=`, and the name of a rule".to_owned()),
    }
}

/// What the files say.
pub(crate) struct Read {
    pub(crate) pair: GrammarPair,
    /// The productions of `--rule`, in printed spelling.
    pub(crate) rules: Vec<String>,
    /// The production that stands for a whole string if no other is named: the first of the grammar;
    /// of a document that collects its grammar, the first of that.
    pub(crate) first: String,
}

impl Own {
    /// The files of the printed grammar and of its transcription, if they are given.
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

    /// Reads the files of a grammar of the user. None if that fails; stderr says why.
    pub(crate) fn pair(
        &self,
        bnf: &Path,
        pest: &Path,
        out: &mut Output,
    ) -> Result<Option<Read>, Stop> {
        let mut texts = Vec::new();
        for path in [Some(bnf), Some(pest), self.readings.as_deref()].into_iter().flatten() {
            match text::of(path, out)? {
                Some(text) => texts.push(text),
                None => return Ok(None),
            }
        }
        let mut texts = texts.iter().map(|(file, text)| GrammarText { file, text });
        let (Some(printed), Some(pest)) = (texts.next(), texts.next()) else {
            return Ok(None);
        };
        let Some((document, reader)) = self.opened(bnf, printed, out)? else { return Ok(None) };
        let pair = match &document {
            Some(document) => document.pair(&reader, texts.next(), pest),
            None => GrammarPair::read_with(&reader, printed, texts.next(), pest),
        };
        let pair = match pair {
            Ok(pair) => pair,
            Err(error) => {
                out.refuse(&error.to_string())?;
                return Ok(None);
            }
        };
        let map = self.map.iter().map(|(production, rule)| (&**production, &**rule));
        let pair = pair.with_depth(usize::from(self.depth)).with_deadline(self.budget.deadline());
        let pair = match pair.with_map(map) {
            Ok(pair) => pair,
            Err(error) => {
                let message = format!("invalid value for '--map <PRODUCTION=RULE>': {error}");
                return Err(Usage::new(message).into());
            }
        };
        let Some(pair) = self.mapped(pair, out)? else { return Ok(None) };
        let read = pair.as_read();
        let own = read.productions.iter().filter(|one| one.origin == Origin::Printed);
        let known = own.map(|production| &*production.name);
        let named = self.rule.iter().map(|name| names::one_of("rule", known.clone(), name));
        let rules = named.map(|name| name.map(str::to_owned)).collect::<Result<_, _>>()?;
        let first = first(document.as_ref(), &pair.printed).to_owned();
        Ok(Some(Read { pair, rules, first }))
    }

    /// Reads the printed grammar alone, with its readings, and the productions of `--rule`, or else the
    /// first. None if that fails; stderr says why.
    pub(crate) fn printed(
        &self,
        bnf: &Path,
        out: &mut Output,
    ) -> Result<Option<(Printed, Vec<String>)>, Stop> {
        let mut texts = Vec::new();
        for path in [Some(bnf), self.readings.as_deref()].into_iter().flatten() {
            match text::of(path, out)? {
                Some(text) => texts.push(text),
                None => return Ok(None),
            }
        }
        let mut texts = texts.iter().map(|(file, text)| GrammarText { file, text });
        let (Some(text), readings) = (texts.next(), texts.next()) else { return Ok(None) };
        let Some((document, reader)) = self.opened(bnf, text, out)? else { return Ok(None) };
        let read = match &document {
            Some(document) => document.printed(&reader),
            None => reader.read(text),
        };
        let read = read.and_then(|printed| match readings {
            Some(readings) => Ok(printed.with_readings(&reader.read(readings)?)),
            None => Ok(printed),
        });
        let printed = match read {
            Ok(printed) => printed,
            Err(error) => {
                out.refuse(&error.to_string())?;
                return Ok(None);
            }
        };
        let own = printed.productions.iter().filter(|one| one.origin == Origin::Printed);
        let known = own.map(|production| &*production.name);
        let mut rules = Vec::new();
        for name in &self.rule {
            rules.push(names::one_of("rule", known.clone(), name)?.to_owned());
        }
        if rules.is_empty() {
            rules.push(first(document.as_ref(), &printed).to_owned());
        }
        Ok(Some((printed.with_deadline(self.budget.deadline()), rules)))
    }

    /// What the file prints, if it is a document, and what reads grammars in its notation. None if it
    /// cannot be read; stderr says why.
    fn opened(
        &self,
        bnf: &Path,
        text: GrammarText<'_>,
        out: &mut Output,
    ) -> Result<Option<(Option<Extracted>, PrintedReader)>, Stop> {
        let document = match self.document(bnf, text) {
            Ok(document) => document,
            Err(why) => {
                out.refuse(&why)?;
                return Ok(None);
            }
        };
        let notation = match &document {
            Some(document) => document.notation,
            None => self.notation(bnf, text.text)?,
        };
        let Some(reader) = self.beside.reader(notation, out)? else { return Ok(None) };
        Ok(Some((document, reader)))
    }

    /// What the file prints, if it is a document.
    fn document(
        &self,
        bnf: &Path,
        GrammarText { file, text }: GrammarText<'_>,
    ) -> Result<Option<Extracted>, String> {
        let kind = document::around_grammar(bnf, text, self.kind, self.notation.is_some());
        let Some(kind) = kind else { return Ok(None) };
        let notation = self.notation.map(Written::notation);
        let document = document::extracted(kind, notation, file, text)?;
        if document.productions.is_empty() {
            return Err(format!(
                "{file}: no production in this document, read as {kind}; `urispec abnf --left-out` says \
                 what looks like one; if it is a grammar and nothing else, \
                 give --notation abnf, bnf or rfc1630"
            ));
        }
        Ok(Some(document))
    }

    /// Maps names as the file says. None if the file cannot be used; stderr says why.
    fn mapped(&self, pair: GrammarPair, out: &mut Output) -> Result<Option<GrammarPair>, Stop> {
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

    fn notation(&self, bnf: &Path, text: &str) -> Result<Notation, Usage> {
        let given = self.notation.map(Written::notation);
        let named = || GrammarKind::of_file(&bnf.to_string_lossy(), text)?.notation();
        given.or_else(named).ok_or_else(|| {
            Usage::new(format!(
                "the name of {} does not say how it is written: give --notation abnf, bnf, \
                 rfc1630, w3c or iso, or end the name in .abnf, .bnf or .ebnf; if it is a \
                 document, give --kind",
                Name(bnf)
            ))
        })
    }
}

/// The production that stands for a whole string if nobody names one: the first, and of a document that
/// collects its grammar the first of the collected ones. A grammar that was read has a production.
fn first<'p>(document: Option<&'p Extracted>, printed: &'p Printed) -> &'p str {
    let mut productions = document.into_iter().flat_map(|document| &document.productions);
    let collected = productions.find(|one| one.place.is_collected).map(|one| &*one.name);
    collected.unwrap_or(&printed.productions[0].name)
}

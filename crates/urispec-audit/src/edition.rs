//! The audit of an edition: its grammars, their trees, and the examples of its document.
//!
//! An [`Audit`] of a grammar combines the results of the other modules.

use std::fmt;
use std::sync::LazyLock;

use grammar_audit::mutants::MutantError;
use grammar_audit::notation::{Library, PrintedDocument, PrintedError};
use grammar_audit::{
    AnyGrammar, Deadline, GrammarPair, GrammarText, Languages, Notation, PairError, PrintedReader,
    Report, UnknownProduction, audit,
};
use urispec::Edition;
use urispec::grammar::{self, Grammar};
use urispec::internal::Count;

use super::examples::{Claim, ExampleError, Examples};
use super::explain;
use super::explain::AlternativeChoice;
use super::findings::CheckedExample;
use super::requirements::{RequirementError, Requirements};

/// The audit of one grammar of an edition.
#[derive(Debug)]
#[non_exhaustive]
pub struct Audit {
    /// The grammar that is audited.
    pub grammar: &'static Grammar,
    /// The printed grammar, its readings and its `.pest` transcription.
    pub pair: GrammarPair,
    /// The verdicts on the productions.
    pub report: Report,
    /// The alternatives that the parse trees contain, for each overlap of the report, in the same order. `None` if the
    /// trees do not show alternatives.
    pub taken: Vec<Option<AlternativeChoice>>,
    /// The examples that the document prints for the grammar. The audit of the edition's first grammar also has the
    /// examples without a production, such as the rows of tables.
    pub examples: Vec<CheckedExample<'static>>,
    /// The requirements of the document, which only the audit of the edition's first grammar has.
    pub requirements: Requirements<'static>,
}

/// The reason why an edition cannot be audited.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum AuditError {
    /// A grammar cannot be read.
    #[error(transparent)]
    Pair(#[from] PairError),
    /// The examples cannot be read.
    #[error(transparent)]
    Examples(#[from] ExampleError),
    /// The requirements cannot be read.
    #[error(transparent)]
    Requirements(#[from] RequirementError),
    /// A grammar lacks a production for whole strings.
    #[error(transparent)]
    Production(#[from] UnknownProduction),
    /// A list of mistakes cannot be read.
    #[error(transparent)]
    Mistakes(#[from] PrintedError),
    /// The mutants of a production cannot be generated.
    #[error(transparent)]
    Mutants(#[from] MutantError),
}

/// Audits every grammar of an edition.
///
/// # Errors
/// Never fails for the editions of this library, whose files are all tested.
///
/// ```
/// use urispec::Edition;
/// use urispec_audit::audit_edition;
/// let audits = audit_edition(Edition::Rfc3986)?;
/// assert!(audits[0].is_clean());
/// assert_eq!(audits[0].report.production("IPv6address").unwrap().size, Some(152));
/// # Ok::<(), urispec_audit::AuditError>(())
/// ```
pub fn audit_edition(edition: Edition) -> Result<Vec<Audit>, AuditError> {
    audit_edition_within(edition, Deadline::NONE)
}

/// Audits the grammars of an edition until a deadline.
///
/// # Errors
/// As for [`audit_edition`].
pub fn audit_edition_within(
    edition: Edition,
    deadline: Deadline,
) -> Result<Vec<Audit>, AuditError> {
    let file = format!("{edition}.examples");
    let Examples { all, preferences } = Examples::read(&file, edition.examples())?;
    let mut checked: Vec<_> =
        all.into_iter().map(|one| CheckedExample::new(edition, one)).collect();
    let mut audits = Vec::new();
    // The first grammar gets the examples and requirements that the others leave.
    for (place, &grammar) in edition.grammars().iter().enumerate().rev() {
        let is_its = |one: &CheckedExample<'_>| match one.example.claim {
            Claim::Instance { rule, .. } | Claim::Illegal { rule, .. } => {
                let found = edition.production(rule);
                found.is_ok_and(|found| found.grammar().stem() == grammar.stem())
            }
            Claim::Target { .. } | Claim::Equivalent { .. } | Claim::Request { .. } => false,
        };
        let examples = checked.extract_if(.., |one| place == 0 || is_its(one)).collect();
        let pair = pair(grammar)?.with_deadline(deadline.clone());
        // If a document has two grammars, each of them has some of its productions for whole strings.
        let has = |name: &&&str| pair.printed.production(name).is_some();
        let whole: Vec<&str> = edition.whole_rules().iter().filter(has).copied().collect();
        let report = audit(&pair, &whole)?;
        let taken =
            explain::alternative_choices(grammar, &pair.as_read(), &preferences, &report.overlaps);
        let requirements =
            if place == 0 { Requirements::from_edition(edition)? } else { Requirements::default() };
        audits.push(Audit { grammar, pair, report, taken, examples, requirements });
    }
    audits.reverse();
    Ok(audits)
}

impl Audit {
    /// Returns whether the grammar, its trees and its examples agree with the document and its readings, except for the listed
    /// findings.
    #[must_use]
    pub fn is_clean(&self) -> bool {
        let strays = self.taken.iter().flatten().any(|taken| taken.stray.is_some());
        self.report.is_clean() && !strays && self.examples.iter().all(CheckedExample::is_as_listed)
    }

    /// Returns the examples that the grammar or the algorithm contradicts, or that are listed as contradicted.
    pub fn findings(&self) -> impl Iterator<Item = &CheckedExample<'static>> {
        self.examples.iter().filter(|one| one.is_finding())
    }

    /// Returns the section that introduces a production. If another document defines the production, returns the first
    /// line of the comment above its rule, which states the origin.
    #[must_use]
    pub fn section(&self, name: &str) -> Option<&str> {
        if let Some(production) = self.grammar.production(name) {
            return Some(production.section());
        }
        let rules = &self.report.production(name)?.rules;
        let comments = rules.iter().map(|rule| self.pair.peg.comment(rule));
        comments.filter_map(|comment| comment.first()).map(String::as_str).next()
    }
}

/// Prints the report, followed by the alternatives in the trees and the contradicted examples.
impl fmt::Display for Audit {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.report.fmt(f)?;
        for (overlap, taken) in self.report.overlaps.iter().zip(&self.taken) {
            let Some(taken) = taken else { continue };
            let (production, [first, second]) = (&overlap.production, &overlap.alternatives);
            let strings = Count(taken.strings, "string", "strings");
            write!(f, "trees: {production} as {first} or {second}: {strings}, ")?;
            match &taken.stray {
                None => writeln!(f, "all with the preferred alternative")?,
                Some(stray) => writeln!(f, "{:?} without the preferred alternative", stray.text)?,
            }
        }
        self.findings().try_for_each(|one| writeln!(f, "finding: {one}"))?;
        writeln!(f, "examples: {}", self.examples.len())
    }
}

// The grammars of the editions, as an audit reads them. If a grammar uses productions of other grammars, its transcription
// also contains their rules, since pest needs them; they are not rules of the grammar itself.

/// Citation tags such as `[URI]`, in lower case, and the stems of the grammars that they refer to.
const TAGS: [(&str, &str); 3] = [("iri", "rfc3987"), ("std66", "rfc3986"), ("uri", "rfc3986")];

/// Returns the grammars that a printed grammar can import by name: importable grammars of the editions, with their
/// readings, and other grammars that documents often import.
#[must_use]
pub fn library() -> &'static Library {
    static LIBRARY: LazyLock<Library> = LazyLock::new(|| {
        let is_imported = |grammar: &&Grammar| !["rfc9110", "whatwg"].contains(&grammar.stem());
        let grammars = Edition::every().flat_map(Edition::grammars).copied();
        Library::with(grammars.filter(is_imported).map(document), &TAGS)
    });
    &LIBRARY
}

/// Returns a [`PrintedReader`] that can import the grammars of [`library`] by name.
///
/// ```
/// use urispec_audit::{GrammarText, Languages, Notation, reader};
///
/// let text = "origin = scheme \"://\" authority\nauthority = <authority, see [URI], Section 3.2>\n";
/// let reader = reader(Notation::Abnf).import_known("rfc3986")?;
/// let printed = reader.read(GrammarText { file: "origin.abnf", text })?;
/// let languages = Languages::new(&printed);
/// let start = languages.start("origin").unwrap().unwrap();
/// assert!(languages.dfa().matches(start, b"http://[::1]:80"));
/// assert_eq!(
///     printed.notes[0].to_string(),
///     "origin.abnf, line 2: `authority`: `<authority, see [URI], Section 3.2>` refers to `authority` in \
///      rfc3986"
/// );
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[must_use]
pub fn reader(notation: Notation) -> PrintedReader {
    PrintedReader::new(notation).knowing(library())
}

/// Returns the grammar with a stem, such as `rfc3986`, from any edition.
pub(super) fn grammar(stem: &str) -> Option<&'static Grammar> {
    let mut grammars = Edition::every().flat_map(Edition::grammars);
    grammars.find(|grammar| grammar.stem() == stem).copied()
}

/// Converts a notation to the type of `grammar-audit`.
#[must_use]
pub fn notation(notation: grammar::Notation) -> Notation {
    match notation {
        grammar::Notation::Abnf => Notation::Abnf,
        grammar::Notation::Bnf => Notation::Bnf,
        grammar::Notation::Rfc1630 => Notation::Rfc1630,
        grammar::Notation::W3c => Notation::W3c,
        grammar::Notation::Iso14977 => Notation::Iso14977,
        other => unreachable!("{other:?} is a notation that the engine does not read"),
    }
}

/// Returns the printed text of a grammar and its readings, in the form in which other grammars import them.
fn document(grammar: &Grammar) -> PrintedDocument {
    PrintedDocument {
        name: grammar.stem(),
        notation: notation(grammar.notation()),
        printed: grammar.printed(),
        readings: grammar.readings(),
        imports: grammar.extends(),
        is_read_leniently: grammar.is_read_leniently(),
    }
}

/// Reads the printed text of a grammar and its transcription: the pair that an audit compares.
///
/// # Errors
/// Never fails for a grammar of this library, since all of them are tested.
pub fn pair(grammar: &Grammar) -> Result<GrammarPair, PairError> {
    let (documents, rules) = texts(grammar);
    let file = format!("{}.pest", grammar.stem());
    let pest = GrammarText { file: &file, text: rules[0] };
    GrammarPair::from_document(&documents[0], pest, &rules[1..], library())
}

/// Returns the printed texts of a grammar and of the documents that it imports, and the `.pest` texts of the grammar
/// and of those documents that have such a text. The grammar itself comes first in both lists.
#[must_use]
pub fn texts(grammar: &Grammar) -> (Vec<PrintedDocument>, Vec<&'static str>) {
    let others = grammar.extends().iter();
    let documents = others.clone().filter_map(|stem| library().document(stem));
    let rules = others.filter_map(|stem| self::grammar(stem)).map(Grammar::pest);
    (
        [document(grammar)].into_iter().chain(documents).collect(),
        [grammar.pest()].into_iter().chain(rules).collect(),
    )
}

/// Pairs the printed grammar and its readings with another pest grammar.
///
/// # Errors
/// Returns an error if the pest grammar cannot be read.
pub fn pair_with(grammar: &Grammar, pest: GrammarText<'_>) -> Result<GrammarPair, PairError> {
    GrammarPair::from_document(&document(grammar), pest, &[], library())
}

/// Returns the printed grammar with its readings, as an [`AnyGrammar`].
///
/// # Errors
/// Never fails for a grammar of this library, since all of them are tested.
pub fn any(grammar: &Grammar) -> Result<AnyGrammar, PairError> {
    Ok(AnyGrammar::from_pair(&pair(grammar)?))
}

// Serializes the automaton of a grammar for the parser without trees.

/// Serializes the automaton of a grammar to a table. The library embeds this table, to parse without building trees.
///
/// # Panics
///
/// Panics if the automaton has more than 65,535 states or productions, or a name has more than 255 bytes.
#[must_use]
pub fn table_bytes(languages: &Languages) -> Vec<u8> {
    let dfa = languages.dfa();
    let (states, classes) = (0..dfa.states() as u32, dfa.classes());
    let starts: Vec<(&str, u32)> = languages
        .names()
        .iter()
        .filter_map(|name| Some((&**name, dfa.start(languages.start(name)?.ok()?))))
        .collect();
    let mut bytes = Vec::new();
    for count in [states.len(), classes.count(), starts.len()] {
        bytes.extend(number(count));
    }
    bytes.extend((0..=u8::MAX).map(|byte| classes.of(byte) as u8));
    bytes.extend(classes.representatives());
    bytes.extend(states.clone().map(|state| u8::from(dfa.accepts(state))));
    for state in states {
        bytes.extend(dfa.row(state).iter().flat_map(|&next| offset(next, classes.count())));
    }
    for (name, start) in starts {
        bytes.extend(number(start as usize));
        bytes.push(name.len().try_into().expect("names are short"));
        bytes.extend(name.as_bytes());
    }
    bytes
}

fn number(number: usize) -> [u8; 2] {
    u16::try_from(number).expect("tables are small").to_le_bytes()
}

/// Returns the offset of a state's row in the transition table.
fn offset(state: u32, classes: usize) -> [u8; 4] {
    (state * classes as u32).to_le_bytes()
}

//! The audit of an edition: its grammars, their trees, and the examples of its document.
//!
//! In: an edition. Out: an [`Audit`] for each of its grammars, which joins the results of the other modules. Nothing
//! is forgotten, and this module decides nothing.

use std::fmt;

use grammar_audit::mutants::MutantError;
use grammar_audit::{
    Deadline, GrammarPair, PairError, PrintedError, Report, UnknownProduction, audit,
};

use super::examples::{Claim, ExampleError, Examples};
use super::findings::CheckedExample;
use super::requirements::{RequirementError, Requirements};
use super::trees::{self, Taken};
use crate::editions::Edition;
use crate::editions::grammar::Grammar;
use crate::parts::count::Count;

/// The audit of one grammar of an edition.
#[derive(Debug)]
#[non_exhaustive]
pub struct Audit {
    /// The grammar that is audited.
    pub grammar: &'static Grammar,
    /// The files of the grammar.
    pub pair: GrammarPair,
    /// The verdicts on the productions.
    pub report: Report,
    /// For each overlap of the report, in the order of the report: the alternatives that the trees
    /// take. `None` where no tree can be made.
    pub taken: Vec<Option<Taken>>,
    /// The examples that the document prints for the grammar. Examples of no production, and the
    /// tables, are with the first grammar of the edition.
    pub examples: Vec<CheckedExample<'static>>,
    /// The other sentences of the document. They are with the first grammar of the edition.
    pub requirements: Requirements<'static>,
}

/// The reason why a file of an edition cannot be read.
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
    /// No mutants are made of a production.
    #[error(transparent)]
    Mutants(#[from] MutantError),
}

/// Audits every grammar of an edition.
///
/// # Errors
/// None for the editions of this library: the tests read all their files.
///
/// ```
/// use urispec::{Edition, audit};
/// let audits = audit::audit_edition(Edition::Rfc3986)?;
/// assert!(audits[0].is_clean());
/// assert_eq!(audits[0].report.production("IPv6address").unwrap().size, Some(152));
/// # Ok::<(), urispec::audit::AuditError>(())
/// ```
pub fn audit_edition(edition: Edition) -> Result<Vec<Audit>, AuditError> {
    audit_edition_within(edition, Deadline::NONE)
}

/// Audits the grammars of an edition until a deadline.
///
/// # Errors
/// As of [`audit_edition`].
pub fn audit_edition_within(
    edition: Edition,
    deadline: Deadline,
) -> Result<Vec<Audit>, AuditError> {
    let file = format!("{edition}.examples");
    let Examples { all, preferences } = Examples::read(&file, edition.examples())?;
    let mut checked: Vec<_> =
        all.into_iter().map(|one| CheckedExample::new(edition, one)).collect();
    let mut audits = Vec::new();
    // The first grammar takes what is left by the others.
    for (place, &grammar) in edition.grammars().iter().enumerate().rev() {
        let is_its = |one: &CheckedExample<'_>| match one.example.claim {
            Claim::Instance { rule, .. } | Claim::Illegal { rule, .. } => {
                let found = edition.production(rule);
                found.is_ok_and(|found| found.grammar().stem == grammar.stem)
            }
            Claim::Target { .. } | Claim::Equivalent { .. } | Claim::Request { .. } => false,
        };
        let examples = checked.extract_if(.., |one| place == 0 || is_its(one)).collect();
        let pair = grammar.pair()?.with_deadline(deadline.clone());
        // A document of two grammars has its whole strings in both.
        let has = |name: &&&str| pair.printed.production(name).is_some();
        let whole: Vec<&str> = edition.whole_rules().iter().filter(has).copied().collect();
        let report = audit(&pair, &whole)?;
        let taken = trees::taken(grammar, &pair.as_read(), &preferences, &report.overlaps);
        let requirements =
            if place == 0 { Requirements::from_edition(edition)? } else { Requirements::default() };
        audits.push(Audit { grammar, pair, report, taken, examples, requirements });
    }
    audits.reverse();
    Ok(audits)
}

impl Audit {
    /// Whether the grammar, its trees and its examples agree with the document and its readings,
    /// except for what is listed as a finding.
    #[must_use]
    pub fn is_clean(&self) -> bool {
        let strays = self.taken.iter().flatten().any(|taken| taken.stray.is_some());
        self.report.is_clean() && !strays && self.examples.iter().all(CheckedExample::is_as_listed)
    }

    /// The examples that the grammar or the algorithm contradicts, and those that are listed as
    /// contradicted although they are not.
    pub fn findings(&self) -> impl Iterator<Item = &CheckedExample<'static>> {
        self.examples.iter().filter(|one| one.is_finding())
    }

    /// The section that introduces a production. For a production that the document's grammar
    /// lacks, the answer is what the transcription says of its origin.
    #[must_use]
    pub fn section(&self, name: &str) -> Option<&str> {
        if let Some(production) = self.grammar.production(name) {
            return Some(production.section);
        }
        let rules = &self.report.production(name)?.rules;
        let comments = rules.iter().map(|rule| self.pair.peg.comment(rule));
        comments.filter_map(|comment| comment.first()).map(String::as_str).next()
    }
}

/// Prints the report, and below it what the trees do and which examples are contradicted.
impl fmt::Display for Audit {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.report.fmt(f)?;
        for (overlap, taken) in self.report.overlaps.iter().zip(&self.taken) {
            let Some(taken) = taken else { continue };
            let (production, [first, second]) = (&overlap.production, &overlap.alternatives);
            let strings = Count(taken.strings, "string", "strings");
            write!(f, "trees: {production} as {first} or {second}: {strings}, ")?;
            match &taken.stray {
                None => writeln!(f, "each as preferred")?,
                Some(stray) => writeln!(f, "{:?} not as preferred", stray.text)?,
            }
        }
        self.findings().try_for_each(|one| writeln!(f, "finding: {one}"))?;
        writeln!(f, "examples: {}", self.examples.len())
    }
}

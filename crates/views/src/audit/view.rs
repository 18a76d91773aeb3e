//! A grammar, of an edition or of the user, with its audit.

use std::borrow::Cow;

use urispec::Edition;
use urispec_audit::{
    Audit, CheckedExample, GrammarPair, Judged, Reading, Report, Requirements, Taken, Verdict,
};

/// A grammar, of an edition or of the user, with what the audit says about it.
pub struct View<'a> {
    /// The edition, unless the grammar is one of the user.
    pub edition: Option<Edition>,
    /// The stem of an edition's grammar, or the name of a file.
    pub grammar: &'a str,
    /// The printed grammar and the pest grammar.
    pub pair: &'a GrammarPair,
    /// What the audit found.
    pub report: &'a Report,
    /// What the trees do with each overlap; fewer than the overlaps if there are no trees.
    pub taken: &'a [Option<Taken>],
    /// The examples of the document.
    pub examples: &'a [CheckedExample<'static>],
    /// The audit of an edition, which knows the sections; none for a grammar of the user.
    pub audit: Option<&'a Audit>,
    /// The depth from which on a production that is equal to a depth is as good as one that is equal.
    pub accepted_depth: Option<usize>,
}

impl<'a> View<'a> {
    /// The grammar of an edition.
    pub fn of(edition: Edition, audit: &'a Audit) -> Self {
        Self {
            edition: Some(edition),
            grammar: audit.grammar.stem(),
            pair: &audit.pair,
            report: &audit.report,
            taken: &audit.taken,
            examples: &audit.examples,
            audit: Some(audit),
            accepted_depth: None,
        }
    }

    /// A grammar of the user, which has no trees and no examples.
    #[must_use]
    pub fn of_own(
        pair: &'a GrammarPair,
        report: &'a Report,
        accepted_depth: Option<usize>,
    ) -> Self {
        Self {
            edition: None,
            grammar: &pair.printed.file,
            pair,
            report,
            taken: &[],
            examples: &[],
            audit: None,
            accepted_depth,
        }
    }

    /// Whether the audit found nothing wrong, and nothing that is not accepted.
    pub fn is_clean(&self) -> bool {
        match (self.audit, self.accepted_depth) {
            (Some(audit), _) => audit.is_clean(),
            (None, Some(depth)) => self.report.is_clean_to_depth(depth),
            (None, None) => self.report.is_clean(),
        }
    }

    /// The section that introduces a production.
    pub fn section(&self, name: &str) -> Option<&'a str> {
        match self.audit {
            Some(audit) => audit.section(name),
            None => self.place(name).map(|(section, _)| section),
        }
    }

    /// The section and the line of a production in the document of the user that prints it.
    pub fn place(&self, name: &str) -> Option<(&'a str, usize)> {
        let production = self.pair.printed.production(name)?;
        let section = production.section.as_deref().filter(|_| self.audit.is_none())?;
        Some((section, production.line))
    }

    /// The sentences of the document, if there is a document and this is its first grammar.
    pub fn requirements(&self) -> Option<&'a Requirements<'static>> {
        let requirements = self.audit.map(|audit| &audit.requirements);
        requirements.filter(|requirements| !requirements.all.is_empty())
    }

    /// The text of an alternative of a whole production.
    pub fn alternative(&self, production: &str, place: usize) -> String {
        let read = self.pair.readings.iter().chain([&self.pair.printed]);
        let production = read.filter_map(|grammar| grammar.production(production)).next();
        let alternatives = production.map(|one| one.alternatives()).unwrap_or_default();
        alternatives.get(place).map(|one| one.text.clone()).unwrap_or_default()
    }

    /// The examples that contradict the document.
    pub fn findings(&self) -> impl Iterator<Item = &'a CheckedExample<'static>> {
        self.examples.iter().filter(|one| one.is_finding())
    }
}

/// The verdict in a few words.
pub fn word(judged: &Judged) -> Cow<'static, str> {
    Cow::Borrowed(match (&judged.verdict, &judged.reading) {
        (Verdict::Equal, None) => "equal",
        (Verdict::Equal, Some(Reading::Idle)) => "equal, as printed",
        (Verdict::Equal, Some(_)) => "equal as read",
        (Verdict::EqualToDepth(depth), None) => return format!("equal to depth {depth}").into(),
        (Verdict::EqualToDepth(depth), Some(_)) => {
            return format!("equal to depth {depth} as read").into();
        }
        (Verdict::Differs { .. }, _) => "differs",
        (Verdict::Missing, _) => "missing",
        (Verdict::Undecided(_), _) => "undecided",
    })
}

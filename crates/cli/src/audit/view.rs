//! A grammar, of an edition or of the user, with its audit.

use std::borrow::Cow;

use urispec::Edition;
use urispec::audit::{
    Audit, CheckedExample, GrammarPair, Judged, Reading, Report, Requirements, Taken, Verdict,
};

/// A grammar, of an edition or of the user, with what the audit says about it.
pub(crate) struct View<'a> {
    pub(crate) edition: Option<Edition>,
    /// The stem of an edition's grammar, or the name of a file.
    pub(crate) grammar: &'a str,
    pub(crate) pair: &'a GrammarPair,
    pub(crate) report: &'a Report,
    /// What the trees do with each overlap; fewer than the overlaps if there are no trees.
    pub(crate) taken: &'a [Option<Taken>],
    pub(crate) examples: &'a [CheckedExample<'static>],
    /// The audit of an edition, which knows the sections; none for a grammar of the user.
    pub(crate) audit: Option<&'a Audit>,
}

impl<'a> View<'a> {
    pub(crate) fn of(edition: Edition, audit: &'a Audit) -> Self {
        Self {
            edition: Some(edition),
            grammar: audit.grammar.stem(),
            pair: &audit.pair,
            report: &audit.report,
            taken: &audit.taken,
            examples: &audit.examples,
            audit: Some(audit),
        }
    }

    pub(crate) fn is_clean(&self) -> bool {
        self.audit.map_or_else(|| self.report.is_clean(), Audit::is_clean)
    }

    pub(crate) fn section(&self, name: &str) -> Option<&'a str> {
        match self.audit {
            Some(audit) => audit.section(name),
            None => self.place(name).map(|(section, _)| section),
        }
    }

    /// The section and the line of a production in the document of the user that prints it.
    pub(crate) fn place(&self, name: &str) -> Option<(&'a str, usize)> {
        let production = self.pair.printed.production(name)?;
        let section = production.section.as_deref().filter(|_| self.audit.is_none())?;
        Some((section, production.line))
    }

    /// The sentences of the document, if there is a document and this is its first grammar.
    pub(crate) fn requirements(&self) -> Option<&'a Requirements<'static>> {
        let requirements = self.audit.map(|audit| &audit.requirements);
        requirements.filter(|requirements| !requirements.all.is_empty())
    }

    pub(crate) fn findings(&self) -> impl Iterator<Item = &'a CheckedExample<'static>> {
        self.examples.iter().filter(|one| one.is_finding())
    }
}

/// The verdict in a few words.
pub(crate) fn word(judged: &Judged) -> Cow<'static, str> {
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

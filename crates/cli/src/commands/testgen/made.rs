//! What is made: the suite of a production of an edition or of a given grammar, or an edition's suite of
//! resolution or of normalization; each string as a line of JSON.

use std::io;

use urispec::{Edition, Recognizer, ResolveError};
use urispec_compare::suite::{
    self, ByteCase, ByteSuite, Case, NormalizationCase, Permitted, ResolutionCase, Suite,
};
use urispec_views::record::Record;

use crate::grammar::{Language, record};
use crate::output::case;
use crate::output::counted::{counted, grouped};

/// A suite, and what it is of.
pub(super) enum MadeSuite<'m> {
    Edition(Recognizer, &'m Suite),
    Grammar(&'m Language, &'m ByteSuite),
    Resolution(Edition),
    Normalization(Edition),
}

/// A string of a suite.
pub(super) enum MadeString<'m> {
    Edition(Recognizer, Case),
    Grammar(&'m Language, ByteCase),
    Resolution(Edition, ResolutionCase),
    Normalization(Edition, NormalizationCase),
}

impl MadeSuite<'_> {
    /// The strings, or why there are none.
    pub(super) fn strings(
        &self,
    ) -> Result<Box<dyn Iterator<Item = MadeString<'_>> + '_>, ResolveError> {
        Ok(match *self {
            Self::Edition(production, suite) => {
                Box::new(suite.cases().map(move |case| MadeString::Edition(production, case)))
            }
            Self::Grammar(language, suite) => {
                Box::new(suite.cases().map(move |case| MadeString::Grammar(language, case)))
            }
            Self::Resolution(edition) => Box::new(
                suite::resolution(edition)?.map(move |case| MadeString::Resolution(edition, case)),
            ),
            Self::Normalization(edition) => Box::new(
                suite::normalization(edition)
                    .map(move |case| MadeString::Normalization(edition, case)),
            ),
        })
    }

    /// What there is to say of a suite of so many strings, some of which are as [`MadeString::counts`].
    pub(super) fn summary(&self, strings: u64, counting: u64, extra: u8) -> String {
        let are = if counting == 1 { "is" } else { "are" };
        let states = match self {
            Self::Edition(_, suite) => suite.states(),
            Self::Grammar(_, suite) => suite.states(),
            Self::Resolution(_) => {
                let [strings, counting] = [strings, counting].map(grouped);
                return format!(
                    "{strings} references, {counting} of which may have another target too"
                );
            }
            Self::Normalization(_) => {
                let [strings, counting] = [strings, counting].map(grouped);
                return format!("{strings} URIs, {counting} of which {are} not normal");
            }
        };
        let states = states as u64 + u64::from(extra);
        let [strings, states] =
            [(strings, "string"), (states, "state")].map(|(count, noun)| counted(count, noun));
        format!("{strings}, of which {} {are} valid, for up to {states}", grouped(counting))
    }
}

impl MadeString<'_> {
    /// Whether the summary counts the string apart: one that is valid, a reference of which the edition
    /// permits more than one target, a URI that is not normal.
    pub(super) fn counts(&self) -> bool {
        match self {
            Self::Edition(_, case) => case.is_valid(),
            Self::Grammar(_, case) => case.offset.is_none(),
            Self::Resolution(_, case) => !case.either.is_empty(),
            Self::Normalization(_, case) => case.input != case.normalized,
        }
    }

    pub(super) fn write(&self, out: &mut impl io::Write) -> io::Result<()> {
        match self {
            Self::Edition(production, case) => case::write(*production, case, out),
            Self::Grammar(language, ByteCase { input, offset, .. }) => {
                record(&language.file, &language.rule)
                    .witness("input", Some(input))
                    .with("valid", offset.is_none())
                    .with("offset", offset)
                    .print(out)
            }
            Self::Resolution(edition, case) => {
                let record = Record::of(*edition)
                    .with("base", &case.base)
                    .with("input", &case.reference)
                    .with_null("target", case.target.as_ref());
                ended(record, "target", &case.either, case.section).print(out)
            }
            Self::Normalization(edition, case) => {
                let record = Record::of(*edition)
                    .with("input", &case.input)
                    .with("normalized", &case.normalized);
                ended(record, "normalized", &case.either, case.section).print(out)
            }
        }
    }
}

/// A record with what else is permitted, if anything is, and the section.
fn ended(record: Record, key: &str, either: &[Permitted], section: &str) -> Record {
    let one = |permitted: &Permitted| {
        Record::new().with_null(key, permitted.answer.as_ref()).with("section", permitted.section)
    };
    let record =
        if either.is_empty() { record } else { record.with_all("either", either.iter().map(one)) };
    record.with("section", section)
}

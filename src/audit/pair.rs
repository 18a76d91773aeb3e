//! A printed grammar and its transcription, read.
//!
//! In: the texts of two files, or of three where there are readings; an edition's own, or anybody's.
//! Out: a [`Pair`], which is what can be audited. Nothing is forgotten but the texts.

use std::collections::HashSet;

use super::bnf::{Notation, Printed, ReadError};
use super::peg::{Peg, PegError};
use crate::grammar::Grammar;

/// A grammar as printed, as read, and as transcribed.
#[derive(Debug)]
pub struct Pair {
    /// The printed grammar.
    pub printed: Printed,
    /// The readings of its productions, if it needs any.
    pub readings: Option<Printed>,
    /// Its transcription.
    pub peg: Peg,
}

/// A file, and what errors call it.
#[derive(Clone, Copy, Debug)]
pub struct Text<'t> {
    /// What errors call it.
    pub file: &'t str,
    /// What is in it.
    pub text: &'t str,
}

/// One of the files is no grammar.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum PairError {
    /// The printed grammar, or its readings.
    #[error(transparent)]
    Printed(#[from] ReadError),
    /// The transcription.
    #[error(transparent)]
    Pest(#[from] PegError),
}

impl Pair {
    /// Reads anybody's own.
    ///
    /// # Errors
    /// When a file cannot be read as a grammar. A production or a rule that cannot be decided is no
    /// error: the others can.
    pub fn read(
        notation: Notation,
        printed: Text<'_>,
        readings: Option<Text<'_>>,
        pest: Text<'_>,
    ) -> Result<Self, PairError> {
        let read = |Text { file, text }| Printed::read(notation, file, text);
        Ok(Self {
            printed: read(printed)?,
            readings: readings.map(read).transpose()?,
            peg: Peg::read(pest.file, pest.text)?,
        })
    }

    /// Reads a grammar of an edition.
    ///
    /// # Errors
    /// None, for a grammar that the tests have seen.
    pub fn of(grammar: &Grammar) -> Result<Self, PairError> {
        let Grammar { stem, notation, .. } = grammar;
        let ending = notation.ending();
        let [printed, readings, pest] = [
            format!("{stem}.{ending}"),
            format!("{stem}.readings.{ending}"),
            format!("{stem}.pest"),
        ];
        let readings = Text { file: &readings, text: grammar.readings };
        Self::read(
            *notation,
            Text { file: &printed, text: grammar.printed },
            (!grammar.readings.is_empty()).then_some(readings),
            Text { file: &pest, text: grammar.pest },
        )
    }

    /// The grammar as it is read: as printed, with its readings laid over it.
    ///
    /// What the notation lends it, as ABNF lends its core rules, is a part of it if a rule
    /// transcribes it; if none does, it is not missed.
    #[must_use]
    pub fn as_read(&self) -> Printed {
        let mut read = match &self.readings {
            Some(readings) => self.printed.with_readings(readings),
            None => self.printed.clone(),
        };
        let keys = self.keys();
        let names: HashSet<String> =
            self.peg.rules().flat_map(|rule| self.transcribed(rule, &keys)).collect();
        let is_wanted = |name: &str| names.contains(&self.key(name));
        let lent = self.printed.notation.built_in().into_iter();
        let lent: Vec<_> = lent
            .filter(|one| read.production(&one.name).is_none() && is_wanted(&one.name))
            .collect();
        read.productions.extend(lent);
        read
    }

    /// What the names of a production and of the rule that transcribes it have in common: `-` is
    /// `_`, `+` is `_plus_`, and where the notation ignores case so does this.
    pub(super) fn key(&self, name: &str) -> String {
        let name = name.replace('+', "_plus_").replace('-', "_");
        let parts: Vec<&str> = name.split('_').filter(|part| !part.is_empty()).collect();
        self.printed.notation.key(&parts.join("_"))
    }

    /// The keys of every production that is printed or read.
    pub(super) fn keys(&self) -> HashSet<String> {
        let printed = [Some(&self.printed), self.readings.as_ref()].into_iter().flatten();
        printed.flat_map(|grammar| &grammar.productions).map(|one| self.key(&one.name)).collect()
    }

    /// The keys of the productions that a rule by its name transcribes. A class of characters has
    /// two rules, one that leaves no node and one that does: `whole_` and the name, unless that is
    /// the name of a production itself.
    pub(super) fn transcribed(
        &self,
        rule: &str,
        keys: &HashSet<String>,
    ) -> impl Iterator<Item = String> {
        let own = self.key(rule);
        let class = rule.strip_prefix("whole_").filter(|_| !keys.contains(&own));
        [Some(own), class.map(|name| self.key(name))].into_iter().flatten()
    }
}

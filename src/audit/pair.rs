//! A printed grammar and its transcription, read.
//!
//! In: the texts of two files, or of three where there are readings; an edition's own, or anybody's.
//! Out: a [`GrammarPair`], which is what can be audited. Nothing is forgotten but the texts.

use std::collections::{HashMap, HashSet};

use super::bnf::{Notation, Printed, PrintedProduction, ReadError, Term};
use super::peg::{Atomicity, Peg, PegError};
use crate::grammar::Grammar;

/// A printed grammar, its readings, and its transcription in pest: what an audit compares.
#[derive(Debug)]
pub struct GrammarPair {
    /// The grammar as printed.
    pub printed: Printed,
    /// The readings of the grammar's productions, if there are any.
    pub readings: Option<Printed>,
    /// The transcription of the grammar in pest.
    pub peg: Peg,
    /// The rules that transcribe productions of other names, by the keys of these: see
    /// [`GrammarPair::with_map`].
    map: HashMap<String, String>,
    /// The depth to which what nests in itself is unrolled: see [`GrammarPair::with_depth`].
    pub(super) depth: usize,
}

/// The depth to which what nests in itself is unrolled, if nobody says otherwise.
const DEPTH: usize = 4;

/// The text of a file, and the name that errors give the file.
#[derive(Clone, Copy, Debug)]
pub struct GrammarText<'t> {
    /// The name that errors give the file.
    pub file: &'t str,
    /// The text of the file.
    pub text: &'t str,
}

/// The reason why one of the files is not a grammar.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum PairError {
    /// The printed grammar or its readings cannot be read.
    #[error(transparent)]
    Printed(#[from] ReadError),
    /// The transcription cannot be read.
    #[error(transparent)]
    Pest(#[from] PegError),
}

/// The reason why a map from productions to rules cannot be used.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum MapError {
    /// The map names a production that the grammar does not have.
    #[error("there is no production `{0}` that a rule could transcribe")]
    Production(String),
    /// The map names a rule that the file does not have.
    #[error("there is no rule `{0}` that could transcribe a production")]
    Rule(String),
    /// The map gives two rules to one production.
    #[error("the production `{0}` is given two rules; name the one that transcribes it")]
    Twice(String),
}

impl GrammarPair {
    /// Reads the grammar of a caller.
    ///
    /// # Errors
    /// When a file cannot be read as a grammar. A production or a rule that cannot be decided is no
    /// error: the others can.
    pub fn read(
        notation: Notation,
        printed: GrammarText<'_>,
        readings: Option<GrammarText<'_>>,
        pest: GrammarText<'_>,
    ) -> Result<Self, PairError> {
        let read = |GrammarText { file, text }| Printed::read(notation, file, text);
        Ok(Self {
            printed: read(printed)?,
            readings: readings.map(read).transpose()?,
            peg: Peg::read(pest.file, pest.text)?,
            map: HashMap::new(),
            depth: DEPTH,
        })
    }

    /// Maps productions to the rules that transcribe them, and to no others. A production that the
    /// map does not name is transcribed by the rule of its name.
    ///
    /// pest calls some rules by themselves, so that a production `COMMENT` needs a rule of another
    /// name:
    ///
    /// ```
    /// use urispec::audit::{GrammarPair, GrammarText, audit};
    /// use urispec::grammar::Notation;
    ///
    /// let printed = GrammarText { file: "a.abnf", text: "COMMENT = \";\" *%x20-7E\n" };
    /// let pest = GrammarText { file: "a.pest", text: r#"remark = { ";" ~ (' '..'~')* }"# };
    /// let pair = GrammarPair::read(Notation::Abnf, printed, None, pest)?;
    /// let pair = pair.with_map([("COMMENT", "remark")])?;
    /// assert!(audit(&pair, &["COMMENT"]).is_clean());
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    /// When there is no such production or no such rule, or one production has two rules.
    pub fn with_map<'m>(
        mut self,
        map: impl IntoIterator<Item = (&'m str, &'m str)>,
    ) -> Result<Self, MapError> {
        for (production, rule) in map {
            let key = self.printed.notation.key(production);
            let lent = || self.printed.notation.built_in();
            let has = |printed: &Printed| printed.production(production).is_some();
            let is_lent = || lent().iter().any(|one| self.printed.notation.key(&one.name) == key);
            if !has(&self.printed) && !self.readings.as_ref().is_some_and(has) && !is_lent() {
                return Err(MapError::Production(production.to_owned()));
            }
            if self.peg.line(rule).is_none() {
                return Err(MapError::Rule(rule.to_owned()));
            }
            if self.map.insert(key, rule.to_owned()).is_some_and(|before| before != rule) {
                return Err(MapError::Twice(production.to_owned()));
            }
        }
        Ok(self)
    }

    /// Sets the depth to which productions and rules are unrolled that nest in themselves, and that
    /// no automaton can decide for that reason. It is 4 if nobody sets it; the budget may allow less.
    #[must_use]
    pub fn with_depth(mut self, depth: usize) -> Self {
        self.depth = depth;
        self
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
        let readings = GrammarText { file: &readings, text: grammar.readings };
        Self::read(
            *notation,
            GrammarText { file: &printed, text: grammar.printed },
            (!grammar.readings.is_empty()).then_some(readings),
            GrammarText { file: &pest, text: grammar.pest },
        )
    }

    /// The grammar with its readings: each reading replaces the printed production of its name.
    ///
    /// What the notation lends it, as ABNF lends its core rules, is a part of it if one of its
    /// productions uses it and a rule transcribes it, or if the map names it. If no rule does, it is
    /// not missed; and a rule `char` of a grammar that does not use `CHAR` has nothing to do with it.
    #[must_use]
    pub fn as_read(&self) -> Printed {
        let mut read = match &self.readings {
            Some(readings) => self.printed.with_readings(readings),
            None => self.printed.clone(),
        };
        let notation = self.printed.notation;
        let own: HashSet<String> =
            read.productions.iter().map(|one| notation.key(&one.name)).collect();
        let lent: Vec<PrintedProduction> = notation
            .built_in()
            .into_iter()
            .filter(|one| !own.contains(&notation.key(&one.name)))
            .collect();
        // What is used by what is lent is used.
        let (mut used, mut looked_at) = (HashSet::new(), 0);
        let mut users: Vec<&PrintedProduction> = read.productions.iter().collect();
        while let Some(user) = users.get(looked_at) {
            looked_at += 1;
            for term in user.term.iter().flat_map(Term::all) {
                let Term::Name(name) = term else { continue };
                let key = notation.key(name);
                if !own.contains(&key) && used.insert(key.clone()) {
                    users.extend(lent.iter().find(|one| notation.key(&one.name) == key));
                }
            }
        }
        let transcriptions = self.transcriptions();
        let is_part = |one: &PrintedProduction| {
            let key = notation.key(&one.name);
            let is_used = used.contains(&key) && transcriptions.contains_key(&self.key(&one.name));
            is_used || self.map.contains_key(&key)
        };
        let lent: Vec<PrintedProduction> =
            lent.iter().filter(|one| is_part(one)).cloned().collect();
        read.productions.extend(lent);
        read
    }

    /// The rules that transcribe a production. There is usually one.
    pub(super) fn rules<'s>(
        &'s self,
        production: &str,
        transcriptions: &HashMap<String, Vec<&'s str>>,
    ) -> Vec<&'s str> {
        match self.map.get(&self.printed.notation.key(production)) {
            Some(rule) => vec![rule],
            None => transcriptions.get(&self.key(production)).cloned().unwrap_or_default(),
        }
    }

    /// The rules that transcribe a production, each in the atomicities in which it is reached.
    pub(super) fn runs<'s>(
        &'s self,
        production: &str,
        transcriptions: &HashMap<String, Vec<&'s str>>,
    ) -> Vec<(&'s str, Atomicity)> {
        let rules = self.rules(production, transcriptions).into_iter();
        rules
            .flat_map(|rule| self.peg.atomicities(rule).into_iter().map(move |one| (rule, one)))
            .collect()
    }

    /// The rules that transcribe productions of their own names, by the keys of these.
    pub(super) fn transcriptions(&self) -> HashMap<String, Vec<&str>> {
        let (keys, mut rules_of) = (self.keys(), HashMap::<String, Vec<&str>>::new());
        for rule in self.peg.rules() {
            let all = self.transcribed(rule, &keys);
            all.for_each(|key| rules_of.entry(key).or_default().push(rule));
        }
        rules_of
    }

    /// The key that the names of a production and of its rule share: `-` is `_`, `+` is `_plus_`,
    /// and where the notation ignores case the key does too.
    fn key(&self, name: &str) -> String {
        let name = name.replace('+', "_plus_").replace('-', "_");
        let parts: Vec<&str> = name.split('_').filter(|part| !part.is_empty()).collect();
        self.printed.notation.key(&parts.join("_"))
    }

    /// The keys of every production that is printed or has a reading.
    fn keys(&self) -> HashSet<String> {
        let printed = [Some(&self.printed), self.readings.as_ref()].into_iter().flatten();
        printed.flat_map(|grammar| &grammar.productions).map(|one| self.key(&one.name)).collect()
    }

    /// The keys of the productions that a rule by its name transcribes. A class of characters has
    /// two rules, one that leaves no node and one that does: `whole_` and the name, unless that is
    /// the name of a production itself.
    fn transcribed(&self, rule: &str, keys: &HashSet<String>) -> impl Iterator<Item = String> {
        let own = self.key(rule);
        let class = rule.strip_prefix("whole_").filter(|_| !keys.contains(&own));
        [Some(own), class.map(|name| self.key(name))].into_iter().flatten()
    }
}

//! Which rules transcribe which productions of a pair: by their names, by a map, or by a good guess.
//!
//! In: the names of both grammars of a [`GrammarPair`], and what the user says of them. Out: for each
//! production its rules. The surprising case is a class of characters, which has two rules: one that
//! leaves no node, and one that does, `whole_` and the name.

use std::collections::{HashMap, HashSet};

use crate::basics::text::GrammarText;
use crate::notation::{Origin, Printed, PrintedProduction};
use crate::pair::GrammarPair;
use crate::pair::names::{self, MapError, plain};

/// The sign before the key of a production whose name is spelled as that of another one. No name has it.
const TWIN: char = '=';

impl GrammarPair {
    /// Maps productions to the rules that transcribe them, and to no others. A production that the
    /// map does not name is transcribed by the rule of its name.
    ///
    /// pest calls some rules by themselves, so that a production `COMMENT` needs a rule of another
    /// name:
    ///
    /// ```
    /// use grammar_audit::{GrammarPair, GrammarText, audit, Notation};
    ///
    /// let printed = GrammarText { file: "a.abnf", text: "COMMENT = \";\" *%x20-7E\n" };
    /// let pest = GrammarText { file: "a.pest", text: r#"remark = { ";" ~ (' '..'~')* }"# };
    /// let pair = GrammarPair::read(Notation::Abnf, printed, None, pest)?;
    /// let pair = pair.with_map([("COMMENT", "remark")])?;
    /// assert!(audit(&pair, &["COMMENT"])?.is_clean());
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
            self.mapped(production, rule)?;
        }
        Ok(self)
    }

    /// Maps productions to rules as a file says: lines `production = rule`. Of `production = -` no
    /// rule transcribes the production, and it is not compared. A line of `#` is a comment.
    ///
    /// # Errors
    /// As of [`GrammarPair::with_map`], or when a line is none of these, with the file and the line.
    pub fn with_map_file(
        mut self,
        GrammarText { file, text }: GrammarText<'_>,
    ) -> Result<Self, MapError> {
        for (line, text) in text.lines().enumerate() {
            let at = |why| MapError::Line { file: file.to_owned(), line: line + 1, why };
            let found = match names::mapping(text).map_err(|why| at(why.into()))? {
                None => continue,
                Some((production, "-")) => self.unmapped(production),
                Some((production, rule)) => self.mapped(production, rule),
            };
            found.map_err(|why| at(Box::new(why)))?;
        }
        Ok(self)
    }

    fn mapped(&mut self, production: &str, rule: &str) -> Result<(), MapError> {
        let key = self.mapped_key(production)?;
        if self.peg.line(rule).is_none() {
            return Err(MapError::Rule(rule.to_owned()));
        }
        self.map_key(key, production, Some(rule))
    }

    /// Says that no rule transcribes a production.
    fn unmapped(&mut self, production: &str) -> Result<(), MapError> {
        let key = self.mapped_key(production)?;
        self.map_key(key, production, None)
    }

    fn mapped_key(&self, production: &str) -> Result<String, MapError> {
        let notation = self.printed.notation;
        let has = |printed: &Printed| printed.production(production).is_some();
        let is_assumed = || has(&self.linked(true)) && !production.contains(':');
        let is_read = has(&self.printed) || self.readings.as_ref().is_some_and(has);
        if !is_read && !notation.lends(production) && !is_assumed() {
            return Err(MapError::Production(production.to_owned()));
        }
        Ok(notation.key(production))
    }

    fn map_key(&mut self, key: String, name: &str, rule: Option<&str>) -> Result<(), MapError> {
        let rule = rule.map(str::to_owned);
        let before = self.map.insert(key, rule.clone());
        match before {
            Some(before) if before != rule => Err(MapError::Twice(name.to_owned())),
            _ => Ok(()),
        }
    }

    /// Whether a production of the grammar as it is read is compared with rules. One that is
    /// imported is not; nor is one that the map says has no rule; nor is one that is only assumed,
    /// unless a rule transcribes it.
    pub(crate) fn is_compared(
        &self,
        production: &PrintedProduction,
        transcriptions: &HashMap<String, Vec<&str>>,
    ) -> bool {
        let name = &production.name;
        let is_mapped_to_none = self.map.get(&self.printed.notation.key(name)) == Some(&None);
        let has_rule = || !self.rules(name, transcriptions).is_empty();
        match production.origin {
            _ if is_mapped_to_none => false,
            Origin::Imported { .. } => false,
            Origin::Assumed => self.printed.production(name).is_some() || has_rule(),
            Origin::Printed => true,
        }
    }

    /// The productions that the map says no rule transcribes, in the printed order.
    #[must_use]
    pub fn not_compared(&self) -> Vec<String> {
        let read = self.as_read();
        let names = read.productions.into_iter().map(|one| one.name);
        let is_none = |name: &String| self.map.get(&read.notation.key(name)) == Some(&None);
        names.filter(is_none).collect()
    }

    /// The productions that a rule transcribes by a good guess, each with the rule. The map corrects
    /// a guess.
    ///
    /// A guess is that case, `-` and `_` do not count: `dateTime` is `date-time`. It is taken for a
    /// production that no rule transcribes by its name, if exactly one rule is left that transcribes
    /// no other production by its name, and no other production would take it.
    #[must_use]
    pub fn guessed(&self) -> Vec<(String, String)> {
        let exact = self.exact_transcriptions();
        let guessed = self.guesses(&exact);
        guessed.into_iter().map(|(name, rule)| (name.to_owned(), rule.to_owned())).collect()
    }

    /// The rules that transcribe a production. There is usually one.
    pub(crate) fn rules<'s>(
        &'s self,
        production: &str,
        transcriptions: &HashMap<String, Vec<&'s str>>,
    ) -> Vec<&'s str> {
        match self.map.get(&self.printed.notation.key(production)) {
            Some(rule) => rule.iter().map(String::as_str).collect(),
            None => transcriptions.get(&self.key(production)).cloned().unwrap_or_default(),
        }
    }

    /// The rules that transcribe productions of their own names, or by a good guess, by the keys of
    /// these.
    pub(crate) fn transcriptions(&self) -> HashMap<String, Vec<&str>> {
        let mut all = self.exact_transcriptions();
        let guessed = self.guesses(&all);
        all.extend(guessed.into_iter().map(|(name, rule)| (self.key(name), vec![rule])));
        all
    }

    /// The productions that no rule transcribes by its name, each with the rule that is left for it.
    fn guesses<'s>(&'s self, exact: &HashMap<String, Vec<&'s str>>) -> Vec<(&'s str, &'s str)> {
        let printed = [Some(&self.printed), self.readings.as_ref()].into_iter().flatten();
        let all: Vec<&str> =
            printed.flat_map(|grammar| &grammar.productions).map(|one| &*one.name).collect();
        let keys = self.keys();
        let mapped: HashSet<&str> = self.map.values().flatten().map(String::as_str).collect();
        let claimed = |rule: &&str| {
            let by_name = self.transcribed(rule, &keys).any(|key| keys.contains(&key));
            by_name || mapped.contains(rule)
        };
        let is_open = |name: &&str| {
            let is_mapped = self.map.contains_key(&self.printed.notation.key(name));
            !is_mapped && !exact.contains_key(&self.key(name))
        };
        let rules: Vec<&str> = self.peg.rules().filter(|rule| !claimed(rule)).collect();
        names::guesses(all.into_iter().filter(is_open), rules)
    }

    /// The rules that transcribe productions of their own names, by the keys of these. A rule whose
    /// name differs in case only is taken where no rule has the very name, and then it is the only one.
    fn exact_transcriptions(&self) -> HashMap<String, Vec<&str>> {
        let (keys, mut rules_of) = (self.keys(), HashMap::<String, Vec<&str>>::new());
        for rule in self.peg.rules() {
            let all = self.transcribed(rule, &keys);
            all.for_each(|key| rules_of.entry(key).or_default().push(rule));
        }
        let spelled: HashSet<String> = self.spellings();
        rules_of.retain(|_, rules| {
            let is_spelled = |rule: &&str| {
                let class = rule.strip_prefix("whole_").unwrap_or(rule);
                spelled.contains(&plain(rule)) || spelled.contains(&plain(class))
            };
            if rules.iter().any(is_spelled) {
                rules.retain(is_spelled);
            }
            // pest runs these two by themselves, whatever they transcribe.
            rules.retain(|rule| is_spelled(rule) || !["WHITESPACE", "COMMENT"].contains(rule));
            let is_class = |rule: &&&str| rule.starts_with("whole_");
            !rules.is_empty() && rules.iter().filter(|rule| !is_class(rule)).count() <= 1
                || rules.iter().all(is_spelled)
        });
        rules_of
    }

    /// The names of all productions, as the names of rules would be spelled.
    fn spellings(&self) -> HashSet<String> {
        let printed = [Some(&self.printed), self.readings.as_ref()].into_iter().flatten();
        let own = printed.flat_map(|grammar| &grammar.productions).map(|one| plain(&one.name));
        let (keys, lent) = (self.keys(), self.printed.notation.built_in());
        let lent = lent.iter().filter(|one| !keys.contains(&self.key(&one.name)));
        own.chain(lent.map(|one| plain(&one.name))).collect()
    }

    /// The key that the names of a production and of its rule share: `-` is `_`, `+` is `_plus_`,
    /// and where the notation ignores case the key does too. Where that is the key of another production as well, it is
    /// the rule that an export would write.
    pub(crate) fn key(&self, production: &str) -> String {
        let notation = self.printed.notation;
        match self.twins.rule(&notation.key(production)) {
            Some(rule) => format!("{TWIN}{rule}"),
            None => notation.key(&plain(production)),
        }
    }

    /// The key of a rule: that of the production that it transcribes by its name.
    fn rule_key(&self, rule: &str) -> String {
        match self.twins.has(rule) {
            true => format!("{TWIN}{rule}"),
            false => self.printed.notation.key(&plain(rule)),
        }
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
        let own = self.rule_key(rule);
        let class = rule.strip_prefix("whole_").filter(|_| !keys.contains(&own));
        [Some(own), class.map(|name| self.rule_key(name))].into_iter().flatten()
    }
}

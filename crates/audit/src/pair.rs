//! A printed grammar and its transcription, parsed: a [`GrammarPair`], the input of an audit.

use std::collections::{HashMap, HashSet};

use grammar_automata::build::Deadline;
#[cfg(feature = "documents")]
use grammar_notation::engine::TranscribedGrammar;
use grammar_notation::engine::{GrammarContext, linked};
use grammar_notation::{
    AssumeError, GrammarText, Library, Notation, Note, Origin, Printed, PrintedDocument,
    PrintedError, PrintedProduction, PrintedReader, ReadError, Term,
};
use grammar_peg::engine::KEYWORDS;
use grammar_peg::{Atomicity, Peg, PegError};

/// The input of an audit: a printed grammar, the readings that replace some productions, and a transcription in pest.
#[derive(Debug)]
pub struct GrammarPair {
    /// The grammar as printed.
    pub printed: Printed,
    /// The readings, which are productions that replace printed ones, if there are any.
    pub readings: Option<Printed>,
    /// The transcription of the grammar in pest.
    pub peg: Peg,
    /// Maps the key of a production to its rule, or to `None` for a production without a rule: see
    /// [`GrammarPair::with_map`].
    pub(super) map: HashMap<String, Option<String>>,
    /// The productions whose names have the same spelling in pest as another name.
    twins: Twins,
    /// The imports of the grammar, and the assumptions about it.
    beside: GrammarContext,
    /// The rules that transcribe productions of the documents that this grammar extends.
    lent: HashSet<String>,
    /// The depth to which nested recursion is unrolled: see [`GrammarPair::with_depth`].
    pub(super) depth: usize,
}

/// The default depth to which nested recursion is unrolled.
pub(crate) const DEPTH: usize = 4;
/// The maximum depth of unrolling.
pub(crate) const DEEPEST: usize = 64;

/// The reason why the files of a pair, or an assumption, cannot be used.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum PairError {
    /// The printed grammar or its readings cannot be read.
    #[error(transparent)]
    Printed(#[from] ReadError),
    /// The transcription cannot be read.
    #[error(transparent)]
    Pest(#[from] PegError),
    /// An assumption cannot be used.
    #[error(transparent)]
    Assume(#[from] AssumeError),
}

impl From<PrintedError> for PairError {
    fn from(error: PrintedError) -> Self {
        match error.kind() {
            Ok(error) => Self::Printed(error),
            Err(error) => Self::Assume(error),
        }
    }
}

impl GrammarPair {
    /// Reads a user's grammar and its transcription. Common deviations from the notation are accepted: see
    /// [`PrintedReader`].
    ///
    /// # Errors
    /// Returns an error if a file is not a grammar. A production or a rule that cannot be decided is not an error,
    /// since the other productions can still be decided.
    pub fn read(
        notation: Notation,
        printed: GrammarText<'_>,
        readings: Option<GrammarText<'_>>,
        pest: GrammarText<'_>,
    ) -> Result<Self, PairError> {
        Self::read_with(&PrintedReader::new(notation), printed, readings, pest)
    }

    /// Reads a user's grammar and its transcription. `reader` defines the grammar's characters, imports and
    /// assumptions.
    ///
    /// A production that has a reading is read strictly, since the reading defines its meaning.
    ///
    /// # Errors
    /// Returns the errors of [`GrammarPair::read`], or an error if an import is not a grammar, or an assumption cannot
    /// be used.
    pub fn read_with(
        reader: &PrintedReader,
        printed: GrammarText<'_>,
        readings: Option<GrammarText<'_>>,
        pest: GrammarText<'_>,
    ) -> Result<Self, PairError> {
        let (all, readings, beside) = reader.read_separately(printed, readings)?;
        Self::of((all, readings, beside), pest)
    }

    fn of(
        (printed, readings, beside): (Printed, Option<Printed>, GrammarContext),
        pest: GrammarText<'_>,
    ) -> Result<Self, PairError> {
        let peg = Peg::read(pest.file, pest.text)?;
        let all = [Some(&printed), readings.as_ref()].into_iter().flatten();
        let names = all.flat_map(|one| &one.productions).map(|one| &*one.name);
        let (twins, map) = (Twins::of(printed.notation, names), HashMap::new());
        Ok(Self { printed, readings, peg, map, twins, beside, lent: HashSet::new(), depth: DEPTH })
    }

    /// Sets the depth to which recursive productions and rules without an automaton are unrolled. The default is 4 and the
    /// maximum 64; the budget may permit less.
    #[must_use]
    pub fn with_depth(mut self, depth: usize) -> Self {
        self.depth = depth.min(DEEPEST);
        self
    }

    /// Sets a deadline for all work on the two grammars. By default there is none.
    #[must_use]
    pub fn with_deadline(self, deadline: Deadline) -> Self {
        let printed = self.printed.with_deadline(deadline.clone());
        Self { printed, peg: self.peg.with_deadline(deadline), ..self }
    }

    /// Reads the printed grammar of a document, and its transcription. `lent` contains the transcriptions of the
    /// documents that the grammar extends. The transcription uses their rules.
    ///
    /// # Errors
    /// Returns an error if a file is not a grammar.
    pub fn from_document(
        document: &PrintedDocument,
        pest: GrammarText<'_>,
        lent: &[&str],
        library: &'static Library,
    ) -> Result<Self, PairError> {
        let PrintedDocument { name, notation, .. } = *document;
        let ending = notation.ending();
        let [printed, readings] = [format!("{name}.{ending}"), format!("{name}.readings.{ending}")];
        let readings = GrammarText { file: &readings, text: document.readings };
        let readings = (!document.readings.is_empty()).then_some(readings);
        let printed = GrammarText { file: &printed, text: document.printed };
        if !document.is_read_leniently {
            let read = |GrammarText { file, text }| Printed::read(notation, file, text);
            let (printed, readings) = (read(printed)?, readings.map(read).transpose()?);
            return Self::of((printed, readings, GrammarContext::empty()), pest);
        }
        let reader = PrintedReader::extending(notation, document.imports, library);
        let text = [pest.text].iter().chain(lent).copied().collect::<Vec<_>>().join("\n");
        let own = pest.text.lines().count();
        let pest = GrammarText { text: &text, ..pest };
        let pair = Self::read_with(&reader, printed, readings, pest)?;
        let is_lent = |rule: &&str| pair.peg.line(rule).is_none_or(|line| line > own);
        let lent = pair.peg.rules().filter(is_lent).map(str::to_owned).collect();
        Ok(Self { lent, ..pair })
    }

    /// Returns whether a rule is defined in the transcription of a document that this grammar extends.
    pub(super) fn is_lent(&self, rule: &str) -> bool {
        self.lent.contains(rule)
    }

    /// Returns the printed grammar, with its imports and assumptions, but without its readings.
    #[must_use]
    pub fn as_printed(&self) -> Printed {
        self.linked(false)
    }

    /// Returns the grammar with its readings, and with everything that it uses from other documents.
    #[must_use]
    pub fn with_readings(&self) -> Printed {
        self.linked(true)
    }

    pub(crate) fn linked(&self, with_readings: bool) -> Printed {
        let readings = self.readings.as_ref().filter(|_| with_readings);
        linked(&self.printed, readings, &self.beside)
    }

    /// Returns notes on the departures of the files from their notation, and how they are read, and notes on the names
    /// that come from each document.
    #[must_use]
    pub fn notes(&self) -> Vec<Note> {
        self.as_read().notes
    }

    /// Returns the grammar with its readings, which replace the printed productions of the same names.
    ///
    /// A production that the notation provides, such as a core rule of ABNF, is included if the map names it, or if one
    /// of the grammar's productions uses it and a rule transcribes it. A missing rule for such a production is not
    /// reported. If a grammar does not use `CHAR`, its rule `char` is unrelated to that core rule.
    #[must_use]
    pub fn as_read(&self) -> Printed {
        let mut read = self.linked(true);
        let notation = self.printed.notation;
        let own: HashSet<String> =
            read.productions.iter().map(|one| notation.key(&one.name)).collect();
        let lent: Vec<PrintedProduction> = notation
            .built_in()
            .iter()
            .filter(|one| !own.contains(&notation.key(&one.name)))
            .cloned()
            .collect();
        // A production that a used production uses is used too.
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
            let rules = transcriptions.get(&self.key(&one.name)).into_iter().flatten();
            let is_used = used.contains(&key) && rules.into_iter().any(|rule| !self.is_lent(rule));
            is_used || self.map.contains_key(&key)
        };
        let lent: Vec<PrintedProduction> =
            lent.iter().filter(|one| is_part(one)).cloned().collect();
        read.productions.extend(lent);
        read
    }

    /// Returns the rules that transcribe a production: one entry for each atomicity in which a parser reaches a rule.
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
}

#[cfg(feature = "documents")]
#[doc(hidden)]
impl TranscribedGrammar for GrammarPair {
    type Error = PairError;

    fn read_with(
        reader: &PrintedReader,
        printed: GrammarText<'_>,
        readings: Option<GrammarText<'_>>,
        pest: GrammarText<'_>,
    ) -> Result<Self, PairError> {
        Self::read_with(reader, printed, readings, pest)
    }

    fn printed_mut(&mut self) -> &mut Printed {
        &mut self.printed
    }
}

// Finds the rule for a production of a different name: by pest's spelling, by a map, or by a guess. Nothing is guessed
// if one rule fits two productions, such as `date-time` and `datetime`. The productions `a-b` and `a--b`, which are
// both spelled `a_b`, have the rules that an export writes, `a_b` and `a__b`.

/// The reason why a map from productions to rules cannot be used.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum MapError {
    /// The map names a production that the grammar lacks.
    #[error("the map names the production `{0}`, but the grammar has no such production")]
    Production(String),
    /// The map names a rule that the file lacks.
    #[error("the map names the rule `{0}`, but the grammar file has no such rule")]
    Rule(String),
    /// The map gives two rules to one production.
    #[error("the map gives two rules for the production `{0}`; keep the one that transcribes it")]
    Twice(String),
    /// A line of the map does not have the form `production = rule`.
    #[error("`{0}` is not of the form `production = rule`")]
    Form(String),
    /// A mistake in a map file, with the file and the line.
    #[error("{file}, line {line}: {why}")]
    Line {
        /// The file.
        file: String,
        /// The line, counted from 1.
        line: usize,
        /// The mistake.
        why: Box<Self>,
    },
}

/// Returns the production and the rule of a line of a map, or `None` for an empty line or a comment.
pub(crate) fn mapping(line: &str) -> Result<Option<(&str, &str)>, MapError> {
    let text = line.split('#').next().unwrap_or_default().trim();
    if text.is_empty() {
        return Ok(None);
    }
    let parts = text.split_once('=').map(|(production, rule)| (production.trim(), rule.trim()));
    let is_name = |text: &str| !text.is_empty() && !text.contains(char::is_whitespace);
    match parts {
        Some((production, rule)) if is_name(production) && is_name(rule) => {
            Ok(Some((production, rule)))
        }
        _ => Err(MapError::Form(text.chars().take(60).collect())),
    }
}

/// Converts a name to the spelling of rule names: `-` and `.` become `_`, and `+` becomes `_plus_`. Several consecutive
/// `_` become one. Each `_` at the ends is removed, since a rule whose name pest reserves has an additional `_`.
pub(crate) fn plain(name: &str) -> String {
    let name = name.replace('+', "_plus_").replace(['-', '.'], "_");
    let parts: Vec<&str> = name.split('_').filter(|part| !part.is_empty()).collect();
    parts.join("_")
}

/// Returns a name in the form in which guesses compare names: in lower case, without `-` and `_`.
pub(crate) fn blurred(name: &str) -> String {
    name.to_ascii_lowercase().replace(['-', '_'], "")
}

/// Names that a rule cannot have, in addition to [`KEYWORDS`]: the rules that pest runs implicitly, and the names that
/// Rust does not allow as raw identifiers.
const KEPT: [&str; 6] = ["WHITESPACE", "COMMENT", "self", "Self", "super", "crate"];

/// Returns the names under which an export writes the rules of productions, in order. They are distinct, and pest reserves
/// none of them.
pub(crate) fn rule_names<'n>(productions: impl IntoIterator<Item = &'n str>) -> Vec<String> {
    let mut taken = HashSet::new();
    let spelled = productions.into_iter().map(|production| {
        let name = production.replace('+', "_plus_");
        let is_word = |one: char| one.is_ascii_alphanumeric();
        let mut name: String =
            name.chars().map(|one| if is_word(one) { one } else { '_' }).collect();
        // pest parses a name that begins with `PUSH` as a call of `PUSH`.
        if name.starts_with(|first: char| first.is_ascii_digit()) || name.starts_with("PUSH") {
            name.insert(0, '_');
        }
        while KEYWORDS.contains(&&*name) || KEPT.contains(&&*name) || taken.contains(&name) {
            name.push('_');
        }
        taken.insert(name.clone());
        name
    });
    spelled.collect()
}

/// The productions whose names have the same spelling in pest as another name, each with its rule in an export.
#[derive(Debug, Default)]
pub(crate) struct Twins {
    /// The rules, by the keys of the productions.
    rules: HashMap<String, String>,
    all: HashSet<String>,
}

impl Twins {
    pub(crate) fn of<'n>(
        notation: Notation,
        productions: impl IntoIterator<Item = &'n str>,
    ) -> Self {
        let mut seen = HashSet::new();
        let productions = productions.into_iter().filter(|name| seen.insert(notation.key(name)));
        let productions: Vec<&str> = productions.collect();
        let mut counts: HashMap<String, usize> = HashMap::new();
        for name in &productions {
            *counts.entry(notation.key(&plain(name))).or_default() += 1;
        }
        let rules = rule_names(productions.iter().copied());
        let all = productions.into_iter().zip(rules);
        let twins = all.filter(|(name, _)| counts[&notation.key(&plain(name))] > 1);
        let rules: HashMap<String, String> =
            twins.map(|(name, rule)| (notation.key(name), rule)).collect();
        Self { all: rules.values().cloned().collect(), rules }
    }

    /// Returns the rule of the production with a key, if another production has the same spelling in pest.
    pub(crate) fn rule(&self, key: &str) -> Option<&str> {
        self.rules.get(key).map(String::as_str)
    }

    /// Returns whether a rule is the one that an export writes for a production in this collection.
    pub(crate) fn has(&self, rule: &str) -> bool {
        self.all.contains(rule)
    }
}

/// Returns pairs of a production and a rule whose names are the same except for case, `-` and `_`. If a name fits
/// several of the `productions` or several of the `rules`, no pair is returned for it.
pub(crate) fn guesses<'n>(
    productions: impl IntoIterator<Item = &'n str>,
    rules: impl IntoIterator<Item = &'n str>,
) -> Vec<(&'n str, &'n str)> {
    let mut left: HashMap<String, (Vec<&str>, Vec<&str>)> = HashMap::new();
    let mut order = Vec::new();
    for name in productions {
        let names = &mut left.entry(blurred(name)).or_default().0;
        if !names.contains(&name) {
            names.push(name);
            order.push(name);
        }
    }
    for rule in rules {
        if let Some((_, rules)) = left.get_mut(&blurred(rule)) {
            rules.push(rule);
        }
    }
    let guess = |name: &'n str| match left.get(&blurred(name)) {
        Some((names, rules)) if names.len() == 1 && rules.len() == 1 => Some((name, rules[0])),
        _ => None,
    };
    order.into_iter().filter_map(guess).collect()
}

// Assigns rules to the productions of a pair, by their names, by a map, or by a guess. A class of characters has two
// rules: one that leaves no node, and one that does, whose name is `whole_` followed by the name of the production.

/// The first character of the key of a production whose name is spelled in pest like another name. No name contains it.
const TWIN: char = '=';

impl GrammarPair {
    /// Maps productions to the rules that transcribe them, and to no other rules. A production that is missing from the
    /// map is transcribed by the rule of the same name.
    ///
    /// pest runs some rules implicitly, so that a production `COMMENT` needs a rule of another name:
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
    /// Returns an error if a production or a rule does not exist, or if a production has two rules.
    pub fn with_map<'m>(
        mut self,
        map: impl IntoIterator<Item = (&'m str, &'m str)>,
    ) -> Result<Self, MapError> {
        for (production, rule) in map {
            self.mapped(production, Some(rule))?;
        }
        Ok(self)
    }

    /// Maps productions to rules as given in a file of lines `production = rule`. With `production = -` the production has
    /// no rule and is not compared. A line that begins with `#` is a comment.
    ///
    /// # Errors
    /// Returns the errors of [`GrammarPair::with_map`] with the file and the line, or an error if a line has another
    /// form.
    pub fn with_map_file(
        mut self,
        GrammarText { file, text }: GrammarText<'_>,
    ) -> Result<Self, MapError> {
        for (line, text) in text.lines().enumerate() {
            let at = |why| MapError::Line { file: file.to_owned(), line: line + 1, why };
            let found = match mapping(text).map_err(|why| at(why.into()))? {
                None => continue,
                Some((production, rule)) => {
                    self.mapped(production, Some(rule).filter(|one| *one != "-"))
                }
            };
            found.map_err(|why| at(Box::new(why)))?;
        }
        Ok(self)
    }

    fn mapped(&mut self, production: &str, rule: Option<&str>) -> Result<(), MapError> {
        let notation = self.printed.notation;
        let has = |printed: &Printed| printed.production(production).is_some();
        let is_assumed = || has(&self.linked(true)) && !production.contains(':');
        let is_read = has(&self.printed) || self.readings.as_ref().is_some_and(has);
        if !is_read && !notation.lends(production) && !is_assumed() {
            return Err(MapError::Production(production.to_owned()));
        }
        if let Some(unknown) = rule.filter(|rule| self.peg.line(rule).is_none()) {
            return Err(MapError::Rule(unknown.to_owned()));
        }
        let rule = rule.map(str::to_owned);
        match self.map.insert(notation.key(production), rule.clone()) {
            Some(before) if before != rule => Err(MapError::Twice(production.to_owned())),
            _ => Ok(()),
        }
    }

    /// Returns whether a production of [`GrammarPair::as_read`] is compared with rules. Imported productions are not
    /// compared, nor are productions that the map leaves without a rule. A production that is only assumed is compared
    /// if a rule transcribes it.
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
            _ => true,
        }
    }

    /// Returns the productions that the map leaves without a rule, in the printed order.
    #[must_use]
    pub fn not_compared(&self) -> Vec<String> {
        let read = self.as_read();
        let names = read.productions.into_iter().map(|one| one.name);
        let is_none = |name: &String| self.map.get(&read.notation.key(name)) == Some(&None);
        names.filter(is_none).collect()
    }

    /// Returns the productions whose rules are guessed, each with the rule. A map overrides a guess.
    ///
    /// A guess ignores case, `-` and `_`, so that `dateTime` matches `date-time`. It is made for a production without a
    /// rule of the same name, if exactly one rule fits the production, that rule transcribes no other production by its
    /// name, and no other production fits the rule.
    #[must_use]
    pub fn guessed(&self) -> Vec<(String, String)> {
        let exact = self.exact_transcriptions();
        let guessed = self.guesses(&exact);
        guessed.into_iter().map(|(name, rule)| (name.to_owned(), rule.to_owned())).collect()
    }

    /// Returns the rules that transcribe a production. There is usually one.
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

    /// Returns, for the key of each production, the rules that transcribe it: the rules of the same name, or else a
    /// guessed rule.
    pub(crate) fn transcriptions(&self) -> HashMap<String, Vec<&str>> {
        let mut all = self.exact_transcriptions();
        let guessed = self.guesses(&all);
        all.extend(guessed.into_iter().map(|(name, rule)| (self.key(name), vec![rule])));
        all
    }

    /// Returns the guesses: pairs of a production without a rule of the same name, and the rule that is guessed for it.
    fn guesses<'s>(&'s self, exact: &HashMap<String, Vec<&'s str>>) -> Vec<(&'s str, &'s str)> {
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
        guesses(self.own_names().filter(is_open), rules)
    }

    /// Returns the rules that transcribe productions of the same name, by the keys of the productions. A rule whose
    /// name differs in case is used only if no rule matches exactly, and only if it is the only such rule.
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
            // pest runs these two rules implicitly, so they transcribe only productions with the same spelling.
            rules.retain(|rule| is_spelled(rule) || !["WHITESPACE", "COMMENT"].contains(rule));
            let is_class = |rule: &&&str| rule.starts_with("whole_");
            !rules.is_empty() && rules.iter().filter(|rule| !is_class(rule)).count() <= 1
                || rules.iter().all(is_spelled)
        });
        rules_of
    }

    /// Returns the names of all productions, spelled as the names of rules.
    fn spellings(&self) -> HashSet<String> {
        let own = self.own_names().map(plain);
        let (keys, lent) = (self.keys(), self.printed.notation.built_in());
        let lent = lent.iter().filter(|one| !keys.contains(&self.key(&one.name)));
        own.chain(lent.map(|one| plain(&one.name))).collect()
    }

    /// Returns the key that the names of a production and of its rule share. In it, `-` is `_`, `+` is `_plus_`, and
    /// case is ignored if the notation ignores it. If another production is spelled the same in pest, the key is made
    /// from the rule that an export would write.
    pub(crate) fn key(&self, production: &str) -> String {
        let notation = self.printed.notation;
        match self.twins.rule(&notation.key(production)) {
            Some(rule) => format!("{TWIN}{rule}"),
            None => notation.key(&plain(production)),
        }
    }

    /// Returns the key of a rule, which is the key of the production that the rule transcribes according to its name.
    fn rule_key(&self, rule: &str) -> String {
        match self.twins.has(rule) {
            true => format!("{TWIN}{rule}"),
            false => self.printed.notation.key(&plain(rule)),
        }
    }

    /// Returns the names of all productions that are printed or have a reading.
    fn own_names(&self) -> impl Iterator<Item = &str> {
        let printed = [Some(&self.printed), self.readings.as_ref()].into_iter().flatten();
        printed.flat_map(|grammar| &grammar.productions).map(|one| &*one.name)
    }

    /// Returns the keys of all productions that are printed or have a reading.
    fn keys(&self) -> HashSet<String> {
        self.own_names().map(|name| self.key(name)).collect()
    }

    /// Returns the keys of the productions that a rule transcribes according to its name. A class of characters has two
    /// rules: `name`, which has no node in the parse tree, and `whole_name`, which has one. If a production is itself
    /// called `whole_name`, that rule transcribes only this production.
    fn transcribed(&self, rule: &str, keys: &HashSet<String>) -> impl Iterator<Item = String> {
        let own = self.rule_key(rule);
        let class = rule.strip_prefix("whole_").filter(|_| !keys.contains(&own));
        [Some(own), class.map(|name| self.rule_key(name))].into_iter().flatten()
    }
}

#[cfg(test)]
mod tests {
    use grammar_notation::Notation;
    use grammar_peg::Peg;

    use super::{MapError, Twins, guesses, mapping, plain, rule_names};

    #[test]
    fn names_become_valid_in_pest() {
        let pairs = "pct-encoded pct_encoded, a+b a_plus_b, a.b a_b, 1st _1st, ANY ANY_, any any, \
                     WHITESPACE WHITESPACE_, COMMENT COMMENT_, EOI EOI_, PUSH _PUSH, PUSH-x _PUSH_x, \
                     PEEK_ALL PEEK_ALL_, self self_, type type, _ __";
        let (all, expected): (Vec<&str>, Vec<&str>) =
            pairs.split(", ").map(|pair| pair.split_once(' ').unwrap()).unzip();
        let names = rule_names(all.iter().copied());
        assert_eq!(names, expected);
        let text: String = names.iter().map(|name| format!("{name} = {{ \"x\" }}\n")).collect();
        assert_eq!(Peg::read("names.pest", &text).unwrap().refused_by_pest(), []);
        for (name, rule) in all.iter().zip(&names) {
            assert_eq!(plain(name), plain(rule));
        }
    }

    #[test]
    fn names_that_would_collide_stay_apart() {
        let all = ["a-b", "a--b", "a.b", "a+b", "a-plus-b", "b", "A-B"];
        assert_eq!(rule_names(all), ["a_b", "a__b", "a_b_", "a_plus_b", "a_plus_b_", "b", "A_B"]);
        let twins = Twins::of(Notation::Abnf, all);
        let keys = ["a-b", "a--b", "a.b", "a+b", "a-plus-b", "b"];
        let expected =
            ["a_b", "a__b", "a_b_", "a_plus_b", "a_plus_b_"].map(Some).into_iter().chain([None]);
        assert!(keys.iter().map(|key| twins.rule(key)).eq(expected));
        assert!(twins.has("a__b") && !twins.has("b"));
    }

    #[test]
    fn only_unambiguous_names_are_guessed() {
        let all = ["dateTime", "date-time", "Full-Time", "hour"];
        let rules = ["date_time", "fulltime", "HOUR", "hour_"];
        assert_eq!(guesses(all, rules), [("Full-Time", "fulltime")]);
    }

    #[test]
    fn lines_of_a_map_are_parsed() {
        assert_eq!(
            mapping(" date-time =date_time # a comment"),
            Ok(Some(("date-time", "date_time")))
        );
        assert_eq!(mapping("a = -"), Ok(Some(("a", "-"))));
        assert_eq!((mapping("# a = b"), mapping("  ")), (Ok(None), Ok(None)));
        for line in ["a", "a =", "= b", "a = b c"] {
            assert_eq!(mapping(line), Err(MapError::Form(line.to_owned())));
        }
    }
}

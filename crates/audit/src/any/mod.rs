//! A grammar in any notation: its productions, and an automaton for each that has one.
//!
//! A production with nested recursion has no automaton, since unrolling changes its language. The language of a `.pest`
//! rule is the set of strings that a parser consumes when it starts with the rule: `"a" | "ab"` does not accept `ab`.

pub(crate) mod compare;
pub(crate) mod patterns;
pub(crate) mod trees;
pub(crate) mod unrolled;

pub use compare::{
    ComparedGrammars, ComparedLanguages, ComparedProductions, TypicalStrings, compare_grammars,
};
pub use patterns::{JudgePatternError, PatternVerdict, judge_pattern};
pub use trees::{NoTree, ProductionNode, TreeFinder};
pub use unrolled::UnrolledProduction;

use std::collections::{HashMap, HashSet};
use std::sync::OnceLock;

use grammar_automata::Acceptor;
use grammar_automata::build::{Deadline, Dfa};
use grammar_notation::engine::Replaced;
#[cfg(feature = "documents")]
use grammar_notation::{DocumentKind, Extracted, PrintedError};
use grammar_notation::{
    GrammarText, Languages, Notation, Note, Origin, Printed, PrintedReader, Term, Undecidable,
    UndecidableReason,
};
use grammar_peg::Peg;
use grammar_regex::{Dialect, Matching, Pattern, PatternError};

use crate::pair::{DEPTH, GrammarPair, PairError};
use crate::verdicts::judge::Refused;

/// A grammar of any kind.
///
/// ```
/// use grammar_audit::{AnyGrammar, GrammarText, Notation, PrintedReader};
///
/// let text = "time = hour \":\" 2DIGIT\nhour = DIGIT / %x31 DIGIT\n";
/// let reader = PrintedReader::new(Notation::Abnf);
/// let grammar = AnyGrammar::printed(reader.read(GrammarText { file: "time.abnf", text })?);
/// assert_eq!(grammar.names().collect::<Vec<_>>(), ["time", "hour"]);
/// assert_eq!(grammar.production("hour").unwrap().used_by, ["time"]);
/// let decided = grammar.decide(&["hour"]);
/// let hour = decided.acceptor("hour")?;
/// assert!(hour.accepts(b"17") && !hour.accepts(b"27"));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Debug)]
pub struct AnyGrammar {
    file: String,
    source: LanguageSource,
    /// The productions of the grammar itself, in order.
    productions: Vec<AnyProduction>,
    places: HashMap<String, usize>,
    /// The depth to which nested recursion is unrolled.
    depth: usize,
}

/// The source from which the languages of a grammar are decided.
#[derive(Debug)]
enum LanguageSource {
    Printed(Box<Printed>),
    Pest(Box<Peg>),
    /// Languages that the caller provides, in the order of the productions.
    Given(Vec<GivenLanguage>, Deadline),
}

/// A language that the caller has decided, or the language of a pattern, which is decided when it is first needed.
#[derive(Debug)]
struct GivenLanguage {
    language: OnceLock<Result<Dfa, String>>,
    /// The pattern and how it is matched, or `None` if the caller has decided the language.
    pattern: Option<(Pattern, Matching)>,
}

/// A production of a grammar of any kind.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct AnyProduction {
    /// The name of the production.
    pub name: String,
    /// The lines of the production, character for character.
    pub text: String,
    /// The line of the file on which the production begins.
    pub line: usize,
    /// The comment above the production, without comment signs.
    pub comment: String,
    /// The names that the production uses, without duplicates, in order.
    pub uses: Vec<String>,
    /// The productions of the grammar that use this one.
    pub used_by: Vec<String>,
}

/// The automata of a grammar.
#[derive(Debug)]
pub struct DecidedGrammar {
    automata: Vec<Dfa>,
    /// For each production, by its key: the index of its automaton, and the index of its start in the automaton.
    starts: HashMap<String, Result<(usize, usize), UndecidedProduction>>,
    /// Whether names are case-insensitive.
    ignores_case: bool,
    deadline: Deadline,
}

/// The reason why a production has no automaton.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{}{reason}", way(through))]
#[non_exhaustive]
pub struct UndecidedProduction {
    /// The name of the production.
    pub name: String,
    /// The path from the production to the faulty one that it uses, or an empty list if the production itself is faulty.
    pub through: Vec<String>,
    /// The reason, with the file and the line.
    pub reason: String,
    /// Whether the only reason is the size of the automaton, so that [trees](AnyGrammar::trees) can be found.
    pub is_large: bool,
}

/// Formats a path of productions, followed by a colon. The text is empty if the path is empty.
fn way(through: &[String]) -> String {
    if through.is_empty() { String::new() } else { format!("{}: ", through.join(" → ")) }
}

impl UndecidedProduction {
    pub(crate) fn new(name: &str, reason: String) -> Self {
        Self { name: name.to_owned(), through: Vec::new(), reason, is_large: false }
    }

    pub(crate) fn of(name: &str, Undecidable { through, reason, .. }: &Undecidable) -> Self {
        let through = if through.len() > 1 { through.clone() } else { Vec::new() };
        let is_large = matches!(
            reason,
            UndecidableReason::TooLarge { .. }
                | UndecidableReason::TooLong { .. }
                | UndecidableReason::Crowded { .. }
        );
        Self { name: name.to_owned(), through, reason: reason.to_string(), is_large }
    }
}

impl AnyProduction {
    /// Creates a production without uses from its name, its text, and the line on which it begins.
    #[must_use]
    pub fn new(name: &str, text: &str, line: usize) -> Self {
        let (name, text) = (name.to_owned(), text.to_owned());
        let (comment, uses, used_by) = (String::new(), Vec::new(), Vec::new());
        Self { name, text, line, comment, uses, used_by }
    }
}

impl AnyGrammar {
    /// Wraps a printed grammar, with its imports: see [`PrintedReader`](crate::PrintedReader).
    #[must_use]
    pub fn printed(printed: Printed) -> Self {
        let own = printed.productions.iter().filter(|one| !is_imported(&one.origin));
        let productions = own.map(|one| AnyProduction {
            name: one.name.clone(),
            text: one.text.clone(),
            line: one.line,
            comment: one.comment.clone(),
            uses: once(one.term.iter().flat_map(Term::all).filter_map(Term::name)),
            used_by: Vec::new(),
        });
        let (file, productions) = (printed.file.clone(), productions.collect());
        Self::of(file, productions, LanguageSource::Printed(Box::new(printed)))
    }

    /// Wraps the rules of a `.pest` file.
    #[must_use]
    pub fn pest(peg: Peg) -> Self {
        let productions = peg.rules().map(|name| AnyProduction {
            name: name.to_owned(),
            text: peg.text(name).unwrap_or_default().to_owned(),
            line: peg.line(name).unwrap_or_default(),
            comment: peg.comment(name).join("\n"),
            uses: once(peg.uses(name)),
            used_by: Vec::new(),
        });
        let (file, productions) = (peg.file().to_owned(), productions.collect());
        Self::of(file, productions, LanguageSource::Pest(Box::new(peg)))
    }

    /// Creates a grammar from productions and their languages. A language is an automaton with one start, or the reason
    /// why there is no automaton. [`AnyProduction::used_by`] is computed from the `uses` of the other productions.
    #[must_use]
    pub fn given(file: &str, all: Vec<(AnyProduction, Result<Dfa, String>)>) -> Self {
        let all = all.into_iter().map(|(one, language)| (one, GivenLanguage::new(language)));
        let (productions, languages) = all.unzip();
        Self::of(file.to_owned(), productions, LanguageSource::Given(languages, Deadline::NONE))
    }

    /// Creates a grammar of one pattern, a production with the name `pattern`.
    ///
    /// ```
    /// use grammar_audit::{AnyGrammar, Dialect, Matching, Pattern};
    ///
    /// let pattern = Pattern::read(Dialect::Rust, "^[0-9a-f]{2}$")?;
    /// let decided = AnyGrammar::pattern(pattern, Matching::Search).decide_all();
    /// assert!(decided.acceptor("pattern")?.accepts(b"7f"));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[must_use]
    pub fn pattern(pattern: Pattern, matching: Matching) -> Self {
        let production = AnyProduction::new("pattern", pattern.text(), 1);
        Self::patterns("pattern", vec![(production, Ok(pattern))], matching)
    }

    /// Creates a grammar whose productions are patterns. A pattern that cannot be read is a production without a language.
    #[must_use]
    pub fn patterns(
        file: &str,
        all: Vec<(AnyProduction, Result<Pattern, PatternError>)>,
        matching: Matching,
    ) -> Self {
        let all = all.into_iter().map(|(one, pattern)| {
            let language = match pattern {
                Ok(pattern) => {
                    let (language, pattern) = (OnceLock::new(), Some((pattern, matching)));
                    GivenLanguage { language, pattern }
                }
                Err(why) => GivenLanguage::new(Err(format!("{file}, line {}: {why}", one.line))),
            };
            (one, language)
        });
        let (productions, languages) = all.unzip();
        Self::of(file.to_owned(), productions, LanguageSource::Given(languages, Deadline::NONE))
    }

    /// Wraps the printed grammar of a pair, with its readings.
    #[must_use]
    pub fn from_pair(pair: &GrammarPair) -> Self {
        Self::printed(pair.with_readings())
    }

    /// Sets a deadline for all work on the grammar. By default there is none.
    ///
    /// ```
    /// use std::time::Duration;
    /// use grammar_audit::{AnyGrammar, Deadline, GrammarText, PrintedReader, Notation};
    ///
    /// let text = GrammarText { file: "a.abnf", text: "a = 1*DIGIT\n" };
    /// let printed = PrintedReader::new(Notation::Abnf).read(text)?;
    /// let decide = |deadline| {
    ///     let grammar = AnyGrammar::printed(printed.clone()).with_deadline(deadline);
    ///     grammar.decide(&["a"]).acceptor("a").unwrap_err().to_string()
    /// };
    /// let why = decide(Deadline::after(Duration::ZERO));
    /// assert!(why.ends_with("the budget of 0 s is spent; raise --budget"), "{why}");
    /// let why = decide(Deadline::NONE.with_memory(100));
    /// assert!(why.ends_with("the memory of 100 bytes is spent; raise --memory"), "{why}");
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[must_use]
    pub fn with_deadline(mut self, deadline: Deadline) -> Self {
        self.source = match self.source {
            LanguageSource::Printed(printed) => {
                LanguageSource::Printed(Box::new(printed.with_deadline(deadline)))
            }
            LanguageSource::Pest(peg) => {
                LanguageSource::Pest(Box::new(peg.with_deadline(deadline)))
            }
            LanguageSource::Given(languages, _) => LanguageSource::Given(languages, deadline),
        };
        self
    }

    pub(crate) fn deadline(&self) -> &Deadline {
        self.source.deadline()
    }

    fn of(file: String, mut productions: Vec<AnyProduction>, source: LanguageSource) -> Self {
        let key = |name: &str| source.key(name);
        let mut places = HashMap::new();
        for (at, one) in productions.iter().enumerate() {
            places.entry(key(&one.name)).or_insert(at);
        }
        for at in 0..productions.len() {
            let name = productions[at].name.clone();
            for used in productions[at].uses.clone() {
                let Some(&used) = places.get(&key(&used)) else { continue };
                let used_by = &mut productions[used].used_by;
                // A name in two spellings counts once.
                if used_by.last() != Some(&name) {
                    used_by.push(name.clone());
                }
            }
        }
        Self { file, source, productions, places, depth: DEPTH }
    }

    /// Returns the file name that error messages use.
    #[must_use]
    pub fn file(&self) -> &str {
        &self.file
    }

    /// Returns the names of the productions, in the order of the file. Imported productions and built-in rules of the
    /// notation are omitted.
    pub fn names(&self) -> impl Iterator<Item = &str> + Clone {
        self.productions.iter().map(|one| &*one.name)
    }

    /// Returns the productions, in the order of the file.
    #[must_use]
    pub fn productions(&self) -> &[AnyProduction] {
        &self.productions
    }

    /// Returns the production with a name. Case is ignored if the notation ignores it.
    #[must_use]
    pub fn production(&self, name: &str) -> Option<&AnyProduction> {
        self.places.get(&self.source.key(name)).map(|&at| &self.productions[at])
    }

    /// Returns the printed grammar, or `None` for a grammar of another kind.
    #[must_use]
    pub fn as_printed(&self) -> Option<&Printed> {
        match &self.source {
            LanguageSource::Printed(printed) => Some(printed),
            _ => None,
        }
    }

    /// Returns the rules of pest, or `None` for a grammar of another kind.
    #[must_use]
    pub fn as_pest(&self) -> Option<&Peg> {
        match &self.source {
            LanguageSource::Pest(peg) => Some(peg),
            _ => None,
        }
    }

    /// Returns the pattern of a production and how it is matched, if the production is a pattern that can be read.
    pub(crate) fn pattern_of(&self, name: &str) -> Option<(&Pattern, Matching)> {
        let LanguageSource::Given(languages, _) = &self.source else { return None };
        let (pattern, matching) = languages[*self.places.get(name)?].pattern.as_ref()?;
        Some((pattern, *matching))
    }

    /// Returns a note for each departure of the text from its notation. Each note says how the production is read.
    #[must_use]
    pub fn notes(&self) -> &[Note] {
        self.as_printed().map_or(&[], |printed| &printed.notes)
    }

    /// Returns the spelling of a name if it names a built-in rule of the notation: a core rule of ABNF, or a built-in
    /// rule of pest. Such a rule is not one of the productions, but [`AnyGrammar::decide`] accepts its name too.
    #[must_use]
    pub fn lent(&self, name: &str) -> Option<String> {
        match &self.source {
            _ if self.production(name).is_some() => None,
            LanguageSource::Printed(printed) => {
                let mut lent = printed.notation.built_in().iter();
                lent.find(|one| printed.notation.is_same(&one.name, name))
                    .map(|one| one.name.clone())
            }
            LanguageSource::Pest(_) => lent_by_pest(name).map(|_| name.to_owned()),
            LanguageSource::Given(..) => None,
        }
    }

    /// Builds the automata of the productions in `names`. Productions that `names` does not reach cost nothing.
    #[must_use]
    pub fn decide(&self, names: &[&str]) -> DecidedGrammar {
        let keys: Vec<String> = names.iter().map(|name| self.source.key(name)).collect();
        let mut decided = self.decide_those(|key| keys.iter().any(|wanted| wanted == key));
        for name in names.iter().filter_map(|name| self.lent(name)) {
            let lent = match &self.source {
                LanguageSource::Printed(printed) => {
                    let mut lent = printed.clone();
                    lent.productions = printed.notation.built_in().to_vec();
                    Self::printed(*lent)
                }
                _ => match lent_by_pest(&name) {
                    Some(peg) => Self::pest(peg),
                    None => continue,
                },
            };
            let found = lent.decide_those(|key| key == self.source.key(&name) || key == LENT);
            let before = decided.automata.len();
            decided.automata.extend(found.automata);
            let start = found.starts.into_values().next();
            let start = start.map(|start| start.map(|(at, start)| (before + at, start)));
            decided.starts.extend(start.map(|start| (self.source.key(&name), start)));
        }
        decided
    }

    /// Builds the automata of all productions.
    #[must_use]
    pub fn decide_all(&self) -> DecidedGrammar {
        self.decide_those(|_| true)
    }

    fn decide_those(&self, is_wanted: impl Fn(&str) -> bool) -> DecidedGrammar {
        let wanted = |name: &str| is_wanted(&self.source.key(name));
        let (mut automata, mut starts) = (Vec::new(), HashMap::new());
        let undecided = UndecidedProduction::new;
        let own = self.productions.iter().enumerate().filter(|(_, one)| wanted(&one.name));
        match &self.source {
            LanguageSource::Printed(printed) => {
                let own_keys = |name: &str| self.production(name).is_some() && wanted(name);
                let languages = Languages::of_some(printed, &Replaced::default(), own_keys);
                for (_, AnyProduction { name, .. }) in own {
                    let found = match languages.start(name) {
                        Some(Ok(start)) => Ok((0, start)),
                        Some(Err(why)) => Err(UndecidedProduction::of(name, why)),
                        None => continue,
                    };
                    starts.insert(self.source.key(name), found);
                }
                automata.push(languages.dfa().clone());
            }
            LanguageSource::Pest(peg) => {
                let names: Vec<&str> = own.clone().map(|(_, one)| &*one.name).collect();
                let decided = peg.decide_only(&peg.reached(names.into_iter()));
                let refused = Refused::of(&decided);
                for (_, AnyProduction { name, .. }) in own {
                    let why = || undecided(name, refused.why(name));
                    let found = decided.start(name).map(|start| (0, start)).ok_or_else(why);
                    starts.insert(name.clone(), found);
                }
                automata.push(decided.dfa);
            }
            LanguageSource::Given(languages, deadline) => {
                for (at, AnyProduction { name, line, .. }) in own {
                    let place = format!("{}, line {line}", self.file);
                    let found = match languages[at].language(&place, deadline) {
                        Ok(dfa) => {
                            automata.push(dfa.clone());
                            Ok((automata.len() - 1, 0))
                        }
                        Err(reason) => Err(undecided(name, reason)),
                    };
                    starts.insert(self.source.key(name), found);
                }
            }
        }
        let ignores_case = self.source.key("A") == "a";
        DecidedGrammar { automata, starts, ignores_case, deadline: self.deadline().clone() }
    }
}

impl GivenLanguage {
    fn new(language: Result<Dfa, String>) -> Self {
        Self { language: OnceLock::from(language), pattern: None }
    }

    /// Returns the language, or the reason why there is none. After the deadline, no further pattern is decided.
    fn language(&self, place: &str, deadline: &Deadline) -> Result<&Dfa, String> {
        let found = match (self.language.get(), &self.pattern) {
            (Some(found), _) => found,
            (None, _) if deadline.has_passed() => return Err(format!("{place}: {deadline}")),
            (None, pattern) => self.language.get_or_init(|| {
                let Some((pattern, matching)) = pattern else { return Ok(Dfa::default()) };
                pattern.language(*matching).map_err(|why| format!("{place}: {why}"))
            }),
        };
        found.as_ref().map_err(String::clone)
    }
}

impl LanguageSource {
    fn deadline(&self) -> &Deadline {
        match self {
            Self::Printed(printed) => &printed.deadline,
            Self::Pest(peg) => peg.deadline(),
            Self::Given(_, deadline) => deadline,
        }
    }

    /// Returns the key by which names are compared.
    fn key(&self, name: &str) -> String {
        match self {
            Self::Printed(printed) => printed.notation.key(name),
            Self::Pest(_) | Self::Given(..) => name.to_owned(),
        }
    }
}

impl DecidedGrammar {
    /// Returns the minimal automaton with the language of a production, and the production's start in it.
    ///
    /// # Errors
    /// Returns an error if the production has no automaton, or was not requested.
    pub fn language(&self, name: &str) -> Result<(&Dfa, usize), UndecidedProduction> {
        let key = if self.ignores_case { &name.to_ascii_lowercase() } else { name };
        match self.starts.get(key) {
            Some(found) => found.clone().map(|(at, start)| (&self.automata[at], start)),
            None => {
                let reason = format!("the production `{name}` was not requested");
                Err(UndecidedProduction::new(name, reason))
            }
        }
    }

    /// Returns the language of a production as an [`Acceptor`].
    ///
    /// # Errors
    /// Returns the errors of [`DecidedGrammar::language`].
    pub fn acceptor(&self, name: &str) -> Result<Acceptor, UndecidedProduction> {
        let (dfa, start) = self.language(name)?;
        Ok(dfa.acceptor(start))
    }
}

/// The name of a temporary rule that only calls a built-in rule of pest.
const LENT: &str = "lent";

/// Returns a pest grammar with a rule `lent` that calls the built-in rule `name`, if there is such a built-in rule.
fn lent_by_pest(name: &str) -> Option<Peg> {
    let is_name = |byte: u8| byte.is_ascii_uppercase() || byte.is_ascii_digit() || byte == b'_';
    let peg = name.bytes().all(is_name).then(|| Peg::read(LENT, &format!("{LENT} = {{ {name} }}")));
    peg?.ok().filter(|peg| peg.refused_by_pest().is_empty())
}

fn is_imported(origin: &Origin) -> bool {
    matches!(origin, Origin::Imported { .. })
}

/// Removes duplicate names.
fn once<'n>(names: impl Iterator<Item = &'n str>) -> Vec<String> {
    let mut seen = HashSet::new();
    names.filter(|name| seen.insert(*name)).map(str::to_owned).collect()
}

// The kinds of grammar files, and their detection.

/// Returns whether a grammar has `::=` after names without angle brackets, and signs of repetition after terms.
fn is_w3c(text: &str) -> bool {
    let is_bare = |line: &str| line.contains("::=") && !line.trim_start().starts_with('<');
    let is_term = |byte: u8| byte.is_ascii_alphanumeric() || b"_)]\"'".contains(&byte);
    let is_after = |three: &[u8]| {
        is_term(three[0]) && b"*+?".contains(&three[1]) && !is_term(three[2]) && three[2] != b'('
    };
    text.lines().any(is_bare)
        && !text.lines().any(|line| line.contains("::=") && !is_bare(line))
        && format!("{text}\n").as_bytes().windows(3).any(is_after)
}

/// The kind of a grammar file.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum GrammarKind {
    /// Productions in a notation.
    Printed(Notation),
    /// Rules of pest.
    Pest,
    /// A document that prints a grammar.
    #[cfg(feature = "documents")]
    Document(DocumentKind),
    /// Regular expressions. No file is detected as one of these.
    Patterns(Dialect),
}

impl GrammarKind {
    /// Detects the kind of a file by the extension of its name, or else by its text. Returns `None` if neither is
    /// conclusive. An `.ebnf` file is in the notation of the W3C if it contains `::=`, and of ISO 14977 otherwise. So is a
    /// `.bnf` file with `::=` in which signs of repetition follow names without angle brackets, as in `a ::= b*`.
    /// Patterns are never detected by their text.
    ///
    /// ```
    /// use grammar_audit::documents::DocumentKind;
    /// use grammar_audit::{GrammarKind, Notation};
    /// let kind = |file, text| GrammarKind::from_file(file, text).unwrap();
    /// assert_eq!(kind("uri.ABNF", ""), GrammarKind::Printed(Notation::Abnf));
    /// assert_eq!(kind("uri.pest", ""), GrammarKind::Pest);
    /// assert_eq!(kind("xml.ebnf", "S ::= #x20"), GrammarKind::Printed(Notation::W3c));
    /// assert_eq!(kind("ebnf.ebnf", "s = ' ';"), GrammarKind::Printed(Notation::Iso14977));
    /// assert_eq!(kind("rfc3986.txt", ""), GrammarKind::Document(DocumentKind::Text));
    /// assert_eq!(GrammarKind::from_file("uri", ""), None);
    /// ```
    #[must_use]
    pub fn from_file(file: &str, text: &str) -> Option<Self> {
        let ending = file.rsplit_once('.').map_or("", |(_, ending)| ending);
        match &*ending.to_ascii_lowercase() {
            "abnf" => Some(Self::Printed(Notation::Abnf)),
            "bnf" if is_w3c(text) => Some(Self::Printed(Notation::W3c)),
            "bnf" => Some(Self::Printed(Notation::Bnf)),
            "ebnf" if text.contains("::=") => Some(Self::Printed(Notation::W3c)),
            "ebnf" => Some(Self::Printed(Notation::Iso14977)),
            "pest" => Some(Self::Pest),
            #[cfg(feature = "documents")]
            _ => {
                let kind = DocumentKind::from_name(file).or_else(|| DocumentKind::from_text(text));
                kind.map(Self::Document)
            }
            #[cfg(not(feature = "documents"))]
            _ => None,
        }
    }

    /// Returns the notation of the productions, if the grammar is a printed one.
    #[must_use]
    pub const fn notation(self) -> Option<Notation> {
        match self {
            Self::Printed(notation) => Some(notation),
            #[cfg(feature = "documents")]
            Self::Document(_) => None,
            Self::Pest | Self::Patterns(_) => None,
        }
    }
}

impl AnyGrammar {
    /// Reads a printed grammar, with the readings that replace some of its productions.
    ///
    /// # Errors
    /// Returns an error if a text is not a grammar, or if an assumption of `reader` cannot be used.
    pub fn read(
        reader: &PrintedReader,
        printed: GrammarText<'_>,
        readings: Option<GrammarText<'_>>,
    ) -> Result<Self, PairError> {
        Ok(Self::printed(reader.read_with_readings(printed, readings)?))
    }

    /// Reads the productions that a document prints. Lines and sections are those of the document.
    ///
    /// # Errors
    /// Returns an error if an imported file is not a grammar, or if an assumption of `reader` cannot be used.
    #[cfg(feature = "documents")]
    pub fn read_document(
        document: &Extracted,
        reader: &PrintedReader,
    ) -> Result<Self, PrintedError> {
        Ok(Self::printed(document.printed(reader)?))
    }

    /// Reads the rules of a `.pest` file.
    ///
    /// # Errors
    /// Returns an error if the text is not a pest grammar.
    pub fn read_pest(GrammarText { file, text }: GrammarText<'_>) -> Result<Self, PairError> {
        Ok(Self::pest(Peg::read(file, text)?))
    }
}

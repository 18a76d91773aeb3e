//! A proof that two languages are equal, in a form that another program can check.
//!
//! A [`Certificate`] proves that a production of a printed grammar, with its readings, accepts the same strings as a
//! rule of pest or a pattern. The crate `grammar-verify`, which shares no code with this one, checks certificates. The
//! chapter `docs/certificate.md`, which is also the module `guide::certificate` of `urispec`, describes the format, why
//! a certificate is a proof, and how to write a checker.
//!
//! ```
//! use grammar_audit::certificate::{Against, Grammars, Writer};
//! use grammar_audit::{GrammarPair, GrammarText, Notation};
//!
//! let printed = GrammarText { file: "port.abnf", text: "port = *DIGIT\n" };
//! let pest = GrammarText { file: "port.pest", text: "port = { ASCII_DIGIT* }" };
//! let pair = GrammarPair::read(Notation::Abnf, printed, None, pest)?;
//! let grammars = Grammars::new(&pair);
//! let rule = Against::Rule("port".to_owned());
//! let certificate = Writer::new(&grammars).certificate("port", &rule)?;
//! assert_eq!(
//!     certificate.to_string(),
//!     "production port rule port classes 2 pairs 2\nclass 0 30-39\nclass 1 00-2F 3A-FF\n\
//!      pair 0 start yes 0 1\npair 1 0/1 no 1 1\n"
//! );
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! # The parts
//!
//! | from | by | result |
//! |---|---|---|
//! | both grammars, or a grammar and patterns | [`Grammars`] | the counterparts of each production |
//! | the same, with recursion | [`Grammars::solved`] | automata in place of recursive productions |
//! | a production and a rule or pattern | [`Writer`] | their certificate |
//! | a name; patterns and automata | [`head`], [`grammar`], [`opening`] | the lines before the certificates |

mod write;

pub use write::{NoCertificate, Writer};

use std::collections::{HashMap, HashSet};
use std::fmt;

use grammar_automata::build::{ByteSet, Classes, Deadline, Dfa};
use grammar_automata::engine::graph;
use grammar_notation::Printed;
use grammar_notation::engine::{Recursion, Replaced, Rules, regular};
use grammar_peg::Atomicity;
use grammar_peg::engine::{Lowered, Residuals};
use grammar_regex::engine::{PatternResiduals, Prepared};
use grammar_regex::{Dialect, LanguageError, Matching, Pattern};

use crate::pair::GrammarPair;
use crate::verdicts::report;

/// The version of the format.
pub const SCHEMA: u32 = 2;

/// The maximum number of entries in one certificate. Each successor of a pair of residuals is an entry, and the pair
/// itself costs [`PAIR`] entries.
const ENTRIES: usize = 4_000_000;
/// The cost of a pair of residuals without its successors, in entries.
const PAIR: usize = 16;

/// A proof that a production accepts the same strings as its counterpart: a rule, a pattern or an automaton.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Certificate {
    /// The name of the production.
    pub production: String,
    /// The counterpart of the production.
    pub against: Against,
    /// The classes of bytes.
    pub classes: Vec<ByteSet>,
    /// The pairs of residuals. A residual is the language that remains after some bytes; the first pair consists of the
    /// whole production and the whole counterpart.
    pub rows: Vec<Row>,
}

/// The counterpart of a production.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum Against {
    /// The rule with this name. An `@` before the name means the rule as it is run inside an atomic rule.
    Rule(String),
    /// The pattern with this index.
    Pattern(usize),
    /// The automaton with this index. It replaces the production, and is compared with the production's right side.
    Automaton(usize),
}

/// A pair of residuals: the languages that remain on both sides after the same bytes.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Row {
    /// How the pair is first reached.
    pub way: Reached,
    /// Whether both sides accept the empty string. If not, neither side accepts it.
    pub accepts: bool,
    /// For each class, the index of the pair after a byte of the class.
    pub next: Vec<u32>,
}

/// How a pair is first reached.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Reached {
    /// The pair is the first one.
    Start,
    /// The pair is reached from an earlier pair by a byte of a class.
    Pair {
        /// The index of the earlier pair.
        pair: u32,
        /// The index of the class.
        class: u32,
    },
}

/// A deterministic automaton that replaces a production.
#[derive(Clone, Debug)]
pub struct Automaton {
    /// The name of the production.
    pub production: String,
    /// The automaton, which has one start.
    pub dfa: Dfa,
}

/// A pattern, with everything that determines its meaning.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PatternName {
    /// The dialect that the pattern is written in.
    pub dialect: Dialect,
    /// Whether the pattern is searched for, or must match the whole string.
    pub matching: Matching,
    /// The text of the pattern.
    pub text: String,
}

impl fmt::Display for Against {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Rule(name) => write!(f, "rule {name}"),
            Self::Pattern(number) => write!(f, "pattern {number}"),
            Self::Automaton(number) => write!(f, "automaton {number}"),
        }
    }
}

/// Prints the lines of a certificate.
impl fmt::Display for Certificate {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { production, against, classes, rows } = self;
        let (class_count, pairs) = (classes.len(), rows.len());
        writeln!(f, "production {production} {against} classes {class_count} pairs {pairs}")?;
        write_classes(f, classes)?;
        for (pair, Row { way, accepts, next }) in rows.iter().enumerate() {
            match way {
                Reached::Start => write!(f, "pair {pair} start ")?,
                Reached::Pair { pair: from, class } => write!(f, "pair {pair} {from}/{class} ")?,
            }
            write_next(f, *accepts, next)?;
        }
        Ok(())
    }
}

fn write_classes(f: &mut fmt::Formatter<'_>, classes: &[ByteSet]) -> fmt::Result {
    for (class, bytes) in classes.iter().enumerate() {
        write!(f, "class {class}")?;
        bytes.ranges().try_for_each(|(first, last)| match first == last {
            true => write!(f, " {first:02X}"),
            false => write!(f, " {first:02X}-{last:02X}"),
        })?;
        writeln!(f)?;
    }
    Ok(())
}

fn write_next(f: &mut fmt::Formatter<'_>, accepts: bool, next: &[u32]) -> fmt::Result {
    f.write_str(if accepts { "yes" } else { "no" })?;
    next.iter().try_for_each(|next| write!(f, " {next}"))?;
    writeln!(f)
}

/// Returns the bytes of each class.
fn members(classes: &Classes) -> Vec<ByteSet> {
    (0..classes.count()).map(|class| classes.members(class)).collect()
}

/// Returns the first line of a file of certificates.
#[must_use]
pub fn head() -> String {
    format!("urispec-certificate {SCHEMA}\n")
}

/// Returns the line before the certificates of a grammar. The name must not contain a space.
#[must_use]
pub fn grammar(name: &str) -> String {
    format!("grammar {name}\n")
}

/// Returns the lines of the patterns and the automata of a grammar, which precede its certificates.
#[must_use]
pub fn opening(patterns: &[&PatternName], automata: &[Automaton]) -> String {
    let patterns = patterns.iter().enumerate().map(|(number, one)| {
        let PatternName { dialect, matching, text } = one;
        format!("pattern {number} {dialect} {matching} {}\n", encoded(text))
    });
    let automata = automata.iter().enumerate();
    patterns.chain(automata.map(|(number, one)| Numbered(number, one).to_string())).collect()
}

/// An automaton and its index, displayed as lines. States are numbered breadth first.
struct Numbered<'a>(usize, &'a Automaton);

impl fmt::Display for Numbered<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self(number, Automaton { production, dfa }) = self;
        let (classes, order) = (members(dfa.classes()), dfa.reachable([dfa.start(0)]));
        let (class_count, states) = (classes.len(), order.len());
        write!(f, "automaton {number} production {production} ")?;
        writeln!(f, "classes {class_count} states {states}")?;
        write_classes(f, &classes)?;
        let mut numbers = vec![0; dfa.states()];
        order.iter().zip(0..).for_each(|(&state, number)| numbers[state as usize] = number);
        for (number, &state) in order.iter().enumerate() {
            write!(f, "state {number} ")?;
            let next: Vec<u32> =
                dfa.row(state).iter().map(|&next| numbers[next as usize]).collect();
            write_next(f, dfa.accepts(state), &next)?;
        }
        Ok(())
    }
}

/// Returns the text of a pattern as one field of a line, in ASCII and without spaces. Each `%`, and each byte outside
/// `!` to `~`, is written as `%` and two hexadecimal digits.
fn encoded(text: &str) -> String {
    let byte = |byte: u8| match byte {
        b'!'..=b'~' if byte != b'%' => char::from(byte).to_string(),
        _ => format!("%{byte:02X}"),
    };
    text.bytes().map(byte).collect()
}

// The two sides of certificates: the counterparts of each production, and automata in place of recursive productions.

/// A printed grammar, and the rules or the patterns that are the counterparts of its productions.
pub struct Grammars<'p> {
    read: Printed,
    rules: Rules,
    counterparts: Counterparts<'p>,
    solution: Option<Solution>,
}

/// The automata that replace productions, and the productions with these replacements.
struct Solution {
    automata: Vec<Automaton>,
    /// All productions, followed by the right sides of the replaced productions.
    rules: Rules,
}

enum Counterparts<'p> {
    /// The rules that transcribe productions, by the key of each production's name.
    Rules {
        pair: &'p GrammarPair,
        lowered: Box<Lowered<'p>>,
        transcribing: HashMap<String, Vec<&'p str>>,
    },
    /// Patterns, each of which is compared with each of the `productions`.
    Patterns { productions: HashSet<usize>, patterns: Vec<Compared> },
}

/// A pattern that is the counterpart of productions.
struct Compared {
    named: PatternName,
    is_in_code_units: bool,
    prepared: Result<Prepared, LanguageError>,
}

impl<'p> Grammars<'p> {
    /// Prepares a grammar and its transcription for certificates.
    #[must_use]
    pub fn new(pair: &'p GrammarPair) -> Self {
        let (transcribing, lowered) = (pair.transcriptions(), Box::new(Lowered::new(&pair.peg)));
        Self::with(pair.as_read(), |_| Counterparts::Rules { pair, lowered, transcribing })
    }

    /// Prepares a grammar for certificates that compare each of `productions` with each of `patterns`. The grammar is
    /// used with its readings. Duplicate patterns are compared once.
    #[must_use]
    pub fn from_patterns(
        read: &Printed,
        productions: &[&str],
        patterns: &[(&Pattern, Matching)],
    ) -> Self {
        let mut all: Vec<Compared> = Vec::new();
        for &(pattern, matching) in patterns {
            let (dialect, matching) = (pattern.dialect(), pattern.matching(matching));
            let named = PatternName { dialect, matching, text: pattern.text().to_owned() };
            if all.iter().all(|known| known.named != named) {
                let prepared = Prepared::new(pattern.tree(), matching);
                let is_in_code_units = pattern.is_in_code_units();
                all.push(Compared { named, is_in_code_units, prepared });
            }
        }
        Self::with(read.clone(), |rules| Counterparts::Patterns {
            productions: productions.iter().filter_map(|name| rules.place(name)).collect(),
            patterns: all,
        })
    }

    fn with(read: Printed, counterparts: impl FnOnce(&Rules) -> Counterparts<'p>) -> Self {
        let rules = Rules::new(&read);
        let counterparts = counterparts(&rules);
        Self { read, rules, counterparts, solution: None }
    }

    /// Replaces each recursive production by an automaton, if its rule has the same language and this language is
    /// regular. Only productions reachable from those in `from` are replaced; an empty list means all productions.
    ///
    /// If the certificate of any automaton would be too large, no production is replaced.
    #[must_use]
    pub fn solved(mut self, from: &[&str]) -> Self {
        self.solution = self.solution(from);
        let mut writer = Writer::new(&self);
        let mut all = self.automata().iter().enumerate();
        let has_all = all.all(|(number, one)| {
            writer.certificate(&one.production, &Against::Automaton(number)).is_ok()
        });
        drop(writer);
        if !has_all {
            self.solution = None;
        }
        self
    }

    /// Guesses the language of each recursive production from its rule. A certificate then proves that the right side
    /// of the production has the guessed language. This function checks that the equations of the grammar have one
    /// solution only, so that the productions have the guessed languages too.
    fn solution(&self, from: &[&str]) -> Option<Solution> {
        let Counterparts::Rules { pair, transcribing, .. } = &self.counterparts else {
            return None;
        };
        let Self { read, rules, .. } = self;
        let cycles = Recursion::new(rules).cycles().concat();
        let nesting = cycles.iter().filter_map(|&place| read.productions.get(place));
        let nesting = nesting.flat_map(|one| pair.runs(&one.name, transcribing));
        let nesting: Vec<&str> = nesting.map(|(rule, _)| rule).collect();
        if nesting.is_empty() {
            return None;
        }
        let decided = pair.peg.decide_only(&pair.peg.reached(nesting.into_iter()));
        let regular = report::regular(read, &decided, &|name| pair.runs(name, transcribing));
        let (mut automata, mut places) = (Vec::new(), Vec::new());
        let reaches = self.reaches(from);
        for name in read.productions.iter().map(|one| &*one.name).filter(|name| reaches(name)) {
            let key = read.notation.key(name);
            let Some((_, (dfa, state))) = regular.states().find(|(known, _)| **known == key) else {
                continue;
            };
            let place = rules.place(name).filter(|place| !places.contains(place))?;
            places.push(place);
            automata
                .push(Automaton { production: name.to_owned(), dfa: dfa.restrict_to_state(state) });
        }
        let within = Rules::new(&replaced(read, &automata).with_right_sides(read, &places));
        let stands = !automata.is_empty() && regular::is_unique(rules, &within, &places);
        stands.then_some(Solution { automata, rules: within })
    }

    fn deadline(&self) -> &Deadline {
        &self.read.deadline
    }

    /// Returns the automata that replace productions.
    #[must_use]
    pub fn automata(&self) -> &[Automaton] {
        self.solution.as_ref().map_or(&[], |solution| &solution.automata)
    }

    /// Returns the patterns that are counterparts of productions.
    #[must_use]
    pub fn patterns(&self) -> Vec<&PatternName> {
        match &self.counterparts {
            Counterparts::Rules { .. } => Vec::new(),
            Counterparts::Patterns { patterns, .. } => {
                patterns.iter().map(|one| &one.named).collect()
            }
        }
    }

    /// Returns a function that tells whether a production is reachable from the productions in `from`. If `from` is
    /// empty, every production counts as reachable.
    fn reaches(&self, from: &[&str]) -> impl Fn(&str) -> bool + use<'_, 'p> {
        let is_all = from.is_empty();
        let starts = from.iter().filter_map(|name| self.rules.place(name));
        let reached = graph::reached(&self.rules.calls, starts);
        let count = self.read.productions.len();
        move |name| {
            let place = self.rules.place(name).filter(|&place| place < count);
            place.is_some_and(|place| is_all || reached[place])
        }
    }

    /// Returns the productions that have a counterpart and are reachable from the productions in `from`, in order. If
    /// `from` is empty, it returns all productions that have a counterpart.
    #[must_use]
    pub fn compared(&self, from: &[&str]) -> Vec<&str> {
        let reaches = self.reaches(from);
        let is_compared = |place: usize| match &self.counterparts {
            Counterparts::Rules { pair, transcribing, .. } => {
                pair.is_compared(&self.read.productions[place], transcribing)
            }
            Counterparts::Patterns { productions, .. } => productions.contains(&place),
        };
        let places = (0..self.read.productions.len()).filter(|&place| is_compared(place));
        places
            .map(|place| &*self.read.productions[place].name)
            .filter(|name| reaches(name))
            .collect()
    }

    /// Returns the counterparts of a production. There is a separate certificate for each.
    #[must_use]
    pub fn against(&self, production: &str) -> Vec<Against> {
        match &self.counterparts {
            Counterparts::Rules { pair, transcribing, .. } => {
                let runs = pair.runs(production, transcribing).into_iter();
                let named = runs.map(|(rule, atomicity)| {
                    let is_twin = pair.peg.has_twin(rule) && atomicity == Atomicity::Atomic;
                    Against::Rule(if is_twin { format!("@{rule}") } else { rule.to_owned() })
                });
                named.collect()
            }
            Counterparts::Patterns { patterns, .. } => {
                (0..patterns.len()).map(Against::Pattern).collect()
            }
        }
    }

    /// Returns the index of a production, or of its right side if the counterpart is an automaton. Returns the reason
    /// if the production is undecidable.
    fn place(&self, production: &str, against: &Against) -> Result<usize, String> {
        let rules = self.solution.as_ref().map_or(&self.rules, |solution| &solution.rules);
        let place = match (against, &self.solution) {
            (Against::Automaton(number), Some(_)) => {
                rules.place(&Replaced::right_side_name(*number))
            }
            (Against::Automaton(_), None) => None,
            _ => self.rules.place(production),
        };
        let place = place.ok_or_else(|| format!("there is no production {production:?}"))?;
        rules.faults[place].as_ref().map_or(Ok(place), |fault| Err(fault.to_string()))
    }

    /// Returns the index of a rule, or the reason why the rule is undecidable.
    fn rule(&self, rule: &str) -> Result<usize, String> {
        let unknown = || format!("there is no rule {rule}");
        let Counterparts::Rules { pair, lowered, .. } = &self.counterparts else {
            return Err(unknown());
        };
        let (name, atomicity) = match rule.strip_prefix('@') {
            Some(name) => (name, Atomicity::Atomic),
            None => (rule, Atomicity::NonAtomic),
        };
        lowered.decidable(name, atomicity).ok_or_else(|| {
            let mut refused = pair.peg.refused().iter();
            let why = refused.find(|error| error.rule.as_deref() == Some(name));
            why.map_or_else(unknown, ToString::to_string)
        })
    }

    /// Returns whether a counterpart counts characters above U+FFFF as two, so that the comparison does not cover these
    /// characters.
    fn is_in_code_units(&self, against: &Against) -> bool {
        match (against, &self.counterparts) {
            (Against::Pattern(number), Counterparts::Patterns { patterns, .. }) => {
                patterns.get(*number).is_some_and(|one| one.is_in_code_units)
            }
            _ => false,
        }
    }

    /// Returns the productions, and the languages that replace some of them.
    fn system(&self) -> (&Rules, Replaced<'_>) {
        match &self.solution {
            Some(Solution { automata, rules }) => (rules, replaced(&self.read, automata)),
            None => (&self.rules, Replaced::default()),
        }
    }

    /// Returns the derivatives of the rules, if the counterparts are rules.
    fn rule_residuals(&self) -> Option<Residuals<'_>> {
        match &self.counterparts {
            Counterparts::Rules { lowered, .. } => Some(lowered.residuals()),
            Counterparts::Patterns { .. } => None,
        }
    }

    /// Returns the derivatives of the patterns, or the reason why a pattern has none.
    fn pattern_residuals(&self) -> Vec<Result<PatternResiduals<'_>, String>> {
        let Counterparts::Patterns { patterns, .. } = &self.counterparts else { return Vec::new() };
        let prepared = patterns.iter().map(|one| one.prepared.as_ref());
        prepared.map(|one| one.map(Prepared::residuals).map_err(ToString::to_string)).collect()
    }
}

fn replaced<'d>(read: &Printed, automata: &'d [Automaton]) -> Replaced<'d> {
    let mut replaced = Replaced::default();
    for Automaton { production, dfa } in automata {
        replaced.insert(read.notation.key(production), dfa, dfa.start(0));
    }
    replaced
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_text_of_a_pattern_is_encoded_as_one_field() {
        for (text, field) in [
            ("^[0-9]*$", "^[0-9]*$"),
            ("", ""),
            ("a b\t%\n", "a%20b%09%25%0A"),
            ("\\p{L}é~!", "\\p{L}%C3%A9~!"),
        ] {
            assert_eq!(encoded(text), field);
        }
    }
}

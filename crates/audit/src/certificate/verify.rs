//! Checks certificates, and says why a file of them is refused.

use std::collections::HashSet;
use std::iter::Peekable;

use super::grammars::Grammars;
use super::lines::{
    Against, Automaton, Certificate, CertificateReader, Entry, Malformed, PatternName, Reached,
    Row, Side,
};
use super::sides;
use super::sides::{Both, Sides, Split};
use super::solution::partition;

// Checks certificates.
//
// In: two grammars and [`Certificate`]s. Out: [`Verified`], how much was checked and which
// productions have no certificate; or the first [`Flaw`]. No automaton is built and nothing is
// searched for: each pair is the pair of residuals that its first way leads to, each successor is
// one derivative of each side, and it is looked up whether that is the pair that is named. So the
// work is one step for each pair and class, and what is held is one pair of numbers for each pair
// of the certificate, and the residuals that these stand for.

/// Checks the certificates of a grammar.
pub struct Verifier<'g> {
    grammars: &'g Grammars<'g>,
    sides: Sides<'g>,
    /// The productions that must have certificates.
    productions: Vec<&'g str>,
    wanted: HashSet<&'g str>,
    done: HashSet<(String, Against)>,
    pairs: usize,
}

/// The outcome of checking certificates that are all correct.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Verified {
    /// The number of productions that have a certificate with each rule that transcribes them, or
    /// with each pattern.
    pub productions: usize,
    /// The number of certificates that were checked.
    pub certificates: usize,
    /// The number of pairs in these certificates.
    pub pairs: usize,
    /// The productions without a certificate, or without one with one of their rules. With a pattern,
    /// the pattern is named too.
    pub without: Vec<String>,
}

impl<'g> Verifier<'g> {
    /// Prepares to check the certificates of what these productions reach. If no production is
    /// named, the certificates of all productions are checked.
    #[must_use]
    pub fn new(grammars: &'g Grammars<'g>, from: &[&str]) -> Self {
        let productions = grammars.compared(from);
        Self {
            grammars,
            sides: Sides::of(grammars),
            wanted: productions.iter().copied().collect(),
            productions,
            done: HashSet::new(),
            pairs: 0,
        }
    }

    /// Checks a certificate.
    ///
    /// # Errors
    /// The first flaw in it.
    pub fn check(&mut self, certificate: &Certificate) -> Result<(), Flaw> {
        let Certificate { production, against, .. } = certificate;
        let at_head = |cause| flaw(certificate, None, None, cause);
        self.is_known(production, against).map_err(at_head)?;
        let names = (production.clone(), against.clone());
        if self.done.contains(&names) {
            return Err(at_head(FlawKind::Twice));
        }
        let is_partition = partition(&certificate.classes);
        is_partition.map_err(|(byte, cause)| flaw(certificate, None, byte, cause))?;
        let numbers = self.grammars.numbers(production, against);
        let numbers = numbers.map_err(|why| at_head(FlawKind::Undecided(why)))?;
        let checked = self.sides.with_room(|sides| match sides.start(numbers) {
            Some(start) => walk(sides, start, certificate),
            None => Err(at_head(FlawKind::TooLarge)),
        });
        checked.unwrap_or_else(|| Err(at_head(FlawKind::TooLarge)))?;
        if self.grammars.is_in_code_units(against) && sides::has_pair(certificate) {
            return Err(at_head(FlawKind::CodeUnits));
        }
        self.pairs += certificate.rows.len();
        self.done.insert(names);
        Ok(())
    }

    /// Whether there can be such a certificate here.
    fn is_known(&self, production: &str, against: &Against) -> Result<(), FlawKind> {
        let automata = self.grammars.automata();
        if let Against::Automaton(number) = against {
            let stands = automata.get(*number).is_some_and(|one| one.production == production);
            return if stands { Ok(()) } else { Err(FlawKind::NotItsAutomaton(*number)) };
        }
        let is_shown = |&number: &usize| {
            let production = automata[number].production.clone();
            self.done.contains(&(production, Against::Automaton(number)))
        };
        if let Some(number) = (0..automata.len()).find(|number| !is_shown(number)) {
            return Err(FlawKind::NotShown(number));
        }
        if !self.wanted.contains(production) {
            return Err(FlawKind::Unknown);
        }
        match against {
            _ if self.grammars.against(production).contains(against) => Ok(()),
            Against::Pattern(number) => Err(FlawKind::NotItsPattern(*number)),
            Against::Automaton(number) => Err(FlawKind::NotItsAutomaton(*number)),
            Against::Rule(rule) => Err(FlawKind::NotItsRule(rule.clone())),
        }
    }

    /// Ends the check: what was checked, and what is missing.
    #[must_use]
    pub fn finish(self) -> Verified {
        let patterns = self.grammars.patterns();
        let (mut with, mut without) = (0, Vec::new());
        for &production in &self.productions {
            let against = self.grammars.against(production);
            let is_missing =
                |one: &&Against| !self.done.contains(&(production.to_owned(), (*one).clone()));
            let missing: Vec<&Against> = against.iter().filter(is_missing).collect();
            match missing[..] {
                [] if against.is_empty() => without.push(production.to_owned()),
                [] => with += 1,
                [Against::Pattern(_), ..] => without.extend(missing.iter().map(|one| match one {
                    Against::Pattern(number) => {
                        format!("{production} with {:?}", patterns[*number].text)
                    }
                    _ => production.to_owned(),
                })),
                _ => without.push(production.to_owned()),
            }
        }
        let certificates = self.done.len();
        Verified { productions: with, certificates, pairs: self.pairs, without }
    }
}

/// Checks every pair: takes both sides a step by every class.
fn walk(sides: &mut Sides<'_>, start: Both, certificate: &Certificate) -> Result<(), Flaw> {
    let Certificate { classes, rows, against, .. } = certificate;
    let side = Side::of(against);
    let at_start = |cause| flaw(certificate, Some(0), None, cause);
    match rows.first() {
        None => return Err(at_start(FlawKind::NoPair(0))),
        Some(row) if row.way != Reached::Start => {
            return Err(at_start(FlawKind::Reached(Reached::Start)));
        }
        Some(_) => {}
    }
    // What each pair is that was named so far.
    let mut pairs = vec![start];
    for (pair, row) in rows.iter().enumerate() {
        let at = |byte, cause| flaw(certificate, Some(pair), byte, cause);
        let Row { accepts: says, next, .. } = row;
        let &both = pairs.get(pair).ok_or_else(|| at(None, FlawKind::Unreached))?;
        let ends = [Side::Printed, side].into_iter().zip(sides.has_empty(both));
        if let Some((side, _)) = ends.into_iter().find(|(_, ends)| ends != says) {
            return Err(at(None, FlawKind::Ends { side, says: *says }));
        }
        if next.len() != classes.len() {
            return Err(at(
                None,
                FlawKind::Successors { named: next.len(), classes: classes.len() },
            ));
        }
        let after = sides.after_classes(both, side, classes);
        for (class, (after, &named)) in after.zip(next).enumerate() {
            let after = after.map_err(|Split { side, bytes: [byte, other] }| {
                at(Some(byte), FlawKind::Split { side, other })
            })?;
            let refuse = |cause| Err(at(classes[class].first(), cause));
            let known = match pairs.get(named as usize) {
                Some(known) => *known,
                None if named as usize >= rows.len() => return refuse(FlawKind::NoPair(named)),
                None if named as usize > pairs.len() => {
                    return refuse(FlawKind::Ahead { named, next: pairs.len() });
                }
                None => {
                    let way = Reached::Pair { pair: pair as u32, class: class as u32 };
                    if rows[named as usize].way != way {
                        let named = Some(named as usize);
                        return Err(flaw(certificate, named, None, FlawKind::Reached(way)));
                    }
                    pairs.push(after);
                    after
                }
            };
            if after.printed != known.printed {
                return refuse(FlawKind::Successor { side: Side::Printed, named });
            }
            if after.other != known.other {
                return refuse(FlawKind::Successor { side, named });
            }
        }
    }
    Ok(())
}

/// Makes a flaw. A flaw in a pair is on the line of the pair, another on the first line of the
/// certificate.
fn flaw(certificate: &Certificate, pair: Option<usize>, byte: Option<u8>, cause: FlawKind) -> Flaw {
    let below = pair.map_or(0, |pair| 1 + certificate.classes.len() + pair);
    let (line, production) = (certificate.line + below, certificate.production.clone());
    Flaw { line, production, pair, byte, cause }
}

// Checks a whole file of certificates.
//
// In: the text of the file, and the grammars that it shall be about. Out: for each of these what
// was [`Verified`], or the first [`Refusal`]. The file is read and checked at once, certificate by
// certificate, and no certificate is kept.

/// Two grammars, or a grammar and patterns, and the names by which a file of certificates may call
/// them.
pub struct Named<'g> {
    /// The names.
    pub names: Vec<&'g str>,
    /// The grammars.
    pub grammars: &'g Grammars<'g>,
}

/// Checks the certificates of the given grammars. Every production that `from` reaches must have
/// one; if `from` is empty, every production must.
///
/// # Errors
/// The first thing in the file that is not as it should be. That a production has no certificate is
/// no error, but is said in [`Verified::without`].
pub fn verify(text: &str, given: &[Named<'_>], from: &[&str]) -> Result<Vec<Verified>, Refusal> {
    let mut found: Vec<Option<Verified>> = vec![None; given.len()];
    let mut entries = CertificateReader::new(text)?.peekable();
    while let Some(entry) = entries.next() {
        let (line, name) = match entry? {
            Entry::Grammar { line, name } => (line, name),
            Entry::Certificate(certificate) => {
                return Err(Refusal::Nameless { line: certificate.line });
            }
            Entry::Automaton(Automaton { line, .. }) | Entry::Pattern { line, .. } => {
                return Err(Refusal::Nameless { line });
            }
        };
        let Some(at) = given.iter().position(|one| one.names.contains(&&*name)) else {
            let expected = given.iter().map(|one| one.names.join(" or "));
            return Err(Refusal::Other { line, name, expected: expected.collect() });
        };
        if found[at].is_some() {
            return Err(Refusal::Twice { line, name });
        }
        found[at] = Some(of_grammar(&mut entries, line, given[at].grammars, from)?);
    }
    let missing = |at: usize| Refusal::Missing { name: given[at].names.join(" or ") };
    found.into_iter().enumerate().map(|(at, one)| one.ok_or_else(|| missing(at))).collect()
}

/// Checks the certificates of one grammar, up to the line of the next grammar.
fn of_grammar(
    entries: &mut Peekable<CertificateReader<'_>>,
    line: usize,
    grammars: &Grammars<'_>,
    from: &[&str],
) -> Result<Verified, Refusal> {
    let (mut patterns, mut automata) = (Vec::new(), Vec::new());
    let is_opening = |entry: &Result<Entry, _>| {
        matches!(entry, Err(_) | Ok(Entry::Pattern { .. } | Entry::Automaton(_)))
    };
    let mut last = line;
    while let Some(entry) = entries.next_if(is_opening) {
        match entry? {
            Entry::Pattern { line, pattern } => {
                patterns.push(pattern);
                last = line;
                is_given(&patterns, line, grammars)?;
            }
            Entry::Automaton(automaton) => automata.push(automaton),
            Entry::Grammar { .. } | Entry::Certificate(_) => {}
        }
    }
    if patterns.len() < grammars.patterns().len() {
        let number = patterns.len();
        let expected = grammars.patterns().get(number).map(|&one| one.clone());
        return Err(Refusal::OtherPattern { line: last, number, expected });
    }
    let grammars = grammars.solved_by(automata)?;
    let mut verifier = Verifier::new(&grammars, from);
    let is_within = |entry: &Result<Entry, _>| !matches!(entry, Ok(Entry::Grammar { .. }));
    while let Some(entry) = entries.next_if(is_within) {
        match entry? {
            Entry::Certificate(certificate) => verifier.check(&certificate)?,
            Entry::Pattern { line, .. }
            | Entry::Automaton(Automaton { line, .. })
            | Entry::Grammar { line, .. } => return Err(Refusal::Late { line }),
        }
    }
    Ok(verifier.finish())
}

/// Whether the last pattern of a file is the one that was given.
fn is_given(patterns: &[PatternName], line: usize, grammars: &Grammars<'_>) -> Result<(), Refusal> {
    let number = patterns.len() - 1;
    let expected = grammars.patterns().get(number).map(|&one| one.clone());
    match expected.as_ref() == patterns.last() {
        true => Ok(()),
        false => Err(Refusal::OtherPattern { line, number, expected }),
    }
}

// Why a file of certificates is refused.
//
// In: what the reader or the checker found. Out: its place, in the file and in the proof, and a
// sentence. A name or a field that is repeated from the file has what no terminal shows escaped.

/// The reason why a file of certificates is refused.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum Refusal {
    /// A line does not follow the format.
    #[error(transparent)]
    Malformed(#[from] Malformed),
    /// A certificate is wrong.
    #[error(transparent)]
    Flaw(#[from] Flaw),
    /// The name of a grammar is missing after the first line.
    #[error("a certificate before any line `grammar NAME`")]
    Nameless {
        /// The line, counted from 1.
        line: usize,
    },
    /// The file has certificates of a grammar that was not given.
    #[error("these are the certificates of {name:?}, and to be checked are those of {}", expected.join(", "))]
    Other {
        /// The line, counted from 1.
        line: usize,
        /// The name of the grammar.
        name: String,
        /// The names of the grammars that are given.
        expected: Vec<String>,
    },
    /// The file has the certificates of a grammar twice.
    #[error("the certificates of {name:?} are here for the second time")]
    Twice {
        /// The line, counted from 1.
        line: usize,
        /// The name of the grammar.
        name: String,
    },
    /// The patterns of the file are not those that were given.
    #[error("pattern {number} {}", to_be_checked(expected.as_ref()))]
    OtherPattern {
        /// The line, counted from 1.
        line: usize,
        /// The number of the first pattern that differs.
        number: usize,
        /// The pattern that was given, if there is one of that number.
        expected: Option<PatternName>,
    },
    /// What stands before the certificates of a grammar comes after one of them.
    #[error("patterns and automata stand before the certificates")]
    Late {
        /// The line, counted from 1.
        line: usize,
    },
    /// The file has no certificates of a given grammar.
    #[error("there are no certificates of {name}")]
    Missing {
        /// The name of the grammar.
        name: String,
    },
}

impl Refusal {
    /// The line of the file, counted from 1. There is none where something is missing.
    #[must_use]
    pub fn line(&self) -> Option<usize> {
        match self {
            Self::Malformed(Malformed { line, .. })
            | Self::Flaw(Flaw { line, .. })
            | Self::Nameless { line }
            | Self::Late { line }
            | Self::OtherPattern { line, .. }
            | Self::Other { line, .. }
            | Self::Twice { line, .. } => Some(*line),
            Self::Missing { .. } => None,
        }
    }
}

/// A certificate that is wrong, and where.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{}: {cause}", place(production, *pair, *byte))]
#[non_exhaustive]
pub struct Flaw {
    /// The line of the file, counted from 1.
    pub line: usize,
    /// The production.
    pub production: String,
    /// The number of the pair, if the flaw is in a pair.
    pub pair: Option<usize>,
    /// The byte after which the flaw is, if it is after one.
    pub byte: Option<u8>,
    /// The kind of the flaw.
    pub cause: FlawKind,
}

/// The kind of a flaw in a certificate.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum FlawKind {
    /// The grammar has no such production, or it is none of those that were asked for.
    #[error("the grammar has no such production, or it was not asked for")]
    Unknown,
    /// The rule does not transcribe the production.
    #[error("no rule {0:?} transcribes this production")]
    NotItsRule(String),
    /// The grammar is not compared with a pattern of that number, or with no pattern at all.
    #[error("this production is not compared with a pattern {0}")]
    NotItsPattern(usize),
    /// No automaton of that number stands for the production.
    #[error("no automaton {0} stands for this production")]
    NotItsAutomaton(usize),
    /// The file has another certificate of the same production and rule, pattern or automaton; or
    /// another automaton of the production.
    #[error("there is a certificate or an automaton of this production already")]
    Twice,
    /// The automata could stand for productions and not have their languages.
    #[error(
        "the automata prove nothing: a production that one stands for derives itself alone, or leaves \
         out what calls the production"
    )]
    NotUnique,
    /// A certificate rests on an automaton whose own certificate has not come yet.
    #[error("the certificate of automaton {0} has to come first")]
    NotShown(usize),
    /// A state of an automaton does not exist.
    #[error("there is no state {0}")]
    NoState(u32),
    /// The pattern is one of UTF-16, and the certificate has a string with a character that is two
    /// there.
    #[error("characters above U+FFFF are two in the pattern, and the certificate has one")]
    CodeUnits,
    /// The production, or the rule, cannot be decided.
    #[error("there can be no certificate: {0}")]
    Undecided(String),
    /// The derivatives are too large to check.
    #[error("the derivatives are too large")]
    TooLarge,
    /// A class has no byte.
    #[error("class {0} has no byte")]
    NoByte(usize),
    /// A byte is in no class.
    #[error("the byte is in no class")]
    NoClass,
    /// A byte is in two classes.
    #[error("the byte is in two classes")]
    TwoClasses,
    /// A side reads different things after two bytes of one class.
    #[error("{} tells the byte from 0x{other:02X}, and both are of one class", side.name())]
    Split {
        /// The side that tells the bytes apart.
        side: Side,
        /// The other byte of the class.
        other: u8,
    },
    /// A side may end where the pair says that it may not, or may not end where the pair says that
    /// it may.
    #[error("{} {} end here, and the pair says `{}`", side.name(), can(!says), yes(*says))]
    Ends {
        /// The side that contradicts the pair.
        side: Side,
        /// Whether the pair says that its sides may end.
        says: bool,
    },
    /// After a byte, a side is not what the named pair has on that side.
    #[error("the derivative of {} is not that of pair {named}", side.name())]
    Successor {
        /// The side that differs.
        side: Side,
        /// The number of the named pair.
        named: u32,
    },
    /// A pair does not name one successor for each class.
    #[error("{named} successors, and there are {classes} classes")]
    Successors {
        /// The number of named successors.
        named: usize,
        /// The number of classes.
        classes: usize,
    },
    /// A named pair does not exist.
    #[error("there is no pair {0}")]
    NoPair(u32),
    /// A pair is named before a pair with a smaller number.
    #[error("pair {named} is named before pair {next} is")]
    Ahead {
        /// The pair that is named.
        named: u32,
        /// The pair that has to be named first.
        next: usize,
    },
    /// The pair is first reached in another way than it says.
    #[error("the pair is first reached by {0}, and names another way")]
    Reached(Reached),
    /// Nothing leads to a pair.
    #[error("no earlier pair leads to this pair")]
    Unreached,
}

impl Side {
    fn name(self) -> &'static str {
        match self {
            Self::Printed => "the production",
            Self::Rule => "the rule",
            Self::Pattern => "the pattern",
            Self::Automaton => "the automaton",
        }
    }
}

fn to_be_checked(expected: Option<&PatternName>) -> String {
    match expected {
        None => "is none of those to be checked".to_owned(),
        Some(PatternName { dialect, matching, text }) => {
            format!("is not the one to be checked: {dialect}, {matching}, {text:?}")
        }
    }
}

fn can(can: bool) -> &'static str {
    if can { "may" } else { "may not" }
}

fn yes(yes: bool) -> &'static str {
    if yes { "yes" } else { "no" }
}

fn place(production: &str, pair: Option<usize>, byte: Option<u8>) -> String {
    // Names are as a file has them, who knows from where.
    let mut place = production.escape_debug().to_string();
    place.extend(pair.map(|pair| format!(", pair {pair}")));
    place.extend(byte.map(|byte| format!(", byte 0x{byte:02X}")));
    place
}

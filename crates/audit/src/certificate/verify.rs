//! Checks certificates.
//!
//! In: two grammars and [`Certificate`]s. Out: [`Verified`], how much was checked and which
//! productions have no certificate; or the first [`Flaw`]. No automaton is built and nothing is
//! searched for: each pair is the pair of residuals that its first way leads to, each successor is
//! one derivative of each side, and it is looked up whether that is the pair that is named. So the
//! work is one step for each pair and class, and what is held is one pair of numbers for each pair
//! of the certificate, and the residuals that these stand for.

use std::collections::HashSet;

use super::code_units;
use super::flaw::{Flaw, FlawKind};
use super::grammars::Grammars;
use super::lines::{Against, Certificate, Reached, Row, Side};
use super::sides::{Both, Sides, Split};
use super::solution::partition;

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
        if self.grammars.is_in_code_units(against) && code_units::has_pair(certificate) {
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

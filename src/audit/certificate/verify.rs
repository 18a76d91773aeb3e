//! Checks certificates.
//!
//! In: two grammars and [`Certificate`]s. Out: [`Verified`], how much was checked and which
//! productions have no certificate; or the first [`Flaw`]. No automaton is built and nothing is
//! searched for: each pair is the pair of residuals that its first way leads to, each successor is
//! one derivative of each side, and it is looked up whether that is the pair that is named. So the
//! work is one step for each pair and class, and what is held is one pair of numbers for each pair
//! of the certificate, and the residuals that these stand for.

use std::collections::HashSet;

use super::flaw::{Flaw, FlawKind};
use super::sides::{Both, Grammars, Side, Sides, Split};
use super::{Certificate, Row, Way};

/// Checks the certificates of a grammar.
pub struct Verifier<'g> {
    grammars: &'g Grammars<'g>,
    sides: Sides<'g>,
    /// The productions that must have certificates.
    productions: Vec<&'g str>,
    wanted: HashSet<&'g str>,
    done: HashSet<(String, String)>,
    pairs: usize,
}

/// The outcome of checking certificates that are all correct.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Verified {
    /// The number of productions that have a certificate for each rule that transcribes them.
    pub productions: usize,
    /// The number of certificates that were checked.
    pub certificates: usize,
    /// The number of pairs in these certificates.
    pub pairs: usize,
    /// The productions without a certificate, or without one for one of their rules.
    pub without: Vec<String>,
}

impl<'g> Verifier<'g> {
    /// Prepares to check the certificates of what these productions reach. If no production is
    /// named, the certificates of all productions are checked.
    #[must_use]
    pub fn of(grammars: &'g Grammars<'g>, from: &[&str]) -> Self {
        let productions = grammars.reached(from);
        Self {
            grammars,
            sides: grammars.sides(),
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
        let Certificate { production, rule, .. } = certificate;
        let at_head = |cause| flaw(certificate, None, None, cause);
        if !self.wanted.contains(&**production) {
            return Err(at_head(FlawKind::Unknown));
        }
        if !self.grammars.rules_of(production).contains(rule) {
            return Err(at_head(FlawKind::NotItsRule(rule.clone())));
        }
        let names = (production.clone(), rule.clone());
        if self.done.contains(&names) {
            return Err(at_head(FlawKind::Twice));
        }
        partition(certificate)?;
        let numbers = self.grammars.numbers(production, rule);
        let numbers = numbers.map_err(|why| at_head(FlawKind::Undecided(why)))?;
        let checked = self.sides.with_room(|sides| {
            let start = sides.start(numbers);
            walk(sides, start, certificate)
        });
        checked.unwrap_or_else(|| Err(at_head(FlawKind::TooLarge)))?;
        self.pairs += certificate.rows.len();
        self.done.insert(names);
        Ok(())
    }

    /// Ends the check: what was checked, and what is missing.
    #[must_use]
    pub fn finish(self) -> Verified {
        let is_done = |production: &&&str| {
            let rules = self.grammars.rules_of(production);
            let done =
                |rule: &String| self.done.contains(&((**production).to_owned(), rule.clone()));
            !rules.is_empty() && rules.iter().all(done)
        };
        let (with, without): (Vec<&str>, Vec<&str>) =
            self.productions.iter().partition(|production| is_done(production));
        Verified {
            productions: with.len(),
            certificates: self.done.len(),
            pairs: self.pairs,
            without: without.into_iter().map(str::to_owned).collect(),
        }
    }
}

/// Checks that every byte is in exactly one class, and that every class has a byte.
fn partition(certificate: &Certificate) -> Result<(), Flaw> {
    let mut seen = [false; 256];
    for (class, bytes) in certificate.classes.iter().enumerate() {
        if bytes.is_empty() {
            return Err(flaw(certificate, None, None, FlawKind::NoByte(class)));
        }
        for byte in bytes.iter() {
            if std::mem::replace(&mut seen[usize::from(byte)], true) {
                return Err(flaw(certificate, None, Some(byte), FlawKind::TwoClasses));
            }
        }
    }
    match (0..=u8::MAX).find(|&byte| !seen[usize::from(byte)]) {
        Some(byte) => Err(flaw(certificate, None, Some(byte), FlawKind::NoClass)),
        None => Ok(()),
    }
}

/// Checks every pair: takes both sides a step by every class.
fn walk(sides: &mut Sides<'_>, start: Both, certificate: &Certificate) -> Result<(), Flaw> {
    let Certificate { classes, rows, .. } = certificate;
    let at_start = |cause| flaw(certificate, Some(0), None, cause);
    match rows.first() {
        None => return Err(at_start(FlawKind::NoPair(0))),
        Some(row) if row.way != Way::Start => return Err(at_start(FlawKind::Way(Way::Start))),
        Some(_) => {}
    }
    // What each pair is that was named so far.
    let mut pairs = vec![start];
    for (pair, row) in rows.iter().enumerate() {
        let at = |byte, cause| flaw(certificate, Some(pair), byte, cause);
        let Row { accepts: says, next, .. } = row;
        let &both = pairs.get(pair).ok_or_else(|| at(None, FlawKind::Unreached))?;
        let ends = [Side::Printed, Side::Pest].into_iter().zip(sides.has_empty(both));
        if let Some((side, _)) = ends.into_iter().find(|(_, ends)| ends != says) {
            return Err(at(None, FlawKind::Ends { side, says: *says }));
        }
        if next.len() != classes.len() {
            return Err(at(
                None,
                FlawKind::Successors { named: next.len(), classes: classes.len() },
            ));
        }
        let after = sides.after_classes(both, classes);
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
                    let way = Way::Pair { pair: pair as u32, class: class as u32 };
                    if rows[named as usize].way != way {
                        let named = Some(named as usize);
                        return Err(flaw(certificate, named, None, FlawKind::Way(way)));
                    }
                    pairs.push(after);
                    after
                }
            };
            if after.printed != known.printed {
                return refuse(FlawKind::Successor { side: Side::Printed, named });
            }
            if after.pest != known.pest {
                return refuse(FlawKind::Successor { side: Side::Pest, named });
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

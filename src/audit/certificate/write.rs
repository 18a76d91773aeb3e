//! Writes certificates.
//!
//! In: a production and a rule that were decided equal. Out: a [`Certificate`], all pairs of
//! residuals that the same bytes lead both to. The search is made anew, over derivatives and not
//! over the minimal automata that the verdict came from: a pair of states of these has no other
//! name than its number, and nobody could take the derivative of a number.

use std::collections::{HashMap, HashSet};
use std::fmt;

use super::sides::{Both, Grammars, Sides};
use super::{Certificate, ENTRIES, PAIR, Row, SCHEMA, Way};
use crate::audit::bytes::{ByteSet, Classes};

/// Makes the certificates of a grammar.
pub struct Writer<'g> {
    grammars: &'g Grammars<'g>,
    sides: Sides<'g>,
}

/// The reason why a production has no certificate.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum NoCertificate {
    /// The production, or the rule, cannot be decided.
    #[error("{0}")]
    Undecided(String),
    /// After some bytes only one of the two may end.
    #[error("the production and the rule are not equal")]
    NotEqual,
    /// There are too many pairs, or their derivatives are too large.
    #[error("the pairs are too many, or their derivatives too large")]
    TooLarge,
}

/// A pair of residuals as the search first met it.
struct Met {
    accepts: bool,
    /// The numbers of the pairs after each byte: sets that divide all bytes among them.
    after: Vec<(ByteSet, u32)>,
}

impl<'g> Writer<'g> {
    /// Prepares to write the certificates of a grammar.
    #[must_use]
    pub fn of(grammars: &'g Grammars<'g>) -> Self {
        Self { grammars, sides: grammars.sides() }
    }

    /// The rules that transcribe a production, with `@` before a rule as an atomic rule runs it. The
    /// production has one certificate with each.
    #[must_use]
    pub fn rules_of(&self, production: &str) -> Vec<String> {
        self.grammars.rules_of(production)
    }

    /// Makes the certificate of a production and a rule.
    ///
    /// # Errors
    /// When there is none.
    pub fn certificate(
        &mut self,
        production: &str,
        rule: &str,
    ) -> Result<Certificate, NoCertificate> {
        let numbers = self.grammars.numbers(production, rule).map_err(NoCertificate::Undecided)?;
        let met = self.sides.with_room(|sides| {
            let start = sides.start(numbers);
            explore(sides, start)
        });
        let met = met.unwrap_or(Err(NoCertificate::TooLarge))?;
        let sets: HashSet<ByteSet> =
            met.iter().flat_map(|one| &one.after).map(|&(bytes, _)| bytes).collect();
        let classes = Classes::refine(sets);
        if met.len().saturating_mul(classes.count()) > ENTRIES {
            return Err(NoCertificate::TooLarge);
        }
        Ok(Certificate {
            line: 0,
            production: production.to_owned(),
            rule: rule.to_owned(),
            classes: (0..classes.count()).map(|class| classes.members(class)).collect(),
            rows: number(&met, &classes),
        })
    }
}

/// All pairs that the same bytes lead to. The starting pair is first.
fn explore(sides: &mut Sides<'_>, start: Both) -> Result<Vec<Met>, NoCertificate> {
    let (mut numbers, mut pairs) = (HashMap::from([(start, 0)]), vec![start]);
    let (mut met, mut entries) = (Vec::new(), 0);
    while let Some(&both) = pairs.get(met.len()) {
        let [printed, pest] = sides.has_empty(both);
        if printed != pest {
            return Err(NoCertificate::NotEqual);
        }
        let mut after: HashMap<u32, ByteSet> = HashMap::new();
        for (bytes, next) in sides.after(both) {
            let fresh = pairs.len() as u32; // fewer than entries
            let number = *numbers.entry(next).or_insert(fresh);
            if number == fresh {
                pairs.push(next);
            }
            let known = after.entry(number).or_default();
            *known = known.union(bytes);
        }
        entries += after.len() + PAIR;
        if entries > ENTRIES || sides.is_exhausted() {
            return Err(NoCertificate::TooLarge);
        }
        met.push(Met { accepts: printed, after: after.into_iter().map(|(n, b)| (b, n)).collect() });
    }
    Ok(met)
}

/// The rows of a certificate, in the order in which they name one another, class by class.
fn number(met: &[Met], classes: &Classes) -> Vec<Row> {
    let mut numbers: Vec<Option<u32>> = vec![None; met.len()];
    numbers[0] = Some(0);
    let (mut order, mut reached) = (vec![0_usize], vec![Way::Start]);
    let mut rows: Vec<Row> = Vec::with_capacity(met.len());
    while let Some(&at) = order.get(rows.len()) {
        let Met { accepts, after } = &met[at];
        let mut by_byte = [0; 256];
        for &(bytes, next) in after {
            bytes.iter().for_each(|byte| by_byte[usize::from(byte)] = next as usize);
        }
        let mut next = Vec::with_capacity(classes.count());
        for (&byte, class) in classes.representatives().iter().zip(0..) {
            let to = by_byte[usize::from(byte)];
            let number = *numbers[to].get_or_insert_with(|| {
                order.push(to);
                reached.push(Way::Pair { pair: rows.len() as u32, class });
                order.len() as u32 - 1
            });
            next.push(number);
        }
        rows.push(Row { way: reached[rows.len()], accepts: *accepts, next });
    }
    rows
}

/// Prints the lines of a certificate; see the [format](super#the-format).
impl fmt::Display for Certificate {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { production, rule, classes, rows, .. } = self;
        let (class_count, pairs) = (classes.len(), rows.len());
        writeln!(f, "production {production} rule {rule} classes {class_count} pairs {pairs}")?;
        for (class, bytes) in classes.iter().enumerate() {
            write!(f, "class {class}")?;
            bytes.ranges().try_for_each(|(first, last)| match first == last {
                true => write!(f, " {first:02X}"),
                false => write!(f, " {first:02X}-{last:02X}"),
            })?;
            writeln!(f)?;
        }
        for (pair, Row { way, accepts, next }) in rows.iter().enumerate() {
            write!(f, "pair {pair} {way} {}", if *accepts { "yes" } else { "no" })?;
            next.iter().try_for_each(|next| write!(f, " {next}"))?;
            writeln!(f)?;
        }
        Ok(())
    }
}

impl fmt::Display for Way {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Start => f.write_str("start"),
            Self::Pair { pair, class } => write!(f, "{pair}/{class}"),
        }
    }
}

/// The first line of a file of certificates.
#[must_use]
pub fn head() -> String {
    format!("urispec-certificate {SCHEMA}\n")
}

/// The line before the certificates of a grammar. The name must not contain a space.
#[must_use]
pub fn grammar(name: &str) -> String {
    format!("grammar {name}\n")
}

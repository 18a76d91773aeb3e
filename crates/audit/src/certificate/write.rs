//! Writes certificates.
//!
//! In: a production, and a rule or a pattern that was decided equal to it. Out: a [`Certificate`], all pairs of
//! residuals that the same bytes lead both to. The search is made anew, over derivatives and not
//! over the minimal automata that the verdict came from: a pair of states of these has no other
//! name than its number, and nobody could take the derivative of a number.

use grammar_automata::build::{ByteSet, Classes, Deadline};
use rustc_hash::{FxHashMap as HashMap, FxHashSet as HashSet};

use super::grammars::Grammars;
use super::lines::{Against, Certificate, Reached, Row};
use super::sides::{Both, Sides};
use super::{ENTRIES, PAIR, sides};

/// Makes the certificates of a grammar.
pub struct Writer<'g> {
    grammars: &'g Grammars<'g>,
    sides: Sides<'g>,
}

/// The reason why a production has no certificate.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum NoCertificate {
    /// The production, or what it is compared with, cannot be decided.
    #[error("{0}")]
    Undecided(String),
    /// After some bytes only one of the two may end.
    #[error("the production and what it is compared with are not equal")]
    NotEqual,
    /// Characters above U+FFFF are two in the pattern, and the production has one.
    #[error("characters above U+FFFF are two in the pattern, and the production has one")]
    CodeUnits,
    /// There are too many pairs, or their derivatives are too large.
    #[error("the pairs are too many, or their derivatives too large")]
    TooLarge,
}

/// The memory that a successor of a pair takes, in bytes.
const ENTRY: usize = 40;

/// A pair of residuals as the search first met it.
struct Met {
    accepts: bool,
    /// The numbers of the pairs after each byte: sets that divide all bytes among them.
    after: Vec<(ByteSet, u32)>,
}

impl<'g> Writer<'g> {
    /// Prepares to write the certificates of a grammar.
    #[must_use]
    pub fn new(grammars: &'g Grammars<'g>) -> Self {
        Self { grammars, sides: Sides::of(grammars) }
    }

    /// What a production is compared with: rules or patterns. The production has one certificate with
    /// each.
    #[must_use]
    pub fn against(&self, production: &str) -> Vec<Against> {
        self.grammars.against(production)
    }

    /// Makes the certificate of a production and what it is compared with.
    ///
    /// # Errors
    /// When there is none.
    pub fn certificate(
        &mut self,
        production: &str,
        against: &Against,
    ) -> Result<Certificate, NoCertificate> {
        let numbers = self.grammars.numbers(production, against);
        let numbers = numbers.map_err(NoCertificate::Undecided)?;
        let met = self.sides.with_room(|sides| {
            let start = sides.start(numbers).ok_or(NoCertificate::TooLarge)?;
            explore(sides, start, self.grammars.deadline())
        });
        let met = met.unwrap_or(Err(NoCertificate::TooLarge))?;
        let sets: HashSet<ByteSet> =
            met.iter().flat_map(|one| &one.after).map(|&(bytes, _)| bytes).collect();
        let classes = Classes::refine(sets);
        if met.len().saturating_mul(classes.count()) > ENTRIES {
            return Err(NoCertificate::TooLarge);
        }
        let certificate = Certificate {
            line: 0,
            production: production.to_owned(),
            against: against.clone(),
            classes: (0..classes.count()).map(|class| classes.members(class)).collect(),
            rows: number(&met, &classes),
        };
        if self.grammars.is_in_code_units(against) && sides::has_pair(&certificate) {
            return Err(NoCertificate::CodeUnits);
        }
        Ok(certificate)
    }
}

/// All pairs that the same bytes lead to. The starting pair is first.
fn explore(
    sides: &mut Sides<'_>,
    start: Both,
    deadline: &Deadline,
) -> Result<Vec<Met>, NoCertificate> {
    let mut held = deadline.hold();
    let (mut numbers, mut pairs) = (HashMap::from_iter([(start, 0)]), vec![start]);
    let (mut met, mut entries) = (Vec::new(), 0);
    while let Some(&both) = pairs.get(met.len()) {
        let [printed, other] = sides.has_empty(both);
        if printed != other {
            return Err(NoCertificate::NotEqual);
        }
        let mut after: HashMap<u32, ByteSet> = HashMap::default();
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
        if !held.set(sides.bytes() + ENTRY * entries) || deadline.has_passed() {
            return Err(NoCertificate::Undecided(deadline.to_string()));
        }
        met.push(Met { accepts: printed, after: after.into_iter().map(|(n, b)| (b, n)).collect() });
    }
    Ok(met)
}

/// The rows of a certificate, in the order in which they name one another, class by class.
fn number(met: &[Met], classes: &Classes) -> Vec<Row> {
    let mut numbers: Vec<Option<u32>> = vec![None; met.len()];
    numbers[0] = Some(0);
    let (mut order, mut reached) = (vec![0_usize], vec![Reached::Start]);
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
                reached.push(Reached::Pair { pair: rows.len() as u32, class });
                order.len() as u32 - 1
            });
            next.push(number);
        }
        rows.push(Row { way: reached[rows.len()], accepts: *accepts, next });
    }
    rows
}

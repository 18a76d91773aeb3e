//! Writes certificates. The search for a difference is repeated over derivatives, not over the minimal automata of the
//! verdict. A checker can compute derivatives, but not the states of these automata.

use std::collections::BTreeMap;
use std::rc::Rc;

use grammar_automata::build::{ByteSet, Classes, Deadline};
use grammar_notation::engine;
use grammar_notation::engine::{Expr, Exprs, Replaced, Rules};
use grammar_peg::engine::{Residual, Residuals};
use grammar_regex::engine::{PatternResidual, PatternResiduals};
use rustc_hash::{FxHashMap as HashMap, FxHashSet as HashSet};

use super::{Against, Certificate, ENTRIES, Grammars, PAIR, Reached, Row, members};

/// A writer of the certificates of a grammar.
pub struct Writer<'g> {
    grammars: &'g Grammars<'g>,
    sides: Sides<'g>,
}

/// The reason why a production has no certificate.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum NoCertificate {
    /// The production or its counterpart cannot be decided.
    #[error("{0}")]
    Undecided(String),
    /// The production and its counterpart accept different strings.
    #[error(
        "the production and the rule or pattern that it is compared with accept different strings"
    )]
    NotEqual,
    /// The pattern counts a character above U+FFFF as two, and the production contains such a character.
    #[error(
        "the pattern counts a character above U+FFFF as two, and the production contains such a character"
    )]
    CodeUnits,
    /// There are too many pairs of residuals, or their derivatives are too large.
    #[error("there are too many pairs of residuals, or their derivatives are too large")]
    TooLarge,
}

/// The memory of one successor of a pair of residuals, in bytes.
const ENTRY: usize = 40;

/// A pair of residuals that the search has visited.
struct Met {
    accepts: bool,
    /// A partition of all bytes into sets. Each set has the index of the pair that follows any of its bytes.
    after: Vec<(ByteSet, u32)>,
}

impl<'g> Writer<'g> {
    /// Prepares to write the certificates of a grammar.
    #[must_use]
    pub fn new(grammars: &'g Grammars<'g>) -> Self {
        Self { grammars, sides: Sides::of(grammars) }
    }

    /// Writes the certificate of a production and its counterpart.
    ///
    /// # Errors
    /// Returns the reason if there is no certificate.
    pub fn certificate(
        &mut self,
        production: &str,
        against: &Against,
    ) -> Result<Certificate, NoCertificate> {
        let mut explored = Err(NoCertificate::TooLarge);
        // If earlier work has exhausted the memory of a side, the search is restarted once.
        for _ in 0..2 {
            let start = self.sides.start(production, against);
            let start = start.map_err(NoCertificate::Undecided)?;
            let found = explore(&mut self.sides, start, self.grammars.deadline());
            if !self.sides.is_exhausted() {
                explored = found;
                break;
            }
            self.sides = Sides::of(self.grammars);
        }
        let met = explored?;
        let sets: HashSet<ByteSet> =
            met.iter().flat_map(|one| &one.after).map(|&(bytes, _)| bytes).collect();
        let classes = Classes::refine(sets);
        if met.len().saturating_mul(classes.count()) > ENTRIES {
            return Err(NoCertificate::TooLarge);
        }
        let certificate = Certificate {
            production: production.to_owned(),
            against: against.clone(),
            classes: members(&classes),
            rows: number(&met, &classes),
        };
        if self.grammars.is_in_code_units(against) && has_pair(&certificate) {
            return Err(NoCertificate::CodeUnits);
        }
        Ok(certificate)
    }
}

/// Returns all pairs of residuals that the two sides reach by the same bytes, beginning with the pair `start`.
fn explore(
    sides: &mut Sides<'_>,
    start: Both,
    deadline: &Deadline,
) -> Result<Vec<Met>, NoCertificate> {
    let mut held = deadline.hold();
    let (mut numbers, mut pairs) = (HashMap::from_iter([(start, 0)]), vec![start]);
    let (mut met, mut entries) = (Vec::new(), 0);
    while let Some(&both) = pairs.get(met.len()) {
        let ([printed, other], successors) = sides.derive(both);
        if printed != other {
            return Err(NoCertificate::NotEqual);
        }
        let mut after: HashMap<u32, ByteSet> = HashMap::default();
        for (bytes, next) in successors {
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
        if !held.set(sides.productions.bytes() + ENTRY * entries) || deadline.has_passed() {
            return Err(NoCertificate::Undecided(deadline.to_string()));
        }
        met.push(Met { accepts: printed, after: after.into_iter().map(|(n, b)| (b, n)).collect() });
    }
    Ok(met)
}

/// Returns the rows of a certificate, numbered in the order in which earlier rows first refer to them.
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

// Both sides, one derivative at a time.

/// The residuals of both sides after the same bytes.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
struct Both {
    printed: ExprSet,
    other: OtherResidual,
}

/// The residual of the counterpart (a rule, a pattern or an automaton) after some bytes.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
enum OtherResidual {
    Rule(Residual),
    /// The index of a pattern, and the residual of the pattern.
    Pattern(usize, PatternResidual),
    /// The index of an automaton, and the state of the automaton.
    Automaton(usize, u32),
}

/// The two sides of a certificate, computed one derivative at a time. One side is a production, or its right side with
/// automata in place of calls. The other side is the counterpart: a rule, a pattern or an automaton.
struct Sides<'g> {
    grammars: &'g Grammars<'g>,
    productions: ProductionResiduals<'g>,
    rules: Option<Residuals<'g>>,
    patterns: Vec<Result<PatternResiduals<'g>, String>>,
}

impl<'g> Sides<'g> {
    fn of(grammars: &'g Grammars<'g>) -> Self {
        let (rules, replaced) = grammars.system();
        Self {
            grammars,
            productions: ProductionResiduals::of(rules, &replaced),
            rules: grammars.rule_residuals(),
            patterns: grammars.pattern_residuals(),
        }
    }

    fn is_exhausted(&self) -> bool {
        self.productions.is_exhausted
            || self.rules.as_ref().is_some_and(Residuals::is_exhausted)
            || self.patterns.iter().flatten().any(PatternResiduals::is_exhausted)
    }

    /// Returns the residuals of both sides before the first byte, or the reason why one of the two cannot be decided.
    fn start(&mut self, production: &str, against: &Against) -> Result<Both, String> {
        let place = self.grammars.place(production, against)?;
        let unknown = || format!("there is no {against}");
        let other = match *against {
            Against::Rule(ref rule) => {
                let rule = self.grammars.rule(rule)?;
                OtherResidual::Rule(self.rules.as_mut().ok_or_else(unknown)?.start(rule))
            }
            Against::Pattern(at) => match self.patterns.get_mut(at).ok_or_else(unknown)? {
                Ok(pattern) => OtherResidual::Pattern(at, pattern.start()),
                Err(why) => return Err(why.clone()),
            },
            Against::Automaton(at) => {
                let automaton = self.grammars.automata().get(at).ok_or_else(unknown)?;
                OtherResidual::Automaton(at, automaton.dfa.start(0))
            }
        };
        Ok(Both { printed: self.productions.start(place), other })
    }

    /// Returns whether each side accepts the empty string, and the pairs of residuals after one more byte. Each pair
    /// has the set of the bytes that lead to it, and the sets partition all bytes.
    fn derive(&mut self, Both { printed, other }: Both) -> ([bool; 2], Vec<(ByteSet, Both)>) {
        let (ends, others) = match other {
            OtherResidual::Rule(residual) => match &mut self.rules {
                Some(rules) => {
                    let of = |(bytes, next)| (bytes, OtherResidual::Rule(next));
                    let ends = rules.has_empty(residual);
                    (ends, rules.after(residual).into_iter().map(of).collect())
                }
                None => (false, Vec::new()),
            },
            OtherResidual::Pattern(at, residual) => match &mut self.patterns[at] {
                Ok(pattern) => {
                    let of = |(bytes, next)| (bytes, OtherResidual::Pattern(at, next));
                    let ends = pattern.has_empty(residual);
                    (ends, pattern.after(residual).into_iter().map(of).collect())
                }
                Err(_) => (false, Vec::new()),
            },
            OtherResidual::Automaton(at, state) => {
                let dfa = &self.grammars.automata()[at].dfa;
                let mut after: BTreeMap<u32, ByteSet> = BTreeMap::new();
                for (bytes, &next) in members(dfa.classes()).into_iter().zip(dfa.row(state)) {
                    let known = after.entry(next).or_default();
                    *known = known.union(bytes);
                }
                let of = |(next, bytes)| (bytes, OtherResidual::Automaton(at, next));
                (dfa.accepts(state), after.into_iter().map(of).collect::<Vec<_>>())
            }
        };
        let ends = [self.productions.has_empty(printed), ends];
        let mut after = Vec::new();
        for &(left, printed) in &*self.productions.after(printed) {
            for &(right, other) in &others {
                let bytes = left.intersection(right);
                after.extend((!bytes.is_empty()).then_some((bytes, Both { printed, other })));
            }
        }
        (ends, after)
    }
}

// The productions of a printed grammar, one derivative at a time.

/// The maximum number of expressions in all residuals and their derivatives.
const WORK: usize = 20_000_000;

/// A residual of a production: its remaining language, as the index of a set of expressions.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
struct ExprSet(u32);

/// A partition of all bytes into sets. Each set has the residual after any of its bytes.
type Successors = Rc<[(ByteSet, ExprSet)]>;

struct ProductionResiduals<'d> {
    exprs: Exprs<'d>,
    sets: Vec<Rc<[Expr]>>,
    numbers: HashMap<Rc<[Expr]>, ExprSet>,
    after: HashMap<ExprSet, Successors>,
    left: usize,
    /// Whether a limit was reached. From then on no residual is valid.
    is_exhausted: bool,
}

impl<'d> ProductionResiduals<'d> {
    /// Prepares the derivatives of productions. The languages in `replaced` replace some of the calls.
    fn of(rules: &Rules, replaced: &Replaced<'d>) -> Self {
        Self {
            exprs: engine::expressions(rules, replaced),
            sets: Vec::new(),
            numbers: HashMap::default(),
            after: HashMap::default(),
            left: WORK,
            is_exhausted: false,
        }
    }

    fn bytes(&self) -> usize {
        size_of::<(ByteSet, Expr)>() * (WORK - self.left)
    }

    /// Returns the residual of a whole production, by its index.
    fn start(&mut self, production: usize) -> ExprSet {
        let body = self.exprs.body(production);
        self.keep(body.into_iter().collect())
    }

    fn has_empty(&self, residual: ExprSet) -> bool {
        self.sets[residual.0 as usize].iter().any(|expr| expr.has_empty())
    }

    /// Returns the residuals after one more byte.
    fn after(&mut self, residual: ExprSet) -> Successors {
        if let Some(known) = self.after.get(&residual) {
            return Rc::clone(known);
        }
        let mut parts: Vec<(ByteSet, Vec<Expr>)> = vec![(ByteSet::ALL, Vec::new())];
        for &expr in &*Rc::clone(&self.sets[residual.0 as usize]) {
            let Some(linear) = self.exprs.linear(expr, &mut self.left) else {
                self.is_exhausted = true;
                break;
            };
            for &(set, rest) in &*linear {
                self.spend(parts.len());
                if self.is_exhausted {
                    break;
                }
                let mut outside = Vec::new();
                for (part, rests) in &mut parts {
                    let others = part.intersection(set.complement());
                    if others == *part {
                        continue;
                    }
                    if !others.is_empty() {
                        outside.push((others, rests.clone()));
                    }
                    *part = part.intersection(set);
                    rests.push(rest);
                }
                self.spend(outside.iter().map(|(_, rests)| rests.len()).sum());
                parts.extend(outside);
            }
        }
        let mut together: BTreeMap<u32, ByteSet> = BTreeMap::new();
        for (part, rests) in parts {
            let bytes = together.entry(self.keep(rests).0).or_default();
            *bytes = bytes.union(part);
        }
        let parts: Successors =
            together.into_iter().map(|(rest, set)| (set, ExprSet(rest))).collect();
        self.after.insert(residual, Rc::clone(&parts));
        parts
    }

    fn spend(&mut self, steps: usize) {
        self.is_exhausted |= steps > self.left;
        self.left = self.left.saturating_sub(steps);
    }

    fn keep(&mut self, mut set: Vec<Expr>) -> ExprSet {
        set.sort_unstable();
        set.dedup();
        let fresh = ExprSet(self.sets.len() as u32); // far fewer than the work allows
        let set: Rc<[Expr]> = set.into();
        if let Some(&known) = self.numbers.get(&set) {
            return known;
        }
        self.spend(1 + set.len());
        self.sets.push(Rc::clone(&set));
        self.numbers.insert(set, fresh);
        fresh
    }
}

// Certificates of patterns in which a character above U+FFFF counts as two.

/// Returns whether the language of a correct certificate has a string with a character above U+FFFF.
fn has_pair(certificate: &Certificate) -> bool {
    let rows = &certificate.rows;
    let mut before = vec![Vec::new(); rows.len()];
    for (pair, row) in rows.iter().enumerate() {
        row.next.iter().for_each(|&next| before[next as usize].push(pair));
    }
    let mut live: Vec<bool> = rows.iter().map(|row| row.accepts).collect();
    let mut waiting: Vec<usize> = (0..rows.len()).filter(|&pair| live[pair]).collect();
    while let Some(pair) = waiting.pop() {
        for &before in &before[pair] {
            if !std::mem::replace(&mut live[before], true) {
                waiting.push(before);
            }
        }
    }
    let is_first = |class: usize| certificate.classes[class].iter().any(|byte| byte >= 0xF0);
    let classes: Vec<usize> = (0..certificate.classes.len()).filter(|&one| is_first(one)).collect();
    rows.iter().any(|row| classes.iter().any(|&class| live[row.next[class] as usize]))
}

//! Both sides of a certificate, one derivative at a time.

use std::collections::BTreeMap;
use std::rc::Rc;

use grammar_automata::build::ByteSet;
use grammar_notation::engine;
use grammar_notation::engine::{Expr, Exprs, Replaced, Rules};
use grammar_peg::engine::{Residual, Residuals};
use grammar_regex::engine::{PatternResidual, PatternResiduals};
use rustc_hash::FxHashMap as HashMap;

use super::grammars::{Counterpart, Grammars, SideNumbers};
use super::lines::{Automaton, Certificate, Side};

// Both sides of a certificate, ready to be walked side by side.
//
// In: [`Grammars`]. Out: [`Sides`], which takes a pair of residuals from one to the next. One side is a
// production, or a right side in which automata stand for calls. The other is a rule, a pattern, or an
// automaton: what it is, the residual says.

/// The residuals of both sides after the same bytes.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub(super) struct Both {
    pub(super) printed: ExprSet,
    pub(super) other: OtherResidual,
}

/// A residual of what a production is compared with.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub(super) enum OtherResidual {
    Rule(Residual),
    /// A pattern by its number, and its residual.
    Pattern(usize, PatternResidual),
    /// An automaton by its number, and its state.
    Automaton(usize, u32),
}

/// The two sides of a certificate, one derivative at a time.
pub(super) struct Sides<'g> {
    grammars: &'g Grammars<'g>,
    productions: ProductionResiduals<'g>,
    rules: Option<Residuals<'g>>,
    patterns: Vec<Option<PatternResiduals<'g>>>,
    automata: &'g [Automaton],
}

/// Two bytes of one class after which a side reads different things.
pub(super) struct Split {
    pub(super) side: Side,
    pub(super) bytes: [u8; 2],
}

impl<'g> Sides<'g> {
    pub(super) fn of(grammars: &'g Grammars<'g>) -> Self {
        let (rules, replaced) = grammars.system();
        Self {
            grammars,
            productions: ProductionResiduals::of(rules, &replaced),
            rules: grammars.rule_residuals(),
            patterns: grammars.pattern_residuals(),
            automata: grammars.automata(),
        }
    }

    /// Runs `what` with residuals that can be trusted.
    ///
    /// If earlier work has used up the room of a side, `what` runs once more from the beginning.
    /// There is none if the room is too small for this work alone.
    pub(super) fn with_room<T>(&mut self, mut what: impl FnMut(&mut Self) -> T) -> Option<T> {
        for _ in 0..2 {
            let done = what(self);
            if !self.is_exhausted() {
                return Some(done);
            }
            *self = Self::of(self.grammars);
        }
        None
    }

    /// The memory that the residuals of productions take, in bytes. Those of rules and patterns have fewer steps.
    pub(super) fn bytes(&self) -> usize {
        self.productions.bytes()
    }

    pub(super) fn is_exhausted(&self) -> bool {
        self.productions.is_exhausted()
            || self.rules.as_ref().is_some_and(Residuals::is_exhausted)
            || self.patterns.iter().flatten().any(PatternResiduals::is_exhausted)
    }

    /// The residuals of both sides before any byte, if there are derivatives of both.
    pub(super) fn start(&mut self, numbers: SideNumbers) -> Option<Both> {
        let other = match numbers.other {
            Counterpart::Rule(rule) => OtherResidual::Rule(self.rules.as_mut()?.start(rule)),
            Counterpart::Pattern(at) => {
                OtherResidual::Pattern(at, self.patterns.get_mut(at)?.as_mut()?.start())
            }
            Counterpart::Automaton(at) => {
                self.automata.get(at).map(|_| OtherResidual::Automaton(at, 0))?
            }
        };
        Some(Both { printed: self.productions.start(numbers.production), other })
    }

    /// Whether the string may end here, on the side of the production and on the other.
    pub(super) fn has_empty(&mut self, Both { printed, other }: Both) -> [bool; 2] {
        let other = match other {
            OtherResidual::Rule(residual) => {
                self.rules.as_mut().is_some_and(|rules| rules.has_empty(residual))
            }
            OtherResidual::Pattern(at, residual) => {
                self.patterns[at].as_mut().is_some_and(|pattern| pattern.has_empty(residual))
            }
            OtherResidual::Automaton(at, state) => self.automata[at].states[state as usize].accepts,
        };
        [self.productions.has_empty(printed), other]
    }

    /// The residuals of the other side after each byte: sets that divide all bytes among them.
    fn after_other(&mut self, other: OtherResidual) -> Vec<(ByteSet, OtherResidual)> {
        match other {
            OtherResidual::Rule(residual) => {
                let after = self.rules.as_mut().map(|rules| rules.after(residual));
                let after = after.unwrap_or_default().into_iter();
                after.map(|(bytes, next)| (bytes, OtherResidual::Rule(next))).collect()
            }
            OtherResidual::Pattern(at, residual) => {
                let after = self.patterns[at].as_mut().map(|pattern| pattern.after(residual));
                let after = after.unwrap_or_default().into_iter();
                after.map(|(bytes, next)| (bytes, OtherResidual::Pattern(at, next))).collect()
            }
            OtherResidual::Automaton(at, state) => {
                let Automaton { classes, states, .. } = &self.automata[at];
                let mut after: BTreeMap<u32, ByteSet> = BTreeMap::new();
                for (&bytes, &next) in classes.iter().zip(&states[state as usize].next) {
                    let known = after.entry(next).or_default();
                    *known = known.union(bytes);
                }
                after
                    .into_iter()
                    .map(|(next, bytes)| (bytes, OtherResidual::Automaton(at, next)))
                    .collect()
            }
        }
    }

    /// Both residuals after each byte: sets that divide all bytes among them.
    pub(super) fn after(&mut self, both: Both) -> Vec<(ByteSet, Both)> {
        let printed = self.productions.after(both.printed);
        let other = self.after_other(both.other);
        let meet = |&(left, printed): &(ByteSet, _), &(right, other): &(ByteSet, _)| {
            let bytes = left.intersection(right);
            (!bytes.is_empty()).then_some((bytes, Both { printed, other }))
        };
        printed
            .iter()
            .flat_map(|left| other.iter().filter_map(move |right| meet(left, right)))
            .collect()
    }

    /// Both residuals after each class, if they are the same for all bytes of the class. `side` is
    /// what the other side is.
    pub(super) fn after_classes<'c>(
        &mut self,
        both: Both,
        side: Side,
        classes: &'c [ByteSet],
    ) -> impl Iterator<Item = Result<Both, Split>> + use<'c> {
        let printed = self.productions.after(both.printed);
        let other = self.after_other(both.other);
        classes.iter().map(move |&class| {
            let printed =
                within(class, &printed).map_err(|bytes| Split { side: Side::Printed, bytes })?;
            let other = within(class, &other).map_err(|bytes| Split { side, bytes })?;
            Ok(Both { printed, other })
        })
    }
}

/// The residual of a class that lies within one part, or two bytes of the class that the parts tell
/// apart.
fn within<R: Copy>(class: ByteSet, parts: &[(ByteSet, R)]) -> Result<R, [u8; 2]> {
    let first = class.first().unwrap_or_default();
    let found = parts.iter().find(|(bytes, _)| bytes.contains(first));
    // The parts divide all bytes among them.
    let &(bytes, residual) = found.ok_or([first; 2])?;
    match class.intersection(bytes.complement()).first() {
        Some(other) => Err([first, other]),
        None => Ok(residual),
    }
}

// The productions of a printed grammar, one derivative at a time.
//
// In: productions and their calls. Out: for a production that can be decided its [`ExprSet`], which is what the
// production may still read after the bytes read so far; whether that is nothing more; and the residuals after each
// byte. No automaton is built: each call takes one step. A residual is a set of expressions, any of which the rest
// of the string may be read by (the partial derivatives of Antimirov), and each set is kept once, so equal sets are
// equal as numbers.

/// The number of expressions that all residuals and their derivatives may have together.
const WORK: usize = 20_000_000;

/// A residual of a production: what it may still read, as the number of a set of expressions.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub(super) struct ExprSet(u32);

/// The residuals after each byte: sets that divide all bytes among them, each with its residual.
pub(super) type Successors = Rc<[(ByteSet, ExprSet)]>;

/// The derivatives of productions.
pub(super) struct ProductionResiduals<'d> {
    exprs: Exprs<'d>,
    sets: Vec<Rc<[Expr]>>,
    numbers: HashMap<Rc<[Expr]>, ExprSet>,
    after: HashMap<ExprSet, Successors>,
    /// The number of steps that are left.
    left: usize,
    is_exhausted: bool,
}

impl<'d> ProductionResiduals<'d> {
    /// The languages that are given stand for the calls of their productions.
    pub(super) fn of(rules: &Rules, replaced: &Replaced<'d>) -> Self {
        Self {
            exprs: engine::expressions(rules, replaced),
            sets: Vec::new(),
            numbers: HashMap::default(),
            after: HashMap::default(),
            left: WORK,
            is_exhausted: false,
        }
    }

    /// Whether a limit was reached. From then on no residual can be trusted.
    pub(super) fn is_exhausted(&self) -> bool {
        self.is_exhausted
    }

    /// The memory that the residuals take, in bytes.
    pub(super) fn bytes(&self) -> usize {
        size_of::<(ByteSet, Expr)>() * (WORK - self.left)
    }

    /// The residual of a whole production, by its number.
    pub(super) fn start(&mut self, production: usize) -> ExprSet {
        let body = self.exprs.body(production);
        self.keep(body.into_iter().collect())
    }

    /// Whether the string may end at a residual.
    pub(super) fn has_empty(&self, residual: ExprSet) -> bool {
        self.sets[residual.0 as usize].iter().any(|expr| expr.has_empty())
    }

    /// The residual after each byte.
    pub(super) fn after(&mut self, residual: ExprSet) -> Successors {
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
//
// In: a certificate. Out: whether one of its strings has such a character. If none has, it does not
// matter how such a character counts. In UTF-8 these characters begin with the bytes from F0 on.

/// Whether a string of a certificate has a character above U+FFFF. The certificate must be right: what
/// its pairs accept is then what both sides have.
pub(super) fn has_pair(certificate: &Certificate) -> bool {
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

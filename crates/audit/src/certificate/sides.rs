//! Both sides of a certificate, ready to be walked side by side.
//!
//! In: [`Grammars`]. Out: [`Sides`], which takes a pair of residuals from one to the next. One side is a
//! production, or a right side in which automata stand for calls. The other is a rule, a pattern, or an
//! automaton: what it is, the residual says.

use std::collections::BTreeMap;

use grammar_automata::build::ByteSet;

use super::grammars::{Counterpart, Grammars, Numbers};
use super::lines::{Automaton, Side};
use super::productions::{ExprSet, Productions};
use crate::peg::{Residual, Residuals};
use crate::regex::{PatternResidual, PatternResiduals};

/// The residuals of both sides after the same bytes.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub(super) struct Both {
    pub(super) printed: ExprSet,
    pub(super) other: Other,
}

/// A residual of what a production is compared with.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub(super) enum Other {
    Rule(Residual),
    /// A pattern by its number, and its residual.
    Pattern(usize, PatternResidual),
    /// An automaton by its number, and its state.
    Automaton(usize, u32),
}

/// The two sides of a certificate, one derivative at a time.
pub(super) struct Sides<'g> {
    grammars: &'g Grammars<'g>,
    productions: Productions<'g>,
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
            productions: Productions::of(rules, &replaced),
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
    pub(super) fn start(&mut self, numbers: Numbers) -> Option<Both> {
        let other = match numbers.other {
            Counterpart::Rule(rule) => Other::Rule(self.rules.as_mut()?.start(rule)),
            Counterpart::Pattern(at) => {
                Other::Pattern(at, self.patterns.get_mut(at)?.as_mut()?.start())
            }
            Counterpart::Automaton(at) => self.automata.get(at).map(|_| Other::Automaton(at, 0))?,
        };
        Some(Both { printed: self.productions.start(numbers.production), other })
    }

    /// Whether the string may end here, on the side of the production and on the other.
    pub(super) fn has_empty(&mut self, Both { printed, other }: Both) -> [bool; 2] {
        let other = match other {
            Other::Rule(residual) => {
                self.rules.as_mut().is_some_and(|rules| rules.has_empty(residual))
            }
            Other::Pattern(at, residual) => {
                self.patterns[at].as_mut().is_some_and(|pattern| pattern.has_empty(residual))
            }
            Other::Automaton(at, state) => self.automata[at].states[state as usize].accepts,
        };
        [self.productions.has_empty(printed), other]
    }

    /// The residuals of the other side after each byte: sets that divide all bytes among them.
    fn after_other(&mut self, other: Other) -> Vec<(ByteSet, Other)> {
        match other {
            Other::Rule(residual) => {
                let after = self.rules.as_mut().map(|rules| rules.after(residual));
                let after = after.unwrap_or_default().into_iter();
                after.map(|(bytes, next)| (bytes, Other::Rule(next))).collect()
            }
            Other::Pattern(at, residual) => {
                let after = self.patterns[at].as_mut().map(|pattern| pattern.after(residual));
                let after = after.unwrap_or_default().into_iter();
                after.map(|(bytes, next)| (bytes, Other::Pattern(at, next))).collect()
            }
            Other::Automaton(at, state) => {
                let Automaton { classes, states, .. } = &self.automata[at];
                let mut after: BTreeMap<u32, ByteSet> = BTreeMap::new();
                for (&bytes, &next) in classes.iter().zip(&states[state as usize].next) {
                    let known = after.entry(next).or_default();
                    *known = known.union(bytes);
                }
                after.into_iter().map(|(next, bytes)| (bytes, Other::Automaton(at, next))).collect()
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

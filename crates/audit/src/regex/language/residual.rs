//! A pattern, one derivative at a time.
//!
//! In: a pattern that is [`Prepared`]. Out: its [`PatternResidual`], which is what may still follow for the whole
//! string to match; whether that may be nothing; and the residuals after each byte. No automaton of the pattern
//! itself is built: each call takes one step. A residual is a formula over continuations in canonical form, with the
//! state of what came before.

use std::rc::Rc;

use grammar_automata::build::{ByteSet, Memo};
use rustc_hash::FxHashMap as HashMap;

use super::{Extent, Prepared, Rows, State};

/// The number of states of a pattern that are kept.
const KEPT: usize = 200_000;

/// A residual of a pattern, as a number.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub(crate) struct PatternResidual(u32);

/// Whether the string may end, and the residuals after each byte.
type Row = Rc<(bool, Vec<(ByteSet, PatternResidual)>)>;

/// The derivatives of a pattern.
pub(crate) struct PatternResiduals<'p> {
    prepared: &'p Prepared,
    run: Rows<'p>,
    /// The bytes of each class.
    sets: Vec<ByteSet>,
    numbers: Memo<State, PatternResidual>,
    rows: HashMap<PatternResidual, Row>,
    is_exhausted: bool,
}

impl Prepared {
    /// The derivatives of the pattern, none of which is made.
    pub(crate) fn residuals(&self) -> PatternResiduals<'_> {
        let classes = &self.classes;
        PatternResiduals {
            prepared: self,
            run: Rows::of(self, self.pattern, Extent::of(self.well_formed.as_ref())),
            sets: (0..classes.count()).map(|class| classes.members(class)).collect(),
            numbers: Memo::new(),
            rows: HashMap::default(),
            is_exhausted: false,
        }
    }
}

impl PatternResiduals<'_> {
    /// Whether a limit was reached. From then on no residual can be trusted.
    pub(crate) fn is_exhausted(&self) -> bool {
        self.is_exhausted
    }

    /// The residual of the whole pattern.
    pub(crate) fn start(&mut self) -> PatternResidual {
        self.number(self.run.start)
    }

    /// Whether the string may end at a residual.
    pub(crate) fn has_empty(&mut self, residual: PatternResidual) -> bool {
        self.row(residual).0
    }

    /// The residuals after each byte: sets that divide all bytes among them.
    pub(crate) fn after(&mut self, residual: PatternResidual) -> Vec<(ByteSet, PatternResidual)> {
        self.row(residual).1.clone()
    }

    fn row(&mut self, residual: PatternResidual) -> Row {
        if let Some(known) = self.rows.get(&residual) {
            return Rc::clone(known);
        }
        let state = self.numbers.keys()[residual.0 as usize];
        let Some((accepts, next)) = self.run.row(&state, &self.prepared.classes) else {
            self.is_exhausted = true;
            return Rc::new((false, vec![(ByteSet::ALL, residual)]));
        };
        let mut after: Vec<(ByteSet, PatternResidual)> = Vec::new();
        for (class, state) in next.into_iter().enumerate() {
            let (set, next) = (self.sets[class], self.number(state));
            match after.iter_mut().find(|(_, known)| *known == next) {
                Some((known, _)) => *known = known.union(set),
                None => after.push((set, next)),
            }
        }
        let row = Rc::new((accepts, after));
        self.rows.insert(residual, Rc::clone(&row));
        row
    }

    fn number(&mut self, state: State) -> PatternResidual {
        if let Some(&known) = self.numbers.get(&state) {
            return known;
        }
        let fresh = PatternResidual(self.numbers.keys().len() as u32); // fewer than steps
        self.is_exhausted |= self.numbers.keys().len() >= KEPT;
        self.numbers.insert(state, fresh);
        fresh
    }
}

//! The language of a regular expression: the minimal automaton of the strings, as UTF-8, in which a
//! backtracking engine finds a match. The position of the match is irrelevant, and so is the order in which an
//! engine tries alternatives, except within an atomic group: `(?>a|ab)c` never matches `abc`.
//!
//! The module `program` hash-conses the expressions of a tree. The module `derivative` defines continuations, which are
//! predicates on the rest of the string. A state of the automaton is a Boolean formula over continuations, with a state
//! of each automaton that runs alongside: one for each look-behind, which accepts the strings that end in a match, and
//! one that accepts well-formed UTF-8. Within a look-behind, look-aheads, anchors of the end of the string and atomic
//! groups are refused. Within an atomic group, repetitions are refused if engines disagree about them.

mod derivative;
mod program;
#[cfg(test)]
mod tests;

pub use derivative::{PatternResidual, PatternResiduals};

use std::rc::Rc;

use derivative::{ANYTHING, Derivatives, NOTHING};
use grammar_automata::build::{Bdd, Classes, Dfa, Explorer, Memo, Spent};
use grammar_automata::engine::Differentiable;
use program::{Before, Id, PatternProgram};

use super::{Matching, Tree};

/// The maximum depth of a tree, in nodes. A group with alternatives is three or four nodes deep.
const NESTED: usize = 2_000;
/// The maximum number of steps for a pattern.
///
/// Each expression, each continuation, each decision node of a formula, and each part of a derivative takes a step.
const STEPS: usize = 5_000_000;
/// The number of steps that each new context costs, because of the memory that it takes.
const CONTEXT: usize = 8;

/// The limits on the work for a pattern.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Limits {
    /// The maximum number of states of the automaton before it is minimized.
    states: usize,
    /// The maximum number of steps.
    steps: usize,
    /// The maximum number of transitions of the automaton, each of which takes four bytes.
    transitions: usize,
}

impl Limits {
    /// The limits for one of many patterns: a fraction of a second, and 16 MiB for the transitions.
    pub(crate) const USUAL: Self = Self { states: 50_000, steps: STEPS, transitions: 4 << 20 };
    /// The limits for a pattern that is the only question: some seconds. The counters of an address of mail, which has at
    /// most 254 characters in parts of at most 64, take 137,000 states.
    pub(crate) const GENEROUS: Self =
        Self { states: 200_000, steps: 4 * STEPS, transitions: 16 << 20 };
}

/// Returns the strings in which a backtracking engine finds a match.
///
/// # Errors
/// Returns a [`LanguageError`] if the automaton is too large, the tree is nested too deep, or engines disagree
/// about the tree.
pub fn language(tree: &Tree, matching: Matching) -> Result<Dfa, LanguageError> {
    language_within(tree, matching, Limits::USUAL)
}

/// Returns the same as [`language`], within other limits.
pub(crate) fn language_within(
    tree: &Tree,
    matching: Matching,
    limits: Limits,
) -> Result<Dfa, LanguageError> {
    let mut prepared = Prepared::within(tree, matching, limits)?;
    let (pattern, well_formed) = (prepared.pattern, prepared.well_formed.take());
    prepared.decide(pattern, Extent::new(well_formed.as_ref()))
}

#[derive(Clone, Copy)]
enum Extent<'a> {
    Whole,
    Behind,
    /// The match may be anywhere in a string that the automaton accepts.
    Search(&'a Dfa),
}

impl<'a> Extent<'a> {
    fn new(well_formed: Option<&'a Dfa>) -> Self {
        well_formed.map_or(Self::Whole, Self::Search)
    }
}

/// A pattern that is prepared for computing its derivatives.
pub struct Prepared {
    program: PatternProgram,
    pattern: Id,
    classes: Classes,
    /// The expression that matches any character.
    character: Id,
    /// The look-behind conditions whose automata are already built, each with its automaton.
    known: Vec<(Before, Dfa)>,
    /// The automaton of well-formed UTF-8. `None` if the pattern must match the whole string.
    well_formed: Option<Dfa>,
    /// The number of steps that are left.
    left: usize,
    limits: Limits,
}

impl Prepared {
    /// Lowers a tree, and builds the automata of its look-behinds.
    ///
    /// # Errors
    /// Returns the same errors as [`language`].
    pub fn new(tree: &Tree, matching: Matching) -> Result<Self, LanguageError> {
        Self::within(tree, matching, Limits::USUAL)
    }

    fn within(tree: &Tree, matching: Matching, limits: Limits) -> Result<Self, LanguageError> {
        let mut program = PatternProgram::default();
        // A prefix match is a search anchored at the beginning.
        let begun = || Tree::Sequence(vec![Tree::Start, tree.clone()]);
        let begun = (matching == Matching::Prefix).then(begun);
        let pattern = program::lower(begun.as_ref().unwrap_or(tree), &mut program)?;
        let nothing = program.sequence(&[]);
        let character = program.characters(vec![('\0', char::MAX)]);
        let mut this = Self {
            classes: Classes::refine(program.byte_sets()),
            left: limits.steps.saturating_sub(program.cost),
            limits,
            program,
            pattern,
            character,
            known: Vec::new(),
            well_formed: None,
        };
        for before in this.look_behinds() {
            let dfa = match before {
                Before::Nothing => this.decide(nothing, Extent::Whole)?,
                Before::Match(id) => this.decide(id, Extent::Behind)?,
            };
            this.known.push((before, dfa));
        }
        if matching != Matching::Whole {
            this.well_formed = Some(this.decide(nothing, Extent::Behind)?);
        }
        Ok(this)
    }

    /// Returns the conditions of all look-behinds, in the order of their numbers. A nested look-behind has a
    /// smaller number than the look-behind around it.
    fn look_behinds(&self) -> Vec<Before> {
        let mut conditions = self.program.look_behinds(self.pattern);
        let mut at = 0;
        while let Some(&before) = conditions.get(at) {
            if let Before::Match(id) = before {
                conditions.extend(self.program.look_behinds(id));
            }
            at += 1;
        }
        conditions.sort_unstable();
        conditions.dedup();
        conditions
    }

    fn decide(&mut self, id: Id, extent: Extent<'_>) -> Result<Dfa, LanguageError> {
        let mut run = StateRows::new(self, id, extent);
        let Limits { states, steps, transitions } = self.limits;
        let limit = states.min(transitions / self.classes.count());
        let mut explorer = Explorer::new(self.classes.clone());
        let start = run.start;
        let state = explorer.add(start, limit, |state, classes| run.row(state, classes));
        let formulas = &run.all.continuations.bdds;
        let (left, is_too_deep) = (formulas.left(), formulas.is_too_deep());
        self.left = left;
        let state = state.map_err(|spent| match spent {
            Spent::States => LanguageError::States(limit),
            Spent::Steps if is_too_deep => LanguageError::Formula,
            Spent::Steps => LanguageError::Steps(steps),
        })?;
        Ok(explorer.finish(vec![state]).minimize())
    }
}

/// A state: a formula, the context, and the state of the automaton of well-formed strings.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
struct LanguageState {
    formula: Bdd,
    context: Context,
    character: u32,
}

struct StateRows<'p> {
    all: Derivatives<'p>,
    well_formed: Option<&'p Dfa>,
    start: LanguageState,
}

impl<'p> StateRows<'p> {
    fn new(prepared: &'p Prepared, id: Id, extent: Extent<'p>) -> Self {
        let conditions = prepared.program.look_behinds(id);
        let automaton = |&(before, ref dfa)| conditions.contains(&before).then_some((before, dfa));
        let contexts = Contexts::new(prepared.known.iter().filter_map(automaton).collect());
        let mut all = Derivatives::new(&prepared.program, contexts, prepared.left);
        let (follows, skips, well_formed) = match extent {
            Extent::Whole => (NOTHING, None, None),
            Extent::Behind => (NOTHING, Some(prepared.character), None),
            Extent::Search(well_formed) => (ANYTHING, Some(prepared.character), Some(well_formed)),
        };
        let formula = all.begin(id, follows, skips);
        let character = well_formed.map_or(0, |dfa| dfa.start(0));
        Self { all, well_formed, start: LanguageState { formula, context: 0, character } }
    }

    /// Returns whether the string may end in a state, and the state after each byte class; `None` if the steps
    /// run out.
    fn row(
        &mut self,
        state: &LanguageState,
        classes: &Classes,
    ) -> Option<(bool, Vec<LanguageState>)> {
        let (all, well_formed) = (&mut self.all, self.well_formed);
        let (accepts, formulas) = all.row(state.formula, state.context, classes)?;
        let before = all.contexts.count();
        let contexts = all.contexts.row(state.context, classes);
        all.continuations.bdds.spend(CONTEXT * (all.contexts.count() - before));
        let formulas = formulas.into_iter().map(|formula| all.shortened(formula));
        let formulas: Vec<Bdd> = formulas.collect();
        let bytes = classes.representatives();
        let next = formulas.into_iter().zip(contexts.iter().zip(bytes));
        let next = next.map(|(formula, (&context, &byte))| {
            let Some(dfa) = well_formed else {
                return LanguageState { formula, context, character: 0 }.settled();
            };
            let character = dfa.walk(state.character, &[byte]);
            // State 0 of a minimal automaton is dead.
            let formula = if character == 0 { Bdd::FALSE } else { formula };
            LanguageState { formula, context, character }.settled()
        });
        let is_whole = well_formed.is_none_or(|dfa| dfa.accepts(state.character));
        let row = (accepts && is_whole, next.collect());
        (!all.continuations.bdds.is_exhausted()).then_some(row)
    }
}

impl LanguageState {
    /// Resets the parts of a state that are irrelevant once its formula is constant.
    fn settled(self) -> Self {
        match self.formula {
            Bdd::FALSE => Self { context: 0, character: 0, ..self },
            Bdd::TRUE => Self { context: 0, ..self },
            _ => self,
        }
    }
}

/// The reason why the language of a pattern is not decided.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum LanguageError {
    /// The pattern is nested too deep.
    #[error("the pattern is nested more than {0} deep; nest fewer groups")]
    Nested(usize),
    /// The automaton has too many states.
    #[error(
        "the automaton of the pattern has more than {0} states; lower the bounds of its counted \
         repetitions, or anchor it"
    )]
    States(usize),
    /// Building the automaton takes too many steps.
    #[error(
        "the pattern takes more than {0} steps to decide; lower the bounds of its counted \
         repetitions, or decide its parts separately"
    )]
    Steps(usize),
    /// The formulas that represent the states of the automaton are too large.
    #[error(
        "the formulas of the pattern are too large to decide; use fewer look-arounds and \
         alternatives that begin alike"
    )]
    Formula,
    /// A look-behind contains a look-ahead, which would look past the end of the look-behind.
    #[error(
        "a look-behind contains a look-ahead or a word boundary, which includes one; move it out \
         of the look-behind"
    )]
    AheadWithinBehind,
    /// A look-behind contains an anchor of the end of the string.
    #[error(
        "a look-behind contains an anchor of the end of the string; move the `$` out of the \
         look-behind"
    )]
    EndWithinBehind,
    /// A look-behind contains an atomic group.
    #[error(
        "a look-behind contains an atomic group or a possessive repetition, and engines disagree \
         about where such a look-behind begins; use a plain group or repetition"
    )]
    AtomicWithinBehind,
    /// Within an atomic group, a repetition may match the empty string. Engines disagree about such repetitions.
    #[error(
        "an atomic group or a possessive repetition repeats an expression that prefers the empty \
         match, as in `(?>(?:|a)*)`, and engines disagree about such repetitions; rewrite the repeated \
         expression so that it cannot be empty"
    )]
    EmptyWithinAtomic,
    /// Java would look around between the two surrogates of a character above U+FFFF, and the pattern matches strings
    /// with such characters.
    #[error(
        "the pattern is not decided, since Java also evaluates the look-around between the two code units of a character above U+FFFF; remove the look-around, or restrict the pattern to characters up to U+FFFF"
    )]
    BetweenHalves,
}

// The context of a position: what came before it.

/// The number of a context. Context 0 is the beginning of the string.
type Context = u32;

struct Contexts<'a> {
    /// The conditions of look-behinds. The automaton of each condition accepts the strings after which the condition is
    /// true.
    conditions: Vec<(Before, &'a Dfa)>,
    numbers: Memo<Vec<u32>, Context>,
    /// For each context, the next context for each byte class, or `None` if this is not computed yet.
    rows: Vec<Option<Rc<[Context]>>>,
}

impl<'a> Contexts<'a> {
    fn new(conditions: Vec<(Before, &'a Dfa)>) -> Self {
        let start = conditions.iter().map(|(_, dfa)| dfa.start(0)).collect();
        let mut this = Self { conditions, numbers: Memo::new(), rows: Vec::new() };
        this.number(start);
        this
    }

    fn count(&self) -> usize {
        self.rows.len()
    }

    fn number(&mut self, states: Vec<u32>) -> Context {
        if let Some(&known) = self.numbers.get(&states) {
            return known;
        }
        let fresh = self.rows.len() as Context; // fewer than steps
        self.rows.push(None);
        self.numbers.insert(states, fresh);
        fresh
    }

    fn holds(&self, context: Context, before: Before) -> bool {
        let states = &self.numbers.keys()[context as usize];
        let mut conditions = self.conditions.iter().zip(states);
        conditions.any(|((one, dfa), &state)| *one == before && dfa.accepts(state))
    }

    fn row(&mut self, context: Context, classes: &Classes) -> Rc<[Context]> {
        if let Some(known) = &self.rows[context as usize] {
            return Rc::clone(known);
        }
        let states = self.numbers.keys()[context as usize].clone();
        let after = |byte: u8| -> Vec<u32> {
            let all = self.conditions.iter().zip(&states);
            all.map(|((_, dfa), &state)| dfa.walk(state, &[byte])).collect()
        };
        let after: Vec<_> = classes.representatives().iter().map(|&byte| after(byte)).collect();
        let row: Rc<[Context]> = after.into_iter().map(|states| self.number(states)).collect();
        self.rows[context as usize] = Some(Rc::clone(&row));
        row
    }
}

//! The language of one right side, where some of the productions that it calls are replaced.

use grammar_automata::build::{Classes, Dfa, Explorer};
use rustc_hash::{FxHashMap as HashMap, FxHashSet as HashSet};

use super::partial::{self, ExprState};
use super::replaced::{RIGHT_SIDE, Replaced, named};
use crate::notation::{Printed, PrintedProduction, Term};
use crate::printed::rules::Rules;

/// The number of states that the automaton of a right side may have before it is minimized.
const STATES: usize = 20_000;

impl Replaced<'_> {
    /// The language of the right side of a production, which may itself be replaced where it is
    /// called. There is none if the right side has no automaton, or none within the steps that are
    /// left.
    pub(crate) fn right_side(
        &self,
        printed: &Printed,
        name: &str,
        steps: &mut usize,
    ) -> Option<Dfa> {
        let term = printed.production(name)?.term.clone().ok()?;
        let (reached, used) = self.reached(printed, &term);
        let mut productions: Vec<_> = reached.into_iter().cloned().collect();
        productions.push(named(RIGHT_SIDE.to_owned(), term));
        // Counted as if each production had some twenty terms.
        *steps = steps.checked_sub(20 * productions.len())?;
        let (file, deadline) = (printed.file.clone(), printed.deadline.clone());
        let own = Printed { productions, notes: Vec::new(), file, deadline, ..*printed };
        let rules = Rules::of(&used.within(&own));
        let place = rules.place(RIGHT_SIDE).filter(|&place| rules.faults[place].is_none())?;
        let mut exprs = partial::expressions(&rules, &used);
        let start = ExprState::from([exprs.call(place)]);
        let mut explorer = Explorer::new(Classes::refine(exprs.sets()));
        let row = |state: &ExprState, classes: &Classes| {
            *steps = steps.checked_sub(classes.count())?;
            partial::row(&mut exprs, state, classes, steps)
        };
        let start = explorer.add(start, STATES, row).ok()?;
        Some(explorer.finish(vec![start]))
    }

    /// The productions that a term reaches without passing one that is replaced, and those that are
    /// replaced which the term reaches.
    fn reached<'p>(
        &self,
        printed: &'p Printed,
        term: &'p Term,
    ) -> (Vec<&'p PrintedProduction>, Self) {
        let key = |name: &str| printed.notation.key(name);
        let all: HashMap<String, &PrintedProduction> =
            printed.productions.iter().map(|one| (key(&one.name), one)).collect();
        let (mut reached, mut used) = (Vec::new(), Self::default());
        let (mut seen, mut waiting) = (HashSet::default(), vec![term]);
        while let Some(term) = waiting.pop() {
            for name in term.all().into_iter().filter_map(Term::name) {
                let key = key(name);
                if !seen.insert(key.clone()) {
                    continue;
                }
                if let Some(&(dfa, state)) = self.0.get(&key) {
                    used.insert(key, dfa, state);
                } else if let Some(&production) = all.get(&key) {
                    reached.push(production);
                    waiting.extend(&production.term);
                }
            }
        }
        (reached, used)
    }
}

//! The automaton of a printed grammar. A state is a set of expressions, any of which may read the rest of the
//! string: the partial derivatives of the production by the bytes read so far. There are finitely many states,
//! but there may be too many: deciding whether the 100th byte from the end is an `a` takes 2¹⁰⁰ states. So each
//! production has its own budget, and its states are removed if it exceeds the budget.

use std::borrow::Cow;
use std::rc::Rc;

use grammar_automata::build::{ByteSet, Classes, Deadline, Dfa, Explorer, PartialDfa, Spent};
use rustc_hash::{FxHashMap as HashMap, FxHashSet as HashSet};

use crate::languages::regular::{Expr, Exprs};
use crate::notations::{Characters, Origin, Printed, PrintedProduction, Term};
use crate::printed::rules::{Rules, Undecidable, UndecidableReason};
use grammar_automata::engine::budget;
use grammar_automata::engine::budget::{Budget, Short, StepBudget, Stop};

/// The maximum number of states in the automaton of a production before minimization. States that the production shares
/// with other productions do not count.
const STATES: usize = 20_000;
/// The maximum number of steps for the automaton of one production, and for all automata together. A step derives one
/// expression by one class of bytes; a new expression costs several steps.
const STEPS: Budget = Budget::new(4_000_000, 16_000_000);
/// The numbers of steps and of states that a production may use for each expression of the grammar, if the grammar is
/// large.
const STEPS_EACH: usize = 64;
const STATES_EACH: usize = 2;
/// The maximum number of transitions in the automaton of a grammar, which take 16 MiB. The automaton of a large grammar
/// may have up to `TIMES` times as many.
const TRANSITIONS: usize = 4 << 20;
const TIMES: usize = 8;
/// The maximum number of expressions that are derived from the right sides of a grammar. In a large grammar, it is
/// `EXPRESSIONS_EACH` times the number of expressions in the right sides.
const EXPRESSIONS: usize = 1_500_000;
const EXPRESSIONS_EACH: usize = 4;

/// The languages of a grammar, production by production.
#[derive(Debug)]
pub struct Languages {
    characters: Option<Characters>,
    dfa: Dfa,
    names: Vec<String>,
    starts: Vec<Result<usize, Undecidable>>,
    partial: HashMap<usize, PartialDfa>,
    rules: Rules,
    /// The deadline for queries about the languages.
    #[doc(hidden)]
    pub deadline: Deadline,
}

impl Languages {
    /// Computes the language of every decidable production of a grammar.
    pub fn new(printed: &Printed) -> Self {
        Self::of_with(printed, &Replaced::default())
    }

    /// Computes the languages of a grammar in which some productions are [`Replaced`].
    #[doc(hidden)]
    pub fn of_with(printed: &Printed, replaced: &Replaced<'_>) -> Self {
        // Imported productions are decided only for the productions that use them.
        Self::of_some(printed, replaced, |name| !name.contains(':'))
    }

    /// Computes only the languages of the productions with the given names.
    #[doc(hidden)]
    pub fn of_those(printed: &Printed, names: &[&str]) -> Self {
        let keys: Vec<String> = names.iter().map(|name| printed.notation.key(name)).collect();
        Self::of_some(printed, &Replaced::default(), |name| {
            keys.contains(&printed.notation.key(name))
        })
    }

    /// Computes the languages of the productions whose names `is_wanted` accepts.
    #[doc(hidden)]
    pub fn of_some(
        printed: &Printed,
        replaced: &Replaced<'_>,
        is_wanted: impl Fn(&str) -> bool,
    ) -> Self {
        let mut rules = Rules::new(&replaced.within(printed));
        let count = printed.productions.len();
        let mut exprs = expressions(&rules, replaced);
        let is_wanted = |&at: &usize| at < count && is_wanted(&rules.productions[at].name);
        let order: Vec<usize> = rules.order.iter().copied().filter(is_wanted).collect();
        let mut turn = vec![None; rules.productions.len()];
        order.iter().zip(0..).for_each(|(&place, at)| turn[place] = Some(at));
        let needs =
            |place: &usize| rules.calls[*place].iter().filter_map(|&one| turn[one]).collect();
        let needs: Vec<Vec<usize>> = order.iter().map(needs).collect();
        let wanted: Vec<Expr> = order.iter().map(|&place| exprs.call(place)).collect();
        let mut explored = explore(&mut exprs, &wanted, &needs, &printed.deadline);
        let mut reasons = vec![None; rules.productions.len()];
        for (&place, found) in order.iter().zip(&explored.starts) {
            let short = found.as_ref().err();
            reasons[place] = short.and_then(|short| reason(short, &explored.budget, &rules, place));
        }
        rules.spread(reasons);
        let (mut states, mut starts) = (Vec::new(), Vec::new());
        for (place, fault) in rules.faults[..count].iter().enumerate() {
            let state = turn[place].and_then(|at| explored.starts[at].as_ref().ok());
            starts.push(match (state, fault) {
                (Some(&state), _) => {
                    states.push(state);
                    Ok(states.len() - 1)
                }
                (None, Some(fault)) => Err(fault.clone()),
                // Every production without a start has a reason.
                (None, None) => Err(rules.crowded(place, explored.budget.all)),
            });
        }
        let partial = explored.partial.drain(..).map(|(at, partial)| (order[at], partial));
        Self {
            characters: printed.characters,
            partial: partial.collect(),
            dfa: explored.explorer.finish(states).minimize(),
            names: printed.productions.iter().map(|one| one.name.clone()).collect(),
            starts,
            rules,
            deadline: printed.deadline.clone(),
        }
    }

    /// Returns the meaning of the values above 7F in the grammar.
    #[doc(hidden)]
    pub fn characters(&self) -> Option<Characters> {
        self.characters
    }

    /// Returns the grammar, without its notes.
    #[doc(hidden)]
    pub fn to_printed(&self) -> Printed {
        self.rules.to_printed(self.names.len(), self.characters)
    }

    /// Returns the minimal automaton of all decided productions.
    pub fn dfa(&self) -> &Dfa {
        &self.dfa
    }

    /// Returns the names of the productions, in the printed order. Productions that only a reading defines come last.
    pub fn names(&self) -> &[String] {
        &self.names
    }

    /// Returns the number of a production's start in the automaton, or the reason why the production has no start.
    /// Returns `None` if there is no such production.
    pub fn start(&self, name: &str) -> Option<Result<usize, &Undecidable>> {
        let place = self.rules.place(name)?;
        self.starts.get(place).map(|start| start.as_ref().copied())
    }

    /// Returns the productions, with their calls.
    #[doc(hidden)]
    pub fn rules(&self) -> &Rules {
        &self.rules
    }

    /// Returns the explored part of the automaton of a production, if the automaton is too large.
    #[doc(hidden)]
    pub fn partial(&self, name: &str) -> Option<&PartialDfa> {
        self.partial.get(&self.rules.place(name)?)
    }

    /// Returns the number of states of the minimal automaton of a production, including the dead state.
    pub fn size(&self, name: &str) -> Option<usize> {
        let start = self.start(name)?.ok()?;
        Some(self.dfa.reachable([self.dfa.start(start)]).len())
    }

    /// Returns the productions that are not reachable from any of the given productions, in the printed order.
    pub fn unreachable<'s>(&'s self, whole: &[&str]) -> Vec<&'s str> {
        let names = self.names.iter().zip(self.rules.reached(whole));
        names.filter(|(_, reached)| !reached).map(|(name, _)| name.as_str()).collect()
    }

    /// Returns the names that are used but not defined, each with the first production that uses it.
    pub fn undefined(&self) -> &[(String, String)] {
        &self.rules.undefined
    }
}

/// Returns the right sides of the decidable productions as expressions. The expression of a replaced production is the
/// state that replaces it.
pub fn expressions<'d>(rules: &Rules, replaced: &Replaced<'d>) -> Exprs<'d> {
    let mut exprs = Exprs::new(rules.nullable.clone());
    let mut states = vec![None; rules.productions.len()];
    for (key, state) in replaced.states() {
        if let Some(place) = rules.place(key) {
            states[place] = Some(state);
        }
    }
    for &at in &rules.order {
        if let Some((dfa, state)) = states[at] {
            let body = exprs.state(dfa, state);
            exprs.define(at, body);
        } else if let Ok(term) = &rules.productions[at].term {
            let body = exprs.term(term, &|name| rules.place(name));
            exprs.define(at, body);
        }
    }
    exprs
}

fn reason(
    short: &Short<usize>,
    budget: &Budget,
    rules: &Rules,
    place: usize,
) -> Option<UndecidableReason> {
    let (file, line, name) = rules.named(place);
    let &Budget { each, all, ref deadline, .. } = budget;
    match short {
        Short::Failed(limit) => {
            Some(UndecidableReason::TooLarge { file, line, name, limit: *limit })
        }
        Short::Each => Some(UndecidableReason::TooLong { file, line, name, limit: each }),
        Short::All => Some(rules.crowded(place, all).reason),
        Short::Time => Some(UndecidableReason::Spent(deadline.clone())),
        Short::Needs => None,
    }
}

/// A state: a set of expressions, any of which may read the rest of the string.
pub type ExprState = Rc<[Expr]>;

/// The automaton of several expressions.
pub struct ExploredExprs {
    /// The states that were visited.
    pub explorer: Explorer<ExprState>,
    /// The budget of the exploration.
    pub budget: Budget,
    /// The start of each expression, or the reason why there is none.
    pub starts: Vec<Result<u32, Short<usize>>>,
    /// The explored part of each automaton that is too large, with the index of its expression.
    pub partial: Vec<(usize, PartialDfa)>,
}

/// Builds the automaton of as many expressions as the budget and the deadline permit. Each expression also has a budget
/// of its own. `needs` lists, for each expression, the indices of the expressions that it calls.
pub fn explore(
    exprs: &mut Exprs<'_>,
    wanted: &[Expr],
    needs: &[Vec<usize>],
    deadline: &Deadline,
) -> ExploredExprs {
    let classes = Classes::refine(exprs.sets());
    let (written, count) = (exprs.size(), classes.count());
    let budget = STEPS.for_size(STEPS_EACH * written).until(deadline);
    let most_states = budget::limit(STATES.max(STATES_EACH * written));
    let most = (TRANSITIONS / count).max(most_states.min(TIMES * TRANSITIONS / count));
    let most_exprs = EXPRESSIONS.max(EXPRESSIONS_EACH * written);
    let (mut explorer, mut partial, mut kept) =
        (Explorer::new(classes).until(deadline), Vec::new(), 0);
    // The memory of the sets of expressions, and of the expressions.
    let (mut sets, mut held) = (0, deadline.hold());
    let starts = budget.clone().spend(needs, |at, StepBudget { steps, is_all }| {
        let (mut left, mark, before) = (steps, exprs.mark(), explorer.states());
        let limit = most_states.min(most.saturating_sub(before));
        let sets_before = sets;
        let mut is_full = false;
        let found = explorer.add(ExprState::from([wanted[at]]), limit, |state, classes| {
            is_full = exprs.size() - written > most_exprs;
            sets += size_of_val(&**state);
            held.set(exprs.bytes() + sets);
            if is_full || deadline.has_passed() {
                None
            } else {
                row(exprs, state, classes, &mut left)
            }
        });
        let result = found.map_err(|spent| {
            if is_all || spent == Spent::States {
                let one = explorer.partial(before);
                kept += one.dfa.states();
                partial.extend((kept <= most).then_some((at, one)));
            }
            explorer.take_back(before);
            exprs.take_back(mark);
            sets = sets_before;
            match spent {
                Spent::States if limit == most_states || before == 0 => Stop::Failed(limit),
                Spent::Steps if deadline.has_passed() => Stop::Time,
                Spent::Steps if !is_full => Stop::Steps,
                _ => Stop::All,
            }
        });
        (if matches!(result, Err(Stop::Steps)) { steps } else { steps - left }, result)
    });
    ExploredExprs { explorer, budget, starts, partial }
}

/// Returns whether a state accepts, and the next state for each class of bytes, or `None` if the steps in `left` run
/// out.
pub(crate) fn row(
    exprs: &mut Exprs<'_>,
    state: &ExprState,
    classes: &Classes,
    left: &mut usize,
) -> Option<(bool, Vec<ExprState>)> {
    let mut parts = Vec::new();
    for &expr in state.iter() {
        let linear = exprs.linear(expr, left)?;
        *left = left.checked_sub(linear.len())?;
        parts.extend_from_slice(&linear);
    }
    let mut sets: Vec<ByteSet> = parts.iter().map(|&(set, _)| set).collect();
    sets.sort_unstable();
    sets.dedup();
    // A state distinguishes fewer classes of bytes than the grammar.
    let own = Classes::refine(sets);
    *left = left.checked_sub(parts.len() * own.count())?;
    let after = own.representatives().iter().map(|&byte| {
        let rests = parts.iter().filter(|(set, _)| set.contains(byte)).map(|&(_, rest)| rest);
        let mut rests: Vec<Expr> = rests.collect();
        rests.sort_unstable();
        rests.dedup();
        ExprState::from(rests)
    });
    let after: Vec<ExprState> = after.collect();
    let next = classes.representatives().iter().map(|&byte| Rc::clone(&after[own.of(byte)]));
    Some((state.iter().any(|expr| expr.has_empty()), next.collect()))
}

// The language of one right side, where some of the called productions are replaced.

/// The number of states that the automaton of a right side may have before it is minimized.
const STATES_OF_ONE: usize = 20_000;

impl Replaced<'_> {
    /// Returns the automaton of the right side of a production, or `None` if it cannot be built or the steps run out.
    /// If the production itself is replaced, only the calls to it are replaced, and its right side is kept.
    pub fn right_side(&self, printed: &Printed, name: &str, steps: &mut usize) -> Option<Dfa> {
        let term = printed.production(name)?.term.clone().ok()?;
        let (reached, used) = self.reached(printed, &term);
        let mut productions: Vec<_> = reached.into_iter().cloned().collect();
        let (name, origin) = (RIGHT_SIDE.to_owned(), Origin::Assumed);
        productions.push(PrintedProduction::named(name, term, origin));
        // An estimate: twenty terms for each production.
        *steps = steps.checked_sub(20 * productions.len())?;
        let (file, deadline) = (printed.file.clone(), printed.deadline.clone());
        let own = Printed { productions, notes: Vec::new(), file, deadline, ..*printed };
        let rules = Rules::new(&used.within(&own));
        let place = rules.place(RIGHT_SIDE).filter(|&place| rules.faults[place].is_none())?;
        let mut exprs = expressions(&rules, &used);
        let start = ExprState::from([exprs.call(place)]);
        let mut explorer = Explorer::new(Classes::refine(exprs.sets()));
        let row = |state: &ExprState, classes: &Classes| {
            *steps = steps.checked_sub(classes.count())?;
            row(&mut exprs, state, classes, steps)
        };
        let start = explorer.add(start, STATES_OF_ONE, row).ok()?;
        Some(explorer.finish(vec![start]))
    }

    /// Returns the productions that a term reaches, and separately the replaced productions. The search does not pass
    /// through a replaced production.
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

// Productions with replaced languages. To the callers of a replaced production it does not matter whether its
// right side is recursive or unreadable, or uses undefined names. `a = "(" a ")" / "x"` has no automaton; if
// the call of `a` is replaced by the language of `x`, the right side has an automaton, for `(x)` and `x`.

/// The prefix of the names of the productions that are added for right sides. It has spaces, so no name in a grammar
/// begins with it.
pub(super) const RIGHT_SIDE: &str = "the right side";

/// Productions, by the keys of their names, with the languages that replace them.
#[derive(Clone, Debug, Default)]
pub struct Replaced<'d>(pub(super) HashMap<String, (&'d Dfa, u32)>);

impl<'d> Replaced<'d> {
    /// Replaces a production by the language that an automaton accepts from a state.
    pub fn insert(&mut self, key: String, dfa: &'d Dfa, state: u32) {
        self.0.insert(key, (dfa, state));
    }

    /// Returns the keys of the replaced productions, with the states that replace them.
    pub fn states(&self) -> impl Iterator<Item = (&str, (&'d Dfa, u32))> {
        self.0.iter().map(|(key, &state)| (&**key, state))
    }

    /// Returns the grammar with a new right side for each replaced production. The new right side calls nothing,
    /// and accepts the empty string if the automaton does. Productions that the grammar lacks are appended.
    pub fn within<'p>(&self, printed: &'p Printed) -> Cow<'p, Printed> {
        if self.0.is_empty() {
            return Cow::Borrowed(printed);
        }
        let (mut printed, mut left) = (printed.clone(), self.0.clone());
        let term = |(dfa, state): (&Dfa, u32)| match dfa.accepts(state) {
            true => Term::EMPTY,
            false => Term::Bytes(ByteSet::ALL),
        };
        for production in &mut printed.productions {
            if let Some(state) = left.remove(&printed.notation.key(&production.name)) {
                production.term = Ok(term(state));
            }
        }
        let mut left: Vec<_> = left.into_iter().collect();
        left.sort_by(|one, other| one.0.cmp(&other.0));
        let named = |(key, state)| PrintedProduction::named(key, term(state), Origin::Assumed);
        printed.productions.extend(left.into_iter().map(named));
        Cow::Owned(printed)
    }

    /// Returns the grammar of [`Replaced::within`] with additional productions: one for the right side of each
    /// production in `places`.
    pub fn with_right_sides(&self, printed: &Printed, places: &[usize]) -> Printed {
        let mut within = self.within(printed).into_owned();
        for (number, &place) in places.iter().enumerate() {
            let (name, production) = (Self::right_side_name(number), &printed.productions[place]);
            within.productions.push(PrintedProduction { name, ..production.clone() });
        }
        within
    }

    /// Returns the name of the separate production for the right side with this number.
    pub fn right_side_name(number: usize) -> String {
        format!("{RIGHT_SIDE} {number}")
    }
}

#[cfg(test)]
mod tests {
    use grammar_automata::build::difference;

    use super::{Languages, *};
    use crate::notations::Notation;

    fn read(text: &str) -> Printed {
        Printed::read(Notation::Abnf, "a.abnf", text).unwrap()
    }

    /// Returns the automaton of the production `x`.
    fn given(text: &str) -> (Dfa, u32) {
        let languages = Languages::new(&read(text));
        let start = languages.start("x").unwrap().unwrap();
        (languages.dfa().clone(), languages.dfa().start(start))
    }

    /// Returns the strings of at most four bytes that the right side of `name` derives, if the language of `x` in
    /// `text` replaces the production `key`.
    #[track_caller]
    fn members(grammar: &str, name: &str, key: &str, text: &str) -> Option<Vec<String>> {
        let (dfa, state) = given(text);
        let mut replaced = Replaced::default();
        replaced.insert(key.to_owned(), &dfa, state);
        let found = replaced.right_side(&read(grammar), name, &mut 100_000)?;
        let members = found.members(0).take(20).take_while(|one| one.len() <= 4);
        Some(members.map(|one| one.escape_ascii().to_string()).collect())
    }

    #[test]
    fn a_call_means_the_replacement_language() {
        let grammar = "p = \"<\" c \">\" / d\nc = \"1\"\nd = c c\n";
        let found = members(grammar, "p", "c", "x = \"\" / %s\"b\"\n").unwrap();
        assert_eq!(found, ["", "b", "bb", "<>", "<b>"]);
        // A state inside the automaton, not its start.
        let (dfa, state) = given("x = %s\"abc\"\n");
        let mut replaced = Replaced::default();
        replaced.insert("c".to_owned(), &dfa, dfa.walk(state, b"a"));
        let found = replaced.right_side(&read(grammar), "d", &mut 100_000).unwrap();
        assert_eq!(found.members(0).collect::<Vec<_>>(), [b"bcbc"]);
    }

    #[test]
    fn replaced_right_sides_are_not_followed() {
        let brackets = "a = %s\"(\" a %s\")\" / b\nb = %s\"x\"\n";
        assert_eq!(members(brackets, "a", "a", "x = %s\"x\"\n").unwrap(), ["x", "(x)"]);
        assert_eq!(members(brackets, "a", "b", "x = %s\"x\"\n"), None);
        for faulty in ["c = undefined", "c = <prose>", "c = c %s\"y\"", "c = p %s\"y\""] {
            let grammar = format!("p = c %s\"z\"\n{faulty}\n");
            assert_eq!(members(&grammar, "p", "c", "x = %s\"x\"\n").unwrap(), ["xz"], "{faulty}");
            assert_eq!(members(&grammar, "p", "d", "x = %s\"x\"\n"), None, "{faulty}");
        }
    }

    #[test]
    fn built_in_rules_can_be_replaced() {
        assert_eq!(members("p = 2DIGIT\n", "p", "digit", "x = [%s\"7\"]\n").unwrap().len(), 3);
        assert_eq!(members("p = 2DIGIT\n", "q", "digit", "x = %s\"7\"\n"), None);
    }

    #[test]
    fn a_whole_grammar_with_a_replaced_production() {
        let grammar = read("p = 1*c [ p ]\nc = c / undefined\nq = c 0*1p\nr = undefined\n");
        let (dfa, state) = given("x = %x30-34 / %s\"ab\"\n");
        let mut replaced = Replaced::default();
        replaced.insert("c".to_owned(), &dfa, state);
        let languages = Languages::of_with(&grammar, &replaced);
        let start = |name| languages.start(name).unwrap().map_err(ToString::to_string);
        let wanted = Languages::new(&read("p = 1*(%x30-34 / %s\"ab\")\nc = %x30-34 / %s\"ab\"\n"));
        let same = |name, wanted_name| {
            let wanted = (wanted.dfa(), wanted.start(wanted_name).unwrap().unwrap());
            difference((languages.dfa(), start(name).unwrap()), wanted).is_equal()
        };
        assert!(same("p", "p") && same("q", "p") && same("c", "c") && !same("p", "c"));
        assert!(start("r").unwrap_err().contains("undefined"));
    }

    #[test]
    fn steps_are_limited() {
        let (dfa, state) = given("x = %s\"x\"\n");
        let mut replaced = Replaced::default();
        replaced.insert("c".to_owned(), &dfa, state);
        let grammar = read("p = 100c\nc = \"y\"\n");
        assert!(replaced.right_side(&grammar, "p", &mut 100).is_none());
        assert!(replaced.right_side(&grammar, "p", &mut 100_000).is_some());
    }
}

//! Productions whose recursion is not regular in form, but whose languages are regular. `a = a "x" / "y"` is
//! left-recursive. Suppose that its pest rule is `"y" ~ "x"*`. If the language of the rule replaces the call of `a`,
//! the right side has the same language, which therefore solves the equation of `a`. It is the only solution unless `a`
//! derives itself with the empty string on both sides.

use std::collections::BTreeMap;
use std::rc::Rc;

use grammar_automata::build::{ByteSet, Classes, Dfa, Memo, ProductSearch};
use grammar_automata::engine::graph;
use rustc_hash::{FxHashMap as HashMap, FxHashSet as HashSet};

use crate::languages::partial::Replaced;
use crate::notations::{Alternative, Printed, PrintedProduction, Term, Unreadable};
use crate::printed::rules::{Rules, called};

/// The maximum number of steps for all right sides together.
const STEPS: usize = 8_000_000;

/// The supposed language of a production: an automaton and the number of one of its starts.
pub type Guess<'d> = (&'d Dfa, usize);

/// Replaces the productions of cycles whose guessed languages are correct. `guess` returns the language of the pest
/// rule for a production, if there is such a rule.
pub fn replaced<'d>(
    read: &Printed,
    rules: &Rules,
    recursion: &Recursion,
    guess: &dyn Fn(&str) -> Option<Guess<'d>>,
) -> Replaced<'d> {
    let (mut found, mut left) = (Replaced::default(), STEPS);
    for cycle in recursion.cycles() {
        if read.deadline.has_passed() {
            break;
        }
        let guessed = cycle.iter().filter_map(|&place| {
            let name = read.productions.get(place)?.name.as_str();
            Some((place, guess(name)?))
        });
        let guessed: Vec<(usize, Guess<'d>)> = guessed.collect();
        let alone = guessed.iter().map(std::slice::from_ref);
        let mut sets = std::iter::once(&guessed[..]).chain(alone);
        let is_solution =
            |set: &&[(usize, Guess<'d>)]| is_solution(read, rules, &found, set, &mut left);
        for &(place, (dfa, start)) in sets.find(is_solution).unwrap_or_default() {
            let key = read.notation.key(&read.productions[place].name);
            found.insert(key, dfa, dfa.start(start));
        }
    }
    found
}

/// Returns whether the equations of a cycle have the guessed languages as their only solution. The `known` languages
/// replace their productions in these equations.
fn is_solution<'d>(
    read: &Printed,
    rules: &Rules,
    known: &Replaced<'d>,
    guessed: &[(usize, Guess<'d>)],
    left: &mut usize,
) -> bool {
    let mut replaced = known.clone();
    for &(place, (dfa, start)) in guessed {
        replaced.insert(read.notation.key(&read.productions[place].name), dfa, dfa.start(start));
    }
    let within = Rules::new(&replaced.within(read));
    let places: Vec<usize> = guessed.iter().map(|&(place, _)| place).collect();
    !guessed.is_empty()
        && is_unique(rules, &within, &places)
        && guessed.iter().all(|&(place, (dfa, start))| {
            let side = replaced.right_side(read, &read.productions[place].name, left);
            side.is_some_and(|side| {
                let states = (side.start(0), dfa.start(start));
                let mut search = ProductSearch::new(&side, dfa, |left, right| left != right);
                let found = search.find(states, *left);
                *left = left.saturating_sub(search.steps);
                found == Ok(None)
            })
        })
}

// The languages of a grammar are the least solution of its equations (Ginsburg and Rice, *Two families of languages
// related to ALGOL*, 1962), so any solution contains all strings of the grammar. It contains no others if no production
// can *derive itself alone*, that is, call itself with the empty string on both sides of the call. In that case each
// string of a solution has a derivation: the right side composes it from shorter strings of the solution, or consists
// of one call that derives the same string; such calls never return to the same production. `X = A X / B` has the only
// solution `*A B` if `A` does not accept the empty string (Arden, *Delayed-logic and finite-state machines*, 1961).
//
// `a = a / "x"` derives itself alone, and the set of all strings is also a solution. The argument also fails if a
// production excludes its caller, as in `a = "x" / ("y" - a)`: a larger language of `a` makes the right side smaller.

/// Returns whether the equations of the productions `solved` have only one solution. In `within`, these productions are
/// replaced by their supposed languages, so each accepts the empty string if its supposed language does.
pub fn is_unique(rules: &Rules, within: &Rules, solved: &[usize]) -> bool {
    is_monotone(rules, solved) && !Alone { rules, within, solved }.has_cycle()
}

/// Returns whether no difference in a cycle of solved productions calls a production of that cycle.
fn is_monotone(rules: &Rules, solved: &[usize]) -> bool {
    let components = graph::components(&rules.calls);
    let component = graph::membership(&components);
    let of_solved = solved.iter().flat_map(|&place| &components[component[place]]);
    let is_shared = |caller: usize, term: &Term| {
        let callee = term.name().and_then(|name| rules.place(name));
        callee.is_some_and(|callee| component[callee] == component[caller])
    };
    let mut differences = of_solved.flat_map(|&caller| {
        let terms = rules.productions[caller].term.iter().flat_map(Term::all);
        let differences = terms.filter(|term| matches!(term, Term::Difference { .. }));
        differences.map(move |term| (caller, term))
    });
    differences.all(|(caller, term)| !term.all().into_iter().any(|one| is_shared(caller, one)))
}

/// A search for solved productions that derive themselves with the empty string on both sides.
struct Alone<'a> {
    rules: &'a Rules,
    within: &'a Rules,
    solved: &'a [usize],
}

impl Alone<'_> {
    fn has_cycle(&self) -> bool {
        let numbers: HashMap<usize, usize> = self.solved.iter().copied().zip(0..).collect();
        let callers = graph::reversed(&self.rules.calls);
        let leads = graph::reached(&callers, self.solved.iter().copied());
        let edges: Vec<Vec<usize>> =
            self.solved.iter().map(|&place| self.derived(place, &numbers, &leads)).collect();
        let is_single = |component: &Vec<usize>| {
            component.len() == 1 && !edges[component[0]].contains(&component[0])
        };
        !graph::components(&edges).iter().all(is_single)
    }

    /// Returns the numbers of the solved productions that a production may derive with the empty string on both sides.
    /// `leads` marks the productions that reach a solved production.
    fn derived(&self, from: usize, numbers: &HashMap<usize, usize>, leads: &[bool]) -> Vec<usize> {
        let (mut found, mut seen) = (Vec::new(), vec![false; self.rules.productions.len()]);
        let mut waiting: Vec<&Term> = self.rules.productions[from].term.iter().collect();
        while let Some(term) = waiting.pop() {
            match term {
                Term::Name(name) => {
                    let Some(place) = self.rules.place(name) else { continue };
                    if let Some(&number) = numbers.get(&place) {
                        found.push(number);
                    } else if leads[place] && !std::mem::replace(&mut seen[place], true) {
                        waiting.extend(&self.rules.productions[place].term);
                    }
                }
                Term::Sequence(terms) => {
                    let mut others = terms.iter().filter(|term| !self.within.has_empty(term));
                    match (others.next(), others.next()) {
                        (None, _) => waiting.extend(terms),
                        // Only this part can derive the whole string.
                        (Some(only), None) => waiting.push(only),
                        (Some(_), Some(_)) => {}
                    }
                }
                _ => waiting.extend(term.parts()),
            }
        }
        found
    }
}

// Productions that nest in themselves, unrolled to a depth. Each production of a cycle has one copy for each
// remaining level, and a call that would nest deeper matches nothing: `a = "(" a ")" / "x"` to depth one
// accepts `x` and `(x)`. A call in last position is not counted.

/// The productions that nest in themselves. Such a production is on a cycle of calls that no automaton can follow.
pub struct Recursion {
    component: Vec<usize>,
    /// For each strongly connected component, whether it has a cycle that no automaton can follow.
    nests: Vec<bool>,
    /// The calls that count as a level of nesting, as pairs of caller and callee.
    counted: HashSet<(usize, usize)>,
}

impl Recursion {
    /// Finds the productions that nest in themselves.
    pub fn new(rules: &Rules) -> Self {
        let components = graph::components(&rules.calls);
        let component = graph::membership(&components);
        let mut pairs = Vec::new();
        for (caller, production) in rules.productions.iter().enumerate() {
            let mut names = Vec::new();
            if let Ok(term) = &production.term {
                called(term, true, &mut names);
            }
            let places =
                names.into_iter().filter_map(|(name, last)| Some((rules.place(name)?, last)));
            pairs.extend(places.map(|(callee, last)| (caller, callee, last)));
        }
        let counted = graph::nesting(rules.productions.len(), &component, pairs);
        let mut nests = vec![false; components.len()];
        counted.iter().for_each(|&(caller, _)| nests[component[caller]] = true);
        Self { component, nests, counted }
    }

    /// Returns whether a production is on a cycle of calls that no automaton can follow.
    pub fn nests(&self, place: usize) -> bool {
        self.nests[self.component[place]]
    }

    /// Returns the productions of each cycle that no automaton can follow.
    pub fn cycles(&self) -> Vec<Vec<usize>> {
        let mut cycles = vec![Vec::new(); self.nests.len()];
        for (place, &component) in self.component.iter().enumerate() {
            if self.nests[component] {
                cycles[component].push(place);
            }
        }
        cycles.retain(|cycle| !cycle.is_empty());
        cycles
    }

    /// Returns the grammar with nesting productions unrolled to a depth.
    pub fn unrolled(&self, rules: &Rules, printed: &Printed, depth: usize) -> Printed {
        let mut unrolled = printed.clone();
        let mut deeper = Vec::new();
        let nesting = (0..rules.productions.len()).filter(|&place| self.nests(place));
        let nesting = graph::reached(&graph::reversed(&rules.calls), nesting);
        for production in &mut unrolled.productions {
            refuse_exceptions(production, printed, &|name| {
                rules.place(name).is_some_and(|place| nesting[place])
            });
        }
        for (place, production) in unrolled.productions.iter_mut().enumerate() {
            let Ok(term) = &production.term else { continue };
            if !self.nests(place) {
                continue;
            }
            let term = term.clone();
            for level in (0..=depth).rev() {
                let site = UnrollSite { recursion: self, rules, place, level, depth };
                let mut term = term.clone();
                term.replace_calls(true, &mut |name, last| Some(site.call(name, last)));
                let term = Ok(term);
                if level == depth {
                    production.term = term;
                } else {
                    let name = at_level(&production.name, level);
                    deeper.push(PrintedProduction { name, term, ..production.clone() });
                }
            }
        }
        unrolled.productions.extend(deeper);
        unrolled
    }
}

/// Refuses a production that excludes a nesting production: the excluded language would be incomplete, and the
/// difference too large.
fn refuse_exceptions(
    production: &mut PrintedProduction,
    printed: &Printed,
    nests: &dyn Fn(&str) -> bool,
) {
    let is_wrong = |term: &Term| match term {
        Term::Difference { without, .. } => {
            without.all().into_iter().filter_map(Term::name).any(nests)
        }
        _ => false,
    };
    if production.term.iter().flat_map(Term::all).any(is_wrong) {
        production.term = Err(Unreadable {
            file: production.file(&printed.file).to_owned(),
            line: production.line,
            section: production.section.clone(),
            name: production.name.clone(),
            why: "the excluded term is recursive".to_owned(),
        });
    }
}

/// Returns the name of the copy of a production for `level` remaining levels. It has a space, unlike the names in
/// grammars.
fn at_level(name: &str, level: usize) -> String {
    format!("{name} {level}")
}

struct UnrollSite<'r> {
    recursion: &'r Recursion,
    rules: &'r Rules,
    place: usize,
    level: usize,
    depth: usize,
}

impl UnrollSite<'_> {
    fn call(&self, name: &str, last: bool) -> Term {
        let itself = || Term::Name(name.to_owned());
        let Some(callee) = self.rules.place(name) else { return itself() };
        let Recursion { component, nests, .. } = self.recursion;
        if !nests[component[callee]] || component[self.place] != component[callee] {
            return itself();
        }
        let is_counted = !last && self.recursion.counted.contains(&(self.place, callee));
        let level = if is_counted { self.level.checked_sub(1) } else { Some(self.level) };
        match level {
            Some(level) if level == self.depth => itself(),
            Some(level) => Term::Name(at_level(&self.rules.productions[callee].name, level)),
            None => Term::Bytes(ByteSet::EMPTY),
        }
    }
}

// Expressions, hash-consed, and their linear forms: pairs of a set of first bytes and the expression that
// remains after them, which contain the partial derivatives by every byte (Antimirov, *Partial derivatives of
// regular expressions and finite automaton constructions*, 1996).
//
// A call is expanded only when its linear form is needed, which is enough for tail recursion. A counted repetition
// counts down: `1*4HEXDIG` leaves `0*3HEXDIG`. The rest of a difference is the difference of all rests of both
// expressions (Brzozowski, *Derivatives of regular expressions*, 1964). A state of an automaton is an expression, too.

/// An expression, as a number. The last bit of the number indicates whether the expression accepts the empty string.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Expr(u32);

impl Expr {
    /// Returns whether the expression accepts the empty string.
    pub fn has_empty(self) -> bool {
        self.0 & 1 == 1
    }
}

#[derive(Clone, Debug, PartialEq, Eq, Hash)]
enum ExprKind {
    Empty,
    /// A byte of a set. The empty set matches nothing.
    Set(ByteSet),
    Then(Expr, Expr),
    Either(Box<[Expr]>),
    Repeat(Expr, u32, Option<u32>),
    Minus(Expr, Expr),
    Call(usize),
    /// The strings that an automaton, given by its number, accepts from a state.
    State(usize, u32),
}

struct ExprAutomaton<'d> {
    dfa: &'d Dfa,
    sets: Vec<ByteSet>,
    dead: Option<u32>,
}

/// The linear form of an expression: sets of first bytes, each with the remaining expression.
pub type Linear = Rc<[(ByteSet, Expr)]>;

/// A state of the tables to which [`Exprs::take_back`] can return: the numbers of expressions, of linear forms and of
/// the parts of these forms.
#[derive(Clone, Copy)]
pub(crate) struct Mark(usize, usize, usize);

/// The maximum depth to which differences may nest, including nesting through calls.
const DEEPEST: usize = 100;
/// The cost of a new expression, in steps.
const NEW: usize = 16;

/// The expressions of a grammar.
pub struct Exprs<'d> {
    automata: Vec<ExprAutomaton<'d>>,
    numbers: Memo<ExprKind, Expr>,
    linear: Memo<Expr, Linear>,
    parts: usize,
    bodies: Vec<Option<Expr>>,
    /// For each production, whether it accepts the empty string.
    nullable: Vec<bool>,
    empty: Expr,
    /// The number of differences whose linear forms are being computed.
    within: usize,
}

impl<'d> Exprs<'d> {
    /// Creates an empty set of expressions. `nullable` marks the productions that accept the empty string.
    pub(crate) fn new(nullable: Vec<bool>) -> Self {
        let mut this = Self {
            automata: Vec::new(),
            numbers: Memo::new(),
            linear: Memo::new(),
            parts: 0,
            bodies: vec![None; nullable.len()],
            nullable,
            empty: Expr(1),
            within: 0,
        };
        this.empty = this.keep(ExprKind::Empty);
        this
    }

    /// Defines the right side of a production. A call of a production that is a set of bytes becomes that set,
    /// so callees should be defined before their callers.
    pub(crate) fn define(&mut self, production: usize, body: Expr) {
        self.bodies[production] = Some(body);
    }

    pub(crate) fn call(&mut self, production: usize) -> Expr {
        match self.bodies[production] {
            Some(body) if matches!(self.node(body), ExprKind::Set(_) | ExprKind::Empty) => body,
            _ => self.keep(ExprKind::Call(production)),
        }
    }

    pub(crate) fn state(&mut self, dfa: &'d Dfa, state: u32) -> Expr {
        let known = self.automata.iter().position(|one| std::ptr::eq(one.dfa, dfa));
        let at = known.unwrap_or_else(|| {
            let classes = dfa.classes();
            let sets = (0..classes.count()).map(|class| classes.members(class)).collect();
            self.automata.push(ExprAutomaton { dfa, sets, dead: dfa.dead(None) });
            self.automata.len() - 1
        });
        self.keep(ExprKind::State(at, state))
    }

    /// Returns the expression of a term. `place` returns the number of a production by its name.
    pub fn term(&mut self, term: &Term, place: &impl Fn(&str) -> Option<usize>) -> Expr {
        match term {
            Term::Name(name) => match place(name) {
                Some(production) => self.call(production),
                None => self.keep(ExprKind::Set(ByteSet::EMPTY)),
            },
            Term::Bytes(set) => self.keep(ExprKind::Set(*set)),
            Term::Literal { .. } | Term::Sequence(_) => {
                let mut factors = Vec::new();
                self.factors(term, place, &mut factors);
                factors.into_iter().rev().fold(self.empty, |rest, first| self.then(first, rest))
            }
            Term::Choice(all) => self.either(all, place),
            Term::Difference { from, without } => {
                let (from, without) = (self.term(from, place), self.term(without, place));
                self.minus(from, without)
            }
            Term::Repeat { min, max, term } => {
                let once = self.term(term, place);
                self.repeat(once, *min, *max)
            }
        }
    }

    /// Returns the union of alternatives. Alternatives with a common prefix share it: `a b / a c` becomes `a ( b / c
    /// )`. Otherwise the state for a choice of fifty thousand words would be a set of fifty thousand expressions.
    fn either(&mut self, all: &[Alternative], place: &impl Fn(&str) -> Option<usize>) -> Expr {
        let factors = all.iter().map(|one| {
            let mut factors = Vec::new();
            self.factors(&one.term, place, &mut factors);
            factors
        });
        let mut factors: Vec<Vec<Expr>> = factors.collect();
        factors.sort_unstable();
        // For each prefix of the last alternative, shortest first, the expressions that may follow it.
        let (mut open, mut last): (Vec<Vec<Expr>>, &[Expr]) = (vec![Vec::new()], &[]);
        for one in &factors {
            let common = one.iter().zip(last).take_while(|(one, other)| one == other).count();
            self.close(&mut open, last, common);
            open.resize(one.len() + 1, Vec::new());
            open[one.len()].push(self.empty);
            last = one;
        }
        self.close(&mut open, last, 0);
        self.any(open.pop().unwrap_or_default())
    }

    /// Closes every open prefix of `factors` that is longer than `kept`, longest first. The expressions that may follow
    /// a closed prefix become one choice. The last factor of the prefix, followed by this choice, then becomes an
    /// expression that may follow the rest of the prefix.
    fn close(&mut self, open: &mut Vec<Vec<Expr>>, factors: &[Expr], kept: usize) {
        while open.len() > kept + 1 {
            let rest = open.pop().unwrap_or_default();
            let rest = self.any(rest);
            let all = self.then(factors[open.len() - 1], rest);
            open.last_mut().into_iter().for_each(|before| before.push(all));
        }
    }

    fn factors(
        &mut self,
        term: &Term,
        place: &impl Fn(&str) -> Option<usize>,
        found: &mut Vec<Expr>,
    ) {
        match term {
            Term::Literal { bytes, ignore_case } => {
                let set = if *ignore_case { ByteSet::ignoring_case } else { ByteSet::single };
                found.extend(bytes.iter().map(|&byte| self.keep(ExprKind::Set(set(byte)))));
            }
            Term::Sequence(terms) => {
                terms.iter().for_each(|term| self.factors(term, place, found));
            }
            _ => {
                let one = self.term(term, place);
                found.extend((one != self.empty).then_some(one));
            }
        }
    }

    fn minus(&mut self, from: Expr, without: Expr) -> Expr {
        match (self.set(from), self.set(without)) {
            (_, Some(set)) if set.is_empty() => from,
            (Some(from), Some(without)) => {
                self.keep(ExprKind::Set(from.intersection(without.complement())))
            }
            _ => self.keep(ExprKind::Minus(from, without)),
        }
    }

    /// Returns the union of some expressions. The union of no expressions matches nothing.
    fn any(&mut self, all: Vec<Expr>) -> Expr {
        let (mut set, mut others) = (ByteSet::EMPTY, Vec::new());
        for expr in all {
            match self.node(expr) {
                ExprKind::Set(more) => set = set.union(*more),
                _ => others.push(expr),
            }
        }
        if others.is_empty() || !set.is_empty() {
            others.push(self.keep(ExprKind::Set(set)));
        }
        others.sort_unstable();
        others.dedup();
        if let [only] = others[..] { only } else { self.keep(ExprKind::Either(others.into())) }
    }

    /// Returns the linear form of a difference. The remaining expression after a byte is the difference of the
    /// remaining expressions of both terms, so each class of bytes has its own remaining expression.
    fn linear_minus(&mut self, from: Expr, without: Expr, steps: &mut usize) -> Option<Linear> {
        self.within = self.within.checked_add(1).filter(|&within| within <= DEEPEST)?;
        let both = [from, without].map(|expr| self.linear(expr, steps));
        self.within -= 1;
        let [Some(from), Some(without)] = both else { return None };
        let classes = Classes::refine(from.iter().chain(without.iter()).map(|&(set, _)| set));
        *steps = steps.checked_sub(classes.count() * (from.len() + without.len() + NEW))?;
        let mut parts = Vec::new();
        for (class, &byte) in classes.representatives().iter().enumerate() {
            let after = |linear: &Linear| {
                let rests = linear.iter().filter(|(set, _)| set.contains(byte));
                rests.map(|&(_, rest)| rest).collect::<Vec<_>>()
            };
            let (from, without) = (after(&from), after(&without));
            if from.is_empty() {
                continue;
            }
            let (from, without) = (self.any(from), self.any(without));
            parts.push((classes.members(class), self.minus(from, without)));
        }
        Some(parts.into())
    }

    fn then(&mut self, first: Expr, rest: Expr) -> Expr {
        match (first == self.empty, rest == self.empty) {
            (true, _) => rest,
            (_, true) => first,
            _ => self.keep(ExprKind::Then(first, rest)),
        }
    }

    fn repeat(&mut self, once: Expr, min: u32, max: Option<u32>) -> Expr {
        match (min, max) {
            _ if once == self.empty || max == Some(0) => self.empty,
            (1, Some(1)) => once,
            _ => self.keep(ExprKind::Repeat(once, min, max)),
        }
    }

    /// Returns the right side of a production.
    pub fn body(&self, production: usize) -> Option<Expr> {
        self.bodies[production]
    }

    /// Returns the sets of bytes of an expression that is a sequence of sets, or `None` for any other expression.
    pub fn word(&self, mut expr: Expr) -> Option<Vec<ByteSet>> {
        let mut word = Vec::new();
        loop {
            match *self.node(expr) {
                ExprKind::Empty => return Some(word),
                ExprKind::Set(set) => {
                    word.push(set);
                    return Some(word);
                }
                ExprKind::Then(first, rest) => {
                    word.push(self.set(first)?);
                    expr = rest;
                }
                _ => return None,
            }
        }
    }

    pub(crate) fn set(&self, expr: Expr) -> Option<ByteSet> {
        match self.node(expr) {
            ExprKind::Set(set) => Some(*set),
            _ => None,
        }
    }

    fn node(&self, expr: Expr) -> &ExprKind {
        &self.numbers.keys()[expr.0 as usize >> 1]
    }

    fn keep(&mut self, node: ExprKind) -> Expr {
        if let Some(&known) = self.numbers.get(&node) {
            return known;
        }
        let has_empty = match &node {
            ExprKind::Empty => true,
            ExprKind::Set(_) => false,
            ExprKind::Then(first, rest) => first.has_empty() && rest.has_empty(),
            ExprKind::Either(all) => all.iter().any(|one| one.has_empty()),
            ExprKind::Repeat(once, min, _) => *min == 0 || once.has_empty(),
            ExprKind::Minus(from, without) => from.has_empty() && !without.has_empty(),
            ExprKind::Call(production) => self.nullable[*production],
            ExprKind::State(at, state) => self.automata[*at].dfa.accepts(*state),
        };
        let expr = Expr((self.numbers.keys().len() as u32) << 1 | u32::from(has_empty));
        self.numbers.insert(node, expr);
        expr
    }

    pub(crate) fn size(&self) -> usize {
        self.numbers.keys().len() + self.parts
    }

    /// Returns the memory of the expressions and their linear forms, in bytes.
    pub(crate) fn bytes(&self) -> usize {
        self.numbers.bytes() + self.linear.bytes() + size_of::<(ByteSet, Expr)>() * self.parts
    }

    pub(crate) fn mark(&self) -> Mark {
        Mark(self.numbers.keys().len(), self.linear.keys().len(), self.parts)
    }

    pub(crate) fn take_back(&mut self, Mark(numbers, linear, parts): Mark) {
        self.numbers.truncate(numbers);
        self.linear.truncate(linear);
        self.parts = parts;
    }

    /// Returns the linear form of an expression, or `None` if the steps run out. The productions that the
    /// expression reaches must not be left-recursive.
    pub fn linear(&mut self, expr: Expr, steps: &mut usize) -> Option<Linear> {
        if let Some(known) = self.linear.get(&expr) {
            return Some(Rc::clone(known));
        }
        let mut found: BTreeMap<Expr, ByteSet> = BTreeMap::new();
        // Each pair is an expression and its continuation.
        let (mut seen, mut waiting) = (HashSet::default(), vec![(expr, self.empty)]);
        while let Some((expr, rest)) = waiting.pop() {
            if !seen.insert((expr, rest)) {
                continue;
            }
            *steps = steps.checked_sub(NEW)?;
            // Without a continuation, the known linear form of `expr` is part of the result.
            let known = self.linear.get(&expr).filter(|_| rest == self.empty).cloned();
            if let Some(known) = known {
                *steps = steps.checked_sub(known.len())?;
                for &(set, rest) in known.iter() {
                    let before = found.entry(rest).or_default();
                    *before = before.union(set);
                }
                continue;
            }
            match self.node(expr).clone() {
                ExprKind::Empty => {}
                ExprKind::Set(set) if set.is_empty() => {}
                ExprKind::Set(set) => {
                    let known = found.entry(rest).or_default();
                    *known = known.union(set);
                }
                ExprKind::Then(first, second) => {
                    if first.has_empty() {
                        waiting.push((second, rest));
                    }
                    waiting.push((first, self.then(second, rest)));
                }
                ExprKind::Either(all) => {
                    *steps = steps.checked_sub(all.len())?;
                    waiting.extend(all.iter().map(|&one| (one, rest)));
                }
                ExprKind::Repeat(once, min, max) => {
                    let again = self.repeat(once, min.saturating_sub(1), max.map(|max| max - 1));
                    waiting.push((once, self.then(again, rest)));
                }
                ExprKind::Minus(from, without) => {
                    for &(set, left) in &*self.linear_minus(from, without, steps)? {
                        let rest = self.then(left, rest);
                        let known = found.entry(rest).or_default();
                        *known = known.union(set);
                    }
                }
                ExprKind::Call(production) => {
                    waiting.extend(self.bodies[production].map(|body| (body, rest)));
                }
                ExprKind::State(at, state) => {
                    let mut row: BTreeMap<u32, ByteSet> = BTreeMap::new();
                    let ExprAutomaton { dfa, ref sets, dead } = self.automata[at];
                    *steps = steps.checked_sub(sets.len())?;
                    for (&next, &set) in dfa.row(state).iter().zip(sets) {
                        let known = row.entry(next).or_default();
                        *known = known.union(set);
                    }
                    for (next, set) in row.into_iter().filter(|(next, _)| Some(*next) != dead) {
                        *steps = steps.checked_sub(NEW)?;
                        let next = self.keep(ExprKind::State(at, next));
                        let rest = self.then(next, rest);
                        let known = found.entry(rest).or_default();
                        *known = known.union(set);
                    }
                }
            }
        }
        let linear: Linear = found.into_iter().map(|(rest, set)| (set, rest)).collect();
        self.parts += linear.len();
        self.linear.insert(expr, Rc::clone(&linear));
        Some(linear)
    }

    pub(crate) fn sets(&self) -> impl Iterator<Item = ByteSet> {
        let sets = self.numbers.keys().iter().filter_map(|node| match node {
            ExprKind::Set(set) => Some(*set),
            _ => None,
        });
        sets.chain(self.automata.iter().flat_map(|one| one.sets.iter().copied()))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::notations::{Notation, Printed};

    /// Returns whether the system of the `solved` productions, none of which accepts the empty string, has only one
    /// solution. In `within` their right sides are single bytes.
    #[track_caller]
    fn unique(text: &str, solved: &[&str]) -> bool {
        let read = |text: &str| Printed::read(Notation::W3c, "a.ebnf", text).unwrap();
        let printed = read(text);
        let mut within = printed.clone();
        for one in &mut within.productions {
            if solved.contains(&&*one.name) {
                one.term = Ok(Term::Bytes(grammar_automata::build::ByteSet::ALL));
            }
        }
        let rules = Rules::new(&printed);
        let places: Vec<usize> = solved.iter().map(|name| rules.place(name).unwrap()).collect();
        is_unique(&rules, &Rules::new(&within), &places)
    }

    #[test]
    fn a_system_with_a_unit_cycle_is_not_unique() {
        assert!(unique("a ::= a 'x' | 'y'", &["a"]));
        assert!(!unique("a ::= a | 'y'", &["a"]));
        assert!(!unique("a ::= a* | 'y'", &["a"]));
        // The terms on both sides of `a` may be empty.
        assert!(!unique("a ::= 'x'* a 'x'? | 'y'", &["a"]));
        assert!(unique("a ::= 'x'+ a 'x'? | 'y'", &["a"]));
        assert!(unique("a ::= a a | 'y'", &["a"]));
        // Through other productions, solved or not.
        assert!(!unique("a ::= b | 'y'  b ::= c  c ::= a | 'z' c", &["a"]));
        assert!(!unique("a ::= b | 'y'  b ::= c  c ::= a | 'z' c", &["a", "b"]));
        assert!(unique("a ::= b | 'y'  b ::= c 'w' c ::= a | 'z' c", &["a", "c"]));
        // `c` may be empty, and is not solved.
        assert!(!unique("a ::= c a | 'y'  c ::= a?", &["a"]));
    }

    #[test]
    fn a_production_that_subtracts_itself_is_not_unique() {
        assert!(!unique("a ::= 'x' | (('y' 'z') - ('y' a))", &["a"]));
        assert!(!unique("a ::= 'x' a | b  b ::= 'y' - ('z' a)", &["a"]));
        // The difference is below the cycle.
        assert!(unique("a ::= 'x' a 'z' | b  b ::= [a-z] - 'y'", &["a"]));
    }
}

//! The calls between productions: which productions can be decided, and why the others cannot. A production may call
//! itself in last position: `xalphas = xalpha [ xalphas ]` is a loop. If something follows the call, as in `a = "(" a
//! ")" / "x"`, the language need not be regular. If nothing precedes the call, as in `a = a "x" / "y"`, a recursive
//! reader never reads a byte. Both kinds of recursion are refused, and the error names the cycle (Tarjan, *Depth-first
//! search and linear graph algorithms*, 1972).

use std::collections::{HashMap, HashSet, VecDeque};

use grammar_automata::build::Deadline;

use crate::notations::{Characters, Notation, Printed, PrintedProduction, Term, Unreadable};
use grammar_automata::engine::graph;

/// A production whose language cannot be decided.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{}{reason}", way(through))]
#[non_exhaustive]
pub struct Undecidable {
    /// The path from the production to the faulty production; a single name if the production itself is faulty.
    pub through: Vec<String>,
    /// The fault.
    pub reason: UndecidableReason,
}

/// The reason why a language cannot be decided.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum UndecidableReason {
    /// The production cannot be used as printed.
    #[error(transparent)]
    Unreadable(#[from] Unreadable),
    /// A name is used but not defined.
    #[error(
        "{file}, line {line}: `{by}` uses `{name}`, which is not defined; add a reading of it, import \
         the document that defines it (`--import`) or assume it (`--assume`)"
    )]
    Undefined {
        /// The name of the file.
        file: String,
        /// The line of the production that uses the name.
        line: usize,
        /// The production that uses the name.
        by: String,
        /// The undefined name.
        name: String,
    },
    /// A production calls itself, and something follows the call.
    #[error(
        "{file}, line {line}: `{}` recurses with something after the call ({}), so it may have no finite automaton; write an equivalent repetition, if there is one",
        cycle[0],
        cycle.join(" → ")
    )]
    Recursive {
        /// The name of the file.
        file: String,
        /// The line of the first production of the cycle.
        line: usize,
        /// The names of the productions on the cycle. The first name is repeated at the end.
        cycle: Vec<String>,
    },
    /// A production calls itself before it has read a byte.
    #[error(
        "{file}, line {line}: `{}` is left-recursive ({}); write it as a repetition",
        cycle[0],
        cycle.join(" → ")
    )]
    LeftRecursive {
        /// The name of the file.
        file: String,
        /// The line of the first production of the cycle.
        line: usize,
        /// The names of the productions on the cycle. The first name is repeated at the end.
        cycle: Vec<String>,
    },
    /// The automaton has too many states.
    #[error("{file}, line {line}: the automaton of `{name}` has more than {limit} states")]
    TooLarge {
        /// The name of the file.
        file: String,
        /// The line of the production.
        line: usize,
        /// The name of the production.
        name: String,
        /// The maximum number of states.
        limit: usize,
    },
    /// The automaton takes too long to build.
    #[error(
        "{file}, line {line}: the automaton of `{name}` takes more than {limit} steps to build; \
         nest fewer repetitions and options"
    )]
    TooLong {
        /// The name of the file.
        file: String,
        /// The line of the production.
        line: usize,
        /// The name of the production.
        name: String,
        /// The maximum number of steps.
        limit: usize,
    },
    /// The step budget of all productions together was used up.
    #[error(
        "{file}, line {line}: the automaton of `{name}` is not built, since the automata of the file take more than {limit} steps together; audit this production alone"
    )]
    Crowded {
        /// The name of the file.
        file: String,
        /// The line of the production.
        line: usize,
        /// The name of the production.
        name: String,
        /// The maximum number of steps for all productions.
        limit: usize,
    },
    /// The deadline for the grammar has passed.
    #[error("{0}")]
    Spent(Deadline),
}

impl UndecidableReason {
    /// Returns whether the reason is recursion that no automaton can follow.
    #[doc(hidden)]
    pub fn is_recursion(&self) -> bool {
        matches!(self, Self::Recursive { .. } | Self::LeftRecursive { .. })
    }
}

fn way(through: &[String]) -> String {
    match through {
        [] | [_] => String::new(),
        through => format!("{}: ", through.join(" → ")),
    }
}

/// Productions and their calls.
#[derive(Debug)]
pub struct Rules {
    file: String,
    notation: Notation,
    /// The deadline for work on the grammar.
    pub deadline: Deadline,
    /// The productions of the grammar, in order, followed by the built-in productions that the grammar does not define.
    pub productions: Vec<PrintedProduction>,
    places: HashMap<String, usize>,
    /// For each production, the numbers of the productions that it calls.
    pub calls: Vec<Vec<usize>>,
    /// For each production, whether it accepts the empty string. The value is meaningless for undecidable productions.
    pub(crate) nullable: Vec<bool>,
    /// The decidable productions, sorted so that callees precede their callers.
    pub order: Vec<usize>,
    /// For each production, the reason why it cannot be decided, if there is one.
    pub faults: Vec<Option<Undecidable>>,
    /// The names that are used but not defined, each with the first production that uses it.
    pub undefined: Vec<(String, String)>,
}

/// The number of a called production, and whether the call is in last position.
type LastCall = (usize, bool);

impl Rules {
    /// Returns the grammar of the first productions, without its notes.
    pub(crate) fn to_printed(&self, count: usize, characters: Option<Characters>) -> Printed {
        Printed {
            notation: self.notation,
            file: self.file.clone(),
            characters,
            productions: self.productions[..count].to_vec(),
            notes: Vec::new(),
            deadline: self.deadline.clone(),
        }
    }

    /// Finds the calls between the productions of a grammar, and which productions can be decided.
    pub fn new(printed: &Printed) -> Self {
        let notation = printed.notation;
        let key = |name: &str| notation.key(name);
        let mut productions = printed.productions.clone();
        let mut places: HashMap<_, _> =
            productions.iter().map(|one| key(&one.name)).zip(0..).collect();
        for production in printed.notation.built_in() {
            places.entry(key(&production.name)).or_insert_with(|| {
                productions.push(production.clone());
                productions.len() - 1
            });
        }
        let count = productions.len();
        let mut this = Self {
            file: printed.file.clone(),
            notation,
            deadline: printed.deadline.clone(),
            places,
            calls: Vec::with_capacity(count),
            nullable: vec![false; count],
            order: Vec::new(),
            faults: vec![None; count],
            undefined: Vec::new(),
            productions,
        };
        let mut reasons: Vec<Option<UndecidableReason>> = vec![None; count];
        let mut calls: Vec<Vec<LastCall>> = Vec::with_capacity(count);
        let mut unknown = HashSet::new();
        for (place, production) in this.productions.iter().enumerate() {
            let (mut names, mut own) = (Vec::new(), Vec::new());
            match &production.term {
                Ok(term) => called(term, true, &mut names),
                Err(unreadable) => reasons[place] = Some(unreadable.clone().into()),
            }
            for (name, last) in names {
                if let Some(callee) = this.place(name) {
                    own.push((callee, last));
                    continue;
                }
                reasons[place].get_or_insert_with(|| UndecidableReason::Undefined {
                    file: production.file(&printed.file).to_owned(),
                    line: production.line,
                    by: production.name.clone(),
                    name: name.to_owned(),
                });
                if unknown.insert(name) {
                    this.undefined.push((name.to_owned(), production.name.clone()));
                }
            }
            this.calls.push(own.iter().map(|&(callee, _)| callee).collect());
            calls.push(own);
        }
        this.refuse_recursion(&calls, false, &mut reasons);
        this.nullable = of(&this.productions, &|name| this.place(name));
        this.differ();
        this.refuse_recursion(&calls, true, &mut reasons);
        this.spread(reasons);
        let sound = |place: &usize| this.faults[*place].is_none();
        this.order = graph::components(&this.calls).concat().into_iter().filter(sound).collect();
        this
    }

    /// Returns the number of the production with the given name.
    pub fn place(&self, name: &str) -> Option<usize> {
        self.places.get(&self.notation.key(name)).copied()
    }

    /// Returns the file, the line and the name of a production, for a message.
    pub fn named(&self, place: usize) -> (String, usize, String) {
        let production = &self.productions[place];
        let file = production.file(&self.file).to_owned();
        (file, production.line, production.name.clone())
    }

    pub(crate) fn crowded(&self, place: usize, limit: usize) -> Undecidable {
        let (file, line, name) = self.named(place);
        let through = vec![name.clone()];
        Undecidable { through, reason: UndecidableReason::Crowded { file, line, name, limit } }
    }

    /// Returns, for each production, whether it is one of the named productions or reachable from them.
    pub fn reached(&self, names: &[&str]) -> Vec<bool> {
        graph::reached(&self.calls, names.iter().filter_map(|name| self.place(name)))
    }

    /// Refuses recursion that no automaton can follow, or left recursion if `on_left` is true. In each cycle, one
    /// production is refused for the recursion, and the others are refused because they reach this production. A cycle
    /// of tail calls, as in `a = [ "y" ] a / "x"`, is not refused.
    fn refuse_recursion(
        &self,
        calls: &[Vec<LastCall>],
        on_left: bool,
        reasons: &mut [Option<UndecidableReason>],
    ) {
        let first = self.productions.iter().map(|production| {
            let mut names = Vec::new();
            if let Ok(term) = &production.term {
                self.first(term, &mut names);
            }
            names
        });
        let first: Vec<Vec<usize>> = if on_left { first.collect() } else { Vec::new() };
        let edges = if on_left { &first } else { &self.calls };
        let component = graph::membership(&graph::components(edges));
        let mut refused = HashSet::new();
        for (caller, calls) in calls.iter().enumerate() {
            let mut inner = calls.iter().filter(|(_, last)| !last).map(|&(callee, _)| callee);
            let is_within = |callee: &usize| component[*callee] == component[caller];
            let callee = match on_left {
                true => {
                    let inner: Vec<usize> = inner.collect();
                    first[caller].iter().copied().find(|one| is_within(one) && inner.contains(one))
                }
                false => inner.find(is_within),
            };
            let Some(callee) = callee.filter(|_| refused.insert(component[caller])) else {
                continue;
            };
            let (line, cycle) = self.cycle(edges, &component, caller, callee);
            let (file, ..) = self.named(caller);
            reasons[caller] = Some(match on_left {
                true => UndecidableReason::LeftRecursive { file, line, cycle },
                false => UndecidableReason::Recursive { file, line, cycle },
            });
        }
    }

    /// Corrects `nullable` for the productions that use a difference, such as `a - b`, even indirectly. A difference
    /// accepts the empty string if its first term does and its second term does not. Callees are visited before their
    /// callers. A production that calls itself within a difference is refused, so its entry in `nullable` is
    /// meaningless.
    fn differ(&mut self) {
        let is_difference = |term: &Term| matches!(term, Term::Difference { .. });
        let has = |one: &PrintedProduction| one.term.iter().flat_map(Term::all).any(is_difference);
        if !self.productions.iter().any(has) {
            return;
        }
        for component in graph::components(&self.calls) {
            component.iter().for_each(|&at| self.nullable[at] = false);
            // Each round finds at least one more production, or is the last.
            for _ in 0..component.len() {
                let mut is_last = true;
                for &at in &component {
                    let Ok(term) = &self.productions[at].term else { continue };
                    if !self.nullable[at] && self.has_empty(term) {
                        (self.nullable[at], is_last) = (true, false);
                    }
                }
                if is_last {
                    break;
                }
            }
        }
    }

    /// Returns the line of the production `caller`, and the names on the shortest path from it through `callee` back to
    /// `caller`.
    fn cycle(
        &self,
        edges: &[Vec<usize>],
        component: &[usize],
        caller: usize,
        callee: usize,
    ) -> (usize, Vec<String>) {
        let way = graph::shortest_within(edges, component, callee, caller).unwrap_or_default();
        let places = std::iter::once(caller).chain(way);
        let names = places.map(|place| self.productions[place].name.clone()).collect();
        (self.productions[caller].line, names)
    }

    /// Returns whether a term accepts the empty string.
    pub fn has_empty(&self, term: &Term) -> bool {
        self.first(term, &mut Vec::new())
    }

    /// Collects the productions that a term may call before it has read a byte. Returns whether the term
    /// accepts the empty string.
    fn first(&self, term: &Term, found: &mut Vec<usize>) -> bool {
        match term {
            Term::Name(name) => {
                let place = self.place(name);
                found.extend(place);
                place.is_some_and(|at| self.nullable[at])
            }
            Term::Bytes(_) => false,
            Term::Literal { bytes, .. } => bytes.is_empty(),
            Term::Sequence(terms) => terms.iter().all(|term| self.first(term, found)),
            Term::Choice(all) => {
                // Every alternative is visited, even after one that accepts the empty string.
                all.iter().filter(|one| self.first(&one.term, found)).count() > 0
            }
            Term::Repeat { min, term, .. } => self.first(term, found) || *min == 0,
            Term::Difference { from, without } => {
                let (from, without) = (self.first(from, found), self.first(without, found));
                from && !without
            }
        }
    }

    /// Refuses every production that reaches a faulty production, and records the path to the faulty production.
    pub(crate) fn spread(&mut self, reasons: Vec<Option<UndecidableReason>>) {
        let callers = graph::reversed(&self.calls);
        let mut waiting = VecDeque::new();
        for (place, reason) in reasons.into_iter().enumerate() {
            if let Some(reason) = reason.filter(|_| self.faults[place].is_none()) {
                let through = vec![self.productions[place].name.clone()];
                self.faults[place] = Some(Undecidable { through, reason });
                waiting.push_back(place);
            }
        }
        while let Some(place) = waiting.pop_front() {
            let Some(fault) = self.faults[place].clone() else { continue };
            for &caller in &callers[place] {
                if self.faults[caller].is_none() {
                    let mut fault = fault.clone();
                    fault.through.insert(0, self.productions[caller].name.clone());
                    fault.through.truncate(20);
                    self.faults[caller] = Some(fault);
                    waiting.push_back(caller);
                }
            }
        }
    }
}

/// Collects the names that a term calls, and for each call whether it is in last position.
pub(crate) fn called<'t>(term: &'t Term, last: bool, found: &mut Vec<(&'t str, bool)>) {
    match term {
        Term::Name(name) => found.push((name, last)),
        Term::Bytes(_) | Term::Literal { .. } => {}
        Term::Sequence(terms) => {
            for (at, term) in terms.iter().enumerate() {
                called(term, last && at + 1 == terms.len(), found);
            }
        }
        Term::Choice(all) => all.iter().for_each(|one| called(&one.term, last, found)),
        Term::Repeat { max, term, .. } => called(term, last && *max == Some(1), found),
        // The excluded strings are compared with whole strings, so a call is never in last position.
        Term::Difference { from, without } => {
            called(from, false, found);
            called(without, false, found);
        }
    }
}

// Finds the productions that derive the empty string, as facts of Horn clauses: each term counts the parts that
// must still be shown to accept the empty string, so that no part is visited twice (Dowling and Gallier,
// *Linear-time algorithms for testing the satisfiability of propositional Horn formulae*, 1984).

/// Returns, for each production, whether it accepts the empty string; for an unreadable production, `false`.
pub(crate) fn of(
    productions: &[PrintedProduction],
    place: &dyn Fn(&str) -> Option<usize>,
) -> Vec<bool> {
    let count = productions.len();
    let mut clauses =
        Clauses { needs: vec![1; count], above: vec![Vec::new(); count], shown: Vec::new() };
    for (at, production) in productions.iter().enumerate() {
        if let Ok(term) = &production.term {
            clauses.add(term, at, place);
        }
    }
    while let Some(shown) = clauses.shown.pop() {
        for above in std::mem::take(&mut clauses.above[shown]) {
            clauses.show_part(above);
        }
    }
    clauses.needs[..count].iter().map(|&needs| needs == 0).collect()
}

struct Clauses {
    /// For each production or term, the number of parts that must still be shown to accept the empty string.
    needs: Vec<usize>,
    /// For each production or term, the productions and terms that contain it, once for each occurrence.
    above: Vec<Vec<usize>>,
    /// The productions and terms that are known to accept the empty string, but whose containers are not yet updated.
    shown: Vec<usize>,
}

impl Clauses {
    fn add(&mut self, term: &Term, above: usize, place: &dyn Fn(&str) -> Option<usize>) {
        let needs = match term {
            Term::Name(name) => {
                if let Some(place) = place(name) {
                    self.above[place].push(above);
                }
                return;
            }
            Term::Bytes(_) => return,
            Term::Literal { bytes, .. } if bytes.is_empty() => 0,
            Term::Literal { .. } => return,
            Term::Sequence(terms) => terms.len(),
            Term::Choice(_) => 1,
            Term::Repeat { min, .. } => usize::from(*min > 0),
            // `differ` corrects productions with a difference.
            Term::Difference { .. } => return,
        };
        if needs == 0 {
            return self.show_part(above);
        }
        let this = self.needs.len();
        self.needs.push(needs);
        self.above.push(vec![above]);
        term.parts().into_iter().for_each(|part| self.add(part, this, place));
    }

    fn show_part(&mut self, whole: usize) {
        let Some(needs) = self.needs[whole].checked_sub(1) else { return };
        self.needs[whole] = needs;
        if needs == 0 {
            self.shown.push(whole);
        }
    }
}

#[cfg(test)]
mod tests {
    use crate::notations::{Notation, Printed};

    #[test]
    fn nullable_productions_are_found() {
        let text = "a = b b [ \"x\" ]\nb = c / \"y\"\nc = *\"z\"\nd = a \"x\" b\ne = 2( d / a )\n\
                    f = f / g\ng = f\nh = \"\" 0\"x\"\n";
        let printed = Printed::read(Notation::Abnf, "a.abnf", text).unwrap();
        let names: Vec<_> = printed.productions.iter().map(|one| &*one.name).collect();
        let place = |name: &str| names.iter().position(|other| *other == name);
        let nullable = super::of(&printed.productions, &place);
        let found: Vec<_> = names.iter().zip(nullable).filter(|(_, has)| *has).collect();
        let found: String = found.into_iter().map(|(name, _)| *name).collect();
        assert_eq!(found, "abceh");
    }
}

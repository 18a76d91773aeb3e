//! Productions that nest in themselves, written out to a depth. Each production of a cycle is there once for each
//! level of nesting that is still allowed, and a call that would nest deeper has no string: `a = "(" a ")" / "x"` to
//! the depth of one has `x` and `(x)`. A call as the last thing of a production is not counted.

use grammar_automata::build::ByteSet;
use rustc_hash::FxHashSet as HashSet;

use crate::notations::{Alternative, Printed, PrintedProduction, Term, Unreadable};
use crate::printed::rules::{Rules, called};
use grammar_automata::engine::graph;

/// Which productions nest in themselves.
pub struct Recursion {
    component: Vec<usize>,
    /// Whether a component has a cycle that no automaton can follow.
    nests: Vec<bool>,
    /// The calls that are counted, from caller to callee.
    counted: HashSet<(usize, usize)>,
}

impl Recursion {
    /// Finds the recursion of some productions.
    pub fn of(rules: &Rules) -> Self {
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

    /// Whether a production nests in itself.
    pub fn nests(&self, place: usize) -> bool {
        self.nests[self.component[place]]
    }

    /// The productions of each cycle that no automaton can follow.
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

    pub(crate) fn is_shared(&self, one: usize, other: usize) -> bool {
        self.component[one] == self.component[other]
    }

    /// The grammar with what nests written out to a depth.
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
                let term = Ok(site.term(&term, true));
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

/// Refuses a production that leaves out what nests: of that only a part is written out, and what is left
/// would be too much.
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
            why: "what it excepts nests in itself".to_owned(),
        });
    }
}

/// The name of a production that may nest so many levels more. No name has a space in it.
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
    /// Writes out a term. `last` says that nothing comes after the term.
    fn term(&self, term: &Term, last: bool) -> Term {
        match term {
            Term::Name(name) => self.call(name, last),
            Term::Bytes(_) | Term::Literal { .. } => term.clone(),
            Term::Sequence(terms) => {
                let count = terms.len();
                let terms = terms.iter().enumerate();
                Term::Sequence(
                    terms.map(|(at, one)| self.term(one, last && at + 1 == count)).collect(),
                )
            }
            Term::Choice(all) => {
                let alternative = |one: &Alternative| Alternative {
                    text: one.text.clone(),
                    term: self.term(&one.term, last),
                };
                Term::Choice(all.iter().map(alternative).collect())
            }
            Term::Difference { from, without } => Term::Difference {
                from: Box::new(self.term(from, false)),
                without: Box::new(self.term(without, false)),
            },
            Term::Repeat { min, max, term } => Term::Repeat {
                min: *min,
                max: *max,
                term: Box::new(self.term(term, last && *max == Some(1))),
            },
        }
    }

    fn call(&self, name: &str, last: bool) -> Term {
        let itself = || Term::Name(name.to_owned());
        let Some(callee) = self.rules.place(name) else { return itself() };
        if !self.recursion.nests(callee) || !self.recursion.is_shared(self.place, callee) {
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

//! Productions whose recursion is not regular in form, and whose languages are. `a = a "x" / "y"` calls itself on the
//! left. If its rule is `"y" ~ "x"*`, the language of the rule is put in place of the call: the right side then has
//! that language again. So it solves the equation that the production is, and is the only solution if the production
//! does not derive itself alone.

use grammar_automata::build::{ByteSet, Dfa, ProductSearch};
use grammar_automata::engine::graph;
use rustc_hash::{FxHashMap as HashMap, FxHashSet as HashSet};

use crate::languages::partial::Replaced;
use crate::notations::{Printed, PrintedProduction, Term, Unreadable};
use crate::printed::rules::{Rules, called};

/// The number of steps that all right sides may take.
const STEPS: usize = 8_000_000;

/// A language that a production may have: an automaton and a start of it.
pub type Guess<'d> = (&'d Dfa, usize);

/// Replaces the productions of cycles that have the languages they are guessed to have. `guess` gives
/// the language that the rules of a production have, if there is one.
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

/// Whether the guessed languages are the only solution of the equations of a cycle, with the languages
/// that are `known` in the place of their productions.
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
    let within = Rules::of(&replaced.within(read));
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
// related to ALGOL*, 1962), so that any solution has all strings of the grammar. It has no more if no production can
// *derive itself alone*, that is, call itself with the empty string on both sides of the call. For then each string of
// a solution has a derivation: by the right side, it is made of strings of the solution which are shorter, or equal
// with nothing beside them, and the second goes on from production to production and never comes back to one. `X = A X
// / B` has the one solution `*A B` if `A` does not have the empty string (Arden, *Delayed-logic and finite-state
// machines*, 1961).
//
// `a = a / "x"` derives itself alone, and the set of all strings solves it too. Nor is anything said where a
// production leaves out what calls it, as in `a = "x" / ("y" - a)`: there a greater language of `a` makes the right
// side smaller.

/// Whether a solution is the only one that counts. `solved` are the numbers of the productions that have
/// languages; in the grammar of `within` they have the empty string if their languages have.
pub fn is_unique(rules: &Rules, within: &Rules, solved: &[usize]) -> bool {
    is_monotone(rules, solved) && !Alone { rules, within, solved }.has_cycle()
}

/// Whether no production of a cycle with a solved one leaves out what calls the production.
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

/// Which solved productions derive which of them alone.
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

    /// The solved productions that a production may be with nothing beside. `leads` says which
    /// productions reach a solved one.
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
                        // Only this one may be all of it.
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

// Productions that nest in themselves, written out to a depth. Each production of a cycle is there once for each
// level of nesting that is still allowed, and a call that would nest deeper has no string: `a = "(" a ")" / "x"` to
// the depth of one has `x` and `(x)`. A call as the last thing of a production is not counted.

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

#[cfg(test)]
mod tests {
    use super::*;
    use crate::notations::{Notation, Printed};

    /// Returns whether the system of the `solved` productions, none of which accepts the empty string, has one
    /// solution. In `within` their right sides are bytes.
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
        let rules = Rules::of(&printed);
        let places: Vec<usize> = solved.iter().map(|name| rules.place(name).unwrap()).collect();
        is_unique(&rules, &Rules::of(&within), &places)
    }

    #[test]
    fn a_system_with_a_unit_cycle_is_not_unique() {
        assert!(unique("a ::= a 'x' | 'y'", &["a"]));
        assert!(!unique("a ::= a | 'y'", &["a"]));
        assert!(!unique("a ::= a* | 'y'", &["a"]));
        // Nothing beside it is required to read.
        assert!(!unique("a ::= 'x'* a 'x'? | 'y'", &["a"]));
        assert!(unique("a ::= 'x'+ a 'x'? | 'y'", &["a"]));
        assert!(unique("a ::= a a | 'y'", &["a"]));
        // By way of others, solved or not.
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

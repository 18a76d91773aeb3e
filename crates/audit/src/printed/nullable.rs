//! Nullability: which productions derive the empty string.
//!
//! In: productions. Out: for each, whether the empty string is one of its strings. The facts are
//! found as those of Horn clauses are: each term knows how many of its parts must still be shown to
//! have the empty string, so that no part is looked at twice (Dowling and Gallier, *Linear-time
//! algorithms for testing the satisfiability of propositional Horn formulae*, 1984).

use crate::basics::graph;
use crate::notation::{PrintedProduction, Term};

/// For each production, whether it has the empty string. An unreadable production does not.
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

/// Corrects what reaches a difference, which has the empty string if the first term has and the second
/// has not: callees before callers. What calls itself within a difference is refused, so its value has no
/// meaning.
pub(crate) fn differ(
    productions: &[PrintedProduction],
    calls: &[Vec<usize>],
    place: &dyn Fn(&str) -> Option<usize>,
    nullable: &mut [bool],
) {
    let is_difference = |term: &Term| matches!(term, Term::Difference { .. });
    let has = |one: &PrintedProduction| one.term.iter().flat_map(Term::all).any(is_difference);
    if !productions.iter().any(has) {
        return;
    }
    for component in graph::components(calls) {
        component.iter().for_each(|&at| nullable[at] = false);
        // Each round shows one of them at least, or is the last.
        for _ in 0..component.len() {
            let mut is_last = true;
            for &at in &component {
                let Ok(term) = &productions[at].term else { continue };
                if !nullable[at] && has_empty(term, place, nullable) {
                    (nullable[at], is_last) = (true, false);
                }
            }
            if is_last {
                break;
            }
        }
    }
}

/// Whether a term has the empty string. The recursion goes no deeper than brackets nest.
fn has_empty(term: &Term, place: &dyn Fn(&str) -> Option<usize>, nullable: &[bool]) -> bool {
    let has = |term: &Term| has_empty(term, place, nullable);
    match term {
        Term::Name(name) => place(name).is_some_and(|at| nullable[at]),
        Term::Bytes(_) => false,
        Term::Literal { bytes, .. } => bytes.is_empty(),
        Term::Sequence(terms) => terms.iter().all(has),
        Term::Choice(all) => all.iter().any(|one| has(&one.term)),
        Term::Repeat { min, term, .. } => *min == 0 || has(term),
        Term::Difference { from, without } => has(from) && !has(without),
    }
}

/// Productions, by their numbers, followed by terms.
struct Clauses {
    /// For each, the number of parts that must still be shown to have the empty string.
    needs: Vec<usize>,
    /// For each, the productions and terms of which it is a part, once for each time.
    above: Vec<Vec<usize>>,
    /// The items shown to have the empty string whose wholes have not been told.
    shown: Vec<usize>,
}

impl Clauses {
    /// Adds a term that is a part of a production or of another term.
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
            // `differ` comes back to productions with a difference.
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
    use crate::notation::{Notation, Printed};

    #[test]
    fn the_empty_string_spreads_from_part_to_whole() {
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

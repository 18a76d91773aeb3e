//! Alternatives of one production whose languages overlap.
//!
//! In: a printed grammar with its readings. Out: each pair of alternatives that share a string, with
//! the shortest one. What is forgotten is every other way to be ambiguous, such as an option that
//! may be left out where what follows it can stand in for it.
//!
//! Equal languages do not make equal trees. `host = IP-literal / IPv4address / reg-name` says of
//! `0.0.0.0` that it is the second and the third, and only the document's prose that the first one
//! to match wins.

use super::bnf::{Alternative, Printed, Term};
use super::bytes::{ByteSet, Classes};
use super::derive;
use super::dfa::{self, Dfa};
use super::expr::{Expr, Exprs};
use super::rules::Rules;

/// How many alternatives of a choice are compared with one another.
const MOST: usize = 256;
/// How many pairs of alternatives a grammar may have.
const PAIRS: usize = 100_000;

/// Two alternatives that share a string.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Overlap {
    /// The production in which they stand.
    pub production: String,
    /// The texts of the alternatives, in the printed order.
    pub alternatives: [String; 2],
    /// Their places among the alternatives of the choice, from 0.
    pub places: [usize; 2],
    /// Whether the choice is the whole production, and not a group in it.
    pub whole: bool,
    /// The shortest string that both have.
    pub witness: Vec<u8>,
}

/// The overlaps of every choice in every production that can be decided, in the printed order.
#[must_use]
pub fn overlaps(printed: &Printed) -> Vec<Overlap> {
    let rules = Rules::of(printed);
    let mut exprs = derive::expressions(&rules);
    let choices = choices(printed, &rules);
    let mut all: Vec<Expr> = Vec::new();
    for choice in &choices {
        let terms = choice.all.iter().map(|one| &one.term);
        all.extend(terms.map(|term| exprs.term(term, &|name| rules.place(name))));
    }
    let sets: Vec<Option<ByteSet>> = all.iter().map(|&expr| exprs.set(expr)).collect();
    let languages = Starts::of(&mut exprs, &choices, &all, &sets);

    let (mut found, mut first, mut left_to_do) = (Vec::new(), 0, PAIRS);
    for choice in &choices {
        for places in pairs(choice.all.len()).take(left_to_do) {
            left_to_do -= 1;
            let [left, right] = places.map(|place| first + place);
            let witness = match (sets[left], sets[right]) {
                (Some(left), Some(right)) => left.intersection(right).readable().map(|b| vec![b]),
                _ => languages.common(left, right),
            };
            found.extend(witness.map(|witness| Overlap {
                production: choice.production.to_owned(),
                alternatives: places.map(|place| choice.all[place].text.clone()),
                places,
                whole: choice.whole,
                witness,
            }));
        }
        first += choice.all.len();
    }
    found
}

/// The languages of the alternatives, but for choices among single characters: these need no
/// automaton, and are most of the choices of a grammar.
struct Starts {
    dfa: Dfa,
    of: Vec<Option<usize>>,
}

impl Starts {
    fn of(
        exprs: &mut Exprs,
        choices: &[Choice<'_>],
        all: &[Expr],
        sets: &[Option<ByteSet>],
    ) -> Self {
        let (mut wanted, mut first) = (Vec::new(), 0);
        for choice in choices {
            let places = first..first + choice.all.len();
            first = places.end;
            if !sets[places.clone()].iter().all(Option::is_some) {
                wanted.extend(places);
            }
        }
        let starts: Vec<Expr> = wanted.iter().map(|&at| all[at]).collect();
        let classes = Classes::refine(exprs.sets());
        let (dfa, kept) = derive::explore_most(exprs, &classes, &starts);
        let mut of = vec![None; all.len()];
        kept.into_iter().zip(0..).for_each(|(at, start)| of[wanted[at]] = Some(start));
        Self { dfa: dfa.minimize(), of }
    }

    fn common(&self, left: usize, right: usize) -> Option<Vec<u8>> {
        dfa::common((&self.dfa, self.of[left]?), (&self.dfa, self.of[right]?))
    }
}

struct Choice<'p> {
    production: &'p str,
    whole: bool,
    all: &'p [Alternative],
}

fn choices<'p>(printed: &'p Printed, rules: &Rules) -> Vec<Choice<'p>> {
    let mut found = Vec::new();
    for (production, fault) in printed.productions.iter().zip(&rules.faults) {
        let (Ok(term), None) = (&production.term, fault) else { continue };
        for (at, part) in term.all().into_iter().enumerate() {
            if let Term::Choice(all) = part {
                let all = &all[..all.len().min(MOST)];
                found.push(Choice { production: &production.name, whole: at == 0, all });
            }
        }
    }
    found
}

fn pairs(count: usize) -> impl Iterator<Item = [usize; 2]> {
    (0..count).flat_map(move |left| (left + 1..count).map(move |right| [left, right]))
}

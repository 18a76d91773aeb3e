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
use super::bytes::Classes;
use super::derive;
use super::dfa;
use super::expr::Expr;
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
    let mut starts: Vec<Expr> = Vec::new();
    for choice in &choices {
        let all = choice.all.iter();
        starts.extend(all.map(|one| exprs.term(&one.term, &|name| rules.place(name))));
    }
    let classes = Classes::refine(exprs.sets());
    let (automaton, kept) = derive::explore_most(&mut exprs, &classes, &starts);
    let automaton = automaton.minimize();
    let mut start: Vec<Option<usize>> = vec![None; starts.len()];
    kept.into_iter().zip(0..).for_each(|(at, number)| start[at] = Some(number));

    let (mut found, mut first, mut left_to_do) = (Vec::new(), 0, PAIRS);
    for choice in &choices {
        for (left, right) in pairs(choice.all.len()).take(left_to_do) {
            left_to_do -= 1;
            let (Some(a), Some(b)) = (start[first + left], start[first + right]) else { continue };
            let Some(witness) = dfa::common((&automaton, a), (&automaton, b)) else { continue };
            found.push(Overlap {
                production: choice.production.to_owned(),
                alternatives: [left, right].map(|at| choice.all[at].text.clone()),
                places: [left, right],
                whole: choice.whole,
                witness,
            });
        }
        first += choice.all.len();
    }
    found
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

fn pairs(count: usize) -> impl Iterator<Item = (usize, usize)> {
    (0..count).flat_map(move |left| (left + 1..count).map(move |right| (left, right)))
}

//! The EBNF of the W3C, as XML 1.0 has it in section 6.
//!
//! A literal minds case, and characters are code points. The surprising case is `[^a]`, which is "any
//! Char" but `a`: of a grammar that defines `Char`, one of those; of any other, all code points.

use pest::Parser as _;
use pest::iterators::Pair;
use pest_derive::Parser;

use super::cut::LineFault;
use super::grammar::{Notation, Site};
use super::term::Term;
use super::{characters, cut, ebnf};

#[derive(Parser)]
#[grammar = "notations/w3c.pest"]
struct W3c;

/// Reads one production.
pub(super) fn define(text: &str, site: &mut Site<'_>) -> Result<Term, LineFault> {
    let text = ebnf::without_comments(text, Notation::W3c);
    let text = text.trim_end();
    let definition = W3c::parse(Rule::definition, text).map_err(|error| cut::fault(&error))?;
    cut::right_side(definition, Rule::alternation, text, site, alternation)
}

/// Reads a choice. The recursion goes no deeper than brackets may nest.
fn alternation(pair: Pair<'_, Rule>, site: &mut Site<'_>) -> Result<Term, LineFault> {
    ebnf::choice(pair, site, difference)
}

fn difference(pair: Pair<'_, Rule>, site: &mut Site<'_>) -> Result<Term, LineFault> {
    site.coverage.add(&pair);
    let terms = pair.into_inner().map(|pair| repetition(pair, site));
    let mut terms = terms.collect::<Result<Vec<_>, _>>()?.into_iter();
    match (terms.next(), terms.next()) {
        (Some(from), Some(without)) => Ok(from.without(without)),
        (Some(only), None) => Ok(only),
        (None, _) => Err(LineFault::nothing()),
    }
}

fn repetition(pair: Pair<'_, Rule>, site: &mut Site<'_>) -> Result<Term, LineFault> {
    site.coverage.add(&pair);
    let mut parts = pair.into_inner();
    let Some(part) = parts.next() else { return Err(LineFault::nothing()) };
    let term = primary(part, site)?;
    let times = parts.next();
    times.iter().for_each(|times| site.coverage.add_whole(times));
    let (min, max) = match times.as_ref().map(Pair::as_str) {
        Some("?") => (0, Some(1)),
        Some("*") => (0, None),
        Some(_) => (1, None),
        None => return Ok(term),
    };
    Ok(Term::Repeat { min, max, term: Box::new(term) })
}

fn primary(pair: Pair<'_, Rule>, site: &mut Site<'_>) -> Result<Term, LineFault> {
    let line = pair.line_col().0;
    let fault = |why| LineFault { line, why };
    match pair.as_rule() {
        Rule::group | Rule::literal | Rule::class => site.coverage.add(&pair),
        _ => site.coverage.add_whole(&pair),
    }
    match pair.as_rule() {
        Rule::group => {
            let inner = pair.into_inner().next();
            inner.map_or(Err(LineFault::nothing()), |pair| alternation(pair, site))
        }
        Rule::constraint => {
            site.note(line, "a constraint in brackets, `[ wfc: … ]`, says nothing to a machine");
            Ok(Term::EMPTY)
        }
        Rule::literal => Ok(ebnf::literal(pair, site)),
        Rule::code => {
            let value = code(&pair).map_err(fault)?;
            site.characters.literal(&[value]).map_err(fault)
        }
        Rule::class => class(pair, site).map_err(fault),
        _ => Ok(Term::Name(pair.as_str().to_owned())),
    }
}

/// The value of `#x41`.
fn code(pair: &Pair<'_, Rule>) -> Result<u32, String> {
    characters::value("x", pair.as_str().trim_start_matches("#x"))
}

fn class(pair: Pair<'_, Rule>, site: &mut Site<'_>) -> Result<Term, String> {
    let line = pair.line_col().0;
    let (mut ranges, mut is_negated) = (Vec::new(), false);
    for part in pair.into_inner() {
        let is_range = match part.as_rule() {
            Rule::not => {
                site.coverage.add_whole(&part);
                is_negated = true;
                continue;
            }
            rule => rule == Rule::range,
        };
        if is_range {
            site.coverage.add(&part);
        }
        let members = if is_range { part.into_inner().collect() } else { vec![part] };
        members.iter().for_each(|member| site.coverage.add_whole(member));
        let values =
            members.into_iter().flat_map(Pair::into_inner).map(|one| match one.as_rule() {
                Rule::code => code(&one),
                _ => Ok(one.as_str().chars().next().map_or(0, u32::from)),
            });
        let values = values.collect::<Result<Vec<_>, _>>()?;
        let (Some(&first), Some(&last)) = (values.first(), values.last()) else { continue };
        ranges.push((first, last));
    }
    if !is_negated {
        return site.characters.ranges(&ranges);
    }
    if site.is_own("Char") {
        site.note(line, "`[^…]` is any `Char` but those, as in XML 1.0, section 6");
        return Ok(Term::Name("Char".to_owned()).without(site.characters.ranges(&ranges)?));
    }
    site.note(line, "`[^…]` is any character but those, since no `Char` is defined");
    site.characters.others(&ranges)
}

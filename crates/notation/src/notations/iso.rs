//! The EBNF of ISO/IEC 14977.
//!
//! A literal minds case, and characters are code points. The surprising case is `{ x }-`, which excepts
//! the empty string and so is one `x` or more.

use pest::Parser as _;
use pest::iterators::Pair;
use pest_derive::Parser;

use super::cut::LineFault;
use super::grammar::{Notation, Site};
use super::term::Term;
use super::{characters, cut, ebnf};

#[derive(Parser)]
#[grammar = "notations/iso.pest"]
struct Iso;

/// Reads one production.
pub(super) fn define(text: &str, site: &mut Site<'_>) -> Result<Term, LineFault> {
    let text = ebnf::without_comments(text, Notation::Iso14977);
    let text = text.trim_end();
    let definition = Iso::parse(Rule::definition, text).map_err(|error| cut::fault(&error))?;
    cut::right_side(definition, Rule::alternation, text, site, alternation)
}

/// Reads a choice. The recursion goes no deeper than brackets may nest.
fn alternation(pair: Pair<'_, Rule>, site: &mut Site<'_>) -> Result<Term, LineFault> {
    ebnf::choice(pair, site, term)
}

fn term(pair: Pair<'_, Rule>, site: &mut Site<'_>) -> Result<Term, LineFault> {
    let (mut own, mut without) = (Term::EMPTY, None);
    site.coverage.add(&pair);
    for part in pair.into_inner() {
        match part.as_rule() {
            Rule::exception => {
                site.coverage.add(&part);
                let inner = part.into_inner().next().map(|pair| factor(pair, site)).transpose()?;
                without = Some(inner.unwrap_or(Term::EMPTY));
            }
            _ => own = factor(part, site)?,
        }
    }
    Ok(match without {
        Some(without) => own.without(without),
        None => own,
    })
}

fn factor(pair: Pair<'_, Rule>, site: &mut Site<'_>) -> Result<Term, LineFault> {
    let mut times = None;
    site.coverage.add(&pair);
    for part in pair.into_inner() {
        let (line, text) = (part.line_col().0, part.as_str());
        let fault = |why| LineFault { line, why };
        match part.as_rule() {
            Rule::count | Rule::special | Rule::name => site.coverage.add_whole(&part),
            _ => site.coverage.add(&part),
        }
        let term = match part.as_rule() {
            Rule::count => {
                let why = || fault(format!("`{text}` is too large a number of repetitions"));
                times = Some(text.parse::<u32>().map_err(|_| why())?);
                continue;
            }
            Rule::literal => ebnf::literal(part, site),
            Rule::special => {
                let words = text.split_ascii_whitespace().collect::<Vec<_>>().join(" ");
                return Err(fault(format!(
                    "`{words}` is a special sequence, which says nothing to a machine; assume what \
                     the production stands for (`--assume`) or give a reading"
                )));
            }
            Rule::name => {
                let name = characters::joined(text);
                if name != text {
                    site.note(line, "a name has several words, which are joined by `-`");
                }
                Term::Name(name)
            }
            rule => {
                let Some(inner) = part.into_inner().next() else {
                    return Err(LineFault::nothing());
                };
                let term = alternation(inner, site)?;
                match rule {
                    Rule::star => Term::Repeat { min: 0, max: None, term: Box::new(term) },
                    Rule::option => term.optional(),
                    _ => term,
                }
            }
        };
        return Ok(match times {
            Some(times) => Term::Repeat { min: times, max: Some(times), term: Box::new(term) },
            None => term,
        });
    }
    Err(LineFault::nothing())
}

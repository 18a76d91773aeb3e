//! The BNF of RFC 1630.
//!
//! The alternatives of `national` are `[`, `]` and so on: a bracket is literal if it is a whole alternative,
//! and an option elsewhere.

use pest::Parser as _;
use pest::iterators::Pair;
use pest_derive::Parser;

use super::grammar::{Alternative, Site, Term};
use super::split;
use super::split::{Coverage, LineFault, RawProduction};

#[derive(Parser)]
#[grammar = "notations/rfc1630.pest"]
struct Rfc1630;

/// The words for strings that the notation cannot write, with their bytes.
pub(super) const WORDS: [(&str, &[u8]); 3] = [("void", b""), ("space", b" "), ("vline", b"|")];

pub(super) fn split(source: &str) -> Result<Vec<RawProduction<'_>>, LineFault> {
    let grammar = Rfc1630::parse(Rule::grammar, source).map_err(|error| split::fault(&error))?;
    Ok(split::productions(grammar, Rule::production))
}

pub(super) fn define(text: &str, site: &mut Site<'_>) -> Result<Term, LineFault> {
    let definition =
        Rfc1630::parse(Rule::definition, text).map_err(|error| split::fault(&error))?;
    let coverage = &mut site.coverage;
    let mut parts = split::parts(definition, Rule::alternation, coverage).into_iter();
    let alternatives = parts.find(|pair| pair.as_rule() == Rule::alternation);
    let term = alternatives.map_or(Term::EMPTY, |pair| alternation(pair, coverage));
    coverage.check(text)?;
    Ok(term)
}

/// Reads a choice. The recursion is at most [`super::DEEPEST`] brackets deep.
fn alternation(pair: Pair<'_, Rule>, coverage: &mut Coverage) -> Term {
    coverage.add(&pair);
    let alternative = |pair: Pair<'_, Rule>| {
        coverage.add(&pair);
        let text = pair.as_str();
        let inner = pair.into_inner().next();
        Alternative::new(text, inner.map_or(Term::EMPTY, |pair| term(pair, coverage)))
    };
    Term::choice(pair.into_inner().map(alternative).collect())
}

fn term(pair: Pair<'_, Rule>, coverage: &mut Coverage) -> Term {
    let itself = |text: &str| Term::Literal { bytes: text.as_bytes().to_vec(), ignore_case: false };
    match pair.as_rule() {
        Rule::concatenation | Rule::option => coverage.add(&pair),
        _ => coverage.add_whole(&pair),
    }
    match pair.as_rule() {
        Rule::concatenation => {
            Term::sequence(pair.into_inner().map(|pair| term(pair, coverage)).collect())
        }
        Rule::option => {
            let inner = pair.into_inner().next();
            inner.map_or(Term::EMPTY, |pair| alternation(pair, coverage)).optional()
        }
        Rule::string => itself(pair.as_str().trim_matches('"')),
        Rule::name => Term::Name(pair.as_str().to_owned()),
        _ => itself(pair.as_str()),
    }
}

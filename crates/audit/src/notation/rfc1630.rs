//! The BNF of RFC 1630.
//!
//! The surprising case is `national`, whose alternatives are `[` and `]` and so on: a bracket is a
//! bracket where it is all of an alternative, and an option elsewhere.

use pest::Parser as _;
use pest::iterators::Pair;
use pest_derive::Parser;

use super::cut::{self, Cut, LineFault};
use super::term::{Alternative, Term};

#[derive(Parser)]
#[grammar = "notation/rfc1630.pest"]
struct Rfc1630;

/// The words for what the notation cannot write, with their bytes.
pub(super) const WORDS: [(&str, &[u8]); 3] = [("void", b""), ("space", b" "), ("vline", b"|")];

/// Divides a file into productions.
pub(super) fn cut(source: &str) -> Result<Vec<Cut<'_>>, LineFault> {
    let grammar = Rfc1630::parse(Rule::grammar, source).map_err(|error| cut::fault(&error))?;
    let productions = grammar.flat_map(Pair::into_inner);
    Ok(productions.filter(|pair| pair.as_rule() == Rule::production).map(Cut::of).collect())
}

/// Reads one production.
pub(super) fn define(text: &str) -> Result<Term, LineFault> {
    let definition = Rfc1630::parse(Rule::definition, text).map_err(|error| cut::fault(&error))?;
    let mut parts = definition.flat_map(Pair::into_inner);
    let alternatives = parts.find(|pair| pair.as_rule() == Rule::alternation);
    Ok(alternatives.map_or(Term::EMPTY, alternation))
}

/// Reads a choice. The recursion goes no deeper than [`super::DEEPEST`] brackets, whatever the
/// input.
fn alternation(pair: Pair<'_, Rule>) -> Term {
    let alternative = |pair: Pair<'_, Rule>| {
        let text = pair.as_str();
        Alternative::new(text, pair.into_inner().next().map_or(Term::EMPTY, term))
    };
    Term::choice(pair.into_inner().map(alternative).collect())
}

fn term(pair: Pair<'_, Rule>) -> Term {
    let itself = |text: &str| Term::Literal { bytes: text.as_bytes().to_vec(), ignore_case: false };
    match pair.as_rule() {
        Rule::concatenation => Term::sequence(pair.into_inner().map(term).collect()),
        Rule::option => pair.into_inner().next().map_or(Term::EMPTY, alternation).optional(),
        Rule::string => itself(pair.as_str().trim_matches('"')),
        Rule::name => Term::Name(pair.as_str().to_owned()),
        _ => itself(pair.as_str()),
    }
}

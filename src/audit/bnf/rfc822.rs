//! The BNF of RFC 822, as RFC 1738 and RFC 2396 use it.

use pest::Parser as _;
use pest::iterators::Pair;
use pest_derive::Parser;

use super::term::{self, Alternative, Term};
use super::{Cut, Fault};

#[derive(Parser)]
#[grammar = "audit/bnf/bnf.pest"]
struct Bnf;

/// Cuts a file into productions.
pub(super) fn cut(source: &str) -> Result<Vec<Cut<'_>>, Fault> {
    let grammar = Bnf::parse(Rule::grammar, source).map_err(|error| super::fault(&error))?;
    let productions = grammar.flat_map(Pair::into_inner);
    Ok(productions.filter(|pair| pair.as_rule() == Rule::production).map(Cut::of).collect())
}

/// Reads one production.
pub(super) fn define(text: &str) -> Result<Term, Fault> {
    let definition = Bnf::parse(Rule::definition, text.trim_start_matches([' ', '\t']))
        .map_err(|error| super::fault(&error))?;
    let mut parts = definition.flat_map(Pair::into_inner);
    let alternatives = parts.find(|pair| pair.as_rule() == Rule::alternation);
    alternatives.map_or(Err(Fault::nothing()), alternation)
}

/// Not a recursion that input can drive further than [`super::DEEPEST`] brackets.
fn alternation(pair: Pair<'_, Rule>) -> Result<Term, Fault> {
    let mut alternatives = Vec::new();
    for one in pair.into_inner() {
        let text = super::text(one.clone().into_inner());
        let terms = one.into_inner().map(repetition).collect::<Result<_, _>>()?;
        alternatives.push(Alternative::new(text, Term::sequence(terms)));
    }
    Ok(Term::choice(alternatives))
}

fn repetition(pair: Pair<'_, Rule>) -> Result<Term, Fault> {
    let mut repeat = None;
    for pair in pair.into_inner() {
        let line = pair.line_col().0;
        let term = match pair.as_rule() {
            Rule::repeat => {
                repeat = Some(pair.as_str());
                continue;
            }
            Rule::group => group(pair)?,
            Rule::option => group(pair)?.optional(),
            Rule::string => string(pair),
            Rule::number => number(pair).map_err(|why| Fault { line, why })?,
            Rule::quote => Term::Literal { bytes: vec![b'"'], ignore_case: false },
            Rule::prose => {
                let why = format!("{} is prose, which says nothing to a machine", pair.as_str());
                return Err(Fault { line, why });
            }
            _ => Term::Name(pair.as_str().to_owned()),
        };
        return match repeat {
            None => Ok(term),
            Some(repeat) => term::repeat(repeat, term).map_err(|why| Fault { line, why }),
        };
    }
    Err(Fault::nothing())
}

fn group(pair: Pair<'_, Rule>) -> Result<Term, Fault> {
    pair.into_inner().next().map_or(Err(Fault::nothing()), alternation)
}

fn string(pair: Pair<'_, Rule>) -> Term {
    let (mut bytes, mut ignore_case) = (Vec::new(), false);
    for pair in pair.into_inner() {
        match pair.as_rule() {
            Rule::case => ignore_case = pair.as_str().eq_ignore_ascii_case("%i"),
            _ => bytes = pair.as_str().as_bytes().to_vec(),
        }
    }
    Term::Literal { bytes, ignore_case }
}

fn number(pair: Pair<'_, Rule>) -> Result<Term, String> {
    let (mut base, mut bytes) = ("x", Vec::new());
    for pair in pair.into_inner() {
        match pair.as_rule() {
            Rule::base => base = pair.as_str(),
            Rule::upper => return term::range(bytes[0], term::byte(base, pair.as_str())?),
            _ => bytes.push(term::byte(base, pair.as_str())?),
        }
    }
    Ok(Term::Literal { bytes, ignore_case: false })
}

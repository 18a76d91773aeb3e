//! The BNF of RFC 822, as RFC 1738 and RFC 2396 use it.

use pest::Parser as _;
use pest::iterators::Pair;
use pest_derive::Parser;

use super::pairs::{Kind, Part, alternation};
use super::term::Term;
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

impl Kind for Rule {
    const IGNORES_CASE: bool = false;

    fn part(self) -> Part {
        match self {
            Self::repeat => Part::Repeat,
            Self::group => Part::Group,
            Self::option => Part::Option,
            Self::string => Part::String,
            Self::number => Part::Number,
            Self::quote => Part::Quote,
            Self::prose => Part::Prose,
            Self::case => Part::Case,
            Self::base => Part::Base,
            Self::upper => Part::Upper,
            _ => Part::Other,
        }
    }
}

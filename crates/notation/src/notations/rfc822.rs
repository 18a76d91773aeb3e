//! The BNF of RFC 822, as RFC 1738 and RFC 2396 use it.

use pest::Parser as _;
use pest_derive::Parser;

use super::cut;
use super::cut::{Cut, LineFault, NotationRule, RuleKind, alternation};
use super::grammar::Site;
use super::term::Term;

#[derive(Parser)]
#[grammar = "notations/bnf.pest"]
struct Bnf;

/// Divides a file into productions.
pub(super) fn cut(source: &str) -> Result<Vec<Cut<'_>>, LineFault> {
    let grammar = Bnf::parse(Rule::grammar, source).map_err(|error| cut::fault(&error))?;
    Ok(cut::productions(grammar, Rule::production))
}

/// Reads one production.
pub(super) fn define(text: &str, site: &mut Site<'_>) -> Result<Term, LineFault> {
    let text = text.trim_start_matches([' ', '\t']);
    let definition = Bnf::parse(Rule::definition, text).map_err(|error| cut::fault(&error))?;
    cut::right_side(definition, Rule::alternation, text, site, alternation)
}

impl NotationRule for Rule {
    fn part(self) -> RuleKind {
        match self {
            Self::concatenation => RuleKind::Concatenation,
            Self::repeat => RuleKind::Repeat,
            Self::group => RuleKind::Group,
            Self::option => RuleKind::Option,
            Self::string => RuleKind::String,
            Self::number => RuleKind::Number,
            Self::quote => RuleKind::Quote,
            Self::prose => RuleKind::Prose,
            Self::case => RuleKind::Case,
            Self::base => RuleKind::Base,
            Self::upper => RuleKind::Upper,
            _ => RuleKind::Other,
        }
    }
}

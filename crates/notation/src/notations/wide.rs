//! ABNF and RFC 822's BNF as people write them.
//!
//! In: a file that no document of the project prints. Out: the same as of the notations themselves,
//! and in the [`Site`] a note for each departure. Whatever the notation itself can read is not read
//! here, so that nothing of it changes: this reader has its turn where that one gives up. The
//! surprising case is `{ x }`, which is refused, since documents disagree about what it means.

use pest::Parser as _;
use pest::iterators::Pair;
use pest_derive::Parser;

use super::cut;
use super::cut::{Cut, LineFault, NotationRule, RuleKind, alternation};
use super::grammar::{Notation, Site};
use super::term::Term;

#[derive(Parser)]
#[grammar = "notations/wide.pest"]
struct Wide;

/// Divides a file into productions, and says whether it writes its names in angle brackets.
pub(super) fn cut(source: &str) -> Result<(Vec<Cut<'_>>, bool), LineFault> {
    let grammar = Wide::parse(Rule::grammar, source).map_err(|error| cut::fault(&error))?;
    let (mut cuts, mut is_bracketed) = (Vec::new(), false);
    for pair in grammar.flat_map(Pair::into_inner) {
        if pair.as_rule() != Rule::production {
            continue;
        }
        is_bracketed |= pair.as_str().trim_start().starts_with('<');
        let mut cut = Cut::of(pair);
        cut.name = super::characters::joined(cut.name.trim_matches(['<', '>']));
        cuts.push(cut);
    }
    Ok((cuts, is_bracketed))
}

/// Reads one production: whether it adds to an earlier one, and its right side.
pub(super) fn define(text: &str, site: &mut Site<'_>) -> Result<(bool, Term), LineFault> {
    let text = text.trim_start_matches([' ', '\t']);
    let definition = Wide::parse(Rule::definition, text).map_err(|error| cut::fault(&error))?;
    let (mut adds, mut term) = (false, None);
    for pair in cut::parts(definition, Rule::alternation, &mut site.coverage) {
        match (pair.as_rule(), pair.as_str()) {
            (Rule::assign, "=/") => adds = true,
            (Rule::assign, sign) if sign != "=" => {
                site.note(1, format!("`{sign}` defines, where the notation has `=`"));
            }
            (Rule::name, name)
                if site.notation == Notation::Abnf && name.contains(['_', '.', '+']) =>
            {
                site.note(1, "a name holds `_`, `.` or `+`, which names of ABNF do not");
            }
            (Rule::bracketed, name) => {
                site.note(1, "names stand in angle brackets, as in the BNF of Algol 60");
                if name.contains(' ') {
                    site.note(1, "a name has several words, which are joined by `-`");
                }
            }
            (Rule::alternation, _) => term = Some(alternation(pair, site)?),
            _ => {}
        }
    }
    site.coverage.check(text)?;
    Ok((adds, term.ok_or_else(LineFault::nothing)?))
}

impl NotationRule for Rule {
    fn part(self) -> RuleKind {
        match self {
            Self::concatenation => RuleKind::Concatenation,
            Self::bar => RuleKind::Bar,
            Self::repeat => RuleKind::Repeat,
            Self::group => RuleKind::Group,
            Self::option => RuleKind::Option,
            Self::brace => RuleKind::Brace,
            Self::string => RuleKind::String,
            Self::single => RuleKind::Single,
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

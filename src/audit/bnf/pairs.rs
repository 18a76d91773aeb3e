//! What the pairs of ABNF and of RFC 822's BNF say: the two are written alike on the right side, but
//! for the case of literals and the quote in angle brackets.

use pest::RuleType;
use pest::iterators::Pair;

use super::LineFault;
use super::term::{self, Alternative, Term};

/// The kind of a rule of the notations' own grammars.
pub(super) enum RuleKind {
    Repeat,
    Group,
    Option,
    String,
    Number,
    /// `<">`.
    Quote,
    Prose,
    /// `%i` or `%s` before a string.
    Case,
    Base,
    /// The upper end of a range.
    Upper,
    /// A name. Within a string it is the text of the string, and within a number the digits.
    Other,
}

/// A rule of a notation's own grammar.
pub(super) trait NotationRule: RuleType {
    /// Whether a literal stands for both cases if nothing says otherwise.
    const IGNORES_CASE: bool;

    fn part(self) -> RuleKind;
}

/// Reads a choice. The recursion goes no deeper than [`super::DEEPEST`] brackets, whatever the
/// input.
pub(super) fn alternation<K: NotationRule>(pair: Pair<'_, K>) -> Result<Term, LineFault> {
    let mut alternatives = Vec::new();
    for one in pair.into_inner() {
        let text = super::text(one.clone().into_inner());
        let terms = one.into_inner().map(repetition).collect::<Result<_, _>>()?;
        alternatives.push(Alternative::new(text, Term::sequence(terms)));
    }
    Ok(Term::choice(alternatives))
}

fn repetition<K: NotationRule>(pair: Pair<'_, K>) -> Result<Term, LineFault> {
    let mut repeat = None;
    for pair in pair.into_inner() {
        let line = pair.line_col().0;
        let term = match pair.as_rule().part() {
            RuleKind::Repeat => {
                repeat = Some(pair.as_str());
                continue;
            }
            RuleKind::Group => group(pair)?,
            RuleKind::Option => group(pair)?.optional(),
            RuleKind::String => string(pair),
            RuleKind::Number => number(pair).map_err(|why| LineFault { line, why })?,
            RuleKind::Quote => Term::Literal { bytes: vec![b'"'], ignore_case: false },
            RuleKind::Prose => {
                let why = format!("{} is prose, which says nothing to a machine", pair.as_str());
                return Err(LineFault { line, why });
            }
            _ => Term::Name(pair.as_str().to_owned()),
        };
        return match repeat {
            None => Ok(term),
            Some(repeat) => term::repeat(repeat, term).map_err(|why| LineFault { line, why }),
        };
    }
    Err(LineFault::nothing())
}

fn group<K: NotationRule>(pair: Pair<'_, K>) -> Result<Term, LineFault> {
    pair.into_inner().next().map_or(Err(LineFault::nothing()), alternation)
}

fn string<K: NotationRule>(pair: Pair<'_, K>) -> Term {
    let (mut bytes, mut ignore_case) = (Vec::new(), K::IGNORES_CASE);
    for pair in pair.into_inner() {
        match pair.as_rule().part() {
            RuleKind::Case => ignore_case = pair.as_str().eq_ignore_ascii_case("%i"),
            _ => bytes = pair.as_str().as_bytes().to_vec(),
        }
    }
    Term::Literal { bytes, ignore_case }
}

fn number<K: NotationRule>(pair: Pair<'_, K>) -> Result<Term, String> {
    let (mut base, mut bytes) = ("x", Vec::new());
    for pair in pair.into_inner() {
        match pair.as_rule().part() {
            RuleKind::Base => base = pair.as_str(),
            RuleKind::Upper => return term::range(bytes[0], term::byte(base, pair.as_str())?),
            _ => bytes.push(term::byte(base, pair.as_str())?),
        }
    }
    Ok(Term::Literal { bytes, ignore_case: false })
}

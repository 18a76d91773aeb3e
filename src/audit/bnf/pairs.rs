//! What the pairs of ABNF and of RFC 822's BNF say: the two are written alike on the right side, but
//! for the case of literals and the quote in angle brackets.

use pest::RuleType;
use pest::iterators::Pair;

use super::Fault;
use super::term::{self, Alternative, Term};

/// What a pair is, in either notation.
pub(super) enum Part {
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
    /// A name; within a string its text, within a number its digits.
    Other,
}

/// The rules of a notation's grammar.
pub(super) trait Kind: RuleType {
    /// Whether a literal stands for both cases if nothing says otherwise.
    const IGNORES_CASE: bool;

    fn part(self) -> Part;
}

/// Not a recursion that input can drive further than [`super::DEEPEST`] brackets.
pub(super) fn alternation<K: Kind>(pair: Pair<'_, K>) -> Result<Term, Fault> {
    let mut alternatives = Vec::new();
    for one in pair.into_inner() {
        let text = super::text(one.clone().into_inner());
        let terms = one.into_inner().map(repetition).collect::<Result<_, _>>()?;
        alternatives.push(Alternative::new(text, Term::sequence(terms)));
    }
    Ok(Term::choice(alternatives))
}

fn repetition<K: Kind>(pair: Pair<'_, K>) -> Result<Term, Fault> {
    let mut repeat = None;
    for pair in pair.into_inner() {
        let line = pair.line_col().0;
        let term = match pair.as_rule().part() {
            Part::Repeat => {
                repeat = Some(pair.as_str());
                continue;
            }
            Part::Group => group(pair)?,
            Part::Option => group(pair)?.optional(),
            Part::String => string(pair),
            Part::Number => number(pair).map_err(|why| Fault { line, why })?,
            Part::Quote => Term::Literal { bytes: vec![b'"'], ignore_case: false },
            Part::Prose => {
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

fn group<K: Kind>(pair: Pair<'_, K>) -> Result<Term, Fault> {
    pair.into_inner().next().map_or(Err(Fault::nothing()), alternation)
}

fn string<K: Kind>(pair: Pair<'_, K>) -> Term {
    let (mut bytes, mut ignore_case) = (Vec::new(), K::IGNORES_CASE);
    for pair in pair.into_inner() {
        match pair.as_rule().part() {
            Part::Case => ignore_case = pair.as_str().eq_ignore_ascii_case("%i"),
            _ => bytes = pair.as_str().as_bytes().to_vec(),
        }
    }
    Term::Literal { bytes, ignore_case }
}

fn number<K: Kind>(pair: Pair<'_, K>) -> Result<Term, String> {
    let (mut base, mut bytes) = ("x", Vec::new());
    for pair in pair.into_inner() {
        match pair.as_rule().part() {
            Part::Base => base = pair.as_str(),
            Part::Upper => return term::range(bytes[0], term::byte(base, pair.as_str())?),
            _ => bytes.push(term::byte(base, pair.as_str())?),
        }
    }
    Ok(Term::Literal { bytes, ignore_case: false })
}

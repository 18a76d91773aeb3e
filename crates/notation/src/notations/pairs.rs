//! From pest's pairs to terms: ABNF, RFC 822's BNF and what people write instead of them are written alike on the
//! right side.
//!
//! In: the pairs of a production, and what is known where it stands ([`Site`]). Out: a [`Term`], and
//! in the site what the numbers imply and what is read otherwise than written. The surprising case is
//! `0<x>`, which is the empty string whatever `x` is.

use pest::RuleType;
use pest::iterators::Pair;

use super::characters::{self, Characters};
use super::cut::LineFault;
use super::grammar::{Notation, Site};
use super::term::{self, Alternative, Term};
use super::{cut, list, prose};

/// The kind of a rule of the notations' own grammars.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum RuleKind {
    Concatenation,
    /// `/` or `|`.
    Bar,
    Repeat,
    Group,
    Option,
    /// `{` or `}`.
    Brace,
    String,
    /// A string between apostrophes.
    Single,
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
    fn part(self) -> RuleKind;
}

/// Reads a choice. The recursion goes no deeper than [`super::DEEPEST`] brackets, whatever the
/// input.
pub(super) fn alternation<K: NotationRule>(
    pair: Pair<'_, K>,
    site: &mut Site<'_>,
) -> Result<Term, LineFault> {
    let mut alternatives = Vec::new();
    site.coverage.add(&pair);
    for one in pair.into_inner() {
        // What is between the parts of an alternative, and all of a bar.
        site.coverage.add(&one);
        match (one.as_rule().part(), site.notation, one.as_str()) {
            (RuleKind::Bar, Notation::Abnf, "|") => {
                site.note(one.line_col().0, "`|` stands between alternatives, where ABNF has `/`");
            }
            (RuleKind::Bar, Notation::Bnf, "/") => {
                site.note(
                    one.line_col().0,
                    "`/` stands between alternatives, where the BNF has `|`",
                );
            }
            (RuleKind::Concatenation, ..) => {
                let text = cut::text(one.clone().into_inner());
                let terms = one.into_inner().map(|pair| repetition(pair, site));
                let terms = terms.collect::<Result<_, _>>()?;
                alternatives.push(Alternative::new(text, Term::sequence(terms)));
            }
            _ => {}
        }
    }
    Ok(Term::choice(alternatives))
}

fn repetition<K: NotationRule>(pair: Pair<'_, K>, site: &mut Site<'_>) -> Result<Term, LineFault> {
    let mut repeat: Option<Pair<'_, K>> = None;
    site.coverage.add(&pair);
    for pair in pair.into_inner() {
        let (line, kind) = (pair.line_col().0, pair.as_rule().part());
        let fault = |why| LineFault { line, why };
        if kind == RuleKind::Repeat {
            site.lists += usize::from(pair.as_str().contains('#'));
            repeat = Some(pair);
            continue;
        }
        if site.lists > list::DEEPEST {
            let why = format!("lists (`#`) nest more than {} deep", list::DEEPEST);
            return Err(fault(why));
        }
        let times = repeat.as_ref().map(Pair::as_str);
        if let Some(before) =
            repeat.as_ref().filter(|one| one.as_span().end() < pair.as_span().start())
        {
            site.note(
                before.line_col().0,
                "white space stands between a repetition and its element",
            );
        }
        let is_none = times.is_some_and(|times| term::counts(times, '*') == Ok((0, Some(0))));
        if kind == RuleKind::Prose && is_none && site.scope.is_some() {
            let text =
                format!("`0{}` is the empty string: none of what the prose says", pair.as_str());
            site.note(line, text);
            site.coverage.add_whole(&pair);
            repeat.iter().for_each(|times| site.coverage.add_whole(times));
            return Ok(Term::EMPTY);
        }
        let term = match kind {
            RuleKind::Group => group(pair, site)?,
            RuleKind::Option => group(pair, site)?.optional(),
            RuleKind::String => string(pair, site),
            RuleKind::Single => {
                site.note(line, "a literal stands between apostrophes, where ABNF has quotes");
                site.coverage.add_whole(&pair);
                let bytes = pair.as_str().trim_matches('\'').as_bytes().to_vec();
                Term::Literal { bytes, ignore_case: site.ignores_case() }
            }
            RuleKind::Number => number(pair, site).map_err(fault)?,
            RuleKind::Quote => {
                if site.notation == Notation::Abnf {
                    site.note(line, "`<\">` is a quote, as in RFC 822");
                }
                site.coverage.add_whole(&pair);
                Term::Literal { bytes: vec![b'"'], ignore_case: false }
            }
            RuleKind::Prose => {
                site.coverage.add_whole(&pair);
                prose::term(pair.as_str(), line, site).map_err(fault)?
            }
            RuleKind::Brace => {
                return Err(fault(format!(
                    "`{}` means a repetition in some notations and a group in others; write \
                     `*( … )` or `( … )`",
                    pair.as_str()
                )));
            }
            _ => {
                site.coverage.add_whole(&pair);
                name(pair.as_str(), line, site)
            }
        };
        repeat.iter().for_each(|times| site.coverage.add_whole(times));
        return match times {
            None => Ok(term),
            Some(times) if times.contains('#') => {
                site.lists -= 1;
                list::of(times, term, line, site).map_err(fault)
            }
            Some(times) => term::repeat(times, term).map_err(fault),
        };
    }
    Err(LineFault::nothing())
}

fn name(text: &str, line: usize, site: &mut Site<'_>) -> Term {
    if site.notation == Notation::Abnf && text.contains(['_', '.', '+']) {
        site.note(line, "a name holds `_`, `.` or `+`, which names of ABNF do not");
    }
    Term::Name(text.to_owned())
}

fn group<K: NotationRule>(pair: Pair<'_, K>, site: &mut Site<'_>) -> Result<Term, LineFault> {
    site.coverage.add(&pair);
    let inner = pair.into_inner().next();
    inner.map_or(Err(LineFault::nothing()), |pair| alternation(pair, site))
}

fn string<K: NotationRule>(pair: Pair<'_, K>, site: &mut Site<'_>) -> Term {
    let (mut bytes, mut ignore_case) = (Vec::new(), site.ignores_case());
    site.coverage.add(&pair);
    for pair in pair.into_inner() {
        site.coverage.add_whole(&pair);
        match pair.as_rule().part() {
            RuleKind::Case => ignore_case = pair.as_str().eq_ignore_ascii_case("%i"),
            _ => bytes = pair.as_str().as_bytes().to_vec(),
        }
    }
    Term::Literal { bytes, ignore_case }
}

fn number<K: NotationRule>(pair: Pair<'_, K>, site: &mut Site<'_>) -> Result<Term, String> {
    let (mut base, mut values, mut upper) = ("x", Vec::new(), None);
    let line = pair.line_col().0;
    site.coverage.add(&pair);
    for pair in pair.into_inner() {
        site.coverage.add_whole(&pair);
        match pair.as_rule().part() {
            RuleKind::Base => base = pair.as_str(),
            RuleKind::Upper => upper = Some(characters::value(base, pair.as_str())?),
            _ => values.push(characters::value(base, pair.as_str())?),
        }
    }
    let greatest = upper.into_iter().chain(values.iter().copied()).max().unwrap_or_default();
    site.implied.push((line, Characters::implied(greatest)));
    match upper {
        Some(upper) => site.characters.range(values[0], upper),
        None => site.characters.literal(&values),
    }
}

//! Mutants of a printed grammar.

use grammar_automata::build::{ByteSet, Dfa};
use grammar_automata::engine::{CharacterSet, text};
use grammar_notation::engine::Rules;
use grammar_notation::{Alternative, Languages, Origin, Printed, PrintedProduction, Term};

use super::variants::Variant;
use super::{Found, Mutant, MutantKind, Notated, TermShape, variants};
use crate::export::TermText;

/// The line of a comment that says who makes a mistake.
const SOURCE: &str = "source:";

impl Notated for TermText<'_> {
    type Term = Term;
    const IS_ORDERED: bool = false;

    fn shape(&mut self, term: &Term) -> TermShape<Term> {
        match term {
            Term::Name(_) => TermShape::Name,
            // The UTF-8 of a character has no parts.
            Term::Bytes(_) | Term::Sequence(_) => match (TermText::set(self, term), term) {
                (Some(set), _) => TermShape::Set(set),
                (None, Term::Sequence(parts)) => TermShape::Sequence(parts.clone()),
                (None, _) => TermShape::Name,
            },
            Term::Literal { bytes, ignore_case } => {
                TermShape::Literal { bytes: bytes.clone(), ignore_case: *ignore_case }
            }
            Term::Choice(all) => TermShape::Choice(
                all.iter().map(|one| (one.text.clone(), one.term.clone())).collect(),
            ),
            &Term::Repeat { min, max, ref term } => {
                TermShape::Repeat { min, max, of: (**term).clone() }
            }
            Term::Difference { from, without } => {
                TermShape::Difference { from: (**from).clone(), without: (**without).clone() }
            }
        }
    }

    fn term(&self, shape: TermShape<Term>) -> Term {
        match shape {
            // ABNF has no sign for what a mutator does not make of its own.
            TermShape::Name | TermShape::Look { .. } => Term::Sequence(Vec::new()),
            TermShape::Set(set) => {
                let sequences = set.ranges().flat_map(|(first, last)| text::range(first, last));
                let one = |sets: Vec<ByteSet>| {
                    Term::sequence(sets.into_iter().map(Term::Bytes).collect())
                };
                Term::Choice(sequences.map(|sets| Alternative::new("", one(sets))).collect())
            }
            TermShape::Literal { bytes, ignore_case } => Term::Literal { bytes, ignore_case },
            TermShape::Sequence(parts) => Term::Sequence(parts),
            TermShape::Choice(all) => {
                let all = all.into_iter().map(|(text, term)| Alternative::new(&text, term));
                Term::choice(all.collect())
            }
            TermShape::Repeat { min, max, of } => Term::Repeat { min, max, term: Box::new(of) },
            TermShape::Difference { from, without } => {
                Term::Difference { from: Box::new(from), without: Box::new(without) }
            }
        }
    }

    fn text(&mut self, term: &Term) -> String {
        self.of(term)
    }

    fn class_text(&mut self, _: &Term, set: &CharacterSet) -> String {
        ranges(set)
    }

    fn set(&mut self, term: &Term) -> Option<CharacterSet> {
        TermText::set(self, term)
    }

    fn single_characters(&mut self, term: &Term) -> CharacterSet {
        TermText::single_characters(self, term)
    }
}

/// The language of a production of a grammar, alone.
fn language(printed: &Printed, production: &str) -> Result<Dfa, String> {
    let languages = Languages::of_those(printed, &[production]);
    match languages.start(production) {
        Some(Ok(start)) => Ok(languages.dfa().alone(start)),
        Some(Err(why)) => Err(why.to_string()),
        None => Err(format!("{} has no production `{production}`", printed.file)),
    }
}

/// The mutants of what a production reaches, in the printed order, and those by listed mistakes.
///
/// What is imported is another grammar's, and is taken to be right.
pub(super) fn drafts(
    printed: &Printed,
    production: &str,
    mistakes: Option<&Printed>,
    found: Found<'_>,
) {
    let mut texts = TermText::new(printed);
    let reached = Rules::of(printed).reached(&[production]);
    let used = used(printed, &reached, &mut texts);
    // The same grammar, but for the production that is wrong.
    let mut wrong = printed.clone();
    for (at, one) in printed.productions.iter().enumerate() {
        let is_own = !matches!(one.origin, Origin::Imported { .. });
        let Ok(term) = &one.term else { continue };
        if !is_own || !reached[at] {
            continue;
        }
        let own = mistakes.iter().flat_map(|all| &all.productions);
        let own = own.filter(|mistake| printed.notation.is_same(&mistake.name, &one.name));
        let listed: Vec<_> = own.filter_map(listed).collect();
        let subject = format!("`{}`", one.name);
        let mut draft = |variant: Variant<Term>, source: Option<String>| {
            let (mutant, term) = variant.mutant(&one.name, one.line);
            let section = one.section.clone();
            let mutant = Mutant { section, source, ..mutant };
            wrong.productions[at].term = Ok(term);
            // Each mutant takes its time, also one that is not decided.
            let language = match &printed.deadline {
                deadline if deadline.has_passed() => Err(deadline.to_string()),
                _ => language(&wrong, production),
            };
            found(mutant, language);
        };
        listed.into_iter().for_each(|(variant, source)| draft(variant, source));
        let deadline = &printed.deadline;
        let mut made = |variant| draft(variant, None);
        variants::variants(&subject, term, &mut texts, &used, deadline, &mut made);
        wrong.productions[at].term = Ok(term.clone());
    }
}

/// A production of a list of mistakes: the comment above it is what the grammar says, and a line of it that begins
/// with `source:` says who makes the mistake.
fn listed(one: &PrintedProduction) -> Option<(Variant<Term>, Option<String>)> {
    let (reason, source) = match one.comment.split_once(SOURCE) {
        Some((reason, source)) => (reason, Some(source)),
        None => (&*one.comment, None),
    };
    let words = |text: &str| text.split_whitespace().collect::<Vec<_>>().join(" ");
    let (fault, reason, term) = (words(&one.text), words(reason), one.term.clone().ok()?);
    Some((Variant { kind: MutantKind::Mistake, fault, reason, term }, source.map(words)))
}

/// The characters that the reached productions have by themselves, and not in a range.
fn used(printed: &Printed, reached: &[bool], texts: &mut TermText<'_>) -> CharacterSet {
    let all = printed.productions.iter().zip(reached);
    let terms = all.filter(|(_, is_reached)| **is_reached).flat_map(|(one, _)| one.term.iter());
    let literals = terms.flat_map(Term::all).filter(|term| matches!(term, Term::Literal { .. }));
    let sets = literals.filter_map(|term| texts.set(term));
    sets.reduce(|one, other| one.union(&other)).unwrap_or_else(CharacterSet::empty)
}

/// The ranges of a set: `1-9`.
fn ranges(set: &CharacterSet) -> String {
    let bare = |one: char| variants::shown(one).trim_matches('`').to_owned();
    let range = |(first, last): (char, char)| match first == last {
        true => bare(first),
        false => format!("{}-{}", bare(first), bare(last)),
    };
    set.ranges().map(range).collect::<Vec<_>>().join(" / ")
}

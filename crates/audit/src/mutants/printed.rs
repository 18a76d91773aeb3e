//! Mutants of a printed grammar.

use std::collections::HashSet;

use super::Draft;
use super::mutant::{Mutant, MutantKind, MutantState};
use super::terms::{self, Variant};
use crate::dfa::Dfa;
use crate::export::TermText;
use crate::languages::partial::Languages;
use crate::notation::{Origin, Printed, PrintedProduction, Term};
use crate::regex::CharacterSet;

/// The line of a comment that says who makes a mistake.
const SOURCE: &str = "source:";

/// The language of a production of a grammar, alone.
pub(super) fn language(printed: &Printed, production: &str) -> Result<Dfa, String> {
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
) -> Vec<Draft> {
    let lent = printed.notation.built_in();
    let mut texts = TermText::new(printed, &lent);
    let reached = reached(printed, production);
    let used = used(printed, &reached, &mut texts);
    let mut drafts = Vec::new();
    for (at, one) in printed.productions.iter().enumerate() {
        let is_own = !matches!(one.origin, Origin::Imported { .. });
        let Ok(term) = &one.term else { continue };
        if !is_own || !reached.contains(&printed.notation.key(&one.name)) {
            continue;
        }
        let own = mistakes.iter().flat_map(|all| &all.productions);
        let own = own.filter(|mistake| printed.notation.is_same(&mistake.name, &one.name));
        let listed: Vec<Listed> = own.filter_map(listed).collect();
        let listed = listed.into_iter().map(|one| (one.variant, Some(one.source)));
        let made = terms::variants(&one.name, term, &mut texts, &used).into_iter();
        for (variant, source) in listed.chain(made.map(|variant| (variant, None))) {
            drafts.push(draft(printed, production, at, variant, source.flatten()));
        }
    }
    drafts
}

fn draft(
    printed: &Printed,
    production: &str,
    at: usize,
    Variant { kind, fault, reason, term }: Variant,
    source: Option<String>,
) -> Draft {
    let mut wrong = printed.clone();
    wrong.productions[at].term = Ok(term);
    let one = &printed.productions[at];
    Draft {
        language: language(&wrong, production),
        mutant: Mutant {
            kind,
            production: one.name.clone(),
            section: one.section.clone(),
            line: one.line,
            fault,
            reason,
            source,
            state: MutantState::Equal,
        },
    }
}

/// A mistake that somebody listed.
struct Listed {
    variant: Variant,
    source: Option<String>,
}

/// A production of a list of mistakes: the comment above it is what the grammar says, and a line of it that begins
/// with `source:` says who makes the mistake.
fn listed(one: &PrintedProduction) -> Option<Listed> {
    let (reason, source) = match one.comment.split_once(SOURCE) {
        Some((reason, source)) => (reason, Some(source)),
        None => (&*one.comment, None),
    };
    let words = |text: &str| text.split_whitespace().collect::<Vec<_>>().join(" ");
    Some(Listed {
        variant: Variant {
            kind: MutantKind::Mistake,
            fault: words(&one.text),
            reason: words(reason),
            term: one.term.clone().ok()?,
        },
        source: source.map(words),
    })
}

/// The keys of the productions that a production reaches.
fn reached(printed: &Printed, production: &str) -> HashSet<String> {
    let mut found = HashSet::new();
    let mut waiting = vec![production.to_owned()];
    while let Some(name) = waiting.pop() {
        if found.insert(printed.notation.key(&name)) {
            let terms = printed.production(&name).and_then(|one| one.term.as_ref().ok());
            let all = terms.into_iter().flat_map(Term::all);
            waiting.extend(all.filter_map(|term| term.name().map(str::to_owned)));
        }
    }
    found
}

/// The characters that the reached productions have by themselves, and not in a range.
fn used(printed: &Printed, reached: &HashSet<String>, texts: &mut TermText<'_>) -> CharacterSet {
    let is_reached = |one: &&PrintedProduction| reached.contains(&printed.notation.key(&one.name));
    let terms = printed.productions.iter().filter(is_reached).flat_map(|one| one.term.iter());
    let literals = terms.flat_map(Term::all).filter(|term| matches!(term, Term::Literal { .. }));
    let sets = literals.filter_map(|term| texts.set(term));
    sets.reduce(|one, other| one.union(&other)).unwrap_or_else(CharacterSet::empty)
}

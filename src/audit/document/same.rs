//! Whether two prints of a production say the same: to the eye, or as languages.
//!
//! In: the texts and the right sides. Out: [`Sameness`]. Blanks and comments make no difference to the
//! eye. What differs to the eye is decided by the automata, within the grammar that the document prints.

use crate::audit::bnf::{Notation, Printed, PrintedProduction, Term};
use crate::audit::derive::Languages;
use crate::audit::dfa::difference;
use crate::audit::replaced::Replaced;

/// How a production that is printed again compares with the one that is taken.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Sameness {
    /// The texts are the same but for blanks and comments.
    Text,
    /// The texts differ; the languages are equal.
    Language,
    /// The languages differ.
    Differs {
        /// A shortest string that only the production has that is taken.
        only_taken: Option<Vec<u8>>,
        /// A shortest string that only the production has that is printed again.
        only_again: Option<Vec<u8>>,
    },
    /// The texts differ, and the languages cannot be compared.
    Undecided {
        /// The reason why not.
        why: String,
    },
}

impl Sameness {
    /// Whether both prints say the same.
    #[must_use]
    pub const fn is_same(&self) -> bool {
        matches!(self, Self::Text | Self::Language)
    }
}

/// The text without blanks between its parts and without comments. A blank in a literal stays.
pub(super) fn squeezed(text: &str) -> String {
    let mut squeezed = String::new();
    for line in text.lines() {
        let mut quote = None;
        let mut has_gap = true;
        for character in line.chars() {
            match (character, quote) {
                (';', None) => break,
                ('"', None) => quote = Some('"'),
                ('<', None) => quote = Some('>'),
                (end, Some(quoted)) if end == quoted => quote = None,
                _ => {}
            }
            if quote.is_none() && character.is_whitespace() {
                has_gap = true;
                continue;
            }
            if std::mem::take(&mut has_gap) && !squeezed.is_empty() {
                squeezed.push(' ');
            }
            squeezed.push(character);
        }
    }
    squeezed
}

/// Whether two right sides are made of the same terms, whatever their alternatives look like. The
/// recursion goes no deeper than brackets nest.
pub(super) fn is_same_term(notation: Notation, one: &Term, other: &Term) -> bool {
    let is_same = |(one, other)| is_same_term(notation, one, other);
    match (one, other) {
        (Term::Name(one), Term::Name(other)) => notation.key(one) == notation.key(other),
        (Term::Sequence(one), Term::Sequence(other)) => {
            one.len() == other.len() && one.iter().zip(other).all(is_same)
        }
        (Term::Choice(one), Term::Choice(other)) => {
            let (one, other) = (one.iter().map(|one| &one.term), other.iter().map(|one| &one.term));
            one.len() == other.len() && one.zip(other).all(is_same)
        }
        (
            Term::Repeat { min, max, term },
            Term::Repeat { min: other_min, max: other_max, term: other },
        ) => (min, max) == (other_min, other_max) && is_same_term(notation, term, other),
        (one, other) => one == other,
    }
}

/// Compares the language of a production of a grammar with that of another right side, within the
/// grammar.
pub(super) fn decide(printed: &Printed, name: &str, again: &Term) -> Sameness {
    let undecided = |why: String| Sameness::Undecided { why };
    let key = printed.notation.key(name);
    let place = printed.productions.iter().position(|one| printed.notation.key(&one.name) == key);
    let Some(place) = place else { return undecided(format!("`{name}` is not in the grammar")) };
    let mut other = printed.clone();
    let production = &other.productions[place];
    other.productions[place] = PrintedProduction { term: Ok(again.clone()), ..production.clone() };
    let of = |printed: &Printed| {
        Languages::of_some(printed, &Replaced::default(), |one| printed.notation.key(one) == key)
    };
    let (taken, again) = (of(printed), of(&other));
    let (one, two) = match (taken.start(name), again.start(name)) {
        (Some(Ok(one)), Some(Ok(two))) => (one, two),
        (Some(Err(why)), _) | (_, Some(Err(why))) => return undecided(why.to_string()),
        _ => return undecided(format!("`{name}` is not in the grammar")),
    };
    let difference = difference((taken.dfa(), one), (again.dfa(), two));
    if difference.is_equal() {
        return Sameness::Language;
    }
    Sameness::Differs { only_taken: difference.only_left, only_again: difference.only_right }
}

#[cfg(test)]
mod tests {
    use super::{Sameness, decide, squeezed};
    use crate::audit::bnf::{Notation, Printed};

    #[test]
    fn blanks_and_comments_make_no_difference() {
        assert_eq!(squeezed("a  =  \"x  y\"   ; c\n    / b ; d"), "a = \"x  y\" / b");
        assert_eq!(squeezed("a = <x ; y> b\n; c"), "a = <x ; y> b");
    }

    #[test]
    fn languages_are_compared_within_the_grammar() {
        let read = |text| Printed::read(Notation::Abnf, "f", text).unwrap();
        let printed = read("a = *b\nb = \"0\" / \"1\"\n");
        let again = |text| read(text).productions[0].term.clone().unwrap();
        assert_eq!(decide(&printed, "a", &again("a = *(b / \"1\")\n")), Sameness::Language);
        let differs = Sameness::Differs { only_taken: Some(Vec::new()), only_again: None };
        assert_eq!(decide(&printed, "a", &again("a = 1*b\n")), differs);
        assert!(matches!(decide(&printed, "a", &again("a = c\n")), Sameness::Undecided { .. }));
    }
}

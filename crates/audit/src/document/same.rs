//! Whether two prints of a production say the same: to the eye, or as languages.
//!
//! In: the texts and the right sides. Out: [`Sameness`]. Blanks and comments make no difference to the
//! eye. What differs to the eye is decided by the automata: first with names as letters, whatever they stand
//! for, and then within the grammar that the document prints.

use std::collections::HashMap;

use grammar_automata::build::{ByteSet, Deadline, GaveUp, Search, Wanted};

use crate::languages::partial::Languages;
use crate::languages::replaced::Replaced;
use crate::notation::{Notation, Origin, Printed, PrintedProduction, Term};

/// The number of steps that the comparison of two right sides may take.
const STEPS: usize = 20_000_000;

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

/// For each pair of right sides, whether they derive the same strings whatever the names in them stand for: the
/// languages over bytes and names are the same. All of them share one budget. False says nothing.
///
/// A name is written as a byte that neither right side has, and two bytes of its number: no other string is
/// read so, and what holds of the names holds of whatever takes their places. It does not where something is
/// left out (`a - b`), and such a pair is not compared.
pub(super) fn are_same_by_name(notation: Notation, pairs: &[(&Term, &Term)]) -> Vec<bool> {
    let mut productions = Vec::new();
    for (at, (one, other)) in pairs.iter().enumerate() {
        for (side, term) in lettered(notation, one, other).into_iter().flatten().enumerate() {
            productions.push(PrintedProduction {
                name: side_name(at, side),
                text: String::new(),
                section: None,
                line: 1,
                comment: String::new(),
                term: Ok(term),
                origin: Origin::Printed,
            });
        }
    }
    let languages = Languages::new(&Printed {
        notation: Notation::Bnf,
        file: String::new(),
        characters: None,
        productions,
        notes: Vec::new(),
        deadline: Deadline::NONE,
    });
    let start =
        |at, side| Some(languages.dfa().start(languages.start(&side_name(at, side))?.ok()?));
    let mut search = Search::new(languages.dfa(), languages.dfa(), |one, other| one != other);
    let is_same = |at| {
        let (Some(one), Some(other)) = (start(at, 0), start(at, 1)) else { return false };
        search.find((one, other), STEPS) == Ok(None)
    };
    (0..pairs.len()).map(is_same).collect()
}

fn side_name(at: usize, side: usize) -> String {
    format!("{at} {side}")
}

/// Two right sides with letters for their names, if there is a byte that neither has.
fn lettered(notation: Notation, one: &Term, other: &Term) -> Option<[Term; 2]> {
    let mut taken = ByteSet::EMPTY;
    let mut names: HashMap<String, u16> = HashMap::new();
    for term in one.all().into_iter().chain(other.all()) {
        match term {
            Term::Name(name) => {
                let next = u16::try_from(names.len()).ok()?;
                names.entry(notation.key(name)).or_insert(next);
            }
            Term::Bytes(set) => taken = taken.union(*set),
            Term::Literal { bytes, .. } => {
                let sets = bytes.iter().map(|&byte| ByteSet::ignoring_case(byte));
                taken = sets.fold(taken, ByteSet::union);
            }
            Term::Difference { .. } => return None,
            Term::Sequence(_) | Term::Choice(_) | Term::Repeat { .. } => {}
        }
    }
    let sign = (0..=u8::MAX).find(|&byte| !taken.contains(byte))?;
    let mut letter = |name: &str| {
        let [high, low] = names.get(&notation.key(name)).copied().unwrap_or_default().to_be_bytes();
        Some(Term::Literal { bytes: vec![sign, high, low], ignore_case: false })
    };
    Some([one.clone(), other.clone()].map(|mut term| {
        term.replace(&mut letter);
        term
    }))
}

/// Compares the languages of two right sides of a production, the one that is taken and another, within a grammar.
pub(super) fn decide(printed: &Printed, name: &str, taken: &Term, again: &Term) -> Sameness {
    let undecided = |why: String| Sameness::Undecided { why };
    let key = printed.notation.key(name);
    let place =
        printed.productions.iter().position(|one| printed.notation.is_same(&one.name, name));
    let Some(place) = place else { return undecided(format!("`{name}` is not in the grammar")) };
    let of = |term: &Term| {
        let mut printed = printed.clone();
        printed.productions[place].term = Ok(term.clone());
        Languages::of_some(&printed, &Replaced::default(), |one| printed.notation.key(one) == key)
    };
    let (taken, again) = (of(taken), of(again));
    let (one, two) = match (taken.start(name), again.start(name)) {
        (Some(Ok(one)), Some(Ok(two))) => (one, two),
        (Some(Err(why)), _) | (_, Some(Err(why))) => return undecided(why.to_string()),
        _ => return undecided(format!("`{name}` is not in the grammar")),
    };
    let states = (taken.dfa().start(one), again.dfa().start(two));
    let find = |wanted: Wanted| {
        let search = Search::new(taken.dfa(), again.dfa(), wanted).until(&printed.deadline);
        { search }.find(states, STEPS).map_err(|why| match why {
            GaveUp::Time => printed.deadline.to_string(),
            _ => format!("to compare the two takes more than {STEPS} steps"),
        })
    };
    match (find(|taken, again| taken && !again), find(|taken, again| again && !taken)) {
        (Ok(None), Ok(None)) => Sameness::Language,
        (Ok(only_taken), Ok(only_again)) => Sameness::Differs { only_taken, only_again },
        (Err(why), _) | (_, Err(why)) => undecided(why),
    }
}

#[cfg(test)]
mod tests {
    use super::{Sameness, are_same_by_name, decide, squeezed};
    use crate::notation::{Notation, Printed};

    #[test]
    fn blanks_and_comments_make_no_difference() {
        assert_eq!(squeezed("a  =  \"x  y\"   ; c\n    / b ; d"), "a = \"x  y\" / b");
        assert_eq!(squeezed("a = <x ; y> b\n; c"), "a = <x ; y> b");
    }

    #[test]
    fn right_sides_are_the_same_whatever_their_names_stand_for() {
        let term = |text: &str| {
            Printed::read(Notation::Abnf, "f", text).unwrap().productions[0].term.clone().unwrap()
        };
        for (one, other, is_same) in [
            ("a = [ b *( c b ) ]\n", "a = [ b *( c B ) ] / *0d\n", true),
            ("a = b c\n", "a = c b\n", false),
            // `a` itself is a name like others.
            ("a = b [ a ]\n", "a = b / b a\n", true),
            ("a = \"x\" b\n", "a = \"x\" / b\n", false),
            // A name is no string of the other side.
            ("a = b\n", "a = %x00.00.00\n", false),
            // No byte is left that could stand for a name.
            ("a = b / %x00-FF\n", "a = %x00-FF / b\n", false),
        ] {
            let [one, other] = [one, other].map(term);
            assert_eq!(are_same_by_name(Notation::Abnf, &[(&one, &other)]), [is_same]);
        }
    }

    #[test]
    fn languages_are_compared_within_the_grammar() {
        let read = |text| Printed::read(Notation::Abnf, "f", text).unwrap();
        let printed = read("a = *b\nb = \"0\" / \"1\"\n");
        let term = |text| read(text).productions[0].term.clone().unwrap();
        let decide = |text| decide(&printed, "a", &term("a = *b\n"), &term(text));
        assert_eq!(decide("a = *(b / \"1\")\n"), Sameness::Language);
        let differs = Sameness::Differs { only_taken: Some(Vec::new()), only_again: None };
        assert_eq!(decide("a = 1*b\n"), differs);
        assert!(matches!(decide("a = c\n"), Sameness::Undecided { .. }));
    }
}

//! Which productions of two grammars are written alike.
//!
//! In: two grammars, and their productions in pairs. Out: for each pair whether one is written otherwise than
//! the other, and whether both are written alike with all that they use. Two that are, derive the same strings,
//! also where no automaton decides it. Of a printed grammar the terms are compared: blanks, comments and
//! parentheses without need do not matter, and names of one pair are one name. Of rules of pest and of
//! patterns the text is compared but for its blanks.
//!
//! The surprising case is a printed grammar beside rules of pest: neither is written otherwise than the other,
//! since nobody changed the one into the other.

use std::collections::HashMap;

use super::{AnyGrammar, ComparedProductions, Source};
use crate::basics::graph;
use crate::notation::Term;

/// What pest calls without being told.
const BLANKS: [&str; 2] = ["WHITESPACE", "COMMENT"];

/// Says of each pair how the two are written.
pub(super) fn mark(pairs: &mut [ComparedProductions], left: &AnyGrammar, right: &AnyGrammar) {
    let others = pairs.iter().map(|one| (left.source.key(&one.left), right.source.key(&one.right)));
    let written = Written { left, right, others: others.collect() };
    // The pairs, and behind them what they call; what many pairs call is there once.
    let (mut all, mut numbers) = (Vec::new(), HashMap::new());
    let mut number = |both: (String, String), all: &mut Vec<(String, String)>| {
        *numbers.entry(both).or_insert_with_key(|both| {
            all.push(both.clone());
            all.len() - 1
        })
    };
    let named = pairs.iter().map(|pair| (pair.left.clone(), pair.right.clone()));
    let places: Vec<usize> = named.map(|both| number(both, &mut all)).collect();
    let (mut calls, mut is_rewritten) = (Vec::new(), Vec::new());
    while let Some((one, other)) = all.get(calls.len()) {
        let Some(found) = written.calls((one, other)) else { return };
        is_rewritten.push(found.is_none());
        let found = found.into_iter().flatten();
        calls.push(found.map(|both| number(both, &mut all)).collect::<Vec<usize>>());
    }
    let rewritten = (0..calls.len()).filter(|&at| is_rewritten[at]);
    let is_touched = graph::reached(&graph::reversed(&calls), rewritten);
    for (pair, place) in pairs.iter_mut().zip(places) {
        (pair.is_rewritten, pair.is_untouched) = (is_rewritten[place], !is_touched[place]);
    }
}

struct Written<'g> {
    left: &'g AnyGrammar,
    right: &'g AnyGrammar,
    /// The key of the right production of each pair, by that of the left one.
    others: HashMap<String, String>,
}

/// The names that both of two productions call, side by side.
type Calls = Vec<(String, String)>;

impl Written<'_> {
    /// What two productions call, if they are written alike. There is no answer for grammars of two kinds.
    fn calls(&self, (one, other): (&str, &str)) -> Option<Option<Calls>> {
        match (&self.left.source, &self.right.source) {
            (Source::Printed(left), Source::Printed(right)) => {
                let mut calls = Vec::new();
                let is_alike = match (left.production(one), right.production(other)) {
                    (Some(one), Some(other)) => match (&one.term, &other.term) {
                        (Ok(one), Ok(other)) => self.are_alike(one, other, &mut calls),
                        _ => one.text == other.text,
                    },
                    // What the notation lends, and what nobody defines.
                    (None, None) => left.notation == right.notation,
                    _ => false,
                };
                Some(is_alike.then_some(calls))
            }
            (Source::Pest(_), Source::Pest(_)) | (Source::Given(..), Source::Given(..)) => {
                let both = (self.left.production(one), self.right.production(other));
                let (Some(one), Some(other)) = both else {
                    return Some((both.0.is_none() && both.1.is_none()).then(Vec::new));
                };
                let is_alike = one.text.split_whitespace().eq(other.text.split_whitespace());
                let blanks = BLANKS.iter().filter(|_| self.left.as_pest().is_some());
                let called = one.uses.iter().map(String::as_str).chain(blanks.copied());
                Some(
                    is_alike
                        .then(|| called.map(|name| (name.to_owned(), name.to_owned())).collect()),
                )
            }
            _ => None,
        }
    }

    /// Whether two names are those of a pair, or the same and of none.
    fn are_one(&self, one: &str, other: &str) -> bool {
        let (one, other) = (self.left.source.key(one), self.right.source.key(other));
        self.others.get(&one).unwrap_or(&one) == &other
    }

    /// Whether two terms are alike, and what they call. The recursion goes as deep as brackets nest.
    fn are_alike(&self, one: &Term, other: &Term, calls: &mut Calls) -> bool {
        match (one, other) {
            (Term::Name(one), Term::Name(other)) => {
                calls.push((one.clone(), other.clone()));
                self.are_one(one, other)
            }
            (
                Term::Repeat { min, max, term },
                Term::Repeat { min: least, max: most, term: other },
            ) => (min, max) == (least, most) && self.are_alike(term, other, calls),
            (Term::Sequence(_), Term::Sequence(_))
            | (Term::Choice(_), Term::Choice(_))
            | (Term::Difference { .. }, Term::Difference { .. }) => {
                let (ones, others) = (one.parts(), other.parts());
                ones.len() == others.len()
                    && ones.iter().zip(others).all(|(one, other)| self.are_alike(one, other, calls))
            }
            _ => one == other,
        }
    }
}

#[cfg(test)]
mod tests {
    use crate::{AnyGrammar, GrammarText, Notation, PrintedReader, compare_grammars};

    /// Of each pair its left name, with `written` if it is rewritten and `same` if it is untouched.
    fn marks(left: &AnyGrammar, right: &AnyGrammar) -> Vec<String> {
        let shown = compare_grammars(left, right).pairs.into_iter().map(|pair| {
            let written = if pair.is_rewritten { " written" } else { "" };
            let same = if pair.is_untouched { " same" } else { "" };
            pair.left + written + same
        });
        shown.collect()
    }

    fn abnf(text: &str) -> AnyGrammar {
        let read = PrintedReader::new(Notation::Abnf).read(GrammarText { file: "a.abnf", text });
        AnyGrammar::printed(read.unwrap())
    }

    fn pest(text: &str) -> AnyGrammar {
        AnyGrammar::read_pest(GrammarText { file: "a.pest", text }).unwrap()
    }

    #[test]
    fn terms_are_compared_and_not_their_text() {
        let old = abnf("a = \"x\" ( \"y\" )  b ; one\nb = \"(\" b \")\" / c\nc = 1*DIGIT\n");
        assert_eq!(marks(&old, &old), ["a same", "b same", "c same"]);
        let new = abnf("A = \"x\"\n  \"y\" b\nb = \"(\" b \")\" / c\nc = 1*DIGIT ; two\n");
        assert_eq!(marks(&old, &new), ["a same", "b same", "c same"]);
        // What uses what is rewritten is not untouched, and not rewritten either.
        let new = abnf("a = \"x\" \"y\" b\nb = \"(\" b \")\" / c\nc = DIGIT *DIGIT\n");
        assert_eq!(marks(&old, &new), ["a", "b", "c written"]);
        let new = abnf("a = \"x\" \"y\" b\nb = \"(\" b \")\" / c\nc = 1*DIGIT\nDIGIT = \"0\"\n");
        assert_eq!(marks(&old, &new), ["a", "b", "c"]);
    }

    #[test]
    fn names_of_a_pair_are_one() {
        let old = abnf("time = hour \":\" 2DIGIT\nhour = 2DIGIT\n");
        let new = abnf("time = hours \":\" 2DIGIT\nhours = 2DIGIT\n");
        assert_eq!(marks(&old, &new), ["time same", "hour same"]);
    }

    #[test]
    fn blanks_of_pest_are_called_by_all() {
        let old = pest("a = { \"x\" ~ \"y\" }\nWHITESPACE = _{ \" \" }\n");
        let new = pest("a = {\n  \"x\" ~ \"y\"\n}\nWHITESPACE = _{ \"\\t\" }\n");
        assert_eq!(marks(&old, &old), ["a same", "WHITESPACE same"]);
        assert_eq!(marks(&old, &new), ["a", "WHITESPACE written"]);
        assert_eq!(marks(&abnf("a = \"x\"\n"), &pest("a = { \"x\" }\n")), ["a"]);
    }
}

//! Productions whose languages are given, instead of being derived from their right sides.
//!
//! In: a printed grammar, and for some of its productions a state of an automaton. Out: the languages
//! of the others, in which each call of a replaced production stands for what the automaton accepts
//! from that state. What is forgotten is the right side of what is replaced: that it is recursive,
//! unreadable, or uses what is undefined does not matter to those that call it.
//!
//! `a = "(" a ")" / "x"` has no automaton. Where `a` is replaced by the language of `x`, its right
//! side has one: of `(x)` and `x`.

use std::borrow::Cow;

use grammar_automata::build::{ByteSet, Dfa};
use rustc_hash::FxHashMap as HashMap;

use crate::notation::{Origin, Printed, PrintedProduction, Term};

/// The name of a right side that is a production of its own. No production has a space in its name.
pub(super) const RIGHT_SIDE: &str = "the right side";

/// Productions, by the keys of their names, with the languages that replace them.
#[derive(Clone, Debug, Default)]
pub(crate) struct Replaced<'d>(pub(super) HashMap<String, (&'d Dfa, u32)>);

impl<'d> Replaced<'d> {
    /// Replaces a production by what an automaton accepts from a state.
    pub(crate) fn insert(&mut self, key: String, dfa: &'d Dfa, state: u32) {
        self.0.insert(key, (dfa, state));
    }

    /// The keys of the replaced productions, with the states.
    pub(crate) fn states(&self) -> impl Iterator<Item = (&str, (&'d Dfa, u32))> {
        self.0.iter().map(|(key, &state)| (&**key, state))
    }

    /// The grammar with right sides of the replaced productions that call nothing, and have the empty
    /// string if the automaton has. What the grammar lacks comes last.
    pub(crate) fn within<'p>(&self, printed: &'p Printed) -> Cow<'p, Printed> {
        if self.0.is_empty() {
            return Cow::Borrowed(printed);
        }
        let (mut printed, mut left) = (printed.clone(), self.0.clone());
        let term = |(dfa, state): (&Dfa, u32)| match dfa.accepts(state) {
            true => Term::EMPTY,
            false => Term::Bytes(ByteSet::ALL),
        };
        for production in &mut printed.productions {
            if let Some(state) = left.remove(&printed.notation.key(&production.name)) {
                production.term = Ok(term(state));
            }
        }
        let mut left: Vec<_> = left.into_iter().collect();
        left.sort_by(|one, other| one.0.cmp(&other.0));
        printed.productions.extend(left.into_iter().map(|(key, state)| named(key, term(state))));
        Cow::Owned(printed)
    }

    /// The grammar as [`Replaced::within`] gives it, in which the right sides of some productions are
    /// productions of their own.
    pub(crate) fn beside_right_sides(&self, printed: &Printed, places: &[usize]) -> Printed {
        let mut within = self.within(printed).into_owned();
        for (number, &place) in places.iter().enumerate() {
            let (name, production) = (Self::right_side_name(number), &printed.productions[place]);
            within.productions.push(PrintedProduction { name, ..production.clone() });
        }
        within
    }

    /// The name of a right side that is a production of its own.
    pub(crate) fn right_side_name(number: usize) -> String {
        format!("{RIGHT_SIDE} {number}")
    }
}

/// A production that stands in no file.
pub(super) fn named(name: String, term: Term) -> PrintedProduction {
    let (text, comment, origin) = (String::new(), String::new(), Origin::Assumed);
    PrintedProduction { name, text, section: None, line: 0, comment, origin, term: Ok(term) }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::languages::partial::Languages;
    use crate::notation::Notation;
    use grammar_automata::build::difference;

    fn read(text: &str) -> Printed {
        Printed::read(Notation::Abnf, "a.abnf", text).unwrap()
    }

    /// The automaton of the production `x` of a text.
    fn given(text: &str) -> (Dfa, u32) {
        let languages = Languages::new(&read(text));
        let start = languages.start("x").unwrap().unwrap();
        (languages.dfa().clone(), languages.dfa().start(start))
    }

    /// The members of a right side of at most four bytes.
    #[track_caller]
    fn members(grammar: &str, name: &str, key: &str, text: &str) -> Option<Vec<String>> {
        let (dfa, state) = given(text);
        let mut replaced = Replaced::default();
        replaced.insert(key.to_owned(), &dfa, state);
        let found = replaced.right_side(&read(grammar), name, &mut 100_000)?;
        let members = found.members(0).take(20).take_while(|one| one.len() <= 4);
        Some(members.map(|one| one.escape_ascii().to_string()).collect())
    }

    #[test]
    fn a_call_stands_for_the_language_that_is_given() {
        let grammar = "p = \"<\" c \">\" / d\nc = \"1\"\nd = c c\n";
        let found = members(grammar, "p", "c", "x = \"\" / %s\"b\"\n").unwrap();
        assert_eq!(found, ["", "b", "bb", "<>", "<b>"]);
        // Not a state where the automaton starts, but one within.
        let (dfa, state) = given("x = %s\"abc\"\n");
        let mut replaced = Replaced::default();
        replaced.insert("c".to_owned(), &dfa, dfa.walk(state, b"a"));
        let found = replaced.right_side(&read(grammar), "d", &mut 100_000).unwrap();
        assert_eq!(found.members(0).collect::<Vec<_>>(), [b"bcbc"]);
    }

    #[test]
    fn the_right_side_of_what_is_replaced_is_not_followed() {
        let brackets = "a = %s\"(\" a %s\")\" / b\nb = %s\"x\"\n";
        assert_eq!(members(brackets, "a", "a", "x = %s\"x\"\n").unwrap(), ["x", "(x)"]);
        assert_eq!(members(brackets, "a", "b", "x = %s\"x\"\n"), None);
        for faulty in ["c = undefined", "c = <prose>", "c = c %s\"y\"", "c = p %s\"y\""] {
            let grammar = format!("p = c %s\"z\"\n{faulty}\n");
            assert_eq!(members(&grammar, "p", "c", "x = %s\"x\"\n").unwrap(), ["xz"], "{faulty}");
            assert_eq!(members(&grammar, "p", "d", "x = %s\"x\"\n"), None, "{faulty}");
        }
    }

    #[test]
    fn what_the_notation_lends_can_be_replaced() {
        assert_eq!(members("p = 2DIGIT\n", "p", "digit", "x = [%s\"7\"]\n").unwrap().len(), 3);
        assert_eq!(members("p = 2DIGIT\n", "q", "digit", "x = %s\"7\"\n"), None);
    }

    #[test]
    fn a_whole_grammar_with_a_replaced_production() {
        let grammar = read("p = 1*c [ p ]\nc = c / undefined\nq = c 0*1p\nr = undefined\n");
        let (dfa, state) = given("x = %x30-34 / %s\"ab\"\n");
        let mut replaced = Replaced::default();
        replaced.insert("c".to_owned(), &dfa, state);
        let languages = Languages::of_with(&grammar, &replaced);
        let start = |name| languages.start(name).unwrap().map_err(ToString::to_string);
        let wanted = Languages::new(&read("p = 1*(%x30-34 / %s\"ab\")\nc = %x30-34 / %s\"ab\"\n"));
        let same = |name, wanted_name| {
            let wanted = (wanted.dfa(), wanted.start(wanted_name).unwrap().unwrap());
            difference((languages.dfa(), start(name).unwrap()), wanted).is_equal()
        };
        assert!(same("p", "p") && same("q", "p") && same("c", "c") && !same("p", "c"));
        assert!(start("r").unwrap_err().contains("undefined"));
    }

    #[test]
    fn steps_are_a_limit() {
        let (dfa, state) = given("x = %s\"x\"\n");
        let mut replaced = Replaced::default();
        replaced.insert("c".to_owned(), &dfa, state);
        let grammar = read("p = 100c\nc = \"y\"\n");
        assert!(replaced.right_side(&grammar, "p", &mut 100).is_none());
        assert!(replaced.right_side(&grammar, "p", &mut 100_000).is_some());
    }
}

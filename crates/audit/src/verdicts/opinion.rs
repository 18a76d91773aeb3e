//! A cross-check of the verdict "equal", without automata.
//!
//! In: what the automata of two sides call equal. Out: a string that contradicts it, if there is one.
//! The strings at the [`Borders`] of both automata, members and near misses, are given to a matcher of
//! each side that builds no automaton: [`MembershipTest`] for a production, [`Runner`] for a rule, and for a
//! pattern its [own](crate::regex::Pattern::matches). Both matchers must agree with the automaton. If they
//! do, nothing is proven. If one does not, two parts of this program contradict each other, and nothing is
//! said to be equal.
//!
//! A matcher that takes too long has no opinion. A matcher and the automaton of its side share the
//! reader of the file: what that reads wrong shows against pest itself, in `tests/audit_random`.

use grammar_automata::build::{Borders, Dfa};

use crate::languages::membership::MembershipTest;
use crate::languages::partial::Languages;
use crate::languages::replaced::Replaced;
use crate::notation::Printed;
use crate::peg::{Decided, Peg, Runner};
use crate::printed::rules::Rules;
use crate::verdicts::judge::RuleInstance;
use crate::verdicts::verdict::{Verdict, quoted};

/// The number of strings at the borders of one side.
const STRINGS: usize = 48;
/// The number of steps that the matcher of all productions may take.
const STEPS: usize = 20_000_000;

/// A matcher without an automaton: whether a side has a string, if it can tell.
type Matcher<'m> = &'m dyn Fn(&[u8]) -> Option<bool>;

/// The automaton of a side, its borders, and the state of what is called equal.
type Side<'s> = (&'s Dfa, &'s Borders<'s>, u32);

/// Makes undecided what is called equal and contradicted. `runs` are the rules of each production.
pub(crate) fn confirm(
    (read, peg): (&Printed, &Peg),
    (languages, decided): (&Languages, &Decided),
    (names, runs): (&[&str], &[Vec<RuleInstance<'_>>]),
    verdicts: &mut [Verdict],
) {
    let rules = Rules::of(read);
    let members = MembershipTest::of(&rules, &Replaced::default()).with_steps(STEPS);
    let runner = Runner::of(peg);
    let [printed, pest] = [languages.dfa(), &decided.dfa];
    let [printed_borders, pest_borders] = [printed, pest].map(Borders::of);
    for (at, verdict) in verdicts.iter_mut().enumerate() {
        // After the deadline no matcher answers.
        if *verdict != Verdict::Equal || read.deadline.has_passed() {
            continue;
        }
        let name = names[at];
        let start = languages.start(name).and_then(Result::ok);
        let found = runs[at].iter().find_map(|&(rule, atomicity)| {
            let rule_start = decided.start_in(rule, atomicity);
            let sides = [
                start.map(|start| (printed, &printed_borders, printed.start(start))),
                rule_start.map(|start| (pest, &pest_borders, pest.start(start))),
            ];
            let has = |text: &[u8]| members.has(name, text);
            let reads = |text: &[u8]| runner.reads(rule, atomicity, text);
            contradiction(sides, [&has, &reads])
        });
        if let Some(string) = found {
            *verdict = Verdict::Undecided(why(&string));
        }
    }
}

/// A string of which a matcher says something else than an automaton of two that are equal. A side
/// without an automaton is asked for what the other one has.
pub(crate) fn contradiction(
    sides: [Option<Side<'_>>; 2],
    matchers: [Matcher<'_>; 2],
) -> Option<Vec<u8>> {
    sides.into_iter().flatten().find_map(|(dfa, borders, start)| {
        let is_wrong = |string: &Vec<u8>| {
            let accepts = dfa.accepts(dfa.walk(start, string));
            matchers.iter().any(|matcher| matcher(string).is_some_and(|has| has != accepts))
        };
        borders.strings(start, STRINGS).into_iter().find(is_wrong)
    })
}

/// The reason why two sides are undecided whose automata are equal.
pub(crate) fn why(string: &[u8]) -> String {
    format!(
        "two parts of this program contradict each other: by their automata both sides are equal, and \
         string by string they are not, or not these: {}; please report this with both texts",
        quoted(string)
    )
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::notation::Notation;
    use crate::peg::Atomicity;

    /// The verdict on a production and a rule that are called equal, and of which one has another text
    /// for its matcher than for its automaton.
    #[track_caller]
    fn opinion(abnf: [&str; 2], pest: [&str; 2]) -> Verdict {
        let [printed, derived] = abnf.map(|side| {
            let text = format!("a = {side}\n");
            Printed::read(Notation::Abnf, "a.abnf", &text).unwrap()
        });
        let [decided, run] =
            pest.map(|side| Peg::read("a.pest", &format!("a = {{ {side} }}")).unwrap());
        let mut verdicts = [Verdict::Equal];
        confirm(
            (&derived, &run),
            (&Languages::new(&printed), &decided.decide()),
            (&["a"], &[vec![("a", Atomicity::NonAtomic)]]),
            &mut verdicts,
        );
        let [verdict] = verdicts;
        verdict
    }

    #[test]
    fn what_is_equal_stays_equal() {
        for (abnf, pest) in [
            ("*%x61-7A", "'a'..'z'*"),
            ("%x00-D7FF / %xE000-10FFFF", "ANY"),
            ("1*3DIGIT \".\" [ \"x\" ]", "ASCII_DIGIT{1,3} ~ \".\" ~ ^\"x\"?"),
        ] {
            assert_eq!(opinion([abnf; 2], [pest; 2]), Verdict::Equal);
        }
    }

    /// Each pair of texts differs at one border, and the string is the one that lies there.
    #[test]
    fn a_border_that_is_one_off_is_a_contradiction() {
        let all = "%x00-D7FF / %xE000-10FFFF";
        for (abnf, pest, string) in [
            (["*%x61-7A", "*%x61-79"], ["'a'..'z'*"; 2], "\"z\""),
            (["*%x61-79"; 2], ["'a'..'y'*", "'a'..'z'*"], "\"z\""),
            ([all, "%x00-D7FE / %xE000-10FFFF"], ["ANY"; 2], "\"\\xed\\x9f\\xbf\""),
            (
                [all; 2],
                ["ANY", "'\\u{00}'..'\\u{D7FF}' | '\\u{E001}'..'\\u{10FFFF}'"],
                "\"\\xee\\x80\\x80\"",
            ),
            (["*%x00-7F", "*%x00-7E"], ["'\\u{00}'..'\\u{7F}'*"; 2], "\"\\x7f\""),
            (["%s\"a\" / %s\"ab\""; 2], ["\"ab\" | \"a\"", "\"a\" | \"ab\""], "\"ab\""),
        ] {
            let Verdict::Undecided(why) = opinion(abnf, pest) else { panic!("{abnf:?} {pest:?}") };
            assert!(why.contains(string), "{abnf:?} {pest:?}: {why}");
        }
    }
}

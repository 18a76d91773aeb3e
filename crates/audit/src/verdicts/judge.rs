//! The searches for a report's differences, in the product of two automata. Each search has its own budget, and a
//! search that was cut short never reports `equal`. The search is breadth first. A difference that is found before the
//! first unvisited state is therefore a shortest one, even if the automaton was visited only in part.

use std::collections::HashMap;

use grammar_automata::build::{
    ClassBoundaries, Deadline, Dfa, GaveUp, PartialDfa, ProductSearch, Wanted,
};
use grammar_automata::engine::budget::{Budget, Short, Stop};
use grammar_notation::engine::{MembershipTest, Replaced, Rules};
use grammar_notation::{Languages, Printed, Undecidable};
use grammar_peg::engine::Runner;
use grammar_peg::{Atomicity, Decided, Peg, PegError, PegFault};

use crate::verdicts::ambiguity::Unknown;
use crate::verdicts::verdict::{Reading, Verdict, quoted};

/// The budget for the search for a difference. A step reads one byte in one pair of states.
const STEPS: Budget = Budget::new(4_000_000, 16_000_000);
/// The lowest limit of a search, in steps per transition of the larger automaton. The value 2 suffices for equality.
const STEPS_EACH: usize = 4;
/// The maximum number of transitions that are visited in order to count the states of all productions.
const COUNTED: usize = 200_000_000;

/// The two sides of a difference: strings in the left language only, and strings in the right language only.
const SIDES: [Wanted; 2] = [|left, right| left && !right, |left, right| right && !left];

/// The result for each side of a difference: a shortest string, `None` if there is none, or why it is unknown.
type Witnesses = [Result<Option<Vec<u8>>, GaveUp>; 2];

/// A rule, and the atomicity in which a parser reaches it.
pub(crate) type RuleInstance<'r> = (&'r str, Atomicity);

/// An automaton, one of its states, and the state that represents unvisited states, if there is one.
pub(crate) type At<'d> = (&'d Dfa, u32, Option<u32>);

/// A production and the rules that it is compared with.
pub(crate) struct ProductionRules<'r> {
    pub(crate) name: &'r str,
    pub(crate) reading: Option<Reading>,
    pub(crate) runs: Vec<RuleInstance<'r>>,
    pub(crate) atomicity: Option<Atomicity>,
}

/// Returns the verdicts on productions and their rules, in order.
pub(crate) fn verdicts(
    languages: &Languages,
    decided: &Decided,
    rows: &[ProductionRules<'_>],
    unknown: &mut Vec<Unknown>,
) -> Vec<Verdict> {
    let refused = Refused::of(decided);
    let deadline = &languages.deadline;
    let mut whole = SIDES
        .map(|wanted| ProductSearch::new(languages.dfa(), &decided.dfa, wanted).until(deadline));
    // A difference with an undecided side, which counts if the side stays undecided.
    let mut half: Vec<Option<(Verdict, Unknown)>> = vec![None; rows.len()];
    let none = vec![Vec::new(); rows.len()];
    let budget = budget([languages.dfa(), &decided.dfa], deadline);
    let results = budget.clone().spend(&none, |at, given| {
        let mut left = given.steps;
        let mut verdict = Verdict::Missing;
        let name = rows[at].name;
        for &run in &rows[at].runs {
            let why = || match languages.start(name).and_then(Result::err) {
                Some(why) => why.to_string(),
                None if decided.start_in(run.0, run.1).is_none() => refused.why(run.0),
                None => String::new(),
            };
            let both = production_at(languages, name).zip(rule_at(decided, run));
            let Some((printed, pest)) = both else {
                return (given.steps - left, Ok(Verdict::Undecided(why())));
            };
            let found = match (printed.2, pest.2) {
                (None, None) => find(&mut whole, (printed.1, pest.1), &mut left),
                (unknown, other) => {
                    let search =
                        |wanted| ProductSearch::new(printed.0, pest.0, wanted).until(deadline);
                    let mut sides = SIDES.map(|wanted| search(wanted).knowing([unknown, other]));
                    find(&mut sides, (printed.1, pest.1), &mut left)
                }
            };
            let taken = given.steps - left;
            match found {
                [Ok(None), Ok(None)] => verdict = Verdict::Equal,
                [Ok(only_printed), Ok(only_pest)] => {
                    return (taken, Ok(Verdict::Differs { only_printed, only_pest }));
                }
                [Err(GaveUp::Unknown) | Ok(None), Err(GaveUp::Unknown) | Ok(None)] => {
                    return (taken, Ok(Verdict::Undecided(why())));
                }
                found => {
                    half[at] = half_known(name, &found);
                    let is_late = found.contains(&Err(GaveUp::Time));
                    let stop = if is_late { Stop::Time } else { Stop::<String>::Steps };
                    return (taken, Err(stop));
                }
            }
        }
        (given.steps - left, Ok(verdict))
    });
    let verdicts = results.into_iter().zip(half).map(|(result, half)| match (result, half) {
        (Ok(verdict), _) => verdict,
        (Err(_), Some((verdict, other))) => {
            unknown.push(other);
            verdict
        }
        (Err(short), None) => Verdict::Undecided(too_long(&short, &budget)),
    });
    verdicts.collect()
}

/// Searches for a string that only one side accepts, for each side. Both searches share the remaining steps.
fn find(sides: &mut [ProductSearch<'_>; 2], states: (u32, u32), left: &mut usize) -> Witnesses {
    sides.each_mut().map(|side| {
        let before = side.steps;
        let found = side.find(states, *left);
        *left = left.saturating_sub(side.steps - before);
        found
    })
}

fn half_known(name: &str, found: &Witnesses) -> Option<(Verdict, Unknown)> {
    let known = |side: usize| found[side].clone().ok().flatten();
    let [only_printed, only_pest] = [known(0), known(1)];
    let why = match found.iter().find_map(|side| side.as_ref().err()) {
        Some(GaveUp::Pairs(pairs)) => {
            format!(
                "the search gave up after {pairs} pair{} of states",
                if *pairs == 1 { "" } else { "s" }
            )
        }
        Some(GaveUp::Time) => "the time was spent".to_owned(),
        _ => "its automaton is too large".to_owned(),
    };
    let unknown = Unknown::of_other_side(name, only_printed.is_some(), &why);
    (only_printed.is_some() || only_pest.is_some())
        .then_some((Verdict::Differs { only_printed, only_pest }, unknown))
}

fn budget(both: [&Dfa; 2], deadline: &Deadline) -> Budget {
    let transitions = both.map(|dfa| dfa.states().saturating_mul(dfa.classes().count()));
    let [left, right] = transitions;
    STEPS.for_size(left.max(right).saturating_mul(STEPS_EACH)).until(deadline)
}

fn too_long<E>(short: &Short<E>, budget: &Budget) -> String {
    let Budget { each, all, deadline, .. } = budget;
    match short {
        Short::Time => deadline.to_string(),
        Short::Each => format!("the search for a difference takes more than {each} steps"),
        _ => format!(
            "the search for a difference needs more steps than are left of the {all} steps for the whole file; audit this production alone"
        ),
    }
}

/// Returns the automaton of a production, or the visited part of it.
pub(crate) fn production_at<'l>(languages: &'l Languages, name: &str) -> Option<At<'l>> {
    let dfa = languages.dfa();
    let whole = languages.start(name).and_then(Result::ok);
    let whole = whole.map(|start| (dfa, dfa.start(start), None));
    whole.or_else(|| languages.partial(name).map(part))
}

/// Returns the automaton of a rule, or the visited part of it.
pub(crate) fn rule_at<'d>(
    decided: &'d Decided,
    (rule, atomicity): RuleInstance<'_>,
) -> Option<At<'d>> {
    let whole = decided.start_in(rule, atomicity);
    let whole = whole.map(|start| (&decided.dfa, decided.dfa.start(start), None));
    whole.or_else(|| decided.partial(rule, atomicity).map(part))
}

fn part(partial: &PartialDfa) -> At<'_> {
    (&partial.dfa, partial.dfa.start(0), Some(partial.unknown))
}

/// The undecided rules, with the reasons.
pub(crate) struct Refused<'d>(HashMap<&'d str, &'d PegError>);

/// The maximum number of rules that a reason names on the path to the rule at fault.
const WAY: usize = 20;

impl<'d> Refused<'d> {
    pub(crate) fn of(decided: &'d Decided) -> Self {
        let named = decided.refused.iter().filter_map(|why| Some((why.rule.as_deref()?, why)));
        Self(named.collect())
    }

    /// Returns the reason why a rule is undecided, with the path to the rule at fault if that is another rule.
    pub(crate) fn why(&self, rule: &str) -> String {
        let (mut way, mut at) = (vec![rule], rule);
        while let Some(PegError { fault: PegFault::Uses(used), .. }) = self.0.get(at) {
            if way.len() == WAY || !self.0.contains_key(&**used) {
                break;
            }
            way.push(used);
            at = used;
        }
        let why = self.0.get(at).map(ToString::to_string).unwrap_or_default();
        if way.len() == 1 { why } else { format!("{}: {why}", way.join(" → ")) }
    }
}

/// Returns the effect of readings on the productions in `names`.
///
/// The effect on a production is `None` if the production reaches no reading, if the readings neither replace nor
/// change the production, or if the notation or another document provides the production.
pub(crate) fn readings(
    printed: &Languages,
    read: &Languages,
    names: &[&str],
    is_replaced: &dyn Fn(&str) -> bool,
    is_own: &dyn Fn(&str) -> bool,
) -> Vec<Option<Reading>> {
    let mut sides = SIDES
        .map(|wanted| ProductSearch::new(read.dfa(), printed.dfa(), wanted).until(&read.deadline));
    let none = vec![Vec::new(); names.len()];
    let budget = budget([read.dfa(), printed.dfa()], &read.deadline);
    let results = budget.clone().spend(&none, |at, given| -> (usize, Result<_, Stop<()>>) {
        let name = names[at];
        let (true, Some(Ok(after))) = (is_replaced(name) || is_own(name), read.start(name)) else {
            return (1, Ok(None));
        };
        let before = match printed.start(name) {
            Some(Ok(before)) => before,
            Some(Err(Undecidable { through, reason, .. })) => {
                let (through, why) = (through.clone(), reason.to_string());
                return (1, Ok(Some(Reading::Unreadable { through, why })));
            }
            None => {
                let why = format!("`{name}` is not defined");
                return (1, Ok(Some(Reading::Unreadable { through: vec![name.to_owned()], why })));
            }
        };
        let mut left = given.steps;
        let states = (read.dfa().start(after), printed.dfa().start(before));
        let (adds, takes) = match find(&mut sides, states, &mut left) {
            [Ok(adds), Ok(takes)] => (adds, takes),
            found if found.contains(&Err(GaveUp::Time)) => {
                return (given.steps - left, Err(Stop::Time));
            }
            _ => return (given.steps, Err(Stop::Steps)),
        };
        let is_changed = adds.is_some() || takes.is_some();
        let changes = is_changed.then_some(Reading::Changes { adds, takes });
        (given.steps - left, Ok(changes.or(is_replaced(name).then_some(Reading::Idle))))
    });
    let unknown = |at: usize, short| Reading::Unreadable {
        through: vec![names[at].to_owned()],
        why: too_long(&short, &budget),
    };
    let results = results.into_iter().enumerate();
    results.map(|(at, one)| one.unwrap_or_else(|short| Some(unknown(at, short)))).collect()
}

/// Returns the number of states of the minimal automaton of each production, including the dead state, or `None` if the
/// production has no automaton, if counting takes too long, or after the deadline.
pub(crate) fn sizes(languages: &Languages, rows: &[ProductionRules<'_>]) -> Vec<Option<usize>> {
    let (dfa, mut known, mut left) = (languages.dfa(), HashMap::new(), COUNTED);
    let size = |row: &ProductionRules<'_>| {
        let name = row.name;
        let state = dfa.start(languages.start(name)?.ok()?);
        if let Some(&known) = known.get(&state) {
            return Some(known);
        }
        let may_count = left > 0 && !languages.deadline.has_passed();
        let size = may_count.then(|| dfa.reachable([state]).len())?;
        left = left.saturating_sub(size * dfa.classes().count() + dfa.states() / 8);
        known.insert(state, size);
        Some(size)
    };
    rows.iter().map(size).collect()
}

// Cross-checks the verdict `equal` without automata. A matcher that takes too long is ignored. A matcher and the automaton of
// its side share the parser of the file, whose mistakes are found by comparing with pest itself, in `tests/audit_random`.

/// The maximum number of strings at class boundaries that are tried for one side.
const STRINGS: usize = 48;
/// The maximum number of steps that the matchers take for all productions together.
const CROSS_CHECK_STEPS: usize = 20_000_000;

/// A matcher without an automaton, which returns whether a side matches a string, if it can decide.
type Matcher<'m> = &'m dyn Fn(&[u8]) -> Option<bool>;

/// A side of an `equal` verdict: its automaton, its class boundaries, and its start state.
type Side<'s> = (&'s Dfa, &'s ClassBoundaries<'s>, u32);

/// Downgrades `equal` verdicts that a sampled string contradicts.
pub(crate) fn confirm(
    (read, peg): (&Printed, &Peg),
    (languages, decided): (&Languages, &Decided),
    rows: &[ProductionRules<'_>],
    verdicts: &mut [Verdict],
) {
    let rules = Rules::new(read);
    let members = MembershipTest::new(&rules, &Replaced::default()).with_steps(CROSS_CHECK_STEPS);
    let runner = Runner::new(peg);
    let [printed, pest] = [languages.dfa(), &decided.dfa];
    let [printed_borders, pest_borders] = [printed, pest].map(ClassBoundaries::new);
    for (&ProductionRules { name, ref runs, .. }, verdict) in rows.iter().zip(verdicts) {
        // After the deadline no matcher runs.
        if *verdict != Verdict::Equal || read.deadline.has_passed() {
            continue;
        }
        let start = languages.start(name).and_then(Result::ok);
        let found = runs.iter().find_map(|&(rule, atomicity)| {
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

/// Returns a string on which a matcher contradicts the automaton of a side that is reported equal to the other. Each
/// matcher is tried on the strings of both automata.
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

/// Returns the reason why two sides with equal automata are undecided.
pub(crate) fn why(string: &[u8]) -> String {
    format!(
        "two parts of this program contradict each other: the automata are equal, but the matchers \
         disagree about {}; please report this with both texts",
        quoted(string)
    )
}

#[cfg(test)]
mod tests {
    use grammar_notation::Notation;
    use grammar_peg::Atomicity;

    use super::*;

    /// Returns the verdict on a production and a rule that are reported equal. On each side, the first text is that of
    /// the automaton, and the second that of the matcher.
    #[track_caller]
    fn cross_check(abnf: [&str; 2], pest: [&str; 2]) -> Verdict {
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
            &[ProductionRules {
                name: "a",
                reading: None,
                runs: vec![("a", Atomicity::NonAtomic)],
                atomicity: None,
            }],
            &mut verdicts,
        );
        let [verdict] = verdicts;
        verdict
    }

    #[test]
    fn equal_verdicts_stay_equal() {
        for (abnf, pest) in [
            ("*%x61-7A", "'a'..'z'*"),
            ("%x00-D7FF / %xE000-10FFFF", "ANY"),
            ("1*3DIGIT \".\" [ \"x\" ]", "ASCII_DIGIT{1,3} ~ \".\" ~ ^\"x\"?"),
        ] {
            assert_eq!(cross_check([abnf; 2], [pest; 2]), Verdict::Equal);
        }
    }

    /// In each case, the two texts of one side differ at one boundary of a class, where the string lies.
    #[test]
    fn a_boundary_that_is_one_off_is_a_contradiction() {
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
            let Verdict::Undecided(why) = cross_check(abnf, pest) else {
                panic!("{abnf:?} {pest:?}")
            };
            assert!(why.contains(string), "{abnf:?} {pest:?}: {why}");
        }
    }
}

//! Finds, for each alternative of a production, the shortest string that no other alternative matches. If there is
//! none, finds other alternatives that match all its strings.
//! `IPv4address` adds nothing to `host = IP-literal / IPv4address / reg-name`.
//!
//! The search visits the product of all alternatives breadth first. Each node is a [`Front`].

use std::collections::{BTreeMap, BTreeSet, HashMap};
use std::rc::Rc;

use grammar_automata::build::{ByteSet, Classes};

use super::ambiguity::{Alternatives, Choice};
use grammar_automata::engine::budget;

/// The maximum number of alternatives for which a string is sought. Further alternatives are only counted.
const TOLD: usize = 24;
/// The maximum number of steps of the search. A step reads a byte in the state of one alternative.
const STEPS: usize = 2_000_000;
/// The number of nodes that the search visits between two checks of the deadline.
const BETWEEN: usize = 1_000;

/// The alternatives of a production, each with its contribution. The list is empty if the production is not a choice,
/// or its language is undecided.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
#[non_exhaustive]
pub struct AlternativeMembers {
    /// The first alternatives, in the printed order, at most 24.
    pub told: Vec<AlternativeMember>,
    /// The number of alternatives after the first 24.
    pub left: usize,
}

/// An alternative of a production, with its contribution to the language of the production.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct AlternativeMember {
    /// The text of the alternative as printed, without the white space between its parts.
    pub text: String,
    /// The contribution of the alternative to the language of the production.
    pub adds: Contribution,
}

/// The strings that an alternative adds to the strings that the other alternatives match.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Contribution {
    /// The alternative has strings that no other alternative matches. The value is the shortest.
    Own(Vec<u8>),
    /// The alternative contributes nothing: other alternatives match all its strings.
    Nothing {
        /// The shortest string of the alternative. `None` if the alternative has no string.
        shortest: Option<Vec<u8>>,
        /// The texts of other alternatives that together match all strings of the alternative: a single one if possible,
        /// and otherwise a minimal set.
        within: Vec<String>,
    },
    /// The contribution is undecided. The value is the reason.
    Unknown(String),
}

/// A node of the search: the indices of the alternatives that a string can still match, each with its state.
type Front = Rc<[(usize, u32)]>;

impl Alternatives<'_> {
    /// Finds the contribution of each alternative of a production whose whole right side is a choice.
    #[must_use]
    pub fn members(&self, production: &str) -> AlternativeMembers {
        let Some(choice) = self.whole(production) else { return AlternativeMembers::default() };
        let mut search = MemberSearch::new(self, choice);
        let undecided = self.too_large().into_iter().find(|one| one.name == production);
        let result = undecided.map_or_else(|| search.run(), |unknown| Err(unknown.why));
        let told = choice.all.iter().zip(search.own).enumerate().map(|(place, (one, own))| {
            let adds = match (own, &result) {
                (Some(own), _) => Contribution::Own(own),
                (None, Err(why)) => Contribution::Unknown(why.clone()),
                (None, Ok(())) => {
                    let within = within(place, &search.shared);
                    let within = within.into_iter().map(|place| choice.all[place].text.clone());
                    let shortest = search.shortest[place].take();
                    Contribution::Nothing { shortest, within: within.collect() }
                }
            };
            AlternativeMember { text: one.text.clone(), adds }
        });
        let told: Vec<AlternativeMember> = told.collect();
        AlternativeMembers { left: choice.all.len() - told.len(), told }
    }
}

/// The search for strings of the alternatives of a choice: for each alternative, a string that no other one matches.
struct MemberSearch<'s, 'p> {
    alternatives: &'s Alternatives<'p>,
    choice: &'s Choice<'p>,
    /// The classes of bytes that the automaton and the words of the choice distinguish.
    classes: Classes,
    /// The known fronts. Each has the index of the front before it, and the byte that leads from there to it.
    fronts: Vec<(Front, Option<(usize, u8)>)>,
    numbers: HashMap<Front, usize>,
    /// For each of the first [`TOLD`] alternatives, the shortest string that no other alternative matches.
    own: Vec<Option<Vec<u8>>>,
    /// For each of the first [`TOLD`] alternatives, the shortest string that another alternative matches too.
    shortest: Vec<Option<Vec<u8>>>,
    /// For each string that several alternatives match, the set of these alternatives. If an alternative has no string
    /// of its own, all sets that contain it are included.
    shared: BTreeSet<Vec<usize>>,
}

impl<'s, 'p> MemberSearch<'s, 'p> {
    fn new(alternatives: &'s Alternatives<'p>, choice: &'s Choice<'p>) -> Self {
        let told = choice.all.len().min(TOLD);
        let words = alternatives.words[choice.places()].iter().flatten().flatten();
        let words: BTreeSet<ByteSet> = words.copied().collect();
        let classes = alternatives.dfa.classes().common(&Classes::refine(words));
        Self {
            alternatives,
            choice,
            classes,
            fronts: Vec::new(),
            numbers: HashMap::new(),
            own: vec![None; told],
            shortest: vec![None; told],
            shared: BTreeSet::new(),
        }
    }

    /// Visits fronts until each alternative has a string that no other alternative matches, or is known to have none.
    fn run(&mut self) -> Result<(), String> {
        let deadline = self.alternatives.deadline.clone();
        let (limit, mut at) = (budget::limit(STEPS), 0);
        let mut left = limit;
        let places = 0..self.choice.all.len();
        self.meet(places.filter_map(|place| Some((place, self.start(place)?))).collect(), None);
        while let Some((front, _)) = self.fronts.get(at).cloned() {
            if at % BETWEEN == 0 && deadline.has_passed() {
                return Err(format!(
                    "the search for a string of each alternative was cut short: {deadline}"
                ));
            }
            self.visit(at, &front);
            let is_open = |&(place, _): &(usize, u32)| self.own.get(place) == Some(&None);
            if front.iter().any(is_open) {
                let steps = self.classes.count() * front.len();
                left = left.checked_sub(steps).ok_or_else(|| {
                    format!("finding a string of each alternative takes more than {limit} steps")
                })?;
                for class in 0..self.classes.count() {
                    let byte = self.classes.representative(class);
                    let next = front.iter().filter_map(|&(place, state)| {
                        Some((place, self.next(place, state, byte)?))
                    });
                    self.meet(next.collect(), Some((at, byte)));
                }
            }
            at += 1;
        }
        Ok(())
    }

    /// Adds a front, unless it is empty or known.
    fn meet(&mut self, front: Front, before: Option<(usize, u8)>) {
        if !front.is_empty() && !self.numbers.contains_key(&front) {
            self.numbers.insert(Rc::clone(&front), self.fronts.len());
            self.fronts.push((front, before));
        }
    }

    /// Records the alternatives that match the string of a front.
    fn visit(&mut self, at: usize, front: &Front) {
        let having = front.iter().filter(|&&(place, state)| self.accepts(place, state));
        let having: Vec<usize> = having.map(|&(place, _)| place).collect();
        let known = if having.len() == 1 { &self.own } else { &self.shortest };
        let is_new = |place: &&usize| known.get(**place) == Some(&None);
        let new: Vec<usize> = having.iter().filter(is_new).copied().collect();
        if !new.is_empty() {
            let word = self.word(at);
            let known = if having.len() == 1 { &mut self.own } else { &mut self.shortest };
            new.into_iter().for_each(|place| known[place] = Some(word.clone()));
        }
        if having.len() > 1 {
            self.shared.insert(having);
        }
    }

    /// Returns the shortest string that leads to a front.
    fn word(&self, mut at: usize) -> Vec<u8> {
        let mut word = Vec::new();
        while let Some((before, byte)) = self.fronts[at].1 {
            word.push(byte);
            at = before;
        }
        word.reverse();
        word
    }

    /// Returns the start state of an alternative, or `None` if the alternative matches no string.
    fn start(&self, place: usize) -> Option<u32> {
        let Alternatives { dfa, starts, .. } = self.alternatives;
        match starts[self.choice.first + place] {
            Some(start) => Some(dfa.start(start)).filter(|&state| state != 0),
            // The state of a word is the number of bytes that were read.
            None => Some(0),
        }
    }

    /// Returns the state of an alternative after a byte, or `None` if none of its strings continues with the byte.
    fn next(&self, place: usize, state: u32, byte: u8) -> Option<u32> {
        let Alternatives { dfa, starts, words, .. } = self.alternatives;
        let at = self.choice.first + place;
        match (starts[at], &words[at]) {
            (Some(_), _) => Some(dfa.walk(state, &[byte])).filter(|&state| state != 0),
            (None, Some(word)) => {
                word.get(state as usize)?.contains(byte).then_some(state.saturating_add(1))
            }
            (None, None) => None,
        }
    }

    fn accepts(&self, place: usize, state: u32) -> bool {
        let Alternatives { dfa, starts, words, .. } = self.alternatives;
        let at = self.choice.first + place;
        match (starts[at], &words[at]) {
            (Some(_), _) => dfa.accepts(state),
            (None, Some(word)) => word.len() == state as usize,
            (None, None) => false,
        }
    }
}

/// Returns other alternatives that together match all strings of the alternative at `place`. If a single alternative
/// matches all of them, the first such alternative is returned. Otherwise, all alternatives that share a string with it
/// are returned, except for redundant ones; later ones are dropped first. `shared` is [`MemberSearch::shared`].
fn within(place: usize, shared: &BTreeSet<Vec<usize>>) -> Vec<usize> {
    let sets: Vec<&Vec<usize>> = shared.iter().filter(|set| set.contains(&place)).collect();
    let mut having: BTreeMap<usize, Vec<usize>> = BTreeMap::new();
    for (number, set) in sets.iter().enumerate() {
        for &other in set.iter().filter(|&&other| other != place) {
            having.entry(other).or_default().push(number);
        }
    }
    if let Some((&one, _)) = having.iter().find(|(_, numbers)| numbers.len() == sets.len()) {
        return vec![one];
    }
    // For each set, the number of alternatives that still cover it.
    let mut left: Vec<usize> = sets.iter().map(|set| set.len() - 1).collect();
    let mut kept = Vec::new();
    for (other, numbers) in having.into_iter().rev() {
        if numbers.iter().any(|&number| left[number] == 1) {
            kept.push(other);
        } else {
            numbers.iter().for_each(|&number| left[number] -= 1);
        }
    }
    kept.reverse();
    kept
}

/// The contribution of each alternative of a small grammar, worked out manually.
#[cfg(test)]
mod tests {
    use std::time::Duration;

    use grammar_automata::build::Deadline;
    use grammar_automata::engine::budget::divide_limits;
    use grammar_notation::{Notation, Printed};

    use super::*;

    fn read(notation: Notation, text: &str) -> Printed {
        Printed::read(notation, "a.abnf", text).unwrap()
    }

    fn members(printed: &Printed) -> AlternativeMembers {
        Alternatives::of_productions(printed, &["p"]).members("p")
    }

    /// Formats the contribution of each alternative: a string of its own in quotes, or its shortest string and the
    /// alternatives that cover it.
    fn contributions(members: &AlternativeMembers) -> Vec<String> {
        let found = members.told.iter().map(|one| match &one.adds {
            Contribution::Own(own) => format!("\"{}\"", own.escape_ascii()),
            Contribution::Nothing { shortest, within } => {
                let shortest = shortest
                    .as_ref()
                    .map_or("none".to_owned(), |text| format!("\"{}\"", text.escape_ascii()));
                format!("{shortest} within {}", within.join(" and "))
            }
            Contribution::Unknown(_) => "unknown".to_owned(),
        });
        found.collect()
    }

    #[track_caller]
    fn check(text: &str, expected: &[&str]) {
        assert_eq!(contributions(&members(&read(Notation::Abnf, text))), expected, "{text}");
    }

    #[test]
    fn each_alternative_has_a_shortest_string_of_its_own() {
        // Only literals and sets, which need no automaton.
        check("p = \"x\" / %x30-39 / \"ab\"\n", &["\"x\"", "\"0\"", "\"ab\""]);
        // `a` is shorter, but both accept it.
        check("p = 1*%s\"a\" / [%s\"a\"] %s\"b\" / *%s\"b\"\n", &["\"a\"", "\"ab\"", "\"\""]);
        check("p = %s\"a\" / *%s\"a\"\n", &["\"a\" within *%s\"a\"", "\"\""]);
        // The first accepts `ab` in any case; `aB` is the first string that the second rejects.
        check("p = \"ab\" / %s\"ab\" / \"a\"\n", &["\"aB\"", "\"ab\" within \"ab\"", "\"a\""]);
        check("p = %xFF / %xC3.A4 / q\nq = %xFE\n", &["\"\\xff\"", "\"\\xc3\\xa4\"", "\"\\xfe\""]);
        // A tail-recursive production.
        check("p = %s\"a\" / %s\"b\" p\n", &["\"a\"", "\"ba\""]);
    }

    #[test]
    fn a_redundant_alternative_names_those_that_cover_it() {
        check("p = q / q\nq = 1*DIGIT\n", &["\"0\" within q", "\"0\" within q"]);
        check(
            "p = DIGIT / %x30-34 / %x35-39\n",
            &["\"0\" within %x30-34 and %x35-39", "\"0\" within DIGIT", "\"5\" within DIGIT"],
        );
        // The third accepts `1` and `2`, but nothing without the second accepts `0`, and the fourth is not needed.
        check(
            "p = %x30-32 / %x30-31 / %x31-32 / %x32\n",
            &[
                "\"0\" within %x30-31 and %x31-32",
                "\"0\" within %x30-32",
                "\"1\" within %x30-32",
                "\"2\" within %x30-32",
            ],
        );
        // One alternative covers everything, although it is not the first that shares a string.
        check(
            "p = 1*2DIGIT / DIGIT / *DIGIT\n",
            &["\"0\" within *DIGIT", "\"0\" within 1*2DIGIT", "\"\""],
        );
    }

    #[test]
    fn an_empty_alternative_adds_nothing() {
        let grammar = read(Notation::W3c, "p ::= \"a\" | q - q | \"b\"+\nq ::= [0-9]+\n");
        assert_eq!(contributions(&members(&grammar)), ["\"a\"", "none within ", "\"b\""]);
    }

    #[test]
    fn only_decided_choices_have_alternatives() {
        for text in [
            "p = q\nq = \"a\" / \"b\"\n",
            "p = *( \"a\" / \"b\" )\n",
            "p = \"a\" / undefined\n",
            "p = \"(\" p \")\" / \"x\"\n",
            "p = <prose> / \"x\"\n",
            // A single range, whose encodings begin with different bytes.
            "p = %xA0-D7FF\n",
            "q = \"a\" / \"b\"\n",
        ] {
            check(text, &[]);
        }
        // Another undecided production does not matter.
        check("p = \"a\" / \"b\"\nq = undefined / \"x\"\n", &["\"a\"", "\"b\""]);
    }

    /// Of thirty alternatives, 24 are reported. The last of the others repeats the first, which thus adds nothing.
    #[test]
    fn only_the_first_alternatives_are_reported() {
        let letters = (0x41..0x41 + 29).map(|letter| format!("%x{letter:x}"));
        let letters: Vec<String> = letters.chain(["%x41".to_owned()]).collect();
        let members = members(&read(Notation::Abnf, &format!("p = {}\n", letters.join(" / "))));
        assert_eq!((members.told.len(), members.left), (24, 6));
        let found = contributions(&members);
        assert_eq!(found[..2], ["\"A\" within %x41", "\"B\""]);
    }

    #[test]
    fn a_search_that_is_cut_short_is_reported() {
        let text = "p = [%s\"x\"] / 1*DIGIT / 2*DIGIT\n";
        let grammar = read(Notation::Abnf, text);
        let alternatives = Alternatives::of_productions(&grammar, &["p"]);
        assert_eq!(
            contributions(&alternatives.members("p")),
            ["\"\"", "\"0\"", "\"00\" within 1*DIGIT"]
        );
        // About as many steps as the first byte takes: there are three classes, `x`, digits and all others.
        divide_limits(STEPS / (3 * 3));
        let (cut, limit) = (alternatives.members("p"), budget::limit(STEPS));
        divide_limits(1);
        assert_eq!(contributions(&cut), ["\"\"", "\"0\"", "unknown"]);
        let why = format!("finding a string of each alternative takes more than {limit} steps");
        assert_eq!(cut.told[2].adds, Contribution::Unknown(why));
        for text in [text, "p = \"a\" / \"b\"\n"] {
            let passed = read(Notation::Abnf, text).with_deadline(Deadline::after(Duration::ZERO));
            let found = contributions(&members(&passed));
            assert!(!found.is_empty() && found.iter().all(|one| one == "unknown"), "{found:?}");
        }
    }
}

//! Finds the divergences of two languages: strings that only one of the two accepts, with the offset at which they diverge.
//!
//! The shortest string shows only one fault. For `a = *2"x" / "y"` and a rule `a = { "x"* }`, the shortest string is
//! `y`. The rule also accepts `xxx`, which is another fault and needs another string.

use std::collections::{HashMap, HashSet, VecDeque};
use std::fmt;
use std::fmt::Write as _;

use grammar_automata::build::{Dfa, Distances};
use grammar_notation::PrintedStep;
use grammar_peg::{Does, PestStep};

use super::verdict::quoted;

/// The maximum number of divergences of a production on each side.
const EACH: usize = 6;
const LOOKED_AT: usize = 24;

/// The side of an audit that alone accepts a string.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Only {
    /// The printed grammar.
    Printed,
    /// The transcription in pest.
    Pest,
}

/// A difference between a production and its rule.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Divergence {
    /// The side that accepts the witness.
    pub only: Only,
    /// A string that only the side in `only` accepts. No string that diverges in the same way is shorter.
    pub witness: Vec<u8>,
    /// The offset of the divergence, in bytes of the witness: the other side accepts strings that begin with the bytes
    /// before the offset, but none that continues with the byte at the offset. If the offset is the length of the witness,
    /// the other side accepts only longer strings.
    pub offset: usize,
    /// The expression by which pest accepts or rejects the witness, or `None` if there is no such expression.
    pub pest: Option<PestStep>,
    /// The counterpart of `pest` in the printed grammar. If only the printed grammar accepts the witness, it is
    /// the alternative or terminal that derives the byte at [`PestStep::at`]. If only pest accepts it, it is all that
    /// could be derived at the offset. The list is empty if no counterpart is known.
    pub printed: Vec<PrintedStep>,
    /// Whether the printed grammar allows the string to end at the place that the field `printed` describes.
    pub may_end: bool,
}

impl Divergence {
    pub(crate) fn new(only: Only, witness: Vec<u8>, offset: usize) -> Self {
        Self { only, witness, offset, pest: None, printed: Vec::new(), may_end: false }
    }
}

/// An automaton and one of its states.
pub(crate) type At<'d> = (&'d Dfa, u32);

/// The kind of a divergence: the side that accepts the string, the state of the printed automaton before the diverging
/// byte, and the state of the accepting automaton after it, or `None` if the string ends before such a byte.
type Alike = (Only, u32, Option<u32>);

/// A state of the printed automaton, and a state of the automaton of pest.
type Pair = (u32, u32);

/// A divergence without its witness: the pair of states before the byte that diverges.
#[derive(Clone, Copy)]
struct DivergingPair {
    kind: Alike,
    pair: Pair,
    byte: Option<u8>,
    length: usize,
}

/// A search for divergences in the product of two automata.
pub(crate) struct DivergenceSearch<'d> {
    printed: &'d Dfa,
    pest: &'d Dfa,
    distances: [Distances; 2],
    /// A byte of each common class of the two automata, with its class in each automaton. Printable bytes come first.
    letters: Vec<(u8, usize, usize)>,
}

impl<'d> DivergenceSearch<'d> {
    pub(crate) fn new(printed: &'d Dfa, pest: &'d Dfa) -> Self {
        let distances = [printed, pest].map(Distances::new);
        Self { printed, pest, distances, letters: printed.letters(pest) }
    }

    /// Returns the divergences that are found from a pair of states. On each side, the known witness in `shortest`
    /// comes first, followed by the others from the shortest to the longest. The search ends when `steps` is used up: a
    /// step reads a byte in a pair of states.
    pub(crate) fn find(
        &self,
        start: Pair,
        shortest: [Option<&[u8]>; 2],
        steps: &mut usize,
    ) -> Vec<Divergence> {
        let (found, came) = self.search(start, steps);
        let mut all = Vec::new();
        for (only, known) in [Only::Printed, Only::Pest].into_iter().zip(shortest) {
            let known = known.map(|witness| self.of_witness(only, start, witness));
            let is_new = |one: &&DivergingPair| {
                one.kind.0 == only && known.as_ref().is_none_or(|(kind, _)| *kind != one.kind)
            };
            let mut found: Vec<&DivergingPair> = found.iter().filter(is_new).collect();
            found.sort_by_key(|one| one.length);
            let spelled =
                found.into_iter().take(5 * LOOKED_AT).map(|one| self.divergence(one, &came));
            let known = known.iter().map(|(_, one)| one.clone());
            all.extend(unlike(known.chain(spelled).collect(), LOOKED_AT));
        }
        all
    }

    /// Searches breadth first. Returns one divergence of each kind, and the step that first led to each pair of states.
    fn search(
        &self,
        start: Pair,
        steps: &mut usize,
    ) -> (Vec<DivergingPair>, HashMap<Pair, (Pair, u8)>) {
        let (mut found, mut kinds) = (Vec::new(), HashSet::new());
        let (mut came, mut depth) = (HashMap::new(), HashMap::from([(start, 0_usize)]));
        let mut queue = VecDeque::from([start]);
        let [printed, pest] = &self.distances;
        while let Some(pair) = queue.pop_front() {
            let length = depth[&pair];
            let Some(left) = steps.checked_sub(self.letters.len()) else { break };
            *steps = left;
            let mut add = |only, after, byte, rest: u32| {
                let kind = (only, pair.0, after);
                // The first divergence of a kind is a shortest one, and the strings that follow it are the same.
                if kinds.insert(kind) {
                    found.push(DivergingPair { kind, pair, byte, length: length + rest as usize });
                }
            };
            match (self.printed.accepts(pair.0), self.pest.accepts(pair.1)) {
                (true, false) => add(Only::Printed, None, None, 0),
                (false, true) => add(Only::Pest, None, None, 0),
                _ => {}
            }
            for &(byte, left, right) in &self.letters {
                let next = (self.printed.next(pair.0, left), self.pest.next(pair.1, right));
                match (printed.get(next.0), pest.get(next.1)) {
                    (Some(rest), None) => add(Only::Printed, Some(next.0), Some(byte), rest + 1),
                    (None, Some(rest)) => add(Only::Pest, Some(next.1), Some(byte), rest + 1),
                    (None, None) => {}
                    (Some(_), Some(_)) => {
                        depth.entry(next).or_insert_with(|| {
                            came.insert(next, (pair, byte));
                            queue.push_back(next);
                            length + 1
                        });
                    }
                }
            }
        }
        (found, came)
    }

    fn side(&self, side: Only) -> (&'d Dfa, &Distances) {
        match side {
            Only::Printed => (self.printed, &self.distances[0]),
            Only::Pest => (self.pest, &self.distances[1]),
        }
    }

    /// Returns the divergence with its witness.
    fn divergence(&self, found: &DivergingPair, came: &HashMap<Pair, (Pair, u8)>) -> Divergence {
        let (mut witness, mut at) = (Vec::new(), found.pair);
        while let Some(&(before, byte)) = came.get(&at) {
            witness.push(byte);
            at = before;
        }
        witness.reverse();
        let (only, offset) = (found.kind.0, witness.len());
        witness.extend(found.byte);
        if let Some(state) = found.kind.2 {
            let (dfa, distances) = self.side(only);
            let letters = self.letters.iter().map(|&(byte, ..)| byte);
            witness.extend(distances.completion(dfa, state, letters));
        }
        Divergence::new(only, witness, offset)
    }

    /// Returns the divergence of a known witness, and its kind.
    fn of_witness(&self, only: Only, start: Pair, witness: &[u8]) -> (Alike, Divergence) {
        let (mut pair, mut offset) = (start, 0);
        for &byte in witness {
            let class = |dfa: &Dfa| dfa.classes().of(byte);
            let next = (
                self.printed.next(pair.0, class(self.printed)),
                self.pest.next(pair.1, class(self.pest)),
            );
            let (other, after) = match only {
                Only::Printed => (self.distances[1].get(next.1), next.0),
                Only::Pest => (self.distances[0].get(next.0), next.1),
            };
            if other.is_none() {
                let divergence = Divergence::new(only, witness.to_vec(), offset);
                return ((only, pair.0, Some(after)), divergence);
            }
            (pair, offset) = (next, offset + 1);
        }
        ((only, pair.0, None), Divergence::new(only, witness.to_vec(), offset))
    }
}

/// Returns the divergence of a witness that an automaton rejects. Its offset is that of the first byte after which the
/// automaton rejects every continuation. The automaton may be explored only in part.
pub(crate) fn from_rejecting(only: Only, (dfa, start): At<'_>, witness: &[u8]) -> Divergence {
    let (dead, mut state) = (dfa.dead(None), start);
    let goes_dead = |byte: &u8| {
        state = dfa.next(state, dfa.classes().of(*byte));
        Some(state) == dead
    };
    let offset = witness.iter().position(goes_dead).unwrap_or(witness.len());
    Divergence::new(only, witness.to_vec(), offset)
}

/// Returns the divergences to show. Of divergences with the same cause in pest and in print, only the first is shown.
pub(crate) fn shown(all: Vec<Divergence>) -> Vec<Divergence> {
    let mut seen = HashSet::new();
    let reason = |one: &Divergence| {
        let known = one.pest.as_ref().filter(|step| step.expression.is_some());
        let place = known.map(|step| (step.line, step.column, step.does));
        let ends = one.may_end && one.printed.is_empty();
        let is_new = |place| seen.insert((one.only, place, one.printed.clone(), ends));
        place.is_none_or(is_new)
    };
    let (printed, pest) = all.into_iter().filter(reason).partition(|one| one.only == Only::Printed);
    let mut shown = unlike(printed, EACH);
    shown.extend(unlike(pest, EACH));
    shown
}

/// Returns at most `most` divergences, preferably with unlike witnesses. Witnesses are alike if their letters, digits
/// and signs come in the same order. The first divergence stays first; the others are sorted by length.
fn unlike(all: Vec<Divergence>, most: usize) -> Vec<Divergence> {
    let mut shapes = HashSet::new();
    let (mut chosen, others): (Vec<_>, Vec<_>) =
        all.into_iter().partition(|one| shapes.insert(shape(one)));
    chosen.extend(others);
    chosen.truncate(most);
    // The first is the witness of the verdict.
    if let Some((_, rest)) = chosen.split_first_mut() {
        rest.sort_by_key(|one| one.witness.len());
    }
    chosen
}

/// Returns the kinds of the bytes in a witness, with each run of equal kinds reduced to one, and the number of such
/// runs before the divergence.
fn shape(divergence: &Divergence) -> (Vec<u8>, usize) {
    let kind = |&byte: &u8| match byte {
        b'0'..=b'9' => b'0',
        b'a'..=b'z' | b'A'..=b'Z' => b'a',
        other => other,
    };
    let runs = |bytes: &[u8]| {
        let mut kinds: Vec<u8> = bytes.iter().map(kind).collect();
        kinds.dedup();
        kinds
    };
    (runs(&divergence.witness), runs(&divergence.witness[..divergence.offset]).len())
}

// The description of a divergence: where the rule is wrong, and what is printed there instead. If pest has the printed
// literal, but in one case only, the text mentions the case instead of the literal.

/// The maximum number of printed alternatives that are listed.
const LISTED: usize = 3;

impl Divergence {
    /// Describes the expression in pest that accepts or rejects the witness, and the printed counterpart. The text is empty if
    /// neither is known.
    #[must_use]
    pub fn place(&self) -> String {
        let mut text = String::new();
        if let Some(step) = &self.pest {
            let PestStep { file, line, column, .. } = step;
            let _ = write!(text, "{file}:{line}:{column} {}", does(self, step));
        }
        if let Some(printed) = printed(self) {
            let comma = if text.is_empty() { "" } else { ", " };
            let _ = write!(text, "{comma}where print {printed}");
        }
        text
    }
}

/// Prints the side that accepts the witness, the witness, and [its place](Divergence::place).
impl fmt::Display for Divergence {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "only {} {}", self.only, quoted(&self.witness))?;
        let place = self.place();
        if place.is_empty() { Ok(()) } else { write!(f, ": {place}") }
    }
}

impl fmt::Display for Only {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(match self {
            Self::Printed => "printed",
            Self::Pest => "pest",
        })
    }
}

/// Describes what the expression in pest does with the witness.
fn does(divergence: &Divergence, step: &PestStep) -> String {
    let at = step.at;
    let Some(expression) = &step.expression else { return format!("rule `{}`", step.rule) };
    match (step.does, divergence.witness.get(at)) {
        (Does::Reads, Some(&one)) => format!("`{expression}` reads {} at {at}", byte(one)),
        (Does::Reads, None) => format!("`{expression}` ends the rule at {at}"),
        (Does::Fails, Some(&one)) => format!("`{expression}` rejects {} at {at}", byte(one)),
        (Does::Fails, None) => format!("`{expression}` fails at the end of the string, at {at}"),
        (_, Some(&one)) => format!("`{expression}` ends the rule at {at}, before {}", byte(one)),
        (_, None) => format!("`{expression}`"),
    }
}

fn byte(byte: u8) -> String {
    match byte {
        b'!'..=b'~' => format!("the {}", char::from(byte)),
        _ => format!("the byte %x{byte:02X}"),
    }
}

/// Describes what the printed grammar has at the divergence.
fn printed(divergence: &Divergence) -> Option<String> {
    let may_end = divergence.may_end.then(|| "ends".to_owned());
    let mut steps: Vec<String> = Vec::new();
    let all = &divergence.printed;
    for (place, PrintedStep { file, line, text, .. }) in all.iter().take(LISTED).enumerate() {
        // The line of several items in one line of a file is printed once.
        let is_last =
            all.get(place + 1).is_none_or(|next| (&next.file, next.line) != (file, *line));
        let is_last = is_last || place + 1 == LISTED;
        let case = if minds_case(divergence, text) { " in any case" } else { "" };
        let text = format!("{text}{case}");
        steps.push(if is_last { format!("{text} ({file}:{line})") } else { text });
    }
    if all.len() > LISTED {
        steps.push("others".to_owned());
    }
    let is_end = divergence.only == Only::Pest && divergence.offset == divergence.witness.len();
    let has = if is_end { "goes on with" } else { "has" };
    let steps = (!steps.is_empty()).then(|| format!("{has} {}", steps.join(" or ")));
    match (steps, may_end) {
        (Some(steps), Some(end)) => Some(format!("{steps}, or {end}")),
        (steps, end) => steps.or(end),
    }
}

/// Returns whether both sides have the same literal, and the witness spells it in a case that only the printed grammar
/// accepts.
fn minds_case(divergence: &Divergence, text: &str) -> bool {
    let Some(PestStep { expression: Some(expression), at, .. }) = &divergence.pest else {
        return false;
    };
    let literal = expression.trim_matches('"');
    let found = divergence.witness.get(*at..at + literal.len());
    divergence.only == Only::Printed
        && expression == text
        && found.is_some_and(|found| found.eq_ignore_ascii_case(literal.as_bytes()))
}

#[cfg(test)]
mod tests {
    use super::*;
    use grammar_notation::Languages;
    use grammar_notation::{Notation, Printed};

    /// Returns the divergences of the production `a` between two grammars. The left one acts as the printed grammar,
    /// the right one as pest.
    fn divergences(left: &str, right: &str) -> Vec<(Only, String, usize)> {
        let read = |text| Languages::new(&Printed::read(Notation::Abnf, "a.abnf", text).unwrap());
        let (left, right) = (read(left), read(right));
        let start = |one: &Languages| one.dfa().start(one.start("a").unwrap().unwrap());
        let search = DivergenceSearch::new(left.dfa(), right.dfa());
        let mut steps = 100_000;
        let found = shown(search.find((start(&left), start(&right)), [None, None], &mut steps));
        for Divergence { only, witness, offset, .. } in &found {
            let has = |one: &Languages| one.dfa().accepts(one.dfa().walk(start(one), witness));
            assert_eq!((has(&left), has(&right)), (*only == Only::Printed, *only == Only::Pest));
            assert!(*offset <= witness.len());
        }
        let text = |one: Divergence| (one.only, one.witness.escape_ascii().to_string(), one.offset);
        found.into_iter().map(text).collect()
    }

    #[test]
    fn each_fault_has_a_witness() {
        use Only::{Pest, Printed};
        let found = divergences("a = *2%s\"x\" / %s\"y\"\n", "a = *%s\"x\"\n");
        assert_eq!(found, [(Printed, "y".to_owned(), 0), (Pest, "xxx".to_owned(), 2)]);
        // They diverge at the end of the string.
        let found = divergences("a = 1*2%s\"x\"\n", "a = *%s\"x\"\n");
        assert_eq!(found, [(Pest, String::new(), 0), (Pest, "xxx".to_owned(), 2)]);
        assert_eq!(divergences("a = *\"x\"\n", "a = *(\"x\") *\"x\"\n"), []);
    }

    #[test]
    fn bytes_with_the_same_successor_are_one_kind() {
        // One digit too many, whichever digit it is; and the sign, which has another successor.
        let found = divergences(
            "a = 2DIGIT\nb = \"7\"\n",
            "a = 2*3DIGIT / 2DIGIT %s\"-\" DIGIT\nb = \"5\"\n",
        );
        let found: Vec<_> = found.iter().map(|(_, text, at)| (&**text, *at)).collect();
        assert_eq!(found, [("000", 2), ("00-0", 2)]);
    }

    #[test]
    fn witnesses_are_bounded_and_of_different_kinds() {
        // Seven lengths that only the printed grammar accepts, and another fault after a hyphen.
        let found = divergences(
            "a = 1*9%s\"a\" [ %s\"-\" ( 2%s\"a\" / 4%s\"a\" ) ]\n",
            "a = ( %s\"a\" / 4%s\"a\" / 9%s\"a\" ) [ %s\"-\" 2%s\"a\" ]\n",
        );
        assert_eq!(found.len(), EACH);
        let texts: Vec<&str> = found.iter().map(|(_, text, _)| &**text).collect();
        assert_eq!(texts[0], "aa");
        assert!(texts.contains(&"a-aaaa"), "{texts:?}");
        assert!(texts.is_sorted_by_key(|text| text.len()), "{texts:?}");
    }

    #[test]
    fn steps_are_limited() {
        let text = |times| format!("a = {times}%s\"x\"\n");
        let read =
            |times| Languages::new(&Printed::read(Notation::Abnf, "a.abnf", &text(times)).unwrap());
        let (left, right) = (read(50), read(60));
        let start = |one: &Languages| one.dfa().start(one.start("a").unwrap().unwrap());
        let find = |mut steps| {
            let search = DivergenceSearch::new(left.dfa(), right.dfa());
            search.find((start(&left), start(&right)), [None, None], &mut steps).len()
        };
        assert_eq!((find(20), find(1_000)), (0, 2));
    }
}

//! A chart parser for printed grammars. All derivations of a string are followed at once, as the notations do
//! not order alternatives. If a search takes too long, the result is undecided.
//!
//! A left-recursive term is searched again with the end offsets that the last search found, until no end is new.

use std::cell::Cell;
use std::collections::{HashMap, HashSet};
use std::rc::Rc;

use crate::notations::{Notation, Term};
use crate::printed::library::{shortened, written};
use crate::printed::rules::Rules;

/// The maximum number of terms that are visited for one string.
const STEPS: usize = 200_000;
/// The maximum number of terms that are visited for all strings together.
pub const ALL_STEPS: usize = 10_000_000;
/// The maximum depth to which terms may call each other.
const DEPTH: usize = 400;
/// An alternative or a terminal, as the number of its production and its text.
pub type ChartStep = (usize, String);

/// The offsets at which a term may end, in order.
pub type Ends = Rc<[usize]>;

/// The chart of a string: the offsets at which each term may end.
pub struct Chart<'r> {
    rules: &'r Rules,
    notation: Notation,
    /// For each production, whether a document prints it. If not, it is built into the notation.
    own: &'r [bool],
    text: &'r [u8],
    wanted: usize,
    expected: Vec<ChartStep>,
    seen: HashSet<(usize, *const Term)>,
    /// The greatest offset at which a terminal tried to read a byte.
    furthest: usize,
    known: HashMap<(*const Term, usize), Known>,
    steps: usize,
    depth: usize,
    /// The depth of the outermost unfinished term whose ends the current term has used.
    head: usize,
}

/// What the chart knows about a term at an offset.
enum Known {
    /// All ends of the term.
    All(Ends),
    /// The ends of an unfinished term that its last search was the first to find. The next search needs only these,
    /// since the results of older ends are known: of two calls at the same offset, one derives the empty string, so the
    /// calls may be exchanged.
    New {
        ends: Ends,
        /// The depth at which the term was entered.
        depth: usize,
        /// Whether the current search has used the ends, so that the term recurses on the left.
        is_used: bool,
    },
}

impl<'r> Chart<'r> {
    /// Creates a chart. `own` states for each production whether a document prints it.
    pub fn new(rules: &'r Rules, notation: Notation, own: &'r [bool], text: &'r [u8]) -> Self {
        Self {
            rules,
            notation,
            own,
            text,
            wanted: usize::MAX,
            expected: Vec::new(),
            seen: HashSet::new(),
            furthest: 0,
            known: HashMap::new(),
            steps: STEPS,
            depth: 0,
            head: usize::MAX,
        }
    }

    /// Calls `ask` with steps from the shared budget `left`; the unused steps go back to the budget.
    pub fn within<T>(mut self, left: &Cell<usize>, ask: impl FnOnce(&mut Self) -> T) -> T {
        let given = left.get().min(STEPS);
        self.steps = given;
        let answer = ask(&mut self);
        left.set(left.get() - (given - self.steps));
        answer
    }

    /// Counts steps. If fewer steps are left, uses them up and returns `None`.
    fn spend(&mut self, count: usize) -> Option<()> {
        let left = self.steps.checked_sub(count);
        self.steps = left.unwrap_or_default();
        left.map(|_| ())
    }

    /// Returns whether no steps are left, so that all further results are undecided.
    pub fn is_spent(&self) -> bool {
        self.steps == 0
    }

    /// Returns whether a production derives the whole string, or `None` if this is undecided.
    pub fn has(&mut self, production: usize) -> Option<bool> {
        let term = self.rules.productions[production].term.as_ref().ok()?;
        Some(self.ends(production, term, 0)?.contains(&self.text.len()))
    }

    /// Returns the length of the longest prefix of the text that is also a prefix of a string of the production, or
    /// `None` if this is undecided. The production must not derive the whole text.
    pub fn stops(&mut self, production: usize) -> Option<usize> {
        let term = self.rules.productions[production].term.as_ref().ok()?;
        let last = self.ends(production, term, 0)?.last().copied();
        Some(self.furthest.max(last.unwrap_or(0)))
    }

    /// Returns the terminals and built-in productions with which a production may continue at an offset, and whether it
    /// may end there, or `None` if this is undecided.
    pub fn expected(&mut self, production: usize, at: usize) -> Option<(Vec<ChartStep>, bool)> {
        self.wanted = at;
        let term = self.rules.productions[production].term.as_ref().ok()?;
        let ends = self.ends(production, term, 0)?;
        Some((std::mem::take(&mut self.expected), ends.contains(&at)))
    }

    /// Returns the innermost alternative or terminal that derives the byte at an offset, in one derivation of
    /// the whole string, or `None` if the string has no derivation or if this is undecided.
    pub fn deriving(&mut self, production: usize, at: usize) -> Option<ChartStep> {
        let term = self.rules.productions[production].term.as_ref().ok()?;
        let mut found = None;
        let (mut place, mut term, mut from, mut to) = (production, term, 0, self.text.len());
        if !self.ends(place, term, from)?.contains(&to) {
            return None;
        }
        loop {
            self.spend(1)?;
            match term {
                Term::Name(name) => {
                    let callee = self.rules.place(name)?;
                    if !self.own[callee] {
                        return found.or_else(|| Some((place, written(self.notation, term))));
                    }
                    (place, term, found) =
                        (callee, self.rules.productions[callee].term.as_ref().ok()?, None);
                }
                Term::Bytes(_) | Term::Literal { .. } => {
                    return found.or_else(|| Some((place, written(self.notation, term))));
                }
                Term::Choice(all) => {
                    let mut own = None;
                    for one in all {
                        if own.is_none() && self.ends(place, &one.term, from)?.contains(&to) {
                            own = Some(one);
                        }
                    }
                    let own = own?;
                    (term, found) = (&own.term, Some((place, shortened(&own.text))));
                }
                Term::Sequence(terms) => {
                    let terms: Vec<&Term> = terms.iter().collect();
                    (term, from, to) = self.part(place, &terms, (from, to), at)?;
                }
                Term::Difference { from: whole, .. } => term = whole,
                Term::Repeat { min, term: once, .. } => {
                    (term, from, to) = self.round(place, (once, *min), (from, to), at)?;
                }
            }
        }
    }

    /// Returns the part of a sequence that derives the byte at an offset, with the part's start and end.
    fn part(
        &mut self,
        place: usize,
        terms: &[&'r Term],
        (from, to): (usize, usize),
        at: usize,
    ) -> Option<(&'r Term, usize, usize)> {
        let mut levels = vec![vec![from]];
        for term in terms {
            let last = levels.last()?.clone();
            levels.push(self.after(place, term, &last)?);
        }
        let mut end = to;
        for (term, level) in terms.iter().zip(&levels).rev() {
            let start = self.start(place, term, level, end)?;
            if (start..end).contains(&at) {
                return Some((term, start, end));
            }
            end = start;
        }
        None
    }

    /// Finds the iteration of a repetition that derives the byte at an offset. Returns the repeated term, with the start
    /// and the end of the iteration. Of several derivations, the one with the fewest iterations is used. `None` means that
    /// each has more iterations than bytes.
    fn round(
        &mut self,
        place: usize,
        (once, min): (&'r Term, u32),
        (from, to): (usize, usize),
        at: usize,
    ) -> Option<(&'r Term, usize, usize)> {
        let mut levels = vec![vec![from]];
        while levels.len() <= min as usize || !levels.last()?.contains(&to) {
            let last = levels.last()?.clone();
            levels.push(self.after(place, once, &last)?);
            if levels.len() > self.text.len() + 2 {
                return None;
            }
        }
        levels.pop();
        let mut end = to;
        for level in levels.iter().rev() {
            let start = self.start(place, once, level, end)?;
            if (start..end).contains(&at) {
                return Some((once, start, end));
            }
            end = start;
        }
        None
    }

    /// Returns the first of the offsets `level` from which a term can derive the bytes up to `end`.
    fn start(
        &mut self,
        place: usize,
        term: &'r Term,
        level: &[usize],
        end: usize,
    ) -> Option<usize> {
        for &start in level {
            if self.ends(place, term, start)?.contains(&end) {
                return Some(start);
            }
        }
        None
    }

    /// Returns the offsets at which a term may end if it begins at one of the offsets `level`.
    pub fn after(&mut self, place: usize, term: &'r Term, level: &[usize]) -> Option<Vec<usize>> {
        let mut after = Vec::new();
        for &from in level {
            after.extend(self.ends(place, term, from)?.iter());
        }
        after.sort_unstable();
        after.dedup();
        self.spend(after.len())?;
        Some(after)
    }

    /// Returns the offsets at which a term that begins at an offset may end.
    pub fn ends(&mut self, place: usize, term: &'r Term, from: usize) -> Option<Ends> {
        self.spend(1)?;
        let key = (std::ptr::from_ref(term), from);
        match self.known.get_mut(&key) {
            Some(Known::All(ends)) => return Some(Rc::clone(ends)),
            Some(Known::New { ends, depth, is_used }) => {
                *is_used = true;
                self.head = self.head.min(*depth);
                return Some(Rc::clone(ends));
            }
            None => {}
        }
        if self.depth == DEPTH {
            return None;
        }
        self.depth += 1;
        let ends = self.all_ends(place, term, from);
        self.depth -= 1;
        ends
    }

    /// Searches the ends of a term that is not in the chart, until no end is new.
    fn all_ends(&mut self, place: usize, term: &'r Term, from: usize) -> Option<Ends> {
        let (key, depth) = ((std::ptr::from_ref(term), from), self.depth);
        let outer = std::mem::replace(&mut self.head, usize::MAX);
        let (mut all, mut new): (Vec<usize>, Ends) = (Vec::new(), Rc::new([]));
        loop {
            self.known.insert(key, Known::New { ends: new, depth, is_used: false });
            let Some(found) = self.new_ends(place, term, from) else {
                self.known.remove(&key);
                self.head = outer;
                return None;
            };
            let is_new = |end: &usize| all.binary_search(end).is_err();
            new = found.into_iter().filter(is_new).collect();
            all.extend(new.iter());
            all.sort_unstable();
            let is_recursive =
                matches!(self.known.get(&key), Some(Known::New { is_used: true, .. }));
            if !is_recursive || new.is_empty() {
                break;
            }
        }
        let ends: Ends = all.into();
        // The ends of a term that has used those of an outer term are complete only when the outer ones are.
        if self.head < depth {
            self.known.remove(&key);
        } else {
            self.known.insert(key, Known::All(Rc::clone(&ends)));
            self.head = usize::MAX;
        }
        self.head = self.head.min(outer);
        Some(ends)
    }

    fn new_ends(&mut self, place: usize, term: &'r Term, from: usize) -> Option<Vec<usize>> {
        match term {
            Term::Name(name) => {
                let callee = self.rules.place(name)?;
                let body = self.rules.productions[callee].term.as_ref().ok()?;
                if self.own[callee] {
                    return Some(self.ends(callee, body, from)?.to_vec());
                }
                // The contents of a built-in production, such as a digit, are not reported.
                let wanted = std::mem::replace(&mut self.wanted, usize::MAX);
                let ends = self.ends(callee, body, from).map(|ends| ends.to_vec());
                self.wanted = wanted;
                self.expect(place, term, from);
                ends
            }
            Term::Bytes(set) => {
                self.furthest = self.furthest.max(from);
                self.expect(place, term, from);
                let reads = self.text.get(from).is_some_and(|&byte| set.contains(byte));
                Some(if reads { vec![from + 1] } else { Vec::new() })
            }
            Term::Literal { bytes, ignore_case } => {
                let is_byte = |(one, other): (&u8, &u8)| match ignore_case {
                    true => one.eq_ignore_ascii_case(other),
                    false => one == other,
                };
                let rest = &self.text[from..];
                let same = bytes.iter().zip(rest).take_while(|&pair| is_byte(pair)).count();
                self.furthest = self.furthest.max(from + same.min(bytes.len().saturating_sub(1)));
                if (from..from + bytes.len().min(same + 1)).contains(&self.wanted) {
                    self.expect(place, term, self.wanted);
                }
                Some(if same == bytes.len() { vec![from + same] } else { Vec::new() })
            }
            Term::Sequence(terms) => {
                let mut level = vec![from];
                for term in terms {
                    level = self.after(place, term, &level)?;
                }
                Some(level)
            }
            Term::Choice(all) => {
                let mut ends = Vec::new();
                for one in all {
                    ends.extend(self.ends(place, &one.term, from)?.iter());
                }
                ends.sort_unstable();
                ends.dedup();
                Some(ends)
            }
            // The excluded strings would be reported as expected.
            Term::Difference { .. } if self.wanted != usize::MAX => None,
            Term::Difference { from: whole, without } => {
                let ends = self.ends(place, whole, from)?;
                let outer = std::mem::replace(&mut self.head, usize::MAX);
                let out = self.ends(place, without, from)?;
                // Excluded strings that are incomplete would leave too much.
                if self.head != usize::MAX {
                    return None;
                }
                self.head = outer;
                Some(ends.iter().copied().filter(|end| !out.contains(end)).collect())
            }
            Term::Repeat { min, max, term } => {
                let (mut ends, mut level, mut round) = (Vec::new(), vec![from], 0);
                loop {
                    if round >= *min {
                        ends.extend(&level);
                    }
                    if level.is_empty() || Some(round) == *max {
                        break;
                    }
                    let next = self.after(place, term, &level)?;
                    if next == level {
                        ends.extend(&level); // and so it would be for ever
                        break;
                    }
                    (level, round) = (next, round + 1);
                }
                ends.sort_unstable();
                ends.dedup();
                Some(ends)
            }
        }
    }

    fn expect(&mut self, place: usize, term: &'r Term, at: usize) {
        if at == self.wanted && self.seen.insert((place, std::ptr::from_ref(term))) {
            let text = written(self.notation, term);
            self.expected.push((place, text));
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::notations::Printed;

    const DATE: &str = "date  = year \"-\" month \"-\" day\nyear  = 4DIGIT\n\
        month = \"0\" %x31-39 / \"1\" %x30-32\n\
        day   = \"0\" %x31-39 / ( \"1\" / \"2\" ) DIGIT / \"3\" %x30-31\n";

    fn with<T>(grammar: &str, text: &str, ask: impl FnOnce(Chart<'_>) -> T) -> T {
        let printed = Printed::read(Notation::Abnf, "a.abnf", grammar).unwrap();
        let rules = Rules::new(&printed);
        let own = (0..rules.productions.len()).map(|at| at < printed.productions.len());
        ask(Chart::new(&rules, Notation::Abnf, &own.collect::<Vec<_>>(), text.as_bytes()))
    }

    /// Returns the innermost alternative that derives the byte at an offset, in the first production.
    fn deriving(grammar: &str, text: &str, at: usize) -> Option<ChartStep> {
        with(grammar, text, |mut one| one.deriving(0, at))
    }

    fn expected(grammar: &str, text: &str, at: usize) -> Option<(Vec<ChartStep>, bool)> {
        with(grammar, text, |mut derivation| derivation.expected(0, at))
    }

    fn place(production: usize, text: &str) -> ChartStep {
        (production, text.to_owned())
    }

    #[test]
    fn the_innermost_alternative_derives_a_byte() {
        let text = "2024-10-29";
        let all = [
            (0, 1, "DIGIT"),
            (4, 0, "\"-\""),
            (5, 2, "\"1\" %x30-32"),
            (6, 2, "\"1\" %x30-32"),
            (8, 3, "\"2\""),
            (9, 3, "( \"1\" / \"2\" ) DIGIT"),
        ];
        for (at, name, wanted) in all {
            assert_eq!(deriving(DATE, text, at), Some(place(name, wanted)), "{at}");
        }
        assert_eq!(deriving(DATE, "2024-13-29", 0), None);
        assert_eq!(deriving(DATE, text, 10), None);
    }

    #[test]
    fn expected_terminals_are_listed() {
        let two = vec![place(2, "\"0\""), place(2, "\"1\"")];
        assert_eq!(expected(DATE, "2024-", 5), Some((two, false)));
        assert_eq!(expected(DATE, "2024-00-01", 6), Some((vec![place(2, "%x31-39")], false)));
        assert_eq!(expected(DATE, "2024-01-011", 10), Some((Vec::new(), true)));
        assert_eq!(expected(DATE, "202", 3), Some((vec![place(1, "DIGIT")], false)));
        let found = expected("a = 2*3%s\"ab\" [ \"http\" / %x0D.0A ]\n", "ababa", 5);
        assert_eq!(found, Some((vec![place(0, "%s\"ab\"")], false)));
        let found = expected("a = *3%s\"ab\" [ \"http\" / %x0D.0A ]\n", "ab", 2);
        let all = ["%s\"ab\"", "\"http\"", "%x0D.0A"].map(|text| place(0, text));
        assert_eq!(found, Some((all.to_vec(), true)));
    }

    #[test]
    fn left_recursion_has_all_its_ends() {
        let has = |grammar: &str, text: &str| with(grammar, text, |mut one| one.has(0));
        const SUM: &str = "a = a \"+\" b / b\nb = b \"*\" c / c\nc = \"(\" a \")\" / \"1\"\n";
        for (grammar, text, wanted) in [
            ("a = a \"x\" / \"y\"\n", "yxx", true),
            ("a = a \"x\" / \"y\"\n", "x", false),
            ("a = a \"x\" / \"y\"\n", "yxy", false),
            // Through another production, with an empty prefix, and on both sides.
            ("a = b \"x\" / \"y\"\nb = a / \"z\"\n", "yxx", true),
            ("a = b \"x\" / \"y\"\nb = a / \"z\"\n", "zxx", true),
            ("a = b \"x\" / \"y\"\nb = a / \"z\"\n", "z", false),
            ("a = [ \"-\" ] a \"x\" / \"y\"\n", "-yx", true),
            ("a = [ \"-\" ] a \"x\" / \"y\"\n", "-y", false),
            ("a = [ \"-\" ] a \"x\" / \"y\"\n", "--yxx", true),
            ("a = a a / \"y\"\n", "yyyyy", true),
            ("a = a a / \"y\"\n", "yyxyy", false),
            // Two cycles that share a production: `a` has x, then zw or z, each followed by `p` or `q`.
            ("a = b \"p\" / c \"q\" / \"x\"\nb = a \"z\" / c \"w\"\nc = b / a\n", "xzwqp", false),
            ("a = b \"p\" / c \"q\" / \"x\"\nb = a \"z\" / c \"w\"\nc = b / a\n", "xzwq", true),
            ("a = b \"p\" / c \"q\" / \"x\"\nb = a \"z\" / c \"w\"\nc = b / a\n", "xqqzpwwp", true),
            (
                "a = b \"p\" / c \"q\" / \"x\"\nb = a \"z\" / c \"w\"\nc = b / a\n",
                "xqqzpwwz",
                false,
            ),
            (SUM, "1+1*(1+1)*1", true),
            (SUM, "1+1*(1+)*1", false),
        ] {
            assert_eq!(has(grammar, text), Some(wanted), "{grammar}{text}");
        }
        assert_eq!(has("a = a \"x\" / \"y\"\n", &format!("y{}", "x".repeat(300))), Some(true));
        let found = expected("a = a \"x\" / \"y\"\n", "yxy", 2);
        assert_eq!(found, Some((vec![place(0, "\"x\"")], true)));
        assert_eq!(deriving("a = a \"x\" / \"y\"\n", "yx", 0), Some(place(0, "\"y\"")));
    }

    /// Random grammars of three productions, compared with all strings that they derive bottom-up.
    #[test]
    fn random_recursive_grammars_derive_what_the_chart_derives() {
        const LONGEST: usize = 4;
        type Words = std::collections::BTreeSet<String>;
        let mut seed = 1u64;
        let mut random = move |below: u64| {
            seed = seed
                .wrapping_mul(6_364_136_223_846_793_005)
                .wrapping_add(1_442_695_040_888_963_407);
            (seed >> 33) % below
        };
        let (mut undecided, mut derived) = (0, 0);
        for _ in 0..400 {
            // Each alternative is a list of parts: a production (0 to 2), `x` (3) or `y` (4).
            let bodies: Vec<Vec<Vec<u64>>> = (0..3)
                .map(|_| {
                    (0..=random(3)).map(|_| (0..random(4)).map(|_| random(5)).collect()).collect()
                })
                .collect();
            let mut words = vec![Words::new(); 3];
            loop {
                let before = words.clone();
                for (at, body) in bodies.iter().enumerate() {
                    for parts in body {
                        let mut all = Words::from([String::new()]);
                        for &part in parts {
                            let next = match part {
                                3 => Words::from(["x".to_owned()]),
                                4 => Words::from(["y".to_owned()]),
                                callee => words[callee as usize].clone(),
                            };
                            let joined = all
                                .iter()
                                .flat_map(|one| next.iter().map(move |two| format!("{one}{two}")));
                            all = joined.filter(|word| word.len() <= LONGEST).collect();
                        }
                        words[at].extend(all);
                    }
                }
                if words == before {
                    break;
                }
            }
            let part = |part: &u64| ["a", "b", "c", "\"x\"", "\"y\""][*part as usize];
            let sequence = |parts: &Vec<u64>| match parts.is_empty() {
                true => "\"\"".to_owned(),
                false => parts.iter().map(part).collect::<Vec<_>>().join(" "),
            };
            let line = |(name, body): (&str, &Vec<Vec<u64>>)| {
                format!("{name} = {}\n", body.iter().map(sequence).collect::<Vec<_>>().join(" / "))
            };
            let grammar: String = ["a", "b", "c"].into_iter().zip(&bodies).map(line).collect();
            let texts = (0..=LONGEST).flat_map(|length| {
                (0..1 << length).map(move |bits: usize| {
                    (0..length)
                        .map(|at| if bits >> at & 1 == 0 { 'x' } else { 'y' })
                        .collect::<String>()
                })
            });
            for text in texts {
                let wanted = words[0].contains(&text);
                match with(&grammar, &text, |mut one| one.has(0)) {
                    Some(has) => assert_eq!(has, wanted, "{grammar}{text}"),
                    None => undecided += 1,
                }
                derived += usize::from(wanted);
            }
        }
        assert_eq!(undecided, 0);
        assert!(derived > 1_000, "{derived}");
    }

    #[test]
    fn repetitions_keep_to_their_bounds() {
        let has = |grammar: &str, text: &str| with(grammar, text, |mut one| one.has(0));
        for (grammar, text, wanted) in [
            ("a = 2*3\"x\"\n", "xx", true),
            ("a = 2*3\"x\"\n", "xxxx", false),
            ("a = 3[ \"x\" ]\n", "xx", true),
            ("a = 3[ \"x\" ]\n", "xxxx", false),
            ("a = *( *\"x\" )\n", "xxxx", true),
            ("a = 4000000000*[ \"x\" ]\n", "xx", true),
            ("a = \"(\" a \")\" / \"x\"\n", "((x))", true),
            ("a = \"(\" a \")\" / \"x\"\n", "((x)", false),
        ] {
            assert_eq!(has(grammar, text), Some(wanted), "{grammar}{text}");
        }
        // Prose, too deep, too long.
        assert_eq!(has("a = <prose>\n", "y"), None);
        assert_eq!(has("a = \"(\" a \")\" / \"x\"\n", &"(".repeat(9_999)), None);
        assert_eq!(has("a = *( *\"x\" *\"x\" )\n", &"x".repeat(9_999)), None);
    }
}

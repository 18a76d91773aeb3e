//! Writes grammars in GBNF, the format in which llama.cpp takes the strings that a model may answer.
//!
//! GBNF is context-free, so it also has productions that nest in themselves. Its parser has limits that its guide does not
//! mention: names cannot contain `_`, `\^` is not an escape, and the maximum of a counter above 2000 is ignored without an error. A
//! group in a counter counts with each rule that llama.cpp makes of it, so `([a-z]{0,63} "."){0,127}` is refused, while the
//! same group as a rule of its own is accepted. Rules that begin with themselves are refused too. The texts here use only
//! what all versions of llama.cpp accept, and [`read`](super::gbnf_reader::read) refuses any other.

use std::collections::{BTreeMap, HashMap, HashSet};
use std::fmt::Write;

use grammar_automata::build::{ByteSet, Dfa};
use grammar_automata::engine::{CharacterSet, graph};
use grammar_notation::{Printed, PrintedProduction, Term};
use grammar_regex::engine::Tree;

use super::sets::Productions;
use super::text::{TermPrecedence, grouped, reached};
use super::{sets, structure};

/// The name of the rule that is the whole string.
pub(super) const ROOT: &str = "root";
/// The least counter that llama.cpp refuses or changes. It also limits the product of a counter and the rules of its group.
pub(super) const LIMIT: u32 = 2_000;
/// The number of repetitions in each block of a counter that is too large.
const BLOCK: u32 = 1_000;
/// The maximum number of states of an automaton that is written.
const STATES: usize = 4_000;
/// The maximum width of a line whose rule has alternatives.
const WIDTH: usize = 100;

/// A part of a rule.
#[derive(Clone, Debug, PartialEq, Eq)]
enum Part {
    Set(CharacterSet),
    Name(String),
    Sequence(Vec<Part>),
    Choice(Vec<Part>),
    Repeat { of: Box<Part>, min: u32, max: Option<u32> },
}

impl Part {
    const EMPTY: Self = Self::Sequence(Vec::new());

    fn parts(&self) -> &[Self] {
        match self {
            Self::Set(_) | Self::Name(_) => &[],
            Self::Sequence(parts) | Self::Choice(parts) => parts,
            Self::Repeat { of, .. } => std::slice::from_ref(of),
        }
    }

    fn repeat(self, min: u32, max: Option<u32>) -> Self {
        match (min, max) {
            (_, Some(0)) => Self::EMPTY,
            (1, Some(1)) => self,
            _ => Self::Repeat { of: Box::new(self), min, max },
        }
    }

    fn sequence(parts: Vec<Self>) -> Self {
        let mut all: Vec<Self> = Vec::new();
        for part in parts {
            match part {
                Self::Sequence(inner) => all.extend(inner),
                part => all.push(part),
            }
        }
        if all.len() == 1 { all.remove(0) } else { Self::Sequence(all) }
    }

    /// Returns a choice in which neighboring sets are one set.
    fn choice(parts: Vec<Self>) -> Self {
        let mut all: Vec<Self> = Vec::new();
        for part in parts {
            match (all.last_mut(), part) {
                (Some(Self::Set(known)), Self::Set(set)) => *known = known.clone().union(&set),
                (_, Self::Choice(inner)) => all.extend(inner),
                (_, part) => all.push(part),
            }
        }
        if all.len() == 1 { all.remove(0) } else { Self::Choice(all) }
    }

    /// Converts a tree that has neither anchors nor look-around.
    fn of_tree(tree: &Tree) -> Option<Self> {
        let all = |parts: &[Tree]| parts.iter().map(Self::of_tree).collect::<Option<Vec<_>>>();
        Some(match tree {
            Tree::Set(set) => Self::Set(set.clone()),
            Tree::Sequence(parts) => Self::sequence(all(parts)?),
            Tree::Choice(parts) => Self::choice(all(parts)?),
            Tree::Repeat { of, min, max, .. } => Self::of_tree(of)?.repeat(*min, *max),
            Tree::Group { of, .. } => Self::of_tree(of)?,
            Tree::Atomic(_) | Tree::Look { .. } | Tree::Start | Tree::End => return None,
        })
    }

    /// Returns the text if the part is a string of characters.
    fn literal(&self) -> Option<String> {
        let single = |part: &Self| match part {
            Self::Set(set) => {
                let mut ranges = set.ranges();
                let (first, last) = ranges.next()?;
                (first == last && ranges.next().is_none()).then_some(first)
            }
            _ => None,
        };
        match self {
            Self::Sequence(parts) => parts.iter().map(single).collect(),
            part => single(part).map(String::from),
        }
    }

    /// Returns whether the part needs parentheses if a sign of repetition follows.
    fn is_group(&self) -> bool {
        !matches!(self, Self::Set(_) | Self::Name(_)) && self.literal().is_none()
    }

    /// Returns the number of rules that llama.cpp makes of the inside of the part, or more.
    fn made_rules(&self) -> u32 {
        let inner = self.parts().iter().map(|part| match (self, part) {
            (Self::Sequence(_), Self::Choice(_)) | (Self::Repeat { .. }, _) => {
                part.made_rules().saturating_add(part.is_group().into())
            }
            _ => part.made_rules(),
        });
        let own = match self {
            Self::Name(_) | Self::Repeat { max: None, .. } => 1,
            Self::Repeat { min, max: Some(max), .. } => max - min,
            _ => 0,
        };
        inner.fold(own, u32::saturating_add)
    }
}

/// Rules of GBNF, the first of which is the root.
pub(super) struct Rules {
    all: Vec<(String, Part)>,
    /// The names of the rules that may be empty.
    empty: HashSet<String>,
}

/// The reason why rules cannot be written in GBNF.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum NoText {
    /// A rule begins with itself.
    LeftRecursive(String),
    /// A part has no syntax in GBNF.
    Unwritable,
}

impl Rules {
    fn new(all: Vec<(String, Part)>) -> Self {
        let mut rules = Self { all, empty: HashSet::new() };
        loop {
            let found = rules
                .all
                .iter()
                .filter(|(name, part)| !rules.empty.contains(name) && rules.may_be_empty(part));
            let found: Vec<String> = found.map(|(name, _)| name.clone()).collect();
            if found.is_empty() {
                return rules;
            }
            rules.empty.extend(found);
        }
    }

    /// Creates the rules of a pattern that matches whole strings. It may have anchors around it, but neither other anchors
    /// nor look-around.
    pub(super) fn of_tree(tree: &Tree) -> Option<Self> {
        let tree = match tree {
            Tree::Sequence(parts) => match &parts[..] {
                [Tree::Start, tree, Tree::End] => tree,
                _ => tree,
            },
            tree => tree,
        };
        Some(Self::new(vec![(ROOT.to_owned(), Part::of_tree(tree)?)]))
    }

    /// Creates a rule for each state of an automaton.
    pub(super) fn of_states(dfa: &Dfa) -> Self {
        let (first, dead) = (dfa.start(0), dfa.dead(None));
        let live = dfa.reachable([first]).into_iter().filter(|state| Some(*state) != dead);
        let steps: BTreeMap<u32, BTreeMap<u32, CharacterSet>> =
            live.map(|state| (state, sets::steps(dfa, state, dead))).collect();
        // A state without successors needs no rule.
        let ends = |state: u32| state != first && steps.get(&state).is_none_or(BTreeMap::is_empty);
        let states = steps.keys().copied().filter(|&state| state != first && !ends(state));
        let states: Vec<u32> = std::iter::once(first).chain(states).collect();
        let name = |at: usize| if at == 0 { ROOT.to_owned() } else { format!("s{at}") };
        let names: HashMap<u32, String> =
            states.iter().enumerate().map(|(at, state)| (*state, name(at))).collect();
        let rule = |state: &u32| {
            let (mut again, mut parts) = (Part::EMPTY, Vec::new());
            for (next, set) in &steps[state] {
                let set = Part::Set(set.clone());
                match names.get(next) {
                    _ if next == state => again = set.repeat(0, None),
                    Some(name) => parts.push(Part::Sequence(vec![set, Part::Name(name.clone())])),
                    None => parts.push(set),
                }
            }
            if dfa.accepts(*state) {
                parts.push(Part::EMPTY);
            }
            (names[state].clone(), Part::sequence(vec![again, Part::choice(parts)]))
        };
        Self::new(states.iter().map(rule).collect())
    }

    /// Creates the rules of a production and of everything that it reaches. Returns `None` if one of them has octets that are
    /// no characters, or is undefined.
    pub(super) fn of_printed(printed: &Printed, name: &str) -> Option<Self> {
        let mut productions = Productions::of(printed);
        let reached = reached(printed, &productions, &[name], true);
        let names = names(&reached, printed);
        let mut all = Vec::new();
        for production in &reached {
            let rule = names.get(&productions.key(&production.name))?.clone();
            let term = production.term.as_ref().ok()?;
            all.push((rule, of_term(term, &mut productions, &names)?));
        }
        let first = all.first()?.0.clone();
        if first != ROOT {
            all.insert(0, (ROOT.to_owned(), Part::Name(first)));
        }
        Some(Self::new(all))
    }

    fn may_be_empty(&self, part: &Part) -> bool {
        match part {
            Part::Set(_) => false,
            Part::Name(name) => self.empty.contains(name),
            Part::Sequence(parts) => parts.iter().all(|part| self.may_be_empty(part)),
            Part::Choice(parts) => parts.iter().any(|part| self.may_be_empty(part)),
            Part::Repeat { of, min, .. } => *min == 0 || self.may_be_empty(of),
        }
    }

    /// Returns the text of the rules.
    pub(super) fn text(mut self) -> Result<String, NoText> {
        let unlooped =
            self.all.iter().map(|(name, part)| Some((name.clone(), self.unlooped(part)?)));
        self.all = unlooped.collect::<Option<_>>().ok_or(NoText::Unwritable)?;
        if let Some(name) = self.left_recursive() {
            return Err(NoText::LeftRecursive(name.to_owned()));
        }
        let mut counters = Counters {
            names: self.all.iter().map(|(name, _)| name.to_ascii_lowercase()).collect(),
            owner: String::new(),
            new: Vec::new(),
        };
        let mut text = String::new();
        for (name, part) in &self.all {
            counters.owner.clone_from(name);
            let part = counters.limited(part).ok_or(NoText::Unwritable)?;
            rule(name, &part, &mut text).ok_or(NoText::Unwritable)?;
            for (name, part) in counters.new.drain(..) {
                rule(&name, &part, &mut text).ok_or(NoText::Unwritable)?;
            }
        }
        Ok(text)
    }

    /// Returns the part without repetitions of the empty string, which llama.cpp takes as rules that begin with themselves:
    /// `(a* b?)*` becomes `(a | b)*`.
    fn unlooped(&self, part: &Part) -> Option<Part> {
        let all = |parts: &[Part]| {
            parts.iter().map(|part| self.unlooped(part)).collect::<Option<Vec<_>>>()
        };
        Some(match part {
            Part::Set(_) | Part::Name(_) => part.clone(),
            Part::Sequence(parts) => Part::sequence(all(parts)?),
            Part::Choice(parts) => Part::choice(all(parts)?),
            Part::Repeat { of, min: _, max: None } if self.may_be_empty(of) => {
                let proper = self.proper(of, &mut Vec::new())?;
                match &proper {
                    Part::Choice(none) if none.is_empty() => Part::EMPTY,
                    proper => self.unlooped(proper)?.repeat(0, None),
                }
            }
            Part::Repeat { of, min, max } => self.unlooped(of)?.repeat(*min, *max),
        })
    }

    /// Returns a part that is never empty, and whose repetitions have the same strings (Brüggemann-Klein, *Regular
    /// expressions into finite automata*, 1993). Returns `None` if a rule is repeated within itself.
    fn proper(&self, part: &Part, open: &mut Vec<String>) -> Option<Part> {
        if !self.may_be_empty(part) {
            return Some(part.clone());
        }
        match part {
            Part::Name(name) if !open.contains(name) => {
                let (_, part) = self.all.iter().find(|(known, _)| known == name)?;
                open.push(name.clone());
                let proper = self.proper(part, open);
                open.pop();
                proper
            }
            Part::Set(_) | Part::Name(_) => None,
            Part::Sequence(parts) | Part::Choice(parts) => {
                let parts = parts.iter().map(|part| self.proper(part, open));
                Some(Part::choice(parts.collect::<Option<_>>()?))
            }
            Part::Repeat { of, .. } => self.proper(of, open),
        }
    }

    /// Returns the name of a rule that begins with itself.
    fn left_recursive(&self) -> Option<&str> {
        let places: HashMap<&str, usize> =
            self.all.iter().map(|(name, _)| &**name).zip(0..).collect();
        let first = |(_, part): &(String, Part)| {
            let mut names = Vec::new();
            self.first_names(part, &mut names);
            names.iter().filter_map(|name| places.get(name).copied()).collect()
        };
        let calls: Vec<Vec<usize>> = self.all.iter().map(first).collect();
        let components = graph::components(&calls);
        let mut cycles = components
            .iter()
            .filter(|component| component.len() > 1 || calls[component[0]].contains(&component[0]));
        cycles.next().map(|cycle| &*self.all[cycle[0]].0)
    }

    /// Collects the names with which the strings of a part may begin.
    fn first_names<'p>(&self, part: &'p Part, names: &mut Vec<&'p str>) {
        match part {
            Part::Set(_) => {}
            Part::Name(name) => names.push(name),
            Part::Sequence(parts) => {
                for part in parts {
                    self.first_names(part, names);
                    if !self.may_be_empty(part) {
                        return;
                    }
                }
            }
            Part::Choice(parts) => parts.iter().for_each(|part| self.first_names(part, names)),
            Part::Repeat { of, .. } => self.first_names(of, names),
        }
    }
}

/// Writes the strings of an automaton in the shorter of two forms: as one pattern, and as a rule for each state.
pub(super) fn of_automaton(dfa: &Dfa) -> Result<String, NoText> {
    // The steps of a state by characters take time.
    if dfa.states() > STATES {
        return Err(NoText::Unwritable);
    }
    let tree = structure::eliminate(dfa, 0);
    let pattern = tree.and_then(|tree| Rules::of_tree(&tree)?.text().ok());
    let states = Rules::of_states(dfa).text();
    match (pattern, states) {
        (Some(pattern), Ok(states)) if states.len() < pattern.len() => Ok(states),
        (Some(pattern), _) => Ok(pattern),
        (None, states) => states,
    }
}

/// Converts a term. Returns `None` for octets that are not characters, a difference, or an undefined name.
fn of_term(
    term: &Term,
    productions: &mut Productions<'_>,
    names: &HashMap<String, String>,
) -> Option<Part> {
    if let Term::Name(name) = term {
        return Some(Part::Name(names.get(&productions.key(name))?.clone()));
    }
    let set = match term {
        Term::Bytes(_) | Term::Difference { .. } | Term::Sequence(_) => productions.set(term),
        _ => None,
    };
    if let Some(set) = set {
        return Some(Part::Set(set));
    }
    let mut all = |parts: Vec<&Term>| {
        parts.into_iter().map(|part| of_term(part, productions, names)).collect::<Option<Vec<_>>>()
    };
    Some(match term {
        Term::Name(_) | Term::Bytes(_) | Term::Difference { .. } => return None,
        Term::Literal { bytes, ignore_case } => {
            let set = |one: char| match u8::try_from(one) {
                Ok(byte) if *ignore_case && byte.is_ascii() => {
                    let both = ByteSet::ignoring_case(byte);
                    CharacterSet::from_ranges(both.iter().map(|byte| (byte.into(), byte.into())))
                }
                _ => CharacterSet::single(one),
            };
            let text = std::str::from_utf8(bytes).ok()?;
            Part::sequence(text.chars().map(|one| Part::Set(set(one))).collect())
        }
        Term::Sequence(parts) => Part::sequence(all(parts.iter().collect())?),
        Term::Choice(_) => Part::choice(all(term.parts())?),
        Term::Repeat { min, max, term } => all(vec![term])?.pop()?.repeat(*min, *max),
    })
}

/// Returns a name of GBNF for each production, by the production's key. The names have letters, digits and `-`, since
/// llama.cpp itself has no `_`, and only the first production may be the root.
fn names(reached: &[&PrintedProduction], printed: &Printed) -> HashMap<String, String> {
    let (mut names, mut taken) = (HashMap::new(), HashSet::new());
    for (at, production) in reached.iter().enumerate() {
        let is_of_names = |one: char| one.is_ascii_alphanumeric();
        let name = production.name.chars().map(|one| if is_of_names(one) { one } else { '-' });
        let mut name: String = name.collect();
        if !name.starts_with(|first: char| first.is_ascii_alphabetic()) {
            name.insert_str(0, "r-");
        }
        if name.eq_ignore_ascii_case(ROOT) {
            ROOT.clone_into(&mut name);
        }
        if at == 0 || taken.is_empty() {
            taken.extend((name != ROOT).then(|| ROOT.to_owned()));
        }
        while !taken.insert(name.to_ascii_lowercase()) {
            name.push_str("-2");
        }
        names.insert(printed.notation.key(&production.name), name);
    }
    names
}

/// Replaces the counters that llama.cpp refuses, or takes without their maximum.
struct Counters {
    /// The names of all rules, in lower case.
    names: HashSet<String>,
    /// The rule that is being changed.
    owner: String,
    /// The new rules, each of which was a group.
    new: Vec<(String, Part)>,
}

impl Counters {
    fn limited(&mut self, part: &Part) -> Option<Part> {
        let mut all = |parts: &[Part]| {
            parts.iter().map(|part| self.limited(part)).collect::<Option<Vec<_>>>()
        };
        Some(match part {
            Part::Set(_) | Part::Name(_) => part.clone(),
            Part::Sequence(parts) => Part::sequence(all(parts)?),
            Part::Choice(parts) => Part::choice(all(parts)?),
            Part::Repeat { of, min, max } => {
                let of = self.limited(of)?;
                if max.unwrap_or(*min) < LIMIT {
                    return Some(self.counted(of, *min, *max));
                }
                let least = self.exactly(&of, *min)?;
                let more = match max {
                    Some(max) => self.at_most(&of, max.checked_sub(*min)?)?,
                    None => of.repeat(0, None),
                };
                Part::sequence(vec![least, more])
            }
        })
    }

    /// Returns a repetition, whose group becomes a rule if llama.cpp would refuse the repetition otherwise.
    fn counted(&mut self, of: Part, min: u32, max: Option<u32>) -> Part {
        let count = max.unwrap_or(min).max(1);
        let rules = if of.is_group() { of.made_rules().saturating_add(1) } else { 1 };
        if rules.saturating_mul(count) < LIMIT {
            return of.repeat(min, max);
        }
        if let Some((name, _)) = self.new.iter().find(|(_, known)| *known == of) {
            return Part::Name(name.clone()).repeat(min, max);
        }
        let numbered = (2..).map(|number| format!("{}-{number}", self.owner));
        let mut names = std::iter::once(format!("{}-part", self.owner)).chain(numbered);
        let name = names.find(|name| self.names.insert(name.to_ascii_lowercase()));
        let name = name.unwrap_or_default();
        self.new.push((name.clone(), of));
        Part::Name(name).repeat(min, max)
    }

    fn exactly(&mut self, of: &Part, count: u32) -> Option<Part> {
        if count < LIMIT {
            return Some(self.counted(of.clone(), count, Some(count)));
        }
        let (blocks, rest) = (count / BLOCK, count % BLOCK);
        let block = self.counted(of.clone(), BLOCK, Some(BLOCK));
        let all = (blocks < LIMIT).then(|| self.counted(block, blocks, Some(blocks)))?;
        Some(Part::sequence(vec![all, self.counted(of.clone(), rest, Some(rest))]))
    }

    /// Returns at most `count` repetitions, each number of them in one way.
    fn at_most(&mut self, of: &Part, count: u32) -> Option<Part> {
        if count < LIMIT {
            return Some(self.counted(of.clone(), 0, Some(count)));
        }
        let (blocks, rest) = (count / BLOCK, count % BLOCK);
        if blocks >= LIMIT {
            return None;
        }
        let block = self.counted(of.clone(), BLOCK, Some(BLOCK));
        let mut all = |min, blocks, rest| {
            let blocks = self.counted(block.clone(), min, Some(blocks));
            Part::sequence(vec![blocks, self.counted(of.clone(), 0, Some(rest))])
        };
        Some(Part::choice(vec![all(0, blocks - 1, BLOCK - 1), all(blocks, blocks, rest)]))
    }
}

/// Writes a rule on one line, or with one alternative on each line if it is too long.
fn rule(name: &str, part: &Part, text: &mut String) -> Option<()> {
    let all: Vec<String> = match part {
        Part::Choice(parts) => {
            parts.iter().map(|part| written(part, TermPrecedence::Choice)).collect::<Option<_>>()?
        }
        part => vec![written(part, TermPrecedence::Choice)?],
    };
    let line = all.join(" | ");
    let lines = if line.len() > WIDTH { all.join(" |\n  ") } else { line };
    // Writing to a string cannot fail.
    let _ = writeln!(text, "{name} ::= {lines}");
    Some(())
}

/// Returns the text of a part, or `None` if it matches nothing.
fn written(part: &Part, place: TermPrecedence) -> Option<String> {
    use TermPrecedence::{Choice, Repeat, Sequence};
    if let Some(text) = part.literal() {
        return Some(quoted(&text));
    }
    Some(match part {
        Part::Set(set) => class(set)?,
        Part::Name(name) => name.clone(),
        Part::Sequence(parts) => {
            let mut all: Vec<String> = Vec::new();
            // Neighboring characters form one string.
            for run in
                parts.chunk_by(|one, next| one.literal().is_some() && next.literal().is_some())
            {
                let text: Option<String> = run.iter().map(Part::literal).collect();
                match text {
                    Some(text) => all.push(quoted(&text)),
                    None => all.push(written(&run[0], Sequence)?),
                }
            }
            grouped(place > Sequence && all.len() > 1, all.join(" "))
        }
        Part::Choice(parts) if parts.is_empty() => return None,
        Part::Choice(parts) => {
            let all = parts.iter().map(|part| written(part, Choice)).collect::<Option<Vec<_>>>()?;
            grouped(place > Choice, all.join(" | "))
        }
        Part::Repeat { of, min, max } => {
            let of = written(of, Repeat)?;
            let times = match (min, max) {
                (0, None) => "*".to_owned(),
                (1, None) => "+".to_owned(),
                (0, Some(1)) => "?".to_owned(),
                (min, None) => format!("{{{min},}}"),
                (min, Some(max)) if min == max => format!("{{{min}}}"),
                (min, Some(max)) => format!("{{{min},{max}}}"),
            };
            grouped(place == Repeat, of + &times)
        }
    })
}

fn class(set: &CharacterSet) -> Option<String> {
    let others = set.complement();
    if others.is_empty() {
        return Some(".".to_owned());
    }
    let is_negated = others.ranges().count() < set.ranges().count();
    let set = if is_negated { &others } else { set };
    let range = |(first, last): (char, char)| {
        let hyphen = if u32::from(last) - u32::from(first) > 1 { "-" } else { "" };
        let last = if first == last { String::new() } else { member(last) };
        format!("{}{hyphen}{last}", member(first))
    };
    let ranges: String = set.ranges().map(range).collect();
    let sign = if is_negated { "^" } else { "" };
    (!ranges.is_empty()).then(|| format!("[{sign}{ranges}]"))
}

/// Writes a character of a class. `^` has no escape of its own.
fn member(one: char) -> String {
    match one {
        ']' | '[' | '-' => format!("\\{one}"),
        '^' => "\\x5E".to_owned(),
        '"' => one.to_string(),
        one => escaped(one),
    }
}

fn quoted(text: &str) -> String {
    format!("\"{}\"", text.chars().map(escaped).collect::<String>())
}

fn escaped(one: char) -> String {
    match one {
        '"' | '\\' => format!("\\{one}"),
        '\n' => "\\n".to_owned(),
        '\r' => "\\r".to_owned(),
        '\t' => "\\t".to_owned(),
        ' '..='~' => one.to_string(),
        one if !one.is_ascii() && one.is_alphanumeric() => one.to_string(),
        '\0'..='\x7F' => format!("\\x{:02X}", u32::from(one)),
        '\u{80}'..='\u{FFFF}' => format!("\\u{:04X}", u32::from(one)),
        _ => format!("\\U{:08X}", u32::from(one)),
    }
}

#[cfg(test)]
mod tests {
    use grammar_regex::{Dialect, Matching, Pattern};

    use super::*;
    use crate::export::gbnf_reader;
    use crate::export::portable::{PortableSyntax, portable};
    use crate::language::Language;

    fn pattern(text: &str) -> Pattern {
        Pattern::read(Dialect::EcmaScript, text).unwrap()
    }

    #[track_caller]
    fn check(text: &str, expected: &str) {
        let found = portable(&pattern(text), Matching::Search, PortableSyntax::Gbnf, 10_000);
        assert_eq!(found.as_deref(), Ok(&*format!("root ::= {expected}\n")), "{text}");
    }

    #[test]
    fn characters_are_escaped_as_llama_cpp_reads_them() {
        check(r#"^a"\\\n$"#, r#""a\"\\\n""#);
        check(r"^\^-\]$", r#""^-]""#);
        check(r"^[\^a]$", r"[\x5Ea]");
        check(r"^[\]\[\-]$", r"[\-\[\]]");
        check(r#"^[^"]$"#, r#"[^"]"#);
        check(r"^[^\\\t]$", r"[^\t\\]");
        check(r"^[\x00-\x1f]\x7f$", r#"[\x00-\x1F] "\x7F""#);
        check(r"^é\u{1F600}[à-é]$", r#""é\U0001F600" [à-é]"#);
        check(r"^[^]*$", ".*");
        check("^$", "\"\"");
    }

    #[test]
    fn the_root_is_the_whole_string() {
        check("^[a-z]{3,64}$", "[a-z]{3,64}");
        check("foo", r#".* "foo" .*"#);
        check("^a|b$", r#""a" .* | .* "b""#);
        check("^(?:ab|cd+)?$", r#"("ab" | "c" "d"+)?"#);
        check("^(?!-)[a-z-]{1,63}(?<!-)$", r"[a-z] ([\-a-z]{0,61} [a-z])?");
    }

    #[test]
    fn the_empty_string_is_not_repeated() {
        check("^(?:a*b?)*$", "[ab]*");
        check("^(?:a*(?:bc)?)+$", r#"("a" | "bc")*"#);
        check("^(?:(?:a|b*)c?)*$", "[abc]*".replace("abc", "a-c").as_str());
        check("^(?:a?){0,3}$", r#"("a"?){0,3}"#);
    }

    #[test]
    fn counters_are_kept_below_the_limit() {
        check("^[ab]{1999}$", "[ab]{1999}");
        check("^[ab]{2000}$", "([ab]{1000}){2}");
        check("^[ab]{2001,}$", "([ab]{1000}){2} [ab] [ab]*");
        check("^[ab]{0,2500}$", "([ab]{1000})? [ab]{0,999} | ([ab]{1000}){2} [ab]{0,500}");
        // The group counts with 64 rules, and 64 times 31 is 1984.
        check(r"^(?:[a-z]{0,63}\.){0,31}$", r#"([a-z]{0,63} "."){0,31}"#);
        check(r"^(?:[a-z]{0,63}\.){0,32}$", "root-part{0,32}\nroot-part ::= [a-z]{0,63} \".\"");
    }

    #[test]
    fn states_become_rules() {
        let language = Language::from_pattern(&pattern("^(?:ab)*$"), Matching::Search).unwrap();
        let text = Rules::of_states(language.dfa()).text().unwrap();
        assert_eq!(text, "root ::= \"a\" s1 | \"\"\ns1 ::= \"b\" root\n");
        let language = Language::from_pattern(&pattern("^a*b[^]$"), Matching::Search).unwrap();
        let text = Rules::of_states(language.dfa()).text().unwrap();
        assert_eq!(text, "root ::= \"a\"* \"b\" s1\ns1 ::= .\n");
    }

    #[test]
    fn the_reader_refuses_what_llama_cpp_refuses() {
        for text in [
            "root ::= [a]{2000}",
            "root ::= [a]{0,2001}",
            "root ::= ([a]{0,63} \"b\"){0,32}",
            "root ::= [^]",
            "root ::= []",
            "root ::= a_b\na_b ::= \"x\"",
            r#"root ::= "\^""#,
            r#"root ::= "\x4""#,
            "root ::= \"a",
            "root ::= (\"a\"",
            "root ::= * \"a\"",
            "root = \"a\"",
        ] {
            assert!(gbnf_reader::read(text).is_err(), "{text}");
        }
    }

    /// The texts are in the guide of GBNF, or follow from its sentences.
    #[test]
    fn the_reader_knows_the_guide() {
        let read = |text: &str| {
            let grammar = crate::AnyGrammar::printed(gbnf_reader::read(text).unwrap());
            Language::from_production(&grammar, ROOT).unwrap()
        };
        let same = |text: &str, other: &str| {
            let other = Language::from_pattern(&pattern(other), Matching::Search).unwrap();
            assert!(read(text) == other, "{text}");
        };
        same(
            "# a list\nroot ::= (\"- \" item)+ # items\nitem ::= [^\\n]+ \"\\n\"\n",
            "^(?:- [^\\n]+\\n)+$",
        );
        same("root ::= (\n  \"a\" # first\n  \"b\"\n) |\n  [x-]{2} | \"\"", "^(?:ab|[x-]{2})?$");
        same(
            r#"root ::= [\x41\u0042\U0001F600-\U0001F601]{2,} "\t""#,
            r"^[AB\u{1F600}\u{1F601}]{2,}\t$",
        );
        same("root ::= \"ab\"*", "^(?:ab)*$");
        same("root ::= . [^a-c\\]]", r"^[^][^a-c\]]$");
    }
}

//! A production as a pest grammar, with all that it reaches.
//!
//! A rule takes the first alternative that succeeds, and a repetition all it can. So each production is tried in several
//! ways, callees first, until its rule reads what the production has; from its minimal automaton it always does.

use std::collections::{BTreeMap, HashMap, HashSet};
use std::fmt::Write;

use grammar_automata::build::{Dfa, difference};
use grammar_automata::engine::{CharacterSet, graph};
use grammar_notation::{Languages, Origin, Printed, PrintedProduction, Term};
use grammar_peg::Peg;

use super::abnf::{TermPrecedence, grouped, reached};
use super::sets::{self, Productions};
use crate::pair::{blurred, rule_names};

/// The name of the file, for nobody.
const FILE: &str = "export.pest";

/// The ways in which a production becomes a rule, in the order in which they are tried.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
enum Strategy {
    Printed,
    Guarded,
    Turned,
    States,
}

const STRATEGIES: [Strategy; 4] =
    [Strategy::Printed, Strategy::Guarded, Strategy::Turned, Strategy::States];

/// Writes all that some productions reach, and first the first of them. A production that has no automaton, or octets
/// that are no characters, has no rule. What calls it is written without a call. Gives the text, and the productions,
/// each with the rule that the text has for it, or else with none.
pub(super) fn write(printed: &Printed, names: &[&str]) -> (String, Vec<(String, Option<String>)>) {
    let productions = Productions::of(printed);
    let reached = reached(printed, &productions, names, true);
    let own: Vec<&str> = reached.iter().map(|one| &*one.name).collect();
    let languages = &Languages::of_those(printed, &own);
    let mut writer = PestWriter::new(printed, productions, languages);
    let mut rules: BTreeMap<usize, (Strategy, String)> = BTreeMap::new();
    let calls = calls(&reached, &writer);
    for at in graph::components(&calls).concat() {
        let production = reached[at];
        let is_used = graph::reached(&calls, [at]);
        let used = rules.iter().filter(|(other, _)| is_used[**other]);
        let used: Vec<&str> = used.map(|(_, (_, text))| &**text).collect();
        let used = used.concat();
        let found = STRATEGIES.into_iter().find_map(|way| {
            let text = writer.rule(production, way)?;
            writer.is_equal(&format!("{text}{used}"), production).then_some((way, text))
        });
        rules.extend(found.map(|found| (at, found)));
    }
    let rule = |(at, one): (usize, &&PrintedProduction)| {
        let rule = rules.contains_key(&at).then(|| writer.name(&one.name));
        (one.name.clone(), rule)
    };
    let all = reached.iter().enumerate().map(rule).collect();
    let text: Vec<String> = rules.into_values().map(|(_, text)| text).collect();
    (text.concat(), all)
}

/// Writes all productions as printed, and says which rule transcribes which production: what a parser would read that
/// takes the first alternative that succeeds. A production that has no rule is left out.
pub(crate) fn as_printed(printed: &Printed) -> (String, HashMap<String, String>) {
    let productions = Productions::of(printed);
    let own = printed.productions.iter().map(|one| productions.key(&one.name));
    let own: HashSet<String> = own.collect();
    let lent = printed.notation.built_in().iter();
    let used = lent.filter(|one| !own.contains(&productions.key(&one.name)));
    let all: Vec<&PrintedProduction> = used.chain(&printed.productions).collect();
    let languages = &Languages::of_those(printed, &[]);
    let mut writer = PestWriter::new(printed, productions, languages);
    let (mut text, mut rules) = (String::new(), HashMap::new());
    for production in all {
        if let Some(rule) = writer.rule(production, Strategy::Printed) {
            text.push_str(&rule);
            rules.insert(writer.name(&production.name), production.name.clone());
        }
    }
    (text, rules)
}

/// The productions that each production calls, by their numbers.
fn calls(reached: &[&PrintedProduction], writer: &PestWriter<'_>) -> Vec<Vec<usize>> {
    let place: HashMap<String, usize> =
        reached.iter().map(|one| writer.productions.key(&one.name)).zip(0..).collect();
    let calls = |one: &&PrintedProduction| -> Vec<usize> {
        let terms = one.term.iter().flat_map(Term::all);
        let names = terms.filter_map(|term| term.name().map(|name| writer.productions.key(name)));
        names.filter_map(|key| place.get(&key).copied()).collect()
    };
    reached.iter().map(calls).collect()
}

struct PestWriter<'g> {
    productions: Productions<'g>,
    /// The names of the rules, by the keys of the productions.
    names: HashMap<String, String>,
    /// What the names of the rules of states must not look like.
    taken: HashSet<String>,
    languages: &'g Languages,
}

impl<'g> PestWriter<'g> {
    /// Names depend on the whole grammar, and not on what is written of it, so that an audit finds them again. What is
    /// imported gives way to the grammar's own, as it does there.
    fn new(printed: &'g Printed, productions: Productions<'g>, languages: &'g Languages) -> Self {
        let own: HashSet<String> =
            printed.productions.iter().map(|one| productions.key(&one.name)).collect();
        let lent = printed.notation.built_in().iter();
        let lent = lent.filter(|one| !own.contains(&productions.key(&one.name)));
        let is_imported = |one: &&PrintedProduction| matches!(one.origin, Origin::Imported { .. });
        let (imported, own): (Vec<_>, Vec<_>) =
            printed.productions.iter().chain(lent).partition(is_imported);
        let own: Vec<&str> = own.iter().map(|one| &*one.name).collect();
        let rules = rule_names(own.iter().copied());
        let mut taken: HashSet<String> = own.iter().map(|name| blurred(name)).collect();
        taken.extend(rules.iter().map(|rule| blurred(rule)));
        let mut names: HashMap<String, String> =
            own.iter().map(|name| productions.key(name)).zip(rules).collect();
        for production in imported {
            let mut rule = rule_names([&*production.name]).concat();
            while !taken.insert(blurred(&rule)) {
                rule.push_str("_imported");
            }
            names.insert(productions.key(&production.name), rule);
        }
        Self { productions, names, taken, languages }
    }

    fn name(&self, name: &str) -> String {
        let known = self.names.get(&self.productions.key(name));
        // What is not defined has a name all the same.
        known.map_or_else(|| rule_names([name]).concat(), String::clone)
    }

    fn rule(&mut self, production: &PrintedProduction, way: Strategy) -> Option<String> {
        let name = self.name(&production.name);
        let term = production.term.as_ref().ok()?;
        let body = match (way, term) {
            (Strategy::States, _) => {
                let start = self.languages.start(&production.name)?.ok()?;
                let dfa = self.languages.dfa().alone(start);
                let prefix = prefix(&name, &dfa, &self.taken);
                return Some(write_states(&dfa, &name, &prefix));
            }
            (Strategy::Printed, term) => self.term(term, TermPrecedence::Choice)?,
            (Strategy::Turned, Term::Choice(all)) => {
                self.all(all.iter().rev().map(|one| &one.term), " | ")?
            }
            (Strategy::Guarded, Term::Choice(all)) => {
                let mut parts = Vec::new();
                for (at, one) in all.iter().enumerate() {
                    let mut part = self.term(&one.term, TermPrecedence::Sequence)?;
                    let after = self.may_follow(production, &one.term);
                    if let Some(after) = after.filter(|_| at + 1 < all.len()) {
                        part += &format!(" ~ !{}", characters(&after, true));
                    }
                    parts.push(part);
                }
                parts.join(" | ")
            }
            _ => return None,
        };
        Some(format!("{name} = {{ {body} }}\n"))
    }

    /// Terms with a sign between them.
    fn all<'t>(&mut self, all: impl Iterator<Item = &'t Term>, sign: &str) -> Option<String> {
        let all = all.map(|one| self.term(one, TermPrecedence::Sequence));
        Some(all.collect::<Option<Vec<String>>>()?.join(sign))
    }

    /// The characters that may follow a string of an alternative in a string of the production.
    fn may_follow(&self, production: &PrintedProduction, term: &Term) -> Option<CharacterSet> {
        let own = self.languages.start(term.name()?)?.ok()?;
        let whole = self.languages.start(&production.name)?.ok()?;
        let dfa = self.languages.dfa();
        let dead = dfa.dead(None);
        let (mut set, mut at) = (CharacterSet::of([]), 0);
        let mut pairs = vec![(dfa.start(own), dfa.start(whole))];
        let mut seen: HashSet<(u32, u32)> = pairs.iter().copied().collect();
        while let Some(&(own, whole)) = pairs.get(at) {
            at += 1;
            if dfa.accepts(own) {
                let steps = sets::steps(dfa, whole, dead);
                set = steps.values().fold(set, |set, more| set.union(more));
            }
            for (&own, &whole) in dfa.row(own).iter().zip(dfa.row(whole)) {
                if Some(own) != dead && seen.insert((own, whole)) {
                    pairs.push((own, whole));
                }
            }
        }
        let is_empty = set.ranges().next().is_none();
        (!is_empty).then_some(set)
    }

    /// Whether the rule of a production reads what the production has. What is only lent to the grammar
    /// is no production that anybody asked for.
    fn is_equal(&self, rules: &str, production: &PrintedProduction) -> bool {
        let Some(start) = self.languages.start(&production.name) else { return true };
        let Ok(peg) = Peg::read(FILE, rules) else { return false };
        let name = self.name(&production.name);
        let decided = peg.decide_only(&peg.reached([&*name].into_iter()));
        let rule = decided.start(&name);
        let (Some(rule), Ok(start)) = (rule, start) else { return false };
        difference((&decided.dfa, rule), (self.languages.dfa(), start)).is_equal()
    }

    fn term(&mut self, term: &Term, place: TermPrecedence) -> Option<String> {
        let is_part = place > TermPrecedence::Choice;
        Some(match term {
            Term::Name(name) => self.name(name),
            Term::Literal { bytes, ignore_case } => {
                let bytes = std::str::from_utf8(bytes).ok()?;
                let has_case = bytes.contains(|one: char| one.is_ascii_alphabetic());
                format!("{}{}", if *ignore_case && has_case { "^" } else { "" }, quoted(bytes))
            }
            Term::Bytes(_) | Term::Difference { .. } => {
                characters(&self.productions.set(term)?, is_part)
            }
            Term::Sequence(parts) if parts.is_empty() => "\"\"".to_owned(),
            Term::Sequence(parts) => match self.productions.set(term) {
                Some(set) => characters(&set, is_part),
                None => grouped(place > TermPrecedence::Sequence, self.all(parts.iter(), " ~ ")?),
            },
            Term::Choice(all) => {
                grouped(is_part, self.all(all.iter().map(|one| &one.term), " | ")?)
            }
            Term::Repeat { max: Some(0), .. } => "\"\"".to_owned(),
            Term::Repeat { min, max, term } => {
                // `(e?)*` is `e*`, and pest has only this one.
                let (min, term) = match &**term {
                    Term::Repeat { min: 0, max: Some(1), term } if max.is_none() => (&0, term),
                    _ => (min, term),
                };
                let term = self.term(term, TermPrecedence::Repeat)?;
                match (min, max) {
                    (0, None) => format!("{term}*"),
                    (1, None) => format!("{term}+"),
                    (0, Some(1)) => format!("{term}?"),
                    (min, None) => format!("{term}{{{min},}}"),
                    (min, Some(max)) if min == max => format!("{term}{{{min}}}"),
                    (min, Some(max)) => format!("{term}{{{min},{max}}}"),
                }
            }
        })
    }
}

// Characters and strings as pest writes them.

/// The characters of a set.
fn characters(set: &CharacterSet, is_part: bool) -> String {
    let character = |one: char| format!("'{}'", escaped(one, '\''));
    let part = |(first, last): (char, char)| match first == last {
        true => quoted(first.encode_utf8(&mut [0; 4])),
        false => format!("{}..{}", character(first), character(last)),
    };
    let parts: Vec<String> = set.ranges().map(part).collect();
    if is_part && parts.len() > 1 { format!("({})", parts.join(" | ")) } else { parts.join(" | ") }
}

fn quoted(string: &str) -> String {
    format!("\"{}\"", string.chars().map(|one| escaped(one, '"')).collect::<String>())
}

fn escaped(one: char, quote: char) -> String {
    match one {
        one if one == quote || one == '\\' => format!("\\{one}"),
        ' '..='~' => one.to_string(),
        one => format!("\\u{{{:02X}}}", u32::from(one)),
    }
}

// The rules of pest that are the states of an automaton.

/// What the rules of the states are called, but for their numbers: none is taken, nor looks like one that is.
pub(super) fn prefix(rule: &str, dfa: &Dfa, taken: &HashSet<String>) -> String {
    let mut prefix = format!("{rule}_");
    let is_taken = |prefix: &str| {
        (0..dfa.states()).any(|state| taken.contains(&blurred(&format!("{prefix}{state}"))))
    };
    while is_taken(&prefix) {
        prefix.push_str("state_");
    }
    prefix
}

/// Writes the rules. The rule of the start has the name, and the others have the prefix and a number.
pub(super) fn write_states(dfa: &Dfa, name: &str, prefix: &str) -> String {
    let (first, dead) = (dfa.start(0), dfa.dead(None));
    let called = |state: u32| match state {
        state if state == first => name.to_owned(),
        state => format!("{prefix}{state}"),
    };
    let live = dfa.reachable([first]).into_iter().filter(|state| Some(*state) != dead);
    let steps: BTreeMap<u32, BTreeMap<u32, CharacterSet>> =
        live.map(|state| (state, sets::steps(dfa, state, dead))).collect();
    // Where nothing may follow there is nothing to call.
    let ends = |state: u32| steps.get(&state).is_none_or(BTreeMap::is_empty);
    let mut text = String::new();
    for (&state, after) in &steps {
        if state != first && ends(state) {
            continue;
        }
        let (mut again, mut parts) = (String::new(), Vec::new());
        for (&next, set) in after {
            let set = characters(set, true);
            match next {
                next if next == state => again = format!("{set}* ~ "),
                next if ends(next) => parts.push(set),
                next => parts.push(format!("{set} ~ {}", called(next))),
            }
        }
        if dfa.accepts(state) || parts.is_empty() {
            parts.push("\"\"".to_owned());
        }
        let all = parts.join(" | ");
        let all = if parts.len() > 1 && !again.is_empty() { format!("({all})") } else { all };
        // Writing to a string does not fail.
        let _ = writeln!(text, "{} = {{ {again}{all} }}", called(state));
    }
    text
}

//! Writes grammars of pest and ABNF.

use std::collections::{BTreeMap, HashMap, HashSet};
use std::fmt::Write;

use grammar_automata::build::{Dfa, difference};
use grammar_automata::engine::{CharacterSet, graph};
use grammar_notation::engine::Replaced;
use grammar_notation::{Characters, Languages, Notation, Origin, Printed, PrintedProduction, Term};
use grammar_peg::{Atomicity, Peg};
use grammar_regex::engine::Tree;

use super::sets;
use super::sets::Productions;
use crate::pair::{DEPTH, blurred, rule_names};
use crate::verdicts::depth::{self, Nested};
use crate::verdicts::judge::RuleInstance;
use crate::verdicts::verdict::Verdict;

// A production as a pest grammar, with everything that it reaches.
//
// A rule matches the first alternative that succeeds, and a repetition as much as it can. Several strategies are
// therefore tried for each production, after the productions that it calls, until its rule accepts the production's
// strings; the rule of its minimal automaton always does.

/// The file name under which written rules are read back.
const FILE: &str = "export.pest";

/// A strategy by which a production becomes a rule. The strategies are tried in this order.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
enum Strategy {
    Printed,
    Guarded,
    Turned,
    States,
}

const STRATEGIES: [Strategy; 4] =
    [Strategy::Printed, Strategy::Guarded, Strategy::Turned, Strategy::States];

/// A grammar as rules of pest.
pub(super) struct PestText {
    pub(super) text: String,
    /// The productions, each with the name of its rule in the text, if it has one.
    pub(super) rules: Vec<(String, Option<String>)>,
    /// The depth of nested calls to which recursive productions were compared with their rules, if there are any.
    pub(super) depth: Option<usize>,
}

/// Writes a rule for each production that is reachable from `names`, beginning with the first of `names`. A production
/// that nests in itself is written with the productions of its cycle, and compared to a depth. No rule is written for a
/// production that has no automaton for another reason, or that has octets which are not characters. The callers of
/// such a production are written from their own automata.
pub(super) fn write_pest(printed: &Printed, names: &[&str]) -> PestText {
    let productions = Productions::of(printed);
    let reached = reached(printed, &productions, names, true);
    let own: Vec<&str> = reached.iter().map(|one| &*one.name).collect();
    let languages = &Languages::of_those(printed, &own);
    let mut writer = PestWriter::new(printed, productions, languages);
    let mut rules: BTreeMap<usize, String> = BTreeMap::new();
    let mut depth = None;
    let calls = calls(&reached, &writer);
    let used = |rules: &BTreeMap<usize, String>, all: &[usize]| {
        let is_used = graph::reached(&calls, all.iter().copied());
        let used = rules.iter().filter(|(other, _)| is_used[**other]);
        used.map(|(_, text)| &**text).collect::<Vec<&str>>().concat()
    };
    for component in graph::components(&calls) {
        if component.iter().any(|&at| writer.recurses(reached[at])) {
            let cycle: Vec<&PrintedProduction> = component.iter().map(|&at| reached[at]).collect();
            let used = used(&rules, &component);
            let Some((texts, to)) = writer.cycle(printed, &cycle, &used) else { continue };
            depth = Some(depth.map_or(to, |known: usize| known.min(to)));
            rules.extend(component.into_iter().zip(texts));
            continue;
        }
        for at in component {
            let (production, used) = (reached[at], used(&rules, &[at]));
            let found = STRATEGIES.into_iter().find_map(|way| {
                let text = writer.rule(production, way)?;
                writer.is_equal(&format!("{text}{used}"), production).then_some(text)
            });
            rules.extend(found.map(|found| (at, found)));
        }
    }
    let rule = |(at, one): (usize, &&PrintedProduction)| {
        let rule = rules.contains_key(&at).then(|| writer.name(&one.name));
        (one.name.clone(), rule)
    };
    let all = reached.iter().enumerate().map(rule).collect();
    let text: Vec<String> = rules.into_values().collect();
    PestText { text: text.concat(), rules: all, depth }
}

/// Writes all productions as rules in their printed form. The rules have the meaning of a parser that commits to the
/// first successful alternative. Returns the text, and the production of each rule. Productions that cannot be written
/// are omitted.
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

/// Returns, for each production, the indices of the productions that it calls.
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
    /// Names in use. The names that are generated for the rules of states must not resemble them.
    taken: HashSet<String>,
    languages: &'g Languages,
}

impl<'g> PestWriter<'g> {
    /// Chooses the names of the rules. They depend on the whole grammar, not on the part that is written, so that an
    /// audit finds them again. As in an audit, the grammar's own names take precedence over imported ones.
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
        // An undefined production has a name too.
        known.map_or_else(|| rule_names([name]).concat(), String::clone)
    }

    fn rule(&mut self, production: &PrintedProduction, way: Strategy) -> Option<String> {
        let name = self.name(&production.name);
        let term = production.term.as_ref().ok()?;
        let body = match (way, term) {
            (Strategy::States, _) => {
                let start = self.languages.start(&production.name)?.ok()?;
                let dfa = self.languages.dfa().restrict(start);
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

    /// Returns whether a production has no automaton because productions nest in themselves.
    fn recurses(&self, production: &PrintedProduction) -> bool {
        let start = self.languages.start(&production.name);
        start.is_some_and(|start| start.is_err_and(|why| why.reason.is_recursion()))
    }

    /// Writes productions that call each other. `used` contains the rules that these productions use. Returns the new
    /// rules, and the depth to which they are equal to the productions.
    fn cycle(
        &mut self,
        printed: &Printed,
        cycle: &[&PrintedProduction],
        used: &str,
    ) -> Option<(Vec<String>, usize)> {
        let mut tried: Vec<Vec<String>> = Vec::new();
        [Strategy::Printed, Strategy::Turned].into_iter().find_map(|way| {
            let rule = |one: &&PrintedProduction| {
                // Only choices can be turned.
                self.rule(one, way).or_else(|| self.rule(one, Strategy::Printed))
            };
            let texts = cycle.iter().map(rule).collect::<Option<Vec<String>>>()?;
            if tried.contains(&texts) {
                return None;
            }
            tried.push(texts.clone());
            let peg = Peg::read(FILE, &format!("{}{used}", texts.concat())).ok()?;
            if !peg.refused_by_pest().is_empty() {
                return None;
            }
            let rules: Vec<String> = cycle.iter().map(|one| self.name(&one.name)).collect();
            let runs: Vec<[RuleInstance<'_>; 1]> =
                rules.iter().map(|rule| [(&**rule, Atomicity::NonAtomic)]).collect();
            let nested = cycle.iter().zip(&runs);
            let nested =
                nested.map(|(one, runs)| Nested { name: &one.name, runs, is_regular: false });
            let nested: Vec<Nested<'_>> = nested.collect();
            let read = (printed, &Replaced::default());
            let found = depth::verdicts(read, &peg, &nested, (DEPTH, depth::EACH), &mut Vec::new());
            let depth = found.into_iter().map(|verdict| match verdict? {
                Verdict::Equal => Some(usize::MAX),
                Verdict::EqualToDepth(depth) => Some(depth),
                _ => None,
            });
            let depth = depth.collect::<Option<Vec<usize>>>()?.into_iter().min()?;
            Some((texts, depth))
        })
    }

    /// Writes terms with an operator between them.
    fn all<'t>(&mut self, all: impl Iterator<Item = &'t Term>, sign: &str) -> Option<String> {
        let all = all.map(|one| self.term(one, TermPrecedence::Sequence));
        Some(all.collect::<Option<Vec<String>>>()?.join(sign))
    }

    /// Returns the characters that may continue a string of one alternative to a longer string of the production.
    fn may_follow(&self, production: &PrintedProduction, term: &Term) -> Option<CharacterSet> {
        let own = self.languages.start(term.name()?)?.ok()?;
        let whole = self.languages.start(&production.name)?.ok()?;
        let dfa = self.languages.dfa();
        let dead = dfa.dead(None);
        let (mut set, mut at) = (CharacterSet::from_ranges([]), 0);
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

    /// Returns whether the rule of a production accepts exactly the production's strings. A built-in production that
    /// the caller did not request is not checked, and counts as equal.
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
                // `(e?)*` is `e*`, which is the only form that pest accepts.
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

// Characters and strings in pest's notation.

/// Writes a set of characters.
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

// Rules of pest for the states of an automaton.

/// Returns a prefix for the names of the rules of states. With this prefix, the names resemble no name in `taken`.
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

/// Writes a rule for each state. The rule of the start is called `name`, and the others `prefix` followed by a number.
pub(super) fn write_states(dfa: &Dfa, name: &str, prefix: &str) -> String {
    let (first, dead) = (dfa.start(0), dfa.dead(None));
    let called = |state: u32| match state {
        state if state == first => name.to_owned(),
        state => format!("{prefix}{state}"),
    };
    let live = dfa.reachable([first]).into_iter().filter(|state| Some(*state) != dead);
    let steps: BTreeMap<u32, BTreeMap<u32, CharacterSet>> =
        live.map(|state| (state, sets::steps(dfa, state, dead))).collect();
    // A state without successors calls nothing.
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
        // Writing to a string cannot fail.
        let _ = writeln!(text, "{} = {{ {again}{all} }}", called(state));
    }
    text
}

// A production as a grammar in ABNF (RFC 5234, RFC 7405), with everything that it reaches. The production comes first, and
// the others follow in the printed order. Characters that are not allowed in names of ABNF are replaced by `-`.

/// The preferred maximum width of a line.
const WIDTH: usize = 72;

/// Writes everything that a production of the grammar reaches. Returns the text, and the production's name in it.
pub(super) fn write_abnf(printed: &Printed, name: &str) -> (String, String) {
    let productions = Productions::of(printed);
    let reached = reached(printed, &productions, &[name], false);
    let names = names(&reached, printed);
    let is_of_characters = match printed.notation {
        Notation::Abnf => printed.characters == Some(Characters::Utf8),
        _ => true,
    };
    let mut writer = AbnfWriter { productions, names, is_of_characters };
    let terms = reached.iter().filter_map(|one| Some((one, one.term.as_ref().ok()?)));
    let text = terms.map(|(one, term)| writer.production(one, term)).collect();
    let name = writer.name(name);
    (if writer.is_of_characters { headed(text) } else { text }, name)
}

/// The comment above a grammar in which numbers above 7F mean characters, not octets.
pub(super) const OF_CHARACTERS: &str = "; Numbers above 7F are code points, in UTF-8.\n";

/// Adds the comment [`OF_CHARACTERS`] to a text with numbers above 7F.
fn headed(text: String) -> String {
    let numbers = text.split("%x").skip(1);
    let mut ends = numbers.flat_map(|rest| {
        let end = rest.find(|one: char| !one.is_ascii_hexdigit() && one != '-' && one != '.');
        rest[..end.unwrap_or(rest.len())].split(['-', '.'])
    });
    let is_high = |number: &str| u32::from_str_radix(number, 16).is_ok_and(|one| one > 0x7F);
    if ends.any(is_high) { format!("{OF_CHARACTERS}{text}") } else { text }
}

/// Returns whether a production, directly or through others, subtracts strings in a way that ABNF cannot express.
pub(super) fn has_exceptions(printed: &Printed, name: &str) -> bool {
    let mut productions = Productions::of(printed);
    let reached = reached(printed, &productions, &[name], false);
    let terms = reached.iter().flat_map(|one| one.term.iter()).flat_map(Term::all);
    let mut exceptions = terms.filter(|term| matches!(term, Term::Difference { .. }));
    // ABNF cannot express the empty set either.
    exceptions.any(|term| productions.set(term).is_none_or(|set| set.ranges().next().is_none()))
}

/// Writes a tree as one production. Returns the text, and the name of the production.
pub(super) fn of_tree(tree: &Tree, name: &str) -> (String, String) {
    let name = rule_name(name);
    (headed(format!("{name} = {}\n", of_part(tree, TermPrecedence::Choice))), name)
}

/// Writes a part of a tree that has neither anchors nor look-around.
fn of_part(tree: &Tree, place: TermPrecedence) -> String {
    use TermPrecedence::{Choice, Sequence};
    match tree {
        Tree::Set(set) => ranges(&codes(set), place),
        tree if tree.is_empty() => "\"\"".to_owned(),
        Tree::Sequence(parts) => {
            grouped(place > Sequence, joined(parts.iter().map(|one| of_part(one, Sequence)), " "))
        }
        Tree::Choice(parts) => {
            grouped(place > Choice, joined(parts.iter().map(|one| of_part(one, Choice)), " / "))
        }
        Tree::Repeat { of, min, max, .. } => repeat(*min, *max, place, |place| of_part(of, place)),
        Tree::Group { of, .. } | Tree::Atomic(of) | Tree::Look { of, .. } => of_part(of, place),
        Tree::Start | Tree::End => String::new(),
    }
}

/// Returns the productions that are reachable from `names`. The first of `names` comes first, followed by the others in
/// the printed order. The core rules of ABNF are included only if `with_lent` is true.
pub(super) fn reached<'g>(
    printed: &Printed,
    productions: &Productions<'g>,
    names: &[&str],
    with_lent: bool,
) -> Vec<&'g PrintedProduction> {
    let mut seen = HashSet::new();
    let mut waiting: Vec<String> = names.iter().rev().map(|&name| name.to_owned()).collect();
    let mut found: Vec<&PrintedProduction> = Vec::new();
    while let Some(name) = waiting.pop() {
        if !seen.insert(productions.key(&name)) {
            continue;
        }
        let Some(production) = productions.get(&name) else { continue };
        let is_lent = printed.notation == Notation::Abnf && printed.production(&name).is_none();
        if is_lent && !with_lent {
            continue;
        }
        found.push(production);
        let terms = production.term.iter().flat_map(Term::all);
        waiting.extend(terms.filter_map(|term| term.name().map(str::to_owned)));
    }
    let places: HashMap<*const PrintedProduction, usize> =
        printed.productions.iter().map(std::ptr::from_ref).zip(0..).collect();
    let place = |one: &PrintedProduction| places.get(&std::ptr::from_ref(one)).copied();
    let first = found.first().copied();
    found.sort_by_key(|one| {
        let is_first = first.is_some_and(|first| std::ptr::eq(first, *one));
        (!is_first, place(one).unwrap_or(usize::MAX))
    });
    found
}

/// A writer of single terms of a grammar, with the grammar's names.
pub(crate) struct TermText<'g>(AbnfWriter<'g>);

impl<'g> TermText<'g> {
    pub(crate) fn new(printed: &'g Printed) -> Self {
        let productions = Productions::of(printed);
        Self(AbnfWriter { productions, names: HashMap::new(), is_of_characters: true })
    }

    /// Returns the text of a term, on one line.
    pub(crate) fn of(&mut self, term: &Term) -> String {
        self.0.term(term, TermPrecedence::Choice)
    }

    /// Returns the set of characters that a term denotes, if it denotes one.
    pub(crate) fn set(&mut self, term: &Term) -> Option<CharacterSet> {
        self.0.productions.set(term)
    }

    /// Returns the characters that are whole alternatives of a term. Longer alternatives of the term are ignored.
    pub(crate) fn single_characters(&mut self, term: &Term) -> CharacterSet {
        self.0.productions.single_characters(term)
    }
}

/// Returns an ABNF name for each production, by the production's key. The names are distinct even if case is ignored.
fn names(reached: &[&PrintedProduction], printed: &Printed) -> HashMap<String, String> {
    let (mut names, mut taken) = (HashMap::new(), HashSet::new());
    for production in reached {
        let mut name = rule_name(&production.name);
        while !taken.insert(name.to_ascii_lowercase()) {
            name.push_str("-2");
        }
        names.insert(printed.notation.key(&production.name), name);
    }
    names
}

/// Converts a name to a name of ABNF, which is a letter followed by letters, digits and hyphens (RFC 5234, 4).
fn rule_name(name: &str) -> String {
    let is_of_names = |one: char| one.is_ascii_alphanumeric();
    let name = name.chars().map(|one| if is_of_names(one) { one } else { '-' });
    let name: String = name.collect();
    let begins = name.starts_with(|first: char| first.is_ascii_alphabetic());
    if begins { name } else { format!("r-{name}") }
}

/// The construct around a term, from the loosest to the tightest.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum TermPrecedence {
    Choice,
    Sequence,
    Repeat,
}

struct AbnfWriter<'g> {
    productions: Productions<'g>,
    names: HashMap<String, String>,
    /// Whether numbers above 7F are characters, not octets.
    is_of_characters: bool,
}

impl AbnfWriter<'_> {
    fn name(&self, name: &str) -> String {
        let known = self.names.get(&self.productions.key(name));
        known.map_or_else(|| name.to_owned(), String::clone)
    }

    /// Writes a production on one line, or with one alternative on each line if it is too long.
    fn production(&mut self, production: &PrintedProduction, term: &Term) -> String {
        let name = self.name(&production.name);
        let all: Vec<String> = match term {
            Term::Choice(all) => {
                all.iter().map(|one| self.term(&one.term, TermPrecedence::Choice)).collect()
            }
            term => vec![self.term(term, TermPrecedence::Choice)],
        };
        let line = all.join(" / ");
        let lines = if name.len() + " = ".len() + line.len() > WIDTH {
            all.join(&format!("\n{:1$} / ", "", name.len()))
        } else {
            line
        };
        format!("{name} = {lines}\n")
    }

    fn term(&mut self, term: &Term, place: TermPrecedence) -> String {
        use TermPrecedence::{Choice, Sequence};
        match term {
            Term::Name(name) => self.name(name),
            Term::Bytes(set) => {
                let all = set.ranges().map(|(first, last)| (first.into(), last.into()));
                ranges(&all.collect::<Vec<_>>(), place)
            }
            Term::Literal { bytes, ignore_case } => {
                let text_of = std::str::from_utf8(bytes).ok().filter(|_| self.is_of_characters);
                let codes: Vec<u32> = match text_of {
                    Some(characters) => characters.chars().map(u32::from).collect(),
                    None => bytes.iter().copied().map(u32::from).collect(),
                };
                literal(&codes, *ignore_case, place)
            }
            Term::Sequence(parts) if parts.is_empty() => "\"\"".to_owned(),
            Term::Sequence(parts) => {
                // The UTF-8 of a character is written as one number if numbers are characters.
                if let Some(set) = self.productions.set(term) {
                    return ranges(&codes(&set), place);
                }
                let parts = joined(parts.iter().map(|one| self.term(one, Sequence)), " ");
                grouped(place > Sequence, parts)
            }
            Term::Choice(all) => {
                let all = joined(all.iter().map(|one| self.term(&one.term, Choice)), " / ");
                grouped(place > Choice, all)
            }
            // Other differences cannot be written: see `has_exceptions`.
            Term::Difference { .. } => {
                let set =
                    self.productions.set(term).unwrap_or_else(|| CharacterSet::from_ranges([]));
                ranges(&codes(&set), place)
            }
            Term::Repeat { min, max, term } => {
                repeat(*min, *max, place, |place| self.term(term, place))
            }
        }
    }
}

fn repeat(
    min: u32,
    max: Option<u32>,
    place: TermPrecedence,
    write: impl FnOnce(TermPrecedence) -> String,
) -> String {
    let times = match (min, max) {
        (0, Some(1)) => return format!("[ {} ]", write(TermPrecedence::Choice)),
        (min, Some(max)) if min == max => min.to_string(),
        (0, None) => "*".to_owned(),
        (min, None) => format!("{min}*"),
        (0, Some(max)) => format!("*{max}"),
        (min, Some(max)) => format!("{min}*{max}"),
    };
    // A number before a number would form another number.
    let is_group = place == TermPrecedence::Repeat;
    grouped(is_group, format!("{times}{}", write(TermPrecedence::Repeat)))
}

/// Returns the code points of a set, as ranges.
fn codes(set: &CharacterSet) -> Vec<(u32, u32)> {
    set.ranges().map(|(first, last)| (first.into(), last.into())).collect()
}

fn ranges(ranges: &[(u32, u32)], place: TermPrecedence) -> String {
    let range = |&(first, last): &(u32, u32)| match last {
        last if first == last => format!("%x{first:02X}"),
        last => format!("%x{first:02X}-{last:02X}"),
    };
    let is_group = place > TermPrecedence::Choice && ranges.len() > 1;
    grouped(is_group, joined(ranges.iter().map(range), " / "))
}

fn joined(parts: impl Iterator<Item = String>, sign: &str) -> String {
    parts.collect::<Vec<_>>().join(sign)
}

pub(super) fn grouped(is_group: bool, text: String) -> String {
    if is_group { format!("({text})") } else { text }
}

/// Writes a literal in quotes if possible, and otherwise by its numbers.
fn literal(codes: &[u32], ignore_case: bool, place: TermPrecedence) -> String {
    if codes.is_empty() {
        return "\"\"".to_owned();
    }
    let quotable = |code: u32| {
        u8::try_from(code).ok().filter(|byte| matches!(byte, b' '..=b'~') && *byte != b'"')
    };
    let written = |run: &[u32]| {
        let quoted: Option<String> =
            run.iter().map(|&code| quotable(code).map(char::from)).collect();
        let Some(quoted) = quoted else {
            return format!("%x{}", joined(run.iter().map(|code| format!("{code:02X}")), "."));
        };
        let has_case = quoted.contains(|one: char| one.is_ascii_alphabetic());
        let sign = if has_case && !ignore_case { "%s" } else { "" };
        format!("{sign}\"{quoted}\"")
    };
    let runs = codes.chunk_by(|a, b| quotable(*a).is_some() == quotable(*b).is_some());
    let runs: Vec<String> = runs.map(written).collect();
    grouped(place == TermPrecedence::Repeat && runs.len() > 1, runs.join(" "))
}

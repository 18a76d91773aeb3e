//! Checks what certificates say, side by side. The documentation of the crate says why that suffices.

use std::collections::{HashMap, HashSet};

use crate::certificate::{self, Certificate, GrammarBlock, Other, Table};
use crate::grammar::Grammar;
use crate::peg::Peg;
use crate::pest::{self, Rule};
use crate::regular::Regular;
use crate::{Fault, Subject, Verified};

/// How many states may meet each pair of a certificate, on the average; so the walk is linear in the certificate.
const MEETINGS: usize = 64;
/// How many more there may be, for short certificates.
const MORE: usize = 10_000;

/// A deterministic automaton, whose states may come about on the way.
pub(crate) trait Machine {
    /// The number of a set of bytes, all of which lead from any state to the same.
    fn class(&self, byte: u8) -> u8;
    /// Whether the string may end in a state.
    fn accepts(&mut self, state: u32) -> Result<bool, String>;
    /// The state after a byte.
    fn after(&mut self, state: u32, byte: u8) -> Result<u32, String>;
}

/// Whether a side, called by a name, has from a state on the language of a table.
fn walk(name: &str, side: &mut dyn Machine, start: u32, table: &Table) -> Result<(), Fault> {
    // A byte for each class in which neither the side nor the table tells bytes apart.
    let mut classes = HashSet::new();
    let is_new = |byte: &u8| classes.insert((side.class(*byte), table.class(*byte)));
    let bytes: Vec<u8> = (0..=255).filter(is_new).collect();
    let (mut met, mut open) = (HashSet::from([(start, 0)]), vec![(start, 0)]);
    while let Some((state, pair)) = open.pop() {
        let is_accepted = side.accepts(state).map_err(Fault::Unreadable)?;
        if is_accepted != table.accepts[pair as usize] {
            // What cannot be read may have the empty string: then nothing is known.
            for &byte in &bytes {
                side.after(state, byte).map_err(Fault::Unreadable)?;
            }
            let (may, says) = if is_accepted { ("may", "no") } else { ("may not", "yes") };
            let why = format!("a string {may} end here by {name}, and the line says `{says}`");
            return Err(Fault::Refused { line: table.line + pair as usize, why });
        }
        for &byte in &bytes {
            let next = (side.after(state, byte).map_err(Fault::Unreadable)?, table.next(pair, byte));
            if met.insert(next) {
                open.push(next);
            }
        }
        if met.len() > MORE + MEETINGS * table.accepts.len() {
            return Err(Fault::Unreadable(format!("{name} has too many states, or more than finitely many")));
        }
    }
    Ok(())
}

/// Checks the certificates of a file.
pub(crate) fn all(certificate: &str, subjects: &[Subject]) -> Result<Vec<Verified>, Fault> {
    let (blocks, mut found) = (certificate::read(certificate)?, Vec::new());
    let mut names = HashSet::new();
    if let Some(subject) = subjects.iter().find(|subject| !names.insert(&subject.name)) {
        return Err(Fault::Unreadable(format!("files are given twice for the grammar `{}`", subject.name)));
    }
    for block in &blocks {
        let why = || format!("these are the certificates of the grammar `{}`, which is not to be checked", block.name);
        let subject = subjects.iter().find(|subject| subject.name == block.name);
        found.push(check(subject.ok_or_else(|| Fault::Refused { line: block.line, why: why() })?, block)?);
    }
    if blocks.is_empty() {
        return Err(Fault::Incomplete { line: 1, why: "the file has no line `grammar NAME`".to_owned() });
    }
    match subjects.iter().find(|subject| blocks.iter().all(|block| block.name != subject.name)) {
        Some(subject) => {
            let why = format!("the file has no certificates of the grammar `{}`", subject.name);
            Err(Fault::Incomplete { line: certificate.lines().count(), why })
        }
        None => Ok(found),
    }
}

/// Checks the certificates of a grammar.
fn check(subject: &Subject, block: &GrammarBlock) -> Result<Verified, Fault> {
    let grammar = Grammar::read(&subject.documents)?;
    let rules = rules(subject)?;
    let mut automata = HashMap::new();
    for automaton in &block.automata {
        if automata.insert(place(&grammar, automaton)?, &automaton.table).is_some() {
            return Err(automaton.refuse("two automata stand for one production"));
        }
    }
    let mut regular = Regular::new(&grammar, &block.patterns, automata);
    alone(&regular, &grammar, &block.automata)?;
    let mut peg = Peg::new(&rules);
    let mut verified = Verified { grammar: block.name.clone(), claims: Vec::new(), pairs: 0 };
    let mut found = HashSet::new();
    for certificate in &block.certificates {
        let Certificate { production, other, table, .. } = certificate;
        if !found.insert((grammar.key(production), other)) {
            return Err(certificate.refuse("this is there twice"));
        }
        let place = place(&grammar, certificate)?;
        let start = match other {
            Other::Automaton(number) if grammar.place(0, &block.automata[*number].production) != Some(place) => {
                return Err(certificate.refuse("the automaton stands for another production"));
            }
            Other::Automaton(_) => regular.bodies[place].clone().map_err(Fault::Unreadable)?,
            _ => regular.call(place),
        };
        walk("the production", &mut regular, start, table)?;
        match other {
            Other::Rule(name) => {
                let start = peg.start(name).map_err(|why| certificate.refuse(&why))?;
                walk("the rule", &mut peg, start, table)?;
            }
            Other::Pattern(number) => {
                let start = regular.call(grammar.productions.len() + number);
                walk("the pattern", &mut regular, start, table)?;
            }
            Other::Automaton(number) => walk("the automaton", &mut &block.automata[*number].table, 0, table)?,
        }
        verified.pairs += table.accepts.len();
        verified.claims.push((production.clone(), other.clone()));
    }
    complete(subject, block, &grammar, &rules, &found)?;
    Ok(verified)
}

impl Certificate {
    fn refuse(&self, why: &str) -> Fault {
        Fault::Refused { line: self.line, why: why.to_owned() }
    }
}

/// The rules of all files.
fn rules(subject: &Subject) -> Result<Vec<Rule>, Fault> {
    let (mut rules, mut names) = (Vec::<Rule>::new(), HashSet::new());
    for source in &subject.pest {
        let unreadable = |(line, why)| Fault::Unreadable(format!("{}, line {line}: {why}", source.file));
        for rule in pest::read(&source.text).map_err(unreadable)? {
            if !names.insert(rule.name.clone()) {
                return Err(unreadable((rule.line, format!("the rule `{}` is there twice", rule.name))));
            }
            rules.push(rule);
        }
    }
    Ok(rules)
}

/// The production that a certificate is about.
fn place(grammar: &Grammar, certificate: &Certificate) -> Result<usize, Fault> {
    let name = &certificate.production;
    grammar.place(0, name).ok_or_else(|| certificate.refuse(&format!("there is no production `{name}`")))
}

/// That no production for which an automaton stands derives itself alone: see `docs/certificate.md`.
fn alone(regular: &Regular<'_>, grammar: &Grammar, automata: &[Certificate]) -> Result<(), Fault> {
    let calls: Vec<Vec<usize>> = (0..grammar.productions.len()).map(|place| regular.alone(place)).collect();
    for automaton in automata {
        let own = place(grammar, automaton)?;
        let (mut reached, mut open) = (HashSet::new(), vec![own]);
        while let Some(place) = open.pop() {
            open.extend(calls[place].iter().copied().filter(|&called| reached.insert(called)));
        }
        if reached.contains(&own) {
            let why = format!("`{}` derives itself alone, so that no automaton can stand for it", automaton.production);
            return Err(automaton.refuse(&why));
        }
    }
    Ok(())
}

/// That nothing is left out: each automaton and each pattern has its certificate, and each production of the document
/// for which there is a rule of its name, or of its name behind `whole_`.
fn complete(
    subject: &Subject,
    block: &GrammarBlock,
    grammar: &Grammar,
    rules: &[Rule],
    found: &HashSet<(String, &Other)>,
) -> Result<(), Fault> {
    let lacks = |line: usize, what: String| Fault::Refused { line, why: format!("there is no certificate for {what}") };
    let needs = |line: usize, production: &str, other: &Other, what: String| {
        let is_there = found.contains(&(grammar.key(production), other));
        if is_there { Ok(()) } else { Err(lacks(line, what)) }
    };
    for Certificate { line, production, other, .. } in &block.automata {
        needs(*line, production, other, format!("the automaton of `{production}`"))?;
    }
    if subject.is_partial {
        return Ok(());
    }
    let named: Vec<&str> = subject.productions.iter().map(String::as_str).collect();
    // A certificate of an automaton says nothing of a rule or a pattern.
    let claims = found.iter().filter(|(_, other)| !matches!(other, Other::Automaton(_)));
    let claimed: HashSet<&str> = claims.map(|(key, _)| &**key).collect();
    if claimed.is_empty() {
        return Err(lacks(block.line, "any production of this grammar".to_owned()));
    }
    for (number, (line, _)) in block.patterns.iter().enumerate() {
        // If no production is named, any will do.
        let any = found.iter().find(|(_, other)| **other == Other::Pattern(number)).map(|(name, _)| &**name);
        for name in if named.is_empty() { vec![any.unwrap_or("any production")] } else { named.clone() } {
            needs(*line, name, &Other::Pattern(number), format!("`{name}` and this pattern"))?;
        }
    }
    if let Some(name) = named.iter().find(|name| !claimed.contains(&*grammar.key(name))) {
        return Err(lacks(block.line, format!("`{name}`")));
    }
    let mut by_name: HashMap<(bool, String), Vec<&str>> = HashMap::new();
    for rule in rules {
        let name = plain(&rule.name);
        for name in [Some(&*name), name.strip_prefix("whole_")].into_iter().flatten() {
            by_name.entry((true, name.to_owned())).or_default().push(&rule.name);
            // Where the case of letters does not count, and no rule is spelled as the production.
            by_name.entry((false, grammar.key(name))).or_default().push(&rule.name);
        }
    }
    let own = grammar.productions.iter().filter(|(document, _)| *document == 0).map(|(_, one)| &*one.name);
    for production in if named.is_empty() { own.collect() } else { named } {
        let name = plain(production);
        let folded = by_name.get(&(false, grammar.key(&name)));
        for rule in by_name.get(&(true, name)).or(folded).into_iter().flatten() {
            let other = Other::Rule((*rule).to_owned());
            needs(block.line, production, &other, format!("`{production}` and the rule `{rule}`"))?;
        }
    }
    Ok(())
}

/// The name of a production as that of a rule: `-` and `.` are `_`, `+` is `_plus_`, and how many `_` stand in a
/// place does not count.
fn plain(name: &str) -> String {
    let name = name.replace('+', "_plus_").replace(['-', '.'], "_");
    name.split('_').filter(|part| !part.is_empty()).collect::<Vec<_>>().join("_")
}

//! Checks what certificates say, side by side.
//!
//! In: the certificates of a grammar, and the grammar with its rules. Out: how many hold, or the first line that does
//! not. The lines of a certificate are a deterministic automaton. Of each side alone it is asked whether the side has
//! the language of that automaton: walk both from their beginnings by every byte; wherever they can be at the same
//! time, either both have the empty string or neither has. If both sides have the language of the automaton, they
//! have the same.

use std::collections::{HashMap, HashSet};

use crate::bytes::Partition;
use crate::certificate::{Automaton, Block, Certificate, Other, Table};
use crate::grammar::Grammar;
use crate::peg::Peg;
use crate::pest::Rule;
use crate::regular::Regular;
use crate::{Fault, Subject, Verified, pattern, pest};

/// How many states may meet each pair of a certificate, on the average; so the walk is linear in the certificate.
const MEETINGS: usize = 64;
/// How many more there may be, for short certificates.
const MORE: usize = 10_000;

/// The state of a rule that has read nothing: there alone it is at the beginning of the string.
const START: u32 = u32::MAX;

/// Whether a side, called by a name, has the language of a table. `step` says which state comes after a byte; without
/// a byte, whether the string may end in the state, 1 or 0. The bytes of a class of `partition` lead to one state.
fn walk(
    name: &str,
    partition: &Partition,
    start: u32,
    table: &Table,
    mut step: impl FnMut(u32, Option<u8>) -> Result<u32, String>,
) -> Result<(), Fault> {
    // A byte for each class in which neither the side nor the table tells bytes apart.
    let mut classes = HashSet::new();
    let is_new = |byte: &u8| classes.insert((partition.class(*byte), table.class(*byte)));
    let bytes: Vec<u8> = (0..=255).filter(is_new).collect();
    let (mut met, mut open) = (HashSet::from([(start, 0)]), vec![(start, 0)]);
    while let Some((state, pair)) = open.pop() {
        let is_accepted = step(state, None).map_err(Fault::Unreadable)? == 1;
        if is_accepted != table.accepts[pair as usize] {
            let (may, says) = if is_accepted { ("may", "no") } else { ("may not", "yes") };
            let why = format!("a string {may} end here by {name}, and the line says `{says}`");
            return Err(Fault::Refused { line: table.line + pair as usize, why });
        }
        for &byte in &bytes {
            let next = (step(state, Some(byte)).map_err(Fault::Unreadable)?, table.after(pair, byte));
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

/// Whether a production or a pattern has the language of a table.
fn walk_regular(name: &str, regular: &mut Regular<'_>, start: u32, table: &Table) -> Result<(), Fault> {
    let partition = regular.partition().clone();
    walk(name, &partition, start, table, |state, byte| match byte {
        Some(byte) => regular.derivative(state, byte),
        None => Ok(u32::from(regular.has_empty(state))),
    })
}

/// Whether a rule has the language of a table.
fn walk_rule(peg: &mut Peg, list: u32, table: &Table) -> Result<(), Fault> {
    let partition = peg.partition().clone();
    walk("the rule", &partition, START, table, |state, byte| match (state, byte) {
        (START, Some(byte)) => peg.first(list, byte),
        (START, None) => peg.is_empty(list).map(u32::from),
        (_, Some(byte)) => peg.derivative(state, byte),
        (_, None) => peg.ends(state).map(u32::from),
    })
}

/// Checks the certificates of a grammar.
pub(crate) fn check(subject: &Subject<'_>, block: &mut Block) -> Result<Verified, Fault> {
    let grammar = Grammar::read(subject.document, &subject.imports)?;
    let (mut rules, mut names) = (Vec::<Rule>::new(), HashSet::new());
    for source in &subject.pest {
        let unreadable = |(line, why)| Fault::Unreadable(format!("{}, line {line}: {why}", source.file));
        for rule in pest::read(source.text).map_err(unreadable)? {
            if !names.insert(rule.name.clone()) {
                return Err(unreadable((rule.line, format!("the rule `{}` is there twice", rule.name))));
            }
            rules.push(rule);
        }
    }
    let stands = stands(&grammar, &mut block.automata)?;
    let mut regular = Regular::new(&grammar, &block.automata, stands);
    alone(&regular, &grammar, &block.automata)?;
    let mut peg = Peg::new(&rules);
    let mut patterns = Vec::new();
    for named in &block.patterns {
        let term = pattern::read(&named.dialect, &named.matching, &named.text)
            .map_err(|why| Fault::Unreadable(format!("line {}: the pattern is not read: {why}", named.line)))?;
        patterns.push(Grammar::of(term));
    }
    let mut verified = Verified { grammar: block.name.clone(), claims: Vec::new(), pairs: 0 };
    let mut found = HashSet::new();
    for certificate in &block.certificates {
        let Certificate { line, production, other, table } = certificate;
        let refuse = |why: String| Fault::Refused { line: *line, why };
        if !found.insert((grammar.key(production), other)) {
            return Err(refuse("this is there twice".to_owned()));
        }
        let missing = || refuse(format!("there is no production `{production}`"));
        let place = grammar.place(0, production).ok_or_else(missing)?;
        let start = match other {
            Other::Automaton(number) if block.automata[*number].place != place => {
                return Err(refuse("the automaton stands for another production".to_owned()));
            }
            Other::Automaton(_) => regular.right_side(place).map_err(Fault::Unreadable)?,
            _ => regular.call(place),
        };
        walk_regular("the production", &mut regular, start, table)?;
        match other {
            Other::Rule(name) => {
                let list = peg.whole(name).map_err(refuse)?;
                walk_rule(&mut peg, list, table)?;
            }
            Other::Pattern(number) => {
                let mut pattern = Regular::new(&patterns[*number], &[], vec![None]);
                let start = pattern.call(0);
                walk_regular("the pattern", &mut pattern, start, table)?;
            }
            Other::Automaton(number) => {
                let own = &block.automata[*number].table;
                walk("the automaton", &Partition::of(&own.sets()), 0, table, |state, byte| match byte {
                    Some(byte) => Ok(own.after(state, byte)),
                    None => Ok(u32::from(own.accepts[state as usize])),
                })?;
            }
        }
        verified.pairs += table.accepts.len();
        verified.claims.push((production.clone(), other.clone()));
    }
    complete(subject, block, &grammar, &rules, &found)?;
    Ok(verified)
}

/// For each production the automaton that stands for it.
fn stands(grammar: &Grammar, automata: &mut [Automaton]) -> Result<Vec<Option<u32>>, Fault> {
    let mut stands = vec![None; grammar.productions.len()];
    for (automaton, number) in automata.iter_mut().zip(0..) {
        let refuse = |why: &str| Fault::Refused { line: automaton.line, why: why.to_owned() };
        let place = grammar.place(0, &automaton.production).ok_or_else(|| refuse("there is no such production"))?;
        if stands[place].replace(number).is_some() {
            return Err(refuse("two automata stand for one production"));
        }
        automaton.place = place;
    }
    Ok(stands)
}

/// That no production for which an automaton stands derives itself alone: see `docs/certificate.md`.
fn alone(regular: &Regular<'_>, grammar: &Grammar, automata: &[Automaton]) -> Result<(), Fault> {
    let calls: Vec<Vec<usize>> = (0..grammar.productions.len()).map(|place| regular.alone(place)).collect();
    for automaton in automata {
        let (mut reached, mut open) = (HashSet::new(), vec![automaton.place]);
        while let Some(place) = open.pop() {
            open.extend(calls[place].iter().copied().filter(|&called| reached.insert(called)));
        }
        if reached.contains(&automaton.place) {
            let why = format!("`{}` derives itself alone, so that no automaton can stand for it", automaton.production);
            return Err(Fault::Refused { line: automaton.line, why });
        }
    }
    Ok(())
}

/// That nothing is left out: each automaton and each pattern has its certificate; and each production of the
/// document for which there is a rule of its name, or of its name behind `whole_`.
fn complete(
    subject: &Subject<'_>,
    block: &Block,
    grammar: &Grammar,
    rules: &[Rule],
    found: &HashSet<(String, &Other)>,
) -> Result<(), Fault> {
    let lacks =
        |line: usize, what: String| Err(Fault::Refused { line, why: format!("there is no certificate for {what}") });
    for (number, automaton) in block.automata.iter().enumerate() {
        if !found.contains(&(grammar.key(&automaton.production), &Other::Automaton(number))) {
            return lacks(automaton.line, format!("the automaton of `{}`", automaton.production));
        }
    }
    let required: Vec<&str> = match subject.productions.is_empty() {
        true => grammar.own().map(|one| &*one.name).collect(),
        false => subject.productions.clone(),
    };
    for (number, pattern) in block.patterns.iter().enumerate() {
        let is_there = |name: &str| found.contains(&(grammar.key(name), &Other::Pattern(number)));
        let lacking = subject.productions.iter().find(|name| !is_there(name));
        if let Some(lacking) = lacking {
            return lacks(pattern.line, format!("`{lacking}` and this pattern"));
        }
        if !found.iter().any(|(_, other)| **other == Other::Pattern(number)) {
            return lacks(pattern.line, "this pattern".to_owned());
        }
    }
    if !block.patterns.is_empty() {
        return Ok(());
    }
    let mut named: HashMap<String, Vec<&str>> = HashMap::new();
    for rule in rules {
        named.entry(plain(&rule.name)).or_default().push(&rule.name);
    }
    for production in required {
        let name = plain(production);
        let all = [name.clone(), format!("whole_{name}")].into_iter().flat_map(|name| named.get(&name)).flatten();
        for rule in all {
            let is_there = |rule: String| found.contains(&(grammar.key(production), &Other::Rule(rule)));
            if !is_there((*rule).to_owned()) && !is_there(format!("@{rule}")) {
                return lacks(block.line, format!("`{production}` and the rule `{rule}`"));
            }
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

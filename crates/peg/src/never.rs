//! Alternatives that are never taken: on no input do the alternatives before them fail and they succeed. The question
//! is about the choice by itself, as it is written. The grammar may be right all the same: RFC 3986's `path` prints
//! `path-absolute`, all of whose strings `path-abempty` has.

use grammar_automata::build::{Bdd, Deadline, readable_order};
use grammar_automata::engine::budget::{Budget, Short};
use pest_meta::ast::Expr;
use rustc_hash::FxHashMap as HashMap;

use super::lower::parts;
use super::predicate::Predicates;
use super::program::{Id, Instruction, PegProgram};
use super::trie::{SETS, Trie};
use super::{Peg, PegError, PegFault, explore, lower};

/// An alternative that is never taken, on any input.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct NeverTaken {
    /// The name of the rule.
    pub rule: String,
    /// The line on which the rule begins.
    pub line: usize,
    /// The number of the alternative in its choice, counted from 1.
    pub alternative: usize,
    /// The text of the alternative, as pest prints it.
    pub text: String,
}

/// The alternatives of a file that are never taken.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
#[non_exhaustive]
pub struct NeverTakenAlternatives {
    /// The alternatives that are never taken, in the order of the file.
    pub never_taken: Vec<NeverTaken>,
    /// The rules with choices that could not be decided, once for each choice, with the reason.
    pub unknown: Vec<PegError>,
}

/// Finds the alternatives of some rules that are never taken, in any atomicity in which the rule is
/// reached.
pub(super) fn never_taken<'p>(peg: &'p Peg, rules: &[usize]) -> NeverTakenAlternatives {
    let mut choices: Vec<(usize, Vec<&'p Expr>)> = Vec::new();
    let mut unknown: Vec<PegError> = Vec::new();
    let reached = |&rule: &usize| {
        let atomicities = peg.instances.atomicities(rule).into_iter();
        atomicities.filter_map(move |one| peg.instance(&peg.rules[rule].name, one))
    };
    for instance in rules.iter().flat_map(reached).filter(|&one| peg.faults[one].is_none()) {
        let mut found = |alternatives: Vec<&'p Expr>| {
            let mut all = alternatives.iter();
            match all.find(|one| peg.stacked.is_asked(one, &peg.numbers)) {
                None => choices.push((instance, alternatives)),
                Some(one) => {
                    let error = peg.error(instance, PegFault::Stack(one.to_string()));
                    if !unknown.contains(&error) {
                        unknown.push(error);
                    }
                }
            }
        };
        match &peg.rules[peg.instances.get(instance).rule].body[..] {
            [only] => collect(only, &mut found),
            parts => choice(parts.iter().flat_map(alternatives).collect(), &mut found),
        }
    }
    let alternatives: Vec<(usize, &Expr)> = (choices.iter())
        .flat_map(|(rule, alternatives)| alternatives.iter().map(|&expr| (*rule, expr)))
        .collect();
    let mut program = lower::lower(peg, &alternatives);
    // Of the strings that are no UTF-8 pest is never asked.
    let any = program.any();
    let (text, end) = (program.add(Instruction::Rep(any)), program.add(Instruction::End));
    let text = program.add(Instruction::Seq(vec![text, end]));
    let mut ids = program.extra.clone().into_iter();
    let ids: Vec<Vec<Id>> =
        choices.iter().map(|(_, all)| ids.by_ref().take(all.len()).collect()).collect();
    let (elsewhere, budget) = empty((&program, &peg.deadline), text, &ids, false);
    let begun = program.asks_start.then(|| empty((&program, &peg.deadline), text, &ids, true).0);
    let mut found = NeverTakenAlternatives { never_taken: Vec::new(), unknown };
    // What is taken in one atomicity is taken. Both come one after the other, with the same choices.
    let mut never: Vec<Choice<'_>> = Vec::new();
    let mut places: HashMap<*const Expr, usize> = HashMap::default();
    for (at, (instance, alternatives)) in choices.iter().enumerate() {
        let both = [Some(&elsewhere), begun.as_ref()].into_iter().flatten().map(|all| &all[at]);
        let empty = both.cloned().reduce(and).unwrap_or(Err(Short::Needs));
        let empty = empty.map_err(|short| peg.error(*instance, peg.fault(&short, &budget)));
        let rule = peg.instances.get(*instance).rule;
        let first: *const Expr = alternatives[0];
        match places.get(&first) {
            Some(&place) => never[place].2 = and(never[place].2.clone(), empty),
            None => {
                places.insert(first, never.len());
                never.push((rule, alternatives, empty));
            }
        }
    }
    for (rule, alternatives, empty) in never {
        match empty {
            Ok(empty) => {
                let places = (0..alternatives.len()).filter(|&place| empty[place]);
                found.never_taken.extend(places.map(|place| NeverTaken {
                    rule: peg.rules[rule].name.clone(),
                    line: peg.rules[rule].line,
                    alternative: place + 1,
                    text: alternatives[place].to_string(),
                }));
            }
            Err(why) => found.unknown.push(why),
        }
    }
    found
}

fn and<E>(one: Result<Vec<bool>, E>, other: Result<Vec<bool>, E>) -> Result<Vec<bool>, E> {
    Ok(one?.into_iter().zip(other?).map(|(one, other)| one && other).collect())
}

/// The number of a rule, the alternatives of a choice, and for each whether no input takes it.
type Choice<'c> = (usize, &'c [&'c Expr], Result<Vec<bool>, PegError>);

type Empty = Result<Vec<bool>, Short<PegFault>>;

/// For each choice and each of its alternatives, whether no input takes the alternative, and the number
/// of steps that there were to find out.
fn empty(
    (program, deadline): (&PegProgram, &Deadline),
    text: Id,
    choices: &[Vec<Id>],
    begun: bool,
) -> (Vec<Empty>, Budget) {
    // Of words this is seen without an automaton.
    let mut left = SETS;
    let words: Vec<Option<Vec<bool>>> =
        choices.iter().map(|ids| never_read(program, ids, &mut left)).collect();
    let others: Vec<&Vec<Id>> = choices
        .iter()
        .zip(&words)
        .filter_map(|(ids, known)| known.is_none().then_some(ids))
        .collect();
    let starts = |at: usize, predicates: &mut Predicates<'_>| -> Vec<Bdd> {
        let ids = others[at];
        // A formula asks for its least variable first. From the last alternative to the first, what
        // an alternative adds to those before it is one decision.
        let succeed = ids.iter().rev().map(|&id| predicates.succeeds(id, begun));
        let succeed: Vec<Bdd> = succeed.collect();
        let mut before = predicates.succeeds(text, begun);
        let taken = succeed.into_iter().rev().map(|succeeds| {
            let [taken, others] = predicates.both(before, succeeds);
            before = others;
            taken
        });
        taken.collect()
    };
    let budget = explore::budget(program).until(deadline);
    let explored = explore::explore(program, budget, &vec![Vec::new(); others.len()], starts);
    let (mut starts, mut states) = (Vec::new(), Vec::new());
    for found in explored.starts {
        starts.push(found.map(|found| {
            let first = states.len();
            states.extend(found);
            first..states.len()
        }));
    }
    let live = explored.explorer.finish(states).live();
    let starts = starts.into_iter();
    let mut empty =
        starts.map(|range| range.map(|range| live[range].iter().map(|&l| !l).collect()));
    let each = words.into_iter().map(|known| match known {
        Some(known) => Ok(known),
        None => empty.next().unwrap_or(Err(Short::All)),
    });
    (each.collect(), explored.budget)
}

/// For each alternative of a choice of words, whether other words win before it whatever comes. Nothing
/// is known of other choices.
fn never_read(program: &PegProgram, alternatives: &[Id], left: &mut usize) -> Option<Vec<bool>> {
    let (mut words, mut ends) = (Vec::new(), Vec::new());
    for &alternative in alternatives {
        words.extend(program.words(alternative, left)?);
        ends.push(words.len());
    }
    let taken = Trie::of(&words)?.taken;
    let begins = std::iter::once(0).chain(ends.iter().copied());
    Some(begins.zip(&ends).map(|(begin, &end)| !taken[begin..end].contains(&true)).collect())
}

/// The alternatives of an expression. An expression that is not a choice is its own only
/// alternative.
fn alternatives(expr: &Expr) -> Vec<&Expr> {
    let (mut alternatives, mut rest) = (Vec::new(), expr);
    while let Expr::Choice(next, after) = rest {
        alternatives.push(&**next);
        rest = after;
    }
    alternatives.push(rest);
    alternatives
}

fn choice<'e>(alternatives: Vec<&'e Expr>, found: &mut impl FnMut(Vec<&'e Expr>)) {
    found(alternatives.clone());
    alternatives.into_iter().for_each(|expr| collect(expr, found));
}

/// Visits every choice of an expression, outermost first.
fn collect<'e>(expr: &'e Expr, found: &mut impl FnMut(Vec<&'e Expr>)) {
    match expr {
        Expr::Choice(..) => choice(alternatives(expr), found),
        other => parts(other).for_each(|part| collect(part, found)),
    }
}

// Short strings that rules may read, as far as the order in which a parser tries is forgotten.

/// How deep rules nest in the strings, how many strings there are of an expression, and how long they may be.
const ROUNDS: usize = 4;
const STRINGS: usize = 10;
const LENGTH: usize = 12;
/// How long the shortest string of an expression may be. An expression that has none as short has no strings: in
/// `b = { a{100} } a = { "x"{100} }` each rule multiplies the length.
const LONGEST: usize = 1_000;

/// Strings of the expressions of a program.
pub(super) struct Seeds(Vec<Vec<Vec<u8>>>);

impl Seeds {
    pub(super) fn of(program: &PegProgram) -> Self {
        let mut this = Self(vec![Vec::new(); program.size()]);
        for _ in 0..ROUNDS {
            for id in 0..program.size() {
                this.0[id] = this.strings(program, id as Id);
            }
        }
        this
    }

    /// The strings of a body.
    pub(super) fn of_body(&self, program: &PegProgram, place: usize) -> &[Vec<u8>] {
        self.of_expression(program.body(place))
    }

    fn of_expression(&self, id: Id) -> &[Vec<u8>] {
        &self.0[id as usize]
    }

    fn strings(&self, program: &PegProgram, id: Id) -> Vec<Vec<u8>> {
        let nothing = || vec![Vec::new()];
        match program.node(id) {
            Instruction::Fail | Instruction::Cut(_) | Instruction::Stack(_) => Vec::new(),
            Instruction::Start | Instruction::End | Instruction::And(_) | Instruction::Not(_) => {
                nothing()
            }
            Instruction::Byte(set) => {
                let byte = readable_order().find(|&byte| set.contains(byte));
                byte.into_iter().map(|byte| vec![byte]).collect()
            }
            Instruction::Branch(ways) => {
                let ways = ways.iter().map(|(set, then)| {
                    let byte = readable_order().find(|&byte| set.contains(byte));
                    let rest = self.of_expression(*then).iter();
                    rest.filter_map(|rest| Some([&[byte?], &rest[..]].concat())).collect::<Vec<_>>()
                });
                in_turn(&ways.collect::<Vec<_>>())
            }
            Instruction::Choice(parts) => {
                let parts = parts.iter().map(|&part| self.of_expression(part));
                in_turn(&parts.collect::<Vec<_>>())
            }
            Instruction::Opt(inner) => in_turn(&[&nothing()[..], self.of_expression(*inner)]),
            Instruction::Rep(inner) => {
                let twice = |one: &Vec<u8>| one.repeat(2);
                let inner = self.of_expression(*inner);
                let twice: Vec<Vec<u8>> = inner.iter().map(twice).collect();
                in_turn(&[&nothing()[..], &twice, inner])
            }
            &Instruction::Call(place) => self.of_body(program, place).to_vec(),
            Instruction::Seq(parts) => {
                let parts: Vec<&[Vec<u8>]> =
                    parts.iter().map(|&part| self.of_expression(part)).collect();
                if parts.iter().any(|part| part.is_empty()) {
                    return Vec::new();
                }
                // The shortest strings of all parts, one after the other, and where each begins.
                let mut begins = vec![0_usize];
                for part in &parts {
                    let begin = begins[begins.len() - 1];
                    begins.push(begin.saturating_add(part[0].len()));
                }
                if begins[parts.len()] > LONGEST {
                    return Vec::new();
                }
                let shortest = parts.iter().flat_map(|part| &part[0]).copied().collect::<Vec<u8>>();
                if shortest.len() > LENGTH {
                    return vec![shortest];
                }
                let most = parts.iter().map(|part| part.len()).max().unwrap_or(0);
                let turns = (0..most).flat_map(|turn| {
                    let other =
                        move |(at, part): (usize, &&[Vec<u8>])| Some((at, part.get(turn)?.clone()));
                    parts.iter().enumerate().filter_map(other)
                });
                let with = |(at, other): (usize, Vec<u8>)| {
                    [&shortest[..begins[at]], &other, &shortest[begins[at + 1]..]].concat()
                };
                kept(Some(shortest.clone()), turns.map(with))
            }
        }
    }
}

/// The shortest string of some lists, and then of each list one in turn.
fn in_turn<L: AsRef<[Vec<u8>]>>(lists: &[L]) -> Vec<Vec<u8>> {
    let lists = || lists.iter().map(AsRef::as_ref);
    let longest = lists().map(<[_]>::len).max().unwrap_or(0);
    let shortest = lists().flatten().min_by_key(|one| one.len()).cloned();
    let turns = (0..longest).flat_map(|at| lists().filter_map(move |list| list.get(at).cloned()));
    kept(shortest, turns)
}

/// The strings that are kept: the shortest, and some that are short.
fn kept(shortest: Option<Vec<u8>>, turns: impl Iterator<Item = Vec<u8>>) -> Vec<Vec<u8>> {
    let mut found: Vec<Vec<u8>> = shortest.into_iter().filter(|one| one.len() <= LONGEST).collect();
    for one in turns {
        if found.len() == STRINGS {
            break;
        }
        if one.len() <= LENGTH && !found.contains(&one) {
            found.push(one);
        }
    }
    found
}

#[cfg(test)]
mod tests {
    use super::super::{Peg, lower};
    use super::*;

    /// The number of bytes of the strings of all expressions, and those of the first rule.
    fn seeds(text: &str) -> (usize, Vec<Vec<u8>>) {
        let peg = Peg::read("a.pest", text).unwrap();
        let program = lower::as_pest_runs(&peg);
        let seeds = Seeds::of(&program);
        let bytes = seeds.0.iter().flatten().map(Vec::len).sum();
        (bytes, seeds.of_body(&program, 0).to_vec())
    }

    #[test]
    fn a_string_that_doubles_from_rule_to_rule_is_left_out() {
        let doubling = |rules: usize| {
            let rules = (0..rules).map(|rule| format!("r{rule} = {{ r{0} ~ r{0} }}\n", rule + 1));
            rules.collect::<String>()
        };
        for rules in [9, 10, 40] {
            let (bytes, first) = seeds(&format!("{}r{rules} = {{ \"x\" }}", doubling(rules)));
            // 2 to the power of 9 bytes are 512; of 10, 1,024.
            let lengths: Vec<usize> = first.iter().map(Vec::len).collect();
            assert_eq!(lengths, if rules == 9 { vec![512] } else { vec![] }, "{rules}");
            assert!(bytes < 2_500, "{rules}: {bytes}");
        }
        let hundreds = "c = { b{100} } b = { a{100} } a = { \"x\"{100} }";
        assert_eq!(seeds(hundreds).1, [[0_u8; 0]; 0]);
    }

    #[test]
    fn each_part_of_a_sequence_has_its_turn() {
        let (_, first) = seeds("a = { (\"x\" | \"yy\") ~ \"-\" ~ (\"z\" | \"w\") }");
        assert_eq!(first, [&b"x-z"[..], b"yy-z", b"x-w"]);
    }
}

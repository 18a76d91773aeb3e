//! Finds rules that take superlinear time, and alternatives that are never taken.

use std::collections::BTreeMap;
use std::rc::Rc;

use grammar_automata::build::{Bdd, Deadline, PumpWitness, readable_order};
use grammar_automata::engine::budget::{Budget, Short};
use grammar_automata::engine::graph;
use pest_meta::ast::Expr;
use rustc_hash::{FxHashMap as HashMap, FxHashSet as HashSet};

use super::lower::parts;
use super::predicate::{Bound, Predicates};
use super::program::{Id, Instruction, PegProgram, SETS, Trie};
use super::run::StringRun;
use super::{Peg, PegError, PegFault, lower, predicate};

// How the steps of a rule grow with its input. Candidate strings are found by experiment: the text between two
// calls of one rule in a sample string is repeated. The counted steps are those that pest takes, although each
// call runs only once at each position here. Another string may take even longer.

/// The maximum number of steps for one file; `QUICK` is the maximum while an editor waits.
const STEPS: usize = 60_000_000;
const QUICK: usize = 4_000_000;
const RUN: usize = 400_000;
/// The numbers of repetitions to try: `FEW` in a first test for slowness, and then those for each kind of growth.
const FEW: [usize; 2] = [6, 12];
const EXPONENTIAL: [usize; 3] = [8, 16, 24];
const POLYNOMIAL: [usize; 3] = [64, 128, 256];

/// A rule that takes superlinear time.
pub struct Slow {
    /// The name of the rule.
    pub rule: String,
    /// The exponent of polynomial growth, or `None` if the steps grow exponentially.
    pub degree: Option<usize>,
    /// The strings on which the rule is slow.
    pub attack: PumpWitness,
}

/// Returns the slow rules, except for the rules that are slow only because of a rule that they call.
pub fn slow_rules(peg: &Peg, is_quick: bool) -> Vec<Slow> {
    let program = lower::as_pest_runs(peg);
    let samples = SampleStrings::new(&program);
    let is_known = |one: &usize| peg.hard[*one].is_none() && !program.undefined.contains(one);
    let order: Vec<usize> = peg.callees_first().into_iter().filter(is_known).collect();
    let (mut left, mut found) = (if is_quick { QUICK } else { STEPS }, Vec::<Slow>::new());
    // The slow instances, and whether they are exponential. Instances that call each other are slow together.
    let component = graph::membership(&graph::components(&peg.instances.uses));
    let mut slow: HashMap<usize, bool> = HashMap::default();
    for (at, &instance) in order.iter().enumerate() {
        let callees = peg.calls[instance].iter().map(|call| component[call.callee]);
        let callees = callees.chain([component[instance]]).filter_map(|one| slow.get(&one));
        let inherited = callees.copied().max();
        if inherited == Some(true) || peg.deadline().has_passed() {
            slow.extend(inherited.map(|kind| (component[instance], kind)));
            continue;
        }
        let own = left / (order.len() - at);
        let mut search =
            GrowthSearch { program: &program, instance, left: own, deadline: peg.deadline() };
        let grown = search.grown(samples.of_body(&program, instance));
        left -= own - search.left;
        let kind = grown.as_ref().map(|(degree, _)| degree.is_none());
        slow.extend(kind.max(inherited).map(|kind| (component[instance], kind)));
        let Some((degree, attack)) = grown.filter(|_| kind > inherited) else { continue };
        let rule = peg.rules[peg.instances.all[instance].rule].name.clone();
        if found.iter().all(|one| one.rule != rule) {
            found.push(Slow { rule, degree, attack });
        }
    }
    found
}

struct GrowthSearch<'s> {
    program: &'s PegProgram,
    instance: usize,
    left: usize,
    deadline: &'s Deadline,
}

/// The position at which an expression begins, and the position at which it ends if it succeeds.
type Begun = (usize, Option<usize>);

impl GrowthSearch<'_> {
    /// Returns the slowest witness and its exponent, which is `None` for exponential growth.
    fn grown(&mut self, samples: &[Vec<u8>]) -> Option<(Option<usize>, PumpWitness)> {
        let mut best: Option<(Option<usize>, PumpWitness)> = None;
        let mut tried = HashSet::default();
        for sample in samples {
            for attack in self.attacks(sample) {
                if self.left == 0 || self.deadline.has_passed() {
                    return best;
                }
                if !tried.insert(attack.text(2)) {
                    continue;
                }
                let Some(found) = self.degree(&attack) else { continue };
                if found.0.is_none() {
                    return Some(found);
                }
                if best.as_ref().is_none_or(|known| found.0 > known.0) {
                    best = Some(found);
                }
            }
        }
        best
    }

    /// Returns strings that repeat the text between two calls of one rule, or between two iterations of one repetition.
    fn attacks<'t>(&mut self, sample: &'t [u8]) -> impl Iterator<Item = PumpWitness> + use<'t> {
        let text = move |from: usize, to: usize| {
            std::str::from_utf8(sample.get(from..to)?).ok().map(str::to_owned)
        };
        let attack = |pumps, suffix| PumpWitness::new(pumps, suffix, Vec::new());
        let pairs = self.run(sample).map(|run| pairs(&run)).into_iter().flatten();
        pairs.flat_map(move |((from, end), (to, inner))| {
            let mut attacks = Vec::new();
            let (Some(before), Some(pump), Some(rest)) =
                (text(0, from), text(from, to), text(to, sample.len()))
            else {
                return attacks;
            };
            let begin = (before, pump);
            attacks.push(attack(vec![begin.clone()], rest));
            attacks.push(attack(vec![begin.clone()], String::new()));
            if let (Some(end), Some(inner)) = (end, inner)
                && inner < end
                && let (Some(middle), Some(pump), Some(rest)) =
                    (text(to, inner), text(inner, end), text(end, sample.len()))
            {
                attacks.push(attack(vec![begin.clone(), (middle.clone(), pump)], rest));
                attacks.push(attack(vec![begin], middle));
            }
            attacks
        })
    }

    /// Runs the rule on a string, or returns `None` if that takes too many steps.
    fn run<'t>(&mut self, text: &'t [u8]) -> Option<StringRun<'t>>
    where
        Self: 't,
    {
        let mut run = StringRun::new(self.program, text, self.left.min(RUN));
        let given = run.steps;
        let end = run.expr(self.program.bodies[self.instance], 0, 0);
        self.left -= given - run.steps;
        end.map(|_| run)
    }

    fn steps<const N: usize>(
        &mut self,
        attack: &PumpWitness,
        times: [usize; N],
    ) -> Option<[u64; N]> {
        let mut steps = [0; N];
        for (steps, times) in steps.iter_mut().zip(times) {
            *steps = self.run(attack.text(times).as_bytes())?.cost;
        }
        Some(steps)
    }

    /// Returns the exponent of the growth of the steps, and a witness with measured steps. The exponent is `None` if
    /// the growth is exponential. Returns `None` if the growth is linear.
    fn degree(&mut self, attack: &PumpWitness) -> Option<(Option<usize>, PumpWitness)> {
        let with = |times: [usize; 3], steps: [u64; 3]| {
            let steps = times.into_iter().zip(steps).collect();
            PumpWitness::new(attack.pumps.clone(), attack.suffix.clone(), steps)
        };
        let [few, more] = self.steps(attack, FEW)?;
        if more * 2 < few * 5 {
            return None;
        }
        let ratio = |more: u64, few: u64| more as f64 / few as f64;
        if let Some(steps) = self.steps(attack, EXPONENTIAL)
            && ratio(steps[1], steps[0]) >= 16.0
            && ratio(steps[2], steps[1]) >= 0.8 * ratio(steps[1], steps[0])
        {
            return Some((None, with(EXPONENTIAL, steps)));
        }
        let steps = self.steps(attack, POLYNOMIAL)?;
        let degree = ratio(steps[2], steps[1]).log2();
        // Near a power of two, the growth is polynomial.
        (degree >= 1.75).then(|| (Some(degree.round() as usize), with(POLYNOMIAL, steps)))
    }
}

/// Returns the pairs of calls of one rule, and of iterations of one repetition, that begin at different positions.
fn pairs(run: &StringRun<'_>) -> impl Iterator<Item = (Begun, Begun)> + use<> {
    let mut begun: BTreeMap<(bool, usize), Vec<Begun>> = BTreeMap::new();
    for (&(place, at), &(end, _)) in &run.calls {
        begun.entry((true, place)).or_default().push((at, end));
    }
    for &(id, at, end) in &run.iterations {
        begun.entry((false, id as usize)).or_default().push((at, end));
    }
    begun.into_values().flat_map(|mut all| {
        all.sort_unstable();
        all.dedup();
        let all: Rc<[Begun]> = all.into();
        (0..all.len()).flat_map(move |number| {
            let (all, first) = (Rc::clone(&all), all[number]);
            let later = number + 1..all.len();
            later.map(move |next| (first, all[next])).filter(|(first, next)| next.0 > first.0)
        })
    })
}

// Short strings that rules may read, ignoring the order in which a parser tries alternatives.

/// The limits of the strings: the depth of rules, the number of strings of an expression, and the length of a string.
const DEPTH: usize = 4;
const STRINGS: usize = 10;
const LENGTH: usize = 12;
/// The maximum length of the shortest string of an expression. An expression whose strings are all longer has no sample
/// strings. In `b = { a{100} } a = { "x"{100} }` each rule multiplies the length.
const LONGEST: usize = 1_000;

pub(super) struct SampleStrings(Vec<Vec<Vec<u8>>>);

impl SampleStrings {
    pub(super) fn new(program: &PegProgram) -> Self {
        let mut this = Self(vec![Vec::new(); program.size()]);
        for _ in 0..DEPTH {
            for id in 0..program.size() {
                this.0[id] = this.strings(program, id as Id);
            }
        }
        this
    }

    pub(super) fn of_body(&self, program: &PegProgram, place: usize) -> &[Vec<u8>] {
        self.of_expression(program.bodies[place])
    }

    fn of_expression(&self, id: Id) -> &[Vec<u8>] {
        &self.0[id as usize]
    }

    fn strings(&self, program: &PegProgram, id: Id) -> Vec<Vec<u8>> {
        let nothing = || vec![Vec::new()];
        match program.node(id) {
            Instruction::Fail | Instruction::DepthLimit(_) | Instruction::Stack(_) => Vec::new(),
            Instruction::Start | Instruction::End | Instruction::And(_) | Instruction::Not(_) => {
                nothing()
            }
            Instruction::Byte(set) => {
                let byte = readable_order().find(|&byte| set.contains(byte));
                byte.into_iter().map(|byte| vec![byte]).collect()
            }
            Instruction::Branch(branches) => {
                let branches = branches.iter().map(|(set, then)| {
                    let byte = readable_order().find(|&byte| set.contains(byte));
                    let rest = self.of_expression(*then).iter();
                    rest.filter_map(|rest| Some([&[byte?], &rest[..]].concat())).collect::<Vec<_>>()
                });
                in_turn(&branches.collect::<Vec<_>>())
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
                // The shortest strings of all parts in sequence, and where each begins.
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

/// Returns the shortest string in any of the lists, and then strings from each list in turn.
fn in_turn<L: AsRef<[Vec<u8>]>>(lists: &[L]) -> Vec<Vec<u8>> {
    let lists = || lists.iter().map(AsRef::as_ref);
    let longest = lists().map(<[_]>::len).max().unwrap_or(0);
    let shortest = lists().flatten().min_by_key(|one| one.len()).cloned();
    let turns = (0..longest).flat_map(|at| lists().filter_map(move |list| list.get(at).cloned()));
    kept(shortest, turns)
}

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

// Alternatives that are never taken: on every input either an earlier alternative succeeds or they fail. Only the
// choice itself is examined, as written. The grammar may still be right: RFC 3986's `path` has the alternative
// `path-absolute`, although `path-abempty` accepts all of its strings.

/// An alternative that no input takes.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct UnreachableAlternative {
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
pub struct UnreachableAlternatives {
    /// The alternatives that are never taken, in file order.
    pub alternatives: Vec<UnreachableAlternative>,
    /// The rules with choices that could not be decided, once for each choice, with the reason.
    pub unknown: Vec<PegError>,
}

/// Finds the alternatives of some rules that are never taken, in any atomicity in which a parser reaches the rule.
pub(super) fn unreachable_alternatives<'p>(
    peg: &'p Peg,
    rules: &[usize],
) -> UnreachableAlternatives {
    let mut choices: Vec<(usize, Vec<&'p Expr>)> = Vec::new();
    let mut unknown: Vec<PegError> = Vec::new();
    let reached = |&rule: &usize| {
        let atomicities = peg.instances.atomicities(rule).into_iter();
        atomicities.filter_map(move |one| peg.instance(&peg.rules[rule].name, one))
    };
    for instance in rules.iter().flat_map(reached).filter(|&one| peg.faults[one].is_none()) {
        let mut found = |alternatives: Vec<&'p Expr>| {
            let mut all = alternatives.iter();
            match all.find(|one| peg.stacked.uses_stack_as_written(one, &peg.numbers)) {
                None => choices.push((instance, alternatives)),
                Some(one) => {
                    let error = peg.error(instance, PegFault::Stack(one.to_string()));
                    if !unknown.contains(&error) {
                        unknown.push(error);
                    }
                }
            }
        };
        match &peg.rules[peg.instances.all[instance].rule].body[..] {
            [only] => collect(only, &mut found),
            parts => choice(parts.iter().flat_map(alternatives).collect(), &mut found),
        }
    }
    let alternatives: Vec<(usize, &Expr)> = (choices.iter())
        .flat_map(|(rule, alternatives)| alternatives.iter().map(|&expr| (*rule, expr)))
        .collect();
    let mut program = lower::lower(peg, &alternatives);
    let text = program.text();
    let mut ids = program.extra.clone().into_iter();
    let ids: Vec<Vec<Id>> =
        choices.iter().map(|(_, all)| ids.by_ref().take(all.len()).collect()).collect();
    let (elsewhere, budget) = empty((&program, &peg.deadline), text, &ids, false);
    let begun = program.uses_start.then(|| empty((&program, &peg.deadline), text, &ids, true).0);
    let mut found = UnreachableAlternatives { alternatives: Vec::new(), unknown };
    // An alternative that one atomicity takes counts as taken. The two atomicities are adjacent, with the same
    // choices.
    let mut never: Vec<Choice<'_>> = Vec::new();
    let mut places: HashMap<*const Expr, usize> = HashMap::default();
    for (at, (instance, alternatives)) in choices.iter().enumerate() {
        let both = [Some(&elsewhere), begun.as_ref()].into_iter().flatten().map(|all| &all[at]);
        let empty = both.cloned().reduce(and).unwrap_or(Err(Short::Needs));
        let empty = empty.map_err(|short| peg.error(*instance, peg.fault(&short, &budget)));
        let rule = peg.instances.all[*instance].rule;
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
                found.alternatives.extend(places.map(|place| UnreachableAlternative {
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

/// The number of a rule, the alternatives of a choice, and for each alternative whether no input takes it.
type Choice<'c> = (usize, &'c [&'c Expr], Result<Vec<bool>, PegError>);

type Empty = Result<Vec<bool>, Short<PegFault>>;

/// Returns, for each alternative of each choice, whether no input takes the alternative. Also returns the budget that
/// the search was given.
fn empty(
    (program, deadline): (&PegProgram, &Deadline),
    text: Id,
    choices: &[Vec<Id>],
    begun: bool,
) -> (Vec<Empty>, Budget) {
    // Choices of words need no automaton.
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
        // A formula decides its least variable first. Going from the last alternative to the first, each
        // alternative adds one decision.
        let succeed = ids.iter().rev().map(|&id| predicates.succeeds(id, begun, Bound::Least));
        let succeed: Vec<Bdd> = succeed.collect();
        let mut before = predicates.succeeds(text, begun, Bound::Least);
        let taken = succeed.into_iter().rev().map(|succeeds| {
            let [taken, others] = predicates.both(before, succeeds);
            before = others;
            taken
        });
        taken.collect()
    };
    let budget = predicate::budget(program).until(deadline);
    let none = vec![Vec::new(); others.len()];
    let explored = predicate::explore((program, program.all()), budget, &none, starts);
    let budget = explored.budget.clone();
    let (dfa, starts) = explored.finish();
    let (live, starts) = (dfa.live(), starts.into_iter());
    let mut empty =
        starts.map(|range| range.map(|range| live[range].iter().map(|&l| !l).collect()));
    let each = words.into_iter().map(|known| match known {
        Some(known) => Ok(known),
        None => empty.next().unwrap_or(Err(Short::All)),
    });
    (each.collect(), budget)
}

/// Returns, for each alternative of a choice of words, whether earlier words always win. Returns `None` for
/// other choices.
fn never_read(program: &PegProgram, alternatives: &[Id], left: &mut usize) -> Option<Vec<bool>> {
    let (mut words, mut ends) = (Vec::new(), Vec::new());
    for &alternative in alternatives {
        words.extend(program.words(alternative, left)?);
        ends.push(words.len());
    }
    let taken = Trie::new(&words)?.taken;
    let begins = std::iter::once(0).chain(ends.iter().copied());
    Some(begins.zip(&ends).map(|(begin, &end)| !taken[begin..end].contains(&true)).collect())
}

/// Returns the alternatives of an expression. An expression that is not a choice is its own only alternative.
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

#[cfg(test)]
mod tests {
    use super::super::{Peg, lower};
    use super::*;

    /// Returns the total length of all sample strings, and the sample strings of the first rule.
    fn samples(text: &str) -> (usize, Vec<Vec<u8>>) {
        let peg = Peg::read("a.pest", text).unwrap();
        let program = lower::as_pest_runs(&peg);
        let samples = SampleStrings::new(&program);
        let bytes = samples.0.iter().flatten().map(Vec::len).sum();
        (bytes, samples.of_body(&program, 0).to_vec())
    }

    #[test]
    fn strings_that_double_per_rule_are_left_out() {
        let doubling = |rules: usize| {
            let rules = (0..rules).map(|rule| format!("r{rule} = {{ r{0} ~ r{0} }}\n", rule + 1));
            rules.collect::<String>()
        };
        for rules in [9, 10, 40] {
            let (bytes, first) = samples(&format!("{}r{rules} = {{ \"x\" }}", doubling(rules)));
            // 2 to the power of 9 bytes are 512; of 10, 1,024.
            let lengths: Vec<usize> = first.iter().map(Vec::len).collect();
            assert_eq!(lengths, if rules == 9 { vec![512] } else { vec![] }, "{rules}");
            assert!(bytes < 2_500, "{rules}: {bytes}");
        }
        let hundreds = "c = { b{100} } b = { a{100} } a = { \"x\"{100} }";
        assert_eq!(samples(hundreds).1, [[0_u8; 0]; 0]);
    }

    #[test]
    fn each_part_of_a_sequence_is_varied() {
        let (_, first) = samples("a = { (\"x\" | \"yy\") ~ \"-\" ~ (\"z\" | \"w\") }");
        assert_eq!(first, [&b"x-z"[..], b"yy-z", b"x-w"]);
    }
}

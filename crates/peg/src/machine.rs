//! A rule, run on one string as pest runs it, with pest's stack.
//!
//! In: a [`Peg`] and a string. Out: whether a rule reads all of the string. A rule that pushes what has
//! no bound, `PUSH("#"*)`, has no automaton, and [`run`](super::run) has no program for it either: there
//! the strings on the stack are worked out beforehand. Here the stack is one, and what pest gives back of
//! it is given back where pest does: after a lookahead; where a sequence fails; and where an alternative,
//! an option or a repetition fails that has a `PUSH`, a `POP` or a `DROP`. The surprising case is
//! `POP_ALL`, for which pest does not look: `(POP_ALL | "a")` has an empty stack behind the `"a"`.
//!
//! Nothing is known where pest panics, as it does at `PEEK` with nothing on the stack, and where the run
//! takes too long, as it does where pest never ends.

use std::cell::Cell;
use std::collections::BTreeSet;

use pest_meta::optimizer::OptimizedExpr;
use rustc_hash::FxHashMap as HashMap;

use super::instance::{Atomicity, Instance};
use super::lower::{Builtin, Lowering, Reach, builtin};
use super::{Peg, lower};
use grammar_automata::engine::graph;

/// The number of steps that one string may take, and all of them.
const STEPS: usize = 50_000;
const ALL: usize = 50_000_000;
/// How deep expressions may run within each other.
const DEPTH: usize = 500;

/// What pest does with its stack, under the names that it has for that.
const OFF_STACK: [(&str, MachineNode); 5] = [
    ("PEEK", MachineNode::Peek),
    ("PEEK_ALL", MachineNode::PeekAll),
    ("POP", MachineNode::Pop),
    ("POP_ALL", MachineNode::PopAll),
    ("DROP", MachineNode::Drop),
];

/// An expression as it runs.
#[derive(Clone, Debug)]
enum MachineNode {
    Literal(String),
    /// A literal that ignores the case of ASCII.
    Insensitive(String),
    /// A character of some ranges.
    Character(Vec<(char, char)>),
    Start,
    End,
    Rule(usize),
    Peek,
    PeekAll,
    PeekSlice(i32, Option<i32>),
    Pop,
    PopAll,
    Drop,
    Push(Box<MachineNode>),
    Seq(Box<MachineNode>, Box<MachineNode>),
    Choice(Box<MachineNode>, Box<MachineNode>),
    Opt(Box<MachineNode>),
    Rep(Box<MachineNode>),
    Look(Box<MachineNode>, bool),
    /// Reads up to the first of some literals, or to the end.
    Skip(Vec<String>),
    /// Gives back the stack where an expression fails.
    Restore(Box<MachineNode>),
}

/// The rules of a file, ready to run with a stack.
pub struct Machine<'p> {
    peg: &'p Peg,
    /// The body of each rule that pest runs.
    bodies: Vec<Option<MachineNode>>,
    /// The number of steps that are left for further strings.
    left: Cell<usize>,
}

impl<'p> Machine<'p> {
    /// Makes the rules of a file ready to run.
    pub fn of(peg: &'p Peg) -> Self {
        let reader = MachineBuilder::of(peg);
        let bodies = (0..peg.rules.len()).map(|rule| peg.runs[rule].then(|| reader.body(rule)));
        Self { peg, bodies: bodies.collect(), left: Cell::new(ALL) }
    }

    /// Whether pest runs a rule.
    pub fn runs(&self, rule: &str, atomicity: Atomicity) -> bool {
        self.peg.instance(rule, atomicity).is_some_and(|one| self.peg.runs[one])
    }

    /// Whether a rule reads all of a string. Nothing is known if pest refuses the rule, if pest would
    /// panic, if that takes too long, or after the deadline.
    pub fn reads(&self, rule: &str, atomicity: Atomicity, text: &[u8]) -> Option<bool> {
        let number = self.peg.instance(rule, atomicity).filter(|&one| self.peg.runs[one])?;
        if self.peg.deadline.has_passed() {
            return None;
        }
        // pest is given text.
        let Ok(text) = std::str::from_utf8(text) else { return Some(false) };
        let given = STEPS.min(self.left.get());
        let (stack, known) = (Vec::new(), HashMap::default());
        let mut run = MachineRun { machine: self, text, stack, known, steps: given };
        let end = run.instance(number, 0, 0);
        self.left.set(self.left.get() - (given - run.steps));
        Some(end? == Some(text.len()))
    }

    /// The characters that a rule and what it reaches tell apart: of each literal all, and of each set
    /// two.
    pub fn characters(&self, rule: &str) -> BTreeSet<char> {
        let reached = self.peg.reached([rule].into_iter());
        let bodies = self.bodies.iter().zip(reached).filter(|(_, is)| *is);
        let mut open: Vec<&MachineNode> = bodies.filter_map(|(body, _)| body.as_ref()).collect();
        let mut found = BTreeSet::new();
        while let Some(node) = open.pop() {
            match node {
                MachineNode::Literal(text) | MachineNode::Insensitive(text) => {
                    found.extend(text.chars())
                }
                MachineNode::Character(ranges) => found.extend(two_of(ranges)),
                MachineNode::Skip(texts) => {
                    found.extend(texts.iter().flat_map(|text| text.chars()))
                }
                MachineNode::Seq(first, rest) | MachineNode::Choice(first, rest) => {
                    open.extend([&**first, rest])
                }
                MachineNode::Push(inner)
                | MachineNode::Opt(inner)
                | MachineNode::Rep(inner)
                | MachineNode::Look(inner, _)
                | MachineNode::Restore(inner) => open.push(inner),
                _ => {}
            }
        }
        found
    }
}

/// Makes nodes of the expressions of a file.
struct MachineBuilder<'p> {
    lowering: Lowering<'p>,
    /// For each rule, whether pest sees a change of the stack in the rule.
    changes: Vec<bool>,
}

impl<'p> MachineBuilder<'p> {
    fn of(peg: &'p Peg) -> Self {
        let called = |(name, _): &(String, usize)| peg.numbers.get(name).copied();
        let calls = peg.rules.iter().map(|rule| rule.uses.iter().filter_map(called).collect());
        let calls: Vec<Vec<usize>> = calls.collect();
        let changes = |name: &str| ["PUSH", "POP", "DROP"].contains(&name);
        let is_its = |&rule: &usize| peg.rules[rule].uses.iter().any(|(name, _)| changes(name));
        let own = (0..peg.rules.len()).filter(is_its);
        let changes = graph::reached(&graph::reversed(&calls), own);
        Self { lowering: Lowering::of(peg, Reach::Run), changes }
    }

    fn body(&self, rule: usize) -> MachineNode {
        let mut alternatives = self.lowering.optimized(rule).into_iter().rev();
        let last =
            alternatives.next().map_or((MachineNode::Rule(rule), false), |last| self.node(last));
        let choice = |rest, first| self.choice(self.node(first), rest);
        alternatives.fold(last, choice).0
    }

    fn choice(&self, first: (MachineNode, bool), rest: (MachineNode, bool)) -> (MachineNode, bool) {
        let changes = first.1 || rest.1;
        (MachineNode::Choice(restored(first), restored(rest)), changes)
    }

    /// The node of an expression, and whether pest sees a change of the stack in the expression.
    fn node(&self, expr: OptimizedExpr) -> (MachineNode, bool) {
        let node = match expr {
            OptimizedExpr::Str(text) => MachineNode::Literal(text),
            OptimizedExpr::Insens(text) => MachineNode::Insensitive(text),
            OptimizedExpr::Range(first, last) => {
                let ends = first.chars().next().zip(last.chars().next());
                MachineNode::Character(ends.into_iter().collect())
            }
            OptimizedExpr::Ident(name) => return self.named(&name),
            OptimizedExpr::PeekSlice(start, end) => MachineNode::PeekSlice(start, end),
            OptimizedExpr::Skip(texts) => MachineNode::Skip(texts),
            OptimizedExpr::Seq(first, rest) => {
                let ((first, is), (rest, other)) = (self.node(*first), self.node(*rest));
                return (MachineNode::Seq(Box::new(first), Box::new(rest)), is || other);
            }
            OptimizedExpr::Choice(first, rest) => {
                return self.choice(self.node(*first), self.node(*rest));
            }
            OptimizedExpr::Opt(inner) => {
                let inner = self.node(*inner);
                let changes = inner.1;
                return (MachineNode::Opt(restored(inner)), changes);
            }
            OptimizedExpr::Rep(inner) => {
                let inner = self.node(*inner);
                let changes = inner.1;
                return (MachineNode::Rep(restored(inner)), changes);
            }
            OptimizedExpr::PosPred(inner) => return self.look(*inner, true),
            OptimizedExpr::NegPred(inner) => return self.look(*inner, false),
            OptimizedExpr::Push(inner) => {
                return (MachineNode::Push(Box::new(self.node(*inner).0)), true);
            }
            OptimizedExpr::RestoreOnErr(inner) => {
                let inner = self.node(*inner);
                let changes = inner.1;
                return (MachineNode::Restore(Box::new(inner.0)), changes);
            }
            // What pest has with another feature is refused before.
            #[allow(unreachable_patterns)]
            _ => MachineNode::Character(Vec::new()),
        };
        (node, false)
    }

    fn look(&self, inner: OptimizedExpr, is_positive: bool) -> (MachineNode, bool) {
        let (inner, changes) = self.node(inner);
        (MachineNode::Look(Box::new(inner), is_positive), changes)
    }

    fn named(&self, name: &str) -> (MachineNode, bool) {
        if let Some(&rule) = self.lowering.peg.numbers.get(name) {
            return (MachineNode::Rule(rule), self.changes[rule]);
        }
        if let Some((_, node)) = OFF_STACK.into_iter().find(|(own, _)| *own == name) {
            return (node, ["POP", "DROP"].contains(&name));
        }
        let node = match builtin(name) {
            Some(Builtin::Any) => MachineNode::Character(vec![('\0', char::MAX)]),
            Some(Builtin::Start) => MachineNode::Start,
            Some(Builtin::End) => MachineNode::End,
            Some(Builtin::Byte(set)) => {
                let ranges = set.ranges().map(|(first, last)| (first.into(), last.into()));
                MachineNode::Character(ranges.collect())
            }
            Some(Builtin::Newline) => {
                let [line, both, carriage] =
                    ["\n", "\r\n", "\r"].map(|end| MachineNode::Literal(end.into()));
                let rest = MachineNode::Choice(Box::new(both), Box::new(carriage));
                MachineNode::Choice(Box::new(line), Box::new(rest))
            }
            None => MachineNode::Character(lower::ranges(name)),
        };
        (node, false)
    }
}

/// The node of a part that pest gives back the stack of where it sees a change of the stack.
fn restored((node, changes): (MachineNode, bool)) -> Box<MachineNode> {
    Box::new(if changes { MachineNode::Restore(Box::new(node)) } else { node })
}

/// A string that is being read.
struct MachineRun<'r> {
    machine: &'r Machine<'r>,
    text: &'r str,
    /// The strings on the stack, each by its place in the text.
    stack: Vec<(usize, usize)>,
    /// Where an instance ends that does not use the stack and begins at a place, if it succeeds there.
    known: HashMap<(usize, usize), Option<usize>>,
    steps: usize,
}

/// Where an expression ends, or that it fails; nothing if the run is given up.
type Ran = Option<Option<usize>>;

impl MachineRun<'_> {
    fn instance(&mut self, number: usize, at: usize, depth: usize) -> Ran {
        let instance = self.machine.peg.instances.get(number);
        let is_known = !self.machine.peg.stacked.has(instance.rule);
        if let Some(&known) = self.known.get(&(number, at)).filter(|_| is_known) {
            return Some(known);
        }
        let body = self.machine.bodies[instance.rule].as_ref()?;
        let end = self.node(body, instance, at, depth)?;
        if is_known {
            self.known.insert((number, at), end);
        }
        Some(end)
    }

    fn node(&mut self, node: &MachineNode, caller: Instance, at: usize, depth: usize) -> Ran {
        self.steps = self.steps.checked_sub(1).filter(|_| depth < DEPTH)?;
        let (rest, depth) = (&self.text[at..], depth + 1);
        Some(match node {
            MachineNode::Literal(text) => rest.starts_with(text.as_str()).then(|| at + text.len()),
            MachineNode::Insensitive(text) => {
                let begun = rest.as_bytes().get(..text.len());
                let is_it = begun.is_some_and(|begun| begun.eq_ignore_ascii_case(text.as_bytes()));
                is_it.then(|| at + text.len())
            }
            MachineNode::Character(ranges) => {
                let next = rest.chars().next();
                let is_in = |next: &char| ranges.iter().any(|(a, b)| (a..=b).contains(&next));
                next.filter(is_in).map(|next| at + next.len_utf8())
            }
            MachineNode::Start => (at == 0).then_some(at),
            MachineNode::End => rest.is_empty().then_some(at),
            &MachineNode::Rule(rule) => {
                let number = self.machine.peg.instances.callee(caller, rule);
                self.instance(number, at, depth)?
            }
            MachineNode::Peek => {
                let top = *self.stack.last()?;
                self.again(&[top], at)
            }
            MachineNode::PeekAll => {
                let all: Vec<_> = self.stack.iter().rev().copied().collect();
                self.again(&all, at)
            }
            &MachineNode::PeekSlice(start, end) => match self.slice(start, end) {
                Some(all) => self.again(&all, at),
                None => None,
            },
            MachineNode::Pop => {
                let top = self.stack.pop()?;
                self.again(&[top], at)
            }
            MachineNode::PopAll => {
                let mut end = Some(at);
                while let Some(at) = end {
                    let Some(top) = self.stack.pop() else { break };
                    end = self.again(&[top], at);
                }
                end
            }
            MachineNode::Drop => self.stack.pop().map(|_| at),
            MachineNode::Push(inner) => {
                let end = self.node(inner, caller, at, depth)?;
                self.stack.extend(end.map(|end| (at, end)));
                end
            }
            MachineNode::Seq(first, rest) => {
                let before = self.stack.clone();
                let mut end = self.node(first, caller, at, depth)?;
                if let Some(at) = end {
                    let at = self.between(caller, at, depth)?;
                    end = self.node(rest, caller, at, depth)?;
                }
                self.restored(end, before)
            }
            MachineNode::Choice(first, rest) => match self.node(first, caller, at, depth)? {
                Some(end) => Some(end),
                None => self.node(rest, caller, at, depth)?,
            },
            MachineNode::Opt(inner) => Some(self.node(inner, caller, at, depth)?.unwrap_or(at)),
            MachineNode::Rep(inner) => {
                let Some(mut end) = self.node(inner, caller, at, depth)? else {
                    return Some(Some(at));
                };
                loop {
                    let before = self.stack.clone();
                    let at = self.between(caller, end, depth)?;
                    let next = self.node(inner, caller, at, depth)?;
                    match self.restored(next, before) {
                        Some(next) => end = next,
                        None => break Some(end),
                    }
                }
            }
            MachineNode::Look(inner, is_positive) => {
                let before = self.stack.clone();
                let end = self.node(inner, caller, at, depth)?;
                self.stack = before;
                (end.is_some() == *is_positive).then_some(at)
            }
            MachineNode::Skip(texts) => {
                let found = texts.iter().filter_map(|text| rest.find(text.as_str())).min();
                Some(at + found.unwrap_or(rest.len()))
            }
            MachineNode::Restore(inner) => {
                let before = self.stack.clone();
                let end = self.node(inner, caller, at, depth)?;
                self.restored(end, before)
            }
        })
    }

    /// Gives back the stack where something failed.
    fn restored(&mut self, end: Option<usize>, before: Vec<(usize, usize)>) -> Option<usize> {
        if end.is_none() {
            self.stack = before;
        }
        end
    }

    /// Reads strings again that were read before.
    fn again(&self, all: &[(usize, usize)], at: usize) -> Option<usize> {
        all.iter().try_fold(at, |at, &(from, to)| {
            let text = &self.text[from..to];
            self.text[at..].starts_with(text).then(|| at + text.len())
        })
    }

    /// The strings of `PEEK[start..end]`. There are none if a bound is out of range.
    fn slice(&self, start: i32, end: Option<i32>) -> Option<Vec<(usize, usize)>> {
        let length = self.stack.len();
        let index = |bound: i32| match usize::try_from(bound) {
            Ok(bound) => Some(bound).filter(|&bound| bound <= length),
            Err(_) => length.checked_sub(bound.unsigned_abs() as usize),
        };
        let (start, end) = (index(start)?, end.map_or(Some(length), index)?);
        Some(self.stack.get(start..end).unwrap_or_default().to_vec())
    }

    /// What pest runs between two terms: `WHITESPACE* ~ (COMMENT ~ WHITESPACE*)*`. Where one of the two
    /// fails alone, the stack stays as it left it.
    fn between(&mut self, caller: Instance, at: usize, depth: usize) -> Option<usize> {
        let [whitespace, comment] = self.machine.peg.instances.between(caller);
        let mut at = self.all(whitespace, at, depth)?;
        if whitespace.is_none() {
            return self.all(comment, at, depth);
        }
        while let Some(comment) = comment {
            let before = self.stack.clone();
            let end = self.instance(comment, at, depth)?;
            match self.restored(end, before) {
                Some(end) => at = self.all(whitespace, end, depth)?,
                None => break,
            }
        }
        Some(at)
    }

    /// Runs a rule again and again.
    fn all(&mut self, number: Option<usize>, mut at: usize, depth: usize) -> Option<usize> {
        let Some(number) = number else { return Some(at) };
        while let Some(end) = self.instance(number, at, depth)? {
            self.steps = self.steps.checked_sub(1)?;
            at = end;
        }
        Some(at)
    }
}

/// Characters that are tried first of those of a set.
const READABLE: &str = "ab01-";

/// Two characters of a set that is given by ranges, if it has two: what is read off a stack may be the
/// same character again or another one.
pub fn two_of(ranges: &[(char, char)]) -> impl Iterator<Item = char> {
    let is_in = |one: &char| ranges.iter().any(|&(first, last)| (first..=last).contains(one));
    let readable = READABLE.chars().filter(is_in);
    let ends =
        ranges.first().map(|range| range.0).into_iter().chain(ranges.last().map(|one| one.1));
    let mut two: Vec<char> = Vec::new();
    for one in readable.chain(ends) {
        if two.len() < 2 && !two.contains(&one) {
            two.push(one);
        }
    }
    two.into_iter()
}

#[cfg(test)]
mod tests {
    use pest_vm::Vm;

    use super::*;
    use crate::scaled;

    /// SplitMix64 (Steele, Lea and Flood, 2014).
    struct SplitMix(u64);

    impl SplitMix {
        fn below(&mut self, end: usize) -> usize {
            self.0 = self.0.wrapping_add(0x9E37_79B9_7F4A_7C15);
            let mixed = (self.0 ^ self.0 >> 30).wrapping_mul(0xBF58_476D_1CE4_E5B9);
            let mixed = (mixed ^ mixed >> 27).wrapping_mul(0x94D0_49BB_1331_11EB);
            ((mixed ^ mixed >> 31) % end as u64) as usize
        }

        /// An expression that calls the rules `b` and `c`, or none.
        fn expr(&mut self, depth: usize, calls: bool) -> String {
            const TERMINALS: [&str; 16] = [
                "\"a\"",
                "\"b\"",
                "'a'..'b'",
                "POP",
                "PEEK",
                "DROP",
                "POP_ALL",
                "PEEK_ALL",
                "PEEK[0..1]",
                "PEEK[-1..]",
                "^\"A\"",
                "\"ab\"",
                "PUSH(\"a\"*)",
                "PUSH(\"b\" | \"a\")",
                "b",
                "c",
            ];
            let kind = if depth == 0 { 0 } else { self.below(9) };
            let mut inner = || self.expr(depth - 1, calls);
            match kind {
                0 => TERMINALS[self.below(if calls { 16 } else { 14 })].to_owned(),
                1..=3 => format!("{} ~ {}", inner(), inner()),
                4 => format!("({} | {})", inner(), inner()),
                5 => format!("(\"a\" ~ {})*", inner()),
                6 => format!("({})?", inner()),
                7 => format!("PUSH({})", inner()),
                _ => format!("{}({})", ["!", "&"][self.below(2)], self.expr(depth - 1, calls)),
            }
        }
    }

    fn strings() -> Vec<String> {
        let mut all = vec![String::new()];
        for at in 0..62 {
            all.extend(["a", "b"].map(|letter| format!("{}{letter}", all[at])));
        }
        all
    }

    /// What has no automaton is run as pest's own machine runs it.
    #[test]
    fn sets_are_two_characters() {
        let two = |ranges: &[(char, char)]| two_of(ranges).collect::<String>();
        assert_eq!(two(&[('\0', char::MAX)]), "ab");
        assert_eq!(two(&[('0', '9'), ('A', 'F')]), "01");
        assert_eq!(two(&[('c', 'e')]), "ce");
        assert_eq!(two(&[('#', '#')]), "#");
        assert_eq!(two(&[]), "");
    }

    #[test]
    fn the_machine_is_that_of_pest() {
        let (strings, mut random) = (strings(), SplitMix(7));
        let (mut read, mut rejected, mut unknown) = (0, 0, 0);
        for _ in 0..scaled(250, 1_500) {
            let blanks =
                ["", "", "WHITESPACE = _{ \"b\" }", "WHITESPACE = { \"b\" } COMMENT = { \"aa\" }"];
            let kinds = ["", "@", "_", "$", "!"];
            let rules = ["a", "b", "c"].map(|name| {
                let kind = kinds[random.below(5)];
                let body = random.expr(if name == "a" { 4 } else { 2 }, name == "a");
                format!("{name} = {kind}{{ {body} }}\n")
            });
            let text = rules.concat() + blanks[random.below(4)];
            let whole = "\nbegun = !{ a }\nwhole = ${ begun ~ EOI }\ninner = ${ a ~ EOI }";
            let Ok((_, optimized)) = pest_meta::parse_and_optimize(&(text.clone() + whole)) else {
                continue;
            };
            let peg = Peg::read("g.pest", &(text.clone() + "\ncalls = ${ a }")).unwrap();
            let (machine, vm) = (Machine::of(&peg), Vm::new(optimized));
            let ways = [("whole", Atomicity::NonAtomic), ("inner", Atomicity::Atomic)];
            for (string, (rule, atomicity)) in
                strings.iter().flat_map(|one| ways.map(|way| (one, way)))
            {
                // Where nothing is known, pest may panic or never end.
                let Some(reads) = machine.reads("a", atomicity, string.as_bytes()) else {
                    unknown += 1;
                    continue;
                };
                let pest = vm.parse(rule, string).is_ok();
                assert_eq!(reads, pest, "{string:?} {rule}\n{text}");
                *(if reads { &mut read } else { &mut rejected }) += 1;
            }
        }
        assert!(read > 500 && rejected > 1_500 && unknown > 15, "{read} {rejected} {unknown}");
    }
}

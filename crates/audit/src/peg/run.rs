//! Runs a rule on one string.
//!
//! In: a [`Peg`] and a string. Out: whether a rule reads all of the string. No automaton is built, so rules may nest
//! in themselves as deep as the string does; an answer of an automaton that was unrolled to a depth is checked again
//! here, with the rule as it is. Each call is run once at each place, so that the work grows with the string and not
//! with the ways to try. What is run is what the optimizer made of the file; [`running`](super::running) runs what is
//! written, to say who is to blame.

use std::cell::Cell;

use grammar_automata::build::ByteSet;
use rustc_hash::FxHashMap as HashMap;

use super::instance::Atomicity;
use super::program::{Id, Instruction, Program};
use super::{Peg, lower};

/// The number of steps that one string may take.
const STEPS: usize = 2_000_000;
/// The number of steps that all strings may take.
const ALL: usize = 400_000_000;
/// How deep expressions may run within each other.
const DEPTH: usize = 1_000;

/// The rules of a file that are not refused, ready to run.
pub(crate) struct Runner<'p> {
    peg: &'p Peg,
    program: Program,
    /// The number of steps that are left for further strings.
    left: Cell<usize>,
}

impl<'p> Runner<'p> {
    pub(crate) fn of(peg: &'p Peg) -> Self {
        Self { peg, program: lower::whole(peg), left: Cell::new(ALL) }
    }

    /// Whether a rule reads all of a string. Nothing is known if that takes too long, after the deadline,
    /// or if the rule uses what is refused for another reason than that rules nest.
    pub(crate) fn reads(&self, rule: &str, atomicity: Atomicity, text: &[u8]) -> Option<bool> {
        let instance = self.peg.instance(rule, atomicity)?;
        if self.peg.hard[instance].is_some() || self.peg.deadline.has_passed() {
            return None;
        }
        if self.program.undefined.contains(&instance) {
            return None;
        }
        let given = STEPS.min(self.left.get());
        let mut run = StringRun::new(&self.program, text, given);
        let end = run.expr(self.program.body(instance), 0, 0);
        self.left.set(self.left.get() - (given - run.steps));
        Some(end? == Some(text.len()))
    }
}

/// A string that is being read.
pub(super) struct StringRun<'r> {
    program: &'r Program,
    text: &'r [u8],
    /// Where a body ends that begins at a place, if it succeeds there, and the steps that pest takes for it.
    pub(super) calls: HashMap<(usize, usize), (Option<usize>, u64)>,
    /// The number of steps that may still be taken.
    pub(super) steps: usize,
    /// The number of steps that pest takes, which runs a call as often as it comes to it.
    pub(super) cost: u64,
    /// The iterations of repetitions: the expression, where it begins, and where it ends if it succeeds.
    pub(super) iterations: Vec<(Id, usize, Option<usize>)>,
}

impl<'r> StringRun<'r> {
    pub(super) fn new(program: &'r Program, text: &'r [u8], steps: usize) -> Self {
        Self { program, text, calls: HashMap::default(), steps, cost: 0, iterations: Vec::new() }
    }

    /// Runs an expression at a place. Says where it ends, or that it fails; nothing if the limits are
    /// spent.
    pub(super) fn expr(&mut self, id: Id, at: usize, depth: usize) -> Option<Option<usize>> {
        self.steps = self.steps.checked_sub(1).filter(|_| depth < DEPTH)?;
        self.cost = self.cost.saturating_add(1);
        let (program, depth) = (self.program, depth + 1);
        let (mut id, mut at) = (id, at);
        // A word is as long as its trie is deep.
        while let Instruction::Branch(after) = program.node(id) {
            self.steps = self.steps.checked_sub(1)?;
            let next = self.text.get(at).copied();
            let leads = |(set, _): &&(ByteSet, Id)| next.is_some_and(|byte| set.contains(byte));
            let Some(&(_, then)) = after.iter().find(leads) else { return Some(None) };
            (id, at) = (then, at + 1);
        }
        Some(match program.node(id) {
            // There is none any more.
            Instruction::Branch(_) | Instruction::Fail => None,
            Instruction::Cut(_) => return None,
            Instruction::Start => (at == 0).then_some(at),
            Instruction::End => (at == self.text.len()).then_some(at),
            Instruction::Byte(set) => {
                self.text.get(at).filter(|&&byte| set.contains(byte)).map(|_| at + 1)
            }
            Instruction::Seq(parts) => {
                let mut end = Some(at);
                for &part in parts {
                    let Some(at) = end else { break };
                    end = self.expr(part, at, depth)?;
                }
                end
            }
            Instruction::Choice(parts) => {
                let mut end = None;
                for &part in parts {
                    end = self.expr(part, at, depth)?;
                    if end.is_some() {
                        break;
                    }
                }
                end
            }
            &Instruction::Opt(inner) => Some(self.expr(inner, at, depth)?.unwrap_or(at)),
            &Instruction::Rep(inner) => {
                let mut end = at;
                loop {
                    let next = self.expr(inner, end, depth)?;
                    self.iterations.push((inner, end, next));
                    match next {
                        Some(next) if next > end => end = next,
                        _ => break Some(end),
                    }
                }
            }
            &Instruction::And(inner) => self.expr(inner, at, depth)?.map(|_| at),
            &Instruction::Not(inner) => self.expr(inner, at, depth)?.is_none().then_some(at),
            &Instruction::Call(place) => match self.calls.get(&(place, at)) {
                Some(&(known, cost)) => {
                    self.cost = self.cost.saturating_add(cost);
                    known
                }
                None => {
                    let before = std::mem::take(&mut self.cost);
                    let end = self.expr(program.body(place), at, depth)?;
                    self.calls.insert((place, at), (end, self.cost));
                    self.cost = self.cost.saturating_add(before);
                    end
                }
            },
        })
    }
}

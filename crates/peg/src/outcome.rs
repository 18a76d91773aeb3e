//! What an expression leaves on the stack.
//!
//! In: expressions that use the stack, and the strings that are on it before. Out: [`Outcome`]s, in
//! their order: an expression that reads and does not touch the stack, and the strings that are on the
//! stack after it. What is on the stack is known wherever an expression stands, so `PEEK` is a literal.
//! `PUSH("a" | "b") ~ x ~ POP` has the outcomes `"a"` and `"b"` of its first part, and becomes
//!
//! ```text
//! "a" ~ x ~ "a" | !"a" ~ "b" ~ x ~ "b"
//! ```
//!
//! The `!"a"` keeps what pest does: it takes the first string that matches and does not come back for
//! the second where what follows fails. What fails gives the stack back, and so does a lookahead.
//!
//! What is pushed must be one of a few strings, and a repetition must leave the stack as it found it:
//! the stack has a bound then, and with it the automaton. `PUSH("#"*)` has none. Where rules are
//! unrolled to a depth, it is lowered for that many times, and behind them stands a cut.
//!
//! The surprising case is a rule that is run in several ways: `inner = { (!PEEK ~ ANY)* }` is refused
//! where a parser begins with it, and decided wherever something is pushed before.

use std::rc::Rc;

use grammar_automata::build::ByteSet;
use pest_meta::optimizer::OptimizedExpr;

use super::PegFault;
use super::lower::{Builtin, Lowering, LoweringSite, Reach, builtin};
use super::program::{Id, Instruction, slice};
use super::stack::{Outcome, Stack};

/// How many strings an expression that is pushed may read.
pub(super) const STRINGS: usize = 256;
/// How many strings may be on the stack.
pub(super) const HIGH: usize = 16;
/// How often what is pushed may repeat where a rule is run on a short string.
pub(super) const TIMES: usize = 32;
/// How deep expressions may nest, with the rules that they call.
pub(super) const DEPTH: usize = 100;
/// How many steps a rule may take. A step is an expression with a stack, or one of its outcomes.
pub(super) const STEPS: usize = 100_000;
/// How many steps the rules of a file may take.
pub(super) const ALL_STEPS: usize = 500_000;

/// Where an expression stands, and with which stack.
#[derive(Clone, Copy)]
pub(super) struct At<'s> {
    pub(super) site: LoweringSite,
    pub(super) stack: &'s Stack,
    /// Whether what is read is pushed.
    pub(super) is_pushed: bool,
}

pub(super) type Outcomes = Result<Vec<Outcome>, PegFault>;

impl Lowering<'_> {
    /// The outcomes of an expression, the first that succeeds first.
    pub(super) fn outcomes(&mut self, expr: &OptimizedExpr, at: At<'_>) -> Outcomes {
        let plain = if at.is_pushed { None } else { self.plain(expr, at) };
        if let Some(id) = plain {
            return Ok(vec![at.reads(id, "")]);
        }
        self.spend(1)?;
        if self.stacks.depth == DEPTH {
            return self.too_deep(at);
        }
        self.stacks.depth += 1;
        let found = self.nested(expr, at).and_then(|found| self.limited(found, expr));
        self.stacks.depth -= 1;
        found
    }

    pub(super) fn nested(&mut self, expr: &OptimizedExpr, at: At<'_>) -> Outcomes {
        match expr {
            OptimizedExpr::Ident(name) => match self.peg.numbers.get(name) {
                Some(&rule) => self.called(self.peg.instances.callee(at.site.caller, rule), at),
                None => self.builtin(name, at),
            },
            OptimizedExpr::Seq(..) => {
                let (mut parts, mut rest) = (Vec::new(), expr);
                while let OptimizedExpr::Seq(next, after) = rest {
                    parts.push(&**next);
                    rest = after;
                }
                parts.push(rest);
                self.sequence(&parts, at)
            }
            OptimizedExpr::Choice(..) => {
                let (mut parts, mut rest) = (Vec::new(), expr);
                while let OptimizedExpr::Choice(next, after) = rest {
                    parts.push(&**next);
                    rest = bare(after);
                }
                parts.push(rest);
                self.choice(&parts, at)
            }
            OptimizedExpr::Opt(inner) => {
                self.gives_back(inner, at)?;
                let mut found = self.outcomes(inner, at)?;
                found.push(self.nothing(at));
                Ok(self.merged(found))
            }
            OptimizedExpr::Rep(inner) if at.is_pushed => self.repeated(inner, at),
            OptimizedExpr::Rep(inner) => {
                self.gives_back(inner, at)?;
                let found = self.outcomes(inner, At { site: at.site.inner(), ..at })?;
                let id = match &found[..] {
                    [only] if only.stack == *at.stack => only.id,
                    _ => return Err(PegFault::StackRound(expr.to_string())),
                };
                let again = match self.between_stacked(at)? {
                    Some(between) => self.program.add(Instruction::Seq(vec![between, id])),
                    None => return Ok(vec![at.reads(self.program.add(Instruction::Rep(id)), "")]),
                };
                let again = self.program.add(Instruction::Rep(again));
                let all = self.program.add(Instruction::Seq(vec![id, again]));
                Ok(vec![at.reads(self.program.add(Instruction::Opt(all)), "")])
            }
            OptimizedExpr::PosPred(inner) | OptimizedExpr::NegPred(inner) => {
                let site = at.site.in_lookahead();
                let found = self.outcomes(inner, At { site, is_pushed: false, ..at })?;
                let id = self.program.choice(found.iter().map(|outcome| outcome.id).collect());
                let is_positive = matches!(expr, OptimizedExpr::PosPred(_));
                let node = if is_positive { Instruction::And(id) } else { Instruction::Not(id) };
                Ok(vec![at.reads(self.program.add(node), "")])
            }
            OptimizedExpr::RestoreOnErr(inner) => self.outcomes(inner, at),
            OptimizedExpr::Push(inner) => {
                let found = self.outcomes(inner, At { is_pushed: true, ..at })?;
                let pushed = found.into_iter().map(|Outcome { id, stack, text }| {
                    let stack = stack.iter().cloned().chain([Rc::from(&*text)]).collect();
                    Outcome { id, stack, text: if at.is_pushed { text } else { String::new() } }
                });
                let pushed: Vec<Outcome> = pushed.collect();
                match (pushed.iter().any(|one: &Outcome| one.stack.len() > HIGH), self.reach) {
                    (false, _) => Ok(self.merged(pushed)),
                    (true, Reach::Run) => Ok(self.cut(at)),
                    (true, _) => Err(PegFault::StackHigh(HIGH)),
                }
            }
            OptimizedExpr::PeekSlice(start, end) => match slice(at.stack.len(), *start, *end) {
                Some(range) => Ok(vec![self.off_stack(&at.stack[range].concat(), at)]),
                None => Ok(vec![self.fails(at)]),
            },
            // What is left reads, and what it reads is pushed.
            OptimizedExpr::Str(text) => Ok(vec![self.literal(text, at)]),
            OptimizedExpr::Insens(text) => {
                let mut all = vec![String::new()];
                for letter in text.chars() {
                    let mut cases = vec![letter.to_ascii_lowercase(), letter.to_ascii_uppercase()];
                    cases.dedup();
                    let longer = |one: String| {
                        cases.clone().into_iter().map(move |case| format!("{one}{case}"))
                    };
                    all = all.into_iter().flat_map(longer).take(STRINGS + 1).collect();
                }
                Ok(all.iter().map(|text| self.literal(text, at)).collect())
            }
            OptimizedExpr::Range(first, last) => {
                let ends = first.chars().next().zip(last.chars().next());
                let letters = ends.into_iter().flat_map(|(first, last)| first..=last);
                let letters: Vec<char> = letters.take(STRINGS + 1).collect();
                if letters.is_empty() {
                    return Ok(vec![self.fails(at)]);
                }
                Ok(letters.iter().map(|one| self.literal(&one.to_string(), at)).collect())
            }
            _ => Err(strings(expr)),
        }
    }

    /// An expression that does not use the stack.
    pub(super) fn plain(&mut self, expr: &OptimizedExpr, at: At<'_>) -> Option<Id> {
        // The expressions are kept as long as this.
        let key = (std::ptr::from_ref(expr), at.site);
        if let Some(&known) = self.stacks.plain.get(&key) {
            return known;
        }
        let mut implicit = self.peg.instances.between(at.site.caller).into_iter().flatten();
        let has_room = !matches!(
            expr,
            OptimizedExpr::Str(_)
                | OptimizedExpr::Insens(_)
                | OptimizedExpr::Range(..)
                | OptimizedExpr::Ident(_)
                | OptimizedExpr::Skip(_)
        );
        let uses = self.peg.stacked.uses(expr, &self.peg.numbers);
        let is_plain = !(uses || has_room && implicit.any(|one| self.uses_stack(one)));
        let id = is_plain.then(|| self.expr(expr.clone(), at.site));
        self.stacks.plain.insert(key, id);
        id
    }

    pub(super) fn spend(&mut self, steps: usize) -> Result<(), PegFault> {
        self.stacks.steps += steps;
        if self.stacks.steps > STEPS { Err(PegFault::StackSteps(STEPS)) } else { Ok(()) }
    }

    pub(super) fn too_deep(&mut self, at: At<'_>) -> Outcomes {
        match self.reach {
            Reach::Run => Ok(self.cut(at)),
            _ => Err(PegFault::Nested(DEPTH)),
        }
    }

    /// What is not a rule of the file.
    pub(super) fn builtin(&mut self, name: &str, at: At<'_>) -> Outcomes {
        let below = || at.stack.split_last().map(|(_, below)| Stack::from(below));
        let one = match (name, at.stack.last()) {
            ("PEEK" | "POP", None) => return Err(PegFault::StackEmpty(name.to_owned())),
            ("PEEK", Some(top)) => self.off_stack(top, at),
            ("POP", Some(top)) => {
                let read = self.off_stack(top, at);
                Outcome { stack: below().unwrap_or_else(|| at.stack.clone()), ..read }
            }
            ("DROP", None) => self.fails(at),
            ("DROP", Some(_)) => {
                let read = self.off_stack("", at);
                Outcome { stack: below().unwrap_or_else(|| at.stack.clone()), ..read }
            }
            ("PEEK_ALL" | "POP_ALL", _) => {
                let all: Vec<&str> = at.stack.iter().rev().map(|one| &**one).collect();
                let read = self.off_stack(&all.concat(), at);
                let is_pop = name == "POP_ALL";
                Outcome { stack: if is_pop { Stack::from([]) } else { read.stack }, ..read }
            }
            _ => match builtin(name) {
                Some(Builtin::Start) => at.reads(self.program.add(Instruction::Start), ""),
                Some(Builtin::End) => at.reads(self.program.add(Instruction::End), ""),
                Some(Builtin::Newline) => {
                    let ends = ["\n", "\r\n", "\r"];
                    return Ok(ends.iter().map(|end| self.literal(end, at)).collect());
                }
                Some(Builtin::Byte(set)) => {
                    let bytes = (0..0x80).filter(|&byte| set.contains(byte));
                    let one = |byte| self.literal(&char::from(byte).to_string(), at);
                    return Ok(bytes.map(one).collect());
                }
                Some(Builtin::Any) | None => {
                    return Err(strings(&OptimizedExpr::Ident(name.to_owned())));
                }
            },
        };
        Ok(vec![one])
    }

    /// Whether what an expression did to the stack is undone where the expression fails.
    pub(super) fn gives_back(&self, expr: &OptimizedExpr, at: At<'_>) -> Result<(), PegFault> {
        let keeps = !at.stack.is_empty() && self.peg.stacked.keeps(expr, &self.peg.numbers);
        if keeps { Err(PegFault::StackKept(expr.to_string())) } else { Ok(()) }
    }

    pub(super) fn nothing(&mut self, at: At<'_>) -> Outcome {
        at.reads(self.program.seq(Vec::new()), "")
    }

    pub(super) fn fails(&mut self, at: At<'_>) -> Outcome {
        at.reads(self.program.add(Instruction::Fail), "")
    }

    pub(super) fn cut(&mut self, at: At<'_>) -> Vec<Outcome> {
        vec![at.reads(self.program.add(Instruction::Cut(None)), "")]
    }

    pub(super) fn literal(&mut self, text: &str, at: At<'_>) -> Outcome {
        at.reads(self.program.sequence(text.bytes().map(ByteSet::single)), text)
    }

    /// Reads a string that is on the stack.
    pub(super) fn off_stack(&mut self, text: &str, at: At<'_>) -> Outcome {
        self.stacks.is_idle |= text.is_empty();
        self.literal(text, at)
    }

    pub(super) fn limited(&mut self, found: Vec<Outcome>, expr: &OptimizedExpr) -> Outcomes {
        if found.len() > STRINGS { Err(strings(expr)) } else { Ok(found) }
    }

    /// Outcomes that leave the same, one after the other, as one.
    pub(super) fn merged(&mut self, found: Vec<Outcome>) -> Vec<Outcome> {
        let mut merged: Vec<(Vec<Id>, Outcome)> = Vec::new();
        for outcome in found {
            match merged.last_mut() {
                Some((ids, last)) if last.stack == outcome.stack && last.text == outcome.text => {
                    ids.push(outcome.id);
                }
                _ => merged.push((vec![outcome.id], outcome)),
            }
        }
        let merged = merged.into_iter();
        merged.map(|(ids, one)| Outcome { id: self.program.choice(ids), ..one }).collect()
    }
}

impl At<'_> {
    pub(super) fn reads(self, id: Id, text: &str) -> Outcome {
        let text = if self.is_pushed { text.to_owned() } else { String::new() };
        Outcome { id, stack: self.stack.clone(), text }
    }
}

pub(super) fn bare(mut expr: &OptimizedExpr) -> &OptimizedExpr {
    while let OptimizedExpr::RestoreOnErr(inner) = expr {
        expr = inner;
    }
    expr
}

pub(super) fn strings(expr: &OptimizedExpr) -> PegFault {
    PegFault::StackStrings { text: expr.to_string(), limit: STRINGS }
}

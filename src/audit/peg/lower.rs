//! From the rules of a file to the expressions that pest runs, each kept once.
//!
//! In: a checked [`Peg`], and expressions to be decided beside its rules. Out: a [`Program`], in
//! which every expression is a number, equal expressions have equal numbers, and what reads is a
//! set of bytes. The optimizer is pest's own. It writes counted repetitions out, `e{0, 2}` as
//! `e? ~ e?`, and here these meet again: what comes after the first `e?` of five is what comes
//! after the second of six, so that bounds cost their sum and not their product.

use std::collections::HashMap;

use pest_meta::ast::Expr;
use pest_meta::optimizer::OptimizedExpr;

use super::inline::Inlined;
use super::{Peg, Rule};
use crate::audit::bytes::ByteSet;
use crate::audit::utf8;

/// The number of an expression in its program.
pub(super) type Id = u32;

/// What an expression does when it runs.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub(super) enum Instruction {
    /// Fails.
    Fail,
    /// Succeeds at the beginning of the input.
    Start,
    /// Succeeds at the end of the input.
    End,
    /// Reads a byte of the set.
    Byte(ByteSet),
    /// Runs expressions one after the other. Without expressions it succeeds and reads nothing.
    Seq(Vec<Id>),
    /// Runs expressions until the first succeeds.
    Choice(Vec<Id>),
    Opt(Id),
    Rep(Id),
    And(Id),
    Not(Id),
    /// Runs a rule, by its number.
    Call(usize),
}

/// The rules of a file, lowered to run.
#[derive(Default, Debug)]
pub(super) struct Program {
    nodes: Vec<Instruction>,
    numbers: HashMap<Instruction, Id>,
    /// For each expression, whether it succeeds on any input.
    total: Vec<bool>,
    /// The body of each rule. Refused rules fail.
    bodies: Vec<Id>,
    /// The lowered expressions that are not bodies of rules.
    pub(super) extra: Vec<Id>,
    /// Whether any expression asks for the beginning of the input.
    pub(super) asks_start: bool,
}

/// The name for what comes after the alternatives of a part of a choice. No rule has a space in its
/// name.
const REST: &str = "the rest";

/// Lowers the rules of a file that are not refused, and further expressions of these rules.
pub(super) fn lower(peg: &Peg, extra: &[(usize, &Expr)]) -> Program {
    let inlined = Inlined::of(peg);
    let mut program = Program::default();
    let fail = program.add(Instruction::Fail);
    program.bodies = vec![fail; peg.rules.len()];
    for number in peg.decidable() {
        let Rule { body, kind, .. } = &peg.rules[number];
        let mut alternatives = Vec::new();
        for (at, part) in body.iter().enumerate() {
            let is_last = at + 1 == body.len();
            let part = if is_last { part.clone() } else { with_rest(part.clone()) };
            program.alternatives(inlined.optimize(part, *kind), &peg.numbers, &mut alternatives);
            if !is_last {
                alternatives.pop();
            }
        }
        program.bodies[number] = program.choice(alternatives);
    }
    for &(rule, expr) in extra {
        let expr = inlined.optimize(expr.clone(), peg.rules[rule].kind);
        let id = program.expr(expr, &peg.numbers);
        program.extra.push(id);
    }
    program
}

/// A part of a choice as the optimizer would find it within the whole choice.
fn with_rest(part: Expr) -> Expr {
    match part {
        Expr::Choice(first, rest) => Expr::Choice(first, Box::new(with_rest(*rest))),
        last => Expr::Choice(Box::new(last), Box::new(Expr::Ident(REST.to_owned()))),
    }
}

/// The expression that pest has for a name, where the file does not define the name.
pub(super) fn builtin(name: &str) -> Option<Builtin> {
    let bytes = |ranges: &[(u8, u8)]| {
        let union =
            |set: ByteSet, &(first, last): &(u8, u8)| set.union(ByteSet::range(first, last));
        Some(Builtin::Byte(ranges.iter().fold(ByteSet::EMPTY, union)))
    };
    match name {
        "ANY" => Some(Builtin::Any),
        "SOI" => Some(Builtin::Start),
        "EOI" => Some(Builtin::End),
        "NEWLINE" => Some(Builtin::Newline),
        "ASCII" => bytes(&[(0, 0x7F)]),
        "ASCII_DIGIT" => bytes(&[(b'0', b'9')]),
        "ASCII_NONZERO_DIGIT" => bytes(&[(b'1', b'9')]),
        "ASCII_BIN_DIGIT" => bytes(&[(b'0', b'1')]),
        "ASCII_OCT_DIGIT" => bytes(&[(b'0', b'7')]),
        "ASCII_HEX_DIGIT" => bytes(&[(b'0', b'9'), (b'a', b'f'), (b'A', b'F')]),
        "ASCII_ALPHA_LOWER" => bytes(&[(b'a', b'z')]),
        "ASCII_ALPHA_UPPER" => bytes(&[(b'A', b'Z')]),
        "ASCII_ALPHA" => bytes(&[(b'a', b'z'), (b'A', b'Z')]),
        "ASCII_ALPHANUMERIC" => bytes(&[(b'a', b'z'), (b'A', b'Z'), (b'0', b'9')]),
        _ => None,
    }
}

/// An expression for which pest has a name.
pub(super) enum Builtin {
    /// Any character.
    Any,
    Start,
    End,
    /// `"\n" | "\r\n" | "\r"`
    Newline,
    Byte(ByteSet),
}

impl Program {
    pub(super) fn node(&self, id: Id) -> &Instruction {
        &self.nodes[id as usize]
    }

    pub(super) fn body(&self, rule: usize) -> Id {
        self.bodies[rule]
    }

    /// Whether an expression succeeds on any input, by its shape.
    pub(super) fn is_total(&self, id: Id) -> bool {
        self.total[id as usize]
    }

    /// The byte sets that the program tells apart.
    pub(super) fn sets(&self) -> impl Iterator<Item = ByteSet> {
        self.nodes.iter().filter_map(|node| match node {
            Instruction::Byte(set) => Some(*set),
            _ => None,
        })
    }

    pub(super) fn add(&mut self, node: Instruction) -> Id {
        if let Some(&id) = self.numbers.get(&node) {
            return id;
        }
        let total = match &node {
            Instruction::Opt(_) | Instruction::Rep(_) => true,
            Instruction::Seq(parts) => parts.iter().all(|&part| self.is_total(part)),
            Instruction::Choice(parts) => parts.iter().any(|&part| self.is_total(part)),
            _ => false,
        };
        self.asks_start |= node == Instruction::Start;
        let id = self.nodes.len() as Id; // the file's terms are limited to far fewer
        self.nodes.push(node.clone());
        self.total.push(total);
        self.numbers.insert(node, id);
        id
    }

    /// The expression that reads any character.
    pub(super) fn any(&mut self) -> Id {
        self.range('\0', char::MAX)
    }

    fn range(&mut self, first: char, last: char) -> Id {
        let sequences = utf8::range(first, last);
        let parts = sequences.into_iter().map(|sets| self.sequence(sets)).collect();
        self.add(Instruction::Choice(parts))
    }

    fn sequence(&mut self, sets: impl IntoIterator<Item = ByteSet>) -> Id {
        let parts: Vec<Id> = sets.into_iter().map(|set| self.add(Instruction::Byte(set))).collect();
        match parts[..] {
            [part] => part,
            _ => self.add(Instruction::Seq(parts)),
        }
    }

    fn literal(&mut self, text: &str) -> Id {
        self.sequence(text.bytes().map(ByteSet::single))
    }

    fn expr(&mut self, expr: OptimizedExpr, numbers: &HashMap<String, usize>) -> Id {
        let node = match expr {
            OptimizedExpr::Str(text) => return self.literal(&text),
            // pest ignores the case of ASCII only.
            OptimizedExpr::Insens(text) => {
                return self.sequence(text.bytes().map(ByteSet::ignoring_case));
            }
            OptimizedExpr::Range(first, last) => {
                return match (first.chars().next(), last.chars().next()) {
                    (Some(first), Some(last)) => self.range(first, last),
                    _ => self.add(Instruction::Fail),
                };
            }
            OptimizedExpr::Ident(name) => match numbers.get(&name) {
                Some(&rule) => Instruction::Call(rule),
                None => return self.named(&name),
            },
            OptimizedExpr::Seq(first, rest) => {
                let (mut parts, mut rest) = (vec![self.expr(*first, numbers)], *rest);
                while let OptimizedExpr::Seq(next, after) = rest {
                    parts.push(self.expr(*next, numbers));
                    rest = *after;
                }
                parts.push(self.expr(rest, numbers));
                Instruction::Seq(parts)
            }
            OptimizedExpr::Choice(..) => {
                let mut parts = Vec::new();
                self.alternatives(expr, numbers, &mut parts);
                Instruction::Choice(parts)
            }
            OptimizedExpr::Opt(inner) => Instruction::Opt(self.expr(*inner, numbers)),
            OptimizedExpr::Rep(inner) => Instruction::Rep(self.expr(*inner, numbers)),
            OptimizedExpr::PosPred(inner) => Instruction::And(self.expr(*inner, numbers)),
            OptimizedExpr::NegPred(inner) => Instruction::Not(self.expr(*inner, numbers)),
            // `(!("a" | "b") ~ ANY)*`, as the optimizer found it.
            OptimizedExpr::Skip(texts) => {
                let stops = texts.iter().map(|text| self.literal(text)).collect();
                let stop = self.add(Instruction::Choice(stops));
                let (not, any) = (self.add(Instruction::Not(stop)), self.any());
                let step = self.add(Instruction::Seq(vec![not, any]));
                Instruction::Rep(step)
            }
            // Restores the stack, which no rule uses that comes here.
            OptimizedExpr::RestoreOnErr(inner) => return self.expr(*inner, numbers),
            _ => Instruction::Fail,
        };
        self.add(node)
    }

    /// Adds the alternatives of an expression to others.
    fn alternatives(
        &mut self,
        expr: OptimizedExpr,
        numbers: &HashMap<String, usize>,
        parts: &mut Vec<Id>,
    ) {
        let mut rest = expr;
        while let OptimizedExpr::Choice(next, after) = rest {
            parts.push(self.expr(*next, numbers));
            rest = *after;
        }
        parts.push(self.expr(rest, numbers));
    }

    fn choice(&mut self, alternatives: Vec<Id>) -> Id {
        match alternatives[..] {
            [only] => only,
            _ => self.add(Instruction::Choice(alternatives)),
        }
    }

    fn named(&mut self, name: &str) -> Id {
        let node = match builtin(name) {
            Some(Builtin::Any) => return self.any(),
            Some(Builtin::Start) => Instruction::Start,
            Some(Builtin::End) => Instruction::End,
            Some(Builtin::Byte(set)) => Instruction::Byte(set),
            Some(Builtin::Newline) => {
                let ends = ["\n", "\r\n", "\r"].map(|end| self.literal(end));
                Instruction::Choice(ends.to_vec())
            }
            None => Instruction::Fail,
        };
        self.add(node)
    }
}

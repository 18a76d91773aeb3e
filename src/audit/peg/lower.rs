//! From the rules of a file to the expressions that pest runs, each kept once.
//!
//! In: a checked [`Peg`], and expressions to be decided beside its rules. Out: a [`Program`], in
//! which every expression is a number, equal expressions have equal numbers, and what reads is a
//! set of bytes. The optimizer is pest's own. It writes counted repetitions out, `e{0, 2}` as
//! `e? ~ e?`, and here these meet again: what comes after the first `e?` of five is what comes
//! after the second of six, so that bounds cost their sum and not their product.
//!
//! What pest runs between terms by itself is written out here, after the optimizer, which does not
//! know of it. A rule that nests is lowered once for each level of nesting that is still allowed, and
//! where none is left stands [`Instruction::Cut`].

use std::collections::{HashMap, VecDeque};

use pest_meta::ast::Expr;
use pest_meta::optimizer::OptimizedExpr;

use super::inline::Inlined;
use super::instance::Instance;
use super::nesting::Nesting;
use super::program::{Id, Instruction, Program};
use super::{Peg, Rule, property};
use crate::audit::bytes::ByteSet;

/// The name for what comes after the alternatives of a part of a choice. No rule has a space in its
/// name.
const REST: &str = "the rest";

/// Lowers the rules of a file that are not refused, and further expressions, each of an instance.
pub(super) fn lower(peg: &Peg, extra: &[(usize, &Expr)]) -> Program {
    let mut lowering = Lowering::of(peg, None);
    for instance in (0..peg.instances.count()).filter(|&one| peg.faults[one].is_none()) {
        lowering.body(instance, instance, 0);
    }
    for &(instance, expr) in extra {
        lowering.extra(instance, expr);
    }
    lowering.program
}

/// Lowers all rules, those too that nest in themselves, to be run and not to be unfolded.
pub(super) fn whole(peg: &Peg) -> Program {
    let mut lowering = Lowering::of(peg, None);
    for instance in (0..peg.instances.count()).filter(|&one| peg.hard[one].is_none()) {
        lowering.body(instance, instance, 0);
    }
    lowering.program
}

/// Lowers some instances and what they call, with rules that nest unrolled to a depth.
pub(super) fn unrolled(peg: &Peg, wanted: &[usize], nesting: &Nesting, depth: usize) -> Program {
    let mut lowering = Lowering::of(peg, Some((nesting, depth)));
    for &instance in wanted {
        lowering.place(instance, depth);
    }
    while let Some((place, instance, level)) = lowering.waiting.pop_front() {
        if peg.hard[instance].is_none() {
            lowering.body(place, instance, level);
        }
    }
    lowering.program.tell_what_may_cut();
    lowering.program
}

/// Where an expression stands: in which instance, how much deeper calls may nest, and whether the
/// expression is the last thing of the instance, or within a lookahead.
#[derive(Clone, Copy)]
struct Site {
    caller: Instance,
    number: usize,
    level: usize,
    last: bool,
    ahead: bool,
}

impl Site {
    fn inner(self) -> Self {
        Self { last: false, ..self }
    }
}

struct Lowering<'p> {
    peg: &'p Peg,
    inlined: Inlined<'p>,
    program: Program,
    nesting: Option<(&'p Nesting, usize)>,
    /// The numbers of bodies: of each instance and level the place in the program.
    places: HashMap<(usize, usize), usize>,
    /// The places whose bodies are not lowered yet, each with its instance and level.
    waiting: VecDeque<(usize, usize, usize)>,
    properties: HashMap<String, Id>,
}

impl<'p> Lowering<'p> {
    fn of(peg: &'p Peg, nesting: Option<(&'p Nesting, usize)>) -> Self {
        Self {
            peg,
            inlined: Inlined::of(peg),
            program: Program::of(peg.instances.count()),
            nesting,
            places: HashMap::new(),
            waiting: VecDeque::new(),
            properties: HashMap::new(),
        }
    }

    /// Lowers the body of an instance at a level to its place.
    fn body(&mut self, place: usize, instance: usize, level: usize) {
        let site = self.site(instance, level);
        let Rule { body, kind, .. } = &self.peg.rules[site.caller.rule];
        let mut alternatives = Vec::new();
        for (at, part) in body.iter().enumerate() {
            let is_last = at + 1 == body.len();
            let part = if is_last { part.clone() } else { with_rest(part.clone()) };
            let optimized = self.inlined.optimize(part, *kind);
            self.alternatives(optimized, site, &mut alternatives);
            if !is_last {
                alternatives.pop();
            }
        }
        let id = self.program.choice(alternatives);
        self.program.define(place, id);
    }

    fn extra(&mut self, instance: usize, expr: &Expr) {
        let site = self.site(instance, 0);
        let expr = self.inlined.optimize(expr.clone(), self.peg.rules[site.caller.rule].kind);
        let id = self.expr(expr, site);
        self.program.extra.push(id);
    }

    fn site(&self, instance: usize, level: usize) -> Site {
        let caller = self.peg.instances.get(instance);
        Site { caller, number: instance, level, last: true, ahead: false }
    }

    /// The place of the body of an instance with that many levels left. The instances at full depth
    /// have the places of their numbers.
    fn place(&mut self, instance: usize, level: usize) -> usize {
        let Some((_, depth)) = self.nesting else { return instance };
        if let Some(&known) = self.places.get(&(instance, level)) {
            return known;
        }
        let place = if level == depth { instance } else { self.program.reserve() };
        self.places.insert((instance, level), place);
        self.waiting.push_back((place, instance, level));
        place
    }

    fn call(&mut self, callee: usize, site: Site) -> Id {
        let level = match self.nesting {
            Some((nesting, depth)) if site.ahead || !nesting.is_within(site.number, callee) => {
                depth
            }
            Some((nesting, _)) if !site.last && nesting.counts(site.number, callee) => {
                let Some(level) = site.level.checked_sub(1) else {
                    return self.program.add(Instruction::Cut);
                };
                level
            }
            _ => site.level,
        };
        let place = self.place(callee, level);
        self.program.add(Instruction::Call(place))
    }

    /// What pest runs between two terms, if it runs anything there.
    fn between(&mut self, site: Site) -> Option<Id> {
        let site = site.inner();
        let [whitespace, comment] = self.peg.instances.between(site.caller);
        let blanks = whitespace.map(|rule| {
            let call = self.call(rule, site);
            self.program.add(Instruction::Rep(call))
        });
        let Some(comment) = comment else { return blanks };
        let call = self.call(comment, site);
        let step =
            blanks.map_or(call, |blanks| self.program.add(Instruction::Seq(vec![call, blanks])));
        let comments = self.program.add(Instruction::Rep(step));
        let all = blanks.into_iter().chain([comments]).collect();
        Some(self.program.seq(all))
    }

    fn expr(&mut self, expr: OptimizedExpr, site: Site) -> Id {
        let node = match expr {
            OptimizedExpr::Str(text) => return self.program.literal(&text),
            // pest ignores the case of ASCII only.
            OptimizedExpr::Insens(text) => {
                return self.program.sequence(text.bytes().map(ByteSet::ignoring_case));
            }
            OptimizedExpr::Range(first, last) => {
                return match (first.chars().next(), last.chars().next()) {
                    (Some(first), Some(last)) => self.program.range(first, last),
                    _ => self.program.add(Instruction::Fail),
                };
            }
            OptimizedExpr::Ident(name) => match self.peg.numbers.get(&name) {
                Some(&rule) => {
                    return self.call(self.peg.instances.callee(site.caller, rule), site);
                }
                None => return self.named(&name),
            },
            OptimizedExpr::Seq(first, rest) => {
                let between = self.between(site);
                let (mut parts, mut rest) = (vec![self.expr(*first, site.inner())], *rest);
                while let OptimizedExpr::Seq(next, after) = rest {
                    parts.extend(between);
                    parts.push(self.expr(*next, site.inner()));
                    rest = *after;
                }
                parts.extend(between);
                parts.push(self.expr(rest, site));
                Instruction::Seq(parts)
            }
            OptimizedExpr::Choice(..) => {
                let mut parts = Vec::new();
                self.alternatives(expr, site, &mut parts);
                Instruction::Choice(parts)
            }
            OptimizedExpr::Opt(inner) => Instruction::Opt(self.expr(*inner, site)),
            OptimizedExpr::Rep(inner) => {
                let inner = self.expr(*inner, site.inner());
                match self.between(site) {
                    None => Instruction::Rep(inner),
                    Some(between) => {
                        let again = self.program.add(Instruction::Seq(vec![between, inner]));
                        let again = self.program.add(Instruction::Rep(again));
                        Instruction::Opt(self.program.add(Instruction::Seq(vec![inner, again])))
                    }
                }
            }
            OptimizedExpr::PosPred(inner) => {
                Instruction::And(self.expr(*inner, Site { ahead: true, ..site }))
            }
            OptimizedExpr::NegPred(inner) => {
                Instruction::Not(self.expr(*inner, Site { ahead: true, ..site }))
            }
            // `(!("a" | "b") ~ ANY)*`, as the optimizer found it.
            OptimizedExpr::Skip(texts) => {
                let program = &mut self.program;
                let stops = texts.iter().map(|text| program.literal(text)).collect();
                let stop = program.add(Instruction::Choice(stops));
                let (not, any) = (program.add(Instruction::Not(stop)), program.any());
                let step = program.add(Instruction::Seq(vec![not, any]));
                Instruction::Rep(step)
            }
            // Restores the stack, which no rule uses that comes here.
            OptimizedExpr::RestoreOnErr(inner) => return self.expr(*inner, site),
            _ => Instruction::Fail,
        };
        self.program.add(node)
    }

    /// Adds the alternatives of an expression to others.
    fn alternatives(&mut self, expr: OptimizedExpr, site: Site, parts: &mut Vec<Id>) {
        let mut rest = expr;
        while let OptimizedExpr::Choice(next, after) = rest {
            parts.push(self.expr(*next, site));
            rest = *after;
        }
        parts.push(self.expr(rest, site));
    }

    fn named(&mut self, name: &str) -> Id {
        let program = &mut self.program;
        let node = match builtin(name) {
            Some(Builtin::Any) => return program.any(),
            Some(Builtin::Start) => Instruction::Start,
            Some(Builtin::End) => Instruction::End,
            Some(Builtin::Byte(set)) => Instruction::Byte(set),
            Some(Builtin::Newline) => {
                let ends = ["\n", "\r\n", "\r"].map(|end| program.literal(end));
                Instruction::Choice(ends.to_vec())
            }
            None => {
                let known = self.properties.get(name).copied();
                let id = known.unwrap_or_else(|| program.characters(&property::ranges(name)));
                self.properties.insert(name.to_owned(), id);
                return id;
            }
        };
        program.add(node)
    }
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

//! From the rules of a file to the expressions that pest runs, each kept once.
//!
//! In: a checked [`Peg`], and expressions to be decided beside its rules. Out: a [`PegProgram`], in
//! which every expression is a number, equal expressions have equal numbers, and what reads is a
//! set of bytes. The optimizer is pest's own. It writes counted repetitions out, `e{0, 2}` as
//! `e? ~ e?`, and here these meet again: what comes after the first `e?` of five is what comes
//! after the second of six, so that bounds cost their sum and not their product.
//!
//! What pest runs between terms by itself is written out here, after the optimizer, which does not
//! know of it. A rule that nests is lowered once for each level of nesting that is still allowed, and
//! where none is left stands [`Instruction::Cut`].

use std::collections::{BTreeMap, VecDeque};
use std::sync::{Mutex, PoisonError};

use grammar_automata::build::{ByteSet, Held};
use grammar_automata::engine::CharacterSet;
use pest_meta::ast::Expr;
use pest_meta::optimizer::OptimizedExpr;
use rustc_hash::{FxHashMap as HashMap, FxHashSet as HashSet};

use super::calls::Nesting;
use super::instance::{Inlined, Instance};
use super::program::{Id, Instruction, PegProgram};
use super::stack::Stacks;
use super::{Peg, PegFault, Rule};

/// The name for what comes after the alternatives of a part of a choice. No rule has a space in its
/// name.
const REST: &str = "the rest";

/// Lowers the rules of a file that are not refused, and further expressions, each of an instance.
pub(super) fn lower(peg: &Peg, extra: &[(usize, &Expr)]) -> PegProgram {
    let mut lowering = Lowering::of(peg, Reach::Exact);
    lowering.stacked();
    for instance in (0..peg.instances.count()).filter(|&one| peg.faults[one].is_none()) {
        if !lowering.uses_stack(instance) {
            lowering.body(instance, instance, 0);
        }
    }
    for &(instance, expr) in extra {
        lowering.extra(instance, expr);
    }
    lowering.program.factor();
    lowering.program
}

/// The instances that cannot be decided because of what they do with the stack.
pub(super) fn stack_faults(peg: &Peg) -> Vec<(usize, PegFault)> {
    Lowering::of(peg, Reach::Exact).stacked()
}

/// The same, if rules could nest in themselves.
pub(super) fn stack_faults_unrolled(peg: &Peg) -> Vec<(usize, PegFault)> {
    let mut lowering = Lowering::of(peg, Reach::Levels(peg.nesting(), 1));
    let sound = |&one: &usize| peg.hard[one].is_none();
    let order: Vec<usize> = peg.callees_first().into_iter().filter(sound).collect();
    lowering.begun(&order)
}

/// Lowers all rules, those too that nest in themselves, to be run and not to be unfolded.
pub(super) fn whole(peg: &Peg) -> PegProgram {
    let mut program = as_pest_runs(peg);
    program.factor();
    program
}

/// The same, with choices of words as they are, so that they take the steps that pest takes.
pub(super) fn as_pest_runs(peg: &Peg) -> PegProgram {
    let mut lowering = Lowering::of(peg, Reach::Run);
    let sound = |&one: &usize| peg.hard[one].is_none();
    let order: Vec<usize> = peg.callees_first().into_iter().filter(sound).collect();
    let undefined = lowering.begun(&order);
    for &instance in &order {
        if !lowering.uses_stack(instance) {
            lowering.body(instance, instance, 0);
        }
    }
    lowering.program.undefined = undefined.into_iter().map(|(instance, _)| instance).collect();
    lowering.program
}

/// Lowers some instances and what they call, with rules that nest unrolled to a depth. Each is wanted
/// with so many levels left, and its place is returned in the same order; there is none for an instance
/// that uses the stack and is wanted with fewer levels than there are.
pub(super) fn unrolled(
    peg: &Peg,
    wanted: &[(usize, usize)],
    depth: usize,
) -> (PegProgram, Vec<Option<usize>>) {
    let mut lowering = Lowering::of(peg, Reach::Levels(peg.nesting(), depth));
    let mut begun: Vec<usize> = wanted.iter().map(|&(instance, _)| instance).collect();
    begun.sort_unstable();
    begun.dedup();
    let undefined = lowering.begun(&begun);
    let undefined: HashSet<usize> = undefined.into_iter().map(|(instance, _)| instance).collect();
    let mut place = |&(instance, level): &(usize, usize)| match lowering.uses_stack(instance) {
        true => (level == depth && !undefined.contains(&instance)).then_some(instance),
        false => Some(lowering.place(instance, level)),
    };
    let places = wanted.iter().map(&mut place).collect();
    lowering.all_bodies(depth);
    let places_of = lowering.places.iter();
    let top: HashMap<usize, usize> = places_of.map(|(&(one, _), &place)| (place, one)).collect();
    lowering.program.add_afresh(|place| top.get(&place).copied().unwrap_or(place));
    lowering.program.factor();
    lowering.program.tell_what_may_cut();
    (lowering.program, places)
}

/// A program to which expressions are added, each of an instance, with what they call. Rules that nest are unrolled to a
/// depth. What two expressions call is lowered once. None of them uses the stack.
pub(super) struct GrowingProgram<'p> {
    lowering: Lowering<'p>,
    depth: usize,
    /// The expression that reads any text to its end.
    pub(super) text: Id,
    /// The number of expressions that are ready to run.
    ready: usize,
    held: Held,
}

/// The memory that an expression takes, in bytes, with the place by which it is found.
const EXPRESSION: usize = 192;

impl<'p> GrowingProgram<'p> {
    pub(super) fn of(peg: &'p Peg, depth: usize) -> Self {
        let mut lowering = Lowering::of(peg, Reach::Levels(peg.nesting(), depth));
        let program = &mut lowering.program;
        // pest is never asked of strings that are no UTF-8.
        let any = program.any();
        let (text, end) = (program.add(Instruction::Rep(any)), program.add(Instruction::End));
        let text = program.add(Instruction::Seq(vec![text, end]));
        Self { lowering, depth, text, ready: 0, held: peg.deadline.hold() }
    }

    /// Adds expressions, and says their numbers. There are none after the deadline.
    pub(super) fn add(&mut self, wanted: &[(usize, Expr)]) -> Option<Vec<Id>> {
        for (instance, expr) in wanted {
            if self.lowering.peg.deadline.has_passed() {
                return None;
            }
            self.lowering.extra(*instance, expr);
        }
        self.lowering.all_bodies(self.depth);
        let program = &mut self.lowering.program;
        program.factor_from(self.ready);
        program.tell_what_may_cut_from(self.ready);
        self.ready = program.size();
        let is_room = self.held.set(EXPRESSION.saturating_mul(self.ready));
        let ids = std::mem::take(&mut program.extra);
        (is_room && !self.lowering.peg.deadline.has_passed()).then_some(ids)
    }

    pub(super) fn program(&self) -> &PegProgram {
        &self.lowering.program
    }
}

/// How far what has no bound is lowered.
#[derive(Clone, Copy)]
pub(super) enum Reach<'p> {
    /// All of it: what has no bound is refused.
    Exact,
    /// To a depth, and then comes a cut.
    Levels(&'p Nesting, usize),
    /// To be run on short strings: rules call each other as they are, and what is pushed has a bound.
    Run,
}

pub(super) struct Lowering<'p> {
    pub(super) peg: &'p Peg,
    inlined: Inlined<'p>,
    pub(super) program: PegProgram,
    pub(super) reach: Reach<'p>,
    pub(super) stacks: Stacks,
    /// The numbers of bodies: of each instance and level the place in the program.
    places: HashMap<(usize, usize), usize>,
    /// The places whose bodies are not lowered yet, each with its instance and level.
    waiting: VecDeque<(usize, usize, usize)>,
    properties: HashMap<String, Id>,
}

impl<'p> Lowering<'p> {
    pub(super) fn of(peg: &'p Peg, reach: Reach<'p>) -> Self {
        Self {
            peg,
            inlined: Inlined::of(peg),
            program: PegProgram::of(peg.instances.count()),
            reach,
            stacks: Stacks::default(),
            places: HashMap::default(),
            waiting: VecDeque::new(),
            properties: HashMap::default(),
        }
    }

    /// Lowers the bodies that are not lowered yet, and those that they call, and says of which instances they are.
    fn bodies(&mut self) -> Vec<usize> {
        let mut lowered = Vec::new();
        while let Some((place, instance, level)) = self.waiting.pop_front() {
            // Of what is not lowered by the deadline nothing is asked any more.
            if self.peg.deadline.has_passed() {
                self.waiting.clear();
                break;
            }
            lowered.push(instance);
            if self.peg.hard[instance].is_none() {
                self.body(place, instance, level);
            }
        }
        lowered
    }

    /// Lowers all bodies that are called, and each at full depth too: what is tried is tried anew.
    fn all_bodies(&mut self, depth: usize) {
        while !self.waiting.is_empty() {
            let mut instances = self.bodies();
            instances.sort_unstable();
            instances.dedup();
            for instance in instances {
                self.place(instance, depth);
            }
        }
    }

    /// Lowers the body of an instance at a level to its place.
    fn body(&mut self, place: usize, instance: usize, level: usize) {
        let site = self.site(instance, level);
        let alternatives = self.optimized(site.caller.rule).into_iter();
        let alternatives = alternatives.map(|one| self.expr(one, site)).collect();
        let id = self.program.choice(alternatives);
        self.program.define(place, id);
    }

    /// The alternatives of a rule, as pest's optimizer leaves them.
    pub(super) fn optimized(&self, rule: usize) -> Vec<OptimizedExpr> {
        let Rule { body, kind, .. } = &self.peg.rules[rule];
        let mut all = Vec::new();
        for (at, part) in body.iter().enumerate() {
            let is_last = at + 1 == body.len();
            let part = if is_last { part.clone() } else { with_rest(part.clone()) };
            alternatives(self.inlined.optimize(part, *kind), &mut all);
            if !is_last {
                all.pop();
            }
        }
        all
    }

    fn extra(&mut self, instance: usize, expr: &Expr) {
        let site = self.site(instance, self.top());
        let expr = self.inlined.optimize(expr.clone(), self.peg.rules[site.caller.rule].kind);
        let id = self.expr(expr, site);
        self.program.extra.push(id);
    }

    pub(super) fn site(&self, instance: usize, level: usize) -> LoweringSite {
        let caller = self.peg.instances.get(instance);
        LoweringSite { caller, number: instance, level, last: true, is_lookahead: false }
    }

    /// The place of the body of an instance with that many levels left. The instances at full depth
    /// have the places of their numbers.
    fn place(&mut self, instance: usize, level: usize) -> usize {
        let Reach::Levels(_, depth) = self.reach else { return instance };
        if let Some(&known) = self.places.get(&(instance, level)) {
            return known;
        }
        let place = if level == depth { instance } else { self.program.reserve() };
        self.places.insert((instance, level), place);
        self.waiting.push_back((place, instance, level));
        place
    }

    fn call(&mut self, callee: usize, site: LoweringSite) -> Id {
        let Some(level) = self.level(callee, site) else {
            let top = self.place(callee, self.top());
            return self.program.add(Instruction::Cut(Some(top)));
        };
        let place = self.place(callee, level);
        self.program.add(Instruction::Call(place))
    }

    /// How much deeper the calls of a callee may nest. There is none if the callee may not be called.
    pub(super) fn level(&self, callee: usize, site: LoweringSite) -> Option<usize> {
        match self.reach {
            Reach::Levels(nesting, depth)
                if site.is_lookahead || !nesting.is_within(site.number, callee) =>
            {
                Some(depth)
            }
            Reach::Levels(nesting, _) if !site.last && nesting.counts(site.number, callee) => {
                site.level.checked_sub(1)
            }
            _ => Some(site.level),
        }
    }

    /// What pest runs between two terms, if it runs anything there.
    fn between(&mut self, site: LoweringSite) -> Option<Id> {
        let implicit = self.peg.instances.between(site.caller);
        let calls = implicit.map(|rule| Some(self.call(rule?, site.inner())));
        self.blanks(calls)
    }

    /// `WHITESPACE* ~ (COMMENT ~ WHITESPACE*)*`, of calls of the two.
    pub(super) fn blanks(&mut self, [whitespace, comment]: [Option<Id>; 2]) -> Option<Id> {
        let blanks = whitespace.map(|call| self.program.add(Instruction::Rep(call)));
        let Some(call) = comment else { return blanks };
        let step =
            blanks.map_or(call, |blanks| self.program.add(Instruction::Seq(vec![call, blanks])));
        let comments = self.program.add(Instruction::Rep(step));
        let all = blanks.into_iter().chain([comments]).collect();
        Some(self.program.seq(all))
    }

    /// An expression that does not use the stack.
    pub(super) fn expr(&mut self, expr: OptimizedExpr, site: LoweringSite) -> Id {
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
                alternatives(expr, &mut parts);
                Instruction::Choice(parts.into_iter().map(|part| self.expr(part, site)).collect())
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
                Instruction::And(self.expr(*inner, site.in_lookahead()))
            }
            OptimizedExpr::NegPred(inner) => {
                Instruction::Not(self.expr(*inner, site.in_lookahead()))
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
            // Restores the stack, which is not used here.
            OptimizedExpr::RestoreOnErr(inner) => return self.expr(*inner, site),
            _ => Instruction::Fail,
        };
        self.program.add(node)
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
                let id = known.unwrap_or_else(|| program.characters(&ranges(name)));
                self.properties.insert(name.to_owned(), id);
                return id;
            }
        };
        program.add(node)
    }
}

/// Adds the alternatives of an expression to others. What gives the stack back is around the later
/// ones.
fn alternatives(expr: OptimizedExpr, parts: &mut Vec<OptimizedExpr>) {
    let mut rest = bare(expr);
    while let OptimizedExpr::Choice(next, after) = rest {
        parts.push(*next);
        rest = bare(*after);
    }
    parts.push(rest);
}

fn bare(mut expr: OptimizedExpr) -> OptimizedExpr {
    while let OptimizedExpr::RestoreOnErr(inner) = expr {
        expr = *inner;
    }
    expr
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

/// The characters of which pest reads one for a name, if it is one of ASCII, or `ANY`.
pub fn characters(name: &str) -> Option<CharacterSet> {
    match builtin(name)? {
        Builtin::Any => Some(CharacterSet::all()),
        Builtin::Byte(set) => {
            Some(CharacterSet::of(set.iter().map(char::from).map(|one| (one, one))))
        }
        Builtin::Start | Builtin::End | Builtin::Newline => None,
    }
}

/// Whether what pest has for a name reads one character of some.
pub fn reads_character(name: &str) -> bool {
    match builtin(name) {
        Some(builtin) => matches!(builtin, Builtin::Byte(_)),
        None => is_known(name),
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

// The place of an expression that is lowered.

/// Where an expression stands: in which instance, how much deeper calls may nest, and whether the
/// expression is the last thing of the instance, or within a lookahead.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub(super) struct LoweringSite {
    pub(super) caller: Instance,
    pub(super) number: usize,
    pub(super) level: usize,
    pub(super) last: bool,
    pub(super) is_lookahead: bool,
}

impl LoweringSite {
    pub(super) fn inner(self) -> Self {
        Self { last: false, ..self }
    }

    pub(super) fn in_lookahead(self) -> Self {
        Self { is_lookahead: true, ..self }
    }
}

// The properties of Unicode that pest has names for.
//
// In: the name of a property, `LETTER` or `HAN`. Out: the ranges of the characters that have it, from
// pest's own tables, which are what a parser asks. What is forgotten is the version of Unicode: the
// tables are those of the pest that this library is built with.

/// Whether pest has a property of that name.
pub(super) fn is_known(name: &str) -> bool {
    pest::unicode::unicode_property_names().any(|property| property == name)
}

/// The characters that have a property, as ranges of which both ends are included. There are none if
/// the property is not known.
pub(super) fn ranges(name: &str) -> Vec<(char, char)> {
    static KNOWN: Mutex<BTreeMap<String, Vec<(char, char)>>> = Mutex::new(BTreeMap::new());
    // A property is asked about a million characters, and a file is lowered many times.
    let mut known = KNOWN.lock().unwrap_or_else(PoisonError::into_inner);
    known.entry(name.to_owned()).or_insert_with(|| asked(name)).clone()
}

/// The ranges of the characters that have a property, one character after the other.
fn asked(name: &str) -> Vec<(char, char)> {
    let mut ranges: Vec<(char, char)> = Vec::new();
    let Some(has) = pest::unicode::by_name(name) else { return ranges };
    let mut is_open = false;
    for character in '\0'..=char::MAX {
        let is_its = has(character);
        match ranges.last_mut() {
            Some((_, last)) if is_its && is_open => *last = character,
            _ if is_its => ranges.push((character, character)),
            _ => {}
        }
        is_open = is_its;
    }
    ranges
}

// The expressions within an expression of pest.
//
// In: an expression as it is written. Out: those that it is made of at once, or all of them. What is
// forgotten: how an expression is made of its parts, and the rules that it calls, which are parts of
// their own bodies.

/// pest's names for what it does with its stack.
pub(super) const STACK: [&str; 6] = ["PUSH", "PEEK", "PEEK_ALL", "POP", "POP_ALL", "DROP"];

/// The expressions that an expression is made of at once, in their order.
pub(super) fn parts(expr: &Expr) -> impl Iterator<Item = &Expr> {
    let parts = match expr {
        Expr::Seq(first, rest) | Expr::Choice(first, rest) => [Some(&**first), Some(&**rest)],
        Expr::PosPred(inner)
        | Expr::NegPred(inner)
        | Expr::Opt(inner)
        | Expr::Rep(inner)
        | Expr::RepOnce(inner)
        | Expr::RepExact(inner, _)
        | Expr::RepMin(inner, _)
        | Expr::RepMax(inner, _)
        | Expr::RepMinMax(inner, ..)
        | Expr::Push(inner) => [Some(&**inner), None],
        _ => [None, None],
    };
    parts.into_iter().flatten()
}

/// Some expressions and all expressions within them, each before its parts, the last first. It takes no
/// recursion, however deep they nest.
pub(super) fn all<'e>(exprs: impl IntoIterator<Item = &'e Expr>) -> impl Iterator<Item = &'e Expr> {
    let mut open: Vec<&Expr> = exprs.into_iter().collect();
    std::iter::from_fn(move || {
        let expr = open.pop()?;
        open.extend(parts(expr));
        Some(expr)
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ranges_are_what_the_property_says() {
        assert!(is_known("LETTER") && !is_known("letter") && !is_known("POP"));
        // ASCII has two ranges of upper case letters or one; the next ones are Latin-1's.
        let upper = ranges("UPPERCASE_LETTER");
        assert_eq!(upper[..3], [('A', 'Z'), ('\u{C0}', '\u{D6}'), ('\u{D8}', '\u{DE}')]);
        // U+D800 to U+DFFF are no characters, and stand between no two ranges.
        assert_eq!(ranges("PRIVATE_USE")[0], ('\u{E000}', '\u{F8FF}'));
        assert!(ranges("POP").is_empty());
    }
}

//! Lowers the rules of a file to the expressions that pest runs. Equal expressions are stored once (hash-consed).
//! pest's optimizer writes `e{0, 2}` as `e? ~ e?`, and the first `e?` of `e{0, 5}` has the same continuation as the
//! second `e?` of `e{0, 6}`. So several bounds cost their sum, not their product. The implicit rules between terms are
//! inserted after the optimizer has run, so it does not see them.

use std::collections::{BTreeMap, BTreeSet, VecDeque};
use std::sync::{Mutex, PoisonError};

use grammar_automata::build::{ByteSet, Held};
use grammar_automata::engine::{CharacterSet, graph};
use pest_meta::ast::Expr;
use pest_meta::optimizer::OptimizedExpr;
use rustc_hash::{FxHashMap as HashMap, FxHashSet as HashSet};

use super::instance::Nesting;
use super::instance::{Inlined, Instance};
use super::program::{Id, Instruction, PegProgram, StackStep};
use super::stack::Stacks;
use super::{Peg, PegFault, Rule};

/// The name that replaces the rest of a choice. It differs from all rule names, which have no spaces.
const REST: &str = "the rest";

/// Lowers the rules of a file that are not refused. Each expression in `extra` is lowered as part of its rule instance.
pub(super) fn lower(peg: &Peg, extra: &[(usize, &Expr)]) -> PegProgram {
    let mut lowering = Lowering::new(peg, Reach::Exact);
    lowering.stacked();
    for instance in (0..peg.instances.all.len()).filter(|&one| peg.faults[one].is_none()) {
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

/// Returns the rule instances that cannot be decided because they use the stack, each with its fault.
pub(super) fn stack_faults(peg: &Peg) -> Vec<(usize, PegFault)> {
    Lowering::new(peg, Reach::Exact).stacked()
}

/// Returns the same as [`stack_faults`], but assumes that rules may nest in themselves.
pub(super) fn stack_faults_unrolled(peg: &Peg) -> Vec<(usize, PegFault)> {
    let mut lowering = Lowering::new(peg, Reach::Levels(peg.nesting(), 1));
    let sound = |&one: &usize| peg.hard[one].is_none();
    let order: Vec<usize> = peg.callees_first().into_iter().filter(sound).collect();
    lowering.begun(&order)
}

/// Lowers all rules, so that they can be run. Rules that nest in themselves are not unrolled.
pub(super) fn whole(peg: &Peg) -> PegProgram {
    let mut program = as_pest_runs(peg);
    program.factor();
    program
}

/// Lowers all rules as [`whole`] does, but without building tries, so that a run takes as many steps as in pest.
pub(super) fn as_pest_runs(peg: &Peg) -> PegProgram {
    let mut lowering = Lowering::new(peg, Reach::Run);
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

/// Lowers some instances and their callees, with nested rules unrolled to a depth. `wanted` lists the instances with
/// their remaining levels. Returns the place of each wanted instance. An instance that uses the stack has no place if
/// it cannot be lowered, or has fewer levels left than `depth`.
pub(super) fn unrolled(
    peg: &Peg,
    wanted: &[(usize, usize)],
    depth: usize,
) -> (PegProgram, Vec<Option<usize>>) {
    let mut lowering = Lowering::new(peg, Reach::Levels(peg.nesting(), depth));
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
    lowering.program.find_reaching_limit();
    (lowering.program, places)
}

/// Lowers the rules that pest runs, with a stack. The stack is restored where pest restores it: after a
/// lookahead, where a sequence fails, and where an alternative, an option or a repetition with a `PUSH`, `POP`
/// or `DROP` fails. pest does not check for `POP_ALL`, so in `(POP_ALL | "a")` the stack is empty after the
/// `"a"`.
pub(super) fn with_stack(peg: &Peg) -> PegProgram {
    let called = |(name, _): &(String, usize)| peg.numbers.get(name).copied();
    let calls = peg.rules.iter().map(|rule| rule.uses.iter().filter_map(called).collect());
    let calls: Vec<Vec<usize>> = calls.collect();
    let changes = |(name, _): &(String, usize)| ["PUSH", "POP", "DROP"].contains(&&**name);
    let own = (0..peg.rules.len()).filter(|&rule| peg.rules[rule].uses.iter().any(changes));
    let mut lowering = Lowering::new(peg, Reach::Run);
    lowering.program.has_stack = true;
    lowering.changes = graph::reached(&graph::reversed(&calls), own);
    for instance in (0..peg.instances.all.len()).filter(|&one| peg.runs[one]) {
        let site = lowering.site(instance, 0);
        let mut alternatives = lowering.optimized(site.caller.rule).into_iter().rev();
        let Some(last) = alternatives.next() else { continue };
        let last = lowering.on_stack(last, site);
        let (id, _) = alternatives.fold(last, |rest, first| {
            let first = lowering.on_stack(first, site);
            lowering.either_on_stack(first, rest)
        });
        lowering.program.bodies[instance] = id;
        if lowering.uses_stack(instance) {
            lowering.program.stacked.insert(instance);
        }
    }
    lowering.program.factor();
    lowering.program
}

/// pest's builtins that read or pop the stack.
const OFF_STACK: [(&str, StackStep); 5] = [
    ("PEEK", StackStep::Peek),
    ("PEEK_ALL", StackStep::PeekAll),
    ("POP", StackStep::Pop),
    ("POP_ALL", StackStep::PopAll),
    ("DROP", StackStep::Drop),
];

/// A program to which expressions are added, each as part of its rule instance, with the rules that the expression
/// calls. Nested rules are unrolled to a depth, and shared callees are lowered once. No expression may use the stack.
pub(super) struct GrowingProgram<'p> {
    lowering: Lowering<'p>,
    depth: usize,
    /// The expression that reads any text to its end.
    pub(super) text: Id,
    /// The number of expressions that are ready to run.
    ready: usize,
    held: Held,
}

/// The memory that an expression takes, with its entry in the index, in bytes.
const EXPRESSION: usize = 192;

impl<'p> GrowingProgram<'p> {
    pub(super) fn new(peg: &'p Peg, depth: usize) -> Self {
        let mut lowering = Lowering::new(peg, Reach::Levels(peg.nesting(), depth));
        let text = lowering.program.text();
        Self { lowering, depth, text, ready: 0, held: peg.deadline.hold() }
    }

    /// Adds expressions and returns their numbers, or `None` after the deadline.
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
        program.find_reaching_limit_from(self.ready);
        self.ready = program.size();
        let is_room = self.held.set(EXPRESSION.saturating_mul(self.ready));
        let ids = std::mem::take(&mut program.extra);
        (is_room && !self.lowering.peg.deadline.has_passed()).then_some(ids)
    }

    pub(super) fn program(&self) -> &PegProgram {
        &self.lowering.program
    }
}

/// The extent to which unbounded nesting is lowered.
#[derive(Clone, Copy)]
pub(super) enum Reach<'p> {
    /// Nesting is lowered completely, and unbounded nesting is refused.
    Exact,
    /// Nesting is lowered to a depth, followed by a depth limit.
    Levels(&'p Nesting, usize),
    /// Rules are lowered to be run on short strings: calls are direct, and pushed strings are bounded.
    Run,
}

pub(super) struct Lowering<'p> {
    pub(super) peg: &'p Peg,
    inlined: Inlined<'p>,
    pub(super) program: PegProgram,
    pub(super) reach: Reach<'p>,
    pub(super) stacks: Stacks,
    /// For each instance and number of levels left, the place of its body in the program.
    places: HashMap<(usize, usize), usize>,
    waiting: VecDeque<(usize, usize, usize)>,
    properties: HashMap<String, Id>,
    /// For each rule, whether pest detects a stack change in it. Only computed for a run with a stack.
    changes: Vec<bool>,
}

impl<'p> Lowering<'p> {
    pub(super) fn new(peg: &'p Peg, reach: Reach<'p>) -> Self {
        Self {
            peg,
            inlined: Inlined::of(peg),
            program: PegProgram::new(peg.instances.all.len()),
            reach,
            stacks: Stacks::default(),
            places: HashMap::default(),
            waiting: VecDeque::new(),
            properties: HashMap::default(),
            changes: Vec::new(),
        }
    }

    /// Lowers the pending bodies and the bodies that they call. Returns the instances of all lowered bodies.
    fn bodies(&mut self) -> Vec<usize> {
        let mut lowered = Vec::new();
        while let Some((place, instance, level)) = self.waiting.pop_front() {
            // Nothing lowered after the deadline is used.
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

    /// Lowers all called bodies, and each of them at full depth too, as fresh copies of expressions call them.
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

    fn body(&mut self, place: usize, instance: usize, level: usize) {
        let site = self.site(instance, level);
        let alternatives = self.optimized(site.caller.rule).into_iter();
        let alternatives = alternatives.map(|one| self.expr(one, site)).collect();
        let id = self.program.choice(alternatives);
        self.program.bodies[place] = id;
    }

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
        let caller = self.peg.instances.all[instance];
        LoweringSite { caller, number: instance, level, last: true, is_lookahead: false }
    }

    /// Returns the place of the body of an instance with `level` levels left. At full depth the place is the
    /// number of the instance.
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
            return self.program.add(Instruction::DepthLimit(Some(top)));
        };
        let place = self.place(callee, level);
        self.program.add(Instruction::Call(place))
    }

    /// Returns the number of levels that are left within a callee, or `None` if the callee may not be called.
    pub(super) fn level(&self, callee: usize, site: LoweringSite) -> Option<usize> {
        match self.reach {
            Reach::Levels(nesting, depth)
                if site.is_lookahead
                    || nesting.component[site.number] != nesting.component[callee] =>
            {
                Some(depth)
            }
            Reach::Levels(nesting, _)
                if !site.last && nesting.counted.contains(&(site.number, callee)) =>
            {
                site.level.checked_sub(1)
            }
            _ => Some(site.level),
        }
    }

    fn between(&mut self, site: LoweringSite) -> Option<Id> {
        let implicit = self.peg.instances.between(site.caller);
        let calls = implicit.map(|rule| Some(self.call(rule?, site.inner())));
        self.blanks(calls)
    }

    /// Builds `WHITESPACE* ~ (COMMENT ~ WHITESPACE*)*` from calls of the two rules.
    pub(super) fn blanks(&mut self, [whitespace, comment]: [Option<Id>; 2]) -> Option<Id> {
        let blanks = whitespace.map(|call| self.program.add(Instruction::Rep(call)));
        let Some(mut call) = comment else { return blanks };
        if self.program.has_stack && blanks.is_some() {
            call = self.program.add(Instruction::Stack(StackStep::Restore(call)));
        }
        let step =
            blanks.map_or(call, |blanks| self.program.add(Instruction::Seq(vec![call, blanks])));
        let comments = self.program.add(Instruction::Rep(step));
        let all = blanks.into_iter().chain([comments]).collect();
        Some(self.program.seq(all))
    }

    pub(super) fn expr(&mut self, expr: OptimizedExpr, site: LoweringSite) -> Id {
        let node = match expr {
            OptimizedExpr::Str(text) => return self.program.literal(&text),
            // pest ignores ASCII case only.
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
            // `(!("a" | "b") ~ ANY)*`, as the optimizer rewrites it.
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

    /// Lowers an expression to be run with a stack, and returns whether pest detects a stack change in it.
    fn on_stack(&mut self, expr: OptimizedExpr, site: LoweringSite) -> (Id, bool) {
        let (node, changes) = match expr {
            OptimizedExpr::Ident(name) => {
                if let Some(&rule) = self.peg.numbers.get(&name) {
                    let callee = self.peg.instances.callee(site.caller, rule);
                    return (self.call(callee, site), self.changes[rule]);
                }
                match OFF_STACK.iter().find(|(own, _)| *own == name) {
                    Some(&(_, step)) => {
                        (Instruction::Stack(step), ["POP", "DROP"].contains(&&*name))
                    }
                    None => return (self.named(&name), false),
                }
            }
            OptimizedExpr::PeekSlice(start, end) => {
                (Instruction::Stack(StackStep::PeekSlice(start, end)), false)
            }
            OptimizedExpr::Push(inner) => {
                let (inner, _) = self.on_stack(*inner, site);
                (Instruction::Stack(StackStep::Push(inner)), true)
            }
            OptimizedExpr::RestoreOnErr(inner) => {
                let (inner, changes) = self.on_stack(*inner, site);
                (Instruction::Stack(StackStep::Restore(inner)), changes)
            }
            OptimizedExpr::Seq(first, rest) => {
                let (first, is) = self.on_stack(*first, site);
                let (rest, other) = self.on_stack(*rest, site);
                let parts = [first].into_iter().chain(self.between(site)).chain([rest]).collect();
                let all = self.program.seq(parts);
                (Instruction::Stack(StackStep::Restore(all)), is || other)
            }
            OptimizedExpr::Choice(first, rest) => {
                let (first, rest) = (self.on_stack(*first, site), self.on_stack(*rest, site));
                return self.either_on_stack(first, rest);
            }
            OptimizedExpr::Opt(inner) => {
                let inner = self.on_stack(*inner, site);
                (Instruction::Opt(self.restored(inner)), inner.1)
            }
            OptimizedExpr::Rep(inner) => {
                let inner = self.on_stack(*inner, site);
                let once = self.restored(inner);
                let again = self.between(site).into_iter().chain([once]).collect();
                let again = self.program.seq(again);
                let again = self.program.add(Instruction::Stack(StackStep::Restore(again)));
                let more = self.program.add(Instruction::Rep(again));
                (Instruction::Opt(self.program.seq(vec![once, more])), inner.1)
            }
            OptimizedExpr::PosPred(inner) => {
                let (inner, changes) = self.on_stack(*inner, site);
                (Instruction::And(inner), changes)
            }
            OptimizedExpr::NegPred(inner) => {
                let (inner, changes) = self.on_stack(*inner, site);
                (Instruction::Not(inner), changes)
            }
            other => return (self.expr(other, site), false),
        };
        (self.program.add(node), changes)
    }

    fn either_on_stack(&mut self, first: (Id, bool), rest: (Id, bool)) -> (Id, bool) {
        let parts = vec![self.restored(first), self.restored(rest)];
        (self.program.choice(parts), first.1 || rest.1)
    }

    fn restored(&mut self, (id, changes): (Id, bool)) -> Id {
        if changes { self.program.add(Instruction::Stack(StackStep::Restore(id))) } else { id }
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
                let id = known.unwrap_or_else(|| program.characters(&of_property(name)));
                self.properties.insert(name.to_owned(), id);
                return id;
            }
        };
        program.add(node)
    }
}

/// Adds the alternatives of an expression to `parts`, without the restoring wrappers around the later alternatives.
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

/// Returns a part of a choice with a placeholder for the rest, so that it is optimized as within the whole choice.
fn with_rest(part: Expr) -> Expr {
    match part {
        Expr::Choice(first, rest) => Expr::Choice(first, Box::new(with_rest(*rest))),
        last => Expr::Choice(Box::new(last), Box::new(Expr::Ident(REST.to_owned()))),
    }
}

/// Returns pest's builtin expression for a name, assuming that the file does not define it.
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

/// Returns the set from which a builtin reads one character, if the builtin is an ASCII class or `ANY`.
pub fn characters(name: &str) -> Option<CharacterSet> {
    match builtin(name)? {
        Builtin::Any => Some(CharacterSet::all()),
        Builtin::Byte(set) => {
            Some(CharacterSet::from_ranges(set.iter().map(char::from).map(|one| (one, one))))
        }
        Builtin::Start | Builtin::End | Builtin::Newline => None,
    }
}

/// Returns whether a builtin other than `ANY` reads exactly one character.
pub fn reads_character(name: &str) -> bool {
    match builtin(name) {
        Some(builtin) => matches!(builtin, Builtin::Byte(_)),
        None => is_known(name),
    }
}

pub(super) enum Builtin {
    Any,
    Start,
    End,
    /// `"\n" | "\r\n" | "\r"`
    Newline,
    Byte(ByteSet),
}

/// The position of an expression during lowering: its instance, the number of levels left for calls, and whether
/// the expression is in tail position or within a lookahead.
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

// The Unicode properties that pest has names for.

pub(super) fn is_known(name: &str) -> bool {
    pest::unicode::unicode_property_names().any(|property| property == name)
}

/// Returns the characters with a property; empty if the property is unknown.
pub(super) fn of_property(name: &str) -> CharacterSet {
    static KNOWN: Mutex<BTreeMap<String, CharacterSet>> = Mutex::new(BTreeMap::new());
    // Looking up a property tests a million characters, and a file is lowered many times.
    let mut known = KNOWN.lock().unwrap_or_else(PoisonError::into_inner);
    let compute = || {
        let has = pest::unicode::by_name(name);
        let all = ('\0'..=char::MAX).filter(|&one| has.as_ref().is_some_and(|has| has(one)));
        CharacterSet::from_ranges(all.map(|one| (one, one)))
    };
    known.entry(name.to_owned()).or_insert_with(compute).clone()
}

/// The characters that are preferred when characters of a set are chosen.
const READABLE: &str = "ab01-";

/// Returns two characters of a set, or its only character. A string that is read off the stack may repeat a character
/// or not, and only two characters show both cases.
pub fn two_of(set: &CharacterSet) -> impl Iterator<Item = char> + use<> {
    let readable = READABLE.chars().filter(|&one| set.contains(one));
    let ends = set.ranges().next().map(|range| range.0).into_iter();
    let ends = ends.chain(set.ranges().last().map(|range| range.1));
    let mut two: Vec<char> = Vec::new();
    for one in readable.chain(ends) {
        if two.len() < 2 && !two.contains(&one) {
            two.push(one);
        }
    }
    two.into_iter()
}

/// Returns the characters that a rule and its callees distinguish, with two characters for each set.
pub(super) fn distinguished(peg: &Peg, rule: &str) -> BTreeSet<char> {
    let (lowering, reached) = (Lowering::new(peg, Reach::Run), peg.reached([rule].into_iter()));
    let rules = (0..peg.rules.len()).filter(|&rule| reached[rule] && peg.runs[rule]);
    let bodies: Vec<OptimizedExpr> = rules.flat_map(|rule| lowering.optimized(rule)).collect();
    let (mut open, mut found): (Vec<&OptimizedExpr>, _) =
        (bodies.iter().collect(), BTreeSet::new());
    while let Some(expr) = open.pop() {
        match expr {
            OptimizedExpr::Str(text) | OptimizedExpr::Insens(text) => found.extend(text.chars()),
            OptimizedExpr::Skip(texts) => found.extend(texts.iter().flat_map(|text| text.chars())),
            OptimizedExpr::Range(first, last) => {
                let ends = first.chars().next().zip(last.chars().next());
                found.extend(two_of(&CharacterSet::from_ranges(ends)));
            }
            OptimizedExpr::Ident(name) if !peg.numbers.contains_key(name) => {
                found.extend(match builtin(name) {
                    Some(Builtin::Newline) => {
                        two_of(&CharacterSet::from_ranges([('\n', '\n'), ('\r', '\r')]))
                    }
                    _ => two_of(&characters(name).unwrap_or_else(|| of_property(name))),
                });
            }
            _ => {}
        }
        open.extend(optimized_parts(expr));
    }
    found
}

pub(super) fn optimized_parts(expr: &OptimizedExpr) -> impl Iterator<Item = &OptimizedExpr> {
    let parts = match expr {
        OptimizedExpr::Seq(first, rest) | OptimizedExpr::Choice(first, rest) => {
            [Some(&**first), Some(&**rest)]
        }
        OptimizedExpr::Opt(inner)
        | OptimizedExpr::Rep(inner)
        | OptimizedExpr::PosPred(inner)
        | OptimizedExpr::NegPred(inner)
        | OptimizedExpr::Push(inner)
        | OptimizedExpr::RestoreOnErr(inner) => [Some(&**inner), None],
        _ => [None, None],
    };
    parts.into_iter().flatten()
}

/// pest's names of its stack operations.
pub(super) const STACK: [&str; 6] = ["PUSH", "PEEK", "PEEK_ALL", "POP", "POP_ALL", "DROP"];

/// Returns the immediate subexpressions of an expression, in order.
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

/// Returns some expressions and all their subexpressions. A parent comes before its parts, and a later part
/// before an earlier one. Nothing here recurses, so expressions may nest deeply.
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
    fn properties_have_their_ranges() {
        assert!(is_known("LETTER") && !is_known("letter") && !is_known("POP"));
        // ASCII has one range of upper case letters; the next ones are from Latin 1.
        let upper: Vec<_> = of_property("UPPERCASE_LETTER").ranges().collect();
        assert_eq!(upper[..3], [('A', 'Z'), ('\u{C0}', '\u{D6}'), ('\u{D8}', '\u{DE}')]);
        // U+D800 to U+DFFF are not characters and do not split a range.
        assert_eq!(of_property("PRIVATE_USE").ranges().next(), Some(('\u{E000}', '\u{F8FF}')));
        assert!(of_property("POP").is_empty());
    }

    #[test]
    fn a_set_is_represented_by_two_characters() {
        let two = |ranges: &[(char, char)]| {
            two_of(&CharacterSet::from_ranges(ranges.iter().copied())).collect::<String>()
        };
        assert_eq!(two(&[('\0', char::MAX)]), "ab");
        assert_eq!(two(&[('0', '9'), ('A', 'F')]), "01");
        assert_eq!(two(&[('c', 'e')]), "ce");
        assert_eq!(two(&[('#', '#')]), "#");
        assert_eq!(two(&[]), "");
    }
}

//! Runs a rule on one string, for a verdict, a trace or a parse tree.

use std::cell::Cell;
use std::collections::BTreeSet;
use std::ops::Range;

use grammar_automata::build::ByteSet;
use rustc_hash::FxHashMap as HashMap;

use super::body::{SpannedRules, Step, shown};
use super::instance::Atomicity;
use super::program::{Id, Instruction, PegProgram, StackStep, slice};
use super::running::{Does, SpannedRun};
use super::{Peg, lower};

// The verdict. No automaton is built, so rules may nest as deep as the string does. Each call runs once at each
// position, so the work grows with the string and not with the number of attempts.

/// The maximum number of steps: for one string, and for all strings together.
const STEPS: [usize; 2] = [2_000_000, 400_000_000];
/// The limits of [`STEPS`] for runs with a stack. Such runs do not refuse rules that never end.
const STACK_STEPS: [usize; 2] = [200_000, 200_000_000];
/// The maximum depth of nested expressions.
const DEPTH: usize = 1_000;

/// The rules of a file, ready to run.
pub struct Runner<'p> {
    peg: &'p Peg,
    program: PegProgram,
    /// For each instance of a rule, whether it can be run.
    runs: Vec<bool>,
    /// The number of steps that one string may take.
    most: usize,
    left: Cell<usize>,
}

impl<'p> Runner<'p> {
    /// Lowers the rules of a file, including recursive rules, but excluding refused rules.
    pub fn new(peg: &'p Peg) -> Self {
        let program = lower::whole(peg);
        let is_run = |one: usize| peg.hard[one].is_none() && !program.undefined.contains(&one);
        let runs = (0..peg.instances.all.len()).map(is_run).collect();
        Self { peg, program, runs, most: STEPS[0], left: Cell::new(STEPS[1]) }
    }

    /// Lowers all rules that pest runs, including rules that push unbounded strings. The runs use a stack.
    pub fn with_stack(peg: &'p Peg) -> Self {
        let (program, runs) = (lower::with_stack(peg), peg.runs.clone());
        Self { peg, program, runs, most: STACK_STEPS[0], left: Cell::new(STACK_STEPS[1]) }
    }

    /// Returns whether a rule can be run.
    pub fn runs(&self, rule: &str, atomicity: Atomicity) -> bool {
        self.peg.instance(rule, atomicity).is_some_and(|one| self.runs[one])
    }

    /// Returns whether a rule reads all of a string, or `None` if that takes too long, if the deadline has
    /// passed, if the rule cannot be run, or if pest would panic.
    pub fn reads(&self, rule: &str, atomicity: Atomicity, text: &[u8]) -> Option<bool> {
        let instance = self.peg.instance(rule, atomicity).filter(|&one| self.runs[one])?;
        if self.peg.deadline.has_passed() {
            return None;
        }
        // pest parses text only.
        if std::str::from_utf8(text).is_err() {
            return Some(false);
        }
        let given = self.most.min(self.left.get());
        let mut run = StringRun::new(&self.program, text, given);
        let end = run.expr(self.program.bodies[instance], 0, 0);
        self.left.set(self.left.get() - (given - run.steps));
        Some(end? == Some(text.len()))
    }

    /// Returns characters that a rule and its callees distinguish: each character of a literal, and two of each set.
    pub fn characters(&self, rule: &str) -> BTreeSet<char> {
        lower::distinguished(self.peg, rule)
    }
}

pub(super) struct StringRun<'r> {
    program: &'r PegProgram,
    text: &'r [u8],
    /// For each call of a rule at a position: the end of the match, if there is one, and the steps that pest takes.
    pub(super) calls: HashMap<(usize, usize), (Option<usize>, u64)>,
    pub(super) steps: usize,
    /// The number of steps that pest takes. pest repeats each call; this run looks up earlier results.
    pub(super) cost: u64,
    /// The iterations of repetitions: the repeated expression, the start of the iteration, and its end if it succeeds.
    pub(super) iterations: Vec<(Id, usize, Option<usize>)>,
    /// The strings on the stack, as ranges of the text.
    stack: Vec<Range<usize>>,
}

impl<'r> StringRun<'r> {
    pub(super) fn new(program: &'r PegProgram, text: &'r [u8], steps: usize) -> Self {
        let (calls, iterations, stack) = (HashMap::default(), Vec::new(), Vec::new());
        Self { program, text, calls, steps, cost: 0, iterations, stack }
    }

    /// Runs an expression at a position. Returns its end, `Some(None)` if it fails, or `None` if a limit is
    /// reached.
    pub(super) fn expr(&mut self, id: Id, at: usize, depth: usize) -> Option<Option<usize>> {
        self.steps = self.steps.checked_sub(1).filter(|_| depth < DEPTH)?;
        self.cost = self.cost.saturating_add(1);
        let (program, depth) = (self.program, depth + 1);
        let (mut id, mut at) = (id, at);
        // Branches are followed in a loop, since a trie is as deep as its words are long.
        while let Instruction::Branch(after) = program.node(id) {
            self.steps = self.steps.checked_sub(1)?;
            let next = self.text.get(at).copied();
            let leads = |(set, _): &&(ByteSet, Id)| next.is_some_and(|byte| set.contains(byte));
            let Some(&(_, then)) = after.iter().find(leads) else { return Some(None) };
            (id, at) = (then, at + 1);
        }
        Some(match program.node(id) {
            // Branches were followed above.
            Instruction::Branch(_) | Instruction::Fail => None,
            Instruction::DepthLimit(_) => return None,
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
                        // An iteration that reads nothing may still empty the stack.
                        Some(next) if next > end || program.has_stack => end = next,
                        _ => break Some(end),
                    }
                }
            }
            &Instruction::And(inner) => self.ahead(inner, at, depth)?.then_some(at),
            &Instruction::Not(inner) => (!self.ahead(inner, at, depth)?).then_some(at),
            &Instruction::Stack(step) => self.stack_step(step, at, depth)?,
            &Instruction::Call(place) => match self.calls.get(&(place, at)) {
                Some(&(known, cost)) => {
                    self.cost = self.cost.saturating_add(cost);
                    known
                }
                None => {
                    let before = std::mem::take(&mut self.cost);
                    let end = self.expr(program.bodies[place], at, depth)?;
                    if !program.stacked.contains(&place) {
                        self.calls.insert((place, at), (end, self.cost));
                    }
                    self.cost = self.cost.saturating_add(before);
                    end
                }
            },
        })
    }

    /// Returns whether an expression succeeds. Leaves the stack unchanged.
    fn ahead(&mut self, id: Id, at: usize, depth: usize) -> Option<bool> {
        let before = self.stack.clone();
        let end = self.expr(id, at, depth)?;
        self.stack = before;
        Some(end.is_some())
    }

    /// Runs a stack operation. Returns `None` where pest panics, as at `PEEK` on an empty stack.
    fn stack_step(&mut self, step: StackStep, at: usize, depth: usize) -> Option<Option<usize>> {
        Some(match step {
            StackStep::Peek => self.again(&[self.stack.last()?.clone()], at),
            StackStep::PeekAll => {
                let all: Vec<_> = self.stack.iter().rev().cloned().collect();
                self.again(&all, at)
            }
            StackStep::PeekSlice(start, end) => {
                let places = slice(self.stack.len(), start, end);
                places.and_then(|places| self.again(&self.stack[places], at))
            }
            StackStep::Pop => {
                let top = self.stack.pop()?;
                self.again(&[top], at)
            }
            StackStep::PopAll => {
                let mut end = Some(at);
                while let Some(at) = end {
                    let Some(top) = self.stack.pop() else { break };
                    end = self.again(&[top], at);
                }
                end
            }
            StackStep::Drop => self.stack.pop().map(|_| at),
            StackStep::Push(inner) => {
                let end = self.expr(inner, at, depth)?;
                self.stack.extend(end.map(|end| at..end));
                end
            }
            StackStep::Restore(inner) => {
                let before = self.stack.clone();
                let end = self.expr(inner, at, depth)?;
                if end.is_none() {
                    self.stack = before;
                }
                end
            }
        })
    }

    /// Matches the texts of earlier ranges again, one after another, and returns the end of the last.
    fn again(&self, all: &[Range<usize>], at: usize) -> Option<usize> {
        all.iter().try_fold(at, |at, place| {
            let text = &self.text[place.clone()];
            self.text[at..].starts_with(text).then(|| at + text.len())
        })
    }
}

// Traces the expressions of a `.pest` file, as written, on one string; a trace decides nothing. The expression
// that failed furthest explains why the rule rejects a string. If none failed there, as in `month = { "1" |
// "10" }` on `10`, the last one that read does.

/// The maximum number of expressions that may run on one string; `ALL_STEPS` is the maximum for all strings.
const TRACE_STEPS: usize = 200_000;
const ALL_STEPS: usize = 10_000_000;

/// An expression of a `.pest` file, and its effect on a string that only the rule or only the production accepts.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct PestStep {
    /// The file of the rule.
    pub file: String,
    /// The name of the rule that contains the expression.
    pub rule: String,
    /// The line of the expression, counted from 1.
    pub line: usize,
    /// The column of the expression in characters, counted from 1.
    pub column: usize,
    /// The text of the expression, in one line and shortened if it is long, or `None` if only the rule is
    /// known.
    pub expression: Option<String>,
    /// The effect of the expression.
    pub does: Does,
    /// The offset of the effect in the string, in bytes.
    pub at: usize,
}

/// A tracer of the rules of a file.
pub struct Tracer<'p> {
    file: &'p str,
    source: &'p str,
    spanned: &'p SpannedRules,
    /// The number of steps that are left.
    left: Cell<usize>,
}

impl<'p> Tracer<'p> {
    /// Creates the tracer of a file.
    pub fn new(peg: &'p Peg) -> Self {
        let (source, spanned, left) = (&peg.source, &peg.spanned, Cell::new(ALL_STEPS));
        Self { file: peg.file(), source, spanned, left }
    }

    /// Returns the step that explains why a rule accepts (if `accepts` is set) or rejects a string, contrary to the
    /// printed grammar. `offset` is the offset of the difference. Returns `None` if the rule does not exist.
    pub fn step(&self, rule: &str, text: &[u8], accepts: bool, offset: usize) -> Option<PestStep> {
        let &number = self.spanned.numbers.get(rule)?;
        let text = str::from_utf8(text).ok();
        // A rule may be reached from atomic rules, which run no blanks.
        let runs =
            [false, true].into_iter().filter_map(|is_atomic| self.run(number, text?, is_atomic));
        let agrees = |run: &SpannedRun<'_>| (run.end == text.map(str::len)) == accepts;
        let found = runs.into_iter().find(agrees).and_then(|run| run.blamed(accepts, offset));
        Some(match found {
            Some((id, does, at)) => {
                let node = &self.spanned.nodes[id];
                let expression = Some(shown(self.source, node.span));
                self.placed(node.rule, node.span.0, expression, (does, at))
            }
            None => {
                let from = self.spanned.rules[number].from;
                self.placed(number, from, None, (Does::Unknown, offset))
            }
        })
    }

    fn placed(
        &self,
        rule: usize,
        from: usize,
        expression: Option<String>,
        (does, at): (Does, usize),
    ) -> PestStep {
        let before = &self.source[..from];
        let line = before.bytes().filter(|&byte| byte == b'\n').count() + 1;
        let column = before.chars().rev().take_while(|&one| one != '\n').count() + 1;
        let rule = self.spanned.rules[rule].name.clone();
        let file = self.file.to_owned();
        PestStep { file, rule, line, column, expression, does, at }
    }

    /// Runs a rule, or returns `None` if that takes too long or uses an unsupported construct.
    fn run<'r>(&'r self, rule: usize, text: &'r str, is_atomic: bool) -> Option<SpannedRun<'r>> {
        let steps = self.left.get().min(TRACE_STEPS);
        let (run, is_done) = SpannedRun::new(self.spanned, rule, text, is_atomic, steps);
        self.left.set(self.left.get() - (steps - run.steps));
        is_done.then_some(run)
    }
}

// The tree of a rule on a string. The expressions are run as written; pest runs its optimized expressions,
// which differ only for the lists described at [`Peg`].

/// The maximum number of expressions that may run on one string.
const TREE_STEPS: usize = 1_000_000;

/// A rule that pest reports: its name, its span in bytes, and the number of enclosing rules.
pub type PestNode = (String, (usize, usize), usize);

/// A runner of one rule of a file, which returns the parse trees of strings.
#[derive(Debug)]
pub struct PestTrees {
    source: String,
    spanned: SpannedRules,
    /// The number of the rule.
    rule: usize,
}

/// The result of a run.
#[derive(Debug, PartialEq, Eq)]
pub enum PestRun {
    /// The rule reads the whole string. The list contains the rules that pest reports, outer rules first.
    Done(Vec<PestNode>),
    /// The rule fails, or ends before the string does.
    Stops {
        /// The furthest offset at which an expression failed or, if that is later, the offset at which the rule ended.
        offset: usize,
        /// The terminals that failed at `offset`, as written, and `end of input`.
        expected: Vec<String>,
    },
    /// The run takes too long, nests too deep, or uses an unsupported construct.
    Unknown,
}

impl PestTrees {
    /// Creates the runner of a rule, or returns `None` if the rule does not exist.
    pub fn new(peg: &Peg, rule: &str) -> Option<Self> {
        let &rule = peg.spanned.numbers.get(rule)?;
        Some(Self { source: peg.source.clone(), spanned: peg.spanned.clone(), rule })
    }

    /// Returns whether the file uses the stack.
    pub fn uses_stack(&self) -> bool {
        ["PUSH", "PEEK", "POP", "DROP"].iter().any(|word| self.source.contains(word))
    }

    /// Runs the rule on a string.
    pub fn run(&self, text: &str) -> PestRun {
        let (run, is_done) = SpannedRun::new(&self.spanned, self.rule, text, false, TREE_STEPS);
        if !is_done {
            return PestRun::Unknown;
        }
        if run.end == Some(text.len()) {
            let named = |rule: Option<usize>| match rule {
                Some(rule) => self.spanned.rules[rule].name.clone(),
                None => "EOI".to_owned(),
            };
            let nodes = run.reported.into_iter();
            return PestRun::Done(
                nodes.map(|one| (named(one.rule), one.span, one.depth)).collect(),
            );
        }
        let mut expected: Vec<String> = Vec::new();
        let is_furthest = run.end.is_none_or(|end| run.furthest >= end);
        for id in run.terminals().filter(|_| is_furthest) {
            let node = &self.spanned.nodes[id];
            let text = match &node.step {
                Step::Name(name) if name == "EOI" => "end of input".to_owned(),
                _ => shown(&self.source, node.span),
            };
            if !expected.contains(&text) {
                expected.push(text);
            }
        }
        if run.end.is_some_and(|end| end >= run.furthest) {
            expected.push("end of input".to_owned());
        }
        PestRun::Stops { offset: run.furthest.max(run.end.unwrap_or(0)), expected }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Returns the step that is blamed for a string, such as `3:7 "x" Fails 2`.
    #[track_caller]
    fn blamed(file: &str, text: &str, accepts: bool, offset: usize) -> String {
        let peg = Peg::read("a.pest", file).unwrap();
        let step = Tracer::new(&peg).step("a", text.as_bytes(), accepts, offset).unwrap();
        let PestStep { line, column, expression, does, at, .. } = step;
        format!("{line}:{column} {} {does:?} {at}", expression.unwrap_or_default())
    }

    #[test]
    fn the_expression_that_read_the_byte_is_blamed() {
        let file = "a = { \"1\" ~ (\"x\" | b)* }\nb = @{\n  '0'..'9' ~ !\"-\" }";
        assert_eq!(blamed(file, "1x23", true, 2), "3:3 '0'..'9' Reads 2");
        assert_eq!(blamed(file, "1x", true, 2), "1:14 \"x\" Reads 2");
        assert_eq!(blamed(file, "1x", true, 0), "1:7 \"1\" Reads 0");
        // The tracer finds that the rule accepts it.
        assert_eq!(blamed(file, "1x", false, 0), "1:1  Unknown 0");
    }

    #[test]
    fn the_furthest_failure_is_blamed() {
        let file = "a = { (\"1\" | \"12\") ~ (\"x\" | \"y\") ~ b }\nb = { !(\"p\" | \"q\") ~ ANY }";
        assert_eq!(blamed(file, "12x", false, 1), "1:23 \"x\" | \"y\" Fails 1");
        assert_eq!(blamed(file, "1xp", false, 2), "2:7 !(\"p\" | \"q\") Fails 2");
        assert_eq!(blamed(file, "1x", false, 2), "2:22 ANY Fails 2");
        assert_eq!(blamed("a = { \"1\" | \"10\" }", "10", false, 1), "1:7 \"1\" Stops 1");
        assert_eq!(blamed("a = { \"1\" ~ \"2\"* }", "13", false, 1), "1:13 \"2\" Fails 1");
    }

    #[test]
    fn long_expressions_are_shortened_to_one_line() {
        let all: Vec<String> = (0..30).map(|at| format!("\"{at}\"\n")).collect();
        let found = blamed(&format!("a = {{ {} }}", all.join(" | ")), "x", false, 0);
        assert!(
            found.starts_with("1:7 \"0\" | \"1\" | ") && found.ends_with("… Fails 0"),
            "{found}"
        );
    }

    /// Returns the nodes that pest itself reports for a string.
    fn of_pest(file: &str, text: &str) -> Option<Vec<PestNode>> {
        use pest_meta::parser::{Rule, consume_rules, parse};
        let rules = consume_rules(parse(Rule::grammar_rules, file).unwrap()).unwrap();
        let vm = pest_vm::Vm::new(pest_meta::optimizer::optimize(rules));
        let pairs = vm.parse("a", text).ok()?;
        let mut found = Vec::new();
        let mut waiting: Vec<_> = pairs.map(|pair| (pair, 0)).collect();
        waiting.reverse();
        while let Some((pair, depth)) = waiting.pop() {
            let span = pair.as_span();
            found.push((pair.as_rule().to_owned(), (span.start(), span.end()), depth));
            let mut within: Vec<_> = pair.into_inner().map(|pair| (pair, depth + 1)).collect();
            within.reverse();
            waiting.extend(within);
        }
        Some(found)
    }

    #[test]
    fn nodes_are_those_of_pest() {
        let blanks = "WHITESPACE = { \" \" }\nCOMMENT = @{ \"#\" ~ x* ~ \"#\" }\n";
        let rules = "b = @{ c ~ d }\nc = { x }\nd = ${ x? ~ e }\ne = !{ x ~ x? }\nx = { 'x'..'z' }\n\
                     s = _{ x ~ c }\n";
        for body in [
            "{ b ~ EOI }",
            "{ c ~ c* ~ EOI }",
            "{ &x ~ !b ~ s ~ e }",
            "{ (b ~ \",\" | s ~ \";\")* ~ \"!\"? }",
            "@{ x ~ d ~ c }",
            "${ x ~ b }",
            "_{ x ~ s }",
            "{ x{1,2} ~ (\"(\" ~ a ~ \")\")? }",
        ] {
            let file = format!("a = {body}\n{rules}{blanks}");
            let trees = PestTrees::new(&Peg::read("a.pest", &file).unwrap(), "a").unwrap();
            let mut count = 0;
            for text in strings("x #,;()", 5) {
                let found = trees.run(&text);
                let PestRun::Done(nodes) = found else { continue };
                count += 1;
                assert_eq!(Some(nodes), of_pest(&file, &text), "{body} on {text:?}");
            }
            assert!(count > 0, "{body}");
        }
    }

    /// Returns all strings of some letters up to a length.
    fn strings(letters: &str, length: usize) -> Vec<String> {
        let mut all = vec![String::new()];
        for _ in 0..length {
            let longer =
                all.iter().flat_map(|text| letters.chars().map(move |one| format!("{text}{one}")));
            let mut longer: Vec<String> = longer.collect();
            longer.push(String::new());
            all = longer;
        }
        all
    }

    /// SplitMix64 (Steele, Lea and Flood, 2014).
    struct SplitMix(u64);

    impl SplitMix {
        fn below(&mut self, end: usize) -> usize {
            self.0 = self.0.wrapping_add(0x9E37_79B9_7F4A_7C15);
            let mixed = (self.0 ^ self.0 >> 30).wrapping_mul(0xBF58_476D_1CE4_E5B9);
            let mixed = (mixed ^ mixed >> 27).wrapping_mul(0x94D0_49BB_1331_11EB);
            ((mixed ^ mixed >> 31) % end as u64) as usize
        }

        /// Returns an expression that may call the rules `b` and `c`, if `calls` is set.
        fn expr(&mut self, depth: usize, calls: bool) -> String {
            const TERMINALS: &str = r#""a", "b", 'a'..'b', POP, PEEK, DROP, POP_ALL, PEEK_ALL,
                PEEK[0..1], PEEK[-1..], ^"A", "ab", PUSH("a"*), PUSH("b" | "a"), b, c"#;
            let kind = if depth == 0 { 0 } else { self.below(9) };
            let mut inner = || self.expr(depth - 1, calls);
            match kind {
                0 => {
                    let mut terminals = TERMINALS.split(',').map(str::trim);
                    let chosen = self.below(if calls { 16 } else { 14 });
                    terminals.nth(chosen).unwrap().to_owned()
                }
                1..=3 => format!("{} ~ {}", inner(), inner()),
                4 => format!("({} | {})", inner(), inner()),
                5 => format!("(\"a\" ~ {})*", inner()),
                6 => format!("({})?", inner()),
                7 => format!("PUSH({})", inner()),
                _ => format!("{}({})", ["!", "&"][self.below(2)], self.expr(depth - 1, calls)),
            }
        }
    }

    /// Rules without an automaton are run as by pest's own machine.
    #[test]
    fn random_rules_run_as_in_pest() {
        let (strings, mut random) = (strings("ab", 6), SplitMix(7));
        let (mut read, mut rejected, mut unknown) = (0, 0, 0);
        for _ in 0..crate::scaled(250, 1_500) {
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
            let (machine, vm) = (Runner::with_stack(&peg), pest_vm::Vm::new(optimized));
            let entries = [("whole", Atomicity::NonAtomic), ("inner", Atomicity::Atomic)];
            for (string, (rule, atomicity)) in
                strings.iter().flat_map(|one| entries.map(|entry| (one, entry)))
            {
                // Without an answer, pest may panic or never end.
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

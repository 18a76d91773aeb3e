//! Runs a rule on one string: its verdict, its trace, its tree.

use std::cell::Cell;

use grammar_automata::build::ByteSet;
use rustc_hash::FxHashMap as HashMap;

use super::instance::Atomicity;
use super::program::{Id, Instruction, PegProgram};
use super::running::{Does, SpannedRun};
use super::spanned::{SpannedRules, Step, shown};
use super::{Peg, lower};

// Runs a rule on one string.
//
// In: a [`Peg`] and a string. Out: whether a rule reads all of the string. No automaton is built, so rules may nest
// in themselves as deep as the string does; an answer of an automaton that was unrolled to a depth is checked again
// here, with the rule as it is. Each call is run once at each place, so that the work grows with the string and not
// with the ways to try. What is run is what the optimizer made of the file; [`running`](super::running) runs what is
// written, to say who is to blame.

/// The number of steps that one string may take.
const STEPS: usize = 2_000_000;
/// The number of steps that all strings may take.
const ALL: usize = 400_000_000;
/// How deep expressions may run within each other.
const DEPTH: usize = 1_000;

/// The rules of a file that are not refused, ready to run.
pub struct Runner<'p> {
    peg: &'p Peg,
    program: PegProgram,
    /// The number of steps that are left for further strings.
    left: Cell<usize>,
}

impl<'p> Runner<'p> {
    /// Lowers the rules of a file.
    pub fn of(peg: &'p Peg) -> Self {
        Self { peg, program: lower::whole(peg), left: Cell::new(ALL) }
    }

    /// Whether a rule reads all of a string. Nothing is known if that takes too long, after the deadline,
    /// or if the rule uses what is refused for another reason than that rules nest.
    pub fn reads(&self, rule: &str, atomicity: Atomicity, text: &[u8]) -> Option<bool> {
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
    program: &'r PegProgram,
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
    pub(super) fn new(program: &'r PegProgram, text: &'r [u8], steps: usize) -> Self {
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

// What the expressions of a `.pest` file do on one string.
//
// In: a rule and a string. Out: [`PestStep`], the expression that let the string pass, or stopped it,
// with its place in the file. The expressions are run as they are written, with blanks between them
// where pest puts blanks. What is run here decides nothing: where it contradicts the verdict, as it
// may since pest runs what its optimizer makes of a rule, only the rule is named.
//
// A string that the rule rejects is stopped by the expression that failed furthest. If no expression
// failed there, as in `month = { "1" | "10" }` on `10`, it is the last one that read: the rule was
// content with what it had.

/// The number of expressions that may run on one string, and on all of them.
const TRACE_STEPS: usize = 200_000;
const ALL_STEPS: usize = 10_000_000;

/// What an expression of a `.pest` file does to a string that tells the rule and the production
/// apart.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct PestStep {
    /// The file of the rule.
    pub file: String,
    /// The name of the rule that the expression stands in.
    pub rule: String,
    /// The line of the expression, counted from 1.
    pub line: usize,
    /// The column of the expression in characters, counted from 1.
    pub column: usize,
    /// The text of the expression, in one line and shortened if it is long. There is none if only
    /// the rule is known.
    pub expression: Option<String>,
    /// What the expression does.
    pub does: Does,
    /// The offset in the string at which the expression does it, in bytes.
    pub at: usize,
}

/// The tracer of a file.
pub struct Tracer<'p> {
    file: &'p str,
    source: &'p str,
    spanned: SpannedRules,
    /// The number of steps that are left.
    left: Cell<usize>,
}

impl<'p> Tracer<'p> {
    /// Makes the tracer of a file.
    pub fn of(peg: &'p Peg) -> Self {
        let (source, left) = (&peg.source, Cell::new(ALL_STEPS));
        Self { file: peg.file(), source, spanned: SpannedRules::of(source), left }
    }

    /// What a rule does to a string that it accepts, if `accepts`, or rejects: at this offset, where
    /// the string departs from the printed grammar. There is none if there is no such rule.
    pub fn step(&self, rule: &str, text: &[u8], accepts: bool, offset: usize) -> Option<PestStep> {
        let &number = self.spanned.numbers.get(rule)?;
        let text = str::from_utf8(text).ok();
        // A rule may be reached from others that put no blanks.
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

    /// Runs a rule. There is none if that takes too long, or uses what is not run here.
    fn run<'r>(&'r self, rule: usize, text: &'r str, is_atomic: bool) -> Option<SpannedRun<'r>> {
        let steps = self.left.get().min(TRACE_STEPS);
        let (run, is_done) = SpannedRun::of(&self.spanned, rule, text, is_atomic, steps);
        self.left.set(self.left.get() - (steps - run.steps));
        is_done.then_some(run)
    }
}

// The tree that a rule of a `.pest` file gives a string.
//
// In: a rule and a string. Out: [`PestRun`]: the rules that read a part of the string, as pest tells of them:
// none that is silent, none within an atomic one unless it is `$` or `!`, and none in a lookahead. The
// expressions are run as they are written; pest runs what its optimizer makes of them, which reads the same
// but for the lists that [`Peg`] speaks of.

/// The number of expressions that may run on one string.
const TREE_STEPS: usize = 1_000_000;

/// A rule that pest tells of: its name, what it reads in bytes, and the number of rules around it.
pub type ToldRule = (String, (usize, usize), usize);

/// Runs one rule of a file on strings.
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
    /// The rule reads the whole string: the rules that pest tells of, outer ones first.
    Done(Vec<ToldRule>),
    /// The rule fails, or ends before the string does.
    Stops {
        /// The furthest offset at which an expression failed, or the end of the rule beyond that.
        offset: usize,
        /// The terminals that failed there, as they are written, and `end of input`.
        expected: Vec<String>,
    },
    /// The run takes too long or nests too deep, or uses what is not run here.
    Untold,
}

impl PestTrees {
    /// None if there is no such rule.
    pub fn of(peg: &Peg, rule: &str) -> Option<Self> {
        let spanned = SpannedRules::of(&peg.source);
        let &rule = spanned.numbers.get(rule)?;
        Some(Self { source: peg.source.clone(), spanned, rule })
    }

    /// Runs the rule on a string.
    pub fn run(&self, text: &str) -> PestRun {
        let (run, is_done) = SpannedRun::of(&self.spanned, self.rule, text, false, TREE_STEPS);
        if !is_done {
            return PestRun::Untold;
        }
        if run.end == Some(text.len()) {
            let named = |rule: Option<usize>| match rule {
                Some(rule) => self.spanned.rules[rule].name.clone(),
                None => "EOI".to_owned(),
            };
            let nodes = run.told.into_iter();
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

    /// `3:7 "x" Fails 2`
    #[track_caller]
    fn blamed(file: &str, text: &str, accepts: bool, offset: usize) -> String {
        let peg = Peg::read("a.pest", file).unwrap();
        let step = Tracer::of(&peg).step("a", text.as_bytes(), accepts, offset).unwrap();
        let PestStep { line, column, expression, does, at, .. } = step;
        format!("{line}:{column} {} {does:?} {at}", expression.unwrap_or_default())
    }

    #[test]
    fn what_read_the_byte_let_the_string_pass() {
        let file = "a = { \"1\" ~ (\"x\" | b)* }\nb = @{\n  '0'..'9' ~ !\"-\" }";
        assert_eq!(blamed(file, "1x23", true, 2), "3:3 '0'..'9' Reads 2");
        assert_eq!(blamed(file, "1x", true, 2), "1:14 \"x\" Reads 2");
        assert_eq!(blamed(file, "1x", true, 0), "1:7 \"1\" Reads 0");
        // The tracer says that the rule accepts it.
        assert_eq!(blamed(file, "1x", false, 0), "1:1  Unknown 0");
    }

    #[test]
    fn what_failed_furthest_stopped_the_string() {
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

    /// The nodes that pest itself gives a string.
    fn of_pest(file: &str, text: &str) -> Option<Vec<ToldRule>> {
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
    fn the_nodes_are_those_of_pest() {
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
            let trees = PestTrees::of(&Peg::read("a.pest", &file).unwrap(), "a").unwrap();
            let mut count = 0;
            for text in strings() {
                let found = trees.run(&text);
                let PestRun::Done(nodes) = found else { continue };
                count += 1;
                assert_eq!(Some(nodes), of_pest(&file, &text), "{body} on {text:?}");
            }
            assert!(count > 0, "{body}");
        }
    }

    /// All strings of a few letters.
    fn strings() -> Vec<String> {
        let mut all = vec![String::new()];
        let mut longest = all.clone();
        for _ in 0..5 {
            let longer = |text: &String| {
                let text = text.clone();
                "x #,;()".chars().map(move |one| format!("{text}{one}"))
            };
            longest = longest.iter().flat_map(longer).collect();
            all.extend_from_slice(&longest);
        }
        all
    }
}

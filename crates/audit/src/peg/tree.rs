//! The tree that a rule of a `.pest` file gives a string.
//!
//! In: a rule and a string. Out: [`PestRun`]: the rules that read a part of the string, as pest tells of them:
//! none that is silent, none within an atomic one unless it is `$` or `!`, and none in a lookahead. The
//! expressions are run as they are written; pest runs what its optimizer makes of them, which reads the same
//! but for the lists that [`Peg`] speaks of.

use super::Peg;
use super::running::SpannedRun;
use super::spanned::{SpannedRules, Step, shown};

/// The number of expressions that may run on one string.
const STEPS: usize = 1_000_000;

/// A rule that pest tells of: its name, what it reads in bytes, and the number of rules around it.
pub(crate) type ToldRule = (String, (usize, usize), usize);

/// Runs one rule of a file on strings.
#[derive(Debug)]
pub(crate) struct PestTrees {
    source: String,
    spanned: SpannedRules,
    /// The number of the rule.
    rule: usize,
}

/// The result of a run.
#[derive(Debug, PartialEq, Eq)]
pub(crate) enum PestRun {
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
    pub(crate) fn of(peg: &Peg, rule: &str) -> Option<Self> {
        let spanned = SpannedRules::of(&peg.source);
        let &rule = spanned.numbers.get(rule)?;
        Some(Self { source: peg.source.clone(), spanned, rule })
    }

    pub(crate) fn run(&self, text: &str) -> PestRun {
        let (run, is_done) = SpannedRun::of(&self.spanned, self.rule, text, false, STEPS);
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

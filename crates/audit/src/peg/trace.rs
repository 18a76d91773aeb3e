//! What the expressions of a `.pest` file do on one string.
//!
//! In: a rule and a string. Out: [`PestStep`], the expression that let the string pass, or stopped it,
//! with its place in the file. The expressions are run as they are written, with blanks between them
//! where pest puts blanks. What is run here decides nothing: where it contradicts the verdict, as it
//! may since pest runs what its optimizer makes of a rule, only the rule is named.
//!
//! A string that the rule rejects is stopped by the expression that failed furthest. If no expression
//! failed there, as in `month = { "1" | "10" }` on `10`, it is the last one that read: the rule was
//! content with what it had.

use std::cell::Cell;

use super::Peg;
use super::running::{Does, SpannedRun};
use super::spanned::{SpannedRules, shown};

/// The number of expressions that may run on one string, and on all of them.
const STEPS: usize = 200_000;
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
pub(crate) struct Tracer<'p> {
    file: &'p str,
    source: &'p str,
    spanned: SpannedRules,
    /// The number of steps that are left.
    left: Cell<usize>,
}

impl<'p> Tracer<'p> {
    pub(crate) fn of(peg: &'p Peg) -> Self {
        let (source, left) = (&peg.source, Cell::new(ALL_STEPS));
        Self { file: peg.file(), source, spanned: SpannedRules::of(source), left }
    }

    /// What a rule does to a string that it accepts, if `accepts`, or rejects: at this offset, where
    /// the string departs from the printed grammar. There is none if there is no such rule.
    pub(crate) fn step(
        &self,
        rule: &str,
        text: &[u8],
        accepts: bool,
        offset: usize,
    ) -> Option<PestStep> {
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
        let steps = self.left.get().min(STEPS);
        let (run, is_done) = SpannedRun::of(&self.spanned, rule, text, is_atomic, steps);
        self.left.set(self.left.get() - (steps - run.steps));
        is_done.then_some(run)
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
}

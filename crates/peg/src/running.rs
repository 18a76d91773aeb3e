//! Runs the expressions of a `.pest` file as they are written, and records their spans. As in pest, `b+` is `b ~ b*`:
//! it reads the blanks after a single `b`, but no blanks after the last of several `b`s. [`run`](super::run) runs the
//! optimized expressions, which the verdicts describe.

use pest_meta::ast::RuleType;

use super::body::{Id, SpannedRule, SpannedRules, Step};
use super::lower::{Builtin, builtin};

/// The effect of an expression on a string.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum Does {
    /// The expression reads the byte at the offset or, if the offset is the end of the string, the last byte.
    Reads,
    /// The expression fails at the offset, and no other expression got further.
    Fails,
    /// The rule succeeds at the offset, before the end of the string. The expression was the last that read a byte.
    Stops,
    /// The effect is unknown.
    Unknown,
}

/// The maximum depth of nested expressions, including the rules that they call.
const DEPTH: usize = 400;
/// The maximum number of failures that are kept at one offset.
const FAILURES: usize = 1_000;

pub(super) struct SpannedRun<'r> {
    spanned: &'r SpannedRules,
    text: &'r str,
    pub(super) steps: usize,
    depth: usize,
    /// The number of lookaheads and implicit blanks around the current expression. Their failures are not reported.
    silent_depth: usize,
    /// The expressions that have read input, with their spans.
    read: Vec<(Id, usize, usize)>,
    /// The rules that have read input and that pest reports, outer ones first.
    pub(super) reported: Vec<ReportedRule>,
    around: usize,
    /// Whether an atomic rule is running. pest reports no rules within an atomic rule.
    is_silenced: bool,
    pub(super) furthest: usize,
    /// The expressions that failed at `furthest`, in the order of their failures. Each has the index of the first
    /// failure within the expression, which for a terminal is its own failure.
    failures: Vec<(Id, usize)>,
    pub(super) end: Option<usize>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct ReportedRule {
    /// The number of the rule, or `None` for `EOI`, which is builtin.
    pub(super) rule: Option<usize>,
    pub(super) span: (usize, usize),
    pub(super) depth: usize,
}

/// The lengths of `read` and of `reported` at some point of a run, to which the run may return.
#[derive(Clone, Copy)]
struct Mark(usize, usize);

/// The offset after an expression, `Some(None)` if it fails, or `None` if the run is abandoned.
type Ran = Option<Option<usize>>;

/// An element of a sequence of expressions.
#[derive(Clone, Copy)]
enum RunItem {
    Once(Id),
    Optional(Id),
    Repeated(Id),
}

impl<'r> SpannedRun<'r> {
    /// Runs a rule on a string in a limited number of steps. Also returns whether the steps sufficed.
    pub(super) fn new(
        spanned: &'r SpannedRules,
        rule: usize,
        text: &'r str,
        is_atomic: bool,
        steps: usize,
    ) -> (Self, bool) {
        let (read, reported, failures) = (Vec::new(), Vec::new(), Vec::new());
        let (depth, silent_depth, around, furthest, end) = (0, 0, 0, 0, None);
        let is_silenced = false;
        let mut this = Self {
            spanned,
            text,
            steps,
            depth,
            silent_depth,
            read,
            reported,
            around,
            is_silenced,
            furthest,
            failures,
            end,
        };
        let ran = this.rule(rule, 0, is_atomic);
        this.end = ran.flatten();
        (this, ran.is_some())
    }

    /// Returns the expression that explains the result, with its effect and the offset of the effect.
    pub(super) fn blamed(&self, accepts: bool, offset: usize) -> Option<(Id, Does, usize)> {
        let last = || self.read.iter().rfind(|(_, from, to)| from < to);
        if accepts {
            let reads = |(_, from, to): &&(Id, usize, usize)| (*from..*to).contains(&offset);
            let found = self.read.iter().find(reads);
            let found = found.or_else(|| last().filter(|_| offset == self.text.len()));
            return found.map(|&(id, ..)| (id, Does::Reads, offset));
        }
        if self.end.is_none_or(|end| self.furthest >= end)
            && let Some(id) = self.failed()
        {
            return Some((id, Does::Fails, self.furthest));
        }
        last().map(|&(id, ..)| (id, Does::Stops, self.end.unwrap_or(0)))
    }

    /// Returns the terminal that failed furthest, or a choice if all of its alternatives failed there. Of several
    /// terminals, returns the last if the rule failed, since earlier ones were optional or alternatives. If the rule
    /// ended early, returns the first, since it follows the text that was read.
    fn failed(&self) -> Option<Id> {
        let is_terminal = |&place: &usize| self.failures[place].1 == place;
        let mut terminals = (0..self.failures.len()).filter(is_terminal);
        let place = if self.end.is_some() { terminals.next() } else { terminals.next_back() }?;
        let is_whole = |&(at, &(id, from)): &(usize, &(Id, usize))| {
            matches!(self.spanned.nodes[id].step, Step::Choice(_))
                && (from..at).contains(&place)
                && (from..at).filter(is_terminal).count() > 1
        };
        let whole = self.failures.iter().enumerate().find(is_whole);
        Some(whole.map_or(self.failures[place].0, |(_, &(id, _))| id))
    }

    /// Returns the terminals that failed furthest.
    pub(super) fn terminals(&self) -> impl Iterator<Item = Id> {
        let all = self.failures.iter().enumerate();
        all.filter(|(place, failure)| failure.1 == *place).map(|(_, failure)| failure.0)
    }

    fn mark(&self) -> Mark {
        Mark(self.read.len(), self.reported.len())
    }

    /// Removes the expressions and the rules that were recorded after a mark.
    fn rewind(&mut self, Mark(read, reported): Mark) {
        self.read.truncate(read);
        self.reported.truncate(reported);
    }

    fn rule(&mut self, rule: usize, at: usize, is_atomic: bool) -> Ran {
        let SpannedRule { name, kind, body, .. } = &self.spanned.rules[rule];
        let is_blank = name == "WHITESPACE" || name == "COMMENT";
        let is_atomic = match kind {
            RuleType::Atomic | RuleType::CompoundAtomic => true,
            RuleType::NonAtomic => false,
            RuleType::Normal | RuleType::Silent => is_atomic,
        };
        // Around a `$` or `!` rule pest is atomic; within the other kinds it is not.
        let (is_reported, is_silenced) = match kind {
            RuleType::Normal => (!self.is_silenced, self.is_silenced || is_blank),
            RuleType::Silent => (false, self.is_silenced || is_blank),
            RuleType::Atomic => (!self.is_silenced, true),
            RuleType::NonAtomic if is_blank => (false, true),
            RuleType::CompoundAtomic | RuleType::NonAtomic => (true, false),
        };
        let outer = std::mem::replace(&mut self.is_silenced, is_silenced);
        let place = self.reported.len();
        if is_reported {
            self.reported.push(ReportedRule {
                rule: Some(rule),
                span: (at, at),
                depth: self.around,
            });
            self.around += 1;
        }
        let ran = self.expr(*body, at, is_atomic || is_blank);
        self.is_silenced = outer;
        if is_reported {
            self.around -= 1;
            match ran {
                Some(Some(end)) => self.reported[place].span.1 = end,
                _ => self.reported.truncate(place),
            }
        }
        ran
    }

    fn expr(&mut self, id: Id, at: usize, is_atomic: bool) -> Ran {
        self.steps = self.steps.checked_sub(1)?;
        self.depth += 1;
        let before = if self.furthest == at { self.failures.len() } else { 0 };
        let ran = if self.depth > DEPTH { None } else { self.nested(id, at, is_atomic) };
        self.depth -= 1;
        if ran == Some(None) {
            self.fails(id, at, before);
        }
        ran
    }

    fn nested(&mut self, id: Id, at: usize, is_atomic: bool) -> Ran {
        let (spanned, text) = (self.spanned, &self.text[at..]);
        match &spanned.nodes[id].step {
            Step::Literal(wanted) => {
                self.terminal(id, at, text.starts_with(&**wanted).then_some(wanted.len()))
            }
            Step::Insensitive(wanted) => {
                let found = text.get(..wanted.len());
                let found = found.filter(|found| found.eq_ignore_ascii_case(wanted));
                self.terminal(id, at, found.map(str::len))
            }
            Step::Range(first, last) => {
                let found = text.chars().next().filter(|found| (first..=last).contains(&found));
                self.terminal(id, at, found.map(char::len_utf8))
            }
            Step::Name(name) => match spanned.numbers.get(name) {
                Some(&rule) => self.rule(rule, at, is_atomic),
                None => self.builtin(id, name, at),
            },
            Step::Sequence(parts) => {
                self.sequence(parts.iter().map(|&part| RunItem::Once(part)), at, is_atomic)
            }
            Step::Choice(parts) => {
                for &part in parts {
                    let mark = self.mark();
                    match self.expr(part, at, is_atomic)? {
                        Some(end) => return Some(Some(end)),
                        None => self.rewind(mark),
                    }
                }
                Some(None)
            }
            // pest expands counted repetitions.
            &Step::Repeat(once, 0, Some(1)) => {
                self.sequence([RunItem::Optional(once)], at, is_atomic)
            }
            &Step::Repeat(once, min, max) => {
                let more = max.map_or(0, |max| max.saturating_sub(min));
                let times = std::iter::repeat_n(RunItem::Once(once), min as usize)
                    .chain(std::iter::repeat_n(RunItem::Optional(once), more as usize))
                    .chain(max.is_none().then_some(RunItem::Repeated(once)));
                self.sequence(times, at, is_atomic)
            }
            &Step::And(inner) => Some(self.silently(inner, at, is_atomic)?.map(|_| at)),
            &Step::Not(inner) => match self.silently(inner, at, is_atomic)? {
                Some(_) => self.terminal(id, at, None),
                None => Some(Some(at)),
            },
            Step::Unknown => None,
        }
    }

    /// Runs expressions in sequence. Reads blanks between them unless `is_atomic` is set.
    fn sequence(
        &mut self,
        items: impl IntoIterator<Item = RunItem>,
        from: usize,
        is_atomic: bool,
    ) -> Ran {
        let (mark, mut at) = (self.mark(), from);
        for (place, item) in items.into_iter().enumerate() {
            self.steps = self.steps.checked_sub(1)?;
            if place > 0 {
                at = self.blanks(at, is_atomic)?;
            }
            let before = self.mark();
            let (RunItem::Once(id) | RunItem::Optional(id) | RunItem::Repeated(id)) = item;
            match (item, self.expr(id, at, is_atomic)?) {
                (RunItem::Repeated(_), Some(end)) => at = self.repeated(id, at, end, is_atomic)?,
                (_, Some(end)) => at = end,
                (RunItem::Once(_), None) => {
                    self.rewind(mark);
                    return Some(None);
                }
                (_, None) => self.rewind(before),
            }
        }
        Some(Some(at))
    }

    /// Repeats an expression whose first iteration read `from..to`, and returns the end of the last iteration.
    fn repeated(&mut self, id: Id, from: usize, to: usize, is_atomic: bool) -> Option<usize> {
        let (mut before, mut end) = (from, to);
        while before < end {
            let mark = self.mark();
            let at = self.blanks(end, is_atomic)?;
            let Some(next) = self.expr(id, at, is_atomic)? else {
                self.rewind(mark);
                break;
            };
            (before, end) = (end, next);
        }
        Some(end)
    }

    /// Runs an expression without recording its failures, and forgets what it reads.
    fn silently(&mut self, id: Id, at: usize, is_atomic: bool) -> Ran {
        let mark = self.mark();
        self.silent_depth += 1;
        let ran = self.expr(id, at, is_atomic)?;
        self.silent_depth -= 1;
        self.rewind(mark);
        Some(ran)
    }

    /// Reads the implicit rules between expressions: `WHITESPACE* ~ (COMMENT ~ WHITESPACE*)*`.
    fn blanks(&mut self, from: usize, is_atomic: bool) -> Option<usize> {
        let number = |name: &str| self.spanned.numbers.get(name).copied();
        let [whitespace, comment] = [number("WHITESPACE"), number("COMMENT")];
        if is_atomic || whitespace.is_none() && comment.is_none() {
            return Some(from);
        }
        self.silent_depth += 1;
        let mut at = from;
        loop {
            let mut before = None;
            while let Some(rule) = whitespace.filter(|_| before != Some(at)) {
                before = Some(at);
                at = self.rule(rule, at, true)?.unwrap_or(at);
            }
            let Some(rule) = comment else { break };
            match self.rule(rule, at, true)? {
                Some(end) if end > at => at = end,
                _ => break,
            }
        }
        self.silent_depth -= 1;
        Some(at)
    }

    fn builtin(&mut self, id: Id, name: &str, at: usize) -> Ran {
        let text = &self.text[at..];
        let first = text.chars().next();
        let read = match builtin(name) {
            Some(Builtin::Any) => first.map(char::len_utf8),
            Some(Builtin::Start) => (at == 0).then_some(0),
            Some(Builtin::End) => text.is_empty().then_some(0),
            Some(Builtin::Byte(set)) => {
                text.bytes().next().filter(|&byte| set.contains(byte)).map(|_| 1)
            }
            Some(Builtin::Newline) => {
                ["\n", "\r\n", "\r"].into_iter().find(|end| text.starts_with(end)).map(str::len)
            }
            None => {
                let property = pest::unicode::by_name(name)?;
                first.filter(|&first| property(first)).map(char::len_utf8)
            }
        };
        if name == "EOI" && read.is_some() && !self.is_silenced {
            self.reported.push(ReportedRule { rule: None, span: (at, at), depth: self.around });
        }
        self.terminal(id, at, read)
    }

    /// Records that a terminal has read `read` bytes or, if that is `None`, has failed.
    fn terminal(&mut self, id: Id, at: usize, read: Option<usize>) -> Ran {
        match read {
            Some(length) => self.read.push((id, at, at + length)),
            None => {
                if at > self.furthest && self.silent_depth == 0 {
                    self.furthest = at;
                    self.failures.clear();
                }
                self.fails(id, at, self.failures.len());
            }
        }
        Some(read.map(|length| at + length))
    }

    /// Records the failure of an expression that began at `at`, unless another expression got further.
    fn fails(&mut self, id: Id, at: usize, from: usize) {
        let is_known = self.failures.last().is_some_and(|&(last, _)| last == id);
        if self.silent_depth == 0
            && at == self.furthest
            && self.failures.len() < FAILURES
            && !is_known
        {
            self.failures.push((id, from));
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Returns where the rule `a` ends on a string, if the run completes.
    #[track_caller]
    fn end(file: &str, text: &str) -> Option<Option<usize>> {
        let spanned = crate::Peg::read("a.pest", file).unwrap().spanned;
        let (run, is_done) = SpannedRun::new(&spanned, spanned.numbers["a"], text, false, 200_000);
        is_done.then_some(run.end)
    }

    /// Returns where pest ends the rule `a`, and where this runner ends it.
    #[track_caller]
    fn ends(file: &str, text: &str) -> (Option<usize>, Option<usize>) {
        let pairs = pest_meta::parser::parse(pest_meta::parser::Rule::grammar_rules, file).unwrap();
        let rules = pest_meta::parser::consume_rules(pairs).unwrap();
        let vm = pest_vm::Vm::new(pest_meta::optimizer::optimize(rules));
        let pest = vm.parse("a", text).ok().map(|mut pairs| {
            let pair = pairs.next().unwrap();
            pair.as_span().end()
        });
        (pest, end(file, text).unwrap())
    }

    #[test]
    fn blanks_after_a_repetition_are_those_of_pest() {
        let file = "a = { b+ }\nb = { \"b\" }\nWHITESPACE = { \" \" }";
        for (text, wanted) in [("b ", 2), ("b b ", 3), ("b", 1), ("b  b", 4)] {
            assert_eq!(ends(file, text), (Some(wanted), Some(wanted)), "{text}");
        }
    }

    #[test]
    fn blanks_are_put_where_pest_puts_them() {
        let blanks = [
            "",
            "WHITESPACE = _{ \" \" }",
            "COMMENT = { \"#\" ~ \"x\"* ~ \"#\" }",
            "WHITESPACE = _{ \" \" | \"_\" }\nCOMMENT = _{ \"#\" ~ \"-\" }",
        ];
        let bodies = r#"b ~ b; b* ~ "c"?; b+ ~ "c"; b{2} ~ "c"; b{2,} ~ "c"; b{,2} ~ "c";
            b{1,3} ~ &"c"; (b ~ "c")? ~ b; d ~ d; e* ~ b; !(b ~ b) ~ b; b ~ WHITESPACE_?; ("" ~ b)* ~ EOI"#;
        let mut random = 7_u64;
        let mut letter = || {
            random = random.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1);
            ['b', 'b', 'c', ' ', '_', '#', '-', 'x'][(random >> 61) as usize]
        };
        let (mut accepted, mut all) = (0, 0);
        for blanks in blanks {
            for body in bodies.split(';').map(str::trim) {
                let file = format!(
                    "a = {{ {body} }}\nb = {{ \"b\" }}\nd = @{{ b ~ e }}\n\
                    e = !{{ b ~ b }}\nWHITESPACE_ = {{ \" \" }}\n{blanks}"
                );
                for number in 0..60 {
                    let text: String = (0..number % 9).map(|_| letter()).collect();
                    let (pest, own) = ends(&file, &text);
                    assert_eq!(own, pest, "{file}\n{text:?}");
                    (accepted, all) = (accepted + usize::from(own > Some(0)), all + 1);
                }
            }
        }
        assert!(accepted > all / 20, "{accepted} of {all}");
    }

    #[test]
    fn expressions_do_what_pest_does() {
        for (body, text, wanted) in [
            ("\"a\" | \"ab\"", "ab", Some(1)),
            ("\"a\"* ~ \"a\"", "aa", None),
            ("(\"a\" ~ \"b\")? ~ \"a\"", "ac", Some(1)),
            ("!\"a\" ~ ANY ~ &\"c\"", "bc", Some(1)),
            ("^\"aB\" ~ EOI", "Ab", Some(2)),
            ("'a'..'c'{2, 3}", "abcc", Some(3)),
            ("'a'..'c'{3, }", "ab", None),
            ("ASCII_DIGIT{, 2} ~ SOI", "", Some(0)),
            ("ASCII_DIGIT{, 2} ~ SOI", "1", None),
            ("NEWLINE ~ UPPERCASE_LETTER+", "\r\nÄB", Some(5)),
            ("(\"a\" | \"b\")+", "abac", Some(3)),
        ] {
            assert_eq!(end(&format!("a = {{ {body} }}"), text), Some(wanted), "{body}");
        }
        assert_eq!(end("a = { PUSH(\"x\") ~ POP }", "xx"), None);
    }

    #[test]
    fn runs_that_are_too_long_or_deep_are_abandoned() {
        assert_eq!(end("a = { \"(\" ~ a ~ \")\" | \"x\" }", "((x))"), Some(Some(5)));
        assert_eq!(end("a = { \"(\" ~ a ~ \")\" | \"x\" }", &"(".repeat(100_000)), None);
        let doubles: String =
            (0..40).map(|at| format!("r{at} = {{ r{0} ~ r{0} }}\n", at + 1)).collect();
        let file = format!("a = {{ r0 }}\n{doubles}r40 = {{ \"\" }}");
        assert_eq!(end(&file, ""), None);
    }
}

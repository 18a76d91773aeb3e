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

use pest_meta::ast::RuleType;

use super::Peg;
use super::lower::{Builtin, builtin};
use super::spanned::{Id, SpannedRule, SpannedRules, Step};

/// The number of expressions that may run on one string, and on all of them.
const STEPS: usize = 200_000;
const ALL_STEPS: usize = 10_000_000;
/// The depth to which expressions may call each other.
const DEPTH: usize = 400;
/// The number of failures at one offset that are kept.
const FAILURES: usize = 1_000;
/// The number of characters of an expression that are shown.
const SHOWN: usize = 60;

/// What an expression of a `.pest` file does to a string that tells the rule and the production
/// apart.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct PestStep {
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

/// What an expression does to a string.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum Does {
    /// It reads the byte at the offset, or the last one before the offset if that is the end.
    Reads,
    /// It fails at the offset, and no other expression has come further.
    Fails,
    /// It is the last to read, and the rule stops at the offset, before the end of the string.
    Stops,
    /// That is not known.
    Unknown,
}

/// The tracer of a file.
pub(in crate::audit) struct Tracer<'p> {
    source: &'p str,
    spanned: SpannedRules,
    /// The number of steps that are left.
    left: Cell<usize>,
}

impl<'p> Tracer<'p> {
    pub(in crate::audit) fn of(peg: &'p Peg) -> Self {
        let (source, left) = (&peg.source, Cell::new(ALL_STEPS));
        Self { source, spanned: SpannedRules::of(source), left }
    }

    /// What a rule does to a string that it accepts, if `accepts`, or rejects: at this offset, where
    /// the string departs from the printed grammar. There is none if there is no such rule.
    pub(in crate::audit) fn step(
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
        let agrees = |run: &Run<'_>| (run.end == text.map(str::len)) == accepts;
        let found = runs.into_iter().find(agrees).and_then(|run| run.blamed(accepts, offset));
        Some(match found {
            Some((id, does, at)) => {
                let node = &self.spanned.nodes[id];
                let expression = Some(self.shown(node.span));
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
        PestStep { rule, line, column, expression, does, at }
    }

    fn shown(&self, (from, to): (usize, usize)) -> String {
        let words: Vec<&str> = self.source[from..to].split_whitespace().take(SHOWN).collect();
        let text = words.join(" ");
        match text.char_indices().nth(SHOWN) {
            Some((end, _)) => format!("{}…", &text[..end]),
            None => text,
        }
    }

    /// Runs a rule. There is none if that takes too long, or uses what is not run here.
    fn run<'r>(&'r self, rule: usize, text: &'r str, is_atomic: bool) -> Option<Run<'r>> {
        let steps = self.left.get().min(STEPS);
        let mut run = Run {
            spanned: &self.spanned,
            text,
            steps,
            depth: 0,
            quiet: 0,
            read: Vec::new(),
            furthest: 0,
            failures: Vec::new(),
            end: None,
        };
        let ran = run.rule(rule, 0, is_atomic);
        self.left.set(self.left.get() - (steps - run.steps));
        run.end = ran?;
        Some(run)
    }
}

/// A run of a rule on a string.
struct Run<'r> {
    spanned: &'r SpannedRules,
    text: &'r str,
    /// The number of steps that are left.
    steps: usize,
    depth: usize,
    /// The number of lookaheads and blanks that are being run, whose failures are no reason.
    quiet: usize,
    /// The expressions that have read, with what they have read.
    read: Vec<(Id, usize, usize)>,
    /// The furthest offset at which an expression failed.
    furthest: usize,
    /// The expressions that began and failed there, in the order in which they failed, each with the
    /// place of the first failure within it. That of a terminal is its own.
    failures: Vec<(Id, usize)>,
    /// The offset at which the rule ended, if it succeeded.
    end: Option<usize>,
}

/// The offset after an expression, or that it fails; none if the run is given up.
type Ran = Option<Option<usize>>;

/// One of several expressions that are run one after the other.
#[derive(Clone, Copy)]
enum Item {
    Once(Id),
    Optional(Id),
    Repeated(Id),
}

impl Run<'_> {
    /// The expression that accounts for the outcome, what it does, and at which offset.
    fn blamed(&self, accepts: bool, offset: usize) -> Option<(Id, Does, usize)> {
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

    /// The expression that failed furthest. Of several it is the last if the rule fails: those before
    /// were optional, or alternatives. It is the first if the rule stops there, since that is the next
    /// to what was read. Where all alternatives of a choice failed it is the choice.
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

    fn rule(&mut self, rule: usize, at: usize, is_atomic: bool) -> Ran {
        let SpannedRule { name, kind, body, .. } = &self.spanned.rules[rule];
        let is_atomic = match kind {
            RuleType::Atomic | RuleType::CompoundAtomic => true,
            RuleType::NonAtomic => false,
            RuleType::Normal | RuleType::Silent => is_atomic,
        };
        let is_blank = name == "WHITESPACE" || name == "COMMENT";
        self.expr(*body, at, is_atomic || is_blank)
    }

    fn expr(&mut self, id: Id, at: usize, is_atomic: bool) -> Ran {
        self.steps = self.steps.checked_sub(1)?;
        self.depth += 1;
        let before = if self.furthest == at { self.failures.len() } else { 0 };
        let ran = if self.depth > DEPTH { None } else { self.deeper(id, at, is_atomic) };
        self.depth -= 1;
        if ran == Some(None) {
            self.fails(id, at, before);
        }
        ran
    }

    fn deeper(&mut self, id: Id, at: usize, is_atomic: bool) -> Ran {
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
                self.sequence(parts.iter().map(|&part| Item::Once(part)), at, is_atomic)
            }
            Step::Choice(parts) => {
                for &part in parts {
                    let read = self.read.len();
                    match self.expr(part, at, is_atomic)? {
                        Some(end) => return Some(Some(end)),
                        None => self.read.truncate(read),
                    }
                }
                Some(None)
            }
            // pest writes counted repetitions out.
            &Step::Repeat(once, 0, Some(1)) => self.sequence([Item::Optional(once)], at, is_atomic),
            &Step::Repeat(once, min, max) => {
                let more = max.map_or(0, |max| max.saturating_sub(min));
                let times = std::iter::repeat_n(Item::Once(once), min as usize)
                    .chain(std::iter::repeat_n(Item::Optional(once), more as usize))
                    .chain(max.is_none().then_some(Item::Repeated(once)));
                self.sequence(times, at, is_atomic)
            }
            &Step::And(inner) => Some(self.quietly(inner, at, is_atomic)?.map(|_| at)),
            &Step::Not(inner) => match self.quietly(inner, at, is_atomic)? {
                Some(_) => self.terminal(id, at, None),
                None => Some(Some(at)),
            },
            Step::Unknown => None,
        }
    }

    /// Runs expressions one after the other, with blanks between them unless they are atomic.
    fn sequence(
        &mut self,
        items: impl IntoIterator<Item = Item>,
        from: usize,
        is_atomic: bool,
    ) -> Ran {
        let (read, mut at) = (self.read.len(), from);
        for (place, item) in items.into_iter().enumerate() {
            self.steps = self.steps.checked_sub(1)?;
            if place > 0 {
                at = self.blanks(at, is_atomic)?;
            }
            let before = self.read.len();
            let (Item::Once(id) | Item::Optional(id) | Item::Repeated(id)) = item;
            match (item, self.expr(id, at, is_atomic)?) {
                (Item::Repeated(_), Some(end)) => at = self.repeated(id, at, end, is_atomic)?,
                (_, Some(end)) => at = end,
                (Item::Once(_), None) => {
                    self.read.truncate(read);
                    return Some(None);
                }
                (_, None) => self.read.truncate(before),
            }
        }
        Some(Some(at))
    }

    /// Repeats an expression that has read from one offset to another. Returns the last end.
    fn repeated(&mut self, id: Id, from: usize, to: usize, is_atomic: bool) -> Option<usize> {
        let (mut before, mut end) = (from, to);
        while before < end {
            let read = self.read.len();
            let at = self.blanks(end, is_atomic)?;
            let Some(next) = self.expr(id, at, is_atomic)? else {
                self.read.truncate(read);
                break;
            };
            (before, end) = (end, next);
        }
        Some(end)
    }

    /// Runs an expression whose failures are no reason and which reads nothing for good.
    fn quietly(&mut self, id: Id, at: usize, is_atomic: bool) -> Ran {
        let read = self.read.len();
        self.quiet += 1;
        let ran = self.expr(id, at, is_atomic)?;
        self.quiet -= 1;
        self.read.truncate(read);
        Some(ran)
    }

    /// Reads what pest puts between expressions: `WHITESPACE* ~ (COMMENT ~ WHITESPACE*)*`.
    fn blanks(&mut self, from: usize, is_atomic: bool) -> Option<usize> {
        let number = |name: &str| self.spanned.numbers.get(name).copied();
        let [whitespace, comment] = [number("WHITESPACE"), number("COMMENT")];
        if is_atomic || whitespace.is_none() && comment.is_none() {
            return Some(from);
        }
        self.quiet += 1;
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
        self.quiet -= 1;
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
        self.terminal(id, at, read)
    }

    /// Notes that a terminal has read so many bytes, or failed.
    fn terminal(&mut self, id: Id, at: usize, read: Option<usize>) -> Ran {
        match read {
            Some(length) => self.read.push((id, at, at + length)),
            None => {
                if at > self.furthest && self.quiet == 0 {
                    self.furthest = at;
                    self.failures.clear();
                }
                self.fails(id, at, self.failures.len());
            }
        }
        Some(read.map(|length| at + length))
    }

    /// Notes that an expression that began at an offset failed, unless another one has come further.
    fn fails(&mut self, id: Id, at: usize, from: usize) {
        let is_known = self.failures.last().is_some_and(|&(last, _)| last == id);
        if self.quiet == 0 && at == self.furthest && self.failures.len() < FAILURES && !is_known {
            self.failures.push((id, from));
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The outcome on a string: where the rule `a` ends.
    #[track_caller]
    fn end(file: &str, text: &str) -> Option<Option<usize>> {
        let peg = Peg::read("a.pest", file).unwrap();
        let tracer = Tracer::of(&peg);
        let &rule = tracer.spanned.numbers.get("a").unwrap();
        tracer.run(rule, text, false).map(|run| run.end)
    }

    /// Where pest itself ends the rule `a`, and where the tracer does. Both begin where blanks are
    /// put.
    #[track_caller]
    fn ends(file: &str, text: &str) -> (Option<usize>, Option<usize>) {
        let pairs = pest_meta::parser::parse(pest_meta::parser::Rule::grammar_rules, file).unwrap();
        let rules = pest_meta::parser::consume_rules(pairs).unwrap();
        let vm = pest_vm::Vm::new(pest_meta::optimizer::optimize(rules));
        let pest = vm.parse("a", text).ok().map(|mut pairs| {
            let pair = pairs.next().unwrap();
            pair.as_span().end()
        });
        let (source, left) = (file, Cell::new(ALL_STEPS));
        let tracer = Tracer { source, spanned: SpannedRules::of(source), left };
        let &rule = tracer.spanned.numbers.get("a").unwrap();
        (pest, tracer.run(rule, text, false).unwrap().end)
    }

    #[test]
    fn blanks_are_put_where_pest_puts_them() {
        let blanks = [
            "",
            "WHITESPACE = _{ \" \" }",
            "COMMENT = { \"#\" ~ \"x\"* ~ \"#\" }",
            "WHITESPACE = _{ \" \" | \"_\" }\nCOMMENT = _{ \"#\" ~ \"-\" }",
        ];
        let bodies = [
            "b ~ b",
            "b* ~ \"c\"?",
            "b+ ~ \"c\"",
            "b{2} ~ \"c\"",
            "b{2,} ~ \"c\"",
            "b{,2} ~ \"c\"",
            "b{1,3} ~ &\"c\"",
            "(b ~ \"c\")? ~ b",
            "d ~ d",
            "e* ~ b",
            "!(b ~ b) ~ b",
            "b ~ WHITESPACE_?",
            "(\"\" ~ b)* ~ EOI",
        ];
        let mut random = 7_u64;
        let mut letter = || {
            random = random.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1);
            ['b', 'b', 'c', ' ', '_', '#', '-', 'x'][(random >> 61) as usize]
        };
        let (mut accepted, mut all) = (0, 0);
        for blanks in blanks {
            for body in bodies {
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

    /// `3:7 "x" Fails 2`
    #[track_caller]
    fn blamed(file: &str, text: &str, accepts: bool, offset: usize) -> String {
        let peg = Peg::read("a.pest", file).unwrap();
        let step = Tracer::of(&peg).step("a", text.as_bytes(), accepts, offset).unwrap();
        let PestStep { line, column, expression, does, at, .. } = step;
        format!("{line}:{column} {} {does:?} {at}", expression.unwrap_or_default())
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
    fn what_takes_too_long_or_nests_too_deep_is_given_up() {
        assert_eq!(end("a = { \"(\" ~ a ~ \")\" | \"x\" }", "((x))"), Some(Some(5)));
        assert_eq!(end("a = { \"(\" ~ a ~ \")\" | \"x\" }", &"(".repeat(100_000)), None);
        let doubles: String =
            (0..40).map(|at| format!("r{at} = {{ r{0} ~ r{0} }}\n", at + 1)).collect();
        let file = format!("a = {{ r0 }}\n{doubles}r40 = {{ \"\" }}");
        assert_eq!(end(&file, ""), None);
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

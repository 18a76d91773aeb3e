//! Lints of `.pest` files.
//!
//! Each rule is examined in every context in which a parser reaches it. In a file with `WHITESPACE`, there may be two
//! contexts, and a finding about all inputs must hold in both. A suggested change keeps all strings that a rule matches
//! now, whichever rule a program starts with.

mod choices;

use std::collections::{HashMap, HashSet};
use std::hash::{DefaultHasher, Hash, Hasher};

use grammar_automata::build::{Deadline, difference};
use grammar_automata::engine::graph;
use grammar_notation::GrammarText;
use grammar_peg::engine::{
    Formula, Queries, QueryContext, QueryExpr, QueryResult, SpannedRule, SpannedRules, Step,
    reads_character, slow_rules,
};
use grammar_peg::{Atomicity, Peg, PegError, PegFault};
use pest_meta::ast::Expr;

use super::{Finding, LOST, Lint, Linted, Mend, line_span};

/// The maximum number of alternatives of a choice, or of terms of a sequence. If there are more, none is examined.
const PARTS: usize = 100;
/// The number of rules that are examined together.
const TOGETHER: usize = 64;

/// Lints all rules of a file.
///
/// ```
/// use grammar_audit::Peg;
/// use grammar_audit::lint::lint_pest;
///
/// let peg = Peg::read("a.pest", r#"direction = { "n" | "ne" }"#)?;
/// let found = &lint_pest(&peg).findings[0];
/// assert_eq!((found.lint.id(), found.line, found.column), ("prefix-shadowed", 1, 21));
/// assert_eq!(found.witness.as_deref(), Some("ne"));
/// assert_eq!(found.mend.as_ref().unwrap().text, r#""ne" | "n""#);
/// # Ok::<(), grammar_audit::peg::PegError>(())
/// ```
#[must_use]
pub fn lint_pest(peg: &Peg) -> Linted {
    let linter = PestLinter::new(peg);
    let mut linted = linter.file();
    for rule in linter.rules() {
        linted.findings.extend(rule.findings);
        linted.undecided.extend(rule.undecided);
    }
    linted.findings.extend(linter.slow_rules());
    linted.in_order()
}

/// Lints the text of a `.pest` file until a deadline. If the text is not a grammar, that is the only finding.
#[must_use]
pub fn lint_pest_text(GrammarText { file, text }: GrammarText<'_>, deadline: Deadline) -> Linted {
    match Peg::read(file, text) {
        Ok(peg) => lint_pest(&peg.with_deadline(deadline)),
        Err(error) => {
            let span = line_span(text, error.line);
            let finding = Finding::at(text, span, Lint::Unreadable, error.fault.to_string());
            Linted {
                findings: vec![Finding { rule: error.rule, ..finding }],
                undecided: Vec::new(),
            }
        }
    }
}

/// A linter of a file that works rule by rule, as an editor needs while the user types.
///
/// ```
/// use grammar_audit::Peg;
/// use grammar_audit::lint::PestLinter;
///
/// let read = |text| Peg::read("a.pest", text);
/// let before = read(r#"a = { b ~ "x" } b = { "n" | "ne" } c = { "c" }"#)?;
/// let after = read(r#"c = { "d" } a = { b ~ "x" } b = { "n" | "ne" }"#)?;
/// let (before, after) = (PestLinter::new(&before), PestLinter::new(&after));
/// assert_eq!(before.rule("b").findings.len(), 1);
/// // Nothing that `a` depends on has changed.
/// assert_eq!(before.fingerprint("a"), after.fingerprint("a"));
/// assert_ne!(before.fingerprint("c"), after.fingerprint("c"));
/// # Ok::<(), grammar_audit::peg::PegError>(())
/// ```
pub struct PestLinter<'p> {
    peg: &'p Peg,
    text: &'p str,
    /// The rules, with the spans of their expressions.
    spanned: &'p SpannedRules,
    /// Whether a user waits for the findings, so that each rule gets fewer steps.
    is_quick: bool,
    context: QueryContext<'p>,
}

impl<'p> PestLinter<'p> {
    /// Creates a linter of a file.
    #[must_use]
    pub fn new(peg: &'p Peg) -> Self {
        let (text, spanned) = (peg.source(), peg.spanned());
        let context = QueryContext::new(peg, false);
        Self { peg, text, spanned, is_quick: false, context }
    }

    /// Limits each rule to a tenth of the steps, for interactive use. A rule that needs more is undecided.
    #[must_use]
    pub fn quick(self) -> Self {
        let context = QueryContext::new(self.peg, true);
        Self { is_quick: true, context, ..self }
    }

    /// Returns the findings of pest's own checks and of the call graph.
    #[must_use]
    pub fn file(&self) -> Linted {
        let findings = refused(self).chain(unreached(self)).collect();
        Linted { findings, undecided: Vec::new() }
    }

    /// Returns the findings in a rule, or no findings if the rule does not exist.
    #[must_use]
    pub fn rule(&self, rule: &str) -> Linted {
        let rule = self.spanned.numbers.get(rule);
        let linted = rule.and_then(|&rule| self.lint(&[rule]).pop());
        linted.unwrap_or_default().in_order()
    }

    /// Returns the findings in each rule, in the order of the file. The result is the same as with [`PestLinter::rule`]
    /// for each rule, but takes less time to compute.
    #[must_use]
    pub fn rules(&self) -> Vec<Linted> {
        let rules: Vec<usize> = (0..self.spanned.rules.len()).collect();
        self.lint(&rules).into_iter().map(Linted::in_order).collect()
    }

    /// Returns a finding for each rule that is slow on one of the strings that were tried.
    #[must_use]
    pub fn slow_rules(&self) -> Vec<Finding> {
        slow(self)
    }

    /// Returns the span of the text of a rule, in bytes, or `None` if the rule does not exist.
    #[must_use]
    pub fn place(&self, rule: &str) -> Option<std::ops::Range<usize>> {
        let from = self.spanned.rules[*self.spanned.numbers.get(rule)?].from;
        Some(from..from + self.peg.text(rule)?.len())
    }

    /// Returns a number that identifies everything that the findings of a rule depend on: the rule, the rules that it reaches,
    /// and the contexts in which a parser reaches it. If the number is unchanged, so are the findings, except for their
    /// positions and for the mend of [`Lint::PrefixShadowed`], which also depends on the callers of the rule.
    #[must_use]
    pub fn fingerprint(&self, rule: &str) -> u64 {
        let peg = self.peg;
        let reached = peg.reached([rule, "WHITESPACE", "COMMENT"].into_iter());
        let mut texts: Vec<&str> = peg
            .rules()
            .zip(reached)
            .filter_map(|(name, is)| peg.text(name).filter(|_| is))
            .collect();
        texts.sort_unstable();
        let mut hasher = DefaultHasher::new();
        (peg.text(rule), peg.atomicities(rule), texts).hash(&mut hasher);
        hasher.finish()
    }
}

/// The alternative that an unfinished finding is about: the node of its choice, its index in the choice, and whether
/// earlier alternatives match all strings of the alternative.
type OfAlternative = (usize, usize, bool);

/// A function that derives a finding from the answers. If the finding is unfinished, also returns its alternative.
type Conclusion<'s> = Box<dyn Fn(&[QueryResult]) -> Option<(Finding, Option<OfAlternative>)> + 's>;

/// The questions about a rule in one context.
struct RuleQuestions<'s, 'p> {
    source: &'s PestLinter<'p>,
    instance: usize,
    questions: Queries<'s, 'p>,
    conclusions: Vec<Conclusion<'s>>,
    /// Whether a question about the rule was omitted.
    is_partial: bool,
}

impl<'p> PestLinter<'p> {
    /// Returns the text of a span in one line, shortened if it is long.
    fn shown(&self, span: (usize, usize)) -> String {
        grammar_peg::engine::shown(self.text, span)
    }

    fn span(&self, node: usize) -> (usize, usize) {
        self.spanned.nodes[node].span
    }

    /// Returns the span of an expression, including its parentheses.
    fn outer(&self, node: usize) -> (usize, usize) {
        self.spanned.nodes[node].outer
    }

    /// Returns the findings in some rules, in the order of the rules.
    fn lint(&self, rules: &[usize]) -> Vec<Linted> {
        let mut found = vec![Linted::default(); rules.len()];
        let turns: HashMap<&str, usize> = self.peg.rules_callees_first().zip(0..).collect();
        let name = |at: usize| &*self.spanned.rules[rules[at]].name;
        let mut order: Vec<usize> = (0..rules.len()).collect();
        order.sort_by_key(|&at| turns.get(name(at)));
        for some in order.chunks(TOGETHER) {
            let asked: Vec<_> = some.iter().map(|&at| (at, self.questions(rules[at]))).collect();
            let questions = asked.iter().flat_map(|(_, all)| all).map(|one| &one.questions);
            let mut answers = self.context.answers(&questions.collect::<Vec<_>>()).into_iter();
            for (at, asked) in asked {
                let answers = answers.by_ref().take(asked.len());
                let answered = asked.into_iter().zip(answers).collect();
                self.conclude(rules[at], answered, &mut found[at]);
            }
        }
        found
    }

    /// Returns the questions about a rule, in each context in which a parser reaches it.
    fn questions(&self, rule: usize) -> Vec<RuleQuestions<'_, 'p>> {
        let name = &self.spanned.rules[rule].name;
        // pest may panic at a rule with a fault of its own, or exhaust its stack.
        if self.peg.own_fault(name).is_some() || self.peg.deadline().has_passed() {
            return Vec::new();
        }
        let instances = self.peg.instances_run(name).into_iter();
        instances.map(|instance| self.questions_of(rule, instance)).collect()
    }

    fn questions_of(&self, rule: usize, instance: usize) -> RuleQuestions<'_, 'p> {
        let mut asked = RuleQuestions {
            source: self,
            instance,
            questions: Queries::new(&self.context),
            conclusions: Vec::new(),
            is_partial: false,
        };
        asked.rule(rule);
        asked
    }

    /// Concludes the findings from the answers to the questions about a rule.
    fn conclude(
        &self,
        rule: usize,
        answered: Vec<(RuleQuestions<'_, 'p>, Vec<QueryResult>)>,
        linted: &mut Linted,
    ) {
        let name = &self.spanned.rules[rule].name;
        let count = answered.len();
        let instances: Vec<usize> = answered.iter().map(|(asked, _)| asked.instance).collect();
        let mut found: Vec<(Finding, usize)> = Vec::new();
        let mut is_partial = count == 0;
        for (asked, answers) in answered {
            is_partial |= asked.is_partial || answers.contains(&QueryResult::Unknown);
            for draft in asked.findings(&answers) {
                match found.iter_mut().find(|(known, _)| is_same(known, &draft)) {
                    Some((known, times)) => {
                        known.mend.take_if(|mend| draft.mend.as_ref() != Some(mend));
                        *times += 1;
                    }
                    None => found.push((draft, 1)),
                }
            }
        }
        if is_partial {
            linted.leave_open(name, LOST);
        }
        // A finding about all inputs must hold in each context.
        found.retain(|(draft, times)| *times == count || !draft.lint.is_of_all_inputs());
        self.keep_mends(rule, &instances, &mut found);
        keep_first(&mut found);
        // A finding about the cause is more informative than one that the whole rule matches nothing.
        let (from, to) = self.span(self.spanned.rules[rule].body);
        let is_rule =
            |draft: &Finding| draft.lint == Lint::NeverMatches && draft.span == (from..to);
        if found.iter().any(|(draft, _)| draft.lint.is_never() && !is_rule(draft)) {
            found.retain(|(draft, _)| !is_rule(draft));
        }
        let of_rule = |(found, _)| Finding { rule: Some(name.clone()), ..found };
        linted.findings.extend(found.into_iter().map(of_rule));
    }

    /// Removes each mend after which some string would no longer match in some context. A program may start with any
    /// rule, so contexts that no entry rule reaches are checked too. If a mend changes how much a rule consumes, the
    /// callers of the rule are also checked.
    fn keep_mends(&self, rule: usize, reached: &[usize], found: &mut [(Finding, usize)]) {
        let name = &self.spanned.rules[rule].name;
        for instance in self.peg.instances_of(name) {
            let has_mend = found.iter().any(|(draft, _)| draft.mend.is_some());
            if reached.contains(&instance) || !has_mend {
                continue;
            }
            let asked = self.questions_of(rule, instance);
            let others = asked.findings(&asked.questions.answers());
            for (draft, _) in found.iter_mut() {
                let other = others.iter().find(|one| is_same(one, draft));
                let other = other.and_then(|one| one.mend.as_ref());
                draft.mend.take_if(|mend| other != Some(mend));
            }
        }
        let moves = found.iter_mut().filter(|(draft, _)| draft.lint == Lint::PrefixShadowed);
        for (draft, _) in moves {
            draft.mend.take_if(|mend| !self.keeps_callers(name, mend));
        }
    }

    /// Returns whether the callers of a rule still match, after a mend of the rule, everything that they match now.
    fn keeps_callers(&self, rule: &str, mend: &Mend) -> bool {
        let names: Vec<&str> = self.peg.rules().collect();
        let at = names.iter().position(|name| *name == rule);
        let calls = |name: &&str| {
            let reached = self.peg.reached([*name, "WHITESPACE", "COMMENT"].into_iter());
            *name != rule && at.is_some_and(|at| reached[at])
        };
        let callers: Vec<&str> = names.iter().copied().filter(calls).collect();
        if callers.is_empty() {
            return true;
        }
        let Ok(mended) = Peg::read(self.peg.file(), &mend.applied(self.text)) else { return false };
        let mended = mended.with_deadline(self.peg.deadline().clone());
        let wanted = self.peg.reached(callers.iter().copied().chain(["WHITESPACE", "COMMENT"]));
        let [before, after] = [self.peg, &mended].map(|peg| peg.decide_only(&wanted));
        let keeps = |caller: &&str| {
            let has_twin = self.peg.instances_of(caller).len() > 1;
            let twin = has_twin.then_some(Atomicity::Atomic);
            [Atomicity::NonAtomic].into_iter().chain(twin).all(|atomicity| {
                let [now, then] = [&before, &after].map(|one| one.start_in(caller, atomicity));
                now.zip(then).is_some_and(|(now, then)| {
                    difference((&before.dfa, now), (&after.dfa, then)).only_left.is_none()
                })
            })
        };
        callers.iter().all(keeps)
    }

    fn finding(&self, lint: Lint, span: (usize, usize), message: String) -> Finding {
        Finding::at(self.text, span.0..span.1, lint, message)
    }
}

impl<'s> RuleQuestions<'s, '_> {
    fn rule(&mut self, rule: usize) {
        self.node(self.source.spanned.rules[rule].body, false);
        two_languages(self, rule);
        self.never(rule);
    }

    /// Returns the findings that follow from the answers.
    fn findings(&self, answers: &[QueryResult]) -> Vec<Finding> {
        let mut all: Vec<Finding> = Vec::new();
        for (found, of) in self.conclusions.iter().filter_map(|conclude| conclude(answers)) {
            if !all.iter().any(|known| is_same(known, &found)) {
                all.push(match of {
                    Some(of) => choices::completed(self.source, self.instance, found, of),
                    None => found,
                });
            }
        }
        all
    }

    /// Asks the questions about an expression and its parts.
    fn node(&mut self, node: usize, is_lookahead: bool) {
        match &self.source.spanned.nodes[node].step {
            Step::Choice(parts) => {
                choices::ask_choice(self, node, parts, is_lookahead);
                parts.iter().for_each(|&part| self.node(part, is_lookahead));
            }
            Step::Sequence(parts) => {
                choices::ask_sequence(self, parts);
                adjacent(self, parts, is_lookahead);
                parts.iter().for_each(|&part| self.node(part, is_lookahead));
            }
            Step::Repeat(inner, ..) => {
                repeated(self, node, is_lookahead);
                self.node(*inner, is_lookahead);
            }
            Step::And(inner) | Step::Not(inner) => self.node(*inner, true),
            Step::Range(first, last) if first > last => {
                let source = self.source;
                self.conclude(move |_| {
                    let message = "the range is empty: its first character comes after its last";
                    Some(source.finding(Lint::NeverMatches, source.span(node), message.to_owned()))
                });
            }
            Step::Unknown => self.is_partial = true,
            _ => {}
        }
    }

    /// Asks whether the rule succeeds at all.
    fn never(&mut self, rule: usize) {
        let source = self.source;
        let SpannedRule { body, ref name, .. } = source.spanned.rules[rule];
        let Some(asked) = self.expr(body) else { return };
        let can = self.ask(Formula::Succeeds(asked));
        self.conclude(move |answers| {
            let message = format!("`{name}` matches nothing, not even the empty string");
            let is_never = answers[can] == QueryResult::Never;
            is_never.then(|| source.finding(Lint::NeverMatches, source.span(body), message))
        });
    }

    /// Returns the expression of a node for use in questions, or `None` if no question about it can be answered.
    fn expr(&mut self, node: usize) -> Option<QueryExpr> {
        let expr = self.source.spanned.expr(node);
        self.asked(expr)
    }

    fn asked(&mut self, expr: Option<Expr>) -> Option<QueryExpr> {
        self.asked_in(self.instance, expr)
    }

    fn asked_in(&mut self, instance: usize, expr: Option<Expr>) -> Option<QueryExpr> {
        let known = expr.filter(|expr| self.questions.knows(expr));
        self.is_partial |= known.is_none();
        Some(self.questions.expr(instance, known?))
    }

    fn ask(&mut self, formula: Formula) -> usize {
        self.questions.ask(formula)
    }

    fn conclude(&mut self, conclusion: impl Fn(&[QueryResult]) -> Option<Finding> + 's) {
        self.conclusions.push(Box::new(move |answers| Some((conclusion(answers)?, None))));
    }
}

/// Returns whether two findings are of the same lint and have the same span.
fn is_same(one: &Finding, other: &Finding) -> bool {
    (one.lint, &one.span) == (other.lint, &other.span)
}

// Rules that pest refuses, that are unused, that take long, or that look like tokens.

/// Returns a finding for each reason why pest refuses the file.
fn refused<'s>(source: &'s PestLinter<'_>) -> impl Iterator<Item = Finding> + 's {
    // pest panics at these faults.
    let panics = source.spanned.rules.iter().filter_map(|rule| source.peg.own_fault(&rule.name));
    let panics =
        panics.filter(|error| matches!(error.fault, PegFault::Escape(_) | PegFault::Bound(_)));
    let refused = source.peg.refused_by_pest();
    let panics = panics.filter(|error| refused.iter().all(|one| one.rule != error.rule));
    refused.iter().cloned().chain(panics).map(|error| {
        let PegError { line, column, rule, fault, .. } = &error;
        let begin = source.text.split_inclusive('\n').take(line - 1).map(str::len).sum::<usize>();
        let line_text = source.text[begin..].lines().next().unwrap_or_default();
        let column = column.unwrap_or(1);
        let before = line_text.chars().take(column - 1).map(char::len_utf8).sum::<usize>();
        let span = begin + before..begin + line_text.len();
        let finding = Finding::at(source.text, span, Lint::Refused, fault.to_string());
        Finding { rule: rule.clone(), line: *line, column, ..finding }
    })
}

/// Returns a finding for each rule that no rule calls and no entry rule reaches. An entry rule matches to the end of
/// the input. There are no findings in a file without entry rules.
fn unreached<'s>(source: &'s PestLinter<'_>) -> impl Iterator<Item = Finding> + 's {
    let spanned = &source.spanned;
    let uses: Vec<Vec<usize>> = (spanned.rules.iter())
        .map(|rule| {
            source
                .peg
                .uses(&rule.name)
                .filter_map(|name| spanned.numbers.get(name).copied())
                .collect()
        })
        .collect();
    let reads_all =
        |rule: &usize| source.peg.uses(&spanned.rules[*rule].name).any(|name| name == "EOI");
    let is_run = |rule: &usize| ["WHITESPACE", "COMMENT"].contains(&&*spanned.rules[*rule].name);
    let all = 0..spanned.rules.len();
    let has_begin = all.clone().any(|rule| reads_all(&rule));
    let begins = all.clone().filter(|rule| reads_all(rule) || is_run(rule));
    let reached = graph::reached(&uses, begins);
    let called: HashSet<usize> = uses.iter().flatten().copied().collect();
    // A rule that is called only by an unreachable rule is not reported.
    let left = all.filter(move |&rule| has_begin && !reached[rule] && !called.contains(&rule));
    left.map(|rule| {
        let rule = &spanned.rules[rule];
        let span = (rule.from, rule.from + rule.name.len());
        let message = format!(
            "no rule calls `{}`, and unlike the entry rules it does not match to the end of the input",
            rule.name
        );
        let finding = source.finding(Lint::Unreached, span, message);
        Finding { rule: Some(rule.name.clone()), ..finding }
    })
}

// Blanks inside an expression that looks like a token, and rules with two languages. In a file with `WHITESPACE` or
// `COMMENT`, `number = { ASCII_DIGIT+ }` matches `1 2`: pest skips blanks between the repetitions of a rule that is not
// atomic. An expression looks like a token if it is a repetition of single characters, or consists of two consecutive
// single characters.

/// Asks whether blanks are allowed between the characters of a repetition.
fn repeated(asked: &mut RuleQuestions<'_, '_>, node: usize, is_lookahead: bool) {
    let source = asked.source;
    let Step::Repeat(inner, _, max) = source.spanned.nodes[node].step else { return };
    if max != Some(1) && is_class(source.spanned, inner) {
        let (span, expr) = (source.span(node), source.spanned.expr(node));
        token(asked, expr, [inner, inner], span, is_lookahead);
    }
}

/// Asks whether blanks are allowed between two consecutive characters.
fn adjacent(asked: &mut RuleQuestions<'_, '_>, parts: &[usize], is_lookahead: bool) {
    let source = asked.source;
    let are_classes = |two: &&[usize]| two.iter().all(|&one| is_class(source.spanned, one));
    let Some(&[first, next]) = parts.windows(2).find(are_classes) else { return };
    let both = source.spanned.expr(first).zip(source.spanned.expr(next));
    let both = both.map(|(first, next)| Expr::Seq(Box::new(first), Box::new(next)));
    let span = (source.outer(first).0, source.outer(next).1);
    token(asked, both, [first, next], span, is_lookahead);
}

/// Asks whether an expression matches two characters with a blank between them, only because blanks are skipped.
fn token(
    asked: &mut RuleQuestions<'_, '_>,
    expr: Option<Expr>,
    characters: [usize; 2],
    span: (usize, usize),
    is_lookahead: bool,
) {
    let source = asked.source;
    let Some((name, atomic)) = source.peg.blank(asked.instance).filter(|_| !is_lookahead) else {
        return;
    };
    let [first, next] = characters.map(|one| source.spanned.expr(one));
    let (Some(first), Some(next)) = (first, next) else { return };
    let rest = Expr::Seq(Box::new(Expr::Ident(name.to_owned())), Box::new(next));
    let spaced = Expr::Seq(Box::new(first), Box::new(rest));
    let reads = asked.asked(expr.clone());
    let (alone, spaced) = (asked.asked_in(atomic, expr), asked.asked_in(atomic, Some(spaced)));
    let (Some(reads), Some(alone), Some(spaced)) = (reads, alone, spaced) else { return };
    let all = [Formula::Reads(reads), Formula::Reads(spaced), Formula::Reads(alone).negated()];
    let found = asked.ask(Formula::All(all.into()));
    asked.conclude(move |answers| {
        let text = answers[found].text()?;
        let shown = source.shown(span);
        let message = format!(
            "`{shown}` reads {text:?}: `{name}` is allowed between its characters; if it is a token, make the rule atomic, `@{{ … }}`"
        );
        Some(source.finding(Lint::BlankInToken, span, message).shown_by(text.to_owned()))
    });
}

/// Removes all but the first finding about blanks in the tokens of a rule.
fn keep_first(found: &mut Vec<(Finding, usize)>) {
    let tokens = found.iter().filter(|(draft, _)| draft.lint == Lint::BlankInToken);
    let place = |one: &Finding| (one.span.start, one.span.end);
    let first = tokens.map(|(draft, _)| place(draft)).min();
    found.retain(|(draft, _)| draft.lint != Lint::BlankInToken || Some(place(draft)) == first);
}

/// Returns whether an expression matches exactly one character, out of several possible characters.
fn is_class(spanned: &SpannedRules, node: usize) -> bool {
    let (mut open, mut seen) = (vec![node], HashSet::new());
    let mut is_several = false;
    while let Some(node) = open.pop() {
        match &spanned.nodes[node].step {
            Step::Range(first, last) => is_several |= first < last,
            Step::Literal(text) | Step::Insensitive(text) if text.chars().count() == 1 => {}
            Step::Choice(parts) => {
                is_several = true;
                open.extend(parts);
            }
            Step::Name(name) => match spanned.numbers.get(name) {
                Some(&rule) if seen.insert(rule) => open.push(spanned.rules[rule].body),
                Some(_) => {}
                None if reads_character(name) => is_several = true,
                None => return false,
            },
            _ => return false,
        }
    }
    is_several
}

/// Asks whether a rule accepts different strings depending on whether an atomic rule calls it.
fn two_languages(asked: &mut RuleQuestions<'_, '_>, rule: usize) {
    let source: &PestLinter<'_> = asked.source;
    let rule = &source.spanned.rules[rule];
    let both = [Atomicity::NonAtomic, Atomicity::Atomic];
    if source.peg.atomicities(&rule.name) != both {
        return;
    }
    let body = source.spanned.expr(rule.body);
    let instances = source.peg.instances_run(&rule.name);
    // The question is asked once.
    let (&[begun, twin], Some(_)) = (&instances[..], &body) else { return };
    if asked.instance != begun {
        return;
    }
    let [begun, twin] = [begun, twin].map(|instance| asked.asked_in(instance, body.clone()));
    let (Some(begun), Some(twin)) = (begun, twin) else { return };
    let [begun, twin] = [begun, twin].map(Formula::Reads);
    let only_begun = asked.ask(begun.clone().and(twin.clone().negated()));
    let only_twin = asked.ask(twin.and(begun.negated()));
    let span = source.span(rule.body);
    let name = &rule.name;
    asked.conclude(move |answers| {
        let [begun, twin] = [only_begun, only_twin].map(|one| answers[one].text());
        let (text, reads) = match (begun, twin) {
            (Some(text), _) => (text, "only where no atomic rule calls it"),
            (None, text) => (text?, "only where an atomic rule calls it"),
        };
        let message =
            format!("`{name}` reads {text:?} {reads}, and parsers reach the rule in both contexts");
        Some(source.finding(Lint::TwoLanguages, span, message).shown_by(text.to_owned()))
    });
}

// Rules for which pest takes long.

/// Returns a finding for each rule that pest runs slowly on one of the strings that were tried.
fn slow(source: &PestLinter<'_>) -> Vec<Finding> {
    let found = slow_rules(source.peg, source.is_quick).into_iter().filter_map(|slow| {
        let rule = &source.spanned.rules[*source.spanned.numbers.get(&slow.rule)?];
        let span = rule.from..rule.from + rule.name.len();
        let finding = Finding::slow(source.text, span, (slow.degree, slow.attack), "pest");
        Some(Finding { rule: Some(slow.rule), ..finding })
    });
    found.collect()
}

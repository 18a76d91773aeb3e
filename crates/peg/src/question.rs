//! Queries about the expressions of a rule: is there an input on which a formula over their results is true? A rule
//! that nests in itself is unrolled to a depth. A formula then has two bounds: *never* is said of what may hold, and a
//! text is shown of what holds whatever the calls do that are cut.

use std::cell::RefCell;

use grammar_automata::build::{Bdd, Dfa, Distances, readable_order};
use grammar_automata::engine::budget::Budget;
use pest_meta::ast::Expr;

use super::lower::GrowingProgram;
use super::predicate::{Bound, Predicates};
use super::program::Id;
use super::refusals::is_pests;
use super::{Peg, predicate};

const DEPTH: usize = 1;
/// The number of steps that one question may take, and all questions together.
const STEPS: Budget = Budget::new(300_000, 1_500_000);
/// The number of steps that both may take where an editor waits.
const QUICK: Budget = Budget::new(30_000, 150_000);

/// An expression that is asked about, by its number.
pub type Asked = usize;

/// A condition on an input.
#[derive(Clone, Debug)]
pub enum Formula {
    /// The expression succeeds, whatever it leaves unread.
    Succeeds(Asked),
    /// The expression reads all of the input.
    Reads(Asked),
    /// The condition does not hold.
    Not(Box<Formula>),
    /// All of the conditions hold.
    All(Vec<Formula>),
    /// One of the conditions holds.
    Any(Vec<Formula>),
}

impl Formula {
    /// Negates the condition.
    pub fn negated(self) -> Self {
        Self::Not(Box::new(self))
    }

    /// The condition, and another.
    pub fn and(self, other: Self) -> Self {
        Self::All(vec![self, other])
    }
}

/// Whether an input fulfills a formula.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum QueryResult {
    /// No input does.
    Never,
    /// This one does, and none that is shorter.
    Text(String),
    /// That was not found out.
    Unknown,
}

impl QueryResult {
    /// Returns the input that fulfills the formula, if one is known.
    pub fn text(&self) -> Option<&str> {
        match self {
            Self::Text(text) => Some(text),
            _ => None,
        }
    }
}

/// A file that is asked about, with what was lowered for earlier questions.
pub struct QuestionContext<'p> {
    peg: &'p Peg,
    /// Whether the answers take a tenth of the steps, since somebody waits for them.
    is_quick: bool,
    lowered: RefCell<Option<GrowingProgram<'p>>>,
}

impl<'p> QuestionContext<'p> {
    /// Makes the context of a file, of which nothing is lowered yet.
    pub fn new(peg: &'p Peg, is_quick: bool) -> Self {
        Self { peg, is_quick, lowered: RefCell::new(None) }
    }
}

/// Questions about expressions of a file.
pub struct Questions<'c, 'p> {
    peg: &'p Peg,
    context: &'c QuestionContext<'p>,
    asked: Vec<(usize, Expr)>,
    formulas: Vec<Formula>,
}

impl<'c, 'p> Questions<'c, 'p> {
    /// Makes an empty list of questions.
    pub fn new(context: &'c QuestionContext<'p>) -> Self {
        Self { peg: context.peg, context, asked: Vec::new(), formulas: Vec::new() }
    }

    /// Whether there are answers about an expression: it is decided, as it is written, and does not use the stack.
    pub fn knows(&self, expr: &Expr) -> bool {
        let has_fault = |name: &str| {
            let Some(&rule) = self.peg.numbers.get(name) else { return !is_pests(name) };
            let both = [Some(rule), self.peg.instances.twins[rule]];
            both.into_iter().flatten().any(|one| self.peg.hard[one].is_some())
        };
        !self.peg.stacked.is_asked(expr, &self.peg.numbers)
            && !super::lower::all([expr]).any(|one| match one {
                Expr::Ident(name) => has_fault(name),
                _ => false,
            })
    }

    /// Adds an expression, as a rule of an instance would run it.
    pub fn expr(&mut self, instance: usize, expr: Expr) -> Asked {
        self.asked.push((instance, expr));
        self.asked.len() - 1
    }

    /// Asks whether an input fulfills a formula, and says the place of the answer.
    pub fn ask(&mut self, formula: Formula) -> usize {
        self.formulas.push(formula);
        self.formulas.len() - 1
    }

    /// The answers, in the order of the questions.
    pub fn answers(&self) -> Vec<QueryResult> {
        self.context.decide(&[self], self.context.steps()).into_iter().flatten().collect()
    }
}

impl<'p> QuestionContext<'p> {
    fn steps(&self) -> Budget {
        if self.is_quick { QUICK } else { STEPS }
    }

    /// The answers to the questions about several rules, callees before callers: what is found out about a rule is known
    /// where another calls it. What is not found out so, with a tenth of the steps, is asked about each rule alone.
    pub fn answers(&self, all: &[&Questions<'_, 'p>]) -> Vec<Vec<QueryResult>> {
        let Budget { each, all: most, .. } = self.steps();
        let together = Budget::new(each, most.max(most / 10 * all.len())).in_turn();
        let mut found = self.decide(all, together);
        for (answers, questions) in found.iter_mut().zip(all) {
            if answers.contains(&QueryResult::Unknown) {
                *answers = questions.answers();
            }
        }
        found
    }

    /// The answers to all questions, in one automaton.
    fn decide(&self, all: &[&Questions<'_, 'p>], budget: Budget) -> Vec<Vec<QueryResult>> {
        let mut lowered = self.lowered.borrow_mut();
        let lowered = lowered.get_or_insert_with(|| GrowingProgram::of(self.peg, DEPTH));
        let ids: Option<Vec<Vec<Id>>> = all.iter().map(|one| lowered.add(&one.asked)).collect();
        let Some(ids) = ids else {
            let unknown = |one: &&Questions<'_, 'p>| vec![QueryResult::Unknown; one.formulas.len()];
            return all.iter().map(unknown).collect();
        };
        let formulas = all.iter().zip(&ids);
        let formulas =
            formulas.flat_map(|(one, ids)| one.formulas.iter().map(move |all| (all, ids)));
        let formulas: Vec<(&Formula, &Vec<Id>)> = formulas.collect();
        let (program, text) = (lowered.program(), lowered.text);
        let part = program.part(ids.iter().flatten().copied().chain([text]));
        // At the beginning of the input first, where a text is easily tried.
        let places = if part.asks_start { vec![true, false] } else { vec![true] };
        let starts = |at: usize, predicates: &mut Predicates<'_>| -> Vec<Bdd> {
            let mut starts = Vec::new();
            let (formula, ids) = formulas[at];
            for &begun in &places {
                let text = predicates.succeeds(text, begun, Bound::Least);
                for bound in [Bound::Least, Bound::Most] {
                    let holds = Evaluation { predicates, ids, begun }.of(formula, bound);
                    starts.push(predicates.both(text, holds)[0]);
                }
            }
            starts
        };
        let none = vec![Vec::new(); formulas.len()];
        let budget = budget.until(self.peg.deadline());
        let (dfa, ranges) = predicate::explore((program, part), budget, &none, starts).finish();
        let distances = Distances::of(&dfa);
        let mut answers = ranges.into_iter().map(|range| answer(&dfa, &distances, range.ok()));
        all.iter().map(|one| answers.by_ref().take(one.formulas.len()).collect()).collect()
    }
}

/// The answer, of the starts of a question: the least bound and the most, for each place in the input.
fn answer(dfa: &Dfa, distances: &Distances, starts: Option<std::ops::Range<usize>>) -> QueryResult {
    let Some(starts) = starts else { return QueryResult::Unknown };
    let states: Vec<u32> = starts.map(|start| dfa.start(start)).collect();
    let is_dead = |&state: &u32| distances.get(state).is_none();
    if states.iter().skip(1).step_by(2).all(is_dead) {
        return QueryResult::Never;
    }
    let found = states.iter().step_by(2).find(|state| !is_dead(state));
    let text = found.map(|&state| distances.completion(dfa, state, readable_order()));
    text.and_then(|bytes| String::from_utf8(bytes).ok())
        .map_or(QueryResult::Unknown, QueryResult::Text)
}

struct Evaluation<'e, 'p> {
    predicates: &'e mut Predicates<'p>,
    ids: &'e [Id],
    begun: bool,
}

impl Evaluation<'_, '_> {
    fn of(&mut self, formula: &Formula, bound: Bound) -> Bdd {
        match formula {
            Formula::Succeeds(asked) => {
                self.predicates.succeeds(self.ids[*asked], self.begun, bound)
            }
            Formula::Reads(asked) => self.predicates.reads(self.ids[*asked], self.begun, bound),
            Formula::Not(inner) => {
                let inner = self.of(inner, bound.other());
                self.predicates.bdds.not(inner)
            }
            Formula::All(parts) => parts.iter().fold(Bdd::TRUE, |all, part| {
                let part = self.of(part, bound);
                self.predicates.bdds.and(all, part)
            }),
            Formula::Any(parts) => parts.iter().fold(Bdd::FALSE, |any, part| {
                let part = self.of(part, bound);
                self.predicates.bdds.either(any, Bdd::TRUE, part)
            }),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn peg(text: &str) -> Peg {
        Peg::read("a.pest", text).unwrap()
    }

    fn name(name: &str) -> Expr {
        Expr::Ident(name.to_owned())
    }

    #[test]
    fn a_query_finds_what_only_one_rule_does() {
        let peg = peg("a = { \"n\" ~ \"x\"? } b = { \"n\" ~ \"e\" }");
        let context = QuestionContext::new(&peg, false);
        let mut questions = Questions::new(&context);
        let [a, b] = ["a", "b"].map(|rule| questions.expr(0, name(rule)));
        questions.ask(Formula::Succeeds(b).and(Formula::Succeeds(a).negated()));
        questions.ask(Formula::Succeeds(a).and(Formula::Succeeds(b).negated()));
        questions.ask(Formula::Reads(b).and(Formula::Reads(a).negated()));
        questions.ask(Formula::Any(vec![Formula::Reads(a), Formula::Reads(b)]));
        let text = |text: &str| QueryResult::Text(text.to_owned());
        assert_eq!(questions.answers(), [QueryResult::Never, text("n"), text("ne"), text("n")]);
    }

    #[test]
    fn recursive_rules_are_known_if_depth_does_not_matter() {
        let peg = peg("a = { \"(\" ~ a? ~ \")\" } b = { \"(\" ~ b ~ \")\" | \"()\" }");
        let context = QuestionContext::new(&peg, false);
        let mut questions = Questions::new(&context);
        let [a, b] = ["a", "b"].map(|rule| questions.expr(0, name(rule)));
        let brackets = questions.expr(0, Expr::Str("(x".to_owned()));
        questions.ask(Formula::Succeeds(a).and(Formula::Succeeds(brackets)));
        questions.ask(Formula::Reads(b));
        // The two are equal, which no depth proves.
        questions.ask(Formula::Reads(a).and(Formula::Reads(b).negated()));
        let text = QueryResult::Text("()".to_owned());
        assert_eq!(questions.answers(), [QueryResult::Never, text, QueryResult::Unknown]);
    }

    #[test]
    fn the_start_of_input_is_distinguished() {
        let peg = peg("a = { SOI ~ \"x\" } b = { !SOI ~ \"x\" }");
        let context = QuestionContext::new(&peg, false);
        let mut questions = Questions::new(&context);
        let [a, b] = ["a", "b"].map(|rule| questions.expr(0, name(rule)));
        questions.ask(Formula::Succeeds(a));
        questions.ask(Formula::Succeeds(b));
        questions.ask(Formula::Succeeds(a).and(Formula::Succeeds(b)));
        let text = QueryResult::Text("x".to_owned());
        assert_eq!(questions.answers(), [text.clone(), text, QueryResult::Never]);
    }
}

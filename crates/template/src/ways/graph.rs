//! A graph with empty edges, from which the automaton of the expansions is made.
//!
//! In: edges as the builder adds them. Out: [`State`]s without empty edges: a step reads one byte, and carries the
//! marks that stand before the byte. What is forgotten is where the graph had its nodes.

use alloc::borrow::ToOwned;
use alloc::boxed::Box;
use alloc::collections::{BTreeMap, BTreeSet};
use alloc::string::String;
use alloc::vec;
use alloc::vec::Vec;

use super::{NoExpansions, Occurrence};
use crate::expand::{self, Operator};
use crate::parse::{ExpressionPiece, Modifier, Part, TemplatePart, UriTemplate};
use crate::values::{VariableType, VariableTypes};

/// What happens between two bytes of an expansion. The number is that of the occurrence of a variable.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(crate) enum Mark {
    Open(u16),
    Close(u16),
    OpenName(u16),
    CloseName(u16),
}

pub(crate) type Marks = Box<[Mark]>;

#[derive(Clone, Debug, Default)]
pub(crate) struct State {
    pub(crate) steps: Vec<Step>,
    /// The marks at the end of an expansion, for each way to end here.
    pub(crate) ends: Vec<Marks>,
}

/// A step: marks, and then a byte of a range.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) struct Step {
    pub(crate) marks: Marks,
    pub(crate) first: u8,
    pub(crate) last: u8,
    pub(crate) next: u32,
}

#[derive(Clone, Copy, Debug)]
enum Edge {
    Empty(u32),
    Mark(Mark, u32),
    Bytes(u8, u8, u32),
}

const STEPS: usize = 1 << 20;
/// The number of marks that are copied while an automaton is made. Without it a template of n variables in a row, whose
/// every step may pass all that follow, costs the cube of n.
const MARKS: usize = 1 << 23;

pub(super) struct Graph {
    edges: Vec<Vec<Edge>>,
}

impl Graph {
    pub(super) const START: u32 = 0;

    pub(super) fn new() -> Self {
        Self { edges: vec![Vec::new()] }
    }

    pub(super) fn nodes(&self) -> usize {
        self.edges.len()
    }

    pub(super) fn node(&mut self) -> u32 {
        self.edges.push(Vec::new());
        (self.edges.len() - 1) as u32
    }

    pub(super) fn empty(&mut self, from: u32, to: u32) {
        self.edges[from as usize].push(Edge::Empty(to));
    }

    pub(super) fn bytes(&mut self, from: u32, first: u8, last: u8, to: u32) {
        self.edges[from as usize].push(Edge::Bytes(first, last, to));
    }

    /// A mark, and the node behind it.
    pub(super) fn mark(&mut self, from: u32, mark: Mark) -> u32 {
        let to = self.node();
        self.edges[from as usize].push(Edge::Mark(mark, to));
        to
    }

    pub(super) fn text(&mut self, from: u32, text: &str) -> u32 {
        text.bytes().fold(from, |from, byte| {
            let to = self.node();
            self.bytes(from, byte, byte, to);
            to
        })
    }

    /// The automaton of what leads from the first node to `end`. There is none if it would be too large.
    pub(super) fn automaton(&self, end: u32) -> Option<Vec<State>> {
        let mut numbers = BTreeMap::from([(Self::START, 0_u32)]);
        let (mut order, mut states) = (vec![Self::START], Vec::new());
        let (mut count, mut copied) = (0, 0);
        while let Some(&node) = order.get(states.len()) {
            let mut steps = BTreeSet::new();
            let mut ends = BTreeSet::new();
            // There is no circle of empty edges: between the members of a list stands a byte.
            let mut waiting: Vec<(u32, Vec<Mark>)> = vec![(node, Vec::new())];
            while let Some((at, marks)) = waiting.pop() {
                if at == end {
                    copied += marks.len();
                    ends.insert(Marks::from(&marks[..]));
                }
                for edge in &self.edges[at as usize] {
                    copied += marks.len();
                    match *edge {
                        Edge::Empty(to) => waiting.push((to, marks.clone())),
                        Edge::Mark(mark, to) => {
                            waiting.push((to, [&marks[..], &[mark]].concat()));
                        }
                        Edge::Bytes(first, last, to) => {
                            let next = *numbers.entry(to).or_insert_with(|| {
                                order.push(to);
                                (order.len() - 1) as u32
                            });
                            steps.insert(Step {
                                marks: Marks::from(&marks[..]),
                                first,
                                last,
                                next,
                            });
                        }
                    }
                }
                if count + steps.len() + waiting.len() > STEPS || copied > MARKS {
                    return None;
                }
            }
            count += steps.len();
            states.push(State {
                steps: steps.into_iter().collect(),
                ends: ends.into_iter().collect(),
            });
        }
        Some(states)
    }
}

// The automaton of the expansions of a template. A variable that stands in several places has one value in all of
// them (3.2.1), which no finite automaton can hold it to: the automaton of `{a}/{a}` accepts `x/y` too. Then it
// accepts more than the expansions.

/// The longest prefix that is counted. A longer one is taken for the whole value, which has all its prefixes.
pub(crate) const LONGEST: u16 = 100;
const NODES: usize = 1 << 18;

pub(super) fn build(
    template: &UriTemplate,
    types: &VariableTypes,
) -> Result<(Vec<State>, Vec<Occurrence>), NoExpansions> {
    if let Some(name) = types.names().find(|name| !template.variables().any(|one| one == *name)) {
        return Err(NoExpansions::UnknownVariable(name.to_owned()));
    }
    let mut builder = Builder { template, types, graph: Graph::new(), occurrences: Vec::new() };
    let mut at = Graph::START;
    for part in &template.parts {
        at = match part {
            TemplatePart::Literal(span) => {
                let mut literal = String::new();
                expand::encode_literal(&template.text[span.clone()], &mut literal);
                builder.graph.text(at, &literal)
            }
            TemplatePart::Expression(expression) => builder.expression(expression, at)?,
        };
        if builder.graph.nodes() > NODES {
            return Err(NoExpansions::TooLarge);
        }
    }
    let states = builder.graph.automaton(at).ok_or(NoExpansions::TooLarge)?;
    Ok((states, builder.occurrences))
}

struct Builder<'t> {
    template: &'t UriTemplate,
    types: &'t VariableTypes,
    graph: Graph,
    occurrences: Vec<Occurrence>,
}

impl Builder<'_> {
    /// Each variable is defined or not, and what stands before it says whether another was before (3.2).
    fn expression(&mut self, expression: &ExpressionPiece, from: u32) -> Result<u32, NoExpansions> {
        let operator = expression.operator;
        if let Operator::Future(operator) = operator {
            return Err(NoExpansions::Operator { span: expression.span.clone(), operator });
        }
        // Before the first variable that is defined, and behind one.
        let (mut none_yet, mut some) = (Some(from), None);
        for variable in &expression.variables {
            let variable = self.template.variable(variable);
            let of = self.types.of(self.template, variable.name);
            if of != VariableType::String && matches!(variable.modifier, Modifier::Prefix(_)) {
                return Err(NoExpansions::Prefix(variable.name.to_owned()));
            }
            let is_defined =
                self.types.is_defined(variable.name) || self.is_alike(variable.name, of);
            let number =
                u16::try_from(self.occurrences.len()).map_err(|_| NoExpansions::TooLarge)?;
            let modifier = variable.modifier;
            let name = variable.name.to_owned();
            self.occurrences.push(Occurrence { name, operator, modifier, of, is_defined });
            let item = self.graph.node();
            for (before, text) in [(none_yet, operator.first()), (some, operator.separator())] {
                if let Some(before) = before {
                    let behind = self.graph.text(before, text);
                    self.graph.empty(behind, item);
                }
            }
            let end = self.item(number, item);
            let next = self.graph.node();
            self.graph.empty(end, next);
            if let (Some(some), false) = (some, is_defined) {
                self.graph.empty(some, next);
            }
            some = Some(next);
            none_yet = none_yet.filter(|_| !is_defined);
            if self.graph.nodes() > NODES {
                return Err(NoExpansions::TooLarge);
            }
        }
        let end = self.graph.node();
        [none_yet, some].into_iter().flatten().for_each(|at| self.graph.empty(at, end));
        Ok(end)
    }

    /// Whether no place of a variable tells what is undefined from what is empty. Then the two count as one. An
    /// array that is not exploded is never empty: its least expansion is the comma between a name and a value (3.2.1).
    fn is_alike(&self, name: &str, of: VariableType) -> bool {
        let is_empty_somehow =
            |modifier: Modifier| of != VariableType::Map || modifier == Modifier::Explode;
        self.template.parts().all(|part| match part {
            Part::Literal(_) => true,
            Part::Expression(one) => {
                let mut own = one.variables.iter().filter(|variable| variable.name == name);
                let is_alone = one.variables.len() == 1 && one.operator.first().is_empty();
                own.all(|variable| is_alone && is_empty_somehow(variable.modifier))
            }
        })
    }

    fn item(&mut self, number: u16, from: u32) -> u32 {
        let Occurrence { name, operator, modifier, of, .. } =
            self.occurrences[usize::from(number)].clone();
        let most = match modifier {
            Modifier::Prefix(length) if length <= LONGEST => Some(length),
            _ => None,
        };
        let is_exploded = modifier == Modifier::Explode;
        let is_named = operator.is_named();
        match (of, is_exploded) {
            (VariableType::String, _) if is_named => {
                let named = self.graph.text(from, &name);
                self.valued(number, named, operator, most)
            }
            (VariableType::String, _) => self.marked(number, from, operator, 0, most),
            (VariableType::List, true) if is_named => {
                self.several(from, operator.separator(), |this, from| {
                    let named = this.graph.text(from, &name);
                    this.valued(number, named, operator, None)
                })
            }
            (VariableType::Map, true) => self.several(from, operator.separator(), |this, from| {
                let key = this.key(number, from, operator);
                this.valued(number, key, operator, None)
            }),
            (VariableType::List, is_exploded) => {
                let from = self.name_and_equals(is_named, &name, from);
                let between = if is_exploded { operator.separator() } else { "," };
                self.several(from, between, |this, from| {
                    this.marked(number, from, operator, 0, None)
                })
            }
            (VariableType::Map, false) => {
                let from = self.name_and_equals(is_named, &name, from);
                self.several(from, ",", |this, from| {
                    let key = this.key(number, from, operator);
                    let comma = this.graph.text(key, ",");
                    this.marked(number, comma, operator, 0, None)
                })
            }
        }
    }

    fn name_and_equals(&mut self, is_named: bool, name: &str, from: u32) -> u32 {
        if !is_named {
            return from;
        }
        let named = self.graph.text(from, name);
        self.graph.text(named, "=")
    }

    fn several(
        &mut self,
        from: u32,
        between: &str,
        mut one: impl FnMut(&mut Self, u32) -> u32,
    ) -> u32 {
        let again = self.graph.node();
        self.graph.empty(from, again);
        let end = one(self, again);
        let behind = self.graph.text(end, between);
        self.graph.empty(behind, again);
        end
    }

    /// A value behind a name: `=` and the value, or, if the value is empty, what the operator sets there.
    fn valued(&mut self, number: u16, from: u32, operator: Operator, most: Option<u16>) -> u32 {
        let equals = self.graph.text(from, "=");
        if operator.is_form() {
            return self.marked(number, equals, operator, 0, most);
        }
        let end = self.marked(number, equals, operator, 1, most);
        let open = self.graph.mark(from, Mark::Open(number));
        let close = self.graph.mark(open, Mark::Close(number));
        let both = self.graph.node();
        self.graph.empty(end, both);
        self.graph.empty(close, both);
        both
    }

    fn marked(
        &mut self,
        number: u16,
        from: u32,
        operator: Operator,
        least: usize,
        most: Option<u16>,
    ) -> u32 {
        let open = self.graph.mark(from, Mark::Open(number));
        let end = self.graph.string(open, operator.lets_reserved(), least, most);
        self.graph.mark(end, Mark::Close(number))
    }

    fn key(&mut self, number: u16, from: u32, operator: Operator) -> u32 {
        let open = self.graph.mark(from, Mark::OpenName(number));
        let end = self.graph.string(open, operator.lets_reserved(), 0, None);
        self.graph.mark(end, Mark::CloseName(number))
    }
}

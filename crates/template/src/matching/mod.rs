//! Matching: from a URI back to values, by the automaton of the expansions.
//!
//! Some values cannot be recovered. A prefix loses the rest of a value; and under `+` or `#` it is unknown which
//! triplets were part of the value, and which encode it. With `{a}{b}`, only the empty URI matches in a single way;
//! with `{?q}`, every URI that matches does so in a single way.

mod search;

pub use search::{Ambiguity, Matches};
#[cfg(feature = "audit")]
pub(super) use search::{LONG, UNRESERVED, UNRESERVED_OR_RESERVED};

use alloc::borrow::ToOwned;
use alloc::boxed::Box;
use alloc::collections::{BTreeMap, BTreeSet};
use alloc::string::String;
use alloc::vec;
use alloc::vec::Vec;
use core::fmt;
use core::ops::Range;

use urispec::internal::percent;

use super::expand::Operator;
use super::parse::{Modifier, UriTemplate};
use super::values::{VariableType, VariableTypes};
use crate::expand;
use crate::parse::{ExpressionPiece, Part, TemplatePart};
use crate::values::{Value, Values};

#[derive(Clone, Debug)]
pub(super) struct Occurrence {
    pub(super) name: String,
    pub(super) operator: Operator,
    pub(super) modifier: Modifier,
    pub(super) of: VariableType,
    /// Whether the variable is always defined, or an undefined value is treated as an empty value.
    #[cfg_attr(not(feature = "audit"), allow(dead_code))]
    pub(super) is_defined: bool,
    /// The minimum length of the string, or of each value of a list or an associative array: 0 or 1.
    pub(super) least: usize,
}

/// The expansions of a template: the URI references to which it expands, for any values of its variables.
///
/// In an expression of one variable without a delimiter, `{x}` or `{+x}`, an undefined variable and an empty variable
/// have the same expansion. Matching returns the empty value for both, unless another occurrence of the variable
/// distinguishes them. An associative array has distinct names, so no array in a result has a duplicate name.
///
/// A URI is matched literally. The triplets of an expansion have digits in upper case, so normalize other URIs first.
///
/// ```
/// use urispec_template::{UriTemplate, Values, VariableTypes};
///
/// let template = UriTemplate::parse("{scheme}:{rest}{.ext}")?;
/// let expansions = template.expansions(&VariableTypes::new())?;
/// let ways = expansions.matches("a:b.c", 9);
/// let [without, with] = ways.all() else { panic!("{ways:?}") };
/// assert_eq!(*without, Values::new().with("scheme", "a").with("rest", "b.c"));
/// assert_eq!(*with, Values::new().with("scheme", "a").with("rest", "b").with("ext", "c"));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug)]
pub struct Expansions<'t> {
    pub(super) template: &'t UriTemplate,
    pub(super) occurrences: Vec<Occurrence>,
    pub(super) states: Vec<State>,
}

/// The reason why the expansions of a template have no automaton.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum NoExpansions {
    /// An operator is reserved for extensions, and has no expansion (RFC 6570, 2.2).
    Operator {
        /// The span of the expression in the template, in bytes.
        span: Range<usize>,
        /// The operator.
        operator: char,
    },
    /// A prefix is applied to this variable, whose type is a list or an associative array (RFC 6570, 2.4.1).
    Prefix(String),
    /// The types name this variable, which does not occur in the template.
    UnknownVariable(String),
    /// The automaton would be too large.
    TooLarge,
}

impl fmt::Display for NoExpansions {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Operator { span, operator } => write!(
                f,
                "at byte {}: the operator `{operator}` is reserved, and has no expansion (RFC 6570, 2.2)",
                span.start
            ),
            Self::Prefix(name) => write!(
                f,
                "a prefix cannot be applied to `{name}`, which is a list or an associative array (RFC 6570, 2.4.1)"
            ),
            Self::UnknownVariable(name) => write!(f, "the template has no variable `{name}`"),
            Self::TooLarge => f.write_str("the automaton of the expansions would be too large"),
        }
    }
}

impl core::error::Error for NoExpansions {}

impl UriTemplate {
    /// Builds the expansions of the template for these types of its variables.
    ///
    /// # Errors
    /// [`NoExpansions`] if the expansions have no automaton.
    pub fn expansions(&self, types: &VariableTypes) -> Result<Expansions<'_>, NoExpansions> {
        let (states, occurrences) = build(self, types)?;
        Ok(Expansions { template: self, occurrences, states })
    }

    /// Finds the ways in which a URI is an expansion of the template, at most two, with the default types of variables:
    /// see [`VariableTypes`]. To match many URIs, build the [`Expansions`] once.
    ///
    /// By default only an exploded variable, such as `labels*`, is a list. The expansion of any other list matches only if
    /// [`VariableTypes`] declares its type. A URI is an expansion only as a whole: with its pairs in the template's order, and
    /// without others.
    ///
    /// # Errors
    /// [`NoExpansions`] if the expansions have no automaton.
    ///
    /// ```
    /// use urispec_template::{UriTemplate, Values, VariableType, VariableTypes};
    ///
    /// let template = UriTemplate::parse("/issues{?state,labels,page}")?;
    /// let values = Values::new().with("state", "open").with("labels", ["bug", "ui"]).with("page", 2);
    /// let uri = template.expand(&values)?;
    /// assert_eq!(uri, "/issues?state=open&labels=bug,ui&page=2");
    /// assert!(template.matches(&uri)?.all().is_empty());
    /// let types = VariableTypes::new().with("labels", VariableType::List);
    /// assert_eq!(template.expansions(&types)?.matches(&uri, 2).only(), Some(&values));
    ///
    /// assert!(template.matches("/issues?state=open&page=2")?.only().is_some());
    /// for other in ["/issues?page=2&state=open", "/issues?state=open&page=2&debug=1"] {
    ///     assert!(template.matches(other)?.all().is_empty());
    /// }
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn matches(&self, uri: &str) -> Result<Matches, NoExpansions> {
        Ok(self.expansions(&VariableTypes::new())?.matches(uri, 2))
    }
}

impl<'t> Expansions<'t> {
    /// Returns the template.
    #[must_use]
    pub fn template(&self) -> &'t UriTemplate {
        self.template
    }

    /// Returns the variables for which the automaton accepts more than the expansions, in the order of their first
    /// occurrence: a variable with several occurrences or with a prefix of more than 100 characters; and an associative
    /// array, since duplicate names are accepted. Statements about all URIs then also cover the additional strings.
    pub fn loose(&self) -> impl Iterator<Item = &'t str> {
        let is_wide = |one: &Occurrence| {
            one.of == VariableType::Map
                || matches!(one.modifier, Modifier::Prefix(length) if length > LONGEST)
        };
        let repeated = self.template.repeated();
        self.template.variables().filter(move |name| {
            let mut own = self.occurrences.iter().filter(|one| one.name == *name);
            repeated.contains(name) || own.any(is_wide)
        })
    }

    /// Returns whether the automaton accepts exactly the expansions.
    #[must_use]
    pub fn is_exact(&self) -> bool {
        self.loose().next().is_none()
    }
}

// The values on a path through the automaton.

/// The strings of a variable at one of its occurrences, as written in the URI. Each string is the second of a pair; the
/// first is its name in an associative array, or empty for other types.
type Found<'u> = Vec<(&'u str, &'u str)>;

enum WayReading {
    Values(Values),
    None,
    /// The values are unknown: some candidates were tried without success, and others were not tried.
    GivenUp,
}

fn values(of: &Expansions<'_>, uri: &str, marks: &[(usize, Mark)]) -> WayReading {
    let mut found: Vec<Found<'_>> = vec![Vec::new(); of.occurrences.len()];
    let (mut start, mut name) = (0, "");
    for &(offset, mark) in marks {
        match mark {
            Mark::Open(_) | Mark::OpenName(_) => start = offset,
            Mark::CloseName(_) => name = &uri[start..offset],
            Mark::Close(number) => {
                found[usize::from(number)].push((name, &uri[start..offset]));
                name = "";
            }
        }
    }
    let (mut all, mut are_all) = (vec![Values::new()], true);
    for variable in of.template.variables() {
        let own = of.occurrences.iter().zip(&found).filter(|(one, _)| one.name == variable);
        let own: Vec<(&Occurrence, &Found<'_>)> = own.collect();
        if own.iter().all(|(_, found)| found.is_empty()) {
            continue;
        }
        if own.iter().any(|(_, found)| found.is_empty()) {
            return WayReading::None;
        }
        // There is more than one candidate only if the variable has several occurrences.
        let candidates = candidates(&own);
        let with = |values: &Values| -> Vec<Values> {
            candidates.iter().map(|value| values.clone().with(variable, value.clone())).collect()
        };
        all = all.iter().flat_map(with).take(CANDIDATES + 1).collect();
        are_all &= all.len() <= CANDIDATES;
        all.truncate(CANDIDATES);
    }
    match all.into_iter().find(|values| of.template.expand(values).as_deref() == Ok(uri)) {
        Some(values) => WayReading::Values(values),
        None if are_all => WayReading::None,
        None => WayReading::GivenUp,
    }
}

/// The maximum number of candidates that are tried for one path.
const CANDIDATES: usize = 64;

/// Returns the values that a variable may have, given its occurrences: one value for each possible expansion.
fn candidates(own: &[(&Occurrence, &Found<'_>)]) -> Vec<Value> {
    let is_plain = |one: &Occurrence| !one.operator.lets_reserved();
    let plain = || own.iter().filter(|(one, _)| is_plain(one));
    let reserved = || own.iter().filter(|(one, _)| !is_plain(one));
    match own.first().map(|(one, _)| one.of) {
        Some(VariableType::String) => {
            let text = |(_, found): &(&Occurrence, &Found<'_>)| {
                found.first().map(|(_, text)| (*text).to_owned())
            };
            // All are prefixes of one value, so the longest includes the others.
            let longest = |all: Vec<String>| all.into_iter().max_by_key(String::len);
            let decoded = |one| text(one).and_then(|text| percent::characters(&text));
            let whole = plain().find(|(one, _)| !matches!(one.modifier, Modifier::Prefix(_)));
            if let Some(whole) = whole {
                return decoded(whole).map(Value::String).into_iter().collect();
            }
            let prefix = longest(plain().filter_map(decoded).collect());
            match (prefix, longest(reserved().filter_map(text).collect())) {
                (Some(prefix), Some(text)) => aligned(&prefix, &text),
                // If triplets are kept, a text is a value that expands to itself.
                (one, other) => one.or(other).map(Value::String).into_iter().collect(),
            }
        }
        Some(of) => {
            let best = plain().next().or(own.first());
            let Some((one, found)) = best else { return Vec::new() };
            let decode = |text: &str| match is_plain(one) {
                true => percent::characters(text),
                false => Some(text.to_owned()),
            };
            let value = match of {
                VariableType::Map => {
                    let pairs = found.iter().map(|(name, one)| Some((decode(name)?, decode(one)?)));
                    let pairs = pairs.collect::<Option<Vec<_>>>();
                    pairs.and_then(|pairs| distinguish_names(pairs, !is_plain(one))).map(Value::Map)
                }
                _ => {
                    let members = found.iter().map(|(_, one)| decode(one));
                    members.collect::<Option<Vec<_>>>().map(Value::List)
                }
            };
            value.into_iter().collect()
        }
        None => Vec::new(),
    }
}

/// Returns values that begin with `prefix`, and that expand to `text` if reserved characters and triplets are kept. In
/// `text`, each character of the prefix is literal or encoded; for a `%`, both cases are tried. The text after the
/// prefix becomes the rest of the value, unchanged.
fn aligned(prefix: &str, text: &str) -> Vec<Value> {
    let (mut all, mut waiting) = (Vec::new(), vec![(0, 0)]);
    while let Some((read, at)) = waiting.pop() {
        let Some(next) = prefix[read..].chars().next() else {
            all.push(Value::String([prefix, &text[at..]].concat()));
            if all.len() > CANDIDATES {
                return all;
            }
            continue;
        };
        let rest = &text[at..];
        if rest.is_empty() {
            // The text belongs to a shorter prefix.
            all.push(Value::String(prefix.to_owned()));
            continue;
        }
        let read = read + next.len_utf8();
        let mut encoded = String::new();
        expand::encode_value(next.encode_utf8(&mut [0; 4]), false, &mut encoded);
        if rest.starts_with(&*encoded) {
            waiting.push((read, at + encoded.len()));
        }
        if rest.starts_with(next) && (encoded.len() > 1 || next == '%') {
            waiting.push((read, at + next.len_utf8()));
        }
    }
    all
}

// The names of the pairs of an associative array, which are distinct.

/// Makes the names of pairs distinct, or returns `None` if that is impossible. `lets_reserved` is set if the operator
/// is `+` or `#`.
fn distinguish_names(
    mut pairs: Vec<(String, String)>,
    lets_reserved: bool,
) -> Option<Vec<(String, String)>> {
    let mut counts: BTreeMap<String, usize> = BTreeMap::new();
    for (name, _) in &mut pairs {
        let count = counts.entry(name.clone()).or_default();
        if *count > 0 {
            *name = if lets_reserved { spelling(name, *count)? } else { return None };
        }
        *count += 1;
    }
    Some(pairs)
}

/// Returns a name that expands to `text` if triplets are kept. The bits of `number` select the encoded characters that
/// the name contains literally; for number 0, the name is the text.
fn spelling(text: &str, mut number: usize) -> Option<String> {
    let (mut name, mut at) = (String::new(), 0);
    while let Some(next) = text[at..].chars().next() {
        let encoded = if next == '%' { encoded(&text[at..]) } else { None };
        let (length, is_itself) = match &encoded {
            Some((_, length)) => (*length, number & 1 == 1),
            None => (next.len_utf8(), false),
        };
        match encoded {
            Some((character, _)) if is_itself => name.push(character),
            _ => name.push_str(&text[at..at + length]),
        }
        number >>= usize::from(length > next.len_utf8());
        at += length;
    }
    (number == 0).then_some(name)
}

/// Returns the encoded character at the beginning of a text, and the number of bytes of its triplets. `%25` before two
/// hexadecimal digits is not such a character, since a literal `%` would begin a triplet.
fn encoded(text: &str) -> Option<(char, usize)> {
    let (character, length) = (1..=4).find_map(|count| {
        let decoded = percent::characters(text.get(..3 * count)?)?;
        let mut characters = decoded.chars();
        match (characters.next(), characters.next()) {
            (Some(character), None) => Some((character, 3 * count)),
            _ => None,
        }
    })?;
    let mut again = String::new();
    expand::encode_value(character.encode_utf8(&mut [0; 4]), true, &mut again);
    let mut digits = text[length..].bytes().take(2);
    let is_before_digits = digits.len() == 2 && digits.all(|digit: u8| digit.is_ascii_hexdigit());
    (again == text[..length] && !(character == '%' && is_before_digits))
        .then_some((character, length))
}

// A graph with empty edges, from which the automaton of the expansions is built. The result is [`State`]s without empty edges: a
// step reads one byte, and carries the marks before the byte.

/// The beginning or the end of a value or a name in an expansion, with the index of the variable's occurrence.
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
    /// The marks at the end of an expansion that ends in this state, for each way in which it may end.
    pub(crate) ends: Vec<Marks>,
}

/// A step: marks, followed by a byte in a range.
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
/// The maximum number of marks that are copied while an automaton is built. Without a limit, a template of n
/// consecutive variables takes cubic time, since a step of each variable may skip all later variables.
const MARKS: usize = 1 << 23;

struct Graph {
    edges: Vec<Vec<Edge>>,
}

impl Graph {
    const START: u32 = 0;

    fn new() -> Self {
        Self { edges: vec![Vec::new()] }
    }

    fn nodes(&self) -> usize {
        self.edges.len()
    }

    fn node(&mut self) -> u32 {
        self.edges.push(Vec::new());
        (self.edges.len() - 1) as u32
    }

    fn empty(&mut self, from: u32, to: u32) {
        self.edges[from as usize].push(Edge::Empty(to));
    }

    fn bytes(&mut self, from: u32, first: u8, last: u8, to: u32) {
        self.edges[from as usize].push(Edge::Bytes(first, last, to));
    }

    /// Adds a mark, and returns the node after it.
    fn mark(&mut self, from: u32, mark: Mark) -> u32 {
        let to = self.node();
        self.edges[from as usize].push(Edge::Mark(mark, to));
        to
    }

    fn text(&mut self, from: u32, text: &str) -> u32 {
        text.bytes().fold(from, |from, byte| {
            let to = self.node();
            self.bytes(from, byte, byte, to);
            to
        })
    }

    /// Builds the automaton of the paths from the first node to `end`, or returns `None` if it would be too large.
    fn automaton(&self, end: u32) -> Option<Vec<State>> {
        let mut numbers = BTreeMap::from([(Self::START, 0_u32)]);
        let (mut order, mut states) = (vec![Self::START], Vec::new());
        let (mut count, mut copied) = (0, 0);
        while let Some(&node) = order.get(states.len()) {
            let mut steps = BTreeSet::new();
            let mut ends = BTreeSet::new();
            // There is no cycle of empty edges: the members of a list are separated by a byte.
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

// The automaton of the expansions of a template. A variable with several occurrences has the same value in all of them (3.2.1),
// which no finite automaton can enforce: the automaton of `{a}/{a}` accepts `x/y` too.

/// The length of the longest prefix whose characters are counted. A longer prefix is treated as the whole value, so
/// more strings are accepted.
pub(crate) const LONGEST: u16 = 100;
const NODES: usize = 1 << 18;

fn build(
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
    /// Adds an expression. The text before a variable depends on the earlier defined variables (RFC 6570, 3.2).
    fn expression(&mut self, expression: &ExpressionPiece, from: u32) -> Result<u32, NoExpansions> {
        let operator = expression.operator;
        if let Operator::Future(operator) = operator {
            return Err(NoExpansions::Operator { span: expression.span.clone(), operator });
        }
        // The nodes before the first defined variable, and after a defined variable.
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
            let least = usize::from(self.types.is_not_empty(variable.name));
            self.occurrences.push(Occurrence { name, operator, modifier, of, is_defined, least });
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

    /// Returns whether every occurrence of a variable expands an undefined value and an empty value alike. If so,
    /// matching treats the two values as equal. An unexploded array is never empty: its shortest expansion is the comma
    /// between a name and a value (RFC 6570, 3.2.1).
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
            (VariableType::String, _) => self.marked(number, from, operator, most),
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
                self.several(from, between, |this, from| this.marked(number, from, operator, None))
            }
            (VariableType::Map, false) => {
                let from = self.name_and_equals(is_named, &name, from);
                self.several(from, ",", |this, from| {
                    let key = this.key(number, from, operator);
                    let comma = this.graph.text(key, ",");
                    this.marked(number, comma, operator, None)
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

    /// Adds the text after a name: `=` and a value or, if the value is empty, only what the operator writes after the
    /// name.
    fn valued(&mut self, number: u16, from: u32, operator: Operator, most: Option<u16>) -> u32 {
        let equals = self.graph.text(from, "=");
        if operator.is_form() || self.occurrences[usize::from(number)].least > 0 {
            return self.marked(number, equals, operator, most);
        }
        let open = self.graph.mark(equals, Mark::Open(number));
        let end = self.graph.string(open, operator.lets_reserved(), 1, most);
        let end = self.graph.mark(end, Mark::Close(number));
        let open = self.graph.mark(from, Mark::Open(number));
        let close = self.graph.mark(open, Mark::Close(number));
        let both = self.graph.node();
        self.graph.empty(end, both);
        self.graph.empty(close, both);
        both
    }

    fn marked(&mut self, number: u16, from: u32, operator: Operator, most: Option<u16>) -> u32 {
        let least = self.occurrences[usize::from(number)].least;
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

//! From a URI back to values: the automaton of the expansions, and what is asked of it. What is forgotten: the characters
//! of a value behind a prefix; and of a value under `+` or `#`, which of its triplets it had itself, and which encode it.
//! The surprising case: `{a}{b}` has no URI with a single reading but the empty one, and `{?q}` has only such.

mod matching;
mod graph;

#[cfg(feature = "audit")]
pub(super) use graph::{LONGEST, State};
pub use matching::{Ambiguity, Ways};
#[cfg(feature = "audit")]
pub(super) use matching::{LONG, UNRESERVED, UNRESERVED_OR_RESERVED};

use alloc::borrow::ToOwned;
use alloc::collections::BTreeMap;
use alloc::string::String;
use alloc::vec;
use alloc::vec::Vec;
use core::fmt;
use core::ops::Range;

use graph::Mark;
use urispec::internal::percent;

use super::expand::Operator;
use super::parse::{Modifier, UriTemplate};
use super::values::{VariableType, VariableTypes};
use crate::expand;
use crate::values::{Value, Values};

#[derive(Clone, Debug)]
pub(super) struct Occurrence {
    pub(super) name: String,
    pub(super) operator: Operator,
    pub(super) modifier: Modifier,
    pub(super) of: VariableType,
    /// Whether the variable is always defined here, or counts as such.
    #[cfg_attr(not(feature = "audit"), allow(dead_code))]
    pub(super) is_defined: bool,
}

/// The expansions of a template: the URI references that it expands to, whatever the values of its variables.
///
/// In an expression of one variable without a delimiter of its own, `{x}` or `{+x}`, a variable that is undefined and
/// one that is empty expand alike. They count as one, and the answer is the empty value, unless another place of the
/// variable tells them apart. An associative array has a name once, and is no answer with a name twice.
///
/// A URI is matched as it is: triplets that an expansion writes have digits in upper case. Normalize other URIs first.
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
    pub(super) states: Vec<graph::State>,
}

/// The reason why the expansions of a template have no automaton.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum NoExpansions {
    /// An operator is reserved for extensions, and has no expansion (section 2.2).
    Operator {
        /// The place of the expression in the template, in bytes.
        span: Range<usize>,
        /// The operator.
        operator: char,
    },
    /// A prefix is asked of this variable, whose type is that of a list or an associative array (2.4.1).
    Prefix(String),
    /// The types name this variable, which the template does not have.
    UnknownVariable(String),
    /// The automaton would be too large.
    TooLarge,
}

impl fmt::Display for NoExpansions {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Operator { span, operator } => write!(
                f,
                "at byte {}: the operator `{operator}` is reserved, and has no expansion (2.2)",
                span.start
            ),
            Self::Prefix(name) => write!(
                f,
                "a prefix is not for a list or an associative array, which `{name}` is (2.4.1)"
            ),
            Self::UnknownVariable(name) => write!(f, "the template has no variable `{name}`"),
            Self::TooLarge => f.write_str("the automaton of the expansions would be too large"),
        }
    }
}

impl core::error::Error for NoExpansions {}

impl UriTemplate {
    /// The expansions of the template, where its variables have these types.
    ///
    /// # Errors
    /// [`NoExpansions`].
    pub fn expansions(&self, types: &VariableTypes) -> Result<Expansions<'_>, NoExpansions> {
        let (states, occurrences) = graph::build(self, types)?;
        Ok(Expansions { template: self, occurrences, states })
    }

    /// The ways in which a URI is an expansion of the template, at most two, by the types that variables have by
    /// default: see [`VariableTypes`]. Who matches many URIs makes the [`Expansions`] once.
    ///
    /// # Errors
    /// [`NoExpansions`].
    pub fn matches(&self, uri: &str) -> Result<Ways, NoExpansions> {
        Ok(self.expansions(&VariableTypes::new())?.matches(uri, 2))
    }
}

impl<'t> Expansions<'t> {
    /// The template.
    #[must_use]
    pub fn template(&self) -> &'t UriTemplate {
        self.template
    }

    /// The variables for which the automaton accepts more than the expansions, in the order of their first places: a
    /// variable that stands in several places; one with a prefix of more than 100 characters; and an associative array,
    /// which has a name once, where the automaton lets names repeat. What the automaton says of all URIs is then
    /// said of more.
    pub fn loose(&self) -> impl Iterator<Item = &'t str> {
        let is_wide = |one: &Occurrence| {
            one.of == VariableType::Map
                || matches!(one.modifier, Modifier::Prefix(length) if length > graph::LONGEST)
        };
        let repeated = self.template.repeated();
        self.template.variables().filter(move |name| {
            let mut own = self.occurrences.iter().filter(|one| one.name == *name);
            repeated.contains(name) || own.any(is_wide)
        })
    }

    /// Whether the automaton accepts the expansions and nothing else.
    #[must_use]
    pub fn is_exact(&self) -> bool {
        self.loose().next().is_none()
    }
}

// The values that a way through the automaton tells.

/// The strings of a variable at one of its places, each with the name of its pair, as they stand in the URI.
type Found<'u> = Vec<(&'u str, &'u str)>;

enum WayReading {
    Values(Values),
    None,
    /// Nothing that was tried; not all was.
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
        // There is more than one candidate only where the variable stands in several places.
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

/// The number of candidates that are tried for one way.
const CANDIDATES: usize = 64;

/// The values that a variable may have by its places. Of two values that expand alike it is one.
fn candidates(own: &[(&Occurrence, &Found<'_>)]) -> Vec<Value> {
    let is_plain = |one: &Occurrence| !one.operator.lets_reserved();
    let plain = || own.iter().filter(|(one, _)| is_plain(one));
    let reserved = || own.iter().filter(|(one, _)| !is_plain(one));
    match own.first().map(|(one, _)| one.of) {
        Some(VariableType::String) => {
            let text = |(_, found): &(&Occurrence, &Found<'_>)| {
                found.first().map(|(_, text)| (*text).to_owned())
            };
            // One of two prefixes is a prefix of the other.
            let longest = |all: Vec<String>| all.into_iter().max_by_key(String::len);
            let decoded = |one| text(one).and_then(|text| percent::characters(&text));
            let whole = plain().find(|(one, _)| !matches!(one.modifier, Modifier::Prefix(_)));
            if let Some(whole) = whole {
                return decoded(whole).map(Value::String).into_iter().collect();
            }
            let prefix = longest(plain().filter_map(decoded).collect());
            match (prefix, longest(reserved().filter_map(text).collect())) {
                (Some(prefix), Some(text)) => aligned(&prefix, &text),
                // What lets triplets stand is a value that expands to itself.
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
                    pairs.and_then(|pairs| told_apart(pairs, !is_plain(one))).map(Value::Map)
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

/// The values that begin with a prefix, and that are this text where reserved characters and triplets stand as they
/// are. Of each character of the prefix the text has the character itself, or what encodes it; a `%` may be
/// either. Behind the prefix the text is a value that expands to itself.
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
            // The text is of a shorter prefix.
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

// The names of the pairs of an associative array, which has each of them once.

/// Gives each pair a name of its own. `lets_reserved` says whether the names are texts of `+` or `#`.
fn told_apart(
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

/// A name that is this text where triplets stand as they are. The number tells which of its encoded characters the name
/// has itself, by its bits; number 0 is the text.
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

/// The character that is encoded at the beginning of a text, and the number of bytes of its triplets. A `%` before two
/// hexadecimal digits would be a triplet, and is none that is encoded.
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

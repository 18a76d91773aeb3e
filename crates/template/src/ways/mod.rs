//! From a URI back to values: the automaton of the expansions, and what is asked of it.
//!
//! In: a template with the types of its variables. Out: [`Expansions`], and by it the [`Ways`] in which a URI is an
//! expansion, or whether some URI is one in two ways. What is forgotten: the characters of a value behind a prefix;
//! and of a value under `+` or `#`, which of its triplets it had itself, and which encode it.
//!
//! The surprising case: `{a}{b}` has no URI with a single reading but the empty one, and `{?q}` has only such.

use alloc::string::String;
use alloc::vec::Vec;
use core::fmt;
use core::ops::Range;

use super::expand::Operator;
use super::parse::{Modifier, UriTemplate};
use super::values::{VariableType, VariableTypes};

mod matching;
mod graph;
mod characters;
mod read;

pub use matching::{Ambiguity, Ways};

#[cfg(feature = "audit")]
pub(super) use characters::{LONG, UNRESERVED, UNRESERVED_OR_RESERVED};
#[cfg(feature = "audit")]
pub(super) use graph::LONGEST;
#[cfg(feature = "audit")]
pub(super) use graph::State;

/// A variable at one of its places.
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
        let graph::Built { states, occurrences } = graph::build(self, types)?;
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
        let is_long = |name: &str| {
            let mut all = self.template.occurrences();
            all.any(|(_, one)| {
                one.name == name
                    && matches!(one.modifier, Modifier::Prefix(length) if length > graph::LONGEST)
            })
        };
        let is_map = |name: &str| {
            let mut all = self.occurrences.iter();
            all.any(|one| one.name == name && one.of == VariableType::Map)
        };
        let repeated = self.template.repeated();
        self.template
            .variables()
            .filter(move |name| repeated.contains(name) || is_long(name) || is_map(name))
    }

    /// Whether the automaton accepts the expansions and nothing else.
    #[must_use]
    pub fn is_exact(&self) -> bool {
        self.loose().next().is_none()
    }
}

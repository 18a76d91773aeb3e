//! The language of a template's expansions, and what is decided of it by the engine of the audit.
//!
//! Where the automaton accepts more than the expansions, since a variable stands in several places, a proof that there is
//! no string holds all the same. A string that is found is asked for its values, and others are tried in the order of their
//! lengths while it has none. Where these are all strings that there are, that none has values is a proof too.

use alloc::string::{String, ToString};
use alloc::vec::Vec;
use core::fmt;

use grammar_audit::{ByteSet, Classes, Dfa, TooLarge};

use super::ways::{Expansions, NoExpansions, State};
use super::{UriTemplate, VariableTypes};

mod every;
mod production;

pub use every::{Collision, CollisionVerdict, Every, NotEvery};
pub use production::GroupedPattern;

/// The number of states that an automaton may have, before it is minimized.
const STATES: usize = 50_000;
/// The number of states that a product of two automata may have.
const PRODUCT: usize = 1 << 20;
/// The number of strings that are tried where an automaton accepts more than the expansions.
const TRIED: usize = 2_000;

/// The language of the expansions of a template.
///
/// ```
/// use urispec_template::{CollisionVerdict, Every, ExpansionLanguage, UriTemplate};
///
/// let [one, other] = ["/users/{id}", "/users/new{?ref}"].map(|text| UriTemplate::parse(text).unwrap());
/// let [one, other] = [ExpansionLanguage::of(&one)?, ExpansionLanguage::of(&other)?];
/// let CollisionVerdict::Found(collision) = one.collision(&other) else { panic!() };
/// assert_eq!(collision.uri, "/users/new");
///
/// let Every::No(not) = one.every_uri() else { panic!() };
/// assert_eq!((&*not.string, &*not.why), ("/users/", "it is no `URI` of RFC 3986"));
/// assert!(matches!(one.every_reference(), Every::Yes { .. }));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug)]
pub struct ExpansionLanguage<'t> {
    expansions: Expansions<'t>,
    dfa: Dfa,
}

/// The reason why a language is not decided, or has no text in another notation.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum LanguageError {
    /// The expansions have no automaton.
    NoExpansions(NoExpansions),
    /// The automaton has more states than are allowed.
    TooLarge {
        /// The number of states that are allowed.
        limit: usize,
    },
    /// The pattern or the production is not written.
    NotWritten(String),
    /// A host that is to be allowed is no `host` of RFC 3986 (3.2.2), or is empty.
    NoHost(String),
}

impl fmt::Display for LanguageError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::NoExpansions(error) => error.fmt(f),
            Self::TooLarge { limit } => {
                write!(f, "the automaton of the expansions has more than {limit} states")
            }
            Self::NotWritten(why) => f.write_str(why),
            Self::NoHost(host) if host.is_empty() => {
                f.write_str("a URL of http or https has no empty host (RFC 9110, 4.2.1)")
            }
            Self::NoHost(host) => write!(f, "`{host}` is no host (RFC 3986, 3.2.2)"),
        }
    }
}

impl core::error::Error for LanguageError {}

/// What is not written, or not read again.
fn not_written(why: impl fmt::Display) -> LanguageError {
    LanguageError::NotWritten(why.to_string())
}

impl From<NoExpansions> for LanguageError {
    fn from(error: NoExpansions) -> Self {
        Self::NoExpansions(error)
    }
}

impl<'t> ExpansionLanguage<'t> {
    /// The language of a template, by the types that variables have by default: see [`VariableTypes`].
    ///
    /// # Errors
    /// [`LanguageError`].
    pub fn of(template: &'t UriTemplate) -> Result<Self, LanguageError> {
        Self::new(template.expansions(&VariableTypes::new())?)
    }

    /// The language of the expansions of a template.
    ///
    /// # Errors
    /// [`LanguageError::TooLarge`].
    pub fn new(expansions: Expansions<'t>) -> Result<Self, LanguageError> {
        let dfa = determined(&expansions.states);
        let dfa = dfa.map_err(|_| LanguageError::TooLarge { limit: STATES })?.minimize();
        Ok(Self { expansions, dfa })
    }

    /// The expansions.
    #[must_use]
    pub fn expansions(&self) -> &Expansions<'t> {
        &self.expansions
    }

    /// The minimal automaton. Its first start is that of the language.
    #[must_use]
    pub fn dfa(&self) -> &Dfa {
        &self.dfa
    }

    /// The number of states of the minimal automaton, with the dead state.
    #[must_use]
    pub fn states(&self) -> usize {
        self.dfa.size(0)
    }
}

/// The automaton whose states are sets of the given ones (Rabin and Scott, *Finite automata and their decision
/// problems*, 1959).
fn determined(states: &[State]) -> Result<Dfa, TooLarge> {
    let steps = states.iter().flat_map(|state| &state.steps);
    let mut ranges: Vec<(u8, u8)> = steps.map(|step| (step.first, step.last)).collect();
    ranges.sort_unstable();
    ranges.dedup();
    let classes =
        Classes::refine(ranges.into_iter().map(|(first, last)| ByteSet::range(first, last)));
    Dfa::explore(
        classes,
        alloc::vec![alloc::vec![0_u32]],
        STATES,
        |set| set.iter().any(|&state| !states[state as usize].ends.is_empty()),
        |set, byte| {
            let steps = set.iter().flat_map(|&state| &states[state as usize].steps);
            let steps = steps.filter(|step| (step.first..=step.last).contains(&byte));
            let mut next: Vec<u32> = steps.map(|step| step.next).collect();
            next.sort_unstable();
            next.dedup();
            next
        },
    )
}

enum Tried<T> {
    /// An answer of one of them.
    Found(T),
    /// No answer: these are all strings that there are, so many, and none has one.
    None(usize),
    /// No answer of those that were tried.
    Undecided,
}

/// Asks the strings of an automaton in the order of their lengths, so many at most, one of each class of bytes. These
/// are all strings only where each byte of theirs is alone in its class. That a string has no answer may be undecided.
fn tried<T>(dfa: &Dfa, most: usize, mut answer: impl FnMut(&str) -> Tried<T>) -> Tried<T> {
    let classes = dfa.classes();
    let is_alone: Vec<bool> =
        (0..classes.count()).map(|class| classes.members(class).iter().count() == 1).collect();
    let (mut members, mut are_all) = (dfa.members(0), true);
    for count in 0..most {
        let Some(string) = members.next() else {
            return if are_all { Tried::None(count) } else { Tried::Undecided };
        };
        are_all &= string.iter().all(|&byte| is_alone[classes.of(byte)]);
        // An expansion is ASCII.
        let Ok(string) = String::from_utf8(string) else { continue };
        match answer(&string) {
            Tried::Found(answer) => return Tried::Found(answer),
            Tried::None(_) => {}
            Tried::Undecided => are_all = false,
        }
    }
    Tried::Undecided
}

fn product(left: &Dfa, right: &Dfa, accepts: fn(bool, bool) -> bool) -> Result<Dfa, TooLarge> {
    Dfa::product((left, 0), (right, 0), PRODUCT, accepts)
}

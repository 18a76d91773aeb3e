//! The language of a template's expansions, and decisions about it by the engine of the audit.
//!
//! If a variable occurs in several places, the automaton accepts all expansions and some other strings. If it accepts
//! no string with a property, no expansion has the property: this is a proof. If it accepts such a string, values are
//! computed that expand to the string. If there are no such values, the next strings are tried, shortest first. If all
//! strings were tried, and no values expand to any of them, this is a proof too.

mod production;

pub use production::GroupedPattern;

use alloc::boxed::Box;
use alloc::format;
use alloc::string::{String, ToString};
use alloc::vec::Vec;
use core::fmt;

use grammar_audit::automata::{ByteSet, Classes, Dfa};
use grammar_audit::{GrammarText, Languages, Notation, PrintedReader, TooLarge};
use urispec::internal::RFC3986;

use super::matching::{Expansions, Matches, NoExpansions, State};
use super::{UriTemplate, VariableTypes};
use crate::values::Values;

/// The maximum number of states of an automaton before it is minimized.
const STATES: usize = 50_000;
/// The maximum number of states of a product of two automata.
const PRODUCT: usize = 1 << 20;
/// The maximum number of strings that are tried if an automaton accepts more than the expansions.
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
/// assert_eq!((&*not.string, &*not.why), ("/users/", "it is not a `URI` of RFC 3986"));
/// assert!(matches!(one.every_reference(), Every::Yes { .. }));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug)]
pub struct ExpansionLanguage<'t> {
    expansions: Expansions<'t>,
    dfa: Dfa,
}

/// The reason why a language cannot be decided, or cannot be written in another notation.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum LanguageError {
    /// The expansions have no automaton.
    NoExpansions(NoExpansions),
    /// The automaton has too many states.
    TooLarge {
        /// The maximum number of states.
        limit: usize,
    },
    /// The pattern or the production cannot be written.
    NotWritten(String),
    /// An allowed host is not a `host` (RFC 3986, 3.2.2), or is empty.
    NoHost(String),
    /// The language of a route is not decided, for this reason.
    Undecided(String),
}

impl fmt::Display for LanguageError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::NoExpansions(error) => error.fmt(f),
            Self::TooLarge { limit } => {
                write!(f, "the automaton of the expansions has more than {limit} states")
            }
            Self::NotWritten(why) | Self::Undecided(why) => f.write_str(why),
            Self::NoHost(host) if host.is_empty() => {
                f.write_str("a URL of http or https cannot have an empty host (RFC 9110, 4.2.1)")
            }
            Self::NoHost(host) => write!(f, "`{host}` is not a valid host (RFC 3986, 3.2.2)"),
        }
    }
}

impl core::error::Error for LanguageError {}

/// Returns the error for a text that cannot be written, or cannot be read back.
pub(crate) fn not_written(why: impl fmt::Display) -> LanguageError {
    LanguageError::NotWritten(why.to_string())
}

impl From<NoExpansions> for LanguageError {
    fn from(error: NoExpansions) -> Self {
        Self::NoExpansions(error)
    }
}

impl<'t> ExpansionLanguage<'t> {
    /// Builds the language of a template with the default types of variables: see [`VariableTypes`].
    ///
    /// # Errors
    /// [`LanguageError`] if the expansions have no automaton, or if it is too large.
    pub fn of(template: &'t UriTemplate) -> Result<Self, LanguageError> {
        Self::new(template.expansions(&VariableTypes::new())?)
    }

    /// Builds the language of the expansions of a template.
    ///
    /// # Errors
    /// [`LanguageError::TooLarge`] if the automaton has too many states.
    pub fn new(expansions: Expansions<'t>) -> Result<Self, LanguageError> {
        let dfa = determined(&expansions.states);
        let dfa = dfa.map_err(|_| LanguageError::TooLarge { limit: STATES })?.minimize();
        Ok(Self { expansions, dfa })
    }

    /// Returns the expansions.
    #[must_use]
    pub fn expansions(&self) -> &Expansions<'t> {
        &self.expansions
    }

    /// Returns the minimal automaton. The language begins at its first start state.
    #[must_use]
    pub fn dfa(&self) -> &Dfa {
        &self.dfa
    }

    /// Returns the offset of the first byte after which no expansion continues; the length of the string if it is the
    /// beginning of an expansion; or `None` if it is an expansion.
    ///
    /// ```
    /// use urispec_template::{ExpansionLanguage, UriTemplate};
    /// let template = UriTemplate::parse("/users/{id}{?q}")?;
    /// let language = ExpansionLanguage::of(&template)?;
    /// assert_eq!(language.offset("/users/7?r=1"), Some(9));
    /// assert_eq!(language.offset("/user"), Some(5));
    /// assert_eq!(language.offset("/users/7?q=1"), None);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[must_use]
    pub fn offset(&self, text: &str) -> Option<usize> {
        first_wrong(&self.dfa, text)
    }

    /// Returns the number of states of the minimal automaton, including the dead state.
    #[must_use]
    pub fn states(&self) -> usize {
        self.dfa.size(0)
    }
}

/// Returns the offset of the first byte after which no string of a minimal automaton continues, the length of the text
/// if it is the beginning of such a string, or `None` if it is one.
pub(crate) fn first_wrong(dfa: &Dfa, text: &str) -> Option<usize> {
    let dead = dfa.dead(None);
    let mut state = dfa.start(0);
    for (at, byte) in text.bytes().enumerate() {
        state = dfa.walk(state, &[byte]);
        if Some(state) == dead {
            return Some(at);
        }
    }
    (!dfa.accepts(state)).then_some(text.len())
}

/// Builds the deterministic automaton, whose states are sets of the given states (Rabin and Scott, *Finite automata and
/// their decision problems*, 1959).
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
    /// An answer for one of the strings.
    Found(T),
    /// No answer: all strings were tried. The number of strings is given.
    None(usize),
    /// No answer: only some of the strings were tried.
    Undecided,
}

/// Calls `answer` for strings of an automaton, the shortest first, and for at most `most` of them. Only one byte of
/// each byte class is tried, so all strings are tried only if each class has a single byte.
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

pub(crate) fn product(
    left: &Dfa,
    right: &Dfa,
    accepts: fn(bool, bool) -> bool,
) -> Result<Dfa, TooLarge> {
    Dfa::product((left, 0), (right, 0), PRODUCT, accepts)
}

// Decides whether every expansion of a template is a URI, a reference, or a URL on an allowed host.

/// The decision whether every expansion of a template satisfies a condition.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Every {
    /// Every expansion satisfies the condition.
    Yes {
        /// The number of states of the product of the automata of the expansions and of the condition.
        states: usize,
        /// The number of strings that violate the condition and that the automaton accepts. Each was tried, and none is
        /// an expansion.
        tried: usize,
    },
    /// An expansion violates the condition.
    No(NotEvery),
    /// Whether every expansion satisfies the condition is undecided.
    Undecided {
        /// The reason why no decision was reached.
        why: String,
    },
}

/// An expansion that violates the condition.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct NotEvery {
    /// The expansion, which is a shortest one.
    pub string: String,
    /// Values for which the template expands to the string.
    pub values: Values,
    /// The violation.
    pub why: String,
}

impl ExpansionLanguage<'_> {
    /// Decides whether every expansion is a `URI` (RFC 3986, 3).
    #[must_use]
    pub fn every_uri(&self) -> Every {
        self.every(&of_rfc3986("URI"), "it is not a `URI` of RFC 3986")
    }

    /// Decides whether every expansion is a `URI-reference` (RFC 3986, 4.1). RFC 6570, 1.1, states that a template is
    /// transformed into a URI reference.
    #[must_use]
    pub fn every_reference(&self) -> Every {
        self.every(&of_rfc3986("URI-reference"), "it is not a `URI-reference` of RFC 3986")
    }

    /// Decides whether every expansion is a URL of `http` or `https` whose host is one of `hosts`. A URL with a
    /// userinfo violates the condition: RFC 9110, 4.2.4, forbids generating such a URL. Hosts are compared as text,
    /// ignoring case: a host with a triplet differs from the host with the decoded character.
    ///
    /// ```
    /// use urispec_template::{Every, ExpansionLanguage, UriTemplate};
    ///
    /// let template = UriTemplate::parse("https://example.com{+path}")?;
    /// let Every::No(not) = ExpansionLanguage::of(&template)?.every_on_hosts(&["example.com"])? else { panic!() };
    /// assert_eq!(not.string, "https://example.com0");
    /// let template = UriTemplate::parse("https://example.com{/path*}")?;
    /// let every = ExpansionLanguage::of(&template)?.every_on_hosts(&["example.com"])?;
    /// assert!(matches!(every, Every::Yes { .. }));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    /// [`LanguageError::NoHost`] if a host is invalid, or empty, which is not allowed in such a URL (RFC 9110, 4.2.1 and
    /// 4.2.2).
    pub fn every_on_hosts(&self, hosts: &[&str]) -> Result<Every, LanguageError> {
        let allowed = on_hosts(hosts)?;
        let mut every = self.every(&allowed, "");
        if let Every::No(not) = &mut every {
            let is_uri = RFC3986.derives(RFC3986.start_of("URI"), not.string.as_bytes());
            not.why = match is_uri {
                false => "it is not a `URI` of RFC 3986".to_string(),
                true => "it is not a URL of http or https on an allowed host".to_string(),
            };
        }
        Ok(every)
    }

    fn every(&self, asked: &Result<Dfa, TooLarge>, why: &str) -> Every {
        let others = asked.as_ref().ok();
        let others =
            others.and_then(|asked| product(&self.dfa, asked, |own, asked| own && !asked).ok());
        let Some(others) = others else { return Every::Undecided { why: too_large() } };
        let most = if self.expansions.is_exact() { 1 } else { TRIED };
        let found = tried(&others, most, |string| {
            let ways = self.expansions.matches(string, 1);
            match ways.all().first() {
                Some(values) => {
                    let (string, values) = (string.to_string(), values.clone());
                    Tried::Found(NotEvery { string, values, why: why.to_string() })
                }
                None if ways.are_all() => Tried::None(0),
                None => Tried::Undecided,
            }
        });
        match found {
            Tried::Found(not) => Every::No(not),
            Tried::None(tried) => Every::Yes { states: others.states(), tried },
            Tried::Undecided => {
                let why = "the automaton accepts strings that violate the condition, but no string that was tried is an \
                           expansion with one value for each variable";
                Every::Undecided { why: why.to_string() }
            }
        }
    }
}

pub(crate) fn of_rfc3986(production: &str) -> Result<Dfa, TooLarge> {
    let start = RFC3986.start(production).unwrap_or_default();
    let members = |class: u8| {
        let bytes = (0..=u8::MAX).filter(move |&byte| RFC3986.class(byte) == class);
        bytes.fold(ByteSet::EMPTY, |set, byte| set.union(ByteSet::single(byte)))
    };
    let classes = Classes::refine((0..RFC3986.class_count as u8).map(members));
    let accepts = |state: &u16| RFC3986.accepts(*state);
    Dfa::explore(classes, alloc::vec![start], STATES, accepts, |&state, byte| {
        RFC3986.step(state, byte)
    })
}

fn on_hosts(hosts: &[&str]) -> Result<Result<Dfa, TooLarge>, LanguageError> {
    let is_host = |host: &&str| {
        !host.is_empty() && RFC3986.derives(RFC3986.start_of("host"), host.as_bytes())
    };
    if let Some(host) = hosts.iter().find(|host| !is_host(host)) {
        return Err(LanguageError::NoHost((*host).to_string()));
    }
    let hosts: alloc::vec::Vec<String> = hosts.iter().map(|host| format!("\"{host}\"")).collect();
    let text = format!(
        "url = ( \"http\" / \"https\" ) \"://\" ( {} ) [ \":\" *%x30-39 ] [ ( \"/\" / \"?\" / \"#\" ) *%x21-7E ]\n",
        hosts.join(" / ")
    );
    let reader = PrintedReader::new(Notation::Abnf);
    let printed =
        reader.read(GrammarText { file: "hosts.abnf", text: &text }).map_err(not_written)?;
    let languages = Languages::new(&printed);
    if let Some(Err(why)) = languages.start("url") {
        return Err(not_written(why));
    }
    let uris = of_rfc3986("URI");
    Ok(uris.and_then(|uris| product(&uris, languages.dfa(), |uri, on_host| uri && on_host)))
}

fn too_large() -> String {
    format!("the product of the automata has more than {PRODUCT} states")
}

// Decides whether two templates have a URI in common.

/// A URI to which two templates expand.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Collision {
    /// The URI, which is a shortest one.
    pub uri: String,
    /// Values for which the first template expands to the URI.
    pub left: Values,
    /// Values for which the second template expands to the URI.
    pub right: Values,
}

/// The decision whether two templates have a URI in common.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum CollisionVerdict {
    /// The templates have a URI in common.
    Found(Collision),
    /// The templates have no URI in common.
    None {
        /// The number of states of the product of their automata.
        states: usize,
        /// The number of strings that the product accepts, each of which was tried and is an expansion of at most one
        /// of the templates.
        tried: usize,
    },
    /// Whether the templates have a URI in common is undecided.
    Undecided {
        /// The reason why no decision was reached.
        why: String,
    },
}

impl ExpansionLanguage<'_> {
    /// Decides whether two templates can expand to the same URI, and finds such a URI. The values that are found are
    /// expanded again, and both expansions must be the URI.
    #[must_use]
    pub fn collision(&self, other: &Self) -> CollisionVerdict {
        collision([self, other].map(|one| CollisionSide {
            dfa: &one.dfa,
            is_exact: one.expansions.is_exact(),
            matches: Box::new(|uri| one.expansions.matches(uri, 1)),
        }))
    }
}

/// One of two languages that may have a string in common.
pub(crate) struct CollisionSide<'s> {
    pub(crate) dfa: &'s Dfa,
    /// Whether the automaton accepts exactly the language.
    pub(crate) is_exact: bool,
    /// Finds the match of a string.
    pub(crate) matches: Box<dyn Fn(&str) -> Matches + 's>,
}

/// Decides whether two languages have a string in common.
pub(crate) fn collision([left, right]: [CollisionSide<'_>; 2]) -> CollisionVerdict {
    let undecided = |why: &str| CollisionVerdict::Undecided { why: why.to_string() };
    let Ok(both) = product(left.dfa, right.dfa, |left, right| left && right) else {
        return undecided(&too_large());
    };
    let is_exact = left.is_exact && right.is_exact;
    let found = tried(&both, if is_exact { 1 } else { TRIED }, |uri| {
        let [left, right] = [&left, &right].map(|one| (one.matches)(uri));
        match (left.all(), right.all()) {
            ([left, ..], [right, ..]) => {
                let (left, right) = (left.clone(), right.clone());
                Tried::Found(Collision { uri: uri.to_string(), left, right })
            }
            _ if [&left, &right].iter().any(|one| one.is_empty() && one.are_all()) => {
                Tried::None(0)
            }
            _ => Tried::Undecided,
        }
    });
    match found {
        Tried::Found(collision) => CollisionVerdict::Found(collision),
        Tried::None(tried) => CollisionVerdict::None { states: both.states(), tried },
        Tried::Undecided => undecided(
            "the automata have strings in common, but none that was tried is an expansion in which \
             every variable has one value",
        ),
    }
}

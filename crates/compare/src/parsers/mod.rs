//! The answers of several readers about a string, and how they differ. The readers are other parsers, and two built-in
//! readers.
//!
//! | aspect | two readers agree if |
//! |---|---|
//! | `valid` | both accept, or both reject |
//! | `scheme` | the schemes are equal but for letter case (3.1) |
//! | `userinfo` | users and passwords, divided at the first `:` and decoded, are equal; empty equals undefined (3.2.1) |
//! | `host` | the names are equal but for letter case and the digits of escapes; or the IPv6 addresses are equal; or neither has a host (3.2.2) |
//! | `port` | the numbers are equal, where an empty port has the scheme's default number (3.2.3, 6.2.3) |
//! | `path` | the data are equal after removing dot segments, and an empty path after an authority is `/` (6.2.2, 6.2.3) |
//! | `query`, `fragment` | the data are equal; empty equals undefined |
//! | `target`, `normalized` | all components of the URI are equal |
//!
//! Data are compared after every octet has been escaped in the same way: escapes of unreserved characters are decoded,
//! and characters that must be escaped are escaped. An escaped delimiter is different data from the delimiter (2.2).
//! Section numbers refer to RFC 3986.
//!
//! The surprising case: not reporting a component differs from reporting that there is none. A reader without a notion
//! of userinfo reports nothing for `//u@h`, and a reader that finds no userinfo reports that ([`AspectValue`]).

use std::borrow::Cow;

use urispec::internal::last_colon;
use urispec::{Components, Edition, Reference, Resolved, Resolver, split};

mod canonical;
mod difference;
#[cfg(test)]
mod tests;

pub use canonical::canonical_host;
pub use difference::{Aspect, Difference, Group, GroupAnswer, Spelling, Weight, differences};

/// A reader's answer about one aspect.
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash)]
pub enum AspectValue<'t> {
    /// The reader does not report the aspect.
    #[default]
    Unknown,
    /// The reader reports that the string has no such component: it is undefined.
    Undefined,
    /// The text, which may be empty.
    Text(Cow<'t, str>),
}

impl<'t> AspectValue<'t> {
    /// Returns the answer of a reader that reports the aspect: the given text, or [`Self::Undefined`] for `None`.
    pub fn new(text: Option<impl Into<Cow<'t, str>>>) -> Self {
        text.map_or(Self::Undefined, |text| Self::Text(text.into()))
    }

    /// Returns the text, if there is one.
    #[must_use]
    pub fn text(&self) -> Option<&str> {
        match self {
            Self::Text(text) => Some(text),
            _ => None,
        }
    }

    /// Converts the answer to one that borrows nothing.
    #[must_use]
    pub fn into_owned(self) -> AspectValue<'static> {
        match self {
            Self::Unknown => AspectValue::Unknown,
            Self::Undefined => AspectValue::Undefined,
            Self::Text(text) => AspectValue::Text(Cow::Owned(text.into_owned())),
        }
    }

    /// Returns whether the reader reports the aspect.
    #[must_use]
    pub const fn is_known(&self) -> bool {
        !matches!(self, Self::Unknown)
    }
}

/// A reader's answer about one string. `ParserAnswer::default()` reports nothing.
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub struct ParserAnswer<'t> {
    /// Whether the string is valid, if the reader reports that.
    pub is_valid: Option<bool>,
    /// The target of the string.
    pub target: AspectValue<'t>,
    /// The normal form of the string.
    pub normalized: AspectValue<'t>,
    /// How the reader failed, if it did: it crashed on the string, or did not answer in time.
    pub crash: Option<Cow<'t, str>>,
    /// The answers about the components, in the order of [`Component::ALL`].
    components: [AspectValue<'t>; 8],
}

impl<'t> ParserAnswer<'t> {
    /// Returns an answer that reports only whether the string is valid.
    #[must_use]
    pub fn valid(is_valid: bool) -> Self {
        Self { is_valid: Some(is_valid), ..Self::default() }
    }

    /// Returns the answer of a reader that crashed on the string or did not answer; `how` describes the failure.
    #[must_use]
    pub fn crashed(how: impl Into<Cow<'t, str>>) -> Self {
        Self { crash: Some(how.into()), ..Self::default() }
    }

    /// Adds the reader's answer about a component.
    #[must_use]
    pub fn with(mut self, component: Component, reported: AspectValue<'t>) -> Self {
        self.components[component as usize] = reported;
        self
    }

    /// Returns the reader's answer about a component.
    #[must_use]
    pub const fn component(&self, component: Component) -> &AspectValue<'t> {
        &self.components[component as usize]
    }

    /// Converts the answer to one that borrows nothing.
    #[must_use]
    pub fn into_owned(self) -> ParserAnswer<'static> {
        ParserAnswer {
            is_valid: self.is_valid,
            target: self.target.into_owned(),
            normalized: self.normalized.into_owned(),
            crash: self.crash.map(|how| Cow::Owned(how.into_owned())),
            components: self.components.map(AspectValue::into_owned),
        }
    }
}

// The components: the name of each, and its text in a reference.

/// A component or subcomponent of a reference.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Component {
    /// The scheme.
    Scheme,
    /// The authority.
    Authority,
    /// The userinfo of the authority.
    Userinfo,
    /// The host of the authority.
    Host,
    /// The port of the authority.
    Port,
    /// The path, or the opaque part.
    Path,
    /// The query.
    Query,
    /// The fragment.
    Fragment,
}

impl Component {
    /// All components, from left to right.
    pub const ALL: &'static [Self] = &[
        Self::Scheme,
        Self::Authority,
        Self::Userinfo,
        Self::Host,
        Self::Port,
        Self::Path,
        Self::Query,
        Self::Fragment,
    ];

    /// Returns the name of the component, such as `scheme`.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Scheme => "scheme",
            Self::Authority => "authority",
            Self::Userinfo => "userinfo",
            Self::Host => "host",
            Self::Port => "port",
            Self::Path => "path",
            Self::Query => "query",
            Self::Fragment => "fragment",
        }
    }

    /// Returns the text of the component in a reference, or `None` if the component is undefined.
    #[must_use]
    pub fn of<'i>(self, reference: &Reference<'i>) -> Option<&'i str> {
        match self {
            Self::Scheme => reference.scheme(),
            Self::Authority => reference.authority(),
            Self::Userinfo => reference.userinfo(),
            Self::Host => reference.host().map(|host| host.as_str()),
            Self::Port => reference.port(),
            Self::Path => Some(reference.path()),
            Self::Query => reference.query(),
            Self::Fragment => reference.fragment(),
        }
    }

    /// Returns the component of that name.
    #[must_use]
    pub fn named(name: &str) -> Option<Self> {
        Self::ALL.iter().copied().find(|component| component.name() == name)
    }
}

// The built-in readers: RFC 3986 by the letter, and its Appendix B.
//
// The surprising case: `http://evil.com\@good.com/` is not valid. Appendix B finds the host `good.com`
// in it, and other readers find `evil.com`.

/// Returns RFC 3986's answer about a string, with its target against a base.
///
/// The target is [`AspectValue::Undefined`] if the base is not a valid base, and is not reported without a base.
#[must_use]
pub fn by_rfc3986<'t>(text: &'t str, base: Option<&str>) -> ParserAnswer<'t> {
    let Ok(reference) = Reference::parse(Edition::Rfc3986, text) else {
        return ParserAnswer::valid(false);
    };
    let mut answer = ParserAnswer::valid(true);
    for &component in Component::ALL {
        answer = answer.with(component, AspectValue::new(component.of(&reference)));
    }
    answer.target = target(base, split(text));
    answer
}

/// Returns the answer of RFC 3986, Appendix B, about a string, valid or not. The authority is divided into userinfo,
/// host and port at the last `@` and at the last `:` after any brackets.
///
/// ```
/// use urispec_compare::parsers::{Component, by_appendix_b};
/// let answer = by_appendix_b("http://evil.com\\@good.com/", None);
/// assert_eq!(answer.component(Component::Host).text(), Some("good.com"));
/// assert_eq!(answer.component(Component::Userinfo).text(), Some("evil.com\\"));
/// assert_eq!(answer.is_valid, None);
/// ```
#[must_use]
pub fn by_appendix_b<'t>(text: &'t str, base: Option<&str>) -> ParserAnswer<'t> {
    let parts = split(text);
    let (userinfo, host, port) = match parts.authority.map(divide_authority) {
        Some((userinfo, host, port)) => (userinfo, Some(host), port),
        None => (None, None, None),
    };
    let mut answer = ParserAnswer::default()
        .with(Component::Scheme, AspectValue::new(parts.scheme))
        .with(Component::Authority, AspectValue::new(parts.authority))
        .with(Component::Userinfo, AspectValue::new(userinfo))
        .with(Component::Host, AspectValue::new(host))
        .with(Component::Port, AspectValue::new(port))
        .with(Component::Path, AspectValue::new(Some(parts.path)))
        .with(Component::Query, AspectValue::new(parts.query))
        .with(Component::Fragment, AspectValue::new(parts.fragment));
    answer.target = target(base, parts);
    answer
}

/// Resolves components by the algorithm of RFC 3986, section 5.2. The components need not be valid.
fn target<'t>(base: Option<&str>, parts: Components<'_>) -> AspectValue<'t> {
    let Some(base) = base else { return AspectValue::Unknown };
    match Resolver::from_edition(Edition::Rfc3986).resolve(split(base), parts) {
        Ok(Resolved::Target(target)) => AspectValue::Text(target.to_string().into()),
        _ => AspectValue::Undefined,
    }
}

// The authority of any string, divided as a lenient reader divides it.
//
// The surprising case: a `[` without `]` keeps every `:` in the host. `[::1` does not have the port 1.

/// Returns the userinfo, the host and the port of an authority.
fn divide_authority(authority: &str) -> (Option<&str>, &str, Option<&str>) {
    let (userinfo, rest) = match authority.rsplit_once('@') {
        Some((userinfo, rest)) => (Some(userinfo), rest),
        None => (None, authority),
    };
    match last_colon(rest) {
        Some(at) => (userinfo, &rest[..at], Some(&rest[at + 1..])),
        None => (userinfo, rest, None),
    }
}

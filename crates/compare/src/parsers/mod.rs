//! What readers make of a string, parsers that are not ours and ours beside them, and what differs.
//!
//! | aspect | two readers say the same if |
//! |---|---|
//! | `valid` | both accept, or both reject |
//! | `scheme` | letter case apart, the schemes are the same (3.1) |
//! | `userinfo` | users and passwords are the same, divided at the first `:` and decoded; empty is none (3.2.1) |
//! | `host` | letter case and the digits of escapes apart, the names are the same; or the IPv6 addresses; or neither has a host (3.2.2) |
//! | `port` | the numbers are the same, and the default port of the scheme is that of an empty one (3.2.3, 6.2.3) |
//! | `path` | the data are the same, dot segments are removed, and an empty path after an authority is `/` (6.2.2, 6.2.3) |
//! | `query`, `fragment` | the data are the same; empty is undefined |
//! | `target`, `normalized` | all components of the URI are the same |
//!
//! Data are the same if they are when each octet is escaped in one way: escapes of unreserved characters
//! are decoded, and what may not stand there raw is escaped. An escaped delimiter is other data than the
//! delimiter (2.2). Section numbers are those of RFC 3986.
//!
//! The surprising case: not to tell is not to say that there is none. A reader that knows no userinfo
//! tells nothing of `//u@h`, and a reader that finds none says so ([`Tell`]).

use std::borrow::Cow;

use urispec::internal::last_colon;
use urispec::{Components, Edition, Reference, Resolved, Resolver, split};

mod canonical;
mod difference;
#[cfg(test)]
mod tests;

pub use canonical::canonical_host;
pub use difference::{Aspect, Difference, Group, Said, Spelling, Weight, differences};

/// What a reader tells of one thing.
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash)]
pub enum Tell<'t> {
    /// The reader does not tell.
    #[default]
    NotTold,
    /// The reader says that there is none: the thing is undefined.
    Undefined,
    /// The text of the thing, which may be empty.
    Is(Cow<'t, str>),
}

impl<'t> Tell<'t> {
    /// What a reader says who knows whether there is one.
    pub fn new(text: Option<impl Into<Cow<'t, str>>>) -> Self {
        text.map_or(Self::Undefined, |text| Self::Is(text.into()))
    }

    /// The text, if there is one.
    #[must_use]
    pub fn text(&self) -> Option<&str> {
        match self {
            Self::Is(text) => Some(text),
            _ => None,
        }
    }

    /// The same, which borrows from nothing.
    #[must_use]
    pub fn into_owned(self) -> Tell<'static> {
        match self {
            Self::NotTold => Tell::NotTold,
            Self::Undefined => Tell::Undefined,
            Self::Is(text) => Tell::Is(Cow::Owned(text.into_owned())),
        }
    }

    /// Whether the reader tells.
    #[must_use]
    pub const fn is_told(&self) -> bool {
        !matches!(self, Self::NotTold)
    }
}

/// What a reader tells of one string. `ParserAnswer::default()` tells nothing.
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub struct ParserAnswer<'t> {
    /// Whether the string is valid, if the reader tells.
    pub is_valid: Option<bool>,
    /// What the string resolves to.
    pub target: Tell<'t>,
    /// The normal form of the string.
    pub normalized: Tell<'t>,
    /// How the reader failed, if it did: it died over the string, or gave no answer in time.
    pub crash: Option<Cow<'t, str>>,
    /// In the order of [`Component::ALL`].
    components: [Tell<'t>; 8],
}

impl<'t> ParserAnswer<'t> {
    /// The answer that the string is valid, or that it is not, and nothing more.
    #[must_use]
    pub fn valid(is_valid: bool) -> Self {
        Self { is_valid: Some(is_valid), ..Self::default() }
    }

    /// The answer of a reader that died over the string or gave no answer, with how it failed.
    #[must_use]
    pub fn crashed(how: impl Into<Cow<'t, str>>) -> Self {
        Self { crash: Some(how.into()), ..Self::default() }
    }

    /// Adds what the reader tells of a component.
    #[must_use]
    pub fn with(mut self, component: Component, tell: Tell<'t>) -> Self {
        self.components[component as usize] = tell;
        self
    }

    /// What the reader tells of a component.
    #[must_use]
    pub const fn component(&self, component: Component) -> &Tell<'t> {
        &self.components[component as usize]
    }

    /// The answer, which borrows from nothing.
    #[must_use]
    pub fn into_owned(self) -> ParserAnswer<'static> {
        ParserAnswer {
            is_valid: self.is_valid,
            target: self.target.into_owned(),
            normalized: self.normalized.into_owned(),
            crash: self.crash.map(|how| Cow::Owned(how.into_owned())),
            components: self.components.map(Tell::into_owned),
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

    /// The name of the component, such as `scheme`.
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

    /// The text of the component in a reference. There is none if the component is undefined.
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

    /// The component of that name.
    #[must_use]
    pub fn named(name: &str) -> Option<Self> {
        Self::ALL.iter().copied().find(|component| component.name() == name)
    }
}

// The readers that are ours: RFC 3986 by the letter, and its Appendix B.
//
// The surprising case: `http://evil.com\@good.com/` is not valid. Appendix B finds the host `good.com`
// in it, and other readers find `evil.com`.

/// What RFC 3986 says of a string, and what the string resolves to against a base.
///
/// The target is [`Tell::Undefined`] where the base is no base, and where there is no base it is not
/// told.
#[must_use]
pub fn by_rfc3986<'t>(text: &'t str, base: Option<&str>) -> ParserAnswer<'t> {
    let Ok(reference) = Reference::parse(Edition::Rfc3986, text) else {
        return ParserAnswer::valid(false);
    };
    let mut told = ParserAnswer::valid(true);
    for &component in Component::ALL {
        told = told.with(component, Tell::new(component.of(&reference)));
    }
    told.target = target(base, split(text));
    told
}

/// What Appendix B finds in a string, valid or not, and the authority divided into userinfo, host and port:
/// the last `@` and the last `:` after any brackets divide.
///
/// ```
/// use urispec_compare::parsers::{Component, by_appendix_b};
/// let told = by_appendix_b("http://evil.com\\@good.com/", None);
/// assert_eq!(told.component(Component::Host).text(), Some("good.com"));
/// assert_eq!(told.component(Component::Userinfo).text(), Some("evil.com\\"));
/// assert_eq!(told.is_valid, None);
/// ```
#[must_use]
pub fn by_appendix_b<'t>(text: &'t str, base: Option<&str>) -> ParserAnswer<'t> {
    let parts = split(text);
    let (userinfo, host, port) = match parts.authority.map(divide_authority) {
        Some((userinfo, host, port)) => (userinfo, Some(host), port),
        None => (None, None, None),
    };
    let mut told = ParserAnswer::default()
        .with(Component::Scheme, Tell::new(parts.scheme))
        .with(Component::Authority, Tell::new(parts.authority))
        .with(Component::Userinfo, Tell::new(userinfo))
        .with(Component::Host, Tell::new(host))
        .with(Component::Port, Tell::new(port))
        .with(Component::Path, Tell::new(Some(parts.path)))
        .with(Component::Query, Tell::new(parts.query))
        .with(Component::Fragment, Tell::new(parts.fragment));
    told.target = target(base, parts);
    told
}

/// What components resolve to by section 5.2, which asks for no valid ones.
fn target<'t>(base: Option<&str>, parts: Components<'_>) -> Tell<'t> {
    let Some(base) = base else { return Tell::NotTold };
    match Resolver::from_edition(Edition::Rfc3986).resolve(split(base), parts) {
        Ok(Resolved::Target(target)) => Tell::Is(target.to_string().into()),
        _ => Tell::Undefined,
    }
}

// The authority of any string, divided as a lenient reader divides it.
//
// The surprising case: a `[` without `]` keeps every `:` in the host. `[::1` has no port 1.

/// The userinfo, the host and the port of an authority.
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

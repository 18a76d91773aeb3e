//! What a reader tells of one string.

use std::borrow::Cow;

use urispec::Reference;

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

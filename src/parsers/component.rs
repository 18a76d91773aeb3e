//! The components: the name of each, and its text in a reference.

use crate::reference::Reference;

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

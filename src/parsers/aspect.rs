//! What readers may differ in, and what weight a difference has.

use super::Component;

/// One thing that readers tell of a string, and may differ in.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
#[non_exhaustive]
pub enum Aspect {
    /// Whether the string is valid.
    Valid,
    /// A component. [`Component::Authority`] is asked for only where a reader tells the authority and
    /// does not tell the host.
    Component(Component),
    /// What the string resolves to.
    Target,
    /// The normal form of the string.
    Normalized,
}

impl Aspect {
    /// All aspects: validity, the components from left to right, and what is made of the whole.
    pub const ALL: &'static [Self] = &[
        Self::Valid,
        Self::Component(Component::Scheme),
        Self::Component(Component::Authority),
        Self::Component(Component::Userinfo),
        Self::Component(Component::Host),
        Self::Component(Component::Port),
        Self::Component(Component::Path),
        Self::Component(Component::Query),
        Self::Component(Component::Fragment),
        Self::Target,
        Self::Normalized,
    ];

    /// The name of the aspect, such as `host`: the key of the protocol that tells it.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Valid => "valid",
            Self::Component(component) => component.name(),
            Self::Target => "target",
            Self::Normalized => "normalized",
        }
    }

    /// The weight of a difference that is more than another spelling. For [`Aspect::Target`] and
    /// [`Aspect::Normalized`] this is the weight where scheme, userinfo, host and port are the same.
    pub(super) const fn weight(self) -> Weight {
        match self {
            Self::Valid => Weight::Material,
            Self::Component(Component::Path | Component::Query | Component::Fragment) => {
                Weight::Other
            }
            Self::Component(_) => Weight::Material,
            Self::Target | Self::Normalized => Weight::Other,
        }
    }
}

/// The weight of a difference, the heaviest first.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
#[non_exhaustive]
pub enum Weight {
    /// The difference changes which host is contacted, which scheme or port is used, who is logged in,
    /// or whether the string is valid.
    Material,
    /// The data of a path, a query or a fragment are different.
    Other,
    /// The readers say the same in other words: see [`Spelling`].
    Canonical,
}

impl Weight {
    /// The name of the weight, such as `material`.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Material => "material",
            Self::Other => "other",
            Self::Canonical => "canonical",
        }
    }
}

/// In what two readers' words for one thing differ. Section numbers are those of RFC 3986.
///
/// The last four are of hosts only. Such hosts look alike, and the difference is
/// [material](Weight::Material) all the same: who looks up one does not look up the other.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
#[non_exhaustive]
pub enum Spelling {
    /// `empty-path`: after an authority, the path is empty for one and `/` for the other (6.2.3).
    EmptyPath,
    /// `letter-case`: of the scheme or the host (3.1, 3.2.2).
    LetterCase,
    /// `default-port`: one leaves out the default port of the scheme, or the digits of an empty port, or
    /// zeros before the number (3.2.3, 6.2.3).
    DefaultPort,
    /// `escape`: the hexadecimal digits are in the other case, an unreserved character is escaped, or
    /// a character that may not stand there stands there as it is (2.1, 2.3, 2.4).
    Escape,
    /// `address`: another text of the same IPv6 address, or the address without its brackets (3.2.2).
    Address,
    /// `dot-segments`: one has removed `.` and `..` (6.2.2.3).
    DotSegments,
    /// `empty-for-undefined`: the component is empty for one, and undefined for the other. An empty
    /// host and no host are the same: neither is a host to contact.
    EmptyForUndefined,
    /// `default-host`: `localhost` in place of the empty host of a `file` URI (3.2.2).
    DefaultHost,
    /// `host-escape`: one has decoded an escape of the host. A system that is asked for `%61.example`
    /// is not asked for `a.example` (3.2.2, 7.3).
    HostEscape,
    /// `ipv4-form`: another form of an IPv4 address, such as `0x7f.1`. The rule of RFC 3986 derives
    /// only four decimal numbers, and takes every other form for a name (7.4).
    Ipv4Form,
    /// `trailing-dot`: one has a dot after the last label. The dot makes a name of the DNS complete,
    /// and certificates, cookies and lists of hosts are compared without knowing that (3.2.2).
    TrailingDot,
    /// `a-label`: characters beyond ASCII for one, a label `xn--` for the other. Which label stands for
    /// which characters depends on the version of IDNA, so that one name may lead to two hosts.
    ALabel,
}

impl Spelling {
    /// The name, such as `empty-path`.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::EmptyPath => "empty-path",
            Self::LetterCase => "letter-case",
            Self::DefaultPort => "default-port",
            Self::Escape => "escape",
            Self::Address => "address",
            Self::DotSegments => "dot-segments",
            Self::EmptyForUndefined => "empty-for-undefined",
            Self::DefaultHost => "default-host",
            Self::HostEscape => "host-escape",
            Self::Ipv4Form => "ipv4-form",
            Self::TrailingDot => "trailing-dot",
            Self::ALabel => "a-label",
        }
    }

    /// The spellings that a canonical difference may have.
    pub(super) const CANONICAL: [Self; 8] = [
        Self::EmptyPath,
        Self::LetterCase,
        Self::DefaultPort,
        Self::Escape,
        Self::Address,
        Self::DotSegments,
        Self::EmptyForUndefined,
        Self::DefaultHost,
    ];
}

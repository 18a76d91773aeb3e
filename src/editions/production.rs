//! A production, as every stage may refer to it: its name, its section and its role.
//!
//! Errors need only productions, so this module is separate from the grammar, which needs pest.

/// A production of a printed grammar.
#[derive(Debug, PartialEq, Eq)]
pub struct Production {
    pub(crate) name: &'static str,
    pub(crate) section: &'static str,
    pub(crate) role: Role,
}

impl Production {
    /// Returns the name of the production as the document prints it.
    #[must_use]
    pub const fn name(&self) -> &'static str {
        self.name
    }

    /// Returns the section that introduces the production: the number of a section of the edition's document, or a section
    /// of another document with its name, such as `RFC 3986, 3.2`. The URL Standard has names instead of numbers.
    #[must_use]
    pub const fn section(&self) -> &'static str {
        self.section
    }

    /// Returns the role of the production, in terms that all editions share.
    #[must_use]
    pub const fn role(&self) -> Role {
        self.role
    }
}

/// The role of a production, in terms that all editions share.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum Role {
    /// A whole reference or URI, or a part of one that contains several components.
    Whole,
    /// A whole URL in which the grammar separates only the scheme from the rest.
    OpaqueUrl,
    /// A URL of one scheme. The name of the scheme is a literal of the production. The text after
    /// the scheme is the path, unless productions below it derive an authority and a query.
    Specific,
    /// The scheme.
    Scheme,
    /// The authority.
    Authority,
    /// The userinfo of an authority.
    Userinfo,
    /// A user name, where the document separates it from the password.
    User,
    /// A password.
    Password,
    /// The host of an authority, of any kind.
    Host,
    /// An IPv4 address, as a host or within an IPv6 address.
    Ipv4Address,
    /// An IPv6 address, without brackets.
    Ipv6Address,
    /// An IPv6 address with a zone identifier, without brackets.
    Ipv6Addrz,
    /// An address of a later version of IP, without brackets.
    IpvFuture,
    /// A registered name: a host since RFC 3986, and in earlier documents an authority.
    RegName,
    /// A domain name, as a host.
    Hostname,
    /// Four numbers of any size between dots, as a host.
    Hostnumber,
    /// The port of an authority.
    Port,
    /// A path.
    Path,
    /// The text after the scheme of a URI that is not hierarchical, in place of a path.
    OpaquePart,
    /// A segment of a path.
    Segment,
    /// The query.
    Query,
    /// The fragment.
    Fragment,
    /// A part of a component.
    Part,
    /// A class of characters.
    Class,
}

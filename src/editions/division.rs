//! How the strings of a production divide into components, as data.
//!
//! A [`ComponentLayout`] gives the delimiters at which components end, and the productions that
//! decide what delimiters alone cannot: whether an authority has a host, the kind of the host, and
//! what is opaque. An edition has a layout for each production for whole strings and for each
//! production of a single scheme. Splitting a string by a layout needs no parse tree.
//!
//! A layout refers to a production by its start state, which is looked up at compile time.
//!
//! A delimiter of one layout may be data in another: a name of RFC 1630 may contain `@`, and a user
//! of RFC 1738 may contain `?`.

use core::fmt;

use crate::editions::automaton::Automaton;
use crate::parts::host::HostKind;

/// A production, and the layout of the strings that it derives.
pub(crate) struct ComponentLayout {
    /// The name of the production as its document prints it.
    pub(crate) rule: &'static str,
    /// The start state of the production in the automaton of its grammar.
    pub(crate) start: u16,
    pub(crate) division: Division,
}

impl fmt::Debug for ComponentLayout {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("ComponentLayout").field("rule", &self.rule).finish_non_exhaustive()
    }
}

/// How the strings of a production divide into components.
pub(crate) enum Division {
    /// The components end at delimiters.
    At(Delimiters),
    /// The string divides by the first of these layouts whose production derives the string. If no
    /// production does, it divides by the last layout.
    AsFirst(&'static [&'static ComponentLayout]),
    /// The string divides like any URI of RFC 3986 (section 3). The production derives a subset of
    /// these URIs, and refers to the productions of RFC 3986 for components.
    AsRfc3986,
}

/// The components that a string may have, and the delimiters at which they end.
pub(crate) struct Delimiters {
    /// Whether a scheme may begin the string.
    pub(crate) scheme: bool,
    /// The start state of the production that derives schemes. If it does not derive the text
    /// before the first `:`, this text begins a path. `None` if this text is always a scheme.
    pub(crate) scheme_if: Option<u16>,
    /// The form of the authority after `//`. `None` if a string cannot have an authority.
    pub(crate) authority: Option<AuthorityForm>,
    pub(crate) opaque: Opaque,
    /// Whether a query may follow a path, after `?`.
    pub(crate) query: bool,
    /// Whether parameters may follow a path, after `;`. They are part of the path, but `/` does not
    /// divide segments in them.
    pub(crate) params: bool,
}

/// The form of the text after `//`.
pub(crate) struct AuthorityForm {
    /// The bytes that end an authority.
    pub(crate) ends: &'static [u8],
    /// The start state of the production that derives the authorities with a host. `None` if every
    /// authority has a host.
    pub(crate) with_host: Option<u16>,
    /// Whether `//` begins a path instead of an authority if the text after it has no host.
    pub(crate) is_path_else: bool,
    pub(crate) userinfo: Userinfo,
    /// The kinds of hosts without brackets, each with the start state of its production. The first
    /// production that derives the host determines its kind.
    pub(crate) names: &'static [(u16, HostKind)],
    /// The kinds of addresses between brackets, each with the start state of its production.
    pub(crate) literals: &'static [(u16, HostKind)],
}

/// How the text before the first `@` of an authority is read.
#[derive(Clone, Copy)]
pub(crate) enum Userinfo {
    /// The text is a part of the host.
    Never,
    /// The text is the userinfo.
    Always,
    /// The text is a part of the host, unless three productions match: `user` derives the text up
    /// to its first `:`, `password` the text after this `:`, and `rest` the text after `@`. Then
    /// the text is the userinfo. The fields are the start states of these productions.
    If { user: u16, password: u16, rest: u16 },
}

/// Whether the text after the scheme is opaque.
#[derive(Clone, Copy)]
pub(crate) enum Opaque {
    Never,
    Always,
    /// The text is opaque, unless the production with this start state derives the text.
    Unless(u16),
}

impl ComponentLayout {
    /// Returns the layout of a production whose strings divide at delimiters.
    pub(crate) const fn at(
        automaton: &Automaton,
        rule: &'static str,
        delimiters: Delimiters,
    ) -> Self {
        Self { rule, start: automaton.start_of(rule), division: Division::At(delimiters) }
    }

    /// Returns the layout of a production whose strings divide by another layout: the first layout
    /// of `others` whose production derives the string.
    pub(crate) const fn first(
        automaton: &Automaton,
        rule: &'static str,
        others: &'static [&'static Self],
    ) -> Self {
        Self { rule, start: automaton.start_of(rule), division: Division::AsFirst(others) }
    }
}

impl Delimiters {
    /// No delimiters: the whole string is a path.
    pub(crate) const NONE: Self = Self {
        scheme: false,
        scheme_if: None,
        authority: None,
        opaque: Opaque::Never,
        query: false,
        params: false,
    };
}

impl AuthorityForm {
    /// An authority that ends at `/`, `?` or `#`, has a host, and may have a userinfo.
    pub(crate) const WITH_HOST: Self = Self {
        ends: b"/?#",
        with_host: None,
        is_path_else: false,
        userinfo: Userinfo::Always,
        names: &[],
        literals: &[],
    };
}

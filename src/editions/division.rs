//! How the strings of a production divide into components, as data.
//!
//! A [`ComponentLayout`] says at which delimiters the components end, and which productions decide
//! what delimiters alone cannot: whether an authority has a host, the kind of the host, and what is
//! opaque. An edition has a layout for each production for whole strings and for each production of
//! a single scheme. Following a layout needs no tree.
//!
//! A layout names a production by its start state in the automaton, which is found at compile time.
//!
//! A delimiter may be part of a component: a name of RFC 1630 may contain `@`, and a user of RFC
//! 1738 may contain `?`.

use core::fmt;

use crate::editions::automaton::Automaton;
use crate::parts::host::HostKind;

/// A production, and the layout of the strings that it derives.
pub(crate) struct ComponentLayout {
    /// The name of the production as its document prints it.
    pub(crate) rule: &'static str,
    /// The start of the production in the automaton of its grammar.
    pub(crate) start: u16,
    pub(crate) division: Division,
}

impl fmt::Debug for ComponentLayout {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("ComponentLayout").field("rule", &self.rule).finish_non_exhaustive()
    }
}

/// How the strings of a production divide.
pub(crate) enum Division {
    /// At delimiters.
    At(Delimiters),
    /// Like the first of these productions that derives the string. The last derives whatever the
    /// others do not.
    AsFirst(&'static [&'static ComponentLayout]),
    /// Like every URI of RFC 3986 (section 3): the production derives some URIs of RFC 3986, and
    /// the productions below it are the components themselves.
    AsRfc3986,
}

/// The components that end at delimiters.
pub(crate) struct Delimiters {
    /// Whether a scheme may begin the string.
    pub(crate) scheme: bool,
    /// The start of the production that must derive a scheme, if the text before the first `:` may
    /// be the beginning of a path instead.
    pub(crate) scheme_if: Option<u16>,
    /// The authority after `//`, if there may be one.
    pub(crate) authority: Option<AuthorityForm>,
    pub(crate) opaque: Opaque,
    /// Whether a query may follow a path, after `?`.
    pub(crate) query: bool,
    /// Whether parameters may follow a path, after `;`. Here they are part of the path, but `/`
    /// does not divide segments in them.
    pub(crate) params: bool,
}

/// What may follow `//`.
pub(crate) struct AuthorityForm {
    /// The bytes that end an authority.
    pub(crate) ends: &'static [u8],
    /// The start of the production that derives an authority with a host. `None` if every authority
    /// has a host.
    pub(crate) with_host: Option<u16>,
    /// Whether text that has no host begins a path instead of an authority.
    pub(crate) is_path_else: bool,
    pub(crate) userinfo: Userinfo,
    /// The kinds of hosts without brackets, each with the start of its production, in the order in
    /// which the grammar chooses.
    pub(crate) names: &'static [(u16, HostKind)],
    /// The kinds of the addresses between brackets.
    pub(crate) literals: &'static [(u16, HostKind)],
}

/// How the text before the first `@` of an authority is read.
#[derive(Clone, Copy)]
pub(crate) enum Userinfo {
    /// As a part of the host.
    Never,
    /// As the userinfo.
    Always,
    /// As the userinfo, if the productions of a user and, after the first `:`, of a password derive
    /// it, and the production of the rest derives the text that follows. Otherwise as a part of the
    /// host.
    If { user: u16, password: u16, rest: u16 },
}

/// Whether the text after the scheme is opaque.
#[derive(Clone, Copy)]
pub(crate) enum Opaque {
    Never,
    Always,
    /// If the production of hierarchical text, by its start, does not derive the text.
    Unless(u16),
}

impl ComponentLayout {
    /// Returns a layout with components that end at delimiters.
    pub(crate) const fn at(
        automaton: &Automaton,
        rule: &'static str,
        delimiters: Delimiters,
    ) -> Self {
        Self { rule, start: automaton.start_of(rule), division: Division::At(delimiters) }
    }

    /// Returns a layout that follows the first of several productions that derives the string.
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
    /// An authority that ends at the next delimiter of a component, has a host, and may have a
    /// userinfo.
    pub(crate) const WITH_HOST: Self = Self {
        ends: b"/?#",
        with_host: None,
        is_path_else: false,
        userinfo: Userinfo::Always,
        names: &[],
        literals: &[],
    };
}

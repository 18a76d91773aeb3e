//! How the strings of a production divide into components, as data.
//!
//! In: a string that the production derives. Out: at which delimiters its components end, and which
//! productions decide where delimiters alone do not: whether an authority has a host, of which kind
//! the host is, and what is opaque. An edition has a [`Divided`] for each of its productions for whole
//! strings, and for each production of a single scheme. Whoever follows one needs no tree.
//!
//! A production is named by its start in the automaton, found when compiling.
//!
//! The surprising case: a delimiter may be part of a component. A name of RFC 1630 may hold `@`, and
//! a user of RFC 1738 may hold `?`.

use core::fmt;

use crate::editions::automaton::Automaton;
use crate::parts::host::HostKind;

/// A production, and how the strings that it derives divide.
pub(crate) struct Divided {
    /// The name of the production as its document prints it.
    pub(crate) rule: &'static str,
    /// The start of the production in the automaton of its grammar.
    pub(crate) start: u16,
    pub(crate) division: Division,
}

impl fmt::Debug for Divided {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Divided").field("rule", &self.rule).finish_non_exhaustive()
    }
}

/// How the strings of a production divide.
pub(crate) enum Division {
    /// At delimiters.
    At(Delimiters),
    /// As the first of these productions that derives the string divides it. The last derives what no
    /// other does.
    AsFirst(&'static [&'static Divided]),
    /// As RFC 3986 divides every URI (section 3): the production derives some of its URIs, and what stands below
    /// the production are the components themselves.
    AsRfc3986,
}

/// The components that end at delimiters.
pub(crate) struct Delimiters {
    /// Whether a scheme may begin the string.
    pub(crate) scheme: bool,
    /// The start of the production that must derive a scheme, if what stands before the first `:`
    /// may be the beginning of a path instead.
    pub(crate) scheme_if: Option<u16>,
    /// The authority after `//`, if there may be one.
    pub(crate) authority: Option<AuthorityForm>,
    pub(crate) opaque: Opaque,
    /// Whether a query may follow a path, after `?`.
    pub(crate) query: bool,
    /// Whether parameters may follow a path, after `;`. They are a part of the path here, but `/` divides
    /// no segments in them.
    pub(crate) params: bool,
}

/// What may stand after `//`.
pub(crate) struct AuthorityForm {
    /// The bytes that end an authority.
    pub(crate) ends: &'static [u8],
    /// The start of the production that must derive an authority that has a host. Without one, each
    /// has a host.
    pub(crate) with_host: Option<u16>,
    /// Whether what has no host begins a path, and is no authority.
    pub(crate) is_path_else: bool,
    pub(crate) userinfo: Userinfo,
    /// The kinds of hosts without brackets, each with the start of its production, in the order in
    /// which the grammar chooses.
    pub(crate) names: &'static [(u16, HostKind)],
    /// The kinds of the addresses between brackets.
    pub(crate) literals: &'static [(u16, HostKind)],
}

/// What stands before the first `@` of an authority.
#[derive(Clone, Copy)]
pub(crate) enum Userinfo {
    /// A part of the host.
    Never,
    /// The userinfo.
    Always,
    /// The userinfo, if the productions of a user and, after the first `:`, of a password derive the
    /// text, and that of the rest derives what follows. Else a part of the host.
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

impl Divided {
    /// A production that divides at delimiters.
    pub(crate) const fn at(
        automaton: &Automaton,
        rule: &'static str,
        delimiters: Delimiters,
    ) -> Self {
        Self { rule, start: automaton.start_of(rule), division: Division::At(delimiters) }
    }

    /// A production that divides as the first of others does that derives the string.
    pub(crate) const fn first(
        automaton: &Automaton,
        rule: &'static str,
        others: &'static [&'static Self],
    ) -> Self {
        Self { rule, start: automaton.start_of(rule), division: Division::AsFirst(others) }
    }
}

impl Delimiters {
    /// Nothing is delimited: all is a path.
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

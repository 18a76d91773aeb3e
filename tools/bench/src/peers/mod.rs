//! The libraries, each behind the same traits.
//!
//! In: a string. Out: what the library makes of it. Each file calls one library. A library that cannot do
//! a task has no implementation of its trait. What is forgotten is the error, except the offset that some
//! libraries give.
//!
//! The surprising case: not all libraries accept the same language. oxiri parses IRIs, so `http://h/é` is
//! a reference for oxiri and for no other library here.

mod fluent_uri;
mod iref;
mod iri_string;
mod oxiri;
mod uriparse;
mod urispec;

pub use self::fluent_uri::FluentUri;
pub use self::iref::Iref;
pub use self::iri_string::IriString;
pub use self::oxiri::Oxiri;
pub use self::uriparse::Uriparse;
pub use self::urispec::Urispec;

/// The five components of a reference (section 3), copied.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Parts {
    /// The scheme, without `:`.
    pub scheme: Option<String>,
    /// The authority, without `//`.
    pub authority: Option<String>,
    /// The path.
    pub path: String,
    /// The query, without `?`.
    pub query: Option<String>,
    /// The fragment, without `#`.
    pub fragment: Option<String>,
}

impl Parts {
    fn new<'a>([scheme, authority, query, fragment]: [Option<&'a str>; 4], path: &'a str) -> Self {
        let owned = |part: Option<&str>| part.map(str::to_owned);
        Self {
            scheme: owned(scheme),
            authority: owned(authority),
            path: path.to_owned(),
            query: owned(query),
            fragment: owned(fragment),
        }
    }
}

/// A library that parses a `URI-reference` (section 4.1).
pub trait Peer {
    /// The name of the library.
    const NAME: &'static str;
    /// The type that a string is parsed to.
    type Reference<'i>: 'i;

    /// Parses a reference.
    fn read(text: &str) -> Option<Self::Reference<'_>>;

    /// Reads the five components, and adds up their lengths in bytes.
    fn lengths(reference: &Self::Reference<'_>) -> usize;

    /// Parses, and copies the components.
    fn parse(text: &str) -> Option<Parts>;

    /// Whether the library accepts the string, by the cheapest function that it offers.
    fn accepts(text: &str) -> bool {
        Self::read(text).is_some()
    }
}

/// A library that parses a string that it then owns.
pub trait Own: Peer {
    /// Parses, and reads the length of the path in bytes. The time is also that of giving the string back to
    /// the allocator.
    fn own(text: String) -> Option<usize>;
}

/// A library that divides an authority without copying.
pub trait Seven: Peer {
    /// Reads scheme, userinfo, host, port, path, query and fragment, and adds up their lengths in bytes.
    fn seven(reference: &Self::Reference<'_>) -> usize;
}

/// The parts of an authority: userinfo, host, port.
pub type AuthorityParts = [Option<String>; 3];

/// A library that may divide an authority (section 3.2).
pub trait Divide: Peer {
    /// Parses, and copies the parts of the authority, all undefined where there is none. None if the
    /// library does not divide the authority, or rejects the string.
    fn divide(text: &str) -> Option<AuthorityParts>;
}

/// A library whose error says at which byte it is.
pub trait Offset: Peer {
    /// The offset in bytes of the error; none if the string has none.
    fn error_offset(text: &str) -> Option<usize>;
}

/// A library that resolves a reference against a base (section 5.2).
pub trait Resolve: Peer {
    /// A parsed base, without a fragment.
    type Base<'i>: 'i;
    /// An owned target.
    type Target: AsRef<str>;

    /// Parses a base.
    fn base(text: &str) -> Option<Self::Base<'_>>;

    /// Resolves to an owned target.
    fn resolve(base: &Self::Base<'_>, reference: &Self::Reference<'_>) -> Option<Self::Target>;
}

/// A library that resolves into a string that the caller keeps.
pub trait ResolveInto: Resolve {
    /// Clears the buffer and resolves into it. False if the library cannot resolve the reference.
    fn resolve_into(
        base: &Self::Base<'_>,
        reference: &Self::Reference<'_>,
        buffer: &mut String,
    ) -> bool;
}

/// A library that normalizes a URI by its syntax (section 6.2.2).
pub trait Normalize: Peer {
    /// A parsed URI.
    type Uri<'i>: 'i;
    /// An owned normal form.
    type Normal: AsRef<str>;

    /// Parses a URI.
    fn uri(text: &str) -> Option<Self::Uri<'_>>;

    /// Normalizes to an owned URI.
    fn normalize(uri: &Self::Uri<'_>) -> Self::Normal;
}

/// A library that says whether two URIs are equivalent (section 6).
pub trait Equivalent: Normalize {
    /// Whether the two URIs are equivalent.
    fn equivalent(a: &Self::Uri<'_>, b: &Self::Uri<'_>) -> bool;
}

/// A library by its name, for code that asks all libraries in the same way.
#[derive(Clone, Copy, Debug)]
pub struct Judge {
    /// The name of the library that is asked.
    pub name: &'static str,
    /// Whether the library says that it follows RFC 3986, and not a looser document.
    pub judges_rfc3986: bool,
    /// The function [`Peer::accepts`] of the library.
    pub accepts: fn(&str) -> bool,
    /// The function [`Peer::parse`] of the library.
    pub parse: fn(&str) -> Option<Parts>,
}

impl Judge {
    /// The library `P`.
    #[must_use]
    pub const fn of<P: Peer>(judges_rfc3986: bool) -> Self {
        Self { name: P::NAME, judges_rfc3986, accepts: P::accepts, parse: P::parse }
    }
}

/// All libraries: urispec, and then its peers.
pub const ALL: [Judge; 6] = [
    Judge::of::<Urispec>(true),
    Judge::of::<FluentUri>(true),
    Judge::of::<Oxiri>(false),
    Judge::of::<Uriparse>(true),
    Judge::of::<IriString>(true),
    Judge::of::<Iref>(true),
];

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn all_find_the_same_components() {
        let text = "foo://user@example.com:8042/over/there?name=ferret#nose";
        let found = [Some("foo"), Some("user@example.com:8042"), Some("name=ferret"), Some("nose")];
        for judge in ALL {
            assert_eq!(
                (judge.parse)(text),
                Some(Parts::new(found, "/over/there")),
                "{}",
                judge.name
            );
            let relative = Parts::new([None, None, None, Some("")], "../g");
            assert_eq!((judge.parse)("../g#"), Some(relative), "{}", judge.name);
            assert!((judge.accepts)("../g#") && !(judge.accepts)("http://a b/"), "{}", judge.name);
            assert!((judge.parse)("http://a b/").is_none(), "{}", judge.name);
        }
    }

    #[track_caller]
    fn resolves<P: Resolve>() {
        let (base, reference) = (P::base("http://a/b/c/d;p?q").unwrap(), P::read("../g").unwrap());
        let target = P::resolve(&base, &reference).unwrap();
        assert_eq!(target.as_ref(), "http://a/b/g", "{}", P::NAME);
    }

    #[track_caller]
    fn resolves_into<P: ResolveInto>() {
        let (base, reference) = (P::base("http://a/b/c/d;p?q").unwrap(), P::read("?y").unwrap());
        let mut buffer = "left over".to_owned();
        assert!(P::resolve_into(&base, &reference, &mut buffer), "{}", P::NAME);
        assert_eq!(buffer, "http://a/b/c/d;p?y", "{}", P::NAME);
    }

    #[track_caller]
    fn normalizes<P: Normalize>() {
        let uri = P::uri("eXAMPLE://a/./b/../b/%63/%7bfoo%7d").unwrap();
        assert_eq!(P::normalize(&uri).as_ref(), "example://a/b/c/%7Bfoo%7D", "{}", P::NAME);
    }

    /// The examples of sections 5.4.1 and 6.2.2.
    #[test]
    fn all_resolve_and_normalize() {
        resolves::<Urispec>();
        resolves::<FluentUri>();
        resolves::<Oxiri>();
        resolves::<IriString>();
        resolves::<Iref>();
        resolves_into::<Urispec>();
        resolves_into::<Oxiri>();
        normalizes::<Urispec>();
        normalizes::<FluentUri>();
        normalizes::<Uriparse>();
        normalizes::<IriString>();
    }

    /// Byte 8 is the space; the two need not agree elsewhere.
    #[test]
    fn offsets_are_of_the_wrong_byte() {
        assert_eq!(Urispec::error_offset("http://a b"), Some(8));
        assert_eq!(FluentUri::error_offset("http://a b"), Some(8));
        assert_eq!(Urispec::error_offset("http://a"), None);
    }
}

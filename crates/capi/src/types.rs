//! The types of the C interface: plain structs and numbers with a fixed layout.
//!
//! An edition is a plain number, not an enum, because C may pass any number, and because a new edition
//! must not affect compiled programs. `edition` rejects unknown numbers.

use std::ffi::{CStr, c_char};

use urispec::Edition;

/// The result of a call. URISPEC_STATUS_OK is zero; every other status is an error.
#[repr(C)]
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Status {
    /// The call succeeded.
    Ok = 0,
    /// The string is not a reference of the edition. urispec_explain gives the reason.
    Invalid = 1,
    /// The base is not a string of the edition, or has no scheme; a base must be a URI.
    Base = 2,
    /// The target would parse as a different URI, as for ".//c" against "a:/b" (RFC 3986, 3.3).
    Misread = 3,
    /// The reference denotes the current document, which has no target URI in this edition.
    CurrentDocument = 4,
    /// The edition defines no resolution, or none for this reference.
    Unresolved = 5,
    /// The buffer is too small for the result and its NUL. The length of the result, without the NUL,
    /// was set.
    Buffer = 6,
    /// A required pointer is NULL.
    Null = 7,
    /// The string is longer than 4294967295 bytes, the largest offset.
    TooLong = 8,
    /// No edition has this number.
    Edition = 9,
    /// No rung has this number.
    Rung = 10,
    /// The library has a bug. Nothing was written, and it is safe to continue.
    Fault = 11,
}

impl Status {
    /// Returns the description of the status that has this number.
    #[must_use]
    pub const fn text(number: i32) -> &'static CStr {
        match number {
            0 => c"the call succeeded",
            1 => c"the string is not a reference of the edition",
            2 => c"the base is not a URI of the edition",
            3 => c"the target would parse as a different URI",
            4 => c"the reference denotes the current document, which has no target URI",
            5 => c"the edition does not resolve the reference",
            6 => c"the buffer is too small",
            7 => c"a pointer is NULL",
            8 => c"the string is longer than 4294967295 bytes",
            9 => c"no edition has this number",
            10 => c"no rung has this number",
            11 => c"the library has a bug",
            _ => c"no status has this number",
        }
    }
}

/// The length of an undefined component. An empty component is defined, and its length is 0.
pub const UNDEFINED: u32 = u32::MAX;

/// The span of a component in the parsed string: its first byte and its number of bytes.
///
/// If the component is undefined, the length is URISPEC_UNDEFINED and the start is 0.
#[repr(C)]
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Span {
    /// The offset of the first byte.
    pub start: u32,
    /// The number of bytes, or URISPEC_UNDEFINED.
    pub length: u32,
}

/// The kind of a host (RFC 3986, 3.2.2).
#[repr(C)]
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum HostKind {
    /// No host.
    None = 0,
    /// A registered name, which may be empty.
    RegName = 1,
    /// Four decimal numbers.
    Ipv4Address = 2,
    /// An IPv6 address in brackets.
    Ipv6Address = 3,
    /// An address of a later version of IP, in brackets.
    IpvFuture = 4,
    /// A domain name, in the editions before RFC 3986.
    Hostname = 5,
    /// The `hostnumber` of url-syntax-05, an IPv4 address.
    Hostnumber = 6,
}

/// A parsed reference: the spans of its components. No byte of the string is copied.
///
///   foo://user@example.com:8042/over/there?name=ferret#nose
///   \_/   \___________________/\_________/ \_________/ \__/
///  scheme       authority         path        query  fragment
///
/// The delimiters belong to no component. The path is always defined. In RFC 3986, the host is defined
/// if the authority is. Every other component may be undefined.
#[repr(C)]
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Reference {
    /// The scheme, without ":".
    pub scheme: Span,
    /// The authority, without "//".
    pub authority: Span,
    /// The userinfo, without "@". It may contain a password.
    pub userinfo: Span,
    /// The host. An address of IPv6 or later keeps its brackets.
    pub host: Span,
    /// The port, without ":". It may have any number of digits, even none.
    pub port: Span,
    /// The path. In an edition with opaque parts, it may be an opaque part.
    pub path: Span,
    /// The query, without "?".
    pub query: Span,
    /// The fragment, without "#".
    pub fragment: Span,
    /// The kind of the host.
    pub host_kind: HostKind,
    /// Whether the path is an opaque part. Only editions before RFC 3986 have opaque parts.
    pub is_opaque: bool,
}

/// A degree of normalization (RFC 3986, 6.2). Each rung includes the rungs before it.
#[repr(C)]
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Rung {
    /// Nothing is changed (RFC 3986, 6.2.1).
    String = 0,
    /// The letter case of scheme, host and triplets is normalized (RFC 3986, 6.2.2.1).
    Case = 1,
    /// Triplets of unreserved characters are decoded (RFC 3986, 6.2.2.2).
    PercentEncoding = 2,
    /// Dot segments are removed (RFC 3986, 6.2.2.3). The highest rung that is safe for every scheme.
    PathSegments = 3,
    /// Differences that are insignificant in the scheme are removed (RFC 3986, 6.2.3).
    Scheme = 4,
}

impl Rung {
    /// Returns the rung that has this number.
    pub(crate) fn of(number: u32) -> Result<urispec::Rung, Status> {
        let offered = &urispec::Rung::ALL[..=Self::Scheme as usize];
        offered.get(number as usize).copied().ok_or(Status::Rung)
    }
}

/// The number of RFC 3986, the default edition. Look up the numbers of other editions by id with
/// urispec_edition: they may change between versions of the library.
pub const RFC3986: u32 = 0;

/// Returns the edition that has this number.
pub(crate) fn edition(number: u32) -> Result<Edition, Status> {
    match number.checked_sub(1) {
        None => Ok(Edition::default()),
        Some(index) => Edition::every().nth(index as usize).ok_or(Status::Edition),
    }
}

/// Returns the number of the edition that has this id.
pub(crate) fn number(id: &[u8]) -> Result<u32, Status> {
    let found = Edition::every().zip(1..).find(|(edition, _)| edition.id().as_bytes() == id);
    let (edition, number) = found.ok_or(Status::Edition)?;
    Ok(if edition == Edition::default() { RFC3986 } else { number })
}

/// The version of the package, NUL-terminated.
pub(crate) const VERSION: *const c_char = concat!(env!("CARGO_PKG_VERSION"), "\0").as_ptr().cast();

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_edition_has_one_number_by_its_id() {
        for of in Edition::every() {
            assert_eq!(edition(number(of.id().as_bytes()).unwrap()), Ok(of));
        }
        assert_eq!(number(b"rfc3986"), Ok(RFC3986));
        assert_eq!(number(b"RFC3986"), Err(Status::Edition));
        assert_eq!(edition(Edition::every().count() as u32 + 1), Err(Status::Edition));
        assert_eq!(edition(u32::MAX), Err(Status::Edition));
    }

    #[test]
    fn rungs_have_the_numbers_of_the_library() {
        assert_eq!(Rung::of(Rung::Case as u32), Ok(urispec::Rung::Case));
        assert_eq!(Rung::of(Rung::PercentEncoding as u32), Ok(urispec::Rung::PercentEncoding));
        assert_eq!(Rung::of(Rung::PathSegments as u32), Ok(urispec::Rung::PathSegments));
        assert_eq!(Rung::of(Rung::Scheme as u32), Ok(urispec::Rung::Scheme));
        // The last rung needs redirects, which the C interface does not take.
        assert_eq!(Rung::of(5), Err(Status::Rung));
        assert_eq!(Rung::of(u32::MAX), Err(Status::Rung));
    }
}

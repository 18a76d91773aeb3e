//! What C sees: plain structs and numbers, each with one layout.
//!
//! The surprising case: an edition is a plain number and no enum, since C may pass any number, and since
//! an edition more must not change what is compiled already. [`edition`] refuses what is none.

use std::ffi::{CStr, c_char};

use urispec::Edition;

/// What became of a call. Every status but URISPEC_STATUS_OK is a refusal, and zero is none.
#[repr(C)]
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Status {
    /// The call did what it is for.
    Ok = 0,
    /// The string is no reference of the edition. urispec_explain says why.
    Invalid = 1,
    /// The base is no string of the edition, or has no scheme; a base is a URI.
    Base = 2,
    /// The target would read back as another URI, as that of ".//c" against "a:/b" would (RFC 3986, 3.3).
    Misread = 3,
    /// The reference is to the current document, which in the edition has no target of its own.
    CurrentDocument = 4,
    /// The edition resolves nothing, or not this reference.
    Unresolved = 5,
    /// The buffer is too small. The length was set; the result and a NUL need one byte more.
    Buffer = 6,
    /// A pointer is NULL that must not be.
    Null = 7,
    /// The string is longer than 4294967295 bytes, which no offset expresses.
    TooLong = 8,
    /// The number is not that of an edition.
    Edition = 9,
    /// The number is not that of a rung.
    Rung = 10,
    /// The library has a fault. Nothing was written; it is safe to go on.
    Fault = 11,
}

impl Status {
    /// The status as a sentence.
    #[must_use]
    pub const fn text(number: i32) -> &'static CStr {
        match number {
            0 => c"the call did what it is for",
            1 => c"the string is no reference of the edition",
            2 => c"the base is no URI of the edition",
            3 => c"the target would read back as another URI",
            4 => c"the reference identifies the current document, and has no target",
            5 => c"the edition does not resolve the reference",
            6 => c"the buffer is too small",
            7 => c"a pointer is NULL",
            8 => c"the string is longer than 4294967295 bytes",
            9 => c"no edition has the number",
            10 => c"no rung has the number",
            11 => c"the library has a fault",
            _ => c"no status has the number",
        }
    }
}

/// The length of a component that is undefined. An empty component is defined, and its length is 0.
pub const UNDEFINED: u32 = u32::MAX;

/// Where a component lies in the string that was parsed: its first byte, and how many bytes it has.
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
    /// There is no host.
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
    /// What url-syntax-05 calls an IPv4 address.
    Hostnumber = 6,
}

/// A reference that was parsed: where its components lie. No byte of the string is copied.
///
///   foo://user@example.com:8042/over/there?name=ferret#nose
///   \_/   \___________________/\_________/ \_________/ \__/
///  scheme       authority         path        query  fragment
///
/// The delimiters belong to no component. The path is always defined, and so is the host in RFC 3986
/// where the authority is; all others may be undefined.
#[repr(C)]
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Reference {
    /// The scheme, without ":".
    pub scheme: Span,
    /// The authority, without "//".
    pub authority: Span,
    /// The userinfo, without "@". It may hold a password.
    pub userinfo: Span,
    /// The host. An address of IPv6 or later keeps its brackets.
    pub host: Span,
    /// The port, without ":". It may have any number of digits, even none.
    pub port: Span,
    /// The path, or the opaque part of an edition that has one.
    pub path: Span,
    /// The query, without "?".
    pub query: Span,
    /// The fragment, without "#".
    pub fragment: Span,
    /// The kind of the host.
    pub host_kind: HostKind,
    /// Whether the path is an opaque part, which the editions before RFC 3986 have.
    pub is_opaque: bool,
}

/// How far a reference is normalized (RFC 3986, 6.2). Each rung has those above it in this list.
#[repr(C)]
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Rung {
    /// Nothing is changed (6.2.1).
    String = 0,
    /// The letter case of scheme, host and triplets (6.2.2.1).
    Case = 1,
    /// Triplets of unreserved characters are decoded (6.2.2.2).
    PercentEncoding = 2,
    /// Dot segments are removed (6.2.2.3). This is all that is safe for any scheme.
    PathSegments = 3,
    /// What the scheme's own document says does not matter (6.2.3).
    Scheme = 4,
}

impl Rung {
    /// The rung of a number.
    pub(crate) fn of(number: u32) -> Result<urispec::Rung, Status> {
        let offered = &urispec::Rung::ALL[..=Self::Scheme as usize];
        offered.get(number as usize).copied().ok_or(Status::Rung)
    }
}

/// The number of RFC 3986, the default edition. The numbers of the others are asked for by their ids, with
/// urispec_edition: they may be others in another version of the library.
pub const RFC3986: u32 = 0;

/// The edition of a number.
pub(crate) fn edition(number: u32) -> Result<Edition, Status> {
    match number.checked_sub(1) {
        None => Ok(Edition::default()),
        Some(index) => Edition::every().nth(index as usize).ok_or(Status::Edition),
    }
}

/// The number of the edition that has an id.
pub(crate) fn number(id: &[u8]) -> Result<u32, Status> {
    let found = Edition::every().zip(1..).find(|(edition, _)| edition.id().as_bytes() == id);
    let (edition, number) = found.ok_or(Status::Edition)?;
    Ok(if edition == Edition::default() { RFC3986 } else { number })
}

/// The version of the package, as C has texts.
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
        // The last rung needs redirects, which nobody can give here.
        assert_eq!(Rung::of(5), Err(Status::Rung));
        assert_eq!(Rung::of(u32::MAX), Err(Status::Rung));
    }
}

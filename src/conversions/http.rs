//! Conversions to and from [`http::Uri`], a request target of HTTP.
//!
//! A converted value has the same components. [`ToHttpError`] and [`FromHttpError`] list the differences between the
//! two types, with an example of each. A surprising case: `h` and `//h` are valid for both types, with different
//! components. The conversions in both directions refuse such a string.

use alloc::string::ToString;
use core::fmt;

use http::uri::{InvalidUri, Parts, PathAndQuery, Scheme};

use crate::reference::Reference;
use crate::types::{InvalidInput, Storage, Uri, UriBuf, UriRef, UriRefBuf};

/// The reason why a reference has no [`http::Uri`].
///
/// The conversions from [`UriRef`] and [`Uri`], owned or borrowed, keep every component. This table lists the strings
/// that they change or refuse, each with an example.
///
/// | | example | |
/// |---|---|---|
/// | an empty path after an authority | `a://h` | becomes `a://h/` (RFC 3986, 6.2.3) |
/// | upper case in the scheme http or https | `HTTP://h/` | becomes `http://h/` (RFC 3986, 6.2.2.1) |
/// | a fragment, which the parser of `http` drops | `/#` | refused |
/// | no authority: that parser reads the scheme as a host | `a:1` | refused |
/// | an authority and no scheme: that parser reads the whole as a path | `//h` | refused |
/// | a path without its first `/`: that parser reads it as a host | `a` | refused |
/// | an empty authority | `a:///` | refused by that parser |
/// | a userinfo, and an empty host without a port | `a://u@/` | refused by that parser |
/// | a triplet in the host | `a://%41/` | refused by that parser |
/// | nine colons in the userinfo | `a://:::::::::@h/` | refused by that parser |
/// | more than 64 characters in the scheme, or 65534 bytes in all | | refused by that parser |
#[derive(Debug)]
#[non_exhaustive]
pub enum ToHttpError {
    /// The reference has a fragment, which an `http::Uri` cannot represent.
    Fragment,
    /// The URI has no authority, such as `mailto:a@b`. An `http::Uri` with a scheme has an
    /// authority.
    NoAuthority,
    /// The reference is relative, and does not begin with a single `/`. Without a scheme, an `http::Uri` is a path that
    /// begins with a single `/`, with an optional query.
    Relative,
    /// The parser of `http` refuses the string.
    Refused(InvalidUri),
}

impl fmt::Display for ToHttpError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Fragment => f.write_str("an http::Uri has no fragment; remove it first"),
            Self::NoAuthority => {
                f.write_str("an http::Uri with a scheme requires an authority, which the URI lacks")
            }
            Self::Relative => f.write_str(
                "an http::Uri without a scheme begins with one \"/\"; resolve the reference first",
            ),
            Self::Refused(error) => write!(f, "the crate `http` cannot parse the string: {error}"),
        }
    }
}

impl core::error::Error for ToHttpError {}

/// Lets the builders of `http` accept references: `Request::builder().uri(&uri)`. The errors of `http` have fixed
/// texts; a [`ToHttpError`] is converted to the error whose text is nearest.
///
/// ```
/// use urispec::Uri;
/// let request = http::Request::get(&Uri::parse("http://example.com/a?b")?).body(())?;
/// assert_eq!(request.uri().path_and_query().unwrap(), "/a?b");
/// let error = http::Request::get(&Uri::parse("http://h/#f")?).body(()).unwrap_err();
/// assert_eq!(error.to_string(), "invalid uri character");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
impl From<ToHttpError> for http::Error {
    fn from(error: ToHttpError) -> Self {
        match error {
            ToHttpError::Refused(error) => error.into(),
            ToHttpError::Fragment => refused("/\u{7f}").into(),
            ToHttpError::Relative => refused("a").into(),
            ToHttpError::NoAuthority => {
                let mut parts = Parts::default();
                parts.scheme = Some(Scheme::HTTP);
                http::Uri::from_parts(parts).expect_err("there is no authority").into()
            }
        }
    }
}

/// Returns the error with which `http` refuses `path`, for an invalid character or a missing slash.
fn refused(path: &str) -> InvalidUri {
    PathAndQuery::try_from(path).expect_err("`http` refuses such a path")
}

/// Checks that an `http::Uri` can represent every component of a reference. The parser of `http` would drop a fragment,
/// and would read the other refused strings as different components.
fn check(reference: &Reference<'_>) -> Result<(), ToHttpError> {
    if reference.fragment().is_some() {
        return Err(ToHttpError::Fragment);
    }
    match (reference.scheme(), reference.authority()) {
        (Some(_), Some(_)) => Ok(()),
        (Some(_), None) => Err(ToHttpError::NoAuthority),
        (None, None) if reference.path().starts_with('/') => Ok(()),
        (None, _) => Err(ToHttpError::Relative),
    }
}

macro_rules! to_http {
    ($($borrowed:ident, $owned:ident;)*) => {$(
        impl TryFrom<$borrowed<'_>> for http::Uri {
            type Error = ToHttpError;

            fn try_from(reference: $borrowed<'_>) -> Result<Self, ToHttpError> {
                check(&reference)?;
                reference.as_str().parse().map_err(ToHttpError::Refused)
            }
        }

        impl TryFrom<&$borrowed<'_>> for http::Uri {
            type Error = ToHttpError;

            fn try_from(reference: &$borrowed<'_>) -> Result<Self, ToHttpError> {
                (*reference).try_into()
            }
        }

        impl<S: Storage> TryFrom<&$owned<S>> for http::Uri {
            type Error = ToHttpError;

            fn try_from(reference: &$owned<S>) -> Result<Self, ToHttpError> {
                reference.as_borrowed().try_into()
            }
        }

        /// Reuses the memory of a `String`. A failed conversion loses the string; to keep it, convert a reference.
        impl<S: Storage> TryFrom<$owned<S>> for http::Uri {
            type Error = ToHttpError;

            fn try_from(reference: $owned<S>) -> Result<Self, ToHttpError> {
                check(&reference.as_borrowed())?;
                reference.into_string().try_into().map_err(ToHttpError::Refused)
            }
        }
    )*};
}

to_http! {
    UriRef, UriRefBuf;
    Uri, UriBuf;
}

/// The reason why an [`http::Uri`] is not a reference.
///
/// The conversions to [`UriRefBuf`] and [`UriBuf`] change nothing. They refuse everything that is not a `URI-reference`
/// with the components of the `http::Uri`:
///
/// | | example |
/// |---|---|
/// | the authority-form: a host, and perhaps a port | `h` |
/// | the asterisk-form | `*` |
/// | a path that begins with `//`, without an authority | `//h` |
/// | `"`, `[`, `\`, `]`, `^`, `{`, `\|`, `}` in a path; in a query the same without `"`, and also a backtick | `/\|` |
/// | a `%` without two digits | `/%` |
/// | a character beyond ASCII | `/é` |
/// | a scheme that is empty, does not begin with a letter, or contains `~` | `1://h/` |
/// | a port that is not a number, more than one `@`, brackets without an address | `a://h:b/` |
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum FromHttpError {
    /// The request target is a host, and perhaps a port: the authority-form, as in
    /// `CONNECT h:80`. As a reference the string would have the scheme `h`.
    AuthorityForm,
    /// The request target is `*`: the asterisk-form, as in `OPTIONS *`. As a reference the string would be a relative
    /// path.
    AsteriskForm,
    /// There is no authority, and the path begins with `//`, after which an authority would be read
    /// (RFC 3986, 3.3).
    PathReadsAsAuthority,
    /// The string is not a `URI-reference`, or not a `URI` where one is required.
    Invalid(InvalidInput),
}

impl fmt::Display for FromHttpError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::AuthorityForm => {
                f.write_str("a request target that is only a host is not a URI reference")
            }
            Self::AsteriskForm => f.write_str("the request target \"*\" is not a URI reference"),
            Self::PathReadsAsAuthority => f.write_str(
                "without an authority the path cannot begin with \"//\" (RFC 3986, 3.3)",
            ),
            Self::Invalid(rejected) => rejected.fmt(f),
        }
    }
}

impl core::error::Error for FromHttpError {}

impl TryFrom<&http::Uri> for UriRefBuf {
    type Error = FromHttpError;

    fn try_from(uri: &http::Uri) -> Result<Self, FromHttpError> {
        match (uri.scheme(), uri.authority()) {
            _ if uri.path() == "*" => Err(FromHttpError::AsteriskForm),
            (None, Some(_)) => Err(FromHttpError::AuthorityForm),
            (None, None) if uri.path().starts_with("//") => {
                Err(FromHttpError::PathReadsAsAuthority)
            }
            _ => Self::try_from(uri.to_string()).map_err(FromHttpError::Invalid),
        }
    }
}

impl TryFrom<&http::Uri> for UriBuf {
    type Error = FromHttpError;

    fn try_from(uri: &http::Uri) -> Result<Self, FromHttpError> {
        Self::try_from(UriRefBuf::try_from(uri)?).map_err(|rejected| {
            let error = rejected.error().clone();
            FromHttpError::Invalid(InvalidInput::new(rejected.into_input().into_string(), error))
        })
    }
}

macro_rules! from_http {
    ($($owned:ident),*) => {$(
        impl TryFrom<http::Uri> for $owned {
            type Error = FromHttpError;

            fn try_from(uri: http::Uri) -> Result<Self, FromHttpError> {
                (&uri).try_into()
            }
        }
    )*};
}

from_http!(UriRefBuf, UriBuf);

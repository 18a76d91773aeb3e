//! Conversions to and from [`url::Url`], a URL of the URL Standard, whose parser rewrites its input.
//!
//! A URI converts to an equivalent `Url` (RFC 3986, 6.2), and a `Url` to the URI with the same string. If the parser of
//! `url` rewrites a URI into one that is not equivalent, the conversion fails, and the error contains the `Url`.
//! [`ToUrlError`] and the conversions to [`Uri`] list the differences, with an example of each.
//!
//! A surprising case: for the string `a:/.//b`, the path of the `Url` is `//b`, and the path of the `Uri` is `/.//b`.

use alloc::boxed::Box;
use alloc::string::String;
use core::fmt;

use url::Url;

use crate::normalize::compare::compare;
use crate::reference::components::Redacted;
use crate::reference::error::ParseError;
use crate::types::{InvalidInput, Storage, Uri, UriBuf};

/// The reason why a URI has no [`Url`].
///
/// The parser of `url` rewrites its input. The conversions from [`Uri`], owned or borrowed, return a `Url` that is
/// equivalent to the URI (RFC 3986, 6.2). If it is not equivalent, the conversion fails, and the error contains the
/// `Url`; `Url::parse(uri.as_str())` does not check this. The table lists the changes of the parser, each with an
/// example. A result after "refused" is not equivalent. The "special" schemes are http, https, ws, wss, ftp and file.
///
/// | | example | becomes |
/// |---|---|---|
/// | letter case of the scheme, and of the host if the scheme is special | `HTTP://H/` | `http://h/` |
/// | an empty port, the default port | `http://h:80/` | `http://h/` |
/// | an empty path, if the scheme is special | `http://h` | `http://h/` |
/// | dot segments, unless the path has no `/` before them | `a:/b/%2E./c` | `a:/c` |
/// | triplets in the host, if the scheme is special | `http://%61/` | `http://a/` |
/// | the local host of a file | `file://localhost/`, `file:/` | `file:///` |
/// | an empty userinfo, an empty password | `a://@h` | refused: `a://h` |
/// | further percent-encoding in a userinfo | `a://;@h` | refused: `a://%3B@h` |
/// | other spellings of an IPv6 address | `a://[0::]` | refused: `a://[::]` |
/// | zeros before a port | `a://h:01` | refused: `a://h:1` |
/// | numbers, read as an address if the scheme is special | `http://1/` | refused: `http://0.0.0.1/` |
/// | names beyond ASCII, if the scheme is special | `http://%C3%A9/` | refused: `http://xn--9ca/` |
/// | slashes after a special scheme | `http:a` | refused: `http://a/` |
/// | `'` in a query, if the scheme is special | `http://h/?'` | refused: `http://h/?%27` |
/// | drive letters | `file:///C:/..` | refused: `file:///C:/` |
/// | names that are not domains, if the scheme is special | `http://a%2Fb/` | refused by that parser |
/// | numbers that are not an address, if the scheme is special | `http://1.2.3.256/` | refused by that parser |
/// | an empty host, with a port or if the scheme is special | `http://` | refused by that parser |
/// | a port above 65535 | `a://h:65536` | refused by that parser |
/// | a host of a later version of IP | `a://[v1.a]` | refused by that parser |
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum ToUrlError {
    /// The parser of `url` refuses the string.
    Refused(url::ParseError),
    /// The parser of `url` rewrites the URI as this `Url`, which is not equivalent (RFC 3986, 6.2).
    Rewritten(Box<Url>),
}

impl fmt::Display for ToUrlError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Refused(error) => write!(f, "the crate `url` cannot parse the string: {error}"),
            Self::Rewritten(url) => {
                let url = Redacted::of(url.as_str());
                write!(
                    f,
                    "the crate `url` changes the URI to `{url}`, which is not equivalent (RFC 3986, 6.2)"
                )
            }
        }
    }
}

impl core::error::Error for ToUrlError {}

/// ```
/// use urispec::Uri;
/// use urispec::error::ToUrlError;
/// let url = url::Url::try_from(Uri::parse("HTTP://example.com/a/../b")?)?;
/// assert_eq!(url.as_str(), "http://example.com/b");
/// let error = url::Url::try_from(Uri::parse("http://1/")?).unwrap_err();
/// assert!(matches!(error, ToUrlError::Rewritten(url) if url.as_str() == "http://0.0.0.1/"));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
impl TryFrom<Uri<'_>> for Url {
    type Error = ToUrlError;

    fn try_from(uri: Uri<'_>) -> Result<Self, ToUrlError> {
        let url = Self::parse(uri.as_str()).map_err(ToUrlError::Refused)?;
        let is_equivalent = url.as_str() == uri.as_str()
            || Uri::parse(url.as_str()).is_ok_and(|rewritten| compare(rewritten, uri).holds());
        if is_equivalent { Ok(url) } else { Err(ToUrlError::Rewritten(Box::new(url))) }
    }
}

impl TryFrom<&Uri<'_>> for Url {
    type Error = ToUrlError;

    fn try_from(uri: &Uri<'_>) -> Result<Self, ToUrlError> {
        (*uri).try_into()
    }
}

impl<S: Storage> TryFrom<&UriBuf<S>> for Url {
    type Error = ToUrlError;

    fn try_from(uri: &UriBuf<S>) -> Result<Self, ToUrlError> {
        uri.as_borrowed().try_into()
    }
}

impl<S: Storage> TryFrom<UriBuf<S>> for Url {
    type Error = ToUrlError;

    fn try_from(uri: UriBuf<S>) -> Result<Self, ToUrlError> {
        uri.as_borrowed().try_into()
    }
}

/// Returns the string of a `Url`, unchanged. A `Url` with a character that is not allowed in URIs is refused:
///
/// | | example |
/// |---|---|
/// | a `%` without two digits | `a:%` |
/// | `[`, `\`, `]`, `^`, `\|` in a path, a query, a fragment | `a:/\|` |
/// | `{`, `}`, and a backtick, in a query; `{`, `}`, and a second `#`, in a fragment | `a:?{` |
/// | space, `"`, `<`, `>` too, in a path that does not begin with `/` | `a:b c` |
/// | `"`, `{`, `}`, and a backtick, in a host | `a://"` |
///
/// For the string `a:/.//b`, the path of the `Url` is `//b`, and the path of the `Uri` is `/.//b`.
impl<'u> TryFrom<&'u Url> for Uri<'u> {
    type Error = ParseError;

    fn try_from(url: &'u Url) -> Result<Self, ParseError> {
        Self::parse(url.as_str())
    }
}

/// Fails in the same cases as the conversion of a `&Url` to a [`Uri`].
impl TryFrom<&Url> for UriBuf {
    type Error = InvalidInput;

    fn try_from(url: &Url) -> Result<Self, InvalidInput> {
        String::from(url.as_str()).try_into()
    }
}

impl TryFrom<Url> for UriBuf {
    type Error = InvalidInput;

    /// Reuses the memory of the string.
    fn try_from(url: Url) -> Result<Self, InvalidInput> {
        String::from(url).try_into()
    }
}

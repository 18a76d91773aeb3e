//! `http` and `https`, `file`, `data`, `about`.

use std::borrow::Cow;
use std::ops::Range;

use base64::Engine as _;
use base64::engine::general_purpose::STANDARD;

use super::part;
use crate::editions::Edition;
use crate::editions::grammar::Node;
use crate::parse::lower::site::octets;
use crate::parts::{percent, schemes};
use crate::reference::error::ParseError;

// `http` and `https` (RFC 9110, 4.2).

/// A resource of an origin server.
///
/// ```
/// use urispec::scheme::HttpUri;
/// let http = HttpUri::parse("HTTPS://Example.com?q")?;
/// assert_eq!(http.origin(), Some(("https", "example.com".to_owned(), 443)));
/// assert_eq!(http.target(), "/?q");
/// # Ok::<(), urispec::ParseError>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub struct HttpUri<'i> {
    /// Whether the scheme is `https`, which requires a secured connection (RFC 9110, 4.2.2).
    pub is_secured: bool,
    /// The userinfo before the host, which a sender must not write (RFC 9110, 4.2.4).
    pub userinfo: Option<&'i str>,
    /// The host as given. An empty host is invalid (RFC 9110, 4.2.1, 4.2.2).
    pub host: &'i str,
    /// The digits of the port, if there is a `:`.
    pub port_text: Option<&'i str>,
    /// The path as given.
    pub path: &'i str,
    /// The query, if there is one.
    pub query: Option<&'i str>,
}

impl<'i> HttpUri<'i> {
    /// Parses a whole string as an `http-URI` or an `https-URI`, without a fragment.
    ///
    /// # Errors
    ///
    /// The errors of [`Node::parse`], for the production of the scheme.
    pub fn parse(text: &'i str) -> Result<Self, ParseError> {
        let found = Edition::Rfc9110.deriving(text)?;
        Ok(Self::of(&found.tree(text)?))
    }

    fn of(tree: &Node<'i>) -> Self {
        Self {
            is_secured: tree.rule() == "https-URI",
            userinfo: part(tree, "userinfo"),
            host: part(tree, "host").unwrap_or_default(),
            port_text: part(tree, "port"),
            path: part(tree, "path-abempty").unwrap_or_default(),
            query: part(tree, "query"),
        }
    }

    /// Returns the scheme in lower case.
    #[must_use]
    pub const fn scheme(&self) -> &'static str {
        if self.is_secured { "https" } else { "http" }
    }

    /// Returns the given port, or else the default port, 80 or 443 (RFC 9110, 4.2.1, 4.2.2). Returns `None` if
    /// the given port is above 65535.
    #[must_use]
    pub fn port(&self) -> Option<u16> {
        match self.port_text {
            None | Some("") => {
                let known = schemes::known(self.scheme())?;
                Some(known.default_port(Some("RFC 9110"))?.number)
            }
            Some(digits) => digits.parse().ok(),
        }
    }

    /// Returns the origin: the scheme, the host in lower case, and the port. Returns `None` if the
    /// host is empty, or the port is above 65535.
    #[must_use]
    pub fn origin(&self) -> Option<(&'static str, String, u16)> {
        let port = self.port().filter(|_| !self.host.is_empty())?;
        Some((self.scheme(), self.host.to_ascii_lowercase(), port))
    }

    /// Returns the request target for the origin server: the path, or `/` if it is empty, and the
    /// query (RFC 9110, 4.2.3). An OPTIONS request with an empty path has a different target.
    #[must_use]
    pub fn target(&self) -> Cow<'i, str> {
        let path = if self.path.is_empty() { "/" } else { self.path };
        match self.query {
            None => Cow::Borrowed(path),
            Some(query) => Cow::Owned(format!("{path}?{query}")),
        }
    }

    /// Returns the segments of the path, decoded. An empty path has one empty segment, as `/` has.
    pub fn segments(&self) -> impl Iterator<Item = Cow<'i, [u8]>> + use<'i> {
        self.path.strip_prefix('/').unwrap_or(self.path).split('/').map(octets)
    }
}

// `file` (RFC 8089).

/// A file on this machine or on another host.
///
/// ```
/// use urispec::scheme::FileUri;
/// let is_local = |text| Ok::<_, urispec::ParseError>(FileUri::parse(text)?.is_local());
/// assert!(is_local("file:/a")? && is_local("file:///a")? && is_local("file://LocalHost/a")?);
/// assert!(!is_local("file://host.example/a")?);
/// # Ok::<(), urispec::ParseError>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub struct FileUri<'i> {
    /// The host as written, which may be empty. It is `None` if the URI has no `//`.
    pub host: Option<&'i str>,
    /// The path as given, with the `/` at its beginning.
    pub path: &'i str,
}

impl<'i> FileUri<'i> {
    /// Parses a whole string as a `file-URI`.
    ///
    /// # Errors
    ///
    /// The errors of [`Node::parse`].
    pub fn parse(text: &'i str) -> Result<Self, ParseError> {
        Ok(Self::of(&Node::parse(Edition::Rfc8089, "file-URI", text)?))
    }

    fn of(tree: &Node<'i>) -> Self {
        Self { host: part(tree, "host"), path: part(tree, "path-absolute").unwrap_or_default() }
    }

    /// Returns whether the file is on the machine that reads the URI: the host is missing, empty or
    /// `localhost` in any letter case (RFC 8089, 2).
    #[must_use]
    pub fn is_local(&self) -> bool {
        self.host.is_none_or(|host| host.is_empty() || host.eq_ignore_ascii_case("localhost"))
    }

    /// Returns the segments of the path, decoded.
    pub fn segments(&self) -> impl Iterator<Item = Cow<'i, [u8]>> + use<'i> {
        self.path.strip_prefix('/').unwrap_or(self.path).split('/').map(octets)
    }
}

// `data` (RFC 2397).

/// Data contained in the URL itself, with their media type.
///
/// ```
/// use urispec::scheme::Data;
/// let data = Data::parse("data:text/html;charset=utf-8;base64,PGI+")?;
/// assert_eq!((&*data.top_level_type(), &*data.subtype()), (&b"text"[..], &b"html"[..]));
/// assert_eq!(data.charset().as_deref(), Some(&b"utf-8"[..]));
/// assert_eq!(data.octets().as_deref(), Ok(&b"<b>"[..]));
/// # Ok::<(), urispec::ParseError>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub struct Data<'i> {
    /// The media type with its parameters as written, still encoded, or `None` if it is left out.
    pub mediatype: Option<&'i str>,
    /// Whether the data are in base64, as `;base64` declares (RFC 2397, 2).
    pub is_base64: bool,
    /// The data as given, still encoded.
    pub data: &'i str,
}

/// A parameter of a media type (RFC 2045, 5.1).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub struct Parameter<'i> {
    /// The name as given, still encoded. It is case-insensitive.
    pub attribute: &'i str,
    /// The value as given, still encoded.
    pub value: &'i str,
}

impl<'i> Data<'i> {
    /// Parses a whole string as a `dataurl`.
    ///
    /// # Errors
    ///
    /// The errors of [`Node::parse`].
    pub fn parse(text: &'i str) -> Result<Self, ParseError> {
        Ok(Self::of(&Node::parse(Edition::Rfc2397, "dataurl", text)?))
    }

    fn of(tree: &Node<'i>) -> Self {
        let data = part(tree, "data").unwrap_or_default();
        let head = &tree.text()[..tree.text().len() - data.len()];
        // A media type cannot end so, since a parameter has a "=" (3).
        let is_base64 = head.ends_with(";base64,");
        Self { mediatype: part(tree, "mediatype"), is_base64, data }
    }

    /// Returns the type and the subtype as given, still encoded. Returns `None` if they are left
    /// out.
    fn names(&self) -> Option<(&'i str, &'i str)> {
        self.mediatype?.split(';').next()?.split_once('/')
    }

    /// Returns the type, such as `text`, decoded. Returns `text` if the media type is left out (RFC 2397, 2). The
    /// type is case-insensitive (RFC 2045, 5.1).
    #[must_use]
    pub fn top_level_type(&self) -> Cow<'i, [u8]> {
        octets(self.names().map_or("text", |(top, _)| top))
    }

    /// Returns the subtype, such as `html`, decoded. Returns `plain` if the media type is left out (RFC 2397, 2).
    /// The subtype is case-insensitive (RFC 2045, 5.1).
    #[must_use]
    pub fn subtype(&self) -> Cow<'i, [u8]> {
        octets(self.names().map_or("plain", |(_, subtype)| subtype))
    }

    /// Returns the parameters of the media type, in order. If the media type is left out, returns the
    /// parameter `charset` with the value `US-ASCII` (RFC 2397, 2).
    ///
    /// ```
    /// use urispec::scheme::Data;
    /// let parameter = Data::parse("data:,")?.parameters().next().unwrap();
    /// assert_eq!((parameter.attribute, parameter.value), ("charset", "US-ASCII"));
    /// assert_eq!(Data::parse("data:text/plain,")?.parameters().count(), 0);
    /// # Ok::<(), urispec::ParseError>(())
    /// ```
    pub fn parameters(&self) -> impl Iterator<Item = Parameter<'i>> + use<'i> {
        // A parameter contains no unencoded ";" and no unencoded second "=".
        let all = self.mediatype.unwrap_or(";charset=US-ASCII").split(';').skip(1);
        all.filter_map(|one| one.split_once('='))
            .map(|(attribute, value)| Parameter { attribute, value })
    }

    /// Returns the value of the first parameter `charset`, decoded.
    #[must_use]
    pub fn charset(&self) -> Option<Cow<'i, [u8]>> {
        let charset = self.parameters().find(|parameter| parameter.is_called("charset"))?;
        Some(charset.octets())
    }

    /// Returns the data after percent-decoding and, if the URL has `;base64`, base64 decoding (RFC 2397, 2).
    ///
    /// A character outside the base64 alphabet is ignored, as RFC 2045 (6.8) requires of decoders.
    ///
    /// ```
    /// use urispec::scheme::{Base64Fault, Data};
    /// assert_eq!(*Data::parse("data:,A%20brief%20note")?.octets().unwrap(), *b"A brief note");
    /// assert_eq!(*Data::parse("data:;base64,TQ%3D%3D")?.octets().unwrap(), *b"M");
    /// assert_eq!(Data::parse("data:;base64,TWE")?.octets().unwrap_err().fault, Base64Fault::Padding);
    /// # Ok::<(), urispec::ParseError>(())
    /// ```
    ///
    /// # Errors
    ///
    /// [`NotBase64`] if the data are not valid base64.
    pub fn octets(&self) -> Result<Cow<'i, [u8]>, NotBase64> {
        let octets = octets(self.data);
        if !self.is_base64 {
            return Ok(octets);
        }
        let of_base64 = |octet: &u8| is_of_base64(*octet);
        let symbols = octets.iter().copied().filter(of_base64).collect::<Vec<_>>();
        STANDARD.decode(&symbols).map(Cow::Owned).map_err(|error| {
            let (fault, at) = Base64Fault::of(error, symbols.len());
            NotBase64 { fault, offset: self.place(at) }
        })
    }

    /// Returns the spans in [`Data::data`] of the characters outside the base64 alphabet, if the
    /// data are in base64.
    pub(crate) fn ignored(&self) -> Vec<Range<usize>> {
        let all = percent::octets(self.data).filter(|(_, octet)| !is_of_base64(*octet));
        if self.is_base64 { all.map(|(span, _)| span).collect() } else { Vec::new() }
    }

    /// Returns the offset, in the data, of the base64 symbol with this index.
    fn place(&self, symbol: usize) -> usize {
        let mut symbols = percent::octets(self.data).filter(|(_, octet)| is_of_base64(*octet));
        symbols.nth(symbol).map_or(self.data.len(), |(span, _)| span.start)
    }
}

impl<'i> Parameter<'i> {
    /// Returns the name, decoded.
    #[must_use]
    pub fn name(&self) -> Cow<'i, [u8]> {
        octets(self.attribute)
    }

    /// Returns the value, decoded. A value written as a quoted string keeps its quotes, since the
    /// document requires percent-encoding instead of quotes (RFC 2397, 3).
    #[must_use]
    pub fn octets(&self) -> Cow<'i, [u8]> {
        octets(self.value)
    }

    /// Returns whether the parameter has this name, ignoring ASCII case (RFC 2045, 5.1).
    #[must_use]
    pub fn is_called(&self, name: &str) -> bool {
        self.name().eq_ignore_ascii_case(name.as_bytes())
    }

    /// Returns whether the value is written as a quoted string, which the document advises against
    /// (RFC 2397, 3).
    #[must_use]
    pub fn is_quoted(&self) -> bool {
        matches!(&*self.octets(), [b'"', .., b'"'])
    }
}

/// The error for data that are marked with `;base64` but are not valid base64 (RFC 2045, 6.8).
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("at byte {offset} of the data: {fault} (RFC 2045, 6.8)")]
#[non_exhaustive]
pub struct NotBase64 {
    /// The fault in the data.
    pub fault: Base64Fault,
    /// The offset of the wrong symbol in [`Data::data`], or the end of the data.
    pub offset: usize,
}

/// A fault in base64 data.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum Base64Fault {
    /// The last group of four symbols is incomplete.
    #[error("the last base64 group is not padded to four symbols with \"=\"")]
    Padding,
    /// An `=` occurs before the end, or after a complete group.
    #[error("unexpected \"=\" in base64")]
    Symbol,
    /// The last symbol has non-zero bits that belong to no octet.
    #[error("the last base64 symbol has non-zero unused bits")]
    Bits,
}

impl Base64Fault {
    /// Returns the fault, and the index of the wrong symbol. For missing padding this is `symbols`,
    /// the number of symbols.
    fn of(error: base64::DecodeError, symbols: usize) -> (Self, usize) {
        use base64::DecodeError::*;
        match error {
            InvalidByte(at, _) => (Self::Symbol, at),
            InvalidLastSymbol { offset, .. } => (Self::Bits, offset),
            InvalidLength(_) | InvalidPadding => (Self::Padding, symbols),
        }
    }
}

/// Returns whether the character is in the base64 alphabet (RFC 2045, 6.8, Table 1).
const fn is_of_base64(octet: u8) -> bool {
    octet.is_ascii_alphanumeric() || matches!(octet, b'+' | b'/' | b'=')
}

// `about` (RFC 6694).

/// A resource of the program that opens the URI.
///
/// ```
/// use urispec::scheme::About;
/// let about = About::parse("about:config?filter=font#x")?;
/// assert_eq!((about.token, about.query, about.fragment), ("config", Some("filter=font"), Some("x")));
/// assert!(!about.is_blank() && About::parse("ABOUT:blank")?.is_blank());
/// # Ok::<(), urispec::ParseError>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub struct About<'i> {
    /// The name of the resource, as written, still encoded (RFC 6694, 2.2). It may be empty.
    pub token: &'i str,
    /// The query, still encoded: a request to the resource, or a way to handle the resource (RFC 6694, 2.2).
    pub query: Option<&'i str>,
    /// The fragment, still encoded: a place in the resource.
    pub fragment: Option<&'i str>,
}

impl<'i> About<'i> {
    /// Parses a whole string as an `about-uri`.
    ///
    /// # Errors
    ///
    /// The errors of [`Node::parse`].
    pub fn parse(text: &'i str) -> Result<Self, ParseError> {
        let tree = Node::parse(Edition::Rfc6694, "about-uri", text)?;
        Ok(Self {
            token: part(&tree, "about-token").unwrap_or_default(),
            query: part(&tree, "query"),
            fragment: part(&tree, "fragment"),
        })
    }

    /// Returns the token, decoded.
    #[must_use]
    pub fn token_octets(&self) -> Cow<'i, [u8]> {
        octets(self.token)
    }

    /// Returns whether the resource is a blank page: the token is `blank` (RFC 6694, 3), the only token that
    /// the document defines. The comparison is case-sensitive, since the document does not state
    /// otherwise.
    #[must_use]
    pub fn is_blank(&self) -> bool {
        *self.token_octets() == *b"blank"
    }
}

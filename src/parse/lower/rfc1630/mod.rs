//! RFC 1630: what a URL of each scheme of its section 9 means.
//!
//! In: a string that the production `url` of section 9 derives. Out: [`Url`], which borrows from it.
//! Texts are as given and still encoded; what is sent or compared is decoded by the methods.
//!
//! The document names two ports, that of HTTP and FTP's own; where it names none, a
//! [`Site`](super::Site) has no default. The surprising cases: an nntp URL has no server, though 6.3
//! says that it gives its name; and `file`, which 5.8 describes, is no url at all, but a [`File`].
//!
//! ```
//! use urispec::meaning::{rfc1630::Type, rfc1630::Url};
//! let Ok(Url::Ftp(ftp)) = Url::parse("ftp://h/pub/a;type=EN") else { unreachable!() };
//! assert_eq!(ftp.ftptype.map(|code| code.argument()), Some("E N".into()));
//! assert_eq!(Type::Local("8").argument(), "L 8");
//! ```

mod file;
mod ftp;
mod gopher;
mod mail;
mod prospero;
mod search;

pub use crate::parse::lower::news::News;
pub use file::File;
pub use ftp::{Form, Ftp, Type};
pub use gopher::Gopher;
pub use mail::{Address, Nntp};
pub use prospero::{Afs, Prospero};
pub use search::{Http, Wais, WaisForm};

use super::derivation::{self, Derivation};
use super::site::{Login, child};
use crate::editions::Edition;
use crate::editions::grammar::Node;
use crate::reference::error::ParseError;

/// A URL of RFC 1630, by its scheme.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Url<'i> {
    /// A resource of an HTTP server (4.1.5, 5.1).
    Http(Http<'i>),
    /// A file or a directory, fetched by FTP (5.2).
    Ftp(Ftp<'i>),
    /// A newsgroup or an article, from any server (5.5).
    News(News<'i>),
    /// An article by its number in a group, of a server that is not named (6.3).
    Nntp(Nntp<'i>),
    /// An object of the Prospero directory service (6.4).
    Prospero(Prospero<'i>),
    /// A telnet session (5.5, the part on telnet).
    Telnet(Login<'i>),
    /// An item of a gopher server (5.3).
    Gopher(Gopher<'i>),
    /// A WAIS database, a search of it, or a document (5.7).
    Wais(Wais<'i>),
    /// A mail address (5.4).
    Mailto(Address<'i>),
    /// A message by its identifier (5.9.1).
    Mid(Address<'i>),
    /// A part of a message, by an identifier that only that message knows (5.9.2).
    Cid(Address<'i>),
}

impl<'i> Url<'i> {
    /// Parses a whole string as a `url`.
    ///
    /// # Errors
    ///
    /// The errors of [`Node::parse`].
    pub fn parse(text: &'i str) -> Result<Self, ParseError> {
        let tree = Node::parse(Edition::Rfc1630, "url", text)?;
        Self::of(&tree).ok_or(ParseError::NotWhole("url"))
    }

    /// Parses a whole string as a `prefixedurl`: a URL with `url:` before it.
    ///
    /// ```
    /// use urispec::meaning::rfc1630::Url;
    /// assert_eq!(Url::parse_prefixed("url:news:*")?, Url::parse("news:*")?);
    /// # Ok::<(), urispec::ParseError>(())
    /// ```
    ///
    /// # Errors
    ///
    /// The errors of [`Node::parse`].
    pub fn parse_prefixed(text: &'i str) -> Result<Self, ParseError> {
        let tree = Node::parse(Edition::Rfc1630, "prefixedurl", text)?;
        child(&tree, "url").and_then(Self::of).ok_or(ParseError::NotWhole("prefixedurl"))
    }

    fn of(url: &Node<'i>) -> Option<Self> {
        Self::of_production(url.children().first()?)
    }

    productions! { url:
        Http "httpaddress" => Http::of(url),
        Ftp "ftpaddress" => Ftp::of(url),
        News "newsaddress" => News::of(child(url, "groupart")),
        Nntp "nntpaddress" => Nntp::of(url),
        Prospero "prosperoaddress" => Prospero::of(url),
        Telnet "telnetaddress" => Login::of(child(url, "login"), None),
        Gopher "gopheraddress" => Gopher::of(url),
        Wais "waisaddress" => Wais::of(url),
        Mailto "mailtoaddress" => Address::of(url),
        Mid "midaddress" => Address::of(url),
        Cid "cidaddress" => Address::of(url),
    }
}

/// Whether the scheme of a URI is experimental: its name begins with `x-` (7).
///
/// ```
/// use urispec::meaning::rfc1630::is_experimental;
/// assert!(is_experimental("x-mine:a") && !is_experimental("mine:x-"));
/// ```
#[must_use]
pub fn is_experimental(uri: &str) -> bool {
    uri.starts_with("x-")
}

/// The text that is sent to an HTTP server used as a gateway, or "proxy", for a URI of any scheme:
/// the entire URI, without a fragment (4.1.5).
///
/// ```
/// use urispec::meaning::rfc1630::sent_to_gateway;
/// assert_eq!(sent_to_gateway("gopher://h/11/a#b"), "gopher://h/11/a");
/// ```
#[must_use]
pub fn sent_to_gateway(uri: &str) -> &str {
    uri.split_once('#').map_or(uri, |(uri, _)| uri)
}

/// Finds the production that derives a string: the production of its scheme in section 9, or else
/// `uri` or `fragmentaddress` of section 8; and the reason why the production of its scheme does
/// not.
///
/// ```
/// use urispec::meaning::rfc1630::derivation;
/// let found = derivation("http://h/a#b")?;
/// assert_eq!(found.production, "fragmentaddress");
/// assert_eq!(found.unmatched.map(|unmatched| unmatched.error.error().offset()), Some(10));
/// assert_eq!(derivation("http://h/a")?.production, "httpaddress");
/// assert_eq!(derivation("magic://a/b")?.production, "uri");
/// # Ok::<(), urispec::ParseError>(())
/// ```
///
/// # Errors
///
/// [`ParseError::Syntax`] where neither section derives it.
pub fn derivation(text: &str) -> Result<Derivation, ParseError> {
    const SCHEMES: [(&str, &str); 13] = [
        ("url", "prefixedurl"),
        ("http", "httpaddress"),
        ("ftp", "ftpaddress"),
        ("afs", "afsaddress"),
        ("news", "newsaddress"),
        ("nntp", "nntpaddress"),
        ("mid", "midaddress"),
        ("cid", "cidaddress"),
        ("mailto", "mailtoaddress"),
        ("wais", "waisaddress"),
        ("prospero", "prosperoaddress"),
        ("telnet", "telnetaddress"),
        ("gopher", "gopheraddress"),
    ];
    let scheme = text.split_once(':').map_or("", |(scheme, _)| scheme);
    let known = SCHEMES.iter().find(|(name, _)| *name == scheme);
    let specific = known.map(|(_, production)| *production);
    derivation::derivation(Edition::Rfc1630, specific, Some("uri"), "fragmentaddress", text)
}

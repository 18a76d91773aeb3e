//! RFC 1738: what a URL of each of its ten schemes means.
//!
//! In: a string that the production `url` derives. Out: [`Url`], which borrows from it. Texts are as
//! given and still encoded, since a decoded `/` divides nothing (2.2); what is sent or compared is
//! decoded by the methods.
//!
//! Lines of a protocol are the commands of FTP and the request of gopher; what is encoded cannot divide
//! them (6). A telnet URL has its login told to the user, and nothing sent (3.8). A decoded address,
//! message-id, document-id or hsoname is a name, in which any octet may be.
//!
//! The surprising case: `http://user@host/` is a url and no httpurl, as `ftp://` is no ftpurl. Such a
//! one is [`Url::Other`], and [`derivation`] says why its scheme does not have it.
//!
//! ```
//! use urispec::meaning::rfc1738::Url;
//! let Ok(Url::Ftp(ftp)) = Url::parse("ftp://myname@host.dom/%2Fetc/motd") else { unreachable!() };
//! let lines = ftp.commands("me@example.org").filter_map(|command| command.line());
//! let lines: Vec<_> = lines.map(|line| String::from_utf8(line).unwrap()).collect();
//! assert_eq!(lines, ["USER myname", "CWD /etc", "RETR motd"]);
//! ```

mod file;
mod ftp;
mod gopher;
mod gopher_plus;
mod mail;
mod other;
mod prospero;
mod search;

pub use crate::parse::lower::news::News;
pub use file::File;
pub use ftp::{Ftp, Typecode};
pub use gopher::Gopher;
pub use gopher_plus::Retrieval;
pub use mail::{Mailto, Nntp};
pub use other::Other;
pub use prospero::{Fields, Prospero};
pub use search::{Http, Wais, WaisForm};

use super::derivation::{self, Derivation};
use super::site::{Login, child};
use crate::editions::grammar::Node;
use crate::editions::{Edition, scheme_of_rfc1738};
use crate::parts::schemes;
use crate::reference::error::ParseError;

/// A URL of RFC 1738, by its scheme.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Url<'i> {
    /// A file or a directory, fetched by FTP (3.2).
    Ftp(Ftp<'i>),
    /// A resource of an HTTP server (3.3).
    Http(Http<'i>),
    /// An item of a gopher server (3.4).
    Gopher(Gopher<'i>),
    /// A mail address (3.5).
    Mailto(Mailto<'i>),
    /// A newsgroup or an article, from any server (3.6).
    News(News<'i>),
    /// An article by its number on a server (3.7).
    Nntp(Nntp<'i>),
    /// A telnet session, at the default port 23 (3.8). The user and the password are advice for the
    /// person who begins it.
    Telnet(Login<'i>),
    /// A WAIS database, a search of it, or a document (3.9).
    Wais(Wais<'i>),
    /// A file of a host, without a protocol to fetch it (3.10).
    File(File<'i>),
    /// An object of the Prospero Directory Service (3.11).
    Prospero(Prospero<'i>),
    /// A URL of another scheme, or a URL that the production of its scheme does not derive (4).
    Other(Other<'i>),
}

/// The default port of a scheme (3.2 to 3.11).
fn default_port(scheme: &str) -> Option<u16> {
    let by = Edition::Rfc1738.facts().ladder.ports_by;
    Some(schemes::known(scheme)?.default_port(by)?.number)
}

impl<'i> Url<'i> {
    /// Parses a whole string as a `url`.
    ///
    /// # Errors
    ///
    /// The errors of [`Node::parse`]: [`ParseError::Syntax`] where the string is not a `url`. No
    /// URL has a fragment (2.2): `#` is in none.
    pub fn parse(text: &'i str) -> Result<Self, ParseError> {
        Ok(Self::of(&Node::parse(Edition::Rfc1738, "url", text)?))
    }

    fn of(url: &Node<'i>) -> Self {
        let url = url.children().first().unwrap_or(url);
        Self::of_production(url).unwrap_or_else(|| Self::Other(Other::of(url)))
    }

    productions! { url:
        Ftp "ftpurl" => Ftp::of(url),
        Http "httpurl" => Http::of(url),
        Gopher "gopherurl" => Gopher::of(url),
        Mailto "mailtourl" => Mailto::of(url),
        News "newsurl" => News::of(child(url, "grouppart")),
        Nntp "nntpurl" => Nntp::of(url),
        Telnet "telneturl" => Login::of(child(url, "login"), default_port("telnet")),
        Wais "waisurl" => Wais::of(url),
        File "fileurl" => File::of(url),
        Prospero "prosperourl" => Prospero::of(url),
        Other "otherurl" => Other::of(url),
    }
}

/// Finds the production that derives a string as a URL, and the reason why the production of its
/// scheme does not if so.
///
/// ```
/// use urispec::meaning::rfc1738::derivation;
/// let found = derivation("http://user@host/")?;
/// assert_eq!(found.production, "otherurl");
/// let why = found.unmatched.unwrap().to_string();
/// assert!(why.starts_with("no httpurl: no user is allowed before the host (3.3); at byte 11 there is \"@\""));
/// assert_eq!(derivation("http://host/")?.production, "httpurl");
/// assert_eq!(derivation("x-http://user@host/")?.unmatched, None);
/// # Ok::<(), urispec::ParseError>(())
/// ```
///
/// # Errors
///
/// [`ParseError::Syntax`] where the string is no url.
pub fn derivation(text: &str) -> Result<Derivation, ParseError> {
    let scheme = text.split_once(':').and_then(|(scheme, _)| scheme_of_rfc1738(scheme));
    let specific = scheme.map(|scheme| scheme.production);
    derivation::derivation(Edition::Rfc1738, specific, None, "otherurl", text)
}

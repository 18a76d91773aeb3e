//! RFC 1738: the meaning of a URL of each of its ten schemes.
//!
//! A [`Url`] borrows from a string that the production `url` derives. Its fields are as written and
//! still encoded, since a decoded `/` is not a delimiter (RFC 1738, 2.2); methods decode them for
//! sending or comparing.
//!
//! FTP commands and gopher requests are lines of a protocol, which an encoded line end or tab must
//! not break (RFC 1738, 6). The login of a telnet URL is shown to the user, and not sent (3.8). A
//! decoded address, message-id, document-id or hsoname is a name that may contain any octet.
//!
//! `http://user@host/` is a url but not an httpurl, and `ftp://` is not an ftpurl. Such a URL is a [`Url::Other`], and
//! [`derivation`] returns the reason why the production of its scheme does not derive it.
//!
//! ```
//! use urispec::meaning::rfc1738::Url;
//! let Ok(Url::Ftp(ftp)) = Url::parse("ftp://myname@host.dom/%2Fetc/motd") else { unreachable!() };
//! let lines = ftp.commands("me@example.org").filter_map(|command| command.line());
//! let lines: Vec<_> = lines.map(|line| String::from_utf8(line).unwrap()).collect();
//! assert_eq!(lines, ["USER myname", "CWD /etc", "RETR motd"]);
//! ```

pub use crate::parse::lower::site::News;

use std::borrow::Cow;
use std::str::Split;

use super::Derivation;
use crate::editions::grammar::Node;
use crate::editions::{Edition, scheme_of_rfc1738};
use crate::parse::lower::site;
use crate::parse::lower::site::{Command, Login, Site, Transfer, child, needed, octets, text};
use crate::parts::schemes;
use crate::reference::error::ParseError;

/// A URL of RFC 1738, by its scheme.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Url<'i> {
    /// A file or a directory, fetched by FTP (RFC 1738, 3.2).
    Ftp(Ftp<'i>),
    /// A resource of an HTTP server (RFC 1738, 3.3).
    Http(Http<'i>),
    /// An item of a gopher server (RFC 1738, 3.4).
    Gopher(Gopher<'i>),
    /// A mail address (RFC 1738, 3.5).
    Mailto(Mailto<'i>),
    /// A newsgroup or an article, from any server (RFC 1738, 3.6).
    News(News<'i>),
    /// An article by its number on a server (RFC 1738, 3.7).
    Nntp(Nntp<'i>),
    /// A telnet session, at the default port 23 (RFC 1738, 3.8). The user and the password are advice for
    /// the person who begins the session.
    Telnet(Login<'i>),
    /// A WAIS database, a search of it, or a document (RFC 1738, 3.9).
    Wais(Wais<'i>),
    /// A file on a host, without a protocol to fetch it (RFC 1738, 3.10).
    File(File<'i>),
    /// An object of the Prospero Directory Service (RFC 1738, 3.11).
    Prospero(Prospero<'i>),
    /// A URL of another scheme, or a URL that the production of its scheme does not derive (RFC 1738, 4).
    Other(Other<'i>),
}

/// Returns the default port of a scheme (RFC 1738, 3.2 to 3.11).
fn default_port(scheme: &str) -> Option<u16> {
    let by = Edition::Rfc1738.facts().ladder.ports_by;
    Some(schemes::known(scheme)?.default_port(by)?.number)
}

impl<'i> Url<'i> {
    /// Parses a whole string as a `url`.
    ///
    /// # Errors
    ///
    /// The errors of [`Node::parse`]: [`ParseError::Syntax`] where the string is not a `url`. A URL
    /// has no fragment (RFC 1738, 2.2), so it never contains `#`.
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

/// Finds the production that derives a string as a URL. If this is not the production of the
/// scheme, the result says why.
///
/// ```
/// use urispec::meaning::rfc1738::derivation;
/// let found = derivation("http://user@host/")?;
/// assert_eq!(found.production, "otherurl");
/// let why = found.unmatched.unwrap().to_string();
/// let message = "`httpurl` does not derive the string: at byte 11: a user name is not allowed before the host (RFC 1738, 3.3)";
/// assert!(why.starts_with(message));
/// assert_eq!(derivation("http://host/")?.production, "httpurl");
/// assert_eq!(derivation("x-http://user@host/")?.unmatched, None);
/// # Ok::<(), urispec::ParseError>(())
/// ```
///
/// # Errors
///
/// [`ParseError::Syntax`] where the string is not a url.
pub fn derivation(text: &str) -> Result<Derivation, ParseError> {
    let scheme = text.split_once(':').and_then(|(scheme, _)| scheme_of_rfc1738(scheme));
    let specific = scheme.map(|scheme| scheme.production);
    super::derivation(Edition::Rfc1738, specific, None, "otherurl", text)
}

// `file` (3.10).

/// A file on a host, without a protocol to fetch it (RFC 1738, 3.10).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct File<'i> {
    /// The host as written, or `None` if the host is empty.
    pub host: Option<&'i str>,
    /// The path `<directory>/<directory>/.../<name>` as given, still encoded, without the `/`
    /// before it.
    pub path: &'i str,
}

impl<'i> File<'i> {
    fn of(url: &Node<'i>) -> Self {
        Self { host: text(url, "host"), path: needed(url, "fpath") }
    }

    /// Returns whether the file is on the machine that reads the URL: the host is "the string
    /// "localhost" or the empty string". Letter case matters here; it is ignored only in the name
    /// of a scheme (RFC 1738, 2.1).
    ///
    /// ```
    /// use urispec::meaning::rfc1738::Url;
    /// let is_local = |text| matches!(Url::parse(text), Ok(Url::File(file)) if file.is_local());
    /// assert!(is_local("file:///etc/motd") && is_local("file://localhost/etc/motd"));
    /// assert!(!is_local("file://LOCALHOST/etc/motd"));
    /// assert!(!is_local("file://vms.host.edu/disk$user/my/notes/note12345.txt"));
    /// ```
    #[must_use]
    pub fn is_local(&self) -> bool {
        self.host.is_none_or(|host| host == "localhost")
    }

    /// Returns the directories and the name of the file, decoded.
    pub fn segments(&self) -> impl Iterator<Item = Cow<'i, [u8]>> + use<'i> {
        self.path.split('/').map(octets)
    }
}

// `ftp` (3.2).

/// A file or a directory, fetched by FTP (RFC 1738, 3.2).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Ftp<'i> {
    /// The site and the user. The default port is 21.
    pub login: Login<'i>,
    /// The path `<cwd1>/<cwd2>/.../<name>` as written, still encoded. It is `None` if no `/`
    /// follows the login.
    pub path: Option<&'i str>,
    /// The typecode as given, in uppercase or lowercase.
    pub ftptype: Option<&'i str>,
}

/// The type of the transfer (RFC 1738, 3.2.2).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Typecode {
    /// `a`: a text.
    Ascii,
    /// `i`: octets.
    Image,
    /// `d`: a list of the names in a directory.
    Directory,
}

impl<'i> Ftp<'i> {
    fn of(url: &Node<'i>) -> Self {
        let login = Login::of(child(url, "login"), default_port("ftp"));
        Self { login, path: text(url, "fpath"), ftptype: text(url, "ftptype") }
    }

    /// Returns the directories to change to, in their order, as given and still encoded. A name may
    /// be empty.
    pub fn directories(&self) -> impl Iterator<Item = &'i str> + use<'i> {
        self.path.into_iter().flat_map(|path| site::divide(path).0)
    }

    /// Returns the name of the file or directory as given, still encoded. It may be empty.
    #[must_use]
    pub fn name(&self) -> Option<&'i str> {
        self.path.map(|path| site::divide(path).1)
    }

    /// Returns the meaning of the typecode.
    #[must_use]
    pub fn typecode(&self) -> Option<Typecode> {
        self.ftptype.map(|code| match code {
            "a" | "A" => Typecode::Ascii,
            "i" | "I" => Typecode::Image,
            _ => Typecode::Directory,
        })
    }

    /// Returns the FTP commands for the URL (RFC 1738, 3.2.1, 3.2.2). The argument of TYPE is the
    /// typecode as written. Without a user, `mail` is the password of the anonymous user: "the
    /// Internet e-mail address of the end user".
    ///
    /// Without a typecode the client has to guess the type (3.2.3), so there is no TYPE command. Without a path, only
    /// the login commands are returned. If the name is empty, the last command has an empty argument.
    ///
    /// ```
    /// use urispec::meaning::{Command::AskPass, Command::Cwd, Command::Retr, Command::User};
    /// use urispec::meaning::rfc1738::Url;
    /// let Ok(Url::Ftp(ftp)) = Url::parse("ftp://myname@host.dom//etc/motd") else { unreachable!() };
    /// let expected = [
    ///     User(b"myname".into()),
    ///     AskPass,
    ///     Cwd(b"".into()),
    ///     Cwd(b"etc".into()),
    ///     Retr(b"motd".into()),
    /// ];
    /// assert!(ftp.commands("me@example.org").eq(expected));
    /// ```
    pub fn commands(&self, mail: &'i str) -> impl Iterator<Item = Command<'i>> + use<'i> {
        let transfer = match self.typecode() {
            Some(Typecode::Directory) => Transfer::List,
            _ => Transfer::Retrieve(self.ftptype.map(Cow::Borrowed)),
        };
        let path = self.path.map(|path| site::path(path, transfer));
        site::login(&self.login, mail).into_iter().chain(path.into_iter().flatten())
    }
}

// `gopher` (3.4).
//
// The first character of the path is for the client, and is not sent. Many selectors begin with a
// copy of it: `gopher://h/00/a` requests the selector `0/a`.

/// An item of a gopher server (RFC 1738, 3.4).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Gopher<'i> {
    /// The host and the port of the server. The default port is 70.
    pub site: Site<'i>,
    /// The type as given: one character, which may be encoded.
    pub gtype: Option<&'i str>,
    /// The selector as given, still encoded. An empty selector requests the server's top-level menu.
    pub selector: &'i str,
    /// The search as given, still encoded (RFC 1738, 3.4.2).
    pub search: Option<&'i str>,
    /// The Gopher+ string as written, still encoded (RFC 1738, 3.4.3). A URL with a Gopher+ string also has a
    /// search, which may be empty.
    pub gopher_plus: Option<&'i str>,
}

impl<'i> Gopher<'i> {
    fn of(url: &Node<'i>) -> Self {
        Self {
            site: Site::of(child(url, "hostport"), default_port("gopher")),
            gtype: text(url, "gtype"),
            selector: text(url, "selector").unwrap_or_default(),
            search: text(url, "search"),
            gopher_plus: text(url, "gopher+_string"),
        }
    }

    /// Returns the type of the item, decoded. Returns `1`, a directory, if the URL has no type (RFC 1738, 3.4.1).
    #[must_use]
    pub fn item_type(&self) -> u8 {
        self.gtype.and_then(|gtype| octets(gtype).first().copied()).unwrap_or(b'1')
    }

    /// Returns the selector, decoded.
    #[must_use]
    pub fn selector_octets(&self) -> Cow<'i, [u8]> {
        octets(self.selector)
    }

    /// Returns the request that the Gopher+ string encodes. Returns `None` if there is no Gopher+
    /// string, or if it has none of the forms that the document describes.
    ///
    /// ```
    /// use urispec::meaning::{rfc1738::Retrieval, rfc1738::Url};
    /// let Ok(Url::Gopher(gopher)) = Url::parse("gopher://h/0s%09%09!+ABSTRACT%20+SMELL") else {
    ///     unreachable!()
    /// };
    /// let names = vec![b"+ABSTRACT".to_vec(), b"+SMELL".to_vec()];
    /// assert_eq!(gopher.retrieval(), Some(Retrieval::Attributes { names }));
    /// ```
    #[must_use]
    pub fn retrieval(&self) -> Option<Retrieval> {
        Retrieval::of(&octets(self.gopher_plus?))
    }

    /// Returns the request to the server (RFC 1738, 3.4.2, 3.4.3).
    ///
    /// The request is the selector, the search and the Gopher+ string, separated by tabs, and a line
    /// end. If the request already ends in a line end, as a filled-out form does, no second line end
    /// is added (3.4.9).
    ///
    /// Returns `None` if the decoded search or Gopher+ string contains line ends or tabs: a server
    /// of another protocol may read each line as a command, and a tab begins another parameter (6).
    /// A filled-out form is sent with its line ends, as section 3.4.9 requires.
    ///
    /// ```
    /// use urispec::meaning::rfc1738::Url;
    /// let request = |text| match Url::parse(text) {
    ///     Ok(Url::Gopher(gopher)) => gopher.request(),
    ///     _ => unreachable!(),
    /// };
    /// assert_eq!(request("gopher://h").unwrap(), b"\r\n");
    /// assert_eq!(request("gopher://h/00/a%20b").unwrap(), b"0/a b\r\n");
    /// assert_eq!(request("gopher://h/7s%09q").unwrap(), b"s\tq\r\n");
    /// assert_eq!(request("gopher://h/0s%09%09%21+ABSTRACT").unwrap(), b"s\t\t!+ABSTRACT\r\n");
    /// assert_eq!(request("gopher://h:25/7%09%0D%0ARSET"), None);
    /// ```
    #[must_use]
    pub fn request(&self) -> Option<Vec<u8>> {
        let is_form = matches!(self.retrieval(), Some(Retrieval::FilledForm { .. }));
        let mut request = self.selector_octets().into_owned();
        for (part, may_have_lines) in [(self.search, false), (self.gopher_plus, is_form)] {
            let Some(part) = part.map(octets) else { continue };
            if has_delimiter(&part) && !may_have_lines {
                return None;
            }
            request.push(b'\t');
            request.extend_from_slice(&part);
        }
        if !request.ends_with(b"\r\n") {
            request.extend_from_slice(b"\r\n");
        }
        Some(request)
    }
}

// The requests in a Gopher+ string (3.4.4 to 3.4.9).
//
// The string is decoded, since no characters are reserved within the path of a gopher URL (3.4.1).
// A [`Retrieval`] is one of the forms that the document describes.
//
// The filled-out form of 3.4.9 is the only string with line ends, and is sent with them. A form with
// any other shape, such as a second line of commands after its last line ".", is not a
// [`Retrieval`].

/// The request that a Gopher+ string makes to the server. Names and values are decoded.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum Retrieval {
    /// `+`: the default view of the item (RFC 1738, 3.4.4).
    DefaultView,
    /// `+<view>%20<language>`: an alternate view of the item (RFC 1738, 3.4.8).
    View {
        /// The name of the view, such as `application/postscript`.
        view: Vec<u8>,
        /// The name of the language, such as `Es_ES`.
        language: Vec<u8>,
    },
    /// `?`: an item with an electronic form. The client fetches the form in the attribute `+ASK`
    /// and has the user fill it out (RFC 1738, 3.4.4, 3.4.5).
    Form,
    /// An item for which the user filled out an electronic form (RFC 1738, 3.4.9).
    FilledForm {
        /// The value of each item of the form.
        values: Vec<Vec<u8>>,
    },
    /// `!`: attributes of the item (RFC 1738, 3.4.6, 3.4.7).
    Attributes {
        /// The names of the attributes. An empty list requests all attributes.
        names: Vec<Vec<u8>>,
    },
    /// `$`: attributes of all items in a directory (RFC 1738, 3.4.6, 3.4.7).
    DirectoryAttributes {
        /// The names of the attributes. An empty list requests all attributes.
        names: Vec<Vec<u8>>,
    },
}

/// The beginning of a Gopher+ string that contains a filled-out form: the command, and the marker
/// of a block that ends with a line ".".
const FILLED: &[u8] = b"+\t1\r\n+-1\r\n";

impl Retrieval {
    fn of(string: &[u8]) -> Option<Self> {
        let (first, rest) = string.split_first()?;
        Some(match (first, rest) {
            (b'?', []) => Self::Form,
            (b'+', []) => Self::DefaultView,
            (b'!', _) => Self::Attributes { names: names(rest)? },
            (b'$', _) => Self::DirectoryAttributes { names: names(rest)? },
            (b'+', _) => match string.strip_prefix(FILLED) {
                Some(block) => Self::FilledForm { values: values(block)? },
                None => {
                    let [view, language] = <[_; 2]>::try_from(names(rest)?).ok()?;
                    Self::View { view, language }
                }
            },
            _ => return None,
        })
    }
}

/// Splits a text into names at spaces. Returns `None` if a name is empty, or contains a delimiter of a
/// gopher request.
fn names(text: &[u8]) -> Option<Vec<Vec<u8>>> {
    if text.is_empty() {
        return Some(Vec::new());
    }
    let name = |name: &[u8]| (!name.is_empty() && !has_delimiter(name)).then(|| name.to_vec());
    text.split(|&octet| octet == b' ').map(name).collect()
}

/// Returns the lines of a block before its last line, which is a single ".".
fn values(block: &[u8]) -> Option<Vec<Vec<u8>>> {
    let mut lines = block.strip_suffix(b".\r\n")?;
    let mut values = Vec::new();
    while !lines.is_empty() {
        let end = lines.iter().position(|octet| matches!(octet, b'\r' | b'\n'))?;
        let value = &lines[..end];
        lines = lines[end..].strip_prefix(b"\r\n").filter(|_| value != b".")?;
        values.push(value.to_vec());
    }
    Some(values)
}

/// Returns whether octets contain a delimiter of a gopher request: the tab between its parts, or a
/// line end.
fn has_delimiter(octets: &[u8]) -> bool {
    octets.iter().any(|octet| matches!(octet, b'\t' | b'\r' | b'\n'))
}

// `mailto` (3.5) and `nntp` (3.7): messages by their recipients or their group.

/// A mail address. It does not represent an object that a client can access directly (RFC 1738, 3.5).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Mailto<'i> {
    /// The address as given, still encoded.
    pub encoded822addr: &'i str,
}

impl<'i> Mailto<'i> {
    fn of(url: &Node<'i>) -> Self {
        Self { encoded822addr: needed(url, "encoded822addr") }
    }

    /// Returns the decoded address, an `addr-spec` of RFC 822. This library does not check it
    /// against RFC 822.
    ///
    /// ```
    /// use urispec::meaning::rfc1738::Url;
    /// let Ok(Url::Mailto(mailto)) = Url::parse("mailto:user%25host@gateway") else { unreachable!() };
    /// assert_eq!(*mailto.address(), *b"user%host@gateway");
    /// ```
    #[must_use]
    pub fn address(&self) -> Cow<'i, [u8]> {
        octets(self.encoded822addr)
    }
}

/// An article by its number on a server (RFC 1738, 3.7).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Nntp<'i> {
    /// The server; the default port is 119.
    pub site: Site<'i>,
    /// The newsgroup.
    pub group: &'i str,
    /// The digits of the article's number. The BNF makes the number optional; RFC 1738, 3.7, does not.
    pub number_text: Option<&'i str>,
}

impl<'i> Nntp<'i> {
    fn of(url: &Node<'i>) -> Self {
        Self {
            site: Site::of(child(url, "hostport"), default_port("nntp")),
            group: needed(url, "group"),
            number_text: text(url, "digits"),
        }
    }

    /// Returns the number of the article, if it is given and is below 2^64.
    #[must_use]
    pub fn number(&self) -> Option<u64> {
        self.number_text?.parse().ok()
    }
}

// URLs of other schemes, and those that the production of their scheme does not derive (4).

/// A URL that only `otherurl` derives (RFC 1738, 4).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Other<'i> {
    /// The scheme as given.
    pub scheme: &'i str,
    /// The text after the colon of the scheme.
    pub schemepart: &'i str,
    /// The site and the user, if the schemepart is an `ip-schemepart` (RFC 1738, 3.1). There is no default
    /// port.
    pub login: Option<Login<'i>>,
    /// The text after the `/` that ends the site, if there is one.
    pub urlpath: Option<&'i str>,
}

impl<'i> Other<'i> {
    fn of(otherurl: &Node<'i>) -> Self {
        let url = child(otherurl, "genericurl").unwrap_or(otherurl);
        let schemepart = child(url, "schemepart");
        let ip = schemepart.and_then(|schemepart| child(schemepart, "ip-schemepart"));
        let login = ip.and_then(|ip| child(ip, "login"));
        Self {
            scheme: needed(url, "scheme"),
            schemepart: schemepart.map_or("", Node::text),
            login: login.map(|login| Login::of(Some(login), None)),
            urlpath: ip.and_then(|ip| child(ip, "urlpath")).map(Node::text),
        }
    }

    /// Returns whether the scheme is experimental: its name begins with `x-` (RFC 1738, 4).
    #[must_use]
    pub fn is_experimental(&self) -> bool {
        let start = self.scheme.get(..2);
        start.is_some_and(|start| start.eq_ignore_ascii_case("x-"))
    }

    /// Returns the purpose for which RFC 1738, section 4, reserves the name of the scheme, in the words
    /// of the section. Returns `None` if the section does not list the name.
    ///
    /// ```
    /// use urispec::meaning::rfc1738::Url;
    /// let Ok(Url::Other(other)) = Url::parse("nfs://h/a") else { unreachable!() };
    /// assert_eq!(other.reserved_for(), Some("Network File System (NFS) file names"));
    /// ```
    #[must_use]
    pub fn reserved_for(&self) -> Option<&'static str> {
        let found = RESERVED.iter().find(|(name, _)| name.eq_ignore_ascii_case(self.scheme));
        found.map(|(_, purpose)| *purpose)
    }
}

/// The scheme names that RFC 1738, section 4, suggests reserving for future definition, with their purposes.
const RESERVED: [(&str, &str); 7] = [
    ("afs", "Andrew File System global file names"),
    ("mid", "Message identifiers for electronic mail"),
    ("cid", "Content identifiers for MIME body parts"),
    ("nfs", "Network File System (NFS) file names"),
    ("tn3270", "Interactive 3270 emulation sessions"),
    ("mailserver", "Access to data available from mail servers"),
    ("z39.50", "Access to ANSI Z39.50 services"),
];

// `prospero` (3.11).

/// An object of the Prospero Directory Service (RFC 1738, 3.11).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Prospero<'i> {
    /// The server; the default port is 1525.
    pub site: Site<'i>,
    /// The name of the object at its host, as given and still encoded. A slash in it needs no encoding, and "no
    /// significance may be assumed by the application". Many names begin with a slash.
    pub hsoname: &'i str,
    /// The fields as given, each with the `;` before it.
    pub fieldspecs: &'i str,
}

impl<'i> Prospero<'i> {
    fn of(url: &Node<'i>) -> Self {
        let hsoname = needed(url, "ppath");
        // Only the fields follow the ppath.
        let length = child(url, "ppath").map_or(0, |path| url.end() - path.end());
        let fieldspecs = &url.text()[url.text().len() - length..];
        Self {
            site: Site::of(child(url, "hostport"), default_port("prospero")),
            hsoname,
            fieldspecs,
        }
    }

    /// Returns the name of the object at its host, decoded.
    ///
    /// ```
    /// use urispec::meaning::rfc1738::Url;
    /// let Ok(Url::Prospero(prospero)) = Url::parse("prospero://host.dom//pros/name") else {
    ///     unreachable!()
    /// };
    /// assert_eq!(*prospero.hsoname_octets(), *b"/pros/name");
    /// ```
    #[must_use]
    pub fn hsoname_octets(&self) -> Cow<'i, [u8]> {
        octets(self.hsoname)
    }

    /// Returns the fields that identify the target, with their values.
    ///
    /// ```
    /// use urispec::meaning::rfc1738::Url;
    /// let Ok(Url::Prospero(prospero)) = Url::parse("prospero://h/a;OBJECT-VERSION=1;b=%3B") else {
    ///     unreachable!()
    /// };
    /// let expected = [("OBJECT-VERSION", "1"), ("b", "%3B")];
    /// assert!(prospero.fields().eq(expected));
    /// ```
    #[must_use]
    pub fn fields(&self) -> Fields<'i> {
        let mut specs = self.fieldspecs.split(';');
        // The text before the first ";" is empty.
        specs.next();
        Fields(specs)
    }
}

/// The fields of a Prospero URL and their values, as given and still encoded.
#[derive(Clone, Debug)]
pub struct Fields<'i>(Split<'i, char>);

impl<'i> Iterator for Fields<'i> {
    type Item = (&'i str, &'i str);

    fn next(&mut self) -> Option<Self::Item> {
        self.0.next().map(|spec| spec.split_once('=').unwrap_or((spec, "")))
    }
}

// `http` (3.3) and `wais` (3.9): resources of a server, and searches in them.

/// A resource of an HTTP server (RFC 1738, 3.3). "No user name or password is allowed."
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Http<'i> {
    /// The server; the default port is 80.
    pub site: Site<'i>,
    /// The path as written, without the `/` before it. It is `None` if no `/` follows the host and
    /// port, which is allowed only in a URL without a search.
    pub path: Option<&'i str>,
    /// The search as given.
    pub search: Option<&'i str>,
}

impl<'i> Http<'i> {
    fn of(url: &Node<'i>) -> Self {
        Self {
            site: Site::of(child(url, "hostport"), default_port("http")),
            path: text(url, "hpath"),
            search: text(url, "search"),
        }
    }
}

/// A WAIS database, a search of it, or a document (RFC 1738, 3.9).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Wais<'i> {
    /// The server; the default port is 210.
    pub site: Site<'i>,
    /// The name of the database as given, still encoded.
    pub database: &'i str,
    /// Whether the URL names a database, a search or a document.
    pub form: WaisForm<'i>,
}

/// The form of a WAIS URL: one of the three that RFC 1738, 3.9, lists.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum WaisForm<'i> {
    /// A database that may be searched.
    Database,
    /// A search of the database.
    Index {
        /// The text to search for, as given and still encoded.
        search: &'i str,
    },
    /// A document.
    Doc {
        /// The type of the document. Many clients cannot fetch the document without it.
        wtype: &'i str,
        /// The document's identifier, still encoded. Only its server knows what the identifier
        /// means.
        wpath: &'i str,
    },
}

impl<'i> Wais<'i> {
    fn of(url: &Node<'i>) -> Self {
        let url = url.children().first().unwrap_or(url);
        let form = match url.rule() {
            "waisdoc" => WaisForm::Doc { wtype: needed(url, "wtype"), wpath: needed(url, "wpath") },
            "waisindex" => WaisForm::Index { search: needed(url, "search") },
            _ => WaisForm::Database,
        };
        let site = Site::of(child(url, "hostport"), default_port("wais"));
        Self { site, database: needed(url, "database"), form }
    }

    /// Returns the document's identifier, decoded.
    ///
    /// ```
    /// use urispec::meaning::rfc1738::Url;
    /// let Ok(Url::Wais(wais)) = Url::parse("wais://h/db/TEXT/%00%7F") else { unreachable!() };
    /// assert_eq!(wais.document().as_deref(), Some(&[0x00, 0x7F][..]));
    /// ```
    #[must_use]
    pub fn document(&self) -> Option<Cow<'i, [u8]>> {
        match self.form {
            WaisForm::Doc { wpath, .. } => Some(octets(wpath)),
            WaisForm::Database | WaisForm::Index { .. } => None,
        }
    }
}

//! RFC 1630: the meaning of a URL of each scheme of its section 9.
//!
//! A [`Url`] borrows from a string that the production `url` of section 9 derives. Its fields are
//! as written and still encoded; methods decode them for sending or comparing.
//!
//! The document names two ports, those of HTTP and FTP; in other schemes a [`Site`] has no default
//! port. An nntp URL has no server, though section 6.3 claims that the URL names its server. A `file`
//! URI, which section 5.8 describes, is not a `url`; [`File`] represents it.
//!
//! ```
//! use urispec::meaning::{rfc1630::Type, rfc1630::Url};
//! let Ok(Url::Ftp(ftp)) = Url::parse("ftp://h/pub/a;type=EN") else { unreachable!() };
//! assert_eq!(ftp.ftptype.map(|code| code.argument()), Some("E N".into()));
//! assert_eq!(Type::Local("8").argument(), "L 8");
//! ```

pub use crate::parse::lower::site::News;

use std::borrow::Cow;

use super::Derivation;
use crate::editions::Edition;
use crate::editions::grammar::Node;
use crate::parse::check;
use crate::parse::lower::site;
use crate::parse::lower::site::{Command, Login, Site, Transfer, child, needed, octets, text};
use crate::reference::error::ParseError;

/// A URL of RFC 1630, by its scheme.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Url<'i> {
    /// A resource of an HTTP server (RFC 1630, 4.1.5, 5.1).
    Http(Http<'i>),
    /// A file or a directory, fetched by FTP (RFC 1630, 5.2).
    Ftp(Ftp<'i>),
    /// A newsgroup or an article, from any server (RFC 1630, 5.5).
    News(News<'i>),
    /// An article by its number in a newsgroup, on an unnamed server (RFC 1630, 6.3).
    Nntp(Nntp<'i>),
    /// An object of the Prospero directory service (RFC 1630, 6.4).
    Prospero(Prospero<'i>),
    /// A telnet session (RFC 1630, 5.5, the part on telnet).
    Telnet(Login<'i>),
    /// An item of a gopher server (RFC 1630, 5.3).
    Gopher(Gopher<'i>),
    /// A WAIS database, a search of it, or a document (RFC 1630, 5.7).
    Wais(Wais<'i>),
    /// A mail address (RFC 1630, 5.4).
    Mailto(Address<'i>),
    /// A message by its identifier (RFC 1630, 5.9.1).
    Mid(Address<'i>),
    /// A part of a message, by an identifier that is defined only in that message (RFC 1630, 5.9.2).
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

/// Returns whether the scheme of a URI is experimental: its name begins with `x-` (RFC 1630, 7).
///
/// ```
/// use urispec::meaning::rfc1630::is_experimental;
/// assert!(is_experimental("x-mine:a") && !is_experimental("mine:x-"));
/// ```
#[must_use]
pub fn is_experimental(uri: &str) -> bool {
    uri.starts_with("x-")
}

/// Returns the text that is sent to an HTTP server used as a gateway, or "proxy", for a URI of any
/// scheme: the entire URI without its fragment (RFC 1630, 4.1.5).
///
/// ```
/// use urispec::meaning::rfc1630::sent_to_gateway;
/// assert_eq!(sent_to_gateway("gopher://h/11/a#b"), "gopher://h/11/a");
/// ```
#[must_use]
pub fn sent_to_gateway(uri: &str) -> &str {
    uri.split_once('#').map_or(uri, |(uri, _)| uri)
}

/// Finds the production that derives a string. This is the production of its scheme in RFC 1630,
/// section 9, or else `uri` or `fragmentaddress` of section 8. If section 9 has a production for
/// the scheme that does not derive the string, the result says why.
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
/// [`ParseError::Syntax`] if no production of the two sections derives the string.
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
    super::derivation(Edition::Rfc1630, specific, Some("uri"), "fragmentaddress", text)
}

// `file` (5.8): a scheme that the document describes, and for which section 9 has no production.

/// A file on a host, without a protocol to fetch it (RFC 1630, 5.8).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct File<'i> {
    /// The host as written, or `None` if the host is empty.
    pub host: Option<&'i str>,
    /// The path as given, still encoded, without the `/` before it.
    pub path: &'i str,
}

impl<'i> File<'i> {
    /// Interprets a URI as a file.
    ///
    /// Returns `None` if the scheme is not `file`, or if the syntax is not that of RFC 1630, 5.8. It must be "similar
    /// to the ftp syntax", and "even a "file" URL is provided with a host part".
    ///
    /// ```
    /// use urispec::meaning::rfc1630::File;
    /// let file = File::of("file://host.org/a/b").unwrap();
    /// assert_eq!((file.host, file.path), (Some("host.org"), "a/b"));
    /// assert_eq!(File::of("file:/a/b"), None);
    /// ```
    #[must_use]
    pub fn of(uri: &'i str) -> Option<Self> {
        check(Edition::Rfc1630, "uri", uri).ok()?;
        let rest = uri.strip_prefix("file://").filter(|rest| !rest.contains('?'))?;
        let (host, path) = rest.split_once('/')?;
        let host = Some(host).filter(|host| !host.is_empty());
        let is_host = |host| check(Edition::Rfc1630, "host", host).is_ok();
        host.is_none_or(is_host).then_some(Self { host, path })
    }

    /// Returns whether the file is on the machine that reads the URI: the host is `localhost` or
    /// empty.
    ///
    /// ```
    /// use urispec::meaning::rfc1630::File;
    /// let is_local = |uri| File::of(uri).is_some_and(|file| file.is_local());
    /// assert!(is_local("file:///etc/motd") && is_local("file://localhost/etc/motd"));
    /// assert!(!is_local("file://host.org/etc/motd"));
    /// ```
    #[must_use]
    pub fn is_local(&self) -> bool {
        self.host.is_none_or(|host| host == "localhost")
    }

    /// Returns the directories and the name of the file, decoded. Slashes mark the "boundaries
    /// between directory levels of a hierarchical file system".
    pub fn segments(&self) -> impl Iterator<Item = Cow<'i, [u8]>> + use<'i> {
        self.path.split('/').map(octets)
    }
}

// `ftp` (5.2).

/// A file or a directory, fetched by FTP (RFC 1630, 5.2).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Ftp<'i> {
    /// The site and the user. The default port is 21.
    pub login: Login<'i>,
    /// The path as given, still encoded, without the `/` before it.
    pub path: &'i str,
    /// The type of the transfer (RFC 1630, 5.2.3).
    pub ftptype: Option<Type<'i>>,
}

/// A transfer type of FTP, "in the format defined in RFC 959 except that THE SPACE IS OMITTED FROM THE URL"
/// (RFC 1630, 5.2.3).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Type<'i> {
    /// `A`: ASCII.
    Ascii(Form),
    /// `E`: EBCDIC.
    Ebcdic(Form),
    /// `I`: image.
    Image,
    /// `L` and digits: the number of bits in a byte.
    Local(&'i str),
}

/// The form code of a transfer type (RFC 959): the format control that a text uses.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Form {
    /// `N`: not for print.
    NonPrint,
    /// `T`: with Telnet format effectors.
    Telnet,
    /// `C`: with ASA carriage control.
    CarriageControl,
}

impl Form {
    const fn code(self) -> char {
        match self {
            Self::NonPrint => 'N',
            Self::Telnet => 'T',
            Self::CarriageControl => 'C',
        }
    }
}

impl<'i> Type<'i> {
    fn of(ftptype: &Node<'i>) -> Self {
        let form = || match text(ftptype, "formcode") {
            Some("T") => Form::Telnet,
            Some("C") => Form::CarriageControl,
            _ => Form::NonPrint,
        };
        match ftptype.text().as_bytes().first() {
            Some(b'A') => Self::Ascii(form()),
            Some(b'E') => Self::Ebcdic(form()),
            Some(b'L') => Self::Local(needed(ftptype, "digits")),
            _ => Self::Image,
        }
    }

    /// Returns the argument of the TYPE command, with the space that the URL omits.
    #[must_use]
    pub fn argument(&self) -> Cow<'static, str> {
        match self {
            Self::Ascii(form) => format!("A {}", form.code()).into(),
            Self::Ebcdic(form) => format!("E {}", form.code()).into(),
            Self::Image => "I".into(),
            Self::Local(bits) => format!("L {bits}").into(),
        }
    }
}

impl<'i> Ftp<'i> {
    fn of(url: &Node<'i>) -> Self {
        Self {
            login: Login::of(child(url, "login"), Some(21)),
            path: needed(url, "path"),
            ftptype: child(url, "ftptype").map(Type::of),
        }
    }

    /// Returns the directories to change to, in their order, as given and still encoded. A name may
    /// be empty.
    pub fn directories(&self) -> impl Iterator<Item = &'i str> + use<'i> {
        site::divide(self.path).0
    }

    /// Returns the name of the file as given, still encoded. It is empty if the directory is to be
    /// listed.
    #[must_use]
    pub fn name(&self) -> &'i str {
        site::divide(self.path).1
    }

    /// Returns the FTP commands for the URL (RFC 1630, 5.2.1 to 5.2.3). Without a user, `mail` is the
    /// password of the anonymous user. A path that ends in `/` is a directory, which is listed.
    ///
    /// ```
    /// use urispec::meaning::rfc1630::Url;
    /// let lines = |text| {
    ///     let Ok(Url::Ftp(ftp)) = Url::parse(text) else { unreachable!() };
    ///     let lines = ftp.commands("me@example.org").skip(2).filter_map(|command| command.line());
    ///     lines.map(|line| String::from_utf8(line).unwrap()).collect::<Vec<_>>()
    /// };
    /// assert_eq!(lines("ftp://h/a/b;type=L36"), ["CWD a", "TYPE L 36", "RETR b"]);
    /// assert_eq!(lines("ftp://h/a%2Fb/"), ["CWD a/b", "NLST "]);
    /// ```
    pub fn commands(&self, mail: &'i str) -> impl Iterator<Item = Command<'i>> + use<'i> {
        let transfer = match self.name() {
            "" => Transfer::List,
            _ => Transfer::Retrieve(self.ftptype.map(|code| code.argument())),
        };
        site::login(&self.login, mail).into_iter().chain(site::path(self.path, transfer))
    }
}

// `gopher` (5.3).

/// An item of a gopher server (RFC 1630, 5.3).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Gopher<'i> {
    /// The host and the port of the server.
    pub site: Site<'i>,
    /// The type as given: one character, which may be encoded. The client uses the type, and does
    /// not send it.
    pub gtype: Option<&'i str>,
    /// The command as given, still encoded: a selector "followed by any Gopher plus syntax".
    pub gcommand: &'i str,
}

impl<'i> Gopher<'i> {
    fn of(url: &Node<'i>) -> Self {
        Self {
            site: Site::of(child(url, "hostport"), None),
            gtype: text(url, "gtype"),
            gcommand: text(url, "gcommand").unwrap_or_default(),
        }
    }

    /// Returns the type of the item, decoded. Returns `1`, a directory, if the URL has no type.
    #[must_use]
    pub fn item_type(&self) -> u8 {
        self.gtype.and_then(|gtype| octets(gtype).first().copied()).unwrap_or(b'1')
    }

    /// Returns the command, decoded, without a line end.
    ///
    /// ```
    /// use urispec::meaning::rfc1630::Url;
    /// let Ok(Url::Gopher(gopher)) = Url::parse("gopher://h/7a%09b") else { unreachable!() };
    /// assert_eq!(gopher.item_type(), b'7');
    /// assert_eq!(*gopher.command(), *b"a\tb");
    /// assert_eq!(gopher.request(), b"a\tb\r\n");
    /// ```
    #[must_use]
    pub fn command(&self) -> Cow<'i, [u8]> {
        octets(self.gcommand)
    }

    /// Returns the request to the server: the command, and the line end that the URL omits.
    #[must_use]
    pub fn request(&self) -> Vec<u8> {
        [&*self.command(), b"\r\n"].concat()
    }
}

// `mailto` (5.4), `nntp` (6.3), `mid` and `cid` (5.9): messages and their recipients.

/// A mail address or a message identifier, in the format of `addr-spec` of RFC 822 (RFC 1630, 5.4, 5.9).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Address<'i> {
    /// The whole address as given, still encoded. A message identifier lacks the `<` and `>` that
    /// enclose it in a message.
    pub text: &'i str,
    /// The text before the `@` of the hostname, as given.
    pub local: &'i str,
    /// The hostname at the end of the address.
    pub hostname: &'i str,
}

impl<'i> Address<'i> {
    fn of(url: &Node<'i>) -> Self {
        let identifier = child(url, "content-identifier").unwrap_or(url);
        let address = child(identifier, "addr-spec").unwrap_or(identifier);
        let text = url.text().split_once(':').map_or("", |(_, text)| text);
        Self { text, local: needed(address, "xalphas"), hostname: needed(address, "hostname") }
    }

    /// Returns the whole address, decoded.
    ///
    /// ```
    /// use urispec::meaning::rfc1630::Url;
    /// let Ok(Url::Mailto(address)) = Url::parse("mailto:a%25b@h.org") else { unreachable!() };
    /// assert_eq!(*address.octets(), *b"a%b@h.org");
    /// ```
    #[must_use]
    pub fn octets(&self) -> Cow<'i, [u8]> {
        octets(self.text)
    }
}

/// An article by its number in a newsgroup (RFC 1630, 6.3).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Nntp<'i> {
    /// The newsgroup as given, still encoded.
    pub group: &'i str,
    /// The digits of the article's number.
    pub number_text: &'i str,
}

impl<'i> Nntp<'i> {
    fn of(url: &Node<'i>) -> Self {
        Self { group: needed(url, "group"), number_text: needed(url, "digits") }
    }

    /// Returns the number of the article, if it is below 2^64.
    #[must_use]
    pub fn number(&self) -> Option<u64> {
        self.number_text.parse().ok()
    }
}

// `prospero` (6.4), and `afs`, which is historical.

/// An object of the Prospero directory service (RFC 1630, 6.4).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Prospero<'i> {
    /// The host and the port of the server.
    pub site: Site<'i>,
    /// The name of the object at its host, as given and still encoded.
    pub hsoname: &'i str,
    /// The digits of the version, separated from the name by `%00`: "an escaped string terminator".
    pub version: Option<&'i str>,
    /// The letters and digits after the version. The document does not define where one of several
    /// attributes ends, so all attributes are one text.
    pub attributes: Option<&'i str>,
}

impl<'i> Prospero<'i> {
    fn of(url: &Node<'i>) -> Self {
        let link = child(url, "prosperolink").unwrap_or(url);
        Self {
            site: Site::of(child(link, "hostport"), None),
            hsoname: needed(link, "hsoname"),
            version: text(link, "version"),
            attributes: text(link, "attributes"),
        }
    }

    /// Returns the name of the object at its host, decoded.
    ///
    /// ```
    /// use urispec::meaning::rfc1630::Url;
    /// let Ok(Url::Prospero(prospero)) = Url::parse("prospero://h/a%20b%0012x") else {
    ///     unreachable!()
    /// };
    /// assert_eq!(*prospero.hsoname_octets(), *b"a b");
    /// assert_eq!((prospero.version, prospero.attributes), (Some("12"), Some("x")));
    /// ```
    #[must_use]
    pub fn hsoname_octets(&self) -> Cow<'i, [u8]> {
        octets(self.hsoname)
    }
}

/// A file in the Andrew file system (RFC 1630, 9). Its production "is left in as historical note,
/// but is not a url production".
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Afs<'i> {
    /// The name of the cell.
    pub cellname: &'i str,
    /// The path as given, still encoded, without the `/` before it.
    pub path: &'i str,
}

impl<'i> Afs<'i> {
    /// Parses a whole string as an `afsaddress`.
    ///
    /// ```
    /// use urispec::meaning::rfc1630::Afs;
    /// assert_eq!(Afs::parse("afs://cell.org/a/b")?, Afs { cellname: "cell.org", path: "a/b" });
    /// # Ok::<(), urispec::ParseError>(())
    /// ```
    ///
    /// # Errors
    ///
    /// The errors of [`Node::parse`].
    pub fn parse(text: &'i str) -> Result<Self, ParseError> {
        let tree = Node::parse(Edition::Rfc1630, "afsaddress", text)?;
        Ok(Self { cellname: needed(&tree, "cellname"), path: needed(&tree, "path") })
    }
}

// `http` (4.1.5, 5.1) and `wais` (5.7): resources of a server, and searches in them.

/// A resource of an HTTP server (RFC 1630, 4.1.5, 5.1).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Http<'i> {
    /// The server; the default port is 80.
    pub site: Site<'i>,
    /// The path as written, without the `/` before it. It is `None` if no `/` follows the host and port.
    pub path: Option<&'i str>,
    /// The search as given.
    pub search: Option<&'i str>,
    /// The text that is sent to the server as it is. It "starts with the slash which follows the
    /// host details".
    pub sent: &'i str,
    /// The text that is sent to a server used as a gateway: the entire URL (RFC 1630, 4.1.5).
    pub sent_to_gateway: &'i str,
}

impl<'i> Http<'i> {
    fn of(url: &Node<'i>) -> Self {
        let hostport = child(url, "hostport");
        let length = hostport.map_or(0, |hostport| url.end() - hostport.end());
        Self {
            site: Site::of(hostport, Some(80)),
            path: text(url, "path"),
            search: text(url, "search"),
            sent: &url.text()[url.text().len() - length..],
            sent_to_gateway: url.text(),
        }
    }

    /// Returns the words of the search, as written. A `+` represents a space, and a real `+` is
    /// encoded (RFC 1630, 4.1.1).
    ///
    /// ```
    /// use urispec::meaning::rfc1630::Url;
    /// let Ok(Url::Http(http)) = Url::parse("http://h/a?b+c%2Bd") else { unreachable!() };
    /// assert_eq!(http.sent, "/a?b+c%2Bd");
    /// assert!(http.words().eq(["b", "c%2Bd"]));
    /// ```
    pub fn words(&self) -> impl Iterator<Item = &'i str> + use<'i> {
        words(self.search)
    }
}

fn words(search: Option<&str>) -> impl Iterator<Item = &str> {
    search.into_iter().flat_map(|search| search.split('+'))
}

/// A WAIS database, a search of it, or a document (RFC 1630, 5.7).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Wais<'i> {
    /// The server.
    pub site: Site<'i>,
    /// The name of the database as given, still encoded.
    pub database: &'i str,
    /// Whether the URL names a database or a document.
    pub form: WaisForm<'i>,
}

/// The form of a WAIS URL.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum WaisForm<'i> {
    /// `waisindex`: a database that may be searched, and the search.
    Index {
        /// The search as given.
        search: Option<&'i str>,
    },
    /// `waisdoc`: a document.
    Doc {
        /// The type of the document, which a client must know before it fetches the document.
        wtype: &'i str,
        /// The fields of the document's identifier, each with its `;`.
        wpath: &'i str,
    },
}

impl<'i> Wais<'i> {
    fn of(url: &Node<'i>) -> Self {
        let url = url.children().first().unwrap_or(url);
        let form = match url.rule() {
            "waisdoc" => WaisForm::Doc { wtype: needed(url, "wtype"), wpath: needed(url, "wpath") },
            _ => WaisForm::Index { search: text(url, "search") },
        };
        let site = Site::of(child(url, "hostport"), None);
        Self { site, database: needed(url, "database"), form }
    }

    /// Returns the words of the search, as given (RFC 1630, 4.1.1).
    pub fn words(&self) -> impl Iterator<Item = &'i str> + use<'i> {
        words(match self.form {
            WaisForm::Index { search } => search,
            WaisForm::Doc { .. } => None,
        })
    }

    /// Returns the fields of the document's identifier, in order, each as the digits of its number and
    /// its decoded content.
    ///
    /// ```
    /// use urispec::meaning::rfc1630::Url;
    /// let Ok(Url::Wais(wais)) = Url::parse("wais://h/db/TEXT/1=h%3A210;3=/a;") else {
    ///     unreachable!()
    /// };
    /// let expected: [(_, &[u8]); 2] = [("1", b"h:210"), ("3", b"/a")];
    /// assert!(wais.fields().eq(expected.map(|(number, content)| (number, content.into()))));
    /// ```
    pub fn fields(&self) -> impl Iterator<Item = (&'i str, Cow<'i, [u8]>)> + use<'i> {
        let wpath = match self.form {
            WaisForm::Doc { wpath, .. } => wpath,
            WaisForm::Index { .. } => "",
        };
        let fields = wpath.split_terminator(';').filter_map(|field| field.split_once('='));
        fields.map(|(number, content)| (number, octets(content)))
    }
}

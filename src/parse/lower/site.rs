//! The parts that URLs of IP-based protocols share: the host, the port and the user; FTP commands; newsgroups.

use std::borrow::Cow;

use crate::editions::grammar::Node;
use crate::parts::percent::Decode;

// The host, the port and the user in URLs of the early editions.
//
// An empty user is a user, and an empty password a password (RFC 1738, 3.1). A port may have any
// number of digits, though no port is above 65535.

/// A host and a port (RFC 1738, 3.1; RFC 1630, 9).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub struct Site<'i> {
    /// The host as given: a domain name or four numbers.
    pub host: &'i str,
    /// Whether the host is a `hostnumber` rather than a `hostname`.
    pub is_number: bool,
    /// The digits of the port, if a port is given.
    pub port_text: Option<&'i str>,
    /// The default port that the document gives the scheme, if there is one.
    pub default_port: Option<u16>,
}

impl<'i> Site<'i> {
    pub(super) fn of(hostport: Option<&Node<'i>>, default_port: Option<u16>) -> Self {
        let host = hostport.and_then(|hostport| child(hostport, "host"));
        Self {
            host: host.map_or("", Node::text),
            is_number: host.is_some_and(|host| child(host, "hostnumber").is_some()),
            port_text: hostport.and_then(|hostport| text(hostport, "port")),
            default_port,
        }
    }

    /// Returns the given port, or else the default port. Returns `None` if the given port is above
    /// 65535.
    ///
    /// ```
    /// use urispec::meaning::rfc1738::Url;
    /// let port = |text| match Url::parse(text) {
    ///     Ok(Url::Http(http)) => http.site.port(),
    ///     _ => unreachable!(),
    /// };
    /// assert_eq!(port("http://h/"), Some(80));
    /// assert_eq!(port("http://h:8080/"), Some(8080));
    /// assert_eq!(port("http://h:65536/"), None);
    /// ```
    #[must_use]
    pub fn port(&self) -> Option<u16> {
        self.port_text.map_or(self.default_port, |digits| digits.parse().ok())
    }
}

/// A site, and the user who logs in there (RFC 1738, 3.1 and 3.8; RFC 1630, 5.2.1).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub struct Login<'i> {
    /// The user as given, still encoded.
    pub user: Option<&'i str>,
    /// The password as written, still encoded. It is `None` without a user.
    pub password: Option<&'i str>,
    /// The host and the port.
    pub site: Site<'i>,
}

impl<'i> Login<'i> {
    pub(super) fn of(login: Option<&Node<'i>>, default_port: Option<u16>) -> Self {
        let part = |rule| login.and_then(|login| text(login, rule));
        let hostport = login.and_then(|login| child(login, "hostport"));
        let site = Site::of(hostport, default_port);
        Self { user: part("user"), password: part("password"), site }
    }

    /// Returns the user, decoded.
    #[must_use]
    pub fn user_octets(&self) -> Option<Cow<'i, [u8]>> {
        self.user.map(octets)
    }

    /// Returns the password, decoded.
    #[must_use]
    pub fn password_octets(&self) -> Option<Cow<'i, [u8]>> {
        self.password.map(octets)
    }
}

/// Returns the octets that the text of a tree node encodes. In a tree every `%` begins an escape.
pub(super) fn octets(text: &str) -> Cow<'_, [u8]> {
    text.decode_octets().unwrap_or(Cow::Borrowed(text.as_bytes()))
}

/// Returns the first child of a node whose production has this name.
pub(super) fn child<'n, 'i>(node: &'n Node<'i>, rule: &str) -> Option<&'n Node<'i>> {
    node.children().iter().find(|child| child.rule() == rule)
}

/// Returns the text of the first child whose production has this name.
pub(super) fn text<'i>(node: &Node<'i>, rule: &str) -> Option<&'i str> {
    child(node, rule).map(Node::text)
}

/// Returns the text of the first child whose production has this name. The grammar ensures that there
/// is such a child.
pub(super) fn needed<'i>(node: &Node<'i>, rule: &str) -> &'i str {
    text(node, rule).unwrap_or_default()
}

// The FTP commands for an ftp URL: RFC 1738, 3.2.1 and 3.2.2; RFC 1630, 5.2.
//
// [`Command`]s are in the order in which they are sent. Their arguments are decoded, "before they
// are used by the FTP protocol" (RFC 1738, 3.2.2): so `%2Fetc` is the single argument `/etc`, whereas `/etc`
// is an empty argument followed by `etc`.
//
// A decoded argument may contain a line end, which would end the command and begin another (RFC
// 1738, 6). [`Command::line`] then returns `None`.

/// A command of FTP (RFC 959). Its argument is decoded.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum Command<'i> {
    /// `USER`: the user name.
    User(Cow<'i, [u8]>),
    /// `PASS`: the password.
    Pass(Cow<'i, [u8]>),
    /// `PASS`, for a URL with a user name but no password. If the server requests a password, the
    /// client asks the user for it.
    AskPass,
    /// `CWD`: change the working directory. The name of the directory may be empty.
    Cwd(Cow<'i, [u8]>),
    /// `TYPE`: the type of the transfer.
    Type(Cow<'i, str>),
    /// `NLST`: list the names in the directory.
    Nlst(Cow<'i, [u8]>),
    /// `RETR`: retrieve the file.
    Retr(Cow<'i, [u8]>),
}

impl Command<'_> {
    /// Returns the command as a line, without the line end. Returns `None` for
    /// [`Command::AskPass`], and if the argument contains a line end (RFC 1738, 6).
    ///
    /// ```
    /// use urispec::meaning::rfc1738::Url;
    /// let Ok(Url::Ftp(ftp)) = Url::parse("ftp://h/a%0D%0ADELE%20b") else { unreachable!() };
    /// assert_eq!(ftp.commands("me@example.org").last().and_then(|last| last.line()), None);
    /// ```
    #[must_use]
    pub fn line(&self) -> Option<Vec<u8>> {
        let (name, argument): (_, &[u8]) = match self {
            Self::User(user) => ("USER", user),
            Self::Pass(password) => ("PASS", password),
            Self::AskPass => return None,
            Self::Cwd(directory) => ("CWD", directory),
            Self::Type(code) => ("TYPE", code.as_bytes()),
            Self::Nlst(name) => ("NLST", name),
            Self::Retr(name) => ("RETR", name),
        };
        let ends_line = argument.iter().any(|octet| matches!(octet, b'\r' | b'\n'));
        (!ends_line).then(|| [name.as_bytes(), b" ", argument].concat())
    }
}

/// The action for the last part of a path.
pub(super) enum Transfer<'i> {
    /// List the directory.
    List,
    /// Retrieve the file, with a given or a guessed type (RFC 1738, 3.2.3).
    Retrieve(Option<Cow<'i, str>>),
}

/// Returns the commands that log in as the user of the URL, or else as `anonymous` with an e-mail
/// address as the password (RFC 1738, 3.2.1; RFC 1630, 5.2.1).
pub(super) fn login<'i>(login: &Login<'i>, mail: &'i str) -> [Command<'i>; 2] {
    match (login.user_octets(), login.password_octets()) {
        (Some(user), Some(password)) => [Command::User(user), Command::Pass(password)],
        (Some(user), None) => [Command::User(user), Command::AskPass],
        (None, _) => [
            Command::User(Cow::Borrowed(b"anonymous")),
            Command::Pass(Cow::Borrowed(mail.as_bytes())),
        ],
    }
}

/// Returns the FTP commands for a path, in which each part but the last is a directory.
pub(super) fn path<'i>(path: &'i str, transfer: Transfer<'i>) -> Vec<Command<'i>> {
    let (directories, name) = divide(path);
    let mut commands: Vec<_> = directories.map(|part| Command::Cwd(octets(part))).collect();
    match transfer {
        Transfer::List => commands.push(Command::Nlst(octets(name))),
        Transfer::Retrieve(code) => {
            commands.extend(code.map(Command::Type));
            commands.push(Command::Retr(octets(name)));
        }
    }
    commands
}

/// Splits a path into its directories and its last part.
pub(super) fn divide(path: &str) -> (impl Iterator<Item = &str>, &str) {
    let (directories, name) = match path.rsplit_once('/') {
        Some((directories, name)) => (Some(directories), name),
        None => (None, path),
    };
    (directories.into_iter().flat_map(|directories| directories.split('/')), name)
}

// `news`, which RFC 1630 (5.5) and RFC 1738 (3.6) describe in the same way.

/// A newsgroup or an article, from any server (RFC 1630, 5.5; RFC 1738, 3.6).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum News<'i> {
    /// `*`: all available newsgroups, by RFC 1738. RFC 1630 does not explain `*`.
    All,
    /// A newsgroup as given, still encoded.
    Group(&'i str),
    /// An article by its message identifier, as given and still encoded. The identifier contains an
    /// `@`, and lacks the `<` and `>` that enclose it in an article.
    Article(&'i str),
}

impl<'i> News<'i> {
    /// Lowers the node for the text after `news:`.
    pub(super) fn of(part: Option<&Node<'i>>) -> Self {
        let Some(part) = part else { return Self::All };
        match (text(part, "article"), text(part, "group")) {
            (Some(article), _) => Self::Article(article),
            (None, Some(group)) => Self::Group(group),
            (None, None) => Self::All,
        }
    }

    /// Returns the message identifier, decoded: `<unique>@<full_domain_name>`.
    ///
    /// ```
    /// use urispec::meaning::{rfc1738::News, rfc1738::Url};
    /// let Ok(Url::News(news)) = Url::parse("news:a%2Fb@c.d") else { unreachable!() };
    /// assert_eq!(news.message_id().as_deref(), Some(&b"a/b@c.d"[..]));
    /// assert_eq!(Url::parse("news:*")?, Url::News(News::All));
    /// # Ok::<(), urispec::ParseError>(())
    /// ```
    #[must_use]
    pub fn message_id(&self) -> Option<Cow<'i, [u8]>> {
        match *self {
            Self::Article(article) => Some(octets(article)),
            Self::All | Self::Group(_) => None,
        }
    }
}

//! The FTP commands that an ftp URL stands for: RFC 1738, 3.2.1 and 3.2.2; RFC 1630, 5.2.
//!
//! In: a login, directories, a name and a type. Out: [`Command`]s in the order in which they are
//! sent. Their arguments are decoded, "before they are used by the FTP protocol" (3.2.2): that is
//! what makes `%2Fetc` the one argument `/etc`, where `/etc` is an empty argument and then `etc`.
//!
//! The surprising case: an argument may be decoded to a line end, which would end the command and
//! begin another (RFC 1738, 6). [`Command::line`] gives no line then.

use std::borrow::Cow;

use super::site::{Login, octets};

/// A command of FTP (RFC 959). Its argument is decoded.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum Command<'i> {
    /// `USER`: the user name.
    User(Cow<'i, [u8]>),
    /// `PASS`: the password.
    Pass(Cow<'i, [u8]>),
    /// `PASS` with a password that the user is asked for if the server asks: the URL has a user
    /// name and no password.
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
    /// The command as a line, without the line end. There is none for a password that the user must
    /// be asked for, and none if the argument contains a line end (RFC 1738, 6).
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

/// What to do with the last part of a path.
pub(super) enum Transfer<'i> {
    /// List the directory.
    List,
    /// Retrieve the file, by a given type or by a guessed one (RFC 1738, 3.2.3).
    Retrieve(Option<Cow<'i, str>>),
}

/// The commands that log in: as the user of the URL, or as `anonymous` with an e-mail address for a
/// password (RFC 1738, 3.2.1; RFC 1630, 5.2.1).
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

/// The commands for a path: each part but the last is a directory.
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

/// Divides a path into its directories and its last part.
pub(super) fn divide(path: &str) -> (impl Iterator<Item = &str>, &str) {
    let (directories, name) = match path.rsplit_once('/') {
        Some((directories, name)) => (Some(directories), name),
        None => (None, path),
    };
    (directories.into_iter().flat_map(|directories| directories.split('/')), name)
}

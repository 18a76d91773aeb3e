//! `ftp` (3.2).

use std::borrow::Cow;

use super::default_port;
use crate::editions::grammar::Node;
use crate::parse::lower::command::{self, Command, Transfer};
use crate::parse::lower::site::{Login, child, text};

/// A file or a directory, fetched by FTP (3.2).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Ftp<'i> {
    /// The site and the user. The default port is 21.
    pub login: Login<'i>,
    /// The path `<cwd1>/<cwd2>/.../<name>` as given, still encoded. There is none if the `/` before
    /// it is missing too.
    pub path: Option<&'i str>,
    /// The typecode as given, in either case.
    pub ftptype: Option<&'i str>,
}

/// The type of what is transferred (3.2.2).
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
    pub(super) fn of(url: &Node<'i>) -> Self {
        let login = Login::of(child(url, "login"), default_port("ftp"));
        Self { login, path: text(url, "fpath"), ftptype: text(url, "ftptype") }
    }

    /// The directories to change to, in their order, as given and still encoded. A name may be
    /// empty.
    pub fn directories(&self) -> impl Iterator<Item = &'i str> + use<'i> {
        self.path.into_iter().flat_map(|path| command::divide(path).0)
    }

    /// The name of the file or directory as given, still encoded. It may be empty.
    #[must_use]
    pub fn name(&self) -> Option<&'i str> {
        self.path.map(|path| command::divide(path).1)
    }

    /// The meaning of the typecode.
    #[must_use]
    pub fn typecode(&self) -> Option<Typecode> {
        self.ftptype.map(|code| match code {
            "a" | "A" => Typecode::Ascii,
            "i" | "I" => Typecode::Image,
            _ => Typecode::Directory,
        })
    }

    /// The FTP commands that the URL stands for (3.2.1, 3.2.2). TYPE has "`<typecode>` as the
    /// argument", as given. Without a user, `mail` is the password of the anonymous user: "the
    /// Internet e-mail address of the end user".
    ///
    /// Without a type the client has to guess one (3.2.3), so no TYPE is here. Without a path there
    /// is nothing but the login; with an empty name the last argument is empty, by the letter.
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
        let path = self.path.map(|path| command::path(path, transfer));
        command::login(&self.login, mail).into_iter().chain(path.into_iter().flatten())
    }
}

//! `ftp` (5.2).

use std::borrow::Cow;

use crate::editions::grammar::Node;
use crate::parse::lower::command::{self, Command, Transfer};
use crate::parse::lower::site::{Login, child, needed, text};

/// A file or a directory, fetched by FTP (5.2).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Ftp<'i> {
    /// The site and the user. The default port is FTP's own, 21.
    pub login: Login<'i>,
    /// The path as given, still encoded. The `/` before it is not part of it.
    pub path: &'i str,
    /// The type of the transfer (5.2.3).
    pub ftptype: Option<Type<'i>>,
}

/// A type of FTP, "in the format defined in RFC 959 except that THE SPACE IS OMITTED FROM THE URL"
/// (5.2.3).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Type<'i> {
    /// `A`: ASCII.
    Ascii(Form),
    /// `E`: EBCDIC.
    Ebcdic(Form),
    /// `I`: image.
    Image,
    /// `L` and its digits: bytes of that many bits.
    Local(&'i str),
}

/// The form of a text.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Form {
    /// `N`: not for print.
    NonPrint,
    /// `T`: with Telnet format effectors.
    Telnet,
    /// `C`: with carriage control, by ASA.
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

    /// The argument of the TYPE command, with the space that the URL omits.
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
    pub(super) fn of(url: &Node<'i>) -> Self {
        Self {
            login: Login::of(child(url, "login"), Some(21)),
            path: needed(url, "path"),
            ftptype: child(url, "ftptype").map(Type::of),
        }
    }

    /// The directories to change to, in their order, as given and still encoded. A name may be
    /// empty.
    pub fn directories(&self) -> impl Iterator<Item = &'i str> + use<'i> {
        command::divide(self.path).0
    }

    /// The name of the file as given, still encoded. It is empty if the directory is to be listed.
    #[must_use]
    pub fn name(&self) -> &'i str {
        command::divide(self.path).1
    }

    /// The FTP commands that the URL stands for (5.2.1 to 5.2.3). Without a user, `mail` is the
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
        command::login(&self.login, mail).into_iter().chain(command::path(self.path, transfer))
    }
}

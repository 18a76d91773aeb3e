//! Where a string or a text comes from, as messages name the place.

use std::fmt;
use std::path::Path;

use crate::output::password::{self, Passwords};
use crate::output::style::{Quoted, Stream};
use crate::output::terminal::Escaped;

/// Where a string comes from.
#[derive(Clone, Copy)]
pub(crate) enum Origin<'a> {
    /// An argument, which is its own name but for its password.
    Argument(&'a [u8], Passwords),
    /// A line of a file, counted from 1.
    Line(&'a Path, u64, Passwords),
}

impl Origin<'_> {
    /// The place as results name it.
    pub(crate) fn in_result(self) -> impl fmt::Display {
        fmt::from_fn(move |f| self.show(Stream::Results, f))
    }

    /// The place and the string as results name them. An argument is its own place.
    pub(crate) fn with_string(self, bytes: &[u8]) -> impl fmt::Display {
        fmt::from_fn(move |f| {
            self.show(Stream::Results, f)?;
            match self {
                Self::Argument(..) => Ok(()),
                Self::Line(.., passwords) => {
                    write!(f, ": {}", Quoted(bytes, Stream::Results, passwords))
                }
            }
        })
    }

    /// What is done with the passwords of the string.
    pub(crate) const fn passwords(self) -> Passwords {
        match self {
            Self::Argument(_, passwords) | Self::Line(.., passwords) => passwords,
        }
    }

    /// The number of the line, counted from 1.
    pub(crate) const fn line(self) -> Option<u64> {
        match self {
            Self::Argument(..) => None,
            Self::Line(_, line, _) => Some(line),
        }
    }

    /// The file, as messages name it, and the line.
    pub(crate) fn file(self) -> Option<(String, u64)> {
        match self {
            Self::Argument(..) => None,
            Self::Line(path, line, passwords) => Some((Name(path, passwords).to_string(), line)),
        }
    }

    /// The name of the file as it is, and the line; none of what is no file.
    pub(crate) fn path(&self) -> Option<(&Path, u64)> {
        match self {
            Self::Line(path, line, _) if !is_stdin(path) => Some((path, *line)),
            _ => None,
        }
    }

    fn show(&self, stream: Stream, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Argument(bytes, passwords) => {
                fmt::Display::fmt(&Quoted(bytes, stream, *passwords), f)
            }
            Self::Line(path, line, passwords) => write!(f, "{}:{line}", Name(path, *passwords)),
        }
    }
}

/// The place as messages name it.
impl fmt::Display for Origin<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.show(Stream::Messages, f)
    }
}

/// A file as messages name it.
pub(crate) struct Name<'a>(pub(crate) &'a Path, pub(crate) Passwords);

impl fmt::Display for Name<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if is_stdin(self.0) {
            return f.write_str("<stdin>");
        }
        // Who forgets that an argument is a file gives a URI.
        let bytes = self.0.as_os_str().as_encoded_bytes();
        let hidden = self.1.of_reference(bytes);
        Escaped(&password::without(bytes, hidden)).fmt(f)
    }
}

impl Name<'_> {
    /// The name as a word of a command to try, which no command takes for an option.
    pub(crate) fn word(&self) -> String {
        let name = self.to_string();
        let name = if name.starts_with('-') { format!("./{name}") } else { name };
        let is_plain = |c: char| c.is_alphanumeric() || "-_./:@%=+,".contains(c);
        if name.chars().all(is_plain) { name } else { format!("'{}'", name.replace('\'', r"'\''")) }
    }
}

pub(crate) fn is_stdin(path: &Path) -> bool {
    path.as_os_str() == "-"
}

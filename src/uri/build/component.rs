//! The components that a reference is built of, each with its production.
//!
//! In: the text of a component. Out: nothing, or where the text leaves the language of the
//! production. The surprising case: a text may end too early, as the host `[::1` does; then no
//! character is wrong.

use alloc::boxed::Box;
use core::fmt;

use super::BuildError;
use crate::automaton::tables::rfc3986::AUTOMATON;

/// A component of a reference, and what its production derives.
#[derive(Debug, PartialEq, Eq)]
pub(in crate::uri) struct Component {
    /// The component's name, which its production shares.
    name: &'static str,
    section: &'static str,
    /// What the component holds, as one sentence without its section.
    holds: &'static str,
    /// The start of the production in the automaton.
    start: u16,
}

macro_rules! holds {
    ($component:literal, $others:literal) => {
        concat!(
            $component,
            " holds letters, digits, \"%\" with two hexadecimal digits, and any of ",
            $others
        )
    };
}

pub(in crate::uri) static SCHEME: Component = Component {
    name: "scheme",
    section: "3.1",
    holds: "a scheme is a letter, and after it letters, digits, \"+\", \"-\" and \".\"",
    start: AUTOMATON.start_of("scheme"),
};

pub(in crate::uri) static USERINFO: Component = Component {
    name: "userinfo",
    section: "3.2.1",
    holds: holds!("a userinfo", "-._~!$&'()*+,;=:"),
    start: AUTOMATON.start_of("userinfo"),
};

pub(in crate::uri) static HOST: Component = Component {
    name: "host",
    section: "3.2.2",
    holds: concat!(
        "a host is an IP address, in brackets if it is of version 6 or later, or a name; ",
        holds!("a name", "-._~!$&'()*+,;=")
    ),
    start: AUTOMATON.start_of("host"),
};

pub(in crate::uri) static PORT: Component = Component {
    name: "port",
    section: "3.2.3",
    holds: "a port holds digits only",
    start: AUTOMATON.start_of("port"),
};

pub(in crate::uri) static PATH: Component = Component {
    name: "path",
    section: "3.3",
    holds: holds!("a path", "-._~!$&'()*+,;=:@/"),
    start: AUTOMATON.start_of("path"),
};

pub(in crate::uri) static QUERY: Component = Component {
    name: "query",
    section: "3.4",
    holds: holds!("a query", "-._~!$&'()*+,;=:@/?"),
    start: AUTOMATON.start_of("query"),
};

pub(in crate::uri) static FRAGMENT: Component = Component {
    name: "fragment",
    section: "3.5",
    holds: holds!("a fragment", "-._~!$&'()*+,;=:@/?"),
    start: AUTOMATON.start_of("fragment"),
};

impl Component {
    /// Checks that the production derives a text.
    pub(in crate::uri) fn check(&'static self, text: &str) -> Result<(), BuildError> {
        match AUTOMATON.offset(self.start, text.as_bytes()) {
            None => Ok(()),
            Some(offset) => {
                let text = text.into();
                Err(BuildError::Component(ComponentError { component: self, text, offset }))
            }
        }
    }
}

/// A text that is not in the language of its component's production.
///
/// The message says what was given, at which byte the text leaves the language, and what the
/// component holds.
///
/// ```
/// use urispec::{BuildError, UriRef};
/// let Err(BuildError::Component(error)) = UriRef::builder().host("h").port_text("8x").build() else {
///     unreachable!()
/// };
/// assert_eq!((error.component(), error.section()), ("port", "3.2.3"));
/// assert_eq!((error.text(), error.offset(), error.found()), ("8x", 1, Some('x')));
/// assert_eq!(
///     error.to_string(),
///     "the port \"8x\" cannot have \"x\" at byte 1: a port holds digits only (3.2.3)"
/// );
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ComponentError {
    component: &'static Component,
    text: Box<str>,
    offset: usize,
}

impl ComponentError {
    /// The name of the component, which is the name of its production: `scheme`, `userinfo`,
    /// `host`, `port`, `path`, `query` or `fragment`.
    #[must_use]
    pub const fn component(&self) -> &'static str {
        self.component.name
    }

    /// The section of RFC 3986 that says what the component holds.
    #[must_use]
    pub const fn section(&self) -> &'static str {
        self.component.section
    }

    /// The text that was given for the component.
    #[must_use]
    pub const fn text(&self) -> &str {
        &self.text
    }

    /// The byte offset in the text after which no text of the component goes on. If the text only
    /// ends too early, the offset is the text's length.
    #[must_use]
    pub const fn offset(&self) -> usize {
        self.offset
    }

    /// The character at [`ComponentError::offset`]. There is none at the end of the text.
    #[must_use]
    pub fn found(&self) -> Option<char> {
        self.text.get(self.offset..)?.chars().next()
    }
}

/// Longer texts are not repeated in messages. The count is of bytes.
const SHOWN: usize = 60;

impl fmt::Display for ComponentError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Component { name, section, holds, .. } = self.component;
        write!(f, "the {name} ")?;
        if self.text.len() <= SHOWN {
            write!(f, "{:?} ", self.text)?;
        }
        match self.found() {
            Some(found) => {
                let mut buffer = [0; 4];
                let found = &*found.encode_utf8(&mut buffer);
                write!(f, "cannot have {found:?} at byte {}", self.offset)?;
            }
            None => f.write_str("ends too early")?,
        }
        write!(f, ": {holds} ({section})")
    }
}

impl core::error::Error for ComponentError {}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::percent::{Keep, encode};
    use alloc::string::{String, ToString};

    #[track_caller]
    fn message(component: &'static Component, text: &str) -> String {
        component.check(text).unwrap_err().to_string()
    }

    #[test]
    fn a_message_says_it_all() {
        assert_eq!(
            message(&SCHEME, "1a"),
            "the scheme \"1a\" cannot have \"1\" at byte 0: a scheme is a letter, and after it \
             letters, digits, \"+\", \"-\" and \".\" (3.1)"
        );
        assert!(message(&SCHEME, "").starts_with("the scheme \"\" ends too early: a scheme is"));
        assert!(message(&HOST, "[::1").starts_with("the host \"[::1\" ends too early: a host is"));
        assert!(message(&HOST, "aé").starts_with("the host \"aé\" cannot have \"é\" at byte 1: "));
        assert!(message(&QUERY, "%4").starts_with("the query \"%4\" ends too early: a query"));
        let long = "a".repeat(61) + "#";
        assert!(message(&QUERY, &long).starts_with("the query cannot have \"#\" at byte 61: "));
    }

    /// The characters that a message names are those that the production derives.
    #[test]
    fn a_message_names_what_the_component_holds() {
        for component in [&USERINFO, &HOST, &PATH, &QUERY, &FRAGMENT] {
            let (_, others) = component.holds.split_once(" any of ").unwrap();
            for character in (0..0x80_u8).map(char::from) {
                let named = character.is_ascii_alphanumeric() || others.contains(character);
                let text = character.to_string();
                assert_eq!(component.check(&text).is_ok(), named, "{text:?}, {component:?}");
                component.check(&encode(&text, Keep::Unreserved)).unwrap();
            }
        }
        for character in (0..0x80_u8).map(char::from) {
            let text = character.to_string();
            assert_eq!(SCHEME.check(&text).is_ok(), character.is_ascii_alphabetic());
            let after = character.is_ascii_alphanumeric() || "+-.".contains(character);
            assert_eq!(SCHEME.check(&("a".to_string() + &text)).is_ok(), after);
            assert_eq!(PORT.check(&text).is_ok(), character.is_ascii_digit());
        }
    }
}

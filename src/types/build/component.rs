//! The components that a reference is built of, each with its production.
//!
//! In: the text of a component. Out: nothing, or where the text leaves the language of the
//! production. The surprising case: a text may end too early, as the host `[::1` does; then no
//! character is wrong.

use alloc::boxed::Box;
use core::fmt;

use crate::editions::automaton::{Automaton, tables};

/// A component of a reference, and what its production derives.
pub(in crate::types) struct Component {
    /// The component's name.
    name: &'static str,
    section: &'static str,
    /// What the component holds, as one sentence without its section.
    holds: &'static str,
    automaton: &'static Automaton,
    /// The start of the production in the automaton.
    start: u16,
}

/// The components by the productions of a document.
pub(in crate::types) struct Components {
    pub(in crate::types) scheme: Component,
    pub(in crate::types) userinfo: Component,
    pub(in crate::types) host: Component,
    pub(in crate::types) port: Component,
    pub(in crate::types) path: Component,
    pub(in crate::types) query: Component,
    pub(in crate::types) fragment: Component,
}

macro_rules! holds {
    ($component:literal, $beyond:literal, $others:literal) => {
        concat!(
            $component,
            " holds letters, digits, ",
            $beyond,
            "\"%\" with two hexadecimal digits, and any of ",
            $others
        )
    };
}

/// The components by the productions of a document, each with its section. Characters beyond ASCII
/// are named as what a component holds, and those of a query.
macro_rules! components {
    (
        $table:ident, $beyond:literal, $of_query:literal;
        $($name:ident: $production:literal, $section:literal;)*
    ) => {
        Components {$(
            $name: Component {
                name: stringify!($name),
                section: $section,
                holds: components!(@ $name $beyond $of_query),
                automaton: &tables::$table::AUTOMATON,
                start: tables::$table::AUTOMATON.start_of($production),
            },
        )*}
    };
    (@ scheme $beyond:literal $of_query:literal) => {
        "a scheme is a letter, and after it letters, digits, \"+\", \"-\" and \".\""
    };
    (@ userinfo $beyond:literal $of_query:literal) => {
        holds!("a userinfo", $beyond, "-._~!$&'()*+,;=:")
    };
    (@ host $beyond:literal $of_query:literal) => {
        concat!(
            "a host is an IP address, in brackets if it is of version 6 or later, or a name; ",
            holds!("a name", $beyond, "-._~!$&'()*+,;=")
        )
    };
    (@ port $beyond:literal $of_query:literal) => {
        "a port holds digits only"
    };
    (@ path $beyond:literal $of_query:literal) => {
        holds!("a path", $beyond, "-._~!$&'()*+,;=:@/")
    };
    (@ query $beyond:literal $of_query:literal) => {
        holds!("a query", $of_query, "-._~!$&'()*+,;=:@/?")
    };
    (@ fragment $beyond:literal $of_query:literal) => {
        holds!("a fragment", $beyond, "-._~!$&'()*+,;=:@/?")
    };
}

/// The components of URIs, by RFC 3986.
pub(in crate::types) static OF_URIS: Components = components! {
    rfc3986, "", "";
    scheme: "scheme", "3.1";
    userinfo: "userinfo", "3.2.1";
    host: "host", "3.2.2";
    port: "port", "3.2.3";
    path: "path", "3.3";
    query: "query", "3.4";
    fragment: "fragment", "3.5";
};

/// The components of IRIs, by RFC 3987.
pub(in crate::types) static OF_IRIS: Components = components! {
    rfc3987,
    "characters beyond ASCII (ucschar), ",
    "characters beyond ASCII (ucschar, iprivate), ";
    scheme: "scheme", "2.2";
    userinfo: "iuserinfo", "2.2";
    host: "ihost", "2.2";
    port: "port", "2.2";
    path: "ipath", "2.2";
    query: "iquery", "2.2";
    fragment: "ifragment", "2.2";
};

impl Component {
    /// Checks that the production derives a text.
    pub(in crate::types) fn check(&'static self, text: &str) -> Result<(), ComponentError> {
        match self.automaton.offset(self.start, text.as_bytes()) {
            None => Ok(()),
            Some(mut offset) => {
                // A language of characters is left where a character begins.
                while !text.is_char_boundary(offset) {
                    offset -= 1;
                }
                let text = text.into();
                Err(ComponentError { component: self, text, offset })
            }
        }
    }
}

/// Each is a place in a static.
impl PartialEq for Component {
    fn eq(&self, other: &Self) -> bool {
        core::ptr::eq(self, other)
    }
}

impl Eq for Component {}

impl fmt::Debug for Component {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { name, section, .. } = self;
        f.debug_struct("Component").field("name", name).field("section", section).finish()
    }
}

/// Divides an authority into its userinfo, its host and its port. Any text is divided; what is no
/// authority has a part that its production does not derive.
pub(in crate::types) fn divide(authority: &str) -> (Option<&str>, &str, Option<&str>) {
    let (userinfo, rest) = match authority.rsplit_once('@') {
        Some((userinfo, rest)) => (Some(userinfo), rest),
        None => (None, authority),
    };
    match rest.rsplit_once(':') {
        // A colon before a bracket is of an address.
        Some((host, port)) if !port.contains(']') => (userinfo, host, Some(port)),
        _ => (userinfo, rest, None),
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
    /// The name of the component, which is the name of its production in RFC 3986: `scheme`,
    /// `userinfo`, `host`, `port`, `path`, `query` or `fragment`. RFC 3987 has `iuserinfo` and so on.
    #[must_use]
    pub const fn component(&self) -> &'static str {
        self.component.name
    }

    /// The section that says what the component holds: of RFC 3986, or for an IRI of RFC 3987.
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
        let Component { name, section, holds, .. } = *self.component;
        write!(f, "the {name} ")?;
        // A userinfo may hold a password, which is not to be shown (section 3.2.1).
        if self.text.len() <= SHOWN && name != "userinfo" {
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

//! The components that a reference is built from, each with its production.
//!
//! A check reports where a text leaves the language of the production. If a text only ends too
//! early, as the host `[::1` does, no character is wrong.

use alloc::boxed::Box;
use alloc::string::String;
use core::borrow::Borrow;
use core::fmt;

use super::BuildError;
use crate::editions::automaton::{Automaton, tables};
use crate::parts::percent::Keep;
use crate::types::letters::Letters;

/// A component of a reference, with its production.
pub(in crate::types) struct Component {
    name: &'static str,
    document: &'static str,
    section: &'static str,
    /// A sentence about the characters that the component may contain, without the citation of the section.
    holds: &'static str,
    automaton: &'static Automaton,
    /// The start state of the production in the automaton.
    start: u16,
}

/// The components as a document defines them.
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
            " may contain letters, digits, ",
            $beyond,
            "\"%\" with two hexadecimal digits, and any of ",
            $others
        )
    };
}

/// Declares the components by the productions of a document, each with its section. `$of_query` names the characters
/// beyond ASCII in a query, and `$beyond` the characters beyond ASCII in other components.
macro_rules! components {
    (
        $table:ident, $document:literal, $beyond:literal, $of_query:literal;
        $($name:ident: $production:literal, $section:literal;)*
    ) => {
        Components {$(
            $name: Component {
                name: stringify!($name),
                document: $document,
                section: $section,
                holds: components!(@ $name $beyond $of_query),
                automaton: &tables::$table::AUTOMATON,
                start: tables::$table::AUTOMATON.start_of($production),
            },
        )*}
    };
    (@ scheme $beyond:literal $of_query:literal) => {
        "a scheme is a letter followed by letters, digits, \"+\", \"-\" and \".\""
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
        "a port contains only digits"
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

/// The components of URIs (RFC 3986).
pub(in crate::types) static OF_URIS: Components = components! {
    rfc3986, "RFC 3986", "", "";
    scheme: "scheme", "3.1";
    userinfo: "userinfo", "3.2.1";
    host: "host", "3.2.2";
    port: "port", "3.2.3";
    path: "path", "3.3";
    query: "query", "3.4";
    fragment: "fragment", "3.5";
};

/// The components of IRIs (RFC 3987).
pub(in crate::types) static OF_IRIS: Components = components! {
    rfc3987, "RFC 3987",
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
    /// Checks that the production derives `text`.
    pub(in crate::types) fn check(&'static self, text: &str) -> Result<(), ComponentError> {
        match self.automaton.offset(self.start, text.as_bytes()) {
            None => Ok(()),
            Some(mut offset) => {
                // The error is at the start of a character, even if a later byte of it is the first wrong one.
                while !text.is_char_boundary(offset) {
                    offset -= 1;
                }
                let text = text.into();
                Err(ComponentError { component: self, text, offset })
            }
        }
    }
}

/// Compares by address: each component is a static.
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

/// Splits any text into the userinfo, host and port of an authority. If the text is not a valid authority, one of the
/// parts does not match its production.
pub(in crate::types) fn divide(authority: &str) -> (Option<&str>, &str, Option<&str>) {
    let (userinfo, rest) = match authority.rsplit_once('@') {
        Some((userinfo, rest)) => (Some(userinfo), rest),
        None => (None, authority),
    };
    match rest.rsplit_once(':') {
        // A colon before a bracket belongs to an address.
        Some((host, port)) if !port.contains(']') => (userinfo, host, Some(port)),
        _ => (userinfo, rest, None),
    }
}

/// The error for a text that does not match the production of its component.
///
/// The message quotes the text, gives the byte at which the text leaves the language, and describes the component.
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
///     "unexpected \"x\" at byte 1 in the port \"8x\"; a port contains only digits (RFC 3986, 3.2.3)"
/// );
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ComponentError {
    component: &'static Component,
    text: Box<str>,
    offset: usize,
}

impl ComponentError {
    /// Returns the name of the component's production in RFC 3986: `scheme`, `userinfo`, `host`, `port`, `path`, `query`
    /// or `fragment`. RFC 3987 names its productions `iuserinfo` and so on.
    #[must_use]
    pub const fn component(&self) -> &'static str {
        self.component.name
    }

    /// Returns the section that defines the component: of RFC 3986, or of RFC 3987 for an IRI.
    #[must_use]
    pub const fn section(&self) -> &'static str {
        self.component.section
    }

    /// Returns the text that was given for the component.
    #[must_use]
    pub const fn text(&self) -> &str {
        &self.text
    }

    /// Returns the offset of the first byte that cannot continue the component. If the text merely ends too early, this
    /// is the length of the text.
    #[must_use]
    pub const fn offset(&self) -> usize {
        self.offset
    }

    /// Returns the character at [`ComponentError::offset`], or `None` at the end of the text.
    #[must_use]
    pub fn found(&self) -> Option<char> {
        self.text.get(self.offset..)?.chars().next()
    }
}

/// The length in bytes up to which a message quotes a text.
const SHOWN: usize = 60;

impl fmt::Display for ComponentError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Component { name, document, section, holds, .. } = *self.component;
        match self.found() {
            Some(found) => {
                let mut buffer = [0; 4];
                let found = &*found.encode_utf8(&mut buffer);
                write!(f, "unexpected {found:?} at byte {} in the {name}", self.offset)?;
            }
            None => write!(f, "unexpected end of the {name}")?,
        }
        // A userinfo may contain a password, which must not be shown (RFC 3986, 3.2.1).
        if self.text.len() <= SHOWN && name != "userinfo" {
            write!(f, " {:?}", self.text)?;
        }
        write!(f, "; {holds} ({document}, {section})")
    }
}

impl core::error::Error for ComponentError {}

// Encodes data as the text of a path or a query.
//
// The text splits into as many segments or pairs as were given, each of which decodes to its data. `.` and `..` are
// refused: `.` is unreserved, so that `%2E%2E` is equivalent to `..` (RFC 3986, 6.2.2.2), and resolution removes both.

/// Encodes `data` as a segment and appends it to `text`.
pub(in crate::types) fn push_segment<L: Letters>(
    text: &mut String,
    data: &str,
    keep: Keep,
) -> Result<(), BuildError> {
    if matches!(data, "." | "..") {
        return Err(BuildError::DotSegment);
    }
    text.push_str(&L::encode(data, keep));
    Ok(())
}

/// Encodes the segments, and returns the path in which each of them follows a `/`.
pub(in crate::types) fn path<L: Letters, S: AsRef<str>>(
    segments: impl IntoIterator<Item = S>,
) -> Result<String, BuildError> {
    let mut path = String::new();
    for segment in segments {
        path.push('/');
        push_segment::<L>(&mut path, segment.as_ref(), Keep::Segment)?;
    }
    Ok(path)
}

/// Encodes a pair and appends it to a query as `key=value`, or as `key` if `value` is `None`. Unless `is_first` is set,
/// a `&` precedes the pair.
pub(in crate::types) fn push_pair<L: Letters>(
    query: &mut String,
    is_first: bool,
    key: &str,
    value: Option<&str>,
) {
    if !is_first {
        query.push('&');
    }
    query.push_str(&L::encode(key, Keep::Unreserved));
    if let Some(value) = value {
        query.push('=');
        query.push_str(&L::encode(value, Keep::Unreserved));
    }
}

/// Encodes the pairs, and returns the query that they form, or `None` without pairs.
pub(in crate::types) fn query<L, I, K, V>(pairs: I) -> Option<String>
where
    L: Letters,
    I: IntoIterator,
    I::Item: Borrow<(K, V)>,
    K: AsRef<str>,
    V: AsRef<str>,
{
    let mut query = None;
    for pair in pairs {
        let (key, value) = pair.borrow();
        let is_first = query.is_none();
        let query = query.get_or_insert_default();
        push_pair::<L>(query, is_first, key.as_ref(), Some(value.as_ref()));
    }
    query
}

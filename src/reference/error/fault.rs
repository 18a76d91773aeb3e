//! The faults of a string, in a person's words, as far as the place of the error tells.
//!
//! A [`Fault`] is one byte, so that an error has its reason without the string and without memory.
//! The table of causes, which explains an error to a caller that has the string, uses the same
//! sentences, knows more of them, and mends.

use core::fmt;

/// The name of a cause, for programs, and its sentence, with `{}` for the character that cannot
/// stand there.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Saying {
    pub(crate) id: &'static str,
    pub(crate) sentence: &'static str,
}

/// Declares the faults: each with its saying, and the section of RFC 3986 that the sentence rests on. That of a domain
/// rests on the URL Standard.
macro_rules! faults {
    ($($fault:ident: $id:literal, $section:literal, $sentence:literal;)*) => {
        /// A fault in a reference of RFC 3986, or in the domain of a URL.
        #[derive(Clone, Copy, Debug, PartialEq, Eq)]
        pub(crate) enum Fault {
            $($fault,)*
        }

        impl Fault {
            /// The name and the sentence of the fault.
            pub(crate) const fn saying(self) -> Saying {
                match self {
                    $(Self::$fault => Saying { id: $id, sentence: $sentence },)*
                }
            }

            /// The section that the sentence rests on.
            pub(crate) const fn section(self) -> &'static str {
                match self {
                    $(Self::$fault => $section,)*
                }
            }
        }
    };
}

faults! {
    Percent: "percent", "2.1", "\"%\" stands only before two hexadecimal digits";
    ByteOrderMark: "byte-order-mark", "2.5", "the string begins with a byte order mark, which is no part of it";
    WhiteSpaceAround: "white-space-around", "C", "white space before or after a string is no part of it";
    DelimiterAround: "delimiter-around", "C", "{} before or after a string delimits it in a text, and is no part of it";
    Space: "space", "2", "a space is not allowed";
    WhiteSpace: "white-space", "2", "a tab or a line break is not allowed";
    Control: "control", "2", "a control character is not allowed";
    Iri: "iri", "2.5", "{} is not ASCII; an IRI may have it (RFC 3987), and a URI has it percent-encoded";
    NotAscii: "not-ascii", "2.5", "{} is not ASCII";
    Backslash: "backslash", "2", "a backslash is not allowed";
    SecondFragment: "second-fragment", "3.5", "a second \"#\", which a fragment cannot have";
    Excluded: "excluded", "2", "{} is not allowed anywhere";
    EmptyScheme: "empty-scheme", "3.1", "nothing stands before the first \":\", where a scheme should be";
    SchemeBegins: "scheme-begins", "3.1", "a scheme begins with a letter";
    SchemeCharacter: "scheme-character", "3.1", "a scheme has only letters, digits, \"+\", \"-\" and \".\"";
    IpLiteralNotClosed: "ip-literal-not-closed", "3.2.2", "the \"[\" before an IP address has no \"]\" after it";
    IpLiteralThen: "ip-literal-then", "3.2.2", "only a port may follow the \"]\" of an IP address";
    IpLiteralEmpty: "ip-literal-empty", "3.2.2", "there is no IP address between \"[\" and \"]\"";
    ZoneIdentifier: "zone-identifier", "3.2.2", "an IPv6 address has no zone identifier here; RFC 6874 allows one after \"%25\"";
    IpFuture: "ip-future", "3.2.2", "an address that begins with \"v\" is \"v\", hexadecimal digits, \".\" and an address";
    Ipv4InBrackets: "ipv4-in-brackets", "3.2.2", "an IPv4 address stands without \"[\" and \"]\"";
    Ipv6Character: "ipv6-character", "3.2.2", "{} is no character of an IPv6 address";
    Ipv6Address: "ipv6", "3.2.2", "what follows the \"[\" is no IPv6 address";
    Ipv6WithoutBrackets: "ipv6-without-brackets", "3.2.2", "an IPv6 address stands between \"[\" and \"]\"";
    SecondAt: "second-at", "3.2", "a second \"@\" in the authority";
    SecondColon: "second-colon", "3.2", "a second \":\" in the authority";
    PortDigits: "port-digits", "3.2.3", "a port holds digits only";
    Bracket: "bracket", "3.2.2", "{} stands around an IP address in a host, and not here";
    Reserved: "reserved", "2.2", "{} is a reserved character, not allowed here";
    Domain: "domain", "host-writing", "the host is no valid domain";
}

/// A fault, and where it lies: at or before the byte at which the string leaves the language.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Reason {
    pub(crate) fault: Fault,
    /// The byte offset of the fault.
    pub(crate) at: u32,
}

/// A saying about the character that was found.
pub(crate) struct Said(pub(crate) Saying, pub(crate) Option<char>);

impl fmt::Display for Said {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.0.sentence.strip_prefix("{}") {
            Some(rest) => {
                let mut buffer = [0; 4];
                let found = self.1.unwrap_or_default().encode_utf8(&mut buffer);
                write!(f, "{found:?}{rest}")
            }
            None => f.write_str(self.0.sentence),
        }
    }
}

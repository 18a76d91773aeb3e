//! The documents that are no editions here, and what the program has of each all the same.
//!
//! In: a name that is not the name of an edition. Out: what the document is about, and the command that comes
//! nearest to it, so that who asks for RFC 7230 finds the default port of http.

use clap::Command;
use clap::error::ErrorKind;

use crate::options::documents;

/// A document that is not an edition.
pub(crate) struct Unsupported {
    /// What it is called; the first name is printed.
    names: &'static [&'static str],
    about: &'static str,
    /// What there is of it.
    has: &'static str,
    /// A command that shows that; empty where there is nothing.
    shown_by: &'static str,
}

/// The document of that name, if it is one of those that are known.
pub(crate) fn named(given: &str) -> Option<&'static Unsupported> {
    let given = documents::plain(given);
    let is_it = |name: &&str| {
        let name = documents::plain(name);
        name == given || documents::number(&name) == Some(&given)
    };
    UNSUPPORTED.iter().find(|document| document.names.iter().any(is_it))
}

impl Unsupported {
    /// The error of a command that was asked to use this document as its edition.
    pub(crate) fn refused(&self, command: &Command) -> clap::Error {
        let ids = documents::ids().collect::<Vec<_>>().join(", ");
        let try_this = match self.shown_by {
            "" => String::new(),
            shown_by => format!("\n  try: {shown_by}"),
        };
        let message = format!(
            "{} is not an edition here: {}\n  {}{try_this}\n  [editions: {ids}]",
            self.names[0], self.about, self.has
        );
        command.clone().error(ErrorKind::InvalidValue, message)
    }
}

const fn unsupported(
    names: &'static [&'static str],
    about: &'static str,
    has: &'static str,
    shown_by: &'static str,
) -> Unsupported {
    Unsupported { names, about, has, shown_by }
}

const HTTP: &str = "rfc9110 has the schemes http and https (4.2)";
const HTTP_SHOWN: &str = "urispec parse --edition rfc9110 http://example.com:80";
const DNS: &str = "the lint `not-dns` names a host that is not a domain name (RFC 3986, 3.2.2)";
const DNS_SHOWN: &str = "urispec lint http://a_b/";
const ADDRESS: &str = "rfc3986 has its own production for an IPv6 address (3.2.2)";
const ADDRESS_SHOWN: &str = "urispec explain IPv6address";
const MAIL: &str = "rfc6068 replaces it, and rfc1738 has the production `mailtourl` (3.5)";
const MAIL_SHOWN: &str = "urispec parse --edition rfc6068 mailto:a@example.com?subject=b";
const ABNF: &str = "a grammar that is written in ABNF is audited with --bnf and --pest";
const ABNF_SHOWN: &str = "urispec audit --help";

/// The documents, by number; then the documents without a number.
#[rustfmt::skip]
static UNSUPPORTED: &[Unsupported] = &[
    unsupported(&["RFC 822"], "it is about the format of mail.",
        "a grammar in its notation, as rfc1738 and rfc2396 print theirs, is audited with --notation bnf",
        ABNF_SHOWN),
    unsupported(&["RFC 952"], "it is about the names of hosts.", DNS, DNS_SHOWN),
    unsupported(&["RFC 1034", "STD 13"], "it is about domain names.", DNS, DNS_SHOWN),
    unsupported(&["RFC 1123", "STD 3"], "it is about what hosts require, their names among it.", DNS, DNS_SHOWN),
    unsupported(&["RFC 2234"], "it is about ABNF, before RFC 5234.", ABNF, ABNF_SHOWN),
    unsupported(&["RFC 2368"], "it is about the scheme `mailto`, before RFC 6068.", MAIL, MAIL_SHOWN),
    unsupported(&["RFC 2373"], "it is about IPv6 addresses.", ADDRESS, ADDRESS_SHOWN),
    unsupported(&["RFC 2616"], "it is about HTTP/1.1, before RFC 9110.", HTTP, HTTP_SHOWN),
    unsupported(&["RFC 2818"], "it is about HTTP over TLS, before RFC 9110.", HTTP, HTTP_SHOWN),
    unsupported(&["RFC 3513"], "it is about IPv6 addresses.", ADDRESS, ADDRESS_SHOWN),
    unsupported(&["RFC 4234"], "it is about ABNF, before RFC 5234.", ABNF, ABNF_SHOWN),
    unsupported(&["RFC 4291"], "it is about IPv6 addresses.", ADDRESS, ADDRESS_SHOWN),
    unsupported(&["RFC 5234", "STD 68", "ABNF"], "it is about ABNF.", ABNF, ABNF_SHOWN),
    unsupported(&["RFC 5952"], "it is about how to write an IPv6 address.",
        "the lint `ipv6-spelling` gives the form of its section 4",
        "urispec lint 'http://[0:0::1]/'"),
    unsupported(&["RFC 6455"], "it is about WebSocket.",
        "the rung `scheme` knows the default ports and the empty path of ws and wss",
        "urispec normalize --to scheme --trace ws://example.com:80"),
    unsupported(&["RFC 7230"], "it is about HTTP/1.1, before RFC 9110 and RFC 9112.", HTTP, HTTP_SHOWN),
    unsupported(&["RFC 7231"], "it is about HTTP/1.1, before RFC 9110.", HTTP, HTTP_SHOWN),
    unsupported(&["RFC 7252"], "it is about CoAP.",
        "the rung `scheme` knows the default ports and the empty path of coap and coaps",
        "urispec normalize --to scheme --trace coap://example.com:5683"),
    unsupported(&["RFC 7405"], "it is about case-sensitive literals of ABNF.", ABNF, ABNF_SHOWN),
    unsupported(&["RFC 9112", "STD 99"], "it is about HTTP/1.1.", HTTP, HTTP_SHOWN),
];

#[cfg(test)]
mod tests {
    use urispec::Edition;

    use super::*;

    #[test]
    fn an_edition_is_not_absent() {
        for edition in Edition::every() {
            let names = edition.document().split(", ").chain([edition.id()]);
            assert!(names.into_iter().all(|name| named(name).is_none()), "{edition}");
        }
    }

    #[test]
    fn names() {
        for name in ["rfc7230", "RFC 7230", "7230", "Rfc_7230"] {
            assert_eq!(named(name).map(|document| document.names[0]), Some("RFC 7230"), "{name}");
        }
        for name in ["", "rfc", "rfc72300", "97", "std"] {
            assert!(named(name).is_none(), "{name}");
        }
    }
}

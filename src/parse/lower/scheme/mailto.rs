//! `mailto` (RFC 6068).

use std::borrow::Cow;

use super::part;
use crate::editions::Edition;
use crate::editions::grammar::Node;
use crate::parse::lower::site::octets;
use crate::reference::error::ParseError;

/// A message that is begun: its recipients and its header fields.
///
/// ```
/// use urispec::scheme::Mailto;
/// let mailto = Mailto::parse("mailto:joe@example.com?cc=bob@example.com&body=a%0D%0Ab")?;
/// assert!(mailto.recipients().eq([&b"joe@example.com"[..]]));
/// assert_eq!(mailto.body().unwrap().split("\r\n").collect::<Vec<_>>(), ["a", "b"]);
/// # Ok::<(), urispec::ParseError>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub struct Mailto<'i> {
    /// The recipients before the header fields as given, still encoded, with commas between them.
    pub to: Option<&'i str>,
    /// The header fields as given, still encoded, with `&` between them.
    pub hfields: Option<&'i str>,
}

/// A header field, or the body, which is written as a field with the name `body` (2).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub struct Field<'i> {
    /// The name as given, still encoded. Letter case does not matter in it.
    pub hfname: &'i str,
    /// The value as given, still encoded.
    pub hfvalue: &'i str,
}

impl<'i> Mailto<'i> {
    /// Parses a whole string as a `mailtoURI`.
    ///
    /// # Errors
    ///
    /// The errors of [`Node::parse`].
    pub fn parse(text: &'i str) -> Result<Self, ParseError> {
        Ok(Self::of(&Node::parse(Edition::Rfc6068, "mailtoURI", text)?))
    }

    fn of(tree: &Node<'i>) -> Self {
        Self { to: part(tree, "to"), hfields: part(tree, "hfields").map(|fields| &fields[1..]) }
    }

    /// The header fields, in their order. The fields `to` and `body` are among them.
    pub fn fields(&self) -> impl Iterator<Item = Field<'i>> + use<'i> {
        self.hfields.into_iter().flat_map(|fields| fields.split('&')).map(|field| {
            let (hfname, hfvalue) = field.split_once('=').unwrap_or((field, ""));
            Field { hfname, hfvalue }
        })
    }

    /// The recipients, decoded: those before the header fields, and then those of the fields `to` (2).
    /// A value of a field that is no list of bare addresses, as one with the names of persons, is one
    /// recipient.
    pub fn recipients(&self) -> impl Iterator<Item = Cow<'i, [u8]>> + use<'i> {
        let of_fields = self.fields().filter(|field| field.is_called("to"));
        let all = self.to.into_iter().chain(of_fields.map(|field| field.hfvalue));
        all.filter(|all| !all.is_empty()).flat_map(addresses).map(octets)
    }

    /// The subject, decoded: the value of the first field `subject`. There is none if its octets are no
    /// UTF-8.
    #[must_use]
    pub fn subject(&self) -> Option<String> {
        self.text_of("subject")
    }

    /// The body of the message, decoded: the value of the first field `body`. Lines end with CR LF
    /// (5). There is none if its octets are no UTF-8.
    #[must_use]
    pub fn body(&self) -> Option<String> {
        self.text_of("body")
    }

    fn text_of(&self, name: &str) -> Option<String> {
        let field = self.fields().find(|field| field.is_called(name))?;
        String::from_utf8(field.value().into_owned()).ok()
    }
}

impl<'i> Field<'i> {
    /// The name, decoded.
    #[must_use]
    pub fn name(&self) -> Cow<'i, [u8]> {
        octets(self.hfname)
    }

    /// The value, decoded.
    #[must_use]
    pub fn value(&self) -> Cow<'i, [u8]> {
        octets(self.hfvalue)
    }

    /// Whether the field has that name, of US-ASCII. Letter case does not matter (2).
    #[must_use]
    pub fn is_called(&self, name: &str) -> bool {
        self.name().eq_ignore_ascii_case(name.as_bytes())
    }

    /// Whether the field is believed to be safe wherever the URI comes from: Subject, Keywords and the
    /// body, of those that the document names (4), and the recipients.
    #[must_use]
    pub fn is_safe(&self) -> bool {
        ["subject", "keywords", "body", "to"].iter().any(|name| self.is_called(name))
    }

    /// Whether a mail client must ignore the field: it is about the originator, routing or tracing, or
    /// of MIME (2, 3).
    #[must_use]
    pub fn is_ignored(&self) -> bool {
        const NAMES: [&str; 7] =
            ["from", "sender", "date", "apparently-to", "received", "return-path", "mime-version"];
        let name = self.name().to_ascii_lowercase();
        let begins = |prefix: &str| name.starts_with(prefix.as_bytes());
        NAMES.iter().any(|one| self.is_called(one)) || begins("resent-") || begins("content-")
    }
}

/// The texts of the addresses of a list. A comma in a quoted local part divides nothing.
pub(crate) fn addresses(list: &str) -> Vec<&str> {
    let Ok(tree) = Node::parse(Edition::Rfc6068, "to", list) else { return vec![list] };
    tree.children().iter().map(Node::text).collect()
}

/// The octets of an address with its domain in lower case: what a client compares.
pub(crate) fn recipient(address: &str) -> Vec<u8> {
    let mut octets = octets(address).into_owned();
    let domain = octets.iter().rposition(|octet| *octet == b'@').unwrap_or(octets.len());
    octets[domain..].make_ascii_lowercase();
    octets
}

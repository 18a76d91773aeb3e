//! Whom to reach: `mailto`, `acct`, `tel`.

use std::borrow::Cow;

use super::part;
use crate::editions::Edition;
use crate::editions::grammar::Node;
use crate::parse::lower::site::octets;
use crate::reference::error::ParseError;

// `mailto` (RFC 6068).

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
pub fn addresses(list: &str) -> Vec<&str> {
    let Ok(tree) = Node::parse(Edition::Rfc6068, "to", list) else { return vec![list] };
    tree.children().iter().map(Node::text).collect()
}

/// The octets of an address with its domain in lower case: what a client compares.
pub fn recipient(address: &str) -> Vec<u8> {
    let mut octets = octets(address).into_owned();
    let domain = octets.iter().rposition(|octet| *octet == b'@').unwrap_or(octets.len());
    octets[domain..].make_ascii_lowercase();
    octets
}

// `acct` (RFC 7565).

/// The account of a user at a service provider, whatever the protocol.
///
/// ```
/// use urispec::scheme::Acct;
/// let acct = Acct::parse("acct:juliet%40capulet.example@shoppingsite.example")?;
/// assert_eq!((&*acct.account(), acct.host), (&b"juliet@capulet.example"[..], "shoppingsite.example"));
/// # Ok::<(), urispec::ParseError>(())
/// ```
///
/// Two values are equal if they are written alike. What the document takes for equal is compared at
/// [`Rung::PercentEncoding`]: the letter case of the host, and triplets of characters that need none.
///
/// ```
/// use urispec::{Edition, Equivalence, Normalizer, Reference, Rung, compare_with};
/// let [a, b] = ["acct:b%6Fb@Example.com", "acct:bob@example.com"];
/// let [a, b] = [Reference::parse(Edition::Rfc7565, a)?, Reference::parse(Edition::Rfc7565, b)?];
/// let normalizer = Normalizer::from_edition(Edition::Rfc7565);
/// assert_eq!(compare_with(&normalizer, a, b), Equivalence::At(Rung::PercentEncoding));
/// # Ok::<(), urispec::ParseError>(())
/// ```
///
/// [`Rung::PercentEncoding`]: crate::Rung::PercentEncoding
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub struct Acct<'i> {
    /// The name of the account as given, still encoded. Letter case matters in it.
    pub userpart: &'i str,
    /// The host of the provider as given: a domain name, as a rule (4). It may be empty.
    pub host: &'i str,
}

impl<'i> Acct<'i> {
    /// Parses a whole string as an `acctURI`.
    ///
    /// # Errors
    ///
    /// The errors of [`Node::parse`].
    pub fn parse(text: &'i str) -> Result<Self, ParseError> {
        let tree = Node::parse(Edition::Rfc7565, "acctURI", text)?;
        let [userpart, host] =
            ["userpart", "host"].map(|rule| part(&tree, rule).unwrap_or_default());
        Ok(Self { userpart, host })
    }

    /// The name of the account, decoded. Its octets should be UTF-8 (6).
    #[must_use]
    pub fn account(&self) -> Cow<'i, [u8]> {
        octets(self.userpart)
    }
}

// `tel` (RFC 3966).

/// A telephone number, with what parameters say of it.
///
/// ```
/// use urispec::scheme::{PhoneContext, Tel};
/// let tel = Tel::parse("tel:863-1234;phone-context=+1-914-555")?;
/// assert_eq!((tel.number, &*tel.digits()), ("863-1234", "8631234"));
/// assert_eq!(tel.context, Some(PhoneContext::Digits("+1-914-555")));
/// # Ok::<(), urispec::ParseError>(())
/// ```
///
/// Two values are equal if they are written alike. What the document takes for equal is compared at [`Rung::Scheme`]:
///
/// ```
/// use urispec::{Edition, Equivalence, Normalizer, Reference, Rung, compare_with};
/// let [a, b] = ["tel:+1-201-555-0123", "tel:+1(201)5550123"];
/// let [a, b] = [Reference::parse(Edition::Rfc3966, a)?, Reference::parse(Edition::Rfc3966, b)?];
/// let normalizer = Normalizer::from_edition(Edition::Rfc3966).to(Rung::Scheme);
/// assert_eq!(compare_with(&normalizer, a, b), Equivalence::At(Rung::Scheme));
/// # Ok::<(), urispec::ParseError>(())
/// ```
///
/// [`Rung::Scheme`]: crate::Rung::Scheme
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub struct Tel<'i> {
    /// The number as given, with its visual separators. A global one begins with `+` (5.1.4).
    pub number: &'i str,
    /// Where a local number is valid (5.1.5). A global number has no context: of its `phone-context` the grammar makes
    /// a parameter as any other.
    pub context: Option<PhoneContext<'i>>,
    /// The extension as given, with its visual separators: the station behind a telephone exchange (5.3).
    pub extension: Option<&'i str>,
    /// The subaddress of ISDN as given, still encoded (5.2).
    pub isub: Option<&'i str>,
    /// All parameters as given, still encoded, with `;` between them.
    pub pars: Option<&'i str>,
}

/// What a local number is valid in (5.1.5).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum PhoneContext<'i> {
    /// A domain name, which need not be that of a host.
    DomainName(&'i str),
    /// A global number, or the digits with which some begin, after `+`. They are no prefix of the local number.
    Digits(&'i str),
}

/// A parameter of a telephone number (5.4).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub struct TelParameter<'i> {
    /// The name as given. Letter case does not matter (4).
    pub pname: &'i str,
    /// The value as given, still encoded. A parameter may have none.
    pub pvalue: Option<&'i str>,
}

impl<'i> Tel<'i> {
    /// Parses a whole string as a `telephone-uri`.
    ///
    /// # Errors
    ///
    /// The errors of [`Node::parse`].
    pub fn parse(text: &'i str) -> Result<Self, ParseError> {
        Ok(Self::of(&Node::parse(Edition::Rfc3966, "telephone-uri", text)?))
    }

    fn of(tree: &Node<'i>) -> Self {
        let subscriber = part(tree, "telephone-subscriber").unwrap_or_default();
        let (number, pars) = match subscriber.split_once(';') {
            Some((number, pars)) => (number, Some(pars)),
            None => (subscriber, None),
        };
        let context = part(tree, "descriptor").map(|descriptor| match descriptor.as_bytes() {
            [b'+', ..] => PhoneContext::Digits(descriptor),
            _ => PhoneContext::DomainName(descriptor),
        });
        let value = |rule| part(tree, rule)?.split_once('=').map(|(_, value)| value);
        Self {
            number,
            context,
            extension: value("extension"),
            isub: value("isdn-subaddress"),
            pars,
        }
    }

    /// Whether the number is unambiguous everywhere in the world (5.1.4), and not local.
    #[must_use]
    pub fn is_global(&self) -> bool {
        self.number.starts_with('+')
    }

    /// The number without visual separators, which aid readability and nothing else (5.1.1). A global one keeps
    /// its `+`. This is not how the number is dialled (7.4).
    #[must_use]
    pub fn digits(&self) -> String {
        self.number.replace(['-', '.', '(', ')'], "")
    }

    /// The subaddress of ISDN, decoded. It may have any octets (5.2).
    #[must_use]
    pub fn subaddress(&self) -> Option<Cow<'i, [u8]>> {
        self.isub.map(octets)
    }

    /// The parameters in their order, the known ones among them.
    ///
    /// ```
    /// use urispec::scheme::Tel;
    /// let tel = Tel::parse("tel:+1-201-555-0123;ext=7;m-a=b%2Cc;d")?;
    /// let names = tel.parameters().map(|parameter| (parameter.pname, parameter.is_mandatory()));
    /// assert!(names.eq([("ext", false), ("m-a", true), ("d", false)]));
    /// # Ok::<(), urispec::ParseError>(())
    /// ```
    pub fn parameters(&self) -> impl Iterator<Item = TelParameter<'i>> + use<'i> {
        // No value has a ";" that is not encoded.
        self.pars.into_iter().flat_map(|pars| pars.split(';')).map(|one| {
            match one.split_once('=') {
                Some((pname, pvalue)) => TelParameter { pname, pvalue: Some(pvalue) },
                None => TelParameter { pname: one, pvalue: None },
            }
        })
    }
}

impl<'i> PhoneContext<'i> {
    /// The context as given.
    #[must_use]
    pub const fn as_str(&self) -> &'i str {
        match self {
            Self::DomainName(text) | Self::Digits(text) => text,
        }
    }
}

impl<'i> TelParameter<'i> {
    /// The value, decoded, if the parameter has one.
    #[must_use]
    pub fn value(&self) -> Option<Cow<'i, [u8]>> {
        self.pvalue.map(octets)
    }

    /// Whether the parameter has that name. Letter case does not matter (4).
    #[must_use]
    pub fn is_called(&self, name: &str) -> bool {
        self.pname.eq_ignore_ascii_case(name)
    }

    /// Whether who does not know the parameter must not use the URI: `phone-context`, and each whose name begins with
    /// `m-` (5.4).
    #[must_use]
    pub fn is_mandatory(&self) -> bool {
        let prefix = self.pname.get(..2);
        self.is_called("phone-context") || prefix.is_some_and(|two| two.eq_ignore_ascii_case("m-"))
    }
}

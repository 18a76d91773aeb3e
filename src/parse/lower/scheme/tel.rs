//! `tel` (RFC 3966).

use std::borrow::Cow;

use super::part;
use crate::editions::Edition;
use crate::editions::grammar::Node;
use crate::parse::lower::site::octets;
use crate::reference::error::ParseError;

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

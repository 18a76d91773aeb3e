//! Addresses of people and places: `mailto`, `acct`, `tel`, `geo`.

use std::borrow::Cow;

use super::part;
use crate::editions::Edition;
use crate::editions::grammar::Node;
use crate::parse::lower::site::octets;
use crate::reference::error::ParseError;

// Recipients: `mailto`, `acct`, `tel`.

// `mailto` (RFC 6068).

/// A message to be composed: its recipients and its header fields.
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
    /// The recipients before the header fields, as given: still encoded, and separated by commas.
    pub to: Option<&'i str>,
    /// The header fields as given: still encoded, and separated by `&`.
    pub hfields: Option<&'i str>,
}

/// A header field, or the body, which is written as a field with the name `body` (RFC 6068, 2).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub struct Field<'i> {
    /// The name as given, still encoded. It is case-insensitive.
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

    /// Returns the header fields, in their order. The fields `to` and `body` are among them.
    pub fn fields(&self) -> impl Iterator<Item = Field<'i>> + use<'i> {
        self.hfields.into_iter().flat_map(|fields| fields.split('&')).map(|field| {
            let (hfname, hfvalue) = field.split_once('=').unwrap_or((field, ""));
            Field { hfname, hfvalue }
        })
    }

    /// Returns the recipients, decoded: first the recipients before the header fields, then the
    /// recipients in `to` fields (RFC 6068, 2). A field value that is not a list of bare addresses,
    /// such as a value with personal names, is one recipient.
    pub fn recipients(&self) -> impl Iterator<Item = Cow<'i, [u8]>> + use<'i> {
        let of_fields = self.fields().filter(|field| field.is_called("to"));
        let all = self.to.into_iter().chain(of_fields.map(|field| field.hfvalue));
        all.filter(|all| !all.is_empty()).flat_map(addresses).map(octets)
    }

    /// Returns the subject, decoded: the value of the first field `subject`. Returns `None` if its
    /// octets are not UTF-8.
    #[must_use]
    pub fn subject(&self) -> Option<String> {
        self.text_of("subject")
    }

    /// Returns the body of the message, decoded: the value of the first field `body`. Lines end
    /// with CR LF (RFC 6068, 5). Returns `None` if its octets are not UTF-8.
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
    /// Returns the name, decoded.
    #[must_use]
    pub fn name(&self) -> Cow<'i, [u8]> {
        octets(self.hfname)
    }

    /// Returns the value, decoded.
    #[must_use]
    pub fn value(&self) -> Cow<'i, [u8]> {
        octets(self.hfvalue)
    }

    /// Returns whether the field has this name, ignoring ASCII case (RFC 6068, 2).
    #[must_use]
    pub fn is_called(&self, name: &str) -> bool {
        self.name().eq_ignore_ascii_case(name.as_bytes())
    }

    /// Returns whether the field is safe to use regardless of the source of the URI: `subject`,
    /// `keywords` and `body`, which the document names as safe (RFC 6068, 4), and `to`.
    #[must_use]
    pub fn is_safe(&self) -> bool {
        ["subject", "keywords", "body", "to"].iter().any(|name| self.is_called(name))
    }

    /// Returns whether a mail client must ignore the field, because it concerns the originator,
    /// routing, tracing or MIME (RFC 6068, 2, 3).
    #[must_use]
    pub fn is_ignored(&self) -> bool {
        const NAMES: [&str; 7] =
            ["from", "sender", "date", "apparently-to", "received", "return-path", "mime-version"];
        let name = self.name().to_ascii_lowercase();
        let begins = |prefix: &str| name.starts_with(prefix.as_bytes());
        NAMES.iter().any(|one| self.is_called(one)) || begins("resent-") || begins("content-")
    }
}

/// Returns the texts of the addresses in a list. A comma in a quoted local part is not a delimiter.
pub fn addresses(list: &str) -> Vec<&str> {
    let Ok(tree) = Node::parse(Edition::Rfc6068, "to", list) else { return vec![list] };
    tree.children().iter().map(Node::text).collect()
}

/// Returns the decoded address with its domain in lowercase, the form in which clients compare addresses.
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
/// `==` compares values as they are written. To compare them as the document defines, use
/// [`Rung::PercentEncoding`], which ignores the letter case of the host and the percent-encoding of
/// unreserved characters.
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
    /// The name of the account as given, still encoded. It is case-sensitive.
    pub userpart: &'i str,
    /// The host of the provider as given: usually a domain name (RFC 7565, 4). It may be empty.
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

    /// Returns the name of the account, decoded. Its octets should be UTF-8 (RFC 7565, 6).
    #[must_use]
    pub fn account(&self) -> Cow<'i, [u8]> {
        octets(self.userpart)
    }
}

// `tel` (RFC 3966).

/// A telephone number with its parameters.
///
/// ```
/// use urispec::scheme::{PhoneContext, Tel};
/// let tel = Tel::parse("tel:863-1234;phone-context=+1-914-555")?;
/// assert_eq!((tel.number, &*tel.digits()), ("863-1234", "8631234"));
/// assert_eq!(tel.context, Some(PhoneContext::Digits("+1-914-555")));
/// # Ok::<(), urispec::ParseError>(())
/// ```
///
/// `==` compares values as they are written. To compare them as the document defines, use
/// [`Rung::Scheme`]:
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
    /// The number as given, with its visual separators. A global number begins with `+` (RFC 3966, 5.1.4).
    pub number: &'i str,
    /// The context in which a local number is valid (RFC 3966, 5.1.5). A global number has no context: the
    /// grammar reads its `phone-context` as any other parameter.
    pub context: Option<PhoneContext<'i>>,
    /// The extension as given, with its visual separators: the station behind a telephone exchange (RFC 3966, 5.3).
    pub extension: Option<&'i str>,
    /// The ISDN subaddress as given, still encoded (RFC 3966, 5.2).
    pub isub: Option<&'i str>,
    /// All parameters as given: still encoded, and separated by `;`.
    pub pars: Option<&'i str>,
}

/// The context in which a local number is valid (RFC 3966, 5.1.5).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum PhoneContext<'i> {
    /// A domain name. It need not be the name of a host.
    DomainName(&'i str),
    /// `+`, followed by a global number or its first digits. The local number does not repeat these digits.
    Digits(&'i str),
}

/// A parameter of a telephone number (RFC 3966, 5.4).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub struct TelParameter<'i> {
    /// The name as given. It is case-insensitive (RFC 3966, 4).
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

    /// Returns whether the number is global, which is unambiguous everywhere in the world (RFC 3966, 5.1.4).
    #[must_use]
    pub fn is_global(&self) -> bool {
        self.number.starts_with('+')
    }

    /// Returns the number without visual separators, which only aid readability (RFC 3966, 5.1.1). A global
    /// number keeps its `+`. The result is not a string to dial (7.4).
    #[must_use]
    pub fn digits(&self) -> String {
        self.number.replace(['-', '.', '(', ')'], "")
    }

    /// Returns the ISDN subaddress, decoded. It may contain any octets (RFC 3966, 5.2).
    #[must_use]
    pub fn subaddress(&self) -> Option<Cow<'i, [u8]>> {
        self.isub.map(octets)
    }

    /// Returns all parameters in order, including the context, the extension and the subaddress.
    ///
    /// ```
    /// use urispec::scheme::Tel;
    /// let tel = Tel::parse("tel:+1-201-555-0123;ext=7;m-a=b%2Cc;d")?;
    /// let names = tel.parameters().map(|parameter| (parameter.pname, parameter.is_mandatory()));
    /// assert!(names.eq([("ext", false), ("m-a", true), ("d", false)]));
    /// # Ok::<(), urispec::ParseError>(())
    /// ```
    pub fn parameters(&self) -> impl Iterator<Item = TelParameter<'i>> + use<'i> {
        // A value contains no unencoded ";".
        self.pars.into_iter().flat_map(|pars| pars.split(';')).map(|one| {
            match one.split_once('=') {
                Some((pname, pvalue)) => TelParameter { pname, pvalue: Some(pvalue) },
                None => TelParameter { pname: one, pvalue: None },
            }
        })
    }
}

impl<'i> PhoneContext<'i> {
    /// Returns the context as given.
    #[must_use]
    pub const fn as_str(&self) -> &'i str {
        match self {
            Self::DomainName(text) | Self::Digits(text) => text,
        }
    }
}

impl<'i> TelParameter<'i> {
    /// Returns the value, decoded, if the parameter has one.
    #[must_use]
    pub fn value(&self) -> Option<Cow<'i, [u8]>> {
        self.pvalue.map(octets)
    }

    /// Returns whether the parameter has this name, ignoring ASCII case (RFC 3966, 4).
    #[must_use]
    pub fn is_called(&self, name: &str) -> bool {
        self.pname.eq_ignore_ascii_case(name)
    }

    /// Returns whether a client that does not know the parameter must reject the URI: this applies
    /// to `phone-context`, and to each parameter whose name begins with `m-` (RFC 3966, 5.4).
    #[must_use]
    pub fn is_mandatory(&self) -> bool {
        let prefix = self.pname.get(..2);
        self.is_called("phone-context") || prefix.is_some_and(|two| two.eq_ignore_ascii_case("m-"))
    }
}

// `geo` (RFC 5870).

/// A place, by its coordinates.
///
/// ```
/// use urispec::scheme::Geo;
/// let geo = Geo::parse("geo:48.2010,16.3695,183;u=40")?;
/// assert_eq!((geo.latitude(), geo.longitude()), (Some(48.201), Some(16.3695)));
/// assert_eq!((geo.altitude(), geo.uncertainty()), (Some(183.0), Some(40.0)));
/// # Ok::<(), urispec::ParseError>(())
/// ```
///
/// `==` compares values as they are written. To compare them as the document defines, use
/// [`Rung::Scheme`]:
///
/// ```
/// use urispec::{Edition, Equivalence, Normalizer, Reference, Rung, compare_with};
/// let [a, b] = ["geo:90,-22.43;crs=WGS84", "geo:90,46"];
/// let [a, b] = [Reference::parse(Edition::Rfc5870, a)?, Reference::parse(Edition::Rfc5870, b)?];
/// let normalizer = Normalizer::from_edition(Edition::Rfc5870).to(Rung::Scheme);
/// assert_eq!(compare_with(&normalizer, a, b), Equivalence::At(Rung::Scheme));
/// # Ok::<(), urispec::ParseError>(())
/// ```
///
/// [`Rung::Scheme`]: crate::Rung::Scheme
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub struct Geo<'i> {
    /// The first coordinate as given: in WGS-84 the latitude.
    pub coord_a: &'i str,
    /// The second coordinate as given: in WGS-84 the longitude.
    pub coord_b: &'i str,
    /// The third coordinate as given, if there is one: in WGS-84 the altitude.
    pub coord_c: Option<&'i str>,
    /// The coordinate reference system as written, if it is the first parameter. [`Geo::is_wgs84`]
    /// returns whether it is WGS-84.
    pub crs: Option<&'i str>,
    /// The uncertainty in meters as given. `None` means that the uncertainty is unknown, not zero (RFC 5870, 3.4.3).
    pub u: Option<&'i str>,
    /// All parameters except the reference system and the uncertainty, as written: still encoded, separated by `;`.
    pub others: Option<&'i str>,
}

/// A parameter of a place other than its coordinate reference system and its uncertainty (RFC 5870, 4).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub struct GeoParameter<'i> {
    /// The name as given. It is case-insensitive (RFC 5870, 3.3).
    pub pname: &'i str,
    /// The value as given, still encoded. It is `None` for a flag.
    pub pvalue: Option<&'i str>,
}

impl<'i> Geo<'i> {
    /// Parses a whole string as a `geo-URI`.
    ///
    /// # Errors
    ///
    /// The errors of [`Node::parse`].
    pub fn parse(text: &'i str) -> Result<Self, ParseError> {
        Ok(Self::of(text, &Node::parse(Edition::Rfc5870, "geo-URI", text)?))
    }

    fn of(text: &'i str, tree: &Node<'i>) -> Self {
        let mut parameters = tree.walk().filter(|(_, node)| node.rule() == "parameter");
        let others = parameters.next().map(|(_, first)| &text[first.start() + 1..]);
        let known = |rule| part(tree, rule);
        Self {
            coord_a: known("coord-a").unwrap_or_default(),
            coord_b: known("coord-b").unwrap_or_default(),
            coord_c: known("coord-c"),
            crs: known("crslabel"),
            u: known("uval"),
            others,
        }
    }

    /// Returns whether the coordinates are in WGS-84, the only coordinate reference system that the
    /// document defines. This is so unless the URI names another system (RFC 5870, 3.4.1).
    ///
    /// The grammar also allows "crs" among the other parameters, after "u" or with a value that is
    /// not a label. Such a parameter counts too, since it may name another system.
    ///
    /// ```
    /// use urispec::scheme::Geo;
    /// assert!(Geo::parse("geo:1,2;crs=WGS84")?.is_wgs84());
    /// let moon = Geo::parse("geo:1,2;u=1;crs=moon")?;
    /// assert!(moon.crs.is_none() && !moon.is_wgs84() && moon.latitude().is_none());
    /// # Ok::<(), urispec::ParseError>(())
    /// ```
    #[must_use]
    pub fn is_wgs84(&self) -> bool {
        self.crs.is_none_or(|crs| crs.eq_ignore_ascii_case("wgs84"))
            && !self.parameters().any(|one| one.is_other_crs())
    }

    /// Returns the URN of the coordinate reference system: WGS-84 has one URN for two dimensions and
    /// another for three (RFC 5870, 8.3.1). Returns `None` for other systems.
    ///
    /// ```
    /// use urispec::scheme::Geo;
    /// assert_eq!(Geo::parse("geo:0,0")?.crs_urn(), Some("urn:ogc:def:crs:EPSG::4326"));
    /// assert_eq!(Geo::parse("geo:0,0,0")?.crs_urn(), Some("urn:ogc:def:crs:EPSG::4979"));
    /// # Ok::<(), urispec::ParseError>(())
    /// ```
    #[must_use]
    pub fn crs_urn(&self) -> Option<&'static str> {
        let urns = ["urn:ogc:def:crs:EPSG::4326", "urn:ogc:def:crs:EPSG::4979"];
        self.is_wgs84().then_some(urns[usize::from(self.coord_c.is_some())])
    }

    /// Returns the latitude in decimal degrees, negative in the south (RFC 5870, 2), as the nearest `f64`. Returns
    /// `None` for a system other than WGS-84: a client must know the system in order to interpret the
    /// coordinates (3.4.1).
    #[must_use]
    pub fn latitude(&self) -> Option<f64> {
        self.of_wgs84(Some(self.coord_a))
    }

    /// Returns the longitude in decimal degrees, negative in the west (RFC 5870, 2). See [`Geo::latitude`].
    #[must_use]
    pub fn longitude(&self) -> Option<f64> {
        self.of_wgs84(Some(self.coord_b))
    }

    /// Returns the altitude, if given, in meters above the geoid of WGS-84, which is not the ground
    /// (RFC 5870, 3.4.5). Returns `None` for another system: see [`Geo::latitude`].
    #[must_use]
    pub fn altitude(&self) -> Option<f64> {
        self.of_wgs84(self.coord_c)
    }

    /// Returns the uncertainty in meters, if it is known (RFC 5870, 3.4.3). It applies to all dimensions.
    #[must_use]
    pub fn uncertainty(&self) -> Option<f64> {
        self.u.and_then(number)
    }

    /// Returns whether the place is invalid: its latitude is not between -90 and 90, or its
    /// longitude not between -180 and 180 (RFC 5870, 3.4.2). Returns `false` for a system other than WGS-84.
    ///
    /// ```
    /// use urispec::scheme::Geo;
    /// assert!(Geo::parse("geo:94,0")?.is_invalid());
    /// assert!(!Geo::parse("geo:90,180")?.is_invalid());
    /// # Ok::<(), urispec::ParseError>(())
    /// ```
    #[must_use]
    pub fn is_invalid(&self) -> bool {
        self.invalid_coordinates().next().is_some()
    }

    /// Returns the coordinates outside the range of WGS-84.
    pub(crate) fn invalid_coordinates(&self) -> impl Iterator<Item = &'i str> + use<'i> {
        let ranges = [(self.coord_a, 90), (self.coord_b, 180)];
        let is_wgs84 = self.is_wgs84();
        let beyond =
            ranges.into_iter().filter(move |(text, limit)| is_wgs84 && exceeds(text, *limit));
        beyond.map(|(text, _)| text)
    }

    /// Returns whether the place is a pole of WGS-84, where the longitude is irrelevant (RFC 5870, 3.4.4).
    #[must_use]
    pub fn is_pole(&self) -> bool {
        let (digits, fraction) = parts(self.coord_a);
        self.is_wgs84() && digits == "90" && fraction.is_empty()
    }

    /// Returns whether the longitude is zero, however it is written.
    pub(crate) fn has_no_longitude(&self) -> bool {
        parts(self.coord_b) == ("", "")
    }

    /// Returns the parameters other than the coordinate reference system and the uncertainty, in
    /// order. The document defines no such parameter (RFC 5870, 8.2.1).
    pub fn parameters(&self) -> impl Iterator<Item = GeoParameter<'i>> + use<'i> {
        // A value contains no ";".
        self.others.into_iter().flat_map(|all| all.split(';')).map(GeoParameter::of)
    }

    fn of_wgs84(&self, coordinate: Option<&str>) -> Option<f64> {
        coordinate.filter(|_| self.is_wgs84()).and_then(number)
    }
}

impl<'i> GeoParameter<'i> {
    /// Parses a parameter without the ";" before it.
    pub(crate) fn of(text: &'i str) -> Self {
        match text.split_once('=') {
            Some((pname, pvalue)) => Self { pname, pvalue: Some(pvalue) },
            None => Self { pname: text, pvalue: None },
        }
    }

    /// Returns the value, decoded, if the parameter has one.
    #[must_use]
    pub fn value(&self) -> Option<Cow<'i, [u8]>> {
        self.pvalue.map(octets)
    }

    /// Returns whether the parameter is a "crs" that does not name WGS-84.
    pub(crate) fn is_other_crs(&self) -> bool {
        let is_wgs84 = |value: Cow<'_, [u8]>| value.eq_ignore_ascii_case(b"wgs84");
        self.is_called("crs") && !self.value().is_some_and(is_wgs84)
    }

    /// Returns whether the parameter has this name, ignoring ASCII case (RFC 5870, 3.3).
    #[must_use]
    pub fn is_called(&self, name: &str) -> bool {
        self.pname.eq_ignore_ascii_case(name)
    }
}

/// Parses a coordinate. Returns 0 for "-0" (RFC 5870, 3.3).
fn number(text: &str) -> Option<f64> {
    text.parse().ok().map(|number: f64| number + 0.0)
}

/// Returns the digits of a number before and after its point, without the sign and redundant zeros.
fn parts(text: &str) -> (&str, &str) {
    let digits = text.trim_start_matches('-');
    let (whole, fraction) = digits.split_once('.').unwrap_or((digits, ""));
    (whole.trim_start_matches('0'), fraction.trim_end_matches('0'))
}

/// Returns whether the absolute value of a number exceeds a limit. Compares digits, since the nearest
/// floating-point number may be the limit itself.
fn exceeds(text: &str, limit: u16) -> bool {
    let (whole, fraction) = parts(text);
    match whole.parse::<u16>() {
        Ok(whole) => whole > limit || whole == limit && !fraction.is_empty(),
        Err(_) => !whole.is_empty(),
    }
}

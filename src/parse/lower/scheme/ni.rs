//! `ni` and `nih` (RFC 6920).

use std::borrow::Cow;
use std::hash::{Hash, Hasher};

use super::part;
use crate::editions::Edition;
use crate::editions::grammar::Node;
use crate::editions::rfc6920::digest::{self, Digest, NotADigest};
use crate::parse::lower::site::octets;
use crate::parts::split::split;
use crate::reference::error::ParseError;

/// What the path of a URL begins with that a name maps to (4).
const WELL_KNOWN: &str = "/.well-known/ni/";

/// The tag of a parameter, and its value, if it has one.
type Parameter<'i> = (Cow<'i, [u8]>, Option<Cow<'i, [u8]>>);

/// A name that is a hash (3).
///
/// ```
/// use urispec::scheme::Ni;
/// let ni = Ni::parse("ni://example.com/sha-256-32;f4OxZQ?ct=text/plain")?;
/// assert_eq!((ni.authority, ni.alg, ni.val), ("example.com", "sha-256-32", "f4OxZQ"));
/// assert_eq!(ni.digest().unwrap().octets, [0x7F, 0x83, 0xB1, 0x65]);
/// assert_eq!(ni.content_type().as_deref(), Some(&b"text/plain"[..]));
/// # Ok::<(), urispec::ParseError>(())
/// ```
///
/// Names are equal as the document says: by their [`Ni::digest`] alone (2), and a malformed name is equal to itself
/// only (10).
///
/// ```
/// use urispec::scheme::Ni;
/// assert_eq!(Ni::parse("ni:///a;AA?b")?, Ni::parse("NI://h/a;AA")?);
/// assert_ne!(Ni::parse("ni:///a;A?b")?, Ni::parse("ni:///a;A")?);
/// # Ok::<(), urispec::ParseError>(())
/// ```
#[derive(Clone, Copy, Debug)]
#[non_exhaustive]
pub struct Ni<'i> {
    /// What may help to find the object. It is empty if there is none, and names no owner of the object (3, 10).
    pub authority: &'i str,
    /// The name of the algorithm.
    pub alg: &'i str,
    /// The hash in base64url, without padding.
    pub val: &'i str,
    /// The parameters, still encoded.
    pub query: Option<&'i str>,
    /// The whole name.
    text: &'i str,
}

impl<'i> Ni<'i> {
    /// Parses a whole string as an `NI-URI`.
    ///
    /// # Errors
    ///
    /// The errors of [`Node::parse`].
    pub fn parse(text: &'i str) -> Result<Self, ParseError> {
        let tree = Node::parse(Edition::Rfc6920, "NI-URI", text)?;
        let of = |rule| part(&tree, rule);
        Ok(Self {
            authority: of("authority").unwrap_or_default(),
            alg: of("alg").unwrap_or_default(),
            val: of("val").unwrap_or_default(),
            query: of("query"),
            text,
        })
    }

    /// The hash.
    ///
    /// # Errors
    ///
    /// [`NotADigest`] where the value is the base64url of no octets (3).
    pub fn digest(&self) -> Result<Digest<'i>, NotADigest> {
        Digest::of_val(self.alg, self.val)
    }

    /// The parameters in their order, each with its tag and its value, decoded (3). There is no value where no `=`
    /// follows the tag, which the document does not foresee.
    ///
    /// ```
    /// use urispec::scheme::Ni;
    /// let ni = Ni::parse("ni:///a;AA?b=&c")?;
    /// let has_value: Vec<_> = ni.parameters().map(|(_, value)| value.is_some()).collect();
    /// assert_eq!(has_value, [true, false]);
    /// # Ok::<(), urispec::ParseError>(())
    /// ```
    pub fn parameters(&self) -> impl Iterator<Item = Parameter<'i>> + use<'i> {
        let all = self.query.into_iter().flat_map(|query| query.split('&'));
        all.map(|one| match one.split_once('=') {
            Some((tag, value)) => (octets(tag), Some(octets(value))),
            None => (octets(one), None),
        })
    }

    /// The media type of the object, the value of the first parameter `ct` (3.1), if that has one.
    #[must_use]
    pub fn content_type(&self) -> Option<Cow<'i, [u8]>> {
        self.parameters().find(|(tag, _)| **tag == *b"ct").and_then(|(_, value)| value)
    }

    /// The URL of `http`, or of `https`, to which the name maps (4). An authority of the context is used where the
    /// name has none, and without both there is no URL. An empty one is none.
    ///
    /// ```
    /// use urispec::scheme::Ni;
    /// let ni = Ni::parse("ni:///sha-256-32;f4OxZQ?ct=text/plain")?;
    /// let url = "https://example.com/.well-known/ni/sha-256-32/f4OxZQ?ct=text/plain";
    /// assert_eq!(ni.well_known(true, Some("example.com")).as_deref(), Some(url));
    /// assert_eq!(Ni::of_well_known(url, false).as_deref(), Some("ni:///sha-256-32;f4OxZQ?ct=text/plain"));
    /// # Ok::<(), urispec::ParseError>(())
    /// ```
    #[must_use]
    pub fn well_known(&self, is_secured: bool, context: Option<&str>) -> Option<String> {
        let mut authorities = [Some(self.authority), context].into_iter().flatten();
        let authority = authorities.find(|authority| !authority.is_empty())?;
        let scheme = if is_secured { "https" } else { "http" };
        let Self { alg, val, .. } = self;
        let url = format!("{scheme}://{authority}{WELL_KNOWN}{alg}/{val}");
        Some(with_query(url, self.query))
    }

    /// The name that a URL of `http` or `https` maps back to (4), with the authority of the URL or without. There is
    /// none if the path of the URL does not begin with `/.well-known/ni/`, or if no `NI-URI` comes of it: that has no
    /// fragment, and so neither has the URL.
    #[must_use]
    pub fn of_well_known(url: &str, with_authority: bool) -> Option<String> {
        let url = split(url);
        let is_http =
            |scheme: &str| ["http", "https"].iter().any(|one| scheme.eq_ignore_ascii_case(one));
        url.scheme.filter(|scheme| is_http(scheme) && url.fragment.is_none())?;
        let authority = url.authority.filter(|_| with_authority).unwrap_or_default();
        let (alg, val) = url.path.strip_prefix(WELL_KNOWN)?.split_once('/')?;
        let name = with_query(format!("ni://{authority}/{alg};{val}"), url.query);
        Ni::parse(&name).is_ok().then_some(name)
    }

    /// What counts where names are compared: the hash, or the whole text of a malformed name (10).
    fn identity(&self) -> Result<Digest<'i>, &'i str> {
        self.digest().map_err(|_| self.text)
    }
}

fn with_query(text: String, query: Option<&str>) -> String {
    match query {
        Some(query) => format!("{text}?{query}"),
        None => text,
    }
}

/// A name that is a hash, as people speak it (7).
///
/// ```
/// use urispec::scheme::Nih;
/// let nih = Nih::parse("nih:sha-256-32;53269057;b")?;
/// assert_eq!((nih.sepval, nih.checkdigit), ("53269057", Some("b")));
/// assert_eq!(nih.expected_check_digit(), Some('b'));
/// // One digit that was misheard.
/// assert!(Nih::parse("nih:sha-256-32;53269051;b")?.digest().is_err());
/// # Ok::<(), urispec::ParseError>(())
/// ```
///
/// Names are equal as those of [`Ni`] are.
#[derive(Clone, Copy, Debug)]
#[non_exhaustive]
pub struct Nih<'i> {
    /// The name of the algorithm, or its number.
    pub alg: &'i str,
    /// The hash in hexadecimal digits, with hyphens anywhere.
    pub sepval: &'i str,
    /// The check digit, if there is one.
    pub checkdigit: Option<&'i str>,
    /// The whole name.
    text: &'i str,
}

impl<'i> Nih<'i> {
    /// Parses a whole string as a `humanname`.
    ///
    /// # Errors
    ///
    /// The errors of [`Node::parse`].
    pub fn parse(text: &'i str) -> Result<Self, ParseError> {
        let tree = Node::parse(Edition::Rfc6920, "humanname", text)?;
        Ok(Self {
            alg: part(&tree, "alg").unwrap_or_default(),
            sepval: part(&tree, "sepval").unwrap_or_default(),
            checkdigit: part(&tree, "checkdigit"),
            text,
        })
    }

    /// The hash.
    ///
    /// # Errors
    ///
    /// [`NotADigest`] where the digits are not those of whole octets, where one or the check digit is in upper case,
    /// or where the check digit is wrong (7).
    pub fn digest(&self) -> Result<Digest<'i>, NotADigest> {
        Digest::of_sepval(self.alg, self.sepval, self.checkdigit)
    }

    /// The check digit that the digits have, by Luhn's algorithm modulo 16 (7). There is none if a digit is in upper
    /// case.
    #[must_use]
    pub fn expected_check_digit(&self) -> Option<char> {
        Some(digest::check_digit(&digest::digits(self.sepval).ok()?))
    }

    /// What counts where names are compared: the hash, or the whole text of a malformed name (10).
    fn identity(&self) -> Result<Digest<'i>, &'i str> {
        self.digest().map_err(|_| self.text)
    }
}

/// Two names are the same if their hashes are (2).
impl PartialEq<Ni<'_>> for Ni<'_> {
    fn eq(&self, other: &Ni<'_>) -> bool {
        self.identity() == other.identity()
    }
}

impl Eq for Ni<'_> {}

impl Hash for Ni<'_> {
    fn hash<H: Hasher>(&self, state: &mut H) {
        self.identity().hash(state);
    }
}

/// Two names are the same if their hashes are (2).
impl PartialEq<Nih<'_>> for Nih<'_> {
    fn eq(&self, other: &Nih<'_>) -> bool {
        self.identity() == other.identity()
    }
}

impl Eq for Nih<'_> {}

impl Hash for Nih<'_> {
    fn hash<H: Hasher>(&self, state: &mut H) {
        self.identity().hash(state);
    }
}

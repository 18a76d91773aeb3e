//! `did` (DID Core).

use std::borrow::Cow;

use super::part;
use crate::editions::Edition;
use crate::editions::grammar::Node;
use crate::parse::lower::site::octets;
use crate::reference::error::ParseError;

/// A DID, or a DID URL: an identifier that a method assigns, and a path, a query and a fragment that may follow it.
///
/// ```
/// use urispec::scheme::Did;
/// let url = Did::parse("did:example:123/a?service=files&relativeRef=/resume.pdf#b")?;
/// assert_eq!((url.method_name, url.method_specific_id), ("example", "123"));
/// assert_eq!((url.did, url.path, url.fragment), ("did:example:123", "/a", Some("b")));
/// assert_eq!(url.parameter("relativeRef").as_deref(), Some(&b"/resume.pdf"[..]));
/// # Ok::<(), urispec::ParseError>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub struct Did<'i> {
    /// The DID, without what may follow it (3.1).
    pub did: &'i str,
    /// The name of the method, in lower case (3.1). Whether there is a method of the name is not known here.
    pub method_name: &'i str,
    /// What the method assigns, as given, still encoded. What its colons mean, and whether letter case matters in
    /// it, is for the method to say (8.1).
    pub method_specific_id: &'i str,
    /// The path as given, still encoded. It is empty, or begins with `/` (3.2).
    pub path: &'i str,
    /// The query as given, still encoded. Its [`parameters`](Self::parameters) are those of section 3.2.1.
    pub query: Option<&'i str>,
    /// The fragment as given, still encoded: a reference into the DID document, or into what the rest identifies
    /// (3.2).
    pub fragment: Option<&'i str>,
}

/// A DID parameter: a part of a query (3.2.1).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub struct DidParameter<'i> {
    /// The name as given, still encoded.
    pub name: &'i str,
    /// The value as given, still encoded. It is empty if there is no `=`.
    pub value: &'i str,
}

impl<'i> Did<'i> {
    /// Parses a whole string as a `did-url`. A DID alone is one.
    ///
    /// # Errors
    ///
    /// The errors of [`Node::parse`].
    pub fn parse(text: &'i str) -> Result<Self, ParseError> {
        Ok(Self::of(&Node::parse(Edition::Did, "did-url", text)?))
    }

    fn of(tree: &Node<'i>) -> Self {
        Self {
            did: part(tree, "did").unwrap_or_default(),
            method_name: part(tree, "method-name").unwrap_or_default(),
            method_specific_id: part(tree, "method-specific-id").unwrap_or_default(),
            path: part(tree, "path-abempty").unwrap_or_default(),
            query: part(tree, "query"),
            fragment: part(tree, "fragment"),
        }
    }

    /// Whether the string is a DID, and nothing follows it (3.1).
    ///
    /// ```
    /// use urispec::scheme::Did;
    /// assert!(Did::parse("did:example:123")?.is_did());
    /// assert!(!Did::parse("did:example:123#")?.is_did());
    /// # Ok::<(), urispec::ParseError>(())
    /// ```
    #[must_use]
    pub const fn is_did(&self) -> bool {
        self.path.is_empty() && self.query.is_none() && self.fragment.is_none()
    }

    /// The parameters of the query, in their order: what stands between `&`s, each divided at its first `=`. The
    /// document shows that in its examples, and says no more of it (3.2.1).
    pub fn parameters(&self) -> impl Iterator<Item = DidParameter<'i>> + use<'i> {
        let all = self.query.into_iter().flat_map(|query| query.split('&'));
        all.map(|one| {
            let (name, value) = one.split_once('=').unwrap_or(one.split_at(one.len()));
            DidParameter { name, value }
        })
    }

    /// The value of the first parameter of that name, decoded. The document has the names `service`, `relativeRef`,
    /// `versionId`, `versionTime` and `hl`, and lets others be (3.2.1).
    #[must_use]
    pub fn parameter(&self, name: &str) -> Option<Cow<'i, [u8]>> {
        self.parameters().find(|one| one.name == name).map(|one| one.octets())
    }

    /// Whether a string is a relative DID URL: no DID begins it (3.2.2). What is an absolute URL of another scheme is
    /// one by these words.
    ///
    /// ```
    /// use urispec::scheme::Did;
    /// assert!(Did::is_relative("#key-1") && Did::is_relative("did:key") && Did::is_relative("http://h/"));
    /// assert!(!Did::is_relative("did:example:123#key-1"));
    /// ```
    #[must_use]
    pub fn is_relative(text: &str) -> bool {
        // A DID begins it where an `idchar` follows the name of a method, with more colons before it or none.
        let shortest = || {
            let (_, rest) = text.split_once(':')?;
            let (_, id) = rest.split_once(':')?;
            let id = id.trim_start_matches(':');
            let length = if id.starts_with('%') { "%2E".len() } else { 1 };
            text.get(..text.len() - id.len() + length)
        };
        let did = Edition::Did.production("did");
        !did.is_ok_and(|did| shortest().is_some_and(|text| did.accepts(text.as_bytes())))
    }
}

impl<'i> DidParameter<'i> {
    /// The value, decoded.
    #[must_use]
    pub fn octets(&self) -> Cow<'i, [u8]> {
        octets(self.value)
    }

    /// Whether the value is as the document says it must be: of US-ASCII; that of `relativeRef` a relative reference
    /// of RFC 3986, and that of `versionTime` a date and a time of XML Schema in UTC without parts of a second
    /// (3.2.1). Of a parameter that the document does not have nothing is said.
    ///
    /// The value of `relativeRef` may be one as given or decoded, since the document has it use percent-encoding, and
    /// does not say whether it is encoded once more to stand in a query.
    ///
    /// ```
    /// use urispec::scheme::Did;
    /// let is_valid = |url| Did::parse(url).map(|did| did.parameters().all(|one| one.is_valid()));
    /// assert!(is_valid("did:example:123?versionTime=2020-12-20T19:17:47Z")?);
    /// assert!(!is_valid("did:example:123?versionTime=2020-12-20T19:17:47.5Z")?);
    /// # Ok::<(), urispec::ParseError>(())
    /// ```
    #[must_use]
    pub fn is_valid(&self) -> bool {
        let octets = self.octets();
        let text = std::str::from_utf8(&octets).unwrap_or("\u{80}");
        match self.name {
            "service" | "versionId" | "hl" => text.is_ascii(),
            "relativeRef" => [self.value, text]
                .iter()
                .any(|text| Node::parse(Edition::Rfc3986, "relative-ref", text).is_ok()),
            "versionTime" => is_time(text),
            _ => true,
        }
    }
}

/// Whether a text is a `dateTime` of XML Schema 1.1, part 2 (3.3.7), in UTC and without parts of a second: the form
/// of the example `2020-12-20T19:17:47Z`. A day is one of its month, and midnight may be hour 24.
fn is_time(text: &str) -> bool {
    let Some((date, time)) = text.strip_suffix('Z').and_then(|text| text.split_once('T')) else {
        return false;
    };
    let numbers = |text: &str, divider: char| -> Option<Vec<u32>> {
        let two = |part: &str| -> Option<u32> {
            let is_number = part.len() == 2 && part.bytes().all(|byte| byte.is_ascii_digit());
            if is_number { part.parse().ok() } else { None }
        };
        text.split(divider).map(two).collect()
    };
    // A year has four digits, or more without a zero before them; one before the year 0 a "-".
    let Some(at) = date.len().checked_sub("-12-31".len()).filter(|at| date.is_char_boundary(*at))
    else {
        return false;
    };
    let (year, day) = date.split_at(at);
    let digits = year.strip_prefix('-').unwrap_or(year);
    let is_year = digits.bytes().all(|byte| byte.is_ascii_digit())
        && (digits.len() == 4 || digits.len() > 4 && !digits.starts_with('0'));
    let day = day.strip_prefix('-').and_then(|day| numbers(day, '-'));
    let is_day = match day.as_deref() {
        Some(&[month @ 1..=12, day @ 1..=31]) => day <= days(month, digits),
        _ => false,
    };
    let is_time =
        matches!(numbers(time, ':').as_deref(), Some([0..=23, 0..=59, 0..=59] | [24, 0, 0]));
    is_year && is_day && is_time
}

/// The number of days of a month. A year is a leap year by its last four digits, since 10,000 is a multiple of 400.
fn days(month: u32, year: &str) -> u32 {
    let last = year.get(year.len().saturating_sub(4)..).and_then(|last| last.parse::<u32>().ok());
    let year = last.unwrap_or(1);
    match month {
        2 if year % 4 == 0 && (year % 100 != 0 || year % 400 == 0) => 29,
        2 => 28,
        4 | 6 | 9 | 11 => 30,
        _ => 31,
    }
}

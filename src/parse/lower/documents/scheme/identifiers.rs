//! Identifiers of subjects, packages, images and workloads: `did`, `pkg`, OCI, `spiffe`.

use std::borrow::Cow;
use std::fmt;

use super::part;
use crate::editions::Edition;
use crate::editions::grammar::Node;
use crate::parse::lower::site::octets;
use crate::reference::error::ParseError;

// `did` (DID Core).

/// A DID, or a DID URL: an identifier that a method assigns, followed by an optional path, query
/// and fragment.
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
    /// The DID, without the path, the query and the fragment (DID Core, 3.1).
    pub did: &'i str,
    /// The name of the method, in lowercase (DID Core, 3.1). It need not be a registered method.
    pub method_name: &'i str,
    /// The identifier that the method assigns, as written, still encoded. The method defines the
    /// meaning of its colons, and whether it is case-sensitive (DID Core, 8.1).
    pub method_specific_id: &'i str,
    /// The path as given, still encoded. It is empty, or begins with `/` (DID Core, 3.2).
    pub path: &'i str,
    /// The query as written, still encoded. DID Core, 3.2.1, describes its
    /// [`parameters`](Self::parameters).
    pub query: Option<&'i str>,
    /// The fragment as written, still encoded: a reference into the DID document, or into the
    /// resource that the rest of the URL identifies (DID Core, 3.2).
    pub fragment: Option<&'i str>,
}

/// A DID parameter: a part of a query (DID Core, 3.2.1).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub struct DidParameter<'i> {
    /// The name as given, still encoded.
    pub name: &'i str,
    /// The value as given, still encoded. It is empty if there is no `=`.
    pub value: &'i str,
}

impl<'i> Did<'i> {
    /// Parses a whole string as a `did-url`. A DID is also a `did-url`.
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

    /// Returns whether the string is a DID without anything after it (DID Core, 3.1).
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

    /// Returns the parameters of the query, in order: the parts between `&`s, each split at its first
    /// `=`. The document shows this format only in its examples (DID Core, 3.2.1).
    pub fn parameters(&self) -> impl Iterator<Item = DidParameter<'i>> + use<'i> {
        let all = self.query.into_iter().flat_map(|query| query.split('&'));
        all.map(|one| {
            let (name, value) = one.split_once('=').unwrap_or(one.split_at(one.len()));
            DidParameter { name, value }
        })
    }

    /// Returns the value of the first parameter with this name, decoded. The document defines
    /// `service`, `relativeRef`, `versionId`, `versionTime` and `hl`, and allows others (DID Core, 3.2.1).
    #[must_use]
    pub fn parameter(&self, name: &str) -> Option<Cow<'i, [u8]>> {
        self.parameters().find(|one| one.name == name).map(|one| one.octets())
    }

    /// Returns whether a string is a relative DID URL: it does not begin with a DID (DID Core, 3.2.2). By
    /// this definition, an absolute URL of another scheme is a relative DID URL.
    ///
    /// ```
    /// use urispec::scheme::Did;
    /// assert!(Did::is_relative("#key-1") && Did::is_relative("did:key") && Did::is_relative("http://h/"));
    /// assert!(!Did::is_relative("did:example:123#key-1"));
    /// ```
    #[must_use]
    pub fn is_relative(text: &str) -> bool {
        // The string begins with a DID if an `idchar` follows the name of a method and any number
        // of colons.
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
    /// Returns the value, decoded.
    #[must_use]
    pub fn octets(&self) -> Cow<'i, [u8]> {
        octets(self.value)
    }

    /// Returns whether the value is as the document requires: ASCII for `service`, `versionId` and `hl`; a
    /// relative reference of RFC 3986 for `relativeRef`; a date and a time of XML Schema, in UTC and
    /// without fractional seconds, for `versionTime` (DID Core, 3.2.1). Any value of a parameter that the
    /// document does not define is accepted.
    ///
    /// The value of `relativeRef` is valid if it is a relative reference, either as written or
    /// after decoding. The document requires percent-encoding, but does not specify whether a query
    /// encodes the value once more.
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

/// Returns whether a text is a `dateTime` of XML Schema 1.1, part 2 (3.3.7), in UTC and without
/// fractional seconds: the form of the example `2020-12-20T19:17:47Z`. The day must exist in its
/// month, and midnight may be hour 24.
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
    // A year has four digits, or more without a leading zero; a year before 0 begins with "-".
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

/// Returns the number of days of a month. The last four digits decide whether a year is a leap
/// year, since 10,000 is a multiple of 400.
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

// References to container images (distribution/reference), which are not URIs.
//
// The grammar defines the parts of a reference. The Go function `Parse` has further rules, and
// `ParseNormalizedNamed` returns the name that a user means: `foo/bar` has the domain `foo` by the
// grammar, but a user who types it means `docker.io/foo/bar`.

/// A reference to a container image, by the grammar in the comment of `reference.go` (distribution/reference).
///
/// ```
/// use urispec::scheme::ImageReference;
/// let image = ImageReference::parse("test:5000/repo:tag")?;
/// assert_eq!((image.domain, image.path, image.tag), (Some("test:5000"), "repo", Some("tag")));
/// assert_eq!(ImageReference::parse("test:5000")?.tag, Some("5000"));
/// # Ok::<(), urispec::ParseError>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub struct ImageReference<'i> {
    /// The whole reference as given.
    pub reference: &'i str,
    /// The domain and the path, with the slash between them.
    pub name: &'i str,
    /// The host and the port of a registry: the text before the first slash, if it can be a domain.
    pub domain: Option<&'i str>,
    /// The path, which the registry calls the name of a repository.
    pub path: &'i str,
    /// The tag.
    pub tag: Option<&'i str>,
    /// The digest: its algorithm, a colon and hexadecimal digits.
    pub digest: Option<&'i str>,
}

/// The reason why a string is not a valid image reference: the grammar does not derive it, or it breaks
/// a rule beyond the grammar.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum ImageError {
    /// The grammar does not derive the string.
    #[error(transparent)]
    Grammar(#[from] ParseError),
    /// The path has more than 255 bytes.
    #[error("the path has {0} bytes; at most 255 are allowed (distribution/reference, parse)")]
    PathTooLong(usize),
    /// The algorithm of the digest is not registered.
    #[error("{0:?} is not a registered digest algorithm (distribution/reference, parse)")]
    Algorithm(String),
    /// The digest does not have the length that its algorithm requires.
    #[error(
        "a sha256 digest must have 64 hexadecimal digits; this one has {0} (distribution/reference, parse)"
    )]
    DigestLength(usize),
    /// The string is an identifier: 64 hexadecimal digits.
    #[error(
        "64 hexadecimal digits are an identifier, not a name (distribution/reference, normalize)"
    )]
    Identifier,
    /// The path has an uppercase letter.
    #[error("a path must be lowercase (distribution/reference, normalize)")]
    UpperCase,
}

impl<'i> ImageReference<'i> {
    /// Parses a whole string as a `reference`.
    ///
    /// # Errors
    ///
    /// The errors of [`Node::parse`].
    pub fn parse(text: &'i str) -> Result<Self, ParseError> {
        let tree = Node::parse(Edition::Oci, "reference", text)?;
        Ok(Self {
            reference: text,
            name: part(&tree, "name").unwrap_or_default(),
            domain: part(&tree, "domain"),
            path: part(&tree, "path").unwrap_or_default(),
            tag: part(&tree, "tag"),
            digest: part(&tree, "digest"),
        })
    }

    /// Checks the rules of the Go function `Parse` beyond its regular expressions: a path of at most 255
    /// bytes, and a digest of a registered algorithm with the right length. The default build of the Go
    /// package registers only `sha256`.
    ///
    /// # Errors
    ///
    /// [`ImageError`] if `Parse` rejects the reference.
    pub fn check(&self) -> Result<(), ImageError> {
        if self.path.len() > 255 {
            return Err(ImageError::PathTooLong(self.path.len()));
        }
        match self.digest.and_then(|digest| digest.rsplit_once(':')) {
            Some(("sha256", digits)) if digits.len() == 64 => Ok(()),
            Some(("sha256", digits)) => Err(ImageError::DigestLength(digits.len())),
            Some((algorithm, _)) => Err(ImageError::Algorithm(algorithm.to_owned())),
            None => Ok(()),
        }
    }

    /// Returns whether the Go function `ParseNormalizedNamed` reads the domain as the beginning of a
    /// path, because the domain is not `localhost` and has no `.`, `:` or uppercase letter.
    ///
    /// ```
    /// use urispec::scheme::ImageReference;
    /// assert!(ImageReference::parse("foo/bar")?.has_doubtful_domain());
    /// assert!(!ImageReference::parse("localhost/bar")?.has_doubtful_domain());
    /// # Ok::<(), urispec::ParseError>(())
    /// ```
    #[must_use]
    pub fn has_doubtful_domain(&self) -> bool {
        self.domain.is_some_and(|domain| !is_domain(domain))
    }
}

/// The full name of the image that a user means by a short text: a domain, and the path of the
/// image in the registry.
///
/// ```
/// use urispec::scheme::ImageName;
/// let image = ImageName::parse("debian")?;
/// assert_eq!(image.to_string(), "docker.io/library/debian");
/// assert_eq!(image.familiar(), "debian");
/// assert_eq!(image.tagged().to_string(), "docker.io/library/debian:latest");
/// # Ok::<(), urispec::scheme::ImageError>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub struct ImageName {
    /// The host and the port of the registry.
    pub domain: String,
    /// The path.
    pub path: String,
    /// The tag.
    pub tag: Option<String>,
    /// The digest.
    pub digest: Option<String>,
}

/// The registry of a name without a domain.
const REGISTRY: &str = "docker.io";

/// The prefix that is added to a path without a slash if the domain is [`REGISTRY`].
const LIBRARY: &str = "library/";

impl ImageName {
    /// Parses typed text, as the Go function `ParseNormalizedNamed` does.
    ///
    /// # Errors
    ///
    /// [`ImageError`] if that function rejects the text.
    pub fn parse(text: &str) -> Result<Self, ImageError> {
        let is_digit = |byte: u8| byte.is_ascii_digit() || matches!(byte, b'a'..=b'f');
        if text.len() == 64 && text.bytes().all(is_digit) {
            return Err(ImageError::Identifier);
        }
        let (domain, rest) = match text.split_once('/') {
            Some((domain, rest)) if is_domain(domain) => (domain, rest),
            _ => (REGISTRY, text),
        };
        let domain = if domain == "index.docker.io" { REGISTRY } else { domain };
        let library = if domain == REGISTRY && !rest.contains('/') { LIBRARY } else { "" };
        if rest.split(':').next().unwrap_or_default().contains(|c: char| c.is_ascii_uppercase()) {
            return Err(ImageError::UpperCase);
        }
        let whole = format!("{domain}/{library}{rest}");
        let image = ImageReference::parse(&whole)?;
        image.check()?;
        Ok(Self {
            domain: image.domain.unwrap_or_default().to_owned(),
            path: image.path.to_owned(),
            tag: image.tag.map(str::to_owned),
            digest: image.digest.map(str::to_owned),
        })
    }

    /// Returns the name with the tag `latest` if it has neither a tag nor a digest, like the Go function
    /// `TagNameOnly`.
    #[must_use]
    pub fn tagged(mut self) -> Self {
        if self.tag.is_none() && self.digest.is_none() {
            self.tag = Some("latest".to_owned());
        }
        self
    }

    /// Returns the name without its tag if it has a digest, and otherwise [tagged](Self::tagged),
    /// like the Go function `ParseDockerRef`.
    #[must_use]
    pub fn pinned(mut self) -> Self {
        if self.digest.is_some() {
            self.tag = None;
        }
        self.tagged()
    }

    /// Returns the shortest text that [`Self::parse`] reads as this name.
    #[must_use]
    pub fn familiar(&self) -> String {
        let whole = self.to_string();
        let path = whole.strip_prefix(REGISTRY).and_then(|rest| rest.strip_prefix('/'));
        let name = path.and_then(|path| path.strip_prefix(LIBRARY));
        let shorter = name.into_iter().chain(path);
        let same = |text: &&str| Self::parse(text).as_ref() == Ok(self);
        shorter.into_iter().find(same).map_or_else(|| whole.clone(), str::to_owned)
    }
}

impl fmt::Display for ImageName {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}/{}", self.domain, self.path)?;
        for (delimiter, part) in [(':', &self.tag), ('@', &self.digest)] {
            if let Some(part) = part {
                write!(f, "{delimiter}{part}")?;
            }
        }
        Ok(())
    }
}

/// Returns whether the Go function `ParseNormalizedNamed` reads `text` as a domain if a slash follows it.
fn is_domain(text: &str) -> bool {
    text == "localhost" || text.contains(|c: char| matches!(c, '.' | ':') || c.is_ascii_uppercase())
}

// `spiffe` (SPIFFE ID).

/// The identity of a workload in a trust domain.
///
/// ```
/// use urispec::scheme::SpiffeId;
/// let id = SpiffeId::parse("spiffe://staging.example.com/payments/mysql")?;
/// assert_eq!((id.trust_domain, id.path), ("staging.example.com", "/payments/mysql"));
/// assert!(id.segments().eq(["payments", "mysql"]));
/// # Ok::<(), urispec::ParseError>(())
/// ```
///
/// Two IDs are equal if their trust domain names and their paths are equal: nothing in them is
/// encoded, and the names are lowercase (SPIFFE ID, 2.1, 2.2).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub struct SpiffeId<'i> {
    /// The name of the trust domain. It may be an IPv4 address or a domain name; the two are not
    /// distinguished (SPIFFE ID, 2.1).
    pub trust_domain: &'i str,
    /// The path, which is empty or begins with `/`. Each trust domain defines its meaning (SPIFFE ID, 2.2).
    pub path: &'i str,
}

impl<'i> SpiffeId<'i> {
    /// Parses a whole string as a `SPIFFE-ID`.
    ///
    /// # Errors
    ///
    /// The errors of [`Node::parse`].
    pub fn parse(text: &'i str) -> Result<Self, ParseError> {
        let tree = Node::parse(Edition::Spiffe, "SPIFFE-ID", text)?;
        Ok(Self {
            trust_domain: part(&tree, "host").unwrap_or_default(),
            path: part(&tree, "path").unwrap_or_default(),
        })
    }

    /// Returns the segments of the path. An empty path has no segments.
    pub fn segments(&self) -> impl Iterator<Item = &'i str> + use<'i> {
        // The text before the first "/" is empty.
        self.path.split('/').skip(1)
    }
}

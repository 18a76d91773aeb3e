//! References to container images (distribution/reference), which are no URIs.
//!
//! In: a string. Out: its parts, by the grammar; whether Parse takes it; or the name that people mean by it. The
//! surprising case: `foo/bar` has the domain `foo` by the grammar, and is `docker.io/foo/bar` to who types it.

use std::fmt;

use super::part;
use crate::editions::Edition;
use crate::editions::grammar::Node;
use crate::reference::error::ParseError;

/// A reference to an image, by the grammar in the comment of `reference.go`.
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
    /// The reference.
    pub reference: &'i str,
    /// The domain and the path, with the slash between them.
    pub name: &'i str,
    /// The host and the port of a registry: whatever can be one before the first slash.
    pub domain: Option<&'i str>,
    /// The path, which the registry calls the name of a repository.
    pub path: &'i str,
    /// The tag.
    pub tag: Option<&'i str>,
    /// The digest: its algorithm, a colon and hexadecimal digits.
    pub digest: Option<&'i str>,
}

/// Why a reference is refused that the grammar derives, or a string that it does not.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum ImageError {
    /// The grammar does not derive the string.
    #[error(transparent)]
    Grammar(#[from] ParseError),
    /// The path has more than 255 bytes.
    #[error("the path has {0} bytes, and 255 are the most (parse)")]
    PathTooLong(usize),
    /// The algorithm of the digest is not registered.
    #[error("{0:?} is no registered algorithm of digests (parse)")]
    Algorithm(String),
    /// The digest has not the length of its algorithm.
    #[error("a digest of sha256 has 64 hexadecimal digits, and this one {0} (parse)")]
    DigestLength(usize),
    /// The string is an identifier: 64 hexadecimal digits.
    #[error("64 hexadecimal digits are an identifier, and no name (normalize)")]
    Identifier,
    /// The path has a letter in upper case.
    #[error("a path is in lower case (normalize)")]
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

    /// Asks what Parse asks beyond the expressions: a path of at most 255 bytes, and a digest of a registered algorithm
    /// with its length. In the default build of the package `sha256` is the only one.
    ///
    /// # Errors
    ///
    /// [`ImageError`] where Parse refuses the reference.
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

    /// Whether what the grammar has as a domain is the beginning of a path to ParseNormalizedNamed: it is not
    /// `localhost`, and has no `.`, no `:` and no letter in upper case.
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

/// The name of an image that people mean by what they type: with a domain, and a path as the registry has it.
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

/// The registry of what has no domain.
const REGISTRY: &str = "docker.io";

/// The path of what has no path before its name.
const LIBRARY: &str = "library/";

impl ImageName {
    /// Parses what people type, as ParseNormalizedNamed does.
    ///
    /// # Errors
    ///
    /// [`ImageError`] where it refuses the string.
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

    /// The name with the tag `latest`, if it has neither a tag nor a digest (TagNameOnly).
    #[must_use]
    pub fn tagged(mut self) -> Self {
        if self.tag.is_none() && self.digest.is_none() {
            self.tag = Some("latest".to_owned());
        }
        self
    }

    /// The name without its tag, if it has a digest (ParseDockerRef).
    #[must_use]
    pub fn pinned(mut self) -> Self {
        if self.digest.is_some() {
            self.tag = None;
        }
        self.tagged()
    }

    /// The shortest text that [`Self::parse`] takes for this name.
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

/// Whether ParseNormalizedNamed takes what stands before the first slash for a domain.
fn is_domain(text: &str) -> bool {
    text == "localhost" || text.contains(|c: char| matches!(c, '.' | ':') || c.is_ascii_uppercase())
}

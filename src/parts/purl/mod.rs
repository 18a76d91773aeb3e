//! PURLs (ECMA-427, the scheme `pkg`): "How to parse a PURL" and "How to build a PURL", with the rules of the core
//! specification for each component, and of the type of package.
//!
//! The parser drops redundant slashes, the order of the qualifiers, and qualifiers without a value.
//! Qualifiers are sorted as strings, including their `=` and value, so `a-b=1` precedes `a=1`.

mod package_type;

use alloc::borrow::ToOwned;
use alloc::collections::BTreeSet;
use alloc::format;
use alloc::string::String;
use alloc::vec::Vec;
use core::str::FromStr;

pub use package_type::{LetterCase, NamespaceRule, PackageType};

use crate::parts::percent;

/// A PURL: the components of a package, decoded.
///
/// [`parse`](Self::parse) accepts any spelling, and [`build`](Self::build) returns the canonical one.
///
/// ```
/// use urispec::scheme::Purl;
/// let mut purl = Purl::parse("pkg:NPM/%40angular/animation@12.3.1?b=x&a=%C3%A9#/src//")?;
/// assert_eq!((&*purl.package_type, &*purl.name), ("npm", "animation"));
/// assert_eq!((purl.namespace.join("/"), purl.subpath.join("/")), ("@angular".into(), "src".into()));
/// assert_eq!(purl.qualifier("a"), Some("é"));
/// assert_eq!(purl.build()?, "pkg:npm/%40angular/animation@12.3.1?a=%C3%A9&b=x#src");
/// purl.version = Some("1:2+3".into());
/// assert_eq!(purl.build()?, "pkg:npm/%40angular/animation@1:2%2B3?a=%C3%A9&b=x#src");
/// # Ok::<(), urispec::scheme::PurlError>(())
/// ```
///
/// There is no `Display`, since some values have no canonical text: the fields are public, and even a parsed name may
/// consist of encoded slashes, which are stripped after a namespace. [`build`](Self::build) returns the error.
///
/// ```
/// use urispec::scheme::{Purl, PurlError};
/// assert_eq!(Purl::parse("pkg:generic/a/%2F")?.build(), Err(PurlError::NoName));
/// assert_eq!(Purl::new("generic", "").build(), Err(PurlError::NoName));
/// # Ok::<(), PurlError>(())
/// ```
///
/// The order is by the fields. It compares the components, and not the canonical texts; like equality it
/// distinguishes qualifiers in another order.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[non_exhaustive]
pub struct Purl {
    /// The type. The parser converts it to lowercase.
    pub package_type: String,
    /// The segments of the namespace. No segment is empty or contains a slash.
    pub namespace: Vec<String>,
    /// The name, which is not empty.
    pub name: String,
    /// The version, if there is one.
    pub version: Option<String>,
    /// The keys and values of the qualifiers. The keys are distinct, regardless of letter case.
    pub qualifiers: Vec<(String, String)>,
    /// The segments of the subpath. No segment contains a slash.
    pub subpath: Vec<String>,
}

/// The reason why a string is not a PURL, or why components do not form a package. The messages
/// cite the sections of ECMA-427 by their names.
#[derive(Clone, Debug, PartialEq, Eq, Hash, thiserror::Error)]
#[non_exhaustive]
pub enum PurlError {
    /// The string does not begin with the scheme.
    #[error("a PURL must begin with \"pkg:\" (ECMA-427, scheme)")]
    Scheme,
    /// No slash follows the type.
    #[error("a PURL must have a type followed by a slash (ECMA-427, name)")]
    NoType,
    /// The type contains a character that is not allowed.
    #[error(
        "the type {0:?} must be a letter followed by letters, digits, \".\" and \"-\" (ECMA-427, type)"
    )]
    Type(String),
    /// The name is empty.
    #[error("a package must have a name (ECMA-427, name)")]
    NoName,
    /// The octets of a component are not UTF-8.
    #[error("the octets of a {0} are not UTF-8 (ECMA-427, character-encoding)")]
    NotUtf8(&'static str),
    /// A segment contains a slash.
    #[error("a segment of a {0} must not contain a slash, even an encoded slash (ECMA-427, {0})")]
    Slash(&'static str),
    /// A segment of a namespace is empty.
    #[error("a segment of a namespace must not be empty (ECMA-427, namespace)")]
    EmptySegment,
    /// The key of a qualifier contains a character that is not allowed.
    #[error(
        "the key {0:?} must be a letter followed by letters, digits, \".\", \"-\" and \"_\" (ECMA-427, qualifiers)"
    )]
    Key(String),
    /// The key of a qualifier occurs twice.
    #[error("the key {0:?} occurs twice (ECMA-427, qualifiers)")]
    RepeatedKey(String),
    /// The type requires a namespace, and there is none.
    #[error(
        "packages of the type {0:?} must have a namespace (purl-spec, types/{0}-definition.json)"
    )]
    NoNamespace(&'static str),
    /// The type prohibits a namespace, and there is one.
    #[error(
        "packages of the type {0:?} must not have a namespace (purl-spec, types/{0}-definition.json)"
    )]
    Namespace(&'static str),
    /// The name contains text that names of the type must not contain.
    #[error(
        "names of packages of the type {0:?} must not contain {1:?} (purl-spec, types/{0}-definition.json)"
    )]
    Name(&'static str, &'static str),
}

impl Purl {
    /// Returns a package with the type and the name, and without other components.
    ///
    /// ```
    /// use urispec::scheme::Purl;
    /// let mut purl = Purl::new("generic", "open ssl");
    /// purl.qualifiers.push(("checksum".into(), "sha1:ad95,sha256:41bf".into()));
    /// assert_eq!(purl.build()?, "pkg:generic/open%20ssl?checksum=sha1:ad95%2Csha256:41bf");
    /// # Ok::<(), urispec::scheme::PurlError>(())
    /// ```
    #[must_use]
    pub fn new(package_type: &str, name: &str) -> Self {
        let (package_type, name) = (package_type.to_owned(), name.to_owned());
        let (namespace, version, qualifiers, subpath) = (Vec::new(), None, Vec::new(), Vec::new());
        Self { package_type, namespace, name, version, qualifiers, subpath }
    }

    /// Parses a PURL, canonical or not, following "How to parse a PURL", and applies the rules of
    /// its type.
    ///
    /// A `%` that does not begin a triplet is kept as `%`.
    ///
    /// # Errors
    ///
    /// [`PurlError`] where a component breaks a rule of the core specification.
    pub fn parse(text: &str) -> Result<Self, PurlError> {
        let parts = divide(text).ok_or_else(|| match text.split_once(':') {
            Some((scheme, _)) if scheme.eq_ignore_ascii_case("pkg") => PurlError::NoType,
            _ => PurlError::Scheme,
        })?;
        // "The left side lowercased is the scheme".
        if !parts.scheme.eq_ignore_ascii_case("pkg") {
            return Err(PurlError::Scheme);
        }
        // "Split the right side on '/'", "Discard any segment that is empty, or equal to '.' or '..'".
        let subpath = segments(parts.subpath, "subpath")?;
        let qualifiers = parts.qualifiers.into_iter().flat_map(|all| all.split('&'));
        let qualifiers = qualifiers.map(qualifier).collect::<Result<Vec<_>, _>>()?;
        let version = parts.version.filter(|version| !version.is_empty());
        Self {
            package_type: parts.package_type.to_ascii_lowercase(),
            // "Discard any empty segment from that split".
            namespace: segments(parts.namespace, "namespace")?,
            name: decoded(parts.name.trim_end_matches('/'), "name")?,
            version: version.map(|version| decoded(version, "version")).transpose()?,
            // "Discard any key/value pairs where the value is empty".
            qualifiers: qualifiers.into_iter().filter(|(_, value)| !value.is_empty()).collect(),
            subpath: subpath.into_iter().filter(|one| !is_dots(one)).collect(),
        }
        .checked()
    }

    /// Builds the canonical PURL of the package, following "How to build a PURL".
    ///
    /// # Errors
    ///
    /// [`PurlError`] where a component breaks a rule of the core specification.
    pub fn build(&self) -> Result<String, PurlError> {
        self.built(|qualifiers| qualifiers.sort_unstable())
    }

    /// Builds the PURL of the package with the qualifiers sorted by key, as the test suite of
    /// Package-URL does. [`Self::build`] follows "Sort this list of qualifier strings
    /// lexicographically", which can give a different order if one key is a prefix of another.
    ///
    /// ```
    /// use urispec::scheme::Purl;
    /// let purl = Purl::parse("pkg:conan/a?compiler=gcc&compiler.version=16")?;
    /// assert_eq!(purl.build()?, "pkg:conan/a?compiler.version=16&compiler=gcc");
    /// assert_eq!(purl.build_by_keys()?, "pkg:conan/a?compiler=gcc&compiler.version=16");
    /// # Ok::<(), urispec::scheme::PurlError>(())
    /// ```
    ///
    /// # Errors
    ///
    /// The errors of [`Self::build`].
    pub fn build_by_keys(&self) -> Result<String, PurlError> {
        let key = |text: &String| text.split('=').next().unwrap_or_default().to_owned();
        self.built(|qualifiers| qualifiers.sort_by_cached_key(key))
    }

    fn built(&self, sort: impl FnOnce(&mut [String])) -> Result<String, PurlError> {
        let mut parts = self.clone();
        // "Strip the name from leading and trailing '/'" is a step only for a namespace that is not
        // empty.
        if !parts.namespace.is_empty() {
            parts.name = parts.name.trim_matches('/').to_owned();
        }
        let parts = parts.checked()?;
        let mut purl = format!("pkg:{}/", parts.package_type);
        for segment in &parts.namespace {
            purl += &encoded(segment);
            purl.push('/');
        }
        purl += &encoded(&parts.name);
        if let Some(version) = &parts.version {
            purl.push('@');
            purl += &encoded(version);
        }
        // "Create a string by joining the lowercased key, the equal '=' sign and the percent-encoded value", "Sort
        // this list of qualifier strings lexicographically".
        let qualifiers = parts.qualifiers.iter();
        let mut qualifiers: Vec<_> =
            qualifiers.map(|(key, value)| format!("{key}={}", encoded(value))).collect();
        sort(&mut qualifiers);
        if !qualifiers.is_empty() {
            purl.push('?');
            purl += &qualifiers.join("&");
        }
        let subpath: Vec<_> = parts.subpath.iter().map(|segment| encoded(segment)).collect();
        if !subpath.is_empty() {
            purl.push('#');
            purl += &subpath.join("/");
        }
        Ok(purl)
    }

    /// Returns the value of the qualifier with the given key, in any letter case.
    #[must_use]
    pub fn qualifier(&self, key: &str) -> Option<&str> {
        let mut all = self.qualifiers.iter();
        all.find(|(other, _)| other.eq_ignore_ascii_case(key)).map(|(_, value)| &**value)
    }

    /// Returns the checksums in the qualifier `checksum`, whose value is a list separated by commas
    /// ("How to parse a PURL").
    ///
    /// ```
    /// use urispec::scheme::Purl;
    /// let purl = Purl::parse("pkg:generic/a?checksum=sha1:ad95%2Csha256:41bf")?;
    /// assert!(purl.checksums().eq(["sha1:ad95", "sha256:41bf"]));
    /// # Ok::<(), urispec::scheme::PurlError>(())
    /// ```
    pub fn checksums(&self) -> impl Iterator<Item = &str> {
        self.qualifier("checksum").into_iter().flat_map(|all| all.split(','))
    }

    /// Returns the rules of the package's type, if they are known.
    #[must_use]
    pub fn known_type(&self) -> Option<&'static PackageType> {
        PackageType::named(&self.package_type)
    }

    /// Checks and normalizes the components by the core specification and the rules of the type.
    fn checked(mut self) -> Result<Self, PurlError> {
        if !is_type(&self.package_type) {
            return Err(PurlError::Type(self.package_type));
        }
        self.package_type.make_ascii_lowercase();
        self.version = self.version.filter(|version| !version.is_empty());
        self.subpath.retain(|segment| !segment.is_empty() && !is_dots(segment));
        self.qualifiers.retain(|(_, value)| !value.is_empty());
        let mut seen = BTreeSet::new();
        for (key, _) in &mut self.qualifiers {
            if !is_key(key) {
                return Err(PurlError::Key(key.clone()));
            }
            key.make_ascii_lowercase();
            if !seen.insert(key.clone()) {
                return Err(PurlError::RepeatedKey(key.clone()));
            }
        }
        if self.namespace.iter().any(String::is_empty) {
            return Err(PurlError::EmptySegment);
        }
        for (all, component) in [(&self.namespace, "namespace"), (&self.subpath, "subpath")] {
            if all.iter().any(|segment| segment.contains('/')) {
                return Err(PurlError::Slash(component));
            }
        }
        if let Some(own) = self.known_type() {
            self.typed(own)?;
        }
        if self.name.is_empty() { Err(PurlError::NoName) } else { Ok(self) }
    }

    /// Applies the rules of a type: "Apply type-specific normalization".
    fn typed(&mut self, own: &PackageType) -> Result<(), PurlError> {
        match own.namespace {
            NamespaceRule::Required if self.namespace.is_empty() => {
                return Err(PurlError::NoNamespace(own.name));
            }
            NamespaceRule::Prohibited if !self.namespace.is_empty() => {
                return Err(PurlError::Namespace(own.name));
            }
            _ => {}
        }
        if let Some(text) = own.name_without.filter(|text| self.name.contains(text)) {
            return Err(PurlError::Name(own.name, text));
        }
        let url = self.qualifier("repository_url").map(str::to_owned);
        let url = url.as_deref();
        for segment in &mut self.namespace {
            *segment = own.namespace_letters.of(segment, url);
        }
        self.name = own.name_letters.of(&self.name, url);
        self.version = self.version.take().map(|text| own.version_letters.of(&text, url));
        Ok(())
    }
}

/// Decodes a component: "Percent-decode", "UTF-8-decode".
fn decoded(text: &str, component: &'static str) -> Result<String, PurlError> {
    percent::characters(text).ok_or(PurlError::NotUtf8(component))
}

/// Percent-encodes all but letters, digits, `.-_~` and colons (ECMA-427, character-encoding).
fn encoded(text: &str) -> String {
    percent::encode_others(text.bytes(), stands_for_itself)
}

/// Returns the non-empty segments of a text, decoded.
fn segments(text: Option<&str>, component: &'static str) -> Result<Vec<String>, PurlError> {
    let all = text.into_iter().flat_map(|text| text.split('/')).filter(|one| !one.is_empty());
    all.map(|segment| decoded(segment, component)).collect()
}

/// Returns the lowercase key and the decoded value of a qualifier: "Split the key=value once from
/// left on '='".
fn qualifier(pair: &str) -> Result<(String, String), PurlError> {
    let (key, value) = pair.split_once('=').unwrap_or((pair, ""));
    Ok((key.to_ascii_lowercase(), decoded(value, "qualifier")?))
}

fn is_dots(segment: &str) -> bool {
    matches!(segment, "." | "..")
}

/// Returns whether a text consists of ASCII letters, digits and the characters in `beside`, and
/// begins with a letter.
fn is_of(text: &str, beside: &[u8]) -> bool {
    text.starts_with(|first: char| first.is_ascii_alphabetic())
        && text.bytes().all(|byte| byte.is_ascii_alphanumeric() || beside.contains(&byte))
}

fn is_type(text: &str) -> bool {
    is_of(text, b".-")
}

fn is_key(text: &str) -> bool {
    is_of(text, b".-_")
}

/// Parses a PURL: see [`Purl::parse`].
impl FromStr for Purl {
    type Err = PurlError;

    fn from_str(text: &str) -> Result<Self, PurlError> {
        Self::parse(text)
    }
}

// "How to parse a PURL": splitting a string into its components, from right to left, still encoded.
//
// The last `@` is the delimiter, wherever it is: in `pkg:npm/@babel/core` all text after it is the
// version, and there is no name.

/// The components of a PURL as written, still encoded.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) struct Parts<'i> {
    /// The scheme, in its original letter case.
    pub(crate) scheme: &'i str,
    /// The slashes after the colon, which are not significant.
    pub(crate) slashes: &'i str,
    /// The type, in its original letter case.
    pub(crate) package_type: &'i str,
    /// The namespace with the slashes around it, except the slash directly before the name. `None`
    /// if the name directly follows the type.
    pub(crate) namespace: Option<&'i str>,
    /// The name, with the slashes after it.
    pub(crate) name: &'i str,
    /// The version, after the last `@`.
    pub(crate) version: Option<&'i str>,
    /// The qualifiers, after the last `?`.
    pub(crate) qualifiers: Option<&'i str>,
    /// The subpath, after the last `#`.
    pub(crate) subpath: Option<&'i str>,
}

/// Splits a text at the last `delimiter`. Without one, the second part is `None`.
pub(crate) fn last(text: &str, delimiter: char) -> (&str, Option<&str>) {
    text.rsplit_once(delimiter).map_or((text, None), |(left, right)| (left, Some(right)))
}

/// Splits a string into its components. Returns `None` if no colon ends a scheme or no slash ends a
/// type.
pub(crate) fn divide(text: &str) -> Option<Parts<'_>> {
    // "Split the PURL string once from right on '#'".
    let (remainder, subpath) = last(text, '#');
    // "Split the remainder once from right on '?'".
    let (remainder, qualifiers) = last(remainder, '?');
    // "Split the remainder once from left on ':'".
    let (scheme, remainder) = remainder.split_once(':')?;
    // "Strip all leading '/' characters", "Split this once from left on '/'".
    let stripped = remainder.trim_start_matches('/');
    let slashes = &remainder[..remainder.len() - stripped.len()];
    let (package_type, remainder) = stripped.split_once('/')?;
    // "Split the remainder once from right on '@'".
    let (remainder, version) = last(remainder, '@');
    // "Strip all trailing '/' characters", "Split this once from right on '/'".
    let at = remainder.trim_end_matches('/').rfind('/');
    let namespace = at.map(|at| &remainder[..at]);
    let name = &remainder[at.map_or(0, |at| at + 1)..];
    Some(Parts { scheme, slashes, package_type, namespace, name, version, qualifiers, subpath })
}

/// Returns whether an octet "shall not be percent-encoded": a letter, a digit, punctuation, or the
/// colon, "whether used as a Separator Character or otherwise" (ECMA-427, character-encoding).
pub(crate) const fn stands_for_itself(octet: u8) -> bool {
    percent::is_unreserved(octet) || octet == b':'
}

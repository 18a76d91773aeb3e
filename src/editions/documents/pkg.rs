//! ECMA-427 (2025), Package-URL: the scheme `pkg`.
//!
//! The standard has no grammar. The grammar of canonical PURLs used here is a draft of its Annex C,
//! which is informative and not adopted (pull request 578 of package-url/purl-spec, August 2026).
//! The grammar of lenient PURLs is a draft too. By its own account, it describes what a parser
//! should attempt: a string that matches it need not be a PURL. The audit reports where the drafts
//! differ from the standard. "How to parse a PURL" and "How to build a PURL" are not part of the
//! standard either; they are published beside it, and are transcribed here step by step.
//!
//! A lenient PURL need not name a package: `pkg:npm/@babel/core` matches the grammar, but the text
//! after its last `@` is the version, so there is no name.

use std::collections::HashSet;

use pest_derive::Parser;

use crate::editions::grammar::{CharacterSections, Grammar, grammar, printed, productions};
use crate::editions::ladder::TellChange;
use crate::editions::{Algorithm, DocumentSpec, Ladder, Oracle, Printed, SchemeForm};
use crate::parts::percent;
use crate::parts::split::{Components, split};

#[derive(Parser)]
#[grammar = "../grammar/pkg.pest"]
struct Pkg;

pub(crate) static FACTS: DocumentSpec = DocumentSpec {
    id: "pkg",
    document: "ECMA-427, December 2025",
    noun: "a PURL",
    begins: &["pkg:"],
    algorithm: Algorithm::Rfc3986,
    ladder: Ladder {
        // "A PURL is a valid URL and URI"; it applies "the percent-encoding mechanism defined in RFC 3986 section 2.1".
        string: Some("RFC 3986, 6.2.1"),
        triplet_case: Some("RFC 3986, 2.1"),
        // "The following characters shall not be percent-encoded".
        unreserved: Some((stands_for_itself, "character-encoding")),
        form: Some(&FORM),
        ..Ladder::NONE
    },
    whole: &["PURL", "lenient-PURL"],
    divided: Some(Oracle { split: mapped, authority: "", has_host: false, has_params: false }),
    ..DocumentSpec::PLAIN
};

/// The normal form of a PURL: the canonical PURL, computed by parsing a PURL and building it again.
static FORM: SchemeForm = SchemeForm {
    section: "how-to-build",
    of: canonical,
    differences: &[
        ("slashes after the scheme", "scheme", ["pkg://npm/a", "pkg:npm/a"]),
        ("the letter case of the type", "type", ["pkg:NPM/a", "pkg:npm/a"]),
        ("slashes around a namespace", "namespace", ["pkg:npm//a//b", "pkg:npm/a/b"]),
        ("slashes around a name", "name", ["pkg:npm/a/", "pkg:npm/a"]),
        ("the order of the qualifiers", "how-to-build", ["pkg:npm/a?b=1&a=1", "pkg:npm/a?a=1&b=1"]),
        ("a qualifier without a value", "qualifiers", ["pkg:npm/a?b=", "pkg:npm/a"]),
        ("the letter case of a key", "how-to-parse", ["pkg:npm/a?B=1", "pkg:npm/a?b=1"]),
        ("empty and dot segments of a subpath", "how-to-parse", ["pkg:npm/a#/./b/", "pkg:npm/a#b"]),
        (
            "whether a character that is not permitted is encoded",
            "character-encoding",
            ["pkg:npm/a+b", "pkg:npm/a%2Bb"],
        ),
    ],
};

pub(crate) static PRINTED: Printed = Printed {
    remark: "The sections are named by their titles: those of clause 5, the core specification, and, beside the \
             standard, how-to-parse, how-to-build, and the draft grammars annex-C and lenient, which are not adopted.",
    ..printed!("pkg", &GRAMMAR, &lenient::GRAMMAR)
};

static GRAMMAR: Grammar = grammar! {
    "pkg" in Abnf, printed, extends Some(&[]), automaton pkg, by {Pkg, Rule, place},
    CHARACTERS
};

const CHARACTERS: CharacterSections =
    CharacterSections::new("permitted-characters", "character-encoding", "character-encoding");

// Within a PURL, `namespace` has a rule that ends before the name.
productions! {
    _ => b'-';
    "annex-C" =>
        Whole(PURL)
        Scheme(scheme)
        Part(
            type_ = "type", namespace, namespace_of_name = "namespace", namespace_segment, name,
            version, qualifier, qualifier_key, qualifier_value, subpath_segment, pct_encoded,
            pct_encoded_ns
        )
        Query(qualifiers)
        Fragment(subpath)
        Class(
            whole_subpath_segment_sc, whole_alpha_lc, whole_alphanumeric, whole_punctuation,
            whole_separator, whole_colon, whole_percent, whole_unreserved, whole_reserved,
            whole_pchar, whole_pchar_ns
        );
    none =>
        subpath_segment_sc, alpha_lc, alphanumeric, punctuation, separator, colon, percent,
        unreserved, reserved, pchar, pchar_ns, ALPHA, DIGIT, HEXDIG;
}

/// The draft grammar of lenient PURLs, which describes what a parser should attempt.
mod lenient {
    use pest_derive::Parser;

    use super::CHARACTERS;
    use crate::editions::grammar::{Grammar, grammar, productions};

    #[derive(Parser)]
    #[grammar = "../grammar/pkg-lenient.pest"]
    struct Lenient;

    pub(super) static GRAMMAR: Grammar = grammar! {
        "pkg-lenient" in Abnf, readings, extends Some(&[]), automaton pkg_lenient, by {Lenient, Rule, place},
        CHARACTERS
    };

    productions! {
        _ => b'-';
        "lenient" =>
            Whole(lenient_PURL)
            Scheme(scheme)
            Part(
                lenient_type, lenient_namespace, lenient_namespace_segment, lenient_name,
                lenient_version, lenient_qualifiers, lenient_qualifier, lenient_qualifier_key,
                lenient_qualifier_value, lenient_subpath, lenient_subpath_segment
            )
            Class(whole_uchar);
        none => uchar, ALPHA, DIGIT;
    }
}

/// Returns whether an octet "shall not be percent-encoded": a letter, a digit, punctuation, or the
/// colon, "whether used as a Separator Character or otherwise" (ECMA-427, character-encoding).
const fn stands_for_itself(octet: u8) -> bool {
    percent::is_unreserved(octet) || octet == b':'
}

/// Returns the canonical form of a lenient PURL, and reports each component that differs. Returns
/// `None` if the text is already canonical or is not the PURL of a package.
fn canonical(text: &str, tell: &mut TellChange<'_>) -> Option<String> {
    let canonical = Package::parse(text).and_then(|package| package.to_purl()).ok()?;
    if canonical == text {
        return None;
    }
    let [before, after] = [divide(text)?, divide(&canonical)?];
    let after_delimiter = |delimiter, part: Option<&str>| {
        part.map_or_else(String::new, |part| format!("{delimiter}{part}"))
    };
    let components = |parts: &Parts<'_>| {
        [
            ("scheme", parts.slashes.to_owned()),
            ("type", parts.package_type.to_owned()),
            ("namespace", parts.namespace.map_or_else(String::new, |text| format!("{text}/"))),
            ("name", parts.name.to_owned()),
            ("version", after_delimiter('@', parts.version)),
            ("qualifiers", after_delimiter('?', parts.qualifiers)),
            ("subpath", after_delimiter('#', parts.subpath)),
        ]
    };
    for ((section, before), (_, after)) in components(&before).into_iter().zip(components(&after)) {
        if before != after {
            tell(section, &before, &after);
        }
    }
    Some(canonical)
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
fn last(text: &str, delimiter: char) -> (&str, Option<&str>) {
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

/// Maps the components of a PURL to those of a URI ("A PURL is a URL"). A PURL has no authority,
/// even if slashes follow its scheme. A string that does not begin like a PURL is split like any
/// URI.
pub(crate) fn mapped(text: &str) -> Components<'_> {
    let (rest, fragment) = last(text, '#');
    let (rest, query) = last(rest, '?');
    match rest.split_once(':') {
        Some((scheme, path)) if scheme.eq_ignore_ascii_case("pkg") => {
            Components { scheme: Some(scheme), authority: None, path, query, fragment }
        }
        _ => split(text),
    }
}

// "How to parse a PURL" and "How to build a PURL", with the rules of the core specification for
// each component.
//
// The parser drops redundant slashes, the order of the qualifiers, and qualifiers without a value.
// Qualifiers are sorted as strings, including their `=` and value, so `a-b=1` precedes `a=1`.

/// The components of a package, decoded.
///
/// ```
/// use urispec::scheme::Package;
/// let mut package = Package::parse("pkg:NPM/%40angular/animation@12.3.1?b=x&a=%C3%A9#/src//")?;
/// assert_eq!((&*package.package_type, &*package.name), ("npm", "animation"));
/// assert_eq!((package.namespace.join("/"), package.subpath.join("/")), ("@angular".into(), "src".into()));
/// assert_eq!(package.qualifier("a"), Some("é"));
/// assert_eq!(package.to_purl()?, "pkg:npm/%40angular/animation@12.3.1?a=%C3%A9&b=x#src");
/// package.version = Some("1:2+3".into());
/// assert_eq!(package.to_purl()?, "pkg:npm/%40angular/animation@1:2%2B3?a=%C3%A9&b=x#src");
/// # Ok::<(), urispec::scheme::PackageError>(())
/// ```
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub struct Package {
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
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum PackageError {
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
    #[error("packages of the type {0:?} must have a namespace (ECMA-427, namespace)")]
    NoNamespace(&'static str),
    /// The name contains text that names of the type must not contain.
    #[error("names of packages of the type {0:?} must not contain {1:?} (ECMA-427, name)")]
    Name(&'static str, &'static str),
}

impl Package {
    /// Returns a package with the type and the name, and without other components.
    ///
    /// ```
    /// use urispec::scheme::Package;
    /// let mut package = Package::new("generic", "open ssl");
    /// package.qualifiers.push(("checksum".into(), "sha1:ad95,sha256:41bf".into()));
    /// assert_eq!(package.to_purl()?, "pkg:generic/open%20ssl?checksum=sha1:ad95%2Csha256:41bf");
    /// # Ok::<(), urispec::scheme::PackageError>(())
    /// ```
    #[must_use]
    pub fn new(package_type: &str, name: &str) -> Self {
        Self { package_type: package_type.to_owned(), name: name.to_owned(), ..Self::default() }
    }

    /// Parses a PURL, canonical or not, following "How to parse a PURL", and applies the rules of
    /// its type.
    ///
    /// A `%` that does not begin a triplet is kept as `%`.
    ///
    /// # Errors
    ///
    /// [`PackageError`] where a component breaks a rule of the core specification.
    pub fn parse(text: &str) -> Result<Self, PackageError> {
        let parts = divide(text).ok_or_else(|| match text.split_once(':') {
            Some((scheme, _)) if scheme.eq_ignore_ascii_case("pkg") => PackageError::NoType,
            _ => PackageError::Scheme,
        })?;
        // "The left side lowercased is the scheme".
        if !parts.scheme.eq_ignore_ascii_case("pkg") {
            return Err(PackageError::Scheme);
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
    /// [`PackageError`] where a component breaks a rule of the core specification.
    pub fn to_purl(&self) -> Result<String, PackageError> {
        self.built(|qualifiers| qualifiers.sort_unstable())
    }

    /// Builds the PURL of the package with the qualifiers sorted by key, as the test suite of
    /// Package-URL does. [`Self::to_purl`] follows "Sort this list of qualifier strings
    /// lexicographically", which can give a different order if one key is a prefix of another.
    ///
    /// ```
    /// use urispec::scheme::Package;
    /// let package = Package::parse("pkg:conan/a?compiler=gcc&compiler.version=16")?;
    /// assert_eq!(package.to_purl()?, "pkg:conan/a?compiler.version=16&compiler=gcc");
    /// assert_eq!(package.to_purl_by_keys()?, "pkg:conan/a?compiler=gcc&compiler.version=16");
    /// # Ok::<(), urispec::scheme::PackageError>(())
    /// ```
    ///
    /// # Errors
    ///
    /// The errors of [`Self::to_purl`].
    pub fn to_purl_by_keys(&self) -> Result<String, PackageError> {
        let key = |text: &String| text.split('=').next().unwrap_or_default().to_owned();
        self.built(|qualifiers| qualifiers.sort_by_cached_key(key))
    }

    fn built(&self, sort: impl FnOnce(&mut [String])) -> Result<String, PackageError> {
        let mut package = self.clone();
        // "Strip the name from leading and trailing '/'" is a step only for a namespace that is not
        // empty.
        if !package.namespace.is_empty() {
            package.name = package.name.trim_matches('/').to_owned();
        }
        let package = package.checked()?;
        let mut purl = format!("pkg:{}/", package.package_type);
        for segment in &package.namespace {
            purl += &encoded(segment);
            purl.push('/');
        }
        purl += &encoded(&package.name);
        if let Some(version) = &package.version {
            purl.push('@');
            purl += &encoded(version);
        }
        // "Create a string by joining the lowercased key, the equal '=' sign and the percent-encoded value", "Sort
        // this list of qualifier strings lexicographically".
        let qualifiers = package.qualifiers.iter();
        let mut qualifiers: Vec<_> =
            qualifiers.map(|(key, value)| format!("{key}={}", encoded(value))).collect();
        sort(&mut qualifiers);
        if !qualifiers.is_empty() {
            purl.push('?');
            purl += &qualifiers.join("&");
        }
        let subpath: Vec<_> = package.subpath.iter().map(|segment| encoded(segment)).collect();
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
    /// use urispec::scheme::Package;
    /// let package = Package::parse("pkg:generic/a?checksum=sha1:ad95%2Csha256:41bf")?;
    /// assert!(package.checksums().eq(["sha1:ad95", "sha256:41bf"]));
    /// # Ok::<(), urispec::scheme::PackageError>(())
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
    fn checked(mut self) -> Result<Self, PackageError> {
        if !is_type(&self.package_type) {
            return Err(PackageError::Type(self.package_type));
        }
        self.package_type.make_ascii_lowercase();
        self.version = self.version.filter(|version| !version.is_empty());
        self.subpath.retain(|segment| !segment.is_empty() && !is_dots(segment));
        self.qualifiers.retain(|(_, value)| !value.is_empty());
        let mut seen = HashSet::new();
        for (key, _) in &mut self.qualifiers {
            if !is_key(key) {
                return Err(PackageError::Key(key.clone()));
            }
            key.make_ascii_lowercase();
            if !seen.insert(key.clone()) {
                return Err(PackageError::RepeatedKey(key.clone()));
            }
        }
        if self.namespace.iter().any(String::is_empty) {
            return Err(PackageError::EmptySegment);
        }
        for (all, component) in [(&self.namespace, "namespace"), (&self.subpath, "subpath")] {
            if all.iter().any(|segment| segment.contains('/')) {
                return Err(PackageError::Slash(component));
            }
        }
        if let Some(own) = self.known_type() {
            self.typed(own)?;
        }
        if self.name.is_empty() { Err(PackageError::NoName) } else { Ok(self) }
    }

    /// Applies the rules of a type: "Apply type-specific normalization".
    fn typed(&mut self, own: &PackageType) -> Result<(), PackageError> {
        if own.needs_namespace && self.namespace.is_empty() {
            return Err(PackageError::NoNamespace(own.name));
        }
        if let Some(text) = own.name_without.filter(|text| self.name.contains(text)) {
            return Err(PackageError::Name(own.name, text));
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
fn decoded(text: &str, component: &'static str) -> Result<String, PackageError> {
    percent::characters(text).ok_or(PackageError::NotUtf8(component))
}

/// Percent-encodes all but letters, digits, `.-_~` and colons (ECMA-427, character-encoding).
fn encoded(text: &str) -> String {
    percent::encode_others(text.bytes(), stands_for_itself)
}

/// Returns the non-empty segments of a text, decoded.
fn segments(text: Option<&str>, component: &'static str) -> Result<Vec<String>, PackageError> {
    let all = text.into_iter().flat_map(|text| text.split('/')).filter(|one| !one.is_empty());
    all.map(|segment| decoded(segment, component)).collect()
}

/// Returns the lowercase key and the decoded value of a qualifier: "Split the key=value once from
/// left on '='".
fn qualifier(pair: &str) -> Result<(String, String), PackageError> {
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

// The types of packages, as data: how a namespace, a name and a version are normalized.
//
// Each type has its own definition in a registry. The definitions are not included here, only what
// the tests of the registry show for 18 types (package-url/purl-spec, `tests/types`, August 2026).
// A type without a row has no known rules, and its packages are not changed.

/// A type of packages, with its own rules.
///
/// ```
/// use urispec::scheme::{LetterCase, PackageType};
/// let pypi = PackageType::named("PyPI").unwrap();
/// assert_eq!(pypi.name_letters, LetterCase::LowerWithHyphens);
/// assert!(PackageType::named("swift").unwrap().needs_namespace);
/// assert_eq!(PackageType::named("no-such-type"), None);
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub struct PackageType {
    /// The name of the type, in lowercase.
    pub name: &'static str,
    /// Whether a package must have a namespace.
    pub needs_namespace: bool,
    /// How the letters of a namespace are normalized.
    pub namespace_letters: LetterCase,
    /// How the letters of a name are normalized.
    pub name_letters: LetterCase,
    /// How the letters of a version are normalized.
    pub version_letters: LetterCase,
    /// A text that names must not contain, if the tests of package-url/purl-spec show such a text.
    pub name_without: Option<&'static str>,
}

/// How the letters of a component are normalized.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum LetterCase {
    /// The tests of package-url/purl-spec show that letter case matters.
    CaseMatters,
    /// No test of package-url/purl-spec shows whether letter case matters.
    NotTold,
    /// Letters are converted to lowercase.
    Lower,
    /// Letters are converted to lowercase, and `_` to `-`.
    LowerWithHyphens,
    /// Letters are converted to lowercase if the qualifier `repository_url` names this host or a
    /// host below it.
    LowerAt(&'static str),
}

impl LetterCase {
    /// Returns the text with its letters normalized.
    fn of(self, text: &str, repository_url: Option<&str>) -> String {
        match self {
            Self::CaseMatters | Self::NotTold => text.to_owned(),
            Self::Lower => text.to_lowercase(),
            Self::LowerWithHyphens => text.to_lowercase().replace('_', "-"),
            Self::LowerAt(host) => {
                let of_host = repository_url.map(host_of).unwrap_or_default();
                let is_below = of_host.strip_suffix(host).is_some_and(|begin| begin.ends_with('.'));
                if of_host == host || is_below { text.to_lowercase() } else { text.to_owned() }
            }
        }
    }
}

/// Returns the host of a URL in lowercase, since hosts ignore case (RFC 3986, 3.2.2). If the URL
/// has no authority, its beginning is read as a host.
fn host_of(url: &str) -> String {
    let begin = url.split(['/', '?', '#']).next().unwrap_or_default();
    let authority = split(url).authority.unwrap_or(begin);
    let after_userinfo = authority.rsplit('@').next().unwrap_or_default();
    after_userinfo.split(':').next().unwrap_or_default().to_ascii_lowercase()
}

/// Returns a type for which the tests of package-url/purl-spec show no rule.
const fn known(name: &'static str) -> PackageType {
    PackageType {
        name,
        needs_namespace: false,
        namespace_letters: LetterCase::NotTold,
        name_letters: LetterCase::NotTold,
        version_letters: LetterCase::NotTold,
        name_without: None,
    }
}

impl PackageType {
    /// The types that the tests of package-url/purl-spec cover, sorted by name.
    pub const ALL: &'static [Self] = &[
        known("cargo"),
        known("conan"),
        // "CPAN distribution name are case sensitive"; "CPAN distribution name as module name" fails.
        Self {
            namespace_letters: LetterCase::CaseMatters,
            name_letters: LetterCase::CaseMatters,
            name_without: Some("::"),
            ..known("cpan")
        },
        known("deb"),
        known("docker"),
        known("generic"),
        // "github namespace and name should be lowercased".
        Self {
            namespace_letters: LetterCase::Lower,
            name_letters: LetterCase::Lower,
            ..known("github")
        },
        known("golang"),
        // "Hugging Face model with various cases": only the version is converted to lowercase.
        Self {
            namespace_letters: LetterCase::CaseMatters,
            name_letters: LetterCase::CaseMatters,
            version_letters: LetterCase::Lower,
            ..known("huggingface")
        },
        // "valid maven purl with case sensitive namespace and name".
        Self {
            namespace_letters: LetterCase::CaseMatters,
            name_letters: LetterCase::CaseMatters,
            ..known("maven")
        },
        // "MLflow model tracked in Azure Databricks (case insensitive)", "in Azure ML (case sensitive)".
        Self { name_letters: LetterCase::LowerAt("azuredatabricks.net"), ..known("mlflow") },
        known("npm"),
        // "nuget names are case sensitive".
        Self { name_letters: LetterCase::CaseMatters, ..known("nuget") },
        known("oci"),
        // "pypi names have special rules and not case sensitive".
        Self { name_letters: LetterCase::LowerWithHyphens, ..known("pypi") },
        known("swid"),
        // "invalid swift purl without namespace".
        Self { needs_namespace: true, ..known("swift") },
        // "VS Code Extension PURLs require a namespace (publisher)".
        Self { needs_namespace: true, ..known("vscode-extension") },
    ];

    /// Returns the type with this name, in any letter case, if [`Self::ALL`] contains it.
    #[must_use]
    pub fn named(name: &str) -> Option<&'static Self> {
        Self::ALL.iter().find(|one| one.name.eq_ignore_ascii_case(name))
    }
}

//! The types of packages, as data: whether a package of the type has a namespace, and how its components are normalized.
//!
//! They are the definitions of package-url/purl-spec (`types`, August 2026). Of its rules in prose, two are not applied: the
//! "kebab-case" of `hackage`, which is not defined, and the capitals of a namespace of `cpan`.

use alloc::borrow::ToOwned;
use alloc::string::String;

use LetterCase::{Kept, Lower, LowerAt, LowerWithHyphens, LowerWithUnderscores};
use NamespaceRule::{Optional, Prohibited, Required};

use crate::parts::split::split;

/// A type of packages, with its own rules.
///
/// ```
/// use urispec::scheme::{LetterCase, NamespaceRule, PackageType};
/// let pypi = PackageType::named("PyPI").unwrap();
/// assert_eq!(pypi.name_letters, LetterCase::LowerWithHyphens);
/// assert_eq!(PackageType::named("swift").unwrap().namespace, NamespaceRule::Required);
/// assert_eq!(PackageType::named("no-such-type"), None);
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub struct PackageType {
    /// The name of the type, in lowercase.
    pub name: &'static str,
    /// Whether a package has a namespace.
    pub namespace: NamespaceRule,
    /// How the letters of a namespace are normalized.
    pub namespace_letters: LetterCase,
    /// How the letters of a name are normalized.
    pub name_letters: LetterCase,
    /// How the letters of a version are normalized.
    pub version_letters: LetterCase,
    /// A text that names must not contain.
    pub name_without: Option<&'static str>,
}

/// Whether the packages of a type have a namespace.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum NamespaceRule {
    /// Every package has a namespace.
    Required,
    /// A package may have a namespace.
    Optional,
    /// No package has a namespace.
    Prohibited,
}

/// How the letters of a component are normalized.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum LetterCase {
    /// The component is not changed.
    Kept,
    /// Letters are converted to lowercase.
    Lower,
    /// Letters are converted to lowercase, and `_` to `-`.
    LowerWithHyphens,
    /// Letters are converted to lowercase, and all characters except `a` to `z` and `0` to `9` to `_`.
    LowerWithUnderscores,
    /// Letters are converted to lowercase if the qualifier `repository_url` names this host or a host below it.
    LowerAt(&'static str),
}

impl LetterCase {
    /// Returns the text with its letters normalized.
    pub(super) fn of(self, text: &str, repository_url: Option<&str>) -> String {
        match self {
            Kept => text.to_owned(),
            Lower => text.to_lowercase(),
            LowerWithHyphens => text.to_lowercase().replace('_', "-"),
            LowerWithUnderscores => {
                let is_other = |one: char| !one.is_ascii_lowercase() && !one.is_ascii_digit();
                text.to_lowercase().replace(is_other, "_")
            }
            LowerAt(host) => {
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

/// Returns a type, with the letters of namespaces, names and versions.
const fn of(name: &'static str, namespace: NamespaceRule, letters: [LetterCase; 3]) -> PackageType {
    let [namespace_letters, name_letters, version_letters] = letters;
    let name_without = None;
    PackageType { name, namespace, namespace_letters, name_letters, version_letters, name_without }
}

impl PackageType {
    /// The types, sorted by name.
    pub const ALL: &'static [Self] = &[
        of("alpm", Required, [Lower, Lower, Kept]),
        of("apk", Required, [Lower, Lower, Kept]),
        of("bazel", Prohibited, [Kept, Kept, Kept]),
        of("bitbucket", Required, [Lower, Lower, Kept]),
        of("bitnami", Prohibited, [Kept, Lower, Kept]),
        of("brew", Optional, [Lower, Lower, Kept]),
        of("cargo", Prohibited, [Kept, Kept, Kept]),
        of("chrome-extension", Prohibited, [Kept, Lower, Kept]),
        of("cocoapods", Prohibited, [Kept, Kept, Kept]),
        of("composer", Required, [Lower, Lower, Kept]),
        of("conan", Optional, [Kept, Kept, Kept]),
        of("conda", Prohibited, [Kept, Kept, Kept]),
        of("cpan", Optional, [Kept, Kept, Kept]).without("::"),
        of("cran", Prohibited, [Kept, Kept, Kept]),
        of("deb", Required, [Lower, Lower, Kept]),
        of("docker", Optional, [Kept, Kept, Kept]),
        of("gem", Prohibited, [Kept, Kept, Kept]),
        of("generic", Optional, [Kept, Kept, Kept]),
        of("git", Required, [Kept, Kept, Kept]),
        of("github", Required, [Lower, Lower, Kept]),
        // Its notes, and not its `case_sensitive`.
        of("golang", Required, [Lower, Lower, Kept]),
        of("hackage", Prohibited, [Kept, Kept, Kept]),
        of("hex", Optional, [Lower, Lower, Kept]),
        of("huggingface", Required, [Kept, Kept, Lower]),
        of("julia", Prohibited, [Kept, Kept, Kept]),
        of("luarocks", Optional, [Lower, Lower, Kept]),
        of("maven", Required, [Kept, Kept, Kept]),
        of("mlflow", Prohibited, [Kept, LowerAt("azuredatabricks.net"), Kept]),
        of("npm", Optional, [Kept, Kept, Kept]),
        of("nuget", Prohibited, [Kept, Kept, Kept]),
        of("oci", Prohibited, [Kept, Lower, Lower]),
        of("opam", Prohibited, [Kept, Kept, Kept]),
        of("otp", Prohibited, [Kept, Lower, Kept]),
        of("pub", Prohibited, [Kept, LowerWithUnderscores, Kept]),
        of("pypi", Prohibited, [Kept, LowerWithHyphens, Lower]),
        of("qpkg", Required, [Lower, Kept, Kept]),
        of("rpm", Required, [Lower, Kept, Kept]),
        of("swid", Optional, [Kept, Kept, Kept]),
        of("swift", Required, [Kept, Kept, Kept]),
        of("vcpkg", Prohibited, [Kept, Kept, Kept]),
        of("vscode-extension", Required, [Lower, Lower, Lower]),
        of("yocto", Optional, [Lower, Kept, Kept]),
    ];

    const fn without(self, text: &'static str) -> Self {
        Self { name_without: Some(text), ..self }
    }

    /// Returns the type with this name, in any letter case, if [`Self::ALL`] contains it.
    #[must_use]
    pub fn named(name: &str) -> Option<&'static Self> {
        Self::ALL.iter().find(|one| one.name.eq_ignore_ascii_case(name))
    }
}

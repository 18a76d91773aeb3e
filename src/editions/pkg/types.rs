//! The types of packages, as data: what becomes of a namespace, a name and a version.
//!
//! A type of a package has a definition of its own, with which a registry begins. The definitions are not here. What
//! stands here is what the tests of the registry show of 18 types (package-url/purl-spec, `tests/types`, of August
//! 2026), and no more: of a type that has no row nothing is known, and nothing is changed.

use crate::parts::split::split;

/// A type of packages, with the rules of its own.
///
/// ```
/// use urispec::scheme::{Letters, PackageType};
/// let pypi = PackageType::named("PyPI").unwrap();
/// assert_eq!(pypi.name_letters, Letters::LowerWithHyphens);
/// assert!(PackageType::named("swift").unwrap().needs_namespace);
/// assert_eq!(PackageType::named("no-such-type"), None);
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub struct PackageType {
    /// The name of the type, in lower case.
    pub name: &'static str,
    /// Whether a package must have a namespace.
    pub needs_namespace: bool,
    /// What becomes of the letters of a namespace.
    pub namespace_letters: Letters,
    /// What becomes of the letters of a name.
    pub name_letters: Letters,
    /// What becomes of the letters of a version.
    pub version_letters: Letters,
    /// A text that no name has, if the tests show one.
    pub name_without: Option<&'static str>,
}

/// What becomes of the letters of a component.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum Letters {
    /// The tests show that letter case matters.
    CaseMatters,
    /// No test shows whether letter case matters.
    NotTold,
    /// Letters are in lower case.
    Lower,
    /// Letters are in lower case, and `_` is `-`.
    LowerWithHyphens,
    /// Letters are in lower case if the qualifier `repository_url` is of this host, or of one below it.
    LowerAt(&'static str),
}

impl Letters {
    /// The text with the letters that the type asks for.
    pub(super) fn of(self, text: &str, repository_url: Option<&str>) -> String {
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

/// The host of a URL, which ignores case (RFC 3986, 3.2.2), in lower case. A text without an authority begins with it.
fn host_of(url: &str) -> String {
    let begin = url.split(['/', '?', '#']).next().unwrap_or_default();
    let authority = split(url).authority.unwrap_or(begin);
    let after_userinfo = authority.rsplit('@').next().unwrap_or_default();
    after_userinfo.split(':').next().unwrap_or_default().to_ascii_lowercase()
}

/// A type of which the tests show no rule.
const fn known(name: &'static str) -> PackageType {
    PackageType {
        name,
        needs_namespace: false,
        namespace_letters: Letters::NotTold,
        name_letters: Letters::NotTold,
        version_letters: Letters::NotTold,
        name_without: None,
    }
}

impl PackageType {
    /// The types that the tests are about, by name.
    pub const ALL: &'static [Self] = &[
        known("cargo"),
        known("conan"),
        // "CPAN distribution name are case sensitive"; "CPAN distribution name as module name" fails.
        Self {
            namespace_letters: Letters::CaseMatters,
            name_letters: Letters::CaseMatters,
            name_without: Some("::"),
            ..known("cpan")
        },
        known("deb"),
        known("docker"),
        known("generic"),
        // "github namespace and name should be lowercased".
        Self { namespace_letters: Letters::Lower, name_letters: Letters::Lower, ..known("github") },
        known("golang"),
        // "Hugging Face model with various cases": the version alone is lowered.
        Self {
            namespace_letters: Letters::CaseMatters,
            name_letters: Letters::CaseMatters,
            version_letters: Letters::Lower,
            ..known("huggingface")
        },
        // "valid maven purl with case sensitive namespace and name".
        Self {
            namespace_letters: Letters::CaseMatters,
            name_letters: Letters::CaseMatters,
            ..known("maven")
        },
        // "MLflow model tracked in Azure Databricks (case insensitive)", "in Azure ML (case sensitive)".
        Self { name_letters: Letters::LowerAt("azuredatabricks.net"), ..known("mlflow") },
        known("npm"),
        // "nuget names are case sensitive".
        Self { name_letters: Letters::CaseMatters, ..known("nuget") },
        known("oci"),
        // "pypi names have special rules and not case sensitive".
        Self { name_letters: Letters::LowerWithHyphens, ..known("pypi") },
        known("swid"),
        // "invalid swift purl without namespace".
        Self { needs_namespace: true, ..known("swift") },
        // "VS Code Extension PURLs require a namespace (publisher)".
        Self { needs_namespace: true, ..known("vscode-extension") },
    ];

    /// The type of that name, in any letter case, if the tests are about it.
    #[must_use]
    pub fn named(name: &str) -> Option<&'static Self> {
        Self::ALL.iter().find(|one| one.name.eq_ignore_ascii_case(name))
    }
}

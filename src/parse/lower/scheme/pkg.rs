//! `pkg` (ECMA-427).

use crate::editions::Edition;
use crate::editions::divide_purl;
use crate::editions::grammar::Node;
use crate::reference::error::ParseError;

pub use crate::editions::{Letters, Package, PackageError, PackageType};

/// A PURL, canonical or lenient: its components as given. A [`Package`] has them decoded.
///
/// ```
/// use urispec::scheme::Purl;
/// let purl = Purl::parse("pkg:npm/%40angular/animation@12.3.1#src/a")?;
/// assert_eq!((purl.package_type, purl.namespace, purl.name), ("npm", Some("%40angular"), "animation"));
/// assert_eq!((purl.version, purl.subpath), (Some("12.3.1"), Some("src/a")));
/// assert_eq!(purl.package().unwrap().namespace, ["@angular"]);
/// # Ok::<(), urispec::ParseError>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub struct Purl<'i> {
    /// The PURL.
    pub purl: &'i str,
    /// The type as given. Letter case does not matter in it.
    pub package_type: &'i str,
    /// The namespace as given, still encoded, without the slash before the name. There is none if only a name follows
    /// the type.
    pub namespace: Option<&'i str>,
    /// The name as given, still encoded, with the slashes after it.
    pub name: &'i str,
    /// The version as given, still encoded: what follows the last `@`.
    pub version: Option<&'i str>,
    /// The qualifiers as given, still encoded: what follows the last `?`.
    pub qualifiers: Option<&'i str>,
    /// The subpath as given, still encoded: what follows the last `#`.
    pub subpath: Option<&'i str>,
}

impl<'i> Purl<'i> {
    /// Parses a whole string as a `lenient-PURL`, which every `PURL` is.
    ///
    /// # Errors
    ///
    /// The errors of [`Node::parse`].
    pub fn parse(text: &'i str) -> Result<Self, ParseError> {
        Node::parse(Edition::Pkg, "lenient-PURL", text)?;
        // A lenient PURL has a colon after its scheme, and a slash after its type.
        let parts = divide_purl(text).ok_or(ParseError::NotWhole("lenient-PURL"))?;
        Ok(Self {
            purl: text,
            package_type: parts.package_type,
            namespace: parts.namespace,
            name: parts.name,
            version: parts.version,
            qualifiers: parts.qualifiers,
            subpath: parts.subpath,
        })
    }

    /// Whether the string matches the draft grammar of canonical PURLs. What the grammar cannot say is not asked: see
    /// [`Self::package`].
    #[must_use]
    pub fn matches_canonical(&self) -> bool {
        let production = Edition::Pkg.production("PURL");
        production.is_ok_and(|production| production.accepts(self.purl.as_bytes()))
    }

    /// The components, decoded, with the rules of the type applied.
    ///
    /// # Errors
    ///
    /// [`PackageError`] where no package has this PURL.
    pub fn package(&self) -> Result<Package, PackageError> {
        Package::parse(self.purl)
    }
}

//! The documents that define URIs, and the facts about each that the other stages need.
//!
//! An edition has a grammar, productions for whole strings, and a [`DocumentSpec`]. Other modules
//! do not test *which* edition they have; they use one of these facts.
//!
//! The printed texts are separate from the facts. Resolving and normalizing need only the facts, so
//! a program that does nothing else contains no grammar. Without the feature `grammars` the only
//! editions are RFC 3986 and RFC 3987.

use alloc::borrow::ToOwned;
use alloc::format;
use alloc::string::String;
use core::fmt;
use core::str::FromStr;

use crate::parts::schemes;
use crate::parts::split::{Components, split};

pub(crate) mod automaton;
#[cfg(feature = "trees")]
pub(crate) mod grammar;
pub(crate) mod production;

#[cfg(test)]
mod automata;
pub(crate) mod division;
#[cfg(feature = "grammars")]
mod documents;
mod ladder;
#[cfg(feature = "trees")]
mod printed;
mod rfc3986;
mod rfc3987;

pub(crate) use division::ComponentLayout;
#[cfg(feature = "grammars")]
pub(crate) use documents::*;
pub use ladder::{
    Algorithm, DocumentSpec, DotSegments, Ladder, OwnScheme, PreservedTriplets, Rung, SchemeForm,
    SectionRef, UnknownRung, of_rfc3986,
};
pub(crate) use ladder::{Oracle, OwnSchemeOf, Partial, Unreserved};
#[cfg(feature = "trees")]
pub(crate) use printed::Printed;
pub(crate) use rfc3986::URI_REFERENCE;
pub(crate) use rfc3987::IRI_REFERENCE;

/// Declares the editions, each with the module of its facts, in three groups: documents of all
/// URIs, of single schemes, and of strings related to URIs. Each group is declared oldest first.
macro_rules! editions {
    (
        generic { $($(#[doc = $about:literal])* $edition:ident in $module:ident $(if $has:meta)?,)* }
        schemes if $schemes_has:meta { $($(#[doc = $about_scheme:literal])* $scheme:ident in $scheme_module:ident,)* }
        others if $others_has:meta { $($(#[doc = $about_other:literal])* $other:ident in $other_module:ident,)* }
    ) => {
        /// A document that defines URIs, the URIs of a scheme, or strings related to URIs.
        ///
        /// The variants form three groups: documents of all URIs, documents of single schemes, and
        /// other documents. They are in chronological order only within a group.
        #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
        #[non_exhaustive]
        pub enum Edition {
            $($(#[doc = $about])* $(#[cfg($has)])? $edition,)*
            $($(#[doc = $about_scheme])* #[cfg($schemes_has)] $scheme,)*
            $($(#[doc = $about_other])* #[cfg($others_has)] $other,)*
        }

        impl Edition {
            /// The documents that define URIs, oldest first. Without the feature `grammars` there
            /// are only RFC 3986 and RFC 3987.
            pub const ALL: &'static [Self] = &[$($(#[cfg($has)])? Self::$edition),*];

            /// The documents that define the URIs of a scheme, oldest first. Without the feature
            /// `grammars` there are none.
            pub const SCHEMES: &'static [Self] =
                &[$(#[cfg($schemes_has)] Self::$scheme),*];

            /// The documents of strings that are not URIs but are related to them, oldest first.
            /// These strings are neither resolved nor normalized. Without the feature `grammars`
            /// there are none.
            pub const OTHERS: &'static [Self] =
                &[$(#[cfg($others_has)] Self::$other),*];

            pub(crate) const fn facts(self) -> &'static DocumentSpec {
                match self {
                    $($(#[cfg($has)])? Self::$edition => &$module::FACTS,)*
                    $(#[cfg($schemes_has)] Self::$scheme => &$scheme_module::FACTS,)*
                    $(#[cfg($others_has)] Self::$other => &$other_module::FACTS,)*
                }
            }

            /// Returns the id of the edition, such as `rfc3986`, as the option `--edition` expects
            /// it.
            #[must_use]
            pub const fn id(self) -> &'static str {
                // The facts are not used here, so that code that prints the name of an edition
                // links none of them.
                match self {
                    $($(#[cfg($has)])? Self::$edition => const { $module::FACTS.id },)*
                    $(#[cfg($schemes_has)]
                    Self::$scheme => const { $scheme_module::FACTS.id },)*
                    $(#[cfg($others_has)]
                    Self::$other => const { $other_module::FACTS.id },)*
                }
            }

            /// Returns the name of the document, with the date of its publication.
            #[must_use]
            pub const fn document(self) -> &'static str {
                match self {
                    $($(#[cfg($has)])? Self::$edition => const { $module::FACTS.document },)*
                    $(#[cfg($schemes_has)]
                    Self::$scheme => const { $scheme_module::FACTS.document },)*
                    $(#[cfg($others_has)]
                    Self::$other => const { $other_module::FACTS.document },)*
                }
            }

            #[cfg(feature = "trees")]
            pub(crate) const fn printed(self) -> &'static Printed {
                match self {
                    $($(#[cfg($has)])? Self::$edition => &$module::PRINTED,)*
                    $(#[cfg($schemes_has)] Self::$scheme => &$scheme_module::PRINTED,)*
                    $(#[cfg($others_has)] Self::$other => &$other_module::PRINTED,)*
                }
            }
        }
    };
}

editions! {
    generic {
        /// RFC 1630: *Universal Resource Identifiers in WWW*, June 1994.
        Rfc1630 in rfc1630 if feature = "grammars",
        /// RFC 1738: *Uniform Resource Locators (URL)*, December 1994.
        Rfc1738 in rfc1738 if feature = "grammars",
        /// RFC 1808: *Relative Uniform Resource Locators*, June 1995.
        Rfc1808 in rfc1808 if feature = "grammars",
        /// draft-fielding-url-syntax-05: *Uniform Resource Locators (URL): Generic Syntax and
        /// Semantics*, May 1997, the draft that became RFC 2396.
        UrlSyntax05 in url_syntax_05 if feature = "grammars",
        /// RFC 2396: *Uniform Resource Identifiers (URI): Generic Syntax*, August 1998.
        Rfc2396 in rfc2396 if feature = "grammars",
        /// RFC 2396 as amended by RFC 2732: *Format for Literal IPv6 Addresses in URL's*, December 1999.
        Rfc2732 in rfc2732 if feature = "grammars",
        /// draft-fielding-uri-rfc2396bis-01: *Uniform Resource Identifier (URI): Generic Syntax*, March
        /// 2003, the draft on the way from RFC 2396 to RFC 3986.
        Rfc2396bis01 in rfc2396bis_01 if feature = "grammars",
        /// RFC 3986, STD 66: *Uniform Resource Identifier (URI): Generic Syntax*, January 2005.
        Rfc3986 in rfc3986,
        /// RFC 3987: *Internationalized Resource Identifiers (IRIs)*, January 2005.
        Rfc3987 in rfc3987,
        /// RFC 3986 as amended by RFC 6874: *Representing IPv6 Zone Identifiers in Address Literals and
        /// Uniform Resource Identifiers*, February 2013.
        Rfc6874 in rfc6874 if feature = "grammars",
        /// The URL Standard of the WHATWG: a living standard, here its text of 2 July 2026.
        Whatwg in whatwg if feature = "grammars",
    }
    schemes if feature = "grammars" {
        /// RFC 2141: *URN Syntax*, May 1997.
        Rfc2141 in rfc2141,
        /// RFC 2397: *The "data" URL scheme*, August 1998.
        Rfc2397 in rfc2397,
        /// RFC 3061: *A URN Namespace of Object Identifiers*, February 2001.
        Rfc3061 in rfc3061,
        /// RFC 3966: *The tel URI for Telephone Numbers*, December 2004.
        Rfc3966 in rfc3966,
        /// RFC 5870: *A Uniform Resource Identifier for Geographic Locations ('geo' URI)*, June 2010.
        Rfc5870 in rfc5870,
        /// RFC 6068: *The 'mailto' URI Scheme*, October 2010.
        Rfc6068 in rfc6068,
        /// RFC 6694: *The "about" URI Scheme*, August 2012.
        Rfc6694 in rfc6694,
        /// RFC 6920: *Naming Things with Hashes*, April 2013.
        Rfc6920 in rfc6920,
        /// RFC 7565: *The 'acct' URI Scheme*, May 2015.
        Rfc7565 in rfc7565,
        /// RFC 8089: *The "file" URI Scheme*, February 2017.
        Rfc8089 in rfc8089,
        /// RFC 8141: *Uniform Resource Names (URNs)*, April 2017.
        Rfc8141 in rfc8141,
        /// RFC 9110, STD 97: *HTTP Semantics*, June 2022: the schemes `http` and `https`, section
        /// 4.2.
        Rfc9110 in rfc9110,
        /// DID Core: *Decentralized Identifiers (DIDs) v1.0*, the W3C Recommendation of July 2022.
        Did in did,
        /// RFC 9562: *Universally Unique IDentifiers (UUIDs)*, May 2024: the URNs of the namespace
        /// `uuid`.
        Rfc9562 in rfc9562,
        /// ECMA-427: *Package-URL (PURL) Specification*, December 2025, with the draft grammars
        /// published beside it.
        Pkg in pkg,
        /// SPIFFE ID: *The SPIFFE Identity and Verifiable Identity Document*, a living standard, here its text of
        /// the second half of 2026.
        Spiffe in spiffe,
    }
    others if feature = "grammars" {
        /// RFC 6570: *URI Template*, March 2012.
        Rfc6570 in rfc6570,
        /// distribution/reference: references to container images, as defined by the grammar in a
        /// comment of its `reference.go`, as of 2026.
        Oci in oci,
    }
}

impl Edition {
    /// Returns every edition: first [`Edition::ALL`], then [`Edition::SCHEMES`] and
    /// [`Edition::OTHERS`].
    ///
    /// ```
    /// use urispec::Edition;
    /// assert!(Edition::every().any(|edition| edition.id() == "rfc8141"));
    /// ```
    pub fn every() -> impl Iterator<Item = Self> + Clone {
        Self::ALL.iter().chain(Self::SCHEMES).chain(Self::OTHERS).copied()
    }

    /// Returns whether the document is about the URIs of a scheme rather than all URIs.
    #[must_use]
    pub fn is_of_scheme(self) -> bool {
        Self::SCHEMES.contains(&self)
    }

    /// Returns the prefixes, in lowercase, of the URIs that a document of a single scheme is about.
    /// A URI may have its prefix in any letter case.
    ///
    /// ```
    /// use urispec::Edition;
    /// assert_eq!(Edition::Rfc9110.begins(), ["http:", "https:"]);
    /// assert!(Edition::Rfc3986.begins().is_empty());
    /// ```
    #[must_use]
    pub const fn begins(self) -> &'static [&'static str] {
        self.facts().begins
    }

    /// Returns the documents of single schemes whose prefix the string begins with, oldest first.
    /// The string need not match their grammars.
    ///
    /// ```
    /// use urispec::Edition;
    /// assert!(Edition::of_scheme("URN:a").eq([Edition::Rfc2141, Edition::Rfc8141]));
    /// assert_eq!(Edition::of_scheme("gopher://h").next(), None);
    /// ```
    pub fn of_scheme(text: &str) -> impl Iterator<Item = Self> {
        let begins = |begin: &&str| schemes::after(text, begin).is_some();
        let is_about = move |edition: &Self| edition.begins().iter().any(begins);
        Self::SCHEMES.iter().copied().filter(is_about)
    }

    /// Returns whether the document is about strings that are URIs, or references to them.
    #[must_use]
    pub fn is_of_uris(self) -> bool {
        !Self::OTHERS.contains(&self)
    }

    /// Returns the edition whose grammar defines references: for a document of a single scheme, RFC
    /// 3986 (as RFC 8141, 4.3, states), and otherwise this edition.
    pub(crate) fn of_references(self) -> Self {
        if self.is_of_scheme() { Self::Rfc3986 } else { self }
    }

    /// Returns whether the document leaves resolution to RFC 3986, as RFC 3987 (6.5) and the
    /// documents of single schemes do.
    pub(crate) fn resolves_by_rfc3986(self) -> bool {
        match self {
            Self::Rfc3987 => true,
            _ => self.is_of_scheme(),
        }
    }

    /// Returns the scheme, if any, whose URIs may be bases even if they match the grammar of RFC
    /// 3986 but not the grammar of the document.
    pub(crate) const fn scheme_of_bases(self) -> Option<&'static str> {
        self.facts().scheme_of_bases
    }

    /// Returns the index of the edition in [`Edition::every`].
    pub(crate) const fn place(self) -> usize {
        self as usize
    }
}

/// RFC 3986 is the default everywhere.
impl Default for Edition {
    fn default() -> Self {
        Self::Rfc3986
    }
}

impl Edition {
    /// Returns the name of the document alone, such as `RFC 3986`. For an edition that amends
    /// another document, returns the name of the amending document.
    ///
    /// ```
    /// use urispec::Edition;
    /// assert_eq!((Edition::Rfc3986.name(), Edition::Rfc3986.year()), ("RFC 3986", 2005));
    /// assert_eq!((Edition::Rfc6874.name(), Edition::Rfc6874.year()), ("RFC 6874", 2013));
    /// ```
    #[must_use]
    pub fn name(self) -> &'static str {
        let name = self.document().split(", ").next().unwrap_or_default();
        name.split_once(" as amended by ").map_or(name, |(_, amending)| amending)
    }

    /// Returns the year in which the document was published.
    #[must_use]
    pub fn year(self) -> u16 {
        let year = self.document().rsplit(' ').next().and_then(|year| year.parse().ok());
        year.expect("the name of each document ends with its year")
    }

    /// Returns the edition that this edition amends, if it only lists changes to another document.
    ///
    /// A section of such an edition belongs to the amended document, unless the section names its
    /// document, as `RFC 6874, 2` does. Where the amending document is silent, the amended one
    /// applies.
    ///
    /// ```
    /// use urispec::Edition;
    /// assert_eq!(Edition::Rfc6874.amends(), Some(Edition::Rfc3986));
    /// assert_eq!(Edition::Rfc3986.amends(), None);
    /// ```
    #[must_use]
    pub const fn amends(self) -> Option<Self> {
        self.facts().amends
    }

    /// Returns the citation of a section: the id of the edition and the section, or the section
    /// alone if it names its document.
    ///
    /// ```
    /// use urispec::Edition;
    /// assert_eq!(Edition::Rfc3986.cited("3.2"), "rfc3986, 3.2");
    /// assert_eq!(Edition::Rfc6874.cited("RFC 6874, 2"), "RFC 6874, 2");
    /// ```
    #[must_use]
    pub fn cited(self, section: &str) -> String {
        if section.starts_with("RFC ") { section.to_owned() } else { format!("{self}, {section}") }
    }

    /// Returns the citation of a section as messages print it, such as `RFC 3986, 3.2`.
    ///
    /// An edition that amends a document cites that document, unless the section names another.
    pub(crate) fn citation(self, section: &'static str) -> impl fmt::Display {
        struct Citation(Edition, &'static str);
        impl fmt::Display for Citation {
            fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                let Self(edition, section) = *self;
                if section.starts_with("RFC ") {
                    return f.write_str(section);
                }
                let (name, _) = edition.document().split_once(", ").unwrap_or_default();
                let name = name.split_once(" as amended by ").map_or(name, |(amended, _)| amended);
                write!(f, "{name}, {section}")
            }
        }
        Citation(self, section)
    }

    /// Splits any string into its components, by the document's own parsing rules if it has some,
    /// or else by Appendix B of RFC 3986.
    pub(crate) fn split(self, text: &str) -> Components<'_> {
        self.facts().divided.as_ref().map_or_else(|| split(text), |oracle| (oracle.split)(text))
    }

    /// Returns whether the document defines the host of an authority.
    pub(crate) fn tells_hosts(self) -> bool {
        self.facts().divided.as_ref().is_none_or(|oracle| oracle.has_host)
    }

    /// Returns the productions for whole strings, in printed spelling; the first is the default.
    ///
    /// ```
    /// use urispec::Edition;
    /// assert_eq!(Edition::Rfc3986.whole_rules(), ["URI-reference", "URI", "absolute-URI"]);
    /// ```
    #[must_use]
    pub const fn whole_rules(self) -> &'static [&'static str] {
        self.facts().whole
    }

    /// Returns the rungs of the comparison ladder that the edition supports, lowest first, each
    /// with its section.
    ///
    /// The lowest rung, identical strings, needs no rule. Its section is `None` if the document has
    /// no section about it.
    ///
    /// ```
    /// use urispec::{Edition, Rung};
    /// assert_eq!(Edition::Rfc3986.rungs().nth(1), Some((Rung::Case, Some("6.2.2.1"))));
    /// ```
    pub fn rungs(self) -> impl Iterator<Item = (Rung, Option<&'static str>)> {
        let ladder = &self.facts().ladder;
        let licensed = |rung: Rung| (rung, ladder.section(rung));
        Rung::ALL
            .iter()
            .copied()
            .map(licensed)
            .filter(|(rung, section)| *rung == Rung::String || section.is_some())
    }
}

impl fmt::Display for Edition {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.id())
    }
}

/// The error for a text that is not the id of an edition.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct UnknownEdition(String);

impl UnknownEdition {
    /// Returns the text that is not the id of an edition.
    #[must_use]
    pub fn id(&self) -> &str {
        &self.0
    }
}

impl fmt::Display for UnknownEdition {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "unknown edition `{}`; the editions are: ", self.0)?;
        list(f, Edition::every().map(Edition::id))
    }
}

impl core::error::Error for UnknownEdition {}

/// Prints names with commas between them.
fn list(f: &mut fmt::Formatter<'_>, names: impl Iterator<Item = &'static str>) -> fmt::Result {
    names.enumerate().try_for_each(|(index, name)| {
        f.write_str(if index == 0 { "" } else { ", " })?;
        f.write_str(name)
    })
}

/// Accepts an id only as it is printed: `RFC3986` is an error.
impl FromStr for Edition {
    type Err = UnknownEdition;

    fn from_str(id: &str) -> Result<Self, UnknownEdition> {
        let found = Self::every().find(|edition| edition.id() == id);
        found.ok_or_else(|| UnknownEdition(id.to_owned()))
    }
}

//! The meaning of the URLs of a scheme, according to the documents of the scheme.

pub use crate::parse::lower::site::{Command, Login, Site};

use crate::editions::Edition;
use crate::editions::grammar::{Node, Role};
use crate::parse::check;
use crate::parse::diagnose::Explanation;
use crate::parts::purl::{Purl, PurlError};
use crate::reference::error::ParseError;

/// Generates two methods of a `Url` from one list of its variants: `of_production` maps the node of a
/// production to its variant, and `production` maps a variant to the name of its production.
macro_rules! productions {
    ($node:ident: $($variant:ident $production:literal => $lowered:expr,)*) => {
        /// Lowers a node to the variant of its production. Returns `None` for other productions.
        fn of_production($node: &Node<'i>) -> Option<Self> {
            Some(match $node.rule() {
                $($production => Self::$variant($lowered),)*
                _ => return None,
            })
        }

        /// Returns the name of the production that derives the URL.
        #[must_use]
        pub const fn production(&self) -> &'static str {
            match self {
                $(Self::$variant(_) => $production,)*
            }
        }
    };
}

pub mod rfc1630;
pub mod rfc1738;
pub(crate) mod scheme;

// Finds the production that derives a string, since every url of RFC 1738 is an `otherurl` too.
//
// The result is the production of the scheme if it derives the string, or else the general
// production and the reason why the specific production does not derive it. `http://user@host/` is a
// url: RFC 1738 does not allow a user in an http URL (3.3), but its `otherurl` covers every URL that
// no specific production derives.

/// The production that derives a string.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Derivation {
    /// The name of the production as the document prints it. It is the production of the scheme, or
    /// else a general production.
    pub production: &'static str,
    /// The production of the scheme, if there is one and it does not derive the string.
    pub unmatched: Option<Unmatched>,
}

/// The production of a scheme that does not derive a string of the scheme.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("`{production}` does not derive the string: {error}")]
#[non_exhaustive]
pub struct Unmatched {
    /// The name of the production as the document prints it.
    pub production: &'static str,
    /// The reason why the production does not derive the string.
    pub error: Box<Explanation>,
}

/// Finds the production that derives a string. Tries `specific`, the production of the scheme, if
/// there is one; then `preferred`, a general production; then `widest`, whose language contains the
/// languages of the others.
fn derivation(
    edition: Edition,
    specific: Option<&'static str>,
    preferred: Option<&'static str>,
    widest: &'static str,
    text: &str,
) -> Result<Derivation, ParseError> {
    let mismatch = |production| match check(edition, production, text) {
        Ok(()) => Ok(None),
        Err(ParseError::Syntax(error)) => Ok(Some(error)),
        Err(error) => Err(error),
    };
    let mut unmatched = None;
    if let Some(production) = specific {
        match mismatch(production)? {
            None => return Ok(Derivation { production, unmatched }),
            Some(error) => {
                let error = error.explain(text).map(Box::new);
                unmatched = error.map(|error| Unmatched { production, error });
            }
        }
    }
    if let Some(production) = preferred
        && mismatch(production)?.is_none()
    {
        return Ok(Derivation { production, unmatched });
    }
    match mismatch(widest)? {
        None => Ok(Derivation { production: widest, unmatched }),
        Some(error) => Err(ParseError::Syntax(error)),
    }
}

// The meaning of a string by the rules of its scheme, in one type for all editions.
//
// It does not depend on the production of the tree: `http://h/` is an `httpurl` even in a tree of
// `genericurl` or `otherurl`. The meaning of a `prefixedurl` of RFC 1630 is that of the URL after the
// prefix. A fragment, which the client keeps, does not change the meaning (RFC 1630, 5.1).

/// The meaning of a string by the rules of its scheme.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum Meaning<'i> {
    /// A URL of RFC 1738.
    Rfc1738(rfc1738::Url<'i>),
    /// A URL of RFC 1630, section 9.
    Rfc1630(rfc1630::Url<'i>),
    /// A file of the Andrew file system (RFC 1630, section 9). It is not a URL.
    Afs(rfc1630::Afs<'i>),
    /// A file on a host (RFC 1630, 5.8). It is not a URL of section 9.
    File(rfc1630::File<'i>),
    /// A name of RFC 8141 or of RFC 2141.
    Urn(scheme::Urn<'i>),
    /// Data contained in the URL itself (RFC 2397).
    Data(scheme::Data<'i>),
    /// An object identifier (RFC 3061).
    Oid(scheme::Oid<'i>),
    /// A telephone number (RFC 3966).
    Tel(scheme::Tel<'i>),
    /// A place (RFC 5870).
    Geo(scheme::Geo<'i>),
    /// A message to be composed (RFC 6068).
    Mailto(scheme::Mailto<'i>),
    /// A resource of the program that opens the URI (RFC 6694).
    About(scheme::About<'i>),
    /// A name that is a hash (RFC 6920, 3).
    Ni(scheme::Ni<'i>),
    /// A name that is a hash, in a form that people can speak (RFC 6920, 7).
    Nih(scheme::Nih<'i>),
    /// An account at a service provider (RFC 7565).
    Acct(scheme::Acct<'i>),
    /// A file on this machine or on another host (RFC 8089).
    FileUri(scheme::FileUri<'i>),
    /// A resource of an origin server (RFC 9110).
    Http(scheme::HttpUri<'i>),
    /// A decentralized identifier, or a URL that begins with one (DID Core).
    Did(scheme::Did<'i>),
    /// A UUID (RFC 9562).
    Uuid(scheme::Uuid),
    /// The identity of a workload (SPIFFE ID).
    Spiffe(scheme::SpiffeId<'i>),
    /// A container image (distribution/reference). It is not a URI.
    Image(scheme::ImageReference<'i>),
    /// A package (ECMA-427), or the reason why no package has this PURL.
    Pkg(Result<Purl, PurlError>),
    /// A URI that RFC 1630 derives only by its section 8, and not by a production of its section 9.
    Uri {
        /// Whether the scheme is experimental: its name begins with `x-` (RFC 1630, 7).
        is_experimental: bool,
    },
}

/// A function that finds the derivation and the meaning of a string by one edition.
type MeaningOf = for<'i> fn(&'i str) -> Result<(Derivation, Meaning<'i>), ParseError>;

impl<'i> Meaning<'i> {
    /// Finds the meaning of the URL in a tree, and the production that derives the URL. If this is
    /// not the production of the scheme, the derivation says why.
    ///
    /// Returns `None` if the edition does not define single schemes, as is the case for the generic
    /// editions since url-syntax-05, or if the tree covers only a part of a URL.
    ///
    /// ```
    /// use urispec::{Edition, Node};
    /// use urispec::meaning::{Meaning, rfc1738::Url};
    /// let tree = Node::parse(Edition::Rfc1738, "url", "http://user@host/")?;
    /// let Some((derivation, meaning)) = Meaning::from_tree(Edition::Rfc1738, &tree)? else { unreachable!() };
    /// assert_eq!(derivation.production, "otherurl");
    /// assert_eq!(derivation.unmatched.map(|unmatched| unmatched.production), Some("httpurl"));
    /// assert!(matches!(meaning, Meaning::Rfc1738(Url::Other(_))));
    /// # Ok::<(), urispec::ParseError>(())
    /// ```
    ///
    /// # Errors
    ///
    /// The errors of [`Node::parse`], if the tree belongs to another edition.
    pub fn from_tree(
        edition: Edition,
        tree: &Node<'i>,
    ) -> Result<Option<(Derivation, Self)>, ParseError> {
        let meaning: MeaningOf = match edition {
            Edition::Rfc1630 => of_rfc1630,
            Edition::Rfc1738 => of_rfc1738,
            Edition::Rfc2141 => {
                |text| Ok(alone("URN", Meaning::Urn(scheme::Urn::parse_rfc2141(text)?)))
            }
            Edition::Rfc2397 => {
                |text| Ok(alone("dataurl", Meaning::Data(scheme::Data::parse(text)?)))
            }
            Edition::Rfc3061 => {
                |text| Ok(alone("oid-URN", Meaning::Oid(scheme::Oid::parse(text)?)))
            }
            Edition::Rfc3966 => {
                |text| Ok(alone("telephone-uri", Meaning::Tel(scheme::Tel::parse(text)?)))
            }
            Edition::Rfc5870 => {
                |text| Ok(alone("geo-URI", Meaning::Geo(scheme::Geo::parse(text)?)))
            }
            Edition::Rfc6068 => {
                |text| Ok(alone("mailtoURI", Meaning::Mailto(scheme::Mailto::parse(text)?)))
            }
            Edition::Rfc6694 => {
                |text| Ok(alone("about-uri", Meaning::About(scheme::About::parse(text)?)))
            }
            Edition::Rfc6920 => |text| {
                Ok(match scheme::Ni::parse(text) {
                    Ok(ni) => alone("NI-URI", Meaning::Ni(ni)),
                    Err(_) => alone("humanname", Meaning::Nih(scheme::Nih::parse(text)?)),
                })
            },
            Edition::Rfc7565 => {
                |text| Ok(alone("acctURI", Meaning::Acct(scheme::Acct::parse(text)?)))
            }
            Edition::Rfc8089 => {
                |text| Ok(alone("file-URI", Meaning::FileUri(scheme::FileUri::parse(text)?)))
            }
            Edition::Rfc8141 => {
                |text| Ok(alone("namestring", Meaning::Urn(scheme::Urn::parse(text)?)))
            }
            Edition::Rfc9110 => |text| {
                let http = scheme::HttpUri::parse(text)?;
                let production = if http.is_secured { "https-URI" } else { "http-URI" };
                Ok(alone(production, Meaning::Http(http)))
            },
            Edition::Did => |text| {
                let did = scheme::Did::parse(text)?;
                let production = if did.is_did() { "did" } else { "did-url" };
                Ok(alone(production, Meaning::Did(did)))
            },
            Edition::Rfc9562 => {
                |text| Ok(alone("uuid-urn", Meaning::Uuid(scheme::Uuid::parse(text)?)))
            }
            Edition::Spiffe => {
                |text| Ok(alone("SPIFFE-ID", Meaning::Spiffe(scheme::SpiffeId::parse(text)?)))
            }
            Edition::Oci => {
                |text| Ok(alone("reference", Meaning::Image(scheme::ImageReference::parse(text)?)))
            }
            Edition::Pkg => |text| {
                let is_canonical = Edition::Pkg.production("PURL")?.accepts(text.as_bytes());
                let production = if is_canonical { "PURL" } else { "lenient-PURL" };
                Ok(alone(production, Meaning::Pkg(Purl::parse(text))))
            },
            _ => return Ok(None),
        };
        if edition.is_of_scheme() && edition.deriving(tree.text()).is_err() {
            return Ok(None);
        }
        if !matches!(tree.role(), Role::Whole | Role::Specific) {
            return Ok(None);
        }
        let prefixed = tree.children().iter().find(|_| tree.role() == Role::Specific);
        let url = prefixed.filter(|child| child.role() == Role::Whole).unwrap_or(tree);
        meaning(url.text()).map(Some)
    }

    /// Returns the request that a client sends to the server of a gopher URL. Returns `None` for other URLs. Also
    /// returns `None` if an encoded delimiter would break the request (RFC 1738, 6).
    #[must_use]
    pub fn request(&self) -> Option<Vec<u8>> {
        match self {
            Self::Rfc1738(rfc1738::Url::Gopher(gopher)) => gopher.request(),
            Self::Rfc1630(rfc1630::Url::Gopher(gopher)) => Some(gopher.request()),
            _ => None,
        }
    }
}

/// Pairs the meaning with a derivation by `production`, which is the production of the scheme.
fn alone<'i>(production: &'static str, meaning: Meaning<'i>) -> (Derivation, Meaning<'i>) {
    (Derivation { production, unmatched: None }, meaning)
}

/// Returns the derivation and the meaning of a string by RFC 1738.
fn of_rfc1738(text: &str) -> Result<(Derivation, Meaning<'_>), ParseError> {
    Ok((rfc1738::derivation(text)?, Meaning::Rfc1738(rfc1738::Url::parse(text)?)))
}

/// Returns the derivation and the meaning of a string by RFC 1630.
fn of_rfc1630(text: &str) -> Result<(Derivation, Meaning<'_>), ParseError> {
    let derivation = rfc1630::derivation(text)?;
    // "The fragment-id follows the URL of the whole object" (4.1.4).
    let (production, url) = match (derivation.production, text.split_once('#')) {
        ("fragmentaddress", Some((url, _))) => (rfc1630::derivation(url)?.production, url),
        (production, _) => (production, text),
    };
    let meaning = match production {
        "uri" | "fragmentaddress" => rfc1630::File::of(url).map_or_else(
            || Meaning::Uri { is_experimental: rfc1630::is_experimental(url) },
            Meaning::File,
        ),
        "afsaddress" => Meaning::Afs(rfc1630::Afs::parse(url)?),
        _ => Meaning::Rfc1630(rfc1630::Url::parse(url)?),
    };
    Ok((derivation, meaning))
}

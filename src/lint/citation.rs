//! Where a document speaks of what a finding is about.

use std::fmt;

use crate::editions::Edition;

/// A place in a document: one of the editions, or another document.
///
/// ```
/// use urispec::lint::lint;
/// use urispec::{Edition, UriRef};
/// let found = lint(&UriRef::parse("http://0x7f.1/")?);
/// let citation = found[0].citations()[0];
/// assert_eq!((citation.edition(), citation.section()), (Some(Edition::Rfc3986), Some("7.4")));
/// assert_eq!(citation.to_string(), "rfc3986, 7.4");
/// # Ok::<(), urispec::ParseError>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Citation {
    document: &'static str,
    section: Option<&'static str>,
    edition: Option<Edition>,
}

impl Citation {
    /// A section of an edition's document.
    pub(super) const fn of(edition: Edition, section: &'static str) -> Self {
        Self { document: edition.id(), section: Some(section), edition: Some(edition) }
    }

    /// A section of another document, by its number or its name.
    pub(super) const fn section_of(document: &'static str, section: &'static str) -> Self {
        Self { document, section: Some(section), edition: None }
    }

    /// A whole document.
    pub(super) const fn whole(document: &'static str) -> Self {
        Self { document, section: None, edition: None }
    }

    /// The document: the id of an edition, or the name of another document, such as `RFC 6761` or
    /// `URL Standard`.
    #[must_use]
    pub const fn document(&self) -> &'static str {
        self.document
    }

    /// The section, by its number or, in documents without numbers that stay, by its name. It is
    /// `None` where the whole document is about the matter.
    #[must_use]
    pub const fn section(&self) -> Option<&'static str> {
        self.section
    }

    /// The edition whose document is cited, if the document is one of the editions.
    #[must_use]
    pub const fn edition(&self) -> Option<Edition> {
        self.edition
    }
}

/// Prints the document and the section: `RFC 6761, 6.3`.
impl fmt::Display for Citation {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match (self.edition, self.section) {
            (Some(edition), Some(section)) => f.write_str(&edition.cited(section)),
            (None, Some(section)) => write!(f, "{}, {section}", self.document),
            (_, None) => f.write_str(self.document),
        }
    }
}

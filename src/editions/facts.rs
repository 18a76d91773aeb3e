//! The facts about an edition that the stages ask for. The document prints none of them as such.

use super::{Algorithm, Ladder, Partial};
use crate::parts::split::Components;

/// The facts that the other stages may know about an edition.
pub struct DocumentSpec {
    /// The id of the edition in the program and the snapshots.
    pub(crate) id: &'static str,
    /// The name of the document.
    pub(crate) document: &'static str,
    /// How the strings begin that a document of a single scheme is about. A document of all URIs names none.
    pub(crate) begins: &'static [&'static str],
    /// The resolution algorithm of the edition.
    pub algorithm: Algorithm,
    /// The references that the edition resolves although its default production cannot derive them.
    pub(crate) partial: Option<Partial>,
    /// The licences of the edition for the comparison ladder.
    pub ladder: Ladder,
    /// The productions that stand for a whole string; the first is the default.
    pub(crate) whole: &'static [&'static str],
    /// What decides the components of whole strings, if the grammar does not.
    pub(crate) divided: Option<Oracle>,
}

/// What decides the components of whole strings, whatever the grammar derives.
pub(crate) struct Oracle {
    /// The way in which any string is divided.
    pub(crate) split: fn(&str) -> Components<'_>,
    /// The production of an authority, which finds the host. The name is empty if no string has an
    /// authority.
    pub(crate) authority: &'static str,
    /// Whether that production has a host. A `net_loc` of RFC 1808 is divided by the documents of
    /// schemes (2.4.3).
    pub(crate) has_host: bool,
    /// Whether what follows the first ";" of a path is a component (RFC 1808, 2.4.5).
    pub(crate) has_params: bool,
}

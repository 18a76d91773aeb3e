//! What the crates that stand on the library ask of it beside its public API.
//!
//! In: the rooms of the library. Out: their items by one name, and functions for what types of the public API do not show.
//! Nothing of it is promised.

pub use grammar_automata::Automaton;

/// Percent-encoding, with the classes of single octets.
pub mod percent {
    pub use crate::parts::percent::iri::*;
    pub use crate::parts::percent::octets::*;
    pub use crate::percent::*;
}

/// The automaton of RFC 3986.
pub static RFC3986: &Automaton = &crate::editions::automaton::tables::rfc3986::AUTOMATON;

#[cfg(feature = "grammars")]
pub use grammars::*;

#[cfg(feature = "grammars")]
mod grammars {
    use core::ops::Range;

    use grammar_automata::Automaton;

    use crate::editions::Edition;
    use crate::editions::rfc6920::{Digest, NotADigest};
    use crate::parse::Recognizer;
    use crate::parse::lower::scheme::{Data, Geo, GeoParameter};
    use crate::reference::Reference;

    pub use crate::editions::{
        Algorithm, DotSegments, Facts, Form, Kept, Ladder, Licence, OwnScheme,
    };
    pub use crate::normalize::by_licence;
    pub use crate::parse::lower::scheme::contacts::{addresses, recipient};
    pub use crate::parts::host::last_colon;
    #[cfg(feature = "unicode")]
    pub use crate::parts::idna::punycode;
    pub use crate::parts::{address, schemes};
    pub use crate::reference::Spans;

    /// Where the components of a reference lie.
    #[must_use]
    pub const fn spans(reference: &Reference<'_>) -> Spans {
        reference.spans
    }

    /// The facts of an edition.
    #[must_use]
    pub const fn facts(edition: Edition) -> &'static Facts {
        edition.facts()
    }

    /// The automata of the edition's grammars, each with its start for a whole string.
    pub fn starts(edition: Edition) -> impl Iterator<Item = (&'static Automaton, u16)> {
        edition.starts()
    }

    /// Whether the production asks more of a string than its grammar.
    #[must_use]
    pub fn is_beyond_grammar(recognizer: &Recognizer) -> bool {
        recognizer.is_beyond_grammar()
    }

    /// The spans in [`Data::data`] of the characters that base64 does not have, if the data are in base64.
    #[must_use]
    pub fn ignored(data: &Data<'_>) -> Vec<Range<usize>> {
        data.ignored()
    }

    /// The coordinates that are beyond the range of WGS-84.
    pub fn invalid_coordinates<'i>(geo: &Geo<'i>) -> impl Iterator<Item = &'i str> + use<'i> {
        geo.invalid_coordinates()
    }

    /// Whether the longitude is zero, however it is written.
    #[must_use]
    pub fn has_no_longitude(geo: &Geo<'_>) -> bool {
        geo.has_no_longitude()
    }

    /// Whether the parameter is a "crs" that does not name WGS-84.
    #[must_use]
    pub fn is_other_crs(parameter: &GeoParameter<'_>) -> bool {
        parameter.is_other_crs()
    }

    /// The hash that a value of the scheme `nih` encodes in hexadecimal digits (RFC 6920, 7).
    ///
    /// # Errors
    ///
    /// The value encodes none.
    pub fn of_sepval<'i>(
        alg: &'i str,
        sepval: &str,
        checkdigit: Option<&str>,
    ) -> Result<Digest<'i>, NotADigest> {
        Digest::of_sepval(alg, sepval, checkdigit)
    }
}

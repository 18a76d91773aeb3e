//! What the crates that stand on the library ask of it beside its public API.
//!
//! In: the rooms of the library. Out: their items by one name, and functions for what types of the public API do not show.
//! Nothing of it is promised.

pub use grammar_automata::Automaton;

/// Percent-encoding, with the classes of single octets.
pub mod percent {
    pub use crate::parts::percent::octets::*;
    pub use crate::parts::percent::*;
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
    use crate::editions::grammar::{Grammar, Node};
    use crate::editions::production::Production;
    use crate::editions::rfc6920::{Digest, NotADigest};
    use crate::parse::Recognizer;
    use crate::parse::lower::scheme::{Data, Geo, GeoParameter};
    use crate::parts::split::Components;
    use crate::reference::Reference;
    use crate::reference::error::ParseError;
    use crate::resolve;

    pub use crate::editions::{
        Algorithm, DocumentSpec, DotSegments, Kept, Ladder, Licence, OwnScheme, SchemeForm,
        of_rfc3986,
    };
    pub use crate::normalize::by_licence;
    pub use crate::parse::lower::scheme::contacts::{addresses, recipient};
    pub use crate::parts::host::{inet_aton, last_colon};
    #[cfg(feature = "unicode")]
    pub use crate::parts::idna::decode_punycode;
    pub use crate::parts::{Count, schemes};
    pub use crate::reference::Spans;

    /// Where the components of a reference lie.
    #[must_use]
    pub const fn spans(reference: &Reference<'_>) -> Spans {
        reference.spans
    }

    /// The facts of an edition.
    #[must_use]
    pub const fn facts(edition: Edition) -> &'static DocumentSpec {
        edition.facts()
    }

    /// The automata of the edition's grammars, each with its start for a whole string.
    pub fn starts(edition: Edition) -> impl Iterator<Item = (&'static Automaton, u16)> {
        edition.starts()
    }

    /// The production that a recognizer checks strings by.
    #[must_use]
    pub const fn production_of(recognizer: &Recognizer) -> &'static Production {
        recognizer.production
    }

    /// The tree of a whole string under a production of a grammar, if there is one.
    #[must_use]
    pub fn tree<'i>(grammar: &Grammar, production: &Production, text: &'i str) -> Option<Node<'i>> {
        grammar.tree(production, text).ok()
    }

    /// The production of a node.
    #[must_use]
    pub const fn production_of_node(node: &Node<'_>) -> &'static Production {
        node.production
    }

    /// The automaton of a recognizer's grammar, and the start of its production.
    #[must_use]
    pub const fn table(recognizer: &Recognizer) -> (&'static Automaton, u16) {
        (recognizer.grammar.automaton, recognizer.start)
    }

    /// Whether the document leaves resolution to RFC 3986, whose sections are not its own.
    #[must_use]
    pub fn resolves_by_rfc3986(edition: Edition) -> bool {
        edition.resolves_by_rfc3986()
    }

    /// Whether the document says what the host of an authority is.
    #[must_use]
    pub fn tells_hosts(edition: Edition) -> bool {
        edition.tells_hosts()
    }

    /// The string if the document derives it, or else without its fragment if it derives that.
    #[must_use]
    pub fn derived_of(edition: Edition, text: &str) -> Option<&str> {
        edition.derived_of(text)
    }

    /// Whether a production for whole strings derives all that a production of a single scheme does.
    #[must_use]
    pub fn has_in_whole(edition: Edition, own: &Recognizer) -> bool {
        edition.has_in_whole(own)
    }

    /// The completed form of a string that the edition resolves although no production for whole strings derives it.
    #[must_use]
    pub fn completed(edition: Edition, text: &str, parts: &Components<'_>) -> Option<String> {
        resolve::completed(edition, text, parts).map(|completed| completed.whole)
    }

    /// The productions of single schemes, in the order of the grammars.
    #[must_use]
    pub fn specific(edition: Edition) -> &'static [Recognizer] {
        edition.specific()
    }

    /// The productions on the way to the path of a string.
    ///
    /// # Errors
    ///
    /// The production does not derive the string.
    pub fn way(production: &Recognizer, text: &str) -> Result<Vec<&'static str>, ParseError> {
        production.way(text)
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

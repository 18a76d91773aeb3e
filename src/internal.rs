//! Items that the crates built on this library share. Nothing here is part of the stable API.

pub use grammar_automata::Automaton;

/// Percent-encoding, and tests of single octets, such as whether an octet is unreserved.
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
        Algorithm, DocumentSpec, DotSegments, Ladder, OwnScheme, PreservedTriplets, SchemeForm,
        SectionRef, of_rfc3986,
    };
    pub use crate::normalize::by_licence;
    pub use crate::parse::lower::scheme::contacts::{addresses, recipient};
    pub use crate::parts::host::{inet_aton, last_colon};
    #[cfg(any(feature = "unicode", feature = "whatwg"))]
    pub use crate::parts::idna::decode_punycode;
    pub use crate::parts::{Count, schemes};
    pub use crate::reference::Spans;

    /// Returns the offsets of the components of a reference.
    #[must_use]
    pub const fn spans(reference: &Reference<'_>) -> Spans {
        reference.spans
    }

    /// Returns the reference for a URL that the parser of the URL Standard serialized. The URL need not be a valid URL
    /// string. It must be shorter than 4 GiB.
    #[must_use]
    pub const fn serialized(url: &str) -> Reference<'_> {
        Reference { text: url, spans: crate::parse::constant::components(url.as_bytes()) }
    }

    /// Returns the facts of an edition.
    #[must_use]
    pub const fn facts(edition: Edition) -> &'static DocumentSpec {
        edition.facts()
    }

    /// Returns the start states of the productions for whole strings, each with its automaton.
    pub fn starts(edition: Edition) -> impl Iterator<Item = (&'static Automaton, u16)> {
        edition.starts()
    }

    /// Returns the production by which a recognizer checks strings.
    #[must_use]
    pub const fn production_of(recognizer: &Recognizer) -> &'static Production {
        recognizer.production
    }

    /// Returns the parse tree of `text` under `production`, or `None` if the production does not
    /// derive the whole `text`.
    #[must_use]
    pub fn tree<'i>(grammar: &Grammar, production: &Production, text: &'i str) -> Option<Node<'i>> {
        grammar.tree(production, text).ok()
    }

    /// Returns the production of a node.
    #[must_use]
    pub const fn production_of_node(node: &Node<'_>) -> &'static Production {
        node.production
    }

    /// Returns the automaton of a recognizer, and the start state of the recognizer's production.
    #[must_use]
    pub const fn table(recognizer: &Recognizer) -> (&'static Automaton, u16) {
        (recognizer.grammar.automaton, recognizer.start)
    }

    /// Returns whether the document of the edition leaves resolution to RFC 3986.
    #[must_use]
    pub fn resolves_by_rfc3986(edition: Edition) -> bool {
        edition.resolves_by_rfc3986()
    }

    /// Returns whether the document of the edition defines the host of an authority.
    #[must_use]
    pub fn tells_hosts(edition: Edition) -> bool {
        edition.tells_hosts()
    }

    /// Returns the `text` if a production for whole strings derives it. Otherwise, returns the `text` without its
    /// fragment if such a production derives that part, or else `None`.
    #[must_use]
    pub fn derived_of(edition: Edition, text: &str) -> Option<&str> {
        edition.derived_of(text)
    }

    /// Returns whether `own`, a production of a single scheme, is an alternative in a production for whole strings.
    #[must_use]
    pub fn has_in_whole(edition: Edition, own: &Recognizer) -> bool {
        edition.has_in_whole(own)
    }

    /// Completes a `text` that the edition resolves although no production for whole strings
    /// derives it. Returns `None` for any other text.
    #[must_use]
    pub fn completed(edition: Edition, text: &str, parts: &Components<'_>) -> Option<String> {
        resolve::completed(edition, text, parts).map(|completed| completed.whole)
    }

    /// Returns the edition's productions of single schemes, in the order of its grammars.
    #[must_use]
    pub fn specific(edition: Edition) -> &'static [Recognizer] {
        edition.specific()
    }

    /// Returns the names of the productions on the path from the root of the parse tree to the parent of the authority.
    /// Without an authority, the list ends with the production of the path component.
    ///
    /// # Errors
    ///
    /// Fails if the production does not derive the string.
    pub fn way(production: &Recognizer, text: &str) -> Result<Vec<&'static str>, ParseError> {
        production.way(text)
    }

    /// Returns whether the document restricts the strings of the production by rules outside the grammar.
    #[must_use]
    pub fn is_beyond_grammar(recognizer: &Recognizer) -> bool {
        recognizer.is_beyond_grammar()
    }

    /// Returns the spans in [`Data::data`] of the characters outside the base64 alphabet, if the
    /// data are in base64.
    #[must_use]
    pub fn ignored(data: &Data<'_>) -> Vec<Range<usize>> {
        data.ignored()
    }

    /// Returns the coordinates that are outside the range of WGS-84, if the URI uses WGS-84.
    pub fn invalid_coordinates<'i>(geo: &Geo<'i>) -> impl Iterator<Item = &'i str> + use<'i> {
        geo.invalid_coordinates()
    }

    /// Returns whether the longitude is zero, however it is written.
    #[must_use]
    pub fn has_no_longitude(geo: &Geo<'_>) -> bool {
        geo.has_no_longitude()
    }

    /// Returns whether the parameter is a "crs" that does not name WGS-84.
    #[must_use]
    pub fn is_other_crs(parameter: &GeoParameter<'_>) -> bool {
        parameter.is_other_crs()
    }

    /// Decodes a hexadecimal value of the scheme `nih` (RFC 6920, 7).
    ///
    /// # Errors
    ///
    /// Fails if the value does not encode a hash.
    pub fn of_sepval<'i>(
        alg: &'i str,
        sepval: &str,
        checkdigit: Option<&str>,
    ) -> Result<Digest<'i>, NotADigest> {
        Digest::of_sepval(alg, sepval, checkdigit)
    }
}

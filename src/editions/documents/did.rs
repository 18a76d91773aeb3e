//! DID Core, the W3C Recommendation of July 2022: the scheme `did`, from sections 3 and 8.1.
//!
//! A DID is a URI, and to RFC 3986 it is a scheme and a path, without an authority. So the
//! components are those of RFC 3986: the path of `did:example:123/a` is `example:123/a`. DID Core
//! calls only `/a` the path, as [`Did`](crate::scheme::Did) does.
//!
//! Any `method-name` is accepted as the name of a method; the registry of methods is not included.

use pest_derive::Parser;

use crate::editions::grammar::{CharacterSections, Grammar, grammar, printed, productions};
use crate::editions::{Algorithm, DocumentSpec, Ladder, Oracle, Printed};
use crate::parts::percent;
use crate::parts::split::split;

#[derive(Parser)]
#[grammar = "../grammar/did.pest"]
struct Did;

pub(crate) static FACTS: DocumentSpec = DocumentSpec {
    id: "did",
    document: "DID Core, July 2022",
    noun: "a DID",
    begins: &["did:"],
    algorithm: Algorithm::Rfc3986,
    ladder: Ladder {
        // "The generic DID scheme is a URI scheme conformant with [RFC3986]" (3.1), so the rules
        // for all URIs apply to DIDs. Each method defines which of its identifiers are the same
        // (8.1).
        string: Some("RFC 3986, 6.2.1"),
        scheme_case: Some("RFC 3986, 6.2.2.1"),
        triplet_case: Some("RFC 3986, 6.2.2.1"),
        unreserved: Some((percent::is_unreserved, "RFC 3986, 6.2.2.2")),
        in_identifier: Some(stands_in_identifier),
        // Dot segments are not removed: to RFC 3986 the identifier is the first segment, and would
        // be lost.
        ..Ladder::NONE
    },
    whole: &["did-url", "did"],
    divided: Some(Oracle { split, authority: "", has_host: false, has_params: false }),
    ..DocumentSpec::PLAIN
};

pub(crate) static PRINTED: Printed = Printed {
    remark: "The sections 3 and 8.1 of DID Core were read, which define DIDs and what their methods specify.",
    ..printed!("did", &GRAMMAR)
};

static GRAMMAR: Grammar = grammar! {
    "did" in Abnf, readings, extends Some(&[]), automaton did, by {Did, Rule, place},
    CharacterSections::new("3.1", "3.1", "3.1")
};

productions! {
    _ => b'-';
    "3.1" =>
        Specific(did)
        Part(method_name, method_specific_id, pct_encoded)
        Class(whole_method_char, whole_idchar);
    "3.2" => Whole(did_url);
    "RFC 3986, 3.3" => Path(path_abempty) Segment(segment) Class(whole_pchar);
    "RFC 3986, 3.4" => Query(query);
    "RFC 3986, 3.5" => Fragment(fragment);
    "RFC 3986, 2.3" => Class(whole_unreserved);
    "RFC 3986, 2.2" => Class(whole_sub_delims);
    none => method_char, idchar, pchar, unreserved, sub_delims, ALPHA, DIGIT, HEXDIG;
}

/// Returns whether an octet may be written unencoded in an identifier. It may if it is unreserved
/// in RFC 3986 (2.3), except for a tilde, which an identifier must encode (DID Core, 3.1). The
/// path, the query and the fragment follow RFC 3986 (DID Core, 3.2).
const fn stands_in_identifier(octet: u8) -> bool {
    percent::is_unreserved(octet) && octet != b'~'
}

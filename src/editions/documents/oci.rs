//! distribution/reference: the references to container images that Docker and containerd read, as defined by the
//! grammar in a comment of `reference.go` at the commit 0965666a.
//!
//! A reference is not a URI: it has no scheme, and `host:port/` and `name:tag` both contain a
//! colon. Docker does not use this grammar but the regular expressions of `regexp.go`, which differ
//! from it for addresses in brackets and for digests. The further rules of Parse and
//! ParseNormalizedNamed are in [`ImageReference`](crate::scheme::ImageReference) and
//! [`ImageName`](crate::scheme::ImageName).

use pest_derive::Parser;

use crate::editions::grammar::{CharacterSections, Grammar, grammar, printed, productions};
use crate::editions::{Algorithm, DocumentSpec, Ladder, Printed};

#[derive(Parser)]
#[grammar = "../grammar/oci.pest"]
struct Oci;

pub(crate) static FACTS: DocumentSpec = DocumentSpec {
    id: "oci",
    document: "distribution/reference, 2026",
    noun: "an image reference",
    algorithm: Algorithm::None { why: "an image reference is not a URI", section: "grammar" },
    ladder: Ladder::NONE,
    whole: &["reference"],
    ..DocumentSpec::PLAIN
};

pub(crate) static PRINTED: Printed = Printed {
    remark: "The names of the sections are not from the source: grammar is the comment of reference.go, regexp the \
             expressions of regexp.go, parse and normalize the functions Parse and ParseNormalizedNamed, and oci the \
             distribution and image specifications.",
    ..printed!("oci", &GRAMMAR)
};

static GRAMMAR: Grammar = grammar! {
    "oci" in Bnf, readings, extends Some(&[]), automaton oci, by {Oci, Rule, place},
    CharacterSections::new("grammar", "grammar", "grammar")
};

// Within a digest, `digest-algorithm` has a rule that ends before the digits.
productions! {
    _ => b'-';
    "grammar" =>
        Whole(reference)
        Part(
            name, domain, host, domain_name, domain_component, port_number, path_component, path,
            remote_name, alpha_numeric, separator, tag, digest, digest_algorithm,
            digest_algorithm_of_digest = "digest-algorithm", digest_algorithm_separator,
            digest_algorithm_component, digest_hex, identifier, IPv4address, IPv6address, ls32,
            h16, dec_octet
        )
        Class(whole_let_dig, whole_alpha, whole_digit);
    none => let_dig, alpha, digit, hex;
}

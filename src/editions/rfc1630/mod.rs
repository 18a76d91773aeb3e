//! RFC 1630 (1994): two blocks of BNF, whose names clash.

use super::{Algorithm, Facts, Ladder, Partial, Printed};

mod division;
mod uri;
mod url;

pub(super) static FACTS: Facts = Facts {
    id: "rfc1630",
    document: "RFC 1630, June 1994",
    begins: &[],
    algorithm: Algorithm::Rfc1630,
    // A partial form is a URI without its scheme (4.1.3), and has no production.
    partial: Some(Partial { begins: "", lacks: "x:", scheme_lacks: None, is_underivable: false }),
    ladder: Ladder {
        triplet_case: Some("4.1.2"),
        unreserved: Some((is_unreserved, "4.1.2")),
        reserved_dots: true,
        plus_in_query: Some("4.1.1"),
        local_host: Some("5.8"),
        host_in_path: true,
        ..Ladder::NONE
    },
    whole: &["fragmentaddress", "uri", "prefixedurl", "url"],
    divided: None,
};

pub(super) static PRINTED: Printed = Printed {
    // Of a name that both define, `path` or `search`, the generic production is meant.
    grammars: &[&uri::GRAMMAR, &url::GRAMMAR],
    divided: division::DIVIDED,
    examples: include_str!("../../../grammar/rfc1630.examples"),
    requirements: include_str!("../../../grammar/rfc1630.requirements"),
    errata: include_str!("../../../grammar/rfc1630.errata"),
    terms: include_str!("../../../grammar/rfc1630.terms"),
    translations: "",
    remark: "The sections of RFC 1630 have no numbers. Those given are of a French translation, which has a table \
             of contents. Where the two differ, the English text is followed: the translation has `filetype` for \
             `ftptype` (9), \"xxx/..\" for \"xxx/../\" and the first form for the latter (4.1.3), and other \
             URLs (5.6, 10).",
};

/// Whether an octet may be encoded or not: the syntax admits it, 4.1.1 does not reserve it (`*`,
/// `!`, and `+` in a query), and it is not the `@` at which section 9 divides.
const fn is_unreserved(octet: u8) -> bool {
    octet.is_ascii_alphanumeric()
        || matches!(octet, b'$' | b'-' | b'_' | b'.' | b'&' | b'"' | b'\'' | b'(' | b')' | b',')
}

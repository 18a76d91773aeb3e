//! What the documents of single schemes, and of strings beside URIs, ask of their own: a file for each.
//!
//! The surprising case: a field of a `mailto` URI may be safe and foreign at once. `In-Reply-To` stands
//! in an example of RFC 6068 (6.1), and is none of the fields that its section 4 believes to be safe.

mod about;
mod acct;
mod data;
mod did;
mod geo;
mod mailto;
mod oid;
mod tel;
mod ni;
mod spiffe;
mod oci;
mod pkg;
mod urn;
mod uuid;

use std::ops::Range;

use super::Findings;
use super::subject::{Subject, span_in};
use crate::editions::Edition;

/// What looks for the lints of a document's own. Most documents have none.
pub(super) fn of(edition: Edition) -> Option<fn(&Subject<'_>, &mut Findings)> {
    Some(match edition {
        Edition::Rfc2141 => urn::rfc2141,
        Edition::Rfc2397 => data::look,
        Edition::Rfc3061 => oid::look,
        Edition::Rfc3966 => tel::look,
        Edition::Rfc5870 => geo::look,
        Edition::Rfc6068 => mailto::look,
        Edition::Rfc6694 => about::look,
        Edition::Rfc6920 => ni::look,
        Edition::Rfc7565 => acct::look,
        Edition::Rfc8141 => urn::rfc8141,
        Edition::Did => did::look,
        Edition::Rfc9562 => uuid::look,
        Edition::Spiffe => spiffe::look,
        Edition::Pkg => pkg::look,
        Edition::Oci => oci::look,
        _ => return None,
    })
}

/// The span of a part of the string, which begins in it.
fn within(subject: &Subject<'_>, part: &str) -> Range<usize> {
    span_in(subject.text, part)
}

/// The text with what stands in these spans replaced. The spans stand in their order.
fn mended(text: &str, spans: &[Range<usize>], mend: impl Fn(&str) -> String) -> String {
    let (mut mended, mut copied) = (String::with_capacity(text.len()), 0);
    for span in spans {
        mended += &text[copied..span.start];
        mended += &mend(&text[span.clone()]);
        copied = span.end;
    }
    mended + &text[copied..]
}

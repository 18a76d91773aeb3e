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

pub(super) fn look(subject: &Subject<'_>, found: &mut Findings) {
    match found.linter.edition {
        Edition::Rfc2141 => urn::rfc2141(subject, found),
        Edition::Rfc2397 => data::look(subject, found),
        Edition::Rfc3061 => oid::look(subject, found),
        Edition::Rfc3966 => tel::look(subject, found),
        Edition::Rfc5870 => geo::look(subject, found),
        Edition::Rfc6068 => mailto::look(subject, found),
        Edition::Rfc6694 => about::look(subject, found),
        Edition::Rfc6920 => ni::look(subject, found),
        Edition::Rfc7565 => acct::look(subject, found),
        Edition::Rfc8141 => urn::rfc8141(subject, found),
        Edition::Did => did::look(subject, found),
        Edition::Rfc9562 => uuid::look(subject, found),
        Edition::Spiffe => spiffe::look(subject, found),
        Edition::Pkg => pkg::look(subject, found),
        Edition::Oci => oci::look(subject, found),
        _ => {}
    }
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

//! What RFC 2141 and RFC 8141 ask of a `urn`.

use super::within;
use crate::lint::subject::Subject;
use crate::lint::{Findings, table};
use crate::parse::lower::scheme::Urn;
use crate::parts::percent;

pub(super) fn rfc2141(subject: &Subject<'_>, found: &mut Findings) {
    let Ok(urn) = Urn::parse_rfc2141(subject.text) else { return };
    let message = "the identifier \"urn\" is reserved, and must not be used";
    let is_urn = urn.nid.eq_ignore_ascii_case("urn");
    namespace(subject, &urn, is_urn.then_some(message), found);
    reserved(subject, &urn, found);
}

pub(super) fn rfc8141(subject: &Subject<'_>, found: &mut Findings) {
    let Ok(urn) = Urn::parse(subject.text) else { return };
    let message = "no formal namespace may have this identifier";
    let is_wrong = !urn.is_informal() && is_no_formal(urn.nid);
    namespace(subject, &urn, is_wrong.then_some(message), found);
    let message = "no document says yet what an r-component means";
    let span = urn.r_component.map(|part| within(subject, part));
    found.add(&table::R_COMPONENT, span, message, None);
}

/// Finds the identifier of a namespace, of which a message says what is wrong.
fn namespace(
    subject: &Subject<'_>,
    urn: &Urn<'_>,
    wrong: Option<&'static str>,
    found: &mut Findings,
) {
    let Some(message) = wrong else { return };
    found.add(&table::URN_NAMESPACE, [within(subject, urn.nid)], message, None);
}

/// Whether a formal namespace must not have the identifier: it has two characters, or begins with
/// `urn-`, with `X-`, or with two letters and a hyphen (5.1).
fn is_no_formal(nid: &str) -> bool {
    let lower = nid.to_ascii_lowercase();
    let is_of_country = match lower.as_bytes() {
        [a, b, b'-', ..] => a.is_ascii_alphabetic() && b.is_ascii_alphabetic(),
        _ => false,
    };
    lower.len() <= 2 || lower.starts_with("urn-") || lower.starts_with("x-") || is_of_country
}

/// What RFC 2141 keeps for later, and what it would not have encoded.
fn reserved(subject: &Subject<'_>, urn: &Urn<'_>, found: &mut Findings) {
    let start = within(subject, urn.nss).start;
    let places = urn.nss.match_indices(['/', '?', '#']);
    let spans = places.map(|(at, text)| start + at..start + at + text.len());
    let message = "the character is reserved, and should be encoded";
    found.add(&table::URN_RESERVED, spans, message, None);
    let needless = |at: &usize| {
        percent::triplet(&urn.nss.as_bytes()[*at..]).is_some_and(|octet| {
            octet.is_ascii_alphanumeric() || b"()+,-.:=@;$_!*'".contains(&octet)
        })
    };
    let places = urn.nss.match_indices('%').map(|(at, _)| at).filter(needless);
    let spans = places.map(|at| start + at..start + at + 3);
    // To decode it would make another name of it (5).
    found.add(&table::NEEDLESS_ESCAPE, spans, "the escaped character must stand for itself", None);
}

//! What RFC 6920 asks of names that are hashes.

use super::within;
use crate::lint::subject::Subject;
use crate::lint::{Findings, table};
use crate::parse::lower::scheme::{Digest, DigestFault, Ni, Nih, NotADigest};

/// The bits below which a hash is hardly of use for security (2).
const SHORT: usize = 100;

pub(super) fn look(subject: &Subject<'_>, found: &mut Findings) {
    if let Ok(ni) = Ni::parse(subject.text) {
        name(subject, &ni, found);
    } else if let Ok(nih) = Nih::parse(subject.text) {
        spoken_name(subject, &nih, found);
    }
}

fn name(subject: &Subject<'_>, ni: &Ni<'_>, found: &mut Findings) {
    let digest = ni.digest();
    let wrong = digest.as_ref().err().map(|_| within(subject, ni.val));
    found.add(&table::NI_NOT_BASE64URL, wrong, "no octets have this base64url", None);
    lengths(subject, digest, ni.val, found);
    let pieces = ni.query.into_iter().flat_map(|query| query.split('&'));
    let is_other = |piece: &&str| !piece.is_empty() && !piece.contains('=');
    let others = pieces.filter(is_other).map(|piece| within(subject, piece));
    let message = "the query is a list of `tag=value`, with `&` between";
    found.add(&table::NI_PARAMETERS, others.collect::<Vec<_>>(), message, None);
}

fn spoken_name(subject: &Subject<'_>, nih: &Nih<'_>, found: &mut Findings) {
    let value = within(subject, nih.sepval);
    let lower = nih.sepval.to_ascii_lowercase();
    let check_digit = nih.checkdigit.map(str::to_ascii_lowercase);
    // What else is wrong does not depend on the letter case.
    let digest = Digest::of_sepval(nih.alg, &lower, check_digit.as_deref());
    let is = |fault| digest.as_ref().is_err_and(|error| error.fault == fault);

    // The value, and the check digit after it.
    let (before, digits) = subject.text.split_at(value.start);
    let upper = digits.match_indices(|digit: char| digit.is_ascii_uppercase());
    let spans: Vec<_> = upper.map(|(at, _)| value.start + at..value.start + at + 1).collect();
    let mended = [before, &*digits.to_ascii_lowercase()].concat();
    let message = "the digits of a hash are in lower case";
    found.add(&table::NIH_UPPER_CASE, spans, message, Some(mended));

    let half = is(DigestFault::Length).then_some(value.end..value.end);
    found.add(&table::NIH_HALF_OCTET, half, "an octet has two digits", None);

    let wrong = nih.checkdigit.filter(|_| is(DigestFault::CheckDigit));
    let message = "the digits before have another check digit";
    found.add(&table::NIH_CHECK_DIGIT, wrong.map(|digit| within(subject, digit)), message, None);

    lengths(subject, digest, nih.sepval, found);
}

fn lengths(
    subject: &Subject<'_>,
    digest: Result<Digest<'_>, NotADigest>,
    value: &str,
    found: &mut Findings,
) {
    let Ok(digest) = digest else { return };
    let is_other = digest.algorithm_bits().is_some_and(|bits| bits != digest.bits());
    let message = "hashes of the algorithm have another length";
    found.add(&table::NI_LENGTH, is_other.then(|| within(subject, value)), message, None);
    let short = (digest.bits() < SHORT).then(|| within(subject, value));
    let message = "a hash of less than 100 bits is hardly of use for security";
    found.add(&table::NI_SHORT, short, message, None);
}

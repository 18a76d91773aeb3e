//! Lints for single schemes, and for strings that are not URIs. Each document has one function for its lints.
//!
//! A field of a `mailto` URI can be safe and yet have a finding. RFC 6068 uses `In-Reply-To` in an example (6.1), but
//! does not list this field among those believed to be safe (4).

use std::collections::HashSet;
use std::net::Ipv4Addr;
use std::ops::Range;

use urispec::Edition;
use urispec::internal::{self, percent, recipient};
use urispec::percent::Keep;
use urispec::scheme::{
    About, Acct, Data, Did, Digest, DigestFault, Field, Geo, GeoParameter, ImageError,
    ImageReference, Mailto, Ni, Nih, NotADigest, Oid, Parameter, Purl, SpiffeId, Tel, TelParameter,
    Urn, Uuid, UuidVariant,
};

use super::Findings;
use super::subject::{Excerpt, LintedReference};
use super::table::*;

/// Returns the function that runs the lints of a document, or `None` if the document has no lints.
pub(super) fn of(edition: Edition) -> Option<fn(&LintedReference<'_>, &mut Findings)> {
    Some(match edition {
        Edition::Rfc2141 => rfc2141,
        Edition::Rfc2397 => data,
        Edition::Rfc3061 => oid,
        Edition::Rfc3966 => tel,
        Edition::Rfc5870 => geo,
        Edition::Rfc6068 => mailto,
        Edition::Rfc6694 => about,
        Edition::Rfc6920 => ni,
        Edition::Rfc7565 => acct,
        Edition::Rfc8141 => rfc8141,
        Edition::Did => did,
        Edition::Rfc9562 => uuid,
        Edition::Spiffe => spiffe,
        Edition::Pkg => pkg,
        Edition::Oci => oci,
        _ => return None,
    })
}

// RFC 6694: URIs of the scheme `about`.

fn about(subject: &LintedReference<'_>, found: &mut Findings) {
    let Ok(about) = About::parse(subject.text) else { return };
    found.add(&ABOUT_TOKEN, (!about.is_blank()).then(|| subject.within(about.token)));
}

// RFC 7565: `acct` URIs.

fn acct(subject: &LintedReference<'_>, found: &mut Findings) {
    let Ok(acct) = Acct::parse(subject.text) else { return };
    found.add(&ACCT_ESCAPED_SPACE, subject.excerpt(acct.userpart).escapes(|octet| octet == b' '));
    found.add(&ACCT_ENCODED_HOST, subject.excerpt(acct.host).escapes(|_| true));
    let is_address = acct.host.starts_with('[') || acct.host.parse::<Ipv4Addr>().is_ok();
    let other = (acct.host.is_empty() || is_address).then(|| subject.within(acct.host));
    found.add(&ACCT_NO_DOMAIN, other);
}

// RFC 2397: data in a URL.

/// The maximum length of an attribute value in HTML (RFC 1866). RFC 2397, 2, names it as a limit of `data` URLs.
const LITLEN: usize = 1024;

fn data(subject: &LintedReference<'_>, found: &mut Findings) {
    let Ok(data) = Data::parse(subject.text) else { return };
    let start = subject.within(data.data).start;
    let wrong = data.octets().err().map(|error| {
        let at = start + error.offset;
        at..subject.text.len().min(at + 1)
    });
    found.add(&DATA_NOT_BASE64, wrong);
    let spans = internal::ignored(&data).into_iter().map(|one| start + one.start..start + one.end);
    found.add(&DATA_FOREIGN_CHARACTER, spans);
    let quoted = data.mediatype.into_iter().flat_map(|_| data.parameters());
    let quoted = quoted.filter(Parameter::is_quoted).map(|one| one.value);
    found.add(&DATA_QUOTED_VALUE, subject.spans(quoted));
    found.add(&DATA_LONG, (subject.text.len() > LITLEN).then_some(LITLEN..subject.text.len()));
}

// DID Core: DID URLs.

fn did(subject: &LintedReference<'_>, found: &mut Findings) {
    let Ok(did) = Did::parse(subject.text) else { return };
    found.add(&DID_SEMICOLON, subject.whole().each(|one| one == ';'));
    let wrong = did.parameters().filter(|one| !one.is_valid()).map(|one| one.value);
    found.add(&DID_PARAMETER, subject.spans(wrong));
}

// RFC 5870: `geo` URIs.

fn geo(subject: &LintedReference<'_>, found: &mut Findings) {
    let Ok(geo) = Geo::parse(subject.text) else { return };
    found.add(&GEO_INVALID_LOCATION, subject.spans(internal::invalid_coordinates(&geo)));
    let longitude = subject.within(geo.coord_b);
    let of_pole = (geo.is_pole() && !internal::has_no_longitude(&geo)).then_some(longitude);
    found.replace(&GEO_POLE_LONGITUDE, subject, of_pole, |_| "0".to_owned());
    let first = geo.crs.filter(|crs| !crs.eq_ignore_ascii_case("wgs84"));
    let late = geo.parameters().filter(internal::is_other_crs);
    let late = late.map(|one| one.pvalue.unwrap_or(one.pname));
    found.add(&GEO_UNKNOWN_CRS, subject.spans(first.into_iter().chain(late)));

    parameters(subject, &geo, found);
}

fn parameters(subject: &LintedReference<'_>, geo: &Geo<'_>, found: &mut Findings) {
    let all: Vec<_> = geo.parameters().collect();
    let name = |one: &GeoParameter<'_>| subject.within(one.pname);
    let is_known = |one: &GeoParameter<'_>| one.is_called("crs") || one.is_called("u");
    // A "crs" or "u" in its place, with a valid value, is not an unknown parameter.
    found.add(&GEO_PARAMETER_ORDER, all.iter().filter(|one| is_known(one)).map(name));
    found.add(&GEO_UNKNOWN_PARAMETER, all.iter().filter(|one| !is_known(one)).map(name));

    // The names that the grammar writes as literals immediately precede their values.
    let before = |value: &str, name: &str| {
        let end = subject.within(value).start - "=".len();
        end - name.len()..end
    };
    let crs = geo.crs.into_iter().flat_map(|crs| [before(crs, "crs"), subject.within(crs)]);
    let names = crs.chain(geo.u.map(|u| before(u, "u"))).chain(all.iter().map(name));
    let is_upper = |span: &Range<usize>| {
        subject.text[span.clone()].bytes().any(|byte| byte.is_ascii_uppercase())
    };
    found.replace(&GEO_UPPER_CASE, subject, names.filter(is_upper), str::to_ascii_lowercase);
}

// RFC 6068: `mailto` URIs.

fn mailto(subject: &LintedReference<'_>, found: &mut Findings) {
    let Ok(mailto) = Mailto::parse(subject.text) else { return };
    let fields: Vec<Field<'_>> = mailto.fields().collect();
    let name = |field: &Field<'_>| subject.within(field.hfname);
    let spans = |is: &dyn Fn(&Field<'_>) -> bool| -> Vec<Range<usize>> {
        fields.iter().filter(|field| is(field)).map(name).collect()
    };
    let both = if mailto.to.is_some() { spans(&|field| field.is_called("to")) } else { Vec::new() };
    found.add(&MAILTO_TO_FIELD, both);
    let is_again = |(at, field): &(usize, &Field<'_>)| {
        let lower = field.name().to_ascii_lowercase();
        fields[..*at].iter().any(|earlier| earlier.name().eq_ignore_ascii_case(&lower))
    };
    let again = fields.iter().enumerate().filter(is_again).map(|(_, field)| name(field));
    found.add(&MAILTO_REPEATED_FIELD, again);
    found.add(&MAILTO_IGNORED_FIELD, spans(&|field| field.is_ignored()));
    found.add(&MAILTO_UNSAFE_FIELD, spans(&|field| !field.is_safe() && !field.is_ignored()));
    let breaks = fields.iter().filter(|field| {
        let value = field.value();
        if !field.is_called("body") {
            return value.iter().any(|octet| matches!(octet, b'\r' | b'\n'));
        }
        let ends = value.windows(2).filter(|pair| *pair == b"\r\n").count();
        let count = |one: u8| value.iter().filter(|octet| **octet == one).count();
        count(b'\r') != ends || count(b'\n') != ends
    });
    found.add(&MAILTO_LINE_BREAK, subject.spans(breaks.map(|field| field.hfvalue)));
    let to = mailto.to.map(|text| subject.excerpt(text));
    // The addresses before the fields, and the addresses in the fields To, Cc and Bcc (RFC 6068, 3).
    let receives =
        |field: &&Field<'_>| ["to", "cc", "bcc"].iter().any(|name| field.is_called(name));
    let of_fields = fields.iter().filter(receives).map(|field| subject.excerpt(field.hfvalue));
    let mut seen = HashSet::new();
    let again: Vec<_> = to
        .into_iter()
        .chain(of_fields)
        .flat_map(|list| addresses(&list))
        .filter(|address| !seen.insert(recipient(address.text)))
        .map(|address| address.span())
        .collect();
    found.add(&MAILTO_SAME_ADDRESS, again);
    let encoded = to.into_iter().flat_map(|to| addresses(&to)).flat_map(|address| {
        let start = address.text.rfind('@').map_or(address.text.len(), |at| at + 1);
        let domain = Excerpt { text: &address.text[start..], start: address.start + start };
        let is_literal = domain.text.starts_with("%5");
        domain.escapes(move |octet| !is_literal && octet.is_ascii())
    });
    found.add(&MAILTO_ENCODED_DOMAIN, encoded);
}

fn addresses<'i>(to: &Excerpt<'i>) -> Vec<Excerpt<'i>> {
    internal::addresses(to.text).into_iter().map(|text| to.part(text)).collect()
}

// RFC 6920: names that are hashes.

/// The number of bits below which a hash is hardly useful for security (RFC 6920, 2).
const SHORT: usize = 100;

fn ni(subject: &LintedReference<'_>, found: &mut Findings) {
    if let Ok(ni) = Ni::parse(subject.text) {
        name(subject, &ni, found);
    } else if let Ok(nih) = Nih::parse(subject.text) {
        spoken_name(subject, &nih, found);
    }
}

fn name(subject: &LintedReference<'_>, ni: &Ni<'_>, found: &mut Findings) {
    let digest = ni.digest();
    found.add(&NI_NOT_BASE64URL, digest.as_ref().err().map(|_| subject.within(ni.val)));
    lengths(subject, digest, ni.val, found);
    let pieces = ni.query.into_iter().flat_map(|query| query.split('&'));
    let is_other = |piece: &&str| !piece.is_empty() && !piece.contains('=');
    found.add(&NI_PARAMETERS, subject.spans(pieces.filter(is_other)));
}

fn spoken_name(subject: &LintedReference<'_>, nih: &Nih<'_>, found: &mut Findings) {
    let value = subject.within(nih.sepval);
    let lower = nih.sepval.to_ascii_lowercase();
    let check_digit = nih.checkdigit.map(str::to_ascii_lowercase);
    // The other checks do not depend on the letter case.
    let digest = internal::of_sepval(nih.alg, &lower, check_digit.as_deref());
    let is = |fault| digest.as_ref().is_err_and(|error| error.fault == fault);

    // The value, and the check digit after it.
    let (before, digits) = subject.text.split_at(value.start);
    let upper = subject.excerpt(digits).each(|digit| digit.is_ascii_uppercase());
    found.mend(&NIH_UPPER_CASE, upper, Some([before, &*digits.to_ascii_lowercase()].concat()));
    found.add(&NIH_HALF_OCTET, is(DigestFault::Length).then_some(value.end..value.end));
    let wrong = nih.checkdigit.filter(|_| is(DigestFault::CheckDigit));
    found.add(&NIH_CHECK_DIGIT, subject.spans(wrong));

    lengths(subject, digest, nih.sepval, found);
}

fn lengths(
    subject: &LintedReference<'_>,
    digest: Result<Digest<'_>, NotADigest>,
    value: &str,
    found: &mut Findings,
) {
    let Ok(digest) = digest else { return };
    let is_other = digest.algorithm_bits().is_some_and(|bits| bits != digest.bits());
    found.add(&NI_LENGTH, is_other.then(|| subject.within(value)));
    found.add(&NI_SHORT, (digest.bits() < SHORT).then(|| subject.within(value)));
}

// References to container images.

fn oci(subject: &LintedReference<'_>, found: &mut Findings) {
    let Ok(image) = ImageReference::parse(subject.text) else { return };
    if let Err(error) = image.check() {
        let part = match error {
            ImageError::PathTooLong(_) => Some(image.path),
            _ => image.digest,
        };
        found.say(&IMAGE_REFUSED, subject.spans(part), error.to_string(), None);
    }
    found.add(&IMAGE_DOMAIN, subject.spans(image.domain.filter(|_| image.has_doubtful_domain())));
}

// RFC 3061: object identifiers.

fn oid(subject: &LintedReference<'_>, found: &mut Findings) {
    let Ok(oid) = Oid::parse(subject.text) else { return };
    found.add(&OID_ROOT, subject.spans(oid.numbers().next().filter(|_| oid.root().is_none())));
}

// ECMA-427: PURLs.

fn pkg(subject: &LintedReference<'_>, found: &mut Findings) {
    let whole = Some(0..subject.text.len());
    match Purl::parse(subject.text).and_then(|purl| purl.build()) {
        Ok(canonical) if canonical == subject.text => {}
        Ok(canonical) => {
            found.mend(&PURL_NOT_CANONICAL, whole, Some(canonical));
        }
        Err(error) => found.say(&PURL_NO_PACKAGE, whole, error.to_string(), None),
    }
}

// The SPIFFE standard: IDs.

/// The length, in bytes, up to which every implementation supports SPIFFE IDs (SPIFFE-ID, 2.3).
const LONGEST: usize = 2048;

fn spiffe(subject: &LintedReference<'_>, found: &mut Findings) {
    let Ok(id) = SpiffeId::parse(subject.text) else { return };
    let name = id.trust_domain;
    let is_plain = !name.trim_matches('.').contains('.') && Uuid::parse_bare(name).is_err();
    found.add(&SPIFFE_NAME, is_plain.then(|| subject.within(name)));
    let long = (subject.text.len() > LONGEST).then_some(LONGEST..subject.text.len());
    found.add(&SPIFFE_LONG, long);
}

// RFC 3966: `tel` URIs.

fn tel(subject: &LintedReference<'_>, found: &mut Findings) {
    let Ok(tel) = Tel::parse(subject.text) else { return };
    number(subject, &tel, found);
    let parameters: Vec<_> = tel.parameters().collect();
    let name = |parameter: &TelParameter<'_>| subject.within(parameter.pname);
    values(subject, &parameters, found);
    let mut seen = HashSet::new();
    let is_again = |one: &&TelParameter<'_>| !seen.insert(one.pname.to_ascii_lowercase());
    found.add(&TEL_REPEATED_PARAMETER, parameters.iter().filter(is_again).map(name));

    // It is enough to compare a parameter with the last of those before it, in the order of the document.
    let mut last = None;
    let is_behind = |one: &&TelParameter<'_>| {
        let place = place(one);
        let is_behind = last.as_ref().is_some_and(|last| place < *last);
        last = last.take().max(Some(place));
        is_behind
    };
    found.add(&TEL_PARAMETER_ORDER, parameters.iter().filter(is_behind).map(name));
    let is_upper = |text: &str| percent::lowered(text) != text;
    let whole = |one: &TelParameter<'_>| {
        let end = one.pvalue.map_or(name(one).end, |value| subject.within(value).end);
        name(one).start..end
    };
    let upper = parameters.iter().map(whole).filter(|span| is_upper(&subject.text[span.clone()]));
    found.replace(&TEL_UPPER_CASE, subject, upper, percent::lowered);
    let both = tel.extension.zip(tel.isub).into_iter().flat_map(|(one, other)| [one, other]);
    found.add(&TEL_TWO_SUBADDRESSES, subject.spans(both));
    let is_unknown =
        |one: &&TelParameter<'_>| one.is_mandatory() && !one.is_called("phone-context");
    found.add(&TEL_MANDATORY_PARAMETER, parameters.iter().filter(is_unknown).map(name));
}

/// Adds the findings about the telephone number of a `tel` URI, without its parameters.
fn number(subject: &LintedReference<'_>, tel: &Tel<'_>, found: &mut Findings) {
    let number = subject.excerpt(tel.number);
    found.add(&TEL_LOCAL_NUMBER, (!tel.is_global()).then_some(number.span()));
    found.add(&TEL_NUMBER_SIGN, number.each(|one| one == '#'));
}

/// Finds unencoded delimiters in parameter values. Of the delimiters of RFC 3966, 3, the grammar allows only "+" in a
/// value. A "+" at the beginning of a `phone-context` value is literal, and is not reported.
fn values<'i>(
    subject: &LintedReference<'i>,
    parameters: &[TelParameter<'i>],
    found: &mut Findings,
) {
    let unencoded = |one: &TelParameter<'i>| {
        let value = subject.excerpt(one.pvalue.unwrap_or_default());
        let is_context = one.is_called("phone-context");
        value.each(|one| one == '+').filter(move |at| !(is_context && at.start == value.start))
    };
    let spans = parameters.iter().filter(|one| one.pvalue.is_some()).flat_map(unencoded);
    found.replace(&TEL_UNENCODED_DELIMITER, subject, spans, |delimiter| {
        percent::encode(delimiter, Keep::Unreserved).into()
    });
}

/// Returns the rank and the name of a parameter. Parameters are ordered by rank, then by name (RFC 3966, 3). A
/// subaddress and an extension have no order, since only one of the two is allowed (RFC 3966, 5.3).
fn place(parameter: &TelParameter<'_>) -> (u8, String) {
    let name = parameter.pname.to_ascii_lowercase();
    match &*name {
        "isub" | "ext" => (0, String::new()),
        "phone-context" => (1, name),
        _ => (2, name),
    }
}

// RFC 2141 and RFC 8141: URNs.

fn rfc2141(subject: &LintedReference<'_>, found: &mut Findings) {
    let Ok(urn) = Urn::parse_rfc2141(subject.text) else { return };
    let is_urn = urn.nid.eq_ignore_ascii_case("urn");
    let message = "the identifier \"urn\" is reserved, and must not be used";
    found.say(&URN_NAMESPACE, is_urn.then(|| subject.within(urn.nid)), message, None);
    reserved(subject, &urn, found);
}

fn rfc8141(subject: &LintedReference<'_>, found: &mut Findings) {
    let Ok(urn) = Urn::parse(subject.text) else { return };
    let is_wrong = !urn.is_informal() && is_no_formal(urn.nid);
    found.add(&URN_NAMESPACE, is_wrong.then(|| subject.within(urn.nid)));
    found.add(&R_COMPONENT, subject.spans(urn.r_component));
}

/// Returns whether a formal namespace cannot have the identifier: it has two characters, or begins with `urn-`, with
/// `X-`, or with two letters and a hyphen (RFC 8141, 5.1).
fn is_no_formal(nid: &str) -> bool {
    let lower = nid.to_ascii_lowercase();
    let is_of_country = match lower.as_bytes() {
        [a, b, b'-', ..] => a.is_ascii_alphabetic() && b.is_ascii_alphabetic(),
        _ => false,
    };
    lower.len() <= 2 || lower.starts_with("urn-") || lower.starts_with("x-") || is_of_country
}

/// Finds characters that RFC 2141 reserves for future use, and needless escapes.
fn reserved(subject: &LintedReference<'_>, urn: &Urn<'_>, found: &mut Findings) {
    let nss = subject.excerpt(urn.nss);
    found.add(&URN_RESERVED, nss.each(|one| matches!(one, '/' | '?' | '#')));
    let spans =
        nss.escapes(|octet| octet.is_ascii_alphanumeric() || b"()+,-.:=@;$_!*'".contains(&octet));
    // Decoding the escape would change the name (RFC 2141, 5).
    found.say(&NEEDLESS_ESCAPE, spans, "the character must not be escaped", None);
}

// RFC 9562: UUIDs.

fn uuid(subject: &LintedReference<'_>, found: &mut Findings) {
    let Ok(uuid) = Uuid::parse(subject.text) else { return };
    let start = subject.text.len() - "f81d4fae-7dec-11d0-a765-00a0c91e6bf6".len();
    let (version, variant) = (start + 14..start + 15, start + 19..start + 20);
    let node = start + 24..subject.text.len();
    let is_special = uuid.is_nil() || uuid.is_max();
    let is_other = uuid.variant() != UuidVariant::Rfc9562 && !is_special;
    found.add(&UUID_VARIANT, is_other.then_some(variant));
    let is = |versions: &[u8]| uuid.version().is_some_and(|version| versions.contains(&version));
    let is_unknown = uuid.version().is_some_and(|version| matches!(version, 0 | 2 | 9..));
    found.add(&UUID_VERSION, is_unknown.then(|| version.clone()));
    found.add(&UUID_MD5, is(&[3]).then(|| version.clone()));
    found.add(&UUID_GREGORIAN, is(&[1, 6]).then_some(version));
    found.add(&UUID_NODE, uuid.may_tell_host().then_some(node));
}

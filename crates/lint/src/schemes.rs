//! What the documents of single schemes, and of strings beside URIs, ask of their own: a function for each.
//!
//! The surprising case: a field of a `mailto` URI may be safe and foreign at once. `In-Reply-To` stands
//! in an example of RFC 6068 (6.1), and is none of the fields that its section 4 believes to be safe.

use std::collections::HashSet;
use std::net::Ipv4Addr;
use std::ops::Range;

use urispec::Edition;
use urispec::internal::{self, percent, recipient};
use urispec::percent::Keep;
use urispec::scheme::{
    About, Acct, Data, Did, Digest, DigestFault, Field, Geo, GeoParameter, ImageError,
    ImageReference, Mailto, Ni, Nih, NotADigest, Oid, Package, Parameter, SpiffeId, Tel,
    TelParameter, Urn, Uuid, UuidVariant,
};

use super::subject::{Excerpt, LintedReference, span_in};
use super::{Findings, table};

/// What looks for the lints of a document's own. Most documents have none.
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

/// The span of a part of the string, which begins in it.
fn within(subject: &LintedReference<'_>, part: &str) -> Range<usize> {
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

// What RFC 6694 says of URIs of the scheme `about`.

fn about(subject: &LintedReference<'_>, found: &mut Findings) {
    let Ok(about) = About::parse(subject.text) else { return };
    let other = (!about.is_blank()).then(|| within(subject, about.token));
    let message = "each browser chooses what the token denotes";
    found.add(&table::ABOUT_TOKEN, other, message, None);
}

// What RFC 7565 asks of an `acct` URI.

fn acct(subject: &LintedReference<'_>, found: &mut Findings) {
    let Ok(acct) = Acct::parse(subject.text) else { return };
    let triplets = |part: &str, is: fn(u8) -> bool| -> Vec<Range<usize>> {
        let start = within(subject, part).start;
        let all = percent::octets(part).filter(|(span, octet)| span.len() == 3 && is(*octet));
        all.map(|(span, _)| start + span.start..start + span.end).collect()
    };
    let spaces = triplets(acct.userpart, |octet| octet == b' ');
    let message = "software is advised not to allow a space in the name of an account";
    found.add(&table::ACCT_ESCAPED_SPACE, spaces, message, None);

    let encoded = triplets(acct.host, |_| true);
    let message = "an internationalized domain name has A-labels, and others need no escape";
    found.add(&table::ACCT_ENCODED_HOST, encoded, message, None);

    let is_address = acct.host.starts_with('[') || acct.host.parse::<Ipv4Addr>().is_ok();
    let other = (acct.host.is_empty() || is_address).then(|| within(subject, acct.host));
    let message = "the host is the domain name of the service provider";
    found.add(&table::ACCT_NO_DOMAIN, other, message, None);
}

// What RFC 2397 asks of data that stand in the URL.

/// The longest attribute value of HTML (RFC 1866), which RFC 2397 names as a limit of a `data` URL (2).
const LITLEN: usize = 1024;

fn data(subject: &LintedReference<'_>, found: &mut Findings) {
    let Ok(data) = Data::parse(subject.text) else { return };
    let start = within(subject, data.data).start;
    let wrong = data.octets().err().map(|error| {
        let at = start + error.offset;
        at..subject.text.len().min(at + 1)
    });
    found.add(&table::DATA_NOT_BASE64, wrong, "no octets have this base64", None);

    let spans = internal::ignored(&data).into_iter().map(|one| start + one.start..start + one.end);
    let message = "base64 does not have the character, and who decodes ignores it";
    found.add(&table::DATA_FOREIGN_CHARACTER, spans.collect::<Vec<_>>(), message, None);

    let quoted = data.mediatype.into_iter().flat_map(|_| data.parameters());
    let quoted = quoted.filter(Parameter::is_quoted).map(|one| within(subject, one.value));
    let message = "within the URL, escapes do what quotes do in a mail";
    found.add(&table::DATA_QUOTED_VALUE, quoted.collect::<Vec<_>>(), message, None);

    let long = (subject.text.len() > LITLEN).then_some(LITLEN..subject.text.len());
    let message =
        "the scheme is useful for short values only, and HTML had a limit of 1024 characters";
    found.add(&table::DATA_LONG, long, message, None);
}

// What DID Core asks of a DID URL.

fn did(subject: &LintedReference<'_>, found: &mut Findings) {
    let Ok(did) = Did::parse(subject.text) else { return };
    let places = subject.text.match_indices(';').map(|(at, _)| at..at + 1);
    let message = "a later version may use a semicolon as a delimiter of parameters";
    found.add(&table::DID_SEMICOLON, places, message, None);

    let wrong = did.parameters().filter(|one| !one.is_valid());
    let spans = wrong.map(|one| within(subject, one.value)).collect::<Vec<_>>();
    let message = "the value is not as the document says it must be";
    found.add(&table::DID_PARAMETER, spans, message, None);
}

// What RFC 5870 asks of a `geo` URI.

fn geo(subject: &LintedReference<'_>, found: &mut Findings) {
    let Ok(geo) = Geo::parse(subject.text) else { return };
    let invalid: Vec<_> =
        internal::invalid_coordinates(&geo).map(|one| within(subject, one)).collect();
    let message = "a latitude is between -90 and 90, and a longitude between -180 and 180";
    found.add(&table::GEO_INVALID_LOCATION, invalid, message, None);

    let longitude = within(subject, geo.coord_b);
    let with_zero = mended(subject.text, std::slice::from_ref(&longitude), |_| "0".to_owned());
    let of_pole = (geo.is_pole() && !internal::has_no_longitude(&geo)).then_some(longitude);
    let message = "a pole has every longitude, and 0 should be given";
    found.add(&table::GEO_POLE_LONGITUDE, of_pole, message, Some(with_zero));

    let first = geo.crs.filter(|crs| !crs.eq_ignore_ascii_case("wgs84"));
    let late = geo.parameters().filter(internal::is_other_crs);
    let late = late.map(|one| one.pvalue.unwrap_or(one.pname));
    let unknown: Vec<_> = first.into_iter().chain(late).map(|crs| within(subject, crs)).collect();
    let message = "the document does not know the CRS, and so not what the coordinates mean";
    found.add(&table::GEO_UNKNOWN_CRS, unknown, message, None);

    parameters(subject, &geo, found);
}

fn parameters(subject: &LintedReference<'_>, geo: &Geo<'_>, found: &mut Findings) {
    let all: Vec<_> = geo.parameters().collect();
    let name = |one: &GeoParameter<'_>| within(subject, one.pname);
    let is_known = |one: &GeoParameter<'_>| one.is_called("crs") || one.is_called("u");
    // What stands where "crs" and "u" may stand, and has their values, is no other parameter.
    let late: Vec<_> = all.iter().filter(|one| is_known(one)).map(name).collect();
    let message = "\"crs\" stands first, and \"u\" before all others, each once and with its value";
    found.add(&table::GEO_PARAMETER_ORDER, late, message, None);

    let unknown: Vec<_> = all.iter().filter(|one| !is_known(one)).map(name).collect();
    let message =
        "the document does not know the parameter, and so not how its values are compared";
    found.add(&table::GEO_UNKNOWN_PARAMETER, unknown, message, None);

    // The names that the grammar writes as literals stand right before their values.
    let before = |value: &str, name: &str| {
        let end = within(subject, value).start - "=".len();
        end - name.len()..end
    };
    let crs = geo.crs.into_iter().flat_map(|crs| [before(crs, "crs"), within(subject, crs)]);
    let names = crs.chain(geo.u.map(|u| before(u, "u"))).chain(all.iter().map(name));
    let is_upper = |span: &Range<usize>| {
        subject.text[span.clone()].bytes().any(|byte| byte.is_ascii_uppercase())
    };
    let upper: Vec<_> = names.filter(is_upper).collect();
    let lowered = mended(subject.text, &upper, str::to_ascii_lowercase);
    let message = "lower case is preferred in the names of parameters and of the CRS";
    found.add(&table::GEO_UPPER_CASE, upper, message, Some(lowered));
}

// What RFC 6068 asks of a `mailto` URI.

fn mailto(subject: &LintedReference<'_>, found: &mut Findings) {
    let Ok(mailto) = Mailto::parse(subject.text) else { return };
    let fields: Vec<Field<'_>> = mailto.fields().collect();
    let name = |field: &Field<'_>| within(subject, field.hfname);
    let spans = |is: &dyn Fn(&Field<'_>) -> bool| -> Vec<Range<usize>> {
        fields.iter().filter(|field| is(field)).map(name).collect()
    };
    let both = if mailto.to.is_some() { spans(&|field| field.is_called("to")) } else { Vec::new() };
    let message = "some clients leave out the recipients of a field `to` beside others";
    found.add(&table::MAILTO_TO_FIELD, both, message, None);

    let is_again = |(at, field): &(usize, &Field<'_>)| {
        let lower = field.name().to_ascii_lowercase();
        fields[..*at].iter().any(|earlier| earlier.name().eq_ignore_ascii_case(&lower))
    };
    let again = fields.iter().enumerate().filter(is_again).map(|(_, field)| name(field));
    let message = "the field stands before, and clients differ on what that means";
    found.add(&table::MAILTO_REPEATED_FIELD, again.collect::<Vec<_>>(), message, None);

    let message = "a client must ignore the field";
    let ignored = spans(&|field| field.is_ignored());
    found.add(&table::MAILTO_IGNORED_FIELD, ignored, message, None);

    let message =
        "only Subject, Keywords and the body are believed to be safe wherever they come from";
    let unsafe_fields = spans(&|field| !field.is_safe() && !field.is_ignored());
    found.add(&table::MAILTO_UNSAFE_FIELD, unsafe_fields, message, None);

    let breaks = fields.iter().filter(|field| {
        let value = field.value();
        if !field.is_called("body") {
            return value.iter().any(|octet| matches!(octet, b'\r' | b'\n'));
        }
        let ends = value.windows(2).filter(|pair| *pair == b"\r\n").count();
        let count = |one: u8| value.iter().filter(|octet| **octet == one).count();
        count(b'\r') != ends || count(b'\n') != ends
    });
    let spans: Vec<_> = breaks.map(|field| within(subject, field.hfvalue)).collect();
    let message = "a line break is %0D%0A, and stands in the body only";
    found.add(&table::MAILTO_LINE_BREAK, spans, message, None);

    let excerpt = |text| Excerpt { text, start: within(subject, text).start };
    let to = mailto.to.map(excerpt);
    // Before the fields, and in those fields that have addresses: To, Cc and Bcc (3).
    let receives =
        |field: &&Field<'_>| ["to", "cc", "bcc"].iter().any(|name| field.is_called(name));
    let of_fields = fields.iter().filter(receives).map(|field| excerpt(field.hfvalue));
    let mut seen = HashSet::new();
    let again: Vec<_> = to
        .into_iter()
        .chain(of_fields)
        .flat_map(|list| addresses(&list))
        .filter(|address| !seen.insert(recipient(address.text)))
        .map(|address| address.span())
        .collect();
    found.add(&table::MAILTO_SAME_ADDRESS, again, "the address stands before", None);

    let encoded = to.into_iter().flat_map(|to| addresses(&to)).flat_map(|address| {
        let start = address.text.rfind('@').map_or(address.text.len(), |at| at + 1);
        let domain = &address.text[start..];
        let is_literal = domain.starts_with("%5");
        let is_ascii = move |at: &usize| {
            let octet = percent::triplet(&domain.as_bytes()[*at..]);
            !is_literal && octet.is_some_and(|octet| octet.is_ascii())
        };
        let places = domain.match_indices('%').map(|(at, _)| at).filter(is_ascii);
        places.map(move |at| address.start + start + at..address.start + start + at + 3)
    });
    let message = "in a domain only characters that are not ASCII are encoded";
    found.add(&table::MAILTO_ENCODED_DOMAIN, encoded.collect::<Vec<_>>(), message, None);
}

/// The addresses of a list, with their places.
fn addresses<'i>(to: &Excerpt<'i>) -> Vec<Excerpt<'i>> {
    let all = internal::addresses(to.text).into_iter();
    all.map(|text| Excerpt { text, start: to.start + span_in(to.text, text).start }).collect()
}

// What RFC 6920 asks of names that are hashes.

/// The bits below which a hash is hardly of use for security (2).
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
    let wrong = digest.as_ref().err().map(|_| within(subject, ni.val));
    found.add(&table::NI_NOT_BASE64URL, wrong, "no octets have this base64url", None);
    lengths(subject, digest, ni.val, found);
    let pieces = ni.query.into_iter().flat_map(|query| query.split('&'));
    let is_other = |piece: &&str| !piece.is_empty() && !piece.contains('=');
    let others = pieces.filter(is_other).map(|piece| within(subject, piece));
    let message = "the query is a list of `tag=value`, with `&` between";
    found.add(&table::NI_PARAMETERS, others.collect::<Vec<_>>(), message, None);
}

fn spoken_name(subject: &LintedReference<'_>, nih: &Nih<'_>, found: &mut Findings) {
    let value = within(subject, nih.sepval);
    let lower = nih.sepval.to_ascii_lowercase();
    let check_digit = nih.checkdigit.map(str::to_ascii_lowercase);
    // What else is wrong does not depend on the letter case.
    let digest = internal::of_sepval(nih.alg, &lower, check_digit.as_deref());
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
    subject: &LintedReference<'_>,
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

// What is unwise in a reference to a container image.

fn oci(subject: &LintedReference<'_>, found: &mut Findings) {
    let Ok(image) = ImageReference::parse(subject.text) else { return };
    if let Err(error) = image.check() {
        let part = match error {
            ImageError::PathTooLong(_) => Some(image.path),
            _ => image.digest,
        };
        let spans = part.map(|part| within(subject, part));
        found.add(&table::IMAGE_REFUSED, spans, error.to_string(), None);
    }
    let doubtful = image.domain.filter(|_| image.has_doubtful_domain());
    let spans = doubtful.map(|domain| within(subject, domain));
    let message =
        "a domain by the grammar, and the beginning of a path of docker.io to who types it";
    found.add(&table::IMAGE_DOMAIN, spans, message, None);
}

// What RFC 3061 asks of an object identifier.

fn oid(subject: &LintedReference<'_>, found: &mut Findings) {
    let Ok(oid) = Oid::parse(subject.text) else { return };
    let first = oid.numbers().next().filter(|_| oid.root().is_none());
    let message = "the first number is 0 for ITU-T, 1 for ISO, and 2 for both";
    found.add(&table::OID_ROOT, first.map(|first| within(subject, first)), message, None);
}

// What ECMA-427 asks of a PURL.

fn pkg(subject: &LintedReference<'_>, found: &mut Findings) {
    let whole = Some(0..subject.text.len());
    match Package::parse(subject.text).and_then(|package| package.to_purl()) {
        Ok(canonical) if canonical == subject.text => {}
        Ok(canonical) => {
            let message = "who writes PURLs writes the canonical form";
            found.add(&table::PURL_NOT_CANONICAL, whole, message, Some(canonical));
        }
        Err(error) => found.add(&table::PURL_NO_PACKAGE, whole, error.to_string(), None),
    }
}

// What the SPIFFE standard asks of IDs.

/// The bytes that every implementation supports (2.3).
const LONGEST: usize = 2048;

fn spiffe(subject: &LintedReference<'_>, found: &mut Findings) {
    let Ok(id) = SpiffeId::parse(subject.text) else { return };
    let name = id.trust_domain;
    let is_plain = !name.trim_matches('.').contains('.') && Uuid::parse_bare(name).is_err();
    let message = "a name below a registered domain, or a random one, is more likely to be unique";
    found.add(&table::SPIFFE_NAME, is_plain.then(|| within(subject, name)), message, None);

    let long = (subject.text.len() > LONGEST).then_some(LONGEST..subject.text.len());
    let message = "an implementation need not support more than 2048 bytes";
    found.add(&table::SPIFFE_LONG, long, message, None);
}

// What RFC 3966 asks of a `tel` URI.

fn tel(subject: &LintedReference<'_>, found: &mut Findings) {
    let Ok(tel) = Tel::parse(subject.text) else { return };
    number(subject, &tel, found);
    let parameters: Vec<_> = tel.parameters().collect();
    let name = |parameter: &TelParameter<'_>| within(subject, parameter.pname);
    values(subject, &parameters, found);

    let mut seen = HashSet::new();
    let is_again = |one: &&TelParameter<'_>| !seen.insert(one.pname.to_ascii_lowercase());
    let again: Vec<_> = parameters.iter().filter(is_again).map(name).collect();
    found.add(&table::TEL_REPEATED_PARAMETER, again, "the parameter stands before", None);

    // The last of those that stand before is enough to tell, as long as these are in order.
    let mut last = None;
    let is_behind = |one: &&TelParameter<'_>| {
        let place = place(one);
        let is_behind = last.as_ref().is_some_and(|last| place < *last);
        last = last.take().max(Some(place));
        is_behind
    };
    let behind: Vec<_> = parameters.iter().filter(is_behind).map(name).collect();
    let message =
        "first the subaddress or the extension, then the context, then the others by their names";
    found.add(&table::TEL_PARAMETER_ORDER, behind, message, None);

    let is_upper = |text: &str| percent::lowered(text) != text;
    let whole = |one: &TelParameter<'_>| {
        let end = one.pvalue.map_or(name(one).end, |value| within(subject, value).end);
        name(one).start..end
    };
    let upper = parameters.iter().map(whole).filter(|span| is_upper(&subject.text[span.clone()]));
    let upper: Vec<Range<usize>> = upper.collect();
    let mended = mended(subject.text, &upper, percent::lowered);
    let message = "where URIs are compared by their characters, letter case counts";
    found.add(&table::TEL_UPPER_CASE, upper, message, Some(mended));

    let both = [tel.extension, tel.isub].into_iter().flatten().map(|value| within(subject, value));
    let both: Vec<_> = both.filter(|_| tel.extension.is_some() && tel.isub.is_some()).collect();
    let message = "a number has an extension or a subaddress, and not both";
    found.add(&table::TEL_TWO_SUBADDRESSES, both, message, None);

    let is_unknown =
        |one: &&TelParameter<'_>| one.is_mandatory() && !one.is_called("phone-context");
    let unknown: Vec<_> = parameters.iter().filter(is_unknown).map(name).collect();
    let message = "who does not know the parameter must not use the URI";
    found.add(&table::TEL_MANDATORY_PARAMETER, unknown, message, None);
}

/// What is said of the number itself.
fn number(subject: &LintedReference<'_>, tel: &Tel<'_>, found: &mut Findings) {
    let span = within(subject, tel.number);
    let local = (!tel.is_global()).then_some(span.clone());
    let message = "a local number should be used only where there is no global one";
    found.add(&table::TEL_LOCAL_NUMBER, local, message, None);

    let signs = tel.number.match_indices('#').map(|(at, _)| span.start + at..span.start + at + 1);
    let message =
        "the syntax is that of RFC 2396, where a \"#\" ends the URI and begins a fragment";
    found.add(&table::TEL_NUMBER_SIGN, signs.collect::<Vec<_>>(), message, None);
}

/// The delimiters in values that should be encoded: of those that section 3 names, the grammar has only "+" in a
/// value. The "+" before the digits of a context stands for itself.
fn values(subject: &LintedReference<'_>, parameters: &[TelParameter<'_>], found: &mut Findings) {
    let unencoded = |one: &TelParameter<'_>| {
        let value = one.pvalue.unwrap_or_default();
        let is_context = one.is_called("phone-context");
        let start = within(subject, value).start;
        let places = value.match_indices('+');
        let places = places.filter(move |(at, _)| !(is_context && *at == 0));
        places.map(|(at, _)| start + at..start + at + 1).collect::<Vec<_>>()
    };
    let with_values = parameters.iter().filter(|one| one.pvalue.is_some());
    let spans: Vec<_> = with_values.flat_map(unencoded).collect();
    let mended = mended(subject.text, &spans, |delimiter| {
        percent::encode(delimiter, Keep::Unreserved).into()
    });
    let message = "the character delimits, and is percent-encoded in a value";
    found.add(&table::TEL_UNENCODED_DELIMITER, spans, message, Some(mended));
}

/// The place of a parameter among the others (3), by its rank and its name. A subaddress and an extension have no
/// order: only one of them may stand there at all (5.3).
fn place(parameter: &TelParameter<'_>) -> (u8, String) {
    let name = parameter.pname.to_ascii_lowercase();
    match &*name {
        "isub" | "ext" => (0, String::new()),
        "phone-context" => (1, name),
        _ => (2, name),
    }
}

// What RFC 2141 and RFC 8141 ask of a `urn`.

fn rfc2141(subject: &LintedReference<'_>, found: &mut Findings) {
    let Ok(urn) = Urn::parse_rfc2141(subject.text) else { return };
    let message = "the identifier \"urn\" is reserved, and must not be used";
    let is_urn = urn.nid.eq_ignore_ascii_case("urn");
    namespace(subject, &urn, is_urn.then_some(message), found);
    reserved(subject, &urn, found);
}

fn rfc8141(subject: &LintedReference<'_>, found: &mut Findings) {
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
    subject: &LintedReference<'_>,
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
fn reserved(subject: &LintedReference<'_>, urn: &Urn<'_>, found: &mut Findings) {
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

// What RFC 9562 asks of UUIDs.

fn uuid(subject: &LintedReference<'_>, found: &mut Findings) {
    let Ok(uuid) = Uuid::parse(subject.text) else { return };
    let start = subject.text.len() - "f81d4fae-7dec-11d0-a765-00a0c91e6bf6".len();
    let (version, variant) = (start + 14..start + 15, start + 19..start + 20);
    let node = start + 24..subject.text.len();

    let is_special = uuid.is_nil() || uuid.is_max();
    let is_other = uuid.variant() != UuidVariant::Rfc9562 && !is_special;
    let message = "the variant is another than that of the document";
    found.add(&table::UUID_VARIANT, is_other.then_some(variant), message, None);

    let is = |versions: &[u8]| uuid.version().is_some_and(|version| versions.contains(&version));
    let is_unknown = uuid.version().is_some_and(|version| matches!(version, 0 | 2 | 9..));
    let message = "the document describes no such version";
    found.add(&table::UUID_VERSION, is_unknown.then(|| version.clone()), message, None);

    let message = "version 5 should be used in lieu of version 3";
    found.add(&table::UUID_MD5, is(&[3]).then(|| version.clone()), message, None);

    let message = "version 7 should be used instead of versions 1 and 6";
    found.add(&table::UUID_GREGORIAN, is(&[1, 6]).then_some(version), message, None);

    let message = "the node may be the address of a host";
    found.add(&table::UUID_NODE, uuid.may_tell_host().then_some(node), message, None);
}

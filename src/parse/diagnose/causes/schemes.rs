//! Causes in the URIs of single schemes, from the documents of these schemes.

mod documents;

use documents::{DATA, FILE, MAILTO, URN};

use super::{CauseRow, CauseSection};
use crate::parse::diagnose::failure_point::FailurePoint;
use crate::parse::lower::scheme::GeoParameter;
use crate::parts::percent::encode_others;
use crate::parts::schemes;
use crate::reference::error::CauseText;

// Faults in a URI of RFC 6694.

/// The rows of the table of causes that are checked before the rows about components.
pub(super) const BEFORE_COMPONENTS: &[&[CauseRow]] =
    &[ABOUT, NI, UUID, SPIFFE, PKG, OCI, MAILTO, DATA, FILE, URN, HTTP];

/// The rows of the table of causes that are checked after the rows about hosts.
pub(super) const AFTER_HOSTS: &[&[CauseRow]] = &[DID, OID, TEL, GEO, ACCT];

const ABOUT: &[CauseRow] = &[CauseRow {
    text: CauseText {
        id: "about-slash",
        sentence: "the token is not hierarchical and must not contain \"/\"",
    },
    section: CauseSection::Own("2.2"),
    holds: |place| {
        (place.grammar.stem(), place.production.name()) == ("rfc6694", "about-uri")
            && place.found() == Some('/')
            && place.before().contains(':')
    },
    mended: None,
}];

// Common mistakes in an `acct` URI (RFC 7565).

const ACCT: &[CauseRow] = &[
    CauseRow {
        text: CauseText {
            id: "account-at",
            sentence: "a \"@\" in an account name must be percent-encoded",
        },
        section: CauseSection::Own("4"),
        holds: |place| {
            is_of_acct(place) && place.found() == Some('@') && place.before().contains('@')
        },
        mended: Some(|place| {
            let (account, host) = place.text.rsplit_once('@')?;
            Some(format!("{}@{host}", account.replace('@', "%40")))
        }),
    },
    CauseRow {
        text: CauseText {
            id: "account-host",
            sentence: "\"@\" and the host of the service provider must follow the account name",
        },
        section: CauseSection::Own("4"),
        holds: |place| {
            let with_host = || format!("{}@a", place.text);
            is_of_acct(place) && place.found().is_none() && place.accepts(&with_host())
        },
        mended: None,
    },
    CauseRow {
        text: CauseText {
            id: "account-triplet",
            sentence: "an account name must not begin with a percent-encoded character",
        },
        section: CauseSection::Own("7"),
        holds: |place| {
            let with_another = || format!("{}a{}", place.before(), place.rest());
            is_of_acct(place) && place.found() == Some('%') && place.accepts(&with_another())
        },
        mended: None,
    },
];

fn is_of_acct(place: &FailurePoint<'_>) -> bool {
    place.grammar.stem() == "rfc7565"
}

// Faults in a DID (DID Core).

const DID: &[CauseRow] = &[
    CauseRow {
        text: CauseText {
            id: "method-name",
            sentence: "a method name may contain only lowercase letters and digits",
        },
        section: CauseSection::OfReading,
        // The text before the place is the name of a method, and the character there does not end
        // it.
        holds: |place| {
            let name = place.before().get("did:".len()..);
            is_of_did(place)
                && name.is_some_and(|name| !name.contains(':'))
                && place.found().is_some_and(|found| !":/?#".contains(found))
        },
        mended: Some(with_lower_name),
    },
    CauseRow {
        text: CauseText {
            id: "identifier-colon",
            sentence: "a method-specific identifier must not end with \":\"",
        },
        section: CauseSection::OfReading,
        holds: |place| {
            let id = place.before().splitn(3, ':').nth(2);
            is_of_did(place)
                && place.ends_or_is("/?#")
                && id.is_some_and(|id| id.ends_with(':') && !id.trim_matches(':').is_empty())
        },
        mended: Some(|place| Some(place.before().trim_end_matches(':').to_owned() + place.rest())),
    },
    CauseRow {
        text: CauseText {
            id: "semicolon",
            sentence: "\";\" is only allowed in a path, a query or a fragment, not in an identifier",
        },
        section: CauseSection::OfWhole,
        holds: |place| {
            is_of_did(place)
                && place.found() == Some(';')
                && place.before().matches(':').count() > 1
                && !place.before().contains(['/', '?', '#'])
        },
        mended: None,
    },
];

/// Returns whether the string is read as a DID or a DID URL, and begins as one.
fn is_of_did(place: &FailurePoint<'_>) -> bool {
    place.grammar.stem() == "did"
        && place.is_of_components()
        && schemes::after(place.before(), "did:").is_some()
}

/// Returns the string with the method name, between the first two colons, in lowercase.
fn with_lower_name(place: &FailurePoint<'_>) -> Option<String> {
    let (scheme, rest) = place.text.split_once(':')?;
    let (name, id) = rest.split_once(':')?;
    Some(format!("{scheme}:{}:{id}", name.to_ascii_lowercase()))
}

// Common mistakes in a `geo` URI (RFC 5870).

const GEO: &[CauseRow] = &[
    CauseRow {
        text: CauseText {
            id: "coordinates-comma",
            sentence: "coordinates must be separated by \",\", which must not be percent-encoded",
        },
        section: CauseSection::Own("3.5"),
        holds: |place| {
            let after = |first: &str| place.rest().starts_with(first);
            let is_comma = || after("%2C") || after("%2c") || after(";");
            // The comma may be the first one or the second.
            let is_behind_number = || {
                let before = path(place.before());
                derives(place, "num", before) || derives(place, "coordinates", before)
            };
            is_of_geo(place) && is_comma() && is_behind_number()
        },
        mended: Some(|place| {
            if let Some(behind) = place.rest().strip_prefix(';') {
                return Some(format!("{},{behind}", place.before()));
            }
            let rest = place.rest();
            let (coordinates, parameters) = rest.split_at(rest.find(';').unwrap_or(rest.len()));
            let coordinates = coordinates.replace("%2C", ",").replace("%2c", ",");
            Some(format!("{}{coordinates}{parameters}", place.before()))
        }),
    },
    CauseRow {
        text: CauseText {
            id: "crs-place",
            sentence: "the parameter \"crs\" must come first, and its value may contain only letters, digits and \"-\"",
        },
        section: CauseSection::Own("3.3"),
        holds: |place| is_too_wide(place) && crs(place).is_some(),
        mended: Some(|place| {
            let (before, one, after) = crs(place)?;
            let (begin, parameters) = before.split_at(before.find(';').unwrap_or(before.len()));
            Some(format!("{begin}{one}{parameters}{after}"))
        }),
    },
    CauseRow {
        text: CauseText {
            id: "coordinates-digits",
            sentence: "in WGS-84, a latitude has at most two digits before the decimal point, and a longitude at most three",
        },
        section: CauseSection::Own("3.3"),
        holds: is_too_wide,
        mended: None,
    },
];

fn is_of_geo(place: &FailurePoint<'_>) -> bool {
    place.grammar.stem() == "rfc5870"
}

/// Returns whether the only fault is that a coordinate has more digits than the grammar allows for
/// WGS-84.
fn is_too_wide(place: &FailurePoint<'_>) -> bool {
    let path = path(place.text);
    let coordinates = path.split(';').next().unwrap_or_default();
    let rest = &path[coordinates.len()..];
    let begin = &place.text[..place.text.len() - path.len()];
    let narrow = || format!("{begin}0,0{rest}");
    is_of_geo(place) && derives(place, "coordinates", coordinates) && place.accepts(&narrow())
}

/// Returns the parameter "crs", if there is only one and it does not name WGS-84. The result is the
/// text before it, the parameter with its ";", and the text after it.
fn crs<'i>(place: &FailurePoint<'i>) -> Option<(&'i str, &'i str, &'i str)> {
    let text = place.text;
    let parameters = text.match_indices(';').map(|(at, _)| {
        let end = text[at + 1..].find(';').map_or(text.len(), |length| at + 1 + length);
        (&text[..at], &text[at..end], &text[end..])
    });
    let parsed = parameters.map(|parts| (parts, GeoParameter::of(&parts.1[1..])));
    let mut all = parsed.filter(|(_, one)| one.is_called("crs"));
    let (parts, one) = all.next()?;
    (all.next().is_none() && one.is_other_crs()).then_some(parts)
}

/// Returns the text without the scheme.
fn path(text: &str) -> &str {
    text.split_once(':').map_or(text, |(_, path)| path)
}

fn derives(place: &FailurePoint<'_>, rule: &str, text: &str) -> bool {
    place.grammar.automaton.derives_by(rule, text.as_bytes())
}

// Faults in a name of RFC 6920.

const NI: &[CauseRow] = &[CauseRow {
    text: CauseText { id: "ni-padding", sentence: "the value must not be padded with \"=\"" },
    section: CauseSection::Own("3"),
    holds: |place| {
        (place.grammar.stem(), place.production.name()) == ("rfc6920", "NI-URI")
            && is_padding(place.rest())
            && place.before().rsplit('/').next().is_some_and(has_value)
            && !place.before().contains('?')
    },
    mended: Some(without_padding),
}];

/// Returns whether a text begins with one or two "=", and nothing but the query follows.
fn is_padding(text: &str) -> bool {
    let rest = text.trim_start_matches('=');
    matches!(text.len() - rest.len(), 1 | 2) && (rest.is_empty() || rest.starts_with('?'))
}

/// Returns whether a text contains an algorithm, a ";", and at least the beginning of a value.
fn has_value(text: &str) -> bool {
    text.split_once(';').is_some_and(|(_, value)| !value.is_empty())
}

fn without_padding(place: &FailurePoint<'_>) -> Option<String> {
    Some([place.before(), place.rest().trim_start_matches('=')].concat())
}

// Faults in an `http` or `https` URI (RFC 9110).

const HTTP: &[CauseRow] = &[CauseRow {
    text: CauseText { id: "http-host", sentence: "the host of an http URI must not be empty" },
    section: CauseSection::OfWhole,
    holds: |place| {
        let authority = place.before().split_once("://").map(|(_, authority)| authority);
        let host_port = authority.map(|authority| authority.rsplit('@').next().unwrap_or_default());
        let is_port = |text: &str| text.bytes().all(|byte| byte.is_ascii_digit());
        // In `http://u@:@h`, the text before a later "@" is not a host.
        let rest = place.rest().split(['/', '?', '#']).next().unwrap_or_default();
        place.grammar.stem() == "rfc9110"
            && place.ends_or_is("/?#:")
            && !rest.contains('@')
            && host_port
                .is_some_and(|text| text.is_empty() || text.strip_prefix(':').is_some_and(is_port))
    },
    mended: None,
}];

// Faults in a reference to a container image.

const OCI: &[CauseRow] = &[
    CauseRow {
        text: CauseText {
            id: "image-upper-case",
            sentence: "the path of an image must be lowercase",
        },
        section: CauseSection::Own("parse"),
        // "No match, but a match once lowercased".
        holds: |place| is_of_image(place) && place.accepts(&place.text.to_ascii_lowercase()),
        mended: Some(|place| Some(place.text.to_ascii_lowercase())),
    },
    CauseRow {
        text: CauseText {
            id: "image-path",
            sentence: "\"/\" and a path must follow the bracketed host of an image",
        },
        section: CauseSection::Own("parse"),
        holds: |place| {
            let host = place.before().split_once(']').filter(|_| place.text.starts_with('['));
            let is_port =
                |port: &str| port.is_empty() || port[1..].bytes().all(|byte| byte.is_ascii_digit());
            is_of_image(place)
                && place.found() != Some('/')
                && host.is_some_and(|(_, port)| !port.contains('/') && is_port(port))
        },
        mended: None,
    },
];

fn is_of_image(place: &FailurePoint<'_>) -> bool {
    place.grammar.stem() == "oci" && place.is_of_components()
}

// Common mistakes in an object identifier (RFC 3061).

const OID: &[CauseRow] = &[
    CauseRow {
        text: CauseText {
            id: "leading-zero",
            sentence: "a number of an object identifier must not have leading zeros",
        },
        section: CauseSection::Own("2"),
        holds: |place| {
            let is_digit = place.found().is_some_and(|found| found.is_ascii_digit());
            let number = place.before().rsplit(['.', ':']).next();
            is_of_oid(place) && is_digit && number == Some("0")
        },
        mended: Some(|place| {
            let start = place.text.rfind(':').map_or(0, |colon| colon + 1);
            let (begin, oid) = place.text.split_at(start);
            let short = |number: &str| match number.trim_start_matches('0') {
                "" if !number.is_empty() => "0".to_owned(),
                short => short.to_owned(),
            };
            Some(begin.to_owned() + &oid.split('.').map(short).collect::<Vec<_>>().join("."))
        }),
    },
    CauseRow {
        text: CauseText {
            id: "node-description",
            sentence: "a node of an object identifier must be a number, not a description",
        },
        section: CauseSection::Own("2"),
        holds: |place| {
            let is_letter = place.found().is_some_and(char::is_alphabetic);
            let is_in_oid = place.production.name == "oid" || is_name(place.before());
            is_of_oid(place) && is_letter && is_in_oid
        },
        mended: None,
    },
];

fn is_of_oid(place: &FailurePoint<'_>) -> bool {
    place.grammar.stem() == "rfc3061"
}

/// Returns whether the text begins with `urn:oid:`.
fn is_name(text: &str) -> bool {
    schemes::after(text, "urn:oid:").is_some()
}

// Faults in a PURL, by ECMA-427 and its draft grammars.

const PKG: &[CauseRow] = &[
    CauseRow {
        text: CauseText {
            id: "no-package-name",
            sentence: "a package name must follow the type and \"/\"",
        },
        section: CauseSection::Own("name"),
        holds: |place| {
            let after = after_scheme(place).map(|after| after.trim_start_matches('/'));
            let type_alone = after.map(|after| after.strip_suffix('/').unwrap_or(after));
            place.found().is_none()
                && type_alone.is_some_and(|text| !text.is_empty() && !text.contains('/'))
        },
        mended: None,
    },
    CauseRow {
        text: CauseText {
            id: "package-type-case",
            sentence: "the package type must be lowercase in a canonical PURL",
        },
        section: CauseSection::Own("type"),
        holds: |place| {
            is_in_type(place)
                && place.production.name == "PURL"
                && place.found().is_some_and(|found| found.is_ascii_uppercase())
        },
        mended: Some(|place| {
            let (scheme, rest) = place.text.split_once(':')?;
            let (package_type, rest) = rest.split_once('/')?;
            Some(format!("{scheme}:{}/{rest}", package_type.to_ascii_lowercase()))
        }),
    },
    CauseRow {
        text: CauseText {
            id: "package-type",
            sentence: "a package type must begin with a letter, followed by letters, digits, \".\" and \"-\"",
        },
        section: CauseSection::Own("type"),
        holds: |place| is_in_type(place) && place.found().is_some_and(|found| found != '/'),
        mended: None,
    },
    CauseRow {
        text: CauseText {
            id: "not-canonical",
            sentence: "{} must be percent-encoded in a canonical PURL",
        },
        section: CauseSection::Own("character-encoding"),
        holds: |place| {
            after_scheme(place).is_some_and(|after| after.contains('/'))
                && place.production.name == "PURL"
                && place.found().is_some_and(|found| !is_permitted(found))
        },
        mended: Some(encoded),
    },
];

/// Returns whether a canonical PURL may contain the character (ECMA-427, "Permitted characters").
fn is_permitted(character: char) -> bool {
    character.is_ascii_alphanumeric() || ".-_~%:/@?=&#".contains(character)
}

/// Percent-encodes each character that a canonical PURL must not contain.
fn encoded(place: &FailurePoint<'_>) -> Option<String> {
    Some(encode_others(place.text.bytes(), |octet| is_permitted(octet.into())))
}

/// Returns the text between the scheme and the failure point, if the string is read as a PURL.
fn after_scheme<'a>(place: &FailurePoint<'a>) -> Option<&'a str> {
    let is_purl = place.grammar.stem().starts_with("pkg") && place.is_of_components();
    place.before().strip_prefix("pkg:").filter(|_| is_purl)
}

/// Returns whether the failure point is in the type of a PURL, or where the type should begin.
fn is_in_type(place: &FailurePoint<'_>) -> bool {
    let after = after_scheme(place).map(|after| after.trim_start_matches('/'));
    after.is_some_and(|text| !text.contains('/'))
}

// Faults in a SPIFFE ID.

const SPIFFE: &[CauseRow] = &[
    CauseRow {
        text: CauseText {
            id: "spiffe-upper-case",
            sentence: "a trust domain name must be lowercase",
        },
        section: CauseSection::Own("2.1"),
        holds: |place| {
            name(place).is_some() && place.found().is_some_and(|found| found.is_ascii_uppercase())
        },
        mended: Some(|place| {
            let (start, name) = name(place)?;
            let (before, after) = (&place.text[..start], &place.text[start + name.len()..]);
            Some([before, &name.to_ascii_lowercase(), after].concat())
        }),
    },
    CauseRow {
        text: CauseText {
            id: "spiffe-ipv6",
            sentence: "a trust domain name must not be an IPv6 address",
        },
        section: CauseSection::Own("2.1"),
        holds: |place| name(place).is_some() && place.found() == Some('['),
        mended: None,
    },
    CauseRow {
        text: CauseText {
            id: "spiffe-port",
            sentence: "a trust domain name must not have a userinfo or a port",
        },
        section: CauseSection::Own("2.1"),
        holds: |place| name(place).is_some() && matches!(place.found(), Some('@' | ':')),
        mended: None,
    },
    CauseRow {
        text: CauseText {
            id: "spiffe-empty-segment",
            sentence: "a path must not contain an empty segment or end with \"/\"",
        },
        section: CauseSection::Own("2.2"),
        holds: |place| {
            is_id(place)
                && place.ends_or_is("/")
                && place.before().ends_with('/')
                && path_of_spiffe(place).is_some()
        },
        mended: Some(|place| {
            let (start, path) = path_of_spiffe(place)?;
            let segments = path.split('/').filter(|segment| !segment.is_empty());
            let path: String = segments.flat_map(|segment| ["/", segment]).collect();
            Some(place.text[..start].to_owned() + &path)
        }),
    },
    CauseRow {
        text: CauseText {
            id: "spiffe-dot-segment",
            sentence: "a path must not contain the segment \".\" or \"..\"",
        },
        section: CauseSection::Own("2.2"),
        holds: |place| {
            is_id(place)
                && place.ends_or_is("/")
                && path_of_spiffe(place).is_some()
                && (place.before().ends_with("/.") || place.before().ends_with("/.."))
        },
        mended: None,
    },
];

fn is_id(place: &FailurePoint<'_>) -> bool {
    (place.grammar.stem(), place.production.name()) == ("spiffe", "SPIFFE-ID")
}

/// Returns the offset and the text after the "://" of a SPIFFE ID, unless the failure point
/// precedes it.
fn rest<'a>(place: &FailurePoint<'a>) -> Option<(usize, &'a str)> {
    let start = place.text.find("://").filter(|_| is_id(place))? + "://".len();
    (start <= place.at).then(|| (start, &place.text[start..]))
}

/// Returns the offset and the name of the trust domain, if the failure point is in the name or at
/// its end.
fn name<'a>(place: &FailurePoint<'a>) -> Option<(usize, &'a str)> {
    let (start, rest) = rest(place)?;
    let name = rest.split(['/', '?', '#']).next()?;
    (place.at <= start + name.len()).then_some((start, name))
}

/// Returns the offset and the path of a SPIFFE ID, if the failure point is after the first "/" of
/// the path.
fn path_of_spiffe<'a>(place: &FailurePoint<'a>) -> Option<(usize, &'a str)> {
    let (start, rest) = rest(place)?;
    let start = start + rest.find('/')?;
    (start < place.at).then(|| (start, &place.text[start..]))
}

// Common mistakes in a `tel` URI (RFC 3966).

const TEL: &[CauseRow] = &[
    CauseRow {
        text: CauseText {
            id: "extension-mark",
            sentence: "an extension must be in a parameter, after \";ext=\"",
        },
        section: CauseSection::Own("5.3"),
        holds: |place| is_of_tel(place) && extension(place).is_some_and(|one| one.is_whole),
        mended: Some(|place| {
            let Extension { number, digits, rest, .. } = extension(place)?;
            Some(format!("{number};ext={digits}{rest}"))
        }),
    },
    CauseRow {
        text: CauseText {
            id: "letter-for-digit",
            sentence: "letters must not replace the digits of a keypad, since keypads differ",
        },
        section: CauseSection::Own("5.1.2"),
        holds: |place| {
            let is_letter = place.found().is_some_and(|found| found.is_ascii_alphabetic());
            let is_mark = || extension(place).is_some();
            is_of_tel(place) && is_letter && is_in_number(place.before()) && !is_mark()
        },
        mended: None,
    },
    CauseRow {
        text: CauseText {
            id: "no-phone-context",
            sentence: "a local number needs a \";phone-context=\" parameter, which says where the number is valid",
        },
        section: CauseSection::Own("5.1.5"),
        holds: |place| {
            // An invalid context is reported as such.
            let has_one = || place.text.to_ascii_lowercase().contains(";phone-context=");
            let with_one = || format!("{};phone-context=a", place.text);
            is_of_tel(place) && place.found().is_none() && !has_one() && place.accepts(&with_one())
        },
        mended: None,
    },
];

fn is_of_tel(place: &FailurePoint<'_>) -> bool {
    place.grammar.stem() == "rfc3966"
}

/// A telephone extension in a common informal notation: the number, "x" or "ext", and digits.
struct Extension<'i> {
    /// The text before "x" or "ext".
    number: &'i str,
    digits: &'i str,
    /// The text after the digits.
    rest: &'i str,
    /// Whether the string ends after the digits, or a parameter begins there.
    is_whole: bool,
}

/// Returns the extension whose "x" or "ext" is at the failure point. The "e" of "ext" may precede
/// the failure point, since a local number may contain an "E".
fn extension<'i>(place: &FailurePoint<'i>) -> Option<Extension<'i>> {
    let from = if place.before().ends_with(['e', 'E']) { place.at - 1 } else { place.at };
    let strip = |at: usize, mark: &str| {
        let (found, rest) = place.text[at..].split_at_checked(mark.len())?;
        (found.eq_ignore_ascii_case(mark) && rest.starts_with(|next: char| next.is_ascii_digit()))
            .then_some((&place.text[..at], rest))
    };
    let (number, rest) = strip(from, "ext").or_else(|| strip(place.at, "x"))?;
    let length = rest.bytes().take_while(u8::is_ascii_digit).count();
    let (digits, rest) = rest.split_at(length);
    let is_whole = rest.is_empty() || rest.starts_with(';');
    is_in_number(number).then_some(Extension { number, digits, rest, is_whole })
}

/// Returns whether the text, without a scheme, is the beginning of a telephone number.
fn is_in_number(text: &str) -> bool {
    let number = text.split_once(':').map_or(text, |(_, number)| number);
    let is_of_number = |byte: u8| byte.is_ascii_hexdigit() || b"+*#-.()".contains(&byte);
    number.bytes().any(|byte| byte.is_ascii_digit()) && number.bytes().all(is_of_number)
}

// Faults in the URN of a UUID (RFC 9562).

const UUID: &[CauseRow] = &[
    CauseRow {
        text: CauseText { id: "uuid-without-urn", sentence: "\"urn:uuid:\" must precede the UUID" },
        section: CauseSection::Own("4"),
        holds: |place| {
            is_urn(place)
                && place.at == 0
                && !place.text.contains(':')
                && digits(place.text).is_some()
        },
        mended: Some(urn),
    },
    CauseRow {
        text: CauseText {
            id: "uuid-braces",
            sentence: "braces are not allowed around a UUID here",
        },
        section: CauseSection::Own("4"),
        holds: |place| {
            is_urn(place)
                && matches!(place.found(), Some('{' | '}'))
                && digits(place.text).is_some()
        },
        mended: Some(urn),
    },
    CauseRow {
        text: CauseText {
            id: "uuid-groups",
            sentence: "hyphens must divide the digits of a UUID into groups of 8, 4, 4, 4 and 12",
        },
        section: CauseSection::Own("4"),
        holds: |place| is_urn(place) && place.at >= PREFIX.len() && digits(place.text).is_some(),
        mended: Some(urn),
    },
];

const PREFIX: &str = "urn:uuid:";

fn is_urn(place: &FailurePoint<'_>) -> bool {
    (place.grammar.stem(), place.production.name()) == ("rfc9562", "uuid-urn")
}

/// Returns the 32 digits of a UUID (RFC 9562, 4), if the text otherwise contains only the prefix,
/// hyphens, and braces around the UUID.
fn digits(text: &str) -> Option<String> {
    let uuid = schemes::after(text, PREFIX).unwrap_or(text);
    let bare = uuid.strip_prefix('{').and_then(|uuid| uuid.strip_suffix('}')).unwrap_or(uuid);
    // A long text has more than these.
    let is_short = bare.len() < 64;
    let digits: String = bare.chars().filter(|character| is_short && *character != '-').collect();
    let are_digits = digits.len() == 32 && digits.bytes().all(|byte| byte.is_ascii_hexdigit());
    are_digits.then_some(digits)
}

fn urn(place: &FailurePoint<'_>) -> Option<String> {
    let digits = digits(place.text)?;
    let groups = [0..8, 8..12, 12..16, 16..20, 20..32].map(|group| &digits[group]);
    Some(PREFIX.to_owned() + &groups.join("-"))
}

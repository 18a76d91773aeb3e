//! A normalizer by RFC 3986, 6.2.2, with at most one deliberate mistake.
//!
//! The surprising case: a normalizer that removes dot segments before it decodes turns `/%2E/` into `/./`.

use urispec::split;

/// A mistake of a normalizer.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum NormalizationFault {
    SchemeKept,
    HostKept,
    TripletsKept,
    TripletsOfHostLowered,
    UserinfoLowered,
    PathLowered,
    QueryLowered,
    FragmentLowered,
    LettersEncoded,
    DigitsEncoded,
    HyphenEncoded,
    PeriodEncoded,
    UnderscoreEncoded,
    TildeEncoded,
    SlashDecoded,
    ColonDecoded,
    DelimiterDecoded,
    PercentDecoded,
    SpaceDecoded,
    DecodedTwice,
    DecodedOfHostKept,
    HostEncoded,
    UserinfoEncoded,
    PathEncoded,
    QueryEncoded,
    FragmentEncoded,
    DotsKept,
    DotsBeforeDecoding,
    DotsOfQuery,
    EmptyUserinfoDropped,
    EmptyQueryDropped,
    EmptyFragmentDropped,
}

use NormalizationFault::*;

/// The mistakes in the order of [`NormalizationFault`]: name, section, what the normalizer does, the document's rule.
pub(super) const FAULTS: &str = include_str!("normalization.tsv");

/// Returns the normal form of a URI, by a normalizer with the mistake `fault`.
pub(super) fn form(uri: &str, fault: Option<usize>) -> String {
    let has = |one: NormalizationFault| fault == Some(one as usize);
    let parts = split(uri);
    let lower = |text: String, is_lowered: bool| match is_lowered {
        true => text.to_ascii_lowercase(),
        false => text,
    };
    let decoded = |text: &str, kept: NormalizationFault| match has(kept) {
        true => text.to_owned(),
        false => decoded(text, fault),
    };
    let part = |text: &str, kept: NormalizationFault, lowered: NormalizationFault| {
        lower(decoded(text, kept), has(lowered))
    };
    let is_kept = |text: &&str, dropped: NormalizationFault| !text.is_empty() || !has(dropped);
    let authority = parts.authority.map(|authority| {
        let (userinfo, rest) = match authority.rsplit_once('@') {
            Some((userinfo, rest)) => (Some(userinfo), rest),
            None => (None, authority),
        };
        let userinfo = userinfo.filter(|one| is_kept(one, EmptyUserinfoDropped));
        let userinfo = userinfo.map(|one| part(one, UserinfoEncoded, UserinfoLowered) + "@");
        // The colon of a port follows the bracket of an address.
        let colon = rest.rfind(':').filter(|&colon| rest.rfind(']').is_none_or(|end| end < colon));
        let (host, port) = rest.split_at(colon.unwrap_or(rest.len()));
        format!("//{}{}{port}", userinfo.unwrap_or_default(), self::host(host, fault))
    });
    let path = if has(DotsBeforeDecoding) {
        part(&without_dot_segments(parts.path), PathEncoded, PathLowered)
    } else {
        let path = part(parts.path, PathEncoded, PathLowered);
        if has(DotsKept) { path } else { without_dot_segments(&path) }
    };
    let query = parts.query.filter(|one| is_kept(one, EmptyQueryDropped)).map(|query| {
        let query = part(query, QueryEncoded, QueryLowered);
        let query = if has(DotsOfQuery) { without_dot_segments(&query) } else { query };
        format!("?{query}")
    });
    let fragment = parts.fragment.filter(|one| is_kept(one, EmptyFragmentDropped));
    let fragment = fragment.map(|one| format!("#{}", part(one, FragmentEncoded, FragmentLowered)));
    let scheme = parts.scheme.map(|scheme| lower(scheme.to_owned(), !has(SchemeKept)) + ":");
    [scheme, authority, Some(path), query, fragment].into_iter().flatten().collect()
}

fn host(host: &str, fault: Option<usize>) -> String {
    let has = |one: NormalizationFault| fault == Some(one as usize);
    let decode = |text: &str| if has(HostEncoded) { text.to_owned() } else { decoded(text, fault) };
    if has(HostKept) {
        return decode(host);
    }
    if has(DecodedOfHostKept) {
        return decode(&lowered_but_triplets(host));
    }
    let host = decode(host);
    if has(TripletsOfHostLowered) { host.to_ascii_lowercase() } else { lowered_but_triplets(&host) }
}

/// Converts capital letters to lowercase, except for the digits of triplets.
fn lowered_but_triplets(text: &str) -> String {
    let mut in_triplet = 0;
    let one = |one: char| {
        in_triplet = if one == '%' { 3 } else { usize::saturating_sub(in_triplet, 1) };
        if in_triplet > 0 { one } else { one.to_ascii_lowercase() }
    };
    text.chars().map(one).collect()
}

/// Decodes the triplets of unreserved characters, and writes the digits of other triplets in uppercase (RFC 3986,
/// 6.2.2.1 and 6.2.2.2).
fn decoded(text: &str, fault: Option<usize>) -> String {
    let once = decoded_once(text, fault);
    if fault == Some(DecodedTwice as usize) {
        decoded_once(&once.replace("%25", "%"), None)
    } else {
        once
    }
}

fn decoded_once(text: &str, fault: Option<usize>) -> String {
    let has = |one: NormalizationFault| fault == Some(one as usize);
    let mut pieces = text.split('%');
    let mut out = pieces.next().unwrap_or_default().to_owned();
    for piece in pieces {
        // In a valid URI, two digits follow each `%`.
        let Some(digits) = piece.get(..2) else {
            out = out + "%" + piece;
            continue;
        };
        let octet = u8::from_str_radix(digits, 16).map(char::from).unwrap_or('%');
        let is_decoded = match octet {
            'A'..='Z' | 'a'..='z' => !has(LettersEncoded),
            '0'..='9' => !has(DigitsEncoded),
            '-' => !has(HyphenEncoded),
            '.' => !has(PeriodEncoded),
            '_' => !has(UnderscoreEncoded),
            '~' => !has(TildeEncoded),
            '/' => has(SlashDecoded),
            ':' => has(ColonDecoded),
            '%' => has(PercentDecoded),
            ' ' => has(SpaceDecoded),
            '!' | '$' | '&' | '\'' | '(' | ')' | '*' | '+' | ',' | ';' | '=' => {
                has(DelimiterDecoded)
            }
            _ => false,
        };
        if is_decoded {
            out.push(octet);
        } else if has(TripletsKept) {
            out = out + "%" + digits;
        } else {
            out = out + "%" + &digits.to_ascii_uppercase();
        }
        out.push_str(&piece[2..]);
    }
    out
}

/// Removes dot segments (RFC 3986, 5.2.4, to which 6.2.2.3 refers).
fn without_dot_segments(path: &str) -> String {
    urispec::remove_dot_segments(path).into_owned()
}

//! Section 6.2.2, one rule after another.

use urispec::{HostKind, Normalizer, Rung, Uri, UriRef, compare};

use crate::resolution::{recompose, remove_dot_segments};
use crate::strings::{RUNS, all, rows};
use crate::syntax::parse;

/// 6.2.2.1: hexadecimal digits in upper case, and the rest of a host in lower case; and if `decodes`, 6.2.2.2: no triplet
/// of an unreserved character.
fn characters(text: &str, is_host: bool, decodes: bool) -> String {
    let (mut form, mut rest) = (String::new(), text);
    let fold = |one: char| if is_host { one.to_ascii_lowercase() } else { one };
    while let Some(first) = rest.chars().next() {
        if first != '%' {
            form.push(fold(first));
            rest = &rest[first.len_utf8()..];
            continue;
        }
        let octet = u8::from_str_radix(&rest[1..3], 16).unwrap();
        let character = char::from(octet);
        if decodes && (character.is_ascii_alphanumeric() || "-._~".contains(character)) {
            form.push(fold(character));
        } else {
            form.push_str(&rest[..3].to_ascii_uppercase());
        }
        rest = &rest[3..];
    }
    form
}

/// 6.2.2.1 and 6.2.2.2 for a path that is not resolved yet. A triplet is not a dot in 5.2.4, so a segment that would become
/// a dot segment by decoding keeps its triplets.
fn unresolved(path: &str) -> String {
    let segment = |segment: &str| match characters(segment, false, true) {
        form if form == "." || form == ".." => segment.to_ascii_uppercase(),
        form => form,
    };
    path.split('/').map(segment).collect::<Vec<_>>().join("/")
}

/// Returns the normal form for a rung: 6.2.1, which changes nothing, 6.2.2.1, 6.2.2.2, or 6.2.2.3.
fn normal(text: &str, to: Rung) -> Option<String> {
    let parts = parse(text)?;
    if to == Rung::String {
        return Some(text.to_owned());
    }
    let decodes = to >= Rung::PercentEncoding;
    let plain = |part: &str| characters(part, false, decodes);
    let scheme = parts.scheme.map(str::to_ascii_lowercase);
    let authority = parts.authority.map(|authority| {
        let (userinfo, host) =
            authority.rsplit_once('@').map_or((None, authority), |(a, b)| (Some(a), b));
        let userinfo = userinfo.map(|userinfo| plain(userinfo) + "@").unwrap_or_default();
        userinfo + &characters(host, true, decodes)
    });
    let mut path = match scheme {
        None if decodes => unresolved(parts.path),
        _ => plain(parts.path),
    };
    if to == Rung::PathSegments {
        // 6.2.2.3. The target of a relative path is unknown until it is merged with a base (5.2.3).
        if scheme.is_some() || path.starts_with('/') {
            path = remove_dot_segments(&path);
        }
        // 3.3: without an authority, a path cannot begin with `//`; a `/.` before it does not change the meaning.
        if authority.is_none() && path.starts_with("//") {
            path.insert_str(0, "/.");
        }
    }
    let [query, fragment] = [parts.query, parts.fragment].map(|part| part.map(plain));
    let others = [scheme, authority, query, fragment];
    Some(recompose(others.each_ref().map(Option::as_deref), &path))
}

fn host(reference: UriRef<'_>) -> Option<(String, HostKind)> {
    reference.host().map(|host| (host.as_str().to_owned(), host.kind()))
}

fn check_rungs(reference: UriRef<'_>, text: &str) {
    for rung in [Rung::String, Rung::Case, Rung::PercentEncoding, Rung::PathSegments] {
        let found = Normalizer::new().to(rung).normalize(reference);
        assert_eq!(Some(found.as_str()), normal(text, rung).as_deref(), "{text} to {rung:?}");
        assert_eq!(found.is_unchanged(), found.as_str() == text, "{text} to {rung:?}");
    }
}

fn check(text: &str) {
    let (Ok(uri), Some(expected)) = (Uri::parse(text), normal(text, Rung::PathSegments)) else {
        return;
    };
    check_rungs(UriRef::from(uri), text);
    let found = uri.normalize();
    assert_eq!(found, *expected, "{text}");
    let (again, normal) = (Uri::parse(&expected).unwrap(), found.as_borrowed());
    assert_eq!(normal.components(), again.components(), "{text}");
    assert_eq!(host(UriRef::from(normal)), host(UriRef::from(again)), "{text}");
    let equivalence = compare(uri, again);
    assert!(equivalence.holds_at(Rung::PathSegments), "{text}: {equivalence:?}");
}

/// The normal form of a reference resolves to an equal target, against any base.
fn check_reference(text: &str) {
    let (Ok(reference), Some(expected)) = (UriRef::parse(text), normal(text, Rung::PathSegments))
    else {
        return;
    };
    check_rungs(reference, text);
    let found = reference.normalize();
    assert_eq!(found, *expected, "{text}");
    let (again, normal) = (UriRef::parse(&expected).unwrap(), found.as_borrowed());
    assert_eq!((normal.components(), host(normal)), (again.components(), host(again)), "{text}");
    for base in ["x:", "x:/a/b", "x:a/b", "x://h", "x://h/a/b?c"] {
        let base = Uri::parse(base).unwrap();
        let target = |reference: UriRef<'_>| {
            reference.resolve_against(base).map(|target| target.normalize().into_string()).ok()
        };
        assert_eq!(target(normal), target(reference), "{text} against {base}");
    }
}

#[test]
fn short_uris() {
    all("A/.:%", 6).for_each(|rest| check(&format!("x:{rest}")));
    all("a/.", 9).for_each(|rest| check(&format!("x:{rest}")));
    all("aA1:@/.", 5).for_each(|rest| check(&format!("X://{rest}")));
}

#[test]
fn short_references() {
    all("a/.?", 6).for_each(|text| check_reference(&text));
    let pieces = ["/", ".", "%2e", "%2E", "%61", "%c3", "A", "//H", "?", "#"];
    for text in rows(&pieces, 7, 40_000) {
        check_reference(&text);
    }
}

#[test]
fn each_triplet() {
    for octet in 0..=255_u8 {
        for text in "x:{} x://{}A x://h/{}/.. x:/?{}B x:#{} x://{}@H".split(' ') {
            check(&text.replace("{}", &format!("%{octet:02x}")));
            check(&text.replace("{}", &format!("%{octet:02X}")));
        }
    }
}

/// Decoding its triplets turns a name into an address.
#[test]
fn addresses_in_triplets() {
    let octets = ["1", "%31", "2%35", "%3255"];
    for number in 0..4_usize.pow(4) {
        let octet = |place: u32| octets[number / 4_usize.pow(place) % 4];
        for dots in 0..8 {
            let dot = |place: u32| if dots >> place & 1 == 0 { "." } else { "%2e" };
            let row = |place: u32| [octet(place), dot(place)].concat();
            let host = [&row(0), &row(1), &row(2), octet(3)].concat();
            for text in
                [format!("x://{host}"), format!("x://{host}%61"), format!("x://u@{host}:1/")]
            {
                check(&text);
            }
        }
    }
}

#[test]
fn rows_of_pieces() {
    let pieces = "/ . .. /. /./ /../ %2e %2E %41 %c3 %C3%a9 a B : ? # // @".split(' ');
    let pieces: Vec<&str> = pieces.chain(RUNS).collect();
    for (at, rest) in rows(&pieces, 14, 150_000).enumerate() {
        let before = ["x:", "X://", "http://H", "x:/", "A.b+c-1://u@[::A]:80"][at % 5];
        check(&format!("{before}{rest}"));
    }
}

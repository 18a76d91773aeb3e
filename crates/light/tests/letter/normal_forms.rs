//! Section 6.2.2, one rule after the other.

use urispec::{Rung, Uri, compare};

use crate::resolution::{recompose, remove_dot_segments};
use crate::strings::{RUNS, all, rows};
use crate::syntax::read;

/// 6.2.2.1 and 6.2.2.2: hexadecimal digits in upper case, and no triplet of an unreserved character; of
/// a host, the rest in lower case.
fn characters(text: &str, is_host: bool) -> String {
    let (mut form, mut rest) = (String::new(), text);
    let of_host = |one: char| if is_host { one.to_ascii_lowercase() } else { one };
    while let Some(first) = rest.chars().next() {
        if first != '%' {
            form.push(of_host(first));
            rest = &rest[first.len_utf8()..];
            continue;
        }
        let octet = u8::from_str_radix(&rest[1..3], 16).unwrap();
        let character = char::from(octet);
        if character.is_ascii_alphanumeric() || "-._~".contains(character) {
            form.push(of_host(character));
        } else {
            form.push_str(&rest[..3].to_ascii_uppercase());
        }
        rest = &rest[3..];
    }
    form
}

fn normal(text: &str) -> Option<String> {
    let parts = read(text)?;
    let plain = |part: &str| characters(part, false);
    let scheme = parts.scheme?.to_ascii_lowercase();
    let authority = parts.authority.map(|authority| {
        let (userinfo, host) =
            authority.rsplit_once('@').map_or((None, authority), |(a, b)| (Some(a), b));
        let userinfo = userinfo.map(|userinfo| plain(userinfo) + "@").unwrap_or_default();
        userinfo + &characters(host, true)
    });
    // 6.2.2.3; and 3.3: without an authority no path begins with `//`, and `/.` before it means the same.
    let mut path = remove_dot_segments(&plain(parts.path));
    if authority.is_none() && path.starts_with("//") {
        path.insert_str(0, "/.");
    }
    let [query, fragment] = [parts.query, parts.fragment].map(|part| part.map(plain));
    let others = [Some(&*scheme), authority.as_deref(), query.as_deref(), fragment.as_deref()];
    Some(recompose(others, &path))
}

fn holds(text: &str) {
    let (Ok(uri), Some(expected)) = (Uri::parse(text), normal(text)) else { return };
    let found = uri.normalize();
    assert_eq!(found, *expected, "{text}");
    let (again, own) = (Uri::parse(&expected).unwrap(), found.as_borrowed());
    let host = |uri: Uri<'_>| uri.host().map(|host| host.text().to_owned());
    assert_eq!((own.components(), host(own)), (again.components(), host(again)), "{text}");
    let met = compare(uri, again);
    assert!(met.is_some_and(|rung| rung <= Rung::PathSegments), "{text}: {met:?}");
}

#[test]
fn short_uris() {
    all("A/.:%", 6).for_each(|rest| holds(&format!("x:{rest}")));
    all("a/.", 9).for_each(|rest| holds(&format!("x:{rest}")));
    all("aA1:@/.", 5).for_each(|rest| holds(&format!("X://{rest}")));
}

#[test]
fn each_triplet() {
    for octet in 0..=255_u8 {
        for (before, after) in [
            ("x:", ""),
            ("x://", "A"),
            ("x://h/", "/.."),
            ("x:/?", "B"),
            ("x:#", ""),
            ("x://", "@H"),
        ] {
            holds(&format!("{before}%{octet:02x}{after}"));
            holds(&format!("{before}%{octet:02X}{after}"));
        }
    }
}

#[test]
fn rows_of_pieces() {
    let pieces = [
        &[
            "/", ".", "..", "/.", "/./", "/../", "%2e", "%2E", "%41", "%c3", "%C3%a9", "a", "B",
            ":", "?", "#", "//", "@",
        ],
        &RUNS[..],
    ]
    .concat();
    for (at, rest) in rows(&pieces, 14, 150_000).enumerate() {
        holds(&format!(
            "{}{rest}",
            ["x:", "X://", "http://H", "x:/", "A.b+c-1://u@[::A]:80"][at % 5]
        ));
    }
}

//! Section 5.2, step by step, and 5.3.

use urispec::{ResolveError, Uri, UriRef};

use crate::strings::{RUNS, all, rows};
use crate::syntax::parse;

/// 5.2.4.
pub(crate) fn remove_dot_segments(path: &str) -> String {
    let (mut input, mut output) = (path.to_owned(), String::new());
    while !input.is_empty() {
        let rest = |from: usize| input[from..].to_owned();
        if input.starts_with("../") {
            input = rest(3);
        } else if input.starts_with("./") || input.starts_with("/./") {
            input = rest(2);
        } else if input == "/." {
            input = "/".to_owned();
        } else if input.starts_with("/../") || input == "/.." {
            input = format!("/{}", input.get(4..).unwrap_or_default());
            output.truncate(output.rfind('/').unwrap_or(0));
        } else if input == "." || input == ".." {
            input.clear();
        } else {
            let end = input[1..].find('/').map_or(input.len(), |at| at + 1);
            output.push_str(&input[..end]);
            input = rest(end);
        }
    }
    output
}

/// 5.3.
pub(crate) fn recompose(
    [scheme, authority, query, fragment]: [Option<&str>; 4],
    path: &str,
) -> String {
    let part = |before: &str, part: Option<&str>, after: &str| {
        part.map_or(String::new(), |part| [before, part, after].concat())
    };
    part("", scheme, ":")
        + &part("//", authority, "")
        + path
        + &part("?", query, "")
        + &part("#", fragment, "")
}

/// 5.2.2; the error is a target that would be misread.
fn target(base: &str, reference: &str) -> Result<String, String> {
    let (base, r) = (parse(base).unwrap(), parse(reference).unwrap());
    let (scheme, authority, path, query);
    if r.scheme.is_some() {
        (scheme, authority, query) = (r.scheme, r.authority, r.query);
        path = remove_dot_segments(r.path);
    } else {
        scheme = base.scheme;
        if r.authority.is_some() {
            (authority, query) = (r.authority, r.query);
            path = remove_dot_segments(r.path);
        } else {
            authority = base.authority;
            if r.path.is_empty() {
                path = base.path.to_owned();
                query = r.query.or(base.query);
            } else {
                query = r.query;
                path = match r.path.starts_with('/') {
                    true => remove_dot_segments(r.path),
                    // 5.2.3.
                    false if base.authority.is_some() && base.path.is_empty() => {
                        remove_dot_segments(&format!("/{}", r.path))
                    }
                    false => {
                        let end = base.path.rfind('/').map_or(0, |at| at + 1);
                        remove_dot_segments(&[&base.path[..end], r.path].concat())
                    }
                };
            }
        }
    }
    let text = recompose([scheme, authority, query, r.fragment], &path);
    let again = parse(&text).map(|again| (again.authority.is_some(), again.path == path));
    match again == Some((authority.is_some(), true)) {
        true => Ok(text),
        false => Err(text),
    }
}

fn check(base: &str, reference: &str) {
    let (Ok(uri), Ok(relative)) = (Uri::parse(base), UriRef::parse(reference)) else { return };
    let expected = target(base, reference).map_err(ResolveError::Misread);
    let found = relative.resolve_against(uri);
    let text = found.clone().map(|found| found.as_str().to_owned());
    assert_eq!(text, expected, "{base} + {reference}");
    let mut buffer = String::from("before");
    let into = relative.resolve_into(uri, &mut buffer);
    let is_same = into.as_ref().ok().map(|into| into.as_str()) == expected.as_deref().ok();
    assert!(is_same, "{base} + {reference}: {into:?}");
    if let Ok(found) = found {
        let again = parse(found.as_str()).unwrap();
        let found = found.as_borrowed();
        let parts = (found.authority(), found.path(), found.query(), found.fragment());
        assert_eq!(parts, (again.authority, again.path, again.query, again.fragment));
        assert_eq!(
            found.host().map(|host| host.as_str()),
            Uri::parse(found.as_str()).unwrap().host().map(|host| host.as_str())
        );
        // Relativizing can be undone.
        if let Ok(short) = found.relativize_against(uri) {
            assert_eq!(short.resolve_against(uri).unwrap(), found, "{base} and {found}: {short}");
        }
    }
}

const BASES: &str = "a: a:b a:/ a:/b/c a:b/c a://h a://h/ a://h/b/c?d a://h/b/../c/./d/ a:/b//c a://h// \
                     http://user@example.com:8042/over/there/and/on/and/on/with/long/segments/name?ferret#nose";

#[test]
fn short_references() {
    for base in BASES.split(' ') {
        all("a/.?#:", 5).for_each(|reference| check(base, &reference));
        all("/.", 9).for_each(|reference| check(base, &format!("{reference}b")));
    }
}

#[test]
fn short_bases() {
    for reference in " . .. ./ ../ ../.. b / // //b ? ?c #d /..//b b:c ./b:c".split(' ') {
        all("a/.:", 7).for_each(|base| check(&format!("x:{base}"), reference));
        all("a/.?", 6).for_each(|base| check(&format!("x://h{base}"), reference));
    }
}

#[test]
fn rows_of_segments() {
    let pieces: Vec<&str> =
        "/ // /. /.. /../ /./ .. . a ..a a. ? # x: %2E".split(' ').chain(RUNS).collect();
    let bases: Vec<&str> = BASES.split(' ').collect();
    for (at, reference) in rows(&pieces, 12, 60_000).enumerate() {
        check(bases[at % bases.len()], &reference);
        check(&format!("x://h/{reference}"), bases[at % 4].trim_start_matches("a:"));
    }
}

/// A target allocates once, and only if necessary, without unused bytes, except for dot segments and the slash of 5.2.3.
#[test]
fn targets_allocate_exactly() {
    for (base, reference) in [
        ("http://authority/b/c/d;p?query", "segment?y#section"),
        ("http://authority/b", "/segment/segment"),
        ("http://authority?query", "segment"),
        ("http://authority/path?query", "?another"),
        ("http://authority/path?query", "#section"),
        ("scheme:path", "//authority/path"),
        ("scheme:path", "another:path"),
    ] {
        let (base, reference) = (Uri::parse(base).unwrap(), UriRef::parse(reference).unwrap());
        let mut target = String::new();
        let length = reference.resolve_into(base, &mut target).unwrap().as_str().len();
        assert!(target.capacity() <= length + "/".len(), "{base} + {reference}");
        let place = (target.as_ptr(), target.capacity());
        reference.resolve_into(base, &mut target).unwrap();
        assert_eq!((target.as_ptr(), target.capacity()), place, "{base} + {reference}");
    }
}

//! What a string of the suites of resolution and normalization is about.
//!
//! In: a string of such a suite. Out: in words, what may be the cause if a parser has another target or
//! normal form: the section, the kind of the reference, and what the base has. The productions of a
//! reference do not say it: the same `../g` is resolved rightly on one base and wrongly on another.

use urispec::split;

/// What a pair of a base and a reference is about, the most general first.
pub(super) fn resolution(base: &str, reference: &str, section: &str) -> Vec<String> {
    let (of_base, of_reference) = (split(base), split(reference));
    let same = |scheme: &str| {
        let own = of_base.scheme.unwrap_or_default();
        own.eq_ignore_ascii_case(scheme)
    };
    let path = of_reference.path;
    // RFC 3986, 4.2 and 4.4, have the names.
    let kind = match of_reference.scheme {
        Some(scheme) if same(scheme) => "URI of the same scheme",
        Some(_) => "URI of another scheme",
        None if of_reference.authority.is_some() => "network-path reference",
        None if path.starts_with('/') => "absolute-path reference",
        None if !path.is_empty() => "relative-path reference",
        None if of_reference.query.is_some() => "reference that is a query",
        None if of_reference.fragment.is_some() => "reference that is a fragment",
        None => "empty reference",
    };
    let mut shapes = vec![format!("base of scheme {}", of_base.scheme.unwrap_or_default())];
    let mut add = |is_so: bool, what: &str| {
        if is_so {
            shapes.push(what.to_owned());
        }
    };
    let (authority, own) = (of_base.authority, of_base.path);
    add(authority.is_none(), "base without authority");
    add(authority == Some(""), "base with an empty authority");
    add(own.is_empty(), "base with an empty path");
    add(!own.is_empty() && !own.starts_with('/'), "base with a path without root");
    add(has_dots(own), "base with dot segments");
    add(of_base.query.is_some(), "base with a query");
    let mut about = vec![format!("section {section}"), kind.to_owned()];
    let mut of_path = Vec::new();
    if has_dots(path) {
        of_path.push("dot segments".to_owned());
    }
    if path.contains("//") {
        of_path.push("an empty segment".to_owned());
    }
    if path.ends_with("/..") || path.ends_with("/.") || matches!(path, "." | "..") {
        of_path.push("a dot segment at the end".to_owned());
    }
    if of_reference.query == Some("") {
        of_path.push("an empty query".to_owned());
    }
    if of_reference.fragment == Some("") {
        of_path.push("an empty fragment".to_owned());
    }
    let with: Vec<_> = of_path.iter().map(|what| format!("reference with {what}")).collect();
    about.extend(shapes.iter().cloned());
    about.extend(with.iter().cloned());
    about.extend(shapes.iter().map(|shape| format!("{kind}, {shape}")));
    about.extend(
        with.iter()
            .map(|what| format!("{kind} with {}", what.trim_start_matches("reference with "))),
    );
    about
}

/// What a URI and its normal form are about: the section, and the components that change.
pub(super) fn normalization(uri: &str, normalized: &str, section: &str) -> Vec<String> {
    let (before, after) = (split(uri), split(normalized));
    let all = [
        ("scheme", before.scheme != after.scheme),
        ("authority", before.authority != after.authority),
        ("path", before.path != after.path),
        ("query", before.query != after.query),
        ("fragment", before.fragment != after.fragment),
    ];
    let mut changed: Vec<_> =
        all.iter().filter(|(_, is_so)| *is_so).map(|(name, _)| format!("in the {name}")).collect();
    if changed.is_empty() {
        changed.push("nothing to change".to_owned());
    }
    let section = format!("section {section}");
    let mut about = vec![section.clone()];
    about.extend(changed.iter().map(|what| format!("{section}, {what}")));
    about
}

fn has_dots(path: &str) -> bool {
    path.split('/').any(|segment| matches!(segment, "." | ".."))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_pair_has_a_kind_and_a_base() {
        let about = resolution("a://h?q", "../g/.", "5.2.4");
        for part in [
            "section 5.2.4",
            "relative-path reference",
            "base of scheme a",
            "relative-path reference, base with an empty path",
            "relative-path reference with a dot segment at the end",
        ] {
            assert!(about.iter().any(|known| known == part), "{part}: {about:?}");
        }
        assert!(!about.iter().any(|known| known.contains("without authority")));
        assert_eq!(resolution("a:b", "A:c", "5.2.2")[1], "URI of the same scheme");
        let about = normalization("A://h/%7e", "a://h/~", "6.2.2.2");
        assert_eq!(about[1..], ["section 6.2.2.2, in the scheme", "section 6.2.2.2, in the path"]);
    }
}

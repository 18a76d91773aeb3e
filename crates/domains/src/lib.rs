//! The registrable domain of a host, by the public suffix list.
//!
//! The registrable domain is the public suffix and the label before it. An address, a public suffix itself, and a
//! single label have no registrable domain. A trailing dot is dropped. Private suffixes of the list, such as
//! `github.io`, are treated like the suffixes of registries.
//!
//! Under an unlisted suffix, the list's rule `*` applies: the registrable domain of `a.b.internal` is `b.internal`.

use std::sync::LazyLock;

use publicsuffix::{List, Psl};
use urispec::Decode;

/// The date of the public suffix list, as stated in the list.
pub const PUBLIC_SUFFIX_LIST: &str = "2026-10-22";

/// The public suffix list, parsed by the first lookup.
static LIST: LazyLock<List> = LazyLock::new(|| {
    let text = include_str!("public_suffix_list.dat");
    text.parse().unwrap_or_else(|error| unreachable!("the public suffix list: {error}"))
});

/// Returns the registrable domain of a host. Percent-encoded triplets are decoded for the lookup, and stay encoded
/// in the result.
///
/// ```
/// use urispec_domains::registrable_domain;
/// assert_eq!(registrable_domain("www.example.co.u%6B."), Some("example.co.u%6B"));
/// assert_eq!(registrable_domain("127.0.0.1"), None);
/// ```
#[must_use]
pub fn registrable_domain(host: &str) -> Option<&str> {
    if !host.contains('%') {
        return registrable_in_plain(host);
    }
    let plain = host.decode_lossy();
    let labels = |name: &str| name.strip_suffix('.').unwrap_or(name).split('.').count();
    // Some readers decode an escaped dot and split the label there; others do not.
    if labels(&plain) != labels(host) {
        return None;
    }
    let count = labels(registrable_in_plain(&plain)?);
    let name = host.strip_suffix('.').unwrap_or(host);
    let begin = name.rmatch_indices('.').nth(count - 1).map_or(0, |(at, _)| at + 1);
    name.get(begin..)
}

/// Returns the registrable domain of a host without percent-encoded triplets.
fn registrable_in_plain(host: &str) -> Option<&str> {
    let name = host.strip_suffix('.').unwrap_or(host);
    let last = name.rsplit('.').next()?;
    // No suffix is a number, so every reader treats these as addresses; the `publicsuffix` crate does not recognize
    // addresses.
    let is_number = |label: &str| {
        let hexadecimal = label.strip_prefix("0x").or_else(|| label.strip_prefix("0X"));
        match hexadecimal {
            Some(digits) => digits.bytes().all(|digit| digit.is_ascii_hexdigit()),
            None => label.bytes().all(|digit| digit.is_ascii_digit()),
        }
    };
    if is_number(last) || name.starts_with('[') || name.split('.').any(str::is_empty) {
        return None;
    }
    let length = |name: &str| Some(LIST.domain(name.as_bytes())?.as_bytes().len());
    let length = match name.bytes().any(|byte| byte.is_ascii_uppercase()) {
        // The list is in lower case.
        true => length(&name.to_ascii_lowercase())?,
        false => length(name)?,
    };
    name.get(name.len().checked_sub(length)?..)
}

/// The examples of the README.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct DomainsReadme;

#[cfg(test)]
mod tests {
    use super::*;

    /// The cases of the list's own test (publicsuffix.org, `test_psl.txt`), and hosts that are not names.
    #[test]
    fn registrable_domains() {
        for (host, expected) in [
            ("COM", None),
            ("www.x.co.u%6B", Some("x.co.u%6B")),
            ("x.%63o.uk", Some("x.%63o.uk")),
            ("www.a%2Eb.com", None),
            ("1.2.3.%34", None),
            ("%41.com", Some("%41.com")),
            ("example.COM", Some("example.COM")),
            ("WwW.example.COM", Some("example.COM")),
            ("example", None),
            ("example.example", Some("example.example")),
            ("b.example.example", Some("example.example")),
            ("a.b.example.example", Some("example.example")),
            ("biz", None),
            ("b.domain.biz", Some("domain.biz")),
            ("uk.com", None),
            ("a.b.example.uk.com", Some("example.uk.com")),
            ("mm", None),
            ("c.mm", None),
            ("b.c.mm", Some("b.c.mm")),
            ("a.b.c.mm", Some("b.c.mm")),
            ("kyoto.jp", None),
            ("test.kyoto.jp", Some("test.kyoto.jp")),
            ("ide.kyoto.jp", None),
            ("c.kobe.jp", None),
            ("b.c.kobe.jp", Some("b.c.kobe.jp")),
            ("city.kobe.jp", Some("city.kobe.jp")),
            ("www.city.kobe.jp", Some("city.kobe.jp")),
            ("www.ck", Some("www.ck")),
            ("k12.ak.us", None),
            ("test.k12.ak.us", Some("test.k12.ak.us")),
            ("www.食狮.com.cn", Some("食狮.com.cn")),
            ("shishi.公司.cn", Some("shishi.公司.cn")),
            ("公司.cn", None),
            ("www.xn--85x722f.xn--55qx5d.cn", Some("xn--85x722f.xn--55qx5d.cn")),
            ("xn--55qx5d.cn", None),
            ("www.example.co.uk.", Some("example.co.uk")),
            ("a.github.io", Some("a.github.io")),
            ("", None),
            (".", None),
            (".com", None),
            ("a..com", None),
            ("127.0.0.1", None),
            ("127.1", None),
            ("a.0x7F", None),
            ("[::1]", None),
            ("é", None),
        ] {
            assert_eq!(registrable_domain(host), expected, "{host}");
        }
    }

    #[test]
    fn the_constant_is_the_date_of_the_list() {
        let list = include_str!("public_suffix_list.dat");
        let (_, version) = list.split_once("\n// VERSION: ").unwrap();
        assert!(version.starts_with(&format!("{PUBLIC_SUFFIX_LIST}_")));
    }
}

//! Strings of given shapes.
//!
//! In: a number. Out: so many references, always the same. All of their pieces are valid where they
//! stand, so every reference is valid.

use rand::seq::IndexedRandom;
use rand::{Rng, RngExt, SeedableRng};
use rand_chacha::ChaCha8Rng;

/// A base and a reference.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Pair {
    /// A URI without a fragment.
    pub base: String,
    /// A reference.
    pub reference: String,
}

const HOSTS: &[&str] = &[
    "www.example.com",
    "en.wikipedia.org",
    "example.org",
    "docs.example.net",
    "a.b.example.co.uk",
    "github.com",
    "archive.example",
    "static-files.example.com",
    "localhost:8080",
    "192.0.2.17",
];
const WORDS: &[&str] = &[
    "index",
    "wiki",
    "2016",
    "download",
    "about-us",
    "god-save-the-queen",
    "img",
    "a",
    "en",
    "contents",
    "network",
    "Main_Page",
    "articles",
    "v1.2.3",
    "users",
    "~bearwood",
    "search",
    "core_arch",
    "struct.String",
    "fn.parse",
    "caf%C3%A9",
    "hello%20world",
    "x=1;y=2",
    "item,7",
];
const ENDINGS: &[&str] = &["", "/", ".html", ".htm", ".pdf", ".php?id=1042", ".js", "#section-5.4"];

/// The random numbers of an input set.
pub(super) fn numbers(seed: u64) -> ChaCha8Rng {
    ChaCha8Rng::seed_from_u64(seed)
}

/// One of several items, chosen at random.
pub(super) fn pick<'t>(numbers: &mut impl Rng, texts: &[&'t str]) -> &'t str {
    texts.choose(numbers).copied().unwrap_or_default()
}

fn path(numbers: &mut impl Rng, segments: usize) -> String {
    (0..segments).map(|_| format!("/{}", pick(numbers, WORDS))).collect()
}

/// URLs of the web: `https`, a host, a few segments.
pub(super) fn web(count: usize) -> Vec<String> {
    let numbers = &mut numbers(1);
    let mut url = || {
        let (scheme, host) = (pick(numbers, &["https", "https", "http"]), pick(numbers, HOSTS));
        let segments = numbers.random_range(1..5);
        format!("{scheme}://{host}{}{}", path(numbers, segments), pick(numbers, ENDINGS))
    };
    (0..count).map(|_| url()).collect()
}

/// Files of a source tree: deep, and without anything else.
pub(super) fn file(count: usize) -> Vec<String> {
    const DIRECTORIES: &[&str] = &["deps", "test", "node_modules", "message", "js-perf", "src"];
    let numbers = &mut numbers(2);
    let mut url = || {
        let depth = numbers.random_range(4..9);
        let directories: String =
            (0..depth).map(|_| format!("/{}", pick(numbers, DIRECTORIES))).collect();
        format!(
            "file://{directories}/{}.test.js",
            pick(numbers, &["import-eval", "base64-js", "a"])
        )
    };
    (0..count).map(|_| url()).collect()
}

/// Links as they stand on pages: mostly names and climbs, some absolute.
pub(super) fn hrefs(count: usize) -> Vec<Pair> {
    let bases = web(count);
    let numbers = &mut numbers(3);
    let mut link = || {
        let (word, ending) = (pick(numbers, WORDS), pick(numbers, ENDINGS));
        match numbers.random_range(0..10) {
            0..4 => format!("{word}{ending}"),
            4..8 => {
                format!("{}static.files/{word}{ending}", "../".repeat(numbers.random_range(1..5)))
            }
            8 => format!("/{word}{ending}"),
            _ => format!("https://{}/{word}{ending}", pick(numbers, HOSTS)),
        }
    };
    let links: Vec<String> = (0..count).map(|_| link()).collect();
    let base = |url: String| url.split('#').next().unwrap_or_default().to_owned();
    bases
        .into_iter()
        .zip(links)
        .map(|(url, reference)| Pair { base: base(url), reference })
        .collect()
}

/// Long URLs that have everything: userinfo, addresses in brackets, ports, many segments, escapes,
/// a long query, a fragment.
#[must_use]
pub fn synthetic(count: usize) -> Vec<String> {
    const AUTHORITIES: &[&str] = &[
        "user:secret@[2001:db8::7:ff]:8042",
        "anonymous@[fe80::1ff:fe23:4567:890a]:443",
        "j%C3%BCrgen@very-long-host-name.sub.domain.example.com:65535",
        "[::ffff:192.0.2.128]:80",
        "[2001:db8:85a3:8d3:1319:8a2e:370:7348]",
        "user@198.51.100.23:8080",
        "[v7.a:b:c]",
    ];
    const FIELDS: &[&str] = &[
        "q=caf%C3%A9+cr%C3%A8me",
        "page=12",
        "sort=name,desc",
        "utm_source=news/letter",
        "id=a1b2c3",
        "redirect=https://example.org/?x",
        "flags%5B%5D=1",
    ];
    let numbers = &mut numbers(4);
    let mut url = || {
        let authority = pick(numbers, AUTHORITIES);
        let segments = numbers.random_range(5..11);
        let path = path(numbers, segments);
        let fields = numbers.random_range(2..5);
        let query: Vec<&str> = (0..fields).map(|_| pick(numbers, FIELDS)).collect();
        format!(
            "https://{authority}{path}?{}#L{}-end",
            query.join("&"),
            numbers.random_range(1..999)
        )
    };
    (0..count).map(|_| url()).collect()
}

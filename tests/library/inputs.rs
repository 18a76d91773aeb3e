//! The strings that every edition is asked about, by theme: one corpus for all of the snapshots.

/// A base, and references.
pub(crate) type Table = &'static [(&'static str, &'static [&'static str])];

/// The documents' own examples. Their base has a `;` too, which no path of RFC 1630 has.
pub(crate) const EXAMPLES: Table = &[(
    "http://a/b/c/d?q",
    &[
        "g:h",
        "g",
        "./g",
        "g/",
        "/g",
        "//g",
        "?y",
        "g?y",
        "g?y/./x",
        "g?y/../x",
        "#s",
        "g#s",
        "g#s/../x",
        "g?y#s",
        "",
        ".",
        "./",
        "..",
        "../",
        "../g",
        "../..",
        "../../g",
        "../../../g",
        "/./g",
        "/../g",
        "g.",
        "..g",
        "./../g",
        "./g/.",
        "g/./h",
        "g/../h",
        "g;x=1/./y",
        "g;x=1/../y",
        "http:g",
        "http:",
    ],
)];

pub(crate) const ROOTLESS_BASES: Table = &[
    ("a:b/c", &["", "d", "../d", "../../d", "..", ".", "/d", "./d:e", "?q", "#f"]),
    ("a:b", &["d", "../d", ".", "./d:e"]),
    ("a:", &["d", "../d", "./d:e", "?q"]),
    ("urn:x:y", &["z", "#f", "urn:z"]),
];

pub(crate) const DOT_SEGMENTS: Table = &[
    ("http://h/a/..", &["b", ".", "..", "", "?q"]),
    ("http://h/a/../b", &["", "?q", "#f", "c", "../c"]),
    ("http://h/a/b", &["%2e%2e/c", "c/%2E", "c/.../d", "..c", ".../d", "/a/./b/../c/."]),
    ("http://h", &["g", "..", "../g", "?q", ""]),
];

pub(crate) const EMPTY_SEGMENTS: Table =
    &[("http://h/a//b", &["c", "../c", "../../c", ".//c", "..//c", "/.//c", "//", "///c"])];

/// Runs of slashes, of which RFC 1630 makes partial forms (4.1.3).
pub(crate) const SLASHES: Table = &[
    ("magic://a/b/c//d/e/f", &["g", "/g", "//g", "///g", "../g", "g//h/..", "////"]),
    ("a:b//c//d", &["x", "/x", "//x"]),
    ("http://h:80/a", &["b", "/b", "//i:81/b", "http://i:81/b"]),
];

pub(crate) const ABOVE_ROOT: Table = &[
    ("http://a/b/c", &["../../g", "../..", "../../..", "/../g", "x/../../../g"]),
    ("a:b", &["../g", ".."]),
];

pub(crate) const MISREAD: Table = &[
    ("a:/b", &[".//c", "/.//c", "/..//c", "x:/.//c", "//c"]),
    ("a:b/c", &["..//d", "./.././/d"]),
    ("a://h/b", &[".//c"]),
];

pub(crate) const SAME_SCHEME: Table =
    &[("http://h/a/b?q", &["http:", "http:c", "HTTP:../c", "http:?x", "http://i", "https:c"])];

/// A base and a reference, to be traced.
pub(crate) const TRACES: &[(&str, &str)] = &[
    ("http://a/b/c/d;p?q", "../g"),
    ("http://a/b/c/d;p?q", "g;x=1/../y?z#s"),
    ("http://a/b/c/d;p?q", ""),
    ("http://a/b/c/d;p?q", "//g/./"),
    ("http://a", "//?#"),
    ("http://a/b?", "http://./?"),
    ("http://a/b/c/d;p?q", "g:h"),
    ("http://a", "g"),
    ("a:b/c", "..//d"),
    ("http://a/b/c", "x/./../../../g/."),
    ("http://a/b?q", "?y"),
    ("magic://a/b/c//d/e/f", "/g"),
];

pub(crate) const CASE: &[&str] = &[
    "HTTP://EXAMPLE.com/A?B#C",
    "//U@H%c3%A9:80",
    "a:%3a%3A",
    "//[2001:DB8::ABCD]/",
    "//[V1.A]",
    "A:B",
];

pub(crate) const PERCENT_ENCODING: &[&str] = &[
    "a:%41%7e%2d",
    "//%45%4d",
    "a:%2F%3f%25%41",
    "//%31.2.3.4",
    "a:%C3%a9",
    "?%61#%62",
    "//%75@h",
    "a:%2541",
    "http://info.cern.ch/albert/bertram/marie%2Dclaude",
    "http://info.cern.ch/albert/bertram%2Fmarie-claude",
    "mailto:A%40B%2eC@Example",
];

pub(crate) const PATH_SEGMENTS: &[&str] = &[
    "eXAMPLE://a/./b/../b/%63/%7bfoo%7d",
    "http://h/../a/.",
    "a:b/../c",
    "a:./b",
    "a:/%2E%2e/b",
    "/a/%2e/..",
    "%2e./.%2e%2e/%2e%2f",
    "../a",
    "./a:b",
    "a/../b",
    "/a/../b",
    "a:/.//b",
    "a:/b/..//c",
    "/.//b",
    "//h/.//b",
    "a:.",
];

pub(crate) const SCHEME: &[&str] = &[
    "http://example.com:80",
    "http://example.com:",
    "http://example.com:080/",
    "https://h:443",
    "http://h:8080",
    "ftp://h:21",
    "foo://h:",
    "foo://h:80",
    "//h:",
    "file://localhost/a",
    "file:/a",
    "file:a",
    "file://LOCALHOST:/a",
    "file:/.//a",
    "file://u@localhost/a",
    "http:",
    "WSS://h:443?q",
];

/// To be normalized rung by rung.
pub(crate) const LADDER: &[&str] = &[
    "HTTP://A.Example:80/%7euser/./a/../%41%2f%2F",
    "http://a.example",
    "http://a.example/marie%2Dclaude",
    "mailto:A%2Db@Example",
    "file://localhost/x",
    "http://a/../../b",
];

/// To be lowered.
pub(crate) const COMPONENTS: &[&str] = &[
    "",
    "g",
    "/g",
    "//g",
    "?y",
    "#s",
    "a:",
    "a:b",
    "a:b?c",
    "a:/b?c#d",
    "mailto:a@b",
    "news:*",
    "url:news:*",
    "http://u:p@h:80/a;b?c",
    "http://u@h/a?b#c",
    "http://h",
    "http://h?q",
    "http://h:/",
    "http://@h/",
    "http://1.2.3.4/",
    "http://1.2.3.4.5/",
    "http://[::1]:8/",
    "http://a_b/c",
    "http://a_b:80/",
    "http://%41/",
    "file:///a",
    "//",
    "///",
    "!:",
    "//!",
    "//?",
    "+:",
];

/// Of schemes that RFC 1738 or RFC 1630 describes; most of them are not as described.
pub(crate) const URLS: &[&str] = &[
    "http://user@host/",
    "http://h?q",
    "http://h:x/",
    "http://1/",
    "http:",
    "HTTP://h/",
    "ftp://",
    "ftp://u:p:q@h/",
    "ftp://h/a;type=x",
    "ftp://h/a;type=AN",
    "gopher://h/7s%0a",
    "mailto:",
    "mailto:a",
    "mid:a",
    "news:",
    "news:a@b@c",
    "news:*a",
    "nntp://h/g/x",
    "nntp:g/12",
    "telnet://h/a",
    "wais://h",
    "wais://h/d/t",
    "file:a",
    "file://h:80/",
    "prospero://h",
    "prospero://h/a;b",
    "afs://c/p",
    "x-mine:a",
];

/// Most of them are no strings of most editions.
pub(crate) const ERRORS: &[&str] = &[
    "",
    "a",
    "/a",
    "?q",
    "a:",
    "a:?",
    "a:b#",
    "a:b#c#d",
    "a:b?c?d",
    ":a",
    "1:b",
    "a_b:c",
    "a b",
    "a:b c",
    "%",
    "a:%4g",
    "http:",
    "http://",
    "http://h:80/",
    "http://h:x/",
    "http://u@h@i/",
    "http://[::1",
    "http://[v1.a]/",
    "http://a_b/",
    "http://-a/",
    "http://h/~a;b=c",
    "http://h/a|b",
    "http://h/{a}",
    "http://h/\"a\"",
    "http://h/<a>",
    "http://h\\a",
    "a:é",
    "a:b\n",
];

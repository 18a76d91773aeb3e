//! What each document of a single scheme makes of strings: what is wrong with them, what their
//! components are, and their normal forms with each change.

use urispec::{Edition, Rung};

use crate::snapshot::snapshot;
use crate::themes::{components, normalize, wrong};

/// The examples of each document, near variants of them, and strings that are none.
const STRINGS: &[(Edition, &[&str])] = &[
    (
        Edition::Rfc2141,
        &[
            // 5
            "urn:foo:a123,456",
            "URN:FOO:a123,456",
            "urn:foo:A123,456",
            "urn:foo:a123%2C456",
            "urn:foo:a123%2c456",
            // 2.1: "urn" is reserved.
            "urn:urn:a",
            "urn:-x:a",
            "urn:foo:",
            // 2.3.2: "/", "?" and "#" are reserved.
            "urn:foo:a/b",
            "urn:foo:a?b",
            "urn:foo:%",
            "foo:a:b",
            "",
        ],
    ),
    (
        Edition::Rfc2397,
        &[
            // 2
            "data:,",
            "data:text/plain;charset=US-ASCII,",
            "data:;charset=utf-8;base64,YQ==",
            // 4
            "data:,A%20brief%20note",
            "data:text/plain;charset=iso-8859-7,%be%fg%be",
            "data:application/vnd-xxx-query,select_vcount,fcol_from_fieldtable/local",
            "DATA:Text/Plain;Charset=iso-8859-7,%be%D3%be",
            "data:a",
            "data:text,a",
            "data:;base64;a=b,c",
            "data:;BASE64,YQ==",
            "data:;a=\"b\",c",
            "data:;a=,c",
            "data:text/%2f,a",
            "data:, ",
            "data:,a#b",
            "mailto:a@b",
            "",
        ],
    ),
    (
        Edition::Rfc6068,
        &[
            // 6.1
            "mailto:chris@example.com",
            "mailto:infobot@example.com?subject=current-issue",
            "mailto:infobot@example.com?body=send%20current-issue%0D%0Asend%20index",
            "mailto:?to=addr1@an.example,addr2@an.example",
            "mailto:gorby%25kremvax@example.com",
            "mailto:unlikely%3Faddress@example.com?blat=foop",
            // 6.3
            "mailto:user@example.org?subject=caf%C3%A9",
            "MAILTO:user@EXAMPLE.org?SUBJECT=caf%c3%a9",
            "mailto:",
            "mailto:a b@h",
            "mailto:a@b?c",
            "mailto:@b",
            "mailto:a@",
            "mailto:a@b#c",
            "http:a@b",
        ],
    ),
    (
        Edition::Rfc8089,
        &[
            // Appendix B
            "file:///path/to/file",
            "file:/path/to/file",
            "file://host.example.com/path/to/file",
            "file://localhost/path/to/file",
            "FILE://HOST.example.com/a/./b/../%7ec",
            "file:",
            "file:a",
            "file://h",
            "file://u@h/p",
            "file:///p?q",
            "http:///p",
        ],
    ),
    (
        Edition::Rfc8141,
        &[
            // 3.2
            "urn:example:a123,z456",
            "URN:example:a123,z456",
            "urn:EXAMPLE:a123,z456",
            "urn:example:a123,z456?+abc",
            "urn:example:a123,z456?=xyz",
            "urn:example:a123,z456#789",
            "urn:example:a123%2Cz456",
            "URN:EXAMPLE:a123%2cz456",
            "urn:example:A123,z456",
            "urn:example:a123,z456/foo",
            "urn:example:%D0%B0123,z456",
            // 2
            "urn:a:b",
            "urn:example-:b",
            "urn:example:",
            "urn:example:/a",
            "urn:example:a?b",
            "urn:example:a?+",
            "urn:example:a?=b?+c",
        ],
    ),
    (
        Edition::Rfc9110,
        &[
            // 4.2.3
            "http://example.com:80/~smith/home.html",
            "http://EXAMPLE.com/%7Esmith/home.html",
            "http://EXAMPLE.com:/%7esmith/home.html",
            "https://example.com:443",
            "https://example.com?q",
            "http:",
            "http:/h",
            "http:///p",
            "http://u@h/",
            "http://h:x/",
            "http://h/#f",
            "ftp://h/",
        ],
    ),
    (
        Edition::Did,
        &[
            // 3.2, 3.2.1
            "did:example:123456/path",
            "did:example:123456?versionId=1",
            "did:example:123#public-key-0",
            "did:example:123?service=agent&relativeRef=/credentials#degree",
            "did:example:123?versionTime=2021-05-10T17:00:00Z",
            // 3.2.2
            "did:example:123456789abcdefghi",
            "#key-1",
            // 3.1
            "DID:example:a%3ab%7e%41",
            "did:example::a:::b",
            "did:example:a:",
            "did:example:a:/b",
            "did:Example:a",
            "did:exam-ple:a",
            "did:example:",
            "did:example",
            "did::a",
            "did:example:a~b",
            "did:example:a b",
            // 3.2
            "did:example:a/./b/../c;d",
            "did:example:a;service=b",
            "did:example:a#b#c",
            "http://example.com/",
            "",
        ],
    ),
    (
        Edition::Pkg,
        &[
            // The core specification, Examples 1 to 3.
            "pkg:deb/debian/curl@7.50.3-1?arch=i386&distro=jessie",
            "pkg:maven/org.apache.xmlgraphics/batik-anim@1.9.1?packaging=sources",
            "pkg:npm/foobar@12.3.1",
            "pkg:npm/%40angular/animation@12.3.1",
            "pkg://NPM//%40a//b%41%3a/@1+2?C=%c3%A9&b=&a=d/e#/./f//..",
            "pkg:github/A/B#.//c/",
            "pkg:pypi/A_b",
            "pkg:generic/a?b=2&a=1",
            "pkg:npm/a#b#c",
            // Lenient, and of no package.
            "pkg:npm/@babel/core",
            "pkg:maven/@1.3.4",
            "pkg:npm/a?1=b",
            "pkg:npm/a?b=1&b=2",
            "pkg:npm/%FF",
            "pkg:npm/a%2Fb/c",
            // No PURLs.
            "pkg:npm",
            "pkg:npm/",
            "pkg:3nginx/nginx@0.8.9",
            "pkg:n&g?inx/nginx",
            "PKG:npm/a",
            "pkg%3Amaven/a/b",
            "http://example.com/",
            "",
        ],
    ),
];

/// What is wrong with a string by the production of its scheme, and else by the first.
fn error(edition: Edition, text: &str) -> String {
    let is_its = |rule: &&&str| {
        rule.strip_suffix("-URI").is_some_and(|scheme| text.starts_with(&format!("{scheme}:")))
    };
    let rules = edition.whole_rules();
    wrong(edition, rules.iter().find(is_its).unwrap_or(&rules[0]), text)
}

#[test]
fn single_schemes() {
    let documents = STRINGS.iter().map(|(edition, _)| edition);
    assert!(documents.eq(Edition::SCHEMES));
    for &(edition, strings) in STRINGS {
        let each = |of: fn(Edition, &str) -> String| -> String {
            strings.iter().map(|text| format!("{text:?}\n    {}\n", of(edition, text))).collect()
        };
        snapshot(edition, "errors", "strings", &each(error));
        snapshot(edition, "lowered", "components", &each(components));
        snapshot(edition, "normalize", "scheme", &normalize(edition, Rung::Scheme, strings));
    }
}

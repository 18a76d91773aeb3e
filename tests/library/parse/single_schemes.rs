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
        Edition::Rfc3061,
        &[
            // 3
            "urn:oid:1.3.6.1",
            "urn:oid:1.3.6.1.4.1",
            "urn:oid:1.3.6.1.2.1.27",
            "URN:OID:0.9.2342.19200300.100.4",
            "urn:oid:3",
            // 2
            "urn:oid:1.03",
            "urn:oid:iso.org",
            "urn:oid:",
            "urn:oid:1.",
            "urn:oid:1.3%2E6",
            "urn:oid:1.3?+a",
            "urn:uuid:1",
            "1.3.6.1",
            "",
        ],
    ),
    (
        Edition::Rfc3966,
        &[
            // 6
            "tel:+1-201-555-0123",
            "tel:7042;phone-context=example.com",
            "tel:863-1234;phone-context=+1-914-555",
            "TEL:+1(201)555.0123;B=%62%2f;a;EXT=4-2",
            "tel:*1#;phone-context=A.;isub=%5b;m-a",
            "tel:+1;ext=1a;isub=[;phone-context=+1-",
            "tel:+1;isub=a?b",
            // 5.3
            "tel:+1-201-555-0123x5",
            // 5.1.2
            "tel:+1-800-FLOWERS",
            // 5.1.5
            "tel:911",
            // 5.1.1
            "tel:+1 201",
            "tel:+1#2",
            "tel:+",
            "tel:+1;",
            "tel:+1;a=b,c",
            "tel:+1;isub=a;b?",
            "tel:1;phone-context=1",
            "sip:+1",
            "",
        ],
    ),
    (
        Edition::Rfc5870,
        &[
            // 6.1, 6.2
            "geo:48.2010,16.3695,183",
            "geo:48.198634,16.371648;crs=wgs84;u=40",
            // 6.4
            "geo:90,-22.43;crs=WGS84",
            "geo:22.300;-118.44",
            "geo:66,30;u=6.500;FOo=this%2dthat",
            "geo:47,11;foo=blue;bar=white",
            // 9.1
            "geo:94,0",
            "GEO:-00.50,-180.0,-0;U=010;a=%5b%2B%c3",
            "geo:1000,2;crs=Moon;u=1",
            "geo:0,0;u=1;u=2",
            "geo:90,1;u=1;crs=moon",
            "geo:100,0",
            "geo:100,0;u=1;crs=moon",
            "geo:1%2C2",
            "geo:+1,2",
            "geo:.5,1",
            "geo:1.,1",
            "geo:1, 2",
            "geo:1",
            "geo:1,2?q",
            "geo:1,2;u=",
            "gps:1,2",
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
        Edition::Rfc6694,
        &[
            // 3
            "about:blank",
            "ABOUT:bl%61nk",
            "about:",
            "about:config?filter=font#x",
            "about:?",
            // 2.2: no hierarchy.
            "about:a/b",
            "about://blank",
            "about:a b",
            "about:%",
            "about:a#b#c",
            "blank",
            "",
        ],
    ),
    (
        Edition::Rfc6920,
        &[
            // 8.1
            "ni:///sha-256;f4OxZX_x_FO5LcGBSKHWXfwtSx-j1ncoSt3SABJtkGk",
            "NI://example.com/sha-256;f4OxZX_x_FO5LcGBSKHWXfwtSx-j1ncoSt3SABJtkGk?ct=text/plain",
            // 8.2
            "nih:sha-256-120;5326-9057-e12f-e2b7-4ba0-7c89-2560-a2;f",
            "nih:3;532690-57e12f-e2b74b-a07c89-2560a2;f",
            // 10: malformed names.
            "ni://h/sha-256-32;UyaQVx?a",
            "nih:sha-256-32;53269057;c",
            "nih:sha-256-32;53269057;B",
            // 9.4: the document has no algorithm of the number.
            "nih:7;a-a",
            // 3: no padding.
            "ni:///sha-256-32;UyaQVw==",
            "ni:///sha-256-32;b=c",
            "ni:///sha-256-32;=",
            "ni:sha-256;AA",
            "ni:///sha-256",
            "ni:///sha-256;AA#a",
            "nih:sha-256;00?a",
            "nih:sha-256-32;5326905g",
            "sha-256;AA",
            "",
        ],
    ),
    (
        Edition::Rfc7565,
        &[
            // 4
            "acct:foobar@status.example.net",
            "acct:juliet%40capulet.example@shoppingsite.example",
            "ACCT:B%6fb%2e@Example.COM",
            "acct:a@[::A]",
            "acct:a@",
            "acct:juliet@capulet.example@shoppingsite.example",
            "acct:bob",
            "acct:@h",
            "acct:%40a@h",
            "acct:a b@h",
            "acct:a@h:80",
            "acct:a@h/",
            "mailto:a@h",
            "",
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
        Edition::Rfc9562,
        &[
            // 4
            "urn:uuid:f81d4fae-7dec-11d0-a765-00a0c91e6bf6",
            "URN:UUID:F81D4FAE-7DEC-11D0-A765-00A0C91E6BF6",
            // 4, 5.9
            "f81d4fae-7dec-11d0-a765-00a0c91e6bf6",
            "urn:uuid:00000000-0000-0000-0000-000000000000",
            "urn:uuid:f81d4fae7dec11d0a76500a0c91e6bf6",
            "urn:uuid:{f81d4fae-7dec-11d0-a765-00a0c91e6bf6}",
            "urn:uuid:f81d4fae-7dec-11d0-a765-00a0c91e6bf",
            "urn:uuid:f81d4fag-7dec-11d0-a765-00a0c91e6bf6",
            "urn:uuid:f81d4fae-7dec-11d0-a765-00a0c91e6bf6#a",
            "urn:guid:f81d4fae-7dec-11d0-a765-00a0c91e6bf6",
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
    (
        Edition::Spiffe,
        &[
            // 2.2
            "spiffe://staging.example.com/payments/mysql",
            "SPIFFE://example.com/9eebccd2-12bf-40a6-b262-65fe0487d453",
            "spiffe://192.0.2.16",
            // 2.1
            "spiffe:///a",
            "spiffe://Example.com/a",
            "spiffe://example.com:443/a",
            "spiffe://u@example.com/a",
            "spiffe://ex%61mple.com/a",
            "spiffe://[::1]/a",
            // 2.2
            "spiffe://example.com/",
            "spiffe://example.com//a",
            "spiffe://example.com/./a",
            "spiffe://example.com/a/..",
            "spiffe://example.com/a%2Fb",
            "spiffe://example.com/a?b",
            "spiffe://example.com/a#b",
            "example.com/a",
            "",
        ],
    ),
];

/// What is wrong with a string by the production that gets furthest, and of several by the first.
fn error(edition: Edition, text: &str) -> String {
    wrong(edition, edition.reading(text).rule(), text)
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

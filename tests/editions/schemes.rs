//! What the URLs of single schemes mean, worked out from the documents' own sentences.

use std::fmt::Debug;

use urispec::meaning::{Meaning, rfc1630, rfc1738};
use urispec::{Edition, Reference};

use super::support::{meaning1630, snapshot, url1630, url1738};

/// Default ports: RFC 1738, 3.2 to 3.11. RFC 1630 has those of HTTP and FTP.
#[test]
fn ports() {
    use rfc1738::Url;
    let port = |text| match url1738(text) {
        Url::Http(http) => http.site.port(),
        Url::Ftp(ftp) => ftp.login.site.port(),
        Url::Gopher(gopher) => gopher.site.port(),
        Url::Nntp(nntp) => nntp.site.port(),
        Url::Telnet(login) => login.site.port(),
        Url::Wais(wais) => wais.site.port(),
        Url::Prospero(prospero) => prospero.site.port(),
        Url::Other(other) => other.login.and_then(|login| login.site.port()),
        other => panic!("{other:?}"),
    };
    for (text, expected) in [
        ("ftp://h", Some(21)),
        ("http://h", Some(80)),
        ("gopher://h", Some(70)),
        ("nntp://h/g/1", Some(119)),
        ("telnet://h", Some(23)),
        ("wais://h/d", Some(210)),
        ("prospero://h/a", Some(1525)),
        ("x://h", None),
        ("x://h:7", Some(7)),
        ("http://h:0080", Some(80)),
        ("http://h:65535", Some(65535)),
        ("http://h:65536", None),
        ("http://h:99999999999999999999", None),
    ] {
        assert_eq!(port(text), expected, "{text}");
    }
    let rfc1630::Url::Telnet(login) = url1630("telnet://h") else { panic!() };
    assert_eq!(login.site.port(), None);
    let rfc1630::Url::Http(http) = url1630("http://h") else { panic!() };
    assert_eq!(http.site.port(), Some(80));
}

/// Which production, and why not that of the scheme. Offsets are those of the first wrong byte.
#[test]
fn derivations() {
    for (text, production, unmatched) in [
        ("http://h/", "httpurl", None),
        ("http://u@h/", "otherurl", Some(("httpurl", 8))),
        ("http://h?q", "otherurl", Some(("httpurl", 8))),
        ("ftp://", "otherurl", Some(("ftpurl", 6))),
        ("FTP://h/a;type=x", "otherurl", Some(("ftpurl", 15))),
        ("news:a@b@c", "otherurl", Some(("newsurl", 8))),
        ("wais://h", "otherurl", Some(("waisurl", 8))),
        ("mailto:", "otherurl", Some(("mailtourl", 7))),
        ("gopher://h/1%0a", "otherurl", Some(("gopherurl", 14))),
        ("x-http://u@h/", "otherurl", None),
    ] {
        let found = rfc1738::derivation(text).unwrap();
        let because = found.unmatched.map(|why| (why.production, why.error.error().offset()));
        assert_eq!((found.production, because), (production, unmatched), "{text}");
        assert_eq!(url1738(text).production(), production, "{text}");
    }
    for (text, production, unmatched) in [
        ("http://h:80/", "httpaddress", None),
        ("http://h/#a", "fragmentaddress", Some(("httpaddress", 9))),
        ("http://1/", "uri", Some(("httpaddress", 8))),
        ("HTTP://1/", "uri", None),
        ("nntp://h/g/1", "uri", Some(("nntpaddress", 5))),
        ("afs://c/p", "afsaddress", None),
        // "Names of news hosts are not part of news URLs" (5.5).
        ("news://h/comp.lang.c", "uri", Some(("newsaddress", 5))),
        ("file://localhost/a", "uri", None),
    ] {
        let found = rfc1630::derivation(text).unwrap();
        let because = found.unmatched.map(|why| (why.production, why.error.error().offset()));
        assert_eq!((found.production, because), (production, unmatched), "{text}");
    }
    for text in ["", "a", "a b:", "http://h/ ", "#"] {
        assert!(rfc1738::derivation(text).is_err(), "{text}");
        assert!(rfc1630::derivation(text).is_err(), "{text}");
    }
    let rfc1738::Url::Other(other) = url1738("X-mine:a") else { panic!() };
    assert!(other.is_experimental());
}

/// RFC 1630, 5.2: "the port number, if present, gives the port of the FTP server if not the FTP
/// default"; 5.1: "a URL for a server on a different port to 80".
#[test]
fn ports_of_rfc1630() {
    for (text, port) in [("ftp://h/a", 21), ("ftp://h:2121/a", 2121), ("ftp://u:p@h:21/a", 21)] {
        let rfc1630::Url::Ftp(ftp) = url1630(text) else { panic!("{text}") };
        assert_eq!(ftp.login.site.port(), Some(port), "{text}");
    }
    for (text, port) in [("http://h/a", 80), ("http://info.cern.ch:8000/imaginary/test", 8000)] {
        let rfc1630::Url::Http(http) = url1630(text) else { panic!("{text}") };
        assert_eq!(http.site.port(), Some(port), "{text}");
    }
}

/// RFC 1630, 5.4, 5.5, 5.7, 5.9 and 6.4.
#[test]
fn names_of_rfc1630() {
    use rfc1630::{News, Url};
    // "The use of % as used in forming a gatewayed mail address requires conversion to %25."
    let Url::Mailto(address) = url1630("mailto:user%25host@gateway.org") else { panic!() };
    assert_eq!(*address.octets(), *b"user%host@gateway.org");
    // "A message identifier may be distinguished from a news group name by the presence of the
    // commercial at."
    assert!(matches!(url1630("news:1@h"), Url::News(News::Article("1@h"))));
    assert!(matches!(url1630("news:comp.lang.c"), Url::News(News::Group("comp.lang.c"))));
    // "The version number is separated from the host-specific object name by the characters %00."
    let Url::Prospero(link) = url1630("prospero://h/a/b%002") else { panic!() };
    assert_eq!((link.hsoname, link.version), ("a/b", Some("2")));
    let Url::Prospero(link) = url1630("prospero://1.2.3.4:191/a") else { panic!() };
    assert_eq!((link.site.host, link.site.port(), link.version), ("1.2.3.4", Some(191), None));
    // "The field number is the digits before the equals sign, and the field contents follow, encoded
    // in the conventional encoding, terminated by ;": in the order of the identifier.
    let Url::Wais(wais) = url1630("wais://h/db/TEXT/2=a%3D;10=b/c;1=;") else { panic!() };
    let fields: [(_, &[u8]); 3] = [("2", b"a="), ("10", b"b/c"), ("1", b"")];
    assert!(wais.fields().eq(fields.map(|(number, content)| (number, content.into()))));
    // "A message-id with the delimiting <> removed", whose format is that of an addr-spec.
    let Url::Mid(message) = url1630("mid:9406%2F1@h.org") else { panic!() };
    assert_eq!(*message.octets(), *b"9406/1@h.org");
    let Url::Cid(part) = url1630("cid:part@h.org") else { panic!() };
    assert_eq!((part.local, part.hostname), ("part", "h.org"));
}

/// RFC 1630, 5.8: "The syntax is similar to the ftp syntax", with slashes as "boundaries between
/// directory levels"; "even a "file" URL is provided with a host part"; "the special value "localhost"" is
/// whatever host; "a void host field is equivalent".
#[test]
fn files_of_rfc1630() {
    for (text, host, is_local, segments) in [
        ("file://localhost/etc/passwd", Some("localhost"), true, &["etc", "passwd"][..]),
        ("file:///etc/passwd", None, true, &["etc", "passwd"]),
        ("file://info.cern.ch/a%2Fb/c#d", Some("info.cern.ch"), false, &["a/b", "c"]),
        ("file://1.2.3.4/", Some("1.2.3.4"), false, &[""]),
        ("file:///a//b/", None, true, &["a", "", "b", ""]),
        ("file://LOCALHOST/a", Some("LOCALHOST"), false, &["a"]),
    ] {
        let Meaning::File(file) = meaning1630(text) else { panic!("{text}") };
        assert_eq!((file.host, file.is_local()), (host, is_local), "{text}");
        assert!(file.segments().eq(segments.iter().map(|text| text.as_bytes())), "{text}");
    }
    // 4.1.2: "%" and two digits are "the ISO Latin 1 code" of a character.
    let Meaning::File(file) = meaning1630("file:///%E9") else { panic!() };
    assert_eq!(file.segments().next().as_deref(), Some(&b"\xe9"[..]));
    for text in ["file:/a", "file:a", "file://localhost", "file://1/a", "file:///a?b", "FILE:///a"]
    {
        assert_eq!(meaning1630(text), Meaning::Uri { is_experimental: false }, "{text}");
    }
}

/// The components that all editions share, of URLs whose scheme is a literal or a node.
#[test]
fn components() {
    let components = |edition, rule, text| {
        let reference = Reference::parse_as(edition, rule, text).unwrap();
        assert_eq!(reference.components().to_string(), text);
        let host = reference.host().map(|host| format!("{} {}", host.kind().name(), host.as_str()));
        let shown = [
            reference.scheme().map(str::to_owned),
            reference.userinfo().map(str::to_owned),
            host,
            reference.port().map(str::to_owned),
            Some(reference.path().to_owned()),
            reference.query().map(str::to_owned),
            reference.fragment().map(str::to_owned),
        ];
        shown.map(|part| part.unwrap_or_else(|| "-".to_owned())).join(" | ")
    };
    let old = |text| components(Edition::Rfc1738, "url", text);
    for (text, expected) in [
        ("ftp://u:p@h:1/a;type=a", "ftp | u:p | hostname h | 1 | /a;type=a | - | -"),
        ("HTTP://1.2.3.4/a?b", "HTTP | - | hostnumber 1.2.3.4 | - | /a | b | -"),
        ("gopher://h/7a%09b", "gopher | - | hostname h | - | /7a%09b | - | -"),
        ("prospero://h/a;b=c", "prospero | - | hostname h | - | /a;b=c | - | -"),
        ("file://localhost/a", "file | - | hostname localhost | - | /a | - | -"),
        ("wais://h/d?q", "wais | - | hostname h | - | /d | q | -"),
        ("mailto:a@b", "mailto | - | - | - | a@b | - | -"),
        ("mailto://a@b", "mailto | - | - | - | //a@b | - | -"),
        ("news:a@b", "news | - | - | - | a@b | - | -"),
        ("telnet://h", "telnet | - | hostname h | - |  | - | -"),
        ("http://u@h/", "http | u | hostname h | - | / | - | -"),
        ("x://h?q", "x | - | - | - | //h?q | - | -"),
        ("+:", "+ | - | - | - |  | - | -"),
    ] {
        assert_eq!(old(text), expected, "{text}");
    }
    // 3.10: an empty host, of an authority that is there.
    let reference = Reference::parse_as(Edition::Rfc1738, "url", "file:///a").unwrap();
    assert_eq!((reference.authority(), reference.path()), (Some(""), "/a"));
    for (rule, text, expected) in [
        ("fragmentaddress", "magic://a/b?c+d#e", "magic | - | - | - | //a/b | c+d | e"),
        ("url", "http://h:80/a?b+c", "http | - | hostname h | 80 | /a | b+c | -"),
        ("url", "http://h?b", "http | - | hostname h | - |  | b | -"),
        ("url", "wais://h/d/t/1=a;", "wais | - | hostname h | - | /d/t/1=a; | - | -"),
        ("url", "telnet://u@1.2.3.4", "telnet | u | hostnumber 1.2.3.4 | - |  | - | -"),
        ("url", "mailto:a@b", "mailto | - | - | - | a@b | - | -"),
        ("url", "news:1@h", "news | - | - | - | 1@h | - | -"),
        ("prefixedurl", "url:http://h/a", "url | - | - | - | http://h/a | - | -"),
    ] {
        assert_eq!(components(Edition::Rfc1630, rule, text), expected, "{text}");
    }
}

fn lowered<T: Debug, E: Debug>(
    edition: Edition,
    lower: impl Fn(&'static str) -> Result<T, E>,
    inputs: &[&'static str],
) {
    let shown: Vec<_> =
        inputs.iter().map(|text| format!("{text}\n  {:?}\n", lower(text).unwrap())).collect();
    snapshot(
        edition,
        "lowered",
        "schemes",
        &shown.join(
            "
",
        ),
    );
}

#[test]
fn lowered_values() {
    lowered(
        Edition::Rfc1738,
        rfc1738::Url::parse,
        &[
            "ftp://foo:@host.com/%2Fetc/motd;type=A",
            "http://h:8080/a?b",
            "gopher://h/7s%09q%09+",
            "mailto:a%25b@c",
            "news:*",
            "news:comp.infosystems.www.misc",
            "news:1@h",
            "nntp://h/g/12",
            "telnet://u:p@h:24/",
            "wais://h/d",
            "wais://h/d?q",
            "wais://h/d/t/p",
            "file:///a/b",
            "file://vms.host.edu/disk$user/my/notes/note12345.txt",
            "prospero://host.dom//pros/name;a=b;c=",
            "http://u@1.2.3.4/a",
            "x-mine:a",
        ],
    );
    lowered(
        Edition::Rfc1630,
        rfc1630::Url::parse,
        &[
            "http://info.cern.ch:8000/imaginary/test",
            "ftp://u:p@h/a/b;type=EC",
            "news:*",
            "news:comp.lang.c",
            "news:1@h",
            "nntp:g/12",
            "prospero://h/a%0012x",
            "prospero://h/a",
            "telnet://u@h",
            "gopher://gopher.micro.umn.edu/00/InformationAboutGopher/AboutGopher",
            "wais://quake.think.com/wais-discussion-archives?lynch",
            "wais://h/d/t/1=a;2=b/c;",
            "mailto:a@b",
            "mid:1@h",
            "cid:p@h",
        ],
    );
}

/// Section 9's preferred production, which has a scheme of its own.
#[test]
fn a_prefixed_url_is_derived_as_one() {
    let derivation = urispec::meaning::rfc1630::derivation("url:news:*").unwrap();
    assert_eq!(derivation.production, "prefixedurl");
}

//! The examples that RFC 3986 prints of its syntax, in its order, against what it says of them.
//! Those of its algorithms are in `algorithms`.

use urispec::{Components, HostKind, Uri, UriRef, split};

const NONE: Components<'static> =
    Components { scheme: None, authority: None, path: "", query: None, fragment: None };

/// The string is a URI with these components, by the grammar and by Appendix B alike.
#[track_caller]
fn uri(text: &str, components: Components<'_>) {
    let uri = Uri::parse(text).unwrap_or_else(|error| panic!("{text}: {error}"));
    assert_eq!(uri.components(), components, "{text}");
    assert_eq!(split(text), components, "{text}");
    assert_eq!(components.to_string(), text);
}

#[track_caller]
fn host(text: &str, kind: HostKind, host: &str) {
    let found = UriRef::parse(text).unwrap().host().unwrap();
    assert_eq!((found.kind(), found.as_str()), (kind, host), "{text}");
}

/// 1.1.2: "The following example URIs illustrate several URI schemes and variations in their common
/// syntax components".
#[test]
fn section_1_1_2() {
    uri(
        "ftp://ftp.is.co.za/rfc/rfc1808.txt",
        Components {
            scheme: Some("ftp"),
            authority: Some("ftp.is.co.za"),
            path: "/rfc/rfc1808.txt",
            ..NONE
        },
    );
    uri(
        "http://www.ietf.org/rfc/rfc2396.txt",
        Components {
            scheme: Some("http"),
            authority: Some("www.ietf.org"),
            path: "/rfc/rfc2396.txt",
            ..NONE
        },
    );
    uri(
        "ldap://[2001:db8::7]/c=GB?objectClass?one",
        Components {
            scheme: Some("ldap"),
            authority: Some("[2001:db8::7]"),
            path: "/c=GB",
            query: Some("objectClass?one"),
            ..NONE
        },
    );
    uri(
        "mailto:John.Doe@example.com",
        Components { scheme: Some("mailto"), path: "John.Doe@example.com", ..NONE },
    );
    uri(
        "news:comp.infosystems.www.servers.unix",
        Components { scheme: Some("news"), path: "comp.infosystems.www.servers.unix", ..NONE },
    );
    uri("tel:+1-816-555-1212", Components { scheme: Some("tel"), path: "+1-816-555-1212", ..NONE });
    uri(
        "telnet://192.0.2.16:80/",
        Components { scheme: Some("telnet"), authority: Some("192.0.2.16:80"), path: "/", ..NONE },
    );
    uri(
        "urn:oasis:names:specification:docbook:dtd:xml:4.1.2",
        Components {
            scheme: Some("urn"),
            path: "oasis:names:specification:docbook:dtd:xml:4.1.2",
            ..NONE
        },
    );
}

/// The hosts of the same section, by kind; and the mail address, which is a path and no authority.
#[test]
fn section_1_1_2_hosts() {
    host("ldap://[2001:db8::7]/c=GB?objectClass?one", HostKind::Ipv6Address, "[2001:db8::7]");
    host("telnet://192.0.2.16:80/", HostKind::Ipv4Address, "192.0.2.16");
    host("ftp://ftp.is.co.za/rfc/rfc1808.txt", HostKind::RegName, "ftp.is.co.za");
    assert_eq!(Uri::parse("telnet://192.0.2.16:80/").unwrap().port_to_u16().ok(), Some(80));
    let mail = Uri::parse("mailto:John.Doe@example.com").unwrap();
    assert_eq!((mail.authority(), mail.userinfo(), mail.host()), (None, None, None));
}

/// 1.1: "http://localhost/", and "file:///etc/hosts", whose authority is defined and empty.
#[test]
fn section_1_1() {
    let scheme = Some("http");
    uri(
        "http://localhost/",
        Components { scheme, authority: Some("localhost"), path: "/", ..NONE },
    );
    let scheme = Some("file");
    uri(
        "file:///etc/hosts",
        Components { scheme, authority: Some(""), path: "/etc/hosts", ..NONE },
    );
}

/// 3: "The following are two example URIs and their component parts".
#[test]
fn section_3() {
    uri(
        "foo://example.com:8042/over/there?name=ferret#nose",
        Components {
            scheme: Some("foo"),
            authority: Some("example.com:8042"),
            path: "/over/there",
            query: Some("name=ferret"),
            fragment: Some("nose"),
        },
    );
    uri(
        "urn:example:animal:ferret:nose",
        Components { scheme: Some("urn"), path: "example:animal:ferret:nose", ..NONE },
    );
}

/// 3.2.2: a host may be empty, as the file scheme's is; 3.2.3: a port may have no digits, which is
/// not to have none.
#[test]
fn section_3_2() {
    uri("file:///", Components { scheme: Some("file"), authority: Some(""), path: "/", ..NONE });
    host("file:///", HostKind::RegName, "");
    let uri = Uri::parse("http://example.com:/").unwrap();
    assert_eq!((uri.port(), uri.port_to_u16().ok()), (Some(""), None));
    assert_eq!(Uri::parse("http://example.com/").unwrap().port(), None);
}

/// 3.3: of <mailto:fred@example.com> the path is "fred@example.com", and
/// <foo://info.example.com?fred> "has an empty path".
#[test]
fn section_3_3() {
    assert_eq!(Uri::parse("mailto:fred@example.com").unwrap().path(), "fred@example.com");
    assert_eq!(Uri::parse("foo://info.example.com?fred").unwrap().path(), "");
    // "one URI might use a segment such as "name;v=1.1" …, whereas another might use a segment such
    // as "name,1.1"".
    for path in ["name;v=1.1", "name,1.1"] {
        assert!(UriRef::parse(path).unwrap().segments().eq([path]));
    }
}

/// 2.1: "%20" is the percent-encoding of the space; 2.5: "À" of UTF-8 is "%C3%80", KATAKANA LETTER
/// A "%E3%82%A2".
#[test]
fn section_2() {
    use urispec::Decode;
    use urispec::percent::{Keep, encode};
    for (data, encoded) in [(" ", "%20"), ("À", "%C3%80"), ("ア", "%E3%82%A2"), ("A", "A")] {
        assert_eq!(encode(data, Keep::Unreserved), encoded);
        assert_eq!(encoded.decode().unwrap(), data);
    }
}

/// 4.2: "a path segment that contains a colon character (e.g., "this:that") cannot be used as the
/// first segment of a relative-path reference, as it would be mistaken for a scheme name. Such a
/// segment must be preceded by a dot-segment (e.g., "./this:that")".
#[test]
fn section_4_2() {
    let mistaken = UriRef::parse("this:that").unwrap();
    assert_eq!((mistaken.scheme(), mistaken.path()), (Some("this"), "that"));
    let meant = UriRef::parse("./this:that").unwrap();
    assert_eq!((meant.scheme(), meant.path()), (None, "./this:that"));
    let base = Uri::parse("http://a/b/c").unwrap();
    assert_eq!(meant.resolve_against(&base).unwrap(), "http://a/b/this:that");
}

/// 4.5: "www.w3.org/Addressing/" is a suffix reference; by the grammar, a relative path.
#[test]
fn section_4_5() {
    let suffix = UriRef::parse("www.w3.org/Addressing/").unwrap();
    assert_eq!(suffix.components(), Components { path: "www.w3.org/Addressing/", ..NONE });
}

/// Appendix B, with its subexpressions.
#[test]
fn appendix_b() {
    uri(
        "http://www.ics.uci.edu/pub/ietf/uri/#Related",
        Components {
            scheme: Some("http"),
            authority: Some("www.ics.uci.edu"),
            path: "/pub/ietf/uri/",
            query: None,
            fragment: Some("Related"),
        },
    );
}

/// Appendix C: the references of the printed text, without what delimits them.
#[test]
fn appendix_c() {
    uri(
        "http://www.w3.org/Addressing/",
        Components {
            scheme: Some("http"),
            authority: Some("www.w3.org"),
            path: "/Addressing/",
            ..NONE
        },
    );
    uri(
        "ftp://foo.example.com/rfc/",
        Components {
            scheme: Some("ftp"),
            authority: Some("foo.example.com"),
            path: "/rfc/",
            ..NONE
        },
    );
    uri(
        "http://www.ics.uci.edu/pub/ietf/uri/historical.html#WARNING",
        Components {
            scheme: Some("http"),
            authority: Some("www.ics.uci.edu"),
            path: "/pub/ietf/uri/historical.html",
            query: None,
            fragment: Some("WARNING"),
        },
    );
    for delimited in
        ["<ftp://foo.example.com/rfc/>", "\"http://www.w3.org/Addressing/\"", "http://a b"]
    {
        assert!(UriRef::parse(delimited).is_err(), "{delimited}");
    }
}

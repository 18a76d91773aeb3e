use serde_json::from_str;
use url::{Host, Position, Url};

use super::*;

#[test]
fn parsing() {
    // An owned URI, from a borrowed string
    let s = "http://h/a";
    assert_eq!(Url::parse(s).unwrap().as_str(), s);
    // Exactly the language of RFC 3986 ⁰
    assert_eq!(Url::parse("http:a").unwrap().as_str(), "http://a/");
    assert_eq!(Url::parse("a:|").unwrap().as_str(), "a:|");
    // A repaired link
    assert_eq!(Url::parse("http://h/a b?c[]=|").unwrap().as_str(), "http://h/a%20b?c[]=|");
    // A URL of the URL Standard, as in browsers
    let s = "HTTP://h:80/a/../b c|";
    assert_eq!(Url::parse(s).unwrap().as_str(), "http://h/b%20c|");
    // Internationalized domain names
    assert_eq!(url::Url::parse("http://é/").unwrap().domain(), Some("xn--9ca"));
}

#[test]
fn components() {
    let url = Url::parse(TEXT).unwrap();
    // The path
    assert_eq!(url.path(), "/over/there");
    // The fragment
    assert_eq!(url.fragment(), Some("nose"));
    // The authority
    assert_eq!(url.authority(), "user:pass@example.com:8042");
    // The user and the password
    assert_eq!((url.username(), url.password()), ("user", Some("pass")));
    // The host
    assert_eq!(url.host_str(), Some("example.com"));
    // The port as a number
    assert_eq!(url.port(), Some(8042));
    // The segments of the path
    assert!(url.path_segments().unwrap().eq(["over", "there"]));
    // The URI without its fragment
    assert_eq!(&url[..Position::AfterQuery], TEXT.strip_suffix("#nose").unwrap());
    // The path and the query of a request
    let part = &url[Position::BeforePath..Position::AfterQuery];
    assert_eq!(part, "/over/there?name=ferret&x=1");
    // The origin
    assert_eq!(url.origin().ascii_serialization(), "http://example.com:8042");
    // The kind of the host, and its address
    let url = Url::parse("http://[::1]/").unwrap();
    assert!(matches!(url.host(), Some(Host::Ipv6(address)) if address.is_loopback()));
    // The default port of the scheme
    let url = Url::parse("http://127.0.0.1/").unwrap();
    assert_eq!(url.port_or_known_default(), Some(80));
    // Socket addresses
    assert_eq!(url.socket_addrs(|| None).unwrap(), ["127.0.0.1:80".parse().unwrap()]);
    // A value of the query, decoded
    let url = Url::parse("http://h/?a=b%26c").unwrap();
    let (_, value) = url.query_pairs().find(|(key, _)| key == "a").unwrap();
    assert_eq!(value, "b&c");
    // Pairs of a form, with `+` for a space
    let url = Url::parse(ENCODED).unwrap();
    let pairs: Vec<_> = url.query_pairs().collect();
    assert_eq!(pairs, [("c d".into(), "\u{FFFD}".into())]);
}

#[test]
fn building_and_editing() {
    // Pairs, encoded
    let url = Url::parse_with_params("http://h/", [("a", "b&c")]).unwrap();
    assert_eq!(url.query(), Some("a=b%26c"));
    // Segments, encoded
    let mut url = Url::parse("http://h/").unwrap();
    url.path_segments_mut().unwrap().clear().extend(["a b", "c/d"]);
    assert_eq!(url.path(), "/a%20b/c%2Fd");
    // A user with any characters
    let mut url = Url::parse("ftp://h/").unwrap();
    url.set_username("a@b").unwrap();
    assert_eq!(url.as_str(), "ftp://a%40b@h/");
    // An IPv6 address without brackets
    let mut url = Url::parse("http://h/").unwrap();
    let address = std::net::Ipv6Addr::LOCALHOST.into();
    url.set_ip_host(address).unwrap();
    assert_eq!(url.as_str(), "http://[::1]/");
    // A segment appended, filling an empty last one
    let mut url = Url::parse("http://h/a/").unwrap();
    url.path_segments_mut().unwrap().pop_if_empty().push("b/c");
    assert_eq!(url.path(), "/a/b%2Fc");
    // The fragment set
    let mut url = Url::parse(EDITED).unwrap();
    url.set_fragment(Some("e"));
    assert_eq!(url.as_str(), "http://user:pass@h/a/b?c=1#e");
    // The host set
    url.set_host(Some("i")).unwrap();
    assert_eq!(url.as_str(), "http://user:pass@i/a/b?c=1#e");
    // The password removed
    url.set_password(None).unwrap();
    assert_eq!(url.as_str(), "http://user@i/a/b?c=1#e");
    // A pair appended
    url.query_pairs_mut().append_pair("e", "f&g");
    assert_eq!(url.query(), Some("c=1&e=f%26g"));
    // The port, the query, the path, the scheme set
    url.set_port(Some(81)).unwrap();
    url.set_query(None);
    url.set_path("/e");
    url.set_scheme("https").unwrap();
    assert_eq!(url.as_str(), "https://user@i:81/e#e");
}

#[test]
fn resolving() {
    let [base, s, target] = RESOLVED;
    // A reference resolved against a base
    let base = Url::parse(base).unwrap();
    assert_eq!(base.join(s).unwrap().as_str(), target);
    // A target that would read back as another URI, `.//c` against `a:/b`
    let base = Url::parse(MISREAD[0]).unwrap();
    assert_eq!(base.join(MISREAD[1]).unwrap().as_str(), "a:/.//c");
    // Ignoring the base's scheme (5.2.2)
    let base = Url::parse("http://a/b").unwrap();
    assert_eq!(base.join("http:g").unwrap().as_str(), "http://a/g");
    // The shortest reference to a target
    let base = Url::parse("http://a/b/c/d").unwrap();
    let url = Url::parse("http://a/b/c/e/f").unwrap();
    assert_eq!(base.make_relative(&url).unwrap(), "e/f");
    // Scheme-based normalization (6.2.3)
    let s = "http://h:80/";
    assert_eq!(Url::parse(s).unwrap().as_str(), "http://h/");
}

#[test]
fn other_types() {
    // serde
    let json = "\"http://h/\"";
    assert_eq!(from_str::<Url>(json).unwrap().as_str(), "http://h/");
    // File paths (RFC 8089)
    let url = Url::from_file_path("/a b").unwrap();
    assert_eq!(url.as_str(), "file:///a%20b");
    assert_eq!(url.to_file_path().unwrap().to_str(), Some("/a b"));
}

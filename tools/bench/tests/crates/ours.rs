use std::borrow::Cow;
use std::collections::HashMap;
use std::sync::Arc;

use serde_json::from_str;
use urispec::mapping::ToUri;
use urispec::percent::{Keep, encode};
use urispec::{
    BuildError, Decode, Edition, HostKind, Iri, Node, Normalizer, ParseError, Reference,
    ResolveError, Resolver, Rung, Uri, UriBuf, UriRef, compare, is_equivalent, split, uri, whatwg,
};
use urispec_template::{UriTemplate, Values};

use super::*;

#[test]
fn parsing() {
    let s = "http://h/a";
    // A borrowed URI
    assert_eq!(Uri::parse(s).unwrap(), s);
    // An owned URI, from a borrowed string
    assert_eq!(UriBuf::parse(s).unwrap(), s);
    // An owned URI, reusing a string's memory
    let (address, string) = string_and_address();
    assert_address(address, UriBuf::try_from(string).unwrap().as_str());
    // The input of a failed parse
    let error = UriBuf::try_from("a b".to_owned()).unwrap_err();
    assert_eq!(error.into_input(), "a b");
    // Bytes
    let bytes: &[u8] = s.as_bytes();
    assert_eq!(Uri::try_from(bytes).unwrap(), s);
    // A relative reference
    let s = "../a?b";
    assert_eq!(UriRef::parse(s).unwrap(), s);
    // A literal, checked at compile time
    const HOME: Uri<'static> = uri!("http://h/");
    assert_eq!(HOME, "http://h/");
    // The offset of an error
    let error = Uri::parse("http://h/a b").unwrap_err();
    assert_eq!(error.offset(), Some(10));
    // The expected characters, and the cause
    let s = "http://h:x/";
    let ParseError::Syntax(error) = Uri::parse(s).unwrap_err() else { panic!() };
    let explanation = error.explain(s).unwrap();
    assert_eq!(explanation.cause().unwrap().to_string(), "a port contains only digits (3.2.3)");
    let s = "http://[::1";
    let ParseError::Syntax(error) = Uri::parse(s).unwrap_err() else { panic!() };
    assert_eq!(error.explain(s).unwrap().expected(), ["\"]\"", "IPv6address"]);
    // Exactly the language of RFC 3986 ⁰
    assert!(Uri::parse("a:|").is_err());
    // A repaired link
    let s = "http://h/a b?c[]=|";
    assert_eq!(UriRef::repair(s).unwrap().as_str(), "http://h/a%20b?c%5B%5D=%7C");
    // A URL of the URL Standard, as in browsers
    let s = "HTTP://h:80/a/../b c|";
    assert_eq!(whatwg::Url::parse(s).unwrap(), "http://h/b%20c|");
    // IRIs (RFC 3987)
    let s = "http://é/é";
    let iri = Iri::parse(s).unwrap();
    assert_eq!(iri.to_uri().unwrap(), "http://%C3%A9/%C3%A9");
    // Internationalized domain names
    let s = "http://é/";
    assert_eq!(ToUri::new().names(true).map(s).unwrap(), "http://xn--9ca/");
    // URI templates (RFC 6570)
    let template: UriTemplate = "/{a}".parse().unwrap();
    let values = Values::new().with("a", "b c");
    assert_eq!(template.expand(&values).unwrap(), "/b%20c");
    assert_eq!(template.matches("/b%20c").unwrap().only(), Some(&values));
    // Older editions: RFC 1630, 1738, 2396 and drafts
    let s = "a:b?c";
    let old = Reference::parse_as(Edition::Rfc2396, "URI-reference", s).unwrap();
    assert_eq!(old.opaque_part(), Some("b?c"));
    // The tree of a string
    let s = "1.2.3.256";
    let tree = Node::parse(Edition::Rfc3986, "host", s).unwrap();
    assert_eq!(tree.children()[0].rule(), "reg-name");
}

#[test]
fn components() {
    let uri = Uri::parse(TEXT).unwrap();
    // The path
    assert_eq!((uri.path(), uri.components().path), ("/over/there", "/over/there"));
    // The fragment
    assert_eq!(uri.fragment(), Some("nose"));
    // The authority
    assert_eq!(uri.authority(), Some("user:pass@example.com:8042"));
    // The userinfo
    assert_eq!(uri.userinfo(), Some("user:pass"));
    // The user and the password
    assert_eq!((uri.user(), uri.password()), (Some("user"), Some("pass")));
    // The host
    assert_eq!(uri.host().unwrap().as_str(), "example.com");
    // The port as text
    assert_eq!(uri.port(), Some("8042"));
    // The port as a number
    assert_eq!(uri.port_to_u16(), Ok(8042));
    // The segments of the path
    assert!(uri.segments().eq(["over", "there"]));
    // The pairs of the query, encoded
    assert!(uri.query_pairs().eq([("name", Some("ferret")), ("x", Some("1"))]));
    // The URI without its fragment
    assert_eq!(uri.without_fragment(), TEXT.strip_suffix("#nose").unwrap());
    // The path and the query of a request
    assert_eq!(uri.path_and_query(), "/over/there?name=ferret&x=1");
    // The origin
    assert_eq!(uri.origin().unwrap().to_string(), "http://example.com:8042");
    let (a, b) = (uri, Uri::parse("HTTP://EXAMPLE.com:8042/other").unwrap());
    assert!(a.same_origin(&b));
    // The kind of the host, and its address
    let host = Uri::parse("http://[::1]/").unwrap().host().unwrap();
    assert_eq!(host.kind(), HostKind::Ipv6Address);
    assert_eq!(host.address(), Some("::1".parse().unwrap()));
    // The default port of the scheme
    let uri = Uri::parse("http://127.0.0.1/").unwrap();
    assert_eq!(uri.port_or_default(), Ok(80));
    // Socket addresses
    let address = "127.0.0.1:80".parse().unwrap();
    assert_eq!(uri.endpoint().unwrap().socket_addr(), Some(address));
    // A value of the query, decoded
    let uri = Uri::parse("http://h/?a=b%26c").unwrap();
    assert_eq!(uri.query_value("a").unwrap().as_deref(), Some("b&c"));
}

#[test]
fn percent_encoding() {
    let uri = Uri::parse(ENCODED).unwrap();
    // Text, decoded
    assert_eq!(uri.path().decode().unwrap(), "/a b");
    // Pairs of a form, with `+` for a space
    let pairs: Vec<_> = uri.query_pairs().decode_form_lossy().collect();
    assert_eq!(pairs, [("c d".into(), Some("\u{FFFD}".into()))]);
    // Bytes, decoded
    let query = uri.query().unwrap();
    assert_eq!(&*query.decode_octets().unwrap(), b"c+d=\xFF");
    // Text, with U+FFFD for invalid UTF-8
    assert_eq!(query.decode_lossy(), "c+d=\u{FFFD}");
    // Data, encoded for a component
    let data = "a/b c";
    assert_eq!(encode(data, Keep::Segment), "a%2Fb%20c");
}

#[test]
fn building() {
    // Components
    let built = Uri::builder().scheme("http").host("h").port(80).path("/a").build();
    assert_eq!(built.unwrap(), "http://h:80/a");
    // Segments, encoded
    let built = UriRef::builder().segments(["a b", "c/d"]).build().unwrap();
    assert_eq!(built, "/a%20b/c%2Fd");
    // Pairs, encoded
    let built = UriRef::builder().query_pairs([("a", "b&c")]).build().unwrap();
    assert_eq!(built, "?a=b%26c");
    // A user with any characters
    let built = Uri::builder().scheme("ftp").user("a@b").host("h").build();
    assert_eq!(built.unwrap(), "ftp://a%40b@h");
    // An IPv6 address without brackets
    let built = Uri::builder().scheme("http").host("::1").build();
    assert_eq!(built.unwrap(), "http://[::1]");
    // The reason for a failed build, as a value
    let error = UriRef::builder().host("h").path("p").build().unwrap_err();
    assert_eq!(error, BuildError::PathRunsOn);
}

#[test]
fn editing() {
    // The port, the query, the path, the scheme set
    let mut uri = UriBuf::parse(EDITED).unwrap();
    uri.set_port(81).unwrap();
    uri.remove_query();
    uri.set_path("/e").unwrap();
    uri.set_scheme("https").unwrap();
    assert_eq!(uri, "https://user:pass@h:81/e#d");
    // The fragment set
    let mut uri = UriBuf::parse(EDITED).unwrap();
    uri.set_fragment("e").unwrap();
    assert_eq!(uri, "http://user:pass@h/a/b?c=1#e");
    // The host set
    uri.set_host("i").unwrap();
    assert_eq!(uri, "http://user:pass@i/a/b?c=1#e");
    // The password removed
    uri.set_userinfo("user").unwrap();
    assert_eq!(uri, "http://user@i/a/b?c=1#e");
    // A pair appended
    uri.push_query_pair("e", "f&g").unwrap();
    assert_eq!(uri.query(), Some("c=1&e=f%26g"));
    // A pair replaced, or removed
    uri.set_query_pair("c", "2").unwrap();
    assert_eq!(uri.query(), Some("c=2&e=f%26g"));
    uri.remove_query_pair("c");
    uri.remove_query_pair("e");
    assert_eq!(uri.query(), None);
    // A segment appended, filling an empty last one
    let mut uri = UriBuf::parse("http://h/a/").unwrap();
    uri.push_segment("b/c").unwrap();
    assert_eq!(uri.path(), "/a/b%2Fc");
    // A changed copy
    let uri = Uri::parse(EDITED).unwrap();
    assert_eq!(uri.to_builder().path("/e").build().unwrap(), "http://user:pass@h/e?c=1#d");
    // A builder from a value
    let built = uri.to_builder().without_userinfo().path("/b").build().unwrap();
    assert_eq!(built, "http://h/b?c=1#d");
    // The password hidden where it is printed
    assert_eq!(uri.redacted().to_string(), "http://user:***@h/a/b?c=1#d");
}

#[test]
fn resolving() {
    let [base, s, target] = RESOLVED;
    let (base, reference) = (Uri::parse(base).unwrap(), UriRef::parse(s).unwrap());
    // A reference resolved against a base
    assert_eq!(reference.resolve_against(&base).unwrap(), target);
    // Resolved into a buffer
    let mut buffer = String::new();
    assert_eq!(reference.resolve_into(&base, &mut buffer).unwrap(), target);
    // A target that would read back as another URI, `.//c` against `a:/b`
    let [base, s] = MISREAD;
    let (base, reference) = (Uri::parse(base).unwrap(), UriRef::parse(s).unwrap());
    let error = reference.resolve_against(&base).unwrap_err();
    assert!(matches!(error, ResolveError::Misread(_)));
    let resolver = Resolver::new().guard_path(true);
    assert_eq!(resolver.resolve(&base, &reference).unwrap().to_string(), "a:/.//c");
    // Ignoring the base's scheme (5.2.2)
    let resolver = Resolver::new().non_strict(true);
    let resolved = resolver.resolve(split("http://a/b"), split("http:g")).unwrap();
    assert_eq!(resolved.to_string(), "http://a/g");
    // Each step of the algorithm
    let mut steps = 0;
    let (base, reference) = (split("http://a/b"), split("../g"));
    Resolver::new().trace(base, reference, |_| steps += 1).unwrap();
    assert!(steps > 0);
    // The shortest reference to a target
    let (base, target) = ("http://a/b/c/d", "http://a/b/c/e/f");
    let (base, uri) = (Uri::parse(base).unwrap(), Uri::parse(target).unwrap());
    assert_eq!(uri.relativize_against(&base).unwrap(), "e/f");
}

#[test]
fn normalizing_and_comparing() {
    // Syntax-based normalization (6.2.2)
    let uri = Uri::parse(NORMALIZED[0]).unwrap();
    assert_eq!(uri.normalize(), NORMALIZED[1]);
    // Scheme-based normalization (6.2.3)
    let uri = Uri::parse("http://h:80/").unwrap();
    assert_eq!(uri.normalize_to(Rung::Scheme), "http://h/");
    // Whether a URI is in normal form
    let uri = Uri::parse("http://h/~").unwrap();
    assert!(uri.normalize() == uri);
    // The changes, with their sections
    let mut changes = 0;
    let uri = Uri::parse("A:b").unwrap();
    let normal = Normalizer::new().explain(&uri, |_| changes += 1);
    assert_eq!((normal.as_str(), changes), ("a:b", 1));
    // Equivalence of two URIs, and its rung
    let (a, b) = (Uri::parse("http://h").unwrap(), Uri::parse("http://h:80/").unwrap());
    assert!(compare(&a, &b).holds_at(Rung::Scheme));
    assert!(is_equivalent(&a, &b, Rung::Scheme));
}

#[test]
fn other_types() {
    let s = "http://h/";
    // A map, looked up by a string
    let map = HashMap::from([(UriBuf::parse(s).unwrap(), 1)]);
    assert_eq!(map.get(s), Some(&1));
    // Borrowed or owned, in one type
    let uri: UriBuf<Cow<'_, str>> = Uri::parse(s).unwrap().into_cow();
    assert!(matches!(uri.into_inner(), Cow::Borrowed("http://h/")));
    // Shared
    let uri: UriBuf<Arc<str>> = Uri::parse(s).unwrap().to_storage();
    assert_eq!(uri, s);
    // Compared with a string
    let uri = UriBuf::parse(s).unwrap();
    assert!(uri == s);
    // serde
    let json = "\"http://h/\"";
    assert_eq!(from_str::<UriBuf>(json).unwrap(), s);
    // serde, borrowed
    assert_eq!(from_str::<Uri<'_>>(json).unwrap(), s);
    // `http::Uri`
    let uri = Uri::parse(s).unwrap();
    assert_eq!(http::Uri::try_from(uri).unwrap(), s);
    // `url::Url`
    assert_eq!(url::Url::try_from(uri).unwrap().as_str(), s);
    // File paths (RFC 8089)
    let uri = UriBuf::from_file_path("/a b").unwrap();
    assert_eq!(uri, "file:///a%20b");
    assert_eq!(uri.to_file_path().unwrap().to_str(), Some("/a b"));
}

use std::collections::HashMap;

use fluent_uri::build::BuildError;
use fluent_uri::component::{Host, Scheme};
use fluent_uri::normalize::Normalizer;
use fluent_uri::pct_enc::encoder::{Data, Path};
use fluent_uri::pct_enc::{EStr, EString};
use fluent_uri::resolve::Resolver;
use fluent_uri::{Iri, Uri, UriRef};
use serde_json::from_str;

use super::*;

const HTTP: &Scheme = Scheme::new_or_panic("http");

#[test]
fn parsing() {
    let s = "http://h/a";
    // A borrowed URI
    assert_eq!(Uri::parse(s).unwrap(), s);
    // An owned URI, from a borrowed string
    assert_eq!(s.parse::<Uri<String>>().unwrap(), s);
    // An owned URI, reusing a string's memory
    let (address, string) = string_and_address();
    assert_address(address, Uri::parse(string).unwrap().as_str());
    // The input of a failed parse
    let error = Uri::parse("a b".to_owned()).unwrap_err();
    assert_eq!(error.1, "a b");
    // A relative reference
    let s = "../a?b";
    assert_eq!(UriRef::parse(s).unwrap(), s);
    // A literal, checked at compile time
    const SCHEME: &Scheme = Scheme::new_or_panic("http");
    assert_eq!(SCHEME.as_str(), "http");
    // The offset of an error
    let error = Uri::parse("http://h/a b").unwrap_err();
    assert_eq!(error.index(), 10);
    // IRIs (RFC 3987)
    let s = "http://é/é";
    assert_eq!(Iri::parse(s).unwrap().to_uri(), "http://%C3%A9/%C3%A9");
}

#[test]
fn components() {
    let uri = Uri::parse(TEXT).unwrap();
    // The path
    assert_eq!(uri.path(), "/over/there");
    // The fragment
    assert_eq!(uri.fragment().unwrap(), "nose");
    // The authority
    assert_eq!(uri.authority().unwrap().as_str(), "user:pass@example.com:8042");
    // The userinfo
    let authority = uri.authority().unwrap();
    assert_eq!(authority.userinfo().unwrap(), "user:pass");
    // The user and the password
    let userinfo = authority.userinfo().unwrap();
    let (user, password) = userinfo.split_once(':').unwrap();
    assert!(user == "user" && password == "pass");
    // The host
    assert_eq!(authority.host(), "example.com");
    // The port as text
    assert_eq!(authority.port().unwrap(), "8042");
    // The port as a number
    assert_eq!(authority.port_to_u16(), Ok(Some(8042)));
    // The segments of the path
    let path = uri.path();
    assert!(path.segments_if_absolute().unwrap().eq(["over", "there"]));
    // The pairs of the query, encoded
    let query = uri.query().unwrap();
    let pairs = query.split('&').map(|pair| pair.split_once('=').unwrap());
    assert_eq!(pairs.map(|(key, value)| key.len() + value.len()).sum::<usize>(), 12);
    // The URI without its fragment
    assert_eq!(uri.strip_fragment(), TEXT.strip_suffix("#nose").unwrap());
    // The kind of the host, and its address
    let authority = Uri::parse("http://[::1]/").unwrap().authority().unwrap();
    assert!(matches!(authority.host_parsed(), Host::Ipv6(address) if address.is_loopback()));
    // The default port of the scheme
    let scheme = Uri::parse("http://example.com/").unwrap().scheme();
    assert_eq!(scheme.default_port(), Some(80));
    // Socket addresses
    let authority = Uri::parse("http://127.0.0.1/").unwrap().authority().unwrap();
    assert!(authority.socket_addrs(80).unwrap().eq(["127.0.0.1:80".parse().unwrap()]));
}

#[test]
fn percent_encoding() {
    let uri = Uri::parse(ENCODED).unwrap();
    // Text, decoded
    assert_eq!(uri.path().decode().to_string().unwrap(), "/a b");
    // Bytes, decoded
    let query = uri.query().unwrap();
    assert_eq!(&*query.decode().to_bytes(), b"c+d=\xFF");
    // Text, with U+FFFD for invalid UTF-8
    assert_eq!(query.decode().to_string_lossy(), "c+d=\u{FFFD}");
    // Data, encoded for a component
    let (data, mut path) = ("a/b c", EString::<Path>::new());
    path.encode_str::<Data>(data);
    assert_eq!(path.as_str(), "a%2Fb%20c");
}

#[test]
fn building() {
    // Components
    let (host, path) = (EStr::new_or_panic("h"), EStr::new_or_panic("/a"));
    let builder = Uri::builder().scheme(HTTP).authority_with(|b| b.host(host).port(80));
    assert_eq!(builder.path(path).build().unwrap(), "http://h:80/a");
    // An IPv6 address without brackets
    let address = std::net::Ipv6Addr::LOCALHOST;
    let builder = Uri::builder().scheme(HTTP).authority_with(|b| b.host(address));
    assert_eq!(builder.path(EStr::EMPTY).build().unwrap(), "http://[::1]");
    // The reason for a failed build, as a value
    let path = EStr::new_or_panic("p");
    let builder = UriRef::builder().authority_with(|b| b.host(EStr::new_or_panic("h")));
    let error = builder.path(path).build().unwrap_err();
    assert_eq!(error, BuildError::NonemptyRootlessPath);
}

#[test]
fn editing() {
    // The fragment set
    let mut uri = Uri::parse(EDITED.to_owned()).unwrap();
    uri.set_fragment(Some(EStr::new_or_panic("e")));
    assert_eq!(uri, "http://user:pass@h/a/b?c=1#e");
    // A changed copy
    let uri = Uri::parse(EDITED).unwrap();
    assert_eq!(uri.with_fragment(None), "http://user:pass@h/a/b?c=1");
}

#[test]
fn resolving_and_normalizing() {
    let [base, s, target] = RESOLVED;
    // Many against one base
    let resolver = Resolver::with_base(Uri::parse(base).unwrap());
    assert_eq!(resolver.resolve(&UriRef::parse(s).unwrap()).unwrap(), target);
    // A reference resolved against a base
    let (base, reference) = (Uri::parse(base).unwrap(), UriRef::parse(s).unwrap());
    assert_eq!(reference.resolve_against(&base).unwrap(), target);
    // A target that would read back as another URI, `.//c` against `a:/b`
    let [base, s] = MISREAD;
    let (base, reference) = (Uri::parse(base).unwrap(), UriRef::parse(s).unwrap());
    assert_eq!(reference.resolve_against(&base).unwrap(), "a:/.//c");
    // Syntax-based normalization (6.2.2)
    let uri = Uri::parse(NORMALIZED[0]).unwrap();
    assert_eq!(uri.normalize(), NORMALIZED[1]);
    // Scheme-based normalization (6.2.3)
    let uri = Uri::parse("http://h:80/").unwrap();
    assert_eq!(Normalizer::new().normalize(&uri).unwrap(), "http://h/");
    // Whether a URI is in normal form
    let uri = Uri::parse("http://h/~").unwrap();
    assert!(uri.normalize() == uri);
}

#[test]
fn other_types() {
    let s = "http://h/";
    // A map, looked up by a string
    let map = HashMap::from([(Uri::parse(s.to_owned()).unwrap(), 1)]);
    assert_eq!(map.get(s), Some(&1));
    // Compared with a string
    let uri = Uri::parse(s).unwrap();
    assert!(uri == s);
    // serde
    let json = "\"http://h/\"";
    assert_eq!(from_str::<Uri<String>>(json).unwrap(), s);
    // serde, borrowed
    assert_eq!(from_str::<Uri<&str>>(json).unwrap(), s);
}

use std::borrow::Cow;
use std::collections::HashMap;
use std::sync::Arc;

use oxiri::{Iri, IriRef};
use serde_json::from_str;

use super::*;

#[test]
fn parsing() {
    let s = "http://h/a";
    // A borrowed URI
    assert_eq!(Iri::parse(s).unwrap(), s);
    // An owned URI, from a borrowed string
    assert_eq!(s.parse::<Iri<String>>().unwrap(), s);
    // An owned URI, reusing a string's memory
    let (address, string) = string_and_address();
    assert_address(address, Iri::parse(string).unwrap().as_str());
    // Parsing without a check
    assert_eq!(Iri::parse_unchecked(s).as_str(), s);
    // A relative reference
    let s = "../a?b";
    assert_eq!(IriRef::parse(s).unwrap(), s);
    // Exactly the language of RFC 3986 ⁰
    assert!(Iri::parse("a:é").is_ok());
    // IRIs (RFC 3987)
    let s = "http://é/é";
    assert!(Iri::parse(s).is_ok());
}

#[test]
fn components() {
    let iri = Iri::parse(TEXT).unwrap();
    // The path
    assert_eq!(iri.path(), "/over/there");
    // The fragment
    assert_eq!(iri.fragment(), Some("nose"));
    // The authority
    assert_eq!(iri.authority(), Some("user:pass@example.com:8042"));
}

#[test]
fn resolving() {
    let [base, s, target] = RESOLVED;
    let (base, reference) = (Iri::parse(base).unwrap(), IriRef::parse(s).unwrap());
    // A reference resolved against a base
    assert_eq!(base.resolve(&reference).unwrap(), target);
    // Resolved into a buffer
    let mut buffer = String::new();
    base.resolve_into(&reference, &mut buffer).unwrap();
    assert_eq!(buffer, target);
    // A target that would read back as another URI, `.//c` against `a:/b`
    let [base, s] = MISREAD;
    assert!(Iri::parse(base).unwrap().resolve(&IriRef::parse(s).unwrap()).is_err());
    // The shortest reference to a target
    let (base, target) = ("http://a/b/c/d", "http://a/b/c/e/f");
    let (base, iri) = (Iri::parse(base).unwrap(), Iri::parse(target).unwrap());
    assert_eq!(base.relativize(&iri).unwrap(), "e/f");
}

#[test]
fn other_types() {
    let s = "http://h/";
    // A map, looked up by a string
    let map = HashMap::from([(Iri::parse(s.to_owned()).unwrap(), 1)]);
    assert_eq!(map.get(s), Some(&1));
    // Borrowed or owned, in one type
    assert_eq!(Iri::parse(Cow::Borrowed(s)).unwrap().as_str(), s);
    // Shared
    assert_eq!(Iri::parse(Arc::<str>::from(s)).unwrap().as_str(), s);
    // Compared with a string
    let iri = Iri::parse(s).unwrap();
    assert!(iri == s);
    // serde
    let json = "\"http://h/\"";
    assert_eq!(from_str::<Iri<String>>(json).unwrap(), s);
    // serde, borrowed
    assert_eq!(from_str::<Iri<&str>>(json).unwrap(), s);
}

//! Builders, by cases that were worked out by hand.

use alloc::collections::BTreeMap;
use alloc::string::ToString;
use alloc::vec;
use std::collections::HashMap;

use super::super::{IriRef, UriBuf, UriRef};
use super::*;

#[test]
fn components_that_do_not_go_together() {
    let build = |builder: Builder| builder.build().unwrap_err();
    let new = UriRef::builder;
    assert_eq!(build(new().port(1)), BuildError::NoHost);
    assert_eq!(build(new().userinfo("u")), BuildError::NoHost);
    assert_eq!(build(new().host("h").path("p")), BuildError::PathRunsOn);
    assert_eq!(build(new().scheme("a").path("//p")), BuildError::PathReadsAsAuthority);
    assert_eq!(build(new().path("a:b")), BuildError::PathReadsAsScheme);
    assert_eq!(build(new().segments(["a", ".."])), BuildError::DotSegment);
    assert!(matches!(build(new().scheme("1")), BuildError::Component(_)));
}

#[test]
fn a_delimiter_does_not_slip_into_another_component() {
    for builder in [
        UriRef::builder().host("h/p"),
        UriRef::builder().host("u@h"),
        UriRef::builder().host("h:80"),
        UriRef::builder().path("a?b"),
        UriRef::builder().query("a#b"),
        UriRef::builder().userinfo("a@b").host("h"),
    ] {
        assert!(matches!(builder.build(), Err(BuildError::Component(_))), "{builder:?}");
    }
}

#[test]
fn empty_components_are_built() {
    let all = UriRef::builder().userinfo("").host("").port_text("").query("").fragment("");
    assert_eq!(all.build().unwrap(), "//@:?#");
    assert_eq!(UriRef::builder().build().unwrap(), "");
}

/// Data stays readable in an IRI: what an IRI may have there gets no escape.
#[test]
fn data_beyond_ascii_is_encoded_as_the_letters_want() {
    let data = ["ros\u{E9}", "\u{E000}", "\u{200E}", "\u{1F339}/"];
    let iri = IriRef::builder().segments(data).query_pairs([("\u{E9}", "\u{E000}&")]);
    assert_eq!(
        iri.build().unwrap(),
        "/ros\u{E9}/%EE%80%80/%E2%80%8E/\u{1F339}%2F?\u{E9}=%EE%80%80%26"
    );
    let uri = UriRef::builder().segments(["ros\u{E9}"]).query_pairs([("\u{E9}", "")]);
    assert_eq!(uri.build().unwrap(), "/ros%C3%A9?%C3%A9=");
    assert!(IriRef::builder().host("r\u{E9}sum\u{E9}").build().is_ok());
    assert!(UriRef::builder().host("r\u{E9}sum\u{E9}").build().is_err());
    let rose = IriRef::parse("//\u{E9}:1/\u{E9}?\u{E000}#\u{E9}").unwrap();
    let built = rose.to_builder().build().unwrap();
    assert_eq!((built.spans, built.as_str()), (rose.0.spans, rose.as_str()));
}

/// What is built from the components of a reference is the reference, whatever is defined in it.
#[test]
fn a_reference_is_built_of_its_components() {
    for text in ["", "//@:?#", "a:b:c", "a://u:p@[v1.a:b]:080//p?q?#f", "%7e/..", "//1.2.3.4/"] {
        let built = UriRef::parse(text).unwrap().to_builder().build().unwrap();
        assert_eq!(built, text);
        assert_eq!(built.spans, UriRef::parse(text).unwrap().spans);
    }
    let uri = UriBuf::parse("a://u@h:1/p?q#f").unwrap();
    let builders: [Builder<UriBuf>; 2] = [(&uri).into(), uri.as_borrowed().into()];
    for builder in builders {
        assert_eq!(builder.build().unwrap(), uri);
        assert_eq!(builder.without_scheme().build(), Err(BuildError::NoScheme));
    }
    let builders: [Builder; 2] = [uri.0.as_borrowed().into(), uri.0.clone().into()];
    for builder in builders {
        assert_eq!(builder.build().unwrap(), uri);
    }
}

#[test]
fn every_component_but_the_path_is_unset() {
    let all = UriRef::parse("a://u@h:1/p?q#f").unwrap().to_builder();
    let is = |builder: Builder, text: &str| assert_eq!(builder.build().unwrap(), text);
    is(all.clone().without_scheme(), "//u@h:1/p?q#f");
    is(all.clone().without_userinfo(), "a://h:1/p?q#f");
    is(all.clone().without_port(), "a://u@h/p?q#f");
    is(all.clone().without_authority(), "a:/p?q#f");
    is(all.clone().without_query(), "a://u@h:1/p#f");
    is(all.clone().without_fragment(), "a://u@h:1/p?q");
    is(all.segments([".."]).path("/r").without_query(), "a://u@h:1/r#f");
}

#[test]
fn data_of_any_collection() {
    let segments = |builder: Builder| assert_eq!(builder.build().unwrap(), "/a/b");
    let owned = vec!["a".to_string(), "b".to_string()];
    segments(UriRef::builder().segments(["a", "b"]));
    segments(UriRef::builder().segments(&["a", "b"]));
    segments(UriRef::builder().segments(&owned));
    segments(UriRef::builder().segments(owned.iter().map(String::as_str)));
    segments(UriRef::builder().segments(UriRef::parse("x:/a/b").unwrap().segments()));
    segments(UriRef::builder().segments(owned));
    let pairs = |builder: Builder| assert_eq!(builder.build().unwrap(), "?a=1");
    let owned = ("a".to_string(), "1".to_string());
    pairs(UriRef::builder().query_pairs([("a", "1")]));
    pairs(UriRef::builder().query_pairs(&[("a", "1")]));
    pairs(UriRef::builder().query_pairs([("a", 1.to_string())]));
    pairs(UriRef::builder().query_pairs(&vec![owned.clone()]));
    pairs(UriRef::builder().query_pairs(&BTreeMap::from([owned.clone()])));
    pairs(UriRef::builder().query_pairs(&HashMap::from([owned.clone()])));
    pairs(UriRef::builder().query_pairs(HashMap::from([("a", "1")])));
    pairs(UriRef::builder().query_pairs(vec![owned]));
    let none: [(&str, &str); 0] = [];
    assert_eq!(UriRef::builder().query("q").query_pairs(none).build().unwrap(), "");
    assert_eq!(UriRef::builder().query_pairs([("", "")]).build().unwrap(), "?=");
}

/// A user and a password are data, and a `:` in them divides nothing.
#[test]
fn users_and_passwords_are_encoded() {
    let is = |builder: Builder, text: &str| assert_eq!(builder.host("h").build().unwrap(), text);
    is(UriRef::builder().user("a:b@c"), "//a%3Ab%40c@h");
    is(UriRef::builder().password("p:q").user("u"), "//u:p%3Aq@h");
    is(UriRef::builder().password(""), "//:@h");
    is(UriRef::builder().userinfo("a:b:c").user("d"), "//d:b:c@h");
    is(UriRef::builder().userinfo("a:b:c").password("d"), "//a:d@h");
    is(UriRef::builder().user("\u{E9}!$&"), "//%C3%A9!$&@h");
}

/// A host with colons is no name, so brackets are all that an address of IPv6 lacks.
#[test]
fn an_address_may_be_bare() {
    for (host, built) in [
        ("::1", Some("//[::1]")),
        ("2001:DB8::7", Some("//[2001:DB8::7]")),
        ("::ffff:1.2.3.4", Some("//[::ffff:1.2.3.4]")),
        ("[::1]", Some("//[::1]")),
        ("fe80::1%25en1", None),
        ("h:80", None),
        (":", None),
    ] {
        let reference = UriRef::builder().host(host).build().ok();
        assert_eq!(reference.as_ref().map(|reference| reference.as_str()), built, "{host}");
        let mut reference = UriRef::parse("//i").unwrap().to_owned();
        assert_eq!(reference.set_host(host).ok().map(|()| reference.as_str()), built, "{host}");
    }
}

#[test]
fn what_may_be_absent() {
    let all = UriRef::builder().host("h").port(1).query("q").fragment("f");
    let none = all.clone().maybe_port(None).maybe_query(None).maybe_fragment(None);
    assert_eq!(none.build().unwrap(), "//h");
    let some = none.maybe_port(Some(0)).maybe_query(Some("")).maybe_fragment(Some("g"));
    assert_eq!(some.build().unwrap(), "//h:0?#g");
}

//! Building and changing references, and what methods say of them, beyond the rows of `edited` and `methods`.

use std::borrow::Cow;
use std::collections::{BTreeMap, HashMap};
use std::net::ToSocketAddrs;

use urispec::error::EndpointError;
use urispec::scheme::{Mailto, MailtoBuilder};
use urispec::{
    BuildError, Builder, Decode, Edition, IriRef, Reference, Uri, UriBuf, UriRef, UriRefBuf,
};

use crate::direct::lies_as_parsed;

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
    assert_eq!(built, rose);
    lies_as_parsed(built.as_borrowed());
}

/// What is built from the components of a reference is the reference, whatever is defined in it.
#[test]
fn a_reference_is_built_of_its_components() {
    for text in ["", "//@:?#", "a:b:c", "a://u:p@[v1.a:b]:080//p?q?#f", "%7e/..", "//1.2.3.4/"] {
        let built = UriRef::parse(text).unwrap().to_builder().build().unwrap();
        assert_eq!(built, text);
        lies_as_parsed(built.as_borrowed());
    }
    let uri = UriBuf::parse("a://u@h:1/p?q#f").unwrap();
    let builders: [Builder<UriBuf>; 2] = [(&uri).into(), uri.as_borrowed().into()];
    for builder in builders {
        assert_eq!(builder.build().unwrap(), uri);
        assert_eq!(builder.without_scheme().build(), Err(BuildError::NoScheme));
    }
    let builders: [Builder; 2] =
        [UriRef::from(uri.as_borrowed()).into(), UriRefBuf::from(uri.clone()).into()];
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

/// A change at the end of the string takes time only for what the change adds or removes.
#[test]
fn many_changes() {
    let mut reference = UriRefBuf::parse("//h").unwrap();
    for _ in 0..100_000 {
        reference.push_segment("a").unwrap();
    }
    for _ in 0..100_000 {
        reference.pop_segment().unwrap();
    }
    for _ in 0..100_000 {
        reference.push_query_pair("a", "b").unwrap();
    }
    assert_eq!((reference.path(), reference.query_pairs().count()), ("", 100_000));
    // With a fragment behind them, many pairs are appended at once.
    reference.set_fragment("f").unwrap();
    reference.extend_query_pairs(vec![("a", "b"); 100_000]).unwrap();
    reference.extend_segments(vec!["a"; 100_000]).unwrap();
    assert_eq!(reference.query_pairs().count(), 200_000);
    assert_eq!(reference.remove_query_pair("a"), 200_000);
    assert_eq!((reference.segments().count(), reference.query()), (100_000, None));
}

#[track_caller]
fn built(message: MailtoBuilder) -> String {
    message.build().unwrap().to_string()
}

/// Examples that RFC 6068 prints, in 2 and 6.
#[test]
fn examples_of_the_document() {
    let compose = Mailto::compose;
    assert_eq!(built(compose().to("chris@example.com")), "mailto:chris@example.com");
    assert_eq!(
        built(compose().to("infobot@example.com").subject("current-issue")),
        "mailto:infobot@example.com?subject=current-issue"
    );
    assert_eq!(
        built(compose().to("infobot@example.com").body("send current-issue\nsend index")),
        "mailto:infobot@example.com?body=send%20current-issue%0D%0Asend%20index"
    );
    assert_eq!(
        built(compose().to("joe@example.com").cc("bob@example.com").body("hello")),
        "mailto:joe@example.com?cc=bob@example.com&body=hello"
    );
    assert_eq!(
        built(compose().to("gorby%kremvax@example.com")),
        "mailto:gorby%25kremvax@example.com"
    );
    assert_eq!(
        built(compose().to("unlikely?address@example.com").field("blat", "foop")),
        "mailto:unlikely%3Faddress@example.com?blat=foop"
    );
    assert_eq!(built(compose().to(r#""not@me"@example.org"#)), "mailto:%22not%40me%22@example.org");
    assert_eq!(
        built(compose().to("user@example.org").subject("caf\u{E9}").body("caf\u{E9}")),
        "mailto:user@example.org?subject=caf%C3%A9&body=caf%C3%A9"
    );
}

/// What is read is what was composed.
#[test]
fn data_survive() {
    let addresses =
        ["a&b=c@example.org", "\"a;d\"@example.org", "x+y@[1.2.3.4]", "\"a,b\"@c", "\u{E9}@\u{E9}"];
    let message = addresses.iter().fold(Mailto::compose(), |message, to| message.to(to));
    let uri = message.subject("a&b=c?#\u{E9}").body("\r\none\ntwo\r\n\r").build().unwrap();
    let read = Mailto::try_from(&uri).unwrap();
    assert!(read.recipients().eq(addresses.iter().map(|one| one.as_bytes())));
    assert_eq!(read.subject().as_deref(), Some("a&b=c?#\u{E9}"));
    assert_eq!(read.body().as_deref(), Some("\r\none\r\ntwo\r\n\r"));
    assert_eq!(built(Mailto::compose()), "mailto:");
    for address in ["", "joe", "a b@c", "a@", "@b", "a@b@c"] {
        assert!(Mailto::compose().to(address).build().is_err(), "{address}");
    }
}

#[test]
fn messages_say_why() {
    let message = |text| UriRef::parse(text).unwrap().endpoint().unwrap_err().to_string();
    assert_eq!(
        message("x://h"),
        "the reference has no port, and no default port of the scheme is known (3.2.3)"
    );
    assert_eq!(
        message("x://h:70000"),
        "the port is greater than 65535, the greatest port of TCP and of UDP"
    );
    assert_eq!(
        message("http://a%FF"),
        "the host is not a valid name: the octets that begin at byte 1 are not UTF-8 (2.5)"
    );
}

/// What is printed is what the standard library reads. These need no resolver.
#[test]
fn an_address_connects() {
    for text in ["http://127.0.0.1", "ws://[::1]:8080/", "x://[::ffff:1.2.3.4]:1"] {
        let endpoint = UriRef::parse(text).unwrap().endpoint().unwrap();
        let mut found = endpoint.to_string().to_socket_addrs().unwrap();
        assert_eq!((found.next(), endpoint.name()), (endpoint.socket_addr(), None));
    }
    // By its number, whatever its name looks like.
    let uri = UriRef::parse("http://1%2E2.3.4").unwrap();
    let endpoint = uri.endpoint().unwrap();
    assert_eq!((endpoint.name(), endpoint.socket_addr()), (Some("1.2.3.4"), None));
    assert_eq!(endpoint.host().as_str(), "1%2E2.3.4");
    assert_eq!(endpoint.to_string(), "1.2.3.4:80");
}

/// What an older edition divides otherwise is hidden, shown and not connected to in the same way. RFC 1630, 5:
/// `prefixedurl = url:url`; its grammar has no authority.
#[test]
fn references_of_other_editions() {
    for (edition, rule, text, redacted) in [
        (Edition::Rfc1630, "prefixedurl", "url:ftp://u:secret@h/a", "url:ftp://u:***@h/a"),
        (Edition::Rfc1630, "url", "ftp://u:secret@h/a", "ftp://u:***@h/a"),
        (Edition::Rfc2396, "URI-reference", "a://u:p@a_b/c", "a://u:***@a_b/c"),
    ] {
        let reference = Reference::parse_as(edition, rule, text).unwrap();
        assert_eq!(reference.redacted().to_string(), redacted);
    }
    let old = |text| Reference::parse_as(Edition::Rfc2396, "URI-reference", text).unwrap();
    assert_eq!((old("a://u:p@a_b/c").host(), old("a://u:p@a_b/c").password()), (None, None));
    assert_eq!(old("http://1.2.3.256").endpoint(), Err(EndpointError::NoAddress));
    let shown = format!("{:?}", UriRef::parse("//u:secret@h").unwrap().redacted());
    assert_eq!(shown, "Redacted(//u:***@h)");
    assert_eq!(UriRef::parse("//h:80").unwrap().origin(), None);
    let origin = Uri::parse("WS://H/").unwrap().origin().unwrap();
    assert_eq!((origin.scheme(), origin.host(), origin.port()), ("ws", "h", 80));
}

#[test]
fn what_is_no_triplet_is_said() {
    let message = "the \"%\" at byte 1 is not followed by two hexadecimal digits (2.1)";
    assert_eq!("a%2".decode().unwrap_err().to_string(), message);
    let message = "the octets that begin at byte 2 are not UTF-8 (2.5)";
    assert_eq!("+a%FF".decode_form().unwrap_err().to_string(), message);
    assert!(matches!("a+b".decode_form(), Ok(Cow::Owned(text)) if text == "a b"));
}

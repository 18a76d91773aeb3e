//! Building and changing references, and endpoints, beyond the rows of `edited` and `methods`.

use std::borrow::Cow;
use std::collections::{BTreeMap, HashMap};
use std::net::ToSocketAddrs;

use urispec::error::EndpointError;
use urispec::generic::{Ascii, Letters, RiRef, Ucs};
use urispec::percent::{Keep, encode};
use urispec::scheme::Mailto;
use urispec::{
    BuildError, Builder, Decode, Edition, Origin, Reference, ResolveError, Uri, UriBuf, UriRef,
    UriRefBuf,
};

use crate::vectors::step;

#[test]
fn a_builder_is_made_of_a_reference() {
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

#[test]
fn optional_parts() {
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

/// A message reads back as it was composed.
#[test]
fn composed_data_read_back() {
    let addresses =
        ["a&b=c@example.org", "\"a;d\"@example.org", "x+y@[1.2.3.4]", "\"a,b\"@c", "\u{E9}@\u{E9}"];
    let message = addresses.iter().fold(Mailto::compose(), |message, to| message.to(to));
    let uri = message.subject("a&b=c?#\u{E9}").body("\r\none\ntwo\r\n\r").build().unwrap();
    let read = Mailto::try_from(&uri).unwrap();
    assert!(read.recipients().eq(addresses.iter().map(|one| one.as_bytes())));
    assert_eq!(read.subject().as_deref(), Some("a&b=c?#\u{E9}"));
    assert_eq!(read.body().as_deref(), Some("\r\none\r\ntwo\r\n\r"));
}

/// The characters that the message of a refused component names are those that its production derives.
fn names_what_components_hold<L: Letters>() {
    let refused = |component: &str, text: &str| {
        let host = if component == "host" { "" } else { "h" };
        match step(RiRef::<L>::builder().host(host), component, text).build() {
            Err(BuildError::Component(error)) => Some(error.to_string()),
            _ => None,
        }
    };
    for component in ["userinfo", "host", "path", "query", "fragment"] {
        let message = refused(component, " ").unwrap();
        let (_, others) = message.split_once(" any of ").unwrap();
        let (others, _) = others.rsplit_once(" (").unwrap();
        for character in (0..0x80_u8).map(char::from) {
            let is_named = character.is_ascii_alphanumeric() || others.contains(character);
            let text = character.to_string();
            assert_eq!(refused(component, &text).is_none(), is_named, "{text:?}: {message}");
            assert_eq!(refused(component, &encode(&text, Keep::Unreserved)), None, "{text:?}");
        }
        for (text, name) in [("\u{E9}", "ucschar"), ("\u{E000}", "iprivate")] {
            let is_named = message.contains(name);
            assert_eq!(refused(component, text).is_none(), is_named, "{text:?}: {message}");
        }
    }
    for character in (0..0x80_u8).map(char::from) {
        let text = character.to_string();
        let is_first = character.is_ascii_alphabetic();
        assert_eq!(refused("scheme", &text).is_none(), is_first, "{text:?}");
        let is_later = character.is_ascii_alphanumeric() || "+-.".contains(character);
        assert_eq!(refused("scheme", &format!("a{text}")).is_none(), is_later, "{text:?}");
        assert_eq!(refused("port_text", &text).is_none(), character.is_ascii_digit(), "{text:?}");
    }
}

#[test]
fn a_message_names_what_the_component_holds() {
    names_what_components_hold::<Ascii>();
    names_what_components_hold::<Ucs>();
}

#[test]
fn messages_say_why() {
    let message = |text| UriRef::parse(text).unwrap().endpoint().unwrap_err().to_string();
    assert_eq!(
        message("x://h"),
        "the reference has no port, and no default port of the scheme is known (RFC 3986, 3.2.3)"
    );
    assert_eq!(
        message("x://h:70000"),
        "the port is greater than 65535, the greatest port of TCP and of UDP"
    );
    assert_eq!(
        message("http://a%FF"),
        "the host is not a valid name: the octets that begin at byte 1 are not UTF-8 (RFC 3986, 2.5)"
    );
}

/// The standard library reads a printed address. These need no resolver.
#[test]
fn endpoints_connect() {
    for text in ["http://127.0.0.1", "ws://[::1]:8080/", "x://[::ffff:1.2.3.4]:1"] {
        let endpoint = UriRef::parse(text).unwrap().endpoint().unwrap();
        let mut found = endpoint.to_string().to_socket_addrs().unwrap();
        assert_eq!((found.next(), endpoint.name()), (endpoint.socket_addr(), None));
    }
    // A name connects by resolution, whatever it looks like.
    let uri = UriRef::parse("http://1%2E2.3.4").unwrap();
    let endpoint = uri.endpoint().unwrap();
    assert_eq!((endpoint.name(), endpoint.socket_addr()), (Some("1.2.3.4"), None));
    assert_eq!(endpoint.host().as_str(), "1%2E2.3.4");
    assert_eq!(endpoint.to_string(), "1.2.3.4:80");
}

/// Older editions divide some references differently; the password is hidden, and no connection is made. RFC 1630, 5:
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

/// RFC 6454, 6.2: the scheme, `://`, the host and a port that is not the default.
#[test]
fn origins_are_read() {
    let origin = |text: &str| text.parse::<Origin>().map(|origin| origin.to_string());
    for (text, written) in [
        ("https://example.com", "https://example.com"),
        ("HTTPS://EXAMPLE.com:0443", "https://example.com"),
        ("http://[::0:1]:8080", "http://[::1]:8080"),
        ("ws://h:", "ws://h"),
    ] {
        assert_eq!(origin(text).as_deref(), Ok(written));
        let json = format!("{text:?}");
        let read: Origin = serde_json::from_str(&json).unwrap();
        assert_eq!(serde_json::to_string(&read).unwrap(), format!("{written:?}"));
    }
    for wrong in [
        "",
        "null",
        "example.com",
        "//h",
        "http://",
        "http://h/",
        "http://h?",
        "http://h#",
        "http://u@h",
        "urn:a",
        "foo://h",
        "http://h:65536",
        "http://[v1.a]",
        "http://a b",
        "*",
    ] {
        assert!(origin(wrong).is_err(), "{wrong}");
        assert!(serde_json::from_str::<Origin>(&format!("{wrong:?}")).is_err(), "{wrong}");
    }
}

/// RFC 8252, 7.3: "any port to be specified at the time of the request for loopback IP redirect URIs".
#[test]
fn only_the_port_of_a_loopback_redirect_varies() {
    let is = |asked: &str, registered: &str| {
        let (asked, registered) =
            (UriBuf::parse(asked).unwrap(), UriBuf::parse(registered).unwrap());
        asked.is_redirect_of(&registered)
    };
    let registered = "http://127.0.0.1/cb?a";
    for asked in ["http://127.0.0.1/cb?a", "http://127.0.0.1:1/cb?a", "http://127.0.0.1:65535/cb?a"]
    {
        assert!(is(asked, registered) && is(registered, asked), "{asked}");
    }
    assert!(is("http://[::1]:61023/cb", "http://[::1]:8080/cb"));
    assert!(is("https://h:1/cb", "https://h:1/cb"));
    for asked in [
        "http://127.0.0.1:1/cb",
        "http://127.0.0.1:1/cb?a#",
        "http://u@127.0.0.1:1/cb?a",
        "https://127.0.0.1:1/cb?a",
        "http://127.0.0.2:1/cb?a",
        "http://[::1]:1/cb?a",
        "http://127.0.0.1:65536/cb?a",
        "http://127.0.0.1:1/CB?a",
        "http://127.0.0.1.example:1/cb?a",
    ] {
        assert!(!is(asked, registered), "{asked}");
    }
    assert!(
        !is("http://localhost:1/cb", "http://localhost/cb")
            && !is("https://h:1/cb", "https://h:2/cb")
    );
}

#[test]
fn a_string_is_joined_to_a_base() {
    let base = UriBuf::parse("http://a/b/c/d;p?q").unwrap();
    // RFC 3986, 5.4.1.
    assert_eq!(base.join("../g").unwrap(), "http://a/b/g");
    assert_eq!(base.as_borrowed().join("").unwrap(), "http://a/b/c/d;p?q");
    assert!(matches!(base.join("a b"), Err(ResolveError::Reference(_))));
    assert!(matches!(UriBuf::parse("a:/b").unwrap().join(".//c"), Err(ResolveError::Misread(_))));
}

#[test]
fn decoding_errors_have_messages() {
    let message = "the \"%\" at byte 1 is not followed by two hexadecimal digits (RFC 3986, 2.1)";
    assert_eq!("a%2".decode().unwrap_err().to_string(), message);
    let message = "the octets that begin at byte 2 are not UTF-8 (RFC 3986, 2.5)";
    assert_eq!("+a%FF".decode_form().unwrap_err().to_string(), message);
    assert!(matches!("a+b".decode_form(), Ok(Cow::Owned(text)) if text == "a b"));
}

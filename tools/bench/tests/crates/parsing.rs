//! From a string to a value.

/// A borrowed URI
#[test]
fn borrowed() {
    let s = "http://h/a";
    assert_eq!(urispec::Uri::parse(s).unwrap(), s);
    {
        use fluent_uri::Uri;
        assert_eq!(Uri::parse(s).unwrap(), s);
    }
    {
        use iri_string::types::UriStr;
        assert_eq!(UriStr::new(s).unwrap(), s);
    }
    {
        use oxiri::Iri;
        assert_eq!(Iri::parse(s).unwrap(), s);
    }
}

/// An owned URI, of a borrowed string
#[test]
fn owned() {
    let s = "http://h/a";
    {
        use urispec::UriBuf;
        assert_eq!(UriBuf::parse(s).unwrap(), s);
    }
    {
        use fluent_uri::Uri;
        assert_eq!(s.parse::<Uri<String>>().unwrap(), s);
    }
    {
        use iri_string::types::UriString;
        assert_eq!(s.parse::<UriString>().unwrap(), s);
    }
    {
        use url::Url;
        assert_eq!(Url::parse(s).unwrap().as_str(), s);
    }
    {
        use http::Uri;
        assert_eq!(s.parse::<Uri>().unwrap(), s);
    }
    {
        use oxiri::Iri;
        assert_eq!(s.parse::<Iri<String>>().unwrap(), s);
    }
}

/// An owned URI, in the memory of a string
#[test]
fn in_the_memory_of_a_string() {
    let given = || {
        let string = "http://h/a".to_owned();
        (string.as_ptr() as usize, string)
    };
    let is = |memory: usize, text: &str| assert_eq!(text.as_ptr() as usize, memory);
    {
        use urispec::UriBuf;
        let (memory, string) = given();
        is(memory, UriBuf::try_from(string).unwrap().as_str());
    }
    {
        use fluent_uri::Uri;
        let (memory, string) = given();
        is(memory, Uri::parse(string).unwrap().as_str());
    }
    {
        use iri_string::types::UriString;
        let (memory, string) = given();
        is(memory, UriString::try_from(string).unwrap().as_str());
    }
    {
        use http::Uri;
        let (memory, string) = given();
        is(memory + "http://".len(), Uri::try_from(string).unwrap().host().unwrap());
    }
    {
        use oxiri::Iri;
        let (memory, string) = given();
        is(memory, Iri::parse(string).unwrap().as_str());
    }
}

/// The string back from an error
#[test]
fn the_string_back() {
    let string = || "a b".to_owned();
    {
        let error = urispec::UriBuf::try_from(string()).unwrap_err();
        assert_eq!(error.into_input(), "a b");
    }
    {
        let error = fluent_uri::Uri::parse(string()).unwrap_err();
        assert_eq!(error.1, "a b");
    }
    {
        let error = iri_string::types::UriString::try_from(string()).unwrap_err();
        assert_eq!(error.into_source(), "a b");
    }
}

/// A relative reference
#[test]
fn relative() {
    let s = "../a?b";
    {
        use urispec::UriRef;
        assert_eq!(UriRef::parse(s).unwrap(), s);
    }
    {
        use fluent_uri::UriRef;
        assert_eq!(UriRef::parse(s).unwrap(), s);
    }
    {
        use iri_string::types::UriReferenceStr;
        assert_eq!(UriReferenceStr::new(s).unwrap(), s);
    }
    {
        use http::Uri;
        assert_eq!(Uri::try_from("/a?b").unwrap().query(), Some("b"));
        assert!(Uri::try_from(s).is_err());
    }
    {
        use oxiri::IriRef;
        assert_eq!(IriRef::parse(s).unwrap(), s);
    }
}

/// Bytes
#[test]
fn bytes() {
    let bytes: &[u8] = b"http://h/a";
    {
        use urispec::Uri;
        assert_eq!(Uri::try_from(bytes).unwrap(), "http://h/a");
    }
    {
        use iri_string::types::UriStr;
        assert_eq!(<&UriStr>::try_from(bytes).unwrap(), "http://h/a");
    }
    {
        use http::Uri;
        assert_eq!(Uri::try_from(bytes).unwrap(), "http://h/a");
    }
}

/// A literal, checked when it is compiled
#[test]
fn literal() {
    {
        use urispec::{Uri, uri};
        const HOME: Uri<'static> = uri!("http://h/");
        assert_eq!(HOME, "http://h/");
    }
    {
        use fluent_uri::component::Scheme;
        const SCHEME: &Scheme = Scheme::new_or_panic("http");
        assert_eq!(SCHEME.as_str(), "http");
    }
    {
        use http::uri::Authority;
        const AUTHORITY: Authority = Authority::from_static("h:80");
        assert_eq!(AUTHORITY, "h:80");
    }
}

/// Where a string is wrong
#[test]
fn offset() {
    let s = "http://h/a b";
    {
        let error = urispec::Uri::parse(s).unwrap_err();
        assert_eq!(error.offset(), Some(10));
    }
    {
        let error = fluent_uri::Uri::parse(s).unwrap_err();
        assert_eq!(error.index(), 10);
    }
}

/// A type for a URI without fragment
#[test]
fn absolute() {
    let s = "http://h/a";
    {
        use iri_string::types::UriAbsoluteStr;
        let _ = iri_string::types::UriStr::new(s).unwrap();
        assert_eq!(UriAbsoluteStr::new(s).unwrap(), s);
    }
}

/// Parsing without a check
#[test]
fn unchecked() {
    let s = "http://h/a";
    {
        use oxiri::Iri;
        let _ = oxiri::Iri::parse(s).unwrap();
        assert_eq!(Iri::parse_unchecked(s).as_str(), s);
    }
}

/// What could have stood there, and why
#[test]
fn explanation() {
    let s = "http://h:x/";
    let urispec::ParseError::Syntax(error) = urispec::Uri::parse(s).unwrap_err() else { panic!() };
    let explanation = error.explain(s).unwrap();
    assert_eq!(explanation.cause().unwrap().to_string(), "a port holds digits only (3.2.3)");
    let s = "http://[::1";
    let urispec::ParseError::Syntax(error) = urispec::Uri::parse(s).unwrap_err() else { panic!() };
    assert_eq!(error.explain(s).unwrap().expected(), ["\"]\"", "IPv6address"]);
}

/// Exactly the language of RFC 3986 ⁰
#[test]
fn language() {
    assert!(urispec::Uri::parse("a:|").is_err());
    assert_eq!(url::Url::parse("http:a").unwrap().as_str(), "http://a/");
    assert_eq!(url::Url::parse("a:|").unwrap().as_str(), "a:|");
    assert!(http::Uri::try_from("/|").is_ok());
    assert_eq!("a:b".parse::<http::Uri>().unwrap().host(), Some("a"));
    assert!(oxiri::Iri::parse("a:é").is_ok());
}

/// Links as they are found, mended
#[test]
fn mended() {
    let s = "http://h/a b?c[]=|";
    {
        use urispec::UriRef;
        assert_eq!(UriRef::repair(s).unwrap().as_str(), "http://h/a%20b?c%5B%5D=%7C");
    }
    assert_eq!(url::Url::parse(s).unwrap().as_str(), "http://h/a%20b?c[]=|");
}

/// IRIs (RFC 3987)
#[test]
fn iris() {
    let s = "http://é/é";
    {
        use urispec::Iri;
        let iri = Iri::parse(s).unwrap();
        assert_eq!(iri.to_uri().unwrap(), "http://%C3%A9/%C3%A9");
    }
    {
        use fluent_uri::Iri;
        assert_eq!(Iri::parse(s).unwrap().to_uri(), "http://%C3%A9/%C3%A9");
    }
    {
        use iri_string::types::IriStr;
        let uri = IriStr::new(s).unwrap().encode_to_uri().to_string();
        assert_eq!(uri, "http://%C3%A9/%C3%A9");
    }
    {
        use oxiri::Iri;
        assert!(Iri::parse(s).is_ok());
    }
}

/// Internationalized domain names
#[test]
fn domains() {
    {
        use urispec::mapping::ToUri;
        let s = "http://é/";
        assert_eq!(ToUri::new().names(true).map(s).unwrap(), "http://xn--9ca/");
    }
    assert_eq!(url::Url::parse("http://é/").unwrap().domain(), Some("xn--9ca"));
}

/// URI templates (RFC 6570)
#[test]
fn templates() {
    {
        use urispec_template::{UriTemplate, Values};
        let template: UriTemplate = "/{a}".parse().unwrap();
        let values = Values::new().with("a", "b c");
        assert_eq!(template.expand(&values).unwrap(), "/b%20c");
        let ways = template.matches("/b%20c").unwrap();
        assert_eq!(ways.only(), Some(&values));
    }
    {
        use iri_string::spec::UriSpec;
        use iri_string::template::{UriTemplateStr, simple_context::SimpleContext};
        let mut context = SimpleContext::new();
        context.insert("a", "b c");
        let template = UriTemplateStr::new("/{a}").unwrap();
        let text = template.expand::<UriSpec, _>(&context).unwrap().to_string();
        assert_eq!(text, "/b%20c");
    }
}

/// Older editions: RFC 1630, 1738, 2396 and drafts
#[test]
fn editions() {
    use urispec::{Edition, Reference};
    let s = "a:b?c";
    let old = Reference::parse_as(Edition::Rfc2396, "URI-reference", s).unwrap();
    assert_eq!(old.opaque_part(), Some("b?c"));
}

/// The tree of a string
#[test]
fn tree() {
    use urispec::{Edition, Node};
    let s = "1.2.3.256";
    let tree = Node::parse(Edition::Rfc3986, "host", s).unwrap();
    assert_eq!(tree.children()[0].rule(), "reg-name");
}

//! From a value to its parts.

const TEXT: &str = "http://user:pass@example.com:8042/over/there?name=ferret&x=1#nose";

/// The path
#[test]
fn path() {
    {
        let uri = urispec::Uri::parse(TEXT).unwrap();
        assert_eq!(uri.path(), "/over/there");
        assert_eq!(uri.components().path, "/over/there");
    }
    {
        let uri = fluent_uri::Uri::parse(TEXT).unwrap();
        assert_eq!(uri.path(), "/over/there");
    }
    {
        let uri = iri_string::types::UriStr::new(TEXT).unwrap();
        assert_eq!(uri.path_str(), "/over/there");
    }
    {
        let url = url::Url::parse(TEXT).unwrap();
        assert_eq!(url.path(), "/over/there");
    }
    {
        let uri: http::Uri = TEXT.parse().unwrap();
        assert_eq!(uri.path(), "/over/there");
    }
    {
        let iri = oxiri::Iri::parse(TEXT).unwrap();
        assert_eq!(iri.path(), "/over/there");
    }
}

/// The fragment
#[test]
fn fragment() {
    {
        let uri = urispec::Uri::parse(TEXT).unwrap();
        assert_eq!(uri.fragment(), Some("nose"));
    }
    {
        let uri = fluent_uri::Uri::parse(TEXT).unwrap();
        assert_eq!(uri.fragment().unwrap(), "nose");
    }
    {
        let uri = iri_string::types::UriStr::new(TEXT).unwrap();
        assert_eq!(uri.fragment_str(), Some("nose"));
    }
    {
        let url = url::Url::parse(TEXT).unwrap();
        assert_eq!(url.fragment(), Some("nose"));
    }
    {
        let iri = oxiri::Iri::parse(TEXT).unwrap();
        assert_eq!(iri.fragment(), Some("nose"));
    }
}

/// The authority
#[test]
fn authority() {
    let text = "user:pass@example.com:8042";
    {
        let uri = urispec::Uri::parse(TEXT).unwrap();
        assert_eq!(uri.authority(), Some(text));
    }
    {
        let uri = fluent_uri::Uri::parse(TEXT).unwrap();
        assert_eq!(uri.authority().unwrap().as_str(), text);
    }
    {
        let uri = iri_string::types::UriStr::new(TEXT).unwrap();
        assert_eq!(uri.authority_str(), Some(text));
    }
    {
        let url = url::Url::parse(TEXT).unwrap();
        assert_eq!(url.authority(), text);
    }
    {
        let uri: http::Uri = TEXT.parse().unwrap();
        assert_eq!(uri.authority().unwrap(), text);
    }
    {
        let iri = oxiri::Iri::parse(TEXT).unwrap();
        assert_eq!(iri.authority(), Some(text));
    }
}

/// The userinfo
#[test]
fn userinfo() {
    {
        let uri = urispec::Uri::parse(TEXT).unwrap();
        assert_eq!(uri.userinfo(), Some("user:pass"));
    }
    {
        let authority = fluent_uri::Uri::parse(TEXT).unwrap().authority().unwrap();
        assert_eq!(authority.userinfo().unwrap(), "user:pass");
    }
    {
        let uri = iri_string::types::UriStr::new(TEXT).unwrap();
        let authority = uri.authority_components().unwrap();
        assert_eq!(authority.userinfo(), Some("user:pass"));
    }
}

/// The user and the password
#[test]
fn user() {
    {
        let uri = urispec::Uri::parse(TEXT).unwrap();
        assert_eq!((uri.user(), uri.password()), (Some("user"), Some("pass")));
    }
    {
        let authority = fluent_uri::Uri::parse(TEXT).unwrap().authority().unwrap();
        let userinfo = authority.userinfo().unwrap();
        let (user, password) = userinfo.split_once(':').unwrap();
        assert!(user == "user" && password == "pass");
    }
    {
        let url = url::Url::parse(TEXT).unwrap();
        assert_eq!((url.username(), url.password()), ("user", Some("pass")));
    }
}

/// The host
#[test]
fn host() {
    {
        let uri = urispec::Uri::parse(TEXT).unwrap();
        assert_eq!(uri.host().unwrap().as_str(), "example.com");
    }
    {
        let authority = fluent_uri::Uri::parse(TEXT).unwrap().authority().unwrap();
        assert_eq!(authority.host(), "example.com");
    }
    {
        let uri = iri_string::types::UriStr::new(TEXT).unwrap();
        let authority = uri.authority_components().unwrap();
        assert_eq!(authority.host(), "example.com");
    }
    {
        let url = url::Url::parse(TEXT).unwrap();
        assert_eq!(url.host_str(), Some("example.com"));
    }
    {
        let uri: http::Uri = TEXT.parse().unwrap();
        assert_eq!(uri.host(), Some("example.com"));
    }
}

/// The kind of the host, and its address
#[test]
fn host_kind() {
    let s = "http://[::1]/";
    {
        let host = urispec::Uri::parse(s).unwrap().host().unwrap();
        assert_eq!(host.kind(), urispec::HostKind::Ipv6Address);
        assert_eq!(host.address(), Some("::1".parse().unwrap()));
    }
    {
        use fluent_uri::component::Host;
        let authority = fluent_uri::Uri::parse(s).unwrap().authority().unwrap();
        assert!(matches!(authority.host_parsed(), Host::Ipv6(address) if address.is_loopback()));
    }
    {
        let uri = iri_string::types::UriStr::new(s).unwrap();
        let authority = uri.authority_components().unwrap();
        assert_eq!(authority.reg_name(), None);
    }
    {
        use url::Host;
        let url = url::Url::parse(s).unwrap();
        assert!(matches!(url.host(), Some(Host::Ipv6(address)) if address.is_loopback()));
    }
}

/// The port as text
#[test]
fn port_text() {
    {
        let uri = urispec::Uri::parse(TEXT).unwrap();
        assert_eq!(uri.port(), Some("8042"));
    }
    {
        let authority = fluent_uri::Uri::parse(TEXT).unwrap().authority().unwrap();
        assert_eq!(authority.port().unwrap(), "8042");
    }
    {
        let uri = iri_string::types::UriStr::new(TEXT).unwrap();
        let authority = uri.authority_components().unwrap();
        assert_eq!(authority.port(), Some("8042"));
    }
    {
        let uri: http::Uri = TEXT.parse().unwrap();
        assert_eq!(uri.port().unwrap().as_str(), "8042");
    }
}

/// The port as a number
#[test]
fn port() {
    {
        let uri = urispec::Uri::parse(TEXT).unwrap();
        assert_eq!(uri.port_to_u16(), Ok(8042));
    }
    {
        let authority = fluent_uri::Uri::parse(TEXT).unwrap().authority().unwrap();
        assert_eq!(authority.port_to_u16(), Ok(Some(8042)));
    }
    {
        let url = url::Url::parse(TEXT).unwrap();
        assert_eq!(url.port(), Some(8042));
    }
    {
        let uri: http::Uri = TEXT.parse().unwrap();
        assert_eq!(uri.port_u16(), Some(8042));
    }
}

/// The default port of the scheme
#[test]
fn default_port() {
    let s = "http://example.com/";
    {
        let uri = urispec::Uri::parse(s).unwrap();
        assert_eq!(uri.port_or_default(), Ok(80));
    }
    {
        let scheme = fluent_uri::Uri::parse(s).unwrap().scheme();
        assert_eq!(scheme.default_port(), Some(80));
    }
    {
        let url = url::Url::parse(s).unwrap();
        assert_eq!(url.port_or_known_default(), Some(80));
    }
}

/// Socket addresses
#[test]
fn sockets() {
    let s = "http://127.0.0.1/";
    let address = "127.0.0.1:80".parse().unwrap();
    {
        let uri = urispec::Uri::parse(s).unwrap();
        assert_eq!(uri.endpoint().unwrap().socket_addr(), Some(address));
    }
    {
        let authority = fluent_uri::Uri::parse(s).unwrap().authority().unwrap();
        assert!(authority.socket_addrs(80).unwrap().eq([address]));
    }
    {
        let url = url::Url::parse(s).unwrap();
        assert_eq!(url.socket_addrs(|| None).unwrap(), [address]);
    }
}

/// The segments of the path
#[test]
fn segments() {
    {
        let uri = urispec::Uri::parse(TEXT).unwrap();
        assert!(uri.segments().eq(["over", "there"]));
    }
    {
        let path = fluent_uri::Uri::parse(TEXT).unwrap().path();
        assert!(path.segments_if_absolute().unwrap().eq(["over", "there"]));
    }
    {
        let url = url::Url::parse(TEXT).unwrap();
        assert!(url.path_segments().unwrap().eq(["over", "there"]));
    }
}

/// The pairs of the query, encoded
#[test]
fn pairs() {
    {
        let uri = urispec::Uri::parse(TEXT).unwrap();
        assert!(uri.query_pairs().eq([("name", Some("ferret")), ("x", Some("1"))]));
    }
    {
        let query = fluent_uri::Uri::parse(TEXT).unwrap().query().unwrap();
        let pairs = query.split('&').map(|pair| pair.split_once('=').unwrap());
        assert_eq!(pairs.map(|(key, value)| key.len() + value.len()).sum::<usize>(), 12);
    }
}

/// The URI without its fragment
#[test]
fn without_fragment() {
    let rest = "http://user:pass@example.com:8042/over/there?name=ferret&x=1";
    {
        let uri = urispec::Uri::parse(TEXT).unwrap();
        assert_eq!(uri.without_fragment(), rest);
    }
    {
        let uri = fluent_uri::Uri::parse(TEXT).unwrap();
        assert_eq!(uri.strip_fragment(), rest);
    }
    {
        let uri = iri_string::types::UriStr::new(TEXT).unwrap();
        assert_eq!(uri.to_absolute(), rest);
    }
    {
        use url::Position;
        let url = url::Url::parse(TEXT).unwrap();
        assert_eq!(&url[..Position::AfterQuery], rest);
    }
}

/// The path and the query, as a request has them
#[test]
fn path_and_query() {
    let part = "/over/there?name=ferret&x=1";
    {
        let uri = urispec::Uri::parse(TEXT).unwrap();
        assert_eq!(uri.path_and_query(), part);
    }
    {
        use url::Position;
        let url = url::Url::parse(TEXT).unwrap();
        assert_eq!(&url[Position::BeforePath..Position::AfterQuery], part);
    }
    {
        let uri: http::Uri = TEXT.parse().unwrap();
        assert_eq!(uri.path_and_query().unwrap(), part);
    }
}

/// The origin
#[test]
fn origin() {
    {
        let uri = urispec::Uri::parse(TEXT).unwrap();
        assert_eq!(uri.origin().unwrap().to_string(), "http://example.com:8042");
        let (a, b) = (uri, urispec::Uri::parse("HTTP://EXAMPLE.com:8042/other").unwrap());
        assert!(a.same_origin(&b));
    }
    let url = url::Url::parse(TEXT).unwrap();
    assert_eq!(url.origin().ascii_serialization(), "http://example.com:8042");
}

/// A value of the query, decoded
#[test]
fn query_value() {
    let s = "http://h/?a=b%26c";
    {
        let uri = urispec::Uri::parse(s).unwrap();
        assert_eq!(uri.query_value("a").unwrap().as_deref(), Some("b&c"));
    }
    {
        let url = url::Url::parse(s).unwrap();
        let (_, value) = url.query_pairs().find(|(key, _)| key == "a").unwrap();
        assert_eq!(value, "b&c");
    }
}

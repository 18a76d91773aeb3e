//! From parts to a value.

/// Components
#[test]
fn components() {
    {
        use urispec::Uri;
        let built = Uri::builder().scheme("http").host("h").port(80).path("/a").build();
        assert_eq!(built.unwrap(), "http://h:80/a");
    }
    {
        use fluent_uri::{Uri, component::Scheme, pct_enc::EStr};
        const HTTP: &Scheme = Scheme::new_or_panic("http");
        let (host, path) = (EStr::new_or_panic("h"), EStr::new_or_panic("/a"));
        let builder = Uri::builder().scheme(HTTP).authority_with(|b| b.host(host).port(80));
        assert_eq!(builder.path(path).build().unwrap(), "http://h:80/a");
    }
    {
        use iri_string::{build::Builder, types::UriStr};
        let mut builder = Builder::new();
        builder.scheme("http");
        builder.host("h");
        builder.port(80_u16);
        builder.path("/a");
        assert_eq!(builder.build::<UriStr>().unwrap().to_string(), "http://h:80/a");
    }
    {
        use http::Uri;
        let builder = Uri::builder().scheme("http").authority("h:80").path_and_query("/a");
        assert_eq!(builder.build().unwrap(), "http://h:80/a");
    }
}

/// Segments, encoded
#[test]
fn segments() {
    {
        use urispec::UriRef;
        let built = UriRef::builder().segments(["a b", "c/d"]).build().unwrap();
        assert_eq!(built, "/a%20b/c%2Fd");
    }
    {
        let mut url = url::Url::parse("http://h/").unwrap();
        url.path_segments_mut().unwrap().clear().extend(["a b", "c/d"]);
        assert_eq!(url.path(), "/a%20b/c%2Fd");
    }
}

/// Pairs, encoded
#[test]
fn pairs() {
    {
        use urispec::UriRef;
        let built = UriRef::builder().query_pairs([("a", "b&c")]).build().unwrap();
        assert_eq!(built, "?a=b%26c");
    }
    {
        use url::Url;
        let url = Url::parse_with_params("http://h/", [("a", "b&c")]).unwrap();
        assert_eq!(url.query(), Some("a=b%26c"));
    }
}

/// Why it cannot be built, as a value
#[test]
fn refused() {
    {
        use urispec::{BuildError, UriRef};
        let error = UriRef::builder().host("h").path("p").build().unwrap_err();
        assert_eq!(error, BuildError::PathRunsOn);
    }
    {
        use fluent_uri::{UriRef, build::BuildError, pct_enc::EStr};
        let path = EStr::new_or_panic("p");
        let builder = UriRef::builder().authority_with(|b| b.host(EStr::new_or_panic("h")));
        let error = builder.path(path).build().unwrap_err();
        assert_eq!(error, BuildError::NonemptyRootlessPath);
    }
}

/// A user with any characters
#[test]
fn user() {
    {
        use urispec::Uri;
        let built = Uri::builder().scheme("ftp").user("a@b").host("h").build();
        assert_eq!(built.unwrap(), "ftp://a%40b@h");
    }
    {
        let mut url = url::Url::parse("ftp://h/").unwrap();
        url.set_username("a@b").unwrap();
        assert_eq!(url.as_str(), "ftp://a%40b@h/");
    }
}

/// An address of IPv6 as it is printed
#[test]
fn bare_address() {
    let address = std::net::Ipv6Addr::LOCALHOST;
    {
        use urispec::Uri;
        let built = Uri::builder().scheme("http").host("::1").build();
        assert_eq!(built.unwrap(), "http://[::1]");
    }
    {
        use fluent_uri::{Uri, component::Scheme, pct_enc::EStr};
        const HTTP: &Scheme = Scheme::new_or_panic("http");
        let builder = Uri::builder().scheme(HTTP).authority_with(|b| b.host(address));
        assert_eq!(builder.path(EStr::EMPTY).build().unwrap(), "http://[::1]");
    }
    {
        let mut url = url::Url::parse("http://h/").unwrap();
        let address = address.into();
        url.set_ip_host(address).unwrap();
        assert_eq!(url.as_str(), "http://[::1]/");
    }
}

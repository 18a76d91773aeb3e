//! Changing a value.

const TEXT: &str = "http://user:pass@h/a/b?c=1#d";

/// The fragment set
#[test]
fn fragment() {
    {
        let mut uri = urispec::UriBuf::parse(TEXT).unwrap();
        uri.set_fragment("e").unwrap();
        assert_eq!(uri, "http://user:pass@h/a/b?c=1#e");
    }
    {
        use fluent_uri::pct_enc::EStr;
        let mut uri = fluent_uri::Uri::parse(TEXT.to_owned()).unwrap();
        uri.set_fragment(Some(EStr::new_or_panic("e")));
        assert_eq!(uri, "http://user:pass@h/a/b?c=1#e");
    }
    {
        use iri_string::types::{UriFragmentStr, UriString};
        let mut uri = UriString::try_from(TEXT).unwrap();
        uri.set_fragment(Some(UriFragmentStr::new("e").unwrap()));
        assert_eq!(uri, "http://user:pass@h/a/b?c=1#e");
    }
    {
        let mut url = url::Url::parse(TEXT).unwrap();
        url.set_fragment(Some("e"));
        assert_eq!(url.as_str(), "http://user:pass@h/a/b?c=1#e");
    }
}

/// The host set
#[test]
fn host() {
    {
        let mut uri = urispec::UriBuf::parse(TEXT).unwrap();
        uri.set_host("i").unwrap();
        assert_eq!(uri, "http://user:pass@i/a/b?c=1#d");
    }
    {
        use iri_string::types::UriString;
        let mut uri = UriString::try_from("http://user:pass@h/a").unwrap();
        uri.replace_host("i");
        assert_eq!(uri, "http://user:pass@i/a");
    }
    {
        let mut url = url::Url::parse(TEXT).unwrap();
        url.set_host(Some("i")).unwrap();
        assert_eq!(url.as_str(), "http://user:pass@i/a/b?c=1#d");
    }
    {
        let uri: http::Uri = "http://h/a".parse().unwrap();
        let mut parts = uri.into_parts();
        parts.authority = Some("i".parse().unwrap());
        assert_eq!(http::Uri::from_parts(parts).unwrap(), "http://i/a");
    }
}

/// The port, the query, the path, the scheme set
#[test]
fn others() {
    {
        let mut uri = urispec::UriBuf::parse(TEXT).unwrap();
        uri.set_port(81).unwrap();
        uri.remove_query();
        uri.set_path("/e").unwrap();
        uri.set_scheme("https").unwrap();
        assert_eq!(uri, "https://user:pass@h:81/e#d");
    }
    {
        let mut url = url::Url::parse(TEXT).unwrap();
        url.set_port(Some(81)).unwrap();
        url.set_query(None);
        url.set_path("/e");
        url.set_scheme("https").unwrap();
        assert_eq!(url.as_str(), "https://user:pass@h:81/e#d");
    }
}

/// A changed copy
#[test]
fn copy() {
    {
        let uri = urispec::Uri::parse(TEXT).unwrap();
        assert_eq!(uri.to_builder().path("/e").build().unwrap(), "http://user:pass@h/e?c=1#d");
    }
    {
        let uri = fluent_uri::Uri::parse(TEXT).unwrap();
        assert_eq!(uri.with_fragment(None), "http://user:pass@h/a/b?c=1");
    }
}

/// A segment appended, which fills an empty last one
#[test]
fn segment() {
    {
        let mut uri = urispec::UriBuf::parse("http://h/a/").unwrap();
        uri.push_segment("b/c").unwrap();
        assert_eq!(uri.path(), "/a/b%2Fc");
    }
    {
        let mut url = url::Url::parse("http://h/a/").unwrap();
        url.path_segments_mut().unwrap().pop_if_empty().push("b/c");
        assert_eq!(url.path(), "/a/b%2Fc");
    }
}

/// A pair appended
#[test]
fn pair() {
    {
        let mut uri = urispec::UriBuf::parse(TEXT).unwrap();
        uri.push_query_pair("e", "f&g").unwrap();
        assert_eq!(uri.query(), Some("c=1&e=f%26g"));
    }
    {
        let mut url = url::Url::parse(TEXT).unwrap();
        url.query_pairs_mut().append_pair("e", "f&g");
        assert_eq!(url.query(), Some("c=1&e=f%26g"));
    }
}

/// A pair replaced, or removed
#[test]
fn pair_replaced() {
    {
        let mut uri = urispec::UriBuf::parse(TEXT).unwrap();
        uri.set_query_pair("c", "2").unwrap();
        assert_eq!(uri.query(), Some("c=2"));
        uri.remove_query_pair("c");
        assert_eq!(uri.query(), None);
    }
}

/// A builder of a value
#[test]
fn to_builder() {
    {
        let uri = urispec::Uri::parse(TEXT).unwrap();
        let built = uri.to_builder().without_userinfo().path("/b").build().unwrap();
        assert_eq!(built, "http://h/b?c=1#d");
    }
    {
        use iri_string::build::Builder;
        use iri_string::types::UriReferenceStr;
        let uri = UriReferenceStr::new(TEXT).unwrap();
        let mut builder = Builder::from(uri);
        builder.path("/b");
        assert_eq!(
            builder.build::<UriReferenceStr>().unwrap().to_string(),
            "http://user:pass@h/b?c=1#d"
        );
    }
    {
        let uri: http::Uri = "http://h/a".parse().unwrap();
        let uri = http::uri::Builder::from(uri).path_and_query("/b").build().unwrap();
        assert_eq!(uri, "http://h/b");
    }
}

/// The password removed
#[test]
fn no_password() {
    {
        let mut uri = urispec::UriBuf::parse(TEXT).unwrap();
        uri.set_userinfo("user").unwrap();
        assert_eq!(uri, "http://user@h/a/b?c=1#d");
    }
    {
        use iri_string::types::UriString;
        let mut uri = UriString::try_from(TEXT).unwrap();
        uri.remove_password_inline();
        assert_eq!(uri, "http://user@h/a/b?c=1#d");
    }
    {
        let mut url = url::Url::parse(TEXT).unwrap();
        url.set_password(None).unwrap();
        assert_eq!(url.as_str(), "http://user@h/a/b?c=1#d");
    }
}

/// The password hidden where it is printed
#[test]
fn hidden_password() {
    {
        let uri = urispec::Uri::parse(TEXT).unwrap();
        assert_eq!(uri.redacted().to_string(), "http://user:***@h/a/b?c=1#d");
    }
    {
        let uri = iri_string::types::UriStr::new(TEXT).unwrap();
        let hidden = uri.mask_password().replace_password("***").to_string();
        assert_eq!(hidden, "http://user:***@h/a/b?c=1#d");
    }
}

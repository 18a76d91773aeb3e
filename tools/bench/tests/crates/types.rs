//! Values among other types.

/// A map, looked up by a string
#[test]
fn map() {
    use std::collections::HashMap;
    let s = "http://h/";
    {
        use urispec::UriBuf;
        let map = HashMap::from([(UriBuf::parse(s).unwrap(), 1)]);
        assert_eq!(map.get(s), Some(&1));
    }
    {
        use fluent_uri::Uri;
        let map = HashMap::from([(Uri::parse(s.to_owned()).unwrap(), 1)]);
        assert_eq!(map.get(s), Some(&1));
    }
    {
        use iri_string::types::UriString;
        let map = HashMap::from([(UriString::try_from(s).unwrap(), 1)]);
        assert_eq!(map.get(s), Some(&1));
    }
    {
        use oxiri::Iri;
        let map = HashMap::from([(Iri::parse(s.to_owned()).unwrap(), 1)]);
        assert_eq!(map.get(s), Some(&1));
    }
}

/// Borrowed or owned, in one type
#[test]
fn cow() {
    use std::borrow::Cow;
    let s = "http://h/";
    {
        use urispec::{Uri, UriBuf};
        let uri: UriBuf<Cow<'_, str>> = Uri::parse(s).unwrap().into_cow();
        assert!(matches!(uri.into_inner(), Cow::Borrowed("http://h/")));
    }
    {
        use iri_string::types::UriStr;
        let uri: Cow<'_, UriStr> = Cow::from(UriStr::new(s).unwrap());
        assert_eq!(&*uri, s);
    }
    {
        use oxiri::Iri;
        let iri = Iri::parse(Cow::Borrowed(s)).unwrap();
        assert_eq!(iri.as_str(), s);
    }
}

/// Shared
#[test]
fn shared() {
    use std::sync::Arc;
    let s = "http://h/";
    {
        use urispec::{Uri, UriBuf};
        let uri: UriBuf<Arc<str>> = Uri::parse(s).unwrap().to_storage();
        assert_eq!(uri, s);
    }
    {
        use iri_string::types::UriStr;
        let uri: Arc<UriStr> = Arc::from(UriStr::new(s).unwrap());
        assert_eq!(&*uri, s);
    }
    {
        let uri: http::Uri = s.parse().unwrap();
        assert_eq!(uri.clone().host().unwrap().as_ptr(), uri.host().unwrap().as_ptr());
    }
    {
        use oxiri::Iri;
        let iri = Iri::parse(Arc::<str>::from(s)).unwrap();
        assert_eq!(iri.as_str(), s);
    }
}

/// Compared with a string
#[test]
fn equal() {
    let s = "http://h/";
    {
        let uri = urispec::UriBuf::parse(s).unwrap();
        assert!(uri == s);
    }
    {
        let uri = fluent_uri::Uri::parse(s).unwrap();
        assert!(uri == s);
    }
    {
        let uri = iri_string::types::UriString::try_from(s).unwrap();
        assert!(uri == s);
    }
    {
        let uri: http::Uri = s.parse().unwrap();
        assert!(uri == s);
    }
    {
        let iri = oxiri::Iri::parse(s).unwrap();
        assert!(iri == s);
    }
}

/// serde
#[test]
fn serde() {
    use serde_json::from_str;
    let json = "\"http://h/\"";
    {
        use urispec::UriBuf;
        assert_eq!(from_str::<UriBuf>(json).unwrap(), "http://h/");
    }
    {
        use fluent_uri::Uri;
        assert_eq!(from_str::<Uri<String>>(json).unwrap(), "http://h/");
    }
    {
        use iri_string::types::UriString;
        assert_eq!(from_str::<UriString>(json).unwrap(), "http://h/");
    }
    {
        use url::Url;
        assert_eq!(from_str::<Url>(json).unwrap().as_str(), "http://h/");
    }
    {
        use oxiri::Iri;
        assert_eq!(from_str::<Iri<String>>(json).unwrap(), "http://h/");
    }
}

/// serde, borrowed
#[test]
fn serde_borrowed() {
    use serde_json::from_str;
    let json = "\"http://h/\"";
    {
        use urispec::Uri;
        assert_eq!(from_str::<Uri<'_>>(json).unwrap(), "http://h/");
    }
    {
        use fluent_uri::Uri;
        assert_eq!(from_str::<Uri<&str>>(json).unwrap(), "http://h/");
    }
    {
        use iri_string::types::UriStr;
        assert_eq!(from_str::<&UriStr>(json).unwrap(), "http://h/");
    }
    {
        use oxiri::Iri;
        assert_eq!(from_str::<Iri<&str>>(json).unwrap(), "http://h/");
    }
}

/// `http::Uri`
#[test]
fn to_http() {
    let uri = urispec::Uri::parse("http://h/").unwrap();
    assert_eq!(http::Uri::try_from(uri).unwrap(), "http://h/");
}

/// `url::Url`
#[test]
fn to_url() {
    let uri = urispec::Uri::parse("http://h/").unwrap();
    assert_eq!(url::Url::try_from(uri).unwrap().as_str(), "http://h/");
}

/// File paths (RFC 8089)
#[test]
fn paths() {
    {
        use urispec::UriBuf;
        let uri = UriBuf::from_file_path("/a b").unwrap();
        assert_eq!(uri, "file:///a%20b");
        assert_eq!(uri.to_file_path().unwrap().to_str(), Some("/a b"));
    }
    {
        use url::Url;
        let url = Url::from_file_path("/a b").unwrap();
        assert_eq!(url.as_str(), "file:///a%20b");
        assert_eq!(url.to_file_path().unwrap().to_str(), Some("/a b"));
    }
}

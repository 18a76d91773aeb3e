//! Percent-encoding, both ways.

const TEXT: &str = "http://h/a%20b?c+d=%FF";

/// Text, decoded
#[test]
fn text() {
    {
        use urispec::Decode;
        let uri = urispec::Uri::parse(TEXT).unwrap();
        assert_eq!(uri.path().decode().unwrap(), "/a b");
    }
    {
        let uri = fluent_uri::Uri::parse(TEXT).unwrap();
        assert_eq!(uri.path().decode().to_string().unwrap(), "/a b");
    }
    {
        use iri_string::percent_encode::decode::decode_whatwg_bytes;
        let uri = iri_string::types::UriStr::new(TEXT).unwrap();
        let path = uri.path_str().as_bytes();
        assert_eq!(decode_whatwg_bytes(path).into_string().unwrap(), "/a b");
    }
}

/// Bytes, decoded
#[test]
fn bytes() {
    {
        use urispec::Decode;
        let query = urispec::Uri::parse(TEXT).unwrap().query().unwrap();
        assert_eq!(&*query.decode_octets().unwrap(), b"c+d=\xFF");
    }
    {
        let query = fluent_uri::Uri::parse(TEXT).unwrap().query().unwrap();
        assert_eq!(&*query.decode().to_bytes(), b"c+d=\xFF");
    }
    {
        use iri_string::percent_encode::decode::decode_whatwg_bytes;
        let uri = iri_string::types::UriStr::new(TEXT).unwrap();
        let query = uri.query_str().unwrap().as_bytes();
        assert_eq!(&*decode_whatwg_bytes(query).into_bytes(), b"c+d=\xFF");
    }
}

/// Text, with U+FFFD for what is no UTF-8
#[test]
fn lossy() {
    {
        use urispec::Decode;
        let query = urispec::Uri::parse(TEXT).unwrap().query().unwrap();
        assert_eq!(query.decode_lossy(), "c+d=\u{FFFD}");
    }
    {
        let query = fluent_uri::Uri::parse(TEXT).unwrap().query().unwrap();
        assert_eq!(query.decode().to_string_lossy(), "c+d=\u{FFFD}");
    }
}

/// Pairs of a form, with `+` for a space
#[test]
fn form() {
    {
        let uri = urispec::Uri::parse(TEXT).unwrap();
        let pairs: Vec<_> = uri.query_pairs().decode_form_lossy().collect();
        assert_eq!(pairs, [("c d".into(), Some("\u{FFFD}".into()))]);
    }
    {
        let url = url::Url::parse(TEXT).unwrap();
        let pairs: Vec<_> = url.query_pairs().collect();
        assert_eq!(pairs, [("c d".into(), "\u{FFFD}".into())]);
    }
}

/// Data, encoded for a component
#[test]
fn encoded() {
    let data = "a/b c";
    {
        use urispec::percent::{Keep, encode};
        assert_eq!(encode(data, Keep::Segment), "a%2Fb%20c");
    }
    {
        use fluent_uri::pct_enc::{
            EString,
            encoder::{Data, Path},
        };
        let mut path = EString::<Path>::new();
        path.encode_str::<Data>(data);
        assert_eq!(path.as_str(), "a%2Fb%20c");
    }
    {
        use iri_string::percent_encode::PercentEncodedForUri;
        let segment = PercentEncodedForUri::from_path_segment(data);
        assert_eq!(segment.to_string(), "a%2Fb%20c");
    }
}

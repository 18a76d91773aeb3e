//! Tests of the library without features, as a `no_std` crate uses it. The other tests of the library run with all features;
//! these check that results and messages are the same without.

#![no_std]

extern crate alloc;

#[cfg(test)]
mod tests {
    use alloc::string::ToString;
    use alloc::vec::Vec;

    use urispec::{
        Decode, Edition, Normalizer, Resolver, Rung, Uri, UriBuf, UriRef, compare, relativize,
        split, uri,
    };

    /// The types and the editions are those of RFC 3986 and RFC 3987.
    #[test]
    fn two_editions() {
        assert_eq!(Edition::ALL, [Edition::Rfc3986, Edition::Rfc3987]);
        assert_eq!(Edition::default().id(), "rfc3986");
        assert!("rfc2396".parse::<Edition>().is_err());
    }

    #[test]
    fn components() {
        let uri = Uri::parse("http://u:p@[::1]:80/a%20b?k=v#f").unwrap();
        assert_eq!((uri.scheme(), uri.user(), uri.password()), ("http", Some("u"), Some("p")));
        assert_eq!(
            (uri.port_to_u16(), uri.query(), uri.fragment()),
            (Ok(80), Some("k=v"), Some("f"))
        );
        assert_eq!(uri.segments().next().unwrap().decode().unwrap(), "a b");
        assert_eq!(uri.host().unwrap().kind().name(), "IPv6address");
        const BASE: Uri<'static> = uri!("a:b");
        assert_eq!(BASE.path(), "b");
    }

    /// The errors of sections 3.2.3, 2, 2.1 and 3.
    #[test]
    fn messages() {
        let message = |text| Uri::parse(text).unwrap_err().to_string();
        assert_eq!(
            message("http://h:x/"),
            "at byte 9: a port contains only digits (RFC 3986, 3.2.3)"
        );
        assert_eq!(message("a:b c"), "at byte 3: a space is not allowed in a URI (RFC 3986, 2)");
        assert_eq!(
            message("a:%4"),
            "at byte 2: \"%\" must be followed by two hexadecimal digits (RFC 3986, 2.1)"
        );
        assert!(message("a").starts_with("missing scheme"));
        let built = UriRef::builder().host("h").port_text("8x").build().unwrap_err();
        assert!(built.to_string().contains("a port contains only digits (RFC 3986, 3.2.3)"));
    }

    /// Examples of section 5.4, also with the literal algorithm.
    #[test]
    fn resolution() {
        let base = uri!("http://a/b/c/d;p?q");
        for (reference, target) in [
            ("g:h", "g:h"),
            ("../g", "http://a/b/g"),
            ("?y", "http://a/b/c/d;p?y"),
            ("//g", "http://g"),
        ] {
            let resolved = UriRef::parse(reference).unwrap().resolve_against(base).unwrap();
            assert_eq!(resolved, target);
            let literal = Resolver::new().resolve(base, split(reference)).unwrap();
            assert_eq!(literal.to_string(), target);
        }
        let back = relativize(base, uri!("http://a/b/g")).unwrap();
        assert_eq!(back, "../g");
    }

    /// The example of section 6.2.2, and two of section 6.2.3.
    #[test]
    fn normal_forms() {
        let uri = Uri::parse("eXAMPLE://a/./b/../b/%63/%7bfoo%7d").unwrap();
        assert_eq!(uri.normalize(), "example://a/b/c/%7Bfoo%7D");
        let rungs: Vec<_> = Edition::default().rungs().map(|(rung, _)| rung).collect();
        assert_eq!(rungs, Rung::ALL);
        let scheme = Normalizer::new().to(Rung::Scheme);
        assert_eq!(scheme.normalize(uri!("http://example.com:80")).as_str(), "http://example.com/");
        assert_eq!(compare(uri!("http://h"), uri!("http://H:/")).rung(), Some(Rung::Scheme));
    }

    #[test]
    fn repair_and_editing() {
        let repaired = UriRef::repair("/a b|c").unwrap();
        assert_eq!(repaired.as_str(), "/a%20b%7Cc");
        let mut uri = UriBuf::parse("http://h/a/").unwrap();
        uri.push_segment("b/c").unwrap();
        uri.set_fragment("f").unwrap();
        assert_eq!(uri, "http://h/a/b%2Fc#f");
    }
}

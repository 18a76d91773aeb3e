//! Between values: resolving, normalizing, comparing.

/// A reference resolved against a base
#[test]
fn resolved() {
    let (base, s, target) = ("http://a/b/c/d;p?q", "../g", "http://a/b/g");
    {
        use urispec::{Uri, UriRef};
        let (base, reference) = (Uri::parse(base).unwrap(), UriRef::parse(s).unwrap());
        assert_eq!(reference.resolve_against(&base).unwrap(), target);
    }
    {
        use fluent_uri::{Uri, UriRef};
        let (base, reference) = (Uri::parse(base).unwrap(), UriRef::parse(s).unwrap());
        assert_eq!(reference.resolve_against(&base).unwrap(), target);
    }
    {
        use iri_string::types::{UriAbsoluteStr, UriReferenceStr};
        let base = UriAbsoluteStr::new(base).unwrap();
        let reference = UriReferenceStr::new(s).unwrap();
        assert_eq!(reference.resolve_against(base).to_string(), target);
    }
    {
        let base = url::Url::parse(base).unwrap();
        assert_eq!(base.join(s).unwrap().as_str(), target);
    }
    {
        use oxiri::{Iri, IriRef};
        let (base, reference) = (Iri::parse(base).unwrap(), IriRef::parse(s).unwrap());
        assert_eq!(base.resolve(&reference).unwrap(), target);
    }
}

/// Resolved into a buffer
#[test]
fn resolved_into() {
    let (base, s, target) = ("http://a/b/c/d;p?q", "../g", "http://a/b/g");
    let mut buffer = String::new();
    {
        use urispec::{Uri, UriRef};
        let (base, reference) = (Uri::parse(base).unwrap(), UriRef::parse(s).unwrap());
        assert_eq!(reference.resolve_into(&base, &mut buffer).unwrap(), target);
    }
    {
        use iri_string::{
            format::try_append_to_string,
            types::{UriAbsoluteStr, UriReferenceStr},
        };
        let base = UriAbsoluteStr::new(base).unwrap();
        let resolved = UriReferenceStr::new(s).unwrap().resolve_against(base);
        buffer.clear();
        try_append_to_string(&mut buffer, &resolved).unwrap();
        assert_eq!(buffer, target);
    }
    {
        use oxiri::{Iri, IriRef};
        let (base, reference) = (Iri::parse(base).unwrap(), IriRef::parse(s).unwrap());
        buffer.clear();
        base.resolve_into(&reference, &mut buffer).unwrap();
        assert_eq!(buffer, target);
    }
}

/// Many against one base
#[test]
fn many() {
    let (base, s, target) = ("http://a/b/c/d;p?q", "../g", "http://a/b/g");
    {
        use fluent_uri::{Uri, UriRef, resolve::Resolver};
        let resolver = Resolver::with_base(Uri::parse(base).unwrap());
        assert_eq!(resolver.resolve(&UriRef::parse(s).unwrap()).unwrap(), target);
    }
    {
        use iri_string::resolve::FixedBaseResolver;
        use iri_string::types::{UriAbsoluteStr, UriReferenceStr};
        let resolver = FixedBaseResolver::new(UriAbsoluteStr::new(base).unwrap());
        assert_eq!(resolver.resolve(UriReferenceStr::new(s).unwrap()).to_string(), target);
    }
}

/// A target that would read back as another URI, `.//c` against `a:/b`
#[test]
fn misread() {
    let (base, s) = ("a:/b", ".//c");
    {
        use urispec::{ResolveError, Uri, UriRef};
        let base = Uri::parse(base).unwrap();
        let error = UriRef::parse(s).unwrap().resolve_against(&base).unwrap_err();
        assert!(matches!(error, ResolveError::Misread(_)));
        let resolver = urispec::Resolver::new().guard_path(true);
        let resolved = resolver.resolve(&base, &UriRef::parse(s).unwrap()).unwrap();
        assert_eq!(resolved.to_string(), "a:/.//c");
    }
    {
        use fluent_uri::{Uri, UriRef};
        let (base, reference) = (Uri::parse(base).unwrap(), UriRef::parse(s).unwrap());
        assert_eq!(reference.resolve_against(&base).unwrap(), "a:/.//c");
    }
    {
        use iri_string::types::{UriAbsoluteStr, UriReferenceStr};
        let base = UriAbsoluteStr::new(base).unwrap();
        let resolved = UriReferenceStr::new(s).unwrap().resolve_against(base);
        assert!(resolved.ensure_rfc3986_normalizable().is_err());
        assert_eq!(resolved.to_string(), "a:/.//c");
    }
    {
        let base = url::Url::parse(base).unwrap();
        assert_eq!(base.join(s).unwrap().as_str(), "a:/.//c");
    }
    {
        use oxiri::{Iri, IriRef};
        let (base, reference) = (Iri::parse(base).unwrap(), IriRef::parse(s).unwrap());
        assert!(base.resolve(&reference).is_err());
    }
}

/// A scheme ignored that is the base's (5.2.2)
#[test]
fn non_strict() {
    let (base, s) = ("http://a/b", "http:g");
    {
        use urispec::{Resolver, split};
        let resolver = Resolver::new().non_strict(true);
        assert_eq!(resolver.resolve(split(base), split(s)).unwrap().to_string(), "http://a/g");
    }
    {
        let base = url::Url::parse(base).unwrap();
        assert_eq!(base.join(s).unwrap().as_str(), "http://a/g");
    }
}

/// Each step of the algorithm
#[test]
fn trace() {
    use urispec::{Resolver, split};
    let mut steps = 0;
    let (base, reference) = (split("http://a/b"), split("../g"));
    Resolver::new().trace(base, reference, |_| steps += 1).unwrap();
    assert!(steps > 0);
}

/// The shortest reference to a target
#[test]
fn relative() {
    let (base, target) = ("http://a/b/c/d", "http://a/b/c/e/f");
    {
        use urispec::Uri;
        let (base, uri) = (Uri::parse(base).unwrap(), Uri::parse(target).unwrap());
        assert_eq!(uri.relativize_against(&base).unwrap(), "e/f");
    }
    {
        let (base, url) = (url::Url::parse(base).unwrap(), url::Url::parse(target).unwrap());
        assert_eq!(base.make_relative(&url).unwrap(), "e/f");
    }
    {
        let (base, iri) = (oxiri::Iri::parse(base).unwrap(), oxiri::Iri::parse(target).unwrap());
        assert_eq!(base.relativize(&iri).unwrap(), "e/f");
    }
}

/// The normal form that is safe for any scheme (6.2.2)
#[test]
fn normal() {
    let (s, normal) = ("A://H/%7e/./b/../c", "a://h/~/c");
    {
        let uri = urispec::Uri::parse(s).unwrap();
        assert_eq!(uri.normalize(), normal);
    }
    {
        let uri = fluent_uri::Uri::parse(s).unwrap();
        assert_eq!(uri.normalize(), normal);
    }
    {
        let uri = iri_string::types::UriStr::new(s).unwrap();
        assert_eq!(uri.normalize().to_string(), normal);
    }
}

/// The normal form by what is known of the scheme (6.2.3)
#[test]
fn by_scheme() {
    let (s, normal) = ("http://h:80/", "http://h/");
    {
        use urispec::{Rung, Uri};
        let uri = Uri::parse(s).unwrap();
        assert_eq!(uri.normalize_to(Rung::Scheme), normal);
    }
    {
        use fluent_uri::normalize::Normalizer;
        let uri = fluent_uri::Uri::parse(s).unwrap();
        assert_eq!(Normalizer::new().normalize(&uri).unwrap(), normal);
    }
    {
        use url::Url;
        assert_eq!(Url::parse(s).unwrap().as_str(), normal);
    }
}

/// Whether a URI is in normal form
#[test]
fn is_normal() {
    let s = "http://h/~";
    {
        let uri = urispec::Uri::parse(s).unwrap();
        assert!(uri.normalize() == uri);
    }
    {
        let uri = fluent_uri::Uri::parse(s).unwrap();
        assert!(uri.normalize() == uri);
    }
    {
        let uri = iri_string::types::UriStr::new(s).unwrap();
        assert!(uri.is_normalized());
    }
}

/// What was changed, and by which sentence
#[test]
fn changes() {
    use urispec::{Normalizer, Uri};
    let mut changes = 0;
    let uri = Uri::parse("A:b").unwrap();
    let normal = Normalizer::new().explain(&uri, |_| changes += 1);
    assert_eq!((normal.as_str(), changes), ("a:b", 1));
}

/// Whether two URIs are equivalent, and by which rung
#[test]
fn equivalent() {
    use urispec::{Rung, Uri, compare, is_equivalent};
    let (a, b) = (Uri::parse("http://h").unwrap(), Uri::parse("http://h:80/").unwrap());
    assert!(compare(&a, &b).holds_at(Rung::Scheme));
    assert!(is_equivalent(&a, &b, Rung::Scheme));
}

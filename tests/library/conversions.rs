//! Conversions from and to `http::Uri` and `url::Url`: what the heads of their modules say, string by
//! string; and that no component is lost or read as another, for members of the grammar and for
//! strings found on the web.

use http::uri::{Parts, PathAndQuery};
use urispec::error::{FromHttpError, ToHttpError, ToUrlError};
use urispec::{Edition, Rung, Uri, UriBuf, UriRef, UriRefBuf, compare};
use urispec_compare::sample::Sampler;
use url::Url;

use crate::resolve::direct::corpus;
use crate::scaled;

fn to_http(text: &str) -> Result<http::Uri, ToHttpError> {
    UriRef::parse(text).unwrap().try_into()
}

fn from_http(text: &str) -> Result<UriRefBuf, FromHttpError> {
    UriRefBuf::try_from(&text.parse::<http::Uri>().unwrap())
}

#[test]
fn references_become_request_targets() {
    for text in
        ["/", "/*", "/?", "/?q", "http://h/", "a://u:p@[::1]:99999/b?c/?d", "a://:1/", "a://h:/"]
    {
        assert_eq!(to_http(text).unwrap().to_string(), text);
        assert_eq!(from_http(text).unwrap(), text);
    }
    for (text, becomes) in [
        ("a://h", "a://h/"),
        ("a://h?q", "a://h/?q"),
        ("HTTP://h/", "http://h/"),
        ("HTTPS://H", "https://H/"),
        ("WS://h/", "WS://h/"),
    ] {
        assert_eq!(to_http(text).unwrap().to_string(), becomes);
    }
}

#[test]
fn what_is_no_request_target_is_refused() {
    for text in ["/#", "/a#b", "http://h/#", "#", "a:1#"] {
        assert!(matches!(to_http(text), Err(ToHttpError::Fragment)), "{text}");
    }
    for text in ["a:1", "a:", "a:/b", "mailto:a@b"] {
        assert!(matches!(to_http(text), Err(ToHttpError::NoAuthority)), "{text}");
    }
    for text in ["//h", "//h/p", "a", "", "?q", "*", ".", "../a", "u@h"] {
        assert!(matches!(to_http(text), Err(ToHttpError::Relative)), "{text}");
    }
    let scheme = |length| format!("{}://h/", "a".repeat(length));
    let path = |length: usize| format!("/{}", "a".repeat(length - 1));
    for text in
        ["a:///", "a://@/", "a://u@/", "a://%41/", "a://:::::::::@h/", &scheme(65), &path(65_535)]
    {
        assert!(matches!(to_http(text), Err(ToHttpError::Refused(_))), "{text}");
    }
    for text in ["a://u@:1/", "a://::::::::@h/", &scheme(64), &path(65_534)] {
        assert!(to_http(text).is_ok(), "{text}");
    }
}

#[test]
fn what_is_no_reference_is_refused() {
    for text in ["h", "h:80", "u@h", "."] {
        assert_eq!(from_http(text), Err(FromHttpError::AuthorityForm), "{text}");
    }
    assert_eq!(from_http("*"), Err(FromHttpError::AsteriskForm));
    for text in ["//", "//h", "//h/p?q"] {
        assert_eq!(from_http(text), Err(FromHttpError::PathReadsAsAuthority), "{text}");
    }
    let refused = |text: &str| matches!(from_http(text), Err(FromHttpError::Invalid(_)));
    for text in ["/%", "/%4", "/?%", "/é", "/?é", "1://h/", "a~://h/", "://h/"] {
        assert!(refused(text), "{text}");
    }
    for text in ["a://h:b/", "a://@@h/", "a://[]/", "a://x[::1]/", "a://%@h/", "a://[::1%25e]/"] {
        assert!(refused(text), "{text}");
    }
    // Whatever else `http` takes in a path or a query, RFC 3986 takes too.
    for (place, others) in [("/", "\"[\\]^{|}"), ("/?", "[\\]^`{|}")] {
        for octet in 1..128 {
            let character = char::from(octet);
            let text = format!("{place}a{character}");
            if !"%#".contains(character) && text.parse::<http::Uri>().is_ok() {
                assert_eq!(refused(&text), others.contains(character), "{text}");
            }
        }
    }
}

/// A request target of parts has never been one string.
#[test]
fn parts_that_read_as_others_are_refused() {
    let uri = |scheme: bool, path| {
        let mut parts = Parts::default();
        parts.scheme = scheme.then_some(http::uri::Scheme::HTTP);
        parts.authority = scheme.then(|| "h".parse().unwrap());
        parts.path_and_query = Some(PathAndQuery::from_static(path));
        http::Uri::from_parts(parts).unwrap()
    };
    assert_eq!(UriRefBuf::try_from(uri(true, "*")), Err(FromHttpError::AsteriskForm));
    assert_eq!(UriRefBuf::try_from(uri(true, "?q")).unwrap(), "http://h/?q");
    assert_eq!(UriRefBuf::try_from(uri(true, "//a")).unwrap(), "http://h//a");
    assert_eq!(UriRefBuf::try_from(uri(false, "//a")), Err(FromHttpError::PathReadsAsAuthority));
}

#[test]
fn every_type_is_converted() {
    let text = "http://h/a?b";
    let (uri, reference) = (UriBuf::parse(text).unwrap(), UriRefBuf::parse(text).unwrap());
    let target: http::Uri = text.parse().unwrap();
    assert_eq!(http::Uri::try_from(&uri).unwrap(), target);
    assert_eq!(http::Uri::try_from(uri.as_borrowed()).unwrap(), target);
    assert_eq!(http::Uri::try_from(&uri.as_borrowed()).unwrap(), target);
    assert_eq!(http::Uri::try_from(&reference).unwrap(), target);
    assert_eq!(http::Uri::try_from(&reference.as_borrowed()).unwrap(), target);
    assert_eq!(http::Uri::try_from(reference.clone()).unwrap(), target);
    assert_eq!(http::Uri::try_from(uri.clone()).unwrap(), target);
    let shared = uri.as_borrowed().to_storage::<std::sync::Arc<str>>();
    assert_eq!(http::Uri::try_from(&shared).unwrap(), target);
    assert_eq!(http::Uri::try_from(shared.clone()).unwrap(), target);
    assert_eq!(UriBuf::try_from(&target).unwrap(), uri);
    assert_eq!(UriBuf::try_from(target.clone()).unwrap(), uri);
    assert_eq!(UriRefBuf::try_from(target).unwrap(), reference);
    let error = UriBuf::try_from("/a".parse::<http::Uri>().unwrap()).unwrap_err();
    assert!(error.to_string().contains("there is no scheme"), "{error}");

    let url = Url::parse(text).unwrap();
    assert_eq!(Url::try_from(&uri).unwrap(), url);
    assert_eq!(Url::try_from(uri.as_borrowed()).unwrap(), url);
    assert_eq!(Url::try_from(&uri.as_borrowed()).unwrap(), url);
    assert_eq!(Url::try_from(uri.clone()).unwrap(), url);
    assert_eq!(Url::try_from(&shared).unwrap(), url);
    assert_eq!(Url::try_from(shared).unwrap(), url);
    assert_eq!(Uri::try_from(&url).unwrap(), uri);
    assert_eq!(UriBuf::try_from(&url).unwrap(), uri);
    assert_eq!(UriBuf::try_from(url).unwrap(), uri);
}

/// The builders of `http` say why in their own words.
#[test]
fn requests_are_built_of_references() {
    let build = |text| {
        let request = http::Request::builder().uri(UriRef::parse(text).unwrap()).body(());
        request.map(|request| request.uri().to_string()).map_err(|error| error.to_string())
    };
    assert_eq!(build("http://h:8/a?b").unwrap(), "http://h:8/a?b");
    assert_eq!(build("/a").unwrap(), "/a");
    assert_eq!(build("/#"), Err("invalid uri character".to_owned()));
    assert_eq!(build("a"), Err("path does not start with slash".to_owned()));
    assert_eq!(build("a:b"), Err("authority missing".to_owned()));
    assert_eq!(build("a://%41/"), Err("invalid authority".to_owned()));
}

/// The components of a reference that became a request target, and back, are those of the reference.
#[track_caller]
fn keeps_the_components(reference: UriRef<'_>) {
    let Ok(target) = http::Uri::try_from(reference) else { return };
    let [scheme, given] = [target.scheme_str(), reference.scheme()];
    assert_eq!(scheme.map(str::to_lowercase), given.map(str::to_lowercase), "{reference}");
    let authority = target.authority().map(|authority| authority.as_str());
    assert_eq!((authority, target.query()), (reference.authority(), reference.query()));
    let path = if reference.path().is_empty() { "/" } else { reference.path() };
    assert_eq!(target.path(), path, "{reference}");
    let back = UriRefBuf::try_from(&target).unwrap();
    assert_eq!((back.authority(), back.path()), (reference.authority(), path), "{reference}");
    assert_eq!((back.query(), back.fragment()), (reference.query(), None), "{reference}");
}

#[track_caller]
fn to_url(text: &str) -> Result<String, ToUrlError> {
    Url::try_from(Uri::parse(text).unwrap()).map(String::from)
}

#[test]
fn a_url_is_equivalent() {
    for (text, becomes) in [
        ("HTTP://H/", "http://h/"),
        ("A://A", "a://A"),
        ("a://h:", "a://h"),
        ("http://h:80/", "http://h/"),
        ("http://h", "http://h/"),
        ("a:/b/%2E./c", "a:/c"),
        ("a:b/../c", "a:b/../c"),
        ("http://%61/", "http://a/"),
        ("a://%61/", "a://%61/"),
        ("file://localhost/", "file:///"),
        ("file:/", "file:///"),
        ("a:/.//b", "a:/.//b"),
    ] {
        assert_eq!(to_url(text).unwrap(), becomes, "{text}");
    }
}

#[test]
fn a_url_that_is_not_equivalent_is_refused() {
    for (text, becomes) in [
        ("a://@h", "a://h"),
        ("a://u:@h", "a://u@h"),
        ("a://;@h", "a://%3B@h"),
        ("a://[0::]", "a://[::]"),
        ("a://h:01", "a://h:1"),
        ("http://1/", "http://0.0.0.1/"),
        ("http://%C3%A9/", "http://xn--9ca/"),
        ("http:a", "http://a/"),
        ("http:///a", "http://a/"),
        ("http://h/?'", "http://h/?%27"),
        ("file:///C:/..", "file:///C:/"),
    ] {
        let Err(ToUrlError::Rewritten(url)) = to_url(text) else { panic!("{text}") };
        assert_eq!(url.as_str(), becomes, "{text}");
    }
    for text in
        ["http://a%2Fb/", "http://1.2.3.256/", "http://", "a://:1", "a://h:65536", "a://[v1.a]"]
    {
        assert!(matches!(to_url(text), Err(ToUrlError::Refused(_))), "{text}");
    }
}

#[test]
fn a_url_with_other_characters_is_no_uri() {
    for (place, others) in [
        ("a:", "\"%<>[\\]^`{|} "),
        ("a:/", "%[\\]^|"),
        ("http://h/", "%[]^|"),
        ("a:?", "%[\\]^`{|}"),
        ("http://h/?", "%[\\]^`{|}"),
        ("a:#", "#%[\\]^{|}"),
        ("a://", "\"%`{}"),
    ] {
        for octet in 0..128 {
            let character = char::from(octet);
            let Ok(url) = Url::parse(&format!("{place}a{character}b")) else { continue };
            assert_eq!(UriBuf::try_from(&url).is_err(), others.contains(character), "{url}");
        }
    }
    let url = Url::parse("a:/.//b").unwrap();
    assert_eq!((url.path(), Uri::try_from(&url).unwrap().path()), ("//b", "/.//b"));
}

/// A conversion, and the conversion back, gives an equivalent URI.
#[track_caller]
fn stays_equivalent(uri: Uri<'_>) {
    let Ok(url) = Url::try_from(uri) else { return };
    let rung = compare(Uri::try_from(&url).unwrap(), uri).rung();
    assert!(rung.is_some_and(|rung| rung <= Rung::Scheme), "{uri} {url}");
}

#[test]
fn members_of_the_grammar_keep_their_components() {
    let sampler = |name| Sampler::new(Edition::Rfc3986.production(name).unwrap());
    let (mut references, mut parts) = (sampler("URI-reference"), sampler("hier-part"));
    let mut converted = 0;
    for _ in 0..scaled(1_000, 10_000) {
        let reference = references.member();
        keeps_the_components(UriRef::parse(&reference).unwrap());
        let part = parts.member();
        for scheme in ["a", "http", "file"] {
            let text = format!("{scheme}:{part}");
            let uri = Uri::parse(&text).unwrap();
            keeps_the_components(uri.into());
            stays_equivalent(uri);
            converted +=
                usize::from(http::Uri::try_from(uri).is_ok() && Url::try_from(uri).is_ok());
        }
    }
    assert!(converted > scaled(100, 1_000), "{converted} of them are all three");
}

#[test]
fn uris_found_on_the_web_keep_their_components() {
    let Some(text) = corpus("web.txt") else { return };
    for uri in text.lines().step_by(scaled(5, 1)).filter_map(|line| Uri::parse(line).ok()) {
        keeps_the_components(uri.into());
        stays_equivalent(uri);
        let refused = Url::try_from(uri).err();
        assert!(refused.is_none() || uri.host().unwrap().as_str().is_empty(), "{uri}: {refused:?}");
    }
}

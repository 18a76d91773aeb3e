//! The four types as Rust has them: keys, strings, errors, arguments.

use std::collections::{HashMap, HashSet};
use std::error::Error;

use urispec::error::{UnknownEdition, UnknownRung};
use urispec::generic::{Ascii, Letters, Ri, RiBuf, RiRef, RiRefBuf, Ucs};
use urispec::{
    Edition, Iri, IriBuf, IriRef, IriRefBuf, Normalizer, ParseError, ResolveError, Resolver, Rung,
    Uri, UriBuf, UriRef, UriRefBuf, compare, relativize, split,
};

/// 6.2.1: equality, order and hash are those of the string, so a map of references is asked by
/// strings.
#[test]
fn references_are_keys_like_their_strings() {
    let texts = ["a:b", "A:b", "a:b#", "//h", "", "?q", "a"];
    keys_are_strings::<Ascii>(&texts);
    keys_are_strings::<Ucs>(&texts);
    keys_are_strings::<Ucs>(&["a:b", "\u{E9}", "//\u{1F339}", "?\u{E000}", "e\u{301}", "z", ""]);
}

fn keys_are_strings<L: Letters>(texts: &[&str]) {
    let owned: HashSet<RiRefBuf<L>> =
        texts.iter().map(|text| RiRefBuf::parse(text).unwrap()).collect();
    let borrowed: HashSet<RiRef<'_, L>> =
        texts.iter().map(|text| RiRef::parse(text).unwrap()).collect();
    assert_eq!(owned.len(), texts.len());
    for &text in texts {
        assert_eq!(owned.get(text).unwrap(), text);
        assert_eq!(borrowed.get(text).unwrap(), text);
    }
    assert!(!owned.contains("a:B"));
    let uris: HashMap<RiBuf<L>, i32> = [(RiBuf::parse("a:b").unwrap(), 1)].into();
    assert_eq!(uris.get("a:b"), Some(&1));

    let mut sorted: Vec<RiRefBuf<L>> =
        texts.iter().map(|text| RiRefBuf::parse(text).unwrap()).collect();
    sorted.sort();
    let mut strings = texts.to_vec();
    strings.sort_unstable();
    assert_eq!(sorted, strings);
}

#[test]
fn a_relative_reference_is_given_back_as_one() {
    gives_relative_back::<Ascii>("//h/a");
    gives_relative_back::<Ucs>("//h/a");
    gives_relative_back::<Ucs>("//\u{E9}/\u{E9}");
}

fn gives_relative_back<L: Letters>(text: &str) {
    let relative = RiRefBuf::<L>::parse(text).unwrap();
    let rejected = RiBuf::try_from(relative.clone()).unwrap_err();
    assert_eq!(*rejected.error(), ParseError::Relative);
    assert_eq!(rejected.into_input(), relative);
    assert_eq!(RiBuf::<L, _>::try_from(text.to_owned()).unwrap_err().into_input(), text);
    assert!(text.parse::<RiBuf<L>>().is_err());
    assert_eq!(text.parse::<RiRefBuf<L>>().unwrap(), relative);
    assert_eq!(Ri::<L>::parse(text), Err(ParseError::Relative));
}

/// RFC 3987, 1.3: every URI is an IRI. Nothing is parsed or copied, and every component stays.
#[test]
fn every_uri_is_an_iri() {
    let text = "http://u@[::1]:80/a/../b?q#f";
    let (uri, reference) = (Uri::parse(text).unwrap(), UriRef::parse(text).unwrap());
    let owned = uri.to_owned();
    let at = owned.as_str().as_ptr();
    let parsed = IriRef::parse(text).unwrap();
    #[track_caller]
    fn is_same<'i>(iri: impl Into<IriRef<'i>>, parsed: &IriRef<'_>) {
        assert_eq!(format!("{:?}", **parsed), format!("{:?}", *iri.into()));
    }
    is_same(uri, &parsed);
    is_same(&uri, &parsed);
    is_same(reference, &parsed);
    is_same(&reference, &parsed);
    is_same(&owned, &parsed);
    is_same(&reference.to_owned(), &parsed);
    is_same(Iri::from(uri), &parsed);
    is_same(Iri::from(&uri), &parsed);
    is_same(Iri::from(&owned), &parsed);
    is_same(&IriRefBuf::from(reference.to_owned()), &parsed);
    is_same(&IriRefBuf::from(owned.clone()), &parsed);
    let iri = IriBuf::from(owned);
    is_same(&iri, &parsed);
    assert_eq!(iri.as_str().as_ptr(), at);
    // And back.
    let uri = UriBuf::try_from(iri).unwrap();
    assert_eq!((uri.as_str().as_ptr(), uri.port()), (at, Some("80")));
    // A base that is a URI is one for IRIs.
    let rose = IriRef::parse("ros\u{E9}").unwrap().resolve_against(&uri).unwrap();
    assert_eq!(rose, "http://u@[::1]:80/ros\u{E9}");
}

/// Of ASCII, or refused and given back, with what is wrong with it as a URI.
#[test]
fn an_iri_of_ascii_is_a_uri() {
    let iri = |text| Iri::parse(text).unwrap();
    assert_eq!(Uri::try_from(iri("a:/%C3%A9")).unwrap(), "a:/%C3%A9");
    assert_eq!(Uri::try_from(iri("a:/\u{E9}")), Uri::parse("a:/\u{E9}"));
    assert_eq!(Uri::try_from(iri("a:/\u{E9}")).unwrap_err().offset(), Some(3));
    let reference = IriRef::parse("\u{E9}").unwrap();
    assert_eq!(UriRef::try_from(reference), UriRef::parse("\u{E9}"));
    let rejected = UriBuf::try_from(iri("a://\u{E9}/").to_owned()).unwrap_err();
    assert_eq!(rejected.error().offset(), Some(4));
    assert_eq!(rejected.input().host(), iri("a://\u{E9}/").host());
    let shared = reference.to_storage::<std::sync::Arc<str>>();
    assert_eq!(UriRefBuf::try_from(shared).unwrap_err().into_input(), reference);
}

/// 6.2.1 and RFC 3987, 5.3.1: of a URI and an IRI the strings are compared.
#[test]
fn uris_and_iris_are_compared_as_strings() {
    let (uri, iri) = (Uri::parse("a:b").unwrap(), Iri::parse("a:b").unwrap());
    assert_eq!(uri, iri);
    assert_eq!(iri, uri);
    assert_eq!(uri, IriRef::from(iri));
    assert_eq!(uri.to_owned(), iri);
    assert!(uri.to_owned() == iri.to_owned() && UriRef::from(uri) == iri.to_owned());
    assert!(uri < Iri::parse("a:\u{E9}").unwrap());
}

/// A caller need not borrow what is owned, nor name components.
#[test]
fn every_type_is_an_argument() {
    let (base, target) =
        (UriBuf::parse("http://h/a/b").unwrap(), Uri::parse("HTTP://h/c").unwrap());
    let reference = UriRefBuf::parse("../c").unwrap();
    assert_eq!(compare(&base, &target).rung(), None);
    assert_eq!(compare(&reference, UriRef::parse("%2E./c").unwrap()).rung(), None);
    assert_eq!(compare(&reference, &reference.as_borrowed()).rung(), Some(Rung::String));
    assert_eq!(relativize(&base, &base).unwrap(), "");
    assert_eq!(base.relativize_against(&base).unwrap(), "");
    assert_eq!(reference.resolve_against(&base).unwrap(), "http://h/c");
    assert_eq!(target.relativize_against(target).unwrap(), "");
    assert_eq!(Normalizer::new().normalize(&base).as_str(), base);
    let resolved = Resolver::new().resolve(&base, &reference).unwrap();
    assert_eq!(resolved, Resolver::new().resolve(split(base.as_str()), split("../c")).unwrap());
    assert_eq!(UriBuf::try_from(resolved).unwrap(), "http://h/c");
}

#[test]
fn a_target_becomes_a_uri_or_says_why_not() {
    let uri = |base, reference| Resolver::new().resolve(split(base), split(reference))?.into_uri();
    assert_eq!(uri("a:b", "c").unwrap(), "a:c");
    assert_eq!(uri("a:/b", ".//c"), Err(ResolveError::Misread("a://c".to_owned())));
    let error = uri("a:/b", "c d").unwrap_err();
    assert!(matches!(error, ResolveError::Target(_)));
    assert_eq!(
        error.to_string(),
        "the target `a:/c d` is no URI of RFC 3986: at byte 4: a space is not allowed (2)"
    );
    let old = Resolver::from_edition(Edition::Rfc2396).resolve(split("a:/b"), split("")).unwrap();
    assert_eq!(old.into_uri(), Err(ResolveError::CurrentDocument));
}

/// Two words for the string, and four bytes for each of six offsets.
#[test]
fn a_reference_is_small() {
    assert_eq!(size_of::<UriRef<'_>>(), 48);
    assert_eq!(size_of::<Uri<'_>>(), 48);
    assert_eq!((size_of::<Iri<'_>>(), size_of::<IriBuf>()), (48, size_of::<UriBuf>()));
}

#[test]
fn the_default_is_the_empty_reference() {
    let (borrowed, owned) = (UriRef::default(), UriRefBuf::default());
    assert_eq!(borrowed, UriRef::parse("").unwrap());
    assert_eq!(borrowed.components(), split(""));
    assert_eq!((borrowed.host(), owned.as_str()), (None, ""));
    assert_eq!(format!("{borrowed:?} {owned:?}"), r#"UriRef("") UriRefBuf("")"#);
    let (borrowed, owned) = (IriRef::default(), IriRefBuf::default());
    assert_eq!(format!("{borrowed:?} {owned:?}"), r#"IriRef("") IriRefBuf("")"#);
    let iri = Iri::parse("a:\u{E9}").unwrap();
    assert_eq!(format!("{iri:?} {:?}", iri.to_owned()), "Iri(\"a:\u{E9}\") IriBuf(\"a:\u{E9}\")");
}

#[test]
fn a_host_is_shown_as_given() {
    let host = |text| UriRef::parse(text).unwrap().host().unwrap().to_string();
    assert_eq!(
        (host("//[::1]:80"), host("//H"), host("//")),
        ("[::1]".into(), "H".into(), "".into())
    );
}

/// Each cause is told once, however a chain of errors is printed.
#[test]
fn an_error_is_no_source_of_itself() {
    let rejected = UriBuf::try_from("a b".to_owned()).unwrap_err();
    assert_eq!(rejected.to_string(), rejected.error().to_string());
    assert!(rejected.source().is_none());
}

#[test]
fn what_is_unknown_is_named() {
    let rung: UnknownRung = "schema".parse::<Rung>().unwrap_err();
    let edition: UnknownEdition = "rfc3968".parse::<Edition>().unwrap_err();
    assert_eq!((rung.name(), edition.id()), ("schema", "rfc3968"));
}

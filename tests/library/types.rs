//! The four types as Rust has them: keys, strings, errors, arguments.

use std::collections::{HashMap, HashSet};
use std::error::Error;

use urispec::{
    Edition, Normalizer, ResolveError, Resolver, Rung, UnknownEdition, UnknownRung, Uri, UriBuf,
    UriRef, UriRefBuf, compare, relativize, split,
};

/// 6.2.1: equality, order and hash are those of the string, so a map of references is asked by
/// strings.
#[test]
fn references_are_keys_like_their_strings() {
    let texts = ["a:b", "A:b", "a:b#", "//h", "", "?q", "a"];
    let owned: HashSet<UriRefBuf> =
        texts.iter().map(|text| UriRefBuf::parse(text).unwrap()).collect();
    let borrowed: HashSet<UriRef<'_>> =
        texts.iter().map(|text| UriRef::parse(text).unwrap()).collect();
    assert_eq!(owned.len(), texts.len());
    for text in texts {
        assert_eq!(owned.get(text).unwrap(), text);
        assert_eq!(borrowed.get(text).unwrap(), text);
    }
    assert!(!owned.contains("a:B"));
    let uris: HashMap<UriBuf, i32> = [(UriBuf::parse("a:b").unwrap(), 1)].into();
    assert_eq!(uris.get("a:b"), Some(&1));

    let mut sorted: Vec<_> = texts.map(|text| UriRefBuf::parse(text).unwrap()).into();
    sorted.sort();
    let mut strings = texts;
    strings.sort_unstable();
    assert_eq!(sorted, strings);
}

#[test]
fn a_relative_reference_is_given_back_as_one() {
    let relative = UriRefBuf::parse("//h/a").unwrap();
    let rejected = UriBuf::try_from(relative.clone()).unwrap_err();
    assert_eq!(*rejected.error(), urispec::ParseError::Relative);
    assert_eq!(rejected.into_input(), relative);
    assert_eq!(UriBuf::try_from("//h/a".to_owned()).unwrap_err().into_input(), "//h/a");
    assert!("//h/a".parse::<UriBuf>().is_err());
    assert_eq!("//h/a".parse::<UriRefBuf>().unwrap(), relative);
}

/// A caller need not borrow what is owned, nor name components.
#[test]
fn every_type_is_an_argument() {
    let (base, target) =
        (UriBuf::parse("http://h/a/b").unwrap(), Uri::parse("HTTP://h/c").unwrap());
    let reference = UriRefBuf::parse("../c").unwrap();
    assert_eq!(compare(&base, &target), None);
    assert_eq!(compare(&reference, UriRef::parse("%2E./c").unwrap()), None);
    assert_eq!(compare(&reference, &reference.as_borrowed()), Some(Rung::String));
    assert_eq!(relativize(&base, &base).unwrap(), "");
    assert_eq!(base.relative_to(&base).unwrap(), "");
    assert_eq!(reference.resolve_against(&base).unwrap(), "http://h/c");
    assert_eq!(target.relative_to(target).unwrap(), "");
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
    let old = Resolver::of(Edition::Rfc2396).resolve(split("a:/b"), split("")).unwrap();
    assert_eq!(old.into_uri(), Err(ResolveError::CurrentDocument));
}

/// Two words for the string, and four bytes for each of six offsets.
#[test]
fn a_reference_is_small() {
    assert_eq!(size_of::<UriRef<'_>>(), 48);
    assert_eq!(size_of::<Uri<'_>>(), 48);
}

#[test]
fn the_default_is_the_empty_reference() {
    let (borrowed, owned) = (UriRef::default(), UriRefBuf::default());
    assert_eq!(borrowed, UriRef::parse("").unwrap());
    assert_eq!(borrowed.components(), split(""));
    assert_eq!((borrowed.host(), owned.as_str()), (None, ""));
    assert_eq!(format!("{borrowed:?} {owned:?}"), r#"UriRef("") UriRefBuf("")"#);
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

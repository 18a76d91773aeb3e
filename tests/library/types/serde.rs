//! The types as serde reads and writes them.

use std::borrow::Cow;
use std::rc::Rc;
use std::sync::Arc;

use serde::Deserialize;
use urispec::{Iri, IriBuf, IriRef, IriRefBuf, ParseError, Uri, UriBuf, UriRef, UriRefBuf};

#[test]
fn they_are_strings() {
    let uri = UriBuf::parse("http://h/%41?q#f").unwrap();
    let json = serde_json::to_string(&uri).unwrap();
    assert_eq!(json, r#""http://h/%41?q#f""#);
    assert_eq!(serde_json::from_str::<UriBuf>(&json).unwrap(), uri);
    assert_eq!(serde_json::from_str::<Uri<'_>>(&json).unwrap(), uri.as_borrowed());
    let relative = r#""../g?y#s""#;
    let owned: UriRefBuf = serde_json::from_str(relative).unwrap();
    let borrowed: UriRef<'_> = serde_json::from_str(relative).unwrap();
    assert_eq!((owned.as_str(), borrowed.as_str()), ("../g?y#s", "../g?y#s"));
    assert_eq!(serde_json::to_string(&borrowed).unwrap(), relative);
    // What cannot be borrowed is owned.
    let escaped = r#""http:\/\/h""#;
    assert!(serde_json::from_str::<Uri<'_>>(escaped).is_err());
    assert_eq!(serde_json::from_str::<UriBuf>(escaped).unwrap(), "http://h");
    assert!(serde_json::from_str::<UriBuf>(relative).is_err());
    for wrong in [r#""a b""#, "1", "null", r#"{"a":"b"}"#] {
        assert!(serde_json::from_str::<UriRefBuf>(wrong).is_err(), "{wrong}");
    }
}

/// JSON has characters beyond ASCII as they are, or as escapes.
#[test]
fn iris_are_strings() {
    let text = "http://r\u{E9}sum\u{E9}.example.org/ros\u{E9}?\u{E000}";
    let json = serde_json::to_string(text).unwrap();
    let iri: Iri<'_> = serde_json::from_str(&json).unwrap();
    assert_eq!((iri.as_str(), serde_json::to_string(&iri).unwrap()), (text, json.clone()));
    let owned: IriBuf<Arc<str>> = serde_json::from_str(&json).unwrap();
    assert_eq!((&owned, serde_json::to_string(&owned).unwrap()), (&iri.to_storage(), json.clone()));
    let escaped = r#""ros\u00E9""#;
    assert_eq!(serde_json::from_str::<IriRefBuf>(escaped).unwrap(), "ros\u{E9}");
    let error = serde_json::from_str::<IriRef<'_>>(escaped).unwrap_err().to_string();
    assert!(error.contains("expected a `IRI-reference` that can be borrowed"), "{error}");
    assert!(serde_json::from_str::<UriBuf>(&json).is_err());
    let error = serde_json::from_str::<IriBuf>(escaped).unwrap_err().to_string();
    assert!(error.starts_with(&format!("invalid IRI: {}", ParseError::Relative)), "{error}");
}

#[derive(Deserialize)]
struct Link<'a> {
    #[serde(borrow)]
    base: Uri<'a>,
    #[serde(borrow)]
    href: UriRef<'a>,
    #[serde(borrow)]
    next: Option<UriBuf<Cow<'a, str>>>,
    shared: UriRefBuf<Arc<str>>,
}

#[test]
fn a_derived_struct_borrows() {
    let json = r#"{"base": "http://h/a", "href": "b#c", "next": "a:b", "shared": "/d"}"#;
    let link: Link<'_> = serde_json::from_str(json).unwrap();
    assert_eq!(link.href.resolve_against(link.base).unwrap(), "http://h/b#c");
    assert_eq!(link.shared, "/d");
    assert!(matches!(link.next.unwrap().into_inner(), Cow::Borrowed("a:b")));
    let is_within = |text: &str| json.as_bytes().as_ptr_range().contains(&text.as_ptr());
    assert!(is_within(link.base.as_str()) && is_within(link.href.as_str()));
    // JSON escapes a "/" or not.
    let json = r#"{"base": "a:b", "href": "", "next": "a:\/b", "shared": "\/d"}"#;
    let link: Link<'_> = serde_json::from_str(json).unwrap();
    assert!(matches!(link.next.unwrap().into_inner(), Cow::Owned(text) if text == "a:/b"));
    assert_eq!(link.shared, "/d");
}

#[test]
fn every_storage_is_read_and_written() {
    let json = r#"["a:b"]"#;
    let [boxed]: [UriBuf<Box<str>>; 1] = serde_json::from_str(json).unwrap();
    let [counted]: [UriBuf<Rc<str>>; 1] = serde_json::from_str(json).unwrap();
    let [shared]: [UriBuf<Arc<str>>; 1] = serde_json::from_str(json).unwrap();
    assert!(boxed == "a:b" && counted == "a:b");
    assert_eq!(serde_json::to_string(&[shared]).unwrap(), json);
    // A string that is handed over, and one that is read in pieces.
    let value = serde_json::Value::from("a:b");
    assert_eq!(serde_json::from_value::<UriBuf<Box<str>>>(value).unwrap(), "a:b");
}

/// The message has the parser's reason, whole.
#[test]
fn an_error_says_the_reason() {
    let relative = ParseError::Relative.to_string();
    for error in [
        serde_json::from_str::<UriBuf>(r#""../g""#).unwrap_err(),
        serde_json::from_str::<Uri<'_>>(r#""../g""#).unwrap_err(),
        serde_json::from_str::<UriBuf<Cow<'_, str>>>(r#""..\/g""#).unwrap_err(),
        serde_json::from_value::<UriBuf>("../g".into()).unwrap_err(),
    ] {
        assert!(error.to_string().starts_with(&format!("invalid URI: {relative}")), "{error}");
    }
    let wrong = UriRef::parse("a b").unwrap_err().to_string();
    let error = serde_json::from_str::<UriRefBuf>(r#""a b""#).unwrap_err().to_string();
    assert!(error.starts_with(&format!("invalid URI-reference: {wrong}")), "{error}");
    let error = serde_json::from_str::<Uri<'_>>(r#""http:\/\/h""#).unwrap_err().to_string();
    assert!(error.contains("expected a `URI` that can be borrowed, without escapes"), "{error}");
}

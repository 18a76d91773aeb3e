//! The types in Rust: keys, strings, storages, arguments, errors; in serde; from bytes; and beside `http` and `url`.

use std::borrow::Cow;
use std::collections::{BTreeMap, BTreeSet, HashMap, HashSet};
use std::error::Error;
use std::rc::Rc;
use std::sync::Arc;

use http::uri::{Parts, PathAndQuery};
use serde::Deserialize;
use urispec::error::{FromHttpError, ToHttpError, UnknownEdition, UnknownRung};
use urispec::generic::{Ascii, Letters, Ri, RiBuf, RiRef, RiRefBuf, Storage, Ucs};
use urispec::{
    Edition, Iri, IriBuf, IriRef, IriRefBuf, Normalizer, ParseError, Reference, ResolveError,
    Resolver, Rung, Uri, UriBuf, UriRef, UriRefBuf, compare, relativize, split,
};
use urispec_compare::sample::Sampler;
use url::Url;

use crate::support::{scaled, shared};

/// Each pair from either side.
macro_rules! each_pair {
    ($expected:expr, $($one:expr),+; $others:tt) => {$(
        each_pair!(@ $expected, $one, $others);
    )+};
    (@ $expected:expr, $one:expr, [$($other:expr),+]) => {$(
        assert_eq!(($one == $other, $other == $one), ($expected, $expected));
    )+};
}

#[test]
fn all_that_have_one_text_are_equal() {
    let (uri, reference) = (Uri::parse("a:b").unwrap(), UriRef::parse("a:b").unwrap());
    let (uri_buf, reference_buf) = (uri.to_owned(), reference.to_owned());
    let shared: UriBuf<Arc<str>> = uri.to_storage();
    let counted: UriRefBuf<Rc<str>> = reference.to_storage();
    each_pair!(
        true, uri, reference, uri_buf, reference_buf, shared, counted, uri.into_cow();
        [
            uri, reference, uri_buf, reference_buf, shared, counted, reference.into_cow(), "a:b",
            *"a:b", "a:b".to_owned(), Cow::Borrowed("a:b")
        ]
    );
    each_pair!(
        false, uri, reference, uri_buf, reference_buf, shared, counted, reference.into_cow();
        ["A:b", *"a:", "a:B".to_owned(), Cow::Borrowed("a:%62"), UriRef::parse("a:b#").unwrap()]
    );
}

/// `/` comes before `:` in ASCII, and what is shorter before what goes on.
#[test]
fn order_is_that_of_the_strings() {
    let (less, more) = (UriRef::parse("a/b").unwrap(), Uri::parse("a:b").unwrap());
    let (less_buf, more_buf) = (less.to_storage::<Arc<str>>(), more.to_owned());
    assert!(less < more && less_buf < more_buf && less < more_buf && less_buf < more);
    let (owned, cow) = ("a:bc".to_owned(), Cow::Borrowed("a:"));
    assert!(more < owned && more < "a:bc" && cow < more && *"a:" < more && "a:" < more);
    assert!(more_buf <= more && more_buf > less);
}

/// 6.2.1: equality, order and hash are those of the string, so that a string can be looked up in a map of references.
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
fn relative_references_are_given_back() {
    gives_back::<Ascii>("//h/a");
    gives_back::<Ucs>("//h/a");
    gives_back::<Ucs>("//\u{E9}/\u{E9}");
}

fn gives_back<L: Letters>(text: &str) {
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
    let iris: [IriRef<'_>; 5] =
        [uri.into(), (&uri).into(), reference.into(), (&reference).into(), (&owned).into()];
    iris.into_iter().for_each(|iri| is_same(iri, &parsed));
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

/// An IRI in ASCII is a URI; another is given back with the error as a URI.
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

/// A caller need neither borrow an owned value nor name components.
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
        "the target `a:/c d` is not a URI of RFC 3986: at byte 4: a space is not allowed in a URI (RFC 3986, 2)"
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

/// `Debug`, which is for logs, hides a password; `Display` does not.
#[test]
fn debug_hides_passwords() {
    let text = "http://me:secret@h/a:secret@b";
    let uri = Uri::parse(text).unwrap();
    let owned = uri.to_owned();
    assert_eq!(format!("{uri:?}"), r#"Uri("http://me:***@h/a:secret@b")"#);
    assert_eq!(format!("{owned:?}"), r#"UriBuf("http://me:***@h/a:secret@b")"#);
    assert_eq!((uri.to_string(), owned.to_string()), (text.to_owned(), text.to_owned()));
    let secret = "http://me:secret@h/";
    let uri = Uri::parse(secret).unwrap();
    let url = urispec::whatwg::Url::parse(secret).unwrap();
    let all = [
        format!("{:?}", UriRef::from(uri)),
        format!("{:?}", Iri::parse(secret).unwrap()),
        format!("{:?}", Reference::parse_as(Edition::Rfc3986, "URI", secret).unwrap()),
        format!("{:?}", uri.to_builder()),
        format!("{:?}", Normalizer::new().normalize(uri)),
        format!("{url:?}"),
        format!("{:?}", urispec::split(secret)),
    ];
    for printed in all {
        assert!(printed.contains("me:***") && !printed.contains("secret"), "{printed}");
    }
    assert_eq!(format!("{:?}", UriRef::parse("//a:@h").unwrap()), r#"UriRef("//a:@h")"#);
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

/// A chain of errors shows each cause once.
#[test]
fn an_error_is_not_its_own_source() {
    let rejected = UriBuf::try_from("a b".to_owned()).unwrap_err();
    assert_eq!(rejected.to_string(), rejected.error().to_string());
    assert!(rejected.source().is_none());
}

#[test]
fn errors_name_unknown_ids() {
    let rung: UnknownRung = "schema".parse::<Rung>().unwrap_err();
    let edition: UnknownEdition = "rfc3968".parse::<Edition>().unwrap_err();
    assert_eq!((rung.name(), edition.id()), ("schema", "rfc3968"));
}

/// A map is looked up by a string, and so by a borrowed `Uri`.
#[test]
fn maps_are_asked_by_borrowed_uris() {
    let (uri, other) = (Uri::parse("http://h/a").unwrap(), Uri::parse("http://h/b").unwrap());
    let hashed: HashMap<UriBuf, i32> = [(uri.to_owned(), 1)].into();
    let sorted: BTreeMap<UriRefBuf<Box<str>>, i32> = [(UriRef::from(uri).to_storage(), 2)].into();
    let shared: HashMap<UriBuf<Arc<str>>, i32> = [(uri.to_storage(), 3)].into();
    let borrowed: HashMap<Uri<'_>, i32> = [(uri, 4)].into();
    let found = |uri: Uri<'_>| {
        let text = uri.as_str();
        [hashed.get(text), sorted.get(text), shared.get(text), borrowed.get(text)]
    };
    assert_eq!(found(uri), [Some(&1), Some(&2), Some(&3), Some(&4)]);
    assert_eq!(found(other), [None; 4]);
    assert_eq!(borrowed.get(&uri), Some(&4));
}

/// A reference is the same in every storage.
#[track_caller]
fn is_the_same<L: Letters, S: Storage>(owned: RiRefBuf<L, S>) {
    let parsed = RiRef::<L>::parse("http://u@h:80/a/../b?q#f").unwrap();
    assert_eq!(owned, parsed);
    assert_eq!(owned.components(), parsed.components());
    assert_eq!((owned.host(), owned.port()), (parsed.host(), parsed.port()));
    assert_eq!(owned.to_string(), parsed.to_string());
    let type_name = format!("{parsed:?}").split_once('(').unwrap().0.to_owned();
    assert_eq!(format!("{owned:?}"), format!("{type_name}Buf({:?})", parsed.as_str()));
    assert_eq!(owned.normalize(), "http://u@h:80/b?q#f");
    assert_eq!(compare(&owned, parsed).rung(), Some(Rung::String));
    let uri = RiBuf::try_from(owned).unwrap();
    assert_eq!(RiRef::from(&uri).resolve_against(&uri).unwrap(), "http://u@h:80/b?q#f");
    assert_eq!(uri.relativize_against(&uri.clone().into_owned()).unwrap(), "#f");
    assert_eq!(Normalizer::new().normalize(&uri).as_str(), "http://u@h:80/b?q#f");
}

fn is_the_same_in_every_storage<L: Letters>() {
    let text = "http://u@h:80/a/../b?q#f";
    is_the_same(RiRefBuf::<L, _>::try_from(text.to_owned()).unwrap());
    is_the_same(RiRefBuf::<L, _>::try_from(Box::<str>::from(text)).unwrap());
    is_the_same(RiRefBuf::<L, _>::try_from(Rc::<str>::from(text)).unwrap());
    is_the_same(RiRefBuf::<L, _>::try_from(Arc::<str>::from(text)).unwrap());
    is_the_same(RiRefBuf::<L, _>::try_from(Cow::Borrowed(text)).unwrap());
    is_the_same(RiRefBuf::<L>::parse(text).unwrap().into_storage::<Rc<str>>());
    let parsed = RiRef::<L>::parse(text).unwrap();
    is_the_same(parsed.into_cow().into_storage::<Cow<'_, str>>());
    is_the_same(parsed.to_storage::<Rc<str>>().into_storage::<Box<str>>());
}

#[test]
fn every_storage() {
    is_the_same_in_every_storage::<Ascii>();
    is_the_same_in_every_storage::<Ucs>();
}

#[test]
fn refused_text_is_given_back() {
    let shared: Arc<str> = "../g".into();
    let rejected = UriBuf::try_from(Arc::clone(&shared)).unwrap_err();
    assert_eq!(rejected.error(), &ParseError::Relative);
    assert!(Arc::ptr_eq(&rejected.into_input(), &shared));
    let rejected = UriRefBuf::try_from(Cow::Borrowed("a b")).unwrap_err();
    assert!(matches!(rejected.into_input(), Cow::Borrowed("a b")));
    let reference = UriRefBuf::try_from(shared).unwrap();
    let rejected = UriBuf::try_from(reference.clone()).unwrap_err();
    assert_eq!(rejected.into_input(), reference);
    assert_eq!(Uri::try_from(&reference), Err(ParseError::Relative));
    // The text need not be taken back.
    let read = |text: String| -> Result<UriBuf, ParseError> { Ok(UriBuf::try_from(text)?) };
    assert_eq!(read("../g".to_owned()), Err(ParseError::Relative));
    assert_eq!(UriBuf::try_from(&"../g".to_owned()), Err(ParseError::Relative));
}

/// The storage is `String` unless another one is named.
#[test]
fn the_default_storage_is_a_string() {
    let uri = Uri::parse("a:b").unwrap();
    assert_eq!(UriBuf::from(uri).into_inner().capacity(), 3);
    assert_eq!(UriRefBuf::from(UriBuf::from(uri)).into_inner().capacity(), 3);
    assert_eq!(UriBuf::try_from("a:b").unwrap().into_inner().capacity(), 3);
    assert_eq!("a:b".parse::<UriBuf>().unwrap().into_inner().capacity(), 3);
    assert_eq!(UriRefBuf::default().into_inner().capacity(), 0);
}

/// An argument that accepts borrowed and owned values.
#[test]
fn arguments() {
    fn borrows<'a>(uri: impl Into<UriBuf<Cow<'a, str>>>) -> bool {
        matches!(uri.into().into_inner(), Cow::Borrowed(_))
    }
    fn shares(uri: impl Into<UriBuf<Arc<str>>>) -> UriBuf<Arc<str>> {
        uri.into()
    }
    let uri = Uri::parse("a:b").unwrap();
    assert!(borrows(uri) && borrows(uri.into_cow()) && !borrows(uri.to_owned()));
    assert_eq!(shares(uri), shares(uri.to_owned()));
    let shared = shares(uri);
    assert!(Arc::ptr_eq(&shared.clone().into_inner(), &shares(shared).into_inner()));
}

#[test]
fn conversions_to_strings() {
    let uri = Uri::parse("a:b").unwrap();
    let shared = uri.to_storage::<Arc<str>>();
    let texts = [String::from(uri), String::from(uri.to_owned()), String::from(shared.clone())];
    assert_eq!(texts, ["a:b"; 3]);
    assert_eq!((Box::<str>::from(uri), Rc::<str>::from(uri)), ("a:b".into(), "a:b".into()));
    assert_eq!(Arc::<str>::from(uri), shared.clone().into_inner());
    assert!(Arc::ptr_eq(&Arc::from(shared.clone()), &shared.into_storage().into_inner()));
    let counted = uri.to_storage::<Rc<str>>();
    assert!(Rc::ptr_eq(&Rc::from(counted.clone()), &counted.into_storage().into_inner()));
    let borrowed: &str = uri.into();
    assert!(matches!(Cow::from(uri), Cow::Borrowed(text) if text == borrowed));
    assert!(matches!(Cow::from(uri.into_cow()), Cow::Borrowed(text) if text == borrowed));
    assert!(matches!(Cow::from(uri.to_owned()), Cow::Owned(text) if text == borrowed));
}

/// A shared URI is sent to other threads, and is as small as a borrowed one.
#[test]
fn a_shared_uri_travels() {
    fn travels<T: Send + Sync + 'static>(value: T) -> T {
        value
    }
    let shared = travels(UriBuf::parse("a:b").unwrap().into_storage::<Arc<str>>());
    assert_eq!(std::thread::spawn(move || shared.path().len()).join().unwrap(), 1);
    assert_eq!((size_of::<UriBuf<Arc<str>>>(), size_of::<UriBuf<Box<str>>>()), (48, 48));
    assert_eq!((size_of::<UriBuf>(), size_of::<UriBuf<Cow<'_, str>>>()), (56, 56));
}

#[test]
fn uris_are_strings_in_serde() {
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
    // A string that cannot be borrowed is owned.
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
fn iris_are_strings_in_serde() {
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

#[track_caller]
fn not_utf8_of<L: Letters>(bytes: &[u8], offset: usize) {
    let expected = ParseError::NotUtf8(offset);
    assert_eq!(RiRef::<L>::try_from(bytes).unwrap_err(), expected);
    assert_eq!(Ri::<L>::try_from(bytes).unwrap_err(), expected);
    let rejected = RiRefBuf::<L>::try_from(bytes.to_vec()).unwrap_err();
    assert_eq!((rejected.error(), &rejected.input()[..]), (&expected, bytes));
    assert_eq!(RiBuf::<L>::try_from(bytes.to_vec()).unwrap_err().into_input(), bytes);
}

#[track_caller]
fn not_utf8(bytes: &[u8], offset: usize) {
    not_utf8_of::<Ascii>(bytes, offset);
    not_utf8_of::<Ucs>(bytes, offset);
}

#[track_caller]
fn no_reference(bytes: &[u8], offset: usize, found: Option<char>) {
    for read in [
        UriRef::try_from(bytes).map(UriRef::into_cow),
        UriRefBuf::try_from(bytes).map(Into::into),
        UriRefBuf::try_from(bytes.to_vec()).map(Into::into).map_err(|wrong| wrong.error().clone()),
    ] {
        let Err(ParseError::Syntax(error)) = read else { panic!("{read:?}") };
        assert_eq!((error.offset(), error.found()), (offset, found));
    }
}

/// The first fault is reported. No byte above 127 is in a reference (section 2).
#[test]
fn the_first_fault_is_reported() {
    not_utf8(b"\xFF", 0);
    not_utf8(b"a:\xFFb c", 2);
    // "é" in ISO Latin 1, and cut in two.
    not_utf8(b"http://h/\xE9", 9);
    not_utf8(b"a:\xC3", 2);
    // The string is too short, but not wrong, up to there.
    not_utf8(b"a://[::1\xFF]", 8);
    not_utf8(b"a:%4\xFF", 4);
    no_reference(b"a b\xFF", 1, Some(' '));
    no_reference("a\u{e9}\u{e9} ".as_bytes(), 1, Some('\u{e9}'));
    no_reference(b"\xC3\xA9\xFF", 0, Some('\u{e9}'));
    no_reference(b"//[::1", 6, None);
}

/// An IRI goes on where a URI does not.
#[test]
fn the_first_fault_in_an_iri_is_reported() {
    not_utf8_of::<Ucs>(b"\xC3\xA9\xFF", 2);
    not_utf8_of::<Ucs>(b"a:\xC3\xA9\xC3", 4);
    let Err(ParseError::Syntax(error)) = IriRef::try_from(&b"\xC3\xA9 \xFF"[..]) else { panic!() };
    assert_eq!((error.offset(), error.found()), (2, Some(' ')));
    // The first byte of a private character may begin another. The fault is the character.
    let Err(ParseError::Syntax(error)) = IriRef::parse("/\u{E9}\u{FFFF}/") else { panic!() };
    assert_eq!((error.offset(), error.found()), (3, Some('\u{FFFF}')));
    assert_eq!(Iri::try_from("a:\u{E9}".as_bytes()).unwrap().path(), "\u{E9}");
}

#[test]
fn a_relative_reference_is_not_a_uri() {
    assert_eq!(Uri::try_from(&b"a"[..]), Err(ParseError::Relative));
    assert_eq!(UriBuf::try_from(b"a".to_vec()).unwrap_err().error(), &ParseError::Relative);
    // The byte is wrong, whatever the rest would be.
    assert_eq!(Uri::try_from(&b"a\xFF"[..]), Err(ParseError::NotUtf8(1)));
}

#[test]
fn valid_bytes_are_kept() {
    let bytes = b"http://h/a".to_vec();
    let at = bytes.as_ptr();
    let uri = UriBuf::try_from(bytes).unwrap();
    assert_eq!((uri.path(), uri.as_str().as_ptr()), ("/a", at));
    let bytes: &[u8] = uri.as_ref();
    assert_eq!(bytes, b"http://h/a");
    assert_eq!(Uri::try_from(bytes).unwrap(), uri);
}

/// Methods that only other documents need, and copies: an owned value is cloned, and changes its storage by
/// `into_storage`.
const BORROWED_ONLY: [&str; 5] =
    ["opaque_part", "params", "to_owned", "to_storage", "without_zone"];

/// The methods of a type that take `&self`, by the list of public names.
fn methods(names: &str, of: &str) -> BTreeSet<String> {
    let is_next = |rest: &str| rest.starts_with(['<', ':']);
    let method = |line: &str| {
        let name = line.strip_prefix("pub ")?;
        let name = name.strip_prefix("const ").unwrap_or(name).strip_prefix("fn urispec::")?;
        let rest = name.strip_prefix(of).filter(|rest| is_next(rest))?;
        let (path, arguments) = rest.split_once("(&self")?;
        // `<'i>::host`, `<L>::to_storage<S: urispec::generic::Storage>`.
        let own = path.split_once(">::").map_or(path.trim_start_matches(':'), |(_, own)| own);
        let name = own.split('<').next()?;
        arguments.starts_with([',', ')']).then(|| name.to_owned())
    };
    names.lines().filter_map(method).collect()
}

#[test]
fn owned_types_have_all_methods() {
    let path = concat!(env!("CARGO_MANIFEST_DIR"), "/snapshots/api.txt");
    let names = std::fs::read_to_string(path).unwrap();
    let of_all = methods(&names, "Reference");
    assert!(of_all.contains("host") && of_all.contains("same_origin"), "{of_all:?}");
    for (borrowed, owned) in
        [("generic::Ri", "generic::RiBuf"), ("generic::RiRef", "generic::RiRefBuf")]
    {
        let has = methods(&names, owned);
        let mut wanted = &of_all | &methods(&names, borrowed);
        assert!(wanted.contains("normalize"), "{borrowed}: {wanted:?}");
        BORROWED_ONLY.iter().for_each(|name| assert!(wanted.remove(*name), "{name}"));
        let missing: Vec<_> = wanted.difference(&has).collect();
        assert!(missing.is_empty(), "{owned} lacks {missing:?}");
    }
}

/// Lengths that `http` takes, and the first that it does not.
#[test]
fn request_targets_have_a_length() {
    let scheme = |length| format!("{}://h/", "a".repeat(length));
    let path = |length: usize| format!("/{}", "a".repeat(length - 1));
    let to_http =
        |text: &str| -> Result<http::Uri, ToHttpError> { UriRef::parse(text).unwrap().try_into() };
    for (fits, refused) in [(scheme(64), scheme(65)), (path(65_534), path(65_535))] {
        assert!(to_http(&fits).is_ok());
        assert!(matches!(to_http(&refused), Err(ToHttpError::Refused(_))));
    }
    let url = Url::parse("a:/.//b").unwrap();
    assert_eq!((url.path(), Uri::try_from(&url).unwrap().path()), ("//b", "/.//b"));
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

macro_rules! converts {
    ($to:ty, $expected:expr; $($from:expr),+) => {$(
        assert_eq!(<$to>::try_from($from).unwrap(), $expected);
    )+};
}

#[test]
fn every_type_is_converted() {
    let text = "http://h/a?b";
    let (uri, reference) = (UriBuf::parse(text).unwrap(), UriRefBuf::parse(text).unwrap());
    let target: http::Uri = text.parse().unwrap();
    let shared = uri.as_borrowed().to_storage::<std::sync::Arc<str>>();
    converts!(http::Uri, target; &uri, uri.as_borrowed(), &uri.as_borrowed(), &reference, &reference.as_borrowed());
    converts!(http::Uri, target; reference.clone(), uri.clone(), &shared, shared.clone());
    assert_eq!(UriBuf::try_from(&target).unwrap(), uri);
    assert_eq!(UriBuf::try_from(target.clone()).unwrap(), uri);
    assert_eq!(UriRefBuf::try_from(target).unwrap(), reference);
    let error = UriBuf::try_from("/a".parse::<http::Uri>().unwrap()).unwrap_err();
    assert!(error.to_string().contains("missing scheme"), "{error}");

    let url = Url::parse(text).unwrap();
    converts!(Url, url; &uri, uri.as_borrowed(), &uri.as_borrowed(), uri.clone(), &shared, shared);
    assert_eq!(Uri::try_from(&url).unwrap(), uri);
    assert_eq!(UriBuf::try_from(&url).unwrap(), uri);
    assert_eq!(UriBuf::try_from(url).unwrap(), uri);
}

/// Asserts that the components survive the conversion to a request target and back.
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

/// Asserts that the conversion to a URL and back gives an equivalent URI.
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
    let Some(text) = shared("corpus/web.txt") else { return };
    for uri in text.lines().step_by(scaled(5, 1)).filter_map(|line| Uri::parse(line).ok()) {
        keeps_the_components(uri.into());
        stays_equivalent(uri);
        let refused = Url::try_from(uri).err();
        assert!(refused.is_none() || uri.host().unwrap().as_str().is_empty(), "{uri}: {refused:?}");
    }
}

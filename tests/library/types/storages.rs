//! Owned references in each storage.

use std::borrow::Cow;
use std::collections::{BTreeMap, HashMap};
use std::rc::Rc;
use std::sync::Arc;

use urispec::generic::{Ascii, Letters, RiBuf, RiRef, RiRefBuf, Storage, Ucs};
use urispec::{Normalizer, ParseError, Rung, Uri, UriBuf, UriRef, UriRefBuf, compare};

/// A map is asked by a string, and so by a borrowed `Uri`.
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

/// Whatever keeps the text, the reference is the same.
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
fn what_is_refused_is_given_back() {
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
    // Who does not want the text back has the reason.
    let read = |text: String| -> Result<UriBuf, ParseError> { Ok(UriBuf::try_from(text)?) };
    assert_eq!(read("../g".to_owned()), Err(ParseError::Relative));
    assert_eq!(UriBuf::try_from(&"../g".to_owned()), Err(ParseError::Relative));
}

/// Nothing but the call says which storage is meant: `String`, where none is named.
#[test]
fn a_string_is_the_storage_where_none_is_named() {
    let uri = Uri::parse("a:b").unwrap();
    assert_eq!(UriBuf::from(uri).into_inner().capacity(), 3);
    assert_eq!(UriRefBuf::from(UriBuf::from(uri)).into_inner().capacity(), 3);
    assert_eq!(UriBuf::try_from("a:b").unwrap().into_inner().capacity(), 3);
    assert_eq!("a:b".parse::<UriBuf>().unwrap().into_inner().capacity(), 3);
    assert_eq!(UriRefBuf::default().into_inner().capacity(), 0);
}

/// An argument that takes what is borrowed and what is owned.
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
fn texts_are_made_of_them() {
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

/// A shared one goes to other threads, and is as small as a borrowed one.
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

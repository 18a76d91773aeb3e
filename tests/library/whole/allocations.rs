//! How often memory is asked for. `allocation_counter` counts by thread, so that other tests may run beside these.

use std::borrow::Cow;
use std::sync::Arc;

use allocation_counter::measure;
use urispec::{Edition, Normalizer, Rung, Uri, UriBuf, UriRef, check, compare};

#[track_caller]
fn asks<T>(times: u64, run: impl FnOnce() -> T) -> T {
    let mut result = None;
    let info = measure(|| result = Some(run()));
    assert_eq!(info.count_total, times);
    result.unwrap()
}

/// Finding that a string is wrong, and where; to explain it is another matter.
#[test]
fn rejecting_asks_for_none() {
    for text in ["a b", "//[::1", "//h:80a/", "1a:b", "/%4g", "//u@h@", "\u{e9}"] {
        asks(0, || UriRef::parse(text).unwrap_err());
        asks(0, || Uri::parse(text).unwrap_err());
        for &edition in Edition::ALL {
            for rule in edition.whole_rules() {
                let recognizer = edition.production(rule).unwrap();
                asks(0, || recognizer.check(text).is_err());
                asks(0, || check(edition, rule, text).is_err());
            }
        }
    }
}

const BASES: &[&str] = &[
    "http://a/b/c/d;p?q",
    "http://user@[::1]:80/a/./b/../c/index.html?q#f",
    "http://h",
    "a:b/c",
    "a:",
];

const REFERENCES: &[&str] = &[
    "",
    "g",
    "./g",
    "../../g/",
    "../../../../../g/./h/..",
    "/g?y#s",
    "//g/../x",
    "?y",
    "#s",
    "g:h",
    "http://x/../%41",
    "a/b/c/d/e/f/g/h/i/j/k/l/m/n/o/p/../../../../../../q?r/../s",
];

/// A storage that comes along asks for nothing, nor does a shared one that is cloned.
#[test]
fn storages() {
    let text = "http://h/a";
    let uri = Uri::parse(text).unwrap();
    asks(0, || uri.into_cow());
    asks(1, || uri.to_storage::<Box<str>>());
    let shared = asks(1, || uri.to_storage::<Arc<str>>());
    asks(0, || shared.clone());
    let boxed: Box<str> = text.into();
    let boxed = asks(0, || UriBuf::try_from(boxed).unwrap());
    let owned = asks(0, || boxed.into_owned());
    let borrowed = asks(0, || owned.into_storage::<Cow<'_, str>>());
    asks(0, || String::from(borrowed));
}

#[test]
fn parsing_asks_for_none() {
    for text in BASES.iter().chain(REFERENCES) {
        asks(0, || UriRef::parse(text).unwrap());
    }
    for text in BASES {
        asks(0, || Uri::parse(text).unwrap());
    }
}

#[test]
fn resolving_asks_once_and_into_a_buffer_not_at_all() {
    let mut buffer = String::with_capacity(200);
    for base in BASES {
        let base = Uri::parse(base).unwrap();
        for reference in REFERENCES {
            let reference = UriRef::parse(reference).unwrap();
            let target = asks(1, || reference.resolve_against(base).unwrap());
            assert_eq!(asks(0, || reference.resolve_into(base, &mut buffer).unwrap()), target);
            // What is too small is asked for once.
            let mut small = String::with_capacity(1);
            asks(1, || reference.resolve_into(base, &mut small).map(drop).unwrap());
        }
    }
}

/// Of the right size: but for dot segments no byte is left over, and for the slash of 5.2.3.
#[test]
fn resolving_asks_for_as_much_as_it_needs() {
    for (base, reference) in [
        ("http://a/b/c/d;p?q", "g?y#s"),
        ("http://a/b", "/g"),
        ("http://a?q", "g"),
        ("a:b?q", "#s"),
    ] {
        let reference = UriRef::parse(reference).unwrap();
        let target = reference.resolve_against(Uri::parse(base).unwrap()).unwrap().into_string();
        assert!(target.capacity() <= target.len() + 1, "{target}");
    }
}

#[test]
fn normalizing_asks_only_where_something_changes() {
    for text in BASES.iter().chain(&["a:/.//b", "../a", "%2E/b", "//h/%C3%A9?%2F#%3A", "//[::a]"]) {
        let reference = UriRef::parse(text).unwrap();
        let normal =
            asks(u64::from(text.contains("/../")), || Normalizer::new().normalize(reference));
        assert_eq!(normal.is_unchanged(), !text.contains("/../"));
        assert_eq!(asks(1, || reference.normalize()), *normal.as_str());
    }
    for text in [
        "HTTP://h/",
        "http://H/",
        "http://h/%41",
        "http://U%41@H%41:80/a/../%c3%a9/./b?%7e#%2d",
        "a:.//./../b",
        "a:/b/..//c",
        "a:/b/%2e%2E//c",
        "//%31.2.3.4/%2e/..",
        "//%41%41%41%41%41%c3%c3%c3%c3%c3",
    ] {
        let reference = UriRef::parse(text).unwrap();
        assert!(!asks(1, || Normalizer::new().normalize(reference)).is_unchanged(), "{text}");
        asks(1, || reference.normalize());
    }
}

#[test]
fn comparing_what_is_in_normal_form_asks_for_none() {
    let [a, b, c] = ["http://h/a", "http://h/b", "http://h/b/"].map(|a| UriRef::parse(a).unwrap());
    assert_eq!(asks(0, || compare(a, a).rung()), Some(Rung::String));
    assert_eq!(asks(0, || compare(a, b).rung()), None);
    assert_eq!(asks(0, || compare(b, c).rung()), None);
}

//! Equality and order, across all of the types and strings (section 6.2.1).

use std::borrow::Cow;
use std::rc::Rc;
use std::sync::Arc;

use urispec::{Uri, UriBuf, UriRef, UriRefBuf};

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

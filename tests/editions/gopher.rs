//! What is sent to a gopher server, and what a Gopher+ string asks for: RFC 1738, 3.4.

use urispec::meaning::{rfc1738::Gopher, rfc1738::Url};
use urispec::meaning::{
    rfc1738::Retrieval::Attributes, rfc1738::Retrieval::DefaultView,
    rfc1738::Retrieval::DirectoryAttributes, rfc1738::Retrieval::FilledForm,
    rfc1738::Retrieval::Form, rfc1738::Retrieval::View,
};

#[track_caller]
fn gopher(text: &str) -> Gopher<'_> {
    match Url::parse(text) {
        Ok(Url::Gopher(gopher)) => gopher,
        other => panic!("{text}: {other:?}"),
    }
}

/// RFC 1738, 6: "embedded encoded delimiters for a given protocol" are not "unencoded before
/// transmission". Of gopher those are the line end and the tab; a filled form has them by 3.4.9.
#[test]
fn gopher_requests_that_are_not_sent() {
    for text in [
        "gopher://h/7s%09a%0D%0AMAIL",
        "gopher://h/7s%09%0a",
        "gopher://h/7s%09%0d",
        "gopher://h/0s%09%09+%0D%0Ab",
        "gopher://h/0s%09q%0D%09+",
        "gopher://h/0s%09%09+%090",
        "gopher://h/0s%09%0A%09+%091%0D%0A+-1%0D%0A.%0D%0A",
        // Nothing follows the last line of a form, and a line ends in both octets.
        "gopher://h/0s%09%09+%091%0D%0A+-1%0D%0Aone%0D%0A.%0D%0AMAIL%0D%0A",
        "gopher://h/0s%09%09+%091%0D%0A+-1%0D%0A.%0D%0AMAIL%0D%0A.%0D%0A",
        "gopher://h/0s%09%09+%091%0D%0A+-1%0D%0Aone%0Atwo%0D%0A.%0D%0A",
        "gopher://h/0s%09%09+%091%0D%0A+-1%0D%0Aone%0D%0A.",
    ] {
        assert_eq!(gopher(text).request(), None, "{text}");
    }
    // A selector holds no such octets (3.4.1).
    for text in ["gopher://h/0a%0Ab", "gopher://h/0a%0db"] {
        assert!(matches!(Url::parse(text), Ok(Url::Other(_))), "{text}");
    }
}

/// RFC 1738, 3.4.4 to 3.4.9.
#[test]
fn gopher_plus_strings() {
    let octets = |names: &[&str]| names.iter().map(|name| name.as_bytes().to_vec()).collect();
    for (string, expected) in [
        ("+", Some(DefaultView)),
        ("?", Some(Form)),
        ("!", Some(Attributes { names: octets(&[]) })),
        ("$", Some(DirectoryAttributes { names: octets(&[]) })),
        ("!+ABSTRACT", Some(Attributes { names: octets(&["+ABSTRACT"]) })),
        ("!+ABSTRACT%20+SMELL", Some(Attributes { names: octets(&["+ABSTRACT", "+SMELL"]) })),
        ("$+VIEWS", Some(DirectoryAttributes { names: octets(&["+VIEWS"]) })),
        (
            "+application/postscript%20Es_ES",
            Some(View { view: b"application/postscript".to_vec(), language: b"Es_ES".to_vec() }),
        ),
        (
            "+%091%0D%0A+-1%0D%0Aone%0D%0A%0D%0Atwo%20b%0D%0A.%0D%0A",
            Some(FilledForm { values: octets(&["one", "", "two b"]) }),
        ),
        ("+%091%0D%0A+-1%0D%0A.%0D%0A", Some(FilledForm { values: octets(&[]) })),
        // No characters are reserved within a gopher-path (3.4.1), so an encoded one is the same.
        ("%2B", Some(DefaultView)),
        ("%3f", Some(Form)),
        ("%21%2BASK", Some(Attributes { names: octets(&["+ASK"]) })),
        ("", None),
        ("x", None),
        ("??", None),
        ("+a", None),
        ("+a%20", None),
        ("+a%20b%20c", None),
        ("!%20", None),
        ("!a%20%20b", None),
        ("!a%0Ab", None),
        ("+%091", None),
    ] {
        let text = format!("gopher://h/0s%09%09{string}");
        assert_eq!(gopher(&text).retrieval(), expected, "{string}");
    }
    assert_eq!(gopher("gopher://h/0s%09!").retrieval(), None);
}

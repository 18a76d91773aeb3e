//! The pack `registry`: what IANA's registries lack, or keep for history.

use urispec_lint::registry::look;
use urispec_lint::{Lint, Pack};

fn found(text: &str) -> Vec<(&'static str, &str)> {
    look(text).iter().map(|one| (one.lint().id(), &text[one.spans()[0].clone()])).collect()
}

#[test]
fn each_with_a_string_and_one_that_is_nearly_so() {
    for (text, expected) in [
        ("x-mine:a", vec![("unregistered-scheme", "x-mine")]),
        ("TEL:+1", vec![]),
        // RFC 7595, 6: one that is built from a domain name needs no registration.
        ("com.example.mything:a", vec![]),
        ("wais://h/a", vec![("historical-scheme", "wais")]),
        ("URN:X-Mine:a", vec![("unregistered-namespace", "X-Mine")]),
        // RFC 8141, 2.1: letter case does not matter.
        ("urn:ISBN:0395363411", vec![]),
        // No namespace identifier is divided off.
        ("urn:isbn", vec![]),
        ("https://h/.well-known/x-mine/b?c", vec![("unregistered-well-known", "x-mine")]),
        ("https://h/.well-known/acme-challenge/b", vec![]),
        // Letter case matters in a path.
        (
            "http://h/.well-known/Acme-Challenge",
            vec![("unregistered-well-known", "Acme-Challenge")],
        ),
        ("https://h/.well-known/", vec![]),
        ("https://h/a/.well-known/x-mine", vec![]),
        // RFC 8615 gives no well-known URIs to `ftp`.
        ("ftp://h/.well-known/x-mine", vec![]),
        ("//h/.well-known/x-mine", vec![]),
        ("a b", vec![]),
        // No names, whatever Appendix B divides off.
        ("a\nb:c", vec![]),
        ("1:a", vec![]),
        ("urn:a\tb:c", vec![]),
        ("http://h/.well-known/a\u{9b}b", vec![]),
        ("", vec![]),
    ] {
        assert_eq!(found(text), expected, "{text}");
    }
}

#[test]
fn the_pack_is_off_until_it_is_named() {
    for lint in Pack::Registry.lints() {
        assert_eq!(Lint::named(lint.id()), Some(*lint));
        assert!(!Lint::all().contains(lint));
        assert!(!lint.citations().is_empty());
    }
    let said = look("x-mine:a")[0].to_string();
    let registry = urispec::registry::Registry::Schemes.updated();
    let expected = format!(
        "IANA's registry of {registry} has no scheme \"x-mine\" (RFC 7595, 6) [unregistered-scheme]"
    );
    assert_eq!(said, expected);
}

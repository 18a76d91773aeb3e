//! Everything in the library that judges whether a string is valid agrees.
//!
//! The oracle is the automaton of the productions for whole strings; for the URL Standard, also `is_valid_domain`
//! (host-writing).

use std::sync::LazyLock;

use urispec::grammar::Acceptor;
use urispec::whatwg::{Url, is_valid_domain};
use urispec::{
    Edition, IriRef, Normalizer, ParseError, Recognizer, Reference, Rung, UriRef, compare_with,
};
use urispec_compare::across::Across;
use urispec_lint::Linter;
use urispec_template::UriTemplate;

/// The schemes whose hosts are domains (url-miscellaneous, special scheme).
const SPECIAL: [&str; 6] = ["ftp", "file", "http", "https", "ws", "wss"];

/// The automata of the productions for whole strings, which are read once.
fn acceptors(edition: Edition) -> &'static [Acceptor] {
    static KNOWN: LazyLock<Vec<(Edition, Vec<Acceptor>)>> = LazyLock::new(|| {
        let of = |edition: Edition| edition.whole().iter().map(Recognizer::acceptor).collect();
        Edition::every().map(|edition| (edition, of(edition))).collect()
    });
    &KNOWN.iter().find(|(known, _)| *known == edition).expect("every edition").1
}

/// Returns whether a string is valid by the automaton, and by the domain parser where the document asks it.
pub(crate) fn is_valid(edition: Edition, text: &str) -> bool {
    let derives = |whole: &Acceptor| whole.accepts(text.as_bytes());
    let is_of_domain = || domain(text).is_none_or(is_valid_domain);
    acceptors(edition).iter().any(derives) && (edition != Edition::Whatwg || is_of_domain())
}

/// Returns the host of a URL string if it has to be a domain. A string without a scheme may have a base whose scheme has
/// opaque hosts.
fn domain(text: &str) -> Option<&str> {
    let (scheme, rest) = if text.starts_with("//") {
        (None, text)
    } else {
        let (scheme, rest) = text.split_once(':')?;
        (Some(scheme), rest)
    };
    let is_special = |scheme: &str| SPECIAL.iter().any(|one| one.eq_ignore_ascii_case(scheme));
    if !scheme.is_none_or(is_special) {
        return None;
    }
    let host = rest.strip_prefix("//")?.split(['/', '?', '#']).next()?;
    if host.starts_with('[') {
        return None;
    }
    let host = host.split(':').next()?;
    let derives = |rule: &str| {
        let production = Edition::Whatwg.production(rule).expect("host-writing");
        production.acceptor().accepts(host.as_bytes())
    };
    let is_opaque = scheme.is_none() && derives("valid-opaque-host-string");
    let is_name = !host.is_empty() && !is_opaque && !derives("valid-IPv4-address-string");
    is_name.then_some(host)
}

/// Asserts that all judgements of one string agree.
pub(crate) fn agree(edition: Edition, text: &str) {
    let is_valid = is_valid(edition, text);
    let context = |who: &str| format!("{edition}: {text:?}: {who}");
    let read = Reference::parse(edition, text);
    assert_eq!(read.is_ok(), is_valid, "{}", context("Reference::parse"));
    let accepts = |whole: &Recognizer| whole.accepts(text.as_bytes());
    assert_eq!(edition.whole().iter().any(accepts), is_valid, "{}", context("Recognizer::accepts"));
    let checks = |whole: &Recognizer| whole.check(text).is_ok() && whole.reference(text).is_ok();
    assert_eq!(edition.whole().iter().any(checks), is_valid, "{}", context("Recognizer::check"));
    assert_eq!(edition.deriving(text).is_ok(), is_valid, "{}", context("Edition::deriving"));
    let read_by = edition.reading(text);
    assert_eq!(read_by.tree(text).is_ok(), is_valid, "{}", context("Recognizer::tree"));
    assert_eq!(read_by.pest_tree(text).is_ok(), is_valid, "{}", context("Recognizer::pest_tree"));
    match edition {
        Edition::Rfc3986 => {
            assert_eq!(UriRef::parse(text).is_ok(), is_valid, "{}", context("UriRef::parse"));
        }
        Edition::Rfc3987 => {
            assert_eq!(IriRef::parse(text).is_ok(), is_valid, "{}", context("IriRef::parse"));
        }
        Edition::Rfc6570 => {
            assert_eq!(UriTemplate::parse(text).is_ok(), is_valid, "{}", context("UriTemplate"));
        }
        Edition::Whatwg if is_valid && read.as_ref().is_ok_and(|read| read.scheme().is_some()) => {
            assert!(Url::parse(text).is_ok(), "{}", context("the URL parser"));
        }
        _ => {}
    }
    if let Err(ParseError::Syntax(error)) = &read {
        assert!(error.explain(text).is_some(), "{}", context("explain"));
    }
    let across = Across::new().editions(&[edition]).ask(text);
    assert_eq!(across.each()[0].is_valid(), is_valid, "{}", context("Across"));

    let Ok(reference) = read else { return };
    let normalizer = Normalizer::from_edition(edition).to(Rung::Protocol);
    let normal = normalizer.normalize(reference);
    assert!(
        Reference::parse(edition, normal.as_str()).is_ok(),
        "{}",
        context(&format!("the normal form {normal}"))
    );
    assert_eq!(
        compare_with(&normalizer, reference, reference).rung(),
        Some(Rung::String),
        "{}",
        context("compare")
    );
    for finding in Linter::from_edition(edition).lint_across(reference) {
        let is_within = |span: &std::ops::Range<usize>| text.get(span.clone()).is_some();
        assert!(finding.spans().iter().all(is_within), "{}", context(finding.lint().id()));
    }
}

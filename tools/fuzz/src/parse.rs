//! Parsing: the scan, the table of the automaton and two peers agree.
//!
//! The input is text, checked as `URI-reference` of RFC 3986 and as `IRI-reference` of RFC 3987. The laws:
//!
//! - the scan and the table have the same verdict, and the same place of the error;
//! - every function that parses has the verdict of the scan;
//! - components are those of Appendix B, and recompose to the string (5.3);
//! - fluent-uri and oxiri have the verdict of the scan, and its five components.
//!
//! Neither peer departs from the document here, so no departures are listed. The place of an error is not
//! compared with peers: fluent-uri reports where the wrong part begins, such as the `%` of a triplet or the `[` of an
//! address, and oxiri reports none.

use std::sync::LazyLock;

use urispec::generic::{Ascii, Letters, RiRef, RiRefBuf, Ucs};
use urispec::grammar::Acceptor;
use urispec::{Edition, Iri, IriRef, ParseError, Reference, Uri, UriRef, split};

use crate::input;
use crate::parts::parts;

static TABLES: LazyLock<[Acceptor; 2]> = LazyLock::new(|| {
    [(Edition::Rfc3986, "URI-reference"), (Edition::Rfc3987, "IRI-reference")].map(
        |(edition, rule)| {
            edition.production(rule).expect("a production of its document").acceptor()
        },
    )
});

/// Checks the laws of this module.
pub fn holds(data: &[u8]) {
    let Some(text) = input::text(data) else { return };
    let [uris, iris] = &*TABLES;
    let is_uri = check_parsers::<Ascii>(text, uris);
    let is_iri = check_parsers::<Ucs>(text, iris);
    // RFC 3987, 2.1: "by extending the class of unreserved characters".
    assert!(is_iri || !is_uri, "{text:?}: a URI reference is an IRI reference");
    let has_scheme = |scheme: Option<&str>| scheme.is_some();
    let uri = UriRef::parse(text).ok();
    let iri = IriRef::parse(text).ok();
    // 4.1: a reference is a URI if it has a scheme.
    assert_eq!(
        Uri::parse(text).is_ok(),
        uri.is_some_and(|uri| has_scheme(uri.scheme())),
        "{text:?}"
    );
    assert_eq!(
        Iri::parse(text).is_ok(),
        iri.is_some_and(|iri| has_scheme(iri.scheme())),
        "{text:?}"
    );

    let [uri, iri] = [uri.as_deref().map(five), iri.as_deref().map(five)];
    assert_eq!(fluent_uri(text), uri, "{text:?}: fluent-uri, then the scan of URIs");
    assert_eq!(fluent_iri(text), iri, "{text:?}: fluent-uri, then the scan of IRIs");
    assert_eq!(oxiri(text), iri, "{text:?}: oxiri, then the scan of IRIs");
}

/// Checks that every function that parses has the verdict of the table. Returns whether the text is a reference.
fn check_parsers<L: Letters>(text: &str, table: &Acceptor) -> bool {
    let scan = RiRef::<L>::parse(text);
    // The error is at a character, not at one of its bytes.
    let offset = table.offset(text.as_bytes()).map(|at| text.floor_char_boundary(at));
    assert_eq!(scan.as_ref().err().and_then(ParseError::offset), offset, "{text:?}: the place");
    assert_eq!(scan.is_ok(), offset.is_none(), "{text:?}: the verdict");
    let constant = RiRef::<L>::parse_const(text);
    assert_eq!(constant.is_ok(), scan.is_ok(), "{text:?}: when compiling");
    let owned = RiRefBuf::<L>::try_from(text.to_owned());
    match scan {
        Ok(scan) => {
            let owned = owned.expect("a string that parses in place also parses when owned");
            assert_eq!(owned.components(), scan.components(), "{text:?}");
            let constant = constant.expect("a string that parses also parses in a constant");
            assert_eq!(parts(&constant), parts(&scan), "{text:?}");
            assert_eq!(scan.components(), split(text), "{text:?}: Appendix B");
            assert_eq!(scan.components().to_string(), text, "5.3");
            let joined = scan.segments().collect::<Vec<_>>().join("/");
            let slash = if scan.path().starts_with('/') { "/" } else { "" };
            assert_eq!(format!("{slash}{joined}"), scan.path(), "{text:?}: the segments");
            true
        }
        Err(error) => {
            assert_eq!(owned.expect_err("what is refused").into_input(), text);
            let explanation = error.explain(text);
            assert!(!explanation.is_empty(), "{text:?}: no explanation");
            false
        }
    }
}

fn fluent_uri(text: &str) -> Option<Five<'_>> {
    let uri = fluent_uri::UriRef::parse(text).ok()?;
    Some([
        uri.scheme().map(|scheme| scheme.as_str()),
        uri.authority().map(|authority| authority.as_str()),
        Some(uri.path().as_str()),
        uri.query().map(|query| query.as_str()),
        uri.fragment().map(|fragment| fragment.as_str()),
    ])
}

fn fluent_iri(text: &str) -> Option<Five<'_>> {
    let iri = fluent_uri::IriRef::parse(text).ok()?;
    Some([
        iri.scheme().map(|scheme| scheme.as_str()),
        iri.authority().map(|authority| authority.as_str()),
        Some(iri.path().as_str()),
        iri.query().map(|query| query.as_str()),
        iri.fragment().map(|fragment| fragment.as_str()),
    ])
}

fn oxiri(text: &str) -> Option<Five<'_>> {
    let iri = oxiri::IriRef::parse(text).ok()?;
    // The texts are parts of the input and live as long.
    let within = |part: &str| {
        let begin = part.as_ptr().addr() - text.as_ptr().addr();
        &text[begin..begin + part.len()]
    };
    Some([
        iri.scheme().map(within),
        iri.authority().map(within),
        Some(within(iri.path())),
        iri.query().map(within),
        iri.fragment().map(within),
    ])
}

/// Scheme, authority, path, query, fragment: the five that peers report too.
type Five<'t> = [Option<&'t str>; 5];

fn five<'i>(reference: &Reference<'i>) -> Five<'i> {
    let found = reference.components();
    [found.scheme, found.authority, Some(found.path), found.query, found.fragment]
}

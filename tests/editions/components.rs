//! The strings that the documents print, and the components of each.

use std::collections::HashSet;

use urispec::{Components, Edition, Reference, split};
use urispec_audit::{Claim, Examples};

/// A string, its scheme, authority, path, query and fragment.
type Row = (
    &'static str,
    Option<&'static str>,
    Option<&'static str>,
    &'static str,
    Option<&'static str>,
    Option<&'static str>,
);

/// Worked out by hand. What several documents print stands here once.
#[rustfmt::skip]
const PRINTED: &[Row] = &[
    ("../x", None, None, "../x", None, None),
    ("./this:that", None, None, "./this:that", None, None),
    ("DAV:", Some("DAV"), None, "", None, None),
    ("about:", Some("about"), None, "", None, None),
    ("eXAMPLE://a/./b/../b/c/%7a", Some("eXAMPLE"), Some("a"), "/./b/../b/c/%7a", None, None),
    ("example://a/b/c/%7A", Some("example"), Some("a"), "/b/c/%7A", None, None),
    ("foo:/bar", Some("foo"), None, "/bar", None, None),
    ("foo:bar", Some("foo"), None, "bar", None, None),
    ("ftp://ds.internic.net/rfc/", Some("ftp"), Some("ds.internic.net"), "/rfc/", None, None),
    ("ftp://ftp.is.co.za/rfc/rfc1808.txt", Some("ftp"), Some("ftp.is.co.za"), "/rfc/rfc1808.txt", None, None),
    ("gopher://gopher.tc.umn.edu:70/11/Mailing%20Lists/", Some("gopher"), Some("gopher.tc.umn.edu:70"), "/11/Mailing%20Lists/", None, None),
    ("gopher://spinaltap.micro.umn.edu/00/Weather/California/Los%20Angeles", Some("gopher"), Some("spinaltap.micro.umn.edu"), "/00/Weather/California/Los%20Angeles", None, None),
    ("http://a/b/c/d;p?q", Some("http"), Some("a"), "/b/c/d;p", Some("q"), None),
    ("http://a/b/c/d;p?q#f", Some("http"), Some("a"), "/b/c/d;p", Some("q"), Some("f")),
    ("http://ds.internic.net/instructions/overview.html#WARNING", Some("http"), Some("ds.internic.net"), "/instructions/overview.html", None, Some("WARNING")),
    ("http://example.com/", Some("http"), Some("example.com"), "/", None, None),
    ("http://example.com/data", Some("http"), Some("example.com"), "/data", None, None),
    ("http://example.com/data/", Some("http"), Some("example.com"), "/data/", None, None),
    ("http://example.com:80/", Some("http"), Some("example.com:80"), "/", None, None),
    ("http://larry.masinter.net/", Some("http"), Some("larry.masinter.net"), "/", None, None),
    ("http://test.com/", Some("http"), Some("test.com"), "/", None, None),
    ("http://www.XEROX.com", Some("http"), Some("www.XEROX.com"), "", None, None),
    ("http://www.apache.org/~fielding/", Some("http"), Some("www.apache.org"), "/~fielding/", None, None),
    ("http://www.example.com&story=breaking_news@10.0.0.1/top_story.htm", Some("http"), Some("www.example.com&story=breaking_news@10.0.0.1"), "/top_story.htm", None, None),
    ("http://www.ics.uci.edu/Test/a/b/c", Some("http"), Some("www.ics.uci.edu"), "/Test/a/b/c", None, None),
    ("http://www.ics.uci.edu/Test/a/x", Some("http"), Some("www.ics.uci.edu"), "/Test/a/x", None, None),
    ("http://www.ics.uci.edu/pub/ietf/html/", Some("http"), Some("www.ics.uci.edu"), "/pub/ietf/html/", None, None),
    ("http://www.ics.uci.edu/pub/ietf/uri/#Related", Some("http"), Some("www.ics.uci.edu"), "/pub/ietf/uri/", None, Some("Related")),
    ("http://www.ics.uci.edu/pub/ietf/uri/historical.html#WARNING", Some("http"), Some("www.ics.uci.edu"), "/pub/ietf/uri/historical.html", None, Some("WARNING")),
    ("http://www.ietf.org/ietf/1id-abstracts.txt", Some("http"), Some("www.ietf.org"), "/ietf/1id-abstracts.txt", None, None),
    ("http://www.ietf.org/rfc/rfc2396.txt", Some("http"), Some("www.ietf.org"), "/rfc/rfc2396.txt", None, None),
    ("http://www.ietf.org/shadow.html", Some("http"), Some("www.ietf.org"), "/shadow.html", None, None),
    ("http://www.math.uio.no/faq/compression-faq/part1.html", Some("http"), Some("www.math.uio.no"), "/faq/compression-faq/part1.html", None, None),
    ("http://www.w3.org/Addressing/", Some("http"), Some("www.w3.org"), "/Addressing/", None, None),
    ("http://www.w3.org/People/Berners-Lee/", Some("http"), Some("www.w3.org"), "/People/Berners-Lee/", None, None),
    ("http://www.w3.org/pub/WWW/", Some("http"), Some("www.w3.org"), "/pub/WWW/", None, None),
    ("http://www.xerox.com", Some("http"), Some("www.xerox.com"), "", None, None),
    ("mailto:John.Doe@example.com", Some("mailto"), None, "John.Doe@example.com", None, None),
    ("mailto:mduerst@ifi.unizh.ch", Some("mailto"), None, "mduerst@ifi.unizh.ch", None, None),
    ("news:comp.infosystems.www.servers.unix", Some("news"), None, "comp.infosystems.www.servers.unix", None, None),
    ("telnet://melvyl.ucop.edu/", Some("telnet"), Some("melvyl.ucop.edu"), "/", None, None),
    ("this:that", Some("this"), None, "that", None, None),
    ("www.w3.org/Addressing/", None, None, "www.w3.org/Addressing/", None, None),
];

/// RFC 1630 alone has no authority: what "//" begins is a path (8).
fn with_authority() -> impl Iterator<Item = Edition> {
    Edition::ALL.iter().copied().filter(|edition| *edition != Edition::Rfc1630)
}

/// Appendix B finds them, and so does every edition that derives the string.
#[test]
fn of_printed_strings() {
    for &(text, scheme, authority, path, query, fragment) in PRINTED {
        let components = Components { scheme, authority, path, query, fragment };
        assert_eq!(split(text), components, "{text}");
        for edition in with_authority() {
            if let Ok(reference) = Reference::parse(edition, text) {
                assert_eq!(reference.components(), components, "{edition}: {text}");
            }
        }
    }
}

/// The strings of `grammar/EDITION.examples`: those that it calls instances of the default
/// production, and of its tables bases, references and targets.
fn printed(edition: Edition) -> Vec<&'static str> {
    let default = edition.whole_rules()[0];
    let all = Examples::read(edition.id(), edition.examples()).unwrap().all;
    let strings = all.into_iter().flat_map(|one| match one.claim {
        Claim::Instance { rule, text } if rule == default => vec![text],
        Claim::Target { base, reference, target, .. } => vec![base, reference, target],
        _ => vec![],
    });
    let mut strings: Vec<_> = strings.filter(|text| !text.starts_with("(current")).collect();
    strings.sort_unstable();
    strings.dedup();
    strings
}

/// What a document has in its tables and its own grammar does not derive: a listed finding.
fn underived(edition: Edition) -> HashSet<&'static str> {
    let all = Examples::read(edition.id(), edition.examples()).unwrap().all;
    let found = all.into_iter().filter(|one| one.reason.is_some());
    let strings = found.filter_map(|one| match one.claim {
        Claim::Instance { rule, text } if rule == edition.whole_rules()[0] => Some(text),
        _ => None,
    });
    strings.collect()
}

/// The components of each are those that Appendix B finds.
#[test]
fn of_every_example() {
    for edition in with_authority() {
        let underived = underived(edition);
        for text in printed(edition) {
            let found = Reference::parse(edition, text);
            assert_eq!(found.is_err(), underived.contains(text), "{edition}: {text}");
            if let Ok(reference) = found {
                assert_eq!(reference.components(), split(text), "{edition}: {text}");
            }
        }
    }
    // C.1 resolves it, and a relativeURI has no empty path.
    assert!(underived(Edition::Rfc2396).contains("?y"));
}

//! draft-fielding-uri-rfc2396bis-01.

use std::net::Ipv6Addr;

use urispec::audit::bnf::Notation;
use urispec::{Edition, Normalizer, Reference, Rung, split};

use crate::support;

const EDITION: Edition = Edition::Rfc2396bis01;
const WHOLE: &str = "URI-reference";

#[test]
fn the_grammar_is_as_printed() {
    support::is_as_printed(EDITION.grammars()[0], Notation::Abnf);
    support::quotes_the_document(EDITION.grammars()[0]);
    assert_eq!(support::never_taken(EDITION.grammars()[0]), []);
}

#[test]
fn printed_examples() {
    #[track_caller]
    fn is(text: &str, scheme: Option<&str>, authority: Option<&str>, path: &str) {
        support::example(EDITION, text, scheme, authority, path, None, None);
    }
    let http = Some("http");
    // Status of the memo; addresses of the authors
    is(
        "http://www.ietf.org/ietf/1id-abstracts.txt",
        http,
        Some("www.ietf.org"),
        "/ietf/1id-abstracts.txt",
    );
    is("http://www.ietf.org/shadow.html", http, Some("www.ietf.org"), "/shadow.html");
    is("http://www.w3.org/People/Berners-Lee/", http, Some("www.w3.org"), "/People/Berners-Lee/");
    is("http://www.apache.org/~fielding/", http, Some("www.apache.org"), "/~fielding/");
    is("http://larry.masinter.net/", http, Some("larry.masinter.net"), "/");
    // 1.3
    is("ftp://ftp.is.co.za/rfc/rfc1808.txt", Some("ftp"), Some("ftp.is.co.za"), "/rfc/rfc1808.txt");
    is(
        "gopher://gopher.tc.umn.edu:70/11/Mailing%20Lists/",
        Some("gopher"),
        Some("gopher.tc.umn.edu:70"),
        "/11/Mailing%20Lists/",
    );
    is("http://www.ietf.org/rfc/rfc2396.txt", http, Some("www.ietf.org"), "/rfc/rfc2396.txt");
    is("mailto:John.Doe@example.com", Some("mailto"), None, "John.Doe@example.com");
    is(
        "news:comp.infosystems.www.servers.unix",
        Some("news"),
        None,
        "comp.infosystems.www.servers.unix",
    );
    is("telnet://melvyl.ucop.edu/", Some("telnet"), Some("melvyl.ucop.edu"), "/");
    // 5: the colon of the first is taken for that of a scheme.
    is("this:that", Some("this"), None, "that");
    is("./this:that", None, None, "./this:that");
    // 6.2
    is("example://a/b/c/%7A", Some("example"), Some("a"), "/b/c/%7A");
    is("eXAMPLE://a/./b/../b/c/%7a", Some("eXAMPLE"), Some("a"), "/./b/../b/c/%7a");
    is("http://example.com/", http, Some("example.com"), "/");
    is("http://example.com:80/", http, Some("example.com:80"), "/");
    is("http://example.com/data", http, Some("example.com"), "/data");
    is("http://example.com/data/", http, Some("example.com"), "/data/");
    // 7.5
    is(
        "http://www.example.com&story=breaking_news@10.0.0.1/top_story.htm",
        http,
        Some("www.example.com&story=breaking_news@10.0.0.1"),
        "/top_story.htm",
    );
    // D, E, F
    is("../x", None, None, "../x");
    is("http://www.w3.org/Addressing/", http, Some("www.w3.org"), "/Addressing/");
    is("ftp://ds.internic.net/rfc/", Some("ftp"), Some("ds.internic.net"), "/rfc/");
    is("www.w3.org/Addressing/", None, None, "www.w3.org/Addressing/");
    is("http://", http, Some(""), "");
    // G.2: hier-part may be empty.
    is("DAV:", Some("DAV"), None, "");
    is("about:", Some("about"), None, "");
    // B, C, E
    support::example(
        EDITION,
        "http://www.ics.uci.edu/pub/ietf/uri/#Related",
        http,
        Some("www.ics.uci.edu"),
        "/pub/ietf/uri/",
        None,
        Some("Related"),
    );
    support::example(EDITION, "http://a/b/c/d;p?q", http, Some("a"), "/b/c/d;p", Some("q"), None);
    support::example(
        EDITION,
        "http://www.ics.uci.edu/pub/ietf/uri/historical.html#WARNING",
        http,
        Some("www.ics.uci.edu"),
        "/pub/ietf/uri/historical.html",
        None,
        Some("WARNING"),
    );
}

/// Appendix C, both tables: every reference and every kind of result.
#[test]
fn printed_resolutions_are_references() {
    for text in [
        "g:h",
        "g",
        "./g",
        "g/",
        "/g",
        "//g",
        "?y",
        "g?y",
        "#s",
        "g#s",
        "g?y#s",
        ";x",
        "g;x",
        "g;x?y#s",
        ".",
        "./",
        "..",
        "../",
        "../g",
        "../..",
        "../../",
        "../../g",
        "",
        "../../../g",
        "../../../../g",
        "/./g",
        "/../g",
        "g.",
        ".g",
        "g..",
        "..g",
        "./../g",
        "./g/.",
        "g/./h",
        "g/../h",
        "g;x=1/./y",
        "g;x=1/../y",
        "g?y/./x",
        "g?y/../x",
        "g#s/./x",
        "g#s/../x",
        "http:g",
        "http://a/b/c/d;p?y",
        "http://a/b/c/g?y/../x",
        "http://a/../../g",
    ] {
        assert_eq!(support::reference(EDITION, text).components(), split(text), "{text}");
    }
}

/// 7.5: the host is the address, and what looks like one is the userinfo.
#[test]
fn printed_misleading_userinfo() {
    let text = "http://www.example.com&story=breaking_news@10.0.0.1/top_story.htm";
    let userinfo = "www.example.com&story=breaking_news";
    let host = ("IPv4address", "10.0.0.1");
    assert_eq!(support::authority(EDITION, text), (Some(userinfo), Some(host), None));
    let text = "gopher://gopher.tc.umn.edu:70/11/Mailing%20Lists/";
    let host = ("hostname", "gopher.tc.umn.edu");
    assert_eq!(support::authority(EDITION, text), (None, Some(host), Some("70")));
}

#[test]
fn authorities() {
    assert_eq!(
        support::authority(EDITION, "//u:p@[::1]:80/c"),
        (Some("u:p"), Some(("IPv6address", "[::1]")), Some("80"))
    );
    assert_eq!(
        support::authority(EDITION, "//1.2.3.4:"),
        (None, Some(("IPv4address", "1.2.3.4")), Some(""))
    );
    // Dotted numbers that are no address are a hostname, whose labels may begin with a digit.
    for host in ["1.2.3.256", "1.2.3.04", "1.2.3", "1.2.3.4.5", "1.2.3.4a", "1", "a.b.", "a.1"] {
        let text = format!("//{host}");
        assert_eq!(support::authority(EDITION, &text), (None, Some(("hostname", host)), None));
    }
    let label = "a".repeat(63);
    let text = format!("//{label}.{label}.");
    assert_eq!(support::authority(EDITION, &text).1, Some(("hostname", &text[2..])));
    // A label has at most 63 characters, and only one that begins with a letter has a "." after it.
    for name in [&*format!("{label}a"), &format!("a.{label}a."), "1.2.3.4.", "a.", "a_b", "u@"] {
        let text = format!("//{name}");
        assert_eq!(support::authority(EDITION, &text), (None, None, None), "{name}");
        assert_eq!(support::reference(EDITION, &text).authority(), Some(name));
    }
    assert_eq!(support::authority(EDITION, "//?q"), (None, None, None));
    let address = |text| support::reference(EDITION, text).host().unwrap().address();
    assert_eq!(address("//127.0.0.1"), Some([127, 0, 0, 1].into()));
    assert_eq!(address("//[::1]"), Some(Ipv6Addr::LOCALHOST.into()));
    assert_eq!(address("//127.0.0.256"), None);
    // "This is the only place where square-bracket characters are allowed" (3.2.2).
    for text in ["//[::1", "//[::1]a", "//[]", "//a[", "//[v1.a]", "/[", "a:/[", "?[", "#["] {
        assert!(Reference::parse(EDITION, WHOLE, text).is_err(), "{text}");
    }
}

/// The grammar's derivation has no query where Appendix B finds one within an opaque part.
#[test]
fn components_are_those_of_appendix_b_but_for_opaque_parts() {
    let differ = support::not_as_split(EDITION, "a1!@:/?#[", 4);
    assert_eq!(differ, ["a:a?", "a:1?", "a:!?", "a:@?", "a::?", "a:?[", "a:[?"]);
    for text in &differ {
        let opaque = support::reference(EDITION, text).opaque_part();
        assert_eq!(opaque, Some(&text[2..]));
    }
}

#[test]
fn opaque_parts() {
    let reference = |text| support::reference(EDITION, text);
    assert_eq!(
        reference("mailto:John.Doe@example.com").opaque_part(),
        Some("John.Doe@example.com")
    );
    assert_eq!(reference("a:b?c#d").opaque_part(), Some("b?c"));
    assert_eq!((reference("a:b?c#d").path(), reference("a:b?c#d").query()), ("b?c", None));
    // A query alone is a hier-part, unless it holds what only an opaque part may.
    assert_eq!((reference("a:?b").opaque_part(), reference("a:?b").query()), (None, Some("b")));
    assert_eq!((reference("a:?[").opaque_part(), reference("a:?[").query()), (Some("?["), None));
    assert_eq!(reference("a:").opaque_part(), None);
}

/// "Hierarchical URI schemes" give dots their meaning (6.2.2.3), and hostnames ignore case.
#[test]
fn opaque_parts_and_registered_names_are_left_alone() {
    let normal = |text| {
        let normalizer = Normalizer::of(EDITION).to(Rung::Scheme);
        normalizer.normalize(&support::reference(EDITION, text)).to_string()
    };
    assert_eq!(normal("eXAMPLE://a/./b/../b/c/%7a"), normal("example://a/b/c/%7A"));
    assert_eq!(normal("HTTP://A.B:80/C"), "http://a.b/C");
    assert_eq!(normal("HTTP://A_B/C"), "http://A_B/C");
    assert_eq!(normal("A:b/../c"), "a:b/../c");
    assert_eq!(normal("A:b/../%63"), "a:b/../c");
}

#[test]
fn trees() {
    support::trees_by_theme(
        EDITION,
        &[
            (
                "components",
                &[
                    (WHOLE, "http://www.ics.uci.edu/pub/ietf/uri/#Related"),
                    (WHOLE, "http://a/b/c/d;p?q"),
                    (WHOLE, "a:/b?c#d"),
                    (WHOLE, "a+-.1://h?q/?#f/?"),
                ],
            ),
            (
                "opaque",
                &[
                    (WHOLE, "mailto:John.Doe@example.com"),
                    (WHOLE, "a:b?c#d"),
                    (WHOLE, "a:?["),
                    (WHOLE, "a:?b"),
                    (WHOLE, "a:[/]"),
                ],
            ),
            (
                "server",
                &[
                    (WHOLE, "http://www.example.com&story=breaking_news@10.0.0.1/top_story.htm"),
                    (WHOLE, "//u:p@h:80"),
                    (WHOLE, "//@h:"),
                    (WHOLE, "//"),
                    (WHOLE, "///b"),
                ],
            ),
            (
                "registry",
                &[
                    (WHOLE, "//a_b/c"),
                    (WHOLE, "//a:b"),
                    (WHOLE, "//u@"),
                    (WHOLE, "//a."),
                    (WHOLE, "//1.2.3.4."),
                ],
            ),
            (
                "hosts",
                &[
                    (WHOLE, "//a-b.1.c2-d"),
                    (WHOLE, "//a.b."),
                    (WHOLE, "//a.b.c.:8"),
                    (WHOLE, "//1.2.3.4"),
                    (WHOLE, "//255.249.199.90:1"),
                    (WHOLE, "//1.2.3.256"),
                    (WHOLE, "//1.2.3.4a"),
                    (WHOLE, "//1.2.3.4.5"),
                ],
            ),
            (
                "ipv6",
                &[
                    (WHOLE, "//[::1]:80"),
                    (WHOLE, "//u@[1:2:3:4:5:6:7:8]"),
                    ("IPv6address", "1:2:3:4:5:6:1.2.3.4"),
                    ("IPv6address", "::2:3:4:5:6:7:8"),
                    ("IPv6address", "1::3:4:5:6:7:8"),
                    ("IPv6address", "1:2::4:5:6:7:8"),
                    ("IPv6address", "1:2:3::5:6:7:8"),
                    ("IPv6address", "1:2:3:4::6:7:8"),
                    ("IPv6address", "1:2:3:4:5::7:8"),
                    ("IPv6address", "1:2:3:4:5:6::8"),
                    ("IPv6address", "1:2:3:4:5:6:7::"),
                    ("IPv6address", "::"),
                ],
            ),
            (
                "paths",
                &[
                    (WHOLE, "/b;c;d=e/;/f;"),
                    (WHOLE, "a:/b//c/"),
                    (WHOLE, "/:@&=+$,"),
                    (WHOLE, "/%2F;%3b"),
                ],
            ),
            (
                "relative",
                &[
                    (WHOLE, "g"),
                    (WHOLE, "../g"),
                    (WHOLE, "/g"),
                    (WHOLE, "//g"),
                    (WHOLE, "?y"),
                    (WHOLE, ";x?y#s"),
                    (WHOLE, "./this:that"),
                ],
            ),
            ("empty", &[(WHOLE, ""), (WHOLE, "#"), (WHOLE, "?#"), (WHOLE, "/"), (WHOLE, "DAV:")]),
            // No reference has these in its tree: what nothing uses, and classes of characters.
            (
                "by-rule",
                &[
                    ("absolute-URI-reference", "a:b#c"),
                    ("path", "/a;b/c"),
                    ("path", "a/b?c"),
                    ("path", ""),
                    ("uric", "["),
                    ("reserved", "]"),
                    ("unreserved", "~"),
                    ("mark", "'"),
                    ("escaped", "%4a"),
                    ("delims", "\""),
                    ("unwise", "\\"),
                    ("uric-no-slash", "?"),
                    ("alphanum", "0"),
                    ("pchar", "%4a"),
                ],
            ),
        ],
    );
}

#[test]
fn long_inputs() {
    support::long_inputs(EDITION, &["", "//", "a:b", "//a@", "a:?"]);
}

//! draft-fielding-url-syntax-05.

use urispec::audit::bnf::Notation;
use urispec::{Edition, Node, Reference, split};

use crate::support;

const EDITION: Edition = Edition::UrlSyntax05;
const WHOLE: &str = "URL-reference";

#[test]
fn the_grammar_is_as_printed() {
    support::is_as_printed(EDITION.grammars()[0], Notation::Bnf);
    support::quotes_the_document(EDITION.grammars()[0]);
}

/// "A reference is parsed as if it is a generic-URL" (4.4), and every opaque-URL is one.
#[test]
fn an_opaque_url_is_never_taken() {
    let never = support::never_taken(EDITION.grammars()[0]);
    assert_eq!(never, [("absoluteURL".to_owned(), "opaque_URL".to_owned())]);
}

#[test]
fn printed_examples() {
    #[track_caller]
    fn is(text: &str, scheme: Option<&str>, site: Option<&str>, path: &str) {
        support::example(EDITION, text, scheme, site, path, None, None);
    }
    // 1.3
    is("ftp://ftp.is.co.za/rfc/rfc1808.txt", Some("ftp"), Some("ftp.is.co.za"), "/rfc/rfc1808.txt");
    is(
        "gopher://spinaltap.micro.umn.edu/00/Weather/California/Los%20Angeles",
        Some("gopher"),
        Some("spinaltap.micro.umn.edu"),
        "/00/Weather/California/Los%20Angeles",
    );
    is(
        "http://www.math.uio.no/faq/compression-faq/part1.html",
        Some("http"),
        Some("www.math.uio.no"),
        "/faq/compression-faq/part1.html",
    );
    is("mailto:mduerst@ifi.unizh.ch", Some("mailto"), None, "mduerst@ifi.unizh.ch");
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
    // 5.1.1, 6
    is("http://www.ics.uci.edu/Test/a/b/c", Some("http"), Some("www.ics.uci.edu"), "/Test/a/b/c");
    is("http://www.XEROX.com", Some("http"), Some("www.XEROX.com"), "");
    is("http://www.xerox.com", Some("http"), Some("www.xerox.com"), "");
    // D, E
    is("../x", None, None, "../x");
    is("http://www.ics.uci.edu/Test/a/x", Some("http"), Some("www.ics.uci.edu"), "/Test/a/x");
    is("http://test.com/", Some("http"), Some("test.com"), "/");
    is("http://www.w3.org/pub/WWW/", Some("http"), Some("www.w3.org"), "/pub/WWW/");
    is("ftp://ds.internic.net/rfc/", Some("ftp"), Some("ds.internic.net"), "/rfc/");
    // F.2: different from each other.
    is("foo:/bar", Some("foo"), None, "/bar");
    is("foo:bar", Some("foo"), None, "bar");
    // B, C, E
    support::example(
        EDITION,
        "http://www.ics.uci.edu/pub/ietf/uri/#Related",
        Some("http"),
        Some("www.ics.uci.edu"),
        "/pub/ietf/uri/",
        None,
        Some("Related"),
    );
    support::example(
        EDITION,
        "http://ds.internic.net/instructions/overview.html#WARNING",
        Some("http"),
        Some("ds.internic.net"),
        "/instructions/overview.html",
        None,
        Some("WARNING"),
    );
    support::example(
        EDITION,
        "http://a/b/c/d;p?q",
        Some("http"),
        Some("a"),
        "/b/c/d;p",
        Some("q"),
        None,
    );
}

/// 4.3.1: an empty user name or password is different from none.
#[test]
fn printed_users_and_passwords() {
    let host = Some(("hostname", "host.com"));
    let authority = |text| support::authority(EDITION, text);
    assert_eq!(authority("ftp://@host.com/"), (Some(""), host, None));
    assert_eq!(authority("ftp://host.com/"), (None, host, None));
    assert_eq!(authority("ftp://foo:@host.com/"), (Some("foo:"), host, None));
    let parts = |text| {
        let tree = Node::parse(EDITION, WHOLE, text).unwrap();
        let named = |rule: &str| {
            let mut nodes = tree.walk().map(|(_, node)| node);
            nodes.find(|node| node.rule() == rule).map(|node| node.text().to_owned())
        };
        (named("user"), named("password"))
    };
    assert_eq!(parts("ftp://@host.com/"), (Some(String::new()), None));
    assert_eq!(parts("ftp://host.com/"), (None, None));
    assert_eq!(parts("ftp://foo:@host.com/"), (Some("foo".to_owned()), Some(String::new())));
}

/// Appendix C, both tables: every reference and every result that is a URL.
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
        "http:",
        "http://a/../b/c",
        "http://a/b/c/g?y/x",
        "http://a/../../g",
        "http://a/b/c/;x",
        "http://a/b/c/?y",
    ] {
        assert_eq!(support::reference(EDITION, text).components(), split(text), "{text}");
    }
}

#[test]
fn authorities() {
    let authority = |text| support::authority(EDITION, text);
    assert_eq!(authority("//u:p@a.b:80/c"), (Some("u:p"), Some(("hostname", "a.b")), Some("80")));
    assert_eq!(authority("//1.2.3.999"), (None, Some(("hostnumber", "1.2.3.999")), None));
    assert_eq!(authority("//a:/"), (None, Some(("hostname", "a")), Some("")));
    // An empty site has no host.
    assert_eq!(support::reference(EDITION, "///a").authority(), Some(""));
    assert_eq!(authority("///a"), (None, None, None));
    let address = |text| support::reference(EDITION, text).host().unwrap().address();
    assert_eq!(address("//127.0.0.1"), Some([127, 0, 0, 1].into()));
    assert_eq!(address("//127.0.0.999"), None);
    assert_eq!(address("//localhost"), None);
}

/// The grammar derives a path where no site makes up what comes before the next "/". The components
/// are Appendix B's all the same: "the site component wins" (4.4).
#[test]
fn a_path_may_begin_with_two_slashes() {
    for (text, path, query) in
        [("//a_b/c", "//a_b/c", None), ("//h?q", "//h", Some("q")), ("x://a.b.", "//a.b.", None)]
    {
        let tree = Node::parse(EDITION, WHOLE, text).unwrap();
        let derived = Reference::try_from(&tree).unwrap();
        assert_eq!(derived.authority(), None, "{text}");
        assert_eq!((derived.path(), derived.query()), (path, query), "{text}");
        assert_eq!(derived.host(), None);
        assert!(split(text).authority.is_some());
        assert_eq!(support::reference(EDITION, text).components(), split(text), "{text}");
        assert_eq!(Reference::of_tree(EDITION, &tree).unwrap().components(), split(text), "{text}");
    }
    // The query lies within the tree of the path.
    assert_eq!(support::reference(EDITION, "//h/p?q#f").path(), "/p");
    assert_eq!(support::reference(EDITION, "x:p?q").query(), Some("q"));
}

/// Appendix B is the "test oracle" of 4.4, and so the components of a reference are those that it
/// finds. The grammar derives others: the shortest strings have a scheme or a site that is none.
#[test]
fn components_are_those_of_appendix_b() {
    assert_eq!(support::not_as_split(EDITION, "a1!@:/?#", 4), [""; 0]);
    for (text, path) in
        [("!:", "!:"), ("//1", "//1"), ("//!", "//!"), ("//@", "//@"), ("//?", "//")]
    {
        let tree = Node::parse(EDITION, WHOLE, text).unwrap();
        assert_eq!(Reference::try_from(&tree).unwrap().path(), path, "{text}");
    }
}

/// Only where it is asked for; its only parts are the scheme and the rest.
#[test]
fn opaque_parts() {
    assert_eq!(support::reference(EDITION, "a:b?c").opaque_part(), None);
    let opaque = Reference::parse(EDITION, "opaque-URL", "a://b?c").unwrap();
    assert_eq!(opaque.opaque_part(), Some("//b?c"));
    assert_eq!((opaque.scheme(), opaque.path(), opaque.query()), (Some("a"), "//b?c", None));
    assert_eq!(Reference::parse(EDITION, "opaque-URL", "a:").unwrap().opaque_part(), Some(""));
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
                    (WHOLE, "mailto:mduerst@ifi.unizh.ch"),
                    (WHOLE, "1+a-b.c:?d#e"),
                ],
            ),
            (
                "site",
                &[
                    (WHOLE, "ftp://@host.com/"),
                    (WHOLE, "ftp://foo:@host.com/"),
                    (WHOLE, "//u;v:p&=+@a:80"),
                    (WHOLE, "//a:"),
                    (WHOLE, "//"),
                    (WHOLE, "///"),
                ],
            ),
            (
                "hosts",
                &[
                    (WHOLE, "//a"),
                    (WHOLE, "//a-b.1.c2-d"),
                    (WHOLE, "//1.2.3.4"),
                    (WHOLE, "//1.2.3.999"),
                    (WHOLE, "//1.2.3.a"),
                ],
            ),
            // No site makes up what comes before the next "/", or a query comes first.
            (
                "no-site",
                &[
                    (WHOLE, "//a_b/c"),
                    (WHOLE, "//h?q"),
                    (WHOLE, "//a."),
                    (WHOLE, "//1.2.3"),
                    (WHOLE, "//a@"),
                    (WHOLE, "x://%41"),
                ],
            ),
            (
                "paths",
                &[
                    (WHOLE, "a:b;c;d=e/;/f;"),
                    (WHOLE, "a:/b//c/"),
                    (WHOLE, "/b;x?y;z"),
                    (WHOLE, "%2F/%3b;%2f"),
                    (WHOLE, "a:b:c"),
                ],
            ),
            (
                "relative",
                &[
                    (WHOLE, "g"),
                    (WHOLE, "../g"),
                    (WHOLE, "/g"),
                    (WHOLE, "?y"),
                    (WHOLE, "this:that"),
                    (WHOLE, "./this:that"),
                    (WHOLE, "a_b:c"),
                ],
            ),
            ("empty", &[(WHOLE, ""), (WHOLE, "#"), (WHOLE, "?#"), (WHOLE, "/"), (WHOLE, "a:")]),
            // No reference has these in its tree: what is never taken, what nothing uses, and
            // classes of characters.
            (
                "by-rule",
                &[
                    ("opaque-URL", "a://b?c"),
                    ("path", "/a;b/c"),
                    ("path", "a"),
                    ("pchar", "%4a"),
                    ("urlc", "/"),
                    ("reserved", "?"),
                    ("unreserved", "$"),
                    ("mark", ","),
                    ("escaped", "%4a"),
                    ("hex", "F"),
                    ("alphanum", "0"),
                    ("alpha", "z"),
                    ("lowalpha", "z"),
                    ("upalpha", "Z"),
                    ("digit", "9"),
                ],
            ),
        ],
    );
}

#[test]
fn long_inputs() {
    support::long_inputs(EDITION, &["", "//", "a:", "//a@", "?"]);
}

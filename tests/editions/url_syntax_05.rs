//! draft-fielding-url-syntax-05.

use urispec::{Edition, Node, Reference, split};

use crate::support;

const EDITION: Edition = Edition::UrlSyntax05;
const WHOLE: &str = "URL-reference";

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
        assert_eq!(
            Reference::from_tree(EDITION, &tree).unwrap().components(),
            split(text),
            "{text}"
        );
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
    let opaque = Reference::parse_as(EDITION, "opaque-URL", "a://b?c").unwrap();
    assert_eq!(opaque.opaque_part(), Some("//b?c"));
    assert_eq!((opaque.scheme(), opaque.path(), opaque.query()), (Some("a"), "//b?c", None));
    assert_eq!(Reference::parse_as(EDITION, "opaque-URL", "a:").unwrap().opaque_part(), Some(""));
}

//! Each production on its own: what it accepts and what it does not, by hand. Those of hosts are in
//! `hosts`.

use urispec::{Edition, Node};

pub(crate) fn accepts(rule: &str, text: &str) -> bool {
    match Node::parse(Edition::Rfc3986, rule, text) {
        Ok(tree) => {
            assert_eq!((tree.rule(), tree.text()), (rule, text));
            assert_eq!((tree.start(), tree.end()), (0, text.len()));
            true
        }
        Err(error) => {
            assert!(matches!(error, urispec::ParseError::Syntax(_)), "{rule}: {error}");
            false
        }
    }
}

#[track_caller]
pub(crate) fn check(rule: &str, accepted: &[&str], rejected: &[&str]) {
    for text in accepted {
        assert!(accepts(rule, text), "{rule} should accept {text:?}");
    }
    for text in rejected {
        assert!(!accepts(rule, text), "{rule} should reject {text:?}");
    }
}

#[test]
fn a_name_that_is_no_production_is_refused() {
    for name in ["", "uri", "URI_reference", "ALPHA", "DIGIT", "whole_pchar", "nonsense"] {
        let found = Node::parse(Edition::Rfc3986, name, "a");
        assert!(matches!(found, Err(urispec::ParseError::Production(_))), "{name}");
    }
}

/// Appendix A has 36 productions.
#[test]
fn every_production_has_its_name() {
    let names: Vec<_> =
        Edition::Rfc3986.grammars()[0].productions().iter().map(|rule| rule.name()).collect();
    #[rustfmt::skip]
    let printed = [
        "URI", "hier-part", "URI-reference", "absolute-URI", "relative-ref", "relative-part",
        "scheme", "authority", "userinfo", "host", "port", "IP-literal", "IPvFuture", "IPv6address",
        "h16", "ls32", "IPv4address", "dec-octet", "reg-name", "path", "path-abempty",
        "path-absolute", "path-noscheme", "path-rootless", "path-empty", "segment", "segment-nz",
        "segment-nz-nc", "query", "fragment", "pct-encoded",
        "pchar", "unreserved", "reserved", "gen-delims", "sub-delims",
    ];
    assert_eq!(printed.len(), 36);
    assert_eq!(names, printed);
}

/// "If followed by a userinfo delimiter", what looks like a host is none.
#[test]
fn authority() {
    check(
        "authority",
        &[
            "",
            ":",
            "@",
            "@:",
            "h",
            "h:",
            "h:80",
            "u@h",
            ":@h",
            "u:p@h:80",
            "u:p:q@",
            "1.2.3.4@h",
            "1.2.3.4:80@h",
            "h:80@",
            "u@1.2.3.4",
            "u@[::]",
            "[::]",
            "[::]:",
            "[::1]:8",
            "[v1.:]:8",
            "%40@%40",
            "!$&'()*+,;=:@!$&'()*+,;=",
            "h:99999999999999999999",
        ],
        &[
            "/",
            "?",
            "#",
            "h:a",
            "h:8:8",
            "h:-1",
            "u@h@i",
            "u@@h",
            "[",
            "]",
            "[]",
            "[::",
            "::]",
            "[::]h",
            "h[::]",
            "[::1]@h",
            "[::]:a",
            "u@[",
            "[1.2.3.4]",
            "[h]",
            "[::%25eth0]",
            "[::%eth0]",
            "%",
            "%4",
            "%4@h",
            "u%@h",
            "h i",
            "é",
            "h:8 ",
        ],
    );
}

#[test]
fn userinfo_reg_name_port_and_scheme() {
    check(
        "userinfo",
        &["", ":", "::", "u:p", "%40", "a-._~!$&'()*+,;="],
        &["@", "/", "[", "%", "\u{7f}"],
    );
    check(
        "reg-name",
        &["", "a", "%41", "a-._~!$&'()*+,;=", "1.2.3.4"],
        &[":", "@", "[", "a:1", "%4"],
    );
    check("port", &["", "0", "80", "00080", "99999999999"], &["a", "-1", "+1", "8 ", "٣"]);
    check(
        "scheme",
        &["a", "Z", "a1", "a+", "a-", "a.", "a+-.0Z", "http"],
        &["", "1", "1a", "+a", "-a", ".a", "a:", "a_", "a%41", "a/", "é"],
    );
}

#[test]
fn paths() {
    check("path-empty", &[""], &["a", "/", " "]);
    check(
        "path-abempty",
        &["", "/", "//", "/a", "//a", "/a//b/", "/:@"],
        &["a", "a/b", ":", "?", "/?"],
    );
    check("path-absolute", &["/", "/a", "/a/", "/a//b", "/:"], &["", "//", "//a", "a", "a/b"]);
    check(
        "path-noscheme",
        &["a", "a/", "a/b:c", "a//", "@", "%3A", "1/:", "./a:b", "!$&'()*+,;="],
        &["", "/", "/a", "a:", "a:b", ":", ":a", "a:b/c", "@:"],
    );
    check(
        "path-rootless",
        &["a", "a:b", ":", ":a/", "a//", "::/::", "@:"],
        &["", "/", "/a", "//a", "a?"],
    );
    // All that any of them accepts.
    check(
        "path",
        &[
            "", "/", "//", "//a", "/a", "a", "a:b", "a/b:c", ":", ":/", "a:b/c//", "a/b", "%41:",
            "@:a", "a@/:",
        ],
        &["?", "#", "a?", "/#", "[", "/[", "a[", "a:[", "%", "a%", "/%4", "a/%zz", "a b", "é"],
    );
    check("segment", &["", "a", ":@", "%2F", "..", ";x=1"], &["/", "a/", "?", "%2", "%"]);
    check("segment-nz", &["a", ":", "@", "%2F"], &["", "/", "?"]);
    check("segment-nz-nc", &["a", "@", "%3A", "."], &["", ":", "a:", "a:b", "/"]);
}

#[test]
fn queries_and_fragments() {
    for rule in ["query", "fragment"] {
        check(
            rule,
            &["", "?", "/", "??", "a=b&c", "a:@/?", "%23", "'", "!$&'()*+,;="],
            &[
                "#", "a#", "[", "]", "\"", "<", ">", "\\", "^", "`", "{", "|", "}", " ", "%", "%2",
                "é", "\0",
            ],
        );
    }
}

/// Every octet of ASCII by itself, in each class of characters.
#[test]
fn classes() {
    let unreserved = "-._~0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz";
    let (gen_delims, sub_delims) = (":/?#[]@", "!$&'()*+,;=");
    for character in (0..128_u8).map(char::from) {
        let text = character.to_string();
        let [u, g, s] = [unreserved, gen_delims, sub_delims].map(|class| class.contains(character));
        assert_eq!(accepts("unreserved", &text), u, "{text:?}");
        assert_eq!(accepts("gen-delims", &text), g, "{text:?}");
        assert_eq!(accepts("sub-delims", &text), s, "{text:?}");
        assert_eq!(accepts("reserved", &text), g || s, "{text:?}");
        assert_eq!(accepts("pchar", &text), u || s || ":@".contains(character), "{text:?}");
    }
    for rule in ["unreserved", "gen-delims", "sub-delims", "reserved", "pchar"] {
        check(rule, &[], &["", "aa", "::", "!!", "é", "a:"]);
    }
    check("pchar", &["%41"], &["%4", "%", "%411"]);
    check(
        "pct-encoded",
        &["%00", "%aF", "%Ff", "%41"],
        &["", "%", "%4", "%4g", "%g4", "41", "%%41", "%411", "%4é"],
    );
}

/// Of the productions that stand for a whole, who takes what.
#[test]
fn wholes() {
    #[rustfmt::skip]
    let table = [
        // text, URI-reference, URI, absolute-URI, relative-ref
        ("",          true,  false, false, true),
        ("a:",        true,  true,  true,  false),
        ("a:b",       true,  true,  true,  false),
        ("a:?",       true,  true,  true,  false),
        ("a:#",       true,  true,  false, false),
        ("a:b?c#d",   true,  true,  false, false),
        ("a://",      true,  true,  true,  false),
        ("a:///",     true,  true,  true,  false),
        ("a:////",    true,  true,  true,  false),
        ("//",        true,  false, false, true),
        ("///",       true,  false, false, true),
        ("/",         true,  false, false, true),
        ("a",         true,  false, false, true),
        ("a/b:c",     true,  false, false, true),
        ("?",         true,  false, false, true),
        ("#",         true,  false, false, true),
        ("#?/",       true,  false, false, true),
        ("?:",        true,  false, false, true),
        ("a+b.c-1:",  true,  true,  true,  false),
        ("1:b",       false, false, false, false),
        ("a_:b",      false, false, false, false),
        ("%61:b",     false, false, false, false),
        (":",         false, false, false, false),
        (":a",        false, false, false, false),
        ("a:b#c#d",   false, false, false, false),
        ("##",        false, false, false, false),
        ("a://b:c",   false, false, false, false),
        ("a://b@c@d", false, false, false, false),
        ("//[",       false, false, false, false),
        ("a:[",       false, false, false, false),
        ("a:b[",      false, false, false, false),
    ];
    for (text, reference, uri, absolute, relative) in table {
        assert_eq!(accepts("URI-reference", text), reference, "{text}");
        assert_eq!(accepts("URI", text), uri, "{text}");
        assert_eq!(accepts("absolute-URI", text), absolute, "{text}");
        assert_eq!(accepts("relative-ref", text), relative, "{text}");
    }
    check(
        "hier-part",
        &["", "//", "//h", "//h/p", "/", "/a", "a", "a:b", ":"],
        &["?", "//h:p", "#", "//h/p?"],
    );
    check(
        "relative-part",
        &["", "//", "//h", "//h/p", "/", "/a", "a", "a/b:c"],
        &["a:b", ":", "?", "//h:p"],
    );
}

//! Each production on its own: what it accepts and what it does not, by hand. Chiefly what a PEG that
//! follows the ABNF too closely gets wrong.

use std::net::Ipv6Addr;

use urispec::{Edition, HostKind, Node, UriRef};

fn accepts(rule: &str, text: &str) -> bool {
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
fn check(rule: &str, accepted: &[&str], rejected: &[&str]) {
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
        Edition::Rfc3986.grammars()[0].productions().iter().map(|rule| rule.name).collect();
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

#[test]
fn dec_octet() {
    for number in 0..=299 {
        assert_eq!(accepts("dec-octet", &number.to_string()), number <= 255, "{number}");
    }
    check(
        "dec-octet",
        &[],
        &["", "00", "01", "001", "010", "099", "1000", "2550", "-1", "+1", "a"],
    );
}

#[test]
fn ipv4_address() {
    check(
        "IPv4address",
        &["0.0.0.0", "255.255.255.255", "1.2.3.4", "25.25.25.25", "249.250.99.199"],
        &[
            "",
            "1.2.3",
            "1.2.3.",
            ".1.2.3",
            "1.2.3.4.",
            "1.2.3.4.5",
            "1.2.3.256",
            "01.2.3.4",
            "1.2.3.04",
            "1..2.3",
            "1.2.3.4x",
            "1,2,3,4",
            "1.2.3.4 ",
        ],
    );
}

/// "If host matches the rule for IPv4address, then it should be considered an IPv4 address literal
/// and not a reg-name" (3.2.2): if all of it does.
#[test]
fn hosts_that_begin_as_an_ipv4_address() {
    for (text, kind) in [
        ("1.2.3.4", HostKind::Ipv4Address),
        ("255.255.255.255", HostKind::Ipv4Address),
        ("1.2.3.4.5", HostKind::RegName),
        ("1.2.3.4x", HostKind::RegName),
        ("1.2.3.256", HostKind::RegName),
        ("1.2.3.4%41", HostKind::RegName),
        ("1.2.3.4!", HostKind::RegName),
        ("1.2.3.4.", HostKind::RegName),
        ("1.2.3.04", HostKind::RegName),
        ("1.2.3.250", HostKind::Ipv4Address),
        ("1.2.3.2500", HostKind::RegName),
        ("1.2.3", HostKind::RegName),
        ("16909060", HostKind::RegName),
        ("0x1.2.3.4", HostKind::RegName),
        ("%31.2.3.4", HostKind::RegName),
        ("", HostKind::RegName),
        ("[::]", HostKind::Ipv6Address),
        ("[1:2:3:4:5:6:1.2.3.4]", HostKind::Ipv6Address),
        ("[v7.1.2.3.4]", HostKind::IpvFuture),
    ] {
        for (before, after) in [("//", ""), ("a://", "/p"), ("//u@", ":80"), ("//@", ":?q")] {
            let text = format!("{before}{text}{after}");
            let host = UriRef::parse(&text).unwrap().host().unwrap();
            assert_eq!(host.kind(), kind, "{text}");
            assert_eq!(host.address().is_some(), kind.name().ends_with("address"), "{text}");
        }
    }
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
fn ipv_future() {
    check(
        "IPvFuture",
        &[
            "v1.a",
            "V1.a",
            "vF.a",
            "vf.a",
            "v1fA.::",
            "v1.!$&'()*+,;=:-._~",
            "v6.fe80::a+en1",
            "v0..",
            "v10.1.2",
        ],
        &[
            "", "v", "v1", "v1.", "v.a", "vg.a", "1.a", "w1.a", "v1a", "v1.@", "v1.%41", "v1.[",
            "v1./", "vv1.a", "v-1.a",
        ],
    );
    check(
        "IP-literal",
        &["[v1.a]", "[V1.:]", "[::]"],
        &["[]", "[v1.a", "v1.a]", "[v1.]", "[v1.a]]", "[[::]]"],
    );
}

#[test]
fn h16_and_ls32() {
    check(
        "h16",
        &["0", "f", "F", "00", "000", "0000", "aBcD"],
        &["", "00000", "g", "0x0", ":", "0:"],
    );
    check(
        "ls32",
        &["0:0", "ffff:FFFF", "1.2.3.4", "10:20"],
        &["", "0", "0:", ":0", "0:0:0", "0:1.2.3.4", "1.2.3", "1.2.3.4.5", "00000:0", "1.2.3.256"],
    );
}

/// The nine alternatives, each with its fewest and its most groups, and its neighbours.
#[rustfmt::skip]
const IPV6_ACCEPTED: &[&str] = &[
    // 6( h16 ":" ) ls32
    "1:2:3:4:5:6:7:8", "0:0:0:0:0:0:0:0", "ffff:FFFF:abcd:ABCD:0123:4567:89ab:CDEF",
    "1:2:3:4:5:6:1.2.3.4", "1:2:3:4:5:6:255.255.255.255",
    // "::" 5( h16 ":" ) ls32
    "::2:3:4:5:6:7:8", "::2:3:4:5:6:1.2.3.4",
    // [ h16 ] "::" 4( h16 ":" ) ls32
    "1::3:4:5:6:7:8", "::3:4:5:6:7:8", "1::3:4:5:6:1.2.3.4", "::3:4:5:6:1.2.3.4",
    // [ *1( h16 ":" ) h16 ] "::" 3( h16 ":" ) ls32
    "1:2::4:5:6:7:8", "1::4:5:6:7:8", "::4:5:6:7:8", "1:2::4:5:6:1.2.3.4", "::4:5:6:1.2.3.4",
    // [ *2( h16 ":" ) h16 ] "::" 2( h16 ":" ) ls32
    "1:2:3::5:6:7:8", "1:2::5:6:7:8", "1::5:6:7:8", "::5:6:7:8", "1:2:3::5:6:1.2.3.4", "1::5:6:1.2.3.4",
    // [ *3( h16 ":" ) h16 ] "::" h16 ":" ls32
    "1:2:3:4::6:7:8", "1:2:3::6:7:8", "1:2::6:7:8", "1::6:7:8", "::6:7:8", "1:2:3:4::6:1.2.3.4", "::6:1.2.3.4",
    // [ *4( h16 ":" ) h16 ] "::" ls32
    "1:2:3:4:5::7:8", "1:2:3:4::7:8", "1::7:8", "::7:8", "1:2:3:4:5::1.2.3.4", "1::1.2.3.4", "::1.2.3.4",
    // [ *5( h16 ":" ) h16 ] "::" h16
    "1:2:3:4:5:6::8", "1:2:3:4:5::8", "1:2:3:4::8", "1:2:3::8", "1:2::8", "1::8", "::8",
    // [ *6( h16 ":" ) h16 ] "::"
    "1:2:3:4:5:6:7::", "1:2:3:4:5:6::", "1:2:3:4:5::", "1:2:3:4::", "1:2:3::", "1:2::", "1::", "::",
    // Addresses that documents write.
    "2001:db8::7", "::ffff:192.0.2.1", "64:ff9b::192.0.2.33", "fe80::1", "FEDC:BA98:7654:3210:FEDC:BA98:7654:3210",
];

#[rustfmt::skip]
const IPV6_REJECTED: &[&str] = &[
    // Too few groups without "::", too many with or without.
    "", ":", "1", "1:", ":1", "1:2", "1:2:3:4:5:6:7", "1:2:3:4:5:6:7:", ":1:2:3:4:5:6:7",
    "1:2:3:4:5:6:7:8:9", "1:2:3:4:5:6:7:8:", ":1:2:3:4:5:6:7:8",
    "::1:2:3:4:5:6:7:8", "1::2:3:4:5:6:7:8", "1:2:3:4::5:6:7:8", "1:2:3:4:5:6:7::8", "1:2:3:4:5:6:7:8::",
    // Two "::", or more than two colons.
    "::1::", "1::2::3", "::::", ":::", "1:::2", ":::1", "1:::", "::1:", ":1::",
    // An IPv4address anywhere but last, too early, twice, not whole, or none.
    "1.2.3.4", "1.2.3.4::", "1.2.3.4::1", "::1.2.3.4:1", "1:1.2.3.4::", "1:2:3:4:5:1.2.3.4",
    "1:2:3:4:5:6:7:1.2.3.4", "1:2:3:4:5:6::1.2.3.4", "::1:2:3:4:5:6:1.2.3.4", "::1.2.3.4.5",
    "::1.2.3", "::1.2.3.256", "::1.2.3.04", "::1.2.3.4.", "::.1.2.3.4", "::1.2.3.4:1.2.3.4", "::12.34",
    // Groups that are none.
    "12345::", "::12345", "1:2:3:4:5:6:7:88888", "g::", "::g", "0x1::", "::-1", "1::+1",
    // What other documents put beside an address.
    "::%25eth0", "::%eth0", "fe80::1%1", "::1/64", "[::1]", "::1]", " ::1", "::1 ",
];

#[test]
fn ipv6_address() {
    assert!(IPV6_ACCEPTED.len() >= 50 && IPV6_REJECTED.len() >= 50);
    check("IPv6address", IPV6_ACCEPTED, IPV6_REJECTED);
    for text in IPV6_ACCEPTED {
        let host = format!("[{text}]");
        check("host", &[&host], &[]);
        let address = UriRef::parse(&format!("//u@{host}:1/")).unwrap().host().unwrap().address();
        assert_eq!(address, Some(text.parse::<Ipv6Addr>().unwrap().into()), "{text}");
    }
    for text in IPV6_REJECTED {
        check("IP-literal", &[], &[&format!("[{text}]")]);
        assert!(text.parse::<Ipv6Addr>().is_err(), "{text}");
    }
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

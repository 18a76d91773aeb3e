//! The productions of hosts (section 3.2.2), which a PEG that follows the ABNF too closely gets
//! wrong: what each accepts and what it does not, by hand.

use std::net::Ipv6Addr;

use urispec::{HostKind, UriRef};

use crate::editions::productions::{accepts, check};

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

//! Special-purpose networks: private, loopback, link-local and so on, each with its document.
//!
//! In: an address. Out: the lints about it, each with what the address is. An address of IPv6 that embeds
//! one of IPv4 is taken apart by [`embedded`].

use std::net::{IpAddr, Ipv4Addr, Ipv6Addr};

use super::table::*;
use crate::lint::{Citation, Lint};

/// What an address is.
#[derive(Clone, Copy)]
pub(super) struct Class {
    pub(super) lint: &'static Lint,
    /// In words: `a loopback address`.
    pub(super) what: &'static str,
    pub(super) citation: Option<Citation>,
}

type Network4 = ([u8; 4], u32, &'static Lint, &'static str, Option<Citation>);
type Network6 = ([u16; 8], u32, &'static Lint, &'static str, Option<Citation>);

const fn rfc(document: &'static str, section: &'static str) -> Option<Citation> {
    Some(Citation::section_of(document, section))
}

const fn all_of(document: &'static str) -> Option<Citation> {
    Some(Citation::whole(document))
}

/// Addresses at which clouds tell their machines secrets, and networks, from narrow to wide. The clouds
/// say so in their own manuals.
#[rustfmt::skip]
static NETWORKS4: &[Network4] = &[
    ([169, 254, 169, 254], 32, &METADATA, "the metadata address of AWS, Azure, Google Cloud and others", all_of("RFC 3927")),
    ([169, 254, 170, 2], 32, &METADATA, "the address of credentials of AWS ECS", all_of("RFC 3927")),
    ([169, 254, 170, 23], 32, &METADATA, "the address of credentials of AWS EKS", all_of("RFC 3927")),
    ([169, 254, 42, 42], 32, &METADATA, "the metadata address of Scaleway", all_of("RFC 3927")),
    ([169, 254, 0, 23], 32, &METADATA, "the metadata address of Tencent Cloud", all_of("RFC 3927")),
    ([100, 100, 100, 200], 32, &METADATA, "the metadata address of Alibaba Cloud", all_of("RFC 6598")),
    ([192, 0, 0, 192], 32, &METADATA, "the metadata address of Oracle Cloud Classic", Some(SPECIAL)),
    ([168, 63, 129, 16], 32, &METADATA, "the address of the platform of Azure", None),
    ([255, 255, 255, 255], 32, &MULTICAST, "the broadcast address", Some(SPECIAL)),
    ([0, 0, 0, 0], 8, &UNSPECIFIED, "an address of \"this\" network", rfc("RFC 1122", "3.2.1.3")),
    ([10, 0, 0, 0], 8, &PRIVATE, "a private address", rfc("RFC 1918", "3")),
    ([100, 64, 0, 0], 10, &SHARED, "an address that providers share", all_of("RFC 6598")),
    ([127, 0, 0, 0], 8, &LOOPBACK, "a loopback address", rfc("RFC 1122", "3.2.1.3")),
    ([169, 254, 0, 0], 16, &LINK_LOCAL, "a link-local address", all_of("RFC 3927")),
    ([172, 16, 0, 0], 12, &PRIVATE, "a private address", rfc("RFC 1918", "3")),
    ([192, 168, 0, 0], 16, &PRIVATE, "a private address", rfc("RFC 1918", "3")),
    ([192, 0, 2, 0], 24, &DOCUMENTATION, "an address for examples", rfc("RFC 5737", "3")),
    ([198, 51, 100, 0], 24, &DOCUMENTATION, "an address for examples", rfc("RFC 5737", "3")),
    ([203, 0, 113, 0], 24, &DOCUMENTATION, "an address for examples", rfc("RFC 5737", "3")),
    ([192, 0, 0, 0], 24, &RESERVED, "an address for protocols", Some(SPECIAL)),
    ([198, 18, 0, 0], 15, &RESERVED, "an address for benchmarks", Some(SPECIAL)),
    ([224, 0, 0, 0], 4, &MULTICAST, "a multicast address", all_of("RFC 5771")),
    ([240, 0, 0, 0], 4, &RESERVED, "a reserved address", Some(SPECIAL)),
];

#[rustfmt::skip]
static NETWORKS6: &[Network6] = &[
    ([0xfd00, 0xec2, 0, 0, 0, 0, 0, 0x254], 128, &METADATA, "the metadata address of AWS", rfc("RFC 4193", "3")),
    ([0xfd00, 0xec2, 0, 0, 0, 0, 0, 0x23], 128, &METADATA, "the address of credentials of AWS EKS", rfc("RFC 4193", "3")),
    ([0xfd00, 0x42, 0, 0, 0, 0, 0, 0x42], 128, &METADATA, "the metadata address of Scaleway", rfc("RFC 4193", "3")),
    ([0xfd20, 0xce, 0, 0, 0, 0, 0, 0x254], 128, &METADATA, "the metadata address of Google Cloud", rfc("RFC 4193", "3")),
    ([0, 0, 0, 0, 0, 0, 0, 0], 128, &UNSPECIFIED, "the unspecified address", rfc("RFC 4291", "2.5.2")),
    ([0, 0, 0, 0, 0, 0, 0, 1], 128, &LOOPBACK, "the loopback address", rfc("RFC 4291", "2.5.3")),
    ([0xfc00, 0, 0, 0, 0, 0, 0, 0], 7, &UNIQUE_LOCAL, "a unique local address", rfc("RFC 4193", "3")),
    ([0xfe80, 0, 0, 0, 0, 0, 0, 0], 10, &LINK_LOCAL, "a link-local address", rfc("RFC 4291", "2.5.6")),
    ([0xfec0, 0, 0, 0, 0, 0, 0, 0], 10, &PRIVATE, "a site-local address", rfc("RFC 4291", "2.5.7")),
    ([0xff00, 0, 0, 0, 0, 0, 0, 0], 8, &MULTICAST, "a multicast address", rfc("RFC 4291", "2.7")),
    ([0x2001, 0xdb8, 0, 0, 0, 0, 0, 0], 32, &DOCUMENTATION, "an address for examples", all_of("RFC 3849")),
    ([0x3fff, 0, 0, 0, 0, 0, 0, 0], 20, &DOCUMENTATION, "an address for examples", all_of("RFC 9637")),
    ([0x100, 0, 0, 0, 0, 0, 0, 0], 64, &RESERVED, "an address whose packets are dropped", all_of("RFC 6666")),
];

/// What an address is, if it is anything of special purpose: each lint once.
pub(super) fn classes(address: IpAddr) -> Vec<Class> {
    let mut classes: Vec<Class> = Vec::new();
    let mut add = |is_in, lint: &'static Lint, what, citation| {
        // The first network is the narrowest; a metadata address is of its network too.
        let is_known = |class: &Class| *class.lint != METADATA || *lint == METADATA;
        if is_in && !classes.iter().any(is_known) {
            classes.push(Class { lint, what, citation });
        }
    };
    match address {
        IpAddr::V4(address) => {
            for (network, length, lint, what, citation) in NETWORKS4 {
                let differ = address.to_bits() ^ Ipv4Addr::from(*network).to_bits();
                add(differ.leading_zeros() >= *length, lint, what, *citation);
            }
        }
        IpAddr::V6(address) => {
            for (network, length, lint, what, citation) in NETWORKS6 {
                let differ = address.to_bits() ^ Ipv6Addr::from(*network).to_bits();
                add(differ.leading_zeros() >= *length, lint, what, *citation);
            }
        }
    }
    classes
}

/// The IPv4 address in an address of IPv6, the name of that form, and what says so.
pub(super) fn embedded(address: Ipv6Addr) -> Option<(Ipv4Addr, &'static str, Citation)> {
    let segments = address.segments();
    let two = |high: u16, low: u16| Ipv4Addr::from_bits(u32::from(high) << 16 | u32::from(low));
    let [.., high, low] = segments;
    let last = two(high, low);
    let form = match segments {
        // The unspecified address and the loopback address embed none (RFC 4291, 2.5.2 and 2.5.3).
        [0, 0, 0, 0, 0, 0, 0, 0 | 1] => return None,
        [0, 0, 0, 0, 0, 0, ..] => (last, "IPv4-compatible", "RFC 4291", Some("2.5.5.1")),
        [0, 0, 0, 0, 0, 0xffff, ..] => (last, "IPv4-mapped", "RFC 4291", Some("2.5.5.2")),
        [0, 0, 0, 0, 0xffff, 0, ..] => (last, "IPv4-translated", "RFC 2765", None),
        [0x64, 0xff9b, 0, 0, 0, 0, ..] => (last, "NAT64", "RFC 6052", Some("2.1")),
        [0x64, 0xff9b, 1, ..] => (last, "local NAT64", "RFC 8215", None),
        [0x2002, high, low, ..] => (two(high, low), "6to4", "RFC 3056", Some("2")),
        // The client's address stands inverted.
        [0x2001, 0, ..] => (two(!high, !low), "Teredo", "RFC 4380", Some("4")),
        [.., 0 | 0x200, 0x5efe, _, _] => (last, "ISATAP", "RFC 5214", None),
        _ => return None,
    };
    let (address, name, document, section) = form;
    let citation = match section {
        Some(section) => Citation::section_of(document, section),
        None => Citation::whole(document),
    };
    Some((address, name, citation))
}

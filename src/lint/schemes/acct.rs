//! What RFC 7565 asks of an `acct` URI.

use std::net::Ipv4Addr;
use std::ops::Range;

use super::within;
use crate::lint::subject::Subject;
use crate::lint::{Findings, table};
use crate::parse::lower::scheme::Acct;
use crate::parts::percent;

pub(super) fn look(subject: &Subject<'_>, found: &mut Findings) {
    let Ok(acct) = Acct::parse(subject.text) else { return };
    let triplets = |part: &str, is: fn(u8) -> bool| -> Vec<Range<usize>> {
        let start = within(subject, part).start;
        let all = percent::octets(part).filter(|(span, octet)| span.len() == 3 && is(*octet));
        all.map(|(span, _)| start + span.start..start + span.end).collect()
    };
    let spaces = triplets(acct.userpart, |octet| octet == b' ');
    let message = "software is advised not to allow a space in the name of an account";
    found.add(&table::ACCT_ESCAPED_SPACE, spaces, message, None);

    let encoded = triplets(acct.host, |_| true);
    let message = "an internationalized domain name has A-labels, and others need no escape";
    found.add(&table::ACCT_ENCODED_HOST, encoded, message, None);

    let is_address = acct.host.starts_with('[') || acct.host.parse::<Ipv4Addr>().is_ok();
    let other = (acct.host.is_empty() || is_address).then(|| within(subject, acct.host));
    let message = "the host is the domain name of the service provider";
    found.add(&table::ACCT_NO_DOMAIN, other, message, None);
}

//! What the SPIFFE standard asks of IDs.

use super::within;
use crate::lint::subject::Subject;
use crate::lint::{Findings, table};
use crate::parse::lower::scheme::{SpiffeId, Uuid};

/// The bytes that every implementation supports (2.3).
const LONGEST: usize = 2048;

pub(super) fn look(subject: &Subject<'_>, found: &mut Findings) {
    let Ok(id) = SpiffeId::parse(subject.text) else { return };
    let name = id.trust_domain;
    let is_plain = !name.trim_matches('.').contains('.') && Uuid::parse_bare(name).is_err();
    let message = "a name below a registered domain, or a random one, is more likely to be unique";
    found.add(&table::SPIFFE_NAME, is_plain.then(|| within(subject, name)), message, None);

    let long = (subject.text.len() > LONGEST).then_some(LONGEST..subject.text.len());
    let message = "an implementation need not support more than 2048 bytes";
    found.add(&table::SPIFFE_LONG, long, message, None);
}

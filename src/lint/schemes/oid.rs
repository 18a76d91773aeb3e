//! What RFC 3061 asks of an object identifier.

use super::within;
use crate::lint::subject::Subject;
use crate::lint::{Findings, table};
use crate::parse::lower::scheme::Oid;

pub(super) fn look(subject: &Subject<'_>, found: &mut Findings) {
    let Ok(oid) = Oid::parse(subject.text) else { return };
    let first = oid.numbers().next().filter(|_| oid.root().is_none());
    let message = "the first number is 0 for ITU-T, 1 for ISO, and 2 for both";
    found.add(&table::OID_ROOT, first.map(|first| within(subject, first)), message, None);
}

//! What RFC 9562 asks of UUIDs.

use crate::lint::subject::Subject;
use crate::lint::{Findings, table};
use crate::parse::lower::scheme::{Uuid, UuidVariant};

pub(super) fn look(subject: &Subject<'_>, found: &mut Findings) {
    let Ok(uuid) = Uuid::parse(subject.text) else { return };
    let start = subject.text.len() - "f81d4fae-7dec-11d0-a765-00a0c91e6bf6".len();
    let (version, variant) = (start + 14..start + 15, start + 19..start + 20);
    let node = start + 24..subject.text.len();

    let is_special = uuid.is_nil() || uuid.is_max();
    let is_other = uuid.variant() != UuidVariant::Rfc9562 && !is_special;
    let message = "the variant is another than that of the document";
    found.add(&table::UUID_VARIANT, is_other.then_some(variant), message, None);

    let is = |versions: &[u8]| uuid.version().is_some_and(|version| versions.contains(&version));
    let is_unknown = uuid.version().is_some_and(|version| matches!(version, 0 | 2 | 9..));
    let message = "the document describes no such version";
    found.add(&table::UUID_VERSION, is_unknown.then(|| version.clone()), message, None);

    let message = "version 5 should be used in lieu of version 3";
    found.add(&table::UUID_MD5, is(&[3]).then(|| version.clone()), message, None);

    let message = "version 7 should be used instead of versions 1 and 6";
    found.add(&table::UUID_GREGORIAN, is(&[1, 6]).then_some(version), message, None);

    let message = "the node may be the address of a host";
    found.add(&table::UUID_NODE, uuid.may_tell_host().then_some(node), message, None);
}

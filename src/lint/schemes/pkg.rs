//! What ECMA-427 asks of a PURL.

use crate::lint::subject::Subject;
use crate::lint::{Findings, table};
use crate::parse::lower::scheme::Package;

pub(super) fn look(subject: &Subject<'_>, found: &mut Findings) {
    let whole = Some(0..subject.text.len());
    match Package::parse(subject.text).and_then(|package| package.to_purl()) {
        Ok(canonical) if canonical == subject.text => {}
        Ok(canonical) => {
            let message = "who writes PURLs writes the canonical form";
            found.add(&table::PURL_NOT_CANONICAL, whole, message, Some(canonical));
        }
        Err(error) => found.add(&table::PURL_NO_PACKAGE, whole, error.to_string(), None),
    }
}

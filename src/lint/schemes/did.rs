//! What DID Core asks of a DID URL.

use super::within;
use crate::lint::subject::Subject;
use crate::lint::{Findings, table};
use crate::parse::lower::scheme::Did;

pub(super) fn look(subject: &Subject<'_>, found: &mut Findings) {
    let Ok(did) = Did::parse(subject.text) else { return };
    let places = subject.text.match_indices(';').map(|(at, _)| at..at + 1);
    let message = "a later version may use a semicolon as a delimiter of parameters";
    found.add(&table::DID_SEMICOLON, places, message, None);

    let wrong = did.parameters().filter(|one| !one.is_valid());
    let spans = wrong.map(|one| within(subject, one.value)).collect::<Vec<_>>();
    let message = "the value is not as the document says it must be";
    found.add(&table::DID_PARAMETER, spans, message, None);
}

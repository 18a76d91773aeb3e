//! What RFC 2397 asks of data that stand in the URL.

use super::within;
use crate::lint::subject::Subject;
use crate::lint::{Findings, table};
use crate::parse::lower::scheme::{Data, Parameter};

/// The longest attribute value of HTML (RFC 1866), which RFC 2397 names as a limit of a `data` URL (2).
const LITLEN: usize = 1024;

pub(super) fn look(subject: &Subject<'_>, found: &mut Findings) {
    let Ok(data) = Data::parse(subject.text) else { return };
    let start = within(subject, data.data).start;
    let wrong = data.octets().err().map(|error| {
        let at = start + error.offset;
        at..subject.text.len().min(at + 1)
    });
    found.add(&table::DATA_NOT_BASE64, wrong, "no octets have this base64", None);

    let spans = data.ignored().into_iter().map(|one| start + one.start..start + one.end);
    let message = "base64 does not have the character, and who decodes ignores it";
    found.add(&table::DATA_FOREIGN_CHARACTER, spans.collect::<Vec<_>>(), message, None);

    let quoted = data.mediatype.into_iter().flat_map(|_| data.parameters());
    let quoted = quoted.filter(Parameter::is_quoted).map(|one| within(subject, one.value));
    let message = "within the URL, escapes do what quotes do in a mail";
    found.add(&table::DATA_QUOTED_VALUE, quoted.collect::<Vec<_>>(), message, None);

    let long = (subject.text.len() > LITLEN).then_some(LITLEN..subject.text.len());
    let message =
        "the scheme is useful for short values only, and HTML had a limit of 1024 characters";
    found.add(&table::DATA_LONG, long, message, None);
}

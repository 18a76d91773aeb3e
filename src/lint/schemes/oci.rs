//! What is unwise in a reference to a container image.

use super::within;
use crate::lint::subject::Subject;
use crate::lint::{Findings, table};
use crate::parse::lower::scheme::{ImageError, ImageReference};

pub(super) fn look(subject: &Subject<'_>, found: &mut Findings) {
    let Ok(image) = ImageReference::parse(subject.text) else { return };
    if let Err(error) = image.check() {
        let part = match error {
            ImageError::PathTooLong(_) => Some(image.path),
            _ => image.digest,
        };
        let spans = part.map(|part| within(subject, part));
        found.add(&table::IMAGE_REFUSED, spans, error.to_string(), None);
    }
    let doubtful = image.domain.filter(|_| image.has_doubtful_domain());
    let spans = doubtful.map(|domain| within(subject, domain));
    let message =
        "a domain by the grammar, and the beginning of a path of docker.io to who types it";
    found.add(&table::IMAGE_DOMAIN, spans, message, None);
}

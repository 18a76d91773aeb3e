//! What RFC 6694 says of URIs of the scheme `about`.

use super::within;
use crate::lint::subject::Subject;
use crate::lint::{Findings, table};
use crate::parse::lower::scheme::About;

pub(super) fn look(subject: &Subject<'_>, found: &mut Findings) {
    let Ok(about) = About::parse(subject.text) else { return };
    let other = (!about.is_blank()).then(|| within(subject, about.token));
    let message = "each browser chooses what the token denotes";
    found.add(&table::ABOUT_TOKEN, other, message, None);
}

//! `split`: the components that Appendix B of RFC 3986 takes any string for.

use serde::Deserialize;
use urispec::split;
use urispec_views::Record;

use super::Answer;

#[derive(Deserialize)]
pub(crate) struct Request {
    text: String,
}

pub(crate) fn answer(request: &Request) -> Answer {
    let parts = split(&request.text);
    Ok(Record::line()
        .with("scheme", parts.scheme)
        .with("authority", parts.authority)
        .with("path", parts.path)
        .with("query", parts.query)
        .with("fragment", parts.fragment))
}

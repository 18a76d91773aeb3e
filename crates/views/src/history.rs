//! The history of productions and strings, as JSON, and the addresses of the sections of documents on the web.
//!
//! The sections of RFC 1630 have no numbers, so they have no addresses. A section of an amending edition belongs to the
//! amended document, unless the section names another document. The address of the URL Standard shows its current text,
//! which may differ from the text that the edition transcribes.

use urispec::Edition;
use urispec_compare::diff::{Comparison, Version};
use urispec_compare::since::Span;

use crate::record::Record;

/// Returns the record of a version of a production.
#[must_use]
pub fn version(version: &Version) -> Record {
    let before = version.before.iter().map(|one: &Comparison| {
        Record::new()
            .with("edition", one.left.edition().id())
            .with("rule", one.left.name())
            .with("relation", one.relation.name())
            .with("only_before", &one.only_left)
            .with("only_after", &one.only_right)
    });
    Record::of(version.language.edition())
        .with("grammar", version.grammar().stem())
        .with("rule", version.language.rules().next())
        .with("section", version.section())
        .with("by", version.by.map(|by| by.name()))
        .with_all("before", before)
}

/// The help about this JSON.
pub const HELP: &str = "\
With --since, the keys are `schema`, `rule` (with --rule), `input` (a string), `since` [{`from` {`edition`, \
`document`, `year`, `section`, `production`}, `until` {`edition`, `document`, `year`}}].";

/// Returns the record of the spans: the runs of documents that have a string or, if none is given, a production.
#[must_use]
pub fn of(rule: Option<&str>, input: Option<&str>, spans: &[Span]) -> Record {
    Record::line().with("rule", rule).with("input", input).with_all("since", spans.iter().map(one))
}

/// Returns the record of one span.
#[must_use]
pub fn one(span: &Span) -> Record {
    let from = named(span.from)
        .with("section", span.production.section())
        .with("production", span.production.name());
    Record::new().with_record("from", Some(from)).with_record("until", span.until.map(named))
}

fn named(edition: Edition) -> Record {
    Record::new()
        .with("edition", edition.id())
        .with("document", edition.name())
        .with("year", edition.year())
}

/// Returns the address of a section, or `None` if the text is not a section of a document, such as a note. For an
/// unnumbered part, as in `RFC 2732, abstract`, this is the address of the document.
///
/// ```
/// use urispec::Edition;
/// use urispec_views::history::address;
/// let host = address(Edition::Rfc3986, "3.2.2").unwrap();
/// assert_eq!(host, "https://www.rfc-editor.org/rfc/rfc3986#section-3.2.2");
/// ```
#[must_use]
pub fn address(edition: Edition, section: &str) -> Option<String> {
    if let Some((document, own)) = section.strip_prefix("RFC ").and_then(|it| it.split_once(", ")) {
        return Some(with_anchor(&rfc(document)?, anchor(own)));
    }
    // The headings of RFC 1630 have no numbers; the edition's remark states the source of the numbers.
    if edition == Edition::Rfc1630 {
        return None;
    }
    if edition == Edition::Whatwg {
        let is_in_id = |byte: u8| byte.is_ascii_lowercase() || b"-()/0123456789".contains(&byte);
        let is_id = section.bytes().all(is_in_id) && !section.is_empty();
        return is_id.then(|| format!("{}#{section}", document(edition)));
    }
    let anchor = anchor(section)?;
    Some(with_anchor(&document(edition.amends().unwrap_or(edition)), Some(anchor)))
}

/// Returns the address of the document of an edition. For an amendment, this is the amending document.
fn document(edition: Edition) -> String {
    let name = edition.name();
    let number = name.strip_prefix("RFC ").and_then(rfc);
    number.unwrap_or_else(|| match name.starts_with("draft-") {
        true => format!("https://datatracker.ietf.org/doc/html/{name}"),
        false => "https://url.spec.whatwg.org/".to_owned(),
    })
}

fn rfc(number: &str) -> Option<String> {
    let is_number = !number.is_empty() && number.bytes().all(|byte| byte.is_ascii_digit());
    is_number.then(|| format!("https://www.rfc-editor.org/rfc/rfc{number}"))
}

fn with_anchor(address: &str, anchor: Option<String>) -> String {
    anchor.map_or_else(|| address.to_owned(), |anchor| format!("{address}#{anchor}"))
}

/// Returns the anchor of a section by its number, or of an appendix by its letter.
fn anchor(section: &str) -> Option<String> {
    let is_in_number = |byte: u8| byte.is_ascii_digit() || byte == b'.';
    let (first, rest) = section.split_at_checked(1)?;
    match first.as_bytes() {
        [b'0'..=b'9'] if rest.bytes().all(is_in_number) => Some(format!("section-{section}")),
        [b'A'..=b'Z']
            if rest.is_empty() || rest.starts_with('.') && rest.bytes().all(is_in_number) =>
        {
            Some(format!("appendix-{section}"))
        }
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_kind_of_document_has_its_addresses() {
        let rfcs = "https://www.rfc-editor.org/rfc/";
        for (edition, section, expected) in [
            (Edition::Rfc3986, "6.2.2.1", Some(format!("{rfcs}rfc3986#section-6.2.2.1"))),
            (Edition::Rfc3986, "A", Some(format!("{rfcs}rfc3986#appendix-A"))),
            (Edition::Rfc3986, "D.2", Some(format!("{rfcs}rfc3986#appendix-D.2"))),
            (Edition::Rfc3986, "RFC 5234, B.1", Some(format!("{rfcs}rfc5234#appendix-B.1"))),
            // The amended and the amending document.
            (Edition::Rfc6874, "3.2.2", Some(format!("{rfcs}rfc3986#section-3.2.2"))),
            (Edition::Rfc6874, "RFC 6874, 2", Some(format!("{rfcs}rfc6874#section-2"))),
            (Edition::Rfc2732, "RFC 2732, abstract", Some(format!("{rfcs}rfc2732"))),
            (Edition::Whatwg, "url-writing", Some("https://url.spec.whatwg.org/#url-writing".into())),
            (
                Edition::UrlSyntax05,
                "4.3.1",
                Some("https://datatracker.ietf.org/doc/html/draft-fielding-url-syntax-05#section-4.3.1".into()),
            ),
            (Edition::Rfc1630, "5.2", None),
            (Edition::Rfc3986, "abstract", None),
            (Edition::Rfc3986, "", None),
            (Edition::Rfc3986, "assumed", None),
            (Edition::Rfc3986, "é", None),
        ] {
            assert_eq!(address(edition, section), expected, "{edition} {section}");
        }
        assert_eq!(document(Edition::Rfc2732), format!("{rfcs}rfc2732"));
    }
}

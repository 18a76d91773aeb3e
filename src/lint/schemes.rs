//! What documents of single schemes ask of their own URIs: RFC 2141 and RFC 8141 of `urn`, RFC 2397 of
//! `data`, RFC 6068 of `mailto`.
//!
//! The surprising case: a field of a `mailto` URI may be safe and foreign at once. `In-Reply-To` stands
//! in an example of RFC 6068 (6.1), and is none of the fields that its section 4 believes to be safe.

use std::collections::HashSet;
use std::ops::Range;

use super::subject::{Excerpt, Subject};
use super::{Findings, table};
use crate::editions::Edition;
use crate::parse::lower::scheme::{Data, Field, Mailto, Parameter, Urn, recipient};
use crate::parts::percent;

pub(super) fn look(subject: &Subject<'_>, found: &mut Findings) {
    match found.linter.edition {
        Edition::Rfc2141 => {
            if let Ok(urn) = Urn::parse_rfc2141(subject.text) {
                let message = "the identifier \"urn\" is reserved, and must not be used";
                let is_urn = urn.nid.eq_ignore_ascii_case("urn");
                namespace(subject, &urn, is_urn.then_some(message), found);
                reserved(subject, &urn, found);
            }
        }
        Edition::Rfc8141 => {
            if let Ok(urn) = Urn::parse(subject.text) {
                let message = "no formal namespace may have this identifier";
                let is_wrong = !urn.is_informal() && is_no_formal(urn.nid);
                namespace(subject, &urn, is_wrong.then_some(message), found);
                let message = "no document says yet what an r-component means";
                let span = urn.r_component.map(|part| within(subject, part));
                found.add(&table::R_COMPONENT, span, message, None);
            }
        }
        Edition::Rfc2397 => {
            if let Ok(data) = Data::parse(subject.text) {
                immediate(subject, &data, found);
            }
        }
        Edition::Rfc6068 => {
            if let Ok(mailto) = Mailto::parse(subject.text) {
                mail(subject, &mailto, found);
            }
        }
        _ => {}
    }
}

/// The span of a part of the string, which begins in it.
fn within(subject: &Subject<'_>, part: &str) -> Range<usize> {
    let start = part.as_ptr() as usize - subject.text.as_ptr() as usize;
    start..start + part.len()
}

/// Finds the identifier of a namespace, of which a message says what is wrong.
fn namespace(
    subject: &Subject<'_>,
    urn: &Urn<'_>,
    wrong: Option<&'static str>,
    found: &mut Findings,
) {
    let Some(message) = wrong else { return };
    found.add(&table::URN_NAMESPACE, [within(subject, urn.nid)], message, None);
}

/// Whether a formal namespace must not have the identifier: it has two characters, or begins with
/// `urn-`, with `X-`, or with two letters and a hyphen (5.1).
fn is_no_formal(nid: &str) -> bool {
    let lower = nid.to_ascii_lowercase();
    let is_of_country = match lower.as_bytes() {
        [a, b, b'-', ..] => a.is_ascii_alphabetic() && b.is_ascii_alphabetic(),
        _ => false,
    };
    lower.len() <= 2 || lower.starts_with("urn-") || lower.starts_with("x-") || is_of_country
}

/// What RFC 2141 keeps for later, and what it would not have encoded.
fn reserved(subject: &Subject<'_>, urn: &Urn<'_>, found: &mut Findings) {
    let start = within(subject, urn.nss).start;
    let places = urn.nss.match_indices(['/', '?', '#']);
    let spans = places.map(|(at, text)| start + at..start + at + text.len());
    let message = "the character is reserved, and should be encoded";
    found.add(&table::URN_RESERVED, spans, message, None);
    let needless = |at: &usize| {
        percent::triplet(&urn.nss.as_bytes()[*at..]).is_some_and(|octet| {
            octet.is_ascii_alphanumeric() || b"()+,-.:=@;$_!*'".contains(&octet)
        })
    };
    let places = urn.nss.match_indices('%').map(|(at, _)| at).filter(needless);
    let spans = places.map(|at| start + at..start + at + 3);
    // To decode it would make another name of it (5).
    found.add(&table::NEEDLESS_ESCAPE, spans, "the escaped character must stand for itself", None);
}

/// The longest attribute value of HTML (RFC 1866), which RFC 2397 names as a limit of a `data` URL (2).
const LITLEN: usize = 1024;

/// What RFC 2397 asks of data that stand in the URL.
fn immediate(subject: &Subject<'_>, data: &Data<'_>, found: &mut Findings) {
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

fn mail(subject: &Subject<'_>, mailto: &Mailto<'_>, found: &mut Findings) {
    let fields: Vec<Field<'_>> = mailto.fields().collect();
    let name = |field: &Field<'_>| within(subject, field.hfname);
    let spans = |is: &dyn Fn(&Field<'_>) -> bool| -> Vec<Range<usize>> {
        fields.iter().filter(|field| is(field)).map(name).collect()
    };
    let both = if mailto.to.is_some() { spans(&|field| field.is_called("to")) } else { Vec::new() };
    let message = "some clients leave out the recipients of a field `to` beside others";
    found.add(&table::MAILTO_TO_FIELD, both, message, None);

    let is_again = |(at, field): &(usize, &Field<'_>)| {
        let lower = field.name().to_ascii_lowercase();
        fields[..*at].iter().any(|earlier| earlier.name().eq_ignore_ascii_case(&lower))
    };
    let again = fields.iter().enumerate().filter(is_again).map(|(_, field)| name(field));
    let message = "the field stands before, and clients differ on what that means";
    found.add(&table::MAILTO_REPEATED_FIELD, again.collect::<Vec<_>>(), message, None);

    let message = "a client must ignore the field";
    let ignored = spans(&|field| field.is_ignored());
    found.add(&table::MAILTO_IGNORED_FIELD, ignored, message, None);

    let message =
        "only Subject, Keywords and the body are believed to be safe wherever they come from";
    let unsafe_fields = spans(&|field| !field.is_safe() && !field.is_ignored());
    found.add(&table::MAILTO_UNSAFE_FIELD, unsafe_fields, message, None);

    let breaks = fields.iter().filter(|field| {
        let value = field.value();
        if !field.is_called("body") {
            return value.iter().any(|octet| matches!(octet, b'\r' | b'\n'));
        }
        let ends = value.windows(2).filter(|pair| *pair == b"\r\n").count();
        let count = |one: u8| value.iter().filter(|octet| **octet == one).count();
        count(b'\r') != ends || count(b'\n') != ends
    });
    let spans: Vec<_> = breaks.map(|field| within(subject, field.hfvalue)).collect();
    let message = "a line break is %0D%0A, and stands in the body only";
    found.add(&table::MAILTO_LINE_BREAK, spans, message, None);

    let excerpt = |text| Excerpt { text, start: within(subject, text).start };
    let to = mailto.to.map(excerpt);
    // Before the fields, and in those fields that have addresses: To, Cc and Bcc (3).
    let receives =
        |field: &&Field<'_>| ["to", "cc", "bcc"].iter().any(|name| field.is_called(name));
    let of_fields = fields.iter().filter(receives).map(|field| excerpt(field.hfvalue));
    let mut seen = HashSet::new();
    let again: Vec<_> = to
        .into_iter()
        .chain(of_fields)
        .flat_map(|list| addresses(&list))
        .filter(|address| !seen.insert(recipient(address.text)))
        .map(|address| address.span())
        .collect();
    found.add(&table::MAILTO_SAME_ADDRESS, again, "the address stands before", None);

    let encoded = to.into_iter().flat_map(|to| addresses(&to)).flat_map(|address| {
        let start = address.text.rfind('@').map_or(address.text.len(), |at| at + 1);
        let domain = &address.text[start..];
        let is_literal = domain.starts_with("%5");
        let is_ascii = move |at: &usize| {
            let octet = percent::triplet(&domain.as_bytes()[*at..]);
            !is_literal && octet.is_some_and(|octet| octet.is_ascii())
        };
        let places = domain.match_indices('%').map(|(at, _)| at).filter(is_ascii);
        places.map(move |at| address.start + start + at..address.start + start + at + 3)
    });
    let message = "in a domain only characters that are not ASCII are encoded";
    found.add(&table::MAILTO_ENCODED_DOMAIN, encoded.collect::<Vec<_>>(), message, None);
}

/// The addresses of a list, with their places.
fn addresses<'i>(to: &Excerpt<'i>) -> Vec<Excerpt<'i>> {
    let (text, start) = (to.text, to.start);
    let all = crate::parse::lower::scheme::addresses(text).into_iter();
    all.map(|one| Excerpt {
        text: one,
        start: start + (one.as_ptr() as usize - text.as_ptr() as usize),
    })
    .collect()
}

//! What RFC 6068 asks of a `mailto` URI.

use std::collections::HashSet;
use std::ops::Range;

use super::within;
use crate::lint::subject::{Excerpt, Subject, span_in};
use crate::lint::{Findings, table};
use crate::parse::lower::scheme::{Field, Mailto, recipient};
use crate::parts::percent;

pub(super) fn look(subject: &Subject<'_>, found: &mut Findings) {
    let Ok(mailto) = Mailto::parse(subject.text) else { return };
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
    let all = crate::parse::lower::scheme::addresses(to.text).into_iter();
    all.map(|text| Excerpt { text, start: to.start + span_in(to.text, text).start }).collect()
}

//! What RFC 3966 asks of a `tel` URI.

use std::collections::HashSet;
use std::ops::Range;

use super::{mended, within};
use crate::lint::subject::Subject;
use crate::lint::{Findings, table};
use crate::parse::lower::scheme::{Tel, TelParameter};
use crate::parts::percent::{self, Keep};

pub(super) fn look(subject: &Subject<'_>, found: &mut Findings) {
    let Ok(tel) = Tel::parse(subject.text) else { return };
    number(subject, &tel, found);
    let parameters: Vec<_> = tel.parameters().collect();
    let name = |parameter: &TelParameter<'_>| within(subject, parameter.pname);
    values(subject, &parameters, found);

    let mut seen = HashSet::new();
    let is_again = |one: &&TelParameter<'_>| !seen.insert(one.pname.to_ascii_lowercase());
    let again: Vec<_> = parameters.iter().filter(is_again).map(name).collect();
    found.add(&table::TEL_REPEATED_PARAMETER, again, "the parameter stands before", None);

    // The last of those that stand before is enough to tell, as long as these are in order.
    let mut last = None;
    let is_behind = |one: &&TelParameter<'_>| {
        let place = place(one);
        let is_behind = last.as_ref().is_some_and(|last| place < *last);
        last = last.take().max(Some(place));
        is_behind
    };
    let behind: Vec<_> = parameters.iter().filter(is_behind).map(name).collect();
    let message =
        "first the subaddress or the extension, then the context, then the others by their names";
    found.add(&table::TEL_PARAMETER_ORDER, behind, message, None);

    let is_upper = |text: &str| percent::lowered(text) != text;
    let whole = |one: &TelParameter<'_>| {
        let end = one.pvalue.map_or(name(one).end, |value| within(subject, value).end);
        name(one).start..end
    };
    let upper = parameters.iter().map(whole).filter(|span| is_upper(&subject.text[span.clone()]));
    let upper: Vec<Range<usize>> = upper.collect();
    let mended = mended(subject.text, &upper, percent::lowered);
    let message = "where URIs are compared by their characters, letter case counts";
    found.add(&table::TEL_UPPER_CASE, upper, message, Some(mended));

    let both = [tel.extension, tel.isub].into_iter().flatten().map(|value| within(subject, value));
    let both: Vec<_> = both.filter(|_| tel.extension.is_some() && tel.isub.is_some()).collect();
    let message = "a number has an extension or a subaddress, and not both";
    found.add(&table::TEL_TWO_SUBADDRESSES, both, message, None);

    let is_unknown =
        |one: &&TelParameter<'_>| one.is_mandatory() && !one.is_called("phone-context");
    let unknown: Vec<_> = parameters.iter().filter(is_unknown).map(name).collect();
    let message = "who does not know the parameter must not use the URI";
    found.add(&table::TEL_MANDATORY_PARAMETER, unknown, message, None);
}

/// What is said of the number itself.
fn number(subject: &Subject<'_>, tel: &Tel<'_>, found: &mut Findings) {
    let span = within(subject, tel.number);
    let local = (!tel.is_global()).then_some(span.clone());
    let message = "a local number should be used only where there is no global one";
    found.add(&table::TEL_LOCAL_NUMBER, local, message, None);

    let signs = tel.number.match_indices('#').map(|(at, _)| span.start + at..span.start + at + 1);
    let message =
        "the syntax is that of RFC 2396, where a \"#\" ends the URI and begins a fragment";
    found.add(&table::TEL_NUMBER_SIGN, signs.collect::<Vec<_>>(), message, None);
}

/// The delimiters in values that should be encoded: of those that section 3 names, the grammar has only "+" in a
/// value. The "+" before the digits of a context stands for itself.
fn values(subject: &Subject<'_>, parameters: &[TelParameter<'_>], found: &mut Findings) {
    let unencoded = |one: &TelParameter<'_>| {
        let value = one.pvalue.unwrap_or_default();
        let is_context = one.is_called("phone-context");
        let start = within(subject, value).start;
        let places = value.match_indices('+');
        let places = places.filter(move |(at, _)| !(is_context && *at == 0));
        places.map(|(at, _)| start + at..start + at + 1).collect::<Vec<_>>()
    };
    let with_values = parameters.iter().filter(|one| one.pvalue.is_some());
    let spans: Vec<_> = with_values.flat_map(unencoded).collect();
    let mended = mended(subject.text, &spans, |delimiter| {
        percent::encode(delimiter, Keep::Unreserved).into()
    });
    let message = "the character delimits, and is percent-encoded in a value";
    found.add(&table::TEL_UNENCODED_DELIMITER, spans, message, Some(mended));
}

/// The place of a parameter among the others (3), by its rank and its name. A subaddress and an extension have no
/// order: only one of them may stand there at all (5.3).
fn place(parameter: &TelParameter<'_>) -> (u8, String) {
    let name = parameter.pname.to_ascii_lowercase();
    match &*name {
        "isub" | "ext" => (0, String::new()),
        "phone-context" => (1, name),
        _ => (2, name),
    }
}

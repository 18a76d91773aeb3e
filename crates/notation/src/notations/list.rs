//! Lists, as the documents on HTTP write them: `#rule`, `1#rule`, `2#4rule`.
//!
//! In: the counts and the element. Out: its [`Term`]. The same sign means two things: RFC 9110, 5.6.1,
//! puts optional white space around the commas, and RFC 2616, 2.1, linear white space, in front of the
//! first element as well. A grammar that knows `OWS` is of the first kind. Of both, the list is what a
//! sender writes: without the empty elements that a recipient takes.

use super::grammar::Site;
use super::term::{self, Term};

/// The number of lists that may be in one another. The element is written twice in a list, so that
/// each list within a list doubles the term.
pub(super) const DEEPEST: usize = 4;

/// A list of elements, as many as `times` says.
pub(super) fn of(
    times: &str,
    element: Term,
    line: usize,
    site: &mut Site<'_>,
) -> Result<Term, String> {
    let (min, max) = term::counts(times, '#')?;
    let name = |name: &str| Term::Name(name.to_owned());
    let comma = || Term::Literal { bytes: b",".to_vec(), ignore_case: false };
    let any = |term: Term| Term::Repeat { min: 0, max: None, term: Box::new(term) };
    let (first, separator) = if site.is_own("OWS") || site.is_imported("OWS") {
        site.note(line, "`#` is a list of RFC 9110, 5.6.1: element *( OWS \",\" OWS element )");
        (None, vec![name("OWS"), comma(), name("OWS")])
    } else {
        let text = "`#` is a list of RFC 2616, 2.1: *LWS element *( *LWS \",\" *LWS element )";
        site.note(line, text);
        let known = site.is_own("LWS") || site.is_imported("LWS");
        let white = if known { name("LWS") } else { name("rfc2616:LWS") };
        (Some(any(white.clone())), vec![any(white.clone()), comma(), any(white)])
    };
    if max == Some(0) {
        return Ok(Term::EMPTY);
    }
    let next = Term::sequence(separator.into_iter().chain([element.clone()]).collect());
    let more = Term::Repeat {
        min: min.saturating_sub(1),
        max: max.map(|max| max - 1),
        term: Box::new(next),
    };
    let list = Term::sequence(first.into_iter().chain([element, more]).collect());
    Ok(if min == 0 { list.optional() } else { list })
}

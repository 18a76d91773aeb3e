//! Lints of productions that look as if they had another meaning.

use super::{Finding, Lint, Linted, PrintedText};
use crate::languages::partial::Languages;
use crate::lint::finding::{Mend, only_in};
use crate::notation::{Alternative, Notation, Origin, Printed, PrintedProduction, Term};

/// The name of the production that says what another one looks like. No production has a space in its name.
const GROUPED: &str = "as grouped";

pub(super) fn lint(text: &PrintedText<'_>, linted: &mut Linted) {
    for production in text.own() {
        linted.findings.extend(ungrouped(text, production));
        if text.printed.notation == Notation::Abnf {
            linted.findings.extend(any_case(text, production));
        }
    }
}

/// In `a / b *c` only `b` is followed by `c`, which looks otherwise (RFC 5234, 3.10).
fn ungrouped(text: &PrintedText<'_>, production: &PrintedProduction) -> Option<Finding> {
    let (last, before) = production.alternatives().split_last()?;
    let Term::Sequence(parts) = &last.term else { return None };
    let (repeated, first) = parts.split_last()?;
    let is_word = |one: &Alternative| !matches!(one.term, Term::Sequence(_) | Term::Repeat { .. });
    let is_bare = last.text.starts_with(|one: char| one != '(' && one != '[');
    if !matches!(repeated, Term::Repeat { .. })
        || first.len() != 1
        || !is_bare
        || !before.iter().all(is_word)
    {
        return None;
    }
    let mut all = before.to_vec();
    all.push(Alternative { text: last.text.clone(), term: first[0].clone() });
    let term = Term::Sequence(vec![Term::Choice(all), repeated.clone()]);
    let grouped = PrintedProduction {
        name: GROUPED.to_owned(),
        term: Ok(term),
        origin: Origin::Assumed,
        ..production.clone()
    };
    let mut printed: Printed = text.printed.clone();
    printed.productions.push(grouped);
    let languages = Languages::of_those(&printed, &[&production.name, GROUPED]);
    let [own, grouped] =
        [&*production.name, GROUPED].map(|name| languages.start(name).and_then(Result::ok));
    let witness = only_in((languages.dfa(), grouped?), (languages.dfa(), own?))?;
    let message = format!(
        "only the last alternative is followed by the repetition, so that `{}` does not have {witness:?}; where that is \
         meant, put the alternatives in parentheses, and else the last one (RFC 5234, 3.10)",
        production.name
    );
    let finding = text.finding(production, text.line(production), Lint::Ungrouped, message);
    Some(Finding { witness: Some(witness), mend: grouped_as_read(text, production), ..finding })
}

/// The last alternative in parentheses, which says what is read. The production is read again: its alternatives must be
/// the same terms as before.
fn grouped_as_read(text: &PrintedText<'_>, production: &PrintedProduction) -> Option<Mend> {
    let last = production.alternatives().last()?.text.trim();
    let place = text.place(production)?;
    let at = production.text.rfind(last)?;
    let span = place.start + at..place.start + at + last.len();
    let mend = Mend { span, text: format!("({last})") };
    let own = Mend { span: at..at + last.len(), ..mend.clone() }.applied(&production.text);
    let again = Printed::read(text.printed.notation, &text.printed.file, &own).ok()?;
    let terms = |one: &PrintedProduction| -> Vec<Term> {
        one.alternatives().iter().map(|one| one.term.clone()).collect()
    };
    let is_same = again.productions.first().is_some_and(|one| terms(one) == terms(production));
    is_same.then_some(mend)
}

/// A literal with capitals is read in any case (RFC 5234, 2.3).
fn any_case(text: &PrintedText<'_>, production: &PrintedProduction) -> Option<Finding> {
    let terms = production.term.iter().flat_map(Term::all);
    let mut literals = terms.filter_map(|term| match term {
        Term::Literal { bytes, ignore_case: true } if bytes.iter().any(u8::is_ascii_uppercase) => {
            std::str::from_utf8(bytes).ok()
        }
        _ => None,
    });
    let literal = literals.find(|text| text.len() > 1)?;
    let witness = literal.to_ascii_lowercase();
    let message = format!(
        "{literal:?} is {witness:?} too: ABNF ignores the case of literals (RFC 5234, 2.3), but for %s{literal:?} \
         (RFC 7405)"
    );
    let span = text.word(production, &format!("{literal:?}"));
    let finding = text.finding(production, span, Lint::AnyCase, message);
    Some(Finding { witness: Some(witness), ..finding })
}

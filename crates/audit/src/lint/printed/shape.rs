//! Productions that look like another notation, and what an ordered choice loses.

use std::collections::{HashMap, HashSet};

use grammar_automata::build::difference;
use grammar_notation::{
    Alternative, Languages, Notation, Origin, Printed, PrintedProduction, Term,
};
use grammar_peg::Peg;

use super::{Finding, Lint, Linted, PrintedText};
use crate::export::pest::as_printed;
use crate::lint::finding::{Mend, only_in};
use crate::lint::pest::PestLinter;

// Lints of productions that look as if they had another meaning.

/// The name of the production that says what another one looks like. No production has a space in its name.
const GROUPED: &str = "as grouped";

pub(super) fn lint_shape(text: &PrintedText<'_>, linted: &mut Linted) {
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
    let (mut bare, mut grouped) = (last.clone(), production.clone());
    bare.term = first[0].clone();
    let all = Term::Choice([before, &[bare]].concat());
    (grouped.name, grouped.origin) = (GROUPED.to_owned(), Origin::Assumed);
    grouped.term = Ok(Term::Sequence(vec![all, repeated.clone()]));
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
    let finding = text.at_line(production, Lint::Ungrouped, message).shown_by(witness);
    Some(Finding { mend: grouped_as_read(text, production), ..finding })
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
    Some(text.finding(production, span, Lint::AnyCase, message).shown_by(witness))
}

// What is lost where a printed grammar is read by a parser that takes the first alternative that matches.
//
// A grammar as printed has all strings of all alternatives, in no order. A PEG, and most parsers that are written by
// hand, take the first that matches and repeat as often as they can. The productions are written as rules of pest, one for
// one, and linted as those. What is lost between the parts of a sequence shows in no part: in `("yy" / "y") "yy"` the first
// alternative leaves too little of `yyy` to the rest. So each rule is also compared with its production.

/// How many strings are told of a production.
const EACH: usize = 3;

pub(super) fn lint_order(text: &PrintedText<'_>, languages: &Languages, linted: &mut Linted) {
    let (rules, names) = as_printed(text.printed);
    // A production whose strings are no texts has no rule.
    let written: HashSet<&String> = names.values().collect();
    for production in text.own().filter(|one| !written.contains(&one.name) && may_lose(one)) {
        add_undecided(&production.name, languages, linted);
    }
    let Ok(peg) = Peg::read("printed.pest", &rules) else {
        text.own().for_each(|one| add_undecided(&one.name, languages, linted));
        return;
    };
    let peg = peg.with_deadline(text.printed.deadline.clone());
    // These are notes: who reads them waits.
    let linter = PestLinter::new(&peg).quick();
    let mut found: Vec<Finding> = Vec::new();
    for linted_rule in linter.rules() {
        found.extend(linted_rule.findings);
        let names = linted_rule.undecided.iter().filter_map(|rule| names.get(rule));
        for name in names.filter(|name| text.own().any(|one| one.name == **name)) {
            add_undecided(name, languages, linted);
        }
    }
    for production in text.own() {
        let mut told: HashSet<&str> = HashSet::new();
        for one in &found {
            let is_its =
                one.rule.as_ref().and_then(|rule| names.get(rule)) == Some(&production.name);
            let loses = matches!(
                one.lint,
                Lint::PrefixShadowed
                    | Lint::PartlyShadowed
                    | Lint::Greedy
                    | Lint::PartlyGreedy
                    | Lint::NeverMatches
            );
            let Some(witness) = one.witness.as_deref().filter(|_| is_its && loses) else {
                continue;
            };
            if told.len() < EACH && told.insert(witness) {
                linted.findings.push(lost(text, production, witness));
            }
        }
    }
    compare(text, languages, (&peg, &names), linted);
}

/// Compares productions with their rules, unless what a production calls has a finding already, which its callers would
/// only repeat.
fn compare(
    text: &PrintedText<'_>,
    languages: &Languages,
    (peg, names): (&Peg, &HashMap<String, String>),
    linted: &mut Linted,
) {
    let decided = peg.decide();
    let rules: Vec<&str> = peg.rules().collect();
    let production = |rule: &str| {
        let name = names.get(rule)?;
        text.own().find(|one| one.name == *name)
    };
    let mut all: Vec<(Vec<bool>, &str, &PrintedProduction)> = (rules.iter())
        .filter_map(|&rule| Some((peg.reached([rule].into_iter()), rule, production(rule)?)))
        .collect();
    // What a rule calls comes before it.
    all.sort_by_key(|(reached, ..)| reached.iter().filter(|is| **is).count());
    for (reached, rule, production) in all {
        let reached = rules.iter().zip(reached).filter(|(_, is)| *is);
        let called: HashSet<&String> = reached.filter_map(|(rule, _)| names.get(*rule)).collect();
        let is_told = |one: &Finding| {
            let rule = one.rule.as_ref().filter(|_| one.lint == Lint::OrderedChoice);
            rule.is_some_and(|rule| called.contains(rule))
        };
        let Some(Ok(printed)) = languages.start(&production.name) else { continue };
        let is_undecided = linted.undecided.iter().any(|one| called.contains(one));
        if is_undecided || linted.findings.iter().any(is_told) {
            continue;
        }
        let Some(start) = decided.start(rule) else {
            add_undecided(&production.name, languages, linted);
            continue;
        };
        let (printed, start) = ((languages.dfa(), printed), (&decided.dfa, start));
        match (difference(printed, start).only_left, only_in(printed, start)) {
            (None, _) => {}
            (_, Some(witness)) => linted.findings.push(lost(text, production, &witness)),
            // What is lost is no text.
            (Some(_), None) => add_undecided(&production.name, languages, linted),
        }
    }
}

/// A production of which a parser loses a string.
fn lost(text: &PrintedText<'_>, production: &PrintedProduction, witness: &str) -> Finding {
    let name = &production.name;
    let message = format!(
        "within `{name}`, {witness:?} is lost to a parser that takes the first alternative that matches and repeats as \
         often as it can, as PEGs do"
    );
    text.at_line(production, Lint::OrderedChoice, message).shown_by(witness.to_owned())
}

/// Adds that it is not decided what a parser loses of a production, unless more is said of it already: why it has no strings
/// that are known, or that it has none.
fn add_undecided(name: &str, languages: &Languages, linted: &mut Linted) {
    let is_known = languages.start(name).is_some_and(|start| start.is_ok());
    let is_empty =
        |one: &Finding| one.lint == Lint::NeverMatches && one.rule.as_deref() == Some(name);
    let is_told = linted.undecided.iter().any(|one| one == name);
    if is_known && !is_told && !linted.findings.iter().any(is_empty) {
        linted.undecided.push(name.to_owned());
    }
}

/// Whether a production has something of which a parser takes the first that matches, or repeats what it can.
fn may_lose(production: &PrintedProduction) -> bool {
    let mut terms = production.term.iter().flat_map(Term::all);
    terms.any(|term| matches!(term, Term::Choice(_) | Term::Repeat { .. } | Term::Name(_)))
}

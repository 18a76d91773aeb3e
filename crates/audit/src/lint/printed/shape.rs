//! Lints of the shape of rules and of their names.

use std::collections::{HashMap, HashSet};

use grammar_automata::build::difference;
use grammar_notation::engine::{MembershipTest, Replaced, Rules};
use grammar_notation::{
    Alternative, Characters, Languages, Notation, Origin, Printed, PrintedProduction, Term,
};
use grammar_peg::engine::Runner;
use grammar_peg::{Atomicity, Decided, Peg};

use super::{Finding, Lint, Linted, PrintedText};
use crate::export::text::as_printed;
use crate::lint::pest::PestLinter;
use crate::lint::{LOST, Mend, only_in};
use crate::names::near;

// Productions that look like another notation, and strings that an ordered choice loses.

/// The name of a temporary production, which has the meaning that the examined production seems to have. No other name
/// contains a space.
const GROUPED: &str = "as grouped";

pub(super) fn lint_shape(text: &PrintedText<'_>, linted: &mut Linted) {
    for production in text.own() {
        linted.findings.extend(ungrouped(text, production));
        if text.printed.notation == Notation::Abnf {
            linted.findings.extend(any_case(text, production));
        }
    }
}

/// Finds a choice such as `a / b *c`, in which `*c` applies only to `b`, contrary to appearance (RFC 5234, 3.10).
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
        "the repetition applies only to the last alternative, so `{}` does not match {witness:?}; put parentheses around all alternatives if it should match, or around the last alternative and its repetition if it should not (RFC 5234, 3.10)",
        production.name
    );
    let finding = text.at_line(production, Lint::Ungrouped, message).shown_by(witness);
    Some(Finding { mend: grouped_as_read(text, production), ..finding })
}

/// Returns the [`Mend`] that puts the last alternative in parentheses, to show how the production is read. The changed
/// production is read again: its alternatives must be the same terms as before.
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

/// Finds a literal with capitals, which is case-insensitive (RFC 5234, 2.3).
fn any_case(text: &PrintedText<'_>, production: &PrintedProduction) -> Option<Finding> {
    let terms = production.term.iter().flat_map(Term::all);
    let mut literals = terms.filter_map(|term| match term {
        Term::Literal { bytes, ignore_case: true } if bytes.iter().any(u8::is_ascii_uppercase) => {
            std::str::from_utf8(bytes).ok()
        }
        _ => None,
    });
    let written = production.text.to_ascii_lowercase();
    let is_explicit =
        |text: &str| written.contains(&format!("%i\"{}\"", text.to_ascii_lowercase()));
    let literal = literals.find(|text| text.len() > 1 && !is_explicit(text))?;
    let witness = literal.to_ascii_lowercase();
    let message = format!(
        "{literal:?} also matches {witness:?}, because ABNF ignores the case of literals (RFC 5234, 2.3); write %s{literal:?} for a case-sensitive literal (RFC 7405)"
    );
    let span = text.word(production, &format!("{literal:?}"));
    Some(text.finding(production, span, Lint::AnyCase, message).shown_by(witness))
}

// Strings that are lost if a parser matches the first successful alternative.
//
// A printed grammar has all strings of all alternatives, in no order. A PEG, and most handwritten parsers, match the first
// alternative that succeeds and repeat as often as they can. The productions are written as rules of pest, one by one, and
// linted as such. Strings that are lost between the parts of a sequence are not visible in the parts: in
// `("yy" / "y") "yy"` the first alternative leaves too little of `yyy` for the rest. So each rule is also compared with its
// production.

/// The maximum number of strings that are reported for a production.
const EACH: usize = 3;

pub(super) fn lint_order(text: &PrintedText<'_>, languages: &Languages, linted: &mut Linted) {
    let (rules, names) = as_printed(&without_unreached(text.printed));
    // A production whose strings are not text has no rule.
    let written: HashSet<&String> = names.values().collect();
    for production in text.own().filter(|one| !written.contains(&one.name) && may_lose(one)) {
        add_undecided(&production.name, languages, linted);
    }
    let Ok(peg) = Peg::read("printed.pest", &rules) else {
        text.own().for_each(|one| add_undecided(&one.name, languages, linted));
        return;
    };
    let peg = peg.with_deadline(text.printed.deadline.clone());
    // These are notes, for which a user should not wait.
    let linter = PestLinter::new(&peg).quick();
    let decided = peg.decide();
    // A string that a part of a production loses may be matched by another part.
    let members = MembershipTest::new(languages.rules(), &Replaced::default());
    let runner = Runner::new(&peg);
    let is_lost = |production: &PrintedProduction, rule: &str, witness: &str| {
        let witness = witness.as_bytes();
        members.has(&production.name, witness) == Some(true)
            && runner.reads(rule, Atomicity::NonAtomic, witness) == Some(false)
    };
    let mut found: Vec<Finding> = Vec::new();
    for linted_rule in linter.rules() {
        found.extend(linted_rule.findings);
        let names = linted_rule.undecided.iter().filter_map(|open| names.get(&open.rule));
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
            let rule = one.rule.as_deref().unwrap_or_default();
            if told.len() < EACH && is_lost(production, rule, witness) && told.insert(witness) {
                linted.findings.push(lost(text, production, witness));
            }
        }
    }
    compare(text, languages, (&peg, &decided, &names), linted);
}

/// Returns the grammar without the alternatives that a parser never tries, since an alternative before them matches the
/// empty string. pest refuses a choice with such alternatives.
fn without_unreached(printed: &Printed) -> Printed {
    let rules = Rules::new(printed);
    let mut reached = printed.clone();
    for production in &mut reached.productions {
        if let Ok(term) = &mut production.term {
            truncate(term, &rules);
        }
    }
    reached
}

/// Removes the alternatives after the first that matches the empty string. The recursion is as deep as the brackets.
fn truncate(term: &mut Term, rules: &Rules) {
    match term {
        Term::Choice(all) => {
            let empty = all.iter().position(|one| rules.has_empty(&one.term));
            all.truncate(empty.map_or(all.len(), |at| at + 1));
            all.iter_mut().for_each(|one| truncate(&mut one.term, rules));
        }
        Term::Sequence(parts) => parts.iter_mut().for_each(|part| truncate(part, rules)),
        Term::Repeat { term, .. } => truncate(term, rules),
        Term::Difference { .. } | Term::Name(_) | Term::Bytes(_) | Term::Literal { .. } => {}
    }
}

/// Compares each production with its rule, unless a production that it calls already has a finding.
fn compare(
    text: &PrintedText<'_>,
    languages: &Languages,
    (peg, decided, names): (&Peg, &Decided, &HashMap<String, String>),
    linted: &mut Linted,
) {
    let rules: Vec<&str> = peg.rules().collect();
    let production = |rule: &str| {
        let name = names.get(rule)?;
        text.own().find(|one| one.name == *name)
    };
    let mut all: Vec<(Vec<bool>, &str, &PrintedProduction)> = (rules.iter())
        .filter_map(|&rule| Some((peg.reached([rule].into_iter()), rule, production(rule)?)))
        .collect();
    // A production comes after the productions that it calls.
    all.sort_by_key(|(reached, ..)| reached.iter().filter(|is| **is).count());
    for (reached, rule, production) in all {
        let reached = rules.iter().zip(reached).filter(|(_, is)| *is);
        let called: HashSet<&String> = reached.filter_map(|(rule, _)| names.get(*rule)).collect();
        let is_told = |one: &Finding| {
            let rule = one.rule.as_ref().filter(|_| one.lint == Lint::OrderedChoice);
            rule.is_some_and(|rule| called.contains(rule))
        };
        let Some(Ok(printed)) = languages.start(&production.name) else { continue };
        let is_undecided = linted.undecided.iter().any(|open| called.contains(&open.rule));
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
            // The lost string is not text.
            (Some(_), None) => add_undecided(&production.name, languages, linted),
        }
    }
}

/// Returns a finding which reports that `witness` derives from the production, but is not matched by a parser that
/// takes the first matching alternative.
fn lost(text: &PrintedText<'_>, production: &PrintedProduction, witness: &str) -> Finding {
    let name = &production.name;
    let message = format!(
        "within `{name}`, {witness:?} is lost to a parser that commits to the first matching alternative and repeats as \
         often as it can, like a PEG"
    );
    text.at_line(production, Lint::OrderedChoice, message).shown_by(witness.to_owned())
}

/// Records that it is undecided whether a parser loses strings of a production. Nothing is recorded if a more specific
/// reason is reported, if the strings of the production are unknown, or if the production has no strings.
fn add_undecided(name: &str, languages: &Languages, linted: &mut Linted) {
    let is_known = languages.start(name).is_some_and(|start| start.is_ok());
    let is_empty =
        |one: &Finding| one.lint == Lint::NeverMatches && one.rule.as_deref() == Some(name);
    let is_told = linted.undecided.iter().any(|open| open.rule == name);
    if is_known && !is_told && !linted.findings.iter().any(is_empty) {
        linted.leave_open(name, LOST);
    }
}

/// Returns whether a production has a choice, a repetition or a name. Otherwise, a parser loses none of its strings.
fn may_lose(production: &PrintedProduction) -> bool {
    let mut terms = production.term.iter().flat_map(Term::all);
    terms.any(|term| matches!(term, Term::Choice(_) | Term::Repeat { .. } | Term::Name(_)))
}

// Lints of names: undefined, unused, or those of the core rules of RFC 5234.

pub(super) fn lint(text: &PrintedText<'_>, languages: &Languages, linted: &mut Linted) {
    let key = |name: &str| text.printed.notation.key(name);
    let mut users: HashMap<String, HashSet<String>> = HashMap::new();
    for production in &text.printed.productions {
        for name in names(production) {
            users.entry(key(name)).or_default().insert(key(&production.name));
        }
    }
    linted.findings.extend(undefined(text));
    // An unreadable production may use any production.
    let is_known = text.own().all(|one| one.term.is_ok());
    for production in text.own().skip(1).filter(|_| is_known) {
        let own = key(&production.name);
        let is_used = users.get(&own).is_some_and(|users| users.iter().any(|user| *user != own));
        if !is_used {
            let name = &production.name;
            let message =
                format!("no other production uses `{name}`, which is not the first production");
            linted.findings.push(text.at_line(production, Lint::Unreached, message));
        }
    }
    linted.findings.extend(without_string(text));
    if text.printed.notation == Notation::Abnf {
        linted.findings.extend(core(text, languages));
    }
}

/// Returns the names that a production uses, with repetitions.
fn names(production: &PrintedProduction) -> impl Iterator<Item = &str> {
    let terms = production.term.iter().flat_map(Term::all);
    terms.filter_map(Term::name)
}

/// The maximum number of undefined names for which similar names are suggested.
const ASKED: usize = 100;

fn undefined(text: &PrintedText<'_>) -> Vec<Finding> {
    let (printed, mut found) = (text.printed, Vec::new());
    let defined: HashSet<String> =
        printed.productions.iter().map(|one| printed.notation.key(&one.name)).collect();
    let lent = printed.notation.built_in();
    let candidates = text.own().chain(lent).map(|one| &*one.name);
    let candidates: Vec<&str> = candidates.collect();
    for production in text.own() {
        let mut told = HashSet::new();
        for name in names(production) {
            let is_known =
                defined.contains(&printed.notation.key(name)) || printed.notation.lends(name);
            if !is_known && told.insert(name) {
                let mut message =
                    format!("`{}` uses `{name}`, which is not defined", production.name);
                let span = text.word(production, name);
                let is_asked = found.len() < ASKED;
                let near = is_asked.then(|| near(name, candidates.iter().copied())).flatten();
                if let Some(near) = near {
                    message.push_str(&format!("; did you mean `{near}`?"));
                }
                let is_name = text.text.get(span.clone()) == Some(name);
                let mend = near.filter(|_| is_name);
                let mend = mend.map(|near| Mend { span: span.clone(), text: near.to_owned() });
                let finding = text.finding(production, span, Lint::Undefined, message);
                found.push(Finding { mend, ..finding });
            }
        }
    }
    found
}

/// Returns a finding for each production that derives no string, since no derivation ends, as in `a = b`, `b = a`.
fn without_string(text: &PrintedText<'_>) -> Vec<Finding> {
    let printed = text.printed;
    let key = |name: &str| printed.notation.key(name);
    let mut open: HashMap<String, &PrintedProduction> = printed
        .productions
        .iter()
        .filter(|one| one.term.is_ok())
        .map(|one| (key(&one.name), one))
        .collect();
    // A production is examined again when one that it uses turns out to have a string.
    let mut users: HashMap<String, Vec<&PrintedProduction>> = HashMap::new();
    for production in &printed.productions {
        names(production).for_each(|name| users.entry(key(name)).or_default().push(production));
    }
    let mut waiting: Vec<&PrintedProduction> = printed.productions.iter().collect();
    while let Some(production) = waiting.pop() {
        let (own, term) = (key(&production.name), production.term.as_ref());
        let ends = |name: &str| !open.contains_key(&key(name));
        if open.contains_key(&own) && term.is_ok_and(|term| has_string(term, &ends)) {
            waiting.extend(users.remove(&own).into_iter().flatten());
            open.remove(&own);
        }
    }
    let left = text.own().filter(|one| open.contains_key(&key(&one.name)));
    left.map(|production| {
        let name = &production.name;
        let way = names(production).find(|name| open.contains_key(&key(name))).unwrap_or_default();
        let message = format!(
            "`{name}` matches no string: it requires `{way}`, and no derivation of `{way}` ends"
        );
        text.at_line(production, Lint::NeverMatches, message)
    })
    .collect()
}

/// Returns whether a term derives a string. `ends` returns whether the production of a name is known to derive one.
fn has_string(term: &Term, ends: &dyn Fn(&str) -> bool) -> bool {
    match term {
        Term::Name(name) => ends(name),
        Term::Bytes(set) => !set.is_empty(),
        Term::Literal { .. } => true,
        Term::Sequence(parts) => parts.iter().all(|part| has_string(part, ends)),
        Term::Choice(all) => all.iter().any(|one| has_string(&one.term, ends)),
        Term::Repeat { min, term, .. } => *min == 0 || has_string(term, ends),
        Term::Difference { from, .. } => has_string(from, ends),
    }
}

/// Returns the [`Mend`] that removes a copy of a core rule. The first production, which is the grammar's main one, is
/// kept.
fn removed(text: &PrintedText<'_>, production: &PrintedProduction) -> Option<Mend> {
    let is_first = text.own().next().is_some_and(|first| first.name == production.name);
    let place = text.place(production).filter(|_| !is_first)?;
    // The blanks around the production and the end of its line are removed too.
    let begin = text.text[..place.start].trim_end_matches([' ', '\t']).len();
    let rest = &text.text[place.end..];
    let blanks = rest.len() - rest.trim_start_matches([' ', '\t', '\r']).len();
    let end = place.end + blanks;
    let end = end + usize::from(text.text[end..].starts_with('\n'));
    Some(Mend { span: begin..end, text: String::new() })
}

/// Returns the findings about productions that have the name of a core rule.
fn core(text: &PrintedText<'_>, languages: &Languages) -> Vec<Finding> {
    let (file, characters) = ("RFC 5234, B.1".to_owned(), Some(Characters::Octets));
    let lent = Printed::new(Notation::Abnf, file, characters, Notation::Abnf.built_in().to_vec());
    let is_core = |one: &&PrintedProduction| Notation::Abnf.lends(&one.name);
    let own: Vec<&PrintedProduction> = text.own().filter(is_core).collect();
    if own.is_empty() {
        return Vec::new();
    }
    let core = Languages::new(&lent);
    let found = own.into_iter().filter_map(|production| {
        let name = &production.name;
        let own = languages.start(name)?.ok()?;
        let key = Notation::Abnf.key(name);
        let lent = lent.productions.iter().find(|one| Notation::Abnf.key(&one.name) == key)?;
        let lent = core.start(&lent.name)?.ok()?;
        let told = difference((languages.dfa(), own), (core.dfa(), lent));
        if told.is_equal() {
            let message = format!("`{name}` repeats the core rule of RFC 5234, and can be removed");
            let finding = text.at_line(production, Lint::RepeatedCore, message);
            return Some(Finding { mend: removed(text, production), ..finding });
        }
        let (witness, has) = match (told.only_left, told.only_right) {
            (Some(witness), _) => (witness, "does not have"),
            (None, witness) => (witness?, "also has"),
        };
        let witness = String::from_utf8_lossy(&witness).into_owned();
        let message = format!(
            "the core rule `{name}` of RFC 5234 {has} {witness:?}; give this production another name"
        );
        Some(text.at_line(production, Lint::RedefinedCore, message).shown_by(witness))
    });
    found.collect()
}

//! Lints of names: undefined, unused, or those of the core rules of RFC 5234.

use std::collections::{HashMap, HashSet};

use grammar_automata::build::difference;
use grammar_notation::{Characters, Languages, Notation, Printed, PrintedProduction, Term};

use super::{Finding, Lint, Linted, PrintedText};
use crate::lint::finding::Mend;

pub(super) fn lint(text: &PrintedText<'_>, languages: &Languages, linted: &mut Linted) {
    let key = |name: &str| text.printed.notation.key(name);
    let mut users: HashMap<String, HashSet<String>> = HashMap::new();
    for production in &text.printed.productions {
        for name in names(production) {
            users.entry(key(name)).or_default().insert(key(&production.name));
        }
    }
    linted.findings.extend(undefined(text));
    // What cannot be read may use any of them.
    let is_known = text.own().all(|one| one.term.is_ok());
    for production in text.own().skip(1).filter(|_| is_known) {
        let own = key(&production.name);
        let is_used = users.get(&own).is_some_and(|users| users.iter().any(|user| *user != own));
        if !is_used {
            let name = &production.name;
            let message = format!("no other production uses `{name}`, and it is not the first");
            linted.findings.push(text.at_line(production, Lint::Unreached, message));
        }
    }
    linted.findings.extend(without_string(text));
    if text.printed.notation == Notation::Abnf {
        linted.findings.extend(core(text, languages));
    }
}

/// The names that a production uses, each as often as it does.
fn names(production: &PrintedProduction) -> impl Iterator<Item = &str> {
    let terms = production.term.iter().flat_map(Term::all);
    terms.filter_map(Term::name)
}

/// The number of undefined names for which a name is looked for that could be meant.
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

/// The productions that have no string, since each way to one leads back to them: `a = b`, `b = a`.
fn without_string(text: &PrintedText<'_>) -> Vec<Finding> {
    let printed = text.printed;
    let key = |name: &str| printed.notation.key(name);
    let mut open: HashMap<String, &PrintedProduction> = printed
        .productions
        .iter()
        .filter(|one| one.term.is_ok())
        .map(|one| (key(&one.name), one))
        .collect();
    // A production is asked again when one that it uses was found to have a string.
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
            "`{name}` has no string: it needs `{way}`, and `{way}` never comes to an end either"
        );
        text.at_line(production, Lint::NeverMatches, message)
    })
    .collect()
}

/// Whether a term has a string, if the names have one of which that is said.
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

/// A text without a production that a core rule is equal to. The first production is what the grammar is for, and stays.
fn removed(text: &PrintedText<'_>, production: &PrintedProduction) -> Option<Mend> {
    let is_first = text.own().next().is_some_and(|first| first.name == production.name);
    let place = text.place(production).filter(|_| !is_first)?;
    // With the blanks around it, and the end of its line.
    let begin = text.text[..place.start].trim_end_matches([' ', '\t']).len();
    let rest = &text.text[place.end..];
    let blanks = rest.len() - rest.trim_start_matches([' ', '\t', '\r']).len();
    let end = place.end + blanks;
    let end = end + usize::from(text.text[end..].starts_with('\n'));
    Some(Mend { span: begin..end, text: String::new() })
}

/// The productions that have the name of a core rule.
fn core(text: &PrintedText<'_>, languages: &Languages) -> Vec<Finding> {
    let (file, characters) = ("RFC 5234, B.1".to_owned(), Some(Characters::Octets));
    let lent = Printed::of(Notation::Abnf, file, characters, Notation::Abnf.built_in().to_vec());
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
            let message =
                format!("RFC 5234 has `{name}`, with the same strings; it need not be defined");
            let finding = text.at_line(production, Lint::RepeatedCore, message);
            return Some(Finding { mend: removed(text, production), ..finding });
        }
        let (witness, has) = match (told.only_left, told.only_right) {
            (Some(witness), _) => (witness, "does not have"),
            (None, witness) => (witness?, "also has"),
        };
        let witness = String::from_utf8_lossy(&witness).into_owned();
        let message = format!(
            "the core rule `{name}` of RFC 5234 {has} {witness:?}; give this one another name"
        );
        Some(text.at_line(production, Lint::RedefinedCore, message).shown_by(witness))
    });
    found.collect()
}

// A name that could be meant where another one is written.

/// The longest name that is compared, in bytes.
const LONGEST: usize = 64;
/// From this length on, in bytes, a name may have two slips.
const LONG: usize = 6;

/// The name that is nearest, if it is near and no other one is as near. Case does not count.
pub(super) fn near<'n>(name: &str, all: impl Iterator<Item = &'n str>) -> Option<&'n str> {
    let most = match name.len() {
        0..=2 => return None,
        length if length < LONG => 1,
        length if length <= LONGEST => 2,
        _ => return None,
    };
    let written = name.to_ascii_lowercase();
    let (mut best, mut least, mut is_alone) = (None, most + 1, true);
    for one in all.filter(|one| one.len() > 2 && one.len().abs_diff(name.len()) <= most) {
        let slips = slips(written.as_bytes(), one.to_ascii_lowercase().as_bytes());
        if slips < least {
            (best, least, is_alone) = (Some(one), slips, true);
        } else if slips == least && best.is_some_and(|best| !one.eq_ignore_ascii_case(best)) {
            is_alone = false;
        }
    }
    best.filter(|_| is_alone)
}

/// The number of slips between two names: the distance of Damerau and Levenshtein, in which no letter changes twice.
fn slips(left: &[u8], right: &[u8]) -> usize {
    let first: Vec<usize> = (0..=right.len()).collect();
    let (mut before, mut above) = (first.clone(), first);
    for (at, &one) in left.iter().enumerate() {
        let mut row = vec![at + 1];
        for (to, &other) in right.iter().enumerate() {
            let replaced = above[to] + usize::from(one != other);
            let mut least = replaced.min(above[to + 1] + 1).min(row[to] + 1);
            if at > 0 && to > 0 && one == right[to - 1] && left[at - 1] == other {
                least = least.min(before[to - 1] + 1);
            }
            row.push(least);
        }
        before = std::mem::replace(&mut above, row);
    }
    above[right.len()]
}

#[cfg(test)]
mod tests {
    use super::{near, slips};

    #[test]
    fn typing_errors_are_counted() {
        for (left, right, count) in [
            ("digit", "digit", 0),
            ("digit", "digt", 1),
            ("digit", "digits", 1),
            ("digit", "digid", 1),
            ("digit", "idgit", 1),
            ("segment", "sgemnet", 2),
            ("", "ab", 2),
        ] {
            assert_eq!(slips(left.as_bytes(), right.as_bytes()), count, "{left} {right}");
            assert_eq!(slips(right.as_bytes(), left.as_bytes()), count, "{right} {left}");
        }
    }

    #[test]
    fn the_nearest_name_is_suggested() {
        let all = ["DIGIT", "segment", "path-rootless", "host", "port", "a"];
        let near = |name| near(name, all.into_iter());
        assert_eq!((near("digt"), near("Segemnt")), (Some("DIGIT"), Some("segment")));
        assert_eq!(near("path-rotles"), Some("path-rootless"));
        // Equally far from `host` and `port`; two errors in a short name; too short for any.
        assert_eq!((near("post"), near("hots"), near("b")), (None, Some("host"), None));
        assert_eq!((near("hhosst"), near("gate"), near("")), (Some("host"), None, None));
    }
}

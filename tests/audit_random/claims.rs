//! What an audit says beside its verdicts, against a plain matcher of what is printed and pest's own
//! machine, on all strings to a length over the letters of random grammars.
//!
//! - An alternative that is *never taken* is in no tree of pest's. Of each other one there is a string on
//!   which pest takes it: one that the automaton gives.
//! - Two alternatives *overlap* in a string that both derive, and in none that is shorter; those that are
//!   not said to overlap share no string.
//! - A *departure* is a string that only the side has which it names. No string of the other side goes on
//!   after the place where the two part.
//! - A production that differs *through* others is equal to its rule where these have the strings of
//!   their rules.

use std::sync::atomic::{AtomicUsize, Ordering};

use pest_vm::Vm;
use urispec_audit::{Atomicity, Divergence, Only, Overlap, Peg, Report};

use crate::evaluator::{LONGEST, matches, matches_given};
use crate::expressions::{NAMES, Part};
use crate::grammars::{Grammars, strings};
use crate::machine;
use crate::random::{self, Random};
use crate::subject::{STRINGS, Subject};

/// How many claims of each kind were held.
#[derive(Default)]
struct Held {
    never: AtomicUsize,
    taken: AtomicUsize,
    overlaps: AtomicUsize,
    divergences: AtomicUsize,
    through: AtomicUsize,
}

fn count(counter: &AtomicUsize) {
    counter.fetch_add(1, Ordering::Relaxed);
}

/// Holds what is said of the alternatives of each choice in pest, by itself.
fn never(grammars: &Grammars, held: &Held) -> Result<usize, String> {
    let mut choices = Vec::new();
    grammars.pest.iter().for_each(|part| part.choices(&mut choices));
    let texts = strings(grammars.letters, STRINGS);
    let mut claims = 0;
    for alternatives in choices {
        let text = choice(grammars, alternatives);
        let Ok(peg) = Peg::read("a.pest", &text) else { continue };
        let Ok((_, rules)) = pest_meta::parse_and_optimize(&text) else { continue };
        let found = peg.unreachable_alternatives();
        if found.unknown.iter().any(|one| one.rule.as_deref() == Some("choice")) {
            continue;
        }
        let vm = Vm::new(rules);
        let taken = |rule: &str, text: &str| {
            let pair = vm.parse(rule, text).ok()?.next()?;
            let name = pair.into_inner().next()?.as_rule().to_owned();
            name.strip_prefix("alternative_")?.parse::<usize>().ok()
        };
        let decided = peg.decide();
        for place in 1..=alternatives.len() {
            let is_it = |one: &urispec_audit::UnreachableAlternative| {
                one.rule == "choice" && one.alternative == place
            };
            claims += texts.len();
            if found.alternatives.iter().any(is_it) {
                if let Some(string) = texts.iter().find(|one| taken("choice", one) == Some(place)) {
                    return Err(format!("{place} is taken on {string:?}\n{text}"));
                }
                count(&held.never);
                continue;
            }
            let Some(start) = decided.start(&format!("taken_{place}")) else { continue };
            let Some(string) = decided.dfa.shortest(start) else {
                return Err(format!("{place} is not said to be never taken, and is not\n{text}"));
            };
            let Ok(string) = String::from_utf8(string) else {
                return Err(format!("{place} is taken on what is no text\n{text}"));
            };
            if taken("choice", &string) != Some(place) {
                return Err(format!("{place} is not taken on {string:?}\n{text}"));
            }
            count(&held.taken);
        }
    }
    Ok(claims)
}

/// A grammar with a rule `choice` of these alternatives, each a rule of its own, and for each a rule that
/// asks whether it is taken. Within an atomic rule no blanks are read before an alternative.
fn choice(grammars: &Grammars, alternatives: &[Part]) -> String {
    let mut text = grammars.pest_text();
    let names: Vec<String> =
        (1..=alternatives.len()).map(|place| format!("alternative_{place}")).collect();
    for (name, part) in names.iter().zip(alternatives) {
        text += &format!("{name} = !{{ {} }}\n", part.pest());
    }
    text += &format!("choice = {{ {} }}\n", names.join(" | "));
    for (place, name) in names.iter().enumerate() {
        let before: String = names[..place].iter().map(|name| format!("!{name} ~ ")).collect();
        text += &format!("taken_{} = ${{ {before}{name} ~ ANY* }}\n", place + 1);
    }
    text
}

/// Holds what is said of the alternatives of productions that are choices.
fn overlaps(subject: &Subject<'_>, report: &Report, held: &Held) -> Result<usize, String> {
    let mut claims = 0;
    for (rule, part) in subject.grammars.printed.iter().enumerate() {
        let is_untold = report.unknown.iter().any(|one| one.name == NAMES[rule]);
        let Part::Choice(all) = part else { continue };
        let mut rules = subject.plain.clone();
        let first = rules.len();
        rules.extend(all.iter().map(|part| part.plain(subject.grammars.is_loose(rule))));
        let has = |place: usize, text: &[u8]| matches(&rules, first + place, text);
        for left in 0..all.len() {
            for right in left + 1..all.len() {
                let both = |text: &[u8]| has(left, text) && has(right, text);
                let is_it = |one: &&Overlap| {
                    one.production == NAMES[rule] && one.whole && one.places == [left, right]
                };
                let found = report.overlaps.iter().find(is_it);
                let length = match found {
                    None if is_untold || !subject.is_regular(rule) => continue,
                    None => usize::MAX,
                    Some(Overlap { witness, .. }) if witness.len() > LONGEST => continue,
                    Some(Overlap { witness, .. }) => {
                        count(&held.overlaps);
                        if !both(witness) {
                            let witness = witness.escape_ascii();
                            return Err(format!("{left} and {right} do not share \"{witness}\""));
                        }
                        witness.len()
                    }
                };
                claims += subject.strings.len();
                let mut shorter = subject.strings.iter().filter(|text| text.len() < length);
                if let Some(text) = shorter.find(|text| both(text.as_bytes())) {
                    return Err(format!("{} share {text:?}: {left} {right}", NAMES[rule]));
                }
            }
        }
    }
    Ok(claims)
}

/// Holds the departures of productions, and through which others they differ.
fn mends(subject: &Subject<'_>, report: &Report, held: &Held) -> Result<usize, String> {
    let mut claims = 0;
    let place = |name: &str| NAMES.iter().position(|one| *one == name);
    let reads = |rule: usize, text: &[u8]| {
        let text = str::from_utf8(text).ok()?;
        subject.whole.reads(NAMES[rule], Atomicity::NonAtomic, text)
    };
    for judged in &report.productions {
        let Some(rule) = place(&judged.name).filter(|_| judged.atomicity.is_none()) else {
            continue;
        };
        for divergence in &judged.divergences {
            claims += departed(subject, rule, divergence, &reads)
                .map_err(|why| format!("{}: {why}", judged.name))?;
            count(&held.divergences);
        }
        if judged.through.is_empty() {
            continue;
        }
        count(&held.through);
        let through: Vec<usize> = judged.through.iter().filter_map(|name| place(name)).collect();
        let given = |other: usize, text: &[u8]| {
            let is_given = through.contains(&other);
            is_given.then(|| reads(other, text).unwrap_or_default())
        };
        // What nests differs through others as far as it was unrolled.
        let is_whole = subject.is_regular(rule);
        for text in subject.strings.iter().filter(|_| is_whole) {
            claims += 1;
            let would = matches_given(&subject.plain, rule, text.as_bytes(), &given);
            if reads(rule, text.as_bytes()).is_some_and(|reads| reads != would) {
                let (name, through) = (&judged.name, &judged.through);
                return Err(format!("{name} differs in {text:?}, not only through {through:?}"));
            }
        }
    }
    Ok(claims)
}

/// Holds a departure; how many strings were asked for.
fn departed(
    subject: &Subject<'_>,
    rule: usize,
    divergence: &Divergence,
    reads: &dyn Fn(usize, &[u8]) -> Option<bool>,
) -> Result<usize, String> {
    let Divergence { only, witness, offset, .. } = divergence;
    let shown = || format!("{only:?} {} {offset}", witness.escape_ascii());
    if witness.len() > LONGEST {
        return Ok(0);
    }
    let has = |text: &[u8]| Some(matches(&subject.plain, rule, text));
    let other = |text: &[u8]| if *only == Only::Printed { reads(rule, text) } else { has(text) };
    let own = |text: &[u8]| if *only == Only::Printed { has(text) } else { reads(rule, text) };
    if own(witness) == Some(false) || other(witness) == Some(true) {
        return Err(format!("{} is no departure", shown()));
    }
    let Some(begun) = witness.get(..=*offset) else { return Ok(1) };
    for text in &subject.strings {
        let longer = [begun, text.as_bytes()].concat();
        if longer.len() <= LONGEST && other(&longer) == Some(true) {
            return Err(format!("{} and the other has {}", shown(), longer.escape_ascii()));
        }
    }
    Ok(subject.strings.len())
}

fn hold(seed: u64, held: &Held) -> Result<usize, String> {
    let grammars = Grammars::random(&mut Random::new(seed));
    let shown = |why: String| format!("{why}\n{}{}", grammars.abnf(), grammars.pest_text());
    let mut claims = never(&grammars, held).map_err(shown)?;
    if let Some(subject) = Subject::of(&grammars, STRINGS).map_err(shown)? {
        let report = subject.audit();
        claims += overlaps(&subject, &report, held).map_err(shown)?;
        claims += mends(&subject, &report, held).map_err(shown)?;
    }
    Ok(claims)
}

#[test]
fn claims_about_random_grammars_hold_of_all_short_strings() {
    machine::limit_calls();
    let held = Held::default();
    random::until(random::scaled(300_000, 200_000_000), |seed| hold(seed, &held));
    let Held { never, taken, overlaps, divergences, through } = held;
    let all = [never, taken, overlaps, divergences, through].map(AtomicUsize::into_inner);
    let [never, taken, overlaps, divergences, through] = all;
    println!(
        "{never} never taken, {taken} taken, {overlaps} overlaps, {divergences} departures, \
         {through} that differ through others"
    );
    assert!(all.into_iter().all(|count| count > 2), "{all:?}");
}

//! The claims of an audit besides its verdicts, compared with a plain matcher of the printed grammar and with pest's
//! own machine, on all strings up to a length over the letters of random grammars.
//!
//! - An alternative that is *unreachable* is in no tree of pest. For every other alternative, pest chooses it on a
//!   string that the automaton gives.
//! - Two alternatives that *overlap* share the witness and no shorter string; those not reported to overlap share no
//!   string.
//! - A *divergence* is a string that only the named side accepts. The other side has no string that continues past the
//!   offset.
//! - A production that differs *through* others equals its rule if these accept the strings of their rules.

use std::sync::atomic::{AtomicUsize, Ordering};

use pest_vm::Vm;
use urispec_audit::alternatives::Overlap;
use urispec_audit::peg::Atomicity;
use urispec_audit::{Divergence, Only, Peg, Report};

use crate::evaluator::{LONGEST, matches, matches_with};
use crate::expressions::{NAMES, Part};
use crate::grammars::{Grammars, strings};
use crate::machine;
use crate::random::{self, Random};
use crate::subject::{STRINGS, Subject};

/// The number of checked claims of each kind.
#[derive(Default)]
struct ClaimCounts {
    unreachable: AtomicUsize,
    chosen: AtomicUsize,
    overlaps: AtomicUsize,
    divergences: AtomicUsize,
    through: AtomicUsize,
}

fn count(counter: &AtomicUsize) {
    counter.fetch_add(1, Ordering::Relaxed);
}

/// Checks the claims about the alternatives of each choice in pest, by itself.
fn check_alternatives(grammars: &Grammars, counts: &ClaimCounts) -> Result<usize, String> {
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
        let chosen = |rule: &str, text: &str| {
            let pair = vm.parse(rule, text).ok()?.next()?;
            let name = pair.into_inner().next()?.as_rule().to_owned();
            name.strip_prefix("alternative_")?.parse::<usize>().ok()
        };
        let decided = peg.decide();
        for place in 1..=alternatives.len() {
            let is_it = |one: &urispec_audit::peg::UnreachableAlternative| {
                one.rule == "choice" && one.alternative == place
            };
            claims += texts.len();
            if found.alternatives.iter().any(is_it) {
                if let Some(string) = texts.iter().find(|one| chosen("choice", one) == Some(place))
                {
                    return Err(format!("{place} is chosen on {string:?}\n{text}"));
                }
                count(&counts.unreachable);
                continue;
            }
            let Some(start) = decided.start(&format!("taken_{place}")) else { continue };
            let Some(string) = decided.dfa.shortest(start) else {
                return Err(format!("{place} is unreachable and not reported\n{text}"));
            };
            let Ok(string) = String::from_utf8(string) else {
                return Err(format!("{place} is chosen on a string that is not UTF-8\n{text}"));
            };
            if chosen("choice", &string) != Some(place) {
                return Err(format!("{place} is not chosen on {string:?}\n{text}"));
            }
            count(&counts.chosen);
        }
    }
    Ok(claims)
}

/// Returns a grammar with a rule `choice` of these alternatives, each a rule of its own, and for each a rule that
/// tests whether it is chosen. Within an atomic rule, no white space precedes an alternative.
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

/// Checks the claims about overlaps of the alternatives of productions.
fn check_overlaps(
    subject: &Subject<'_>,
    report: &Report,
    counts: &ClaimCounts,
) -> Result<usize, String> {
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
                        count(&counts.overlaps);
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

/// Checks the divergences of productions, and through which others they differ.
fn check_divergences(
    subject: &Subject<'_>,
    report: &Report,
    counts: &ClaimCounts,
) -> Result<usize, String> {
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
            claims += check_divergence(subject, rule, divergence, &reads)
                .map_err(|why| format!("{}: {why}", judged.name))?;
            count(&counts.divergences);
        }
        if judged.through.is_empty() {
            continue;
        }
        count(&counts.through);
        let through: Vec<usize> = judged.through.iter().filter_map(|name| place(name)).collect();
        let replaced = |other: usize, text: &[u8]| {
            let is_given = through.contains(&other);
            is_given.then(|| reads(other, text).unwrap_or_default())
        };
        // A recursive production differs through others as far as it was unrolled.
        let is_whole = subject.is_regular(rule);
        for text in subject.strings.iter().filter(|_| is_whole) {
            claims += 1;
            let would = matches_with(&subject.plain, rule, text.as_bytes(), &replaced);
            if reads(rule, text.as_bytes()).is_some_and(|reads| reads != would) {
                let (name, through) = (&judged.name, &judged.through);
                return Err(format!("{name} differs in {text:?}, not only through {through:?}"));
            }
        }
    }
    Ok(claims)
}

/// Checks a divergence, and returns the number of strings that were tried.
fn check_divergence(
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
        return Err(format!("{} is not a divergence", shown()));
    }
    let Some(begun) = witness.get(..=*offset) else { return Ok(1) };
    for text in &subject.strings {
        let longer = [begun, text.as_bytes()].concat();
        if longer.len() <= LONGEST && other(&longer) == Some(true) {
            return Err(format!(
                "{}, but the other side accepts {}",
                shown(),
                longer.escape_ascii()
            ));
        }
    }
    Ok(subject.strings.len())
}

fn check(seed: u64, counts: &ClaimCounts) -> Result<usize, String> {
    let grammars = Grammars::random(&mut Random::new(seed));
    let shown = |why: String| format!("{why}\n{}{}", grammars.abnf(), grammars.pest_text());
    let mut claims = check_alternatives(&grammars, counts).map_err(shown)?;
    if let Some(subject) = Subject::of(&grammars, STRINGS).map_err(shown)? {
        let report = subject.audit();
        claims += check_overlaps(&subject, &report, counts).map_err(shown)?;
        claims += check_divergences(&subject, &report, counts).map_err(shown)?;
    }
    Ok(claims)
}

#[test]
fn claims_about_random_grammars_hold_for_all_short_strings() {
    machine::limit_calls();
    let counts = ClaimCounts::default();
    random::until(random::scaled(300_000, 200_000_000), |seed| check(seed, &counts));
    let ClaimCounts { unreachable, chosen, overlaps, divergences, through } = counts;
    let all = [unreachable, chosen, overlaps, divergences, through].map(AtomicUsize::into_inner);
    let [unreachable, chosen, overlaps, divergences, through] = all;
    println!(
        "{unreachable} unreachable, {chosen} chosen, {overlaps} overlaps, {divergences} divergences, \
         {through} that differ through others"
    );
    assert!(all.into_iter().all(|count| count > 2), "{all:?}");
}

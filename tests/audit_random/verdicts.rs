//! All verdicts on random grammars, general and recursive: see [`subject`](crate::subject).

use std::sync::Mutex;

use crate::expressions::{NAMES, Part};
use crate::grammars::Grammars;
use crate::machine;
use crate::random::{Random, scaled, until};
use crate::subject::{Counts, check, check_grammar};

/// Checks a number of verdicts.
fn checked(wanted: usize, check: impl Fn(&mut Random) -> Result<Counts, String> + Sync) -> Counts {
    machine::limit_calls();
    let all = Mutex::new(Counts::default());
    until(wanted, |seed| {
        let counts = check(&mut Random::new(seed))?;
        all.lock().unwrap().add(&counts);
        Ok(counts.verdicts())
    });
    let counts = all.into_inner().unwrap();
    println!("{counts}");
    counts
}

#[test]
fn verdicts_on_random_grammars_hold_for_all_short_strings() {
    let Counts { equal, differs, to_depth, undecided, .. } =
        checked(scaled(1_200, 1_000_000), check);
    // Every kind of verdict occurs, and few are undecided.
    assert!(equal > 60 && differs > 60 && to_depth > 0, "{equal} {differs} {to_depth}");
    assert!(undecided * 8 < equal + differs, "{undecided}");
}

/// Some calls are in brackets, and some are optional before letters that the call may have read: then pest tries calls
/// that fail and are in no tree. All strings of up to six letters are tried.
#[test]
fn verdicts_on_recursive_grammars_agree_with_pest() {
    let counts = checked(scaled(90, 45_000), |random| check_grammar(&nesting(random), 5_461));
    let Counts { equal, differs, to_depth, undecided, .. } = counts;
    assert!(differs > 10 && equal > 0 && to_depth > 5, "{differs} {equal} {to_depth}");
    assert!(undecided * 20 < differs + equal + to_depth, "{undecided}");
}

/// Returns recursive rules, with and without a mistake.
fn nesting(random: &mut Random) -> Grammars {
    let rule = |random: &mut Random| {
        let mut all: Vec<Part> = (0..1 + random.below(3)).map(|_| alternative(random)).collect();
        all.push(Part::Sequence(vec![Part::text(random.pick(&["x", "y", "xy"]))]));
        Part::Choice(all)
    };
    let printed: Vec<Part> = NAMES.iter().map(|_| rule(random)).collect();
    let mut pest = printed.clone();
    if random.one_in(2) {
        mistake(&mut pest, random);
    }
    let letters = &['x', 'y', '(', ')'];
    Grammars { letters, printed, pest, is_loose: false, modifiers: vec![""; NAMES.len()] }
}

fn call(random: &mut Random) -> Part {
    Part::Call(random.below(NAMES.len()))
}

fn any_number(part: Part) -> Part {
    Part::Repeat(0, None, Box::new(part))
}

fn alternative(random: &mut Random) -> Part {
    let mut parts = vec![match random.below(3) {
        0 => Part::text(random.pick(&["x", "y", "yx"])),
        _ => brackets(random),
    }];
    match random.below(5) {
        0 => parts.push(call(random)),
        1 => parts.push(Part::optional(call(random))),
        2 => parts.push(any_number(brackets(random))),
        3 => {
            let call = call(random);
            parts[0] = Part::text(random.pick(&["x", "y"]));
            parts.push(if random.one_in(4) { call } else { Part::optional(call) });
            let after = Part::text(random.pick(&["x", "y", "xx", "yy", "xy"]));
            let twice = random.one_in(2);
            parts.push(if twice { Part::Repeat(1, Some(2), Box::new(after)) } else { after });
        }
        _ => {}
    }
    Part::Sequence(parts)
}

fn brackets(random: &mut Random) -> Part {
    let inner = match random.below(5) {
        0 => vec![Part::text("y"), call(random)],
        1 => vec![call(random), Part::optional(Part::text("x"))],
        2 => vec![Part::optional(call(random))],
        3 => vec![any_number(Part::text("x")), call(random)],
        _ => vec![call(random)],
    };
    Part::Sequence([vec![Part::text("(")], inner, vec![Part::text(")")]].concat())
}

/// Changes one rule in one place.
fn mistake(rules: &mut [Part], random: &mut Random) {
    let rule = random.below(rules.len());
    let Part::Choice(alternatives) = &mut rules[rule] else { return };
    match random.below(3) {
        0 => alternatives.reverse(),
        1 => drop(alternatives.remove(random.below(alternatives.len()))),
        _ => {
            let at = random.below(alternatives.len());
            if let Part::Sequence(parts) = &mut alternatives[at] {
                let last = parts.pop().unwrap_or(Part::text("x"));
                parts.push(Part::optional(last));
            }
        }
    }
}

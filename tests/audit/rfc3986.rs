//! The grammar of RFC 3986: that the automata are what pest does, and what they say.

use std::collections::VecDeque;

use urispec::{Edition, Node};
use urispec_audit::{Decided, Dfa, Peg};

pub(crate) fn text() -> &'static str {
    Edition::Rfc3986.grammars()[0].pest()
}

fn decided() -> Decided {
    Peg::read("rfc3986.pest", text()).unwrap().decide()
}

/// The rule that transcribes a production. A class of characters has two; one leaves a node.
fn rule(production: &str, decided: &Decided) -> usize {
    let name = production.replace('-', "_");
    decided.start(&format!("whole_{name}")).or_else(|| decided.start(&name)).expect("a rule")
}

#[test]
fn every_rule_is_decided() {
    let peg = Peg::read("rfc3986.pest", text()).unwrap();
    assert!(peg.refused().is_empty());
    let decided = peg.decide();
    assert_eq!(decided.rules, peg.rules().collect::<Vec<_>>());
    let size = |rule| decided.dfa.size(decided.start(rule).unwrap());
    assert_eq!(size("URI_reference"), 183);
    // Before the first byte, after it, and nowhere any more.
    assert_eq!(size("DIGIT"), 3);
    // After none of the four digits, after one, two, three, four; nowhere any more.
    assert_eq!(size("h16"), 6);
}

/// `path_abempty` fails before a `pchar` and nowhere else. `path_absolute` wants a `/` there, and
/// `path_empty` wants `path_rootless` to have failed, which takes any `pchar`.
#[test]
fn two_alternatives_of_path_are_never_taken() {
    let never = Peg::read("rfc3986.pest", text()).unwrap().never_taken().never_taken;
    let never: Vec<_> = never.iter().map(|at| (&*at.rule, at.alternative, &*at.text)).collect();
    assert_eq!(never, [("path", 2, "path_absolute"), ("path", 5, "path_empty")]);
}

/// What the automaton says of a string is what the parser does with it.
#[track_caller]
fn agrees(production: &str, start: usize, dfa: &Dfa, bytes: &[u8]) -> usize {
    let Ok(text) = std::str::from_utf8(bytes) else { return 0 };
    let parsed = Node::parse(Edition::Rfc3986, production, text).is_ok();
    assert_eq!(parsed, dfa.matches(start, bytes), "{production} on {text:?}");
    1
}

#[test]
fn the_automata_are_the_parser_on_all_short_strings() {
    let decided = decided();
    for production in Edition::Rfc3986.grammars()[0].productions() {
        let start = rule(production.name(), &decided);
        let alone = decided.dfa.alone(start);
        let letters = alone.classes().representatives().to_vec();
        let (mut strings, mut level, mut length) = (0, vec![Vec::new()], 0);
        while !level.is_empty() {
            for string in &level {
                strings += agrees(production.name(), start, &decided.dfa, string);
            }
            if strings + level.len() * letters.len() > 2_000 {
                break;
            }
            let longer = |string: &Vec<u8>| {
                let string = string.clone();
                letters.iter().map(move |&letter| [&string[..], &[letter]].concat())
            };
            level = level.iter().flat_map(longer).collect();
            length += 1;
        }
        assert!(length >= 2, "{}: only {length} bytes", production.name());
    }
}

/// Every transition of every minimal automaton is taken on the way to an end: a shortest string to
/// each state, each class of bytes after it, and a shortest string from there to an end.
#[test]
fn the_automata_are_the_parser_along_every_transition() {
    let decided = decided();
    for production in Edition::Rfc3986.grammars()[0].productions() {
        let start = rule(production.name(), &decided);
        let dfa = decided.dfa.alone(start);
        let letters = dfa.classes().representatives();
        let ends = ends(&dfa);
        let mut access = vec![None; dfa.states()];
        let mut queue = VecDeque::from([dfa.start(0)]);
        access[dfa.start(0) as usize] = Some(Vec::new());
        while let Some(state) = queue.pop_front() {
            let to = access[state as usize].clone().unwrap();
            for (class, &letter) in letters.iter().enumerate() {
                let next = dfa.next(state, class);
                let string = [&to[..], &[letter]].concat();
                agrees(production.name(), 0, &dfa, &string);
                if !ends[next as usize].is_empty() {
                    agrees(
                        production.name(),
                        0,
                        &dfa,
                        &[&string[..], &ends[next as usize]].concat(),
                    );
                }
                if access[next as usize].is_none() {
                    access[next as usize] = Some(string);
                    queue.push_back(next);
                }
            }
        }
    }
}

/// For each state a shortest string to an end; an empty one where there is none.
fn ends(dfa: &Dfa) -> Vec<Vec<u8>> {
    let states = 0..dfa.states() as u32;
    let mut ends: Vec<_> = states.clone().map(|state| dfa.accepts(state).then(Vec::new)).collect();
    // No shortest string is longer than there are states.
    for _ in 0..dfa.states() {
        let before = ends.clone();
        for state in states.clone().filter(|&state| before[state as usize].is_none()) {
            let letters = dfa.classes().representatives().iter().enumerate();
            ends[state as usize] = letters.into_iter().find_map(|(class, &letter)| {
                let rest = before[dfa.next(state, class) as usize].as_ref()?;
                Some([&[letter], &rest[..]].concat())
            });
        }
        if before == ends {
            break;
        }
    }
    ends.into_iter().map(Option::unwrap_or_default).collect()
}

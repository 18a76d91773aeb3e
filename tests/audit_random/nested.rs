//! Grammars that nest in themselves, in both notations, with and without a mistake: what the audit says
//! of them, against pest's own machine and a plain matcher.
//!
//! What is equal to the depth of two must be equal for each string that the production derives with at
//! most two calls within each other, and for each of which pest's tree has at most two. Here all calls
//! are counted, and the audit counts some of them, so that no more strings are asked for than it speaks of.
//! All strings of up to six letters are tried.
//!
//! Some calls stand between brackets, and some are optional with letters after them that the call may have
//! taken: then pest tries calls that fail, and that are in no tree.

use std::fmt::Write as _;

use pest::iterators::Pairs;
use pest_vm::Vm;
use urispec_audit::{GrammarPair, GrammarText, Notation, Verdict, audit};

use crate::evaluator::{Term, matches};
use crate::random::{self, Random};

const NAMES: [&str; 3] = ["a", "b", "c"];
const LETTERS: &[u8] = b"xy()";
const LENGTH: usize = 6;
/// The depth to which the rules are compared.
const DEPTH: usize = 2;
/// Where the rules as they are begin among the levels.
const WHOLE: usize = (DEPTH + 1) * NAMES.len();

/// A part of a right side.
#[derive(Clone, Debug)]
enum Part {
    Letters(&'static str),
    Call(usize),
    Optional(Vec<Part>),
    Repeated(Vec<Part>),
    Brackets(Vec<Part>),
    /// Once or twice.
    Twice(&'static str),
}

/// The alternatives of each rule.
type Rules = Vec<Vec<Vec<Part>>>;

fn rules(random: &mut Random) -> Rules {
    let rule = |random: &mut Random| {
        let mut all: Vec<Vec<Part>> =
            (0..1 + random.below(3)).map(|_| alternative(random)).collect();
        all.push(vec![Part::Letters(random.pick(&["x", "y", "xy"]))]);
        all
    };
    NAMES.iter().map(|_| rule(random)).collect()
}

fn alternative(random: &mut Random) -> Vec<Part> {
    let mut parts = vec![match random.below(3) {
        0 => Part::Letters(random.pick(&["x", "y", "yx"])),
        _ => Part::Brackets(inner(random)),
    }];
    match random.below(5) {
        0 => parts.push(Part::Call(random.below(NAMES.len()))),
        1 => parts.push(Part::Optional(vec![Part::Call(random.below(NAMES.len()))])),
        2 => parts.push(Part::Repeated(vec![Part::Brackets(inner(random))])),
        3 => {
            let call = Part::Call(random.below(NAMES.len()));
            parts[0] = Part::Letters(random.pick(&["x", "y"]));
            parts.push(if random.one_in(4) { call } else { Part::Optional(vec![call]) });
            let after = random.pick(&["x", "y", "xx", "yy", "xy"]);
            parts.push(if random.one_in(2) { Part::Twice(after) } else { Part::Letters(after) });
        }
        _ => {}
    }
    parts
}

fn inner(random: &mut Random) -> Vec<Part> {
    let call = |random: &mut Random| Part::Call(random.below(NAMES.len()));
    match random.below(5) {
        0 => vec![Part::Letters("y"), call(random)],
        1 => vec![call(random), Part::Optional(vec![Part::Letters("x")])],
        2 => vec![Part::Optional(vec![call(random)])],
        3 => vec![Part::Repeated(vec![Part::Letters("x")]), call(random)],
        _ => vec![call(random)],
    }
}

/// Changes one thing in one rule.
fn mistaken(rules: &Rules, random: &mut Random) -> Rules {
    let mut rules = rules.clone();
    let rule = random.below(rules.len());
    let alternatives = &mut rules[rule];
    match random.below(3) {
        0 => alternatives.reverse(),
        1 => drop(alternatives.remove(random.below(alternatives.len()))),
        _ => {
            let at = random.below(alternatives.len());
            let parts = &mut alternatives[at];
            let last = parts.pop().unwrap_or(Part::Letters("x"));
            parts.push(Part::Optional(vec![last]));
        }
    }
    if alternatives.is_empty() || alternatives.iter().any(Vec::is_empty) {
        *alternatives = vec![vec![Part::Letters("x")]];
    }
    rules
}

fn abnf(parts: &[Part]) -> String {
    let part = |part: &Part| match part {
        Part::Letters(text) => format!("%s\"{text}\""),
        Part::Call(rule) => NAMES[*rule].to_owned(),
        Part::Optional(parts) => format!("[ {} ]", abnf(parts)),
        Part::Repeated(parts) => format!("*( {} )", abnf(parts)),
        Part::Brackets(parts) => format!("\"(\" {} \")\"", abnf(parts)),
        Part::Twice(text) => format!("1*2( %s\"{text}\" )"),
    };
    parts.iter().map(part).collect::<Vec<_>>().join(" ")
}

fn pest(parts: &[Part]) -> String {
    let part = |part: &Part| match part {
        Part::Letters(text) => format!("\"{text}\""),
        Part::Call(rule) => NAMES[*rule].to_owned(),
        Part::Optional(parts) => format!("({})?", pest(parts)),
        Part::Repeated(parts) => format!("({})*", pest(parts)),
        Part::Brackets(parts) => format!("(\"(\" ~ {} ~ \")\")", pest(parts)),
        Part::Twice(text) => format!("\"{text}\"{{1,2}}"),
    };
    parts.iter().map(part).collect::<Vec<_>>().join(" ~ ")
}

/// The right side as a term, in which a call is what `call` makes of a rule.
fn plain(parts: &[Part], call: &dyn Fn(usize) -> Term) -> Term {
    let part = |part: &Part| match part {
        Part::Letters(text) => Term::bytes(text.as_bytes()),
        Part::Call(rule) => call(*rule),
        Part::Optional(parts) => Term::Repeat(0, Some(1), Box::new(plain(parts, call))),
        Part::Repeated(parts) => Term::Repeat(0, None, Box::new(plain(parts, call))),
        Part::Brackets(parts) => {
            Term::Sequence(vec![Term::bytes(b"("), plain(parts, call), Term::bytes(b")")])
        }
        Part::Twice(text) => Term::Repeat(1, Some(2), Box::new(Term::bytes(text.as_bytes()))),
    };
    Term::Sequence(parts.iter().map(part).collect())
}

/// The rules, once for each number of calls that may still stand within each other, and the rules as they
/// are at the end.
fn levels(rules: &Rules) -> Vec<Term> {
    let one = |all: &Vec<Vec<Part>>, call: &dyn Fn(usize) -> Term| {
        Term::Choice(all.iter().map(|one| plain(one, call)).collect())
    };
    let mut terms = Vec::new();
    for level in 0..=DEPTH {
        let call = |rule| match level {
            0 => Term::Choice(Vec::new()),
            _ => Term::Rule((level - 1) * NAMES.len() + rule),
        };
        terms.extend(rules.iter().map(|all| one(all, &call)));
    }
    terms.extend(rules.iter().map(|all| one(all, &|rule| Term::Rule(WHOLE + rule))));
    terms
}

/// How many pairs stand within each other.
fn depth(pairs: Pairs<'_, &str>) -> usize {
    pairs.map(|pair| 1 + depth(pair.into_inner())).max().unwrap_or(0)
}

/// All strings of the letters, up to a length.
fn strings() -> Vec<Vec<u8>> {
    let mut all = vec![Vec::new()];
    let mut at = 0;
    while let Some(text) = all.get(at).cloned() {
        at += 1;
        if text.len() < LENGTH {
            all.extend(LETTERS.iter().map(|&letter| [&text[..], &[letter]].concat()));
        }
    }
    all
}

/// How many strings were compared, or where the audit is wrong. `verdicts` counts those of each kind.
fn compare(
    seed: u64,
    strings: &[Vec<u8>],
    kinds: &std::sync::Mutex<[usize; 4]>,
) -> Result<usize, String> {
    let mut random = Random::new(seed);
    let printed = rules(&mut random);
    let rules = if random.one_in(2) { mistaken(&printed, &mut random) } else { printed.clone() };
    let (mut abnf_text, mut pest_text) = (String::new(), String::new());
    for (rule, name) in NAMES.iter().enumerate() {
        let alternatives: Vec<String> = printed[rule].iter().map(|one| abnf(one)).collect();
        let _ = writeln!(abnf_text, "{name} = {}", alternatives.join(" / "));
        let alternatives: Vec<String> = rules[rule].iter().map(|one| pest(one)).collect();
        let _ = writeln!(pest_text, "{name} = {{ {} }}", alternatives.join(" | "));
    }
    let shown = format!("{abnf_text}{pest_text}");
    let pair = GrammarPair::read(
        Notation::Abnf,
        GrammarText { file: "a.abnf", text: &abnf_text },
        None,
        GrammarText { file: "a.pest", text: &pest_text },
    );
    let report =
        audit(&pair.map_err(|why| format!("{why}\n{shown}"))?.with_depth(DEPTH), &NAMES).unwrap();
    let whole = NAMES.map(|rule| format!("whole_{rule} = {{ {rule} ~ EOI }}\n")).concat();
    // An alternative that cannot fail is none for pest, if another one follows.
    let Ok((_, optimized)) = pest_meta::parse_and_optimize(&(pest_text.clone() + &whole)) else {
        return Ok(0);
    };
    let (vm, mut compared) = (Vm::new(optimized), 0);
    let levels = levels(&printed);
    for (rule, judged) in report.productions.iter().enumerate() {
        let whole = format!("whole_{}", NAMES[rule]);
        let both = |text: &[u8]| {
            let reads = vm.parse(&whole, str::from_utf8(text).unwrap()).is_ok();
            [matches(&levels, WHOLE + rule, text), reads]
        };
        let known = match &judged.verdict {
            Verdict::Differs { only_printed, only_pest } => {
                kinds.lock().unwrap()[0] += 1;
                let sides = [(only_printed, [true, false]), (only_pest, [false, true])];
                for (witness, expected) in sides {
                    let Some(witness) = witness.as_ref().filter(|one| one.len() < 24) else {
                        continue;
                    };
                    compared += 1;
                    if both(witness) != expected {
                        let witness = witness.escape_ascii();
                        return Err(format!(
                            "`{}`: \"{witness}\" is no witness\n{shown}",
                            judged.name
                        ));
                    }
                }
                continue;
            }
            Verdict::Equal => usize::MAX,
            Verdict::EqualToDepth(depth) => *depth,
            _ => {
                kinds.lock().unwrap()[3] += 1;
                continue;
            }
        };
        kinds.lock().unwrap()[if known == usize::MAX { 1 } else { 2 }] += 1;
        for text in strings {
            compared += 1;
            let [has, reads] = both(text);
            // The rule itself and the rule for the whole are no calls within each other.
            let tree = || vm.parse(&whole, str::from_utf8(text).unwrap()).map_or(0, depth) - 2;
            let is_asked = |has: bool| match (known, has) {
                (usize::MAX, _) => true,
                (_, true) => matches(&levels, known.min(DEPTH) * NAMES.len() + rule, text),
                (_, false) => tree() <= known,
            };
            if has != reads && is_asked(has) {
                let text = text.escape_ascii();
                return Err(format!(
                    "`{}` is {}, and \"{text}\" is not: print {has}, pest {reads}\n{shown}",
                    judged.name, judged.verdict
                ));
            }
        }
    }
    Ok(compared)
}

#[test]
fn what_nests_is_judged_as_the_machine_runs_it() {
    let (strings, kinds) = (strings(), std::sync::Mutex::new([0; 4]));
    random::until(random::scaled(50_000, 25_000_000), |seed| compare(seed, &strings, &kinds));
    // Of each kind there are some, and hardly anything is left undecided.
    let [differs, equal, to_depth, undecided] = kinds.into_inner().unwrap();
    assert!(differs > 10 && equal > 0 && to_depth > 5, "{differs} {equal} {to_depth}");
    assert!(undecided * 20 < differs + equal + to_depth, "{undecided}");
}

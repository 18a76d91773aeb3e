//! How the steps of a rule grow with its input. Strings that may take long are found by trying: what stands between
//! two calls of one rule in a string is repeated, and what stands behind them. The counted steps are those that pest
//! takes, though each call is run once at each place here; another string may take longer.

use std::collections::BTreeMap;
use std::rc::Rc;

use grammar_automata::build::{Attack, Deadline};
use grammar_automata::engine::graph;
use rustc_hash::{FxHashMap as HashMap, FxHashSet as HashSet};

use super::never::Seeds;
use super::program::PegProgram;
use super::run::StringRun;
use super::{Peg, lower};

/// The number of steps that a file may take, and where somebody waits.
const STEPS: usize = 60_000_000;
const QUICK: usize = 4_000_000;
/// The number of steps that one string may take.
const RUN: usize = 400_000;
/// How often a part is repeated: to see whether it takes long at all, exponentially, or a power.
const FEW: [usize; 2] = [6, 12];
const EXPONENTIAL: [usize; 3] = [8, 16, 24];
const POLYNOMIAL: [usize; 3] = [64, 128, 256];

/// A rule that takes long.
pub struct Slow {
    /// The name of the rule.
    pub rule: String,
    /// The power of the length with which the steps grow, or nothing if they grow exponentially.
    pub degree: Option<usize>,
    /// The strings on which the rule takes long.
    pub attack: Attack,
}

/// The rules that take long, but for those that take long because of a rule that they call.
pub fn slow_rules(peg: &Peg, is_quick: bool) -> Vec<Slow> {
    let program = lower::as_pest_runs(peg);
    let seeds = Seeds::of(&program);
    let is_known = |one: &usize| peg.hard[*one].is_none() && !program.undefined.contains(one);
    let order: Vec<usize> = peg.callees_first().into_iter().filter(is_known).collect();
    let (mut left, mut found) = (if is_quick { QUICK } else { STEPS }, Vec::<Slow>::new());
    // The instances that take long, and whether exponentially. Those that call each other do so together.
    let component = graph::membership(&graph::components(peg.instances.uses()));
    let mut slow: HashMap<usize, bool> = HashMap::default();
    for (at, &instance) in order.iter().enumerate() {
        let callees = peg.calls[instance].iter().map(|call| component[call.callee]);
        let callees = callees.chain([component[instance]]).filter_map(|one| slow.get(&one));
        let inherited = callees.copied().max();
        if inherited == Some(true) || peg.deadline().has_passed() {
            slow.extend(inherited.map(|kind| (component[instance], kind)));
            continue;
        }
        let own = left / (order.len() - at);
        let mut search =
            GrowthSearch { program: &program, instance, left: own, deadline: peg.deadline() };
        let grown = search.grown(seeds.of_body(&program, instance));
        left -= own - search.left;
        let kind = grown.as_ref().map(|(degree, _)| degree.is_none());
        slow.extend(kind.max(inherited).map(|kind| (component[instance], kind)));
        let Some((degree, attack)) = grown.filter(|_| kind > inherited) else { continue };
        let rule = peg.rules[peg.instances.get(instance).rule].name.clone();
        if found.iter().all(|one| one.rule != rule) {
            found.push(Slow { rule, degree, attack });
        }
    }
    found
}

struct GrowthSearch<'s> {
    program: &'s PegProgram,
    instance: usize,
    left: usize,
    deadline: &'s Deadline,
}

/// An expression that begins at a place, and where it ends if it succeeds.
type Begun = (usize, Option<usize>);

impl GrowthSearch<'_> {
    /// The string that takes longest, and the power with which it grows.
    fn grown(&mut self, seeds: &[Vec<u8>]) -> Option<(Option<usize>, Attack)> {
        let mut best: Option<(Option<usize>, Attack)> = None;
        let mut tried = HashSet::default();
        for seed in seeds {
            for attack in self.attacks(seed) {
                if self.left == 0 || self.deadline.has_passed() {
                    return best;
                }
                if !tried.insert(attack.text(2)) {
                    continue;
                }
                let Some(found) = self.degree(&attack) else { continue };
                if found.0.is_none() {
                    return Some(found);
                }
                if best.as_ref().is_none_or(|known| found.0 > known.0) {
                    best = Some(found);
                }
            }
        }
        best
    }

    /// The strings in which what stands between two calls of one rule, or two iterations, is repeated.
    fn attacks<'t>(&mut self, seed: &'t [u8]) -> impl Iterator<Item = Attack> + use<'t> {
        let text = move |from: usize, to: usize| {
            std::str::from_utf8(seed.get(from..to)?).ok().map(str::to_owned)
        };
        let attack = |pumps, suffix| Attack::new(pumps, suffix, Vec::new());
        let pairs = self.run(seed).map(|run| pairs(&run)).into_iter().flatten();
        pairs.flat_map(move |((from, end), (to, inner))| {
            let mut attacks = Vec::new();
            let (Some(before), Some(pump), Some(rest)) =
                (text(0, from), text(from, to), text(to, seed.len()))
            else {
                return attacks;
            };
            let begin = (before, pump);
            attacks.push(attack(vec![begin.clone()], rest));
            attacks.push(attack(vec![begin.clone()], String::new()));
            if let (Some(end), Some(inner)) = (end, inner)
                && inner < end
                && let (Some(middle), Some(pump), Some(rest)) =
                    (text(to, inner), text(inner, end), text(end, seed.len()))
            {
                attacks.push(attack(vec![begin.clone(), (middle.clone(), pump)], rest));
                attacks.push(attack(vec![begin], middle));
            }
            attacks
        })
    }

    /// The rule, run on a string; nothing, if that takes too many steps.
    fn run<'t>(&mut self, text: &'t [u8]) -> Option<StringRun<'t>>
    where
        Self: 't,
    {
        let mut run = StringRun::new(self.program, text, self.left.min(RUN));
        let given = run.steps;
        let end = run.expr(self.program.body(self.instance), 0, 0);
        self.left -= given - run.steps;
        end.map(|_| run)
    }

    fn steps<const N: usize>(&mut self, attack: &Attack, times: [usize; N]) -> Option<[u64; N]> {
        let mut steps = [0; N];
        for (steps, times) in steps.iter_mut().zip(times) {
            *steps = self.run(attack.text(times).as_bytes())?.cost;
        }
        Some(steps)
    }

    /// With which power the steps of an attack grow, or that they grow exponentially. Nothing if they grow with the length.
    fn degree(&mut self, attack: &Attack) -> Option<(Option<usize>, Attack)> {
        let with = |times: [usize; 3], steps: [u64; 3]| {
            let steps = times.into_iter().zip(steps).collect();
            Attack::new(attack.pumps.clone(), attack.suffix.clone(), steps)
        };
        let [few, more] = self.steps(attack, FEW)?;
        if more * 2 < few * 5 {
            return None;
        }
        let ratio = |more: u64, few: u64| more as f64 / few as f64;
        if let Some(steps) = self.steps(attack, EXPONENTIAL)
            && ratio(steps[1], steps[0]) >= 16.0
            && ratio(steps[2], steps[1]) >= 0.8 * ratio(steps[1], steps[0])
        {
            return Some((None, with(EXPONENTIAL, steps)));
        }
        let steps = self.steps(attack, POLYNOMIAL)?;
        let degree = ratio(steps[2], steps[1]).log2();
        // A power of two, as far as it is one already.
        (degree >= 1.75).then(|| (Some(degree.round() as usize), with(POLYNOMIAL, steps)))
    }
}

/// The places at which one expression is begun twice, the second time behind the first.
fn pairs(run: &StringRun<'_>) -> impl Iterator<Item = (Begun, Begun)> + use<> {
    let mut begun: BTreeMap<(bool, usize), Vec<Begun>> = BTreeMap::new();
    for (&(place, at), &(end, _)) in &run.calls {
        begun.entry((true, place)).or_default().push((at, end));
    }
    for &(id, at, end) in &run.iterations {
        begun.entry((false, id as usize)).or_default().push((at, end));
    }
    begun.into_values().flat_map(|mut all| {
        all.sort_unstable();
        all.dedup();
        let all: Rc<[Begun]> = all.into();
        (0..all.len()).flat_map(move |number| {
            let (all, first) = (Rc::clone(&all), all[number]);
            let later = number + 1..all.len();
            later.map(move |next| (first, all[next])).filter(|(first, next)| next.0 > first.0)
        })
    })
}

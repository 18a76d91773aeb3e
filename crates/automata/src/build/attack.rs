//! Strings on which a parser takes long.

use std::fmt;

/// Strings on which a parser takes long: parts that are repeated, and what stands between and behind them. It is shown as
/// a sum, `"x" + "a" * n + "!"`.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Attack {
    /// What stands before a part that is repeated, and the part.
    pub pumps: Vec<(String, String)>,
    /// What stands at the end.
    pub suffix: String,
    /// Some numbers of repetitions, and the number of steps that the parser takes with each; [`u64::MAX`] if it is larger.
    pub steps: Vec<(usize, u64)>,
}

impl Attack {
    /// An attack of these fields.
    #[doc(hidden)]
    pub fn new(pumps: Vec<(String, String)>, suffix: String, steps: Vec<(usize, u64)>) -> Self {
        Self { pumps, suffix, steps }
    }

    /// The string in which each part is repeated so often.
    pub fn text(&self, times: usize) -> String {
        let pumps = self.pumps.iter().map(|(before, pump)| before.clone() + &pump.repeat(times));
        pumps.chain([self.suffix.clone()]).collect()
    }

    /// A number of repetitions with which the parser takes so many steps or more: one that is known, or else the last one
    /// that is known, enlarged as if the steps grew with the square of it, which is the least growth that an attack has.
    pub fn times_for(&self, wanted: u64) -> usize {
        if let Some((times, _)) = self.steps.iter().find(|(_, steps)| *steps >= wanted) {
            return *times;
        }
        let (times, steps) = self.steps.last().copied().unwrap_or((1, 1));
        let factor = (wanted as f64 / steps.max(1) as f64).sqrt().ceil();
        times.saturating_mul(factor as usize)
    }

    /// What takes whom how many steps.
    #[doc(hidden)]
    pub fn sentence(&self, whom: &str) -> String {
        let many = |&(_, steps): &(usize, u64)| match steps {
            u64::MAX => "over 10^19".to_owned(),
            steps => steps.to_string(),
        };
        let steps: Vec<String> = self.steps.iter().map(many).collect();
        let times: Vec<String> = self.steps.iter().map(|(times, _)| times.to_string()).collect();
        format!("{self} takes {whom} {} steps for n = {}", steps.join(", "), times.join(", "))
    }
}

impl fmt::Display for Attack {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let pumps = self.pumps.iter().flat_map(|(before, pump)| {
            let before = (!before.is_empty()).then(|| format!("{before:?}"));
            before.into_iter().chain([format!("{pump:?} * n")])
        });
        let suffix = (!self.suffix.is_empty()).then(|| format!("{:?}", self.suffix));
        f.write_str(&pumps.chain(suffix).collect::<Vec<_>>().join(" + "))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_attack_repeats_its_pumps() {
        let pumps = vec![("x".to_owned(), "ab".to_owned()), (String::new(), "c".to_owned())];
        let attack = Attack { pumps, suffix: "!".to_owned(), steps: vec![(2, 40), (4, 160)] };
        assert_eq!(attack.text(2), "xababcc!");
        assert_eq!(
            attack.sentence("pest"),
            r#""x" + "ab" * n + "c" * n + "!" takes pest 40, 160 steps for n = 2, 4"#
        );
        assert_eq!(
            [41, 160, 161, 640, 16_000].map(|steps| attack.times_for(steps)),
            [4, 4, 8, 8, 40]
        );
    }
}

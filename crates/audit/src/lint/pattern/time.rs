//! Patterns for which an engine takes long that tries one way after the other.

use crate::lint::kind::Lint;
use crate::regex::{Attack, Dialect, MatchTime, Matching, Pattern};

/// What takes long of a pattern, if anything does, with the sentence why and a string that shows it. Nothing is known if
/// it is not decided.
pub(super) fn slow(
    pattern: &Pattern,
    matching: Matching,
) -> Option<Option<(Lint, String, String)>> {
    if !is_backtracking(pattern.dialect()) {
        return Some(None);
    }
    let (lint, attack, growth) = match pattern.match_time(matching)? {
        MatchTime::Linear => return Some(None),
        MatchTime::Exponential { attack } => {
            (Lint::ExponentialTime, attack, "it grows exponentially".to_owned())
        }
        MatchTime::Polynomial { degree, attack } => {
            let power = match degree {
                2 => "square".to_owned(),
                3 => "cube".to_owned(),
                _ => format!("{degree}th power"),
            };
            (Lint::PolynomialTime, attack, format!("it grows with the {power} of the length"))
        }
    };
    let many = |&(_, steps): &(usize, u64)| match steps {
        u64::MAX => "over 10^19".to_owned(),
        steps => steps.to_string(),
    };
    let steps: Vec<String> = attack.steps.iter().map(many).collect();
    let times: Vec<String> = attack.steps.iter().map(|(times, _)| times.to_string()).collect();
    let message = format!(
        "{} takes a backtracking engine {} steps for n = {}: {growth}",
        formula(&attack),
        steps.join(", "),
        times.join(", ")
    );
    let witness = attack.text(attack.steps.first().map_or(1, |step| step.0));
    Some(Some((lint, message, witness)))
}

/// Whether the engines of a dialect try one way after the other.
fn is_backtracking(dialect: Dialect) -> bool {
    use Dialect::{DotNet, EcmaScript, Java, Pcre, Python};
    matches!(dialect, EcmaScript | Python | Pcre | Java | DotNet)
}

/// The strings of an attack, as a sum: `"x" + "a" * n + "!"`.
fn formula(attack: &Attack) -> String {
    let pumps = attack.pumps.iter().flat_map(|(before, pump)| {
        let before = (!before.is_empty()).then(|| format!("{before:?}"));
        before.into_iter().chain([format!("{pump:?} * n")])
    });
    let suffix = (!attack.suffix.is_empty()).then(|| format!("{:?}", attack.suffix));
    pumps.chain(suffix).collect::<Vec<_>>().join(" + ")
}

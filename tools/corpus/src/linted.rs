//! The findings of the lint in the rules that transcribe productions, confirmed by pest. pest runs the expressions that a
//! finding is about on its witness, each in a separate rule. Where pest contradicts the finding, the lint or this program
//! is wrong, and the run fails.

use std::ops::Range;

use urispec_audit::Peg;
use urispec_audit::lint::{Finding, Lint, PestLinter};
use urispec_audit::peg::Atomicity;

use crate::machine::{Machine, Run};

/// The names of the rules that contain the expressions of a finding.
const SPAN: &str = "urispec_span";
const WITHIN: &str = "urispec_within";

/// The repetitions of a pump with which pest still finishes, and the steps after which it gives up.
const FEW: usize = 2;
const STEPS: u64 = 300_000_000;

/// The findings in the rules of a pair.
#[derive(Default)]
pub(crate) struct LintedPair {
    pub(crate) findings: Vec<Finding>,
    /// How many of them pest confirms. The others have no witness, or pest gives up.
    pub(crate) confirmed: usize,
    /// The findings that pest contradicts.
    pub(crate) contradictions: Vec<String>,
}

impl LintedPair {
    /// Lints some rules of a file. A file that cannot be read has no findings; the audit reports the reason.
    pub(crate) fn new(text: &str, rules: &[&str]) -> Self {
        let mut linted = Self::default();
        let Ok(peg) = Peg::read("a.pest", text) else { return linted };
        let linter = PestLinter::new(&peg);
        let mut rules = rules.to_vec();
        rules.sort_unstable();
        rules.dedup();
        let slow = linter.slow_rules();
        for rule in rules {
            let is_atomic = !peg.atomicities(rule).contains(&Atomicity::NonAtomic);
            let slow = slow.iter().filter(|one| one.rule.as_deref() == Some(rule)).cloned();
            for finding in linter.rule(rule).findings.into_iter().chain(slow) {
                match is_confirmed(text, &finding, is_atomic) {
                    Some(true) => linted.confirmed += 1,
                    Some(false) => {
                        linted.contradictions.push(format!("`{rule}`: {}", finding.message))
                    }
                    None => {}
                }
                linted.findings.push(finding);
            }
        }
        linted.findings.sort_by_key(|one| (one.span.start, one.span.end, one.lint));
        linted
    }
}

/// Returns whether pest treats the witness as the finding claims; `None` without a witness, or if pest gives up.
fn is_confirmed(text: &str, finding: &Finding, is_atomic: bool) -> Option<bool> {
    let witness = finding.witness.as_deref()?;
    if let (Some(attack), Some(rule)) = (&finding.attack, &finding.rule) {
        let machine = Machine::new(text, &[rule]).ok()?;
        let run = |times| machine.run(rule, is_atomic, &attack.text(times));
        return Some(run(FEW) != Run::GivesUp && run(attack.times_for(STEPS)) == Run::GivesUp);
    }
    let source = |span: &Range<usize>| &text[span.clone()];
    let rule = |name: &str, kind: &str, span| format!("\n{name} = {kind}{{ {} }}", source(span));
    let kind = kind(text, finding);
    let probes = rule(SPAN, kind, &finding.span) + &rule(WITHIN, kind, &finding.within);
    let machine = Machine::new(&(text.to_owned() + &probes), &[SPAN, WITHIN]).ok()?;
    let accepts = |name: &str, is_atomic| match machine.run(name, is_atomic, witness) {
        Run::GivesUp => None,
        run => Some(run == Run::Accepts),
    };
    Some(match finding.lint {
        Lint::PrefixShadowed | Lint::PartlyShadowed => {
            accepts(SPAN, is_atomic)? && !accepts(WITHIN, is_atomic)?
        }
        Lint::Shadowed | Lint::Ambiguous => {
            accepts(SPAN, is_atomic)? && accepts(WITHIN, is_atomic)?
        }
        Lint::Greedy | Lint::PartlyGreedy | Lint::Contradiction | Lint::NeverMatches => {
            !accepts(WITHIN, is_atomic)?
        }
        Lint::BlankInToken => accepts(SPAN, false)? && !accepts(SPAN, true)?,
        Lint::TwoLanguages => accepts(SPAN, false)? != accepts(SPAN, true)?,
        _ => return None,
    })
}

/// Returns the modifier of the rule that contains a finding.
fn kind<'t>(text: &'t str, finding: &Finding) -> &'t str {
    let before = &text[..finding.within.start];
    let name = finding.rule.as_deref().unwrap_or_default();
    let modifiers = before.match_indices(name).filter_map(|(at, _)| {
        let after = before.get(at + name.len()..).unwrap_or_default().trim_start();
        let after = after.strip_prefix('=')?.trim_start();
        after.find('{').map(|end| after[..end].trim())
    });
    // A silent rule has no node, but accepts what a normal rule accepts.
    modifiers.last().filter(|kind| matches!(*kind, "@" | "$" | "!")).unwrap_or_default()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn pest_confirms_the_findings() {
        let text =
            "WHITESPACE = _{ \" \" }\nway = @{ \"n\" | \"ne\" }\nnumber = { ASCII_DIGIT+ }\n";
        let linted = LintedPair::new(text, &["number", "way"]);
        let ids: Vec<&str> = linted.findings.iter().map(|one| one.lint.id()).collect();
        assert_eq!(ids, ["prefix-shadowed", "blank-in-token"]);
        assert_eq!((linted.confirmed, linted.contradictions.len()), (2, 0));
    }

    #[test]
    fn a_finding_that_pest_contradicts_is_reported() {
        let text = "a = { \"x\" | \"y\" }";
        let mut finding = LintedPair::new("a = { \"x\" | \"xy\" }", &["a"]).findings.remove(0);
        // The finding is false for this text.
        finding.span = 12..15;
        finding.within = 6..15;
        finding.witness = Some("y".to_owned());
        assert_eq!(is_confirmed(text, &finding, false), Some(false));
    }
}

//! What the rules of a pair say otherwise than their author meant, and pest's word for it.
//!
//! In: the text of a `.pest` file, and the rules that transcribe productions. Out: the findings of the lint, each with its
//! witness. pest runs the very expressions that a finding is about on the witness, each in a rule of its own; where pest
//! does otherwise than the finding says, the lint or this program is wrong, and the run fails.

use std::ops::Range;

use urispec_audit::lint::{Finding, Lint, PestLinter};
use urispec_audit::{Atomicity, Peg};

use crate::machine::{Machine, Run};

/// The rules that hold the expressions of a finding.
const SPAN: &str = "urispec_span";
const WITHIN: &str = "urispec_within";

/// With so many repetitions pest is done with what takes long, and with so many steps it gives up.
const LITTLE: usize = 2;
const MUCH: u64 = 300_000_000;

/// The findings in the rules of a pair.
#[derive(Default)]
pub(crate) struct LintedPair {
    pub(crate) findings: Vec<Finding>,
    /// How many of these pest has confirmed. The others have no witness, or pest gave up.
    pub(crate) confirmed: usize,
    /// Where pest does otherwise than a finding says.
    pub(crate) contradictions: Vec<String>,
}

impl LintedPair {
    /// Lints some rules of a file. A file that cannot be read has no findings: the audit says why.
    pub(crate) fn of(text: &str, rules: &[&str]) -> Self {
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

/// Whether pest does with the witness what the finding says. None if there is none, or pest gives up.
fn is_confirmed(text: &str, finding: &Finding, is_atomic: bool) -> Option<bool> {
    let witness = finding.witness.as_deref()?;
    if let (Some(attack), Some(rule)) = (&finding.attack, &finding.rule) {
        let machine = Machine::of(text, &[rule]).ok()?;
        let run = |times| machine.run(rule, is_atomic, &attack.text(times));
        return Some(run(LITTLE) != Run::GivesUp && run(attack.times_for(MUCH)) == Run::GivesUp);
    }
    let here = |span: &Range<usize>| &text[span.clone()];
    let rule = |name: &str, kind: &str, span| format!("\n{name} = {kind}{{ {} }}", here(span));
    let kind = kind(text, finding);
    let probes = rule(SPAN, kind, &finding.span) + &rule(WITHIN, kind, &finding.within);
    let machine = Machine::of(&(text.to_owned() + &probes), &[SPAN, WITHIN]).ok()?;
    let reads = |name: &str, is_atomic| match machine.run(name, is_atomic, witness) {
        Run::GivesUp => None,
        run => Some(run == Run::Reads),
    };
    Some(match finding.lint {
        Lint::PrefixShadowed | Lint::PartlyShadowed => {
            reads(SPAN, is_atomic)? && !reads(WITHIN, is_atomic)?
        }
        Lint::Shadowed | Lint::Ambiguous => reads(SPAN, is_atomic)? && reads(WITHIN, is_atomic)?,
        Lint::Greedy | Lint::PartlyGreedy | Lint::Contradiction | Lint::NeverMatches => {
            !reads(WITHIN, is_atomic)?
        }
        Lint::BlankInToken => reads(SPAN, false)? && !reads(SPAN, true)?,
        Lint::TwoLanguages => reads(SPAN, false)? != reads(SPAN, true)?,
        _ => return None,
    })
}

/// The modifier of the rule that a finding is in.
fn kind<'t>(text: &'t str, finding: &Finding) -> &'t str {
    let before = &text[..finding.within.start];
    let name = finding.rule.as_deref().unwrap_or_default();
    let begins = before.match_indices(name).filter_map(|(at, _)| {
        let after = before.get(at + name.len()..).unwrap_or_default().trim_start();
        let after = after.strip_prefix('=')?.trim_start();
        after.find('{').map(|end| after[..end].trim())
    });
    // A silent rule leaves no node of its own; it reads what a normal one does.
    begins.last().filter(|kind| matches!(*kind, "@" | "$" | "!")).unwrap_or_default()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn pest_confirms_what_is_found() {
        let text =
            "WHITESPACE = _{ \" \" }\nway = @{ \"n\" | \"ne\" }\nnumber = { ASCII_DIGIT+ }\n";
        let linted = LintedPair::of(text, &["number", "way"]);
        let ids: Vec<&str> = linted.findings.iter().map(|one| one.lint.id()).collect();
        assert_eq!(ids, ["prefix-shadowed", "blank-in-token"]);
        assert_eq!((linted.confirmed, linted.contradictions.len()), (2, 0));
    }

    #[test]
    fn what_pest_does_otherwise_is_a_contradiction() {
        let text = "a = { \"x\" | \"y\" }";
        let mut finding = LintedPair::of("a = { \"x\" | \"xy\" }", &["a"]).findings.remove(0);
        // Of another text, it is not so.
        finding.span = 12..15;
        finding.within = 6..15;
        finding.witness = Some("y".to_owned());
        assert_eq!(is_confirmed(text, &finding, false), Some(false));
    }
}

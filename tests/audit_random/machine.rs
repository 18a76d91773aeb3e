//! A grammar read twice: by `Peg`, and by pest's own parser, validator and optimizer, which pest's derive runs.
//!
//! For each rule, the automaton and pest's machine can be compared on strings. If both refuse the text there is
//! nothing to compare; if only one does, that is an error. The fuzzer of `tools/fuzz` uses this too.

use std::num::NonZeroUsize;

use pest::error::ErrorVariant;
use pest_vm::Vm;
use urispec_audit::Peg;
use urispec_audit::peg::{Atomicity, Decided, PegFault};

/// The limit of calls that pest may make for one string: pest backtracks without memoization, and some grammars would
/// take years.
const CALLS: usize = 100_000;

/// Limits the calls, for everything that the process parses.
pub(crate) fn limit_calls() {
    pest::set_call_limit(NonZeroUsize::new(CALLS));
}

/// pest's own machine, with an additional rule for each rule of a grammar in each atomicity, which must match the
/// whole input: the rule itself may be silent, without a pair that shows its end. No white space is skipped before the
/// end.
pub(crate) struct Whole(Vm);

impl Whole {
    /// Reads a grammar.
    ///
    /// # Errors
    ///
    /// If pest refuses the grammar, with its reasons.
    pub(crate) fn of<'n>(
        text: &str,
        rules: impl Iterator<Item = &'n str>,
    ) -> Result<Self, Vec<pest::error::Error<pest_meta::parser::Rule>>> {
        let whole = rules.map(|rule| {
            format!(
                "\nbegun_{rule} = !{{ {rule} }}\nwhole_{rule} = ${{ begun_{rule} ~ EOI }}\n\
                 whole_atomic_{rule} = ${{ {rule} ~ EOI }}"
            )
        });
        let wrapped = text.to_owned() + &whole.collect::<String>();
        pest_meta::parse_and_optimize(&wrapped).map(|(_, rules)| Self(Vm::new(rules)))
    }

    /// Returns whether a rule reads the whole string, or `None` if pest takes too many calls.
    pub(crate) fn reads(&self, rule: &str, atomicity: Atomicity, string: &str) -> Option<bool> {
        self.depth(rule, atomicity, string).map(|depth| depth.is_some())
    }

    /// Returns the depth of nested pairs below the rule in the tree of a string: `Some(None)` if the rule does not read
    /// the whole string, and `None` if pest takes too many calls.
    pub(crate) fn depth(
        &self,
        rule: &str,
        atomicity: Atomicity,
        string: &str,
    ) -> Option<Option<usize>> {
        let (how, above) = match atomicity {
            Atomicity::NonAtomic => ("whole", 3),
            Atomicity::Atomic => ("whole_atomic", 2),
        };
        match self.0.parse(&format!("{how}_{rule}"), string) {
            Ok(pairs) => Some(Some(height(pairs).saturating_sub(above))),
            Err(error) if matches!(error.variant, ErrorVariant::CustomError { .. }) => None,
            Err(_) => Some(None),
        }
    }
}

fn height(pairs: pest::iterators::Pairs<'_, &str>) -> usize {
    pairs.map(|pair| 1 + height(pair.into_inner())).max().unwrap_or(0)
}

/// The two readings of a grammar.
pub(crate) struct Machine {
    whole: Whole,
    pub(crate) decided: Decided,
}

/// A decided rule, and its atomicity.
pub(crate) struct Run {
    pub(crate) rule: String,
    pub(crate) atomicity: Atomicity,
    pub(crate) start: usize,
}

impl Machine {
    /// Reads a text. Returns `None` if both refuse it, or if only pest does for a known reason.
    ///
    /// # Errors
    ///
    /// If the two disagree on whether the text is a grammar.
    pub(crate) fn read(text: &str) -> Result<Option<Self>, String> {
        let peg = Peg::read("random.pest", text);
        // Atomic rules that only call a rule, so that it is run as an atomic one.
        let names = peg.iter().flat_map(Peg::rules);
        let callers: String = names.map(|rule| format!("\ncalls_{rule} = ${{ {rule} }}")).collect();
        let text = &(text.to_owned() + &callers);
        let peg = match peg.and_then(|_| Peg::read("random.pest", text)) {
            Ok(peg) => peg,
            Err(error) => {
                let is_text = |why: &str| why.starts_with("the comment that begins here");
                return match (pest_meta::parse_and_optimize(text), &error.fault) {
                    (Err(_), _) => Ok(None),
                    // To pest, an unclosed inner comment is text of the outer one.
                    (Ok(_), PegFault::Syntax(why)) if is_text(why) => Ok(None),
                    // pest accepts a file without rules.
                    (Ok(_), PegFault::NoRule) => Ok(None),
                    (Ok(_), _) => Err(format!("only pest accepts it: {error}")),
                };
            }
        };
        let whole = match (Whole::of(text, peg.rules()), peg.refused_by_pest()) {
            (Ok(whole), []) => whole,
            (Ok(_), [error, ..]) => return Err(format!("only pest accepts it: {error}")),
            // pest's machine cannot run the rules that do not reach a fault.
            (Err(_), [_, ..]) => return Ok(None),
            (Err(errors), []) => return Err(format!("pest refuses it: {}", errors[0])),
        };
        if let Some(error) = peg.refused().iter().find(|error| !is_refused(&error.fault)) {
            return Err(error.to_string());
        }
        Ok(Some(Self { whole, decided: peg.decide() }))
    }

    /// Returns each decided rule in both atomicities.
    pub(crate) fn runs(&self) -> impl Iterator<Item = Run> {
        let runs = [Atomicity::NonAtomic, Atomicity::Atomic];
        let own = self.decided.rules.iter().filter(|rule| !rule.starts_with("calls_"));
        own.flat_map(move |rule| runs.map(|run| (rule, run))).filter_map(|(rule, atomicity)| {
            let start = self.decided.start_in(rule, atomicity)?;
            Some(Run { rule: rule.clone(), atomicity, start })
        })
    }

    /// Compares both readings on a string, if pest can read it.
    ///
    /// # Errors
    ///
    /// If only one of them accepts the string.
    pub(crate) fn compare(&self, run: &Run, string: &[u8]) -> Result<Comparison, String> {
        let Run { rule, atomicity, start } = run;
        let matches = self.decided.dfa.matches(*start, string);
        let Ok(string) = std::str::from_utf8(string) else {
            return match matches {
                true => Err(format!("`{rule}` accepts a string that is not UTF-8")),
                false => Ok(Comparison::NoText),
            };
        };
        let Some(reads) = self.whole.reads(rule, *atomicity, string) else {
            return Ok(Comparison::TooManyCalls);
        };
        if matches != reads {
            let who = if matches { "the automaton" } else { "pest" };
            return Err(format!("only {who} has {string:?} as `{rule}`, {atomicity}"));
        }
        Ok(Comparison::Both)
    }
}

/// The outcome of a comparison.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Comparison {
    /// Both agree.
    Both,
    /// Only the automaton was run, since the string is not UTF-8.
    NoText,
    /// pest gave up.
    TooManyCalls,
}

/// Returns whether a fault is only a limit of the decision procedure. Tags depend on a feature of pest that this
/// machine does not have. A rule that pops what its callers push is decided as they run it.
fn is_refused(fault: &PegFault) -> bool {
    matches!(
        fault,
        PegFault::Recursion(_)
            | PegFault::Uses(_)
            | PegFault::Tagged
            | PegFault::StackEmpty(_)
            | PegFault::StackStrings { .. }
            | PegFault::StackRound(_)
            | PegFault::StackHigh(_)
            | PegFault::StackSteps(_)
            | PegFault::StackIdle(_)
            | PegFault::StackKept(_)
    )
}

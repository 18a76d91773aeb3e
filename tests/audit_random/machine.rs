//! A text of a grammar, read twice: by `Peg`, and by pest's own parser, validator and optimizer, which are
//! what pest's derive runs.
//!
//! In: a text. Out: of each rule what the automaton and pest's machine say of a string; or nothing, where
//! both refuse the text; or an error, where only one does. The fuzzer of `tools/fuzz` asks this too.

use std::num::NonZeroUsize;

use pest::error::ErrorVariant;
use pest_vm::Vm;
use urispec_audit::{Atomicity, Decided, Peg, PegFault};

/// How many calls pest may make for one string: it tries anew what it has tried before, and some
/// grammars take it years.
const CALLS: usize = 100_000;

/// Limits the calls, for all that the process parses.
pub(crate) fn limit_calls() {
    pest::set_call_limit(NonZeroUsize::new(CALLS));
}

/// pest's own machine, with a rule more for each rule of a grammar, and for each way to come to it, which
/// must read everything: the rule itself may be silent, and have no pair to show its end. Nothing is put
/// before the end.
pub(crate) struct Whole(Vm);

impl Whole {
    /// # Errors
    /// Why pest refuses the grammar.
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

    /// Whether a rule reads the whole string. None if that takes pest too many calls.
    pub(crate) fn reads(&self, rule: &str, atomicity: Atomicity, string: &str) -> Option<bool> {
        self.depth(rule, atomicity, string).map(|depth| depth.is_some())
    }

    /// How many pairs stand within each other in the tree of a string below the rule itself; none if
    /// the rule does not read the whole string. None if that takes pest too many calls.
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

/// A rule that is decided, and how it is run.
pub(crate) struct Run {
    pub(crate) rule: String,
    pub(crate) atomicity: Atomicity,
    pub(crate) start: usize,
}

impl Machine {
    /// Reads a text. None where both refuse it, or where only pest does, which has a reason.
    ///
    /// # Errors
    /// Where the two do not agree on whether the text is a grammar.
    pub(crate) fn read(text: &str) -> Result<Option<Self>, String> {
        let peg = Peg::read("random.pest", text);
        // Rules that only call each rule, so that it is run as an atomic rule runs it.
        let names = peg.iter().flat_map(Peg::rules);
        let callers: String = names.map(|rule| format!("\ncalls_{rule} = ${{ {rule} }}")).collect();
        let text = &(text.to_owned() + &callers);
        let peg = match peg.and_then(|_| Peg::read("random.pest", text)) {
            Ok(peg) => peg,
            Err(error) => {
                let is_text = |why: &str| why.starts_with("the comment that begins here");
                return match (pest_meta::parse_and_optimize(text), &error.fault) {
                    (Err(_), _) => Ok(None),
                    // To pest, an inner comment that does not end is text of the one around it.
                    (Ok(_), PegFault::Syntax(why)) if is_text(why) => Ok(None),
                    // pest takes a file without rules.
                    (Ok(_), PegFault::NoRule) => Ok(None),
                    (Ok(_), _) => Err(format!("only pest reads it, since {error}")),
                };
            }
        };
        let whole = match (Whole::of(text, peg.rules()), peg.refused_by_pest()) {
            (Ok(whole), []) => whole,
            (Ok(_), [error, ..]) => return Err(format!("only pest takes it, since {error}")),
            // Of the rules that do not reach a fault, pest's machine can say nothing.
            (Err(_), [_, ..]) => return Ok(None),
            (Err(errors), []) => return Err(format!("pest refuses it: {}", errors[0])),
        };
        if let Some(error) = peg.refused().iter().find(|error| !is_refused(&error.fault)) {
            return Err(error.to_string());
        }
        Ok(Some(Self { whole, decided: peg.decide() }))
    }

    /// Each rule that is decided, in both ways to run it.
    pub(crate) fn runs(&self) -> impl Iterator<Item = Run> {
        let runs = [Atomicity::NonAtomic, Atomicity::Atomic];
        let own = self.decided.rules.iter().filter(|rule| !rule.starts_with("calls_"));
        own.flat_map(move |rule| runs.map(|run| (rule, run))).filter_map(|(rule, atomicity)| {
            let start = self.decided.start_in(rule, atomicity)?;
            Some(Run { rule: rule.clone(), atomicity, start })
        })
    }

    /// Whether both were asked about a string: pest reads UTF-8, and gives up after too many calls.
    ///
    /// # Errors
    /// Where one has the string and the other has not.
    pub(crate) fn asked(&self, run: &Run, string: &[u8]) -> Result<Asked, String> {
        let Run { rule, atomicity, start } = run;
        let matches = self.decided.dfa.matches(*start, string);
        let Ok(string) = std::str::from_utf8(string) else {
            return match matches {
                true => Err(format!("`{rule}` has what is no UTF-8")),
                false => Ok(Asked::NoText),
            };
        };
        let Some(reads) = self.whole.reads(rule, *atomicity, string) else {
            return Ok(Asked::TooManyCalls);
        };
        if matches != reads {
            let who = if matches { "the automaton" } else { "pest" };
            return Err(format!("only {who} has {string:?} as `{rule}`, {atomicity}"));
        }
        Ok(Asked::Both)
    }
}

/// Who was asked about a string.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Asked {
    /// Both, and they agree.
    Both,
    /// Only the automaton, since the string is no text.
    NoText,
    /// pest gave up.
    TooManyCalls,
}

/// What pest does with tags is for a feature to say, which this machine does not have. A rule that takes off
/// the stack what its callers push is decided as they run it.
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

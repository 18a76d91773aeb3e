//! Why a production is not decided: the cause at the root, on each side.
//!
//! In: what the audit could not read or build. Out: [`Cause`]s, which can be counted. A rule that uses
//! a rule that is not decided has that rule's cause.

use std::fmt;

use urispec_audit::{Languages, PegError, PegFault, Undecidable, UndecidableReason as Reason};

/// A side of a pair, and what on that side is not decided.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum Cause {
    /// In the printed grammar.
    Printed(&'static str),
    /// In the published grammar.
    Pest(&'static str),
}

/// The causes of a production and its rule: one for each side that is not decided.
pub(crate) fn of(
    production: &str,
    rule: &str,
    languages: &Languages,
    refused: &[PegError],
) -> Vec<Cause> {
    let printed = match languages.start(production) {
        Some(Err(undecidable)) => Some(Cause::Printed(printed(undecidable))),
        _ => None,
    };
    printed.into_iter().chain(pest(rule, refused).map(Cause::Pest)).collect()
}

fn printed(undecidable: &Undecidable) -> &'static str {
    match &undecidable.reason {
        Reason::Unreadable(why) if why.to_string().contains("is no byte") => "code points above FF",
        Reason::Unreadable(_) => "prose, or a notation that is not read",
        Reason::Undefined { .. } => "a rule of another document",
        Reason::Recursive { .. } | Reason::LeftRecursive { .. } => "recursion",
        Reason::TooLarge { .. } | Reason::TooLong { .. } | Reason::Crowded { .. } => "too large",
        _ => "another reason",
    }
}

fn pest(rule: &str, refused: &[PegError]) -> Option<&'static str> {
    let mut rule = rule;
    // Each step goes to the rule that is to blame, and there are not more steps than rules.
    for _ in 0..=refused.len() {
        let error = refused.iter().find(|error| error.rule.as_deref() == Some(rule))?;
        match &error.fault {
            PegFault::Uses(other) => rule = other,
            fault => return Some(kind(fault)),
        }
    }
    None
}

/// What a fault is called when faults are counted.
pub(crate) fn kind(fault: &PegFault) -> &'static str {
    match fault {
        PegFault::Stack(_)
        | PegFault::StackEmpty(_)
        | PegFault::StackStrings { .. }
        | PegFault::StackRound(_)
        | PegFault::StackHigh(_)
        | PegFault::StackSteps(_)
        | PegFault::StackIdle(_)
        | PegFault::StackKept(_) => "the stack",
        PegFault::Recursion(_) => "recursion",
        PegFault::States(_) | PegFault::Formula | PegFault::Crowded(_) => "too large",
        _ => "another reason",
    }
}

impl fmt::Display for Cause {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Printed(what) => write!(f, "printed: {what}"),
            Self::Pest(what) => write!(f, "pest: {what}"),
        }
    }
}

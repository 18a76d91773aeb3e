//! The faults of a rule, and of a file through the rule.

use rustc_hash::FxHashMap as HashMap;

use super::{Fault, PegError, Rule};

/// The numbers of rules, by name.
pub(super) type RuleNumbers = HashMap<String, usize>;

pub(super) fn error(file: &str, rule: &Rule, (line, fault): Fault) -> PegError {
    PegError { file: file.to_owned(), line, column: None, rule: Some(rule.name.clone()), fault }
}

/// Whether pest refuses the file because of a rule.
pub(super) fn is_refused(rule: &Rule) -> bool {
    rule.fault.as_ref().is_some_and(|(_, fault)| fault.is_of_pest())
}

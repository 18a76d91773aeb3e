//! Rules for which pest takes long.

use super::{Finding, PestSource};
use crate::peg::slow_rules;

/// The rules for which a string was found that takes long.
pub(super) fn slow(source: &PestSource<'_>) -> Vec<Finding> {
    let found = slow_rules(source.peg, source.is_quick).into_iter().filter_map(|slow| {
        let rule = &source.spanned.rules[*source.spanned.numbers.get(&slow.rule)?];
        let span = rule.from..rule.from + rule.name.len();
        let finding = Finding::slow(source.text, span, (slow.degree, slow.attack), "pest");
        Some(Finding { rule: Some(slow.rule), ..finding })
    });
    found.collect()
}

//! The audit's verdicts on a pair of grammars are true of all short strings.
//!
//! The input determines a grammar in both notations, choice by choice. The laws: equal languages agree on each string,
//! a witness is a shortest string that tells them apart, and languages that are equal to a depth agree on each string
//! that nests no deeper; by a naive matcher of the printed grammar, and pest's interpreter.

use std::sync::Once;

use crate::random::Random;
use crate::{machine, subject};

/// Checks the laws of this module.
pub fn holds(data: &[u8]) {
    static LIMIT: Once = Once::new();
    LIMIT.call_once(machine::limit_calls);
    if let Err(why) = subject::check(&mut Random::chosen(data)) {
        panic!("{why}");
    }
}

//! The audit's verdicts on a pair of grammars hold for all short strings.
//!
//! In: bytes, from which a grammar in both notations follows, choice by choice. The laws: what is equal is
//! equal on each string, a witness is one and a shortest one, and what is equal to a depth is equal on each
//! string that nests no deeper; by a plain matcher of what is printed, and pest's own machine.

use std::sync::Once;

use crate::random::Random;
use crate::{machine, subject};

/// The laws of this module.
pub fn holds(data: &[u8]) {
    static LIMIT: Once = Once::new();
    LIMIT.call_once(machine::limit_calls);
    if let Err(why) = subject::check(&mut Random::chosen(data)) {
        panic!("{why}");
    }
}

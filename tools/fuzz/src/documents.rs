//! Documents that print random grammars are read back equal.
//!
//! The input determines a grammar and a document that prints it, choice by choice. The law: the grammar that is read
//! equals the printed one, by a comparison of trees that no parser built; or, where the document leaves something open,
//! the parser names the production or its line.

use crate::random::Random;
use crate::read_back::{Misread, round_trip};

/// Checks the laws of this module.
pub fn holds(data: &[u8]) {
    if let Err(Misread { text, why }) = round_trip(&mut Random::chosen(data)) {
        panic!("{why}\n{text}");
    }
}

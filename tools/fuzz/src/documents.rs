//! Documents that print random grammars are read back equal.
//!
//! In: bytes, from which a grammar and a document that prints it follow, choice by choice. The law: what is read is
//! what is printed, by a comparison of trees that no reader made; or, where the document leaves something open, the
//! reader names the production at fault or its line.

use crate::random::Random;
use crate::read_back::{Misread, round_trip};

/// The laws of this module.
pub fn holds(data: &[u8]) {
    if let Err(Misread { text, why }) = round_trip(&mut Random::chosen(data)) {
        panic!("{why}\n{text}");
    }
}

//! Warnings about an answer.

use urispec::trace::{Caveat, Warning};

use crate::fault::OfTwo;
use crate::record::Record;

/// A warning about an answer.
#[derive(Clone)]
pub struct Warned {
    /// Which of two strings the warning is about: the key of this string.
    pub part: OfTwo,
    /// A word for programs.
    pub code: &'static str,
    /// A sentence.
    pub message: String,
}

impl From<Warning> for Warned {
    fn from(warning: Warning) -> Self {
        Self { part: None, code: warning.code(), message: warning.to_string() }
    }
}

impl From<Caveat> for Warned {
    fn from(caveat: Caveat) -> Self {
        Self { part: None, code: caveat.code(), message: caveat.to_string() }
    }
}

impl Warned {
    /// The warning as JSON.
    pub fn record(&self) -> Record {
        let Self { part, code, message } = self;
        Record::new().with("part", part).with("code", code).with("message", message)
    }
}

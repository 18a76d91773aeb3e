//! The tree that every reader builds, for productions, rules and patterns alike. In `regular`, a choice matches every
//! string that one of its parts matches. In `peg`, only the first part that succeeds counts.

use crate::bytes::{ByteSet, utf8};

/// An expression of a grammar.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Term {
    /// A text, and whether ASCII letters in it match both cases.
    Literal(String, bool),
    /// One character or byte in a range.
    Range(u32, u32),
    /// One byte of a set. No reader creates this variant.
    Bytes(ByteSet),
    /// A production or a rule, by its name.
    Name(String),
    /// A sequence. Without parts, it is the empty string. In a pest rule, it always has two parts.
    Seq(Vec<Term>),
    /// A choice. In a pest rule, it always has two parts.
    Choice(Vec<Term>),
    /// A repetition with a minimum and a maximum number of iterations.
    Repeat(u32, Option<u32>, Box<Term>),
    /// A lookahead of pest: `&a` if the flag is true, and `!a` if it is false.
    Look(bool, Box<Term>),
}

impl Term {
    pub(crate) fn option(of: Self) -> Self {
        Self::Repeat(0, Some(1), Box::new(of))
    }

    /// Joins parts into a sequence or a choice, or returns the only part.
    pub(crate) fn of(mut all: Vec<Self>, join: fn(Vec<Self>) -> Self) -> Self {
        if all.len() == 1 { all.remove(0) } else { join(all) }
    }

    pub(crate) fn parts(&self) -> &[Self] {
        match self {
            Self::Seq(all) | Self::Choice(all) => all,
            Self::Repeat(_, _, of) | Self::Look(_, of) => std::slice::from_ref(of),
            _ => &[],
        }
    }

    pub(crate) fn parts_mut(&mut self) -> &mut [Self] {
        match self {
            Self::Seq(all) | Self::Choice(all) => all,
            Self::Repeat(_, _, of) | Self::Look(_, of) => std::slice::from_mut(of),
            _ => &mut [],
        }
    }

    /// Returns whether a predicate holds for the expression or a part of it.
    pub(crate) fn any(&self, is_so: fn(&Self) -> bool) -> bool {
        is_so(self) || self.parts().iter().any(|part| part.any(is_so))
    }

    /// Converts a literal or a range to sets of bytes. If `are_characters` is set, the numbers of a range are
    /// characters, encoded in UTF-8, and otherwise bytes.
    pub(crate) fn in_bytes(&self, are_characters: bool) -> Self {
        match self {
            Self::Literal(text, ignores_case) => {
                let set = |byte: u8| match ignores_case {
                    true => ByteSet::of(byte.to_ascii_lowercase()).union(ByteSet::of(byte.to_ascii_uppercase())),
                    false => ByteSet::of(byte),
                };
                Self::of(text.bytes().map(|byte| Self::Bytes(set(byte))).collect(), Self::Seq)
            }
            &Self::Range(first, last) if are_characters => utf8(first, last),
            &Self::Range(first, last) => Self::Bytes(ByteSet::range(first as u8, last as u8)),
            other => other.clone(),
        }
    }
}

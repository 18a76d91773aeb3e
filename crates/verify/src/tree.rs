//! The tree that every reader makes, of productions, rules and patterns alike. What a choice means is said elsewhere:
//! any of its parts in `regular`, the first that succeeds in `peg`.

use crate::bytes::{ByteSet, utf8};

/// An expression of a grammar.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Term {
    /// A text, and whether a letter of ASCII in it stands for both cases.
    Literal(String, bool),
    /// One character, or one byte, from the first to the last.
    Range(u32, u32),
    /// One byte of a set. No reader makes this.
    Bytes(ByteSet),
    /// A production or a rule, by its name.
    Name(String),
    /// One after the other. Of none, the empty string. Of pest, always two.
    Seq(Vec<Term>),
    /// One of these. Of pest, always two.
    Choice(Vec<Term>),
    /// At least and at most so many times.
    Repeat(u32, Option<u32>, Box<Term>),
    /// `&a` of pest; if false, `!a`.
    Look(bool, Box<Term>),
}

impl Term {
    pub(crate) fn option(of: Self) -> Self {
        Self::Repeat(0, Some(1), Box::new(of))
    }

    /// A sequence or a choice, or its one part.
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

    /// Whether something is so of the expression, or of one in it.
    pub(crate) fn any(&self, is_so: fn(&Self) -> bool) -> bool {
        is_so(self) || self.parts().iter().any(|part| part.any(is_so))
    }

    /// A literal or a range as sets of bytes. The numbers of a range are characters, which are read in UTF-8, or bytes.
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

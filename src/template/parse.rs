//! The parser of templates: one pass, which stops at the first byte that no template goes on with.
//!
//! In: a string. Out: the pieces of the template by their places, or the error. The parser never goes back: after
//! each byte the grammar of section 2 leaves one way. A test holds its offsets to the automaton of the grammar.

use alloc::vec::Vec;

use super::error::{TemplateError, TemplateFault};
use super::operator::Operator;
use super::text::{ExpressionPiece, Modifier, Piece, VariablePiece};
use crate::parts::percent::{is_private, is_ucschar};

pub(super) fn parts(text: &str) -> Result<Vec<Piece>, TemplateError> {
    let mut parser = Parser { text, at: 0 };
    let mut parts = Vec::new();
    while parser.at < text.len() {
        let start = parser.at;
        match parser.byte() {
            Some(b'{') => parts.push(Piece::Expression(parser.expression()?)),
            _ => {
                parser.literal()?;
                parts.push(Piece::Literal(start..parser.at));
            }
        }
    }
    Ok(parts)
}

struct Parser<'t> {
    text: &'t str,
    at: usize,
}

impl Parser<'_> {
    fn byte(&self) -> Option<u8> {
        self.text.as_bytes().get(self.at).copied()
    }

    fn fails<T>(&self, fault: TemplateFault) -> Result<T, TemplateError> {
        let found = self.text[self.at..].chars().next();
        // A name or a modifier may go on for ever; what is missing at the end is the brace.
        let fault = match (found, fault) {
            (None, TemplateFault::Name | TemplateFault::AfterModifier) => TemplateFault::Unclosed,
            _ => fault,
        };
        Err(TemplateError { offset: self.at, found, fault })
    }

    /// `literals` (2.1), as many as there are.
    fn literal(&mut self) -> Result<(), TemplateError> {
        while let Some(found) = self.text[self.at..].chars().next() {
            match found {
                '{' => return Ok(()),
                '}' => return self.fails(TemplateFault::Unopened),
                '%' => self.triplet()?,
                _ if is_literal(found) => self.at += found.len_utf8(),
                _ => return self.fails(TemplateFault::Literal),
            }
        }
        Ok(())
    }

    /// `pct-encoded` (1.5).
    fn triplet(&mut self) -> Result<(), TemplateError> {
        self.at += 1;
        for _ in 0..2 {
            if !self.byte().is_some_and(|byte| byte.is_ascii_hexdigit()) {
                return self.fails(TemplateFault::Triplet);
            }
            self.at += 1;
        }
        Ok(())
    }

    /// `expression` (2.2).
    fn expression(&mut self) -> Result<ExpressionPiece, TemplateError> {
        let start = self.at;
        self.at += 1;
        let operator = self.byte().and_then(Operator::of);
        self.at += usize::from(operator.is_some());
        let mut variables = Vec::new();
        loop {
            variables.push(self.variable()?);
            let end = self.byte();
            self.at += 1;
            if end == Some(b'}') {
                let operator = operator.unwrap_or(Operator::Simple);
                return Ok(ExpressionPiece { span: start..self.at, operator, variables });
            }
        }
    }

    /// `varspec` (2.3), and that `,` or `}` follows.
    fn variable(&mut self) -> Result<VariablePiece, TemplateError> {
        let start = self.at;
        if !self.character()? {
            return self.fails(TemplateFault::NoName);
        }
        loop {
            if self.byte() == Some(b'.') {
                self.at += 1;
                if !self.character()? {
                    return self.fails(TemplateFault::Name);
                }
            } else if !self.character()? {
                break;
            }
        }
        let name = start..self.at;
        let modifier = match self.byte() {
            Some(b'*') => {
                self.at += 1;
                Modifier::Explode
            }
            Some(b':') => self.prefix()?,
            _ => Modifier::None,
        };
        match (self.byte(), modifier) {
            (Some(b',' | b'}'), _) => Ok(VariablePiece { name, modifier }),
            (_, Modifier::None) => self.fails(TemplateFault::Name),
            (_, _) => self.fails(TemplateFault::AfterModifier),
        }
    }

    /// Whether a `varchar` (2.3) stands here; it is passed.
    fn character(&mut self) -> Result<bool, TemplateError> {
        match self.byte() {
            Some(b'%') => self.triplet()?,
            Some(b'_') => self.at += 1,
            Some(byte) if byte.is_ascii_alphanumeric() => self.at += 1,
            _ => return Ok(false),
        }
        Ok(true)
    }

    /// `prefix` (2.4.1).
    fn prefix(&mut self) -> Result<Modifier, TemplateError> {
        self.at += 1;
        let mut length = 0;
        for place in 0..4 {
            match self.byte() {
                Some(b'0') if place == 0 => return self.fails(TemplateFault::Prefix),
                Some(digit @ b'0'..=b'9') => length = length * 10 + u16::from(digit - b'0'),
                _ if place == 0 => return self.fails(TemplateFault::Prefix),
                _ => break,
            }
            self.at += 1;
        }
        Ok(Modifier::Prefix(length))
    }
}

/// Whether a character is one of `literals`, with the apostrophe of erratum 6937, and without `pct-encoded`.
fn is_literal(character: char) -> bool {
    match character {
        '"' | '%' | '<' | '>' | '\\' | '^' | '`' | '{' | '|' | '}' => false,
        _ if character.is_ascii() => character.is_ascii_graphic(),
        _ => is_ucschar(character) || is_private(character),
    }
}

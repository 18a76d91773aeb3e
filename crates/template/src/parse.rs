//! The parser of templates: one pass, which stops at the first byte that no template goes on with.
//!
//! In: a string. Out: the pieces of the template by their places, or the error. The parser never goes back: after
//! each byte the grammar of section 2 leaves one way. A test holds its offsets to the automaton of the grammar.

use alloc::string::String;
use alloc::vec::Vec;
use core::fmt;
use core::ops::Range;
use core::str::FromStr;

use urispec::internal::percent::{is_private, is_ucschar};

use super::expand::Operator;

pub(super) fn parts(text: &str) -> Result<Vec<TemplatePart>, TemplateError> {
    let mut parser = Parser { text, at: 0 };
    let mut parts = Vec::new();
    while parser.at < text.len() {
        let start = parser.at;
        match parser.byte() {
            Some(b'{') => parts.push(TemplatePart::Expression(parser.expression()?)),
            _ => {
                parser.literal()?;
                parts.push(TemplatePart::Literal(start..parser.at));
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

// A template as it is written: its parts, each with its place in the text.

/// A URI template (RFC 6570, section 2): literals, and expressions that stand for values of variables.
///
/// The text is kept as it was given, and two templates are equal if their texts are.
///
/// ```
/// use urispec_template::{Operator, UriTemplate};
///
/// let template = UriTemplate::parse("/users/{id}{?page,per.page:3}")?;
/// assert_eq!((template.as_str(), template.level()), ("/users/{id}{?page,per.page:3}", Some(4)));
/// assert_eq!(template.variables().collect::<Vec<_>>(), ["id", "page", "per.page"]);
///
/// let error = UriTemplate::parse("/{id").unwrap_err();
/// assert_eq!(error.offset(), 4);
/// # Ok::<(), urispec_template::TemplateError>(())
/// ```
#[derive(Clone)]
pub struct UriTemplate {
    pub(super) text: String,
    pub(super) parts: Vec<TemplatePart>,
}

/// A part, by its places in the text.
#[derive(Clone, Debug)]
pub(super) enum TemplatePart {
    Literal(Range<usize>),
    Expression(ExpressionPiece),
}

#[derive(Clone, Debug)]
pub(super) struct ExpressionPiece {
    pub(super) span: Range<usize>,
    pub(super) operator: Operator,
    pub(super) variables: Vec<VariablePiece>,
}

#[derive(Clone, Debug)]
pub(super) struct VariablePiece {
    pub(super) name: Range<usize>,
    pub(super) modifier: Modifier,
}

/// A part of a template.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub enum Part<'t> {
    /// Text outside of expressions.
    Literal(&'t str),
    /// An expression.
    Expression(Expression<'t>),
}

/// An expression (section 2.2).
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct Expression<'t> {
    /// The place of the expression in the template, with its braces, in bytes.
    pub span: Range<usize>,
    /// The operator.
    pub operator: Operator,
    /// The variables in their order.
    pub variables: Vec<Variable<'t>>,
}

/// A variable of an expression, a `varspec` (section 2.3).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Variable<'t> {
    /// The name as it is written. A triplet in it is not decoded.
    pub name: &'t str,
    /// The modifier.
    pub modifier: Modifier,
}

/// What limits or explodes a value (section 2.4).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum Modifier {
    /// None.
    None,
    /// `:n`: only so many characters from the beginning of a value, from 1 to 9999 (2.4.1).
    Prefix(u16),
    /// `*`: each member of a composite value by itself (2.4.2).
    Explode,
}

impl UriTemplate {
    /// Parses a template.
    ///
    /// # Errors
    /// [`TemplateError`], with the offset of the first byte that no template goes on with.
    pub fn parse(text: &str) -> Result<Self, TemplateError> {
        let parts = parts(text)?;
        Ok(Self { text: text.into(), parts })
    }

    /// The text of the template.
    #[must_use]
    pub fn as_str(&self) -> &str {
        &self.text
    }

    /// The parts in their order. A literal is as long as can be.
    pub fn parts(&self) -> impl Iterator<Item = Part<'_>> {
        self.parts.iter().map(|part| match part {
            TemplatePart::Literal(span) => Part::Literal(&self.text[span.clone()]),
            TemplatePart::Expression(expression) => Part::Expression(Expression {
                span: expression.span.clone(),
                operator: expression.operator,
                variables: expression.variables.iter().map(|one| self.variable(one)).collect(),
            }),
        })
    }

    pub(super) fn variable(&self, variable: &VariablePiece) -> Variable<'_> {
        Variable { name: &self.text[variable.name.clone()], modifier: variable.modifier }
    }

    /// The names of the variables, each once, in the order of their first places.
    pub fn variables(&self) -> impl Iterator<Item = &str> {
        let mut names: Vec<&str> = Vec::new();
        for (_, variable) in self.occurrences() {
            if !names.contains(&variable.name) {
                names.push(variable.name);
            }
        }
        names.into_iter()
    }

    /// The variables with the operators of their expressions, as often as they stand in the template.
    pub(super) fn occurrences(&self) -> impl Iterator<Item = (Operator, Variable<'_>)> {
        let expressions = self.parts.iter().filter_map(|part| match part {
            TemplatePart::Expression(expression) => Some(expression),
            TemplatePart::Literal(_) => None,
        });
        expressions.flat_map(move |expression| {
            let variables = expression.variables.iter();
            variables.map(move |one| (expression.operator, self.variable(one)))
        })
    }

    /// The least level that has all expressions of the template, from 1 to 4 (section 1.2). Without an expression it
    /// is 1. There is none if an operator is reserved for extensions (2.2).
    #[must_use]
    pub fn level(&self) -> Option<u8> {
        let mut level = 1;
        for part in self.parts() {
            let Part::Expression(expression) = part else { continue };
            let own = match expression.operator {
                Operator::Future(_) => return None,
                _ if expression.variables.iter().any(|one| one.modifier != Modifier::None) => 4,
                _ if expression.variables.len() > 1 => 3,
                Operator::Simple => 1,
                Operator::Reserved | Operator::Fragment => 2,
                _ => 3,
            };
            level = own.max(level);
        }
        Some(level)
    }

    /// The variables that stand in more than one place, in the order of their first places.
    pub(super) fn repeated(&self) -> Vec<&str> {
        let count = |name: &str| self.occurrences().filter(|(_, one)| one.name == name).count();
        self.variables().filter(|name| count(name) > 1).collect()
    }
}

impl fmt::Debug for UriTemplate {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_tuple("UriTemplate").field(&self.text).finish()
    }
}

impl fmt::Display for UriTemplate {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(&self.text)
    }
}

impl PartialEq for UriTemplate {
    fn eq(&self, other: &Self) -> bool {
        self.text == other.text
    }
}

impl Eq for UriTemplate {}

impl core::hash::Hash for UriTemplate {
    fn hash<H: core::hash::Hasher>(&self, state: &mut H) {
        self.text.hash(state);
    }
}

impl FromStr for UriTemplate {
    type Err = TemplateError;

    fn from_str(text: &str) -> Result<Self, TemplateError> {
        Self::parse(text)
    }
}

impl TryFrom<&str> for UriTemplate {
    type Error = TemplateError;

    fn try_from(text: &str) -> Result<Self, TemplateError> {
        Self::parse(text)
    }
}

impl AsRef<str> for UriTemplate {
    fn as_ref(&self) -> &str {
        &self.text
    }
}

// What is wrong with a template.

/// The error that a string is no template.
///
/// ```
/// use urispec_template::UriTemplate;
/// let error = UriTemplate::parse("/a{b-c}").unwrap_err();
/// assert_eq!(
///     error.to_string(),
///     "at byte 4: `-` is in no name of a variable, which has letters, digits, `_`, dots and triplets (2.3)"
/// );
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TemplateError {
    offset: usize,
    found: Option<char>,
    fault: TemplateFault,
}

/// The kinds of errors in a template.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum TemplateFault {
    /// A character stands outside of expressions that no literal has.
    Literal,
    /// A `}` closes nothing.
    Unopened,
    /// A `%` without two hexadecimal digits.
    Triplet,
    /// No name stands where that of a variable must.
    NoName,
    /// A character stands in the name of a variable, or behind it, that cannot stand there.
    Name,
    /// A prefix is no number from 1 to 9999 without a zero before it.
    Prefix,
    /// Neither `,` nor `}` stands behind a modifier.
    AfterModifier,
    /// The template ends within an expression.
    Unclosed,
}

impl TemplateError {
    /// The offset of the first byte that no template goes on with. It is the length of the string if the string ends
    /// too early.
    #[must_use]
    pub fn offset(&self) -> usize {
        self.offset
    }

    /// The character at the offset. There is none at the end of the string.
    #[must_use]
    pub fn found(&self) -> Option<char> {
        self.found
    }

    /// The kind of the error.
    #[must_use]
    pub fn fault(&self) -> TemplateFault {
        self.fault
    }

    /// The section of RFC 6570 that the string departs from.
    #[must_use]
    pub fn section(&self) -> &'static str {
        match self.fault {
            TemplateFault::Literal => "2.1",
            TemplateFault::Triplet => "1.5",
            TemplateFault::Unopened | TemplateFault::Unclosed => "2",
            TemplateFault::NoName | TemplateFault::Name => "2.3",
            TemplateFault::Prefix => "2.4.1",
            TemplateFault::AfterModifier => "2.4",
        }
    }
}

impl fmt::Display for TemplateError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "at byte {}: ", self.offset)?;
        let Some(found) = self.found else {
            f.write_str(match self.fault {
                TemplateFault::Triplet => "the template ends within a triplet",
                TemplateFault::NoName => "the template ends before the name of a variable",
                TemplateFault::Prefix => "the template ends before the number of a prefix",
                _ => "the template ends, and its last expression has no `}`",
            })?;
            return write!(f, " ({})", self.section());
        };
        match found {
            ' ' => f.write_str("a space")?,
            found if found.is_control() => write!(f, "U+{:04X}", u32::from(found))?,
            found => write!(f, "`{found}`")?,
        }
        f.write_str(match self.fault {
            TemplateFault::Literal => " is allowed nowhere outside an expression",
            TemplateFault::Unopened => " closes no expression",
            TemplateFault::Triplet => " is none of the two hexadecimal digits that follow `%`",
            TemplateFault::NoName => " stands where the name of a variable must",
            TemplateFault::Name => {
                " is in no name of a variable, which has letters, digits, `_`, dots and triplets"
            }
            TemplateFault::Prefix => " stands where the number of a prefix must, from 1 to 9999",
            TemplateFault::AfterModifier => " stands behind a modifier, where `,` or `}` must",
            TemplateFault::Unclosed => " stands in an expression",
        })?;
        write!(f, " ({})", self.section())
    }
}

impl core::error::Error for TemplateError {}

//! The parser of templates. It makes one pass, and stops at the first byte that cannot continue a template.
//!
//! The parser never backtracks: after each byte the grammar of section 2 allows one continuation. A test compares the
//! offsets of its errors with the automaton of the grammar.

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
        // At the end of the text, a name or a modifier might continue; the missing part is the brace.
        let fault = match (found, fault) {
            (None, TemplateFault::Name | TemplateFault::AfterModifier) => TemplateFault::Unclosed,
            _ => fault,
        };
        Err(TemplateError { offset: self.at, found, fault })
    }

    /// Parses as many `literals` (RFC 6570, 2.1) as there are.
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

    /// Parses `pct-encoded` (RFC 6570, 1.5).
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

    /// Parses an `expression` (RFC 6570, 2.2).
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

    /// Parses a `varspec` (RFC 6570, 2.3), and checks that `,` or `}` follows.
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

    /// Skips a `varchar` (RFC 6570, 2.3), and returns whether there was one.
    fn character(&mut self) -> Result<bool, TemplateError> {
        match self.byte() {
            Some(b'%') => self.triplet()?,
            Some(b'_') => self.at += 1,
            Some(byte) if byte.is_ascii_alphanumeric() => self.at += 1,
            _ => return Ok(false),
        }
        Ok(true)
    }

    /// Parses a `prefix` (RFC 6570, 2.4.1).
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

/// Returns whether a character is one of `literals`, but not a `%`. The apostrophe is allowed, by erratum 6937.
fn is_literal(character: char) -> bool {
    match character {
        '"' | '%' | '<' | '>' | '\\' | '^' | '`' | '{' | '|' | '}' => false,
        _ if character.is_ascii() => character.is_ascii_graphic(),
        _ => is_ucschar(character) || is_private(character),
    }
}

// A template as written: its parts, each with its span in the text.

/// A URI template (RFC 6570, section 2): literals, and expressions that are replaced by values of variables.
///
/// The text is kept as it was given, and two templates are equal if their texts are equal.
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

/// A part of a template, as spans of the text.
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

/// An expression (RFC 6570, 2.2).
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct Expression<'t> {
    /// The span of the expression in the template, with its braces, in bytes.
    pub span: Range<usize>,
    /// The operator.
    pub operator: Operator,
    /// The variables in order.
    pub variables: Vec<Variable<'t>>,
}

/// A variable of an expression, a `varspec` (RFC 6570, 2.3).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Variable<'t> {
    /// The name as written. A triplet in it is not decoded.
    pub name: &'t str,
    /// The modifier.
    pub modifier: Modifier,
}

/// The modifier of a variable (RFC 6570, 2.4).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum Modifier {
    /// No modifier.
    None,
    /// `:n`: the first n characters of a value, from 1 to 9999 (RFC 6570, 2.4.1).
    Prefix(u16),
    /// `*`: each member of a composite value separately (RFC 6570, 2.4.2).
    Explode,
}

impl UriTemplate {
    /// Parses a template.
    ///
    /// # Errors
    /// [`TemplateError`], with the offset of the first byte that cannot continue a template.
    pub fn parse(text: &str) -> Result<Self, TemplateError> {
        let parts = parts(text)?;
        Ok(Self { text: text.into(), parts })
    }

    /// Returns the text of the template.
    #[must_use]
    pub fn as_str(&self) -> &str {
        &self.text
    }

    /// Returns the parts in order. Literals are as long as possible.
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

    /// Returns the names of the variables, without duplicates, in the order of their first occurrence.
    pub fn variables(&self) -> impl Iterator<Item = &str> {
        let mut names: Vec<&str> = Vec::new();
        for (_, variable) in self.occurrences() {
            if !names.contains(&variable.name) {
                names.push(variable.name);
            }
        }
        names.into_iter()
    }

    /// Returns the variables with the operators of their expressions, once for each occurrence.
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

    /// Returns the lowest level, from 1 to 4, that supports all expressions of the template (RFC 6570, 1.2), or `None`
    /// if an operator is reserved for extensions (2.2). The level of a template without expressions is 1.
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

    /// Returns the variables with more than one occurrence, in the order of their first occurrence.
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

// Errors of templates.

/// The error for a string that is not a template.
///
/// ```
/// use urispec_template::UriTemplate;
/// let error = UriTemplate::parse("/a{b-c}").unwrap_err();
/// assert_eq!(
///     error.to_string(),
///     "at byte 4: `-` is not allowed in the name of a variable, which consists of letters, digits, `_`, dots and triplets (2.3)"
/// );
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TemplateError {
    offset: usize,
    found: Option<char>,
    fault: TemplateFault,
}

/// The kind of an error in a template.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum TemplateFault {
    /// The template contains a character, outside its expressions, that must not appear there.
    Literal,
    /// A `}` does not close an expression.
    Unopened,
    /// A `%` without two hexadecimal digits.
    Triplet,
    /// The name of a variable is missing.
    NoName,
    /// A character is not allowed in the name of a variable, or after it.
    Name,
    /// A prefix is not a number from 1 to 9999 without leading zeros.
    Prefix,
    /// A modifier is followed by neither `,` nor `}`.
    AfterModifier,
    /// The template ends inside an expression.
    Unclosed,
}

impl TemplateError {
    /// Returns the offset of the first byte that cannot continue a template, or the length of the string if it ends too
    /// early.
    #[must_use]
    pub fn offset(&self) -> usize {
        self.offset
    }

    /// Returns the character at the offset, or `None` at the end of the string.
    #[must_use]
    pub fn found(&self) -> Option<char> {
        self.found
    }

    /// Returns the kind of the error.
    #[must_use]
    pub fn fault(&self) -> TemplateFault {
        self.fault
    }

    /// Returns the section of RFC 6570 that the string violates.
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
                TemplateFault::Triplet => "unexpected end of the template in a triplet",
                TemplateFault::NoName => {
                    "unexpected end of the template; expected the name of a variable"
                }
                TemplateFault::Prefix => {
                    "unexpected end of the template; expected the number of a prefix"
                }
                _ => "unexpected end of the template; the last expression lacks `}`",
            })?;
            return write!(f, " ({})", self.section());
        };
        match found {
            ' ' => f.write_str("a space")?,
            found if found.is_control() => write!(f, "U+{:04X}", u32::from(found))?,
            found => write!(f, "`{found}`")?,
        }
        f.write_str(match self.fault {
            TemplateFault::Literal => " is not allowed outside of an expression",
            TemplateFault::Unopened => " does not close an expression",
            TemplateFault::Triplet => " follows `%`, where two hexadecimal digits are required",
            TemplateFault::NoName => " is unexpected; expected the name of a variable",
            TemplateFault::Name => {
                " is not allowed in the name of a variable, which consists of letters, digits, `_`, dots and triplets"
            }
            TemplateFault::Prefix => " is unexpected; expected the number of a prefix, from 1 to 9999",
            TemplateFault::AfterModifier => " is unexpected after a modifier; expected `,` or `}`",
            TemplateFault::Unclosed => " is not allowed in an expression",
        })?;
        write!(f, " ({})", self.section())
    }
}

impl core::error::Error for TemplateError {}

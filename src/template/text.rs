//! A template as it is written: its parts, each with its place in the text.

use alloc::string::String;
use alloc::vec::Vec;
use core::fmt;
use core::ops::Range;
use core::str::FromStr;

use super::error::TemplateError;
use super::operator::Operator;
use super::parse;

/// A URI template (RFC 6570, section 2): literals, and expressions that stand for values of variables.
///
/// The text is kept as it was given, and two templates are equal if their texts are.
///
/// ```
/// use urispec::template::{Operator, UriTemplate};
///
/// let template = UriTemplate::parse("/users/{id}{?page,per.page:3}")?;
/// assert_eq!((template.as_str(), template.level()), ("/users/{id}{?page,per.page:3}", Some(4)));
/// assert_eq!(template.variables().collect::<Vec<_>>(), ["id", "page", "per.page"]);
///
/// let error = UriTemplate::parse("/{id").unwrap_err();
/// assert_eq!(error.offset(), 4);
/// # Ok::<(), urispec::template::TemplateError>(())
/// ```
#[derive(Clone)]
pub struct UriTemplate {
    pub(super) text: String,
    pub(super) parts: Vec<Piece>,
}

/// A part, by its places in the text.
#[derive(Clone, Debug)]
pub(super) enum Piece {
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
        let parts = parse::parts(text)?;
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
            Piece::Literal(span) => Part::Literal(&self.text[span.clone()]),
            Piece::Expression(expression) => Part::Expression(Expression {
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
            Piece::Expression(expression) => Some(expression),
            Piece::Literal(_) => None,
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

/// The text of the template.
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

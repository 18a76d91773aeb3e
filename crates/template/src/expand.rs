//! Expansion (RFC 6570, section 3), as a transcription of sections 3.1 and 3.2.

use alloc::borrow::ToOwned;
use alloc::string::String;
use alloc::vec::Vec;
use core::fmt;
use core::ops::Range;

use urispec::internal::percent::{self, is_unreserved};

use super::parse::{Modifier, TemplatePart, UriTemplate, Variable};
use super::values::{Value, Values};

impl UriTemplate {
    /// Expands the template with values.
    ///
    /// ```
    /// use urispec_template::{UriTemplate, Values};
    ///
    /// let template = UriTemplate::parse("/{user}/files{/path*}{?q,page}")?;
    /// let values = Values::new().with("user", "Zoë").with("path", ["a", "b c"]).with("page", "2");
    /// assert_eq!(template.expand(&values)?, "/Zo%C3%AB/files/a/b%20c?page=2");
    ///
    /// // A prefix cannot be applied to a list (2.4.1).
    /// let error = UriTemplate::parse("{user}{path:1}")?.expand(&values).unwrap_err();
    /// assert_eq!(error.expanded(), "Zo%C3%AB{path:1}");
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    /// [`ExpandError`] if an operator has no expansion, or if a prefix is applied to a list or an associative array.
    pub fn expand(&self, values: &Values) -> Result<String, ExpandError> {
        let (mut expanded, mut faults) = (String::with_capacity(self.text.len()), Vec::new());
        for part in &self.parts {
            match part {
                TemplatePart::Literal(span) => {
                    encode_literal(&self.text[span.clone()], &mut expanded)
                }
                TemplatePart::Expression(expression) => {
                    let before = expanded.len();
                    let variables = expression.variables.iter().map(|one| self.variable(one));
                    let done =
                        expand_expression(expression.operator, variables, values, &mut expanded);
                    if let Err(kind) = done {
                        let span = expression.span.clone();
                        expanded.truncate(before);
                        expanded.push_str(&self.text[span.clone()]);
                        faults.push(ExpandFault { span, kind });
                    }
                }
            }
        }
        if faults.is_empty() { Ok(expanded) } else { Err(ExpandError { faults, expanded }) }
    }
}

/// Appends the defined variables, with the operator's first character and separators (RFC 6570, 3.2).
fn expand_expression<'t>(
    operator: Operator,
    variables: impl Iterator<Item = Variable<'t>>,
    values: &Values,
    to: &mut String,
) -> Result<(), ExpandFaultKind> {
    if let Operator::Future(character) = operator {
        return Err(ExpandFaultKind::Operator(character));
    }
    let mut before = operator.first();
    for variable in variables {
        let Some(value) = values.get(variable.name) else { continue };
        to.push_str(before);
        before = operator.separator();
        expand_variable(operator, variable, value, to)?;
    }
    Ok(())
}

/// Appends a variable (RFC 6570, 3.2.1): its name, if the operator has names, and its value.
fn expand_variable(
    operator: Operator,
    variable: Variable<'_>,
    value: &Value,
    to: &mut String,
) -> Result<(), ExpandFaultKind> {
    let lets_reserved = operator.lets_reserved();
    let encode = |text: &str, to: &mut String| encode_value(text, lets_reserved, to);
    match (value, variable.modifier) {
        (Value::String(text), modifier) => {
            let text = match modifier {
                Modifier::Prefix(length) => prefix(text, length, lets_reserved),
                Modifier::None | Modifier::Explode => text,
            };
            name(operator, variable.name, text.is_empty(), to);
            encode(text, to);
        }
        (_, Modifier::Prefix(_)) => {
            return Err(ExpandFaultKind::Prefix(variable.name.to_owned()));
        }
        (Value::List(members), Modifier::None) => {
            name(operator, variable.name, false, to);
            joined(members, ",", to, |member, to| encode(member, to));
        }
        (Value::Map(pairs), Modifier::None) => {
            name(operator, variable.name, false, to);
            joined(pairs, ",", to, |(key, value), to| {
                encode(key, to);
                to.push(',');
                encode(value, to);
            });
        }
        // "As if it were an associative array in which each member value is paired with the list's varname."
        (Value::List(members), Modifier::Explode) => {
            joined(members, operator.separator(), to, |member, to| {
                name(operator, variable.name, member.is_empty(), to);
                encode(member, to);
            });
        }
        (Value::Map(pairs), Modifier::Explode) => {
            joined(pairs, operator.separator(), to, |(key, value), to| {
                encode(key, to);
                to.push_str(equals(operator, value.is_empty()));
                encode(value, to);
            });
        }
    }
    Ok(())
}

/// Appends the name of a variable and the text between name and value, if the operator has names. RFC 6570 encodes the
/// name like a literal, which leaves it unchanged.
fn name(operator: Operator, name: &str, is_empty: bool, to: &mut String) {
    if operator.is_named() {
        to.push_str(name);
        to.push_str(equals(operator, is_empty));
    }
}

/// Returns the text between the name and the value of a variable: an empty string if the value is empty and the
/// operator is neither `?` nor `&`, and otherwise `=` (RFC 6570, 3.2.1).
fn equals(operator: Operator, is_empty: bool) -> &'static str {
    if is_empty && !operator.is_form() { "" } else { "=" }
}

fn joined<T>(all: &[T], between: &str, to: &mut String, mut append: impl FnMut(&T, &mut String)) {
    for (at, one) in all.iter().enumerate() {
        if at > 0 {
            to.push_str(between);
        }
        append(one, to);
    }
}

// The operators of expressions: the table of Appendix A in accordance with section 3.2.

/// The operator of an expression (RFC 6570, 2.2).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum Operator {
    /// No operator: simple string expansion (RFC 6570, 3.2.2).
    Simple,
    /// `+`: reserved expansion (RFC 6570, 3.2.3).
    Reserved,
    /// `#`: fragment expansion (RFC 6570, 3.2.4).
    Fragment,
    /// `.`: labels (RFC 6570, 3.2.5).
    Label,
    /// `/`: segments of a path (RFC 6570, 3.2.6).
    Path,
    /// `;`: parameters of a path (RFC 6570, 3.2.7).
    Parameter,
    /// `?`: a query (RFC 6570, 3.2.8).
    Query,
    /// `&`: the rest of a query (RFC 6570, 3.2.9).
    Continuation,
    /// `=`, `,`, `!`, `@` or `|`: reserved for extensions, and without an expansion (RFC 6570, 2.2).
    Future(char),
}

impl Operator {
    pub(super) const fn of(character: u8) -> Option<Self> {
        Some(match character {
            b'+' => Self::Reserved,
            b'#' => Self::Fragment,
            b'.' => Self::Label,
            b'/' => Self::Path,
            b';' => Self::Parameter,
            b'?' => Self::Query,
            b'&' => Self::Continuation,
            b'=' | b',' | b'!' | b'@' | b'|' => Self::Future(character as char),
            _ => return None,
        })
    }

    /// Returns the character of the operator, or `None` for simple expansion.
    #[must_use]
    pub const fn character(self) -> Option<char> {
        Some(match self {
            Self::Simple => return None,
            Self::Reserved => '+',
            Self::Fragment => '#',
            Self::Label => '.',
            Self::Path => '/',
            Self::Parameter => ';',
            Self::Query => '?',
            Self::Continuation => '&',
            Self::Future(character) => character,
        })
    }

    /// Returns the section that defines the expansion of expressions with this operator, the text before the first
    /// defined variable, and the text before each further variable.
    const fn row(self) -> (&'static str, &'static str, &'static str) {
        match self {
            Self::Simple => ("3.2.2", "", ","),
            Self::Reserved => ("3.2.3", "", ","),
            Self::Fragment => ("3.2.4", "#", ","),
            Self::Label => ("3.2.5", ".", "."),
            Self::Path => ("3.2.6", "/", "/"),
            Self::Parameter => ("3.2.7", ";", ";"),
            Self::Query => ("3.2.8", "?", "&"),
            Self::Continuation => ("3.2.9", "&", "&"),
            Self::Future(_) => ("2.2", "", ","),
        }
    }

    /// Returns the section that defines the expansion of expressions with this operator.
    #[must_use]
    pub const fn section(self) -> &'static str {
        self.row().0
    }

    /// Returns the text before the first defined variable.
    pub(super) const fn first(self) -> &'static str {
        self.row().1
    }

    /// Returns the text before each further variable, and between the members of an exploded value.
    pub(super) const fn separator(self) -> &'static str {
        self.row().2
    }

    /// Returns whether the name of a variable precedes its value.
    pub(super) const fn is_named(self) -> bool {
        matches!(self, Self::Parameter | Self::Query | Self::Continuation)
    }

    /// Returns whether `=` follows a name whose value is empty (RFC 6570, 3.2.1, 3.2.7).
    pub(super) const fn is_form(self) -> bool {
        matches!(self, Self::Query | Self::Continuation)
    }

    /// Returns whether reserved characters and triplets of a value are kept (RFC 6570, 3.2.1).
    pub(super) const fn lets_reserved(self) -> bool {
        matches!(self, Self::Reserved | Self::Fragment)
    }
}

/// Prints the character of the operator, or nothing.
impl fmt::Display for Operator {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.character().map_or(Ok(()), |character| write!(f, "{character}"))
    }
}

// The encoding of values (section 3.2.1) and of literals (3.1), and the prefix of a value (2.4.1).

/// Appends a value. `lets_reserved` is set if reserved characters and triplets are kept.
pub(super) fn encode_value(text: &str, lets_reserved: bool, to: &mut String) {
    let bytes = text.as_bytes();
    for (at, &byte) in bytes.iter().enumerate() {
        let stands = match byte {
            _ if is_unreserved(byte) => true,
            b'%' => lets_reserved && percent::triplet(&bytes[at..]).is_some(),
            // `reserved` (1.5).
            _ => lets_reserved && b":/?#[]@!$&'()*+,;=".contains(&byte),
        };
        if stands { to.push(byte.into()) } else { percent::push_triplet(byte, to) }
    }
}

/// Appends a literal, in which every `%` begins a triplet (RFC 6570, 2.1).
pub(super) fn encode_literal(text: &str, to: &mut String) {
    encode_value(text, true, to);
}

/// Returns the first `length` characters of a value. If triplets are kept, the triplets of one character count as one.
fn prefix(text: &str, length: u16, lets_reserved: bool) -> &str {
    let mut end = 0;
    for _ in 0..length {
        if end == text.len() {
            break;
        }
        end += first(&text[end..], lets_reserved);
    }
    &text[..end]
}

/// Returns the number of bytes of the first character of a text that is not empty.
fn first(text: &str, lets_reserved: bool) -> usize {
    let triplets = if lets_reserved { triplets(text.as_bytes()) } else { None };
    triplets.unwrap_or_else(|| text.chars().next().map_or(0, char::len_utf8))
}

/// Returns the number of bytes of the triplets at the beginning of a text that form one character in UTF-8, or of the
/// first triplet, if the triplets form no character.
fn triplets(text: &[u8]) -> Option<usize> {
    let first = percent::triplet(text)?;
    let length = match first {
        0xC2..=0xDF => 2,
        0xE0..=0xEF => 3,
        0xF0..=0xF4 => 4,
        _ => 1,
    };
    let mut octets = [0; 4];
    for (at, octet) in octets.iter_mut().take(length).enumerate() {
        match text.get(at * 3..).and_then(percent::triplet) {
            Some(found) => *octet = found,
            None => return Some(3),
        }
    }
    let is_character = core::str::from_utf8(&octets[..length]).is_ok();
    Some(if is_character { 3 * length } else { 3 })
}

// The errors of an expansion.

/// The error for expressions of a template that cannot be expanded.
///
/// In accordance with section 3, such an expression is copied unchanged and the other expressions are expanded. The
/// result is not a URI reference, and is for diagnosis only.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ExpandError {
    faults: Vec<ExpandFault>,
    expanded: String,
}

/// An expression that cannot be expanded.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct ExpandFault {
    /// The span of the expression in the template, with its braces, in bytes.
    pub span: Range<usize>,
    /// The reason why the expression cannot be expanded.
    pub kind: ExpandFaultKind,
}

/// The reason why an expression cannot be expanded.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum ExpandFaultKind {
    /// The operator is reserved for extensions (RFC 6570, 2.2).
    Operator(char),
    /// A prefix is applied to the variable of this name, which is a list or an associative array (RFC 6570, 2.4.1).
    Prefix(String),
}

impl ExpandError {
    /// Returns the expressions that cannot be expanded, in the order of the template. There is at least one.
    #[must_use]
    pub fn faults(&self) -> &[ExpandFault] {
        &self.faults
    }

    /// Returns the expansion, in which the expressions that cannot be expanded are unchanged.
    #[must_use]
    pub fn expanded(&self) -> &str {
        &self.expanded
    }
}

impl fmt::Display for ExpandFault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "at byte {}: ", self.span.start)?;
        match &self.kind {
            ExpandFaultKind::Operator(operator) => {
                write!(
                    f,
                    "the operator `{operator}` is reserved, and has no expansion (RFC 6570, 2.2)"
                )
            }
            ExpandFaultKind::Prefix(name) => write!(
                f,
                "a prefix cannot be applied to `{name}`, which is a list or an associative array (RFC 6570, 2.4.1)"
            ),
        }
    }
}

impl fmt::Display for ExpandError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.faults.iter().enumerate().try_for_each(|(at, fault)| {
            f.write_str(if at == 0 { "" } else { "; " })?;
            fault.fmt(f)
        })
    }
}

impl core::error::Error for ExpandError {}

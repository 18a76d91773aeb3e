//! What is wrong with a template, and what is wrong with an expansion.

use alloc::string::String;
use alloc::vec::Vec;
use core::fmt;
use core::ops::Range;

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
    pub(super) offset: usize,
    pub(super) found: Option<char>,
    pub(super) fault: TemplateFault,
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

/// The error that some expressions of a template do not expand.
///
/// As section 3 wants it, such an expression is copied as it stands and the others are expanded. The result is no
/// URI reference, and is for diagnosis only.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ExpandError {
    pub(super) faults: Vec<ExpandFault>,
    pub(super) expanded: String,
}

/// An expression that does not expand.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct ExpandFault {
    /// The place of the expression in the template, with its braces, in bytes.
    pub span: Range<usize>,
    /// The reason.
    pub kind: ExpandFaultKind,
}

/// The reasons why an expression does not expand.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum ExpandFaultKind {
    /// The operator is reserved for extensions (section 2.2).
    Operator(char),
    /// A prefix is asked of the variable of this name, whose value is a list or an associative array (2.4.1).
    Prefix(String),
}

impl ExpandError {
    /// The expressions that do not expand, in the order of the template. There is at least one.
    #[must_use]
    pub fn faults(&self) -> &[ExpandFault] {
        &self.faults
    }

    /// The expansion, in which those expressions stand as they are.
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
                write!(f, "the operator `{operator}` is reserved, and has no expansion (2.2)")
            }
            ExpandFaultKind::Prefix(name) => write!(
                f,
                "a prefix is not for a list or an associative array, which `{name}` is (2.4.1)"
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

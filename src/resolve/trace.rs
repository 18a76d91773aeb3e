//! The steps of a resolution, as they are taken.

use alloc::format;
use alloc::string::ToString;
use core::fmt;

use crate::editions::of_rfc3986;
use crate::parts::Count;

/// A step of a resolution algorithm of section 5.2, in the words of the document.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum ResolutionStep<'a> {
    /// A line of the pseudocode that was reached.
    Line {
        /// The section that has the line.
        section: &'static str,
        /// The line.
        line: &'static str,
    },
    /// A line of the pseudocode that assigned a value, or tested one.
    Assigned {
        /// The section that has the line.
        section: &'static str,
        /// The line.
        line: &'static str,
        /// The value of the variable after the line. There is none if the variable is undefined.
        value: Option<&'a str>,
    },
    /// A numbered step, and the buffer after it.
    Labelled {
        /// The number or letter of the step, such as `6c)`.
        label: &'static str,
        /// What the step does.
        line: &'static str,
        /// The content of the buffer after the step.
        value: &'a str,
    },
    /// A row of the table of section 5.2.4: the buffers after a step.
    Buffers {
        /// The label of the step, such as `2E`.
        label: &'static str,
        /// The output buffer.
        output: &'a str,
        /// The input buffer.
        input: &'a str,
    },
}

impl ResolutionStep<'_> {
    /// The step with the name of the document in its section, which is one of RFC 3986.
    pub(super) fn of_rfc3986(self) -> Self {
        match self {
            Self::Line { section, line } => Self::Line { section: of_rfc3986(section), line },
            Self::Assigned { section, line, value } => {
                Self::Assigned { section: of_rfc3986(section), line, value }
            }
            step => step,
        }
    }
}

/// Passes the steps of a resolution to a caller that asked for them.
pub(super) struct StepLog<'t>(Option<&'t mut dyn FnMut(ResolutionStep<'_>)>);

impl<'t> StepLog<'t> {
    pub(super) const fn off() -> Self {
        Self(None)
    }

    pub(super) fn to(each: &'t mut dyn FnMut(ResolutionStep<'_>)) -> Self {
        Self(Some(each))
    }

    pub(super) const fn is_on(&self) -> bool {
        self.0.is_some()
    }

    pub(super) fn step(&mut self, step: ResolutionStep<'_>) {
        if let Some(each) = &mut self.0 {
            each(step);
        }
    }

    pub(super) fn line(&mut self, section: &'static str, line: &'static str) {
        self.step(ResolutionStep::Line { section, line });
    }

    pub(super) fn value(&mut self, section: &'static str, line: &'static str, value: Option<&str>) {
        self.step(ResolutionStep::Assigned { section, line, value });
    }

    /// Logs a step that the document calls by a number or a letter.
    pub(super) fn labelled(&mut self, label: &'static str, line: &'static str, value: &str) {
        self.step(ResolutionStep::Labelled { label, line, value });
    }

    pub(super) fn buffers(&mut self, label: &'static str, output: &str, input: &str) {
        self.step(ResolutionStep::Buffers { label, output, input });
    }
}

/// The longest buffer that is shown whole. Of longer ones only both ends are shown, so that a trace
/// stays linear in its input.
const SHOWN: usize = 512;

impl fmt::Display for ResolutionStep<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match *self {
            Self::Line { section, line } => write!(f, "{section:<6} {line}"),
            Self::Assigned { section, line, value } => {
                write!(f, "{section:<6} {line:<42} {}", Value(value))
            }
            Self::Labelled { label, line, value } => {
                write!(f, "{:<6} {:<42} {}", "", format!("{label} {line}"), Value(Some(value)))
            }
            Self::Buffers { label: "1", output, input } => {
                writeln!(f, "      STEP   OUTPUT BUFFER         INPUT BUFFER\n")?;
                row(f, "1 ", output, input)
            }
            Self::Buffers { label, output, input } => row(f, label, output, input),
        }
    }
}

/// Prints a row as the tables of section 5.2.4 print it.
fn row(f: &mut fmt::Formatter<'_>, label: &str, output: &str, input: &str) -> fmt::Result {
    let row = format!("       {label}:   {:<22}{}", Shown(output).to_string(), Shown(input));
    f.write_str(row.trim_end())
}

/// The value of a variable. An empty value prints as `""`, unlike an undefined one.
struct Value<'a>(Option<&'a str>);

impl fmt::Display for Value<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.0 {
            None => f.write_str("undefined"),
            Some("") => f.write_str("\"\""),
            Some(text) => Shown(text).fmt(f),
        }
    }
}

struct Shown<'a>(&'a str);

impl fmt::Display for Shown<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let text = self.0;
        if text.len() <= SHOWN {
            return f.write_str(text);
        }
        let is_boundary = |at: &usize| text.is_char_boundary(*at);
        let head = (0..=SHOWN / 2).rfind(is_boundary).unwrap_or(0);
        let tail = (text.len() - SHOWN / 2..=text.len()).find(is_boundary).unwrap_or(text.len());
        let between = Count(tail - head, "byte", "bytes");
        write!(f, "{}…({between})…{}", &text[..head], &text[tail..])
    }
}

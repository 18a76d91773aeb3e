//! A divergence in words: where the rule goes wrong, and what print has there instead.
//!
//! In: a [`Divergence`]. Out: one line, such as `only pest "12-": a.pest:2:6 `"-"` reads the - at 2, where
//! print ends`. The surprising case: a literal of pest that print has in any case is the same literal, and
//! the line says so.

use std::fmt;
use std::fmt::Write as _;

use super::divergences::{Divergence, Only};
use super::verdict::quoted;
use crate::peg::{Does, PestStep};
use crate::printed::written::PrintedStep;

/// The number of things that print could have which are listed.
const LISTED: usize = 3;

impl Divergence {
    /// Describes the expression in pest that accepts or stops the witness, and what the printed grammar has there
    /// instead. The text is empty if neither is known.
    #[must_use]
    pub fn place(&self) -> String {
        let mut text = String::new();
        if let Some(step) = &self.pest {
            let PestStep { file, line, column, .. } = step;
            let _ = write!(text, "{file}:{line}:{column} {}", does(self, step));
        }
        if let Some(printed) = printed(self) {
            let comma = if text.is_empty() { "" } else { ", " };
            let _ = write!(text, "{comma}where print {printed}");
        }
        text
    }
}

/// The side that has the witness, the witness, and [its place](Divergence::place).
impl fmt::Display for Divergence {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "only {} {}", self.only, quoted(&self.witness))?;
        let place = self.place();
        if place.is_empty() { Ok(()) } else { write!(f, ": {place}") }
    }
}

impl fmt::Display for Only {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(match self {
            Self::Printed => "printed",
            Self::Pest => "pest",
        })
    }
}

/// What the expression does, in words.
fn does(divergence: &Divergence, step: &PestStep) -> String {
    let at = step.at;
    let Some(expression) = &step.expression else { return format!("rule `{}`", step.rule) };
    match (step.does, divergence.witness.get(at)) {
        (Does::Reads, Some(&one)) => format!("`{expression}` reads {} at {at}", byte(one)),
        (Does::Reads, None) => format!("`{expression}` ends the rule at {at}"),
        (Does::Fails, Some(&one)) => format!("`{expression}` rejects {} at {at}", byte(one)),
        (Does::Fails, None) => format!("`{expression}` rejects the end at {at}"),
        (_, Some(&one)) => format!("`{expression}` ends the rule at {at}, before {}", byte(one)),
        (_, None) => format!("`{expression}`"),
    }
}

fn byte(byte: u8) -> String {
    match byte {
        b'!'..=b'~' => format!("the {}", char::from(byte)),
        _ => format!("the byte %x{byte:02X}"),
    }
}

/// What print has at the offset, in words.
fn printed(divergence: &Divergence) -> Option<String> {
    let may_end = divergence.may_end.then(|| "ends".to_owned());
    let mut steps: Vec<String> = Vec::new();
    let all = &divergence.printed;
    for (place, PrintedStep { file, line, text, .. }) in all.iter().take(LISTED).enumerate() {
        // What stands in one line of a file is said to stand there once.
        let is_last =
            all.get(place + 1).is_none_or(|next| (&next.file, next.line) != (file, *line));
        let is_last = is_last || place + 1 == LISTED;
        let case = if minds_case(divergence, text) { " in any case" } else { "" };
        let text = format!("{text}{case}");
        steps.push(if is_last { format!("{text} ({file}:{line})") } else { text });
    }
    if all.len() > LISTED {
        steps.push("others".to_owned());
    }
    let is_end = divergence.only == Only::Pest && divergence.offset == divergence.witness.len();
    let has = if is_end { "goes on with" } else { "has" };
    let steps = (!steps.is_empty()).then(|| format!("{has} {}", steps.join(" or ")));
    match (steps, may_end) {
        (Some(steps), Some(end)) => Some(format!("{steps}, or {end}")),
        (steps, end) => steps.or(end),
    }
}

/// Whether the expression in pest is the same literal as in print, which stands there in another case.
fn minds_case(divergence: &Divergence, text: &str) -> bool {
    let Some(PestStep { expression: Some(expression), at, .. }) = &divergence.pest else {
        return false;
    };
    let literal = expression.trim_matches('"');
    let found = divergence.witness.get(*at..at + literal.len());
    divergence.only == Only::Printed
        && expression == text
        && found.is_some_and(|found| found.eq_ignore_ascii_case(literal.as_bytes()))
}

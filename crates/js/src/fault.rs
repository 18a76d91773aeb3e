//! What is wrong, in the form that JavaScript reads: three texts, and numbers where there is a place.
//!
//! In: an error of the library. Out: the name of the fault, its sentence and its section, a line each; and byte
//! offsets, which JavaScript turns into indices of its own strings. The sentence holds no line break: characters of
//! the user's text stand in it as escapes.

use urispec::error::RelativizeError;
use urispec::{BuildError, ParseError, ResolveError};

use crate::memory::{Desk, NOWHERE};

impl Desk {
    /// Writes down why a text is no reference: where it leaves the language, and the span to underline.
    pub(crate) fn say_syntax(&mut self, error: &ParseError, text: &str) {
        let id = match error {
            ParseError::Syntax(error) => error.fault().unwrap_or("syntax"),
            ParseError::Relative => "no-scheme",
            _ => "too-long",
        };
        let message = error.to_string();
        // The place is told by numbers. JavaScript counts UTF-16 units and writes its own.
        let message = match error.offset() {
            Some(_) => message.split_once(": ").map_or(&*message, |(_, sentence)| sentence),
            None => &message,
        };
        self.say(id, message, "3");
        if let Some(offset) = error.offset() {
            let span = error.span(text);
            self.numbers[..3].copy_from_slice(&[offset as u32, span.start as u32, span.end as u32]);
        }
    }

    /// Writes down why a reference could not be resolved.
    pub(crate) fn say_unresolved(&mut self, error: &ResolveError) {
        let id = match error {
            ResolveError::BaseWithoutScheme => "no-scheme",
            ResolveError::Misread(_) => "misread",
            _ => "unresolved",
        };
        self.say(id, &error.to_string(), "5.2");
    }

    /// Writes down why no reference leads to a target.
    pub(crate) fn say_unrelated(&mut self, error: &RelativizeError) {
        match error {
            RelativizeError::Unresolvable(error) => self.say_unresolved(error),
            error => self.say("dot-segments", &error.to_string(), "5.2.4"),
        }
    }

    /// Writes down why components make no reference. The place, if there is one, is in the component.
    pub(crate) fn say_unbuilt(&mut self, error: &BuildError) {
        let id = match error {
            BuildError::Component(error) => error.component(),
            BuildError::NoHost => "no-host",
            BuildError::PathRunsOn => "path-runs-on",
            BuildError::PathReadsAsAuthority => "path-reads-as-authority",
            BuildError::PathReadsAsScheme => "path-reads-as-scheme",
            _ => "too-long",
        };
        self.say(id, &error.to_string(), "3");
    }

    /// Writes the three lines. A message that ends with its section, in brackets, is divided there.
    fn say(&mut self, id: &str, message: &str, section: &str) {
        let divided = message.strip_suffix(')').and_then(|rest| rest.rsplit_once(" ("));
        let cited = |section: &&str| {
            section
                .trim_start_matches("RFC 3986, ")
                .starts_with(|c: char| c.is_ascii_alphanumeric())
        };
        let (sentence, section) =
            divided.filter(|(_, last)| cited(last)).unwrap_or((message, section));
        let section = section.trim_start_matches("RFC 3986, ");
        self.answer.clear();
        for line in [id, "\n", sentence, "\n", section] {
            self.answer.push_str(line);
        }
        self.numbers[0] = NOWHERE;
    }
}

//! The verdict on a random production and a random pattern, compared with a plain matcher of the production and the
//! answers of an engine, on all strings up to a length over the letters of both.

use urispec_audit::notation::Characters;
use urispec_audit::{
    Dialect, GrammarText, Languages, Matching, Notation, Pattern, PatternVerdict, judge_pattern,
};

use crate::evaluator::{LONGEST, matches};
use crate::grammars::strings;
use crate::pattern_texts::Subject;
use crate::random::Random;
use crate::subject::{Counts, STRINGS};

/// A pattern and a production, the verdict on them, and the test strings.
pub(crate) struct Judged {
    pub(crate) subject: Subject,
    verdict: Option<PatternVerdict>,
    pub(crate) strings: Vec<String>,
}

impl Judged {
    /// Generates a pattern and a production, and decides them.
    ///
    /// # Errors
    ///
    /// If one of the two cannot be read, or if the audit contradicts itself.
    pub(crate) fn of(dialect: Dialect, random: &mut Random) -> Result<Self, String> {
        let subject = Subject::random(dialect, random);
        let reader = urispec_audit::reader(Notation::Abnf).characters(Characters::Utf8);
        let abnf = subject.abnf();
        let printed = reader.read(GrammarText { file: "a.abnf", text: &abnf });
        let printed = printed.map_err(|why| format!("{why}\n{abnf}"))?;
        let pattern = Pattern::read(dialect, &subject.pattern);
        let pattern = pattern.map_err(|why| format!("{:?}: {why}", subject.pattern))?;
        let languages = Languages::new(&printed);
        let verdict = judge_pattern(&languages, "a", &pattern, Matching::Search);
        if let Err(why) = &verdict
            && why.to_string().contains("contradict each other")
        {
            return Err(format!("{:?}: {why}\n{abnf}", subject.pattern));
        }
        let verdict = verdict.ok();
        let mut strings = strings(subject.letters, STRINGS);
        // The engine also gets the witnesses.
        let witnesses = verdict.iter().flat_map(|one| [&one.only_printed, &one.only_pattern]);
        let witnesses = witnesses.flatten().filter(|one| one.len() <= LONGEST);
        strings.extend(witnesses.filter_map(|one| String::from_utf8(one.clone()).ok()));
        match dialect {
            Dialect::PosixEre => strings.retain(|one| !one.contains('\0')),
            // V8 omits U+10FFFF from a complement that has nothing else, contrary to ECMA-262, 22.2.2.9.
            Dialect::EcmaScript if subject.pattern.contains("[^") => {
                strings.retain(|one| !one.contains(char::MAX));
            }
            _ => {}
        }
        Ok(Self { subject, verdict, strings })
    }

    /// Compares the verdict with the answers of the engine.
    ///
    /// # Errors
    ///
    /// If the verdict is wrong.
    pub(crate) fn check(&self, answers: &[bool], counts: &mut Counts) -> Result<(), String> {
        let plain = self.subject.plain();
        let both = self.strings.iter().zip(answers);
        let mut both =
            both.map(|(text, &is_found)| (text, matches(&plain, 0, text.as_bytes()), is_found));
        let Some(PatternVerdict { only_printed, only_pattern, .. }) = &self.verdict else {
            counts.undecided += 1;
            return Ok(());
        };
        let is_equal = only_printed.is_none() && only_pattern.is_none();
        if is_equal {
            counts.equal += 1
        } else {
            counts.differs += 1
        }
        let wrong = both.find(|&(text, has, is_found)| {
            let witness = match (has, is_found) {
                (true, false) => only_printed,
                (false, true) => only_pattern,
                // Both accept it, or neither: it must not be a witness.
                _ => {
                    let witnesses = [only_printed, only_pattern];
                    return witnesses.into_iter().flatten().any(|one| one == text.as_bytes());
                }
            };
            // Only one side accepts it: there must be a witness, and not a longer one.
            witness.as_ref().is_none_or(|one| one.len() > text.len())
        });
        match wrong {
            None => Ok(()),
            Some((text, has, is_found)) => Err(format!(
                "{text:?}: print {has}, engine {is_found}, and the verdict is {:?}",
                self.verdict
            )),
        }
    }
}

/// Returns the answer of a dialect for a string, from the answer of the engine that replaces its own.
pub(crate) fn answer(dialect: Dialect, text: &str, is_found: bool) -> bool {
    // XML 1.0, 2.2: other characters cannot occur in XML.
    let is_xml = |one: char| matches!(one, '\t' | '\n' | '\r' | ' '..='\u{D7FF}' | '\u{E000}'..='\u{FFFD}' | '\u{10000}'..);
    is_found && (dialect != Dialect::Xsd || text.chars().all(is_xml))
}

/// Returns the engine that is used for a dialect, and the pattern in its syntax.
pub(crate) fn engine(dialect: Dialect, pattern: &str) -> (Dialect, String) {
    match dialect {
        Dialect::Re2 => (Dialect::Rust, pattern.to_owned()),
        Dialect::Xsd => (Dialect::Rust, format!("^(?:{pattern})$")),
        other => (other, pattern.to_owned()),
    }
}

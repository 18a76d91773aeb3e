//! What is decided about a regular expression, as JSON.

use urispec::Edition;
use urispec_audit::{Dialect, JudgePatternError, Matching, PatternError, PatternVerdict};

use crate::record::Record;

/// What became of a pattern.
pub enum PatternOutcome {
    /// It is no pattern of the dialect.
    Unreadable(PatternError),
    /// It could not be decided.
    Undecided(JudgePatternError),
    /// It was decided.
    Judged(PatternVerdict),
}

impl PatternOutcome {
    /// The verdict in a word.
    #[must_use]
    pub fn word(&self) -> &'static str {
        match self {
            Self::Judged(verdict) if verdict.is_equal() => "equal",
            Self::Judged(_) => "differs",
            Self::Undecided(_) => "undecided",
            Self::Unreadable(_) => "unreadable",
        }
    }
}

/// A pattern, and what it is held against.
pub struct PatternSubject<'a> {
    /// The edition, unless the grammar is one of the user.
    pub edition: Option<Edition>,
    /// The grammar.
    pub grammar: &'a str,
    /// The production.
    pub rule: &'a str,
    /// The name of the pattern, if it has one.
    pub name: Option<&'a str>,
    /// The pattern.
    pub pattern: &'a str,
    /// Its dialect.
    pub dialect: Dialect,
    /// The flags that it is read with, if they are given apart from it.
    pub flags: Option<&'a str>,
    /// How it is matched, unless the verdict says otherwise.
    pub matching: Matching,
}

/// What became of a pattern, as JSON.
#[must_use]
pub fn record(subject: &PatternSubject<'_>, found: &PatternOutcome) -> Record {
    let matching = match found {
        PatternOutcome::Judged(verdict) => verdict.matching,
        _ => subject.matching,
    };
    let record = Record::line()
        .with("edition", subject.edition.map(Edition::id))
        .with("grammar", subject.grammar)
        .with("rule", subject.rule)
        .with("name", subject.name)
        .with("pattern", subject.pattern)
        .with("dialect", subject.dialect.name())
        .with("flags", subject.flags)
        .with("match", matching.name())
        .with("verdict", found.word());
    match found {
        PatternOutcome::Judged(PatternVerdict { only_printed, only_pattern, notes, .. }) => record
            .witness("only_printed", only_printed.as_deref())
            .witness("only_pattern", only_pattern.as_deref())
            .with("notes", notes),
        PatternOutcome::Undecided(why) => record.with("message", why.to_string()),
        PatternOutcome::Unreadable(error) => {
            record.with("message", error.to_string()).with("offset", error.offset)
        }
    }
}

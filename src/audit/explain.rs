//! One production, with everything that is known of it.
//!
//! In: an [`Audit`] and the name of a production. Out: an [`ExplainedProduction`]: its texts, the
//! verdict, and strings to know the production by. These strings are chosen to be read: they are
//! short, of few bytes, and unlike each other. Of three digits the first is enough.

use super::bytes::{ByteSet, Classes};
use super::derive::Languages;
use super::dfa::Dfa;
use super::edition::Audit;
use super::report::Judged;

/// The number of members, and of near misses, that are shown.
const MEMBERS: usize = 3;
const NEAR_MISSES: usize = 2;
/// The number of strings that are looked at.
const LOOKED_AT: usize = 5_000;
/// The number of bytes by which a string may exceed the shortest one, to be chosen for being unlike
/// it.
const HARDLY: usize = 3;

/// A production with everything that the audit knows about it.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct ExplainedProduction<'a> {
    /// The name of the production, as printed.
    pub name: &'a str,
    /// The section that introduces the production.
    pub section: Option<&'a str>,
    /// The text of the production as printed. There is none if only a reading defines the
    /// production.
    pub printed: Option<&'a str>,
    /// The production that replaces the printed one, and the reason.
    pub reading: Option<(&'a str, &'a str)>,
    /// The rules that transcribe the production.
    pub rules: Vec<RuleText<'a>>,
    /// The verdict on the production, and the size of its minimal automaton.
    pub judged: &'a Judged,
    /// The shortest members of the production's language.
    pub members: Vec<Vec<u8>>,
    /// The shortest near misses: strings that are not members, and become members when a byte is
    /// added, removed or replaced.
    pub near_misses: Vec<Vec<u8>>,
}

/// A rule of a `.pest` file.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct RuleText<'a> {
    /// The name of the rule.
    pub name: &'a str,
    /// The notes above the rule beside the production: where a PEG needs another form, and why.
    pub notes: &'a [String],
    /// The text of the rule.
    pub text: &'a str,
}

impl Audit {
    /// Explains a production. There is none if the grammar has no production of that name.
    #[must_use]
    pub fn explain(&self, name: &str) -> Option<ExplainedProduction<'_>> {
        self.explained(self.report.production(name)?, &Languages::of(&self.pair.as_read()))
    }

    /// Explains every production, in the order of the report. That takes less time than to ask for
    /// each.
    #[must_use]
    pub fn explain_all(&self) -> Vec<ExplainedProduction<'_>> {
        let languages = Languages::of(&self.pair.as_read());
        let all = self.report.productions.iter();
        all.filter_map(|judged| self.explained(judged, &languages)).collect()
    }

    fn explained<'a>(
        &'a self,
        judged: &'a Judged,
        languages: &Languages,
    ) -> Option<ExplainedProduction<'a>> {
        let name = &*judged.name;
        let printed = self.pair.printed.production(name);
        let readings = self.pair.readings.as_ref();
        let reading = readings.and_then(|readings| readings.production(name));
        let rules = judged.rules.iter().filter_map(|rule| {
            let comment = self.pair.peg.comment(rule);
            let notes = comment.iter().position(|line| line.starts_with("PEG:"));
            let notes = notes.map_or(&[][..], |at| &comment[at..]);
            Some(RuleText { name: rule, notes, text: self.pair.peg.text(rule)? })
        });
        let dfa = languages.dfa();
        let start = languages.start(name).and_then(Result::ok);
        Some(ExplainedProduction {
            name,
            section: self.section(name),
            printed: printed.map(|one| &*one.text),
            reading: reading.map(|one| (&*one.text, &*one.comment)),
            rules: rules.collect(),
            judged,
            // The classes of the whole grammar tell more kinds of members apart than its own do, and
            // a sign is unlike any other.
            members: members(&dfa.finer(&signs()), start),
            near_misses: start.map(|start| near_misses(&dfa.alone(start))).unwrap_or_default(),
        })
    }
}

/// The classes of bytes: one for each graphic character that is neither a letter nor a digit.
pub(super) fn signs() -> Classes {
    let signs = (0..=u8::MAX).filter(u8::is_ascii_punctuation);
    Classes::refine(signs.map(ByteSet::single))
}

pub(super) fn members(fine: &Dfa, start: Option<usize>) -> Vec<Vec<u8>> {
    start.map(|start| distinct(fine.members(start), MEMBERS)).unwrap_or_default()
}

/// The near misses. Those made of the language's own bytes say most, and the empty string says
/// least.
pub(super) fn near_misses(alone: &Dfa) -> Vec<Vec<u8>> {
    let near = |letters: &[u8]| {
        let near = alone.near_misses(0, letters, LOOKED_AT / 10);
        distinct(near.into_iter().filter(|text| !text.is_empty()), NEAR_MISSES)
    };
    let mut chosen = near(&alone.alphabet(0));
    let others = near(alone.classes().representatives());
    chosen.extend(others.into_iter().filter(|text| !chosen.contains(text)).collect::<Vec<_>>());
    if chosen.len() < NEAR_MISSES && !alone.matches(0, b"") {
        chosen.push(Vec::new());
    }
    chosen.truncate(NEAR_MISSES);
    chosen
}

/// The shortest strings of a sequence that is ordered by length. Two strings with the same kinds of
/// bytes are not both chosen while others are hardly longer.
fn distinct(words: impl Iterator<Item = Vec<u8>>, count: usize) -> Vec<Vec<u8>> {
    let (mut chosen, mut alike): (Vec<Vec<u8>>, Vec<Vec<u8>>) = (Vec::new(), Vec::new());
    let mut kinds: Vec<Vec<u8>> = Vec::new();
    for word in words.take(LOOKED_AT) {
        let is_long = chosen.first().is_some_and(|first| word.len() > first.len() + HARDLY);
        if chosen.len() == count || is_long && chosen.len() + alike.len() >= count {
            break;
        }
        let kind: Vec<u8> = word.iter().map(kind).collect();
        if !kinds.contains(&kind) {
            kinds.push(kind);
            chosen.push(word);
        } else if alike.len() < count {
            alike.push(word);
        }
    }
    chosen.extend(alike);
    chosen.truncate(count);
    chosen.sort_by_key(Vec::len);
    chosen
}

/// The kind of a byte: all digits are alike, and all letters are; every other byte is its own kind.
fn kind(byte: &u8) -> u8 {
    match byte {
        b'0'..=b'9' => b'0',
        b'a'..=b'z' => b'a',
        b'A'..=b'Z' => b'A',
        &other => other,
    }
}

#[cfg(test)]
mod tests {
    use crate::{Edition, audit};

    #[track_caller]
    fn strings(name: &str) -> (Vec<String>, Vec<String>) {
        let audits = audit::of(Edition::Rfc3986).unwrap();
        let found = audits[0].explain(name).unwrap();
        let text =
            |all: Vec<Vec<u8>>| all.iter().map(|one| one.escape_ascii().to_string()).collect();
        (text(found.members), text(found.near_misses))
    }

    #[test]
    fn strings_are_short_and_unlike_each_other() {
        for (name, members, near) in [
            ("dec-octet", ["0", "10", "100"], ["00", "000"]),
            ("h16", ["0", "a", "00"], ["00000", "g"]),
            ("unreserved", ["0", "a", "-"], ["00", "!"]),
            ("host", ["", "0", "a"], ["%", ":"]),
            ("URI", ["a:", "a0:", "aa:"], ["a", ":"]),
            ("IPv4address", ["0.0.0.0", "0.0.0.10", "0.0.10.0"], ["00.0.0", "0.0.00"]),
        ] {
            let found = strings(name);
            assert_eq!(
                (found.0, found.1),
                (members.map(String::from).to_vec(), near.map(String::from).to_vec()),
                "{name}"
            );
        }
    }
}

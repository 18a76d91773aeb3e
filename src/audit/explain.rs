//! One production, with everything that is known of it.
//!
//! In: an [`Audit`] and the name of a production. Out: [`ExplainedProduction`]: its texts, the verdict, and
//! strings to know it by. These are chosen to be read: short, of few bytes, and unlike each other.
//! Of three digits the first is enough.

use super::bytes::{ByteSet, Classes};
use super::derive::Languages;
use super::dfa::Dfa;
use super::edition::Audit;
use super::report::Judged;

/// How many members are shown, and how many strings that almost are some.
const MEMBERS: usize = 3;
const NEAR_MISSES: usize = 2;
/// How many strings are looked at.
const LOOKED_AT: usize = 5_000;
/// How many bytes longer than the shortest a string may be that is chosen for being unlike it.
const HARDLY: usize = 3;

/// A production, explained.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ExplainedProduction<'a> {
    /// Its name, as printed.
    pub name: &'a str,
    /// The section that introduces it.
    pub section: Option<&'a str>,
    /// Its text as printed; none if only a reading defines it.
    pub printed: Option<&'a str>,
    /// The production that replaces it, and why.
    pub reading: Option<(&'a str, &'a str)>,
    /// The rules that transcribe it.
    pub rules: Vec<RuleText<'a>>,
    /// The verdict, and the size of its minimal automaton.
    pub judged: &'a Judged,
    /// Its shortest members.
    pub members: Vec<Vec<u8>>,
    /// Shortest strings that are one byte away from a member, and are none: a byte too many, one too
    /// few, or another.
    pub near_misses: Vec<Vec<u8>>,
}

/// A rule of a `.pest` file.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RuleText<'a> {
    /// Its name.
    pub name: &'a str,
    /// What it says of itself beside what it transcribes: where a PEG needs another form, and why.
    pub notes: &'a [String],
    /// Its text.
    pub text: &'a str,
}

impl Audit {
    /// Explains a production; nothing if the grammar has none of that name.
    #[must_use]
    pub fn explain(&self, name: &str) -> Option<ExplainedProduction<'_>> {
        let judged = self.report.production(name)?;
        let printed = self.pair.printed.production(name);
        let readings = self.pair.readings.as_ref();
        let reading = readings.and_then(|readings| readings.production(name));
        let rules = judged.rules.iter().filter_map(|rule| {
            let comment = self.pair.peg.comment(rule);
            let notes = comment.iter().position(|line| line.starts_with("PEG:"));
            let notes = notes.map_or(&[][..], |at| &comment[at..]);
            Some(RuleText { name: rule, notes, text: self.pair.peg.text(rule)? })
        });
        let languages = Languages::of(&self.pair.as_read());
        let dfa = languages.dfa();
        let start = languages.start(name).and_then(Result::ok);
        Some(ExplainedProduction {
            name: &judged.name,
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

/// A class for each byte that is a graphic character and neither letter nor digit.
fn signs() -> Classes {
    let signs = (0..=u8::MAX).filter(u8::is_ascii_punctuation);
    Classes::refine(signs.map(ByteSet::single))
}

fn members(fine: &Dfa, start: Option<usize>) -> Vec<Vec<u8>> {
    start.map(|start| distinct(fine.members(start), MEMBERS)).unwrap_or_default()
}

/// Those that are made of the language's own bytes say most, and the empty string says least.
fn near_misses(alone: &Dfa) -> Vec<Vec<u8>> {
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

/// Of strings that come by their lengths the shortest; but not, while others are hardly longer, two
/// that are of the same kinds of bytes.
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

/// One digit is as good as another, and one letter; everything else is itself.
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

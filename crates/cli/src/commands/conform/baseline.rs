//! A baseline: the mistakes that a parser is known to make.
//!
//! In: a file of JSON lines, a mistake each. Out: which mistakes are new, and which are no longer made. An
//! entry is a whole string with what the parser does of it. A place in the grammar would be shorter, but
//! which place is blamed depends on all other mistakes: mend one, and the others are new. The file is sorted,
//! so that a change of it shows the strings that have changed.

use std::collections::{BTreeMap, BTreeSet};
use std::io::{self, Write};

use serde::Deserialize;
use urispec_views::record::Record;

use super::judge::Mistake;
use super::trial::Trial;

/// What a file begins with, so that it is not taken for a suite.
const HEAD: &str = "urispec conform";

/// A mistake: the peer, the suite, what it does, and the string.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Deserialize)]
#[serde(deny_unknown_fields)]
struct Entry {
    #[serde(default)]
    peer: String,
    suite: String,
    input: String,
    base: Option<String>,
    kind: String,
    spelling: Option<String>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Head {
    schema: u64,
    baseline: String,
}

/// The mistakes of a file, and those that are made now.
#[derive(Default)]
pub(super) struct Baseline {
    known: BTreeSet<Entry>,
    made: BTreeSet<Entry>,
}

/// The mistakes that a peer made before in a suite.
pub(super) struct OfSuite<'b> {
    baseline: &'b mut Baseline,
    peer: String,
    suite: String,
    fixed: BTreeMap<String, Vec<String>>,
    /// The known mistakes of each string.
    left: BTreeMap<(String, Option<String>), Vec<Entry>>,
}

/// Mistakes that are no longer made.
pub(super) struct Fixed {
    /// What the parser did.
    pub(super) kind: String,
    /// The strings, the shortest first.
    pub(super) strings: Vec<String>,
}

impl Baseline {
    /// Reads a file; the error has the number of the line.
    pub(super) fn read(text: &str) -> Result<Self, (usize, String)> {
        let mut lines = text.lines().enumerate();
        let head = lines.next().and_then(|(_, line)| serde_json::from_str::<Head>(line).ok());
        if !head.is_some_and(|head| head.schema == 1 && head.baseline == HEAD) {
            let why = "this is no baseline: --write-baseline FILE writes one";
            return Err((1, why.to_owned()));
        }
        let entry = |(at, line)| {
            serde_json::from_str(line).map_err(|error| (at + 1, format!("no entry: {error}")))
        };
        Ok(Self { known: lines.map(entry).collect::<Result<_, _>>()?, made: BTreeSet::new() })
    }

    /// The mistakes of a peer in a suite.
    pub(super) fn of(&mut self, peer: &str, suite: &str) -> OfSuite<'_> {
        let mut left: BTreeMap<_, Vec<Entry>> = BTreeMap::new();
        for entry in self.known.iter().filter(|entry| entry.peer == peer && entry.suite == suite) {
            let string = (entry.input.clone(), entry.base.clone());
            left.entry(string).or_default().push(entry.clone());
        }
        let (peer, suite) = (peer.to_owned(), suite.to_owned());
        OfSuite { baseline: self, peer, suite, fixed: BTreeMap::new(), left }
    }

    /// Writes all mistakes that are made now.
    pub(super) fn write(&self, out: &mut impl Write) -> io::Result<()> {
        Record::line().with("baseline", HEAD).print(out)?;
        for entry in &self.made {
            Record::new()
                .with("peer", Some(&entry.peer).filter(|peer| !peer.is_empty()))
                .with("suite", &entry.suite)
                .with("kind", &entry.kind)
                .with("spelling", &entry.spelling)
                .with("input", &entry.input)
                .with("base", &entry.base)
                .print(out)?;
        }
        Ok(())
    }

    /// How many mistakes are made now.
    pub(super) fn made(&self) -> usize {
        self.made.len()
    }
}

impl OfSuite<'_> {
    /// Whether a mistake is known. It is one of those that are made now.
    pub(super) fn take(&mut self, trial: &Trial, mistake: &Mistake) -> bool {
        let entry = Entry {
            peer: self.peer.clone(),
            suite: self.suite.clone(),
            input: trial.input.clone(),
            base: trial.base.clone(),
            kind: mistake.kind.to_string(),
            spelling: mistake.spelling.clone(),
        };
        let string = (trial.input.clone(), trial.base.clone());
        let left = self.left.get_mut(&string);
        let is_known = left.is_some_and(|left| {
            let before = left.len();
            left.retain(|known| *known != entry);
            left.len() < before
        });
        self.baseline.made.insert(entry);
        is_known
    }

    /// Ends a string: what was known of it and was not made is no longer made.
    pub(super) fn pass(&mut self, trial: &Trial) {
        let string = (trial.input.clone(), trial.base.clone());
        for entry in self.left.remove(&string).unwrap_or_default() {
            self.fixed.entry(entry.kind).or_default().push(entry.input);
        }
    }

    /// What is no longer made.
    pub(super) fn fixed(self) -> Vec<Fixed> {
        let fixed = self.fixed.into_iter().map(|(kind, mut strings)| {
            strings.sort_by_key(|text| text.chars().count());
            Fixed { kind, strings }
        });
        fixed.collect()
    }
}

#[cfg(test)]
mod tests {
    use super::super::kind::MistakeKind;
    use super::*;
    use urispec::parsers::ParserAnswer;

    fn trial(input: &str) -> Trial {
        Trial::new(input.to_owned(), ParserAnswer::valid(true))
    }

    fn mistake(kind: MistakeKind) -> Mistake {
        Mistake { kind, spelling: None, expected: None, found: None }
    }

    #[test]
    fn what_is_written_is_known_and_what_is_gone_is_named() {
        let mut first = Baseline::default();
        let mut suite = first.of("", "s");
        assert!(!suite.take(&trial("é\n"), &mistake(MistakeKind::Rejects)));
        assert!(!suite.take(&trial("b"), &mistake(MistakeKind::Rejects)));
        let mut text = Vec::new();
        first.write(&mut text).unwrap();
        let text = String::from_utf8(text).unwrap();
        let expected = "{\"schema\":1,\"baseline\":\"urispec conform\"}\n\
            {\"suite\":\"s\",\"kind\":\"rejects\",\"input\":\"b\"}\n\
            {\"suite\":\"s\",\"kind\":\"rejects\",\"input\":\"é\\n\"}\n";
        assert_eq!(text, expected);
        let mut second = Baseline::read(&text).unwrap();
        let mut suite = second.of("", "s");
        assert!(suite.take(&trial("b"), &mistake(MistakeKind::Rejects)));
        assert!(!suite.take(&trial("b"), &mistake(MistakeKind::Crashes)));
        ["é\n", "b"].iter().for_each(|text| suite.pass(&trial(text)));
        let fixed = suite.fixed();
        assert_eq!((&*fixed[0].kind, &fixed[0].strings[..]), ("rejects", &["é\n".to_owned()][..]));
        // What is not asked is not mended.
        assert!(second.of("", "other").fixed().is_empty());
    }

    #[test]
    fn a_file_that_is_no_baseline() {
        assert_eq!(Baseline::read("").err().unwrap().0, 1);
        assert_eq!(Baseline::read("{\"schema\":1,\"input\":\"a\"}\n").err().unwrap().0, 1);
        let text = "{\"schema\":1,\"baseline\":\"urispec conform\"}\n{\"suite\":\"s\"}\n";
        assert_eq!(Baseline::read(text).err().unwrap().0, 2);
    }
}

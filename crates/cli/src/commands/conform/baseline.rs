//! A baseline: the mistakes that a parser is known to make.
//!
//! In: a file of JSON lines, a mistake each. Out: which mistakes are new, and which are no longer made. An
//! entry is a whole string with what the parser does of it. A place in the grammar would be shorter, but
//! which place is blamed depends on all other mistakes: mend one, and the others are new. The file is sorted,
//! so that a change of it shows the strings that have changed.

use std::collections::{BTreeMap, BTreeSet};

use serde::{Deserialize, Serialize};

use super::judge::Mistake;
use super::trial::Trial;

/// A mistake: the peer, the suite, what it does, and the string.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct Entry {
    #[serde(default, skip_serializing_if = "String::is_empty")]
    peer: String,
    suite: String,
    input: String,
    #[serde(skip_serializing_if = "Option::is_none")]
    base: Option<String>,
    kind: String,
    #[serde(skip_serializing_if = "Option::is_none")]
    spelling: Option<String>,
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
    /// A baseline of mistakes that are known.
    pub(super) const fn of_known(known: BTreeSet<Entry>) -> Self {
        Self { known, made: BTreeSet::new() }
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

    /// All mistakes that are made now.
    pub(super) const fn made(&self) -> &BTreeSet<Entry> {
        &self.made
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
    use crate::findings::baseline;
    use urispec_compare::parsers::ParserAnswer;

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
        baseline::write("urispec conform", first.made(), &mut text).unwrap();
        let text = String::from_utf8(text).unwrap();
        let expected = "{\"schema\":1,\"baseline\":\"urispec conform\"}\n\
            {\"suite\":\"s\",\"input\":\"b\",\"kind\":\"rejects\"}\n\
            {\"suite\":\"s\",\"input\":\"é\\n\",\"kind\":\"rejects\"}\n";
        assert_eq!(text, expected);
        let mut second = Baseline::of_known(baseline::read("urispec conform", &text).unwrap());
        let mut suite = second.of("", "s");
        assert!(suite.take(&trial("b"), &mistake(MistakeKind::Rejects)));
        assert!(!suite.take(&trial("b"), &mistake(MistakeKind::Crashes)));
        ["é\n", "b"].iter().for_each(|text| suite.pass(&trial(text)));
        let fixed = suite.fixed();
        assert_eq!((&*fixed[0].kind, &fixed[0].strings[..]), ("rejects", &["é\n".to_owned()][..]));
        // What is not asked is not mended.
        assert!(second.of("", "other").fixed().is_empty());
    }
}

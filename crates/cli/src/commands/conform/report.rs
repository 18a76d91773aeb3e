//! The report of a run: the questions, and the judged answers.
//!
//! In: a [`Plan`], whose strings are placed in the grammar once, and peers, one after the other. Out: a
//! [`ReportSection`] for each plan, in the [`Report`] of the peer.

use std::collections::{BTreeMap, BTreeSet};
use std::time::{Duration, Instant};

use serde::{Deserialize, Serialize};
use urispec::{Edition, Recognizer};

use super::group::{MistakeGroup, Strings, WrongAnswer, groups};
use super::judge::{MistakeKind, PeerMistake, mistakes};
use super::place::{Places, Where};
use super::trial::{Judge, Test, Trial};
use crate::peer::{Peer, PeerError};

/// How many strings are asked and judged at a time.
const PORTION: usize = 4096;

/// Strings to ask, and where they are.
pub(super) struct Plan {
    pub(super) test: Test,
    pub(super) judge: Judge,
    pub(super) edition: Edition,
    /// The production, or what the strings are called that are of none.
    pub(super) rule: String,
    /// What people call the strings.
    pub(super) title: String,
    trials: Vec<(Trial, Where)>,
    places: Places,
    /// How many strings cannot be asked, since they are not UTF-8.
    pub(super) left_out: u64,
    /// Which strings are asked of those with a reason.
    pub(super) reasons: Reasons,
}

/// What is asked and shown by reason.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Reasons {
    /// A few of the mistakes, before those by place.
    Few,
    /// All mistakes, and no other string is asked.
    Alone,
    /// None, since there is no small suite of the production, for this reason.
    Missing(String),
}

/// What a peer made of the strings of a plan.
pub(super) struct ReportSection {
    pub(super) test: Test,
    pub(super) judge: Judge,
    pub(super) edition: Edition,
    pub(super) rule: String,
    pub(super) title: String,
    pub(super) asked: u64,
    pub(super) valid: u64,
    /// Strings of which the peer told nothing that is expected.
    pub(super) untold: u64,
    /// Strings with a mistake, without those of the baseline.
    pub(super) wrong: u64,
    /// Strings that are only spelled otherwise.
    pub(super) spelled: u64,
    /// Mistakes that the baseline has.
    pub(super) known: u64,
    /// Mistakes of the baseline that are no longer made.
    pub(super) fixed: Vec<Fixed>,
    /// How many strings were made for a reason.
    pub(super) small: u64,
    /// The mistakes of strings that were made for a reason, without what is only spelled otherwise.
    pub(super) by_reason: Vec<WrongAnswer>,
    pub(super) groups: Vec<MistakeGroup>,
    pub(super) took: Duration,
    pub(super) left_out: u64,
    pub(super) reasons: Reasons,
}

/// What a peer is.
#[derive(Clone, Debug)]
pub(super) struct PeerInfo {
    pub(super) name: String,
    /// The standard that the parser says it implements, and where it comes from, if a list says so.
    pub(super) listed: Option<(&'static str, String)>,
}

/// What was found out about a peer.
pub(super) struct Report {
    pub(super) subject: PeerInfo,
    /// What the peer calls itself.
    pub(super) reader: Option<String>,
    pub(super) sections: Vec<ReportSection>,
    /// Why the peer was not asked, or not to the end.
    pub(super) failure: Option<PeerFailure>,
}

/// Why a peer has no answers.
pub(super) struct PeerFailure {
    pub(super) message: String,
    pub(super) is_absence: bool,
}

impl From<PeerError> for PeerFailure {
    fn from(error: PeerError) -> Self {
        match error.absence() {
            Some(message) => Self { message, is_absence: true },
            None => Self { message: error.to_string(), is_absence: false },
        }
    }
}

impl Report {
    /// What the peer is called.
    pub(super) fn called(&self) -> &str {
        self.reader.as_deref().unwrap_or(&self.subject.name)
    }
}

impl Plan {
    pub(super) fn new(
        (test, judge): (Test, Judge),
        edition: Edition,
        (rule, title): (String, String),
        production: Option<Recognizer>,
        trials: impl Iterator<Item = Trial>,
    ) -> Self {
        let mut places = Places::default();
        let trials = trials.map(|trial| {
            let place = match production {
                Some(production) => places.of(production, &trial.input, &trial.about),
                None => Where::Unknown,
            };
            (trial, place)
        });
        let trials = trials.collect();
        let (left_out, reasons) = (0, Reasons::Few);
        Self { test, judge, edition, rule, title, trials, places, left_out, reasons }
    }

    /// The name of the plan in a baseline.
    pub(super) fn id(&self) -> String {
        let by = match self.judge {
            Judge::Letter => self.edition.id(),
            Judge::Whatwg => "whatwg",
        };
        format!("{by} {}", self.rule)
    }

    pub(super) fn strings(&self) -> usize {
        self.trials.len()
    }

    /// Asks a peer all strings. `advance` is told how many were asked.
    pub(super) fn ask(
        &self,
        peer: &mut Peer,
        subject: &str,
        baseline: &mut Baseline,
        advance: impl Fn(usize),
    ) -> Result<ReportSection, PeerError> {
        let mut section = ReportSection {
            test: self.test,
            judge: self.judge,
            edition: self.edition,
            rule: self.rule.clone(),
            title: self.title.clone(),
            asked: self.trials.len() as u64,
            valid: 0,
            untold: 0,
            wrong: 0,
            spelled: 0,
            known: 0,
            fixed: Vec::new(),
            small: 0,
            by_reason: Vec::new(),
            groups: Vec::new(),
            took: Duration::ZERO,
            left_out: self.left_out,
            reasons: self.reasons.clone(),
        };
        let mut of_suite = baseline.of(subject, &self.id());
        let mut all = Vec::new();
        let mut divided = vec![0; self.places.count()];
        let mut has_function = self.test == Test::Language;
        for trials in self.trials.chunks(PORTION) {
            let questions: Vec<_> = trials.iter().map(|(trial, _)| trial.question()).collect();
            let since = Instant::now();
            let answers = peer.ask(&questions)?;
            section.took += since.elapsed();
            for ((trial, place), answer) in trials.iter().zip(&answers) {
                section.small += u64::from(trial.reason.is_some());
                section.valid += u64::from(trial.expected.is_valid == Some(true));
                has_function |= answer.target.is_told() || answer.normalized.is_told();
                let Some(found) = mistakes(&trial.expected, &trial.permitted, answer) else {
                    section.untold += 1;
                    of_suite.pass(trial);
                    continue;
                };
                let is_verdict = |mistake: &PeerMistake| mistake.kind.part().is_none();
                if let (Where::In(places), false) = (place, found.iter().any(is_verdict)) {
                    places.iter().for_each(|&one| divided[one as usize] += 1);
                }
                let count = found.len();
                let new: Vec<_> =
                    found.into_iter().filter(|mistake| !of_suite.take(trial, mistake)).collect();
                of_suite.pass(trial);
                section.known += (count - new.len()) as u64;
                let is_wrong = new.iter().any(|mistake| mistake.spelling.is_none());
                section.wrong += u64::from(is_wrong);
                section.spelled += u64::from(!is_wrong && !new.is_empty());
                all.extend(new.into_iter().map(|mistake| WrongAnswer {
                    input: trial.input.clone(),
                    base: trial.base.clone(),
                    reason: trial.reason.clone(),
                    place: place.clone(),
                    mistake,
                }));
            }
            advance(trials.len());
        }
        if !has_function {
            // Who resolves or normalizes nothing rejects what the language suite has shown already.
            (section.untold, section.known) = (section.asked, 0);
            all.retain(|one| one.mistake.kind == MistakeKind::Crashes);
            section.wrong = all.len() as u64;
        }
        section.fixed = of_suite.fixed();
        let has_reason =
            |one: &&WrongAnswer| one.reason.is_some() && one.mistake.spelling.is_none();
        section.by_reason = all.iter().filter(has_reason).cloned().collect();
        section.groups =
            groups(all, &Strings { places: &self.places, asked: section.asked, divided });
        Ok(section)
    }
}

impl ReportSection {
    /// How many strings the parser told something of.
    pub(super) const fn answered(&self) -> u64 {
        self.asked.saturating_sub(self.untold)
    }

    /// What the answers are held against.
    pub(super) fn against(&self) -> String {
        match self.judge {
            // Without the date.
            Judge::Letter => {
                let document = self.edition.document();
                document.split(',').next().unwrap_or(document).to_owned()
            }
            Judge::Whatwg => "the URL Standard".to_owned(),
        }
    }

    /// What is wrong by place, and what is only spelled otherwise. Nothing is shown by place where the strings
    /// with a reason are asked alone.
    pub(super) fn by_place(&self) -> (Vec<&MistakeGroup>, Vec<&MistakeGroup>) {
        let (wrong, spelled) = self.groups.iter().partition(|group| group.spelling.is_none());
        (if self.reasons == Reasons::Alone { Vec::new() } else { wrong }, spelled)
    }
}

// A baseline: the mistakes that a parser is known to make.
//
// In: a file of JSON lines, a mistake each. Out: which mistakes are new, and which are no longer made. An
// entry is a whole string with what the parser does of it. A place in the grammar would be shorter, but
// which place is blamed depends on all other mistakes: mend one, and the others are new. The file is sorted,
// so that a change of it shows the strings that have changed.

/// A mistake: the peer, the suite, what it does, and the string.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct KnownMistake {
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
    known: BTreeSet<KnownMistake>,
    made: BTreeSet<KnownMistake>,
}

/// The mistakes that a peer made before in a suite.
pub(super) struct OfSuite<'b> {
    baseline: &'b mut Baseline,
    peer: String,
    suite: String,
    fixed: BTreeMap<String, Vec<String>>,
    /// The known mistakes of each string.
    left: BTreeMap<(String, Option<String>), Vec<KnownMistake>>,
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
    pub(super) const fn of_known(known: BTreeSet<KnownMistake>) -> Self {
        Self { known, made: BTreeSet::new() }
    }

    /// The mistakes of a peer in a suite.
    pub(super) fn of(&mut self, peer: &str, suite: &str) -> OfSuite<'_> {
        let mut left: BTreeMap<_, Vec<KnownMistake>> = BTreeMap::new();
        for entry in self.known.iter().filter(|entry| entry.peer == peer && entry.suite == suite) {
            let string = (entry.input.clone(), entry.base.clone());
            left.entry(string).or_default().push(entry.clone());
        }
        let (peer, suite) = (peer.to_owned(), suite.to_owned());
        OfSuite { baseline: self, peer, suite, fixed: BTreeMap::new(), left }
    }

    /// All mistakes that are made now.
    pub(super) const fn made(&self) -> &BTreeSet<KnownMistake> {
        &self.made
    }
}

impl OfSuite<'_> {
    /// Whether a mistake is known. It is one of those that are made now.
    pub(super) fn take(&mut self, trial: &Trial, mistake: &PeerMistake) -> bool {
        let entry = KnownMistake {
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
    use urispec_compare::parsers::ParserAnswer;

    use super::super::judge::MistakeKind;
    use super::*;
    use crate::findings::baseline;

    fn trial(input: &str) -> Trial {
        Trial::new(input.to_owned(), ParserAnswer::valid(true))
    }

    fn mistake(kind: MistakeKind) -> PeerMistake {
        PeerMistake { kind, spelling: None, expected: None, found: None }
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

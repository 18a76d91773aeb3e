//! The report of a run: the questions, the judged answers, and the baseline that they are held against.

use std::collections::{BTreeMap, BTreeSet};
use std::fmt;
use std::time::{Duration, Instant};

use serde::{Deserialize, Serialize};
use urispec::{Edition, Normalizer, Recognizer, Reference, Rung};
use urispec_compare::parsers::{
    Aspect, Component, ParserAnswer, Spelling, Tell, Weight, differences,
};

use super::group::{MistakeGroup, Places, Strings, Where, WrongAnswer, groups};
use super::plan::{Judge, PlanKey, Test, Trial};
use crate::peer::list::ListedPeer;
use crate::peer::{Peer, PeerError};

/// How many strings are asked and judged at a time.
const PORTION: usize = 4096;

/// The strings of one suite, which are placed in the grammar once for all peers.
pub(super) struct Plan {
    pub(super) key: PlanKey,
    /// The production, or what the strings are called that are of none.
    pub(super) rule: String,
    pub(super) title: String,
    pub(super) trials: Vec<(Trial, Where)>,
    pub(super) places: Places,
    /// How many strings cannot be asked, since they are not UTF-8.
    pub(super) left_out: u64,
    pub(super) reasons: Reasons,
}

/// Which strings are asked of those with a reason.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Reasons {
    /// A few of the mistakes are shown, before those by place.
    Few,
    /// All mistakes are, and no other string is asked.
    Alone,
    /// None, since there is no small suite of the production, for this reason.
    Missing(String),
}

/// What a peer made of the strings of a plan.
pub(super) struct ReportSection<'p> {
    pub(super) plan: &'p Plan,
    pub(super) asked: u64,
    pub(super) valid: u64,
    /// Strings of which the peer told nothing that is expected.
    pub(super) untold: u64,
    /// Strings with a mistake, without those of the baseline.
    pub(super) wrong: u64,
    pub(super) spelled: u64,
    /// Mistakes that the baseline has.
    pub(super) known: u64,
    pub(super) fixed: Vec<Fixed>,
    /// How many strings were made for a reason.
    pub(super) small: u64,
    /// The mistakes of strings that were made for a reason, without what is only spelled otherwise.
    pub(super) by_reason: Vec<WrongAnswer<'p>>,
    pub(super) groups: Vec<MistakeGroup<'p>>,
    pub(super) took: Duration,
}

pub(super) struct Report<'p> {
    pub(super) name: &'p str,
    pub(super) listed: Option<&'p ListedPeer>,
    /// What the peer calls itself.
    pub(super) reader: Option<String>,
    pub(super) sections: Vec<ReportSection<'p>>,
    pub(super) failure: Option<PeerError>,
}

impl Report<'_> {
    pub(super) fn called(&self) -> &str {
        self.reader.as_deref().unwrap_or(self.name)
    }
}

impl Plan {
    pub(super) fn new(
        key: PlanKey,
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
        Self { key, rule, title, trials, places, left_out: 0, reasons: Reasons::Few }
    }

    fn id(&self) -> String {
        let by = match self.key.judge {
            Judge::Letter => self.key.edition.id(),
            Judge::Whatwg => "whatwg",
        };
        format!("{by} {}", self.rule)
    }

    pub(super) fn strings(&self) -> u64 {
        self.trials.len() as u64
    }

    /// Asks a peer all strings. `advance` is told how many were asked.
    pub(super) fn ask(
        &self,
        peer: &mut Peer,
        subject: &str,
        baseline: &mut Baseline,
        advance: impl Fn(usize),
    ) -> Result<ReportSection<'_>, PeerError> {
        let mut section = ReportSection {
            plan: self,
            asked: self.strings(),
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
        };
        let mut of_suite = baseline.of(subject, &self.id());
        let mut all = Vec::new();
        let mut divided = vec![0; self.places.count()];
        let mut has_function = self.key.test == Test::Language;
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
                all.extend(new.into_iter().map(|mistake| WrongAnswer { trial, place, mistake }));
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
            |one: &&WrongAnswer<'_>| one.trial.reason.is_some() && one.mistake.spelling.is_none();
        section.by_reason = all.iter().filter(has_reason).cloned().collect();
        section.groups =
            groups(all, &Strings { places: &self.places, asked: section.asked, divided });
        Ok(section)
    }
}

impl<'p> ReportSection<'p> {
    pub(super) const fn answered(&self) -> u64 {
        self.asked.saturating_sub(self.untold)
    }

    pub(super) fn against(&self) -> &'static str {
        match self.plan.key.judge {
            // Without the date.
            Judge::Letter => {
                let document = self.plan.key.edition.document();
                document.split(',').next().unwrap_or(document)
            }
            Judge::Whatwg => "the URL Standard",
        }
    }

    /// What is wrong by place, and what is only spelled otherwise. Nothing is shown by place where the strings
    /// with a reason are asked alone.
    pub(super) fn by_place(&self) -> (Vec<&MistakeGroup<'p>>, Vec<&MistakeGroup<'p>>) {
        let (wrong, spelled) = self.groups.iter().partition(|group| group.spelling.is_none());
        (if self.plan.reasons == Reasons::Alone { Vec::new() } else { wrong }, spelled)
    }
}

// A baseline: the mistakes that a parser is known to make. An entry is a whole string with what the parser does of it, and
// not a place in the grammar: which place is blamed depends on all other mistakes.

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
    pub(super) made: BTreeSet<KnownMistake>,
}

/// The mistakes that a peer made before in a suite.
struct OfSuite<'b> {
    made: &'b mut BTreeSet<KnownMistake>,
    peer: String,
    suite: String,
    fixed: BTreeMap<String, Vec<String>>,
    /// The known mistakes of each string.
    left: BTreeMap<(String, Option<String>), Vec<KnownMistake>>,
}

/// What a parser did, and the strings of which it no longer does so, the shortest first.
pub(super) struct Fixed {
    pub(super) kind: String,
    pub(super) strings: Vec<String>,
}

impl Baseline {
    pub(super) const fn of_known(known: BTreeSet<KnownMistake>) -> Self {
        Self { known, made: BTreeSet::new() }
    }

    fn of(&mut self, peer: &str, suite: &str) -> OfSuite<'_> {
        let mut left: BTreeMap<_, Vec<KnownMistake>> = BTreeMap::new();
        for entry in self.known.iter().filter(|entry| entry.peer == peer && entry.suite == suite) {
            let string = (entry.input.clone(), entry.base.clone());
            left.entry(string).or_default().push(entry.clone());
        }
        let (peer, suite) = (peer.to_owned(), suite.to_owned());
        OfSuite { made: &mut self.made, peer, suite, fixed: BTreeMap::new(), left }
    }
}

impl OfSuite<'_> {
    /// Whether a mistake is known. It is one of those that are made now.
    fn take(&mut self, trial: &Trial, mistake: &PeerMistake) -> bool {
        let entry = KnownMistake {
            peer: self.peer.clone(),
            suite: self.suite.clone(),
            input: trial.input.clone(),
            base: trial.base.clone(),
            kind: mistake.kind.to_string(),
            spelling: mistake.spelling.clone(),
        };
        let left = self.left.get_mut(&(trial.input.clone(), trial.base.clone()));
        let is_known =
            left.is_some_and(|left| left.extract_if(.., |one| *one == entry).count() > 0);
        self.made.insert(entry);
        is_known
    }

    /// Ends a string: what was known of it and was not made is no longer made.
    fn pass(&mut self, trial: &Trial) {
        let left = self.left.remove(&(trial.input.clone(), trial.base.clone()));
        for entry in left.unwrap_or_default() {
            self.fixed.entry(entry.kind).or_default().push(entry.input);
        }
    }

    fn fixed(self) -> Vec<Fixed> {
        let fixed = self.fixed.into_iter().map(|(kind, mut strings)| {
            strings.sort_by_key(|text| text.chars().count());
            Fixed { kind, strings }
        });
        fixed.collect()
    }
}

// What is wrong with an answer. What is not told is no mistake; and a parser that rejects a string is not asked for its
// parts, so that string has one mistake, however many parts the parser tells.

#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct PeerMistake {
    pub(super) kind: MistakeKind,
    /// By what the two texts differ, if they mean the same and only their spelling differs.
    pub(super) spelling: Option<String>,
    /// The text that is expected; none if it is undefined, or where a verdict is wrong.
    pub(super) expected: Option<String>,
    /// The text that the parser tells, or how it crashed.
    pub(super) found: Option<String>,
}

impl PeerMistake {
    pub(super) const fn verdict(kind: MistakeKind) -> Self {
        Self { kind, spelling: None, expected: None, found: None }
    }
}

/// The mistakes of an answer; none if it tells nothing of what is expected. A target or a normal form that
/// is `permitted` is right.
pub(super) fn mistakes(
    expected: &ParserAnswer<'_>,
    permitted: &[Option<String>],
    found: &ParserAnswer<'_>,
) -> Option<Vec<PeerMistake>> {
    if let Some(how) = &found.crash {
        return Some(vec![PeerMistake {
            found: Some(how.to_string()),
            ..PeerMistake::verdict(MistakeKind::Crashes)
        }]);
    }
    match (expected.is_valid, found.is_valid) {
        (Some(false), Some(true)) => return Some(vec![PeerMistake::verdict(MistakeKind::Accepts)]),
        (Some(true), Some(false)) if permitted.contains(&None) => return Some(Vec::new()),
        (Some(true), Some(false)) => return Some(vec![PeerMistake::verdict(MistakeKind::Rejects)]),
        (Some(false), Some(false)) => return Some(Vec::new()),
        _ => {}
    }
    let mut has_told = expected.is_valid.is_some() && found.is_valid.is_some();
    let mut wrong = Vec::new();
    let mut compare = |kind, wanted: &Tell<'_>, told: &Tell<'_>| {
        if !(wanted.is_told() && told.is_told()) {
            return;
        }
        has_told = true;
        let text = |tell: &Tell<'_>| tell.text().map(str::to_owned);
        let is_part = matches!(kind, MistakeKind::Differs(_));
        if wanted == told || !is_part && permitted.contains(&text(told)) {
            return;
        }
        let spelling = between(kind, expected, found);
        wrong.push(PeerMistake { kind, spelling, expected: text(wanted), found: text(told) });
    };
    for &component in Component::ALL {
        let (wanted, told) = (expected.component(component), found.component(component));
        compare(MistakeKind::Differs(component), wanted, told);
    }
    compare(MistakeKind::Target, &expected.target, &found.target);
    compare(MistakeKind::Normalized, &expected.normalized, &found.normalized);
    // The parts of an authority say more than the whole.
    let is_part = |mistake: &PeerMistake| {
        matches!(
            mistake.kind,
            MistakeKind::Differs(Component::Userinfo | Component::Host | Component::Port)
        )
    };
    if wrong.iter().any(is_part) {
        wrong.retain(|mistake| mistake.kind != MistakeKind::Differs(Component::Authority));
    }
    has_told.then_some(wrong)
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub(super) enum MistakeKind {
    Accepts,
    Rejects,
    Differs(Component),
    Target,
    Normalized,
    Crashes,
}

impl MistakeKind {
    pub(super) const fn name(self) -> &'static str {
        match self {
            Self::Accepts => "accepts",
            Self::Rejects => "rejects",
            Self::Differs(_) => "differs",
            Self::Target => "target",
            Self::Normalized => "normalized",
            Self::Crashes => "crashes",
        }
    }

    pub(super) const SUMMARIES: [(&'static str, &'static str); 6] = [
        ("accepts", "the parser takes a string that is not valid"),
        ("rejects", "the parser does not take a string that is valid"),
        ("differs", "the parser finds another component in a string"),
        ("target", "the parser resolves a reference to another target"),
        ("normalized", "the parser gives a string another normal form"),
        ("crashes", "the parser fails over a string"),
    ];

    pub(super) const fn part(self) -> Option<&'static str> {
        match self {
            Self::Differs(component) => Some(component.name()),
            Self::Target => Some("target"),
            Self::Normalized => Some("normal form"),
            _ => None,
        }
    }
}

impl fmt::Display for MistakeKind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.part() {
            Some(part) => write!(f, "differs in {part}"),
            None => f.write_str(self.name()),
        }
    }
}

/// By what the texts of a part differ, if both mean the same (RFC 3986, 6.2.2 and 6.2.3).
fn between(
    kind: MistakeKind,
    expected: &ParserAnswer<'_>,
    found: &ParserAnswer<'_>,
) -> Option<String> {
    let aspect = match kind {
        MistakeKind::Differs(component) => Aspect::Component(component),
        MistakeKind::Target => Aspect::Target,
        _ => return None,
    };
    let all = differences(&[expected.clone(), found.clone()]);
    let mut of_part = all.iter().filter(|difference| difference.aspect == aspect);
    let first = of_part.next()?;
    if kind == MistakeKind::Differs(Component::Host)
        && let [Some(one), Some(other)] =
            [expected, found].map(|told| told.component(Component::Host).text())
    {
        let bare = one.strip_prefix('[').and_then(|rest| rest.strip_suffix(']'));
        if bare.is_some_and(|bare| bare.eq_ignore_ascii_case(other)) {
            return Some(Spelling::Address.name().to_owned());
        }
        if one != other
            && normal(one).is_some_and(|one| normal(other).as_ref() == Some(&one))
            && first.weight != Weight::Canonical
        {
            return Some(Spelling::Escape.name().to_owned());
        }
    }
    if first.weight != Weight::Canonical || of_part.any(|other| other.weight != Weight::Canonical) {
        return None;
    }
    // Resolving removes dot segments, and tells an empty query from none (5.2.4, 5.3).
    let is_of_resolving = |spelling: &Spelling| {
        matches!(spelling, Spelling::DotSegments | Spelling::EmptyForUndefined)
    };
    if kind == MistakeKind::Target && first.spellings.iter().any(is_of_resolving) {
        return None;
    }
    let names: Vec<_> = first.spellings.iter().map(|spelling| spelling.name()).collect();
    Some(names.join(", "))
}

/// A host as section 6.2.2 makes it, if it is one by RFC 3986.
fn normal(host: &str) -> Option<String> {
    let uri = format!("a://{host}");
    let reference = Reference::parse(Edition::Rfc3986, &uri).ok()?;
    (reference.host()?.as_str() == host)
        .then(|| Normalizer::new().to(Rung::PathSegments).normalize(reference).as_str().to_owned())
}

#[cfg(test)]
mod tests {
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
        baseline::write("urispec conform", &first.made, &mut text).unwrap();
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

    fn told(parts: &[(Component, Option<&'static str>)]) -> ParserAnswer<'static> {
        parts.iter().fold(ParserAnswer::valid(true), |told, (part, text)| {
            told.with(*part, Tell::new(*text))
        })
    }

    fn kinds(expected: &ParserAnswer<'_>, found: &ParserAnswer<'_>) -> Option<Vec<String>> {
        let mistakes = mistakes(expected, &[], found)?;
        Some(mistakes.iter().map(|mistake| mistake.kind.to_string()).collect())
    }

    #[test]
    fn only_what_is_told_is_wrong() {
        let expected = told(&[(Component::Host, Some("h")), (Component::Port, None)]);
        assert_eq!(kinds(&expected, &ParserAnswer::default()), None);
        assert_eq!(kinds(&expected, &ParserAnswer::valid(true)), Some(vec![]));
        assert_eq!(kinds(&expected, &ParserAnswer::valid(false)).unwrap(), ["rejects"]);
        assert_eq!(kinds(&ParserAnswer::valid(false), &expected).unwrap(), ["accepts"]);
        assert_eq!(kinds(&expected, &ParserAnswer::crashed("x")).unwrap(), ["crashes"]);
        // An empty port is none that is undefined (3.2.3).
        let found = told(&[(Component::Port, Some("")), (Component::Path, Some("/"))]);
        assert_eq!(kinds(&expected, &found).unwrap(), ["differs in port"]);
    }

    #[test]
    fn what_is_permitted_is_right() {
        let told = |target| {
            let mut told = ParserAnswer::default();
            told.target = Tell::new(target);
            told
        };
        let expected = told(Some("a:b"));
        let permitted = [Some("a:c".to_owned()), None];
        let wrong = |found| mistakes(&expected, &permitted, &told(found)).unwrap().len();
        assert_eq!([Some("a:b"), Some("a:c"), None, Some("a:d")].map(wrong), [0, 0, 0, 1]);
    }

    #[test]
    fn a_part_of_the_authority_stands_for_it() {
        let of = |authority, host| {
            told(&[(Component::Authority, Some(authority)), (Component::Host, host)])
        };
        assert_eq!(kinds(&of("a", Some("a")), &of("b", Some("b"))).unwrap(), ["differs in host"]);
        assert_eq!(
            kinds(&of("a", Some("a")), &of("b", Some("a"))).unwrap(),
            ["differs in authority"]
        );
    }

    fn between(
        part: Component,
        expected: Option<&'static str>,
        found: Option<&'static str>,
    ) -> Option<String> {
        let told = |text| {
            let told = ParserAnswer::valid(true).with(Component::Scheme, Tell::new(Some("http")));
            let told = told.with(Component::Host, Tell::new(Some("h")));
            told.with(part, Tell::new(text))
        };
        super::between(MistakeKind::Differs(part), &told(expected), &told(found))
    }

    #[test]
    fn only_what_means_the_same_is_a_spelling() {
        assert_eq!(between(Component::Host, Some("H"), Some("h")).unwrap(), "letter-case");
        assert_eq!(between(Component::Host, Some("H"), Some("i")), None);
        // 6.2.2.2: an escaped letter of a name is that letter; `%2F` is no slash.
        assert_eq!(between(Component::Host, Some("%41"), Some("a")).unwrap(), "escape");
        assert_eq!(between(Component::Host, Some("a%2Fb"), Some("a/b")), None);
        assert_eq!(between(Component::Host, Some("[v1.a]"), Some("v1.a")).unwrap(), "address");
        assert_eq!(between(Component::Path, Some(""), Some("/")).unwrap(), "empty-path");
        assert_eq!(between(Component::Path, Some("/A"), Some("/a")), None);
        assert_eq!(between(Component::Port, Some("80"), None).unwrap(), "default-port");
    }
}

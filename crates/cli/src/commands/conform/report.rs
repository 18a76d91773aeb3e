//! Sends the strings of a plan to a peer, judges the answers, and compares the mistakes with a baseline.

use std::collections::{BTreeMap, BTreeSet};
use std::fmt;
use std::time::{Duration, Instant};

use serde::{Deserialize, Serialize};
use urispec::{Edition, Normalizer, Recognizer, Reference, Rung};
use urispec_compare::parsers::{
    Aspect, AspectValue, Component, ParserAnswer, Spelling, Weight, differences,
};

use super::group::{MistakeGroup, Places, Strings, Where, WrongAnswer, groups};
use super::plan::{Judge, PlanKey, Test, TestCase};
use crate::peer::list::ListedPeer;
use crate::peer::{Peer, PeerError};

/// The number of strings that are sent to a peer and judged at a time.
const PORTION: usize = 4096;

/// The strings of a suite, with their places in the grammar, which are computed once for all peers.
pub(super) struct Plan {
    pub(super) key: PlanKey,
    /// The name of the production; `resolution`, `normalization` or `file` for the other suites.
    pub(super) rule: String,
    pub(super) title: String,
    pub(super) cases: Vec<(TestCase, Where)>,
    pub(super) places: Places,
    /// The number of strings that cannot be sent to a peer, since they are not UTF-8.
    pub(super) left_out: u64,
    pub(super) reasons: Reasons,
}

/// Which mistakes on strings of the small suite are shown. Only these strings have a reason.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Reasons {
    /// A few of the mistakes on strings of the small suite, before the mistakes by place.
    Few,
    /// All mistakes on strings of the small suite. No other strings are tested.
    Alone,
    /// No mistakes, since the production has no small suite. The text says why it has none.
    Missing(String),
}

/// The results of a peer for the strings of a plan.
pub(super) struct ReportSection<'p> {
    pub(super) plan: &'p Plan,
    pub(super) asked: u64,
    pub(super) valid: u64,
    /// The number of strings whose answer says nothing about the expected values.
    pub(super) unanswered: u64,
    /// The number of strings with a mistake that is not in the baseline.
    pub(super) wrong: u64,
    /// The number of strings without a new mistake but with a new difference in spelling.
    pub(super) spelled: u64,
    /// The number of mistakes that are in the baseline.
    pub(super) known: u64,
    pub(super) fixed: Vec<Fixed>,
    /// The number of tested strings of the small suite.
    pub(super) small: u64,
    /// The mistakes on strings of the small suite, except differences that are only in spelling.
    pub(super) by_reason: Vec<WrongAnswer<'p>>,
    pub(super) groups: Vec<MistakeGroup<'p>>,
    pub(super) took: Duration,
}

pub(super) struct Report<'p> {
    pub(super) name: &'p str,
    pub(super) listed: Option<&'p ListedPeer>,
    /// The name that the peer gives itself.
    pub(super) reader: Option<String>,
    pub(super) sections: Vec<ReportSection<'p>>,
    pub(super) failure: Option<PeerError>,
}

impl Report<'_> {
    /// Returns the name that the peer gives itself, or else its name in the list or its command.
    pub(super) fn reader_name(&self) -> &str {
        self.reader.as_deref().unwrap_or(self.name)
    }
}

impl Plan {
    pub(super) fn new(
        key: PlanKey,
        (rule, title): (String, String),
        production: Option<Recognizer>,
        cases: impl Iterator<Item = TestCase>,
    ) -> Self {
        let mut places = Places::default();
        let cases = cases.map(|case| {
            let place = match production {
                Some(production) => places.locate(production, &case.input, &case.about),
                None => Where::Unknown,
            };
            (case, place)
        });
        let cases = cases.collect();
        Self { key, rule, title, cases, places, left_out: 0, reasons: Reasons::Few }
    }

    fn id(&self) -> String {
        let by = match self.key.judge {
            Judge::Letter => self.key.edition.id(),
            Judge::Whatwg => "whatwg",
        };
        format!("{by} {}", self.rule)
    }

    pub(super) fn strings(&self) -> u64 {
        self.cases.len() as u64
    }

    /// Sends all strings to a peer and judges the answers. Calls `advance` with the length of each finished portion.
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
            unanswered: 0,
            wrong: 0,
            spelled: 0,
            known: 0,
            fixed: Vec::new(),
            small: 0,
            by_reason: Vec::new(),
            groups: Vec::new(),
            took: Duration::ZERO,
        };
        let mut suite_baseline = baseline.suite(subject, &self.id());
        let mut all = Vec::new();
        let mut compared = vec![0; self.places.count()];
        let mut has_function = self.key.test == Test::Language;
        for cases in self.cases.chunks(PORTION) {
            let questions: Vec<_> = cases.iter().map(|(case, _)| case.question()).collect();
            let since = Instant::now();
            let answers = peer.ask(&questions)?;
            section.took += since.elapsed();
            for ((case, place), answer) in cases.iter().zip(&answers) {
                section.small += u64::from(case.reason.is_some());
                section.valid += u64::from(case.expected.is_valid == Some(true));
                has_function |= answer.target.is_known() || answer.normalized.is_known();
                let Some(found) = mistakes(&case.expected, &case.permitted, answer) else {
                    section.unanswered += 1;
                    suite_baseline.finish(case);
                    continue;
                };
                let is_verdict = |mistake: &PeerMistake| mistake.kind.part().is_none();
                if let (Where::In(places), false) = (place, found.iter().any(is_verdict)) {
                    places.iter().for_each(|&one| compared[one as usize] += 1);
                }
                let count = found.len();
                let new: Vec<_> = found
                    .into_iter()
                    .filter(|mistake| !suite_baseline.record(case, mistake))
                    .collect();
                suite_baseline.finish(case);
                section.known += (count - new.len()) as u64;
                let is_wrong = new.iter().any(|mistake| mistake.spelling.is_none());
                section.wrong += u64::from(is_wrong);
                section.spelled += u64::from(!is_wrong && !new.is_empty());
                all.extend(new.into_iter().map(|mistake| WrongAnswer { case, place, mistake }));
            }
            advance(cases.len());
        }
        if !has_function {
            // A peer that neither resolves nor normalizes only repeats its mistakes of the language suite here.
            (section.unanswered, section.known) = (section.asked, 0);
            all.retain(|one| one.mistake.kind == MistakeKind::Crashes);
            section.wrong = all.len() as u64;
        }
        section.fixed = suite_baseline.fixed();
        let has_reason =
            |one: &&WrongAnswer<'_>| one.case.reason.is_some() && one.mistake.spelling.is_none();
        section.by_reason = all.iter().filter(has_reason).cloned().collect();
        section.groups =
            groups(all, &Strings { places: &self.places, asked: section.asked, compared });
        Ok(section)
    }
}

impl<'p> ReportSection<'p> {
    pub(super) const fn answered(&self) -> u64 {
        self.asked.saturating_sub(self.unanswered)
    }

    pub(super) fn against(&self) -> &'static str {
        match self.plan.key.judge {
            // The document without its date.
            Judge::Letter => {
                let document = self.plan.key.edition.document();
                document.split(',').next().unwrap_or(document)
            }
            Judge::Whatwg => "the URL Standard",
        }
    }

    /// Returns the groups of mistakes, and the groups of differences in spelling. The first list is empty if only the
    /// small suite is tested.
    pub(super) fn by_place(&self) -> (Vec<&MistakeGroup<'p>>, Vec<&MistakeGroup<'p>>) {
        let (wrong, spelled) = self.groups.iter().partition(|group| group.spelling.is_none());
        (if self.plan.reasons == Reasons::Alone { Vec::new() } else { wrong }, spelled)
    }
}

// A baseline: the known mistakes of a parser. An entry is a whole string with the behaviour of the parser, and not a place
// in the grammar: the place that is blamed depends on all other mistakes.

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

/// The mistakes in the baseline file (`known`), and the mistakes of this run (`made`).
#[derive(Default)]
pub(super) struct Baseline {
    known: BTreeSet<KnownMistake>,
    pub(super) made: BTreeSet<KnownMistake>,
}

/// The part of a baseline that is about one peer and one suite.
struct SuiteBaseline<'b> {
    made: &'b mut BTreeSet<KnownMistake>,
    peer: String,
    suite: String,
    fixed: BTreeMap<String, Vec<String>>,
    /// For each string, the mistakes in the baseline that this run has not recorded yet.
    left: BTreeMap<(String, Option<String>), Vec<KnownMistake>>,
}

/// A kind of mistake, and the strings on which the parser no longer makes it, the shortest first.
pub(super) struct Fixed {
    pub(super) kind: String,
    pub(super) strings: Vec<String>,
}

impl Baseline {
    pub(super) const fn from_known(known: BTreeSet<KnownMistake>) -> Self {
        Self { known, made: BTreeSet::new() }
    }

    fn suite(&mut self, peer: &str, suite: &str) -> SuiteBaseline<'_> {
        let mut left: BTreeMap<_, Vec<KnownMistake>> = BTreeMap::new();
        for entry in self.known.iter().filter(|entry| entry.peer == peer && entry.suite == suite) {
            let string = (entry.input.clone(), entry.base.clone());
            left.entry(string).or_default().push(entry.clone());
        }
        let (peer, suite) = (peer.to_owned(), suite.to_owned());
        SuiteBaseline { made: &mut self.made, peer, suite, fixed: BTreeMap::new(), left }
    }
}

impl SuiteBaseline<'_> {
    /// Records a mistake, and returns whether the baseline contains it.
    fn record(&mut self, case: &TestCase, mistake: &PeerMistake) -> bool {
        let entry = KnownMistake {
            peer: self.peer.clone(),
            suite: self.suite.clone(),
            input: case.input.clone(),
            base: case.base.clone(),
            kind: mistake.kind.to_string(),
            spelling: mistake.spelling.clone(),
        };
        let left = self.left.get_mut(&(case.input.clone(), case.base.clone()));
        let is_known =
            left.is_some_and(|left| left.extract_if(.., |one| *one == entry).count() > 0);
        self.made.insert(entry);
        is_known
    }

    /// Ends the recording for a string. Its mistakes in the baseline that this run did not record count as fixed.
    fn finish(&mut self, case: &TestCase) {
        let left = self.left.remove(&(case.input.clone(), case.base.clone()));
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

// The mistakes of an answer. A missing part is not a mistake. If a parser wrongly rejects a string, the parts are not
// compared, so the string has one mistake, however many parts the answer has.

#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct PeerMistake {
    pub(super) kind: MistakeKind,
    /// The difference in spelling, if the two texts are equivalent.
    pub(super) spelling: Option<String>,
    /// The expected text. It is `None` if the expected value is undefined, or if the mistake is a wrong verdict.
    pub(super) expected: Option<String>,
    /// The text that the parser found, or a description of its crash.
    pub(super) found: Option<String>,
}

impl PeerMistake {
    pub(super) const fn verdict(kind: MistakeKind) -> Self {
        Self { kind, spelling: None, expected: None, found: None }
    }
}

/// Returns the mistakes of an answer, or `None` if the answer says nothing about the expected values. A target or
/// normal form that is `permitted` is correct.
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
    let mut has_answer = expected.is_valid.is_some() && found.is_valid.is_some();
    let mut wrong = Vec::new();
    let mut compare = |kind, right: &AspectValue<'_>, actual: &AspectValue<'_>| {
        if !(right.is_known() && actual.is_known()) {
            return;
        }
        has_answer = true;
        let text = |tell: &AspectValue<'_>| tell.text().map(str::to_owned);
        let is_part = matches!(kind, MistakeKind::Differs(_));
        if right == actual || !is_part && permitted.contains(&text(actual)) {
            return;
        }
        let spelling = spelling_difference(kind, expected, found);
        wrong.push(PeerMistake { kind, spelling, expected: text(right), found: text(actual) });
    };
    for &component in Component::ALL {
        let (right, actual) = (expected.component(component), found.component(component));
        compare(MistakeKind::Differs(component), right, actual);
    }
    compare(MistakeKind::Target, &expected.target, &found.target);
    compare(MistakeKind::Normalized, &expected.normalized, &found.normalized);
    // A mistake in a part of the authority is more specific than one in the whole.
    let is_part = |mistake: &PeerMistake| {
        matches!(
            mistake.kind,
            MistakeKind::Differs(Component::Userinfo | Component::Host | Component::Port)
        )
    };
    if wrong.iter().any(is_part) {
        wrong.retain(|mistake| mistake.kind != MistakeKind::Differs(Component::Authority));
    }
    has_answer.then_some(wrong)
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
        ("accepts", "the parser accepts an invalid string"),
        ("rejects", "the parser rejects a valid string"),
        ("differs", "the parser finds another component in a string"),
        ("target", "the parser resolves a reference to another target"),
        ("normalized", "the parser normalizes a string to another form"),
        ("crashes", "the parser crashes on a string"),
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

/// Returns how the expected and the found text differ in spelling, if they mean the same (RFC 3986, 6.2.2 and 6.2.3).
fn spelling_difference(
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
            [expected, found].map(|answer| answer.component(Component::Host).text())
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
    // Resolution removes dot segments, and distinguishes an empty query from an undefined one (RFC 3986, 5.2.4, 5.3).
    let is_of_resolving = |spelling: &Spelling| {
        matches!(spelling, Spelling::DotSegments | Spelling::EmptyForUndefined)
    };
    if kind == MistakeKind::Target && first.spellings.iter().any(is_of_resolving) {
        return None;
    }
    let names: Vec<_> = first.spellings.iter().map(|spelling| spelling.name()).collect();
    Some(names.join(", "))
}

/// Normalizes a host (RFC 3986, 6.2.2). Returns `None` if the text is not a host by RFC 3986.
fn normal(host: &str) -> Option<String> {
    let uri = format!("a://{host}");
    let reference = Reference::parse(Edition::Rfc3986, &uri).ok()?;
    (reference.host()?.as_str() == host)
        .then(|| Normalizer::new().to(Rung::PathSegments).normalize(reference).as_str().to_owned())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn case(input: &str) -> TestCase {
        TestCase::new(input.to_owned(), ParserAnswer::valid(true))
    }

    fn mistake(kind: MistakeKind) -> PeerMistake {
        PeerMistake { kind, spelling: None, expected: None, found: None }
    }

    #[test]
    fn a_baseline_knows_mistakes_and_names_fixed_ones() {
        let mut first = Baseline::default();
        let mut suite = first.suite("", "s");
        assert!(!suite.record(&case("é\n"), &mistake(MistakeKind::Rejects)));
        assert!(!suite.record(&case("b"), &mistake(MistakeKind::Rejects)));
        let mut text = Vec::new();
        crate::findings::write("urispec conform", &first.made, &mut text).unwrap();
        let text = String::from_utf8(text).unwrap();
        let expected = "{\"schema\":1,\"baseline\":\"urispec conform\"}\n\
            {\"suite\":\"s\",\"input\":\"b\",\"kind\":\"rejects\"}\n\
            {\"suite\":\"s\",\"input\":\"é\\n\",\"kind\":\"rejects\"}\n";
        assert_eq!(text, expected);
        let mut second =
            Baseline::from_known(crate::findings::read("urispec conform", &text).unwrap());
        let mut suite = second.suite("", "s");
        assert!(suite.record(&case("b"), &mistake(MistakeKind::Rejects)));
        assert!(!suite.record(&case("b"), &mistake(MistakeKind::Crashes)));
        ["é\n", "b"].iter().for_each(|text| suite.finish(&case(text)));
        let fixed = suite.fixed();
        assert_eq!((&*fixed[0].kind, &fixed[0].strings[..]), ("rejects", &["é\n".to_owned()][..]));
        // Strings that are not asked are not fixed.
        assert!(second.suite("", "other").fixed().is_empty());
    }

    fn answer(parts: &[(Component, Option<&'static str>)]) -> ParserAnswer<'static> {
        parts.iter().fold(ParserAnswer::valid(true), |answer, (part, text)| {
            answer.with(*part, AspectValue::new(*text))
        })
    }

    fn kinds(expected: &ParserAnswer<'_>, found: &ParserAnswer<'_>) -> Option<Vec<String>> {
        let mistakes = mistakes(expected, &[], found)?;
        Some(mistakes.iter().map(|mistake| mistake.kind.to_string()).collect())
    }

    #[test]
    fn missing_parts_are_not_mistakes() {
        let expected = answer(&[(Component::Host, Some("h")), (Component::Port, None)]);
        assert_eq!(kinds(&expected, &ParserAnswer::default()), None);
        assert_eq!(kinds(&expected, &ParserAnswer::valid(true)), Some(vec![]));
        assert_eq!(kinds(&expected, &ParserAnswer::valid(false)).unwrap(), ["rejects"]);
        assert_eq!(kinds(&ParserAnswer::valid(false), &expected).unwrap(), ["accepts"]);
        assert_eq!(kinds(&expected, &ParserAnswer::crashed("x")).unwrap(), ["crashes"]);
        // An empty port differs from an undefined one (RFC 3986, 3.2.3).
        let found = answer(&[(Component::Port, Some("")), (Component::Path, Some("/"))]);
        assert_eq!(kinds(&expected, &found).unwrap(), ["differs in port"]);
    }

    #[test]
    fn permitted_answers_are_correct() {
        let answer = |target| {
            let mut answer = ParserAnswer::default();
            answer.target = AspectValue::new(target);
            answer
        };
        let expected = answer(Some("a:b"));
        let permitted = [Some("a:c".to_owned()), None];
        let wrong = |found| mistakes(&expected, &permitted, &answer(found)).unwrap().len();
        assert_eq!([Some("a:b"), Some("a:c"), None, Some("a:d")].map(wrong), [0, 0, 0, 1]);
    }

    #[test]
    fn a_part_of_the_authority_replaces_it() {
        let pair = |authority, host| {
            answer(&[(Component::Authority, Some(authority)), (Component::Host, host)])
        };
        let of_host = kinds(&pair("a", Some("a")), &pair("b", Some("b")));
        assert_eq!(of_host.unwrap(), ["differs in host"]);
        let of_authority = kinds(&pair("a", Some("a")), &pair("b", Some("a")));
        assert_eq!(of_authority.unwrap(), ["differs in authority"]);
    }

    fn spelling(
        part: Component,
        expected: Option<&'static str>,
        found: Option<&'static str>,
    ) -> Option<String> {
        let answer = |text| {
            let answer =
                ParserAnswer::valid(true).with(Component::Scheme, AspectValue::new(Some("http")));
            let answer = answer.with(Component::Host, AspectValue::new(Some("h")));
            answer.with(part, AspectValue::new(text))
        };
        spelling_difference(MistakeKind::Differs(part), &answer(expected), &answer(found))
    }

    #[test]
    fn only_equivalent_texts_differ_in_spelling() {
        assert_eq!(spelling(Component::Host, Some("H"), Some("h")).unwrap(), "letter-case");
        assert_eq!(spelling(Component::Host, Some("H"), Some("i")), None);
        // RFC 3986, 6.2.2.2: an escaped letter of a name is equivalent to the letter; `%2F` differs from a slash.
        assert_eq!(spelling(Component::Host, Some("%41"), Some("a")).unwrap(), "escape");
        assert_eq!(spelling(Component::Host, Some("a%2Fb"), Some("a/b")), None);
        assert_eq!(spelling(Component::Host, Some("[v1.a]"), Some("v1.a")).unwrap(), "address");
        assert_eq!(spelling(Component::Path, Some(""), Some("/")).unwrap(), "empty-path");
        assert_eq!(spelling(Component::Path, Some("/A"), Some("/a")), None);
        assert_eq!(spelling(Component::Port, Some("80"), None).unwrap(), "default-port");
    }
}

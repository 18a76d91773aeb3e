//! Builds the suites and their expected answers, once for all peers, or reads them from a file. With `--all`, a listed
//! peer is also tested against the standard that, according to the list, its parser implements.

use std::collections::HashMap;
use std::io::IsTerminal;
use std::path::Path;
use std::time::Duration;
use std::{fmt, io};

use indicatif::{ProgressBar, ProgressDrawTarget, ProgressStyle};
use serde::{Deserialize, Serialize};
use urispec::{
    Edition, ParseError, Recognizer, Reference, ResolveError, Resolved, Resolver, split,
};
use urispec_audit::mutant_suite;
use urispec_compare::parsers::{AspectValue, Component, ParserAnswer};
use urispec_compare::suite::{self, Suite};
use urispec_views::{editions, strings};

use super::group::{self, WrongAnswer};
use super::report::{Plan, Reasons};
use super::{Against, Args};
use crate::input::rows;
use crate::options::documents::is_name_of;
use crate::options::names;
use crate::output::{Escaped, Output, Passwords, Reported, Stop, Usage};
use crate::peer::Question;
use crate::peer::list::Standard;

/// A string of a suite, with the expected answer.
#[derive(Clone, Debug)]
pub(super) struct TestCase {
    pub(super) input: String,
    pub(super) base: Option<String>,
    pub(super) expected: ParserAnswer<'static>,
    /// Other targets or normal forms that the document permits. `None` permits a rejection.
    pub(super) permitted: Vec<Option<String>>,
    /// The topics of the string, such as `empty reference`. Mistakes are attributed to topics as well as to
    /// productions.
    pub(super) about: Vec<String>,
    /// The reason why the small suite has the string.
    pub(super) reason: Option<SuiteReason>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "lowercase")]
pub(super) enum Judge {
    Letter,
    Whatwg,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "lowercase")]
pub(super) enum Test {
    /// The test of verdicts and components.
    Language,
    Resolution,
    Normalization,
}

impl TestCase {
    /// Creates a case that expects the answer of the edition.
    fn by_letter(production: Recognizer, input: String) -> Self {
        let expected = match production.reference(&input) {
            Ok(reference) => parts(&reference),
            Err(ParseError::NotWhole(_)) => ParserAnswer::valid(true),
            Err(_) => ParserAnswer::valid(production.accepts(input.as_bytes())),
        };
        Self::new(input, expected)
    }

    pub(super) const fn new(input: String, expected: ParserAnswer<'static>) -> Self {
        Self { input, base: None, expected, permitted: Vec::new(), about: Vec::new(), reason: None }
    }

    pub(super) fn question(&self) -> Question<'_> {
        Question { input: &self.input, base: self.base.as_deref() }
    }

    /// Replaces the expected answer with the answer of the URL Standard.
    fn by_whatwg(self) -> Self {
        // The URL Standard defines the parts of an authority, but not the authority itself.
        let expected =
            editions::told(&self.input, None).with(Component::Authority, AspectValue::Unknown);
        Self { expected, ..self }
    }

    /// Prepends `http:` to a relative reference, for which the URL Standard has no answer.
    fn absolute(self) -> Self {
        match editions::is_relative(&self.input) {
            true => Self { input: format!("http:{}", self.input), ..self },
            false => self,
        }
    }
}

fn language(production: Recognizer, suite: &Suite) -> impl Iterator<Item = TestCase> + '_ {
    suite.cases().map(move |case| match case.is_valid() {
        true => TestCase::by_letter(production, case.input),
        false => TestCase::new(case.input, ParserAnswer::valid(false)),
    })
}

/// Returns the resolution suite of an edition, or an error if the edition has no resolution algorithm.
fn resolution(edition: Edition) -> Result<impl Iterator<Item = TestCase>, ResolveError> {
    Ok(suite::resolution(edition)?.map(|case| {
        let mut expected = ParserAnswer::valid(true);
        expected.target = AspectValue::new(case.target);
        TestCase {
            about: group::resolution(&case.base, &case.reference, case.section),
            base: Some(case.base),
            permitted: case.either.into_iter().map(|permitted| permitted.answer).collect(),
            ..TestCase::new(case.reference, expected)
        }
    }))
}

fn normalization(edition: Edition) -> impl Iterator<Item = TestCase> {
    suite::normalization(edition).map(|case| {
        let about = group::normalization(&case.input, &case.normalized, case.section);
        let mut expected = ParserAnswer::valid(true);
        expected.normalized = AspectValue::new(Some(case.normalized));
        TestCase {
            permitted: case.either.into_iter().map(|permitted| permitted.answer).collect(),
            about,
            ..TestCase::new(case.input, expected)
        }
    })
}

fn parts(reference: &Reference<'_>) -> ParserAnswer<'static> {
    let has_parts = reference.authority().is_none() || reference.host().is_some();
    let mut answer = ParserAnswer::valid(true);
    for &component in Component::ALL {
        // An authority that is not a server has no known parts (RFC 2396, 3.2.1).
        let is_part = matches!(component, Component::Userinfo | Component::Host | Component::Port);
        if has_parts || !is_part {
            answer = answer
                .with(component, AspectValue::new(component.of(reference).map(str::to_owned)));
        }
    }
    answer
}

/// The number of mistakes that are shown unless all are requested.
pub(super) const SHOWN: usize = 10;

#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct SuiteReason {
    /// The grammar's requirement, as a sentence without a full stop, such as `` `port` may be empty``.
    pub(super) text: String,
    pub(super) production: String,
    pub(super) section: Option<String>,
    /// Whether the string is also in the large suite.
    pub(super) is_of_both: bool,
}

/// Returns the small suite of a production, and the number of strings that are left out since they are not UTF-8. The
/// error says why there is no suite.
fn small_suite(production: Recognizer) -> Result<(Vec<TestCase>, u64), String> {
    let suite = mutant_suite(production, &[]).map_err(|error| error.to_string())?;
    let (mut cases, mut left_out) = (Vec::new(), 0);
    for case in suite.cases {
        let Ok(input) = String::from_utf8(case.input) else {
            left_out += 1;
            continue;
        };
        let shown = case.shows.first().and_then(|&at| suite.mutants.get(at));
        let reason = SuiteReason {
            text: case.reason,
            production: shown.map(|one| one.production.clone()).unwrap_or_default(),
            section: shown.and_then(|one| one.section.clone()),
            is_of_both: false,
        };
        cases.push(TestCase { reason: Some(reason), ..TestCase::by_letter(production, input) });
    }
    Ok((cases, left_out))
}

/// Adds to the small suite the strings that only the large suite has, and marks the strings that both suites have.
fn both(mut small: Vec<TestCase>, large: impl Iterator<Item = TestCase>) -> Vec<TestCase> {
    let places = small.iter().enumerate().map(|(at, case)| (case.input.clone(), at));
    let places: HashMap<String, usize> = places.collect();
    for case in large {
        let known = places.get(&case.input).and_then(|&at| small.get_mut(at));
        match known.and_then(|known| known.reason.as_mut()) {
            Some(reason) => reason.is_of_both = true,
            None => small.push(case),
        }
    }
    small
}

/// Writes the sentence and its section, as in `` `port` may be empty (3.2.3)``.
impl fmt::Display for SuiteReason {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}", Escaped(self.text.as_bytes()))?;
        match &self.section {
            Some(section) => write!(f, " ({})", Escaped(section.as_bytes())),
            None => Ok(()),
        }
    }
}

/// Chooses up to `most` mistakes: first one for each production, then one for each kind in each production, then
/// others. Returns them in their original order.
pub(super) fn chosen<'a, 'p>(all: &'a [WrongAnswer<'p>], most: usize) -> Vec<&'a WrongAnswer<'p>> {
    let mut times = HashMap::new();
    let mut nth = |key| {
        let count: &mut usize = times.entry(key).or_default();
        *count += 1;
        *count
    };
    let mut ranked = Vec::new();
    for (at, wrong) in all.iter().enumerate() {
        let production = wrong.case.reason.as_ref().map(|reason| &reason.production);
        let kind = wrong.mistake.kind;
        let of_production = nth((production, None, 0));
        let of_both = nth((production, Some(kind), 0));
        let round = if of_production == 1 { 0 } else { of_both };
        // Within a round, the kinds take turns.
        let turn = nth((None, Some(kind), round + 1));
        ranked.push((round, turn, at));
    }
    ranked.sort_unstable();
    ranked.truncate(most);
    ranked.sort_unstable_by_key(|&(_, _, at)| at);
    ranked.into_iter().map(|(_, _, at)| &all[at]).collect()
}

/// A suite, and the standard with which the answers of a peer are compared.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) struct PlanKey {
    pub(super) test: Test,
    pub(super) judge: Judge,
    pub(super) edition: Edition,
}

pub(super) struct Plans {
    plans: Vec<Plan>,
    /// The suites that every peer is tested with.
    keys: Vec<PlanKey>,
    production: Recognizer,
    /// Whether a peer is also tested against its own standard.
    is_all: bool,
    /// Whether only strings with a reason are tested.
    is_small: bool,
}

impl Plans {
    /// Builds the requested plans. If the suite file cannot be used, prints an error and returns `None`.
    pub(super) fn new(args: &Args, out: &mut Output) -> Result<Option<Self>, Stop> {
        let edition = args.document.edition;
        let production = names::production(edition, args.rule.as_deref())?;
        let judge = match args.against {
            Some(Against::Whatwg) => Judge::Whatwg,
            None => Judge::Letter,
        };
        if judge == Judge::Whatwg && production.reference("").is_err() && args.rule.is_some() {
            let why = "the URL Standard has no such production: leave out --rule";
            return Err(Usage::new(why).into());
        }
        let tests = [
            (Test::Language, args.all || !(args.resolve || args.normalize)),
            (Test::Resolution, args.all || args.resolve),
            (Test::Normalization, args.all || args.normalize),
        ];
        let key = |test| PlanKey { test, judge, edition };
        let tests = tests.into_iter().filter(|(_, is_asked)| *is_asked);
        let keys = tests.map(|(test, _)| key(test)).collect();
        let (is_all, is_small) = (args.all, args.reasons);
        let mut plans = Vec::new();
        if let Some(path) = &args.suite {
            let Some(plan) = from_file(path, key(Test::Language), production, is_small, out)?
            else {
                return Ok(None);
            };
            plans.push(plan);
        }
        if args.resolve && resolution(edition).is_err() {
            let why = format!(
                "{} has no resolution algorithm: choose another --edition",
                edition.document()
            );
            return Err(Usage::new(why).into());
        }
        if let (true, None) = (is_small, &args.suite) {
            let plan = plan(key(Test::Language), production, is_small);
            if let Reasons::Missing(why) = &plan.reasons {
                out.refuse(&format!("no reasons for {}: {why}", plan.title))?;
                return Ok(None);
            }
            plans.push(plan);
        }
        Ok(Some(Self { plans, keys, production, is_all, is_small }))
    }

    /// Returns the plans for a peer. With `--all`, these include the suites of the standard that the peer implements.
    pub(super) fn for_peer(&mut self, standard: Option<Standard>) -> Vec<&Plan> {
        let mut keys = self.keys.clone();
        let mut add = |test, judge, edition| keys.push(PlanKey { test, judge, edition });
        match standard.filter(|_| self.is_all) {
            Some(Standard::Whatwg) => {
                add(Test::Language, Judge::Whatwg, self.production.edition());
            }
            Some(Standard::Rfc2396) => {
                for test in [Test::Language, Test::Resolution, Test::Normalization] {
                    add(test, Judge::Letter, Edition::Rfc2396);
                }
            }
            _ => {}
        }
        for key in &keys {
            if self.plans.iter().all(|plan| plan.key != *key) {
                self.plans.push(plan(*key, self.production, self.is_small));
            }
        }
        keys.iter().filter_map(|key| self.plans.iter().find(|plan| plan.key == *key)).collect()
    }
}

fn plan(key: PlanKey, production: Recognizer, is_small: bool) -> Plan {
    let whole = key.edition.whole()[0];
    let production = if production.edition() == key.edition { production } else { whole };
    let rule = production.rule().to_owned();
    let named = |name: &str| (name.to_owned(), name.to_owned());
    match key.test {
        Test::Language if key.judge == Judge::Letter => by_letter(key, production, is_small),
        Test::Language => {
            let suite = Suite::new(production);
            let cases = language(production, &suite).map(|case| case.absolute().by_whatwg());
            let title = format!("{rule} (with http: before each string that has no scheme)");
            Plan::new(key, (rule, title), Some(production), cases)
        }
        Test::Resolution => {
            // An edition without a resolution algorithm has an empty suite.
            let cases = resolution(key.edition).into_iter().flatten();
            Plan::new(key, named("resolution"), Some(whole), cases)
        }
        Test::Normalization => {
            Plan::new(key, named("normalization"), Some(whole), normalization(key.edition))
        }
    }
}

/// Builds the small suite of a production, followed by the large one unless `is_small`.
fn by_letter(key: PlanKey, production: Recognizer, is_small: bool) -> Plan {
    let spinner = spinner(production);
    let ((small, left_out), reasons) = match small_suite(production) {
        Ok(small) if is_small => (small, Reasons::Alone),
        Ok(small) => (small, Reasons::Few),
        Err(why) => ((Vec::new(), 0), Reasons::Missing(why)),
    };
    let suite = (!is_small).then(|| Suite::new(production));
    let large = suite.iter().flat_map(|suite| language(production, suite));
    let cases = both(small, large).into_iter();
    let rule = production.rule().to_owned();
    let plan = Plan::new(key, (rule.clone(), rule), Some(production), cases);
    spinner.finish_and_clear();
    Plan { left_out, reasons, ..plan }
}

/// Shows on a terminal that strings are being generated, which takes half a minute for the URL Standard.
fn spinner(production: Recognizer) -> ProgressBar {
    if !io::stderr().is_terminal() {
        return ProgressBar::hidden();
    }
    let spinner = ProgressBar::with_draw_target(None, ProgressDrawTarget::stderr());
    spinner.enable_steady_tick(Duration::from_millis(100));
    spinner.set_message(format!("generating the strings of {}", production.rule()));
    spinner
}

/// Shows on a terminal how many strings of a plan have been tested.
pub(super) fn bar(plan: &Plan, name: &str) -> ProgressBar {
    if !io::stderr().is_terminal() {
        return ProgressBar::hidden();
    }
    let target = ProgressDrawTarget::stderr();
    let bar = ProgressBar::with_draw_target(Some(plan.strings()), target);
    let style = ProgressStyle::with_template("{bar:40} {percent:>3} %  {msg}  {eta} left");
    bar.set_style(style.unwrap_or_else(|_| ProgressStyle::default_bar()));
    bar.set_message(format!("{}, {}", Escaped(name.as_bytes()), Escaped(plan.title.as_bytes())));
    bar
}

/// A line of a suite file. Unknown keys are ignored.
#[derive(Deserialize)]
struct SuiteLine {
    input: Option<String>,
    input_hex: Option<String>,
    base: Option<String>,
    valid: Option<bool>,
    components: Option<serde_json::Map<String, serde_json::Value>>,
    /// The target, where null means that the expected target is undefined.
    #[serde(default, deserialize_with = "nullable")]
    target: Option<Option<String>>,
    normalized: Option<String>,
    #[serde(default)]
    either: Vec<Either>,
    section: Option<String>,
    reason: Option<String>,
    production: Option<String>,
    edition: Option<String>,
    rule: Option<String>,
    grammar: Option<String>,
}

/// Another answer that the document permits: a target (null if the reference may be rejected), or a normal form.
#[derive(Deserialize)]
struct Either {
    target: Option<String>,
    normalized: Option<String>,
}

/// Deserializes null as `Some(None)`, which differs from a missing key.
fn nullable<'de, D: serde::Deserializer<'de>>(
    value: D,
) -> Result<Option<Option<String>>, D::Error> {
    Option::<String>::deserialize(value).map(Some)
}

struct SuiteFile {
    cases: Vec<TestCase>,
    /// The production whose parse trees assign mistakes to places in the grammar; `None` for a user's grammar.
    production: Option<Recognizer>,
    left_out: u64,
}

/// Reads a suite file into a plan. If the file cannot be used, prints an error and returns `None`.
fn from_file(
    path: &Path,
    key: PlanKey,
    default: Recognizer,
    is_small: bool,
    out: &mut Output,
) -> Result<Option<Plan>, Stop> {
    let Some((name, text)) = rows::within(path, 1 << 30, out)? else { return Ok(None) };
    let SuiteFile { mut cases, production, left_out } = match read(&text, default) {
        Ok(suite) => suite,
        Err((line, why)) => {
            out.refuse(&format!("{name}:{line}: {why}"))?;
            return Ok(None);
        }
    };
    cases.retain(|case| !is_small || case.reason.is_some());
    if cases.is_empty() {
        let why = match left_out {
            _ if is_small => "has no string with a reason: leave out --reasons",
            0 => "has no string to ask",
            _ => "has only strings that are not UTF-8, which cannot be asked",
        };
        out.refuse(&format!("{name}: the suite {why}"))?;
        return Ok(None);
    }
    let edition = production.map_or(key.edition, |production| production.edition());
    if edition != key.edition {
        out.refuse(&format!("{name}: the suite is for {edition}: add `--edition {edition}`"))?;
        return Ok(None);
    }
    let cases = cases.into_iter().map(|case| match key.judge {
        Judge::Letter => case,
        Judge::Whatwg => case.by_whatwg(),
    });
    let names = ("file".to_owned(), name);
    let plan = Plan::new(key, names, production, cases);
    let reasons = if is_small { Reasons::Alone } else { Reasons::Few };
    Ok(Some(Plan { left_out, reasons, ..plan }))
}

/// Reads a suite. The error is a line number and a message. A line that names no production belongs to `default`.
fn read(text: &str, default: Recognizer) -> Result<SuiteFile, (usize, String)> {
    let mut suite = SuiteFile { cases: Vec::new(), production: Some(default), left_out: 0 };
    for (at, text) in text.lines().enumerate() {
        let wrong = |why: String| (at + 1, why);
        let line: SuiteLine = serde_json::from_str(text)
            .map_err(|error| wrong(format!("this is not a line of a suite file: {error}")))?;
        let production = match (&line.edition, &line.rule) {
            (Some(edition), Some(rule)) => Some(production(edition, rule).map_err(wrong)?),
            _ if line.grammar.is_some() => None,
            _ => Some(default),
        };
        if at == 0 {
            suite.production = production;
        }
        let edition = |one: Option<Recognizer>| one.map(|production| production.edition());
        if edition(production) != edition(suite.production) {
            let why =
                "this line and the first have different editions: put each edition in its own file";
            return Err(wrong(why.to_owned()));
        }
        match (line.input.clone(), &line.input_hex) {
            (Some(input), _) => {
                suite.cases.push(read_case(line, input, production).map_err(wrong)?);
            }
            (None, Some(_)) => suite.left_out += 1,
            (None, None) => return Err(wrong("the key `input` is missing".to_owned())),
        }
    }
    Ok(suite)
}

fn production(edition: &str, rule: &str) -> Result<Recognizer, String> {
    let known = Edition::every().find(|known| is_name_of(*known, edition));
    let known = known.ok_or_else(|| format!("`{edition}` is not an edition"))?;
    known.production(rule).map_err(|error| error.to_string())
}

fn read_case(
    line: SuiteLine,
    input: String,
    production: Option<Recognizer>,
) -> Result<TestCase, String> {
    let has_expected = line.valid.is_some() || line.target.is_some() || line.normalized.is_some();
    let mut case = match (has_expected, production) {
        (false, Some(production)) => TestCase::by_letter(production, input),
        _ => TestCase::new(input, ParserAnswer::default()),
    };
    case.reason = line.reason.map(|text| SuiteReason {
        text,
        production: line.production.unwrap_or_default(),
        section: line.section.clone(),
        is_of_both: false,
    });
    if let (Some(base), Some(section)) = (&line.base, &line.section) {
        case.about = group::resolution(base, &case.input, section);
    } else if let (Some(normalized), Some(section)) = (&line.normalized, &line.section) {
        case.about = group::normalization(&case.input, normalized, section);
    }
    if let (Some(base), Some(production), None) = (&line.base, production, &line.target) {
        case.expected.target = target(production.edition(), base, &case.input)?;
    }
    case.base = line.base;
    let either = line.either.into_iter();
    case.permitted = either.map(|either| either.target.or(either.normalized)).collect();
    if line.target.is_some() || line.normalized.is_some() {
        case.expected.is_valid = Some(true);
    }
    case.expected.is_valid = line.valid.or(case.expected.is_valid);
    if let Some(components) = line.components {
        for &component in Component::ALL {
            let text = components.get(component.name()).and_then(|text| text.as_str());
            let tell = AspectValue::new(text.map(str::to_owned));
            case.expected = case.expected.with(component, tell);
        }
    }
    if let Some(target) = line.target {
        case.expected.target = AspectValue::new(target);
    }
    if let Some(normalized) = line.normalized {
        case.expected.normalized = AspectValue::new(Some(normalized));
    }
    Ok(case)
}

/// Computes the expected target of a line that has a base but no target, with the edition's algorithm.
fn target(edition: Edition, base: &str, input: &str) -> Result<AspectValue<'static>, String> {
    let base = strings::base(edition, base).map_err(|fault| {
        format!("base: {}", fault.message(None, base.as_bytes(), Passwords::default()))
    })?;
    if Reference::parse(edition, input).is_err() {
        return Ok(AspectValue::Unknown);
    }
    match Resolver::from_edition(edition).resolve(split(base.as_str()), split(input)) {
        Ok(Resolved::Target(target)) => Ok(AspectValue::new(Some(target.to_string()))),
        Ok(_) => Ok(AspectValue::Undefined),
        Err(error) => Err(error.to_string()),
    }
}

#[cfg(test)]
mod tests {
    use super::super::group::Where;
    use super::super::report::{MistakeKind, PeerMistake};
    use super::*;

    #[test]
    fn a_line_says_what_is_expected() {
        let whole = Edition::Rfc3986.whole()[0];
        let text = "{\"schema\":1,\"edition\":\"rfc3986\",\"rule\":\"URI\",\"input\":\"a:\",\"valid\":true,\
                    \"components\":{\"scheme\":\"a\",\"path\":\"\"}}\n\
                    {\"input\":\"//h\"}\n{\"input_hex\":\"ff\",\"valid\":false}\n\
                    {\"input\":\"x\",\"base\":\"a:b\",\"target\":null}\n";
        let suite = read(text, whole).unwrap();
        assert_eq!((suite.production.unwrap().rule(), suite.left_out), ("URI", 1));
        let [first, second, third] = &suite.cases[..] else { panic!() };
        assert_eq!(first.expected.component(Component::Path), &AspectValue::Text("".into()));
        assert_eq!(first.expected.component(Component::Host), &AspectValue::Undefined);
        assert_eq!(second.expected.component(Component::Host), &AspectValue::Text("h".into()));
        assert_eq!(third.expected.target, AspectValue::Undefined);
        assert_eq!(third.expected.is_valid, Some(true));
        for (text, at) in [("[]\n", 1), ("{\"input\":\"a\"}\n{}\n", 2), ("\n", 1)] {
            assert_eq!(read(text, whole).err().unwrap().0, at);
        }
    }

    #[test]
    fn each_production_and_kind_comes_before_a_second_string() {
        use MistakeKind::{Accepts, Rejects};
        let cases = ["scheme", "scheme", "scheme", "port", "host", "scheme"].map(|production| {
            let (text, production) = (String::new(), production.to_owned());
            let reason = SuiteReason { text, production, section: None, is_of_both: false };
            let case = TestCase::new(String::new(), ParserAnswer::default());
            TestCase { reason: Some(reason), ..case }
        });
        let kinds = [Accepts, Accepts, Rejects, Accepts, Rejects, Accepts];
        let all = [0, 1, 2, 3, 4, 5].map(|at| WrongAnswer {
            case: &cases[at],
            place: &Where::Unknown,
            mistake: PeerMistake::verdict(kinds[at]),
        });
        let places = |most| {
            let chosen = chosen(&all, most).into_iter();
            chosen
                .map(|one| cases.iter().position(|case| std::ptr::eq(case, one.case)).unwrap())
                .collect::<Vec<_>>()
        };
        // The kinds take turns: the host is the first that is rejected.
        assert_eq!(places(2), [0, 4]);
        assert_eq!(places(3), [0, 3, 4]);
        assert_eq!(places(4), [0, 2, 3, 4]);
        assert_eq!(places(10).len(), 6);
    }

    #[test]
    fn a_string_has_the_section_of_its_production() {
        let production = Edition::Rfc3986.production("port").unwrap();
        let (cases, _) = small_suite(production).unwrap();
        let empty = cases.iter().find(|case| case.input.is_empty()).unwrap();
        assert_eq!(empty.expected.is_valid, Some(true));
        let reason = empty.reason.as_ref().unwrap();
        assert_eq!((&*reason.production, reason.section.as_deref()), ("port", Some("3.2.3")));
    }
}

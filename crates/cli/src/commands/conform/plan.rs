//! What a peer is asked, and what is expected of it: the suites, each made once for all peers, or a file. With --all, a
//! peer of a list is also held against the standard that its parser says it implements.

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
use urispec_compare::parsers::{Component, ParserAnswer, Tell};
use urispec_compare::suite::{self, Suite};
use urispec_views::{editions, strings};

use super::group::{self, WrongAnswer};
use super::report::{Plan, Reasons};
use super::{Against, Args};
use crate::input::text;
use crate::options::documents::is_name_of;
use crate::options::names;
use crate::output::{Escaped, Output, Passwords, Reported, Stop, Usage};
use crate::peer::Question;
use crate::peer::list::Standard;

#[derive(Clone, Debug)]
pub(super) struct Trial {
    pub(super) input: String,
    pub(super) base: Option<String>,
    pub(super) expected: ParserAnswer<'static>,
    /// What a document permits beside the target, or the normal form, that is expected.
    pub(super) permitted: Vec<Option<String>>,
    /// What a suite says that the string is about, beside its productions.
    pub(super) about: Vec<String>,
    /// Why the small suite has the string.
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
    /// Verdicts and components.
    Language,
    Resolution,
    Normalization,
}

impl Trial {
    /// What the letter expects of a string.
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

    /// The same string, and what the URL Standard expects of it.
    fn by_whatwg(self) -> Self {
        // The standard has no authority, but its parts.
        let expected = editions::told(&self.input, None).with(Component::Authority, Tell::NotTold);
        Self { expected, ..self }
    }

    /// A string that the URL Standard has an answer to: the same, or the same behind `http:`.
    fn absolute(self) -> Self {
        match editions::is_relative(&self.input) {
            true => Self { input: format!("http:{}", self.input), ..self },
            false => self,
        }
    }
}

fn language(production: Recognizer, suite: &Suite) -> impl Iterator<Item = Trial> + '_ {
    suite.cases().map(move |case| match case.is_valid() {
        true => Trial::by_letter(production, case.input),
        false => Trial::new(case.input, ParserAnswer::valid(false)),
    })
}

/// The suite of an edition's resolution. There is none where the edition resolves nothing.
fn resolution(edition: Edition) -> Result<impl Iterator<Item = Trial>, ResolveError> {
    Ok(suite::resolution(edition)?.map(|case| {
        let mut expected = ParserAnswer::valid(true);
        expected.target = Tell::new(case.target);
        Trial {
            about: group::resolution(&case.base, &case.reference, case.section),
            base: Some(case.base),
            permitted: case.either.into_iter().map(|permitted| permitted.answer).collect(),
            ..Trial::new(case.reference, expected)
        }
    }))
}

fn normalization(edition: Edition) -> impl Iterator<Item = Trial> {
    suite::normalization(edition).map(|case| {
        let about = group::normalization(&case.input, &case.normalized, case.section);
        let mut expected = ParserAnswer::valid(true);
        expected.normalized = Tell::new(Some(case.normalized));
        Trial {
            permitted: case.either.into_iter().map(|permitted| permitted.answer).collect(),
            about,
            ..Trial::new(case.input, expected)
        }
    })
}

fn parts(reference: &Reference<'_>) -> ParserAnswer<'static> {
    let has_parts = reference.authority().is_none() || reference.host().is_some();
    let mut told = ParserAnswer::valid(true);
    for &component in Component::ALL {
        // An authority that is no server has no parts that are known (RFC 2396, 3.2.1).
        let is_part = matches!(component, Component::Userinfo | Component::Host | Component::Port);
        if has_parts || !is_part {
            told = told.with(component, Tell::new(component.of(reference).map(str::to_owned)));
        }
    }
    told
}

/// How many mistakes are shown, unless all are wanted.
pub(super) const SHOWN: usize = 10;

#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct SuiteReason {
    /// What the grammar says, in a sentence without a full stop.
    pub(super) text: String,
    pub(super) production: String,
    pub(super) section: Option<String>,
    /// Whether the large suite has the string too.
    pub(super) is_of_both: bool,
}

/// The small suite of a production, and how many of its strings are not UTF-8; the error says why there is none.
fn small_suite(production: Recognizer) -> Result<(Vec<Trial>, u64), String> {
    let suite = mutant_suite(production, &[]).map_err(|error| error.to_string())?;
    let (mut trials, mut left_out) = (Vec::new(), 0);
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
        trials.push(Trial { reason: Some(reason), ..Trial::by_letter(production, input) });
    }
    Ok((trials, left_out))
}

/// The strings of the small suite, and after them those of the large one that are not among them.
fn both(mut small: Vec<Trial>, large: impl Iterator<Item = Trial>) -> Vec<Trial> {
    let places = small.iter().enumerate().map(|(at, trial)| (trial.input.clone(), at));
    let places: HashMap<String, usize> = places.collect();
    for trial in large {
        let known = places.get(&trial.input).and_then(|&at| small.get_mut(at));
        match known.and_then(|known| known.reason.as_mut()) {
            Some(reason) => reason.is_of_both = true,
            None => small.push(trial),
        }
    }
    small
}

/// Writes the sentence with its section: `` `port` may be empty (3.2.3)``.
impl fmt::Display for SuiteReason {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}", Escaped(self.text.as_bytes()))?;
        match &self.section {
            Some(section) => write!(f, " ({})", Escaped(section.as_bytes())),
            None => Ok(()),
        }
    }
}

/// Up to so many mistakes of different productions and kinds, in their order: first one of each production, then one of
/// each kind in it, then the others.
pub(super) fn chosen<'a, 'p>(all: &'a [WrongAnswer<'p>], most: usize) -> Vec<&'a WrongAnswer<'p>> {
    let mut times = HashMap::new();
    let mut nth = |key| {
        let count: &mut usize = times.entry(key).or_default();
        *count += 1;
        *count
    };
    let mut ranked = Vec::new();
    for (at, wrong) in all.iter().enumerate() {
        let production = wrong.trial.reason.as_ref().map(|reason| &reason.production);
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

/// Which suite is asked, and what the answers are held against.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) struct PlanKey {
    pub(super) test: Test,
    pub(super) judge: Judge,
    pub(super) edition: Edition,
}

pub(super) struct Plans {
    made: Vec<Plan>,
    /// What each peer is asked.
    wanted: Vec<PlanKey>,
    production: Recognizer,
    /// Whether a peer is held against its own standard too.
    is_all: bool,
    /// Whether only the strings with a reason are asked.
    is_small: bool,
}

impl Plans {
    /// What the arguments ask for. None if a file cannot be read, which is said on stderr.
    pub(super) fn of(args: &Args, out: &mut Output) -> Result<Option<Self>, Stop> {
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
        let tests = tests.into_iter().filter(|(_, is_wanted)| *is_wanted);
        let wanted = tests.map(|(test, _)| key(test)).collect();
        let (is_all, is_small) = (args.all, args.reasons);
        let mut made = Vec::new();
        if let Some(path) = &args.suite {
            let Some(plan) = of_file(path, key(Test::Language), production, is_small, out)? else {
                return Ok(None);
            };
            made.push(plan);
        }
        if args.resolve && resolution(edition).is_err() {
            let why = format!("{} has no algorithm of resolution", edition.document());
            return Err(Usage::new(why).into());
        }
        if let (true, None) = (is_small, &args.suite) {
            let plan = plan(key(Test::Language), production, is_small);
            if let Reasons::Missing(why) = &plan.reasons {
                out.refuse(&format!("no reasons for {}: {why}", plan.title))?;
                return Ok(None);
            }
            made.push(plan);
        }
        Ok(Some(Self { made, wanted, production, is_all, is_small }))
    }

    /// The plans for a peer whose parser says that it implements a standard.
    pub(super) fn of_peer(&mut self, standard: Option<Standard>) -> Vec<&Plan> {
        let mut keys = self.wanted.clone();
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
            if self.made.iter().all(|made| made.key != *key) {
                self.made.push(plan(*key, self.production, self.is_small));
            }
        }
        keys.iter().filter_map(|key| self.made.iter().find(|made| made.key == *key)).collect()
    }
}

fn plan(key: PlanKey, asked: Recognizer, is_small: bool) -> Plan {
    let whole = key.edition.whole()[0];
    let production = if asked.edition() == key.edition { asked } else { whole };
    let rule = production.rule().to_owned();
    let named = |name: &str| (name.to_owned(), name.to_owned());
    match key.test {
        Test::Language if key.judge == Judge::Letter => by_letter(key, production, is_small),
        Test::Language => {
            let suite = Suite::new(production);
            let trials = language(production, &suite).map(|trial| trial.absolute().by_whatwg());
            let title = format!("{rule} (behind http: without a scheme)");
            Plan::new(key, (rule, title), Some(production), trials)
        }
        Test::Resolution => {
            // Where the edition resolves nothing, there is nothing to ask.
            let trials = resolution(key.edition).into_iter().flatten();
            Plan::new(key, named("resolution"), Some(whole), trials)
        }
        Test::Normalization => {
            Plan::new(key, named("normalization"), Some(whole), normalization(key.edition))
        }
    }
}

/// The small suite of a production, and, unless it is wanted alone, then the suite.
fn by_letter(key: PlanKey, production: Recognizer, is_small: bool) -> Plan {
    let waiting = waiting(production);
    let ((small, left_out), reasons) = match small_suite(production) {
        Ok(small) if is_small => (small, Reasons::Alone),
        Ok(small) => (small, Reasons::Few),
        Err(why) => ((Vec::new(), 0), Reasons::Missing(why)),
    };
    let suite = (!is_small).then(|| Suite::new(production));
    let large = suite.iter().flat_map(|suite| language(production, suite));
    let trials = both(small, large).into_iter();
    let rule = production.rule().to_owned();
    let plan = Plan::new(key, (rule.clone(), rule), Some(production), trials);
    waiting.finish_and_clear();
    Plan { left_out, reasons, ..plan }
}

/// That strings are being made, which takes half a minute for the URL Standard, if anybody watches stderr.
fn waiting(production: Recognizer) -> ProgressBar {
    if !io::stderr().is_terminal() {
        return ProgressBar::hidden();
    }
    let spinner = ProgressBar::with_draw_target(None, ProgressDrawTarget::stderr());
    spinner.enable_steady_tick(Duration::from_millis(100));
    spinner.set_message(format!("making the strings of {}", production.rule()));
    spinner
}

/// How far the asking has come, if anybody watches stderr.
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

/// A line. Keys that say nothing of what is asked or expected are passed over.
#[derive(Deserialize)]
struct SuiteLine {
    input: Option<String>,
    input_hex: Option<String>,
    base: Option<String>,
    valid: Option<bool>,
    components: Option<serde_json::Map<String, serde_json::Value>>,
    /// The target may be null, that is, be undefined.
    #[serde(default, deserialize_with = "told")]
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

/// What the document permits too: a target, or none where a reference may be refused; or a normal form.
#[derive(Deserialize)]
struct Either {
    target: Option<String>,
    normalized: Option<String>,
}

fn told<'de, D: serde::Deserializer<'de>>(value: D) -> Result<Option<Option<String>>, D::Error> {
    Option::<String>::deserialize(value).map(Some)
}

struct SuiteFile {
    trials: Vec<Trial>,
    /// The production that the strings are placed in.
    production: Option<Recognizer>,
    left_out: u64,
}

/// The plan of a file. None if it cannot be asked, which stderr says.
fn of_file(
    path: &Path,
    key: PlanKey,
    default: Recognizer,
    is_small: bool,
    out: &mut Output,
) -> Result<Option<Plan>, Stop> {
    let Some((name, text)) = text::within(path, 1 << 30, out)? else { return Ok(None) };
    let SuiteFile { mut trials, production, left_out } = match read(&text, default) {
        Ok(suite) => suite,
        Err((line, why)) => {
            out.refuse(&format!("{name}:{line}: {why}"))?;
            return Ok(None);
        }
    };
    trials.retain(|trial| !is_small || trial.reason.is_some());
    if trials.is_empty() {
        let why = match left_out {
            _ if is_small => "no string with a reason: leave out --reasons",
            0 => "no string to ask",
            _ => "no string that can be asked: none is UTF-8",
        };
        out.refuse(&format!("{name}: there is {why}"))?;
        return Ok(None);
    }
    let edition = production.map_or(key.edition, |production| production.edition());
    let trials = trials.into_iter().map(|trial| match key.judge {
        Judge::Letter => trial,
        Judge::Whatwg => trial.by_whatwg(),
    });
    let names = ("file".to_owned(), name);
    let plan = Plan::new(PlanKey { edition, ..key }, names, production, trials);
    let reasons = if is_small { Reasons::Alone } else { Reasons::Few };
    Ok(Some(Plan { left_out, reasons, ..plan }))
}

/// Reads a suite; the error has the number of the line. A line that names no production is of `default`.
fn read(text: &str, default: Recognizer) -> Result<SuiteFile, (usize, String)> {
    let mut suite = SuiteFile { trials: Vec::new(), production: Some(default), left_out: 0 };
    for (at, text) in text.lines().enumerate() {
        let wrong = |why: String| (at + 1, why);
        let line: SuiteLine = serde_json::from_str(text)
            .map_err(|error| wrong(format!("this is no line of a suite: {error}")))?;
        let production = match (&line.edition, &line.rule) {
            (Some(edition), Some(rule)) => Some(production(edition, rule).map_err(wrong)?),
            _ if line.grammar.is_some() => None,
            _ => Some(default),
        };
        if at == 0 {
            suite.production = production;
        }
        let edition = |of: Option<Recognizer>| of.map(|production| production.edition());
        if edition(production) != edition(suite.production) {
            let why =
                "this line is of another edition than the first: ask each in a file of its own";
            return Err(wrong(why.to_owned()));
        }
        match (line.input.clone(), &line.input_hex) {
            (Some(input), _) => {
                suite.trials.push(read_trial(line, input, production).map_err(wrong)?);
            }
            (None, Some(_)) => suite.left_out += 1,
            (None, None) => return Err(wrong("there is no `input`".to_owned())),
        }
    }
    Ok(suite)
}

fn production(edition: &str, rule: &str) -> Result<Recognizer, String> {
    let known = Edition::every().find(|known| is_name_of(*known, edition));
    let known = known.ok_or_else(|| format!("`{edition}` is no edition"))?;
    known.production(rule).map_err(|error| error.to_string())
}

fn read_trial(
    line: SuiteLine,
    input: String,
    production: Option<Recognizer>,
) -> Result<Trial, String> {
    let says = line.valid.is_some() || line.target.is_some() || line.normalized.is_some();
    let mut trial = match (says, production) {
        (false, Some(production)) => Trial::by_letter(production, input),
        _ => Trial::new(input, ParserAnswer::default()),
    };
    trial.reason = line.reason.map(|text| SuiteReason {
        text,
        production: line.production.unwrap_or_default(),
        section: line.section.clone(),
        is_of_both: false,
    });
    if let (Some(base), Some(section)) = (&line.base, &line.section) {
        trial.about = group::resolution(base, &trial.input, section);
    } else if let (Some(normalized), Some(section)) = (&line.normalized, &line.section) {
        trial.about = group::normalization(&trial.input, normalized, section);
    }
    if let (Some(base), Some(production), None) = (&line.base, production, &line.target) {
        trial.expected.target = target(production.edition(), base, &trial.input)?;
    }
    trial.base = line.base;
    let either = line.either.into_iter();
    trial.permitted = either.map(|either| either.target.or(either.normalized)).collect();
    if line.target.is_some() || line.normalized.is_some() {
        trial.expected.is_valid = Some(true);
    }
    trial.expected.is_valid = line.valid.or(trial.expected.is_valid);
    if let Some(components) = line.components {
        for &component in Component::ALL {
            let text = components.get(component.name()).and_then(|text| text.as_str());
            let tell = Tell::new(text.map(str::to_owned));
            trial.expected = trial.expected.with(component, tell);
        }
    }
    if let Some(target) = line.target {
        trial.expected.target = Tell::new(target);
    }
    if let Some(normalized) = line.normalized {
        trial.expected.normalized = Tell::new(Some(normalized));
    }
    Ok(trial)
}

/// What a line with a base and without a target expects: that of the edition's algorithm.
fn target(edition: Edition, base: &str, input: &str) -> Result<Tell<'static>, String> {
    let base = strings::base(edition, base).map_err(|fault| {
        format!("base: {}", fault.message(None, base.as_bytes(), Passwords::default()))
    })?;
    if Reference::parse(edition, input).is_err() {
        return Ok(Tell::NotTold);
    }
    match Resolver::from_edition(edition).resolve(split(base.as_str()), split(input)) {
        Ok(Resolved::Target(target)) => Ok(Tell::new(Some(target.to_string()))),
        Ok(_) => Ok(Tell::Undefined),
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
        let [first, second, third] = &suite.trials[..] else { panic!() };
        assert_eq!(first.expected.component(Component::Path), &Tell::Is("".into()));
        assert_eq!(first.expected.component(Component::Host), &Tell::Undefined);
        assert_eq!(second.expected.component(Component::Host), &Tell::Is("h".into()));
        assert_eq!(third.expected.target, Tell::Undefined);
        assert_eq!(third.expected.is_valid, Some(true));
        for (text, at) in [("[]\n", 1), ("{\"input\":\"a\"}\n{}\n", 2), ("\n", 1)] {
            assert_eq!(read(text, whole).err().unwrap().0, at);
        }
    }

    #[test]
    fn each_production_and_kind_comes_before_a_second_string() {
        use MistakeKind::{Accepts, Rejects};
        let trials = ["scheme", "scheme", "scheme", "port", "host", "scheme"].map(|production| {
            let (text, production) = (String::new(), production.to_owned());
            let reason = SuiteReason { text, production, section: None, is_of_both: false };
            let trial = Trial::new(String::new(), ParserAnswer::default());
            Trial { reason: Some(reason), ..trial }
        });
        let kinds = [Accepts, Accepts, Rejects, Accepts, Rejects, Accepts];
        let all = [0, 1, 2, 3, 4, 5].map(|at| WrongAnswer {
            trial: &trials[at],
            place: &Where::Unknown,
            mistake: PeerMistake::verdict(kinds[at]),
        });
        let places = |most| {
            let chosen = chosen(&all, most).into_iter();
            chosen
                .map(|one| trials.iter().position(|trial| std::ptr::eq(trial, one.trial)).unwrap())
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
        let (trials, _) = small_suite(production).unwrap();
        let empty = trials.iter().find(|trial| trial.input.is_empty()).unwrap();
        assert_eq!(empty.expected.is_valid, Some(true));
        let reason = empty.reason.as_ref().unwrap();
        assert_eq!((&*reason.production, reason.section.as_deref()), ("port", Some("3.2.3")));
    }
}

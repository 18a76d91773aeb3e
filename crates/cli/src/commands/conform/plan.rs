//! Which suites a peer is asked.
//!
//! In: the arguments. Out: plans, each made once for all peers. With --all, a peer of a list is also held
//! against the standard that its parser says it implements, since to be wrong by another is no mistake. The strings of
//! the small suite come first; where a production has none, its plan says why.

use std::io;
use std::io::IsTerminal;
use std::time::Duration;

use indicatif::{ProgressBar, ProgressDrawTarget, ProgressStyle};
use serde::Deserialize;
use urispec::{Edition, Recognizer, Reference, Resolved, Resolver, split};
use urispec_compare::parsers::{Component, ParserAnswer, Tell};
use urispec_compare::suite::Suite;
use urispec_views::strings as subject;

use super::report::{Plan, Reasons};
use super::trial::{Judge, SmallSuite, SuiteReason, Test, Trial};
use super::{Against, Args, place, trial};
use crate::options::documents::is_called;
use crate::options::names;
use crate::output::Output;
use crate::output::fault::Reported;
use crate::output::password::Passwords;
use crate::output::terminal::Escaped;
use crate::output::usage::{Stop, Usage};
use crate::peer::list::Standard;

/// The questions to all peers, or to those of a standard.
type Key = (Test, Judge, Edition);

pub(super) struct Plans {
    made: Vec<(Key, Plan)>,
    /// What each peer is asked.
    wanted: Vec<Key>,
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
        let tests = tests.into_iter().filter(|(_, is_wanted)| *is_wanted);
        let wanted = tests.map(|(test, _)| (test, judge, edition)).collect();
        let (is_all, is_small) = (args.all, args.reasons);
        let mut plans = Self { made: Vec::new(), wanted, production, is_all, is_small };
        if let Some(path) = &args.suite {
            let Some((name, text)) = crate::input::text::within(path, 1 << 30, out)? else {
                return Ok(None);
            };
            let mut suite = match read(&text, production) {
                Ok(suite) => suite,
                Err((line, why)) => {
                    out.refuse(&format!("{name}:{line}: {why}"))?;
                    return Ok(None);
                }
            };
            suite.trials.retain(|trial| !is_small || trial.reason.is_some());
            if suite.trials.is_empty() {
                let why = match suite.left_out {
                    _ if is_small => "no string with a reason: leave out --reasons",
                    0 => "no string to ask",
                    _ => "no string that can be asked: none is UTF-8",
                };
                out.refuse(&format!("{name}: there is {why}"))?;
                return Ok(None);
            }
            let edition = suite.production.map_or(edition, |production| production.edition());
            let by_judge = |trial: Trial| match judge {
                Judge::Letter => trial,
                Judge::Whatwg => trial.by_whatwg(),
            };
            let trials = suite.trials.into_iter().map(by_judge);
            let names = ("file".to_owned(), name);
            let mut plan =
                Plan::new((Test::Language, judge), edition, names, suite.production, trials);
            plan.left_out = suite.left_out;
            if is_small {
                plan.reasons = Reasons::Alone;
            }
            plans.made.push(((Test::Language, judge, edition), plan));
        }
        if args.resolve && trial::resolution(edition).is_err() {
            let why = format!("{} has no algorithm of resolution", edition.document());
            return Err(Usage::new(why).into());
        }
        if let (true, None) = (is_small, &args.suite) {
            let plan = plan((Test::Language, judge, edition), production, is_small);
            if let Reasons::Missing(why) = &plan.reasons {
                out.refuse(&format!("no reasons for {}: {why}", plan.title))?;
                return Ok(None);
            }
            plans.made.push(((Test::Language, judge, edition), plan));
        }
        Ok(Some(plans))
    }

    /// The plans for a peer whose parser says that it implements a standard.
    pub(super) fn of_peer(&mut self, standard: Option<Standard>) -> Vec<&Plan> {
        let mut keys = self.wanted.clone();
        match standard.filter(|_| self.is_all) {
            Some(Standard::Whatwg) => {
                keys.push((Test::Language, Judge::Whatwg, self.production.edition()));
            }
            Some(Standard::Rfc2396) => {
                let tests = [Test::Language, Test::Resolution, Test::Normalization];
                keys.extend(tests.map(|test| (test, Judge::Letter, Edition::Rfc2396)));
            }
            _ => {}
        }
        for key in &keys {
            if self.made.iter().all(|(made, _)| made != key) {
                let plan = plan(*key, self.production, self.is_small);
                self.made.push((*key, plan));
            }
        }
        let find = |key: &Key| self.made.iter().find(|(made, _)| made == key);
        keys.iter().filter_map(find).map(|(_, plan)| plan).collect()
    }
}

fn plan((test, judge, edition): Key, asked: Recognizer, is_small: bool) -> Plan {
    let whole = edition.whole()[0];
    let production = if asked.edition() == edition { asked } else { whole };
    let rule = production.rule().to_owned();
    let named = |name: &str| (name.to_owned(), name.to_owned());
    let what = (test, judge);
    match test {
        Test::Language if judge == Judge::Letter => by_letter(production, is_small),
        Test::Language => {
            let suite = Suite::new(production);
            let trials = trial::language(production, &suite);
            let trials = trials.map(|trial| trial.absolute().by_whatwg());
            let title = format!("{rule} (behind http: without a scheme)");
            Plan::new(what, edition, (rule, title), Some(production), trials)
        }
        Test::Resolution => {
            // Where the edition resolves nothing, there is nothing to ask.
            let trials = trial::resolution(edition).into_iter().flatten();
            Plan::new(what, edition, named("resolution"), Some(whole), trials)
        }
        Test::Normalization => {
            let trials = trial::normalization(edition);
            Plan::new(what, edition, named("normalization"), Some(whole), trials)
        }
    }
}

/// The small suite of a production, and, unless it is wanted alone, then the suite.
fn by_letter(production: Recognizer, is_small: bool) -> Plan {
    let waiting = waiting(production);
    let (small, reasons) = match SmallSuite::of(production) {
        Ok(small) if is_small => (small, Reasons::Alone),
        Ok(small) => (small, Reasons::Few),
        Err(why) => (SmallSuite { trials: Vec::new(), left_out: 0 }, Reasons::Missing(why)),
    };
    let suite = (!is_small).then(|| Suite::new(production));
    let large = suite.iter().flat_map(|suite| trial::language(production, suite));
    let left_out = small.left_out;
    let trials = small.before(large).into_iter();
    let what = (Test::Language, Judge::Letter);
    let rule = production.rule().to_owned();
    let names = (rule.clone(), rule);
    let mut plan = Plan::new(what, production.edition(), names, Some(production), trials);
    (plan.left_out, plan.reasons) = (left_out, reasons);
    waiting.finish_and_clear();
    plan
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
    let bar = ProgressBar::with_draw_target(Some(plan.strings() as u64), target);
    let style = ProgressStyle::with_template("{bar:40} {percent:>3} %  {msg}  {eta} left");
    bar.set_style(style.unwrap_or_else(|_| ProgressStyle::default_bar()));
    bar.set_message(format!("{}, {}", Escaped(name.as_bytes()), Escaped(plan.title.as_bytes())));
    bar
}

// A suite in a file, as `urispec testgen` writes it.
//
// In: JSON lines. Out: a plan, with what the lines expect. A line with an `input` alone is expected to be
// what the letter says. A string that is not UTF-8 (`input_hex`) cannot be asked and is counted. The grammar
// of a suite from --grammar is not known here, so its strings have no place. The strings of `testgen --mutants`
// have their reasons.

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

/// The strings of a file.
pub(super) struct SuiteFile {
    pub(super) trials: Vec<Trial>,
    /// The production that the strings are placed in.
    pub(super) production: Option<Recognizer>,
    pub(super) left_out: u64,
}

/// Reads a suite; the error has the number of the line. A line that names no production is of `default`.
pub(super) fn read(text: &str, default: Recognizer) -> Result<SuiteFile, (usize, String)> {
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
    let known = Edition::every().find(|known| is_called(*known, edition));
    let known = known.ok_or_else(|| format!("`{edition}` is no edition"))?;
    known.production(rule).map_err(|error| error.to_string())
}

fn read_trial(
    line: SuiteLine,
    input: String,
    production: Option<Recognizer>,
) -> Result<Trial, String> {
    let says = line.valid.is_some() || line.target.is_some() || line.normalized.is_some();
    let mut read_trial = match (says, production) {
        (false, Some(production)) => Trial::by_letter(production, input),
        _ => Trial::new(input, ParserAnswer::default()),
    };
    read_trial.reason = line.reason.map(|text| SuiteReason {
        text,
        production: line.production.unwrap_or_default(),
        section: line.section.clone(),
        is_of_both: false,
    });
    if let (Some(base), Some(section)) = (&line.base, &line.section) {
        read_trial.about = place::resolution(base, &read_trial.input, section);
    } else if let (Some(normalized), Some(section)) = (&line.normalized, &line.section) {
        read_trial.about = place::normalization(&read_trial.input, normalized, section);
    }
    if let (Some(base), Some(production), None) = (&line.base, production, &line.target) {
        read_trial.expected.target = target(production.edition(), base, &read_trial.input)?;
    }
    read_trial.base = line.base;
    read_trial.permitted =
        line.either.into_iter().map(|either| either.target.or(either.normalized)).collect();
    if line.target.is_some() || line.normalized.is_some() {
        read_trial.expected.is_valid = Some(true);
    }
    if line.valid.is_some() {
        read_trial.expected.is_valid = line.valid;
    }
    if let Some(components) = line.components {
        for &component in Component::ALL {
            let text = components.get(component.name()).and_then(|text| text.as_str());
            let tell = Tell::new(text.map(str::to_owned));
            read_trial.expected = read_trial.expected.with(component, tell);
        }
    }
    if let Some(target) = line.target {
        read_trial.expected.target = Tell::new(target);
    }
    if let Some(normalized) = line.normalized {
        read_trial.expected.normalized = Tell::new(Some(normalized));
    }
    Ok(read_trial)
}

/// What a line with a base and without a target expects: that of the edition's algorithm.
fn target(edition: Edition, base: &str, input: &str) -> Result<Tell<'static>, String> {
    let base = subject::base(edition, base).map_err(|fault| {
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
}

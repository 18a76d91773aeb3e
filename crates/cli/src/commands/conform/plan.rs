//! Which suites a peer is asked.
//!
//! In: the arguments. Out: plans, each made once for all peers. With --all, a peer of a list is also held
//! against the standard that its parser says it implements, since to be wrong by another is no mistake. The strings of
//! the small suite come first; where a production has none, its plan says why.

use std::io::{self, IsTerminal};
use std::time::Duration;

use indicatif::{ProgressBar, ProgressDrawTarget, ProgressStyle};
use urispec::{Edition, Recognizer};
use urispec_compare::suite::Suite;

use super::reason::SmallSuite;
use super::report::{Plan, Reasons};
use super::trial::{self, Judge, Test, Trial};
use super::{Against, Args, file};
use crate::options::names;
use crate::output::Output;
use crate::output::outcome::Stop;
use crate::output::terminal::Escaped;
use crate::output::usage::Usage;
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
            let mut suite = match file::read(&text, production) {
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

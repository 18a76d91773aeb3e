//! A suite in a file, as `urispec testgen` writes it.
//!
//! In: JSON lines. Out: a plan, with what the lines expect. A line with an `input` alone is expected to be
//! what the letter says. A string that is not UTF-8 (`input_hex`) cannot be asked and is counted. The grammar
//! of a suite from --grammar is not known here, so its strings have no place. The strings of `testgen --mutants`
//! have their reasons.

use serde::Deserialize;
use urispec::{Edition, Recognizer, Reference, Resolved, Resolver, split};
use urispec_compare::parsers::{Component, ParserAnswer, Tell};
use urispec_views::subject;

use super::about;
use super::reason::Reason;
use super::trial::Trial;
use crate::options::documents::is_called;
use crate::output::fault::Reported;
use crate::output::password::Passwords;

/// A line. Keys that say nothing of what is asked or expected are passed over.
#[derive(Deserialize)]
struct Line {
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
pub(super) struct Suite {
    pub(super) trials: Vec<Trial>,
    /// The production that the strings are placed in.
    pub(super) production: Option<Recognizer>,
    pub(super) left_out: u64,
}

/// Reads a suite; the error has the number of the line. A line that names no production is of `default`.
pub(super) fn read(text: &str, default: Recognizer) -> Result<Suite, (usize, String)> {
    let mut suite = Suite { trials: Vec::new(), production: Some(default), left_out: 0 };
    for (at, text) in text.lines().enumerate() {
        let wrong = |why: String| (at + 1, why);
        let line: Line = serde_json::from_str(text)
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
                suite.trials.push(trial(line, input, production).map_err(wrong)?);
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

fn trial(line: Line, input: String, production: Option<Recognizer>) -> Result<Trial, String> {
    let says = line.valid.is_some() || line.target.is_some() || line.normalized.is_some();
    let mut trial = match (says, production) {
        (false, Some(production)) => Trial::by_letter(production, input),
        _ => Trial::new(input, ParserAnswer::default()),
    };
    trial.reason = line.reason.map(|text| Reason {
        text,
        production: line.production.unwrap_or_default(),
        section: line.section.clone(),
        is_of_both: false,
    });
    if let (Some(base), Some(section)) = (&line.base, &line.section) {
        trial.about = about::resolution(base, &trial.input, section);
    } else if let (Some(normalized), Some(section)) = (&line.normalized, &line.section) {
        trial.about = about::normalization(&trial.input, normalized, section);
    }
    if let (Some(base), Some(production), None) = (&line.base, production, &line.target) {
        trial.expected.target = target(production.edition(), base, &trial.input)?;
    }
    trial.base = line.base;
    trial.permitted =
        line.either.into_iter().map(|either| either.target.or(either.normalized)).collect();
    if line.target.is_some() || line.normalized.is_some() {
        trial.expected.is_valid = Some(true);
    }
    if line.valid.is_some() {
        trial.expected.is_valid = line.valid;
    }
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

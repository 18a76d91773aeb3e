//! Requests about strings: in all documents, resolved, normalized, compared, linted.

use std::borrow::Cow;

use serde::Deserialize;
use urispec::trace::ResolutionStep;
use urispec::{Edition, Normalizer, Reference, Resolver, Rung, compare_with};
use urispec_compare::across::Across;
use urispec_compare::since::since;
use urispec_lint::{Linter, Severity, registry, security};
use urispec_template::{ExpansionLanguage, UriTemplate, VariableTypes};
use urispec_views::parse::parse;
use urispec_views::picture::uri;
use urispec_views::strings::{
    PARTS, Subject, compared as met, lowest, normalized as normal, record_up_to,
    resolved as target, warnings,
};
use urispec_views::template::{ambiguity, collision, every, no_template, of, variables, ways};
use urispec_views::{
    Fault, Record, editions, editions as whatwg, history as spans, strings as subject,
};

use super::{Answer, named};

// `editions`: the verdict of each edition on a string, and the result of browsers.

#[derive(Deserialize)]
pub(crate) struct EditionsRequest {
    text: String,
    /// A URI to resolve against. It is ignored if it is not a base in any edition.
    base: Option<String>,
}

pub(crate) fn answer_editions(request: &EditionsRequest) -> Answer {
    let is_base = |base: &&str| Edition::ALL.iter().any(|&one| subject::base(one, base).is_ok());
    let base = request.base.as_deref().filter(is_base);
    let mut across = Across::new();
    if let Some(base) = base {
        across = across.base(base);
    }
    let mut answers = across.ask(&request.text);
    if let Some(answer) = whatwg::answer(&request.text, base) {
        answers.push(answer);
    }
    let found = answers.disagreements_in_substance();
    let since = since(&request.text);
    Ok(editions::of(&answers, base, &found).with_all("since", since.iter().map(spans::one)))
}

// `resolve`: the target of a reference, with the steps of the algorithm.

#[derive(Deserialize)]
pub(crate) struct ResolveRequest {
    edition: String,
    base: String,
    text: String,
    #[serde(default)]
    non_strict: bool,
    #[serde(default)]
    guard_path: bool,
}

/// The maximum number of steps in the answer: a path of a megabyte takes half a million.
const STEPS: usize = 400;

pub(crate) fn answer_resolve(request: &ResolveRequest) -> Answer {
    let edition = named::edition(&request.edition)?;
    let resolver = Resolver::from_edition(edition).non_strict(request.non_strict);
    let resolver = resolver.guard_path(request.guard_path);
    let (given, text) = (&request.base, &request.text);
    let record = |valid| {
        Record::of(edition).with("base", given).with("reference", text).with("valid", valid)
    };
    let base = resolver.read_base(given).map_err(|error| Fault::of_resolving(error, given));
    let reference = resolver.read(text).map_err(|error| Fault::of_resolving(error, text));
    let refused =
        |part, fault: &Fault| record(false).with_record("error", Some(fault.record(part)));
    let ((base, of_base), (reference, warning)) = match (base, reference) {
        (Ok(base), Ok(reference)) => (base, reference),
        (Err(fault), Ok(_)) => return Ok(refused(Some("base"), &fault)),
        (Ok(_), Err(fault)) => return Ok(refused(Some("reference"), &fault)),
        (Err(fault), Err(other)) => {
            let other = other.record(Some("reference"));
            return Ok(refused(Some("base"), &fault).with_record("other_error", Some(other)));
        }
    };
    let (mut steps, mut count) = (Vec::new(), 0_usize);
    let resolved = resolver.trace(base, reference, |step| {
        count += 1;
        if steps.len() < STEPS {
            steps.push(record_of(step));
        }
    });
    match resolved {
        Ok(resolved) => {
            let warnings = of_base.into_iter().chain(warning).chain(resolved.warnings());
            let record = target(record(true), &base, &resolved, warnings);
            let left_out = Some(count - steps.len()).filter(|left| *left > 0);
            Ok(record.with_all("steps", steps.into_iter()).with("left_out", left_out))
        }
        Err(error) => Ok(refused(None, &Fault::Resolve(error))),
    }
}

/// Returns the record of a step: the document's words, and the result. A null value is undefined.
fn record_of(step: ResolutionStep<'_>) -> Record {
    let record = Record::new();
    match step {
        ResolutionStep::Assigned { section, line, value } => {
            record.with("section", section).with("line", line).with_null("value", value.map(cut))
        }
        ResolutionStep::Buffers { label, input, output } => {
            record.with("label", label).with("output", cut(output)).with("input", cut(input))
        }
        ResolutionStep::Labelled { label, line, value } => {
            record.with("label", label).with("line", line).with("value", cut(value))
        }
        ResolutionStep::Line { section, line } => {
            record.with("section", section).with("line", line)
        }
        step => record.with("line", step.to_string()),
    }
}

/// Cuts out the middle of a long value. Each step contains the whole path, which may be a megabyte.
fn cut(value: &str) -> Cow<'_, str> {
    const HEAD: usize = 200;
    const TAIL: usize = 100;
    if value.len() <= HEAD + TAIL {
        return Cow::Borrowed(value);
    }
    let (head, tail) =
        (value.floor_char_boundary(HEAD), value.ceil_char_boundary(value.len() - TAIL));
    Cow::Owned(format!("{} [{} bytes] {}", &value[..head], tail - head, &value[tail..]))
}

// `normalize`: a normal form, and the changes of each rung.

/// The maximum number of changes reported for each rung: a string may have a million.
const MOST_STEPS: usize = 100;

#[derive(Deserialize)]
pub(crate) struct NormalizeRequest {
    edition: String,
    text: String,
    /// The rung up to which the text is normalized. The default is the same as in the program.
    to: Option<String>,
    base: Option<String>,
}

pub(crate) fn answer_normalize(request: &NormalizeRequest) -> Answer {
    let edition = named::edition(&request.edition)?;
    let to = request.to.as_deref().map(str::parse::<Rung>).transpose();
    let normalizer = Normalizer::from_edition(edition);
    let normalizer = match to.map_err(|error| error.to_string())? {
        Some(rung) => normalizer.to(rung),
        None => normalizer,
    };
    let base = request.base.as_deref().map(|base| subject::base(edition, base)).transpose();
    let begun = |rule: &str, valid| {
        Record::of(edition)
            .with("rule", rule)
            .with("input", &request.text)
            .with("base", &request.base)
            .with("valid", valid)
    };
    let first = edition.whole_rules()[0];
    let refused = |part, fault: &Fault| {
        Ok(begun(first, false).with_record("error", Some(fault.record(part))))
    };
    let base = match base {
        Ok(base) => base,
        Err(fault) => return refused(Some("base"), &fault),
    };
    let mut subject = Subject::normalizable(edition, base.as_ref(), request.text.as_bytes());
    let warnings = std::mem::take(&mut subject.warnings);
    match subject.reference(edition) {
        Ok(reference) => {
            let whole = whole(edition, reference.as_str());
            Ok(normal(
                begun(whole, subject.is_valid()),
                &normalizer,
                &reference,
                warnings,
                MOST_STEPS,
            ))
        }
        Err(fault) => refused(None, &fault),
    }
}

/// Returns the production for whole strings that derives the text.
fn whole(edition: Edition, text: &str) -> &'static str {
    edition.deriving(text).map_or(edition.whole_rules()[0], |production| production.rule())
}

// `compare`: the lowest rung at which two references are equivalent, and both at each rung.

#[derive(Deserialize)]
pub(crate) struct CompareRequest {
    edition: String,
    a: String,
    b: String,
}

pub(crate) fn answer_compare(request: &CompareRequest) -> Answer {
    let edition = named::edition(&request.edition)?;
    let sides = [&request.a, &request.b];
    let subjects = sides.map(|text| Subject::normalizable(edition, None, text.as_bytes()));
    let [a, b] = subjects.each_ref().map(|subject| subject.reference(edition));
    let record = |valid| {
        Record::of(edition).with("a", &request.a).with("b", &request.b).with("valid", valid)
    };
    let (Ok(a), Ok(b)) = (&a, &b) else {
        let faults = [&a, &b].into_iter().zip(PARTS);
        let mut faults = faults.filter_map(|(side, part)| Some(side.as_ref().err()?.record(part)));
        let (first, second) = (faults.next(), faults.next());
        return Ok(record(false).with_record("error", first).with_record("other_error", second));
    };
    let normalizer = Normalizer::from_edition(edition);
    let rung = compare_with(&normalizer, a, b).rung();
    let rung = rung.map(|rung| lowest(rung, &subjects, sides.map(|side| side.as_bytes())));
    let rungs = edition.rungs().map(|(rung, section)| {
        let normalizer = normalizer.clone().to(rung);
        let [a, b] = [a, b].map(|side| normalizer.normalize(side).as_str().to_owned());
        let record = Record::new().with("rung", rung.name()).with("section", section);
        record.with("a", a).with("b", b)
    });
    let warnings = warnings(&normalizer, rung, &subjects, [a, b]);
    Ok(met(record(subjects.iter().all(Subject::is_valid)), rung, &warnings)
        .with_all("rungs", rungs))
}

// `lint`: the findings about a string, from the documents, from known attacks, and from IANA's registries.

#[derive(Deserialize)]
pub(crate) struct LintRequest {
    edition: String,
    text: String,
}

/// The maximum number of places reported for each finding: a string may have a million.
const MOST_SPANS: usize = 100;

pub(crate) fn answer_lint(request: &LintRequest) -> Answer {
    let (edition, text) = (named::edition(&request.edition)?, &*request.text);
    let reference = Reference::parse(edition, text).map_err(|error| Fault::of(error, text));
    let linter = Linter::from_edition(edition);
    let letter = reference.as_ref().ok().map(|reference| linter.lint_across(*reference));
    let standard = linter.validation_errors(text);
    let found = letter.into_iter().flatten().chain(standard).chain(security::look(text));
    let found = found.chain(registry::look(text));
    let found = found.map(|one| {
        let severity = one.lint().severity();
        record_up_to(MOST_SPANS, &one, severity.name(), severity != Severity::Note)
    });
    let error = reference.as_ref().err().map(|fault| fault.record(None));
    Ok(Record::of(edition)
        .with("input", text)
        .with("valid", reference.is_ok())
        .with_all("findings", found)
        .with_record("error", error))
}

// `template`: a template, whether it matches a string, and decisions about all its expansions.

#[derive(Deserialize)]
pub(crate) struct TemplateRequest {
    template: String,
    /// The string that may be an expansion.
    text: String,
    /// Another template, which may expand to the same URIs; empty for none.
    other: String,
}

/// The maximum number of matches reported.
const MOST_EXPANSIONS: usize = 8;

/// The maximum length of a string that is matched. For each byte, matching may visit all states of
/// the template.
const LONGEST: usize = 16_384;

pub(crate) fn answer_template(request: &TemplateRequest) -> Answer {
    let template = match UriTemplate::parse(&request.template) {
        Ok(template) => template,
        Err(error) => return Ok(no_template(&request.template, &error)),
    };
    let types = VariableTypes::new();
    let record = of(&template).with("valid", true).with("level", template.level());
    let record = record.with_all("variables", variables(&template, &types));
    let expansions = match template.expansions(&types) {
        Ok(expansions) => expansions,
        Err(error) => return Ok(record.with("undecided", error.to_string())),
    };
    let record = match request.text.len() {
        ..=LONGEST => {
            let found = expansions.matches(&request.text, MOST_EXPANSIONS);
            record.with_record("matching", Some(ways(&template, &request.text, &found)))
        }
        _ => record.with("too_long", true),
    };
    let record = record.with_record("unique", Some(ambiguity(&expansions.ambiguity())));
    let language = match ExpansionLanguage::new(expansions) {
        Ok(language) => language,
        Err(error) => return Ok(record.with("undecided", error.to_string())),
    };
    let record = record
        .with_record("uri", Some(every(&language.every_uri())))
        .with_record("reference", Some(every(&language.every_reference())));
    if request.other.is_empty() {
        return Ok(record);
    }
    let other = match UriTemplate::parse(&request.other) {
        Ok(other) => other,
        Err(error) => {
            return Ok(record.with_record("other", Some(no_template(&request.other, &error))));
        }
    };
    let other_language = match ExpansionLanguage::of(&other) {
        Ok(language) => language,
        Err(error) => return Ok(record.with("undecided", error.to_string())),
    };
    let verdict = language.collision(&other_language);
    Ok(record.with_record("other", Some(collision([&template, &other], &verdict))))
}

// `picture`: a string as an image, with its components and its tree, or with the byte of the error.
//
// A password is drawn: the user typed it, and sees it above the image.

#[derive(Deserialize)]
pub(crate) struct PictureRequest {
    edition: String,
    rule: Option<String>,
    text: String,
}

pub(crate) fn answer_picture(request: &PictureRequest) -> Answer {
    let edition = named::edition(&request.edition)?;
    let production = named::reading(edition, request.rule.as_deref(), &request.text)?;
    let parsed = parse(production, &request.text);
    Ok(Record::line().with("svg", uri::svg(production, &request.text, &parsed, None)))
}

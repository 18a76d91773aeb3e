//! `audit`: a printed grammar held against a pest grammar, or against a regular expression.

use serde::Deserialize;
use urispec_audit::{
    GrammarKind, GrammarPair, GrammarText, Languages, Matching, Notation, Pattern, judge_pattern,
};
use urispec_views::Record;
use urispec_views::audit::pattern::{self, Found};
use urispec_views::audit::{View, record};

use super::{Answer, named};

#[derive(Deserialize)]
pub(crate) struct Request {
    /// The printed grammar.
    printed: String,
    /// Its notation. Without one, what the text looks like.
    notation: Option<String>,
    /// The pest grammar, or the regular expression.
    other: String,
    kind: Kind,
    /// The dialect of the regular expression.
    dialect: Option<String>,
    /// The flags of the regular expression, and no others. Without this key, those that it has written in it.
    flags: Option<String>,
    /// The production that stands for a whole string. Without one, the first.
    rule: Option<String>,
}

#[derive(Clone, Copy, Deserialize)]
#[serde(rename_all = "lowercase")]
enum Kind {
    Pest,
    Regex,
}

/// What the two texts are called in messages.
const PRINTED: &str = "printed grammar";
const PEST: &str = "pest grammar";

pub(crate) fn answer(request: &Request) -> Answer {
    let notation = notation(request)?;
    match request.kind {
        Kind::Pest => pest(request, notation),
        Kind::Regex => regex(request, notation),
    }
}

fn notation(request: &Request) -> Result<Notation, String> {
    match request.notation.as_deref() {
        Some("abnf") => Ok(Notation::Abnf),
        Some("bnf") => Ok(Notation::Bnf),
        Some("rfc1630") => Ok(Notation::Rfc1630),
        Some("w3c") => Ok(Notation::W3c),
        Some("iso") => Ok(Notation::Iso14977),
        Some(name) => Err(format!("there is no notation `{name}`")),
        None => {
            let kind = GrammarKind::from_file("", &request.printed);
            Ok(kind.and_then(GrammarKind::notation).unwrap_or(Notation::Abnf))
        }
    }
}

fn text<'a>(file: &'a str, text: &'a str) -> GrammarText<'a> {
    GrammarText { file, text }
}

fn pest(request: &Request, notation: Notation) -> Answer {
    let (printed, other) = (text(PRINTED, &request.printed), text(PEST, &request.other));
    let pair = GrammarPair::read_with(&urispec_audit::reader(notation), printed, None, other);
    let pair = pair.map_err(|error| error.to_string())?;
    let report = match &request.rule {
        Some(rule) => {
            let known = pair.printed.production(rule).map(|production| &*production.name);
            urispec_audit::audit_reached(&pair, &[known.ok_or_else(|| none_of(rule))?])
        }
        None => {
            let first = pair.printed.productions.first().map(|first| &*first.name);
            urispec_audit::audit(&pair, first.as_slice())
        }
    };
    let report = report.map_err(|error| error.to_string())?;
    let view = View::of_own(&pair, &report, None);
    let productions = report.productions.iter().map(|judged| record::production(&view, judged));
    Ok(Record::line()
        .with_all("productions", productions)
        .with_record("grammar", Some(record::grammar(&view))))
}

fn regex(request: &Request, notation: Notation) -> Answer {
    let dialect = named::dialect(request.dialect.as_deref().unwrap_or("ecmascript"))?;
    let printed = urispec_audit::reader(notation).read(text(PRINTED, &request.printed));
    let printed = printed.map_err(|error| error.to_string())?;
    let rule = match &request.rule {
        Some(rule) => printed.production(rule),
        None => printed.productions.first(),
    };
    let rule = rule.ok_or_else(|| none_of(request.rule.as_deref().unwrap_or_default()))?;
    let pattern = match &request.flags {
        Some(flags) => Pattern::read_with_flags(dialect, &request.other, flags),
        None => Pattern::read(dialect, &request.other),
    };
    let found = match pattern {
        Err(error) => Found::Unreadable(error),
        Ok(pattern) => {
            let languages = Languages::new(&printed);
            let judged =
                judge_pattern(&printed, &languages, &rule.name, &pattern, Matching::Search);
            judged.map_or_else(Found::Undecided, Found::Judged)
        }
    };
    let subject = pattern::Subject {
        edition: None,
        grammar: PRINTED,
        rule: &rule.name,
        name: None,
        pattern: &request.other,
        dialect,
        flags: request.flags.as_deref(),
        matching: Matching::Search,
    };
    Ok(pattern::record(&subject, &found))
}

fn none_of(rule: &str) -> String {
    format!("the printed grammar has no production `{rule}`")
}

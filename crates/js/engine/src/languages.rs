//! Requests about languages, which are sent as expressions: names, and combinations of languages.

use grammar_audit::{Language, TooLarge};
use serde_json::Value;
use urispec_views::Record;
use urispec_views::language::{Documents, PatternOptions, related};

use crate::{Answer, Request, matching};

/// No documents: those that print productions, and the code that reads them, would be a third of the module.
struct NoDocuments;

impl Documents for NoDocuments {
    fn has(&self, _: &str) -> bool {
        false
    }

    fn production(&self, _: &str, name: &str) -> Result<Language, String> {
        Err(format!(
            "this library has no documents: use the regular expression of `{name}` in `urispec/regex`"
        ))
    }
}

const HINT: &str = "write KIND:TEXT, such as `regex:^a$`, `iam:a*` or `express5:/:id`";

/// Returns the language of an expression: `{"name": "KIND:TEXT", "match"}`, or a list of expressions under `union`,
/// `intersection` or `without`.
pub(crate) fn language(expression: &Value) -> Result<Language, String> {
    let text = |key: &str| expression.get(key).and_then(Value::as_str);
    if let Some(name) = text("name") {
        let matching = matching(text("match"))?;
        let options = PatternOptions { matching, ..PatternOptions::default() };
        let found = options.language_in(name, &NoDocuments)?;
        return found.ok_or_else(|| format!("`{name}` names no language; {HINT}"));
    }
    for (key, combine) in COMBINATIONS {
        if let Some(all) = expression.get(key).and_then(Value::as_array) {
            let mut all = all.iter().map(language);
            let first = all.next().ok_or("a combination needs a language")??;
            return all.try_fold(first, |left, right| {
                combine(&left, &right?).map_err(|why| why.to_string())
            });
        }
    }
    Err("an expression has `name`, `union`, `intersection` or `without`".to_owned())
}

type Combine = fn(&Language, &Language) -> Result<Language, TooLarge>;

const COMBINATIONS: [(&str, Combine); 3] = [
    ("union", Language::union),
    ("intersection", Language::intersection),
    ("without", Language::without),
];

/// `relation`: the relation of two languages, with the shortest string of each part.
pub(crate) fn relation(request: &Request) -> Answer {
    let (left, right) = (language(request.value("left")?)?, language(request.value("right")?)?);
    let found = grammar_audit::relation(&left, &right).map_err(|why| why.to_string())?;
    Ok(related(Record::new(), &found))
}

/// `strings`: the shortest strings of a language, as many as `most`; strings that differ in kind, as many as `sample`;
/// and whether it contains `text`.
pub(crate) fn strings(request: &Request) -> Answer {
    let language = language(request.value("of")?)?;
    let most = request.number("most", 0)?;
    let members: Vec<Vec<u8>> = language.dfa().members(0).take(most).collect();
    let text = request.some_text("text")?;
    Ok(Record::new()
        .with("empty", language.is_empty())
        .witnesses("members", &members)
        .witnesses("sample", &language.sample(request.number("sample", 0)?))
        .with("contains", text.map(|text| language.contains(text.as_bytes()))))
}

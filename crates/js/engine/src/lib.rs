//! The engine of the npm package: decisions about patterns, globs, templates and routes.
//!
//! A request is a JSON object, `{"ask": NAME, …}`. The answer is a JSON object, or `{"fault": "…"}` for an invalid
//! request. JavaScript calls only [`ask`]; [`memory`] passes requests and answers. No state is kept between requests.

#[cfg(target_family = "wasm")]
#[allow(unsafe_code)]
mod budget;
#[path = "../../../web/src/memory.rs"]
pub mod memory;
mod languages;
mod patterns;
mod templates;

use grammar_audit::Matching;
use serde_json::{Map, Value};
use urispec_views::Record;

/// An answer, or a message about why there is none.
type Answer = Result<Record, String>;

/// Answers a request.
#[must_use]
pub fn ask(request: &str) -> String {
    let request = serde_json::from_str(request).map_err(|error| error.to_string());
    let record = request.and_then(|request: Map<String, Value>| answer(&Request(request)));
    record.unwrap_or_else(|fault| Record::new().with("fault", fault)).into_text()
}

fn answer(request: &Request) -> Answer {
    match request.text("ask")? {
        "relation" => languages::relation(request),
        "strings" => languages::strings(request),
        "pattern" => patterns::pattern(request),
        "lint" => patterns::lint(request),
        "time" => patterns::time(request),
        "expand" => templates::expand(request),
        "match" => templates::matches(request),
        "collide" => templates::collide(request),
        other => Err(format!("unknown request `{other}`")),
    }
}

/// The keys of a request. Derived implementations of `Deserialize` would be a tenth of the module.
struct Request(Map<String, Value>);

impl Request {
    fn value(&self, key: &str) -> Result<&Value, String> {
        self.0.get(key).ok_or_else(|| format!("a request needs `{key}`"))
    }

    fn text(&self, key: &str) -> Result<&str, String> {
        self.value(key)?.as_str().ok_or_else(|| format!("`{key}` must be a string"))
    }

    /// Returns the text of a key that may be missing.
    fn some_text(&self, key: &str) -> Result<Option<&str>, String> {
        self.0.get(key).map(|_| self.text(key)).transpose()
    }

    /// Returns the number of a key, or `otherwise` if the key is missing.
    fn number(&self, key: &str, otherwise: usize) -> Result<usize, String> {
        let Some(value) = self.0.get(key) else { return Ok(otherwise) };
        let number = value.as_u64().and_then(|number| usize::try_from(number).ok());
        number.ok_or_else(|| format!("`{key}` must be a natural number"))
    }
}

/// Returns the way of matching with a name, by default a search.
fn matching(name: Option<&str>) -> Result<Matching, String> {
    let name = name.unwrap_or(Matching::Search.name());
    let names = || Matching::ALL.iter().map(|one| (one.name(), *one));
    listed("way of matching", name, names())
}

/// Returns the value with a name.
fn listed<T>(
    what: &str,
    name: &str,
    mut all: impl Iterator<Item = (&'static str, T)> + Clone,
) -> Result<T, String> {
    let names = all.clone();
    all.find(|one| one.0 == name).map(|one| one.1).ok_or_else(|| {
        let names: Vec<_> = names.map(|one| one.0).collect();
        format!("unknown {what} `{name}`; write one of {}", names.join(", "))
    })
}

#[cfg(test)]
mod tests {
    use super::ask;

    fn check(request: &str, wanted: &str) {
        let answer = ask(request);
        assert!(answer.contains(wanted), "{request}\n{answer}");
    }

    /// Worked out by hand.
    #[test]
    fn requests_are_answered() {
        let name = |text: &str| format!(r#"{{"name":"{text}"}}"#);
        let relation = |left: &str, right: &str| {
            format!(r#"{{"ask":"relation","left":{left},"right":{right}}}"#)
        };
        check(&relation(&name("regex:^a$"), &name("iam:a")), r#""relation":"equal""#);
        check(&relation(&name("regex:^a*$"), &name("fnmatch:aa")), r#""only_left":"""#);
        let union = r#"{"union":[{"name":"iam:b"},{"name":"/^a$/i"}]}"#;
        check(&relation(union, &name("regex:^[ab]$")), r#""only_left":"A""#);
        let without = format!(r#"{{"without":[{},{}]}}"#, name("iam:a?"), name("regex:^a[^b]"));
        check(&format!(r#"{{"ask":"strings","of":{without},"most":3}}"#), r#"["ab"]"#);
        check(
            r#"{"ask":"pattern","of":{"name":"regex:^(?!a)[ab]$"},"dialect":"re2"}"#,
            r#""pattern":"\\Ab\\z""#,
        );
        check(r#"{"ask":"lint","text":"(a|b)*a|^$|a","dialect":"python"}"#, r#""findings":"#);
        check(r#"{"ask":"time","text":"^(a|a)*$"}"#, r#""growth":"exponential""#);
        check(r#"{"ask":"time","text":"^a*$"}"#, r#""growth":"linear""#);
        check(
            r#"{"ask":"expand","template":"/{a}{?b*}","values":{"a":"x y","b":{"pairs":[["k","v"],["a","w"]]}}}"#,
            r#""expansion":"/x%20y?k=v&a=w""#,
        );
        check(r#"{"ask":"match","template":"/{a}","text":"/x%20y"}"#, r#"{"a":"x y"}"#);
        check(
            r#"{"ask":"match","template":"/:a/b","text":"/x/b","notation":"express5"}"#,
            r#"{"a":"x"}"#,
        );
        check(
            r#"{"ask":"collide","left":"/{a}","right":"/b","notation":"openapi"}"#,
            r#""relation":"wider""#,
        );
    }

    #[test]
    fn an_invalid_request_has_a_fault() {
        for wrong in [
            "",
            "{}",
            r#"{"ask":"x"}"#,
            r#"{"ask":"relation","left":{"name":"x"},"right":{"name":"iam:a"}}"#,
            r#"{"ask":"relation","left":{"name":"regex:("},"right":{"name":"iam:a"}}"#,
            r#"{"ask":"strings","of":{"name":"format:uuid"}}"#,
            r#"{"ask":"strings","of":{"union":[]}}"#,
            r#"{"ask":"expand","template":"{","values":{}}"#,
            r#"{"ask":"match","template":"/:","text":"","notation":"express5"}"#,
            r#"{"ask":"time","text":"(","dialect":"python"}"#,
        ] {
            assert!(ask(wrong).starts_with(r#"{"fault":"#), "{wrong}: {}", ask(wrong));
        }
    }
}

//! A request and its answer, as texts.
//!
//! In: one object of JSON, whose key `ask` names what is asked. Out: one object of JSON, and for a request
//! that is not understood `{"fault": …}`, a sentence that says why.

use serde::Deserialize;
use urispec_views::Record;

use crate::requests::{
    Answer, audit, automaton, compare, diagram, diff, documents, editions, explain, grammar,
    history, lint, normalize, parse, picture, regex, resolve, split,
};

#[derive(Deserialize)]
#[serde(tag = "ask", rename_all = "lowercase")]
enum Request {
    Audit(audit::Request),
    Automaton(automaton::Request),
    Compare(compare::Request),
    Diagram(diagram::Request),
    Diff(diff::Request),
    Documents,
    Editions(editions::Request),
    Explain(explain::Request),
    Grammar(grammar::Request),
    History(history::Request),
    Lint(lint::Request),
    Normalize(normalize::Request),
    Parse(parse::Request),
    Picture(picture::Request),
    Regex(regex::Request),
    Resolve(resolve::Request),
    Split(split::Request),
}

/// Answers a request.
#[must_use]
pub fn ask(request: &str) -> String {
    let request = serde_json::from_str(request).map_err(|error| error.to_string());
    let record = request.and_then(answer);
    record.unwrap_or_else(|fault| Record::new().with("fault", fault)).into_text()
}

fn answer(request: Request) -> Answer {
    match request {
        Request::Audit(request) => audit::answer(&request),
        Request::Automaton(request) => automaton::answer(&request),
        Request::Compare(request) => compare::answer(&request),
        Request::Diagram(request) => diagram::answer(&request),
        Request::Diff(request) => diff::answer(&request),
        Request::Documents => documents::answer(),
        Request::Editions(request) => editions::answer(&request),
        Request::Explain(request) => explain::answer(&request),
        Request::Grammar(request) => grammar::answer(&request),
        Request::History(request) => history::answer(&request),
        Request::Lint(request) => lint::answer(&request),
        Request::Normalize(request) => normalize::answer(&request),
        Request::Parse(request) => parse::answer(&request),
        Request::Picture(request) => picture::answer(&request),
        Request::Regex(request) => regex::answer(&request),
        Request::Resolve(request) => resolve::answer(&request),
        Request::Split(request) => split::answer(&request),
    }
}

#[cfg(test)]
mod tests {
    use super::ask;

    #[test]
    fn a_request_is_answered_or_has_a_fault() {
        let answer = ask(r#"{"ask":"parse","edition":"rfc3986","text":"a:b"}"#);
        assert!(answer.contains(r#""valid":true"#), "{answer}");
        for wrong in ["", "{}", "[]", r#"{"ask":"x"}"#, r#"{"ask":"parse"}"#] {
            assert!(ask(wrong).starts_with(r#"{"fault":"#), "{wrong}");
        }
    }

    /// The example of RFC 3986, 3, is drawn with its components, and what is wrong with its own sentence.
    #[test]
    fn a_picture_is_drawn() {
        let drawn = ask(
            r#"{"ask":"picture","edition":"rfc3986","text":"foo://example.com:8042/over/there?name=ferret#nose"}"#,
        );
        for name in ["scheme", "host", "port", "path", "query", "fragment"] {
            assert!(drawn.contains(&format!(">{name}")), "{name}: {drawn}");
        }
        let by_rule = ask(r#"{"ask":"picture","edition":"rfc3986","rule":"port","text":"80"}"#);
        assert!(by_rule.contains(">port<") && !by_rule.contains("scheme<"), "{by_rule}");
        let wrong = ask(r#"{"ask":"picture","edition":"rfc3986","text":"a b"}"#);
        assert!(wrong.contains("A space is not allowed (RFC 3986, 2)"), "{wrong}");
        let unknown = ask(r#"{"ask":"picture","edition":"rfc3986","rule":"x","text":""}"#);
        assert!(unknown.contains(r#""fault""#), "{unknown}");
    }

    /// What RFC 3986 prints: 1.1.2, 5.4.1, 6.2.2 and Appendix B.
    #[test]
    fn examples_of_the_document_are_answered_as_it_says() {
        let said = |request: &str, wanted: &str| {
            let answer = ask(request);
            assert!(answer.contains(wanted), "{request}\n{answer}");
        };
        said(
            r#"{"ask":"resolve","edition":"rfc3986","base":"http://a/b/c/d;p?q","text":"../../g"}"#,
            r#""target":"http://a/g""#,
        );
        said(
            r#"{"ask":"compare","edition":"rfc3986","a":"example://a/b/c/%7Bfoo%7D",
                "b":"eXAMPLE://a/./b/../b/%63/%7bfoo%7d"}"#,
            r#""rung":"path-segments""#,
        );
        said(
            r#"{"ask":"normalize","edition":"rfc3986","text":"eXAMPLE://a/./b/../b/%63/%7bfoo%7d"}"#,
            r#""normalized":"example://a/b/c/%7Bfoo%7D""#,
        );
        said(
            r#"{"ask":"split","text":"http://www.ics.uci.edu/pub/ietf/uri/#Related"}"#,
            r#""authority":"www.ics.uci.edu","path":"/pub/ietf/uri/","fragment":"Related""#,
        );
        said(r#"{"ask":"parse","edition":"rfc3986","text":"a/b/c","nodes":3}"#, r#""cut":true"#);
        said(
            r#"{"ask":"audit","printed":"a = 1*DIGIT\n","other":"^[0-8]+$","kind":"regex"}"#,
            r#""only_printed":"9""#,
        );
        said(
            r#"{"ask":"audit","printed":"a = %x61-63\n","other":"a = { 'a'..'b' }","kind":"pest"}"#,
            r#""only_printed":"c""#,
        );
    }
}

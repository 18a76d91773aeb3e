//! A request and its answer, as texts.
//!
//! In: one object of JSON, whose key `ask` names what is asked. Out: one object of JSON, and for a request
//! that is not understood `{"fault": …}`, a sentence that says why.

use serde::Deserialize;
use urispec_views::Record;

use crate::requests::{Answer, parse, split};
#[cfg(feature = "whole")]
use crate::requests::{
    audit, automaton, compare, diagram, diff, documents, editions, explain, grammar, history, lint,
    normalize, picture, regex, resolve,
};

#[derive(Deserialize)]
#[serde(tag = "ask", rename_all = "lowercase")]
enum Request {
    #[cfg(feature = "whole")]
    Audit(audit::Request),
    #[cfg(feature = "whole")]
    Automaton(automaton::Request),
    #[cfg(feature = "whole")]
    Compare(compare::Request),
    #[cfg(feature = "whole")]
    Diagram(diagram::Request),
    #[cfg(feature = "whole")]
    Diff(diff::Request),
    #[cfg(feature = "whole")]
    Documents,
    #[cfg(feature = "whole")]
    Editions(editions::Request),
    #[cfg(feature = "whole")]
    Explain(explain::Request),
    #[cfg(feature = "whole")]
    Grammar(grammar::Request),
    #[cfg(feature = "whole")]
    History(history::Request),
    #[cfg(feature = "whole")]
    Lint(lint::Request),
    #[cfg(feature = "whole")]
    Normalize(normalize::Request),
    Parse(parse::Request),
    #[cfg(feature = "whole")]
    Picture(picture::Request),
    #[cfg(feature = "whole")]
    Regex(regex::Request),
    #[cfg(feature = "whole")]
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
        #[cfg(feature = "whole")]
        Request::Audit(request) => audit::answer(&request),
        #[cfg(feature = "whole")]
        Request::Automaton(request) => automaton::answer(&request),
        #[cfg(feature = "whole")]
        Request::Compare(request) => compare::answer(&request),
        #[cfg(feature = "whole")]
        Request::Diagram(request) => diagram::answer(&request),
        #[cfg(feature = "whole")]
        Request::Diff(request) => diff::answer(&request),
        #[cfg(feature = "whole")]
        Request::Documents => documents::answer(),
        #[cfg(feature = "whole")]
        Request::Editions(request) => editions::answer(&request),
        #[cfg(feature = "whole")]
        Request::Explain(request) => explain::answer(&request),
        #[cfg(feature = "whole")]
        Request::Grammar(request) => grammar::answer(&request),
        #[cfg(feature = "whole")]
        Request::History(request) => history::answer(&request),
        #[cfg(feature = "whole")]
        Request::Lint(request) => lint::answer(&request),
        #[cfg(feature = "whole")]
        Request::Normalize(request) => normalize::answer(&request),
        Request::Parse(request) => parse::answer(&request),
        #[cfg(feature = "whole")]
        Request::Picture(request) => picture::answer(&request),
        #[cfg(feature = "whole")]
        Request::Regex(request) => regex::answer(&request),
        #[cfg(feature = "whole")]
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
    #[cfg(feature = "whole")]
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

    /// Each of 150 escapes of a tilde is needless (RFC 3986, 2.3); 100 are told, and 50 are counted.
    #[cfg(feature = "whole")]
    #[test]
    fn a_finding_tells_a_hundred_places() {
        let text = "%7E".repeat(150);
        let answer = ask(&format!(r#"{{"ask":"lint","edition":"rfc3986","text":"a:{text}"}}"#));
        let (_, finding) = answer.split_once(r#""id":"needless-escape""#).unwrap();
        let (finding, _) = finding.split_once(r#""message""#).unwrap();
        assert_eq!(finding.matches(r#"{"start":"#).count(), 100, "{finding}");
        assert!(finding.contains(r#""left_out":50"#), "{finding}");
    }

    /// What RFC 3986 prints: 1.1.2, 5.4.1, 6.2.2 and Appendix B.
    #[cfg(feature = "whole")]
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
        // 3.2.2 is the first to have IPvFuture.
        said(
            r#"{"ask":"editions","text":"http://[v1.a]/"}"#,
            r#""since":[{"from":{"edition":"rfc3986""#,
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

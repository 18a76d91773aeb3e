//! Reads a request and returns its answer, both as text.
//!
//! A request is a JSON object whose key `ask` names its kind. The answer is a JSON object: for an invalid
//! request, `{"fault": …}` with a message.

use serde::Deserialize;
use urispec_views::Record;

use crate::requests::Answer;

/// Declares the requests: the name of each, its keys, and the function that answers it.
macro_rules! requests {
    ($($(#[$when:meta])? $name:ident($keys:ident) by $answer:ident,)*) => {
        $($(#[$when])? use crate::requests::{$answer, $keys};)*

        #[derive(Deserialize)]
        #[serde(tag = "ask", rename_all = "lowercase")]
        enum Request {
            $($(#[$when])? $name($keys),)*
        }

        fn answer(request: Request) -> Answer {
            match request {
                $($(#[$when])? Request::$name(request) => $answer(&request),)*
            }
        }
    };
}

requests! {
    Parse(ParseRequest) by answer_parse,
    Split(SplitRequest) by answer_split,
    #[cfg(feature = "whole")]
    Audit(AuditRequest) by answer_audit,
    #[cfg(feature = "whole")]
    Automaton(AutomatonRequest) by answer_automaton,
    #[cfg(feature = "whole")]
    Causes(CausesRequest) by answer_causes,
    #[cfg(feature = "whole")]
    Compare(CompareRequest) by answer_compare,
    #[cfg(feature = "whole")]
    Diagram(DiagramRequest) by answer_diagram,
    #[cfg(feature = "whole")]
    Diff(DiffRequest) by answer_diff,
    #[cfg(feature = "whole")]
    Documents(DocumentsRequest) by answer_documents,
    #[cfg(feature = "whole")]
    Editions(EditionsRequest) by answer_editions,
    #[cfg(feature = "whole")]
    Explain(ExplainRequest) by answer_explain,
    #[cfg(feature = "whole")]
    Grammar(GrammarRequest) by answer_grammar,
    #[cfg(feature = "whole")]
    History(HistoryRequest) by answer_history,
    #[cfg(feature = "whole")]
    Lint(LintRequest) by answer_lint,
    #[cfg(feature = "whole")]
    Normalize(NormalizeRequest) by answer_normalize,
    #[cfg(feature = "whole")]
    Picture(PictureRequest) by answer_picture,
    #[cfg(feature = "whole")]
    Regex(RegexRequest) by answer_regex,
    #[cfg(feature = "whole")]
    Relation(RelationRequest) by answer_relation,
    #[cfg(feature = "whole")]
    Resolve(ResolveRequest) by answer_resolve,
    #[cfg(feature = "whole")]
    Template(TemplateRequest) by answer_template,
}

/// Answers a request.
#[must_use]
pub fn ask(request: &str) -> String {
    let request = serde_json::from_str(request).map_err(|error| error.to_string());
    let record = request.and_then(answer);
    record.unwrap_or_else(|fault| Record::new().with("fault", fault)).into_text()
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

    /// The example of RFC 3986, 3, is drawn with its components, and an invalid string with its message.
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
        assert!(wrong.contains("A space is not allowed in a URI (RFC 3986, 2)"), "{wrong}");
        let unknown = ask(r#"{"ask":"picture","edition":"rfc3986","rule":"x","text":""}"#);
        assert!(unknown.contains(r#""fault""#), "{unknown}");
    }

    /// Each of 150 escapes of a tilde is needless (RFC 3986, 2.3); 100 are reported, and 50 are counted.
    #[cfg(feature = "whole")]
    #[test]
    fn a_finding_reports_a_hundred_places() {
        let text = "%7E".repeat(150);
        let answer = ask(&format!(r#"{{"ask":"lint","edition":"rfc3986","text":"a:{text}"}}"#));
        let (_, finding) = answer.split_once(r#""id":"needless-escape""#).unwrap();
        let (finding, _) = finding.split_once(r#""message""#).unwrap();
        assert_eq!(finding.matches(r#"{"start":"#).count(), 100, "{finding}");
        assert!(finding.contains(r#""left_out":50"#), "{finding}");
    }

    /// The examples of RFC 3986: 1.1.2, 5.4.1, 6.2.2 and Appendix B.
    #[cfg(feature = "whole")]
    #[test]
    fn examples_of_the_document() {
        let check = |request: &str, wanted: &str| {
            let answer = ask(request);
            assert!(answer.contains(wanted), "{request}\n{answer}");
        };
        check(
            r#"{"ask":"resolve","edition":"rfc3986","base":"http://a/b/c/d;p?q","text":"../../g"}"#,
            r#""target":"http://a/g""#,
        );
        check(
            r#"{"ask":"compare","edition":"rfc3986","a":"example://a/b/c/%7Bfoo%7D",
                "b":"eXAMPLE://a/./b/../b/%63/%7bfoo%7d"}"#,
            r#""rung":"path-segments""#,
        );
        check(
            r#"{"ask":"normalize","edition":"rfc3986","text":"eXAMPLE://a/./b/../b/%63/%7bfoo%7d"}"#,
            r#""normalized":"example://a/b/c/%7Bfoo%7D""#,
        );
        check(
            r#"{"ask":"split","text":"http://www.ics.uci.edu/pub/ietf/uri/#Related"}"#,
            r#""authority":"www.ics.uci.edu","path":"/pub/ietf/uri/","fragment":"Related""#,
        );
        check(
            r#"{"ask":"explain","edition":"rfc3986","rule":"host"}"#,
            r#""published":"https://www.rfc-editor.org/rfc/rfc3986#section-3.2.2""#,
        );
        // RFC 3986, 3.2.2, is the first section that defines IPvFuture.
        check(
            r#"{"ask":"editions","text":"http://[v1.a]/"}"#,
            r#""since":[{"from":{"edition":"rfc3986""#,
        );
        check(r#"{"ask":"parse","edition":"rfc3986","text":"a/b/c","nodes":3}"#, r#""cut":true"#);
        check(
            r#"{"ask":"audit","printed":"a = 1*DIGIT\n","other":"^[0-8]+$","kind":"regex"}"#,
            r#""only_printed":"9""#,
        );
        check(
            r#"{"ask":"audit","printed":"a = %x61-63\n","other":"a = { 'a'..'b' }","kind":"pest"}"#,
            r#""only_printed":"c""#,
        );
        check(
            r#"{"ask":"relation","left":"rfc3986:port","right":"abnf:p = 1*DIGIT\n","tests":"\n8"}"#,
            r#""relation":"wider","only_left":"","common":"0","unanchored":[],"tests":[{"text":"","left":true,"right":false,"right_offset":0},{"text":"8","left":true,"right":true,"right_tree":{"rule":"p","start":0,"end":1,"children":[]}}]"#,
        );
        check(
            r#"{"ask":"relation","left":"regex:[0-9]+$","right":"regex:^[0-9]+$"}"#,
            r#""unanchored":["left"]"#,
        );
        // Only the months differ.
        check(
            r#"{"ask":"causes","left":"abnf:date = day \"-\" month\nday = 2DIGIT\nmonth = 2DIGIT\n",
                "right":"abnf:date = day \"-\" month\nday = 2DIGIT\nmonth = 1*2DIGIT\n"}"#,
            r#""rule":"date","compared":3,"causes":[{"left_rule":"month","right_rule":"month","left_line":3,"right_line":3,"relation":"narrower","only_right":"0","common":"00"}]"#,
        );
        // RFC 3986, 3.2.2: an octet is at most 255.
        check(
            r#"{"ask":"causes","left":"abnf:IPv4address = dec-octet 3(\".\" dec-octet)\ndec-octet = 1*3DIGIT\n",
                "right":"rfc3986:IPv4address"}"#,
            r#""compared":2,"causes":[{"left_rule":"dec-octet","right_rule":"dec-octet","left_line":2,"relation":"wider","only_left":"00","common":"0"}]"#,
        );
        let own = r#"{"ask":"diagram","grammar":"abnf:a = b\nb = \"x\"\n","rule":"b","text":"x"}"#;
        check(own, r#""rule":"b","#);
        check(own, r#""derived":true,"names":["a","b"]"#);
        // `(a+)+` is the textbook example of exponential time.
        check(r#"{"ask":"relation","left":"regex:^(a+)+$"}"#, r#""id":"exponential-time""#);
        check(
            r#"{"ask":"relation","left":"nothing","right":"iam:a*"}"#,
            r#""errors":[{"side":"left","#,
        );
    }
}

//! A request and its answer, as texts.
//!
//! In: one object of JSON, whose key `ask` names what is asked. Out: one object of JSON, and for a request
//! that is not understood `{"fault": …}`, a sentence that says why.

use serde::Deserialize;
use serde_json::{Value, json};

use crate::requests::{documents, parse};

#[derive(Deserialize)]
#[serde(tag = "ask", rename_all = "lowercase")]
enum Request {
    Documents,
    Parse(parse::Request),
}

/// Answers a request.
#[must_use]
pub fn ask(request: &str) -> String {
    let answer: Result<Value, String> = match serde_json::from_str(request) {
        Ok(Request::Documents) => Ok(documents::answer()),
        Ok(Request::Parse(request)) => parse::answer(&request),
        Err(error) => Err(error.to_string()),
    };
    answer.unwrap_or_else(|fault| json!({ "fault": fault })).to_string()
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
}

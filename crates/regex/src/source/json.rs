//! Patterns in JSON Schema and OpenAPI, written as JSON: the values of `pattern`, and the names in
//! `patternProperties` (JSON Schema Validation, 6.3.3; JSON Schema, 10.3.2.2).

use super::decode::JSON;
use super::ecmascript::alone;
use super::found::{Argument, SourcePatterns};
use super::tokens::{Comments, Lexis, Style, Token, TokenKind, Tokens, quoted};
use crate::{Dialect, Matching};

struct Json;

impl Lexis for Json {
    /// Many files that are JSON but for their comments are configurations.
    fn comments(&self) -> Comments {
        Comments::Slashes
    }

    fn literal(&mut self, text: &str, at: usize, _: &[Token]) -> Option<Token> {
        let is_quote = text.as_bytes()[at] == b'"';
        is_quote.then(|| quoted(text, at, at + 1, b'"', Style::Escaped(&JSON)))
    }
}

pub(super) fn find(text: &str, found: &mut SourcePatterns) {
    let tokens = Tokens::of(text, &mut Json);
    let mut add = |at: usize| {
        let argument = match tokens.argument(at..at + 1, false) {
            Argument::Text(text) => Argument::Text(alone(text)),
            other => other,
        };
        found.add((Dialect::EcmaScript, Matching::Search), argument, Ok(String::new()));
    };
    let is_literal = |at: usize| {
        tokens.all.get(at).is_some_and(|token| matches!(token.kind, TokenKind::Literal(..)))
    };
    for at in 0..tokens.all.len() {
        if !is_literal(at) || !tokens.are(at + 1, &[":"]) {
            continue;
        }
        match tokens.of_token(at) {
            "\"pattern\"" if is_literal(at + 2) => add(at + 2),
            "\"patternProperties\"" if tokens.are(at + 2, &["{"]) => {
                let names = tokens.parts(at + 2).into_iter().map(|part| part.start);
                names.filter(|&name| is_literal(name)).for_each(&mut add);
            }
            _ => {}
        }
    }
}

#[cfg(test)]
mod tests {
    use super::super::SourceLanguage::Json;
    use super::super::tests::{all, places};

    #[test]
    fn values_and_names() {
        let text = r#"{"pattern": "^\\d+$", "properties": {"pattern": {"type": "string", "description": "\"pattern\": \"no\""}},
                      "patternProperties": {"^a": {"pattern": "/b/g"}, "c{2}": true}}"#;
        assert_eq!(
            all(Json, text),
            ["search ^\\d+$", "search ^a", "search c{2}", "search (?:/b/g)"]
        );
        assert!(all(Json, "{\"pattern\": [\"a\"], \"pattern\"").is_empty());
    }

    #[test]
    fn places_are_those_of_the_source() {
        // The inside of the literal begins at 12, with an escaped backslash.
        assert_eq!(places(Json, r#"{"pattern":"\\d"}"#, &[0..1, 1..2]), [12..14, 14..15]);
    }
}

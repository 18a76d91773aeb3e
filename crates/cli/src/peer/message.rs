//! A question to a peer, and its answer. Each is a JSON object on one line.

use std::fmt;
use std::io::Write;

use serde::de::{Deserializer, Error, MapAccess, Visitor};
use serde_json::Value;
use urispec_compare::parsers::{AspectValue, Component, ParserAnswer};

// A question, as a JSON line that is simple enough to read without a JSON library.

#[derive(Clone, Copy, Debug)]
pub(crate) struct Question<'q> {
    pub(crate) input: &'q str,
    pub(crate) base: Option<&'q str>,
}

impl Question<'_> {
    pub(super) fn write(&self, line: &mut Vec<u8>) {
        line.extend(b"{\"input\":");
        string(self.input, line);
        if let Some(base) = self.base {
            line.extend(b",\"base\":");
            string(base, line);
        }
        line.extend(b"}\n");
    }

    pub(super) fn length(&self) -> usize {
        self.input.len() + self.base.map_or(0, str::len)
    }
}

fn string(text: &str, line: &mut Vec<u8>) {
    line.push(b'"');
    for character in text.chars() {
        match character {
            '"' | '\\' => line.extend([b'\\', character as u8]),
            ' '..='~' => line.push(character as u8),
            _ => {
                for unit in character.encode_utf16(&mut [0; 2]) {
                    // Writing to a vector never fails.
                    let _ = write!(line, "\\u{unit:04x}");
                }
            }
        }
    }
    line.push(b'"');
}

// A peer's answer: one JSON object.

#[derive(Debug)]
pub(super) enum PeerAnswer {
    ParserAnswer { answer: Box<ParserAnswer<'static>>, reader: Option<String> },
    Absent(String),
}

pub(super) fn read(line: &[u8]) -> Result<PeerAnswer, String> {
    let line = std::str::from_utf8(line).map_err(|_| "the line is not UTF-8".to_owned())?;
    let mut reader = serde_json::Deserializer::from_str(line);
    let explain = |error: serde_json::Error| {
        let text = error.to_string();
        // The text is always one line.
        text.rsplit_once(" at line ").map_or(&*text, |(message, _)| message).to_owned()
    };
    let fields = reader.deserialize_any(Object).map_err(explain)?;
    reader.end().map_err(|_| "something follows the object".to_owned())?;
    if let Some(why) = fields.absent {
        if fields.has_valid {
            return Err("`absent` must be the only key".to_owned());
        }
        return Ok(PeerAnswer::Absent(why));
    }
    if !fields.has_valid {
        return Err("the key `valid` is missing: write true, false, or null if unknown".to_owned());
    }
    Ok(PeerAnswer::ParserAnswer { answer: Box::new(fields.answer), reader: fields.reader })
}

#[derive(Default)]
struct AnswerFields {
    answer: ParserAnswer<'static>,
    has_valid: bool,
    reader: Option<String>,
    absent: Option<String>,
}

impl AnswerFields {
    fn take(&mut self, key: &str, value: Value) -> Result<(), String> {
        match key {
            "valid" => {
                self.has_valid = true;
                self.answer.is_valid = match value {
                    Value::Null => None,
                    Value::Bool(is_valid) => Some(is_valid),
                    other => return Err(wrong(key, "true, false or null", &other)),
                };
            }
            "target" => self.answer.target = tell(key, value)?,
            "normalized" => self.answer.normalized = tell(key, value)?,
            "reader" => self.reader = tell(key, value)?.text().map(str::to_owned),
            "error" => drop(tell(key, value)?),
            "absent" => {
                self.absent = Some(tell(key, value)?.text().unwrap_or_default().to_owned());
            }
            _ => {
                let Some(component) = Component::named(key) else {
                    return Err(format!("unknown key `{key}`"));
                };
                self.answer = std::mem::take(&mut self.answer).with(component, tell(key, value)?);
            }
        }
        Ok(())
    }
}

fn tell(key: &str, value: Value) -> Result<AspectValue<'static>, String> {
    match value {
        Value::Null => Ok(AspectValue::Undefined),
        Value::String(text) => Ok(AspectValue::Text(text.into())),
        other => Err(wrong(key, "a string or null", &other)),
    }
}

fn wrong(key: &str, wanted: &str, found: &Value) -> String {
    let found = match found {
        Value::Null => "null",
        Value::Bool(_) => "a boolean",
        Value::Number(_) => "a number",
        Value::String(_) => "a string",
        Value::Array(_) => "a list",
        Value::Object(_) => "an object",
    };
    format!("`{key}` is {found}, not {wanted}")
}

struct Object;

/// Reads the keys in order. A map of `serde_json` would merge duplicates.
impl<'de> Visitor<'de> for Object {
    type Value = AnswerFields;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("an object")
    }

    fn visit_map<A: MapAccess<'de>>(self, mut map: A) -> Result<AnswerFields, A::Error> {
        let mut fields = AnswerFields::default();
        let mut known: Vec<String> = Vec::new();
        while let Some((key, value)) = map.next_entry::<String, Value>()? {
            if known.contains(&key) {
                return Err(Error::custom(format!("duplicate key `{key}`")));
            }
            fields.take(&key, value).map_err(Error::custom)?;
            // There are only a dozen keys, so the list stays short.
            known.push(key);
        }
        Ok(fields)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_question_is_a_line_of_ascii() {
        let written = |input, base| {
            let mut line = Vec::new();
            Question { input, base }.write(&mut line);
            String::from_utf8(line).unwrap()
        };
        assert_eq!(written("", None), "{\"input\":\"\"}\n");
        assert_eq!(
            written("a\\\"/\n", Some("é")),
            "{\"input\":\"a\\\\\\\"/\\u000a\",\"base\":\"\\u00e9\"}\n"
        );
        // U+1F600 is D83D DE00 in UTF-16.
        assert_eq!(written("\u{7f}\u{1f600}", None), "{\"input\":\"\\u007f\\ud83d\\ude00\"}\n");
    }

    fn parse(line: &str) -> ParserAnswer<'static> {
        match read(line.as_bytes()) {
            Ok(PeerAnswer::ParserAnswer { answer, .. }) => *answer,
            other => panic!("{other:?}"),
        }
    }

    #[test]
    fn what_is_not_said_is_not_told() {
        let answer =
            parse(r#"{"valid":true,"host":"h","port":null,"target":"http:\u002f","error":null}"#);
        assert_eq!(answer.is_valid, Some(true));
        assert_eq!(answer.component(Component::Host), &AspectValue::Text("h".into()));
        assert_eq!(answer.component(Component::Port), &AspectValue::Undefined);
        assert_eq!(answer.component(Component::Path), &AspectValue::Unknown);
        assert_eq!(answer.target, AspectValue::Text("http:/".into()));
        assert_eq!(self::parse(r#"{"valid":null}"#).is_valid, None);
    }

    #[test]
    fn what_is_no_answer_is_named() {
        for (line, why) in [
            ("", "EOF while parsing a value"),
            ("ready", "expected value"),
            ("[]", "invalid type: sequence, expected an object"),
            ("true", "invalid type: boolean `true`, expected an object"),
            ("{}", "the key `valid` is missing: write true, false, or null if unknown"),
            (r#"{"valid":1}"#, "`valid` is a number, not true, false or null"),
            (r#"{"valid":true,"port":80}"#, "`port` is a number, not a string or null"),
            (r#"{"valid":true,"Host":"h"}"#, "unknown key `Host`"),
            (r#"{"valid":true,"crash":"x"}"#, "unknown key `crash`"),
            (r#"{"valid":true,"valid":true}"#, "duplicate key `valid`"),
            (r#"{"valid":true} {"valid":true}"#, "something follows the object"),
            (r#"{"valid":true"#, "EOF while parsing an object"),
            (r#"{"valid":true,"host":"\ud800"}"#, "unexpected end of hex escape"),
        ] {
            assert_eq!(read(line.as_bytes()).unwrap_err(), why, "{line}");
        }
        assert_eq!(read(b"\xff").unwrap_err(), "the line is not UTF-8");
        let deep = "[".repeat(100_000);
        assert!(read(format!("{{\"valid\":{deep}").as_bytes()).unwrap_err().contains("recursion"));
    }
}

//! The protocol of peers: any line is an answer or is rejected, and a question is JSON.
//!
//! The input is any bytes, as the line that a peer writes, and as the string that it receives. The laws:
//!
//! - an answer is a JSON object, and has exactly the values that `serde_json` reads in it;
//! - a question is a line of ASCII, and a JSON object with the string.
//!
//! The protocol belongs to the program, whose crate has no library; its file is included from there.

use serde_json::Value;
use urispec_compare::parsers::{AspectValue, Component};

use crate::input;

#[path = "../../../crates/cli/src/peer/message.rs"]
#[expect(dead_code, reason = "the target does not wait for answers")]
mod message;

use message::{PeerAnswer, Question};

/// Checks the laws of this module.
pub fn holds(data: &[u8]) {
    match message::read(data) {
        Ok(answer) => check_answer(data, &answer),
        Err(why) => assert!(!why.is_empty()),
    }
    let Some([input, base]) = input::lines(data) else { return };
    for base in [None, Some(base)] {
        let mut line = Vec::new();
        Question { input, base }.write(&mut line);
        assert!(line.is_ascii() && line.iter().filter(|byte| **byte == b'\n').count() == 1);
        let read: Value = serde_json::from_slice(&line).expect("a question is JSON");
        assert_eq!(read.get("input").and_then(Value::as_str), Some(input));
        assert_eq!(read.get("base").and_then(Value::as_str), base);
    }
}

fn check_answer(line: &[u8], answer: &PeerAnswer) {
    let read: Value = serde_json::from_slice(line).expect("an answer is JSON");
    let text = |key: &str| read.get(key).and_then(Value::as_str);
    let tell = |key: &str, told: &AspectValue<'_>| match (read.get(key), told) {
        (None, AspectValue::Unknown) | (Some(Value::Null), AspectValue::Undefined) => true,
        (Some(Value::String(text)), AspectValue::Text(told)) => text == told,
        _ => false,
    };
    match answer {
        PeerAnswer::Absent(why) => assert_eq!(why, text("absent").unwrap_or_default()),
        PeerAnswer::ParserAnswer { answer: told, reader } => {
            assert_eq!(told.is_valid, read.get("valid").and_then(Value::as_bool));
            assert_eq!(reader.as_deref(), text("reader"));
            assert!(tell("target", &told.target) && tell("normalized", &told.normalized));
            for &component in Component::ALL {
                assert!(tell(component.name(), told.component(component)), "{}", component.name());
            }
        }
    }
}

//! Characters and strings as pest writes them.

use std::fmt::Write;

use crate::regex::CharacterSet;

/// The characters of a set.
pub(super) fn characters(set: &CharacterSet, is_part: bool) -> String {
    let mut parts = Vec::new();
    for (first, last) in set.ranges() {
        let mut part = String::new();
        if first == last {
            quoted(first.encode_utf8(&mut [0; 4]), &mut part);
        } else {
            character(first, &mut part);
            part.push_str("..");
            character(last, &mut part);
        }
        parts.push(part);
    }
    if is_part && parts.len() > 1 { format!("({})", parts.join(" | ")) } else { parts.join(" | ") }
}

pub(super) fn character(one: char, text: &mut String) {
    text.push('\'');
    escaped(one, '\'', text);
    text.push('\'');
}

pub(super) fn quoted(string: &str, text: &mut String) {
    text.push('"');
    string.chars().for_each(|one| escaped(one, '"', text));
    text.push('"');
}

fn escaped(one: char, quote: char, text: &mut String) {
    let _ = match one {
        one if one == quote || one == '\\' => write!(text, "\\{one}"),
        ' '..='~' => write!(text, "{one}"),
        one => write!(text, "\\u{{{:02X}}}", u32::from(one)),
    };
}

//! A question, as a JSON line that is simple enough to read without a JSON library.

use std::io::Write;

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
}

//! What reaches a terminal: graphic characters, line ends, and the styles of this program.
//!
//! In: text that may repeat anything that an argument, a file or its name has. Out: the same, with
//! every other character escaped: the controls C0, DEL and C1, line and paragraph separators, and
//! the format characters that hide text or turn it around, such as U+202E. What is prose or a table
//! passes [`shown`] last, whether a terminal reads it or a pipe. What is data passes it on a terminal
//! only ([`Output::string`](crate::output::Output::string)): an IRI may have characters that cannot be
//! seen, and a pipe gets each of them. JSON escapes in its own way ([`is_visible`]).
//!
//! The surprising case: a text that was escaped before is not escaped again, since the escapes are
//! graphic; so `\u{1b}` of the input reads like an escaped control.

use std::borrow::Cow;
use std::fmt::{self, Write};
use std::hash::{BuildHasher, Hasher, RandomState};
use std::sync::LazyLock;

use memchr::memmem;
use urispec_views::record::is_visible;

/// A style of one of the palettes; `{:#}` writes the end of the style.
#[derive(Clone, Copy, Default)]
pub(crate) struct Style(anstyle::Style);

impl Style {
    pub(crate) const PLAIN: Self = Self(anstyle::Style::new());

    pub(crate) const fn of(style: anstyle::Style) -> Self {
        Self(style)
    }
}

/// The text that stands for ESC in a style until the style is written, and marks a tab that is to be written
/// as it is. No input has this text by chance: it has a random number that is new in each run.
static MARK: LazyLock<String> = LazyLock::new(|| {
    let number = RandomState::new().build_hasher().finish();
    format!("\u{FDD0}{number:016x}\u{FDD1}")
});

impl fmt::Display for Style {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let style = self.0;
        let codes = if f.alternate() { format!("{style:#}") } else { style.to_string() };
        f.write_str(&codes.replace('\x1b', &MARK))
    }
}

/// A text that is data, with its tabs: they move what follows, and do nothing else to a terminal.
pub(crate) fn with_tabs(text: &str) -> Cow<'_, str> {
    if text.contains('\t') {
        Cow::Owned(text.replace('\t', &format!("{}\t", *MARK)))
    } else {
        Cow::Borrowed(text)
    }
}

/// Whether a text is lines of graphic ASCII, of which nothing is escaped.
pub(crate) fn is_plain(text: &[u8]) -> bool {
    text.iter().all(|byte| matches!(byte, b' '..=b'~' | b'\n'))
}

/// Text as it may be written: whole lines, or pieces of lines that end between two characters.
pub(crate) fn shown(text: &[u8]) -> Cow<'_, [u8]> {
    if is_plain(text) {
        return Cow::Borrowed(text);
    }
    let mut out = String::with_capacity(text.len());
    let mut start = 0;
    let marks = memmem::find_iter(text, MARK.as_bytes());
    for mark in marks.chain([text.len()]) {
        for (at, line) in text[start..mark].split(|&byte| byte == b'\n').enumerate() {
            out.push_str(if at == 0 { "" } else { "\n" });
            // A `String` takes all.
            let _ = write!(out, "{}", Escaped(line));
        }
        start = mark + MARK.len();
        match text.get(start) {
            // No style begins with a tab.
            Some(b'\t') => {
                out.push('\t');
                start += 1;
            }
            _ if mark < text.len() => out.push('\x1b'),
            _ => {}
        }
    }
    Cow::Owned(out.into_bytes())
}

/// Bytes that may be anything, on one line and without effect on a terminal: what cannot be seen
/// is escaped, and so is what is not UTF-8.
pub(crate) struct Escaped<'a>(pub(crate) &'a [u8]);

impl fmt::Display for Escaped<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for chunk in self.0.utf8_chunks() {
            for character in chunk.valid().chars() {
                match character {
                    _ if is_visible(character) => f.write_char(character)?,
                    _ => write!(f, "{}", character.escape_debug())?,
                }
            }
            for byte in chunk.invalid() {
                write!(f, "\\x{byte:02x}")?;
            }
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// C0, DEL, C1, and the characters that hide text or turn it around.
    const HIDDEN: &str = "\0\x1b\t\r\x7f\u{80}\u{9b}\u{9f}\u{61c}\u{200b}\u{200c}\u{200d}\u{200e}\
                          \u{200f}\u{2028}\u{2029}\u{202a}\u{202e}\u{2060}\u{2066}\u{2069}\u{feff}";

    #[test]
    fn nothing_reaches_the_terminal_raw() {
        let escaped = Escaped(b"a\x1b[31m\0\t\xff\xe2\x80\xae \\u").to_string();
        assert_eq!(escaped, r"a\u{1b}[31m\0\t\xff\u{202e} \u");
        assert!(!HIDDEN.chars().any(is_visible));
        assert!("aé語 '\"\\~…→".chars().all(is_visible));
        let text = format!("é{HIDDEN}\n{HIDDEN}");
        let lines = String::from_utf8(shown(text.as_bytes()).into_owned()).unwrap();
        assert!(
            lines.chars().all(|character| character == '\n' || is_visible(character)),
            "{lines}"
        );
        assert_eq!(lines.matches('\n').count(), 1);
        assert_eq!(shown(lines.as_bytes()), lines.as_bytes());
    }

    #[test]
    fn a_style_is_no_text() {
        let red = Style::of(anstyle::AnsiColor::Red.on_default());
        let text = format!("{red}\x1b[31m\u{FDD0}0123456789abcdef\u{FDD1}[31m{red:#}");
        let written = String::from_utf8(shown(text.as_bytes()).into_owned()).unwrap();
        assert_eq!(written, "\x1b[31m\\u{1b}[31m\\u{fdd0}0123456789abcdef\\u{fdd1}[31m\x1b[0m");
        assert_eq!(format!("{}a{:#}", Style::PLAIN, Style::PLAIN), "a");
    }

    #[test]
    fn data_have_their_tabs() {
        let text = format!("\t{}\t", with_tabs("\ta\t\x1b\n"));
        assert_eq!(shown(text.as_bytes()), &b"\\t\ta\t\\u{1b}\n\\t"[..]);
    }
}

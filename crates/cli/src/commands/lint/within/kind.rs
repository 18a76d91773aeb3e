//! What a kind of file writes in its own way: `&amp;` in HTML, `\/` in JSON, `'` for `"` in programs.
//!
//! In: bytes of a file, and what the ending of its name says. Out: the text that is meant, in which a quote that delimits
//! is `"`, and of which each offset has its offset in the file. What is no escape stays as it is.

use std::borrow::Cow;
use std::path::Path;

use memchr::memchr;

/// What the ending of a file's name says.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum FileKind {
    /// Text, whose quotes may be apostrophes.
    Text,
    /// A program or its settings, in which `'` delimits as `"` does.
    Program,
    /// The character references of HTML and XML, which Markdown has too.
    Html,
    /// A backslash and a character, or `u` and four digits (RFC 8259, 7).
    Json,
}

/// The endings of programs, and of what configures them.
const PROGRAMS: [&str; 44] = [
    "bash",
    "c",
    "cc",
    "cfg",
    "cjs",
    "conf",
    "cpp",
    "cs",
    "css",
    "go",
    "gradle",
    "h",
    "hpp",
    "ini",
    "java",
    "js",
    "jsx",
    "kt",
    "kts",
    "less",
    "lua",
    "mjs",
    "php",
    "pl",
    "pm",
    "properties",
    "ps1",
    "py",
    "pyi",
    "r",
    "rb",
    "rs",
    "sass",
    "scala",
    "scss",
    "sh",
    "sql",
    "swift",
    "toml",
    "ts",
    "tsx",
    "yaml",
    "yml",
    "zsh",
];

/// The longest reference that is read: `&#x10FFFF;`.
const LONGEST: usize = 10;

/// A text without its escapes.
pub(super) struct Plain<'t> {
    pub(super) text: Cow<'t, [u8]>,
    /// Where the text and the file go on together again after an escape.
    joints: Vec<(usize, usize)>,
}

impl Plain<'_> {
    /// The offset in the file of an offset of the text.
    pub(super) fn in_file(&self, offset: usize) -> usize {
        let at = self.joints.partition_point(|(plain, _)| *plain <= offset);
        let (plain, raw) = at.checked_sub(1).map_or((0, 0), |at| self.joints[at]);
        raw + (offset - plain)
    }
}

impl FileKind {
    /// What the ending of a name says.
    pub(super) fn of(path: &Path) -> Self {
        let ending = path.extension().map(|ending| ending.to_string_lossy().to_ascii_lowercase());
        match ending.as_deref() {
            Some("html" | "htm" | "xhtml" | "xml" | "svg" | "rss" | "atom" | "md" | "markdown") => {
                Self::Html
            }
            Some("json" | "jsonl" | "ndjson" | "ipynb" | "geojson" | "webmanifest") => Self::Json,
            Some(ending) if PROGRAMS.contains(&ending) => Self::Program,
            _ => Self::Text,
        }
    }

    /// Whether a bare word may end there, and is not the beginning of something else: at the end of the text, before white
    /// space, or before what closes it, with punctuation between or without.
    pub(super) fn ends(self, text: &[u8], at: usize) -> bool {
        let rest = text.get(at..).unwrap_or_default();
        let is_punctuation = |byte: &u8| b".,;:!?".contains(byte);
        let begin = rest.iter().position(|byte| !is_punctuation(byte)).unwrap_or(rest.len());
        match &rest[begin..] {
            [] => true,
            [b'<', after @ ..] => {
                self == Self::Html && (after.starts_with(b"/") || after.starts_with(b"br"))
            }
            [b'\\', b'n' | b'r' | b't' | b'"' | b'\'', ..] => self == Self::Program && begin == 0,
            [byte, ..] => byte.is_ascii_whitespace() || b"\"'`>)]}|".contains(byte),
        }
    }

    /// Whether a program goes on with a text behind its closing quote: it adds to the text, or puts something into it.
    pub(super) fn goes_on(self, text: &[u8], at: usize) -> bool {
        let rest = text.get(at..).unwrap_or_default();
        let is_blank = |byte: &u8| byte.is_ascii_whitespace();
        let begin = rest.iter().position(|byte| !is_blank(byte)).unwrap_or(rest.len());
        let rest = &rest[begin..];
        let joins: [&[u8]; 10] =
            [b"+", b"%", b"&", b"||", b"..", b"\"", b". ", b".format", b".concat", b".replace"];
        self == Self::Program && joins.iter().any(|join| rest.starts_with(join))
    }

    /// The text that is meant.
    pub(super) fn plain(self, text: &[u8]) -> Plain<'_> {
        let mark = match self {
            Self::Text => return Plain { text: Cow::Borrowed(text), joints: Vec::new() },
            Self::Program => {
                let one = |byte: &u8| if *byte == b'\'' { b'"' } else { *byte };
                let text = Cow::Owned(text.iter().map(one).collect());
                return Plain { text, joints: Vec::new() };
            }
            Self::Html => b'&',
            Self::Json => b'\\',
        };
        let (mut plain, mut joints, mut at) = (Vec::with_capacity(text.len()), Vec::new(), 0);
        while let Some(next) = memchr(mark, &text[at..]) {
            plain.extend_from_slice(&text[at..at + next]);
            at += next;
            match self.character(&text[at + 1..]) {
                Some((character, length)) => {
                    plain.extend_from_slice(character.encode_utf8(&mut [0; 4]).as_bytes());
                    at += 1 + length;
                    joints.push((plain.len(), at));
                }
                None => {
                    plain.push(mark);
                    at += 1;
                }
            }
        }
        plain.extend_from_slice(&text[at..]);
        Plain { text: Cow::Owned(plain), joints }
    }

    /// The character that is meant by what follows the mark, and how many bytes say so.
    fn character(self, rest: &[u8]) -> Option<(char, usize)> {
        let in_digits = |digits: &[u8], radix| {
            let digits = std::str::from_utf8(digits).ok()?;
            let is_digit = |digit: char| digit.is_digit(radix);
            let number = digits.chars().all(is_digit).then(|| u32::from_str_radix(digits, radix));
            char::from_u32(number?.ok()?)
        };
        if self == Self::Json {
            return match rest.first()? {
                b'u' => Some((in_digits(rest.get(1..5)?, 16)?, 5)),
                b'"' => Some(('"', 1)),
                b'/' => Some(('/', 1)),
                b'\\' => Some(('\\', 1)),
                b'n' => Some(('\n', 1)),
                b'r' => Some(('\r', 1)),
                b't' => Some(('\t', 1)),
                _ => None,
            };
        }
        let end = rest.iter().take(LONGEST).position(|byte| *byte == b';')?;
        let character = match &rest[..end] {
            b"amp" => '&',
            b"lt" => '<',
            b"gt" => '>',
            b"quot" => '"',
            b"apos" => '\'',
            [b'#', b'x' | b'X', digits @ ..] => in_digits(digits, 16)?,
            [b'#', digits @ ..] => in_digits(digits, 10)?,
            _ => return None,
        };
        Some((character, end + 1))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_offset_has_its_place() {
        let html = b"a?b&amp;c&#x26;d&copy;&";
        let plain = FileKind::of(Path::new("x.HTML")).plain(html);
        assert_eq!(&*plain.text, b"a?b&c&d&copy;&");
        let at = |byte| html.iter().position(|one| *one == byte).unwrap();
        let places = [3, 4, 5, 6, 7].map(|offset| plain.in_file(offset));
        assert_eq!(places, [3, at(b'c'), at(b'c') + 1, at(b'd'), at(b'd') + 1]);
        let plain = FileKind::of(Path::new("x.json")).plain(br#"http:\/\/h\u002Fa\x\"\u12"#);
        assert_eq!(&*plain.text, br#"http://h/a\x"\u12"#);
        assert_eq!(plain.in_file(plain.text.len()), 25);
        assert_eq!(&*FileKind::Text.plain(b"&amp;'").text, b"&amp;'");
        assert_eq!(&*FileKind::of(Path::new("a.JS")).plain(b"'a'").text, b"\"a\"");
    }
}

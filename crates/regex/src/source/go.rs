//! Patterns in Go: arguments of the functions of the package `regexp`.

use super::decode::{GO, Undecoded};
use super::found::SourcePatterns;
use super::tokens::{Comments, Lexis, Style, Token, TokenKind, Tokens, quoted};
use crate::{Dialect, Matching};

struct Go;

impl Lexis for Go {
    fn comments(&self) -> Comments {
        Comments::Slashes
    }

    fn literal(&mut self, text: &str, at: usize, _: &[Token]) -> Option<Token> {
        match text.as_bytes()[at] {
            b'"' => Some(quoted(text, at, at + 1, b'"', Style::Escaped(&GO))),
            // A rune is no string.
            b'\'' => Some(quoted(text, at, at + 1, b'\'', Style::Computed)),
            b'`' => {
                let end = memchr::memchr(b'`', &text.as_bytes()[at + 1..]);
                let end = end.map_or(text.len(), |end| at + 1 + end);
                let kind = TokenKind::Literal(at + 1..end, Style::Verbatim);
                Some(Token { kind, span: at..(end + 1).min(text.len()) })
            }
            _ => None,
        }
    }
}

pub(super) fn find(text: &str, found: &mut SourcePatterns) {
    let tokens = Tokens::of(text, &mut Go);
    for at in 0..tokens.all.len() {
        if !tokens.are(at, &["regexp", "."])
            || tokens.is_behind(at, ".")
            || !tokens.are(at + 3, &["("])
        {
            continue;
        }
        let flags = match tokens.of_token(at + 2) {
            "Compile" | "MustCompile" | "Match" | "MatchString" | "MatchReader" => {
                Ok(String::new())
            }
            name @ ("CompilePOSIX" | "MustCompilePOSIX") => Err(Undecoded {
                span: tokens.all[at + 2].span.clone(),
                why: format!("`{name}` has a dialect of its own"),
            }),
            _ => continue,
        };
        if let Some(pattern) = tokens.parts(at + 3).into_iter().next() {
            found.add((Dialect::Re2, Matching::Search), tokens.argument(pattern, false), flags);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::super::SourceLanguage::Go;
    use super::super::tests::{all, places};

    #[test]
    fn functions() {
        let text = "var a = regexp.MustCompile(`^[a-z]+$`) // regexp.MustCompile(`no`)\n\
                    regexp.MatchString(\"b\\\\d\" + `\\w`, s); regexp.Compile(name); regexp.MustCompilePOSIX(`c`)\n\
                    regexp.QuoteMeta(\"d\"); x := '\"'; regexp.Match(\"\\xff\", s)\n";
        assert_eq!(
            all(Go, text),
            [
                "search ^[a-z]+$",
                "search b\\d\\w",
                "1 computed",
                "MustCompilePOSIX: `MustCompilePOSIX` has a dialect of its own",
                "\\x: a byte that is no character",
            ]
        );
    }

    #[test]
    fn places_are_those_of_the_source() {
        // `a\\` stands at 16 to 19, and `b` at 24.
        let text = "regexp.Compile(\"a\\\\\" + `b`)";
        assert_eq!(places(Go, text, &[0..1, 1..2, 2..3, 0..3]), [16..17, 17..19, 24..25, 16..25]);
    }
}

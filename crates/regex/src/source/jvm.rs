//! Patterns in Java and Kotlin: arguments of `java.util.regex.Pattern`, and of `kotlin.text.Regex` on the JVM.

use super::decode::{Escapes, JAVA, KOTLIN, Undecoded};
use super::found::SourcePatterns;
use super::tokens::{
    Comments, Lexis, Style, Token, TokenKind, Tokens, escaped_end, quoted, unended,
};
use crate::{Dialect, Matching};

/// The flags of `Pattern` that may stand in a pattern too.
const JAVA_FLAGS: &[(&str, &str)] = &[
    ("CASE_INSENSITIVE", "i"),
    ("MULTILINE", "m"),
    ("DOTALL", "s"),
    ("UNICODE_CASE", "u"),
    ("UNIX_LINES", "d"),
    ("COMMENTS", "x"),
    ("UNICODE_CHARACTER_CLASS", "U"),
    ("0", ""),
];
/// The options of `Regex`. On the JVM, case is that of Unicode wherever it is ignored.
const KOTLIN_FLAGS: &[(&str, &str)] = &[
    ("IGNORE_CASE", "iu"),
    ("MULTILINE", "m"),
    ("DOT_MATCHES_ALL", "s"),
    ("UNIX_LINES", "d"),
    ("COMMENTS", "x"),
];

struct Jvm {
    is_kotlin: bool,
}

impl Jvm {
    fn escapes(&self) -> &'static Escapes {
        if self.is_kotlin { &KOTLIN } else { &JAVA }
    }
}

impl Lexis for Jvm {
    fn comments(&self) -> Comments {
        if self.is_kotlin { Comments::NestedSlashes } else { Comments::Slashes }
    }

    fn literal(&mut self, text: &str, at: usize, _: &[Token]) -> Option<Token> {
        let rest = &text[at..];
        if rest.starts_with("\"\"\"") {
            return Some(self.block(text, at));
        }
        match rest.as_bytes()[0] {
            b'"' => {
                let token = quoted(text, at, at + 1, b'"', Style::Escaped(self.escapes()));
                Some(if self.is_kotlin { templated(text, token) } else { token })
            }
            b'\'' => Some(quoted(text, at, at + 1, b'\'', Style::Computed)),
            _ => None,
        }
    }
}

impl Jvm {
    /// The token of a literal between three quotes.
    fn block(&self, text: &str, at: usize) -> Token {
        let from = at + 3;
        let mut end = from;
        let close = loop {
            let found = match self.is_kotlin {
                true => memchr::memchr(b'"', &text.as_bytes()[end..]).map(|found| end + found),
                false => escaped_end(text, end, b'"', true),
            };
            match found {
                Some(found) if text[found..].starts_with("\"\"\"") => break Some(found),
                Some(found) => end = found + 1,
                None => break None,
            }
        };
        let Some(mut close) = close else {
            return unended(text, at);
        };
        if !self.is_kotlin {
            let style = Style::Unread("a text block, whose indentation is not read");
            return Token { kind: TokenKind::Literal(from..close, style), span: at..close + 3 };
        }
        // In Kotlin, quotes before the last three are characters.
        while text[close + 1..].starts_with("\"\"\"") {
            close += 1;
        }
        templated(
            text,
            Token { kind: TokenKind::Literal(from..close, Style::Verbatim), span: at..close + 3 },
        )
    }
}

/// The token of a literal of Kotlin, in which `$` may begin a value.
fn templated(text: &str, token: Token) -> Token {
    let TokenKind::Literal(inner, style) = token.kind else { return token };
    let bytes = text[inner.clone()].as_bytes();
    let is_raw = matches!(style, Style::Verbatim);
    let mut is_escaped = false;
    let is_value = bytes.iter().enumerate().any(|(at, &one)| {
        let next = bytes.get(at + 1).copied().unwrap_or(b' ');
        let is_name =
            next.is_ascii_alphabetic() || matches!(next, b'_' | b'{' | b'`') || !next.is_ascii();
        let is_value = one == b'$' && is_name && !is_escaped;
        is_escaped = one == b'\\' && !is_escaped && !is_raw;
        is_value
    });
    let style = if is_value { Style::Computed } else { style };
    Token { kind: TokenKind::Literal(inner, style), span: token.span }
}

pub(super) fn find(text: &str, is_kotlin: bool, found: &mut SourcePatterns) {
    let tokens = Tokens::of(text, &mut Jvm { is_kotlin });
    let words = (0..tokens.all.len()).filter_map(|at| tokens.word(at));
    let is_re2j = words.into_iter().any(|word| word == "re2j");
    for at in 0..tokens.all.len() {
        let (open, table) = match () {
            () if tokens.are(at, &["Pattern", ".", "compile", "("]) => (at + 3, JAVA_FLAGS),
            () if tokens.are(at, &["Pattern", ".", "matches", "("]) => (at + 3, &[][..]),
            () if is_kotlin && tokens.are(at, &["Regex", "("]) => (at + 1, KOTLIN_FLAGS),
            () if is_kotlin && tokens.are(at, &[".", "toRegex", "("]) => (at + 2, KOTLIN_FLAGS),
            () => continue,
        };
        let mut parts = tokens.parts(open).into_iter();
        let pattern = match tokens.are(at, &["."]) {
            true => at.checked_sub(1).map(|literal| literal..at),
            false => parts.next(),
        };
        let Some(pattern) = pattern else { continue };
        let is_whole = table.is_empty();
        let flags = parts.next().filter(|_| !is_whole);
        let flags = match is_re2j {
            false => tokens.flags(flags, table),
            true => Err(Undecoded {
                span: tokens.all[at].span.clone(),
                why: "the file uses RE2/J, whose `Pattern` has another dialect".to_owned(),
            }),
        };
        let matching = if is_whole { Matching::Whole } else { then(&tokens, open) };
        found.add((Dialect::Java, matching), tokens.argument(pattern, false), flags);
    }
}

/// How a pattern is matched by the calls behind the one that makes it.
fn then(tokens: &Tokens<'_>, open: usize) -> Matching {
    let Some(next) = tokens.partner(open).map(|close| close + 1) else { return Matching::Search };
    let next = match tokens.are(next, &[".", "matcher", "("]) {
        true => tokens.partner(next + 2).map_or(next, |close| close + 1),
        false => next,
    };
    match tokens.of_token(next + 1) {
        "matches" | "matchEntire" | "asMatchPredicate" if tokens.are(next, &["."]) => {
            Matching::Whole
        }
        "lookingAt" if tokens.are(next, &["."]) => Matching::Prefix,
        _ => Matching::Search,
    }
}

#[cfg(test)]
mod tests {
    use super::super::SourceLanguage::{Java, Kotlin};
    use super::super::tests::{all, places};

    #[test]
    fn java() {
        let text = "Pattern a = Pattern.compile(\"^\\\\d\" + \"+$\", Pattern.CASE_INSENSITIVE | Pattern.DOTALL);\n\
                    Pattern.matches(\"b\", s); Pattern.compile(\"c\").matcher(s).matches(); // Pattern.compile(\"no\")\n\
                    Pattern.compile(\"d\").matcher(s).lookingAt(); Pattern.compile(name);\n\
                    Pattern.compile(\"e\", Pattern.LITERAL); Pattern.compile(\"\"\"\n  f\"\"\"); x = '\"';\n";
        assert_eq!(
            all(Java, text),
            [
                "search (?is)^\\d+$",
                "whole b",
                "whole c",
                "prefix d",
                "1 computed",
                "LITERAL: the flag `LITERAL` is not known",
                "\"\"\"\n  f\"\"\": a text block, whose indentation is not read",
            ]
        );
        let text = "import com.google.re2j.Pattern; Pattern.compile(\"a\");";
        assert_eq!(
            all(Java, text),
            ["Pattern: the file uses RE2/J, whose `Pattern` has another dialect"]
        );
    }

    #[test]
    fn kotlin() {
        let text = "val a = Regex(\"^\\\\d+\\$\"); val b = Regex(\"\"\"^\\d$\"\"\").matches(s)\n\
                    \"c\".toRegex(RegexOption.IGNORE_CASE); Regex(\"d$x\"); Regex(\"\"\"${x}\"\"\"); x.toRegex()\n\
                    Regex(\"e\", setOf(RegexOption.MULTILINE)); Regex(\"\"\"\"f\"\"\"\")\n";
        assert_eq!(
            all(Kotlin, text),
            [
                "search ^\\d+$",
                "whole ^\\d$",
                "search (?iu)c",
                "search \"f\"",
                "3 computed",
                "setOf: its flags are computed",
            ]
        );
    }

    #[test]
    fn places_are_those_of_the_source() {
        // The pattern is `(?i)\d`: the escaped backslash stands at 17.
        let text = "Pattern.compile(\"\\\\d\", Pattern.CASE_INSENSITIVE)";
        assert_eq!(places(Java, text, &[0..4, 4..5, 5..6]), [17..17, 17..19, 19..20]);
    }
}

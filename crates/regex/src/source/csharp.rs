//! Patterns in C#: arguments of `Regex`, and of the attribute `GeneratedRegex`.

use super::decode::CSHARP;
use super::found::SourcePatterns;
use super::tokens::{Comments, Lexis, Style, Token, TokenKind, Tokens, quoted, unended};
use crate::{Dialect, Matching};

/// The options that may stand in a pattern too, and those that say nothing about strings.
const OPTIONS: &[(&str, &str)] = &[
    ("IgnoreCase", "i"),
    ("Multiline", "m"),
    ("Singleline", "s"),
    ("IgnorePatternWhitespace", "x"),
    ("ExplicitCapture", "n"),
    ("Compiled", ""),
    ("CultureInvariant", ""),
    ("None", ""),
];

struct CSharp;

impl Lexis for CSharp {
    fn comments(&self) -> Comments {
        Comments::Slashes
    }

    fn literal(&mut self, text: &str, at: usize, _: &[Token]) -> Option<Token> {
        let rest = &text[at..];
        if rest.starts_with('\'') {
            return Some(quoted(text, at, at + 1, b'\'', Style::Computed));
        }
        let prefix = rest.bytes().take_while(|one| matches!(one, b'$' | b'@')).take(8).count();
        let (is_computed, is_verbatim) =
            (rest[..prefix].contains('$'), rest[..prefix].contains('@'));
        let quotes = rest[prefix..].bytes().take_while(|&one| one == b'"').count();
        let from = at + prefix + 1;
        let computed = |style| if is_computed { Style::Computed } else { style };
        match quotes {
            0 => None,
            3.. if !is_verbatim => Some(raw(text, at, at + prefix + quotes, quotes, is_computed)),
            _ if is_verbatim => Some(verbatim(text, at, from, computed(Style::Doubled('"')))),
            _ => Some(quoted(text, at, from, b'"', computed(Style::Escaped(&CSHARP)))),
        }
    }
}

/// The token of a literal in which a quote is written twice.
fn verbatim(text: &str, at: usize, from: usize, style: Style) -> Token {
    let (bytes, mut end) = (text.as_bytes(), from);
    loop {
        let Some(found) = memchr::memchr(b'"', &bytes[end..]) else {
            return unended(text, at);
        };
        end += found;
        if bytes.get(end + 1) != Some(&b'"') {
            return Token { kind: TokenKind::Literal(from..end, style), span: at..end + 1 };
        }
        end += 2;
    }
}

/// The token of a raw literal, which ends at as many quotes as it begins with.
fn raw(text: &str, at: usize, from: usize, quotes: usize, is_computed: bool) -> Token {
    let (bytes, mut end) = (text.as_bytes(), from);
    loop {
        let Some(found) = memchr::memchr(b'"', &bytes[end..]) else {
            return unended(text, at);
        };
        end += found;
        let count = bytes[end..].iter().take_while(|&&one| one == b'"').count();
        if count >= quotes {
            let style = match text[from..end].contains('\n') {
                _ if is_computed => Style::Computed,
                true => Style::Unread("a raw literal of many lines, whose indentation is not read"),
                false => Style::Verbatim,
            };
            return Token { kind: TokenKind::Literal(from..end, style), span: at..end + count };
        }
        end += count;
    }
}

pub(super) fn find(text: &str, found: &mut SourcePatterns) {
    let tokens = Tokens::of(text, &mut CSharp);
    for at in 0..tokens.all.len() {
        // The arguments that are the pattern and the options.
        let (open, pattern, options) = match () {
            () if tokens.are(at, &["Regex", "("]) && tokens.is_behind(at, "new") => (at + 1, 0, 1),
            () if tokens.are(at, &["Regex", "("]) && tokens.is_behind(at, ".") => (at + 1, 0, 1),
            () if tokens.are(at, &["GeneratedRegex", "("]) => (at + 1, 0, 1),
            () if tokens.are(at, &["Regex", "."]) && tokens.are(at + 3, &["("]) => {
                match tokens.of_token(at + 2) {
                    "IsMatch" | "Match" | "Matches" | "Split" | "Count" | "EnumerateMatches" => {
                        (at + 3, 1, 2)
                    }
                    "Replace" => (at + 3, 1, 3),
                    _ => continue,
                }
            }
            () => continue,
        };
        let parts = tokens.parts(open);
        let Some(part) = parts.get(pattern).cloned() else { continue };
        let is_time = |part: &std::ops::Range<usize>| tokens.are(part.start, &["TimeSpan"]);
        let flags =
            tokens.flags(parts.get(options).filter(|part| !is_time(part)).cloned(), OPTIONS);
        found.add((Dialect::DotNet, Matching::Search), tokens.argument(part, false), flags);
    }
}

#[cfg(test)]
mod tests {
    use super::super::SourceLanguage::CSharp;
    use super::super::tests::{all, places};

    #[test]
    fn classes_and_attributes() {
        let text = "var a = new Regex(@\"^\\d\"\"$\", RegexOptions.IgnoreCase | RegexOptions.Compiled);\n\
                    Regex.IsMatch(s, \"b\\\\d\"); Regex.Replace(s, \"c\", \"x\", RegexOptions.Singleline);\n\
                    [GeneratedRegex(\"\"\"d\"e\"\"\")] /* new Regex(\"no\") */ new Regex($\"f{x}\"); new Regex(x);\n\
                    new Regex(\"g\", RegexOptions.RightToLeft); Regex Name() => '\"';\n";
        assert_eq!(
            all(CSharp, text),
            [
                "search (?i)^\\d\"$",
                "search b\\d",
                "search (?s)c",
                "search d\"e",
                "2 computed",
                "RightToLeft: the flag `RightToLeft` is not known",
            ]
        );
    }

    #[test]
    fn places_are_those_of_the_source() {
        // The inside is `a""b` from 12 on.
        let text = "new Regex(@\"a\"\"b\")";
        assert_eq!(places(CSharp, text, &[0..1, 1..2, 2..3]), [12..13, 13..14, 15..16]);
    }
}

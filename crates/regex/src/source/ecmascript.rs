//! Patterns in JavaScript and TypeScript: literals, and arguments of `RegExp`.
//!
//! Whether `/` divides or begins a literal is told by what stands before it (ECMA-262, 12: the goal symbols of the
//! lexical grammar). Of `}` and `)` that needs the bracket that they close: `if (a) /b/` has a literal, `f(a) /b/ c` has
//! none. The surprising case: a value in a template is a program of its own, which may have templates.

use super::decode::ECMASCRIPT;
use super::tokens::{
    Comments, MappedText, Style, Token, TokenKind, Tokens, broken, quoted, unended,
};
use super::{Argument, SourcePatterns, UnreadPattern};
use crate::{Dialect, Matching, literal_parts};

/// Words before which an operand stands.
#[rustfmt::skip]
const BEFORE_OPERANDS: &[&str] = &[
    "await", "case", "delete", "do", "else", "extends", "in", "instanceof", "new", "of", "return", "throw",
    "typeof", "void", "yield",
];

enum Open {
    /// `(`, behind a word that takes a statement after the bracket, or behind none.
    Group {
        is_of_statement: bool,
    },
    /// `{` of statements, or of a value.
    Braces {
        is_block: bool,
    },
    Template,
}

#[derive(Default)]
struct EcmaScript {
    open: Vec<Open>,
    /// Whether an operand may stand behind the bracket that was closed last.
    is_operand_next: bool,
}

impl EcmaScript {
    /// Whether an operand stands next, and no operator.
    fn is_operand(&self, text: &str, before: &[Token]) -> bool {
        let Some(last) = before.last() else { return true };
        match (&last.kind, &text[last.span.clone()]) {
            (TokenKind::Word, word) => {
                let is_property =
                    before.len() > 1 && &text[before[before.len() - 2].span.clone()] == ".";
                BEFORE_OPERANDS.contains(&word) && !is_property
            }
            (TokenKind::Sign, ")" | "}") => self.is_operand_next,
            (TokenKind::Sign, "]") => false,
            // `a++ / b`, and `a! / b` of TypeScript, are hardly written before a literal.
            (TokenKind::Sign, one @ ("+" | "-")) => {
                let twice = before.len() > 1 && &text[before[before.len() - 2].span.clone()] == one;
                !(twice && before[before.len() - 2].span.end == last.span.start)
            }
            // In JSX, `</a>` ends an element, and text stands behind `>`; an arrow is `=>`.
            (TokenKind::Sign, "<") => false,
            (TokenKind::Sign, ">") => text[..last.span.start].ends_with('='),
            (TokenKind::Sign, _) => true,
            // A value in a template begins.
            (TokenKind::Literal(..), literal) => literal.ends_with("${"),
            _ => false,
        }
    }

    fn bracket(&mut self, text: &str, at: usize, before: &[Token]) {
        match text.as_bytes()[at] {
            b'(' => {
                let word = before.last().map_or("", |last| &text[last.span.clone()]);
                let is_of_statement = matches!(word, "if" | "while" | "for" | "with");
                self.open.push(Open::Group { is_of_statement });
            }
            b'{' => {
                let is_value =
                    match before.last().map(|last| (&last.kind, &text[last.span.clone()])) {
                        Some((TokenKind::Word, word)) => {
                            BEFORE_OPERANDS.contains(&word) && !matches!(word, "do" | "else")
                        }
                        Some((TokenKind::Sign, ")" | ";" | "{" | "}")) | None => false,
                        Some((TokenKind::Sign, ">")) => false,
                        Some((TokenKind::Sign, _)) => true,
                        Some(_) => false,
                    };
                self.open.push(Open::Braces { is_block: !is_value });
            }
            b')' => {
                let closed = self.open.pop_if(|one| matches!(one, Open::Group { .. }));
                self.is_operand_next =
                    matches!(closed, Some(Open::Group { is_of_statement: true }));
            }
            b'}' => {
                let closed = self.open.pop_if(|one| matches!(one, Open::Braces { .. }));
                self.is_operand_next = matches!(closed, Some(Open::Braces { is_block: true }));
            }
            _ => {}
        }
    }

    /// The token of a template from its quote on, or from behind a value.
    fn template(&mut self, text: &str, at: usize) -> Token {
        let (bytes, from) = (text.as_bytes(), at + 1);
        let is_whole = bytes[at] == b'`';
        let mut end = from;
        loop {
            match bytes.get(end) {
                Some(b'\\') => end += 2,
                Some(b'`') => {
                    let style =
                        if is_whole { Style::Escaped(&ECMASCRIPT) } else { Style::Computed };
                    return Token::literal(from..end, style, at..end + 1);
                }
                Some(b'$') if bytes.get(end + 1) == Some(&b'{') => {
                    self.open.push(Open::Template);
                    return Token::literal(from..end, Style::Computed, at..end + 2);
                }
                Some(_) => end += 1,
                None => return unended(text, at),
            }
        }
    }
}

impl EcmaScript {
    fn literal(&mut self, text: &str, at: usize, before: &[Token]) -> Option<Token> {
        match text.as_bytes()[at] {
            quote @ (b'"' | b'\'') => {
                Some(quoted(text, at, at + 1, quote, Style::Escaped(&ECMASCRIPT)))
            }
            b'`' => Some(self.template(text, at)),
            b'}' if matches!(self.open.last(), Some(Open::Template)) => {
                self.open.pop();
                Some(self.template(text, at))
            }
            // `/>` ends an element of JSX.
            b'/' if self.is_operand(text, before) && !text[at..].starts_with("/>") => {
                Some(regex(text, at))
            }
            _ => {
                self.bracket(text, at, before);
                None
            }
        }
    }
}

fn regex(text: &str, at: usize) -> Token {
    let (mut is_escaped, mut in_class) = (false, false);
    for (place, one) in text[at..].char_indices().skip(1) {
        match one {
            '\n' | '\r' | '\u{2028}' | '\u{2029}' => break,
            _ if is_escaped => {}
            '[' => in_class = true,
            ']' => in_class = false,
            '/' if !in_class => {
                let end = at + place;
                let flags = text[end + 1..].bytes().take_while(u8::is_ascii_alphanumeric).count();
                return Token { kind: TokenKind::Regex, span: at..end + 1 + flags };
            }
            _ => {}
        }
        is_escaped = one == '\\' && !is_escaped;
    }
    broken(text, at)
}

pub(super) fn find(text: &str, found: &mut SourcePatterns) {
    let mut state = EcmaScript::default();
    let tokens = Tokens::of(text, Comments::Slashes, &mut |text, at, before| {
        state.literal(text, at, before)
    });
    let how = (Dialect::EcmaScript, Matching::Search);
    for (at, token) in tokens.all.iter().enumerate() {
        if let TokenKind::Regex = token.kind {
            found.add(how, tokens.regex_literal(at), Ok(String::new()));
        }
        if !tokens.are(at, &["RegExp", "("]) {
            continue;
        }
        let parts = tokens.parts(at + 1);
        let Some(pattern) = parts.first().cloned() else { continue };
        let is_literal =
            pattern.len() == 1 && matches!(tokens.all[pattern.start].kind, TokenKind::Regex);
        // Without other flags it is the literal again.
        if is_literal && parts.len() < 2 {
            continue;
        }
        let argument = match pattern.len() {
            _ if is_literal => Argument::Text(tokens.regex(pattern.start).0),
            4 if tokens.are(pattern.start, &["String", ".", "raw"]) => tokens.raw(pattern.end - 1),
            _ => tokens.argument(pattern, false),
        };
        let flags = match parts.get(1).map(|part| tokens.argument(part.clone(), false)) {
            None => Ok(String::new()),
            Some(Argument::Text(flags)) => Ok(flags.text().to_owned()),
            Some(_) => {
                let span = tokens.all[parts[1].start].span.clone();
                Err(UnreadPattern::new(span, "its flags are computed"))
            }
        };
        match (argument, flags) {
            (Argument::Text(body), Ok(flags)) => {
                found.add(how, literal(&body, &flags), Ok(String::new()));
            }
            (argument, Err(why)) => found.add(how, argument, Err(why)),
            (argument, _) => found.add(how, argument, Ok(String::new())),
        }
    }
}

fn literal(body: &MappedText, flags: &str) -> Argument {
    let span = body.span().unwrap_or(0..0);
    let mut literal = MappedText::default();
    let parts = match literal_parts(body.text(), flags) {
        Ok(parts) => parts,
        Err(why) => return Argument::Unread(UnreadPattern::new(span, why)),
    };
    for (part, place) in parts {
        match &body.text()[place.clone()] {
            "" if place.start == 0 => literal.written(part, span.start..span.start),
            "" => literal.written(part, span.end..span.end),
            "/" => literal.written(part, body.source(place)),
            own => {
                for (at, one) in own.char_indices().map(|(at, one)| (place.start + at, one)) {
                    let place = body.source(at..at + one.len_utf8());
                    literal.written(one.encode_utf8(&mut [0; 4]), place);
                }
            }
        }
    }
    Argument::Text(literal)
}

impl Tokens<'_> {
    /// A literal of a pattern, with a flag.
    fn regex_literal(&self, at: usize) -> Argument {
        let ((body, flags), span) = (self.regex(at), self.all[at].span.clone());
        match literal_parts(body.text(), flags) {
            Err(why) => Argument::Unread(UnreadPattern::new(span, why)),
            Ok(parts) => {
                let mut literal = MappedText::default();
                literal.verbatim(self.of_token(at), span.start);
                let flag = parts.last().filter(|_| flags.is_empty());
                literal.written(flag.map_or("", |flag| flag.0), span.end..span.end);
                Argument::Text(literal)
            }
        }
    }

    /// The body and the flags of a literal of a pattern.
    fn regex(&self, at: usize) -> (MappedText, &str) {
        let (text, begin) = (self.of_token(at), self.all[at].span.start);
        let (body, flags) = text[1..].rsplit_once('/').unwrap_or((&text[1..], ""));
        let mut mapped = MappedText::default();
        mapped.verbatim(body, begin + 1);
        (mapped, flags)
    }

    fn raw(&self, at: usize) -> Argument {
        match &self.all[at].kind {
            TokenKind::Literal(inner, Style::Escaped(_)) => {
                let mut text = MappedText::default();
                text.verbatim(&self.text[inner.clone()], inner.start);
                Argument::Text(text)
            }
            _ => Argument::Computed,
        }
    }
}

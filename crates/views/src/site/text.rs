//! Text of grammars, with links.
//!
//! In: the text of a production in any notation, and where its names lead. Out: HTML with the same
//! characters. What would be invisible, or would change what is around it, is written as an escape.

use maud::{Markup, PreEscaped, html};
use urispec::audit::Notation;

use crate::record::is_visible;

/// Where a name leads: the address of the page of the production, if it has one.
pub(super) type Link<'l> = &'l dyn Fn(&str) -> Option<String>;

/// A text as it is shown: with line breaks, and with escapes for what cannot be seen.
pub(super) fn shown(text: &str) -> String {
    let mut all = String::with_capacity(text.len());
    for character in text.chars() {
        match character {
            '\n' => all.push('\n'),
            '\t' => all.push(' '),
            character if is_visible(character) => {
                all.push(character);
            }
            character => all.extend(character.escape_unicode()),
        }
    }
    all
}

/// A string of a language, in quotes.
pub(super) fn string(bytes: &[u8]) -> Markup {
    let text = match std::str::from_utf8(bytes) {
        Ok(text) => {
            let mut json = Vec::new();
            crate::record::string(text, &mut json);
            String::from_utf8_lossy(&json).into_owned()
        }
        Err(_) => format!("\"{}\"", bytes.escape_ascii()),
    };
    html! {
        code.string { (text) }
        @if bytes.is_empty() { " " span.quiet { "the empty string" } }
    }
}

/// The text of a production, each name of another a link.
pub(super) fn linked(text: &str, notation: Notation, link: Link<'_>) -> Markup {
    let text = shown(text);
    let mut parts = Vec::new();
    for line in text.split_inclusive('\n') {
        self::line(line, notation, link, &mut parts);
    }
    html! { @for part in &parts { (part) } }
}

fn line(line: &str, notation: Notation, link: Link<'_>, parts: &mut Vec<Markup>) {
    let has_quotes = notation != Notation::Rfc1630;
    let mut rest = line;
    while let Some(first) = rest.chars().next() {
        let is_comment = first == ';'
            && matches!(notation, Notation::Abnf | Notation::Bnf | Notation::Rfc1630)
            && (has_quotes || rest.len() == line.len());
        let length = match first {
            _ if is_comment => rest.trim_end_matches('\n').len(),
            '"' | '\'' if has_quotes => rest[1..].find(first).map_or(rest.len(), |end| end + 2),
            first if is_name_start(first) => {
                rest.find(|next| !is_in_name(next)).unwrap_or(rest.len())
            }
            _ => {
                let ends = |next: char| is_name_start(next) || matches!(next, '"' | '\'' | ';');
                rest.char_indices()
                    .skip(1)
                    .find(|(_, next)| ends(*next))
                    .map_or(rest.len(), |at| at.0)
            }
        };
        let (part, after) = rest.split_at(length);
        rest = after;
        let address = if is_name_start(first) { link(part) } else { None };
        parts.push(match address {
            Some(address) => html! { a href=(address) { (part) } },
            None if is_comment => html! { span.comment { (part) } },
            None => html! { (part) },
        });
    }
}

fn is_name_start(character: char) -> bool {
    character.is_alphabetic() || character == '_'
}

fn is_in_name(character: char) -> bool {
    character.is_alphanumeric() || matches!(character, '_' | '-' | '+')
}

/// A picture that the program drew itself.
pub(super) fn picture(svg: &str) -> Markup {
    PreEscaped(svg.to_owned())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_are_links_and_literals_are_not() {
        let link = |name: &str| (name != "b").then(|| format!("{name}.html"));
        let text = linked("a = \"a\" b c-d ; a\n", Notation::Abnf, &link).into_string();
        assert_eq!(
            text,
            "<a href=\"a.html\">a</a> = &quot;a&quot; b <a href=\"c-d.html\">c-d</a> \
             <span class=\"comment\">; a</span>\n"
        );
        // A semicolon and a quotation mark stand for themselves in RFC 1630.
        let text = linked("a \" | ; | b\n", Notation::Rfc1630, &link).into_string();
        assert_eq!(text, "<a href=\"a.html\">a</a> &quot; | ; | b\n");
    }

    #[test]
    fn no_text_is_markup_and_none_is_hidden() {
        let text = linked("<img src=x>\u{202e}\0é", Notation::Abnf, &|_| None).into_string();
        assert_eq!(text, "&lt;img src=x&gt;\\u{202e}\\u{0}é");
        assert_eq!(
            string(b"<\xFF").into_string(),
            "<code class=\"string\">&quot;&lt;\\xff&quot;</code>"
        );
    }
}

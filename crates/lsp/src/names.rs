//! The names in a grammar: where each is defined, and where it is used.
//!
//! In: the text of a grammar, which need not be whole while somebody types. Out: its names. They are found by the
//! signs of the notation alone, so that a mistake in one rule hides none of the others.

use std::ops::Range;

use urispec_audit::GrammarKind;

/// A name where it stands.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Name {
    /// The place, in bytes of the grammar.
    pub(super) span: Range<usize>,
    pub(super) is_definition: bool,
}

/// The names of a grammar, in their order.
pub(super) fn names(kind: GrammarKind, text: &str) -> Vec<Name> {
    match kind {
        GrammarKind::Pest => in_pest(text),
        _ => in_print(text),
    }
}

/// Whether two names of a grammar are one.
pub(super) fn is_same(kind: GrammarKind, name: &str, other: &str) -> bool {
    match kind.notation() {
        Some(notation) => notation.key(name) == notation.key(other),
        None => name == other,
    }
}

/// The length of a text that begins at once, up to a sign that ends it.
fn through(text: &str, from: usize, end: &str) -> usize {
    text[from..].find(end).map_or(text.len(), |at| from + at + end.len())
}

fn in_pest(text: &str) -> Vec<Name> {
    let bytes = text.as_bytes();
    let (mut found, mut at, mut depth) = (Vec::new(), 0, 0_usize);
    while at < bytes.len() {
        let rest = &text[at..];
        at = match bytes[at] {
            b'/' if rest.starts_with("//") => through(text, at, "\n"),
            b'/' if rest.starts_with("/*") => through(text, at + 2, "*/"),
            b'"' => {
                let mut end = at + 1;
                while end < bytes.len() && bytes[end] != b'"' {
                    end += if bytes[end] == b'\\' { 2 } else { 1 };
                }
                end + 1
            }
            // A character, `'a'` or `'\''`.
            b'\'' => {
                let first = at + 1 + usize::from(bytes.get(at + 1) == Some(&b'\\'));
                let next = text.get(first..).and_then(|rest| rest.chars().next());
                through(text, first + next.map_or(0, char::len_utf8), "'").max(at + 1)
            }
            sign @ (b'{' | b'}') => {
                depth = if sign == b'{' { depth + 1 } else { depth.saturating_sub(1) };
                at + 1
            }
            b'#' => at + 1 + word(&text[at + 1..]),
            byte if byte.is_ascii_alphabetic() || byte == b'_' => {
                let end = at + word(rest);
                let is_definition = text[end..].trim_start().starts_with('=') && depth == 0;
                // `_` before a brace is a modifier.
                if &text[at..end] != "_" {
                    found.push(Name { span: at..end, is_definition });
                }
                end
            }
            _ => at + rest.chars().next().map_or(1, char::len_utf8),
        };
        at = at.min(bytes.len());
        while !text.is_char_boundary(at) {
            at += 1;
        }
    }
    found
}

fn word(text: &str) -> usize {
    text.find(|one: char| !one.is_ascii_alphanumeric() && one != '_').unwrap_or(text.len())
}

fn in_print(text: &str) -> Vec<Name> {
    let (mut found, mut begin) = (Vec::new(), 0);
    for line in text.split_inclusive('\n') {
        let mut at = 0;
        let mut is_first = true;
        while let Some(sign) = line[at..].chars().next() {
            let rest = &line[at..];
            let is_name = |one: char| one.is_ascii_alphanumeric() || matches!(one, '-' | '_');
            at += match sign {
                ';' => break,
                '"' => rest[1..].find('"').map_or(rest.len(), |end| end + 2),
                // A name between angle brackets, or prose.
                '<' => match rest.find('>') {
                    Some(end) if rest[1..end].chars().all(is_name) && end > 1 => 1,
                    Some(end) => end + 1,
                    None => rest.len(),
                },
                '%' => rest[1..]
                    .find(|one: char| !is_name(one) && one != '.')
                    .map_or(rest.len(), |end| end + 1),
                one if one.is_ascii_alphabetic() => {
                    let end = rest.find(|one| !is_name(one)).unwrap_or(rest.len());
                    let after = rest[end..].trim_start_matches(['>', ' ', '\t']);
                    let is_definition =
                        is_first && (after.starts_with('=') || after.starts_with("::="));
                    found.push(Name { span: begin + at..begin + at + end, is_definition });
                    end
                }
                one => one.len_utf8(),
            };
            is_first &= matches!(sign, ' ' | '\t' | '<');
        }
        begin += line.len();
    }
    found
}

#[cfg(test)]
mod tests {
    use super::*;
    use urispec_audit::Notation;

    #[track_caller]
    fn is(kind: GrammarKind, text: &str, expected: &[&str]) {
        let names = names(kind, text).into_iter();
        let shown: Vec<String> = names
            .map(|one| {
                format!("{}{}", &text[one.span.clone()], if one.is_definition { " =" } else { "" })
            })
            .collect();
        assert_eq!(shown, expected, "{text}");
    }

    #[test]
    fn of_pest() {
        let text =
            "// no\na = _{ b ~ \"no \\\" no\" | 'x'..'\\'' /* no */ ~ #tag = c }\nb = @{ (\n";
        is(GrammarKind::Pest, text, &["a =", "b", "c", "b ="]);
        is(GrammarKind::Pest, "a = { \"\u{E9}", &["a ="]);
        is(GrammarKind::Pest, "a = { '", &["a ="]);
    }

    #[test]
    fn of_abnf() {
        let text =
            "a = b-c / \"no\" %x41-5A <no prose> ; no\n  D =/ <e>\n<f> ::= g %s\"no\"\n h 3i j=k\n";
        is(
            GrammarKind::Printed(Notation::Abnf),
            text,
            &["a =", "b-c", "D =", "e", "f =", "g", "h", "i", "j", "k"],
        );
    }
}

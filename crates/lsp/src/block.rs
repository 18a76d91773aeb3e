//! Finds the grammars in a document: a whole file, or the fenced blocks of Markdown.

use std::ops::Range;

use lsp_types::{Position, PositionEncodingKind};
use urispec_audit::{GrammarKind, Notation};

#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct EmbeddedGrammar {
    pub(super) kind: GrammarKind,
    pub(super) span: Range<usize>,
}

/// Returns the grammars in a document, by its file name and by the language that the client reports.
pub(super) fn blocks(file: &str, language: &str, text: &str) -> Vec<EmbeddedGrammar> {
    if let Some(kind) = named(language, text) {
        return vec![EmbeddedGrammar { kind, span: 0..text.len() }];
    }
    if language == "markdown" || file.ends_with(".md") {
        return fenced(text);
    }
    match GrammarKind::from_file(file, text) {
        Some(kind @ (GrammarKind::Pest | GrammarKind::Printed(_))) => {
            vec![EmbeddedGrammar { kind, span: 0..text.len() }]
        }
        _ => Vec::new(),
    }
}

/// Returns the grammar kind that a language name denotes.
fn named(word: &str, text: &str) -> Option<GrammarKind> {
    match word {
        "pest" => Some(GrammarKind::Pest),
        "abnf" => Some(GrammarKind::Printed(Notation::Abnf)),
        "bnf" => Some(GrammarKind::Printed(Notation::Bnf)),
        "ebnf" => GrammarKind::from_file("a.ebnf", text),
        _ => None,
    }
}

/// Returns the fenced blocks in a grammar language.
fn fenced(text: &str) -> Vec<EmbeddedGrammar> {
    let (mut blocks, mut open, mut at) = (Vec::new(), None::<(&str, &str, usize)>, 0);
    for line in text.split_inclusive('\n') {
        let content = line.trim();
        let after = at + line.len();
        match open {
            None if content.starts_with("```") || content.starts_with("~~~") => {
                let language = content.trim_start_matches(&content[..1]);
                let fence = &content[..content.len() - language.len()];
                let language = language.split_whitespace().next().unwrap_or_default();
                open = Some((fence, language, after));
            }
            Some((fence, language, begin)) if content == fence => {
                if let Some(kind) = named(&language.to_ascii_lowercase(), &text[begin..at]) {
                    blocks.push(EmbeddedGrammar { kind, span: begin..at });
                }
                open = None;
            }
            _ => {}
        }
        at = after;
    }
    blocks
}

// Positions as clients count them: lines from 0, and columns in UTF-16 unless the client supports UTF-8.

/// The unit in which a client counts columns.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Columns {
    Octets,
    Utf16,
}

impl Columns {
    /// Chooses octets if the client supports them.
    pub(super) fn chosen(offered: Option<&[PositionEncodingKind]>) -> Self {
        let has_octets = offered.is_some_and(|all| all.contains(&PositionEncodingKind::UTF8));
        if has_octets { Self::Octets } else { Self::Utf16 }
    }

    pub(super) fn kind(self) -> PositionEncodingKind {
        match self {
            Self::Octets => PositionEncodingKind::UTF8,
            Self::Utf16 => PositionEncodingKind::UTF16,
        }
    }

    fn width(self, text: &str) -> usize {
        match self {
            Self::Octets => text.len(),
            Self::Utf16 => text.chars().map(char::len_utf16).sum(),
        }
    }

    pub(super) fn position(self, text: &str, at: usize) -> Position {
        let before = &text[..text.floor_char_boundary(at)];
        let begin = before.rfind('\n').map_or(0, |end| end + 1);
        let line = memchr::memchr_iter(b'\n', before.as_bytes()).count();
        Position::new(line as u32, self.width(&before[begin..]) as u32)
    }

    pub(super) fn range(self, text: &str, span: &Range<usize>) -> lsp_types::Range {
        lsp_types::Range::new(self.position(text, span.start), self.position(text, span.end))
    }

    /// Returns the byte offset of a position. A position beyond a line is the end of the line.
    pub(super) fn offset(self, text: &str, position: Position) -> usize {
        let lines = text.split_inclusive('\n');
        let begin: usize = lines.take(position.line as usize).map(str::len).sum();
        let line = text[begin..].split('\n').next().unwrap_or_default();
        let (mut at, mut left) = (0, position.character as usize);
        for one in line.chars() {
            let width = self.width(one.encode_utf8(&mut [0; 4]));
            if left < width {
                break;
            }
            left -= width;
            at += one.len_utf8();
        }
        begin + at
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn fenced_blocks() {
        let text = "# A\n```abnf\na = b\n```\n~~~~ pest\nx = { \"```\" }\n~~~~\n```rust\n```\n```abnf\nopen\n";
        let blocks = blocks("a.md", "", text);
        let texts: Vec<&str> = blocks.iter().map(|block| &text[block.span.clone()]).collect();
        assert_eq!(texts, ["a = b\n", "x = { \"```\" }\n"]);
        assert_eq!(blocks[1].kind, GrammarKind::Pest);
    }

    #[test]
    fn whole_files() {
        assert_eq!(blocks("a.pest", "", "x").len(), 1);
        assert_eq!(blocks("unsaved", "abnf", "x").len(), 1);
        assert!(blocks("a.txt", "plaintext", "a = b").is_empty());
    }

    #[test]
    fn places_there_and_back() {
        let text = "a\nb\u{1F600}c\u{E9}\n";
        let both = [(Columns::Utf16, [0, 1, 3, 4, 5]), (Columns::Octets, [0, 1, 5, 6, 8])];
        for (columns, expected) in both {
            for (at, column) in [2, 3, 7, 8, 10].into_iter().zip(expected) {
                let position = Position::new(1, column);
                assert_eq!(columns.position(text, at), position);
                assert_eq!(columns.offset(text, position), at);
            }
            assert_eq!(columns.offset(text, Position::new(1, 99)), 10);
            assert_eq!(columns.offset(text, Position::new(9, 0)), text.len());
        }
    }
}

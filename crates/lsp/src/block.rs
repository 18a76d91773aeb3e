//! The grammars in a document: the whole of a file, or the fenced blocks of Markdown.

use std::ops::Range;

use urispec_audit::{GrammarKind, Notation};

/// A grammar within a text.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct EmbeddedGrammar {
    pub(super) kind: GrammarKind,
    /// The place of the grammar, in bytes.
    pub(super) span: Range<usize>,
}

/// The grammars in a document, by the name of its file and by the language that the client gives it.
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

/// What a word names, as the language of a file or of a block.
fn named(word: &str, text: &str) -> Option<GrammarKind> {
    match word {
        "pest" => Some(GrammarKind::Pest),
        "abnf" => Some(GrammarKind::Printed(Notation::Abnf)),
        "bnf" => Some(GrammarKind::Printed(Notation::Bnf)),
        "ebnf" => GrammarKind::from_file("a.ebnf", text),
        _ => None,
    }
}

/// The blocks between fences whose language is one of grammars.
fn fenced(text: &str) -> Vec<EmbeddedGrammar> {
    let (mut blocks, mut open, mut at) = (Vec::new(), None::<(&str, &str, usize)>, 0);
    for line in text.split_inclusive('\n') {
        let content = line.trim();
        let after = at + line.len();
        match open {
            None => {
                let fence = ["```", "~~~"].into_iter().find(|fence| content.starts_with(fence));
                let sign = fence.and_then(|fence| fence.chars().next());
                if let Some(sign) = sign {
                    let language = content.trim_start_matches(sign);
                    let fence = &content[..content.len() - language.len()];
                    open = Some((
                        fence,
                        language.split_whitespace().next().unwrap_or_default(),
                        after,
                    ));
                }
            }
            Some((fence, language, begin)) if content == fence => {
                if let Some(kind) = named(&language.to_ascii_lowercase(), &text[begin..at]) {
                    blocks.push(EmbeddedGrammar { kind, span: begin..at });
                }
                open = None;
            }
            Some(_) => {}
        }
        at = after;
    }
    blocks
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
}

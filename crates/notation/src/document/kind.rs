//! What a file is written in: the text of an RFC, XML, Markdown or HTML.
//!
//! In: the name of a file, and the text. Out: a [`DocumentKind`], or none: then the file does not look
//! like a document, and may be a grammar alone.

use super::text::is_footer;

/// The format of a document.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum DocumentKind {
    /// Plain text, as RFCs are published: pages, headers, footers, indentation.
    Text,
    /// RFC XML, version 2 (RFC 7749) or 3 (RFC 7991).
    Xml,
    /// Markdown.
    Markdown,
    /// HTML.
    Html,
    /// A grammar and nothing else: every line belongs to a production, or is a comment.
    Grammar,
}

/// The number of lines that are looked at. A page of an RFC has 58.
const LOOKED_AT: usize = 400;

impl DocumentKind {
    /// The format that the ending of a file's name says.
    #[must_use]
    pub fn from_name(file: &str) -> Option<Self> {
        let (_, ending) = file.rsplit_once('.')?;
        Some(match &*ending.to_ascii_lowercase() {
            "txt" => Self::Text,
            "xml" => Self::Xml,
            "md" | "markdown" => Self::Markdown,
            "html" | "htm" | "xhtml" => Self::Html,
            _ => return None,
        })
    }

    /// The format that a text looks like.
    #[must_use]
    pub fn from_text(text: &str) -> Option<Self> {
        let text = text.trim_start_matches('\u{feff}').trim_start();
        let start: String = text.chars().take(400).collect::<String>().to_ascii_lowercase();
        if start.starts_with("<!doctype html") || start.starts_with("<html") {
            return Some(Self::Html);
        }
        if start.starts_with("<?xml") || start.starts_with("<rfc") || start.starts_with("<!doctype")
        {
            let is_html = start.contains("<!doctype html") || start.contains("<html");
            return Some(if is_html { Self::Html } else { Self::Xml });
        }
        let lines = || text.lines().take(LOOKED_AT);
        if lines().any(|line| line.contains('\u{c}') || is_footer(line)) {
            return Some(Self::Text);
        }
        let is_fence = |line: &str| line.starts_with("```") || line.starts_with("~~~");
        let is_heading = |line: &str| {
            let title = line.trim_start_matches('#');
            title.len() < line.len() && title.starts_with(' ')
        };
        lines().any(|line| is_fence(line) || is_heading(line)).then_some(Self::Markdown)
    }
}

impl std::fmt::Display for DocumentKind {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(match self {
            Self::Text => "text",
            Self::Xml => "XML",
            Self::Markdown => "Markdown",
            Self::Html => "HTML",
            Self::Grammar => "grammar",
        })
    }
}

#[cfg(test)]
mod tests {
    use super::DocumentKind;

    #[test]
    fn a_text_says_what_it_is() {
        let kind = DocumentKind::from_text;
        assert_eq!(kind("<?xml version='1.0'?>\n<rfc>"), Some(DocumentKind::Xml));
        assert_eq!(kind("<?xml version='1.0'?>\n<html>"), Some(DocumentKind::Html));
        assert_eq!(kind("\n<!DOCTYPE html>"), Some(DocumentKind::Html));
        assert_eq!(kind("x\nA  B  [Page 12]\n"), Some(DocumentKind::Text));
        assert_eq!(kind("# Title\n"), Some(DocumentKind::Markdown));
        assert_eq!(kind("a = b ; # 1\n#rule = c\n"), None);
    }
}

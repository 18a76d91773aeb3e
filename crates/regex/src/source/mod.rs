//! The patterns of programs: regular expressions that stand in source files.
//!
//! In: the text of a program, and its [`SourceLanguage`]. Out: [`SourcePatterns`]: each pattern that a call has as a
//! literal, without the escapes of the literal, with the dialect, the way in which the call matches it, and where each
//! part of it is written. What is forgotten is everything else that the program says: names are not resolved, so that a
//! pattern which is no literal is counted and not read.
//!
//! The steps: `tokens` cuts a text into words, literals and signs, by what a language has for comments and literals;
//! one file for each family of languages knows these, and the calls; `found` reads their arguments, with `decode` for
//! what is written in a literal, by its tables of escapes. YAML has lines in place of tokens.
//!
//! The surprising case: `re.fullmatch("[a-z]+$", s)` takes no line end, and `re.match("[a-z]+$", s)` takes one.

mod csharp;
mod decode;
mod ecmascript;
mod found;
mod go;
mod json;
mod jvm;
mod tokens;
mod python;
mod rust;
mod yaml;

pub use found::{SourceLanguage, SourcePattern, SourcePatterns, UnreadPattern};

impl SourcePatterns {
    /// Finds the patterns of a program. No text is refused.
    ///
    /// ```
    /// use grammar_regex::{Dialect, Matching, SourceLanguage, SourcePatterns};
    ///
    /// let text = r#"WORD = re.compile("\\w+"); re.match(WORD, text)"#;
    /// let found = SourcePatterns::read(SourceLanguage::Python, text);
    /// let word = &found.patterns[0];
    /// assert_eq!((word.dialect(), word.matching()), (Dialect::Python, Matching::Search));
    /// assert_eq!((word.text(), &text[word.source(0..1)]), (r"\w+", r"\\"));
    /// assert_eq!(found.computed, 1);
    /// ```
    #[must_use]
    pub fn read(language: SourceLanguage, text: &str) -> Self {
        let mut found = Self::default();
        match language {
            SourceLanguage::Python => python::find(text, &mut found),
            SourceLanguage::EcmaScript => ecmascript::find(text, &mut found),
            SourceLanguage::Rust => rust::find(text, &mut found),
            SourceLanguage::Go => go::find(text, &mut found),
            SourceLanguage::Java => jvm::find(text, false, &mut found),
            SourceLanguage::Kotlin => jvm::find(text, true, &mut found),
            SourceLanguage::CSharp => csharp::find(text, &mut found),
            SourceLanguage::Json => json::find(text, &mut found),
            SourceLanguage::Yaml => yaml::find(text, &mut found),
        }
        found
    }
}

#[cfg(test)]
mod tests {
    use std::ops::Range;

    use super::*;
    use crate::scaled;

    /// Each pattern with how it is matched, then how many are computed, then each that is not read, with the beginning of
    /// its place and the reason.
    pub(super) fn all(language: SourceLanguage, text: &str) -> Vec<String> {
        let found = SourcePatterns::read(language, text);
        let patterns =
            found.patterns.iter().map(|one| format!("{} {}", one.matching(), one.text()));
        let computed = (found.computed > 0).then(|| format!("{} computed", found.computed));
        let unread =
            found.unread.iter().map(|one| format!("{}: {}", &text[one.span.clone()], one.why));
        patterns.chain(computed).chain(unread).collect()
    }

    /// Where parts of the only pattern are written.
    pub(super) fn places(
        language: SourceLanguage,
        text: &str,
        parts: &[Range<usize>],
    ) -> Vec<Range<usize>> {
        let found = SourcePatterns::read(language, text);
        assert_eq!(found.patterns.len(), 1, "{found:?}");
        parts.iter().map(|part| found.patterns[0].source(part.clone())).collect()
    }

    /// Pieces that begin or end something in some language.
    const PIECES: &[&str] = &[
        "re.compile(",
        "new RegExp(",
        "Regex::new(",
        "regexp.Compile(",
        "Pattern.compile(",
        "Regex(",
        "regex!(",
        "RegexBuilder::new(",
        "\"pattern\":",
        "\"patternProperties\":{",
        "pattern: ",
        "\"",
        "'",
        "`",
        "\"\"\"",
        "'''",
        "r#\"",
        "@\"",
        "$\"",
        "${",
        "}",
        "{",
        "(",
        ")",
        "[",
        "]",
        "/",
        "//",
        "/*",
        "*/",
        "#",
        "\\",
        "\\u",
        "\\u{",
        "\\x4",
        "\\\n",
        "\r\n",
        "\n",
        " ",
        "a",
        "é",
        "😀",
        "+",
        "|",
        ",",
        ".",
        ":",
        "=",
        "$",
        "-",
        ">",
        "<",
        "|\n",
        "b'",
    ];

    #[test]
    fn no_text_is_refused() {
        // A sequence that has every two pieces beside each other in some order, and much else.
        let mut state = 1_u64;
        for _ in 0..400 {
            let mut text = String::new();
            for _ in 0..60 {
                state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1);
                text.push_str(PIECES[(state >> 33) as usize % PIECES.len()]);
            }
            for &language in SourceLanguage::ALL {
                let found = SourcePatterns::read(language, &text);
                for pattern in &found.patterns {
                    for (at, one) in pattern.text().char_indices() {
                        let place = pattern.source(at..at + one.len_utf8());
                        assert!(text.get(place.clone()).is_some(), "{language} {text:?} {place:?}");
                    }
                }
                assert!(
                    found.unread.iter().all(|one| text.get(one.span.clone()).is_some()),
                    "{text:?}"
                );
            }
        }
    }

    #[test]
    fn long_texts_end() {
        for piece in PIECES.iter().chain(&[
            "'\\",
            "/[",
            "/*/",
            "re.sub('a',",
            "`${",
            "\\u{",
            "Regex::new(&",
            "((",
            "$\"{",
        ]) {
            let text = piece.repeat(scaled(20_000, 500_000) / piece.len());
            for &language in SourceLanguage::ALL {
                // What took the square of the length would not end in minutes.
                let _ = SourcePatterns::read(language, &text);
            }
        }
    }
}

//! Patterns in the source code of programs: each that a call has as a literal, without the escapes of the literal, with the
//! dialect, the way in which the call matches it, and where each part of it is written. Names are not resolved: a pattern
//! that is no literal is counted and not read.
//!
//! `tokens` cuts a text into words, literals and signs; one file for each family of languages knows these, and the calls;
//! this file reads their arguments, with `decode` for the escapes. YAML has lines in place of tokens.

mod calls;
mod schemas;
mod languages;
mod tokens;

use std::fmt;
use std::ops::Range;

use crate::{Dialect, Matching};
use tokens::{MappedText, Tokens};

/// A pattern in a program, and where it is written.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SourcePattern {
    dialect: Dialect,
    matching: Matching,
    text: MappedText,
}

impl SourcePattern {
    /// The dialect of the language.
    #[must_use]
    pub fn dialect(&self) -> Dialect {
        self.dialect
    }

    /// How the program matches the pattern: by the call that it is an argument of, or else it is searched for.
    #[must_use]
    pub fn matching(&self) -> Matching {
        self.matching
    }

    /// The pattern without the escapes of the literal, and with the flags of the call: `(?i)` before it, or
    /// `/…/flags`.
    #[must_use]
    pub fn text(&self) -> &str {
        self.text.text()
    }

    /// Where a part of the text is written, in bytes of the source. What stands for flags is written nowhere.
    #[must_use]
    pub fn source(&self, part: Range<usize>) -> Range<usize> {
        self.text.source(part)
    }
}

/// A pattern that is not read.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct UnreadPattern {
    /// Its place, in bytes of the source.
    pub span: Range<usize>,
    /// The reason why.
    pub why: String,
}

impl UnreadPattern {
    fn new(span: Range<usize>, why: impl Into<String>) -> Self {
        Self { span, why: why.into() }
    }
}

/// The patterns of a program.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
#[non_exhaustive]
pub struct SourcePatterns {
    /// The patterns, in the order of the source.
    pub patterns: Vec<SourcePattern>,
    /// The patterns that are literals and yet not read, since their flags or their escapes are not known.
    pub unread: Vec<UnreadPattern>,
    /// The number of patterns that are no literals: names, calls, and literals with values in them.
    pub computed: usize,
}

enum Argument {
    Text(MappedText),
    Computed,
    Unread(UnreadPattern),
}

/// The flags of a call, as letters, or one that is not read.
type Flags = Result<String, UnreadPattern>;

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
            SourceLanguage::Python => languages::find_python(text, &mut found),
            SourceLanguage::EcmaScript => languages::find(text, &mut found),
            SourceLanguage::Rust => languages::find_rust(text, &mut found),
            SourceLanguage::Go => calls::find_go(text, &mut found),
            SourceLanguage::Java => calls::find_jvm(text, false, &mut found),
            SourceLanguage::Kotlin => calls::find_jvm(text, true, &mut found),
            SourceLanguage::CSharp => calls::find_csharp(text, &mut found),
            SourceLanguage::Json => schemas::find_json(text, &mut found),
            SourceLanguage::Yaml => schemas::find_yaml(text, &mut found),
        }
        found
    }

    /// Adds an argument that is a pattern, with letters of flags before it.
    fn add(&mut self, (dialect, matching): (Dialect, Matching), argument: Argument, flags: Flags) {
        let text = match (argument, flags) {
            (Argument::Computed, _) => {
                self.computed += 1;
                return;
            }
            (Argument::Unread(why), _) | (_, Err(why)) => {
                self.unread.push(why);
                return;
            }
            (Argument::Text(text), Ok(flags)) if flags.is_empty() => text,
            (Argument::Text(text), Ok(flags)) => {
                let begin = text.span().map_or(0, |span| span.start);
                let mut all = MappedText::default();
                all.written(&format!("(?{flags})"), begin..begin);
                all.append(&text);
                all
            }
        };
        self.patterns.push(SourcePattern { dialect, matching, text });
    }
}

impl Tokens<'_> {
    /// What an argument is: literals with `+` between them are one. Where it is said, so are literals side by side.
    fn argument(&self, mut part: Range<usize>, is_joined: bool) -> Argument {
        while part.len() > 1
            && self.are(part.start, &["("])
            && self.partner(part.start) == Some(part.end - 1)
        {
            part = part.start + 1..part.end - 1;
        }
        let (mut text, mut is_open) = (MappedText::default(), true);
        for at in part {
            if self.are(at, &["+"]) && !is_open {
                is_open = true;
                continue;
            }
            match self.literal(at) {
                Some(Ok(one)) if is_open || is_joined => text.append(&one),
                Some(Err(why)) => return Argument::Unread(why),
                _ => return Argument::Computed,
            }
            is_open = false;
        }
        if is_open { Argument::Computed } else { Argument::Text(text) }
    }

    /// The letters of flags that an argument sets: names with `|` between them, of which the last word of each is in a
    /// table.
    fn flags(&self, part: Option<Range<usize>>, table: &[(&str, &str)]) -> Flags {
        let Some(part) = part else { return Ok(String::new()) };
        let (mut letters, mut is_open) = (String::new(), true);
        let unread = |at: usize, why: String| {
            let span = self.all.get(at).map_or(0..0, |token| token.span.clone());
            Err(UnreadPattern::new(span, why))
        };
        for at in part.clone() {
            let is_last = at + 1 == part.end || self.are(at + 1, &["|"]);
            match self.word(at) {
                Some(_) if is_open && !is_last && self.are(at + 1, &["."]) => {}
                Some(name) if is_open && is_last => {
                    let Some(&(_, more)) = table.iter().find(|one| one.0 == name) else {
                        return unread(at, format!("the flag `{name}` is not known"));
                    };
                    more.chars().for_each(|one| {
                        if !letters.contains(one) {
                            letters.push(one);
                        }
                    });
                    is_open = false;
                }
                None if is_open && self.are(at, &["."]) => {}
                None if !is_open && self.are(at, &["|"]) => is_open = true,
                _ => return unread(at, "its flags are computed".to_owned()),
            }
        }
        Ok(letters)
    }
}

// The languages of programs.

/// A language whose programs have patterns.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum SourceLanguage {
    /// Python: the modules `re` and `regex`.
    Python,
    /// JavaScript and TypeScript.
    EcmaScript,
    /// Rust: the crate `regex`.
    Rust,
    /// Go: the package `regexp`.
    Go,
    /// Java: `java.util.regex`.
    Java,
    /// Kotlin on the JVM: `kotlin.text.Regex`, and `java.util.regex`.
    Kotlin,
    /// C#: `System.Text.RegularExpressions`.
    CSharp,
    /// JSON Schema and OpenAPI as JSON.
    Json,
    /// JSON Schema and OpenAPI as YAML.
    Yaml,
}

impl SourceLanguage {
    /// All of them.
    pub const ALL: &'static [Self] = &[
        Self::Python,
        Self::EcmaScript,
        Self::Rust,
        Self::Go,
        Self::Java,
        Self::Kotlin,
        Self::CSharp,
        Self::Json,
        Self::Yaml,
    ];

    /// The name of the language: `python`, `ecmascript`, `rust`, `go`, `java`, `kotlin`, `csharp`, `json` or `yaml`.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Python => "python",
            Self::EcmaScript => "ecmascript",
            Self::Rust => "rust",
            Self::Go => "go",
            Self::Java => "java",
            Self::Kotlin => "kotlin",
            Self::CSharp => "csharp",
            Self::Json => "json",
            Self::Yaml => "yaml",
        }
    }

    /// What the names of its files end in, in small letters and without the dot.
    #[must_use]
    pub const fn endings(self) -> &'static [&'static str] {
        match self {
            Self::Python => &["py", "pyi"],
            Self::EcmaScript => &["js", "mjs", "cjs", "jsx", "ts", "mts", "cts", "tsx"],
            Self::Rust => &["rs"],
            Self::Go => &["go"],
            Self::Java => &["java"],
            Self::Kotlin => &["kt", "kts"],
            Self::CSharp => &["cs"],
            Self::Json => &["json"],
            Self::Yaml => &["yaml", "yml"],
        }
    }

    /// The language of a file, by the ending of its name.
    ///
    /// ```
    /// use grammar_regex::SourceLanguage;
    /// assert_eq!(SourceLanguage::from_file("a/b.TSX"), Some(SourceLanguage::EcmaScript));
    /// assert_eq!(SourceLanguage::from_file("py"), None);
    /// ```
    #[must_use]
    pub fn from_file(file: &str) -> Option<Self> {
        let (_, ending) = file.rsplit_once('.')?;
        let ending = ending.to_ascii_lowercase();
        Self::ALL.iter().copied().find(|one| one.endings().contains(&&*ending))
    }
}

impl fmt::Display for SourceLanguage {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::scaled;

    /// Pieces that begin or end something in some language, separated by blanks.
    const PIECES: &str = r##"re.compile( new RegExp( Regex::new( regexp.Compile( Pattern.compile( Regex( regex!(
        RegexBuilder::new( "pattern": "patternProperties":{ pattern: " ' ` """ ''' r#" @" $" ${ } { ( ) [ ] / // /* */
        # \ \u \u{ \x4 a é 😀 + | , . : = $ - > < b'"##;

    fn pieces() -> Vec<&'static str> {
        PIECES.split_whitespace().chain([" ", "\n", "\r\n", "\\\n", "|\n", "pattern: "]).collect()
    }

    #[test]
    fn any_text_is_read_and_every_place_is_within_it() {
        let (pieces, mut state) = (pieces(), 1_u64);
        for _ in 0..400 {
            let mut text = String::new();
            for _ in 0..60 {
                state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1);
                text.push_str(pieces[(state >> 33) as usize % pieces.len()]);
            }
            for &language in SourceLanguage::ALL {
                let found = SourcePatterns::read(language, &text);
                for pattern in &found.patterns {
                    for (at, one) in pattern.text().char_indices() {
                        let place = pattern.source(at..at + one.len_utf8());
                        assert!(text.get(place.clone()).is_some(), "{language} {text:?} {place:?}");
                    }
                }
                let is_within = |one: &UnreadPattern| text.get(one.span.clone()).is_some();
                assert!(found.unread.iter().all(is_within), "{text:?}");
            }
        }
    }

    /// Reading in quadratic time would take minutes.
    #[test]
    fn long_texts_are_read_in_linear_time() {
        let more = r#"'\ /[ /*/ re.sub('a', `${ \u{ Regex::new(& (( $"{"#;
        for piece in pieces().into_iter().chain(more.split(' ')) {
            let text = piece.repeat(scaled(20_000, 500_000) / piece.len());
            for &language in SourceLanguage::ALL {
                let _ = SourcePatterns::read(language, &text);
            }
        }
    }
}

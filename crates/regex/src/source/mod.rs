//! Finds the patterns in source code: every literal that a call uses as a pattern, unescaped, with its dialect,
//! how the call matches it, and the source span of each part. Names are not resolved: a pattern that is not a
//! literal is only counted.
//!
//! `tokens` splits a text into words, literals and signs. Each family of languages has a file that knows its
//! literals and calls. This file reads the arguments of the calls, with the escapes decoded. YAML and environment files
//! are read by lines instead of tokens. `document` reads a whole schema as a tree.

mod calls;
#[cfg(feature = "schemas")]
mod document;
mod schemas;
mod languages;
mod tokens;

use std::fmt;
use std::ops::Range;

use crate::{Dialect, Matching, PatternUsage};
pub use schemas::PatternKeys;
use tokens::{MappedText, Tokens};

#[cfg(feature = "schemas")]
pub use document::{
    SchemaDocument, SchemaEntry, SchemaError, SchemaMapping, SchemaNode, SchemaValue,
};

/// A pattern in a program, with its position.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SourcePattern {
    usage: PatternUsage,
    text: MappedText,
}

impl PatternUsage {
    /// Returns the usage by `method`. Methods in `tests` only test, and methods in `globals` find all matches.
    fn by(self, method: &str, tests: &[&str], globals: &[&str]) -> Self {
        match () {
            () if tests.contains(&method) => Self { is_test: true, ..self },
            () if globals.contains(&method) => Self { matching: Matching::Global, ..self },
            () => self,
        }
    }
}

impl SourcePattern {
    /// Returns how the program uses the pattern, or a search if the use is unknown.
    #[must_use]
    pub fn usage(&self) -> PatternUsage {
        self.usage
    }

    /// Returns the dialect of the pattern, which depends on the programming language.
    #[must_use]
    pub fn dialect(&self) -> Dialect {
        self.usage.dialect
    }

    /// Returns how the program matches the pattern, or [`Matching::Search`] if that is unknown.
    #[must_use]
    pub fn matching(&self) -> Matching {
        self.usage.matching
    }

    /// Returns the pattern without the escapes of the literal. The flags of the call are included, as a prefix
    /// such as `(?i)` or as `/…/flags`.
    #[must_use]
    pub fn text(&self) -> &str {
        self.text.text()
    }

    /// Returns the source span of a part of the text, in bytes. Flags added to the text have an empty span.
    #[must_use]
    pub fn source(&self, part: Range<usize>) -> Range<usize> {
        self.text.source(part)
    }
}

/// A literal pattern that is not supported.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct UnreadPattern {
    /// The span of the pattern in the source, in bytes.
    pub span: Range<usize>,
    /// The reason why the pattern is not supported.
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
    /// The patterns, in source order.
    pub patterns: Vec<SourcePattern>,
    /// The literal patterns that are not read because their flags or escapes are not supported.
    pub unread: Vec<UnreadPattern>,
    /// The number of patterns that are not literals: names, calls, and literals with interpolated values.
    pub computed: usize,
    /// Whether the patterns are those of a schema, whose validators read them with the flag `u` (JSON Schema, Core, 6.4).
    pub is_schema: bool,
}

enum Argument {
    Text(MappedText),
    Computed,
    Unread(UnreadPattern),
}

/// The flags of a call, as letters, or the reason why they are not supported.
type Flags = Result<String, UnreadPattern>;

impl SourcePatterns {
    /// Finds the patterns of a program. Any text is accepted.
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
        Self::read_with(language, text, &PatternKeys::default())
    }

    /// Finds the patterns of a program, or in JSON, YAML and environment files those of some keys.
    #[must_use]
    pub fn read_with(language: SourceLanguage, text: &str, keys: &PatternKeys) -> Self {
        let is_schema = language.is_settings() && keys.are_of_schemas();
        let mut found = Self { is_schema, ..Self::default() };
        match language {
            SourceLanguage::Python => languages::find_python(text, &mut found),
            SourceLanguage::EcmaScript => languages::find(text, &mut found),
            SourceLanguage::Rust => languages::find_rust(text, &mut found),
            SourceLanguage::Go => calls::find_go(text, &mut found),
            SourceLanguage::Java => calls::find_jvm(text, false, &mut found),
            SourceLanguage::Kotlin => calls::find_jvm(text, true, &mut found),
            SourceLanguage::CSharp => calls::find_csharp(text, &mut found),
            SourceLanguage::Json => schemas::find_json(text, keys, &mut found),
            SourceLanguage::Yaml => schemas::find_yaml(text, keys, &mut found),
            SourceLanguage::Env => schemas::find_env(text, keys, &mut found),
        }
        found
    }

    /// Adds the pattern that is an argument of a call, with its flags as a prefix.
    fn add(&mut self, usage: PatternUsage, argument: Argument, flags: Flags) {
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
        self.patterns.push(SourcePattern { usage, text });
    }
}

impl<'t> Tokens<'t> {
    /// Returns the name of the method that is called at a token, as `test` for `.test(`, or an empty string.
    fn method_after(&self, next: usize) -> &'t str {
        if self.are(next, &["."]) && self.are(next + 2, &["("]) {
            self.of_token(next + 1)
        } else {
            ""
        }
    }

    /// Returns the name of the method whose first argument begins at a token, or an empty string.
    fn method_around(&self, first: usize) -> &'t str {
        match first.checked_sub(3) {
            Some(dot) if self.are(dot, &["."]) && self.is_behind(first, "(") => {
                self.of_token(dot + 1)
            }
            _ => "",
        }
    }

    /// Reads an argument. Literals joined by `+` are concatenated, and so are adjacent literals if `is_joined` is set.
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

    /// Returns the flags of an argument: names joined by `|`. `table` maps the last word of each name to letters.
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
                        return unread(at, format!("unknown flag `{name}`"));
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
                _ => return unread(at, "the flags of the pattern are not literals".to_owned()),
            }
        }
        Ok(letters)
    }
}

/// A programming or schema language whose files contain patterns.
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
    /// JSON Schema, OpenAPI and settings as JSON.
    Json,
    /// JSON Schema, OpenAPI and settings as YAML.
    Yaml,
    /// Environment files: `NAME=value` lines, as Docker and dotenv read them.
    Env,
}

impl SourceLanguage {
    /// All languages.
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
        Self::Env,
    ];

    /// Returns the name: `python`, `ecmascript`, `rust`, `go`, `java`, `kotlin`, `csharp`, `json`, `yaml` or `env`.
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
            Self::Env => "env",
        }
    }

    /// Returns the file name extensions of the language, in lower case and without the dot.
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
            Self::Env => &["env"],
        }
    }

    /// Returns whether the files have keys with values instead of calls.
    #[must_use]
    pub const fn is_settings(self) -> bool {
        matches!(self, Self::Json | Self::Yaml | Self::Env)
    }

    /// Returns the language of a file, by its extension. `.env.local` is an environment file.
    ///
    /// ```
    /// use grammar_regex::SourceLanguage;
    /// assert_eq!(SourceLanguage::from_file("a/b.TSX"), Some(SourceLanguage::EcmaScript));
    /// assert_eq!(SourceLanguage::from_file("a/.env.local"), Some(SourceLanguage::Env));
    /// assert_eq!(SourceLanguage::from_file("py"), None);
    /// ```
    #[must_use]
    pub fn from_file(file: &str) -> Option<Self> {
        let (_, ending) = file.rsplit_once('.')?;
        let name = file.rsplit(['/', '\\']).next().unwrap_or(file);
        if name.starts_with(".env.") {
            return Some(Self::Env);
        }
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

    /// Pieces of source code that begin or end a construct in some language, separated by blanks.
    const PIECES: &str = r##"re.compile( new RegExp( Regex::new( regexp.Compile( Pattern.compile( Regex( regex!(
        RegexBuilder::new( "pattern": "patternProperties":{ pattern: " ' ` """ ''' r#" @" $" ${ } { ( ) [ ] / // /* */
        # \ \u \u{ \x4 a é 😀 + | , . : = $ - > < b' "x_regex": X_REGEX= x_regex: ["a", ['a'"##;

    fn pieces() -> Vec<&'static str> {
        PIECES
            .split_whitespace()
            .chain([" ", "\n", "\r\n", "\\\n", "|\n", "pattern: ", "\nx_regex:\n - ", "\nX_REGEX="])
            .collect()
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

//! A pattern, its dialect, and the ways to match it.

use std::fmt;

use grammar_automata::build::Dfa;

use super::read::ParsedPattern;
use super::{LanguageError, Limits, MatchTime, Tree, language_within, matcher, read, time, tree};

/// A regular expression, parsed in a dialect.
///
/// The crate `grammar-audit` compares its language with others (`relation`), and writes it in simpler syntax, without
/// look-around (`export::portable`).
///
/// ```
/// use grammar_regex::{Dialect, Pattern};
///
/// let pattern = Pattern::read(Dialect::EcmaScript, r"^[a-z][a-z0-9+\-.]*:")?;
/// assert_eq!(pattern.text(), r"^[a-z][a-z0-9+\-.]*:");
/// assert!(pattern.notes().is_empty());
/// # Ok::<(), grammar_regex::PatternError>(())
/// ```
#[derive(Clone, Debug)]
pub struct Pattern {
    dialect: Dialect,
    text: String,
    read: ParsedPattern,
}

impl Pattern {
    /// Reads the text of a pattern.
    ///
    /// A pattern may have up to 1 MiB, with groups nested up to 110 deep. Back references, recursion and
    /// conditionals are refused, because their languages are not regular. In [`Dialect::EcmaScript`] a text of
    /// the form `/…/flags` is read with these flags, which may include `v`. Any other text is read with the flag
    /// `u`, or without it if the text is invalid with the flag.
    ///
    /// # Errors
    /// Returns an error if the text is not a pattern of the dialect, or uses an unsupported construct.
    pub fn read(dialect: Dialect, text: &str) -> Result<Self, PatternError> {
        let read = read::read(dialect, text)?;
        Ok(Self { dialect, text: text.to_owned(), read })
    }

    /// Reads a pattern with exactly the given flags, one letter each. An empty string sets no flag.
    ///
    /// [`Dialect::EcmaScript`] has the flags of its literals, `dgimsuvy`, and other dialects have the flags of
    /// their `(?…)` syntax; [`Dialect::PosixEre`] and [`Dialect::Xsd`] have none. The [text](Self::text) then
    /// includes the flags, as `/…/flags` or `(?flags)…`.
    ///
    /// # Errors
    /// Returns an error if the text is not a pattern of the dialect with these flags, if it uses an unsupported
    /// construct, or if a flag does not belong to the dialect or is not supported.
    ///
    /// ```
    /// use grammar_regex::{Dialect, Matching, Pattern};
    ///
    /// let read = |flags| Pattern::read_with_flags(Dialect::EcmaScript, r"^\u{61}$", flags);
    /// let (with, without) = (read("u")?, read("")?);
    /// assert!(with.language(Matching::Search)?.matches(0, b"a"));
    /// // Without the flag `u` the pattern is the letter u, 61 times.
    /// assert!(without.language(Matching::Search)?.matches(0, "u".repeat(61).as_bytes()));
    /// assert_eq!(with.text(), r"/^\u{61}$/u");
    /// assert!(read("q").is_err());
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn read_with_flags(
        dialect: Dialect,
        text: &str,
        flags: &str,
    ) -> Result<Self, PatternError> {
        let (text, read) = read::read_with_flags(dialect, text, flags)?;
        Ok(Self { dialect, text, read })
    }

    /// Returns the dialect.
    #[must_use]
    pub fn dialect(&self) -> Dialect {
        self.dialect
    }

    /// Returns the text, from which an identical pattern can be [read](Self::read).
    #[must_use]
    pub fn text(&self) -> &str {
        &self.text
    }

    /// Returns notes, each a sentence, about parts of the pattern that have a surprising meaning or differ
    /// between engines.
    #[must_use]
    pub fn notes(&self) -> &[String] {
        &self.read.notes
    }

    /// Returns whether the text is a literal of ECMAScript, `/…/flags`.
    #[doc(hidden)]
    #[must_use]
    pub fn is_literal(&self) -> bool {
        self.read.is_literal
    }

    /// Returns whether the pattern matches UTF-16 code units, two for a character above U+FFFF, rather than characters.
    /// This is the case in ECMAScript without the flags `u` and `v`, in .NET, and in some look-arounds of Java.
    #[must_use]
    pub fn is_in_code_units(&self) -> bool {
        self.read.is_in_units
    }

    /// Returns the strings that the pattern matches, as an automaton with one start state.
    ///
    /// A pattern of [`Dialect::Xsd`] always matches whole strings. Strings consist of characters, even for a
    /// pattern in [code units](Self::is_in_code_units).
    ///
    /// # Errors
    /// Returns an error if the automaton is too large, or if engines disagree about the pattern.
    ///
    /// ```
    /// use grammar_regex::{Dialect, Matching, Pattern};
    ///
    /// let pattern = Pattern::read(Dialect::Python, "^[a-z]+$")?;
    /// let found = pattern.language(Matching::Search)?;
    /// assert!(found.matches(0, b"a\n"));
    /// assert!(!pattern.language(Matching::Whole)?.matches(0, b"a\n"));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn language(&self, matching: Matching) -> Result<Dfa, LanguageError> {
        self.language_within(matching, Limits::USUAL)
    }

    /// Returns the same as [`Self::language`], but takes some seconds for a large automaton instead of giving up.
    ///
    /// # Errors
    /// Returns an error if the automaton is too large even so, or if engines disagree about the pattern.
    pub fn large_language(&self, matching: Matching) -> Result<Dfa, LanguageError> {
        self.language_within(matching, Limits::GENEROUS)
    }

    fn language_within(&self, matching: Matching, limits: Limits) -> Result<Dfa, LanguageError> {
        let language = language_within(self.tree(), self.matching(matching), limits)?;
        match self.dialect {
            _ if !self.is_in_code_units() => Ok(language),
            Dialect::Java if language.has_byte(0, 0xF0) => Err(LanguageError::BetweenHalves),
            Dialect::Java => Ok(language),
            _ => tree::in_pairs(&language),
        }
    }

    /// Returns how the number of steps of a backtracking engine grows with the length of a string, or `None` if the
    /// growth is not decided.
    ///
    /// The growth is not decided for patterns with atomic groups, patterns that look behind for more than one
    /// character, and patterns that take too many steps. The engines of [`Dialect::Rust`] and [`Dialect::Re2`]
    /// do not backtrack; for them, the result describes an engine that does.
    ///
    /// ```
    /// use grammar_regex::{Dialect, MatchTime, Matching, Pattern};
    ///
    /// let pattern = Pattern::read(Dialect::EcmaScript, r"^(\w+\.?)+@")?;
    /// let Some(MatchTime::Exponential { attack }) = pattern.match_time(Matching::Search) else { panic!() };
    /// // Two letters lead to the repeated part, which is one letter.
    /// assert_eq!(attack.text(3), "aaaaa");
    /// # Ok::<(), grammar_regex::PatternError>(())
    /// ```
    #[must_use]
    pub fn match_time(&self, matching: Matching) -> Option<MatchTime> {
        self.decide_match_time(matching).ok()
    }

    /// Returns the [time](Self::match_time), or the reason why it is not decided.
    ///
    /// # Errors
    /// Returns a clause such as `it has too many states`.
    #[doc(hidden)]
    pub fn decide_match_time(&self, matching: Matching) -> Result<MatchTime, &'static str> {
        let fails_on_nothing = self.dialect == Dialect::EcmaScript;
        time::match_time(self.tree(), self.matching(matching), fails_on_nothing)
    }

    /// Returns the [time](Self::match_time) of a pattern with back references, which cannot be [read](Self::read), or the
    /// reason why it is not decided. Returns `None` for other texts.
    #[doc(hidden)]
    #[must_use]
    pub fn time_with_references(
        dialect: Dialect,
        text: &str,
        matching: Matching,
    ) -> Option<Result<MatchTime, &'static str>> {
        time::references::time_with_references(dialect, text, matching)
    }

    /// Returns how the pattern is matched if the caller asks for `asked`. The result is [`Matching::Whole`] in
    /// [`Dialect::Xsd`], [`Matching::Global`] for a search with the flag `g`, and `asked` in all other cases.
    #[doc(hidden)]
    pub fn matching(&self, asked: Matching) -> Matching {
        match (self.dialect, asked) {
            (Dialect::Xsd, _) => Matching::Whole,
            (_, Matching::Search) if self.read.is_global => Matching::Global,
            _ => asked,
        }
    }

    /// Returns the byte spans of the alternatives of each choice, such as `a|b`, in the [text](Self::text). The choices
    /// are in source order.
    #[doc(hidden)]
    pub fn alternatives(&self) -> &[Vec<std::ops::Range<usize>>] {
        &self.read.alternatives
    }

    /// Returns whether the pattern matches a string, without building an automaton; `None` if that takes too many
    /// steps, if engines disagree, or if the pattern reads a character of `text` as two code units.
    #[doc(hidden)]
    pub fn matches(&self, matching: Matching, text: &str) -> Option<bool> {
        let matching = self.matching(matching);
        let text: Vec<char> = text.chars().collect();
        let is_pair = |&one: &char| self.is_in_code_units() && one > '\u{FFFF}';
        if text.iter().any(is_pair) { None } else { matcher::matches(self.tree(), matching, &text) }
    }

    /// Returns the pattern with another tree, but with its text unchanged.
    #[doc(hidden)]
    pub fn with_tree(&self, tree: Tree) -> Self {
        let mut other = self.clone();
        other.read.tree = tree;
        other
    }

    /// Returns the tree. In a pattern in code units, the characters above U+FFFF in the tree represent surrogates.
    #[doc(hidden)]
    pub fn tree(&self) -> &Tree {
        &self.read.tree
    }
}

/// A dialect of regular expressions: its syntax and its meaning.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum Dialect {
    /// The Rust crate `regex`.
    Rust,
    /// ECMAScript (ECMA-262), as in browsers, Node and JSON Schema. A pattern is read with the flag `u` if it is valid
    /// with that flag; a literal `/…/flags` is read with its own flags.
    EcmaScript,
    /// The module `re` of Python 3, on `str`.
    Python,
    /// PCRE2 with the option `PCRE2_UTF` and no other.
    Pcre,
    /// RE2, as in Go.
    Re2,
    /// POSIX extended regular expressions (IEEE 1003.1, 9.4), in a UTF-8 locale.
    PosixEre,
    /// XML Schema, part 2, appendix F. A pattern always matches the whole string.
    Xsd,
    /// `java.util.regex.Pattern` of Java, from version 9 on, without further flags. Constructs whose meaning differs
    /// between versions are refused, or reported in a [note](Pattern::notes).
    Java,
    /// `System.Text.RegularExpressions.Regex` of .NET, without options. A pattern is read according to Microsoft's
    /// documentation and the source of its parser; the results were not compared with an engine. Strings consist of
    /// UTF-16 code units.
    DotNet,
}

impl Dialect {
    /// All dialects.
    pub const ALL: &'static [Self] = &[
        Self::Rust,
        Self::EcmaScript,
        Self::Python,
        Self::Pcre,
        Self::Re2,
        Self::PosixEre,
        Self::Xsd,
        Self::Java,
        Self::DotNet,
    ];

    /// Returns the name of the dialect: `rust`, `ecmascript`, `python`, `pcre`, `re2`, `posix-ere`, `xsd`,
    /// `java` or `dotnet`.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Rust => "rust",
            Self::EcmaScript => "ecmascript",
            Self::Python => "python",
            Self::Pcre => "pcre",
            Self::Re2 => "re2",
            Self::PosixEre => "posix-ere",
            Self::Xsd => "xsd",
            Self::Java => "java",
            Self::DotNet => "dotnet",
        }
    }
}

impl fmt::Display for Dialect {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

/// The reason why a pattern cannot be read.
///
/// ```
/// use grammar_regex::{Dialect, Pattern};
/// let error = Pattern::read(Dialect::Re2, "a(?=b)").unwrap_err();
/// assert_eq!((error.dialect, error.offset), (Dialect::Re2, 1));
/// assert_eq!(error.to_string(), "cannot read the pattern as re2, at byte 1: look-ahead does not exist in re2");
/// ```
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("cannot read the pattern as {dialect}, at byte {offset}: {why}")]
#[non_exhaustive]
pub struct PatternError {
    /// The dialect in which the text was read.
    pub dialect: Dialect,
    /// The byte offset of the fault.
    pub offset: usize,
    /// A description of the fault and, if possible, a replacement for the construct.
    pub why: String,
}

/// How a program uses a pattern.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct PatternUsage {
    /// The dialect of the pattern.
    pub dialect: Dialect,
    /// How the pattern is matched.
    pub matching: Matching,
    /// Whether the program asks only whether there is a match, and not where it is.
    pub is_test: bool,
}

impl PatternUsage {
    /// Returns a use for which the positions of the matches may matter.
    #[must_use]
    pub const fn new(dialect: Dialect, matching: Matching) -> Self {
        Self { dialect, matching, is_test: false }
    }

    /// Returns a use for which it matters only whether there is a match.
    #[must_use]
    pub const fn test(dialect: Dialect, matching: Matching) -> Self {
        Self { dialect, matching, is_test: true }
    }
}

/// The way in which a pattern is matched against a string.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Matching {
    /// The pattern is searched for: a match may begin and end anywhere in the string.
    Search,
    /// A match begins at the beginning of the string.
    Prefix,
    /// A match spans the whole string.
    Whole,
    /// All matches are searched for, one after the other, as in replacing and splitting. The same strings match as with
    /// [`Search`](Self::Search), but the [time](Pattern::match_time) includes the searches after the first match.
    Global,
}

impl Matching {
    /// All ways of matching.
    pub const ALL: &'static [Self] = &[Self::Search, Self::Prefix, Self::Whole, Self::Global];

    /// Returns the name: `search`, `prefix`, `whole` or `global`.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Search => "search",
            Self::Prefix => "prefix",
            Self::Whole => "whole",
            Self::Global => "global",
        }
    }
}

impl fmt::Display for Matching {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

//! A pattern of a dialect.

use std::fmt;

use grammar_automata::build::Dfa;

use super::read::ParsedPattern;
use super::{LanguageError, MatchTime, Tree, language, matcher, read, time, units};

/// A regular expression of a dialect, which has been read.
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
    /// A pattern may have 1 MiB, and groups that stand 110 deep in each other. Back references,
    /// recursion and conditionals are refused: what they match is no regular language. In
    /// [`Dialect::EcmaScript`] a text is read with the flag `u`, and without it if it is no pattern
    /// with the flag; `/…/flags` is read with these flags, among them `v`.
    ///
    /// # Errors
    /// When the text is no pattern of the dialect, or has something that is not decided.
    pub fn read(dialect: Dialect, text: &str) -> Result<Self, PatternError> {
        let read = read::read(dialect, text)?;
        Ok(Self { dialect, text: text.to_owned(), read })
    }

    /// Reads a pattern with exactly these flags, each a letter, and without any if there are none. Each is read or refused.
    ///
    /// The flags of [`Dialect::EcmaScript`] are those of a literal, `dgimsuvy`, and those of other dialects what stands in
    /// `(?…)` there; [`Dialect::PosixEre`] and [`Dialect::Xsd`] have none. The [text](Self::text) is then one that has the
    /// flags in it, `/…/flags` or `(?flags)…`.
    ///
    /// # Errors
    /// When the text is no pattern of the dialect with these flags, or has something that is not decided; and when a flag is
    /// none of the dialect, or is not read.
    ///
    /// ```
    /// use grammar_regex::{Dialect, Matching, Pattern};
    ///
    /// let read = |flags| Pattern::read_with_flags(Dialect::EcmaScript, r"^\u{61}$", flags);
    /// let (with, without) = (read("u")?, read("")?);
    /// assert!(with.language(Matching::Search)?.matches(0, b"a"));
    /// // Without the flag `u` it is the letter u, 61 times.
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

    /// The dialect.
    #[must_use]
    pub fn dialect(&self) -> Dialect {
        self.dialect
    }

    /// The text, from which the same pattern can be [read](Self::read) again.
    #[must_use]
    pub fn text(&self) -> &str {
        &self.text
    }

    /// Notes, each a sentence, about parts of the pattern that are read otherwise than they look,
    /// or than some engine may read them.
    #[must_use]
    pub fn notes(&self) -> &[String] {
        &self.read.notes
    }

    /// Whether a character above U+FFFF counts as two, as in ECMAScript without the flag `u`, in .NET, and
    /// where Java looks around.
    #[must_use]
    pub fn is_in_code_units(&self) -> bool {
        self.read.is_in_units
    }

    /// The strings that the pattern matches, as an automaton with one start.
    ///
    /// A pattern of [`Dialect::Xsd`] matches whole strings, whatever is asked. Strings are of characters,
    /// also of a pattern in [code units](Self::is_in_code_units).
    ///
    /// # Errors
    /// When the automaton is too large, or engines differ on what the pattern means.
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
        let language = language(self.tree(), self.matching(matching))?;
        match self.dialect {
            _ if !self.is_in_code_units() => Ok(language),
            Dialect::Java if language.has_byte(0, 0xF0) => Err(LanguageError::BetweenHalves),
            Dialect::Java => Ok(language),
            _ => units::in_pairs(&language),
        }
    }

    /// How the steps of a backtracking engine grow with the length of a string; nothing, if that is not decided.
    ///
    /// Not decided are patterns with atomic groups, patterns that look behind for more than one character, and those that
    /// take too many steps. [`Dialect::Rust`] and [`Dialect::Re2`] have engines that do not backtrack; the answer is that
    /// of one that does.
    ///
    /// ```
    /// use grammar_regex::{Dialect, MatchTime, Matching, Pattern};
    ///
    /// let pattern = Pattern::read(Dialect::EcmaScript, r"^(\w+\.?)+@")?;
    /// let Some(MatchTime::Exponential { attack }) = pattern.match_time(Matching::Search) else { panic!() };
    /// // Two letters until the repetition begins, and three times one.
    /// assert_eq!(attack.text(3), "aaaaa");
    /// # Ok::<(), grammar_regex::PatternError>(())
    /// ```
    #[must_use]
    pub fn match_time(&self, matching: Matching) -> Option<MatchTime> {
        let fails_on_nothing = self.dialect == Dialect::EcmaScript;
        time::match_time(self.tree(), self.matching(matching), fails_on_nothing)
    }

    /// How the pattern is matched if one or the other way is asked for: whole, in [`Dialect::Xsd`].
    #[doc(hidden)]
    pub fn matching(&self, asked: Matching) -> Matching {
        if self.dialect == Dialect::Xsd { Matching::Whole } else { asked }
    }

    /// Whether the pattern matches a string, without an automaton. Nothing is known if that takes too
    /// many steps, if engines differ, or if a character of the string counts as two.
    #[doc(hidden)]
    pub fn matches(&self, matching: Matching, text: &str) -> Option<bool> {
        let matching = self.matching(matching);
        let text: Vec<char> = text.chars().collect();
        let is_pair = |&one: &char| self.is_in_code_units() && one > '\u{FFFF}';
        if text.iter().any(is_pair) { None } else { matcher::matches(self.tree(), matching, &text) }
    }

    /// The same pattern with another tree, and the text of before.
    #[doc(hidden)]
    pub fn with_tree(&self, tree: Tree) -> Self {
        let mut other = self.clone();
        other.read.tree = tree;
        other
    }

    /// The tree. In it, a character above U+FFFF stands for a surrogate if the pattern is in code units.
    #[doc(hidden)]
    pub fn tree(&self) -> &Tree {
        &self.read.tree
    }
}

// The dialects.

/// A dialect of regular expressions: its syntax, and its meaning.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum Dialect {
    /// The crate `regex` of Rust.
    Rust,
    /// ECMAScript (ECMA-262), as in browsers, Node and JSON Schema, with the flag `u`; as a literal
    /// `/…/v` with the flag `v`.
    EcmaScript,
    /// The module `re` of Python 3, on `str`.
    Python,
    /// PCRE2, with UTF and without further options.
    Pcre,
    /// RE2, as in Go.
    Re2,
    /// Extended regular expressions of POSIX (IEEE 1003.1, 9.4), in a locale of UTF-8.
    PosixEre,
    /// XML Schema, part 2, appendix F. A pattern always matches the whole string.
    Xsd,
    /// `java.util.regex.Pattern` of Java, from 9 on, without further flags. What an earlier or a later
    /// version takes otherwise is refused, or has a note.
    Java,
    /// `System.Text.RegularExpressions.Regex` of .NET, without options. No engine was asked: a pattern is
    /// read by Microsoft's documentation and the source of its parser. Strings are of code units there.
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

    /// The name of the dialect: `rust`, `ecmascript`, `python`, `pcre`, `re2`, `posix-ere`, `xsd`,
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

// Why a pattern cannot be read.

/// The reason why a pattern cannot be read.
///
/// ```
/// use grammar_regex::{Dialect, Pattern};
/// let error = Pattern::read(Dialect::Re2, "a(?=b)").unwrap_err();
/// assert_eq!((error.dialect, error.offset), (Dialect::Re2, 1));
/// assert_eq!(error.to_string(), "not a pattern of re2: look-ahead is no part of re2, at byte 1");
/// ```
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("not a pattern of {dialect}: {why}, at byte {offset}")]
#[non_exhaustive]
pub struct PatternError {
    /// The dialect in which the text was read.
    pub dialect: Dialect,
    /// The byte offset of the fault.
    pub offset: usize,
    /// The fault, and if possible what to write instead.
    pub why: String,
}

// Which strings a pattern matches: those that it spans, those that it begins, or those that it is found in.

/// How a pattern is matched against a string.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Matching {
    /// The pattern is searched for: a match may lie anywhere in the string.
    Search,
    /// A match begins where the string begins.
    Prefix,
    /// A match spans the whole string.
    Whole,
}

impl Matching {
    /// All of them.
    pub const ALL: &'static [Self] = &[Self::Search, Self::Prefix, Self::Whole];

    /// The name of the way of matching: `search`, `prefix` or `whole`.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Search => "search",
            Self::Prefix => "prefix",
            Self::Whole => "whole",
        }
    }
}

impl fmt::Display for Matching {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

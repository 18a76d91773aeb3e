//! Globs: patterns of file names and of strings, in which `*` is any text.
//!
//! | syntax | `*` | `?` | other signs | source |
//! |---|---|---|---|---|
//! | `fnmatch` | any text | a character | `[a-z]`, `[!a-z]`, `\` before a sign | POSIX.1-2024, 2.14.1, without flags |
//! | `pathname` | any text without `/` | a character but `/` | the same; a `/` is only matched by itself | the same, with `FNM_PATHNAME` |
//! | `gitignore` | any text without `/` | a character but `/` | the same, and `**` | gitignore(5), PATTERN FORMAT |
//! | `iam` | any text | a character | `${*}`, `${?}`, `${$}` | IAM, StringLike |
//!
//! The surprising case: a pattern of `gitignore` also has the paths *below* what it matches, since git ignores a folder
//! with all its files. A pattern without `/`, except at the end, matches in any folder.

use std::fmt;

use grammar_automata::build::Dfa;
use grammar_automata::engine::CharacterSet;

use crate::read::posix_class;
use crate::tree::{Mode, Tree};
use crate::{LanguageError, Matching, language};

/// The syntax of a glob.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum GlobSyntax {
    /// The function `fnmatch` of POSIX, without flags. In Python's module `fnmatch`, a backslash is a character like any
    /// other.
    Fnmatch,
    /// The function `fnmatch` of POSIX with the flag `FNM_PATHNAME`. A bracket expression with a slash is none (2.14.3);
    /// glibc reads it as one.
    Pathname,
    /// A line of a `.gitignore` file, which matches paths below the folder of that file.
    Gitignore,
    /// The operator `StringLike` of policies in AWS IAM.
    Iam,
}

impl GlobSyntax {
    /// Every syntax.
    pub const ALL: &'static [Self] = &[Self::Fnmatch, Self::Pathname, Self::Gitignore, Self::Iam];

    /// Returns the name of the syntax: `fnmatch`, `pathname`, `gitignore` or `iam`.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Fnmatch => "fnmatch",
            Self::Pathname => "pathname",
            Self::Gitignore => "gitignore",
            Self::Iam => "iam",
        }
    }

    /// Returns the minimal automaton of the strings that a glob matches.
    ///
    /// # Errors
    /// Returns an error if the text is not a glob of the syntax, or if the automaton is too large.
    ///
    /// ```
    /// use grammar_regex::GlobSyntax;
    ///
    /// let hosts = GlobSyntax::Iam.language("*.example.com")?;
    /// assert!(hosts.matches(0, b"a.example.com") && hosts.matches(0, b"evil/.example.com"));
    /// let logs = GlobSyntax::Gitignore.language("*.log")?;
    /// assert!(logs.matches(0, b"a/b.log") && logs.matches(0, b"old.log/a") && !logs.matches(0, b"log"));
    /// # Ok::<(), grammar_regex::GlobError>(())
    /// ```
    pub fn language(self, text: &str) -> Result<Dfa, GlobError> {
        let language = |tree| language(&tree, Matching::Whole).map_err(GlobError::Language);
        if self != Self::Gitignore {
            return language(GlobReader { syntax: self, text, at: 0, unended: 0 }.whole()?);
        }
        let (matched, paths) = (language(gitignore(text)?)?, language(paths())?);
        let limit = matched.states() * paths.states();
        let found = Dfa::intersection((&matched, 0), (&paths, 0), limit);
        found.map_err(|_| GlobError::Language(LanguageError::States(limit)))
    }
}

/// The reason why a glob has no language.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum GlobError {
    /// The text is not a glob: the offset in bytes, and the reason.
    Syntax(usize, &'static str),
    /// The automaton is too large.
    Language(LanguageError),
}

impl fmt::Display for GlobError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Syntax(offset, why) => write!(f, "at byte {offset}: {why}"),
            Self::Language(error) => error.fmt(f),
        }
    }
}

impl std::error::Error for GlobError {}

fn any(set: CharacterSet) -> Tree {
    Tree::Repeat { of: Box::new(Tree::Set(set)), min: 0, max: None, mode: Mode::Greedy }
}

fn maybe(tree: Tree) -> Tree {
    Tree::Repeat { of: Box::new(tree), min: 0, max: Some(1), mode: Mode::Greedy }
}

fn one(character: char) -> Tree {
    Tree::Set(CharacterSet::single(character))
}

/// Splits a pattern at each `/` that is in no bracket expression.
fn segments(text: &str) -> Vec<&str> {
    let (mut all, mut begin, mut at) = (Vec::new(), 0, 0);
    let bytes = text.as_bytes();
    // The offset of the first byte of a bracket expression that may be its end.
    let mut bracket: Option<usize> = None;
    while at < bytes.len() {
        match (bytes[at], bracket) {
            (b'\\', _) => at += 1,
            (b'[', None) => {
                let is_negative = matches!(bytes.get(at + 1), Some(b'!' | b'^'));
                bracket = Some(at + 2 + usize::from(is_negative));
            }
            (b'[', Some(_)) if bytes.get(at + 1) == Some(&b':') => {
                at += text[at..].find(":]").map_or(0, |length| length + 1);
            }
            (b']', Some(first)) if at >= first => bracket = None,
            (b'/', None) => {
                all.push(&text[begin..at]);
                begin = at + 1;
            }
            _ => {}
        }
        at += 1;
    }
    all.push(&text[begin..]);
    all
}

/// Returns the paths that a repository can have: no segment is empty.
fn paths() -> Tree {
    let letter = || Tree::Set(CharacterSet::single('/').complement());
    let segment = || Tree::Sequence(vec![letter(), any(CharacterSet::single('/').complement())]);
    let of = Box::new(Tree::Sequence(vec![one('/'), segment()]));
    let others = Tree::Repeat { of, min: 0, max: None, mode: Mode::Greedy };
    Tree::Sequence(vec![segment(), others])
}

/// Reads a line of a `.gitignore` file.
fn gitignore(line: &str) -> Result<Tree, GlobError> {
    let error = |at, why| Err(GlobError::Syntax(at, why));
    let mut text = line.trim_end_matches(' ');
    // A blank that is quoted with a backslash stays.
    if text.len() < line.len()
        && text.bytes().rev().take_while(|&one| one == b'\\').count() % 2 == 1
    {
        text = &line[..=text.len()];
    }
    if text.starts_with('#') {
        return error(0, "a line that begins with `#` is a comment; write `\\#`");
    }
    if text.starts_with('!') {
        return error(0, "`!` takes paths out of a list, and has no paths by itself");
    }
    let is_folder = text.ends_with('/');
    let body = text.strip_suffix('/').unwrap_or(text);
    let is_anchored = body.contains('/');
    let start = usize::from(body.starts_with('/'));
    if body.len() == start {
        return error(0, "the pattern is empty");
    }
    let mut parts = Vec::new();
    let all = || any(CharacterSet::all());
    let folders = || maybe(Tree::Sequence(vec![all(), one('/')]));
    if !is_anchored {
        parts.push(folders());
    }
    let segments = segments(&body[start..]);
    let mut at = start;
    for (number, segment) in segments.iter().enumerate() {
        let is_last = number + 1 == segments.len();
        match *segment {
            // All that is below.
            "**" if is_last && number > 0 => {
                let least = Tree::Set(CharacterSet::all());
                parts.push(Tree::Sequence(vec![least, all()]));
            }
            "**" if !is_last => parts.push(folders()),
            _ => {
                let syntax = GlobSyntax::Gitignore;
                let reader = GlobReader { syntax, text: segment, at: 0, unended: 0 };
                parts.push(reader.whole().map_err(|error| match error {
                    GlobError::Syntax(offset, why) => GlobError::Syntax(at + offset, why),
                    other => other,
                })?);
                if !is_last {
                    parts.push(one('/'));
                }
            }
        }
        at += segment.len() + 1;
    }
    let below = Tree::Sequence(vec![one('/'), Tree::Set(CharacterSet::all()), all()]);
    parts.push(if is_folder { below } else { maybe(below) });
    Ok(Tree::Sequence(parts))
}

/// The maximum number of brackets without an end, each of which is looked for up to the end of the text.
const UNENDED: usize = 64;

struct GlobReader<'t> {
    syntax: GlobSyntax,
    text: &'t str,
    at: usize,
    unended: usize,
}

impl GlobReader<'_> {
    fn whole(mut self) -> Result<Tree, GlobError> {
        let mut parts = Vec::new();
        let has_signs = self.syntax != GlobSyntax::Iam;
        while let Some(next) = self.next() {
            parts.push(match next {
                '*' => {
                    // Several stars are one: more would only take time.
                    while self.rest().starts_with('*') {
                        self.at += 1;
                    }
                    any(self.letters())
                }
                '?' => Tree::Set(self.letters()),
                '[' if has_signs => match self.brackets()? {
                    Some(set) => Tree::Set(set.intersection(&self.letters())),
                    None if self.syntax == GlobSyntax::Gitignore => {
                        let why = "a bracket without an end matches nothing; write `\\[`";
                        return Err(GlobError::Syntax(self.at - 1, why));
                    }
                    None if self.unended == UNENDED => {
                        let why = "there are too many brackets without an end; write `\\[`";
                        return Err(GlobError::Syntax(self.at - 1, why));
                    }
                    None => {
                        self.unended += 1;
                        one('[')
                    }
                },
                '\\' if has_signs => match self.next() {
                    Some(next) => one(next),
                    None => {
                        let why = "a backslash at the end quotes nothing; write `\\\\`";
                        return Err(GlobError::Syntax(self.at - 1, why));
                    }
                },
                '$' if self.syntax == GlobSyntax::Iam && self.rest().starts_with('{') => {
                    self.variable()?
                }
                next => one(next),
            });
        }
        Ok(Tree::Sequence(parts))
    }

    /// Reads a variable of a policy after its `$`. Three variables are the characters that are signs otherwise; all others
    /// depend on the request.
    fn variable(&mut self) -> Result<Tree, GlobError> {
        for (variable, character) in [("{*}", '*'), ("{?}", '?'), ("{$}", '$')] {
            if self.rest().starts_with(variable) {
                self.at += variable.len();
                return Ok(one(character));
            }
        }
        let why = "the value of a variable depends on the request; only `${*}`, `${?}` and `${$}` are characters";
        Err(GlobError::Syntax(self.at - 1, why))
    }

    /// Returns the characters that `*` and `?` match.
    fn letters(&self) -> CharacterSet {
        match self.syntax {
            GlobSyntax::Fnmatch | GlobSyntax::Iam => CharacterSet::all(),
            GlobSyntax::Pathname | GlobSyntax::Gitignore => CharacterSet::single('/').complement(),
        }
    }

    fn rest(&self) -> &str {
        &self.text[self.at..]
    }

    fn next(&mut self) -> Option<char> {
        let next = self.rest().chars().next()?;
        self.at += next.len_utf8();
        Some(next)
    }

    /// Reads a bracket expression after its `[`. Returns `None`, and reads nothing, if it has no end: then the bracket is
    /// a character. So it is if the expression has a `/` where a `/` is only matched by itself.
    fn brackets(&mut self) -> Result<Option<CharacterSet>, GlobError> {
        let begin = self.at;
        let is_negative = self.rest().starts_with(['!', '^']);
        self.at += usize::from(is_negative);
        let (mut set, mut is_first) = (CharacterSet::empty(), true);
        loop {
            if let Some(rest) = self.rest().strip_prefix("[:")
                && let Some(length) = rest.find(":]")
            {
                let name = &rest[..length];
                let class = posix_class(name).filter(|_| !["ascii", "word"].contains(&name));
                let Some(class) = class else {
                    return Err(GlobError::Syntax(self.at, "there is no such class in POSIX"));
                };
                set = set.union(&class);
                (self.at, is_first) = (self.at + length + 4, false);
                continue;
            }
            if self.rest().starts_with("[.") || self.rest().starts_with("[=") {
                let why = "a collating symbol or an equivalence class depends on the locale";
                return Err(GlobError::Syntax(self.at, why));
            }
            if !is_first && self.rest().starts_with(']') {
                self.at += 1;
                return Ok(Some(if is_negative { set.complement() } else { set }));
            }
            is_first = false;
            let Some(first) = self.member() else {
                self.at = begin;
                return Ok(None);
            };
            let is_range = self.rest().starts_with('-') && !self.rest()[1..].starts_with(']');
            let last = match is_range {
                true => {
                    self.at += 1;
                    match self.member() {
                        Some(last) => last,
                        None => {
                            self.at = begin;
                            return Ok(None);
                        }
                    }
                }
                false => first,
            };
            if last < first {
                let why = "the range ends before it begins";
                return Err(GlobError::Syntax(self.at - last.len_utf8(), why));
            }
            set = set.union(&CharacterSet::from_ranges([(first, last)]));
        }
    }

    /// Reads a character of a bracket expression, or returns `None` if the expression has no end.
    fn member(&mut self) -> Option<char> {
        let next = match self.next()? {
            '\\' => self.next()?,
            next => next,
        };
        let is_separator = next == '/' && self.syntax == GlobSyntax::Pathname;
        (!is_separator).then_some(next)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn check(syntax: GlobSyntax, text: &str, members: &[&str], others: &[&str]) {
        let language = syntax.language(text).unwrap_or_else(|error| panic!("{text}: {error}"));
        for (strings, is_member) in [(members, true), (others, false)] {
            for string in strings {
                assert_eq!(language.matches(0, string.as_bytes()), is_member, "{text} {string:?}");
            }
        }
    }

    /// POSIX.1-2024, Shell and Utilities, 2.14.1.
    #[test]
    fn globs_of_posix() {
        let check = |text: &str, members: &[&str], others: &[&str]| {
            check(GlobSyntax::Fnmatch, text, members, others);
        };
        check("a*b", &["ab", "a/b", "aéb", "abab", "a\nb"], &["a", "abc", ""]);
        check("?", &["a", "é", "😀", "/"], &["", "ab"]);
        check("[a-c]x", &["ax", "cx"], &["dx", "x", "[a-c]x"]);
        check("[!a-c]", &["d", "é", "!"], &["a", ""]);
        check("[]a]", &["]", "a"], &["[]a]"]);
        check("[!]a]", &["b"], &["]", "a"]);
        check("[a-]", &["a", "-"], &["b"]);
        check("[[:digit:]x]", &["7", "x"], &["a", ":"]);
        // Without its end, the bracket is a character.
        check("[a", &["[a"], &["a"]);
        check(r"\*\?\[", &["*?["], &["a?["]);
        check(r"[\]]", &["]"], &["\\"]);
        check("***", &["", "a"], &[]);
    }

    /// The same with FNM_PATHNAME: a slash is matched by a slash alone.
    #[test]
    fn globs_of_paths() {
        let check = |text: &str, members: &[&str], others: &[&str]| {
            check(GlobSyntax::Pathname, text, members, others);
        };
        check("a/*.c", &["a/b.c", "a/.c"], &["a/b/c.c", "b.c"]);
        check("*", &["a", ""], &["a/b"]);
        check("[!a]", &["b"], &["/"]);
        check("a[b/c]d", &["a[b/c]d"], &["abd", "a/d"]);
    }

    /// gitignore(5), PATTERN FORMAT and EXAMPLES.
    #[test]
    fn globs_of_git() {
        let check = |text: &str, members: &[&str], others: &[&str]| {
            check(GlobSyntax::Gitignore, text, members, others);
        };
        check("hello.*", &["hello.txt", "a/hello.c", "hello.d/x"], &["hello", "xhello.c"]);
        check("/hello.*", &["hello.txt", "hello.c"], &["a/hello.java"]);
        check("foo/", &["foo/a", "a/foo/b"], &["foo", "a/foo"]);
        check("doc/frotz", &["doc/frotz", "doc/frotz/x"], &["a/doc/frotz"]);
        check("frotz/", &["frotz/x", "a/frotz/x"], &["frotz"]);
        check("foo/*", &["foo/test.json", "foo/bar", "foo/bar/hello.c"], &["foo", "foo/"]);
        check("**/foo", &["foo", "a/foo", "a/b/foo"], &["xfoo", "foox"]);
        check("**/foo/bar", &["foo/bar", "a/foo/bar"], &["foo/x/bar"]);
        check("abc/**", &["abc/x", "abc/x/y"], &["abc", "abc/", "x/abc/y"]);
        check("a/**/b", &["a/b", "a/x/b", "a/x/y/b"], &["ab", "a/xb", "x/a/b"]);
        check("a**b", &["ab", "axb"], &["a/b"]);
        // A bracket expression may name a slash, and does not match it.
        check("[a/b]", &["a", "b", "a/x"], &["[a/b]", "/"]);
        check(r"\[a/b]", &["[a/b]"], &["a"]);
        check(r"\#a", &["#a"], &["a"]);
        check(r"a\ ", &["a "], &["a"]);
        check("a  ", &["a"], &["a  "]);
        for wrong in ["#a", "!a", "", "/", "a\\", "a[", "[", "[!a/"] {
            assert!(GlobSyntax::Gitignore.language(wrong).is_err(), "{wrong}");
        }
    }

    /// Reference of policy elements, string condition operators: multi-character and single-character wildcards.
    #[test]
    fn globs_of_policies() {
        let check = |text: &str, members: &[&str], others: &[&str]| {
            check(GlobSyntax::Iam, text, members, others);
        };
        check("arn:aws:s3:::b/*", &["arn:aws:s3:::b/", "arn:aws:s3:::b/a/c"], &["arn:aws:s3:::b"]);
        check("[a]?", &["[a]x"], &["ax"]);
        check(r"\*", &["\\", r"\a"], &["*"]);
        check("a${*}${?}${$}b", &["a*?$b"], &["axyzb", "a${*}${?}${$}b"]);
        assert!(GlobSyntax::Iam.language("${aws:username}/*").is_err());
    }

    #[test]
    fn no_glob_takes_long_or_panics() {
        for syntax in GlobSyntax::ALL.iter().copied() {
            for text in [
                "*".repeat(100_000),
                "[".repeat(100_000),
                "a*".repeat(12),
                "[!".repeat(50),
                "[]".repeat(99),
            ] {
                let _ = syntax.language(&text);
            }
        }
    }
}

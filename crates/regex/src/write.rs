//! Writes a [`Tree`] as a pattern of a dialect, or reports a construct that the dialect lacks.
//!
//! A word boundary, `\b`, is written as an equivalent look-around. The export of a pattern does not rely on this
//! writer: it reads the written pattern again, and compares the two languages. In a pattern with comments, white space
//! and `#` are written as numeric escapes, since `(?x)` ignores them, in some dialects even within brackets.

use std::collections::HashMap;
use std::fmt::Write as _;

use super::{CharacterSet, Dialect, Direction, Mode, Tree};

/// The form in which the names of productions appear in a pattern.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum PatternNames {
    /// The names are left out.
    #[default]
    None,
    /// Each name becomes the name of a capturing group. A name that would appear twice is left out.
    Groups,
    /// The names are in comments, one line for each production that is more than a class or a literal.
    Comments,
}

/// A construct that a dialect has no syntax for.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{dialect} has no syntax for {what}")]
#[non_exhaustive]
pub struct Unwritable {
    /// The dialect.
    pub dialect: Dialect,
    /// The missing construct.
    pub what: String,
}

impl Unwritable {
    /// Creates an error for a construct that a dialect lacks.
    #[doc(hidden)]
    #[must_use]
    pub fn new(dialect: Dialect, what: String) -> Self {
        Self { dialect, what }
    }
}

const DEPTH: usize = 200;
const INDENT: usize = 40;

/// Writes a tree as a pattern, without adding anchors. If no names are needed, call [`Tree::plain`] first to make the
/// pattern shorter.
pub fn write(tree: &Tree, dialect: Dialect, names: PatternNames) -> Result<String, Unwritable> {
    let mut counts = HashMap::new();
    let mut waiting = if names == PatternNames::Groups { vec![tree] } else { Vec::new() };
    while let Some(tree) = waiting.pop() {
        if let Tree::Group { name: Some(name), .. } = tree {
            *counts.entry(group_name(name, dialect)).or_default() += 1;
        }
        waiting.extend(tree.parts());
    }
    let syntax = Syntax::new(dialect);
    let mut writer =
        PatternWriter { dialect, syntax, names, counts, text: String::new(), depth: 0 };
    // A group around the whole pattern is redundant.
    let tree = match (names, tree) {
        (PatternNames::Groups, Tree::Group { of, .. }) => of,
        _ => tree,
    };
    match names {
        PatternNames::Comments if !syntax.has_comments => return writer.lacks("comments"),
        PatternNames::Groups if syntax.named.is_none() => return writer.lacks("named groups"),
        PatternNames::Comments => writer.text.push_str("(?x)"),
        PatternNames::None | PatternNames::Groups => {}
    }
    writer.tree(tree, TreePrecedence::Choice)?;
    writer.text.push_str(if names == PatternNames::Comments { "\n" } else { "" });
    Ok(writer.text)
}

/// Writes a tree in the subset of ECMAScript that JSON Schema recommends: every group is a plain one.
pub fn write_simple(tree: &Tree) -> Result<String, Unwritable> {
    let mut writer = PatternWriter {
        dialect: Dialect::EcmaScript,
        syntax: &SIMPLE,
        names: PatternNames::None,
        counts: HashMap::new(),
        text: String::new(),
        depth: 0,
    };
    writer.tree(tree, TreePrecedence::Choice)?;
    Ok(writer.text)
}

/// The precedence of the operator around a tree, from loosest to tightest.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum TreePrecedence {
    Choice,
    Sequence,
    Repeat,
}

struct PatternWriter {
    dialect: Dialect,
    syntax: &'static Syntax,
    names: PatternNames,
    /// The number of occurrences of each group name in the tree.
    counts: HashMap<String, usize>,
    text: String,
    depth: usize,
}

impl PatternWriter {
    fn lacks<T>(&self, what: impl Into<String>) -> Result<T, Unwritable> {
        Err(Unwritable { dialect: self.dialect, what: what.into() })
    }

    /// Writes a tree, in a non-capturing group if its context requires one.
    fn tree(&mut self, tree: &Tree, place: TreePrecedence) -> Result<(), Unwritable> {
        if self.depth > DEPTH {
            return self.lacks(format!("groups nested more than {DEPTH} deep"));
        }
        self.depth += 1;
        let tightest = match tree {
            Tree::Sequence(parts) | Tree::Choice(parts) if parts.len() == 1 => {
                TreePrecedence::Repeat
            }
            Tree::Sequence(_) | Tree::Repeat { .. } => TreePrecedence::Sequence,
            Tree::Choice(parts) if !parts.is_empty() => TreePrecedence::Choice,
            _ => TreePrecedence::Repeat,
        };
        let is_group = place > tightest;
        self.text.push_str(if is_group { self.syntax.group } else { "" });
        match tree {
            Tree::Set(set) => self.set(set)?,
            Tree::Sequence(parts) | Tree::Choice(parts) if parts.len() == 1 => {
                self.tree(&parts[0], place)?;
            }
            Tree::Sequence(parts) => {
                parts.iter().try_for_each(|part| self.tree(part, TreePrecedence::Sequence))?;
            }
            Tree::Choice(parts) if parts.is_empty() => return self.lacks("the empty language"),
            Tree::Choice(parts) => {
                for (at, part) in parts.iter().enumerate() {
                    if at > 0 {
                        self.line(self.depth - 1);
                        self.text.push('|');
                    }
                    if *part == Tree::EMPTY && !self.syntax.has_empty {
                        return self.lacks("an empty alternative");
                    }
                    // A choice within a choice needs no group.
                    self.tree(part, TreePrecedence::Choice)?;
                }
            }
            Tree::Repeat { of, min, max, mode } => {
                self.tree(of, TreePrecedence::Repeat)?;
                self.count(*min, *max, *mode)?;
            }
            Tree::Group { of, name } => self.group(of, name.as_deref(), place)?,
            Tree::Atomic(of) if self.syntax.has_atomic => self.between("(?>", of)?,
            Tree::Atomic(_) => return self.lacks("atomic groups"),
            Tree::Look { of, way, is_negative } => {
                let open = match (way, is_negative) {
                    (Direction::Ahead, false) => "(?=",
                    (Direction::Ahead, true) => "(?!",
                    (Direction::Behind, false) => "(?<=",
                    (Direction::Behind, true) => "(?<!",
                };
                if !self.syntax.has_look {
                    return self.lacks("look-around");
                }
                self.between(open, of)?;
            }
            Tree::Start | Tree::End => {
                let anchor = if *tree == Tree::Start { self.syntax.start } else { self.syntax.end };
                match anchor {
                    Some(anchor) => self.text.push_str(anchor),
                    None => return self.lacks("anchors within the pattern"),
                }
            }
        }
        self.text.push_str(if is_group { ")" } else { "" });
        self.depth -= 1;
        Ok(())
    }

    fn between(&mut self, open: &str, of: &Tree) -> Result<(), Unwritable> {
        self.text.push_str(open);
        self.tree(of, TreePrecedence::Choice)?;
        self.text.push(')');
        Ok(())
    }

    fn group(
        &mut self,
        of: &Tree,
        name: Option<&str>,
        place: TreePrecedence,
    ) -> Result<(), Unwritable> {
        let Some(name) = name else { return self.tree(of, place) };
        let word = group_name(name, self.dialect);
        if let (Some(open), Some(1)) = (self.syntax.named, self.counts.get(&word)) {
            return self.between(&[open, &word, ">"].concat(), of);
        }
        let parts = match of {
            Tree::Sequence(parts) => &parts[..],
            tree => std::slice::from_ref(tree),
        };
        // A class or a literal needs no comment.
        let is_plain = parts.iter().all(|part| matches!(part, Tree::Set(_)));
        if self.names != PatternNames::Comments || is_plain {
            return self.tree(of, place);
        }
        self.line(self.depth);
        self.text.extend([self.syntax.group, " # ", name, "\n"]);
        self.line(self.depth + 1);
        self.tree(of, TreePrecedence::Choice)?;
        self.line(self.depth);
        self.text.push(')');
        Ok(())
    }

    fn line(&mut self, depth: usize) {
        if self.names != PatternNames::Comments {
            return;
        }
        // An empty line is reused.
        self.text.truncate(self.text.trim_end_matches(' ').len());
        let line = if self.text.ends_with('\n') { "" } else { "\n" };
        // Writing to a string cannot fail.
        let _ = write!(self.text, "{line}{:1$}", "", depth.min(INDENT));
    }

    fn count(&mut self, min: u32, max: Option<u32>, mode: Mode) -> Result<(), Unwritable> {
        if max.unwrap_or(min) > self.syntax.most {
            return self.lacks(format!("a count above {}", self.syntax.most));
        }
        let _ = match (min, max) {
            (0, None) => write!(self.text, "*"),
            (1, None) => write!(self.text, "+"),
            (0, Some(1)) => write!(self.text, "?"),
            (min, Some(max)) if min == max => write!(self.text, "{{{min}}}"),
            (min, Some(max)) => write!(self.text, "{{{min},{max}}}"),
            (min, None) => write!(self.text, "{{{min},}}"),
        };
        match mode {
            // If nothing is possessive or atomic, laziness does not change the language.
            Mode::Lazy if self.syntax.has_lazy => self.text.push('?'),
            Mode::Greedy | Mode::Lazy => {}
            Mode::Possessive if self.syntax.has_atomic => self.text.push('+'),
            Mode::Possessive => return self.lacks("possessive repetition"),
        }
        Ok(())
    }

    /// Writes a set as a character, a class, or a negated class.
    fn set(&mut self, set: &CharacterSet) -> Result<(), Unwritable> {
        let ranges: Vec<(char, char)> = set.ranges().collect();
        let is_posix = self.dialect == Dialect::PosixEre;
        // In the crate `regex` (1.13), the negation of a class with U+D7FF and U+E000 contains both.
        let negates = self.dialect != Dialect::Rust
            || ['\u{D7FF}', '\u{E000}'].into_iter().any(|one| set.contains(one));
        match ranges[..] {
            [] => self.lacks("the empty language"),
            [(first, last)] if first == last => self.character(first, self.syntax.outside),
            // A set that contains the last character of Unicode is written as a negated class.
            [.., (_, char::MAX)] if negates => {
                // A POSIX string contains no NUL.
                let less = CharacterSet::single('\0');
                let rest = set.complement();
                let rest = if is_posix { rest.without(&less) } else { rest };
                let rest: Vec<(char, char)> = rest.ranges().collect();
                if rest.is_empty() {
                    // The POSIX dot matches any character.
                    self.text.push_str(if is_posix { "." } else { r"[\s\S]" });
                    return Ok(());
                }
                self.text.push_str("[^");
                self.members(&rest, true)
            }
            _ => {
                self.text.push('[');
                self.members(&ranges, false)
            }
        }
    }

    fn members(&mut self, ranges: &[(char, char)], is_negated: bool) -> Result<(), Unwritable> {
        if self.dialect == Dialect::PosixEre {
            return self.bracket(ranges, is_negated);
        }
        ranges.iter().try_for_each(|&(first, last)| self.range(first, last))?;
        self.text.push(']');
        Ok(())
    }

    fn range(&mut self, first: char, last: char) -> Result<(), Unwritable> {
        let inside = self.syntax.inside;
        self.character(first, inside)?;
        if first == last {
            return Ok(());
        }
        if last as u32 - first as u32 > 1 {
            self.text.push('-');
        }
        self.character(last, inside)
    }

    /// Writes a POSIX bracket expression, which has no escapes: `]` is first, and `[`, `^` and `-` are last
    /// (IEEE 1003.1, 9.3.5).
    fn bracket(&mut self, ranges: &[(char, char)], is_negated: bool) -> Result<(), Unwritable> {
        let is_special = |character: char| matches!(character, ']' | '[' | '^' | '-');
        let (mut special, mut others) = (Vec::new(), Vec::new());
        for &(mut first, mut last) in ranges {
            // A range neither begins nor ends with a special character, which is ordinary within a range.
            while first <= last && is_special(first) {
                special.push(first);
                first = char::from(first as u8 + 1);
            }
            while first <= last && is_special(last) {
                special.push(last);
                last = char::from(last as u8 - 1);
            }
            if first <= last {
                others.push((first, last));
            }
        }
        let begin = self.text.len();
        if special.contains(&']') {
            self.text.push(']');
        }
        others.into_iter().try_for_each(|(first, last)| self.range(first, last))?;
        // `[-^]`: a `^` that would be first is put after the hyphen.
        let is_first = self.text.len() == begin && !is_negated;
        let order = if is_first { ['[', '-', '^'] } else { ['[', '^', '-'] };
        self.text.extend(order.into_iter().filter(|one| special.contains(one)));
        self.text.push(']');
        Ok(())
    }

    /// Writes a character, escaped if it is in `special`.
    fn character(&mut self, character: char, special: &str) -> Result<(), Unwritable> {
        let code = u32::from(character);
        // White space and `#` are ignored in a pattern with comments.
        let is_seen = character.is_ascii_graphic()
            && !(character == '#' && self.names == PatternNames::Comments);
        let is_seen = is_seen || character.is_alphanumeric() && !character.is_ascii();
        let units = matches!(self.syntax.number, Number::Units | Number::Units16 | Number::Python);
        // Writing to a string cannot fail.
        let _ = match self.syntax.number {
            _ if special.contains(character) => write!(self.text, "\\{character}"),
            Number::Units16 if code > 0xFFFF => {
                return self.lacks("a character above U+FFFF, which is two code units");
            }
            _ if is_seen => write!(self.text, "{character}"),
            Number::None => {
                // XML 1.0, 2.2, has no other control characters; a C string has no NUL.
                let is_refused = match self.dialect {
                    Dialect::Xsd => {
                        code < 0x20 && !matches!(character, '\t' | '\n' | '\r')
                            || code & 0xFFFE == 0xFFFE
                    }
                    _ => code == 0,
                };
                if is_refused {
                    return self.lacks(format!("the character U+{code:04X}"));
                }
                write!(self.text, "{character}")
            }
            Number::Braces => write!(self.text, "\\x{{{code:X}}}"),
            Number::Ascii if code < 0x80 => write!(self.text, "\\x{code:02X}"),
            Number::Ascii => write!(self.text, "{character}"),
            _ if units && code <= 0xFF => write!(self.text, "\\x{code:02X}"),
            _ if units && code <= 0xFFFF => write!(self.text, "\\u{code:04X}"),
            Number::Python => write!(self.text, "\\U{code:08X}"),
            Number::Units | Number::Units16 => write!(self.text, "{character}"),
        };
        Ok(())
    }
}

/// Returns a group name that the dialect accepts: letters, digits and, except in Java, `_`.
fn group_name(name: &str, dialect: Dialect) -> String {
    let has_underscore = dialect != Dialect::Java;
    let is_word = |character: char| character.is_ascii_alphanumeric();
    let word = name.chars().map(|one| if is_word(one) { one } else { '_' });
    let word: String = word.filter(|&one| has_underscore || one != '_').collect();
    match word.starts_with(|first: char| first.is_ascii_digit()) {
        true if has_underscore => format!("_{word}"),
        true => format!("n{word}"),
        false => word,
    }
}

// Removes group names, and simplifies the result.

impl Tree {
    /// Returns the tree without groups. Nested choices become one choice, and the characters and sets of a choice
    /// become one set.
    pub fn plain(self) -> Self {
        match self {
            Self::Group { of, .. } => of.plain(),
            Self::Sequence(parts) => {
                let mut flat = Vec::new();
                for part in parts {
                    match part.plain() {
                        Self::Sequence(inner) => flat.extend(inner),
                        part => flat.push(part),
                    }
                }
                Self::Sequence(flat)
            }
            Self::Choice(parts) => {
                let mut flat = Vec::new();
                for part in parts {
                    match part.plain() {
                        Self::Choice(inner) => {
                            inner.into_iter().for_each(|one| add(&mut flat, one))
                        }
                        part => add(&mut flat, part),
                    }
                }
                if flat.len() == 1 { flat.remove(0) } else { Self::Choice(flat) }
            }
            Self::Repeat { of, min, max, mode } => {
                Self::Repeat { of: Box::new(of.plain()), min, max, mode }
            }
            // The order matters within an atomic group, and a look-around reads nothing.
            Self::Atomic(of) => Self::Atomic(of),
            Self::Look { of, way, is_negative } => Self::Look { of, way, is_negative },
            tree => tree,
        }
    }
}

/// Adds an alternative. Merges all sets into one, since the order of alternatives does not affect the language.
fn add(parts: &mut Vec<Tree>, part: Tree) {
    let known = parts.iter_mut().find_map(|part| match part {
        Tree::Set(known) => Some(known),
        _ => None,
    });
    match (known, part) {
        (Some(known), Tree::Set(set)) => *known = known.clone().union(&set),
        (_, part) => parts.push(part),
    }
}

// The syntax of each dialect.

struct Syntax {
    /// The text that opens a non-capturing group or, if the dialect has only capturing groups, a capturing group.
    group: &'static str,
    /// The opening of a named group, before its name.
    named: Option<&'static str>,
    /// The anchor of the beginning of the string, if the dialect has one.
    start: Option<&'static str>,
    end: Option<&'static str>,
    has_comments: bool,
    has_atomic: bool,
    has_look: bool,
    has_lazy: bool,
    has_empty: bool,
    most: u32,
    /// The characters to escape outside of brackets. `inside` has the characters to escape within brackets.
    outside: &'static str,
    inside: &'static str,
    number: Number,
}

/// The numeric escape for a character that should not appear as it is.
#[derive(Clone, Copy)]
enum Number {
    /// `\x{20}`, for any character.
    Braces,
    /// `\x20` or `\u00E9`; a character above U+FFFF is written as it is.
    Units,
    /// `\x20` or `\u00E9`; a character above U+FFFF cannot be written.
    Units16,
    /// `\x20`, `\u00E9` or `\U0001F600`.
    Python,
    /// `\x20` for ASCII, as in all dialects; any other character is written as it is.
    Ascii,
    /// No escape: the character is written as it is.
    None,
}

/// The common syntax of most dialects.
const PERL: Syntax = Syntax {
    group: "(?:",
    named: Some("(?<"),
    start: Some("^"),
    end: Some("$"),
    has_comments: false,
    has_atomic: false,
    has_look: false,
    has_lazy: true,
    has_empty: true,
    most: 1000,
    outside: r"\^$.|?*+()[]{}",
    inside: r"\]^-[",
    number: Number::Braces,
};

const RUST: Syntax = Syntax { has_comments: true, most: u32::MAX, ..PERL };
const ECMASCRIPT: Syntax = Syntax {
    has_look: true,
    most: u32::MAX,
    outside: r"\^$.|?*+()[]{}/",
    // With the flag `v` these are escaped too.
    inside: r"\]^-[(){}/|",
    number: Number::Units,
    ..PERL
};
const SIMPLE: Syntax = Syntax {
    group: "(",
    named: None,
    has_look: false,
    has_lazy: false,
    number: Number::Ascii,
    ..ECMASCRIPT
};
const PYTHON: Syntax = Syntax {
    named: Some("(?P<"),
    start: Some(r"\A"),
    // `$` matches before a final line break as well.
    end: Some(r"\Z"),
    has_comments: true,
    has_look: true,
    most: u32::MAX - 1,
    number: Number::Python,
    ..PERL
};
const PCRE: Syntax = Syntax {
    start: Some(r"\A"),
    end: Some(r"\z"),
    has_comments: true,
    has_atomic: true,
    has_look: true,
    most: 65_535,
    ..PERL
};
const RE2: Syntax = Syntax { named: Some("(?P<"), start: Some(r"\A"), end: Some(r"\z"), ..PERL };
const POSIX: Syntax = Syntax {
    group: "(",
    named: None,
    has_lazy: false,
    has_empty: false,
    most: 255,
    outside: r"\^$.|?*+()[{",
    inside: "",
    number: Number::None,
    ..PERL
};
const XSD: Syntax = Syntax {
    group: "(",
    named: None,
    start: None,
    end: None,
    has_lazy: false,
    most: u32::MAX,
    outside: r"\|.?*+(){}[]^-",
    inside: r"\]^-[",
    number: Number::None,
    ..PERL
};

const JAVA: Syntax = Syntax { inside: r"\]^-[&", ..PCRE };
const DOTNET: Syntax = Syntax { number: Number::Units16, ..PCRE };

impl Syntax {
    const fn new(dialect: Dialect) -> &'static Self {
        match dialect {
            Dialect::Rust => &RUST,
            Dialect::EcmaScript => &ECMASCRIPT,
            Dialect::Python => &PYTHON,
            Dialect::Pcre => &PCRE,
            Dialect::Re2 => &RE2,
            Dialect::PosixEre => &POSIX,
            Dialect::Xsd => &XSD,
            Dialect::Java => &JAVA,
            Dialect::DotNet => &DOTNET,
        }
    }
}

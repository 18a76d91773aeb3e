//! The names of productions in a pattern: which stand where.

use std::collections::HashMap;
use std::fmt::Write as _;

use super::super::{Dialect, Tree};
use super::PatternNames;

/// The names that are written.
pub(super) struct WrittenNames {
    layout: PatternNames,
    /// Whether a name may have `_`.
    has_underscore: bool,
    /// How often each group's name stands in the tree.
    counts: HashMap<String, usize>,
}

impl WrittenNames {
    pub(super) fn of(tree: &Tree, layout: PatternNames, has_underscore: bool) -> Self {
        let mut counts = HashMap::new();
        let mut waiting = if layout == PatternNames::Groups { vec![tree] } else { Vec::new() };
        while let Some(tree) = waiting.pop() {
            if let Tree::Group { name: Some(name), .. } = tree {
                *counts.entry(group_name(name, has_underscore)).or_default() += 1;
            }
            waiting.extend(tree.parts());
        }
        Self { layout, has_underscore, counts }
    }

    /// The name of a group, if it is written.
    pub(super) fn group(&self, name: &str) -> Option<String> {
        let name = group_name(name, self.has_underscore);
        (self.counts.get(&name) == Some(&1)).then_some(name)
    }

    /// Whether a comment names what stands in a group. A class or a literal speaks for itself.
    pub(super) fn has_comment(&self, of: &Tree) -> bool {
        let parts = match of {
            Tree::Sequence(parts) => &parts[..],
            tree => std::slice::from_ref(tree),
        };
        self.layout == PatternNames::Comments
            && !parts.iter().all(|part| matches!(part, Tree::Set(_)))
    }

    /// Whether the layout has lines.
    pub(super) fn has_lines(&self) -> bool {
        self.layout == PatternNames::Comments
    }

    /// Begins a line, where the layout has lines.
    pub(super) fn line(&self, depth: usize, text: &mut String) {
        if self.layout != PatternNames::Comments {
            return;
        }
        // A line that has only begun is begun again.
        text.truncate(text.trim_end_matches(' ').len());
        let line = if text.ends_with('\n') { "" } else { "\n" };
        // Writing to a string does not fail.
        let _ = write!(text, "{line}{:1$}", "", depth.min(INDENT));
    }
}

/// The number of spaces before a line, at most.
const INDENT: usize = 40;

/// A name that every dialect takes for a group: letters, digits and `_`, or without `_` as in Java.
fn group_name(name: &str, has_underscore: bool) -> String {
    let is_word = |character: char| character.is_ascii_alphanumeric();
    let word = name.chars().map(|one| if is_word(one) { one } else { '_' });
    let word: String = word.filter(|&one| has_underscore || one != '_').collect();
    match word.starts_with(|first: char| first.is_ascii_digit()) {
        true if has_underscore => format!("_{word}"),
        true => format!("n{word}"),
        false => word,
    }
}

// A tree without names, and what that makes shorter.

impl Tree {
    /// The same language without groups. A choice within a choice is one choice, and the characters of
    /// a choice are one class.
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
            // Within these the order counts, and what is looked at is not what is read.
            Self::Atomic(of) => Self::Atomic(of),
            Self::Look { of, way, is_negative } => Self::Look { of, way, is_negative },
            tree => tree,
        }
    }
}

/// Adds an alternative. The order of alternatives does not count for the language.
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

// What each dialect has, and how it is written.

/// The text of a dialect.
pub(super) struct Syntax {
    /// What opens a group that does not capture, or one that captures where there is no other.
    pub(super) group: &'static str,
    /// What opens a named group, before its name.
    pub(super) named: Option<&'static str>,
    /// The beginning and the end of the string.
    pub(super) start: Option<&'static str>,
    pub(super) end: Option<&'static str>,
    /// Whether `(?x)` allows comments.
    pub(super) has_comments: bool,
    pub(super) has_atomic: bool,
    pub(super) has_look: bool,
    pub(super) has_lazy: bool,
    pub(super) has_empty: bool,
    /// The greatest count of a repetition.
    pub(super) most: u32,
    /// The characters that are escaped outside of brackets, and within.
    pub(super) outside: &'static str,
    pub(super) inside: &'static str,
    /// How a character is written by its number.
    pub(super) number: Number,
}

/// How a character is written that cannot be seen, or should not.
#[derive(Clone, Copy)]
pub(super) enum Number {
    /// `\x{20}`.
    Braces,
    /// `\x20`, `\u00E9`, and the character itself above U+FFFF.
    Units,
    /// `\x20`, `\u00E9`, and nothing above U+FFFF.
    Units16,
    /// `\x20`, `\u00E9`, `\U0001F600`.
    Python,
    /// The character itself.
    None,
}

/// The dialects that are alike in most.
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
const PYTHON: Syntax = Syntax {
    named: Some("(?P<"),
    start: Some(r"\A"),
    // `$` matches before a last line break as well.
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
    pub(super) const fn of(dialect: Dialect) -> &'static Self {
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

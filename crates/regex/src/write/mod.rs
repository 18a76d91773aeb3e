//! Writes a pattern in a dialect.
//!
//! In: a [`Tree`]. Out: the text that a dialect has for it, or what the dialect has no text for. What is forgotten is
//! what a reader had before: a look-around that stands for `\b` is written as a look-around. The writer is not
//! trusted: an export reads the pattern back, and compares the two languages.
//!
//! The surprising case: `(?x)` makes white space and `#` disappear, in some dialects within brackets
//! too; so both are written by their numbers wherever a layout has lines.

mod class;
mod names;

use super::{Dialect, Direction, Mode, Tree};
use names::{Syntax, WrittenNames};

/// How the names of productions stand in a pattern.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum PatternNames {
    /// Nowhere.
    #[default]
    None,
    /// As the names of groups that capture. A name that would stand twice stands nowhere.
    Groups,
    /// In comments, one line for each production that is more than a class or a literal.
    Comments,
}

/// A construct that a dialect has no syntax for.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("a pattern of {dialect} cannot have {what}")]
#[non_exhaustive]
pub struct Unwritable {
    /// The dialect.
    pub dialect: Dialect,
    /// What the dialect lacks.
    pub what: String,
}

impl Unwritable {
    /// What a dialect lacks.
    #[doc(hidden)]
    #[must_use]
    pub fn new(dialect: Dialect, what: String) -> Self {
        Self { dialect, what }
    }
}

/// The depth to which groups may nest in a pattern that is written.
const DEPTH: usize = 200;

/// Writes a tree. The tree itself says where the anchors are. Without names, [`Tree::plain`] is shorter.
pub fn write(tree: &Tree, dialect: Dialect, names: PatternNames) -> Result<String, Unwritable> {
    let syntax = Syntax::of(dialect);
    let written = WrittenNames::of(tree, names, dialect != Dialect::Java);
    let mut writer = PatternWriter { dialect, syntax, names: written, depth: 0 };
    // What captures the whole says nothing.
    let tree = match (names, tree) {
        (PatternNames::Groups, Tree::Group { of, .. }) => of,
        _ => tree,
    };
    match names {
        PatternNames::Comments if !syntax.has_comments => writer.lacks("comments"),
        PatternNames::Groups if syntax.named.is_none() => writer.lacks("named groups"),
        PatternNames::Comments => {
            let mut text = String::from("(?x)");
            writer.tree(tree, TreePrecedence::Choice, &mut text)?;
            text.push('\n');
            Ok(text)
        }
        PatternNames::None | PatternNames::Groups => writer.line(tree),
    }
}

/// What a tree is a part of, from the loosest to the tightest.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum TreePrecedence {
    Choice,
    Sequence,
    Repeat,
}

struct PatternWriter {
    dialect: Dialect,
    syntax: &'static Syntax,
    names: WrittenNames,
    depth: usize,
}

impl PatternWriter {
    fn line(&mut self, tree: &Tree) -> Result<String, Unwritable> {
        let mut text = String::new();
        self.tree(tree, TreePrecedence::Choice, &mut text)?;
        Ok(text)
    }

    fn lacks<T>(&self, what: impl Into<String>) -> Result<T, Unwritable> {
        Err(Unwritable { dialect: self.dialect, what: what.into() })
    }

    fn tree(
        &mut self,
        tree: &Tree,
        place: TreePrecedence,
        text: &mut String,
    ) -> Result<(), Unwritable> {
        if self.depth > DEPTH {
            return self.lacks(format!("more than {DEPTH} groups within each other"));
        }
        self.depth += 1;
        match tree {
            Tree::Set(set) => class::write(set, self, text)?,
            Tree::Sequence(parts) if parts.len() == 1 => self.tree(&parts[0], place, text)?,
            Tree::Choice(parts) if parts.len() == 1 => self.tree(&parts[0], place, text)?,
            Tree::Sequence(parts) => {
                self.within(place > TreePrecedence::Sequence, text, |this, text| {
                    parts
                        .iter()
                        .try_for_each(|part| this.tree(part, TreePrecedence::Sequence, text))
                })?;
            }
            Tree::Choice(parts) if parts.is_empty() => return self.lacks("what matches nothing"),
            Tree::Choice(parts) => {
                self.within(place > TreePrecedence::Choice, text, |this, text| {
                    this.choice(parts, text)
                })?;
            }
            Tree::Repeat { of, min, max, mode } => {
                self.within(place > TreePrecedence::Sequence, text, |this, text| {
                    this.tree(of, TreePrecedence::Repeat, text)?;
                    this.count(*min, *max, *mode, text)
                })?;
            }
            Tree::Group { of, name } => self.group(of, name.as_deref(), place, text)?,
            Tree::Atomic(of) if self.syntax.has_atomic => {
                self.between("(?>", of, text)?;
            }
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
                self.between(open, of, text)?;
            }
            Tree::Start => text.push_str(self.anchor(self.syntax.start)?),
            Tree::End => text.push_str(self.anchor(self.syntax.end)?),
        }
        self.depth -= 1;
        Ok(())
    }

    fn anchor(&self, anchor: Option<&'static str>) -> Result<&'static str, Unwritable> {
        anchor.map_or_else(|| self.lacks("anchors within"), Ok)
    }

    fn between(&mut self, open: &str, of: &Tree, text: &mut String) -> Result<(), Unwritable> {
        text.push_str(open);
        self.tree(of, TreePrecedence::Choice, text)?;
        text.push(')');
        Ok(())
    }

    /// Writes something in a group, if the place asks for one.
    fn within(
        &mut self,
        is_group: bool,
        text: &mut String,
        write: impl FnOnce(&mut Self, &mut String) -> Result<(), Unwritable>,
    ) -> Result<(), Unwritable> {
        if !is_group {
            return write(self, text);
        }
        text.push_str(self.syntax.group);
        write(self, text)?;
        text.push(')');
        Ok(())
    }

    /// The alternatives. An empty one makes the others optional, since not every dialect has an empty
    /// alternative.
    fn choice(&mut self, parts: &[Tree], text: &mut String) -> Result<(), Unwritable> {
        for (at, part) in parts.iter().enumerate() {
            if at > 0 {
                self.names.line(self.depth - 1, text);
                text.push('|');
            }
            if *part == Tree::EMPTY && !self.syntax.has_empty {
                return self.lacks("an empty alternative");
            }
            // A choice within a choice needs no group.
            self.tree(part, TreePrecedence::Choice, text)?;
        }
        Ok(())
    }

    fn group(
        &mut self,
        of: &Tree,
        name: Option<&str>,
        place: TreePrecedence,
        text: &mut String,
    ) -> Result<(), Unwritable> {
        let Some(name) = name else { return self.tree(of, place, text) };
        if let (Some(open), Some(name)) = (self.syntax.named, self.names.group(name)) {
            text.push_str(open);
            text.push_str(&name);
            return self.between(">", of, text);
        }
        if self.names.has_comment(of) {
            self.names.line(self.depth, text);
            for part in [self.syntax.group, " # ", name, "\n"] {
                text.push_str(part);
            }
            self.names.line(self.depth + 1, text);
            self.tree(of, TreePrecedence::Choice, text)?;
            self.names.line(self.depth, text);
            text.push(')');
            return Ok(());
        }
        self.tree(of, place, text)
    }

    fn count(
        &self,
        min: u32,
        max: Option<u32>,
        mode: Mode,
        text: &mut String,
    ) -> Result<(), Unwritable> {
        let greatest = max.unwrap_or(min);
        if greatest > self.syntax.most {
            return self.lacks(format!("a count above {}", self.syntax.most));
        }
        match (min, max) {
            (0, None) => text.push('*'),
            (1, None) => text.push('+'),
            (0, Some(1)) => text.push('?'),
            (min, Some(max)) if min == max => text.push_str(&format!("{{{min}}}")),
            (min, Some(max)) => text.push_str(&format!("{{{min},{max}}}")),
            (min, None) => text.push_str(&format!("{{{min},}}")),
        }
        match mode {
            Mode::Greedy => Ok(()),
            // The same strings match.
            Mode::Lazy if !self.syntax.has_lazy => Ok(()),
            Mode::Lazy => {
                text.push('?');
                Ok(())
            }
            Mode::Possessive if self.syntax.has_atomic => {
                text.push('+');
                Ok(())
            }
            Mode::Possessive => self.lacks("possessive repetition"),
        }
    }
}

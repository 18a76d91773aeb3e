//! The names of productions in a pattern: which stand where.

use std::collections::HashMap;
use std::fmt::Write as _;

use super::super::Tree;
use super::PatternNames;

/// The names that are written.
pub(super) struct Written {
    layout: PatternNames,
    /// Whether a name may have `_`.
    has_underscore: bool,
    /// How often each group's name stands in the tree.
    counts: HashMap<String, usize>,
}

impl Written {
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

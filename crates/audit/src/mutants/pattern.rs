//! Mutants of a regular expression. Letters that stand one after the other are one literal.
//!
//! The surprising case is the dot: `example.com` without a backslash takes `examplexcom`, so each `\.` has a mutant `.`.

use grammar_automata::build::Deadline;
use grammar_automata::engine::CharacterSet;
use grammar_regex::engine::{Direction, Mode, Tree, write};
use grammar_regex::{Dialect, Matching, Pattern, PatternNames};

use super::variants::Variant;
use super::{Found, Lookahead, MutantKind, Notated, TermShape, variants};
use crate::any::AnyProduction;

/// The number of characters of a part that are shown.
const SHOWN: usize = 60;

struct PatternTerms {
    dialect: Dialect,
}

/// A character that stands for itself, and whether its case does not matter.
fn letter(tree: &Tree) -> Option<(char, bool)> {
    let Tree::Set(set) = tree else { return None };
    let mut all = set.ranges().take(3);
    match (all.next(), all.next(), all.next()) {
        (Some((only, last)), None, _) if only == last => Some((only, false)),
        (Some((upper, _)), Some((lower, _)), None) => {
            let is_pair = upper.to_ascii_lowercase() == lower && upper != lower;
            let is_all = *set == CharacterSet::of([(upper, upper), (lower, lower)]);
            (is_pair && is_all).then_some((lower, true))
        }
        _ => None,
    }
}

/// The text of a sequence that is a literal, and whether its case does not matter.
fn literal(parts: &[Tree]) -> Option<(String, bool)> {
    let letters: Vec<(char, bool)> = parts.iter().map(letter).collect::<Option<_>>()?;
    // What is no letter of ASCII has no case, and says nothing of others.
    let mut cases = letters.iter().filter(|(one, _)| one.is_ascii_alphabetic());
    let ignores_case = cases.next().is_some_and(|(_, ignores_case)| *ignores_case);
    let is_one_case = cases.all(|(_, other)| *other == ignores_case);
    let text = letters.iter().map(|(one, _)| one).collect();
    (!letters.is_empty() && is_one_case).then_some((text, ignores_case))
}

fn of_literal(text: &str, ignore_case: bool) -> Tree {
    let one = |one: char| match ignore_case && one.is_ascii_alphabetic() {
        true => {
            let cases = [one.to_ascii_lowercase(), one.to_ascii_uppercase()];
            Tree::Set(CharacterSet::of(cases.map(|one| (one, one))))
        }
        false => Tree::Set(CharacterSet::single(one)),
    };
    Tree::sequence(text.chars().map(one).collect())
}

/// The parts of a sequence, in which letters that stand one after the other are one part.
fn parts(parts: &[Tree]) -> Vec<Tree> {
    let groups = parts.chunk_by(|one, other| letter(one).is_some() && letter(other).is_some());
    let groups = groups.flat_map(|group| match literal(group) {
        Some(_) => vec![Tree::sequence(group.to_vec())],
        None => group.to_vec(),
    });
    groups.collect()
}

impl Notated for PatternTerms {
    type Term = Tree;
    const IS_ORDERED: bool = false;

    fn shape(&mut self, tree: &Tree) -> TermShape<Tree> {
        if let Some((text, ignore_case)) = literal(std::slice::from_ref(tree)) {
            return TermShape::Literal { bytes: text.into_bytes(), ignore_case };
        }
        match tree {
            Tree::Set(set) => TermShape::Set(set.clone()),
            Tree::Sequence(all) => match literal(all) {
                Some((text, ignore_case)) => {
                    TermShape::Literal { bytes: text.into_bytes(), ignore_case }
                }
                None => TermShape::Sequence(parts(all)),
            },
            Tree::Choice(all) => {
                TermShape::Choice(all.iter().map(|one| (self.text(one), one.clone())).collect())
            }
            Tree::Group { of, .. } => self.shape(of),
            // What gives nothing back is not taken apart.
            Tree::Atomic(_) | Tree::Repeat { mode: Mode::Possessive, .. } => TermShape::Name,
            &Tree::Repeat { ref of, min, max, .. } => {
                TermShape::Repeat { min, max, of: (**of).clone() }
            }
            Tree::Look { of, way: Direction::Ahead, is_negative } => {
                let text = self.text(of);
                let asked =
                    if *is_negative { Lookahead::NotNext(text) } else { Lookahead::Next(text) };
                TermShape::Look { asked }
            }
            Tree::Look { .. } => TermShape::Look { asked: Lookahead::Other },
            Tree::Start => TermShape::Look { asked: Lookahead::Begin },
            Tree::End => TermShape::Look { asked: Lookahead::End },
        }
    }

    fn term(&self, shape: TermShape<Tree>) -> Tree {
        match shape {
            // What a mutator does not make of its own.
            TermShape::Name | TermShape::Look { .. } => Tree::EMPTY,
            TermShape::Set(set) => Tree::Set(set),
            TermShape::Literal { bytes, ignore_case } => {
                of_literal(&String::from_utf8_lossy(&bytes), ignore_case)
            }
            TermShape::Sequence(parts) => Tree::sequence(parts),
            TermShape::Choice(mut all) => match all.len() {
                1 => all.remove(0).1,
                _ => Tree::Choice(all.into_iter().map(|(_, tree)| tree).collect()),
            },
            TermShape::Repeat { min, max, of } => {
                Tree::Repeat { of: Box::new(of), min, max, mode: Mode::Greedy }
            }
            TermShape::Difference { from, without } => {
                let (of, way) = (Box::new(without), Direction::Ahead);
                Tree::sequence(vec![Tree::Look { of, way, is_negative: true }, from])
            }
        }
    }

    fn text(&mut self, tree: &Tree) -> String {
        let written = write(tree, self.dialect, PatternNames::None);
        let text = written.unwrap_or_else(|_| "…".to_owned());
        match text.char_indices().nth(SHOWN) {
            Some((end, _)) => format!("{}…", &text[..end]),
            None => text,
        }
    }

    fn set(&mut self, tree: &Tree) -> Option<CharacterSet> {
        match tree {
            Tree::Set(set) => Some(set.clone()),
            Tree::Group { of, .. } => self.set(of),
            _ => None,
        }
    }

    fn single_characters(&mut self, tree: &Tree) -> CharacterSet {
        let mut found = CharacterSet::empty();
        let mut waiting = vec![tree];
        while let Some(tree) = waiting.pop() {
            match tree {
                Tree::Set(set) => found = found.union(set),
                Tree::Choice(all) => waiting.extend(all),
                Tree::Group { of, .. } => waiting.push(of),
                _ => {}
            }
        }
        found
    }

    fn slips(&mut self, subject: &str, tree: &Tree) -> Vec<Variant<Tree>> {
        let Some((text, ignore_case)) = self.literal_text(tree) else { return Vec::new() };
        let Some(dot) = text.find('.') else { return Vec::new() };
        let any = Tree::Set(CharacterSet::single('\n').complement());
        let (before, after) = (&text[..dot], &text[dot + ".".len()..]);
        let around = [before, after].map(|text| of_literal(text, ignore_case));
        let [before, after] = around;
        vec![Variant {
            kind: MutantKind::ClassWidened,
            fault: "`.` without a backslash".to_owned(),
            reason: format!("`.` in {subject} is a dot and no other character"),
            term: Tree::sequence(vec![before, any, after]),
        }]
    }
}

impl PatternTerms {
    fn literal_text(&mut self, tree: &Tree) -> Option<(String, bool)> {
        match self.shape(tree) {
            TermShape::Literal { bytes, ignore_case } => {
                Some((String::from_utf8(bytes).ok()?, ignore_case))
            }
            _ => None,
        }
    }
}

/// The characters that stand for themselves anywhere in a pattern.
fn used(tree: &Tree) -> CharacterSet {
    let (mut found, mut waiting) = (CharacterSet::empty(), vec![tree]);
    while let Some(tree) = waiting.pop() {
        if let Some((one, _)) = letter(tree) {
            found = found.union(&CharacterSet::single(one));
        }
        waiting.extend(tree.parts());
    }
    found
}

/// The mutants of a pattern.
pub(super) fn drafts(
    pattern: &Pattern,
    matching: Matching,
    production: &AnyProduction,
    deadline: &Deadline,
    found: Found<'_>,
) {
    let mut notated = PatternTerms { dialect: pattern.dialect() };
    let used = used(pattern.tree());
    let mut made = |made: Variant<Tree>| {
        let (mutant, tree) = made.mutant(&production.name, production.line);
        let language = match deadline.has_passed() {
            true => Err(deadline.to_string()),
            false => pattern.with_tree(tree).language(matching).map_err(|error| error.to_string()),
        };
        found(mutant, language);
    };
    variants::variants("the pattern", pattern.tree(), &mut notated, &used, deadline, &mut made);
}

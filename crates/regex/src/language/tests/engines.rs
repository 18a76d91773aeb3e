//! Random trees, written as patterns and compared with the crates `regex` and `fancy-regex`.

use std::fmt::Write as _;

use super::*;
use crate::scaled;

/// Writes a tree in the syntax that both crates read.
fn write(tree: &Tree, text: &mut String) {
    match tree {
        Tree::Set(set) => {
            let ranges: Vec<_> = set.ranges().collect();
            if ranges.is_empty() {
                text.push_str(r"[^\x{0}-\x{10FFFF}]");
                return;
            }
            text.push('[');
            for (first, last) in ranges {
                let (first, last) = (u32::from(first), u32::from(last));
                write!(text, r"\x{{{first:x}}}-\x{{{last:x}}}").unwrap();
            }
            text.push(']');
        }
        Tree::Sequence(parts) => parts.iter().for_each(|part| write_group("(?:", part, text)),
        Tree::Choice(parts) => {
            for (at, part) in parts.iter().enumerate() {
                text.push_str(if at > 0 { "|" } else { "" });
                write_group("(?:", part, text);
            }
        }
        Tree::Repeat { of, min, max, mode } => {
            // A `+` after braces is another repetition in some dialects.
            let is_possessive = *mode == Mode::Possessive;
            text.push_str(if is_possessive { "(?>" } else { "" });
            write_group("(?:", of, text);
            let max = max.map_or(String::new(), |max| max.to_string());
            write!(text, "{{{min},{max}}}").unwrap();
            text.push_str(if *mode == Mode::Lazy { "?" } else { "" });
            text.push_str(if is_possessive { ")" } else { "" });
        }
        Tree::Group { of, .. } => write_group("(", of, text),
        Tree::Atomic(of) => write_group("(?>", of, text),
        Tree::Look { of, way, is_negative } => {
            let open = match (way, is_negative) {
                (Direction::Ahead, false) => "(?=",
                (Direction::Ahead, true) => "(?!",
                (Direction::Behind, false) => "(?<=",
                (Direction::Behind, true) => "(?<!",
            };
            write_group(open, of, text);
        }
        Tree::Start => text.push_str(r"\A"),
        Tree::End => text.push_str(r"\z"),
    }
}

fn write_group(open: &str, tree: &Tree, text: &mut String) {
    text.push_str(open);
    write(tree, text);
    text.push(')');
}

fn written(tree: &Tree, matching: Matching) -> String {
    let mut text = String::new();
    if matches!(matching, Matching::Search | Matching::Global) {
        write(tree, &mut text);
        return text;
    }
    text.push_str(r"\A");
    write_group("(?:", tree, &mut text);
    text.push_str(if matching == Matching::Whole { r"\z" } else { "" });
    text
}

/// Returns whether the crate `regex` supports a tree.
fn is_plain(tree: &Tree) -> bool {
    match tree {
        Tree::Set(_) | Tree::Start | Tree::End => true,
        Tree::Sequence(parts) | Tree::Choice(parts) => parts.iter().all(is_plain),
        Tree::Repeat { of, mode, .. } => *mode != Mode::Possessive && is_plain(of),
        Tree::Group { of, .. } => is_plain(of),
        Tree::Atomic(_) | Tree::Look { .. } => false,
    }
}

fn random_strings(random: &mut SplitMix) -> Vec<String> {
    let characters = ['a', 'a', 'b', 'b', '\n', 'é', '😀'];
    let mut text = || -> String {
        let length = random.below(9);
        (0..length).map(|_| random.one_of(&characters)).collect()
    };
    (0..40).map(|_| text()).collect()
}

#[test]
fn regex_and_fancy_regex_match_the_language() {
    let trees = scaled(100, 30_000) as u64;
    let (mut by_regex, mut by_fancy) = (0, 0);
    for number in 0..trees {
        let mut random = SplitMix(1 << 32 | number);
        let size = 2 + random.below(14);
        let tree = random.tree(size, false);
        let strings = random_strings(&mut random);
        for &matching in Matching::ALL {
            let Ok(dfa) = language(&tree, matching) else { continue };
            let pattern = written(&tree, matching);
            if is_plain(&tree) {
                let regex = regex::Regex::new(&pattern).unwrap();
                for text in &strings {
                    let is_member = dfa.matches(0, text.as_bytes());
                    assert_eq!(is_member, regex.is_match(text), "{pattern:?} {text:?}");
                    by_regex += 1;
                }
            }
            let Ok(regex) = fancy_regex::Regex::new(&pattern) else { continue };
            for text in &strings {
                let Ok(found) = regex.is_match(text) else { continue };
                let is_member = dfa.matches(0, text.as_bytes());
                assert_eq!(is_member, found, "{pattern:?} {text:?} {tree:?}");
                by_fancy += 1;
            }
        }
    }
    assert!(by_regex > 600 && by_fancy > 3_000, "{by_regex} {by_fancy}");
}

//! Paths of Rails, as `rails routes` prints them: `/users/:id(.:format)`, `/files/*rest`.
//!
//! `:name` takes one or more characters but `/`, `.` and `?`, which are the separators; `*name` takes one or more
//! characters; a part in parentheses is optional. The routes of `config/routes.rb` have no `(.:format)`, which Rails
//! adds to each. Constraints are not part of the path.
//!
//! A slash before an optional part belongs to that part, as Rails rewrites it: `/a/(:b)` is `/a(/:b)`. Before it
//! matches, Rails removes a slash at the end of a path, so here a slash may follow. It also merges slashes and writes
//! triplets in upper case; give paths in that form. Values are decoded after matching.

use alloc::format;
use alloc::string::String;
use alloc::vec;
use alloc::vec::Vec;

use grammar_regex::engine::{CharacterSet, Direction, Tree};

use super::{
    DEEPEST, PathBuilder, PathPattern, RouteError, character, except, look, optional, repeat,
};

/// The characters of a route, with their offsets.
type Characters = Vec<(usize, char)>;

pub(super) fn rails(text: &str) -> Result<PathPattern, RouteError> {
    let characters = normalized(text);
    let at = |index: usize| characters.get(index).map(|&(_, one)| one);
    let mut builder = PathBuilder::default();
    // The parts before each open parenthesis, with its offset.
    let mut open: Vec<(Vec<Tree>, usize)> = Vec::new();
    let (mut index, mut has_star) = (0, false);
    while let Some(&(offset, one)) = characters.get(index) {
        index += 1;
        match one {
            '(' if open.len() == DEEPEST => {
                let message = format!("optional parts are nested more than {DEEPEST} deep");
                return Err(RouteError::new(offset, message));
            }
            '(' => open.push((core::mem::take(&mut builder.parts), offset)),
            ')' => {
                let Some((outer, _)) = open.pop() else {
                    return Err(RouteError::new(offset, "this `)` closes nothing"));
                };
                let inner = core::mem::replace(&mut builder.parts, outer);
                builder.parts.push(optional(Tree::sequence(inner)));
            }
            // A colon before one of these is a literal.
            ':' if matches!(at(index), Some('.' | '/' | '(' | ')' | '|' | ':' | '*')) => {
                builder.literal(":");
            }
            ':' | '*' => {
                let name = characters[index..].iter().map(|&(_, one)| one);
                let name: String =
                    name.take_while(|one| one.is_ascii_alphanumeric() || *one == '_').collect();
                let name_offset = offset + 1;
                if name.is_empty() {
                    let message = format!("expected the name of a parameter after `{one}`");
                    return Err(RouteError::new(name_offset, message));
                }
                index += name.len();
                let tree = match one {
                    ':' => Tree::Set(except("/.?")),
                    _ => Tree::Set(CharacterSet::all()),
                };
                has_star |= one == '*';
                let tree = repeat(tree, 1, None);
                builder.parameter(&name, tree);
            }
            '/' | '.' => builder.parts.push(character(one)),
            _ => {
                builder.encoded_literal(one.encode_utf8(&mut [0; 4]), false);
                // Within a literal, `*` is one too.
                while at(index) == Some('*') {
                    builder.literal("*");
                    index += 1;
                }
            }
        }
    }
    if let Some((_, offset)) = open.pop() {
        return Err(RouteError::new(offset, "this `(` is not closed"));
    }
    let any = || Tree::Set(CharacterSet::all());
    // A path other than `/` has no slash at its end when it is matched.
    if has_star {
        let slash = Tree::Sequence(vec![any(), character('/')]);
        builder.parts.push(look(slash, Direction::Behind, true));
    }
    let path = builder.finish();
    let slash = character('/');
    // If all parts are optional, the slash at the beginning of the path is not the one at its end.
    let slash = match &path.tree {
        Tree::Sequence(parts) if matches!(parts.first(), Some(Tree::Set(_))) => slash,
        _ => Tree::Sequence(vec![look(any(), Direction::Behind, false), slash]),
    };
    let slash = optional(slash);
    Ok(PathPattern { tree: Tree::Sequence(vec![path.tree, slash]), ..path })
}

/// Returns the characters of a route with a slash at its beginning and none at its end, and with each slash before an
/// optional part within that part. If all parts are optional, the first slash stands before them.
fn normalized(text: &str) -> Characters {
    const FORMAT: &str = "(.:format)";
    let (path, format) = match text.strip_suffix(FORMAT) {
        Some(path) => (path, FORMAT),
        None => (text, ""),
    };
    let mut characters: Characters = path.char_indices().collect();
    if !path.starts_with('/') {
        characters.insert(0, (0, '/'));
    }
    characters.dedup_by(|(_, second), (_, first)| (*first, *second) == ('/', '/'));
    if characters.len() > 1 && characters.last().is_some_and(|&(_, one)| one == '/') {
        characters.pop();
    }
    let mut moved = Characters::new();
    let mut index = 0;
    while let Some(&(offset, one)) = characters.get(index) {
        index += 1;
        let opened = characters[index..].iter().take_while(|(_, one)| *one == '(').count();
        if one != '/' || opened == 0 {
            moved.push((offset, one));
            continue;
        }
        moved.extend(&characters[index..index + opened]);
        moved.push((offset, '/'));
        index += opened;
        index += usize::from(characters.get(index).is_some_and(|&(_, one)| one == '/'));
    }
    let opened = moved.iter().take_while(|(_, one)| *one == '(').count();
    if opened > 0 && has_only_optional_parts(&moved) {
        let slash = moved.remove(opened);
        moved.insert(0, slash);
    }
    let rest = format.char_indices().map(|(offset, one)| (path.len() + offset, one));
    moved.into_iter().chain(rest).collect()
}

/// Returns whether a route consists of optional parts, of which each but the first is a slash and a parameter.
fn has_only_optional_parts(characters: &Characters) -> bool {
    let mut parts = characters.split(|(_, one)| *one == ')').peekable();
    let mut is_first = true;
    while let Some(part) = parts.next() {
        // Behind the last parenthesis there is nothing.
        if parts.peek().is_none() {
            return part.is_empty() && !is_first;
        }
        let opened = part.iter().take_while(|(_, one)| *one == '(').count();
        let inside: Vec<char> = part[opened..].iter().map(|&(_, one)| one).collect();
        if opened == 0 || inside.is_empty() || !is_first && !matches!(inside[..], ['/', ':', _, ..])
        {
            return false;
        }
        is_first = false;
    }
    false
}

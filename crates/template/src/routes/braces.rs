//! Routes with parameters in braces: paths of OpenAPI, and of Spring's `PathPattern`.
//!
//! In OpenAPI 3, `{name}` takes one or more characters but `/`, `?` and `#`, which a value must not contain unless they
//! are escaped ("Path Templating"). All other characters are literal.
//!
//! In Spring, a pattern matches a path segment by segment, after decoding each. `?` takes one character, `*` any
//! characters of a segment, `{name}` a segment that is not empty, and `{name:pattern}` a segment that matches a pattern
//! of `java.util.regex`. `**` and `{*name}` take zero or more whole segments, with the slash before them, and stand at
//! the beginning or the end of the pattern. A `*` that is the last segment may be empty, and another must not be. Letter
//! case counts, and a slash at the end counts too, as is the default since Spring 6. A segment is matched without its
//! matrix variables, `;a=b`; give paths without them.

use alloc::boxed::Box;
use alloc::format;
use alloc::vec;
use alloc::vec::Vec;

use grammar_regex::engine::{CharacterSet, Direction, Mode, Tree};
use grammar_regex::{Dialect, Pattern};

use super::{
    PathBuilder, PathPattern, RouteError, described, except, look, mapped, name_end, optional,
    repeat,
};

pub(super) fn open_api(text: &str) -> Result<PathPattern, RouteError> {
    if !text.starts_with('/') {
        return Err(RouteError::new(0, "a path of OpenAPI begins with a slash"));
    }
    let mut builder = PathBuilder::default();
    let mut at = 0;
    while let Some(open) = text[at..].find(['{', '}']) {
        builder.encoded_literal(&text[at..at + open], false);
        at += open;
        if text[at..].starts_with('}') {
            return Err(RouteError::new(at, "this `}` closes nothing"));
        }
        let Some(close) = text[at..].find('}') else {
            return Err(RouteError::new(at, "this `{` is not closed"));
        };
        let name = &text[at + 1..at + close];
        if let Some(again) = name.find('{') {
            return Err(RouteError::new(
                at + 1 + again,
                "`{` is not allowed in the name of a parameter",
            ));
        }
        if name.is_empty() {
            return Err(RouteError::new(at + 1, "expected the name of a parameter after `{`"));
        }
        if builder.has(name) {
            return Err(RouteError::new(at + 1, format!("the parameter `{name}` occurs twice")));
        }
        builder.parameter(name, repeat(Tree::Set(except("/?#")), 1, None));
        at += close + 1;
    }
    builder.encoded_literal(&text[at..], false);
    Ok(builder.finish())
}

pub(super) fn spring(text: &str) -> Result<PathPattern, RouteError> {
    let mut builder = PathBuilder::default();
    let mut has_segments = false;
    let mut at = 0;
    // A pattern without a slash at its beginning gets one.
    let mut slashes = usize::from(!text.is_empty() && !text.starts_with('/'));
    while at < text.len() || slashes > 0 {
        if text[at..].starts_with('/') {
            (slashes, at) = (slashes + 1, at + 1);
            continue;
        }
        let start = at;
        let elements = elements(text, &mut at)?;
        let is_last = at == text.len();
        let several = match &elements[..] {
            [SpringElement::Segments] => Some(None),
            [SpringElement::CaptureSegments(name)] => Some(Some(*name)),
            _ => None,
        };
        let Some(name) = several else {
            for _ in 0..core::mem::take(&mut slashes) {
                builder.literal("/");
            }
            segment(&mut builder, elements, is_last)?;
            continue;
        };
        let is_first = builder.parts.is_empty() && slashes <= 1;
        if has_segments {
            let message = "a pattern has only one `**` or `{*name}`";
            return Err(RouteError::new(start, message));
        }
        if !is_first && !is_last {
            let message = "`**` and `{*name}` stand only at the beginning or the end of a pattern";
            return Err(RouteError::new(start, message));
        }
        has_segments = true;
        for _ in 1..core::mem::take(&mut slashes) {
            builder.literal("/");
        }
        let any = Box::new(Tree::Set(CharacterSet::all()));
        let tree = match is_last {
            true => optional(Tree::Sequence(vec![Tree::Set(slash()), repeat(any, 0, None)])),
            // The shortest beginning after which the rest of the pattern matches.
            false => Tree::Repeat { of: any, min: 0, max: None, mode: Mode::Lazy },
        };
        match name {
            Some(name) => builder.parameter(name, tree),
            None => builder.parts.push(tree),
        }
    }
    Ok(builder.finish())
}

/// A part of a segment.
enum SpringElement<'t> {
    Literal(&'t str),
    /// `?`
    Character,
    /// `*`
    Characters,
    /// `**`, a whole segment
    Segments,
    /// `{*name}`, a whole segment
    CaptureSegments(&'t str),
    /// `{name}` or `{name:pattern}`, with the offset of the name
    Capture(&'t str, usize, Option<Tree>),
}

/// Reads the parts of a segment, and moves to its end.
fn elements<'t>(text: &'t str, at: &mut usize) -> Result<Vec<SpringElement<'t>>, RouteError> {
    let rest = &text[*at..];
    if rest == "**" || rest.starts_with("**/") {
        *at += 2;
        return Ok(vec![SpringElement::Segments]);
    }
    let start = *at;
    let mut elements = Vec::new();
    while let Some(one) = text[*at..].chars().next().filter(|one| *one != '/') {
        match one {
            '?' => elements.push(SpringElement::Character),
            '*' => elements.push(SpringElement::Characters),
            '}' => return Err(RouteError::new(*at, "this `}` closes nothing")),
            '{' if text[*at..].starts_with("{*") => {
                let name_at = *at + 2;
                let end = name_end(text, name_at, is_identifier, "`{*`")?;
                let is_whole = *at == start && matches!(text[end..].get(..2), None | Some("}/"));
                if !text[end..].starts_with('}') {
                    let message = format!(
                        "{} is not allowed here; expected `}}`",
                        described(text[end..].chars().next())
                    );
                    return Err(RouteError::new(end, message));
                }
                if !is_whole {
                    return Err(RouteError::new(*at, "`{*name}` must be a whole segment"));
                }
                *at = end + 1;
                return Ok(vec![SpringElement::CaptureSegments(&text[name_at..end])]);
            }
            '{' => {
                let (element, end) = capture(text, *at)?;
                elements.push(element);
                *at = end;
                continue;
            }
            _ => {
                let length = text[*at..].find(['/', '?', '*', '{', '}']);
                let end = length.map_or(text.len(), |length| *at + length);
                elements.push(SpringElement::Literal(&text[*at..end]));
                *at = end;
                continue;
            }
        }
        *at += 1;
    }
    Ok(elements)
}

/// Reads `{name}` or `{name:pattern}`, and returns it with its end.
fn capture(text: &str, open: usize) -> Result<(SpringElement<'_>, usize), RouteError> {
    let end = name_end(text, open + 1, is_identifier, "`{`")?;
    let name = &text[open + 1..end];
    match text[end..].chars().next() {
        Some('}') => Ok((SpringElement::Capture(name, open + 1, None), end + 1)),
        Some(':') => {
            let start = end + 1;
            let close = constraint_end(text, start)
                .ok_or_else(|| RouteError::new(open, "this `{` is not closed in its segment"))?;
            if close == start {
                return Err(RouteError::new(start, "expected a pattern after `:`"));
            }
            // In Spring, `.` takes line breaks too.
            let pattern = Pattern::read_with_flags(Dialect::Java, &text[start..close], "s");
            let pattern = pattern
                .map_err(|error| RouteError::new((start + error.offset).min(close), error.why))?;
            let mut waiting = vec![pattern.tree()];
            while let Some(tree) = waiting.pop() {
                if matches!(tree, Tree::Group { .. }) {
                    let message = "a pattern must not have capturing groups; write `(?:…)`";
                    return Err(RouteError::new(start, message));
                }
                waiting.extend(tree.parts());
            }
            Ok((
                SpringElement::Capture(name, open + 1, Some(in_segment(pattern.tree()))),
                close + 1,
            ))
        }
        found => {
            let message = format!("{} is not allowed in the name of a parameter", described(found));
            Err(RouteError::new(end, message))
        }
    }
}

/// Returns the offset of the `}` that ends a pattern. Braces in the pattern are in pairs, unless they are escaped.
fn constraint_end(text: &str, start: usize) -> Option<usize> {
    let (mut depth, mut is_escaped) = (0, false);
    for (at, one) in text[start..].char_indices() {
        match one {
            _ if is_escaped => is_escaped = false,
            '\\' => is_escaped = true,
            '{' => depth += 1,
            '}' if depth == 0 => return Some(start + at),
            '}' => depth -= 1,
            '/' => return None,
            _ => {}
        }
    }
    None
}

fn is_identifier(one: char, is_first: bool) -> bool {
    let is_letter = if is_first { one.is_alphabetic() } else { one.is_alphanumeric() };
    is_letter || matches!(one, '_' | '$') || one == '-' && !is_first
}

/// Adds a segment, which begins and ends at a slash or at an end of the path.
fn segment(
    builder: &mut PathBuilder,
    elements: Vec<SpringElement<'_>>,
    is_last: bool,
) -> Result<(), RouteError> {
    let characters = || repeat(Tree::Set(slash().complement()), 0, None);
    let has_capture = elements.iter().any(|one| matches!(one, SpringElement::Capture(..)));
    // A segment is not empty if it captures something, or is not the last one.
    let not_slash = || Tree::Set(slash().complement());
    if has_capture || !is_last {
        builder.parts.push(look(not_slash(), Direction::Ahead, false));
    }
    for element in elements {
        match element {
            SpringElement::Literal(text) => builder.encoded_literal(text, true),
            SpringElement::Character => builder.parts.push(not_slash()),
            SpringElement::Characters => builder.parts.push(characters()),
            SpringElement::Capture(name, at, pattern) => {
                if builder.has(name) {
                    return Err(RouteError::new(
                        at,
                        format!("the parameter `{name}` occurs twice"),
                    ));
                }
                builder.parameter(name, pattern.unwrap_or_else(characters));
            }
            SpringElement::Segments | SpringElement::CaptureSegments(_) => {}
        }
    }
    if has_capture {
        builder.parts.push(look(not_slash(), Direction::Ahead, true));
    }
    Ok(())
}

fn slash() -> CharacterSet {
    CharacterSet::single('/')
}

/// Returns the tree of a pattern that is matched against a single segment.
fn in_segment(tree: &Tree) -> Tree {
    mapped(tree, &|tree| match tree {
        Tree::Set(set) => Tree::Set(set.without(&slash())),
        Tree::Start => look(Tree::Set(slash().complement()), Direction::Behind, true),
        Tree::End => look(Tree::Set(slash().complement()), Direction::Ahead, true),
        tree => tree,
    })
}

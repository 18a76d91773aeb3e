//! Patterns of the crate `regex`: read by its own `regex-syntax`.

use regex_syntax::hir::{Class, Hir, HirKind, Look};
use regex_syntax::{Error, ParserBuilder};

use super::super::{Dialect, Direction, Mode, Tree};
use super::group::{boundary, line_end, line_start, look};
use super::reader::PatternFault;
use super::sets::Set;
use super::{NESTING, Notes, ParsedPattern, sets};

pub(super) fn read(text: &str) -> Result<ParsedPattern, PatternFault> {
    let mut parser = ParserBuilder::new().nest_limit(NESTING as u32).build();
    let hir = parser.parse(text).map_err(|error| fault(&error))?;
    let mut notes = Notes::default();
    // What is a class of Unicode is not seen in the end; a backslash and a letter is, as `\w` and `\p`.
    if ["\\w", "\\W", "\\d", "\\D", "\\s", "\\S", "\\b", "\\B", "\\p", "\\P"]
        .iter()
        .any(|one| text.contains(one))
    {
        notes.tables(Dialect::Rust);
    }
    Ok(ParsedPattern { tree: tree(&hir), notes: notes.0, is_in_units: false })
}

fn fault(error: &Error) -> PatternFault {
    match error {
        Error::Parse(error) => PatternFault::new(error.span().start.offset, error.kind()),
        Error::Translate(error) => PatternFault::new(error.span().start.offset, error.kind()),
        error => PatternFault::new(0, error),
    }
}

/// `regex-syntax` bounds how deep it nests.
fn tree(hir: &Hir) -> Tree {
    match hir.kind() {
        HirKind::Empty => Tree::EMPTY,
        HirKind::Literal(literal) => {
            // Not UTF-8 would be refused by the parser.
            let text = String::from_utf8_lossy(&literal.0);
            one_of(text.chars().map(|one| sets::tree(sets::single(one))).collect(), Tree::Sequence)
        }
        HirKind::Class(Class::Unicode(set)) => sets::tree(sets::of_class(set)),
        HirKind::Class(Class::Bytes(set)) => {
            sets::tree(set.to_unicode_class().as_ref().map_or_else(Set::empty, sets::of_class))
        }
        HirKind::Look(look) => anchor(*look),
        HirKind::Repetition(repetition) => Tree::Repeat {
            of: Box::new(tree(&repetition.sub)),
            min: repetition.min,
            max: repetition.max,
            mode: if repetition.greedy { Mode::Greedy } else { Mode::Lazy },
        },
        HirKind::Capture(capture) => Tree::Group {
            of: Box::new(tree(&capture.sub)),
            name: capture.name.as_deref().map(str::to_owned),
        },
        HirKind::Concat(parts) => Tree::Sequence(parts.iter().map(tree).collect()),
        HirKind::Alternation(parts) => Tree::Choice(parts.iter().map(tree).collect()),
    }
}

fn one_of(mut trees: Vec<Tree>, several: fn(Vec<Tree>) -> Tree) -> Tree {
    match (trees.pop(), trees.is_empty()) {
        (Some(only), true) => only,
        (last, _) => {
            trees.extend(last);
            several(trees)
        }
    }
}

fn anchor(anchor: Look) -> Tree {
    let lines = || sets::single('\n');
    let (return_, feed) = (|| sets::tree(sets::single('\r')), || sets::tree(sets::single('\n')));
    let word = |is_ascii: bool| if is_ascii { sets::word() } else { sets::unicode_word() };
    let side =
        |is_ascii: bool, way, is_negative| look(sets::tree(word(is_ascii)), way, is_negative);
    let edge = |is_ascii, behind, ahead| {
        Tree::Sequence(vec![
            side(is_ascii, Direction::Behind, behind),
            side(is_ascii, Direction::Ahead, ahead),
        ])
    };
    match anchor {
        Look::Start => Tree::Start,
        Look::End => Tree::End,
        Look::StartLF => line_start(lines()),
        Look::EndLF => line_end(lines()),
        // A line does not begin within CR LF, nor end there.
        Look::StartCRLF => Tree::Choice(vec![
            line_start(lines()),
            Tree::Sequence(vec![
                look(return_(), Direction::Behind, false),
                look(feed(), Direction::Ahead, true),
            ]),
        ]),
        Look::EndCRLF => Tree::Choice(vec![
            Tree::End,
            look(return_(), Direction::Ahead, false),
            Tree::Sequence(vec![
                look(return_(), Direction::Behind, true),
                look(feed(), Direction::Ahead, false),
            ]),
        ]),
        Look::WordAscii => boundary(word(true), false),
        Look::WordAsciiNegate => boundary(word(true), true),
        Look::WordUnicode => boundary(word(false), false),
        Look::WordUnicodeNegate => boundary(word(false), true),
        Look::WordStartAscii => edge(true, true, false),
        Look::WordStartUnicode => edge(false, true, false),
        Look::WordEndAscii => edge(true, false, true),
        Look::WordEndUnicode => edge(false, false, true),
        Look::WordStartHalfAscii => side(true, Direction::Behind, true),
        Look::WordStartHalfUnicode => side(false, Direction::Behind, true),
        Look::WordEndHalfAscii => side(true, Direction::Ahead, true),
        Look::WordEndHalfUnicode => side(false, Direction::Ahead, true),
    }
}

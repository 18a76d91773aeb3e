//! Parses the text of a pattern.
//!
//! Each dialect is read according to its own documentation, and constructs of other dialects are refused by
//! name. The result is a [`Tree`] with notes on surprising constructs, or a fault with its offset. `reader`
//! reads all dialects with a table of their features, except for the crate `regex`: `regex-syntax` reads its
//! patterns.

mod group;
mod sets;
mod class;
mod reader;
mod ecmascript;
mod escape;
mod posix;
#[cfg(test)]
mod tests;

#[cfg(feature = "sources")]
pub(crate) use ecmascript::literal_parts;
pub use group::is_end_or_before_last;
pub(crate) use sets::posix as posix_class;

use std::fmt::Display;
use std::ops::Range;

use group::{boundary, line_end, line_start, look, one};
use reader::{Flags, PatternReader};
use regex_syntax::ast::parse::Parser;
use regex_syntax::ast::{self, Ast};
use regex_syntax::hir::{Class, Hir, HirKind, Look};
use regex_syntax::{Error, ParserBuilder};
use sets::{Fold, Set};

use super::{Dialect, Direction, Mode, PatternError, Tree};

const LENGTH: usize = 1 << 20;
const NESTING: usize = 110;
/// The maximum number of classes in a pattern. It limits the memory, since each class may have thousands of ranges.
const CLASSES: usize = 10_000;

#[derive(Clone, Debug)]
pub(super) struct ParsedPattern {
    pub(super) tree: Tree,
    pub(super) notes: Vec<String>,
    /// The spans of the alternatives of each `|` choice, in the order in which the choices begin.
    pub(super) alternatives: Vec<Vec<Range<usize>>>,
    /// Whether the text is a literal, with slashes and flags.
    pub(super) is_literal: bool,
    /// Whether a literal has the flag `g`.
    pub(super) is_global: bool,
    /// Whether a character above U+FFFF may be read as two code units, as in ECMAScript without the flag `u`.
    pub(super) is_in_units: bool,
}

/// A fault in a pattern, with its byte offset.
#[derive(Clone, Debug, PartialEq, Eq)]
struct PatternFault {
    at: usize,
    why: String,
}

impl PatternFault {
    fn new(at: usize, why: impl Display) -> Self {
        Self { at, why: why.to_string() }
    }

    fn error(self, dialect: Dialect) -> PatternError {
        PatternError { dialect, offset: self.at, why: self.why }
    }
}

type Read<T> = Result<T, PatternFault>;

fn fault<T>(at: usize, why: impl Display) -> Read<T> {
    Err(PatternFault::new(at, why))
}

/// Returns the fault of a range that ends before it begins.
fn backwards<T>(at: usize) -> Read<T> {
    fault(at, "a range whose end precedes its beginning")
}

/// Sentences about constructs with a surprising meaning, without duplicates.
#[derive(Clone, Debug, Default)]
struct Notes(Vec<String>);

impl Notes {
    fn add(&mut self, note: impl Into<String>) {
        let note = note.into();
        if !self.0.contains(&note) {
            self.0.push(note);
        }
    }

    /// Adds a note about the version of Unicode.
    fn tables(&mut self, dialect: Dialect) {
        self.add(format!(
            "Unicode classes are those of Unicode {}; a {dialect} engine may have another version",
            sets::UNICODE
        ));
    }
}

pub(super) fn read(dialect: Dialect, text: &str) -> Result<ParsedPattern, PatternError> {
    let read = check_size(text).and_then(|()| match dialect {
        Dialect::Rust => read_rust(text),
        Dialect::EcmaScript => ecmascript::read(text),
        Dialect::Python => read_by(&PYTHON, text, ""),
        Dialect::Pcre => read_by(&PCRE, text, ""),
        Dialect::Re2 => read_by(&RE2, text, ""),
        Dialect::PosixEre => read_by(&POSIX, text, ""),
        Dialect::Xsd => read_by(&XSD, text, ""),
        Dialect::Java => read_by(&JAVA, text, ""),
        Dialect::DotNet => read_by(&DOTNET, text, ""),
    });
    read.map_err(|fault| fault.error(dialect))
}

/// Reads a pattern with the features of its dialect. `letters` are the flags of a pattern of ECMAScript.
fn read_by(facts: &'static DialectFacts, text: &str, letters: &str) -> Read<ParsedPattern> {
    let mut reader = PatternReader::new(text, facts);
    if facts.dialect == Dialect::EcmaScript {
        reader.groups = ecmascript::groups(text);
        reader.flags = Flags {
            ignores_case: letters.contains('i'),
            by_lines: letters.contains('m'),
            dot_takes_all: letters.contains('s'),
            ..Flags::default()
        };
    }
    let mut tree = reader.pattern()?;
    // A sticky pattern matches at `lastIndex`, which is initially 0.
    if letters.contains('y') {
        tree = Tree::Sequence(vec![Tree::Start, tree]);
    }
    let mut is_in_units = facts.is_in_units;
    if facts.dialect == Dialect::Java {
        let looks_between =
            group::width(&tree).0 == 0 && group::looks(&tree) && !group::begins_at_start(&tree);
        is_in_units = reader.looks_at_units || looks_between;
        if is_in_units {
            reader.notes.add(
                "a look-around of Java reads a character above U+FFFF as two code units: a match may lie between them",
            );
        }
    }
    let is_global = letters.contains('g');
    let (notes, alternatives) = (reader.notes.0, in_order(reader.alternatives));
    Ok(ParsedPattern { tree, notes, alternatives, is_literal: false, is_global, is_in_units })
}

/// Sorts choices by their start offsets. Of two choices with the same start, the outer one comes first.
fn in_order(mut choices: Vec<Vec<Range<usize>>>) -> Vec<Vec<Range<usize>>> {
    let key = |all: &Vec<Range<usize>>| {
        let (first, last) = (all.first(), all.last());
        (first.map_or(0, |one| one.start), std::cmp::Reverse(last.map_or(0, |one| one.end)))
    };
    choices.sort_by_key(key);
    choices
}

/// Reads a pattern with the given flags only. Also returns the text of the pattern with the flags included.
pub(super) fn read_with_flags(
    dialect: Dialect,
    text: &str,
    flags: &str,
) -> Result<(String, ParsedPattern), PatternError> {
    let error = |fault: PatternFault| fault.error(dialect);
    let at_end = |why| PatternFault::new(text.len(), why).error(dialect);
    if dialect == Dialect::EcmaScript {
        check_size(text).map_err(error)?;
        let read = ecmascript::read_body(text, flags, text.len()).map_err(error)?;
        let parts = ecmascript::literal_parts(text, flags).map_err(at_end)?;
        return Ok((parts.into_iter().map(|(part, _)| part).collect(), read));
    }
    if flags.is_empty() {
        return Ok((text.to_owned(), read(dialect, text)?));
    }
    check_flags(dialect, flags).map_err(at_end)?;
    // The settings at the beginning of a PCRE pattern come before the flags.
    let is_pcre = dialect == Dialect::Pcre;
    let at = if is_pcre { text.len() - group::after_settings(text).len() } else { 0 };
    let group = format!("(?{flags})");
    let all = [&text[..at], &group, &text[at..]].concat();
    // A fault in the flags has no position in the text.
    let own = |offset: usize| match offset.checked_sub(at + group.len()) {
        Some(behind) => at + behind,
        None if offset < at => offset,
        None => text.len(),
    };
    let read =
        read(dialect, &all).map_err(|error| PatternError { offset: own(error.offset), ..error })?;
    Ok((all, read))
}

/// Refuses a flag that a pattern of a dialect cannot have in `(?…)`.
fn check_flags(dialect: Dialect, flags: &str) -> Result<(), String> {
    let known = match dialect {
        Dialect::Rust => "imsUxRu",
        Dialect::Python => PYTHON.flags,
        Dialect::Pcre => PCRE.flags,
        Dialect::Re2 => RE2.flags,
        Dialect::Java => JAVA.flags,
        Dialect::DotNet => DOTNET.flags,
        Dialect::EcmaScript | Dialect::PosixEre | Dialect::Xsd => "",
    };
    match flags.chars().find(|&one| !known.contains(one)) {
        None => Ok(()),
        Some(one) if known.is_empty() => Err(format!(
            "unsupported flag `{one}`: {dialect} patterns have no supported flags; write the effect of the flag into the pattern"
        )),
        Some(one) => {
            Err(format!("unsupported flag `{one}`: the supported flags of {dialect} are `{known}`"))
        }
    }
}

fn check_size(text: &str) -> Read<()> {
    if text.len() > LENGTH {
        return fault(LENGTH, format!("the pattern has more than {LENGTH} bytes: split it"));
    }
    let bytes = text.as_bytes();
    let starts_class = |&at: &usize| match bytes[at] {
        b'[' | b'.' => true,
        b'\\' => bytes.get(at + 1).is_some_and(|letter| letter.is_ascii_alphabetic()),
        _ => false,
    };
    match (0..bytes.len()).filter(starts_class).nth(CLASSES) {
        Some(at) => {
            fault(at, format!("the pattern has more than {CLASSES} classes and escapes: split it"))
        }
        None => Ok(()),
    }
}

// Patterns of the crate `regex`.

fn read_rust(text: &str) -> Read<ParsedPattern> {
    let mut parser = ParserBuilder::new().nest_limit(NESTING as u32).build();
    let mut choices = Choices(Vec::new());
    if let Ok(ast) = Parser::new().parse(text) {
        let _ = ast::visit(&ast, &mut choices);
    }
    let hir = parser.parse(text).or_else(|error| match error {
        Error::Parse(error) => fault(error.span().start.offset, error.kind()),
        Error::Translate(error) => fault(error.span().start.offset, error.kind()),
        error => fault(0, error),
    })?;
    let mut notes = Notes::default();
    // The parsed pattern does not show Unicode classes; their escapes, such as `\w` and `\p`, are searched for.
    let escapes = [r"\w", r"\W", r"\d", r"\D", r"\s", r"\S", r"\b", r"\B", r"\p", r"\P"];
    if escapes.iter().any(|one| text.contains(one)) {
        notes.tables(Dialect::Rust);
    }
    Ok(ParsedPattern {
        tree: rust_tree(&hir),
        notes: notes.0,
        alternatives: in_order(choices.0),
        is_literal: false,
        is_global: false,
        is_in_units: false,
    })
}

/// A visitor that collects the alternatives of a pattern of the crate `regex`.
struct Choices(Vec<Vec<Range<usize>>>);

impl ast::Visitor for &mut Choices {
    type Output = ();
    type Err = ();

    fn finish(self) -> Result<(), ()> {
        Ok(())
    }

    fn visit_pre(&mut self, ast: &Ast) -> Result<(), ()> {
        if let Ast::Alternation(choice) = ast {
            let span = |one: &Ast| one.span().start.offset..one.span().end.offset;
            self.0.push(choice.asts.iter().map(span).collect());
        }
        Ok(())
    }
}

/// Converts the tree of `regex-syntax`, whose parser limits the depth.
fn rust_tree(hir: &Hir) -> Tree {
    match hir.kind() {
        HirKind::Empty => Tree::EMPTY,
        HirKind::Literal(literal) => {
            // The parser refuses strings that are not UTF-8.
            let text = String::from_utf8_lossy(&literal.0);
            Tree::sequence(text.chars().map(one).collect())
        }
        HirKind::Class(Class::Unicode(set)) => Tree::Set(sets::of_class(set)),
        HirKind::Class(Class::Bytes(set)) => {
            Tree::Set(set.to_unicode_class().as_ref().map_or_else(Set::empty, sets::of_class))
        }
        HirKind::Look(look) => anchor(*look),
        HirKind::Repetition(repetition) => Tree::Repeat {
            of: Box::new(rust_tree(&repetition.sub)),
            min: repetition.min,
            max: repetition.max,
            mode: if repetition.greedy { Mode::Greedy } else { Mode::Lazy },
        },
        HirKind::Capture(capture) => Tree::Group {
            of: Box::new(rust_tree(&capture.sub)),
            name: capture.name.as_deref().map(str::to_owned),
        },
        HirKind::Concat(parts) => Tree::Sequence(parts.iter().map(rust_tree).collect()),
        HirKind::Alternation(parts) => Tree::Choice(parts.iter().map(rust_tree).collect()),
    }
}

fn anchor(anchor: Look) -> Tree {
    let lines = || Set::single('\n');

    let word = |is_ascii: bool| if is_ascii { sets::word() } else { sets::UNICODE_WORD.clone() };
    let side = |is_ascii: bool, way, is_negative| look(Tree::Set(word(is_ascii)), way, is_negative);
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
        // A line neither begins nor ends within CR LF.
        Look::StartCRLF => Tree::Choice(vec![
            line_start(lines()),
            Tree::Sequence(vec![
                look(one('\r'), Direction::Behind, false),
                look(one('\n'), Direction::Ahead, true),
            ]),
        ]),
        Look::EndCRLF => Tree::Choice(vec![
            Tree::End,
            look(one('\r'), Direction::Ahead, false),
            Tree::Sequence(vec![
                look(one('\r'), Direction::Behind, true),
                look(one('\n'), Direction::Ahead, false),
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

// The features of each dialect of `reader`, side by side. Code for a single dialect checks its name where it is
// read.

#[derive(Debug)]
struct DialectFacts {
    dialect: Dialect,
    note: Option<&'static str>,
    /// The letters that may appear in `(?…)` and `(?…:…)`.
    flags: &'static str,
    /// The syntaxes of a group name: for each, the text between `(?` and the name, and the text after the name.
    names: &'static [(&'static str, &'static str)],
    has_looks: bool,
    /// Whether `*?` is a lazy repetition.
    has_lazy: bool,
    has_atomic: bool,
    has_possessive: bool,
    /// Whether `(?#…)` is a comment.
    has_comments: bool,
    /// Whether a look-ahead may be repeated, and whether a look-behind may be repeated.
    repeats_looks: (bool, bool),
    /// Whether an anchor or a word boundary may be repeated.
    repeats_anchors: bool,
    /// The characters among `{`, `}` and `]` that may be literal without a backslash.
    bare: &'static str,
    greatest: u32,
    /// The message for a `{` that begins no count, or `None` if such a `{` is literal.
    malformed: Option<&'static str>,
    /// Whether `$` without the flag `m` also matches before a final line break.
    dollar_before_last: bool,
    /// The line breaks, which `.` does not match.
    breaks: &'static str,
    fold: Fold,
    /// Whether predefined classes, such as `\w`, are case-folded too.
    folds_classes: bool,
    /// The letters whose escapes cannot be used in brackets.
    not_in_class: &'static str,
    /// Whether brackets have the syntax of ECMAScript's flag `v`.
    has_sets: bool,
    /// Whether strings consist of code units.
    is_in_units: bool,
}

static PCRE: DialectFacts = DialectFacts {
    dialect: Dialect::Pcre,
    note: None,
    flags: "imsxnUJ",
    names: &[("P<", ">"), ("<", ">"), ("'", "'")],
    has_looks: true,
    has_lazy: true,
    has_atomic: true,
    has_possessive: true,
    has_comments: true,
    repeats_looks: (true, true),
    repeats_anchors: false,
    bare: "{}]",
    greatest: 65_535,
    malformed: None,
    dollar_before_last: true,
    breaks: "\n",
    fold: Fold::Simple,
    folds_classes: false,
    not_in_class: "AZzBNR",
    has_sets: false,
    is_in_units: false,
};

static PYTHON: DialectFacts = DialectFacts {
    dialect: Dialect::Python,
    flags: "aimsux",
    names: &[("P<", ">")],
    fold: Fold::Python,
    not_in_class: "AZB",
    ..PCRE
};

static RE2: DialectFacts = DialectFacts {
    dialect: Dialect::Re2,
    flags: "imsU",
    names: &[("P<", ">"), ("<", ">")],
    has_looks: false,
    has_atomic: false,
    has_possessive: false,
    has_comments: false,
    repeats_anchors: true,
    greatest: 1_000,
    dollar_before_last: false,
    folds_classes: true,
    not_in_class: "AzbBQC",
    ..PCRE
};

/// ECMAScript with the flag `u`.
static ECMASCRIPT_UNICODE: DialectFacts = DialectFacts {
    dialect: Dialect::EcmaScript,
    flags: "ims",
    names: &[("<", ">")],
    has_atomic: false,
    has_possessive: false,
    has_comments: false,
    repeats_looks: (false, false),
    bare: "",
    dollar_before_last: false,
    breaks: "\n\r\u{2028}\u{2029}",
    folds_classes: true,
    not_in_class: "B",
    ..PCRE
};

/// ECMAScript with the flag `v`.
static ECMASCRIPT_SETS: DialectFacts = DialectFacts { has_sets: true, ..ECMASCRIPT_UNICODE };

/// ECMAScript without the flag `u`, with Annex B.
static ECMASCRIPT_UNITS: DialectFacts = DialectFacts {
    note: Some("without the flag `u`, a character above U+FFFF is two code units"),
    repeats_looks: (true, false),
    bare: "{}]",
    fold: Fold::UpperCase,
    not_in_class: "",
    is_in_units: true,
    ..ECMASCRIPT_UNICODE
};

static JAVA: DialectFacts = DialectFacts {
    dialect: Dialect::Java,
    flags: "idmsuxU",
    names: &[("<", ">")],
    has_comments: false,
    repeats_anchors: true,
    bare: "}]",
    breaks: "\n\r\u{85}\u{2028}\u{2029}",
    fold: Fold::Ascii,
    not_in_class: "ABGRXZbkz",
    ..PCRE
};

static DOTNET: DialectFacts = DialectFacts {
    dialect: Dialect::DotNet,
    note: Some(
        "this reading was not compared with a .NET engine; a character above U+FFFF is two code units",
    ),
    flags: "imnsx",
    names: &[("<", ">"), ("'", "'")],
    has_possessive: false,
    repeats_anchors: true,
    fold: Fold::Ascii,
    not_in_class: "AZzBG",
    is_in_units: true,
    ..PCRE
};

static POSIX: DialectFacts = DialectFacts {
    dialect: Dialect::PosixEre,
    has_lazy: false,
    has_possessive: false,
    has_comments: false,
    // The limit of glibc.
    greatest: 32_767,
    malformed: Some(
        "`{` does not begin a repetition `{m}`, `{m,}` or `{m,n}`, which POSIX leaves undefined: \
         write `\\{`",
    ),
    ..PCRE
};

static XSD: DialectFacts = DialectFacts {
    dialect: Dialect::Xsd,
    greatest: 65_535,
    malformed: Some("`{` does not begin a repetition `{m}`, `{m,}` or `{m,n}`: write `\\{`"),
    ..POSIX
};

//! Patterns of Java: what `java.util.regex.Pattern` has that no other dialect has.
//!
//! In: a pattern. Out: a tree, by the documentation of the class `Pattern`, and where that is silent by
//! its source. Both agree for Java 17 and 25; what an older or a newer version takes otherwise is refused
//! or has a note.
//!
//! The surprising cases: `[a-[b]]` is a class of `a`, `-` and `b`; `(?m)^` is not found in the empty
//! string; and `(?<=^.)a` is not found in `😀a`, since a look-behind counts code units.

use super::super::{Direction, Mode, Tree};
use super::facts::JAVA;
use super::group::width;
use super::reader::{PatternFault, PatternReader};
use super::sets::{ClassPart, Set};
use super::{Dialect, ParsedPattern, sets};

pub(super) fn read(text: &str) -> Result<ParsedPattern, PatternFault> {
    let mut reader = PatternReader::new(text, &JAVA);
    let tree = reader.pattern()?;
    let looks_between = width(&tree).0 == 0 && looks(&tree) && !begins_at_start(&tree);
    let is_in_units = reader.looks_at_units || looks_between;
    if is_in_units {
        reader.notes.add(
            "a character above U+FFFF counts as two where Java looks around: a match may lie between \
             its halves",
        );
    }
    Ok(ParsedPattern { tree, notes: reader.notes.0, is_in_units })
}

/// Whether something is asked about a place.
fn looks(tree: &Tree) -> bool {
    match tree {
        Tree::Set(_) => false,
        Tree::Start | Tree::End | Tree::Look { .. } => true,
        tree => tree.parts().iter().any(looks),
    }
}

/// Whether a match is found at the beginning of a string or nowhere.
fn begins_at_start(tree: &Tree) -> bool {
    match tree {
        Tree::Start => true,
        Tree::Sequence(parts) => parts.first().is_some_and(begins_at_start),
        Tree::Choice(parts) => !parts.is_empty() && parts.iter().all(begins_at_start),
        Tree::Group { of, .. } | Tree::Atomic(of) => begins_at_start(of),
        _ => false,
    }
}

impl PatternReader<'_> {
    /// Whether a character is refused where white space is skipped.
    pub(super) fn is_refused_in_verbose(&self, one: char) -> bool {
        match self.facts.dialect {
            // A comment that is not skipped: see below.
            Dialect::Java => one == '#',
            // Microsoft's documentation does not say whether it is white space.
            Dialect::DotNet => one == '\x0B',
            _ => false,
        }
    }

    /// Whether Java sees more in the comment that comes next than a comment: `\Q` is seen everywhere,
    /// NUL ends the comment, and so do line breaks, which are then read, if they are not of ASCII.
    pub(super) fn is_odd_comment(&self) -> bool {
        let rest = self.cursor.rest();
        let line = rest.split('\n').next().unwrap_or(rest);
        let line = line.strip_suffix('\r').unwrap_or(line);
        line.contains(['\0', '\r', '\u{85}', '\u{2028}', '\u{2029}', '\\'])
    }

    /// Refuses a look-behind of which Java sees no greatest length, or takes another than it has.
    pub(super) fn check_obvious(&mut self, of: &Tree, at: usize) -> Result<(), PatternFault> {
        if width(of).1.is_none() {
            return Err(PatternFault::new(at, "a look-behind without a greatest length"));
        }
        if !is_obvious(of) {
            let why = "a look-behind that repeats a choice, of which Java sees no greatest length: write \
                       the repetitions out";
            return Err(PatternFault::new(at, why));
        }
        let why = "a look-behind with some characters above U+FFFF and not all, or with half of one: Java \
                   counts code units there";
        match pairs(of) {
            _ if self.has_halves => Err(PatternFault::new(at, why)),
            Pairs::Some => Err(PatternFault::new(at, why)),
            Pairs::All => {
                self.looks_at_units = true;
                Ok(())
            }
            Pairs::None => Ok(()),
        }
    }
}

/// Whether Java sees a greatest length of a tree that has one.
fn is_obvious(tree: &Tree) -> bool {
    match tree {
        Tree::Repeat { of, min: 0, max: Some(1), mode } if *mode != Mode::Possessive => {
            is_obvious(of)
        }
        Tree::Repeat { of, .. } => is_determined(of),
        // What is looked at ahead has no length.
        Tree::Look { way: Direction::Ahead, .. } => true,
        tree => tree.parts().iter().all(is_obvious),
    }
}

/// Whether a tree matches in one way at most.
fn is_determined(tree: &Tree) -> bool {
    match tree {
        Tree::Choice(parts) => parts.len() == 1 && is_determined(&parts[0]),
        Tree::Repeat { of, min, max, .. } => *max == Some(*min) && *min > 0 && is_determined(of),
        Tree::Atomic(_) => false,
        Tree::Look { .. } => true,
        tree => tree.parts().iter().all(is_determined),
    }
}

/// Which characters above U+FFFF the sets of a tree have.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum Pairs {
    None,
    All,
    Some,
}

fn pairs(tree: &Tree) -> Pairs {
    match tree {
        Tree::Set(set) => match set.ranges().last() {
            Some(('\0'..='\u{10000}', char::MAX)) => Pairs::All,
            Some((_, last)) if last > '\u{FFFF}' => Pairs::Some,
            _ => Pairs::None,
        },
        tree => tree.parts().iter().map(pairs).max().unwrap_or(Pairs::None),
    }
}

// Classes of Java: classes within classes, and `&&`.
//
// In: what stands behind a bracket. Out: a set. The two sides of `&&` are unions; what is refused is
// where Java's reader makes something else of them, and what Java 8 took otherwise.

/// One side of `&&`.
struct IntersectionOperand {
    set: Set,
    has_classes: bool,
}

impl PatternReader<'_> {
    /// A class, behind the bracket at `open`.
    pub(super) fn java_class(&mut self, open: usize) -> Result<Set, PatternFault> {
        self.nested()?;
        let is_negative = self.cursor.eat("^");
        let IntersectionOperand { mut set, has_classes } = self.side(open, true)?;
        let mut is_flat = !has_classes;
        while self.cursor.eat("&&") {
            is_flat = false;
            set = set.intersection(&self.side(open, false)?.set);
        }
        self.cursor.eat("]");
        self.higher();
        if is_negative && !is_flat {
            let why = "a class that is negated and has a class within or `&&`, which differs from version \
                       to version: negate the classes within";
            return Err(PatternFault::new(open, why));
        }
        Ok(if is_negative { sets::without(set) } else { set })
    }

    /// What stands before `&&` or `]`.
    fn side(&mut self, open: usize, is_first: bool) -> Result<IntersectionOperand, PatternFault> {
        let (mut set, mut singles, mut ranges) = (Set::empty(), Vec::new(), Vec::new());
        let (mut has_classes, mut has_others) = (false, false);
        loop {
            let place = self.cursor.at();
            let is_empty = !has_classes && !has_others;
            let ends = if is_first { &["&&"][..] } else { &["&", "]"] };
            if is_empty && ends.iter().any(|end| self.cursor.starts(end)) {
                return Err(PatternFault::new(
                    place,
                    r"a side of `&&` without a class; write `\&` for a `&`",
                ));
            }
            if self.cursor.starts("&&") || !is_empty && self.cursor.starts("]") {
                break;
            }
            self.check_java(is_empty && !is_first)?;
            if self.cursor.eat("[") {
                set = set.union(&self.java_class(place)?);
                has_classes = true;
                continue;
            }
            if has_classes && !has_others && !is_first {
                let why = "a class within, and then characters, behind `&&`: Java does not take their \
                           union; put the characters into brackets";
                return Err(PatternFault::new(place, why));
            }
            has_others = true;
            let from = match self.part(open)? {
                ClassPart::Character(from) => from,
                ClassPart::Set(part) => {
                    set = set.union(&part);
                    continue;
                }
                ClassPart::Nothing => continue,
            };
            let dash = self.cursor.at();
            let is_range = self.cursor.starts("-") && !self.cursor.starts("-]");
            let to = if is_range {
                self.check_java(false)?;
                self.cursor.next();
                self.check_java(false)?;
                self.range_end(open, dash)?
            } else {
                from
            };
            if to < from {
                return Err(PatternFault::backwards(place));
            }
            let characters = self.range(from, to, place)?;
            if is_range { &mut ranges } else { &mut singles }.extend(characters.ranges());
        }
        let singles = self.folded(Set::of(singles), open)?;
        let ranges = self.folded_ranges(Set::of(ranges), open)?;
        Ok(IntersectionOperand { set: set.union(&singles).union(&ranges), has_classes })
    }

    /// Refuses what is not as it looks.
    fn check_java(&self, is_behind_and: bool) -> Result<(), PatternFault> {
        let rest = self.cursor.rest();
        let is_skipped = |one: char| matches!(one, '\t'..='\r' | ' ' | '#');
        let why = if rest.starts_with("-[") {
            r"a `-` before `[` is a character in Java: write `\-`, or `&&[^…]` for what is left out"
        } else if rest.starts_with("-&&") {
            r"a `-` before `&&`: write `\-`"
        } else if rest.starts_with(r"\Q") {
            r"`\Q` in brackets is not read: escape what stands there"
        } else if rest.starts_with(r"\v-") {
            r"`\v` before `-`, which is U+000B there and a class elsewhere: write `\x0B`"
        } else if is_behind_and && rest.starts_with('^') {
            r"a `^` behind `&&` is a character in Java: write `\^`, or `[^…]`"
        } else if self.flags.is_verbose && rest.starts_with(is_skipped) {
            "white space and `#` in a class disappear with the flag `x` in Java: escape them"
        } else {
            return Ok(());
        };
        Err(PatternFault::new(self.cursor.at(), why))
    }
}

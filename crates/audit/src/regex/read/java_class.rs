//! Classes of Java: classes within classes, and `&&`.
//!
//! In: what stands behind a bracket. Out: a set. The two sides of `&&` are unions; what is refused is
//! where Java's reader makes something else of them, and what Java 8 took otherwise.

use super::class::ClassPart;
use super::cursor::Fault;
use super::reader::Reader;
use super::sets::{self, Set};

/// One side of `&&`.
struct Side {
    set: Set,
    has_classes: bool,
}

impl Reader<'_> {
    /// A class, behind the bracket at `open`.
    pub(super) fn java_class(&mut self, open: usize) -> Result<Set, Fault> {
        self.nested()?;
        let is_negative = self.cursor.eat("^");
        let Side { mut set, has_classes } = self.side(open, true)?;
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
            return Err(Fault::new(open, why));
        }
        Ok(if is_negative { sets::without(set) } else { set })
    }

    /// What stands before `&&` or `]`.
    fn side(&mut self, open: usize, is_first: bool) -> Result<Side, Fault> {
        let (mut set, mut singles, mut ranges) = (Set::empty(), Vec::new(), Vec::new());
        let (mut has_classes, mut has_others) = (false, false);
        loop {
            let place = self.cursor.at();
            let is_empty = !has_classes && !has_others;
            let ends = if is_first { &["&&"][..] } else { &["&", "]"] };
            if is_empty && ends.iter().any(|end| self.cursor.starts(end)) {
                return Err(Fault::new(
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
                return Err(Fault::new(place, why));
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
                return Err(Fault::backwards(place));
            }
            let characters = self.range(from, to, place)?;
            if is_range { &mut ranges } else { &mut singles }.extend(characters.ranges());
        }
        let singles = self.folded(Set::of(singles), open)?;
        let ranges = self.folded_ranges(Set::of(ranges), open)?;
        Ok(Side { set: set.union(&singles).union(&ranges), has_classes })
    }

    /// Refuses what is not as it looks.
    fn check_java(&self, is_behind_and: bool) -> Result<(), Fault> {
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
        Err(Fault::new(self.cursor.at(), why))
    }
}

//! Classes in brackets, in the dialects that have `(?…)`.
//!
//! The surprising case: within brackets `\b` is a backspace in most dialects, and `[]` is a class
//! without members in ECMAScript and the beginning of a class elsewhere.

use super::super::{Dialect, Tree};
use super::cursor::Fault;
use super::escape::{self, Escaped};
use super::facts::{Brackets, ClassInRange};
use super::reader::Reader;
use super::sets::{self, Set};

/// A part of a class.
pub(super) enum ClassPart {
    Character(u32),
    Set(Set),
    /// `\E` of PCRE.
    Nothing,
}

/// Whether `:…:]`, `.….]` or `=…=]` stands behind a bracket, as PCRE finds it: no `]` and no other such beginning stands
/// before its end, unless a backslash escapes it.
fn is_posix_syntax(rest: &str) -> bool {
    let bytes = rest.as_bytes();
    let Some(&sign @ (b':' | b'.' | b'=')) = bytes.first() else { return false };
    let mut at = 1;
    while let [one, next, ..] = bytes[at..] {
        match (one, next) {
            (b'\\', b']' | b'\\') => at += 1,
            (b'[', next) if next == sign => return false,
            (b']', _) => return false,
            (one, b']') if one == sign => return true,
            _ => {}
        }
        at += 1;
    }
    false
}

impl Reader<'_> {
    /// What stands in brackets, behind the bracket at `at`.
    pub(super) fn brackets(&mut self, at: usize) -> Result<Tree, Fault> {
        match self.facts.brackets {
            Brackets::Flat => self.class(at),
            Brackets::Java => Ok(sets::tree(self.java_class(at)?)),
            Brackets::DotNet => Ok(sets::tree(self.dotnet_class(at)?)),
            Brackets::Sets => self.class_of_sets(at),
        }
    }

    /// A class, behind the bracket at `at`.
    fn class(&mut self, at: usize) -> Result<Tree, Fault> {
        if self.facts.has_branch_reset && is_posix_syntax(self.cursor.rest()) {
            let why = match self.cursor.starts(":") {
                true => "a class of POSIX outside of brackets: write `[[:…:]]`",
                false => r"`[.` and `[=` of POSIX are no part of pcre: write `[\.` or `[\=`",
            };
            return Err(Fault::new(at, why));
        }
        self.check_beginning()?;
        let is_negative = self.cursor.eat("^");
        if is_negative {
            self.check_beginning()?;
        }
        let mut set = Set::empty();
        let mut is_first = true;
        let mut ranges = Vec::new();
        let mut has_negative = false;
        loop {
            self.check_blank()?;
            if !(is_first && self.facts.has_first_bracket) && self.cursor.eat("]") {
                break;
            }
            let (place, rest) = (self.cursor.at(), self.cursor.rest());
            let from = self.part(at)?;
            if self.facts.has_branch_reset && !self.has_properties {
                self.note_lost(&rest[..self.cursor.at() - place], &mut has_negative);
            }
            is_first &= matches!(from, ClassPart::Nothing);
            self.check_blank()?;
            let dash = self.cursor.at();
            let is_range = self.cursor.starts("-") && !self.cursor.starts("-]");
            if !is_range {
                match from {
                    ClassPart::Character(code) => ranges.push((code, code, place)),
                    ClassPart::Set(part) => set = set.union(&part),
                    ClassPart::Nothing => {}
                }
                continue;
            }
            let from = match (from, self.facts.class_in_range) {
                (ClassPart::Character(code), _) => code,
                (ClassPart::Set(part), ClassInRange::LiteralAfter) => {
                    set = set.union(&part);
                    continue;
                }
                (ClassPart::Set(part), ClassInRange::Literal) => {
                    set = set.union(&part);
                    self.cursor.next();
                    ranges.push((u32::from('-'), u32::from('-'), dash));
                    self.single(&mut ranges, &mut set, at)?;
                    continue;
                }
                (ClassPart::Set(_), ClassInRange::Fault) => {
                    return Err(Fault::new(
                        dash,
                        r"a `-` behind a class: write `\-`, or put it last",
                    ));
                }
                (ClassPart::Nothing, _) => {
                    return Err(Fault::new(dash, r"a `-` behind `\E`: write `\-`"));
                }
            };
            self.cursor.next();
            self.check_blank()?;
            match self.part(at)? {
                ClassPart::Character(to) if to < from => {
                    return Err(Fault::backwards(place));
                }
                ClassPart::Character(to) => ranges.push((from, to, place)),
                ClassPart::Set(part) if self.facts.class_in_range == ClassInRange::Literal => {
                    ranges.extend([(from, from, place), (u32::from('-'), u32::from('-'), dash)]);
                    set = set.union(&part);
                }
                ClassPart::Set(_) | ClassPart::Nothing => {
                    return Err(Fault::new(dash, r"a `-` before a class: write `\-`"));
                }
            }
        }
        let mut characters = Vec::new();
        for (from, to, place) in ranges {
            characters.extend(self.range(from, to, place)?.ranges());
        }
        let mut characters = Set::of(characters);
        if self.flags.ignores_case {
            characters = self.fold(characters);
        }
        let set = set.union(&characters);
        Ok(sets::tree(if is_negative { sets::without(set) } else { set }))
    }

    /// Notes that PCRE2 lost characters of a class before 10.45, where a class of POSIX stands behind a negated one.
    fn note_lost(&mut self, part: &str, has_negative: &mut bool) {
        if *has_negative && part.starts_with("[:") && !part.starts_with("[:^") {
            self.notes.add(
                "a class of POSIX behind one that is negated, as in `[\\D[:digit:]]`: before 10.45, PCRE2 leaves out the \
                 characters above U+FF",
            );
        }
        *has_negative |= [r"\D", r"\S", r"\W", "[:^"].iter().any(|one| part.starts_with(one));
    }

    /// The end of a range behind its `-`, in a dialect where that is a character.
    pub(super) fn range_end(&mut self, open: usize, dash: usize) -> Result<u32, Fault> {
        match self.part(open)? {
            ClassPart::Character(to) => Ok(to),
            _ => Err(Fault::new(dash, r"a `-` before a class: write `\-`")),
        }
    }

    /// Refuses what PCRE passes over where a class begins: what follows would be its `^` or its `]`.
    fn check_beginning(&self) -> Result<(), Fault> {
        let is_quote = self.cursor.starts("\\E") || self.cursor.starts("\\Q");
        if self.facts.has_branch_reset && is_quote {
            let why = r"`\Q` or `\E` at the beginning of a class is not read: leave it out";
            return Err(Fault::new(self.cursor.at(), why));
        }
        self.check_blank()
    }

    /// Refuses a blank that the flag `xx` passes over.
    fn check_blank(&self) -> Result<(), Fault> {
        let is_blank = self.cursor.starts(" ") || self.cursor.starts("\t");
        if self.flags.is_verbose_in_classes && is_blank {
            let why = "a blank in a class with the flag `xx` is not read: leave it out";
            return Err(Fault::new(self.cursor.at(), why));
        }
        Ok(())
    }

    /// A part that is no beginning of a range.
    fn single(
        &mut self,
        ranges: &mut Vec<(u32, u32, usize)>,
        set: &mut Set,
        at: usize,
    ) -> Result<(), Fault> {
        let place = self.cursor.at();
        match self.part(at)? {
            ClassPart::Character(code) => ranges.push((code, code, place)),
            ClassPart::Set(part) => *set = std::mem::take(set).union(&part),
            ClassPart::Nothing => {}
        }
        Ok(())
    }

    pub(super) fn part(&mut self, open: usize) -> Result<ClassPart, Fault> {
        let at = self.cursor.at();
        if self.facts.has_posix_classes
            && let Some(set) = self.posix_class()?
        {
            return Ok(ClassPart::Set(set));
        }
        match self.cursor.next() {
            None => Err(Fault::new(open, "a `[` without its `]`")),
            Some('\\') => match escape::read(self, at, true)? {
                Escaped::Character(code) => Ok(ClassPart::Character(code)),
                Escaped::Set(set) => Ok(ClassPart::Set(set)),
                Escaped::Item(_) => Ok(ClassPart::Nothing),
                Escaped::Quote => {
                    let Some(text) = self.cursor.until("\\E") else {
                        return Err(Fault::new(at, r"a `\Q` in brackets without its `\E`"));
                    };
                    let set = sets::among(text);
                    Ok(ClassPart::Set(if self.flags.ignores_case { self.fold(set) } else { set }))
                }
            },
            Some(one) => Ok(ClassPart::Character(u32::from(one))),
        }
    }

    /// `[:alpha:]` or `[:^alpha:]`, if it comes next.
    fn posix_class(&mut self) -> Result<Option<Set>, Fault> {
        let at = self.cursor.at();
        let is_pcre = self.facts.has_branch_reset;
        let Some(inner) = self.cursor.rest().strip_prefix('[') else { return Ok(None) };
        // Without its end it is a bracket and a colon. RE2 finds its end anywhere in the pattern.
        let is_whole = match is_pcre {
            true => is_posix_syntax(inner),
            false => inner.starts_with(':') && self.last_class_end.is_some_and(|end| end > at + 1),
        };
        if !is_whole {
            return Ok(None);
        }
        if !inner.starts_with(':') {
            let why = r"`[.` and `[=` of POSIX are no part of pcre: write `\[`";
            return Err(Fault::new(at, why));
        }
        if is_pcre && (self.cursor.starts("[:<:]") || self.cursor.starts("[:>:]")) {
            let why = r"`[[:<:]]` and `[[:>:]]` are not read: write `\b(?=\w)` and `\b(?<=\w)`";
            return Err(Fault::new(at, why));
        }
        self.cursor.eat("[:");
        let is_negative = self.cursor.eat("^");
        let name = self.cursor.run(16, |one| one.is_ascii_alphabetic());
        if !self.cursor.eat(":]") {
            let why = r"`[:` begins no class that is known: write a class as `[:alpha:]`, or `\[` for the character";
            return Err(Fault::new(at, why));
        }
        let ignores_case = self.flags.ignores_case;
        let name = match name {
            "upper" | "lower" if is_pcre && ignores_case && !self.has_properties => "alpha",
            name => name,
        };
        let set = if self.has_properties { self.pcre_posix(name) } else { sets::posix(name) };
        let Some(mut set) = set else {
            let why = match sets::posix(name) {
                Some(_) => "which with `(*UCP)` differs from version to version",
                None => "which is not known",
            };
            return Err(Fault::new(at, format!("the class `[:{name}:]`, {why}")));
        };
        if ignores_case && self.facts.folds_classes {
            set = self.fold(set);
        }
        Ok(Some(if is_negative { sets::without(set) } else { set }))
    }

    /// The characters from a code point to another.
    ///
    /// Without the flag `u`, a character above U+FFFF is two code units in ECMAScript, from U+D800 to
    /// U+DFFF. A range that has all of these is read as one that has all those characters, each of
    /// which then counts as one unit; a range that has some of them is refused.
    pub(super) fn range(&mut self, from: u32, to: u32, at: usize) -> Result<Set, Fault> {
        let set = Set::of_codes([(from, to)]);
        let has_halves = from <= 0xDFFF && to >= 0xD800;
        let has_all = from <= 0xD800 && to >= 0xDFFF;
        self.has_halves |= has_halves;
        if self.is_in_units {
            if to > 0xFFFF || has_halves && !has_all {
                let what = "half of a character, or one of two code units";
                let why = match self.facts.dialect {
                    Dialect::DotNet => format!("{what}, which are not read in dotnet"),
                    _ => format!("{what}: write `/…/u`"),
                };
                return Err(Fault::new(at, why));
            }
            if has_all {
                return Ok(sets::either(set, &Set::of([('\u{10000}', char::MAX)])));
            }
        } else if set.is_empty() {
            self.notes
                .add("half of a character, from U+D800 to U+DFFF, is in no well-formed string");
        }
        Ok(set)
    }
}

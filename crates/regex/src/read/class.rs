//! What stands in brackets, in the dialects that have `(?…)`, but for the flag `v` of ECMAScript.
//!
//! The surprising case: within brackets `\b` is a backspace in most dialects, and `[]` is a class without members in
//! ECMAScript and the beginning of a class elsewhere.

use super::escape::Escaped;
use super::reader::PatternReader;
use super::sets::Set;
use super::{Read, backwards, fault, sets};
use crate::Dialect::{DotNet, EcmaScript, Java, Pcre, Re2};
use crate::Tree;

pub(super) enum ClassPart {
    Character(u32),
    Set(Set),
    /// `\E` of PCRE.
    Nothing,
}

const DASH: u32 = '-' as u32;

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

impl PatternReader<'_> {
    pub(super) fn class(&mut self, at: usize) -> Read<Tree> {
        match self.facts.dialect {
            Java => Ok(Tree::Set(self.java_class(at)?)),
            DotNet => Ok(Tree::Set(self.dotnet_class(at)?)),
            _ if self.facts.has_sets => self.class_of_sets(at),
            _ => self.flat_class(at),
        }
    }

    /// A class without classes in brackets within.
    fn flat_class(&mut self, at: usize) -> Read<Tree> {
        let dialect = self.facts.dialect;
        if dialect == Pcre && is_posix_syntax(self.rest()) {
            let why = match self.starts(":") {
                true => "a class of POSIX outside of brackets: write `[[:…:]]`",
                false => r"`[.` and `[=` of POSIX are no part of pcre: write `[\.` or `[\=`",
            };
            return fault(at, why);
        }
        self.check_beginning()?;
        let is_negative = self.eat("^");
        if is_negative {
            self.check_beginning()?;
        }
        // What is no range is read as it stands without the flag `u`.
        let is_loose = self.facts.is_in_units;
        let (mut set, mut ranges) = (Set::empty(), Vec::new());
        let (mut is_first, mut has_negative) = (true, false);
        loop {
            self.check_blank()?;
            if !(is_first && dialect != EcmaScript) && self.eat("]") {
                break;
            }
            let (place, rest) = (self.at, self.rest());
            let from = self.part(at)?;
            if dialect == Pcre && !self.has_properties {
                self.note_lost(&rest[..self.at - place], &mut has_negative);
            }
            is_first &= matches!(from, ClassPart::Nothing);
            self.check_blank()?;
            let dash = self.at;
            let is_range = self.starts("-") && !self.starts("-]");
            let from = match from {
                ClassPart::Character(from) if is_range => from,
                ClassPart::Character(code) => {
                    ranges.push((code, code, place));
                    continue;
                }
                ClassPart::Set(part) => {
                    set = set.union(&part);
                    if is_range && is_loose {
                        self.next();
                        ranges.push((DASH, DASH, dash));
                        let place = self.at;
                        match self.part(at)? {
                            ClassPart::Character(code) => ranges.push((code, code, place)),
                            ClassPart::Set(part) => set = set.union(&part),
                            ClassPart::Nothing => {}
                        }
                    } else if is_range && dialect != Re2 {
                        return fault(dash, r"a `-` behind a class: write `\-`, or put it last");
                    }
                    continue;
                }
                ClassPart::Nothing if is_range => {
                    return fault(dash, r"a `-` behind `\E`: write `\-`");
                }
                ClassPart::Nothing => continue,
            };
            self.next();
            self.check_blank()?;
            match self.part(at)? {
                ClassPart::Character(to) if to < from => return backwards(place),
                ClassPart::Character(to) => ranges.push((from, to, place)),
                ClassPart::Set(part) if is_loose => {
                    ranges.extend([(from, from, place), (DASH, DASH, dash)]);
                    set = set.union(&part);
                }
                _ => return fault(dash, r"a `-` before a class: write `\-`"),
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
        Ok(Tree::Set(if is_negative { set.complement() } else { set }))
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

    /// Refuses what PCRE passes over where a class begins: what follows would be its `^` or its `]`.
    fn check_beginning(&self) -> Read<()> {
        if self.facts.dialect == Pcre && (self.starts("\\E") || self.starts("\\Q")) {
            let why = r"`\Q` or `\E` at the beginning of a class is not read: leave it out";
            return fault(self.at, why);
        }
        self.check_blank()
    }

    /// Refuses a blank that the flag `xx` passes over.
    fn check_blank(&self) -> Read<()> {
        if self.flags.is_verbose_in_classes && (self.starts(" ") || self.starts("\t")) {
            return fault(
                self.at,
                "a blank in a class with the flag `xx` is not read: leave it out",
            );
        }
        Ok(())
    }

    pub(super) fn part(&mut self, open: usize) -> Read<ClassPart> {
        let at = self.at;
        if matches!(self.facts.dialect, Pcre | Re2)
            && let Some(set) = self.posix_class()?
        {
            return Ok(ClassPart::Set(set));
        }
        Ok(match self.next() {
            None => return fault(open, "a `[` without its `]`"),
            Some('\\') => match self.escape(at, true)? {
                Escaped::Character(code) => ClassPart::Character(code),
                Escaped::Set(set) => ClassPart::Set(set),
                Escaped::Item(_) => ClassPart::Nothing,
                Escaped::Quote => {
                    let Some(text) = self.until("\\E") else {
                        return fault(at, r"a `\Q` in brackets without its `\E`");
                    };
                    let set = sets::among(text);
                    ClassPart::Set(if self.flags.ignores_case { self.fold(set) } else { set })
                }
            },
            Some(one) => ClassPart::Character(u32::from(one)),
        })
    }

    /// `[:alpha:]` or `[:^alpha:]`, if it comes next.
    fn posix_class(&mut self) -> Read<Option<Set>> {
        let (at, is_pcre) = (self.at, self.facts.dialect == Pcre);
        let Some(inner) = self.rest().strip_prefix('[') else { return Ok(None) };
        // Without its end it is a bracket and a colon. RE2 finds its end anywhere in the pattern.
        let is_whole = match is_pcre {
            true => is_posix_syntax(inner),
            false => inner.starts_with(':') && self.last_class_end.is_some_and(|end| end > at + 1),
        };
        if !is_whole {
            return Ok(None);
        }
        if !inner.starts_with(':') {
            return fault(at, r"`[.` and `[=` of POSIX are no part of pcre: write `\[`");
        }
        if is_pcre && (self.starts("[:<:]") || self.starts("[:>:]")) {
            let why = r"`[[:<:]]` and `[[:>:]]` are not read: write `\b(?=\w)` and `\b(?<=\w)`";
            return fault(at, why);
        }
        self.eat("[:");
        let is_negative = self.eat("^");
        let name = self.run(16, |one| one.is_ascii_alphabetic());
        if !self.eat(":]") {
            let why = r"`[:` begins no class that is known: write a class as `[:alpha:]`, or `\[` for the character";
            return fault(at, why);
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
            return fault(at, format!("the class `[:{name}:]`, {why}"));
        };
        if ignores_case && self.facts.folds_classes {
            set = self.fold(set);
        }
        Ok(Some(if is_negative { set.complement() } else { set }))
    }

    /// The characters from a code point to another.
    ///
    /// Without the flag `u`, a character above U+FFFF is two code units in ECMAScript, from U+D800 to
    /// U+DFFF. A range that has all of these is read as one that has all those characters, each of
    /// which then counts as one unit; a range that has some of them is refused.
    pub(super) fn range(&mut self, from: u32, to: u32, at: usize) -> Read<Set> {
        let set = Set::of_codes([(from, to)]);
        let has_halves = from <= 0xDFFF && to >= 0xD800;
        let has_all = from <= 0xD800 && to >= 0xDFFF;
        self.has_halves |= has_halves;
        if self.facts.is_in_units {
            if to > 0xFFFF || has_halves && !has_all {
                let what = "half of a character, or one of two code units";
                return match self.facts.dialect {
                    DotNet => fault(at, format!("{what}, which are not read in dotnet")),
                    _ => fault(at, format!("{what}: write `/…/u`")),
                };
            }
            if has_all {
                return Ok(set.union(&Set::of([('\u{10000}', char::MAX)])));
            }
        } else if set.is_empty() {
            self.notes
                .add("half of a character, from U+D800 to U+DFFF, is in no well-formed string");
        }
        Ok(set)
    }

    /// The characters of the range that begins with one which has been read, and whether it is a range; in Java and .NET.
    fn range_from(&mut self, from: u32, place: usize, open: usize) -> Read<(Set, bool)> {
        let (dash, is_java) = (self.at, self.facts.dialect == Java);
        let is_range = self.starts("-") && !self.starts("-]") && (is_java || !self.starts("-["));
        let mut to = from;
        if is_range {
            self.check_java(false)?;
            self.next();
            self.check_java(false)?;
            to = match self.part(open)? {
                ClassPart::Character(to) => to,
                _ => return fault(dash, r"a `-` before a class: write `\-`"),
            };
        }
        if to < from {
            return backwards(place);
        }
        Ok((self.range(from, to, place)?, is_range))
    }

    /// A class of .NET, behind the bracket at `open`: `[a-z-[aeiou]]`.
    fn dotnet_class(&mut self, open: usize) -> Read<Set> {
        self.nested()?;
        let is_negative = self.eat("^");
        let (mut set, mut ranges) = (Set::empty(), Vec::new());
        let (mut less, mut is_first) = (None, true);
        loop {
            let place = self.at;
            if !is_first && self.eat("]") {
                break;
            }
            self.check_dotnet(is_first)?;
            if self.eat("-[") {
                less = Some(self.dotnet_class(place + 1)?);
                if !self.eat("]") {
                    return fault(place, "a subtraction that is not the last of its class");
                }
                break;
            }
            is_first = false;
            match self.part(open)? {
                ClassPart::Character(from) => {
                    ranges.extend(self.range_from(from, place, open)?.0.ranges());
                }
                ClassPart::Set(part) => set = set.union(&part),
                ClassPart::Nothing => {}
            }
        }
        self.higher();
        let set = set.union(&self.folded(Set::of(ranges), false, open)?);
        let set = if is_negative { set.complement() } else { set };
        Ok(if let Some(less) = less { set.without(&less) } else { set })
    }

    /// Refuses what is not as it looks.
    fn check_dotnet(&self, is_first: bool) -> Read<()> {
        let why = if self.starts("[:") {
            r"`[:` in brackets, which is passed over in some versions of .NET: write `\[:`"
        } else if is_first && self.starts("-[") {
            r"a subtraction from nothing, which is a character in .NET: write `\-\[`"
        } else if self.starts(r"\--") && !self.starts(r"\--]") && !self.starts(r"\--[") {
            r"a range that begins with `\-`, which is none in .NET: write `\x2D-`"
        } else {
            return Ok(());
        };
        fault(self.at, why)
    }

    /// A class of Java, behind the bracket at `open`, with classes within and `&&`. The two sides of `&&` are unions;
    /// what is refused is where Java's reader makes something else of them, and what Java 8 took otherwise.
    fn java_class(&mut self, open: usize) -> Read<Set> {
        self.nested()?;
        let is_negative = self.eat("^");
        let (mut set, has_classes) = self.java_side(open, true)?;
        let mut is_flat = !has_classes;
        while self.eat("&&") {
            is_flat = false;
            set = set.intersection(&self.java_side(open, false)?.0);
        }
        self.eat("]");
        self.higher();
        if is_negative && !is_flat {
            let why = "a class that is negated and has a class within or `&&`, which differs from version \
                       to version: negate the classes within";
            return fault(open, why);
        }
        Ok(if is_negative { set.complement() } else { set })
    }

    /// What stands before `&&` or `]`, and whether it has classes in brackets.
    fn java_side(&mut self, open: usize, is_first: bool) -> Read<(Set, bool)> {
        let (mut set, mut singles, mut ranges) = (Set::empty(), Vec::new(), Vec::new());
        let (mut has_classes, mut has_others) = (false, false);
        loop {
            let place = self.at;
            let is_empty = !has_classes && !has_others;
            let ends = if is_first { &["&&"][..] } else { &["&", "]"] };
            if is_empty && ends.iter().any(|end| self.starts(end)) {
                return fault(place, r"a side of `&&` without a class; write `\&` for a `&`");
            }
            if self.starts("&&") || !is_empty && self.starts("]") {
                break;
            }
            self.check_java(is_empty && !is_first)?;
            if self.eat("[") {
                set = set.union(&self.java_class(place)?);
                has_classes = true;
                continue;
            }
            if has_classes && !has_others && !is_first {
                let why = "a class within, and then characters, behind `&&`: Java does not take their \
                           union; put the characters into brackets";
                return fault(place, why);
            }
            has_others = true;
            match self.part(open)? {
                ClassPart::Character(from) => {
                    let (characters, is_range) = self.range_from(from, place, open)?;
                    if is_range { &mut ranges } else { &mut singles }.extend(characters.ranges());
                }
                ClassPart::Set(part) => set = set.union(&part),
                ClassPart::Nothing => {}
            }
        }
        let singles = self.folded(Set::of(singles), false, open)?;
        let ranges = self.folded(Set::of(ranges), true, open)?;
        Ok((set.union(&singles).union(&ranges), has_classes))
    }

    /// Refuses what is not as it looks in Java.
    fn check_java(&self, is_behind_and: bool) -> Read<()> {
        let is_skipped = |one: char| matches!(one, '\t'..='\r' | ' ' | '#');
        let why = if self.facts.dialect != Java {
            return Ok(());
        } else if self.starts("-[") {
            r"a `-` before `[` is a character in Java: write `\-`, or `&&[^…]` for what is left out"
        } else if self.starts("-&&") {
            r"a `-` before `&&`: write `\-`"
        } else if self.starts(r"\Q") {
            r"`\Q` in brackets is not read: escape what stands there"
        } else if self.starts(r"\v-") {
            r"`\v` before `-`, which is U+000B there and a class elsewhere: write `\x0B`"
        } else if is_behind_and && self.starts("^") {
            r"a `^` behind `&&` is a character in Java: write `\^`, or `[^…]`"
        } else if self.flags.is_verbose && self.rest().starts_with(is_skipped) {
            "white space and `#` in a class disappear with the flag `x` in Java: escape them"
        } else {
            return Ok(());
        };
        fault(self.at, why)
    }
}

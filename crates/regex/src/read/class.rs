//! Reads brackets in the dialects that have `(?…)`, except for the flag `v` of ECMAScript.
//!
//! Within brackets `\b` is a backspace in most dialects, and `[]` is an empty class in ECMAScript but the
//! beginning of a class elsewhere.

use super::escape::Escaped;
use super::reader::PatternReader;
use super::sets::Set;
use super::{Read, backwards, fault, sets};
use crate::Dialect::{DotNet, EcmaScript, Java, Pcre, Re2};
use crate::Tree;

pub(super) enum ClassPart {
    Character(u32),
    Set(Set),
    /// PCRE's `\E`.
    Nothing,
}

const DASH: u32 = '-' as u32;

/// Returns whether `:…:]`, `.….]` or `=…=]` comes next. As in PCRE, the text represented by `…` contains neither an
/// unescaped `]` nor another opening of the same kind.
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

    /// Reads a class without nested classes.
    fn flat_class(&mut self, at: usize) -> Read<Tree> {
        let dialect = self.facts.dialect;
        if dialect == Pcre && is_posix_syntax(self.rest()) {
            let why = match self.starts(":") {
                true => "a POSIX class must be within brackets: write `[[:…:]]`",
                false => r"POSIX's `[.` and `[=` do not exist in pcre: write `[\.` or `[\=`",
            };
            return fault(at, why);
        }
        self.check_beginning()?;
        let is_negative = self.eat("^");
        if is_negative {
            self.check_beginning()?;
        }
        // Without the flag `u`, a `-` that forms no range is literal.
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
                        return fault(dash, r"`-` after a class: write `\-`, or put it last");
                    }
                    continue;
                }
                ClassPart::Nothing if is_range => {
                    return fault(dash, r"`-` after `\E`: write `\-`");
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
                _ => return fault(dash, r"`-` before a class: write `\-`"),
            }
        }
        let mut characters = Vec::new();
        for (from, to, place) in ranges {
            characters.extend(self.range(from, to, place)?.ranges());
        }
        let mut characters = Set::from_ranges(characters);
        if self.flags.ignores_case {
            characters = self.fold(characters);
        }
        let set = set.union(&characters);
        Ok(Tree::Set(if is_negative { set.complement() } else { set }))
    }

    /// Adds a note if a POSIX class follows a negated class. PCRE2 before 10.45 loses characters of such a POSIX class.
    fn note_lost(&mut self, part: &str, has_negative: &mut bool) {
        if *has_negative && part.starts_with("[:") && !part.starts_with("[:^") {
            self.notes.add(
                "a POSIX class after a negated one, as in `[\\D[:digit:]]`: PCRE2 before 10.45 \
                 leaves out the characters above U+FF",
            );
        }
        *has_negative |= [r"\D", r"\S", r"\W", "[:^"].iter().any(|one| part.starts_with(one));
    }

    /// Refuses `\E` or `\Q` at the beginning of a class: PCRE ignores it, and reads a `^` or `]` after it as the first
    /// character of the class.
    fn check_beginning(&self) -> Read<()> {
        if self.facts.dialect == Pcre && (self.starts("\\E") || self.starts("\\Q")) {
            let why = r"`\Q` or `\E` at the beginning of a class is not supported: remove it";
            return fault(self.at, why);
        }
        self.check_blank()
    }

    /// Refuses a space or tab in a class if the flag `xx` ignores it.
    fn check_blank(&self) -> Read<()> {
        if self.flags.is_verbose_in_classes && (self.starts(" ") || self.starts("\t")) {
            return fault(
                self.at,
                "a blank in a class is not supported with the flag `xx`: remove it",
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
            None => return fault(open, "unclosed `[`"),
            Some('\\') => match self.escape(at, true)? {
                Escaped::Character(code) => ClassPart::Character(code),
                Escaped::Set(set) => ClassPart::Set(set),
                Escaped::Item(_) => ClassPart::Nothing,
                Escaped::Quote => {
                    let Some(text) = self.until("\\E") else {
                        return fault(at, r"unclosed `\Q` in brackets");
                    };
                    let set = sets::among(text);
                    ClassPart::Set(if self.flags.ignores_case { self.fold(set) } else { set })
                }
            },
            Some(one) => ClassPart::Character(u32::from(one)),
        })
    }

    /// Reads `[:alpha:]` or `[:^alpha:]`, if it comes next.
    fn posix_class(&mut self) -> Read<Option<Set>> {
        let (at, is_pcre) = (self.at, self.facts.dialect == Pcre);
        let Some(inner) = self.rest().strip_prefix('[') else { return Ok(None) };
        // Without `:]` it is a bracket and a colon. RE2 looks for `:]` anywhere in the pattern.
        let is_whole = match is_pcre {
            true => is_posix_syntax(inner),
            false => inner.starts_with(':') && self.last_class_end.is_some_and(|end| end > at + 1),
        };
        if !is_whole {
            return Ok(None);
        }
        if !inner.starts_with(':') {
            return fault(at, r"POSIX's `[.` and `[=` do not exist in pcre: write `\[`");
        }
        if is_pcre && (self.starts("[:<:]") || self.starts("[:>:]")) {
            let why =
                r"`[[:<:]]` and `[[:>:]]` are not supported: write `\b(?=\w)` and `\b(?<=\w)`";
            return fault(at, why);
        }
        self.eat("[:");
        let is_negative = self.eat("^");
        let name = self.run(16, |one| one.is_ascii_alphabetic());
        if !self.eat(":]") {
            let why = r"`[:` begins an unknown class: write a class as `[:alpha:]`, or `\[` for the character";
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
                Some(_) => "which with `(*UCP)` differs between versions",
                None => "which is not known",
            };
            return fault(at, format!("the class `[:{name}:]`, {why}"));
        };
        if ignores_case && self.facts.folds_classes {
            set = self.fold(set);
        }
        Ok(Some(if is_negative { set.complement() } else { set }))
    }

    /// Returns the characters between two code points.
    ///
    /// In a pattern in code units, a character above U+FFFF is two surrogates, from U+D800 to U+DFFF. If a range
    /// contains all surrogates, all characters above U+FFFF are added to it, each of which represents one surrogate. A
    /// range that contains only some surrogates is refused.
    pub(super) fn range(&mut self, from: u32, to: u32, at: usize) -> Read<Set> {
        let set = Set::from_code_points([(from, to)]);
        let has_halves = from <= 0xDFFF && to >= 0xD800;
        let has_all = from <= 0xD800 && to >= 0xDFFF;
        self.has_halves |= has_halves;
        if self.facts.is_in_units {
            if to > 0xFFFF || has_halves && !has_all {
                let what = "a surrogate, or a character above U+FFFF, which is two code units";
                return match self.facts.dialect {
                    DotNet => fault(at, format!("{what}, which is not supported in dotnet")),
                    _ => fault(at, format!("{what}: write `/…/u`")),
                };
            }
            if has_all {
                return Ok(set.union(&Set::from_ranges([('\u{10000}', char::MAX)])));
            }
        } else if set.is_empty() {
            self.notes.add("a surrogate, from U+D800 to U+DFFF, is in no well-formed string");
        }
        Ok(set)
    }

    /// Reads the rest of a range, whose first character is `from`, in Java or .NET. Returns the characters, and
    /// whether there is a range at all.
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
                _ => return fault(dash, r"`-` before a class: write `\-`"),
            };
        }
        if to < from {
            return backwards(place);
        }
        Ok((self.range(from, to, place)?, is_range))
    }

    /// Reads a .NET class, after the bracket at `open`. An example is `[a-z-[aeiou]]`.
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
                    return fault(place, "a subtraction must be last in its class");
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
        let set = set.union(&self.folded(Set::from_ranges(ranges), false, open)?);
        let set = if is_negative { set.complement() } else { set };
        Ok(if let Some(less) = less { set.without(&less) } else { set })
    }

    /// Refuses constructs with a surprising meaning in .NET.
    fn check_dotnet(&self, is_first: bool) -> Read<()> {
        let why = if self.starts("[:") {
            r"`[:` in brackets, which some versions of .NET ignore: write `\[:`"
        } else if is_first && self.starts("-[") {
            r"a subtraction from an empty class, which is a literal in .NET: write `\-\[`"
        } else if self.starts(r"\--") && !self.starts(r"\--]") && !self.starts(r"\--[") {
            r"a range that begins with `\-`, which is not a range in .NET: write `\x2D-`"
        } else {
            return Ok(());
        };
        fault(self.at, why)
    }

    /// Reads a Java class, after the bracket at `open`, with nested classes and `&&`. Each side of `&&` is a union.
    /// Refuses classes whose meaning differs between versions of Java since 8.
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
            let why = "a negated class with a nested class or `&&`, which differs between \
                versions: negate the nested classes";
            return fault(open, why);
        }
        Ok(if is_negative { set.complement() } else { set })
    }

    /// Reads one side of `&&`, and returns whether it has nested classes.
    fn java_side(&mut self, open: usize, is_first: bool) -> Read<(Set, bool)> {
        let (mut set, mut singles, mut ranges) = (Set::empty(), Vec::new(), Vec::new());
        let (mut has_classes, mut has_others) = (false, false);
        loop {
            let place = self.at;
            let is_empty = !has_classes && !has_others;
            let ends = if is_first { &["&&"][..] } else { &["&", "]"] };
            if is_empty && ends.iter().any(|end| self.starts(end)) {
                return fault(place, r"an empty operand of `&&`: write `\&` for the character");
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
                let why = "characters after a nested class, after `&&`: Java does not take their \
                    union; put the characters in brackets";
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
        let singles = self.folded(Set::from_ranges(singles), false, open)?;
        let ranges = self.folded(Set::from_ranges(ranges), true, open)?;
        Ok((set.union(&singles).union(&ranges), has_classes))
    }

    /// Refuses constructs with a surprising meaning in Java.
    fn check_java(&self, is_behind_and: bool) -> Read<()> {
        let is_skipped = |one: char| matches!(one, '\t'..='\r' | ' ' | '#');
        let why = if self.facts.dialect != Java {
            return Ok(());
        } else if self.starts("-[") {
            r"`-` before `[` is a literal in Java: write `\-`, or `&&[^…]` for a subtraction"
        } else if self.starts("-&&") {
            r"`-` before `&&`: write `\-`"
        } else if self.starts(r"\Q") {
            r"`\Q` in brackets is not supported: escape each character"
        } else if self.starts(r"\v-") {
            r"`\v` before `-`, where it is U+000B and not a class: write `\x0B`"
        } else if is_behind_and && self.starts("^") {
            r"`^` after `&&` is a literal in Java: write `\^`, or `[^…]`"
        } else if self.flags.is_verbose && self.rest().starts_with(is_skipped) {
            "Java ignores white space and `#` in a class with the flag `x`: escape them"
        } else {
            return Ok(());
        };
        fault(self.at, why)
    }
}

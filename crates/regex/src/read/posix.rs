//! The classes and quantifiers of POSIX and of XML Schema.

use super::class::ClassPart;
use super::group::one;
use super::reader::{PatternReader, SequenceItem, UNDEFINED};
use super::sets::Set;
use super::{PatternFault, Read, backwards, fault, sets};
use crate::{Dialect, Tree};

// Extended regular expressions of POSIX: IEEE 1003.1, 9.4.
//
// Undefined constructs are refused, except for a backslash before punctuation, which every implementation reads
// as that punctuation. Outside brackets, `^` and `$` are always anchors; within brackets, a backslash is
// literal.

impl PatternReader<'_> {
    pub(super) fn posix_item(&mut self) -> Read<SequenceItem> {
        let at = self.at;
        Ok(SequenceItem::atom(match self.next() {
            Some('(') => Tree::Group { of: Box::new(self.enclosed(at, self.flags)?), name: None },
            Some('[') => Tree::Set(self.posix_brackets(at)?),
            Some('.') => Tree::Set(Set::single('\0').complement()),
            Some('^') => return Ok(SequenceItem::anchor(Tree::Start)),
            Some('$') => return Ok(SequenceItem::anchor(Tree::End)),
            Some('\\') => one(self.posix_escape(at)?),
            Some(next @ ('*' | '+' | '?' | '{')) => {
                return fault(
                    at,
                    format!("nothing to repeat before `{next}`{UNDEFINED}: write `\\{next}`"),
                );
            }
            Some(next) => one(next),
            None => Tree::EMPTY,
        }))
    }

    fn posix_escape(&mut self, at: usize) -> Read<char> {
        match self.next() {
            None => fault(at, "trailing backslash"),
            Some(one) if "^.[$()|*+?{\\".contains(one) => Ok(one),
            Some(one @ '1'..='9') => {
                let why = "a back reference, which POSIX extended regular expressions do not have";
                fault(at, format!("`\\{one}`, {why}"))
            }
            // `\<`, `\>`, `` \` `` and `\'` are GNU anchors.
            Some(one) if one.is_ascii_punctuation() && !"<>`'".contains(one) => {
                self.notes.add(format!("POSIX leaves `\\{one}` undefined; it is read as `{one}`"));
                Ok(one)
            }
            Some(one) => fault(at, format!("`\\{one}`{UNDEFINED}")),
        }
    }

    fn posix_brackets(&mut self, at: usize) -> Read<Set> {
        let is_negative = self.eat("^");
        let (mut set, mut ranges, mut is_first) = (Set::empty(), Vec::new(), true);
        while is_first || !self.eat("]") {
            let place = self.at;
            if let Some(class) = self.class_of_locale()? {
                set = set.union(&class);
                is_first = false;
                if self.starts("-") && !self.starts("-]") {
                    let why = "a range must not begin with a class: put the `-` first or last";
                    return fault(self.at, why);
                }
                continue;
            }
            let from = self.end_of_range(at)?;
            if from == '-' && !is_first && !self.starts("]") && !self.starts("-") {
                return fault(
                    place,
                    format!(
                        "`-` between other characters of a class{UNDEFINED}: put it first or last"
                    ),
                );
            }
            is_first = false;
            if !self.starts("-") || self.starts("-]") {
                ranges.push((from, from));
                continue;
            }
            self.next();
            if self.starts("[:") {
                return fault(
                    self.at,
                    "a range must not end with a class: put the `-` first or last",
                );
            }
            let to = self.end_of_range(at)?;
            if to < from {
                return backwards(place);
            }
            if !(from.is_ascii_digit() && to.is_ascii_digit()) {
                self.notes
                    .add("a range has the characters between two code points; some locales differ");
            }
            ranges.push((from, to));
        }
        let set = set.union(&Set::from_ranges(ranges));
        // A string contains no NUL.
        Ok(if is_negative { set.union(&Set::single('\0')).complement() } else { set })
    }

    /// Reads one end of a range: a character, or `[.x.]`.
    fn end_of_range(&mut self, at: usize) -> Read<char> {
        if !self.eat("[.") {
            let Some(one) = self.next() else { return fault(at, "unclosed `[`") };
            return Ok(one);
        }
        let mut characters = self.until(".]").unwrap_or_default().chars();
        match (characters.next(), characters.next()) {
            (Some(one), None) => Ok(one),
            _ => {
                let why = "a collating element of several characters depends on the locale: write \
                    it as an alternative";
                fault(at, why)
            }
        }
    }

    /// Reads `[:alpha:]`, if it comes next.
    fn class_of_locale(&mut self) -> Read<Option<Set>> {
        let at = self.at;
        if self.starts("[=") {
            let why = "an equivalence class depends on the locale: write its characters";
            return fault(at, why);
        }
        if !self.eat("[:") {
            return Ok(None);
        }
        let name = self.until(":]").unwrap_or_default();
        let unicode = |name: &str| sets::property(name).unwrap_or_else(Set::empty);
        let beyond = match name {
            "digit" | "xdigit" => Set::empty(),
            "alpha" | "alnum" => unicode("Alphabetic").union(&sets::DECIMALS),
            "upper" => unicode("Uppercase"),
            "lower" => unicode("Lowercase"),
            // In the C libraries, no-break spaces and NEL are not spaces.
            "space" => unicode("White_Space").without(&sets::among("\u{85}\u{A0}\u{2007}\u{202F}")),
            // Line and paragraph separators are not blank either.
            "blank" => unicode("Zs").without(&sets::among("\u{A0}\u{2007}\u{202F}")),
            "cntrl" => unicode("Cc").union(&unicode("Zl")).union(&unicode("Zp")),
            "punct" => unicode("P").union(&unicode("S")),
            "graph" | "print" => unicode("C").complement(),
            _ => {
                let why = "not a POSIX class: these are alnum, alpha, blank, cntrl, digit, graph, \
                           lower, print, punct, space, upper and xdigit";
                return fault(at, why);
            }
        };
        if !beyond.is_empty() {
            self.notes.add(format!(
                "beyond ASCII, the characters of `[:{name}:]` depend on the locale; the characters of Unicode {} are used",
                sets::UNICODE
            ));
        }
        let beyond = beyond.intersection(&Set::from_ranges([('\u{80}', char::MAX)]));
        let ascii = sets::posix(name).unwrap_or_else(Set::empty);
        Ok(Some(ascii.union(&beyond)))
    }
}

// Patterns of XML Schema: part 2, appendix F (of 1.1: appendix G).
//
// A pattern always matches the whole string, so anchors do not exist: `^` and `$` are literal. Strings are XML
// text, and no class contains a character that XML excludes.

/// Returns the characters of a set that XML allows: Char of XML 1.0, 2.2.
fn in_xml(set: &Set) -> Set {
    let all = [(' ', '\u{D7FF}'), ('\u{E000}', '\u{FFFD}'), ('\u{10000}', char::MAX)];
    Set::from_ranges(all).union(&sets::among("\t\n\r")).intersection(set)
}

/// NameStartChar of XML 1.0, 2.3.
#[rustfmt::skip]
const NAME_START: [(char, char); 16] = [
    (':', ':'), ('A', 'Z'), ('_', '_'), ('a', 'z'), ('\u{C0}', '\u{D6}'), ('\u{D8}', '\u{F6}'),
    ('\u{F8}', '\u{2FF}'), ('\u{370}', '\u{37D}'), ('\u{37F}', '\u{1FFF}'), ('\u{200C}', '\u{200D}'),
    ('\u{2070}', '\u{218F}'), ('\u{2C00}', '\u{2FEF}'), ('\u{3001}', '\u{D7FF}'), ('\u{F900}', '\u{FDCF}'),
    ('\u{FDF0}', '\u{FFFD}'), ('\u{10000}', '\u{EFFFF}'),
];

/// The characters that NameChar of XML 1.0, 2.3, adds to NameStartChar.
#[rustfmt::skip]
const NAME_MORE: [(char, char); 5] = [
    ('-', '.'), ('0', '9'), ('\u{B7}', '\u{B7}'), ('\u{300}', '\u{36F}'), ('\u{203F}', '\u{2040}'),
];

impl PatternReader<'_> {
    pub(super) fn xsd_item(&mut self) -> Read<SequenceItem> {
        let at = self.at;
        Ok(SequenceItem::atom(match self.next() {
            Some('(') if self.starts("?") => return fault(at, "`(?` does not exist in xsd"),
            Some('(') => Tree::Group { of: Box::new(self.enclosed(at, self.flags)?), name: None },
            Some('[') => Tree::Set(self.xsd_brackets(at)?),
            Some('.') => Tree::Set(in_xml(&sets::among("\n\r").complement())),
            Some('\\') => match self.xsd_escape(at)? {
                ClassPart::Character(code) => Tree::Set(Set::from_code_points([(code, code)])),
                ClassPart::Set(set) => Tree::Set(set),
                ClassPart::Nothing => Tree::EMPTY,
            },
            Some(next @ ('*' | '+' | '?' | '{')) => {
                return fault(at, format!("nothing to repeat before `{next}`: write `\\{next}`"));
            }
            Some(next @ ('}' | ']')) => {
                return fault(at, format!("unescaped `{next}`: write `\\{next}`"));
            }
            Some(next) => {
                if matches!(next, '^' | '$') {
                    self.notes.add(format!("`{next}` is a literal in xsd, not an anchor"));
                }
                one(next)
            }
            None => Tree::EMPTY,
        }))
    }

    fn xsd_escape(&mut self, at: usize) -> Read<ClassPart> {
        let Some(letter) = self.next() else {
            return fault(at, "trailing backslash");
        };
        let set = match letter.to_ascii_lowercase() {
            's' => sets::among(" \t\n\r"),
            'd' => sets::DECIMALS.clone(),
            'w' => sets::XSD_WORD.clone(),
            'i' => Set::from_ranges(NAME_START),
            'c' => Set::from_ranges(NAME_START).union(&Set::from_ranges(NAME_MORE)),
            'p' => self.xsd_property(at)?,
            _ => {
                let character = match letter {
                    'n' => '\n',
                    'r' => '\r',
                    't' => '\t',
                    _ if "\\|.-^?*+{}()[]".contains(letter) => letter,
                    _ => return fault(at, format!("`\\{letter}` does not exist in xsd")),
                };
                return Ok(ClassPart::Character(u32::from(character)));
            }
        };
        match letter.to_ascii_lowercase() {
            'i' | 'c' => self.notes.add(
                "`\\i` and `\\c` are those of XML 1.0, fifth edition; \
                earlier editions have fewer characters",
            ),
            'd' | 'w' | 'p' => self.notes.tables(Dialect::Xsd),
            _ => {}
        }
        let set = if letter.is_ascii_uppercase() { set.complement() } else { set };
        Ok(ClassPart::Set(in_xml(&set)))
    }

    /// Reads `{Lu}` or `{IsBasicLatin}`, after `\p`.
    fn xsd_property(&mut self, at: usize) -> Read<Set> {
        let name = self.name_in_braces(at)?;
        if let Some(block) = name.strip_prefix("Is") {
            let why = "which is not supported: write its range in brackets";
            let why = || PatternFault::new(at, format!("the block `{block}`, {why}"));
            return sets::block_of_a_schema(block).ok_or_else(why);
        }
        match sets::category(name) {
            Some(set) if name != "Cs" => Ok(set),
            _ => {
                let why = "which is unknown: write one as `Lu`, or a block as `IsGreek`";
                fault(at, format!("the category `{name}`, {why}"))
            }
        }
    }

    fn xsd_brackets(&mut self, at: usize) -> Read<Set> {
        self.nested()?;
        let is_negative = self.eat("^");
        let (mut set, mut ranges) = (Set::empty(), Vec::new());
        let (mut is_first, mut less) = (true, None);
        loop {
            let place = self.at;
            if !is_first && self.eat("]") {
                break;
            }
            if !is_first && self.eat("-[") {
                less = Some(self.xsd_brackets(place + 1)?);
                if !self.eat("]") {
                    return fault(place, "a subtraction must be last in its class");
                }
                break;
            }
            let ClassPart::Character(from) = self.xsd_part(at, &mut set)? else {
                is_first = false;
                continue;
            };
            let is_range = self.starts("-") && !self.starts("-]") && !self.starts("-[");
            let is_bare_dash = from == u32::from(b'-') && self.at == place + 1;
            if is_bare_dash && !is_first && !self.starts("]") && !self.starts("-[") {
                let why = "`-` in the middle of a class: write `\\-`, or put it first or last";
                return fault(place, why);
            }
            is_first = false;
            if !is_range || is_bare_dash {
                ranges.push((from, from));
                continue;
            }
            self.next();
            match self.xsd_part(at, &mut set)? {
                ClassPart::Character(to) if from <= to => ranges.push((from, to)),
                ClassPart::Character(_) => return backwards(place),
                _ => return fault(place, "a range must not end with a class: write `\\-`"),
            }
        }
        self.higher();
        let set = set.union(&Set::from_code_points(ranges));
        let set = if is_negative { in_xml(&set.complement()) } else { set };
        Ok(in_xml(&if let Some(less) = less { set.without(&less) } else { set }))
    }

    /// Reads a part of a class: a character, or a class such as `\d`. A class is added to `set`.
    fn xsd_part(&mut self, open: usize, set: &mut Set) -> Read<ClassPart> {
        let at = self.at;
        let part = match self.next() {
            None => return fault(open, "unclosed `[`"),
            Some('\\') => self.xsd_escape(at)?,
            Some(one @ ('[' | ']')) => {
                return fault(at, format!("unescaped `{one}` in brackets: write `\\{one}`"));
            }
            Some(one) => ClassPart::Character(u32::from(one)),
        };
        if let ClassPart::Set(part) = &part {
            *set = std::mem::take(set).union(part);
        }
        Ok(part)
    }
}

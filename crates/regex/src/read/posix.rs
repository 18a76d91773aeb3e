//! Extended regular expressions of POSIX: IEEE 1003.1, 9.4.
//!
//! What the standard leaves undefined is refused, but for a backslash before a character of punctuation, which
//! everybody takes for that character. `^` and `$` are anchors wherever they stand outside brackets, and a backslash is a
//! character within them.

use super::group::one;
use super::reader::{PatternReader, SequenceItem, UNDEFINED};
use super::sets::{self, Set};
use super::{Read, backwards, fault};
use crate::Tree;

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
                    format!("a `{next}` behind nothing{UNDEFINED}: write `\\{next}`"),
                );
            }
            Some(next) => one(next),
            None => Tree::EMPTY,
        }))
    }

    fn posix_escape(&mut self, at: usize) -> Read<char> {
        match self.next() {
            None => fault(at, "a backslash with nothing behind it"),
            Some(one) if "^.[$()|*+?{\\".contains(one) => Ok(one),
            Some(one @ '1'..='9') => {
                let why = "a back reference, which POSIX has not in these expressions";
                fault(at, format!("`\\{one}`, {why}"))
            }
            // `\<`, `\>`, `` \` `` and `\'` are anchors of GNU.
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
                    let why = "a range that begins with a class: put the `-` first or last";
                    return fault(self.at, why);
                }
                continue;
            }
            let from = self.end_of_range(at)?;
            if from == '-' && !is_first && !self.starts("]") && !self.starts("-") {
                return fault(
                    place,
                    format!("a `-` in the middle{UNDEFINED}: put it first or last"),
                );
            }
            is_first = false;
            if !self.starts("-") || self.starts("-]") {
                ranges.push((from, from));
                continue;
            }
            self.next();
            if self.starts("[:") {
                return fault(self.at, "a range that ends with a class: put the `-` first or last");
            }
            let to = self.end_of_range(at)?;
            if to < from {
                return backwards(place);
            }
            if !(from.is_ascii_digit() && to.is_ascii_digit()) {
                self.notes.add("a range has the characters between two code points; in some locales it has others");
            }
            ranges.push((from, to));
        }
        let set = set.union(&Set::of(ranges));
        // No string has a NUL.
        Ok(if is_negative { set.union(&Set::single('\0')).complement() } else { set })
    }

    /// A character of a range, or `[.x.]`.
    fn end_of_range(&mut self, at: usize) -> Read<char> {
        if !self.eat("[.") {
            let Some(one) = self.next() else { return fault(at, "a `[` without its `]`") };
            return Ok(one);
        }
        let mut characters = self.until(".]").unwrap_or_default().chars();
        match (characters.next(), characters.next()) {
            (Some(one), None) => Ok(one),
            _ => {
                let why = "a collating element of several characters, which the locale defines: write it as an \
                           alternative";
                fault(at, why)
            }
        }
    }

    /// `[:alpha:]`, if it comes next.
    fn class_of_locale(&mut self) -> Read<Option<Set>> {
        let at = self.at;
        if self.starts("[=") {
            let why = "an equivalence class, which the locale defines: write its characters";
            return fault(at, why);
        }
        if !self.eat("[:") {
            return Ok(None);
        }
        let name = self.until(":]").unwrap_or_default();
        let wide = |name: &str| sets::property(name).unwrap_or_else(Set::empty);
        let beyond = match name {
            "digit" | "xdigit" => Set::empty(),
            "alpha" | "alnum" => wide("Alphabetic").union(&sets::DECIMALS),
            "upper" => wide("Uppercase"),
            "lower" => wide("Lowercase"),
            // What no line breaks at is no space to the C libraries, nor is NEL.
            "space" => wide("White_Space").without(&sets::among("\u{85}\u{A0}\u{2007}\u{202F}")),
            // Nor is a line or a paragraph ended by what is blank.
            "blank" => wide("Zs").without(&sets::among("\u{A0}\u{2007}\u{202F}")),
            "cntrl" => wide("Cc").union(&wide("Zl")).union(&wide("Zp")),
            "punct" => wide("P").union(&wide("S")),
            "graph" | "print" => wide("C").complement(),
            _ => {
                let why = "a class that POSIX does not have: it has alnum, alpha, blank, cntrl, digit, graph, \
                           lower, print, punct, space, upper and xdigit";
                return fault(at, why);
            }
        };
        if !beyond.is_empty() {
            self.notes.add(format!(
                "beyond ASCII, which characters `[:{name}:]` has is said by the locale; it is read by \
                 the properties of Unicode {}",
                sets::UNICODE
            ));
        }
        let beyond = beyond.intersection(&Set::of([('\u{80}', char::MAX)]));
        let ascii = sets::posix(name).unwrap_or_else(Set::empty);
        Ok(Some(ascii.union(&beyond)))
    }
}

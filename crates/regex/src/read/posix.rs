//! Extended regular expressions of POSIX: IEEE 1003.1, 9.4.
//!
//! What the standard leaves undefined is refused, but for a backslash before a character of
//! punctuation, which everybody takes for that character. `^` and `$` are anchors wherever they stand
//! outside brackets, and a backslash is a character within them.

use super::super::{Mode, Tree};
use super::reader::{Cursor, PatternFault};
use super::sets::Set;
use super::{NESTING, Notes, ParsedPattern, sets, too_deep};

pub(super) fn read(text: &str) -> Result<ParsedPattern, PatternFault> {
    let mut reader = PosixReader { cursor: Cursor::new(text), notes: Notes::default(), depth: 0 };
    let tree = reader.alternatives()?;
    Ok(ParsedPattern { tree, notes: reader.notes.0, is_in_units: false })
}

struct PosixReader<'t> {
    cursor: Cursor<'t>,
    notes: Notes,
    depth: usize,
}

/// The number of repetitions that every system takes: _POSIX_RE_DUP_MAX.
const PORTABLE: u32 = 255;
/// The number that glibc takes.
const GREATEST: u32 = 32_767;

impl PosixReader<'_> {
    fn alternatives(&mut self) -> Result<Tree, PatternFault> {
        self.depth += 1;
        if self.depth > NESTING {
            return Err(too_deep(self.cursor.at()));
        }
        let mut choices = vec![self.sequence()?];
        while self.cursor.eat("|") {
            choices.push(self.sequence()?);
        }
        self.depth -= 1;
        Ok(match choices.pop() {
            Some(only) if choices.is_empty() => only,
            last => {
                choices.extend(last);
                Tree::Choice(choices)
            }
        })
    }

    fn sequence(&mut self) -> Result<Tree, PatternFault> {
        let mut items = Vec::new();
        // The whole pattern may be empty in practice; an alternative may not.
        let start = self.cursor.at();
        loop {
            let at = self.cursor.at();
            let Some(next) = self.cursor.peek() else { break };
            if next == '|' || next == ')' && self.depth > 1 {
                break;
            }
            self.cursor.next();
            let tree = match next {
                '(' => {
                    let of = Box::new(self.alternatives()?);
                    if !self.cursor.eat(")") {
                        return Err(PatternFault::new(at, "a `(` without its `)`"));
                    }
                    Tree::Group { of, name: None }
                }
                '[' => sets::tree(self.brackets(at)?),
                '.' => sets::tree(sets::without(sets::single('\0'))),
                '^' => Tree::Start,
                '$' => Tree::End,
                '\\' => sets::tree(sets::single(self.escaped(at)?)),
                '*' | '+' | '?' | '{' => {
                    let why = format!(
                        "a `{next}` behind nothing, which POSIX leaves undefined: write `\\{next}`"
                    );
                    return Err(PatternFault::new(at, why));
                }
                // POSIX leaves a lone `)` undefined, and glibc refuses it.
                ')' => return Err(PatternFault::new(at, "a `)` without its `(`: write `\\)`")),
                one => sets::tree(sets::single(one)),
            };
            let place = self.cursor.at();
            let Some((min, max)) = self.count()? else {
                items.push(tree);
                continue;
            };
            if matches!(tree, Tree::Start | Tree::End) {
                let why = "a repetition of an anchor, which POSIX leaves undefined";
                return Err(PatternFault::new(place, why));
            }
            let place = self.cursor.at();
            if self.count()?.is_some() {
                let why = "a repetition of a repetition, which POSIX leaves undefined: put the first \
                           into parentheses";
                return Err(PatternFault::new(place, why));
            }
            items.push(Tree::Repeat { of: Box::new(tree), min, max, mode: Mode::Greedy });
        }
        if items.is_empty() && (self.depth > 1 || self.cursor.peek().is_some() || start > 0) {
            let why = "an empty alternative, which POSIX leaves undefined: write `(…)?`";
            return Err(PatternFault::new(start, why));
        }
        Ok(Tree::sequence(items))
    }

    fn count(&mut self) -> Result<Option<(u32, Option<u32>)>, PatternFault> {
        let why = "a `{` that begins no repetition `{m}`, `{m,}` or `{m,n}`, which POSIX leaves \
                   undefined: write `\\{`";
        let count = self.cursor.count(GREATEST, why)?;
        let mut numbers = count.into_iter().flat_map(|(least, most)| [Some(least), most]).flatten();
        if numbers.any(|number| number > PORTABLE) {
            self.notes.add("a count above 255 is taken by some systems, as glibc, and not by all");
        }
        Ok(count)
    }

    fn escaped(&mut self, at: usize) -> Result<char, PatternFault> {
        match self.cursor.next() {
            None => Err(PatternFault::new(at, "a backslash with nothing behind it")),
            Some(one) if "^.[$()|*+?{\\".contains(one) => Ok(one),
            Some(one @ '1'..='9') => Err(PatternFault::new(
                at,
                format!("`\\{one}`, a back reference, which POSIX has not in these expressions"),
            )),
            // `\<`, `\>`, `` \` `` and `\'` are anchors of GNU.
            Some(one) if one.is_ascii_punctuation() && !"<>`'".contains(one) => {
                self.notes.add(format!("POSIX leaves `\\{one}` undefined; it is read as `{one}`"));
                Ok(one)
            }
            Some(one) => {
                Err(PatternFault::new(at, format!("`\\{one}`, which POSIX leaves undefined")))
            }
        }
    }

    /// A bracket expression, 9.3.5, behind the bracket at `at`.
    fn brackets(&mut self, at: usize) -> Result<Set, PatternFault> {
        let is_negative = self.cursor.eat("^");
        let (mut set, mut ranges) = (Set::empty(), Vec::new());
        let mut is_first = true;
        loop {
            if !is_first && self.cursor.eat("]") {
                break;
            }
            let place = self.cursor.at();
            if let Some(class) = self.class()? {
                set = set.union(&class);
                is_first = false;
                if self.cursor.starts("-") && !self.cursor.starts("-]") {
                    let why = "a range that begins with a class: put the `-` first or last";
                    return Err(PatternFault::new(self.cursor.at(), why));
                }
                continue;
            }
            let Some(from) = self.end_of_range(at)? else {
                return Err(PatternFault::new(at, "a `[` without its `]`"));
            };
            if from == '-' && !is_first && !self.cursor.starts("]") && !self.cursor.starts("-") {
                let why = "a `-` in the middle, which POSIX leaves undefined: put it first or last";
                return Err(PatternFault::new(place, why));
            }
            is_first = false;
            if !self.cursor.starts("-") || self.cursor.starts("-]") {
                ranges.push((from, from));
                continue;
            }
            self.cursor.next();
            if self.cursor.starts("[:") {
                let why = "a range that ends with a class: put the `-` first or last";
                return Err(PatternFault::new(self.cursor.at(), why));
            }
            let Some(to) = self.end_of_range(at)? else {
                return Err(PatternFault::new(at, "a `[` without its `]`"));
            };
            if to < from {
                return Err(PatternFault::backwards(place));
            }
            if !(from.is_ascii_digit() && to.is_ascii_digit()) {
                self.notes.add("a range has the characters between two code points; in some locales it has others");
            }
            ranges.push((from, to));
        }
        let set = set.union(&sets::of(&ranges));
        // No string has a NUL.
        let nul = sets::single('\0');
        Ok(if is_negative { sets::without(set.union(&nul)) } else { set })
    }

    /// A character of a range, or `[.x.]`.
    fn end_of_range(&mut self, at: usize) -> Result<Option<char>, PatternFault> {
        if !self.cursor.eat("[.") {
            return Ok(self.cursor.next());
        }
        let element = self.cursor.until(".]").unwrap_or_default();
        let mut characters = element.chars();
        match (characters.next(), characters.next()) {
            (Some(one), None) => Ok(Some(one)),
            _ => Err(PatternFault::new(
                at,
                "a collating element of several characters, which the locale defines: write it as an \
                 alternative",
            )),
        }
    }

    /// `[:alpha:]`, if it comes next.
    fn class(&mut self) -> Result<Option<Set>, PatternFault> {
        let at = self.cursor.at();
        if self.cursor.starts("[=") {
            let why = "an equivalence class, which the locale defines: write its characters";
            return Err(PatternFault::new(at, why));
        }
        if !self.cursor.eat("[:") {
            return Ok(None);
        }
        let name = self.cursor.until(":]").unwrap_or_default();
        let wide = |pattern: &str| sets::property(pattern).unwrap_or_else(Set::empty);
        let beyond = match name {
            "digit" | "xdigit" => Set::empty(),
            "alpha" => sets::either(wide("Alphabetic"), &sets::decimals()),
            "alnum" => sets::either(wide("Alphabetic"), &sets::decimals()),
            "upper" => wide("Uppercase"),
            "lower" => wide("Lowercase"),
            // What no line breaks at is no space to the C libraries, nor is NEL.
            "space" => wide("White_Space").without(&sets::among("\u{85}\u{A0}\u{2007}\u{202F}")),
            // Nor is a line or a paragraph ended by what is blank.
            "blank" => wide("Zs").without(&sets::among("\u{A0}\u{2007}\u{202F}")),
            "cntrl" => sets::either(wide("Cc"), &sets::either(wide("Zl"), &wide("Zp"))),
            "punct" => sets::either(wide("P"), &wide("S")),
            "graph" | "print" => sets::without(wide("C")),
            _ => {
                return Err(PatternFault::new(
                    at,
                    "a class that POSIX does not have: it has alnum, alpha, blank, cntrl, digit, graph, \
                     lower, print, punct, space, upper and xdigit",
                ));
            }
        };
        if !beyond.is_empty() {
            self.notes.add(format!(
                "beyond ASCII, which characters `[:{name}:]` has is said by the locale; it is read by \
                 the properties of Unicode {}",
                sets::UNICODE
            ));
        }
        let beyond = beyond.intersection(&sets::of(&[('\u{80}', char::MAX)]));
        let ascii = sets::posix(name).unwrap_or_else(Set::empty);
        Ok(Some(sets::either(ascii, &beyond)))
    }
}

//! Patterns of .NET: what `System.Text.RegularExpressions.Regex` has that no other dialect has.
//!
//! In: a pattern, without options. Out: a tree. No engine of .NET was asked: a pattern is read by
//! Microsoft's documentation (*Regular expression language*), and where that is silent by the source of
//! the parser in dotnet/runtime. Where both are silent, or the culture or the version decides, the pattern
//! is refused.
//!
//! Strings are of code units: a character above U+FFFF is two, as in ECMAScript without the flag `u`. The
//! surprising case: `^.$` does not match `😀`.

use super::facts::DOTNET;
use super::reader::{PatternFault, PatternReader};
use super::sets::{ClassPart, Set};
use super::{ParsedPattern, sets};

pub(super) fn read(text: &str) -> Result<ParsedPattern, PatternFault> {
    let mut reader = PatternReader::new(text, &DOTNET);
    reader.is_in_units = true;
    reader.notes.add("no engine of .NET was asked; a character above U+FFFF counts as two");
    let tree = reader.pattern()?;
    Ok(ParsedPattern { tree, notes: reader.notes.0, is_in_units: true })
}

impl PatternReader<'_> {
    /// A class, behind the bracket at `open`: `[a-z-[aeiou]]`.
    pub(super) fn dotnet_class(&mut self, open: usize) -> Result<Set, PatternFault> {
        self.nested()?;
        let is_negative = self.cursor.eat("^");
        let (mut set, mut ranges) = (Set::empty(), Vec::new());
        let (mut less, mut is_first) = (None, true);
        loop {
            let place = self.cursor.at();
            if !is_first && self.cursor.eat("]") {
                break;
            }
            self.check_dotnet(is_first)?;
            if self.cursor.eat("-[") {
                less = Some(self.dotnet_class(place + 1)?);
                if !self.cursor.eat("]") {
                    let why = "a subtraction that is not the last of its class";
                    return Err(PatternFault::new(place, why));
                }
                break;
            }
            is_first = false;
            let from = match self.part(open)? {
                ClassPart::Character(from) => from,
                ClassPart::Set(part) => {
                    set = set.union(&part);
                    continue;
                }
                ClassPart::Nothing => continue,
            };
            let dash = self.cursor.at();
            let is_range =
                self.cursor.starts("-") && !self.cursor.starts("-]") && !self.cursor.starts("-[");
            let to = if is_range {
                self.cursor.next();
                self.range_end(open, dash)?
            } else {
                from
            };
            if to < from {
                return Err(PatternFault::backwards(place));
            }
            ranges.extend(self.range(from, to, place)?.ranges());
        }
        self.higher();
        let set = set.union(&self.folded(Set::of(ranges), open)?);
        let set = if is_negative { sets::without(set) } else { set };
        Ok(match less {
            Some(less) => set.without(&less),
            None => set,
        })
    }

    /// Refuses what is not as it looks.
    fn check_dotnet(&self, is_first: bool) -> Result<(), PatternFault> {
        let rest = self.cursor.rest();
        let why = if rest.starts_with("[:") {
            r"`[:` in brackets, which is passed over in some versions of .NET: write `\[:`"
        } else if is_first && rest.starts_with("-[") {
            r"a subtraction from nothing, which is a character in .NET: write `\-\[`"
        } else if rest.starts_with(r"\--")
            && !rest.starts_with(r"\--]")
            && !rest.starts_with(r"\--[")
        {
            r"a range that begins with `\-`, which is none in .NET: write `\x2D-`"
        } else {
            return Ok(());
        };
        Err(PatternFault::new(self.cursor.at(), why))
    }
}

//! Patterns of XML Schema: part 2, appendix F (of 1.1: appendix G).
//!
//! A pattern always matches the whole string, so there are no anchors: `^` and `$` are characters.
//! Strings are of XML, and no class has a character that XML has not.

use super::super::{Dialect, Mode, Tree};
use super::reader::{Cursor, PatternFault};
use super::sets::Set;
use super::{NESTING, Notes, ParsedPattern, sets, too_deep};

pub(super) fn read(text: &str) -> Result<ParsedPattern, PatternFault> {
    let mut reader = XsdReader { cursor: Cursor::new(text), notes: Notes::default(), depth: 0 };
    let tree = reader.alternatives()?;
    match reader.cursor.peek() {
        None => Ok(ParsedPattern { tree, notes: reader.notes.0, is_in_units: false }),
        Some(_) => Err(PatternFault::new(reader.cursor.at(), "a `)` without its `(`")),
    }
}

struct XsdReader<'t> {
    cursor: Cursor<'t>,
    notes: Notes,
    depth: usize,
}

/// Char of XML 1.0, 2.2.
fn xml() -> Set {
    let set = sets::of(&[(' ', '\u{D7FF}'), ('\u{E000}', '\u{FFFD}'), ('\u{10000}', char::MAX)]);
    sets::either(set, &sets::among("\t\n\r"))
}

fn without(set: &Set) -> Set {
    xml().without(set)
}

/// NameStartChar of XML 1.0, 2.3.
fn name_start() -> Set {
    sets::of(&[
        (':', ':'),
        ('A', 'Z'),
        ('_', '_'),
        ('a', 'z'),
        ('\u{C0}', '\u{D6}'),
        ('\u{D8}', '\u{F6}'),
        ('\u{F8}', '\u{2FF}'),
        ('\u{370}', '\u{37D}'),
        ('\u{37F}', '\u{1FFF}'),
        ('\u{200C}', '\u{200D}'),
        ('\u{2070}', '\u{218F}'),
        ('\u{2C00}', '\u{2FEF}'),
        ('\u{3001}', '\u{D7FF}'),
        ('\u{F900}', '\u{FDCF}'),
        ('\u{FDF0}', '\u{FFFD}'),
        ('\u{10000}', '\u{EFFFF}'),
    ])
}

/// NameChar of XML 1.0, 2.3.
fn name_char() -> Set {
    let more = [
        ('-', '.'),
        ('0', '9'),
        ('\u{B7}', '\u{B7}'),
        ('\u{300}', '\u{36F}'),
        ('\u{203F}', '\u{2040}'),
    ];
    sets::either(name_start(), &sets::of(&more))
}

/// A character or a class.
enum XsdPart {
    Character(char),
    Set(Set),
}

impl XsdReader<'_> {
    fn alternatives(&mut self) -> Result<Tree, PatternFault> {
        self.nested()?;
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

    fn nested(&mut self) -> Result<(), PatternFault> {
        self.depth += 1;
        if self.depth > NESTING { Err(too_deep(self.cursor.at())) } else { Ok(()) }
    }

    fn sequence(&mut self) -> Result<Tree, PatternFault> {
        let mut items = Vec::new();
        loop {
            let at = self.cursor.at();
            let Some(next) = self.cursor.peek() else { break };
            if matches!(next, '|' | ')') {
                break;
            }
            self.cursor.next();
            let tree = match next {
                '(' => {
                    if self.cursor.starts("?") {
                        return Err(PatternFault::new(at, "`(?` is no part of xsd"));
                    }
                    let of = Box::new(self.alternatives()?);
                    if !self.cursor.eat(")") {
                        return Err(PatternFault::new(at, "a `(` without its `)`"));
                    }
                    Tree::Group { of, name: None }
                }
                '[' => sets::tree(self.brackets(at)?),
                '.' => sets::tree(without(&sets::among("\n\r"))),
                '\\' => match self.escaped(at)? {
                    XsdPart::Character(one) => sets::tree(sets::single(one)),
                    XsdPart::Set(set) => sets::tree(set),
                },
                '*' | '+' | '?' | '{' => {
                    let why = format!("a `{next}` behind nothing: write `\\{next}`");
                    return Err(PatternFault::new(at, why));
                }
                '}' | ']' => {
                    return Err(PatternFault::new(
                        at,
                        format!("a bare `{next}`: write `\\{next}`"),
                    ));
                }
                one => {
                    if matches!(one, '^' | '$') {
                        self.notes.add(format!("`{one}` is a character in xsd, and no anchor"));
                    }
                    sets::tree(sets::single(one))
                }
            };
            let Some((min, max)) = self.count()? else {
                items.push(tree);
                continue;
            };
            let place = self.cursor.at();
            if self.count()?.is_some() {
                let why = "a repetition of a repetition: put the first into parentheses";
                return Err(PatternFault::new(place, why));
            }
            items.push(Tree::Repeat { of: Box::new(tree), min, max, mode: Mode::Greedy });
        }
        Ok(Tree::sequence(items))
    }

    fn count(&mut self) -> Result<Option<(u32, Option<u32>)>, PatternFault> {
        let why = "a `{` that begins no repetition `{m}`, `{m,}` or `{m,n}`: write `\\{`";
        self.cursor.count(65_535, why)
    }

    fn escaped(&mut self, at: usize) -> Result<XsdPart, PatternFault> {
        let Some(letter) = self.cursor.next() else {
            return Err(PatternFault::new(at, "a backslash with nothing behind it"));
        };
        let set = match letter.to_ascii_lowercase() {
            's' => sets::among(" \t\n\r"),
            'd' => sets::decimals(),
            'w' => sets::xsd_word(),
            'i' => name_start(),
            'c' => name_char(),
            'p' => self.property(at)?,
            _ => {
                return match letter {
                    'n' => Ok(XsdPart::Character('\n')),
                    'r' => Ok(XsdPart::Character('\r')),
                    't' => Ok(XsdPart::Character('\t')),
                    _ if "\\|.-^?*+{}()[]".contains(letter) => Ok(XsdPart::Character(letter)),
                    _ => Err(PatternFault::new(at, format!("`\\{letter}` is no part of xsd"))),
                };
            }
        };
        match letter.to_ascii_lowercase() {
            'i' | 'c' => self.notes.add("`\\i` and `\\c` are by XML 1.0, fifth edition; by earlier ones they have fewer characters"),
            'd' | 'w' | 'p' => self.notes.tables(Dialect::Xsd),
            _ => {}
        }
        let set = if letter.is_ascii_uppercase() { without(&set) } else { set };
        Ok(XsdPart::Set(set.intersection(&xml())))
    }

    /// `{Lu}` or `{IsBasicLatin}`, behind `\p`.
    fn property(&mut self, at: usize) -> Result<Set, PatternFault> {
        let name = if self.cursor.eat("{") { self.cursor.until("}") } else { None };
        let Some(name) = name else {
            return Err(PatternFault::new(at, "a class of Unicode without braces: write `\\p{…}`"));
        };
        if let Some(block) = name.strip_prefix("Is") {
            let why = || {
                format!("the block `{block}`, which is not known here: write its range in brackets")
            };
            return sets::block_of_a_schema(block).ok_or_else(|| PatternFault::new(at, why()));
        }
        match sets::category(name) {
            Some(set) if name != "Cs" => Ok(set),
            _ => {
                let why = "which is not known: write one as `Lu`, or a block as `IsGreek`";
                Err(PatternFault::new(at, format!("the category `{name}`, {why}")))
            }
        }
    }

    /// A class in brackets, behind the bracket at `at`: `[a-z-[aeiou]]`.
    fn brackets(&mut self, at: usize) -> Result<Set, PatternFault> {
        self.nested()?;
        let is_negative = self.cursor.eat("^");
        let (mut set, mut ranges) = (Set::empty(), Vec::new());
        let mut is_first = true;
        let mut less = None;
        loop {
            let place = self.cursor.at();
            if !is_first && self.cursor.eat("]") {
                break;
            }
            if !is_first && self.cursor.eat("-[") {
                less = Some(self.brackets(place + 1)?);
                if !self.cursor.eat("]") {
                    return Err(PatternFault::new(
                        place,
                        "a subtraction that is not the last of its class",
                    ));
                }
                break;
            }
            let from = match self.part(at)? {
                XsdPart::Set(part) => {
                    set = set.union(&part);
                    is_first = false;
                    continue;
                }
                XsdPart::Character(from) => from,
            };
            let is_bare_dash = from == '-' && self.cursor.at() == place + 1;
            if is_bare_dash && !is_first && !self.cursor.starts("]") && !self.cursor.starts("-[") {
                let why = "a `-` in the middle of a class: write `\\-`, or put it first or last";
                return Err(PatternFault::new(place, why));
            }
            is_first = false;
            let is_range =
                self.cursor.starts("-") && !self.cursor.starts("-]") && !self.cursor.starts("-[");
            if !is_range || is_bare_dash {
                ranges.push((from, from));
                continue;
            }
            self.cursor.next();
            match self.part(at)? {
                XsdPart::Character(to) if from <= to => ranges.push((from, to)),
                XsdPart::Character(_) => {
                    return Err(PatternFault::backwards(place));
                }
                XsdPart::Set(_) => {
                    return Err(PatternFault::new(
                        place,
                        "a range that ends with a class: write `\\-`",
                    ));
                }
            }
        }
        self.depth -= 1;
        let set = set.union(&sets::of(&ranges));
        let set = if is_negative { without(&set) } else { set };
        let set = if let Some(less) = less { set.without(&less) } else { set };
        Ok(set.intersection(&xml()))
    }

    fn part(&mut self, open: usize) -> Result<XsdPart, PatternFault> {
        let at = self.cursor.at();
        match self.cursor.next() {
            None => Err(PatternFault::new(open, "a `[` without its `]`")),
            Some('\\') => self.escaped(at),
            Some(one @ ('[' | ']')) => {
                Err(PatternFault::new(at, format!("a bare `{one}` in brackets: write `\\{one}`")))
            }
            Some(one) => Ok(XsdPart::Character(one)),
        }
    }
}

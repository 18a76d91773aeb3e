//! Reads regular expressions: what the dialects read alike, and a little more.
//!
//! In: a pattern of a certificate. Out: the strings in which it is found. Read are literals, escapes, classes, groups,
//! alternatives, counts, `.`, and at the ends of an alternative of the whole `^` and `$`. All else is refused:
//! look-around, back references, flags, other anchors, and what a dialect reads by tables of Unicode.

use crate::cursor::Cursor;
use crate::tree::Term;

/// How deeply groups may nest.
const DEEPEST: usize = 200;
/// The characters that stand for themselves only behind `\`.
const SPECIAL: &str = r"\^$.*+?()[]{}|";

type Ranges = Vec<(u32, u32)>;

/// The strings in which a pattern is found, or what of it is not read.
pub(crate) fn read(dialect: &str, matching: &str, text: &str) -> Result<Term, String> {
    if !["ecmascript", "rust", "python", "pcre", "re2"].contains(&dialect) {
        return Err(format!("patterns of {dialect} are not read"));
    }
    // A literal `/…/` has flags; only `u` says what a pattern without slashes says.
    let text = match text.strip_prefix('/').filter(|_| dialect == "ecmascript") {
        Some(inner) => inner.strip_suffix("/u").ok_or("a slash at the beginning is read in a literal `/…/u` alone")?,
        None => text,
    };
    let (is_start, is_end) = match matching {
        "search" => (false, false),
        "prefix" => (true, false),
        "whole" => (true, true),
        other => return Err(format!("{other:?} is no way to match")),
    };
    let any = || Term::Repeat(0, None, Box::new(Term::Range(0, 0x10_FFFF)));
    let (mut reader, mut all) = (Reader { dialect, cursor: Cursor::new(text) }, Vec::new());
    loop {
        let mut found = Vec::new();
        found.extend((!reader.cursor.takes("^") && !is_start).then(any));
        found.push(reader.sequence(0)?);
        found.extend(match reader.cursor.takes("$") {
            _ if is_end => None,
            // There `$` also stands before a line feed that ends the string.
            true if ["python", "pcre"].contains(&dialect) => Some(Term::option(Term::Range(0x0A, 0x0A))),
            is_anchored => (!is_anchored).then(any),
        });
        all.push(Term::Seq(found));
        match reader.cursor.next() {
            Some('|') => {}
            Some(other) => return Err(format!("`{other}` is not read here")),
            None => return Ok(Term::Choice(all)),
        }
    }
}

struct Reader<'t> {
    dialect: &'t str,
    cursor: Cursor<'t>,
}

impl Reader<'_> {
    fn sequence(&mut self, depth: usize) -> Result<Term, String> {
        let mut all = Vec::new();
        while !self.cursor.rest.is_empty() && !self.cursor.rest.starts_with(['|', ')', '$']) {
            let of = self.atom(depth)?;
            all.push(self.counted(of)?);
        }
        Ok(Term::Seq(all))
    }

    /// An expression and how often it comes.
    fn counted(&mut self, of: Term) -> Result<Term, String> {
        let (least, most) = match () {
            () if self.cursor.takes("*") => (0, None),
            () if self.cursor.takes("+") => (1, None),
            () if self.cursor.takes("?") => (0, Some(1)),
            () if self.cursor.takes("{") => {
                let least = self.cursor.times()?;
                let most = if self.cursor.takes(",") { self.cursor.times()? } else { least };
                let least = least.filter(|least| self.cursor.takes("}") && most.is_none_or(|most| *least <= most));
                (least.ok_or("`{` is read as a count alone, as {2}, {2,} or {2,3}")?, most)
            }
            () => return Ok(of),
        };
        // A lazy count finds another match, in the same strings.
        self.cursor.takes("?");
        match self.cursor.rest.starts_with(['*', '+', '?', '{']) {
            true => Err("a count of a count, or one that gives nothing back, is not read".to_owned()),
            false => Ok(Term::Repeat(least, most, Box::new(of))),
        }
    }

    fn atom(&mut self, depth: usize) -> Result<Term, String> {
        match self.cursor.next().ok_or("the pattern ends too early")? {
            '(' => {
                let is_plain = self.cursor.takes("?:") || !self.cursor.rest.starts_with('?');
                if !is_plain || depth == DEEPEST {
                    return Err(format!("a group is `(…)` or `(?:…)`, at most {DEEPEST} deep; no other is read"));
                }
                let mut all = vec![self.sequence(depth + 1)?];
                while self.cursor.takes("|") {
                    all.push(self.sequence(depth + 1)?);
                }
                let is_closed = self.cursor.takes(")");
                if is_closed { Ok(Term::Choice(all)) } else { Err("`)` or another part is not read here".to_owned()) }
            }
            '[' => self.class(),
            '.' if self.dialect == "ecmascript" => Ok(outside(vec![(0x0A, 0x0A), (0x0D, 0x0D), (0x2028, 0x2029)])),
            '.' => Ok(outside(vec![(0x0A, 0x0A)])),
            '\\' => Ok(inside(self.escaped()?)),
            special if SPECIAL.contains(special) => Err(format!("`{special}` is not read here")),
            one => Ok(Term::Range(one.into(), one.into())),
        }
    }

    /// The characters that an escape stands for, after `\`.
    fn escaped(&mut self) -> Result<Ranges, String> {
        let is_ascii = ["ecmascript", "pcre", "re2"].contains(&self.dialect);
        let code = match self.cursor.next().ok_or("the pattern ends too early")? {
            one if SPECIAL.contains(one) => one.into(),
            '/' if self.dialect == "ecmascript" => 0x2F,
            't' => 0x09,
            'n' => 0x0A,
            'f' => 0x0C,
            'r' => 0x0D,
            'd' if is_ascii => return Ok(vec![(0x30, 0x39)]),
            'w' if is_ascii => return Ok(vec![(0x30, 0x39), (0x41, 0x5A), (0x5F, 0x5F), (0x61, 0x7A)]),
            other => return Err(format!("`\\{other}` is not read")),
        };
        Ok(vec![(code, code)])
    }

    fn class(&mut self) -> Result<Term, String> {
        let is_outside = self.cursor.takes("^");
        let mut found: Ranges = Vec::new();
        while found.is_empty() || !self.cursor.takes("]") {
            let first = self.member()?;
            // In some dialects two of them take one set from another.
            if self.cursor.rest.starts_with("--") {
                return Err("sets of sets are not read".to_owned());
            }
            if self.cursor.rest.starts_with("-]") || !self.cursor.takes("-") {
                found.extend(first);
                continue;
            }
            match (&first[..], &self.member()?[..]) {
                (&[(one, end)], &[(last, other)]) if one == end && last == other && one <= last => {
                    found.push((one, last))
                }
                _ => return Err("a range in a class has two characters in order".to_owned()),
            }
        }
        Ok(if is_outside { outside(found) } else { inside(found) })
    }

    /// A character of a class, or what an escape in it stands for.
    fn member(&mut self) -> Result<Ranges, String> {
        if ["&&", "--", "~~", "||"].iter().any(|two| self.cursor.rest.starts_with(two)) {
            return Err("sets of sets are not read".to_owned());
        }
        match self.cursor.next().ok_or("the pattern ends too early")? {
            '\\' if self.cursor.takes("-") => Ok(vec![(0x2D, 0x2D)]),
            '\\' => self.escaped(),
            one @ ('[' | ']') => Err(format!("`{one}` in a class is not read without `\\`")),
            one => Ok(vec![(one.into(), one.into())]),
        }
    }
}

fn inside(ranges: Ranges) -> Term {
    Term::Choice(ranges.into_iter().map(|(first, last)| Term::Range(first, last)).collect())
}

/// The characters that are in none of the ranges.
fn outside(mut ranges: Ranges) -> Term {
    ranges.sort_unstable();
    let (mut next, mut found) = (0, Vec::new());
    for (first, last) in ranges {
        found.extend((next < first).then(|| (next, first - 1)));
        next = next.max(last + 1);
    }
    found.extend((next <= 0x10_FFFF).then_some((next, 0x10_FFFF)));
    inside(found)
}

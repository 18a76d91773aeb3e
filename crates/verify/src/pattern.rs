//! Reads regular expressions: what all dialects read alike, and a little more.
//!
//! In: a pattern of a certificate. Out: the strings in which it is found, as the right side of a production. Read are
//! literals, escapes, classes, groups, alternatives, counts, `.`, and at the ends of an alternative of the whole `^` and
//! `$`. All else is refused with a sentence: look-around, back references, flags, other anchors, and what a dialect
//! reads by tables of Unicode or takes as code units.

use crate::printed::Term;

/// How deeply groups may nest.
const DEEPEST: usize = 200;
/// The characters that stand for themselves only behind `\`.
const SPECIAL: &str = r"\^$.*+?()[]{}|";
const DIALECTS: [&str; 7] = ["ecmascript", "rust", "python", "pcre", "re2", "java", "posix-ere"];

type Ranges = Vec<(u32, u32)>;

/// The strings in which a pattern is found, or what of it is not read.
pub(crate) fn read(dialect: &str, matching: &str, text: &str) -> Result<Term, String> {
    if !DIALECTS.contains(&dialect) {
        return Err(format!("patterns of {dialect} are not read"));
    }
    // A literal `/…/` has flags; only `u` says what a pattern without slashes says.
    let rest = match text.strip_prefix('/').filter(|_| dialect == "ecmascript") {
        Some(inner) => inner.strip_suffix("/u").ok_or("a slash at the beginning is read in a literal `/…/u` alone")?,
        None => text,
    };
    let (is_start, is_end) = match matching {
        "search" => (false, false),
        "prefix" => (true, false),
        "whole" => (true, true),
        other => return Err(format!("{other:?} is no way to match")),
    };
    let any = || Term::Repeat { min: 0, max: None, of: Box::new(Term::Range(0, 0x10_FFFF)) };
    let (mut reader, mut all) = (Reader { dialect, rest }, Vec::new());
    loop {
        let mut found = vec![];
        found.extend((!reader.takes("^") && !is_start).then(any));
        found.push(reader.sequence(0)?);
        found.extend(match reader.takes("$") {
            _ if is_end => None,
            // There `$` also stands before a line feed that ends the string.
            true if ["python", "pcre"].contains(&dialect) => Some(Term::option(Term::Values(vec![0x0A]))),
            true if dialect == "java" => return Err("`$` of Java is not read".to_owned()),
            true => None,
            false => Some(any()),
        });
        all.push(Term::Seq(found));
        match reader.takes("|") {
            true => {}
            false if reader.rest.is_empty() => return Ok(Term::Choice(all)),
            false => return Err(format!("{:?} is not read here", reader.rest.chars().next().unwrap_or_default())),
        }
    }
}

struct Reader<'t> {
    dialect: &'t str,
    rest: &'t str,
}

impl Reader<'_> {
    fn takes(&mut self, expected: &str) -> bool {
        let rest = self.rest.strip_prefix(expected);
        self.rest = rest.unwrap_or(self.rest);
        rest.is_some()
    }

    fn next(&mut self) -> Result<char, String> {
        let mut chars = self.rest.chars();
        let next = chars.next().ok_or("the pattern ends too early")?;
        self.rest = chars.as_str();
        Ok(next)
    }

    fn sequence(&mut self, depth: usize) -> Result<Term, String> {
        let mut all = Vec::new();
        while !self.rest.is_empty() && !self.rest.starts_with(['|', ')', '$']) {
            all.push(self.counted(depth)?);
        }
        match all.is_empty() && self.dialect == "posix-ere" {
            true => Err("POSIX does not say what an empty alternative means".to_owned()),
            false => Ok(Term::Seq(all)),
        }
    }

    /// An expression and how often it comes.
    fn counted(&mut self, depth: usize) -> Result<Term, String> {
        let of = Box::new(self.atom(depth)?);
        let (min, max) = match () {
            () if self.takes("*") => (0, None),
            () if self.takes("+") => (1, None),
            () if self.takes("?") => (0, Some(1)),
            () if self.takes("{") => self.count().ok_or("`{` is read as a count alone, as {2}, {2,} or {2,3}")?,
            () => return Ok(*of),
        };
        // A lazy count finds another match, in the same strings.
        let _ = self.dialect != "posix-ere" && self.takes("?");
        match self.rest.starts_with(['*', '+', '?', '{']) {
            true => Err("a count of a count, or one that gives nothing back, is not read".to_owned()),
            false => Ok(Term::Repeat { min, max, of }),
        }
    }

    fn count(&mut self) -> Option<(u32, Option<u32>)> {
        let (inner, rest) = self.rest.split_once('}')?;
        self.rest = rest;
        let number = |digits: &str| digits.parse().ok().filter(|_| !digits.starts_with('+'));
        let (min, max) = inner.split_once(',').unwrap_or((inner, inner));
        let (min, max) = (number(min)?, if max.is_empty() { None } else { Some(number(max)?) });
        max.is_none_or(|max| min <= max).then_some((min, max))
    }

    fn atom(&mut self, depth: usize) -> Result<Term, String> {
        match self.next()? {
            '(' => {
                let is_plain = !self.rest.starts_with('?') || self.dialect != "posix-ere" && self.takes("?:");
                if !is_plain || depth == DEEPEST {
                    return Err(format!("a group is `(…)` or `(?:…)`, at most {DEEPEST} deep; no other is read"));
                }
                let mut all = vec![self.sequence(depth + 1)?];
                while self.takes("|") {
                    all.push(self.sequence(depth + 1)?);
                }
                if self.takes(")") {
                    Ok(Term::Choice(all))
                } else {
                    Err("`)` or another part is not read here".to_owned())
                }
            }
            '[' => self.class(),
            '.' => Ok(outside(match self.dialect {
                "ecmascript" => vec![(0x0A, 0x0A), (0x0D, 0x0D), (0x2028, 0x2029)],
                "java" => vec![(0x0A, 0x0A), (0x0D, 0x0D), (0x85, 0x85), (0x2028, 0x2029)],
                "posix-ere" => return Err("`.` of POSIX is not read".to_owned()),
                _ => vec![(0x0A, 0x0A)],
            })),
            '\\' => Ok(inside(self.escaped()?)),
            special if SPECIAL.contains(special) => Err(format!("`{special}` is not read here")),
            one => Ok(Term::Values(vec![one.into()])),
        }
    }

    /// The characters that an escape stands for, after `\`.
    fn escaped(&mut self) -> Result<Ranges, String> {
        let is_ascii = matches!(self.dialect, "ecmascript" | "pcre" | "re2" | "java");
        let code = match self.next()? {
            one if SPECIAL.contains(one) && (self.dialect != "posix-ere" || !"]}".contains(one)) => one.into(),
            '/' if self.dialect == "ecmascript" => 0x2F,
            one if self.dialect == "posix-ere" => return Err(format!("`\\{one}` is not read")),
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
        let is_outside = self.takes("^");
        let mut found: Ranges = Vec::new();
        while found.is_empty() || !self.takes("]") {
            let first = self.member()?;
            if !self.rest.starts_with('-') || self.rest.starts_with("-]") {
                found.extend(first);
                continue;
            }
            self.next()?;
            match (&first[..], &self.member()?[..]) {
                (&[(one, only)], &[(last, other)]) if one == only && last == other && one <= last => {
                    found.push((one, last))
                }
                _ => return Err("a range in a class has two characters in order".to_owned()),
            }
        }
        Ok(if is_outside { outside(found) } else { inside(found) })
    }

    /// A character of a class, or what an escape in it stands for.
    fn member(&mut self) -> Result<Ranges, String> {
        if ["&&", "--", "~~", "||"].iter().any(|two| self.rest.starts_with(two)) {
            return Err("sets of sets are not read".to_owned());
        }
        match self.next()? {
            '\\' if self.dialect != "posix-ere" && self.takes("-") => Ok(vec![(0x2D, 0x2D)]),
            '\\' if self.dialect != "posix-ere" => self.escaped(),
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

//! Reads regular expressions: what the dialects have in common, and where they differ in a way that is plain.
//!
//! In: a pattern of a certificate. Out: the strings in which it is found, as the right side of a production. Read are
//! literals, escapes, classes, groups, alternatives, counts, `.`, and anchors at the two ends of an alternative of the
//! whole. All else is refused with a sentence: look-around, back references, flags, `\s`, `\b`, and what a dialect
//! reads by tables of Unicode or takes as code units.

use crate::printed::Term;

/// A dialect, as far as it is read.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Dialect {
    EcmaScript,
    Rust,
    Python,
    Pcre,
    Re2,
    Java,
    PosixEre,
}
use Dialect::{EcmaScript, Java, Pcre, PosixEre, Python, Re2, Rust};

/// An anchor. `$` of Python and of PCRE also stands before a line feed that ends the string.
#[derive(Clone, Copy, PartialEq)]
enum Part {
    Start,
    End,
    EndOrLineFeed,
}

/// An expression: a term, or what is no term.
enum Pat {
    Term(Term),
    Anchor(Part),
    Choice(Vec<Vec<Pat>>),
}

/// How deeply groups may nest.
const DEEPEST: usize = 200;
/// The characters that stand for themselves only behind `\`.
const SPECIAL: &str = r"\^$.*+?()[]{}|";

/// The strings in which a pattern is found.
///
/// # Errors
/// What the pattern has that is not read.
pub(crate) fn read(dialect: &str, matching: &str, text: &str) -> Result<Term, String> {
    let dialect = match dialect {
        "ecmascript" => EcmaScript,
        "rust" => Rust,
        "python" => Python,
        "pcre" => Pcre,
        "re2" => Re2,
        "java" => Java,
        "posix-ere" => PosixEre,
        other => return Err(format!("patterns of {other} are not read")),
    };
    // A literal `/…/` has flags; only `u` says what a pattern without slashes says.
    let text = match text.strip_prefix('/').filter(|_| dialect == EcmaScript) {
        Some(inner) => inner
            .strip_suffix("/u")
            .ok_or("a slash at the beginning is read in a literal `/…/u` alone")?,
        None => text,
    };
    let mut reader = Reader { dialect, rest: text };
    let all = reader.choice(0)?;
    if !reader.rest.is_empty() {
        return Err("`)` closes no group".to_owned());
    }
    let (is_start, is_end) = match matching {
        "search" => (false, false),
        "prefix" => (true, false),
        "whole" => (true, true),
        other => return Err(format!("{other:?} is no way to match")),
    };
    let found: Result<Vec<Term>, String> =
        all.into_iter().map(|one| whole(one, is_start, is_end)).collect();
    Ok(Term::Choice(found?))
}

fn star(of: Term) -> Term {
    Term::Repeat { min: 0, max: None, of: Box::new(of) }
}

/// The strings in which an alternative of the whole is found.
fn whole(mut parts: Vec<Pat>, mut is_start: bool, is_whole: bool) -> Result<Term, String> {
    let mut end = None;
    while let Some(Pat::Anchor(Part::Start)) = parts.first() {
        is_start = true;
        parts.remove(0);
    }
    while let Some(Pat::Anchor(part @ (Part::End | Part::EndOrLineFeed))) = parts.last() {
        end = if end == Some(Part::End) { end } else { Some(*part) };
        parts.pop();
    }
    let any = || star(Term::Range(0, 0x10_FFFF));
    let mut all = vec![];
    all.extend((!is_start).then(any));
    all.push(plain(parts)?);
    all.extend(match end {
        _ if is_whole => None,
        Some(Part::End) => None,
        Some(_) => Some(Term::option(Term::Values(vec![0x0A]))),
        None => Some(any()),
    });
    Ok(Term::Seq(all))
}

/// Expressions without an anchor, as a term.
fn plain(parts: Vec<Pat>) -> Result<Term, String> {
    let terms: Result<Vec<Term>, String> = parts
        .into_iter()
        .map(|part| match part {
            Pat::Term(term) => Ok(term),
            Pat::Anchor(_) => {
                Err("an anchor is read only at the beginning or at the end of the whole".to_owned())
            }
            Pat::Choice(all) => {
                let all: Result<Vec<Term>, String> = all.into_iter().map(plain).collect();
                Ok(Term::Choice(all?))
            }
        })
        .collect();
    Ok(Term::Seq(terms?))
}

struct Reader<'t> {
    dialect: Dialect,
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

    fn choice(&mut self, depth: usize) -> Result<Vec<Vec<Pat>>, String> {
        if depth > DEEPEST {
            return Err(format!("groups nest more than {DEEPEST} deep"));
        }
        let mut all = vec![Vec::new()];
        while !self.rest.is_empty() && !self.rest.starts_with(')') {
            if self.takes("|") {
                all.push(Vec::new());
                continue;
            }
            let one = self.counted(depth)?;
            if let Some(last) = all.last_mut() {
                last.push(one);
            }
        }
        match self.dialect == PosixEre && all.iter().any(Vec::is_empty) {
            true => Err("POSIX does not say what an empty alternative means".to_owned()),
            false => Ok(all),
        }
    }

    /// An expression and how often it comes.
    fn counted(&mut self, depth: usize) -> Result<Pat, String> {
        let of = self.atom(depth)?;
        let (min, max) = match () {
            () if self.takes("*") => (0, None),
            () if self.takes("+") => (1, None),
            () if self.takes("?") => (0, Some(1)),
            () if self.takes("{") => self.count()?,
            () => return Ok(of),
        };
        // A lazy count finds another match, in the same strings.
        if self.dialect != PosixEre {
            self.takes("?");
        }
        if self.rest.starts_with(['*', '+', '?', '{']) {
            return Err(
                "a count of a count, or one that gives nothing back, is not read".to_owned()
            );
        }
        let of = Box::new(plain(vec![of])?);
        Ok(Pat::Term(Term::Repeat { min, max, of }))
    }

    fn count(&mut self) -> Result<(u32, Option<u32>), String> {
        let (inner, rest) = self.rest.split_once('}').ok_or("`{` is read as a count alone")?;
        self.rest = rest;
        let number = |digits: &str| match digits.bytes().all(|one| one.is_ascii_digit()) {
            true => digits.parse().map_err(|_| format!("`{{{inner}}}` is no count")),
            false => Err(format!("`{{{inner}}}` is no count")),
        };
        match inner.split_once(',') {
            None => Ok((number(inner)?, Some(number(inner)?))),
            Some((min, "")) => Ok((number(min)?, None)),
            Some((min, max)) if number(min)? <= number(max)? => {
                Ok((number(min)?, Some(number(max)?)))
            }
            Some(_) => Err(format!("`{{{inner}}}` is no count")),
        }
    }

    fn atom(&mut self, depth: usize) -> Result<Pat, String> {
        let end =
            if matches!(self.dialect, Python | Pcre) { Part::EndOrLineFeed } else { Part::End };
        Ok(match self.next()? {
            '^' => Pat::Anchor(Part::Start),
            '$' if self.dialect == Java => {
                return Err("`$` of Java is not read; `\\z` is".to_owned());
            }
            '$' => Pat::Anchor(end),
            '(' => {
                if self.rest.starts_with('?') && (!self.takes("?:") || self.dialect == PosixEre) {
                    return Err("a group is `(…)` or `(?:…)`; no other is read".to_owned());
                }
                let inner = self.choice(depth + 1)?;
                match self.takes(")") {
                    true => Pat::Choice(inner),
                    false => return Err("`)` is missing".to_owned()),
                }
            }
            '[' => Pat::Term(self.class()?),
            '.' => Pat::Term(self.dot()?),
            '\\' => self.escape()?,
            special if SPECIAL.contains(special) => {
                return Err(format!("`{special}` is not read here"));
            }
            one => Pat::Term(Term::Values(vec![one.into()])),
        })
    }

    /// All characters but those that end a line.
    fn dot(&self) -> Result<Term, String> {
        Ok(outside(match self.dialect {
            EcmaScript => vec![(0x0A, 0x0A), (0x0D, 0x0D), (0x2028, 0x2029)],
            Java => vec![(0x0A, 0x0A), (0x0D, 0x0D), (0x85, 0x85), (0x2028, 0x2029)],
            Rust | Python | Pcre | Re2 => vec![(0x0A, 0x0A)],
            PosixEre => return Err("`.` of POSIX is not read".to_owned()),
        }))
    }

    fn escape(&mut self) -> Result<Pat, String> {
        let is_perl = !matches!(self.dialect, PosixEre | EcmaScript);
        match self.rest.chars().next() {
            Some('A') if is_perl => {
                self.next()?;
                Ok(Pat::Anchor(Part::Start))
            }
            Some('z') if is_perl && self.dialect != Python => {
                self.next()?;
                Ok(Pat::Anchor(Part::End))
            }
            Some('Z') if self.dialect == Python => {
                self.next()?;
                Ok(Pat::Anchor(Part::End))
            }
            _ => Ok(Pat::Term(term(self.escaped(false)?))),
        }
    }

    /// The characters that an escape stands for, after `\`.
    fn escaped(&mut self, is_in_class: bool) -> Result<Vec<(u32, u32)>, String> {
        let first = self.next()?;
        let is_ascii = matches!(self.dialect, EcmaScript | Pcre | Re2 | Java);
        let digits = vec![(0x30, 0x39)];
        let word = vec![(0x30, 0x39), (0x41, 0x5A), (0x5F, 0x5F), (0x61, 0x7A)];
        let code = match first {
            one if SPECIAL.contains(one) && (self.dialect != PosixEre || !"]}".contains(one)) => {
                one.into()
            }
            '/' if self.dialect == EcmaScript => 0x2F,
            '-' if is_in_class => 0x2D,
            't' if self.dialect != PosixEre => 0x09,
            'n' if self.dialect != PosixEre => 0x0A,
            'f' if self.dialect != PosixEre => 0x0C,
            'r' if self.dialect != PosixEre => 0x0D,
            'x' if self.dialect != PosixEre => self.hexadecimal(2)?,
            'u' if matches!(self.dialect, EcmaScript | Python | Java | Rust) => {
                self.hexadecimal(4)?
            }
            'd' if is_ascii => return Ok(digits),
            'w' if is_ascii => return Ok(word),
            'D' if is_ascii && !is_in_class => return Ok(complement(digits)),
            'W' if is_ascii && !is_in_class => return Ok(complement(word)),
            other => return Err(format!("`\\{other}` is not read")),
        };
        Ok(vec![(code, code)])
    }

    fn hexadecimal(&mut self, length: usize) -> Result<u32, String> {
        let digits =
            self.rest.get(..length).filter(|text| text.bytes().all(|one| one.is_ascii_hexdigit()));
        let digits = digits.ok_or("an escape has too few digits")?;
        self.rest = &self.rest[length..];
        let code = u32::from_str_radix(digits, 16)
            .map_err(|_| "an escape has too few digits".to_owned())?;
        char::from_u32(code)
            .map(u32::from)
            .ok_or_else(|| "half of a character is not read".to_owned())
    }

    fn class(&mut self) -> Result<Term, String> {
        let is_outside = self.takes("^");
        let mut found = Vec::new();
        while found.is_empty() || !self.takes("]") {
            let first = self.member()?;
            let is_range = self.rest.starts_with('-') && !self.rest.starts_with("-]");
            let ends = match (&first[..], is_range) {
                (&[(first, only)], true) if first == only => {
                    self.next()?;
                    match self.member()?[..] {
                        [(last, only)] if last == only && first <= last => vec![(first, last)],
                        _ => {
                            return Err("a range in a class has two characters in order".to_owned());
                        }
                    }
                }
                (_, true) => {
                    return Err("a range in a class has two characters in order".to_owned());
                }
                _ => first,
            };
            found.extend(ends);
        }
        Ok(if is_outside { outside(found) } else { term(found) })
    }

    /// A character of a class, or what an escape in it stands for.
    fn member(&mut self) -> Result<Vec<(u32, u32)>, String> {
        if ["&&", "--", "~~", "||"].iter().any(|two| self.rest.starts_with(two)) {
            return Err("sets of sets are not read".to_owned());
        }
        match self.next()? {
            '\\' if self.dialect != PosixEre => self.escaped(true),
            one @ ('[' | ']') => Err(format!("`{one}` in a class is not read without `\\`")),
            one => Ok(vec![(one.into(), one.into())]),
        }
    }
}

fn term(ranges: Vec<(u32, u32)>) -> Term {
    Term::Choice(ranges.into_iter().map(|(first, last)| Term::Range(first, last)).collect())
}

fn outside(ranges: Vec<(u32, u32)>) -> Term {
    term(complement(ranges))
}

/// The characters that are in none of the ranges.
fn complement(mut ranges: Vec<(u32, u32)>) -> Vec<(u32, u32)> {
    ranges.sort_unstable();
    let (mut next, mut found) = (0, Vec::new());
    for (first, last) in ranges {
        if next < first {
            found.push((next, first - 1));
        }
        next = next.max(last + 1);
    }
    found.push((next, 0x10_FFFF));
    found.retain(|(first, last)| first <= last);
    found
}

//! The reader of all dialects except Rust's.
//!
//! The reader uses the [`DialectFacts`] of the dialect. `group` reads parentheses, `class` reads brackets, and
//! `escape` reads escapes; `posix` has its own classes and escapes for POSIX and XML Schema.

use std::collections::HashSet;
use std::ops::Range;

use super::escape::Escaped;
use super::sets::Set;
use super::{DialectFacts, NESTING, Notes, PatternFault, Read, fault, sets};
use crate::Dialect::{DotNet, Java, Pcre, PosixEre, Python, Re2, Xsd};
use crate::{Dialect, Mode, Tree};

/// The greatest number of repetitions that every POSIX system accepts: `_POSIX_RE_DUP_MAX`.
const PORTABLE: u32 = 255;

pub(super) struct PatternReader<'t> {
    text: &'t str,
    /// The offset of the next character, in bytes.
    pub(super) at: usize,
    pub(super) facts: &'static DialectFacts,
    pub(super) flags: Flags,
    /// Whether `\w` and other classes are Unicode classes, by PCRE's `(*UCP)`.
    pub(super) has_properties: bool,
    /// The number of groups in the pattern, and whether at least one of them has a name. For ECMAScript only.
    pub(super) groups: (u32, bool),
    pub(super) names: HashSet<String>,
    /// Whether a range with surrogates was read since this field was last set to false. For Java only.
    pub(super) has_halves: bool,
    /// Whether a look-behind can match characters above U+FFFF, which Java reads as two code units. For Java only.
    pub(super) looks_at_units: bool,
    /// The flag `a` or `u` that is set for the whole pattern. For Python only.
    pub(super) characters: Option<char>,
    /// The offset of the last `:]`. For RE2 only.
    pub(super) last_class_end: Option<usize>,
    /// The offset of the last `\R`. For Java only.
    pub(super) line_break: Option<usize>,
    pub(super) notes: Notes,
    /// The spans of the alternatives of each `|` choice.
    pub(super) alternatives: Vec<Vec<Range<usize>>>,
    /// Whether the next character is within `\Q…\E`.
    is_quoting: bool,
    pub(super) depth: usize,
}

pub(super) struct SequenceItem {
    pub(super) tree: Tree,
    pub(super) kind: GroupKind,
}

/// The kind of an item, which decides whether the item may be repeated.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum GroupKind {
    Atom,
    Anchor,
    LookAhead,
    LookBehind,
    /// A comment, or flags.
    Nothing,
}

impl SequenceItem {
    pub(super) fn atom(tree: Tree) -> Self {
        Self { tree, kind: GroupKind::Atom }
    }

    pub(super) fn anchor(tree: Tree) -> Self {
        Self { tree, kind: GroupKind::Anchor }
    }

    pub(super) fn nothing() -> Self {
        Self { tree: Tree::EMPTY, kind: GroupKind::Nothing }
    }
}

/// The end of a message about a construct that POSIX does not define.
pub(super) const UNDEFINED: &str = ", which POSIX leaves undefined";

/// The minimum and the maximum number of repetitions.
type Count = (u32, Option<u32>);

impl<'t> PatternReader<'t> {
    pub(super) fn new(text: &'t str, facts: &'static DialectFacts) -> Self {
        Self {
            text,
            at: 0,
            facts,
            flags: Flags::default(),
            has_properties: false,
            groups: (0, false),
            names: HashSet::new(),
            has_halves: false,
            looks_at_units: false,
            characters: None,
            last_class_end: text.rfind(":]"),
            line_break: None,
            notes: Notes(facts.note.iter().map(ToString::to_string).collect()),
            alternatives: Vec::new(),
            is_quoting: false,
            depth: 0,
        }
    }

    pub(super) fn pattern(&mut self) -> Read<Tree> {
        if self.facts.dialect == Pcre {
            self.settings();
        }
        let tree = self.alternatives()?;
        match self.peek() {
            None => Ok(tree),
            Some(_) => fault(self.at, "unmatched `)`"),
        }
    }

    pub(super) fn alternatives(&mut self) -> Read<Tree> {
        self.nested()?;
        let begin = self.at;
        let first = self.sequence(self.depth == 1)?;
        let tree = if self.starts("|") {
            let (mut choices, mut spans) = (vec![first], Vec::new());
            spans.push(begin..self.at);
            while self.eat("|") {
                let begin = self.at;
                choices.push(self.sequence(false)?);
                spans.push(begin..self.at);
            }
            self.alternatives.push(spans);
            Tree::Choice(choices)
        } else {
            first
        };
        self.higher();
        Ok(tree)
    }

    pub(super) fn nested(&mut self) -> Read<()> {
        self.depth += 1;
        if self.depth > NESTING {
            return fault(self.at, format!("groups nested more than {NESTING} deep"));
        }
        Ok(())
    }

    pub(super) fn higher(&mut self) {
        self.depth -= 1;
    }

    fn sequence(&mut self, is_first: bool) -> Read<Tree> {
        let (mut items, start, dialect) = (Vec::new(), self.at, self.facts.dialect);
        loop {
            self.skip_between();
            let at = self.at;
            let SequenceItem { tree, kind } = match self.peek() {
                _ if self.is_quoting => self.quoted()?,
                // POSIX leaves a lone `)` undefined, and glibc refuses it.
                Some(')') if dialect == PosixEre && self.depth == 1 => {
                    return fault(at, "unmatched `)`: write `\\)`");
                }
                None | Some('|' | ')') => break,
                Some(_) => match dialect {
                    PosixEre => self.posix_item()?,
                    Xsd => self.xsd_item()?,
                    _ => self.item(is_first && items.is_empty())?,
                },
            };
            if kind == GroupKind::Nothing {
                continue;
            }
            if self.is_quoting {
                items.push(tree);
                continue;
            }
            self.skip_between();
            let place = self.at;
            let Some((min, max)) = self.count()? else {
                items.push(tree);
                continue;
            };
            self.check_repeated(kind, &tree, at, place, (min, max))?;
            let mode = self.mode();
            self.skip_between();
            let place = self.at;
            if self.count()?.is_some() {
                let undefined = if dialect == PosixEre { UNDEFINED } else { "" };
                let why = "put the inner repetition in parentheses";
                return fault(place, format!("a repetition of a repetition{undefined}: {why}"));
            }
            let tree = match (mode, dialect) {
                // Python and Java commit to the first match of each iteration, not only of the whole repetition.
                (Mode::Possessive, Python | Java) if min > 1 => {
                    let language = if dialect == Python { "Python" } else { "Java" };
                    self.notes.add(format!(
                        "{language} makes each iteration of `{{m,n}}+` possessive separately, contrary to \
                         its documentation"
                    ));
                    Tree::Atomic(Box::new(tree))
                }
                _ => tree,
            };
            items.push(Tree::Repeat { of: Box::new(tree), min, max, mode });
        }
        // The whole pattern may be empty in practice; an alternative may not.
        let is_part = self.depth > 1 || self.peek().is_some() || start > 0;
        if dialect == PosixEre && items.is_empty() && is_part {
            return fault(start, format!("an empty alternative{UNDEFINED}: write `(…)?`"));
        }
        Ok(Tree::sequence(items))
    }

    fn item(&mut self, is_first: bool) -> Read<SequenceItem> {
        let (at, dialect) = (self.at, self.facts.dialect);
        if self.count()?.is_some() {
            let why = "nothing to repeat: write a backslash before it for the character";
            return fault(at, why);
        }
        Ok(match self.next() {
            Some('(') => self.group(at, is_first)?,
            Some('[') => SequenceItem::atom(self.class(at)?),
            // A comment that Java does not skip, or white space that is not in Microsoft's list.
            Some(one)
                if self.flags.is_verbose
                    && matches!((dialect, one), (Java, '#') | (DotNet, '\x0B')) =>
            {
                return fault(at, "this character is not supported with the flag `x`: remove it");
            }
            Some('.') => SequenceItem::atom(self.dot()),
            Some('^') => SequenceItem::anchor(self.caret()),
            Some('$') => SequenceItem::anchor(self.dollar()),
            Some('\\') => match self.escape(at, false)? {
                Escaped::Character(code) => SequenceItem::atom(self.literal(code, at)?),
                Escaped::Set(set) => SequenceItem::atom(Tree::Set(set)),
                Escaped::Item(item) => item,
                Escaped::Quote => {
                    self.quote();
                    SequenceItem::nothing()
                }
            },
            Some(one @ ('{' | '}' | ']')) if !self.facts.bare.contains(one) => {
                return fault(at, format!("unescaped `{one}`: write `\\{one}`"));
            }
            Some(one) => SequenceItem::atom(self.literal(u32::from(one), at)?),
            None => SequenceItem::nothing(),
        })
    }

    /// Returns the tree of a literal character, with its case variants if case is ignored.
    pub(super) fn literal(&mut self, code: u32, at: usize) -> Read<Tree> {
        let set = self.range(code, code, at)?;
        Ok(Tree::Set(self.folded(set, false, at)?))
    }

    /// Reads a character within `\Q…\E`. A repetition after `\E` applies only to the last character.
    fn quoted(&mut self) -> Read<SequenceItem> {
        let at = self.at;
        let item = match self.next() {
            Some(one) => SequenceItem::atom(self.literal(u32::from(one), at)?),
            None => SequenceItem::nothing(),
        };
        self.quote();
        Ok(item)
    }

    /// Records whether the next character is still within `\Q…\E`.
    fn quote(&mut self) {
        self.is_quoting = !self.eat("\\E") && !self.rest().is_empty();
    }

    pub(super) fn fold(&self, set: Set) -> Set {
        if self.flags.is_ascii { sets::Fold::Ascii.of(set) } else { self.facts.fold.of(set) }
    }

    /// Returns a set with all case variants, if case is ignored. In Java the variants of a range, as in `[a-z]`, differ
    /// from the variants of its single characters.
    pub(super) fn folded(&mut self, set: Set, is_of_ranges: bool, at: usize) -> Read<Set> {
        let folded = match self.facts.dialect {
            _ if !self.flags.ignores_case => return Ok(set),
            Java if self.flags.folds_unicode => {
                self.notes.tables(Java);
                if is_of_ranges { sets::java_ranges(set) } else { sets::java(set) }
            }
            DotNet => {
                if set.contains('k') || set.contains('K') {
                    self.notes.add(
                        "`k` matches U+212A where case is ignored, as in .NET 7 and later; \
                         before, it depends on the culture",
                    );
                }
                sets::dotnet(set)
            }
            _ => return Ok(self.fold(set)),
        };
        folded.map_err(|why| PatternFault::new(at, why))
    }

    fn check_repeated(
        &self,
        kind: GroupKind,
        tree: &Tree,
        at: usize,
        place: usize,
        (min, max): Count,
    ) -> Read<()> {
        let (facts, dialect) = (self.facts, self.facts.dialect);
        let (is_allowed, what) = match kind {
            GroupKind::Atom | GroupKind::Nothing => (true, ""),
            GroupKind::Anchor => (facts.repeats_anchors, "an anchor"),
            GroupKind::LookAhead => (facts.repeats_looks.0, "a look-ahead"),
            GroupKind::LookBehind => (facts.repeats_looks.1, "a look-behind"),
        };
        if !is_allowed {
            let undefined = if dialect == PosixEre { UNDEFINED } else { "" };
            return fault(place, format!("a repetition of {what}{undefined}"));
        }
        if self.line_break.is_some_and(|line_break| line_break >= at) {
            let why = "a repetition of `\\R`: Java splits CR LF in some places and not in others; \
                write `(?:\\r\\n|[\\n-\\r\\x85\\u2028\\u2029])`";
            return fault(place, why);
        }
        // RE2 limits the product of nested repetitions.
        let own = max.unwrap_or(min);
        if dialect == Re2 && (min >= 2 || own >= 2) && own > 0 && !fits(tree, facts.greatest / own)
        {
            return fault(
                at,
                format!(
                    "nested repetitions of more than {} iterations in total: lower the counts",
                    facts.greatest
                ),
            );
        }
        Ok(())
    }

    fn count(&mut self) -> Read<Option<Count>> {
        let at = self.at;
        let count = match self.peek() {
            Some('*') => Some((0, None)),
            Some('+') => Some((1, None)),
            Some('?') => Some((0, Some(1))),
            Some('{') => return self.braces(at),
            _ => None,
        };
        if count.is_some() {
            self.next();
        }
        Ok(count)
    }

    /// Reads a count in braces. Returns `None`, and reads nothing, if the braces are literal.
    fn braces(&mut self, at: usize) -> Read<Option<Count>> {
        let DialectFacts { dialect, greatest, malformed, .. } = *self.facts;
        self.next();
        let longest = if malformed.is_some() { 40 } else { 64 };
        let inner =
            self.run(longest, |one| one.is_ascii_digit() || matches!(one, ',' | ' ' | '\t'));
        let is_closed = self.eat("}");
        let unspaced: String = inner.chars().filter(|one| !matches!(one, ' ' | '\t')).collect();
        let (min, max) = unspaced.split_once(',').unwrap_or((&unspaced, &unspaced));
        let is_count = is_closed && unspaced.chars().any(|one| one.is_ascii_digit());
        let is_count = is_count && !max.contains(',');
        let is_spaced = unspaced != inner;
        if is_count && (is_spaced || min.is_empty()) && dialect == Pcre {
            let why = "braces that are a repetition since PCRE2 10.43, and literals before: write \
                       `{0,n}` without spaces, or `\\{`";
            return fault(at, why);
        }
        let is_python_star = is_closed && inner == "," && dialect == Python;
        let is_open = min.is_empty() && dialect != Python;
        if !(is_count || is_python_star) || is_spaced || is_open {
            if let Some(malformed) = malformed {
                return fault(at, malformed);
            }
            if inner.len() == 64 && !is_closed {
                return fault(at, "a count of more than 60 digits");
            }
            self.at = at;
            return Ok(None);
        }
        let number = |digits: &str| match digits.parse::<u32>() {
            Ok(number) if number <= greatest => Ok(number),
            _ => fault(at, format!("a count of more than {greatest}")),
        };
        let least = if min.is_empty() { 0 } else { number(min)? };
        let most = if max.is_empty() { None } else { Some(number(max)?) };
        if most.is_some_and(|most| most < least) {
            return fault(at, "a repetition whose minimum exceeds its maximum");
        }
        if dialect == PosixEre && most.unwrap_or(least).max(least) > PORTABLE {
            self.notes.add(
                "a count above 255 is accepted by some systems, such as glibc, but not by all",
            );
        }
        Ok(Some((least, most)))
    }

    fn mode(&mut self) -> Mode {
        if self.facts.has_possessive && self.eat("+") {
            return Mode::Possessive;
        }
        match (self.facts.has_lazy && self.eat("?")) != self.flags.is_swapped {
            true => Mode::Lazy,
            false => Mode::Greedy,
        }
    }

    /// Skips white space and comments of the flag `x`, comments in parentheses, and PCRE's `\E`. All of these
    /// may come between an item and its repetition.
    fn skip_between(&mut self) {
        while !self.is_quoting {
            let before = self.at;
            if self.flags.is_verbose {
                let dialect = self.facts.dialect;
                self.run(usize::MAX, |one| is_skipped(dialect, one));
                if self.starts("#") && !(dialect == Java && self.is_odd_comment()) {
                    self.run(usize::MAX, |one| one != '\n');
                }
            }
            if self.facts.has_comments && self.eat("(?#") && self.until(")").is_none() {
                // The missing end is reported when the comment is read as a group.
                self.at = before;
                return;
            }
            if self.facts.dialect == Pcre && !self.eat("\\E") {
                self.eat("\\Q\\E");
            }
            if self.at == before {
                return;
            }
        }
    }
}

/// Returns whether the counts of nested repetitions, multiplied, are at most `most`.
fn fits(tree: &Tree, most: u32) -> bool {
    match tree {
        Tree::Set(_) | Tree::Start | Tree::End => true,
        Tree::Sequence(items) | Tree::Choice(items) => items.iter().all(|one| fits(one, most)),
        Tree::Group { of, .. } | Tree::Atomic(of) | Tree::Look { of, .. } => fits(of, most),
        Tree::Repeat { of, min, max, .. } => match max.unwrap_or(*min) {
            // `*`, `+` and `?` are not counts.
            0 => *max == Some(0) || fits(of, most),
            1 if *min <= 1 => fits(of, most),
            count => count <= most && fits(of, most / count),
        },
    }
}

fn is_skipped(dialect: Dialect, one: char) -> bool {
    match one {
        '\x0B' => dialect != DotNet,
        '\u{85}' | '\u{200E}' | '\u{200F}' | '\u{2028}' | '\u{2029}' => dialect == Pcre,
        one => matches!(one, '\t'..='\r' | ' '),
    }
}

// The input of the reader.

impl<'t> PatternReader<'t> {
    /// Returns whether Java may read a part of the next comment as a part of the pattern. Java recognizes `\Q` in a
    /// comment, and ends the comment at NUL and at any line break. A line break beyond ASCII is also read as a literal.
    pub(super) fn is_odd_comment(&self) -> bool {
        let rest = self.rest();
        let line = rest.split('\n').next().unwrap_or(rest);
        let line = line.strip_suffix('\r').unwrap_or(line);
        line.contains(['\0', '\r', '\u{85}', '\u{2028}', '\u{2029}', '\\'])
    }

    pub(super) fn rest(&self) -> &'t str {
        &self.text[self.at..]
    }

    pub(super) fn peek(&self) -> Option<char> {
        self.rest().chars().next()
    }

    pub(super) fn next(&mut self) -> Option<char> {
        let next = self.peek()?;
        self.at += next.len_utf8();
        Some(next)
    }

    pub(super) fn starts(&self, text: &str) -> bool {
        self.rest().starts_with(text)
    }

    /// Reads a text if it comes next, and returns whether it does.
    pub(super) fn eat(&mut self, text: &str) -> bool {
        let starts = self.starts(text);
        self.at += if starts { text.len() } else { 0 };
        starts
    }

    /// Reads at most `most` characters that satisfy a condition.
    pub(super) fn run(&mut self, most: usize, is_one: impl Fn(char) -> bool) -> &'t str {
        let rest = self.rest();
        let end = rest.char_indices().take(most).find(|&(_, one)| !is_one(one));
        let length = match end {
            Some((end, _)) => end,
            None => rest.char_indices().nth(most).map_or(rest.len(), |(end, _)| end),
        };
        self.at += length;
        &rest[..length]
    }

    /// Reads up to and including `end`, and returns the text before it. If `end` does not follow, reads nothing.
    pub(super) fn until(&mut self, end: &str) -> Option<&'t str> {
        let rest = self.rest();
        let length = rest.find(end)?;
        self.at += length + end.len();
        Some(&rest[..length])
    }

    /// Reads a number of `least` to `most` digits in a base. Returns `None`, and reads nothing, if there are
    /// fewer digits or the number is not a code point.
    pub(super) fn number(&mut self, base: u32, least: usize, most: usize) -> Option<u32> {
        let start = self.at;
        let digits = self.run(most, |one| one.is_digit(base));
        let number = u32::from_str_radix(digits, base).ok();
        let number = number.filter(|&number| digits.len() >= least && number <= 0x10_FFFF);
        if number.is_none() {
            self.at = start;
        }
        number
    }
}

// The flags in effect at a position of a pattern.

#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct Flags {
    /// `i`: case is ignored.
    pub(super) ignores_case: bool,
    /// `m`: `^` and `$` match at the beginning and the end of lines.
    pub(super) by_lines: bool,
    /// `s`: `.` matches line breaks.
    pub(super) dot_takes_all: bool,
    /// `x`: white space and comments are skipped.
    pub(super) is_verbose: bool,
    /// `xx`: white space is skipped in classes, too.
    pub(super) is_verbose_in_classes: bool,
    /// Python's `a`: classes and case folding are limited to ASCII.
    pub(super) is_ascii: bool,
    /// `U`: repetitions are lazy, and `?` makes them greedy.
    pub(super) is_swapped: bool,
    /// Java's `d`: only LF ends a line.
    pub(super) has_line_feeds: bool,
    /// Java's `u`: case folding uses Unicode.
    pub(super) folds_unicode: bool,
    /// Java's `U`: classes are Unicode classes.
    pub(super) has_unicode_classes: bool,
}

impl Flags {
    /// Sets or clears a flag by its letter. Letters that do not affect the language are ignored.
    pub(super) fn set(&mut self, letter: char, is_on: bool, dialect: Dialect) {
        match letter {
            'd' => self.has_line_feeds = is_on,
            'u' if dialect == Java => self.folds_unicode = is_on,
            'U' if dialect == Java => {
                (self.has_unicode_classes, self.folds_unicode) = (is_on, is_on);
            }
            'i' => self.ignores_case = is_on,
            'm' => self.by_lines = is_on,
            's' => self.dot_takes_all = is_on,
            'x' => (self.is_verbose, self.is_verbose_in_classes) = (is_on, false),
            'a' => self.is_ascii = is_on,
            'u' => self.is_ascii = !is_on,
            'U' => self.is_swapped = is_on,
            _ => {}
        }
    }
}

//! The reader of the dialects with backslashes and `(?…)`: Python's, PCRE's, RE2's, ECMAScript's, Java's,
//! those of .NET.
//!
//! In: a pattern, and the [`DialectFacts`] of its dialect. Out: a tree. `group` reads what stands in
//! parentheses, `sets` what stands in brackets, `escape` what follows a backslash.

use std::collections::HashSet;
use std::fmt::Display;

use super::super::{Dialect, Mode, Tree};
use super::escape::Escaped;
use super::facts::{DialectFacts, OpenMinimum};
use super::{NESTING, Notes, case, escape, group, sets, too_deep};

pub(super) struct PatternReader<'t> {
    pub(super) cursor: Cursor<'t>,
    pub(super) facts: &'static DialectFacts,
    pub(super) flags: Flags,
    /// Whether the characters of the pattern are code units: in .NET, and in ECMAScript without the flag
    /// `u`.
    pub(super) is_in_units: bool,
    /// Whether `\w` and other classes are those of Unicode, by `(*UCP)` of PCRE.
    pub(super) has_properties: bool,
    /// The number of groups that the pattern has, and whether one is named. Only ECMAScript asks.
    pub(super) groups: (u32, bool),
    pub(super) names: HashSet<String>,
    /// Whether a range goes across the surrogates, since this was last set to false. Only Java asks.
    pub(super) has_halves: bool,
    /// Whether a look-behind counts a character above U+FFFF as two, in Java.
    pub(super) looks_at_units: bool,
    /// The flag `a` or `u` that is set for the whole pattern. Only Python asks.
    pub(super) characters: Option<char>,
    /// Where the last `:]` stands. Only RE2 asks.
    pub(super) last_class_end: Option<usize>,
    /// Where the last `\R` stands. Only Java asks.
    pub(super) line_break: Option<usize>,
    pub(super) notes: Notes,
    /// Whether what comes next stands behind `\Q`.
    is_quoting: bool,
    depth: usize,
}

/// A part of a sequence.
pub(super) struct SequenceItem {
    pub(super) tree: Tree,
    pub(super) kind: GroupKind,
}

/// Which kind of part it is, on which it depends whether the part may be repeated.
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

/// How often: at least, and at most.
type Count = (u32, Option<u32>);

impl<'t> PatternReader<'t> {
    pub(super) fn new(text: &'t str, facts: &'static DialectFacts) -> Self {
        Self {
            cursor: Cursor::new(text),
            facts,
            flags: Flags::default(),
            is_in_units: false,
            has_properties: false,
            groups: (0, false),
            names: HashSet::new(),
            has_halves: false,
            looks_at_units: false,
            characters: None,
            last_class_end: text.rfind(":]"),
            line_break: None,
            notes: Notes::default(),
            is_quoting: false,
            depth: 0,
        }
    }

    /// The whole pattern.
    pub(super) fn pattern(&mut self) -> Result<Tree, PatternFault> {
        if self.facts.dialect == Dialect::Pcre {
            self.settings();
        }
        let tree = self.alternatives()?;
        match self.cursor.peek() {
            None => Ok(tree),
            Some(_) => Err(PatternFault::new(self.cursor.at(), "a `)` without its `(`")),
        }
    }

    /// What stands between parentheses, or the whole.
    pub(super) fn alternatives(&mut self) -> Result<Tree, PatternFault> {
        self.nested()?;
        let first = self.sequence(self.depth == 1)?;
        let tree = if self.cursor.starts("|") {
            let mut choices = vec![first];
            while self.cursor.eat("|") {
                choices.push(self.sequence(false)?);
            }
            Tree::Choice(choices)
        } else {
            first
        };
        self.higher();
        Ok(tree)
    }

    /// Enters a group, or a class within a class.
    pub(super) fn nested(&mut self) -> Result<(), PatternFault> {
        self.depth += 1;
        if self.depth > NESTING { Err(too_deep(self.cursor.at())) } else { Ok(()) }
    }

    /// Leaves what was entered.
    pub(super) fn higher(&mut self) {
        self.depth -= 1;
    }

    fn sequence(&mut self, is_first: bool) -> Result<Tree, PatternFault> {
        let mut items = Vec::new();
        loop {
            self.skip_between();
            let at = self.cursor.at();
            let SequenceItem { tree, kind } = match self.cursor.peek() {
                _ if self.is_quoting => self.quoted()?,
                None | Some('|' | ')') => break,
                Some(_) => self.item(is_first && items.is_empty())?,
            };
            if kind == GroupKind::Nothing {
                continue;
            }
            if self.is_quoting {
                items.push(tree);
                continue;
            }
            self.skip_between();
            let place = self.cursor.at();
            let Some(count) = self.count()? else {
                items.push(tree);
                continue;
            };
            self.check_repeated(kind, &tree, at, place, count)?;
            let mode = self.mode();
            self.skip_between();
            let place = self.cursor.at();
            if self.count()?.is_some() {
                let why = "a repetition of a repetition: put the first into parentheses";
                return Err(PatternFault::new(place, why));
            }
            let (min, max) = count;
            let tree = match (mode, self.facts.dialect) {
                // Python and Java commit to the first match of each round, and not only of all rounds.
                (Mode::Possessive, Dialect::Python | Dialect::Java) if min > 1 => {
                    let name =
                        if self.facts.dialect == Dialect::Python { "Python" } else { "Java" };
                    self.notes.add(format!(
                        "{name} takes `{{m,n}}+` for rounds that never give back, each by itself, \
                         against its documentation"
                    ));
                    Tree::Atomic(Box::new(tree))
                }
                _ => tree,
            };
            items.push(Tree::Repeat { of: Box::new(tree), min, max, mode });
        }
        Ok(Tree::sequence(items))
    }

    fn item(&mut self, is_first: bool) -> Result<SequenceItem, PatternFault> {
        let at = self.cursor.at();
        if self.count()?.is_some() {
            let why = "a repetition of nothing: write a backslash before it for the character";
            return Err(PatternFault::new(at, why));
        }
        Ok(match self.cursor.next() {
            Some('(') => self.group(at, is_first)?,
            Some('[') => SequenceItem::atom(self.brackets(at)?),
            Some(one) if self.flags.is_verbose && self.is_refused_in_verbose(one) => {
                let why = "what stands here is not read with the flag `x`: leave it out";
                return Err(PatternFault::new(at, why));
            }
            Some('.') => SequenceItem::atom(group::dot(self.facts, self.flags)),
            Some('^') => SequenceItem::anchor(group::caret(self.facts, self.flags)),
            Some('$') => SequenceItem::anchor(group::dollar(self.facts, self.flags)),
            Some('\\') => match escape::read(self, at, false)? {
                Escaped::Character(code) => SequenceItem::atom(self.literal(code, at)?),
                Escaped::Set(set) => SequenceItem::atom(sets::tree(set)),
                Escaped::Item(item) => item,
                Escaped::Quote => {
                    self.is_quoting = !self.cursor.eat("\\E") && !self.cursor.rest().is_empty();
                    SequenceItem::nothing()
                }
            },
            Some(one @ ('{' | '}' | ']')) if !self.facts.bare.contains(one) => {
                return Err(PatternFault::new(at, format!("a bare `{one}`: write `\\{one}`")));
            }
            Some(one) => SequenceItem::atom(self.literal(u32::from(one), at)?),
            None => SequenceItem::nothing(),
        })
    }

    /// One character of the pattern that stands for itself.
    pub(super) fn literal(&mut self, code: u32, at: usize) -> Result<Tree, PatternFault> {
        let set = self.range(code, code, at)?;
        Ok(sets::tree(self.folded(set, at)?))
    }

    /// A character of a quotation. A repetition behind `\E` is one of the last alone.
    fn quoted(&mut self) -> Result<SequenceItem, PatternFault> {
        let at = self.cursor.at();
        let item = match self.cursor.next() {
            Some(one) => SequenceItem::atom(self.literal(u32::from(one), at)?),
            None => SequenceItem::nothing(),
        };
        self.is_quoting = !self.cursor.eat("\\E") && !self.cursor.rest().is_empty();
        Ok(item)
    }

    /// A set with what differs only in case.
    pub(super) fn fold(&self, set: sets::Set) -> sets::Set {
        let fold = if self.flags.is_ascii { super::case::Fold::Ascii } else { self.facts.fold };
        fold.of(set)
    }

    /// The characters of ranges with what differs only in case, where case is ignored.
    pub(super) fn folded_ranges(
        &mut self,
        set: sets::Set,
        at: usize,
    ) -> Result<sets::Set, PatternFault> {
        let is_java = self.facts.dialect == Dialect::Java && self.flags.folds_unicode;
        if is_java && self.flags.ignores_case {
            self.notes.tables(Dialect::Java);
            return case::java_ranges(set).map_err(|why| PatternFault::new(at, why));
        }
        self.folded(set, at)
    }

    /// A set with what differs only in case, where case is ignored.
    pub(super) fn folded(&mut self, set: sets::Set, at: usize) -> Result<sets::Set, PatternFault> {
        let refused = |why| PatternFault::new(at, why);
        match self.facts.dialect {
            _ if !self.flags.ignores_case => Ok(set),
            Dialect::Java if self.flags.folds_unicode => {
                self.notes.tables(Dialect::Java);
                case::java(set).map_err(refused)
            }
            Dialect::DotNet => {
                if set.contains('k') || set.contains('K') {
                    self.notes.add(
                        "`k` takes U+212A where case is ignored, by the table of .NET 7 and later; before, the \
                         culture says so",
                    );
                }
                case::dotnet(set).map_err(refused)
            }
            _ => Ok(self.fold(set)),
        }
    }

    fn check_repeated(
        &self,
        kind: GroupKind,
        tree: &Tree,
        at: usize,
        place: usize,
        (min, max): Count,
    ) -> Result<(), PatternFault> {
        let (ahead, behind) = self.facts.repeats_looks;
        let (is_allowed, what) = match kind {
            GroupKind::Atom | GroupKind::Nothing => (true, ""),
            GroupKind::Anchor => (self.facts.repeats_anchors, "an anchor"),
            GroupKind::LookAhead => (ahead, "a look-ahead"),
            GroupKind::LookBehind => (behind, "a look-behind"),
        };
        if !is_allowed {
            return Err(PatternFault::new(place, format!("a repetition of {what}")));
        }
        if self.line_break.is_some_and(|line_break| line_break >= at) {
            let why = "a repetition of `\\R`: Java takes CR LF apart in some places and not in others; \
                       write `(?:\\r\\n|[\\n-\\r\\x85\\u2028\\u2029])`";
            return Err(PatternFault::new(place, why));
        }
        let greatest = self.facts.greatest;
        // RE2 counts what repetitions within each other make.
        if greatest < 65_535 && (min >= 2 || max.is_some_and(|max| max >= 2)) {
            let own = max.unwrap_or(min);
            if own > 0 && !fits(tree, greatest / own) {
                let why = format!("repetitions that make more than {greatest}");
                return Err(PatternFault::new(at, why));
            }
        }
        Ok(())
    }

    /// `*`, `+`, `?` or a count in braces, if it comes next.
    fn count(&mut self) -> Result<Option<Count>, PatternFault> {
        let at = self.cursor.at();
        let count = match self.cursor.peek() {
            Some('*') => Some((0, None)),
            Some('+') => Some((1, None)),
            Some('?') => Some((0, Some(1))),
            Some('{') => return self.braces(at),
            _ => None,
        };
        if count.is_some() {
            self.cursor.next();
        }
        Ok(count)
    }

    /// A count in braces. None, and nothing is read, if the braces are characters.
    fn braces(&mut self, at: usize) -> Result<Option<Count>, PatternFault> {
        self.cursor.next();
        let inner =
            self.cursor.run(64, |one| one.is_ascii_digit() || matches!(one, ',' | ' ' | '\t'));
        let is_closed = self.cursor.eat("}");
        let unspaced: String = inner.chars().filter(|one| !matches!(one, ' ' | '\t')).collect();
        let (min, max) = unspaced.split_once(',').unwrap_or((&unspaced, &unspaced));
        let is_count = is_closed && unspaced.chars().any(|one| one.is_ascii_digit());
        let is_count = is_count && !max.contains(',');
        let is_unclear = unspaced != inner || min.is_empty();
        if is_count && is_unclear && self.facts.open_minimum == OpenMinimum::Unclear {
            let why = "braces that are a repetition since PCRE2 10.43, and characters before: write \
                       `{0,n}` without spaces, or `\\{`";
            return Err(PatternFault::new(at, why));
        }
        let is_python_star =
            is_closed && inner == "," && self.facts.open_minimum == OpenMinimum::Zero;
        let is_open = min.is_empty() && self.facts.open_minimum != OpenMinimum::Zero;
        if !(is_count || is_python_star) || unspaced != inner || is_open {
            if inner.len() == 64 && !is_closed {
                return Err(PatternFault::new(at, "a count of more than 60 digits"));
            }
            self.cursor.back(at);
            return Ok(None);
        }
        let greatest = self.facts.greatest;
        let number = |digits: &str| match digits.parse::<u32>() {
            Ok(number) if number <= greatest => Ok(number),
            _ => Err(PatternFault::new(at, format!("a count of more than {greatest}"))),
        };
        let least = if min.is_empty() { 0 } else { number(min)? };
        let most = if max.is_empty() { None } else { Some(number(max)?) };
        if most.is_some_and(|most| most < least) {
            return Err(PatternFault::new(
                at,
                "a repetition of which the least number is the greater",
            ));
        }
        Ok(Some((least, most)))
    }

    /// `?` or `+` behind a repetition.
    fn mode(&mut self) -> Mode {
        if self.facts.has_possessive && self.cursor.eat("+") {
            return Mode::Possessive;
        }
        match self.cursor.eat("?") != self.flags.is_swapped {
            true => Mode::Lazy,
            false => Mode::Greedy,
        }
    }

    /// White space and comments of the flag `x`, comments in parentheses, and `\E` of PCRE, none of
    /// which comes between a part and its repetition.
    fn skip_between(&mut self) {
        while !self.is_quoting {
            let before = self.cursor.at();
            if self.flags.is_verbose {
                self.cursor.run(usize::MAX, escape::is_skipped(self.facts.dialect));
                let is_java = self.facts.dialect == Dialect::Java;
                if self.cursor.starts("#") && !(is_java && self.is_odd_comment()) {
                    self.cursor.run(usize::MAX, |one| one != '\n');
                }
            }
            if self.facts.has_comments && self.cursor.eat("(?#") && self.cursor.until(")").is_none()
            {
                // That it has no end is said when it is read as a group.
                self.cursor.back(before);
                return;
            }
            if self.facts.has_branch_reset && !self.cursor.eat("\\E") {
                self.cursor.eat("\\Q\\E");
            }
            if self.cursor.at() == before {
                return;
            }
        }
    }
}

/// Whether the repetitions within a tree make no more than a number.
fn fits(tree: &Tree, most: u32) -> bool {
    match tree {
        Tree::Set(_) | Tree::Start | Tree::End => true,
        Tree::Sequence(items) | Tree::Choice(items) => items.iter().all(|one| fits(one, most)),
        Tree::Group { of, .. } | Tree::Atomic(of) | Tree::Look { of, .. } => fits(of, most),
        Tree::Repeat { of, min, max, .. } => match max.unwrap_or(*min) {
            // Stars are no counts.
            0 => *max == Some(0) || fits(of, most),
            1 if *min <= 1 => fits(of, most),
            count => count <= most && fits(of, most / count),
        },
    }
}

// Where a reader stands in its pattern, and what goes wrong there.

/// A fault in a pattern, and the byte at which it stands.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct PatternFault {
    pub(super) at: usize,
    pub(super) why: String,
}

impl PatternFault {
    pub(super) fn new(at: usize, why: impl Display) -> Self {
        Self { at, why: why.to_string() }
    }

    /// A range of characters whose end comes before its beginning.
    pub(super) fn backwards(at: usize) -> Self {
        Self::new(at, "a range whose end comes before its beginning")
    }
}

/// A place in a text. What was read lies before it.
#[derive(Clone, Debug)]
pub(super) struct Cursor<'t> {
    text: &'t str,
    at: usize,
}

impl<'t> Cursor<'t> {
    pub(super) fn new(text: &'t str) -> Self {
        Self { text, at: 0 }
    }

    /// Reads how often the part before is repeated: `*`, `+`, `?`, or numbers up to `greatest` in braces, as POSIX and XML
    /// Schema write it. `malformed` is the fault of a `{` that begins no repetition.
    pub(super) fn count(
        &mut self,
        greatest: u32,
        malformed: &'static str,
    ) -> Result<Option<(u32, Option<u32>)>, PatternFault> {
        let at = self.at;
        let count = match self.peek() {
            Some('*') => (0, None),
            Some('+') => (1, None),
            Some('?') => (0, Some(1)),
            Some('{') => return self.braces(at, greatest, malformed).map(Some),
            _ => return Ok(None),
        };
        self.next();
        Ok(Some(count))
    }

    fn braces(
        &mut self,
        at: usize,
        greatest: u32,
        malformed: &'static str,
    ) -> Result<(u32, Option<u32>), PatternFault> {
        self.next();
        let inner = self.run(40, |one| one.is_ascii_digit() || one == ',');
        let (min, max) = inner.split_once(',').unwrap_or((inner, inner));
        if !self.eat("}") || min.is_empty() || max.contains(',') {
            return Err(PatternFault::new(at, malformed));
        }
        let number = |digits: &str| match digits.parse::<u32>() {
            Ok(number) if number <= greatest => Ok(number),
            _ => Err(PatternFault::new(at, format!("a count of more than {greatest}"))),
        };
        let least = number(min)?;
        let most = if max.is_empty() { None } else { Some(number(max)?) };
        if most.is_some_and(|most| most < least) {
            let why = "a repetition of which the least number is the greater";
            return Err(PatternFault::new(at, why));
        }
        Ok((least, most))
    }

    /// The offset, in bytes.
    pub(super) fn at(&self) -> usize {
        self.at
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

    /// Reads a text if it comes next.
    pub(super) fn eat(&mut self, text: &str) -> bool {
        let starts = self.starts(text);
        self.at += if starts { text.len() } else { 0 };
        starts
    }

    /// Reads the characters that come next as long as they are of some kind, `most` at most.
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

    /// Reads up to a text, and the text. None, and nothing is read, if the text does not come.
    pub(super) fn until(&mut self, end: &str) -> Option<&'t str> {
        let rest = self.rest();
        let length = rest.find(end)?;
        self.at += length + end.len();
        Some(&rest[..length])
    }

    /// Goes back to a place that was asked for before.
    pub(super) fn back(&mut self, at: usize) {
        self.at = at;
    }

    /// A number in digits of a base, `least` to `most` of them. None, and nothing is read, if there
    /// are fewer, or the number is no code point.
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

// The flags that are set while a pattern is read.

/// What is on.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct Flags {
    /// `i`: case is ignored.
    pub(super) ignores_case: bool,
    /// `m`: `^` and `$` stand at lines.
    pub(super) by_lines: bool,
    /// `s`: `.` takes line breaks.
    pub(super) dot_takes_all: bool,
    /// `x`: white space and comments are skipped.
    pub(super) is_verbose: bool,
    /// `xx`: white space is skipped in classes, too.
    pub(super) is_verbose_in_classes: bool,
    /// `a` of Python: classes and case are those of ASCII.
    pub(super) is_ascii: bool,
    /// `U`: the least number of repetitions comes first, and `?` swaps this.
    pub(super) is_swapped: bool,
    /// `d` of Java: LF alone ends a line.
    pub(super) has_line_feeds: bool,
    /// `u` of Java: case is that of Unicode.
    pub(super) folds_unicode: bool,
    /// `U` of Java: classes are those of Unicode.
    pub(super) has_unicode_classes: bool,
}

impl Flags {
    /// Sets a flag by its letter. Letters without a meaning for the language are passed over.
    pub(super) fn set(&mut self, letter: char, is_on: bool, dialect: Dialect) {
        match letter {
            'd' => self.has_line_feeds = is_on,
            'u' if dialect == Dialect::Java => self.folds_unicode = is_on,
            'U' if dialect == Dialect::Java => {
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

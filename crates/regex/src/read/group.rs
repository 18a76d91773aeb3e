//! What stands in parentheses, in the dialects that have `(?…)`.

use super::super::{Dialect, Direction, Mode, Tree};
use super::facts::{DialectFacts, Dollar, LineStart, LookBehind, Setting};
use super::reader::{Flags, GroupKind, PatternFault, PatternReader, SequenceItem};
use super::sets;
use super::sets::Set;

const EXCLUDED: &str = "the flags `a` and `u` exclude each other";

/// The setting of PCRE that makes classes those of Unicode.
const UCP: &str = "(*UCP)";

/// What stands behind the settings of PCRE at the beginning of a pattern.
pub(super) fn after_settings(mut text: &str) -> &str {
    while let Some(rest) = text.strip_prefix(UCP).or_else(|| text.strip_prefix("(*UTF)")) {
        text = rest;
    }
    text
}

impl PatternReader<'_> {
    /// What PCRE has at the beginning for the whole pattern. That strings are of UTF is so anyway.
    pub(super) fn settings(&mut self) {
        let (text, rest) = (self.cursor.rest(), after_settings(self.cursor.rest()));
        if text[..text.len() - rest.len()].contains(UCP) {
            self.has_properties = true;
            self.notes.tables(Dialect::Pcre);
        }
        self.cursor.back(self.cursor.at() + text.len() - rest.len());
    }

    /// A group, a look-around, a comment or flags, behind the parenthesis at `at`.
    pub(super) fn group(
        &mut self,
        at: usize,
        is_first: bool,
    ) -> Result<SequenceItem, PatternFault> {
        let dialect = self.facts.dialect;
        if dialect == Dialect::Pcre && self.cursor.starts("*") {
            let why = "verbs and assertions in `(*…)` are not read: write assertions as `(?=…)`; of \
                       settings, `(*UTF)` and `(*UCP)` are read, at the beginning";
            return Err(PatternFault::new(at, why));
        }
        if !self.cursor.eat("?") {
            let of = Box::new(self.enclosed(at, self.flags)?);
            return Ok(SequenceItem::atom(Tree::Group { of, name: None }));
        }
        for &(open, close) in self.facts.names {
            let is_look = open == "<" && (self.cursor.starts("<=") || self.cursor.starts("<!"));
            if !is_look && self.cursor.eat(open) {
                let name = self.name(at, close)?;
                let of = Box::new(self.enclosed(at, self.flags)?);
                return Ok(SequenceItem::atom(Tree::Group { of, name: Some(name) }));
            }
        }
        for (open, way, is_negative) in [
            ("=", Direction::Ahead, false),
            ("!", Direction::Ahead, true),
            ("<=", Direction::Behind, false),
            ("<!", Direction::Behind, true),
        ] {
            if self.cursor.eat(open) {
                return self.look(at, way, is_negative);
            }
        }
        if self.cursor.eat(":") {
            return Ok(SequenceItem::atom(self.enclosed(at, self.flags)?));
        }
        if self.facts.has_branch_reset && self.cursor.eat("|") {
            return Ok(SequenceItem::atom(self.enclosed(at, self.flags)?));
        }
        if self.cursor.eat(">") {
            if !self.facts.has_atomic {
                return Err(PatternFault::new(
                    at,
                    format!("an atomic group is no part of {dialect}"),
                ));
            }
            return Ok(SequenceItem::atom(Tree::Atomic(Box::new(self.enclosed(at, self.flags)?))));
        }
        if self.facts.has_comments && self.cursor.eat("#") {
            return match self.cursor.until(")") {
                Some(_) => Ok(SequenceItem::nothing()),
                None => Err(PatternFault::new(at, "a comment without its end")),
            };
        }
        if let Some(what) = self.refused() {
            return Err(PatternFault::new(at, what));
        }
        self.flags(at, is_first)
    }

    /// What is known and cannot be read, by what comes next.
    fn refused(&self) -> Option<&'static str> {
        let rest = self.cursor.rest().as_bytes();
        let (first, second) = (rest.first().copied(), rest.get(1).copied());
        let recursion = "recursion is not decided: a match may nest without end";
        match (self.facts.dialect, first, second) {
            (Dialect::Python | Dialect::Pcre | Dialect::DotNet, Some(b'('), _) => {
                Some("a conditional is not decided: whether a group has matched is not known")
            }
            (Dialect::Python | Dialect::Pcre, Some(b'P'), Some(b'=')) => Some(BACK_REFERENCE),
            (Dialect::Pcre, Some(b'P'), Some(b'>')) => Some(recursion),
            (Dialect::Pcre, Some(b'R' | b'&' | b'+' | b'0'..=b'9'), _) => Some(recursion),
            (Dialect::Pcre, Some(b'-'), Some(b'0'..=b'9')) => Some(recursion),
            (Dialect::Pcre, Some(b'C'), _) => {
                Some("a callout is not decided: it is the program that says whether to go on")
            }
            _ => None,
        }
    }

    /// What stands up to the closing parenthesis. Flags that are set there end there.
    fn enclosed(&mut self, at: usize, within: Flags) -> Result<Tree, PatternFault> {
        let outside = std::mem::replace(&mut self.flags, within);
        let tree = self.alternatives()?;
        self.flags = outside;
        if self.cursor.eat(")") {
            Ok(tree)
        } else {
            Err(PatternFault::new(at, "a `(` without its `)`"))
        }
    }

    fn look(
        &mut self,
        at: usize,
        way: Direction,
        is_negative: bool,
    ) -> Result<SequenceItem, PatternFault> {
        let dialect = self.facts.dialect;
        let (has_it, what, kind) = match way {
            Direction::Ahead => (self.facts.has_look_ahead, "look-ahead", GroupKind::LookAhead),
            Direction::Behind => {
                (self.facts.look_behind != LookBehind::No, "look-behind", GroupKind::LookBehind)
            }
        };
        if !has_it {
            return Err(PatternFault::new(at, format!("{what} is no part of {dialect}")));
        }
        let had_halves = std::mem::take(&mut self.has_halves);
        let of = self.enclosed(at, self.flags)?;
        if way == Direction::Behind {
            self.check_width(&of, at)?;
        }
        self.has_halves |= had_halves;
        Ok(SequenceItem { tree: look(of, way, is_negative), kind })
    }

    fn check_width(&mut self, of: &Tree, at: usize) -> Result<(), PatternFault> {
        match (self.facts.look_behind, width(of)) {
            (LookBehind::Fixed, (least, most)) if most != Some(least) => {
                let why = "a look-behind whose matches have several lengths: Python wants one; write a \
                           look-behind for each, as `(?:(?<=a)|(?<=bc))`";
                Err(PatternFault::new(at, why))
            }
            (LookBehind::UpTo(limit), (_, most)) if most.is_none_or(|most| most > limit) => {
                let why = format!("a look-behind that is longer than {limit} characters");
                Err(PatternFault::new(at, why))
            }
            (LookBehind::UpTo(_), (least, most)) => {
                let fixed = |one: &Tree| {
                    let (least, most) = width(one);
                    most == Some(least)
                };
                let is_old = match of {
                    Tree::Choice(choices) => choices.iter().all(fixed),
                    _ => most == Some(least),
                };
                if !is_old {
                    self.notes.add("a look-behind of several lengths needs PCRE2 10.43");
                }
                Ok(())
            }
            (LookBehind::Obvious, _) => self.check_obvious(of, at),
            _ => Ok(()),
        }
    }

    /// The name of a group, and what closes it.
    fn name(&mut self, at: usize, close: &str) -> Result<String, PatternFault> {
        let dialect = self.facts.dialect;
        let start = self.cursor.at();
        let is_part = |one: char| match dialect {
            Dialect::Re2 | Dialect::DotNet => one.is_ascii_alphanumeric() || one == '_',
            Dialect::Java => one.is_ascii_alphanumeric(),
            Dialect::EcmaScript => one.is_alphanumeric() || matches!(one, '_' | '$'),
            _ => one.is_alphanumeric() || one == '_',
        };
        let name = self.cursor.run(usize::MAX, is_part);
        if dialect == Dialect::DotNet && self.cursor.starts("-") {
            let why = "a balancing group is not decided: what it matches depends on what a group has matched";
            return Err(PatternFault::new(at, why));
        }
        let has_start = dialect == Dialect::Re2 || !name.starts_with(char::is_numeric);
        if name.is_empty() || !has_start || !self.cursor.eat(close) {
            let why = match dialect {
                Dialect::Java => {
                    "a name of a group that is none: letters and digits, a letter first"
                }
                _ => "a name of a group that is none: letters, digits and `_`, a letter first",
            };
            return Err(PatternFault::new(start, why));
        }
        let is_new = self.names.insert(name.to_owned());
        if !is_new && dialect != Dialect::DotNet {
            return Err(PatternFault::new(at, format!("a second group of the name `{name}`")));
        }
        Ok(name.to_owned())
    }

    /// Flags, for what follows or for a group.
    fn flags(&mut self, at: usize, is_first: bool) -> Result<SequenceItem, PatternFault> {
        let (dialect, start) = (self.facts.dialect, self.flags);
        let mut flags = start;
        if dialect == Dialect::Pcre && self.cursor.eat("^") {
            flags = Flags {
                is_ascii: start.is_ascii,
                is_swapped: start.is_swapped,
                ..Flags::default()
            };
        }
        let (mut is_on, mut letters) = (true, [0; 2]);
        let mut characters = None;
        loop {
            let place = self.cursor.at();
            match self.cursor.next() {
                Some('-') if is_on => is_on = false,
                Some(')') => {
                    self.check_letters(at, is_on, letters)?;
                    if self
                        .characters
                        .is_some_and(|known| characters.is_some_and(|one| one != known))
                    {
                        return Err(PatternFault::new(at, EXCLUDED));
                    }
                    self.characters = characters.or(self.characters);
                    return self.set(at, flags, is_first, is_on);
                }
                Some(':') => {
                    self.check_letters(at, is_on, letters)?;
                    if characters == Some('u') && self.characters == Some('a') {
                        let why = "a group of the flag `u` where `a` is for the whole pattern is not read: Python then \
                                   searches for its classes as those of ASCII";
                        return Err(PatternFault::new(at, why));
                    }
                    if dialect == Dialect::EcmaScript {
                        self.notes.add("flags of a group need ECMAScript 2025");
                    }
                    return Ok(SequenceItem::atom(self.enclosed(at, flags)?));
                }
                Some('x') if dialect == Dialect::Pcre && self.cursor.eat("x") => {
                    flags.set('x', is_on, dialect);
                    flags.is_verbose_in_classes = is_on;
                    letters[usize::from(!is_on)] += 1;
                }
                Some(letter) if self.facts.flags.contains(letter) => {
                    if dialect == Dialect::Python && !is_on && matches!(letter, 'a' | 'u') {
                        return Err(PatternFault::new(
                            place,
                            format!("the flag `{letter}` cannot be turned off"),
                        ));
                    }
                    // `a` and `u` of Python exclude each other, within a group and for the whole pattern.
                    if dialect == Dialect::Python
                        && matches!(letter, 'a' | 'u')
                        && characters.replace(letter).is_some_and(|known| known != letter)
                    {
                        return Err(PatternFault::new(place, EXCLUDED));
                    }
                    if matches!(letter, 'n' | 'J') {
                        self.notes
                            .add("the flags `n` and `J` change what is captured, and nothing else");
                    }
                    flags.set(letter, is_on, dialect);
                    letters[usize::from(!is_on)] += 1;
                }
                Some(letter) => {
                    let why = format!("`{letter}` behind `(?` is no part of {dialect}");
                    return Err(PatternFault::new(place, why));
                }
                None => return Err(PatternFault::new(at, "a `(?` without its end")),
            }
        }
    }

    /// Where `-` stands and no flag behind it.
    fn check_letters(&self, at: usize, is_on: bool, letters: [u32; 2]) -> Result<(), PatternFault> {
        let is_bare = !is_on && letters[1] == 0;
        match self.facts.dialect {
            Dialect::Pcre | Dialect::Java => Ok(()),
            // `(?)` is a group of a `?` in .NET.
            Dialect::EcmaScript | Dialect::DotNet if letters == [0; 2] => {
                Err(PatternFault::new(at, "no flag at all: write `(?:…)`"))
            }
            Dialect::EcmaScript => Ok(()),
            _ if is_bare => Err(PatternFault::new(at, "a `-` without a flag behind it")),
            _ => Ok(()),
        }
    }

    /// Flags for what follows.
    fn set(
        &mut self,
        at: usize,
        flags: Flags,
        is_first: bool,
        is_on: bool,
    ) -> Result<SequenceItem, PatternFault> {
        match self.facts.setting {
            Setting::Never => Err(PatternFault::new(at, "flags need a group: `(?i:…)`")),
            Setting::First if !is_on => {
                Err(PatternFault::new(at, "flags that are turned off need a group: `(?-i:…)`"))
            }
            Setting::First if self.cursor.at() == at + 3 => {
                Err(PatternFault::new(at, "no flag at all"))
            }
            Setting::First if !is_first => {
                Err(PatternFault::new(at, "flags for the whole pattern stand at its beginning"))
            }
            Setting::First | Setting::Anywhere => {
                self.flags = flags;
                Ok(SequenceItem::nothing())
            }
        }
    }
}

pub(super) const BACK_REFERENCE: &str =
    "a back reference is not decided: what it matches depends on what a group has matched";

// What anchors, word boundaries and `.` stand for.

/// Looks at what comes next or came last.
pub(super) fn look(of: Tree, way: Direction, is_negative: bool) -> Tree {
    Tree::Look { of: Box::new(of), way, is_negative }
}

/// The end, or before a line break that is last.
pub(super) fn end_or_before_last_break() -> Tree {
    let line_break = sets::tree(sets::single('\n'));
    let maybe = Tree::Repeat { of: Box::new(line_break), min: 0, max: Some(1), mode: Mode::Greedy };
    look(Tree::Sequence(vec![maybe, Tree::End]), Direction::Ahead, false)
}

/// The beginning of a line.
pub(super) fn line_start(breaks: Set) -> Tree {
    Tree::Choice(vec![Tree::Start, look(sets::tree(breaks), Direction::Behind, false)])
}

/// The end of a line.
pub(super) fn line_end(breaks: Set) -> Tree {
    Tree::Choice(vec![Tree::End, look(sets::tree(breaks), Direction::Ahead, false)])
}

/// A place where a word begins or ends; or, if negative, any other place.
pub(super) fn boundary(word: Set, is_negative: bool) -> Tree {
    let side = |way, is_negative| look(sets::tree(word.clone()), way, is_negative);
    let both = |behind, ahead| {
        Tree::Sequence(vec![side(Direction::Behind, behind), side(Direction::Ahead, ahead)])
    };
    Tree::Choice(vec![both(false, !is_negative), both(true, is_negative)])
}

/// The characters that end a line, and whether CR LF is one line break.
fn breaks(facts: &DialectFacts, flags: Flags) -> (&'static str, bool) {
    if flags.has_line_feeds { ("\n", false) } else { (facts.breaks, facts.has_pair) }
}

/// CR LF, as one line break, and each other one.
fn pair_or_break(breaks: &str) -> [Tree; 2] {
    let characters = "\r\n".chars().map(|one| sets::tree(sets::single(one)));
    [Tree::Sequence(characters.collect()), line_feed_alone(breaks)]
}

/// A character that ends a line. LF is none behind CR.
fn line_feed_alone(breaks: &str) -> Tree {
    let other: String = breaks.chars().filter(|&one| one != '\n').collect();
    let alone = look(sets::tree(sets::single('\r')), Direction::Behind, true);
    let line_feed = Tree::Sequence(vec![alone, sets::tree(sets::single('\n'))]);
    Tree::Choice(vec![sets::tree(sets::among(&other)), line_feed])
}

/// `^`.
pub(super) fn caret(facts: &DialectFacts, flags: Flags) -> Tree {
    if !flags.by_lines {
        return Tree::Start;
    }
    let (breaks, has_pair) = breaks(facts, flags);
    let mut after = look(sets::tree(sets::among(breaks)), Direction::Behind, false);
    if has_pair {
        let all = sets::among(&breaks.replace('\r', ""));
        let alone = look(sets::tree(sets::single('\n')), Direction::Ahead, true);
        let return_ = look(sets::tree(sets::single('\r')), Direction::Behind, false);
        let others = look(sets::tree(all), Direction::Behind, false);
        after = Tree::Choice(vec![others, Tree::Sequence(vec![return_, alone])]);
    }
    let not_at_end = || look(Tree::End, Direction::Ahead, true);
    match facts.line_start {
        LineStart::Anywhere => Tree::Choice(vec![Tree::Start, after]),
        LineStart::NotAfterLast => {
            Tree::Choice(vec![Tree::Start, Tree::Sequence(vec![after, not_at_end()])])
        }
        LineStart::NotAtEnd => {
            Tree::Sequence(vec![not_at_end(), Tree::Choice(vec![Tree::Start, after])])
        }
    }
}

/// `$`.
pub(super) fn dollar(facts: &DialectFacts, flags: Flags) -> Tree {
    let (breaks, has_pair) = breaks(facts, flags);
    match (flags.by_lines, facts.dollar) {
        (true, _) if has_pair => {
            Tree::Choice(vec![Tree::End, look(line_feed_alone(breaks), Direction::Ahead, false)])
        }
        (true, _) => line_end(sets::among(breaks)),
        (false, Dollar::End) => Tree::End,
        (false, Dollar::BeforeLast) => end_or_before_last(facts, flags),
    }
}

/// The end, or before a line break that is last.
pub(super) fn end_or_before_last(facts: &DialectFacts, flags: Flags) -> Tree {
    let (breaks, has_pair) = breaks(facts, flags);
    if !has_pair {
        return end_or_before_last_break();
    }
    let last = Tree::Sequence(vec![Tree::Choice(pair_or_break(breaks).into()), Tree::End]);
    Tree::Choice(vec![Tree::End, look(last, Direction::Ahead, false)])
}

/// `.`.
pub(super) fn dot(facts: &DialectFacts, flags: Flags) -> Tree {
    let all = sets::all();
    let (breaks, _) = breaks(facts, flags);
    sets::tree(if flags.dot_takes_all { all } else { sets::without(sets::among(breaks)) })
}

// How many characters a tree takes at least and at most: what look-behind is bounded by.

/// The least and the greatest number of characters that a match has. There is no greatest if the
/// second is none.
pub(super) fn width(tree: &Tree) -> (u64, Option<u64>) {
    match tree {
        Tree::Set(_) => (1, Some(1)),
        Tree::Look { .. } | Tree::Start | Tree::End => (0, Some(0)),
        Tree::Group { of, .. } | Tree::Atomic(of) => width(of),
        Tree::Sequence(items) => items.iter().map(width).fold((0, Some(0)), |sum, one| {
            (sum.0.saturating_add(one.0), sum.1.zip(one.1).map(|(a, b)| a.saturating_add(b)))
        }),
        Tree::Choice(choices) => {
            let widths = choices.iter().map(width);
            let either = |left: (u64, Option<u64>), right: (u64, Option<u64>)| {
                (left.0.min(right.0), left.1.zip(right.1).map(|(a, b)| a.max(b)))
            };
            widths.reduce(either).unwrap_or((0, Some(0)))
        }
        Tree::Repeat { of, min, max, .. } => {
            let (least, most) = width(of);
            let most = match (most, max) {
                (Some(0), _) => Some(0),
                (Some(most), Some(max)) => Some(most.saturating_mul(u64::from(*max))),
                _ => None,
            };
            (least.saturating_mul(u64::from(*min)), most)
        }
    }
}

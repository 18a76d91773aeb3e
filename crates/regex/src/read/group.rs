//! Reads parentheses in the dialects that have `(?…)`.

use super::reader::{Flags, GroupKind, PatternReader, SequenceItem};
use super::sets::Set;
use super::{JAVA, Read, fault, sets};
use crate::Dialect::{DotNet, EcmaScript, Java, Pcre, Python, Re2};
use crate::{Dialect, Direction, Mode, Tree};

const EXCLUDED: &str = "the flags `a` and `u` exclude each other";

/// The maximum number of characters of a look-behind in PCRE.
const PCRE_BEHIND: u64 = 255;
/// The PCRE setting that turns classes into Unicode classes.
const UCP: &str = "(*UCP)";

/// Returns the rest of a pattern after any PCRE settings at its beginning, such as `(*UTF)`.
pub(super) fn after_settings(mut text: &str) -> &str {
    while let Some(rest) = text.strip_prefix(UCP).or_else(|| text.strip_prefix("(*UTF)")) {
        text = rest;
    }
    text
}

impl PatternReader<'_> {
    /// Reads the PCRE settings at the beginning. `(*UTF)` has no effect, since strings are always UTF.
    pub(super) fn settings(&mut self) {
        let (text, rest) = (self.rest(), after_settings(self.rest()));
        if text[..text.len() - rest.len()].contains(UCP) {
            self.has_properties = true;
            self.notes.tables(Pcre);
        }
        self.at += text.len() - rest.len();
    }

    pub(super) fn group(&mut self, at: usize, is_first: bool) -> Read<SequenceItem> {
        let dialect = self.facts.dialect;
        if dialect == Pcre && self.starts("*") {
            let why = "verbs and assertions in `(*…)` are not supported: write assertions as \
                `(?=…)`; the only supported settings are `(*UTF)` and `(*UCP)`, at the beginning";
            return fault(at, why);
        }
        if !self.eat("?") {
            let of = Box::new(self.enclosed(at, self.flags)?);
            return Ok(SequenceItem::atom(Tree::Group { of, name: None }));
        }
        for &(open, close) in self.facts.names {
            let is_look = open == "<" && (self.starts("<=") || self.starts("<!"));
            if !is_look && self.eat(open) {
                let name = self.name(at, close)?;
                let of = Box::new(self.enclosed(at, self.flags)?);
                return Ok(SequenceItem::atom(Tree::Group { of, name: Some(name) }));
            }
        }
        for (open, way) in [("", Direction::Ahead), ("<", Direction::Behind)] {
            for (sign, is_negative) in [("=", false), ("!", true)] {
                if self.eat(&[open, sign].concat()) {
                    return self.look(at, way, is_negative);
                }
            }
        }
        if self.eat(":") || dialect == Pcre && self.eat("|") {
            return Ok(SequenceItem::atom(self.enclosed(at, self.flags)?));
        }
        if self.eat(">") {
            if !self.facts.has_atomic {
                return fault(at, format!("an atomic group does not exist in {dialect}"));
            }
            return Ok(SequenceItem::atom(Tree::Atomic(Box::new(self.enclosed(at, self.flags)?))));
        }
        if self.facts.has_comments && self.eat("#") {
            return match self.until(")") {
                Some(_) => Ok(SequenceItem::nothing()),
                None => fault(at, "unclosed comment"),
            };
        }
        if let Some(what) = self.refused() {
            return fault(at, what);
        }
        self.flags(at, is_first)
    }

    /// Returns the reason why the next construct is not supported, or `None` if another function reads it.
    fn refused(&self) -> Option<&'static str> {
        let rest = self.rest().as_bytes();
        let (first, second) = (rest.first().copied(), rest.get(1).copied());
        let recursion = "recursion is not decided: a match may nest without limit";
        match (self.facts.dialect, first, second) {
            (Python | Pcre | DotNet, Some(b'('), _) => {
                Some("a conditional is not decided: it depends on whether a group has matched")
            }
            (Python | Pcre, Some(b'P'), Some(b'=')) => Some(BACK_REFERENCE),
            (Pcre, Some(b'P'), Some(b'>')) => Some(recursion),
            (Pcre, Some(b'R' | b'&' | b'+' | b'0'..=b'9'), _) => Some(recursion),
            (Pcre, Some(b'-'), Some(b'0'..=b'9')) => Some(recursion),
            (Pcre, Some(b'C'), _) => {
                Some("a callout is not decided: the program decides whether to continue")
            }
            _ => None,
        }
    }

    /// Reads the content of a group, up to and including the closing parenthesis. `within` are the flags in the group.
    pub(super) fn enclosed(&mut self, at: usize, within: Flags) -> Read<Tree> {
        let outside = std::mem::replace(&mut self.flags, within);
        let tree = self.alternatives()?;
        self.flags = outside;
        if self.eat(")") { Ok(tree) } else { fault(at, "unclosed `(`") }
    }

    fn look(&mut self, at: usize, way: Direction, is_negative: bool) -> Read<SequenceItem> {
        let dialect = self.facts.dialect;
        let (what, kind) = match way {
            Direction::Ahead => ("look-ahead", GroupKind::LookAhead),
            Direction::Behind => ("look-behind", GroupKind::LookBehind),
        };
        if !self.facts.has_looks {
            return fault(at, format!("{what} does not exist in {dialect}"));
        }
        let had_halves = std::mem::take(&mut self.has_halves);
        let of = self.enclosed(at, self.flags)?;
        if way == Direction::Behind {
            self.check_width(&of, at)?;
        }
        self.has_halves |= had_halves;
        Ok(SequenceItem { tree: look(of, way, is_negative), kind })
    }

    /// Refuses a look-behind whose possible lengths the dialect does not accept.
    fn check_width(&mut self, of: &Tree, at: usize) -> Read<()> {
        let (least, most) = width(of);
        let is_fixed = most == Some(least);
        match self.facts.dialect {
            Python if !is_fixed => {
                let why = "a look-behind must have one length in Python: write a look-behind for \
                    each, as `(?:(?<=a)|(?<=bc))`";
                fault(at, why)
            }
            Pcre if most.is_none_or(|most| most > PCRE_BEHIND) => {
                fault(at, format!("a look-behind must not be longer than {PCRE_BEHIND} characters"))
            }
            Pcre => {
                let fixed = |one: &Tree| {
                    let (least, most) = width(one);
                    most == Some(least)
                };
                let is_old = match of {
                    Tree::Choice(choices) => choices.iter().all(fixed),
                    _ => is_fixed,
                };
                if !is_old {
                    self.notes.add("a look-behind of several lengths needs PCRE2 10.43");
                }
                Ok(())
            }
            Java => self.check_obvious(of, at),
            _ => Ok(()),
        }
    }

    /// Refuses a look-behind if Java finds no maximum length for it, or a wrong maximum length.
    fn check_obvious(&mut self, of: &Tree, at: usize) -> Read<()> {
        if width(of).1.is_none() {
            return fault(at, "a look-behind must have a maximum length");
        }
        if !is_obvious(of) {
            let why = "a look-behind that repeats a choice, for which Java finds no maximum \
                length: write out the repetitions";
            return fault(at, why);
        }
        let why = "a look-behind with some but not all characters above U+FFFF, or with a \
            surrogate: Java counts code units there";
        let pairs = pairs(of);
        if self.has_halves || pairs == Pairs::Some {
            return fault(at, why);
        }
        self.looks_at_units |= pairs == Pairs::All;
        Ok(())
    }

    fn name(&mut self, at: usize, close: &str) -> Read<String> {
        let dialect = self.facts.dialect;
        let start = self.at;
        let is_part = |one: char| match dialect {
            Re2 | DotNet => one.is_ascii_alphanumeric() || one == '_',
            Java => one.is_ascii_alphanumeric(),
            EcmaScript => one.is_alphanumeric() || matches!(one, '_' | '$'),
            _ => one.is_alphanumeric() || one == '_',
        };
        let name = self.run(usize::MAX, is_part);
        if dialect == DotNet && self.starts("-") {
            let why = "a balancing group is not decided: its matches depend on the text that a group has matched";
            return fault(at, why);
        }
        let has_start = dialect == Re2 || !name.starts_with(char::is_numeric);
        if name.is_empty() || !has_start || !self.eat(close) {
            let why = match dialect {
                Java => "invalid group name: use letters and digits, a letter first",
                _ => "invalid group name: use letters, digits and `_`, a letter first",
            };
            return fault(start, why);
        }
        let is_new = self.names.insert(name.to_owned());
        if !is_new && dialect != DotNet {
            return fault(at, format!("repeated group name `{name}`"));
        }
        Ok(name.to_owned())
    }

    fn flags(&mut self, at: usize, is_first: bool) -> Read<SequenceItem> {
        let (dialect, start) = (self.facts.dialect, self.flags);
        let mut flags = start;
        if dialect == Pcre && self.eat("^") {
            flags = Flags {
                is_ascii: start.is_ascii,
                is_swapped: start.is_swapped,
                ..Flags::default()
            };
        }
        let (mut is_on, mut letters) = (true, [0; 2]);
        let mut characters = None;
        loop {
            let place = self.at;
            match self.next() {
                Some('-') if is_on => is_on = false,
                Some(')') => {
                    self.check_letters(at, is_on, letters)?;
                    if characters.zip(self.characters).is_some_and(|(one, known)| one != known) {
                        return fault(at, EXCLUDED);
                    }
                    self.characters = characters.or(self.characters);
                    return self.set(at, flags, is_first, is_on);
                }
                Some(':') => {
                    self.check_letters(at, is_on, letters)?;
                    if characters == Some('u') && self.characters == Some('a') {
                        let why = "the flag `u` for a group is not supported if `a` is set for \
                            the whole pattern: Python then searches with ASCII classes";
                        return fault(at, why);
                    }
                    if dialect == EcmaScript {
                        self.notes.add("flags of a group need ECMAScript 2025");
                    }
                    return Ok(SequenceItem::atom(self.enclosed(at, flags)?));
                }
                Some('x') if dialect == Pcre && self.eat("x") => {
                    flags.set('x', is_on, dialect);
                    flags.is_verbose_in_classes = is_on;
                    letters[usize::from(!is_on)] += 1;
                }
                Some(letter) if self.facts.flags.contains(letter) => {
                    // Python's `a` and `u` exclude each other, within a group and for the whole pattern.
                    if dialect == Python && matches!(letter, 'a' | 'u') {
                        if !is_on {
                            return fault(
                                place,
                                format!("the flag `{letter}` cannot be turned off"),
                            );
                        }
                        if characters.replace(letter).is_some_and(|known| known != letter) {
                            return fault(place, EXCLUDED);
                        }
                    }
                    if matches!(letter, 'n' | 'J') {
                        self.notes.add("the flags `n` and `J` affect captures only");
                    }
                    flags.set(letter, is_on, dialect);
                    letters[usize::from(!is_on)] += 1;
                }
                Some(letter) => {
                    return fault(
                        place,
                        format!("`{letter}` after `(?` does not exist in {dialect}"),
                    );
                }
                None => return fault(at, "unclosed `(?`"),
            }
        }
    }

    /// Refuses a flag group without flags, or with a `-` that no flag follows, unless the dialect allows it.
    fn check_letters(&self, at: usize, is_on: bool, letters: [u32; 2]) -> Read<()> {
        let is_bare = !is_on && letters[1] == 0;
        match self.facts.dialect {
            Pcre | Java => Ok(()),
            // `(?)` is a group of a `?` in .NET.
            EcmaScript | DotNet if letters == [0; 2] => fault(at, "no flag: write `(?:…)`"),
            EcmaScript => Ok(()),
            _ if is_bare => fault(at, "`-` without a flag after it"),
            _ => Ok(()),
        }
    }

    fn set(&mut self, at: usize, flags: Flags, is_first: bool, is_on: bool) -> Read<SequenceItem> {
        match self.facts.dialect {
            EcmaScript => fault(at, "flags need a group: `(?i:…)`"),
            Python if !is_on => fault(at, "turning off flags needs a group: `(?-i:…)`"),
            Python if self.at == at + 3 => fault(at, "no flag"),
            Python if !is_first => {
                fault(at, "flags for the whole pattern must be at its beginning")
            }
            _ => {
                self.flags = flags;
                Ok(SequenceItem::nothing())
            }
        }
    }
}

pub(super) const BACK_REFERENCE: &str =
    "a back reference is not decided: its matches depend on the text that a group has matched";

// The trees of anchors, word boundaries and `.`.

pub(super) fn look(of: Tree, way: Direction, is_negative: bool) -> Tree {
    Tree::Look { of: Box::new(of), way, is_negative }
}

pub(super) fn one(character: char) -> Tree {
    Tree::Set(Set::single(character))
}

pub(super) fn line_start(breaks: Set) -> Tree {
    Tree::Choice(vec![Tree::Start, look(Tree::Set(breaks), Direction::Behind, false)])
}

pub(super) fn line_end(breaks: Set) -> Tree {
    Tree::Choice(vec![Tree::End, look(Tree::Set(breaks), Direction::Ahead, false)])
}

/// Returns a tree that matches at a word boundary or, if `is_negative` is set, at any other position.
pub(super) fn boundary(word: Set, is_negative: bool) -> Tree {
    let side = |way, is_negative| look(Tree::Set(word.clone()), way, is_negative);
    let both = |behind, ahead| {
        Tree::Sequence(vec![side(Direction::Behind, behind), side(Direction::Ahead, ahead)])
    };
    Tree::Choice(vec![both(false, !is_negative), both(true, is_negative)])
}

/// Returns a tree that matches either CR LF, as one line break, or what the tree `others` matches.
pub(super) fn line_breaks(others: Tree) -> Tree {
    Tree::Choice(vec![Tree::Sequence(vec![one('\r'), one('\n')]), others])
}

/// Returns a tree that matches at the end of the string, and also before a line break at the end of the string. See
/// [`PatternReader::breaks`] for the arguments.
fn end_or_before_last((breaks, has_pair): (&str, bool)) -> Tree {
    if has_pair {
        let last = Tree::Sequence(vec![line_breaks(line_break(breaks)), Tree::End]);
        return Tree::Choice(vec![Tree::End, look(last, Direction::Ahead, false)]);
    }
    let of = Box::new(one('\n'));
    let maybe = Tree::Repeat { of, min: 0, max: Some(1), mode: Mode::Greedy };
    look(Tree::Sequence(vec![maybe, Tree::End]), Direction::Ahead, false)
}

/// Returns whether a tree is the end anchor of a dialect in which it also matches before a final line break. A
/// look-ahead such as `(?=a?$)` is not an anchor, whatever `$` means.
pub fn is_end_or_before_last(dialect: Dialect, tree: &Tree) -> bool {
    let is = |breaks| *tree == end_or_before_last(breaks);
    match dialect {
        Pcre | Python | DotNet => is(("\n", false)),
        Java => is(("\n", false)) || is((JAVA.breaks, true)),
        _ => false,
    }
}

impl PatternReader<'_> {
    /// Returns the characters that end a line, and whether CR LF is a single line break, within which no line
    /// begins or ends.
    fn breaks(&self) -> (&'static str, bool) {
        match self.flags.has_line_feeds {
            true => ("\n", false),
            false => (self.facts.breaks, self.facts.dialect == Java),
        }
    }

    pub(super) fn caret(&self) -> Tree {
        if !self.flags.by_lines {
            return Tree::Start;
        }
        let (breaks, has_pair) = self.breaks();
        let behind = |breaks: &str| look(Tree::Set(sets::among(breaks)), Direction::Behind, false);
        let after = match has_pair {
            true => {
                let alone = look(one('\n'), Direction::Ahead, true);
                let others = behind(&breaks.replace('\r', ""));
                Tree::Choice(vec![others, Tree::Sequence(vec![behind("\r"), alone])])
            }
            false => behind(breaks),
        };
        let not_at_end = look(Tree::End, Direction::Ahead, true);
        match self.facts.dialect {
            // Not after a line break at the very end.
            Pcre => Tree::Choice(vec![Tree::Start, Tree::Sequence(vec![after, not_at_end])]),
            // Not at the end, even if the string is empty.
            Java => Tree::Sequence(vec![not_at_end, Tree::Choice(vec![Tree::Start, after])]),
            _ => Tree::Choice(vec![Tree::Start, after]),
        }
    }

    pub(super) fn dollar(&self) -> Tree {
        let (breaks, has_pair) = self.breaks();
        match (self.flags.by_lines, self.facts.dollar_before_last) {
            (true, _) if has_pair => {
                Tree::Choice(vec![Tree::End, look(line_break(breaks), Direction::Ahead, false)])
            }
            (true, _) => line_end(sets::among(breaks)),
            (false, true) => self.end_or_before_last(),
            (false, false) => Tree::End,
        }
    }

    pub(super) fn end_or_before_last(&self) -> Tree {
        end_or_before_last(self.breaks())
    }

    pub(super) fn dot(&self) -> Tree {
        let (breaks, _) = self.breaks();
        let is_all = self.flags.dot_takes_all;
        Tree::Set(if is_all { Set::all() } else { sets::among(breaks).complement() })
    }
}

/// Returns a tree that matches a character that ends a line, except for LF after CR.
fn line_break(breaks: &str) -> Tree {
    let alone = look(one('\r'), Direction::Behind, true);
    let line_feed = Tree::Sequence(vec![alone, one('\n')]);
    Tree::Choice(vec![Tree::Set(sets::among(&breaks.replace('\n', ""))), line_feed])
}

// The minimum and maximum number of characters of a tree, which limit look-behinds.

/// Returns the minimum and the maximum number of characters of a match; a maximum of `None` is unlimited.
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

// How Java analyzes a tree.

/// Returns whether a tree contains a look-around or an anchor.
pub(super) fn looks(tree: &Tree) -> bool {
    match tree {
        Tree::Set(_) => false,
        Tree::Start | Tree::End | Tree::Look { .. } => true,
        tree => tree.parts().iter().any(looks),
    }
}

/// Returns whether a tree can match only at the beginning of a string. Only the form of the tree is examined.
pub(super) fn begins_at_start(tree: &Tree) -> bool {
    match tree {
        Tree::Start => true,
        Tree::Sequence(parts) => parts.first().is_some_and(begins_at_start),
        Tree::Choice(parts) => !parts.is_empty() && parts.iter().all(begins_at_start),
        Tree::Group { of, .. } | Tree::Atomic(of) => begins_at_start(of),
        _ => false,
    }
}

/// Returns whether Java finds the maximum length of a tree's matches. There must be such a maximum.
fn is_obvious(tree: &Tree) -> bool {
    match tree {
        Tree::Repeat { of, min: 0, max: Some(1), mode } if *mode != Mode::Possessive => {
            is_obvious(of)
        }
        Tree::Repeat { of, .. } => is_determined(of),
        // A look-ahead has no length.
        Tree::Look { way: Direction::Ahead, .. } => true,
        tree => tree.parts().iter().all(is_obvious),
    }
}

/// Returns whether a tree matches in at most one way.
fn is_determined(tree: &Tree) -> bool {
    match tree {
        Tree::Choice(parts) => parts.len() == 1 && is_determined(&parts[0]),
        Tree::Repeat { of, min, max, .. } => *max == Some(*min) && *min > 0 && is_determined(of),
        Tree::Atomic(_) => false,
        Tree::Look { .. } => true,
        tree => tree.parts().iter().all(is_determined),
    }
}

/// How many of the characters above U+FFFF the sets of a tree contain: none, all, or only some.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum Pairs {
    None,
    All,
    Some,
}

fn pairs(tree: &Tree) -> Pairs {
    match tree {
        Tree::Set(set) => match set.ranges().last() {
            Some(('\0'..='\u{10000}', char::MAX)) => Pairs::All,
            Some((_, last)) if last > '\u{FFFF}' => Pairs::Some,
            _ => Pairs::None,
        },
        tree => tree.parts().iter().map(pairs).max().unwrap_or(Pairs::None),
    }
}

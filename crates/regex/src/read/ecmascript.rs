//! Patterns of ECMAScript, as a literal `/…/flags` or as a bare text.
//!
//! A bare text is read with the flag `u`, as in JSON Schema, or without this flag if the text is invalid with it. A
//! text that begins with `/` and ends with `/` and a flag is a literal. A body with separate flags is read with exactly
//! these flags. The flag `v` has its own class syntax.

use std::collections::BTreeSet;
use std::ops::Range;

use super::class::ClassPart;
use super::group::one;
use super::reader::PatternReader;
use super::sets::Set;
use super::{
    ECMASCRIPT_SETS, ECMASCRIPT_UNICODE, ECMASCRIPT_UNITS, ParsedPattern, PatternFault, Read,
    backwards, fault, read_by,
};
use crate::Tree;

const FLAGS: &str = "dgimsuvy";
/// A flag that does not affect the language. It is added to a literal without flags, which would otherwise be read as a
/// bare text.
const NO_FLAG: &str = "d";

pub(super) fn read(text: &str) -> Read<ParsedPattern> {
    let (mut read, note) = if let Some((body, letters)) = literal(text) {
        let shift = |fault: PatternFault| PatternFault { at: fault.at + 1, ..fault };
        let note = format!("the text is read as a literal `/…/` with the flags `{letters}`");
        let mut read = read_body(body, letters, body.len() + 1).map_err(shift)?;
        for span in read.alternatives.iter_mut().flatten() {
            *span = span.start + 1..span.end + 1;
        }
        read.is_literal = true;
        (read, Some(note))
    } else {
        match read_by(&ECMASCRIPT_UNICODE, text, "") {
            Ok(read) => {
                let ends = text.strip_prefix('/').and_then(|rest| rest.rsplit_once('/'));
                let is_word =
                    ends.is_some_and(|(_, end)| end.bytes().all(|one| one.is_ascii_alphabetic()));
                let note = || {
                    format!(
                        "the slashes are read as characters of the pattern; to write a literal, add one of the flags `{FLAGS}`, as in `/…/u`"
                    )
                };
                (read, is_word.then(note))
            }
            Err(PatternFault { at, why }) => {
                let Ok(read) = read_by(&ECMASCRIPT_UNITS, text, "") else { return fault(at, why) };
                let note =
                    "read without the flag `u`, since the pattern is invalid with it at byte";
                (read, Some(format!("{note} {at}: {why}")))
            }
        }
    };
    if let Some(note) = note {
        read.notes.insert(0, note);
    }
    Ok(read)
}

fn literal(text: &str) -> Option<(&str, &str)> {
    let (body, flags) = text.strip_prefix('/')?.rsplit_once('/')?;
    let is_flags = !flags.is_empty() && flags.chars().all(|flag| FLAGS.contains(flag));
    let (bare, ends_escaped) = slashes(body);
    (is_flags && bare.is_empty() && !ends_escaped && !body.is_empty()).then_some((body, flags))
}

/// Returns the offsets of the slashes that are neither escaped nor in brackets, and whether a backslash ends the body.
fn slashes(body: &str) -> (Vec<usize>, bool) {
    let (mut is_escaped, mut in_class, mut bare) = (false, false, Vec::new());
    for (at, one) in body.bytes().enumerate() {
        match one {
            _ if is_escaped => {}
            b'/' if !in_class => bare.push(at),
            b'[' => in_class = true,
            b']' => in_class = false,
            _ => {}
        }
        is_escaped = one == b'\\' && !is_escaped;
    }
    (bare, is_escaped)
}

/// Returns the literal `/body/flags` in parts, each with the range of `body` that it represents, or the reason why the
/// literal is invalid. Escapes the slashes of `body` (ECMA-262, 22.2.6.13.1).
pub(crate) fn literal_parts<'b>(
    body: &'b str,
    flags: &'b str,
) -> Result<Vec<(&'b str, Range<usize>)>, String> {
    let (bare, ends_escaped) = slashes(body);
    if ends_escaped {
        return Err("trailing backslash".to_owned());
    }
    check_flags(flags, 0).map_err(|fault| fault.why)?;
    let end = body.len();
    let (mut parts, mut begin) = (vec![("/", 0..0)], 0);
    for at in bare {
        parts.extend([(&body[begin..at], begin..at), ("\\/", at..at + 1)]);
        begin = at + 1;
    }
    parts.push((&body[begin..], begin..end));
    parts.extend(body.is_empty().then_some(("(?:)", 0..0)));
    parts.extend([("/", end..end), (if flags.is_empty() { NO_FLAG } else { flags }, end..end)]);
    Ok(parts)
}

/// Reads a body with exactly the flags in `letters`. `at` is the offset of the first flag, for errors.
pub(super) fn read_body(body: &str, letters: &str, at: usize) -> Read<ParsedPattern> {
    check_flags(letters, at)?;
    let facts = match (letters.contains('v'), letters.contains('u')) {
        (true, _) => &ECMASCRIPT_SETS,
        (_, true) => &ECMASCRIPT_UNICODE,
        _ => &ECMASCRIPT_UNITS,
    };
    read_by(facts, body, letters)
}

fn check_flags(letters: &str, at: usize) -> Read<()> {
    for (place, letter) in letters.char_indices() {
        if !FLAGS.contains(letter) {
            let why = format!("unknown flag `{letter}`: the flags of ecmascript are `{FLAGS}`");
            return fault(at + place, why);
        }
        if letters[..place].contains(letter) {
            return fault(at + place, format!("repeated flag `{letter}`"));
        }
        if letter == 'v' && letters.contains('u') {
            return fault(at + place, "the flags `u` and `v` exclude each other");
        }
    }
    Ok(())
}

/// Returns the number of capturing groups, and whether one of them has a name.
pub(super) fn groups(text: &str) -> (u32, bool) {
    let (mut count, mut is_named, mut in_class) = (0, false, false);
    let bytes = text.as_bytes();
    let mut at = 0;
    while let Some(&byte) = bytes.get(at) {
        match byte {
            b'\\' => at += 1,
            b'[' => in_class = true,
            b']' => in_class = false,
            b'(' if !in_class => {
                let rest = &bytes[at + 1..];
                let has_name = rest.starts_with(b"?<") && !matches!(rest.get(2), Some(b'=' | b'!'));
                count += u32::from(has_name || !rest.starts_with(b"?"));
                is_named |= has_name;
            }
            _ => {}
        }
        at += 1;
    }
    (count, is_named)
}

// Classes of ECMAScript with the flag `v`: ECMA-262, 22.2.1, ClassSetExpression. The longest string comes first
// (22.2.2.7, CompileAtom). Where case is ignored, each operand is case-folded before it is intersected,
// subtracted or negated (22.2.2.9, MaybeSimpleCaseFolding). Properties of strings are not supported, nor
// strings where case is ignored.

/// The contents of a class: single characters, and strings of other lengths.
#[derive(Default)]
struct Operand {
    set: Set,
    strings: BTreeSet<Vec<char>>,
    /// Whether the operand may contain strings, judging by its syntax (MayContainStrings).
    may_have_strings: bool,
}

impl Operand {
    fn new(set: Set) -> Self {
        Self { set, ..Self::default() }
    }

    fn union(self, other: Self) -> Self {
        Self {
            set: self.set.union(&other.set),
            strings: self.strings.into_iter().chain(other.strings).collect(),
            may_have_strings: self.may_have_strings || other.may_have_strings,
        }
    }

    fn intersection(self, other: &Self) -> Self {
        Self {
            set: self.set.intersection(&other.set),
            strings: self.strings.intersection(&other.strings).cloned().collect(),
            may_have_strings: self.may_have_strings && other.may_have_strings,
        }
    }

    fn without(self, other: &Self) -> Self {
        Self {
            set: self.set.without(&other.set),
            strings: self.strings.difference(&other.strings).cloned().collect(),
            may_have_strings: self.may_have_strings,
        }
    }

    fn tree(self) -> Tree {
        if self.strings.is_empty() {
            return Tree::Set(self.set);
        }
        let mut strings: Vec<Vec<char>> = self.strings.into_iter().collect();
        strings.sort_by_key(|string| std::cmp::Reverse(string.len()));
        let single = |&character: &char| one(character);
        let is_empty = strings.last().is_some_and(Vec::is_empty);
        strings.truncate(strings.len() - usize::from(is_empty));
        let mut choices: Vec<Tree> = strings
            .iter()
            .map(|string| Tree::Sequence(string.iter().map(single).collect()))
            .collect();
        choices.push(Tree::Set(self.set));
        choices.extend(is_empty.then_some(Tree::EMPTY));
        Tree::Choice(choices)
    }
}

enum Member {
    Character(u32),
    Operand(Operand),
}

impl PatternReader<'_> {
    pub(super) fn class_of_sets(&mut self, open: usize) -> Read<Tree> {
        Ok(self.class_set(open)?.tree())
    }

    fn class_set(&mut self, open: usize) -> Read<Operand> {
        self.nested()?;
        let is_negative = self.eat("^");
        let content = if self.starts("]") {
            Operand::default()
        } else {
            let place = self.at;
            let is_strings = self.starts(r"\q{");
            let first = self.member(open)?;
            if self.starts("&&") || self.starts("--") {
                let sign = if self.starts("&&") { "&&" } else { "--" };
                self.check_case(&first, is_strings, place)?;
                let first = self.operand(first, place)?;
                self.operation(open, first, sign)?
            } else {
                self.class_union(open, first, place)?
            }
        };
        self.eat("]");
        self.higher();
        match (is_negative, content.may_have_strings) {
            (false, _) => Ok(content),
            (true, false) => Ok(Operand::new(content.set.complement())),
            (true, true) => {
                fault(open, "a class that is negated and may have strings of several characters")
            }
        }
    }

    /// Reads a ClassIntersection or ClassSubtraction, after its first operand.
    fn operation(&mut self, open: usize, first: Operand, sign: &str) -> Read<Operand> {
        let mut all = first;
        while !self.starts("]") {
            let place = self.at;
            if !self.eat(sign) {
                if self.rest().is_empty() {
                    return fault(open, "unclosed `[`");
                }
                let why = "a class mixes operators: put each operation in brackets, as \
                           `[[a-z]--[aeiou]]`";
                return fault(place, why);
            }
            let place = self.at;
            if self.starts("&") {
                return fault(place, r"unescaped `&` after `&&`: write `\&`");
            }
            let is_strings = self.starts(r"\q{");
            let member = self.member(open)?;
            self.check_case(&member, is_strings, place)?;
            let operand = self.operand(member, place)?;
            all = if sign == "&&" { all.intersection(&operand) } else { all.without(&operand) };
        }
        Ok(all)
    }

    /// Refuses an operand that V8 does not case-fold, contrary to ECMA-262, such as the `k` in `[[a-z]--k]`.
    fn check_case(&self, member: &Member, is_strings: bool, at: usize) -> Read<()> {
        let is_bare = is_strings || matches!(member, Member::Character(_));
        if is_bare && self.flags.ignores_case {
            let why = "a character next to `&&` or `--` where case is ignored, which engines read \
                differently from ECMA-262: put it in brackets";
            return fault(at, why);
        }
        Ok(())
    }

    /// Reads a ClassUnion, after its first part.
    fn class_union(&mut self, open: usize, mut member: Member, mut place: usize) -> Read<Operand> {
        let mut all = Operand::default();
        loop {
            let is_range = self.starts("-") && !self.starts("--");
            let found = match member {
                Member::Character(from) if is_range => {
                    self.next();
                    match self.member(open)? {
                        Member::Character(to) if to < from => {
                            return backwards(place);
                        }
                        Member::Character(to) => {
                            let set = self.range(from, to, place)?;
                            Operand::new(self.folded(set, false, place)?)
                        }
                        Member::Operand(_) => {
                            return fault(place, "a range must not end with a class");
                        }
                    }
                }
                member => self.operand(member, place)?,
            };
            all = all.union(found);
            if self.starts("]") {
                return Ok(all);
            }
            place = self.at;
            if self.starts("&&") || self.starts("--") {
                let why = "`&&` or `--` after a range or several parts: put them in brackets, as \
                           `[[a-z]--[aeiou]]`";
                return fault(place, why);
            }
            member = self.member(open)?;
        }
    }

    fn operand(&mut self, member: Member, at: usize) -> Read<Operand> {
        match member {
            Member::Operand(operand) => Ok(operand),
            Member::Character(code) => {
                let set = self.range(code, code, at)?;
                Ok(Operand::new(self.folded(set, false, at)?))
            }
        }
    }

    fn member(&mut self, open: usize) -> Read<Member> {
        let at = self.at;
        if self.eat("[") {
            return Ok(Member::Operand(self.class_set(at)?));
        }
        if self.eat(r"\q{") {
            return Ok(Member::Operand(self.class_strings(at)?));
        }
        let rest = self.rest();
        if let Some(one) = rest.chars().next().filter(|&one| "()]{}/-|".contains(one)) {
            return fault(
                at,
                format!("unescaped `{one}` in a class with the flag `v`: write `\\{one}`"),
            );
        }
        let first = rest.chars().next().filter(|&one| "&!#$%*+,.:;<=>?@^`~".contains(one));
        if let Some(one) = first.filter(|&one| rest[1..].starts_with(one)) {
            let why = format!("`{one}{one}` in a class with the flag `v`: write `\\{one}\\{one}`");
            return fault(at, why);
        }
        match self.part(open)? {
            ClassPart::Character(code) => Ok(Member::Character(code)),
            ClassPart::Set(set) => Ok(Member::Operand(Operand::new(set))),
            ClassPart::Nothing => Ok(Member::Operand(Operand::default())),
        }
    }

    /// Reads a ClassStringDisjunction, after `\q{`.
    fn class_strings(&mut self, at: usize) -> Read<Operand> {
        let mut all = Operand::default();
        let mut string = Vec::new();
        loop {
            if self.rest().is_empty() {
                return fault(at, r"unclosed `\q{`");
            }
            let is_last = self.eat("}");
            if !is_last && !self.eat("|") {
                let place = self.at;
                match self.member(place)? {
                    Member::Character(code) => string.push((code, place)),
                    Member::Operand(_) => {
                        return fault(place, r"a class in `\q{…}`: write its characters");
                    }
                }
                continue;
            }
            match string[..] {
                [(code, place)] => {
                    all = all.union(self.operand(Member::Character(code), place)?);
                }
                _ if self.flags.ignores_case && !string.is_empty() => {
                    let why = r"strings in `\q{…}` are not supported where case is ignored: write `(?:…|…)`";
                    return fault(at, why);
                }
                _ => {
                    let one = |&(code, place): &(u32, usize)| {
                        let why = "a surrogate in a string is not supported";
                        char::from_u32(code).ok_or_else(|| PatternFault::new(place, why))
                    };
                    let characters: Read<Vec<char>> = string.iter().map(one).collect();
                    all.strings.insert(characters?);
                    all.may_have_strings = true;
                }
            }
            string.clear();
            if is_last {
                return Ok(all);
            }
        }
    }
}

//! Random patterns of each dialect, with a production that is equal, nearly equal, or unrelated.
//!
//! A [`Part`] without calls is written as a pattern in a random way: a set by its members or by its complement, a lazy
//! repetition, a redundant look-ahead, an atomic group, one of several anchors.

use urispec_audit::Dialect;

use crate::evaluator::Term;
use crate::expressions::{Part, char_after, char_before};
use crate::grammars::flat;
use crate::random::Random;

/// The letters of a pattern and of its production, each next to a boundary of UTF-8, of the surrogates, or of a line.
pub(crate) const ALPHABETS: [&[char]; 6] = [
    &['a', 'b', '\n'],
    &['\u{7F}', '\u{80}', 'a', '\n'],
    &['\u{7FF}', '\u{800}', 'a'],
    &['\u{D7FE}', '\u{D7FF}', '\u{E000}', '\u{E001}'],
    &['\u{FFFF}', '\u{10000}', 'a'],
    &['\u{10FFFE}', '\u{10FFFF}', 'a', '\n'],
];

/// A pattern and a production.
pub(crate) struct Subject {
    pub(crate) letters: &'static [char],
    pub(crate) production: Part,
    pub(crate) pattern: String,
}

impl Subject {
    pub(crate) fn random(dialect: Dialect, random: &mut Random) -> Self {
        // U+FFFF is not a character of XML, and cannot be in a schema.
        let is_taken =
            |letters: &&&[char]| dialect != Dialect::Xsd || !letters.contains(&'\u{FFFF}');
        let alphabets: Vec<&[char]> = ALPHABETS.iter().filter(is_taken).copied().collect();
        let letters = random.pick(&alphabets);
        let [production, matched] = flat(letters, random);
        let (is_anchored, text) = (!random.one_in(5), String::new());
        let mut writer = Writer { dialect, random, text };
        writer.pattern(&matched, is_anchored);
        Self { letters, production, pattern: writer.text }
    }

    pub(crate) fn abnf(&self) -> String {
        format!("a = {}\n", self.production.abnf(false))
    }

    pub(crate) fn plain(&self) -> Vec<Term> {
        vec![self.production.plain(false)]
    }
}

struct Writer<'w> {
    dialect: Dialect,
    random: &'w mut Random,
    text: String,
}

impl Writer<'_> {
    fn is_one_of(&self, dialects: &[Dialect]) -> bool {
        dialects.contains(&self.dialect)
    }

    fn looks(&self) -> bool {
        self.is_one_of(&[Dialect::EcmaScript, Dialect::Python, Dialect::Pcre])
    }

    fn pattern(&mut self, part: &Part, is_anchored: bool) {
        let (begins, ends): (&[&str], &[&str]) = match self.dialect {
            Dialect::Xsd => (&[""], &[""]),
            Dialect::EcmaScript | Dialect::PosixEre => (&["^"], &["$"]),
            Dialect::Python => (&["^", r"\A"], &["$", r"\Z"]),
            Dialect::Pcre => (&["^", r"\A"], &["$", r"\Z", r"\z", r"\z"]),
            _ => (&["^", r"\A"], &["$", r"\z"]),
        };
        if is_anchored {
            let begin = self.random.pick(begins);
            self.text.push_str(begin);
        }
        self.group(part);
        if is_anchored {
            let end = self.random.pick(ends);
            self.text.push_str(end);
        }
    }

    fn group(&mut self, part: &Part) {
        let captures = self.is_one_of(&[Dialect::PosixEre, Dialect::Xsd]) || self.random.one_in(3);
        let atomic = self.dialect == Dialect::Pcre && self.random.one_in(8);
        self.text.push_str(if atomic {
            "(?>"
        } else if captures {
            "("
        } else {
            "(?:"
        });
        self.part(part);
        self.text.push(')');
    }

    fn part(&mut self, part: &Part) {
        match part {
            Part::Text(text) => self.text.push_str(text),
            Part::Range(first, last) => self.set(&[(*first, *last)]),
            Part::Except(first, last, without) => {
                let below = char_before(*without).filter(|end| first <= end);
                let above = char_after(*without).filter(|begin| begin <= last);
                let below = below.map(|end| (*first, end));
                let all = below.into_iter().chain(above.map(|begin| (begin, *last)));
                self.set(&all.collect::<Vec<_>>());
            }
            Part::Sequence(parts) => {
                for part in parts {
                    if self.looks() && self.random.one_in(10) {
                        self.text.push_str("(?=");
                        self.part_of_choice(part);
                        self.text.push(')');
                    }
                    self.part_of_choice(part);
                }
            }
            Part::Choice(parts) => {
                for (place, part) in parts.iter().enumerate() {
                    if place > 0 {
                        self.text.push('|');
                    }
                    self.part_of_choice(part);
                }
            }
            Part::Repeat(least, most, part) => {
                self.group(part);
                let count = match (least, most) {
                    (0, None) => "*".to_owned(),
                    (1, None) => "+".to_owned(),
                    (0, Some(1)) => "?".to_owned(),
                    (least, None) => format!("{{{least},}}"),
                    (least, Some(most)) if least == most => format!("{{{least}}}"),
                    (least, Some(most)) => format!("{{{least},{most}}}"),
                };
                self.text.push_str(&count);
                let is_plain = self.is_one_of(&[Dialect::PosixEre, Dialect::Xsd]);
                if !is_plain && self.random.one_in(4) {
                    self.text.push('?');
                } else if self.dialect == Dialect::Pcre && self.random.one_in(8) {
                    self.text.push('+');
                }
            }
            Part::AnyCase(_) | Part::Call(_) | Part::Mirrored(..) | Part::Look(..) => {
                unreachable!("a flat part has none of these")
            }
        }
    }

    /// Writes a part, in a group if it is a choice.
    fn part_of_choice(&mut self, part: &Part) {
        match part {
            Part::Choice(_) => self.group(part),
            other => self.part(other),
        }
    }

    /// Writes a class of sorted ranges, or the negated class of its complement.
    fn set(&mut self, ranges: &[(char, char)]) {
        // Neither of the two can write U+0000.
        let is_plain = self.is_one_of(&[Dialect::PosixEre, Dialect::Xsd]);
        if is_plain || self.random.one_in(2) {
            return self.class("[", ranges);
        }
        let (mut others, mut next) = (Vec::new(), Some('\0'));
        for &(first, last) in ranges {
            let before = char_before(first).filter(|&end| next.is_some_and(|next| next <= end));
            others.extend(next.zip(before));
            next = char_after(last);
        }
        others.extend(next.map(|next| (next, char::MAX)));
        self.class("[^", &others);
    }

    fn class(&mut self, opens: &str, ranges: &[(char, char)]) {
        self.text.push_str(opens);
        for &(first, last) in ranges {
            self.letter(first);
            if first < last {
                self.text.push('-');
                self.letter(last);
            }
        }
        self.text.push(']');
    }

    /// Writes a character as it is, or by its number.
    fn letter(&mut self, letter: char) {
        let code = u32::from(letter);
        let is_plain = self.is_one_of(&[Dialect::PosixEre, Dialect::Xsd]);
        if is_plain || letter != '\0' && !letter.is_ascii_punctuation() && self.random.one_in(2) {
            return self.text.push(letter);
        }
        self.text.push_str(&match self.dialect {
            Dialect::EcmaScript | Dialect::Rust => format!("\\u{{{code:X}}}"),
            Dialect::Python if code > 0xFFFF => format!("\\U{code:08X}"),
            Dialect::Python => format!("\\u{code:04X}"),
            _ => format!("\\x{{{code:X}}}"),
        });
    }
}

//! Random grammars in both notations: equal by construction, with one change, or unrelated.
//!
//! The grammars and the strings have the same few letters, so all strings up to a length can be tried.

use crate::evaluator::Term;
use crate::expressions::{NAMES, Part, char_after, char_before};
use crate::random::Random;

/// The letters of grammars: both cases of ASCII letters, brackets, blanks, and the characters on both sides of each
/// boundary of UTF-8 and of the surrogates.
const ALPHABETS: [&[char]; 10] = [
    &['a', 'b'],
    &['a', 'b', 'A'],
    &['a', 'b', ' '],
    &['x', '(', ')'],
    &['K', 'k', '\u{212A}'],
    &['\u{7F}', '\u{80}', 'a'],
    &['\u{7FF}', '\u{800}', 'a'],
    &['\u{D7FE}', '\u{D7FF}', '\u{E000}', '\u{E001}'],
    &['\u{FFFF}', '\u{10000}', 'a'],
    &['\u{10FFFE}', '\u{10FFFF}', '\0'],
];

/// The replacement for each kind of part in patterns, which lack some constructs of grammars.
const FLAT: [usize; 16] = [0, 0, 3, 3, 3, 0, 6, 7, 8, 9, 10, 11, 12, 13, 12, 3];

/// A printed grammar and a pest grammar, each with a right side for each of [`NAMES`].
pub(crate) struct Grammars {
    pub(crate) letters: &'static [char],
    pub(crate) printed: Vec<Part>,
    pub(crate) pest: Vec<Part>,
    /// Whether `WHITESPACE` is defined.
    pub(crate) is_loose: bool,
    pub(crate) modifiers: Vec<&'static str>,
}

impl Grammars {
    pub(crate) fn random(random: &mut Random) -> Self {
        let letters = ALPHABETS[random.below(ALPHABETS.len())];
        let is_loose = letters.contains(&' ') && random.one_in(2);
        let nests = random.one_in(6);
        let mut writer = Writer { random, letters, rule: 0, is_flat: false, nests };
        let [printed, pest] = writer.pair(Writer::rules);
        let modifier = |_| if random.one_in(4) { random.pick(&["@", "$", "!", "_"]) } else { "" };
        let modifiers = NAMES.iter().map(modifier).collect();
        Self { letters, printed, pest, is_loose, modifiers }
    }

    /// Returns whether blanks are allowed between the terms of an entry rule.
    pub(crate) fn is_loose(&self, rule: usize) -> bool {
        self.is_loose && !["@", "$"].contains(&self.modifiers[rule])
    }

    pub(crate) fn abnf(&self) -> String {
        let line = |(rule, part): (usize, &Part)| {
            let loose = self.is_loose(rule);
            let side = match part {
                Part::Choice(all) => {
                    all.iter().map(|one| one.abnf(loose)).collect::<Vec<_>>().join(" / ")
                }
                other => other.abnf(loose),
            };
            format!("{} = {side}\n", NAMES[rule])
        };
        self.printed.iter().enumerate().map(line).collect()
    }

    pub(crate) fn pest_text(&self) -> String {
        let line = |(rule, part): (usize, &Part)| {
            format!("{} = {}{{ {} }}\n", NAMES[rule], self.modifiers[rule], part.pest())
        };
        let rules: String = self.pest.iter().enumerate().map(line).collect();
        rules + if self.is_loose { "WHITESPACE = { \" \" }\n" } else { "" }
    }

    pub(crate) fn plain(&self) -> Vec<Term> {
        let rules = self.printed.iter().enumerate();
        rules.map(|(rule, part)| part.plain(self.is_loose(rule))).collect()
    }
}

/// Returns all strings of some letters up to the greatest length with at most `most` strings.
pub(crate) fn strings(letters: &[char], most: usize) -> Vec<String> {
    let mut all = vec![String::new()];
    let (mut first, mut last) = (0, 1);
    while all.len() + (last - first) * letters.len() <= most {
        for at in first..last {
            for &letter in letters {
                let longer = format!("{}{letter}", all[at]);
                all.push(longer);
            }
        }
        (first, last) = (last, all.len());
    }
    all
}

/// Returns two parts without calls, which a production and a pattern can express.
pub(crate) fn flat(letters: &'static [char], random: &mut Random) -> [Part; 2] {
    let mut writer = Writer { random, letters, rule: 0, is_flat: true, nests: false };
    let [one, other] = writer.pair(|this| vec![this.part(3, true, false)]);
    [one, other].map(Part::Choice)
}

struct Writer<'r> {
    random: &'r mut Random,
    letters: &'static [char],
    rule: usize,
    /// Whether the parts have no calls, and nothing that only grammars can express.
    is_flat: bool,
    /// Whether a rule may call itself; such grammars take long to decide.
    nests: bool,
}

impl Writer<'_> {
    /// Returns two grammars that are equal, differ in one place, or are unrelated.
    fn pair(&mut self, write: impl Fn(&mut Self) -> Vec<Part>) -> [Vec<Part>; 2] {
        let one = write(self);
        let other = match self.random.below(4) {
            0 | 1 => one.clone(),
            2 => self.changed(&one),
            _ => write(self),
        };
        [one, other]
    }

    fn rules(&mut self) -> Vec<Part> {
        let rule = |rule| {
            self.rule = rule;
            self.part(3, true, false)
        };
        (0..NAMES.len()).map(rule).collect()
    }

    /// Returns a part with at most `depth` levels. A part that is `first` may not call an earlier rule, which would be
    /// left recursion. A part that `reads` does not accept the empty string: pest requires this of repetitions and of
    /// all alternatives but the last.
    fn part(&mut self, depth: usize, first: bool, reads: bool) -> Part {
        let kind = self.random.below(if depth == 0 { 6 } else { 16 });
        match if self.is_flat { FLAT[kind] } else { kind } {
            0..=2 => self.text(reads),
            3 => self.range(),
            4 => self.any_case(),
            5 => self.call(first, reads),
            6..=8 => {
                let count = 2 + self.random.below(2);
                let reading = self.random.below(count);
                let mut is_first = first;
                let part = |place| {
                    let reads_here = place == reading && (reads || self.random.one_in(2));
                    let part = self.part(depth - 1, is_first, reads_here);
                    is_first &= !reads_here;
                    part
                };
                Part::Sequence((0..count).map(part).collect())
            }
            9..=11 => {
                let count = 2 + self.random.below(2);
                let part = |place| self.part(depth - 1, first, reads || place + 1 < count);
                Part::Choice((0..count).map(part).collect())
            }
            12 | 13 => {
                let (least, most) = self.bounds();
                let (least, most) = if reads && least == 0 { (1, None) } else { (least, most) };
                Part::Repeat(least, most, Box::new(self.part(depth - 1, first, true)))
            }
            14 => {
                let texts = (0..2).map(|_| self.word()).collect();
                Part::Mirrored(texts, Box::new(self.part(depth - 1, false, false)))
            }
            _ => {
                let is_negative = self.random.one_in(2);
                let look = Part::Look(is_negative, Box::new(self.part(depth - 1, first, true)));
                Part::Sequence(vec![look, self.part(depth - 1, first, reads)])
            }
        }
    }

    fn bounds(&mut self) -> (u32, Option<u32>) {
        let bounds = [(0, None), (0, None), (1, None), (0, Some(1)), (0, Some(1)), (2, None)];
        let more = [(0, Some(2)), (1, Some(2)), (2, Some(2)), (1, Some(3))];
        self.random.pick(&[&bounds[..], &more[..]].concat())
    }

    fn letter(&mut self) -> char {
        self.random.pick(self.letters)
    }

    fn word(&mut self) -> String {
        (0..self.random.pick(&[1, 1, 1, 2])).map(|_| self.letter()).collect()
    }

    fn text(&mut self, reads: bool) -> Part {
        if !reads && !self.is_flat && self.random.one_in(12) {
            Part::text("")
        } else {
            Part::Text(self.word())
        }
    }

    fn any_case(&mut self) -> Part {
        let word: String = self.word().chars().filter(char::is_ascii_alphabetic).collect();
        if word.is_empty() { self.text(true) } else { Part::AnyCase(word) }
    }

    fn range(&mut self) -> Part {
        let (one, other) = (self.letter(), self.letter());
        let (first, last) = (one.min(other), one.max(other));
        match self.random.below(3) {
            0 if first < last => Part::Except(first, last, self.random.pick(&[first, last])),
            1 if last < char::MAX => Part::Range(first, char_after(last).unwrap_or(last)),
            _ => Part::Range(first, last),
        }
    }

    /// Returns a call of a later rule; or of any rule after a letter, and perhaps before another letter.
    fn call(&mut self, first: bool, reads: bool) -> Part {
        let later = self.rule + 1..NAMES.len();
        let is_forward = !self.nests || !self.random.one_in(3);
        if is_forward && (reads || later.is_empty()) {
            return self.text(reads);
        }
        if is_forward {
            return Part::Call(later.start + self.random.below(later.len()));
        }
        let call = Part::Call(self.random.below(NAMES.len()));
        match self.random.below(3) {
            0 if !first => Part::Sequence(vec![call, self.text(true)]),
            1 => Part::Sequence(vec![self.text(true), Part::optional(call)]),
            _ => Part::Sequence(vec![self.text(true), Part::optional(call), self.text(true)]),
        }
    }

    /// Returns the rules with one change in one of them.
    fn changed(&mut self, rules: &[Part]) -> Vec<Part> {
        let mut rules = rules.to_vec();
        let rule = self.random.below(rules.len());
        self.rule = rule;
        let mut part = &mut rules[rule];
        while self.random.below(4) > 0 && !part.parts().is_empty() {
            let mut parts = part.parts();
            let chosen = self.random.below(parts.len());
            part = parts.swap_remove(chosen);
        }
        match part {
            Part::Choice(parts) | Part::Sequence(parts) if parts.len() > 1 => {
                match self.random.below(3) {
                    0 => parts.reverse(),
                    1 => drop(parts.pop()),
                    _ => parts.rotate_left(1),
                }
            }
            Part::Repeat(least, most, _) => match most {
                Some(most) => *most += 1,
                None => *least = 1 - (*least).min(1),
            },
            Part::Range(first, last) if *first < *last => {
                *last = char_before(*last).unwrap_or(*last)
            }
            Part::AnyCase(text) => *part = Part::Text(text.clone()),
            other => *other = self.text(true),
        }
        rules
    }
}

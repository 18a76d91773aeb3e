//! Expressions that both notations can write, and their meaning.
//!
//! One tree is written as ABNF, as pest, and as a [`Term`] for the plain matcher. A construct that one notation lacks
//! is expressed otherwise in pest: a set without a character by a look-ahead, two equal strings by the stack, and
//! blanks between terms by `WHITESPACE`.

use crate::evaluator::Term;

pub(crate) const NAMES: [&str; 3] = ["a", "b", "c"];

/// A part of a right side.
#[derive(Clone, Debug)]
pub(crate) enum Part {
    Text(String),
    /// ASCII letters in any case.
    AnyCase(String),
    Range(char, char),
    /// A range without one of its characters.
    Except(char, char, char),
    Call(usize),
    Sequence(Vec<Part>),
    Choice(Vec<Part>),
    /// The minimum, the maximum if there is one, and the repeated part.
    Repeat(u32, Option<u32>, Box<Part>),
    /// One of some strings, something, and the same string again.
    Mirrored(Vec<String>, Box<Part>),
    /// A look-ahead in pest, which ABNF cannot express: whether it is negative, and its expression.
    Look(bool, Box<Part>),
}

impl Part {
    pub(crate) fn text(text: &str) -> Self {
        Self::Text(text.to_owned())
    }

    pub(crate) fn optional(part: Self) -> Self {
        Self::Repeat(0, Some(1), Box::new(part))
    }

    /// Returns the parts within.
    pub(crate) fn parts(&mut self) -> Vec<&mut Self> {
        match self {
            Self::Sequence(parts) | Self::Choice(parts) => parts.iter_mut().collect(),
            Self::Repeat(_, _, part) | Self::Mirrored(_, part) | Self::Look(_, part) => vec![part],
            _ => Vec::new(),
        }
    }

    /// Collects the alternatives of each choice.
    pub(crate) fn choices<'p>(&'p self, found: &mut Vec<&'p [Self]>) {
        match self {
            Self::Choice(parts) => {
                found.push(parts);
                parts.iter().for_each(|part| part.choices(found));
            }
            Self::Sequence(parts) => parts.iter().for_each(|part| part.choices(found)),
            Self::Repeat(_, _, part) | Self::Mirrored(_, part) | Self::Look(_, part) => {
                part.choices(found);
            }
            _ => {}
        }
    }

    /// Returns the part in ABNF, with blanks between terms if `loose` is set.
    pub(crate) fn abnf(&self, loose: bool) -> String {
        let blanks = if loose { " *%x20 " } else { " " };
        match self {
            Self::Text(text) => literal(text),
            Self::AnyCase(text) => format!("%i\"{text}\""),
            Self::Range(first, last) => range(*first, *last),
            Self::Except(first, last, without) => {
                let below = char_before(*without).filter(|end| first <= end);
                let above = char_after(*without).filter(|begin| begin <= last);
                let below = below.map(|end| range(*first, end));
                let above = above.map(|begin| range(begin, *last));
                let all: Vec<String> = below.into_iter().chain(above).collect();
                format!("( {} )", all.join(" / "))
            }
            Self::Call(rule) => NAMES[*rule].to_owned(),
            Self::Sequence(parts) => {
                // A look-ahead is empty in ABNF, but keeps its blanks.
                let parts: Vec<String> = parts.iter().map(|part| part.abnf(loose)).collect();
                format!("( {} )", parts.join(blanks))
            }
            Self::Choice(parts) => {
                let parts: Vec<String> = parts.iter().map(|part| part.abnf(loose)).collect();
                format!("( {} )", parts.join(" / "))
            }
            Self::Repeat(least, most, part) => {
                let part = part.abnf(loose);
                let most = most.map(|most| most.to_string());
                match most {
                    // Blanks are between two iterations.
                    None if loose && *least == 0 => format!("[ {part} *( *%x20 {part} ) ]"),
                    most => format!("{least}*{}( {part} )", most.unwrap_or_default()),
                }
            }
            Self::Mirrored(texts, part) => {
                let part = part.abnf(loose);
                let one = |text: &String| {
                    let text = literal(text);
                    format!("{text}{blanks}{part}{blanks}{text}")
                };
                format!("( {} )", texts.iter().map(one).collect::<Vec<_>>().join(" / "))
            }
            Self::Look(..) => "\"\"".to_owned(),
        }
    }

    /// Returns the part in pest.
    pub(crate) fn pest(&self) -> String {
        let joined = |parts: &[Self], sign: &str| {
            let parts: Vec<String> = parts.iter().map(Self::pest).collect();
            format!("({})", parts.join(sign))
        };
        match self {
            Self::Text(text) => quoted(text, '"'),
            Self::AnyCase(text) => format!("^{}", quoted(text, '"')),
            Self::Range(first, last) => {
                let [first, last] = [first, last].map(|one| quoted(&one.to_string(), '\''));
                format!("{first}..{last}")
            }
            Self::Except(first, last, without) => {
                let without = quoted(&without.to_string(), '"');
                format!("(!{without} ~ {})", Self::Range(*first, *last).pest())
            }
            Self::Call(rule) => NAMES[*rule].to_owned(),
            Self::Sequence(parts) => joined(parts, " ~ "),
            Self::Choice(parts) => joined(parts, " | "),
            Self::Repeat(0, None, part) => format!("({})*", part.pest()),
            Self::Repeat(1, None, part) => format!("({})+", part.pest()),
            Self::Repeat(0, Some(1), part) => format!("({})?", part.pest()),
            Self::Repeat(least, None, part) => format!("({}){{{least},}}", part.pest()),
            Self::Repeat(least, Some(most), part) => format!("({}){{{least},{most}}}", part.pest()),
            Self::Mirrored(texts, part) => {
                let texts: Vec<String> = texts.iter().map(|text| quoted(text, '"')).collect();
                format!("(PUSH({}) ~ {} ~ POP)", texts.join(" | "), part.pest())
            }
            Self::Look(is_negative, part) => {
                format!("{}({})", if *is_negative { "!" } else { "&" }, part.pest())
            }
        }
    }

    /// Returns the meaning of the part in ABNF, for the plain matcher.
    pub(crate) fn plain(&self, loose: bool) -> Term {
        let blanks = || Term::Repeat(0, None, Box::new(Term::bytes(b" ")));
        let joined = |parts: Vec<Term>| {
            let mut all = Vec::new();
            for part in parts {
                if loose && !all.is_empty() {
                    all.push(blanks());
                }
                all.push(part);
            }
            Term::Sequence(all)
        };
        let text = |text: &str| Term::bytes(text.as_bytes());
        match self {
            Self::Text(one) => text(one),
            Self::AnyCase(text) => Term::Letters(text.clone().into_bytes()),
            Self::Range(first, last) => Term::Scalar(*first, *last),
            Self::Except(first, last, without) => {
                let below = char_before(*without).map(|end| Term::Scalar(*first, end));
                let above = char_after(*without).map(|begin| Term::Scalar(begin, *last));
                Term::Choice(below.into_iter().chain(above).collect())
            }
            Self::Call(rule) => Term::Rule(*rule),
            Self::Sequence(parts) => joined(parts.iter().map(|part| part.plain(loose)).collect()),
            Self::Choice(parts) => {
                Term::Choice(parts.iter().map(|part| part.plain(loose)).collect())
            }
            Self::Repeat(0, None, part) if loose => {
                let part = part.plain(loose);
                let more = Term::Sequence(vec![blanks(), part.clone()]);
                let more = Term::Repeat(0, None, Box::new(more));
                Term::Repeat(0, Some(1), Box::new(Term::Sequence(vec![part, more])))
            }
            Self::Repeat(least, most, part) => {
                Term::Repeat(*least, *most, Box::new(part.plain(loose)))
            }
            Self::Mirrored(texts, part) => {
                let one = |one: &String| joined(vec![text(one), part.plain(loose), text(one)]);
                Term::Choice(texts.iter().map(one).collect())
            }
            Self::Look(..) => Term::Sequence(Vec::new()),
        }
    }
}

pub(crate) fn char_before(one: char) -> Option<char> {
    ('\0'..one).next_back()
}

pub(crate) fn char_after(one: char) -> Option<char> {
    (one..=char::MAX).nth(1)
}

/// Returns a text in ABNF, as a literal or as numbers.
fn literal(text: &str) -> String {
    let is_plain = |one: char| one.is_ascii_graphic() && one != '"';
    if text.is_empty() || text.chars().all(is_plain) {
        return format!("%s\"{text}\"");
    }
    let numbers: Vec<String> = text.chars().map(|one| format!("{:X}", u32::from(one))).collect();
    format!("%x{}", numbers.join("."))
}

fn range(first: char, last: char) -> String {
    format!("%x{:X}-{:X}", u32::from(first), u32::from(last))
}

fn quoted(text: &str, quote: char) -> String {
    let letter = |one: char| match one.is_ascii_graphic() && !"\"'\\".contains(one) {
        true => one.to_string(),
        false => format!("\\u{{{:02X}}}", u32::from(one)),
    };
    format!("{quote}{}{quote}", text.chars().map(letter).collect::<String>())
}
